"""The Rules page: the rulesets, the club's own rules made from them, and what differs."""

from __future__ import annotations

from mjcompanion.i18n.translation import mark

from ...page import Page
from ...shortcuts import fixed

PAGE = Page(
    "rules",
    mark("Rules", "a page"),
    named=mark("The Rules page"),
    shares=("go-on", "undo", "redo"),
    deeds=(
        fixed("rules", mark("Change the name"), "F2"),
        fixed("rules", mark("Delete house rules"), "Del"),
    ),
)
