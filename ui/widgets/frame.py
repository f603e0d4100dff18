"""The frame of a page: its title and actions at the same place on every page, and one edge for what is below."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar, Final

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from ..accessibility import chain
from ..theme import ANY_WIDTH, look, set_role
from .buttons import Choice, IconButton
from .fitting import Fits
from .layouts import across, down, fill, nest, stand
from .surfaces import Elided, ScrollPage

_BESIDE: Final = 560
"""The least width, at 100 % text, at which the actions are next to the title, on every page alike."""


class PageTitle(Elided):
    """The title of a page, in the serif, or what follows it; it is shortened only where there is no room for it."""

    def __init__(self, text: str = "", level: int = 1) -> None:
        super().__init__(text, level)
        self._level = level
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        least = 8 * look().display if self._level == 1 else 5 * look().body
        return QSize(min(hint.width(), least), hint.height())


class BackButton(IconButton):
    """The arrow in the margin before a title."""

    def sizeHint(self) -> QSize:
        return QSize(look().XXL, look().target)


class PageHeader(Fits, QWidget):
    """The head of a page: a back button, the title, what belongs to the title, and the actions at the right.

    `controls` is the layout after the title, `action_row` the one at the right. The primary action comes last. Where
    text is large and the window small, the actions stand below the title.

    Signals:
        back(): the arrow before the title was pressed.
    """

    back = Signal()

    def __init__(self, title: str = "") -> None:
        super().__init__()
        current = look()
        self._rows = across(self, spacing=current.M)
        self._title_box = QWidget()
        self.title = PageTitle(title)
        self.controls = across(spacing=current.M)
        fill(across(self._title_box, spacing=current.XL), self.title, self.controls, None)
        self._actions_box = QWidget()
        self.action_row = across(self._actions_box, spacing=current.XS)
        self._primary: QPushButton | None = None
        self.action_row.addStretch(1)  # below the title they stay at the right
        fill(self._rows, (self._title_box, 1), self._actions_box)
        self.back_button = BackButton("chevron-left", self.tr("Back"), self)
        self.back_button.clicked.connect(self.back)
        self.back_button.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_title(self, text: str) -> None:
        """Show another title."""
        self.title.setText(text)

    def set_back(self, name: str) -> None:
        """Show the back button with this name, or none where it is empty; the title stays where it is."""
        if name:
            self.back_button.set_name(name)
        self.back_button.setVisible(bool(name))

    def add_actions(self, *actions: QWidget, primary: QPushButton | None = None) -> None:
        """Add quiet actions, and at the end the primary one."""
        fill(self.action_row, *actions)
        if primary is not None:
            primary.setMinimumWidth(round(112 * look().scale))
            self.action_row.addWidget(primary)
            self._primary = primary

    def set_primary(self, button: QPushButton) -> None:
        """Let another of the actions be the primary one; it changes places with the one before."""
        row, before = self.action_row, self._primary
        if before is None or before is button:
            return
        self._primary = button
        row.removeWidget(before)
        row.insertWidget(row.indexOf(button), before)
        row.removeWidget(button)
        row.addWidget(button)
        before.setMinimumWidth(0)
        button.setMinimumWidth(round(112 * look().scale))
        set_role(before, "quiet")
        set_role(button, "primary")

    def has_room(self, *actions: QWidget, title: int = 0) -> bool:
        """Return whether these actions fit side by side, after a title so wide."""
        wanted = title + sum(self.action_row.spacing() + _least_width(one) for one in actions)
        return wanted <= self.width() - 2 * look().XXL - look().M

    def event(self, event: QEvent) -> bool:
        """Find room for what is in it whenever that changes."""
        if event.type() is QEvent.Type.LayoutRequest:
            self.fit()
            if self.isVisible():
                self._chain()
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Let Tab go through the head from left to right, before it comes to the page."""
        super().showEvent(event)
        self._chain()

    def _chain(self) -> None:
        inside = [one for one in self.findChildren(QWidget) if one.window() is self.window()]  # no list that pops up
        taking = [one for one in inside if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
        taking.sort(key=lambda one: (one is not self.back_button, one.mapTo(self, QPoint(0, 0)).x()))
        for before, after in pairwise([self, *taking]):
            chain(before, after)

    def fit(self) -> None:
        """Set the margins, the arrow, and the actions next to the title where there is room."""
        current = look()
        air = (current.head - current.target) // 2
        self._title_box.setMinimumHeight(current.target)
        self._rows.setContentsMargins(current.XXL, air, current.XXL, air)
        title = self.title.minimumSizeHint().width()
        title += sum(current.XL + _least_width(one) for one in _shown(self._title_box) if one is not self.title)
        actions = _shown(self._actions_box)
        stand(self._rows, beside=self.has_room(*actions, title=title) and self.width() >= _BESIDE * current.scale)
        stand(self.action_row, beside=self.has_room(*actions))  # else in a column: a language has long words
        self.back_button.move(0, air)
        self.back_button.resize(self.back_button.sizeHint())


def _shown(box: QWidget) -> list[QWidget]:
    """Return the widgets that take room in a box, hidden ones too that keep their place."""
    found = [one for one in box.children() if isinstance(one, QWidget)]
    return [one for one in found if not one.isHidden() or one.sizePolicy().retainSizeWhenHidden()]


def _least_width(one: QWidget) -> int:
    hint = one.minimumSizeHint() if isinstance(one, PageTitle) else one.sizeHint()
    return max(hint.width(), one.minimumWidth())


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
        self._readable: QWidget | None = None
        PageFrame.fit(self)

    @property
    def content_width(self) -> int:
        """The width of what is below the header, between the margins."""
        current = look()
        whole = self.width() if self._wide else min(self.width(), current.work_width + 2 * current.XXL)
        return whole - 2 * current.XXL

    def set_scrolled(self, content: QWidget, *, readable: bool = False) -> ScrollPage:
        """Let the body be this, scrolled where it must be; with `readable` no wider than words can be read well."""
        self._readable = content if readable else None
        holder = QWidget()
        fill(across(holder, spacing=0), (content, 1000), None)
        scrolled = ScrollPage(holder)
        self.keep_bar(scrolled)
        fill(self.body, (scrolled, 1))
        self.fit()
        return scrolled

    def keep_bar(self, scrolled: ScrollPage) -> None:
        """Let the bar of what scrolls at the right of the body stand in the margin, and take no height from others."""
        scrolled.keep_bar()
        scrolled.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        margins = self.body.contentsMargins()
        margins.setRight(look().XXL - look().L)
        self.body.setContentsMargins(margins)

    def fit(self) -> None:
        """Keep the page from being stretched beyond what can be used."""
        current = look()
        if not self._wide:
            self._holder.setMaximumWidth(current.work_width + 2 * current.XXL)
        if self._readable is not None:
            self._readable.setMaximumWidth(current.readable_width)


def divider() -> QFrame:
    """Return the line between a list and its detail."""
    line = QFrame()
    set_role(line, "divider")
    return line


class ListFrame(PageFrame):
    """A page with a list and the detail of what is chosen there; the list is as wide on every such page.

    Where there is no room next to it, the list becomes a `choice` that opens above the detail. `least_detail` is the
    least width of the detail at 100 % text.
    """

    least_detail: ClassVar[int] = 440

    def set_panes(self, listing: QWidget, choice: Choice, detail: QWidget, *below: QWidget) -> None:
        """Lay out the list, what is below it, and the detail."""
        current = look()
        self.listing, self.choice, self.detail = listing, choice, detail
        self._side = QWidget()
        self._divider = divider()
        self._side_column = fill(down(self._side, spacing=current.S), choice, (listing, 1), *below)
        self._panes = fill(across(spacing=current.XL), self._side, self._divider, (detail, 1))
        nest(self.body, self._panes, 1)
        # what a row is chosen by, and a scroll bar, reach into the margins
        self.body.setContentsMargins(current.XXL - current.M, 0, current.XXL, current.XL)
        if isinstance(detail, ScrollPage):
            self.keep_bar(detail)
        self.fit()

    @property
    def is_narrow(self) -> bool:
        """Whether the list opens above the detail."""
        current = look()
        return self.width() - 2 * current.XXL < current.list_width + self.least_detail * current.scale

    @property
    def list_or_choice(self) -> QWidget:
        """What takes the keyboard for the list."""
        return self.choice if self.listing.isHidden() else self.listing

    @property
    def detail_width(self) -> int:
        """The width that is left for the detail."""
        current = look()
        return self.content_width - (0 if self.is_narrow else current.list_width + 2 * current.XL + current.line_width)

    def fit(self) -> None:
        """Turn the list into one that opens where there is no room for it."""
        super().fit()
        if not hasattr(self, "_panes"):
            return
        current, narrow = look(), self.is_narrow
        had_keyboard = self.choice.hasFocus() or self.listing.hasFocus()
        self.choice.setVisible(narrow)
        self.header.fit()  # a page may have the choice there
        for one in (self.listing, self._divider):
            one.setVisible(not narrow)
        if had_keyboard:
            self.list_or_choice.setFocus(Qt.FocusReason.OtherFocusReason)
        stand(self._panes, beside=not narrow)
        self._panes.setSpacing(current.S if narrow else current.XL)
        wide = current.list_width + current.M
        self._side.setMaximumWidth(ANY_WIDTH if narrow else wide)
        self._side.setMinimumWidth(0 if narrow else wide)
        side = current.M if narrow else 0
        self._side_column.setContentsMargins(side, 0, 0, 0)
        inside = self.detail.widget() if isinstance(self.detail, ScrollPage) else None
        (inside or self.detail).setContentsMargins(side, 0, 0, 0)
