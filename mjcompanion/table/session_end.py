"""When a session is over, and why."""

from __future__ import annotations

import datetime as dt
import enum
import re
import unicodedata
from collections.abc import Sequence
from typing import Final

import msgspec

from mjcompanion.core.errors import Problem
from mjcompanion.i18n import translation
from mjcompanion.i18n.translation import N_, _, joined, ngettext, number
from mjcompanion.table.events import AnyEvent, Changed, Put, SessionPlan, Undone
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief, counted

_MOMENT: Final = "%Y-%m-%dT%H:%M:%SZ"
_EVENING: Final = dt.timedelta(hours=6)
"""How long after the agreed time it is still the same evening."""


class End(enum.StrEnum):
    """A reason why a session is over."""

    ROUNDS = "rounds"
    HANDS = "hands"
    TIME = "time"
    BANKRUPT = "bankrupt"


def plan_at(plan: SessionPlan, at: str) -> SessionPlan:
    """Return the plan as it counts at a moment: a time agreed on ends nothing on another day.

    >>> plan = SessionPlan(until="2026-11-21T22:00:00Z")
    >>> plan_at(plan, "2026-11-21T22:30:00Z") == plan, plan_at(plan, "2026-11-22T18:00:00Z")
    (True, SessionPlan(hands=0, until='', bankrupt=False))
    """
    if plan.until and at > (dt.datetime.fromisoformat(plan.until) + _EVENING).strftime(_MOMENT):
        return msgspec.structs.replace(plan, until="")
    return plan


def ends(table: Table) -> tuple[End, ...]:
    """Return every reason, by the rules and by the plan, why the session is over."""
    last, turn = last_hand_at(table), table.turn
    plan = plan_at(table.plan, last)
    found = []
    if turn is not None and turn.over:
        found.append(End.ROUNDS)
    if plan.hands and len(table.hands) >= plan.hands:
        found.append(End.HANDS)
    if plan.until and last >= plan.until:
        found.append(End.TIME)
    if plan.bankrupt and bankrupt(table):
        found.append(End.BANKRUPT)
    return tuple(found)


def bankrupt(table: Table) -> tuple[int, ...]:
    """Return everybody at the table who has lost all points; a player who began with none doesn't count."""
    return tuple(one for one in sorted(table.seating.here) if table.start_of(one) > 0 >= table.balances[one])


def last_hand_at(table: Table) -> str:
    """Return when the last hand was first confirmed; empty if there is none."""
    last = table.hands[-1].id if table.hands else None
    put = [
        event.at
        for event in (table.events[seq] for seq in table.counting)
        if isinstance(event, Changed) and any(isinstance(one, Put) and one.id == last for one in event.changes)
    ]
    return put[0] if put else ""


def just_over(before: Table, after: Table) -> End | None:
    """Return why the session has just ended; None if it hasn't, or had ended before."""
    played = len(after.hands) > len(before.hands)
    lost = any(after.balances[one] < before.balance_of(one) for one in bankrupt(after))
    if after.ended or not (played or (lost and not isinstance(after.events[-1], Undone))):
        return None
    was = ends(before)
    return next((one for one in ends(after) if one not in was and (played or one is End.BANKRUPT)), None)


def is_last_hand(table: Table, at: str) -> bool:
    """Whether the hand played at a time is the last by the plan."""
    plan, played = plan_at(table.plan, at), len(table.hands)
    by_count = bool(plan.hands) and played + 1 == plan.hands
    by_clock = bool(plan.until) and at >= plan.until and End.TIME not in ends(table)
    return not table.ended and (by_count or by_clock)


def why_closed(table: Table, event: AnyEvent) -> Problem | None:
    """Return why an event can't be added: the session has ended. Corrections are still allowed."""
    if not table.ended or not isinstance(event, Changed):
        return None
    known = {item_id for item_id, _unused in table.items}
    added = any(isinstance(one, Put) and one.before is None and one.id not in known for one in event.changes)
    return Problem("session-ended") if added else None


# the clock

_CLOCK: Final = re.compile(r"(\d{1,2})(?:\s*[:.h点]\s*(\d\d)?分?|(\d\d))?\s*([ap])?\.?\s*m?\.?", re.IGNORECASE)
_HALVES: Final = dict(zip(["上午", "凌晨", "清晨", "早上", "午夜", "下午", "中午", "晚上"], "aaaaappp", strict=True))
"""Chinese words before the hours, and their half of the day."""
_OTHER_HALF: Final = {"晚上": (12, 1, 2, 3, 4), "中午": (10, 11)}
"""Hours in the other half: 晚上12点 is midnight, and 中午11点 is before noon."""
_NOON: Final = 12


def read_clock(text: str) -> tuple[int, int] | None:
    """Read a time of day: hours and minutes; None if it isn't one.

    >>> read_clock("22:00"), read_clock("10.30 pm"), read_clock("下午10：30"), read_clock("late")
    ((22, 0), (22, 30), (22, 30), None)
    """
    text = unicodedata.normalize("NFKC", text).strip()
    part = text[:2]
    half = _HALVES.get(part, "")
    found = _CLOCK.fullmatch(f"{text[2:].strip()}{half}" if half else text)
    if found is None:
        return None
    hours, minutes, half = int(found[1]), int(found[2] or found[3] or 0), (found[4] or "").casefold()
    if half:
        if not 1 <= hours <= _NOON:
            return None
        half = "a" if hours in _OTHER_HALF.get(part, ()) else half
        hours = hours % _NOON + (_NOON if half == "p" else 0)
    return (hours, minutes) if hours < 24 and minutes < 60 else None


def until_of(clock: tuple[int, int], at: str) -> str:
    """Return the next moment after `at` when the local clock shows a time of day."""
    here = dt.datetime.fromisoformat(at).astimezone()
    end = here.replace(hour=clock[0], minute=clock[1], second=0, microsecond=0, tzinfo=None)
    if end <= here.replace(tzinfo=None):
        end += dt.timedelta(days=1)
    return end.astimezone(dt.UTC).strftime(_MOMENT)


# words


def clock_words(at: str) -> str:
    """Return the local time of day of a moment."""
    return translation.clock(dt.datetime.fromisoformat(at).astimezone())


def plan_words(plan: SessionPlan) -> tuple[str, ...]:
    """List when the players want to stop.

    >>> plan_words(SessionPlan(hands=16, bankrupt=True))
    ('16 hands', 'until somebody has no points left')
    """
    parts = [counted(plan.hands, "hand")] if plan.hands else []
    parts += [_("until {time}").format(time=clock_words(plan.until))] if plan.until else []
    parts += [_("until somebody has no points left")] if plan.bankrupt else []
    return tuple(parts)


_END_SENTENCES: Final = {
    End.ROUNDS: N_("The last round is over."),
    End.TIME: N_("Time is up: it is past {time}."),
    End.BANKRUPT: N_("No points are left: {names}."),
}


def end_words(table: Table, names: Sequence[str]) -> str:
    """Say why a session is over; empty if the players just stopped.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.table.events import SessionSetup, Started, now
    >>> from mjcompanion.table.rules import TableRules
    >>> from mjcompanion.table.table import replay
    >>> setup = SessionSetup(TableRules.of(Ruleset("classical")), ("a", "b", "c", "d"), starting=1000)
    >>> end_words(replay([Started(at=now(), setup=setup)]), ("Ann", "Bob", "Chuck", "Dot"))
    ''
    """
    found = ends(table)
    if not found:
        return ""
    plan = table.plan
    time = clock_words(plan.until) if plan.until else ""
    broke = joined(brief(names[player]) for player in bankrupt(table))
    text = ngettext("The one hand agreed on has been played.", "All {count} hands have been played.", plan.hands)
    text = text if found[0] is End.HANDS else _(_END_SENTENCES[found[0]])
    return text.format(count=number(plan.hands), time=time, names=broke)
