"""Tiles on the screen: their pictures, a button that is one tile, and a row of them."""

from .art import picture_on, tile_picture
from .button import MIME_TILE, TileButton, TileFace, TileState, TileStyle
from .picture import TilePicture
from .rack import HandRack
from .row import TileRow, widest_for, width_of

__all__ = [
    "MIME_TILE",
    "HandRack",
    "TileButton",
    "TileFace",
    "TilePicture",
    "TileRow",
    "TileState",
    "TileStyle",
    "picture_on",
    "tile_picture",
    "widest_for",
    "width_of",
]
