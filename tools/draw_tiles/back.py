"""The back of the tiles: jade with a fine lattice."""

from __future__ import annotations

from .face import HEIGHT, WIDTH, Face, Ink
from .geometry import Shape, box, polygon


def back() -> Face:
    """The whole face, to its round corners."""
    face = Face().add(Ink.JADE, box(0, 0, WIDTH, HEIGHT, 24))
    frame = box(13, 13, WIDTH - 26, HEIGHT - 26, 14).holed(box(17, 17, WIDTH - 34, HEIGHT - 34, 11))
    lattice: list[Shape] = []
    for row in range(17):
        columns = 11 - row % 2
        for column in range(columns):
            x, y = 150 + 24 * (column - (columns - 1) / 2), 200 + 20.5 * (row - 8)
            grain = 1.0 if row % 2 == 0 else 0.62
            lattice.append(_diamond(x, y, 10 * grain))
    return face.add(Ink.JADE_LIGHT, frame, *lattice)


def _diamond(x: float, y: float, r: float) -> Shape:
    return polygon((x, y - r), (x + 0.75 * r, y), (x, y + r), (x - 0.75 * r, y))
