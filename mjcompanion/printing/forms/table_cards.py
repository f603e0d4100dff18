"""A card for each table of each round: who sits where, and room for what they come to and for their signatures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import _, number
from mjcompanion.ledger.values import Contest
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import clean
from mjcompanion.printing.forms.contest_parts import all_tables, title_of
from mjcompanion.printing.page import HAIR, QUIET, THIN, PdfPage, PrintStyle
from mjcompanion.table.words import brief, signed
from mjcompanion.tournament.ranking import points_text, table_points

_ON_A_PAGE: Final = {False: 4, True: 3}
_SHARES: Final = (0.0, 0.16, 0.5, 0.63, 0.8, 1.0)
"""Where the columns begin: seat, name, points, table points, signature, and where the last one ends."""


def lay_out(contest: Contest, style: PrintStyle) -> Printed:
    """Four cards on a page, three in large print; what is known of a table is filled in."""
    places = all_tables(contest)
    count = _ON_A_PAGE[style.large]
    pages = [places[at : at + count] for at in range(0, len(places), count)]
    title = _("{title}: table cards").format(title=title_of(contest))
    return Printed(clean(title), tuple(partial(_page, contest, some, title) for some in pages), _("Table cards"))


def _page(contest: Contest, places: Sequence[tuple[int, int]], title: str, page: PdfPage) -> None:
    count = _ON_A_PAGE[page.style.large]
    high = (page.bottom - page.top) / count
    for at, place in enumerate(places):
        if at:
            page.rule(page.left, page.top + at * high, page.right, strength=HAIR)
        _card(contest, place, page, page.top + at * high, high)
    page.foot(title)


def _card(contest: Contest, place: tuple[int, int], page: PdfPage, top: float, high: float) -> None:
    at, table = place
    size, wide = 10 * page.style.scale, page.right - page.left
    x = [page.left + share * wide for share in _SHARES]
    y = top + 2.0 * size
    text = _("Round {round} · table {table}").format(round=number(at + 1), table=number(table + 1))
    taken = page.text(page.left, y, text, 1.4 * size, bold=True, tag="H1")
    page.text(page.right, y, title_of(contest), 0.9 * size, align="right", grey=QUIET, within=wide - taken - size)
    y += 1.9 * size
    heads = (_("Seat"), _("Player"), _("Points"), _("Table points"), _("Signature"))
    with page.row("head"):
        for column, words in enumerate(heads):
            page.text(x[column] + 2, y, words, 0.75 * size, grey=QUIET, within=x[column + 1] - x[column] - 8)
    y += 0.5 * size
    row = min(2.1 * size, (top + high - y - 0.8 * size) / 4)
    result = contest.results.get(place)
    given = None if result is None or not result.over else table_points(result.net, contest.tournament.places)
    for wind, player in enumerate(contest.tournament.draw[at].tables[table]):
        base = y + wind * row + row * 0.68
        page.rule(page.left, y + wind * row, page.right, strength=HAIR)
        with page.row():
            page.text(x[0] + 2, base, WINDS[wind].word, size, within=x[1] - x[0] - 4)
            page.text(x[1] + 2, base, brief(contest.names[player], 60), size, bold=True, within=x[2] - x[1] - 4)
            if given is not None and result is not None:
                page.text(x[3] - 4, base, signed(result.net[wind]), size, align="right")
                page.text(x[4] - 4, base, points_text(given[wind]), size, align="right")
    bottom = y + 4 * row
    page.rule(page.left, bottom, page.right, strength=THIN)
    page.rule(page.left, y, page.right, strength=THIN)
    for edge in x:
        page.rule(edge, y, edge, bottom, strength=HAIR)
