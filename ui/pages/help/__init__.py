"""The Help page: the handbook, with its contents, a search, and a way back."""

from __future__ import annotations

from mjcompanion.i18n.translation import mark

from ...page import Page, Place
from ...shortcuts import keyed

PAGE = Page(
    "help",
    mark("Help", "a page"),
    place=Place.BOTTOM,
    shares=("find",),
    deeds=(
        keyed("help.back", mark("Back to the previous page"), "Alt+Left"),
        keyed("help.forth", mark("Forward again"), "Alt+Right"),
    ),
)
