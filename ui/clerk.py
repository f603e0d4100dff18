"""Keeps the ledger: one thread does everything with it, in order, so that no page ever waits for a disk or a server."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import shiboken6
from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance, Slot

from mjcompanion.ledger.errors import LedgerError
from mjcompanion.problems import RuleError

from .collecting import Collector

if TYPE_CHECKING:
    from mjcompanion.ledger.store import Ledger

ExpectedErrors: Final = (RuleError, LedgerError, OSError)
"""What can go wrong without the program being wrong."""
POLL_MS: Final = 1500
"""How often it is asked whether another window wrote into the ledger."""

T = TypeVar("T")


class _Job(NamedTuple):
    do: Callable[[Any], Any]
    then: Callable[[Any], None] | None
    fail: Callable[[Exception], None] | None
    owner: QObject | None
    aside: bool = False


class _Done(NamedTuple):
    job: _Job
    result: Any
    error: Exception | None


class Clerk(QObject):
    """Does what pages ask with the ledger, and tells them when it is done.

    The ledger is opened when it is first needed. Each answer comes back on the thread of the window; where its owner
    is gone by then, nobody is told.

    Signals:
        changed(): this window or another wrote into the ledger.
        failed(Exception): a job went wrong whose asker wanted no word about it.
    """

    changed = Signal()
    failed = Signal(object)
    _done = Signal(object)
    _moved = Signal()

    def __init__(self, open_ledger: Callable[[], Ledger], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open = open_ledger
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._under_way = 0
        self._collector: Collector | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self._on_poll)
        self._done.connect(self._on_done)
        self._moved.connect(self.changed)

    @property
    def busy(self) -> bool:
        """Whether something was asked that is not answered yet."""
        return self._under_way > 0

    def ask(
        self,
        do: Callable[[Ledger], T],
        then: Callable[[T], None] | None = None,
        fail: Callable[[Exception], None] | None = None,
        owner: QObject | None = None,
    ) -> None:
        """Have something done with the ledger; `then` gets what it gave, `fail` what went wrong."""
        self._start()
        self._under_way += 1
        self._jobs.put(_Job(do, then, fail, owner))

    def ask_aside(
        self,
        do: Callable[[], T],
        then: Callable[[T], None] | None = None,
        fail: Callable[[Exception], None] | None = None,
        owner: QObject | None = None,
    ) -> None:
        """Have something done while the ledger is closed: what is asked next opens it again."""
        self._start()
        self._under_way += 1
        self._jobs.put(_Job(lambda _: do(), then, fail, owner, aside=True))

    def reopen(self, open_ledger: Callable[[], Ledger] | None = None) -> None:
        """Close the ledger once everything asked is done, and open it, or another one, for what is asked next."""
        if open_ledger is not None:
            self._open = open_ledger
        if self._thread is not None:
            self._finish(self._thread)
        self.changed.emit()

    def close(self) -> None:
        """Do what was asked, then close the ledger; the window is going."""
        self._timer.stop()
        if self._thread is not None:
            self._finish(self._thread)

    def _finish(self, thread: threading.Thread) -> None:
        """Wait until all that was asked is done, and the ledger is closed."""
        self._jobs.put(None)
        thread.join()
        self._thread = None
        if self._collector is not None:
            self._collector.stop()
            self._collector = None

    def _start(self) -> None:
        if self._thread is None:
            self._collector = Collector(self)
            self._thread = threading.Thread(target=self._work, args=(self._open,), name="clerk", daemon=True)
            self._thread.start()
            self._timer.start()

    def _on_poll(self) -> None:
        if not self._under_way:
            self._jobs.put(_POLL)

    # on the clerk's own thread

    def _work(self, open_ledger: Callable[[], Ledger]) -> None:
        ledger: Ledger | None = None
        token: object = None
        try:
            while (job := self._jobs.get()) is not None:
                result, error = None, None
                try:
                    if job.aside:
                        if ledger is not None:
                            ledger.close()
                        ledger = None
                        result = job.do(None)
                    elif ledger is None and job is not _POLL:
                        ledger = open_ledger()
                        token = ledger.changed_since(None)
                    if ledger is not None:
                        result = job.do(ledger)
                except Exception as wrong:
                    error = wrong
                    if not isinstance(wrong, ExpectedErrors):
                        sys.excepthook(type(wrong), wrong, wrong.__traceback__)  # a mistake of the program
                if job is not _POLL:
                    self._tell(self._done, _Done(job, result, error))
                token = self._look_around(ledger, token)
        finally:  # whatever ends this thread
            if ledger is not None:
                ledger.close()

    def _look_around(self, ledger: Ledger | None, token: object) -> object:
        """Tell everybody when the ledger isn't what it was."""
        if ledger is None:
            return token
        try:
            moved = ledger.changed_since(token)
        except Exception:
            return token
        if moved is None:
            return token
        self._tell(self._moved)
        return moved

    def _tell(self, signal: SignalInstance, *what: object) -> None:
        """Say something to the window, if it is still there."""
        if shiboken6.isValid(self):
            signal.emit(*what)

    # back on the window's thread

    @Slot(object)
    def _on_done(self, done: _Done) -> None:
        self._under_way -= 1
        job, error = done.job, done.error
        if job.owner is not None and not shiboken6.isValid(job.owner):
            return
        if error is None:
            if job.then is not None:
                job.then(done.result)
        elif job.fail is not None:
            job.fail(error)
        else:
            self.failed.emit(error)


def _nothing(_: object) -> None:
    return None


_POLL: Final = _Job(_nothing, None, None, None)
