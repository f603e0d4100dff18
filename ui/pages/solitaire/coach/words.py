"""Phrases for moves, said to the person who makes them."""

from __future__ import annotations

from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.translation import _, listed, ngettext, number
from mjcompanion.solitaire.moves import Do, Move


def named(tiles: tuple[Tile, ...], terms: Terms) -> str:
    """Return tiles by name, like ones together.

    >>> three, joker = Tile.parse("3s"), Tile.parse("J")
    >>> named((three, three, joker), Terms())
    '2 of the 3 bamboo and the joker'
    """
    counted: dict[Tile, int] = {}
    for tile in tiles:
        counted[tile] = counted.get(tile, 0) + 1
    words = []
    for tile, count in counted.items():
        several = _("the {tile}") if count == 1 else _("{count} of the {tile}")
        words.append(several.format(count=number(count), tile=tile.name(terms)))
    return listed(words) if words else ""


def do_words(move: Move, terms: Terms) -> str:
    """Return a move as advice: "Discard the 3 bamboo"."""
    tile = move.tile.name(terms) if move.tile is not None else ""
    sentences = {
        Do.DISCARD: _("Discard the {tile}"),
        Do.CHOW: _("Claim the {tile} for a chow"),
        Do.PUNG: _("Claim the {tile} for a pung"),
        Do.KONG: _("Claim the {tile} for a kong"),
        Do.QUINT: _("Claim the {tile} for a quint"),
        Do.CONCEALED_KONG: _("Declare a kong of the {tile}"),
        Do.ADDED_KONG: _("Add the {tile} to the pung"),
        Do.LAY: _("Lay out {tiles}"),
        Do.LEAVE: _("Leave it"),
        Do.PASS: _("Pass {tiles}") if move.tiles else _("Pass nothing"),
        Do.CHARLESTON: _("Continue passing"),
        Do.STOP: _("Stop passing"),
        Do.JOKER: _("Exchange the {tile} for the joker"),
        Do.MAH_JONGG: _("Declare Mah Jongg"),
    }
    return sentences[move.do].format(tile=tile, tiles=named(move.tiles, terms))


def counted_tiles(count: int) -> str:
    """Return a number of tiles in words."""
    return ngettext("{count} tile", "{count} tiles", count).format(count=number(count))


def away_words(away: int, *, waiting: bool = True) -> str:
    """Return how far a hand is away, in as few words as possible; without `waiting`, one tile is "1 away"."""
    if away <= 0:
        return _("complete")
    return _("waiting") if waiting and away == 1 else _("{count} away").format(count=number(away))
