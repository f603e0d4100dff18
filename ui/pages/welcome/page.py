"""The page that welcomes a newcomer: which game, which words, how large; all of it can be changed later."""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QVBoxLayout, QWidget

from mjcompanion.problems import listed
from mjcompanion.rulesets import DEFAULT, UNKNOWN_GAMES, Ruleset
from mjcompanion.settings import Settings
from mjcompanion.solitaire.deal import GAMES
from mjcompanion.words import language, languages, own_name, tr

from ...context import Context
from ...foreign import set_tooltip
from ...parts import Button, Card, CheckBox, Choice, Heading, Line, ScrollPage, Segmented, Words
from ...parts.boxes import across, down, nest
from ...parts.keyboard import KeyboardKeeper, bind_main
from ...reach import announce, make_area
from ...theme import look
from ...translator import install
from .options import Choosable, Options
from .sample import Sample
from .words import AMERICAN_WORDS, WORD_SETS, family_words, game_lines, groups, words_of

_SIZES: Final = (100, 125, 150, 175, 200)
_UNSURE: Final = ""
"""The choice of somebody who doesn't know which game it is."""
_WIDEST: Final = 1240
"""Of everything on the page, in pixels at 100 % text."""
_COLUMNS: Final = 900
"""The least width, at 100 % text, at which the questions stand beside each other."""
_LARGE_TEXT: Final = 150
"""From here on the numbers in the corner are large too."""


class Answers(msgspec.Struct):
    """What was answered so far."""

    game: str = _UNSURE
    words: int = 0
    learning: bool = False
    own: frozenset[str] = frozenset()
    """What was answered by hand: another game doesn't change it."""


class WelcomePage(QWidget):
    """Two questions in cards, the size of the text and the language above them, and the way on below.

    Size and language take effect at once; the rest when the person goes on. Enter goes on from anywhere, Escape skips
    the questions: then what took effect stays, and all else is as it is for everybody at first.

    Signals:
        finished(): the settings have what was answered.
    """

    finished = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.answers = Answers(words=words_of(context.settings.value))
        self._outer = down(self)
        self._content = QWidget()
        self._build()
        context.settings.changed.connect(self._on_settings)

    # building

    def _build(self) -> None:
        """Everything, in the language of the moment."""
        current = look()
        self.setAccessibleName(self.tr("Welcome"))
        self._content.deleteLater()
        self._content = content = QWidget(self)
        self._outer.addWidget(content)
        self._rows = rows = QVBoxLayout(content)
        rows.setSpacing(0)
        rows.addStretch(1)
        rows.addWidget(self._head())
        rows.addSpacing(current.S)
        self.body = ScrollPage(self._questions())
        rows.addWidget(self.body, 100)
        rows.addSpacing(current.S)
        rows.addWidget(Line())
        rows.addWidget(self._foot())
        rows.addStretch(1)
        self._show_sample()
        self._fit()

    def _head(self) -> QWidget:
        current = look()
        head = QWidget()
        make_area(head, self.tr("Size of the text, and language"))
        column = down(head, spacing=current.XS)
        first = across(spacing=current.L)
        first.addWidget(Heading(self.tr("Welcome"), 1), 1)
        nest(column, first)
        does = self.tr(
            "Mah Jongg Companion scores the hands of a real set, keeps the table’s accounts, and deals a solitaire."
        )
        column.addWidget(Words(does))
        lacks = self.tr("Not scored here: {games}.").format(games=listed(map(tr, UNKNOWN_GAMES), "or"))
        column.addWidget(Words(lacks, "quiet"))
        percent = self.tr("{percent} %")
        sizes = [(str(size), percent.format(percent=size)) for size in _SIZES]
        self.text_size = Segmented(self.tr("Text size"), sizes, str(self._context.settings.value.text_size))
        self.text_size.chosen.connect(lambda value: self._context.settings.change(text_size=int(value)))
        size = _labelled(self.tr("Text size"), self.text_size)
        column.addWidget(size, 0, Qt.AlignmentFlag.AlignLeft)
        self.language = Choice(self.tr("Language"))
        self.language.set_choices([(code, own_name(code)) for code in languages()])
        self.language.choose(language())
        self.language.currentIndexChanged.connect(self._on_language)
        chooser = _labelled(self.tr("Language"), self.language)
        first.addWidget(chooser)
        if len(languages()) < 2:
            chooser.hide()
        return head

    def _questions(self) -> QWidget:
        box = QWidget()
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight, box)
        self._columns.setContentsMargins(0, 0, 0, 0)
        self._columns.setSpacing(look().L)
        self._columns.addWidget(self._game_card(), 11)
        self._columns.addWidget(self._words_card(), 9)
        return box

    def _game_card(self) -> Card:
        card = Card(self.tr("Which game do you play?"))
        card.heading.setWordWrap(True)
        unsure = Choosable(_UNSURE, self.tr("I’m not sure"), self.tr("We begin with the traditional game."))
        offers: list[tuple[str, list[Choosable]]] = [("", [unsure])]
        for title, games in groups():
            offered = [Choosable(str(rules), *game_lines(rules)) for rules in games]
            offers.append((QApplication.translate("WelcomePage", title), offered))
        self.games = Options(self.tr("Which game do you play?"), offers, self.answers.game)
        self.games.chosen.connect(self._on_game)
        self.games.walked.connect(self._show_option)
        card.body.addWidget(self.games)
        card.body.addStretch(1)
        return card

    def _words_card(self) -> Card:
        card = Card(self.tr("Which words do you use for the tiles?"))
        card.heading.setWordWrap(True)
        offered = [Choosable(str(at), *family_words(terms)) for at, terms in enumerate(WORD_SETS)]
        self.words = Options(self.tr("Which words do you use for the tiles?"), [("", offered)], str(self.answers.words))
        self.words.chosen.connect(self._on_words)
        self.words.walked.connect(self._show_option)
        self.sample = Sample(self.tr("The tiles with these words"))
        self.learning = CheckBox(self.tr("Numbers and letters in the corners"), wraps=True)
        set_tooltip(self.learning, self.tr("For learners, and as on American sets"))
        self.learning.setAccessibleDescription(self.learning.toolTip())
        self.learning.setChecked(self.answers.learning)
        self.learning.toggled.connect(self._on_learning)
        card.body.addWidget(self.words)
        card.body.addSpacing(look().S)
        card.body.addWidget(self.sample)
        card.body.addSpacing(look().S)
        card.body.addWidget(self.learning)
        card.body.addStretch(1)
        return card

    def _foot(self) -> QWidget:
        foot = QWidget()
        make_area(foot, self.tr("Go on"))
        line = across(foot, spacing=look().M, margins=(0, look().S, 0, 0))
        line.addWidget(Words(self.tr("All of this can be changed later, on the Settings page."), "quiet"), 1)
        self.skip_button = Button(self.tr("Skip"))
        set_tooltip(self.skip_button, self.tr("Begin without answering (Escape)"))
        self.start_button = Button(self.tr("Start"), "primary")
        set_tooltip(self.start_button, self.tr("Begin with what is chosen here (Enter)"))
        self.start_button.setAccessibleDescription(self.start_button.toolTip())
        self.skip_button.setAccessibleDescription(self.skip_button.toolTip())
        self.start_button.setMinimumWidth(3 * look().target)
        self.skip_button.clicked.connect(self.skip)
        self.start_button.clicked.connect(self.accept)
        bind_main(self)
        KeyboardKeeper(self)
        line.addWidget(self.skip_button)
        line.addWidget(self.start_button)
        return foot

    # showing

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self, self._fit)  # only now everything has its letters
        self._begin()

    def _begin(self) -> None:
        self.games.focus_chosen()
        announce(
            self,
            self.tr(
                "Welcome to Mah Jongg Companion. Choose the game you play, with the arrow keys; Tab leads to the words "
                "for the tiles and to the size of the text. Enter starts, Escape skips the questions."
            ),
        )

    def _on_settings(self, _settings: Settings) -> None:
        self.text_size.set_value(str(self._context.settings.value.text_size))
        self._show_sample()

    def _show_sample(self) -> None:
        index = self._corner_index() if self.answers.learning else "none"
        self.sample.show_words(WORD_SETS[self.answers.words], index)

    def _corner_index(self) -> str:
        return "large" if self._context.settings.value.text_size >= _LARGE_TEXT else "small"

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set the questions beside each other, or below, as there is room."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_rows"):
            self._fit()
            QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        current = look()
        widest = round(_WIDEST * (0.4 + 0.6 * current.scale))
        side = max(current.XL, (self.width() - widest) // 2)
        self._rows.setContentsMargins(side, current.L, side, current.S)
        room = self.width() - 2 * side
        beside = room >= _COLUMNS * current.scale
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._columns.setDirection(right if beside else down)
        content = self.body.widget()
        layout = content.layout() if content is not None else None
        if layout is not None:
            self.body.setMaximumHeight(layout.totalHeightForWidth(max(1, room)))

    # what people do

    def _on_game(self, value: str) -> None:
        """American players have words and tiles of their own, unless these were answered already."""
        answers = self.answers
        answers.game = value
        american = value != _UNSURE and Ruleset(value).with_card
        if "words" not in answers.own:
            answers.words = AMERICAN_WORDS if american else words_of(self._context.settings.value)
            self.words.choose(str(answers.words))
        if "learning" not in answers.own:
            answers.learning = american
            with QSignalBlocker(self.learning):
                self.learning.setChecked(american)
        self._show_sample()

    def _on_words(self, value: str) -> None:
        self.answers.words = int(value)
        self.answers.own |= {"words"}
        self._show_sample()

    def _on_learning(self, on: bool) -> None:  # noqa: FBT001 - a slot of toggled(bool)
        self.answers.learning = on
        self.answers.own |= {"learning"}
        self._show_sample()

    def _show_option(self, option: object) -> None:
        """Scroll to where the keyboard went."""
        if isinstance(option, QWidget):
            self.body.ensureWidgetVisible(option, 0, look().XL)

    def _on_language(self, _index: int) -> None:
        """Say everything in another language, at once: nothing but this page is there yet."""
        code = str(self.language.currentData())
        self._context.settings.change(language=code)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            install(app, code)
        QTimer.singleShot(0, self, self._speak_anew)  # the list that was clicked is still at work

    def _speak_anew(self) -> None:
        self._build()
        self.language.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def first_page(self) -> str:
        """The page that the chosen game is played on."""
        game = self.answers.game
        return "solitaire" if game != _UNSURE and Ruleset(game).alone else "score"

    def accept(self) -> None:
        """Go on with what is chosen."""
        answers = self.answers
        terms = WORD_SETS[answers.words]
        changes: dict[str, object] = {name: getattr(terms, name) for name in terms.__struct_fields__}
        changes["ruleset"] = answers.game or str(DEFAULT)
        changes["corner_index"] = self._corner_index() if answers.learning else "none"
        if answers.game in GAMES:
            changes["virtual_game"] = answers.game
        self._finish(changes)

    def skip(self) -> None:
        """Go on without answers."""
        self.answers = Answers()
        self._finish({})

    def _finish(self, changes: dict[str, object]) -> None:
        self._context.settings.change(**changes, greeting="invite")
        self._context.settings.flush()
        self.finished.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accept()
        elif event.key() == Qt.Key.Key_Escape:
            self.skip()
        else:
            super().keyPressEvent(event)


def _labelled(words: str, control: QWidget) -> QWidget:
    """A control with its name before it."""
    box = QWidget()
    line = across(box, spacing=look().M)
    line.addWidget(Words(words, "strong", wraps=False))
    line.addWidget(control)
    return box
