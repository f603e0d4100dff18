"""Undo by frozen values: one before, one after, and a function that shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

MOST: Final = 200
"""A window that stays open for weeks would keep all steps."""

T = TypeVar("T")


def undo_stack(owner: QObject) -> QUndoStack:
    """Return an undo stack for an object."""
    stack = QUndoStack(owner)
    stack.setUndoLimit(MOST)
    owner.destroyed.connect(lambda: stack.blockSignals(True))  # a dying stack still counts steps
    return stack


class UndoStep(QUndoCommand, Generic[T]):
    """One step. Steps of the same merging kind join, as when a number is turned up; -1 joins nothing.

    Steps that join and end where they began are none: there would be nothing to see when they are undone.
    """

    def __init__(self, show: Callable[[T], None], before: T, after: T, text: str = "", kind: int = -1) -> None:
        super().__init__(text)
        self._show, self._kind = show, kind
        self.before, self.after = before, after

    def id(self) -> int:
        return self._kind

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, UndoStep) or other._kind != self._kind:  # noqa: SLF001 - the same class
            return False
        self.after = other.after
        self.setObsolete(self.after == self.before)
        return True

    def undo(self) -> None:
        self._show(self.before)

    def redo(self) -> None:
        self._show(self.after)
