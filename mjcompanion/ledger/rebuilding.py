"""Writes a ledger anew that is lost or damaged: from the newest whole backup, and what the journal tells since."""

from __future__ import annotations

import glob
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Connection, Engine, select, update

from mjcompanion.folders import make_folder
from mjcompanion.ledger import backups, schema
from mjcompanion.ledger.connect import file_engine, open_file, told, writers
from mjcompanion.ledger.errors import LedgerError, NoLedger, closed_folder
from mjcompanion.ledger.journal import Begun, Happened, Journal, files_of, read_lines
from mjcompanion.ledger.migrate import bring_up_to_date
from mjcompanion.ledger.place import Place
from mjcompanion.ledger.replaying import Replay, Story, Turn, story_of
from mjcompanion.ledger.values import BackupFile
from mjcompanion.problems import listed
from mjcompanion.words import number, tr, trn

_REBUILDING: Final = ".rebuilding"


class Sources(msgspec.Struct, frozen=True):
    """What a ledger can be written anew from: a backup, if there is one, and what the journal tells after it.

    `whole` is whether nothing is missing between them, nor after them as far as the journal knows.
    """

    ledger: str
    backup: BackupFile | None
    turns: tuple[Turn, ...]
    whole: bool

    @property
    def entries(self) -> int:
        """How many entries of the journal."""
        return sum(len(turn.lines) for turn in self.turns)

    def named(self, when: Callable[[str], str]) -> str:
        """What they are, in a sentence; `when` says a time as people write it."""
        found = [] if self.backup is None else [tr("the backup of {moment}").format(moment=when(self.backup.at))]
        count = self.entries
        if count or not found:
            said = trn("{n} entry of the journal", "{n} entries of the journal", count)
            found.append(said.format(n=number(count)))
        return listed(found)

    def offered(self, when: Callable[[str], str]) -> str:
        """A sentence that offers them."""
        if self.whole:
            return tr("It can be rebuilt from {sources}: nothing would be missing.").format(sources=self.named(when))
        said = tr("It can be rebuilt from {sources}; anything written after that would be missing.")
        return said.format(sources=self.named(when))


class Rebuilt(msgspec.Struct, frozen=True):
    """What a ledger was written anew from, and under which name the file that was there is kept."""

    sources: Sources
    kept: Path | None

    def said(self, when: Callable[[str], str]) -> str:
        """One sentence that tells it."""
        named = self.sources.named(when)
        if self.sources.whole:
            return tr("The ledger was rebuilt from {sources}: nothing is missing.").format(sources=named)
        said = tr("The ledger was rebuilt from {sources}; anything written after that is missing.")
        return said.format(sources=named)


def sources_of(place: Place, copy: Path | None = None) -> Sources | None:
    """What there is to write a ledger anew from, None where that is nothing; `copy` is the folder of a second journal.

    Raises:
        NoLedger: the ledger isn't a file.

    """
    for backup, ledger in _whole_backups(place, copy):
        for story in _stories(place, copy, ledger, backup.version):
            if not any(base < backup.version < state for base, state in story.restored):
                return Sources(ledger, backup, story.turns, story.whole)
        if not any(_journals(place, copy, ledger)):
            return Sources(ledger, backup, (), whole=False)
    return _from_the_journal_alone(place, copy)


def _from_the_journal_alone(place: Place, copy: Path | None) -> Sources | None:
    """A journal that was begun with its ledger tells everything."""
    for folder in (place.journal, copy):
        files = [] if folder is None else files_of(folder, place.stem)
        for path in sorted(files, key=_written_at, reverse=True):
            ledger = _ledger_of(path)
            for story in _stories(place, copy, ledger, 0) if ledger else ():
                if story.turns and story.turns[0].since == 0:
                    return Sources(ledger, None, story.turns, story.whole)
    return None


def _whole_backups(place: Place, copy: Path | None) -> Iterator[tuple[BackupFile, str]]:
    """The backups that can be used, the newest first, and of which ledger they are."""
    places = [place] if copy is None else [place, msgspec.structs.replace(place, backups=copy)]
    found = [one for where in places for one in backups.named(where)]
    for one in sorted(found, reverse=True):
        seen = backups.look_at(one.path, whole=True)
        if seen.ok:
            with suppress(sqlite3.Error), closing(open_file(one.path, "immutable")) as file:
                yield seen, str(file.execute("SELECT uid FROM meta").fetchone()[0])


def _journals(place: Place, copy: Path | None, ledger: str) -> Iterator[list[Path]]:
    for folder in (place.journal, copy):
        files = [] if folder is None else files_of(folder, place.stem, ledger)
        if files:
            yield files


def _stories(place: Place, copy: Path | None, ledger: str, after: int) -> list[Story]:
    """What the journal and its copy tell after a state, the one that knows more first."""
    found: list[Story] = []
    for files in _journals(place, copy, ledger):
        with suppress(OSError):
            found.append(story_of(_since(files, after), after))
    return sorted(found, key=lambda story: (story.whole, story.state), reverse=True)


def _since(files: list[Path], state: int) -> list[Path]:
    """The files that tell of what came after a state."""
    while len(files) > 1:
        first = _first_line(files[1])
        if first is None or first.state > state:
            break
        files = files[1:]
    return files


def _first_line(path: Path) -> Begun | None:
    with suppress(OSError):
        for line in read_lines([path]):
            return line if isinstance(line, Begun) else None
    return None


def _ledger_of(path: Path) -> str:
    first = _first_line(path)
    return "" if first is None else first.ledger


def _written_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def rebuild(place: Place, copy: Path | None = None, moment: datetime | None = None) -> Rebuilt:
    """Write a ledger anew that nobody has open; a file that stands in its place is kept under a dated name.

    Raises:
        LedgerError: there is nothing to write it from, a window has it open, or it can't be written.

    """
    path = place.path
    sources = sources_of(place, copy)
    if sources is None or path is None:
        raise NoLedger("ledger-nothing-left", why=place.shown)
    fresh = path.with_name(f".{path.name}-{secrets.token_hex(8)}{_REBUILDING}")
    try:
        make_folder(path.parent, anew=True)
        for left in path.parent.glob(f".{glob.escape(path.name)}-*{_REBUILDING}*"):
            left.unlink()
        left_out = _write(sources, msgspec.structs.replace(place, path=fresh), fresh)
        if copy is not None and place.journal is not None:
            _bring_back(files_of(copy, place.stem, sources.ledger), place.journal)
        kept = backups.restore(place, fresh, moment)
    except OSError as error:
        raise closed_folder(path.parent, error) from error
    finally:
        backups.take_away(fresh, ("", *backups.LIVE))
    return Rebuilt(msgspec.structs.replace(sources, whole=sources.whole and not left_out), kept)


def _bring_back(files: list[Path], folder: Path) -> None:
    """Let the journal go on from its second copy, where it was lost itself."""
    make_folder(folder)
    for path in files:
        with suppress(FileExistsError):
            backups.copy_bytes(path, folder / path.name, like=folder / path.name)


def _write(sources: Sources, place: Place, fresh: Path) -> int:
    """Write the ledger into a file; gives how much of the journal didn't fit."""
    if sources.backup is not None:
        backups.copy_bytes(sources.backup.path, fresh, like=fresh)
    engine = file_engine(place, "rwc")
    try:
        bring_up_to_date(engine, place, lambda: None)
        with told(place), writers(engine).begin() as connection:
            connection.execute(update(schema.meta).values(uid=sources.ledger))
            replay = Replay(connection)
            replay.take(sources.turns)
            return replay.left_out
    finally:
        engine.dispose()


# a ledger that holds less than was confirmed


def catch_up(engine: Engine, place: Place, journal: Journal) -> int:
    """Put into a ledger what its journal tells after the state that it has; gives how many entries.

    Nothing is done where the two don't fit together: the ledger may be a copy from elsewhere.

    Raises:
        LedgerError: it can't be written.
        OSError: the journal can't be read.

    """
    with told(place), writers(engine).begin() as connection:
        state = connection.execute(select(schema.meta.c.version)).scalar_one()
        story = story_of(journal.files, 0)
        ahead = tuple(turn for turn in story.turns if turn.state > state)
        if not ahead or any(turn.since + 1 != turn.state for turn in ahead) or ahead[0].since != state:
            return 0
        if not _is_told(connection, [turn for turn in story.turns if turn.state <= state]):
            return 0
        with suppress(_NotFittingError), connection.begin_nested():
            replay = Replay(connection)
            replay.take(ahead)
            if replay.left_out:
                raise _NotFittingError
            return replay.done
    return 0


def said_caught_up(count: int) -> str:
    """That a ledger got back what only its journal had.

    >>> said_caught_up(1)
    'The ledger lacked 1 entry that the journal has; it was put back.'
    """
    return trn(
        "The ledger lacked {n} entry that the journal has; it was put back.",
        "The ledger lacked {n} entries that the journal has; they were put back.",
        count,
    ).format(n=number(count))


class _NotFittingError(Exception):
    pass


def _is_told(connection: Connection, turns: list[Turn]) -> bool:
    """Whether the last event that a journal tells of is in the ledger."""
    for turn in reversed(turns):
        for line in reversed(turn.lines):
            if isinstance(line, Happened):
                query = (
                    select(schema.events.c.body)
                    .join(schema.sessions, schema.sessions.c.id == schema.events.c.session_id)
                    .where(schema.sessions.c.uid == line.session, schema.events.c.seq == line.seq)
                )
                return connection.execute(query).scalar() == bytes(line.event).decode()
    return True


def worth_rebuilding(place: Place, copy: Path | None = None) -> bool:
    """Whether there is anything of a ledger that isn't there itself."""
    try:
        found = sources_of(place, copy)
    except LedgerError:
        return False
    if found is None:
        return False
    return bool(found.turns) or bool(
        (backup := found.backup) and (backup.sessions or backup.games or backup.kept or backup.tournaments)
    )
