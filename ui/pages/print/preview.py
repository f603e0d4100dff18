"""The preview: the pages of a PDF as they will be printed, below each other, at any size."""

from __future__ import annotations

import math
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from mjcompanion.i18n.translation import number as figure

from ...theme import HIGH_CONTRAST, look, paint_ring
from ...widgets.pdf_pictures import POINTS_PER_INCH, picture, size_at, words
from ...worker import Task, Worker
from .model import PrintDocument

FIT_PAGE, FIT_WIDTH = "page", "width"
ZOOMS: Final = (25, 33, 50, 67, 75, 90, 100, 125, 150, 200, 300, 400)
"""Per cent of the paper's own size."""
_LOGICAL: Final = 96 / POINTS_PER_INCH
"""Logical pixels to a point at 100 %."""
_LEAST: Final = 0.08
_MOST_KEPT: Final = 48_000_000
"""So many pixels of pages out of sight are kept."""
_WHEEL: Final = 120


class DocumentPreview(QAbstractScrollArea):
    """Shows a document. Pages are drawn by a worker when they come in sight, and kept while there is room.

    Signals:
        page_changed(int): another page is in the middle, counted from 0.
        zoomed(): the pages have another size.
    """

    page_changed = Signal(int)
    zoomed = Signal()

    def __init__(self, drawer: Worker) -> None:
        super().__init__()
        self._drawer = drawer
        self.document: PrintDocument | None = None
        self.zoom: str | int = FIT_PAGE
        """A number of per cent, or what the pages are fitted into."""
        self._scale = 1.0
        """Logical pixels to a point."""
        self._kept: dict[int, tuple[float, QImage]] = {}
        self._tasks: dict[int, tuple[float, Task[QImage]]] = {}
        self._reading: Task[str] | None = None
        self.page = 0
        """The page in the middle, counted from 0."""
        self._grasped: QPoint | None = None
        self._wheel = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.horizontalScrollBar().valueChanged.connect(self._on_scrolled)
        self.setAccessibleName(self.tr("Preview"))

    # what is shown

    @property
    def count(self) -> int:
        return self.document.made.pages if self.document is not None else 0

    @property
    def percent(self) -> int:
        """How large the pages are, in per cent of the paper."""
        return round(100 * self._scale / _LOGICAL)

    def show_document(self, document: PrintDocument | None) -> None:
        """Show another document; the place and the zoom stay."""
        if document is self.document:
            return
        same_pages = document is not None and document.made.pages == self.count
        self.document = document
        self._forget()
        place = self.verticalScrollBar().value()
        self._lay_out()
        self.verticalScrollBar().setValue(place if same_pages else 0)
        self._find_page(told=True)
        self.viewport().update()

    def _forget(self) -> None:
        for _, task in self._tasks.values():
            task.cancel()
        self._tasks.clear()
        self._kept.clear()

    def picture_of(self, number: int) -> QImage | None:
        """The picture of a page as sharp as it is shown now, if it is drawn."""
        found = self._kept.get(number)
        return found[1] if found is not None and found[0] == self._wanted_scale else None

    # zoom

    def set_zoom(self, zoom: str | int) -> None:
        """Show the pages at so many per cent, or fitted into the window."""
        if zoom != self.zoom:
            self.zoom = zoom
            self._zoom_about(self.viewport().rect().center())

    def step_zoom(self, steps: int, at: QPoint | None = None) -> None:
        """Larger or smaller by some steps."""
        now = self.percent
        if steps > 0:
            rest = [zoom for zoom in ZOOMS if zoom > now]
            selection = rest[min(steps, len(rest)) - 1] if rest else ZOOMS[-1]
        else:
            rest = [zoom for zoom in ZOOMS if zoom < now]
            selection = rest[max(steps, -len(rest))] if rest else ZOOMS[0]
        self.zoom = selection
        self._zoom_about(at if at is not None else self.viewport().rect().center())

    def _zoom_about(self, at: QPoint) -> None:
        """Lay the pages out at another size; what was at this point stays there."""
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        before = self._scale
        top = self._top(self.page)
        x = (across.value() + at.x() - self._left()) / before
        y = (down.value() + at.y() - top) / before
        self._lay_out()
        down.setValue(round(self._top(self.page) + y * self._scale - at.y()))
        across.setValue(round(self._left() + x * self._scale - at.x()))
        self._find_page()
        self.viewport().update()

    # geometry, in logical pixels from the upper left corner of everything

    @property
    def _gap(self) -> int:
        return look().L

    def _page_size(self) -> QSize:
        points = self.document.paper.size if self.document is not None else (1.0, 1.0)
        return size_at(points, self._scale)

    def _left(self) -> int:
        return max(self._gap, (self.viewport().width() - self._page_size().width()) // 2)

    def _top(self, number: int) -> int:
        high = self._page_size().height()
        first = self._gap
        if self.count == 1:
            first = max(first, (self.viewport().height() - high) // 2)
        return first + number * (high + self._gap)

    def _place(self, number: int) -> QRect:
        """Where a page is in the viewport now."""
        corner = QPoint(self._left() - self.horizontalScrollBar().value(), self._top(number))
        return QRect(corner - QPoint(0, self.verticalScrollBar().value()), self._page_size())

    def _fitting_scale(self) -> float:
        if self.document is None or isinstance(self.zoom, int):
            return (self.zoom if isinstance(self.zoom, int) else 100) / 100 * _LOGICAL
        wide, high = self.document.paper.size
        room = self.maximumViewportSize()
        spare = 2 * self._gap
        bar = self.verticalScrollBar().sizeHint().width()
        by_width = (room.width() - spare) / wide
        by_height = (room.height() - spare) / high
        if self.zoom == FIT_PAGE:
            return max(_LEAST, min((room.width() - spare - (bar if self.count > 1 else 0)) / wide, by_height))
        if self.count > 1 or by_width * high + spare > room.height():
            by_width = (room.width() - spare - bar) / wide
        return max(_LEAST, by_width)

    def _lay_out(self) -> None:
        self._scale = self._fitting_scale()
        size = self._page_size()
        room = self.viewport().size()
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        high = self._top(self.count) if self.count else 0
        down.setRange(0, max(0, high - room.height()))
        down.setPageStep(room.height())
        down.setSingleStep(max(20, room.height() // 12))
        across.setRange(0, max(0, size.width() + 2 * self._gap - room.width()) if self.count else 0)
        across.setPageStep(room.width())
        across.setSingleStep(max(20, room.width() // 12))
        self.zoomed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pages again, or keep their size; the same page stays in sight."""
        super().resizeEvent(event)
        page = self.page
        within = self.verticalScrollBar().value() - self._top(page)
        before = self._scale
        self._lay_out()
        if self.count:
            self.verticalScrollBar().setValue(round(self._top(page) + within * self._scale / before))
        self._find_page()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self.viewport().update()

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(180, 260)

    # pages

    def go_to(self, number: int) -> None:
        if self.count:
            number = max(0, min(number, self.count - 1))
            self.verticalScrollBar().setValue(self._top(number) - self._gap)

    def _on_scrolled(self) -> None:
        self._find_page()
        self.viewport().update()

    def _find_page(self, *, told: bool = False) -> None:
        """See which page is in the middle."""
        each = self._page_size().height() + self._gap
        middle = self.verticalScrollBar().value() + self.viewport().height() / 2 - self._top(0)
        page = max(0, min(self.count - 1, math.floor(middle / each))) if self.count else 0
        bar = self.verticalScrollBar()
        if bar.maximum() and bar.value() == bar.maximum():
            page = self.count - 1
        if told or page != self.page:
            self.page = page
            self.page_changed.emit(page)
            self._describe()

    def _describe(self) -> None:
        """Tell readers of the screen which page it is and what stands on it."""
        if self._reading is not None:
            self._reading.cancel()
        document, number = self.document, self.page
        if document is None:
            self.setAccessibleName(self.tr("Preview"))
            self.setAccessibleDescription("")
            return
        text = self.tr("Preview of {title}, page {number} of {count}")
        self.setAccessibleName(text.format(title=document.title, number=figure(number + 1), count=figure(self.count)))
        pdf = document.made.pdf
        self._reading = self._drawer.ask(lambda _: words(pdf, number), self.setAccessibleDescription, owner=self)

    # drawing

    @property
    def _wanted_scale(self) -> float:
        return self._scale * self.devicePixelRatioF()

    def _in_sight(self) -> range:
        if not self.count:
            return range(0)
        each = self._page_size().height() + self._gap
        top = self.verticalScrollBar().value() - self._top(0)
        first = max(0, math.floor(top / each))
        last = min(self.count - 1, math.floor((top + self.viewport().height()) / each))
        return range(min(first, self.count - 1), last + 1)

    def _want(self, numbers: range) -> None:
        """Have the pages in sight drawn; what has gone out of sight isn't waited for."""
        document, scale = self.document, self._wanted_scale
        if document is None:
            return
        for number, (at, task) in tuple(self._tasks.items()):
            if number not in numbers or at != scale:
                task.cancel()
                del self._tasks[number]
        for number in numbers:
            found = self._kept.get(number)
            if number in self._tasks or (found is not None and found[0] == scale):
                continue
            pdf = document.made.pdf
            task = self._drawer.ask(
                partial(_drawn, pdf, number, scale), partial(self._on_drawn, number, scale), owner=self
            )
            self._tasks[number] = scale, task

    def _on_drawn(self, number: int, scale: float, image: QImage) -> None:
        self._tasks.pop(number, None)
        self._kept.pop(number, None)
        self._kept[number] = scale, image
        self._make_room()
        self.viewport().update()

    def _make_room(self) -> None:
        """Let go of the pages that were drawn longest ago and are out of sight."""
        seen = self._in_sight()
        pixels = {number: image.width() * image.height() for number, (_, image) in self._kept.items()}
        for number in tuple(self._kept):
            if sum(pixels.values()) <= _MOST_KEPT:
                return
            if number not in seen:
                del self._kept[number], pixels[number]

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        c = current.colours
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        ground = QPainterPath()
        ground.addRoundedRect(QRectF(self.viewport().rect()), current.RADIUS, current.RADIUS)
        painter.fillPath(ground, QColor(c.desk))
        painter.setClipPath(ground)
        seen = self._in_sight()
        self._want(seen)
        for number in seen:
            self._paint_page(painter, number)
        painter.setClipping(False)
        if current.name == HIGH_CONTRAST:
            painter.setPen(QPen(QColor(c.line), current.line_width))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))
        if self.hasFocus():
            ring = QPainterPath()
            ring.addRoundedRect(QRectF(self.viewport().rect()).adjusted(2.5, 2.5, -2.5, -2.5), 6, 6)
            paint_ring(painter, current, ring)
        painter.end()

    def _paint_page(self, painter: QPainter, number: int) -> None:
        place = self._place(number)
        paint_sheet(painter, place)
        found = self._kept.get(number)
        if found is None:
            return
        scale, image = found
        if scale == self._wanted_scale and image.width() >= round(place.width() * self.devicePixelRatioF()) - 1:
            image.setDevicePixelRatio(self.devicePixelRatioF())
            painter.drawImage(place.topLeft(), image)  # dot by dot: any other way would blur it
        else:
            image.setDevicePixelRatio(1)
            painter.drawImage(place, image)

    # mouse and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._grasped = event.position().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grasped is None:
            return
        now = event.position().toPoint()
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + self._grasped.x() - now.x())
        down.setValue(down.value() + self._grasped.y() - now.y())
        self._grasped = now

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self._grasped = None
        self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll; with Ctrl larger and smaller where the pointer is."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
            return
        self._wheel += event.angleDelta().y()
        steps = int(self._wheel / _WHEEL)
        if steps:
            self._wheel -= steps * _WHEEL
            self.step_zoom(steps, event.position().toPoint())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Page by page, line by line, to the ends; + and − change the size."""
        down, across = self.verticalScrollBar(), self.horizontalScrollBar()
        key = event.key()
        whole = self._page_size().height() <= self.viewport().height()
        moves = {
            Qt.Key.Key_Up: lambda: down.setValue(down.value() - down.singleStep()),
            Qt.Key.Key_Down: lambda: down.setValue(down.value() + down.singleStep()),
            Qt.Key.Key_Left: lambda: across.setValue(across.value() - across.singleStep()),
            Qt.Key.Key_Right: lambda: across.setValue(across.value() + across.singleStep()),
            Qt.Key.Key_Home: lambda: down.setValue(0),
            Qt.Key.Key_End: lambda: down.setValue(down.maximum()),
            Qt.Key.Key_PageUp: lambda: self._leaf(-1, whole=whole),
            Qt.Key.Key_PageDown: lambda: self._leaf(1, whole=whole),
            Qt.Key.Key_Space: lambda: self._leaf(1, whole=whole),
            Qt.Key.Key_Plus: lambda: self.step_zoom(1),
            Qt.Key.Key_Equal: lambda: self.step_zoom(1),
            Qt.Key.Key_Minus: lambda: self.step_zoom(-1),
        }
        move = moves.get(Qt.Key(key))
        if move is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        else:
            move()

    def _leaf(self, step: int, *, whole: bool) -> None:
        """One page on where a page is seen whole, else as much as is seen."""
        bar = self.verticalScrollBar()
        if whole:
            self.go_to(self.page + step)
        else:
            bar.setValue(bar.value() + step * round(bar.pageStep() * 0.9))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()


def paint_sheet(painter: QPainter, place: QRect) -> None:
    """A blank sheet of paper and its soft shadow; edges on whole pixels need no smoothing, which takes long."""
    current = look()
    c = current.colours
    smooth = painter.testRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if current.name != HIGH_CONTRAST:
        shadow = QColor(c.shadow)
        for spread, strength in ((3, 14), (2, 18), (1, 26)):
            shadow.setAlpha(strength)
            painter.fillRect(place.adjusted(-spread, 1 - spread, spread, spread + 1), shadow)
    painter.fillRect(place, QColor(c.paper))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)


def _drawn(pdf: bytes, number: int, scale: float, _task: Task[QImage]) -> QImage:
    return picture(pdf, number, scale)
