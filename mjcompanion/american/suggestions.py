"""What a person most likely meant where an American hand can't be."""

from __future__ import annotations

from mjcompanion.american.hand import AmericanHand, copies_problems
from mjcompanion.american.match import Matcher
from mjcompanion.core.tiles import Terms
from mjcompanion.parsing.pattern import TILES
from mjcompanion.scoring.suggestions import Fix, Suggestion, remove_extra_copies, remove_one


def suggest(hand: AmericanHand, matcher: Matcher, terms: Terms | None = None) -> tuple[Suggestion, ...]:
    """Return what to ask about a hand with one tile too many; nothing about any other. Never raises."""
    copies = tuple(remove_extra_copies(copies_problems(hand.tiles), hand.concealed, terms))
    if copies or hand.size != TILES + 1 or not hand.concealed:
        return copies

    def is_good(fix: Fix) -> bool:
        left = list(hand.concealed)
        if fix.goes is not None:
            left.remove(fix.goes)
        return bool(matcher.readings(AmericanHand(tuple(left), hand.exposures)))

    return (remove_one(hand.concealed, terms, is_good),)
