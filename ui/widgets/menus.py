"""Menus with round corners, which open over a page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, QRectF, Qt
from PySide6.QtGui import QPainterPath, QRegion
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget

from ..theme import look


def round_corners(popup: QWidget) -> None:
    """Let a window that pops up have the round corners of its style sheet."""
    frameless = Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
    popup.setWindowFlags(popup.windowFlags() | frameless)
    popup.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)


def mask_corners(popup: QWidget) -> None:
    """Cut the corners off, once it has its size: where nothing composes windows they would be black."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(popup.rect()), look().RADIUS, look().RADIUS)
    popup.setMask(QRegion(path.toFillPolygon().toPolygon()))


def open_menu(menu: QMenu, at: QPoint) -> None:
    """Open a menu with round corners at this place of the screen."""
    round_corners(menu)
    menu.popup(at)
    mask_corners(menu)


class PopupMenu(QMenu):
    """A menu that is made for one use, and goes when it is closed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)


class OpensMenu(QObject):
    """Lets a button open the menu that `make` gives.

    The menu is made on demand, by a click or by the list of all commands.
    """

    def __init__(self, button: QAbstractButton, make: Callable[[], QMenu]) -> None:
        super().__init__(button)
        self.button, self.make = button, make
        button.clicked.connect(self._open)

    def _open(self) -> None:
        open_menu(self.make(), self.button.mapToGlobal(self.button.rect().bottomLeft()))
