"""What Kemp's Chinese and American game share: East alone against a wall, and three who only draw and discard."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Final, Self

from mjcompanion.american.score import KEMP_TILES as AMERICAN_TILES
from mjcompanion.core.hand import By, HowWon
from mjcompanion.core.tiles import Wind
from mjcompanion.i18n.translation import N_
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.context import Adjustment
from mjcompanion.scoring.sheet import KEMP_TILES
from mjcompanion.solitaire.game import DiscardedTile, Game, Holding, Phase
from mjcompanion.solitaire.moves import CLAIMS, Do, Move

E: Final = Wind.EAST


def adjustment_of(rules: Ruleset, discards: int, flowers: int) -> Adjustment | None:
    """Return Kemp's adjustment for a hand that is complete now, but for its score; None in rules without it.

    >>> str(adjustment_of(Ruleset("kemp-chinese"), 40, 1).factor), adjustment_of(Ruleset("simple"), 40, 1)
    ('89/129', None)
    """
    if "discards" in rules.asks:
        return Adjustment(0, KEMP_TILES, discards, flowers)
    return Adjustment(0, AMERICAN_TILES, discards) if rules.single_player and rules.with_card else None


def wall_left(order: int, front: int, back: int) -> int:
    """Return how many tiles can still be drawn: `front` of `order` tiles were drawn, `back` loose tiles were taken.

    Each pair of loose tiles but the first is the last stack of the wall.

    >>> wall_left(142, 14, 0), wall_left(142, 14, 2)
    (128, 126)
    """
    return max(0, order - back // 2 * 2 - front)


def loose_left(order: int, front: int, back: int) -> tuple[int, ...]:
    """Return the places of the loose tiles that are ready, in drawing order (−2, −1: the first pair).

    >>> loose_left(142, 14, 0), loose_left(142, 14, 3), loose_left(142, 141, 2)
    ((-2, -1), (141,), (141,))
    """
    pair, taken = divmod(back, 2)
    if not pair:
        return (-2, -1)[taken:]
    first = order - 2 * pair
    return tuple(at for at in (first, first + 1)[taken:] if at >= front)


def loose_taken(order: int, front: int, back: int) -> int:
    """Return `back` after one more is taken: the lone tile of a half-drawn stack counts for both.

    >>> loose_taken(142, 14, 1), loose_taken(142, 141, 2)
    (2, 4)
    """
    alone = len(loose_left(order, front, back)) == 1 and back >= 2 and back % 2 == 0
    return back + (2 if alone else 1)


class KempGame(Game, frozen=True, kw_only=True, dict=True):
    """One of Kemp's games at one moment: East plays; South, West and North draw one tile each and discard it.

    `came` is how East's last tile came: it says how the hand is won if it is complete now.
    """

    instead: ClassVar[Mapping[Do, str]] = {
        Do.DRAW: N_("{who} draws next, and the next tile of the wall is the {tile}"),
        Do.DISCARD: N_("{who} discards the {tile} just drawn"),
    }

    came: By | None = None

    def forced(self) -> Move | None:
        """Return the move that is due: a draw, or an opponent's discard."""
        phase = self.phase
        if phase is Phase.DRAW or phase is Phase.DEAL:
            return Move(self.turn, Do.DRAW, self.wall_tile_at(self.front))
        if phase is Phase.TURN and self.turn is not E:
            return Move(self.turn, Do.DISCARD, self.fresh)
        return None

    @cached_property
    def claims(self) -> tuple[Move, ...]:
        """Every claim that East can make of the last discard."""
        raise NotImplementedError

    def after(self, move: Move) -> Self:
        """Return the game after a legal move."""
        if move.do in CLAIMS:
            return self._claim(move)
        match move.do:
            case Do.DRAW:
                return self._draw(move) if move.who is E else self._drawn_by_other(move)
            case Do.DISCARD:
                return self._discard(move)
            case Do.MAH_JONGG:
                return self._mah_jongg()
            case Do.LEAVE:
                return self._pass_on(self.pile[-1].who, came=None)
            case _:
                return self._moved(move)

    def _claim(self, move: Move) -> Self:
        """Claim the last discard for a set of East's."""
        raise NotImplementedError

    def _draw(self, move: Move) -> Self:
        """Draw a tile for East."""
        raise NotImplementedError

    def _moved(self, move: Move) -> Self:
        """Make a move of East's that this game alone has."""
        raise NotImplementedError

    def how_won(self) -> HowWon | None:
        """Return how a hand that is complete now is won: with which tile, how it came, and whether it was the last.

        A joker exchanged for a real tile in the player's turn counts as drawn (decided).
        """
        if self.came is None:
            return None
        tile = self.pile[-1].tile if self.came is By.DISCARD else self.fresh
        last = self.wall == 0 and self.came in (By.DRAW, By.DISCARD)
        return HowWon(None if self.came is By.DEAL else tile, self.came, last)

    def _drawn_by_other(self, move: Move) -> Self:
        holdings = self.having(move.who, Holding((move.named,)))
        return self._next(front=self.front + 1, phase=Phase.TURN, fresh=move.tile, holdings=holdings)

    def _discard(self, move: Move) -> Self:
        discarded = DiscardedTile(move.named, move.who)
        holdings = self.having(move.who, self.holding(move.who).without([discarded.tile]))
        pile = (*self.pile, discarded)
        if move.who is not E:
            offer = self._next(holdings=holdings, pile=pile, offered=discarded, fresh=None, phase=Phase.CLAIM, turn=E)
            if offer.claims:
                return offer
        return self._pass_on(move.who, holdings=holdings, pile=pile, came=None)

    def _claimed(self, holding: Holding, **changes: object) -> Self:
        """Return the game after East claimed the last discard."""
        return self._next(holdings=self.having(E, holding), pile=self._taken(), fresh=None, offered=None, **changes)

    def _mah_jongg(self) -> Self:
        """Return the game after East goes out."""
        if self.phase is not Phase.CLAIM:
            return self._next(phase=Phase.OVER, out=E)
        holding = self.holding(E).with_tile(self.pile[-1].tile)
        return self._claimed(holding, phase=Phase.OVER, out=E, came=By.DISCARD)
