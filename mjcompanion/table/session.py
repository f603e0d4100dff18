"""A session as it is printed or told: who played, under which names, and all that happened, when."""

from __future__ import annotations

from functools import cached_property

import msgspec

from mjcompanion.table.events import AnyEvent
from mjcompanion.table.table import Table, replay


class SessionSource(msgspec.Struct, frozen=True, dict=True):
    """A session from which forms are filled in.

    `names` are the players' in the order in which they sat down, as they are called today; `times` say when each
    event happened, as it is to be printed, by the person's own clock.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.table.events import Setup, Started
    >>> from mjcompanion.table.rules import TableRules
    >>> setup = Setup(TableRules.of(Ruleset("classical")), ("a", "b", "c", "d"), starting=1000)
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
        """The table that the events lead to; the source keeps it."""
        return self.replay()

    def replay(self) -> Table:
        """The table that the events lead to, made anew: where there are many sessions, none is kept."""
        return replay(self.events)

    @property
    def day(self) -> str:
        """The day on which it began, as it is to be printed."""
        return self.times[0].split(" ")[0]
