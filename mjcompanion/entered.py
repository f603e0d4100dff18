"""What is the same in every hand being entered, Chinese or American: tiles as they came, and sets laid out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Generic, Protocol, Self, TypeVar

import msgspec

from mjcompanion.hand import Meld
from mjcompanion.notation import write
from mjcompanion.problems import Problem, RuleError
from mjcompanion.rulesets import Ruleset
from mjcompanion.tiles import Tile

_ANY_DISCARDS: Final = 1_000_000
"""A draft may hold a number of discards that can't be, but none that no field shows."""


class Laid(Protocol):
    """A set that was laid out, of whatever kind."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its tiles, in their order."""


L = TypeVar("L", bound=Laid)


class Entry(msgspec.Struct, Generic[L], frozen=True):
    """One thing that was entered: a tile by itself, or a set that was laid out."""

    tiles: tuple[Tile, ...]
    laid: L | None = None

    @property
    def is_flower(self) -> bool:
        """Whether it is a flower or a season by itself."""
        return self.laid is None and self.tiles[0].is_flower

    def write(self) -> str:
        """The entry in notation, in brackets where it was laid out."""
        tiles = write(self.tiles)
        if self.laid is None:
            return tiles
        return f"[{tiles}]" if isinstance(self.laid, Meld) and self.laid.concealed else f"({tiles})"


class Entered(msgspec.Struct, Generic[L], frozen=True):
    """What was entered under these rules, in its order, and the winning tile among it."""

    rules: Ruleset
    entries: tuple[Entry[L], ...] = ()
    tile: Tile | None = None

    def lay(self, laid: L) -> Self:
        """With a set laid out."""
        return self.with_entries((*self.entries, Entry(laid.tiles, laid)))

    def take_back(self, laid: L) -> Self:
        """A set that was laid out goes back into the hand."""
        return self._instead(lambda entry: entry.laid == laid, *[Entry[L]((tile,)) for tile in laid.tiles])

    def remove(self, tile: Tile) -> Self:
        """Without one such tile: the one that was entered last."""
        return self._instead(lambda entry: entry.laid is None and entry.tiles[0] is tile)

    def remove_set(self, laid: L) -> Self:
        """Without a set that was laid out, and without its tiles."""
        return self._instead(lambda entry: entry.laid == laid)

    def without_last(self) -> Self:
        """Without what was entered last."""
        return self.with_entries(self.entries[:-1])

    def without(self, tiles: Iterable[Tile]) -> Self:
        """Without tiles that are in the hand.

        Raises:
            RuleError: one of them is not.

        """
        draft = self
        for tile in tiles:
            fewer = draft.remove(tile)
            if fewer is draft:
                raise RuleError([Problem("not-in-hand", tile=tile)])
            draft = fewer
        return draft

    def with_entries(self, entries: tuple[Entry[L], ...]) -> Self:
        """With other tiles; a winning tile that is gone is forgotten."""
        tile = self.tile
        if tile is not None and not any(tile in entry.tiles for entry in entries):
            tile = None
        return msgspec.structs.replace(self, entries=entries, tile=tile)

    def _instead(self, wanted: Callable[[Entry[L]], bool], *others: Entry[L]) -> Self:
        """With others in the place of the last entry that is wanted; unchanged where there is none."""
        for at in range(len(self.entries) - 1, -1, -1):
            if wanted(self.entries[at]):
                return self.with_entries((*self.entries[:at], *others, *self.entries[at + 1 :]))
        return self


def read_discards(saved: object) -> int | None:
    """A saved number of discards.

    Raises:
        ValueError: there can't be so many.

    """
    if saved is None:
        return None
    if not isinstance(saved, int) or abs(saved) > _ANY_DISCARDS:
        raise ValueError(f"there can't be {saved!r} discards")
    return saved
