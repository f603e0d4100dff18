"""Traditional play with counting sticks: source 2, part B."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from mjcompanion.core.hand import By
from mjcompanion.core.options import NETTED, Options
from mjcompanion.i18n.translation import N_
from mjcompanion.rules import shared_rows
from mjcompanion.rules.optional_rows import adopted
from mjcompanion.rules.row import HALF_LIMIT, WHOLE_LIMIT, On, Rule
from mjcompanion.rules.ruleset import ExampleHand, Pays, Ruleset, Turns
from mjcompanion.rules.wall import Dealing, WallRules

SOURCE: Final = "2B"


def _extra(name: str, on: On, words: str, law: str, title: str, when: Callable[[Any], bool]) -> tuple[Rule, Rule]:
    """One of the five extras: 10 points or, as the players agree, a double."""
    points = Rule(name, on, SOURCE, when, 10, 0, words, law, title, enabled_if=lambda o: o.extras_as == "points")
    double = {"points": 0, "doubles": 1, "enabled_if": lambda o: o.extras_as == "doubles", "variant_of": name}
    return points, msgspec.structs.replace(points, id=f"{name}-doubles", **double)


ROWS: Final = (
    *shared_rows.set_points(SOURCE),
    *shared_rows.rows(SOURCE, "pair-dragons", "pair-own-wind", "own-wind", "dragons", "flower"),
    *shared_rows.own_flower_doubles(SOURCE),
    shared_rows.row("complete-flowers", SOURCE),
    Rule(
        "mah-jongg",
        On.WIN,
        SOURCE,
        points_option="basal",
        words=N_("Mah Jongg"),
        law=N_("Base score for Mah Jongg."),
        title=N_("Mah Jongg, the winner’s base score"),
    ),
    *shared_rows.rows(SOURCE, "self-drawn", "only-tile"),
    *_extra(
        "no-points",
        On.NO_POINTS,
        N_("no points in sets, pair or flowers"),
        N_("No points but the base score: 10 points, or a double."),
        N_("No points but the base score"),
        lambda _: True,
    ),
    *_extra(
        "no-runs",
        On.SHAPE,
        N_("no chows"),
        N_("No chows: 10 points, or a double."),
        N_("No chows"),
        lambda s: s.chows == 0,
    ),
    *_extra(
        "loose-tile",
        On.WIN,
        N_("won with a loose tile after a kong"),
        N_("Won with a loose tile after a kong: 10 points, or a double."),
        N_("Won with a loose tile after a kong"),
        lambda w: w.by is By.KONG_REPLACEMENT,
    ),
    *_extra(
        "last-tile",
        On.WIN,
        N_("drew the last tile"),
        N_("Drew the last tile of the wall: 10 points, or a double."),
        N_("Drew the last tile of the wall"),
        lambda w: w.last_tile and w.is_self_drawn,
    ),
    *_extra(
        "robbed-kong",
        On.WIN,
        N_("robbed a kong"),
        N_("Robbed a kong: 10 points, or a double."),
        N_("Robbed a kong"),
        lambda w: w.by is By.ROBBED_KONG,
    ),
    *shared_rows.rows(SOURCE, "mixed-suit", "pure-suit"),
    adopted(
        "dealt",
        SOURCE,
        N_("East complete as dealt: full score."),
        words=N_("complete as dealt: full score"),
        title=N_("East complete as dealt"),
    ),
    adopted(
        "first-discard",
        SOURCE,
        N_("Mah Jongg on East’s first discard: at least half the full score."),
        share=HALF_LIMIT,
        words=N_("won on East’s first discard: at least half the full score"),
        title=N_("Mah Jongg on East’s first discard"),
    ),
    Rule(
        "all-dragons",
        On.SHAPE,
        SOURCE,
        lambda s: s.dragon_sets == 3,
        share=WHOLE_LIMIT,
        words=N_("all three dragons: full score"),
        law=N_("All three dragons in pungs or kongs: full score."),
        title=N_("All three dragons in pungs or kongs"),
    ),
    Rule(
        "all-winds",
        On.SHAPE,
        SOURCE,
        lambda s: s.wind_sets == 4,
        share=WHOLE_LIMIT,
        words=N_("all four winds: full score"),
        law=N_("All four winds in pungs or kongs: full score."),
        title=N_("All four winds in pungs or kongs"),
    ),
)

TRADITIONAL: Final = Ruleset.define(
    "traditional",
    order=1,
    usual=True,
    name=N_("Traditional, with counting sticks"),
    short=N_("Traditional"),
    line=N_("Four players. Sets count points, which are doubled."),
    source=SOURCE,
    taken_from=N_("the play guide of the USA Mahjongg Club, part B"),
    rows=ROWS,
    losers_score=True,
    asks=frozenset({"seat", "how", "tile", "last_tile"}),
    uses=(
        *shared_rows.TABLE_OPTIONS,
        *shared_rows.LOSERS_OPTIONS,
        "basal",
        "extras_as",
        "only_tile_by_shape",
        "flower_doubles_add",
        "rounding",
    ),
    preset=Options(limit=300, flower_doubles_add=False, loser_pairs="all", hand_over=NETTED),
    wall=WallRules(1, 18, Dealing.EAST_SKIPS, "2B, B, D and E", stacks_without_flowers=17, loose=True),
    pays=Pays(),
    turns=Turns(winner_stays=True, round_wind=True, rounds=8, reseat=4),
    practice=("sets", "winds", "doubles", "whole", "loser", "settling"),
    example=ExampleHand(shared_rows.HAND, "9s", "1f"),
    hand_laws=shared_rows.HAND_LAWS,
    claims=shared_rows.CLAIMS,
    manners=(
        N_("After a kong draw a loose tile, then discard."),
        N_(
            "A concealed kong is laid out with two tiles face up and two face down. It is yours, even if its tile "
            "would complete another hand."
        ),
        N_("After Mah Jongg all lay their tiles face up and count. Wind discs (Mingg) may mark the seats."),
    ),
    ends=(
        N_("The game is a draw when 14 tiles are left, loose ones included, and two more for each kong. Nobody pays."),
    ),
    faults=(
        shared_rows.fault("chow-out-of-turn", "2B, (a)"),
        shared_rows.fault("kong-on-exposed", "2B, (c)"),
        *shared_rows.CHINESE_CUSTOMS,
    ),
)
