"""Opens the window; the only part of the command line that knows it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path


def open_window(
    argv: Sequence[str], data_dir: Path | None = None, ledger: str | None = None, files: Sequence[Path] = ()
) -> int:
    """Open the window with files to import, and return the exit status when it is closed. Qt is imported only now."""
    return int(import_module("mjcompanion.ui.app").run(argv, data_dir, ledger, files))
