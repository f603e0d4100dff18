"""A page for everybody in the room: it covers the whole window, and any key or click leaves it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from ..accessibility import announce
from ..rich_text import PlainLabel
from ..theme import look
from .felt import paint_cloth

_ALONE: Final = frozenset(
    {
        Qt.Key.Key_Shift,
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_Meta,
        Qt.Key.Key_CapsLock,
        Qt.Key.Key_NumLock,
    }
)
"""Keys that do nothing by themselves."""
_DEEDS: Final = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
    }
)


class Sideboard(PlainLabel):
    """Felt over all of a window, on which a subclass paints what is to be read from afar.

    Signals:
        left(): it was left, and the window is as before.
    """

    left = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__("", window)
        self._window = window
        self._before: QWidget | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setCursor(Qt.CursorShape.BlankCursor)
        self.setAutoFillBackground(True)
        self.hide()

    def paint_board(self, painter: QPainter, box: QRectF) -> None:
        """Paint what is to be read, on the felt."""

    def told(self) -> str:
        """All of it in words."""
        return ""

    def go_on(self) -> bool:
        """Show what comes next; false where there is nothing more, and it is left."""
        return False

    def open(self) -> None:
        """Cover the window."""
        self._before = QApplication.focusWidget()
        self.setGeometry(self._window.rect())
        self._window.installEventFilter(self)
        self.refresh()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, self.told())

    def leave(self) -> None:
        """Show the window as it was."""
        self._window.removeEventFilter(self)
        self.hide()
        before, self._before = self._before, None
        if before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.left.emit()

    def refresh(self) -> None:
        """Paint it anew."""
        self.setAccessibleName(self.told())
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return False

    def event(self, event: QEvent) -> bool:
        """Take every key before a shortcut of the window does."""
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def focusNextPrevChild(self, _forward: bool) -> bool:  # noqa: FBT001 - Qt's signature
        """Tab is a key like any other."""
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if (
            event.key() not in _ALONE
            and not event.isAutoRepeat()
            and (event.key() == Qt.Key.Key_Escape or not self.go_on())
        ):
            self.leave()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if not self.go_on():
            self.leave()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().window())
        box = QRectF(self.rect())
        paint_cloth(painter, box, look(), radius=0)
        self.paint_board(painter, box)
        painter.end()


class Idle(QObject):
    """Tells when nobody has touched keys or mouse for a while, as long as something is in sight.

    Signals:
        rested(): so much time has gone by.
    """

    rested = Signal()

    def __init__(self, widget: QWidget, milliseconds: int) -> None:
        super().__init__(widget)
        self._widget = widget
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(milliseconds)
        self._timer.timeout.connect(self._on_time)
        self._on = False

    def watch(self, *, on: bool) -> None:
        """Begin to wait, or stop."""
        application = QApplication.instance()
        if on is self._on or application is None:
            return
        self._on = on
        if on:
            application.installEventFilter(self)
            self._timer.start()
        else:
            application.removeEventFilter(self)
            self._timer.stop()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in _DEEDS:
            self._timer.start()
        return False

    def _on_time(self) -> None:
        if self._widget.isVisible() and self._widget.isActiveWindow() and QApplication.activePopupWidget() is None:
            self.rested.emit()
        else:
            self._timer.start()
