"""The window: a rail of pages at the left, the page itself, and messages over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QFontMetrics,
    QGuiApplication,
    QIcon,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QMenu, QSizePolicy, QStackedWidget, QToolButton, QWidget

from mjcompanion.i18n.translation import pgettext
from mjcompanion.storage.paths import LARGEST_OWN, read_bounded, write_atomically
from mjcompanion.storage.settings import TEXT_SIZES

from . import shortcuts
from .context import Message, PageContext
from .page import Page, RailPlace
from .theme import look, set_role
from .widgets.fitting import Fits
from .widgets.layouts import across, down, fill
from .widgets.surfaces import Separator
from .worker import wait_for_all

if TYPE_CHECKING:
    from .widgets import MessageBar
    from .widgets.message import Notice

PageFactory = Callable[[PageContext], QWidget]

_LEAST_TARGET = 32
_ZOOM_STEP = 10
"""Per cent of the text size for each press of Ctrl + or Ctrl −."""
SMALLEST = QSize(760, 520)
FIRST_SIZE = QSize(1180, 780)
FRAME = QSize(20, 60)
"""At least the room that the desktop's frame takes."""


class RailButton(QToolButton):
    """A page in the rail: its icon above its title, or the title alone where the rail is low."""

    def __init__(self, title: str, icon: str, parent: QWidget, *, is_page: bool = True) -> None:
        super().__init__(parent)
        set_role(self, "rail")
        self._icon_name = icon
        self.setText(title)
        self.setAccessibleName(title)
        self.setCheckable(is_page)
        self.setAutoExclusive(is_page)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def shows_icon(self) -> bool:
        """Whether there is room for the icon above the word."""
        return self.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonTextUnderIcon

    def fit(self, room: int) -> None:
        """Follow the theme and the text size, and be no higher than `room` where that is possible."""
        from . import icons  # not before there is a window

        current = look()
        word = round(current.small * 1.5)
        whole = max(current.target, current.icon + word + 2 * current.M)
        high = min(whole, max(room, _LEAST_TARGET))
        with_icon = high >= current.icon + word + current.XS
        sort = Qt.ToolButtonStyle.ToolButtonTextUnderIcon if with_icon else Qt.ToolButtonStyle.ToolButtonTextOnly
        self.setToolButtonStyle(sort)
        self.setFixedHeight(high)
        bold = QFontMetrics(current.font(current.small, bold=True))
        self.setMinimumWidth(max(current.rail_width, bold.horizontalAdvance(self.text()) + 2 * current.S))
        if with_icon:
            self.setIconSize(QSize(current.icon, current.icon))
            picture = icons.icon(self._icon_name, current)
            chosen = icons.pixmap(self._icon_name, current.icon, current.colours.on_chosen_soft, icons.screen_ratio())
            picture.addPixmap(chosen, QIcon.Mode.Normal, QIcon.State.On)
            self.setIcon(picture)


class Rail(Fits, QWidget):
    """The strip of pages."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_role(self, "rail")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        current = look()
        self._line = Separator()
        self._line.hide()
        self._groups = {place: down(spacing=0) for place in (RailPlace.TOP, RailPlace.MORE, RailPlace.BOTTOM)}
        top, more, bottom = self._groups.values()
        line = fill(across(margins=(current.L, 0, current.L, 0)), self._line)
        fill(down(self, spacing=0, margins=(0, current.S, 0, current.S)), top, line, more, None, bottom)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.menu_button = RailButton("", "menu", self, is_page=False)
        self.search_button = RailButton("", "search", self, is_page=False)
        self._buttons: dict[RailPlace, list[RailButton]] = {place: [] for place in self._groups}
        self._groups[RailPlace.BOTTOM].addWidget(self.search_button)
        self._groups[RailPlace.BOTTOM].addWidget(self.menu_button)
        self.setAccessibleName(self.tr("Pages"))
        self.menu_button.setText(self.tr("Menu"))
        self.menu_button.setAccessibleName(self.tr("Menu"))
        shortcuts.set_tip(self.menu_button, self.tr("Menu"), "menu")
        self.search_button.setText(self.tr("Search"))
        self.search_button.setAccessibleName(self.tr("Search everything"))
        tip = self.tr("Pages, commands, settings, players, help, or a hand to score")
        shortcuts.set_tip(self.search_button, tip, "search")

    @property
    def buttons(self) -> list[RailButton]:
        """All buttons from top to bottom, with search and menu."""
        top, more, bottom = self._buttons.values()
        return [*top, *more, self.search_button, *bottom, self.menu_button]

    def add(self, button: RailButton, place: RailPlace) -> None:
        """Add a page below the others of its group."""
        column = self._groups[place]
        column.insertWidget(column.count() - (place is RailPlace.BOTTOM), button)
        self._buttons[place].append(button)
        self._line.setVisible(bool(self._buttons[RailPlace.MORE]))

    def rove(self, chosen: RailButton) -> None:
        """Let Tab stop at the open page only; the arrow keys reach the others."""
        for button in self.buttons:
            if button.isCheckable():
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus if button is chosen else Qt.FocusPolicy.NoFocus)

    def choose_none(self) -> None:
        """Check no page: the open one has no button here. Tab still stops at the one before."""
        for button in self.buttons:
            if button.isChecked():
                button.setAutoExclusive(False)
                button.setChecked(False)
                button.setAutoExclusive(True)

    def fit(self) -> None:
        """Share the height among the buttons."""
        found = self.buttons
        room = (self.height() - 2 * look().S - self._line.sizeHint().height()) // max(1, len(found))
        for button in found:
            button.fit(room)

    def minimumSizeHint(self) -> QSize:
        """As wide as the widest title; any height will do."""
        return QSize(super().minimumSizeHint().width(), 0)


_Length = Annotated[int, msgspec.Meta(ge=-(2**20), le=2**20)]


_REMEMBERED_MS = 2_000


class _Remembered(msgspec.Struct, frozen=True):
    """The window as it was when it was closed."""

    box: tuple[_Length, _Length, _Length, _Length]
    full: bool = False
    page: str = ""
    drawers: dict[str, bool] = {}


@dataclass(slots=True)
class _Entry:
    """A page that can be opened."""

    title: str
    button: RailButton | None
    factory: PageFactory
    page: QWidget | None = None
    shell: QWidget | None = None


class MainWindow(QWidget):
    """The main window. Pages are made when they are first opened.

    Signals:
        page_made(str, QWidget): a page was made, since it is opened for the first time; its key and its widget.
        page_opened(str): another page is shown; its key.
        search_wanted(): the person wants to search everything there is.
        welcome_wanted(): the welcome is to be opened again.
        file_dropped(Path): a file was dropped on the window and is to be opened.
    """

    page_made = Signal(str, QWidget)
    page_opened = Signal(str)
    search_wanted = Signal()
    welcome_wanted = Signal()
    file_dropped = Signal(object)

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self._entries: dict[str, _Entry] = {}
        self.key = ""
        """The key of the page that is shown."""
        self.setWindowTitle(self.tr("Mah Jongg Companion"))
        self.rail = Rail(self)
        context.theme.dress(self.rail)
        self.stack = QStackedWidget()
        self._bar: MessageBar | None = None
        self._notice: Notice | None = None
        self._pages = QWidget()
        fill(down(self._pages, spacing=0), (self.stack, 1))
        fill(across(self, spacing=0), self.rail, (self._pages, 1))
        self.setAcceptDrops(True)
        context.message_asked.connect(self._on_message)
        context.message_mended.connect(self._on_mended)
        context.noted.connect(self._on_noted)
        self._alt_alone = False
        self._page_before = ""
        # whatever ends the program, the next start has the window as it was
        self._soon = QTimer(self, singleShot=True, interval=_REMEMBERED_MS)
        self._soon.timeout.connect(self.remember)
        self.rail.menu_button.clicked.connect(self.open_menu)
        self.rail.search_button.clicked.connect(self.search_wanted)
        own: dict[str, Callable[[], object]] = {
            "menu": self.open_menu,
            "search": self.search_wanted.emit,
            "help": self.open_help,
            "whats-this": self.ask_whats_this,
            "welcome": self.welcome_wanted.emit,
            "area-after": lambda: self.go_to_area(1),
            "area-before": lambda: self.go_to_area(-1),
            "zoom-in": lambda: self.zoom(_ZOOM_STEP),
            "zoom-out": lambda: self.zoom(-_ZOOM_STEP),
            "zoom-none": lambda: self.zoom(0),
            "quit": self.close,
        }
        self._actions = {id_: shortcuts.bind(self, id_, do, everywhere=True) for id_, do in own.items()}
        self._restore()

    @property
    def bar(self) -> MessageBar:
        """The message bar, made for the first message."""
        if self._bar is None:
            from .widgets import MessageBar

            self._bar = MessageBar(self._pages)
        self.context.theme.dress(self._bar)
        return self._bar

    def _on_mended(self, sentence: str) -> None:
        message = self._bar.message if self._bar is not None else None
        if self._bar is None or message is None:
            return
        complains = message.kind == "wrong" and not message.action
        if (message.sentence == sentence) if sentence else complains:
            self._bar.dismiss()

    @property
    def note(self) -> str:
        """The notice below the pages, empty where there is none."""
        return self._notice.words.text() if self._notice is not None else ""

    def _on_noted(self, message: Message) -> None:
        if self._notice is None:
            if not message.sentence:
                return
            from .widgets.message import Notice

            self._notice = Notice()
            layout = self._pages.layout()
            assert layout is not None  # noqa: S101 - made with the window
            layout.addWidget(self._notice)
        self.context.theme.dress(self._notice)
        self._notice.say(message)

    def _on_message(self, message: Message) -> None:
        self.bar.say(message)

    def when_quiet(self, do: Callable[[], object]) -> None:
        """Call `do` once no message is shown: now, or when the last one closes."""
        if self._bar is None or self._bar.message is None:
            do()
        else:
            self._bar.closed.connect(do, Qt.ConnectionType.SingleShotConnection)

    def add_page(self, page: Page) -> None:
        """Add a page, to the rail too if it has a place there."""
        key, title = page.key, pgettext("a page", page.title)
        button = None
        if page.place is not RailPlace.NOWHERE:
            button = RailButton(title, page.icon or key, self.rail)
            button.clicked.connect(lambda: self.open_page(key))
            if page.shortcut:
                shortcuts.set_tip(button, title, page.shortcut)
            if page.named:
                shortcuts.bind(self, page.shortcut, button.click, everywhere=True)
            self.rail.add(button, page.place)
        self._entries[key] = _Entry(title, button, page.make)

    def made_page(self, key: str) -> QWidget:
        """Return a page without showing it; make it if necessary."""
        entry = self._entries[key]
        if entry.page is None or entry.shell is None:
            from PySide6.QtWidgets import QAbstractScrollArea

            from .widgets import ScrollPage
            from .widgets.keyboard import KeyboardKeeper

            entry.page = entry.factory(self.context)
            entry.shell = entry.page if isinstance(entry.page, QAbstractScrollArea) else ScrollPage()
            self.stack.addWidget(entry.shell)
            self.context.theme.dress(entry.shell)
            if isinstance(entry.shell, ScrollPage) and entry.shell is not entry.page:
                entry.shell.setWidget(entry.page)
            KeyboardKeeper(entry.shell)
            self.page_made.emit(key, entry.page)
        return entry.page

    def open_page(self, key: str) -> QWidget:
        """Show a page; make it if necessary."""
        page, entry = self.made_page(key), self._entries[key]
        assert entry.shell is not None  # noqa: S101 - made with the page
        if entry.button is not None:
            entry.button.setChecked(True)
            self.rail.rove(entry.button)
        else:
            self.rail.choose_none()
        self.context.theme.dress(entry.shell)
        self.stack.setCurrentWidget(entry.shell)
        self.key = key
        self.setWindowTitle(self.tr("{page} – Mah Jongg Companion").format(page=entry.title))
        self.page_opened.emit(key)
        self._soon.start()
        return page

    def page(self, key: str) -> QWidget | None:
        """Return a page if it was made already."""
        return self._entries[key].page

    def zoom(self, step: int) -> None:
        """Change the text size by `step` per cent; 0 resets it."""
        settings = self.context.settings
        size = settings.value.text_size + step if step else TEXT_SIZES[0]
        settings.change(text_size=min(max(size, TEXT_SIZES[0]), TEXT_SIZES[1]))

    # the menu, help, and the way around by keyboard

    def open_menu(self) -> None:
        """Open the menu next to its button."""
        from .widgets import menus

        button = self.rail.menu_button
        menus.open_menu(self.menu(), button.mapToGlobal(QPoint(button.width(), 0)))

    def menu(self) -> QMenu:
        """Return a menu of the page's actions and of the program's own, which goes when it is closed."""
        from .widgets import menus

        shell = self.stack.currentWidget()
        menu = menus.PopupMenu(shell or self.stack)  # with the style of the page
        menu.setAccessibleName(self.tr("Menu"))
        actions = shortcuts.actions_in(shell) if shell is not None else []
        menu.addActions(actions)

        def allow(*, all_: bool) -> None:
            for action in actions:
                action.setEnabled(all_ or action.can)

        menu.aboutToShow.connect(lambda: allow(all_=False))
        menu.aboutToHide.connect(lambda: allow(all_=True))  # a key may do what can't be done now, and say why
        for action in self._actions.values():
            action.retranslate()
        menu.addSeparator()
        menu.addAction(self._actions["search"])
        menu.addAction(self.tr("Keyboard shortcuts…"), self._open_keys)
        menu.addAction(self._actions["help"])
        menu.addAction(self._actions["whats-this"])
        menu.addAction(self._actions["welcome"])
        menu.addAction(self.tr("About"), lambda: self.open_page("about"))
        menu.addSeparator()
        menu.addAction(self._actions["quit"])
        return menu

    def _open_keys(self) -> None:
        """Show the list of all shortcuts on the Settings page."""
        show_keys = getattr(self.open_page("settings"), "show_keys", None)
        if show_keys is not None:
            show_keys()

    def open_help(self, section: str = "") -> None:
        """Open the handbook at a section, or at that of the focused control, or of this page."""
        wanted = section or self._section_here() or self.key
        page = self.open_page("help")
        open_section = getattr(page, "open_section", None)
        if open_section is not None:
            open_section(wanted)

    def _section_here(self) -> str:
        """Return the handbook section of the focused control, empty where it has none."""
        here: QWidget | None = QApplication.focusWidget()
        while here is not None and here is not self:
            section = here.property("help_section")
            if isinstance(section, str) and section:
                return section
            here = here.parentWidget()
        return ""

    def ask_whats_this(self) -> None:
        """Explain the focused control, or let the person click on one."""
        from PySide6.QtWidgets import QWhatsThis

        from .accessibility import announce
        from .rich_text import explanation

        here: QWidget | None = QApplication.focusWidget()
        while here is not None and not here.whatsThis():
            here = here.parentWidget()
        if here is not None:
            QWhatsThis.showText(here.mapToGlobal(here.rect().center()), here.whatsThis(), here)
            announce(here, explanation(here))
        else:
            QWhatsThis.enterWhatsThisMode()

    def go_to_area(self, step: int) -> None:
        """Move the focus to the next or previous part of the window: rail, parts of the page, message."""
        from . import accessibility

        shell = self.stack.currentWidget()
        parts = [accessibility.stops(self.rail)]
        chosen = next((one for one in parts[0] if isinstance(one, RailButton) and one.isChecked()), None)
        parts[0] = ([chosen] if chosen is not None else []) + [one for one in parts[0] if one is not chosen]
        if shell is not None:
            parts += accessibility.areas(shell)
        if self._bar is not None and self._bar.isVisible():
            parts.append(accessibility.stops(self._bar))
        parts = [one for one in parts if one]
        if not parts:
            return
        focus = QApplication.focusWidget()
        here = next((at for at, those in enumerate(parts) if focus in those), -1 if step > 0 else 0)
        parts[(here + step) % len(parts)][0].setFocus(Qt.FocusReason.TabFocusReason)

    def event(self, event: QEvent) -> bool:
        """Open the menu when Alt is pressed and released alone."""
        kind = event.type()
        if kind is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            self._alt_alone = event.key() == Qt.Key.Key_Alt and not event.isAutoRepeat()
        elif kind in (QEvent.Type.WindowDeactivate, QEvent.Type.MouseButtonPress):
            self._alt_alone = False
        elif kind is QEvent.Type.KeyRelease and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Alt:
            alone, self._alt_alone = self._alt_alone, False
            if alone:
                self.open_menu()
                return True
        return super().event(event)

    # where the window was

    def last_page(self, otherwise: str) -> str:
        """Return the page that was open when the window was closed, if it still exists."""
        entry = self._entries.get(self._page_before)
        return self._page_before if entry is not None and entry.button is not None else otherwise

    def _restore(self) -> None:
        screen = QGuiApplication.primaryScreen()
        room = screen.availableGeometry().size() if screen is not None else QSize(1280, 900)
        within = room - FRAME
        smallest, first = SMALLEST.boundedTo(within), FIRST_SIZE.boundedTo(within)
        self.setMinimumSize(smallest)
        self.resize(first)
        remembered = self._remembered()
        if remembered is None:
            if first != FIRST_SIZE:
                self.setWindowState(Qt.WindowState.WindowMaximized)
            return
        self._page_before = remembered.page
        self.context.drawers.update(remembered.drawers)
        box = QRect(*remembered.box)
        seen = [one for one in QGuiApplication.screens() if one.availableGeometry().intersects(box)]
        if box.width() >= smallest.width() and box.height() >= smallest.height():
            if seen:
                self.setGeometry(box.intersected(seen[0].virtualGeometry()))
            else:
                self.resize(box.size().boundedTo(within))  # its screen is gone
        if remembered.full:
            self.setWindowState(Qt.WindowState.WindowMaximized)

    def _remembered(self) -> _Remembered | None:
        try:
            content = read_bounded(self.context.folders.window_file, LARGEST_OWN)
            return msgspec.json.decode(content, type=_Remembered)
        except (OSError, ValueError, OverflowError, RecursionError):
            return None

    def remember(self) -> None:
        """Store the window's place and page; failing to is no error."""
        box = self.normalGeometry() if self.isMaximized() else self.geometry()
        place = (box.x(), box.y(), box.width(), box.height())
        kept = _Remembered(place, self.isMaximized(), self.key, self.context.drawers)
        try:
            write_atomically(self.context.folders.window_file, msgspec.json.encode(kept))
        except OSError:
            return

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible():
            self._soon.start()

    def keep(self, *, wait: bool = True) -> None:
        """Write everything that is being typed to disk: the program may be killed.

        Where the window closes next, nobody needs to `wait` for it here.
        """
        here = QApplication.focusWidget()
        if here is not None:
            here.clearFocus()
            here.setFocus(Qt.FocusReason.OtherFocusReason)
        self.context.keeping.emit()
        self.remember()
        self.context.settings.flush()
        if wait:
            wait_for_all()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a file anywhere."""
        if _file_of(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        path = _file_of(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.file_dropped.emit(path)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._soon.stop()
        self.remember()
        self.context.settings.flush()
        super().closeEvent(event)


def _file_of(dragged: QMimeData) -> Path | None:
    """Return the dragged file if it is a single local one."""
    urls = dragged.urls() if dragged.hasUrls() else []
    return Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
