"""The Help page: the handbook, with its contents and a search."""

from __future__ import annotations

from mjcompanion.i18n.translation import N_, NP_

from ...page import Page, RailPlace
from ...shortcuts import keyed

PAGE = Page(
    "help",
    NP_("a page", "Help"),
    place=RailPlace.BOTTOM,
    shares=("find",),
    actions=(
        keyed("help.back", N_("Back to the previous page"), "Alt+Left"),
        keyed("help.forth", N_("Forward again"), "Alt+Right"),
    ),
)
