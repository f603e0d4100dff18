"""Exports as JSON: they hold everything and can be read again."""

from __future__ import annotations

import re
from bisect import bisect_left
from codecs import BOM_UTF8
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Final, TypeVar

import msgspec

from mjcompanion import __version__
from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.core.sanitize import decode_json, why_unread
from mjcompanion.i18n.translation import _, number
from mjcompanion.ledger.game_files import game_bytes, read_game
from mjcompanion.ledger.hand_files import is_hand, read_file
from mjcompanion.ledger.hand_records import hand_bytes, read_hand
from mjcompanion.ledger.tournament_records import read_tournament, tournament_bytes
from mjcompanion.ledger.values import StoredGame, StoredHand, StoredTournament, checked_name
from mjcompanion.parsing.dates import is_moment
from mjcompanion.table.events import AnyEvent, decode_event
from mjcompanion.table.table import Table, replay

T = TypeVar("T", StoredGame, StoredHand, StoredTournament)
FORMAT: Final = 5
"""The newest format that this program knows; it rises when an older program would read a newer file wrongly.

1 has no finished games, 2 no kept hands, 3 no exercises among them, 4 no tournaments.
"""
MOST_BYTES: Final = 2**31
_UID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class FilePlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player in a file; `same_as` is the id of the player whom this one was merged into."""

    uid: str
    name: str
    same_as: str = ""


class Read(msgspec.Struct, frozen=True):
    """What a file holds, checked: every session and every finished game was played again."""

    players: tuple[FilePlayer, ...]
    sessions: tuple[tuple[str, Table], ...]
    games: tuple[StoredGame, ...] = ()
    kept: tuple[StoredHand, ...] = ()
    tournaments: tuple[StoredTournament, ...] = ()
    left_out: tuple[str, ...] = ()
    """What the file has and isn't imported, a sentence each."""
    from_cells: bool = False
    """Whether it was a table, which doesn't tell how often a hand was corrected."""


class _FileSession(msgspec.Struct, frozen=True):
    uid: str
    events: list[msgspec.Raw]


class _Format(msgspec.Struct, frozen=True):
    format: Annotated[int, msgspec.Meta(ge=1, le=9_999)]


class _File(_Format, frozen=True):
    players: list[FilePlayer]
    sessions: list[_FileSession]
    games: list[msgspec.Raw] = []
    kept: list[msgspec.Raw] = []
    tournaments: list[msgspec.Raw] = []


def json_parts(
    players: Iterable[FilePlayer],
    sessions: Iterable[tuple[str, Sequence[str]]],
    games: Iterable[StoredGame] | None = None,
    kept: Iterable[StoredHand] | None = None,
    contests: Iterable[StoredTournament] | None = None,
    *,
    exercises: bool = False,
) -> Iterator[bytes]:
    """Write players, sessions, finished games, kept hands and tournaments, a piece at a time.

    Sessions come as their ids and encoded events; `exercises` tells that there may be some among what is kept.

    >>> b"".join(json_parts([], [])).split()[:2]
    [b'{"format":1,"program":"mjcompanion', b'...
    """
    encode = msgspec.json.encode
    version = max(1, 2 * (games is not None), 3 * (kept is not None), 4 * exercises, 5 * (contests is not None))
    lists: dict[str, Iterable[bytes] | None] = {
        "players": map(encode, players),
        "sessions": (
            b'{"uid":%s,"events":[\n%s]}' % (encode(uid), ",\n".join(events).encode()) for uid, events in sessions
        ),
        "games": None if games is None else map(game_bytes, games),
        "kept": None if kept is None else map(hand_bytes, kept),
        "tournaments": None if contests is None else map(tournament_bytes, contests),
    }
    yield b'{"format":%d,"program":%s' % (version, encode(f"mjcompanion {__version__}"))
    for name, lines in lists.items():
        if lines is not None:
            yield b',\n"%s":[' % name.encode()
            for place, line in enumerate(lines):
                yield (b",\n" if place else b"\n") + line
            yield b"]"
    yield b"}\n"


def read_json(content: bytes) -> Read:
    """Read what `json_parts` wrote, or the file of one hand, and play everything again.

    Raises:
        RuleError: a newer version wrote it, it is damaged, or what it holds can't have happened; the sentence names
            the place.

    """
    if len(content) > MOST_BYTES:
        sentence = _("it has {count} bytes, and {limit} is the most")
        raise _no_export(sentence.format(count=number(len(content)), limit=number(MOST_BYTES)))
    found = _decoded(content)
    known = _known(found.players)
    sessions = dict[str, Table]()
    for place, session in enumerate(found.sessions, 1):
        _check_uid(_session(place), session.uid, sessions)
        sessions[session.uid] = _played(place, session, known)
    return Read(
        tuple(found.players),
        tuple(sessions.items()),
        _records(found.games, _("Game {number}"), read_game, "begun_at", "finished_at"),
        _records(found.kept, _("Kept hand {number}"), read_hand, "at", "changed_at"),
        _records(found.tournaments, _("Tournament {number}"), read_tournament, "at", "changed_at"),
    )


def _decoded(content: bytes) -> _File:
    if is_hand(content):
        return _File(FORMAT, [], [], kept=[msgspec.Raw(hand_bytes(read_file(content)))])
    content = content.removeprefix(BOM_UTF8)
    if content.startswith(b'"'):  # as each of its tables begins
        raise _no_export(_("only its table of kept hands can be imported; export it as JSON"))
    try:
        version = msgspec.json.decode(content, type=_Format).format
        if version > FORMAT:
            raise RuleError([Problem("import-newer", count=version, limit=FORMAT)])
        return decode_json(content, _File)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _no_export(why_unread(error)) from error


def _known(players: Sequence[FilePlayer]) -> dict[str, FilePlayer]:
    """The players by their ids; each has a name, and none is the same as another in a circle."""
    said = _("Player {number}")
    known = dict[str, FilePlayer]()
    for place, player in enumerate(players, 1):
        _check_uid(said.format(number=place), player.uid, known)
        try:
            checked_name(player.name)
        except RuleError as error:
            raise _at(said.format(number=place), str(error)) from error
        known[player.uid] = player
    for place, player in enumerate(players, 1):
        seen = {player.uid}
        while player.same_as:
            if player.same_as not in known or player.same_as in seen:
                raise _at(said.format(number=place), _("“same_as” names nobody in this file."))
            player = known[player.same_as]
            seen.add(player.uid)
    return known


def _played(place: int, session: _FileSession, known: Mapping[str, FilePlayer]) -> Table:
    """The table that the events of a session lead to."""
    events = []
    for seq, line in enumerate(session.events):
        try:
            event = decode_event(bytes(line))
        except ValueError as error:
            raise _at(_session(place, seq), _("{sentence}.").format(sentence=error)) from error
        _check_moments(_session(place, seq), event.at)
        events.append(event)
    try:
        table = replay(events)
    except RuleError as error:
        bad = bisect_left(range(len(events)), True, key=lambda seq: _fails(events[: seq + 1]))
        raise _at(_session(place, bad), str(error)) from error
    for uid in table.people:
        if uid not in known:
            sentence = _("the player “{id}” isn't among the players of the file.")
            raise _at(_session(place), sentence.format(id=printable(uid)))
    return table


def _fails(events: Sequence[AnyEvent]) -> bool:
    try:
        replay(events)
    except RuleError:
        return True
    return False


def _records(lines: Sequence[msgspec.Raw], said: str, read: Callable[[bytes], T], *moments: str) -> tuple[T, ...]:
    """Read records, whose rows have an id of their own and these moments; `said` names the place of one."""
    found = dict[str, T]()
    for place, line in enumerate(lines, 1):
        where = said.format(number=place)
        try:
            record = read(bytes(line))
        except RuleError as error:
            raise _at(where, str(error)) from error
        _check_uid(where, record.row.uid, found)
        _check_moments(where, *(getattr(record.row, name) for name in moments))
        found[record.row.uid] = record
    return tuple(found.values())


def _session(place: int, seq: int | None = None) -> str:
    """Name a session of the file, or an event of it."""
    said = _("Session {number}") if seq is None else _("Session {number}, event {event}")
    return said.format(number=place, event=seq)


def is_uid(text: str) -> bool:
    """Return whether a text may be an id."""
    return _UID.fullmatch(text) is not None


def _check_uid(where: str, uid: str, seen: Container[str]) -> None:
    if not is_uid(uid) or uid in seen:
        raise _at(where, _("the id isn’t valid, or is there twice."))


def _check_moments(where: str, *moments: str) -> None:
    for text in moments:
        if not is_moment(text):
            raise _at(where, no_moment(text))


def no_moment(text: str) -> str:
    """Say that a text is no moment."""
    return _("“{text}” isn’t a time; write {example}.").format(text=printable(text), example="2026-11-21T05:31:52Z")


def _no_export(why: str) -> RuleError:
    return RuleError([Problem("import-syntax", why=why)])


def _at(place: str, why: str) -> RuleError:
    return RuleError([Problem("import-place", text=place, why=why)])
