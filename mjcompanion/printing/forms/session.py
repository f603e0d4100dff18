"""The ledger of a session on paper, or of many: players, balances and their chart, rules, every hand, corrections.

What is in it is made in `session_rows`; here it gets its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate
from typing import Final

from reportlab import platypus  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Spacer  # type: ignore[import-untyped]

from mjcompanion.i18n.text_width import join_lines
from mjcompanion.i18n.translation import N_, _, joined, pgettext
from mjcompanion.i18n.translation import number as written
from mjcompanion.ledger.values import SeatFigures, table_titles
from mjcompanion.printing.chart import draw_chart, draw_sample
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import clean
from mjcompanion.printing.forms.part_sheet import titled_table
from mjcompanion.printing.forms.session_rows import Party, PrintedRow, Session, session_rows
from mjcompanion.printing.layout import (
    HEADING,
    FigureColumn,
    FormText,
    Picture,
    TilesFlowable,
    Words,
    figure_tables,
    paginate,
    plain_table,
    ruled_table,
)
from mjcompanion.printing.page import QUIET, SMALLEST, Draw, PdfPage, PrintStyle
from mjcompanion.printing.tagging import ARTIFACT
from mjcompanion.printing.tiles import width_for
from mjcompanion.printing.values import SessionsSource
from mjcompanion.table.session import SessionSource
from mjcompanion.table.table import Table
from mjcompanion.table.words import average_words, brief, counted, figure, rules_title, signed, table_title

__all__ = ["SessionSource", "SessionsSource", "lay_out"]

ABOUT: Final = N_(
    "Of the hands won: how many as East and how many self-drawn, and what they counted on average and "
    "at best. Dealt in: hands in which the player discarded the winning tile."
)
_CHART_ABOUT: Final = N_("A chart of everybody’s balance after each hand; the figures are in the table of hands.")
_SAT: Final = N_("Wind: the wind of the first hand.")
_TEXT: Final = 8.0
_SMALL: Final = 7.0
"""The sizes of type in points, before they are made large."""
_LARGER: Final = 1.125
"""The factor by which large print enlarges them more than other forms, since they are small."""
_WIDEST_TILE: Final = 10.0
_NARROWEST: Final = 7.5
"""Tiles of the fullest hand that would be narrower than this stand on a line of their own."""
_FULLEST: Final = 32.0
"""The widths of tile that a hand of four kongs and all flowers takes."""
_NAME: Final = 86.0
_FIGURE: Final = 96.0
"""The room that a name and a figure have at most."""
_CHART: Final = 132.0
_GAP: Final = 7.0
_COLUMNS: Final = 3
"""Payments stand side by side in so many columns at most."""
_KEPT: Final = 50
"""The number of sessions whose pages are kept after counting them; those of others are laid out again to draw them."""
_LONGEST_TITLE: Final = 80


def lay_out(source: SessionSource | SessionsSource, style: PrintStyle) -> Printed:
    """The ledger of a session, or of many in one document with a list of them in front.

    The pages are laid out when the document is made: there may be a thousand.
    """
    if isinstance(source, SessionSource):
        title = pgettext("a session and when it was", "{title}, {day}").format(
            title=_title_of(source.table), day=source.day
        )
        source = SessionsSource((source,))
    else:
        title = _sessions(source)
    return Printed(clean(title), (), _("Every payment"), _Book(source, style).prepare)


def _title_of(table: Table, most: int = _LONGEST_TITLE) -> str:
    return brief(table_title(table), most)


def _sessions(source: SessionsSource) -> str:
    """The title of many sessions."""
    days = [one.day for one in source.sessions]
    since, until = source.since or min(days, default=""), source.until or max(days, default="")
    if since != until:
        return _("Sessions, {since} to {until}").format(since=since, until=until)
    return _("Sessions, {day}").format(day=since)


class _Book:
    """The pages of a document, laid out session by session, so that few are in memory at a time."""

    def __init__(self, source: SessionsSource, style: PrintStyle) -> None:
        self.source = source
        self.style = style
        self.starts: dict[str, int] = {}
        self._many = len(source.sessions) > 1
        self._laid_out = lru_cache(_KEPT)(self._lay_out)

    def prepare(self, known: Callable[[int], None]) -> Sequence[Draw]:
        """Count the pages."""
        pages: list[Draw] = []
        if self._many:
            cover = _Cover(self.source, self.style, self.starts)
            pages += paginate(cover.story(), self.style, cover.lettering, _sessions(self.source))
        for number in range(len(self.source.sessions)):
            self.starts[_key(number)] = len(pages) + 1
            pages += [partial(self._draw, number, at) for at in range(len(self._laid_out(number)))]
            known(len(pages))
        return pages

    def _draw(self, number: int, at: int, page: PdfPage) -> None:
        self._laid_out(number)[at](page)

    def _lay_out(self, number: int) -> tuple[Draw, ...]:
        """Return the pages of a session."""
        session = session_rows(self.source.sessions[number], self.style.terms, keep=not self._many)
        ledger = _Ledger(session, self.style, _key(number) if self._many else "")
        foot = f"{brief(session.title, _LONGEST_TITLE)} · {session.day}"
        return paginate(ledger.story(), self.style, ledger.lettering, foot)


def _key(number: int) -> str:
    return f"session-{number}"


class _SessionText(FormText):
    """The words of the form, whose type is small, so that large print enlarges it more than that of other forms."""

    def __init__(self, style: PrintStyle) -> None:
        super().__init__(style)
        self.scale = style.scale * (_LARGER if style.large else 1)
        self.text = _TEXT * self.scale
        self.small = style.share(_SMALL / _TEXT) * self.text

    def about(self, text: str) -> Words:
        """Return a quiet sentence in small type."""
        return self.words(text, self.small, grey=QUIET)

    def section(self, title: str) -> list[Flowable]:
        """Return the title of a section, and the room before it."""
        return [Spacer(0, self.text), self.title(title, HEADING)]


# many sessions


class _Cover(_SessionText):
    """The first pages of many sessions: what everybody did, and which sessions follow."""

    def __init__(self, source: SessionsSource, style: PrintStyle, starts: dict[str, int]) -> None:
        super().__init__(style)
        self.source = source
        self.starts = starts

    def story(self) -> Iterator[Flowable | list[Flowable]]:
        """Yield everything, from the title on."""
        hands = sum(len(one.replay().hands) for one in self.source.sessions)
        facts = f"{counted(len(self.source.sessions), 'session')} · {counted(hands, 'hand')}"
        yield from self.heading(_sessions(self.source), facts)
        titles = table_titles(self.source.tables)
        for title, table in zip(titles, self.source.tables, strict=True):
            first, *others = self._totals(table.players)
            yield [*self.section(_("Players: {rules}").format(rules=title)), first]
            for other in others:
                yield from (Spacer(0, self.text), other)
        if self.source.tables:
            yield from (Spacer(0, 0.4 * self.small), self.about(_(ABOUT)))
        yield from self.section(_("Sessions"))
        yield self._list()

    def _totals(self, totals: Sequence[SeatFigures]) -> list[platypus.Table]:
        columns = [
            FigureColumn(_("Sessions"), [figure(one.sessions) for one in totals]),
            FigureColumn(pgettext("games at the table", "Hands"), [figure(one.hands) for one in totals]),
            FigureColumn(pgettext("how many hands", "Won"), [figure(one.wins) for one in totals]),
            FigureColumn(_("As East"), [figure(one.east_wins) for one in totals]),
            FigureColumn(_("Self-drawn"), [figure(one.self_drawn) for one in totals]),
            FigureColumn(_("Dealt in"), [figure(one.thrown) for one in totals]),
            FigureColumn(
                pgettext("of the hands won", "Average"), [average_words(one.won_points, one.wins) for one in totals]
            ),
            FigureColumn(
                pgettext("of the hands won", "Best"), ["" if one.best is None else figure(one.best) for one in totals]
            ),
            FigureColumn(pgettext("won less lost", "Net"), [signed(one.net) for one in totals]),
        ]
        return figure_tables(self, FigureColumn(_("Player"), [brief(one.name, 300) for one in totals]), columns)

    def _list(self) -> platypus.Table:
        """Return a line a session: day, title, rules and how it ended for everybody, hands, and the page."""
        heads = (_("Day"), pgettext("where four play", "Table"), pgettext("games at the table", "Hands"), "")
        rows: list[list[object]] = [list(self.column_heads(*heads, left=2))]
        rows += [self._session(number, one) for number, one in enumerate(self.source.sessions)]
        widths = [58 * self.scale, 40 * self.scale, 52 * self.scale]
        widths.insert(1, self.style.width - sum(widths))
        return ruled_table(rows, widths)

    def _session(self, number: int, source: SessionSource) -> list[object]:
        table = source.replay()
        each = pgettext("a player's score", "{name} {score}")
        names = (*source.names, *table.bettors)
        nets = [
            each.format(name=brief(names[party]), score=signed(table.balances[party] - table.start_of(party)))
            for party in table.parties
        ]
        facts = " · ".join((_title_of(table), brief(rules_title(table.rules), 60)))
        link = partial(_draw_link, _key(number), self.starts, self.text)
        return [
            self.words(source.day),
            [self.words(facts, bold=True), self.about(joined(nets))],
            self.words(figure(len(table.hands)), align="right"),
            Picture(48 * self.scale, 1.3 * self.text, link, self.lettering, tag="Link"),
        ]


def _draw_link(key: str, starts: dict[str, int], size: float, page: PdfPage) -> None:
    """Draw the number of a page, which leads to a bookmark; `starts` has those of all bookmarks by then."""
    words = _("page {n}").format(n=written(starts[key]))
    page.text(page.width, size, words, size, align="right")
    page.canvas.linkRect(words, key, (0, 0, page.width, page.height), relative=1, Border="[0 0 0]")


# one session


class _Ledger(_SessionText):
    """The flowables of one session, in their order."""

    def __init__(self, session: Session, style: PrintStyle, key: str) -> None:
        super().__init__(style)
        self.session = session
        self.key = key
        self._place_columns()

    def _place_columns(self) -> None:
        """Decide how wide the columns of hands are: names and figures as the widest of them, tiles what is left."""
        parties = [party for row in self.session.rows for party in row.parties]
        self.columns = [
            *([(_("Score"), "score")] if self.session.scored else []),
            (pgettext("of a balance", "Change"), "change"),
            (_("Balance"), "balance"),
        ]
        self.widths = []
        for head, field in self.columns:
            texts = {head, *[getattr(party, field) for party in parties]}
            wide = max(self.lettering.width(text, self.text, bold=True) for text in texts)
            self.widths.append(min(wide, _FIGURE) + _GAP)
        self.wind = 12 * self.scale
        widest = max((self.lettering.width(party.name, self.text, bold=True) for party in parties), default=0)
        self.name = min(_NAME * self.scale, widest) + _GAP
        self.tiles = self.style.width - self.wind - self.name - sum(self.widths)
        self.beside = self.tiles >= _NARROWEST * self.scale * _FULLEST
        if not self.beside:  # then names have all the room
            self.name += self.tiles

    def story(self) -> Iterator[Flowable | list[Flowable]]:
        """Yield everything, from the title on."""
        session = self.session
        if self.key:
            entry = partial(_bookmark, self.key, f"{session.day} {clean(session.title)}")
            yield Picture(0, 0, entry, self.lettering, tag=ARTIFACT)
        yield from self.heading(session.title, session.facts)
        yield Spacer(0, 0.8 * self.text)
        yield from self._standings()
        if session.rows:
            high = _CHART * self.scale
            chart = Picture(self.style.width, high, self._draw_chart, self.lettering, _(_CHART_ABOUT))
            yield from (Spacer(0, self.text), chart)
        yield list(self._rules())
        yield from self._rows()
        yield from self._corrections()
        if session.held:
            yield [*self.section(_("Chips at the end")), *map(self.words, session.held)]

    def _draw_chart(self, page: PdfPage) -> None:
        box = (0, 0, page.width, page.height)
        draw_chart(page, self.session.balances, self.session.points, box, self.small)

    def _standings(self) -> Iterator[Flowable]:
        standings = self.session.standings
        reached = [one.place for one in standings]
        columns = [
            *([FigureColumn(pgettext("in a ranking", "Place"), reached)] if any(reached) else []),
            FigureColumn(pgettext("in which wind", "Wind"), [one.wind for one in standings]),
            FigureColumn(_("Balance"), [one.balance for one in standings]),
            FigureColumn(pgettext("won less lost", "Net"), [one.net for one in standings]),
            FigureColumn(pgettext("how many hands", "Won"), [one.won for one in standings]),
            FigureColumn(_("As East"), [one.east for one in standings]),
            FigureColumn(_("Self-drawn"), [one.self_drawn for one in standings]),
            FigureColumn(_("Dealt in"), [one.thrown for one in standings]),
            FigureColumn(pgettext("of the hands won", "Average"), [one.average for one in standings]),
            FigureColumn(pgettext("of the hands won", "Best"), [one.best for one in standings]),
        ]
        names = FigureColumn(_("Player"), [one.name for one in standings])
        samples = [
            Picture(20, 6, partial(draw_sample, at), self.lettering, tag=ARTIFACT) for at in range(len(standings))
        ]
        for table in figure_tables(self, names, columns, samples):
            yield from (table, Spacer(0, 0.6 * self.text))
        yield self.about(join_lines([_(_SAT), _(ABOUT)]))

    def _rules(self) -> Iterator[Flowable]:
        """Yield the rules in two columns, in large print in one; what differs from the ruleset's own is bold."""
        yield from self.section(_("Rules"))
        (name, bold), *others = self.session.rules
        yield self.words(name, bold=bold)
        texts: list[Flowable] = [self.words(words, bold=bold) for words, bold in others]
        if self.style.large:
            yield from texts
            return
        wide = self.style.width / 2 - _GAP
        ends = list(accumulate(one.wrap(wide, 0)[1] for one in texts))
        half = next(at for at, end in enumerate(ends, 1) if 2 * end >= ends[-1])
        top = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (1, 0), (1, 0), 2 * _GAP)]
        yield plain_table([[texts[:half], texts[half:]]], [wide, self.style.width - wide], None, top)

    def _rows(self) -> Iterator[Flowable | list[Flowable]]:
        above = [*self.section(_("Hands")), *map(self.about, self.session.notes)]
        if not self.session.rows:
            yield [*above, self.words(_("No hand has been played yet."))]
        for row in self.session.rows:
            yield [*above, *self._row(row)]
            above = []

    def _row(self, row: PrintedRow) -> Iterator[Flowable]:
        """Yield what a row of the list is and what happened, what it did for everybody, and what came of it."""
        yield Spacer(0, 0.8 * self.text)
        said = self.words(row.said, 1.1 * self.text)
        if row.parties:
            yield self._parties(row, said)
        else:
            yield from (Words(self.lettering, row.title, 1.1 * self.text, bold=True, tag="H3"), said)
        yield from self._payments(row.paid)
        if row.chips:
            yield self.about(_("Chips: {moves}").format(moves=join_lines(row.chips)))
        for words in row.more:
            yield self.words(words, self.small)

    def _parties(self, row: PrintedRow, said: Words) -> platypus.Table:
        """Return a line a party: wind, name, tiles, and figures, whose heads stand next to the title."""
        widths = [self.wind, self.name, *[self.tiles] * self.beside, *self.widths]
        blank = [""] * (len(widths) - 1)
        rows: list[list[object]] = [[said, *blank]]
        more: list[tuple[object, ...]] = [
            ("SPAN", (0, 1), (-1, 1)),
            ("LEFTPADDING", (-len(self.widths), 0), (-1, -1), 1),
        ]
        for party in row.parties:
            figures = [
                self.figure(getattr(party, field), bold=party.won and field == "score") for _head, field in self.columns
            ]
            wind, name = (
                self.words(party.wind, bold=party.is_east),
                Words(self.lettering, party.name, self.text, bold=party.won, fit=SMALLEST),
            )
            tiles = self._tiles(party, self.tiles if self.beside else self.style.width - self.wind)
            rows.append([wind, name, *[tiles] * self.beside, *figures])
            if not self.beside and tiles:
                rows.append(["", tiles, *blank[1:]])
                more.append(("SPAN", (1, len(rows)), (-1, len(rows))))
        more += [("TOPPADDING", (0, 1), (-1, -1), 0.5), ("BOTTOMPADDING", (0, 1), (-1, -1), 0.5)]
        heads = [self.words(head, 0.85 * self.text, grey=QUIET, align="right") for head, _field in self.columns]
        return titled_table(self, row.title, rows, widths, self.text, more, heads, tag="H3")

    def _tiles(self, party: Party, width: float) -> list[Flowable]:
        """Return the tiles of a party, and as they are written with what there is to say of them, beside or below."""
        groups = party.groups()
        if not party.tiles:
            return []
        if not groups:
            return [self.words(party.tiles, self.small), self.about(party.facts)]
        tiles = TilesFlowable(groups, width_for(groups, width, at_most=_WIDEST_TILE * self.scale), self.style.terms)
        notation = [self.words(party.tiles, self.small), self.about(party.facts)]
        needed = max(self.lettering.width(one.text, self.small) for one in notation)
        if tiles.width + 1.5 * _GAP + needed > width:
            return [tiles, *notation]
        for one in notation:
            one.align = "right"
        middle = [("VALIGN", (0, 0), (-1, -1), "MIDDLE")]
        return [plain_table([[tiles, notation]], [tiles.width, width - tiles.width], None, middle)]

    def _payments(self, paid: Sequence[str]) -> Iterator[Flowable]:
        """Yield who paid whom, in as many columns as are wide enough."""
        widest = max((self.lettering.width(words, self.small) for words in paid), default=0)
        columns = min(_COLUMNS, int(self.style.width / (widest + _GAP)))
        words: list[Flowable | str] = [self.words(one, self.small) for one in paid]
        if columns < 2:
            yield from words
        elif words:
            words += [""] * (-len(words) % columns)
            rows = [words[at : at + columns] for at in range(0, len(words), columns)]
            yield plain_table(rows, [self.style.width / columns] * columns)

    def _corrections(self) -> Iterator[list[Flowable]]:
        above = self.section(_("Corrections"))
        for one in self.session.corrections:
            lines = [self.words(line, self.small) for line in one.lines]
            if one.chips:
                lines.append(self.about(_("Chips: {moves}").format(moves=join_lines(one.chips))))
            yield [*above, self.words(f"{one.time}  {one.title}", bold=True), *lines, Spacer(0, 0.6 * self.small)]
            above = []


def _bookmark(key: str, title: str, page: PdfPage) -> None:
    """Make a place to which links lead; the heading that follows is called `title` in the list of bookmarks."""
    page.canvas.bookmarkPage(key)
    page.canvas.entry = title
