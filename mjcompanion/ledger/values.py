"""What a ledger tells: players, sessions, pages of them, statistics, backups and findings. No database in here."""

from __future__ import annotations

import unicodedata
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec

from mjcompanion.problems import Problem, RuleError
from mjcompanion.table.events import AnyEvent
from mjcompanion.table.table import Table, replay

LONGEST_NAME: Final = 10_000


class Player(msgspec.Struct, frozen=True):
    """Somebody who plays: an id that never changes, and a name that may."""

    uid: str
    name: str


class SessionRef(msgspec.Struct, frozen=True):
    """A session that was begun or went on: its id, and the number of its last event."""

    uid: str
    last_seq: int


class SessionFilter(msgspec.Struct, frozen=True):
    """Which sessions are meant; what is left empty doesn't matter.

    `player` is an id; `text` stands in a title or a player's name, however it is written; `rules` is a ruleset's key;
    `since` and `until` are days ("2026-11-21", both of them included) or moments in UTC.
    """

    player: str = ""
    text: str = ""
    rules: str = ""
    since: str = ""
    until: str = ""


class Cursor(msgspec.Struct, frozen=True):
    """The place after which the next page begins."""

    at: str
    id: int


class SessionRow(msgspec.Struct, frozen=True):
    """A session in a list; players, names and balances in the order in which they sat down."""

    uid: str
    title: str
    started_at: str
    rules: str
    rules_name: str
    fingerprint: str
    hands: int
    ended: bool
    last_seq: int
    players: tuple[str, ...]
    names: tuple[str, ...]
    balances: tuple[int, ...]
    nets: tuple[int, ...]


class Page(msgspec.Struct, frozen=True):
    """Some sessions, newest first, and where the next page begins; `after` is None on the last one."""

    rows: tuple[SessionRow, ...]
    after: Cursor | None


class StoredSession(msgspec.Struct, frozen=True, dict=True):
    """A session as it is stored: all its events, and the players as they are called today.

    `players` are the ids of who they are today: after merging, another than in the events.
    """

    uid: str
    title: str
    rules: str
    ended: bool
    players: tuple[str, ...]
    names: tuple[str, ...]
    events: tuple[AnyEvent, ...]

    @property
    def last_seq(self) -> int:
        """The number of the last event; the next one takes the number after it."""
        return len(self.events) - 1

    @cached_property
    def table(self) -> Table:
        """The table that the events lead to."""
        return replay(self.events)


class BestHand(msgspec.Struct, frozen=True):
    """The hand that counted most: what it counted, and where it stands."""

    points: int
    session: str
    item: str
    started_at: str


class PlayerStatistics(msgspec.Struct, frozen=True):
    """What somebody has done in some sessions; `won_points` adds up what the hands won counted."""

    player: str
    name: str
    sessions: int
    hands: int
    wins: int
    self_drawn: int
    thrown: int
    east_wins: int
    won_points: int
    net: int
    best: BestHand | None
    last_at: str

    @property
    def average(self) -> float | None:
        """What a hand won counted on the average; None without any."""
        return self.won_points / self.wins if self.wins else None


class BackupFile(msgspec.Struct, frozen=True):
    """A copy of the ledger: when it was made, at which state of the ledger (a number that rises), what is in it.

    `ok` is whether it can be used; what a damaged one holds isn't known.
    """

    path: Path
    at: str
    version: int
    sessions: int
    hands: int
    ok: bool


class Finding(msgspec.Struct, frozen=True):
    """Something wrong that a check found: in which session (empty: in the file), and in one sentence."""

    session: str
    sentence: str
    repairable: bool = False


class CheckReport(msgspec.Struct, frozen=True):
    """What was looked at, and what was found."""

    sessions: int
    events: int
    hands: int
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


class ImportReport(msgspec.Struct, frozen=True):
    """What an import did.

    `added` and `continued` are the ids of sessions that are new or have more events now; `known` were here already,
    as they are or with more events; `different` have other events here and were left as they are, a sentence each.
    `joined` are the names of players taken for those who have the name here; `renamed` were called otherwise in the
    file, but sat at a table with somebody of their name.
    """

    added: tuple[str, ...]
    continued: tuple[str, ...]
    known: tuple[str, ...]
    different: tuple[str, ...]
    players: int
    joined: tuple[str, ...]
    renamed: tuple[str, ...]


def key_of(text: str) -> str:
    """The text as it is searched for: however it is written.

    >>> key_of("ＡＮＮ") == key_of("ann")
    True
    """
    return storable(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()))


def storable(text: str) -> str:
    """The text without what a database can't hold: NUL, and halves of letters."""
    return text.replace("\x00", "�").encode("utf-8", "replace").decode()


def checked_name(name: str) -> str:
    """The name of a player, without spaces around it.

    Raises:
        RuleError: it is empty, too long, or no text that can be stored.

    """
    name = name.strip()
    if not name:
        raise RuleError([Problem("name-empty")])
    if len(name) > LONGEST_NAME:
        raise RuleError([Problem("name-long", count=len(name), limit=LONGEST_NAME)])
    for letter in name:
        if letter == "\x00" or "\ud800" <= letter <= "\udfff":
            raise RuleError([Problem("name-letters", text=letter)])
    return name
