"""What the Ledger page asks of the ledger. Everything here runs on the clerk's thread, never on the window's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import IO, TYPE_CHECKING, Final

import msgspec

from mjcompanion.ledger.days import first_moment, last_moment
from mjcompanion.ledger.values import PlayerStatistics, SessionFilter
from mjcompanion.problems import RuleError
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.table.events import AnyEvent, Changed, Drop
from mjcompanion.table.table import Row, Table, Trace
from mjcompanion.table.words import named

from ...parts.files import Progress

if TYPE_CHECKING:
    from mjcompanion.ledger.store import Kind, Ledger

MOST_PEOPLE: Final = 100_000
"""More players than this are not listed."""


class Filter(msgspec.Struct, frozen=True):
    """Which sessions and whose figures are wanted; `player` is an id and a name, days are where the person is."""

    text: str = ""
    player: tuple[str, str] | None = None
    rules: str = ""
    since: date | None = None
    until: date | None = None

    @property
    def is_any(self) -> bool:
        """Whether it lets everything through."""
        return self == Filter()

    @property
    def beside_text(self) -> int:
        """How many conditions there are besides the text."""
        return sum(bool(one) for one in (self.player, self.rules, self.since, self.until))

    @property
    def of_store(self) -> SessionFilter:
        """The filter as the ledger takes it."""
        return SessionFilter(
            self.player[0] if self.player else "",
            self.text,
            self.rules,
            first_moment(self.since) if self.since else "",
            last_moment(self.until) if self.until else "",
        )


class SessionSeen(msgspec.Struct, frozen=True):
    """A session as it is shown: its table, the players as they are called today, and their ids of today."""

    uid: str
    title: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    table: Table
    traces: tuple[Trace, ...]
    seal: str

    @property
    def started_at(self) -> str:
        """When it began."""
        return self.table.events[0].at


def session_seen(ledger: Ledger, uid: str, known: SessionSeen | None) -> SessionSeen:
    """Read a session; the one known is given back where nothing has changed."""
    stored = ledger.session(uid)
    if known is not None and known.uid == uid and known.table.events == stored.events:
        if known.names[:4] == stored.names and known.players == stored.players:
            return known
        table, traces = known.table, known.traces
    else:
        table = stored.table
        traces = table.traces if corrected(stored.events) else ()
    title = table.title or named(stored.names)
    return SessionSeen(uid, title, stored.players, (*stored.names, *table.bettors), table, traces, stored.seal)


def corrected(events: Sequence[AnyEvent]) -> bool:
    """Whether anything was changed that stood on the list; to say what takes a replay for each event."""
    known: set[str] = set()
    for event in events:
        for change in event.changes if isinstance(event, Changed) else ():
            if isinstance(change, Drop) or change.id in known or change.before is not None:
                return True
            known.add(change.id)
    return False


class SheetView(msgspec.Struct, frozen=True):
    """What the side sheet shows: a row of a table, everybody's names, and the score sheets of hands of tiles.

    `sheets` has a place for each player; `problems` says of a hand why it can't be counted any more.
    """

    table: Table
    row: Row
    names: tuple[str, ...]
    sheets: tuple[ScoreSheet | None, ...]
    problems: tuple[str, ...] = ("", "", "", "")
    corrections: tuple[Trace, ...] = ()


def sheet_view(seen: SessionSeen, row: Row) -> SheetView:
    """A row with its score sheets; of a hand that can't be counted any more, the sentence that says why."""
    sheets, problems = [], []
    for player in range(4):
        sheet, problem = None, ""
        try:
            sheet = seen.table.sheet(row, player)
        except RuleError as error:
            problem = str(error)
        sheets.append(sheet)
        problems.append(problem)
    found = [trace for trace in seen.traces if row.id in {one.id for one in (trace.was, trace.now) if one is not None}]
    return SheetView(seen.table, row, seen.names, tuple(sheets), tuple(problems), tuple(found))


def people_of(ledger: Ledger, wanted: Filter) -> tuple[PlayerStatistics, ...]:
    """Everybody by name, with what they did; those who did nothing in these sessions too."""
    counted = {one.player: one for one in ledger.statistics(wanted.of_store)}
    return tuple(
        counted.get(one.uid) or PlayerStatistics(one.uid, one.name) for one in ledger.players(limit=MOST_PEOPLE)
    )


def export_to(ledger: Ledger, wanted: Filter | str, kind: Kind, out: IO[bytes], progress: Progress) -> None:
    """Write one session, or all that meet the conditions; `progress` hears how many of how many are written."""
    ledger.export_to(out, kind, [wanted] if isinstance(wanted, str) else wanted.of_store, progress)
