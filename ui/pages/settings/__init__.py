"""The Settings page: one control for each setting, the keys, the ledger and its backups."""

from __future__ import annotations

from mjcompanion.i18n.translation import N_, NP_

from ...page import Page, RailPlace

PAGE = Page(
    "settings",
    NP_("a page", "Settings"),
    named=N_("The Settings page"),
    place=RailPlace.BOTTOM,
    shares=("find",),
)
