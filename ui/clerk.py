"""Keeps the ledger: one thread does everything with it, in order, so that no page ever waits for a disk or a server."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from mjcompanion.ledger.errors import Astray, LedgerError, NoServer, Vanished
from mjcompanion.words import number, trn

from .worker import Worker, say

if TYPE_CHECKING:
    from mjcompanion.ledger.away import Joined, StandIn
    from mjcompanion.ledger.ledger import Ledger

POLL_MS: Final = 1500
"""How often it is asked whether another window wrote into the ledger."""
_HEARS_SO: Final = 4
"""Where the server calls out each writing, only every so many polls ask whether it is there."""
_SILENT_AFTER: Final = 6.0
"""Seconds after which it is said that the ledger doesn't answer: with a poll, within eight."""
_HANGS_AFTER: Final = 2.0
"""Seconds after which what another ledger is to take the place of isn't waited for."""

_CALLS_EVERY: Final = 10.0
"""Seconds after which a server that didn't answer is called again."""

T = TypeVar("T")
Open = Callable[[], "Ledger"]
StandsIn = Callable[[], "StandIn | None"]
Moved = Callable[[], None]


_THERE_AGAIN: Final = object()
"""What is told when a ledger that had vanished is in its place again."""


class _Note(NamedTuple):
    """Something to say about the ledger, and its kind."""

    sentence: str
    kind: str


class _Call:
    """Opens a ledger to see whether its server answers; one that nobody waits for any more is closed again."""

    def __init__(self) -> None:
        self._ledger: Ledger | None = None
        self._awaited = False
        self._lock = threading.Lock()

    def begin(self) -> None:
        """Wait for the next one."""
        self._awaited = True

    def make(self, open_ledger: Open) -> None:
        """Open it, on the thread of who calls."""
        ledger = open_ledger()
        with self._lock:
            if self._awaited:
                self._ledger = ledger
                return
        ledger.close()

    def take(self) -> Ledger | None:
        """The ledger, for whoever asks first and closes it."""
        with self._lock:
            ledger, self._ledger = self._ledger, None
        return ledger

    def drop(self) -> None:
        """Wait no more."""
        with self._lock:
            self._awaited = False
        ledger = self.take()
        if ledger is not None:
            ledger.close()


class _Desk:
    """The ledger while it is open; everything here happens on the clerk's thread.

    Where it is on a server that doesn't answer, its stand-in takes its place until `come_back`.
    """

    def __init__(
        self, open_ledger: Open, stand_in: StandsIn, moved: Moved, told: Callable[[object], None], heard: Moved
    ) -> None:
        self._open, self._find_stand_in, self._moved, self._told = open_ledger, stand_in, moved, told
        self._heard = heard
        self.listens = False
        """Whether the ledger calls out what others write."""
        self._ledger: Ledger | None = None
        self._stand_in: StandIn | None = None
        self._token: object = None
        self._said: int | None = None
        self._gone = ""
        self._backup = ""

    def do(self, do: Callable[[Ledger], T]) -> T:
        """Do something with the ledger, which is opened when it is first needed."""
        ledger = self._ledger or self._begin()
        try:
            return do(ledger)
        except NoServer as error:
            if self._stand_in is None or ledger is self._stand_in:
                raise
            return do(self._go_away(error))

    def _begin(self) -> Ledger:
        self._stand_in = self._find_stand_in()
        try:
            ledger = self._open()
        except NoServer as error:
            return self._go_away(error)
        try:
            self._sit_at(ledger, self._joined(ledger))
        except BaseException as error:
            self._ledger = None
            ledger.close()
            if not isinstance(error, NoServer):
                raise
            return self._go_away(error)
        return ledger

    def _sit_at(self, ledger: Ledger, joined: Joined | None = None) -> None:
        from mjcompanion.ledger.away import Copied

        if isinstance(ledger, Copied):
            ledger.stand_in = self._stand_in
        self._ledger = ledger
        self._token = ledger.changed_since(None)
        self.listens = ledger.listen(self._heard)
        if joined is not None and (joined.hands or joined.left):
            self._told(joined)

    def _copy(self, ledger: Ledger) -> None:
        """Keep here what a server told, once it was told to who asked."""
        if self._stand_in is not None and ledger is not self._stand_in:
            from mjcompanion.ledger.away import Copied

            if isinstance(ledger, Copied):
                ledger.copy_fresh()

    def _joined(self, ledger: Ledger) -> Joined | None:
        """What became of what the stand-in took down, now that the server is there; what fails here waits on."""
        try:
            if self._stand_in is None or not self._stand_in.waits:
                return None
            return self._stand_in.join(ledger)
        except NoServer:
            raise
        except LedgerError as error:
            self._told(_Note(str(error), "wrong"))
            return None

    def _go_away(self, error: NoServer) -> Ledger:
        """Go on with what is kept here, where anything is."""
        if self._stand_in is None:
            raise error
        before, self._ledger, self.listens = self._ledger, None, False
        if before is not None:
            self._copy(before)
            with suppress(Exception):
                before.close()
        self._sit_at(self._stand_in)
        return self._stand_in

    def come_back(self, ledger: Ledger) -> None:
        """The server answers: let join what was done meanwhile, and go on there."""
        if self._ledger is None or self._ledger is not self._stand_in:
            ledger.close()
            return
        try:
            self._sit_at(ledger, self._joined(ledger))
        except BaseException:
            self._ledger = self._stand_in
            ledger.close()
            raise
        self._moved()

    def _pass_on(self, ledger: Ledger) -> None:
        """Tell once what is damaged, what was repaired, and why no backup can be made."""
        offered = None
        while ledger.notices:
            sentence = ledger.notices.pop(0)
            if offered is None and sentence in ledger.damaged:
                offered = ledger.damaged[sentence]
            else:
                self._told(_Note(sentence, "warn"))
        if offered is not None:  # last, so that the message with a button stays in sight
            self._told(offered)
        trouble = str(ledger.backup_trouble or "")
        if trouble != self._backup:
            self._backup = trouble
            if trouble:
                self._told(_Note(trouble, "warn"))

    def close(self) -> None:
        """Close the ledger; what is done next opens it again."""
        ledger, self._ledger = self._ledger, None
        stand_in, self._stand_in = self._stand_in, None
        self.listens = False
        try:
            if ledger is not None:
                ledger.close()
        finally:
            if stand_in is not None and stand_in is not ledger:
                stand_in.close()

    def change(self, open_ledger: Open | None) -> None:
        """Close the ledger, and open another one for what is done next."""
        self.close()
        if open_ledger is not None:
            self._open = open_ledger

    def aside(self, do: Callable[[], T]) -> T:
        """Do something while the ledger is closed."""
        self.close()
        return do()

    def look_around(self) -> None:
        """Tell everybody when the ledger isn't what it was, or isn't where it was."""
        said = None
        if self._ledger is not None:
            self._copy(self._ledger)
            try:
                moved = self._ledger.changed_since(self._token)
                if self._ledger is self._stand_in:
                    said = self._stand_in.hands_waiting
            except NoServer as error:
                with suppress(NoServer):
                    self._go_away(error)
                    self.look_around()
                return
            except Vanished as error:
                if str(error) != self._gone:
                    self._gone = str(error)
                    self._told(error)
                return
            except Exception:
                return
            if self._gone:
                self._gone = ""
                self._told(_THERE_AGAIN)
            self._pass_on(self._ledger)
            if moved is not None:
                self._token = moved
                self._moved()
        if said != self._said:
            self._said = said
            self._told(said)


class Clerk(QObject):
    """Does what pages ask with the ledger, and tells them when it is done.

    The ledger is opened when it is first needed. Each answer comes back on the thread of the window; where its owner
    is gone by then, nobody is told.

    Signals:
        changed(): this window or another wrote into the ledger.
        failed(Exception): a job went wrong whose asker wanted no word about it.
        noted(str): a sentence that holds until the next: the ledger doesn't answer. Empty: all is well again.
        joined(Joined): the server is back, and has what was kept here meanwhile, or not all of it.
        said(str, str): a sentence about the ledger, and its kind.
        damaged(Astray): a list left out a record that isn't what was written; of several, the first.
        vanished(Exception): the ledger's file isn't where it was any more; None: it is there again.
    """

    changed = Signal()
    failed = Signal(object)
    noted = Signal(str)
    joined = Signal(object)
    said = Signal(str, str)
    damaged = Signal(object)
    vanished = Signal(object)

    def __init__(self, open_ledger: Open, parent: QObject | None = None, *, stand_in: StandsIn = lambda: None) -> None:
        """`stand_in` opens what goes on while the ledger's server doesn't answer; None for a file."""
        super().__init__(parent)
        self._stand_in = stand_in
        self._sit_down(open_ledger)
        self._note = ""
        self._unasked = 0
        self._called = 0.0
        self._call = _Call()
        self._caller = Worker("caller", self, at_end=self._call.drop)
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self._on_poll)

    def _sit_down(self, open_ledger: Open) -> None:
        self._open = open_ledger
        self._waiting: int | None = None
        """How many hands wait here for a server that doesn't answer."""
        self._desk = desk = _Desk(open_ledger, self._stand_in, self._tell_moved, self._tell, self._tell_heard)
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
        self._leave_what_hangs()
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

        def failed(error: Exception) -> None:
            (fail or self.failed.emit)(error)
            if isinstance(error, Vanished):
                self.vanished.emit(error)

        self._worker.ask(lambda _: do(), then or _nothing, failed, owner=owner, is_long=is_long)

    def reopen(self, open_ledger: Open | None = None) -> None:
        """Close the ledger once everything asked is done, and open it, or another one, for what is asked next.

        One that doesn't answer is left where it is; what was asked of it is told so. A call to its server is given up.
        """
        self._call.drop()
        if not self._leave_what_hangs(open_ledger):
            self._open, desk = open_ledger or self._open, self._desk
            self._worker.ask(lambda _: desk.change(open_ledger))
        self.changed.emit()

    def _leave_what_hangs(self, open_ledger: Open | None = None) -> bool:
        """Begin anew beside a ledger that doesn't answer; whether that was due."""
        worker = self._worker
        if worker.at_it <= _HANGS_AFTER:
            return False
        self._sit_down(open_ledger or self._open)
        worker.abandon(NoServer("ledger-silent"))
        return True

    def close(self) -> None:
        """Do what was asked, then close the ledger; the window is going, and doesn't wait for long."""
        self._timer.stop()
        self._call.drop()
        self._worker.close()

    def _on_poll(self) -> None:
        self._say(self._sentence())
        self._unasked = (self._unasked + 1) % _HEARS_SO if self._desk.listens else 0
        if self._worker.idle and not self._unasked:
            self._worker.ask(_nothing)  # the desk looks around after it
        if self._waiting is not None and self._caller.idle and time.monotonic() - self._called > _CALLS_EVERY:
            self._called, call, open_ledger = time.monotonic(), self._call, self._open
            call.begin()
            self._caller.ask(lambda _: call.make(open_ledger), self._on_answered)

    def _look_around(self) -> None:
        """Somebody wrote, as the server says: what is being done looks around after it, else that alone is done."""
        if self._worker.idle:
            self._worker.ask(_nothing)

    def _on_answered(self, _: None) -> None:
        """The server is there again."""
        desk, ledger = self._desk, self._call.take()
        if ledger is not None:
            self._worker.ask(lambda _: desk.come_back(ledger), _nothing, lambda _: ledger.close(), is_long=True)

    def _on_told(self, what: object) -> None:
        """How many hands wait here, None while the ledger answers; what became of them; or a sentence."""
        if what is None or isinstance(what, int):
            if what is not None and self._waiting is None:
                self.said.emit(
                    self.tr(
                        "Carry on: what you confirm is kept here. Until then you see only the sessions on this "
                        "computer."
                    ),
                    "info",
                )
            self._waiting = what
            self._called = self._called if what is not None else 0.0
            self._say(self._sentence())
        elif isinstance(what, _Note):
            self.said.emit(*what)
        elif isinstance(what, Astray):
            self.damaged.emit(what)
        elif what is _THERE_AGAIN or isinstance(what, Vanished):
            self.vanished.emit(what if isinstance(what, Vanished) else None)
        else:
            self.joined.emit(what)

    def _sentence(self) -> str:
        if self._worker.at_it > _SILENT_AFTER:
            return self.tr("The ledger isn't responding; what you enter stays here until it does.")
        if self._waiting is None:
            return ""
        if not self._waiting:
            return self.tr(
                "The server isn't responding; what you confirm is kept here and joins the ledger when it is back."
            )
        return trn(
            "The server isn't responding; {n} hand is kept here and joins the ledger when it is back.",
            "The server isn't responding; {n} hands are kept here and join the ledger when it is back.",
            self._waiting,
        ).format(n=number(self._waiting))

    def _say(self, note: str) -> None:
        if note != self._note:
            self._note = note
            self.noted.emit(note)

    def _tell(self, what: object) -> None:
        say(self, self._on_told, what)

    def _tell_heard(self) -> None:
        say(self, self._look_around)

    def _tell_moved(self) -> None:
        say(self, self.changed.emit)


def _nothing(_: object) -> None:
    return None
