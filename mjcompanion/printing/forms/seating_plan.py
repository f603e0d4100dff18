"""The seating plan of each round for the wall: every table with the four players around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reportlab.lib.colors import Color, black  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Spacer, Table  # type: ignore[import-untyped]

from mjcompanion.i18n.translation import _, joined, number
from mjcompanion.ledger.values import Contest
from mjcompanion.printing.document import Printed
from mjcompanion.printing.forms.club_parts import ContestForm
from mjcompanion.printing.layout import Words, plain_table
from mjcompanion.printing.page import PALE, THIN, PrintStyle
from mjcompanion.table.words import brief
from mjcompanion.tournament.schedule import Four

_BESIDE: Final = 2
"""The tables side by side; in large print there is one in a row."""
_SIZE: Final = 12.0
_LARGE: Final = 18.5
"""The size of type in large print: two tables fit on a page."""
_TABLE: Final = 5.2
"""The side of a table, in sizes of the type."""
_NAME: Final = 40
_HIGH: Final = 14.2
"""The height of a row of tables, in sizes of the type."""
_LARGEST: Final = 1.45
"""How much larger the plan of a few tables is."""


def lay_out(contest: Contest, style: PrintStyle) -> Printed:
    """Return a page for each round, or as many as its tables need."""
    form = _Plan(contest, _("{title}: seating plan"), style)
    rounds = range(len(contest.tournament.draw))
    return Printed(form.foot, form.pages(form.round(at) for at in rounds), _("Seating plan"))


class _Plan(ContestForm):
    """The flowables of the form."""

    def round(self, at: int) -> Iterator[Flowable]:
        """Yield the plan of a round."""
        one = self.tournament.draw[at]
        across = 1 if self.style.large else min(_BESIDE, len(one.tables))
        width, rows = self.style.width / across, -(-len(one.tables) // across)
        usual = _LARGE if self.style.large else _SIZE
        heading = list(self.heading(_("Round {n}").format(n=number(at + 1)), self.below, 30))
        out = []
        if one.out:
            names = joined(brief(self.contest.names[player], _NAME) for player in one.out)
            out = [self.words(_("Sitting out: {people}").format(people=names), usual)]
        filling = (self.style.height - self.height([*heading, *out])) / (rows * _HIGH)
        size = max(usual, min(_LARGEST * usual, filling))
        yield from heading
        for first in range(0, len(one.tables), across):
            seats = one.tables[first : first + across]
            tables = [self._table(first + aside, four, size, width) for aside, four in enumerate(seats)]
            yield plain_table([[*tables, *[""] * (across - len(tables))]], [width] * across)
            yield Spacer(0, 1.6 * size)
        yield from out

    def _table(self, table: int, seats: Four, size: float, width: float) -> Table:
        """Return a table from above: East below, and the others counter-clockwise."""
        side = _TABLE * size
        aside = (width - side) / 2 - 4
        east, south, west, north = (
            [self.wind(wind, size), self._name(player, 1.1 * size, *((aside - 8, 2) if wind % 2 else (width - 8, 1)))]
            for wind, player in enumerate(seats)
        )
        middle: Flowable = Words(self.lettering, number(table + 1), 3 * size, serif=True, align="centre")
        widths = [4, aside, side, aside, 4]
        rows = [["", west, "", "", ""], ["", north, middle, south, ""], ["", east, "", "", ""]]
        more = [
            ("SPAN", (1, 0), (3, 0)),
            ("SPAN", (1, 2), (3, 2)),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("ALIGN", (0, 0), (-1, -1), "CENTER"),
            ("BOX", (2, 1), (2, 1), THIN, black),
            ("BACKGROUND", (2, 1), (2, 1), Color(PALE, PALE, PALE)),
            ("BOTTOMPADDING", (2, 1), (2, 1), 0.9 * size),
            ("BOTTOMPADDING", (0, 0), (-1, 0), 0.3 * size),
            ("TOPPADDING", (0, 2), (-1, 2), 0.4 * size),
        ]
        return plain_table(rows, widths, [3.6 * size, side, 3.6 * size], more)

    def _name(self, player: int, size: float, width: float, lines: int) -> Flowable:
        """Return a player's name: above or below the table on a line, in the narrow room next to it on up to two."""
        return self.fitted(brief(self.contest.names[player], _NAME), size, width, lines=lines)
