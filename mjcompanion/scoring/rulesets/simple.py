"""The simplified computer game: source 4. Exposed or concealed makes no difference, and only the winner scores."""

from __future__ import annotations

from typing import Final

from mjcompanion.scoring.rules import On, Rule, RulesetRows
from mjcompanion.words import mark

SOURCE: Final = "4"

ROWS: Final = (
    Rule(
        "pung-simples",
        On.SET,
        SOURCE,
        lambda s: s.is_pung and s.tile.is_simple,
        2,
        law=mark("Three alike of 2s to 8s: 2."),
    ),
    Rule(
        "pung-honours",
        On.SET,
        SOURCE,
        lambda s: s.is_pung and not s.tile.is_simple,
        4,
        law=mark("Three alike of 1s, 9s, winds or dragons: 4."),
    ),
    Rule(
        "kong-simples",
        On.SET,
        SOURCE,
        lambda s: s.is_kong and s.tile.is_simple,
        8,
        1,
        mark("four of a kind"),
        law=mark("Four alike of 2s to 8s: 8, and a double."),
    ),
    Rule(
        "kong-honours",
        On.SET,
        SOURCE,
        lambda s: s.is_kong and not s.tile.is_simple,
        16,
        1,
        mark("four of a kind"),
        law=mark("Four alike of 1s, 9s, winds or dragons: 16, and a double."),
    ),
    Rule(
        "own-wind",
        On.SET,
        SOURCE,
        lambda s: s.is_alike and s.is_own,
        doubles=1,
        words=mark("your wind"),
        law=mark("Three or four of your wind: a double."),
    ),
    Rule(
        "game-wind",
        On.SET,
        SOURCE,
        lambda s: s.is_alike and s.is_of_round,
        doubles=1,
        words=mark("game wind"),
        law=mark("Three or four of the game wind: a double."),
    ),
    Rule("flower", On.FLOWER, SOURCE, points=2, doubles=1, law=mark("Each flower or season: 2, and a double.")),
    Rule(
        "no-runs",
        On.SHAPE,
        SOURCE,
        lambda s: s.chows == 0,
        doubles=1,
        words=mark("no run in the hand"),
        law=mark("No run in the hand: a double."),
    ),
)

SIMPLE: Final = RulesetRows(
    name=mark("Simple computer game"),
    source=SOURCE,
    rows=ROWS,
    losers_score=False,
    round_matters=True,
    asks=frozenset({"seat", "round"}),
)
