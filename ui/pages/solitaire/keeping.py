"""Where the game under way is kept on disk, and those that were left for it, and what goes into the ledger."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from mjcompanion.american.request import Cards
from mjcompanion.core.errors import RuleError
from mjcompanion.solitaire.record import Played, summary, write_record
from mjcompanion.solitaire.saving import Arranged, Journal, glance
from mjcompanion.storage.drafts import abandoned, own_place
from mjcompanion.storage.paths import LARGEST_OWN, Folders, make_folder, read_bounded, write_atomically

from ...worker import Task, Worker
from .course import Course

if TYPE_CHECKING:
    from mjcompanion.ledger.ledger import Ledger


class GameIdentity(msgspec.Struct, frozen=True):
    """What the ledger tells a game from all others by, when it began, and when it was over, once it is; in UTC."""

    uid: str
    begun: str
    finished: str = ""


class ContinuedGame(NamedTuple):
    """A game that goes on."""

    course: Course
    named: GameIdentity
    arranged: Arranged | None = None


class LeftGame(NamedTuple):
    """A game that was left for another one; `played` is None where its file can't be read."""

    path: Path
    played: Played | None
    when: datetime

    @property
    def uid(self) -> str:
        return self.path.stem


class GameFiles:
    """The file of the game under way, and those of the games that were left for another one.

    Programs that use one folder at a time keep their games under way apart; those left they share. Beside each file
    stands a small one with the game's id: a game that was finished and stored just before the program ended is known
    again by it, and not stored twice.

    Whatever can't be read, written, moved or taken away raises OSError and stays where it is.
    """

    def __init__(self, folders: Folders, disk: Worker) -> None:
        """What the disk takes its time for is done by its worker."""
        self._named = folders.solitaire_file
        self._left = folders.left_games_folder
        self._journal: Journal | None = None
        self._disk = disk
        self._syncing: Task[None] | None = None

    def _sync_soon(self, journal: Journal) -> None:
        """Have the disk write what the system still holds in memory, on another thread; one wish waits at most."""
        if self._syncing is not None:
            self._syncing.cancel()
        self._syncing = self._disk.ask(lambda _: journal.sync())

    @property
    def path(self) -> Path:
        return own_place(self._named) if self._named.parent.exists() else self._named

    @property
    def _beside(self) -> Path:
        return _beside(self.path)

    def card_under_way(self) -> str:
        """The name of the card of the game that was under way; empty without one, or where it can’t be read."""
        try:
            played = glance(self.path)
        except (RuleError, OSError):
            return ""
        return played.setup.card if played is not None else ""

    def load(self, cards: Cards, fresh: Callable[[], GameIdentity]) -> ContinuedGame | None:
        """The game that was under way, or None; `fresh` gives it a new id where its own is lost.

        Raises:
            RuleError: it can't go on; the sentence says why.

        """
        return self._resumed(self.path, cards, fresh)

    def _resumed(self, path: Path, cards: Cards, fresh: Callable[[], GameIdentity]) -> ContinuedGame | None:
        found = Journal.resume(path, cards)
        if found is None:
            return None
        self._journal, played, moments, arranged = found
        return ContinuedGame(Course(played, moments), _name_in(_beside(path)) or fresh(), arranged)

    def begin(self, played: Played, named: GameIdentity, cards: Cards) -> None:
        """Keep this game from now on, instead of any other."""
        self._journal = None
        self.name(named)
        self._journal = Journal.begin(self.path, played, cards)

    def name(self, named: GameIdentity) -> None:
        write_atomically(self._beside, msgspec.json.encode(named))

    def write(self, entry: Callable[[Journal], None], *, decided: bool = False) -> None:
        """Add to the game's file. What the person decided soon survives a power cut: no frame waits for the disk."""
        if self._journal is not None:
            entry(self._journal)
            if decided:
                self._sync_soon(self._journal)

    def end(self) -> None:
        """The game is kept elsewhere."""
        if self._journal is not None:
            self._journal.end()
            self._beside.unlink(missing_ok=True)
            self._journal = None

    # games that were left

    def leave(self, uid: str) -> None:
        """Put the game under way with those that were left."""
        own = _name_in(self._beside)
        self._put_with_left(self.path, own.uid if own is not None else uid)
        self._journal = None

    def _put_with_left(self, path: Path, uid: str) -> None:
        if not path.exists():
            return
        make_folder(self._left)
        kept = self._left / f"{uid}{path.suffix}"
        path.replace(kept)
        if _beside(path).exists():
            _beside(path).replace(_beside(kept))

    def gather(self, fresh: Callable[[], GameIdentity]) -> None:
        """Put what a program left that died beside another one with the games that were left."""
        if self._named.parent.exists():
            for path in abandoned(self._named):
                self._put_with_left(path, (_name_in(_beside(path)) or fresh()).uid)

    def left(self) -> tuple[LeftGame, ...]:
        """The games that were left, the newest first."""
        found = []
        try:
            paths = [path for path in self._left.iterdir() if path.suffix == self._named.suffix and path.stem.isalnum()]
        except OSError:
            return ()
        for path in paths:
            try:
                when = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                found.append(LeftGame(path, glance(path), when))
            except RuleError:
                found.append(LeftGame(path, None, when))
            except OSError:
                continue  # another program has taken it up
        return tuple(sorted(found, key=lambda one: one.when, reverse=True))

    def look_at(self, left: LeftGame, cards: Cards, fresh: Callable[[], GameIdentity]) -> ContinuedGame | None:
        """A game that was left, as `take_up` would go on with it; None where it is gone.

        Raises:
            RuleError: it can't go on; the sentence says why.

        """
        journal = self._journal
        try:
            return self._resumed(left.path, cards, fresh)
        finally:
            self._journal = journal

    def take_up(self, left: LeftGame, cards: Cards, fresh: Callable[[], GameIdentity]) -> ContinuedGame | None:
        """Let a game that was left be the one under way; None where another program has taken it up.

        The one that was has to be left or ended first.

        Raises:
            RuleError: it can't go on.

        """
        try:
            left.path.replace(self.path)
        except FileNotFoundError:
            return None
        if _beside(left.path).exists():
            _beside(left.path).replace(self._beside)
        return self.load(cards, fresh)

    def throw_away(self, left: LeftGame) -> Path:
        """List a game no more; its file stays under another name, which this gives."""
        kept = left.path.with_suffix(".thrown-away")
        left.path.replace(kept)
        return kept

    def bring_back(self, left: LeftGame, kept: Path) -> None:
        """List it again."""
        kept.replace(left.path)

    def forget(self, uid: str) -> None:
        """A game that was left is in the ledger by now."""
        path = self._left / f"{uid}{self._named.suffix}"
        path.unlink(missing_ok=True)
        _beside(path).unlink(missing_ok=True)


def _beside(path: Path) -> Path:
    """Where the id of the game in a file stands."""
    return path.with_suffix(".id.json")


def _name_in(path: Path) -> GameIdentity | None:
    try:
        named = msgspec.json.decode(read_bounded(path, LARGEST_OWN), type=GameIdentity)
    except (OSError, ValueError, RecursionError):
        return None
    return named if named.uid.isalnum() else None  # it becomes the name of a file


def adding(course: Course, named: GameIdentity, cards: Cards) -> Callable[[Ledger], object]:
    """What the ledger thread does with a finished game."""
    played, last = course.played, course.game

    def add(ledger: Ledger) -> object:
        from mjcompanion.ledger.values import GameRow

        row = GameRow.of(named.uid, named.begun, named.finished, summary(played, last))
        return ledger.games.add(row, write_record(played, last, cards))

    return add
