"""The decisions of the coach of Kemp's Chinese game, for advice, games and play-outs.

The worth of an alternative is the final score it promises (`mjcompanion.solitaire.targets`); the largest is chosen.
Nothing but a `PlayerView` is used, so nothing that East can't know.
"""

from __future__ import annotations

from math import inf
from operator import itemgetter

from mjcompanion.core.hand import UNITS, By, HowWon
from mjcompanion.core.tiles import PLAIN_TILES, Wind
from mjcompanion.rulesets.kemp_chinese import KEMP_CHINESE
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.solitaire.advice import unseen_by
from mjcompanion.solitaire.chinese import with_kong
from mjcompanion.solitaire.game import Holding, Phase, PlayerView
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from mjcompanion.solitaire.targets import KONG_RISK, PATIENCE, HandPosition, Strategy, discards, value_after_discard


def position_of(view: PlayerView, holding: Holding | None = None, strategy: Strategy = Strategy.BEST) -> HandPosition:
    """Return a view of Kemp's Chinese game as numbers, or the same with East's tiles after a move."""
    holding = view.holding if holding is None else holding
    return HandPosition(
        sum([UNITS[tile] for tile in holding.hand]),
        [one.meld.code for one in holding.laid],
        holding.flowers,
        unseen_by(view),
        hidden=view.wall + view.loose,
        wall=view.wall,
        options=view.house,
        strategy=strategy,
    )


def with_set(holding: Holding, move: Move) -> Holding:
    """Return East's tiles after a claim or a kong, before the loose tile is taken."""
    return holding.claiming(move.tiles, move.named) if move.do in CLAIMS else with_kong(holding, move)


def sheet_of_win(view: PlayerView) -> ScoreSheet:
    """Return the score sheet of a hand with which East can declare Mah Jongg now."""
    holding, came, tile, pile = view.holding, view.came, view.fresh, view.pile
    if view.offered is not None:
        tile, came, pile = view.offered.tile, By.DISCARD, pile - 1
        holding = holding.with_tile(tile)
    elif came is By.DISCARD:
        tile = holding.laid[-1].claimed
    last = not view.wall and came in (By.DRAW, By.DISCARD)
    win = HowWon(None if came is By.DEAL else tile, came or By.DRAW, last)
    return score(holding.as_hand(), ScoringContext(KEMP_CHINESE, win=win, discards=pile, house=view.house))


def rated_moves(view: PlayerView, strategy: Strategy = Strategy.BEST) -> list[tuple[float, Move]]:
    """Return every move of East's with its worth, best first; of equals, a discard or leaving goes first."""
    if not view.choices:
        return []
    position = position_of(view, strategy=strategy)
    if view.phase is Phase.CLAIM:
        found = [(value_after_discard(position, position.key), Move(Wind.EAST, Do.LEAVE))]
    else:
        ranked = discards(position, position.key)
        found = [(value, Move(Wind.EAST, Do.DISCARD, PLAIN_TILES[tile])) for value, tile in ranked]
    for move in view.choices:
        if move.do is Do.MAH_JONGG:
            found.append((_worth_of_winning(view, strategy), move))
        elif move.do not in (Do.DISCARD, Do.LEAVE):
            after = position_of(view, with_set(view.holding, move), strategy)
            if move.do in (Do.CHOW, Do.PUNG):
                found.append((discards(after, after.key)[0][0], move))
            else:
                found.append((value_after_discard(after, after.key) / KONG_RISK, move))
    return sorted(found, key=itemgetter(0), reverse=True)


def _worth_of_winning(view: PlayerView, strategy: Strategy) -> float:
    if strategy is Strategy.EARLY:
        return inf
    adjustment = sheet_of_win(view).adjustment
    assert adjustment is not None  # noqa: S101 - Kemp's scores are adjusted for the discards
    return PATIENCE * float(adjustment.final)
