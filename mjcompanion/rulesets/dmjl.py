"""Classical play as the Deutsche Mah Jongg Liga (DMJL) has it; figures as the Kajongg project publishes them."""

from __future__ import annotations

from typing import Final

from mjcompanion.core.options import NETTED, Options
from mjcompanion.i18n.translation import N_
from mjcompanion.rules import shared_rows
from mjcompanion.rules.fault import Fault, Follows, Who
from mjcompanion.rules.kind import squirming_snake, thirteen_orphans, true_nine_gates
from mjcompanion.rules.optional_rows import adopted, roof_and_sea
from mjcompanion.rules.row import WHOLE_LIMIT, On, Rule
from mjcompanion.rules.ruleset import ExampleHand, Pays, Ruleset, Turns
from mjcompanion.rules.wall import Dealing, WallRules

SOURCE: Final = "DMJL"


LIMITS: Final = (
    adopted(
        "nine-gates",
        SOURCE,
        N_("Nine gates: 1112345678999 of a suit in hand, won with any tile of it: the limit."),
        title=N_("Nine gates: 1112345678999 of a suit in hand, won with any tile of it"),
    ),
    Rule(
        "squirming-snake",
        On.KIND,
        SOURCE,
        lambda k: k.kind == "squirming-snake",
        words=N_("squirming snake"),
        law=N_(
            "Squirming snake: 1 to 9 of a suit, the 1s and 9s as pungs or kongs, and a pair of 2, 5 or 8: the limit."
        ),
        title=N_("Squirming snake: a suit’s 1 to 9, pungs of 1s and 9s, a pair of 2, 5 or 8"),
        share=WHOLE_LIMIT,
    ),
    adopted("thirteen-orphans", SOURCE, N_("Thirteen orphans: the limit.")),
    adopted("dealt", SOURCE, N_("Heavenly hand: East complete as dealt: the limit.")),
    adopted("first-discard", SOURCE, N_("Earthly hand: won on East’s first discard: the limit.")),
    adopted("ninth-win", SOURCE, N_("East’s ninth win in a row: the limit. East passes on then.")),
    *roof_and_sea(SOURCE),
    adopted("kong-upon-kong", SOURCE, N_("Kong upon kong, and its loose tile won: the limit.")),
    adopted("scratching-a-pole", SOURCE, N_("Scratching a carrying pole: the 2 bamboo robbed: the limit.")),
    Rule(
        "hidden-treasure",
        On.HAND,
        SOURCE,
        lambda h: not h.shape.open_sets and not h.shape.chows and h.win.is_self_drawn,
        words=N_("hidden treasure"),
        law=N_("Hidden treasure: pungs and kongs in hand alone, and the winning tile drawn: the limit."),
        title=N_("Hidden treasure: only pungs and kongs in hand, and self-drawn"),
        share=WHOLE_LIMIT,
    ),
    Rule(
        "pure-suit-in-hand",
        On.HAND,
        SOURCE,
        lambda h: not h.shape.open_sets and h.tiles.is_pure and h.win.is_self_drawn,
        words=N_("one suit only, all in hand"),
        law=N_("All tiles of one suit, all in hand, and the winning tile drawn: the limit."),
        title=N_("All tiles of one suit, all in hand, and self-drawn"),
        share=WHOLE_LIMIT,
    ),
    Rule(
        "three-great-scholars",
        On.SHAPE,
        SOURCE,
        lambda s: s.dragon_sets == 3,
        words=N_("three great scholars"),
        law=N_("Three great scholars: all three dragons in pungs or kongs: the limit."),
        title=N_("Three great scholars: all three dragons, the winner’s"),
        share=WHOLE_LIMIT,
    ),
    Rule(
        "four-blessings",
        On.SHAPE,
        SOURCE,
        lambda s: s.wind_sets == 4,
        words=N_("four blessings hovering over the door"),
        law=N_("Four blessings hovering over the door: all four winds in pungs or kongs: the limit."),
        title=N_("Four blessings hovering over the door: all four winds, the winner’s"),
        share=WHOLE_LIMIT,
    ),
    shared_rows.row("four-kongs", SOURCE),
    Rule(
        "all-green",
        On.TILES,
        SOURCE,
        lambda t: t.green,
        words=N_("all greens"),
        law=N_("All greens: all tiles green dragons and bamboos 2, 3, 4, 6 and 8: the limit."),
        title=N_("All greens: all tiles green dragons and bamboos 2, 3, 4, 6, 8"),
        share=WHOLE_LIMIT,
    ),
    *shared_rows.heads_and_honours(SOURCE),
)
ROWS: Final = (
    *shared_rows.set_points(SOURCE),
    *shared_rows.rows(SOURCE, "pair-dragons", "pair-own-wind"),
    adopted("pair-round-wind", SOURCE, N_("A pair of the prevailing wind: 2.")),
    shared_rows.row("own-wind", SOURCE),
    adopted("round-wind", SOURCE, N_("A pung or kong of the prevailing wind doubles.")),
    *shared_rows.rows(SOURCE, "dragons", "flower"),
    adopted("own-flower-and-season", SOURCE, N_("Your own flower and season together: one double.")),
    shared_rows.row(
        "complete-flowers",
        SOURCE,
        doubles=1,
        law=N_("All four flowers, or all four seasons: one double."),
    ),
    adopted("three-concealed-pungs", SOURCE, N_("Three concealed pungs or kongs: one double.")),
    adopted("little-three-dragons", SOURCE, N_("Little three dragons: one double.")),
    adopted("all-dragons", SOURCE, N_("Big three dragons: two doubles.")),
    adopted("little-four-winds", SOURCE, N_("Little four winds: one double.")),
    adopted("all-winds", SOURCE, N_("Big four winds: two doubles."), doubles=2, share=0),
    *shared_rows.rows(SOURCE, "mah-jongg", "self-drawn"),
    adopted(
        "pair-completed",
        SOURCE,
        N_("The winning tile made a pair of 2s to 8s: 2."),
        when=lambda p: p.is_pair and p.meld.tile.is_simple,
        title=N_("The winning tile made a pair of 2s to 8s"),
    ),
    adopted(
        "pair-completed-honours",
        SOURCE,
        N_("The winning tile made a pair of 1s, 9s, winds or dragons: 4."),
    ),
    shared_rows.row(
        "only-tile",
        SOURCE,
        when=lambda p: p.alone or p.only,
        points=2,
        law=N_("No other tile would have won: 2."),
        title=N_("No other tile would have won"),
    ),
    Rule(
        "no-points",
        On.SHAPE,
        SOURCE,
        lambda s: s.chows == 4 and not s.dragon_pairs and not s.own_pairs,
        doubles=1,
        words=N_("no points in sets or pair"),
        law=N_("Sets and pair score nothing: one double."),
        title=N_("Sets and pair score nothing"),
    ),
    adopted("no-runs", SOURCE, N_("No chows: one double.")),
    adopted("concealed-self-drawn", SOURCE, N_("Nothing on the table, and the winning tile drawn: one double.")),
    *shared_rows.rows(SOURCE, "mixed-suit", "pure-suit"),
    adopted(
        "heads-and-tails",
        SOURCE,
        N_("All tiles 1s, 9s, winds and dragons: one double."),
        title=N_("All tiles 1s, 9s, winds and dragons"),
    ),
    adopted("loose-tile", SOURCE, N_("Won with a loose tile: one double."), points=0, doubles=1),
    adopted("last-tile", SOURCE, N_("Won on the last tile: one double.")),
    adopted("robbed-kong", SOURCE, N_("Robbed a kong: one double."), points=0, doubles=1),
    adopted("original-call", SOURCE, N_("Original call: one double.")),
    *LIMITS,
)

DMJL: Final = Ruleset.define(
    "dmjl",
    order=7,
    name=N_("German, with limit hands"),
    short=N_("German (DMJL)"),
    line=N_("Four players. Doubles for many patterns, and limit hands of 500."),
    source=SOURCE,
    taken_from=N_("the Deutsche Mah Jongg Liga’s classical rules, as the Kajongg project gives them"),
    rows=ROWS,
    kinds=(true_nine_gates(), squirming_snake(), thirteen_orphans()),
    losers_score=True,
    asks=frozenset({"seat", "round", "how", "tile", "last_tile", "called", "second_kong", "ninth_win"}),
    uses=(*shared_rows.TABLE_OPTIONS, *shared_rows.LOSERS_OPTIONS, "only_tile_by_shape", "rounding"),
    preset=Options(
        limit=500, loser_pairs="all", only_tile_by_shape=False, east_stays_after_draw=True, hand_over=NETTED
    ),
    wall=WallRules(2, 18, Dealing.EAST_SKIPS, SOURCE, stacks_without_flowers=17, loose=True, kong_box=7),
    pays=Pays(),
    turns=Turns(winner_stays=True, round_wind=True, rounds=4, passes_on=frozenset({"ninth_win"})),
    practice=("sets", "winds", "doubles", "whole", "loser", "settling"),
    example=ExampleHand(shared_rows.HAND, "9s", "1f"),
    hand_laws=(
        *shared_rows.HAND_LAWS,
        N_("Special hands that aren’t four sets and a pair stay in hand until the last tile."),
    ),
    claims=shared_rows.CLAIMS,
    ends=(N_("The game is a draw when the wall before the kong box is used up. Nobody pays, and East stays."),),
    faults=(
        shared_rows.misnamed("misnamed-chow", N_("A discard misnamed, and claimed for a chow"), 50, SOURCE),
        shared_rows.misnamed("misnamed-set", N_("A discard misnamed, and claimed for a pung or kong"), 100, SOURCE),
        Fault(
            "false-mah-jongg",
            N_("False Mah Jongg, with the hand shown"),
            N_("The hand ends, and nobody else pays."),
            Follows.PENALTY,
            SOURCE,
            Who.OFFENDER,
            Who.OTHERS,
            points=100,
        ),
        shared_rows.fault("cannon", SOURCE),
        shared_rows.fault("late-claim", SOURCE),
        shared_rows.fault("chow-out-of-turn", SOURCE),
        *[fault for fault in shared_rows.CHINESE_CUSTOMS if fault.id not in ("misnamed", "false-mah-jongg")],
    ),
)
