"""One checksum on each row, in place of chains of events, tallies of figures and counts of rows.

A row that wasn't what was written gets no right checksum, so that it is still reported as damaged.
"""

from __future__ import annotations

import hashlib
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_WRONG = -1
"""No checksum is negative."""
_AT_ONCE = 5_000
_LARGEST = 2**24
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
_TALLIES = {
    "standings": {
        "session_id": 2, "person_id": 3, "hands": 5, "wins": 7, "self_drawn": 11, "thrown": 13, "east_wins": 17,
        "won_points": 19, "net": 23, "best": 29, "started_at": 1,
    },
    "games": {
        "id": 2, "won": 3, "assisted": 5, "put_aside": 7, "final_cents": 11, "factor_num": 13, "factor_den": 17,
        "finished_at": 1,
    },
}  # fmt: skip
"""What each figure counted in the old tally of a row, the moment last: of these some had no other checksum."""
_MOMENT = {
    "sqlite": "CAST(coalesce(julianday({0}), 0) * 86400 + 0.5 AS BIGINT)",
    "postgresql": "CAST(CAST('x' || substr(md5({0}), 1, 7) AS BIT(28)) AS INTEGER)",
}
_GAME = (
    *("uid", "rules", "seed", "begun_at", "finished_at", "won", "winner", "score", "factor", "final", "discards"),
    *("flowers", "hand", "by", "asked", "taken_back", "card"),
)
"""What the old checksum of a game covered, besides its record."""
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
    wrong = {name: set(_wrong_rows(name)) for name in _OLD}
    for name in _TALLIES:
        wrong[name].update(_wrong_tallies(name))
    wrong["events"] = set(_broken_events())
    op.add_column("events", sa.Column("checksum", sa.BigInteger))
    for name in ("seats", "notes_key"):
        op.add_column("sessions", sa.Column(name, _TEXT, nullable=False, server_default=""))
    _fill_seats()
    _fill_notes()
    wrong["sessions"].update(_without_seats(), ((session,) for session, _ in wrong["standings"]))
    op.add_column("games", sa.Column("record_checksum", sa.BigInteger))
    _check_games(wrong["games"])
    for index, (table, _) in _INDEXES.items():
        op.drop_index(index, table)
    for name in _NEW | _GONE:
        with op.batch_alter_table(name) as batch:
            for column in _GONE.get(name, ()):
                batch.drop_column(column)
    for name, those in wrong.items():
        _write_checksums(name, those)
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


def _plain(columns: Iterable[sa.Column[Any]]) -> list[Any]:
    """Return columns that are read as they are written, whatever type they should have."""
    return [sa.type_coerce(column, sa.types.NullType()) for column in columns]


def _checksum(values: Iterable[object]) -> int:
    plain = [int(one) if isinstance(one, bool) else [str(one)] if isinstance(one, bytes) else one for one in values]
    return zlib.crc32(msgspec.json.encode(plain))


def _rows(statement: sa.Select[Any]) -> Iterator[Sequence[Any]]:
    """Yield rows of which only some are in memory."""
    return iter(op.get_bind().execute(statement.execution_options(yield_per=_AT_ONCE)))


def _wrong_rows(name: str) -> Iterator[tuple[Any, ...]]:
    """Yield the keys of the rows that aren't what was written."""
    table = _table(name)
    key = _key(table)
    parts = [table.c[column] for column in (*_OLD[name], "row_checksum" if name == "games" else "checksum")]
    for row in _rows(sa.select(*_plain((*key, *parts)))):
        *values, due = row[len(key) :]
        if _checksum(values) != due:
            yield tuple(row[: len(key)])


def _wrong_tallies(name: str) -> Iterator[tuple[Any, ...]]:
    """Yield the keys of the rows whose tally isn't that of their figures."""
    table = _table(name)
    *figures, (moment, _) = _TALLIES[name].items()
    parts = []
    for column, weight in figures:
        figure = f"CAST({column} AS INTEGER)" if isinstance(table.c[column].type, sa.Boolean) else column
        parts.append(f"{weight} * coalesce({figure}, -1)")
    due = " + ".join([*parts, _MOMENT[op.get_bind().dialect.name].format(moment)])
    query = sa.select(*_plain(_key(table))).where(
        table.c["tally"].is_distinct_from(sa.literal_column(due, sa.BigInteger))
    )
    yield from map(tuple, _rows(query))


def _broken_events() -> Iterator[tuple[int]]:
    """Yield the numbers of the events that aren't links of their session's chain."""
    events, sessions = _table("events"), _table("sessions")
    c = events.c
    columns = sessions.c.uid, *(c[name] for name in ("id", "seq", "body", "chain"))
    query = sa.select(*_plain(columns)).select_from(events.outerjoin(sessions, sessions.c.id == c["session_id"]))
    for uid, some in groupby(_rows(query.order_by(c["session_id"], c["seq"])), key=lambda row: row[0]):
        link, sound = _link(0, str(uid)), uid is not None
        for count, (_, number, seq, body, written) in enumerate(some):
            sound = sound and seq == count and isinstance(body, str)
            link = _link(link, body) if sound else link
            sound = sound and link == written
            if not sound:
                yield (number,)


def _link(before: int, body: str) -> int:
    return int.from_bytes(hashlib.blake2b(before.to_bytes(5) + body.encode(), digest_size=5).digest())


def _fill_seats() -> None:
    """Write who sat in each session into its row, with balances and points."""
    sessions, standings = _table("sessions"), _table("standings")
    c = standings.c
    rows = _rows(sa.select(*_plain((c.session_id, c.player_id, c.balance, c.net))).order_by(c.session_id, c.place))
    changes = [
        {"which": number, "new": msgspec.json.encode([tuple(map(_as_number, seat[1:])) for seat in seats]).decode()}
        for number, seats in groupby(rows, key=lambda row: row[0])
    ]
    _change_sessions(sessions, "seats", changes)


def _as_number(value: object) -> int:
    return value if isinstance(value, int) else 0  # the row is wrong anyway


def _without_seats() -> Iterator[tuple[int]]:
    """Yield the numbers of the sessions of which the seats are gone."""
    sessions = _table("sessions")
    return map(tuple, _rows(sa.select(sessions.c.id).where(sessions.c.seats == "")))


def _fill_notes() -> None:
    """Write what is searched for of the notes of each session's hands into its row, also of those corrected since."""
    events, sessions = _table("events"), _table("sessions")
    c = events.c
    noted = sa.select(*_plain((c.session_id, c.body))).where(c.body.contains('"note":"')).order_by(c.session_id, c.seq)
    changes = []
    for number, some in groupby(_rows(noted), key=lambda row: row[0]):
        notes = " ".join(note for _, body in some for note in _notes(body) if note)
        changes.append({"which": number, "new": unicodedata.normalize("NFKC", notes).casefold()})
    _change_sessions(sessions, "notes_key", changes)


def _notes(body: object) -> list[str]:
    try:
        changes = msgspec.json.decode(str(body)).get("changes", [])
        return [str(change["item"]["note"]) for change in changes if change.get("item", {}).get("note")]
    except (msgspec.MsgspecError, AttributeError, TypeError):  # damage, which the checksums tell
        return []


def _change_sessions(sessions: sa.Table, column: str, changes: list[dict[str, Any]]) -> None:
    if changes:
        due = sa.update(sessions).where(sessions.c.id == sa.bindparam("which"))
        op.get_bind().execute(due.values({column: sa.bindparam("new")}), changes)


def _check_games(wrong: set[tuple[Any, ...]]) -> None:
    """Give the records of games a checksum of their own; a row whose record isn't what was written becomes wrong."""
    games = _table("games")
    names = ("id", "record", "checksum", *(name for name in _OLD["games"] if name != "checksum"))
    due = sa.update(games).where(games.c.id == sa.bindparam("which")).values(record_checksum=sa.bindparam("due"))
    changes = []
    for found in _rows(sa.select(*_plain(games.c[name] for name in names))):
        row = dict(zip(names, found, strict=True))
        which, body = (row["id"],), _unzipped(row["record"])
        if which not in wrong and (body is None or _game_checksum(row, body) != row["checksum"]):
            wrong.add(which)
        changes.append({"which": row["id"], "due": _WRONG if body is None else zlib.crc32(body)})
        _write(due, changes, _AT_ONCE)
    _write(due, changes)


def _unzipped(record: object) -> bytes | None:
    opener = zlib.decompressobj()
    try:
        body = opener.decompress(record if isinstance(record, bytes) else b"", _LARGEST)
    except zlib.error:
        return None
    return body if opener.eof and not opener.unused_data else None


def _game_checksum(row: Mapping[str, Any], record: bytes) -> int:
    values = {**row, "won": bool(row["won"])}
    for name in ("factor", "final"):
        over, under = row[f"{name}_num"], row[f"{name}_den"]
        values[name] = str(Fraction(over, under)) if under else None
    return zlib.crc32(record, zlib.crc32(msgspec.json.encode([values[name] for name in _GAME])))


def _write_checksums(name: str, wrong: set[tuple[Any, ...]]) -> None:
    table = _table(name)
    key = _key(table)
    those = [column == sa.bindparam(f"key_{at}") for at, column in enumerate(key)]
    due = sa.update(table).where(*those).values(checksum=sa.bindparam("due"))
    changes = []
    for row in _rows(sa.select(*_plain((*key, *(table.c[column] for column in _NEW[name].split()))))):
        number, values = tuple(row[: len(key)]), row[len(key) :]
        which = {f"key_{at}": value for at, value in enumerate(number)}
        changes.append({**which, "due": _WRONG if number in wrong else _checksum(values)})
        _write(due, changes, _AT_ONCE)
    _write(due, changes)


def _write(statement: sa.Update, changes: list[dict[str, Any]], least: int = 1) -> None:
    """Make the changes in batches; rows that are read later aren't affected."""
    if len(changes) >= least:
        op.get_bind().execute(statement, changes)
        changes.clear()
