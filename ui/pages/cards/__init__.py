"""The Cards page: the cards for American hands, as cards look, and the writing of one's own."""

from __future__ import annotations

from mjcompanion.i18n.translation import mark

from ...page import Page
from ...shortcuts import fixed, keyed

PAGE = Page(
    "cards",
    mark("Cards", "a page"),
    named=mark("The Cards page"),
    shares=("go-on", "undo", "redo"),
    deeds=(
        keyed("cards.next-fault", mark("To the next error or warning"), "F8"),
        fixed("cards", mark("A new line below this one"), "Ins"),
        fixed("cards", mark("Move the line"), "Alt+Up", "Alt+Down"),
        fixed("cards", mark("The previous or next way to make the line"), "Alt+Left", "Alt+Right"),
        fixed("cards", mark("Concealed; singles and pairs"), "Alt+C", "Alt+P"),
        fixed("cards", mark("Change the name"), "F2"),
        fixed("cards", mark("Delete the card or the line"), "Del"),
    ),
)
