"""The simplified computer game: source 4. Exposed or concealed makes no difference, and only the winner scores."""

from __future__ import annotations

from typing import Final

from mjcompanion.core.chips import AMERICAN_CHIPS
from mjcompanion.core.options import Options
from mjcompanion.i18n.translation import N_
from mjcompanion.rules import shared_rows
from mjcompanion.rules.fault import Fault, Follows
from mjcompanion.rules.row import On, Rule
from mjcompanion.rules.ruleset import ExampleHand, Ruleset, Turns, Virtual

SOURCE: Final = "4"

ROWS: Final = (
    Rule(
        "pung-simples",
        On.SET,
        SOURCE,
        lambda s: s.is_pung and s.tile.is_simple,
        2,
        law=N_("Three alike of 2s to 8s: 2."),
        title=N_("Three alike of 2s to 8s"),
    ),
    Rule(
        "pung-honours",
        On.SET,
        SOURCE,
        lambda s: s.is_pung and not s.tile.is_simple,
        4,
        law=N_("Three alike of 1s, 9s, winds or dragons: 4."),
        title=N_("Three alike of 1s, 9s, winds or dragons"),
    ),
    Rule(
        "kong-simples",
        On.SET,
        SOURCE,
        lambda s: s.is_kong and s.tile.is_simple,
        8,
        1,
        N_("four of a kind"),
        law=N_("Four alike of 2s to 8s: 8, and a double."),
        title=N_("Four alike of 2s to 8s"),
    ),
    Rule(
        "kong-honours",
        On.SET,
        SOURCE,
        lambda s: s.is_kong and not s.tile.is_simple,
        16,
        1,
        N_("four of a kind"),
        law=N_("Four alike of 1s, 9s, winds or dragons: 16, and a double."),
        title=N_("Four alike of 1s, 9s, winds or dragons"),
    ),
    Rule(
        "own-wind",
        On.SET,
        SOURCE,
        lambda s: s.is_alike and s.is_own,
        doubles=1,
        words=N_("your wind"),
        law=N_("Three or four of your wind: a double."),
        title=N_("Three or four of your wind"),
    ),
    Rule(
        "game-wind",
        On.SET,
        SOURCE,
        lambda s: s.is_alike and s.is_of_round,
        doubles=1,
        words=N_("game wind"),
        law=N_("Three or four of the game wind: a double."),
        title=N_("Three or four of the game wind"),
    ),
    Rule(
        "flower",
        On.FLOWER,
        SOURCE,
        points=2,
        doubles=1,
        law=N_("Each flower or season: 2, and a double."),
        title=N_("Each flower or season"),
    ),
    Rule(
        "no-runs",
        On.SHAPE,
        SOURCE,
        lambda s: s.chows == 0,
        doubles=1,
        words=N_("no chow in the hand"),
        law=N_("No chow in the hand: a double."),
        title=N_("No chow in the hand"),
    ),
)

SIMPLE: Final = Ruleset.define(
    "simple",
    order=4,
    name=N_("Simple computer game"),
    short=N_("Simple game"),
    line=N_("As in a computer game: only the winner scores."),
    source=SOURCE,
    taken_from=N_("the rules page of a simple computer game"),
    rows=ROWS,
    asks=frozenset({"seat", "round"}),
    uses=("limit", "rounds", "minimum", "minimum_in"),
    preset=Options(chips=AMERICAN_CHIPS),
    turns=Turns(winner_stays=True, round_wind=True, rounds=4),
    practice=("sets", "winds", "whole", "verdict"),
    example=ExampleHand(shared_rows.HAND, "9s", "1f"),
    virtual=Virtual(
        N_("The simple game"),
        N_("Simple"),
        N_("You and three computer players, all trying for four sets and a pair."),
        ("1s", "2s", "3s", "9m", "9m", "9m", "9m", "5p"),
    ),
    hand_laws=(
        N_("Mah Jongg is four sets and a pair. A set is a run of three, three or four alike."),
        N_("Exposed and concealed sets score alike. An exposed set is never added to."),
    ),
    claims=(
        N_("1. Who can go out. If several can, the next in turn gets it."),
        N_("2. Who can lay out a set with the tile at once: three alike, four alike, or a run, from anybody."),
        N_("Play continues with the player after the claimer. When four alike are laid out, a tile is drawn."),
    ),
    ends=(N_("When you must draw a tile and none is left, the game is over and nobody scores."),),
    faults=(
        shared_rows.fault("late-claim", SOURCE),
        Fault(
            "set-added-to",
            N_("A tile added to an exposed set"),
            N_("An exposed set stays as it is."),
            Follows.STANDS,
            SOURCE,
        ),
        Fault(
            "useless-claim",
            N_("A discard taken out of turn that makes no set"),
            N_("The game can’t be continued and starts again. Nobody scores."),
            Follows.ENDS,
            SOURCE,
        ),
    ),
)
"""East stays after winning, as is the custom: text 4 says nothing (decided)."""
