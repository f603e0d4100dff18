"""The game in progress, saved at every move, so that it continues at the same tile after a crash.

The file has a line of JSON for the start of the game, one for each move, and one for the hand where the person arranged
it. Lines that take moves back or count a question to the coach are read too. An incomplete last line is ignored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.notation import read_tile
from mjcompanion.core.tiles import Tile
from mjcompanion.solitaire.game import Game
from mjcompanion.solitaire.moves import Move, read_move
from mjcompanion.solitaire.record import Played, read_deal, replay, write_deal
from mjcompanion.storage.paths import read_bounded, set_aside

if TYPE_CHECKING:
    from mjcompanion.american.request import Cards

_VERSION: Final = 1
_LARGEST: Final = 5_000_000

_decode = msgspec.json.Decoder(dict[str, Any]).decode


class SavedGameError(RuleError):
    """A saved game that can't be continued; `kept` is the new name of its file."""

    def __init__(self, problem: Problem) -> None:
        self.kept: Path | None = None
        super().__init__([problem])


class Arranged(NamedTuple):
    """The hand in the person's own order, and after how many moves it was arranged."""

    tiles: tuple[Tile, ...]
    at: int


class SavedGame(NamedTuple):
    """A game that continues: what was played, and every moment, the start first."""

    played: Played
    moments: tuple[Game, ...]
    arranged: Arranged | None = None


def saved_game(played: Played, hand: Sequence[Tile] = (), cards: Cards | None = None) -> bytes:
    """Return a game as its file holds it, with the hand where the person arranged it.

    Raises:
        RuleError: the game's card can't be had.

    """
    header = {"saved": _VERSION, **write_deal(played.deal, played.setup, cards)}
    if played.asked:
        header["asked"] = played.asked
    if played.taken_back:
        header["taken_back"] = played.taken_back
    lines = [header, *[move.record() for move in played.moves]]
    if hand:
        lines.append({"hand": [str(tile) for tile in hand]})
    return msgspec.json.Encoder().encode_lines(lines)


def resume(path: Path, cards: Cards | None = None) -> SavedGame | None:
    """Return the game in this file; None where there is no file.

    Raises:
        SavedGameError: the file is damaged, or a move in it isn't legal: the sentence names the move, and the
            file has another name now.
        RuleError: the card isn't what it was, or gone, or the file a newer version's; it stays where it is.
        OSError: the file is there and can't be read.

    """
    try:
        read = _read(path)
        if read is None:
            return None
        played, arranged = read
        return SavedGame(played, tuple(_replayed(played, cards)), arranged)
    except SavedGameError as error:
        with suppress(OSError):
            error.kept = set_aside(path)
        raise


def glance(path: Path) -> Played | None:
    """Return the content of a file, even of a damaged game; None where there is no file. The file isn't moved.

    Raises:
        RuleError: it can't be read, or is a newer version's.
        OSError: the file is there and can't be read.

    """
    read = _read(path)
    return None if read is None else read[0]


def _read(path: Path) -> tuple[Played, Arranged | None] | None:
    """Return the content of the file's whole lines."""
    try:
        content = read_bounded(path, _LARGEST)
    except FileNotFoundError:
        return None
    size = content.rfind(b"\n") + 1
    if not size or len(content) > _LARGEST:
        raise SavedGameError(Problem("saved-beginning"))
    first, *lines = content[:size].splitlines(keepends=True)
    entry = _entry(first) or {}
    saved = entry.pop("saved", None)
    if isinstance(saved, int) and saved > _VERSION:
        raise RuleError([Problem("saved-newer")])
    asked, taken_back = entry.pop("asked", 0), entry.pop("taken_back", 0)
    if saved != _VERSION or not isinstance(asked, int) or not isinstance(taken_back, int):
        raise SavedGameError(Problem("saved-beginning"))
    try:
        deal, setup = read_deal(entry)
    except RuleError as error:
        raise SavedGameError(Problem("saved-deal", why=str(error))) from None
    moves: list[Move] = []
    arranged: Arranged | None = None
    for place, line in enumerate(lines, 2):
        found = _entry(line)
        if found is None:
            raise SavedGameError(Problem("saved-damaged", count=len(moves), place=place))
        entry, back = found, found.get("back")
        if entry == {"asked": True}:
            asked += 1
        elif "hand" in entry:
            arranged = Arranged(_tiles(entry["hand"], len(moves), place), len(moves))
        elif back is None:
            moves.append(_move(entry, len(moves) + 1))
        elif isinstance(back, int) and 0 < back <= len(moves):
            del moves[-back:]
            taken_back += 1
            if arranged is not None:
                arranged = Arranged(arranged.tiles, min(arranged.at, len(moves)))
        else:
            raise SavedGameError(Problem("saved-damaged", count=len(moves), place=place))
    return Played(deal, setup, tuple(moves), asked, taken_back), arranged


def _move(entry: Mapping[str, Any], number: int) -> Move:
    try:
        return read_move(entry)
    except RuleError as error:
        raise SavedGameError(Problem("record-move", count=number, why=str(error))) from None


def _tiles(written: object, moves: int, place: int) -> tuple[Tile, ...]:
    """Return the tiles of a hand; wrong ones are a damaged line."""
    try:
        return tuple([read_tile(text) for text in msgspec.convert(written, list[str])])
    except (RuleError, msgspec.ValidationError):
        raise SavedGameError(Problem("saved-damaged", count=moves, place=place)) from None


def _entry(line: bytes) -> dict[str, Any] | None:
    """Return the content of a line; None where it is damaged."""
    try:
        return _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _replayed(played: Played, cards: Cards | None) -> list[Game]:
    try:
        return list(replay(played, cards))
    except RuleError as error:
        if error.problems[0].code == "record-move":
            raise SavedGameError(error.problems[0]) from None
        raise
