"""The page that welcomes a newcomer: which game, which words, how large; all of it can be changed later."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import msgspec
from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from mjcompanion.core.errors import listed
from mjcompanion.i18n.translation import _, language, languages, native_name
from mjcompanion.rulesets import DEFAULT, UNKNOWN_GAMES, Ruleset
from mjcompanion.solitaire.deal import GAMES
from mjcompanion.storage.settings import Settings

from ..accessibility import announce, chain, make_area
from ..context import PageContext
from ..fonts import bring_letters
from ..rich_text import set_tooltip
from ..theme import look
from ..translator import install
from ..widgets import Button, CardFrame, CheckBox, Choice, Flow, Heading, ScrollPage, Segmented, Separator, TextLabel
from ..widgets.fitting import RETHEMED, Fits
from ..widgets.keyboard import KeyboardKeeper, bind_main
from ..widgets.layouts import LEFT, across, down, fill, stand
from .options import Choosable, WelcomeOptions
from .sample import Sample
from .words import AMERICAN_WORDS, WORD_SETS, family_words, groups, usual_games, words_of

_SIZES: Final = (100, 125, 150, 175, 200)
_UNSURE: Final = ""
"""The choice of somebody who doesn't know which game it is."""
_WIDEST: Final = 1240
"""Of everything on the page, in pixels at 100 % text."""
_COLUMNS: Final = 900
"""The least width, at 100 % text, at which the questions stand side by side."""
_LARGE_TEXT: Final = 150
"""From here on the numbers in the corner are large too."""


class Answers(msgspec.Struct):
    """What was answered so far."""

    game: str = _UNSURE
    words: int = 0
    learning: bool = False
    sound: bool = False
    own: frozenset[str] = frozenset()
    """What was answered by hand: another game doesn't change it."""


class WelcomeDialog(Fits, QWidget):
    """Two questions in cards, the size of the text and the language above them, and the next step below.

    Size and language take effect at once; the rest when the person goes on. Enter goes on from anywhere, Escape skips
    the questions: then what took effect stays, and all else is as it is for everybody at first.

    Signals:
        finished(): the settings have what was answered.
    """

    finished = Signal()

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self.answers = Answers(words=words_of(context.settings.value), sound=context.settings.value.sound)
        self.first_page = "score"
        """The page to begin with."""
        self._outer = down(self)
        self._content = QWidget()
        self._build()
        bind_main(self)
        KeyboardKeeper(self)
        context.settings.changed.connect(self._on_settings)

    # building

    def _build(self) -> None:
        """Everything, in the language of the moment."""
        current = look()
        self.setAccessibleName(self.tr("Welcome"))
        self._content.deleteLater()
        self._content = content = QWidget(self)
        self._outer.addWidget(content)
        self._rows = down(content, spacing=0)
        head = self._head()
        self.body = ScrollPage(self._questions())
        fill(self._rows, None, head, current.S, (self.body, 100), current.XS, Separator(), self._foot(), None)
        self._show_sample()
        self.fit()

    def _head(self) -> QWidget:
        current = look()
        head = QWidget()
        make_area(head, self.tr("Text size and language"))
        does = self.tr(
            "Mah Jongg Companion scores the hands of a real set, keeps the table’s accounts, and lets you play "
            "solitaire."
        )
        lacks = self.tr("Not scored here: {games}.").format(games=listed(map(_, UNKNOWN_GAMES), "or"))
        percent = self.tr("{percent} %")
        sizes = [(str(size), percent.format(percent=size)) for size in _SIZES]
        self.text_size = Segmented(self.tr("Text size"), sizes, str(self._context.settings.value.text_size))
        self.text_size.chosen.connect(lambda value: self._context.settings.change(text_size=int(value)))
        size = _labelled(self.tr("Text size"), self.text_size)
        self.sound = CheckBox(self.tr("Play sounds"))
        self.sound.setChecked(self.answers.sound)
        self.sound.toggled.connect(self._on_sound)
        tools = Flow(spacing=current.L)
        tools.add(size, self.sound)
        self.language = Choice(self.tr("Language"))
        bring_letters()
        self.language.set_choices([(code, native_name(code)) for code in languages()])
        self.language.choose(language())
        self.language.currentIndexChanged.connect(self._on_language)
        chooser = _labelled(self.tr("Language"), self.language)
        if len(languages()) < 2:
            chooser.hide()
        first = fill(across(spacing=current.L), (Heading(self.tr("Welcome"), 1), 1), chooser)
        fill(down(head, spacing=current.XS), first, TextLabel(does), TextLabel(lacks, "quiet"), tools)
        return head

    def _questions(self) -> QWidget:
        box = QWidget()
        self._columns = across(box, spacing=look().L)
        fill(self._columns, (self._game_card(), 11), (self._words_card(), 9))
        return box

    def _game_card(self) -> CardFrame:
        card = CardFrame(self.tr("Which game do you play?"))
        card.heading.setWordWrap(True)
        self._games = across(spacing=0)
        self.more_games = Button(self.tr("More games…"), "link")
        self.more_games.clicked.connect(self.show_every_game)
        self._offer_games(every=self.answers.game not in (_UNSURE, *usual_games()))
        fill(card.body, self._games, (self.more_games, LEFT), None)
        return card

    def _offer_games(self, *, every: bool) -> None:
        """Offer the games that most tables play, or every game."""

        def choosable(rules: Ruleset) -> Choosable:
            return Choosable(str(rules), _(rules.short), _(rules.line))

        unsure = Choosable(_UNSURE, self.tr("I’m not sure"), self.tr("Start with the traditional game."))
        offers = [("", [unsure, *map(choosable, usual_games())])]
        if every:
            offers = [("", [unsure])]
            offers += [
                (QApplication.translate("WelcomeDialog", title), [choosable(rules) for rules in games])
                for title, games in groups()
            ]
        self.games = WelcomeOptions(self.tr("Which game do you play?"), offers, self.answers.game)
        self.games.chosen.connect(self._on_game)
        self.games.walked.connect(self._show_option)
        self._games.addWidget(self.games)
        self.more_games.setHidden(every)

    def show_every_game(self) -> None:
        """Offer the other games as well."""
        before = self.games
        self._offer_games(every=True)
        before.hide()
        before.deleteLater()
        for one, following in pairwise([self.more_games, *self.games.options]):
            chain(one, following)  # what is made late comes last else
        self.fit()
        self.games.focus_chosen()

    def _words_card(self) -> CardFrame:
        card = CardFrame(self.tr("Which words do you use for the tiles?"))
        card.heading.setWordWrap(True)
        offered = [Choosable(str(at), *family_words(terms)) for at, terms in enumerate(WORD_SETS)]
        self.words = WelcomeOptions(
            self.tr("Which words do you use for the tiles?"), [("", offered)], str(self.answers.words)
        )
        self.words.chosen.connect(self._on_words)
        self.words.walked.connect(self._show_option)
        self.sample = Sample(self.tr("The tiles with these words"))
        self.learning = CheckBox(self.tr("Numbers and letters in the corners"), wraps=True)
        _explain(self.learning, self.tr("For learners, and as on American sets"))
        self.learning.setChecked(self.answers.learning)
        self.learning.toggled.connect(self._on_learning)
        fill(card.body, self.words, look().S, self.sample, look().S, self.learning, None)
        return card

    def _foot(self) -> QWidget:
        foot = QWidget()
        make_area(foot, self.tr("Continue"))
        later = TextLabel(self.tr("All of this can be changed later, on the Settings page."), "quiet")
        self.skip_button = Button(self.tr("Skip"))
        _explain(self.skip_button, self.tr("Start without answering (Escape)"))
        self.skip_button.clicked.connect(self.skip)
        self.alone_button = Button(self.tr("Play alone"))
        self.table_button = Button(self.tr("Open a table"))
        self.start_button = Button(self.tr("Score a hand"), "primary")
        _explain(self.start_button, self.tr("Start with these choices (Enter)"))
        starts = {"solitaire": self.alone_button, "table": self.table_button, "score": self.start_button}
        for page, button in starts.items():
            button.clicked.connect(lambda _on=False, page=page: self.accept(page))
        buttons = Flow(spacing=look().M, to_right=True)
        buttons.add(self.skip_button, *starts.values())
        fill(down(foot, spacing=look().XS, margins=(0, look().XS, 0, 0)), later, buttons)
        return foot

    # showing

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self, self.fit)  # only now everything has its letters
        self._begin()

    def _begin(self) -> None:
        self.games.focus_chosen()
        announce(
            self,
            self.tr(
                "Welcome to Mah Jongg Companion. Choose the game you play, with the arrow keys. Tab leads to the "
                "words for the tiles and to the size of the text. Enter starts, Escape skips the questions."
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

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RETHEMED:
            QTimer.singleShot(0, self, self.fit)

    def fit(self) -> None:
        """Set the questions side by side, or below, as there is room."""
        current = look()
        widest = round(_WIDEST * (0.4 + 0.6 * current.scale))
        side = max(current.XL, (self.width() - widest) // 2)
        self._rows.setContentsMargins(side, current.M, side, current.S)
        room = self.width() - 2 * side
        stand(self._columns, beside=room >= _COLUMNS * current.scale)
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

    def _on_sound(self, on: bool) -> None:  # noqa: FBT001 - a slot of toggled(bool)
        self.answers.sound = on

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

    def accept(self, page: str = "") -> None:
        """Go on with what is chosen, on this page, else on the one that the chosen game is played on."""
        game = self.answers.game
        usual = "solitaire" if game != _UNSURE and Ruleset(game).single_player else "score"
        self.first_page = page or usual
        answers = self.answers
        terms = WORD_SETS[answers.words]
        changes: dict[str, object] = {name: getattr(terms, name) for name in terms.__struct_fields__}
        changes["ruleset"] = answers.game or str(DEFAULT)
        changes["sound"] = answers.sound
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
    fill(across(box, spacing=look().M), TextLabel(words, "strong", wraps=False), control)
    return box


def _explain(control: QWidget, words: str) -> None:
    """Say what a control does, to the eyes and to those who listen."""
    set_tooltip(control, words)
    control.setAccessibleDescription(control.toolTip())
