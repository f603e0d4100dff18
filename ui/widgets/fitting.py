"""Widgets that lay themselves out for the room there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

RETHEMED: Final = frozenset({QEvent.Type.StyleChange, QEvent.Type.FontChange})
"""What a widget is told when text or theme change."""
if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object  # a mixin, for widgets of every kind


class Fits(_Widget):
    """A widget that fits what is in it whenever it gets another size, or the text and theme do."""

    def fit(self) -> None:
        """Lay out what is in it for the room there is."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RETHEMED and self.testAttribute(Qt.WidgetAttribute.WA_WState_Created):
            self.fit()
