"""Chinese Mah Jongg Solitaire with Discards, by John Kemp: source 1, parts A and B of its Chinese game."""

from __future__ import annotations

from typing import Final

from mjcompanion.core.chips import AMERICAN_CHIPS
from mjcompanion.core.hand import By
from mjcompanion.core.options import Options
from mjcompanion.i18n.translation import N_
from mjcompanion.rules import common
from mjcompanion.rules.library import adopted, dealt_for_three_doubles, no_runs_for_ten
from mjcompanion.rules.record import Example, Ruleset, Virtual
from mjcompanion.rules.row import On, Rule
from mjcompanion.rules.wall import Dealing, WallRules

ROWS: Final = (
    *common.set_points("1 B1"),
    common.row("pair-dragons", "1 B1"),
    adopted("pair-winds", "1 B1", N_("A pair of any wind: 2."), everybody=False),
    common.row(
        "pair-own-wind",
        "1 B1",
        everybody=False,
        enabled_if=lambda options: options.own_wind_pair_adds,
        law=N_("A pair of East, your seat wind: 2 more."),
        title=N_("A pair of East, your seat wind"),
        additive=True,
    ),
    common.row("own-wind", "1 B2a"),
    common.row("dragons", "1 B2b"),
    common.row("flower", "1 B1"),
    *common.own_flower_doubles("1 B3a–b"),
    common.row("complete-flowers", "1 B3c", doubles=3, law=common.THREE_FOR_ALL_FOUR),
    common.row("mah-jongg", "1 B1"),
    common.row(
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
    common.row("only-tile", "1 B1"),
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
    common.row("mixed-suit", "1 B2c"),
    common.row("pure-suit", "1 B2e"),
    common.row("all-terminals", "1 B2f"),
    common.row("all-honours", "1 B2g"),
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
    example=Example(common.HAND, "9s", "1f", discards=40),
    virtual=Virtual(
        N_("Kemp’s Chinese game"),
        N_("Chinese"),
        N_("You are East. Three others only draw and discard; every discard, yours too, lowers your score."),
        ("1z", "1z", "1z", "3p", "4p", "5p", "7z", "7z"),
    ),
    hand_laws=common.HAND_LAWS,
    claims=(
        N_(
            "South, West and North draw one tile each and discard it. East may claim any of them for a chow, a "
            "pung, a kong or Mah Jongg; the set is laid out face up, East discards, and play goes on with "
            "South."
        ),
    ),
    ends=(
        N_(
            "When only the loose tiles are left and the last discard isn’t claimed, the game ends without a score. "
            "When both loose tiles are used the last stack of the wall is the next pair."
        ),
    ),
)
