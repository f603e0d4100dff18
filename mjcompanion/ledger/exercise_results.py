"""What was practised: exercises are kept like hands, of the kind "practice", and the progress follows from them."""

from __future__ import annotations

from typing import Final

from mjcompanion.ledger import hand_records as kept
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.errors import DamagedRecord
from mjcompanion.ledger.values import PRACTICE, KeptFilter
from mjcompanion.practice.progress import Progress
from mjcompanion.practice.record import result_of

_EXERCISES: Final = KeptFilter(kind=PRACTICE)


def progress(reader: Reader) -> Progress:
    """Return what was practised in the exercises on the list."""
    found = Progress()
    for uid in kept.LIST.uids(reader, _EXERCISES):
        try:
            result = result_of(kept.RECORDS.stored(reader, uid).record)
        except DamagedRecord:  # the list says so
            continue
        found = found if result is None else found.after(result)
    return found
