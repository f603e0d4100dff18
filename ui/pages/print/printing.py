"""Putting a document on a printer: its pages are drawn by the worker and set one after the other."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter

from mjcompanion.paper.page import Paper

from ...worker import Task, Worker
from .pictures import POINTS_PER_INCH, picture
from .presenter import Document

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

_FINEST: Final = 600
"""Dots to an inch beyond which no printer shows more."""


def printer_names() -> list[str]:
    """The printers that are set up on this computer."""
    from PySide6.QtPrintSupport import QPrinterInfo

    return list(QPrinterInfo.availablePrinterNames())


def printer_for(document: Document) -> QPrinter:
    """A printer with the paper of the document, for somebody to choose which."""
    from PySide6.QtPrintSupport import QPrinter

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(document.title)
    printer.setCreator("Mah Jongg Companion")
    sizes = {Paper.A4: QPageSize.PageSizeId.A4, Paper.LETTER: QPageSize.PageSizeId.Letter}
    printer.setPageSize(QPageSize(sizes[document.paper]))
    printer.setPageOrientation(QPageLayout.Orientation.Portrait)
    printer.setFullPage(True)  # the form brings its own margins
    return printer


def pages_of(printer: QPrinter, count: int) -> list[int]:
    """The pages that were asked for, from 0, in the order in which they are to be set."""
    first, last = 1, count
    if printer.printRange() is printer.PrintRange.PageRange and printer.fromPage():
        first, last = printer.fromPage(), min(printer.toPage() or count, count)
    pages = list(range(first - 1, last))
    if printer.pageOrder() is printer.PageOrder.LastPageFirst:
        pages.reverse()
    copies = 1 if printer.supportsMultipleCopies() else max(1, printer.copyCount())
    if copies > 1 and not printer.collateCopies():
        return [page for page in pages for _ in range(copies)]
    return pages * copies


class PrintJob(QObject):
    """A document on its way to a printer.

    Signals:
        progressed(int, int): so many pages of so many are set.
        ended(bool, str): it is over: whether all went well, and if not a sentence unless it was cancelled.
    """

    progressed = Signal(int, int)
    ended = Signal(bool, str)

    def __init__(self, document: Document, printer: QPrinter, drawer: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._printer, self._drawer = document, printer, drawer
        self._pages = pages_of(printer, document.made.pages)
        self._next = 0
        self._painter = QPainter()
        self._task: Task[QImage] | None = None

    def start(self) -> None:
        """Begin with the first page."""
        if not self._pages:
            self._end(said=self.tr("The document has no such pages."))
        elif not self._painter.begin(self._printer):
            name = self._printer.printerName() or self._printer.outputFileName()
            self._end(said=self.tr("The printer “{name}” can't be used now.").format(name=name))
        else:
            self._draw()

    def cancel(self) -> None:
        """Stop; what the printer has by now is not printed where it can be helped."""
        if self._task is not None:
            self._task.cancel()
        self._printer.abort()
        self._end(said="")

    def _draw(self) -> None:
        number = self._pages[self._next]
        scale = min(self._printer.resolution(), _FINEST) / POINTS_PER_INCH
        draw = partial(_grey, self._document.made.pdf, number, scale)
        self._task = self._drawer.ask(draw, self._on_drawn, lambda error: self._end(said=str(error)), owner=self)

    def _on_drawn(self, image: QImage) -> None:
        self._task = None
        if self._next and not self._printer.newPage():
            self._end(said=self.tr("The printer stopped after {count} pages.").format(count=self._next))
            return
        self._painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self._painter.drawImage(self._place(), image)
        self._next += 1
        self.progressed.emit(self._next, len(self._pages))
        if self._next < len(self._pages):
            self._draw()
        elif self._painter.end():
            self._end()
        else:
            self._end(said=self.tr("The printer didn't take the last page."))

    def _place(self) -> QRectF:
        """Where the page goes on the paper: as large as it is, or as large as the paper allows."""
        room = QRectF(self._printer.pageLayout().fullRectPixels(self._printer.resolution()))
        wide, high = [length * self._printer.resolution() / POINTS_PER_INCH for length in self._document.paper.size]
        share = min(1.0, room.width() / wide, room.height() / high)
        if share > _ALMOST:
            share = 1.0  # printers round the size of their paper
        return QRectF((room.width() - wide * share) / 2, (room.height() - high * share) / 2, wide * share, high * share)

    def _end(self, *, said: str | None = None) -> None:
        if self._painter.isActive():
            self._painter.end()
        self.ended.emit(said is None, said or "")


_ALMOST: Final = 0.995


def _grey(pdf: bytes, number: int, scale: float, _task: Task[QImage]) -> QImage:
    return picture(pdf, number, scale, grey=True)
