"""The draw of a tournament: who sits where in each round, and each player's way through the rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reportlab.platypus import Flowable, Spacer, Table  # type: ignore[import-untyped]

from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import _, joined, number
from mjcompanion.ledger.values import Contest
from mjcompanion.printing.document import Printed
from mjcompanion.printing.forms.club_parts import ContestForm
from mjcompanion.printing.forms.contest_parts import about, seat_words
from mjcompanion.printing.layout import HEADING, TITLE, FigureColumn, figure_tables, ruled_table
from mjcompanion.printing.page import QUIET, PrintStyle
from mjcompanion.table.words import brief
from mjcompanion.tournament.schedule import Round

_NAME: Final = 40


def lay_out(contest: Contest, style: PrintStyle) -> Printed:
    """Return every round with its tables, then every player's tables and seats."""
    what = _("the draw")
    form = _Draw(contest, f"{{title}}: {what}", style)
    return Printed(form.foot, form.pages([form.story()]), what)


class _Draw(ContestForm):
    """The flowables of the form."""

    def story(self) -> Iterator[Flowable | list[Flowable]]:
        """Yield the rounds, and where everybody goes."""
        yield from self.heading(self.foot, about(self.contest), TITLE)
        for at, one in enumerate(self.tournament.draw):
            found = [self.title(_("Round {n}").format(n=number(at + 1)), HEADING), self._tables(one)]
            if one.out:
                names = joined(brief(self.contest.names[player], _NAME) for player in one.out)
                found.append(self.words(_("Sitting out: {people}").format(people=names), grey=QUIET))
            yield found
            yield Spacer(0, self.text)
        first, *others = self._ways()
        yield [self.title(_("Table and seat of everybody in each round"), HEADING), first]
        for table in others:
            yield from (Spacer(0, self.text), table)

    def _tables(self, one: Round) -> Table:
        """Return the four of each table of a round."""
        first = 0.12 * self.style.width
        each = (self.style.width - first) / 4
        rows = [self.column_heads(_("Table"), *[wind.word for wind in WINDS], left=5)]
        for table, seats in enumerate(one.tables):
            names = [brief(self.contest.names[player], _NAME) for player in seats]
            fitted = [self.fitted(name, self.text, each - 6, bold=False, align="left") for name in names]
            rows.append([self.words(number(table + 1), bold=True), *fitted])
        return ruled_table(rows, [first, *[each] * 4])

    def _ways(self) -> list[Table]:
        """Return the table and the wind of everybody in each round."""
        names = self.contest.names
        numbered = all(name.isdigit() for name in names)
        order = sorted(range(len(names)), key=lambda player: "" if numbered else names[player].casefold())
        columns = [
            FigureColumn(number(at + 1), [seat_words(one, player) for player in order])
            for at, one in enumerate(self.tournament.draw)
        ]
        return figure_tables(self, FigureColumn(_("Player"), [brief(names[one], _NAME) for one in order]), columns)
