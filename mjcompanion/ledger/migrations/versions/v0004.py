"""Checksums for the rows of lists, tallies for those that are added up, and a chain over events that is hard to forge.

How many sessions and finished games there are is kept too, so that one that is gone is missed.

What is in the ledger now is taken for right, but for events: those whose old chain is broken keep it, and so are still
told as damaged.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_SEALED = {
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
}
_COUNTED = ("sessions", "games")
_KEYS = {"players": ("id",), "sessions": ("id",), "standings": ("session_id", "place"), "games": ("uid",)}
_TALLIES = {
    "standings": (
        "{moment} + 2 * session_id + 3 * person_id + 5 * hands + 7 * wins + 11 * self_drawn + 13 * thrown"
        " + 17 * east_wins + 19 * won_points + 23 * net + 29 * coalesce(best, -1)"
    ),
    "games": (
        "{moment} + 2 * id + 3 * CAST(won AS INTEGER) + 5 * CAST(assisted AS INTEGER) + 7 * CAST(put_aside AS INTEGER)"
        " + 11 * coalesce(final_cents, -1) + 13 * coalesce(factor_num, -1) + 17 * coalesce(factor_den, -1)"
    ),
}
_MOMENT = {
    "sqlite": "CAST(coalesce(julianday({at}), 0) * 86400 + 0.5 AS BIGINT)",
    "postgresql": "CAST(CAST('x' || substr(md5({at}), 1, 7) AS BIT(28)) AS INTEGER)",
}


def upgrade() -> None:
    """Add the columns, fill them, and link the events anew."""
    for table in ("players", "sessions", "standings"):
        op.add_column(table, sa.Column("checksum", sa.BigInteger))
    op.add_column("games", sa.Column("row_checksum", sa.BigInteger))
    for table in ("standings", "games"):
        op.add_column(table, sa.Column("tally", sa.BigInteger))
    for table in _COUNTED:
        op.add_column("meta", sa.Column(table, sa.BigInteger))
    connection = op.get_bind()
    _link(connection)
    prove(connection)
    op.drop_index("ix_standings_person", "standings")
    added_up = ["hands", "wins", "self_drawn", "thrown", "east_wins", "won_points", "net", "best", "tally"]
    op.create_index("ix_standings_person", "standings", ["person_id", "started_at", "session_id", *added_up])
    op.drop_index("ix_games_final", "games")
    counted = ["won", "winner", "assisted", "finished_at", "factor_num", "factor_den", "id", "tally"]
    op.create_index("ix_games_final", "games", ["put_aside", "rules", "final_cents", *counted])


def prove(connection: sa.Connection) -> None:
    """Give every row its checksum and its tally, and count them."""
    for table in _SEALED:
        _seal(connection, table)
    for table, at in (("standings", "started_at"), ("games", "finished_at")):
        tally = _TALLIES[table].format(moment=_MOMENT[connection.dialect.name].format(at=at))
        connection.execute(sa.text(f"UPDATE {table} SET tally = {tally}"))  # noqa: S608 - names of this file
    for table in _COUNTED:
        count = f"UPDATE meta SET {table} = (SELECT count(*) FROM {table})"  # noqa: S608 - names of this file
        connection.execute(sa.text(count))


def _link(connection: sa.Connection) -> None:
    events = sa.text("SELECT id, body, chain FROM events WHERE session_id = :session ORDER BY seq")
    mark = sa.text("UPDATE events SET chain = :chain WHERE id = :id")
    tail = sa.text("UPDATE sessions SET tail = :tail WHERE id = :id")
    for session, uid, last, due in connection.execute(sa.text("SELECT id, uid, last_seq, tail FROM sessions")).all():
        old, new, links = 0, _chained(0, uid), list[dict[str, int]]()
        for number, body, chain in connection.execute(events, {"session": session}).all():
            if not isinstance(body, str):
                break
            old, new = zlib.crc32(body.encode(), old), _chained(new, body)
            if old != chain:
                break
            links.append({"id": number, "chain": new})
        else:
            if old == due and len(links) == last + 1:
                connection.execute(mark, links)
                connection.execute(tail, {"tail": new, "id": session})


def _chained(before: int, body: str) -> int:
    return int.from_bytes(hashlib.blake2b(before.to_bytes(5) + body.encode(), digest_size=5).digest())


def _seal(connection: sa.Connection, table: str) -> None:
    columns, keys = _SEALED[table], _KEYS[table]
    name = "row_checksum" if table == "games" else "checksum"
    where = " AND ".join(f"{key} = :{key}" for key in keys)
    mark = sa.text(f"UPDATE {table} SET {name} = :checksum WHERE {where}")  # noqa: S608 - names of this file
    rows = connection.execute(sa.text(f"SELECT {', '.join(columns)} FROM {table}"))  # noqa: S608 - names of this file
    marks = [{**{key: getattr(row, key) for key in keys}, "checksum": _checksum(row)} for row in rows]
    if marks:
        connection.execute(mark, marks)


def _checksum(values: Iterable[Any]) -> int:
    return zlib.crc32(msgspec.json.encode([int(one) if isinstance(one, bool) else one for one in values]))
