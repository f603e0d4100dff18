"""The players of a ledger: adding, finding, renaming, and taking two names for one person."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Executable,
    Integer,
    Row,
    bindparam,
    case,
    func,
    insert,
    literal,
    select,
    update,
)

from mjcompanion.ledger import proof
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.days import printed_day
from mjcompanion.ledger.errors import Astray, sound_ones
from mjcompanion.ledger.schema import players, sessions, standings
from mjcompanion.ledger.values import Player, checked_name, key_of
from mjcompanion.problems import Problem, RuleError, printable
from mjcompanion.table.rotation import PLAYERS
from mjcompanion.words import tr

_BY_UID: Final = select(players).where(players.c.uid == bindparam("uid"))
_BY_ID: Final = select(players).where(players.c.id == bindparam("id"))
_BY_SLOT: Final = select(players).where(players.c.name_slot == bindparam("slot"))
SHOWN: Final[tuple[Column[Any], ...]] = tuple(players.c[name] for name in (*proof.PLAYER, "checksum"))
"""The columns of a player that lists read, for `proved`."""
_MOST_STEPS: Final = 10_000
"""Nobody is merged over more steps."""


def proved(row: Sequence[Any]) -> Player:
    """The player of a row with the columns of `SHOWN`.

    Raises:
        Astray: it isn't what was written.

    """
    *told, due = row
    return _player(told, sound=proof.checksum(told) == due)


@lru_cache(maxsize=4_096)
def seen(row: str) -> Player:
    """The same of a row that was read `packed`."""
    told, sound = proof.unpacked(row)
    return _player(told, sound=sound)


def _player(told: Sequence[Any], *, sound: bool) -> Player:
    _, uid, name, *_ = told
    if not sound:
        said = tr("the player {name}").format(name=printable(str(name), 60))
        raise Astray("ledger-row-damaged", said, "player", uid)
    return Player(uid, name)


def _whole(row: Row[Any]) -> Row[Any]:
    """The row, which was looked at."""
    proved([getattr(row, column.name) for column in SHOWN])
    return row


def seal(connection: Connection, ids: Iterable[int]) -> None:
    """Give the rows of some players their checksums."""
    rows = connection.execute(select(*SHOWN).where(players.c.id.in_(list(ids)))).all()
    for *told, _ in rows:
        connection.execute(update(players).where(players.c.id == told[0]).values(checksum=proof.checksum(told)))


def slot_of(name: str) -> str:
    """What two names share that count as the same; short, so that an index takes it."""
    return hashlib.sha256(key_of(name).encode()).hexdigest()


def contains(dialect: str, column: ColumnElement[str], text: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether a text stands in another; LIKE has a longest pattern and letters of its own."""
    where = func.strpos if dialect == "postgresql" else func.instr
    return where(column, text) > 0


def find(connection: Connection, uid: str) -> Row[Any]:
    """The row of a player.

    Raises:
        RuleError: there is none.

    """
    found = connection.execute(_BY_UID, {"uid": uid}).one_or_none()
    if found is None:
        raise RuleError([Problem("no-player", text=uid)])
    return _whole(found)


def person_of(connection: Connection, row: Row[Any]) -> Row[Any]:
    """Who a player is after all merging.

    Raises:
        Astray: it leads nowhere, or in a circle.

    """
    for _ in range(_MOST_STEPS):
        if row.merged_into is None:
            return row
        found = connection.execute(_BY_ID, {"id": row.merged_into}).one_or_none()
        if found is None or found.id == row.id:
            break
        row = found
    raise Astray("ledger-merged-damaged", printable(str(row.name), 60), "player", row.uid)


_SHOWN_BY_UID: Final = select(*SHOWN).where(players.c.uid == bindparam("uid"))
_SHOWN_BY_ID: Final = select(*SHOWN).where(players.c.id == bindparam("id"))
_MERGED_INTO: Final = [column.name for column in SHOWN].index("merged_into")


def who(reader: Reader, uids: Iterable[str]) -> list[Player]:
    """Who these players are after all merging.

    Raises:
        RuleError: there is no such player.
        Astray: it leads nowhere, or in a circle.

    """
    found = []
    for uid in uids:
        rows = reader.rows(_SHOWN_BY_UID, {"uid": uid})
        if not rows:
            raise RuleError([Problem("no-player", text=uid)])
        person, steps = proved(rows[0]), 0
        while rows and rows[0][_MERGED_INTO] is not None and steps < _MOST_STEPS:
            rows, steps = reader.rows(_SHOWN_BY_ID, {"id": rows[0][_MERGED_INTO]}), steps + 1
        if not rows or steps == _MOST_STEPS:
            raise Astray("ledger-merged-damaged", printable(person.name, 60), "player", uid)
        found.append(proved(rows[0]))
    return found


def named(connection: Connection, name: str) -> Row[Any] | None:
    """The player who has a name, however it is written."""
    found = connection.execute(_BY_SLOT, {"slot": slot_of(name)}).one_or_none()
    return None if found is None else _whole(found)


def add(
    connection: Connection, name: str, at: str, *, uid: str | None = None, merged_into: int | None = None
) -> Row[Any]:
    """Add a player; one who is merged at once may have a name that is taken.

    Raises:
        RuleError: the name can't be, or is taken.

    """
    name = checked_name(name)
    if merged_into is None and named(connection, name) is not None:
        raise RuleError([Problem("name-taken", text=name)])
    uid = uid or secrets.token_hex(8)
    connection.execute(
        insert(players).values(
            uid=uid,
            name=name,
            name_key=key_of(name),
            name_slot=None if merged_into is not None else slot_of(name),
            merged_into=merged_into,
            created_at=at,
        )
    )
    made = connection.execute(_BY_UID, {"uid": uid}).one()
    seal(connection, [made.id])
    return find(connection, uid)


def rename(connection: Connection, uid: str, name: str) -> Player:
    """Call a player otherwise.

    Raises:
        RuleError: the name can't be, or somebody else has it.

    """
    name = checked_name(name)
    row = find(connection, uid)
    holder = named(connection, name)
    if holder is not None and holder.id != row.id:
        raise RuleError([Problem("name-taken", text=name)])
    changed = {"name": name, "name_key": key_of(name)}
    slot = {} if row.merged_into is not None else {"name_slot": slot_of(name)}
    connection.execute(update(players).where(players.c.id == row.id).values(**changed, **slot))
    seal(connection, [row.id])
    return Player(uid, name)


def merge(connection: Connection, from_uid: str, into_uid: str) -> None:
    """Take one player for another from now on, in all sessions.

    Raises:
        RuleError: they sat at one table, or are one already.

    """
    one = person_of(connection, find(connection, from_uid))
    other = person_of(connection, find(connection, into_uid))
    if one.id == other.id:
        raise RuleError([Problem("merge-self", text=one.name)])
    mine, theirs = standings.alias(), standings.alias()
    met = connection.execute(
        select(sessions.c.started_at)
        .join(mine, mine.c.session_id == sessions.c.id)
        .join(theirs, theirs.c.session_id == sessions.c.id)
        .where(mine.c.person_id == one.id, theirs.c.person_id == other.id)
        .order_by(sessions.c.started_at.desc())
        .limit(1)
    ).scalar()
    if met is not None:
        who = tr("{name} sat at one table on {day}").format(name=printable(other.name), day=printed_day(met))
        raise RuleError([Problem("merge-met", text=one.name, why=who)])
    connection.execute(update(players).where(players.c.id == one.id).values(merged_into=other.id, name_slot=None))
    seal(connection, [one.id])
    _sit(connection, standings.c.person_id == one.id, other.id)


def _sit(connection: Connection, where: ColumnElement[bool], person: int) -> None:
    """Write who it is that sat in some places.

    Raises:
        Astray: what is written of one of them isn't what was written.

    """
    tally = proof.tally(connection.dialect.name, proof.STANDINGS, dict(standings.c))
    query = select(standings, sessions.c.uid, (func.coalesce(standings.c.tally, -1) - tally).label("astray"))
    query = query.join(sessions, sessions.c.id == standings.c.session_id).where(where)
    seats = connection.execute(query).mappings().all()
    for seat in seats:  # a new checksum makes anything look right
        if seat["astray"] != 0 or seat["checksum"] != proof.of_standing(dict(seat)):
            said = tr("session {id}").format(id=printable(seat["uid"][:8]))
            raise Astray("ledger-row-damaged", said, "session", seat["uid"])
    changes = [
        {
            "session": seat["session_id"],
            "seat": seat["place"],
            "person": person,
            "new_checksum": proof.of_standing({**seat, "person_id": person}),
        }
        for seat in seats
    ]
    if changes:
        connection.execute(_sitting_now(connection.dialect.name), changes)


@lru_cache
def _sitting_now(dialect: str) -> Executable:
    now = {"person_id": bindparam("person", type_=Integer())}
    where = standings.c.session_id == bindparam("session"), standings.c.place == bindparam("seat")
    whole = proof.tally(dialect, proof.STANDINGS, {**standings.c, **now})
    return update(standings).where(*where).values({**now, "checksum": bindparam("new_checksum"), "tally": whole})


def unmerge(connection: Connection, uid: str, name: str | None = None) -> Player:
    """Take a merged player for somebody else again, under the old name or another.

    Raises:
        RuleError: that player isn't merged, or somebody else has the name by now.

    """
    row = find(connection, uid)
    if row.merged_into is None:
        raise RuleError([Problem("not-merged", text=row.name)])
    name = checked_name(name or row.name)
    if named(connection, name) is not None:
        raise RuleError([Problem("name-taken", text=name)])
    values = {"merged_into": None, "name": name, "name_key": key_of(name), "name_slot": slot_of(name)}
    connection.execute(update(players).where(players.c.id == row.id).values(values))
    seal(connection, [row.id])
    _sit(connection, standings.c.player_id.in_(all_merged_into(connection, row.id)), row.id)
    return Player(uid, name)


def all_merged_into(connection: Connection, person: int) -> list[int]:
    """A player and all who are merged into that one, over however many steps."""
    found, wave = [person], [person]
    while wave:
        into = select(players.c.id).where(players.c.merged_into.in_(wave), players.c.id.not_in(found))
        wave = list(connection.execute(into).scalars())
        found += wave
    return found


def merged(connection: Connection, uid: str) -> tuple[Player, ...]:
    """Who is taken for this player."""
    row = find(connection, uid)
    query = select(*SHOWN).where(players.c.id.in_(all_merged_into(connection, row.id)), players.c.id != row.id)
    return tuple(proved(one) for one in connection.execute(query.order_by(players.c.name_key, players.c.id)))


def listed(connection: Connection, search: str, limit: int, astray: list[Astray]) -> tuple[Player, ...]:
    """Players by name; those whose name is what is searched for, or begins with it, first.

    Those whose rows are damaged are left out; `astray` gets them.
    """
    key = key_of(search.strip())
    query = select(*SHOWN).where(players.c.merged_into.is_(None))
    if key:
        begins = func.substr(players.c.name_key, 1, len(key)) == literal(key)
        nearness = case((players.c.name_key == key, 0), (begins, 1), else_=2)
        query = query.where(contains(connection.dialect.name, players.c.name_key, literal(key))).order_by(nearness)
    query = query.order_by(players.c.name_key, players.c.id).limit(limit)
    return tuple(sound_ones(proved, connection.execute(query), astray))


def recent(connection: Connection, limit: int, astray: list[Astray]) -> tuple[Player, ...]:
    """Who played last first; then those who have never played, newest first; see `listed` for `astray`."""
    last = func.max(standings.c.started_at)
    query = (
        select(*SHOWN)
        .outerjoin(standings, standings.c.person_id == players.c.id)
        .where(players.c.merged_into.is_(None))
        .group_by(*SHOWN)
        .order_by(func.coalesce(last, players.c.created_at).desc(), players.c.id.desc())
        .limit(limit)
    )
    return tuple(sound_ones(proved, connection.execute(query), astray))


def sitting(connection: Connection, uids: Iterable[str]) -> list[tuple[Row[Any], Row[Any]]]:
    """The players with these ids, each with who that is after merging.

    Raises:
        RuleError: there is no such player, or two of them are one person.

    """
    found = [find(connection, uid) for uid in uids]
    people = [(row, person_of(connection, row)) for row in found]
    if len({person.id for _, person in people}) != len(people):
        raise RuleError([Problem("four-players") if len(people) == len(PLAYERS) else Problem("people-one")])
    return people
