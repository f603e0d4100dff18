"""The kept hands and exercises of a ledger.

Who won a hand, where, and a remark may be corrected; a deleted hand is hidden, and can be restored.
"""

from __future__ import annotations

import secrets
from codecs import BOM_UTF8
from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, func, literal_column, select

from mjcompanion import __version__
from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.core.sanitize import decode_json, why_unread
from mjcompanion.i18n.translation import N_, _
from mjcompanion.ledger.hand_records import LONGEST, checked, factor_of, hand_of
from mjcompanion.ledger.listing import Listing
from mjcompanion.ledger.models import Kept
from mjcompanion.ledger.record_store import ListedRecordStore
from mjcompanion.ledger.records import MOST_CHANGES, Records
from mjcompanion.ledger.values import (
    HANDS,
    PRACTICE,
    KeptFilter,
    KeptHand,
    Stored,
    StoredHand,
    key_of,
    moment,
    storable,
)
from mjcompanion.practice import progress as practice
from mjcompanion.practice.record import result_of
from mjcompanion.table.events import now
from mjcompanion.table.house_key import house_of

_LARGEST: Final = 2**20
"""The most bytes of a record; a real one has some two thousand."""
_GREATEST: Final = 2**53
_FORMAT: Final = 1
MOST_BYTES: Final = 2**21
"""The most bytes of the file of a hand."""


class _FileHand(KeptHand, frozen=True, omit_defaults=True, kw_only=True):
    """A hand in a file: as a row, and its record."""

    rules: str
    record: dict[str, Any]


class _HandRecords(Records[KeptHand, StoredHand]):
    """Kept hands and exercises."""

    listed_as = "kept"
    since_format = 3
    placed = N_("Kept hand {number}")
    differs = N_("The kept hand {id} is a different one here, so it was left as it is.")

    def derived(self, stored: StoredHand) -> dict[str, Any]:
        """Return what is searched for and counted, and Kemp's factor where the answer has one."""
        row, record = stored.row, stored.record
        key = key_of(f"{row.player} {row.place} {row.remark} {row.hand}")
        found = {"player_key": key_of(row.player), "key": key, "house": house_of(record["request"])}
        factor = factor_of(record["answer"])
        over, under = (None, None) if factor is None else (factor.numerator, factor.denominator)
        return {**found, "factor_num": over, "factor_den": under}

    def format_in(self, connection: Connection) -> int:
        """Return 4 where there may be exercises among the hands."""
        return self.since_format if connection.execute(_ANY_EXERCISE).first() is None else 4

    def to_file(self, stored: StoredHand) -> bytes:
        """Return a hand as a file holds it."""
        hand = _FileHand(**msgspec.structs.asdict(stored.row), record=stored.record)
        return msgspec.json.encode(hand, order="sorted")

    def from_file(self, line: bytes) -> StoredHand:
        """Read a hand of a file. It isn't counted again: its rules may be known no longer."""
        try:
            found = msgspec.json.decode(line, type=_FileHand)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise _impossible(why_unread(error)) from error
        row = KeptHand(**{name: getattr(found, name) for name in KeptHand.__struct_fields__})
        numbers = (row.score, row.changes, row.final_cents or 0)
        if not all(-_GREATEST <= one <= _GREATEST for one in numbers) or not 0 <= row.changes <= MOST_CHANGES:
            raise _impossible(_("a number is out of range"))
        texts = (row.rules, row.rules_name, row.hand, row.player, row.place, row.remark)
        if row.kind not in ("", PRACTICE):
            raise _impossible(_("“{text}” isn’t a kind of hand").format(text=printable(row.kind)))
        if any(len(text) > LONGEST or storable(text) != text for text in texts):
            raise _impossible(_("a text is too long, or can’t be stored"))
        if len(msgspec.json.encode(found.record)) > _LARGEST:
            raise _impossible(_("it is too long"))
        shapes = (("request", dict), ("answer", dict), ("rules", dict), ("text", str))
        if any(not isinstance(found.record.get(name), shape) for name, shape in shapes):
            raise _impossible(_("it doesn’t say what was asked and what was counted"))
        return Stored(row, found.record)


def _impossible(why: str) -> RuleError:
    return RuleError([Problem("kept-impossible", why=why)])


RECORDS: Final = _HandRecords(Kept, "kept", N_("the kept hand {id}"), KeptHand, most=_LARGEST, problem="kept")


# a file of one hand, which another Companion opens on its Score page


class _Version(msgspec.Struct, frozen=True):
    mjhand: Annotated[int, msgspec.Meta(ge=1, le=9_999)]


class _File(_Version, frozen=True):
    hand: msgspec.Raw


def file_bytes(hand: StoredHand) -> bytes:
    """Write a hand as such a file holds it, without what only its ledger needs to know."""
    alone = RECORDS.to_file(Stored(msgspec.structs.replace(hand.row, put_aside=False), hand.record))
    program = msgspec.json.encode(f"mjcompanion {__version__}")
    return b'{"mjhand":%d,"program":%s,\n"hand":%s}\n' % (_FORMAT, program, alone)


def is_hand(content: bytes) -> bool:
    """Return whether a file claims to be one."""
    try:
        return "mjhand" in msgspec.json.decode(content.removeprefix(BOM_UTF8), type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def read_file(content: bytes) -> StoredHand:
    """Read the hand of a file.

    Raises:
        RuleError: it is no such file, a newer version wrote it, or it is damaged.

    """
    content = content[: MOST_BYTES + 1].removeprefix(BOM_UTF8)
    try:
        version = msgspec.json.decode(content, type=_Version).mjhand
        if version > _FORMAT:
            raise RuleError([Problem("import-newer", count=version, limit=_FORMAT)])
        return RECORDS.from_file(bytes(decode_json(content, _File).hand))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RuleError([Problem("hand-file", why=why_unread(error))]) from error


# lists


class _HandList(Listing[KeptFilter, KeptHand]):
    """Kept hands, or exercises."""

    def conditions(self, connection: Connection, criteria: KeptFilter) -> list[ColumnElement[bool]]:
        """Return what a filter asks of a row; a player is found however the name is written."""
        player = key_of(criteria.player.strip())
        found = super().conditions(connection, criteria)
        return [Kept.kind == criteria.kind, *found, *[Kept.player_key == player] * bool(player)]


LIST: Final[Listing[KeptFilter, KeptHand]] = _HandList(
    Kept,
    "at",
    {"put_aside": Kept.put_aside, "rules": Kept.rules},
    "key",
    RECORDS.row_of,
)
_NAMES: Final = (
    select(func.max(Kept.player))
    .where(Kept.player_key != literal_column("''"))
    .group_by(Kept.player_key)
    .order_by(Kept.player_key)
)
_ANY_EXERCISE: Final = select(Kept.id).where(Kept.kind != literal_column("''")).limit(1)
_EXERCISES: Final = KeptFilter(kind=PRACTICE)


class HandStore(ListedRecordStore[KeptFilter, KeptHand, StoredHand]):
    """The kept hands and exercises of a ledger."""

    records = RECORDS
    listing = LIST
    what = HANDS
    everything = KeptFilter()

    def keep(
        self,
        record: Mapping[str, Any],
        *,
        at: str | None = None,
        player: str = "",
        place: str = "",
        remark: str = "",
        kind: str = "",
    ) -> KeptHand:
        """Keep a hand that was counted, or an exercise; it is on the disk when this comes back.

        `record` is as `StoredHand` has it; `at` is when it was played, by default now.
        """
        written, uid = now(), secrets.token_hex(16)
        hand = hand_of(uid, moment(at or written), written, record, player, place, remark, kind)
        self.put(hand)
        return hand.row

    def put(self, hand: StoredHand) -> bool:
        """Write a kept hand as it is; return whether anything was: of two the one corrected more often counts."""
        with self.database.writing() as (connection, _unused):
            return RECORDS.put(connection, hand)

    def correct(
        self,
        uid: str,
        *,
        at: str | None = None,
        player: str | None = None,
        place: str | None = None,
        remark: str | None = None,
    ) -> KeptHand:
        """Say otherwise when a kept hand was played, who had it, where, or the remark; None leaves it as it is."""
        texts = {"player": player, "place": place, "remark": remark}
        changes = {name: checked(text) for name, text in texts.items() if text is not None}
        return self._change_row(uid, **changes, **({} if at is None else {"at": moment(at)}))

    def practice(self) -> practice.PracticeProgress:
        """Return what was practised, as the exercises on the list have it."""
        found = practice.PracticeProgress()
        with self.database.reading() as connection:
            for uid in LIST.uids(connection, _EXERCISES):
                result = result_of(RECORDS.stored(connection, uid).record)
                found = found if result is None else found.after(result)
        return found

    def players(self) -> tuple[str, ...]:
        """Return the names of those who have kept hands, one spelling of each."""
        with self.database.reading() as connection:
            return tuple(connection.execute(_NAMES).scalars())
