"""The Ledger page: what was played, by whom, and how it went."""

from __future__ import annotations

from mjcompanion.words import mark

from ...page import Page
from ...shortcuts import fixed

PAGE = Page(
    "ledger",
    mark("Ledger", "a page"),
    named=mark("The Ledger page"),
    shares=("go-on", "find"),
    deeds=(
        fixed("ledger", mark("Open what is chosen"), "Return"),
        fixed("ledger", mark("Back to the list"), "Esc"),
    ),
)
