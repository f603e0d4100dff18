"""The virtual `simple` game: four players, one of them a person, by the rules of a simple computer game.

Source: RULES 8 in docs/rules.md. The wall isn't broken, and there are no loose tiles: replacements are the next tiles
of the wall.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec

from mjcompanion.core.hand import UNITS, By, HowWon
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import WINDS, Tile, Wind
from mjcompanion.i18n.translation import N_
from mjcompanion.rulesets import Ruleset
from mjcompanion.rulesets.simple import SIMPLE
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import DiscardedTile, Game, Holding, LaidSet, Phase
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from mjcompanion.solitaire.sets import KONG, WHOLE, claim_for, is_complete, is_split, sets_in, sets_with

_TAKERS: Final = (*[wind for _unused in range(3) for wind in WINDS for _unused in range(4)], *WINDS)
"""Who takes each tile of the deal: four each, three times, then one each (decided)."""
DEALT: Final = len(_TAKERS)


class SimpleGame(Game, frozen=True, kw_only=True):
    """A `simple` game at one moment; `begin` makes it.

    `seat` is the person's. `opening` is true until East draws for the first time; `waiting` are the players who
    may claim the discard once `turn` has left it.

    Players who can go out with a discard may claim it before the others, and of several the next in turn (decided).
    The choices of a player depend on that player's own tiles alone, so that they reveal nothing of the others' tiles.

    >>> game = SimpleGame.begin(Deal.of("simple", 7))
    >>> while (move := game.forced()) is not None:
    ...     game = game.apply(move)
    >>> game.phase.value, game.turn.word, len(game.holding(Wind.EAST).hand)
    ('turn', 'East', 14)
    """

    rules: ClassVar[Ruleset] = SIMPLE
    instead: ClassVar[Mapping[Do, str]] = {
        Do.DRAW: N_("{who} draws next, and the next tile of the wall is the {tile}"),
        Do.LOOSE: N_("{who} takes a replacement, and the next tile of the wall is the {tile}"),
        Do.FLOWER: N_("{who} lays out the {tile} first"),
    }

    seat: Wind = Wind.EAST
    opening: bool = True
    waiting: tuple[Wind, ...] = ()

    @classmethod
    def begin(
        cls,
        deal: Deal,
        seat: Wind = Wind.EAST,
        round: Wind = Wind.EAST,  # noqa: A002 - its word
        house: Options | None = None,
    ) -> SimpleGame:
        """Return the game before its first tile is drawn, with the person's seat and the game's wind."""
        if deal.rules.single_player:
            raise ValueError(f"a deal of {deal.rules} isn't one of simple")
        return cls(deal=deal, seat=seat, round=round, house=house)

    @property
    def person(self) -> Wind:
        """The seat of the person who plays."""
        return self.seat

    # --- what can happen

    def forced(self) -> Move | None:
        """Return the move that nobody chooses: tiles dealt and drawn, flowers laid out and replaced."""
        do = _BY_ITSELF.get(self.phase)
        if do is None:
            return None
        if do is Do.FLOWER:
            return Move(self.turn, do, next(tile for tile in self.holding(self.turn).hand if tile.is_flower))
        return Move(self.turn, do, self.deal.order[self.front])

    def choices(self) -> tuple[Move, ...]:
        """Return every move that `turn` can make; none where a move is forced, or the game is over."""
        who = self.turn
        holding = self.holding(who)
        if self.phase is Phase.TURN:
            moves = [Move(who, Do.MAH_JONGG)] if is_complete(holding) else []
            moves += [Move(who, Do.LAY, tiles=tiles) for tiles in sets_in(holding.hand)]
            moves += [Move(who, Do.DISCARD, tile) for tile in sorted(set(holding.hand))]
            return tuple(moves)
        if self.phase is Phase.CLAIM and self.offered is not None:
            tile = self.offered.tile
            moves = [Move(who, Do.MAH_JONGG, tile)] if winning_sets(holding, tile) else []
            moves += [Move(who, claim_for(tiles), tile, tiles) for tiles in sets_with(holding.hand, tile)]
            return (*moves, Move(who, Do.LEAVE))
        return ()

    # --- what happens then

    def after(self, move: Move) -> SimpleGame:
        """Return the game after a legal move; `apply` checks the move first."""
        if move.do in CLAIMS:
            return self._claimed(move)
        match move.do:
            case Do.DRAW | Do.LOOSE:
                return self._drawn(move)
            case Do.FLOWER:
                return self._flower_laid(move)
            case Do.LAY:
                return self._laid(move)
            case Do.DISCARD:
                return self._discarded(move)
            case Do.MAH_JONGG:
                return self._gone_out()
            case _:
                return self._left()

    def _drawn(self, move: Move) -> SimpleGame:
        """Return the game after a draw: then the deal continues, a flower is laid out, or the player decides."""
        tile, who, front = move.named, move.who, self.front + 1
        holdings = self.having(who, self.holding(who).with_tile(tile))
        if self.phase is Phase.DEAL and front < DEALT:
            return self._next(front=front, holdings=holdings, turn=_TAKERS[front])
        if self.opening and self.phase is not Phase.DRAW:
            return self._next(front=front, holdings=holdings, **_opening(holdings))
        phase = Phase.FLOWER if tile.is_flower else Phase.TURN
        return self._next(front=front, holdings=holdings, phase=phase, fresh=tile, opening=False)

    def _flower_laid(self, move: Move) -> SimpleGame:
        holding = self.holding(move.who).without([move.named])
        return self._due(Holding(holding.hand, holding.laid, (*holding.flowers, move.named)))

    def _due(self, holding: Holding, **changes: object) -> SimpleGame:
        """Make a replacement due; with none left the game is over (decided)."""
        phase = Phase.LOOSE if self.wall else Phase.OVER
        return self._next(holdings=self.having(self.turn, holding), phase=phase, fresh=None, **changes)

    def _laid(self, move: Move) -> SimpleGame:
        holding = self.holding(move.who).laying(LaidSet(move.tiles), move.tiles)
        if len(move.tiles) == KONG:
            return self._due(holding)
        return self._next(holdings=self.having(move.who, holding))

    def _discarded(self, move: Move) -> SimpleGame:
        who, discarded = move.who, DiscardedTile(move.named, move.who)
        holdings = self.having(who, self.holding(who).without([discarded.tile]))
        pile = (*self.pile, discarded)
        claimants = self._who_can_claim(discarded)
        if not claimants:
            return self._pass_on(who, holdings=holdings, pile=pile)
        first, *waiting = claimants
        offer = self._next(holdings=holdings, pile=pile, fresh=None, phase=Phase.CLAIM, turn=first, offered=discarded)
        return msgspec.structs.replace(offer, waiting=tuple(waiting))

    def _who_can_claim(self, discarded: DiscardedTile) -> list[Wind]:
        """Return who may claim a discard, in turn: first those who can go out with it."""
        out: list[Wind] = []
        others: list[Wind] = []
        who = discarded.who.next
        while who is not discarded.who:
            holding = self.holding(who)
            if sets_with(holding.hand, discarded.tile):
                (out if winning_sets(holding, discarded.tile) else others).append(who)
            who = who.next
        return out + others

    def _left(self) -> SimpleGame:
        if self.waiting:
            return self._next(turn=self.waiting[0], waiting=self.waiting[1:])
        assert self.offered is not None  # noqa: S101 - so the phase says
        return self._pass_on(self.offered.who)

    def _claimed(self, move: Move) -> SimpleGame:
        holding = self._taking(move.tiles)
        changes = {"pile": self._taken(), "offered": None, "waiting": ()}
        if move.do is Do.KONG:
            return self._due(holding, **changes)
        return self._next(holdings=self.having(move.who, holding), phase=Phase.TURN, **changes)

    def _gone_out(self) -> SimpleGame:
        """Return the game after `turn` goes out; a discard is taken for the set that scores most (decided)."""
        if self.offered is None:
            return self._next(phase=Phase.OVER, out=self.turn)
        sets = winning_sets(self.holding(self.turn), self.offered.tile)
        holding = max(map(self._taking, sets), key=lambda one: self._score(one).score)
        return self._next(
            holdings=self.having(self.turn, holding),
            pile=self._taken(),
            offered=None,
            waiting=(),
            phase=Phase.OVER,
            out=self.turn,
        )

    # --- what it is worth, and what each player knows

    def how_won(self) -> HowWon | None:
        """Return the tile that `turn` would go out with, and how it came; no score depends on it.

        A replacement is drawn like any other tile. Once the discard is claimed for a set of four it is the replacement.
        """
        if self.fresh is not None:
            return HowWon(self.fresh, By.DRAW)
        last = self.pile[-1] if self.pile else None
        return None if last is None or last.claimed_by is not self.turn else HowWon(last.tile, By.DISCARD)

    def sheet(self) -> ScoreSheet | None:
        """Return the score of the hand that went out; nobody else scores."""
        if self.out is None:
            return None
        sheet = self._score(self.holding(self.out))
        # not scored with it: the tile may be in a set that was laid out before the hand was complete
        context = msgspec.structs.replace(sheet.context, win=self.how_won())
        return msgspec.structs.replace(sheet, context=context)

    def _score(self, holding: Holding) -> ScoreSheet:
        return score(holding.as_hand(), ScoringContext(self.rules, self.turn, self.round, house=self.house))

    def _came(self) -> By | None:
        won = self.how_won()
        return None if won is None else won.by


_BY_ITSELF: Final = {Phase.DEAL: Do.DRAW, Phase.DRAW: Do.DRAW, Phase.LOOSE: Do.LOOSE, Phase.FLOWER: Do.FLOWER}


def _opening(holdings: Sequence[Holding]) -> dict[str, Any]:
    """Return what is due after the deal: from East on each player lays out flowers; then East draws."""
    for who, holding in zip(WINDS, holdings, strict=True):
        if holding.hand[-1].is_flower:
            return {"phase": Phase.FLOWER, "turn": who}
    return {"phase": Phase.DRAW, "turn": Wind.EAST}


def winning_sets(holding: Holding, tile: Tile) -> list[tuple[Tile, ...]]:
    """Return the sets for which a discard can be taken to go out; the pair alone is not enough (source 4).

    >>> holding = Holding(tuple(map(Tile.parse, "1m 2m 5p 5p".split())), (LaidSet(()),) * 3)
    >>> len(winning_sets(holding, Tile.parse("3m")))
    1
    >>> holding = Holding(tuple(map(Tile.parse, "1m 2m 3m 5p".split())), (LaidSet(()),) * 3)
    >>> winning_sets(holding, Tile.parse("5p"))
    []
    """
    hand, sets = holding.hand, len(holding.laid)
    if len(hand) + 3 * sets != WHOLE - 1:
        return []
    return winning_sets_of(sum([UNITS[one] for one in hand]), hand, sets, tile)


def winning_sets_of(key: int, hand: Sequence[Tile], sets: int, tile: Tile) -> list[tuple[Tile, ...]]:
    """Return the same for tiles in hand, of which `key` is the sum, and this many sets laid out."""
    key += UNITS[tile]
    return [
        tiles
        for tiles in sets_with(hand, tile)
        if len(tiles) < KONG and is_split(key - sum([UNITS[one] for one in tiles]), sets + 1)
    ]
