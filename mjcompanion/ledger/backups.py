"""Copies of a ledger that is a file: made while it is in use, verified, dated, thinned by age, and restored.

A copy is made by SQLite itself, so it is one moment of the ledger whatever others write meanwhile. It gets its name
only once it was read again and found whole.
"""

from __future__ import annotations

import re
import secrets
import shutil
import sqlite3
import time
from collections.abc import Container, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError

from mjcompanion.i18n.translation import _
from mjcompanion.ledger import checksums
from mjcompanion.ledger.connect import file_engine, index_of, is_small, log_of, mode_to_read, open_file
from mjcompanion.ledger.database_errors import as_ledger_errors
from mjcompanion.ledger.errors import Damaged, LedgerError, NoLedger, OpenElsewhere, closed_folder
from mjcompanion.ledger.location import LedgerLocation
from mjcompanion.ledger.migrate import copy_up_to_date, is_of_this_version
from mjcompanion.ledger.models import Events, Games, Kept, Seasons, Sessions, Tournaments
from mjcompanion.ledger.values import BackupFile
from mjcompanion.storage.paths import flush, keep_mode, make_folder, reason, refuse_odd, replacing

NEWEST_KEPT: Final = 10
DAYS_KEPT: Final = 30
"""The newest backups are kept, the last of each of so many days, and the last of each month."""
COPIED_AT_ONCE: Final = 50 * 2**20
"""A ledger of fewer bytes is backed up within a minute of each change; a larger one once a day."""
_HURT: Final = "-hurt"
"""Ends the name of a copy of a damaged ledger: the newest hands are in it, but it is no backup to rely on."""
_NAME: Final = re.compile(rf"-(\d{{8}}T\d{{6}}Z)-(\d+)(?:(-before-\w+)|({_HURT}))?\.db")
"""When it was made, of which state of the ledger, and before which migration if that was why."""
_MOMENT: Final = "%Y%m%dT%H%M%SZ"
_UNFINISHED: Final = ".unfinished"
_LEFT_BY_A_CRASH: Final = 3600.0
"""Seconds after which nobody is still writing an unfinished copy."""


def _file_of(place: LedgerLocation) -> tuple[Path, Path]:
    """Return the file of a ledger, and the folder of its backups."""
    if place.path is None or place.backups is None:
        raise NoLedger("backup-only-files")
    return place.path, place.backups


# looking


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a backup; one of an earlier version is copied into memory and migrated there."""
    with closing(open_file(path, "immutable")) as file:
        if is_of_this_version(file):
            yield file
            return
        with closing(copy_up_to_date(file, LedgerLocation(str(path), path))) as copy:
            yield copy


def look_at(path: Path, *, whole: bool | None = None) -> BackupFile:
    """Read a backup and say whether it can be used.

    Without `whole` only a small one is proved row by row: a large one was when it was made.
    """
    found = _NAME.search(path.name)
    at, state = (_readable(found[1]), int(found[2])) if found else ("", 0)
    try:
        return _contents(path, at, proved=is_small(path) if whole is None else whole)
    except (LedgerError, sqlite3.Error, DBAPIError, OSError, TypeError, ValueError):
        return BackupFile(path, at, state)


def _contents(path: Path, at: str, *, proved: bool) -> BackupFile:
    """Return what is in a copy, and whether it is what was written."""
    refuse_odd(path)
    opened = _opened(path) if proved else closing(open_file(path, "immutable"))
    with opened as file:
        (found,) = file.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise Damaged("backup-failed", why=str(found))
        _unused, state = identity(file)
        ((events, due),) = file.execute(
            "SELECT (SELECT count(*) FROM events), (SELECT coalesce(sum(last_seq + 1), 0) FROM sessions)"
        ).fetchall()
        (schema,) = file.execute("SELECT version_num FROM alembic_version").fetchone()
        later = {name for name, first in _SINCE.items() if schema < first}
        with file_engine(file).connect() as connection:
            models = (*checksums.listed_models(), Events)
            whole = not proved or checksums.first_damaged(connection, models, with_records=True) is None
            return BackupFile(path, at, state, ok=whole and events == due, **counts(connection, later))


_COUNTS: Final = {
    "sessions": select(func.count()).select_from(Sessions),
    "hands": select(func.coalesce(func.sum(Sessions.hands), 0)),
    **{name: select(func.count()).select_from(one) for name, one in (("games", Games), ("kept", Kept))},
    "tournaments": select(func.count()).select_from(Tournaments),
    "seasons": select(func.count()).select_from(Seasons),
}
_SINCE: Final = {"seasons": "0011"}
"""The schema that brought a kind; a copy of an earlier ledger has no table of it."""


def counts(connection: Connection, leaving_out: Container[str] = ()) -> dict[str, int]:
    """Return how much there is of each kind."""
    each = {name: statement for name, statement in _COUNTS.items() if name not in leaving_out}
    return {name: connection.execute(statement).scalar_one() for name, statement in each.items()}


def identity(file: sqlite3.Connection) -> tuple[str, int]:
    """Return the id of the ledger in a file, and the number of its state."""
    ((uid, state),) = file.execute("SELECT uid, version FROM meta").fetchall()
    return str(uid), int(state)


def _readable(moment: str) -> str:
    """Return the time in a name, as events have it; one that no calendar knows stays as it is."""
    with suppress(ValueError):
        return datetime.strptime(moment, _MOMENT).replace(tzinfo=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return moment


class Named(NamedTuple):
    """A backup by its name: of which state, when it was made, whether it is kept for good, whether it is damaged."""

    state: int
    moment: str
    path: Path
    for_good: bool
    hurt: bool


def named(place: LedgerLocation) -> list[Named]:
    """Return the backups, the newest first: by the state of the ledger, then by date, as clocks are set back."""
    found: list[Named] = []
    with suppress(OSError):
        for one in _file_of(place)[1].iterdir():
            match = _NAME.fullmatch(one.name.removeprefix(place.stem))
            if match is not None and one.name.startswith(place.stem):
                found.append(Named(int(match[2]), match[1], one, match[3] is not None, match[4] is not None))
    return sorted(found, reverse=True)


def backups(place: LedgerLocation) -> tuple[BackupFile, ...]:
    """Return all backups, the newest first, each with what is in it."""
    return tuple(look_at(one.path) for one in named(place))


def newest_good(place: LedgerLocation) -> BackupFile | None:
    """Return the newest backup that can be used."""
    return next(each_whole(place), None)


def each_whole(place: LedgerLocation) -> Iterator[BackupFile]:
    """Yield the backups that can be used, in the second folder too, the newest first, each proved."""
    found = [] if place.backups is None else named(place)
    if place.second is not None:
        names = {one.path.name for one in found}
        found += [one for one in named(_in_second(place, place.second)) if one.path.name not in names]
    for one in sorted(found, reverse=True):
        seen = look_at(one.path, whole=True)
        if seen.ok:
            yield seen


def _in_second(place: LedgerLocation, folder: Path) -> LedgerLocation:
    return msgspec.structs.replace(place, backups=folder, second=None)


def of_another(place: LedgerLocation, folder: Path, ours: sqlite3.Connection) -> BackupFile | None:
    """Return the newest whole backup that a folder has under this ledger's name, if it is of another ledger."""
    path, own = _file_of(place)
    if folder.resolve() in {path.parent.resolve(), own.resolve()}:
        raise NoLedger("backup-same-folder", why=str(folder))
    newest = newest_good(_in_second(place, folder))
    if newest is None:
        return None
    with closing(open_file(newest.path, "immutable")) as file:
        return None if identity(file)[0] == identity(ours)[0] else newest


def is_due(place: LedgerLocation) -> bool:
    """Return whether a ledger that changed is to be backed up: a large one only if it wasn't today."""
    with suppress(OSError):
        if _file_of(place)[0].stat().st_size > COPIED_AT_ONCE:
            today = f"{datetime.now(UTC):%Y%m%d}"
            return not any(one.moment.startswith(today) for one in named(place))
    return True


# making


def back_up(
    place: LedgerLocation,
    to: Path | None = None,
    moment: datetime | None = None,
    *,
    before: str = "",
    source: sqlite3.Connection | None = None,
) -> BackupFile:
    """Copy the ledger as it is now, into its folder of backups or to another file, and verify the copy.

    `before` names the migration that is about to be made. `source` is what to copy where the file isn't at its path.

    Raises:
        LedgerError: it can't be written, or SQLite can't read it; nothing is left of it.

    """
    path, folder = _file_of(place)
    if to is not None:
        refuse_goal(place, to)
        folder = to.parent
    moment = moment or datetime.now(UTC)
    try:
        make_folder(folder)
        with _unfinished(folder, place.stem) as copy, as_ledger_errors(place):
            if source is not None:
                _copy(source, copy, like=to or path)
            else:
                with closing(open_file(path, mode_to_read(path))) as file:
                    _copy(file, copy, like=to or path)
            seen = _contents(copy, moment.strftime("%Y-%m-%dT%H:%M:%SZ"), proved=not before)
            why = f"-before-{before}" if before else "" if seen.ok else _HURT
            goal = to or folder / f"{place.stem}-{moment.strftime(_MOMENT)}-{seen.version}{why}.db"
            _rename(copy, goal)
    except OSError as error:
        raise unwritten(to or folder, error) from error
    if to is None:
        _thin(place)
        if place.second is not None:
            try:
                _copy_bytes(goal, place.second / goal.name)
            except OSError as error:
                raise unwritten(place.second, error) from error
            _thin(_in_second(place, place.second))
    return msgspec.structs.replace(seen, path=goal)


def _copy(source: sqlite3.Connection, to: Path, *, like: Path) -> None:
    """Copy a database into a new file, with the rights of another file."""
    with closing(open_file(to, "rwc")) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    with to.open("rb") as file:
        keep_mode(file.fileno(), like)


@contextmanager
def _unfinished(folder: Path, stem: str) -> Iterator[Path]:
    """Yield where to make a copy, and delete what is left of it."""
    path = folder / f".{stem}-{secrets.token_hex(8)}{_UNFINISHED}"
    try:
        yield path
    finally:
        _delete(path, *_side_files(path))


def _side_files(path: Path) -> tuple[Path, ...]:
    """Return the files that SQLite keeps for one that is in use."""
    return log_of(path), index_of(path), path.with_name(f"{path.name}-journal")


def _delete(*paths: Path) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _rename(copy: Path, goal: Path) -> None:
    """Give a copy its name, on the disk too."""
    copy.replace(goal)
    flush(goal.parent)


def _copy_bytes(path: Path, to: Path) -> None:
    with path.open("rb") as file, replacing(to) as copy:
        shutil.copyfileobj(file, copy)


def refuse_goal(place: LedgerLocation, to: Path) -> None:
    """Refuse to write a backup in the place of a link, a pipe, or the ledger and what belongs to it."""
    ours = () if place.path is None else (place.path, *_side_files(place.path))
    try:
        if to.is_symlink():
            raise NoLedger("backup-place", why=str(to), text=_("it is a link"))
        if any(one.absolute() == to.absolute() or (to.exists() and one.exists() and one.samefile(to)) for one in ours):
            raise NoLedger("backup-place", why=str(to), text=_("it is the ledger itself"))
        refuse_odd(to)
    except OSError as error:
        raise unwritten(to, error) from error


def unwritten(to: Path, error: OSError) -> NoLedger:
    """Return the error that the system can't write a backup."""
    return NoLedger("backup-place", why=str(to), text=reason(error).lower())


def _thin(place: LedgerLocation) -> None:
    """Delete what is neither among the newest nor the last of its day or month, and what a crash left unfinished.

    Days and months are those of the names, in the order of the states: a clock that was set back deletes nothing.
    Copies of a damaged ledger are counted by themselves, and only the newest are kept.
    """
    days, months = set[str](), set[str]()
    found = named(place)
    for one in [one for one in found if one.hurt][NEWEST_KEPT:]:
        _delete(one.path)
    for number, one in enumerate(one for one in found if not one.hurt):
        day, month = one.moment[:8], one.moment[:6]
        is_last_of_day = day not in days and len(days) < DAYS_KEPT
        if number >= NEWEST_KEPT and not (one.for_good or is_last_of_day or month not in months):
            _delete(one.path)
        days.add(day)
        months.add(month)
    delete_unfinished(_file_of(place)[1])


def delete_unfinished(folder: Path) -> None:
    """Delete what a crash left of copies."""
    with suppress(OSError):
        for left in folder.glob(f".*{_UNFINISHED}*"):
            if time.time() - left.stat().st_mtime > _LEFT_BY_A_CRASH:
                _delete(left)


# restoring


def restore(place: LedgerLocation, backup: Path, moment: datetime | None = None) -> Path | None:
    """Put a backup in the place of the ledger; return the dated name under which the file that was there is kept.

    Raises:
        LedgerError: the backup is damaged, a window has the ledger open, or the folder can't be written.

    """
    path, _unused = _file_of(place)
    if not backup.is_file():
        raise NoLedger("ledger-closed-folder", why=_("{path} isn’t there.").format(path=backup))
    if not look_at(backup, whole=True).ok:
        raise Damaged("backup-damaged", why=str(backup))
    refuse_while_open(path)
    with closing(open_file(backup, "immutable")) as source:
        state = max((one.state for one in named(place)), default=0)
        return write_again(place, source, moment=moment, past=max(state, identity(source)[1]))


def refuse_while_open(path: Path) -> None:
    """Refuse to replace a ledger that a window has open: SQLite doesn't give the whole file to anybody else then."""
    try:
        with closing(open_file(path, "rw", "locking_mode = EXCLUSIVE", "busy_timeout = 0")) as file:
            file.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except (sqlite3.Error, UnicodeDecodeError) as error:  # no window has a file open that SQLite can't read
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise OpenElsewhere("ledger-open-elsewhere") from None


def write_again(
    place: LedgerLocation, source: sqlite3.Connection, *, moment: datetime | None = None, past: int | None = None
) -> Path | None:
    """Write a ledger from a connection to its place; return the name under which the file that was there is kept.

    What follows is numbered on `past` a state, so that new backups are the newest.
    """
    path, _unused = _file_of(place)
    try:
        refuse_odd(path)
        make_folder(path.parent, recreate=True)
        delete_unfinished(path.parent)
        with _unfinished(path.parent, path.stem) as copy:
            with as_ledger_errors(place):
                _copy(source, copy, like=path)
                if past is not None:
                    with closing(open_file(copy, "rw")) as file:
                        file.execute("UPDATE meta SET version = ?", (past + 1,))
                if not look_at(copy).ok:
                    raise Damaged("backup-failed", why=copy.name)
            kept = _keep(path, (moment or datetime.now(UTC)).strftime(_MOMENT)) if path.exists() else None
            _delete(*_side_files(path))  # the new file must not be opened with the log of the old one
            _rename(copy, path)
            return kept
    except OSError as error:
        raise closed_folder(path.parent, error) from error


def _keep(path: Path, stamp: str) -> Path:
    """Keep a ledger that is to be replaced, with SQLite’s log, under another name."""
    names = (
        path.with_name(f"{path.stem}-kept-{stamp}{number}.db") for number in ("", *(f"-{n}" for n in range(2, 999)))
    )
    kept = next(one for one in names if not one.exists())
    try:
        kept.hardlink_to(path)  # at each moment there is a ledger in its place
    except OSError:  # a disk without such links
        _copy_bytes(path, kept)
    for one, other in zip(_side_files(path), _side_files(kept), strict=True):
        if one.exists():
            one.replace(other)
    return kept
