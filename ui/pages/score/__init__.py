"""The Score page: the tiles of a finished hand go in, a score that explains itself comes out."""

from __future__ import annotations

from mjcompanion.i18n.translation import mark

from ...page import Page
from ...shortcuts import fixed, keyed

_HANDS = ("score", "table")
"""Where the tiles of a hand are entered."""

PAGE = Page(
    "score",
    mark("Score", "a page"),
    named=mark("The Score page"),
    shares=("undo", "redo", "print"),
    deeds=(
        keyed("score.new", mark("New hand"), "Ctrl+N", pages=_HANDS),
        keyed("score.paste", mark("Paste a hand"), "Ctrl+V", pages=_HANDS),
        keyed("score.copy", mark("Copy the result"), "Ctrl+C", pages=_HANDS),
        keyed("score.keep", mark("Keep the hand in the ledger"), "Ctrl+S"),
        keyed("score.lay", mark("Lay out the chosen tiles"), "Ctrl+L", pages=_HANDS),
        keyed("score.way-1", mark("How the last tile came: the first answer"), "Alt+1", pages=_HANDS, in_menu=False),
        keyed("score.way-2", mark("How the last tile came: the second answer"), "Alt+2", pages=_HANDS, in_menu=False),
        keyed("score.way-3", mark("How the last tile came: the third answer"), "Alt+3", pages=_HANDS, in_menu=False),
        keyed("score.way-4", mark("How the last tile came: the fourth answer"), "Alt+4", pages=_HANDS, in_menu=False),
        keyed("score.way-5", mark("How the last tile came: the fifth answer"), "Alt+5", pages=_HANDS, in_menu=False),
        keyed("score.way-6", mark("How the last tile came: the sixth answer"), "Alt+6", pages=_HANDS, in_menu=False),
        fixed("score", mark("Enter a tile: 3b, 5d, 7c, e s w n, r g 0, f1, y2"), shown=mark("figures and letters")),
        fixed("score", mark("Take back the last tile"), "Backspace"),
        fixed("score", mark("Deselect the chosen tiles"), "Esc"),
    ),
)
