"""The Notebook's words for what the engine names by keys: rules, endings, corrections, days."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from functools import lru_cache

from mjcompanion.i18n import translation as words
from mjcompanion.i18n.translation import _, ngettext, npgettext, number
from mjcompanion.ledger.values import GAMES, HANDS, KINDS, SESSIONS, Entry, GameRow, KeptHand
from mjcompanion.parsing.dates import to_local_time
from mjcompanion.rulesets import options_for
from mjcompanion.table.club_rules.rules import value_words
from mjcompanion.table.rules import TableRules


def players_counted(count: int) -> str:
    """Return the number of players in words."""
    return ngettext("{n} player", "{n} players", count).format(n=number(count))


def entries_counted(counts: Mapping[str, int]) -> list[str]:
    """Return the number of each kind of entry in words, without those of which there are none."""
    hands, games, sessions, exercises = (counts.get(kind, 0) for kind in KINDS)
    parts = [
        (hands, ngettext("{n} saved hand", "{n} saved hands", hands)),
        (sessions, ngettext("{n} session", "{n} sessions", sessions)),
        (games, ngettext("{n} game", "{n} games", games)),
        (exercises, ngettext("{n} exercise", "{n} exercises", exercises)),
    ]
    return [words.format(n=number(count)) for count, words in parts if count]


def exercise_words(row: KeptHand) -> str:
    """Return which exercise was done; the row's `place` is the text with which a person gets it again."""
    _kind, level, last, *_rest = (*row.place.split(), "", "", "")
    text = _("level {level}, exercise {number}") if last else _("level {level}")
    return text.format(level=level, number=last)


def time_of(entry: Entry) -> str:
    """Return when a session began, a game ended, a hand was played, or an exercise was done, in UTC."""
    if isinstance(entry, KeptHand):
        return entry.at
    return entry.finished_at if isinstance(entry, GameRow) else entry.started_at


def kind_of(entry: Entry) -> str:
    """Return which of `KINDS` an entry is."""
    if isinstance(entry, KeptHand):
        return entry.kind or HANDS
    return GAMES if isinstance(entry, GameRow) else SESSIONS


def won_counted(count: int) -> str:
    """Return the number of hands won in words."""
    return npgettext("hands", "won {n}", "won {n}", count).format(n=number(count))


# days and times


@lru_cache(256)
def short_day(at: str) -> str:
    """Return the day of the week and of the month."""
    return words.day_of_month(to_local_time(at).date())


def month(at: str) -> str:
    """Return the month of a time and its year."""
    return _month(to_local_time(at).date().replace(day=1))


@lru_cache(256)
def _month(first: dt.date) -> str:
    return words.month(first)


@words.when_changed
def _forget() -> None:
    for kept in (short_day, _month):
        kept.cache_clear()


# the rules


def differing(rules: TableRules) -> list[tuple[str, str, str]]:
    """Return the options in which these rules differ from their ruleset: what, ours, the ruleset's own."""
    preset = options_for(rules.rules)
    found = []
    for spec in rules.rules.options_used():
        ours, theirs = getattr(rules.options, spec.key), getattr(preset, spec.key)
        if ours != theirs:
            found.append((_(spec.label), value_words(ours), value_words(theirs)))
    return found
