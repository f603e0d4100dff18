"""Work out the table that says how far a suit is from sets and pairs: ``python -m tools.build_away [FILE]``."""

from __future__ import annotations

import sys
from pathlib import Path

from mjcompanion.scoring.away.reading import packed

FILE = Path(__file__).resolve().parents[1] / "resources" / "away.bin"


def main() -> None:
    """Write it to the file given, or where the program looks for it."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    content = packed()
    file.write_bytes(content)
    print(f"{file}: {len(content):,} bytes")


if __name__ == "__main__":
    main()
