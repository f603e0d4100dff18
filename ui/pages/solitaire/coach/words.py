"""The drawer's words: what to do, said to the person who does it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from .....solitaire.moves import Do, Move
from .....tiles import Terms, Tile


def tr(text: str) -> str:
    """A sentence of the drawer in the person's language."""
    return QCoreApplication.translate("CoachDrawer", text)


def named(tiles: tuple[Tile, ...], terms: Terms) -> str:
    """Tiles by name, like ones together: "the 3 bamboo", "3 bamboos and the joker".

    >>> three, joker = Tile.parse("3s"), Tile.parse("J")
    >>> named((three, three, joker), Terms())
    '2 of the 3 bamboo and the joker'
    """
    counted: dict[Tile, int] = {}
    for tile in tiles:
        counted[tile] = counted.get(tile, 0) + 1
    words = []
    for tile, count in counted.items():
        name = tr("the {tile}").format(tile=tile.name(terms))
        words.append(name if count == 1 else tr("{count} of {name}").format(count=count, name=name))
    if len(words) < 2:
        return "".join(words)
    return tr("{all} and {last}").format(all=", ".join(words[:-1]), last=words[-1])


def do_words(move: Move, terms: Terms) -> str:
    """A move as advice: "Discard the 3 bamboo"."""
    tile = tr("the {tile}").format(tile=move.tile.name(terms)) if move.tile is not None else ""
    sentences = {
        Do.DISCARD: tr("Discard {tile}"),
        Do.CHOW: tr("Take {tile} for a chow"),
        Do.PUNG: tr("Take {tile} for a pung"),
        Do.KONG: tr("Take {tile} for a kong"),
        Do.QUINT: tr("Take {tile} for a quint"),
        Do.CONCEALED_KONG: tr("Declare a kong of {tile}"),
        Do.ADDED_KONG: tr("Add {tile} to the pung"),
        Do.LAY: tr("Lay out {tiles}"),
        Do.LEAVE: tr("Leave it"),
        Do.PASS: tr("Pass {tiles}") if move.tiles else tr("Pass nothing"),
        Do.CHARLESTON: tr("Go on passing"),
        Do.STOP: tr("Pass no more"),
        Do.JOKER: tr("Exchange {tile} for the joker"),
        Do.MAH_JONGG: tr("Declare Mah Jongg"),
    }
    return sentences[move.do].format(tile=tile, tiles=named(move.tiles, terms))


def counted_tiles(count: int) -> str:
    """So many tiles."""
    return tr("1 tile") if count == 1 else tr("{count} tiles").format(count=f"{count:,}")


def away_words(away: int) -> str:
    """How far a hand is away after a discard, in as few words as there are."""
    if away <= 0:
        return tr("complete")
    return tr("waiting") if away == 1 else tr("{count} away").format(count=away)


def points_words(points: float) -> str:
    """An expected score: whole points, or tenths where they are few.

    >>> [points_words(points) for points in (0.04, 3.14, 12.5, 1234.0)]
    ['0', '3.1', '12', '1,234']
    """
    if round(points, 1) >= _FEW:
        return f"{points:,.0f}"
    text = f"{points:.1f}"
    return text.removesuffix(".0")


_FEW = 10


def percent(part: float) -> str:
    """A part of one in per cent, "under 1 %" and "over 99 %" where it isn't sure; number and sign stay together.

    >>> [percent(part).replace(_NO_BREAK, " ") for part in (0.0, 0.001, 0.456, 0.999, 1.0)]
    ['0 %', 'under 1 %', '46 %', 'over 99 %', '100 %']
    """
    whole = round(100 * part)
    if not whole and part:
        words = tr("under 1 %")
    elif whole == 100 and part < 1:
        words = tr("over 99 %")
    else:
        words = f"{whole} %"
    return words.replace(" %", f"{_NO_BREAK}%")


_NO_BREAK = "\N{NO-BREAK SPACE}"
