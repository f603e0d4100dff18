"""What is the same in every hand being entered, Chinese or American: tiles as they came, and sets laid out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Generic, Protocol, Self, TypeVar

import msgspec

from mjcompanion.core.errors import NotationError, Problem, RuleError
from mjcompanion.core.hand import By, Meld
from mjcompanion.core.notation import Bracket, TileGroup, read_groups, read_tile, write
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.parsing.hand_text import ParsedHand, parse_hand_text, raise_text_problems
from mjcompanion.rulesets import Ruleset

MOST_TILES: Final = 60
"""More tiles than this are not taken into a draft: a hand has at most 18 and eight flowers."""
_WHOLE: Final = 14
_ANY_DISCARDS: Final = 1_000_000
"""A draft may hold a number of discards that can't be, but none that no field shows."""


class Laid(Protocol):
    """A set that was laid out, of whatever kind."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its tiles, in their order."""


class AnyHand(Protocol):
    """A hand of whatever kind."""

    @property
    def concealed(self) -> tuple[Tile, ...]:
        """Its tiles that aren't laid out."""

    @property
    def size(self) -> int:
        """How many tiles it has, a kong counted as three."""


L = TypeVar("L", bound=Laid)


class Entry(msgspec.Struct, Generic[L], frozen=True):
    """One thing that was entered: a tile by itself, or a set that was laid out."""

    tiles: tuple[Tile, ...]
    laid: L | None = None

    @property
    def is_flower(self) -> bool:
        """Whether it is a flower or a season by itself."""
        return self.laid is None and self.tiles[0].is_flower

    def write(self) -> str:
        """The entry in notation, in brackets where it was laid out."""
        tiles = write(self.tiles)
        if self.laid is None:
            return tiles
        return f"[{tiles}]" if isinstance(self.laid, Meld) and self.laid.concealed else f"({tiles})"


class BaseDraft(msgspec.Struct, Generic[L], frozen=True):
    """What was entered under these rules, in its order, and the winning tile among it."""

    rules: Ruleset
    entries: tuple[Entry[L], ...] = ()
    tile: Tile | None = None
    seat: Wind = Wind.EAST
    discards: int | None = None
    by: By | None = None
    """None until somebody said how the last tile came."""
    house_name: str = ""
    """What a club calls its rules."""
    declined: frozenset[str] = frozenset()
    """The questions about this hand that were answered with no."""

    @property
    def hand(self) -> AnyHand:
        """The tiles as a hand."""
        raise NotImplementedError

    @property
    def ways(self) -> tuple[By, ...]:
        """The ways to win that can be asked about."""
        raise NotImplementedError

    def left(self, tile: Tile) -> int:
        """How many of this face are still out, as far as this hand shows; negative when there are too many."""
        raise NotImplementedError

    def add(self, *tiles: Tile) -> Self:
        """With tiles in hand; flowers are among them."""
        return self.with_entries((*self.entries, *[Entry[L]((self.face(tile),)) for tile in tiles]))

    def face(self, tile: Tile) -> Tile:
        """The tile as these rules tell it apart."""
        return tile

    def laid_of(self, group: TileGroup) -> L:
        """The set that a group of tiles in brackets is.

        Raises:
            NotationError: there is no such set in such a hand.

        """
        raise NotImplementedError

    def entries_of(self, groups: Iterable[TileGroup]) -> tuple[Entry[L], ...]:
        """What groups of tiles are in such a hand, in their order.

        Raises:
            NotationError: a group can't be in it.

        """
        entries: list[Entry[L]] = []
        for group in groups:
            if group.bracket is Bracket.NONE:
                entries += [Entry[L]((self.face(tile),)) for tile in group.tiles]
            else:
                laid = self.laid_of(group)
                entries.append(Entry(laid.tiles, laid))
        return tuple(entries)

    def cleared(self) -> Self:
        """The same table with no tiles, as for the next hand."""
        raise NotImplementedError

    @property
    def winning_choices(self) -> tuple[Tile, ...]:
        """The tiles that can have won, once each."""
        raise NotImplementedError

    def fitting(self) -> Self:
        """Without answers that the others rule out: a way to win that this seat hasn't, a tile that can't have won."""
        draft = self if self.by is None or self.by in self.ways else msgspec.structs.replace(self, by=None)
        choices = () if draft.tile is None else draft.winning_choices
        return msgspec.structs.replace(draft, tile=None) if choices and draft.tile not in choices else draft

    def pasted(self, text: str) -> Self:
        """With the hand that a text describes, in notation or in words, instead of this one's tiles.

        Words that bring no tiles but the winning one tell of the tiles that are here.

        Raises:
            NotationError: the text can't be read, or holds far too many tiles.

        """
        try:
            groups: Sequence[TileGroup] = read_groups(text)
        except NotationError as error:
            found = self.heard(text)
            raise_text_problems(found, error)
            told = all(group.tiles == (found.tile,) for group in found.groups)
            if found.faults or not (found.groups or (found.has_words and self.entries)):
                raise
            return (self if told else self.with_entries(())).with_said(found)
        return self._few(self.with_entries(self.entries_of(groups)))

    def heard(self, text: str) -> ParsedHand:
        """What a text says of such a hand."""
        return parse_hand_text(text, with_card=self.rules.with_card)

    def with_said(self, saying: ParsedHand) -> Self:
        """With what a text says besides: its tiles after those that are here, and what it tells of the hand.

        Raises:
            NotationError: there are far too many tiles.

        """
        groups, tile = list(saying.groups), saying.tile
        named = bool(groups) and groups[-1] == TileGroup(Bracket.NONE, (tile,) if tile is not None else ())
        if named and self.hand.size >= _WHOLE and any(tile in entry.tiles for entry in self.entries):
            del groups[-1]  # it was only named as the winning one
        entries = list(self.entries)
        for group in groups:
            with suppress(NotationError):
                entries += self.entries_of([group])
        told: dict[str, object] = {}
        for name in ("seat", "round", "winner", "tile", "discards", "last_tile"):
            value = getattr(saying, name)
            if name in self.__struct_fields__ and value is not None and (value is not False or name == "winner"):
                told[name] = value
        draft = msgspec.structs.replace(self, entries=tuple(entries), **told)
        if saying.by in draft.ways:
            draft = msgspec.structs.replace(draft, by=By(saying.by))
        fitting = draft.fitting()
        if "tile" in told and any(tile in entry.tiles for entry in entries):  # if it can't have won, the check says why
            fitting = msgspec.structs.replace(fitting, tile=tile)
        return self._few(fitting)

    def _few(self, draft: Self) -> Self:
        count = sum(len(entry.tiles) for entry in draft.entries)
        if count > MOST_TILES:
            raise NotationError([Problem("too-many-tiles", count=count, limit=_WHOLE)])
        return draft

    def lay(self, laid: L) -> Self:
        """With a set laid out."""
        return self.with_entries((*self.entries, Entry(laid.tiles, laid)))

    def take_back(self, laid: L) -> Self:
        """A set that was laid out goes back into the hand."""
        return self._instead(lambda entry: entry.laid == laid, *[Entry[L]((tile,)) for tile in laid.tiles])

    def remove(self, tile: Tile) -> Self:
        """Without one such tile: the one that was entered last."""
        wanted = self.face(tile)
        return self._instead(lambda entry: entry.laid is None and entry.tiles[0] is wanted)

    def remove_set(self, laid: L) -> Self:
        """Without a set that was laid out, and without its tiles."""
        return self._instead(lambda entry: entry.laid == laid)

    def without_last(self) -> Self:
        """Without what was entered last."""
        return self.with_entries(self.entries[:-1])

    def without(self, tiles: Iterable[Tile]) -> Self:
        """Without tiles that are in the hand.

        Raises:
            RuleError: one of them is not.

        """
        draft = self
        for tile in tiles:
            fewer = draft.remove(tile)
            if fewer is draft:
                raise RuleError([Problem("not-in-hand", tile=tile)])
            draft = fewer
        return draft

    def with_entries(self, entries: tuple[Entry[L], ...]) -> Self:
        """With other tiles; a winning tile that is gone is forgotten."""
        tile = self.tile
        if tile is not None and not any(tile in entry.tiles for entry in entries):
            tile = None
        declined = self.declined if entries else frozenset[str]()
        return msgspec.structs.replace(self, entries=entries, tile=tile, declined=declined)

    def save(self) -> bytes:
        """The draft as a line of JSON."""
        saved = {
            **self._more(),
            "entries": [entry.write() for entry in self.entries],
            "tile": None if self.tile is None else str(self.tile),
            "by": None if self.by is None else str(self.by),
            "seat": str(self.seat),
            "discards": self.discards,
        }
        if self.declined:
            saved["declined"] = sorted(self.declined)
        return msgspec.json.encode(saved)

    def _more(self) -> dict[str, object]:
        """What such a draft saves besides."""
        raise NotImplementedError

    @classmethod
    def load(cls, saved: bytes) -> Self:
        """Read what `save` wrote.

        Raises:
            ValueError: this is no saved draft.

        """
        try:
            found = msgspec.json.decode(saved)
            draft = cls._begun(found)
            return msgspec.structs.replace(
                draft,
                entries=draft.entries_of([group for text in found["entries"] for group in read_groups(text)]),
                seat=Wind(found["seat"]),
                tile=None if found["tile"] is None else read_tile(found["tile"]),
                by=None if found["by"] is None else By(found["by"]),
                discards=_read_discards(found["discards"]),
                declined=frozenset(map(str, found.get("declined", ()))),
            )
        except (KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
            raise ValueError(f"this is no saved hand: {error}") from error

    @classmethod
    def _begun(cls, found: Mapping[str, Any]) -> Self:
        """A draft with what such a one saves besides."""
        raise NotImplementedError

    def _instead(self, wanted: Callable[[Entry[L]], bool], *others: Entry[L]) -> Self:
        """With others in the place of the last entry that is wanted; unchanged where there is none."""
        for at in range(len(self.entries) - 1, -1, -1):
            if wanted(self.entries[at]):
                return self.with_entries((*self.entries[:at], *others, *self.entries[at + 1 :]))
        return self


def _read_discards(saved: object) -> int | None:
    """A saved number of discards.

    Raises:
        ValueError: there can't be so many.

    """
    if saved is None:
        return None
    if not isinstance(saved, int) or abs(saved) > _ANY_DISCARDS:
        raise ValueError(f"there can't be {saved!r} discards")
    return saved
