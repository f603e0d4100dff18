"""One checksum on each row, in place of chains of events, tallies of figures and counts of rows.

A row that wasn't what was written gets no right checksum, so that it is still told as damaged.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

from mjcompanion.ledger.values import key_of
from mjcompanion.problems import RuleError
from mjcompanion.table.events import decode_event
from mjcompanion.table.table import replay

revision = "0010"
down_revision = "0009"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_WRONG = -1
"""No checksum is negative."""
_OLD = {
    "players": ("id", "uid", "name", "name_key", "name_slot", "merged_into", "created_at"),
    "sessions": (
        *("id", "uid", "title", "title_key", "rules", "rules_name", "fingerprint", "started_at", "ended", "hands"),
        *("last_seq", "tail", "touched"),
    ),
    "standings": (
        *("session_id", "place", "player_id", "person_id", "started_at", "balance", "net", "best", "best_item"),
    ),
    "games": (
        *("uid", "rules", "seed", "begun_at", "finished_at", "won", "winner", "score", "factor_num", "factor_den"),
        *("final_num", "final_den", "discards", "flowers", "hand", "by", "asked", "taken_back", "card", "put_aside"),
        "checksum",
    ),
    "kept": (
        *("uid", "at", "changed_at", "changes", "player", "place", "remark", "rules", "rules_name", "won", "score"),
        *("final_cents", "hand", "put_aside", "kind", "player_key", "key", "house", "factor_num", "factor_den"),
        "record_checksum",
    ),
    "tournaments": (
        *("uid", "at", "changed_at", "changes", "title", "rules", "players", "rounds", "put_aside", "record_checksum"),
    ),
}
"""The columns that the old checksum of a row covered."""
_NEW = {
    "players": ("uid name name_key name_slot merged_into created_at "),
    "sessions": (
        "uid title title_key rules rules_name fingerprint started_at ended hands last_seq touched seats notes_key "
    ),
    "standings": (
        "session_id place player_id person_id started_at balance net hands wins self_drawn thrown "
        "east_wins won_points best best_item "
    ),
    "games": (
        "uid rules seed begun_at finished_at won winner score factor_num factor_den final_num final_den "
        "final_cents discards flowers hand by asked taken_back assisted card key house put_aside "
        "record_checksum "
    ),
    "kept": (
        "uid rules at changed_at player player_key place remark rules_name hand key changes won score "
        "final_cents kind house factor_num factor_den put_aside record_checksum "
    ),
    "tournaments": ("uid rules at changed_at title changes players rounds put_aside record_checksum "),
    "events": ("session_id seq at kind body "),
}
"""The columns that the new one covers, in order."""
_GONE = {
    "meta": ("sessions", "games", "kept", "tournaments"),
    "sessions": ("tail",),
    "events": ("chain",),
    "standings": ("tally",),
    "games": ("tally", "row_checksum"),
    "kept": ("tally",),
}
_INDEXES = {
    "ix_standings_person": ("standings", ("person_id", "started_at", "session_id")),
    "ix_games_final": (
        "games",
        (
            *("put_aside", "rules", "house", "final_cents", "won", "winner", "assisted", "finished_at"),
            *("factor_num", "factor_den", "id", "seed"),
        ),
    ),
    "ix_kept_figures": (
        "kept",
        (
            *("put_aside", "kind", "rules", "house", "final_cents", "score", "won", "at", "player_key"),
            *("factor_num", "factor_den", "rules_name", "id"),
        ),
    ),
}


def upgrade() -> None:
    """Bring a ledger of schema 9 over."""
    sound = {name: set(_sound(name, columns)) for name, columns in _OLD.items()}
    whole = set(_whole_events())
    op.add_column("events", sa.Column("checksum", sa.BigInteger))
    for name in ("seats", "notes_key"):
        op.add_column("sessions", sa.Column(name, _TEXT, nullable=False, server_default=""))
    _fill_seats()
    _fill_notes()
    op.add_column("games", sa.Column("record_checksum", sa.BigInteger))
    _check_games(sound["games"])
    for index, (table, _) in _INDEXES.items():
        op.drop_index(index, table)
    for name in ("meta", "players", "sessions", "events", "standings", "games", "kept"):
        with op.batch_alter_table(name) as batch:
            for column in _GONE.get(name, ()):
                batch.drop_column(column)
    for name, good in (*sound.items(), ("events", whole)):
        _write_checksums(name, good)
        with op.batch_alter_table(name) as batch:
            for column in ("checksum", "record_checksum") if name == "games" else ("checksum",):
                batch.alter_column(column, existing_type=sa.BigInteger, nullable=False)
    with op.batch_alter_table("sessions") as batch:
        for name in ("seats", "notes_key"):
            batch.alter_column(name, existing_type=_TEXT, server_default=None)
    with op.batch_alter_table("kept") as batch:
        batch.alter_column("kind", existing_type=sa.Text, server_default=None)
    for index, (table, columns) in _INDEXES.items():
        op.create_index(index, table, columns)


def _table(name: str) -> sa.Table:
    return sa.Table(name, sa.MetaData(), autoload_with=op.get_bind())


def _key(table: sa.Table) -> tuple[Any, ...]:
    return tuple(table.primary_key.columns)


def _checksum(values: Iterable[object]) -> int:
    plain = [int(one) if isinstance(one, bool) else [str(one)] if isinstance(one, bytes) else one for one in values]
    return zlib.crc32(msgspec.json.encode(plain))


def _rows(statement: sa.Select[Any]) -> Iterator[Sequence[Any]]:
    return iter(op.get_bind().execute(statement).all())


def _sound(name: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the keys of the rows that are what was written."""
    table = _table(name)
    key = _key(table)
    told = [table.c[column] for column in (*columns, "row_checksum" if name == "games" else "checksum")]
    for row in _rows(sa.select(*key, *(sa.type_coerce(one, sa.types.NullType()) for one in told))):
        *values, due = row[len(key) :]
        if _checksum(values) == due:
            yield tuple(row[: len(key)])


def _whole_events() -> Iterator[tuple[int]]:
    """Yield the numbers of the events that are links of their session's chain."""
    events, sessions = _table("events"), _table("sessions")
    c = events.c
    query = sa.select(sessions.c.uid, c.id, c.seq, c.body, c.chain).join(sessions, sessions.c.id == c.session_id)
    for uid, some in groupby(_rows(query.order_by(c.session_id, c.seq)), key=lambda row: row[0]):
        link = _link(0, str(uid))
        for count, (_, number, seq, body, written) in enumerate(some):
            link = _link(link, str(body))
            if seq != count or link != written:
                break
            yield (number,)


def _link(before: int, body: str) -> int:
    return int.from_bytes(hashlib.blake2b(before.to_bytes(5) + body.encode(), digest_size=5).digest())


def _fill_seats() -> None:
    """Write who sat in each session into its row, with balances and points."""
    sessions, standings = _table("sessions"), _table("standings")
    c = standings.c
    rows = _rows(sa.select(c.session_id, c.player_id, c.balance, c.net).order_by(c.session_id, c.place))
    changes = [
        {"which": number, "new": msgspec.json.encode([tuple(seat[1:]) for seat in seats]).decode()}
        for number, seats in groupby(rows, key=lambda row: row[0])
    ]
    _change_sessions(sessions, "seats", changes)


def _fill_notes() -> None:
    """Write what is searched for of the notes of each session's hands into its row."""
    events, sessions = _table("events"), _table("sessions")
    c = events.c
    noted = sa.select(c.session_id).where(c.body.contains('"note":"'))
    rows = _rows(sa.select(c.session_id, c.body).where(c.session_id.in_(noted)).order_by(c.session_id, c.seq))
    changes = []
    for number, some in groupby(rows, key=lambda row: row[0]):
        with suppress(ValueError, RuleError):  # a session that can't be played through is told as damaged
            table = replay([decode_event(body) for _, body in some])
            notes = " ".join(note for row in table.rows if (note := getattr(row.item, "note", "")))
            changes.append({"which": number, "new": key_of(notes)})
    _change_sessions(sessions, "notes_key", changes)


def _change_sessions(sessions: sa.Table, column: str, changes: list[dict[str, Any]]) -> None:
    if changes:
        due = sa.update(sessions).where(sessions.c.id == sa.bindparam("which"))
        op.get_bind().execute(due.values({column: sa.bindparam("new")}), changes)


def _check_games(sound: set[tuple[Any, ...]]) -> None:
    """Give the records of games a checksum of their own; one that isn't whole makes its row unsound."""
    games = _table("games")
    changes = []
    for number, record in _rows(sa.select(games.c.id, games.c.record)):
        try:
            body = zlib.decompress(record)
        except (zlib.error, TypeError):
            body = None
        if body is None:
            sound.discard((number,))
        changes.append({"which": number, "due": _WRONG if body is None else zlib.crc32(body)})
    if changes:
        due = sa.update(games).where(games.c.id == sa.bindparam("which"))
        op.get_bind().execute(due.values(record_checksum=sa.bindparam("due")), changes)


def _write_checksums(name: str, good: set[tuple[Any, ...]]) -> None:
    table = _table(name)
    key = _key(table)
    told = [sa.type_coerce(table.c[column], sa.types.NullType()) for column in _NEW[name].split()]
    changes = []
    for row in _rows(sa.select(*key, *told)):
        number, values = tuple(row[: len(key)]), row[len(key) :]
        which = {f"key_{at}": value for at, value in enumerate(number)}
        changes.append({**which, "due": _checksum(values) if number in good else _WRONG})
    if changes:
        those = [column == sa.bindparam(f"key_{at}") for at, column in enumerate(key)]
        op.get_bind().execute(sa.update(table).where(*those).values(checksum=sa.bindparam("due")), changes)
