"""What is heard of a hand being entered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from ..sounds import MAH_JONGG, SOFT, TILE

if TYPE_CHECKING:
    from ..context import PageContext
    from .hand_model import HandModel


class HandSounds(QObject):
    """Lets be heard what happens to a hand that is entered: a tile put in or taken out, a set laid out, Mah Jongg."""

    def __init__(self, context: PageContext, model: HandModel[Any], *, with_end: bool = True) -> None:
        super().__init__(model)
        self._context, self._model, self._with_end = context, model, with_end
        self._before = self._now()
        model.changed.connect(self._on_changed)

    def _now(self) -> tuple[tuple[Any, ...], int, bool]:
        entries = self._model.draft.entries
        return entries, len([entry for entry in entries if entry.laid is not None]), self._is_won()

    def _is_won(self) -> bool:
        """Whether the hand is whole, has won, and nothing about it is unanswered."""
        model = self._model
        return self._with_end and model.is_scored and bool(model.draft.context.winner)

    def _on_changed(self) -> None:
        before, self._before = self._before, self._now()
        entries, laid, won = self._before
        if won and not before[2]:
            self._context.play(MAH_JONGG)
        elif laid != before[1]:
            self._context.play(TILE)
        elif entries != before[0]:
            self._context.play(SOFT)
