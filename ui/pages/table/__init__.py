"""The Table page: four people, their winds, payments and chips."""

from __future__ import annotations

from mjcompanion.i18n.translation import mark

from ...page import Page
from ...shortcuts import fixed, keyed

PAGE = Page(
    "table",
    mark("Table", "a page"),
    named=mark("The Table page"),
    shares=("undo", "redo"),
    deeds=(
        keyed("table.go-on", mark("Continue: begin a hand, confirm what was entered"), "Ctrl+Return", "Ctrl+Enter"),
        keyed("table.sideboard", mark("The scoreboard: the table, large enough for everybody to read"), "F11"),
        fixed("table", mark("Answer a question: the figure on the button, or a letter"), shown="1–9, A–Z"),
        fixed("table", mark("To the next question"), "Return"),
        fixed("table", mark("Back"), "Esc"),
    ),
)
