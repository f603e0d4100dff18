"""What figures over kept hands and games are made of: which house rules a score is by, Kemp's factor, tallies.

What is in the ledger now is taken for right; a kept hand whose checksum is wrong keeps a wrong one.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_SEALED = (
    *("uid", "at", "changed_at", "changes", "player", "place", "remark", "rules", "rules_name", "won", "score"),
    *("final_cents", "hand", "put_aside", "kind", "player_key", "key"),
)
_OF_A_TABLE = {
    *("losers_settle", "east_double", "east_stays_after_draw", "rounds", "wrong_call_amount", "chips", "payments"),
    "hand_over",
}
_MOMENT = {
    "sqlite": "CAST(coalesce(julianday(at), 0) * 86400 + 0.5 AS BIGINT)",
    "postgresql": "CAST(CAST('x' || substr(md5(at), 1, 7) AS BIT(28)) AS INTEGER)",
}
_TALLY = (
    " + 2 * id + 3 * CAST(won AS INTEGER) + 7 * CAST(put_aside AS INTEGER) + 11 * score"
    " + 13 * coalesce(final_cents, -1) + 17 * coalesce(factor_num, -1) + 19 * coalesce(factor_den, -1)"
)
_MANY = 500
_FACTOR = re.compile(r"([0-9]{1,6})(?:/([0-9]{1,6}))?")


def upgrade() -> None:
    """Add the columns, fill them from the records, and make the indexes that figures are read from."""
    plain = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.add_column("games", sa.Column("house", plain))
    op.add_column("kept", sa.Column("house", plain))
    for name in ("factor_num", "factor_den", "tally"):
        op.add_column("kept", sa.Column(name, sa.BigInteger))
    connection = op.get_bind()
    _fill_games(connection)
    _fill_kept(connection)
    op.drop_index("ix_games_final", "games")
    op.create_index(
        "ix_games_final",
        "games",
        [
            *("put_aside", "rules", "house", "final_cents", "won", "winner", "assisted", "finished_at"),
            *("factor_num", "factor_den", "id", "seed", "tally"),
        ],
    )
    op.create_index("ix_games_deal", "games", ["rules", "seed", "finished_at", "id"])
    op.create_index(
        "ix_kept_figures",
        "kept",
        [
            *("put_aside", "kind", "rules", "house", "final_cents", "score", "won", "at", "player_key"),
            *("factor_num", "factor_den", "rules_name", "id", "tally"),
        ],
    )


def _fill_games(connection: sa.Connection) -> None:
    mark = sa.text("UPDATE games SET house = :house WHERE id = :id")
    for rows in _parts(connection, "SELECT id, record FROM games"):
        connection.execute(mark, [{"id": row.id, "house": _house(_opened(row.record))} for row in rows])


def _fill_kept(connection: sa.Connection) -> None:
    mark = sa.text(
        "UPDATE kept SET house = :house, factor_num = :num, factor_den = :den, checksum = :checksum WHERE id = :id"
    )
    asked = f"SELECT id, {', '.join(_SEALED)}, record_checksum, checksum, record FROM kept"  # noqa: S608 - above
    for rows in _parts(connection, asked):
        marks = []
        for row in rows:
            told = _opened(row.record)
            request, answer = told.get("request"), told.get("answer")
            house = _house(request if isinstance(request, dict) else {})
            num, den = _factor(answer if isinstance(answer, dict) else {})
            values = [getattr(row, name) for name in _SEALED]
            sound = row.checksum == _checksum([*values, row.record_checksum])
            checksum = _checksum([*values, house, num, den, row.record_checksum]) if sound else row.checksum
            marks.append({"id": row.id, "house": house, "num": num, "den": den, "checksum": checksum})
        connection.execute(mark, marks)
    moment = _MOMENT[connection.dialect.name]
    connection.execute(sa.text(f"UPDATE kept SET tally = {moment}{_TALLY}"))  # noqa: S608 - names of this file


def _parts(connection: sa.Connection, query: str) -> Iterator[list[sa.Row[Any]]]:
    """The rows of a query, some at a time; they are changed meanwhile."""
    some, after = sa.text(f"{query} WHERE id > :after ORDER BY id LIMIT {_MANY}"), -1
    while rows := list(connection.execute(some, {"after": after})):
        yield rows
        after = rows[-1].id


def _opened(record: object) -> dict[str, Any]:
    """What a record says, as far as figures need it: nothing where it is damaged."""
    try:
        body = zlib.decompress(record if isinstance(record, bytes) else b"?")
        if b'"options"' not in body and b'"card"' not in body and b'"factor"' not in body:
            return {}
        found = json.loads(body)
    except (zlib.error, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _house(told: Mapping[str, Any]) -> str:
    options = told.get("options")
    changes = options if isinstance(options, Mapping) else {}
    found = {key: value for key, value in changes.items() if key not in _OF_A_TABLE}
    card = told.get("card")
    if card and isinstance(card, str):
        found["card"] = card
    return msgspec.json.encode(found, order="sorted").decode() if found else ""


def _factor(answer: Mapping[str, Any]) -> tuple[int | None, int | None]:
    found = _FACTOR.fullmatch(str(answer.get("factor")))
    if found is None or not int(found[2] or 1):
        return None, None
    factor = Fraction(int(found[1]), int(found[2] or 1))
    return factor.numerator, factor.denominator


def _checksum(values: Iterable[Any]) -> int:
    return zlib.crc32(msgspec.json.encode([int(one) if isinstance(one, bool) else one for one in values]))
