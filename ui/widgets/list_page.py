"""A page with a list out of the ledger: read when it is seen, said what stands in its place, exported and imported."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from mjcompanion.i18n.translation import number, sentences
from mjcompanion.ledger.errors import Damaged
from mjcompanion.ledger.values import ImportReport

from ..accessibility import announce
from ..context import PageContext
from ..rich_text import plain_boxes
from ..save_dialog import ask_where_to_save
from .files import Files, Write
from .listing import Instead
from .surfaces import EmptyState

if TYPE_CHECKING:
    from mjcompanion.ledger.exporting import Kind

_TELL_AFTER_MS, _TELL_AGAIN_MS = 100, 3_000
"""What takes longer than this is told, and told again how far it is."""
_SUFFIXES: Final = {"csv": ".csv", "json": ".mjledger.json", "text": ".txt"}


class ListWords(msgspec.Struct, frozen=True):
    """What a list says that can't be read, that is exported, and that is imported."""

    unreadable: str
    exporting: str
    """How far an export is, with {n} and {whole}."""
    importing: str
    """The title of the dialog that asks for a file."""
    files: str
    """The kinds of files in that dialog."""


class Export(msgspec.Struct, frozen=True):
    """A way out of a list: the kind of file, and its words for all that there is and for what is listed."""

    kind: Kind
    every: str
    listed: str


class Nothing(msgspec.Struct, frozen=True):
    """What an empty list says, and the one thing to do about it."""

    title: str
    text: str
    action: str
    do: Callable[[], object]


class ListPage(QWidget):
    """A page with a list: it reads when it is seen, and again when somebody writes into the ledger meanwhile."""

    _instead: Instead

    def __init__(self, context: PageContext, words: ListWords, write: Write, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._list_words = words
        self._stale = True
        self.files = files = Files(context.ledger, write, context.folders, self)
        self._waiting = QTimer(self)
        self._waiting.timeout.connect(self._tell_progress)
        files.stored.connect(lambda path: context.say(self.tr("Stored in {file}.").format(file=path), "good"))
        files.imported.connect(self._on_imported)
        files.began.connect(lambda: self._waiting.start(_TELL_AFTER_MS))
        files.ended.connect(self._waiting.stop)
        files.cancelled.connect(lambda: context.say(self.tr("Cancelled. Nothing was changed.")))
        files.failed.connect(lambda sentence: context.say(sentence, "wrong"))
        context.ledger.changed.connect(self._on_ledger_changed)

    @abstractmethod
    def _ask_again(self) -> None:
        """Ask anew for all that is shown."""

    @abstractmethod
    def _nothing(self) -> Nothing:
        """What stands in place of an empty list."""

    @abstractmethod
    def _imported_words(self, report: ImportReport) -> list[str]:
        """Sentences about what came of importing a file, but for what is another one here."""

    # what is in sight

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.read_again()

    def read_again(self) -> None:
        """Read what is shown out of the ledger."""
        self._stale = False
        self._ask_again()

    def _on_ledger_changed(self) -> None:
        if self.isVisible():
            self.read_again()
        else:
            self._stale = True

    def _on_failed(self, error: Exception) -> None:
        """A damaged ledger can be replaced by a backup; all else is said where the list would be."""
        if isinstance(error, Damaged):
            self._context.tell_trouble(error)

    @property
    def state(self) -> EmptyState | None:
        """What stands in place of the list."""
        return self._instead.shown

    def _show_state(self, error: str, *, empty: bool) -> None:
        """What stands in place of the list: an error, nothing found, nothing there yet."""
        found: Nothing | None = None
        if error:
            found = Nothing(self._list_words.unreadable, error, self.tr("Try again"), self.read_again)
        elif empty:
            found = self._nothing()
        words = () if found is None else (found.title, found.text, found.action)
        if self._instead.show(words, None if found is None else found.do) and found is not None:
            self._announce(sentences(found.title, found.text))

    def _announce(self, text: str) -> None:
        if text and self.isVisible():
            announce(self, text)

    # files

    def _add_exports(
        self, menu: QMenu, ways: Sequence[Export], wanted: object, name: str, *, every: bool, some: bool
    ) -> None:
        """Offer what is listed in files; `every` says that nothing is kept back, `some` that there is anything."""
        for way in ways:
            action = menu.addAction(way.every if every else way.listed)
            action.triggered.connect(partial(self._export, wanted, way.kind, name))
            action.setEnabled(some)

    def _export(self, wanted: object, kind: Kind, name: str, *_: object) -> None:
        path = self.ask_where_to_store(f"{name}{_SUFFIXES[kind]}")
        if path is not None:
            self.files.store(wanted, kind, path)

    def _on_import(self) -> None:
        path = self.ask_what_to_import()
        if path is not None:
            self.files.take_in(path)

    def ask_where_to_store(self, name: str) -> Path | None:
        """Ask the person for a file to write."""
        return ask_where_to_save(self, self.tr("Export"), str(Path.home() / name))

    def ask_what_to_import(self) -> Path | None:
        """Ask the person for a file to read."""
        words = self._list_words
        with plain_boxes():
            chosen, _ = QFileDialog.getOpenFileName(self, words.importing, str(Path.home()), words.files)
        return Path(chosen) if chosen else None

    def _tell_progress(self) -> None:
        """Say what is under way, with a way to end it; of a long one again and again how far it is."""
        if self.files.progress is None:
            return
        self._waiting.start(_TELL_AGAIN_MS)
        done, whole = self.files.progress
        if self.files.importing:
            sentence = self.tr("Importing: {n} of {whole}…") if whole else self.tr("Reading the file…")
        else:
            sentence = self._list_words.exporting if whole else self.tr("Exporting…")
        text = sentence.format(n=number(done), whole=number(whole))
        self._context.say(text, "info", self.tr("Cancel"), self.files.cancel)

    def _on_imported(self, report: ImportReport) -> None:
        problems = (*report.few_different, *report.few_warnings)
        self._context.say(sentences(*self._imported_words(report), *problems), "warn" if problems else "good")
