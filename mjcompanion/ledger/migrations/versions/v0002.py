"""Finished virtual games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make their table."""
    plain = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "games",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uid", plain, nullable=False),
        sa.Column("rules", plain, nullable=False),
        sa.Column("seed", sa.BigInteger),
        sa.Column("begun_at", plain, nullable=False),
        sa.Column("finished_at", plain, nullable=False),
        sa.Column("won", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("winner", plain, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
        sa.Column("factor_num", sa.BigInteger),
        sa.Column("factor_den", sa.BigInteger),
        sa.Column("final_num", sa.BigInteger),
        sa.Column("final_den", sa.BigInteger),
        sa.Column("final_cents", sa.BigInteger),
        sa.Column("discards", sa.Integer, nullable=False),
        sa.Column("flowers", sa.Integer, nullable=False),
        sa.Column("hand", plain, nullable=False),
        sa.Column("by", plain, nullable=False),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("taken_back", sa.Integer, nullable=False),
        sa.Column("assisted", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("card", plain, nullable=False),
        sa.Column("key", plain, nullable=False),
        sa.Column("put_aside", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("checksum", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("uid", name="uq_games_uid"),
    )
    op.create_index("ix_games_finished", "games", ["put_aside", "finished_at", "id", "rules", "won", "assisted", "key"])
    op.create_index("ix_games_rules", "games", ["put_aside", "rules", "finished_at", "id", "won", "assisted", "key"])
    counted = ["won", "winner", "assisted", "finished_at", "factor_num", "factor_den", "id"]
    op.create_index("ix_games_final", "games", ["put_aside", "rules", "final_cents", *counted])
