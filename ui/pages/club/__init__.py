"""The Club page: all tables of an evening as they stand, and tournaments."""

from __future__ import annotations

from mjcompanion.i18n.translation import mark

from ...page import Page
from ...shortcuts import fixed, keyed

PAGE = Page(
    "club",
    mark("Club", "a page"),
    deeds=(
        keyed("club.wall", mark("Show it on a big screen"), "F11"),
        fixed("club", mark("Back"), "Esc"),
    ),
)
