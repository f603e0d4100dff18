"""A ruleset for tests, in one file: a small Hong Kong table."""

from mjcompanion.core.hand import By
from mjcompanion.core.options import Options
from mjcompanion.rules import kind, shared_rows
from mjcompanion.rules.row import WHOLE_LIMIT, On, Rule
from mjcompanion.rules.ruleset import ExampleHand, Pays, Ruleset, Turns
from mjcompanion.rules.wall import Dealing, WallRules

SOURCE = "a club's own"
ROWS = (
    shared_rows.row("dragons", SOURCE),
    shared_rows.row("own-wind", SOURCE),
    shared_rows.row("mixed-suit", SOURCE),
    Rule("mah-jongg", On.WIN, SOURCE, points=1, words="Mah Jongg", law="Mah Jongg: 1.", title="Mah Jongg"),
    Rule(
        "self-drawn",
        On.WIN,
        SOURCE,
        lambda w: w.by is By.DRAW,
        doubles=1,
        words="winning tile drawn",
        law="The winning tile was drawn: one double.",
        title="The winning tile was drawn",
    ),
    Rule(
        "nothing-exposed",
        On.SHAPE,
        SOURCE,
        lambda s: s.open_sets == 0,
        doubles=1,
        words="nothing exposed",
        law="Nothing exposed: one double.",
        title="Nothing exposed",
    ),
    Rule(
        "seven-pairs",
        On.KIND,
        SOURCE,
        lambda k: k.kind == "seven-pairs",
        points=1,
        doubles=2,
        words="seven pairs",
        law="Seven pairs: 1, and two doubles.",
        title="Seven pairs",
    ),
    Rule(
        "thirteen-orphans",
        On.KIND,
        SOURCE,
        lambda k: k.kind == "thirteen-orphans",
        share=WHOLE_LIMIT,
        words="thirteen orphans",
        law="Thirteen orphans: the limit.",
        title="Thirteen orphans",
    ),
)
HONG_KONG = Ruleset.define(
    "hong-kong-trial",
    order=3,
    name="Hong Kong, as in a test",
    short="Hong Kong",
    line="Only the winner scores, and the discarder pays double.",
    source=SOURCE,
    taken_from="a test of the program",
    rows=ROWS,
    kinds=(kind.seven_pairs(), kind.thirteen_orphans()),
    asks=frozenset({"seat", "round", "how", "tile", "last_tile"}),
    uses=("limit", "flowers", "east_double", "chips"),
    preset=Options(limit=16, east_double=False),
    wall=WallRules(1, 18, Dealing.EAST_SKIPS, SOURCE, stacks_without_flowers=17, loose=True),
    pays=Pays(discarder=2, others=1, drawn=2),
    turns=Turns(winner_stays=True, round_wind=True, rounds=4),
    practice=("winds", "doubles", "whole", "settling"),
    example=ExampleHand(shared_rows.HAND, "9s", "1f"),
    hand_laws=shared_rows.HAND_LAWS,
    claims=("1. Mah Jongg.", "2. A kong or a pung.", "3. A chow, by the next in turn only."),
    ends=("The game is a draw when 14 tiles are left.",),
)
