"""The events of a table as they are stored, and the items that they put on the table's list, change or drop.

Seats, balances and chips follow from the events (`mjcompanion.table.table`). Players have the numbers 0 to 3 in the
order in which they sat down, counter-clockwise; `SessionSetup.players` has their ids. When others take over, these are
the numbers of the places, and a `PeopleItem` seats people on them.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Final

import msgspec

from mjcompanion.core.hand import FEATS, NO_FEATS, By
from mjcompanion.core.sanitize import why_unread
from mjcompanion.core.tiles import Wind
from mjcompanion.i18n.translation import _
from mjcompanion.rules.ruleset import Ruleset, read, written
from mjcompanion.table.rules import TableRules

Four = tuple[int, int, int, int]
LONGEST_TEXT: Final = 10_000
"""The most letters of a note or a title."""
MOST_PLANNED: Final = 5_000
"""The most hands of a plan."""


class SessionSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table of four began: who plays, by which rules, with how many points, and who was the first East.

    `players` are the people's ids in the order in which they sit, counter-clockwise. `thrown` keeps the dice with
    which the first East was found, a row for each time of throwing; empty when East was chosen by hand.

    Where more than four share the table, `out` are those who sit out first, the next to play first, and `turn` says
    when the next one sits out (`mjcompanion.table.people.InTurn`). `points` are what each of `players` and `out` starts
    with, where that isn't the same for all. `table` is the number of the club's table, from 1. What isn't so is not
    written.
    """

    rules: TableRules
    players: tuple[str, str, str, str]
    first_east: int = 0
    starting: int = 0
    thrown: tuple[tuple[tuple[int, ...] | None, ...], ...] = ()
    title: str = ""
    out: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    turn: str | msgspec.UnsetType = msgspec.UNSET
    points: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    table: int | msgspec.UnsetType = msgspec.UNSET

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody at the start: the four players, then those sitting out."""
        return (*self.players, *(self.out or ()))

    @property
    def starts(self) -> tuple[int, ...]:
        """What each of them started with."""
        return self.points or (self.starting,) * len(self.people)

    @property
    def table_number(self) -> int:
        """The number of the club's table, 0 if unknown."""
        return self.table or 0


# items


class Number(msgspec.Struct, frozen=True, tag_field="kind", tag="number"):
    """A score that was entered by hand."""

    score: int


class Tiles(msgspec.Struct, frozen=True, tag_field="kind", tag="tiles"):
    """A score that was counted from tiles: the hand in notation, and the winner's last tile.

    `score` is what was confirmed, counted for `seat` in `round`; where a correction moves the winds the hand is
    scored again.
    """

    hand: str
    score: int
    seat: Wind
    round: Wind
    tile: str | None = None
    called: bool | msgspec.UnsetType = msgspec.UNSET
    second_kong: bool | msgspec.UnsetType = msgspec.UNSET
    ninth_win: bool | msgspec.UnsetType = msgspec.UNSET
    """Facts of the win by the ids of `FEATS`; written only if true."""

    @property
    def feats(self) -> frozenset[str]:
        """The ids of the win's special facts; empty if the hand was not entered as tiles."""
        return frozenset([feat.id for feat in FEATS if getattr(self, feat.id) is True])


Score = Number | Tiles


class BetItem(msgspec.Struct, frozen=True):
    """A bettor, and the player that was backed; `who` is the bettor's id where that is somebody of the ledger."""

    name: str
    on: int
    shown: bool = False
    who: str | msgspec.UnsetType = msgspec.UNSET


class HandItem(msgspec.Struct, frozen=True, tag_field="kind", tag="hand", forbid_unknown_fields=True):
    """One hand: how it ended and what it scored; no winner means that all tiles were used up.

    Of an American hand `card` is the card, `line` the pattern of its line and `section` its heading, where they are
    known, and `tiles` are the winner's as they were entered, even if they make no line. `remarks` are the tiles of the
    four players that were entered and count nothing in this hand.
    `east` and `rounds` say who was East, and how many rounds were over, where that is not what the rules make of the
    hands before.
    """

    winner: int | None = None
    by: By | None = None
    discarder: int | None = None
    last_tile: bool = False
    scores: tuple[Score | None, Score | None, Score | None, Score | None] = (None, None, None, None)
    value: int | None = None
    jokerless: bool = False
    singles_and_pairs: bool = False
    dead: tuple[int, ...] = ()
    wrong_calls: tuple[int, ...] = ()
    bet: BetItem | None = None
    east: int | None = None
    rounds: int | None = None
    note: str = ""
    card: str = ""
    line: str = ""
    tiles: str = ""
    section: str | msgspec.UnsetType = msgspec.UNSET
    remarks: tuple[str, str, str, str] | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        if self.by is By.CHARLESTON:
            raise ValueError("nobody wins with the Charleston at a table")

    @property
    def feats(self) -> frozenset[str]:
        """Facts of the win, if it was scored from tiles."""
        found = None if self.winner is None else self.scores[self.winner]
        return found.feats if isinstance(found, Tiles) else NO_FEATS


class PenaltyItem(msgspec.Struct, frozen=True, tag_field="kind", tag="penalty", forbid_unknown_fields=True):
    """Points that one player pays each of some others for a fault; `double` are those who get twice as many."""

    payer: int
    payees: tuple[int, ...]
    points: int
    why: str = ""
    double: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def amounts(self) -> tuple[int, ...]:
        """What each of the payees gets, in their order."""
        return tuple(self.points * (1 + (payee in (self.double or ()))) for payee in self.payees)


class SeatsItem(msgspec.Struct, frozen=True, tag_field="kind", tag="seats", forbid_unknown_fields=True):
    """New seats: the players counter-clockwise, and East."""

    chairs: Four
    east: int


class PeopleItem(
    msgspec.Struct, frozen=True, tag_field="kind", tag="people", forbid_unknown_fields=True, omit_defaults=True
):
    """Who sits on the four places from now on, by their ids, and who sits out, the next to play first.

    Places keep their winds: who sits down takes over the place as it is. Who is in neither list isn't at the table, and
    keeps what was won or lost. `points` are what those who come start with where that isn't what the table starts with;
    `turn` says when the next one sits out, and `once` that after one hand everybody sits as before. With `results_stay`
    the hands that were entered already stay with the people who played them, and only the winds turn.
    """

    sits: tuple[str, str, str, str]
    out: tuple[str, ...] = ()
    points: tuple[tuple[str, int], ...] = ()
    turn: str = ""
    once: bool = False
    results_stay: bool = False


class BankItem(msgspec.Struct, frozen=True, tag_field="kind", tag="bank", forbid_unknown_fields=True):
    """Chips that a player borrows from the bank, or, with negative points, gives back."""

    player: int
    points: int


Item = HandItem | PenaltyItem | SeatsItem | BankItem | PeopleItem


# events


class Put(msgspec.Struct, frozen=True, tag_field="do", tag="put"):
    """Put an item at the end of the list or before another, or replace the one with the same id."""

    id: str
    item: Item
    before: str | None = None


class Drop(msgspec.Struct, frozen=True, tag_field="do", tag="drop"):
    """Remove an item from the list."""

    id: str


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    """Something that happened, and when: UTC, to the second, as "2026-11-21T05:31:52Z"."""

    at: str


class Started(Event, frozen=True, tag="started"):
    """The table was set up; the first event, and never again."""

    setup: SessionSetup


class Changed(Event, frozen=True, tag="changed"):
    """Items were put on the list, changed or dropped, all in one."""

    changes: tuple[Put | Drop, ...]


class Undone(Event, frozen=True, tag="undone"):
    """An earlier event is taken back: the last one that still counts."""

    seq: int


class Redone(Event, frozen=True, tag="redone"):
    """An event that was taken back counts again: the one taken back last."""

    seq: int


class Titled(Event, frozen=True, tag="titled"):
    """The table has another title."""

    title: str


class Ended(Event, frozen=True, tag="ended"):
    """The session was ended."""


class Reopened(Event, frozen=True, tag="reopened"):
    """The session was reopened."""


class SessionPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When the players want to stop, apart from the last round of their rules.

    `hands` is the number of hands, 0 for no limit; after the time `until` no other hand is begun; with `bankrupt` they
    stop when somebody has no points left.
    """

    hands: Annotated[int, msgspec.Meta(ge=0, le=MOST_PLANNED)] = 0
    until: str = ""
    bankrupt: bool = False


class Planned(Event, frozen=True, tag="planned"):
    """The players agreed when to stop."""

    plan: SessionPlan


AnyEvent = Started | Changed | Undone | Redone | Titled | Ended | Reopened | Planned

_encoder: Final = msgspec.json.Encoder(order="deterministic", enc_hook=written)


def read_stored(kind: type, value: object) -> object:
    """Read a value for msgspec; a ruleset that is no longer known stays one."""
    return Ruleset.stored(value) if kind is Ruleset and isinstance(value, str) else read(kind, value)


_decoder: Final[msgspec.json.Decoder[AnyEvent]] = msgspec.json.Decoder(AnyEvent, dec_hook=read_stored)


def encode_event(event: Event) -> bytes:
    """Write an event as a line of JSON.

    >>> encode_event(Ended(at="2026-11-21T05:31:52Z"))
    b'{"event":"ended","at":"2026-11-21T05:31:52Z"}'
    """
    return _encoder.encode(event)


def decode_event(line: bytes | str) -> AnyEvent:
    """Read what `encode_event` wrote.

    Raises:
        ValueError: this is no event.

    >>> decode_event(b'{"event":"undone","at":"2026-11-21T05:31:52Z","seq":3}').seq
    3

    """
    try:
        return _decoder.decode(line)
    except (msgspec.MsgspecError, RecursionError, OverflowError) as error:
        raise ValueError(_("this isn’t an event: {why}").format(why=why_unread(error))) from error


def now(not_before: str = "") -> str:
    """Return the time in UTC as events have it, but never earlier than `not_before`.

    >>> now("9999-01-01T00:00:00Z")
    '9999-01-01T00:00:00Z'
    """
    return max(datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), not_before)
