"""Lines and columns of widgets, without room around them unless it is asked for."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLayout, QSizePolicy, QVBoxLayout, QWidget

_B = TypeVar("_B", bound=QBoxLayout)
_Margins = tuple[int, int, int, int]
LEFT: Final = Qt.AlignmentFlag.AlignLeft


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


def fill(box: _B, *what: QWidget | QLayout | int | tuple[QWidget | QLayout, int | Qt.AlignmentFlag] | None) -> _B:
    """A line or column with these in it, in their order, each that has one with its stretch or its side.

    A number is so much room between two of them, None all room that is left. What is a line or column itself is filled
    by then, as `nest` wants it.
    """
    for one in what:
        part, more = one if isinstance(one, tuple) else (one, 0)
        if part is None:
            box.addStretch(1)
        elif isinstance(part, int):
            box.addSpacing(part)
        elif isinstance(part, QLayout):
            nest(box, part, more)
        elif isinstance(more, Qt.AlignmentFlag):
            box.addWidget(part, 0, more)
        else:
            box.addWidget(part, more)
    return box


def stand(box: QBoxLayout, *, beside: bool) -> None:
    """Let what is in it stand side by side, or one below the other."""
    box.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)


def keep_room(widget: QWidget, *, keep: bool = True) -> None:
    """Let a widget's room stay free while it is hidden."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(keep)
    widget.setSizePolicy(policy)


def grow_by_width(widget: QWidget, horizontal: QSizePolicy.Policy, vertical: QSizePolicy.Policy) -> None:
    """Let a widget be as high as its width wants it."""
    policy = QSizePolicy(horizontal, vertical)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)


def empty(layout: QLayout) -> None:
    """Take everything out of a layout; its widgets go."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def nest(outer: QBoxLayout | QGridLayout, inner: QLayout, *place: Any) -> None:  # noqa: ANN401 - as each layout has it
    """Add a layout to another one, with a stretch or a place in the grid as `addLayout` takes it.

    PySide remembers where in memory each item of a layout is that is added filled. Qt deletes the item with its
    widget, and what it then makes at the same place, a list's header say, PySide would take for the item.
    """
    outer.addLayout(inner, *place)
    _let_go(inner)


def _let_go(layout: QLayout) -> None:
    """Let PySide forget the items of a layout."""
    for at in range(layout.count()):
        item = layout.itemAt(at)
        if isinstance(item, QLayout):
            _let_go(item)
        elif item is not None:
            shiboken6.invalidate(item)
