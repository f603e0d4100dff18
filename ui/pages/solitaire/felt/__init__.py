"""The table of felt on which a virtual game is seen: walls, dice, discards, the others' places, tiles under way."""

from .felt import Felt

__all__ = ["Felt"]
