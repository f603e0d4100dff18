"""When a session is over: by its rules, a number of hands, the clock, somebody without points, or because people stopped."""

import datetime as dt
import time

import msgspec
import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import Wind
from mjcompanion.i18n import translation as words
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import (
    Changed,
    Ended,
    PenaltyItem,
    PeopleItem,
    Planned,
    Put,
    Redone,
    Reopened,
    SessionPlan,
    Started,
    Undone,
    encode_event,
)
from mjcompanion.table.session_end import (
    End,
    bankrupt,
    ends,
    is_last_hand,
    just_over,
    plan_at,
    read_clock,
    until_of,
    why_closed,
)
from mjcompanion.table.table import apply, replay
from tests.table.making import AT, begun, hand, put, setup_of

NAMES = ("Andy", "Brett", "Chuck", "Dave")
WON = hand(1, 8, 32, 8, 8)


def played_at(table, at, item=WON):
    return apply(table, Changed(at=at, changes=(Put(table.next_id, item),)))


def planned(table, **plan):
    return apply(table, Planned(at=AT, plan=SessionPlan(**plan)))


def test_nothing_is_agreed_on_at_first_and_old_sessions_stay_as_they_are():
    table = begun()
    assert table.plan == SessionPlan()
    assert ends(table) == ()
    assert b"plan" not in encode_event(table.events[0])
    assert encode_event(Planned(at=AT, plan=SessionPlan(hands=4))) == (
        b'{"event":"planned","plan":{"hands":4},"at":"2026-11-21T05:31:52Z"}'
    )


def test_the_last_hand_of_the_last_round():
    table = begun(Ruleset("traditional"), rounds="1")
    for _ in range(3):
        table = put(table, hand(table.position.player_at(Wind.SOUTH), 20, 20, 20, 20))
        assert ends(table) == ()
    before, table = table, put(table, hand(table.position.player_at(Wind.SOUTH), 20, 20, 20, 20))
    assert just_over(before, table) is End.ROUNDS


def test_the_hand_that_is_played_when_the_time_comes_is_the_last():
    table = planned(begun(), until="2026-11-21T22:00:00Z")
    table = played_at(table, "2026-11-21T21:50:00Z")
    assert not is_last_hand(table, "2026-11-21T21:59:59Z")
    assert is_last_hand(table, "2026-11-21T22:00:00Z")
    before, table = table, played_at(table, "2026-11-21T22:07:00Z")
    assert just_over(before, table) is End.TIME
    assert not is_last_hand(table, "2026-11-21T22:08:00Z"), "it was played"


def test_a_time_agreed_on_ends_nothing_when_the_session_goes_on_another_day():
    table = played_at(planned(begun(), hands=16, until="2026-11-21T22:00:00Z"), "2026-11-21T21:50:00Z")
    assert is_last_hand(table, "2026-11-22T01:00:00Z"), "the same night"
    assert not is_last_hand(table, "2026-11-22T18:00:00Z")
    assert plan_at(table.plan, "2026-11-22T18:00:00Z") == SessionPlan(hands=16)
    after = played_at(table, "2026-11-22T18:20:00Z")
    assert just_over(table, after) is None
    assert ends(after) == ()


def test_a_correction_after_the_time_ends_nothing():
    table = played_at(planned(begun(), until="2026-11-21T22:00:00Z"), "2026-11-21T21:50:00Z")
    later = apply(table, Changed(at="2026-11-21T22:30:00Z", changes=(Put(table.rows[0].id, hand(2, 8, 8, 32, 8)),)))
    assert ends(later) == ()
    assert just_over(table, later) is None


def test_somebody_without_points():
    table = planned(begun(), bankrupt=True)
    before, table = table, put(table, hand(0, 1000, 8, 8, 8))
    assert min(table.balances) <= 0
    assert just_over(before, table) is End.BANKRUPT
    assert bankrupt(table) == (1, 2, 3)
    assert ends(planned(begun(starting=0), bankrupt=True)) == (), "all began with nothing"


def test_a_penalty_or_a_correction_that_takes_the_last_points_ends_it_too():
    table = put(planned(begun(), bankrupt=True), WON)
    after = put(table, PenaltyItem(0, (1,), 1_000))
    assert just_over(table, after) is End.BANKRUPT
    assert just_over(after, put(after, PenaltyItem(0, (1,), 10))) is None, "people go on"
    corrected = apply(table, Changed(at=AT, changes=(Put(table.rows[0].id, hand(0, 1000, 8, 8, 8)),)))
    assert just_over(table, corrected) is End.BANKRUPT
    back = apply(corrected, Undone(at=AT, seq=corrected.can_undo))
    assert just_over(corrected, back) is None
    assert just_over(back, apply(back, Redone(at=AT, seq=back.can_redo))) is End.BANKRUPT
    left = put(table, PenaltyItem(1, (0,), 5_000))
    gone = put(left, PeopleItem(("andy", "eve", "chuck", "dave")))
    back = put(gone, PeopleItem(("andy", "brett", "chuck", "dave")))
    assert just_over(gone, back) is None, "who comes back loses nothing"


def own_points(*points, starting=1000):
    setup = setup_of(starting=starting)
    rules = msgspec.structs.replace(setup.rules, chips=None)
    setup = msgspec.structs.replace(setup, rules=rules, points=points)
    return planned(replay([Started(at=AT, setup=setup)]), bankrupt=True)


def test_who_began_with_nothing_keeps_no_session_from_its_end():
    before = own_points(1000, 1000, 1000, 0)
    assert ends(before) == ()
    table = put(before, hand(0, 1000, 8, 8, 8))
    assert just_over(before, table) is End.BANKRUPT
    assert bankrupt(table) == (1, 2)
    some = own_points(500, 500, 500, 0, starting=0)
    assert just_over(some, put(some, hand(0, 1000, 8, 8, 8))) is End.BANKRUPT, "three began with points of their own"


def test_who_left_with_nothing_keeps_no_session_from_its_end():
    table = put(own_points(100, 10_000, 10_000, 10_000), hand(1, 8, 500, 8, 8))
    assert bankrupt(table) == (0,)
    table = put(table, PeopleItem(("eve", "brett", "chuck", "dave"), points=(("eve", 10_000),)))
    assert ends(table) == ()
    after = put(table, hand(0, 30_000, 8, 8, 8))
    assert just_over(table, after) is End.BANKRUPT


def test_a_number_of_hands_ends_it_and_going_on_no_second_time():
    table = planned(begun(), hands=2)
    assert not is_last_hand(table, AT)
    before = put(table, WON)
    assert is_last_hand(before, AT)
    table = put(before, WON)
    assert just_over(before, table) is End.HANDS
    table = apply(apply(table, Ended(at=AT)), Reopened(at=AT))
    after = put(table, WON)
    assert just_over(table, after) is None
    other = planned(after, hands=4)
    assert just_over(other, put(other, WON)) is End.HANDS


def test_nothing_is_added_to_a_session_that_has_ended():
    table = apply(put(begun(), WON), Ended(at=AT))
    more = Changed(at=AT, changes=(Put("9", WON),))
    assert why_closed(table, more).code == "session-ended"
    assert why_closed(table, Changed(at=AT, changes=(Put("9", PenaltyItem(0, (1,), 5)),))) is not None
    assert why_closed(table, Changed(at=AT, changes=(Put(table.rows[0].id, hand(2, 8, 8, 32, 8)),))) is None
    assert why_closed(table, Changed(at=AT, changes=(Put("9", WON, table.rows[0].id),))) is None, "it was forgotten"
    assert why_closed(table, Undone(at=AT, seq=table.can_undo)) is None
    assert why_closed(apply(table, Reopened(at=AT)), more) is None
    assert len(replay((*table.events, more)).hands) == 2, "sessions that were played on after their end are read"


@pytest.mark.parametrize(
    "until", ["22:00", "tonight", "2026-11-21", "2026-02-31T22:00:00Z", "2026-02-28T24:00:00Z", "9999-12-31T22:00:00Z"]
)
def test_a_time_that_is_none_is_no_event_of_ours(until):
    with pytest.raises(RuleError):
        planned(begun(), until=until)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("22:00", (22, 0)),
        ("22", (22, 0)),
        ("9.30", (9, 30)),
        ("10 pm", (22, 0)),
        ("12:15 am", (0, 15)),
        ("12pm", (12, 0)),
        ("2230", (22, 30)),
        ("22h30", (22, 30)),
        ("22：30", (22, 30)),
        ("晚上10点30分", (22, 30)),
        ("凌晨 12:30", (0, 30)),
        ("晚上12点", (0, 0)),
        ("晚上11:30", (23, 30)),
        ("晚上1点", (1, 0)),
        ("中午11:30", (11, 30)),
        ("中午12点", (12, 0)),
        ("下午22:00", None),
        ("25:00", None),
        ("10:75", None),
        ("13 pm", None),
        ("soon", None),
        ("", None),
    ],
)
def test_a_time_of_day_as_people_write_it(text, read):
    assert read_clock(text) == read


@pytest.mark.parametrize("where", ["en US", "en AU", "en CA", "zh_CN HK", "zh_CN SG", "zh_CN TW", "zh_CN CN"])
def test_a_time_of_day_is_read_as_it_is_shown(where):
    words.use(*where.split())
    try:
        for hour in range(24):
            assert read_clock(words.clock(dt.time(hour, 5))) == (hour, 5)
    finally:
        words.use("en")


def test_a_time_is_the_next_one(monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        assert until_of((22, 0), "2026-11-21T19:31:52Z") == "2026-11-21T21:00:00Z"
        assert until_of((0, 30), "2026-11-21T19:31:52Z") == "2026-11-21T23:30:00Z"
        assert until_of((20, 0), "2026-11-21T19:31:52Z") == "2026-11-22T19:00:00Z"
    finally:
        monkeypatch.undo()
        time.tzset()
