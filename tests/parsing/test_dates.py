"""Days as people say them, in English and Chinese: and their moments in UTC."""

import random
from datetime import date

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.parsing.dates import Period, first_moment, last_moment, parse_local_time, parse_period, span

TODAY = date(2026, 11, 25)  # a Wednesday


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("today", "2026-11-25", "2026-11-25"),
        ("the day before yesterday", "2026-11-23", "2026-11-23"),
        ("last week", "2026-11-16", "2026-11-22"),
        ("last 7 days", "2026-11-19", "2026-11-25"),
        ("last few days", "2026-11-23", "2026-11-25"),
        ("past 3 months", "2026-08-26", "2026-11-25"),
        ("last Wednesday", "2026-11-18", "2026-11-18"),
        ("2026", "2026-01-01", "2026-12-31"),
        ("3/2026", "2026-03-01", "2026-03-31"),
        ("5/3/26", "2026-03-05", "2026-03-05"),
        ("December", "2025-12-01", "2025-12-31"),
        ("Sept 2024", "2024-09-01", "2024-09-30"),
        ("3rd of June", "2026-06-03", "2026-06-03"),
        ("29 February", "2024-02-29", "2024-02-29"),
        ("1 May to 3 June 2025", "2025-05-01", "2025-06-03"),
        ("1–3 June", "2026-06-01", "2026-06-03"),
        ("between March and May", "2026-03-01", "2026-05-31"),
        ("December to February", "2025-12-01", "2026-02-28"),
        ("20 Nov - 3 Dec", "2026-11-20", "2026-12-03"),
        ("since May", "2026-05-01", ""),
        ("until June", "", "2026-06-30"),
        ("before 2026", "", "2025-12-31"),
        ("after March", "2026-04-01", ""),
        ("上個星期", "2026-11-16", "2026-11-22"),
        ("上周二", "2026-11-17", "2026-11-17"),
        ("去年三月", "2025-03-01", "2025-03-31"),
        ("2026年3月5日", "2026-03-05", "2026-03-05"),
        ("二〇二六年三月", "2026-03-01", "2026-03-31"),
        ("从5月1日至3日", "2026-05-01", "2026-05-03"),
        ("五月以来", "2026-05-01", ""),
        ("六月以前", "", "2026-05-31"),
        ("到六月为止", "", "2026-06-30"),
        ("tonight", "2026-11-25", "2026-11-25"),
        ("last night", "2026-11-24", "2026-11-24"),
        ("3 days ago", "2026-11-22", "2026-11-22"),
        ("a couple of weeks ago", "2026-11-09", "2026-11-15"),
        ("11 months ago", "2025-12-01", "2025-12-31"),
        ("三天以前", "2026-11-22", "2026-11-22"),
        ("3个月前", "2026-08-01", "2026-08-31"),
        ("3日到5日", "2026-11-03", "2026-11-05"),
        ("", "", ""),
    ],
)
def test_what_is_said_is_found(said, first, last):
    found = parse_period(said, TODAY)
    assert (str(found.first or ""), str(found.last or "")) == (first, last)


@pytest.mark.parametrize(
    "said",
    [
        *("soon", "26", "2026-13", "2026-02-30", "20266", "2026-1-1-1", "-", "31 April", "32 May", "May May", "last"),
        *("since", "since to", "1 to 3", "last 99999999 days", "0000", "五", "二月三十日", "二月三十日到三月"),
        *("before 0001", "after 9999", "9999年以后", "after 31 December 9999"),
    ],
)
def test_what_says_no_days_is_refused(said):
    with pytest.raises(RuleError) as error:
        parse_period(said, TODAY)
    assert [one.code for one in error.value.problems] == ["when-unread"]


@pytest.mark.parametrize("day", [date.min, date(999, 6, 1), date(2026, 11, 21), date.max])
def test_moments_of_any_day_are_in_order_and_in_the_form_of_events(day):
    first, last = first_moment(day), last_moment(day)
    assert first < last
    assert len(first) == len(last) == len("2026-11-21T05:31:52Z")
    assert span(day.isoformat(), day.isoformat()) == Period(day, day).moments == (first, last)
    assert parse_period("", TODAY).moments == ("", "")


@pytest.mark.parametrize("hour", ["17:30Z", "19:30+02:00", "12:30:59.5-05:00"])
def test_a_moment_that_says_its_zone_is_that_moment(hour):
    assert parse_local_time(f"2026-11-21T{hour}") == "2026-11-21T17:30:00Z"


def test_any_letters_are_days_or_are_told():
    rng = random.Random(5)
    letters = "0123456789-/. tomaryjunesincel上周年月日到最近三十一前起"
    for _ in range(3000):
        said = "".join(rng.choice(letters) for _ in range(rng.randrange(1, 12)))
        try:
            found = parse_period(said, TODAY)
        except RuleError:
            continue
        assert found.first is None or found.last is None or found.first <= found.last, said
