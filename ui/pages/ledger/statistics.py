"""Statistics of hands, games and sessions: a part for each set of rules, as only those can be compared."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QProgressBar, QWidget

from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _, joined, month, ngettext, number, pgettext
from mjcompanion.ledger.values import (
    Figures,
    GameRow,
    HighHand,
    KeptHand,
    SeatFigures,
    TableFigures,
    key_of,
    table_titles,
)
from mjcompanion.printing.chart_scale import Series
from mjcompanion.scoring.hand_groups import HandGroup
from mjcompanion.table.house_key import house_words
from mjcompanion.table.words import brief, figure, signed

from ...context import moment
from ...theme import look
from ...widgets import Button, TextLabel
from ...widgets.chart import LineChart
from ...widgets.fitting import Fits
from ...widgets.layouts import down, fill, nest
from ...widgets.tables import DataCell, DataColumn, SortedTable
from ...widgets.tiles import TileRow
from ...widgets.words import hundredths_words, rules_title
from .detail import DetailSection, NotebookFrame, hand_row, inset
from .game_words import day, deal_words, share
from .queries import NotebookFigures

_MONTHS: Final = 24
"""The most months shown, the last ones."""
_NAME: Final = 24
"""The letters of a name for which a narrow part has room."""
_SMALL_TILE: Final = 25
_NARROW: Final = 440
"""The widest that a table of few columns gets."""
_PART: Final = 330
"""The least width of a part next to others."""


def points(value: object) -> str:
    """Return a figure of points: to two decimals where it isn't whole."""
    exact = Fraction(str(value))
    sign, exact = ("−", -exact) if exact < 0 else ("", exact)
    return sign + (number(int(exact)) if exact.denominator == 1 else hundredths_words(exact))


class StatisticsView(Fits, QWidget):
    """A part for all hands, games or sessions by the same rules."""

    def __init__(self, page: NotebookFrame) -> None:
        super().__init__()
        self._page = page
        self._column = QGridLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setHorizontalSpacing(look().XXL)
        self._column.setVerticalSpacing(look().XL)
        self._shown: tuple[NotebookFigures, Terms] | None = None
        self._laid = 0
        self.parts: dict[tuple[str, str, bool], FigurePart] = {}
        """By ruleset, house rules, and whether they are real."""
        self.tables: list[SessionsPart] = []

    def show_figures(self, found: NotebookFigures, terms: Terms) -> None:
        """Show these statistics."""
        if (found, terms) == self._shown:
            return
        self._shown = found, terms
        for old in (*self.parts.values(), *self.tables):
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.parts, self.tables, self._laid = {}, [], 0
        for one in found.figures:
            self.parts[one.rules, one.house, one.real] = FigurePart(self._page, one, terms, found.best)
        for table, title in zip(found.tables, table_titles(found.tables), strict=True):
            self.tables.append(SessionsPart(self._page, table, title, found.highest))
        self.fit()

    def fit(self) -> None:
        """Put parts side by side where there is room, and tables below over the whole width."""
        parts = list(self.parts.values())
        columns = max(1, min(3, len(parts), round(self.width() / (_PART * look().scale) - 0.5)))
        if columns == self._laid:
            return
        self._laid = columns
        for at, part in enumerate(parts):
            self._column.addWidget(part, at // columns, at % columns, Qt.AlignmentFlag.AlignTop)
        row = -(-len(parts) // columns)
        for at, table in enumerate(self.tables):
            self._column.addWidget(table, row + at, 0, 1, columns)
        for at in range(3):
            self._column.setColumnStretch(at, int(at < columns))


class FigurePart(DetailSection):
    """The figures of hands or games by the same rules."""

    def __init__(
        self, page: NotebookFrame, one: Figures, terms: Terms, hands: dict[str, tuple[HandGroup, ...]]
    ) -> None:
        super().__init__(rules_title(one.rules, one.name))
        self._page, self.figures = page, one
        kind = self.tr("Real tiles") if one.real else self.tr("Virtual games")
        house = house_words(one.house)
        self.body.addWidget(TextLabel(" · ".join([kind, *house]), "caption"))
        if one.real:
            won = ngettext("{won} of {count} hand won ({share})", "{won} of {count} hands won ({share})", one.played)
        else:
            won = ngettext("{won} of {count} game won ({share})", "{won} of {count} games won ({share})", one.played)
        won = won.format(won=number(one.won), count=number(one.played), share=share(one.share or 0.0))
        self.won_words = TextLabel(won, "strong")
        self.body.addWidget(self.won_words)
        self.table: dict[str, str] = {}
        self.finals: Histogram | None = None
        self.months: Histogram | LineChart | None = None
        self.best_tiles: TileRow | None = None
        rest = self._rest(one)
        if rest:
            self.body.addWidget(TextLabel(joined(rest), "caption"))
        if one.mean is not None:
            self._add_figures(one)
            self._add_finals(one)
        self._add_months(one)
        if one.best is not None:
            self._add_best(one.best, terms, hands[one.best.uid])

    def _rest(self, one: Figures) -> list[str]:
        """Return what else there is to say about the games."""
        lost, assisted, seen = one.lost, one.assisted, one.seen
        used_up = 0 if one.real else one.used_up
        parts = [
            (lost, ngettext("{count} lost to another player", "{count} lost to other players", lost)),
            (used_up, ngettext("{count} ended with the wall", "{count} ended with the wall", used_up)),
            (assisted, ngettext("{count} game assisted", "{count} games assisted", assisted)),
            (seen, ngettext("{count} on a deal played before", "{count} on deals played before", seen)),
        ]
        return [words.format(count=number(count)) for count, words in parts if count]

    def _add_figures(self, one: Figures) -> None:
        low, high = points(one.low), points(one.high)
        self.table = {
            self.tr("Average"): points(one.mean),
            self.tr("Median"): points(one.median),
            self.tr("Middle half"): self.tr("{low} to {high}").format(low=low, high=high),
        }
        if one.mean_of_all is not None:
            self.table[self.tr("Average over all games")] = points(one.mean_of_all)
        if one.factor is not None:
            self.table[self.tr("Average share of wall left")] = share(one.factor)
        grid = QGridLayout()
        grid.setHorizontalSpacing(look().S)
        grid.setVerticalSpacing(look().XS)
        grid.setColumnStretch(0, 1)
        for place, (words, value) in enumerate(self.table.items()):
            grid.addWidget(TextLabel(words, "quiet"), place, 0)
            shown = TextLabel(value, "strong", wraps=False)
            shown.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            shown.setAccessibleName(self.tr("{what}: {value}").format(what=words, value=value))
            grid.addWidget(shown, place, 1)
        nest(self.body, grid)

    def _add_finals(self, one: Figures) -> None:
        if sum(each.count for each in one.finals) < 2:
            return
        summary = self.tr("Winning scores")
        bars = []
        for each in one.finals:
            words = ngettext("{low} to {high} points: {count}", "{low} to {high} points: {count}", each.count)
            words = words.format(low=number(each.low), high=number(each.high), count=number(each.count))
            bars.append((words, each.count))
        most, *others = sorted(one.finals, key=lambda each: -each.count)
        if most.count > max([each.count for each in others], default=0):
            summary = self.tr("Winning scores, most often {low} to {high}").format(
                low=number(most.low), high=number(most.high)
            )
        self.finals = Histogram(summary, bars)
        self.body.addWidget(self.finals)

    def _add_months(self, one: Figures) -> None:
        """The average by month as a line; where it has no two points, how much was played."""
        if len(one.months) < 2:
            return
        months = one.months[-_MONTHS:]
        firsts = [dt.date.fromisoformat(f"{each.month}-01") for each in months]
        words = []
        for each, first in zip(months, firsts, strict=True):
            sentence = ngettext("{month}: {count} played, {won} won", "{month}: {count} played, {won} won", each.played)
            words.append(sentence.format(month=month(first), count=number(each.played), won=number(each.won)))
        means = tuple(None if each.mean is None else round(each.mean) for each in months)
        if sum(mean is not None for mean in means) >= 2:
            chart = LineChart(self.tr("Average by month"))
            start = next(at for at, mean in enumerate(means) if mean is not None)
            known: list[int | None] = []
            for mean in means[start:]:
                known.append(mean if mean is not None else known[-1])
            name = self.tr("Average")
            chart.show_lines(
                [Series(name, tuple(known))], words[start:], [number(first.month) for first in firsts[start:]]
            )
            self.body.addWidget(TextLabel(self.tr("Average by month"), "quiet"))
            self.months = chart
        else:
            bars = [(text, each.played) for text, each in zip(words, months, strict=True)]
            self.months = Histogram(self.tr("Played by month"), bars)
        self.body.addWidget(self.months)

    def _add_best(self, best: GameRow | KeptHand, terms: Terms, groups: tuple[HandGroup, ...]) -> None:
        final = best.score if best.final_cents is None else f"{best.final_text}"
        self.body.addWidget(TextLabel(self.tr("Best hand: {final}").format(final=points(final)), "strong"))
        if groups:
            self.best_tiles = hand_row(groups, terms, _SMALL_TILE)
            self.body.addWidget(self.best_tiles)
        else:
            self.body.addWidget(TextLabel(brief(best.hand, 200)))
        if isinstance(best, KeptHand):
            facts = [moment(best.at), brief(best.player, _NAME), brief(best.place, _NAME)]
        else:
            facts = [moment(best.finished_at), deal_words(best)]
        self.body.addWidget(TextLabel(joined([fact for fact in facts if fact]), "caption"))
        self.best_button = Button(self.tr("Open it"), "quiet", "open")
        self.best_button.setAccessibleName(self.tr("Open the best hand"))
        self.best_button.clicked.connect(lambda: self._page.open_entry(best))
        self.body.addWidget(self.best_button, 0, Qt.AlignmentFlag.AlignLeft)


class Histogram(QWidget):
    """Shows how often each of several things happened: its words, and a bar next to them."""

    def __init__(self, title: str, bars: Sequence[tuple[str, int]]) -> None:
        super().__init__()
        self.title, self.bars = title, bars
        self.setAccessibleName(title)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(look().M)
        grid.setVerticalSpacing(look().XS)
        grid.setColumnStretch(1, 1)
        grid.addWidget(TextLabel(title, "quiet"), 0, 0, 1, 2)
        most = max(count for _words, count in bars)
        for row, (words, count) in enumerate(bars, 1):
            bar = QProgressBar(maximum=most, value=count, textVisible=False)
            bar.setAccessibleName(words)
            grid.addWidget(TextLabel(words, "caption", wraps=False), row, 0)
            grid.addWidget(bar, row, 1)


class SessionsPart(DetailSection):
    """What each player did in sessions by the same rules, and the highest hands."""

    def __init__(self, page: NotebookFrame, one: TableFigures, title: str, highest: Sequence[HighHand]) -> None:
        super().__init__(title)
        self.figures = one
        self.table = SortedTable(title, self._columns(len(one.players[0].places) if one.players else 4), by=2)
        self.table.opened.connect(page.show_player)
        self.table.show_rows([(seat.player, self._cells(seat)) for seat in one.players])
        self.tables.addWidget(self.table)
        mine = [hand for hand in highest if (hand.rules, hand.fingerprint) == (one.rules, one.fingerprint)]
        self.highest = HighestHands(page, mine)
        self.tables.addWidget(self.highest)
        self.highest.setVisible(bool(mine))

    def _columns(self, places: int) -> list[DataColumn]:
        return [
            DataColumn(self.tr("Player"), figures=False),
            DataColumn(self.tr("Net"), self.tr("Points won or lost in all")),
            DataColumn(self.tr("Sessions")),
            *(DataColumn(nth(place), self.tr("Sessions ended in this place")) for place in range(1, places + 1)),
            DataColumn(self.tr("Hands")),
            DataColumn(self.tr("Won"), self.tr("Hands won")),
            DataColumn(self.tr("%"), self.tr("Hands won, in per cent")),
            DataColumn(self.tr("Self-drawn"), self.tr("Hands won self-drawn")),
            DataColumn(self.tr("Dealt in"), self.tr("Winning tiles discarded for others")),
            DataColumn(self.tr("East"), self.tr("Hands won as East")),
            DataColumn(self.tr("Average"), self.tr("Average score of a hand won")),
            DataColumn(self.tr("Best"), self.tr("Best hand")),
        ]

    @staticmethod
    def _cells(seat: SeatFigures) -> tuple[DataCell, ...]:
        def count(value: int) -> DataCell:
            return DataCell(number(value), value)

        won = seat.wins / seat.hands if seat.hands else None
        average, best = seat.average, seat.best
        return (
            DataCell(brief(seat.name, 200), key_of(seat.name)),
            DataCell(signed(seat.net), seat.net),
            count(seat.sessions),
            *map(count, seat.places),
            count(seat.hands),
            count(seat.wins),
            DataCell("" if won is None else number(round(100 * won)), -1 if won is None else won),
            count(seat.self_drawn),
            count(seat.thrown),
            count(seat.east_wins),
            DataCell("" if average is None else one_decimal(average), -1 if average is None else average),
            DataCell("" if best is None else figure(best), -1 if best is None else best),
        )


class HighestHands(QWidget):
    """The highest hands of sessions by the same rules."""

    def __init__(self, page: NotebookFrame, hands: Sequence[HighHand], rules: str = "") -> None:
        super().__init__()
        self.hands = hands
        heading = TextLabel(joined([self.tr("Highest hands"), *[rules] * bool(rules)]), "quiet")
        columns = [
            DataColumn(self.tr("Player"), figures=False),
            DataColumn(self.tr("Date"), figures=False),
            DataColumn(self.tr("Points")),
        ]
        self.table = SortedTable(self.tr("Highest hands"), columns, by=2)
        rows = []
        for hand in hands:
            name = DataCell(brief(hand.name, 200), key_of(hand.name))
            rows.append((hand, (name, DataCell(day(hand.at), hand.at), DataCell(figure(hand.points), hand.points))))
        self.table.show_rows(rows)
        self.table.opened.connect(lambda hand: page.open_session(hand.session, hand.item))
        self.setMaximumWidth(round(_NARROW * look().scale))
        fill(down(self, spacing=look().XS), inset(heading), self.table)


def nth(place: int) -> str:
    """Return a place in short.

    >>> nth(1), nth(4)
    ('1st', '4th')
    """
    words = {1: _("1st"), 2: _("2nd"), 3: _("3rd"), 4: _("4th")}
    return words.get(place) or pgettext("a place", "{n}th").format(n=number(place))


def one_decimal(value: float) -> str:
    """Return an average of points.

    >>> one_decimal(1234.56)
    '1,234.6'
    """
    return number(value, ",.1f").replace("-", "−")
