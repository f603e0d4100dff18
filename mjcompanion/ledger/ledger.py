"""The ledger: everything that is kept, by subject.

Loading this module loads SQLAlchemy, which takes a fifth of a second: do it when a ledger is needed, not before.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO

from mjcompanion.ledger import backups, exporting, importing, integrity, sessions
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
from mjcompanion.ledger.values import SESSIONS, BackupFile, CheckReport, ImportReport, SessionFilter
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
        """Note the first damaged row of a small file."""
        if self.place.path is not None and is_small(self.place.path):
            with self.reading() as connection:
                self.damage = integrity.first_damage(connection)

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

    def repair(self) -> int:
        """Write again what lists say of sessions where it doesn't follow from their events; return of how many."""
        with self.writing() as (connection, _):
            return integrity.repair(connection)

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
