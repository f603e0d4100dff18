"""Dates and times: stored in UTC, read and shown in local time.

Periods are read as people write them, in English and Chinese: “last week”, “March”, “since May”, “5月1日到6月3日”.
Chinese is translated to English first.
"""

from __future__ import annotations

import re
import unicodedata
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple

from mjcompanion.core.errors import Problem, RuleError, bad_request, printable
from mjcompanion.i18n.translation import _, day_order

_MONTHS: Final = (
    *("january|jan", "february|feb", "march|mar", "april|apr", "may", "june|jun", "july|jul", "august|aug"),
    *("september|sept|sep", "october|oct", "november|nov", "december|dec"),
)
_WEEKDAYS: Final = (
    *("monday|mon", "tuesday|tues|tue", "wednesday|wed", "thursday|thurs|thu", "friday|fri", "saturday|sat"),
    "sunday|sun",
)
_NUMBERS: Final = (
    *("", "an|a|one", "couple of|two", "few|three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    "twelve",
)
_SINGLE: Final = (
    "today|now|this morning|this afternoon|this evening|tonight",
    "yesterday|last night",
    "day before yesterday",
)
_MONTH: Final = f"({'|'.join(_MONTHS)})"
_NUMBER: Final = rf"(?:a )?(\d+|{'|'.join(_NUMBERS[1:])})"
_UNIT: Final = "(day|week|month|year)"
_DAY: Final = r"(\d{1,2})(?:st|nd|rd|th)?"
_TO: Final = r"\s+(?:to|until|till|through|and)\s+|\s*(?:–|—|~|\.\.+)\s*|\s+-\s+"
_LEAP: Final = 9
"""Any run of this many years has a 29 February."""
_ANY: Final = frozenset({"", "any time", "anytime", "always", "ever", "all", "随时", "任何时候", "全部"})


class Period(NamedTuple):
    """A period from one day to another, both included; None where it is open.

    >>> Period(date(2026, 3, 1)).moments[1], Period(None, date(2026, 3, 31)).moments[0]
    ('', '')
    """

    first: date | None = None
    last: date | None = None

    @property
    def moments(self) -> tuple[str, str]:
        """Return the first and the last second in UTC; empty where it is open."""
        return first_moment(self.first) if self.first else "", last_moment(self.last) if self.last else ""


class _Days(NamedTuple):
    first: date
    last: date


class _Yearless(NamedTuple):
    """A month, or a day of it, without a year."""

    month: int
    day: int | None

    def among(self, years: Iterable[int], since: date = date.min, until: date = date.max) -> _Days | None:
        """Return the days in the first of these years in which they overlap a period."""
        for year in years:
            with suppress(ValueError):  # 29 February
                days = _calendar(year, self.month, self.day)
                if days.first <= until and days.last >= since:
                    return days
        return None


def parse_period(text: str, today: date | None = None) -> Period:
    """Read a period as people write it; without a year the latest past or present one is meant.

    Raises:
        RuleError: it can't be read.

    >>> today = date(2026, 11, 25)
    >>> [str(day) for day in parse_period("last week", today)]
    ['2026-11-16', '2026-11-22']
    >>> [str(day) for day in parse_period("1 May to 3 June", today)]
    ['2026-05-01', '2026-06-03']
    >>> parse_period("since May", today) == parse_period("五月以来", today) == Period(date(2026, 5, 1))
    True
    >>> parse_period("soon", today)
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: “soon” isn’t a time. Write “last week”, “March”, “2026-03” or “1 May to 3 June”.

    """
    phrase = " ".join(unicodedata.normalize("NFKC", text).casefold().split()).rstrip(" .。,")
    if phrase in _ANY:
        return Period()
    today = today or date.today()  # noqa: DTZ011 - local time
    found = next(_readings(_in_english(phrase), today), None)
    if found is None:
        raise RuleError([Problem("when-unread", text=text.strip())])
    return found


def _readings(phrase: str, today: date) -> Iterator[Period]:
    """Yield the possible meanings, the likeliest first."""
    days = _latest(_days(phrase, today), today)
    if days is not None:
        yield Period(*days)
    yield from _ranges(re.sub(r"^(?:from|between)\s+", "", phrase), today)
    match = re.fullmatch(r"(since|from|as of|starting|until|till|up to|to|through|before|after)\s+(.+)", phrase)
    days = _latest(_days(match[2], today), today) if match else None
    if match is None or days is None:
        return
    with suppress(OverflowError):  # before the first day of all, or after the last
        if match[1] in ("since", "from", "as of", "starting"):
            yield Period(days.first)
        elif match[1] in ("before", "after"):
            yield Period(None, days.first - timedelta(1)) if match[1] == "before" else Period(days.last + timedelta(1))
        else:
            yield Period(None, days.last)


def _ranges(phrase: str, today: date) -> Iterator[Period]:
    """Yield the meanings as a range from one day, month or year to another."""
    hyphen = "|-" if phrase.count("-") == 1 else ""  # several are those of days
    for match in re.finditer(_TO + hyphen, phrase):
        begin, end = phrase[: match.start()].strip(), phrase[match.end() :].strip()
        if re.fullmatch(_DAY, begin):  # 1 to 3 June
            begin = re.sub(rf"\b{_DAY}\b", begin, end, count=1)
        elif re.fullmatch(_DAY, end):  # June 1 to 3
            end = re.sub(rf"\b{_DAY}\b", end, begin, count=1) if re.search(rf"\b{_DAY}\b", begin) else ""
        one, other = _days(begin, today), _days(end, today)
        if isinstance(one, _Yearless) and isinstance(other, _Days):
            one = one.among(range(other.last.year, other.last.year - _LEAP, -1), until=other.last)
        one = _latest(one, today)
        if one is not None and other is not None:
            latest = _latest(other, today)
            if isinstance(other, _Yearless) and (latest is None or latest.last < one.first):
                latest = other.among(range(one.first.year, one.first.year + _LEAP), since=one.first)
            if latest is not None and one.first <= latest.last:
                yield Period(one.first, latest.last)


def _latest(days: _Days | _Yearless | None, today: date) -> _Days | None:
    """Return the days, by default in the last year in which they have begun."""
    if isinstance(days, _Yearless):
        return days.among(range(today.year, today.year - _LEAP, -1), until=today)
    return days


def _days(phrase: str, today: date) -> _Days | _Yearless | None:
    """Read a day, a week, a month or a year, or a number of them up to now."""
    phrase = re.sub(r"^(?:(?:on|in|during|of|the)\s+)+", "", phrase)
    try:
        readers = (_relative, _weekday, _by_figures, _by_names)
        return next((days for read in readers if (days := read(phrase, today)) is not None), None)
    except (ValueError, OverflowError):  # no such day
        return None


def _relative(phrase: str, today: date) -> _Days | None:
    """Read today, this week, last month, 3 days ago, the last 7 days."""
    back = _index(_SINGLE, phrase)
    if back >= 0:
        return _period(today, "day", back)
    if match := re.fullmatch("(this|last|previous|past|next) (week|weekend|month|year)", phrase):
        return _period(today, match[2], {"this": 0, "next": -1}.get(match[1], 1))
    if match := re.fullmatch(rf"{_NUMBER} {_UNIT}s? ago", phrase):
        return _period(today, match[2], _count(match[1]))
    if match := re.fullmatch(rf"(?:last|past|previous) {_NUMBER} {_UNIT}s?", phrase):
        count, unit = max(_count(match[1]), 1), match[2]
        if unit in ("day", "week"):
            return _Days(today - timedelta(count * (7 if unit == "week" else 1) - 1), today)
        month = _period(today, "month", count * (12 if unit == "year" else 1))
        return _Days(month.first.replace(day=min(today.day, month.last.day)) + timedelta(1), today)
    return None


def _period(today: date, unit: str, back: int) -> _Days:
    """Return the day, week, weekend, month or year a number of them ago."""
    if unit == "day":
        return _Days(today - timedelta(back), today - timedelta(back))
    if unit in ("week", "weekend"):
        monday = today - timedelta(today.weekday() + 7 * back)
        return _Days(monday + timedelta(5 if unit == "weekend" else 0), monday + timedelta(6))
    if unit == "year":
        return _calendar(today.year - back)
    year, month = divmod(today.year * 12 + today.month - 1 - back, 12)
    return _calendar(year, month + 1)


def _weekday(phrase: str, today: date) -> _Days | None:
    """Read the last Tuesday there was; “last Tuesday” isn't today."""
    match = re.fullmatch(rf"(last |this week |last week )?({'|'.join(_WEEKDAYS)})s?", phrase)
    if match is None:
        return None
    weekday = _index(_WEEKDAYS, match[2])
    if match[1] in ("this week ", "last week "):
        back = today.weekday() - weekday + (7 if match[1] == "last week " else 0)
    else:
        back = (today.weekday() - weekday) % 7 or (7 if match[1] else 0)
    return _period(today, "day", back)


def _by_figures(phrase: str, today: date) -> _Days | _Yearless | None:
    """Read 2026, 2026-03, 2026-03-05, 3/2026, 26th, and a day as the country writes it."""
    if match := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)", phrase):
        return _calendar(today.year, today.month, int(match[1]))
    if match := re.fullmatch(r"(\d{4})(?:[-/.](\d{1,2}))?(?:[-/.](\d{1,2}))?", phrase):
        return _calendar(*(int(part) for part in match.groups() if part))
    if match := re.fullmatch(r"(\d{1,2})[-/.](\d{4})", phrase):
        return _calendar(int(match[2]), int(match[1]))
    if match := re.fullmatch(r"(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}|\d\d?))?", phrase):
        parts = [int(part) for part in match.groups() if part]
        order = day_order() if len(parts) == 3 else day_order().replace("y", "")
        found = dict(zip(order, parts, strict=True))
        if "y" in found:
            return _calendar(_century(found["y"], today), found["m"], found["d"])
        return _Yearless(found["m"], found["d"])
    return None


def _by_names(phrase: str, today: date) -> _Days | _Yearless | None:
    """Read March, last March, March 2026, March last year, 1 May, May 1st, 2026."""
    phrase = " ".join(re.sub(r"[,.']|\bof\b|\bthe\b", " ", phrase).split())
    match = re.fullmatch(rf"(.+?) (\d{{4}}|\d\d|(?:this|last) year|{_NUMBER} years? ago)", phrase)
    if match and not re.fullmatch(rf"{_MONTH} \d\d", phrase):  # May 26 is a day
        year = _calendar(_century(int(match[2]), today)) if match[2].isdecimal() else _relative(match[2], today)
        days = _by_names(match[1], today)
        return _calendar(year.first.year, *days) if year and isinstance(days, _Yearless) else None
    if match := re.fullmatch(rf"(\d{{4}}) {_MONTH}", phrase):
        return _calendar(int(match[1]), _index(_MONTHS, match[2]) + 1)
    if match := re.fullmatch(rf"(?:last |this )?{_MONTH}", phrase):
        return _Yearless(_index(_MONTHS, match[1]) + 1, None)
    if match := re.fullmatch(rf"{_DAY} ?{_MONTH}", phrase):
        return _Yearless(_index(_MONTHS, match[2]) + 1, int(match[1]))
    if match := re.fullmatch(rf"{_MONTH} ?{_DAY}", phrase):
        return _Yearless(_index(_MONTHS, match[1]) + 1, int(match[2]))
    return None


def _calendar(year: int, month: int | None = None, day: int | None = None) -> _Days:
    """Return a year, a month or a day."""
    last = day or (31 if month is None else monthrange(year, month)[1])
    return _Days(date(year, month or 1, day or 1), date(year, month or 12, last))


def _century(year: int, today: date) -> int:
    """Complete a year of two figures: 26 is 2026, but more than 20 years ahead is the last century."""
    if year > 99:
        return year
    return year + 2000 if year + 2000 <= today.year + 20 else year + 1900


def _index(names: Iterable[str], name: str) -> int:
    """Return the index of a name among lists of spellings, or -1."""
    return next((place for place, spellings in enumerate(names) if name in spellings.split("|")), -1)


def _count(text: str) -> int:
    return int(text) if text.isdecimal() else _index(_NUMBERS, text)


# Chinese


_SIMPLIFIED: Final = str.maketrans("週這個號過從為後間禮兩裡", "周这个号过从为后间礼两里")
_DIGITS: Final = {letter: number for number, letter in enumerate("〇一二三四五六七八九")} | {"两": 2, "零": 0}
_UNITS: Final = {"天": "day", "日": "day", "周": "week", "星期": "week", "月": "month", "年": "year", "周末": "weekend"}
_BACK: Final = {"上": "last", "本": "this", "这": "this"}


def _in_english(phrase: str) -> str:
    """Translate a period in Chinese to English.

    >>> _in_english("去年三月到五月1日"), _in_english("两周以前"), _in_english("到六月为止"), _in_english("May")
    ('march last year to may 1', '2 week ago', 'until june', 'May')
    """
    phrase = phrase.translate(_SIMPLIFIED)
    for pattern, english in _FROM_CHINESE:
        phrase = re.sub(pattern, english, phrase)
    return " ".join(phrase.split())


def _month_name(match: re.Match[str]) -> str:
    """Translate 5月1日 or 去年5月."""
    year, month, day = match.groups()
    if not 0 < int(month) <= 12:
        return match[0]
    return f" {_MONTHS[int(month) - 1].split('|')[0]} {day or ''} {year or ''} "


def _arabic(match: re.Match[str]) -> str:
    """Translate a number up to ninety-nine, or a year digit by digit."""
    tens, ten, ones = match[0].partition("十")
    if not ten:
        return "".join(str(_DIGITS[letter]) for letter in tens)
    if len(tens) > 1 or len(ones) > 1 or "十" in ones:
        return match[0]
    return str(10 * _DIGITS.get(tens, 1) + _DIGITS.get(ones, 0))


_FROM_CHINESE: Final[tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...]] = (
    (
        r"(?:(上|本|这)个?)?(?:周|星期|礼拜)([一二三四五六日天])",
        lambda match: (
            (f"{_BACK[match[1]]} week " if match[1] else "")
            + _WEEKDAYS["一二三四五六日".index(match[2].replace("天", "日"))].split("|")[0]
        ),
    ),
    (f"[十{''.join(_DIGITS)}]+", _arabic),
    ("今[天日晚]", "today"),
    ("昨[天日晚]", "yesterday"),
    (r"(?<!\d)前[天日]", "day before yesterday"),
    ("今年的?", "this year"),
    ("去年的?", "last year"),
    ("前年的?", "2 years ago"),
    (r"(?:最近|近|过去|前)(\d+)个?(天|日|周|星期|月|年)", lambda match: f"last {match[1]} {_UNITS[match[2]]}"),
    (
        r"(\d+)(天|周|个?星期|个月|年(?![以之]))[以之]?前",
        lambda match: f"{match[1]} {_UNITS[match[2].removeprefix('个')]} ago",
    ),
    ("上上个?(?:周|星期)", "2 weeks ago"),
    ("上上个?月", "2 months ago"),
    ("(上|本|这)个?(周末|周|星期|月)", lambda match: f"{_BACK[match[1]]} {_UNITS[match[2]]}"),
    (r"(?<!\d)(\d\d)年", r"20\1年"),
    (r"(\d+)年(\d+)月份?(\d+)[日号]", r"\1-\2-\3"),
    (r"(\d+)年(\d+)月份?", r"\1-\2"),
    (r"(\d+)年", r"\1"),
    (r"(this year|last year|2 years ago)?(\d+)月份?(?:(\d+)[日号])?", _month_name),
    (r"(\d+)[日号]", r"\1th"),
    ("^在", ""),
    ("^(?:自从|自|从)?(.+?)(?:以来|至今|起|开始)$", r"since \1"),
    ("^(.+?)[以之]前$", r"before \1"),
    ("^(.+?)[以之]后$", r"after \1"),
    ("为止$", ""),
    ("^(?:截至|[到至])", "until "),
    ("[到至]", " to "),
    ("^(?:自从|自|从)", "from "),
)


# moments

_MOMENT_FORM: Final = "%Y-%m-%dT%H:%M:%SZ"
_DAY_FORM: Final = "%Y-%m-%d"


def first_moment(day: date) -> str:
    """Return the first second of a local day, in UTC."""
    return _in_utc(datetime.combine(day, time.min))


def last_moment(day: date) -> str:
    """Return the last second of a local day, in UTC."""
    return _in_utc(datetime.combine(day, time(23, 59, 59)))


def year_moments(year: str) -> tuple[str, str]:
    """Return the first and the last second of a year; both are empty without a year."""
    return (first_moment(date(int(year), 1, 1)), last_moment(date(int(year), 12, 31))) if year else ("", "")


def span(since: str | None, until: str | None) -> tuple[str, str]:
    """Return the first and the last second of a range of days; a missing one is empty.

    Raises:
        RuleError: one is no day.

    >>> span("", None)
    ('', '')
    >>> span("yesterday", None)
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: “yesterday” isn’t a day. Write 2026-11-21.

    """
    return first_moment(_day_of(since)) if since else "", last_moment(_day_of(until)) if until else ""


def parse_local_time(text: str) -> str:
    """Read a local day and time, with a time zone or without; a day alone means noon.

    Raises:
        RuleError: it is none.

    >>> parse_local_time("2026-11-21 19:30")[:7], parse_local_time("2026-11-21") == parse_local_time("2026-11-21 12:00")
    ('2026-11', True)

    """
    day, _unused, hour = text.strip().replace("T", " ").partition(" ")
    try:
        at = time.fromisoformat(hour.strip() or "12:00")
    except ValueError:
        sentence = _("“{text}” isn’t a time. Write {example}.")
        raise bad_request(sentence.format(text=printable(text), example="2026-11-21 19:30")) from None
    return _in_utc(datetime.combine(_day_of(day), at.replace(second=0, microsecond=0)))


def _day_of(day: str) -> date:
    try:
        return datetime.strptime(day, _DAY_FORM).date()  # noqa: DTZ007 - local time
    except ValueError:
        sentence = _("“{text}” isn’t a day. Write {example}.")
        raise bad_request(sentence.format(text=printable(day), example="2026-11-21")) from None


def _in_utc(moment: datetime) -> str:
    with suppress(OverflowError, ValueError):  # on the first or last day of the calendar
        moment = moment.astimezone(UTC)
    return f"{moment.replace(tzinfo=None).isoformat()}Z"


def format_local_time(at: str) -> str:
    """Return a time in local time, to the minute; other texts stay as they are.

    >>> format_local_time("some day")
    'some day'
    """
    moment = _local(at)
    return at if moment is None else moment.strftime(f"{_DAY_FORM} %H:%M")


def format_local_day(at: str) -> str:
    """Return the local day of a time.

    >>> format_local_day("2026-11-21")
    '2026-11-21'
    """
    moment = _local(at)
    return at if moment is None else moment.strftime(_DAY_FORM)


def to_local_time(at: str) -> datetime:
    """Return a time in local time; any other text, as in a damaged file, is the earliest time.

    >>> to_local_time("2026-11-21T12:00:00Z").year, to_local_time("some day").year
    (2026, 1)
    """
    return _local(at) or datetime.min.replace(tzinfo=UTC)


def _local(at: str) -> datetime | None:
    try:
        return datetime.strptime(at, _MOMENT_FORM).replace(tzinfo=UTC).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def is_moment(text: str) -> bool:
    """Return whether a text is a time in UTC as events store it.

    >>> is_moment("2026-11-21T05:31:52Z"), is_moment("yesterday"), is_moment("2026-13-01T05:31:52Z")
    (True, False, False)
    """
    try:
        return len(text) == 20 and f"{datetime.fromisoformat(text[:-1]).isoformat()}Z" == text
    except ValueError:
        return False


def utc_minute(at: str) -> str:
    """Return a time in UTC, to the minute.

    >>> utc_minute("2026-11-21T05:31:52Z")
    '2026-11-21 05:31'
    """
    return f"{at[:10]} {at[11:16]}"
