"""The Solitaire page: three games on a virtual wall, and beside a real one."""

from __future__ import annotations

from mjcompanion.i18n.translation import mark

from ...page import Page
from ...shortcuts import fixed, keyed

PAGE = Page(
    "solitaire",
    mark("Solitaire", "a page"),
    named=mark("The Solitaire page"),
    shares=("go-on", "undo", "redo"),
    deeds=(
        keyed("solitaire.new", mark("New game"), "Ctrl+N"),
        keyed("solitaire.again", mark("The same deal again"), "Ctrl+R"),
        keyed("solitaire.record", mark("The finished games, in the Notebook"), "Ctrl+L"),
        keyed("solitaire.keep", mark("Keep the game with real tiles"), "Ctrl+S"),
        fixed("solitaire", mark("Discard the tile with the keyboard, or the lifted one"), "Return", "D"),
        fixed("solitaire", mark("Lift a tile; leave a discard that is offered"), "Space"),
        fixed("solitaire", mark("Move a tile along the rack"), "Ctrl+Left", "Ctrl+Right"),
        fixed("solitaire", mark("Mah Jongg"), "M"),
        fixed("solitaire", mark("Kong"), "K"),
        fixed("solitaire", mark("Pung; in the Charleston, pass"), "P"),
        fixed("solitaire", mark("Chow; in the Charleston, go on passing"), "C"),
        fixed("solitaire", mark("Quint"), "Q"),
        fixed("solitaire", mark("Lay out"), "L"),
        fixed("solitaire", mark("Take the joker"), "J"),
        fixed("solitaire", mark("Choose one of several"), shown="1–9"),
        fixed("solitaire", mark("Leave the discard"), "Esc"),
        fixed("solitaire", mark("Next move"), "N"),
        fixed("solitaire", mark("Take back"), "U"),
        fixed("solitaire", mark("Sort the hand"), "S", id_="solitaire.sort"),
        fixed("solitaire", mark("Replay the game so far"), "R", id_="solitaire.replay"),
        fixed("solitaire", mark("The coach"), "H", id_="solitaire.coach"),
        fixed("solitaire", mark("The card"), "V", id_="solitaire.card"),
        fixed("solitaire", mark("The others play faster, slower"), "+", "-"),
        fixed("solitaire", mark("At a real wall: what happened"), shown=mark("the letters on the buttons")),
    ),
)
