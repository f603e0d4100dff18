"""Classical play with the wind of the round: source 3.

The source refers to a scoring sheet on the back of its book that is not in the text; the lines that its example does
not show are those of sources 1 and 2, and say so.
"""

from __future__ import annotations

from typing import Final

from mjcompanion.hand import By
from mjcompanion.options import NETTED, Options
from mjcompanion.rules import common
from mjcompanion.rules.fault import Fault, Follows
from mjcompanion.rules.record import Example, Pays, Ruleset, Turns
from mjcompanion.rules.row import On, Rule
from mjcompanion.rules.wall import Dealing, Side, WallRules
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
        title=mark("A pair of the wind of the round"),
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
        title=mark("A pung or kong of the wind of the round"),
    ),
    common.dragon_double(DOUBLES),
    common.flower_points(POINTS),
    *common.own_flower_doubles(DOUBLES),
    common.complete_flowers(FILLED, 3),
    common.mah_jongg(POINTS),
    Rule(
        "self-drawn",
        On.WIN,
        "3 4d",
        lambda w: w.by is By.DRAW,
        2,
        words=mark("winning tile drawn"),
        law=mark("The winning tile came from the wall: 2."),
        title=mark("The winning tile came from the wall"),
    ),
    Rule(
        "loose-tile",
        On.WIN,
        "3, 4c",
        lambda w: w.is_loose,
        10,
        words=mark("won with a loose tile"),
        law=mark("Won with a loose tile, after a kong or a flower: 10 instead of 2."),
        title=mark("Won with a loose tile, after a kong or a flower"),
        instead_of=2,
    ),
    Rule(
        "robbed-kong",
        On.WIN,
        FILLED,
        lambda w: w.by is By.ROBBED_KONG,
        10,
        words=mark("robbed a kong"),
        law=mark("Robbed a kong: 10."),
        title=mark("Robbed a kong"),
    ),
    Rule(
        "last-tile",
        On.WIN,
        FILLED,
        lambda w: w.last_tile,
        doubles=1,
        words=mark("won on the last tile"),
        law=mark("Won on the last tile: one double."),
        title=mark("Won on the last tile"),
    ),
    Rule(
        "dealt",
        On.WIN,
        FILLED,
        lambda w: w.by is By.DEAL,
        doubles=3,
        words=mark("complete as dealt"),
        law=mark("Mah Jongg as dealt: three doubles."),
        title=mark("Mah Jongg as dealt"),
    ),
    common.only_tile(FILLED),
    Rule(
        "no-points",
        On.NO_POINTS,
        FILLED,
        points=10,
        words=mark("no points in sets, pair or flowers"),
        law=mark("Sets, pair and flowers score nothing: 10."),
        title=mark("Sets, pair and flowers score nothing"),
    ),
    Rule(
        "no-runs",
        On.SHAPE,
        FILLED,
        lambda s: s.chows == 0,
        10,
        words=mark("no runs"),
        law=mark("No runs: 10."),
        title=mark("No runs"),
    ),
    common.mixed_suit(FILLED),
    common.pure_suit(FILLED),
    common.all_terminals(FILLED),
    common.all_honours(FILLED),
)

CLASSICAL: Final = Ruleset.define(
    "classical",
    place=2,
    name=mark("Classical, with the wind of the round"),
    short=mark("Classical"),
    line=mark("Likewise, with the wind of the round and a kong box."),
    source="3",
    taken_from=mark("an introduction to the classical game with 144 tiles"),
    rows=ROWS,
    losers_score=True,
    asks=frozenset({"seat", "round", "how", "tile", "last_tile"}),
    uses=(
        "limit",
        "only_tile_by_shape",
        "flower_doubles_add",
        "loser_pairs",
        "flowers",
        "losers_settle",
        "east_double",
        "east_stays_after_draw",
        "rounds",
        "chips",
        "hand_over",
        "minimum",
        "minimum_in",
        "scale",
        "payments",
    ),
    preset=Options(loser_pairs="all", hand_over=NETTED),
    wall=WallRules(
        throws=2,
        stacks=18,
        dealing=Dealing.ONE_EACH,
        source="3, Steps One and Two",
        side=Side.LEFT,
        stacks_without_flowers=17,
        loose=True,
        kong_box=6,
        chosen_deals=True,
    ),
    pays=Pays(),
    turns=Turns(winner_stays=True, round_wind=True, rounds=4),
    practice=("sets", "winds", "doubles", "whole", "loser", "settling"),
    example=Example(common.HAND, "9s", "1f"),
    hand_laws=common.HAND_LAWS,
    claims=(
        mark("1. Mah Jongg that completes a pung.   2. Mah Jongg that completes a chow, from anybody."),
        mark("3. A kong, with three of them concealed.   4. A pung.   5. A chow, by the next in turn only."),
        mark(
            "Who claims first makes no difference; of two claims alike the one who scores more has the tile. A claimed "
            "set is laid open; then discard, and play goes on to the right of the claimer."
        ),
    ),
    manners=(
        mark("Say clearly what you discard."),
        mark(
            "After a kong take a loose tile, then discard. A concealed kong lies with its middle tiles face down; a "
            "tile added to an exposed pung lies face down beside it."
        ),
        mark("At the end a concealed pung is laid out with one tile face up and two face down."),
    ),
    ends=(
        mark(
            "The game is a draw when the wall before the kong box is used up, or the kong box when a tile is due from "
            "it. Nobody pays."
        ),
    ),
    faults=(
        common.late_claim("3, 4"),
        common.chow_out_of_turn("3, 4a"),
        common.kong_on_exposed("3, 4c"),
        Fault(
            "out-of-order",
            mark("A discard out of turn"),
            mark("Play goes on to the right of it."),
            Follows.STANDS,
            "3, 4",
        ),
        *common.CHINESE_CUSTOMS,
    ),
)
