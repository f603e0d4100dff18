"""The window: a rail of pages at the left, the page itself, and a strip for messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QGuiApplication,
    QKeySequence,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ..folders import write_atomically
from .context import Context, Message
from .theme import look, paint_ring

if TYPE_CHECKING:
    from .widgets import MessageBar

PageFactory = Callable[[Context], QWidget]

SMALLEST = QSize(760, 520)
FIRST_SIZE = QSize(1180, 780)


class RailButton(QAbstractButton):
    """A page in the rail: its icon, and its word below."""

    def __init__(self, title: str, icon: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon_name = icon
        self.setText(title)
        self.setAccessibleName(title)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Icon over word."""
        current = look()
        word = self.fontMetrics().horizontalAdvance(self.text()) + 2 * current.S
        high = current.icon + round(current.small * 1.5) + 2 * current.M
        return QSize(max(current.rail_width, word), max(current.target, high))

    def minimumSizeHint(self) -> QSize:
        """The whole word."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Icon over word; a vermilion bar where we are."""
        from . import icons  # the window is up by now

        current = look()
        c = current.colours
        on = self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(current.XS, 2, -current.XS, -2)
        painter.setPen(Qt.PenStyle.NoPen)
        if on or self.underMouse() or self.isDown():
            painter.setBrush(QColor(c.accent_soft if on else c.pressed if self.isDown() else c.hover))
            painter.drawRoundedRect(box, current.RADIUS, current.RADIUS)
        if on:
            painter.setBrush(QColor(c.accent))
            painter.drawRoundedRect(QRectF(0, box.top() + current.S, 3, box.height() - 2 * current.S), 1.5, 1.5)
        ink = c.on_accent_soft if on else c.text
        word_high = round(current.small * 1.5)
        top = (self.height() - current.icon - word_high) // 2
        picture = icons.pixmap(self._icon_name, current.icon, ink, self.devicePixelRatioF())
        painter.drawPixmap((self.width() - current.icon) // 2, top, picture)
        painter.setPen(QColor(ink))
        painter.setFont(current.font(current.small, bold=on))
        words = QRect(0, top + current.icon, self.width(), word_high)
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, self.text())
        if self.hasFocus():
            ring = QPainterPath()
            ring.addRoundedRect(box.adjusted(1, 1, -1, -1), current.RADIUS, current.RADIUS)
            paint_ring(painter, current, ring)
        painter.end()


class Rail(QWidget):
    """The strip of pages."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Pages"))
        current = look()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, current.S, 0, current.S)
        outer.setSpacing(0)
        self.top = QVBoxLayout()
        self.bottom = QVBoxLayout()
        outer.addLayout(self.top)
        outer.addStretch(1)
        outer.addLayout(self.bottom)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A shade darker than the page."""
        current = look()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(current.colours.rail))
        line = current.line_width
        painter.fillRect(self.width() - line, 0, line, self.height(), QColor(current.colours.line))
        painter.end()


class _Entry:
    """A page that can be opened."""

    __slots__ = ("button", "factory", "page", "shell", "title")

    def __init__(self, title: str, button: RailButton, factory: PageFactory) -> None:
        self.title = title
        self.button = button
        self.factory = factory
        self.page: QWidget | None = None
        self.shell: QWidget | None = None


class MainWindow(QWidget):
    """The one window. Pages are made when they are first opened.

    Signals:
        page_opened(str): another page is shown; its key.
    """

    page_opened = Signal(str)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context
        self._entries: dict[str, _Entry] = {}
        self._key = ""
        self._then: Callable[[], object] | None = None
        self.setWindowTitle(self.tr("Mah Jongg Companion"))
        self.rail = Rail(self)
        self.stack = QStackedWidget()
        self._bar: MessageBar | None = None
        self._right = right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(self.stack, 1)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.rail)
        outer.addLayout(right, 1)
        self.setMinimumSize(SMALLEST)
        context.message_asked.connect(self._on_message)
        context.message_mended.connect(self._on_mended)
        self._restore()

    @property
    def bar(self) -> MessageBar:
        """The strip for messages, made when the first one comes."""
        if self._bar is None:
            from .widgets import MessageBar

            self._bar = MessageBar()
            self._right.addWidget(self._bar)
        return self._bar

    def _on_mended(self) -> None:
        message = self._bar.message if self._bar is not None else None
        if self._bar is not None and message is not None and message.kind == "wrong" and not message.action:
            self._bar.dismiss()

    def _on_message(self, message: Message) -> None:
        self.bar.say(message)

    @property
    def key(self) -> str:
        """The key of the page that is shown."""
        return self._key

    def add_page(self, key: str, title: str, icon: str, factory: PageFactory, *, at_bottom: bool = False) -> None:
        """Put a page into the rail; the factory makes it from the context when it is first opened."""
        button = RailButton(title, icon, self.rail)
        number = len(self._entries) + 1
        if number <= 9:
            keys = QKeySequence(f"Ctrl+{number}")
            shortcut = QShortcut(keys, self)
            shortcut.activated.connect(button.click)
            shown = keys.toString(QKeySequence.SequenceFormat.NativeText)
            button.setToolTip(self.tr("{title} ({keys})").format(title=title, keys=shown))
        button.clicked.connect(lambda: self.open_page(key))
        (self.rail.bottom if at_bottom else self.rail.top).addWidget(button)
        self._entries[key] = _Entry(title, button, factory)

    def open_page(self, key: str) -> QWidget:
        """Show a page, made now if it wasn't yet."""
        entry = self._entries[key]
        if entry.page is None or entry.shell is None:
            from PySide6.QtWidgets import QAbstractScrollArea

            from .widgets import ScrollPage

            entry.page = entry.factory(self.context)
            entry.shell = entry.page if isinstance(entry.page, QAbstractScrollArea) else ScrollPage(entry.page)
            self.stack.addWidget(entry.shell)
        entry.button.setChecked(True)
        self.stack.setCurrentWidget(entry.shell)
        self._key = key
        self.setWindowTitle(self.tr("{page} – Mah Jongg Companion").format(page=entry.title))
        self.page_opened.emit(key)
        return entry.page

    def after_first_paint(self, do: Callable[[], object]) -> None:
        """Do something once the window itself is on the screen: filling it takes longer than showing it."""
        self._then = do

    def paintEvent(self, event: QPaintEvent) -> None:
        """The window is there; now what is in it."""
        super().paintEvent(event)
        do, self._then = self._then, None
        if do is not None:
            QTimer.singleShot(0, do)

    def page(self, key: str) -> QWidget | None:
        """A page, if it was opened already."""
        return self._entries[key].page

    # where the window was

    def _restore(self) -> None:
        screen = QGuiApplication.primaryScreen()
        room = screen.availableGeometry() if screen is not None else QRect(0, 0, 1280, 800)
        size = FIRST_SIZE.boundedTo(room.size())
        self.resize(size)
        remembered = self._remembered()
        if remembered is None:
            return
        x, y, width, height, full = remembered
        box = QRect(x, y, width, height)
        seen = [one for one in QGuiApplication.screens() if one.availableGeometry().intersects(box)]
        if seen and width >= SMALLEST.width() and height >= SMALLEST.height():
            self.setGeometry(box.intersected(seen[0].virtualGeometry()))
        if full:
            self.setWindowState(Qt.WindowState.WindowMaximized)

    def _remembered(self) -> tuple[int, int, int, int, bool] | None:
        try:
            content = self.context.folders.window_file.read_bytes()
            return msgspec.json.decode(content, type=tuple[int, int, int, int, bool])
        except (OSError, ValueError, OverflowError, RecursionError):
            return None

    def remember(self) -> None:
        """Store where the window is; when that fails, the next start has the window where it likes."""
        box = self.normalGeometry() if self.isMaximized() else self.geometry()
        content = msgspec.json.encode((box.x(), box.y(), box.width(), box.height(), self.isMaximized()))
        try:
            write_atomically(self.context.folders.window_file, content)
        except OSError:
            return

    def closeEvent(self, event: QCloseEvent) -> None:
        """Store what is to be stored."""
        self.remember()
        self.context.settings.flush()
        super().closeEvent(event)
