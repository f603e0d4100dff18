"""Kemp's score cards for the American solitaire, two on a page, blank or filled from score sheets.

Source: the two score cards at the end of source 1, line by line and in their order. What the text has by mistake is
put right: the tiles left are divided by 138, line 3a, as its part F says, and the final score is line 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from reportlab.lib.colors import black  # type: ignore[import-untyped]
from reportlab.platypus import Spacer  # type: ignore[import-untyped]

from mjcompanion.american.hand_groups import groups_of_sheet
from mjcompanion.american.score import KEMP_TILES, AmericanSheet
from mjcompanion.american.sheet_rows import describe_line
from mjcompanion.core.hand import By
from mjcompanion.i18n.translation import N_, _, number, pgettext
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fields import FormNumber
from mjcompanion.printing.forms.kemp_parts import (
    NONE,
    Block,
    KempForm,
    KempRow,
    KempSection,
    asked_factor,
    card_heading,
    factor_words,
    final_rows,
    flow,
    lettered,
    with_nomenclature,
)
from mjcompanion.printing.layout import paginate, plain_table
from mjcompanion.printing.page import HAIR, PrintStyle
from mjcompanion.printing.tiles import printed_groups
from mjcompanion.printing.values import OneHand
from mjcompanion.scoring.context import describe_context
from mjcompanion.scoring.sheet import ScoreSheet

TITLE: Final = N_("American Mah Jongg Solitaire with Discards")
NOMENCLATURE: Final = N_(
    "Bamboo (tiao) 36, dot (tung) 36, crak (wan) 36. Dragons: green (fa) 4, match with bams; white (bai ban) 4, "
    "match with dots; red (zhon) 4, match with craks. Winds: East (dong), West (xi), North (bei), South (nan), 4 "
    "each. Flowers (hua) 8. Jokers 8. Together 152. Single, pair: no joker unless in a standard hand. 3 of a kind: "
    "pung, 3 jokers OK. 4 of a kind: kong, 4 jokers OK. 5 of a kind: quint, 5 jokers OK, at least 1 needed."
)
_FOOT: Final = N_("Score card of American solitaire, after John Kemp")
_BETWEEN: Final = 30.0
"""Points between two cards on a page, the line between them in the middle."""
_CLAIMED: Final = (By.DISCARD, By.FIRST_DISCARD, By.CHARLESTON)
"""The win types that line 2a is for; for the others it is line 2b."""
_FINAL: Final = FormNumber(2, "", f"n[1] * n[0] / {KEMP_TILES}", ("3c", "2e"))


# --- the card as data


def sections(card: OneHand | None = None) -> tuple[KempSection, ...]:
    """Everything on the card below its heading, as the sheet says it.

    >>> from mjcompanion.american.request import Cards, score_request
    >>> hand = {"card": "companion", "rules": "kemp-american", "hand": "FFF 2m5z2m6m 222p 6666p", "discards": 40}
    >>> sheet = score_request({**hand, "win": {"tile": "6p", "by": "discard"}}, Cards())
    >>> [row.amount for section in sections(OneHand(sheet)) for row in section.rows]
    ['25', '50', '50', '50', '50', '200', '138', '40', '98', '71.01 %', '142.03', '142']

    """
    sheet = _checked(card.sheet) if card is not None else None
    return (
        KempSection(_("1. Making Mah Jongg; basic score"), (_basic(sheet),)),
        KempSection(_("2. Doubling"), tuple(_doublings(sheet)), ("", _("Factor"), _("Running product"))),
        KempSection(_("3. Adjustment factor for tiles left in wall"), tuple(_adjustment(sheet))),
        KempSection("", tuple(final_rows(_("4. FINAL SCORE: Subtotal 2 × Factor 3"), sheet, _FINAL))),
    )


def _checked(sheet: ScoreSheet | AmericanSheet) -> AmericanSheet:
    assert isinstance(sheet, AmericanSheet)  # noqa: S101 - so are those of its rules
    return sheet


def _basic(sheet: AmericanSheet | None) -> KempRow:
    label = _("Score on card, eXposed or Concealed")
    about = _("Basic score: the value on the card")
    if sheet is None:
        return KempRow("1", label, about=about)
    how = pgettext("a line of a card", "concealed") if sheet.line.concealed else pgettext("a line of a card", "exposed")
    return KempRow("1", label, None, how, number(sheet.line.value), counts=True, strong=(False, True))


def _doublings(sheet: AmericanSheet | None) -> Iterator[KempRow]:
    taken, picked, jokerless = _factors(sheet)
    unsaid = sheet is not None and sheet.context.win is None
    product, last = sheet.line.value if sheet is not None else 0, "1"
    for key, formula, factor, printed in (
        ("2a", "1 × 2", taken, "2"),
        ("2b", pgettext("letters of lines", "a or b") if unsaid else "1 × 2", picked, "2"),
        ("2c", "", 1, "0"),
        ("2d", "", 1, "0"),
        ("2e", "2d × 4", jokerless, "4"),
    ):
        label = lettered(key, _(_DOUBLINGS[key]))
        if sheet is None:
            row = asked_factor(key, _(_DOUBLINGS[key]), formula, printed, last)
            if not formula:  # it doesn't apply: the product stays
                same = FormNumber(expression="n[0]", fields=(last,))
                row = msgspec.structs.replace(row, second_about="", number=same)
            yield row
            last = key
            continue
        product *= factor
        earned = factor > 1
        yield KempRow(key, label, formula, number(factor) if earned else NONE, number(product), earned, (earned,) * 2)


_DOUBLINGS: Final = {
    "2a": N_("Making Mah Jongg on a discard (in Charleston): double once"),
    "2b": N_("Picking Mah Jongg tile from wall: double once"),
    "2c": N_("Making Mah Jongg on discard & bet on: doesn’t apply; automatic 0"),
    "2d": N_("Picking piece from wall for Mah Jongg & bet on: doesn’t apply"),
    "2e": N_("Jokerless hand: double twice; SUBTOTAL 2"),
}


def _factors(sheet: AmericanSheet | None) -> tuple[int, int, int]:
    """What lines 2a, 2b and 2e multiply by: the factors of the sheet."""
    if sheet is None:
        return 1, 1, 1
    given = {why: factor for factor, why in sheet.factors}
    once, win = given["every hand"], sheet.context.win
    taken = win is not None and win.by in _CLAIMED
    return (once if taken else 1), (1 if taken else once), given.get("without jokers", 1)


def _adjustment(sheet: AmericanSheet | None) -> Iterator[KempRow]:
    adjustment = sheet.adjustment if sheet is not None else None
    by, percent = factor_words(adjustment)
    discards, left = ("", "") if adjustment is None else (str(adjustment.discards), str(adjustment.left))
    yield KempRow("3a", _("a. 152 less 14 in Mah Jongg hand"), "", "=", str(KEMP_TILES))
    label = _("b. No. of tiles discarded, including those in Charleston")
    yield KempRow("3b", label, "", "–", discards, about=_("Tiles discarded"))
    label, about = _("c. No. of tiles left in wall"), _("Tiles left in wall")
    less = FormNumber(expression=f"{KEMP_TILES} - n[0]", fields=("3b",))
    yield KempRow("3c", label, "3a – 3b", amount=left, about=about, number=less)
    label = _("d. Percentage adjustment to score; FACTOR 3")
    share = FormNumber(2, " %", f"100 * n[0] / {KEMP_TILES}", ("3c",))
    yield KempRow("3d", label, "3c / 3a", by, percent, about=_("Percentage adjustment"), number=share)


# --- the cards on paper


def lay_out(card: OneHand | None, style: PrintStyle) -> Printed:
    """Two cards on a page, of which one is filled in from a hand if there is one; one where two are too high."""
    form = KempForm(style)
    half = (style.height - _BETWEEN) / 2
    high = None if style.large else half
    above, below = (
        with_nomenclature(blocks, _(NOMENCLATURE), form, high)
        for blocks in (_blocks(form, card, 1), _blocks(form, None, 2))
    )
    halves = [flow(blocks, style, half) for blocks in (above, below)]
    if all(len(found) == 1 for found in halves):
        one, other = (found[0] for found in halves)
        line = [("LINEABOVE", (0, 0), (-1, 0), HAIR, black), ("TOPPADDING", (0, 0), (-1, 0), _BETWEEN / 2)]
        free = half + _BETWEEN / 2 - sum(block.wrap(style.width, half)[1] for block in one)
        pages = [[*one, Spacer(0, free - 0.1), plain_table([[other]], [style.width], None, line)]]
    else:
        pages = flow(above, style)
    draws = [draw for page in pages for draw in paginate(page, style, form.lettering, _(_FOOT))]
    return Printed(_("{title}: score cards").format(title=_(TITLE)), tuple(draws), _("Score cards"))


def _blocks(form: KempForm, card: OneHand | None, at: int) -> list[Block]:
    prefix = f"card{at}-"
    blocks = [card_heading(form, TITLE, card, prefix)]
    if card is not None:
        sheet = _checked(card.sheet)
        titled = describe_line(sheet.line)
        titled = _("{card}: {line}").format(card=card.card, line=titled) if card.card else titled
        words = [f"{sheet.line.pattern} · {titled}", describe_context(sheet.context, form.style.terms)]
        blocks.append(form.hand_block(printed_groups(groups_of_sheet(sheet)), words))
    return blocks + [block for section in sections(card) for block in form.section_blocks(section, prefix)]
