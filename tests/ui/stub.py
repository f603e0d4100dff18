"""Pages for a window that is tried without the program's own ones."""

from collections.abc import Callable

from mjcompanion.ui.page import Page
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget


class Blank(QWidget):
    """A widget that stands for the Score page, and may lead to another one as that does."""

    print_wanted, look_wanted = Signal(), Signal(str)

    def __init__(self, _context=None):
        super().__init__()


class Stub(Page, frozen=True):
    """A page whose widget is whatever a test says."""

    widget: Callable[..., QWidget] = Blank

    def make(self, context):
        return self.widget(context)
