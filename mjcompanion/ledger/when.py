"""Days as people say them, in English and Chinese: “last week”, “March”, “since May”, “5月1日到6月3日”."""

from __future__ import annotations

import re
import unicodedata
from calendar import monthrange
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date, timedelta
from typing import Final

import msgspec

from mjcompanion.ledger.days import first_moment, last_moment
from mjcompanion.problems import Problem, RuleError
from mjcompanion.words import day_order


class When(msgspec.Struct, frozen=True):
    """The days from one to another, both included; None where there is no end to them.

    >>> When(date(2026, 3, 1), date(2026, 3, 31)).moments[0] < When(date(2026, 3, 1)).moments[1] or "no end"
    'no end'
    """

    first: date | None = None
    last: date | None = None

    @property
    def moments(self) -> tuple[str, str]:
        """The first and the last moment in UTC; empty where there is no end."""
        return first_moment(self.first) if self.first else "", last_moment(self.last) if self.last else ""


class _Days(msgspec.Struct, frozen=True):
    """Days that were said; `turning` gives the same days of another year, where the year wasn't said."""

    first: date
    last: date
    turning: Callable[[int], _Days | None] | None = None


_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            *("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul"),
            *("august aug", "september sept sep", "october oct", "november nov", "december dec"),
        ),
        1,
    )
    for name in names.split()
}
_WEEKDAYS: Final = {
    name: number
    for number, names in enumerate(
        (
            *("monday mon 一", "tuesday tues tue 二", "wednesday wed 三", "thursday thurs thu 四"),
            *("friday fri 五", "saturday sat 六", "sunday sun 日 天"),
        )
    )
    for name in names.split()
}
_NUMBERS: Final = {
    "a": 1,
    "an": 1,
    "couple of": 2,
    "few": 3,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
}
_CHINESE: Final = {letter: number for number, letter in enumerate("〇一二三四五六七八九")} | {"两": 2, "零": 0}
_SIMPLIFIED: Final = str.maketrans("週這個號過從為後間禮兩這裡", "周这个号过从为后间礼两这里")
_SINGLE: Final = {
    name: back
    for back, names in enumerate(
        (
            ("today", "now", "this morning", "this afternoon", "this evening", "tonight", "今天", "今日", "今晚"),
            ("yesterday", "last night", "昨晚", "昨天", "昨日"),
            ("day before yesterday", "前天", "前日"),
        )
    )
    for name in names
}
_UNITS: Final = {"day": "day", "week": "week", "month": "month", "year": "year"} | {
    "天": "day",
    "日": "day",
    "周": "week",
    "星期": "week",
    "个月": "month",
    "月": "month",
    "年": "year",
}
_TO: Final = r"\s+(?:to|until|till|through|and)\s+|\s*(?:–|—|~|\.\.+|…)\s*|\s+-\s+|到|至"
_SINCE: Final = (
    r"(?:since|from|as of|starting)\s+(.+)",
    r"(?:自从|自|从)?(.+?)(?:以来|至今|起|开始)",
    r"(?:自从|自|从)(.+)",
)
_UNTIL: Final = (r"(?:until|till|up to|to|through)\s+(.+)", r"(?:到|至)?(.+?)为止", r"(?:到|至|截至)(.+)")
_BEFORE: Final = (r"before\s+(.+)", r"(.+?)(?:以前|之前)")
_AFTER: Final = (r"after\s+(.+)", r"(.+?)(?:以后|之后)")
_LEAP: Final = 9
"""Among so many years there is one with 29 February."""
_ANY: Final = frozenset({"", "any time", "anytime", "always", "ever", "all", "随时", "任何时候", "全部"})


def read_when(text: str, today: date | None = None) -> When:
    """The days that a text says; `today` is that of the person's own clock.

    Where no year is said, the last one is meant that has begun.

    Raises:
        RuleError: it can't be read.

    >>> today = date(2026, 11, 25)
    >>> [str(day) for day in msgspec.structs.astuple(read_when("last week", today))]
    ['2026-11-16', '2026-11-22']
    >>> [str(day) for day in msgspec.structs.astuple(read_when("1 May to 3 June", today))]
    ['2026-05-01', '2026-06-03']
    >>> read_when("since May", today) == read_when("五月以来", today) == When(date(2026, 5, 1))
    True
    >>> read_when("soon", today)
    Traceback (most recent call last):
    ...
    mjcompanion.problems.RuleError: “soon” isn’t a time; write “last week”, “March”, “2026-03” or “1 May to 3 June”.

    """
    said = " ".join(unicodedata.normalize("NFKC", text).translate(_SIMPLIFIED).casefold().split())
    said = said.rstrip(" .。,")
    if said in _ANY:
        return When()
    found = next(_readings(said, today or date.today()), None)  # noqa: DTZ011 - by the person's own clock
    if found is None:
        raise RuleError([Problem("when-unread", text=text.strip())])
    return found


def _readings(said: str, today: date) -> Iterator[When]:
    """Every way to read it, the likeliest first."""
    days = _days(said, today)
    if days is not None:
        yield When(days.first, days.last)
    open_ended: tuple[tuple[tuple[str, ...], Callable[[_Days], When]], ...] = (
        (_SINCE, lambda days: When(days.first)),
        (_UNTIL, lambda days: When(None, days.last)),
        (_BEFORE, lambda days: When(None, days.first - timedelta(1))),
        (_AFTER, lambda days: When(days.last + timedelta(1))),
    )
    yield from _ranges(re.sub(r"^(?:from|between|in the time from)\s+|^(?:从|自)", "", said), today)
    for patterns, made in open_ended:
        for pattern in patterns:
            match = re.fullmatch(pattern, said)
            days = _days(match[1].strip(), today) if match else None
            if days is not None:
                with suppress(OverflowError):  # before the first day of all, or after the last
                    yield made(days)


def _ranges(said: str, today: date) -> Iterator[When]:
    """One day, month or year to another."""
    hyphen = "|-" if said.count("-") == 1 else ""  # several are those of days
    for match in re.finditer(_TO + hyphen, said):
        begin, end = said[: match.start()].strip(), said[match.end() :].strip().removesuffix("为止")
        if re.fullmatch(r"\d{1,2}(st|nd|rd|th)?", begin):  # 1 to 3 June
            begin = re.sub(r"\b\d{1,2}(st|nd|rd|th)?\b", begin, end, count=1)
        if (day := re.fullmatch(r"(\d{1,2})(st|nd|rd|th)?|(\d{1,2}|[一二三四五六七八九十]+)[日号]", end)) is not None:
            end = _with_day(begin, day[1] or day[3])  # June 1 to 3
        one, other = _days(begin, today), _days(end, today)
        if one is None or other is None:
            continue
        if one.first > other.last and other.turning is not None:
            other = other.turning(one.first.year) or other
            if one.first > other.last and other.turning is not None:
                other = other.turning(one.first.year + 1) or other
        elif one.turning is not None and other.turning is None:
            years = (one.turning(other.last.year - back) for back in range(_LEAP))
            one = next((there for there in years if there is not None and there.first <= other.last), one)
        if one.first <= other.last:
            yield When(one.first, other.last)


def _with_day(text: str, day: str) -> str:
    """The same month with another day."""
    for pattern in (r"(\d{1,2}|[一二三四五六七八九十]+)(?=[日号])", r"\b\d{1,2}(st|nd|rd|th)?\b"):
        if re.search(pattern, text):
            return re.sub(pattern, day, text, count=1)
    return ""


def _days(said: str, today: date) -> _Days | None:
    """A day, a week, a month or a year, or so many of them up to now."""
    said = re.sub(r"^(?:on|in|during|of|the)\s+|^(?:the)\s+|^在", "", said).strip()
    for reader in (_relative, _counted, _ago, _weekday, _by_figures, _by_names, _in_chinese):
        try:
            found = reader(said, today)
        except (ValueError, OverflowError):  # no such day
            return None
        if found is not None:
            return found
    return None


def _relative(said: str, today: date) -> _Days | None:
    """Today, this week, last month."""
    if said in _SINGLE:
        day = today - timedelta(_SINGLE[said])
        return _Days(day, day)
    named = {"今年": ("year", 0), "去年": ("year", 1), "前年": ("year", 2)}
    match = re.fullmatch(
        r"(this|last|previous|past|next|本|这个?|上上?个?) ?(week|weekend|month|year|周|周末|星期|个?月)", said
    )
    if said in named:
        unit, back = named[said]
    elif match is not None:
        back = {"this": 0, "本": 0, "这": 0, "这个": 0, "next": -1, "上上": 2, "上上个": 2}.get(match[1], 1)
        unit = {"weekend": "weekend", "周末": "weekend"}.get(match[2]) or _UNITS[match[2].removeprefix("个")]
    else:
        return None
    if unit == "week":
        return _week(today, back)
    if unit == "weekend":
        week = _week(today, back)
        return _Days(week.last - timedelta(1), week.last)
    if unit == "month":
        months = today.year * 12 + today.month - 1 - back
        return _month(months // 12, months % 12 + 1)
    return _Days(date(today.year - back, 1, 1), date(today.year - back, 12, 31))


def _week(today: date, back: int) -> _Days:
    monday = today - timedelta(today.weekday() + 7 * back)
    return _Days(monday, monday + timedelta(6))


def _counted(said: str, today: date) -> _Days | None:
    """The last so many days, up to today."""
    match = re.fullmatch(r"(?:last|past|previous)\s+(\d+|[a-z ]+?)\s+(day|week|month|year)s?", said)
    match = match or re.fullmatch(
        r"(?:最近|近|过去|前)(\d+|[一二三四五六七八九十两]+)(天|日|周|个?星期|个?月|年)", said
    )
    if match is None:
        return None
    count = _NUMBERS.get(match[1]) or _number(match[1])
    if not count:
        return None
    unit = _UNITS[match[2].removeprefix("个")]
    if unit in ("day", "week"):
        return _Days(today - timedelta(count * {"day": 1, "week": 7}[unit] - 1), today)
    months = today.year * 12 + today.month - 1 - count * {"month": 1, "year": 12}[unit]
    year, month = months // 12, months % 12 + 1
    return _Days(date(year, month, min(today.day, monthrange(year, month)[1])) + timedelta(1), today)


def _ago(said: str, today: date) -> _Days | None:
    """The day, week, month or year that was so many ago."""
    match = re.fullmatch(r"(\d+|[a-z ]+?)\s+(day|week|month|year)s?\s+ago", said)
    match = match or re.fullmatch(r"(\d+|[一二三四五六七八九十两]+)(天|周|个?星期|个月|年(?!以|之))(?:以|之)?前", said)
    count = None if match is None else _NUMBERS.get(match[1]) or _NUMBERS.get(match[1].removeprefix("a "))
    count = _number(match[1]) if match is not None and count is None else count
    if match is None or count is None:
        return None
    unit = _UNITS[match[2].removeprefix("个")]
    if unit == "day":
        day = today - timedelta(count)
        return _Days(day, day)
    if unit == "week":
        return _week(today, count)
    months = today.year * 12 + today.month - 1 - count
    return _month(months // 12, months % 12 + 1) if unit == "month" else _year(today.year - count)


def _weekday(said: str, today: date) -> _Days | None:
    """The last Tuesday there was; “last Tuesday” isn't today, 上周二 is that of last week."""
    match = re.fullmatch(r"(last )?([a-z]+?)s?", said)
    if match is not None and match[2] in _WEEKDAYS:
        back = (today.weekday() - _WEEKDAYS[match[2]]) % 7 or (7 if match[1] else 0)
        day = today - timedelta(back)
        return _Days(day, day)
    match = re.fullmatch(r"(本|这个?|上个?|)(?:周|星期|礼拜)([一二三四五六日天])", said)
    if match is None:
        return None
    if match[1]:
        day = _week(today, int(match[1].startswith("上"))).first + timedelta(_WEEKDAYS[match[2]])
    else:
        day = today - timedelta((today.weekday() - _WEEKDAYS[match[2]]) % 7)
    return _Days(day, day)


def _by_figures(said: str, today: date) -> _Days | None:
    """2026, 2026-03, 2026-03-05, 3/2026, and a day as the country writes it."""
    if re.fullmatch(r"\d{1,4}([-/.]\d{1,4}){0,2}", said) is None:
        return None
    parts = [int(part) for part in re.split(r"[-/.]", said)]
    if re.match(r"\d{4}", said):
        year, *rest = parts
        return _day(year, *rest) if len(rest) == 2 else _month(year, rest[0]) if rest else _year(year)
    if len(parts) == 2 and parts[1] > 999:
        return _month(parts[1], parts[0])
    if len(parts) < 2:
        return None
    order = day_order()
    if len(parts) == 2:
        day, month = parts if order.index("d") < order.index("m") else reversed(parts)
        return _yearless(today, month, day)
    year, month, day = (parts[order.index(letter)] for letter in "ymd")
    return _day(year if year > 99 else _century(year, today), month, day)


def _century(year: int, today: date) -> int:
    """26 is 2026; what lies far ahead was a hundred years ago."""
    return year + 2000 if year + 2000 <= today.year + 20 else year + 1900


def _by_names(said: str, today: date) -> _Days | None:
    """March, last March, March 2026, 1 May, May 1st, 2026."""
    words = re.findall(r"[a-z]+|\d+(?:st|nd|rd|th)?", re.sub(r"[,.']|\bof\b|\bthe\b", " ", said))
    if re.sub(r"[\s,.']|\bof\b|\bthe\b", "", said) != "".join(words):
        return None
    last = bool(words) and words[0] in ("last", "this")
    words = words[1:] if last else words
    months = [word for word in words if word in _MONTHS]
    figures = [int(re.match(r"\d+", word)[0]) for word in words if word[0].isdigit()]  # type: ignore[index]
    if len(months) != 1 or len(figures) + 1 != len(words) or len(figures) > 2 or (last and figures):
        return None
    month = _MONTHS[months[0]]
    if len(figures) == 2:
        day, year = sorted(figures) if max(figures) > 99 else figures
        return _day(year if year > 99 else _century(year, today), month, day)
    if figures and figures[0] > 99:
        return _month(figures[0], month)
    return _yearless(today, month, figures[0] if figures else None)


def _in_chinese(said: str, today: date) -> _Days | None:
    """2026年, 去年三月, 2026年3月5日, 三月五号."""
    figure = r"\d+|[〇零一二三四五六七八九十]+"
    match = re.fullmatch(
        rf"(?:(今年|去年|前年|(?:{figure})年))? ?的?(?:({figure})月(?:份)?)?(?:({figure})[日号])?", said
    )
    if match is None or not said:
        return None
    named = {"今年": 0, "去年": 1, "前年": 2}
    year = None
    if match[1]:
        year = today.year - named[match[1]] if match[1] in named else _number(match[1][:-1])
        year = _century(year, today) if year is not None and year < 100 else year
    month, day = (None if part is None else _number(part) for part in (match[2], match[3]))
    if month is None:
        if day is not None:
            return _day(today.year, today.month, day) if year is None else None
        return None if year is None else _year(year)
    if year is None:
        return _yearless(today, month, day)
    return _month(year, month) if day is None else _day(year, month, day)


def _number(text: str) -> int | None:
    """A number in figures, or in Chinese ones up to ninety-nine, or a year letter by letter."""
    if text.isascii() and text.isdecimal():
        return int(text)
    if not text or any(letter not in _CHINESE and letter != "十" for letter in text):
        return None
    if "十" in text:
        tens, _, ones = text.partition("十")
        if len(tens) > 1 or len(ones) > 1:
            return None
        return 10 * (_CHINESE[tens] if tens else 1) + (_CHINESE[ones] if ones else 0)
    return int("".join(str(_CHINESE[letter]) for letter in text))


def _year(year: int) -> _Days:
    return _Days(date(year, 1, 1), date(year, 12, 31))


def _month(year: int, month: int) -> _Days:
    first = date(year, month, 1)
    return _Days(first, first.replace(day=monthrange(year, month)[1]))


def _day(year: int, month: int, day: int) -> _Days:
    return _Days(date(year, month, day), date(year, month, day))


def _yearless(today: date, month: int, day: int | None) -> _Days | None:
    """A month, or a day of it, in the last year in which it has begun."""

    def of(year: int) -> _Days | None:
        try:
            found = _month(year, month) if day is None else _day(year, month, day)
        except ValueError:  # 29 February
            return None
        return msgspec.structs.replace(found, turning=of)

    years = (of(today.year - back) for back in range(_LEAP))
    return next((found for found in years if found is not None and found.first <= today), None)
