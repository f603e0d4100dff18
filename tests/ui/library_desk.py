"""The page of a library, rules or cards, on a folder of its own, driven as a person drives it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from tests.ui import walk


class LibraryDesk:
    """A page on a folder, what it said, and the hands that work on it."""

    def __init__(self, qtbot, context, page):
        self.qtbot, self.context = qtbot, context
        self.said = []
        context.message_asked.connect(self.said.append)
        self.page = page(context)
        qtbot.addWidget(self.page)

    def show(self, width=1180, height=780):
        walk.show_active(self.qtbot, self.page, width, height)
        return self.settle()

    def settle(self):
        """Let what was asked for be read, and layouts be made."""
        for _ in range(3):
            QApplication.sendPostedEvents()
            QApplication.processEvents()
        return self

    @property
    def model(self):
        return self.page.model

    def click(self, widget):
        self.settle()
        if isinstance(widget, QAction):
            assert widget.isEnabled(), widget.text()
            widget.trigger()
        else:
            if self.page.detail.isAncestorOf(widget):
                self.page.detail.ensureWidgetVisible(widget)
            assert widget.isVisible(), widget.accessibleName()
            assert widget.isEnabled(), widget.accessibleName()
            self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
        self.settle()

    def choose(self, word):
        """Click a line of the list."""
        self.settle()
        row = [place.title if place.key else "" for place in self.page.list.rows].index(word)
        item = self.page.list.item(row)
        self.page.list.scrollToItem(item)
        place = self.page.list.visualItemRect(item).center()
        self.qtbot.mouseClick(self.page.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
        self.settle()
