"""A table for tournaments, and how many there are. Nothing that was there changes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table, empty, and its column beside the other counts."""
    plain = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer, nullable=False),
        *(sa.Column(name, plain, nullable=False) for name in ("uid", "at", "changed_at", "title", "rules")),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("changes", "players", "rounds")),
        sa.Column("put_aside", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("record_checksum", sa.BigInteger, nullable=False),
        sa.Column("checksum", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.UniqueConstraint("uid", name="uq_tournaments_uid"),
    )
    op.add_column("meta", sa.Column("tournaments", sa.BigInteger))
    op.execute(sa.text("UPDATE meta SET tournaments = 0"))
