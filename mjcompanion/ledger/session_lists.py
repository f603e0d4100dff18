"""Lists of sessions: by a filter, those that go on, and how the tables of an evening are doing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Select, Text, bindparam, exists, select
from sqlalchemy.orm import aliased

from mjcompanion.core.errors import RuleError
from mjcompanion.ledger import checksums, players, session_records
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.errors import DamagedRecord, LedgerError, sound_ones
from mjcompanion.ledger.listing import Asked, Keys, Listing, contains, word_numbers
from mjcompanion.ledger.models import Events, Players, Sessions, Standings
from mjcompanion.ledger.players import PlayerRow
from mjcompanion.ledger.session_records import SessionHead
from mjcompanion.ledger.values import OpenSession, SessionFilter, SessionRow, TableNow, storable
from mjcompanion.table.final_settlement import standings as standings_of
from mjcompanion.table.table import Table

_NOBODY: Final = -1


def _person(reader: Reader, uid: str) -> int:
    """Return the number of who a player is after merging; that of nobody where there is no such player."""
    with suppress(RuleError):
        return players.person_of(reader, players.find(reader, storable(uid))).id
    return _NOBODY


class _SessionList(Listing[SessionFilter, SessionRow]):
    """Sessions; with a player the query has that player's standings in `standings`."""

    def values(self, reader: Reader, wanted: SessionFilter) -> dict[str, object]:
        """The values of a filter, with the number of who a player is."""
        found = super().values(reader, msgspec.structs.replace(wanted, player=""))
        return {**found, "person": _person(reader, wanted.player)} if wanted.player else found

    def narrowed(self, dialect: str, query: Select[Any], what: Asked) -> Select[Any]:
        """The sessions of a filter."""
        started = Standings.started_at if "player" in what else Sessions.started_at
        if "player" in what:
            query = query.where(Standings.person_id == bindparam("person"))
        if "since" in what:
            query = query.where(started >= bindparam("since"))
        if "until" in what:
            query = query.where(started <= bindparam("until"))
        if "rules" in what:
            query = query.where(Sessions.rules == bindparam("rules"))
        return query.where(*(self.holds_word(dialect, at) for at in word_numbers(what)))

    def holds_word(self, dialect: str, at: int) -> ColumnElement[bool]:
        """Return the condition that a word is found in a session: title, rules, players or notes."""
        who, sat = aliased(Players), aliased(Standings)
        those = select(who.id).where(contains(dialect, who.name_key, bindparam(f"text_{at}", type_=Text)))
        seated = exists().where(sat.session_id == Sessions.id, sat.person_id.in_(those))
        return (
            super().holds_word(dialect, at)
            | seated
            | contains(dialect, Sessions.notes_key, bindparam(f"text_{at}", type_=Text))
        )

    def keys(self, dialect: str, what: Asked) -> Keys:
        """What finds the sessions of a filter, by those of a player where there is one."""
        if "player" not in what:
            return super().keys(dialect, what)
        query = select().select_from(Sessions).join(Standings, Standings.session_id == Sessions.id)
        return self.narrowed(dialect, query, what), Standings.started_at, Standings.session_id

    def read_rows(
        self, reader: Reader, found: Sequence[Sequence[Any]], left_out: list[DamagedRecord] | None
    ) -> dict[int, SessionRow]:
        """Return sessions as lists have them, by their numbers; see `page` for `left_out`."""
        heads = [SessionHead(row[0], *row[2:]) for row in found]
        seats = {head.id: session_records.seats_of(head) for head in heads if head.is_whole}
        people = players.people(reader, (player for some in seats.values() for player, _, _ in some))
        return dict(sound_ones(lambda head: (head.id, _listed(head, seats.get(head.id), people)), heads, left_out))


def _listed(
    head: SessionHead, seats: list[tuple[int, int, int]] | None, people: Mapping[int, PlayerRow | DamagedRecord]
) -> SessionRow:
    """Return what lists say of a session.

    Raises:
        DamagedRecord: it, or one of its players, isn't what was written.

    """
    who = [people.get(player) for player, _, _ in seats or ()]
    for one in who:
        if isinstance(one, DamagedRecord):
            raise one
    named = [one for one in who if isinstance(one, PlayerRow)]
    if seats is None or len(named) != len(who):
        raise session_records.damaged(head.uid, head.title)
    return SessionRow(
        head.uid,
        head.title,
        head.started_at,
        head.rules,
        head.rules_name,
        head.fingerprint,
        head.hands,
        bool(head.ended),
        head.last_seq,
        tuple(one.uid for one in named),
        tuple(one.name for one in named),
        tuple(balance for _, balance, _ in seats),
        tuple(net for _, _, net in seats),
    )


LIST: Final[Listing[SessionFilter, SessionRow]] = _SessionList(Sessions, "started_at", {}, "title_key")


_LAST: Final = (
    select(Sessions.uid).order_by(Sessions.touched.desc(), Sessions.started_at.desc(), Sessions.id.desc()).limit(1)
)


_WRITTEN_HERE: Final = select(Sessions.uid).where(Sessions.touched > 0).order_by(Sessions.touched)


def written_here(reader: Reader) -> list[str]:
    """Return the ids of the sessions that weren't only imported."""
    return [uid for (uid,) in reader.rows(_WRITTEN_HERE)]


def last(reader: Reader) -> str | None:
    """The session in which something happened last, whatever the clocks said; an imported one if there is no other."""
    found = reader.rows(_LAST)
    return found[0][0] if found else None


_BY_UID: Final = select(Sessions.id, Sessions.started_at, *checksums.columns_of(Sessions)).where(
    Sessions.uid == bindparam("uid")
)


def one_row(reader: Reader, uid: str) -> SessionRow | None:
    """Return a session as lists have it."""
    found = reader.rows(_BY_UID, {"uid": uid})
    return next(iter(LIST.read_rows(reader, found, None).values()), None)


MOST_OPEN: Final = 64
"""So many sessions that go on are listed at most."""
_LOOKED_AT: Final = 400
"""Among so many sessions, those written last, that of a table is looked for."""

_NEWEST: Final = Sessions.touched.desc(), Sessions.started_at.desc(), Sessions.id.desc()
_FIRST, _LATEST = aliased(Events), aliased(Events)
_BOTH: Final = (
    select(Sessions.uid, _FIRST.body, _LATEST.at)
    .join(_FIRST, (_FIRST.session_id == Sessions.id) & (_FIRST.seq == 0))
    .join(_LATEST, (_LATEST.session_id == Sessions.id) & (_LATEST.seq == Sessions.last_seq))
    .order_by(*_NEWEST)
)
_GO_ON: Final = _BOTH.where(Sessions.ended.is_(False)).limit(MOST_OPEN)
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
            row = one_row(reader, uid)
        except LedgerError:
            continue
        if row is not None:
            found.append(OpenSession(row, _table_of(body), at))
    return tuple(found)


def last_at(reader: Reader, table: int) -> SessionRow | None:
    """The session of a table in which something happened last."""
    found = next((uid for uid, body, _ in reader.rows(_SOME) if _table_of(body) == table), None)
    return None if found is None else one_row(reader, found)


# how the tables stand


_TONIGHT: Final = (
    select(Sessions.uid, Sessions.last_seq, Sessions.touched, _LATEST.at)
    .join(_LATEST, (_LATEST.session_id == Sessions.id) & (_LATEST.seq == Sessions.last_seq))
    .where(_LATEST.at >= bindparam("since"), Sessions.touched > 0)
    .order_by(*_NEWEST)
    .limit(MOST_OPEN)
)


class Overview:
    """Looks at the tables of an evening, and replays only those in which something happened since."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int, int], Table] = {}

    def look(self, reader: Reader, since: str) -> tuple[TableNow, ...]:
        """Return how the sessions stand in which something happened since a moment; one for each table, the last.

        A damaged session is left out; whoever opens it is told.
        """
        found: list[TableNow] = []
        known, self._known = self._known, {}
        taken: set[int] = set()
        for uid, last_seq, touched, at in reader.rows(_TONIGHT, {"since": since}):
            state = uid, last_seq, touched
            try:
                head = session_records.head(reader, uid)
                table = known.get(state) or session_records.stored(reader, uid).table
                names = [one.name for one in session_records.seated(reader, head)]
            except (LedgerError, RuleError):
                continue
            self._known[state] = table
            placed = table.setup.table_number
            if (placed and placed in taken) or not table.rules.rules.known:
                continue
            taken.add(placed)
            found.append(_now(uid, table, names, at))
        return tuple(sorted(found, key=lambda one: (one.table or 1_000, one.ended, one.uid)))


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
