"""What this program is, what it is made with, where the data is, and what went wrong."""

from __future__ import annotations

from mjcompanion.i18n.translation import NP_

from ...page import Page, RailPlace

PAGE = Page(
    "about",
    NP_("a page", "About"),
    icon="info",
    place=RailPlace.NOWHERE,
)
