"""The tiles of an American hand in the groups of its line, and those of either game."""

from __future__ import annotations

from itertools import groupby, islice

from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.line import Line
from mjcompanion.american.match import Matcher, Reading
from mjcompanion.american.score import AmericanSheet
from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import Tile
from mjcompanion.parsing.pattern import read_pattern
from mjcompanion.scoring import hand_groups
from mjcompanion.scoring.hand_groups import HandGroup
from mjcompanion.scoring.sheet import ScoreSheet


def groups_of_sheet(sheet: ScoreSheet | AmericanSheet) -> tuple[HandGroup, ...]:
    """Return a scored hand in groups: in sets and the pair, or an American one in the groups of its line."""
    if isinstance(sheet, ScoreSheet):
        return hand_groups.hand_groups(sheet)
    win = sheet.context.win
    return groups_of_reading(sheet.reading, None if win is None else win.tile)


def groups_of_reading(reading: Reading, won_with: Tile | None = None) -> tuple[HandGroup, ...]:
    """Return a hand group by group as its line has it, jokers in their places and the winning tile where it belongs.

    >>> from mjcompanion.american.request import Cards, score_request
    >>> hand = {"card": "companion", "rules": "kemp-american", "hand": "FFF 2m5z2m6m (222p) 66JJp"}
    >>> groups = groups_of_reading(score_request(hand, Cards()).reading, Tile.parse("6m"))
    >>> [(len(group.tiles), group.exposed, group.won) for group in groups]
    [(3, False, -1), (4, False, 3), (3, True, -1), (4, False, -1)]
    """
    runs, groups = iter(reading.sets), list[HandGroup]()
    for size in reading.build.sizes or (1,) * len(reading.sets):
        some = tuple(islice(runs, size))
        exposed = any(run.exposed for run in some)
        tiles = tuple(tile for run in some for tile in run.tiles)
        groups.append(HandGroup(tiles, "".join(map(str, some)), exposed=exposed, laid=exposed))
    if won_with is not None:
        hand_groups.mark_winning_tile(groups, won_with, None)
    return tuple(groups)


def groups_of_line(hand: AmericanHand, pattern: str) -> tuple[HandGroup, ...]:
    """Return a hand in the groups of the line with this pattern; where it doesn't make that line, like tiles together.

    >>> hand = AmericanHand.parse("FFF 2m5z2m6m (222p) 66JJp")
    >>> [len(group.tiles) for group in groups_of_line(hand, "FFF 2026a 222b 6666b")]
    [3, 4, 3, 4]
    >>> [len(group.tiles) for group in groups_of_line(hand, "")]
    [2, 1, 2, 1, 3, 2, 3]
    """
    try:
        readings = Matcher([Line(pattern=pattern, builds=read_pattern(pattern).builds)]).readings(hand)
    except RuleError:  # no pattern, or one of a file that others made
        readings = ()
    if readings:
        return groups_of_reading(readings[0])
    like: list[tuple[Tile, ...]] = [tuple(some) for _unused, some in groupby(hand.concealed)]
    laid = [HandGroup(one.tiles, "", exposed=True, laid=True) for one in hand.exposures]
    return (*[HandGroup(tiles, "") for tiles in like], *laid)
