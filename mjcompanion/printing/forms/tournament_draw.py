"""The draw of a tournament: who sits where in each round, and each player's way through the rounds."""

from __future__ import annotations

from collections.abc import Iterator

from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import _, joined, number
from mjcompanion.ledger.values import Contest
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import Lettering
from mjcompanion.printing.forms.contest_parts import SIZE, flowing, seat_words
from mjcompanion.printing.forms.flowing import (
    FigureColumn,
    FlowBlock,
    FlowLine,
    figures_table,
    rule_at,
    section,
    text_at,
    wrapped,
)
from mjcompanion.printing.layout import LEADING
from mjcompanion.printing.page import QUIET, SMALLEST, PrintStyle
from mjcompanion.table.words import brief

_NAME = 40


def lay_out(contest: Contest, style: PrintStyle) -> Printed:
    """Every round with its tables, then every player's tables and seats."""
    return flowing(contest, _("the draw"), [*_rounds(contest, style), *_ways(contest, style)], style)


def _rounds(contest: Contest, style: PrintStyle) -> Iterator[FlowBlock]:
    lettering, size, wide = Lettering(), SIZE * style.scale, style.width
    first = wide * 0.12
    each = (wide - first) / 4
    for at, one in enumerate(contest.tournament.draw):
        lines = [*section(_("Round {n}").format(n=number(at + 1)), wide, size * 1.25)]
        heads = [text_at(first + wind * each, size, WINDS[wind].word, size * 0.85, grey=QUIET) for wind in range(4)]
        lines.append(
            FlowLine(
                size * 1.6,
                (text_at(0, size, _("Table"), size * 0.85, grey=QUIET), *heads, rule_at(0, size * 1.4, wide)),
                "head",
            )
        )
        for table, seats in enumerate(one.tables):
            players = [
                _lines(lettering, brief(contest.names[player], _NAME), each - size / 2, size) for player in seats
            ]
            cells = [
                text_at(first + wind * each, size * (1 + LEADING * at), line, size, within=each - size / 2)
                for wind, name in enumerate(players)
                for at, line in enumerate(name)
            ]
            height = size * (1.5 + LEADING * (max(map(len, players)) - 1))
            lines.append(FlowLine(height, (text_at(0, size, number(table + 1), size, bold=True), *cells), "row"))
        if one.out:
            names = joined(brief(contest.names[player], _NAME) for player in one.out)
            lines += wrapped(lettering, _("Sitting out: {people}").format(people=names), 0, wide, size, grey=QUIET)
        yield FlowBlock(tuple(lines))


def _lines(lettering: Lettering, name: str, width: float, size: float) -> list[str]:
    """Return a name in lines that fit into a width, if need be set smaller so that no word is parted."""
    words = [lettering.width(word, size) for word in name.split()]
    return lettering.wrap(name, max(width, min(width / SMALLEST, max(words, default=0))), size)


def _ways(contest: Contest, style: PrintStyle) -> Iterator[FlowBlock]:
    """Where everybody goes: the table and the wind of each round."""
    size = SIZE * style.scale
    numbered = all(name.isdigit() for name in contest.names)
    order = sorted(range(len(contest.names)), key=lambda player: "" if numbered else contest.names[player].casefold())
    columns = [
        FigureColumn(number(at + 1), [seat_words(one, player) for player in order])
        for at, one in enumerate(contest.tournament.draw)
    ]
    first = FigureColumn(_("Player"), [brief(contest.names[player], _NAME) for player in order])
    heading = section(_("Table and seat of everybody in each round"), style.width, size * 1.25)
    for place, lines in enumerate(figures_table(Lettering(), first, columns, style.width, size)):
        yield FlowBlock((*(heading if not place else ()), *lines), lines[0], tight=4)
