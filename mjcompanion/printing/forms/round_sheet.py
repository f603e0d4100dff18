"""The sheet of a table in a round: a line a hand, totals, penalties and signatures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reportlab.platypus import Flowable, Spacer  # type: ignore[import-untyped]

from mjcompanion.i18n.translation import N_, _, number, pgettext
from mjcompanion.ledger.values import Contest
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import clean
from mjcompanion.printing.forms.club_parts import BOXES, ClubForm
from mjcompanion.printing.forms.contest_parts import title_of
from mjcompanion.printing.layout import ruled_table
from mjcompanion.printing.page import QUIET, PrintStyle
from mjcompanion.table.words import brief, rules_title, signed
from mjcompanion.tournament.ranking import Place, points_text, table_points, taken_words

TITLE: Final = N_("Round sheet")
_HANDS, _MOST = 16, 24
"""The lines for hands where a round has no number of hands of its own, and the most there are."""
_NUMBER, _WHO = 22.0, 0.12
"""The width of a hand's number in points, and the part of the page for who won and from whom."""
_HEAD, _NAMES, _SUM, _SIGNATURE = 66.0, 52.0, 25.5, 40.0
"""The heights of the heading, of the names, of a line of totals and of signatures, in points."""
_HIGHEST: Final = 34.0


def lay_out(contest: Contest | None, style: PrintStyle) -> Printed:
    """Return a sheet for each table of each round with what is known of it, or a blank one."""
    title = _(TITLE) if contest is None else clean(_("{title}: round sheets").format(title=title_of(contest)))
    form = _Sheets(style, title)
    stories = (
        [form.sheet(None, (0, 0))]
        if contest is None
        else [
            form.sheet(contest, (at, table))
            for at, one in enumerate(contest.tournament.draw)
            for table in range(len(one.tables))
        ]
    )
    return Printed(title, form.pages(stories), _(TITLE))


class _Sheets(ClubForm):
    """The flowables of the form."""

    def sheet(self, contest: Contest | None, place: Place) -> Iterator[Flowable]:
        """Yield the heading and the boxes of a table."""
        scale, width = self.style.scale, self.style.width
        names, sums, hands = ["", "", "", ""], [["", "", "", ""]] * 3, _HANDS
        if contest is None:
            yield self.headline(_(TITLE), 24 * scale)
            round_ = pgettext("of a tournament", "Round")
            yield self.blanks((_("Date"), 0.25), (round_, 0.2), (_("Table"), 0.2), (_("Rules"), 0.35))
            yield Spacer(0, self.text)
        else:
            text = _("Round {round} · table {table}")
            text = text.format(round=number(place[0] + 1), table=number(place[1] + 1))
            yield from self.heading(text, f"{title_of(contest)} · {rules_title(contest.tournament.rules)}")
            seats = contest.tournament.draw[place[0]].tables[place[1]]
            names, sums = [brief(contest.names[player], 60) for player in seats], _sums(contest, place)
            hands = min(contest.tournament.hands or _HANDS, _MOST)
        number_, who = _NUMBER * scale, _WHO * width
        each = (width - number_ - 2 * who) / 4
        labels = (_("Points"), _("Table points"), _("Penalties"), _("Signature"))
        heads = ["", *self.heads((pgettext("a hand", "Won by"), _("Discarder")))]
        rows = [[*heads, *[self._seat(wind, name, each - 6) for wind, name in enumerate(names)]]]
        rows += [[self.centred(number(at + 1), self.text, grey=QUIET), *[""] * 6] for at in range(hands)]
        rows += [
            [self.words(label, bold=True), "", "", *[self.centred(one, 1.1 * self.text, bold=True) for one in line]]
            for label, line in zip(labels, [*sums, [""] * 4], strict=True)
        ]
        last = [_SUM, _SUM, _SUM, _SIGNATURE]
        left = self.style.height - (_HEAD + _NAMES) * scale - sum(last)
        heights = [_NAMES * scale, *[min(_HIGHEST, left / hands)] * hands, *last]
        spans = [("SPAN", (0, row), (2, row)) for row in range(hands + 1, hands + 5)]
        centre = ("ALIGN", (3, 0), (-1, 0), "CENTER")
        line = [("LINEABOVE", (0, hands + 1), (-1, hands + 1), 1.4, "black")]
        yield ruled_table(rows, [number_, who, who, *[each] * 4], heights=heights, more=[*BOXES, *spans, *line, centre])

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
    fined = [
        ", ".join(taken_words(one) for one in tournament.penalties if (one.player, one.round) == (player, place[0]))
        for player in seats
    ]
    return [points, given, fined]
