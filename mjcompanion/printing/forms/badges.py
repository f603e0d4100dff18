"""Name badges for a tournament, 90 by 55 mm, with the table and the seat of each round."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final

from reportlab.lib.colors import Color  # type: ignore[import-untyped]
from reportlab.lib.units import mm  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Table  # type: ignore[import-untyped]

from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.ledger.values import Contest
from mjcompanion.printing.document import Printed
from mjcompanion.printing.forms.club_parts import ORNAMENT, ContestForm
from mjcompanion.printing.forms.contest_parts import seat_words, title_of
from mjcompanion.printing.layout import TilesFlowable, Words, plain_table
from mjcompanion.printing.page import HAIR, QUIET, PrintStyle
from mjcompanion.table.words import brief

_WIDTH, _HEIGHT, _ACROSS = 90 * mm, 55 * mm, 2
_PAD: Final = 10.0
_NAME: Final = 24.0
_ROUNDS, _LINES = 8, 8
"""The most rounds in a line, and the most lines."""
_MIDDLE: Final = ("VALIGN", (0, 0), (-1, -1), "MIDDLE")
_CUT: Final = Color(0.6, 0.6, 0.6)


def lay_out(contest: Contest, style: PrintStyle) -> Printed:
    """Return a badge for each player, with lines to cut along; large print and many rounds make them higher."""
    form = _Badges(contest, _("{title}: badges"), style)
    return Printed(form.foot, form.pages([form.sheet()]), _("Badges"))


class _Badges(ContestForm):
    """The flowables of the form."""

    def sheet(self) -> Iterator[Flowable]:
        """Yield rows of badges."""
        aside = (self.style.width - _ACROSS * _WIDTH) / 2
        badges = [self._badge(player) for player in range(len(self.contest.names))]
        for at in range(0, len(badges), _ACROSS):
            row = badges[at : at + _ACROSS]
            cut = [
                ("GRID", (1, 0), (len(row), 0), HAIR, _CUT, None, (3, 3)),
                _MIDDLE,
                ("ALIGN", (0, 0), (-1, -1), "CENTER"),
            ]
            row += [""] * (_ACROSS - len(row))
            widths = [aside, *[_WIDTH] * _ACROSS, aside]
            yield plain_table([["", *row, ""]], widths, None, cut)

    def _badge(self, player: int) -> Table:
        """Return a badge: the tournament and the number, the name, and the seats."""
        inner, high = _WIDTH - 2 * _PAD, _HEIGHT * self.style.scale - 2 * _PAD
        seats = list(self._seats(player, inner))
        low = max(0.25 * high, sum(one.wrap(inner, high)[1] for one in seats))
        room = max(0.8 * high - low, 0.3 * high)
        name, own = brief(self.contest.names[player], 60), number(player + 1)
        if name == own:  # nobody's yet: room for the name
            middle = self.blanks((_("Name"), 1.0), width=inner)
        else:
            middle = self.fitted(name, min(_NAME * self.style.scale, room / 2.6), inner - 8, serif=True)
        tiles = TilesFlowable(ORNAMENT, 0.045 * inner * min(self.style.scale, 1.3), self.style.terms)
        tag = "P" if player else "H1"
        title = Words(self.lettering, title_of(self.contest), self.small, grey=QUIET, tag=tag)
        head = plain_table(
            [[tiles, title, self.words(own, 1.6 * self.text, bold=True, align="right")]],
            [tiles.width, inner - tiles.width - 34, 34],
            None,
            [_MIDDLE, ("LEFTPADDING", (1, 0), (1, 0), 8)],
        )
        pads = [("TOPPADDING", (0, 0), (0, 0), _PAD), ("BOTTOMPADDING", (0, 2), (0, 2), _PAD)]
        heights = [0.2 * high + _PAD, room, low + _PAD]
        return plain_table([[head], [middle], [seats]], [inner], heights, [_MIDDLE, *pads])

    def _seats(self, player: int, width: float) -> Iterator[Table]:
        """Yield the table and the seat of each round, in lines of equal length."""
        draw = self.tournament.draw
        texts = [seat_words(one, player) for one in draw]
        cells = [self.words(text, self.text, bold=True, align="centre") for text in texts]
        first = 0.2 * width
        wide = max(self.lettering.width(text, self.text, bold=True) for text in texts) + 4
        most = min(_ROUNDS, int((width - first) / wide))
        count = ceil(len(draw) / min(_LINES, ceil(len(draw) / most)))
        each = min((width - first) / count, 0.2 * width)
        for at in range(0, len(draw), count):
            some = range(at, min(at + count, len(draw)))
            rows: list[list[Flowable]] = [
                [
                    self.words(pgettext("of a tournament", "Round"), self.small, grey=QUIET),
                    *self.heads(number(round_ + 1) for round_ in some),
                ],
                [self.words(_("Table"), self.small, grey=QUIET), *cells[at : at + count]],
            ]
            widths = [first, *[each] * len(some)]
            yield plain_table(rows, widths, None, [("VALIGN", (0, 0), (-1, -1), "BOTTOM")])
