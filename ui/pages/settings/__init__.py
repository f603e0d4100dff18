"""The Settings page: one control for each setting, the keys, the ledger and its backups."""

from __future__ import annotations

from mjcompanion.i18n.translation import mark

from ...page import Page, Place

PAGE = Page(
    "settings",
    mark("Settings", "a page"),
    named=mark("The Settings page"),
    place=Place.BOTTOM,
)
