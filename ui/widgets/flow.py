"""A layout that sets widgets beside each other and goes on in the next line where the width ends."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget

from ..theme import look


class FlowLayout(QLayout):
    """Widgets in lines, each as large as it likes to be, centred in the height of its line."""

    def __init__(self, parent: QWidget | None = None, spacing: int | None = None, line_spacing: int | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = look().S if spacing is None else spacing
        self._line_gap = self._gap if line_spacing is None else line_spacing
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Append something."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]  # Qt wants None past the end
        """One of them."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]  # as above
        """Remove one of them."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It is content with what it has."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """A narrower flow is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """As many lines as it takes."""
        return self._flow(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Put everything in its place."""
        super().setGeometry(rect)
        self._flow(rect, move=True)

    def sizeHint(self) -> QSize:
        """All in one line."""
        hints = [item.sizeHint() for item in self._items if not item.isEmpty()]
        margins = self.contentsMargins()
        wide = sum(hint.width() for hint in hints) + self._gap * max(0, len(hints) - 1)
        high = max((hint.height() for hint in hints), default=0)
        return QSize(wide + margins.left() + margins.right(), high + margins.top() + margins.bottom())

    def minimumSize(self) -> QSize:
        """As wide as the widest of them must be."""
        sizes = [item.minimumSize() for item in self._items if not item.isEmpty()]
        margins = self.contentsMargins()
        wide = max((size.width() for size in sizes), default=0)
        high = max((size.height() for size in sizes), default=0)
        return QSize(wide + margins.left() + margins.right(), high + margins.top() + margins.bottom())

    def _flow(self, rect: QRect, *, move: bool) -> int:
        margins = self.contentsMargins()
        inside = rect.marginsRemoved(margins)
        y = inside.top()
        lines = self._lines(inside.width())
        for line in lines:
            high = max(size.height() for _, size in line)
            x = inside.left()
            for item, size in line:
                if move:
                    item.setGeometry(QRect(QPoint(x, y + (high - size.height()) // 2), size))
                x += size.width() + self._gap
            y += high + self._line_gap
        used = y - inside.top() - (self._line_gap if lines else 0)
        return used + margins.top() + margins.bottom()

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        x = 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            wide = min(size.width(), max(width, item.minimumSize().width()))
            widget = item.widget()
            fixed = widget is not None and widget.sizePolicy().verticalPolicy() is QSizePolicy.Policy.Fixed
            high = size.height()
            if item.hasHeightForWidth() and (wide < size.width() or not fixed):
                high = item.heightForWidth(wide)
            if not lines or x + wide > width:
                lines.append([])
                x = 0
            lines[-1].append((item, QSize(wide, high)))
            x += wide + self._gap
        return lines
