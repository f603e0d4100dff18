"""Traditional play with counting sticks: source 2, part B."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mjcompanion.hand import By
from mjcompanion.options import Options
from mjcompanion.scoring.rules import HALF_LIMIT, WHOLE_LIMIT, On, Rule, RulesetRows
from mjcompanion.scoring.rulesets import common

SOURCE: Final = "2B"


def _extra(name: str, on: On, words: str, law: str, when: Callable[[Any], bool]) -> tuple[Rule, Rule]:
    """One of the five extras: 10 points or, as the players agree, a double."""
    return (
        Rule(name, on, SOURCE, when, points=10, words=words, law=f"{law}: 10 points, or a double.", given=_as_points),
        Rule(
            f"{name}-doubles",
            on,
            SOURCE,
            when,
            doubles=1,
            words=words,
            law=f"{law}: 10 points, or a double.",
            given=_as_doubles,
        ),
    )


def _as_points(options: Options) -> bool:
    return options.extras_as == "points"


def _as_doubles(options: Options) -> bool:
    return options.extras_as == "doubles"


ROWS: Final = (
    *common.set_points(SOURCE),
    common.dragon_pair(SOURCE),
    common.own_wind_pair(SOURCE),
    common.own_wind_double(SOURCE),
    common.dragon_double(SOURCE),
    common.flower_points(SOURCE),
    *common.own_flower_doubles(SOURCE),
    common.complete_flowers(SOURCE, 2),
    Rule("mah-jongg", On.WIN, SOURCE, points_option="basal", words="Mah Jongg", law="The winner’s basal score."),
    Rule(
        "self-drawn",
        On.WIN,
        SOURCE,
        lambda w: w.is_self_drawn,
        2,
        words="winning tile drawn",
        law="The winner drew the winning tile: 2.",
    ),
    common.only_tile(SOURCE),
    *_extra(
        "no-points", On.NO_POINTS, "no points in sets, pair or flowers", "No points but the basal score", lambda _: True
    ),
    *_extra("no-runs", On.SHAPE, "no runs", "No runs", lambda s: s.chows == 0),
    *_extra(
        "loose-tile",
        On.WIN,
        "won with a loose tile after a kong",
        "Won with a loose tile after a kong",
        lambda w: w.by is By.KONG_REPLACEMENT,
    ),
    *_extra(
        "last-tile",
        On.WIN,
        "drew the last tile",
        "Drew the last tile of the wall",
        lambda w: w.last_tile and w.is_self_drawn,
    ),
    *_extra("robbed-kong", On.WIN, "robbed a kong", "Robbed a kong", lambda w: w.by is By.ROBBED_KONG),
    common.mixed_suit(SOURCE),
    common.pure_suit(SOURCE),
    Rule(
        "dealt",
        On.WIN,
        SOURCE,
        lambda w: w.by is By.DEAL,
        share=WHOLE_LIMIT,
        words="complete as dealt: full score",
        law="East complete as dealt: full score.",
    ),
    Rule(
        "first-discard",
        On.WIN,
        SOURCE,
        lambda w: w.by is By.FIRST_DISCARD,
        share=HALF_LIMIT,
        words="won on East’s first discard: at least half the full score",
        law="Mah Jongg on East’s first discard: at least half the full score.",
    ),
    Rule(
        "all-dragons",
        On.SHAPE,
        SOURCE,
        lambda s: s.dragon_sets == 3,
        share=WHOLE_LIMIT,
        words="all three dragons: full score",
        law="All three dragons in pungs or kongs: full score.",
    ),
    Rule(
        "all-winds",
        On.SHAPE,
        SOURCE,
        lambda s: s.wind_sets == 4,
        share=WHOLE_LIMIT,
        words="all four winds: full score",
        law="All four winds in pungs or kongs: full score.",
    ),
)

TRADITIONAL: Final = RulesetRows(
    name="Traditional, with counting sticks",
    source=SOURCE,
    rows=ROWS,
    losers_score=True,
    round_matters=False,
    asks=frozenset({"seat", "how", "tile", "last_tile"}),
)
