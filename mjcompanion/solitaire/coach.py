"""The coach of each virtual game: advice for the player of a view, and the move that the coach would make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mjcompanion.solitaire.advice import Advice
from mjcompanion.solitaire.game import PlayerView
from mjcompanion.solitaire.moves import Move

if TYPE_CHECKING:
    from mjcompanion.american.match import Matcher


def advise(view: PlayerView, matcher: Matcher | None = None) -> Advice:
    """Return the coach's advice for this view; `matcher` has the lines of the card of an American game.

    >>> from mjcompanion.solitaire.deal import Deal
    >>> from mjcompanion.solitaire.record import begin
    >>> game = begin(Deal.of("kemp-chinese", 7))
    >>> while (move := game.forced()) is not None:
    ...     game = game.apply(move)
    >>> advice = advise(game.view())
    >>> advice.away, advice.targets[0].describe(), advice.move.tile.name()
    (5, 'characters only', '2 dot')
    """
    if view.rules.with_card:
        from mjcompanion.solitaire import coach_american

        assert matcher is not None  # noqa: S101 - every American game has one
        return coach_american.advise(view, matcher)
    if not view.rules.single_player:
        from mjcompanion.solitaire import coach_simple

        return coach_simple.advise(view)
    from mjcompanion.solitaire import coach_chinese

    return coach_chinese.advise(view)


def choose(view: PlayerView, matcher: Matcher | None = None) -> Move:
    """Return the move that the coach would make; there must be one to make."""
    if view.rules.with_card:
        from mjcompanion.solitaire import coach_american

        assert matcher is not None  # noqa: S101 - every American game has one
        return coach_american.choose(view, matcher)
    if not view.rules.single_player:
        from mjcompanion.solitaire import coach_simple

        return coach_simple.choose(view)
    from mjcompanion.solitaire.policy import rated_moves

    return rated_moves(view)[0][1]
