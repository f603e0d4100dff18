"""The Print page: every form, blank or filled in, as the PDF that is saved or printed."""

from __future__ import annotations

from mjcompanion.i18n.translation import mark

from ...page import Page
from ...shortcuts import fixed, keyed

PAGE = Page(
    "print",
    mark("Print", "a page"),
    named=mark("The Print page"),
    shares=("go-on", "print"),
    deeds=(
        keyed("print.save", mark("Save the PDF"), "Ctrl+S"),
        keyed("print.larger", mark("Show the page larger"), "Ctrl++", "Ctrl+="),
        keyed("print.smaller", mark("Show the page smaller"), "Ctrl+-"),
        keyed("print.whole", mark("Show the whole page"), "Ctrl+0"),
        fixed("print", mark("Page by page"), "PgUp", "PgDown", "Space"),
    ),
)
