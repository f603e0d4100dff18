"""Takes sessions and finished games from a file into a ledger: all of them or, when anything is wrong, none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Any, Final

from sqlalchemy import Connection

from mjcompanion.core.errors import RuleError, printable
from mjcompanion.i18n.translation import _
from mjcompanion.ledger import players
from mjcompanion.ledger import session_records as sessions
from mjcompanion.ledger.exporting import Progress
from mjcompanion.ledger.formats import Read
from mjcompanion.ledger.players import PlayerRow
from mjcompanion.ledger.records import RECORD_KINDS, Records
from mjcompanion.ledger.values import LONGEST_NAME, FilePlayer, Fork, ImportReport, checked_name
from mjcompanion.table.events import AnyEvent, Changed, HandItem, Put, Titled
from mjcompanion.table.rows import ending_of, seat_names
from mjcompanion.table.score_validation import doubts
from mjcompanion.table.table import Table, apply, replay
from mjcompanion.table.words import outcome

_SHOWN: Final = 3
"""The most changes named on each side of a fork."""


def take(
    connection: Connection, read: Read, at: str, progress: Progress | None = None, *, separate: bool = False
) -> ImportReport:
    """Take what a file holds.

    A player with a name that is known here is taken for that player (`players.unmerge` parts them again), but for
    those who sat at one table. Sessions keep their ids: one that is here already is left as it is, or goes on where
    the file has more events; one with other events is reported and left out, or added as a `separate` session under
    another id. Finished games keep their ids too, and never continue. Of a kept hand the copy counts that was corrected
    more often.

    Raises:
        RuleError: two players of a session are one person here.

    """
    arrival = _Arrival(connection, read, at)
    arrival.players()
    added, continued, known, different = list[str](), list[str](), list[str](), list[str]()
    names = {player.uid: player.name for player in read.players}
    warnings, forks = list[str](), list[Fork]()
    for number, (uid, table) in enumerate(read.sessions):
        if progress is not None:
            progress(number, len(read.sessions))
        row, here = _there(connection, uid)
        fork = None if row is None else _fork(uid, here, table, names)
        if fork is not None and separate:
            uid, table = _apart(uid, table)
            row, here = _there(connection, uid)
        if row is None:
            sessions.begin(connection, uid, table, 0)
            added.append(uid)
            warnings += _doubted(uid, table, names)
        elif fork is not None and not separate:
            forks.append(fork)
            different.append(_fork_words(uid, row, fork, len(_common(here, table.events))))
        elif len(table.events) > len(here):
            sessions.go_on(connection, row, table, row.touched)
            continued.append(uid)
            warnings += _doubted(uid, table, names)
        else:
            known.append(uid)
    records = dict[str, tuple[str, ...]]()
    for kind, found in read.records.items():
        new, old = _put_each(connection, RECORD_KINDS[kind], found, different, only_new=read.from_cells)
        records |= {RECORD_KINDS[kind].listed_as: new, f"known_{RECORD_KINDS[kind].listed_as}": old}
    return ImportReport(
        added=tuple(added),
        continued=tuple(continued),
        known=tuple(known),
        different=(*different, *read.left_out),
        players=arrival.new,
        joined=tuple(arrival.joined),
        renamed=tuple(arrival.renamed),
        warnings=tuple(warnings),
        forks=tuple(forks),
        **records,
    )


def _there(connection: Connection, uid: str) -> tuple[sessions.SessionHead | None, tuple[AnyEvent, ...]]:
    """Return a session's row and its events; None and no events where it isn't here."""
    row = sessions.row_of(connection, uid)
    return row, () if row is None else sessions.events_of(connection, sessions.head(connection, uid))


def _common(one: Sequence[AnyEvent], other: Sequence[AnyEvent]) -> Sequence[AnyEvent]:
    """Return the events with which both begin."""
    pairs = zip(one, other, strict=False)
    return one[: next((seq for seq, (mine, its) in enumerate(pairs) if mine != its), min(len(one), len(other)))]


def _fork(uid: str, here: Sequence[AnyEvent], table: Table, names: Mapping[str, str]) -> Fork | None:
    """Return how a session of a file differs from the one here; None where one of them only has more."""
    both = _common(here, table.events)
    if len(both) in (len(here), len(table.events)):
        return None
    before = replay(both) if both else None
    sides = (_since(before, side, len(both), names) for side in (replay(here), table))
    return Fork(uid, table.title, 0 if before is None else len(before.hands), *sides)


def _since(before: Table | None, table: Table, count: int, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return what happened at a table after so many events, in a few words each."""
    known = {row.id for row in before.hands} if before is not None else set()
    called = [names.get(one, one) for one in table.people] + list(table.bettors)
    text = _("hand {number}: {outcome}")
    found = [text.format(number=row.number, outcome=outcome(row, called)) for row in table.hands if row.id not in known]
    found += [sessions.described(event) for event in table.events[count:] if not _only_new_hands(event, known)]
    return tuple(found[:_SHOWN]) + ("…",) * (len(found) > _SHOWN)


def _only_new_hands(event: AnyEvent, known: set[str]) -> bool:
    """Return whether an event only adds hands that are listed as new already."""
    return isinstance(event, Changed) and all(
        isinstance(one, Put) and isinstance(one.item, HandItem) and one.id not in known for one in event.changes
    )


def _apart(uid: str, table: Table) -> tuple[str, Table]:
    """Return a session as one of its own: its id follows from its events, and its title says that it is another."""
    digest = blake2b(uid.encode(), digest_size=16)
    for event in table.events:
        digest.update(sessions.body_of(event).encode())
    title = _("{title} (continued separately)").format(title=table.title) if table.title else _("Continued separately")
    return digest.hexdigest(), apply(table, Titled(at=table.events[-1].at, title=title))


def _put_each(
    connection: Connection, kind: Records[Any, Any], found: Iterable[Any], different: list[str], *, only_new: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Write records; return the ids of those that are new or were changed, and of those that were known."""
    new, known = list[str](), list[str]()
    for stored in found:
        uid = stored.row.uid
        try:
            is_known = only_new and kind.is_there(connection, uid)
            (new if not is_known and kind.put(connection, stored) else known).append(uid)
        except RuleError:
            different.append(_(kind.differs).format(id=uid[:8]))
    return tuple(new), tuple(known)


def _fork_words(uid: str, row: sessions.SessionHead, fork: Fork, place: int) -> str:
    title = printable(fork.title or row.title, 60)
    if title:
        sentence = _("Session {id} (“{title}”) differs here from event {number} on, so it was left as it is.")
    else:
        sentence = _("Session {id} differs here from event {number} on, so it was left as it is.")
    return sentence.format(id=uid[:8], title=title, number=place)


def _doubted(uid: str, table: Table, names: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence about each score of a session that can hardly be."""
    rules, called = table.rules, [printable(names.get(one, one), 60) for one in table.people]
    for row in table.hands:
        if not isinstance(row.item, HandItem) or row.item.line:
            continue
        ending = ending_of(row.item, row.before, row.scores)
        seats = seat_names(row.before, row.on_places(called))
        for doubt in doubts(rules.rules, ending, rules.options, seats, chips=rules.chips):
            sentence = _("Session {id}, hand {number}: {sentence}")
            yield sentence.format(id=uid[:8], number=row.number, sentence=doubt.sentence())


class _Arrival:
    """The players of a file that is being imported."""

    def __init__(self, connection: Connection, read: Read, at: str) -> None:
        self._connection = connection
        self._at = at
        self._players = read.players
        self._met: dict[str, set[str]] = {}
        for _unused, table in read.sessions:
            for uid in table.people:
                self._met.setdefault(uid, set()).update(table.people)
        self.new = 0
        self.joined: list[str] = []
        self.renamed: list[str] = []

    def players(self) -> None:
        """Bring in those who are new."""
        known = {player.uid for player in self._players if self._row(player.uid) is not None}
        new = {player.uid for player in self._players} - known
        waiting = {player.uid: player for player in self._players if player.uid in new}
        while waiting:
            for uid, player in list(waiting.items()):
                if player.same_as not in waiting:
                    self._bring(player)
                    del waiting[uid]

    def _row(self, uid: str) -> PlayerRow | None:
        with suppress(RuleError):
            return players.find(self._connection, uid)
        return None

    def _bring(self, player: FilePlayer) -> None:
        """Bring in one, as somebody new, or as somebody who is here."""
        self.new += 1
        name = checked_name(player.name)
        if player.same_as:
            row: PlayerRow | None = players.find(self._connection, player.same_as)
        else:
            row = players.named(self._connection, name)
        if row is not None and self._sat_with(player.uid, players.person_of(self._connection, row).id):
            row = None
            free = self._free(name)
            if free != name:
                self.renamed.append(free)
            name = free
        elif row is not None and not player.same_as:
            self.joined.append(name)
        into = None if row is None else row.id
        players.add(self._connection, name, self._at, uid=player.uid, merged_into=into)

    def _sat_with(self, uid: str, person: int) -> bool:
        """Return whether somebody of the file sat at a table with that person, in the file."""
        for other in self._met.get(uid, set()) - {uid}:
            row = self._row(other)
            if row is not None and players.person_of(self._connection, row).id == person:
                return True
        return False

    def _free(self, name: str) -> str:
        """Return the name, with a number where it is taken."""
        found, number = name, 1
        while players.named(self._connection, found) is not None:
            number += 1
            end = f" ({number})"
            found = name[: LONGEST_NAME - len(end)] + end
        return found
