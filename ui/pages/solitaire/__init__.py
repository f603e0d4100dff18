"""The Solitaire page: three games on a virtual wall, or with real tiles."""

from __future__ import annotations

from mjcompanion.i18n.translation import N_, NP_

from ...page import Page
from ...shortcuts import fixed, keyed

PAGE = Page(
    "solitaire",
    NP_("a page", "Solitaire"),
    named=N_("The Solitaire page"),
    shares=("go-on", "undo", "redo"),
    actions=(
        keyed("solitaire.new", N_("New game"), "Ctrl+N"),
        keyed("solitaire.again", N_("The same deal again"), "Ctrl+R"),
        keyed("solitaire.record", N_("The finished games, in the Notebook"), "Ctrl+L"),
        keyed("solitaire.keep", N_("Save the game with real tiles"), "Ctrl+S"),
        fixed("solitaire", N_("Discard the tile with the keyboard, or the lifted one"), "Return", "D"),
        fixed("solitaire", N_("Lift a tile, or leave a discard that is offered"), "Space"),
        fixed("solitaire", N_("Move a tile along the rack"), "Ctrl+Left", "Ctrl+Right"),
        fixed("solitaire", N_("Mah Jongg"), "M"),
        fixed("solitaire", N_("Kong"), "K"),
        fixed("solitaire", N_("Do what the coach says"), "A"),
        fixed("solitaire", N_("Pung, or pass in the Charleston"), "P"),
        fixed("solitaire", N_("Chow, or continue passing in the Charleston"), "C"),
        fixed("solitaire", N_("Quint"), "Q"),
        fixed("solitaire", N_("Lay out"), "L"),
        fixed("solitaire", N_("Take the joker"), "J"),
        fixed("solitaire", N_("Choose one of several"), shown="1–9"),
        fixed("solitaire", N_("Leave the discard"), "Esc"),
        fixed("solitaire", N_("Next move"), "N"),
        fixed("solitaire", N_("Take back"), "U"),
        fixed("solitaire", N_("Sort the hand"), "S", id_="solitaire.sort"),
        fixed("solitaire", N_("Replay the game so far"), "R", id_="solitaire.replay"),
        fixed("solitaire", N_("The coach"), "H", id_="solitaire.coach"),
        fixed("solitaire", N_("The card"), "V", id_="solitaire.card"),
        fixed("solitaire", N_("The others play faster, slower"), "+", "-"),
        fixed("solitaire", N_("At a real wall: what happened"), shown=N_("the letters on the buttons")),
    ),
)
