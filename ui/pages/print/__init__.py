"""The Print page: every form, blank or filled in, as the PDF that is saved or printed."""

from __future__ import annotations

from mjcompanion.i18n.translation import N_, NP_

from ...page import Page
from ...shortcuts import fixed, keyed

PAGE = Page(
    "print",
    NP_("a page", "Print"),
    named=N_("The Print page"),
    shares=("go-on", "print"),
    actions=(
        keyed("print.save", N_("Save the PDF"), "Ctrl+S"),
        keyed("print.larger", N_("Show the page larger"), "Alt++", "Alt+="),
        keyed("print.smaller", N_("Show the page smaller"), "Alt+-"),
        keyed("print.whole", N_("Show the whole page"), "Alt+0"),
        fixed("print", N_("Page by page"), "PgUp", "PgDown", "Space"),
    ),
)
