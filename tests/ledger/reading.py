"""The CSV of sessions as other programs read it: every cell in its column, numbers as numbers, the four as a list."""

import csv
import io
import re

from mjcompanion.ledger.csv_files import COLUMNS
from mjcompanion.ledger.values import SESSIONS

NUMBERS = re.compile(r"number|value|bettor_change|bettor_balance|(score|change|balance)_\d")
PLAYER = ("name", "wind", "score", "entered", "change", "balance")
_HELD = re.compile(
    r"((?:^|[,;|\t\r\n\v\f\x85\u2028\u2029])"
    r'[ "\xa0\u3000\ufeff\u200b-\u200f\u202a-\u202e\u2060-\u2069]*)'
    r"'(?=[=+\-@\t\r\n'＝＋－＠])"
)
"""An apostrophe that keeps what follows it from being a formula."""


def read_csv(text):
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    assert tuple(reader.fieldnames) == COLUMNS[SESSIONS]
    return [_row(cells) for cells in reader]


def _row(cells):
    assert None not in cells
    assert None not in cells.values()
    row = {name: read_cell(cell, number=NUMBERS.fullmatch(name)) for name, cell in cells.items()}
    row["players"] = [{name: row.pop(f"{name}_{seat}") for name in PLAYER} for seat in (1, 2, 3, 4)]
    return row


def read_cell(cell, *, number):
    if number:
        return int(cell) if cell else None
    return _HELD.sub(r"\1", cell)
