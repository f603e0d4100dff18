"""The virtual American game: East alone against a wall and a card, and three opponents who only draw and discard.

Sources: text 1, "American Mah Jongg Solitaire with Discards"; RULES 3, 4 and 7 (docs/rules.md).
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Final

import msgspec

from mjcompanion.american.hand import SMALLEST_CLAIM, AmericanHand, Exposure, face
from mjcompanion.american.match import Matcher, Reading
from mjcompanion.american.score import AmericanSheet, score_american
from mjcompanion.core.hand import By
from mjcompanion.core.tiles import JOKER, Terms, Tile, Wind
from mjcompanion.i18n.translation import N_, _
from mjcompanion.parsing.pattern import TILES
from mjcompanion.rulesets import Ruleset
from mjcompanion.rulesets.kemp_american import KEMP_AMERICAN
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.solitaire.game import DiscardedTile, Holding, LaidSet, Phase, PlayerView
from mjcompanion.solitaire.kemp import E, KempGame
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from mjcompanion.wall.breaks import Spot

PASSED: Final = 3
"""The tiles passed at a time, three times in a Charleston."""


class Stage(enum.StrEnum):
    """A pass of the Charleston. Text 1, part C."""

    FIRST_1 = "first 1"
    FIRST_2 = "first 2"
    FIRST_3 = "first 3"
    SECOND_1 = "second 1"
    SECOND_2 = "second 2"
    SECOND_3 = "second 3"
    COURTESY = "courtesy"

    @property
    def sizes(self) -> range:
        """How many tiles may be passed.

        >>> [list(stage.sizes) for stage in (Stage.FIRST_2, Stage.COURTESY)]
        [[3], [0, 1, 2, 3]]
        """
        return range(PASSED + 1) if self in _ANY_NUMBER else range(PASSED, PASSED + 1)

    @property
    def following(self) -> Stage | None:
        """The next pass, compulsory or not; None after the courtesy pass."""
        at = _STAGES.index(self) + 1
        return _STAGES[at] if at < len(_STAGES) else None

    @property
    def is_optional(self) -> bool:
        """Whether the player may skip it: the first pass of the second Charleston, and the courtesy pass."""
        return self in (Stage.SECOND_1, Stage.COURTESY)


_STAGES: Final = tuple(Stage)
_ANY_NUMBER: Final = frozenset({Stage.FIRST_3, Stage.SECOND_3, Stage.COURTESY})


class AmericanGame(KempGame, frozen=True, kw_only=True, dict=True):
    """Kemp's American game at one moment. East plays with a card; South, West and North draw and discard.

    `stage` is the pass that is due, or that the player may ask for; None before and after the Charleston. `due`
    counts the tiles still to be drawn for those passed. `swapped` are the places, in the order of drawing, of
    the jokers exchanged in the Charleston.

    `card` is the name that finds the card again, `digest` tells it from all others, and `matcher` holds its lines:
    games with cards of one digest can be equal.

    >>> from mjcompanion.american.request import Cards
    >>> from mjcompanion.solitaire.deal import Deal
    >>> card, matcher = Cards().find("companion")
    >>> deal = Deal.of("kemp-american", 7)
    >>> game = AmericanGame(deal=deal, card="companion", digest=card.digest, matcher=matcher)
    >>> while (move := game.forced()) is not None:
    ...     game = game.apply(move)
    >>> game.phase.value, game.stage.value, len(game.holding(E).hand), game.wall
    ('charleston', 'first 1', 14, 138)
    """

    rules: ClassVar[Ruleset] = KEMP_AMERICAN
    instead: ClassVar[Mapping[Do, str]] = {
        **KempGame.instead,
        Do.END_TILE: N_("the joker drawn is exchanged first, and the end tile is the {tile}"),
    }

    card: str
    digest: str
    matcher: Matcher
    stage: Stage | None = None
    due: int = 0
    swapped: tuple[int, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AmericanGame) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self.__struct_fields__ if name not in ("card", "matcher")])

    # --- the wall

    def wall_tile_at(self, place: int) -> Tile:
        """Return the tile at a place of the wall, in drawing order: as dealt, or a joker exchanged for it."""
        return JOKER if place in self.swapped else self.deal.order[place]

    def spot_of(self, move: Move) -> Spot | None:
        """Return the place of the tile that this move takes: drawn, or exchanged for a joker."""
        end = self._end() if move.do is Do.END_TILE else None
        return super().spot_of(move) if end is None else self.deal.spots[end]

    def _end(self) -> int | None:
        """Return the place of the end tile: the last stack from its top, then the stack before (decided).

        Jokers, also those put there, are passed over; None where nothing else is left, and the joker is kept.
        """
        for bottom in range(len(self.deal.order) - 1, self.front - 1, -2):
            for at in (bottom - 1, bottom):
                if at >= self.front and self.wall_tile_at(at) is not JOKER:
                    return at
        return None

    # --- what can happen

    def forced(self) -> Move | None:
        """Return the move that is due: a draw, a joker's exchange in the Charleston, or an opponent's move."""
        if self.phase is Phase.END_TILE:
            end = self._end()
            assert end is not None  # noqa: S101 - else the phase isn't due
            return Move(E, Do.END_TILE, self.wall_tile_at(end))
        return super().forced()

    def choices(self) -> tuple[Move, ...]:
        """Return East's moves: in East's turn, on the last discard, and in the Charleston all but the passes."""
        return self._choices

    @cached_property
    def _choices(self) -> tuple[Move, ...]:
        if self.turn is not E or self.phase not in _DECIDING:
            return ()
        if self.phase is Phase.CLAIM:
            return (*self.claims, Move(E, Do.LEAVE))
        found = [Move(E, Do.MAH_JONGG)] if self._is_complete() else []
        if self.phase is Phase.OPTION:
            found += [Move(E, Do.CHARLESTON), Move(E, Do.STOP)]
        elif self.phase is Phase.TURN:
            distinct = sorted(set(self.holding(E).hand))
            found += [Move(E, Do.JOKER, tile) for tile in distinct if _joker_of(self.holding(E), tile) is not None]
            found += [Move(E, Do.DISCARD, tile) for tile in distinct]
        return tuple(found)

    @cached_property
    def claims(self) -> tuple[Move, ...]:
        """Every claim that East can make of the last discard: the largest sets first, then those with few jokers.

        Of flowers, which are all alike, the first ones of the hand go into the set. A set that leaves nothing to
        discard is no claim but Mah Jongg.
        """
        tile = self.pile[-1].tile
        if tile is JOKER:
            return ()
        found = [Move(E, Do.MAH_JONGG, tile)] if self._is_complete(tile) else []
        hand = self.holding(E).hand
        alike, jokers = [one for one in hand if face(one) is face(tile)], hand.count(JOKER)
        largest = min(1 + len(alike) + jokers, len(hand))
        for size in range(largest, SMALLEST_CLAIM - 1, -1):
            for standing in range(max(0, size - 1 - len(alike)), min(jokers, size - 1) + 1):
                tiles = _set_of((tile, *alike[: size - 1 - standing]), standing)
                if self._may_lay(tile, tiles):
                    found.append(Move(E, claim_of(size), tile, tiles))
        return tuple(found)

    def _may_lay(self, tile: Tile, tiles: tuple[Tile, ...]) -> bool:
        """Whether some exposed line of the card can still be made when this set is laid out. RULES 3."""
        holding = self.holding(E).claiming(tiles, tile)
        discarded = [one.tile for one in self.pile[:-1] if one.claimed_by is None]
        return self.matcher.is_alive(american_hand(holding), discarded)

    def _is_complete(self, tile: Tile | None = None) -> bool:
        """Whether the hand, with this tile if one is given, is Mah Jongg."""
        holding = self.holding(E)
        return bool(_readings(american_hand(holding if tile is None else holding.with_tile(tile)), self.matcher))

    # --- what can't

    def refusal(self, move: Move, terms: Terms | None = None) -> str | None:
        """Return why East can't make this move; None for a pass or a claim that is legal but none of `choices`."""
        if move.do is Do.PASS and self.phase is Phase.CHARLESTON:
            return self._why_no_pass(move)
        if self.phase is Phase.CLAIM and move.do in CLAIMS and self._is_legal_claim(move):
            return None  # its tiles are in another order
        return self._due() or super().refusal(move, terms)

    def _due(self) -> str:
        """Return what must be done first in the Charleston."""
        if self.phase is Phase.CHARLESTON:
            return _("pass three tiles first") if self._sizes.start == PASSED else _("pass up to three tiles first")
        if self.phase is not Phase.OPTION:
            return ""
        if self.stage is Stage.COURTESY:
            return _("the courtesy pass must be made or skipped first")
        return _("the second Charleston must be started or skipped first")

    @property
    def _sizes(self) -> range:
        assert self.stage is not None  # noqa: S101 - so the phase says
        return self.stage.sizes

    def _why_no_pass(self, move: Move) -> str | None:
        if move.tile is not None:
            return _("a pass names the tiles passed, not one")
        if len(move.tiles) not in self._sizes:
            return (
                _("three tiles must be passed") if self._sizes.start == PASSED else _("up to three tiles may be passed")
            )
        if JOKER in move.tiles:
            return _("jokers are never passed")
        return None if _has(self.holding(E).hand, move.tiles) else _("these tiles are not all in the hand")

    def _is_legal_claim(self, move: Move) -> bool:
        """Return whether the discard can be claimed for this set, in whatever order its tiles are named."""
        tile, tiles, hand = self.pile[-1].tile, move.tiles, self.holding(E).hand
        if (
            move.tile is not tile
            or not SMALLEST_CLAIM <= len(tiles) <= len(hand)
            or claim_of(len(tiles)) is not move.do
        ):
            return False
        alike = tile in tiles and all(face(one) in (face(tile), JOKER) for one in tiles)
        return alike and _has((*hand, tile), tiles) and self._may_lay(tile, tiles)

    # --- what follows

    def _moved(self, move: Move) -> AmericanGame:
        match move.do:
            case Do.PASS:
                return self._pass(move)
            case Do.END_TILE:
                return self._exchange_end(move)
            case Do.CHARLESTON:
                return self._next(phase=Phase.CHARLESTON)
            case Do.STOP:
                return self._next(phase=Phase.TURN, stage=None)
            case _:
                return self._exchange(move)

    def _draw(self, move: Move) -> AmericanGame:
        front = self.front + 1
        holdings = self.having(E, self.holding(E).with_tile(move.named))
        if self.phase is Phase.DEAL:
            if front < TILES:
                return self._next(front=front, holdings=holdings)
            return self._next(front=front, holdings=holdings, phase=Phase.CHARLESTON, stage=Stage.FIRST_1, came=By.DEAL)
        if not self.due:
            return self._next(front=front, holdings=holdings, phase=Phase.TURN, fresh=move.tile, came=By.DRAW)
        drawn = self._next(front=front, holdings=holdings, fresh=move.tile, due=self.due - 1)
        if move.tile is JOKER and drawn._end() is not None:  # noqa: SLF001 - the same game
            return msgspec.structs.replace(drawn, phase=Phase.END_TILE)
        return drawn._drawn_on()  # noqa: SLF001 - the same game

    def _exchange_end(self, move: Move) -> AmericanGame:
        """Exchange the joker for the end tile. Text 1, A7."""
        holding = self.holding(E).without([JOKER]).with_tile(move.named)
        end = self._end()
        assert end is not None  # noqa: S101 - so the phase says
        swapped = (*self.swapped, end)
        exchanged = self._next(holdings=self.having(E, holding), fresh=move.tile, swapped=swapped)
        return exchanged._drawn_on()  # noqa: SLF001 - the same game

    def _drawn_on(self) -> AmericanGame:
        """Return the same moment with what is due next: another tile of the pass, or what follows the pass."""
        if self.due:
            return msgspec.structs.replace(self, phase=Phase.DRAW)
        following = self.stage.following if self.stage is not None else None
        if following is None:
            return msgspec.structs.replace(self, phase=Phase.TURN, stage=None)
        phase = Phase.OPTION if following.is_optional else Phase.CHARLESTON
        return msgspec.structs.replace(self, phase=phase, stage=following)

    def _pass(self, move: Move) -> AmericanGame:
        holding = self.holding(E).without(move.tiles)
        pile = (*self.pile, *[DiscardedTile(tile, E, passed=True) for tile in sorted(move.tiles)])
        came = By.CHARLESTON if move.tiles else self.came
        fresh = None if move.tiles else self.fresh
        passed = self._next(holdings=self.having(E, holding), pile=pile, due=len(move.tiles), came=came, fresh=fresh)
        return passed._drawn_on()  # noqa: SLF001 - the same game

    def _claim(self, move: Move) -> AmericanGame:
        tiles = _set_of([one for one in move.tiles if one is not JOKER], move.tiles.count(JOKER))
        return self._claimed(self._taking(tiles), phase=Phase.TURN, came=By.DISCARD)

    def _exchange(self, move: Move) -> AmericanGame:
        holding = exchanged(self.holding(E), move.named)
        return self._next(holdings=self.having(E, holding), fresh=JOKER, came=By.DRAW)

    # --- what it is worth, and what East knows

    def sheet(self) -> AmericanSheet | None:
        """Return the score of East's hand on the line that pays most, with its adjustment."""
        if self.out is None:
            return None
        context = ScoringContext(self.rules, win=self.how_won(), discards=self.discards)
        sheet = score_american(american_hand(self.holding(E)), context, self.matcher)
        return msgspec.structs.replace(sheet, readings=_open(sheet.readings))

    def view(self, who: Wind | None = None) -> PlayerView:
        """Return what a player can know, with the pass that is due and the card."""
        stage = "" if self.stage is None else self.stage.value
        return msgspec.structs.replace(super().view(who), round_of_charleston=stage, card=self.card)


_DECIDING: Final = frozenset({Phase.CHARLESTON, Phase.OPTION, Phase.TURN, Phase.CLAIM})
"""Where East decides."""
_QUINT: Final = 5


def claim_of(size: int) -> Do:
    """Return the claim for a set of this size.

    >>> claim_of(4).value, claim_of(6).value
    ('kong', 'quint')
    """
    return Do.PUNG if size == SMALLEST_CLAIM else Do.QUINT if size >= _QUINT else Do.KONG


def american_hand(holding: Holding) -> AmericanHand:
    """Return a player's tiles as a hand to match with a card."""
    return AmericanHand(holding.hand, tuple([Exposure(laid.tiles) for laid in holding.laid]))


def _joker_of(holding: Holding, tile: Tile) -> int | None:
    """Return the index of the first laid-out set that has a joker in the place of this tile."""
    for at, laid in enumerate(holding.laid if tile is not JOKER else ()):
        if JOKER in laid.tiles and any(face(one) is face(tile) for one in laid.tiles):
            return at
    return None


def exchanged(holding: Holding, tile: Tile) -> Holding:
    """Return the tiles after a real tile is exchanged for the joker in a set. RULES 3, joker exchange."""
    at = _joker_of(holding, tile)
    assert at is not None  # noqa: S101 - so `choices` has it
    laid = holding.laid[at]
    real = [one for one in laid.tiles if one is not JOKER]
    tiles = _set_of((*real, tile), len(laid.tiles) - len(real) - 1)
    fuller = LaidSet(tiles, claimed=laid.claimed, claimed_from=laid.claimed_from)
    hand = holding.without([tile]).with_tile(JOKER).hand
    return Holding(hand, (*holding.laid[:at], fuller, *holding.laid[at + 1 :]))


def _readings(hand: AmericanHand, matcher: Matcher) -> tuple[Reading, ...]:
    """Return the lines that a hand makes."""
    return _open(matcher.readings(hand))


def _open(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """Return the readings that the laid-out sets allow: a concealed line has none before Mah Jongg."""
    return tuple([one for one in readings if not (one.line.concealed and one.hand.exposures)])


def _set_of(real: Sequence[Tile], jokers: int) -> tuple[Tile, ...]:
    """Return a set as it is laid out, jokers last."""
    return (*sorted(real), *(JOKER,) * jokers)


def _has(hand: Sequence[Tile], tiles: Sequence[Tile]) -> bool:
    return all(tiles.count(tile) <= hand.count(tile) for tile in set(tiles))


def passes(view: PlayerView) -> Iterator[tuple[Tile, ...]]:
    """Yield every pass of the Charleston that is possible now, each once; `choices` leaves them out.

    >>> from mjcompanion.american.request import Cards
    >>> from mjcompanion.solitaire.deal import Deal
    >>> card, matcher = Cards().find("companion")
    >>> deal = Deal.of("kemp-american", 7)
    >>> game = AmericanGame(deal=deal, card="companion", digest=card.digest, matcher=matcher)
    >>> while (move := game.forced()) is not None:
    ...     game = game.apply(move)
    >>> len(list(passes(game.view(E)))) > 100
    True
    """
    if view.phase is not Phase.CHARLESTON:
        return
    free = [tile for tile in view.holding.hand if tile is not JOKER]
    for size in Stage(view.round_of_charleston).sizes:
        yield from sorted(set(itertools.combinations(free, size)))
