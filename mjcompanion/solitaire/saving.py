"""The game in progress, saved move by move, so that it continues at the same tile after a crash.

The file is a journal: a line of JSON for the start of the game, and one for each move, for each time moves were taken
back or the coach was asked, and for each time the person rearranged the hand. Lines are only added. An incomplete last
line is ignored: the program ended while writing it.
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
from mjcompanion.storage.paths import flush, read_bounded, set_aside, write_atomically

if TYPE_CHECKING:
    from mjcompanion.american.request import Cards

_VERSION: Final = 1
_LARGEST: Final = 5_000_000

_encode = msgspec.json.Encoder().encode
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


class ResumedGame(NamedTuple):
    """A game that continues: its journal, what was played, and every moment, the start first."""

    journal: Journal
    played: Played
    moments: tuple[Game, ...]
    arranged: Arranged | None = None


class _Read(NamedTuple):
    """The content of a file's whole lines, and their size."""

    played: Played
    size: int
    arranged: Arranged | None


class Journal:
    """The file of one game in progress; one program at a time writes it (see `storage.drafts.own_place`).

    What can't be written, on a full disk, raises OSError and is written with the next line, if that can be.

    >>> import tempfile
    >>> from mjcompanion.solitaire.deal import Deal
    >>> from mjcompanion.solitaire.record import begin
    >>> played = Played(Deal.of("kemp-chinese", 7))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     journal = Journal.begin(Path(folder) / "game.jsonl", played)
    ...     journal.append(begin(played.deal).forced())
    ...     len(glance(journal.path).moves)
    1
    """

    def __init__(self, path: Path, size: int) -> None:
        """Open a journal of this size; `begin` and `resume` do that."""
        self.path = path
        self._size = size
        self._unwritten = b""

    @classmethod
    def begin(cls, path: Path, played: Played, cards: Cards | None = None) -> Journal:
        """Start the file of this game, with the moves it has already; it replaces another one at once.

        Raises:
            OSError: it can't be written; the other one is still there.
            RuleError: the game's card can't be had.

        """
        header = {"saved": _VERSION, **write_deal(played.deal, played.setup, cards)}
        if played.asked:
            header["asked"] = played.asked
        if played.taken_back:
            header["taken_back"] = played.taken_back
        content = b"".join(_encode(entry) + b"\n" for entry in (header, *[move.record() for move in played.moves]))
        write_atomically(path, content)
        flush(path.parent)
        return cls(path, len(content))

    @classmethod
    def resume(cls, path: Path, cards: Cards | None = None) -> ResumedGame | None:
        """Continue the game in this file; None where there is no file.

        A last line that was being written when the program died is dropped.

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
            moments = tuple(_replayed(read.played, cards))
        except SavedGameError as error:
            with suppress(OSError):
                error.kept = set_aside(path)
            raise
        return ResumedGame(cls(path, read.size), read.played, moments, read.arranged)

    def append(self, move: Move) -> None:
        """Add a move; like all methods that add, it raises OSError where the file can't be written."""
        self._write(move.record())

    def take_back(self, count: int) -> None:
        """Record that this many moves were taken back."""
        self._write({"back": count})

    def asked(self) -> None:
        """Record that the coach was asked."""
        self._write({"asked": True})

    def arrange(self, tiles: Sequence[Tile]) -> None:
        """Record the order in which the person has the hand now."""
        self._write({"hand": [str(tile) for tile in tiles]})

    def sync(self) -> None:
        """Write what the system holds in memory to the disk, which takes a while; on any thread."""
        flush(self.path)

    def end(self) -> None:
        """Remove the file of a game that is over and saved elsewhere."""
        self.path.unlink(missing_ok=True)

    def _write(self, entry: Mapping[str, Any]) -> None:
        self._unwritten += _encode(entry) + b"\n"
        with self.path.open("r+b") as file:
            file.truncate(self._size)  # a full disk or a crash may have left half a line
            file.seek(self._size)
            file.write(self._unwritten)
        self._size += len(self._unwritten)
        self._unwritten = b""


def glance(path: Path) -> Played | None:
    """Return the content of a journal, even of a damaged game; None where there is no file. The file isn't moved.

    Raises:
        RuleError: it can't be read, or is a newer version's.
        OSError: the file is there and can't be read.

    """
    read = _read(path)
    return None if read is None else read.played


def _read(path: Path) -> _Read | None:
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
    return _Read(Played(deal, setup, tuple(moves), asked, taken_back), size, arranged)


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
