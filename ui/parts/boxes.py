"""Lines and columns of widgets, without room around them unless it is asked for."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

_B = TypeVar("_B", bound=QBoxLayout)
_Margins = tuple[int, int, int, int]


def across(holder: QWidget | None = None, *, spacing: int = -1, margins: _Margins = (0, 0, 0, 0)) -> QHBoxLayout:
    """A line of what `holder` holds, or one to be put into another; with a spacing of -1 as far apart as Qt likes."""
    return _spaced(QHBoxLayout(), holder, spacing, margins)


def down(holder: QWidget | None = None, *, spacing: int = -1, margins: _Margins = (0, 0, 0, 0)) -> QVBoxLayout:
    """A column of what `holder` holds, or one to be put into another."""
    return _spaced(QVBoxLayout(), holder, spacing, margins)


def _spaced(box: _B, holder: QWidget | None, spacing: int, margins: _Margins) -> _B:
    if holder is not None:
        holder.setLayout(box)
    box.setContentsMargins(*margins)
    box.setSpacing(spacing)
    return box
