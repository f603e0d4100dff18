"""A virtual game in plain text: a line for each turn of the person, followed by the others' discards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from mjcompanion.core.errors import listed
from mjcompanion.core.notation import write
from mjcompanion.core.tiles import Wind
from mjcompanion.i18n.translation import N_, _, pgettext
from mjcompanion.rules.wall import Side
from mjcompanion.solitaire.game import Game, Phase
from mjcompanion.solitaire.moves import CLAIMS, Do, Move

_DEALING: Final = frozenset({Phase.DEAL, Phase.FLOWER, Phase.LOOSE})
_OPENS: Final = {
    Side.RIGHT: N_("Dice {dice}: the wall opens at stack {stack} of the {wind} wall, from the right."),
    Side.LEFT: N_("Dice {dice}: the wall opens at stack {stack} of the {wind} wall, from the left."),
}
_BEGINS: Final = frozenset({Do.DRAW, Do.PASS, Do.CHARLESTON, Do.STOP, *CLAIMS})
"""What begins a line of the transcript when the person does it."""

_CLAUSES: Final = {
    Do.DRAW: N_("draws {tile}"),
    Do.FLOWER: N_("lays out {tile}"),
    Do.LOOSE: N_("takes {tile}"),
    Do.DISCARD: N_("discards {tile}"),
    Do.CHOW: N_("claims {tile} for ({set})"),
    Do.PUNG: N_("claims {tile} for ({set})"),
    Do.KONG: N_("claims {tile} for ({set})"),
    Do.QUINT: N_("claims {tile} for ({set})"),
    Do.CONCEALED_KONG: N_("kong [{set}]"),
    Do.ADDED_KONG: N_("kong ({set})"),
    Do.LAY: N_("lays ({set})"),
    Do.LEAVE: "",
    Do.PASS: N_("passes {set}"),
    Do.CHARLESTON: N_("continues the Charleston"),
    Do.STOP: N_("ends the Charleston"),
    Do.END_TILE: N_("exchanges a joker for {tile}"),
    Do.JOKER: N_("puts {tile} for a joker"),
    Do.MAH_JONGG: N_("Mah Jongg with {tile}"),
}
_ALIKE: Final = {Do.PUNG: 3, Do.KONG: 4, Do.CONCEALED_KONG: 4, Do.ADDED_KONG: 4}
"""The moves that may name one tile for a whole set, and how many are in it."""


def _clause(move: Move) -> str:
    """Return what a move did, in words that follow a player's name; empty where none are needed."""
    if move.do is Do.MAH_JONGG and move.tile is None:
        return _("Mah Jongg")
    if move.do is Do.PASS and not move.tiles:
        return _("passes nothing")
    tiles = move.tiles
    if not tiles and move.tile is not None:
        tiles = (move.tile,) * _ALIKE.get(move.do, 0)
    return _(_CLAUSES[move.do]).format(tile=move.tile, set=write(tiles))


def course(start: Game, steps: Sequence[tuple[Move, Game]]) -> Iterator[str]:
    """Yield the transcript of a game: its dice, the tiles dealt, and each turn.

    >>> from mjcompanion.solitaire.deal import Deal
    >>> from mjcompanion.solitaire.record import begin
    >>> game = begin(Deal.of("kemp-chinese", 7))
    >>> print(next(course(game, [])))
    Dice 6+3 and 3+1: the wall opens at stack 13 of the East wall, from the right.
    """
    opened = start.deal.opened
    if opened is not None:
        thrown = ["+".join(str(die) for die in dice) for dice in start.deal.dice]
        text = _(_OPENS[opened.side])
        yield text.format(dice=listed(thrown), stack=opened.stack, wind=opened.wall.word)
    dealt = next((at for at, (_unused, game) in enumerate(steps, 1) if game.phase not in _DEALING), len(steps))
    if not steps:
        return
    person = start.person
    holding = steps[dealt - 1][1].holding(person)
    dealt_to = _("{who} is dealt {hand}; {flowers} laid out.") if holding.flowers else _("{who} is dealt {hand}.")
    yield dealt_to.format(who=person.player, hand=write(holding.hand), flowers=write(holding.flowers))
    yield ""
    row: list[Move] = []
    number = 0
    for move, _unused in steps[dealt:]:
        if row and move.who is person and move.do in _BEGINS and not _is_pass_drawn(row, move):
            number += 1
            yield _row(number, row, person)
            row = []
        row.append(move)
    if row:
        yield _row(number + 1, row, person)


def _is_pass_drawn(row: Sequence[Move], move: Move) -> bool:
    """Whether the move draws what a pass of the Charleston brings."""
    return move.do is Do.DRAW and row[-1].do in (Do.PASS, Do.DRAW, Do.END_TILE)


def _row(number: int, moves: Sequence[Move], person: Wind) -> str:
    """Return a line of what each player did in turn, without the opponents' draws."""
    parts = []
    for who, some in groupby(moves, key=lambda move: move.who):
        done = [move for move in some if who is person or move.do is not Do.DRAW]
        clauses = [clause for move in done if (clause := _clause(move))]
        if not clauses:
            continue
        text = pgettext("between the parts of a sentence", ", ").join(clauses)
        if who is person:
            parts.append(text)
        else:
            only = len(done) == 1 and done[0].do is Do.DISCARD
            does = str(done[0].tile) if only else text
            parts.append(pgettext("what a player did", "{who} {does}").format(who=who.player, does=does))
    return f"{number:>4}  {' · '.join(parts)}"
