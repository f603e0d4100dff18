"""The games in the order in which they are offered, and the sets of words that tables use for tiles."""

from __future__ import annotations

from typing import Final

from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import joined
from mjcompanion.rulesets import RULESETS, Ruleset

WORD_SETS: Final = (
    Terms(),
    Terms(characters="craks", bamboos="bams", white="soap"),
    Terms(characters="wan", dots="tung", bamboos="tiao", red="chung", green="fa", white="po"),
)
"""Words that go together. Each can be changed by itself in the settings."""
AMERICAN_WORDS: Final = 1
"""The place of those that American players use."""


def usual_games() -> list[Ruleset]:
    """Return the games that most tables play."""
    return [rules for rules in RULESETS.values() if rules.usual]


def other_games() -> list[Ruleset]:
    """Return the other games, those for one player last."""
    return sorted((rules for rules in RULESETS.values() if not rules.usual), key=lambda rules: rules.single_player)


def family_words(terms: Terms) -> tuple[str, str]:
    """Return what a set of words calls the three suits, and the three dragons."""
    suits = joined(terms.word(family).many for family in ("characters", "dots", "bamboos"))
    dragons = joined(terms.word(family).one for family in ("red", "green", "white"))
    return suits, dragons
