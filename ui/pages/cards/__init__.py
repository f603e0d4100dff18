"""The Cards page: the cards for American hands, as cards look, and the writing of one's own."""

from __future__ import annotations

from mjcompanion.i18n.translation import N_, NP_

from ...page import Page, RailPlace
from ...shortcuts import fixed, keyed

PAGE = Page(
    "cards",
    NP_("a page", "Cards"),
    named=N_("The Cards page"),
    place=RailPlace.MORE,
    shares=("go-on", "undo", "redo"),
    actions=(
        keyed("cards.next-fault", N_("To the next error or warning"), "F8"),
        keyed("cards.new-line", N_("A new line below this one"), "Ins"),
        fixed("cards", N_("Move the line"), "Alt+Up", "Alt+Down"),
        fixed("cards", N_("The previous or next way to make the line"), "Alt+Left", "Alt+Right"),
        fixed("cards", N_("Concealed; singles and pairs"), "Alt+C", "Alt+P"),
        fixed("cards", N_("Change the name"), "F2"),
        fixed("cards", N_("Delete the card or the line"), "Del"),
    ),
)
