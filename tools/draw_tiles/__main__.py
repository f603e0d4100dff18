"""Writes one SVG file per tile: ``python -m tools.draw_tiles [folder]``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from .back import back
from .bird import bird
from .face import Face
from .honours import green_dragon, red_dragon, white_dragon, wind
from .jester import joker
from .plants import flower, season
from .suits import bamboos, character, dots

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "tiles"
LARGEST = 14_000
"""No file may be larger than this many bytes."""


def faces() -> dict[str, Callable[[], Face]]:
    """What draws each tile, by the tile's notation."""
    drawn: dict[str, Callable[[], Face]] = {}
    for number in range(1, 10):
        drawn[f"{number}m"] = partial(character, number)
        drawn[f"{number}p"] = partial(dots, number)
        drawn[f"{number}s"] = partial(bamboos, number) if number > 1 else bird
    for number in range(1, 5):
        drawn[f"{number}z"] = partial(wind, number)
        drawn[f"{number}f"] = partial(flower, number)
        drawn[f"{number}y"] = partial(season, number)
    return drawn | {"5z": white_dragon, "6z": green_dragon, "7z": red_dragon, "joker": joker, "back": back}


def main() -> None:
    """Draw everything into the folder given, or where the program looks for it."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in sorted(faces().items()):
        text = draw().svg()
        if len(text) > LARGEST:
            raise SystemExit(f"{name}.svg has {len(text)} bytes, more than {LARGEST}")
        (folder / f"{name}.svg").write_text(text, encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
