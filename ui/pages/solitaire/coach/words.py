"""The drawer's words: what to do, said to the person who does it."""

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


def percent(part: float) -> str:
    """Return a share in per cent, "under 1 %" and "over 99 %" where it isn't certain; number and sign stay together.

    >>> [percent(part).replace(_NO_BREAK, " ") for part in (0.0, 0.001, 0.456, 0.999, 1.0)]
    ['0 %', 'under 1 %', '46 %', 'over 99 %', '100 %']
    """
    whole = round(100 * part)
    if not whole and part:
        words = _("under 1 %")
    elif whole == 100 and part < 1:
        words = _("over 99 %")
    else:
        words = _("{number} %").format(number=number(whole))
    return words.replace(" %", f"{_NO_BREAK}%")


_NO_BREAK = "\N{NO-BREAK SPACE}"
