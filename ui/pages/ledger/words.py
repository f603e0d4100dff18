"""The Ledger page's words for what the engine names by keys: rules, endings, corrections, days."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QDate, QDateTime, QLocale, QTime

from mjcompanion import words
from mjcompanion.hand import By
from mjcompanion.options import OptionKind, OptionSpec
from mjcompanion.rulesets import options_for
from mjcompanion.table.events import HandItem, Number, PenaltyItem, Score, SeatsItem, Tiles
from mjcompanion.table.rotation import Position
from mjcompanion.table.rules import TableRules
from mjcompanion.table.table import Row, Trace, worth
from mjcompanion.tiles import WINDS
from mjcompanion.words import joined, number, tr, trn

from ...parts import figure, signed
from ...parts.words import brief, named


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
        return tr("Hand {number}").format(number=row.number)
    if isinstance(item, PenaltyItem):
        return tr("Penalty")
    return tr("New seats") if isinstance(item, SeatsItem) else tr("Bank")


def row_round(row: Row, *, with_wind: bool) -> str:
    """The wind of the round, in rules that have one."""
    return tr("{wind} round").format(wind=row.before.round.word) if with_wind else ""


def outcome(row: Row, names: Sequence[str]) -> str:
    """What happened, in a sentence without its full stop."""
    item = row.item
    if isinstance(item, HandItem):
        return _ending(row, item, names)
    if isinstance(item, PenaltyItem):
        payees = named(names[one] for one in item.payees)
        several = len(item.payees) > 1
        each = tr("{payer} pays {payees} {points} each") if several else tr("{payer} pays {payees} {points}")
        said = each.format(payer=brief(names[item.payer]), payees=payees, points=figure(item.points))
        return f"{said}: {item.why}" if item.why else said
    if isinstance(item, SeatsItem):
        return tr("Seats thrown anew: {name} is East").format(name=brief(names[item.east]))
    repaid, borrowed = tr("{name} gives the bank back {points}"), tr("{name} borrows {points} from the bank")
    return (repaid if item.points < 0 else borrowed).format(
        name=brief(names[item.player]), points=figure(abs(item.points))
    )


def _ending(row: Row, item: HandItem, names: Sequence[str]) -> str:
    callers = named(names[one] for one in item.wrong_calls)
    if item.winner is None:
        return tr("Wrong calls by {names}").format(names=callers) if item.wrong_calls else tr("Nobody won")
    winner = brief(names[item.winner])
    discarder = brief(names[item.discarder]) if item.discarder is not None else None
    ways = {
        None: tr("{winner} won"),
        By.DRAW: tr("{winner} won, self-drawn"),
        By.DISCARD: tr("{winner} won with a discard") if discarder is None else tr("{winner} won, {from} discarded"),
        By.KONG_REPLACEMENT: tr("{winner} won with a loose tile after a kong"),
        By.FLOWER_REPLACEMENT: tr("{winner} won with a loose tile after a flower"),
        By.ROBBED_KONG: tr("{winner} won by robbing a kong")
        if discarder is None
        else tr("{winner} won, robbing a kong of {from}"),
        By.DEAL: tr("{winner} won as dealt"),
        By.FIRST_DISCARD: tr("{winner} won with East’s first discard"),
    }
    said = [ways[item.by].format_map({"winner": winner, "from": discarder})]
    points = worth(row)
    if item.value is not None and points is not None:
        said.append(trn("{n} point", "{n} points", points).format(n=number(points)))
    said += [tr("the last tile")] if item.last_tile else []
    said += [tr("no jokers")] if item.jokerless else []
    said += [tr("singles and pairs")] if item.singles_and_pairs else []
    said += [tr("wrong calls by {names}").format(names=callers)] if item.wrong_calls else []
    dead = [names[one] for one in item.dead]
    said += [tr("dead: {names}").format(names=named(dead))] if dead else []
    return joined(said)


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
            text = tr("score {score}, entered by hand") if is_by_hand(row, player) else tr("score {score}, by tiles")
            said.append(text.format(score=figure(score)))
    change, balance = row.change(player), row.balances[player]
    said.append(tr("change {change}").format(change=signed(change)))
    said.append(tr("balance {balance}").format(balance=figure(balance)))
    return tr("{name}: {facts}").format(name=brief(name), facts=joined(said))


def seated(position: Position, names: Sequence[str]) -> str:
    """Who sits where."""
    return joined(
        tr("{wind} {name}").format(wind=wind.word, name=brief(names[position.player_at(wind)])) for wind in WINDS
    )


def trace_title(trace: Trace) -> str:
    """Which item a correction was about, and what happened to it."""
    was, now = trace.was, trace.now
    if was is None:
        kind = tr("{what} was put in").format(what=row_title(now)) if now is not None else tr("Something was put in")
    elif now is None:
        kind = tr("{what} was taken out").format(what=row_title(was))
    else:
        kind = tr("{what} was changed").format(what=row_title(was))
    return kind if trace.counts else tr("{what}, and that was undone").format(what=kind)


def told_scores(row: Row, names: Sequence[str]) -> str:
    """Who scored what in a hand, where scores were entered."""
    shown = [
        tr("{name} {score}").format(name=brief(names[player]), score=figure(score))
        for player, score in enumerate(row.scores)
        if score is not None
    ]
    return joined(shown)


def trace_side(row: Row | None, names: Sequence[str]) -> str:
    """One side of a correction: what happened, who scored what."""
    if row is None:
        return ""
    scores = told_scores(row, names)
    said = outcome(row, names)
    return tr("{what} ({scores})").format(what=said, scores=scores) if scores else said


# the rules


def value_words(spec: OptionSpec, value: object) -> str:
    """The value of a house option in words."""
    if spec.kind is OptionKind.BOOL:
        return tr("yes") if value else tr("no")
    if spec.kind is OptionKind.LIMIT and value is None:
        return tr("no limit")
    if isinstance(value, int):
        return figure(value)
    choices = {"points": tr("10 points each"), "doubles": tr("a double each")}
    return choices.get(str(value), brief(str(value)))


def differing(rules: TableRules) -> list[tuple[str, str, str]]:
    """The options in which these rules differ from their ruleset: what, ours, the rules' own."""
    preset = options_for(rules.rules)
    found = []
    for spec in rules.rules.options_used():
        ours, theirs = getattr(rules.options, spec.key), getattr(preset, spec.key)
        if ours != theirs:
            found.append((tr(spec.label), value_words(spec, ours), value_words(spec, theirs)))
    return found


def chips_words(rules: TableRules) -> str:
    """The chips on the table in words."""
    if rules.chips is None:
        return tr("No chips: points are written down.")
    pieces = joined(f"{number(piece.count)} × {figure(piece.value)}" for piece in rules.chips.pieces)
    kinds = {"american": tr("American chips"), "counting-sticks": tr("Counting sticks")}
    name = kinds.get(rules.chips.name, brief(rules.chips.name))
    return tr("{name}: {pieces} for each player").format(name=name, pieces=pieces)
