"""A row of choices of which one is taken: E S W N."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget

from ..accessibility import chain
from ..rich_text import PlainButton, set_tooltip
from ..theme import look, ring_around, smooth_painter
from .fitting import Fits
from .layouts import grow_by_width

_BACK = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Up})
_FORTH = frozenset({Qt.Key.Key_Right, Qt.Key.Key_Down})
_SPARE = 6
"""So much of the room around a word can go before the words stand in two lines."""


class Segmented(Fits, QWidget):
    """Exclusive choices side by side; Tab reaches the row, the arrows choose.

    Each option is its value, its word, and optionally a longer name for screen readers, the tooltip, and the keys that
    choose it. Where the words don't fit beside each other they stand in several lines.

    With `keys` a key chooses: the figure on the button, which is the first of the option's keys, else its place; or one
    of its other keys, else the letter with which the word begins. Figures don't change an answer that was given. With
    `figures` they only stand there, for a page that takes them itself.

    Signals:
        chosen(str): the person chose the option with this value.
        answered(str): it was chosen with the mouse or such a key, even if it was chosen before.
        refused(): a figure was typed, but there is an answer.
    """

    chosen = Signal(str)
    answered = Signal(str)
    refused = Signal()

    def __init__(
        self,
        name: str,
        options: Sequence[Sequence[str]],
        value: str | None = None,
        *,
        even: bool = True,
        keys: bool = False,
        figures: bool = False,
    ) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._even = even
        self._keys = keys
        self._figures = keys or figures
        self._preset = value is not None
        grow_by_width(self, QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._group = QButtonGroup(self)
        self._segments: list[_Segment] = []
        self._value: str | None = None
        self._offered: tuple[tuple[str, ...], ...] = ()
        self.set_options(options, value)

    @property
    def value(self) -> str | None:
        """What is chosen, or None."""
        return self._value

    @property
    def segments(self) -> tuple[QAbstractButton, ...]:
        """The buttons, in their order."""
        return tuple(self._segments)

    def set_options(self, options: Sequence[Sequence[str]], value: str | None = None) -> None:
        """Offer other choices; the same buttons are used again."""
        self._offered = tuple(map(tuple, options))
        for segment in self._segments[len(options) :]:
            self._group.removeButton(segment)
            segment.hide()
            segment.deleteLater()
        del self._segments[len(options) :]
        for place, option in enumerate(options):
            if place == len(self._segments):
                segment = _Segment(self)
                segment.clicked.connect(self._on_clicked)
                self._group.addButton(segment)
                chain(self._segments[-1] if self._segments else self, segment)
                self._segments.append(segment)
                segment.show()
            long_name = option[2] if len(option) > 2 else option[1]
            tip = option[3] if len(option) > 3 else long_name
            known = option[4] if len(option) > 4 else str(place + 1)
            self._segments[place].offer(option[0], option[1], long_name, tip, known if self._figures else "")
        self.set_value(value)
        self.rearrange()

    def set_value(self, value: str | None) -> None:
        """Show what is chosen, without a signal; None, or anything not offered, chooses nothing."""
        offered = any(segment.value == value for segment in self._segments)
        self._value = value if offered else None
        self._group.setExclusive(False)
        for segment in self._segments:
            segment.setChecked(segment.value == self._value)
        self._group.setExclusive(True)
        focused = next((segment for segment in self._segments if segment.hasFocus()), None)
        self._rove()
        if focused is not None and focused.focusPolicy() is Qt.FocusPolicy.NoFocus:
            self.take_keyboard()  # it goes along with what is chosen

    def take_keyboard(self) -> None:
        """Give the keyboard to what is chosen, else to the first choice."""
        self._rove()
        for segment in self._segments:
            if segment.focusPolicy() is Qt.FocusPolicy.TabFocus:
                segment.setFocus(Qt.FocusReason.TabFocusReason)

    def offer(self, options: Sequence[Sequence[str]], value: str | None) -> None:
        """Offer these choices, touching nothing that stays as it is."""
        if tuple(map(tuple, options)) != self._offered:
            self.set_options(options, value)
        elif self.value != value:
            self.set_value(value)

    def _rove(self) -> None:
        """Only one segment is reached by Tab: the one chosen, or the first."""
        for place, segment in enumerate(self._segments):
            first = segment.value == self._value if self._value is not None else place == 0
            segment.setFocusPolicy(Qt.FocusPolicy.TabFocus if first else Qt.FocusPolicy.NoFocus)

    def _on_clicked(self) -> None:
        segment = self.sender()
        if isinstance(segment, _Segment):
            if any(one.hasFocus() for one in self._segments):
                segment.setFocus(Qt.FocusReason.MouseFocusReason)
            self._choose(segment)
            self.answered.emit(self._value or "")

    def _choose(self, segment: _Segment) -> None:
        if segment.value == self._value:
            return
        self.set_value(segment.value)
        self.chosen.emit(segment.value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        step = -1 if key in _BACK else 1 if key in _FORTH else 0
        if not step:
            plain = not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
            if not (self._keys and plain and self._type(event.text())):
                super().keyPressEvent(event)
            return
        able = [segment for segment in self._segments if segment.isEnabled()]
        if not able:
            return
        focused = next((place for place, segment in enumerate(able) if segment.hasFocus()), 0)
        target = able[(focused + step) % len(able)]
        target.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        target.setFocus(Qt.FocusReason.TabFocusReason)
        self._choose(target)

    def _type(self, text: str) -> bool:
        """Choose by a key; whether there was anything to choose."""
        key = text.strip().casefold()
        able = [segment for segment in self._segments if segment.isEnabled() and key]
        found = [segment for segment in able if segment.has_key(key)] or [one for one in able if one.begins_with(key)]
        if not found:
            return False
        if key.isdecimal() and self._value is not None and not self._preset:
            self.refused.emit()
            return True
        values = [segment.value for segment in found]
        after = values.index(self._value) + 1 if self._value in values else 0
        target = found[after % len(found)]
        self._choose(target)
        if any(one.hasFocus() for one in self._segments):
            target.setFocus(Qt.FocusReason.TabFocusReason)
        if len(found) == 1:  # else the letter may be typed again for the next
            self.answered.emit(self._value or "")
        return True

    # where the segments lie

    def _boxes(self, width: int) -> tuple[list[tuple[int, int, int]], int]:
        """Left edge, width and line of each segment, and the number of lines."""
        hints = [segment.sizeHint().width() for segment in self._segments]
        tight = [hint - _SPARE for hint in hints]
        if sum(tight) <= width < sum(hints):
            hints = tight
        count = max(1, len(hints))
        widest = max(hints, default=0)
        if widest * count <= width or sum(hints) <= width:
            even = self._even and widest * count <= width
            boxes, x = [], 0
            for hint in hints:
                wide = widest if even else hint
                boxes.append((x, wide, 0))
                x += wide
            return boxes, 1
        columns = max(1, min(count, width // max(1, widest)))
        wide = max(1, min(widest, width // columns))
        return [(place % columns * wide, wide, place // columns) for place in range(len(hints))], -(-count // columns)

    def fit(self) -> None:
        boxes, _ = self._boxes(self.width())
        target = look().target
        for segment, (x, wide, line) in zip(self._segments, boxes, strict=True):
            last_in_line = not any(left > x and other == line for left, _, other in boxes)
            segment.ends = (x == 0, last_in_line)
            segment.setGeometry(x, line * target, wide, target)

    def rearrange(self) -> None:
        """Lay the segments out anew: their words are of another size."""
        self.updateGeometry()
        self.fit()

    def sizeHint(self) -> QSize:
        hints = [segment.sizeHint().width() for segment in self._segments]
        return QSize(max(hints, default=0) * len(hints) if self._even else sum(hints), look().target)

    def minimumSizeHint(self) -> QSize:
        hints = [segment.sizeHint().width() for segment in self._segments]
        return QSize(max(hints, default=0), look().target)

    def heightForWidth(self, width: int) -> int:
        return self._boxes(width)[1] * look().target


class _Segment(PlainButton, QAbstractButton):
    """One of the choices."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.value = ""
        self.ends = (True, True)
        self._keys = ""
        self._measured: tuple[object, ...] = ()
        self._hint = QSize()
        self.setCheckable(True)
        self.setAutoExclusive(True)  # makes it a radio button to screen readers; the group does the work
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def offer(self, value: str, word: str, long_name: str, tip: str, keys: str) -> None:
        """Stand for this choice, which these keys choose; the first is the figure on the button."""
        self.value = value
        if keys != self._keys:
            self._keys = keys
            self.update()
        self.setText(word)
        self.setAccessibleName(long_name)
        set_tooltip(self, tip if tip != word else "")

    def has_key(self, key: str) -> bool:
        """Whether a key, in small letters, is one of its own."""
        return key in self._keys

    def begins_with(self, key: str) -> bool:
        """Whether a key is the letter with which its word begins; where it has letters of its own, those count."""
        return len(self._keys) == 1 and not key.isdecimal() and self.text().casefold().startswith(key)

    def _figure_width(self) -> int:
        """The room of the figure before the word."""
        if not self._keys:
            return 0
        current = look()
        return QFontMetrics(current.font(current.small)).horizontalAdvance(self._keys[0]) + current.XS

    def sizeHint(self) -> QSize:
        current = look()
        measured = self.text(), current.target, self.font().pixelSize(), self._keys[:1]
        if measured != self._measured:
            self._measured = measured
            figure = self._figure_width()
            room = 2 * (current.M - current.XS if figure else current.M)
            wide = QFontMetrics(self._bold()).horizontalAdvance(self.text()) + figure + room
            self._hint = QSize(max(current.target, wide), current.target)
        return self._hint

    def changeEvent(self, event: QEvent) -> None:
        """Have the row laid out anew once the font is another: it is told of the change before its segments are."""
        super().changeEvent(event)
        row = self.parentWidget()
        if event.type() is QEvent.Type.FontChange and isinstance(row, Segmented):
            row.rearrange()

    def _bold(self) -> QFont:
        """The font of what is chosen; room is kept for it, so that choosing moves nothing."""
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _BACK or event.key() in _FORTH:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        c, line = current.colours, current.line_width
        on, enabled = self.isChecked(), self.isEnabled()
        painter = smooth_painter(self)
        half = line / 2
        # neighbours share their edge: each but the last in a line reaches one line's width under the next
        right = -half if self.ends[1] else half
        box = QRectF(self.rect()).adjusted(half, half, right, -half)
        path = _rounded(box, current.RADIUS, *self.ends)
        hover = enabled and self.underMouse()
        fill = c.field
        if on:
            fill = c.chosen_soft
        elif enabled and self.isDown():
            fill = c.pressed
        elif hover:
            fill = c.hover
        painter.setBrush(QColor(fill))
        painter.setPen(QPen(QColor(c.border if enabled else c.line), line))
        painter.drawPath(path)
        if on:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.chosen if enabled else c.faint))
            bar = QRectF(box.left() + current.S, box.bottom() - half - 3, box.width() - 2 * current.S, 3)
            painter.drawRoundedRect(bar, 1.5, 1.5)
        if self.hasFocus():
            ring_around(painter, current, self.rect(), 2, current.RADIUS - 2)
        if on:
            painter.setFont(self._bold())
        painter.setPen(QColor(c.faint if not enabled else c.on_chosen_soft if on else c.text))
        figure = self._figure_width()
        painter.drawText(self.rect().adjusted(figure, 0, 0, 0), Qt.AlignmentFlag.AlignCenter, self.text())
        if figure:
            word = painter.fontMetrics().horizontalAdvance(self.text())
            left = (self.width() - word - figure) // 2
            painter.setFont(current.font(current.small))
            painter.setPen(QColor(c.faint if not enabled else c.on_chosen_soft if on else c.quiet))
            middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRect(left, 0, figure, self.height()), middle, self._keys[0])
        painter.end()


def _rounded(box: QRectF, radius: float, left: bool, right: bool) -> QPainterPath:  # noqa: FBT001
    """A rectangle with round corners at the ends it has."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addRoundedRect(box, radius if left or right else 0, radius if left or right else 0)
    if left != right:
        square = box.adjusted(box.width() / 2, 0, 0, 0) if left else box.adjusted(0, 0, -box.width() / 2, 0)
        path.addRect(square)
        path = path.simplified()
    return path
