"""Has the coach think beside the window: an American hand takes up to a tenth of a second, which no frame waits for."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Final, NamedTuple

import shiboken6
from PySide6.QtCore import QObject, Signal, Slot

from mjcompanion.american.match import Matcher
from mjcompanion.options import Ruleset
from mjcompanion.problems import RuleError
from mjcompanion.solitaire.game import View

from ....collecting import Collector

if TYPE_CHECKING:
    from mjcompanion.solitaire import coach, coach_american, coach_simple

    Coaching = coach.Coaching | coach_american.Coaching | coach_simple.Coaching


_SWITCH_SECONDS: Final = 0.001
"""How long the coach may keep Python to itself while the window waits for it; usually it is five times as long."""


class Answer(NamedTuple):
    """What the coach says to a view, or the sentence that says why nothing can be said."""

    view: View
    coaching: Coaching | None
    trouble: str = ""


class _Asked(NamedTuple):
    view: View
    matcher: Matcher | None


def advise(view: View, matcher: Matcher | None = None) -> Coaching:
    """What the coach of this game says; an American game is held against the lines of its card.

    Raises:
        RuleError: nothing can be said to this view.

    """
    if view.rules is Ruleset.KEMP_AMERICAN and matcher is not None:
        from mjcompanion.solitaire import coach_american

        return coach_american.advise(view, matcher)
    if view.rules is Ruleset.SIMPLE:
        from mjcompanion.solitaire import coach_simple

        return coach_simple.advise(view)
    from mjcompanion.solitaire import coach

    return coach.advise(view)


class Adviser(QObject):
    """Asks the coach on a thread of its own; of several questions only the last one is answered.

    Signals:
        answered(Answer): what the coach says to the view asked last.
    """

    answered = Signal(object)
    _done = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted: _Asked | None = None
        self._working = False
        self._collector: Collector | None = None
        self._usual = 0.0
        self._done.connect(self._on_done)

    def ask(self, view: View, matcher: Matcher | None = None) -> None:
        """Ask about a view; what was asked before is answered no more."""
        self._wanted = _Asked(view, matcher)
        if not self._working:
            self._start(self._wanted)

    def forget(self) -> None:
        """Want no answer any more."""
        self._wanted = None

    def _start(self, asked: _Asked) -> None:
        self._working = True
        if self._collector is None:
            self._collector = Collector(self)
            self._usual = sys.getswitchinterval()
            sys.setswitchinterval(_SWITCH_SECONDS)
        threading.Thread(target=self._work, args=(asked,), name="coach", daemon=True).start()

    def _work(self, asked: _Asked) -> None:
        try:
            answer = Answer(asked.view, advise(asked.view, asked.matcher))
        except RuleError as error:
            answer = Answer(asked.view, None, str(error))
        except Exception as wrong:
            sys.excepthook(type(wrong), wrong, wrong.__traceback__)  # a mistake of the program is written down
            answer = Answer(asked.view, None, str(wrong))
        if shiboken6.isValid(self):
            self._done.emit(answer)

    @Slot(object)
    def _on_done(self, answer: Answer) -> None:
        self._working = False
        wanted = self._wanted
        if wanted is not None and wanted.view is not answer.view:
            self._start(wanted)
            return
        if self._collector is not None:
            self._collector.stop()
            self._collector = None
            sys.setswitchinterval(self._usual)
        if wanted is not None:
            self._wanted = None
            self.answered.emit(answer)
