"""Pictures of the pages of a PDF, drawn by PDFium, and the words on them.

PDFium may only be asked by one thread at a time; the worker that draws is that thread, and a lock sees to it.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from pypdfium2 import PdfPage  # type: ignore[import-untyped]

POINTS_PER_INCH: Final = 72
MOST_PIXELS: Final = 24_000_000
"""No picture is larger; one that would be is drawn smaller, and stretched where it is shown."""
_LONGEST_TEXT: Final = 20_000
_lock = threading.Lock()


@contextmanager
def _opened(pdf: bytes, number: int) -> Iterator[PdfPage]:
    from pypdfium2 import PdfDocument  # 30 ms, on the thread that draws

    with _lock, PdfDocument(pdf) as document:
        if document.get_formtype():
            document.init_forms()  # without it fields aren't drawn
        page = document[number]
        try:
            yield page
        finally:
            page.close()


def picture(pdf: bytes, number: int, scale: float) -> QImage:
    """A page as a picture: `scale` pixels to a point, pages counted from 0."""
    with _opened(pdf, number) as page:
        width, height = page.get_size()
        scale = min(scale, math.sqrt(MOST_PIXELS / (width * height)))
        bitmap = page.render(scale=scale, prefer_bgrx=True)
        sort = QImage.Format.Format_RGB32
        image = QImage(bytes(bitmap.buffer), bitmap.width, bitmap.height, bitmap.stride, sort).copy()
        bitmap.close()
    return image


def words(pdf: bytes, number: int) -> str:
    """What is on a page, for those who have it read to them."""
    with _opened(pdf, number) as page:
        text = page.get_textpage()
        try:
            found = text.get_text_bounded()
        finally:
            text.close()
    return " ".join(found.split())[:_LONGEST_TEXT]
