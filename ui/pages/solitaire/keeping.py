"""Where the game under way is kept on disk, and what of a finished one goes into the ledger."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ....american.request import Cards
from ....folders import write_atomically
from ....ledger.drafts import own_place
from ....solitaire.moves import Move
from ....solitaire.record import Played, summary, write_record
from ....solitaire.saving import Journal
from .course import Course

if TYPE_CHECKING:
    from ....ledger.store import Ledger


class Named(msgspec.Struct, frozen=True):
    """What the ledger tells a game from all others by, when it began, and when it was over, once it is; in UTC."""

    uid: str
    begun: str
    finished: str = ""


class Resumed(NamedTuple):
    """A game that goes on."""

    course: Course
    named: Named


class GameStore:
    """The file of the game under way; programs that use one folder at a time keep theirs apart.

    Beside it stands a small file with the game's id: a game that was finished and stored just before the program
    ended is known again by it, and not stored twice.
    """

    def __init__(self, path: Path) -> None:
        self._named = path
        self._journal: Journal | None = None

    @property
    def path(self) -> Path:
        """Where the game is kept."""
        return own_place(self._named) if self._named.parent.exists() else self._named

    @property
    def _beside(self) -> Path:
        return self.path.with_suffix(".id.json")

    def load(self, cards: Cards, fresh: Callable[[], Named]) -> Resumed | None:
        """The game that was under way, or None; `fresh` gives it a new id where its own is lost.

        Raises:
            RuleError: it can't go on; the sentence says why.
            OSError: the file is there and can't be read.

        """
        found = Journal.resume(self.path, cards)
        if found is None:
            return None
        self._journal, played, moments = found
        course = Course(
            played.deal, played.setup, moments, played.moves, asked=played.asked, taken_back=played.taken_back
        )
        try:
            named = msgspec.json.decode(self._beside.read_bytes(), type=Named)
        except (OSError, ValueError, RecursionError):
            named = fresh()
        return Resumed(course, named)

    def begin(self, played: Played, named: Named, cards: Cards) -> None:
        """Keep this game from now on, instead of any other.

        Raises:
            OSError: it can't be written.

        """
        self._journal = None
        self.name(named)
        self._journal = Journal.begin(self.path, played, cards)

    def name(self, named: Named) -> None:
        """Keep what the ledger tells the game by.

        Raises:
            OSError: it can't be written.

        """
        self._named.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self._beside, msgspec.json.encode(named))

    def append(self, move: Move, *, decided: bool) -> None:
        """One move more. What the person decided survives a power cut too.

        Raises:
            OSError: it can't be written.

        """
        if self._journal is not None:
            self._journal.append(move, sync=decided)

    def take_back(self, count: int) -> None:
        """The last moves are taken back.

        Raises:
            OSError: it can't be written.

        """
        if self._journal is not None:
            self._journal.take_back(count)

    def asked(self) -> None:
        """The coach was asked.

        Raises:
            OSError: it can't be written.

        """
        if self._journal is not None:
            self._journal.asked()

    def end(self) -> None:
        """The game is kept elsewhere.

        Raises:
            OSError: its file can't be taken away.

        """
        if self._journal is not None:
            self._journal.end()
            self._beside.unlink(missing_ok=True)
            self._journal = None


def adding(course: Course, named: Named, cards: Cards) -> Callable[[Ledger], object]:
    """What the clerk does with a finished game."""
    played, last = course.played, course.game

    def add(ledger: Ledger) -> object:
        from ....ledger.values import GameRow

        row = GameRow.of(named.uid, named.begun, named.finished, summary(played, last))
        return ledger.add_game(row, write_record(played, last, cards))

    return add
