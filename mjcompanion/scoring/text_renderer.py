"""A score sheet in plain text, ready to paste: what, its points, what doubles; the score."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.text_width import display_width
from mjcompanion.i18n.translation import pad_cell
from mjcompanion.scoring.context import SHEET_WIDTH, describe_context
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.scoring.sheet_rows import ScoreRow, counted_rows, result_rows


def as_text(sheet: ScoreSheet, terms: Terms | None = None) -> str:
    """Return the whole sheet in plain text.

    >>> from mjcompanion.core.hand import Hand
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.scoring.score import score
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> print(as_text(score(Hand.parse("234m 567m 55s (666z) (234p)"), ScoringContext(Ruleset("traditional")))))
    234567m55s (234p) (666z)
    Traditional, with counting sticks · East · won
    <BLANKLINE>
      Exposed pung of green dragons              4  ×2
      Mah Jongg                                 10
      3 chows and the pair                       0
      ------------------------------------------------
      Points, and 1 double                      14  ×2
      ================================================
      Score                                     28
    """
    rows = [*counted_rows(sheet, terms), *result_rows(sheet)]
    return "\n".join([str(sheet.hand), describe_context(sheet.context, terms), "", *text_lines(rows)])


def text_lines(rows: Iterable[ScoreRow]) -> list[str]:
    """Return rows as lines of text, their figures in two columns at the right, a line above each subtotal.

    >>> for line in text_lines([ScoreRow("Pung of red dragons", "4", "×2"), ScoreRow("Score", "8", role="total")]):
    ...     print(line)
      Pung of red dragons                        4  ×2
      ================================================
      Score                                      8
    """
    rows = tuple(rows)
    wide, times = max(len(row.points) for row in rows), max(len(row.doubles) for row in rows)
    figures = 1 + wide + (2 + times if times else 0)
    label = max([SHEET_WIDTH - figures, *(display_width(row.label) for row in rows if row.figures)])
    lines = []
    for row in rows:
        if row.role in _RULES:
            lines.append("  " + _RULES[row.role] * (label + figures))
        lines.append(f"  {pad_cell(row.label, label)} {row.points:>{wide}}  {row.doubles:>{times}}".rstrip())
    return lines


_RULES: Final = {"sum": "-", "total": "="}
"""What is drawn above a subtotal and above the score."""
