"""What is to be heard: the names of the sounds.

What plays them, `ui/sound.py`, isn't loaded before sound is on.
"""

from __future__ import annotations

from typing import Final

TILE: Final = "tile"
"""A tile or a set on the table."""
SOFT: Final = "soft"
"""A tile among those of the hand."""
DICE: Final = "dice"
MAH_JONGG: Final = "mah-jongg"
NAMES: Final = (TILE, SOFT, DICE, MAH_JONGG)
"""All sounds; each is a file of resources/sounds."""
