"""The tiles of a finished hand as they lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from mjcompanion.core.tiles import Terms, Tile

from .button import TileFace, TileState

if TYPE_CHECKING:
    from mjcompanion.american.match import FilledRun
    from mjcompanion.parsing.pattern import Build
    from mjcompanion.scoring.hand_groups import HandGroup


def group_faces(groups: Iterable[HandGroup], terms: Terms) -> list[TileFace]:
    """The tiles of a hand in its groups: a gap between them, one tile of an exposed set turned, the winning one raised.

    `groups` are those of a scored hand, as `mjcompanion.american.hand_groups.groups_of_sheet` has them.
    """
    faces: list[TileFace] = []
    for group in groups:
        name = "" if group.meld is None else group.describe(terms)
        for at, (tile, face) in enumerate(zip(group.tiles, group.faces, strict=True)):
            state = TileState.WON if at == group.won else TileState.NORMAL
            if at == 0 and group.exposed and group.meld is not None:
                state |= TileState.CLAIMED
            words = f"{tile.name(terms)}, {name}" if name else ""
            faces.append(TileFace(face, state, name=words, gap=at == 0 and bool(faces)))
    return faces


def line_faces(sets: Sequence[FilledRun], build: Build) -> list[TileFace]:
    """The tiles of an American hand as its line has them, group by group, jokers in their places, the missing faded."""
    runs, faces = iter(sets), list[TileFace]()
    for size in build.sizes or (1,) * len(sets):
        group = list[tuple[Tile, int]]()
        for run in islice(runs, size):
            group += [(tile, TileState.NORMAL) for tile in run.tiles]
            group += [(run.run.tile, TileState.MISSING)] * run.missing
        faces += [TileFace(tile, state, gap=at == 0 and bool(faces)) for at, (tile, state) in enumerate(group)]
    return faces
