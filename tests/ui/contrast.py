"""How well colours are told apart: which lies on which in the window, and by how much they must differ."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QColor, QImage

TEXT_PAIRS: Final = (
    ("text", "page"),
    ("text", "card"),
    ("text", "rail"),
    ("text", "field"),
    ("text", "hover"),
    ("text", "pressed"),
    ("quiet", "page"),
    ("quiet", "card"),
    ("quiet", "rail"),
    ("quiet", "hover"),
    ("accent", "page"),
    ("accent", "card"),
    ("on_accent", "accent"),
    ("on_accent", "accent_hover"),
    ("on_accent", "accent_pressed"),
    ("chosen", "page"),
    ("chosen", "card"),
    ("on_chosen", "chosen"),
    ("on_chosen", "chosen_hover"),
    ("on_chosen_soft", "chosen_soft"),
    ("wrong", "card"),
    ("wrong", "page"),
    ("wrong", "wrong_soft"),
    ("text", "wrong_soft"),
    ("good", "card"),
    ("good", "page"),
    ("good", "good_soft"),
    ("text", "good_soft"),
    ("warn", "card"),
    ("warn", "warn_soft"),
    ("text", "warn_soft"),
    ("on_felt", "felt"),
    ("ivory_light", "jade_side"),
    ("ink_black", "apart"),
    ("glow", "felt"),
    ("ink_black", "glow"),
    ("index", "ivory"),
    ("on_badge", "badge"),
    ("on_badge_none", "badge_none"),
    ("suit_a", "card"),
    ("suit_b", "card"),
    ("suit_c", "card"),
    ("suit_a", "hover"),
    ("suit_b", "hover"),
    ("suit_c", "hover"),
    ("ink_red", "ivory"),
    ("ink_green", "ivory"),
    ("ink_indigo", "ivory"),
    ("ink_black", "ivory"),
    ("ink_ochre", "ivory"),
)
"""Which colour is written on which: each pair reads at 4.5 : 1 or better in every theme."""

RING_PAIRS: Final = (
    ("focus", "page"),
    ("focus", "card"),
    ("focus", "rail"),
    ("focus", "ivory_edge"),
    ("border", "card"),
    ("border", "page"),
    ("mark", "page"),
    ("mark", "card"),
    ("winner", "page"),
    ("winner", "card"),
    ("arrow", "felt"),
    ("arrow_strong", "felt"),
    ("chosen", "rack"),
    ("text", "rack"),
    ("apart", "felt"),
    ("ivory_side", "felt"),
)
"""Edges and rings, which need 3 : 1; the ring on a tile has a dark seam inside."""


def contrast(one: str, other: str) -> float:
    """How far apart two colours are in lightness, 1 to 21, as the accessibility guidelines count it."""
    lights = sorted((_luminance(QColor(one)), _luminance(QColor(other))))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _luminance(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def greys(image: QImage) -> list[bytes]:
    """How light each point of a picture is, line by line; to ask for one point after the other takes long."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    lines, step = grey.constBits().tobytes(), grey.bytesPerLine()
    return [lines[at * step : at * step + grey.width()] for at in range(grey.height())]
