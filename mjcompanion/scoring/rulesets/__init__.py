"""The Chinese rulesets, one file each: points, doubles and limits as rows of data."""

from __future__ import annotations

from typing import Final

from mjcompanion.options import Ruleset
from mjcompanion.scoring.rules import RulesetRows
from mjcompanion.scoring.rulesets.classical import CLASSICAL
from mjcompanion.scoring.rulesets.kemp_chinese import KEMP_CHINESE
from mjcompanion.scoring.rulesets.simple import SIMPLE
from mjcompanion.scoring.rulesets.traditional import TRADITIONAL

RULESETS: Final[dict[Ruleset, RulesetRows]] = {
    Ruleset.TRADITIONAL: TRADITIONAL,
    Ruleset.CLASSICAL: CLASSICAL,
    Ruleset.KEMP_CHINESE: KEMP_CHINESE,
    Ruleset.SIMPLE: SIMPLE,
}
"""The rules that score Chinese hands, in the order in which a list shows them."""
