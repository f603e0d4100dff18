"""The Notebook: what was scored, played and practised, by whom, and how it went."""

from __future__ import annotations

from mjcompanion.i18n.translation import N_, NP_

from ...page import Page
from ...shortcuts import fixed

PAGE = Page(
    "ledger",
    NP_("a page", "Notebook"),
    named=N_("The Notebook"),
    shares=("go-on", "find", "undo"),
    actions=(
        fixed("ledger", N_("Open the selected item"), "Return"),
        fixed("ledger", N_("Delete the selected item"), "Del"),
        fixed("ledger", N_("Back to the list"), "Esc"),
    ),
)
