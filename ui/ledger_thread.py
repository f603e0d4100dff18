"""The thread of the ledger: it does everything with it, in order, so that no page ever waits for a disk or a server."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from mjcompanion.i18n.translation import _
from mjcompanion.ledger.errors import LedgerError, NoServer, Vanished

from .worker import Worker, say

if TYPE_CHECKING:
    from mjcompanion.ledger.ledger import Ledger

POLL_MS: Final = 2000
"""How often it asks whether another window wrote into the ledger."""
_AGAIN_AFTER: Final = 10.0
"""Seconds after which a server that didn't answer is asked again."""
_SILENT_AFTER: Final = 5.5
"""Seconds after which a ledger counts as silent: with a poll, people know within eight."""
_HANGS_AFTER: Final = 2.0
"""Seconds after which another ledger doesn't wait for a job on this one."""

T = TypeVar("T")
Open = Callable[[], "Ledger"]


class _Opened:
    """The ledger that one thread has open, from the first job on. Only that thread touches it."""

    def __init__(self, open_ledger: Open, tell: LedgerThread) -> None:
        self._open = open_ledger
        self._report = partial(say, tell, tell.on_report, self)
        self._notice = partial(say, tell, tell.noticed.emit)
        self._moved = partial(say, tell, tell.changed.emit)
        self._ledger: Ledger | None = None
        self._state: object = None
        self._lost: NoServer | None = None
        self._lost_at = 0.0
        self._backup = ""

    def do(self, asked: float, do: Callable[[Ledger], T]) -> T:
        """Do a job that was asked at a time; one that waited while the server didn't answer fails at once."""
        if self._lost is not None and asked < self._lost_at:
            raise self._lost
        try:
            if self._ledger is None:
                self._ledger = self._open()
                self._state = self._ledger.changed_since(None)
            done = do(self._ledger)
        except NoServer as error:
            self._lost, self._lost_at = error, time.monotonic()
            raise
        self._lost = None
        return done

    def poll(self) -> None:
        """Call a server that was lost again; of any other ledger `look` finds out by itself."""
        if self._lost is not None:
            self.do(time.monotonic(), lambda _unused: None)

    def look(self) -> None:
        """Report after a job whether the ledger can be reached, what others wrote, and what is damaged."""
        if self._lost is not None:
            self._report(self._lost)
        elif self._ledger is not None:
            try:
                state = self._ledger.changed_since(self._state)
            except (NoServer, Vanished) as error:
                if isinstance(error, NoServer):
                    self._lost, self._lost_at = error, time.monotonic()
                self._report(error)
            except Exception:  # what is asked next meets it too
                return
            else:
                self._report(None)
                self._pass_on(self._ledger)
                if state is not None:
                    self._state = state
                    self._moved()

    def _pass_on(self, ledger: Ledger) -> None:
        """Tell once why no backup can be made, and what is damaged."""
        why = ledger.backup_trouble
        trouble = "" if why is None else f"{_('No backup was made.')} {why}"
        if trouble != self._backup:
            self._backup = trouble
            if trouble:
                self._notice(trouble)
        damage, ledger.damage = ledger.damage, None
        if damage is not None:
            self._notice(damage)

    def close(self) -> None:
        """Close the ledger; the next job opens it again."""
        ledger, self._ledger, self._lost = self._ledger, None, None
        if ledger is not None:
            ledger.close()

    def change(self, open_ledger: Open | None) -> None:
        """Close the ledger, and open another one for the next job."""
        self._open = open_ledger or self._open
        self.close()

    def aside(self, do: Callable[[], T]) -> T:
        """Do something while the ledger is closed."""
        self.close()
        return do()


class LedgerThread(QObject):
    """Does what pages ask with the ledger, which is opened for the first job.

    Each answer comes back on the thread of the window; where its owner is gone by then, nobody gets it.

    Signals:
        changed(): this window or another wrote into the ledger, or it is another ledger now.
        trouble(LedgerError): the ledger can't be reached: its server is lost, its file gone; None: it can again.
        noticed(object): a sentence about the ledger, or the LedgerError that something in it is damaged.
    """

    changed = Signal()
    trouble = Signal(object)
    noticed = Signal(object)

    def __init__(self, open_ledger: Open, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._told = ""
        self._begin(open_ledger)
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self._on_poll)

    def _begin(self, open_ledger: Open) -> None:
        """Have a thread of its own for a ledger."""
        self._open = open_ledger
        self._reported: LedgerError | None = None
        self._asked = 0.0
        self._opened = opened = _Opened(open_ledger, self)
        self._worker = Worker("ledger", self, finishes=True, after_each=opened.look, at_end=opened.close)

    @property
    def has_begun(self) -> bool:
        """Whether anything was asked."""
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
        opened, asked = self._opened, time.monotonic()
        self._ask(lambda: opened.do(asked, do), then, fail, owner, is_long=is_long)

    def ask_aside(
        self,
        do: Callable[[], T],
        then: Callable[[T], None] | None = None,
        fail: Callable[[Exception], None] | None = None,
        owner: QObject | None = None,
    ) -> None:
        """Do something while the ledger is closed; the next question opens it again."""
        self._leave_what_hangs()
        opened = self._opened
        self._ask(lambda: opened.aside(do), then, fail, owner, is_long=True)

    def _ask(
        self,
        do: Callable[[], T],
        then: Callable[[T], None] | None,
        fail: Callable[[Exception], None] | None,
        owner: QObject | None,
        *,
        is_long: bool,
    ) -> None:
        self._timer.start()

        def failed(error: Exception) -> None:
            (fail or _nothing)(error)
            if isinstance(error, Vanished):
                self.trouble.emit(error)

        self._worker.ask(lambda _unused: do(), then or _nothing, failed, owner=owner, is_long=is_long)

    def reopen(self, open_ledger: Open | None = None) -> None:
        """Close the ledger once everything asked is done, and open it, or another one, for what is asked next.

        One that doesn't answer is left to itself; what was asked of it fails.
        """
        if not self._leave_what_hangs(open_ledger):
            self._open, opened = open_ledger or self._open, self._opened
            self._worker.ask(lambda _unused: opened.change(open_ledger))
        self.changed.emit()

    def try_again(self) -> None:
        """Open the ledger again, and tell whether it can be reached, whatever was told before."""
        self._told = "?"
        self.reopen()
        self.ask(_nothing)

    def _leave_what_hangs(self, open_ledger: Open | None = None) -> bool:
        """Leave a ledger that doesn't answer, and go on with another thread; whether that was due."""
        worker = self._worker
        if worker.busy_for <= _HANGS_AFTER:
            return False
        self._begin(open_ledger or self._open)
        worker.abandon(NoServer("ledger-silent"))
        return True

    def close(self) -> None:
        """Do what was asked, then close the ledger; the window is going, and doesn't wait for long."""
        self._timer.stop()
        self._worker.close()

    def _on_poll(self) -> None:
        self._tell()
        if self._worker.idle and (self._reported is None or time.monotonic() - self._asked > _AGAIN_AFTER):
            self._asked, opened = time.monotonic(), self._opened
            self._worker.ask(lambda _unused: opened.poll())  # it looks after that

    def on_report(self, opened: object, error: LedgerError | None) -> None:
        """Take the thread's report; ignore one about an abandoned ledger."""
        if opened is self._opened:
            self._reported = error
            self._tell()

    def _tell(self) -> None:
        """Tell what is wrong once, until it is something else."""
        silent = self._worker.busy_for > _SILENT_AFTER
        trouble = NoServer("ledger-silent") if silent else self._reported
        if str(trouble or "") != self._told:
            self._told = str(trouble or "")
            self.trouble.emit(trouble)
            if trouble is None:
                self.changed.emit()  # what pages couldn't read they can read now


def _nothing(_unused: object) -> None:
    return None
