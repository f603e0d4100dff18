"""The referee's page: what the rules say of mistakes, claims and payments, and a list for rulings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from reportlab.platypus import Flowable, Spacer  # type: ignore[import-untyped]

from mjcompanion.i18n.translation import N_, _, pgettext
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import clean
from mjcompanion.printing.forms import rules_parts
from mjcompanion.printing.forms.club_parts import (
    BOXES,
    ClubForm,
    Panel,
    as_club,
    in_panels,
    margins,
    part_table,
    rules_line,
)
from mjcompanion.printing.layout import paginate, ruled_table
from mjcompanion.printing.page import BOX, Draw, PdfPage, PrintStyle
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.words import brief

TITLE: Final = N_("Referee’s page")
_SHOWN: Final = (
    N_("Mistakes"),
    N_("Claims"),
    N_("Claims and table manners"),
    N_("The end of the wall"),
    N_("Who is East next"),
    N_("Payment"),
    N_("The wall"),
)
_SIZES: Final = tuple(12 - 0.25 * step for step in range(21))
_GUTTER: Final = 22.0
_LONGEST: Final = 60
_HEAD: Final = 62.0
"""The room for the heading, in points."""
_RULINGS: Final = (0.09, 0.09, 0.22, 0.3, 0.14, 0.16)
"""The columns of the list of rulings, in parts of the page."""


def lay_out(source: Ruleset | ClubRules, style: PrintStyle) -> Printed:
    """Return the page, and another with a list of rulings to be written in."""
    club = as_club(source)
    name = clean(_("Referee’s page: {name}").format(name=brief(club.name, _LONGEST)))
    form = ClubForm(style, name)
    head, margin = _HEAD * style.scale, margins(style)[0]
    each = (style.width - _GUTTER) / 2
    panels = [Panel(margin + at * (each + _GUTTER), margin + head, each, style.height - head) for at in range(2)]
    columns = in_panels(form, partial(_story, form, club, each), panels, _SIZES)
    (heading,) = paginate(form.heading(_(TITLE), f"{club.name} · {rules_line(club)}"), style, form.lettering, name)
    pages = [partial(_page, heading, one) for one in columns]
    return Printed(name, (*pages, *form.pages([_rulings(form, club)])), _(TITLE))


def _page(heading: Draw, columns: Draw, page: PdfPage) -> None:
    heading(page)
    columns(page)


def _story(form: ClubForm, club: ClubRules, width: float, size: float) -> Iterator[Flowable]:
    """Yield what a referee looks up, the most frequent first."""
    found = {part.title: part for part in rules_parts.parts(club.preset, club.options, form.style.terms)}
    for title in _SHOWN:
        part = found.get(_(title))
        if part is not None:
            yield part_table(form, part, width, size)
            yield Spacer(0, 0.9 * size)


def _rulings(form: ClubForm, club: ClubRules) -> Iterator[Flowable]:
    """Yield a list for the rulings of a night that fills the page."""
    style = form.style
    yield from form.heading(_("Rulings"), club.name)
    head = 2 * form.small
    count = int((style.height - _HEAD * style.scale - head) / (BOX * style.scale))
    round_ = pgettext("of a tournament", "Round")
    heads = form.heads((round_, _("Table"), _("Player"), _("What happened"), _("Penalty"), _("Signature")))
    rows = [heads, *[[""] * len(_RULINGS)] * count]
    widths = [share * style.width for share in _RULINGS]
    widths[0] = max(widths[0], form.widest([round_]))
    widths[3] -= sum(widths) - style.width
    yield ruled_table(rows, widths, heights=[head, *[BOX * style.scale] * count], more=BOXES)
