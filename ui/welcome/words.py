"""The games in plain words, and the sets of words that tables use for tiles."""

from __future__ import annotations

from typing import Final

from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import N_, joined
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.storage.settings import Settings

KINDS: Final = (N_("Chinese"), N_("American"), N_("Solitaire"))


def usual_games() -> tuple[Ruleset, ...]:
    """The games that most tables play."""
    return tuple(rules for rules in RULESETS.values() if rules.usual)


def groups() -> tuple[tuple[str, tuple[Ruleset, ...]], ...]:
    """The games as they are offered, under what they have in common."""
    kinds = [2 if rules.single_player else 1 if rules.with_card else 0 for rules in RULESETS.values()]
    return tuple(
        (words, tuple(rules for rules, kind in zip(RULESETS.values(), kinds, strict=True) if kind == at))
        for at, words in enumerate(KINDS)
    )


WORD_SETS: Final = (
    Terms(),
    Terms(characters="craks", bamboos="bams", white="soap"),
    Terms(characters="wan", dots="tung", bamboos="tiao", red="chung", green="fa", white="po"),
)
"""Words that go together. Each can be changed by itself in the settings."""
AMERICAN_WORDS: Final = 1
"""The place of those that American players use."""


def words_of(settings: Settings) -> int:
    """The place of the words that the settings have; the first where they are mixed."""
    return WORD_SETS.index(settings.terms) if settings.terms in WORD_SETS else 0


def family_words(terms: Terms) -> tuple[str, str]:
    """What a set of words calls the three suits, and the three dragons."""
    suits = joined(terms.word(family).many for family in ("characters", "dots", "bamboos"))
    dragons = joined(terms.word(family).one for family in ("red", "green", "white"))
    return suits, dragons
