"""The tables of the ledger, the same on SQLite and PostgreSQL.

`events` is the truth and only ever grows. `sessions` (but for its id) and `standings` follow from it and are written
in the same transaction, so that lists and statistics need no replay; `players` and `meta` are what events don't hold.
`games`, `kept` and `tournaments` stand for themselves: a row for each finished virtual game, with the whole game in it,
for each hand that was kept, with what was asked and counted, and for each tournament.

Every row that a list shows has a `checksum`, looked at when it is read; rows that are added up have a `tally` (see
`proof`).
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

HEAD: Final = "0009"
"""The newest schema that this program knows: the last file in migrations/versions."""
OLDEST: Final = "0009"
"""The oldest schema that can be brought up to date. Earlier ones were never released."""

_metadata: Final = MetaData()
plain: Final = Text().with_variant(Text(collation="C"), "postgresql")
"""Text compared letter by letter, whatever the language of the server."""

meta: Final = Table(
    "meta",
    _metadata,
    Column("id", Integer, nullable=False, autoincrement=False),
    Column("uid", plain, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("program", plain, nullable=False),
    Column("sessions", BigInteger),
    Column("games", BigInteger),
    Column("kept", BigInteger),
    Column("tournaments", BigInteger),
    PrimaryKeyConstraint("id", name="pk_meta"),
)
"""One row: the ledger's id, a number that each writing raises, the program that made the schema, and how many sessions,
finished games, kept hands and tournaments were written: a row that is gone is missed.
"""

players: Final = Table(
    "players",
    _metadata,
    Column("id", Integer, nullable=False),
    Column("uid", plain, nullable=False),
    Column("name", plain, nullable=False),
    Column("name_key", plain, nullable=False),
    Column("name_slot", plain),
    Column("merged_into", Integer),
    Column("created_at", plain, nullable=False),
    Column("checksum", BigInteger),
    PrimaryKeyConstraint("id", name="pk_players"),
    UniqueConstraint("uid", name="uq_players_uid"),
    UniqueConstraint("name_slot", name="uq_players_name_slot"),
    ForeignKeyConstraint(["merged_into"], ["players.id"], name="fk_players_merged_into"),
)
"""`name_slot` is a digest of `name_key`, empty once merged: so two windows can't add one name twice."""

sessions: Final = Table(
    "sessions",
    _metadata,
    Column("id", Integer, nullable=False),
    Column("uid", plain, nullable=False),
    Column("title", plain, nullable=False),
    Column("title_key", plain, nullable=False),
    Column("rules", plain, nullable=False),
    Column("rules_name", plain, nullable=False),
    Column("fingerprint", plain, nullable=False),
    Column("started_at", plain, nullable=False),
    Column("ended", Boolean(create_constraint=False), nullable=False),
    Column("hands", Integer, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("tail", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("checksum", BigInteger),
    PrimaryKeyConstraint("id", name="pk_sessions"),
    UniqueConstraint("uid", name="uq_sessions_uid"),
    Index("ix_sessions_started", "started_at", "id"),
    Index("ix_sessions_rules", "rules", "started_at", "id"),
    Index("ix_sessions_touched", "touched"),
)
"""`tail` is the `chain` of the last event; `touched` the `meta.version` that wrote it, 0 for an imported session."""

events: Final = Table(
    "events",
    _metadata,
    Column("id", Integer, nullable=False),
    Column("session_id", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", plain, nullable=False),
    Column("kind", plain, nullable=False),
    Column("body", plain, nullable=False),
    Column("chain", BigInteger, nullable=False),
    PrimaryKeyConstraint("id", name="pk_events"),
    UniqueConstraint("session_id", "seq", name="uq_events_session_seq"),
    ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_events_session"),
)
"""`chain` is the link of `proof.chained`: a changed, lost or foreign event is noticed."""


def _points(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


standings: Final = Table(
    "standings",
    _metadata,
    Column("session_id", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("player_id", Integer, nullable=False),
    Column("person_id", Integer, nullable=False),
    Column("started_at", plain, nullable=False),
    _points("balance"),
    _points("net"),
    Column("hands", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("self_drawn", Integer, nullable=False),
    Column("thrown", Integer, nullable=False),
    Column("east_wins", Integer, nullable=False),
    _points("won_points"),
    Column("best", BigInteger),
    Column("best_item", plain),
    Column("checksum", BigInteger),
    Column("tally", BigInteger),
    PrimaryKeyConstraint("session_id", "place", name="pk_standings"),
    ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_standings_session"),
    ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_standings_player"),
    ForeignKeyConstraint(["person_id"], ["players.id"], name="fk_standings_person"),
    Index(
        "ix_standings_person",
        *("person_id", "started_at", "session_id", "hands", "wins", "self_drawn", "thrown", "east_wins"),
        *("won_points", "net", "best", "tally"),
    ),
    Index("ix_standings_best", "person_id", "best", "started_at", "session_id"),
    Index("ix_standings_player", "player_id"),
)
"""`player_id` is who sat there as the events have it, `person_id` who that is after all merging.

The first index finds somebody's sessions by date and holds all that statistics add up, the second finds the best hand.
"""

games: Final = Table(
    "games",
    _metadata,
    Column("id", Integer, nullable=False),
    Column("uid", plain, nullable=False),
    Column("rules", plain, nullable=False),
    Column("seed", BigInteger),
    Column("begun_at", plain, nullable=False),
    Column("finished_at", plain, nullable=False),
    Column("won", Boolean(create_constraint=False), nullable=False),
    Column("winner", plain, nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("factor_num", BigInteger),
    Column("factor_den", BigInteger),
    Column("final_num", BigInteger),
    Column("final_den", BigInteger),
    Column("final_cents", BigInteger),
    Column("discards", Integer, nullable=False),
    Column("flowers", Integer, nullable=False),
    Column("hand", plain, nullable=False),
    Column("by", plain, nullable=False),
    Column("asked", Integer, nullable=False),
    Column("taken_back", Integer, nullable=False),
    Column("assisted", Boolean(create_constraint=False), nullable=False),
    Column("card", plain, nullable=False),
    Column("key", plain, nullable=False),
    Column("put_aside", Boolean(create_constraint=False), nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("checksum", BigInteger, nullable=False),
    Column("row_checksum", BigInteger),
    Column("tally", BigInteger),
    Column("house", plain),
    PrimaryKeyConstraint("id", name="pk_games"),
    UniqueConstraint("uid", name="uq_games_uid"),
    Index("ix_games_finished", "put_aside", "finished_at", "id", "rules", "won", "assisted", "key"),
    Index("ix_games_rules", "put_aside", "rules", "finished_at", "id", "won", "assisted", "key"),
    Index(
        "ix_games_final",
        *("put_aside", "rules", "house", "final_cents", "won", "winner", "assisted", "finished_at"),
        *("factor_num", "factor_den", "id", "seed", "tally"),
    ),
    Index("ix_games_deal", "rules", "seed", "finished_at", "id"),
)
"""`record` is the game as a record has it, JSON, compressed to an eighth; `checksum` the CRC-32 of all that is told of
the game and of the record. `final_cents` is the final in hundredths, to sort by; `key` what is searched for; `house`
how the record's rules differ from the ruleset's own, see `house.house_of`. Of a row only `put_aside` ever changes.

One index holds all that statistics add up, the last one finds games on a deal that was seen before, the others hold all
that lists are narrowed by: records are long, and are read for the games alone that are shown.
"""

kept: Final = Table(
    "kept",
    _metadata,
    Column("id", Integer, nullable=False),
    Column("uid", plain, nullable=False),
    Column("at", plain, nullable=False),
    Column("changed_at", plain, nullable=False),
    Column("player", plain, nullable=False),
    Column("player_key", plain, nullable=False),
    Column("place", plain, nullable=False),
    Column("remark", plain, nullable=False),
    Column("rules", plain, nullable=False),
    Column("rules_name", plain, nullable=False),
    Column("hand", plain, nullable=False),
    Column("key", plain, nullable=False),
    Column("changes", Integer, nullable=False),
    Column("won", Boolean(create_constraint=False), nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("final_cents", BigInteger),
    Column("put_aside", Boolean(create_constraint=False), nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("record_checksum", BigInteger, nullable=False),
    Column("checksum", BigInteger, nullable=False),
    Column("kind", plain, nullable=False, server_default=""),
    Column("house", plain),
    Column("factor_num", BigInteger),
    Column("factor_den", BigInteger),
    Column("tally", BigInteger),
    PrimaryKeyConstraint("id", name="pk_kept"),
    UniqueConstraint("uid", name="uq_kept_uid"),
    Index("ix_kept_at", "put_aside", "kind", "at", "id"),
    Index("ix_kept_rules", "put_aside", "kind", "rules", "at", "id"),
    Index("ix_kept_player", "put_aside", "kind", "player_key", "at", "id"),
    Index(
        "ix_kept_figures",
        *("put_aside", "kind", "rules", "house", "final_cents", "score", "won", "at", "player_key"),
        *("factor_num", "factor_den", "rules_name", "id", "tally"),
    ),
)
"""`record` is what was asked and what was counted, JSON, compressed; `record_checksum` its CRC-32 before that, and
`checksum` that of all other columns. `changes` counts how often the row was changed: of two copies the one with more
counts. `key` is what is searched for; `kind` is empty for a hand that a person scored, "practice" for an exercise;
`house` as in `games`, and the factor Kemp's, both from the record.
"""

tournaments: Final = Table(
    "tournaments",
    _metadata,
    Column("id", Integer, nullable=False),
    Column("uid", plain, nullable=False),
    Column("at", plain, nullable=False),
    Column("changed_at", plain, nullable=False),
    Column("title", plain, nullable=False),
    Column("rules", plain, nullable=False),
    Column("changes", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("put_aside", Boolean(create_constraint=False), nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("record_checksum", BigInteger, nullable=False),
    Column("checksum", BigInteger, nullable=False),
    PrimaryKeyConstraint("id", name="pk_tournaments"),
    UniqueConstraint("uid", name="uq_tournaments_uid"),
)
"""`record` is the whole tournament, JSON, compressed; the checksums are as in `kept`, and so is `changes`."""

alembic_version: Final = Table(
    "alembic_version",
    _metadata,
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""As alembic itself makes it."""

metadata: Final = _metadata
