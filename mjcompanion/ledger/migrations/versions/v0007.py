"""Kinds of what is kept: hands, as all were until now, and exercises.

The checksum of a row covers its kind; one that was wrong stays wrong, and so is still told as damaged.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_SHOWN = (
    *("uid", "at", "changed_at", "changes", "player", "place", "remark", "rules", "rules_name", "won", "score"),
    *("final_cents", "hand", "put_aside"),
)
_BESIDE = ("player_key", "key", "record_checksum")
_AT_ONCE = 1_000


def upgrade() -> None:
    """Add the column, let each checksum cover it, and put it into the indexes."""
    plain = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.add_column("kept", sa.Column("kind", plain, nullable=False, server_default=""))
    connection = op.get_bind()
    rows = sa.text(
        f"SELECT id, {', '.join((*_SHOWN, *_BESIDE))}, checksum FROM kept"  # noqa: S608 - names of this file
        " WHERE id > :after ORDER BY id LIMIT :limit"
    )
    mark = sa.text("UPDATE kept SET checksum = :due WHERE id = :id")
    after = 0
    while found := connection.execute(rows, {"after": after, "limit": _AT_ONCE}).all():
        new = []
        for number, *told, due in found:
            if _checksum(told) == due:
                shown, beside = told[: len(_SHOWN)], told[len(_SHOWN) :]
                new.append({"due": _checksum([*shown, "", *beside]), "id": number})
            after = number
        if new:
            connection.execute(mark, new)
    for name, columns in (("at", []), ("rules", ["rules"]), ("player", ["player_key"])):
        op.drop_index(f"ix_kept_{name}", "kept")
        op.create_index(f"ix_kept_{name}", "kept", ["put_aside", "kind", *columns, "at", "id"])


def _checksum(values: Iterable[Any]) -> int:
    return zlib.crc32(msgspec.json.encode([int(one) if isinstance(one, bool) else one for one in values]))
