"""Keeps the ledger: one thread does everything with it, in order, so that no page ever waits for a disk or a server."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from mjcompanion.ledger.errors import NoServer

from .worker import Worker

if TYPE_CHECKING:
    from mjcompanion.ledger.store import Ledger

POLL_MS: Final = 1500
"""How often it is asked whether another window wrote into the ledger."""
_SILENT_AFTER: Final = 6.0
"""Seconds after which it is said that the ledger doesn't answer: with a poll, within eight."""
_HANGS_AFTER: Final = 2.0
"""Seconds after which what another ledger is to take the place of isn't waited for."""

T = TypeVar("T")


class _Desk:
    """The ledger while it is open; everything here happens on the clerk's thread."""

    def __init__(self, open_ledger: Callable[[], Ledger], moved: Callable[[], None]) -> None:
        self._open, self._moved = open_ledger, moved
        self._ledger: Ledger | None = None
        self._token: object = None

    def do(self, do: Callable[[Ledger], T]) -> T:
        """Do something with the ledger, which is opened when it is first needed."""
        if self._ledger is None:
            self._ledger = self._open()
            self._token = self._ledger.changed_since(None)
        return do(self._ledger)

    def close(self) -> None:
        """Close the ledger; what is done next opens it again."""
        ledger, self._ledger = self._ledger, None
        if ledger is not None:
            ledger.close()

    def change(self, open_ledger: Callable[[], Ledger] | None) -> None:
        """Close the ledger, and open another one for what is done next."""
        self.close()
        if open_ledger is not None:
            self._open = open_ledger

    def aside(self, do: Callable[[], T]) -> T:
        """Do something while the ledger is closed."""
        self.close()
        return do()

    def look_around(self) -> None:
        """Tell everybody when the ledger isn't what it was."""
        if self._ledger is None:
            return
        try:
            moved = self._ledger.changed_since(self._token)
        except Exception:
            return
        if moved is not None:
            self._token = moved
            self._moved()


class Clerk(QObject):
    """Does what pages ask with the ledger, and tells them when it is done.

    The ledger is opened when it is first needed. Each answer comes back on the thread of the window; where its owner
    is gone by then, nobody is told.

    Signals:
        changed(): this window or another wrote into the ledger.
        failed(Exception): a job went wrong whose asker wanted no word about it.
        noted(str): a sentence that holds until the next: the ledger doesn't answer. Empty: all is well again.
    """

    changed = Signal()
    noted = Signal(str)
    failed = Signal(object)
    _moved = Signal()

    def __init__(self, open_ledger: Callable[[], Ledger], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sit_down(open_ledger)
        self._note = ""
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self._on_poll)
        self._moved.connect(self.changed)

    def _sit_down(self, open_ledger: Callable[[], Ledger]) -> None:
        self._open = open_ledger
        self._desk = desk = _Desk(open_ledger, self._tell_moved)
        self._worker = Worker("clerk", self, finishes=True, after_each=desk.look_around, at_end=desk.close)

    @property
    def has_begun(self) -> bool:
        """Whether anything was asked since the ledger was last closed."""
        return self._worker.has_begun

    @property
    def busy(self) -> bool:
        """Whether something was asked that is not answered yet."""
        return self._worker.busy

    def ask(
        self,
        do: Callable[[Ledger], T],
        then: Callable[[T], None] | None = None,
        fail: Callable[[Exception], None] | None = None,
        owner: QObject | None = None,
        *,
        is_long: bool = False,
    ) -> None:
        """Have something done with the ledger; `then` gets what it gave, `fail` what went wrong.

        What `is_long` goes through all of the ledger, and may take minutes.
        """
        desk = self._desk
        self._ask(lambda: desk.do(do), then, fail, owner, is_long=is_long)

    def ask_aside(
        self,
        do: Callable[[], T],
        then: Callable[[T], None] | None = None,
        fail: Callable[[Exception], None] | None = None,
        owner: QObject | None = None,
    ) -> None:
        """Have something done while the ledger is closed: what is asked next opens it again."""
        desk = self._desk
        self._ask(lambda: desk.aside(do), then, fail, owner, is_long=True)

    def _ask(
        self,
        do: Callable[[], T],
        then: Callable[[T], None] | None,
        fail: Callable[[Exception], None] | None,
        owner: QObject | None,
        *,
        is_long: bool,
    ) -> None:
        if not self.has_begun:
            self._timer.start()
        self._worker.ask(lambda _: do(), then or _nothing, fail or self.failed.emit, owner=owner, is_long=is_long)

    def reopen(self, open_ledger: Callable[[], Ledger] | None = None) -> None:
        """Close the ledger once everything asked is done, and open it, or another one, for what is asked next.

        One that doesn't answer is left where it is; what was asked of it is told so.
        """
        if self._worker.at_it > _HANGS_AFTER:
            worker = self._worker
            self._sit_down(open_ledger or self._open)
            worker.abandon(NoServer("ledger-silent"))
        else:
            self._open, desk = open_ledger or self._open, self._desk
            self._worker.ask(lambda _: desk.change(open_ledger))
        self.changed.emit()

    def close(self) -> None:
        """Do what was asked, then close the ledger; the window is going, and doesn't wait for long."""
        self._timer.stop()
        self._worker.close()

    def _on_poll(self) -> None:
        silent = self._worker.at_it > _SILENT_AFTER
        self._say(self.tr("The ledger doesn't answer; what you enter stays here until it does.") if silent else "")
        if self._worker.idle:
            self._worker.ask(_nothing)  # the worker looks around after it

    def _say(self, note: str) -> None:
        if note != self._note:
            self._note = note
            self.noted.emit(note)

    def _tell_moved(self) -> None:
        with suppress(RuntimeError):  # the window went this moment
            self._moved.emit()


def _nothing(_: object) -> None:
    return None
