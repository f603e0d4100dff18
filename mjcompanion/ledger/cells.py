"""CSV that no spreadsheet takes for formulas, whichever sign it parts cells by: Excel's is “;” in half of Europe."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from typing import Final

_BEGINNING: Final = re.compile(
    r"(^|[,;|\t\r\n\v\f\x85\u2028\u2029])"  # of a cell, wherever cells are parted
    r'([ "\xa0\u3000\ufeff\u200b-\u200f\u202a-\u202e\u2060-\u2069]*)'  # what a spreadsheet may skip
    r"(?=[=+\-@\t\r\n'＝＋－＠])"  # a formula, or the sign that keeps it from being one
)
_MADE_SAFE: Final = re.compile(_BEGINNING.pattern.replace("(?=", "'(?="))


def safe_cell(value: str | int | None) -> str | int:
    """A value as a cell: where a formula might begin, there is an apostrophe before it; nothing is an empty cell.

    >>> safe_cell("=1+1"), safe_cell("Tuesday;=1+1"), safe_cell("Ann - Bob"), safe_cell(-3), safe_cell(None)
    ("'=1+1", "Tuesday;'=1+1", 'Ann - Bob', -3, '')
    """
    if isinstance(value, str):
        return _BEGINNING.sub(r"\1\2'", value)
    return "" if value is None else value


def as_it_was(cell: str) -> str:
    """The text of a cell that `safe_cell` made.

    >>> as_it_was("'=1+1"), as_it_was("Tuesday;'=1+1"), as_it_was("Ann’s"), as_it_was("''tis")
    ('=1+1', 'Tuesday;=1+1', 'Ann’s', "'tis")
    """
    return _MADE_SAFE.sub(r"\1\2", cell)


def csv_text(rows: Iterable[Iterable[str | int | None]]) -> str:
    r"""Rows of safe cells as CSV, each in quotation marks.

    >>> csv_text([("name", "points"), ("=1+1", None)])
    '"name","points"\r\n"\'=1+1",""\r\n'
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue()
