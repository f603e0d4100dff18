"""A button that shows the key to press, and the tiles it is about, in any size."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.core.tiles import Tile

from ...rich_text import PlainLabel, set_tooltip
from ...shortcuts import shown, when_changed
from ...theme import look, set_role
from ...widgets import Button, TextLabel
from ...widgets.fitting import Fits
from ...widgets.layouts import across, fill, grow_by_width
from ...widgets.tiles import TilePicture, TileStyle

_TILE_SHARE = 0.5
"""The width of a small tile, of the button's height."""


class KeyButton(Fits, Button):
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
        self._words, self._tiles, self._key = TextLabel(wraps=False), TilePicture(), PlainLabel()
        super().__init__(text, parent=parent)
        self.key, self._action = shown(action) if action else key, action
        self.tiles: tuple[Tile, ...] = ()
        """The tiles that it shows."""
        self._scale = 1.0
        self._keyless = False
        self._why = ""
        grow_by_width(self._tiles, QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._key.setIndent(0)
        self._key.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._line = fill(across(self), None, self._words, self._tiles, self._key, None)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._show(role, "")
        if action:
            when_changed(self._on_keys)

    def setText(self, text: str) -> None:
        self._words.setText(text)

    def text(self) -> str:
        return self._words.text()

    def _on_keys(self) -> None:
        """Show the keys that do the same now."""
        self.key = shown(self._action)
        self._show(str(self.property("role")), self.accessibleName())

    def show_action(self, text: str, key: str, role: str, tiles: tuple[Tile, ...] = (), name: str = "") -> None:
        self.key, self.tiles = key, tiles
        self.setText(text)
        self._show(role, name)

    def _show(self, role: str, name: str) -> None:
        is_primary = role == "primary"
        set_role(self, role)
        set_role(self._words, "on-accent" if is_primary else "strong" if role == "claim" else "")
        set_role(self._key, "key-primary" if is_primary else "key")
        self._key.setText(self.key)
        self._words.setVisible(bool(self.text()))
        self._tiles.show_counted([(tile, 1, None) for tile in self.tiles])
        self._tiles.setVisible(bool(self.tiles))
        self.set_name(name)
        self.fit()

    def set_keyless(self, *, keyless: bool) -> None:
        """Leave the key out, where there is little room."""
        self._keyless = keyless
        self._key.setVisible(bool(self.key) and not keyless)

    def key_width(self, *, shown: bool = False) -> int:
        """Return the width of the key and the room before it; with `shown`, 0 where the key is left out."""
        left_out = not self.key or (shown and self._keyless)
        return 0 if left_out else self._key.sizeHint().width() + self._sized(look().S)

    def set_scale(self, scale: float) -> None:
        """Set how many times as large as a usual button it is."""
        if scale != self._scale:
            self._scale = scale
            self.fit()

    def allow(self, why_not: str) -> None:
        """Allow it, or say why not."""
        self._why = why_not
        self.setEnabled(not why_not)
        self.set_name(self.accessibleName())

    def set_name(self, name: str) -> None:
        """Set a longer name for the tooltip and for screen readers; with an empty one they have the text."""
        tip = name or self.text()
        self.setAccessibleName(tip)
        if self.key:
            tip = self.tr("{name} ({key})").format(name=tip, key=self.key)
        set_tooltip(self, f"{tip}\n{self._why}" if self._why else tip)
        self.setAccessibleDescription(" ".join(one for one in (self.key, self._why) if one))

    def _sized(self, length: int) -> int:
        return round(length * self._scale)

    def fit(self) -> None:
        """Set the fonts and the size of its parts."""
        current = look()
        self._words.setFont(current.font(self._sized(current.body)))
        self._key.setFont(current.font(self._sized(current.small)))
        self._tiles.set_style(TileStyle(round(self._sized(current.target) * _TILE_SHARE)))
        self._line.setSpacing(self._sized(current.S))
        self._line.setContentsMargins(self._sized(current.M), 0, self._sized(current.M), 0)
        self.set_keyless(keyless=self._keyless)

    def width_at(self, scale: float) -> int:
        """Return its preferred width when it is this many times as large as a usual button."""
        return round(self.sizeHint().width() * scale / self._scale)

    def sizeHint(self) -> QSize:
        for part in (self._words, self._key):
            part.ensurePolished()  # the style sheet makes them wider
        return QSize(super().sizeHint().width(), self._sized(look().target))
