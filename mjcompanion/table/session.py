"""A session as a source for printed forms."""

from __future__ import annotations

from functools import cached_property

import msgspec

from mjcompanion.table.events import AnyEvent
from mjcompanion.table.table import Table, replay


class SessionSource(msgspec.Struct, frozen=True, dict=True):
    """A session from which forms are filled in.

    `names` are the players' present names in the order in which they sat down; `times` are the local times of the
    events as printed.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.table.events import SessionSetup, Started
    >>> from mjcompanion.table.rules import TableRules
    >>> setup = SessionSetup(TableRules.of(Ruleset("classical")), ("a", "b", "c", "d"), starting=1000)
    >>> events = (Started(at="2026-11-21T18:00:00Z", setup=setup),)
    >>> source = SessionSource("1f", ("Ann", "Bob", "Chuck", "Dora"), events, ("2026-11-21 19:00",))
    >>> source.day, source.table.balances
    ('2026-11-21', (1000, 1000, 1000, 1000))
    """

    uid: str
    names: tuple[str, ...]
    events: tuple[AnyEvent, ...]
    times: tuple[str, ...]

    @cached_property
    def table(self) -> Table:
        """The table that the events lead to, cached."""
        return self.replay()

    def replay(self) -> Table:
        """Return the table that the events lead to, without caching it."""
        return replay(self.events)

    @property
    def day(self) -> str:
        """The day on which it began, as printed."""
        return self.times[0].split(" ")[0]
