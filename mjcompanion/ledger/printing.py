"""Sessions of the ledger as the sources of printed forms."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import msgspec

from mjcompanion.ledger.values import PlayerStatistics, SessionFilter
from mjcompanion.problems import Problem, RuleError
from mjcompanion.table.session import SessionSource, SessionsSource, Totals

if TYPE_CHECKING:
    from mjcompanion.ledger.store import Ledger

_MANY: Final = 200
_MOMENT: Final = "%Y-%m-%dT%H:%M:%SZ"


def session_source(ledger: Ledger, uid: str) -> SessionSource:
    """A session as forms are filled in from it; times are those of the person's own clock.

    Raises:
        RuleError: there is none with this id.
        Damaged: its events aren't what was written.

    """
    stored = ledger.session(uid)
    return SessionSource(
        stored.uid, stored.names, stored.events, tuple(printed_time(event.at) for event in stored.events)
    )


def year_source(ledger: Ledger, since: str = "", until: str = "") -> SessionsSource:
    """All sessions from one moment to another, oldest first, as they are printed in one document.

    Args:
        ledger: the ledger.
        since: a day or a moment in UTC, as in a `SessionFilter`; empty: from the first on.
        until: likewise; empty: to the last.

    Raises:
        RuleError: there are none.
        Damaged: the events of one aren't what was written.

    """
    return sessions_source(ledger, SessionFilter(since=since, until=until))


def sessions_source(ledger: Ledger, wanted: SessionFilter) -> SessionsSource:
    """All sessions that a filter lets through, oldest first, as they are printed in one document.

    Raises:
        RuleError: there are none.
        Damaged: the events of one aren't what was written.

    """
    uids: list[str] = []
    page = ledger.sessions(wanted, limit=_MANY)
    uids += [row.uid for row in page.rows]
    while page.after is not None:
        page = ledger.sessions(wanted, page.after, _MANY)
        uids += [row.uid for row in page.rows]
    if not uids:
        raise RuleError([Problem("form-no-sessions")])
    return SessionsSource(
        tuple(session_source(ledger, uid) for uid in reversed(uids)),
        tuple(map(_totals, ledger.statistics(wanted))),
        printed_day(wanted.since),
        printed_day(wanted.until),
    )


def _totals(told: PlayerStatistics) -> Totals:
    best = None if told.best is None else told.best.points
    shared = {
        name: getattr(told, name) for name in Totals.__struct_fields__ if name in PlayerStatistics.__struct_fields__
    }
    return msgspec.convert(shared | {"best": best}, Totals)


def printed_time(at: str) -> str:
    """A time of an event as it is printed: by the person's own clock, to the minute; what is no time, as it is.

    >>> printed_time("some day")
    'some day'
    """
    moment = _local(at)
    return at if moment is None else moment.strftime("%Y-%m-%d %H:%M")


def printed_day(at: str) -> str:
    """A day, or the day of a moment, as it is printed.

    >>> printed_day("2026-11-21")
    '2026-11-21'
    """
    moment = _local(at)
    return at if moment is None else moment.strftime("%Y-%m-%d")


def _local(at: str) -> datetime | None:
    try:
        return datetime.strptime(at, _MOMENT).replace(tzinfo=UTC).astimezone()
    except (ValueError, OverflowError, OSError):
        return None
