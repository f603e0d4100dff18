"""Where a bundle starts: what PyInstaller's programs need beside `python -m mjcompanion`."""

from __future__ import annotations

import os
import sys


def give_back_library_path() -> None:
    """Let the programs that we start (a browser, a player of sounds) find their own libraries and not ours."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)


if __name__ == "__main__":
    give_back_library_path()
    from mjcompanion.__main__ import main

    sys.exit(main())
