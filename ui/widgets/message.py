"""Messages that block nothing: a strip with a sentence, and perhaps one thing to do about it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from .. import icons
from ..context import Message
from ..theme import look
from .buttons import Button, IconButton
from .surfaces import Words

_ICONS = {"info": "info", "good": "check", "warn": "warning", "wrong": "warning"}
_STAYS_MS = 8000


class MessageBar(QWidget):
    """Shows one message at a time; good news leaves by itself, the rest stays until it is closed.

    Signals:
        closed(): the message is gone.
    """

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._message: Message | None = None
        current = look()
        self._text = Words("")
        self._action = Button("", "quiet")
        self._close = IconButton("close", self.tr("Close this message"))
        self._layout = QHBoxLayout(self)
        self._layout.setSpacing(current.S)
        self._layout.addWidget(self._text, 1)
        self._layout.addWidget(self._action)
        self._layout.addWidget(self._close)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.dismiss)
        self._action.clicked.connect(self._on_action)
        self._close.clicked.connect(self.dismiss)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    @property
    def message(self) -> Message | None:
        """What is shown now."""
        return self._message

    def say(self, message: Message) -> None:
        """Show a message in place of the one before."""
        current = look()
        self._message = message
        self._layout.setContentsMargins(current.L + current.icon + current.S, current.XS, current.S, current.XS)
        self._text.setText(message.sentence)
        self._action.setText(message.action)
        self._action.setVisible(bool(message.action))
        self.setAccessibleName(message.sentence)
        self.show()
        self.update()
        if message.kind in ("info", "good") and not message.action:
            self._timer.start(_STAYS_MS)
        else:
            self._timer.stop()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def dismiss(self) -> None:
        """Take the message away."""
        self._timer.stop()
        if self._message is not None:
            self._message = None
            self.hide()
            self.closed.emit()

    def _on_action(self) -> None:
        do = self._message.do if self._message is not None else None
        self.dismiss()
        if do is not None:
            do()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A strip in the colour of its kind, with an icon."""
        current = look()
        c = current.colours
        kind = self._message.kind if self._message is not None else "info"
        fills = {"good": c.good_soft, "warn": c.warn_soft, "wrong": c.wrong_soft}
        inks = {"good": c.good, "warn": c.warn, "wrong": c.wrong}
        ink = inks.get(kind, c.text)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(fills.get(kind, c.rail)))
        painter.drawRect(self.rect())
        painter.setBrush(QColor(ink))
        painter.drawRect(QRectF(0, 0, self.width(), current.line_width))
        picture = icons.pixmap(_ICONS.get(kind, "info"), current.icon, ink, self.devicePixelRatioF())
        painter.drawPixmap(current.L, (self.height() - current.icon) // 2, picture)
        painter.end()
