"""The Practice page's words."""

from __future__ import annotations

from mjcompanion.i18n.translation import beside, tr
from mjcompanion.practice.compare import Difference
from mjcompanion.practice.exercise import STEP_WORDS, levels
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.scoring.text_renderer import source_words


def level_words(ruleset: Ruleset) -> list[tuple[str, str]]:
    """The levels of a ruleset: their numbers, and what the list calls them."""
    words = tr("{number}  {about}")
    steps = enumerate(levels(ruleset), 1)
    return [(str(at), words.format(number=at, about=tr(STEP_WORDS[step]))) for at, step in steps]


def rule_words(ruleset: Ruleset, rule: str) -> str:
    """A rule that was missed, in words; empty where it is none that anybody can be told."""
    known = {
        "factor": tr("the factor"),
        "line": tr("the line of the card"),
        "value": tr("the value of the line"),
        "payment": tr("who pays how much"),
        "jokers": tr("with and without jokers"),
        "verdict": tr("whether it is Mah Jongg"),
        "settling": tr("who pays whom"),
    }
    if rule in known:
        return known[rule]
    rows = ruleset.rows if ruleset in RULESETS else ()
    found = next((row for row in rows if row.id == rule), None)
    return "" if found is None else tr(found.law).rstrip(".") if found.law else tr(found.words)


def difference_words(found: Difference) -> str:
    """What is wrong with a row, with the rules behind it and where they stand."""
    if found.is_right or not found.sentence:
        return ""
    laws = [tr(law) for law in found.laws]
    source = source_words(found.source) if found.source and laws else ""
    return beside((found.sentence, *laws, source))
