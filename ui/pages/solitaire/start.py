"""Before a game: go on with the one under way, or choose one of the three, and which deal."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from ....american.shelf import CardShelf
from ....options import Ruleset
from ....solitaire.deal import GAMES, HIGHEST_NUMBER
from ....solitaire.record import Setup
from ....tiles import Terms, Tile, Wind
from ...theme import look, set_role
from ...tiles import TileFace, TileRow, TileStyle
from ...widgets import Button, Card, Choice, Flow, Heading, NumberField, ScrollPage, Segmented, Words
from ..score.words import wind_choices
from .course import Course
from .key_button import KeyButton
from .presenter import SolitairePresenter, View
from .words import asks, game_words

_BESIDE: Final = 860
_SAMPLE: Final = 26
_SAMPLES: Final = {
    Ruleset.KEMP_CHINESE: ("1z", "1z", "1z", "3p", "4p", "5p", "7z", "7z"),
    Ruleset.KEMP_AMERICAN: ("1f", "2f", "2s", "2s", "J", "5z", "2m", "6m"),
    Ruleset.SIMPLE: ("1s", "2s", "3s", "9m", "9m", "9m", "9m", "5p"),
}


class StartPanel(QWidget):
    """The three games, each with what has to be chosen for it and its button.

    Signals:
        record_wanted(): the record of finished games is to be shown.
    """

    record_wanted = Signal()

    def __init__(self, presenter: SolitairePresenter, shelf: CardShelf, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter, self._shelf = presenter, shelf
        current = look()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        content = QWidget()
        outer.addWidget(ScrollPage(content))
        column = QVBoxLayout(content)
        column.setContentsMargins(current.L, current.M, current.L, current.M)
        column.setSpacing(current.M)
        top = QHBoxLayout()
        top.addWidget(Heading(self.tr("Solitaire"), 1), 1)
        self.record_button = KeyButton(self.tr("Record"), "Ctrl+L", "quiet", "ledger")
        top.addWidget(self.record_button)
        column.addLayout(top)
        column.addWidget(self._under_way_card())
        column.addWidget(self._left_card())
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.setSpacing(current.M)
        self.cards: dict[Ruleset, Card] = {}
        self.play_buttons: dict[Ruleset, Button] = {}
        self._rows: list[TileRow] = []
        for rules in GAMES:
            self._columns.addWidget(self._game_card(rules), 1)
        column.addLayout(self._columns)
        column.addWidget(self._deal_card())
        column.addStretch(1)
        self.record_button.clicked.connect(self.record_wanted)

    # building

    def _under_way_card(self) -> Card:
        self.under_way = Card(self.tr("A game is under way"))
        self.under_way.set_urgent(True)
        self.under_way_words = Words("")
        self.continue_button = Button(self.tr("Continue"), "primary", "chevron-right")
        self.under_way.bar.addWidget(self.continue_button)
        self.under_way.body.addWidget(self.under_way_words)
        self.continue_button.clicked.connect(lambda: self._presenter.show(View.PLAY))
        return self.under_way

    def _left_card(self) -> Card:
        self.left = Card(self.tr("A game you left"))
        self.left_words = Words("")
        self.left_button = Button(self.tr("Go back to it"), "", "chevron-right")
        self.left.bar.addWidget(self.left_button)
        self.left.body.addWidget(self.left_words)
        self.left_button.clicked.connect(self._presenter.go_back)
        return self.left

    def _game_card(self, rules: Ruleset) -> Card:
        name, sentence = game_words()[rules]
        card = Card(name)
        card.heading.setWordWrap(True)
        sample = TileRow(name, TileStyle(_SAMPLE), wrapping=True, liftable=False, draggable=False)
        sample.show_tiles([TileFace(Tile.parse(text)) for text in _SAMPLES[rules]])
        for tile in sample.buttons:
            tile.setFocusPolicy(tile.focusPolicy().NoFocus)
        self._rows.append(sample)
        card.body.addWidget(sample)
        card.body.addWidget(Words(sentence, "quiet"))
        if rules is Ruleset.KEMP_AMERICAN:
            self.card_choice = Choice(self.tr("Card"))
            self.card_choice.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            self.card_choice.setMinimumContentsLength(12)
            card.body.addWidget(self.card_choice)
        elif rules is Ruleset.SIMPLE:
            self.seat = Segmented(self.tr("Your seat"), wind_choices(), "E", keys=True)
            self.round = Segmented(self.tr("Game wind"), wind_choices(), "E", keys=True)
            grid = QGridLayout()
            grid.setHorizontalSpacing(look().S)
            grid.setColumnStretch(1, 1)
            for at, (word, control) in enumerate(
                ((self.tr("Your seat"), self.seat), (self.tr("Game wind"), self.round))
            ):
                grid.addWidget(Words(word, "caption"), at, 0)
                grid.addWidget(control, at, 1)
            card.body.addLayout(grid)
        card.body.addStretch(1)
        button = Button(self.tr("Play"), "", "solitaire")
        button.setAccessibleName(self.tr("Play: {name}").format(name=name))
        button.clicked.connect(lambda: self.play(rules))
        card.body.addWidget(button)
        self.cards[rules], self.play_buttons[rules] = card, button
        return card

    def _deal_card(self) -> Card:
        card = Card(self.tr("Which deal?"))
        line = Flow()
        self.number = NumberField(self.tr("Deal number"), HIGHEST_NUMBER)
        self.number.setPlaceholderText(self.tr("any"))
        self.number_words = Words("", "quiet")
        line.add(self.number)
        card.body.addWidget(line)
        card.body.addWidget(self.number_words)
        self.number.number_changed.connect(lambda _: self._check())
        self.number.finished.connect(lambda: self.play(Ruleset(self._presenter.settings.virtual_game)))
        return card

    # showing

    def refresh(self) -> None:
        """Show what is under way, and which cards there are."""
        presenter = self._presenter
        course = presenter.course
        going = presenter.can_continue
        self.under_way.setVisible(going)
        if course is not None and going:
            self.under_way_words.setText(self._told(course))
        self.left.setVisible(presenter.left is not None)
        if presenter.left is not None:
            self.left_words.setText(self._told(presenter.left[0]))
        chosen = Ruleset(presenter.settings.virtual_game)
        for rules, button in self.play_buttons.items():
            set_role(button, "primary" if rules is chosen and not going else "")
            button.update()
        self._offer_cards()
        self._check()

    def _told(self, course: Course) -> str:
        """A game and how it stands."""
        return self.tr("{name}, deal {number}. {state}").format(
            name=game_words()[course.deal.rules][0],
            number=course.deal.seed,
            state=asks(course.game, self._presenter.terms),
        )

    def _offer_cards(self) -> None:
        try:
            entries = self._shelf.list()
        except OSError:
            entries = ()
        able = [(entry.name, entry.title) for entry in entries if entry.card.lines]
        chosen = self.card_choice.currentData() or self._presenter.settings.virtual_card
        self.card_choice.set_choices(able)
        names = [name for name, _ in able]
        self.card_choice.choose(chosen if chosen in names else names[0] if names else "")

    def set_terms(self, style: TileStyle) -> None:
        """Name the tiles as the settings do."""
        for row in self._rows:
            row.set_style(TileStyle(_SAMPLE, style.index, style.terms))

    @property
    def terms(self) -> Terms:
        """The words for the tiles."""
        return self._presenter.terms

    def _check(self) -> None:
        wrong = self.number.is_wrong
        self.number_words.setText(
            self.tr("A deal's number is a whole number from 0 to {limit}.").format(limit=f"{HIGHEST_NUMBER:,}")
            if wrong
            else self.tr("Leave it empty for a new deal. The same number gives the same walls and dice to anybody.")
        )
        set_role(self.number_words, "wrong" if wrong else "quiet")
        for button in self.play_buttons.values():
            button.setEnabled(not wrong)
            button.setToolTip(self.number_words.text() if wrong else "")
        if not self.card_choice.count():
            self.play_buttons[Ruleset.KEMP_AMERICAN].setEnabled(False)

    # what people do

    def play(self, rules: Ruleset) -> None:
        """Begin this game with what was chosen for it."""
        if self.number.is_wrong:
            return
        setup = Setup()
        if rules is Ruleset.KEMP_AMERICAN:
            setup = Setup(card=self.card_choice.currentData() or "")
        elif rules is Ruleset.SIMPLE:
            setup = Setup(Wind(self.round.value or "E"), Wind(self.seat.value or "E"))
        if self._presenter.start(rules, self.number.number, setup):
            self.number.set_number(None)

    def focus_first(self) -> None:
        """The one thing to do: continue, or play what was played last."""
        last = self.play_buttons[Ruleset(self._presenter.settings.virtual_game)]
        (self.continue_button if self._presenter.can_continue else last).setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stand the games below each other where there is no room beside."""
        super().resizeEvent(event)
        beside = self.width() >= _BESIDE * (0.4 + 0.6 * look().scale)
        self._columns.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
