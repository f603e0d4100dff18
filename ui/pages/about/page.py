"""The About page: what this is, where the data is, what went wrong, and what the program is made with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import PySide6
from PySide6.QtCore import QByteArray, QRectF, QSize, Qt, qVersion
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QShowEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from mjcompanion import __version__
from mjcompanion.i18n.translation import _, ngettext, number
from mjcompanion.storage.crash_reports import as_lines, log_end
from mjcompanion.storage.package_data import data

from ...accessibility import make_area
from ...context import PageContext
from ...theme import look
from ...widgets import Button, CardFrame, Flow, Heading, PathWords, ScrollPage, TextLabel
from ...widgets.fitting import Fits
from ...widgets.folder import open_folder
from ...widgets.layouts import LEFT, across, down, fill, stand
from ...widgets.rows import ListRow
from .facts import with_last
from .parts import Component, licences_folder, parts
from .reader import TextReader
from .rows import Openable

if TYPE_CHECKING:
    from mjcompanion.ledger.ledger import Ledger

_LEAST: Final = 400
"""The least width of a column, at 100 % text; where two don't fit the cards stand below each other."""
_WIDEST: Final = 640
"""The most a column is wide, at 100 % text."""
_LGPL: Final = ("licences/LGPL-3.txt", "licences/GPL-3.txt")
_MB: Final = 1_000_000


class AboutPage(Fits, QWidget):
    """An overview in cards, and a text over it when one is opened."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("About this program"))
        self.context = context
        self._parts: tuple[Component, ...] = ()
        self._opener: QWidget | None = None
        self._build()
        self._connect()

    # building

    def _build(self) -> None:
        current = look()
        left = fill(down(spacing=current.L), self._data_card(), self._trouble_card(), None)
        right = fill(down(spacing=current.L), self._qt_card(), self._parts_card(), None)
        self._columns = fill(down(spacing=current.L), (left, 1), (right, 1))
        self._body = QWidget()
        fill(down(self._body, spacing=current.XL), self._head(), self._columns, None)
        content = QWidget()
        fill(across(content, margins=(current.L, current.XL, current.L, current.L)), None, (self._body, 10_000), None)
        self.scroller = ScrollPage(content)
        self.reader = TextReader()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.scroller)
        self.stack.addWidget(self.reader)
        fill(down(self), self.stack)
        self.setMinimumHeight(4 * current.target)

    def _head(self) -> QWidget:
        current = look()
        head = QWidget()
        make_area(head, self.tr("About this program"))
        self.icon = AppIcon()
        self.licence_button = Button(self.tr("Read the MIT licence"))
        words = fill(
            down(spacing=current.XS),
            Heading(self.tr("Mah Jongg Companion"), 1),
            TextLabel(self.tr("Version {version}").format(version=__version__), "strong"),
            TextLabel(self.tr("Scores real mah jongg hands, keeps a record of your evenings, and teaches.")),
            TextLabel(self.tr("© 2026 the Mah Jongg Companion founders"), "quiet"),
            TextLabel(self.tr("Under the MIT licence: use, change and pass it on freely."), "quiet"),
            current.XS,
            (self.licence_button, LEFT),
        )
        line = across(head, spacing=current.XL, margins=(current.L, 0, current.L, 0))
        fill(line, (self.icon, Qt.AlignmentFlag.AlignTop), (words, 1))
        return head

    def _data_card(self) -> CardFrame:
        card = CardFrame(self.tr("Your data"))
        self.folder = PathWords()
        self.folder.show_path(self.context.folders.data)
        self.open_button = Button(self.tr("Open the folder"), icon="folder")
        self.copy_path_button = Button(self.tr("Copy the path"), icon="copy")
        tools = Flow()
        tools.add(self.open_button, self.copy_path_button)
        self.settings_file = TextLabel("")
        self.log_file = TextLabel("")
        self.ledger = PathWords(self.tr("Looking at the ledger…"))
        self.ledger_more = TextLabel("", "quiet")
        self.ledger_more.hide()
        air = look().XS
        fill(card.body, TextLabel(self.tr("Data folder"), "strong"), self.folder, tools)
        fill(card.body, air, TextLabel(self.tr("Ledger in use"), "strong"), self.ledger, self.ledger_more)
        fill(card.body, air, TextLabel(self.tr("Settings"), "strong"), self.settings_file)
        fill(card.body, air, TextLabel(self.tr("Log"), "strong"), self.log_file)
        return card

    def _trouble_card(self) -> CardFrame:
        card = CardFrame(self.tr("If something goes wrong"))
        self.copy_button = Button(self.tr("Copy details"), icon="copy")
        self.show_button = Button(self.tr("Show details"), "quiet")
        tools = Flow()
        tools.add(self.copy_button, self.show_button)
        self.log_button = Button(self.tr("Show the log"), "quiet")
        tools.add(self.log_button)
        fill(
            card.body,
            TextLabel(self.tr("Nothing is sent anywhere.")),
            TextLabel(
                self.tr("These details help the people who fix the program: versions, system, screen, settings.")
            ),
            TextLabel(self.tr("They hold no names and nothing of your games.")),
            tools,
        )
        return card

    def _qt_card(self) -> CardFrame:
        card = CardFrame(self.tr("Qt"))
        self.qt_button = Button(self.tr("Read the LGPL"))
        made = self.tr("The window is made with Qt {qt} and PySide6 {pyside}.")
        self.qt_place = PathWords("", "quiet")
        self.qt_place.show_path(Path(PySide6.__file__).parent)
        fill(
            card.body,
            TextLabel(made.format(qt=qVersion(), pyside=PySide6.__version__)),
            TextLabel(self.tr("Both are used unchanged, under the GNU Lesser General Public License, version\u00a03.")),
            TextLabel(self.tr("They are separate libraries, so you may replace them with other builds.")),
            TextLabel(self.tr("The Qt Project publishes the source code of exactly these versions.")),
            TextLabel(self.tr("They are in this folder:"), "quiet"),
            self.qt_place,
            (self.qt_button, LEFT),
        )
        return card

    def _parts_card(self) -> CardFrame:
        card = CardFrame(self.tr("Made with"))
        about = TextLabel(self.tr("Third-party software used here. Click a name to read its licence."), "quiet")
        self.parts = Openable(self.tr("Third-party licences"))
        fill(card.body, about, self.parts)
        return card

    def _connect(self) -> None:
        self.licence_button.clicked.connect(lambda: self._read_part(0, self.licence_button))
        self.qt_button.clicked.connect(self._read_lgpl)
        self.open_button.clicked.connect(lambda: open_folder(self.context, self.context.folders.data))
        self.copy_path_button.clicked.connect(
            lambda: self._copy(str(self.context.folders.data), self.tr("The path of the data folder is copied."))
        )
        copied = self.tr("The details are copied; paste them where you report the error.")
        self.copy_button.clicked.connect(lambda: self._copy(self.details(), copied))
        self.show_button.clicked.connect(self._show_details)
        self.log_button.clicked.connect(self.show_log)
        self.parts.opened.connect(lambda key: self._read_part(int(key), self.parts))
        self.reader.left.connect(self.leave)
        self.reader.copy_asked.connect(lambda text: self._copy(text, self.tr("The text is copied.")))
        self.reader.folder_asked.connect(lambda: open_folder(self.context, self.context.folders.data))

    # what is told

    def details(self) -> str:
        return f"Mah Jongg Companion\n{as_lines(with_last(self.context))}"

    def reload(self) -> None:
        folders = self.context.folders
        self.settings_file.setText(_in_folder(folders.settings_file, self.tr("{name}, nothing changed so far")))
        self.log_file.setText(_in_folder(folders.log_file, self.tr("{name}, nothing in it so far")))
        if not self._parts:
            self._parts = parts()
            self.parts.show_rows(_row_of(place, part) for place, part in enumerate(self._parts) if place)
        if self.context.ledger_place or folders.ledger_file.exists():
            self.context.ledger.ask(_looked_at, self._on_ledger, self._on_no_ledger, self)
        else:  # which looking would make
            self._on_no_ledger(self.tr("{name}, not started yet").format(name=folders.ledger_file.name))

    def _on_ledger(self, seen: _Seen) -> None:
        self.ledger.show_path(seen.shown)
        sessions = ngettext("{n} session", "{n} sessions", seen.sessions).format(n=number(seen.sessions))
        schema = self.tr("schema version {version}").format(version=seen.schema)
        if seen.size is None:
            self.ledger_more.setText(self.tr("{sessions}, {schema}").format(sessions=sessions, schema=schema))
        else:
            size = self.tr("{n} MB").format(n=number(seen.size / _MB, ",.1f"))
            text = self.tr("{sessions}, {size}, {schema}")
            self.ledger_more.setText(text.format(sessions=sessions, size=size, schema=schema))
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

    def show_log(self) -> None:
        """Show the end of the log of errors."""
        text = log_end(self.context.folders) or self.tr("Nothing has gone wrong so far.")
        note = self.tr(
            "The log is kept on this computer and sent nowhere. It may contain things you typed, so read it before you "
            "pass it on."
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
            text = self.tr("{name} doesn’t include the text of its licence; it is under {licence}.")
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
        self._opener = opener
        self.stack.setCurrentWidget(self.reader)
        self.reader.read(title, text, note, fixed=fixed, is_file=is_file)

    def leave(self) -> None:
        """Go back to the overview, where the text was opened."""
        self.stack.setCurrentWidget(self.scroller)
        if self._opener is not None:
            self._opener.setFocus(Qt.FocusReason.OtherFocusReason)

    # sizes

    def fit(self) -> None:
        """Stand the columns beside each other where there is room."""
        current = look()
        beside = self.width() >= 2 * (_LEAST * current.scale + current.L) + current.L
        stand(self._columns, beside=beside)
        widest = _WIDEST * current.scale
        self._body.setMaximumWidth(round(2 * widest + current.L if beside else widest))

    def showEvent(self, event: QShowEvent) -> None:
        """Look again, and let the keyboard begin at the top."""
        super().showEvent(event)
        self.fit()
        self.reload()
        if self.stack.currentWidget() is self.scroller and not self.isAncestorOf(self.focusWidget() or self):
            self.licence_button.setFocus(Qt.FocusReason.OtherFocusReason)


class AppIcon(QWidget):
    """The program's icon."""

    def __init__(self) -> None:
        super().__init__()
        self._drawing = QSvgRenderer(QByteArray(data("app.svg")), self)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        side = 4 * look().display
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._drawing.render(painter, QRectF(self.rect()))
        painter.end()


class _Seen(NamedTuple):
    """What is told of the ledger; no size where it is on a server."""

    shown: str
    sessions: int
    size: int | None
    schema: str


def _looked_at(ledger: Ledger) -> _Seen:
    from mjcompanion.ledger.models import HEAD

    path = ledger.place.path
    return _Seen(
        ledger.place.shown, ledger.sessions.count(), path.stat().st_size if path is not None else None, str(HEAD)
    )


def _in_folder(path: Path, otherwise: str) -> str:
    return path.name if path.exists() else otherwise.format(name=path.name)


def _row_of(place: int, part: Component) -> ListRow:
    title = f"{part.name} {part.version}".strip()
    text = _("{part}: licence {licence}").format(part=title, licence=part.licence)
    return ListRow(str(place), title, part.licence, said=text)
