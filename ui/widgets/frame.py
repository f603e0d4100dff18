"""The frame of a page: its title and actions at the same place on every page, and one edge for what is below."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from ..accessibility import chain
from ..theme import look
from .buttons import IconButton
from .fitting import Fits
from .layouts import across, down, fill, stand
from .surfaces import Elided


class PageTitle(Elided):
    """The title of a page, in the serif; it is shortened only where there is no room for it."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text, 1)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(min(hint.width(), 8 * look().display), hint.height())


class PageHeader(Fits, QWidget):
    """The head of a page: a way back, the title, what belongs to the title, and the actions at the right.

    `controls` is the layout after the title, `action_row` the one at the right. The primary action comes last. Where
    text is large and the window small, the actions stand below the title.

    Signals:
        back(): the arrow before the title was pressed.
    """

    back = Signal()

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        current = look()
        self._rows = across(self, spacing=current.M)
        self._title_box = QWidget()
        self.title = PageTitle(title)
        self.controls = across(spacing=current.M)
        fill(across(self._title_box, spacing=current.XL), self.title, self.controls, None)
        self._actions_box = QWidget()
        self.action_row = across(self._actions_box, spacing=current.XS)
        self.action_row.addStretch(1)  # below the title they stay at the right
        fill(self._rows, (self._title_box, 1), self._actions_box)
        self.back_button = IconButton("chevron-left", self.tr("Back"), self)
        self.back_button.clicked.connect(self.back)
        self.back_button.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_title(self, text: str) -> None:
        """Show another title."""
        self.title.setText(text)

    def set_back(self, name: str) -> None:
        """Show the way back with this name, or none where it is empty; the title stays where it is."""
        if name:
            self.back_button.set_name(name)
        self.back_button.setVisible(bool(name))

    def add_actions(self, *actions: QWidget, primary: QPushButton | None = None) -> None:
        """Add quiet actions, and at the end the primary one."""
        fill(self.action_row, *actions)
        if primary is not None:
            current = look()
            primary.setMinimumWidth(round(112 * current.scale))
            self.action_row.addSpacing(current.M)
            self.action_row.addWidget(primary)

    def showEvent(self, event: QShowEvent) -> None:
        """Let Tab go through the head from left to right, before it comes to the page."""
        super().showEvent(event)
        found = [one for one in self.findChildren(QWidget) if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
        found.sort(key=lambda one: one.mapTo(self, QPoint(0, 0)).x())
        for before, after in pairwise([self, *found]):
            chain(before, after)

    def fit(self) -> None:
        """Set the margins, the arrow, and the actions beside the title where there is room."""
        current = look()
        air = (current.head - current.target) // 2
        self._rows.setContentsMargins(current.XXL, air, current.XXL, air)
        room = self.width() - 2 * current.XXL - current.M
        title = self.title.minimumSizeHint().width() + current.XL + self.controls.sizeHint().width()
        wanted = title + self._actions_box.sizeHint().width()
        stand(self._rows, beside=wanted <= room)
        side = current.XXL - 2
        self.back_button.setGeometry(1, air, side, current.target)


class PageFrame(Fits, QWidget):
    """A page: its header, and the `body` below it, both from the same left edge and at most as wide as can be used.

    With `wide` the page takes all the width there is: it has a felt.

    A page is a subclass that fills `body` and adds its buttons by `header.add_actions`. A subclass that lays out more
    for its width calls `super().fit()` in its own `fit`.
    """

    def __init__(self, title: str = "", parent: QWidget | None = None, *, wide: bool = False) -> None:
        super().__init__(parent)
        self._wide = wide
        self._holder = QWidget()
        outer = across(self, spacing=0)
        outer.addWidget(self._holder, 1)
        if not wide:
            outer.addStretch(0)
        column = down(self._holder, spacing=0)
        self.header = PageHeader(title)
        self.body = down(spacing=look().XL, margins=(look().XXL, 0, look().XXL, look().XL))
        fill(column, self.header, (self.body, 1))
        PageFrame.fit(self)

    def fit(self) -> None:
        """Keep the page from being stretched beyond what can be used."""
        if not self._wide:
            self._holder.setMaximumWidth(look().work_width + 2 * look().XXL)
