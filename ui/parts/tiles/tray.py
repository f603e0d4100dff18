"""A shallow tray on which a row of tiles lies: it shows where tiles go while there are none."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...theme import look
from .row import TileRow


class Tray(QWidget):
    """The surface below a row of tiles."""

    def __init__(self, row: TileRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row = row
        current = look()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(current.M, current.XS, current.S, current.XS)
        layout.addWidget(row)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A field of another shade; where shades don't show, an edge."""
        current = look()
        c = current.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        half = current.line_width / 2
        flat = c.page == c.card
        painter.setPen(QPen(QColor(c.faint), current.line_width) if flat else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.page))
        box = QRectF(self.rect()).adjusted(half, half, -half, -half)
        painter.drawRoundedRect(box, current.RADIUS, current.RADIUS)
        painter.end()
