"""What is heard of a virtual game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.moves import CLAIMS, Do

from ...hearing import MAH_JONGG, SOFT, TILE

if TYPE_CHECKING:
    from .presenter import Happened

_ON_THE_TABLE: Final = CLAIMS | {Do.DISCARD, Do.PASS, Do.CONCEALED_KONG, Do.ADDED_KONG, Do.LAY, Do.FLOWER, Do.JOKER}
_INTO_THE_HAND: Final = frozenset({Do.DRAW, Do.LOOSE, Do.END_TILE})


def sound_of(happened: Happened) -> str:
    """The sound of a move; empty where nothing is heard.

    While tiles are dealt only those of the person are heard.
    """
    move, game = happened.move, happened.before
    if move.do is Do.MAH_JONGG:
        return MAH_JONGG
    if game.phase is Phase.DEAL and move.who is not game.person:
        return ""
    if move.do in _ON_THE_TABLE:
        return TILE
    return SOFT if move.do in _INTO_THE_HAND else ""
