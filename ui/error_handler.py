"""What the window does when something goes wrong inside the program: write it down, say so, and go on."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, NamedTuple

import shiboken6
from PySide6.QtCore import QObject, QTimer

from mjcompanion.reports import Fact, deaths, error_line, facts, log_end, log_error, reports_of, write_report
from mjcompanion.words import beside, moment, number, trn

from .worker import say

if TYPE_CHECKING:
    from .black_box import BlackBox
    from .context import Context

_QUIET_S: Final = 5.0
"""An error that comes again within this time is only counted; each time it is told again the wait doubles."""
_LONGEST_S: Final = 600.0
_MOST_REPORTS: Final = 10
"""From one run: beyond these only the log is written, so that the first ones, which tell most, are kept."""


@dataclass(slots=True)
class Case:
    """One error, as often as it comes: how often by now, how often when it was told, and its report."""

    line: str
    count: int = 0
    counted: int = 0
    report: Path | None = None
    told: float = float("-inf")
    wait: float = _QUIET_S


class _Happened(NamedTuple):
    """An error on its way to the window's thread, and the log before it."""

    line: str
    trace: str
    log: str


class Trouble(QObject):
    """Writes errors down, in whichever thread they are, and tells them; `take` can be Python's `excepthook`.

    `show` is called with a report's path when the person wants to see it. `box` knows what was done last, once the
    window is there.
    """

    def __init__(self, context: Context, show: Callable[[Path], None] | None = None) -> None:
        super().__init__(context)
        self._context = context
        self._show = show
        self.box: BlackBox | None = None
        self._cases: dict[str, Case] = {}
        self._busy = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._tell_waiting)

    def take(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """An error that nobody caught. Everything may be wrong by now, so whatever fails here is let be."""
        if issubclass(kind, KeyboardInterrupt) or not shiboken6.isValid(self):
            sys.__excepthook__(kind, error, trace)
            return
        import traceback

        line = error_line(kind, trace)
        case = self._cases.setdefault(line, Case(line))  # one step, so no two threads make two
        case.count += 1
        if case.count > 1:
            say(self, self._on_happened, _Happened(line, "", ""))
            return
        lines = "".join(traceback.format_exception(kind, error, trace))
        sys.stderr.write(lines)
        before = log_end(self._context.folders)
        log_error(self._context.folders, lines)
        say(self, self._on_happened, _Happened(line, lines, before))

    # on the window's thread

    def _on_happened(self, what: _Happened) -> None:
        case = self._cases[what.line]
        if self._busy:
            return  # telling it went wrong
        self._busy = True
        try:
            if what.trace and sum(one.report is not None for one in self._cases.values()) < _MOST_REPORTS:
                folders = self._context.folders
                deeds = () if self.box is None else self.box.lines
                case.report = write_report(folders, what.line, what.trace, self._facts(), what.log, deeds=deeds)
            self._tell(case)
        except Exception:
            sys.__excepthook__(*sys.exc_info())
        finally:
            self._busy = False

    def _facts(self) -> list[Fact]:
        try:
            from .pages.about.facts import facts_of

            return facts_of(self._context)
        except Exception:
            return facts()

    def _tell(self, case: Case) -> None:
        """Say it now, or later how often it came meanwhile."""
        now = time.monotonic()
        since = now - case.told
        if since < case.wait:
            self._wait_for(case.wait - since)
            return
        case.wait = min(_LONGEST_S, 2 * case.wait) if since < 3 * case.wait else _QUIET_S
        case.told, case.counted = now, case.count
        kind = case.line.partition(" ")[0]
        if case.count == 1:
            said = self.tr("Something went wrong inside the program ({error}).").format(error=kind)
        else:
            said = trn(
                "The same thing went wrong inside the program again ({error}), {n} time so far.",
                "The same thing went wrong inside the program again ({error}), {n} times so far.",
                case.count,
            ).format(error=kind, n=number(case.count))
        if case.report is None:
            self._context.say(said, "wrong")
        else:
            self._offer(said, case.report)

    def _wait_for(self, seconds: float) -> None:
        milliseconds = round(seconds * 1000) + 1
        if not self._timer.isActive() or self._timer.remainingTime() > milliseconds:
            self._timer.start(milliseconds)

    def _tell_waiting(self) -> None:
        for case in list(self._cases.values()):
            if case.count > case.counted:
                self._tell(case)

    def _offer(self, said: str, report: Path) -> None:
        told = beside([said, self.tr("A report is kept on this computer and sent nowhere.")])
        show = self._show
        if show is None:
            self._context.say(told, "wrong")
        else:
            self._context.say(told, "wrong", self.tr("Show the report"), lambda: show(report))

    def tell_deaths(self) -> None:
        """Say that the program was ended from below the last time, if it was: once, and offer the report."""
        found = deaths(self._context.folders)
        if not found:
            return
        report = next((one for one in reports_of(self._context.folders) if one.path == found[-1]), None)
        if report is not None:
            said = self.tr("The program ended unexpectedly on {when}.").format(when=moment(report.at))
            self._offer(said, report.path)
