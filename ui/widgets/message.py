"""Messages that block and move nothing: a slip over the page with a sentence, and perhaps one thing to do about it."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from weakref import WeakSet

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from shiboken6 import isValid

from ..accessibility import announce, chain, give_back, stops
from ..context import Message
from ..theme import look, set_role
from .buttons import Button, IconButton
from .fitting import RETHEMED
from .flow import Flow
from .layouts import across, fill, stand
from .surfaces import IconLabel, TextLabel

_ICONS = {
    "info": ("info", "text"),
    "good": ("check", "good"),
    "warn": ("warning", "warn"),
    "wrong": ("warning", "wrong"),
}
_STAYS_MS = 6000
_READING_MS = 60
"""For each letter, so that a long sentence can be read slowly."""


_clear: WeakSet[QWidget] = WeakSet()


def keep_clear(*widgets: QWidget) -> None:
    """Let no message lie over these: the next step at the foot of a page, say."""
    _clear.update(widgets)


def _stays(message: Message) -> bool:
    """Whether an information may not take its place."""
    return message.kind == "warn" or (message.kind == "wrong" and bool(message.action))


class Notice(QWidget):
    """A sentence below the pages, with one or two things to do about it; it stays until there is another."""

    def __init__(self) -> None:
        super().__init__()
        self.words = TextLabel("", "quiet")
        self.buttons = (Button("", "quiet"), Button("", "quiet"))
        flow = Flow(spacing=look().S, to_right=True)
        flow.add(*self.buttons)
        self._layout = fill(across(self, margins=(look().L, look().XS, look().L, look().XS)), (self.words, 1), flow)
        self._message: Message | None = None
        for button, name in zip(self.buttons, ("do", "do_other"), strict=True):
            button.clicked.connect(partial(self._on_clicked, name))

    def say(self, message: Message) -> None:
        """Show a message; one without a sentence takes it away."""
        self._message = message
        self.words.setText(message.sentence)
        for button, text in zip(self.buttons, (message.action, message.other), strict=True):
            button.setText(text)
            button.setVisible(bool(text))
        stand(self._layout, beside=not message.other)
        self.setVisible(bool(message.sentence))
        if message.sentence:
            announce(self, message.sentence)

    def _on_clicked(self, name: str) -> None:
        do = getattr(self._message, name)
        if do is not None:
            do()


class MessageBar(QFrame):
    """Shows one message at a time over its parent; good news leaves by itself, the rest stays until it is closed.

    A warning, or an error with something to do about it, isn't replaced by an information, which waits behind it.

    It is at the lower edge, above what is to be kept clear, and at the upper edge where it would hide what has the
    keyboard.

    Signals:
        closed(): the message is gone.
    """

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message: Message | None = None
        self._next: Message | None = None
        """The information that waits until a warning is closed."""
        self._back: QWidget | None = None
        """What had the keyboard before it came here."""
        self._icon = IconLabel()
        self._text = TextLabel("")
        self._action = Button("", "quiet")
        self._other = Button("", "quiet")
        self._close = IconButton("close", self.tr("Close this message"))
        self._buttons = fill(across(), self._action, self._other)
        self._middle = fill(across(), (self._text, 1), self._buttons)
        self._layout = fill(across(self), self._icon, (self._middle, 1), self._close)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.dismiss)
        self._action.clicked.connect(lambda: self._on_action(other=False))
        self._other.clicked.connect(lambda: self._on_action(other=True))
        self._close.clicked.connect(self.dismiss)
        self.hide()
        if parent is not None:
            parent.installEventFilter(self)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_moved)

    def _on_moved(self, old: QWidget | None, now: QWidget | None) -> None:
        if old is not None and now is not None and self.isAncestorOf(now) and not self.isAncestorOf(old):
            self._back = old
        elif self.message is not None:
            self._read_last()

    def _read_last(self) -> None:
        """Let Tab come here after the page: what was made later than the bar would be left out else."""
        before = [one for one in stops(self.window()) if not self.isAncestorOf(one)][-1:]
        for one, following in pairwise([*before, self._action, self._other, self._close]):
            chain(one, following)

    def say(self, message: Message) -> None:
        """Show a message in place of the one before; an information waits behind a warning."""
        before = self.message
        if before is not None and message.kind == "info" and _stays(before):
            self._next = message
            announce(self, message.sentence)
            return
        self.message = message
        set_role(self, f"message-{message.kind}")
        self._text.setText(message.sentence)
        self._action.setText(message.action)
        self._action.setVisible(bool(message.action))
        self._other.setText(message.other)
        self._other.setVisible(bool(message.other))
        two = bool(message.other)
        stand(self._middle, beside=not two)
        self._middle.setSpacing(look().XS if two else look().S)
        self._buttons.setAlignment(Qt.AlignmentFlag.AlignLeft if two else Qt.AlignmentFlag.AlignRight)
        self.setAccessibleName(message.sentence)
        self.place()
        self.show()
        if self.parentWidget() is not None:
            self.raise_()
        self._wait()
        announce(self, message.sentence, assertive=message.kind in ("warn", "wrong"))

    def _wait(self) -> None:
        """Let a message that needs no answer leave once it can have been read."""
        message = self.message
        if message is not None and message.kind in ("info", "good") and not message.action:
            self._timer.start(_STAYS_MS + _READING_MS * len(message.sentence))
        else:
            self._timer.stop()

    def place(self) -> None:
        """Lie over the lower edge of the parent, as wide as the sentence and the parent allow."""
        current = look()
        self._layout.setSpacing(current.S)
        self._layout.setContentsMargins(current.L, current.S, current.S, current.S)
        self._icon.show_icon(*_ICONS["info" if self.message is None else self.message.kind])
        around = self.parentWidget()
        if around is None:
            return
        self._layout.invalidate()
        self._layout.activate()  # the hints below are those of this message, not of the one before
        in_one_line = self._text.fontMetrics().horizontalAdvance(self._text.text()) + current.M
        wide = self._layout.totalSizeHint().width() - self._text.sizeHint().width() + in_one_line
        width = max(0, min(around.width() - 2 * current.L, current.message_width, wide))
        high = self._layout.totalHeightForWidth(width) if self._layout.hasHeightForWidth() else self.sizeHint().height()
        left = (around.width() - width) // 2
        box = QRect(left, around.height() - high - current.L, width, high)
        for one in filter(isValid, tuple(_clear)):
            if one.isVisible() and around.isAncestorOf(one):
                top = one.mapTo(around, QPoint(0, 0)).y()
                if top > around.height() // 2 and box.bottom() >= top:
                    box.moveBottom(top - current.S)
        focused = QApplication.focusWidget()
        if focused is not None and around.isAncestorOf(focused) and not self.isAncestorOf(focused):
            held = QRect(focused.mapTo(around, QPoint(0, 0)), focused.size())
            if held.intersects(box) and held.height() < around.height() // 2:
                box.moveTop(current.L)
        self.setGeometry(box)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parent() and event.type() == QEvent.Type.Resize and self.message is not None:
            self.place()
        return False

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RETHEMED and self.message is not None:
            self.place()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._timer.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._wait()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def dismiss(self) -> None:
        """Take the message away."""
        self._timer.stop()
        if self.message is None:
            return
        self.message = None
        around, held = self.parentWidget(), self.isAncestorOf(QApplication.focusWidget() or self)
        self.hide()
        if around is not None and held:
            give_back(self._back, around)
        waiting, self._next = self._next, None
        if waiting is not None:
            self.say(waiting)
        else:
            self.closed.emit()

    def _on_action(self, *, other: bool) -> None:
        message = self.message
        do = None if message is None else message.do_other if other else message.do
        self.dismiss()
        if do is not None:
            do()
