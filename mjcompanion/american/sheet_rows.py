"""The rows of an American score sheet, and those of either game."""

from __future__ import annotations

from mjcompanion.american.line import Line, shown
from mjcompanion.american.score import AmericanSheet
from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _, capital, ngettext, number, pgettext
from mjcompanion.scoring import sheet_rows
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.scoring.sheet_rows import ScoreRow, adjusted_rows


def sheet_rows_of(sheet: ScoreSheet | AmericanSheet, terms: Terms | None = None) -> list[ScoreRow]:
    """Return all rows of a Chinese or an American score sheet."""
    if isinstance(sheet, ScoreSheet):
        return [*sheet_rows.counted_rows(sheet, terms), *sheet_rows.result_rows(sheet)]
    return [*counted_rows(sheet), *result_rows(sheet)]


def describe_line(line: Line) -> str:
    """Return where a line is on its card.

    >>> describe_line(Line(3, "2468", concealed=True))
    'line 3, 2468, concealed'
    """
    parts = [_("line {number}").format(number=line.number)]
    if line.section:
        parts.append(shown(line.section))
    parts.append(
        pgettext("a line of a card", "concealed") if line.concealed else pgettext("a line of a card", "exposed")
    )
    return pgettext("between the parts of a sentence", ", ").join(parts)


def other_lines(sheet: AmericanSheet) -> tuple[Line, ...]:
    """Return the other lines of the card that the hand would fit."""
    return tuple({one.line.number: one.line for one in sheet.readings if one.line.number != sheet.line.number}.values())


def counted_rows(sheet: AmericanSheet) -> list[ScoreRow]:
    """Return the value of the line, what the jokers make of it, and in solitaire what doubles it.

    >>> from mjcompanion.american.request import Cards, score_request
    >>> hand = {"card": "companion", "rules": "kemp-american", "hand": "FFF 2m5z2m6m 222p 6666p"}
    >>> [(row.label, row.figures) for row in counted_rows(score_request(hand, Cards()))]
    [('Value of the line', '25'), ('Every hand', '×2'), ('Without jokers', '×4')]
    """
    rules, rows = sheet.context.rules, [ScoreRow(_("Value of the line"), number(sheet.line.value))]
    if rules.single_player:
        rows += [ScoreRow(capital(_(why)), doubles=f"×{number(factor)}") for factor, why in sheet.factors]
    if sheet.jokers:
        label = ngettext("{n} joker", "{n} jokers", sheet.jokers).format(n=number(sheet.jokers))
    elif sheet.line.singles_and_pairs and rules.pairs_apart(sheet.context.options):
        label = _("Singles and pairs: no doubling without jokers")
    elif not sheet.factors:
        label = _("No jokers")
    else:
        label = "" if rules.single_player else _("No jokers: all pay double")
    return [*rows, ScoreRow(label, role="quiet")] if label else rows


def result_rows(sheet: AmericanSheet) -> list[ScoreRow]:
    """Return the score, and Kemp’s adjustment for the tiles left, where it is made."""
    found = sheet.adjustment
    if found is None:
        return [ScoreRow(_("Score"), number(sheet.score), role="total")]
    return adjusted_rows(found, 3, "1 E")
