"""Arabic figures and the letters of the joker, drawn 100 high from the top left corner."""

from __future__ import annotations

from .brush import ribbon
from .geometry import Shape, box, closed, ellipse, join, polygon

FIGURES: dict[int, Shape] = {
    1: closed(
        "4 22!  18 14  27 0!  42 0!  42 78  44 88  56 92!  56 100!"
        "  10 100!  10 92!  22 88  24 78!  24 27!  14 31  4 31!"
    ),
    2: ribbon("10 30 20  13 15 12  30 6.5 13  49 15 17  51 31 19  38 53 15  21 71 11  9 88 9")
    + closed("4 90!  14 80  26 79  42 84  51 84  57 73!  62 73!  59 90  54 100!  4 100!"),
    3: ribbon("9 27 19  13 14 12  29 6.5 13  46 14 17  47 30 18  38 42 13  23 46 8")
    + ribbon("22 46 8  39 49 12  51 62 18  51 77 18  41 90 14  27 94 12  12 88 12  8 75 19"),
    4: closed(
        "40 0!  54 0!  54 64!  65 64!  65 77!  54 77!  54 88  65 92!  65 100!"
        "  24 100!  24 92!  36 88  36 77!  2 77!  2 67!"
    ).holed(polygon((36, 26), (36, 64), (14, 64))),
}

LETTERS: dict[str, Shape] = {
    "J": box(18, 0, 38, 14) + box(28, 0, 20, 60) + ribbon("38 55 20  37 78 20  28 90 17  16 90 15  8 78 17  7 70 17"),
    "O": ellipse(40, 50, 40, 50).holed(ellipse(40, 50, 20, 33)),
    "K": box(0, 0, 20, 100)
    + polygon((18, 62), (18, 42), (50, 0), (74, 0))
    + polygon((28, 42), (42, 30), (76, 100), (52, 100)),
    "E": box(0, 0, 20, 100) + box(0, 0, 58, 16) + box(0, 42, 48, 15) + box(0, 84, 60, 16),
    "R": box(0, 0, 20, 100)
    + closed("0 0!  34 0!  60 7  68 29  60 51  34 58!  0 58!").holed(
        closed("18 16!  32 16!  44 20  47 29  44 38  32 42!  18 42!")
    )
    + polygon((24, 55), (46, 52), (74, 100), (50, 100)),
}


def word(text: str, gap: float = 14) -> Shape:
    """The letters one after the other."""
    shapes, x = [], 0.0
    for letter in text:
        left, _, right, _ = LETTERS[letter].bounds()
        shapes.append(LETTERS[letter].moved(x - left, 0))
        x += right - left + gap
    return join(shapes)
