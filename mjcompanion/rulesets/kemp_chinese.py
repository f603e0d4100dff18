"""Chinese Mah Jongg Solitaire with Discards, by John Kemp: source 1, parts A and B of its Chinese game."""

from __future__ import annotations

from typing import Final

from mjcompanion.core.chips import AMERICAN_CHIPS
from mjcompanion.core.hand import By
from mjcompanion.core.options import Options
from mjcompanion.i18n.translation import N_
from mjcompanion.rules import shared_rows
from mjcompanion.rules.optional_rows import adopted, dealt_for_three_doubles, no_runs_for_ten
from mjcompanion.rules.row import On, Rule
from mjcompanion.rules.ruleset import ExampleHand, Ruleset, Virtual
from mjcompanion.rules.wall import Dealing, WallRules

ROWS: Final = (
    *shared_rows.set_points("1 B1"),
    shared_rows.row("pair-dragons", "1 B1"),
    adopted("pair-winds", "1 B1", N_("A pair of any wind: 2."), everybody=False),
    shared_rows.row(
        "pair-own-wind",
        "1 B1",
        everybody=False,
        enabled_if=lambda options: options.own_wind_pair_adds,
        law=N_("A pair of East, your seat wind: 2 more."),
        title=N_("A pair of East, your seat wind"),
        additive=True,
    ),
    shared_rows.row("own-wind", "1 B2a"),
    shared_rows.row("dragons", "1 B2b"),
    shared_rows.row("flower", "1 B1"),
    *shared_rows.own_flower_doubles("1 B3a–b"),
    shared_rows.row("complete-flowers", "1 B3c", doubles=3, law=shared_rows.THREE_FOR_ALL_FOUR),
    shared_rows.row("mah-jongg", "1 B1"),
    shared_rows.row(
        "self-drawn",
        "1 B1",
        law=N_("The winning tile was drawn: 2."),
        title=N_("The winning tile was drawn"),
    ),
    Rule(
        "loose-tile",
        On.WIN,
        "1 B1",
        lambda w: w.by is By.KONG_REPLACEMENT,
        10,
        words=N_("won with a loose tile after a kong"),
        law=N_("Won with a loose tile after a kong: 10."),
        title=N_("Won with a loose tile after a kong"),
    ),
    adopted("last-tile", "1 B2d", N_("Won on the last tile: one double.")),
    dealt_for_three_doubles("1 B2h"),
    shared_rows.row("only-tile", "1 B1"),
    adopted(
        "no-points",
        "1 B1",
        N_("Sets, pair and flowers score nothing: 10."),
        words=N_("no scoring sets, pair or flowers"),
        enabled_if=lambda options: options.no_combinations == "tiles",
    ),
    Rule(
        "no-doubles",
        On.NO_DOUBLES,
        "1 B1",
        points=10,
        words=N_("nothing in part 2 doubles"),
        enabled_if=lambda options: options.no_combinations == "literal",
        law=N_("Nothing in part 2 of the sheet doubles: 10."),
        title=N_("Nothing doubled in part 2 of the sheet"),
    ),
    no_runs_for_ten("1 B1"),
    shared_rows.row("mixed-suit", "1 B2c"),
    shared_rows.row("pure-suit", "1 B2e"),
    shared_rows.row("all-terminals", "1 B2f"),
    shared_rows.row("all-honours", "1 B2g"),
)

KEMP_CHINESE: Final = Ruleset.define(
    "kemp-chinese",
    order=3,
    name=N_("Kemp’s Chinese solitaire"),
    short=N_("Kemp’s solitaire"),
    line=N_("On your own: the sooner you win, the more it counts."),
    source="1",
    taken_from=N_("John Kemp’s sheet for Chinese solitaire"),
    single_player=True,
    rows=ROWS,
    asks=frozenset({"how", "tile", "last_tile", "discards"}),
    uses=("limit", "own_wind_pair_adds", "only_tile_by_shape", "flower_doubles_add", "no_combinations"),
    preset=Options(chips=AMERICAN_CHIPS),
    wall=WallRules(2, 18, Dealing.ALONE, "1, Chinese rules 1, 3, 4 and 7", loose=True),
    score_card="kemp-chinese",
    practice=("sets", "winds", "doubles", "factor", "whole"),
    example=ExampleHand(shared_rows.HAND, "9s", "1f", discards=40),
    virtual=Virtual(
        N_("Kemp’s Chinese game"),
        N_("Chinese"),
        N_("You are East. Three others only draw and discard. Every discard, yours too, lowers your score."),
        ("1z", "1z", "1z", "3p", "4p", "5p", "7z", "7z"),
    ),
    hand_laws=shared_rows.HAND_LAWS,
    claims=(
        N_(
            "South, West and North draw one tile each and discard it. East may claim any of them for a chow, a pung, "
            "a kong or Mah Jongg. The set is laid out face up, East discards, and play continues with South."
        ),
    ),
    ends=(
        N_(
            "When only the loose tiles are left and the last discard isn’t claimed, the game ends without a score. "
            "When both loose tiles are used the last stack of the wall is the next pair."
        ),
    ),
)
