"""The referee's page: what the rules say of mistakes, claims and payments, and a list for rulings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from reportlab.platypus import Flowable  # type: ignore[import-untyped]

from mjcompanion.i18n.translation import N_, _, pgettext
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import clean
from mjcompanion.printing.forms import rules_parts
from mjcompanion.printing.forms.club_parts import BOXES, ClubForm, as_club, rules_line
from mjcompanion.printing.forms.part_sheet import PartTopic, lay_out_sheet
from mjcompanion.printing.layout import ruled_table
from mjcompanion.printing.page import BOX, PrintStyle
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.words import brief

TITLE: Final = N_("Referee’s page")
_SHOWN: Final = (
    PartTopic.FAULTS,
    PartTopic.CLAIMS,
    PartTopic.ENDS,
    PartTopic.ROTATION,
    PartTopic.PAYMENT,
    PartTopic.WALL,
)
"""What a referee looks up, the most frequent first."""
_SIZES: Final = tuple(12 - 0.25 * step for step in range(21))
_LONGEST: Final = 60
_RULINGS: Final = (0.09, 0.09, 0.22, 0.3, 0.14, 0.16)
"""The columns of the list of rulings, in parts of the page."""


def lay_out(source: Ruleset | ClubRules, style: PrintStyle) -> Printed:
    """Return the page, and another with a list of rulings to be written in."""
    club = as_club(source)
    name = clean(_("Referee’s page: {name}").format(name=brief(club.name, _LONGEST)))
    parts = {part.topic: part for part in rules_parts.parts(club.preset, club.options, style.terms)}
    shown = [parts[topic] for topic in _SHOWN if topic in parts]
    facts = f"{club.name} · {rules_line(club)}"
    sheet = lay_out_sheet(Printed(name, subject=_(TITLE)), _(TITLE), facts, shown, style, name, sizes=_SIZES)
    form = ClubForm(sheet.style or style, name)
    return msgspec.structs.replace(sheet, pages=(*sheet.pages, *form.pages([_rulings(form, club)])))


def _rulings(form: ClubForm, club: ClubRules) -> Iterator[Flowable]:
    """Yield a list for the rulings of a night that fills the page."""
    style = form.style
    heading = list(form.heading(_("Rulings"), club.name))
    yield from heading
    head = 2 * form.small
    count = int((style.height - form.height(heading) - head) / (BOX * style.scale))
    round_ = pgettext("of a tournament", "Round")
    heads = form.heads((round_, _("Table"), _("Player"), _("What happened"), _("Penalty"), _("Signature")))
    rows = [heads, *[[""] * len(_RULINGS)] * count]
    widths = [share * style.width for share in _RULINGS]
    widths[0] = max(widths[0], form.widest([round_]))
    widths[3] -= sum(widths) - style.width
    yield ruled_table(rows, widths, heights=[head, *[BOX * style.scale] * count], more=BOXES)
