"""American play in the club, which makes up its own hands: source 2, part A."""

from __future__ import annotations

from typing import Final

from mjcompanion.chips import AMERICAN_CHIPS
from mjcompanion.options import Options
from mjcompanion.rules import common
from mjcompanion.rules.record import DRAWN_WITHOUT_JOKERS, Example, Factor, Pays, Ruleset, Turns
from mjcompanion.rules.wall import Dealing, WallRules
from mjcompanion.words import mark

AMERICAN_CLUB: Final = Ruleset.define(
    "american-club",
    place=4,
    name=mark("American, in the club"),
    short=mark("American, club"),
    line=mark("Jokers, and hands that the club makes up itself."),
    source="2A",
    taken_from=mark("the play guide of the USA Mahjongg Club, part A"),
    card="club-fifteen",
    factors=(Factor(2, DRAWN_WITHOUT_JOKERS, lambda f: f.jokerless and f.drawn),),
    uses=("wrong_call_amount", "chips"),
    preset=Options(chips=AMERICAN_CHIPS),
    wall=WallRules(1, 19, Dealing.EAST_SKIPS, "2A, D and E"),
    pays=Pays(discarder=2, others=1, drawn=1),
    turns=Turns(wall_again=True),
    club_faults=True,
    practice=("line", "payment", "verdict", "whole"),
    example=Example("1111s 22s 3333s 44s 66z", "4s"),
    hand_laws=(
        mark("The players make up hands and their values before the game, or take a card such as Club Fifteen."),
    ),
    charleston=(
        mark("First, for all: three tiles to the right, three across, three to the left."),
        mark("Second, if all agree, and then whole: three to the left, three across, three to the right."),
        mark("Who is content may pass tiles on blind. Jokers are never passed."),
    ),
    claims=common.CARD_CLAIMS,
    ends=(mark("When all tiles are used nobody pays: another wall is built, and East stays East."),),
)
