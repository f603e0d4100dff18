"""Players: adding, finding, renaming, and taking two names for one person."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, bindparam, case, func, select
from sqlalchemy.orm import aliased

from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.i18n.translation import _
from mjcompanion.ledger import checksums
from mjcompanion.ledger.database import Store
from mjcompanion.ledger.errors import Damaged
from mjcompanion.ledger.listing import contains
from mjcompanion.ledger.models import Players, Sessions, Standings
from mjcompanion.ledger.tournament_records import with_players
from mjcompanion.ledger.values import Player, checked_name, key_of, storable
from mjcompanion.parsing.dates import format_local_day
from mjcompanion.table.events import now
from mjcompanion.table.rotation import PLAYERS

_RECENT: Final = 30


PlayerRow = Row[Any]
"""The row of a player, as `SHOWN` reads it."""
SHOWN: Final[tuple[Any, ...]] = (Players.id, *checksums.columns_of(Players))
_BY_UID: Final = select(*SHOWN).where(Players.uid == bindparam("uid"))
_BY_ID: Final = select(*SHOWN).where(Players.id == bindparam("id"))
_BY_SLOT: Final = select(*SHOWN).where(Players.name_slot == bindparam("slot"))
_THOSE: Final = select(*SHOWN).where(Players.id.in_(bindparam("those", expanding=True)))
"""Each confirmed hand asks these, so they are made once."""


def player_of(row: PlayerRow) -> Player:
    """Return the player of a row that begins as `SHOWN` reads it."""
    return Player(row.uid, row.name)


def slot_of(name: str) -> str:
    """Return what two names share that count as the same; short, so that an index takes it."""
    return hashlib.sha256(key_of(name).encode()).hexdigest()


def find(connection: Connection, uid: str) -> PlayerRow:
    """Return the row of a player."""
    found = connection.execute(_BY_UID, {"uid": storable(uid)}).first()
    if found is None:
        raise RuleError([Problem("no-player", text=uid)])
    return found


def person_of(connection: Connection, row: PlayerRow) -> PlayerRow:
    """Return who a player is after all merging."""
    return people(connection, [row.id])[row.id]


def merged_into(connection: Connection, row: PlayerRow) -> str:
    """Return the id of the player that somebody is taken for; empty for nobody."""
    found = connection.execute(_BY_ID, {"id": row.merged_into}).first()
    return "" if found is None else str(found.uid)


def named(connection: Connection, name: str) -> PlayerRow | None:
    """Return the player who has a name, however it is written."""
    return connection.execute(_BY_SLOT, {"slot": slot_of(name)}).first()


def people(connection: Connection, numbers: Iterable[int]) -> dict[int, PlayerRow]:
    """Return for the numbers of players who they are after merging.

    Raises:
        Damaged: one of them isn't there, or they are merged in a circle.

    """
    rows: dict[int, PlayerRow] = {}
    wave = asked = set(numbers)
    while wave:
        rows |= {row.id: row for row in connection.execute(_THOSE, {"those": list(wave)})}
        into = {rows[number].merged_into for number in wave if number in rows} - {None}
        wave = into - rows.keys()
    return {number: _person(rows, number) for number in asked}


def _person(rows: Mapping[int, PlayerRow], number: int) -> PlayerRow:
    person = rows.get(number)
    for _unused in rows:
        if person is None or person.merged_into is None:
            break
        person = rows.get(person.merged_into)
    if person is None or person.merged_into is not None:
        raise Damaged("ledger-merged-damaged", text=printable(str(rows[number].name), 60) if number in rows else "?")
    return person


def by_number(connection: Connection) -> dict[int, PlayerRow]:
    """Return the rows of all players by their numbers."""
    return {row.id: row for row in connection.execute(select(*SHOWN))}


def people_at(connection: Connection, uids: Iterable[str]) -> list[tuple[PlayerRow, PlayerRow]]:
    """Return the players of a table, each with the person they were merged into.

    Raises:
        RuleError: there is no such player, or two of them are one person.

    """
    people = [(row, person_of(connection, row)) for row in (find(connection, uid) for uid in uids)]
    if len({person.id for _unused, person in people}) != len(people):
        raise RuleError([Problem("four-players") if len(people) == len(PLAYERS) else Problem("people-one")])
    return people


def add(
    connection: Connection, name: str, at: str, *, uid: str | None = None, merged_into: int | None = None
) -> PlayerRow:
    """Add a player; one who is merged at once may have a name that is taken.

    Raises:
        RuleError: the name can't be, or is taken.

    """
    name = checked_name(name)
    if merged_into is None and named(connection, name) is not None:
        raise RuleError([Problem("name-taken", text=name)])
    uid = uid or secrets.token_hex(8)
    row = {"uid": uid, **name_values(name, merged_into), "created_at": at}
    checksums.add(connection, Players, [row])
    return find(connection, uid)


def name_values(name: str, merged_into: int | None) -> dict[str, Any]:
    """Return the columns that hold a name; a merged player's name is free for others."""
    slot = None if merged_into is not None else slot_of(name)
    return {"name": name, "name_key": key_of(name), "name_slot": slot, "merged_into": merged_into}


def all_merged_into(connection: Connection, person: int) -> list[int]:
    """Return a player and all who are merged into that one, over however many steps."""
    found, wave = [person], [person]
    while wave:
        into = select(Players.id).where(Players.merged_into.in_(wave), Players.id.not_in(found))
        wave = list(connection.execute(into).scalars())
        found += wave
    return found


def merged(connection: Connection, uid: str) -> tuple[Player, ...]:
    """Return who is taken for this player."""
    row = find(connection, uid)
    query = select(*SHOWN).where(Players.id.in_(all_merged_into(connection, row.id)), Players.id != row.id)
    return tuple(player_of(one) for one in connection.execute(query.order_by(Players.name_key, Players.id)))


def _last_met(connection: Connection, one: int, other: int) -> str | None:
    """Return when two people last began a session at one table."""
    mine, theirs = aliased(Standings), aliased(Standings)
    query = (
        select(func.max(Sessions.started_at))
        .join(mine, mine.session_id == Sessions.id)
        .join(theirs, theirs.session_id == Sessions.id)
        .where(mine.person_id == one, theirs.person_id == other)
    )
    return connection.execute(query).scalar()


class PlayerStore(Store):
    """The players of a ledger."""

    def add(self, name: str) -> Player:
        """Add somebody who plays.

        Raises:
            RuleError: the name is empty or too long, or somebody has it, however it is written.

        """
        with self.database.writing() as (connection, _unused):
            row = add(connection, name, now())
        return Player(row.uid, row.name)

    def get(self, uid: str) -> Player:
        """Return who a player is, after merging."""
        with self.database.reading() as connection:
            row = person_of(connection, find(connection, uid))
        return Player(row.uid, row.name)

    def named(self, name: str) -> Player | None:
        """Return who has a name, however it is written."""
        with self.database.reading() as connection:
            row = named(connection, name.strip())
        return None if row is None else Player(row.uid, row.name)

    def search(self, text: str = "", limit: int = 1_000) -> tuple[Player, ...]:
        """Return players whose name has a text in it: those called just so first, then by name."""
        key = key_of(text.strip())
        begins = func.substr(Players.name_key, 1, len(key)) == key
        nearness = case((Players.name_key == key, 0), (begins, 1), else_=2)
        found = contains(self.database.engine, Players.name_key, key)
        some = select(*SHOWN).where(Players.merged_into.is_(None), found)
        return self._listed(some.order_by(nearness, Players.name_key, Players.id).limit(limit))

    def recent(self, limit: int = _RECENT) -> tuple[Player, ...]:
        """Return players, those who played last first; then those who have never played, newest first."""
        last = func.max(Standings.started_at)
        query = (
            select(*SHOWN)
            .outerjoin(Standings, Standings.person_id == Players.id)
            .where(Players.merged_into.is_(None))
            .group_by(*SHOWN)
            .order_by(func.coalesce(last, Players.created_at).desc(), Players.id.desc())
            .limit(limit)
        )
        return self._listed(query)

    def _listed(self, query: Select[Any]) -> tuple[Player, ...]:
        with self.database.reading() as connection:
            return tuple(map(player_of, connection.execute(query)))

    def rename(self, uid: str, name: str) -> Player:
        """Call a player otherwise, in old sessions too.

        Raises:
            RuleError: the name is empty or too long, or somebody else has it: then the two may be merged.

        """
        name = checked_name(name)
        with self.database.writing() as (connection, _unused):
            row, holder = find(connection, uid), named(connection, name)
            if holder is not None and holder.id != row.id:
                raise RuleError([Problem("name-taken", text=name)])
            checksums.change(connection, Players, Players.id == row.id, name_values(name, row.merged_into))
        return Player(row.uid, name)

    def merge(self, from_uid: str, into_uid: str) -> None:
        """Take two players for one from now on, under the second one's name; `unmerge` parts them again.

        Raises:
            RuleError: they sat at one table, or play in one tournament, so they are two.

        """
        with self.database.writing() as (connection, _unused):
            one, other = (person_of(connection, find(connection, uid)) for uid in (from_uid, into_uid))
            if one.id == other.id:
                raise RuleError([Problem("merge-self", text=one.name)])
            met = _last_met(connection, one.id, other.id)
            why = ""
            if met is not None:
                why = _("{name} sat at one table on {day}").format(
                    name=printable(other.name), day=format_local_day(met)
                )
            else:
                each = [{who.uid, *(same.uid for same in merged(connection, who.uid))} for who in (one, other)]
                both = with_players(connection, *each)
                if both is not None:
                    why = _("{name} play in the tournament “{title}”")
                    why = why.format(name=printable(other.name), title=printable(both.title))
            if why:
                raise RuleError([Problem("merge-met", text=one.name, why=why)])
            changed = {"merged_into": other.id, "name_slot": None}
            checksums.change(connection, Players, Players.id == one.id, changed)
            checksums.change(connection, Standings, Standings.person_id == one.id, {"person_id": other.id})

    def unmerge(self, uid: str, name: str | None = None) -> Player:
        """Take somebody who was merged for a person again, under the old name or another.

        Raises:
            RuleError: that player isn't merged, or another has the name by now; then say another.

        """
        with self.database.writing() as (connection, _unused):
            row = find(connection, uid)
            if row.merged_into is None:
                raise RuleError([Problem("not-merged", text=row.name)])
            name = checked_name(name or row.name)
            if named(connection, name) is not None:
                raise RuleError([Problem("name-taken", text=name)])
            checksums.change(connection, Players, Players.id == row.id, name_values(name, None))
            seats = Standings.player_id.in_(all_merged_into(connection, row.id))
            checksums.change(connection, Standings, seats, {"person_id": row.id})
        return Player(row.uid, name)

    def merged(self, uid: str) -> tuple[Player, ...]:
        """Return who is taken for this player."""
        with self.database.reading() as connection:
            return merged(connection, storable(uid))
