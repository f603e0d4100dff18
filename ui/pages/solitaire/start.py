"""Before a game: go on with the one under way, or choose one of the three, and which deal."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from mjcompanion.core.options import Options
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.i18n.translation import ngettext, number
from mjcompanion.rulesets import Ruleset, changed_options
from mjcompanion.solitaire.deal import GAMES, HIGHEST_NUMBER
from mjcompanion.solitaire.record import GameSetup, house_of
from mjcompanion.table.words import brief

from ...accessibility import announce
from ...context import moment
from ...rich_text import set_tooltip
from ...shelves import Shelves
from ...shortcuts import bind, set_tip
from ...theme import look, set_role
from ...whatsthis import explain
from ...widgets import Button, CardFrame, Choice, Flow, NumberField, ScrollPage, Segmented, TextLabel
from ...widgets.layouts import across, down, empty, fill, nest, stand
from ...widgets.tiles import TilePicture, TileStyle
from ...widgets.words import wind_choices
from .course import Course
from .keeping import LeftGame
from .model import SolitaireModel, SolitaireScreen
from .words import asks, deal_words, game_words

if TYPE_CHECKING:
    from mjcompanion.american.card_library import CardDocument

_BESIDE: Final = 860
_MOST_LEFT: Final = 8
"""So many games that were left are listed, the newest."""
_LONGEST_NAME: Final = 30
_LEAST_WORDS: Final = 220
"""The least width of the words about a game that was left next to its buttons, at 100 % text."""
_SAMPLE: Final = 26
_LARGE_SAMPLE: Final = 34
"""The width of the tiles that stand for a game, and where there is room."""


class StartPanel(QWidget):
    """The three games, each with what has to be chosen for it and its button."""

    def __init__(self, model: SolitaireModel, shelves: Shelves) -> None:
        super().__init__()
        self._model, self._shelves = model, shelves
        self._listed: tuple[LeftGame, ...] = ()
        self._cards_read = False
        self._cards: dict[str, CardDocument] = {}
        self._tile, self._style = _SAMPLE, TileStyle()
        current = look()
        self._content = QWidget()
        holder = QWidget()
        fill(across(holder, spacing=0), (self._content, 1000), None)
        scrolled = ScrollPage(holder)
        scrolled.keep_bar()
        down(self).addWidget(scrolled)
        column = down(self._content, spacing=current.M)
        self.record_button = Button(self.tr("Notebook", "a page"), "quiet")
        set_tip(self.record_button, self.tr("Notebook", "a page"), "solitaire.record")
        self.tools_box = self.record_button
        fill(column, self._under_way_card(), self._at_wall_card())
        self.houses: dict[Ruleset, Choice] = {}
        self.house_words: dict[Ruleset, TextLabel] = {}
        self._options: dict[tuple[Ruleset, str], Options] = {}
        self.play_buttons: dict[Ruleset, Button] = {}
        self.real_buttons: dict[Ruleset, Button] = {}
        self._rows: list[TilePicture] = []
        games = [(self._game_card(rules), 1) for rules in GAMES]
        self._columns: QBoxLayout = fill(across(spacing=current.M), *games)
        self.left = CardFrame(self.tr("Unfinished games"))
        self.left_rows: list[LeftRow] = []
        fill(column, self._columns, self._deal_card(), self.left, None)
        self.record_button.clicked.connect(model.record_wanted)
        bind(self, "solitaire.record", self.record_button.click)

    # building

    def _under_way_card(self) -> CardFrame:
        self.under_way_words = TextLabel("")
        self.continue_button = Button(self.tr("Continue"), "primary", "chevron-right")
        self.under_way = _resting(self.tr("A game is in progress"), self.under_way_words, self.continue_button)
        set_role(self.under_way, "urgent")
        self.continue_button.clicked.connect(self._model.go_on)
        return self.under_way

    def _at_wall_card(self) -> CardFrame:
        self.at_wall_words = TextLabel("")
        self.go_on_button = Button(self.tr("Continue"), "", "chevron-right")
        self.at_wall = _resting(self.tr("Your game with real tiles"), self.at_wall_words, self.go_on_button)
        self.go_on_button.clicked.connect(lambda: self._model.show(SolitaireScreen.COUNT))
        return self.at_wall

    def _show_wall(self) -> None:
        offer = self._model.real_offer
        self.at_wall.setVisible(bool(offer))
        self._show_main()
        self.at_wall_words.setText(offer)
        self.go_on_button.setAccessibleName(self.tr("Continue: {game}").format(game=offer) if offer else "")

    def _game_card(self, rules: Ruleset) -> CardFrame:
        name, sentence = game_words()[rules]
        card = CardFrame(name)
        card.heading.setWordWrap(True)
        sample = TilePicture(
            [Tile.parse(text) for text in (rules.virtual.picture if rules.virtual else ())], TileStyle(_SAMPLE)
        )
        self._rows.append(sample)
        fill(card.body, sample, TextLabel(sentence, "quiet"))
        card.body.addSpacing(look().XS)
        if rules.with_card:
            self.card_choice = Choice(self.tr("Card"), least=12)
            self.card_faults = TextLabel("", "wrong")
            fill(card.body, TextLabel(self.tr("Card"), "caption"), self.card_choice, self.card_faults)
            self.card_choice.currentIndexChanged.connect(lambda _: self._check())
        if not rules.single_player:
            self.seat = Segmented(self.tr("Your seat"), wind_choices(), "E", keys=True)
            self.round = Segmented(self.tr("Game wind"), wind_choices(), "E", keys=True)
            for word, control in ((self.tr("Your seat"), self.seat), (self.tr("Game wind"), self.round)):
                fill(card.body, TextLabel(word, "caption"), control)
        if not rules.with_card:
            house = self.houses[rules] = Choice(self.tr("House options"), least=12)
            words = self.house_words[rules] = TextLabel(self.tr("House options"), "caption")
            fill(card.body, words, house)
        card.body.addStretch(1)
        button = Button(self.tr("Play"), "", "solitaire")
        button.setAccessibleName(self.tr("Play: {name}").format(name=name))
        button.clicked.connect(lambda: self.play(rules))
        real = Button(self.tr("With real tiles"), "quiet", "table")
        real.setAccessibleName(self.tr("With real tiles: {name}").format(name=name))
        real.clicked.connect(lambda: self.play_real(rules))
        explain(real, "real-wall")
        fill(card.body, button, real)
        self.play_buttons[rules], self.real_buttons[rules] = button, real
        return card

    def _deal_card(self) -> CardFrame:
        card = CardFrame(self.tr("Deal number"))
        self.number = NumberField(self.tr("Deal number"), HIGHEST_NUMBER)
        self.number.setPlaceholderText(self.tr("any"))
        explain(self.number, "deal-number")
        self.number_words = TextLabel("", "quiet")
        line = across(spacing=look().M)
        line.addWidget(self.number, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.number_words, 1, Qt.AlignmentFlag.AlignVCenter)
        nest(card.body, line)
        self.number.number_changed.connect(lambda _: self._check())
        self.number.finished.connect(lambda: self.play(Ruleset(self._model.settings.virtual_game)))
        return card

    # showing

    def refresh(self) -> None:
        """Show what is under way, and which cards there are."""
        model = self._model
        course = model.course
        going = model.can_continue
        self.under_way.setVisible(going)
        if course is not None and going:
            self.under_way_words.setText(self._told(course))
        self._show_left()
        self._show_wall()
        self._shelves.read_cards(self._offer_cards, self)
        self._shelves.read_rules(self._offer_houses, self)
        self._check()

    def _show_main(self) -> None:
        """The one thing to do is in the accent: continue, go on at the real wall, or play what was played last."""
        main = self._main
        for button in (self.go_on_button, *self.play_buttons.values()):
            set_role(button, "primary" if button is main else "")
            button.update()

    @property
    def _main(self) -> Button:
        if self._model.can_continue:
            return self.continue_button
        if self._model.real is not None:
            return self.go_on_button
        return self.play_buttons[Ruleset(self._model.settings.virtual_game)]

    def _show_left(self) -> None:
        games = self._model.left[:_MOST_LEFT]
        if games != self._listed:
            self._listed = games
            empty(self.left.body)
            self.left_rows = [LeftRow(self._model, game) for game in games]
            fill(self.left.body, *self.left_rows)
            for row in self.left_rows:
                row.show()
        self.left.setVisible(bool(games))

    def _told(self, course: Course) -> str:
        """A game, its deal, and what can be done with it."""
        return self.tr("{name}, {deal}. {state}").format(
            name=game_words()[course.deal.rules][0],
            deal=deal_words(course.deal),
            state=asks(course.game, self._model.terms),
        )

    def _offer_cards(self) -> None:
        self._cards_read = True
        self._cards = {entry.name: entry for entry in self._shelves.cards}
        chosen = self.card_choice.currentData() or self._model.settings.virtual_card
        self.card_choice.set_choices([(name, entry.label) for name, entry in self._cards.items()])
        parts = (chosen, self._shelves.card_now(chosen), *self._cards)
        self.card_choice.choose(next((one for one in parts if one in self._cards), ""))
        self._check()

    def _offer_houses(self) -> None:
        """The rules of one's own that are made from those of the game; nothing where there are none."""
        own = [entry.rules for entry in self._shelves.rules if entry.rules is not None]
        for game, choice in self.houses.items():
            fitting = [rules for rules in own if rules.preset is game and house_of(game, rules.changes) is not None]
            for rules in fitting:
                self._options[game, rules.name] = rules.options
            chosen = choice.currentData() or ""
            usual = self.tr("Standard rules")
            choice.set_choices([("", usual), *[(rules.name, brief(rules.name, _LONGEST_NAME)) for rules in fitting]])
            choice.choose(chosen if chosen in {rules.name for rules in fitting} else "")
            choice.setVisible(bool(fitting))
            self.house_words[game].setVisible(bool(fitting))

    def set_terms(self, style: TileStyle) -> None:
        self._style = style
        self._show_samples()

    def _check(self) -> None:
        wrong = self.number.is_wrong
        words = self.tr("Leave blank for a random deal. Share the number and friends get the same tiles.")
        if wrong:
            words = self.tr("A deal number is a whole number from 0 to {limit}.").format(limit=number(HIGHEST_NUMBER))
            announce(self.number_words, words if words != self.number_words.text() else "", assertive=True)
        self.number_words.setText(words)
        set_role(self.number_words, "wrong" if wrong else "quiet")
        for button in self.play_buttons.values():
            button.setEnabled(not wrong)
            set_tooltip(button, self.number_words.text() if wrong else "")
        entry = self._cards.get(self.card_choice.currentData() or "")
        problem = None if entry is None else entry.problem
        self.card_faults.say("" if problem is None else problem.sentence())
        if self._cards_read and (entry is None or not entry.card.lines):
            for rules, button in [*self.play_buttons.items(), *self.real_buttons.items()]:
                if rules.with_card:
                    button.setEnabled(False)

    # what people do

    def play(self, rules: Ruleset) -> None:
        def begin() -> None:
            forget = partial(self.number.set_number, None)
            self._model.start(rules, self.number.number, self._setup(rules), forget)

        if not self.number.is_wrong:
            self._with_cards(rules, begin)

    def play_real(self, rules: Ruleset) -> None:
        """Begin this game at a real wall, with what was chosen for it."""
        self._with_cards(rules, lambda: self._model.begin_real(rules, self._setup(rules), self._named(rules)))

    def _with_cards(self, rules: Ruleset, begin: Callable[[], None]) -> None:
        """Begin a game, one with a card once the cards are read."""

        def then() -> None:
            self._offer_cards()
            begin()

        if not rules.with_card or self._cards_read:
            begin()
        else:
            self._shelves.read_cards(then, self)

    def _named(self, rules: Ruleset) -> str:
        """The name of the house options that are chosen for a game; empty for those of the rules themselves."""
        choice = self.houses.get(rules)
        return choice.currentData() or "" if choice is not None else ""

    def _setup(self, rules: Ruleset) -> GameSetup:
        """What was chosen for a game."""
        house = self._house(rules)
        if rules.with_card:
            return GameSetup(card=self.card_choice.currentData() or "")
        if rules.single_player:
            return GameSetup(house=house)
        return GameSetup(Wind(self.round.value or "E"), Wind(self.seat.value or "E"), house=house)

    def _house(self, rules: Ruleset) -> Options | None:
        options = self._options.get((rules, self._named(rules)))
        return None if options is None else house_of(rules, changed_options(rules, options))

    def focus_first(self) -> None:
        self._main.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stand the games one below the other where the width is too small."""
        super().resizeEvent(event)
        current = look()
        self._content.setMaximumWidth(current.work_width)
        beside = self.width() >= _BESIDE * (0.4 + 0.6 * current.scale)
        stand(self._columns, beside=beside)
        self._tile = _SAMPLE if self.width() < current.work_width - current.XXL else _LARGE_SAMPLE
        self._show_samples()

    def _show_samples(self) -> None:
        style = TileStyle(self._tile, self._style.index, self._style.terms)
        for row in self._rows:
            row.set_style(style)


def _resting(title: str, words: TextLabel, button: Button) -> CardFrame:
    """A card for a game that can be gone on with."""
    card = CardFrame(title)
    card.heading.setWordWrap(True)
    card.bar.addWidget(button)
    card.body.addWidget(words)
    return card


class LeftRow(QWidget):
    """A game that was left: what it is and when, and its buttons."""

    def __init__(self, model: SolitaireModel, game: LeftGame) -> None:
        super().__init__()
        when, played = moment(game.when.strftime("%Y-%m-%dT%H:%M:%SZ")), game.played
        if played is None:
            text = self.tr("A game that can’t be read, left {when}.").format(when=when)
        else:
            name, deal = game_words()[played.deal.rules][0], deal_words(played.deal)
            count = len(played.moves)
            words = ngettext(
                "{name}, {deal}, left {when} after {count} move",
                "{name}, {deal}, left {when} after {count} moves",
                count,
            )
            text = words.format(name=name, deal=deal, when=when, count=number(count))
        self.words = TextLabel(text)
        self.back_button = Button(self.tr("Continue"), "", "chevron-right")
        self.back_button.setAccessibleName(self.tr("Continue: {game}").format(game=text))
        self.away_button = Button(self.tr("Delete"), "quiet", "trash")
        self.away_button.setAccessibleName(self.tr("Delete: {game}").format(game=text))
        self._buttons = Flow()
        self._buttons.add(self.back_button, self.away_button)
        self._line: QBoxLayout = fill(across(self, spacing=look().S), (self.words, 1), self._buttons)
        self.back_button.clicked.connect(lambda: model.go_back(game))
        self.away_button.clicked.connect(lambda: model.throw_away(game))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The buttons next to the words, or below them where they would leave them too little room."""
        super().resizeEvent(event)
        wide = self._buttons.sizeHint().width()
        beside = self.width() >= wide + _LEAST_WORDS * look().scale
        self._buttons.setMinimumWidth(wide if beside else 0)
        stand(self._line, beside=beside)
