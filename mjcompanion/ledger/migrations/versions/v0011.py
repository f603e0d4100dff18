"""The seasons of a club."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the table of seasons."""
    op.create_table(
        "seasons",
        sa.Column("id", sa.Integer(), nullable=False),
        *(sa.Column(name, _TEXT, nullable=False) for name in ("uid", "rules", "at", "changed_at", "title")),
        sa.Column("changes", sa.Integer(), nullable=False),
        *(sa.Column(name, _TEXT, nullable=False) for name in ("since", "until")),
        sa.Column("put_aside", sa.Boolean(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in ("record_checksum", "checksum")),
        sa.PrimaryKeyConstraint("id", name="pk_seasons"),
        sa.UniqueConstraint("uid", name="uq_seasons_uid"),
    )
