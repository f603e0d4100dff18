"""Typing tiles: which keys make which tile. No Qt here, so every key can be tried without a window."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from mjcompanion.american.hand import Exposure
from mjcompanion.hand import Meld, meld
from mjcompanion.notation import read_tiles
from mjcompanion.problems import NotationError, Problem
from mjcompanion.tiles import ANY_FLOWER, JOKER, Tile

_SUITS: Final = {
    **dict.fromkeys("cm", "m"),
    **dict.fromkeys("dp", "p"),
    **dict.fromkeys("bs", "s"),
    "z": "z",
    "f": "f",
    "y": "y",
}
"""The letter after a number: c or m characters, d or p dots, b or s bamboos, z honours, f flowers, y seasons."""

_ALONE: Final = {"e": "1z", "s": "2z", "w": "3z", "n": "4z", "0": "5z", "g": "6z", "r": "7z"}
"""The keys that make a tile by themselves: the winds, and 0 (soap), green and red."""

_AMERICAN: Final = {"j": JOKER, "f": ANY_FLOWER, "y": ANY_FLOWER}
_CLOSING: Final = {"(": ")", "[": "]"}
_FREE: Final = " ,;\t"

KEY_OF: Final = {Tile.parse(text): key.upper() for key, text in _ALONE.items()}
"""The key of each tile that has one of its own."""


@dataclass
class KeyReader:
    """Reads keys one by one and gives tiles and sets as soon as they are whole.

    >>> reader = KeyReader()
    >>> [reader.feed(key) for key in "12d"]
    [(), (), (Tile.parse('1p'), Tile.parse('2p'))]
    >>> reader.feed("e")
    (Tile.parse('1z'),)

    In an American hand `j` is a joker, `f` any flower, and brackets make a set that may hold jokers:

    >>> reader = KeyReader(american=True)
    >>> [made for key in "f(22jjb)" for made in reader.feed(key)]
    [Tile.parse('F'), Exposure.parse('(22JJs)')]
    """

    pending: str = ""
    bracket: str = ""
    inside: list[Tile] = field(default_factory=list)
    american: bool = False

    @property
    def text(self) -> str:
        """What has been typed and waits for more."""
        return self.bracket + "".join(str(tile) for tile in self.inside) + self.pending

    def feed(self, key: str) -> tuple[Tile | Meld | Exposure, ...]:
        """Take one key; gives the tiles, or the set, that it completed.

        Raises:
            NotationError: the key makes no tile here; what was typed before is kept, but for a wrong number.

        """
        low = key.lower()
        if key in _FREE:
            return ()
        if key in _CLOSING:
            return self._open(key)
        if key in _CLOSING.values():
            return self._close(key)
        if self.pending in ("f", "y"):
            return self._flower(key)
        if key.isascii() and key.isdigit() and (self.pending or key != "0"):
            self.pending += key
            return ()
        if self.pending and self.american and low == "j":
            self.pending += low
            return ()
        if self.pending:
            return self._suited(low)
        if self.american and low in _AMERICAN:
            return self._take((_AMERICAN[low],))
        if low in ("f", "y"):
            self.pending = low
            return ()
        if low in _ALONE:
            return self._take((Tile.parse(_ALONE[low]),))
        return self._take(read_tiles(key))

    def backspace(self) -> bool:
        """Forget the last key that waits; False when none does."""
        if self.pending:
            self.pending = self.pending[:-1]
        elif self.inside:
            self.inside.pop()
        elif self.bracket:
            self.bracket = ""
        else:
            return False
        return True

    def clear(self) -> None:
        """Forget all that waits."""
        self.pending = self.bracket = ""
        self.inside = []

    def _take(self, tiles: tuple[Tile, ...]) -> tuple[Tile | Meld | Exposure, ...]:
        if self.bracket:
            self.inside += tiles
            return ()
        return tiles

    def _suited(self, letter: str) -> tuple[Tile | Meld | Exposure, ...]:
        suit = _SUITS.get(letter)
        if suit is None:
            raise NotationError([Problem("key-after-number", text=letter, why=self.pending)])
        pending, self.pending = self.pending, ""
        jokers = pending.count("j")
        return self._take((*read_tiles(pending.replace("j", "") + suit), *(JOKER,) * jokers))

    def _flower(self, key: str) -> tuple[Tile | Meld | Exposure, ...]:
        letter, self.pending = self.pending, ""
        return self._take(read_tiles(key + letter))

    def _open(self, key: str) -> tuple[Tile | Meld | Exposure, ...]:
        if self.text:
            raise NotationError([Problem("key-bracket", text=key, why=self.text)])
        self.bracket = key
        return ()

    def _close(self, key: str) -> tuple[Tile | Meld | Exposure, ...]:
        if not self.text:
            raise NotationError([Problem("key-nothing-open", text=key)])
        if not self.bracket or _CLOSING[self.bracket] != key or self.pending or not self.inside:
            raise NotationError([Problem("key-bracket", text=key, why=self.text)])
        if self.american:
            if self.bracket == "[":
                raise NotationError([Problem("american-kong", text=self.text)])
            exposure = Exposure(tuple(self.inside))
            self.clear()
            return (exposure,)
        laid = meld(self.inside, concealed=self.bracket == "[")
        self.clear()
        return (laid,)
