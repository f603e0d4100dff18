"""A card of one's own rules for the pocket: a sheet folded twice, printed on one side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from reportlab.lib.colors import Color  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Spacer  # type: ignore[import-untyped]

from mjcompanion.i18n.translation import _
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import clean
from mjcompanion.printing.forms import house_rules, rules_parts
from mjcompanion.printing.forms.club_parts import (
    ORNAMENT,
    ClubForm,
    Panel,
    as_club,
    in_panels,
    rules_line,
)
from mjcompanion.printing.forms.part_sheet import PartTopic, part_table
from mjcompanion.printing.layout import TilesFlowable
from mjcompanion.printing.page import HAIR, QUIET, Draw, PdfPage, PrintStyle
from mjcompanion.rules.house import changed_rows
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.words import brief

_LEFT_OUT: Final = frozenset(PartTopic) - {PartTopic.PAYMENT, PartTopic.ROTATION}
"""Parts of a rule sheet that nobody looks up while scoring; the referee has them."""
_SIZES: Final = tuple(10.25 - 0.25 * step for step in range(14))
_FOLD: Final = 14.0
"""What is kept free next to a fold, in points."""
_GREY: Final = 0.7
_LONGEST: Final = 80
_SHORT: Final = 30
"""A longer name is set smaller."""


def lay_out(source: Ruleset | ClubRules, style: PrintStyle) -> Printed:
    """Return the card; in large print, on more sheets if need be."""
    club = as_club(source)
    foot = _("Pocket card: {name}")
    form = ClubForm(style, foot.format(name=brief(club.name, _LONGEST)))
    sheets = in_panels(form, partial(_story, form, club), _panels(style), _SIZES)
    title = clean(_("Pocket card: {name}").format(name=club.name))
    return Printed(title, tuple(partial(_sheet, form, sheet) for sheet in sheets), _("Pocket card"))


def _panels(style: PrintStyle) -> tuple[Panel, ...]:
    """Return the four pages of the card: the front, the two inside, which are upside down, and the back."""
    across, down = style.size[0] / 2, style.size[1] / 2
    left, top = style.margin, style.size[1] - style.height - style.margin
    width, height = across - left - _FOLD, down - top - _FOLD
    right, bottom = across + _FOLD, down + _FOLD
    places = ((right, bottom, False), (right, top, True), (left, top, True), (left, bottom, False))
    return tuple(Panel(x, y, width, height, turned) for x, y, turned in places)


def _sheet(form: ClubForm, sheet: Draw, page: PdfPage) -> None:
    page.canvas.saveState()
    page.canvas.setDash(3, 4)
    page.canvas.setLineWidth(HAIR)
    page.canvas.setStrokeColor(Color(_GREY, _GREY, _GREY))
    page.canvas.line(page.left, page.height / 2, page.right, page.height / 2)
    page.canvas.line(page.width / 2, page.height - page.bottom, page.width / 2, page.height - page.top)
    page.canvas.restoreState()
    sheet(page)
    page.foot(form.foot)


def _story(form: ClubForm, club: ClubRules, size: float) -> Iterator[Flowable]:
    """Yield the name of the rules, where they differ from the usual ones, and all that is needed to score."""
    width = _panels(form.style)[0].width
    yield TilesFlowable(ORNAMENT, 1.7 * size, form.style.terms)
    yield Spacer(0, 0.6 * size)
    name = brief(club.name, _LONGEST)
    yield form.headline(name, (2.1 if len(name) <= _SHORT else 1.5) * size)
    yield Spacer(0, 0.3 * size)
    yield form.words(rules_line(club), size, grey=QUIET)
    fold = _("Fold the top half back along the line, then the left half.")
    yield form.words(fold, min(size, max(form.small, 0.8 * size)), grey=QUIET)
    parts = rules_parts.parts(club.preset, club.options, form.style.terms)
    shown = [part for part in parts if part.topic not in _LEFT_OUT]
    if club.changes or changed_rows(club.preset, club.options):
        shown.insert(0, house_rules.parts(club)[0])
    for part in shown:
        yield Spacer(0, 0.8 * size)
        yield part_table(form, part, width, size)
