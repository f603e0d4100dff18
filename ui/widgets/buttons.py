"""Buttons, a tick, a list to choose from, and a number with minus and plus: Qt's own, in our clothes."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QCursor,
    QIcon,
    QKeyEvent,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from .. import icons
from ..rich_text import PlainButton, set_tooltip
from ..shortcuts import set_tip
from ..theme import look, set_role
from .keys import ENTER, is_plain
from .layouts import across, fill
from .menus import mask_corners, round_corners
from .selecting import SelectedByClick


class Button(PlainButton, QPushButton):
    """A push button with a role ("primary", "quiet" or "") and one of our icons.

    It doesn't take the keyboard when it is clicked, so that typing goes on where it was. With a layout in it, it is as
    large as that.
    """

    def __init__(self, text: str = "", role: str = "", icon: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self._icon_name = icon
        self._drawn = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        if role:
            set_role(self, role)

    def set_icon(self, name: str) -> None:
        """Show another icon, or none."""
        self._icon_name = name
        self._drawn = ""
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ink the icon when it is first seen, and again when the theme has changed."""
        current = look()
        drawn = f"{self._icon_name} {current.name} {current.scale} {self.property('role')} {self.isChecked()}"
        if drawn != self._drawn:
            self._drawn = drawn
            self._ink()
        super().paintEvent(event)

    def sizeHint(self) -> QSize:
        current, layout = look(), self.layout()
        if layout is not None:
            return layout.totalSizeHint()
        if self._icon_name:
            self.setIconSize(QSize(current.icon + (current.XS if self.text() else 0), current.icon))
        hint = super().sizeHint()
        if self._icon_name and self.icon().isNull():
            hint.setWidth(hint.width() + self.iconSize().width() + current.XS)
        return hint

    def minimumSizeHint(self) -> QSize:
        layout = self.layout()
        return super().minimumSizeHint() if layout is None else layout.totalMinimumSize()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and is_plain(event):
            if not event.isAutoRepeat():
                self.click()
        else:
            super().keyPressEvent(event)

    def _ink(self) -> None:
        if not self._icon_name:
            self.setIcon(QIcon())
            return
        current = look()
        primary, c = self.property("role") == "primary", current.colours
        colour = c.on_accent if primary else c.on_chosen_soft if self.isChecked() else c.text
        room = current.XS if self.text() else 0
        self.setIcon(icons.icon(self._icon_name, current, colour, icons.screen_ratio(self), room))
        self.setIconSize(QSize(current.icon + room, current.icon))


class IconButton(Button):
    """A square quiet button with an icon and no word; its name is spoken by screen readers and the tooltip.

    `action` is the shortcut that does the same; the tooltip tells its keys.
    """

    def __init__(self, icon: str, name: str, parent: QWidget | None = None, *, action: str = "") -> None:
        super().__init__("", "quiet", icon, parent)
        self.set_name(name)
        if action:
            set_tip(self, name, action)

    def set_name(self, name: str) -> None:
        """Say what the button does."""
        self.setAccessibleName(name)
        set_tooltip(self, name)

    def sizeHint(self) -> QSize:
        return QSize(look().target, look().target)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class CheckBox(PlainButton, QCheckBox):
    """A tick and its sentence, which `wraps` where it has no room in one line."""

    def __init__(self, text: str = "", *, wraps: bool = False) -> None:
        super().__init__()
        self.setText(text)
        self._wraps = wraps
        policy = self.sizePolicy()
        policy.setHeightForWidth(wraps)
        if wraps:
            policy.setVerticalPolicy(QSizePolicy.Policy.Minimum)  # a fixed one would stay one line high
            policy.setHorizontalPolicy(QSizePolicy.Policy.Preferred)  # Qt's own is never narrower than its text
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def tick(self, *, on: bool) -> None:
        """Show whether it is ticked, without a signal."""
        if self.isChecked() is not on:
            self.blockSignals(True)
            self.setChecked(on)
            self.blockSignals(False)

    def minimumSizeHint(self) -> QSize:
        """The whole text, or where it wraps its longest word."""
        hint = self.sizeHint()
        if self._wraps:
            words = max((self.fontMetrics().horizontalAdvance(word) for word in self.text().split()), default=0)
            hint.setWidth(min(hint.width(), self._left() + words))
        return hint

    def heightForWidth(self, width: int) -> int:
        if not self._wraps:
            return super().heightForWidth(width)
        room = QRect(0, 0, max(1, width - self._left()), 10_000)
        words = self.fontMetrics().boundingRect(room, int(Qt.TextFlag.TextWordWrap), self.text())
        return max(look().target, words.height() + look().S)

    @staticmethod
    def _left() -> int:
        """The width of the box and the room beside it, as the style sheet has them."""
        current = look()
        return current.XS + current.icon + 2 * current.line_width + current.S

    def hitButton(self, pos: object) -> bool:  # noqa: ARG002
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the sentence in as many lines as it takes, which Qt can't."""
        if not self._wraps:
            super().paintEvent(event)
            return
        option, painter = QStyleOptionButton(), QStylePainter(self)
        self.initStyleOption(option)
        option.text = ""
        painter.drawControl(QStyle.ControlElement.CE_CheckBox, option)
        colours, left = look().colours, self._left()
        painter.setPen(QColor(colours.text if self.isEnabled() else colours.faint))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
        painter.drawText(QRect(left, 0, self.width() - left, self.height()), int(flags), self.text())
        painter.end()


class Choice(QComboBox):
    """A list that opens to choose one. The wheel scrolls the page, not the choice.

    A choice that is longer than the field ends in an ellipsis there; the list, and the tooltip, have the whole of it.
    Where the list may be long, the field has room for `least` letters, and takes what the page gives it.
    """

    def __init__(self, name: str = "", *, least: int = 0) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setAccessibleDescription(name)  # where Qt gives what is chosen for the name
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy = QComboBox.SizeAdjustPolicy
        self.setSizeAdjustPolicy(policy.AdjustToMinimumContentsLengthWithIcon if least else policy.AdjustToContents)
        self.setMinimumContentsLength(least)
        self._has_list = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._told = ""
        self.currentTextChanged.connect(lambda _: self._tell_whole())

    def set_choices(self, choices: list[tuple[str, str]]) -> None:
        """Offer these: what each represents, and its word."""
        with_data = [(self.itemData(place), self.itemText(place)) for place in range(self.count())]
        if with_data == choices:
            return
        self.blockSignals(True)
        self.clear()
        for value, word in choices:
            self.addItem(word, value)
        self.blockSignals(False)
        self._tell_whole()

    def choose(self, value: str) -> None:
        """Show the one that represents this, without a signal."""
        place = self.findData(value)
        if place != self.currentIndex():
            self.blockSignals(True)
            self.setCurrentIndex(place)
            self.blockSignals(False)
            self._tell_whole()
            self.update()

    def _words(self) -> tuple[str, str]:
        """What is chosen, or the words for none; and as much of it as there is room for."""
        whole = self.currentText() if self.currentIndex() >= 0 else self.placeholderText()
        room = self.width() - self._beside()
        return whole, self.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideRight, max(0, room))

    @staticmethod
    def _beside() -> int:
        """The width that isn't for words: edges and arrow, as the style sheet has them."""
        current = look()
        return current.M + current.S + current.icon + current.line_width

    def sizeHint(self) -> QSize:
        """Room for the longest choice; Qt knows nothing of how wide the arrow is in large text, and rounds widths."""
        if self.sizeAdjustPolicy() is not QComboBox.SizeAdjustPolicy.AdjustToContents:
            return super().sizeHint()  # its list may be long: it takes what the page gives it
        metrics = self.fontMetrics()
        widest = max((metrics.horizontalAdvance(self.itemText(place)) for place in range(self.count())), default=0)
        return super().sizeHint().expandedTo(QSize(widest + 1 + self._beside(), 0))

    def _tell_whole(self) -> None:
        """Show in the tooltip a text that the field has no room for, unless it has a text of its own."""
        whole, shown = self._words()
        if self.toolTip() == self._told:
            self._told = whole if shown != whole else ""
            set_tooltip(self, self._told)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell_whole()

    def _make_list(self) -> None:
        """Use a list that follows the style sheet; Qt's own for combo boxes doesn't."""
        from PySide6.QtWidgets import QListView

        self._has_list = True
        self.setView(QListView(self))
        self.view().setAccessibleName(self.accessibleName())
        self.view().setCurrentIndex(self.model().index(self.currentIndex(), 0))
        self.setItemDelegate(QStyledItemDelegate(self))

    def showPopup(self) -> None:
        if not self._has_list:
            self._make_list()
        view = self.view()
        wide = view.sizeHintForColumn(0) + 4 * look().M
        view.setMinimumWidth(min(wide, self.window().width()))
        popup = view.window()
        if popup is not self.window() and not popup.testAttribute(Qt.WidgetAttribute.WA_TranslucentBackground):
            round_corners(popup)
        super().showPopup()
        mask_corners(popup)

    def hidePopup(self) -> None:
        """Check where the mouse is now, since Qt doesn't report that it left while the list was open."""
        super().hidePopup()
        self.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, self.rect().contains(self.mapFromGlobal(QCursor.pos())))
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Paint as much of the text as there is room for."""
        super().initStyleOption(option)
        option.currentText = self._words()[1]


class Stepper(QWidget):
    """A whole number with minus and plus next to it.

    Signals:
        value_changed(int): the person set another number.
    """

    value_changed = Signal(int)

    def __init__(
        self, name: str, lowest: int, highest: int, value: int = 0, *, step: int = 1, suffix: str = ""
    ) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.spin = _Spin(self)
        self.spin.setAccessibleName(name)
        self.spin.lineEdit().setAccessibleName(name)
        self.spin.setRange(lowest, highest)
        self.spin.setSingleStep(step)
        self.spin.setSuffix(suffix)
        self.spin.setValue(value)
        self.less = IconButton("minus", self.tr("{name}: less").format(name=name), self)
        self.more = IconButton("plus", self.tr("{name}: more").format(name=name), self)
        fill(across(self, spacing=look().XS), self.less, self.spin, self.more)
        for part, step_by in ((self.less, self.spin.stepDown), (self.more, self.spin.stepUp)):
            part.setAutoRepeat(True)
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the arrows of the field do the same
            part.clicked.connect(step_by)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusProxy(self.spin)
        self.spin.valueChanged.connect(self._on_value_changed)
        self._show_ends()

    @property
    def value(self) -> int:
        """The number."""
        return self.spin.value()

    def set_most(self, most: int) -> None:
        """Let it go up to another number."""
        self.spin.setMaximum(most)
        self._show_ends()

    def set_value(self, value: int) -> None:
        """Show a number, without a signal."""
        if value != self.spin.value():
            self.spin.blockSignals(True)
            self.spin.setValue(value)
            self.spin.blockSignals(False)
            self._show_ends()

    def _on_value_changed(self, value: int) -> None:
        self._show_ends()
        self.value_changed.emit(value)

    def _show_ends(self) -> None:
        self.less.setEnabled(self.spin.value() > self.spin.minimum())
        self.more.setEnabled(self.spin.value() < self.spin.maximum())


class _Spin(QSpinBox):
    """The field of a stepper."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setLineEdit(SelectedByClick(self))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
