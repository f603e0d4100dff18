"""Panes beside each other as far as the width goes; in a narrow window one after the other, with a way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _
from mjcompanion.ledger.values import GameRow, KeptHand

from ...theme import look
from ...widgets import CardFrame, EmptyState, Heading, IconButton, ScrollPage, TextLabel
from ...widgets.fitting import Fits
from ...widgets.layouts import across, down, fill, nest
from ...widgets.listing import Instead
from ...widgets.tiles import TileRow, TileStyle
from .presenter import OpenPresenter
from .words import tiles_of

_TILE = 34
_LONGEST_HAND = 2_000
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

    def __init__(self, criteria: Callable[[], tuple[QWidget, ...]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wanted = criteria
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
        criteria = self._wanted()
        count = self.fitting(self.width(), len(criteria))
        first = len(criteria) - count
        shown = criteria[first:]
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


class Pane(QWidget):
    """What stands beside the list; in `top` the way back to that, and a title with words below it."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.back_button = IconButton("chevron-left", _("Back to the list (Esc)"))
        self.heading = Heading("", 1)
        self.caption = TextLabel("", "quiet")
        self.top = across(spacing=look().S)
        self.top.addWidget(self.back_button, 0, Qt.AlignmentFlag.AlignTop)
        nest(self.top, fill(down(spacing=0), self.heading, self.caption), 1)


class Detail(Pane):
    """What was chosen in a list: below its title, in `column`, all there is to it, or why it can't be shown."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        current = look()
        self.content = QWidget()
        self.scroller = ScrollPage(self.content)
        layout = fill(down(self), (self.scroller, 1))
        self.column = down(self.content, spacing=current.M, margins=(current.L, current.S, current.L, current.L))
        nest(self.column, self.top)
        self._instead = Instead(layout)

    @property
    def state(self) -> EmptyState | None:
        """What stands here in place of it."""
        return self._instead.shown

    def show_state(self, asker: OpenPresenter[Any], unreadable: str, otherwise: Sequence[str], *, there: bool) -> bool:
        """Show all that is there, or else why it can't be read, or other words; whether all is shown."""
        whole = there and not asker.error
        self.scroller.setVisible(whole)
        words = (unreadable, asker.error, _("Try again")) if asker.error else otherwise
        self._instead.show(words, asker.again if asker.error else None)
        return whole


class TilesCard(CardFrame):
    """The tiles of a hand, or what is written where they can't be read."""

    def __init__(self) -> None:
        super().__init__(_("Tiles"))
        self.tiles = TileRow(_("Tiles"), _style(Terms()), liftable=False, draggable=False, wrapping=True)
        self.text = TextLabel("")
        fill(self.body, self.tiles, self.text)

    def show_hand(self, row: GameRow | KeptHand, terms: Terms) -> None:
        """Show the tiles of a row in these words."""
        faces = tiles_of(row, terms)
        self.tiles.set_style(_style(terms))
        self.tiles.show_tiles(faces)
        self.tiles.setVisible(bool(faces))
        self.text.setText(row.hand[:_LONGEST_HAND])
        self.text.setVisible(not faces)


def _style(terms: Terms) -> TileStyle:
    return TileStyle(round(_TILE * look().scale ** 0.5), look().index, terms)
