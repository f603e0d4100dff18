"""The About page: what this is, where the data is, what went wrong, and what the program is made with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import PySide6
from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from mjcompanion import __version__
from mjcompanion.i18n.translation import _, ngettext, number, pgettext
from mjcompanion.storage.crash_reports import as_lines, log_end

from ...accessibility import make_area
from ...context import PageContext
from ...icons import app_icon
from ...rich_text import PlainLabel
from ...theme import look
from ...widgets import Button, Flow, Heading, PathWords, ScrollPage, TextLabel
from ...widgets.folder import open_folder
from ...widgets.frame import PageFrame
from ...widgets.layouts import across, down, fill
from ...widgets.rows import ListRow, RowLayout, RowList
from .facts import with_last
from .parts import Component, licences_folder, parts
from .reader import TextReader

if TYPE_CHECKING:
    from mjcompanion.ledger.ledger import Ledger

_LGPL: Final = ("licences/LGPL-3.txt", "licences/GPL-3.txt")
_MB: Final = 1_000_000


class AboutPage(PageFrame):
    """Shows the version and three links, or in their place whatever was opened with one of these."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(pgettext("a page", "About"), parent)
        self.setAccessibleName(self.tr("About this program"))
        self.context = context
        self._title = self.header.title.text()
        self._parts: tuple[Component, ...] = ()
        self._back: list[tuple[QWidget, str, QWidget]] = []
        """What was shown before, its title, and what had the keyboard there."""
        self._build()
        self._connect()
        self._show(self.overview, self._title)

    # building

    def _build(self) -> None:
        self.overview = QWidget()
        rows = RowLayout(bold=True, opens=True)
        self.links = RowList(self.tr("About this program"), rows)
        fill(down(self.overview, spacing=look().L), self._head(), (self.links, 1))
        self.sections = {
            "data": (self.tr("Your data"), ScrollPage(self._data())),
            "licences": (self.tr("Licences"), ScrollPage(self._licences())),
            "trouble": (self.tr("If something goes wrong"), ScrollPage(self._trouble())),
        }
        self.parts = RowList(self.tr("Third-party licences"), rows)
        self.reader = TextReader()
        self.stack = QStackedWidget()
        for _unused, scrolled in self.sections.values():
            self.keep_bar(scrolled)
            self.stack.addWidget(scrolled)
        for view in (self.overview, self.parts, self.reader):
            self.stack.addWidget(view)
        fill(self.body, (self.stack, 1))
        self.header.add_actions(self.reader.folder_button, self.reader.copy_button)
        self.setMinimumHeight(4 * look().target)

    def _head(self) -> QWidget:
        current = look()
        head = QWidget()
        make_area(head, self.tr("About this program"))
        self.icon = PlainLabel()
        words = fill(
            down(spacing=current.XS),
            Heading(self.tr("Mah Jongg Companion"), 1),
            TextLabel(self.tr("Version {version}").format(version=__version__)),
            TextLabel(self.tr("© 2026 the Mah Jongg Companion contributors"), "quiet"),
        )
        fill(across(head, spacing=current.XL), (self.icon, Qt.AlignmentFlag.AlignTop), (words, 1))
        return head

    def _data(self) -> QWidget:
        self.folder = PathWords()
        self.folder.show_path(self.context.folders.data)
        self.open_button = Button(self.tr("Open the folder"))
        self.copy_path_button = Button(self.tr("Copy the path"), "quiet")
        self.ledger = PathWords(self.tr("Looking at the ledger…"), "quiet")
        self.ledger_more = TextLabel("", "quiet")
        self.ledger_more.hide()
        tools = Flow()
        tools.add(self.open_button, self.copy_path_button)
        return _column(self.folder, self.ledger, self.ledger_more, tools)

    def _trouble(self) -> QWidget:
        self.copy_button = Button(self.tr("Copy details"))
        self.show_button = Button(self.tr("Show details"), "quiet")
        self.log_button = Button(self.tr("Show the log"), "quiet")
        tools = Flow()
        tools.add(self.copy_button, self.show_button, self.log_button)
        about = self.tr("Nothing is sent anywhere. Copy these details into a report: they name nobody and no game.")
        return _column(TextLabel(about, "quiet"), tools)

    def _licences(self) -> QWidget:
        self.licence_button = Button(self.tr("MIT licence"))
        self.qt_button = Button(self.tr("LGPL of Qt"), "quiet")
        self.parts_button = Button(self.tr("Third-party software"), "quiet")
        tools = Flow()
        tools.add(self.licence_button, self.qt_button, self.parts_button)
        own = self.tr("This program is free under the MIT licence: use it, change it and pass it on.")
        made = self.tr(
            "The window is made with Qt {qt} and PySide6 {pyside}, used unchanged under the GNU Lesser General Public "
            "License, version 3. They are separate libraries that you may replace with other builds. The Qt "
            "Project publishes their source code."
        ).format(qt=qVersion(), pyside=PySide6.__version__)
        self.qt_place = PathWords("", "quiet")
        self.qt_place.show_path(Path(PySide6.__file__).parent, self.tr("They are in {path}."))
        return _column(TextLabel(own, "quiet"), TextLabel(made, "quiet"), self.qt_place, tools)

    def _connect(self) -> None:
        self.links.opened.connect(self.show_section)
        self.licence_button.clicked.connect(lambda: self._read_part(0, self.licence_button))
        self.qt_button.clicked.connect(self._read_lgpl)
        self.open_button.clicked.connect(lambda: open_folder(self.context, self.context.folders.data))
        self.copy_path_button.clicked.connect(
            lambda: self._copy(str(self.context.folders.data), self.tr("The path of the data folder is copied."))
        )
        copied = self.tr("The details are copied. Paste them where you report the error.")
        self.copy_button.clicked.connect(lambda: self._copy(self.details(), copied))
        self.show_button.clicked.connect(self._show_details)
        self.log_button.clicked.connect(self.show_log)
        self.parts_button.clicked.connect(self._show_software)
        self.parts.opened.connect(lambda key: self._read_part(int(key), self.parts))
        self.header.back.connect(self.leave)
        self.reader.copy_button.clicked.connect(
            lambda: self._copy(self.reader.text.toPlainText(), self.tr("The text is copied."))
        )
        self.reader.folder_button.clicked.connect(lambda: open_folder(self.context, self.context.folders.data))

    # what is told

    def details(self) -> str:
        return f"Mah Jongg Companion\n{as_lines(with_last(self.context))}"

    def reload(self) -> None:
        folders = self.context.folders
        if not self._parts:
            self._parts = parts()
            self.parts.show_rows(_row_of(place, part) for place, part in enumerate(self._parts) if place)
            trouble = self.tr("Details for a report, and the log")
            about = {"data": str(folders.data), "licences": self.tr("MIT licence"), "trouble": trouble}
            self.links.show_rows(ListRow(key, title, about[key]) for key, (title, _) in self.sections.items())
        if self.context.has_ledger:
            self.context.ledger.ask(_looked_at, self._on_ledger, self._on_no_ledger, self)
        else:  # which looking would make
            self._on_no_ledger(self.tr("{name}, not started yet").format(name=folders.ledger_file.name))

    def _on_ledger(self, seen: _Seen) -> None:
        self.ledger.show_path(seen.shown)
        words = ngettext("{n} session", "{n} sessions", seen.sessions).format(n=number(seen.sessions))
        if seen.size is not None:
            size = self.tr("{n} MB").format(n=number(seen.size / _MB, ",.1f"))
            words = self.tr("{sessions}, {size}").format(sessions=words, size=size)
        self.ledger_more.setText(words)
        self.ledger_more.show()

    def _on_no_ledger(self, why: Exception | str) -> None:
        self.ledger.setText(str(why))
        self.ledger.setAccessibleName(str(why))
        self.ledger_more.hide()

    # what can be done

    def _copy(self, text: str, said: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.context.say(said, "good")

    def _show_details(self) -> None:
        note = self.tr("This is what “Copy details” copies. It is in English, for the people who fix the program.")
        self._read(self.tr("Details"), self.details(), note, self.show_button, fixed=True)

    def show_section(self, key: str) -> None:
        """Show what a link is about."""
        title, view = self.sections[key]
        self._open(view, title, self.links)
        first = {"data": self.open_button, "licences": self.licence_button, "trouble": self.copy_button}
        first[key].setFocus(Qt.FocusReason.OtherFocusReason)

    def show_log(self) -> None:
        """Show the end of the log of errors."""
        if self.stack.currentWidget() is self.overview:
            self.show_section("trouble")
        text = log_end(self.context.folders) or self.tr("Nothing has gone wrong so far.")
        note = self.tr(
            "The log stays on this computer and is sent nowhere. It may contain things you typed, so read it before "
            "you pass it on."
        )
        self._read(self.tr("Log"), text, note, self.log_button, fixed=True, is_file=True)
        self.reader.show_end()

    def _read_part(self, place: int, opener: QWidget) -> None:
        if not self._parts:
            self._parts = parts()
        part = self._parts[place]
        text = part.texts()
        title = self.tr("Licence of {name}").format(name=part.name)
        if not text:
            text = self.tr("{name} doesn’t include the text of its licence. It is under {licence}.")
            text = text.format(name=part.name, licence=part.licence)
        self._read(title, text, part.about, opener)

    def _read_lgpl(self) -> None:
        folder = licences_folder()
        files = tuple(folder / name.rpartition("/")[2] for name in _LGPL) if folder is not None else ()
        whole = Component("Qt", qVersion(), "LGPL-3.0-only", files=files, ours=() if files else _LGPL)
        self._read(self.tr("GNU Lesser General Public License"), whole.texts(), "", self.qt_button)

    def _read(
        self, title: str, text: str, note: str, opener: QWidget, *, fixed: bool = False, is_file: bool = False
    ) -> None:
        self._open(self.reader, title, opener)
        self.reader.read(title, text, note, fixed=fixed, is_file=is_file)

    def _show_software(self) -> None:
        self._open(self.parts, self.tr("Third-party software"), self.parts_button)
        self.parts.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open(self, view: QWidget, title: str, opener: QWidget) -> None:
        """Show a view, and remember what opened it."""
        before = self.stack.currentWidget()
        if before is not None and before is not view:
            self._back.append((before, self.header.title.text(), opener))
        self._show(view, title)

    def _show(self, view: QWidget, title: str) -> None:
        """Show a view, with its title and the back button in the header."""
        self.stack.setCurrentWidget(view)
        self.header.set_title(title)
        self.header.set_back(self.tr("Back") if view is not self.overview else "")
        self.reader.folder_button.setVisible(False)
        self.reader.copy_button.setVisible(view is self.reader)

    def leave(self) -> None:
        """Go back to what was shown before, where this was opened."""
        view, title, opener = self._back.pop() if self._back else (self.overview, self._title, self.links)
        self._show(view, title)
        opener.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave what is read with Escape."""
        if event.key() == Qt.Key.Key_Escape and self._back:
            self.leave()
        else:
            super().keyPressEvent(event)

    # sizes

    def fit(self) -> None:
        """Keep words as wide as can be read well."""
        super().fit()
        if hasattr(self, "overview"):
            self.icon.setPixmap(app_icon().pixmap(4 * look().display))
            for one in (self.overview, self.parts, *[view.widget() for _unused, view in self.sections.values()]):
                if one is not None:
                    one.setMaximumWidth(look().readable_width)

    def showEvent(self, event: QShowEvent) -> None:
        """Look again, and let the keyboard begin at the top."""
        super().showEvent(event)
        self.reload()
        if self.stack.currentWidget() is self.overview and not self.isAncestorOf(self.focusWidget() or self):
            self.links.setFocus(Qt.FocusReason.OtherFocusReason)


def _column(*parts: QWidget) -> QWidget:
    """Return a view with these one below the other."""
    column = QWidget()
    fill(down(column, spacing=look().M), *parts, None)
    return column


class _Seen(NamedTuple):
    """What is known of the ledger; no size where it is on a server."""

    shown: str
    sessions: int
    size: int | None


def _looked_at(ledger: Ledger) -> _Seen:
    path = ledger.place.path
    return _Seen(ledger.place.shown, ledger.sessions.count(), path.stat().st_size if path is not None else None)


def _row_of(place: int, part: Component) -> ListRow:
    title = f"{part.name} {part.version}".strip()
    text = _("{part}: licence {licence}").format(part=title, licence=part.licence)
    return ListRow(str(place), title, part.licence, said=text)
