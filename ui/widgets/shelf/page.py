"""The page of a shelf: the list at the left, or above where it is narrow, and the editor of what is chosen."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMenu, QSpinBox, QVBoxLayout, QWidget

from mjcompanion.table.words import brief

from ...context import Message, PageContext
from ...rich_text import plain_boxes
from ...save_dialog import ask_where_to_save
from ...shortcuts import bind
from ...theme import look
from ..buttons import Button, Choice, IconButton
from ..folder import open_folder
from ..frame import ListFrame
from ..layouts import across, down, fill
from ..menus import OpensMenu, PopupMenu
from ..rows import FAULTY, HEADING, PLAIN, REMARK, ListRow, RowList
from ..surfaces import ScrollPage, TextLabel
from .faults import LONGEST_NAME, FaultCard
from .heads import StandingHead, UnsavedNote
from .model import OpenDocument, ShelfModel

P = TypeVar("P", bound=ShelfModel[Any, Any])


class ShelfWords(NamedTuple):
    """What a page of a shelf says otherwise than others, in the language of the window."""

    title: str
    standing: str
    """Above what comes with the program."""
    make: str
    """The button that makes one's own from what comes with the program, and for screen readers from which {name}."""
    make_from: str
    none_yet: str
    untouched: str
    """Of a file that can't be read: how it can be mended, and that nothing else is touched by it."""
    importing: str
    exporting: str
    files: str
    """The files that are offered, as Qt's dialogs want it."""
    no_program: str
    """Shown where nothing opens the {folder}."""


class ShelfPage(ListFrame, Generic[P]):
    """The frame around the editor of the chosen document; its model holds all data."""

    detail: ScrollPage

    def __init__(self, context: PageContext, model: P, words: ShelfWords, parent: QWidget | None = None) -> None:
        super().__init__(words.title, parent)
        self._context = context
        self._words = words
        self._shown = ""
        self.model = model
        model.setParent(self)
        self.import_action = self.make_action(self.tr("Import…"), self.import_file)
        self.export_action = self.make_action(self.tr("Export…"), self.export_file)
        self.folder_action = self.make_action(self.tr("Open the folder"), self.open_folder)
        self.delete_action = self.make_action(self.tr("Delete"), self.delete)
        self.share_button = Button(self.tr("Share"), "quiet")
        self.more_button = Button(self.tr("More"), "quiet", "more")
        OpensMenu(self.share_button, lambda: self._menu(self.share_actions()))
        OpensMenu(self.more_button, lambda: self._menu(self.more_actions()))
        self.standing = StandingHead(words.make)
        self.unsaved = UnsavedNote(model.retry)
        self.faults = FaultCard(model, words.untouched)
        self.undo_button = IconButton("undo", self.tr("Undo"), action="undo")
        self.redo_button = IconButton("redo", self.tr("Redo"), action="redo")
        self.list = RowList(self._words.title)
        self.folder_problem = TextLabel("", "wrong")
        choice, detail = Choice(self._words.title, least=12), self._make_detail()
        self.set_panes(self.list, choice, detail, self.folder_problem)
        quiet = (self.undo_button, self.redo_button, self.share_button, self.more_button)
        self.header.add_actions(*quiet, primary=self.primary_buttons[0])
        for button in self.primary_buttons[1:]:
            self.header.add_actions(primary=button)
        self._connect()
        self.connect_parts()
        model.reload()
        self._refresh()

    # what differs from page to page

    @abstractmethod
    def fill(self, column: QVBoxLayout) -> None:
        """Make the editor."""

    @abstractmethod
    def connect_parts(self) -> None:
        """Listen to the parts of the editor."""

    @abstractmethod
    def show_chosen(self, *, other: bool) -> None:
        """Show in the editor what is chosen; `other` where it wasn't until now."""

    @abstractmethod
    def standing_rows(self) -> Iterable[ListRow]:
        """What comes with the program."""

    @abstractmethod
    def standing_words(self) -> tuple[str, str]:
        """Return the title of the chosen document that comes with the program, and a line about it."""

    @abstractmethod
    def make_own(self) -> None:
        """Make a document of one's own from the chosen one; its name can be typed at once."""

    @abstractmethod
    def caption(self, opened: OpenDocument[Any, Any]) -> str:
        """Return the line below a document in the list."""

    @abstractmethod
    def flush(self) -> None:
        """Save what was typed."""

    @abstractmethod
    def suggested(self) -> str:
        """The name for a file to which what is chosen is written, or empty where nothing can be."""

    @property
    @abstractmethod
    def name_field(self) -> QLineEdit:
        """Where the name of what is chosen is typed."""

    def has_faults(self, opened: OpenDocument[Any, Any]) -> bool:
        """Whether the list marks something as faulty."""
        return not opened.is_readable

    def spread(self, room: int, *, narrow: bool) -> int:  # noqa: ARG002 - most editors are as they are
        """Use the width that is left for the editor; gives how wide it may be at most."""
        return round(look().readable_width * 1.4)

    @property
    @abstractmethod
    def primary_buttons(self) -> tuple[Button, ...]:
        """The primary buttons of the header, of which one is shown at a time."""

    @abstractmethod
    def share_actions(self) -> list[QAction]:
        """What hands the chosen document to others."""

    @abstractmethod
    def more_actions(self) -> list[QAction]:
        """What else can be done with it."""

    def make_action(self, words: str, do: Callable[[], object]) -> QAction:
        """Return a command of the page for its menus."""
        action = QAction(words, self)
        action.triggered.connect(lambda: do())
        return action

    def _menu(self, actions: Iterable[QAction]) -> QMenu:
        menu = PopupMenu(self)
        menu.addActions(list(actions))
        return menu

    # building

    def _make_detail(self) -> ScrollPage:
        content = QWidget()
        self._column = QWidget()
        fill(across(content), (self._column, 1)).addStretch()
        column = down(self._column)
        self.fill(column)
        return ScrollPage(content)

    def _connect(self) -> None:
        model = self.model
        model.changed.connect(self._refresh)
        model.said.connect(self._on_said)
        model.undone.connect(self._context.take_back)
        model.stack.canUndoChanged.connect(self.undo_button.setEnabled)
        model.stack.canRedoChanged.connect(self.redo_button.setEnabled)
        self.undo_button.setEnabled(False)
        self.redo_button.setEnabled(False)
        self.undo_button.clicked.connect(self.undo)
        self.redo_button.clicked.connect(self.redo)
        self.standing.make.clicked.connect(self.make_own)
        self.list.chosen.connect(self.choose)
        self.choice.currentIndexChanged.connect(lambda _: self.choose(self.choice.currentData()))
        self.faults.delete.clicked.connect(self.delete)
        self.faults.open_folder.clicked.connect(self.open_folder)
        self._context.settings.changed.connect(lambda _: self.fit())
        bind(self, "undo", self.undo, can=model.stack.canUndo)
        bind(self, "redo", self.redo, can=model.stack.canRedo)
        self.list.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)  # noqa: S101 - there are no widgets without it
        application.focusChanged.connect(self._on_focus)
        application.aboutToQuit.connect(self.flush)

    # showing

    def _refresh(self) -> None:
        model = self.model
        self.list.show_rows(self._listed(), model.chosen)
        self.choice.set_choices(self._choices())
        self.choice.choose(model.chosen)
        self.folder_problem.setVisible(bool(model.folder_problem))
        self.folder_problem.setText(
            self.tr("The folder {folder} can’t be read: {reason}.").format(
                folder=model.shelf.folder, reason=model.folder_problem
            )
        )
        is_standing = model.refused is None and not model.is_own_chosen
        title, about = self.standing_words() if is_standing else ("", "")
        self.standing.show_document(title, about, self._words.make_from.format(name=title))
        self.unsaved.show_reason(model.opened.unsaved if model.can_write and model.opened is not None else "")
        self.faults.refresh()
        for part in (self.standing, self.unsaved, self.faults):
            part.updateGeometry()
        shown = "refused" if model.refused is not None else model.chosen
        other, self._shown = shown != self._shown, shown
        for action in (self.export_action, self.delete_action):
            action.setEnabled(model.refused is None and bool(model.chosen))
        self.delete_action.setEnabled(model.is_own_chosen)
        self.show_chosen(other=other)
        if other:
            self.detail.verticalScrollBar().setValue(0)

    def _listed(self) -> tuple[ListRow, ...]:
        model = self.model
        own = [self._row_of(opened) for opened in model.ours]
        return (
            ListRow("", self._words.standing, sort=HEADING),
            *self.standing_rows(),
            ListRow("", self.tr("Yours"), sort=HEADING),
            *(own or [ListRow("", self._words.none_yet, sort=REMARK)]),
        )

    def _row_of(self, opened: OpenDocument[Any, Any]) -> ListRow:
        if not opened.is_readable:
            return ListRow(opened.key, self._short(opened), self.tr("can’t be read"), FAULTY)
        caption = self.tr("not saved") if opened.unsaved else self.caption(opened)
        sort = FAULTY if self.has_faults(opened) else PLAIN
        return ListRow(opened.key, self.model.name(opened), caption, sort)

    def _choices(self) -> list[tuple[str, str]]:
        """The same for the narrow page, in a list that opens."""
        choices = [(row.key, row.title) for row in self.standing_rows()]
        for opened in self.model.ours:
            word = self.tr("{name} (yours)") if opened.is_readable else self.tr("{name} (with errors)")
            choices.append((opened.key, word.format(name=self._short(opened))))
        return choices

    def _short(self, opened: OpenDocument[Any, Any]) -> str:
        return brief(self.model.name(opened), LONGEST_NAME)

    def fit(self) -> None:
        """Use the width that is left for the editor."""
        super().fit()
        if hasattr(self, "_panes"):
            self._column.setMaximumWidth(self.spread(self.detail_width, narrow=self.is_narrow))

    def showEvent(self, event: QShowEvent) -> None:
        """Take in what was changed elsewhere meanwhile; the keyboard starts in the list."""
        super().showEvent(event)
        self.model.reload()
        self.list_or_choice.setFocus(Qt.FocusReason.OtherFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        """Save when another page is shown, or the window closes."""
        self.flush()
        super().hideEvent(event)

    def event(self, event: QEvent) -> bool:
        """Take in what another program did while its window was in front."""
        if event.type() is QEvent.Type.WindowActivate and self.isVisible():
            self.model.reload()
        return super().event(event)

    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if isinstance(now, (QLineEdit, QSpinBox)) and self.isAncestorOf(now):
            now.removeEventFilter(self)
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Delete on the list; undo in a field that has nothing of its own to undo is undo of the page."""
        if not isinstance(event, QKeyEvent):
            return False
        if watched is self.list and event.type() is QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Delete and self.model.is_own_chosen:
                self.delete()
                return True
            if event.key() == Qt.Key.Key_F2 and self.model.can_write:
                self.name_first()
                return True
        if event.type() is QEvent.Type.ShortcutOverride:
            field = watched.lineEdit() if isinstance(watched, QSpinBox) else watched
            if isinstance(field, QLineEdit):
                undo = event.matches(QKeySequence.StandardKey.Undo) and not field.isUndoAvailable()
                redo = event.matches(QKeySequence.StandardKey.Redo) and not field.isRedoAvailable()
                if undo or redo:
                    event.ignore()
                    return True
        return False

    # what people do

    def choose(self, key: str) -> None:
        """Show something else."""
        self.flush()
        self.model.choose(key)

    def undo(self) -> None:
        self.flush()
        self.model.undo()

    def redo(self) -> None:
        self.model.redo()

    def name_first(self) -> None:
        """Let the name of what is chosen be typed at once."""
        if self.model.can_write:
            self.name_field.setFocus(Qt.FocusReason.OtherFocusReason)
            self.name_field.selectAll()

    def delete(self) -> None:
        """Put what is chosen away."""
        self.flush()
        self.model.delete()
        if not self.list.isHidden():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def import_file(self) -> None:
        """Take in a file from elsewhere."""
        path = self.ask_open()
        if path:
            self.flush()
            self.model.import_(Path(path))

    def export_file(self) -> None:
        """Write what is chosen to a file elsewhere."""
        self.flush()
        suggested = self.suggested()
        path = self.ask_save(suggested) if suggested else None
        if path is not None:
            self.model.export(path)

    def ask_open(self) -> str:
        """The file to import, or empty."""
        with plain_boxes():
            return QFileDialog.getOpenFileName(self, self._words.importing, "", self._words.files)[0]

    def ask_save(self, suggested: str) -> Path | None:
        """The file to write, or None."""
        return ask_where_to_save(self, self._words.exporting, suggested, self._words.files)

    def open_folder(self) -> None:
        """Show the folder in the desktop's own program for folders."""
        open_folder(self._context, self.model.shelf.folder, self._words.no_program)

    def _on_said(self, message: Message) -> None:
        do = None if message.do is None else partial(self._do, message.do)
        self._context.say(message.sentence, message.kind, message.action, do)

    def _do(self, do: Callable[[], None]) -> None:
        """Do what a message offers, once what is typed is taken over: its button takes no keyboard."""
        self.flush()
        do()
