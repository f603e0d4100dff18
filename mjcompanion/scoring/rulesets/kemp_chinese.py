"""Chinese Mah Jongg Solitaire with Discards, by John Kemp: source 1, parts A and B of its Chinese game."""

from __future__ import annotations

from typing import Final

from mjcompanion.hand import By
from mjcompanion.scoring.rules import On, Rule, RulesetRows
from mjcompanion.scoring.rulesets import common
from mjcompanion.words import mark

ROWS: Final = (
    *common.set_points("1 B1"),
    common.dragon_pair("1 B1"),
    Rule("pair-winds", On.SET, "1 B1", lambda s: s.is_pair and s.tile.is_wind, 2, law=mark("A pair of any wind: 2.")),
    Rule(
        "pair-own-wind",
        On.SET,
        "1 B1",
        lambda s: s.is_pair and s.is_own,
        2,
        words=mark("own wind"),
        given=lambda options: options.own_wind_pair_adds,
        law=mark("A pair of East, your own wind: 2 more."),
    ),
    common.own_wind_double("1 B2a"),
    common.dragon_double("1 B2b"),
    common.flower_points("1 B1"),
    *common.own_flower_doubles("1 B3a–b"),
    common.complete_flowers("1 B3c", 3),
    Rule("mah-jongg", On.WIN, "1 B1", points=20, words=mark("Mah Jongg"), law=mark("Mah Jongg: 20.")),
    Rule(
        "self-drawn",
        On.WIN,
        "1 B1",
        lambda w: w.is_self_drawn,
        2,
        words=mark("winning tile drawn"),
        law=mark("The winning tile was drawn: 2."),
    ),
    Rule(
        "loose-tile",
        On.WIN,
        "1 B1",
        lambda w: w.by is By.KONG_REPLACEMENT,
        10,
        words=mark("won with a loose tile after a kong"),
        law=mark("Won with a loose tile after a kong: 10."),
    ),
    Rule(
        "last-tile",
        On.WIN,
        "1 B2d",
        lambda w: w.last_tile,
        doubles=1,
        words=mark("won on the last tile"),
        law=mark("Won on the last tile: one double."),
    ),
    Rule(
        "dealt",
        On.WIN,
        "1 B2h",
        lambda w: w.by is By.DEAL,
        doubles=3,
        words=mark("complete as dealt"),
        law=mark("Mah Jongg as dealt: three doubles."),
    ),
    common.only_tile("1 B1"),
    Rule(
        "no-points",
        On.NO_POINTS,
        "1 B1",
        points=10,
        words=mark("no scoring sets, pair or flowers"),
        law=mark("Sets, pair and flowers score nothing: 10."),
    ),
    Rule("no-runs", On.SHAPE, "1 B1", lambda s: s.chows == 0, 10, words=mark("no runs"), law=mark("No runs: 10.")),
    common.mixed_suit("1 B2c"),
    common.pure_suit("1 B2e"),
    common.all_terminals("1 B2f"),
    common.all_honours("1 B2g"),
)

KEMP_CHINESE: Final = RulesetRows(
    name=mark("Kemp’s Chinese solitaire"),
    source="1",
    rows=ROWS,
    losers_score=False,
    round_matters=False,
    asks=frozenset({"how", "tile", "last_tile", "discards"}),
)
