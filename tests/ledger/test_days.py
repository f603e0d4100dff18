"""Days of people's own calendar as moments of the ledger."""

from datetime import date

import pytest

from mjcompanion.ledger.days import first_moment, last_moment, moment_of, span


@pytest.mark.parametrize("day", [date.min, date(999, 6, 1), date(2026, 11, 21), date.max])
def test_moments_of_any_day_are_in_order_and_in_the_form_of_events(day):
    first, last = first_moment(day), last_moment(day)
    assert first < last
    assert len(first) == len(last) == len("2026-11-21T05:31:52Z")
    assert span(day.isoformat(), day.isoformat()) == (first, last)


@pytest.mark.parametrize("hour", ["17:30Z", "19:30+02:00", "12:30:59.5-05:00"])
def test_a_moment_that_says_its_zone_is_that_moment(hour):
    assert moment_of(f"2026-11-21T{hour}") == "2026-11-21T17:30:00Z"
