"""The course of a virtual game in plain text: a line for each turn of the person's, the others' discards behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from mjcompanion.notation import write
from mjcompanion.options import Ruleset
from mjcompanion.solitaire.game import Game, Phase
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from mjcompanion.tiles import Wind

GAME_NAMES: Final = {
    Ruleset.KEMP_CHINESE: "Kemp’s Chinese solitaire",
    Ruleset.KEMP_AMERICAN: "Kemp’s American solitaire",
    Ruleset.SIMPLE: "Simple computer game",
}
"""The games by name."""
_DEALING: Final = frozenset({Phase.DEAL, Phase.FLOWER, Phase.LOOSE})
_BEGINS: Final = frozenset({Do.DRAW, Do.PASS, Do.CHARLESTON, Do.STOP, *CLAIMS})
"""What begins a line of the course when the person does it."""

_CLAUSES: Final[dict[Do, Callable[[Move], str]]] = {
    Do.DRAW: lambda move: f"draws {move.tile}",
    Do.FLOWER: lambda move: f"lays out {move.tile}",
    Do.LOOSE: lambda move: f"takes {move.tile}",
    Do.DISCARD: lambda move: f"discards {move.tile}",
    Do.CHOW: lambda move: f"claims {move.tile} for ({write(move.tiles)})",
    Do.PUNG: lambda move: f"claims {move.tile} for ({write(move.tiles or _alike(move, 3))})",
    Do.KONG: lambda move: f"claims {move.tile} for ({write(move.tiles or _alike(move, 4))})",
    Do.QUINT: lambda move: f"claims {move.tile} for ({write(move.tiles)})",
    Do.CONCEALED_KONG: lambda move: f"kong [{write(_alike(move, 4))}]",
    Do.ADDED_KONG: lambda move: f"kong ({write(_alike(move, 4))})",
    Do.LAY: lambda move: f"lays ({write(move.tiles)})",
    Do.LEAVE: lambda _: "",
    Do.PASS: lambda move: f"passes {write(move.tiles) if move.tiles else 'nothing'}",
    Do.CHARLESTON: lambda _: "goes on with the Charleston",
    Do.STOP: lambda _: "ends the Charleston",
    Do.END_TILE: lambda move: f"exchanges a joker for {move.tile}",
    Do.JOKER: lambda move: f"puts {move.tile} for a joker",
    Do.MAH_JONGG: lambda move: "Mah Jongg" if move.tile is None else f"Mah Jongg with {move.tile}",
}


def _alike(move: Move, count: int) -> tuple:  # type: ignore[type-arg]
    return (move.tile,) * count


def course(start: Game, steps: Sequence[tuple[Move, Game]]) -> Iterator[str]:
    """The lines that tell a game: its dice, the tiles dealt, and each turn.

    >>> from mjcompanion.solitaire.deal import Deal
    >>> from mjcompanion.solitaire.record import begin
    >>> game = begin(Deal.of("kemp-chinese", 7))
    >>> print(next(course(game, [])))
    Dice 6+3 and 3+1: the wall opens at stack 13 of the East wall, from the right.
    """
    opened = start.deal.opened
    if opened is not None:
        dice = " and ".join("+".join(str(die) for die in thrown) for thrown in start.deal.dice)
        place = f"stack {opened.stack} of the {opened.wall.word} wall, from the {opened.side}"
        yield f"Dice {dice}: the wall opens at {place}."
    dealt = next((at for at, (_, game) in enumerate(steps, 1) if game.phase not in _DEALING), len(steps))
    if not steps:
        return
    person = start.person
    held = steps[dealt - 1][1].holding(person)
    flowers = f"; {write(held.flowers)} laid out" if held.flowers else ""
    yield f"{person.word} is dealt {write(held.hand)}{flowers}."
    yield ""
    row: list[Move] = []
    number = 0
    for move, _ in steps[dealt:]:
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
    """A line: what each did, one after another; what an opponent draws isn't told."""
    parts = []
    for who, some in groupby(moves, key=lambda move: move.who):
        done = [move for move in some if who is person or move.do is not Do.DRAW]
        clauses = [clause for move in done if (clause := _CLAUSES[move.do](move))]
        if not clauses:
            continue
        told = ", ".join(clauses)
        if who is person:
            parts.append(told)
        elif len(done) == 1 and done[0].do is Do.DISCARD:
            parts.append(f"{who.word} {done[0].tile}")
        else:
            parts.append(f"{who.word} {told}")
    return f"{number:>4}  {' · '.join(parts)}"
