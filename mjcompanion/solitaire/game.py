"""The base of all virtual games: whose move it is, where the tiles are, and what a player can know."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple, Self

import msgspec

from mjcompanion.american.score import AmericanSheet
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import By, Hand, Meld, meld
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import WINDS, Terms, Tile, Wind
from mjcompanion.i18n.translation import N_, _, in_english, joined, pgettext
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from mjcompanion.wall.breaks import Spot


class Phase(enum.StrEnum):
    """What is due."""

    DEAL = "deal"
    """The first tiles are drawn, one by one."""
    FLOWER = "flower"
    """`turn` holds a flower, which is laid out at once."""
    LOOSE = "loose"
    """`turn` is due a replacement."""
    DRAW = "draw"
    """`turn` draws."""
    TURN = "turn"
    """`turn` has drawn, or has claimed a set, and decides; the turn ends with a discard."""
    CLAIM = "claim"
    """`turn` may claim the last discard."""
    CHARLESTON = "charleston"
    """`turn` passes tiles (American)."""
    OPTION = "option"
    """`turn` chooses whether there is another Charleston (American)."""
    END_TILE = "end-tile"
    """A joker drawn in the Charleston is exchanged (American)."""
    OVER = "over"
    """Somebody went out, or the wall is used up."""


class LaidSet(msgspec.Struct, frozen=True):
    """A set laid out: its tiles, whether it counts as concealed, and the discard it was claimed with, if any."""

    tiles: tuple[Tile, ...]
    concealed: bool = False
    claimed: Tile | None = None
    claimed_from: Wind | None = None

    @property
    def meld(self) -> Meld:
        """The set as scoring takes it."""
        return meld(self.tiles, concealed=self.concealed)


class Holding(msgspec.Struct, frozen=True):
    """A player's tiles: those in hand in order, the sets laid out in the order of laying, and the flowers."""

    hand: tuple[Tile, ...] = ()
    laid: tuple[LaidSet, ...] = ()
    flowers: tuple[Tile, ...] = ()

    def with_tile(self, tile: Tile) -> Holding:
        """Return the tiles with one more in hand."""
        return Holding(tuple(sorted((*self.hand, tile))), self.laid, self.flowers)

    def without(self, tiles: Sequence[Tile]) -> Holding:
        """Return the tiles without these, which must be in hand."""
        hand = list(self.hand)
        for tile in tiles:
            hand.remove(tile)
        return Holding(tuple(hand), self.laid, self.flowers)

    def laying(self, one: LaidSet, from_hand: Sequence[Tile]) -> Holding:
        """Return the tiles with one more set laid out, these of its tiles from the hand."""
        return Holding(self.without(from_hand).hand, (*self.laid, one), self.flowers)

    def claiming(self, tiles: Sequence[Tile], claimed: Tile, whose: Wind | None = None) -> Holding:
        """Return the tiles after this discard is claimed for a set; its other tiles come from the hand."""
        from_hand = list(tiles)
        from_hand.remove(claimed)
        return self.laying(LaidSet(tuple(tiles), claimed=claimed, claimed_from=whose), from_hand)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles."""
        return (*self.hand, *[tile for one in self.laid for tile in one.tiles], *self.flowers)

    def as_hand(self) -> Hand:
        """Return the hand as scoring takes it."""
        return Hand(self.hand, [one.meld for one in self.laid], self.flowers)


class DiscardedTile(msgspec.Struct, frozen=True):
    """A discarded tile, who discarded it, and who claimed it, if anybody; `passed` in the Charleston."""

    tile: Tile
    who: Wind
    claimed_by: Wind | None = None
    passed: bool = False


class WallTile(NamedTuple):
    """A tile of the walls, and its place."""

    spot: Spot
    tile: Tile


class PlayerView(msgspec.Struct, frozen=True):
    """All that a player can know: own tiles, visible tiles, and how many are hidden. Advice is made from this alone.

    `seen` are the other visible tiles: discards that nobody claimed, the others' sets and flowers.
    `wall` counts the tiles that can still be drawn, `loose` the loose tiles after them, `others` what each of the
    others holds in hand, hidden, in the order of turns after this seat. `came` says how the seat's last tile came, and
    `house` are the house options that the score is counted with.
    """

    rules: Ruleset
    seat: Wind
    round: Wind
    phase: Phase
    turn: Wind
    holding: Holding
    fresh: Tile | None
    offered: DiscardedTile | None
    seen: tuple[Tile, ...]
    pile: int  # discards that nobody claimed: line 4b of Kemp's card
    wall: int
    loose: int = 0
    others: tuple[int, ...] = ()
    round_of_charleston: str = ""
    choices: tuple[Move, ...] = ()
    card: str = ""
    came: By | None = None
    house: Options | None = None


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A virtual game at one moment. `apply` returns the next moment; nothing changes in place.

    `turn` is who moves now: `phase` says what is due. `front` counts the tiles drawn from the wall, `back` those
    taken as replacements from its end. `fresh` is the tile that `turn` has just taken, `offered` the discard that may
    be claimed, `out` who went out, `round` the wind of the game. `house` are the house options of the score.
    """

    rules: ClassVar[Ruleset]
    instead: ClassVar[Mapping[Do, str]]
    """The reason why another move can't be made while one is forced, by the kind of the forced one."""

    deal: Deal
    phase: Phase = Phase.DEAL
    turn: Wind = Wind.EAST
    front: int = 0
    back: int = 0
    holdings: tuple[Holding, Holding, Holding, Holding] = (Holding(), Holding(), Holding(), Holding())
    pile: tuple[DiscardedTile, ...] = ()
    fresh: Tile | None = None
    offered: DiscardedTile | None = None
    out: Wind | None = None
    moves: int = 0  # how many were made
    round: Wind = Wind.EAST
    house: Options | None = None

    # --- what each game says

    @property
    def person(self) -> Wind:
        """The seat of the person who plays."""
        return Wind.EAST

    def forced(self) -> Move | None:
        """Return the move that nobody can choose; None where somebody has a choice, or the game is over."""
        raise NotImplementedError

    def choices(self) -> tuple[Move, ...]:
        """Return every move that `turn` can make; none where a move is forced, or the game is over.

        Passes of the Charleston, which are hundreds, are left out: each of three tiles (no jokers) is one.
        """
        raise NotImplementedError

    def refusal(self, move: Move, terms: Terms | None = None) -> str | None:
        """Return why `turn`, who has a choice, can't make a move outside `choices`; None where it is legal."""
        if self.phase is Phase.CLAIM and move.do not in (*CLAIMS, Do.MAH_JONGG, Do.LEAVE):
            return _("the {tile} must be claimed or left first").format(tile=self.pile[-1].tile.name(terms))
        return _("it isn’t Mah Jongg") if move.do is Do.MAH_JONGG else _("it isn’t one of the moves possible now")

    def after(self, move: Move) -> Self:
        """Return the game after a legal move; `apply` checks the move first."""
        raise NotImplementedError

    @property
    def loose(self) -> int:
        """How many loose tiles are ready."""
        return 0

    def sheet(self) -> ScoreSheet | AmericanSheet | None:
        """Return the winner's score; None before somebody has gone out."""
        raise NotImplementedError

    # --- the wall, without loose tiles

    @property
    def wall(self) -> int:
        """How many tiles can still be drawn, without the loose tiles."""
        return len(self.deal.order) - self.front

    def wall_tile_at(self, place: int) -> Tile:
        """Return the tile at a place of the wall, in drawing order."""
        return self.deal.order[place]

    def walls(self) -> tuple[WallTile, ...]:
        """Return the tiles still in the walls in drawing order, the loose tiles last."""
        spots = self.deal.spots
        return tuple([WallTile(spots[at], self.wall_tile_at(at)) for at in range(self.front, len(spots))])

    def spot_of(self, move: Move) -> Spot | None:
        """Return the place in the walls of the tile that this move takes, if it takes one."""
        return self.deal.spots[self.front] if move.do in (Do.DRAW, Do.LOOSE) else None

    # --- what all share

    def why_not(self, move: Move, terms: Terms | None = None) -> Problem | None:
        """Return why this move can't be made now, tiles named by these words; None where it can."""
        if self.is_over:
            return not_now(move, _("the game is over"), terms)
        forced = self.forced()
        if forced is not None:
            return None if move == forced else not_now(move, self._instead(forced, terms), terms)
        if move.who is not self.turn:
            return not_now(move, _("it is {wind}’s turn").format(wind=self.turn.word), terms)
        why = None if move in self.choices() else self.refusal(move, terms)
        return None if why is None else not_now(move, why, terms)

    def _instead(self, forced: Move, terms: Terms | None) -> str:
        return _(self.instead[forced.do]).format(who=forced.who.player, tile=forced.named.name(terms))

    def _next(self, **changes: object) -> Self:
        return msgspec.structs.replace(self, moves=self.moves + 1, **changes)

    def _pass_on(self, who: Wind, **changes: object) -> Self:
        """Pass the turn to the next player, who draws; with nothing left to draw the game is over."""
        phase = Phase.DRAW if self.wall else Phase.OVER
        return self._next(turn=who.next, phase=phase, fresh=None, offered=None, **changes)

    def _taken(self) -> tuple[DiscardedTile, ...]:
        """Return the discards after `turn` has claimed the last one."""
        last = self.pile[-1]
        return (*self.pile[:-1], DiscardedTile(last.tile, last.who, self.turn))

    def _taking(self, tiles: tuple[Tile, ...]) -> Holding:
        """Return the tiles of `turn` after the last discard is claimed for this set."""
        discarded = self.pile[-1]
        return self.holding(self.turn).claiming(tiles, discarded.tile, discarded.who)

    def _came(self) -> By | None:
        """Return how the last tile of `turn` came."""
        return None

    def view(self, who: Wind | None = None) -> PlayerView:
        """Return what a player can know; the person, if nobody is named.

        While another player may claim a discard, `turn` is the discarder, so that the view doesn't reveal who.
        """
        who = self.person if who is None else who
        others = (who.next, who.next.next, who.next.next.next)
        seen = [discarded.tile for discarded in self.pile if discarded.claimed_by is None]
        for other in others:
            holding = self.holding(other)
            seen += [tile for laid in holding.laid for tile in laid.tiles]
            seen += holding.flowers
        mine = self.turn is who
        offer = self.offered if self.phase is Phase.CLAIM else None
        return PlayerView(
            rules=self.rules,
            seat=who,
            round=self.round,
            phase=self.phase,
            turn=self.turn if offer is None or mine else offer.who,
            holding=self.holding(who),
            fresh=self.fresh if mine else None,
            offered=offer,
            seen=tuple(seen),
            pile=self.discards,
            wall=self.wall,
            loose=self.loose,
            others=tuple([len(self.holding(other).hand) for other in others]),
            choices=self.choices() if mine else (),
            came=self._came() if mine else None,
            house=self.house,
        )

    def apply(self, move: Move) -> Self:
        """Return the game after this move.

        Raises:
            RuleError: why it can't be made.

        """
        problem = self.why_not(move)
        if problem is not None:
            raise RuleError([problem])
        return self.after(move)

    def holding(self, who: Wind) -> Holding:
        """Return a player's tiles."""
        return self.holdings[_PLACES[who]]

    def having(self, who: Wind, holding: Holding) -> tuple[Holding, Holding, Holding, Holding]:
        """Return the tiles of all players, these in place of one player's."""
        east, south, west, north = self.holdings
        at = _PLACES[who]
        return (
            holding if at == 0 else east,
            holding if at == 1 else south,
            holding if at == 2 else west,
            holding if at == 3 else north,
        )

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen any more."""
        return self.phase is Phase.OVER

    @property
    def waits_for_person(self) -> bool:
        """Whether it is the person who has to decide."""
        return self.turn is self.person and self.phase is not Phase.OVER and self.forced() is None

    @property
    def discards(self) -> int:
        """The discards that nobody claimed; line 4b of Kemp's cards."""
        return sum([discarded.claimed_by is None for discarded in self.pile])

    def result(self) -> dict[str, Any]:
        """Return how the game ended, in English: the score and the winner, or why there is no score."""
        sheet = self.sheet()
        if self.out is None or sheet is None:
            with in_english():
                sentence = Problem("wall-used-up" if self.is_over else "game-not-over").sentence()
            return {"ok": False, "error": sentence}
        with in_english():
            return {**sheet.answer(), "winner": self.out.value}


_PLACES: Final = {wind: place for place, wind in enumerate(WINDS)}


def not_now(move: Move, why: str, terms: Terms | None = None) -> Problem:
    """Return the problem of a move that can't be made: who, what, and why.

    >>> not_now(Move(Wind.SOUTH, Do.DISCARD, Tile.parse("3p")), "it is East’s turn").sentence()
    'South can’t discard the 3 dot: it is East’s turn.'
    """
    tile = _("a tile") if move.tile is None else _("the {tile}").format(tile=move.tile.name(terms))
    tiles = joined(tile.name(terms) for tile in move.tiles) or pgettext("no tiles", "nothing")
    sentence = _(_CANNOT[move.do]).format(who=move.who.player, tile=tile, tiles=tiles, why=why)
    return Problem("illegal-move", why=sentence)


_CANNOT: Final = {
    Do.DRAW: N_("{who} can’t draw {tile}: {why}"),
    Do.FLOWER: N_("{who} can’t lay out {tile} as a flower: {why}"),
    Do.LOOSE: N_("{who} can’t take {tile} as a replacement: {why}"),
    Do.DISCARD: N_("{who} can’t discard {tile}: {why}"),
    Do.CHOW: N_("{who} can’t claim {tile} for a chow: {why}"),
    Do.PUNG: N_("{who} can’t claim {tile} for a pung: {why}"),
    Do.KONG: N_("{who} can’t claim {tile} for a kong: {why}"),
    Do.QUINT: N_("{who} can’t claim {tile} for a quint: {why}"),
    Do.CONCEALED_KONG: N_("{who} can’t declare a kong of {tile}: {why}"),
    Do.ADDED_KONG: N_("{who} can’t add {tile} to a pung: {why}"),
    Do.LAY: N_("{who} can’t lay out {tiles}: {why}"),
    Do.LEAVE: N_("{who} can’t leave the discard: {why}"),
    Do.PASS: N_("{who} can’t pass {tiles}: {why}"),
    Do.CHARLESTON: N_("{who} can’t start a Charleston: {why}"),
    Do.STOP: N_("{who} can’t end the Charleston: {why}"),
    Do.END_TILE: N_("{who} can’t exchange a joker for {tile}: {why}"),
    Do.JOKER: N_("{who} can’t exchange {tile} for a joker: {why}"),
    Do.MAH_JONGG: N_("{who} can’t declare Mah Jongg: {why}"),
}
