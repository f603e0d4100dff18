"""Work out the table that says how far a suit is from sets and pairs: ``python -m tools.build_away [FILE]``."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from mjcompanion.scoring.shanten.reading import COPIES, LOW, Compiled, Reader, Row

FILE = Path(__file__).resolve().parents[1] / "resources" / "away.bin"


def compiled(*, suited: bool) -> Compiled:
    """Work out all rows of a suit, or of the honours: a matter of two seconds."""
    reader = Reader(suited=suited)
    lower = _states_after(reader, [0], range(LOW))
    rows: dict[Row, int] = {}
    lines: dict[bytes, int] = {}
    of_state: dict[int, int] = {}
    for state in lower:
        if state not in of_state:
            ends = [reader.end(at) for at in _states_after(reader, [state], range(LOW, reader.places))]
            line = bytes([rows.setdefault(row, len(rows)) for row in ends])
            of_state[state] = lines.setdefault(line, len(lines))
    columns: dict[bytes, int] = {}
    of_upper = [columns.setdefault(bytes(column), len(columns)) for column in zip(*lines, strict=True)]
    table = b"".join([bytes(line) for line in zip(*columns, strict=True)])
    return Compiled(_two_bytes(of_state[state] for state in lower), _two_bytes(of_upper), table, tuple(rows))


def _states_after(reader: Reader, states: list[int], places: Iterable[int]) -> list[int]:
    """The states for every number of copies of these tiles, in the order of `halves`."""
    for place in places:
        states = [reader.step(state, place, count) for count in range(COPIES + 1) for state in states]
    return states


def _two_bytes(numbers: Iterable[int]) -> bytes:
    return b"".join([number.to_bytes(2, "little") for number in numbers])


def packed() -> bytes:
    """The file that the program brings: both tables, compressed."""
    return zlib.compress(msgspec.msgpack.encode((compiled(suited=True), compiled(suited=False))), 9)


def main() -> None:
    """Write it to the file given, or where the program looks for it."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    content = packed()
    file.write_bytes(content)
    print(f"{file}: {len(content):,} bytes")


if __name__ == "__main__":
    main()
