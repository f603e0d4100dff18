"""The first ledger: players, sessions, events and the standings that follow from them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    plain = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "meta",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("uid", plain, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("program", plain, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_meta"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uid", plain, nullable=False),
        sa.Column("name", plain, nullable=False),
        sa.Column("name_key", plain, nullable=False),
        sa.Column("name_slot", plain),
        sa.Column("merged_into", sa.Integer),
        sa.Column("created_at", plain, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("uid", name="uq_players_uid"),
        sa.UniqueConstraint("name_slot", name="uq_players_name_slot"),
        sa.ForeignKeyConstraint(["merged_into"], ["players.id"], name="fk_players_merged_into"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uid", plain, nullable=False),
        sa.Column("title", plain, nullable=False),
        sa.Column("title_key", plain, nullable=False),
        sa.Column("rules", plain, nullable=False),
        sa.Column("rules_name", plain, nullable=False),
        sa.Column("fingerprint", plain, nullable=False),
        sa.Column("started_at", plain, nullable=False),
        sa.Column("ended", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("hands", sa.Integer, nullable=False),
        sa.Column("last_seq", sa.Integer, nullable=False),
        sa.Column("tail", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("uid", name="uq_sessions_uid"),
    )
    op.create_index("ix_sessions_started", "sessions", ["started_at", "id"])
    op.create_index("ix_sessions_rules", "sessions", ["rules", "started_at", "id"])
    op.create_index("ix_sessions_touched", "sessions", ["touched"])
    op.create_table(
        "events",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("session_id", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", plain, nullable=False),
        sa.Column("kind", plain, nullable=False),
        sa.Column("body", plain, nullable=False),
        sa.Column("chain", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        sa.UniqueConstraint("session_id", "seq", name="uq_events_session_seq"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_events_session"),
    )
    op.create_table(
        "standings",
        sa.Column("session_id", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("player_id", sa.Integer, nullable=False),
        sa.Column("person_id", sa.Integer, nullable=False),
        sa.Column("started_at", plain, nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.Column("net", sa.BigInteger, nullable=False),
        sa.Column("hands", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("self_drawn", sa.Integer, nullable=False),
        sa.Column("thrown", sa.Integer, nullable=False),
        sa.Column("east_wins", sa.Integer, nullable=False),
        sa.Column("won_points", sa.BigInteger, nullable=False),
        sa.Column("best", sa.BigInteger),
        sa.Column("best_item", plain),
        sa.PrimaryKeyConstraint("session_id", "place", name="pk_standings"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_standings_session"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_standings_player"),
        sa.ForeignKeyConstraint(["person_id"], ["players.id"], name="fk_standings_person"),
    )
    added_up = ["hands", "wins", "self_drawn", "thrown", "east_wins", "won_points", "net", "best"]
    op.create_index("ix_standings_person", "standings", ["person_id", "started_at", "session_id", *added_up])
    op.create_index("ix_standings_best", "standings", ["person_id", "best", "started_at", "session_id"])
    op.create_index("ix_standings_player", "standings", ["player_id"])
