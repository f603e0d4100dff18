"""An evening on one page: the standings, then one line per hand and columns for each player; blank or filled in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

from reportlab.lib.colors import black  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Spacer  # type: ignore[import-untyped]

from mjcompanion.i18n.translation import N_, _, pgettext
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fields import FormNumber, added
from mjcompanion.printing.fonts import clean
from mjcompanion.printing.layout import Asked, Field, FormText, paginate, ruled_table, tagged_table
from mjcompanion.printing.page import BOX, HAIR, QUIET, PrintStyle
from mjcompanion.table.events import HandItem
from mjcompanion.table.final_settlement import places
from mjcompanion.table.rotation import PLAYERS
from mjcompanion.table.rows import TableRow
from mjcompanion.table.session import SessionSource
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief, counted, figure, outcome, rules_title, signed, table_title

TITLE: Final = N_("The evening")
_NUMBER: Final = 20.0
"""The width of a hand's number in points."""
_SHARE: Final = 0.85
"""The size of the quiet figures at the side of a change, in sizes of its type."""
_FIGURES: Final = 0.8
"""The part of the page's width that figures may take before their type becomes smaller."""
_SMALLER: Final = 0.97
_SMALLEST: Final = 7 / _SHARE
"""Players whose figures would need smaller type than this, in points, are divided between several tables."""
_NAME: Final = 64.0
"""A longer name in points is shortened."""
_PAD: Final = 5.0
"""Points between two columns of figures."""
_LONGEST_TITLE: Final = 80


def lay_out(source: SessionSource | None, style: PrintStyle) -> Printed:
    """Return the evening of a session, or the form to be filled in by hand."""
    if source is None:
        blank = _Blank(style)
        foot = _("{form}: one line per hand, with the points won or lost and the balance").format(form=_(TITLE))
        return Printed(_(TITLE), paginate(blank.story(), style, blank.lettering, foot), _(TITLE))
    table = source.table
    title = brief(table_title(table), _LONGEST_TITLE)
    evening = _Evening(source, table, style)
    pages = paginate(evening.story(title), style, evening.lettering, f"{title} · {source.day}")
    return Printed(
        clean(pgettext("a session and when it was", "{title}, {day}").format(title=title, day=source.day)),
        pages,
        _(TITLE),
    )


class _Columns(NamedTuple):
    """The columns of one table of hands: whose they are, their texts by row, the size of type, and their widths."""

    parties: Sequence[int]
    texts: Sequence[Sequence[tuple[str, str, str]]]
    size: float
    widths: Sequence[tuple[float, float, float]]


class _Evening(FormText):
    """The flowables of one session."""

    def __init__(self, source: SessionSource, table: Table, style: PrintStyle) -> None:
        super().__init__(style)
        self.source, self.table = source, table
        self.names = (*source.names, *table.bettors)

    def story(self, title: str) -> Iterator[Flowable]:
        """Yield the title, the standings and the hands."""
        table = self.table
        facts = (self.source.day, rules_title(table.rules), counted(len(table.hands), "hand"))
        yield from self.heading(title, " · ".join(facts))
        yield Spacer(0, self.text)
        yield self._standings()
        for columns in self._tables():
            yield Spacer(0, 1.4 * self.text)
            yield self._hands(columns)

    def _standings(self) -> Flowable:
        table = self.table
        reached = places(table)
        won = {party: sum(row.winner == party for row in table.hands) for party in table.parties}
        order = sorted(
            table.parties, key=lambda party: (reached.get(party, 0), table.start_of(party) - table.balances[party])
        )
        heads = ("", _("Player"), pgettext("how many hands", "Won"), _("Balance"), pgettext("won less lost", "Net"))
        rows = [self.column_heads(*heads, left=2)]
        for party in order:
            first = reached.get(party) == 1
            cells = (
                figure(reached[party]) if party in reached else "",
                brief(self.names[party]),
                figure(won[party]),
                figure(table.balances[party]),
                signed(table.balances[party] - table.start_of(party)),
            )
            rows.append(
                [self.words(cell, bold=first, align="right" if at > 1 else "left") for at, cell in enumerate(cells)]
            )
        number, figures = _NUMBER * self.style.scale, 0.16 * self.style.width
        return ruled_table(rows, [number, self.style.width - number - 3 * figures, *[figures] * 3])

    def _tables(self) -> Sequence[_Columns]:
        """Return the columns of one table, or of as few as are needed for figures that can be read."""
        parties = self.table.parties
        for count in range(1, len(parties) + 1):
            each = ceil(len(parties) / count)
            tables = [self._fitted(parties[at : at + each]) for at in range(0, len(parties), each)]
            if all(one.size > _SMALLEST * self.style.scale for one in tables):
                break
        return tables

    def _hands(self, columns: _Columns) -> Flowable:
        """Return a line a row of the table: its number, what happened, and three columns for each party."""
        size, widths = columns.size, columns.widths
        words = self.style.width - _NUMBER * self.style.scale - sum(map(sum, widths))
        heads: list[Flowable | str] = ["", ""]
        spans = []
        for at, party in enumerate(columns.parties):
            name = self.lettering.shortened(self._name(party), sum(widths[at]) - _PAD, self.text, bold=True)
            spans.append(("SPAN", (2 + 3 * at, 0), (4 + 3 * at, 0)))
            heads += [self.words(name, bold=True, align="right"), "", ""]
        rows: list[list[Flowable | str]] = [heads]
        for row, cells in zip(self.table.rows, columns.texts, strict=True):
            grey = 0 if row.winner is not None else QUIET
            line: list[Flowable | str] = [
                self.words(str(row.number or ""), grey=QUIET),
                self.words(self._about(row), size, grey=grey),
            ]
            if not any(map(any, cells)):
                spans.append(("SPAN", (1, len(rows)), (-1, len(rows))))
            for party, (before, change, balance) in zip(columns.parties, cells, strict=True):
                bold = row.winner == party
                line += [
                    self.words(before, _SHARE * size, grey=QUIET, align="right"),
                    self.words(change, size, bold=bold, align="right"),
                    self.words(balance, _SHARE * size, grey=QUIET, align="right"),
                ]
            rows.append(line)
        all_widths = [_NUMBER * self.style.scale, words, *[width for party in widths for width in party]]
        return ruled_table(rows, all_widths, more=spans)

    def _name(self, party: int) -> str:
        return brief(self.names[party])

    def _about(self, row: TableRow) -> str:
        """Say what happened; of an American hand also its line and value."""
        item, text = row.item, outcome(row, self.names, short=True)
        if isinstance(item, HandItem) and item.winner is not None and item.value is not None:
            line = (item.line, figure(item.value)) if item.line else (figure(item.value),)
            return f"{text} · {' · '.join(line)}"
        return text

    def _texts(self, row: TableRow, parties: Sequence[int]) -> list[tuple[str, str, str]]:
        """Return for each party its wind and score, its change and its balance, empty where the row is not about it."""
        settled = isinstance(row.item, HandItem) or bool(row.paid)
        here = self.table.parties_at(row) if settled else ()
        found = []
        for party in parties:
            if party not in here:
                found.append(("", "", ""))
                continue
            wind, score = row.wind_of(party), row.score_of(party)
            before = " ".join(filter(None, (wind.letter if wind else "", "" if score is None else figure(score))))
            found.append((before, signed(row.change(party)), figure(row.balances[party])))
        return found

    def _fitted(self, parties: Sequence[int]) -> _Columns:
        """Return these parties' columns in the largest type, down to the smallest, that leaves room for words."""
        texts = [self._texts(row, parties) for row in self.table.rows]
        room = _FIGURES * self.style.width
        size = self.text
        while True:
            widths = [
                self._widths(self._name(party), [row[at] for row in texts], size, room / len(parties))
                for at, party in enumerate(parties)
            ]
            if sum(map(sum, widths)) <= room + 0.01 or size <= _SMALLEST * self.style.scale:
                return _Columns(parties, texts, size, widths)
            size *= _SMALLER

    def _widths(
        self, name: str, texts: Sequence[tuple[str, str, str]], size: float, share: float
    ) -> tuple[float, float, float]:
        """Return the widths of a party's three columns, together as wide as its name, or as its share of the page."""
        before, change, balance = (
            max((self._wide(row[at], part * size) for row in texts), default=0.0) + _PAD
            for at, part in enumerate((_SHARE, 1, _SHARE))
        )
        head = min(min(self._wide(name, self.text), _NAME * self.style.scale) + _PAD, share)
        return max(before + _PAD, head - change - balance), change, balance

    def _wide(self, text: str, size: float) -> float:
        return self.lettering.width(text, size, bold=True)


# --- blank


class _Blank(FormText):
    """The flowables of the form to be filled in by hand."""

    def story(self) -> Iterator[Flowable]:
        """Yield names and points at the top, and as many lines as a page holds."""
        places = (("date", _("Date")), ("place", _("Place")), ("rules", _("Rules")))
        asked = self.asks([Asked(key, word, word, 1 / 3) for key, word in places], BOX)
        above = [self.title(_(TITLE)), Spacer(0, self.text), asked, Spacer(0, 10)]
        yield from above
        taken = sum(one.wrap(self.style.width, 0)[1] for one in above)
        count = int((self.style.height - taken) // BOX) - 1
        number, words = _NUMBER * self.style.scale, 0.24 * self.style.width
        each = (self.style.width - number - words) / (2 * len(PLAYERS))
        rows = [self._heads(), *[self._hand(hand) for hand in range(1, count + 1)]]
        more: list[tuple[object, ...]] = [
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("INNERGRID", (0, 0), (-1, -1), HAIR, black),
            ("BOX", (0, 0), (-1, -1), HAIR, black),
            ("RIGHTPADDING", (0, 1), (0, -1), 4),
            ("LEFTPADDING", (1, 0), (1, 0), 3),
            ("LEFTPADDING", (1, 1), (-1, -1), 1),
            ("RIGHTPADDING", (1, 1), (-1, -1), 1),
            *[("SPAN", (2 + 2 * player, 0), (3 + 2 * player, 0)) for player in PLAYERS],
            *[(f"{side}PADDING", (2, 0), (-1, 0), 2) for side in ("LEFT", "RIGHT")],
        ]
        widths = [number, words, *[each] * 2 * len(PLAYERS)]
        yield tagged_table(rows, widths, more, heights=[BOX] * len(rows))

    def _heads(self) -> list[object]:
        """Return the words above the hands, and places for the names."""
        won = self.words(_("Won by, from"), self.style.share(0.85) * self.text, grey=QUIET)
        heads: list[object] = ["", won]
        for player in PLAYERS:
            about = _("Name of player {n}").format(n=player + 1)
            heads += [Field(self.style, f"name-{player + 1}", about, BOX - 4, self.text), ""]
        return heads

    def _hand(self, hand: int) -> list[object]:
        """Return the line of a hand, with a field in each place on a screen."""
        about = _("Hand {n}: won by").format(n=hand)
        cells: list[object] = [self.words(str(hand), grey=QUIET, align="right")]
        cells.append(Field(self.style, f"hand-{hand}", about, BOX - 2, self.text))
        for player in PLAYERS:
            changes = tuple(f"hand-{one}-player-{player + 1}-change" for one in range(hand, 0, -1))
            for key, text, number in (
                ("change", _("Hand {n}: change of player {player}"), FormNumber()),
                ("balance", _("Hand {n}: balance of player {player}"), added(changes)),
            ):
                words = text.format(n=hand, player=player + 1)
                name = f"hand-{hand}-player-{player + 1}-{key}"
                cells.append(Field(self.style, name, words, BOX - 2, self.text, number=number))
        return cells
