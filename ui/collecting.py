"""Keeps Python's search for cycles on the window's thread.

The collector runs wherever something happens to be allocated. On the clerk's thread it would destroy widgets there
whose last references were cycles; Qt then holds one of its locks and waits for Python's while the window holds
Python's and waits for Qt's, and both stand still. So while a `Collector` lives, the collector is off and a timer of
the window's thread does its work.
"""

from __future__ import annotations

import gc
from typing import ClassVar, Final

from PySide6.QtCore import QObject, QTimer

EVERY_MS: Final = 1000


class Collector(QObject):
    """Looks for cycles on the thread on which it was made, as long as it or another one lives."""

    _living: ClassVar[set[int]] = set()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._mark = mark = id(self)
        self._living.add(mark)
        gc.disable()
        parent.destroyed.connect(lambda: _gone(mark))
        self._timer = timer = QTimer(self)
        timer.setInterval(EVERY_MS)
        timer.timeout.connect(collect)
        timer.start()

    def stop(self) -> None:
        """Leave it to Python again, unless another one lives."""
        self._timer.stop()
        _gone(self._mark)
        self.deleteLater()


def collect() -> None:
    """Look for cycles among as many objects as Python would have by now."""
    for generation in (2, 1, 0):
        if gc.get_count()[generation] > gc.get_threshold()[generation]:
            gc.collect(generation)
            return


def _gone(mark: int) -> None:
    living = Collector._living  # noqa: SLF001 - its own module
    living.discard(mark)
    if not living:
        gc.enable()
