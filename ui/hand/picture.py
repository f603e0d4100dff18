"""A scored hand as a picture to send: the printed sheet on a page of its own height, as an image."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QBuffer, QIODevice

from mjcompanion.core.errors import printable
from mjcompanion.scoring.context import describe_context
from mjcompanion.scoring.sheet_rows import ScoreRow

from ..widgets.pdf_pictures import picture

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from mjcompanion.core.tiles import Terms
    from mjcompanion.printing.forms.score_sheet import SheetPicture
    from mjcompanion.printing.values import OneHand
    from mjcompanion.scoring.hand_groups import HandGroup


_SCALE: Final = 2.5
"""Pixels to a point: the picture is 1,200 pixels wide."""
_MOST_ROWS: Final = 60
_LONGEST: Final = 300


def picture_of(hand: OneHand, terms: Terms, *, about: Iterable[str] = (), remark: str = "") -> SheetPicture:
    """Return what is on the picture of a scored hand; `about` says who, when and where."""
    from mjcompanion.american.sheet_rows import sheet_rows_of
    from mjcompanion.printing.forms.score_sheet import SheetPicture, tile_groups

    sheet = hand.sheet
    rules, _separator, facts = describe_context(sheet.context, terms).partition(" · ")
    title, facts = printable(rules, 80), _joined([facts, hand.card])
    rows = tuple(sheet_rows_of(sheet, terms))
    return SheetPicture(title, _joined(about), tile_groups(sheet), facts, rows, _remark(remark))


def old_picture(
    title: str, groups: Sequence[HandGroup], lines: Iterable[str], *, about: Iterable[str] = (), remark: str = ""
) -> SheetPicture:
    """Return what is on the picture of a hand that can’t be scored today: the text of its sheet from then."""
    from mjcompanion.printing.forms.score_sheet import SheetPicture
    from mjcompanion.printing.tiles import PrintedGroup

    texts = [printable(line.strip(), _LONGEST) for line in islice(lines, _MOST_ROWS) if line.strip(" =-")]
    return SheetPicture(
        printable(title, 80),
        _joined(about),
        tuple(PrintedGroup(group.faces, "") for group in groups),
        rows=tuple(ScoreRow(text) for text in texts),
        remark=_remark(remark),
    )


def _joined(about: Iterable[str]) -> str:
    return " · ".join(printable(part, 120) for part in about if part)


def _remark(remark: str) -> str:
    return printable(remark, _LONGEST)


def drawn(sheet: SheetPicture) -> QImage:
    """Return the picture, drawn; on any thread."""
    from mjcompanion.printing.document import make
    from mjcompanion.printing.forms.score_sheet import lay_out_picture

    return picture(make(*lay_out_picture(sheet)).pdf, 0, _SCALE)


def png_of(image: QImage) -> bytes:
    """Return an image as the content of a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())
