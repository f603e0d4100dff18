"""The ledger of a session on paper, or of many: players, balances and their chart, rules, every hand, corrections.

What is in it is made in `session_rows`; here it gets its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, chain, zip_longest
from typing import Final

from mjcompanion.i18n.text_width import join_lines
from mjcompanion.i18n.translation import N_, _, joined, pgettext
from mjcompanion.ledger.values import SeatFigures, table_titles
from mjcompanion.printing.chart import draw_chart
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import Lettering, clean
from mjcompanion.printing.forms.flowing import (
    FigureColumn,
    FlowBlock,
    FlowLine,
    FlowPiece,
    Sheet,
    bookmark,
    draw_sheet,
    figure_at,
    figures_table,
    flow,
    link,
    rule_at,
    section,
    text_at,
    tiles_at,
    wrapped,
)
from mjcompanion.printing.forms.session_rows import Party, PrintedRow, Session, session_rows
from mjcompanion.printing.page import HAIR, QUIET, THIN, Draw, PdfPage, PrintStyle
from mjcompanion.printing.tagging import ARTIFACT
from mjcompanion.printing.tiles import room, width_for
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
_TITLE: Final = 16.0
_SECTION: Final = 10.5
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
            cover = flow(_Cover(self.source, self.style, self.starts).blocks(), self.style.height)
            pages += [partial(draw_sheet, sheet, _sessions(self.source)) for sheet in cover]
        for number in range(len(self.source.sessions)):
            self.starts[_key(number)] = len(pages) + 1
            _unused, sheets = self._laid_out(number)
            pages += [partial(self._draw, number, at) for at in range(len(sheets))]
            known(len(pages))
        return pages

    def _draw(self, number: int, at: int, page: PdfPage) -> None:
        foot, sheets = self._laid_out(number)
        draw_sheet(sheets[at], foot, page)

    def _lay_out(self, number: int) -> tuple[str, list[Sheet]]:
        """Return the foot line and the pages of a session."""
        session = session_rows(self.source.sessions[number], self.style.terms, keep=not self._many)
        ledger = _Ledger(session, self.style, _key(number) if self._many else "")
        foot = f"{brief(session.title, _LONGEST_TITLE)} · {session.day}"
        return foot, flow(ledger.blocks(), self.style.height)


def _key(number: int) -> str:
    return f"session-{number}"


class _Sizes:
    """The sizes of type and the width of the page in a style."""

    def __init__(self, style: PrintStyle) -> None:
        self.scale = style.scale * (_LARGER if style.large else 1)
        self.title, self.section, self.text, self.small = (
            size * self.scale for size in (_TITLE, _SECTION, _TEXT, style.share(_SMALL / _TEXT) * _TEXT)
        )
        self.width = style.width


# many sessions


class _Cover:
    """The first pages of many sessions: what everybody did, and which sessions follow."""

    def __init__(self, source: SessionsSource, style: PrintStyle, starts: dict[str, int]) -> None:
        self.source = source
        self.starts = starts
        self.sizes = _Sizes(style)
        self.lettering = Lettering()

    def blocks(self) -> Iterator[FlowBlock]:
        """All blocks, from the title on."""
        z, lettering = self.sizes, self.lettering
        hands = sum(len(one.replay().hands) for one in self.source.sessions)
        facts = f"{counted(len(self.source.sessions), 'session')} · {counted(hands, 'hand')}"
        yield FlowBlock(
            (
                *wrapped(lettering, _sessions(self.source), 0, z.width, z.title, bold=True, tag="H1"),
                FlowLine(z.title * 0.15),
                *wrapped(lettering, facts, 0, z.width, z.text, grey=QUIET),
            )
        )
        titles = table_titles(self.source.tables)
        for title, table in zip(titles, self.source.tables, strict=True):
            yield from self._totals(title, table.players)
        if self.source.tables:
            about = wrapped(lettering, _(ABOUT), 0, z.width, z.small, grey=QUIET)
            yield FlowBlock((FlowLine(z.small * 0.4), *about))
        yield FlowBlock(section(_("Sessions"), z.width, z.section))
        for number, one in enumerate(self.source.sessions):
            yield self._session(number, one)

    def _totals(self, rules: str, totals: Sequence[SeatFigures]) -> Iterator[FlowBlock]:
        z = self.sizes
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
        names = FigureColumn(_("Player"), [brief(one.name, 300) for one in totals])
        tables = figures_table(self.lettering, names, columns, z.width, z.text)
        title = section(_("Players: {rules}").format(rules=rules), z.width, z.section)
        for heads, *lines in tables:
            yield FlowBlock((*title, heads, lines[0]))
            for line in lines[1:]:
                yield FlowBlock((line,), heads)
            title = (FlowLine(z.text),)

    def _session(self, number: int, source: SessionSource) -> FlowBlock:
        """A session of the list: day, title and rules, hands and page, and below them how it ended for everybody."""
        z, table = self.sizes, source.replay()
        start = 58 * z.scale
        end = z.width - 52 * z.scale
        each = pgettext("a player's score", "{name} {score}")
        names = (*source.names, *table.bettors)
        nets = [
            each.format(name=brief(names[party]), score=signed(table.balances[party] - table.start_of(party)))
            for party in table.parties
        ]
        facts = " · ".join((_title_of(table), brief(rules_title(table.rules), 60)))
        hands = counted(len(table.hands), "hand")
        wide = self.lettering.width(hands, z.text) + _GAP
        first = FlowLine(
            z.text * 1.4,
            (
                text_at(0, z.text, source.day, z.text),
                text_at(start, z.text, facts, z.text, bold=True, within=end - wide - start),
                text_at(end, z.text, hands, z.text, align="right"),
                link(z.width, z.text * 1.4, _key(number), z.text, self.starts),
            ),
            "row",
        )
        more = wrapped(self.lettering, joined(nets), start, end - start, z.small, grey=QUIET)
        return FlowBlock((first, *(line._replace(row="more") for line in more), FlowLine(z.small * 0.5)))


# one session


class _Ledger:
    """The blocks of one session, in their order."""

    def __init__(self, session: Session, style: PrintStyle, key: str) -> None:
        self.session = session
        self.key = key
        self.sizes = _Sizes(style)
        self.lettering = Lettering()
        self._place_columns()

    def _place_columns(self) -> None:
        """Where names, tiles and figures of hands stand: as wide as the widest of them."""
        z, parties = self.sizes, [party for row in self.session.rows for party in row.parties]
        texts = (
            (_("Score"), "score", [party.score for party in parties] if self.session.scored else []),
            (pgettext("of a balance", "Change"), "change", [party.change for party in parties]),
            (_("Balance"), "balance", [party.balance for party in parties]),
        )
        self.figures: list[tuple[str, str, float, float]] = []
        """The head, what of a party is there, the right end and the width of each."""
        end = z.width
        for head, field, cells in reversed(texts):
            if not cells:
                continue
            wide = max(self.lettering.width(one, z.text, bold=True) for one in {*cells, head})
            wide = min(wide, _FIGURE)
            self.figures.insert(0, (head, field, end, wide))
            end -= wide + _GAP
        names = {party.name for party in parties}
        widest = max(self.lettering.width(name, z.text, bold=True) for name in (_("Player"), *names))
        self.name = 12 * z.scale
        self.name_width = min(_NAME * z.scale, widest)
        self.tiles = self.name + self.name_width + _GAP
        self.tiles_end = end
        self.beside = self.tiles_end - self.tiles >= _NARROWEST * z.scale * _FULLEST
        if not self.beside:  # then names have all the room
            self.name_width = self.tiles_end - self.name
            self.tiles = self.name
            self.tiles_end = z.width

    def blocks(self) -> Iterator[FlowBlock]:
        """All blocks, from the title on."""
        z, session = self.sizes, self.session
        entry = (FlowLine(0, (bookmark(self.key, f"{session.day} {clean(session.title)}"),)),) if self.key else ()
        yield FlowBlock(
            (
                *entry,
                *wrapped(self.lettering, session.title, 0, z.width, z.title, bold=True, most=3, tag="H1"),
                FlowLine(z.title * 0.15),
                *wrapped(self.lettering, session.facts, 0, z.width, z.text, grey=QUIET),
                FlowLine(z.text * 0.8),
            )
        )
        yield from self._standings()
        if session.rows:
            yield FlowBlock((FlowLine(z.text), FlowLine(_CHART * z.scale + z.text * 0.6, (self._chart,))))
        yield from self._rules()
        yield from self._rows()
        yield from self._corrections()
        yield from self._held()

    def _chart(self, page: PdfPage, left: float, y: float) -> None:
        z, session = self.sizes, self.session
        box = (left, y, z.width, _CHART * z.scale)
        with page.figure(_(_CHART_ABOUT)):
            draw_chart(page, session.balances, session.points, box, z.small)

    def _standings(self) -> Iterator[FlowBlock]:
        z, standings = self.sizes, self.session.standings
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
        tables = figures_table(self.lettering, names, columns, z.width, z.text, samples=True)
        for at, lines in enumerate(tables):
            yield FlowBlock((FlowLine(z.text * 0.6), *lines) if at else lines)
        about = join_lines([_(_SAT), _(ABOUT)])
        yield FlowBlock((FlowLine(z.small * 0.4), *wrapped(self.lettering, about, 0, z.width, z.small, grey=QUIET)))

    def _rules(self) -> Iterator[FlowBlock]:
        """The rules in two columns, in large print in one; what differs from the ruleset's own is bold."""
        z = self.sizes
        columns = 2 if z.scale == 1 else 1
        wide = (z.width - (columns - 1) * 2 * _GAP) / columns
        name, *others = self.session.rules
        texts = [wrapped(self.lettering, words, 0, wide, z.text, bold=bold) for words, bold in others]
        ends = list(accumulate(map(len, texts)))
        half = next(at for at, end in enumerate(ends, 1) if end * columns >= ends[-1])
        left, right = (tuple(chain.from_iterable(some)) for some in (texts[:half], texts[half:]))
        lines = [*wrapped(self.lettering, name[0], 0, z.width, z.text, bold=name[1])]
        for one, other in zip_longest(left, right, fillvalue=FlowLine(0)):
            moved = tuple(partial(_moved, piece, wide + 2 * _GAP) for piece in other.pieces)
            lines.append(FlowLine(z.text * 1.25, (*one.pieces, *moved)))
        title = section(_("Rules"), z.width, z.section)
        yield FlowBlock((*title, *lines), None, len(title) + 3)

    def _heads(self, tag: str) -> FlowLine:
        """Return the words above the columns of all hands; each hand is a table of its own."""
        z = self.sizes
        size = z.text * 0.85
        pieces: list[FlowPiece] = [text_at(self.name, size, _("Player"), size, grey=QUIET, tag=tag)]
        if self.beside and any(party.tiles for row in self.session.rows for party in row.parties):
            pieces.append(
                text_at(self.tiles, size, pgettext("the tiles of a player", "Hand"), size, grey=QUIET, tag=tag)
            )
        pieces += [
            text_at(end, size, head, size, align="right", grey=QUIET, tag=tag)
            for head, _field, end, _width in self.figures
        ]
        pieces.append(rule_at(0, size * 1.5, z.width, THIN))
        return FlowLine(size * 1.5 + z.text * 0.5, tuple(pieces))

    def _rows(self) -> Iterator[FlowBlock]:
        z, session = self.sizes, self.session
        heads = self._heads(ARTIFACT)  # on the pages that follow
        above: tuple[FlowLine, ...] = section(_("Hands"), z.width, z.section)
        for note in session.notes:
            above = (*above, *wrapped(self.lettering, note, 0, z.width, z.small, grey=QUIET))
        if not session.rows:
            none = wrapped(self.lettering, _("No hand has been played yet."), 0, z.width, z.text)
            yield FlowBlock((*above, *none))
            return
        above = (*above, self._heads("P"))
        for row in session.rows:
            tight = (*above, *self._happened(row))
            yield FlowBlock((*tight, *self._came_of(row)), None if above else heads, len(tight))
            above = ()

    def _happened(self, row: PrintedRow) -> Iterator[FlowLine]:
        z, lettering = self.sizes, self.lettering
        size = z.text * 1.1
        start = lettering.width(row.title, size, bold=True) + _GAP
        title = text_at(0, size, row.title, size, bold=True, tag="H3")
        if start + lettering.width(row.said, size) <= z.width:
            yield FlowLine(size * 1.45, (title, text_at(start, size, row.said, size)))
        else:
            yield FlowLine(size * 1.35, (title,))
            yield from wrapped(lettering, row.said, 0, z.width, size)
        for party in row.parties:
            yield from self._party(party)

    def _came_of(self, row: PrintedRow) -> Iterator[FlowLine]:
        z, lettering = self.sizes, self.lettering
        if row.paid:
            yield FlowLine(z.small * 0.3)
            yield from self._payments(row.paid)
        if row.chips:
            words = _("Chips: {moves}").format(moves=join_lines(row.chips))
            yield from wrapped(lettering, words, self.name, z.width - self.name, z.small, grey=QUIET)
        for words in row.more:
            yield from wrapped(lettering, words, self.name, z.width - self.name, z.small)
        yield FlowLine(z.text, (rule_at(0, z.text * 0.45, z.width, HAIR),))

    def _party(self, party: Party) -> Iterator[FlowLine]:
        z, lettering = self.sizes, self.lettering
        groups = party.groups()
        area = self.tiles_end - self.tiles
        wide = width_for(groups, area, at_most=_WIDEST_TILE * z.scale) if groups else 0
        across, high = room(groups, wide) if groups else (0, 0)
        words = max(lettering.width(party.tiles, z.small), lettering.width(party.facts, z.small))
        in_line = bool(groups) and self.beside and across + 1.5 * _GAP + words <= area
        height = max(high + 2, z.small * 2.6) if in_line else high + 1 if self.beside and groups else 0
        height = max(height, z.text * 1.35)
        down = (height + z.text * 0.7) / 2
        pieces: list[FlowPiece] = [
            text_at(0, down, party.wind, z.text, bold=party.is_east),
            text_at(self.name, down, party.name, z.text, bold=party.won, within=self.name_width),
        ]
        tiles = tiles_at(self.tiles, 0.5, groups, wide)
        if groups and self.beside:
            pieces.append(tiles)
        if in_line:
            middle = height / 2
            pieces.append(text_at(self.tiles_end, middle - z.small * 0.25, party.tiles, z.small, align="right"))
            pieces.append(
                text_at(self.tiles_end, middle + z.small * 0.95, party.facts, z.small, align="right", grey=QUIET)
            )
        shown = {"score": party.score, "change": party.change, "balance": party.balance}
        pieces += [
            figure_at(end, down, shown[field], z.text, width, bold=party.won and field == "score")
            for _unused, field, end, width in self.figures
            if shown[field]
        ]
        yield FlowLine(height, tuple(pieces), "row")
        if groups and not self.beside:
            yield FlowLine(high + 1.5, (tiles,), "more")
        if party.tiles and not in_line:
            yield from (line._replace(row="more") for line in self._notation(party))

    def _notation(self, party: Party) -> Iterator[FlowLine]:
        """The tiles as they are written, and what there is to say of them, where there is no room next to the tiles."""
        z, lettering = self.sizes, self.lettering
        width = z.width - self.tiles
        taken = lettering.width(party.tiles, z.small) + 1.5 * _GAP
        if taken + lettering.width(party.facts, z.small) <= width:
            pieces: tuple[FlowPiece, ...] = (text_at(self.tiles, z.small, party.tiles, z.small),)
            if party.facts:
                pieces += (text_at(self.tiles + taken, z.small, party.facts, z.small, grey=QUIET),)
            yield FlowLine(z.small * 1.45, pieces)
            return
        yield from wrapped(lettering, party.tiles, self.tiles, width, z.small)
        yield from wrapped(lettering, party.facts, self.tiles, width, z.small, grey=QUIET)
        yield FlowLine(z.small * 0.2)

    def _payments(self, paid: Sequence[str]) -> Iterator[FlowLine]:
        z, lettering = self.sizes, self.lettering
        room_ = z.width - self.name
        widest = max(lettering.width(words, z.small) for words in paid)
        columns = next((count for count in range(_COLUMNS, 1, -1) if widest + _GAP <= room_ / count), 1)
        if columns == 1:
            for words in paid:
                yield from wrapped(lettering, words, self.name, room_, z.small)
            return
        for at in range(0, len(paid), columns):
            starts = accumulate([room_ / columns] * (columns - 1), initial=self.name)
            some = zip(starts, paid[at : at + columns], strict=False)
            yield FlowLine(z.small * 1.25, tuple(text_at(x, z.small, words, z.small) for x, words in some))

    def _corrections(self) -> Iterator[FlowBlock]:
        z, lettering = self.sizes, self.lettering
        above: tuple[FlowLine, ...] = section(_("Corrections"), z.width, z.section)
        for one in self.session.corrections:
            words = f"{one.time}  {one.title}"
            lines = [*wrapped(lettering, words, 0, z.width, z.text, bold=True)]
            for line in one.lines:
                lines += wrapped(lettering, line, self.name, z.width - self.name, z.small)
            if one.chips:
                chips = _("Chips: {moves}").format(moves=join_lines(one.chips))
                lines += wrapped(lettering, chips, self.name, z.width - self.name, z.small, grey=QUIET)
            yield FlowBlock((*above, *lines, FlowLine(z.small * 0.6)), None, len(above) + 1)
            above = ()

    def _held(self) -> Iterator[FlowBlock]:
        z = self.sizes
        if not self.session.held:
            return
        lines = list(section(_("Chips at the end"), z.width, z.section))
        for words in self.session.held:
            lines += wrapped(self.lettering, words, 0, z.width, z.text)
        yield FlowBlock(tuple(lines))


def _moved(piece: FlowPiece, by: float, page: PdfPage, left: float, y: float) -> None:
    piece(page, left + by, y)
