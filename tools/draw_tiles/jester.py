"""The joker: a jester's head in cap and bells, and the word."""

from __future__ import annotations

from .brush import ribbon
from .face import Face, Ink
from .geometry import Shape, box, closed, ellipse, petal, polygon
from .lettering import word


def _bell(x: float, y: float) -> Shape:
    return ellipse(x, y, 14).holed(box(x - 9, y + 1, 18, 3.4), ellipse(x, y + 8, 2.8))


def joker() -> Face:
    """Cap, face, collar and word, from top to bottom."""
    face = Face()
    half = closed(
        "148 122!  124 92  90 76  58 88  40 134!  62 114  80 122  89 152  84 206  104 254  148 284!"
        "  148 266!  118 246  105 208  114 174  148 160!"
    )
    face.add(Ink.RED, half)
    face.add(Ink.GREEN, half.mirrored(150))
    face.add(Ink.BLUE, closed("113 79!  134 78  150 66!  166 78  187 79!  172 94  150 117!  128 94"))
    face.add(Ink.BLACK, _bell(41, 150), _bell(259, 150), _bell(150, 50))

    eyes = [petal(0, 26, 6, 0).moved(x, 216) for x in (131, 169)]
    lids = [petal(0, 24, 3, 0).turned(90).moved(x - 12, 205) for x in (131, 169)]
    brows = [ribbon("117 184 2  130 176 5  143 182 2"), ribbon("157 182 2  170 176 5  183 184 2")]
    face.add(Ink.BLACK, *eyes, *lids, *brows)
    grin = closed("119 228!  134 239  150 242  166 239  181 228!  170 247  150 254  130 247")
    face.add(Ink.RED, grin, petal(0, 16, 5).moved(150, 211).turned(180, (150, 211)))
    for i, ink in enumerate((Ink.RED, Ink.BLUE, Ink.BLUE, Ink.GREEN)):
        x = 96 + 36 * i
        face.add(ink, polygon((x - 16.5, 288), (x + 16.5, 288), (x, 311)))
    return face.add(Ink.BLUE, word("JOKER", 13).fitted(36, 320, 228, 44))
