"""Surfaces and words: cards, headings, lines, empty states, and the page that scrolls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QLayout, QScrollArea, QSizePolicy, QWidget

from .. import icons
from ..accessibility import make_card
from ..rich_text import PlainLabel, set_tooltip
from ..theme import look, set_role
from .buttons import Button
from .fitting import RETHEMED
from .layouts import across, down, fill


class TextLabel(PlainLabel):
    """A sentence that `wraps` and is never taken for markup; its role is its place in the hierarchy."""

    def __init__(self, text: str = "", role: str = "", parent: QWidget | None = None, *, wraps: bool = True) -> None:
        super().__init__(text, parent)
        self.setWordWrap(wraps)
        if role:
            set_role(self, role)

    def say(self, text: str) -> None:
        """Show these words, or nothing at all where there are none."""
        self.setText(text)
        self.setVisible(bool(text))


class PathWords(TextLabel):
    """A path, alone or in a sentence: it goes on in the next line after each folder, and is read out as it is."""

    def show_path(self, path: str | Path, sentence: str = "{path}") -> None:
        """Show this one."""
        breaking = str(path).replace("/", "/\u200b").replace("\\", "\\\u200b")
        self.setText(sentence.format(path=breaking))
        self.setAccessibleName(sentence.format(path=path))


class Heading(TextLabel):
    """The heading of a page (level 1) or of a part of it (level 2)."""

    def __init__(self, text: str, level: int = 2, parent: QWidget | None = None) -> None:
        super().__init__(text, "display" if level == 1 else "title", parent)


class IconLabel(PlainLabel):
    """One of our icons in a colour of the theme, or the room for one."""

    def __init__(self) -> None:
        super().__init__()
        self._icon = "", "text"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_icon(self, name: str, ink: str) -> None:
        """Show an icon in the colour that is called `ink`, or none."""
        self._icon = name, ink
        current = look()
        self.setFixedWidth(current.icon)
        colour = getattr(current.colours, ink)
        ratio = self.devicePixelRatioF()
        self.setPixmap(icons.pixmap(name, current.icon, colour, ratio) if name else QPixmap())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RETHEMED:
            self.show_icon(*self._icon)


class Elided(Heading):
    """A one-line heading, shortened with an ellipsis; its tooltip has the full text."""

    MODE = Qt.TextElideMode.ElideRight

    def __init__(self, text: str = "", level: int = 1) -> None:
        super().__init__(text, level)
        self.setWordWrap(False)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        super().setText(text)
        set_tooltip(self, text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        painter.setFont(self.font())
        text = painter.fontMetrics().elidedText(self.text(), self.MODE, self.width())
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
        painter.end()


class Separator(QFrame):
    """A quiet horizontal line."""

    def __init__(self) -> None:
        super().__init__()
        set_role(self, "rule")


class CardFrame(QFrame):
    """A quiet surface for things that belong together; `body` is the layout to fill, `bar` the line of its heading."""

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        make_card(self)
        set_role(self, "paper")
        current = look()
        outer = down(self, spacing=current.M, margins=(current.L, current.L, current.L, current.L))
        self.bar = across(spacing=current.S)
        self.heading = Heading(title, 2, self)
        self.heading.setWordWrap(False)
        if not title:
            self.heading.hide()
        else:
            self.bar.addWidget(self.heading, 1)
            self.setAccessibleName(title)
        self.body = down(spacing=current.S)
        fill(outer, self.bar, (self.body, 1))


class Section(CardFrame):
    """A part of a page under its heading, without an edge of its own."""

    def __init__(self, title: str = "") -> None:
        super().__init__(title)
        set_role(self, "")
        layout = self.layout()
        assert layout is not None  # noqa: S101 - every card has one
        layout.setContentsMargins(0, 0, 0, look().L)


class EmptyState(QWidget):
    """What a place looks like before there is anything in it: a picture, a sentence, and the one thing to do."""

    def __init__(
        self,
        title: str,
        sentence: str,
        action: str = "",
        do: Callable[[], None] | None = None,
        picture: QPixmap | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        current = look()
        layout = down(self, spacing=current.S, margins=(current.XL, current.XXL, current.XL, current.XXL))
        layout.addStretch(1)
        if picture is not None:
            shown = PlainLabel()
            shown.setPixmap(picture)
            layout.addWidget(shown, 0, Qt.AlignmentFlag.AlignHCenter)
        for words in (Heading(title, 2), TextLabel(sentence, "quiet")):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
            layout.addWidget(words)
        self.action: Button | None = None
        if action:
            self.action = Button(action, "primary")
            if do is not None:
                self.action.clicked.connect(do)
            layout.addSpacing(current.S)
            layout.addWidget(self.action, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)


class ScrollPage(QScrollArea):
    """A page that scrolls up and down where it must, and never sideways: what is in it gets the width there is."""

    def __init__(self, content: QWidget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setViewport(QWidget())  # to look for the class of Qt's own, PySide loads every widget there is: 10 ms
        self.viewport().setAutoFillBackground(False)
        self.setWidgetResizable(False)
        if content is not None:
            self.setWidget(content)

    def setWidget(self, content: QWidget) -> None:
        """Scroll this. Qt shows it at once, so what is put into it afterwards is dressed but once."""
        super().setWidget(content)
        content.setAutoFillBackground(False)
        content.installEventFilter(self)

    def keep_bar(self) -> None:
        """Keep the place of the scroll bar, so that what is in it is as wide with and without one."""
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalScrollBar().rangeChanged.connect(self._on_range)

    def _on_range(self, _least: int, most: int) -> None:
        self.verticalScrollBar().setEnabled(most > 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_content()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest:
            self.fit_content()
        return False

    def show_from(self, part: QWidget) -> None:
        """Scroll so far that a part is at the top."""
        content = self.widget()
        assert content is not None  # noqa: S101 - the part is in it
        for one in (content, part.parentWidget()):
            layout = one.layout() if one is not None else None
            if layout is not None:
                layout.activate()
        self.fit_content()
        self.verticalScrollBar().setValue(part.mapTo(content, QPoint()).y())

    def fit_content(self) -> None:
        """Give what is in it the width there is, and the height it needs."""
        content = self.widget()
        if content is None:
            return
        layout: QLayout | None = content.layout()
        width = min(self.viewport().width(), content.maximumWidth())
        if layout is not None and layout.hasHeightForWidth():
            needed = layout.totalHeightForWidth(width)
        elif content.hasHeightForWidth():
            needed = content.heightForWidth(width)
        else:
            needed = content.minimumSizeHint().height()
        content.resize(width, max(self.viewport().height(), needed))
