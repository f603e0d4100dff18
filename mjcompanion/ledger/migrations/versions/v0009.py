"""The schema that later steps start from. A new ledger is made straight from `models`, so this step never runs."""

from __future__ import annotations

revision = "0009"
down_revision = None


def upgrade() -> None:
    """Do nothing: this is where later steps start."""
