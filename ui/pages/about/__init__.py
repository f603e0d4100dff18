"""What this program is, what it is made with, where the data lies, and what went wrong."""

from __future__ import annotations

from mjcompanion.i18n.translation import mark

from ...page import Page, Place

PAGE = Page(
    "about",
    mark("About", "a page"),
    icon="info",
    place=Place.NOWHERE,
)
