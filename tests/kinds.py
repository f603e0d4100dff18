"""The rulesets by what they have in common, for tests that hold for all of a kind."""

from mjcompanion.core.chips import SETS
from mjcompanion.rulesets import RULESETS

ALL = list(RULESETS.values())
CHINESE = [rules for rules in ALL if not rules.with_card]
AMERICAN = [rules for rules in ALL if rules.with_card]
KEMP = [rules for rules in ALL if rules.single_player]
TABLES = [rules for rules in ALL if rules.at_table]
SETTLED_BY_SCORES = [rules for rules in ALL if rules.settles_scores]
SETTLED_BY_VALUE = [rules for rules in ALL if rules.settles_value]
CHIP_SETS = list(SETS)
