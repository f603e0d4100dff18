"""The tables of a club: which sessions go on, how each stands now, and what the tables of a tournament came to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, func, select

from mjcompanion.ledger import people, queries, sitting
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.errors import Astray, LedgerError
from mjcompanion.ledger.schema import events, players, sessions, standings
from mjcompanion.ledger.values import Contest, OpenSession, SessionRow, StoredTournament, TableNow
from mjcompanion.problems import RuleError
from mjcompanion.table.clearing import standings as standings_of
from mjcompanion.table.events import decode_event
from mjcompanion.table.rotation import PLAYERS
from mjcompanion.table.table import Table, apply
from mjcompanion.tournament.ranking import Correction, Place, Result, corrected, place_nets

MOST_OPEN: Final = 64
"""So many sessions that go on are listed at most."""
_LOOKED_AT: Final = 400
"""Among so many sessions, those written last, that of a table is looked for."""

_NEWEST: Final = sessions.c.touched.desc(), sessions.c.started_at.desc(), sessions.c.id.desc()
_FIRST, _LAST = events.alias("first"), events.alias("last")
_BOTH: Final = (
    select(sessions.c.uid, _FIRST.c.body, _LAST.c.at)
    .join(_FIRST, (_FIRST.c.session_id == sessions.c.id) & (_FIRST.c.seq == 0))
    .join(_LAST, (_LAST.c.session_id == sessions.c.id) & (_LAST.c.seq == sessions.c.last_seq))
    .order_by(*_NEWEST)
)
_GO_ON: Final = _BOTH.where(sessions.c.ended.is_(False)).limit(MOST_OPEN)
_SOME: Final = _BOTH.limit(_LOOKED_AT)


class _Setup(msgspec.Struct, frozen=True):
    table: int = 0


class _Begun(msgspec.Struct, frozen=True):
    setup: _Setup = _Setup()


_begun: Final = msgspec.json.Decoder(_Begun)


def _table_of(body: str) -> int:
    """The number of the table at which a session began, 0 where it has none."""
    try:
        return _begun.decode(body).setup.table
    except msgspec.MsgspecError:
        return 0


def open_sessions(reader: Reader) -> tuple[OpenSession, ...]:
    """The sessions that weren't ended, those in which something happened last first."""
    found = []
    for uid, body, at in reader.rows(_GO_ON):
        try:
            row = queries.one_row(reader, uid)
        except LedgerError:
            continue
        if row is not None:
            found.append(OpenSession(row, _table_of(body), at))
    return tuple(found)


def last_at(reader: Reader, table: int) -> SessionRow | None:
    """The session of a table in which something happened last."""
    found = next((uid for uid, body, _ in reader.rows(_SOME) if _table_of(body) == table), None)
    return None if found is None else queries.one_row(reader, found)


# how the tables stand


_SINCE: Final = (
    select(events.c.seq, events.c.body)
    .where(events.c.session_id == bindparam("session"), events.c.seq > bindparam("seq"))
    .order_by(events.c.seq)
)
_TONIGHT: Final = (
    select(sessions.c.id, sessions.c.uid, sessions.c.last_seq, sessions.c.tail, _LAST.c.at)
    .join(_LAST, (_LAST.c.session_id == sessions.c.id) & (_LAST.c.seq == sessions.c.last_seq))
    .where(_LAST.c.at >= bindparam("since"), sessions.c.touched > 0)
    .order_by(*_NEWEST)
    .limit(MOST_OPEN)
)


class Overview:
    """Looks at the tables of an evening, and remembers them: what is asked again is what happened since."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, Table]] = {}

    def look(self, reader: Reader, since: str) -> tuple[TableNow, ...]:
        """The sessions in which something happened since a moment, as they stand; one for each table, the last.

        Where a session isn't what was written, it is left out; who opens it is told.
        """
        found: list[TableNow] = []
        known, self._known = self._known, {}
        taken: set[int] = set()
        for number, uid, last_seq, tail, at in reader.rows(_TONIGHT, {"since": since}):
            try:
                table = self._table(reader, number, uid, last_seq, tail, known)
            except (LedgerError, RuleError, ValueError):
                continue
            placed = table.setup.table_number
            if (placed and placed in taken) or not table.rules.rules.known:
                continue
            taken.add(placed)
            found.append(_now(uid, table, [one.name for one in sitting.seated(reader, number)], at))
        return tuple(sorted(found, key=lambda one: (one.table or 1_000, one.ended, one.uid)))

    def _table(
        self, reader: Reader, number: int, uid: str, last_seq: int, tail: int, known: Mapping[str, tuple[int, Table]]
    ) -> Table:
        before = known.get(uid)
        if before is not None and before[0] == tail:
            self._known[uid] = before
            return before[1]
        if before is None or last_seq < len(before[1].events):
            table = sitting.stored(reader, uid).table
        else:
            table = before[1]
            for _, body in reader.rows(_SINCE, {"session": number, "seq": len(table.events) - 1}):
                table = apply(table, decode_event(body))
        self._known[uid] = tail, table
        return table


def _now(uid: str, table: Table, names: Sequence[str], at: str) -> TableNow:
    position, sits = table.position, table.seating.sits
    known = dict(zip(table.there, names, strict=False))
    return TableNow(
        uid,
        table.setup.table_number,
        table.title,
        tuple(known.get(person, "") for person in sits),
        tuple(table.balance_of(person) for person in sits),
        tuple(position.seats),
        position.east,
        position.round,
        len(table.hands),
        at,
        table.ended,
        tuple((known.get(one.player, ""), one.place, one.points) for one in standings_of(table)) if table.ended else (),
    )


# a tournament


_RESULTS: Final = (
    select(
        sessions.c.uid,
        sessions.c.ended,
        sessions.c.hands,
        standings.c.place,
        players.c.uid,
        standings.c.net,
    )
    .join(standings, standings.c.session_id == sessions.c.id)
    .join(players, players.c.id == standings.c.person_id)
    .where(sessions.c.uid.in_(bindparam("those", expanding=True)))
    .order_by(sessions.c.uid, standings.c.place)
)
_WHEN: Final = (
    select(sessions.c.uid, events.c.kind, func.min(events.c.at), func.max(events.c.at))
    .join(events, events.c.session_id == sessions.c.id)
    .where(sessions.c.uid.in_(bindparam("those", expanding=True)))
    .group_by(sessions.c.uid, events.c.kind)
)
_CORRECTS: Final = ("changed", "undone", "redone")


def contest(connection: Any, held: StoredTournament) -> Contest:  # noqa: ANN401 - a connection
    """A tournament with its players' names, what its tables came to, and what was corrected after they were over."""
    tournament = held.tournament
    persons, names = _people(connection, tournament.players)
    places: dict[str, Place] = {}
    for at, one in enumerate(tournament.draw):
        for table in range(len(one.tables)):
            uid = tournament.session(at, table)
            if uid is not None:
                places[uid] = (at, table)
    results: dict[Place, Result] = {}
    late: list[Correction] = []
    if places:
        grouped: dict[str, list[Any]] = {}
        for row in connection.execute(_RESULTS, {"those": list(places)}).all():
            grouped.setdefault(row[0], []).append(row)
        for uid, rows in grouped.items():
            at, table = places[uid]
            if len(rows) > len(PLAYERS):  # people came and went
                net = _whole_places(Reader.of(connection), uid)
            else:
                seats = [persons[player] for player in tournament.draw[at].tables[table]]
                net = _in_order(seats, [(row[4], row[5]) for row in rows])
            hands, ended = rows[0][2], bool(rows[0][1])
            over = ended or bool(tournament.hands and hands >= tournament.hands)
            results[at, table] = Result(net, hands, over)
        late = list(_late(connection, places, results, persons, tournament.draw))
    return Contest(held, names, results, tuple(late))


def _people(connection: Any, uids: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:  # noqa: ANN401 - a connection
    persons, names = [], []
    for uid in uids:
        try:
            row = people.person_of(connection, people.find(connection, uid))
            persons.append(row.uid)
            names.append(row.name)
        except RuleError:
            persons.append(uid)
            names.append(uid[:8])
    return persons, tuple(names)


def _in_order(seats: Sequence[str], sat: Sequence[tuple[str, int]]) -> tuple[int, int, int, int]:
    """The points of the four as they were drawn; who sat there for somebody else brings them to that one."""
    nets = dict(sat)
    spare = iter([net for uid, net in sat if uid not in seats])
    east, south, west, north = (nets[one] if one in nets else next(spare, 0) for one in seats)
    return east, south, west, north


def _whole_places(reader: Reader, uid: str) -> tuple[int, int, int, int]:
    """What the four places of a session won and lost, whoever sat there; nothing where it isn't what was written."""
    try:
        return place_nets(sitting.stored(reader, uid).table)
    except (LedgerError, RuleError):
        return 0, 0, 0, 0


def _late(
    connection: Any,  # noqa: ANN401 - a connection
    places: Mapping[str, Place],
    results: Mapping[Place, Result],
    persons: Sequence[str],
    draw: Sequence[Any],
) -> Iterable[Correction]:
    """What was corrected at tables that were over, or whose next round had begun."""
    begun: dict[int, str] = {}
    over: dict[str, str] = {}
    last: dict[str, str] = {}
    for uid, kind, first, latest in connection.execute(_WHEN, {"those": list(places)}).all():
        if kind == "started":
            round_ = places[uid][0]
            begun[round_] = min(begun.get(round_, first), first)
        elif kind == "ended":
            over[uid] = first
        elif kind in _CORRECTS:
            last[uid] = max(last.get(uid, ""), latest)
    reader = Reader.of(connection)
    for uid, (at, table) in sorted(places.items(), key=lambda one: one[1]):
        ends = [moment for moment in (over.get(uid), begun.get(at + 1)) if moment]
        if not ends or last.get(uid, "") <= min(ends) or (at, table) not in results:
            continue
        try:
            held = sitting.stored(reader, uid)
            found = corrected(held.table, min(ends))
        except (Astray, LedgerError, RuleError):
            continue
        if found is not None:
            hands, before = found
            seats = [persons[player] for player in draw[at].tables[table]]
            sat, nets = held.players[: len(PLAYERS)], place_nets(before)
            whole = len(held.players) > len(PLAYERS)
            yield Correction(at, table, hands, nets if whole else _in_order(seats, [*zip(sat, nets, strict=True)]))
