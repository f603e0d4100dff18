"""The ledger: everything that is kept, by subject.

Loading this module loads SQLAlchemy, which takes a fifth of a second: do it when a ledger is needed, not before.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.ledger import backups, checksums, exporting, importing, integrity, sessions
from mjcompanion.ledger.connect import is_small
from mjcompanion.ledger.database import Database
from mjcompanion.ledger.errors import NoLedger
from mjcompanion.ledger.exporting import Kind, Progress
from mjcompanion.ledger.formats import read_json
from mjcompanion.ledger.games import GameStore
from mjcompanion.ledger.hand_cells import is_cells, read_cells
from mjcompanion.ledger.hands import HandStore
from mjcompanion.ledger.location import LedgerLocation
from mjcompanion.ledger.notebook import Notebook
from mjcompanion.ledger.opening import Opened
from mjcompanion.ledger.players import PlayerStore
from mjcompanion.ledger.records import RECORD_KINDS
from mjcompanion.ledger.seasons import SeasonStore
from mjcompanion.ledger.sessions import SessionStore
from mjcompanion.ledger.statistics import StatisticsStore
from mjcompanion.ledger.tournaments import TournamentStore
from mjcompanion.ledger.values import ACCEPTED, SESSIONS, BackupFile, CheckReport, ImportReport, SessionFilter, storable
from mjcompanion.storage.paths import Folders, write_atomically
from mjcompanion.table.events import now


class Ledger(Database):
    """One ledger, open until it is closed. One thread at a time may use it.

    Every method raises a `LedgerError` when the world fails and a `RuleError` when what was asked can't be, as where
    nothing has the id that was given; nothing is half written then.

    >>> import tempfile
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.table.events import Ended, SessionSetup
    >>> from mjcompanion.table.rules import TableRules
    >>> with tempfile.TemporaryDirectory() as folder, Ledger.open(Path(folder) / "ledger.db") as ledger:
    ...     four = tuple(ledger.players.add(name).uid for name in ("Ann", "Bob", "Chuck", "Dora"))
    ...     begun = ledger.sessions.start(SessionSetup(TableRules.of(Ruleset("classical")), four, starting=1000))
    ...     ledger.sessions.append(begun.uid, 1, Ended(at="2026-11-21T05:31:52Z"))
    ...     [(row.names, row.ended) for row in ledger.sessions.page().rows]
    1
    [(('Ann', 'Bob', 'Chuck', 'Dora'), True)]
    """

    def __init__(self, place: LedgerLocation, opened: Opened) -> None:
        super().__init__(place, opened)
        self.players = PlayerStore(self)
        self.sessions = SessionStore(self)
        self.games = GameStore(self)
        self.hands = HandStore(self)
        self.tournaments = TournamentStore(self)
        self.notebook = Notebook(self)
        self.statistics = StatisticsStore(self)
        self.seasons = SeasonStore(self, self.statistics)

    def look_through(self) -> None:
        """Note the damaged rows of a small file: a list can't tell what is no longer in it."""
        if self.place.path is not None and is_small(self.place.path):
            with self.reading() as connection:
                self.notice(integrity.damage(connection, *checksums.listed_models()))

    # files

    def export_to(
        self,
        out: IO[bytes],
        kind: Kind,
        which: Sequence[str] | SessionFilter | None = None,
        progress: Progress | None = None,
        *,
        records: Iterable[str] = (),
    ) -> int:
        """Write sessions, by default all of them, oldest first; return how many.

        "json" holds everything and can be imported, with all `records` of these kinds too, some of `RECORD_KINDS`;
        "csv" has a row for each hand and each thing that moved a balance, for other programs; "text" is for people.
        """
        with self.reading() as connection:
            uids = sessions.LIST.chosen(connection, sessions.ALL if which is None else which)
            if kind == "json":
                each = {kind: RECORD_KINDS[kind].uids(connection) for kind in records}
                exporting.write_json(out, connection, uids, each, progress)
            else:
                exporting.write(out, connection, kind, SESSIONS, uids, progress)
        return len(uids)

    def export(self, kind: Kind, uids: Sequence[str] | None = None, records: Iterable[str] = ()) -> bytes:
        """Return sessions as the content of a file; see `export_to`."""
        out = io.BytesIO()
        self.export_to(out, kind, uids, records=records)
        return out.getvalue()

    def import_json(
        self,
        content: bytes,
        progress: Progress | None = None,
        folders: Folders | None = None,
        *,
        separate: bool = False,
    ) -> ImportReport:
        """Take what an export holds, all or, when anything is wrong with the file, none.

        A session that went on otherwise here is left, or added as a `separate` one under another id.
        A CSV of kept hands is taken too: its hands are counted again, with the cards of `folders` where they need one.

        Raises:
            RuleError: a newer version wrote it, or it is damaged; the sentence names the place.

        """
        read = read_cells(content, folders, progress) if is_cells(content) else read_json(content)
        with self.writing() as (connection, _):
            return importing.take(connection, read, now(), progress, separate=separate)

    # care

    def check(self, progress: integrity.Progress | None = None) -> CheckReport:
        """Look through the whole ledger: the file, every event, game and kept hand, and all that should follow."""
        with self.reading() as connection:
            return integrity.check(connection, progress)

    def rebuild(self, progress: integrity.Progress | None = None) -> int:
        """Work out again all that doesn't follow from events, with a sentence about each in `notices`.

        Damaged records, and what a backup has of players, are left for `bring_back`. Return how many sessions and
        players were repaired.
        """
        done = list[str]()
        for _ in range(2):  # once a player is repaired, sessions may no longer follow
            with self.reading() as connection:
                found = integrity.check(connection, progress, sys.maxsize).findings
            accepted = any(one.kind == ACCEPTED for one in found)
            better = integrity.player_ids(self.place) if accepted else set()
            due = [one for one in found if one.kind != ACCEPTED or one.session not in better]
            with self.writing() as (connection, _):
                done += integrity.repair_all(connection, due)
            if not accepted:
                break
        self.damaged.clear()
        self.notices += done
        return len(done)

    def in_backups(self, kind: str, uid: str) -> list[integrity.BackedUp]:
        """Find a record in the newest whole backup that has it; `kind` and `uid` are as a `DamagedRecord` has them."""
        with suppress(RuleError):  # a damaged id is the beginning of several
            found = integrity.newest(self.place, storable(uid), kind)
            if found is not None and found.uid == uid:
                return [found]
        return []

    def can_repair(self, kind: str, uid: str) -> bool:
        """Return whether a record can be rebuilt here and no backup is better."""
        if self.read_only or (kind == ACCEPTED and self.in_backups(kind, uid)):
            return False
        with self.reading() as connection:
            return integrity.can_repair(connection, kind, uid)

    def bring_back(self, uid: str, backup: Path | None = None, kind: str = "") -> str:
        """Replace one record by that of a backup, or add it where there is none; return its id.

        Without a backup it is the newest that has the record. The ledger is backed up before, as it is.

        Raises:
            RuleError: no backup has it, or it has several that begin with these letters.
            Damaged: the backup itself is damaged.

        """
        uid = storable(uid.strip())
        found = integrity.newest(self.place, uid, kind) if backup is None else integrity.stored_in(backup, uid, kind)
        if found is None:
            raise RuleError([Problem("no-session-kept" if kind == "session" else "no-record-kept", text=uid)])
        if self.is_file:
            backups.back_up(msgspec.structs.replace(self.place, second=None))
        with self.writing() as (connection, version):
            integrity.put_back(connection, found, version)
        self.damaged.clear()
        return found.uid

    def backup(self, to: Path | None = None) -> BackupFile:
        """Copy the ledger as it is now among its backups, or to a file; a server's is exported to the file, as JSON."""
        if self.is_file:
            return backups.back_up(self.place, to)
        if to is None:
            raise NoLedger("backup-only-files")
        backups.refuse_goal(self.place, to)
        moment, state = now(), self.changed_since(None) or 0
        try:
            write_atomically(to, self.export("json", records=RECORD_KINDS))
        except OSError as error:
            raise backups.unwritten(to, error) from error
        with self.reading() as connection:
            return BackupFile(to, moment, state, ok=True, **backups.counts(connection))
