"""Keeps Python's search for cycles on the window's thread.

The collector runs wherever something happens to be allocated. On a worker's thread it would destroy widgets there
whose last references were cycles; Qt then holds one of its locks and waits for Python's while the window holds
Python's and waits for Qt's, and both stand still, or what is destroyed is used meanwhile. So from the first worker on
the collector is off, and a timer of the window's thread does its work as long as there is an application: a thread that
was told to end may still be at work when its worker is gone.
"""

from __future__ import annotations

import gc
from typing import Final

import shiboken6
from PySide6.QtCore import QCoreApplication, QTimer

EVERY_MS: Final = 1000
_timers: Final[list[QTimer]] = []


def collect_here() -> None:
    """Look for cycles on this thread, and on no other, from now on."""
    gc.disable()
    if any(map(shiboken6.isValid, _timers)):
        return
    timer = QTimer(QCoreApplication.instance())
    timer.setInterval(EVERY_MS)
    timer.timeout.connect(collect)
    timer.start()
    _timers[:] = [timer]


def collect() -> None:
    """Look for cycles among as many objects as Python would have by now."""
    for generation in (2, 1, 0):
        if gc.get_count()[generation] > gc.get_threshold()[generation]:
            gc.collect(generation)
            return
