"""Copies of a ledger that is a file: made while it is in use, verified, dated, kept in number, and put back.

A copy is made by SQLite itself, so it is one moment of the ledger whatever others write meanwhile. It bears its name
only once it was read again and found whole.
"""

from __future__ import annotations

import glob
import os
import re
import secrets
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from mjcompanion.folders import create, keep_rights, make_folder, reason, refuse_odd
from mjcompanion.ledger import checksums
from mjcompanion.ledger.connect import Reader, alone, modes_to_read, open_file, told
from mjcompanion.ledger.errors import Damaged, LedgerError, NoLedger, closed_folder
from mjcompanion.ledger.migrate import copy_up_to_date, schema_at_a_glance
from mjcompanion.ledger.models import HEAD
from mjcompanion.ledger.place import Place
from mjcompanion.ledger.values import BackupFile
from mjcompanion.words import tr, trn

KEPT: Final = 10
"""So many of the newest backups are kept, the last of each of 24 hours and so many days, and the last of each month."""
COPIED_AT_ONCE: Final = 50 * 2**20
"""A ledger of fewer bytes is backed up within a minute of each writing; a larger one once a day."""
_HOURS: Final = 24
_HURT: Final = "-hurt"
_NAME: Final = re.compile(rf"-(\d{{8}}T\d{{6}}Z)-(\d+)(?:(-before-\w+)|{_HURT})?\.db")
"""When it was made, at which state, and before which migration if that was why; such a one is kept for good.

What was copied from a ledger in which something wasn't what was written is hurt: the newest hands are in it, but it is
never called whole, and nothing is thrown away for it.
"""
_MOMENT: Final = "%Y%m%dT%H%M%SZ"
_UNFINISHED: Final = ".unfinished"
_RESTORING: Final = ".restoring"
_PROVED_AT_ONCE: Final = 32 * 2**20
"""A backup of fewer bytes is read row by row whenever it is listed."""
LIVE: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file that is in use."""


def _path_of(place: Place) -> Path:
    if place.path is None:
        raise NoLedger("backup-only-files")
    return place.path


def _folder_of(place: Place) -> Path:
    if place.backups is None:
        raise NoLedger("backup-only-files")
    return place.backups


# looking


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a backup, which may be of an earlier version, as a ledger of this one."""
    with closing(open_file(path, "immutable")) as file:
        if schema_at_a_glance(file) in (HEAD, None):
            yield file
            return
        _, copy = copy_up_to_date(Place(str(path), path), file)
        with closing(copy):
            yield copy


@contextmanager
def reading(path: Path) -> Iterator[Reader]:
    """Open a backup to be asked."""
    with _opened(path) as file:
        yield Reader("sqlite", file.execute)


class _Seen:
    """What a file says of itself; `whole`: every row of it was looked at."""

    def __init__(self, path: Path, *, whole: bool) -> None:
        refuse_odd(path)
        with _opened(path) as file:
            (self.said,) = file.execute("PRAGMA quick_check(1)").fetchone()
            (self.version,) = file.execute("SELECT version FROM meta").fetchone()
            self.sessions, self.hands, due = file.execute(
                "SELECT count(*), coalesce(sum(hands), 0), coalesce(sum(last_seq + 1), 0) FROM sessions"
            ).fetchone()
            (events,) = file.execute("SELECT count(*) FROM events").fetchone()
            self.games, self.kept = _count(file, "games"), _count(file, "kept")
            self.tournaments = _count(file, "tournaments")
            self.hurt = False
            """Whether it is a ledger, but not all of what was written."""
            if self.said == "ok" and events != due:
                lacking, self.hurt = due - events, True
                self.said = trn("{n} event is missing", "{n} events are missing", lacking).format(n=lacking)
            elif self.said == "ok" and whole and (table := checksums.first_damaged(file)):
                flaw = tr("a row of {table}").format(table=table)
                self.said, self.hurt = tr("{what} doesn't match what was written").format(what=flaw), True

    def told(self, path: Path, at: str, *, ok: bool) -> BackupFile:
        """What is told of a backup that was made then."""
        rows = self.games, self.kept, self.tournaments
        return BackupFile(path, at, self.version, self.sessions, self.hands, ok, *rows)


def _count(file: sqlite3.Connection, table: str) -> int:
    return int(file.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608 - a name


def look_at(path: Path, *, whole: bool | None = None) -> BackupFile:
    """Read a backup and say whether it can be used.

    Without `whole` only a small one is looked at as a whole, row by row: a large one was when it was made.
    """
    found = _NAME.search(path.name)
    at = _readable(found[1]) if found else ""
    try:
        if whole is None:
            whole = path.stat().st_size <= _PROVED_AT_ONCE
        seen = _Seen(path, whole=whole)
    except (sqlite3.Error, OSError, TypeError, ValueError, LedgerError):
        return BackupFile(path, at, int(found[2]) if found else 0, 0, 0, ok=False)
    return seen.told(path, at, ok=seen.said == "ok")


def _readable(moment: str) -> str:
    """The time in a name, as events have it; one that no calendar knows stays as it is."""
    try:
        return datetime.strptime(moment, _MOMENT).replace(tzinfo=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        return moment


class Named(NamedTuple):
    """A backup by its name: of which state of the ledger, when it was made, and whether it is kept for good."""

    state: int
    moment: str
    path: Path
    for_good: bool


def named(place: Place) -> list[Named]:
    """The backups, the newest first: the one of the latest state of the ledger, then by date; clocks are set back."""
    folder = _folder_of(place)
    found: list[Named] = []
    with suppress(OSError):
        for one in folder.iterdir():
            match = _NAME.fullmatch(one.name.removeprefix(place.stem))
            if match is not None and one.name.startswith(place.stem):
                found.append(Named(int(match[2]), match[1], one, match[3] is not None))
    return sorted(found, reverse=True)


def backups(place: Place) -> tuple[BackupFile, ...]:
    """All backups, the newest first, each looked at.

    Raises:
        NoLedger: the ledger isn't a file.

    """
    return tuple(look_at(one.path) for one in named(place))


def newest_good(place: Place) -> BackupFile | None:
    """The newest backup that can be used."""
    return next(each_whole(place), None)


def each_whole(place: Place) -> Iterator[BackupFile]:
    """Yield the backups that can be used, in the second folder too, the newest first, each looked at row by row."""
    if place.backups is not None:
        found = named(place)
        if place.second is not None:
            there = {one.path.name for one in found}
            found += [
                one for one in named(msgspec.structs.replace(place, backups=place.second)) if one.path.name not in there
            ]
        for one in sorted(found, reverse=True):
            seen = look_at(one.path, whole=True)
            if seen.ok:
                yield seen


def of_another(place: Place, folder: Path, uid: str) -> BackupFile | None:
    """Return the newest whole backup that a folder has under this ledger's name, of a ledger with another id.

    Raises:
        NoLedger: the ledger isn't a file, or the folder is its own.

    """
    path, own = _path_of(place), _folder_of(place)
    if folder.resolve() in {path.parent.resolve(), own.resolve()}:
        raise NoLedger("backup-same-folder", why=str(folder))
    for one in named(msgspec.structs.replace(place, backups=folder)):
        seen = look_at(one.path, whole=True)
        if seen.ok:
            with closing(open_file(one.path, "immutable")) as file:
                (other,) = file.execute("SELECT uid FROM meta").fetchone()
            return None if other == uid else seen
    return None


def is_due(place: Place, moment: datetime) -> bool:
    """Return whether there is no backup of this day yet."""
    day = moment.strftime("%Y%m%d")
    return not any(one.moment.startswith(day) for one in named(place))


# making


def back_up(
    place: Place,
    to: Path | None = None,
    moment: datetime | None = None,
    *,
    before: str = "",
    held: sqlite3.Connection | None = None,
) -> BackupFile:
    """Copy the ledger as it is now, into its folder of backups or to another file, and verify the copy.

    `before` names the migration that is about to be made. What is `held` open is copied where the file isn't in its
    place any more.

    Raises:
        LedgerError: it can't be written, or isn't what the ledger is; nothing is left of it.

    """
    path = _path_of(place)
    if to is not None:
        refuse_goal(place, to)
    moment = moment or datetime.now(UTC)
    folder = to.parent if to is not None else _folder_of(place)
    try:
        make_folder(folder)
    except OSError as error:
        raise unwritten(to or folder, error) from error
    aside = folder / f".{place.stem}-{os.getpid()}-{secrets.token_hex(4)}{_UNFINISHED}"
    try:
        with told(place):
            if held is None:
                _copy(path, aside)
            else:
                _copy_held(held, aside)
            seen = _Seen(aside, whole=True)
        if seen.said != "ok" and not seen.hurt:
            raise Damaged("backup-failed", why=str(seen.said))
        why = f"-before-{before}" if before else _HURT if seen.hurt else ""
        goal = to or folder / f"{place.stem}-{moment.strftime(_MOMENT)}-{seen.version}{why}.db"
        _to_disk(aside, like=goal)
        aside.replace(goal)
        _to_disk(folder)
    except OSError as error:
        raise unwritten(to or folder, error) from error
    finally:
        take_away(aside, ("", *LIVE))
    if to is None and not seen.hurt:
        _prune(place)
        if place.second is not None:
            _copy_to_second(place, place.second, goal)
    return seen.told(goal, moment.strftime("%Y-%m-%dT%H:%M:%SZ"), ok=not seen.hurt)


def _copy_to_second(place: Place, folder: Path, backup: Path) -> None:
    """Copy a backup into the second folder too, and throw away old ones there.

    Raises:
        NoLedger: the folder isn't there, or can't be written.

    """
    aside = folder / f".{place.stem}-{os.getpid()}-{secrets.token_hex(4)}{_UNFINISHED}"
    try:
        copy_bytes(backup, aside, like=backup)
        aside.replace(folder / backup.name)
        _to_disk(folder)
    except OSError as error:
        raise unwritten(folder, error) from error
    finally:
        take_away(aside, ("",))
    _prune(msgspec.structs.replace(place, backups=folder, second=None))


def refuse_goal(place: Place, to: Path) -> None:
    """Refuse to write a backup where it would take the place of a link, a pipe, or the ledger and what belongs to it.

    Raises:
        NoLedger: it isn't written there.

    """
    why = ""
    try:
        if to.is_symlink():
            why = tr("it is a link")
        elif place.path is not None and (
            (to.exists() and place.path.exists() and to.samefile(place.path))
            or to.absolute() in {place.lock, *(place.path.with_name(place.path.name + end) for end in LIVE)}
        ):
            why = tr("it is the ledger itself")
        else:
            refuse_odd(to)
    except OSError as error:
        raise unwritten(to, error) from error
    if why:
        raise NoLedger("backup-place", why=str(to), text=why)


def unwritten(to: Path, error: OSError) -> NoLedger:
    """The complaint of the system about the place of a backup."""
    return NoLedger("backup-place", why=str(to), text=reason(error).lower())


def _copy(path: Path, to: Path) -> None:
    modes = modes_to_read(path)
    for mode in modes:
        try:
            with closing(open_file(path, mode)) as file, closing(open_file(to, "rwc")) as copy:
                file.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
                return
        except sqlite3.OperationalError:
            if mode == modes[-1]:
                raise


def _copy_held(held: sqlite3.Connection, to: Path) -> None:
    with closing(open_file(to, "rwc")) as copy:
        held.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")


def take_away(path: Path, ends: Iterable[str]) -> None:
    """Delete a file that was to be a ledger, and what SQLite has beside it, by the ends of their names."""
    for end in ends:
        with suppress(OSError):
            path.with_name(path.name + end).unlink(missing_ok=True)


def _to_disk(path: Path, like: Path | None = None) -> None:
    """Have the disk write a file, or a folder's names; with the rights of another file that it takes the place of."""
    handle = os.open(path, os.O_RDONLY)
    try:
        if like is not None:
            keep_rights(handle, like)
        os.fsync(handle)
    finally:
        os.close(handle)


def _prune(place: Place) -> None:
    """Throw away what is neither among the newest nor the last of its day or month, and what a crash left unfinished.

    Days and months are those of the names, in the order of the states: a clock that was set back throws nothing away.
    """
    hours, days, months = set[str](), set[str](), set[str]()
    for number, one in enumerate(named(place)):
        hour, day, month = one.moment[:11], one.moment[:8], one.moment[:6]
        wanted = number < KEPT or one.for_good or month not in months or (day not in days and len(days) < KEPT)
        wanted = wanted or (hour not in hours and len(hours) < _HOURS)
        hours.add(hour)
        days.add(day)
        months.add(month)
        if not wanted:
            with suppress(OSError):
                one.path.unlink()
    with suppress(OSError):
        for left in _folder_of(place).glob(f".*{_UNFINISHED}*"):
            if not _is_alive(left):
                left.unlink()


def _is_alive(unfinished: Path) -> bool:
    """Whether the program that makes a backup is still at it."""
    match = re.search(rf"-(\d+)-[0-9a-f]{{8}}{re.escape(_UNFINISHED)}", unfinished.name)
    if match is None or int(match[1]) == os.getpid():
        return match is not None
    try:
        os.kill(int(match[1]), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


# putting back


def restore(place: Place, backup: Path, moment: datetime | None = None) -> Path | None:
    """Put a backup in the place of the ledger; the file that was there is kept under a dated name, which is given back.

    Raises:
        LedgerError: the backup is damaged, a window has the ledger open, or the folder can't be written.

    """
    path = _path_of(place)
    if not backup.is_file():
        raise NoLedger("ledger-closed-folder", why=tr("{path} isn't there.").format(path=backup))
    if not look_at(backup, whole=True).ok:
        raise Damaged("backup-damaged", why=str(backup))
    fresh = path.with_name(f".{path.name}-{secrets.token_hex(8)}{_RESTORING}")
    try:
        refuse_odd(path)
        make_folder(path.parent, anew=True)
        with alone(place):
            for left in path.parent.glob(
                f".{glob.escape(path.name)}-*{_RESTORING}"
            ):  # a kill's, for nobody else is here
                left.unlink()
            copy_bytes(backup, fresh, like=path)
            base = look_at(fresh)
            if not base.ok:
                raise Damaged("backup-damaged", why=str(backup))
            _go_past(fresh, place, base.version)
            kept = put_in_place(place, fresh, moment)
    except OSError as error:
        raise closed_folder(path.parent, error) from error
    finally:
        take_away(fresh, ("",))
    return kept


def copy_beside(place: Place, held: sqlite3.Connection) -> Path:
    """Copy what is held open to where a ledger is to be, under another name, and verify the copy.

    Raises:
        LedgerError: it can't be written, or isn't what the ledger is; nothing is left of it.

    """
    path = _path_of(place)
    fresh = path.with_name(f".{path.name}-{secrets.token_hex(8)}{_RESTORING}")
    whole = False
    try:
        refuse_odd(path)
        make_folder(path.parent, anew=True)
        with told(place):
            _copy_held(held, fresh)
        _to_disk(fresh)
        whole = look_at(fresh).ok
    except OSError as error:
        raise closed_folder(path.parent, error) from error
    finally:
        take_away(fresh, LIVE if whole else ("", *LIVE))
    if not whole:
        raise Damaged("backup-failed", why=fresh.name)
    return fresh


def put_in_place(place: Place, fresh: Path, moment: datetime | None = None) -> Path | None:
    """Let a file be the ledger; one that was there is kept under a dated name, which is given back.

    Raises:
        OSError: it can't be written.

    """
    path = _path_of(place)
    kept = _keep(path, (moment or datetime.now(UTC)).strftime(_MOMENT)) if path.exists() else None
    for end in LIVE:  # first: whoever opens the new file must not find the log of the old one
        path.with_name(path.name + end).unlink(missing_ok=True)
    fresh.replace(path)  # at each moment there is a ledger in its place
    _to_disk(path.parent)
    return kept


def _go_past(fresh: Path, place: Place, base: int) -> None:
    """Number what follows after all backups, so that those made from now on are the newest ones."""
    highest = max((one.state for one in named(place)), default=0)
    with closing(open_file(fresh, "rw")) as file:
        file.execute("PRAGMA journal_mode = DELETE")
        file.execute("UPDATE meta SET version = ?", (max(base, highest) + 1,))
    _to_disk(fresh)


def copy_bytes(path: Path, to: Path, *, like: Path) -> None:
    """Copy a file into a new one with the rights of another, and have the disk write it."""
    with path.open("rb") as file, os.fdopen(create(to), "wb") as copy:
        keep_rights(copy.fileno(), like)
        shutil.copyfileobj(file, copy, 1 << 20)
        copy.flush()
        os.fsync(copy.fileno())


def _keep(path: Path, stamp: str) -> Path:
    """Keep a damaged ledger, and what SQLite has beside it, under another name."""
    kept, number = path.with_name(f"{path.stem}-kept-{stamp}.db"), 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.stem}-kept-{stamp}-{number}.db")
    try:
        kept.hardlink_to(path)
    except OSError:  # a disk without such links
        copy_bytes(path, kept, like=path)
    for end in LIVE:
        beside = path.with_name(path.name + end)
        if beside.exists():
            beside.replace(kept.with_name(kept.name + end))
    return kept
