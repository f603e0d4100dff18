"""Lists and statistics: which sessions there are, and what each player has done in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

import msgspec
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    Select,
    Text,
    bindparam,
    case,
    cast,
    exists,
    func,
    literal,
    literal_column,
    select,
)

from mjcompanion.ledger import people, proof, sitting
from mjcompanion.ledger.connect import Reader, kept_statements
from mjcompanion.ledger.errors import Astray, Damaged
from mjcompanion.ledger.listing import SEEN_LATELY, Asked, Keys, Listing, is_among, numbers_given, word_numbers
from mjcompanion.ledger.schema import events, players, sessions, standings
from mjcompanion.ledger.values import (
    Player,
    SeatFigures,
    SessionFilter,
    SessionRow,
    TableFigures,
    key_of,
    storable,
)
from mjcompanion.table.rotation import PLAYERS

_NOBODY: Final = -1
_PERSON: Final = select(players.c.id, players.c.merged_into).where(players.c.uid == bindparam("uid"))
_MERGED_INTO: Final = select(players.c.id, players.c.merged_into).where(players.c.id == bindparam("id"))


def _person(reader: Reader, uid: str) -> int:
    """The number of who a player is after merging; that of nobody where there is no such player."""
    found = reader.rows(_PERSON, {"uid": storable(uid)})
    passed = set[int]()
    while found and found[0][1] is not None and found[0][0] not in passed:
        passed.add(found[0][0])
        found = reader.rows(_MERGED_INTO, {"id": found[0][1]})
    return int(found[0][0]) if found else _NOBODY


_NOTED, _NO_NOTE = '"note":"', '"note":""'
"""How a note begins in an event, and how a hand without one has it."""


class _Item(msgspec.Struct, frozen=True):
    note: str = ""


class _Change(msgspec.Struct, frozen=True):
    item: _Item = _Item()


class _Changes(msgspec.Struct, frozen=True):
    changes: tuple[_Change, ...] = ()


_changes: Final = msgspec.json.Decoder(_Changes)


@lru_cache
def _notes_statement(dialect: str) -> Select[Any]:
    without = func.replace(events.c.body, literal(_NO_NOTE), literal(""))
    noted = people.contains(dialect, without, literal(_NOTED))
    return select(events.c.session_id, events.c.body).where(events.c.kind == literal("changed"), noted)


def _notes(reader: Reader) -> Iterator[tuple[int, str]]:
    """Yield the sessions whose hands have notes with each of these, as it is searched for."""
    for session, body in reader.rows(_notes_statement(reader.dialect)):
        with suppress(msgspec.MsgspecError):
            yield from ((session, key_of(one.item.note)) for one in _changes.decode(body).changes if one.item.note)


class _Sessions(Listing[SessionFilter, SessionRow]):
    """Sessions; with a player the query has that player's standings in `standings`."""

    def values(self, reader: Reader, wanted: SessionFilter) -> dict[str, object]:
        """The values of a filter, with the number of who a player is."""
        found = super().values(reader, msgspec.structs.replace(wanted, player=""))
        return {**found, "person": _person(reader, wanted.player)} if wanted.player else found

    def narrowed(self, dialect: str, query: Select[Any], what: Asked) -> Select[Any]:
        """The sessions of a filter."""
        started = standings.c.started_at if "player" in what else sessions.c.started_at
        if "player" in what:
            query = query.where(standings.c.person_id == bindparam("person"))
        if "since" in what:
            query = query.where(started >= bindparam("since"))
        if "until" in what:
            query = query.where(started <= bindparam("until"))
        if "rules" in what:
            query = query.where(sessions.c.rules == bindparam("rules"))
        return query.where(*(self.holds_word(dialect, at) for at in word_numbers(what)))

    def beside_text(self, reader: Reader, words: Sequence[str]) -> dict[str, object]:
        """Return by which rules, and which by its notes, a session may be for each word."""
        notes = list(_notes(reader))
        found = {
            f"noted_{at}": numbers_given(reader.dialect, sorted({session for session, note in notes if word in note}))
            for at, word in enumerate(words)
        }
        return {**super().beside_text(reader, words), **found}

    def holds_word(self, dialect: str, at: int) -> ColumnElement[bool]:
        """Return the condition that a word is found in a session: title, rules, players or notes."""
        who, sat = players.alias(), standings.alias()
        those = select(who.c.id).where(people.contains(dialect, who.c.name_key, bindparam(f"text_{at}", type_=Text)))
        seated = exists().where(sat.c.session_id == sessions.c.id, sat.c.person_id.in_(those))
        return super().holds_word(dialect, at) | seated | is_among(dialect, sessions.c.id, f"noted_{at}")

    def keys(self, dialect: str, what: Asked) -> Keys:
        """What finds the sessions of a filter, by those of a player where there is one."""
        if "player" not in what:
            return super().keys(dialect, what)
        query = select().select_from(sessions).join(standings, standings.c.session_id == sessions.c.id)
        return self.narrowed(dialect, query, what), standings.c.started_at, standings.c.session_id


_PLACE: Final = proof.STANDING.index("place")
_ITEM = proof.STANDING.index("best_item")
_BALANCE, _NET = proof.STANDING.index("balance"), proof.STANDING.index("net")


@lru_cache(maxsize=SEEN_LATELY)
def _row(session: str, sat: str | None) -> SessionRow:
    """What lists say of a session; one that was proved a moment ago, and reads the same, needs no other proof.

    Raises:
        Astray: it isn't what was written.

    """
    told, sound = proof.unpacked(session)
    head = sitting.Head(*told)
    lines = sat.split("\n") if sat else []
    each = [(*proof.unpacked(seat), who) for seat, who in zip(lines[::2], lines[1::2], strict=True)]
    sound = sound and len(each) >= len(PLAYERS) and all(right and who[:5] != "[null" for _, right, who in each)
    if sound:
        each.sort(key=lambda one: int(one[0][_PLACE]))
    seats = [seat for seat, _, _ in each]
    if not sound or [seat[_PLACE] for seat in seats] != [*range(len(seats))]:
        raise Astray("ledger-row-damaged", sitting.named(head.uid, head.title), "session", head.uid)
    who = [people.seen(line) for _, _, line in each]
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
        tuple(one.uid for one in who),
        tuple(one.name for one in who),
        tuple(seat[_BALANCE] for seat in seats),
        tuple(seat[_NET] for seat in seats),
    )


@lru_cache
def _listed(dialect: str) -> tuple[Any, ...]:
    """The number of a session, its row, and a line for the row of each seat with one for the player who sat there."""
    sat, next_line = standings.alias("sat"), literal_column("'\n'", Text)
    seat = proof.packed(*(sat.c[name] for name in (*proof.STANDING, "checksum")))
    joined = func.string_agg if dialect == "postgresql" else func.group_concat
    seats = (
        select(joined(seat + next_line + proof.packed(*people.SHOWN), next_line))
        .select_from(sat)
        .outerjoin(players, players.c.id == sat.c.person_id)
        .where(sat.c.session_id == sessions.c.id)
        .correlate(sessions)
    )
    return sessions.c.id, proof.packed(*sessions.c), seats.scalar_subquery()


LIST: Final[Listing[SessionFilter, SessionRow]] = _Sessions(
    sessions, "started_at", {}, "title_key", _listed, _row, list(sessions.c.keys()).index("started_at")
)


_LAST: Final = (
    select(sessions.c.uid)
    .order_by(sessions.c.touched.desc(), sessions.c.started_at.desc(), sessions.c.id.desc())
    .limit(1)
)


def last(reader: Reader) -> str | None:
    """The session in which something happened last, whatever the clocks said; an imported one for want of others."""
    found = reader.rows(_LAST)
    return found[0][0] if found else None


def one_row(reader: Reader, uid: str) -> SessionRow | None:
    """A session as lists have it."""
    found = reader.rows(_one_statement(reader.dialect), {"uid": uid})
    return _row(*found[0][1:]) if found else None


@lru_cache
def _one_statement(dialect: str) -> Select[Any]:
    return select(*_listed(dialect)).where(sessions.c.uid == bindparam("uid"))


def table_figures(reader: Reader, wanted: SessionFilter) -> tuple[TableFigures, ...]:
    """Return what each player of some sessions did, one for all sessions by the same rules.

    With a player in the filter, it is of that one alone.
    """
    what, values = LIST.asked(wanted), LIST.values(reader, wanted)
    ((most,),) = reader.rows(_most_statement(what, reader.dialect), values)
    columns = min(max(len(PLAYERS), 1 + (most or 0)), _MOST_PLACES)
    told: dict[tuple[str, str], tuple[list[str], list[SeatFigures]]] = {}
    for row in reader.rows(_table_statement(what, reader.dialect, columns=columns), values):
        who, rules, fingerprint, name, astray, *numbers, session, sat = row
        if astray != 0:
            raise _the_astray(reader)
        names, seats = told.setdefault((rules, fingerprint), ([], []))
        names.append(name)
        seats.append(_seat_of(people.seen(who), numbers, columns, session, sat))
    each = [
        TableFigures(rules, max(names), fingerprint, _trimmed(seats))
        for (rules, fingerprint), (names, seats) in told.items()
    ]
    return tuple(sorted(each, key=lambda one: (one.rules, -sum(seat.sessions for seat in one.players))))


def _seat_of(person: Player, numbers: Sequence[Any], columns: int, session: str, sat: str) -> SeatFigures:
    played, *others = numbers
    seat = SeatFigures(person.uid, person.name, played, tuple(others[:columns]), *others[columns:])
    if seat.best is None:
        return seat
    hand, sound = proof.unpacked(sat)
    if not sound:
        raise Astray("ledger-row-damaged", sitting.named(session, ""), "session", session)
    return msgspec.structs.replace(seat, best_session=session, best_item=hand[_ITEM])


def _trimmed(seats: Sequence[SeatFigures]) -> tuple[SeatFigures, ...]:
    """Return the seats with as many places as somebody reached, and at least four."""
    last = max((at for seat in seats for at, times in enumerate(seat.places, 1) if times), default=0)
    count = max(len(PLAYERS), last)
    return tuple(msgspec.structs.replace(seat, places=seat.places[:count]) for seat in seats)


_MOST_PLACES: Final = 20
"""The last place that is counted by itself."""
_SUMMED: Final = "hands", "wins", "self_drawn", "thrown", "east_wins", "won_points", "net"


def _chosen(what: Asked, dialect: str) -> Select[Any] | None:
    """The numbers of the sessions of a filter; None where that is all."""
    if not what:
        return None
    some = select(sessions.c.id)
    if "player" in what:
        some = some.join(standings, standings.c.session_id == sessions.c.id)
    return LIST.narrowed(dialect, some, what)


def _sums(of: FromClause) -> list[Any]:
    """What is added up of some standings."""
    return [cast(func.sum(of.c[name]), BigInteger).label(name) for name in _SUMMED]


@kept_statements(64)
def _most_statement(what: Asked, dialect: str) -> Select[Any]:
    """The last place that anybody may have reached in some sessions, from 0."""
    most = select(func.max(standings.c.place))
    chosen = _chosen(what, dialect)
    return most if chosen is None else most.where(standings.c.session_id.in_(chosen))


@kept_statements(64)
def _table_statement(what: Asked, dialect: str, *, columns: int) -> Select[Any]:
    """Sums over the sessions of each player by the same rules, how often each place was reached, and the best hand."""
    place = func.rank().over(partition_by=standings.c.session_id, order_by=standings.c.net.desc())
    seats = select(standings, place.label("reached"))
    chosen = _chosen(what, dialect)
    if chosen is not None:
        seats = seats.where(standings.c.session_id.in_(chosen))
    mine, held = seats.subquery("mine"), sessions.alias("held")
    counts = held.c.ended & (held.c.hands > 0)

    def reached(which: int) -> Any:  # noqa: ANN401 - an expression of sums
        there = mine.c.reached >= literal(which) if which == _MOST_PLACES else mine.c.reached == literal(which)
        return func.sum(case((counts & there, literal(1)), else_=literal(0)))

    kind = (held.c.rules, held.c.fingerprint, mine.c.person_id)
    sums = select(
        *kind,
        func.max(held.c.rules_name).label("rules_name"),
        proof.astray(dialect, proof.STANDINGS, mine).label("astray"),
        func.count().label("sessions"),
        *(reached(which).label(f"place_{which}") for which in range(1, columns + 1)),
        *_sums(mine),
        func.max(mine.c.best).label("best"),
    ).join(held, held.c.id == mine.c.session_id)
    if "player" in what:
        sums = sums.where(mine.c.person_id == bindparam("person"))
    each = sums.group_by(*kind).subquery("each")
    hand, by = standings.alias("hand"), sessions.alias("by")
    highest = (
        select(hand.c.session_id)
        .join(by, by.c.id == hand.c.session_id)
        .where(hand.c.person_id == each.c.person_id, hand.c.best == each.c.best)
        .where(by.c.rules == each.c.rules, by.c.fingerprint == each.c.fingerprint)
        .order_by(hand.c.started_at, hand.c.session_id)
        .limit(1)
    )
    if chosen is not None:
        highest = highest.where(hand.c.session_id.in_(chosen))
    each_best = select(each, highest.scalar_subquery().label("best_session")).subquery("each_best")
    it = each_best.c
    there, seat = sessions.alias("there"), standings.alias("seat")
    numbers = ("sessions", *(f"place_{which}" for which in range(1, columns + 1)), *_SUMMED, "best")
    return (
        select(
            proof.packed(*people.SHOWN),
            *(it[name] for name in ("rules", "fingerprint", "rules_name", "astray", *numbers)),
            there.c.uid.label("session"),
            proof.packed(*(seat.c[name] for name in (*proof.STANDING, "checksum"))),
        )
        .select_from(each_best)
        .outerjoin(players, players.c.id == it.person_id)
        .outerjoin(there, there.c.id == it.best_session)
        .outerjoin(seat, (seat.c.session_id == it.best_session) & (seat.c.person_id == it.person_id))
        .order_by(it.rules, it.fingerprint, it.sessions.desc(), players.c.name_key, players.c.id)
    )


def _the_astray(reader: Reader) -> Damaged:
    """Which session it is whose figures don't add up."""
    found = reader.rows(_astray_statement(reader.dialect))
    if not found:  # only an index says otherwise
        return Damaged("ledger-figures-damaged")
    uid, title = found[0]
    return Astray("ledger-row-damaged", sitting.named(uid, title), "session", uid)


@lru_cache
def _astray_statement(dialect: str) -> Select[Any]:
    due = proof.tally(dialect, proof.STANDINGS, dict(standings.c))
    wrong = func.coalesce(standings.c.tally, -1) != due
    query = select(sessions.c.uid, sessions.c.title).join(standings, standings.c.session_id == sessions.c.id)
    return query.where(wrong).order_by(sessions.c.id).limit(1)
