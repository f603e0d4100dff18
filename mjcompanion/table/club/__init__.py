"""The club's own rules: a ruleset with some values changed, under a name, in a file that people can read and write.

Source: RULES 9 (docs/rules.md).
"""

from mjcompanion.table.club.file import read_club_rules, write_club_rules
from mjcompanion.table.club.rules import ClubRules, Row, differences_text, value_words
from mjcompanion.table.club.shelf import RulesShelf

__all__ = [
    "ClubRules",
    "Row",
    "RulesShelf",
    "differences_text",
    "read_club_rules",
    "value_words",
    "write_club_rules",
]
