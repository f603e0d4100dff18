"""The sheet of a table in a round: a line a hand, totals, penalties and signatures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import ceil
from typing import Final

from reportlab.platypus import Flowable, Spacer  # type: ignore[import-untyped]

from mjcompanion.i18n.translation import N_, _, number, pgettext
from mjcompanion.ledger.values import Contest
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import clean
from mjcompanion.printing.forms.club_parts import BOXES, ClubForm
from mjcompanion.printing.forms.contest_parts import all_tables, title_of
from mjcompanion.printing.layout import ruled_table
from mjcompanion.printing.page import BOX, QUIET, THICK, PrintStyle
from mjcompanion.table.words import brief, rules_title, signed
from mjcompanion.tournament.ranking import Place, points_text, table_points, taken_words
from mjcompanion.tournament.tournament import TournamentPenalty

TITLE: Final = N_("Round sheet")
_HANDS: Final = 16
"""The least number of lines for hands where a round has no number of hands of its own."""
_NUMBER, _WHO = 22.0, 0.12
"""The width of a hand's number in points, and the part of the page for who won and from whom."""
_NAMES, _SIGNATURE = 52.0, 40.0
"""The heights of the names and of signatures, in points."""
_HIGHEST: Final = 34.0


def lay_out(contest: Contest | None, style: PrintStyle) -> Printed:
    """Return a sheet for each table of each round with what is known of it, or a blank one."""
    title = _(TITLE) if contest is None else clean(_("{title}: round sheets").format(title=title_of(contest)))
    form = _Sheets(style, title)
    places = [(0, 0)] if contest is None else all_tables(contest)
    stories = chain.from_iterable(form.sheets(contest, place) for place in places)
    return Printed(title, form.pages(stories), _(TITLE))


class _Sheets(ClubForm):
    """The flowables of the form."""

    def sheets(self, contest: Contest | None, place: Place) -> Iterator[list[Flowable]]:
        """Yield the pages of a table, each with its heading; the last has the totals."""
        scale, width = self.style.scale, self.style.width
        names, sums, hands = ["", "", "", ""], [["", "", "", ""]] * 3, _HANDS
        if contest is None:
            round_ = pgettext("of a tournament", "Round")
            blanks = self.blanks((_("Date"), 0.25), (round_, 0.2), (_("Table"), 0.2), (_("Rules"), 0.35))
            heading = [self.headline(_(TITLE), 24 * scale), blanks, Spacer(0, self.text)]
        else:
            text = _("Round {round} · table {table}")
            text = text.format(round=number(place[0] + 1), table=number(place[1] + 1))
            rules = contest.tournament.rules
            heading = [*self.heading(text, f"{title_of(contest)} · {rules_title(rules)}")]
            seats = contest.tournament.draw[place[0]].tables[place[1]]
            names, sums = [brief(contest.names[player], 60) for player in seats], _sums(contest, place)
            hands = contest.tournament.hands or max(_HANDS, rules.rules.least_hands(rules.options))
        heads = (pgettext("a hand", "Won by"), _("Discarder"))
        number_, who = _NUMBER * scale, max(_WHO * width, self.widest(heads))
        each = (width - number_ - 2 * who) / 4
        head = ["", *self.heads(heads), *[self._seat(wind, name, each - 6) for wind, name in enumerate(names)]]
        labels = (_("Points"), _("Table points"), _("Penalties"))
        totals: list[list[Flowable]] = [
            [self.words(one, 1.1 * self.text, bold=True, align="centre") for one in line] for line in sums
        ]
        last = [max(BOX, *[one.wrap(each - 4, 0)[1] + 4 for one in line]) for line in totals] + [_SIGNATURE]
        left = self.style.height - 0.01 - self.height(heading) - _NAMES * scale - sum(last)
        count = ceil(hands / ceil(hands / (left // BOX)))
        high = min(_HIGHEST * scale, left / count)
        for at in range(0, hands, count):
            some = range(at, min(at + count, hands))
            rows: list[list[Flowable]] = [
                [self.words(number(hand + 1), self.text, grey=QUIET, align="centre"), *[""] * 6] for hand in some
            ]
            more, heights = [*BOXES, ("ALIGN", (3, 0), (-1, 0), "CENTER")], [_NAMES * scale, *[high] * len(some)]
            if some.stop == hands:
                rows += [
                    [self.words(label, bold=True), "", "", *line]
                    for label, line in zip((*labels, _("Signature")), [*totals, [""] * 4], strict=True)
                ]
                heights += last
                more += [("SPAN", (0, row), (2, row)) for row in range(len(some) + 1, len(rows) + 1)]
                more.append(("LINEABOVE", (0, len(some) + 1), (-1, len(some) + 1), THICK, "black"))
            widths = [number_, who, who, *[each] * 4]
            yield [*heading, ruled_table([head, *rows], widths, heights=heights, more=more)]

    def _seat(self, wind: int, name: str, width: float) -> list[Flowable]:
        """Return the tile and the name of a wind, with the name of the player."""
        return [self.wind(wind, 1.1 * self.text), self.fitted(name, 1.2 * self.text, width)]


def _sums(contest: Contest, place: Place) -> list[list[str]]:
    """Return the points, the table points and the penalties of the four players, as far as they are known."""
    tournament, result = contest.tournament, contest.results.get(place)
    seats = tournament.draw[place[0]].tables[place[1]]
    points = given = [""] * 4
    if result is not None and result.over:
        points = [signed(net) for net in result.net]
        given = [points_text(one) for one in table_points(result.net, tournament.places)]
    fined = [[one for one in tournament.penalties if (one.player, one.round) == (player, place[0])] for player in seats]
    taken = [
        TournamentPenalty(0, 0, sum(one.table_points for one in each), sum(one.points for one in each))
        for each in fined
    ]
    return [points, given, [*map(taken_words, taken)]]
