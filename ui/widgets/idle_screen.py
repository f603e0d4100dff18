"""A clock that runs while nobody touches keys or mouse."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

_DEEDS: Final = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
    }
)


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
