"""The club's own rules: a ruleset with some values changed, under a name, in a file that people can read and write.

Source: RULES 9 (docs/rules.md).
"""

from mjcompanion.table.club_rules.file import read_club_rules, write_club_rules
from mjcompanion.table.club_rules.library import RulesLibrary
from mjcompanion.table.club_rules.rules import ClubRules, ComparedOption, differences_text, value_words

__all__ = [
    "ClubRules",
    "ComparedOption",
    "RulesLibrary",
    "differences_text",
    "read_club_rules",
    "value_words",
    "write_club_rules",
]
