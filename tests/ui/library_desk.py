"""The page of a library, rules or cards, on a folder of its own, driven as a person drives it."""

from mjcompanion.ui.widgets import CheckBox, Choice, ScaleField, Segmented
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction

from tests.ui.desk import PageDesk


def operate(qtbot, control):
    """Set an option to another value by the control for it; gives the value."""
    if isinstance(control, CheckBox):
        qtbot.mouseClick(control, Qt.MouseButton.LeftButton)
        return control.isChecked()
    if isinstance(control, Segmented):
        other = next(one for one in control.segments if one.value not in (control.value, "own"))
        qtbot.mouseClick(other, Qt.MouseButton.LeftButton)
        return other.value
    if isinstance(control, Choice):
        control.setFocus()
        qtbot.keyClick(control, Qt.Key.Key_Down)
        return control.currentData()
    is_scale = isinstance(control, ScaleField)
    field = control if is_scale else control.spin
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "0, 2, 4" if is_scale else "40")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    return (0, 2, 4) if is_scale else 40


class LibraryDesk(PageDesk):
    """A page on a folder, what it said, and the hands that work on it."""

    def _on_message(self, message):
        self.said.append(message)  # with what can be done about it

    def click(self, widget):
        self.settle()
        if isinstance(widget, QAction):
            assert widget.isEnabled(), widget.text()
            widget.trigger()
        else:
            if self.page.detail.isAncestorOf(widget):
                self.page.detail.ensureWidgetVisible(widget)
            super().click(widget)
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
