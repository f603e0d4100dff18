"""Classical play with the wind of the round: source 3.

The source refers to a scoring sheet on the back of its book that is not in the text; the lines that its example does
not show are those of sources 1 and 2, and say so.
"""

from __future__ import annotations

from typing import Final

from mjcompanion.core.hand import By
from mjcompanion.core.options import NETTED, Options
from mjcompanion.i18n.translation import N_
from mjcompanion.rules import shared_rows
from mjcompanion.rules.fault import Fault, Follows
from mjcompanion.rules.optional_rows import adopted, dealt_for_three_doubles, no_runs_for_ten
from mjcompanion.rules.row import On, Rule
from mjcompanion.rules.ruleset import ExampleHand, Pays, Ruleset, Turns
from mjcompanion.rules.wall import Dealing, Side, WallRules

POINTS: Final = "3 6a"
DOUBLES: Final = "3 6b"
FILLED: Final = "1, 2B for the sheet of 3"

ROWS: Final = (
    *shared_rows.set_points(POINTS),
    *shared_rows.rows(POINTS, "pair-dragons", "pair-own-wind"),
    adopted("pair-round-wind", POINTS, N_("A pair of the prevailing wind: 2.")),
    shared_rows.row("own-wind", DOUBLES),
    adopted("round-wind", FILLED, N_("A pung or kong of the prevailing wind doubles.")),
    shared_rows.row("dragons", DOUBLES),
    shared_rows.row("flower", POINTS),
    *shared_rows.own_flower_doubles(DOUBLES),
    shared_rows.row("complete-flowers", FILLED, doubles=3, law=shared_rows.THREE_FOR_ALL_FOUR),
    shared_rows.row("mah-jongg", POINTS),
    Rule(
        "self-drawn",
        On.WIN,
        "3 4d",
        lambda w: w.by is By.DRAW,
        2,
        words=N_("winning tile drawn"),
        law=N_("The winning tile came from the wall: 2."),
        title=N_("The winning tile came from the wall"),
    ),
    adopted(
        "loose-tile",
        f"3 4c, {FILLED}",
        N_("Won with a loose tile, after a kong or a flower: 10 instead of 2."),
        instead_of=2,
    ),
    adopted("robbed-kong", FILLED, N_("Robbed a kong: 10.")),
    adopted("last-tile", FILLED, N_("Won on the last tile: one double.")),
    dealt_for_three_doubles(FILLED),
    shared_rows.row("only-tile", FILLED),
    adopted("no-points", FILLED, N_("Sets, pair and flowers score nothing: 10.")),
    no_runs_for_ten(FILLED),
    *shared_rows.rows(FILLED, "mixed-suit", "pure-suit", "all-terminals", "all-honours"),
)

CLASSICAL: Final = Ruleset.define(
    "classical",
    order=2,
    name=N_("Classical, with the prevailing wind"),
    short=N_("Classical"),
    line=N_("Like Traditional, with the prevailing wind and a kong box."),
    source="3",
    taken_from=N_("an introduction to the classical game with 144 tiles"),
    rows=ROWS,
    losers_score=True,
    asks=frozenset({"seat", "round", "how", "tile", "last_tile"}),
    uses=(
        *shared_rows.TABLE_OPTIONS,
        *shared_rows.LOSERS_OPTIONS,
        "only_tile_by_shape",
        "flower_doubles_add",
        "rounding",
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
    turns=Turns(winner_stays=True, round_wind=True, dice=1, rounds=4),
    practice=("sets", "winds", "doubles", "whole", "loser", "settling"),
    example=ExampleHand(shared_rows.HAND, "9s", "1f"),
    hand_laws=shared_rows.HAND_LAWS,
    claims=(
        N_("1. Mah Jongg that completes a pung.   2. Mah Jongg that completes a chow, from anybody."),
        N_("3. A kong, with three of them concealed.   4. A pung.   5. A chow, by the next in turn only."),
        N_(
            "It doesn’t matter who claims first: of two equal claims, the player who scores more gets the tile. A "
            "claimed set is laid face up. Then discard, and play continues to the right of the claimer."
        ),
    ),
    manners=(
        N_("Say clearly what you discard."),
        N_(
            "After a kong take a loose tile, then discard. A concealed kong lies with its middle tiles face down. A "
            "tile added to an exposed pung lies face down beside it."
        ),
        N_("At the end a concealed pung is laid out with one tile face up and two face down."),
    ),
    ends=(
        N_(
            "The game is a draw when the wall before the kong box is used up, or when a tile must come from "
            "the kong box and none is left. Nobody pays."
        ),
    ),
    faults=(
        shared_rows.fault("late-claim", "3, 4"),
        shared_rows.fault("chow-out-of-turn", "3, 4a"),
        shared_rows.fault("kong-on-exposed", "3, 4c"),
        Fault(
            "out-of-order",
            N_("A discard out of turn"),
            N_("Play continues to the right of it."),
            Follows.STANDS,
            "3, 4",
        ),
        *shared_rows.CHINESE_CUSTOMS,
    ),
)
