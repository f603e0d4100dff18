"""Sessions that were stored before people could come and go are what they were."""

import pytest

from mjcompanion.table.events import encode_event
from mjcompanion.table.table import apply, replay
from tests.table.evenings import decoded, stored, told

OLD = stored()


@pytest.mark.parametrize("number", range(len(OLD)))
class TestStoredEvenings:
    def test_event_by_event_it_comes_to_the_same(self, number):
        bodies, due = OLD[number]
        events = decoded(bodies)
        table = replay(events[:1])
        for event in events[1:]:
            table = apply(table, event)
        assert told(table) == due

    def test_events_are_written_as_they_were(self, number):
        bodies, _ = OLD[number]
        assert [encode_event(event).decode() for event in decoded(bodies)] == bodies
