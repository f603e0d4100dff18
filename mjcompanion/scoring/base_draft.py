"""What is the same in every hand being entered, Chinese or American: tiles in their order, and sets laid out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any, Final, Generic, Protocol, Self, TypeVar

import msgspec

from mjcompanion.core.errors import NotationError, Problem, RuleError
from mjcompanion.core.hand import By, Meld
from mjcompanion.core.notation import Bracket, TileGroup, read_groups, read_tile, write
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.parsing.hand_text import ParsedHand, parse_hand_text, raise_text_problems
from mjcompanion.rulesets import Ruleset

MOST_TILES: Final = 60
"""More tiles than this are not taken into a draft: a hand has at most 18 and eight flowers."""
_WHOLE: Final = 14
_Discards = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)] | None
"""A draft may hold a number of discards that can't be, but none that no field shows."""


class LaidTiles(Protocol):
    """A set that was laid out, of whatever kind."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its tiles, in their order."""


class HandBase(Protocol):
    """A hand of whatever kind."""

    @property
    def concealed(self) -> tuple[Tile, ...]:
        """Its tiles that aren't laid out."""

    @property
    def size(self) -> int:
        """How many tiles it has, a kong counted as three."""


L = TypeVar("L", bound=LaidTiles)


class DraftEntry(msgspec.Struct, Generic[L], frozen=True):
    """One thing entered: a tile by itself, or a set that was laid out."""

    tiles: tuple[Tile, ...]
    laid: L | None = None

    @property
    def is_flower(self) -> bool:
        """Whether it is a flower or a season by itself."""
        return self.laid is None and self.tiles[0].is_flower

    def write(self) -> str:
        """Return the entry in notation, in brackets where it was laid out."""
        tiles = write(self.tiles)
        if self.laid is None:
            return tiles
        return f"[{tiles}]" if isinstance(self.laid, Meld) and self.laid.concealed else f"({tiles})"


class BaseDraft(msgspec.Struct, Generic[L], frozen=True):
    """A hand being entered: its tiles and sets in the order of entry, and how it was won."""

    rules: Ruleset
    entries: tuple[DraftEntry[L], ...] = ()
    tile: Tile | None = None
    seat: Wind = Wind.EAST
    discards: int | None = None
    by: By | None = None
    """How the last tile came; None where that is not known."""
    house: Options | None = None
    """The house options of the table, where they are not those of the rules."""
    house_name: str = ""
    """What a club calls its rules."""
    declined: frozenset[str] = frozenset()
    """The questions about this hand that were answered with no."""

    @property
    def hand(self) -> HandBase:
        """The tiles as a hand."""
        raise NotImplementedError

    @property
    def win_types(self) -> tuple[By, ...]:
        """The kinds of win that this seat can have."""
        raise NotImplementedError

    def left(self, tile: Tile) -> int:
        """Return how many of this face are still out, as far as this hand shows; negative when there are too many."""
        raise NotImplementedError

    def add(self, *tiles: Tile) -> Self:
        """Return the draft with these tiles added, flowers included."""
        return self.with_entries((*self.entries, *[DraftEntry[L]((self.face(tile),)) for tile in tiles]))

    def face(self, tile: Tile) -> Tile:
        """Return the tile as these rules distinguish it."""
        return tile

    def laid_of(self, group: TileGroup) -> L:
        """Return the set that a group of tiles in brackets is.

        Raises:
            NotationError: there is no such set in such a hand.

        """
        raise NotImplementedError

    def entries_of(self, groups: Iterable[TileGroup]) -> tuple[DraftEntry[L], ...]:
        """Return the entries for groups of tiles, in their order.

        Raises:
            NotationError: a group can't be in it.

        """
        entries: list[DraftEntry[L]] = []
        for group in groups:
            if group.bracket is Bracket.NONE:
                entries += [DraftEntry[L]((self.face(tile),)) for tile in group.tiles]
            else:
                laid = self.laid_of(group)
                entries.append(DraftEntry(laid.tiles, laid))
        return tuple(entries)

    def cleared(self) -> Self:
        """Return the same table with no tiles, as for the next hand."""
        raise NotImplementedError

    @property
    def winning_choices(self) -> tuple[Tile, ...]:
        """The tiles that can have won, once each."""
        raise NotImplementedError

    def without_conflicts(self) -> Self:
        """Return it without a win that this seat can't have, and without a tile that can't have won."""
        draft = self if self.by is None or self.by in self.win_types else msgspec.structs.replace(self, by=None)
        choices = () if draft.tile is None else draft.winning_choices
        return msgspec.structs.replace(draft, tile=None) if choices and draft.tile not in choices else draft

    def pasted(self, text: str) -> Self:
        """Return it with the hand that a text describes, in notation or in words, instead of its tiles.

        Words that name no tile but the winning one are about the tiles that are already entered.

        Raises:
            NotationError: the text can't be read, or holds far too many tiles.

        """
        try:
            groups: Sequence[TileGroup] = read_groups(text)
        except NotationError as error:
            found = self.parse_text(text)
            raise_text_problems(found, error)
            about_these = all(group.tiles == (found.tile,) for group in found.groups)
            if found.faults or not (found.groups or (found.has_words and self.entries)):
                raise
            return (self if about_these else self.with_entries(())).with_parsed(found)
        return self._check_size(self.with_entries(self.entries_of(groups)))

    def parse_text(self, text: str) -> ParsedHand:
        """Read a text about such a hand."""
        return parse_hand_text(text, with_card=self.rules.with_card)

    def with_parsed(self, parsed: ParsedHand) -> Self:
        """Return it with what a text adds: its tiles, after those already entered, and what it says of the hand.

        Raises:
            NotationError: there are far too many tiles.

        """
        groups, tile = list(parsed.groups), parsed.tile
        named = bool(groups) and groups[-1] == TileGroup(Bracket.NONE, (tile,) if tile is not None else ())
        if named and self.hand.size >= _WHOLE and any(tile in entry.tiles for entry in self.entries):
            del groups[-1]  # it was only named as the winning one
        entries = list(self.entries)
        for group in groups:
            with suppress(NotationError):
                entries += self.entries_of([group])
        values: dict[str, object] = {}
        for name in ("seat", "round", "winner", "tile", "discards", "last_tile"):
            value = getattr(parsed, name)
            if name in self.__struct_fields__ and value is not None and (value is not False or name == "winner"):
                values[name] = value
        draft = msgspec.structs.replace(self, entries=tuple(entries), **values)
        if parsed.by in draft.win_types:
            draft = msgspec.structs.replace(draft, by=By(parsed.by))
        fitting = draft.without_conflicts()
        if "tile" in values and any(
            tile in entry.tiles for entry in entries
        ):  # if it can't have won, the check says why
            fitting = msgspec.structs.replace(fitting, tile=tile)
        return self._check_size(fitting)

    def _check_size(self, draft: Self) -> Self:
        count = sum(len(entry.tiles) for entry in draft.entries)
        if count > MOST_TILES:
            raise NotationError([Problem("too-many-tiles", count=count, limit=_WHOLE)])
        return draft

    def lay(self, laid: L) -> Self:
        """Return it with a set laid out."""
        return self.with_entries((*self.entries, DraftEntry(laid.tiles, laid)))

    def take_back(self, laid: L) -> Self:
        """Return it with a set that was laid out back in the hand."""
        return self._replace_last(lambda entry: entry.laid == laid, *[DraftEntry[L]((tile,)) for tile in laid.tiles])

    def remove(self, tile: Tile) -> Self:
        """Return it without one such tile, the last one entered."""
        face = self.face(tile)
        return self._replace_last(lambda entry: entry.laid is None and entry.tiles[0] is face)

    def remove_set(self, laid: L) -> Self:
        """Return it without a set that was laid out, and without its tiles."""
        return self._replace_last(lambda entry: entry.laid == laid)

    def without_last(self) -> Self:
        """Return it without the last entry."""
        return self.with_entries(self.entries[:-1])

    def without(self, tiles: Iterable[Tile]) -> Self:
        """Return it without tiles that are in the hand.

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

    def with_entries(self, entries: tuple[DraftEntry[L], ...]) -> Self:
        """Return it with other tiles; a winning tile that is gone is forgotten."""
        tile = self.tile
        if tile is not None and not any(tile in entry.tiles for entry in entries):
            tile = None
        declined = self.declined if entries else frozenset[str]()
        return msgspec.structs.replace(self, entries=entries, tile=tile, declined=declined)

    def save(self) -> bytes:
        """Return the draft as a line of JSON."""
        saved = {
            **self._extra_fields(),
            "entries": [entry.write() for entry in self.entries],
            "tile": None if self.tile is None else str(self.tile),
            "by": None if self.by is None else str(self.by),
            "seat": str(self.seat),
            "discards": self.discards,
        }
        if self.declined:
            saved["declined"] = sorted(self.declined)
        return msgspec.json.encode(saved)

    def _extra_fields(self) -> dict[str, object]:
        """Return what such a draft saves besides."""
        raise NotImplementedError

    @classmethod
    def load(cls, saved: bytes) -> Self:
        """Read what `save` wrote.

        Raises:
            ValueError: this is no saved draft.

        """
        try:
            found = msgspec.json.decode(saved)
            draft = cls._from_saved(found)
            return msgspec.structs.replace(
                draft,
                entries=draft.entries_of([group for text in found["entries"] for group in read_groups(text)]),
                seat=Wind(found["seat"]),
                tile=None if found["tile"] is None else read_tile(found["tile"]),
                by=None if found["by"] is None else By(found["by"]),
                discards=msgspec.convert(found["discards"], _Discards),
                declined=frozenset(map(str, found.get("declined", ()))),
            )
        except (KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
            raise ValueError(f"this is no saved hand: {error}") from error

    @classmethod
    def _from_saved(cls, found: Mapping[str, Any]) -> Self:
        """Make a draft from what `_extra_fields` saved."""
        raise NotImplementedError

    def _replace_last(self, matches: Callable[[DraftEntry[L]], bool], *others: DraftEntry[L]) -> Self:
        """Return it with others in place of the last entry that matches; unchanged where there is none."""
        for at in range(len(self.entries) - 1, -1, -1):
            if matches(self.entries[at]):
                return self.with_entries((*self.entries[:at], *others, *self.entries[at + 1 :]))
        return self
