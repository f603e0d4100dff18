"""The moves of virtual games, as they are stored, replayed and shown."""

from __future__ import annotations

import enum
from typing import Any, Final

import msgspec

from mjcompanion.core.errors import bad_request
from mjcompanion.core.notation import read_tile
from mjcompanion.core.sanitize import why_unread
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.i18n.translation import _


class Do(enum.StrEnum):
    """The kind of a move."""

    DRAW = "draw"
    """Take the next tile of the wall: `tile`."""
    FLOWER = "flower"
    """Lay out a flower or season: `tile`."""
    LOOSE = "loose"
    """Take a replacement: `tile`, a loose tile for a flower or a kong (in `simple` the next tile of the wall)."""
    DISCARD = "discard"
    """Discard `tile`."""
    CHOW = "chow"
    """Claim the last discard, `tile`, for a chow; `tiles` is the whole chow."""
    PUNG = "pung"
    """Claim the last discard, `tile`, for a pung; in the American game with `tiles`, jokers among them."""
    KONG = "kong"
    """Claim the last discard, `tile`, for a kong, likewise."""
    QUINT = "quint"
    """Claim the last discard, `tile`, for five or more alike (American)."""
    CONCEALED_KONG = "concealed-kong"
    """Declare four of `tile` in the hand."""
    ADDED_KONG = "added-kong"
    """Add `tile` from the hand to an exposed pung."""
    LAY = "lay"
    """Lay out the set `tiles` from the hand (`simple`)."""
    LEAVE = "leave"
    """Claim nothing."""
    PASS = "pass"  # noqa: S105 - no password
    """Pass `tiles` in the Charleston (American)."""
    CHARLESTON = "charleston"
    """Begin the second Charleston or the courtesy pass (American)."""
    STOP = "stop"
    """End the Charleston (American)."""
    END_TILE = "end-tile"
    """Exchange a joker drawn in the Charleston for the end tile: `tile` is what comes for it (American)."""
    JOKER = "joker"
    """Put `tile` from the hand in the place of a joker in the player's own set of it (American)."""
    MAH_JONGG = "mah-jongg"
    """Go out; with the last discard, `tile`, where it is claimed for that."""


CLAIMS: Final = frozenset({Do.CHOW, Do.PUNG, Do.KONG, Do.QUINT})
"""The moves that claim a discard for a set."""


class Move(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One move: who, what, and with which tiles.

    >>> Move(Wind.EAST, Do.DRAW, Tile.parse("3p")).record()
    {'who': 'E', 'do': 'draw', 'tile': '3p'}
    """

    who: Wind
    do: Do
    tile: Tile | None = None
    tiles: tuple[Tile, ...] = ()

    @property
    def named(self) -> Tile:
        """The tile of a move whose kind names one."""
        assert self.tile is not None  # noqa: S101 - legal moves of that kind have it
        return self.tile

    def record(self) -> dict[str, Any]:
        """Return the move as a record holds it; `read_move` reads it."""
        return as_json(self)


def as_json(value: msgspec.Struct) -> dict[str, Any]:
    """Return a struct with tiles as JSON has it: what is read again from a file is equal to it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value, enc_hook=str))
    return found


def read_tile_for(kind: type, written: object) -> object:
    """Read a tile by its notation, for msgspec."""
    return read_tile(str(written)) if kind is Tile else kind(written)


def read_move(written: object) -> Move:
    """Read a move of a record.

    >>> read_move({"who": "E", "do": "pung", "tile": "5z"}).tile
    Tile.parse('5z')
    >>> read_move({"who": "E", "do": "jump"})
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: This isn’t a move: “do” can’t be “jump”.
    """
    try:
        return msgspec.convert(written, Move, dec_hook=read_tile_for)
    except (msgspec.ValidationError, UnicodeEncodeError, RecursionError) as error:
        raise bad_request(_("This isn’t a move: {why}.").format(why=why_unread(error))) from None
