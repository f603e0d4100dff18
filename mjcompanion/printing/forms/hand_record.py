"""The record of a hand: empty boxes for its tiles, and what else is needed to score it later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reportlab.lib.colors import Color, black  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Spacer  # type: ignore[import-untyped]

from mjcompanion.core.tiles import FLOWER_TILES, WINDS
from mjcompanion.i18n.translation import N_, _
from mjcompanion.printing.document import Printed
from mjcompanion.printing.forms.club_parts import ClubForm
from mjcompanion.printing.layout import plain_table
from mjcompanion.printing.page import HAIR, QUIET, THICK, THIN, PrintStyle

TITLE: Final = N_("Hand record")
_RECORDS: Final = {False: 4, True: 3}
"""The hands on a page, in usual and in large print."""
_SETS: Final = 4
_GREY: Final = Color(0.6, 0.6, 0.6)
_SHAPE: Final = 4 / 3
"""The height of a tile, in widths."""
_APART: Final = 0.5
"""Between two sets, in widths of a tile."""


class TileBoxes(Flowable):  # type: ignore[misc]
    """Empty boxes for the tiles of four sets and a pair, for flowers, and for the winning tile, `width` points wide.

    The fourth box of a set, for a kong, is dashed.
    """

    def __init__(self, width: float) -> None:
        super().__init__()
        tiles = 4 * _SETS + 2
        self.tile = width / (tiles + _SETS * _APART)
        self.width, self.height = width, 2.25 * self.tile * _SHAPE

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """Return its size."""
        return self.width, self.height

    def draw(self) -> None:
        """Draw the boxes: the sets above, flowers and the winning tile below."""
        x, high = 0.0, self.tile * _SHAPE
        top = self.height - high
        for _unused in range(_SETS):
            for place in range(4):
                self._box(x, top, dashed=place == 3)
                x += self.tile
            x += _APART * self.tile
        for _unused in range(2):
            self._box(x, top)
            x += self.tile
        for place in range(len(FLOWER_TILES)):
            self._box(place * self.tile, 0, dashed=True)
        self._box(self.width - self.tile, 0, strength=THICK)

    def _box(self, x: float, y: float, *, dashed: bool = False, strength: float = THIN) -> None:
        canvas = self.canv
        canvas.saveState()
        canvas.setStrokeColor(_GREY if dashed else black)
        canvas.setLineWidth(strength)
        if dashed:
            canvas.setDash(2, 2)
        canvas.roundRect(x + 1, y, self.tile - 2, self.tile * _SHAPE, 0.08 * self.tile, stroke=1, fill=0)
        canvas.restoreState()


def lay_out(_source: None, style: PrintStyle) -> Printed:
    """Return a page of records to be filled in by hand."""
    form = _Record(style, _(TITLE))
    return Printed(_(TITLE), form.pages([form.sheet()]), _(TITLE))


class _Record(ClubForm):
    """The flowables of the form."""

    def sheet(self) -> Iterator[Flowable]:
        """Yield the records of a page."""
        count = _RECORDS[self.style.large]
        about = _("{form}: four sets and a pair; a dashed box is for a kong or a flower")
        headline = self.headline(about.format(form=_(TITLE)), 1.2 * self.text)
        yield headline
        high = (self.style.height - headline.wrap(self.style.width, self.style.height)[1]) / count
        for at in range(count):
            line = [("LINEABOVE", (0, 0), (-1, 0), HAIR, _GREY, None, (3, 3))] if at else []
            hung = ("VALIGN", (0, 0), (-1, -1), "TOP")
            yield plain_table([[list(self._record())]], [self.style.width], [high - 0.01], [hung, *line])

    def _record(self) -> Iterator[Flowable]:
        winds = "\u00a0\u00a0".join(wind.letter for wind in WINDS)
        round_, seat = (
            text.format(winds=winds).replace(" ", "\u00a0") for text in (_("Round: {winds}"), _("Seat: {winds}"))
        )
        wind = (self.widest((round_, seat)) + self.text) / self.style.width
        left = 1 - 2 * wind
        yield self.blanks((_("Date"), 0.38 * left), (_("Player"), 0.62 * left), (round_, wind), (seat, wind))
        yield Spacer(0, 0.5 * self.text)
        yield TileBoxes(self.style.width)
        yield self._below()
        yield Spacer(0, 0.4 * self.text)
        ticks = (_("Self-drawn"), _("Discard"), _("Loose tile"), _("Robbed a kong"), _("Last tile"))
        yield self.words("\u00a0 \u00a0 \u00a0 ".join(f"☐\u00a0{word}" for word in ticks))
        yield self.blanks((_("Points"), 0.25), (_("Doubles"), 0.25), (_("Score"), 0.25), (_("Signature"), 0.25))

    def _below(self) -> Flowable:
        """Return the words below the flowers and the winning tile."""
        words = [
            self.words(_("Flowers and seasons"), self.small, grey=QUIET),
            self.words(_("Winning tile"), self.small, grey=QUIET, align="right"),
        ]
        return plain_table([words], [self.style.width / 2] * 2)
