"""A thread beside that of the window, for what would make the window wait: making documents, drawing their pages."""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, Signal, SignalInstance, Slot

from mjcompanion.paper.document import Stopped

from ...clerk import ExpectedErrors
from ...collecting import Collector

T = TypeVar("T")
TOLD_EVERY: Final = 0.05
"""Progress is told no more often, in seconds."""
_LAST_WAIT: Final = 2.0
"""So long, in seconds, the end of the program waits for the thread."""


class Task(Generic[T]):
    """Something that a worker was asked to do. It can be cancelled: then nobody is told what came of it."""

    def __init__(
        self,
        do: Callable[[Task[T]], T],
        then: Callable[[T], object],
        fail: Callable[[Exception], object] | None,
        step: Callable[[int, int], object] | None,
        owner: QObject | None,
    ) -> None:
        self.do, self.then, self.fail, self.step, self.owner = do, then, fail, step, owner
        self.tell: Callable[[int, int], None] | None = None
        self._cancelled = threading.Event()
        self._told = 0.0

    @property
    def is_cancelled(self) -> bool:
        """Whether nobody waits for it any more."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Stop at the next chance."""
        self._cancelled.set()

    def progress(self, done: int, count: int) -> bool:
        """Say how far it is; false: it is to stop. This is asked on the worker's thread."""
        now = time.monotonic()
        if self.tell is not None and now - self._told >= TOLD_EVERY:
            self._told = now
            self.tell(done, count)
        return not self.is_cancelled


class Worker(QObject):
    """Does one task after the other on a thread of its own; answers come on the thread of the window.

    What is cancelled before its turn is not begun. Where the owner of a task is gone, nobody is told.
    """

    _done = Signal(object, object, object)
    _moved = Signal(object, int, int)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._tasks: queue.SimpleQueue[Task[Any] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._collector: Collector | None = None
        self._under_way: set[Task[Any]] = set()
        self._done.connect(self._on_done)
        self._moved.connect(self._on_moved)
        tasks, under_way = self._tasks, self._under_way
        self.destroyed.connect(lambda: _let_go(tasks, under_way))
        app = QCoreApplication.instance()
        if app is not None:
            app.aboutToQuit.connect(self.close)

    @property
    def busy(self) -> bool:
        """Whether something is to do that somebody still waits for."""
        return any(not task.is_cancelled for task in self._under_way)

    @property
    def idle(self) -> bool:
        """Whether the thread does nothing at all."""
        return not self._under_way

    def ask(
        self,
        do: Callable[[Task[T]], T],
        then: Callable[[T], object],
        fail: Callable[[Exception], object] | None = None,
        step: Callable[[int, int], object] | None = None,
        owner: QObject | None = None,
    ) -> Task[T]:
        """Have something done; `then` gets what came of it, `fail` what went wrong, `step` how far it is."""
        if self._thread is None:
            self._collector = Collector(self)
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()
        task = Task(do, then, fail, step, owner)
        self._under_way.add(task)
        self._tasks.put(task)
        return task

    @Slot()
    def close(self) -> None:
        """Cancel everything and end the thread."""
        thread, self._thread = self._thread, None
        if thread is not None:
            _let_go(self._tasks, self._under_way)
            thread.join(_LAST_WAIT)
            if self._collector is not None:
                self._collector.stop()
                self._collector = None

    # on the worker's own thread

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            result, error = None, None
            if not task.is_cancelled:
                task.tell = lambda done, count, task=task: self._tell(self._moved, task, done, count)
                try:
                    result = task.do(task)
                except Stopped:
                    task.cancel()
                except Exception as wrong:
                    error = wrong
                    if not isinstance(wrong, ExpectedErrors):
                        sys.excepthook(type(wrong), wrong, wrong.__traceback__)  # a mistake of the program
            self._tell(self._done, task, result, error)

    def _tell(self, signal: SignalInstance, *what: object) -> None:
        if shiboken6.isValid(self):
            signal.emit(*what)

    # back on the window's thread

    @Slot(object, object, object)
    def _on_done(self, task: Task[Any], result: object, error: Exception | None) -> None:
        self._under_way.discard(task)
        if task.is_cancelled or (task.owner is not None and not shiboken6.isValid(task.owner)):
            return
        if error is None:
            task.then(result)
        elif task.fail is not None:
            task.fail(error)

    @Slot(object, int, int)
    def _on_moved(self, task: Task[Any], done: int, count: int) -> None:
        if task.step is None or task.is_cancelled or (task.owner is not None and not shiboken6.isValid(task.owner)):
            return
        task.step(done, count)


def _let_go(tasks: queue.SimpleQueue[Task[Any] | None], under_way: set[Task[Any]]) -> None:
    """Nobody waits any more: cancel, and let the thread end."""
    for task in tuple(under_way):
        task.cancel()
    tasks.put(None)
