"""A table for hands that are kept, and how many there are. Nothing that was there changes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table, empty, and its column beside the other counts."""
    plain = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    texts = ("uid", "at", "changed_at", "player", "player_key", "place", "remark", "rules", "rules_name", "hand", "key")
    op.create_table(
        "kept",
        sa.Column("id", sa.Integer, nullable=False),
        *(sa.Column(name, plain, nullable=False) for name in texts),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
        sa.Column("final_cents", sa.BigInteger),
        sa.Column("put_aside", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("record_checksum", sa.BigInteger, nullable=False),
        sa.Column("checksum", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_kept"),
        sa.UniqueConstraint("uid", name="uq_kept_uid"),
    )
    op.create_index("ix_kept_at", "kept", ["put_aside", "at", "id"])
    op.create_index("ix_kept_rules", "kept", ["put_aside", "rules", "at", "id"])
    op.create_index("ix_kept_player", "kept", ["put_aside", "player_key", "at", "id"])
    op.add_column("meta", sa.Column("kept", sa.BigInteger))
    op.execute(sa.text("UPDATE meta SET kept = 0"))
