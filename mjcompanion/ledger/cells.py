"""CSV whose cells no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Final

DANGEROUS: Final = tuple("=+-@\t\r\n'＝＋－＠")
"""Letters with which a spreadsheet takes a text for a formula, and the one that keeps it from doing so."""


def safe_cell(value: str | int | None) -> str | int:
    """A value as a cell: a text that looks like a formula begins with an apostrophe; nothing is an empty cell.

    >>> safe_cell("=1+1"), safe_cell("Ann"), safe_cell(-3), safe_cell(None)
    ("'=1+1", 'Ann', -3, '')
    """
    if isinstance(value, str):
        return f"'{value}" if value.startswith(DANGEROUS) else value
    return "" if value is None else value


def csv_text(rows: Iterable[Iterable[str | int | None]]) -> str:
    r"""Rows of safe cells as CSV.

    >>> csv_text([("name", "points"), ("=1+1", None)])
    "name,points\r\n'=1+1,\r\n"
    """
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerows([safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue()
