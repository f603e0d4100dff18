"""The Practice page's words."""

from __future__ import annotations

from mjcompanion.i18n.translation import _, beside
from mjcompanion.practice.compare import Difference
from mjcompanion.practice.exercise import STEP_WORDS, levels
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.scoring.sheet_rows import source_words


def level_words(ruleset: Ruleset) -> list[tuple[str, str]]:
    """The levels of a ruleset: their numbers, and what the list calls them."""
    words = _("{number}  {about}")
    steps = enumerate(levels(ruleset), 1)
    return [(str(at), words.format(number=at, about=_(STEP_WORDS[step]))) for at, step in steps]


def rule_words(ruleset: Ruleset, rule: str) -> str:
    """A rule that was missed, in words; empty where it is none that anybody can be told."""
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
    rows = ruleset.rows if ruleset in RULESETS else ()
    found = next((row for row in rows if row.id == rule), None)
    return "" if found is None else _(found.law).rstrip(".") if found.law else _(found.words)


def difference_words(found: Difference) -> str:
    """What is wrong with a row, with the rules behind it and where they stand."""
    if found.is_right or not found.sentence:
        return ""
    laws = [_(law) for law in found.laws]
    source = source_words(found.source) if found.source and laws else ""
    return beside((found.sentence, *laws, source))
