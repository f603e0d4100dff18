"""Panes beside each other as far as the width goes; in a narrow window one after the other, with a way back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mjcompanion.words import tr

from ...parts import Heading, IconButton, ScrollPage, Words
from ...parts.boxes import nest
from ...parts.fitting import Fits
from ...theme import look

_LEAST = (280, 560, 350)
"""The least widths of list, detail and side sheet at 100 % text."""
_GROWTH = (0.6, 0.6, 0.5)
"""How much of the growth of the text they take on."""
_MOST = (400, 100_000, 480)


class Panes(Fits, QWidget):
    """Up to three widgets: a list, what is chosen in it, and a closer look at that.

    It lays them out itself and is no QLayout, so that a page in it may be as high as it likes.

    Signals:
        arranged(): other panes are in sight now.
    """

    arranged = Signal()

    def __init__(self, wanted: Callable[[], tuple[QWidget, ...]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wanted = wanted
        self._shown: tuple[QWidget, ...] = ()
        self._known: list[QWidget] = []

    def add(self, *panes: QWidget) -> None:
        """Take panes in; they are shown when they are wanted."""
        for pane in panes:
            pane.setParent(self)
            pane.hide()
            self._known.append(pane)

    @property
    def shown(self) -> tuple[QWidget, ...]:
        """The panes in sight, from left to right."""
        return self._shown

    def sizeHint(self) -> QSize:
        return QSize(900, 600)

    def minimumSizeHint(self) -> QSize:
        return QSize(280, 300)

    @staticmethod
    def least(place: int) -> int:
        """How wide a pane must be."""
        scale = 1 + (look().scale - 1) * _GROWTH[place]
        return round(_LEAST[place] * scale)

    @classmethod
    def fitting(cls, width: int, count: int) -> int:
        """How many of the last of so many panes fit beside each other: one always does."""
        total = 0
        for fits, place in enumerate(reversed(range(count))):
            total += cls.least(place)
            if total > width:
                return max(1, fits)
        return count

    def fit(self) -> None:
        """Show the panes that are wanted and fit."""
        wanted = self._wanted()
        count = self.fitting(self.width(), len(wanted))
        first = len(wanted) - count
        shown = wanted[first:]
        widths = self._widths(first, count)
        x = 0
        for pane, width in zip(shown, widths, strict=True):
            pane.setGeometry(x, 0, width - (look().line_width if pane is not shown[-1] else 0), self.height())
            x += width
        for pane in self._known:
            pane.setVisible(pane in shown)
        if shown != self._shown:
            self._shown = shown
            self.arranged.emit()
        self.update()

    def _widths(self, first: int, count: int) -> list[int]:
        """The widths of so many panes from a place on; what is over goes to the detail first."""
        if count == 1:
            return [self.width()]
        places = list(range(first, first + count))
        widths = [self.least(place) for place in places]
        over = self.width() - sum(widths)
        scale = look().scale
        for at, place in enumerate(places):
            if place != 1:  # list and sheet take a fifth of what is over, up to their most
                more = min(over // 5, max(0, round(_MOST[place] * (1 + (scale - 1) * _GROWTH[place])) - widths[at]))
                widths[at] += more
        widths[places.index(1)] += self.width() - sum(widths)
        return widths

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        painter = QPainter(self)
        for pane in self._shown[:-1]:
            line = pane.geometry()
            painter.fillRect(line.right() + 1, 0, current.line_width, self.height(), QColor(current.colours.line))
        painter.end()


class Detail(QWidget):
    """What was chosen in a list: the way back to that, a title with words below it, and in `column` all else.

    Signals:
        back_wanted(): back to the list, where one is shown at a time.
    """

    back_wanted = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        current = look()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self.content = QWidget()
        self.scroller = ScrollPage(self.content)
        layout.addWidget(self.scroller, 1)
        self.column = QVBoxLayout(self.content)
        self.column.setContentsMargins(current.L, current.S, current.L, current.L)
        self.column.setSpacing(current.M)
        self.back_button = IconButton("chevron-left", tr("Back to the list (Esc)"))
        self.back_button.clicked.connect(self.back_wanted)
        self.heading = Heading("", 1)
        self.caption = Words("", "quiet")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.heading)
        words.addWidget(self.caption)
        top = QHBoxLayout()
        top.setSpacing(current.S)
        top.addWidget(self.back_button, 0, Qt.AlignmentFlag.AlignTop)
        nest(top, words, 1)
        nest(self.column, top)
