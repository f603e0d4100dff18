"""The Ledger page's words for what the engine names by keys: rules, endings, corrections, days."""

from __future__ import annotations

import datetime as dt
from calendar import monthrange
from functools import lru_cache

from PySide6.QtCore import QLocale

from mjcompanion import words
from mjcompanion.rulesets import options_for
from mjcompanion.table.events import HandItem, Score, Tiles
from mjcompanion.table.rules import TableRules
from mjcompanion.table.table import Row
from mjcompanion.table.words import counted, value_words
from mjcompanion.words import number, tr, trn


def players_counted(count: int) -> str:
    """So many players."""
    return trn("{n} player", "{n} players", count).format(n=number(count))


def played_counted(sessions: int, hands: int) -> list[str]:
    """So many sessions, and so many kept hands, where there are any."""
    kept = trn("{n} kept hand", "{n} kept hands", hands).format(n=number(hands))
    return [counted(sessions, "session")] * bool(sessions) + [kept] * bool(hands)


def won_counted(count: int) -> str:
    """So many hands won."""
    return trn("won {n}", "won {n}", count, "hands").format(n=number(count))


# days and times


def _local(at: str) -> dt.datetime:
    return dt.datetime.fromisoformat(at).astimezone()


@lru_cache(256)
def short_day(at: str) -> str:
    """The day of the week and of the month."""
    return words.day_of_month(_local(at).date())


def month(at: str) -> str:
    """The month of a time and its year."""
    return _month(_local(at).date().replace(day=1))


@lru_cache(256)
def _month(first: dt.date) -> str:
    return words.month(first)


@words.when_changed
def _forget() -> None:
    for kept in (short_day, _month):
        kept.cache_clear()


def shown_day(day: dt.date) -> str:
    """A day of a condition, as people here write it."""
    return words.date(day)


def read_day(text: str) -> tuple[dt.date, dt.date] | None:
    """The first and the last day that a text stands for: a day, a month (2026-11) or a year; None when it is none.

    >>> [str(day) for day in read_day("2026-11")]
    ['2026-11-01', '2026-11-30']
    """
    text = text.strip()
    parts = text.split("-")
    if 1 <= len(parts) <= 3 and all(part.isascii() and part.isdigit() for part in parts) and len(parts[0]) == 4:
        return _whole(*[int(part) for part in parts])
    as_shown = words.date_form().replace("y", "yyyy")
    for form in (as_shown, QLocale.FormatType.ShortFormat, QLocale.FormatType.LongFormat):
        day = QLocale().toDate(text, form)
        if day.isValid():
            if day.year() < 1980 <= day.year() + 100:  # Qt takes 26 for 1926
                day = day.addYears(100)
            return _whole(day.year(), day.month(), day.day())
    return None


def _whole(year: int, month: int | None = None, day: int | None = None) -> tuple[dt.date, dt.date] | None:
    """The first and the last day of a year, a month or a day; None where there is no such one."""
    try:
        first, last = dt.date(year, month or 1, day or 1), dt.date(year, month or 12, day or 1)
    except ValueError:
        return None
    return first, last if day is not None else last.replace(day=monthrange(year, last.month)[1])


# what a row of a session says


def _entered(row: Row, player: int) -> Score | None:
    item = row.item
    return item.scores[player] if isinstance(item, HandItem) and player < len(item.scores) else None


def has_tiles(row: Row) -> bool:
    """Whether any score of a hand was counted from tiles."""
    return any(isinstance(_entered(row, player), Tiles) for player in range(4))


# the rules


def differing(rules: TableRules) -> list[tuple[str, str, str]]:
    """The options in which these rules differ from their ruleset: what, ours, the rules' own."""
    preset = options_for(rules.rules)
    found = []
    for spec in rules.rules.options_used():
        ours, theirs = getattr(rules.options, spec.key), getattr(preset, spec.key)
        if ours != theirs:
            found.append((tr(spec.label), value_words(spec, ours), value_words(spec, theirs)))
    return found
