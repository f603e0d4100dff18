"""One tile face: shapes in inks, and how it is written as SVG."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from .geometry import Contour, Point, Shape

WIDTH, HEIGHT = 300, 400
SIDE, TOP = 27, 36
"""The margins that every drawing keeps: 9 % of the width and of the height."""


class Ink(StrEnum):
    """The colours of the faces and of the back."""

    RED = "#B3261E"
    GREEN = "#1E6B3A"
    BLUE = "#1F3F7A"
    BLACK = "#23262B"
    JADE = "#2F7D5F"
    JADE_LIGHT = "#43906F"


@dataclass
class Face:
    """A drawing in the making: layers of ink, the later on top."""

    layers: list[tuple[Shape, Ink]] = field(default_factory=list)

    def add(self, ink: Ink, *shapes: Shape) -> Face:
        """Put shapes on the face; shapes of one call may overlap and count as one area."""
        contours = tuple(contour for shape in shapes for contour in shape.contours)
        self.layers.append((Shape(contours), ink))
        return self

    def add_all(self, parts: Iterable[tuple[Shape, Ink]]) -> Face:
        """Put many parts on the face, those of one ink as one layer."""
        by_ink: dict[Ink, list[Shape]] = {}
        for shape, ink in parts:
            by_ink.setdefault(ink, []).append(shape)
        for ink, shapes in by_ink.items():
            self.add(ink, *shapes)
        return self

    def svg(self) -> str:
        """The face as an SVG document."""
        lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">']
        lines += [f'<path fill="{ink}" d="{_data(shape)}"/>' for shape, ink in self.layers]
        return "\n".join([*lines, "</svg>", ""])


def _number(value: float) -> str:
    return f"{round(value * 10) / 10:.1f}".removesuffix(".0") if abs(value) >= 0.05 else "0"


def _point(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _contour(contour: Contour) -> str:
    ways = (("L" if len(segment) == 1 else "C") + " ".join(map(_point, segment)) for segment in contour.segments)
    return f"M{_point(contour.start)}{''.join(ways)}Z"


def _data(shape: Shape) -> str:
    return "".join(map(_contour, shape.contours))
