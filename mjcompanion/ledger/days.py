"""Days and moments: the ledger's are in UTC, people's by their own clock."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, time
from typing import Final

from mjcompanion.problems import bad_request, printable
from mjcompanion.words import tr

_MOMENT: Final = "%Y-%m-%dT%H:%M:%SZ"
_DAY: Final = "%Y-%m-%d"


def first_moment(day: date) -> str:
    """The moment in UTC at which a day of the person's own calendar begins."""
    return _in_utc(datetime.combine(day, time.min))


def last_moment(day: date) -> str:
    """The last second of a day of the person's own calendar, in UTC."""
    return _in_utc(datetime.combine(day, time(23, 59, 59)))


def year_moments(year: str) -> tuple[str, str]:
    """The first and the last moment of a year; both empty where no year is given."""
    return (first_moment(date(int(year), 1, 1)), last_moment(date(int(year), 12, 31))) if year else ("", "")


def span(since: str | None, until: str | None) -> tuple[str, str]:
    """The first and the last moment of the days from one to another, as people write them; what isn't given is empty.

    Raises:
        RuleError: one is no day.

    >>> span("", None)
    ('', '')
    >>> span("yesterday", None)
    Traceback (most recent call last):
    ...
    mjcompanion.problems.RuleError: “yesterday” isn’t a day; write 2026-11-21.

    """
    return first_moment(_read(since)) if since else "", last_moment(_read(until)) if until else ""


def moment_of(text: str) -> str:
    """A moment in UTC as people write it by their own clock: a day and an hour, or a day alone, which is its noon.

    An hour that says its zone, as files have it, is meant in that.

    Raises:
        RuleError: it is none.

    >>> moment_of("2026-11-21 19:30")[:7], moment_of("2026-11-21") == moment_of("2026-11-21 12:00")
    ('2026-11', True)

    """
    day, _, hour = text.strip().replace("T", " ").partition(" ")
    try:
        at = time.fromisoformat(hour.strip() or "12:00")
    except ValueError:
        sentence = tr("“{text}” isn’t a time; write {example}.")
        raise bad_request(sentence.format(text=printable(text), example="2026-11-21 19:30")) from None
    return _in_utc(datetime.combine(_read(day), at.replace(second=0, microsecond=0)))


def _read(day: str) -> date:
    try:
        return datetime.strptime(day, _DAY).date()  # noqa: DTZ007 - by the person's own clock
    except ValueError:
        raise bad_request(
            tr("“{text}” isn’t a day; write {example}.").format(text=printable(day), example="2026-11-21")
        ) from None


def _in_utc(moment: datetime) -> str:
    with suppress(OverflowError, ValueError):  # on the first and the last day of all the hour doesn't matter
        moment = moment.astimezone(UTC)
    return f"{moment.replace(tzinfo=None).isoformat()}Z"


def printed_time(at: str) -> str:
    """A time of an event as it is printed: by the person's own clock, to the minute; what is no time, as it is.

    >>> printed_time("some day")
    'some day'
    """
    moment = _local(at)
    return at if moment is None else moment.strftime(f"{_DAY} %H:%M")


def printed_day(at: str) -> str:
    """A day, or the day of a moment, as it is printed.

    >>> printed_day("2026-11-21")
    '2026-11-21'
    """
    moment = _local(at)
    return at if moment is None else moment.strftime(_DAY)


def by_own_clock(at: str) -> datetime:
    """A time of an event by the person's own clock; what is no time, as a damaged file has it, is the first of all.

    >>> by_own_clock("2026-11-21T12:00:00Z").year, by_own_clock("some day").year
    (2026, 1)
    """
    return _local(at) or datetime.min.replace(tzinfo=UTC)


def _local(at: str) -> datetime | None:
    try:
        return datetime.strptime(at, _MOMENT).replace(tzinfo=UTC).astimezone()
    except (ValueError, OverflowError, OSError):
        return None
