"""Writes sessions, games, kept hands and tournaments to files: JSON that can be imported, CSV, and text."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import IO, Literal

import msgspec

from mjcompanion.ledger import game_records, hand_records, players, session_records
from mjcompanion.ledger.cells import csv_text
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.formats import COLUMNS, FilePlayer, as_text, csv_cells, csv_rows, json_parts
from mjcompanion.ledger.game_files import COLUMNS as GAME_COLUMNS
from mjcompanion.ledger.game_files import game_cells, running_card
from mjcompanion.ledger.hand_records import COLUMNS as KEPT_COLUMNS
from mjcompanion.ledger.values import StoredTournament
from mjcompanion.table.table import people_of

Kind = Literal["json", "csv", "text"]
Progress = Callable[[int, int], None]
"""Called with how many are done, and of how many."""


class Contents(msgspec.Struct, frozen=True):
    """What goes into a JSON file: the ids of sessions, games and hands, and tournaments.

    A file has a list of games, hands or tournaments only where it isn't None; `exercises` says that there may be some
    among the hands.
    """

    sessions: Sequence[str] = ()
    games: Sequence[str] | None = None
    hands: Sequence[str] | None = None
    tournaments: Sequence[StoredTournament] | None = None
    exercises: bool = False


def write_json(out: IO[bytes], reader: Reader, what: Contents, progress: Progress | None = None) -> int:
    """Write a file that can be imported; return how many sessions, games and hands are in it."""
    whole = len(what.sessions) + len(what.games or ()) + len(what.hands or ())
    done = itertools.count()

    def counted(uids: Sequence[str]) -> Iterator[str]:
        for uid in uids:
            if progress is not None:
                progress(next(done), whole)
            yield uid

    more = [player for one in what.tournaments or () for player in one.tournament.players]
    parts = json_parts(
        _players_of(reader, what.sessions, more),
        ((uid, session_records.bodies(reader, session_records.head(reader, uid))) for uid in counted(what.sessions)),
        None if what.games is None else (game_records.RECORDS.stored(reader, uid) for uid in counted(what.games)),
        None if what.hands is None else (hand_records.RECORDS.stored(reader, uid) for uid in counted(what.hands)),
        what.tournaments,
        exercises=what.exercises,
    )
    for part in parts:
        out.write(part)
    return whole


def _players_of(reader: Reader, uids: Iterable[str], more: Iterable[str]) -> list[FilePlayer]:
    """Return the players of some sessions and some more, and who they are taken for."""
    found: dict[str, FilePlayer] = {}
    waiting: list[str] = list(more)
    for uid in uids:
        first, *others = session_records.bodies(reader, session_records.head(reader, uid))
        told = [first, *(body for body in others if '"people"' in body or '"who"' in body)]
        waiting += [player for player in people_of(session_records.decoded(uid, told)) if player not in found]
    while waiting:
        uid = waiting.pop()
        if uid not in found:
            row = players.find(reader, uid)
            into = players.merged_into(reader, row)
            waiting += [into] if into else []
            found[uid] = FilePlayer(row.uid, row.name, into)
    return list(found.values())


def sessions(out: IO[bytes], reader: Reader, kind: Kind, uids: Sequence[str], progress: Progress | None) -> None:
    """Write sessions: as CSV a row for each hand and each thing that moved a balance."""
    if kind == "json":
        write_json(out, reader, Contents(uids), progress)
        return
    stored = (session_records.stored(reader, uid) for uid in _each(uids, progress))
    if kind == "csv":
        _write_csv(out, COLUMNS, (csv_cells(row) for session in stored for row in csv_rows(session)))
    else:
        for place, session in enumerate(stored):
            out.write(b"\n\n" * bool(place) + as_text(session).encode())


def games(out: IO[bytes], reader: Reader, kind: Kind, uids: Sequence[str], progress: Progress | None) -> None:
    """Write finished games; as text a running score card."""
    if kind == "json":
        write_json(out, reader, Contents(games=uids), progress)
        return
    rows = (game_records.one_row(reader, uid) for uid in _each(uids, progress))
    if kind == "csv":
        _write_csv(out, GAME_COLUMNS, map(game_cells, rows))
    else:
        out.write(running_card(rows).encode())


def hands(out: IO[bytes], reader: Reader, kind: Kind, uids: Sequence[str], progress: Progress | None) -> None:
    """Write kept hands."""
    if kind == "json":
        exercises = hand_records.has_exercises(reader)
        write_json(out, reader, Contents(hands=uids, exercises=exercises), progress)
        return
    stored = (hand_records.RECORDS.stored(reader, uid) for uid in _each(uids, progress))
    if kind == "csv":
        _write_csv(out, KEPT_COLUMNS, map(hand_records.hand_cells, stored))
    else:
        out.write("\n".join(hand_records.as_text(hand) for hand in stored).encode())


def _each(uids: Sequence[str], progress: Progress | None) -> Iterator[str]:
    for place, uid in enumerate(uids):
        if progress is not None:
            progress(place, len(uids))
        yield uid


def _write_csv(out: IO[bytes], columns: Sequence[str], rows: Iterable[Iterable[str | int | None]]) -> None:
    for row in itertools.chain([columns], rows):
        out.write(csv_text([row]).encode())
