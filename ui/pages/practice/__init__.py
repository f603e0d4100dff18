"""The Practice page: a hand to score by oneself, and where one differs."""

from __future__ import annotations

from mjcompanion.i18n.translation import mark

from ...page import Page
from ...shortcuts import fixed, keyed

PAGE = Page(
    "practice",
    mark("Practice", "a page"),
    named=mark("The Practice page"),
    deeds=(
        keyed("practice.check", mark("Check the sheet"), "Ctrl+Return", "Ctrl+Enter"),
        keyed("practice.hint", mark("A hint"), "Ctrl+H"),
        keyed("practice.show", mark("Show the program’s sheet"), "Ctrl+L"),
        keyed("practice.next", mark("Next hand"), "Ctrl+N"),
        fixed("practice", mark("To the next field"), "Return"),
        fixed("practice", mark("Step a figure up, down"), "Up", "Down"),
    ),
)
