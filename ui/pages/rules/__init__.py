"""The Rules page: the rulesets, the club's own rules made from them, and what differs."""

from __future__ import annotations

from mjcompanion.i18n.translation import N_, NP_

from ...page import Page, RailPlace
from ...shortcuts import fixed

PAGE = Page(
    "rules",
    NP_("a page", "Rules"),
    named=N_("The Rules page"),
    place=RailPlace.MORE,
    shares=("go-on", "undo", "redo"),
    actions=(
        fixed("rules", N_("Change the name"), "F2"),
        fixed("rules", N_("Delete house rules"), "Del"),
    ),
)
