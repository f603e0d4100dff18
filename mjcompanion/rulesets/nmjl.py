"""American play with the card of the year: source 5, after the National Mah Jongg League."""

from __future__ import annotations

from typing import Final

from mjcompanion.core.chips import AMERICAN_CHIPS
from mjcompanion.core.options import NETTED, Options
from mjcompanion.i18n.translation import N_
from mjcompanion.rules import shared_rows
from mjcompanion.rules.fault import Fault, Follows
from mjcompanion.rules.ruleset import WITHOUT_JOKERS, ExampleHand, Factor, Pays, Ruleset, Turns
from mjcompanion.rules.wall import Dealing, WallRules

NMJL: Final = Ruleset.define(
    "nmjl",
    order=8,
    usual=True,
    name=N_("American, with a yearly card"),
    short=N_("American, yearly card"),
    line=N_("National League (NMJL): jokers, a card each year."),
    source="5",
    taken_from=N_("an introduction to American play after the National Mah Jongg League"),
    card="companion",
    factors=(Factor(2, WITHOUT_JOKERS, lambda f: f.jokerless and not f.singles_and_pairs),),
    values=frozenset({25, 30, 35, 40, 45, 50, 60, 75}),
    uses=("rounds", "chips", "hand_over", "singles_and_pairs"),
    preset=Options(chips=AMERICAN_CHIPS, hand_over=NETTED),
    wall=WallRules(1, 19, Dealing.EAST_SKIPS, "5, Starting The Game"),
    pays=Pays(discarder=2, others=1, drawn=2),
    singles_and_pairs=True,
    turns=Turns(),
    practice=("line", "payment", "verdict", "whole"),
    example=ExampleHand(shared_rows.LINE, "6p"),
    hand_laws=(N_("The card of the year has the lines, each with its value. C is concealed, X is exposed."),),
    charleston=(
        N_(
            "First, for everybody: three tiles to the right, three across, three to the left. Up to three of the "
            "last may be passed on blind."
        ),
        N_(
            "Second, if all agree: three to the left, three across, three to the right, the last blind if you like. "
            "Then a courtesy pass of up to three with the player across."
        ),
        N_("Jokers are never passed."),
    ),
    claims=shared_rows.CARD_CLAIMS,
    manners=(
        N_("Name each discard and put it face up in the centre. Discards before the most recent one are dead."),
        N_("A claimed set lies face up on top of the rack. Jokers exposed in a dead hand may still be exchanged."),
    ),
    draw_name=shared_rows.WALL_GAME,
    ends=(N_("When all tiles are drawn and the last discard isn’t claimed, nobody wins and nobody pays."),),
    faults=(
        shared_rows.fault("late-claim", "5, Calling Tiles"),
        Fault(
            "single-claimed",
            N_("A discard claimed for a pair or a single tile"),
            N_("Only Mah Jongg can be made that way."),
            Follows.NO_CLAIM,
            "5, Calling Tiles",
        ),
        Fault(
            "set-changed",
            N_("An exposed set changed"),
            N_("It stays as it was laid out."),
            Follows.STANDS,
            "5, Calling Tiles",
        ),
        *shared_rows.LEAGUE_CUSTOMS,
    ),
)
"""The values are those that yearly cards have had; a card of one's own brings its own (decided)."""
