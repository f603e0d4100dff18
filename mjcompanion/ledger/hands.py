"""The kept hands and exercises of a ledger."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import IO, Any, Final

from mjcompanion.ledger import exporting, hand_records, practised
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.database import Store
from mjcompanion.ledger.exporting import Kind, Progress
from mjcompanion.ledger.listing import PAGE, resolved
from mjcompanion.ledger.models import Kept
from mjcompanion.ledger.values import HANDS, Cursor, KeptFilter, KeptHand, KeptPage, StoredHand, moment
from mjcompanion.practice import progress as practice
from mjcompanion.table.events import now

ALL: Final = KeptFilter()


class HandStore(Store):
    """The kept hands and exercises of a ledger."""

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

        Raises:
            RuleError: the name, the place or the remark is too long.

        """
        written, uid = now(), secrets.token_hex(16)
        hand = hand_records.hand_of(uid, moment(at or written), written, record, player, place, remark, kind)
        self.put(hand)
        return hand.row

    def put(self, hand: StoredHand) -> bool:
        """Write a kept hand as it is; return whether anything was: of two the one corrected more often counts.

        Raises:
            RuleError: the ledger has another one under its id.

        """
        with self.database.writing() as (connection, _):
            return hand_records.RECORDS.put(connection, hand)

    def page(self, wanted: KeptFilter = ALL, after: Cursor | None = None, limit: int = PAGE) -> KeptPage:
        """Return kept hands, newest first, from the place after which this page begins."""
        return self.database.listed(
            lambda reader, left_out: KeptPage(*hand_records.LIST.page(reader, wanted, after, limit, left_out))
        )

    def count(self, wanted: KeptFilter = ALL) -> int:
        """Return how many kept hands a filter lets through."""
        with self.database.asking() as reader:
            return hand_records.LIST.count(reader, wanted)

    def get(self, uid: str) -> StoredHand:
        """Return a kept hand with its record."""
        with self.database.asking() as reader:
            return hand_records.RECORDS.stored(reader, uid)

    def correct(
        self,
        uid: str,
        *,
        at: str | None = None,
        player: str | None = None,
        place: str | None = None,
        remark: str | None = None,
    ) -> KeptHand:
        """Say otherwise when a kept hand was played, who had it, where, or the remark; None leaves it as it is.

        Raises:
            RuleError: there is none with this id, or a text is too long.

        """
        texts = {"player": player, "place": place, "remark": remark}
        changes = {name: hand_records.checked(text) for name, text in texts.items() if text is not None}
        return self._change(uid, **changes, **({} if at is None else {"at": moment(at)}))

    def remove(self, uid: str) -> KeptHand:
        """Take a kept hand off the list. `restore` undoes that at any time."""
        return self._change(uid, put_aside=True)

    def restore(self, uid: str) -> KeptHand:
        """List a kept hand again that was removed."""
        return self._change(uid, put_aside=False)

    def _change(self, uid: str, **changes: Any) -> KeptHand:  # noqa: ANN401 - columns
        with self.database.writing() as (connection, _):
            return hand_records.changed(connection, uid, now(), **changes).row

    def practice(self) -> practice.Progress:
        """Return what was practised, as the exercises on the list have it."""
        with self.database.asking() as reader:
            return practised.progress(reader)

    def players(self) -> tuple[str, ...]:
        """Return the names of those who have kept hands, one spelling of each."""
        with self.database.asking() as reader:
            return hand_records.names(reader)

    def resolve(self, prefix: str) -> str:
        """Return the id of the one kept hand that begins with these letters; see `SessionStore.resolve`."""
        with self.database.asking() as reader:
            return resolved(reader, Kept, "kept", prefix)

    def export_to(
        self,
        out: IO[bytes],
        kind: Kind,
        which: Sequence[str] | KeptFilter | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Write kept hands, oldest first; return how many. Without a filter all, those that were removed too.

        "json" holds everything and can be imported; "csv" has a row for each hand, for other programs; "text" is for
        people.
        """
        with self.database.reading() as connection:
            reader = Reader(connection)
            records, listing = hand_records.RECORDS, hand_records.LIST
            wanted = records.uids(reader) if which is None else listing.chosen(reader, which)
            exporting.write(out, reader, kind, HANDS, wanted, progress)
        return len(wanted)
