"""Drafts on the disk: what can't be written is reported once; a file that can't be read is put aside, and told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer

from mjcompanion.storage.drafts import DraftStore
from mjcompanion.storage.paths import reason

FLUSH_AFTER_MS: Final = 800
"""A draft is on the disk for good so long after it changed."""

Tell = Callable[[str, str], object]
"""Tells a sentence, and its kind."""
Flush = Callable[[Callable[[], None]], object]
"""Runs what waits for the disk on another thread."""


class Flushing(QObject):
    """Has the disk write a draft for good soon after each change, while the window goes on."""

    def __init__(self, store: DraftStore, flush: Flush, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, singleShot=True, interval=FLUSH_AFTER_MS)
        self._timer.timeout.connect(lambda: flush(store.flush))

    def soon(self) -> None:
        """Write what was saved; changes until then are written with it."""
        if not self._timer.isActive():
            self._timer.start()


class Saving:
    """Writes what is being entered; that it can't be is reported once, until it can be again."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._failed = False

    def write(self, do: Callable[[], object], unsaved: str) -> bool:
        """Write it; whether it was written. `unsaved` is what to say where it can't be, with {reason}."""
        return self.tell(self.attempt(do), unsaved)

    @staticmethod
    def attempt(do: Callable[[], object]) -> OSError | None:
        """Write it, on any thread; what went wrong."""
        try:
            do()
        except OSError as error:
            return error
        return None

    def tell(self, error: OSError | None, unsaved: str) -> bool:
        """Say once what went wrong; whether nothing did."""
        if error is not None and not self._failed:
            self._tell(unsaved.format(reason=reason(error)), "warn")
        self._failed = error is not None
        return error is None

    def set_aside(self, store: DraftStore, kept: str, lost: str) -> None:
        """Put a file aside that can't be read; `kept` says so, with {name}, `lost` that it can't be, with {reason}."""
        try:
            text = kept.format(name=store.set_aside().name)
        except OSError as error:
            text = lost.format(reason=reason(error))
        self._tell(text, "warn")
