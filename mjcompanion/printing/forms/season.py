"""The league table of a season, with its highest hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from reportlab.platypus import Flowable, Spacer  # type: ignore[import-untyped]

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.ledger.values import SeasonStandings
from mjcompanion.parsing.dates import format_local_day
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import clean
from mjcompanion.printing.layout import HEADING, FormText, paginate, ruled_table
from mjcompanion.printing.page import QUIET, PrintStyle
from mjcompanion.table.words import brief, figure
from mjcompanion.tournament.season import (
    FIRST_FIGURES,
    POINTS,
    LeagueTable,
    SeasonFigure,
    SeasonLine,
    days_words,
    played_words,
    season_figures,
    season_words,
    unplaced_words,
)

_FIGURE: Final = 44.0
"""The width of a column of figures in points."""
_PLACE: Final = 24.0
_DAY: Final = 62.0
_LONGEST: Final = 60


def lay_out(found: SeasonStandings, style: PrintStyle) -> Printed:
    """Return the season's standings; in large print, for the wall, with fewer columns.

    Raises:
        RuleError: no session of the season is over.

    """
    if not found.tables:
        raise RuleError([Problem("season-empty", text=brief(found.season.title, _LONGEST))])
    form = _Standings(found, style)
    title = clean(brief(found.season.title, _LONGEST))
    return Printed(title, paginate(form.story(), style, form.lettering, title), title)


class _Standings(FormText):
    """The flowables of the form."""

    def __init__(self, found: SeasonStandings, style: PrintStyle) -> None:
        super().__init__(style)
        self.found = found

    def story(self) -> Iterator[Flowable]:
        """Yield the title, a league table for each set of rules that is counted apart, and the highest hands."""
        season = self.found.season
        days = days_words(season.since, season.until)
        yield from self.heading(brief(season.title, _LONGEST), " · ".join((days, *season_words(season))))
        for rules, table in zip(self.found.titles, self.found.tables, strict=True):
            yield from self._league(rules, table)
        if self.found.highest:
            yield Spacer(0, 1.2 * self.text)
            yield self.title(_("Highest hands"), HEADING)
            yield self._highest()

    def _league(self, rules: str, table: LeagueTable) -> Iterator[Flowable]:
        yield Spacer(0, 1.2 * self.text)
        if rules:
            yield self.title(rules, HEADING)
        yield self.words(played_words(table), self.small, grey=QUIET)
        yield self._table(table)
        sentence = unplaced_words(self.found.season, table)
        if sentence:
            yield Spacer(0, 0.4 * self.text)
            yield self.words(sentence, self.small, grey=QUIET)

    def _table(self, table: LeagueTable) -> Flowable:
        """Return a line a player: place, name, and the figures; in large print the first ones."""
        figures = season_figures(self.found.season, table)[: FIRST_FIGURES if self.style.large else None]
        wide = min(_FIGURE * self.style.scale, 0.64 * self.style.width / len(figures))
        place = _PLACE * self.style.scale
        name = self.style.width - place - len(figures) * wide
        heads = self.column_heads("", _("Player"), *[one.head for one in figures], left=2)
        rows = [heads, *[self._line(line, figures) for line in table.lines]]
        close = [(edge, (0, 0), (-1, -1), 0) for edge in ("TOPPADDING", "BOTTOMPADDING") if self.style.large]
        return ruled_table(rows, [place, name, *[wide] * len(figures)], more=close)

    def _line(self, line: SeasonLine, figures: Sequence[SeasonFigure]) -> list[Flowable | str]:
        cells = [one.words(line, self.found.season.system) for one in figures]
        return [
            self.words("" if line.place is None else number(line.place), bold=True, align="right"),
            self.words(brief(self.found.names[line.player], _LONGEST)),
            *[self.words(cell, align="right", bold=at == POINTS) for at, cell in enumerate(cells)],
        ]

    def _highest(self) -> Flowable:
        scale, width = self.style.scale, self.style.width
        figures, day = _FIGURE * scale, _DAY * scale
        rows = [self.column_heads(_("Player"), _("Rules"), _("Day"), pgettext("of a season", "Points"), left=3)]
        rows += [
            [
                self.words(brief(one.name, _LONGEST)),
                self.words(rules),
                self.words(format_local_day(one.at), grey=QUIET),
                self.words(figure(one.points), align="right"),
            ]
            for rules, hands in self.found.highest_by_rules.items()
            for one in hands
        ]
        rest = width - figures - day
        return ruled_table(rows, [0.6 * rest, 0.4 * rest, day, figures])
