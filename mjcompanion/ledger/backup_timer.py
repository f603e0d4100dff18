"""Backs a ledger up within a minute of each change, on a thread that nobody waits for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from mjcompanion.ledger.errors import LedgerError

BACKED_UP_AFTER: Final = 55.0
"""Seconds from a change to the backup that has it."""


class BackupTimer:
    """Makes one backup for all changes since the last one; `trouble` is why the last one failed."""

    def __init__(self, back_up: Callable[[], None]) -> None:
        self._back_up = back_up
        self._running = threading.Lock()
        self._timer: threading.Timer | None = None
        self.is_due = False
        self.trouble: LedgerError | None = None

    def start(self) -> None:
        """Plan a backup of what was just changed."""
        self.is_due = True
        if self._timer is None:
            self._timer = threading.Timer(BACKED_UP_AFTER, self._on_time)
            self._timer.daemon = True
            self._timer.start()

    def _on_time(self) -> None:
        self._timer = None  # a change from now on plans the next one
        self.run()

    def run(self) -> None:
        """Back up now what was changed since the last time; one that fails is tried again with the next change."""
        with self._running:
            if not self.is_due:
                return
            self.is_due = False
            try:
                self._back_up()
            except LedgerError as error:
                self.is_due, self.trouble = True, error
            else:
                self.trouble = None

    def cancel(self) -> None:
        """Make none of the planned ones; wait for one that is being made."""
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
        with self._running:
            pass
