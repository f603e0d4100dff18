"""Writes sessions, games, kept hands and tournaments to files: JSON that can be imported, CSV, and text."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import IO, Any, Literal

import msgspec

from mjcompanion.ledger import game_records, hand_records, players, session_records
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.csv_files import write_csv
from mjcompanion.ledger.formats import FilePlayer, json_parts
from mjcompanion.ledger.text_files import write_text
from mjcompanion.ledger.values import GAMES, HANDS, SESSIONS, StoredTournament
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


def write(
    out: IO[bytes], reader: Reader, kind: Kind, what: str, uids: Sequence[str], progress: Progress | None = None
) -> None:
    """Write sessions, games or hands (`what`): as CSV, for other programs, as text, or as JSON."""
    if kind == "json":
        contents = {SESSIONS: Contents(uids), GAMES: Contents(games=uids)}.get(what)
        with_hands = Contents(hands=uids, exercises=hand_records.has_exercises(reader))
        write_json(out, reader, contents or with_hands, progress)
        return
    read: Callable[[Reader, str], Any] = {
        SESSIONS: session_records.stored,
        GAMES: game_records.one_row,
    }.get(what, hand_records.RECORDS.stored)
    write_items = write_csv if kind == "csv" else write_text
    write_items(out, what if what in (SESSIONS, GAMES) else HANDS, _read_each(reader, read, uids, progress))


def _read_each(
    reader: Reader, read: Callable[[Reader, str], Any], uids: Sequence[str], progress: Progress | None
) -> Iterator[Any]:
    for place, uid in enumerate(uids):
        if progress is not None:
            progress(place, len(uids))
        yield read(reader, uid)
