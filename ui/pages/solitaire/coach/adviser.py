"""What the coaches of the three games say to a view, under one name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mjcompanion.american.match import Matcher
from mjcompanion.solitaire.game import View

if TYPE_CHECKING:
    from mjcompanion.solitaire import coach, coach_american, coach_simple

    Coaching = coach.Coaching | coach_american.Coaching | coach_simple.Coaching


class Answer(NamedTuple):
    """What the coach says to a view, or the sentence that says why nothing can be said."""

    view: View
    coaching: Coaching | None
    trouble: str = ""


def advise(view: View, matcher: Matcher | None = None) -> Coaching:
    """What the coach of this game says; an American game is held against the lines of its card.

    Raises:
        RuleError: nothing can be said to this view.

    """
    if view.rules.with_card and matcher is not None:
        from mjcompanion.solitaire import coach_american

        return coach_american.advise(view, matcher)
    if not view.rules.alone:
        from mjcompanion.solitaire import coach_simple

        return coach_simple.advise(view)
    from mjcompanion.solitaire import coach

    return coach.advise(view)
