"""Walks what is on the screen as a screen reader does, and as somebody does who has only a keyboard or weak eyes.

`faults_of(window)` gives a sentence for each thing that is wrong; `tree(widget)` is what a screen reader finds.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise

import msgspec
from mjcompanion.ui import accessibility
from mjcompanion.ui.pages.table.square import PlaceCard
from mjcompanion.ui.widgets.tiles import TileButton
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QScrollBar,
    QSpinBox,
    QWidget,
)

from tests.ui.contrast import contrast

ROLE = QAccessible.Role
OPERATED = frozenset(
    {
        ROLE.Button,
        ROLE.ButtonMenu,
        ROLE.ButtonDropDown,
        ROLE.CheckBox,
        ROLE.RadioButton,
        ROLE.ComboBox,
        ROLE.EditableText,
        ROLE.SpinBox,
        ROLE.Slider,
        ROLE.Link,
        ROLE.MenuItem,
    }
)
"""Roles of what can be clicked or typed into."""
SMALLEST = 32
TEXT, DISABLED = 4.5, 3.0
_INSIDE = 5
"""So far from the edge of a control its words begin; what lies outside is its frame."""


def show_active(qtbot, widget, width, height):
    """Show a widget in this size, and give it the keyboard."""
    widget.resize(width, height)
    with qtbot.waitActive(widget):
        widget.show()
        widget.activateWindow()


def end_work(window):
    """End what a window has running beside it, and take back its theme."""
    page = window.page("print")
    if page is not None:
        page.model.maker.close()
        page.model.drawer.close()
    window.context.close()
    window.context.theme.apply("light", 100)


def close(window):
    """End a window and delete it at once: no later test is to find it."""
    end_work(window)
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)


def settle(window: QWidget, until: Callable[[], object] | None = None) -> None:
    """Let everything that is under way in a window come to an end."""
    context = window.context
    for _ in range(12_000):
        QTest.qWait(5)
        if (context._ledger is None or not context.ledger.busy) and (until is None or until()):
            break
    else:
        raise AssertionError("it never came to an end")
    for _ in range(4):  # words that wrap are laid out level by level
        QApplication.sendPostedEvents()
        QApplication.processEvents()


class Node(msgspec.Struct):
    """One thing as a screen reader finds it."""

    depth: int
    role: str
    name: str
    description: str
    value: str
    states: tuple[str, ...]
    widget: object

    def __str__(self):
        said = [self.name and f"“{self.name}”", self.value and f"= {self.value}", *self.states]
        more = f" – {self.description}" if self.description else ""
        return "  " * self.depth + " ".join([self.role, *[one for one in said if one]]) + more


STATES = ("disabled", "focused", "checkable", "checked", "selected", "expanded", "collapsed", "readOnly", "invalid")


def tree(widget: QWidget) -> list[Node]:
    """What can be seen of a widget, as a screen reader walks it."""
    found: list[Node] = []

    def go(interface, depth):
        state = interface.state()
        if state.invisible or interface.role() is ROLE.ScrollBar:
            return
        text = interface.text
        states = tuple(one for one in STATES if getattr(state, one, False))
        role = interface.role().name
        said = text(QAccessible.Text.Name), text(QAccessible.Text.Description), text(QAccessible.Text.Value)
        found.append(Node(depth, role, *said, states, interface.object()))
        for at in range(min(interface.childCount(), 400)):
            child = interface.child(at)
            if child is not None and child.isValid():
                go(child, depth + 1)

    interface = QAccessible.queryAccessibleInterface(widget)
    assert interface is not None
    go(interface, 0)
    return found


def who(widget: QWidget) -> str:
    """A widget as one finds it in the code."""
    chain = []
    here: QWidget | None = widget
    while here is not None and len(chain) < 3:
        chain.append(type(here).__name__)
        here = here.parentWidget()
    text = widget.text() if isinstance(widget, QAbstractButton | QLabel | QLineEdit) else ""
    return f"{' in '.join(chain)} “{widget.accessibleName() or text}”"


def in_sight(window: QWidget) -> list[QWidget]:
    """Everything that is shown, however far it has to be scrolled for."""
    return [one for one in window.findChildren(QWidget) if one.isVisible() and one.window() is window]


def operated(window: QWidget) -> list[QWidget]:
    """What people click or type into."""
    kinds = (QAbstractButton, QLineEdit, QComboBox, QSpinBox, QAbstractSlider)
    found = []
    for one in in_sight(window):
        inside_spin = isinstance(one, QLineEdit) and isinstance(one.parentWidget(), QSpinBox | QComboBox)
        focusable = bool(one.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if (isinstance(one, kinds) or focusable) and not inside_spin and not isinstance(one, QScrollBar):
            found.append(one)
    return found


# --- what can be wrong ---------------------------------------------------------------------------------------------


def unnamed(window: QWidget) -> Iterator[str]:
    """What can be operated and has no name, or only what it is."""
    for one in operated(window):
        interface = QAccessible.queryAccessibleInterface(one)
        name = interface.text(QAccessible.Text.Name).strip()
        if not name or name.lower() in ("button", "field", "icon", "tile", "list", "…", "...", "?", "x", "×"):
            yield f"has no name: {who(one)}"
        if isinstance(one, QComboBox) and not interface.text(QAccessible.Text.Description):
            yield f"says what is chosen and not what for: {who(one)}"
        if one.toolTip() and "(" in name and any(key in name for key in ("Ctrl+", "Alt+")):
            yield f"has keys in its name: {who(one)}"
    for node in tree(window):
        if node.widget is None and node.role in ("ListItem", "Cell", "TreeItem") and not (node.name or node.value):
            yield f"an item without words: {node}"


def alike(window: QWidget) -> Iterator[str]:
    """Different controls of one name at one place: who hears them can't tell them apart. Tiles are told by themselves."""
    seen: dict[tuple[object, str, str], QWidget] = {}
    for one in operated(window):
        if isinstance(one, TileButton) or not one.isEnabled():
            continue
        interface = QAccessible.queryAccessibleInterface(one)
        name = interface.text(QAccessible.Text.Name), interface.text(QAccessible.Text.Description)
        around = one.parentWidget()
        while around is not None and not around.accessibleName():
            around = around.parentWidget()
        key = (around, interface.role().name, *name)
        if key in seen:
            yield f"has the name of another beside it: {who(one)}"
        seen[key] = one


def misfits(window: QWidget) -> Iterator[str]:
    """Roles and states that don't fit what a control is."""
    for one in operated(window):
        interface = QAccessible.queryAccessibleInterface(one)
        role, state = interface.role(), interface.state()
        if isinstance(one, QAbstractButton | QLineEdit | QComboBox | QSpinBox | QAbstractSlider):
            if role not in OPERATED:
                yield f"has the role {role.name}: {who(one)}"
        elif role in (ROLE.Client, ROLE.NoRole, ROLE.Window, ROLE.Pane) and not isinstance(one, QAbstractScrollArea):
            yield f"takes the keyboard and has the role {role.name}: {who(one)}"
        if bool(state.disabled) is one.isEnabled():
            yield f"doesn't tell whether it can be used: {who(one)}"
        if isinstance(one, QAbstractButton) and one.isCheckable() and bool(state.checked) is not one.isChecked():
            yield f"doesn't tell whether it is on: {who(one)}"


def small(window: QWidget) -> Iterator[str]:
    """What is harder to hit than it should be."""
    for one in operated(window):
        if not isinstance(one, QAbstractItemView) and min(one.width(), one.height()) < SMALLEST:
            yield f"is {one.width()} × {one.height()}: {who(one)}"


def bring_to_front(window: QWidget) -> None:
    """Make it the window that has the keyboard; that takes a turn or more of the event loop."""
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window, 60_000)


def tab_round(window: QWidget, most: int = 400) -> list[QWidget]:
    """Where Tab goes from the rail on, until it comes back."""
    bring_to_front(window)
    start = accessibility.stops(window)[0]
    start.setFocus(Qt.FocusReason.TabFocusReason)
    found: list[QWidget] = []
    for _ in range(most):
        here = QApplication.focusWidget()
        if here is None or here in found[:-1]:
            break
        if here not in found:  # a text with links keeps the keyboard for each of them
            found.append(here)
        QTest.keyClick(here, Qt.Key.Key_Tab)
    return found


def unreached(window: QWidget, reached: list[QWidget]) -> Iterator[str]:
    """What should take Tab and doesn't."""
    proxied = {one.focusProxy() for one in reached}
    for one in operated(window):
        if not accessibility.takes_keyboard(one) or one.focusProxy() is not None or one in reached or one in proxied:
            continue
        if any(isinstance(there, QSpinBox) and there.lineEdit() is one for there in reached):
            continue
        yield f"is never reached by Tab: {who(one)}"
    for one in operated(window):
        group = one.parentWidget()
        if one.isEnabled() and not one.focusPolicy() & Qt.FocusPolicy.TabFocus and isinstance(one, QAbstractButton):
            roving = any(there is group or there.parentWidget() is group for there in reached)
            picture = isinstance(one, TileButton) and bool(group.accessibleName())  # a row that only shows tiles
            if not roving and not picture:
                yield f"can't be reached by keyboard: {who(one)}"


def jumps(window: QWidget, reached: list[QWidget]) -> Iterator[str]:
    """Where Tab leaves a part of the window before it is through, and comes back later."""
    if isinstance(window, QDialog):
        return  # it has no parts
    shell = window.stack.currentWidget()
    parts = {id(one): at for at, those in enumerate(accessibility.areas(shell)) for one in those}
    inside = [one for one in reached if id(one) in parts]
    left: set[int] = set()
    before = None
    for one in inside:
        part = parts[id(one)]
        if before is not None and part != before:
            left.add(before)
        if part in left:
            yield f"is visited after the keyboard had left its part of the page: {who(one)}"
            left.discard(part)
        before = part
    for one, other in pairwise(inside):
        here, there = place(one, shell), place(other, shell)
        upwards = there.bottom() < here.top() - 120 and there.right() <= here.left()
        same_part = parts[id(one)] == parts[id(other)]
        around_table = isinstance(one, PlaceCard)  # from seat to seat
        if same_part and upwards and not around_table:
            yield f"comes after {who(one)} but lies above and before it: {who(other)}"


def place(widget: QWidget, parent: QWidget) -> QRect:
    """Where a widget lies."""
    return QRect(widget.mapTo(parent, QPoint(0, 0)), widget.size())


def invisible_focus(window: QWidget, reached: list[QWidget]) -> Iterator[str]:
    """What looks the same with and without the keyboard."""
    for one in reached:
        one.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.sendPostedEvents()
        here = QApplication.focusWidget()
        if here is None:
            continue
        shown = one if not isinstance(one, QLineEdit) or not isinstance(one.parentWidget(), QSpinBox) else one.parent()
        with_ring = shown.grab().toImage()
        QApplication.instance().blockSignals(True)  # else the page gives the keyboard back
        here.clearFocus()
        QApplication.instance().blockSignals(False)
        QApplication.sendPostedEvents()
        if shown.grab().toImage() == with_ring:
            yield f"doesn't show that it has the keyboard: {who(one)}"


def faint(window: QWidget) -> Iterator[str]:
    """Words that are hard to read: their contrast as it is on the screen."""
    pictures: dict[QWidget, QImage] = {}
    for one, words in written(window):
        measured = measure(one, pictures)
        wanted = TEXT if one.isEnabled() else DISABLED
        if measured is not None and measured < wanted - 0.05:
            yield f"has a contrast of {measured:.1f}: {who(one)} {words[:30]!r}"


def written(window: QWidget) -> Iterator[tuple[QWidget, str]]:
    """What has words on it."""
    for one in in_sight(window):
        if isinstance(one, TileButton) or one.width() < 8 or one.height() < 8:
            continue
        if isinstance(one, QLabel):
            words = one.text() if one.pixmap().isNull() else ""
        elif isinstance(one, QLineEdit):
            words = one.text() or one.placeholderText()
        elif isinstance(one, QComboBox):
            words = one.currentText()
        elif isinstance(one, QAbstractButton):
            words = one.text()
        else:
            words = ""
        if words.strip(" ·–-"):
            yield one, words


def measure(widget: QWidget, pictures: dict[QWidget, QImage]) -> float | None:
    """The contrast of a widget's words against what is most behind them, with all that lies around it."""
    root = widget
    while root.parentWidget() is not None and not isinstance(root.parentWidget().parentWidget(), QAbstractScrollArea):
        root = root.parentWidget()
    if root not in pictures:
        pictures[root] = root.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    picture = pictures[root]
    edge = 0 if isinstance(widget, QLabel) else _INSIDE
    corner = widget.mapTo(root, QPoint(edge, edge)) if widget is not root else QPoint(edge, edge)
    ratio = picture.devicePixelRatio()
    size = widget.size() - QSize(2 * edge, 2 * edge)
    box = QRect(corner * ratio, size * ratio).intersected(picture.rect())
    if box.width() < 4 or box.height() < 4:
        return None
    part = picture.copy(box)
    counts = Counter(memoryview(part.constBits()).cast("I"))
    ground = counts.most_common(1)[0][0] & 0xFFFFFF
    inks = {colour & 0xFFFFFF for colour in counts}
    return max(apart(ink, ground) for ink in inks) if len(inks) > 1 else None


@cache
def apart(ink: int, ground: int) -> float:
    """The contrast of two colours."""
    return contrast(QColor(ink).name(), QColor(ground).name())


def faults_of(window: QWidget) -> list[str]:
    """Everything that is wrong with what is shown, but for its colours; once more where a message came or went."""
    for _ in range(5):
        said = message_of(window)
        reached = tab_round(window)
        found = [*unnamed(window), *alike(window), *misfits(window), *small(window)]
        found += [*unreached(window, reached), *jumps(window, reached), *invisible_focus(window, reached)]
        if message_of(window) is said:
            break
    return list(dict.fromkeys(found))


def message_of(window: QWidget) -> object:
    """What the window's message bar says now."""
    bar = getattr(window, "_bar", None)
    return None if bar is None else bar.message
