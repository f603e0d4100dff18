"""A certificate for every player of a tournament, on a page each: name, place, what was won, and the highest hand."""

from __future__ import annotations

from functools import partial

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import _, ngettext, number
from mjcompanion.ledger.values import Contest, TournamentHand
from mjcompanion.parsing.dates import format_local_day
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import LEAST, clean
from mjcompanion.printing.forms.contest_parts import title_of
from mjcompanion.printing.layout import LEADING
from mjcompanion.printing.page import HAIR, QUIET, THICK, PdfPage, PrintStyle
from mjcompanion.printing.tiles import loose, printed_groups, room, width_for
from mjcompanion.table.words import brief, rules_title, signed
from mjcompanion.tournament.ranking import Rank, finished, ranking, table_points_words

_TILES = ("1z", "2z", "3z", "4z", "7z", "6z", "5z")
_TILE = 34.0
_LINES = 2
"""A name has no more."""


def lay_out(contest: Contest, style: PrintStyle) -> Printed:  # noqa: ARG001 - as every form
    """A page for each player, in the order of the ranking after the last round that is over.

    Raises:
        RuleError: no round is over.

    """
    rounds = finished(contest.tournament, contest.results)
    if not rounds:
        raise RuleError([Problem("form-no-round", text=title_of(contest))])
    found = ranking(contest.tournament, contest.results, rounds)
    title = _("{title}: certificates").format(title=title_of(contest))
    return Printed(clean(title), tuple(partial(_page, contest, rounds, one) for one in found.ranks), _("Certificates"))


def _page(contest: Contest, rounds: int, rank: Rank, page: PdfPage) -> None:
    wide, middle = page.right - page.left, page.width / 2
    inner = wide - 60
    small, quiet = (17, 17) if page.style.large else (12, 14)
    page.box(page.left, page.top, wide, page.height - 2 * page.top, strength=THICK)
    page.box(page.left + 6, page.top + 6, wide - 12, page.height - 2 * page.top - 12, strength=HAIR)
    row = (loose(map(Tile.parse, _TILES)),)
    page.tiles(row, middle - room(row, _TILE)[0] / 2, page.top + 50, _TILE)
    y = page.top + 190
    page.text(middle, y, _("Certificate"), 40, bold=True, align="centre", within=inner, tag="H1")
    _write(page, y + 50, title_of(contest), 20, inner)
    y = _write(page, page.height * 0.5, brief(contest.names[rank.player], 80), 34, inner, bold=True)
    count, whole = len(contest.tournament.players), len(contest.tournament.draw)
    text = _("finished in place {place} of {count}")
    if rounds < whole:
        text = _("in place {place} of {count} after round {round} of {rounds}")
    text = text.format(place=number(rank.place), count=number(count), round=number(rounds), rounds=number(whole))
    page.text(middle, y + 50, text, 22, align="centre", within=inner)
    parts = []
    if contest.tournament.system != "points":
        parts.append(table_points_words(rank.table_points))
    if contest.tournament.system != "places":
        parts.append(ngettext("{n} point", "{n} points", abs(rank.points)).format(n=signed(rank.points)))
    page.text(middle, y + 80, " · ".join(parts), quiet, align="centre", grey=QUIET, within=inner)
    y = _write(page, y + 104, rules_title(contest.tournament.rules), quiet, inner, grey=QUIET)
    best = _best(contest, rounds, rank.player)
    if best is not None:
        _draw_hand(best, page, y + 46, inner)
    base = page.height - page.top - 70
    page.text(page.left + 40, base, format_local_day(contest.tournament.at), small, within=inner / 2)
    page.rule(middle + 20, base, page.right - 40)
    page.text(page.right - 40, base + small + 3, _("Signature"), small, align="right", grey=QUIET)


def _write(
    page: PdfPage, y: float, words: str, size: float, width: float, *, bold: bool = False, grey: float = 0
) -> float:
    """Write words in the middle, on two lines, set smaller if need be; return where the last is."""
    lettering = page.lettering
    lines = lettering.wrap(words, width, size, bold=bold)
    while len(lines) > _LINES and size > LEAST:
        size -= 1
        lines = lettering.wrap(words, width, size, bold=bold)
    for at, line in enumerate(lines):
        place, tag = y + at * LEADING * size, "" if at else "P"
        page.text(page.width / 2, place, line, size, bold=bold, align="centre", grey=grey, tag=tag)
    return y + (len(lines) - 1) * LEADING * size


def _best(contest: Contest, rounds: int, player: int) -> TournamentHand | None:
    """Return the highest hand that a player won in the rounds that count, of those whose tiles were entered."""
    mine = [one for one in contest.hands if one.player == player and one.place[0] < rounds]
    return max(mine, key=lambda one: one.hand.score or 0, default=None)


def _draw_hand(best: TournamentHand, page: PdfPage, y: float, inner: float) -> None:
    """Draw a hand in its sets, and above it what it scored and where it was."""
    round_, table = best.place
    where = _("round {round}, table {table}").format(round=number(round_ + 1), table=number(table + 1))
    points = best.hand.score or 0
    worth = ngettext("{n} point", "{n} points", points).format(n=number(points))
    text = " · ".join(filter(None, (_("Highest hand"), best.hand.name, worth, where)))
    page.text(page.width / 2, y, text, 16 if page.style.large else 12, align="centre", grey=QUIET, within=inner)
    groups = printed_groups(best.hand.groups)
    width = width_for(groups, inner, at_most=_TILE)
    page.tiles(groups, page.width / 2 - room(groups, width)[0] / 2, y + 12, width)
