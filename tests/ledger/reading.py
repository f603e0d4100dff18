"""The CSV of sessions as other programs write and read it: every cell in its column, numbers as numbers."""

import csv
import io
import re

from mjcompanion.ledger.cells import csv_text
from mjcompanion.ledger.formats import COLUMNS, CsvPlayer, CsvRow, csv_cells

NUMBERS = {"number", "value", "score", "change", "balance", "bettor_change", "bettor_balance"}
_HELD = re.compile(
    r"((?:^|[,;|\t\r\n\v\f\x85\u2028\u2029])"
    r'[ "\xa0\u3000\ufeff\u200b-\u200f\u202a-\u202e\u2060-\u2069]*)'
    r"'(?=[=+\-@\t\r\n'＝＋－＠])"
)
"""An apostrophe that keeps what follows it from being a formula."""
OF_EACH = CsvPlayer.__struct_fields__


def write_csv(rows):
    return csv_text([COLUMNS, *map(csv_cells, rows)])


def read_csv(text):
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    assert tuple(reader.fieldnames) == COLUMNS
    return tuple(_row(cells) for cells in reader)


def _row(cells):
    assert None not in cells
    assert None not in cells.values()
    values = {name: _value(name[:-2] if name[-2:-1] == "_" else name, cell) for name, cell in cells.items()}
    players = tuple(CsvPlayer(*[values.pop(f"{name}_{seat}") for name in OF_EACH]) for seat in (1, 2, 3, 4))
    return CsvRow(players=players, **values)


def _value(kind, cell):
    if kind not in NUMBERS:
        return _HELD.sub(r"\1", cell)
    return int(cell) if cell or kind in ("change", "balance") else None
