"""The virtual Chinese game: East alone against a wall, and three opponents who only draw and discard.

Sources: text 1, "Chinese Mah Jongg Solitaire with Discards"; RULES 4 and 6 (docs/rules.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

import msgspec

from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import N_
from mjcompanion.rulesets import Ruleset
from mjcompanion.rulesets.kemp_chinese import KEMP_CHINESE
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.solitaire.game import Holding, LaidSet, Phase, WallTile
from mjcompanion.solitaire.kemp import E, KempGame, loose_left, loose_taken, wall_left
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.sets import KONG, WHOLE, claim_for, is_complete, sets_with
from mjcompanion.wall.breaks import Spot


class ChineseGame(KempGame, frozen=True, kw_only=True, dict=True):
    """Kemp's Chinese game at one moment.

    `opening` lasts until East's first discard or kong.

    >>> from mjcompanion.solitaire.deal import Deal
    >>> game = ChineseGame(deal=Deal.of("kemp-chinese", 7))
    >>> while (move := game.forced()) is not None:
    ...     game = game.apply(move)
    >>> game.phase.value, len(game.holding(E).hand), game.wall
    ('turn', 14, 126)
    """

    rules: ClassVar[Ruleset] = KEMP_CHINESE
    instead: ClassVar[Mapping[Do, str]] = {
        **KempGame.instead,
        Do.LOOSE: N_("a replacement is due, and the next loose tile is the {tile}"),
        Do.FLOWER: N_("the {tile} must be laid out first"),
    }

    opening: bool = True

    # --- the wall

    @property
    def wall(self) -> int:
        """How many tiles can still be drawn. Each pair of loose tiles but the first is the last stack of the wall."""
        return wall_left(len(self.deal.order), self.front, self.back)

    @property
    def loose(self) -> int:
        """How many loose tiles are ready; one where half of the last stack was drawn before it became loose."""
        return len(self._loose_left())

    def _loose_left(self) -> tuple[int, ...]:
        """The loose tiles that are ready, the next first: their places in drawing order."""
        return loose_left(len(self.deal.order), self.front, self.back)

    def _loose_at(self, place: int) -> WallTile:
        """Return the loose tile at a place."""
        deal = self.deal
        if place < 0:
            return WallTile(deal.loose_spots[place], deal.loose[place])
        return WallTile(deal.spots[place], deal.order[place])

    def walls(self) -> tuple[WallTile, ...]:
        """Return the tiles that are still in the walls, the loose ones last."""
        deal = self.deal
        standing = [WallTile(deal.spots[at], deal.order[at]) for at in range(self.front, self.front + self.wall)]
        return (*standing, *[self._loose_at(at) for at in self._loose_left()])

    def spot_of(self, move: Move) -> Spot | None:
        """Return the place of the tile that this move takes; replacements are loose tiles."""
        return self._loose_at(self._loose_left()[0]).spot if move.do is Do.LOOSE else super().spot_of(move)

    # --- what can happen

    def forced(self) -> Move | None:
        """Return the move that is due: a draw, a flower, a replacement, or an opponent's move."""
        if self.phase is Phase.LOOSE:
            return Move(E, Do.LOOSE, self._loose_at(self._loose_left()[0]).tile)
        if self.phase is Phase.FLOWER:
            return Move(E, Do.FLOWER, next(tile for tile in self.holding(E).hand if tile.is_flower))
        return super().forced()

    def choices(self) -> tuple[Move, ...]:
        """Return East's moves in East's turn, or on the last discard."""
        if self.phase is Phase.CLAIM:
            return (*self.claims, Move(E, Do.LEAVE))
        if self.phase is not Phase.TURN or self.turn is not E:
            return ()
        holding = self.holding(E)
        found = []
        if is_complete(holding):
            found.append(Move(E, Do.MAH_JONGG))
        distinct = sorted(set(holding.hand))
        if self._may_kong():
            found += [Move(E, Do.CONCEALED_KONG, tile) for tile in distinct if holding.hand.count(tile) == KONG]
            found += [Move(E, Do.ADDED_KONG, tile) for tile in distinct if _pung_of(holding, tile) is not None]
        found += [Move(E, Do.DISCARD, tile) for tile in distinct]
        return tuple(found)

    def _may_kong(self) -> bool:
        """Whether a kong may be declared: after a draw, with a loose tile ready."""
        return self.came is not By.DISCARD and bool(self._loose_left())

    @cached_property
    def claims(self) -> tuple[Move, ...]:
        """Every claim that East can make of the last discard. Text 1, A5; RULES 6."""
        tile = self.pile[-1].tile
        if tile.is_flower:
            return ()
        holding = self.holding(E)
        found = [Move(E, Do.MAH_JONGG, tile)] if is_complete(holding, tile) else []
        sets = [tiles for tiles in sets_with(holding.hand, tile) if len(tiles) < KONG or self._loose_left()]
        return (*found, *[Move(E, claim_for(tiles), tile, tiles) for tiles in sets])

    # --- what follows

    def _moved(self, move: Move) -> ChineseGame:
        match move.do:
            case Do.FLOWER:
                return self._lay_flower(move)
            case Do.LOOSE:
                return self._loose(move)
            case _:
                return self._kong(move)

    def _draw(self, move: Move) -> ChineseGame:
        front = self.front + 1
        holding = self.holding(E).with_tile(move.named)
        holdings = self.having(E, holding)
        if self.phase is Phase.DEAL:
            if front < WHOLE:  # tiles of the deal; text 1, A4
                return self._next(front=front, holdings=holdings)
            phase = Phase.FLOWER if any(tile.is_flower for tile in holding.hand) else Phase.TURN
            return self._next(front=front, holdings=holdings, phase=phase, came=By.DEAL)
        phase = Phase.FLOWER if move.named.is_flower else Phase.TURN
        return self._next(front=front, holdings=holdings, phase=phase, fresh=move.tile, came=By.DRAW)

    def _lay_flower(self, move: Move) -> ChineseGame:
        holding = self.holding(E).without([move.named])
        holding = Holding(holding.hand, holding.laid, tuple(sorted((*holding.flowers, move.named))))
        came = By.DEAL if self.opening else By.FLOWER_REPLACEMENT
        return self._due_loose(holding, came)

    def _due_loose(self, holding: Holding, came: By, **changes: object) -> ChineseGame:
        """Make a replacement due; with none left the game is over, because the hand stays a tile short (decided)."""
        phase = Phase.LOOSE if self._loose_left() else Phase.OVER
        return self._next(holdings=self.having(E, holding), phase=phase, fresh=None, came=came, **changes)

    def _loose(self, move: Move) -> ChineseGame:
        back = loose_taken(len(self.deal.order), self.front, self.back)
        holding = self.holding(E).with_tile(move.named)
        phase = Phase.FLOWER if any(tile.is_flower for tile in holding.hand) else Phase.TURN
        fresh = None if self.opening and self.came is By.DEAL else move.tile
        return self._next(back=back, holdings=self.having(E, holding), phase=phase, fresh=fresh)

    def _discard(self, move: Move) -> ChineseGame:
        after = super()._discard(move)
        return after if move.who is not E else msgspec.structs.replace(after, opening=False)

    def _claim(self, move: Move) -> ChineseGame:
        holding = self._taking(move.tiles)
        if move.do is Do.KONG:
            return self._due_loose(holding, By.KONG_REPLACEMENT, pile=self._taken(), offered=None)
        return self._claimed(holding, phase=Phase.TURN, came=By.DISCARD)

    def _kong(self, move: Move) -> ChineseGame:
        return self._due_loose(with_kong(self.holding(E), move), By.KONG_REPLACEMENT, opening=False)

    # --- what it is worth, and what East knows

    def sheet(self) -> ScoreSheet | None:
        """Return the score of East's hand, with its adjustment."""
        if self.out is None:
            return None
        context = ScoringContext(self.rules, win=self.how_won(), discards=self.discards, house=self.house)
        return score(self.holding(E).as_hand(), context)

    def _came(self) -> By | None:
        return self.came


def with_kong(holding: Holding, move: Move) -> Holding:
    """Return the tiles after a concealed kong, or after a tile is added to a pung."""
    at = _pung_of(holding, move.named)
    four = (move.named,) * 4
    if move.do is Do.CONCEALED_KONG or at is None:
        return holding.laying(LaidSet(four, concealed=True), four)
    pung = holding.laid[at]
    kong = LaidSet(four, claimed=pung.claimed, claimed_from=pung.claimed_from)
    hand = holding.without([move.named]).hand
    return Holding(hand, (*holding.laid[:at], kong, *holding.laid[at + 1 :]), holding.flowers)


def _pung_of(holding: Holding, tile: Tile) -> int | None:
    """Return the index of the exposed pung of this tile among the laid-out sets."""
    for at, laid in enumerate(holding.laid):
        if not laid.concealed and laid.tiles == (tile,) * 3:
            return at
    return None
