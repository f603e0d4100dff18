"""The Table page: four people, their winds, payments and chips."""

from __future__ import annotations

from mjcompanion.i18n.translation import N_, NP_

from ...page import Page
from ...shortcuts import fixed, keyed

PAGE = Page(
    "table",
    NP_("a page", "Table"),
    named=N_("The Table page"),
    shares=("undo", "redo"),
    actions=(
        keyed("table.go-on", N_("Continue: start a hand, confirm what was entered"), "Ctrl+Return", "Ctrl+Enter"),
        keyed("table.sideboard", N_("The scoreboard: the table, large enough for everybody to read"), "F11"),
        fixed("table", N_("Answer a question: the figure on the button, or a letter"), shown="1–9, A–Z"),
        fixed("table", N_("To the next question"), "Return"),
        fixed("table", N_("Back"), "Esc"),
    ),
)
