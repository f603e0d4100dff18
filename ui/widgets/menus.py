"""A button that opens a menu: the menu is made when it is wanted, by a click or by the list of all commands."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QAbstractButton, QMenu


class OpensMenu(QObject):
    """Lets a button open the menu that `make` gives, which goes when it is closed."""

    def __init__(self, button: QAbstractButton, make: Callable[[], QMenu]) -> None:
        super().__init__(button)
        self.button, self.make = button, make
        button.clicked.connect(self._open)

    def _open(self) -> None:
        self.make().popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))
