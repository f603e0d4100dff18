"""Totals in the simple game, where nobody pays: what a player won is the player's balance.

A standing whose checksum is wrong keeps a wrong one, and so is still told as damaged.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_SEALED = ("session_id", "place", "player_id", "person_id", "started_at", "balance", "net", "best", "best_item")
_STANDINGS = sa.text(
    f"SELECT {', '.join(f'standings.{name}' for name in _SEALED)}, won_points, standings.checksum"  # noqa: S608 - above
    " FROM standings JOIN sessions ON sessions.id = standings.session_id"
    " WHERE sessions.rules = 'simple' AND won_points <> 0"
)
_ADD = sa.text(
    "UPDATE standings SET balance = balance + :won, net = net + :won, tally = tally + 23 * :won, checksum = :checksum"
    " WHERE session_id = :session AND place = :place"
)


def upgrade() -> None:
    """Add to each balance what was won; the tally has 23 times the net."""
    connection = op.get_bind()
    for row in connection.execute(_STANDINGS).all():
        values = {name: getattr(row, name) for name in _SEALED}
        sound = row.checksum == _checksum(values.values())
        values["balance"] += row.won_points
        values["net"] += row.won_points
        checksum = _checksum(values.values()) if sound else row.checksum
        changes = {"won": row.won_points, "checksum": checksum, "session": row.session_id, "place": row.place}
        connection.execute(_ADD, changes)


def _checksum(values: Iterable[Any]) -> int:
    return zlib.crc32(msgspec.json.encode(list(values)))
