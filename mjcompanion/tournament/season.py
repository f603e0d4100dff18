"""A club's season: which sessions count, and the league tables that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, Literal

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.i18n.translation import N_, NP_, _, ngettext, number, pgettext
from mjcompanion.table.words import counted
from mjcompanion.tournament.ranking import points_text, table_points
from mjcompanion.tournament.schedule import Four
from mjcompanion.tournament.tournament import LONGEST_TITLE, MOST_PLACE, USUAL_PLACES

SeasonSystem = Literal["table-points", "places", "net"]
SYSTEM_WORDS: Final[Mapping[SeasonSystem, str]] = {
    "table-points": N_("Table points"),
    "places": N_("Places"),
    "net": N_("Net points"),
}
"""What counts in a season; they are looked up when shown."""
_SUM_HEADS: Final[Mapping[SeasonSystem, str]] = {
    "table-points": NP_("of a season", "Points"),
    "places": NP_("of a season", "Places"),
    "net": NP_("of a season", "Points"),
}
"""The heads of what a player's sessions add up to."""
MOST_SESSIONS: Final = 10_000


class Season(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A season; a change makes a new one.

    `since` and `until` are its first and last day ("2026-11-21", local time), `rules` the ids of its rulesets, none for
    all of them. Each session gives a player table points for the place (`places`, the best first), the place itself, or
    the points won or lost. Players are ranked by the sum of these, with `average` by their average; places always by
    their average, the lowest first. Of a player's sessions the `best` so many count, 0 for all. Those with fewer than
    `minimum` sessions are listed without a place.
    """

    uid: str
    title: str
    at: str
    since: str
    until: str
    rules: tuple[str, ...] = ()
    system: SeasonSystem = "table-points"
    places: Four = USUAL_PLACES
    average: bool = False
    minimum: int = 0
    best: int = 0

    @property
    def by_average(self) -> bool:
        """Whether players are ranked by their average."""
        return self.average or self.system == "places"

    def ranked_by(self, line: SeasonLine) -> Fraction:
        """Return what a player is ranked by."""
        return line.average if self.by_average else line.points

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last day."""
        return date.fromisoformat(self.since), date.fromisoformat(self.until)


class SeasonSession(msgspec.Struct, frozen=True):
    """A session that is over: its local day, its rules, and what each player won or lost."""

    uid: str
    day: str
    rules: str
    rules_name: str
    fingerprint: str
    players: tuple[str, ...]
    nets: tuple[int, ...]


class SeasonResult(msgspec.Struct, frozen=True):
    """What a session gave a player, and whether it is among those that count; equals share the better `place`."""

    session: str
    day: str
    place: int
    points: Fraction
    counts: bool = True


class SeasonLine(msgspec.Struct, frozen=True):
    """A player's line of a league table; `place` is None with too few sessions, and shared by equals.

    `results` are the player's sessions, oldest first, and `best` is the best of them.
    """

    place: int | None
    player: str
    results: tuple[SeasonResult, ...]
    best: Fraction = Fraction(0)

    @property
    def sessions(self) -> int:
        """The number of sessions."""
        return len(self.results)

    @property
    def counted(self) -> int:
        """The number of sessions that count."""
        return sum(one.counts for one in self.results)

    @property
    def evenings(self) -> int:
        """The number of days on which the player was there."""
        return len({one.day for one in self.results})

    @property
    def points(self) -> Fraction:
        """The sum of the sessions that count."""
        return sum((one.points for one in self.results if one.counts), Fraction(0))

    @property
    def average(self) -> Fraction:
        """The average of the sessions that count."""
        return self.points / self.counted

    @property
    def wins(self) -> int:
        """The number of sessions won; equals at the top of a session have all won it."""
        return sum(one.place == 1 for one in self.results)

    @property
    def streak(self) -> int:
        """The most sessions won one after the other.

        >>> results = [SeasonResult("", "", place, Fraction(0)) for place in (1, 1, 3, 1)]
        >>> SeasonLine(1, "Ann", tuple(results)).streak
        2
        """
        runs = groupby(one.place == 1 for one in self.results)
        return max((len(list(run)) for won, run in runs if won), default=0)


class LeagueTable(msgspec.Struct, frozen=True):
    """The players of a season, best first, then those with too few sessions.

    `evenings` are the days on which somebody played. With net points there is a table for each set of rules; else
    there is one for all, and `rules`, `rules_name` and `fingerprint` are empty.
    """

    lines: tuple[SeasonLine, ...]
    sessions: int
    evenings: int
    rules: str = ""
    rules_name: str = ""
    fingerprint: str = ""


def standings(season: Season, sessions: Sequence[SeasonSession]) -> tuple[LeagueTable, ...]:
    """Return the league tables of a season; `sessions` are those of its days and rules, oldest first.

    Points of different rules are never added, table points and places are.

    >>> season = Season(uid="s", title="Spring", at="", since="2026-03-01", until="2026-05-31", minimum=2, best=2)
    >>> nets = (50, -10, -20, -20), (5, 5, -4, -6), (-9, 8, 1, 0)
    >>> sessions = [
    ...     SeasonSession(str(at), f"2026-03-0{at}", "classical", "", "", ("Ann", "Bob", "Cho", f"Guest {at}"), net)
    ...     for at, net in enumerate(nets, 1)
    ... ]
    >>> (table,) = standings(season, sessions)
    >>> [(line.place, line.player, line.counted, str(line.points)) for line in table.lines[:4]]
    [(1, 'Ann', 2, '7'), (1, 'Bob', 2, '7'), (3, 'Cho', 2, '3'), (None, 'Guest 3', 1, '1')]
    """

    def same(one: SeasonSession) -> tuple[str, str]:
        return (one.rules, one.fingerprint) if season.system == "net" else ("", "")

    alike: dict[tuple[str, str], list[SeasonSession]] = {}
    for one in sessions:
        alike.setdefault(same(one), []).append(one)
    tables = []
    for (rules, fingerprint), some in alike.items():
        name = max(one.rules_name for one in some) if rules else ""
        evenings = len({one.day for one in some})
        tables.append(LeagueTable(_lines(season, some), len(some), evenings, rules, name, fingerprint))
    return tuple(sorted(tables, key=lambda one: (one.rules, -one.sessions, one.fingerprint)))


def _lines(season: Season, sessions: Sequence[SeasonSession]) -> tuple[SeasonLine, ...]:
    worth = partial(_worth, season)
    results: dict[str, list[SeasonResult]] = {}
    for session in sessions:
        for player, place, points in zip(session.players, *_given(season, session.nets), strict=True):
            results.setdefault(player, []).append(SeasonResult(session.uid, session.day, place, points))
    lines = [
        SeasonLine(None, player, _counting(season, some), min((one.points for one in some), key=worth))
        for player, some in results.items()
    ]

    def rank(line: SeasonLine) -> tuple[bool, Fraction]:
        return line.sessions < season.minimum, worth(season.ranked_by(line))

    found: list[SeasonLine] = []
    for (has_too_few, _unused), equals in groupby(sorted(lines, key=rank), key=rank):
        reached = None if has_too_few else len(found) + 1
        found += [msgspec.structs.replace(line, place=reached) for line in equals]
    return tuple(found)


def _given(season: Season, nets: Sequence[int]) -> tuple[Sequence[int], Sequence[Fraction]]:
    """Return the places of a session, and what it gives each player; of a shared place the middle counts."""
    places = [1 + sum(other > mine for other in nets) for mine in nets]
    if season.system == "table-points":
        return places, table_points(nets, season.places)
    if season.system == "net":
        return places, [Fraction(one) for one in nets]
    return places, [place + Fraction(places.count(place) - 1, 2) for place in places]


def _counting(season: Season, results: Sequence[SeasonResult]) -> tuple[SeasonResult, ...]:
    """Mark the results that count: the best ones, of equals the earlier."""
    order = sorted(range(len(results)), key=lambda at: _worth(season, results[at].points))
    chosen = set(order[: season.best or len(order)])
    return tuple(msgspec.structs.replace(one, counts=at in chosen) for at, one in enumerate(results))


def _worth(season: Season, points: Fraction) -> Fraction:
    """Return a figure that is the lower, the better the points are."""
    return points if season.system == "places" else -points


def check(season: Season) -> Season:
    """Return a season that can be one.

    Raises:
        RuleError: its title, its days or its numbers can't be right.

    >>> check(Season(uid="s", title="Spring", at="", since="2026-05-31", until="2026-03-01"))
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: The season ends before it starts: 2026-05-31 to 2026-03-01.

    """
    if not season.title.strip():
        raise RuleError([Problem("season-title")])
    if len(season.title) > LONGEST_TITLE:
        raise RuleError([Problem("text-too-long", count=len(season.title), limit=LONGEST_TITLE)])
    for day in (season.since, season.until):
        if not _is_day(day):
            raise RuleError([Problem("season-day", text=day)])
    if season.since > season.until:
        raise RuleError([Problem("season-days", text=season.since, why=season.until)])
    numbers = (season.minimum, season.best)
    if not all(0 <= one <= MOST_SESSIONS for one in numbers) or any(abs(one) > MOST_PLACE for one in season.places):
        raise RuleError([Problem("season-number")])
    return season


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def season_points(system: SeasonSystem, points: Fraction) -> str:
    """Format what counts in a season, with at most two decimals.

    >>> season_points("net", Fraction(120)), season_points("net", Fraction(-7, 2)), season_points("places", Fraction(2))
    ('+120', '−3.5', '2')
    """
    text = points_text(points).replace("-", "−")
    return f"+{text}" if system == "net" and points > 0 else text


FIRST_FIGURES: Final = 5
"""The figures of a line that are shown where there is little room."""
POINTS: Final = 2
"""The place of the sum among the figures of a line."""


class SeasonFigure(msgspec.Struct, frozen=True):
    """A figure of the lines of a league table: its head, its meaning where the head needs one, and its value."""

    head: str
    meaning: str
    value: Callable[[SeasonLine], int | Fraction]

    def words(self, line: SeasonLine, system: SeasonSystem) -> str:
        """Return the figure of a line in words."""
        value = self.value(line)
        return season_points(system, value) if isinstance(value, Fraction) else number(value)


def season_figures(season: Season, table: LeagueTable) -> tuple[SeasonFigure, ...]:
    """Return the figures of the lines of a table, those for which there is always room first.

    >>> season = Season(uid="", title="", at="", since="", until="", system="places")
    >>> [figure.head for figure in season_figures(season, LeagueTable((), 0, 0))[:4]]
    ['Sessions', 'Counted', 'Places', 'Average']
    """
    evenings = _("Evenings attended, of {n}").format(n=number(table.evenings))
    rows = (
        (_("Sessions"), "", "sessions"),
        (pgettext("sessions of a season", "Counted"), _("Sessions that count"), "counted"),
        (pgettext("of a season", _SUM_HEADS[season.system]), "", "points"),
        (pgettext("of a season", "Average"), _("Average of the sessions that count"), "average"),
        (pgettext("of a season", "Best"), _("Best session"), "best"),
        (pgettext("sessions of a season", "Won"), _("Sessions won"), "wins"),
        (pgettext("sessions of a season", "In a row"), _("Most sessions won in a row"), "streak"),
        (pgettext("of a season", "Evenings"), evenings, "evenings"),
    )
    return tuple(SeasonFigure(head, meaning, attrgetter(name)) for head, meaning, name in rows)


def played_words(table: LeagueTable) -> str:
    """Say how much was played.

    >>> played_words(LeagueTable((), 12, 11))
    '12 sessions · 11 evenings'
    """
    evenings = ngettext("{n} evening", "{n} evenings", table.evenings).format(n=number(table.evenings))
    return f"{counted(table.sessions, 'session')} · {evenings}"


def days_words(since: str, until: str) -> str:
    """Say from which day to which a season lasts.

    >>> days_words("2026-03-01", "2026-05-31")
    '2026-03-01 to 2026-05-31'
    """
    return _("{since} to {until}").format(since=since, until=until)


def unplaced_words(season: Season, table: LeagueTable) -> str:
    """Say why some players of a table have no place; nothing where all have one."""
    if all(line.place is not None for line in table.lines):
        return ""
    sentence = ngettext(
        "Without a place: fewer than {n} session.", "Without a place: fewer than {n} sessions.", season.minimum
    )
    return sentence.format(n=number(season.minimum))


def season_words(season: Season) -> list[str]:
    """Say what counts in a season, in a few parts of a line.

    >>> season_words(Season(uid="", title="", at="", since="", until="", minimum=5, best=8))
    ['Table points 4-2-1-0', 'the best 8 sessions count', 'at least 5 sessions']
    """
    words = [_(SYSTEM_WORDS[season.system])]
    if season.system == "table-points":
        words = [f"{words[0]} {'-'.join(map(str, season.places))}"]
    if season.by_average:
        words.append(_("ranked by average"))
    if season.best:
        best = ngettext("the best {n} session counts", "the best {n} sessions count", season.best)
        words.append(best.format(n=number(season.best)))
    if season.minimum:
        least = ngettext("at least {n} session", "at least {n} sessions", season.minimum)
        words.append(least.format(n=number(season.minimum)))
    return words


def encode(season: Season) -> dict[str, Any]:
    """Return a season as JSON values."""
    return msgspec.json.decode(msgspec.json.encode(season), type=dict[str, Any])


def decode(stored: Mapping[str, Any]) -> Season:
    """Read what `encode` made.

    Raises:
        ValueError: it is no season.

    """
    return check(msgspec.convert(stored, Season))
