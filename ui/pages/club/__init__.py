"""The Club page: all tables of an evening as they stand, tournaments and seasons."""

from __future__ import annotations

from mjcompanion.i18n.translation import N_, NP_

from ...page import Page, RailPlace
from ...shortcuts import fixed, keyed

PAGE = Page(
    "club",
    NP_("a page", "Club"),
    place=RailPlace.MORE,
    actions=(
        keyed("club.wall", N_("Show it on a big screen"), "F11"),
        fixed("club", N_("Back"), "Esc"),
    ),
)
