"""Has the coach think beside the window: an American hand takes up to a tenth of a second, which no frame waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from mjcompanion.american.match import Matcher
from mjcompanion.options import Ruleset
from mjcompanion.solitaire.game import View

from ....worker import Task, Worker

if TYPE_CHECKING:
    from mjcompanion.solitaire import coach, coach_american, coach_simple

    Coaching = coach.Coaching | coach_american.Coaching | coach_simple.Coaching


class Answer(NamedTuple):
    """What the coach says to a view, or the sentence that says why nothing can be said."""

    view: View
    coaching: Coaching | None
    trouble: str = ""


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

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = Worker("coach", self)
        self._asked: Task[Coaching] | None = None

    def ask(self, view: View, matcher: Matcher | None = None) -> None:
        """Ask about a view; what was asked before is answered no more."""
        self.forget()
        self._asked = self._worker.ask(
            lambda _: advise(view, matcher),
            lambda coaching: self.answered.emit(Answer(view, coaching)),
            lambda error: self.answered.emit(Answer(view, None, str(error))),
        )

    def forget(self) -> None:
        """Want no answer any more."""
        if self._asked is not None:
            self._asked.cancel()
