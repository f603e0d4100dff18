"""A club's session that continues in the data folder's ledger while the server doesn't answer, and comes back.

It is copied here as the window has it, and comes back as an import: a continuation is appended, a fork is reported.
"""

from __future__ import annotations

import io
import secrets
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, select

from mjcompanion.core.errors import RuleError
from mjcompanion.ledger.errors import closed_folder
from mjcompanion.ledger.exporting import json_parts, session_bytes, write_json
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.models import Sessions
from mjcompanion.ledger.records import RECORD_KINDS
from mjcompanion.ledger.session_records import body_of
from mjcompanion.ledger.values import FilePlayer, Fork
from mjcompanion.storage.paths import LARGEST_OWN, Folders, read_bounded, write_atomically
from mjcompanion.table.events import AnyEvent
from mjcompanion.table.table import people_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    Session = tuple[str, Sequence[str], Sequence[AnyEvent]]
    """A session's id, the names of all its people, and its events."""


class ContinuedHere(msgspec.Struct, frozen=True):
    """What continues here: the sessions, their ids on the server by those here.

    `known` is what the ledger here had before, ids with checksums: everything else is new and is sent too.
    """

    sessions: dict[str, str]
    known: dict[str, int]


def what_is_away(folders: Folders) -> ContinuedHere | None:
    """Return what continues here, None where nothing does."""
    with suppress(OSError, ValueError, RecursionError):
        return msgspec.json.decode(read_bounded(folders.away_file, LARGEST_OWN), type=ContinuedHere)
    return None


def as_file(uid: str, names: Sequence[str], events: Sequence[AnyEvent]) -> bytes:
    """Return a session with its players as an export; `names` are those of all its people."""
    players = [FilePlayer(who, name) for who, name in zip(people_of(events), names, strict=False)]
    session = session_bytes(uid, [body_of(event) for event in events])
    return b"".join(json_parts({"players": map(msgspec.json.encode, players), "sessions": [session]}))


def continue_here(folders: Folders, session: Session | None) -> ContinuedHere:
    """Copy the session at the table into the data folder's ledger, and note that this continues here.

    It has another id there where the ledger has a continuation of it that the server never took.
    """
    with Ledger.open(None, folders) as here:
        away = what_is_away(folders) or ContinuedHere({}, _known(here))
        if session is not None:
            uid, names, events = session
            mine = uid
            if here.import_json(as_file(uid, names, events)).forks:
                mine = secrets.token_hex(16)
                here.import_json(as_file(mine, names, events))
            away = ContinuedHere({**away.sessions, mine: uid}, away.known)
    try:
        write_atomically(folders.away_file, msgspec.json.encode(away))
    except OSError as error:
        raise closed_folder(folders.away_file, error) from error
    return away


def _rows(connection: Connection) -> Iterator[tuple[str, str, int]]:
    """Yield kind, id and checksum of each session and record; sessions have no kind."""
    for kind, model in {"": Sessions, **{one.kind: one.model for one in RECORD_KINDS.values()}}.items():
        for uid, checksum in connection.execute(select(model.uid, model.checksum)):
            yield kind, uid, checksum


def _known(ledger: Ledger) -> dict[str, int]:
    """Return the ids of all sessions and records, with the checksums of their rows."""
    with ledger.reading() as connection:
        return {uid: checksum for _, uid, checksum in _rows(connection)}


def _fresh(here: Ledger, away: ContinuedHere) -> bytes:
    """Export what is new or was changed here, but for the sessions that were copied."""
    out = io.BytesIO()
    fresh = defaultdict[str, list[str]](list)
    with here.reading() as connection:
        for kind, uid, checksum in _rows(connection):
            if away.known.get(uid) != checksum and uid not in away.sessions:
                fresh[kind].append(uid)
        write_json(out, connection, fresh.pop("", []), fresh)
    return out.getvalue()


def bring_back(folders: Folders, club: Ledger, away: ContinuedHere, *, separate: bool = False) -> tuple[Fork, ...]:
    """Import into the club's ledger what continues here, and what was begun or kept here since.

    Return the sessions that the club's ledger continued differently: they still wait, unless `separate` adds ours
    as sessions of their own.

    Raises:
        LedgerError: one of the ledgers can't be opened, or the club's doesn't take it; then all of it still waits.

    """
    forks: list[Fork] = []
    with Ledger.open(None, folders) as here:
        for mine, uid in away.sessions.items():
            try:
                stored = here.sessions.get(mine)
            except RuleError:  # the ledger here was restored to a time before
                continue
            forks += club.import_json(as_file(uid, stored.names, stored.events), separate=separate).forks
        club.import_json(_fresh(here, away))
    if not forks:
        forget(folders)
    return tuple(forks)


def forget(folders: Folders) -> None:
    """Leave what continued here in the data folder's ledger: it is sent to the club, or the club's is kept."""
    folders.away_file.unlink(missing_ok=True)
