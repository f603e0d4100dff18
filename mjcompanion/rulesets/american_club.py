"""American play in the club, which makes up its own hands: source 2, part A."""

from __future__ import annotations

from typing import Final

from mjcompanion.core.chips import AMERICAN_CHIPS
from mjcompanion.core.options import NETTED, Options
from mjcompanion.i18n.translation import N_
from mjcompanion.rules import shared_rows
from mjcompanion.rules.fault import Fault, Follows, Who
from mjcompanion.rules.ruleset import DRAWN_WITHOUT_JOKERS, ExampleHand, Factor, Pays, Ruleset, Turns
from mjcompanion.rules.wall import Dealing, WallRules

PENALTIES: Final = "2A, Rules & Penalties"

AMERICAN_CLUB: Final = Ruleset.define(
    "american-club",
    order=9,
    name=N_("American, in the club"),
    short=N_("American, club"),
    line=N_("Jokers, and hands that the club makes up itself."),
    source="2A",
    taken_from=N_("the play guide of the USA Mahjongg Club, part A"),
    card="club-fifteen",
    factors=(Factor(2, DRAWN_WITHOUT_JOKERS, lambda f: f.jokerless and f.drawn and not f.singles_and_pairs),),
    uses=("rounds", "wrong_call_amount", "chips", "hand_over", "singles_and_pairs"),
    preset=Options(chips=AMERICAN_CHIPS, hand_over=NETTED),
    wall=WallRules(1, 19, Dealing.EAST_SKIPS, "2A, D and E"),
    pays=Pays(discarder=2, others=1, drawn=1),
    turns=Turns(wall_again=True),
    club_faults=True,
    practice=("line", "payment", "verdict", "whole"),
    example=ExampleHand("1111s 22s 3333s 44s 66z", "4s"),
    hand_laws=(
        N_("The players make up hands and their values before the game, or take a card such as Club Fifteen."),
        N_("A quint is five flowers, of any kind."),
    ),
    charleston=(
        N_("First, for everybody: three tiles to the right, three across, three to the left."),
        N_("Second, if all agree, and then in full: three to the left, three across, three to the right."),
        N_("A player who is happy with the hand may pass tiles on blind. Jokers are never passed."),
    ),
    claims=shared_rows.CARD_CLAIMS,
    manners=(
        N_(
            "The rack holds 13 tiles, and the chips on the nails at its left. Pick one tile at a time, in turn, look "
            "at it and lay it on the rack. Discard face up in the centre."
        ),
        N_("Name a tile correctly to claim it. A discard stands. A dead hand is not shown before the end."),
    ),
    draw_name=shared_rows.WALL_GAME,
    ends=(N_("When all tiles are used nobody pays: another wall is built, and East stays East."),),
    faults=(
        Fault(
            "error-hidden",
            N_("Mah Jongg in error, with no hand shown"),
            N_("The game continues."),
            Follows.NOTHING,
            PENALTIES,
        ),
        Fault(
            "out-of-turn",
            N_("A tile picked out of turn"),
            N_("Nobody pays."),
            Follows.WARNING,
            PENALTIES,
        ),
        Fault(
            "two-tiles",
            N_("More than one tile of the wall looked at"),
            N_("Nobody pays."),
            Follows.WARNING,
            PENALTIES,
        ),
        Fault(
            "error-shown",
            N_("Mah Jongg in error, with the hand shown"),
            N_("That player is out of the game and pays the winner."),
            Follows.DEAD,
            PENALTIES,
            hand_field="wrong_calls",
        ),
        Fault(
            "error-all-shown",
            N_("Mah Jongg in error, and all hands but one shown"),
            N_("The game is over."),
            Follows.ENDS,
            PENALTIES,
            Who.OTHERS,
            Who.KEPT,
            points_option="wrong_call_amount",
            hand_field="wrong_calls",
        ),
        Fault(
            "wrong-count",
            N_("Too many or too few tiles"),
            N_("The hand is kept concealed to the end, can’t win, and pays the winner in full."),
            Follows.DEAD,
            PENALTIES,
            hand_field="dead",
        ),
        Fault(
            "discard-back",
            N_("A discard exchanged for another tile"),
            N_("Once discarded, it can’t be taken back."),
            Follows.STANDS,
            PENALTIES,
        ),
        Fault(
            "claim-misnamed",
            N_("A tile named wrongly when it is claimed"),
            N_("It may not be claimed."),
            Follows.NO_CLAIM,
            PENALTIES,
        ),
        Fault(
            "bet-shown",
            N_("The bettor’s choice shown before the end"),
            N_("All bets are off."),
            Follows.BET_OFF,
            PENALTIES,
        ),
    ),
)
