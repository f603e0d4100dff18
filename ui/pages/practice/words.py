"""The Practice page's words."""

from __future__ import annotations

from mjcompanion.i18n.translation import _, join_sentences
from mjcompanion.practice.compare import RowComparison
from mjcompanion.practice.exercise import TOPIC_WORDS, Exercise, levels
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.sheet_rows import source_words


def level_words(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Return the levels of a ruleset: their numbers, and their entries in the list."""
    words = _("{number}  {about}")
    steps = enumerate(levels(ruleset), 1)
    return [(str(at), words.format(number=at, about=_(TOPIC_WORDS[step]))) for at, step in steps]


def rule_words(made: Exercise, rule: str) -> str:
    """Return a missed rule of an exercise's rules in words; empty for an unknown one."""
    known = {
        "factor": _("the factor"),
        "line": _("the line of the card"),
        "value": _("the value of the line"),
        "payment": _("who pays how much"),
        "jokers": _("with and without jokers"),
        "verdict": _("whether it is Mah Jongg"),
        "settling": _("who pays whom"),
    }
    if rule in known:
        return known[rule]
    found = next((row for row in made.rules_in_force if row.id == rule), None)
    return "" if found is None else _(found.law).rstrip(".") if found.law else _(found.words)


def difference_words(found: RowComparison) -> str:
    """Return what is wrong with a row, with the rules behind it and their source."""
    if found.is_right or not found.sentence:
        return ""
    laws = [_(law) for law in found.laws]
    source = source_words(found.source) if found.source and laws else ""
    return join_sentences((found.sentence, *laws, source))
