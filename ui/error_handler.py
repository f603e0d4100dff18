"""Handles errors inside the program: log them, show a message, and go on."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Final

import shiboken6
from PySide6.QtCore import QObject

from mjcompanion.i18n.translation import join_sentences, moment
from mjcompanion.storage.crash_reports import error_line, log_error, take_crash

from .worker import say

if TYPE_CHECKING:
    from .context import PageContext

_MOST_LOGGED: Final = 10
"""How often the same error is logged in one run."""


class ErrorHandler(QObject):
    """Python's `excepthook`, in whichever thread: logs an error, and tells the person once.

    `show_log` is called when the person wants to see the log.
    """

    def __init__(self, context: PageContext, show_log: Callable[[], None] | None = None) -> None:
        super().__init__(context)
        self._context = context
        self._show_log = show_log
        self._counts = Counter[str]()

    def take(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log an error that nobody caught. Anything may be broken by now, so nothing here may raise."""
        if issubclass(kind, KeyboardInterrupt) or not shiboken6.isValid(self):
            sys.__excepthook__(kind, error, trace)
            return
        line = error_line(kind, trace)
        self._counts[line] += 1
        if self._counts[line] > _MOST_LOGGED:
            return
        sys.__excepthook__(kind, error, trace)
        logged = log_error(self._context.folders, error, trace=trace) is not None
        if self._counts[line] == 1:
            say(self, self._tell, (kind.__name__, logged))

    def tell_crash(self) -> None:
        """Show once that the program crashed the last time, if it did."""
        at = take_crash(self._context.folders)
        if at is not None:
            self._offer(self.tr("The program ended unexpectedly on {when}.").format(when=moment(at)))

    def _tell(self, what: tuple[str, bool]) -> None:
        kind, logged = what
        text = self.tr("Something went wrong inside the program ({error}).").format(error=kind)
        if logged:
            self._offer(text)
        else:
            self._context.say(text, "wrong")

    def _offer(self, said: str) -> None:
        sentence = join_sentences(
            [said, self.tr("The details are in a log on this computer. Nothing is sent anywhere.")]
        )
        if self._show_log is None:
            self._context.say(sentence, "wrong")
        else:
            self._context.say(sentence, "wrong", self.tr("Show the log"), self._show_log)
