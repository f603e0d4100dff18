"""The Score page: one hand, not at any table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mjcompanion.words import tr

from ...parts.hand.editor import HandEditor
from ...parts.hand.presenter import ScorePresenter

if TYPE_CHECKING:
    from mjcompanion.american.score import AmericanSheet
    from mjcompanion.problems import Problem
    from mjcompanion.scoring.sheet import ScoreSheet

    from ...parts.score_hand import ScoreHand


class ScorePage(HandEditor):
    """The page."""

    def printed(self) -> ScoreHand:
        """The hand that is shown, for paper, if it is whole."""
        from mjcompanion.paper.values import OneHand  # no paper before it is wanted

        from ...parts.score_hand import ScoreHand

        active, card = self.active, ""
        sheet: AmericanSheet | ScoreSheet | None
        if not active.draft.entries:
            return ScoreHand(why_not=no_hand())
        if isinstance(active, ScorePresenter):
            sheet = active.seen.sheet if active.seen.sheets else None
        else:
            sheet, card = active.seen.sheet, active.card.title if active.card is not None else ""
        if sheet is None:
            return ScoreHand(why_not=_unfinished((*active.seen.problems, *active.seen.missing)))
        return ScoreHand(OneHand(sheet, card=card), remark=_unanswered(active.seen.unanswered))


def no_hand() -> str:
    """A sentence: nothing was entered."""
    return tr("There is no hand on the Score page yet.")


def _unfinished(problems: tuple[Problem, ...]) -> str:
    if problems and problems[0].code.startswith("below-minimum"):
        return tr("The hand on the Score page can’t go out.") + " " + problems[0].sentence()
    said = tr("The hand on the Score page isn’t whole yet.")
    return f"{said} {problems[0].sentence()}" if problems else said


def _unanswered(open_questions: tuple[str, ...]) -> str:
    return tr("The Score page still asks how the hand was won: it may count more.") if open_questions else ""
