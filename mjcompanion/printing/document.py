"""Documents: pages one after the other become a PDF, with progress, and can be stopped between two pages."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import Final

import msgspec
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream  # type: ignore[import-untyped]

from mjcompanion.core.errors import Problem, RuleError, Stopped, listed
from mjcompanion.i18n.translation import N_, _, language
from mjcompanion.printing.fonts import PLAIN, Lettering, font_called
from mjcompanion.printing.page import Draw, Paper, PdfPage, PrintStyle
from mjcompanion.printing.tagging import TaggedCanvas

PROGRAM: Final = N_("Mah Jongg Companion")
Progress = Callable[[int, int], bool]
"""Called with the number of pages done and of all; returns false to stop the work."""


Prepare = Callable[[Callable[[int], None]], Sequence[Draw]]
"""Lays out pages, and calls its argument with their number now and then; that may raise `Stopped`."""


class Printed(msgspec.Struct, frozen=True):
    """A document before it is drawn: its title, and what draws each of its pages.

    Where laying out takes a while, `prepare` does it when the document is made, and `pages` is empty. `style` is that
    of its pages where it isn't the one asked for, as where they lie on their side.
    """

    title: str
    pages: tuple[Draw, ...] = ()
    subject: str = ""
    prepare: Prepare | None = None
    style: PrintStyle | None = None


class Made(msgspec.Struct, frozen=True):
    """A finished document: the PDF, its number of pages, the letters that no font here has, and the size of a page."""

    pdf: bytes
    pages: int
    missing: tuple[str, ...] = ()
    size: tuple[float, float] = Paper.A4.size

    @property
    def missing_words(self) -> str:
        """That some letters are numbers, in a sentence; empty where none are.

        >>> Made(b"", 1, ("ð", "þ")).missing_words
        'No font on this computer has U+00F0 and U+00FE. The number is printed in place of the letter.'
        """
        if not self.missing:
            return ""
        numbers = [f"U+{ord(letter):04X}" for letter in self.missing[:_MOST_TOLD]]
        if len(self.missing) > _MOST_TOLD:
            numbers.append(_("others"))
        sentence = _("No font on this computer has {letters}. The number is printed in place of the letter.")
        return sentence.format(letters=listed(numbers))


def make(printed: Printed, style: PrintStyle, progress: Progress | None = None) -> Made:
    """Draw a document, dated now, or as `SOURCE_DATE_EPOCH` says: then the same document has the same bytes.

    Raises:
        RuleError: `SOURCE_DATE_EPOCH` is no time.
        Stopped: `progress` said so.

    >>> made = make(Printed("Nothing", (lambda page: page.foot("Nothing"),)), PrintStyle())
    >>> made.pdf[:5], made.pages
    (b'%PDF-', 1)

    """
    _check_epoch(os.environ.get("SOURCE_DATE_EPOCH"))
    style = printed.style or style
    out = BytesIO()
    for name in PLAIN:
        font_called(name)
    canvas = TaggedCanvas(
        out,
        pagesize=style.size,
        pdfVersion=(1, 5),
        pageCompression=1,
        initialFontName=PLAIN[False],
        lang=language().replace("_", "-"),
    )
    canvas.setTitle(printed.title)
    canvas.setAuthor(_(PROGRAM))
    canvas.setCreator(_(PROGRAM))
    canvas.setSubject(printed.subject)
    lettering = Lettering()
    pages: Sequence[Draw] = printed.pages

    def known(count: int) -> None:
        if progress is not None and not progress(0, count):
            raise Stopped

    if printed.prepare is not None:
        pages = printed.prepare(known)
    count = len(pages)
    for number, draw in enumerate(pages, 1):
        page = PdfPage(canvas, style, lettering, number, count)
        draw(page)
        if number == count and lettering.missing:
            _tell_missing(page)
        canvas.showPage()
        _pack(canvas)
        if progress is not None and not progress(number, count):
            raise Stopped
    canvas.save()
    return Made(out.getvalue(), count, tuple(sorted(lettering.missing)), style.size)


def _check_epoch(epoch: str | None) -> None:
    """Refuse what isn't seconds since 1970, in which reportlab reads the date of a document."""
    try:
        datetime.fromtimestamp(int(epoch or 0), UTC)
    except (ValueError, OverflowError, OSError):
        raise RuleError([Problem("form-epoch")]) from None


def _pack(canvas: TaggedCanvas) -> None:
    """Compress the page drawn last now and not when all are written: a long document takes little room meanwhile."""
    page = canvas._doc.Pages.pages[-1]  # noqa: SLF001 - reportlab has no other door
    packed = PDFDictionary({"Filter": PDFArray([PDFName("FlateDecode")])})
    page.Contents = PDFStream(packed, zlib.compress(page.stream.encode()))
    page.stream = None


def _tell_missing(page: PdfPage) -> None:
    """Say on the last page why some letters are numbers."""
    numbers = ", ".join(f"<U+{ord(letter):04X}>" for letter in sorted(page.lettering.missing)[:_MOST_TOLD])
    size = 7 * page.style.scale
    if len(page.lettering.missing) > _MOST_TOLD:
        sentence = _("No font on this computer has the letters written here as {numbers} and others.")
    else:
        sentence = _("No font on this computer has the letters written here as {numbers}.")
    words = sentence.format(numbers=numbers)
    page.text(page.left, page.height - page.style.margin - 1.4 * size, words, size, within=page.right - page.left)


_MOST_TOLD: Final = 6
