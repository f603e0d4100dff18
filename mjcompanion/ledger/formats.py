"""Reads exports in JSON, and plays everything in them again."""

from __future__ import annotations

import re
from bisect import bisect_left
from codecs import BOM_UTF8
from collections.abc import Container, Mapping, Sequence
from typing import Annotated, Any, Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.core.sanitize import decode_json, why_unread
from mjcompanion.i18n.translation import _, number
from mjcompanion.ledger import hands
from mjcompanion.ledger.records import RECORD_KINDS, Records
from mjcompanion.ledger.values import FilePlayer, checked_name
from mjcompanion.parsing.dates import is_moment
from mjcompanion.table.events import AnyEvent, decode_event
from mjcompanion.table.table import Table, replay

FORMAT: Final = 6
"""The newest format that this program knows; it rises when an older program would read a newer file wrongly.

1 has no finished games, 2 no kept hands, 3 no exercises among them, 4 no tournaments, 5 no seasons.
"""
MOST_BYTES: Final = 2**31
_UID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Read(msgspec.Struct, frozen=True):
    """What a file holds, checked: every session and every finished game was played again."""

    players: tuple[FilePlayer, ...]
    sessions: tuple[tuple[str, Table], ...]
    records: Mapping[str, tuple[Any, ...]] = {}
    """Stored records by their kind."""
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
    seasons: list[msgspec.Raw] = []

    @property
    def records(self) -> dict[str, list[msgspec.Raw]]:
        """The encoded records by their kind."""
        found = {one.kind: getattr(self, one.listed_as) for one in RECORD_KINDS.values()}
        return {kind: lines for kind, lines in found.items() if lines}


def read_json(content: bytes) -> Read:
    """Read an export, or the file of one hand, and play everything again.

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
    records = {kind: _records(RECORD_KINDS[kind], lines) for kind, lines in found.records.items()}
    return Read(tuple(found.players), tuple(sessions.items()), records)


def _decoded(content: bytes) -> _File:
    if hands.is_hand(content):
        return _File(FORMAT, [], [], kept=[msgspec.Raw(hands.RECORDS.to_file(hands.read_file(content)))])
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
    """Return the players by their ids; each has a name, and `same_as` leads in no circle."""
    place_words = _("Player {number}")
    known = dict[str, FilePlayer]()
    for place, player in enumerate(players, 1):
        _check_uid(place_words.format(number=place), player.uid, known)
        try:
            checked_name(player.name)
        except RuleError as error:
            raise _at(place_words.format(number=place), str(error)) from error
        known[player.uid] = player
    for place, player in enumerate(players, 1):
        seen = {player.uid}
        while player.same_as:
            if player.same_as not in known or player.same_as in seen:
                raise _at(place_words.format(number=place), _("“same_as” names nobody in this file."))
            player = known[player.same_as]
            seen.add(player.uid)
    return known


def _played(place: int, session: _FileSession, known: Mapping[str, FilePlayer]) -> Table:
    """Return the table that the events of a session lead to."""
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
            sentence = _("the player “{id}” isn’t among the players of the file.")
            raise _at(_session(place), sentence.format(id=printable(uid)))
    return table


def _fails(events: Sequence[AnyEvent]) -> bool:
    try:
        replay(events)
    except RuleError:
        return True
    return False


def _records(kind: Records[Any, Any], lines: Sequence[msgspec.Raw]) -> tuple[Any, ...]:
    """Read the records of a kind."""
    found = dict[str, Any]()
    for place, line in enumerate(lines, 1):
        where = _(kind.placed).format(number=place)
        try:
            record = kind.from_file(bytes(line))
        except RuleError as error:
            raise _at(where, str(error)) from error
        _check_uid(where, record.row.uid, found)
        _check_moments(where, *(getattr(record.row, name) for name in kind.moments))
        found[record.row.uid] = record
    return tuple(found.values())


def _session(place: int, seq: int | None = None) -> str:
    """Name a session of the file, or an event of it."""
    place_words = _("Session {number}") if seq is None else _("Session {number}, event {event}")
    return place_words.format(number=place, event=seq)


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
    return _("“{text}” isn’t a time. Write {example}.").format(text=printable(text), example="2026-11-21T05:31:52Z")


def _no_export(why: str) -> RuleError:
    return RuleError([Problem("import-syntax", why=why)])


def _at(place: str, why: str) -> RuleError:
    return RuleError([Problem("import-place", text=place, why=why)])
