"""Counting at the wall: the felt with the figures, and a large button for each thing that can happen."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QSizePolicy, QWidget

from mjcompanion.i18n.translation import ngettext, number, sentences
from mjcompanion.solitaire.real_tiles import RealTilesGame, RealTilesRecord, Tap, TapKind

from ...accessibility import announce, make_area
from ...rich_text import set_tooltip
from ...shortcuts import bind, set_tip
from ...theme import look, set_role
from ...whatsthis import explain
from ...widgets import Button, ScrollPage, TextLabel, keep_clear
from ...widgets.felt import FeltSurface
from ...widgets.fitting import Fits
from ...widgets.layouts import across, down, fill, grow_by_width
from .key_button import KeyButton
from .model import SolitaireModel, SolitaireScreen
from .real_words import (
    aside_words,
    form_lines,
    key_of,
    last_words,
    left_words,
    loose_words,
    next_tap,
    next_words,
    tap_name,
    tap_words,
    taps_of,
)

_LEAST: Final = 56
"""The least height of a button, in pixels."""
_LARGE: Final = 1.25
"""How many times as large as usual their words are at least, at 100 % text."""
_SMALLEST: Final = 0.9
_SMALL_IN_MANY_ROWS: Final = 0.75
_MANY_ROWS: Final = 5
"""At this many rows the words may be smaller, so that there are no more rows."""
_LARGEST: Final = 2.4
_TALL: Final = 1.46
"""How many times as high as usual the buttons are on a page that is low."""
_LEAST_TALL: Final = 0.8
_SPARE: Final = 0.96
"""Type grows in whole pixels, so words may be wider than calculated."""
_IN_ONE_ROW: Final = 4
"""The most buttons in one row."""
_LOWEST: Final = 320
"""On a page lower than this, at 100 % text, the figure stands next to what comes next."""
_LOW: Final = 560
"""On a page higher than this, at 100 % text, the buttons grow."""
_LEAST_SAID: Final = 240
"""The least width, at 100 % text, of the words about the next step, right of the figures."""
_ROOMY, _HIGH = 1060, 300
"""A felt so wide and high, at 100 % text, has room for larger words."""
_SIZES: Final = ("on-felt", "on-felt-title", "on-felt-display", "on-felt-total")
_LIT: Final = (TapKind.CLAIM, TapKind.KONG, TapKind.MAH_JONGG)


class CountBoard(Fits, FeltSurface):
    """The felt with how many tiles are left, what comes next, and the lines of the form."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("The count"))
        self.figure = TextLabel("", "on-felt-figure")
        self.left, self.loose, self.next = TextLabel(""), TextLabel(""), TextLabel("")
        self.aside, self.last = TextLabel(""), TextLabel("")
        current = look()
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(current.XL, current.L, current.XL, current.L)
        self._layout.setHorizontalSpacing(current.XL)
        self._layout.setVerticalSpacing(current.M)
        self._layout.setColumnStretch(1, 1)
        for words in (self.figure, self.left, self.loose):
            words.setWordWrap(False)
        self._count = _column(self.figure, self.left, self.loose)
        self._said = _column(self.next, self.aside, self.last)
        self._form = QWidget()
        self._grid = QGridLayout(self._form)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(current.M)
        self._grid.setVerticalSpacing(current.XS)
        self._grid.setColumnStretch(1, 1)
        self.lines: list[tuple[TextLabel, TextLabel, TextLabel]] = []
        self._places: tuple[tuple[int, int, int], ...] = ()
        self._roomy = self.low = False
        """Say whether only the top of the felt is in sight, where the figure goes then."""
        self._size()
        self.fit()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        explain(self, "real-wall")

    def show_game(self, real: RealTilesRecord) -> None:
        game = real.game
        self.figure.setText(number(game.left))
        self.left.setText(ngettext("tile left", "tiles left", game.left))
        self.loose.say(loose_words(game))
        self.next.setText(next_words(game))
        self.aside.say(aside_words(game))
        last = last_words(real)
        self.last.say(self.tr("Last: {what}").format(what=last) if last else "")
        self._show_lines(game)
        self.fit()
        words = next_words(game), aside_words(game), left_words(game), loose_words(game)
        self.setAccessibleDescription(sentences(*words))

    def _show_lines(self, game: RealTilesGame) -> None:
        lines = form_lines(game)
        while len(self.lines) < len(lines):
            row = TextLabel(""), TextLabel(""), TextLabel("")
            for at, words in enumerate(row):
                words.setWordWrap(False)
                self._grid.addWidget(words, len(self.lines), at)
            row[2].setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.lines.append(row)
            self._size()
        for at, row in enumerate(self.lines):
            texts = lines[at] if at < len(lines) else ("", "", "")
            for words, text in zip(row, texts, strict=True):
                words.say(text)

    def set_low(self, *, low: bool) -> None:
        if low is not self.low:
            self.low = low
            self.fit()

    def fit(self) -> None:
        """Make the words as large as there is room for; those with no room next to the figure go above or below."""
        current = look()
        roomy = self.width() >= _ROOMY * current.scale and self.height() >= _HIGH * current.scale
        if roomy is not self._roomy:
            self._roomy = roomy
            self._size()
        room = self.width() - 2 * current.XL
        form = self._form_width() + current.XL
        said = current.XL + round(_LEAST_SAID * current.scale) * (2 if roomy else 1)
        large = self._count_width(current.figure) + form
        small = self._count_width(current.total)
        places, role = ((1, 0, 3), (0, 0, 3), (2, 0, 3)), "on-felt-total"
        if large + said <= room:
            places, role = ((0, 0, 1), (0, 1, 1), (0, 2, 1)), "on-felt-figure"
        elif self.low and small + said <= room:
            places = ((0, 0, 1), (0, 1, 2), (1, 0, 3))
        elif large <= room or small + form <= room:
            places, role = ((1, 0, 1), (0, 0, 3), (1, 2, 1)), "on-felt-figure" if large <= room else role
        set_role(self.figure, role)
        if places == self._places:
            return
        self._places = places
        below = places[2][1] == 0
        side = Qt.AlignmentFlag.AlignTop if below else Qt.AlignmentFlag.AlignVCenter
        for part, (row, column, columns) in zip((self._count, self._said, self._form), places, strict=True):
            self._layout.addWidget(part, row, column, 1, columns, side)
        for _, words, _ in self.lines:
            words.setWordWrap(below)

    def _count_width(self, size: int) -> int:
        """How wide the count is with its figure in type of a size."""
        figure = QFontMetrics(look().font(size, bold=True)).horizontalAdvance(self.figure.text())
        return max(figure, _advance(self.left), _advance(self.loose))

    def _form_width(self) -> int:
        """How wide the lines of the form would like to be."""
        widths = [max((_advance(row[at]) for row in self.lines), default=0) for at in range(3)]
        return sum(widths) + 2 * look().M

    def _size(self) -> None:
        """As large as the felt has room for: it is read from where the wall is."""
        sized = [(self.next, 1), (self.aside, 0), (self.left, 0), (self.loose, -1), (self.last, -1)]
        for at, step in ((0, -1), (1, -1), (2, 1)):
            sized += [(row[at], step) for row in self.lines]
        for words, step in sized:
            set_role(words, _SIZES[1 + step + self._roomy])


def _advance(words: TextLabel) -> int:
    """How wide a text is in one line."""
    return words.fontMetrics().horizontalAdvance(words.text())


def _column(*words: TextLabel) -> QWidget:
    box = QWidget()
    fill(down(box, spacing=look().XS), *words)
    return box


class Keys(Fits, QWidget):
    """The buttons, all of a size, in as many columns as there is room for; they keep their places."""

    def __init__(self, model: SolitaireModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.taps: tuple[Tap, ...] = ()
        self._buttons: list[KeyButton] = []
        self._tall = 1.0
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        make_area(self, self.tr("What happened"))

    @property
    def buttons(self) -> tuple[KeyButton, ...]:
        """The buttons that are shown."""
        return tuple(self._buttons[: len(self.taps)])

    def button(self, kind: TapKind, count: int | None = None) -> KeyButton:
        """The button of one thing that can happen."""
        at = next(at for at, tap in enumerate(self.taps) if tap.kind is kind and count in (None, tap.count))
        return self._buttons[at]

    def show_game(self, game: RealTilesGame) -> None:
        """Offer what can happen now; what can't says why."""
        self.taps = taps_of(game)
        expected = next_tap(game)
        for at in range(len(self._buttons), len(self.taps)):
            button = KeyButton("", parent=self)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.clicked.connect(lambda *_, at=at: self._model.do(self.taps[at]))
            self._buttons.append(button)
        for tap, button in zip(self.taps, self._buttons, strict=False):
            why = game.why_not(tap)
            lit = tap.kind in _LIT and not why
            role = "primary" if tap == expected else "claim" if lit else "plain"
            button.show_action(tap_words(tap, game), key_of(tap), role, name=tap_name(tap, game))
            button.allow(why)
            button.show()
        for button in self._buttons[len(self.taps) :]:
            button.hide()
        self.fit()
        self.updateGeometry()

    def expected(self) -> KeyButton | None:
        """The button of what comes next; else the first that can be pressed."""
        able = [button for button in self.buttons if button.isEnabled()]
        return next((one for one in able if one.property("role") == "primary"), able[0] if able else None)

    def _plan(self, width: int) -> tuple[int, float]:
        """In how many columns the buttons stand, and how large their words are."""
        gap, count = look().S, max(1, len(self.taps))
        widest = max((button.width_at(1.0) for button in self.buttons), default=1)
        for rows in range(2 if count > _IN_ONE_ROW else 1, count + 1):
            columns = -(-count // rows)
            room = _SPARE * (width - gap * (columns - 1)) / columns / widest
            least = _SMALL_IN_MANY_ROWS if rows == _MANY_ROWS else self._least
            if room >= least or columns == 1:
                break
        return columns, max(_SMALL_IN_MANY_ROWS, min(_LARGEST / look().scale, room))

    @property
    def _least(self) -> float:
        """How many times as large the words are at least; who has large text has large words anyway."""
        return max(_SMALLEST, _LARGE / look().scale)

    @property
    def _high(self) -> int:
        return max(_LEAST, round(look().target * self._tall))

    def heightForWidth(self, width: int) -> int:
        rows = -(-len(self.taps) // self._plan(width)[0])
        return rows * self._high + max(0, rows - 1) * look().S

    def sizeHint(self) -> QSize:
        return QSize(480, self.heightForWidth(max(480, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(max((button.width_at(_SMALLEST) for button in self.buttons), default=1), self._high)

    def set_tall(self, tall: float) -> None:
        if tall != self._tall:
            self._tall = tall
            self.updateGeometry()
            self.fit()

    def fit(self) -> None:
        """Lay the buttons out in their columns."""
        if not self.taps:
            return
        gap = look().S
        columns, scale = self._plan(self.width())
        wide = (self.width() - gap * (columns - 1)) / columns
        for at, button in enumerate(self.buttons):
            row, column = divmod(at, columns)
            button.set_scale(scale)
            left, right = int(column * (wide + gap)), int((column + 1) * (wide + gap) - gap)
            button.setMinimumHeight(self._high)  # the style sheet’s is higher than there is room for in large text
            button.setGeometry(left, row * (self._high + gap), right - left, self._high)

    def press(self, key: str) -> bool:
        """Press the button of this key, or say why it can't be pressed; return whether there is one."""
        for tap in self.taps:
            if key_of(tap) == key:
                self._model.do(tap)
                return True
        return False


class CountScroller(ScrollPage):
    """The felt, scrolled where there is little room: the buttons stay in sight below it."""

    def sizeHint(self) -> QSize:
        return self.minimumSize()


class CountView(Fits, QWidget):
    """The count and its buttons; what it shows is the model's."""

    def __init__(self, model: SolitaireModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._spoken = ""
        current = look()
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.undo_button, self.redo_button = Button(self.tr("Undo"), "quiet"), Button(self.tr("Redo"), "quiet")
        self.away_button, self.rest_button = Button(self.tr("Throw away"), "quiet"), Button(self.tr("Pause"), "quiet")
        set_tip(self.undo_button, self.undo_button.text(), "undo")
        set_tip(self.redo_button, self.redo_button.text(), "redo")
        set_tooltip(self.rest_button, self.tr("Pause the game and save it for another day"))
        tools = self.undo_button, self.redo_button, self.away_button, self.rest_button
        self.tools_box = QWidget()
        fill(across(self.tools_box, spacing=current.M), *tools)
        self.board, self.keys = CountBoard(), Keys(model)
        keep_clear(self.keys)
        content = QWidget()
        down(content).addWidget(self.board)
        self.scroller = CountScroller(content)
        fill(down(self, spacing=current.M), (self.scroller, 1), self.keys)
        bind(self, "undo", model.undo, can=lambda: model.can_undo)
        bind(self, "redo", model.redo, can=lambda: model.can_redo)
        self.undo_button.clicked.connect(model.undo)
        self.redo_button.clicked.connect(model.redo)
        self.away_button.clicked.connect(model.throw_away_real)
        self.rest_button.clicked.connect(lambda: model.show(SolitaireScreen.START))

    def refresh(self) -> None:
        """Show the game as it is now; the keyboard goes along to what comes next."""
        real = self._model.real
        if real is None:
            return
        focus = QApplication.focusWidget()
        follows = focus is not None and (focus is self or self.keys.isAncestorOf(focus))
        self.undo_button.setEnabled(self._model.can_undo)
        self.redo_button.setEnabled(self._model.can_redo)
        self.board.show_game(real)
        self.keys.show_game(real.game)
        if follows:
            self.focus_first()
        spoken = self.board.accessibleDescription()
        if spoken != self._spoken and self.isVisible():
            self._spoken = spoken
            announce(self.board, spoken)

    def focus_first(self) -> None:
        """Where the keyboard is: at what comes next."""
        button = self.keys.expected()
        (button or self).setFocus(Qt.FocusReason.OtherFocusReason)

    def fit(self) -> None:
        """Large on a large page, for it is read from where the wall is."""
        high = min(self.height(), self.window().height()) / (_LOW * look().scale)
        self.keys.set_tall(max(_LEAST_TALL, min(_LARGEST, _TALL * high)))
        self.board.set_low(low=self.height() < _LOWEST * look().scale)
        self.scroller.setMinimumHeight(2 * look().target)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button of a letter or a figure, or undo with U; other keys scroll the count."""
        held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        text = event.text().upper()
        if not held and text == "U":
            self._model.undo()
        elif held or not text.strip() or event.isAutoRepeat() or not self.keys.press(text):
            self.scroller.keyPressEvent(event)
