"""An American hand while it is being entered: tiles as they came, sets laid out, and what is known about the win.

A draft is a value: every change makes a new one, so undo is keeping the old. It can hold anything a person can enter,
right or wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final

import msgspec

from mjcompanion.american.hand import AmericanHand, Exposure, face
from mjcompanion.core.errors import NotationError, Problem, RuleError
from mjcompanion.core.hand import TAKEN, WITHOUT_TILE, By, HowWon
from mjcompanion.core.notation import Bracket, TileGroup, write
from mjcompanion.core.tiles import ANY_FLOWER, JOKER, Tile, TileSet, Wind
from mjcompanion.rulesets import Ruleset, changed_options, stored_house
from mjcompanion.scoring.base_draft import BaseDraft, DraftEntry
from mjcompanion.scoring.context import ScoringContext

_SET: Final = TileSet.of(152)


class AmericanDraft(BaseDraft[Exposure], frozen=True):
    """An American hand being entered.

    `card` is the name of the card; flowers and seasons are all alike here.

    >>> from mjcompanion.core.notation import read_tile
    >>> draft = AmericanDraft(Ruleset("nmjl")).add(read_tile("3s"), JOKER).lay(Exposure.parse("(22JJs)"))
    >>> str(draft.hand), str(draft.without_last().hand)
    ('3s J (22JJs)', '3s J')
    """

    card: str = "companion"
    has_flowers: ClassVar = True

    @property
    def asks(self) -> frozenset[str]:
        """Return what must be known besides the tiles."""
        return frozenset({"how", "discards"} if self.rules.single_player else {"how"})

    @property
    def hand(self) -> AmericanHand:
        """Return the tiles as a hand."""
        return AmericanHand(
            tuple(entry.tiles[0] for entry in self.entries if entry.laid is None),
            tuple(entry.laid for entry in self.entries if entry.laid is not None),
        )

    @property
    def win_types(self) -> tuple[By, ...]:
        """Return the kinds of win that this seat can have."""
        return self.rules.win_types_for(self.context.seat)

    @property
    def winning_choices(self) -> tuple[Tile, ...]:
        """Return the tiles that can have won, once each; those of exposed sets only where a discard won."""
        found = set(self.hand.concealed)
        if self.by in TAKEN:
            found.update(tile for laid in self.hand.exposures for tile in laid.tiles)
            found.discard(JOKER)  # a discarded joker is dead
        return tuple(sorted(found))

    def face(self, tile: Tile) -> Tile:
        """Return the tile; for a flower or a season, any flower."""
        return face(tile)

    def lay(self, laid: Exposure) -> AmericanDraft:
        """Return the draft with a set laid out."""
        return super().lay(Exposure(tuple(map(face, laid.tiles))))

    def lay_down(self, tiles: Iterable[Tile]) -> AmericanDraft:
        """Lay out tiles that are in the hand.

        Raises:
            RuleError: they are no set of equal tiles, or not in the hand.

        """
        laid = Exposure(tuple(tiles))
        if not laid.is_run:
            raise RuleError([Problem("only-jokers" if laid.tile is JOKER else "no-run", text=laid.write()[1:-1])])
        return msgspec.structs.replace(self.without(laid.tiles).lay(laid), tile=self.tile)

    def exchange(self, laid: Exposure, joker_for: Tile) -> AmericanDraft:
        """Exchange a joker of an exposed set for a real tile; the joker goes into the hand. Source: text 5."""
        if JOKER not in laid.tiles or laid.tile is not joker_for:
            return self
        tiles = list(laid.tiles)
        tiles[tiles.index(JOKER)] = joker_for
        fresh = Exposure(tuple(tiles))
        exchanged = self._replace_last(lambda entry: entry.laid == laid, DraftEntry(fresh.tiles, fresh))
        left = exchanged.remove(joker_for)
        return self if exchanged is self or left is exchanged else left.add(JOKER)

    def of_card(self, name: str) -> AmericanDraft:
        """Return the same hand, to be matched with a card of this name."""
        return msgspec.structs.replace(self, card=name or self.card)

    def cleared(self) -> AmericanDraft:
        """Return the same table without tiles, as for the next hand."""
        return msgspec.structs.replace(self.with_entries(()), by=None, discards=None)

    def laid_of(self, group: TileGroup) -> Exposure:
        """Return the set that a group of tiles in ( ) is.

        Raises:
            NotationError: it is a concealed kong, which there is not.

        """
        if group.bracket is Bracket.KONG:
            raise NotationError([Problem("american-kong", text=f"[{write(group.tiles)}]")])
        return Exposure(tuple(map(face, group.tiles)))

    def left(self, tile: Tile) -> int:
        """Return how many of this face are still out, as far as this hand shows; negative when there are too many."""
        plain = face(tile)
        owned = sum(1 for entry in self.entries for one in entry.tiles if face(one) is plain)
        return (8 if plain is ANY_FLOWER else _SET.copies(plain)) - owned

    @property
    def context(self) -> ScoringContext:
        """Return what the tiles can't show; how it was won only once both the tile and how it came are known."""
        win = None
        if self.by is not None and (self.tile is not None or self.by in WITHOUT_TILE):
            win = HowWon(None if self.by is By.DEAL else self.tile, self.by)
        discards = self.discards if self.rules.single_player else None
        seat = Wind.EAST if self.rules.single_player else self.seat
        return ScoringContext(
            self.rules, seat, win=win, discards=discards, house=self.house, house_name=self.house_name
        )

    def _extra_fields(self) -> dict[str, object]:
        changes = {} if self.house is None else changed_options(self.rules, self.house)
        house = {"house": changes, "house_name": self.house_name}
        return {"rules": str(self.rules), "card": self.card, **{name: value for name, value in house.items() if value}}

    @classmethod
    def _from_saved(cls, found: Mapping[str, Any]) -> AmericanDraft:
        rules, name = Ruleset(found["rules"]), str(found.get("house_name", ""))
        house = stored_house(rules, found["house"]) if "house" in found else None
        return cls(rules, card=str(found["card"]), house=house, house_name=name)
