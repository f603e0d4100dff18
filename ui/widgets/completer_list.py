"""The list of a field that completes what is typed."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QListView

from ..theme import look, set_role, style_sheet
from .menus import mask_corners, round_corners


class CompleterList(QListView):
    """The list of a completer, which Qt opens as a window of its own, in the look of the page."""

    def __init__(self) -> None:
        super().__init__()
        set_role(self, "popup")
        round_corners(self)

    def showEvent(self, event: QShowEvent) -> None:
        """Take the current look."""
        self.setStyleSheet(style_sheet(look()))
        super().showEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        mask_corners(self)
