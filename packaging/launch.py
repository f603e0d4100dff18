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
    if sys.platform == "linux":
        give_back_library_path()
    else:  # where processes are begun anew instead of forked
        import multiprocessing

        multiprocessing.freeze_support()
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # a window on Windows has neither
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - open to the end
    from mjcompanion.__main__ import main

    sys.exit(main())
