"""A line of a card in coloured letters, and an example of it in tiles.

A suit is shown by its colour and by a small letter after its group, so that greyscale loses nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.core.tiles import ANY_FLOWER, JOKER, TileSet

from ..theme import Look, look, smooth_painter
from .layouts import grow_by_width
from .tiles import TileFace

if TYPE_CHECKING:
    from mjcompanion.american.letters import CardLetter
    from mjcompanion.american.line import Line
    from mjcompanion.parsing.pattern import Build

_COPIES: Final = TileSet.of(152)
_SMALLER: Final = 0.68
"""The size of suit letters and marks next to that of symbols."""
_WORD_GAP: Final = 0.55
_LINE_GAP: Final = 1.45
"""The height of a line of letters, in sizes of its type."""


@lru_cache(maxsize=2048)
def _advance(text: str, pixels: int, *, bold: bool) -> float:
    return QFontMetricsF(look().font(pixels, bold=bold)).horizontalAdvance(text)


def _width(letter: CardLetter, pixels: int) -> float:
    size = round(pixels * _SMALLER) if letter.small else pixels
    return _advance(letter.text, size, bold=not letter.small)


@lru_cache(maxsize=256)  # 2 kB each, and each width of the window has its own
def _laid(pattern: str, pixels: int, width: int) -> tuple[tuple[tuple[float, int, CardLetter], ...], int, float]:
    """Where each letter is, x and line; how many lines there are, and the width used."""
    from mjcompanion.american.letters import letters_of  # few pages need it

    found: list[tuple[float, int, CardLetter]] = []
    x, line, used = 0.0, 0, 0.0
    gap = pixels * _WORD_GAP
    for word in letters_of(pattern):
        wide = sum(_width(letter, pixels) for letter in word.letters)
        ahead = 0.0 if word.joined or not x else gap
        if x and x + ahead + wide > width:
            x, line, ahead = 0.0, line + 1, 0.0
        x += ahead
        for letter in word.letters:
            step = _width(letter, pixels)
            if x and x + step > width:  # a group longer than the whole line
                x, line = 0.0, line + 1
            found.append((x, line, letter))
            x += step
            used = max(used, x)
    return tuple(found), line + 1, used


def pattern_size(pattern: str, pixels: int, width: int) -> QSize:
    """The room that a pattern takes in letters of this size, wrapped where it is wider than this."""
    _, lines, used = _laid(pattern, pixels, width)
    return QSize(round(used + 0.5), round(lines * pixels * _LINE_GAP))


def paint_pattern(painter: QPainter, box: QRect, pattern: str, pixels: int, current: Look, *, ink: str = "") -> None:
    """Draw a pattern into a box; `ink` takes the place of all colours, where something else says more."""
    c = current.colours
    inks = {"": ink or c.text, "a": ink or c.suit_a, "b": ink or c.suit_b, "c": ink or c.suit_c}
    large, small = current.font(pixels, bold=True), current.font(round(pixels * _SMALLER))
    painter.save()
    painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
    high = pixels * _LINE_GAP
    base = (high + QFontMetricsF(large).capHeight()) / 2
    for x, line, letter in _laid(pattern, pixels, box.width())[0]:
        painter.setFont(small if letter.small else large)
        painter.setPen(QColor(inks[letter.suit]))
        down = pixels * 0.12 if letter.small and letter.suit else 0.0
        painter.drawText(QPointF(box.left() + x, box.top() + line * high + base + down), letter.text)
    painter.restore()


class CardLine(QWidget):
    """A line of a card in coloured letters, `large` ones or as large as text; it wraps where it must."""

    def __init__(self, pattern: str = "", *, large: bool = True) -> None:
        super().__init__()
        self._large = large
        self.pattern = ""
        """What it shows, as it is written."""
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.show_pattern(pattern)

    def show_line(self, line: Line) -> None:
        """Show the pattern of a line."""
        self.show_pattern(line.pattern)

    def show_pattern(self, pattern: str) -> None:
        """Show a pattern as it is written, right or wrong."""
        if pattern != self.pattern:
            self.pattern = pattern
            self.setAccessibleName(pattern)
            self.updateGeometry()
            self.update()

    def _pixels(self) -> int:
        return look().title if self._large else look().body

    def sizeHint(self) -> QSize:
        return pattern_size(self.pattern, self._pixels(), 1 << 20)

    def minimumSizeHint(self) -> QSize:
        return QSize(6 * self._pixels(), round(self._pixels() * _LINE_GAP))

    def heightForWidth(self, width: int) -> int:
        return pattern_size(self.pattern, self._pixels(), width).height()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        paint_pattern(painter, self.rect(), self.pattern, self._pixels(), look())
        painter.end()


def line_tiles(build: Build) -> tuple[TileFace, ...]:
    """An example of a line, as a row of tiles with room between its groups.

    Where there aren't as many real tiles, as in a quint, jokers stand in.
    """
    faces: list[TileFace] = []
    used: dict[int, int] = {}
    for group in build.groups:
        begins = True
        for run in group:
            for _ in range(run.count):
                used[run.tile] = used.get(run.tile, 0) + 1
                real = used[run.tile] <= _COPIES.copies(run.tile) or not run.jokers
                face = run.tile if real else JOKER
                name = "" if real else f"{JOKER.name()}: {run.tile.name()}"
                if run.tile is ANY_FLOWER and real:
                    name = ANY_FLOWER.name()
                faces.append(TileFace(face, name=name, gap=begins and bool(faces)))
                begins = False
    return tuple(faces)
