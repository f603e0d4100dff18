"""All papers of a club night in one document, with a bookmark for each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Final

from mjcompanion.i18n.translation import N_, _
from mjcompanion.ledger.values import Contest
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import clean
from mjcompanion.printing.forms.contest_parts import title_of
from mjcompanion.printing.forms.rules_parts import title
from mjcompanion.printing.page import Draw, PdfPage, PrintStyle
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.tournament.ranking import finished

TITLE: Final = N_("Club night")
_FORMS: Final = ("seating_plan", "tournament_draw", "table_cards", "round_sheet")
_RULES: Final = ("referee", "pocket_card")


def lay_out(contest: Contest, style: PrintStyle) -> Printed:
    """Return everything for a night; a ranking and certificates only once there are results, before them a board."""
    pages: list[Draw] = []
    for name, source in _papers(contest):
        printed: Printed = import_module(f"mjcompanion.printing.forms.{name}").lay_out(source, style)
        first, *rest = printed.pages
        pages += [partial(_marked, first, name, printed.subject), *rest]
    return Printed(clean(_("{title}: all papers").format(title=title_of(contest))), tuple(pages), _(TITLE))


def _papers(contest: Contest) -> Iterator[tuple[str, object]]:
    """Yield the modules of the forms, and what each is filled in from."""
    for name in _FORMS:
        yield name, contest
    played = any(result.over for result in contest.results.values())
    yield ("tournament_ranking" if played else "results_board"), contest
    if finished(contest.tournament, contest.results):
        yield "certificates", contest
    yield "badges", contest
    rules = contest.tournament.rules
    club = ClubRules.of_table(rules, rules.name or title(rules.rules))
    for name in _RULES:
        yield name, club
    yield "hand_record", None


def _marked(draw: Draw, key: str, title: str, page: PdfPage) -> None:
    """Draw the first page of a form, and list it in the bookmarks of the document, its headings below it."""
    page.canvas.bookmarkPage(key)
    page.canvas.addOutlineEntry(title, key)
    page.canvas.depth = 1
    draw(page)
