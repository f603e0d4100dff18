"""A card for each table of each round: who sits where, and room for what they come to and for their signatures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from reportlab.lib.colors import black  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Spacer, Table  # type: ignore[import-untyped]

from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import _, number
from mjcompanion.ledger.values import Contest
from mjcompanion.printing.document import Printed
from mjcompanion.printing.forms.club_parts import BOXES, ContestForm
from mjcompanion.printing.forms.contest_parts import all_tables, title_of
from mjcompanion.printing.layout import Words, plain_table, tagged_table
from mjcompanion.printing.page import HAIR, QUIET, SMALLEST, PrintStyle
from mjcompanion.table.words import brief, signed
from mjcompanion.tournament.ranking import Place, points_text, table_points

_ON_A_PAGE: Final = {False: 4, True: 3}
_SHARES: Final = (0.0, 0.16, 0.5, 0.63, 0.8, 1.0)
"""Where the columns begin: seat, name, points, table points, signature, and where the last one ends."""


def lay_out(contest: Contest, style: PrintStyle) -> Printed:
    """Four cards on a page, three in large print; what is known of a table is filled in."""
    form = _Cards(contest, _("{title}: table cards"), style)
    return Printed(form.foot, form.pages([form.cards()]), _("Table cards"))


class _Cards(ContestForm):
    """The flowables of the form."""

    def cards(self) -> Iterator[Flowable]:
        """Yield the cards, with a line between two on a page."""
        count, self.text = _ON_A_PAGE[self.style.large], 10 * self.style.scale
        high = self.style.height / count - 0.01
        for at, place in enumerate(all_tables(self.contest)):
            line = [("LINEABOVE", (0, 0), (0, 0), HAIR, black)] if at % count else []
            top = [("VALIGN", (0, 0), (0, 0), "TOP"), ("TOPPADDING", (0, 0), (0, 0), 0.6 * self.text)]
            yield plain_table([[list(self._card(place, high))]], [self.style.width], [high], [*top, *line])

    def _card(self, place: Place, high: float) -> Iterator[Flowable]:
        text = _("Round {round} · table {table}")
        text = text.format(round=number(place[0] + 1), table=number(place[1] + 1))
        title = Words(self.lettering, text, 1.4 * self.text, serif=True, tag="H1")
        wide = 1.05 * self.lettering.in_serif.width(text, 1.4 * self.text)
        where = Words(self.lettering, title_of(self.contest), 0.9 * self.text, grey=QUIET, align="right", fit=SMALLEST)
        bottom = [("VALIGN", (0, 0), (-1, -1), "BOTTOM")]
        yield plain_table([[title, where]], [wide, self.style.width - wide], None, bottom)
        yield Spacer(0, 0.4 * self.text)
        yield self._seats(place, min(2.1 * self.text, (high - 5.2 * self.text) / 4))

    def _seats(self, place: Place, row: float) -> Table:
        heads = (_("Seat"), _("Player"), _("Points"), _("Table points"), _("Signature"))
        small = 0.75 * self.text
        rows: list[list[object]] = [[Words(self.lettering, one, small, grey=QUIET, fit=SMALLEST) for one in heads]]
        result = self.contest.results.get(place)
        given = None if result is None or not result.over else table_points(result.net, self.tournament.places)
        for wind, player in enumerate(self.tournament.draw[place[0]].tables[place[1]]):
            name = brief(self.contest.names[player], 60)
            cells: list[object] = ["", ""]
            if given is not None and result is not None:
                cells = [self.figure(signed(result.net[wind])), self.figure(points_text(given[wind]))]
            seat, who = self.words(WINDS[wind].word), Words(self.lettering, name, self.text, bold=True, fit=SMALLEST)
            rows.append([seat, who, *cells, ""])
        widths = [(after - before) * self.style.width for before, after in pairwise(_SHARES)]
        more: list[tuple[object, ...]] = [
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LEFTPADDING", (0, 0), (-1, -1), 2),
            ("RIGHTPADDING", (0, 0), (-1, -1), 4),
            *[(name, (0, 1), end, *line) for name, _start, end, *line in BOXES],
        ]
        return tagged_table(rows, widths, more, heights=[1.6 * small, *[row] * 4])
