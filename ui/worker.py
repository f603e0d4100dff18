"""Work off the window's thread: making documents, using the ledger, finding a move, waiting for a disk."""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from typing import Any, Final, Generic, NamedTuple, TypeVar
from weakref import WeakSet

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal, Slot

from mjcompanion.core.errors import RuleError, Stopped
from mjcompanion.ledger.errors import LedgerError

from .garbage_collection import collect_here

_EXPECTED: Final = (RuleError, LedgerError, OSError)
"""Errors that are no mistakes of the program."""
PROGRESS_EVERY: Final = 0.05
"""Seconds between two reports of progress."""
_LAST_WAIT: Final = 2.0
"""Seconds that the window waits for all threads together when it closes."""
_SWITCH_SECONDS: Final = 0.001
"""How long a thread may hold Python's lock while the window waits for it; Python's default is five times that."""

T = TypeVar("T")


class Task(Generic[T]):
    """A job of a worker. A cancelled one reports nothing."""

    def __init__(
        self,
        do: Callable[[Task[T]], T],
        then: Callable[[T], object] | None,
        fail: Callable[[Exception], object] | None,
        step: Callable[[int, int], object] | None,
        owner: QObject | None,
        *,
        is_long: bool = False,
    ) -> None:
        self.do, self.then, self.fail, self.step, self._owner = do, then, fail, step, owner
        self.is_long = is_long
        self.tell: Callable[[int, int], None] | None = None
        self.over = threading.Event()
        """Set once the worker's thread is done with it."""
        self._cancelled = threading.Event()
        self.started_at = 0.0
        """When it was begun, by the monotonic clock."""
        self._reported = 0.0

    @property
    def is_cancelled(self) -> bool:
        """Whether it was cancelled."""
        return self._cancelled.is_set()

    @property
    def has_listener(self) -> bool:
        """Whether it still has to report to somebody."""
        return not self.is_cancelled and (self._owner is None or shiboken6.isValid(self._owner))

    def cancel(self) -> None:
        """Let it stop as soon as it asks."""
        self._cancelled.set()

    def progress(self, done: int, count: int) -> bool:
        """Report progress from the worker's thread; false means that it should stop."""
        now = time.monotonic()
        if self.tell is not None and now - self._reported >= PROGRESS_EVERY:
            self._reported = now
            self.tell(done, count)
        return not self.is_cancelled


class _Letter(NamedTuple):
    to: QObject
    do: Callable[..., object]
    what: tuple[object, ...]

    def open(self) -> None:
        """Make the call; log an error so that the letters behind it are still opened."""
        try:
            if shiboken6.isValid(self.to):
                self.do(*self.what)
        except Exception as wrong:
            _write_down(wrong)


class _Post(QObject):
    """Brings calls from threads to the window's thread in order, as long as the program runs.

    A thread must not emit a signal of anything that may go meanwhile: the program crashes when it goes that moment.
    """

    _sent = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._letters: deque[_Letter] = deque()
        self._sent.connect(self._bring, Qt.ConnectionType.QueuedConnection)

    def send(self, letter: _Letter) -> None:
        """Queue a message; may be called from any thread."""
        self._letters.append(letter)
        with suppress(RuntimeError):  # the program is ending
            self._sent.emit()

    def bring_to(self, to: QObject) -> None:
        """Make all waiting calls for one object now."""
        while (at := next((at for at, one in enumerate(tuple(self._letters)) if one.to is to), None)) is not None:
            letter = self._letters[at]
            del self._letters[at]  # threads only add behind it
            letter.open()

    @Slot()
    def _bring(self) -> None:
        if self._letters:
            self._letters.popleft().open()


@cache
def _post() -> _Post:
    """Return the only one, made on the window's thread with the first worker."""
    return _Post()


def say(to: QObject, do: Callable[..., object], *what: object) -> None:
    """Call something on the window's thread, at once if this is it, unless `to` is deleted by then."""
    letter = _Letter(to, do, what)
    if threading.current_thread() is threading.main_thread():
        letter.open()
    else:
        _post().send(letter)


def _write_down(mistake: Exception) -> None:
    """Log a mistake of the program that no caller would see."""
    sys.excepthook(type(mistake), mistake, mistake.__traceback__)


class Worker(QObject):
    """Does tasks one by one on its own thread; answers come on the window's thread.

    What is cancelled before its turn is not begun. Where the owner of a task is gone, nobody is told. When the worker
    is closed or goes, what is left to do is cancelled, or done where the worker `finishes` what it was asked.
    """

    def __init__(
        self,
        name: str,
        parent: QObject | None = None,
        *,
        finishes: bool = False,
        after_each: Callable[[], None] | None = None,
        at_end: Callable[[], None] | None = None,
    ) -> None:
        """`after_each` is called on the worker's thread after each task, `at_end` before the thread ends."""
        super().__init__(parent)
        self._name, self.finishes = name, finishes
        self._after_each, self._at_end = after_each, at_end
        self._tasks: queue.SimpleQueue[Task[Any] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._under_way: set[Task[Any]] = set()
        self._task: Task[Any] | None = None
        _post()
        tasks, under_way = self._tasks, self._under_way
        self.destroyed.connect(lambda: _let_go(tasks, () if finishes else under_way))
        _workers.add(self)
        app = QCoreApplication.instance()
        if app is not None and not app.property(_CLOSES):
            app.setProperty(_CLOSES, True)
            app.aboutToQuit.connect(close_all)

    @property
    def has_begun(self) -> bool:
        """Whether there is a thread."""
        return self._thread is not None

    @property
    def busy(self) -> bool:
        """Whether somebody still waits for an answer."""
        return any(task.then is not None and not task.is_cancelled for task in self._under_way)

    @property
    def idle(self) -> bool:
        """Whether there is nothing to do."""
        return not self._under_way

    @property
    def busy_for(self) -> float:
        """Seconds since the current task was begun, 0 where it is a long one."""
        task = self._task
        return 0.0 if task is None or task.is_long else time.monotonic() - task.started_at

    def ask(
        self,
        do: Callable[[Task[T]], T],
        then: Callable[[T], object] | None = None,
        fail: Callable[[Exception], object] | None = None,
        step: Callable[[int, int], object] | None = None,
        owner: QObject | None = None,
        *,
        is_long: bool = False,
    ) -> Task[T]:
        """Queue a task; `then` gets the result, `fail` the error, `step` the progress.

        Nobody wonders where what `is_long` stays.
        """
        if self._thread is None:
            sys.setswitchinterval(_SWITCH_SECONDS)
            collect_here()
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()
            _threads.add(self._thread)
        task = Task(do, then, fail, step, owner, is_long=is_long)
        self._under_way.add(task)
        self._tasks.put(task)
        return task

    def wait(self, until: float | None = None) -> None:
        """Wait until all tasks are done and answered, at most two seconds or until a monotonic time."""
        until = time.monotonic() + _LAST_WAIT if until is None else until
        while self._under_way and time.monotonic() < until:
            for task in tuple(self._under_way):
                task.over.wait(max(0.0, until - time.monotonic()))
            _post().bring_to(self)

    @Slot()
    def close(self) -> None:
        """Cancel or finish all tasks, and wait a moment for the thread to end."""
        thread = self.leave()
        if thread is not None:
            thread.join(_LAST_WAIT)

    def leave(self) -> threading.Thread | None:
        """Let the thread end once its tasks are done or cancelled, without waiting for it."""
        thread, self._thread = self._thread, None
        if thread is not None:
            _let_go(self._tasks, () if self.finishes else tuple(self._under_way))
        return thread

    def abandon(self, error: Exception) -> None:
        """Give up a thread that hangs; all its tasks fail with this error."""
        self.leave()
        for task in tuple(self._under_way):
            self._on_done(task, None, error)
            task.cancel()

    # on the worker's own thread

    def _work(self) -> None:
        try:
            while (task := self._tasks.get()) is not None:
                self._perform(task)
                if self._after_each is not None:
                    self._after_each()
        finally:  # whatever ends this thread
            if self._at_end is not None:
                self._at_end()

    def _perform(self, task: Task[Any]) -> None:
        result, error = None, None
        if not task.is_cancelled:
            task.started_at, self._task = time.monotonic(), task
            task.tell = lambda done, count: say(self, self._on_moved, task, done, count)
            try:
                result = task.do(task)
            except Stopped:
                task.cancel()
            except Exception as wrong:
                error = wrong
                if not isinstance(wrong, _EXPECTED):
                    _write_down(wrong)
        self._task = None
        say(self, self._on_done, task, result, error)
        task.over.set()

    # back on the window's thread

    def _on_done(self, task: Task[Any], result: object, error: Exception | None) -> None:
        self._under_way.discard(task)
        if not task.has_listener:
            return
        if error is None:
            if task.then is not None:
                task.then(result)
        elif task.fail is not None:
            task.fail(error)

    def _on_moved(self, task: Task[Any], done: int, count: int) -> None:
        if task.step is not None and task.has_listener:
            task.step(done, count)


_CLOSES: Final = "closes workers"
_workers: Final[WeakSet[Worker]] = WeakSet()
_threads: Final[WeakSet[threading.Thread]] = WeakSet()


def close_all() -> None:
    """End the threads of all workers, and wait for them no longer than for one."""
    until = time.monotonic() + _LAST_WAIT
    wait_for_all(until)
    for thread in [worker.leave() for worker in _valid()]:
        if thread is not None:
            thread.join(max(0.0, until - time.monotonic()))


def wait_for_all(until: float | None = None) -> None:
    """Wait for all workers that finish their tasks, no longer than for one."""
    until = time.monotonic() + _LAST_WAIT if until is None else until
    for worker in _valid():
        if worker.finishes:
            worker.wait(until)


def _valid() -> list[Worker]:
    return [worker for worker in tuple(_workers) if shiboken6.isValid(worker)]


def any_left() -> bool:
    """Whether a thread hangs."""
    return any(thread.is_alive() for thread in _threads)


def _let_go(tasks: queue.SimpleQueue[Task[Any] | None], unwanted: Iterable[Task[Any]]) -> None:
    """Cancel the unwanted tasks, and let the thread end after the others."""
    for task in tuple(unwanted):
        task.cancel()
    tasks.put(None)
