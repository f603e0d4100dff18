"""Puts what a journal tells into a ledger, so that it is what it was."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec
from sqlalchemy import Connection, select, update

from mjcompanion.ledger import games, kept, people, sitting, tournaments
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.game_files import read_game
from mjcompanion.ledger.journal import (
    AnyLine,
    Aside,
    Begun,
    Contest,
    Evening,
    Finished,
    Happened,
    Held,
    Other,
    Person,
    Restored,
    Spoiled,
    Void,
    read_lines,
)
from mjcompanion.ledger.schema import meta, players, sessions
from mjcompanion.problems import RuleError
from mjcompanion.table.events import decode_event
from mjcompanion.table.table import Table, apply, replay


class Turn(msgspec.Struct, frozen=True):
    """What made one state of a ledger from the one before, `since`."""

    state: int
    since: int
    lines: tuple[AnyLine, ...] = ()


class Story(msgspec.Struct, frozen=True):
    """What a journal tells of a ledger after one of its states, in order.

    `whole` is whether nothing is missing in it; `restored` has the states, from one to before another, that count no
    more, because the ledger was put back.
    """

    turns: tuple[Turn, ...]
    whole: bool
    restored: tuple[tuple[int, int], ...] = ()

    @property
    def state(self) -> int:
        """The last state that is told of, 0 where none is."""
        return self.turns[-1].state if self.turns else 0


def story_of(files: Iterable[Path], after: int = 0) -> Story:
    """What some files of one journal tell of the time after a state.

    Raises:
        OSError: a file can't be read.

    """
    turns: list[Turn] = []
    spoiled = False  # the last line; of any other the numbers of the states tell
    restored: list[tuple[int, int]] = []
    waiting: list[AnyLine] = []
    for line in read_lines(files):
        if isinstance(line, Spoiled):
            spoiled = True
            continue
        spoiled = False
        if isinstance(line, Begun):
            continue
        if waiting and waiting[0].state != line.state:
            waiting.clear()
        while turns and turns[-1].state >= line.state:  # it never was, whatever the line said
            turns.pop()
        if isinstance(line, Void):
            waiting.clear()
            continue
        if isinstance(line, Restored):
            while turns and turns[-1].state > line.base:
                turns.pop()
            restored = [(base, state) for base, state in restored if state < line.state]
            restored.append((line.base, line.state))
            turns.append(Turn(line.state, line.base))
            waiting.clear()
            continue
        waiting.append(line)
        if not line.more:
            turns.append(Turn(line.state, line.state - 1, tuple(waiting)))
            waiting.clear()
    turns = [turn for turn in turns if turn.state > after]
    whole, at = not spoiled, after
    for turn in turns:
        whole = whole and turn.since <= at and not any(isinstance(line, Other) for line in turn.lines)
        at = turn.state
    return Story(tuple(turns), whole, tuple(restored))


class Replay:
    """Puts turns into a ledger, in a transaction of its own; what doesn't fit is left out and counted."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._tables: dict[str, Table] = {}
        self.done = 0
        self.left_out = 0

    def take(self, turns: Iterable[Turn]) -> None:
        """Put these in, in order; the ledger has the last one's state then."""
        state = 0
        for turn in turns:
            state = turn.state
            for line in turn.lines:
                try:
                    with self._connection.begin_nested():
                        self.done += self._take(line, state)
                except (RuleError, ValueError, msgspec.MsgspecError):
                    self.left_out += 1
        if state:
            self._connection.execute(update(meta).values(version=state))

    def _take(self, line: AnyLine, state: int) -> bool:
        """Whether a line changed anything.

        Raises:
            RuleError: it doesn't fit.

        """
        if isinstance(line, Happened):
            return self._events(line.session, line.seq, [bytes(line.event).decode()], state)
        if isinstance(line, Evening):
            bodies = [bytes(one).decode() for one in line.events]
            self._tables[line.session] = table = replay([decode_event(body) for body in bodies])
            sitting.put(self._connection, line.session, table, bodies, state)
            return True
        if isinstance(line, Person):
            return self._person(line)
        if isinstance(line, Finished):
            game = read_game(bytes(line.game))
            return games.add(self._connection, game.row, game.record) is not None
        if isinstance(line, Aside):
            games.put_aside(self._connection, line.game, aside=line.aside)
            return True
        if isinstance(line, Held):
            return kept.RECORDS.put(self._connection, kept.RECORDS.of_line(line))
        if isinstance(line, Contest):
            return tournaments.RECORDS.put(self._connection, tournaments.RECORDS.of_line(line))
        return False

    def _events(self, uid: str, seq: int, bodies: list[str], state: int) -> bool:
        events = [decode_event(body) for body in bodies]
        reader = Reader.of(self._connection)
        if self._connection.execute(select(sessions.c.id).where(sessions.c.uid == uid)).scalar() is None:
            if seq:
                raise ValueError(f"session {uid} begins in its middle")
            table = replay(events)
            sitting.begin(self._connection, uid, table, bodies, state)
            self._tables[uid] = table
            return True
        row = sitting.head(reader, uid)
        here = sitting.bodies(reader, row)
        met = here[seq : seq + len(bodies)]
        if seq > len(here) or met != bodies[: len(met)]:
            raise ValueError(f"session {uid} goes on otherwise")
        new = bodies[len(met) :]
        if not new:
            return False
        if uid not in self._tables:
            self._tables[uid] = replay(sitting.decoded(row.title or row.uid, here))
        table = self._tables[uid]
        for event in events[len(met) :]:
            table = apply(table, event)
        sitting.go_on(self._connection, row, table, new, state)
        self._tables[uid] = table
        return True

    def _person(self, line: Person) -> bool:
        """Make a player what the line says: known, called so, and taken for that other one or for nobody else."""
        connection = self._connection
        row = connection.execute(select(players).where(players.c.uid == line.player)).one_or_none()
        into = people.find(connection, line.same_as) if line.same_as else None
        if row is None:
            people.add(connection, line.name, line.at, uid=line.player, merged_into=None if into is None else into.id)
            return True
        if row.merged_into is not None and into is None:
            people.unmerge(connection, line.player, line.name)
            return True
        changed = False
        if row.name != line.name:
            people.rename(connection, line.player, line.name)
            changed = True
        if into is not None and row.merged_into != into.id:
            people.merge(connection, line.player, line.same_as)
            changed = True
        return changed
