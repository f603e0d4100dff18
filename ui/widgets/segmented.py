"""A row of choices of which one is taken: E S W N."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QPushButton, QSizePolicy, QWidget

from ..accessibility import chain
from ..icons import screen_ratio
from ..rich_text import PlainButton, set_tooltip
from ..theme import look, set_property, set_role
from .fitting import RETHEMED, Fits
from .keys import ENTER, is_typed
from .layouts import grow_by_width

_BACK = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Up})
_FORTH = frozenset({Qt.Key.Key_Right, Qt.Key.Key_Down})
_SPARE = 6
"""So much of the room around a word can go before the words stand in two lines."""


class Segmented(Fits, QWidget):
    """Exclusive choices side by side; Tab reaches the row, the arrows choose.

    Each option is its value, its word, and optionally a longer name for screen readers, the tooltip, and the keys that
    choose it. Where the words don't fit side by side they stand in several lines.

    With `keys` a key chooses: the figure on the button, which is the first of the option's keys, else its place; or one
    of its other keys, else the letter with which the word begins. Figures don't change an answer that was given.

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
    ) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._even = even
        self._keys = keys
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
                segment.clicked.connect(partial(self._on_clicked, segment))
                self._group.addButton(segment)
                chain(self._segments[-1] if self._segments else self, segment)
                self._segments.append(segment)
                if self.isVisible():
                    segment.show()
            long_name = option[2] if len(option) > 2 else option[1]
            tip = option[3] if len(option) > 3 else long_name
            known = option[4] if len(option) > 4 else str(place + 1)
            self._segments[place].offer(option[0], option[1], long_name, tip, known if self._keys else "")
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

    def _on_clicked(self, segment: _Segment) -> None:
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
            if not (self._keys and is_typed(event) and self._type(event.text())):
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
            segment.set_ends(first=x == 0, last=last_in_line)
            edge = 0 if last_in_line else look().line_width  # neighbours share their edge
            segment.setGeometry(x, line * target, wide + edge, target)

    def rearrange(self) -> None:
        """Lay the segments out again: their words are of another size."""
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


class _Segment(PlainButton, QPushButton):
    """One of the choices."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.value = ""
        self._keys = ""
        self._room = QSize()
        set_role(self, "segment")
        self.setCheckable(True)
        self.setAutoExclusive(True)  # makes it a radio button to screen readers; the group does the work
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def offer(self, value: str, word: str, long_name: str, tip: str, keys: str) -> None:
        """Offer this choice, which these keys choose; the first is the figure on the button."""
        self.value = value
        if keys != self._keys:
            self._keys = keys
            self._ink_figure()
        self.setText(word)
        self._measure()
        self.setAccessibleName(long_name)
        set_tooltip(self, tip if tip != word else "")

    def set_ends(self, *, first: bool, last: bool) -> None:
        """Round the corners at the ends of a line."""
        set_property(self, "ends", ("first " if first else "") + ("last" if last else ""))

    def has_key(self, key: str) -> bool:
        """Whether a key, in small letters, is one of its own."""
        return key in self._keys

    def begins_with(self, key: str) -> bool:
        """Whether a key is the letter with which its word begins; where it has letters of its own, those count."""
        return len(self._keys) == 1 and not key.isdecimal() and self.text().casefold().startswith(key)

    def _ink_figure(self) -> None:
        """Show the first key before the word, small and quiet."""
        current = look()
        c, font, icon = current.colours, current.font(current.small), QIcon()
        size = QFontMetrics(font).size(0, self._keys[:1]) + QSize(current.XS, 0)
        for mode, state, colour in (
            (QIcon.Mode.Normal, QIcon.State.Off, c.quiet),
            (QIcon.Mode.Normal, QIcon.State.On, c.on_chosen_soft),
            (QIcon.Mode.Disabled, QIcon.State.Off, c.faint),
        ):
            if self._keys:
                icon.addPixmap(_letter(self._keys[0], font, size, colour, screen_ratio(self)), mode, state)
        self.setIcon(icon)
        self.setIconSize(size)

    def sizeHint(self) -> QSize:
        return self._room

    def _measure(self) -> None:
        """Find the room for the word as if it were chosen, so that choosing moves nothing."""
        current = look()
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        wide = QFontMetrics(font).horizontalAdvance(self.text())
        if self._keys:
            wide += self.iconSize().width() - 2 * current.XS
        self._room = QSize(max(current.target, wide + 2 * current.M), current.target)

    def changeEvent(self, event: QEvent) -> None:
        """Lay out the row again after a change of font, which Qt announces to it before its segments."""
        super().changeEvent(event)
        row = self.parentWidget()
        if event.type() in RETHEMED:
            if self._keys:
                self._ink_figure()
            self._measure()
        if event.type() is QEvent.Type.FontChange and isinstance(row, Segmented):
            row.rearrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _BACK | _FORTH | ENTER:
            event.ignore()
        else:
            super().keyPressEvent(event)


def _letter(letter: str, font: QFont, size: QSize, colour: str, ratio: float) -> QPixmap:
    """Draw a letter."""
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.drawText(QRect(QPoint(), size), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, letter)
    painter.end()
    return picture
