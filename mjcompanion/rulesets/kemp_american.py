"""American Mah Jongg Solitaire with Discards, by John Kemp: source 1, its American game."""

from __future__ import annotations

from typing import Final

from mjcompanion.core.chips import AMERICAN_CHIPS
from mjcompanion.core.options import Options
from mjcompanion.i18n.translation import N_
from mjcompanion.rules import shared_rows
from mjcompanion.rules.row import always
from mjcompanion.rules.ruleset import EVERY_HAND, WITHOUT_JOKERS, ExampleHand, Factor, Ruleset, Virtual
from mjcompanion.rules.wall import Dealing, WallRules

KEMP_AMERICAN: Final = Ruleset.define(
    "kemp-american",
    order=10,
    name=N_("Kemp’s American solitaire"),
    line=N_("On your own, with jokers and the hands of a card."),
    source="1",
    taken_from=N_("John Kemp’s sheet for American solitaire"),
    single_player=True,
    card="companion",
    factors=(
        Factor(2, EVERY_HAND, always),
        Factor(4, WITHOUT_JOKERS, lambda f: f.jokerless and not f.singles_and_pairs),
    ),
    uses=("singles_and_pairs",),
    preset=Options(chips=AMERICAN_CHIPS),
    wall=WallRules(1, 19, Dealing.ALONE, "1, American rules A2, A3, A7 and B"),
    score_card="kemp-american",
    practice=("line", "jokers", "verdict", "whole"),
    example=ExampleHand(shared_rows.LINE, "6p", discards=40),
    virtual=Virtual(
        N_("Kemp’s American game"),
        N_("American"),
        N_("With jokers and the Charleston, for a hand of a card. Every discard lowers your score."),
        ("1f", "2f", "2s", "2s", "J", "5z", "2m", "6m"),
    ),
    hand_laws=(N_("The card of the year has the lines, each with its value. C is concealed, X is exposed."),),
    charleston=(
        N_(
            "First, compulsory: pass three tiles face up to the discards and draw three. Do so again. Then pass up "
            "to three and draw as many."
        ),
        N_(
            "Second, if you like, and then in full: three, three, up to three. After it a courtesy pass of up to three."
        ),
        N_("Jokers are never passed. One that is drawn now is exchanged for the end tile of the wall."),
    ),
    claims=(
        N_(
            "South, West and North draw one tile each and discard it. East may claim any of them for three or more "
            "alike of an exposed (X) line, laid out face up at once. For Mah Jongg any tile but a joker. No runs."
        ),
        N_("For a concealed (C) line nothing is claimed but the last tile."),
    ),
    draw_name=shared_rows.WALL_GAME,
    ends=(N_("When all tiles are drawn and the last discard isn’t claimed, the game ends without a score."),),
)
