"""The Notebook: what was scored, played and practised, by whom, and how it went."""

from __future__ import annotations

from mjcompanion.i18n.translation import mark

from ...page import Page
from ...shortcuts import fixed

PAGE = Page(
    "ledger",
    mark("Notebook", "a page"),
    named=mark("The Notebook"),
    shares=("go-on", "find"),
    deeds=(
        fixed("ledger", mark("Open the selected item"), "Return"),
        fixed("ledger", mark("Delete the selected item"), "Del"),
        fixed("ledger", mark("Back to the list"), "Esc"),
    ),
)
