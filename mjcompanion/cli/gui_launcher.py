"""The way from the command line to the window, which nothing else here knows."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path


def open_window(
    argv: Sequence[str], data_dir: Path | None = None, ledger: str | None = None, files: Sequence[Path] = ()
) -> int:
    """Open the window, take files in, and stay until it is closed; the exit status. Qt is loaded only now."""
    return int(import_module("mjcompanion.ui.app").run(argv, data_dir, ledger, files))
