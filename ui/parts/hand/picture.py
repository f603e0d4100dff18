"""A scored hand as a picture to send on: its tiles laid out, the lines, the total; who had it, when, by which rules.

It looks the same whatever the theme and the size of text: light, 1200 × 630, as posts show pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import groupby, islice
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QTextLayout,
)

from mjcompanion.core.errors import printable
from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _, capital, joined, number, pgettext
from mjcompanion.scoring.context import describe_situation
from mjcompanion.scoring.sheet import ScoreLine, ScoreSheet
from mjcompanion.scoring.text_renderer import rounding_line

from ...theme import COLOURS, LIGHT, Look
from ..tiles import TileFace, TileState, art
from ..tiles.art import outline, shape_of
from ..tiles.faces import hand_faces, line_faces
from .receipt import Row, american_rows, silent_rows

if TYPE_CHECKING:
    from mjcompanion.american.score import AmericanSheet

WIDTH: Final = 1200
HEIGHT: Final = 630
_EDGE: Final = 48
_TITLE: Final = (40, 36, 32, 28, 25)
_ABOUT: Final = (24, 22, 20, 18)
_SIZES: Final = (27, 25, 23, 21, 19, 17, 16, 15, 14, 13)
"""The sizes of type for the lines, the largest that fits is taken."""
_SMALL: Final = 17
_ONE_COLUMN: Final = 19
"""Lines that fit in one column of this size need no second one."""
_FIGURES: Final = (104, 92, 80, 70, 60, 52, 44, 38, 32, 27, 23, 20)
_LARGEST_TILE: Final = 74
_SMALLEST_TILE: Final = 52
"""Where the tiles would be smaller in one row they lie in two."""
_IN_TWO_ROWS: Final = 48
_TIGHT: Final = 42
_GROUP_GAP: Final = 0.45
"""Of a tile's width: the room between sets."""
_PANEL: Final = 330
_LINE: Final = 1.32
"""The height of a line of text, in sizes of its type."""
_AFTER_ROW: Final = 0.34
_MOST_LINES: Final = 6
"""So many lines a row's words may take before they are cut short."""
_LONGEST: Final = 300


class HandPicture(msgspec.Struct, frozen=True):
    """What stands on a picture; `rows` are the lines of the score sheet, `total` is what they come to."""

    title: str
    facts: str = ""
    about: str = ""
    remark: str = ""
    faces: tuple[TileFace, ...] = ()
    rows: tuple[Row, ...] = ()
    total: Row | None = None
    below: str = ""
    """Below the total: how it was adjusted."""


def picture_of(
    sheet: ScoreSheet | AmericanSheet, terms: Terms, *, card: str = "", about: Iterable[str] = (), remark: str = ""
) -> HandPicture:
    """The picture of a hand that was scored; `card` is the title of its card, `about` says who, when and where."""
    situation = sheet.situation
    if isinstance(sheet, ScoreSheet):
        won_with = situation.win.tile if situation.win is not None else None
        faces = hand_faces(sheet.hand, won_with, terms)
        rows = _counted(sheet, terms)
    else:
        faces = line_faces(sheet.reading.sets, sheet.reading.build)
        rows = [Row(sheet.line.pattern, role="strong"), *american_rows(sheet)]
        if card:
            rows.insert(1, Row(printable(card, 60), role="quiet"))
    told, below = Row(_("Score"), number(sheet.score)), _worked_out(sheet)
    found = sheet.adjustment
    if found is not None:
        told = Row(_("Final score"), number(Decimal(found.final_text), ",.2f"))
        below = f"{below or number(found.score)} × {number(found.left)}/{number(found.drawable)}"
    title = situation.house_name or _(situation.rules.name)
    facts = describe_situation(situation, terms).split(" · ", 1)
    return HandPicture(
        printable(title, 80),
        facts[1] if len(facts) > 1 else "",
        _about(about),
        printable(remark, _LONGEST),
        tuple(faces),
        tuple(rows),
        told,
        below,
    )


def _counted(sheet: ScoreSheet, terms: Terms) -> list[Row]:
    """What each thing scores, its points and doubles in one line; flowers that score alike in one."""
    rows = []
    scored = sheet.lines + sheet.apart
    for (bonus, points, doubles), some in groupby(scored, key=lambda line: (_is_bonus(line), *_worth(line))):
        lines = list(some)
        for together in [lines] if bonus else [[line] for line in lines]:
            count = len(together)
            text = capital(joined([line.describe(terms) for line in together]))
            figures = [number(points * count)] * bool(points) + [sheet.doubled(doubles * count)] * bool(doubles)
            if together[0].share and sheet.share:
                figures = [number(sheet.own)]
            rows.append(Row(text, "  ".join(figures), role="limit" if together[0].share else ""))
    if sheet.rounding:
        rows.append(Row(*rounding_line(sheet)))
    if sheet.is_cut or (sheet.limited and not any(line.share for line in sheet.lines)):
        rows.append(Row(_("The limit"), number(sheet.limit), role="limit"))
    return rows or silent_rows(sheet, terms)


def _is_bonus(line: ScoreLine) -> bool:
    """Whether a line is for one flower or season."""
    return line.meld is None and len(line.tiles) == 1 and line.tiles[0].is_flower and not line.share


def _worth(line: ScoreLine) -> tuple[int, int]:
    return line.points, line.doubles


def _worked_out(sheet: ScoreSheet | AmericanSheet) -> str:
    """How points and doubles come to the score, where they alone do."""
    if not isinstance(sheet, ScoreSheet) or sheet.limited or sheet.rounding or not sheet.doubles:
        return ""
    counted = sheet.doubles_words if sheet.scale else f"{number(sheet.points)} × {number(1 << sheet.doubles)}"
    return f"{counted} + {number(sheet.bonus)}" if sheet.bonus else counted


def told_picture(
    title: str, faces: Sequence[TileFace], lines: Iterable[str], *, about: Iterable[str] = (), remark: str = ""
) -> HandPicture:
    """The picture of a hand that can't be counted today: with its score sheet as it was told then."""
    rows = tuple(Row(printable(line.strip(), _LONGEST)) for line in islice(lines, 60) if line.strip(" =-"))
    return HandPicture(printable(title, 80), "", _about(about), printable(remark, _LONGEST), tuple(faces), rows)


def _about(parts: Iterable[str]) -> str:
    return " · ".join(printable(part, 60) for part in parts if part)


def png_of(image: QImage) -> bytes:
    """A picture as the content of a PNG."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


class PicturePainter:
    """Paints one picture; `texts` and `tiles` say what was drawn where, and the room that it had."""

    def __init__(self, picture: HandPicture) -> None:
        self.picture = picture
        self.look = Look(LIGHT, COLOURS[LIGHT], 1.0)
        self.texts: list[tuple[str, QRectF, QRectF]] = []
        """Each text, the box that it takes, and the box that it may take."""
        self.tiles: list[tuple[QRectF, QRectF]] = []
        """The box of each tile, and that of all of them."""
        self.image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
        self._tight = False
        self._left_out = self._size = 0

    def paint(self) -> QImage:
        """The picture; where its lines would be small, everything above them is made smaller."""
        self._paint()
        if self._left_out or self._size < _SMALL:
            self._tight = True
            self._paint()
        return self.image

    def _paint(self) -> None:
        self.texts, self.tiles = [], []
        painter = QPainter(self.image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self._painter = painter
        c = self.look.colours
        ground = QLinearGradient(0, 0, 0, HEIGHT)
        ground.setColorAt(0, QColor(c.card))
        ground.setColorAt(1, QColor(c.page))
        painter.fillRect(0, 0, WIDTH, HEIGHT, ground)
        painter.fillRect(0, 0, WIDTH, 8, QColor(c.accent))
        y = self._head()
        y = self._rack(y + (10 if self._tight else 16))
        self._foot()
        y += 16 if self._tight else 24
        room = QRectF(_EDGE, y, WIDTH - 2 * _EDGE, HEIGHT - 60 - y)
        if self.picture.total is not None:
            self._total(QRectF(room.right() - _PANEL, room.top(), _PANEL, room.height()), self.picture.total)
            room.setWidth(room.width() - _PANEL - 36)
        self._rows(room)
        painter.end()

    # text

    def _font(self, size: int, *, bold: bool = False) -> QFont:
        return self.look.font(size, bold=bold)

    def _draw(
        self, text: str, size: int, room: QRectF, colour: str, *, bold: bool = False, right: bool = False
    ) -> None:
        """One line of text in a box, in its middle by height."""
        if not text:
            return
        font = self._font(size, bold=bold)
        metrics = QFontMetricsF(font)
        wide = metrics.horizontalAdvance(text)
        x = room.right() - wide if right else room.left()
        box = QRectF(x, room.center().y() - metrics.height() / 2, wide, metrics.height())
        self._painter.setFont(font)
        self._painter.setPen(QColor(colour))
        self._painter.drawText(QPointF(x, box.top() + metrics.ascent()), text)
        self.texts.append((text, box, room))

    def _fitting(self, text: str, sizes: Sequence[int], width: float, *, bold: bool = False) -> tuple[int, str]:
        """The largest of these sizes in which a text fits, and the text, cut short where it fits in none."""
        for size in sizes:
            if QFontMetricsF(self._font(size, bold=bold)).horizontalAdvance(text) <= width:
                return size, text
        metrics = QFontMetricsF(self._font(sizes[-1], bold=bold))
        return sizes[-1], metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)

    def _wrapped(self, text: str, size: int, width: float, most: int, *, bold: bool = False) -> list[str]:
        """A text in lines of such a width, the last one cut short where they would be too many."""
        font = self._font(size, bold=bold)
        layout = QTextLayout(text, font)
        lines: list[tuple[int, int]] = []
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            lines.append((line.textStart(), line.textLength()))
        layout.endLayout()
        found = [text[start : start + length].strip() for start, length in lines]
        if len(found) <= most:
            return found
        rest = text[lines[most - 1][0] :]
        return [*found[: most - 1], QFontMetricsF(font).elidedText(rest, Qt.TextElideMode.ElideRight, width)]

    # parts

    def _head(self) -> float:
        """The rules, and who had the hand, when and where."""
        picture, c = self.picture, self.look.colours
        wide = WIDTH - 2 * _EDGE
        size, title = self._fitting(picture.title, _TITLE[self._tight * 2 :], wide, bold=True)
        y = 24.0 if self._tight else 34.0
        self._draw(title, size, QRectF(_EDGE, y, wide, size * _LINE), c.text, bold=True)
        y += size * _LINE + 2
        for words, colour in ((picture.about, c.text), (picture.facts, c.quiet)):
            if words:
                size, text = self._fitting(words, _ABOUT[self._tight * 2 :], wide)
                self._draw(text, size, QRectF(_EDGE, y, wide, size * _LINE), colour)
                y += size * _LINE
        return y

    def _rack(self, top: float) -> float:
        """The tiles on their rack; where it ends."""
        rows, width = self._tile_rows()
        if not rows:
            return top - (10 if self._tight else 16)
        c, shape = self.look.colours, shape_of(width)
        edge = 10 if self._tight else 22 if len(rows) == 1 else 15
        high = len(rows) * (shape.height + 10) - 10 + 2 * edge
        rack = QRectF(_EDGE, top, WIDTH - 2 * _EDGE, high)
        path = QPainterPath()
        path.addRoundedRect(rack, 16, 16)
        wood = QLinearGradient(rack.topLeft(), rack.bottomLeft())
        wood.setColorAt(0, QColor(c.rack).lighter(112))
        wood.setColorAt(1, QColor(c.rack))
        self._painter.setPen(QPen(QColor(c.rack_edge), 2))
        self._painter.setBrush(wood)
        self._painter.drawPath(path)
        y = top + edge
        for row in rows:
            x = rack.center().x() - self._row_width(row, width) / 2
            for at, face in enumerate(row):
                x += _GROUP_GAP * width if face.gap and at else 0
                self._tile(face, x, y, width, rack)
                x += width + shape.gap
            y += shape.height + 10
        return rack.bottom()

    def _tile_rows(self) -> tuple[list[list[TileFace]], int]:
        """The tiles in one row, or in two that part between sets, and how wide a tile is."""
        faces = list(self.picture.faces)
        room = WIDTH - 2 * _EDGE - 48
        if not faces:
            return [], 0
        width = self._width_for([faces], room)
        if width >= _SMALLEST_TILE:
            return [faces], width
        gaps = [at for at, face in enumerate(faces) if face.gap and at] or [len(faces) // 2]
        middle = min(gaps, key=lambda at: abs(2 * at - len(faces)))
        rows = [faces[:middle], faces[middle:]]
        return rows, min(self._width_for(rows, room), _TIGHT if self._tight else _IN_TWO_ROWS)

    def _width_for(self, rows: Sequence[Sequence[TileFace]], room: float) -> int:
        width = _LARGEST_TILE
        while width > 8 and any(self._row_width(row, width) > room for row in rows):
            width -= 1
        return width

    @staticmethod
    def _row_width(row: Sequence[TileFace], width: int) -> float:
        gaps = sum(face.gap for face in row[1:])
        return len(row) * (width + shape_of(width).gap) - shape_of(width).gap + gaps * _GROUP_GAP * width

    def _tile(self, face: TileFace, x: float, y: float, width: int, rack: QRectF) -> None:
        shape = shape_of(width)
        picture = art().picture(face.tile, width, self.look)
        corner = QPointF(x - shape.pad, y - shape.pad)
        self._painter.drawPixmap(corner, picture)
        self.tiles.append((QRectF(x, y, shape.front_width, shape.height), rack))
        if face.state is TileState.DRAWN:
            path = outline(shape, 2.5).translated(corner)
            self._painter.setBrush(Qt.BrushStyle.NoBrush)
            self._painter.setPen(QPen(QColor(self.look.colours.mark), 3))
            self._painter.drawPath(path)

    def _foot(self) -> None:
        """The remark, and where the picture is from."""
        c = self.look.colours
        name = _("Mah Jongg Companion")
        wide = QFontMetricsF(self._font(17)).horizontalAdvance(name)
        room = QRectF(_EDGE, HEIGHT - 48, WIDTH - 2 * _EDGE, 28)
        self._draw(name, 17, QRectF(room.right() - wide, room.top(), wide, room.height()), c.quiet, right=True)
        if self.picture.remark:
            words = pgettext("a remark", "“{text}”").format(text=self.picture.remark)
            size, text = self._fitting(words, (19, 17, 16), room.width() - wide - 40)
            self._draw(text, size, QRectF(room.left(), room.top(), room.width() - wide - 40, room.height()), c.text)

    def _total(self, room: QRectF, total: Row) -> None:
        """What it comes to, large."""
        c = self.look.colours
        path = QPainterPath()
        path.addRoundedRect(room, 16, 16)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(QColor(c.chosen_soft))
        self._painter.drawPath(path)
        inner = room.adjusted(24, 14, -24, -14)
        size, label = self._fitting(total.text, (26, 23, 20, 17), inner.width(), bold=True)
        below = self.picture.below
        under, below = self._fitting(below, (24, 21, 18, 16), inner.width()) if below else (0, "")
        free = inner.height() - (size + under) * _LINE
        sizes = [one for one in _FIGURES if one * _LINE <= free] or [_FIGURES[-1]]
        figure_size, figure = self._fitting(total.figure, sizes, inner.width(), bold=True)
        high = (size + figure_size + under) * _LINE
        y = inner.center().y() - high / 2
        for text, type_size, colour, bold in (
            (label, size, c.on_chosen_soft, True),
            (figure, figure_size, c.accent, True),
            (below, under, c.on_chosen_soft, False),
        ):
            if text:
                wide = QFontMetricsF(self._font(type_size, bold=bold)).horizontalAdvance(text)
                box = QRectF(inner.center().x() - wide / 2, y, wide, type_size * _LINE)
                self._draw(text, type_size, box, colour, bold=bold)
                y += type_size * _LINE

    # the lines

    def _rows(self, room: QRectF) -> None:
        columns, size = self._columns(room)
        self._size = size
        c = self.look.colours
        wide = self._column_width(room, len(columns))
        for place, rows in enumerate(columns):
            x, y = room.left() + place * (wide + 36), room.top()
            for row in rows:
                bold, figures = row.role in ("strong", "limit", "total"), self._figure_width(row, size)
                if row.rule and y > room.top():
                    self._painter.fillRect(QRectF(x, y - size * _AFTER_ROW / 2, wide, 1), QColor(c.line))
                colour = c.quiet if row.role == "quiet" else c.accent if row.role == "limit" else c.text
                top = y
                for text in self._row_lines(row, size, wide):
                    self._draw(text, size, QRectF(x, y, wide - figures, size * _LINE), colour, bold=bold)
                    y += size * _LINE
                if row.figure:
                    box = QRectF(x, top, wide, size * _LINE)
                    self._draw(row.figure, size, box, colour, bold=True, right=True)
                y += size * _AFTER_ROW

    def _columns(self, room: QRectF) -> tuple[list[list[Row]], int]:
        """The lines in one column or two, and the largest type in which they fit; in the smallest some are left out."""
        rows = list(self.picture.rows)
        self._left_out = 0
        for size in _SIZES:
            if size >= _ONE_COLUMN and self._height(rows, size, room.width()) <= room.height():
                return [rows], size
        for size in _SIZES:
            halves = self._halves(rows, size, room)
            wide = self._column_width(room, 2)
            if len(rows) > 1 and all(self._height(half, size, wide) <= room.height() for half in halves):
                return halves, size
        size = _SIZES[-1]
        for left_out in range(1, len(rows)):
            self._left_out = left_out
            some = [*rows[:-left_out], Row(_("and {n} more").format(n=number(left_out)), role="quiet")]
            halves = self._halves(some, size, room)
            if all(self._height(half, size, self._column_width(room, 2)) <= room.height() for half in halves):
                return halves, size
        return [rows[:1]], size

    def _halves(self, rows: list[Row], size: int, room: QRectF) -> list[list[Row]]:
        """The rows in two columns that are as high, the first one the higher."""
        wide = self._column_width(room, 2)
        whole, passed = self._height(rows, size, wide), 0.0
        for at, row in enumerate(rows, 1):
            passed += self._height([row], size, wide)
            if 2 * passed >= whole:
                return [rows[:at], rows[at:]]
        return [rows, []]

    @staticmethod
    def _column_width(room: QRectF, count: int) -> float:
        return (room.width() - (count - 1) * 36) / count

    def _figure_width(self, row: Row, size: int) -> float:
        if not row.figure:
            return 0.0
        return QFontMetricsF(self._font(size, bold=True)).horizontalAdvance(row.figure) + size

    def _row_lines(self, row: Row, size: int, wide: float) -> list[str]:
        bold = row.role in ("strong", "limit", "total")
        return self._wrapped(row.text, size, wide - self._figure_width(row, size), _MOST_LINES, bold=bold)

    def _height(self, rows: Sequence[Row], size: int, wide: float) -> float:
        lines = sum(len(self._row_lines(row, size, wide)) for row in rows)
        return lines * size * _LINE + len(rows) * size * _AFTER_ROW
