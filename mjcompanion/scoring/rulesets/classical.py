"""Classical play with the wind of the round: source 3.

The source refers to a scoring sheet on the back of its book that is not in the text; the lines that its example does
not show are those of sources 1 and 2, and say so.
"""

from __future__ import annotations

from typing import Final

from mjcompanion.hand import By
from mjcompanion.scoring.rules import On, Rule, RulesetRows
from mjcompanion.scoring.rulesets import common
from mjcompanion.words import mark

POINTS: Final = "3 6a"
DOUBLES: Final = "3 6b"
FILLED: Final = "1, 2B for the sheet of 3"

ROWS: Final = (
    *common.set_points(POINTS),
    common.dragon_pair(POINTS),
    common.own_wind_pair(POINTS),
    Rule(
        "pair-round-wind",
        On.SET,
        POINTS,
        lambda s: s.is_pair and s.is_of_round,
        2,
        words=mark("wind of the round"),
        everybody=True,
        law=mark("A pair of the wind of the round: 2."),
    ),
    common.own_wind_double(DOUBLES),
    Rule(
        "round-wind",
        On.SET,
        FILLED,
        lambda s: s.is_alike and s.is_of_round,
        doubles=1,
        words=mark("wind of the round"),
        everybody=True,
        law=mark("A pung or kong of the wind of the round doubles."),
    ),
    common.dragon_double(DOUBLES),
    common.flower_points(POINTS),
    *common.own_flower_doubles(DOUBLES),
    common.complete_flowers(FILLED, 3),
    Rule("mah-jongg", On.WIN, POINTS, points=20, words=mark("Mah Jongg"), law=mark("Mah Jongg: 20.")),
    Rule(
        "self-drawn",
        On.WIN,
        "3 4d",
        lambda w: w.by is By.DRAW,
        2,
        words=mark("winning tile drawn"),
        law=mark("The winning tile came from the wall: 2."),
    ),
    Rule(
        "loose-tile",
        On.WIN,
        "3 4c",
        lambda w: w.is_loose,
        10,
        words=mark("won with a loose tile"),
        law=mark("Won with a loose tile, after a kong or a flower: 10 instead of 2."),
    ),
    Rule(
        "robbed-kong",
        On.WIN,
        FILLED,
        lambda w: w.by is By.ROBBED_KONG,
        10,
        words=mark("robbed a kong"),
        law=mark("Robbed a kong: 10."),
    ),
    Rule(
        "last-tile",
        On.WIN,
        FILLED,
        lambda w: w.last_tile,
        doubles=1,
        words=mark("won on the last tile"),
        law=mark("Won on the last tile: one double."),
    ),
    Rule(
        "dealt",
        On.WIN,
        FILLED,
        lambda w: w.by is By.DEAL,
        doubles=3,
        words=mark("complete as dealt"),
        law=mark("Mah Jongg as dealt: three doubles."),
    ),
    common.only_tile(FILLED),
    Rule(
        "no-points",
        On.NO_POINTS,
        FILLED,
        points=10,
        words=mark("no points in sets, pair or flowers"),
        law=mark("Sets, pair and flowers score nothing: 10."),
    ),
    Rule("no-runs", On.SHAPE, FILLED, lambda s: s.chows == 0, 10, words=mark("no runs"), law=mark("No runs: 10.")),
    common.mixed_suit(FILLED),
    common.pure_suit(FILLED),
    common.all_terminals(FILLED),
    common.all_honours(FILLED),
)

CLASSICAL: Final = RulesetRows(
    name=mark("Classical, with the wind of the round"),
    source="3",
    rows=ROWS,
    losers_score=True,
    round_matters=True,
    asks=frozenset({"seat", "round", "how", "tile", "last_tile"}),
)
