"""What a list of the ledger writes into files and takes in from them, with how far it is and a way to end it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, TypeVar

from PySide6.QtCore import QObject, Signal

from mjcompanion.storage.paths import read_bounded, replacing

from ..ledger_thread import LedgerThread
from .words import sentence_of

if TYPE_CHECKING:
    from mjcompanion.ledger.exporting import Kind
    from mjcompanion.ledger.ledger import Ledger
    from mjcompanion.ledger.values import ImportReport
    from mjcompanion.storage.paths import Folders

_MARK: Final = b"\xef\xbb\xbf"
"""Before a CSV, so that spreadsheets know its letters."""
T = TypeVar("T")
Progress = Callable[[int, int], None]
Write = Callable[["Ledger", Any, "Kind", IO[bytes], Progress], object]
"""Writes what is asked for as a kind of file; on the ledger's thread."""


class _Cancelled(InterruptedError):  # noqa: N818 - nothing went wrong
    """What was asked is no longer needed."""


class Files(QObject):
    """Writes into files what a list shows, and imports; one at a time. `write` knows what is asked for.

    A file that was there stays until another is whole, and what is cancelled changes nothing.

    Signals:
        stored(str): a file was written; its path.
        imported(ImportReport): what came of importing a file.
        failed(str): a sentence: why it wasn't done.
        began(): a file is being written or read.
        ended(): it no longer is.
        cancelled(): nobody wanted it to go on, and nothing was changed.
    """

    stored = Signal(str)
    imported = Signal(object)
    failed = Signal(str)
    began = Signal()
    ended = Signal()
    cancelled = Signal()

    def __init__(self, ledger: LedgerThread, write: Write, folders: Folders, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folders = folders
        self._ledger = ledger
        self._write = write
        self._unwanted = threading.Event()
        self.importing = False
        """Whether what is under way is an import."""
        self.progress: tuple[int, int] | None = None
        """How many of how many are done, while a file is written or read."""

    def store(self, wanted: object, kind: Kind, path: Path) -> None:
        """Write what is asked for into a file."""

        def do(ledger: Ledger) -> str:
            with replacing(path, requested=True) as file:
                file.write(_MARK if kind == "csv" else b"")
                self._write(ledger, wanted, kind, file, self._on_progress)
            return str(path)

        self._begin(do, self.stored.emit, importing=False)

    def take_in(self, path: Path) -> None:
        """Import a file."""

        def do(ledger: Ledger) -> ImportReport:
            return ledger.import_json(self._read(path), self._on_progress, self._folders)

        self._begin(do, self.imported.emit, importing=True)

    def _read(self, path: Path) -> bytes:
        from mjcompanion.ledger.formats import MOST_BYTES

        return read_bounded(path, MOST_BYTES, lambda _: self._on_progress(0, 0))

    def cancel(self) -> None:
        """Let what is under way end, and change nothing."""
        self._unwanted.set()

    def _begin(self, do: Callable[[Ledger], T], done: Callable[[T], object], *, importing: bool) -> None:
        if self.progress is not None:
            return
        self._unwanted.clear()
        self.importing, self.progress = importing, (0, 0)
        self.began.emit()

        def answered(answer: T) -> None:
            self._end()
            done(answer)

        self._ledger.ask(do, answered, self._on_failed, self, is_long=True)

    def _on_progress(self, done: int, whole: int) -> None:
        """Keep how far it is; on the ledger's thread."""
        if self._unwanted.is_set():
            raise _Cancelled
        self.progress = done, whole

    def _on_failed(self, error: Exception) -> None:
        self._end()
        if isinstance(error, _Cancelled):
            self.cancelled.emit()
        else:
            self.failed.emit(sentence_of(error))

    def _end(self) -> None:
        self.progress = None
        self.ended.emit()
