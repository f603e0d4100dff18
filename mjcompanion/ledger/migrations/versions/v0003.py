"""Fingerprints of rules that a new option doesn't move: made only of the options that differ from what ever was."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_EVER = {
    "limit": None,
    "basal": 10,
    "extras_as": "points",
    "own_wind_pair_adds": True,
    "only_tile_by_shape": True,
    "flower_doubles_add": True,
    "flowers": True,
    "losers_settle": True,
    "east_double": True,
    "east_stays_after_draw": False,
    "wrong_call_amount": 25,
    "chips": "counting-sticks",
}
_BEGINNINGS = sa.text(
    "SELECT sessions.id, events.body FROM sessions JOIN events ON events.session_id = sessions.id WHERE events.seq = 0"
)
_MARK = sa.text("UPDATE sessions SET fingerprint = :fingerprint WHERE id = :id")


def upgrade() -> None:
    """Work out each session's fingerprint; one whose beginning can't be read is left to the check of the ledger."""
    connection = op.get_bind()
    for number, body in connection.execute(_BEGINNINGS).all():
        try:
            fingerprint = _fingerprint(json.loads(body)["setup"]["rules"])
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            continue
        connection.execute(_MARK, {"fingerprint": fingerprint, "id": number})


def _fingerprint(rules: dict[str, Any]) -> str:
    values = sorted([key, value] for key, value in rules["options"].items() if _EVER.get(key, object()) != value)
    told = [rules["rules"], rules.get("version", 1), values, rules["chips"]]
    return hashlib.sha256(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()[:12]
