"""What the Ledger page asks of the ledger. Everything here runs on the clerk's thread, never on the window's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import IO, TYPE_CHECKING, Final

import msgspec

from mjcompanion.american.score import AmericanSheet
from mjcompanion.ledger.days import first_moment, last_moment
from mjcompanion.ledger.values import (
    Cursor,
    KeptFilter,
    KeptHand,
    PlayerStatistics,
    SessionFilter,
    SessionRow,
    StoredHand,
)
from mjcompanion.problems import RuleError
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.table.events import AnyEvent, Changed, Drop
from mjcompanion.table.table import Row, Table, Trace
from mjcompanion.table.words import named

from ...parts.files import Progress

if TYPE_CHECKING:
    from mjcompanion.folders import Folders
    from mjcompanion.ledger.store import Kind, Ledger

MOST_PEOPLE: Final = 100_000
"""More players than this are not listed."""


SESSIONS_ALONE, HANDS_ALONE = "sessions", "hands"
"""The kinds that a list may be narrowed to."""
Entry = SessionRow | KeptHand
"""What a list shows: a session, or a hand that was kept."""


class Filter(msgspec.Struct, frozen=True):
    """Which sessions and kept hands, and whose figures, are wanted.

    `kind` is one of those above, or empty for both; `player` is an id and a name, days are where the person is.
    """

    text: str = ""
    kind: str = ""
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
        return sum(bool(one) for one in (self.kind, self.player, self.rules, self.since, self.until))

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

    @property
    def of_kept(self) -> KeptFilter:
        """The same for kept hands."""
        asked = self.of_store
        return KeptFilter(asked.rules, self.player[1] if self.player else "", asked.text, asked.since, asked.until)


def time_of(entry: Entry) -> str:
    """When a session began, or a hand was played."""
    return entry.at if isinstance(entry, KeptHand) else entry.started_at


class _Source(msgspec.Struct):
    """Rows of one kind: those that were read and not shown yet, and where the next ones begin, if there are any."""

    rows: tuple[Entry, ...] = ()
    after: Cursor | None = None
    more: bool = True


class _Both(Cursor, frozen=True):
    """The place after which a page of both kinds begins."""

    sessions: _Source
    hands: _Source


class Listed(msgspec.Struct, frozen=True):
    """Some sessions and kept hands, newest first, and where the next page begins."""

    rows: tuple[Entry, ...]
    after: Cursor | None


def listed(ledger: Ledger, wanted: Filter, after: Cursor | None, count: int) -> Listed:
    """A page of sessions and kept hands, in the order of their times."""
    if isinstance(after, _Both):
        sources = [msgspec.structs.replace(one) for one in (after.sessions, after.hands)]
    else:
        sources = [_Source(more=wanted.kind != HANDS_ALONE), _Source(more=wanted.kind != SESSIONS_ALONE)]
    sessions, hands = sources
    found: list[Entry] = []
    while len(found) < count:
        while sessions.more and not sessions.rows:
            page = ledger.sessions(wanted.of_store, sessions.after, count)
            sessions.rows, sessions.after, sessions.more = page.rows, page.after, page.after is not None
        while hands.more and not hands.rows:
            kept = ledger.kept(wanted.of_kept, hands.after, count)
            hands.rows, hands.after, hands.more = kept.rows, kept.after, kept.after is not None
        left = [one for one in sources if one.rows]
        if not left:
            break
        newest = max(left, key=lambda one: time_of(one.rows[0]))
        found.append(newest.rows[0])
        newest.rows = newest.rows[1:]
    more = any(one.rows or one.more for one in sources)
    return Listed(tuple(found), _Both("", 0, sessions, hands) if more else None)


def counted(ledger: Ledger, wanted: Filter) -> tuple[int, int]:
    """How many sessions and how many kept hands a filter lets through."""
    sessions = 0 if wanted.kind == HANDS_ALONE else ledger.count(wanted.of_store)
    return sessions, 0 if wanted.kind == SESSIONS_ALONE else ledger.count_kept(wanted.of_kept)


class HandSeen(msgspec.Struct, frozen=True):
    """A kept hand as it is shown; `sheet` is None where its rules count otherwise today, or are unknown."""

    hand: StoredHand
    sheet: ScoreSheet | AmericanSheet | None


def hand_seen(ledger: Ledger, uid: str, folders: Folders) -> HandSeen:
    """Read a kept hand, and count it again."""
    from mjcompanion.ledger.kept import counted_again

    hand = ledger.kept_hand(uid)
    return HandSeen(hand, counted_again(hand, folders))


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
        if known.names[: len(stored.names)] == stored.names and known.players == stored.players:
            return known
        table, traces = known.table, known.traces
    else:
        table = stored.table
        traces = table.traces if corrected(stored.events) else ()
    title = table.title or named(stored.names[person] for person in table.there)
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
    if isinstance(wanted, Filter) and wanted.kind == HANDS_ALONE:
        ledger.export_kept_to(out, kind, wanted.of_kept, progress)
        return
    ledger.export_to(out, kind, [wanted] if isinstance(wanted, str) else wanted.of_store, progress)
