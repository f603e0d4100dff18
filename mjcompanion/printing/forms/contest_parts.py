"""What the forms of a tournament share: their title, what was played when, and how pages are filled with lines."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import _, ngettext, number
from mjcompanion.ledger.values import Contest
from mjcompanion.parsing.dates import format_local_day
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import Lettering, clean
from mjcompanion.printing.forms.flowing import FlowBlock, FlowLine, draw_sheet, flow, text_at, wrapped
from mjcompanion.printing.page import QUIET, PrintStyle
from mjcompanion.table.words import brief, rules_title
from mjcompanion.tournament.ranking import Place
from mjcompanion.tournament.schedule import Round

TITLE, SIZE = 16.0, 9.0
"""The sizes of type in points, before they are made large."""
LONGEST = 80


def title_of(contest: Contest) -> str:
    """What a tournament is called."""
    return brief(contest.tournament.title, LONGEST) or _("Tournament")


def all_tables(contest: Contest) -> list[Place]:
    """Return every table of every round."""
    return [(at, table) for at, one in enumerate(contest.tournament.draw) for table in range(len(one.tables))]


def seat_words(one: Round, player: int) -> str:
    """Return a player's table and the letter of the wind in a round, or that the player sits out."""
    table = one.table_of(player)
    if table is None:
        return _("out")
    return f"{number(table + 1)} {WINDS[one.tables[table].index(player)].letter}"


def about(contest: Contest) -> str:
    """When, how many, by which rules, in a line."""
    tournament = contest.tournament
    players, rounds = len(tournament.players), len(tournament.draw)
    parts = (
        format_local_day(tournament.at),
        ngettext("{n} player", "{n} players", players).format(n=number(players)),
        ngettext("{n} round", "{n} rounds", rounds).format(n=number(rounds)),
        rules_title(tournament.rules),
    )
    return " · ".join(parts)


def head(contest: Contest, what: str, style: PrintStyle) -> FlowBlock:
    """The heading of a form."""
    lettering, size = Lettering(), style.scale
    lines = [
        *wrapped(lettering, f"{title_of(contest)}: {what}", 0, style.width, TITLE * size, bold=True, most=2, tag="H1"),
        FlowLine(
            SIZE * 1.8 * size,
            (text_at(0, SIZE * 1.1 * size, about(contest), SIZE * size, grey=QUIET, within=style.width),),
        ),
    ]
    return FlowBlock(tuple(lines))


def flowing(contest: Contest, what: str, blocks: Iterable[FlowBlock], style: PrintStyle) -> Printed:
    """A document of lines."""
    title = f"{title_of(contest)}: {what}"
    sheets = flow([head(contest, what, style), *blocks], style.height)
    pages = tuple(partial(draw_sheet, sheet, title) for sheet in sheets)
    return Printed(clean(title), pages, what)
