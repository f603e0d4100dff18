"""Sessions that were stored before people could come and go are what they were."""

import pytest

from mjcompanion.table.events import encode_event
from mjcompanion.table.table import apply, replay
from tests.table.evenings import decoded, stored, told

OLD = stored()


@pytest.mark.parametrize("number", range(len(OLD)))
def test_event_by_event_it_comes_to_the_same_and_is_written_as_it_was(number):
    bodies, due = OLD[number]
    events = decoded(bodies)
    table = replay(events[:1])
    for event in events[1:]:
        table = apply(table, event)
    assert told(table) == due
    assert [encode_event(event).decode() for event in events] == bodies
