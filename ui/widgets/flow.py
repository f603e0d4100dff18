"""A widget that sets others side by side and goes on in the next line where the width ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QPoint, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ..theme import look
from .layouts import grow_by_width


class Flow(QWidget):
    """Widgets in lines, each as large as it likes to be, centred in the height of its line.

    It is a widget and no QLayout, so that nothing in it changes owners: what is added is its child.
    """

    def __init__(
        self,
        *,
        spacing: int | None = None,
        line_spacing: int | None = None,
        to_right: bool = False,
    ) -> None:
        super().__init__()
        self._widgets: list[QWidget] = []
        self._gap = look().S if spacing is None else spacing
        self._line_gap = self._gap if line_spacing is None else line_spacing
        self._to_right = to_right
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """What is in it, in order."""
        return tuple(self._widgets)

    def add(self, *widgets: QWidget) -> None:
        """Append widgets."""
        for widget in widgets:
            widget.setParent(self)
            self._widgets.append(widget)
            if self.isVisible():
                widget.show()
        self.arrange()

    def remove(self, widget: QWidget) -> None:
        """Lay a widget out no longer. It stays a child until it is deleted or put elsewhere.

        Without a parent it would be Python's, and gone at once, even while it is being clicked.
        """
        self._widgets.remove(widget)
        self.arrange()

    def order(self, widgets: Sequence[QWidget]) -> None:
        """Set what is in it into another order."""
        if tuple(widgets) != self.widgets:
            self._widgets = list(widgets)
            for one, other in pairwise(widgets):
                QWidget.setTabOrder(one, other)
            self.arrange()

    def arrange(self) -> None:
        """Lay everything out again: what is in it may have grown."""
        self.updateGeometry()
        self._flow(self.width(), move=True)

    def event(self, event: QEvent) -> bool:
        """Follow what is in it when it wants another size, appears or goes."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self.arrange()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._flow(self.width(), move=True)

    def sizeHint(self) -> QSize:
        hints = [widget.sizeHint() for widget in self._shown()]
        wide = sum(hint.width() for hint in hints) + self._gap * max(0, len(hints) - 1)
        return QSize(wide, max((hint.height() for hint in hints), default=0))

    def minimumSizeHint(self) -> QSize:
        sizes = [_least(widget) for widget in self._shown()]
        wide = max((size.width() for size in sizes), default=0)
        return QSize(wide, max((size.height() for size in sizes), default=0))

    def heightForWidth(self, width: int) -> int:
        return self._flow(width, move=False)

    def _shown(self) -> list[QWidget]:
        return [widget for widget in self._widgets if not widget.isHidden()]

    def _flow(self, width: int, *, move: bool) -> int:
        y = 0
        lines = self._lines(width)
        for line in lines:
            high = max(size.height() for _, size in line)
            used = sum(size.width() + self._gap for _, size in line) - self._gap
            x = max(0, width - used) if self._to_right else 0
            for widget, size in line:
                if move:
                    widget.setGeometry(QRect(QPoint(x, y + (high - size.height()) // 2), size))
                x += size.width() + self._gap
            y += high + self._line_gap
        return y - (self._line_gap if lines else 0)

    def _lines(self, width: int) -> list[list[tuple[QWidget, QSize]]]:
        lines: list[list[tuple[QWidget, QSize]]] = []
        x = 0
        for widget in self._shown():
            hint = widget.sizeHint().expandedTo(widget.minimumSize()).boundedTo(widget.maximumSize())
            wide = hint.width()
            if wide > width:
                wide = min(wide, max(width, _least(widget).width()))
            high = hint.height()
            if widget.hasHeightForWidth() and wide < hint.width():
                high = widget.heightForWidth(wide)
            if not lines or x + wide > width:
                lines.append([])
                x = 0
            lines[-1].append((widget, QSize(wide, high)))
            x += wide + self._gap
        return lines


def _least(widget: QWidget) -> QSize:
    """How small it may be, where a maximum was set too."""
    return widget.minimumSizeHint().boundedTo(widget.maximumSize())
