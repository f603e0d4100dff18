"""Import and export of the Notebook: the files that people name, and how far a long one is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog, QWidget

from mjcompanion.core.errors import listed
from mjcompanion.i18n.translation import _, number, sentences
from mjcompanion.ledger.values import SESSIONS, ImportReport
from mjcompanion.tournament.season import Season

from ...context import PageContext
from ...rich_text import plain_boxes
from ...save_dialog import ask_where_to_save
from ...widgets.files import Files
from .detail import Command
from .queries import EntryFilter, export_to

if TYPE_CHECKING:
    from mjcompanion.ledger.exporting import Kind

_TELL_AFTER_MS, _TELL_AGAIN_MS = 100, 3_000
"""What takes longer than this is told, and told again how far it is."""
_SUFFIXES: Final = {"csv": ".csv", "standings": ".csv", "json": ".mjledger.json", "text": ".txt"}


class Exchange(QObject):
    """Imports and exports entries."""

    def __init__(self, context: PageContext, page: QWidget) -> None:
        super().__init__(page)
        self._context, self._page = context, page
        self.files = files = Files(context.ledger, export_to, context.folders, self)
        self._waiting = QTimer(self)
        self._waiting.timeout.connect(self._tell_progress)
        files.stored.connect(lambda path: context.say(self.tr("Saved to {file}.").format(file=path), "good"))
        files.imported.connect(self._on_imported)
        files.began.connect(lambda: self._waiting.start(_TELL_AFTER_MS))
        files.ended.connect(self._waiting.stop)
        files.cancelled.connect(lambda: context.say(self.tr("Cancelled. Nothing was changed.")))
        files.failed.connect(lambda sentence: context.say(sentence, "wrong"))

    def commands(self, criteria: EntryFilter, *, some: bool) -> list[Command | None]:
        """Return the commands for a list; `some` says whether anything is in it."""

        def exporting(words: str, kind: Kind, which: EntryFilter, name: str, *, able: bool = some) -> Command:
            return Command(words, lambda: self.export(which, kind, name), able)

        found: list[Command | None] = [
            None,
            exporting(self.tr("Export this list (CSV)…"), "csv", criteria, "notebook"),
            exporting(self.tr("Export this list (JSON)…"), "json", criteria, "notebook"),
        ]
        if len(criteria.kinds) == 1:
            found.append(exporting(self.tr("Export this list (text)…"), "text", criteria, "notebook"))
        if criteria.kinds == (SESSIONS,):
            found.append(exporting(self.tr("Export standings (CSV)…"), "standings", criteria, "standings"))
        everything = exporting(self.tr("Export everything (JSON)…"), "json", EntryFilter(), "notebook", able=True)
        return [*found, None, everything, Command(self.tr("Import…"), self.import_file)]

    def export(self, what: EntryFilter | Season | str, kind: Kind, name: str) -> None:
        """Export a list, the standings of a season, or one session by its id, into a file that the person names."""
        path = self.ask_where_to_store(f"{name}{_SUFFIXES[kind]}")
        if path is not None:
            self.files.store(what, kind, path)

    def import_file(self) -> None:
        """Import a file that the person names."""
        path = self.ask_what_to_import()
        if path is not None:
            self.files.take_in(path)

    def ask_where_to_store(self, name: str) -> Path | None:
        """Ask the person for a file to write."""
        return ask_where_to_save(self._page, self.tr("Export"), str(Path.home() / name))

    def ask_what_to_import(self) -> Path | None:
        """Ask the person for a file to read."""
        kinds = self.tr("Exports (*.json *.csv);;All files (*)")
        with plain_boxes():
            chosen, _ = QFileDialog.getOpenFileName(self._page, self.tr("Import"), str(Path.home()), kinds)
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
            sentence = self.tr("Exporting: {n} of {whole}…") if whole else self.tr("Exporting…")
        text = sentence.format(n=number(done), whole=number(whole))
        self._context.say(text, "info", self.tr("Cancel"), self.files.cancel)

    def _on_imported(self, report: ImportReport) -> None:
        problems = (*report.few_different, *report.few_warnings)
        words: list[str] = []
        if report.words:
            words = [_("{sentence}.").format(sentence=listed(report.words))]
        elif not report.different:
            words = [self.tr("This file has nothing for the Notebook.")]
        self._context.say(sentences(*words, *problems), "warn" if problems else "good")
