"""The Ledger page's words for what the engine names by keys: rules, endings, corrections, days."""

from __future__ import annotations

import datetime as dt
import html
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale, QTime

from mjcompanion import words
from mjcompanion.hand import By
from mjcompanion.options import OptionKind, OptionSpec, Ruleset, options_for, options_used
from mjcompanion.table.events import HandItem, Number, PenaltyItem, Score, SeatsItem, Tiles
from mjcompanion.table.rotation import Position
from mjcompanion.table.rules import TableRules
from mjcompanion.table.table import Row, Trace, worth
from mjcompanion.tiles import WINDS
from mjcompanion.words import joined as in_a_row
from mjcompanion.words import listed, number, trn

from ...parts import figure, signed

_LONGEST_TIP: Final = 600
_BRIEF: Final = 40
"""Letters of a name in a sentence; the whole of it stands where there is room."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("LedgerPage", text)


def brief(name: str, most: int = _BRIEF) -> str:
    """A name as one line that fits into a sentence.

    >>> brief("Ann  Lee"), brief("A" * 50, 5)
    ('Ann Lee', 'AAAA…')
    """
    line = " ".join(name[: 4 * most].split())
    return line if len(line) <= most and len(name) <= 4 * most else line[: most - 1] + "…"


def tip(text: str) -> str:
    """A text as a tooltip: never taken for markup, and wrapped.

    >>> tip("<b>Bob</b>")
    '<qt>&lt;b&gt;Bob&lt;/b&gt;</qt>'
    """
    return f"<qt>{html.escape(text[:_LONGEST_TIP])}</qt>"


def hands_counted(count: int) -> str:
    """So many hands."""
    return trn("{n} hand", "{n} hands", count).format(n=number(count))


def sessions_counted(count: int) -> str:
    """So many sessions."""
    return trn("{n} session", "{n} sessions", count).format(n=number(count))


def players_counted(count: int) -> str:
    """So many players."""
    return trn("{n} player", "{n} players", count).format(n=number(count))


def won_counted(count: int) -> str:
    """So many hands won."""
    return trn("won {n}", "won {n}", count, "hands").format(n=number(count))


def rules_words() -> dict[Ruleset, str]:
    """The names of the rules that are played at a table."""
    return {
        Ruleset.TRADITIONAL: _tr("Traditional"),
        Ruleset.CLASSICAL: _tr("Classical"),
        Ruleset.NMJL: _tr("American, yearly card"),
        Ruleset.AMERICAN_CLUB: _tr("American, club"),
        Ruleset.SIMPLE: _tr("Simple game"),
    }


def rules_title(rules: str, name: str = "") -> str:
    """The club's name for its rules, else the ruleset's."""
    return brief(name) if name else rules_words().get(Ruleset(rules), rules) if rules in set(Ruleset) else rules


# days and times


def local(at: str) -> dt.datetime:
    """A time of an event, where the person is."""
    return dt.datetime.fromisoformat(at).astimezone()


@lru_cache(256)
def day_and_time(at: str) -> str:
    """A day and a time as people here write them."""
    return words.moment(local(at))


@lru_cache(256)
def short_day(at: str) -> str:
    """The day of the week and of the month."""
    return words.day_of_month(local(at).date())


def month(at: str) -> str:
    """The month of a time and its year."""
    return _month(local(at).date().replace(day=1))


@lru_cache(256)
def _month(first: dt.date) -> str:
    return words.month(first)


@words.when_changed
def _forget() -> None:
    for kept in (day_and_time, short_day, _month):
        kept.cache_clear()


def shown_day(day: QDate) -> str:
    """A day of a condition, as people here write it."""
    return words.date(dt.date(day.year(), day.month(), day.day()))


def read_day(text: str) -> tuple[QDate, QDate] | None:
    """The first and the last day that a text stands for: a day, a month (2026-11) or a year; None when it is none.

    >>> [day.toString("yyyy-MM-dd") for day in read_day("2026-11")]
    ['2026-11-01', '2026-11-30']
    """
    text = text.strip()
    parts = text.split("-")
    if 1 <= len(parts) <= 3 and all(part.isascii() and part.isdigit() for part in parts) and len(parts[0]) == 4:
        first = QDate(*[int(part) for part in parts], *([1] * (3 - len(parts))))
        if not first.isValid():
            return None
        next_one = {1: first.addYears(1), 2: first.addMonths(1), 3: first.addDays(1)}[len(parts)]
        return first, next_one.addDays(-1)
    as_shown = words.date_form().replace("y", "yyyy")
    for form in (as_shown, QLocale.FormatType.ShortFormat, QLocale.FormatType.LongFormat):
        day = QLocale().toDate(text, form)
        if day.isValid():
            if day.year() < 1980 <= day.year() + 100:  # Qt takes 26 for 1926
                day = day.addYears(100)
            return day, day
    return None


def utc_start(day: QDate) -> str:
    """The first moment of a day where the person is, as events have it."""
    return QDateTime(day, QTime(0, 0)).toUTC().toString("yyyy-MM-dd'T'HH:mm:ss'Z'")


def utc_end(day: QDate) -> str:
    """The last moment of a day where the person is, as events have it."""
    return QDateTime(day, QTime(23, 59, 59)).toUTC().toString("yyyy-MM-dd'T'HH:mm:ss'Z'")


# what a row of a session says


def row_title(row: Row) -> str:
    """What a row is."""
    item = row.item
    if isinstance(item, HandItem):
        return _tr("Hand {number}").format(number=row.number)
    if isinstance(item, PenaltyItem):
        return _tr("Penalty")
    return _tr("New seats") if isinstance(item, SeatsItem) else _tr("Bank")


def row_round(row: Row, *, with_wind: bool) -> str:
    """The wind of the round, in rules that have one."""
    return _tr("{wind} round").format(wind=row.before.round.word) if with_wind else ""


def outcome(row: Row, names: Sequence[str]) -> str:
    """What happened, in a sentence without its full stop."""
    item = row.item
    if isinstance(item, HandItem):
        return _ending(row, item, names)
    if isinstance(item, PenaltyItem):
        payees = joined(names[one] for one in item.payees)
        several = len(item.payees) > 1
        each = _tr("{payer} pays {payees} {points} each") if several else _tr("{payer} pays {payees} {points}")
        said = each.format(payer=brief(names[item.payer]), payees=payees, points=figure(item.points))
        return f"{said}: {item.why}" if item.why else said
    if isinstance(item, SeatsItem):
        return _tr("Seats thrown anew: {name} is East").format(name=brief(names[item.east]))
    if item.points < 0:
        text = _tr("{name} gives the bank back {points}")
    else:
        text = _tr("{name} borrows {points} from the bank")
    return text.format(name=brief(names[item.player]), points=figure(abs(item.points)))


def joined(names: Iterable[str]) -> str:
    """Names in a sentence: Ann, Bob and Chuck."""
    return listed([brief(name) for name in names])


def _ending(row: Row, item: HandItem, names: Sequence[str]) -> str:
    callers = joined(names[one] for one in item.wrong_calls)
    if item.winner is None:
        return _tr("Wrong calls by {names}").format(names=callers) if item.wrong_calls else _tr("Nobody won")
    winner = brief(names[item.winner])
    discarder = brief(names[item.discarder]) if item.discarder is not None else None
    ways = {
        None: _tr("{winner} won"),
        By.DRAW: _tr("{winner} won, self-drawn"),
        By.DISCARD: _tr("{winner} won with a discard") if discarder is None else _tr("{winner} won, {from} discarded"),
        By.KONG_REPLACEMENT: _tr("{winner} won with a loose tile after a kong"),
        By.FLOWER_REPLACEMENT: _tr("{winner} won with a loose tile after a flower"),
        By.ROBBED_KONG: _tr("{winner} won by robbing a kong")
        if discarder is None
        else _tr("{winner} won, robbing a kong of {from}"),
        By.DEAL: _tr("{winner} won as dealt"),
        By.FIRST_DISCARD: _tr("{winner} won with East’s first discard"),
    }
    said = [ways[item.by].format_map({"winner": winner, "from": discarder})]
    points = worth(row)
    if item.value is not None and points is not None:
        said.append(trn("{n} point", "{n} points", points).format(n=number(points)))
    said += [_tr("the last tile")] if item.last_tile else []
    said += [_tr("no jokers")] if item.jokerless else []
    said += [_tr("singles and pairs")] if item.singles_and_pairs else []
    said += [_tr("wrong calls by {names}").format(names=callers)] if item.wrong_calls else []
    dead = [names[one] for one in item.dead]
    said += [_tr("dead: {names}").format(names=joined(dead))] if dead else []
    return in_a_row(said)


def _entered(row: Row, player: int) -> Score | None:
    item = row.item
    return item.scores[player] if isinstance(item, HandItem) and player < len(item.scores) else None


def is_by_hand(row: Row, player: int) -> bool:
    """Whether a player's score was entered as a number."""
    return isinstance(_entered(row, player), Number)


def has_tiles(row: Row) -> bool:
    """Whether any score of a hand was counted from tiles."""
    return any(isinstance(_entered(row, player), Tiles) for player in range(4))


def player_sentence(row: Row, player: int, name: str) -> str:
    """What a row did for one party, for those who hear it."""
    said = []
    if player < len(row.scores):
        said.append(row.before.wind_of(player).word)
        score = row.scores[player]
        if score is not None:
            text = _tr("score {score}, entered by hand") if is_by_hand(row, player) else _tr("score {score}, by tiles")
            said.append(text.format(score=figure(score)))
    change, balance = row.change(player), row.balances[player]
    said.append(_tr("change {change}").format(change=signed(change)))
    said.append(_tr("balance {balance}").format(balance=figure(balance)))
    return _tr("{name}: {facts}").format(name=brief(name), facts=in_a_row(said))


def seated(position: Position, names: Sequence[str]) -> str:
    """Who sits where."""
    return in_a_row(
        _tr("{wind} {name}").format(wind=wind.word, name=brief(names[position.player_at(wind)])) for wind in WINDS
    )


def trace_title(trace: Trace) -> str:
    """Which item a correction was about, and what happened to it."""
    was, now = trace.was, trace.now
    if was is None:
        kind = _tr("{what} was put in").format(what=row_title(now)) if now is not None else _tr("Something was put in")
    elif now is None:
        kind = _tr("{what} was taken out").format(what=row_title(was))
    else:
        kind = _tr("{what} was changed").format(what=row_title(was))
    return kind if trace.counts else _tr("{what}, and that was undone").format(what=kind)


def told_scores(row: Row, names: Sequence[str]) -> str:
    """Who scored what in a hand, where scores were entered."""
    shown = [
        _tr("{name} {score}").format(name=brief(names[player]), score=figure(score))
        for player, score in enumerate(row.scores)
        if score is not None
    ]
    return in_a_row(shown)


def trace_side(row: Row | None, names: Sequence[str]) -> str:
    """One side of a correction: what happened, who scored what."""
    if row is None:
        return ""
    scores = told_scores(row, names)
    said = outcome(row, names)
    return _tr("{what} ({scores})").format(what=said, scores=scores) if scores else said


# the rules


def value_words(spec: OptionSpec, value: object) -> str:
    """The value of a house option in words."""
    if spec.kind is OptionKind.BOOL:
        return _tr("yes") if value else _tr("no")
    if spec.kind is OptionKind.LIMIT and value is None:
        return _tr("no limit")
    if isinstance(value, int):
        return figure(value)
    choices = {"points": _tr("10 points each"), "doubles": _tr("a double each")}
    return choices.get(str(value), brief(str(value)))


def differing(rules: TableRules) -> list[tuple[str, str, str]]:
    """The options in which these rules differ from their ruleset: what, ours, the rules' own."""
    preset = options_for(rules.rules)
    found = []
    for spec in options_used(rules.rules):
        ours, theirs = getattr(rules.options, spec.key), getattr(preset, spec.key)
        if ours != theirs:
            found.append((_tr(spec.label), value_words(spec, ours), value_words(spec, theirs)))
    return found


def chips_words(rules: TableRules) -> str:
    """The chips on the table in words."""
    if rules.chips is None:
        return _tr("No chips: points are written down.")
    pieces = in_a_row(f"{number(piece.count)} × {figure(piece.value)}" for piece in rules.chips.pieces)
    kinds = {"american": _tr("American chips"), "counting-sticks": _tr("Counting sticks")}
    name = kinds.get(rules.chips.name, brief(rules.chips.name))
    return _tr("{name}: {pieces} for each player").format(name=name, pieces=pieces)
