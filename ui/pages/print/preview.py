"""The preview: the pages of a PDF as they will be printed, one below the other, at any size."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractSlider,
    QFrame,
    QGraphicsPixmapItem,
    QGraphicsRectItem,
    QGraphicsScene,
    QGraphicsView,
    QSizePolicy,
    QStyleOptionGraphicsItem,
    QWidget,
)

from mjcompanion.i18n.translation import number as figure

from ...theme import HIGH_CONTRAST, look, paint_ring
from ...widgets.pdf_pictures import POINTS_PER_INCH, picture, words
from ...worker import Task, Worker
from .model import PrintDocument

FIT_PAGE, FIT_WIDTH = "page", "width"
ZOOMS: Final = (25, 33, 50, 67, 75, 90, 100, 125, 150, 200, 300, 400)
"""Per cent of the paper's own size."""
_LOGICAL: Final = 96 / POINTS_PER_INCH
"""Logical pixels to a point at 100 %."""
_LEAST: Final = 0.08
_GAP: Final = 16
"""Around each page, in points."""
_MOST_KEPT: Final = 48_000_000
"""So many pixels of pages out of sight are kept."""
_ROUNDING: Final = 2
"""In pixels; a page that fits to the pixel would have scroll bars."""
_WHEEL: Final = 120
_SMALLEST: Final = (180, 260)
_SHADOW: Final = ((3, 14), (2, 18), (1, 26))
"""How far it spreads, in pixels, and its strength there."""
_Anchor = QGraphicsView.ViewportAnchor
_STEPS: Final = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1, Qt.Key.Key_Space: 1}
_ENDS: Final = {
    Qt.Key.Key_Home: QAbstractSlider.SliderAction.SliderToMinimum,
    Qt.Key.Key_End: QAbstractSlider.SliderAction.SliderToMaximum,
}
_ZOOM_STEPS: Final = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1}


class Sheet(QGraphicsRectItem):
    """A sheet of paper and its soft shadow, measured in points; on it the picture of the page once it is drawn."""

    def __init__(self, size: tuple[float, float], number: int) -> None:
        super().__init__(0, 0, *size)
        self.setPos(0, number * (size[1] + _GAP))
        self.number = number
        self.picture = QGraphicsPixmapItem(self)
        self.picture.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self.drawn = 0.0
        """Pixels to a point of the picture; 0 where there is none."""

    @property
    def pixels(self) -> int:
        """The size of the picture."""
        return self.picture.pixmap().width() * self.picture.pixmap().height()

    def show_picture(self, image: QImage, scale: float) -> None:
        """Show the page as it was drawn at this scale; one that would be too large was drawn smaller."""
        self.drawn = scale
        self.picture.setPixmap(QPixmap.fromImage(image))
        self.picture.setScale(1 / min(scale, image.width() / self.rect().width()))

    def drop_picture(self) -> None:
        """Be a blank sheet again."""
        self.drawn = 0.0
        self.picture.setPixmap(QPixmap())

    def boundingRect(self) -> QRectF:
        return self.rect().adjusted(-_GAP, -_GAP, _GAP, _GAP)

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        colours, pixel = look().colours, 1 / painter.worldTransform().m11()
        if look().name != HIGH_CONTRAST:
            shadow = QColor(colours.shadow)
            for spread, strength in _SHADOW:
                shadow.setAlpha(strength)
                box = (-spread * pixel, (1 - spread) * pixel, spread * pixel, (spread + 1) * pixel)
                painter.fillRect(self.rect().adjusted(*box), shadow)
        painter.fillRect(self.rect(), QColor(colours.paper))


class DocumentPreview(QGraphicsView):
    """Shows a document. Pages are drawn by a worker when they come in sight, and kept while there is room.

    Signals:
        page_changed(int): another page is in the middle, counted from 0.
        zoomed(): the pages have another size.
    """

    page_changed = Signal(int)
    zoomed = Signal()

    def __init__(self, drawer: Worker) -> None:
        super().__init__()
        self.setScene(QGraphicsScene(self))
        self._drawer = drawer
        self.document: PrintDocument | None = None
        self.zoom: str | int = FIT_PAGE
        """A number of per cent, or what the pages are fitted into."""
        self.sheets: list[Sheet] = []
        self._kept: list[Sheet] = []
        """Those with a picture; that which was drawn longest ago is the first."""
        self._tasks: dict[int, tuple[float, Task[QImage]]] = {}
        self._reading: Task[str] | None = None
        self.page = 0
        """The page in the middle, counted from 0."""
        self._wheel = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)  # this sets that of the view as well
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setInteractive(False)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setResizeAnchor(_Anchor.AnchorViewCenter)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setBackgroundBrush(QColor(look().colours.desk))
        self.setMinimumSize(*_SMALLEST)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._find_page())
        self.setAccessibleName(self.tr("Preview"))

    # what is shown

    @property
    def count(self) -> int:
        return len(self.sheets)

    @property
    def percent(self) -> int:
        """How large the pages are, in per cent of the paper."""
        return round(100 * self.transform().m11() / _LOGICAL)

    @property
    def resolution(self) -> float:
        """Pixels of the screen to a point."""
        return self.transform().m11() * self.devicePixelRatioF()

    def show_document(self, document: PrintDocument | None) -> None:
        """Show another document; the zoom stays, and the place where there are as many pages."""
        if document is self.document:
            return
        same_pages = document is not None and document.made.pages == self.count
        place = self.verticalScrollBar().value()
        for _, task in self._tasks.values():
            task.cancel()
        self.document, self.sheets, self._kept, self._tasks = document, [], [], {}
        self.scene().clear()
        room = QRectF()
        if document is not None:
            self.sheets = [Sheet(document.made.size, number) for number in range(document.made.pages)]
            for sheet in self.sheets:
                self.scene().addItem(sheet)
                room |= sheet.sceneBoundingRect()
        self.scene().setSceneRect(room)
        self._apply_zoom()
        bar = self.verticalScrollBar()
        bar.setValue(place if same_pages else bar.minimum())
        self._find_page(is_new=True)

    # zoom

    def set_zoom(self, zoom: str | int) -> None:
        """Show the pages at so many per cent, or fitted into the window."""
        self.zoom = zoom
        self._apply_zoom()

    def step_zoom(self, steps: int, anchor: _Anchor = _Anchor.AnchorViewCenter) -> None:
        """Larger or smaller by some steps; what is at the anchor stays there."""
        now = self.percent
        if steps > 0:
            rest = [zoom for zoom in ZOOMS if zoom > now]
            self.zoom = rest[min(steps, len(rest)) - 1] if rest else ZOOMS[-1]
        else:
            rest = [zoom for zoom in ZOOMS if zoom < now]
            self.zoom = rest[max(steps, -len(rest))] if rest else ZOOMS[0]
        self._apply_zoom(anchor)

    def _apply_zoom(self, anchor: _Anchor = _Anchor.AnchorViewCenter) -> None:
        self.setTransformationAnchor(anchor)
        scale = self.zoom / 100 * _LOGICAL if isinstance(self.zoom, int) else self._fitting_scale()
        self.setTransform(QTransform.fromScale(scale, scale))
        self.zoomed.emit()
        self._find_page()

    def _fitting_scale(self) -> float:
        if self.document is None:
            return _LOGICAL
        wide, high = (side + 2 * _GAP for side in self.document.made.size)
        room = self.maximumViewportSize()
        across, down = room.width() - _ROUNDING, room.height() - _ROUNDING
        if self.count > 1 or (self.zoom == FIT_WIDTH and across / wide > down / high):
            across -= self.verticalScrollBar().sizeHint().width()
        by_width = across / wide
        return max(_LEAST, by_width if self.zoom == FIT_WIDTH else min(by_width, down / high))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pages again, or keep their size; what is in the middle stays there."""
        super().resizeEvent(event)
        self._apply_zoom()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self.setBackgroundBrush(QColor(look().colours.desk))

    # pages

    def go_to(self, number: int) -> None:
        if self.sheets:
            sheet = self.sheets[max(0, min(number, self.count - 1))]
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.mapFromScene(0, sheet.y() - _GAP).y())

    def _find_page(self, *, is_new: bool = False) -> None:
        """Find the page in the middle, and report it if it is another one or `is_new`."""
        bar, page = self.verticalScrollBar(), 0
        if self.sheets:
            middle = self.mapToScene(self.viewport().rect().center()).y()
            page = sum(1 for sheet in self.sheets[1:] if sheet.y() - _GAP / 2 <= middle)
            if bar.minimum() < bar.maximum() == bar.value():
                page = self.count - 1
        if is_new or page != self.page:
            self.page = page
            self.page_changed.emit(page)
            self._describe()

    def _describe(self) -> None:
        """Tell readers of the screen which page it is and what is on it."""
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

    def _in_sight(self) -> list[Sheet]:
        return [one for one in self.items(self.viewport().rect()) if isinstance(one, Sheet)]

    def _draw_pages(self) -> None:
        """Have the pages in sight drawn; what has gone out of sight isn't waited for."""
        document, scale, seen = self.document, self.resolution, self._in_sight()
        if document is None:
            return
        numbers = {sheet.number for sheet in seen}
        for number, (at, task) in tuple(self._tasks.items()):
            if number not in numbers or at != scale:
                task.cancel()
                del self._tasks[number]
        for sheet in seen:
            if sheet.number not in self._tasks and sheet.drawn != scale:
                do = partial(_drawn, document.made.pdf, sheet.number, scale)
                task = self._drawer.ask(do, partial(self._on_drawn, sheet, scale), owner=self)
                self._tasks[sheet.number] = scale, task

    def _on_drawn(self, sheet: Sheet, scale: float, image: QImage) -> None:
        """Show a picture, and drop those that were drawn longest ago and are out of sight, where there are too many."""
        self._tasks.pop(sheet.number, None)
        sheet.show_picture(image, scale)
        self._kept = [*(one for one in self._kept if one is not sheet), sheet]
        seen = self._in_sight()
        for one in tuple(self._kept):
            if sum(kept.pixels for kept in self._kept) > _MOST_KEPT and one not in seen:
                one.drop_picture()
                self._kept.remove(one)

    def drawForeground(self, painter: QPainter, _rect: QRectF | QRect) -> None:
        """Round the corners, and draw the ring where the keyboard is here; what comes in sight is drawn from now on."""
        self._draw_pages()
        current, whole = look(), QRectF(self.viewport().rect())
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        corners = QPainterPath()
        corners.addRect(whole)
        corners.addRoundedRect(whole, current.RADIUS, current.RADIUS)
        painter.fillPath(corners, QColor(current.colours.page))
        if current.name == HIGH_CONTRAST:
            painter.setPen(QPen(QColor(current.colours.line), current.line_width))
            painter.drawRect(whole.adjusted(1, 1, -1, -1))
        if self.hasFocus():
            ring = QPainterPath()
            ring.addRoundedRect(whole.adjusted(2.5, 2.5, -2.5, -2.5), 6, 6)
            paint_ring(painter, current, ring)

    # mouse and keys

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll; with Ctrl larger and smaller where the pointer is."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
            return
        self._wheel += event.angleDelta().y()
        steps = int(self._wheel / _WHEEL)
        if steps:
            self._wheel -= steps * _WHEEL
            self.step_zoom(steps, _Anchor.AnchorUnderMouse)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Page by page, to the ends; + and − change the size; Qt's own keys scroll."""
        key, bar = Qt.Key(event.key()), self.verticalScrollBar()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        elif key in _STEPS and self._sees_whole_page:
            self.go_to(self.page + _STEPS[key])
        elif key is Qt.Key.Key_Space:
            bar.triggerAction(QAbstractSlider.SliderAction.SliderPageStepAdd)
        elif key in _ENDS:
            bar.triggerAction(_ENDS[key])
        elif key in _ZOOM_STEPS:
            self.step_zoom(_ZOOM_STEPS[key])
        else:
            super().keyPressEvent(event)

    @property
    def _sees_whole_page(self) -> bool:
        high = self.document.made.size[1] if self.document is not None else 0
        return high * self.transform().m11() <= self.viewport().height()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()


def _drawn(pdf: bytes, number: int, scale: float, _task: Task[QImage]) -> QImage:
    return picture(pdf, number, scale)
