"""The tables of the ledger as SQLAlchemy models, the same on SQLite and PostgreSQL.

`events` is the truth and only ever grows. `sessions` (but for its id) and `standings` follow from it and are written
in the same transaction, so that lists and statistics need no replay; `players` and `meta` are what events don't have.
`games`, `kept`, `tournaments` and `seasons` hold a record each: a finished virtual game, a kept hand or exercise, a
tournament, a club's season.

Every row but that of `meta` has a checksum; see `checksums`.
"""

from __future__ import annotations

from typing import Annotated, Final

from sqlalchemy import (
    BigInteger,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

HEAD: Final = "0011"
"""The newest schema that this program knows: the last file in migrations/versions."""
OLDEST: Final = "0009"
"""The oldest schema that can be migrated. Earlier ones were never released."""

exact_text: Final = Text().with_variant(Text(collation="C"), "postgresql")
"""Text compared letter by letter, whatever the language of the server."""
Points = Annotated[int, mapped_column(BigInteger)]


class Base(DeclarativeBase):
    """What all tables share."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
        }
    )
    type_annotation_map = {str: exact_text}  # noqa: RUF012 - SQLAlchemy's


class Checked:
    """A row with a checksum of all its other columns but the id and the record."""

    checksum: Mapped[Points] = mapped_column(sort_order=100)


class HasRecord(Checked):
    """A row with a record: JSON, compressed, and its CRC-32 before that.

    `key` and the like are there to search and to count by. `house` says how the record's rules differ from the
    ruleset's own; see `house_key.house_of`.
    """

    id: Mapped[int] = mapped_column(primary_key=True, sort_order=-3)
    uid: Mapped[str] = mapped_column(unique=True, sort_order=-2)
    rules: Mapped[str] = mapped_column(sort_order=-1)
    put_aside: Mapped[bool]
    record: Mapped[bytes] = mapped_column(LargeBinary, sort_order=98)
    record_checksum: Mapped[Points] = mapped_column(sort_order=99)


class Meta(Base):
    """One row: the ledger's id, a number that each writing raises, and the program that made the schema."""

    __tablename__ = "meta"
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    uid: Mapped[str]
    version: Mapped[Points]
    program: Mapped[str]


class Players(Checked, Base):
    """Who plays. `merged_into` is the player that somebody is taken for; then others may have the name."""

    __tablename__ = "players"
    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    name_key: Mapped[str]
    name_slot: Mapped[str | None] = mapped_column(unique=True)
    """A digest of `name_key`, None once merged, so that two windows can't add one name twice."""
    merged_into: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    created_at: Mapped[str]


class Sessions(Checked, Base):
    """A session as lists have it.

    `touched` is the `meta.version` that wrote it, 0 for an imported session. `seats` are the people as JSON, a list of
    player id, balance and net points for each; `notes_key` is what is searched for of the notes of its hands.
    """

    __tablename__ = "sessions"
    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(unique=True)
    title: Mapped[str]
    title_key: Mapped[str]
    rules: Mapped[str]
    rules_name: Mapped[str]
    fingerprint: Mapped[str]
    started_at: Mapped[str]
    ended: Mapped[bool]
    hands: Mapped[int]
    last_seq: Mapped[int]
    touched: Mapped[Points]
    seats: Mapped[str]
    notes_key: Mapped[str]
    __table_args__ = (
        Index("ix_sessions_started", "started_at", "id"),
        Index("ix_sessions_rules", "rules", "started_at", "id"),
        Index("ix_sessions_touched", "touched"),
    )


class Events(Checked, Base):
    """What happened in a session, numbered from 0; `body` is the event as JSON."""

    __tablename__ = "events"
    id: Mapped[int] = mapped_column(primary_key=True)
    session_id: Mapped[int] = mapped_column(ForeignKey("sessions.id", name="fk_events_session"))
    seq: Mapped[int]
    at: Mapped[str]
    kind: Mapped[str]
    body: Mapped[str]
    __table_args__ = (UniqueConstraint("session_id", "seq", name="uq_events_session_seq"),)


class Standings(Checked, Base):
    """What a session came to for one of its people.

    `player_id` is who sat there as the events have it, `person_id` who that is after all merging.
    """

    __tablename__ = "standings"
    session_id: Mapped[int] = mapped_column(ForeignKey("sessions.id", name="fk_standings_session"), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id", name="fk_standings_player"))
    person_id: Mapped[int] = mapped_column(ForeignKey("players.id", name="fk_standings_person"))
    started_at: Mapped[str]
    balance: Mapped[Points]
    net: Mapped[Points]
    hands: Mapped[int]
    wins: Mapped[int]
    self_drawn: Mapped[int]
    thrown: Mapped[int]
    east_wins: Mapped[int]
    won_points: Mapped[Points]
    best: Mapped[Points | None]
    best_item: Mapped[str | None]
    __table_args__ = (
        Index("ix_standings_person", "person_id", "started_at", "session_id"),
        Index("ix_standings_best", "person_id", "best", "started_at", "session_id"),
        Index("ix_standings_player", "player_id"),
    )


class Games(HasRecord, Base):
    """A finished virtual game. `final_cents` is the final in hundredths, to sort by. Only `put_aside` ever changes."""

    __tablename__ = "games"
    seed: Mapped[Points | None]
    begun_at: Mapped[str]
    finished_at: Mapped[str]
    won: Mapped[bool]
    winner: Mapped[str]
    score: Mapped[Points]
    factor_num: Mapped[Points | None]
    factor_den: Mapped[Points | None]
    final_num: Mapped[Points | None]
    final_den: Mapped[Points | None]
    final_cents: Mapped[Points | None]
    discards: Mapped[int]
    flowers: Mapped[int]
    hand: Mapped[str]
    by: Mapped[str]
    asked: Mapped[int]
    taken_back: Mapped[int]
    assisted: Mapped[bool]
    card: Mapped[str]
    key: Mapped[str]
    house: Mapped[str | None]
    __table_args__ = (
        Index("ix_games_finished", "put_aside", "finished_at", "id", "rules", "won", "assisted", "key"),
        Index("ix_games_rules", "put_aside", "rules", "finished_at", "id", "won", "assisted", "key"),
        Index(
            "ix_games_final",
            *("put_aside", "rules", "house", "final_cents", "won", "winner", "assisted", "finished_at"),
            *("factor_num", "factor_den", "id", "seed"),
        ),
        Index("ix_games_deal", "rules", "seed", "finished_at", "id"),
    )


class Kept(HasRecord, Base):
    """A kept hand, or an exercise where `kind` is "practice". Of two copies the one with more `changes` counts."""

    __tablename__ = "kept"
    at: Mapped[str]
    changed_at: Mapped[str]
    player: Mapped[str]
    player_key: Mapped[str]
    place: Mapped[str]
    remark: Mapped[str]
    rules_name: Mapped[str]
    hand: Mapped[str]
    key: Mapped[str]
    changes: Mapped[int]
    won: Mapped[bool]
    score: Mapped[Points]
    final_cents: Mapped[Points | None]
    kind: Mapped[str]
    house: Mapped[str | None]
    factor_num: Mapped[Points | None]
    factor_den: Mapped[Points | None]
    __table_args__ = (
        Index("ix_kept_at", "put_aside", "kind", "at", "id"),
        Index("ix_kept_rules", "put_aside", "kind", "rules", "at", "id"),
        Index("ix_kept_player", "put_aside", "kind", "player_key", "at", "id"),
        Index(
            "ix_kept_figures",
            *("put_aside", "kind", "rules", "house", "final_cents", "score", "won", "at", "player_key"),
            *("factor_num", "factor_den", "rules_name", "id"),
        ),
    )


class Tournaments(HasRecord, Base):
    """A tournament; `changes` as in `Kept`."""

    __tablename__ = "tournaments"
    at: Mapped[str]
    changed_at: Mapped[str]
    title: Mapped[str]
    changes: Mapped[int]
    players: Mapped[int]
    rounds: Mapped[int]


class Seasons(HasRecord, Base):
    """A club's season; `rules` are the ids of its rulesets, `since` and `until` local days, `changes` as in `Kept`."""

    __tablename__ = "seasons"
    at: Mapped[str]
    changed_at: Mapped[str]
    title: Mapped[str]
    changes: Mapped[int]
    since: Mapped[str]
    until: Mapped[str]


class AlembicVersion(Base):
    """The number of the schema, as alembic itself keeps it."""

    __tablename__ = "alembic_version"
    version_num: Mapped[str] = mapped_column(String(32))
    __table_args__ = (PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),)
