"""The games in plain words, and the sets of words that tables use for tiles."""

from __future__ import annotations

from typing import Final

from mjcompanion.options import Ruleset
from mjcompanion.settings import Settings
from mjcompanion.tiles import Terms
from mjcompanion.words import joined, mark, tr

from ...parts.words import american_words, ruleset_words

GROUPS: Final = (
    (mark("Chinese"), (Ruleset.TRADITIONAL, Ruleset.CLASSICAL, Ruleset.SIMPLE)),
    (mark("American"), (Ruleset.NMJL, Ruleset.AMERICAN_CLUB)),
    (mark("Solitaire"), (Ruleset.KEMP_CHINESE, Ruleset.KEMP_AMERICAN)),
)
"""The games as they are offered, under what they have in common."""

_LINES: Final = {
    Ruleset.TRADITIONAL: mark("Four players; sets count points, which are doubled."),
    Ruleset.CLASSICAL: mark("Likewise, with the wind of the round and a kong box."),
    Ruleset.SIMPLE: mark("As in a computer game: only the winner scores."),
    Ruleset.NMJL: mark("Jokers, the Charleston, and each year’s card of hands."),
    Ruleset.AMERICAN_CLUB: mark("Jokers, and hands that the club makes up itself."),
    Ruleset.KEMP_CHINESE: mark("You alone: the sooner you win, the more it counts."),
    Ruleset.KEMP_AMERICAN: mark("Likewise, with jokers and the hands of a card."),
}

WORD_SETS: Final = (
    Terms(),
    Terms(characters="craks", bamboos="bams", white="soap"),
    Terms(characters="wan", dots="tung", bamboos="tiao", red="chung", green="fa", white="po"),
)
"""Words that go together. Each can be changed by itself in the settings."""


def game_lines(rules: Ruleset) -> tuple[str, str]:
    """A game's name, and a line about it."""
    return (ruleset_words() | american_words())[rules], tr(_LINES[rules])


def words_of(settings: Settings) -> int:
    """The place of the words that the settings have; the first where they are mixed."""
    return WORD_SETS.index(settings.terms) if settings.terms in WORD_SETS else 0


def family_words(terms: Terms) -> tuple[str, str]:
    """What a set of words calls the three suits, and the three dragons."""
    suits = joined(terms.word(family).many for family in ("characters", "dots", "bamboos"))
    dragons = joined(terms.word(family).one for family in ("red", "green", "white"))
    return suits, dragons
