"""The hand on the Score page as the pages Print and Rules want it."""

from __future__ import annotations

import msgspec

from mjcompanion.printing.values import OneHand


class ScoreHand(msgspec.Struct, frozen=True):
    """The hand on the Score page, or why it can't be printed; `remark` is what is still unknown of it."""

    hand: OneHand | None = None
    why_not: str = ""
    remark: str = ""
