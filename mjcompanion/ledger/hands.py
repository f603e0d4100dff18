"""The kept hands and exercises of a ledger."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from mjcompanion.ledger import exercise_results, hand_records
from mjcompanion.ledger.record_store import RecordStore
from mjcompanion.ledger.values import HANDS, KeptFilter, KeptHand, StoredHand, moment
from mjcompanion.practice import progress as practice
from mjcompanion.table.events import now


class HandStore(RecordStore[KeptFilter, KeptHand, StoredHand]):
    """The kept hands and exercises of a ledger."""

    records = hand_records.RECORDS
    listing = hand_records.LIST
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
            return exercise_results.progress(reader)

    def players(self) -> tuple[str, ...]:
        """Return the names of those who have kept hands, one spelling of each."""
        with self.database.asking() as reader:
            return hand_records.names(reader)
