"""The log of errors as a handler of Python's own logging; loaded with the first error."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from mjcompanion.storage.paths import make_private, shortened

_LARGEST: Final = 1_000_000
"""Bytes after which another log begins."""


class LogFile(RotatingFileHandler):
    """A log that begins when the first error comes, and whose own errors reach the caller."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=_LARGEST, backupCount=1, encoding="utf-8", delay=True, errors="replace")
        self.setFormatter(_Formatter("{asctime} {levelname} {message}", "%Y-%m-%d %H:%M:%S", style="{"))

    def _open(self):  # type: ignore[no-untyped-def]  # noqa: ANN202 - as its base has it
        make_private(Path(self.baseFilename))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """Raise what went wrong."""
        del record
        raise


class _Formatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        """Remove the path of the person's own folder everywhere."""
        return shortened(super().format(record)) + "\n"
