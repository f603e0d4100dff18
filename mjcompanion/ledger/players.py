"""Players: adding, finding, renaming, and taking two names for one person."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, bindparam, case, func, literal, select
from sqlalchemy.orm import aliased

from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.i18n.translation import _
from mjcompanion.ledger import checksums
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.database import Store
from mjcompanion.ledger.errors import DamagedRecord, sound_ones
from mjcompanion.ledger.listing import contains, is_among, numbers_given
from mjcompanion.ledger.models import Players, Sessions, Standings
from mjcompanion.ledger.tournament_records import with_players
from mjcompanion.ledger.values import Player, checked_name, key_of, storable
from mjcompanion.parsing.dates import format_local_day
from mjcompanion.table.events import now
from mjcompanion.table.rotation import PLAYERS

_RECENT: Final = 30


class PlayerRow(NamedTuple):
    """The row of a player, as `SHOWN` reads it."""

    id: int
    uid: str
    name: str
    name_key: str
    name_slot: str | None
    merged_into: int | None
    created_at: str
    checksum: int


SHOWN: Final[tuple[Any, ...]] = (Players.id, *checksums.columns_of(Players))
_BY_UID: Final = select(*SHOWN).where(Players.uid == bindparam("uid"))
_BY_ID: Final = select(*SHOWN).where(Players.id == bindparam("id"))
_BY_SLOT: Final = select(*SHOWN).where(Players.name_slot == bindparam("slot"))


@lru_cache(maxsize=4_096)
def checked(row: tuple[Any, ...]) -> PlayerRow:
    """Return a row that was read by `SHOWN`."""
    if not checksums.is_whole(row[1:]):
        raise damaged(row[1], row[2])
    return PlayerRow(*row)


def damaged(uid: object, name: object) -> DamagedRecord:
    """Return the error that the row of a player isn't what was written."""
    named = _("the player {name}").format(name=printable(str(name), 60))
    return DamagedRecord("ledger-row-damaged", named, "player", uid)


def player_of(row: Sequence[Any]) -> Player:
    """Return the player of a row that was read by `SHOWN`."""
    found = checked(tuple(row))
    return Player(found.uid, found.name)


def slot_of(name: str) -> str:
    """Return what two names share that count as the same; short, so that an index takes it."""
    return hashlib.sha256(key_of(name).encode()).hexdigest()


def find(reader: Reader, uid: str) -> PlayerRow:
    """Return the row of a player."""
    found = reader.rows(_BY_UID, {"uid": uid})
    if not found:
        raise RuleError([Problem("no-player", text=uid)])
    return checked(tuple(found[0]))


def person_of(reader: Reader, row: PlayerRow) -> PlayerRow:
    """Return who a player is after all merging."""
    person = people(reader, [row.id])[row.id]
    if isinstance(person, DamagedRecord):
        raise person
    return person


def merged_into(reader: Reader, row: PlayerRow) -> str:
    """Return the id of the player that somebody is taken for; empty for nobody."""
    found = reader.rows(_BY_ID, {"id": row.merged_into})
    return checked(tuple(found[0])).uid if found else ""


def named(reader: Reader, name: str) -> PlayerRow | None:
    """Return the player who has a name, however it is written."""
    found = reader.rows(_BY_SLOT, {"slot": slot_of(name)})
    return checked(tuple(found[0])) if found else None


def people(reader: Reader, numbers: Iterable[int]) -> dict[int, PlayerRow | DamagedRecord]:
    """Return for the numbers of players who they are after merging, or what is damaged of them."""
    rows: dict[int, PlayerRow | DamagedRecord] = {}
    wave = set(numbers)
    while wave:
        for row in reader.rows(_those(reader.dialect), {"numbers": numbers_given(reader.dialect, sorted(wave))}):
            try:
                rows[row[0]] = checked(tuple(row))
            except DamagedRecord as error:
                rows[row[0]] = error
        into = {one.merged_into for one in rows.values() if isinstance(one, PlayerRow) and one.merged_into is not None}
        wave = into - rows.keys() - wave
    return {number: _person(rows, number) for number in rows}


def _person(rows: dict[int, PlayerRow | DamagedRecord], number: int) -> PlayerRow | DamagedRecord:
    row = person = rows[number]
    for _unused in rows:
        if isinstance(person, DamagedRecord) or person.merged_into is None:
            return person
        if person.merged_into not in rows:
            break
        person = rows[person.merged_into]
    assert isinstance(row, PlayerRow)  # noqa: S101 - it was merged
    return DamagedRecord("ledger-merged-damaged", printable(row.name, 60), "player", row.uid)


@lru_cache
def _those(dialect: str) -> Select[Any]:
    return select(*SHOWN).where(is_among(dialect, checksums.table_of(Players).c.id, "numbers"))


def people_at(reader: Reader, uids: Iterable[str]) -> list[tuple[PlayerRow, PlayerRow]]:
    """Return the players of a table, each with the person they were merged into.

    Raises:
        RuleError: there is no such player, or two of them are one person.

    """
    people = [(row, person_of(reader, row)) for row in (find(reader, uid) for uid in uids)]
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
    reader, name = Reader(connection), checked_name(name)
    if merged_into is None and named(reader, name) is not None:
        raise RuleError([Problem("name-taken", text=name)])
    uid = uid or secrets.token_hex(8)
    row = {"uid": uid, **name_values(name, merged_into), "created_at": at}
    checksums.add(connection, Players, [row])
    return find(reader, uid)


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
    row = find(Reader(connection), uid)
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
        with self.database.asking() as reader:
            row = person_of(reader, find(reader, storable(uid)))
        return Player(row.uid, row.name)

    def named(self, name: str) -> Player | None:
        """Return who has a name, however it is written."""
        with self.database.asking() as reader:
            row = named(reader, name.strip())
        return None if row is None else Player(row.uid, row.name)

    def search(self, text: str = "", limit: int = 1_000) -> tuple[Player, ...]:
        """Return players whose name has a text in it: those called just so first, then by name."""
        key = key_of(text.strip())
        query = select(*SHOWN).where(Players.merged_into.is_(None))
        if key:
            begins = func.substr(Players.name_key, 1, len(key)) == literal(key)
            nearness = case((Players.name_key == key, 0), (begins, 1), else_=2)
            query = query.where(contains(self.database.dialect, Players.name_key, literal(key))).order_by(nearness)
        return self._listed(query.order_by(Players.name_key, Players.id).limit(limit))

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

    def _listed(self, query: Any) -> tuple[Player, ...]:  # noqa: ANN401 - a statement
        left_out: list[DamagedRecord] = []
        with self.database.reading() as connection:
            found = tuple(sound_ones(player_of, connection.execute(query), left_out))
        self.database.notice(left_out)
        return found

    def rename(self, uid: str, name: str) -> Player:
        """Call a player otherwise, in old sessions too.

        Raises:
            RuleError: the name is empty or too long, or somebody else has it: then the two may be merged.

        """
        name = checked_name(name)
        with self.database.writing() as (connection, _unused):
            reader = Reader(connection)
            row, holder = find(reader, storable(uid)), named(reader, name)
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
            reader = Reader(connection)
            one, other = (person_of(reader, find(reader, storable(uid))) for uid in (from_uid, into_uid))
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
                both = with_players(reader, *each)
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
            reader = Reader(connection)
            row = find(reader, storable(uid))
            if row.merged_into is None:
                raise RuleError([Problem("not-merged", text=row.name)])
            name = checked_name(name or row.name)
            if named(reader, name) is not None:
                raise RuleError([Problem("name-taken", text=name)])
            checksums.change(connection, Players, Players.id == row.id, name_values(name, None))
            seats = Standings.player_id.in_(all_merged_into(connection, row.id))
            checksums.change(connection, Standings, seats, {"person_id": row.id})
        return Player(row.uid, name)

    def merged(self, uid: str) -> tuple[Player, ...]:
        """Return who is taken for this player."""
        with self.database.reading() as connection:
            return merged(connection, storable(uid))
