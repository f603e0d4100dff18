"""The Notebook on a data folder of its own, driven as a person drives it."""

import gc

from mjcompanion.ui.context import PageContext, SettingsModel
from mjcompanion.ui.pages.ledger.lists import ENTRY
from mjcompanion.ui.pages.ledger.page import LedgerPage
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from mjcompanion.ledger.ledger import Ledger
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import Settings
from tests.ui.desk import PageDesk


class NotebookDesk(PageDesk):
    """A Notebook, and a second ledger that looks at the same file."""

    def __init__(self, qtbot, theme, folder, settings=None):
        self.folders = Folders.at(folder)
        settings = SettingsModel(settings or Settings(reduced_motion=True), None)
        super().__init__(qtbot, PageContext(settings, theme, self.folders), LedgerPage)

    def wait(self):
        return self.settle()

    def settle(self):
        """Wait until nothing is under way, and what the ledger thread noticed afterwards is shown too."""
        page, ledger = self.page, self.context.ledger
        for _ in range(3):
            if ledger.has_begun:
                ledger.ask(lambda _: None, fail=lambda _: None)
            self.qtbot.waitUntil(lambda: not (ledger.busy or page.entries.waiting or page.record.waiting))
            self.qtbot.waitUntil(lambda: not page._rest.isActive())
            QApplication.processEvents()
        return self

    def ledger(self):
        return Ledger.open(None, self.folders)

    # hands

    def click(self, widget):
        super().click(widget)
        return self.settle()

    def key(self, widget, key, times=1):
        for _ in range(times):
            self.qtbot.keyClick(widget, key)
        return self.settle()

    def undo(self):
        self.qtbot.keyClick(self.page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        return self.settle()

    def click_row(self, view, row, column=0):
        index = view.model().index(row, column)
        view.scrollTo(index)
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
        return self.settle()

    def trigger(self, menu, words):
        """Choose from a menu by what it says."""
        found = [action for action in menu.actions() if words in action.text() and "Copy" not in action.text()]
        found = found or [action for action in menu.actions() if words in action.text()]
        assert len(found) == 1, [action.text() for action in menu.actions()]
        assert found[0].isEnabled()
        found[0].trigger()
        menu.close()
        return self.settle()

    # what is there

    def listed(self):
        """The ids of the entries in the list."""
        model = self.page.entries_model
        entries = [model.index(at, 0).data(ENTRY) for at in range(model.rowCount())]
        return [one.uid for one in entries if one is not None]

    def told(self):
        """What was said, but for what is under way."""
        return [one.sentence for one in self.messages if one.action != "Cancel"]  # those tell what is under way

    def words(self, widget=None):
        """All that can be read in sight."""
        return [one.text() for one in (widget or self.page).findChildren(QLabel) if one.isVisible()]


def desks(kind, qtbot, theme, folder):
    """Give a maker of desks; each is another window, as it were. Afterwards all are closed."""
    made = []

    def make(folder=folder, settings=None):
        made.append(kind(qtbot, theme, folder, settings))
        return made[-1]

    yield make
    for one in made:
        one.context.close()
    made.clear()
    gc.collect()
