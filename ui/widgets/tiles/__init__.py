"""Tiles on the screen: their pictures, a button that is one tile, and a row of them."""

from .art import TileArt, art, picture_on
from .button import MIME_TILE, TileButton, TileFace, TileState, TileStyle
from .picture import TilePicture
from .rack import HandRack
from .row import TileRow, widest_for, width_of

__all__ = [
    "MIME_TILE",
    "HandRack",
    "TileArt",
    "TileButton",
    "TileFace",
    "TilePicture",
    "TileRow",
    "TileState",
    "TileStyle",
    "art",
    "picture_on",
    "widest_for",
    "width_of",
]
