"""Choices of which one is taken, each with a line that explains it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QSizePolicy, QWidget

from ...theme import ANY_WIDTH, look, ring_around, smooth_painter
from ...widgets import TextLabel
from ...widgets.fitting import Fits
from ...widgets.layouts import across, down, fill, grow_by_width, nest, stand

_BACK: Final = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Up})
_FORTH: Final = frozenset({Qt.Key.Key_Right, Qt.Key.Key_Down})
_MANY: Final = 8
"""With more choices than this not every line has room below its name."""
_WRAPPED: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)


class Choosable(msgspec.Struct, frozen=True):
    """One choice: what it stands for, its name, and the line about it."""

    value: str
    name: str
    line: str


class WelcomeOption(QAbstractButton):
    """One of the choices: a ring, its name, and the line beside it, or below where it is narrow."""

    def __init__(self, offered: Choosable, parent: QWidget) -> None:
        super().__init__(parent)
        self.value = offered.value
        self.line = offered.line
        self.column = 0
        """Where the lines of all choices begin, after the names."""
        self.least = 0
        """The width from which on every line has room beside its name."""
        self.brief = False
        """Whether a line that has no room beside its name is shown only while this is chosen."""
        self.setText(offered.name)
        self.setAccessibleName(offered.name)
        self.setAccessibleDescription(offered.line)
        self.setCheckable(True)
        self.setAutoExclusive(True)  # a radio button to screen readers; the group does the work
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        grow_by_width(self, QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    @property
    def _left(self) -> int:
        return look().S + look().icon + look().M

    def name_width(self) -> int:
        """How wide the name is, in the weight of what is chosen."""
        return QFontMetrics(look().font(look().body, bold=True)).horizontalAdvance(self.text())

    def line_width(self) -> int:
        return QFontMetrics(look().font(look().body)).horizontalAdvance(self.line)

    def _parts(self, width: int) -> tuple[QRect, QRect]:
        """Where the name and the line stand."""
        current = look()
        metrics = QFontMetrics(current.font(current.body, bold=True))
        if width >= self.least:
            high = max(current.target, metrics.height() + current.S)
            top = (high - metrics.height()) // 2
            name = QRect(self._left, top, self.column, metrics.height())
            return name, QRect(self._left + self.column, top, width - self._left - self.column, metrics.height())
        room = max(1, width - self._left - current.S)
        name = metrics.boundingRect(QRect(self._left, self.air(), room, 9999), _WRAPPED, self.text())
        if self.brief and not self.isChecked():
            return name, QRect()
        plain = QFontMetrics(current.font(current.small))
        line = plain.boundingRect(QRect(self._left, name.bottom() + 1, room, 9999), _WRAPPED, self.line)
        return name, line

    def heightForWidth(self, width: int) -> int:
        """One line where there is room, else as many as it takes."""
        name, line = self._parts(width)
        if width >= self.least:
            return max(look().target, name.height() + look().S)
        least = round(32 * look().scale) if self.brief else look().target
        return max(least, (line if self.line and line.isValid() else name).bottom() + self.air())

    @staticmethod
    def air() -> int:
        """What is left free above and below the words."""
        return round(6 * look().scale)

    def sizeHint(self) -> QSize:
        return QSize(self.least, self.heightForWidth(self.least))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._left + 6 * look().body, look().target)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _BACK or event.key() in _FORTH:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        c = current.colours
        on = self.isChecked()
        painter = smooth_painter(self)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if on or self.underMouse() or self.isDown():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.chosen_soft if on else c.pressed if self.isDown() else c.hover))
            painter.drawRoundedRect(box, current.RADIUS, current.RADIUS)
        name, line = self._parts(self.width())
        ink, quiet = (c.on_chosen_soft, c.on_chosen_soft) if on else (c.text, c.quiet)
        middle = QPointF(current.S + current.icon / 2, name.top() + QFontMetrics(self.font()).height() / 2)
        radius = current.icon / 2 - 1.5
        painter.setPen(QPen(QColor(c.on_chosen_soft if on else c.border), max(1.6, current.icon * 0.09)))
        painter.setBrush(QColor(c.field if not on else c.chosen_soft))
        painter.drawEllipse(middle, radius, radius)
        if on:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.on_chosen_soft))
            painter.drawEllipse(middle, radius * 0.5, radius * 0.5)
        painter.setPen(QColor(ink))
        painter.setFont(current.font(current.body, bold=True))
        painter.drawText(name, _WRAPPED, self.text())
        painter.setPen(QColor(quiet))
        beside = self.width() >= self.least
        painter.setFont(current.font(current.body if beside else current.small))
        painter.drawText(line, _WRAPPED, self.line)
        if self.hasFocus():
            ring_around(painter, current, box, 2, current.RADIUS - 2)
        painter.end()


class WelcomeOptions(Fits, QWidget):
    """Choices below each other, in groups that have a word in front; Tab reaches the chosen one, the arrows choose.

    Signals:
        chosen(str): the person took the choice with this value.
        walked(object): the keyboard went to this option.
    """

    chosen = Signal(str)
    walked = Signal(object)

    def __init__(self, name: str, groups: Sequence[tuple[str, Sequence[Choosable]]], value: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.options: list[WelcomeOption] = []
        self._titles: list[TextLabel] = []
        self._boxes: list[QBoxLayout] = []
        column = down(self, spacing=look().XS)
        for title, offered in groups:
            box = across(spacing=0)
            if any(heading for heading, _ in groups):
                words = TextLabel(title, "quiet", wraps=False)
                words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
                box.addWidget(words, 0, Qt.AlignmentFlag.AlignTop)
                self._titles.append(words)
            inner = down(spacing=0)
            for one in offered:
                option = WelcomeOption(one, self)
                if title:
                    option.setAccessibleName(self.tr("{group}: {name}").format(group=title, name=one.name))
                option.clicked.connect(lambda _, option=option: self._take(option))
                inner.addWidget(option)
                self.options.append(option)
            nest(column, fill(box, (inner, 1)))
            self._boxes.append(box)
        self.value = value
        self.fit()
        self._show()

    def _take(self, option: WelcomeOption) -> None:
        changed = option.value != self.value
        self.value = option.value
        self._show()
        if changed:
            self.chosen.emit(option.value)

    def _show(self) -> None:
        for option in self.options:
            on = option.value == self.value
            option.setAutoExclusive(False)
            option.setChecked(on)
            option.setAutoExclusive(True)
            option.setFocusPolicy(Qt.FocusPolicy.StrongFocus if on else Qt.FocusPolicy.ClickFocus)
            option.updateGeometry()

    def choose(self, value: str) -> None:
        """Take the choice with this value, without telling anybody."""
        self.value = value
        self._show()

    def focus_chosen(self) -> None:
        for option in self.options:
            if option.value == self.value:
                option.setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows take the neighbour, Home and End the first and the last."""
        key = event.key()
        step = -1 if key in _BACK else 1 if key in _FORTH else 0
        here = next((at for at, option in enumerate(self.options) if option.hasFocus()), None)
        if here is None or not (step or key in (Qt.Key.Key_Home, Qt.Key.Key_End)):
            super().keyPressEvent(event)
            return
        there = (here + step) % len(self.options) if step else 0 if key == Qt.Key.Key_Home else -1
        target = self.options[there]
        self._take(target)
        target.setFocus(Qt.FocusReason.TabFocusReason)
        self.walked.emit(target)

    def fit(self) -> None:
        """Set the groups' words above their choices where there is little room."""
        current = look()
        column = max(option.name_width() for option in self.options) + current.L
        least = 2 * current.S + current.icon + current.M + column + max(one.line_width() for one in self.options)
        metrics = QFontMetrics(current.font(current.body))
        titles = max((metrics.horizontalAdvance(one.text()) for one in self._titles), default=0) + current.L
        beside = self.width() >= titles + min(least, 26 * current.body)
        all_in_line = bool(self.options) and self.options[0].width() >= least
        for box in self._boxes:
            stand(box, beside=beside)
        for title in self._titles:
            title.setMinimumWidth(titles if beside else 0)
            title.setMaximumWidth(titles if beside else ANY_WIDTH)
            title.setContentsMargins(0, 0 if all_in_line else WelcomeOption.air(), 0, 0)
            title.setAlignment(Qt.AlignmentFlag.AlignVCenter if all_in_line else Qt.AlignmentFlag.AlignTop)
            title.setFixedHeight(current.target if beside else metrics.height() + 2 * WelcomeOption.air())
            title.setVisible(beside or bool(title.text()))
        for option in self.options:
            option.column, option.least, option.brief = column, least, len(self.options) > _MANY
            option.updateGeometry()
            option.update()
