"""The CSV of sessions as other programs write and read it: every cell in its column, numbers as numbers."""

import csv
import io

from mjcompanion.ledger.cells import csv_text
from mjcompanion.ledger.formats import COLUMNS, CsvPlayer, CsvRow, csv_cells

NUMBERS = {"number", "value", "score", "change", "balance", "bettor_change", "bettor_balance"}
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
        return cell.removeprefix("'")
    return int(cell) if cell or kind in ("change", "balance") else None
