"""The simplified computer game: source 4. Exposed or concealed makes no difference, and only the winner scores."""

from __future__ import annotations

from typing import Final

from mjcompanion.scoring.rules import On, Rule, RulesetRows

SOURCE: Final = "4"

ROWS: Final = (
    Rule("pung-simples", On.SET, SOURCE, lambda s: s.is_pung and s.tile.is_simple, 2),
    Rule("pung-honours", On.SET, SOURCE, lambda s: s.is_pung and not s.tile.is_simple, 4),
    Rule("kong-simples", On.SET, SOURCE, lambda s: s.is_kong and s.tile.is_simple, 8, 1, "four of a kind"),
    Rule("kong-honours", On.SET, SOURCE, lambda s: s.is_kong and not s.tile.is_simple, 16, 1, "four of a kind"),
    Rule("own-wind", On.SET, SOURCE, lambda s: s.is_alike and s.is_own, doubles=1, words="your wind"),
    Rule("game-wind", On.SET, SOURCE, lambda s: s.is_alike and s.is_of_round, doubles=1, words="game wind"),
    Rule("flower", On.FLOWER, SOURCE, points=2, doubles=1),
    Rule("no-runs", On.SHAPE, SOURCE, lambda s: s.chows == 0, doubles=1, words="no run in the hand"),
)

SIMPLE: Final = RulesetRows(
    name="Simple computer game",
    source=SOURCE,
    rows=ROWS,
    losers_score=False,
    round_matters=True,
    asks=frozenset({"seat", "round"}),
)
