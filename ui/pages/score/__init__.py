"""The Score page: the tiles of a finished hand go in, a score that explains itself comes out."""

from __future__ import annotations

from mjcompanion.i18n.translation import N_, NP_

from ...page import Page
from ...shortcuts import fixed, keyed

_HANDS = ("score", "table")
"""Where the tiles of a hand are entered."""

PAGE = Page(
    "score",
    NP_("a page", "Score"),
    named=N_("The Score page"),
    shares=("undo", "redo", "print"),
    actions=(
        keyed("score.new", N_("Clear the hand"), "Ctrl+N", pages=_HANDS),
        keyed("score.paste", N_("Paste a hand"), "Ctrl+V", pages=_HANDS),
        keyed("score.copy", N_("Copy the result"), "Ctrl+C", pages=_HANDS),
        keyed("score.keep", N_("Save the hand to the Notebook"), "Ctrl+S"),
        keyed("score.lay", N_("Lay out the chosen tiles"), "Ctrl+L", pages=_HANDS),
        keyed("score.way-1", N_("How did you win? The first answer"), "Alt+1", pages=_HANDS, in_menu=False),
        keyed("score.way-2", N_("How did you win? The second answer"), "Alt+2", pages=_HANDS, in_menu=False),
        keyed("score.way-3", N_("How did you win? The third answer"), "Alt+3", pages=_HANDS, in_menu=False),
        keyed("score.way-4", N_("How did you win? The fourth answer"), "Alt+4", pages=_HANDS, in_menu=False),
        keyed("score.way-5", N_("How did you win? The fifth answer"), "Alt+5", pages=_HANDS, in_menu=False),
        keyed("score.way-6", N_("How did you win? The sixth answer"), "Alt+6", pages=_HANDS, in_menu=False),
        fixed("score", N_("Enter a tile: 3b, 5d, 7c, e s w n, r g 0, f1, y2"), shown=N_("numbers and letters")),
        fixed("score", N_("Take back the last tile"), "Backspace"),
        fixed("score", N_("Deselect the chosen tiles"), "Esc"),
    ),
)
