"""The Practice page: a hand to score, compared with the program's score."""

from __future__ import annotations

from mjcompanion.i18n.translation import N_, NP_

from ...page import Page, RailPlace
from ...shortcuts import fixed, keyed

PAGE = Page(
    "practice",
    NP_("a page", "Practice"),
    named=N_("The Practice page"),
    place=RailPlace.MORE,
    actions=(
        keyed("practice.check", N_("Check the sheet"), "Ctrl+Return", "Ctrl+Enter"),
        keyed("practice.hint", N_("A hint"), "Ctrl+H"),
        keyed("practice.show", N_("Show the program’s sheet"), "Ctrl+L"),
        keyed("practice.next", N_("Next hand"), "Ctrl+N"),
        fixed("practice", N_("To the next field"), "Return"),
        fixed("practice", N_("Step a figure up, down"), "Up", "Down"),
    ),
)
