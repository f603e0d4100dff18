"""A button that shows the key to press, and the tiles it is about, in any size."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from mjcompanion.core.tiles import Tile

from ...accessibility import make_command
from ...rich_text import set_tooltip
from ...shortcuts import shown, when_changed
from ...theme import look, ring_around, set_role, smooth_painter
from ...widgets.fitting import RETHEMED
from ...widgets.keys import ENTER
from ...widgets.tiles import paint_tile

_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_TILE_SHARE = 0.5
"""The width of a small tile, of the button's height."""


class KeyButton(QAbstractButton):
    """Says what it does, with which tiles, and by which `key`.

    `role` is "primary" (the one action), "claim" (lit: something is to be had) or "plain". With an `action` it shows
    the keys of that shortcut.
    """

    def __init__(
        self,
        text: str,
        key: str = "",
        role: str = "plain",
        parent: QWidget | None = None,
        *,
        action: str = "",
    ) -> None:
        super().__init__(parent)
        self._role = role
        self.key, self._action = shown(action) if action else key, action
        self.tiles: tuple[Tile, ...] = ()
        """The tiles that it shows."""
        self._measured: dict[object, tuple[int, int, int]] = {}
        self._scale = 1.0
        self._keyless = False
        self._why = ""
        make_command(self)
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        set_role(self, role)
        self.set_name("")
        if action:
            when_changed(self._on_keys)

    def _on_keys(self) -> None:
        """Show the keys that do the same now."""
        self.key = shown(self._action)
        self.set_name(self.accessibleName())
        self.updateGeometry()
        self.update()

    def show_action(self, text: str, key: str, role: str, tiles: tuple[Tile, ...] = (), name: str = "") -> None:
        if (text, key, role, tiles, name) == (self.text(), self.key, self._role, self.tiles, self.accessibleName()):
            return
        self.key, self._role, self.tiles = key, role, tiles
        self._measured.clear()
        set_role(self, role)
        self.setText(text)
        self.set_name(name)
        self.updateGeometry()
        self.update()

    def set_keyless(self, *, keyless: bool) -> None:
        """Leave the key out, where there is little room."""
        if keyless is not self._keyless:
            self._keyless = keyless
            self.updateGeometry()
            self.update()

    def set_scale(self, scale: float) -> None:
        """Be so many times as large as buttons usually are."""
        if scale != self._scale:
            self._scale = scale
            self.updateGeometry()
            self.update()

    def allow(self, why_not: str) -> None:
        """Allow it, or say why not."""
        self._why = why_not
        self.setEnabled(not why_not)
        self.set_name(self.accessibleName())

    def set_name(self, name: str) -> None:
        """Say what it does in more words than it shows, or where that is nothing in these."""
        tip = name or self.text()
        self.setAccessibleName(tip)
        if self.key:
            tip = self.tr("{name} ({key})").format(name=tip, key=self.key)
        set_tooltip(self, f"{tip}\n{self._why}" if self._why else tip)
        self.setAccessibleDescription(" ".join(one for one in (self.key, self._why) if one))

    # measures

    def _sized(self, length: int) -> int:
        return round(length * self._scale)

    def _parts(self) -> tuple[int, int, int]:
        """Return the widths of words, tiles and key."""
        shown = look().scale, self._scale, self.text(), self.key, self._role, self.tiles, self._keyless
        if shown not in self._measured:  # a row of them is measured in several forms until one fits
            self._measured[shown] = self._measure()
        return self._measured[shown]

    def _measure(self) -> tuple[int, int, int]:
        current = look()
        bold = self._role in ("primary", "claim")
        words = QFontMetrics(current.font(self._sized(current.body), bold=bold)).horizontalAdvance(self.text())
        small = QFontMetrics(current.font(self._sized(current.small)))
        key = max(small.horizontalAdvance(self.key) + current.S, small.height()) if self.key else 0
        tiles = round(self._tile() * 1.1) * len(self.tiles)
        return words, tiles, 0 if self._keyless else key

    def _tile(self) -> int:
        return round(self._sized(look().target) * _TILE_SHARE)

    def width_at(self, scale: float) -> int:
        """How wide it would like to be, so many times as large as buttons usually are."""
        own, self._scale = self._scale, scale
        wide = self.sizeHint().width()
        self._scale = own
        return wide

    def sizeHint(self) -> QSize:
        current = look()
        parts = [part for part in self._parts() if part]
        wide = sum(parts) + self._sized(current.S) * max(0, len(parts) - 1) + 2 * self._sized(current.M)
        return QSize(wide, self._sized(current.target))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RETHEMED:
            self._measured.clear()

    # painting

    def _colours(self) -> tuple[str, str, str]:
        c = look().colours
        if not self.isEnabled():
            return (c.page, c.line, c.faint)
        down, over = self.isDown(), self.underMouse()
        if self._role == "primary":
            fill = c.accent_pressed if down else c.accent_hover if over else c.accent
            return fill, fill, c.on_accent
        if self._role == "claim":
            return (c.pressed if down else c.hover if over else c.good_soft), c.good, c.text
        return c.pressed if down else c.hover if over else c.card, c.border, c.text

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        fill, edge, ink = self._colours()
        painter = smooth_painter(self)
        line = 2 if self._role == "claim" and self.isEnabled() else current.line_width
        painter.setPen(QPen(QColor(edge), line))
        painter.setBrush(QColor(fill))
        box = QRectF(self.rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2)
        painter.drawRoundedRect(box, current.RADIUS, current.RADIUS)
        widths = self._parts()
        shown = [width for width in widths if width]
        gap = self._sized(current.S)
        x = (self.width() - sum(shown) - gap * max(0, len(shown) - 1)) // 2
        for part, width in zip((self._paint_words, self._paint_tiles, self._paint_key), widths, strict=True):
            if width:
                part(painter, QRect(x, 0, width, self.height()), ink)
                x += width + gap
        if self.hasFocus():
            ring_around(painter, current, self.rect(), 2, current.RADIUS - 1)
        painter.end()

    def _paint_words(self, painter: QPainter, box: QRect, ink: str) -> None:
        current = look()
        painter.setPen(QColor(ink))
        painter.setFont(current.font(self._sized(current.body), bold=self._role in ("primary", "claim")))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip), self.text())

    def _paint_tiles(self, painter: QPainter, box: QRect, _ink: str) -> None:
        width = self._tile()
        for at, tile in enumerate(self.tiles):
            paint_tile(painter, self, tile, width, box.left() + at * round(width * 1.1), self.height() / 2)

    def _paint_key(self, painter: QPainter, box: QRect, ink: str) -> None:
        current = look()
        font = current.font(self._sized(current.small))
        high = QFontMetrics(font).height()
        cap = QRectF(box.left() + 0.5, (self.height() - high) / 2 - 0.5, box.width() - 1, high + 1)
        colour = QColor(ink)
        colour.setAlphaF(0.55)
        painter.setPen(QPen(colour, current.line_width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(cap, current.XS, current.XS)
        painter.setPen(QColor(ink))
        painter.setFont(font)
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and not event.modifiers() & ~_KEYPAD:
            if not event.isAutoRepeat():
                self.click()
        else:
            super().keyPressEvent(event)
