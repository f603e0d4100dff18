"""The dialog that welcomes a newcomer: which game, how large, which words. All of it can be changed later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QButtonGroup, QDialog, QPushButton, QRadioButton, QStyle, QWidget

from mjcompanion.core.errors import listed
from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _, language, languages, native_name
from mjcompanion.rulesets import UNKNOWN_GAMES, Ruleset
from mjcompanion.solitaire.deal import GAMES

from ..context import PageContext
from ..fonts import bring_letters
from ..rich_text import PlainButton
from ..theme import Look, look, set_role
from ..widgets import Button, CheckBox, Choice, Flow, Heading, ScrollPage, Section, Segmented, Separator, TextLabel
from ..widgets.layouts import across, down, fill, stand
from ..window import FRAME, MainWindow
from .sample import Sample
from .words import AMERICAN_WORDS, WORD_SETS, family_words, other_games, usual_games

if TYPE_CHECKING:
    from ..pages.score.page import ScorePage

_SIZES: Final = (100, 125, 150, 175, 200)
_BESIDE: Final = 880
"""The width, at 100 % text, with the questions side by side."""
_BELOW: Final = 600
"""The width, at 100 % text, with the questions one below the other."""
_LARGE_TEXT: Final = 150
"""The least text size at which the numbers in the corner are large too."""
_BESIDE_BAR: Final = (0, 0, Look.L, 0)
"""The margins of what is above and below the questions, whose scroll bar is in the margin of the dialog."""


class RadioButton(PlainButton, QRadioButton):
    """One of the answers to a question."""


class WelcomeDialog(QDialog):
    """Asks what a newcomer plays and how it should look, and ends with what to do first.

    The size of the text changes at once, the rest with one of the last buttons; Escape leaves it as it was. Another
    language opens the program again.
    """

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._area = QRect()
        self._own_words = self._own_corners = context.settings.value.greeting != "welcome"
        """Whether these were answered: another game doesn't change them then."""
        self.first_page = "score"
        """The page to begin with."""
        self.setWindowTitle(self.tr("Welcome – Mah Jongg Companion"))
        self._rows = fill(down(self), self._head())
        questions = QWidget()
        self._columns = fill(across(), (self._left(), 1), (self._right(), 1))
        does = self.tr(
            "Mah Jongg Companion scores the hands of a real set, keeps the table’s accounts, and lets you play "
            "solitaire."
        )
        self._content = fill(down(questions, spacing=look().M), TextLabel(does), self._columns, None)
        self.scroller = ScrollPage(questions)
        self.scroller.keep_bar()
        fill(self._rows, (self.scroller, 1), self._foot())
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter is for one of the last, wherever the keyboard is
        for group in (self.games, self.words):
            group.buttonClicked.connect(self.scroller.ensureWidgetVisible)
        context.theme.changed.connect(self._on_look)
        self._show_game()
        self.games.button(self.games.checkedId()).setFocus()

    # the questions

    def _head(self) -> QWidget:
        self.language = Choice(self.tr("Language"))
        bring_letters()
        self.language.set_choices([(code, native_name(code)) for code in languages()])
        self.language.choose(language())
        self.language.currentIndexChanged.connect(self._on_language)
        caption = TextLabel(self.tr("Language"), "quiet", wraps=False)
        head = QWidget()
        line = across(head, spacing=look().M, margins=_BESIDE_BAR)
        fill(line, (Heading(self.tr("Welcome"), 1), 1), caption, self.language)
        return head

    def _left(self) -> QWidget:
        percent = self.tr("{percent} %")
        sizes = [(str(size), percent.format(percent=size)) for size in _SIZES]
        self.text_size = Segmented(self.tr("Text size"), sizes, str(self._context.settings.value.text_size))
        self.text_size.chosen.connect(lambda value: self._context.settings.change(text_size=int(value)))
        self.sound = CheckBox(self.tr("Play sounds"))
        self.sound.setChecked(self._context.settings.value.sound)
        box = QWidget()
        size = Heading(self.tr("Text size"))
        fill(down(box, spacing=look().S), self._game_question(), size, self.text_size, self.sound, None)
        return box

    def _game_question(self) -> Section:
        section = Section(self.tr("Which game do you play?"))
        section.body.setSpacing(0)
        usual, chosen = usual_games(), self._context.settings.value.ruleset
        self.games = QButtonGroup(self)
        for at, rules in enumerate(usual):
            button = RadioButton(_(rules.short))
            button.setAccessibleDescription(_(rules.line))
            button.setChecked(rules == chosen)
            self.games.addButton(button, at)
            fill(section.body, button, _line(rules))
        self.other_button = RadioButton(self.tr("Another game"))
        self.other_button.setChecked(self.games.checkedId() < 0)
        self.games.addButton(self.other_button, len(usual))
        self.other_games = Choice(self.tr("Another game"))
        self.other_games.set_choices([(rules, _(rules.short)) for rules in other_games()])
        self.other_games.choose(chosen if chosen in other_games() else other_games()[0])
        self.other_line = _line(Ruleset(self.other_games.currentData()))
        lacks = self.tr("Not scored here: {games}.").format(games=listed(map(_, UNKNOWN_GAMES), "or"))
        line = fill(across(spacing=look().S), self.other_button, (self.other_games, 1))
        fill(section.body, line, self.other_line, TextLabel(lacks, "caption"))
        self.games.buttonClicked.connect(self._on_game)
        self.other_games.currentIndexChanged.connect(self.other_button.click)
        return section

    def _right(self) -> QWidget:
        section = Section(self.tr("Which words do you use for the tiles?"))
        section.body.setSpacing(0)
        value = self._context.settings.value
        self.words = QButtonGroup(self)
        for at, terms in enumerate(WORD_SETS):
            suits, dragons = family_words(terms)
            button = RadioButton(suits)
            button.setAccessibleDescription(dragons)
            button.setChecked(terms == value.terms)
            self.words.addButton(button, at)
            section.body.addWidget(button)
        self.words.buttonClicked.connect(self._on_words)
        self.sample = Sample(self.tr("The tiles with these words"))
        self.corners = CheckBox(self.tr("Numbers and letters in the corners"), wraps=True)
        self.corners.setAccessibleDescription(self.tr("For learners, and as on American sets"))
        self.corners.setChecked(value.corner_index != "none")
        self.corners.clicked.connect(self._on_corners)
        later = TextLabel(self.tr("All of this can be changed later, on the Settings page."), "caption")
        fill(section.body, look().S, self.sample, look().S, self.corners, look().S, later, None)
        return section

    def _foot(self) -> QWidget:
        self.skip_button = Button(self.tr("Skip"), "quiet")
        self.skip_button.clicked.connect(self.reject)
        names = {"solitaire": self.tr("Play alone"), "table": self.tr("Open a table"), "score": self.tr("Score a hand")}
        self.start_buttons = {page: Button(name) for page, name in names.items()}
        for page, button in self.start_buttons.items():
            button.clicked.connect(lambda _on=False, page=page: self._start(page))
        buttons = Flow(spacing=look().M, to_right=True)
        buttons.add(self.skip_button, *self.start_buttons.values())
        foot = QWidget()
        fill(down(foot, spacing=look().M, margins=_BESIDE_BAR), Separator(), buttons)
        return foot

    # what was answered

    @property
    def game(self) -> Ruleset:
        """The game that is chosen."""
        usual, at = usual_games(), self.games.checkedId()
        return usual[at] if at < len(usual) else Ruleset(self.other_games.currentData())

    @property
    def terms(self) -> Terms:
        """The words that are chosen; those of the settings while none are."""
        at = self.words.checkedId()
        return WORD_SETS[at] if at >= 0 else self._context.settings.value.terms

    @property
    def corner_index(self) -> str:
        """What the tiles have in their corners; letters that were there keep their size."""
        value = self._context.settings.value
        if not self.corners.isChecked():
            return "none"
        if value.corner_index != "none":
            return value.corner_index
        return "large" if value.text_size >= _LARGE_TEXT else "small"

    def _on_game(self) -> None:
        """American players have words and tiles of their own, unless these were answered already."""
        american = self.game.with_card
        if not self._own_words:
            self.words.button(AMERICAN_WORDS if american else 0).setChecked(True)
        if not self._own_corners:
            self.corners.setChecked(american)
        self._show_game()

    def _on_words(self) -> None:
        self._own_words = True
        self._show_sample()

    def _on_corners(self) -> None:
        self._own_corners = True
        self._show_sample()

    def _on_language(self) -> None:
        """Open the program again in another language, with these answers; a newcomer is welcomed again."""
        self._store(language=self.language.currentData())
        self._context.open_again_asked.emit()

    def _store(self, **more: object) -> None:
        changes: dict[str, object] = {name: getattr(self.terms, name) for name in self.terms.__struct_fields__}
        changes |= {"ruleset": str(self.game), "sound": self.sound.isChecked(), "corner_index": self.corner_index}
        if self.game in GAMES:
            changes["virtual_game"] = str(self.game)
        self._context.settings.change(**changes, **more)
        self._context.settings.flush()

    def _start(self, page: str) -> None:
        self.first_page = page
        self._store()
        self.accept()

    def done(self, result: int) -> None:
        """Close it; a newcomer is invited to score a first hand next."""
        if self._context.settings.value.greeting == "welcome":
            self._context.settings.change(greeting="invite")
        self._context.settings.flush()
        super().done(result)

    # showing

    def _show_game(self) -> None:
        """Explain the other game, and let Enter lead to where the chosen one is played."""
        line = _(Ruleset(self.other_games.currentData()).line)
        self.other_line.setText(line)
        self.other_button.setAccessibleDescription(line)
        usual = "solitaire" if self.game.single_player else "score"
        for page, button in self.start_buttons.items():
            set_role(button, "primary" if page == usual else "")
            button.setDefault(page == usual)
        self._show_sample()

    def _show_sample(self) -> None:
        self.sample.show_words(self.terms, self.corner_index)

    def _on_look(self) -> None:
        self._show_sample()
        if self.isVisible():
            self.fit_into(self._area)
            QTimer.singleShot(0, self, lambda: self.scroller.ensureWidgetVisible(self.text_size))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit_into(self.screen().availableGeometry())

    def fit_into(self, area: QRect) -> None:
        """Resize the dialog to its questions, and centre it in this part of the screen."""
        self._area = area
        current, room = look(), area.size() - FRAME
        beside = _BESIDE * current.scale <= room.width()
        width = min(room.width(), round((_BESIDE if beside else _BELOW) * current.scale))
        stand(self._columns, beside=beside)
        self._columns.setSpacing(current.XXL if beside else 0)
        self._rows.setContentsMargins(current.XXL, current.M, current.XXL - current.L, current.M)
        self._rows.setSpacing(current.M)
        around = self._rows.totalSizeHint().height() - self.scroller.sizeHint().height()
        needed = self._content.totalHeightForWidth(width - 2 * current.XXL)
        size = QSize(width, around + needed).boundedTo(room)
        self.setGeometry(QStyle.alignedRect(Qt.LayoutDirection.LeftToRight, Qt.AlignmentFlag.AlignCenter, size, area))


def _line(rules: Ruleset) -> TextLabel:
    """Return the words about a game that are below its name."""
    label = TextLabel(_(rules.line), "option-line")
    label.setIndent(0)
    return label


def open_welcome(window: MainWindow) -> WelcomeDialog:
    """Open the dialog over a window, and then the page that it ends with."""
    dialog = WelcomeDialog(window.context, window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    window.context.theme.dress(dialog)
    before = window.context.settings.value.ruleset

    def begin() -> None:
        if dialog.game != before:
            _choose_game(window, dialog.game)
        window.open_page(dialog.first_page)

    dialog.accepted.connect(begin)
    dialog.open()
    return dialog


def _choose_game(window: MainWindow, game: Ruleset) -> None:
    """Choose another game on the pages that are made already."""
    score, table = window.page("score"), window.page("table")
    choices = [] if score is None else [cast("ScorePage", score).rules_choice]
    if table is not None:
        from ..pages.table.start import StartView

        choices += [start.rules_choice for start in table.findChildren(StartView)]
    for choice in choices:
        at = choice.findData(str(game))
        if at >= 0:  # not every game is for a table
            choice.setCurrentIndex(at)
