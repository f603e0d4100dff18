"""Where the ledger is, its backups, and a check of all of it: a card of the settings page."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import shiboken6
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from mjcompanion.i18n.translation import _, number
from mjcompanion.storage.passwords import parted
from mjcompanion.table.words import counted

from ...accessibility import announce
from ...context import PageContext, moment
from ...rich_text import plain_boxes
from ...save_dialog import ask_where_to_save
from ...theme import look, set_role
from ...widgets import Button, Flow, Section, TextField, TextLabel
from ...widgets.layouts import across, fill
from ...worker import PROGRESS_EVERY

if TYPE_CHECKING:
    from mjcompanion.ledger.ledger import Ledger
    from mjcompanion.ledger.values import BackupFile, CheckReport
    from mjcompanion.storage.paths import Folders

_SHOWN: Final = 5


class BackupLine(QWidget):
    """One backup; what restoring it takes away is said first, in the message bar."""

    def __init__(self, context: PageContext, number: int) -> None:
        super().__init__()
        self._context, self._number = context, number
        self._backup: BackupFile | None = None
        self.words = TextLabel("")
        self.restore_button = Button(self.tr("Restore…"))
        fill(across(self), (self.words, 1), self.restore_button)
        self.restore_button.clicked.connect(self._on_restore)

    def offer(self, backup: BackupFile) -> None:
        self._backup, when = backup, moment(backup.at)
        words = self.tr("{when} · damaged").format(when=when)
        if backup.ok:
            words = self.tr("{when} · {sessions}, {hands}").format(
                when=when, sessions=counted(backup.sessions, "session"), hands=counted(backup.hands, "hand")
            )
        self.words.setText(words)
        self.restore_button.setEnabled(backup.ok)
        name = _("Backup {number}, of {when}: restore it").format(number=self._number, when=when)
        self.restore_button.setAccessibleName(name)

    def _on_restore(self) -> None:
        if self._backup is None:
            return
        text = self.tr(
            "Everything written after {when} will be removed from the ledger. The file as it is now is saved beside it."
        ).format(when=moment(self._backup.at))
        self._context.say(text, "warn", self.tr("Restore it now"), partial(self._context.restore, self._backup))


class KeepingCard(Section):
    """Says which ledger is in use, and keeps it safe."""

    _checking = Signal(int, int)

    def __init__(self, context: PageContext) -> None:
        super().__init__(_("Ledger and backups"))
        self._context = context
        self._copy_name = "ledger-copy.db"
        self._folders_chosen = 0
        """How often a second folder was chosen or removed: an answer about the one before isn't wanted."""
        self._tries = 0
        """How many addresses were tried: the one before is no longer needed."""
        self.place = TextLabel("")
        self.backup_button = Button(self.tr("Back up now"), "", "save")
        self.copy_button = Button(self.tr("Save a copy…"))
        self.check_button = Button(self.tr("Check the ledger"))
        self._tools = (self.backup_button, self.copy_button, self.check_button)
        tools = Flow(spacing=look().S)
        tools.add(*self._tools)
        self.report = TextLabel("", "quiet")
        self.lines = [BackupLine(context, number) for number in range(1, _SHOWN + 1)]
        self.no_backups = TextLabel(
            self.tr("No backups yet: one is made within a minute of anything you save."), "quiet"
        )
        for line in self.lines:
            line.hide()
        fill(self.body, self.place, tools, self.report, self.no_backups, *self.lines)
        self._begin_part(
            self.tr("A second folder for backups"),
            self.tr("Choose a folder on a USB stick or another disk: each backup is copied there too."),
        )
        self.folder = TextLabel("")
        self.folder_button = Button(self.tr("Choose a folder…"))
        self.no_folder_button = Button(self.tr("Remove"), "quiet")
        self.no_folder_button.setAccessibleName(self.tr("Remove the second folder for backups"))
        buttons = Flow(spacing=look().S)
        buttons.add(self.folder_button, self.no_folder_button)
        fill(self.body, self.folder, buttons)
        self._begin_part(
            self.tr("One ledger for a club"),
            self.tr(
                "The address of a PostgreSQL database that several tables share, such as "
                "postgresql://club@server/mahjong. Its password belongs in PostgreSQL’s password file. Empty: the "
                "ledger in the data folder."
            ),
        )
        self.address = TextField(self.tr("Address of the club’s ledger"), "postgresql://…")
        self.use_button = Button(self.tr("Use it"))
        self.trouble = TextLabel("", "wrong")
        self.trouble.hide()
        fill(self.body, fill(across(), (self.address, 1), self.use_button), self.trouble)
        self.address.setText(context.settings.value.ledger)
        self.backup_button.clicked.connect(self._on_back_up)
        self.copy_button.clicked.connect(self._on_copy)
        self.check_button.clicked.connect(self._on_check)
        self._checking.connect(self._on_progress)
        self.use_button.clicked.connect(self._on_use)
        self.address.returnPressed.connect(self._on_use)
        self.folder_button.clicked.connect(self._on_folder)
        self.no_folder_button.clicked.connect(self._on_no_folder)
        context.ledger.changed.connect(self.reload)
        self._show_folder()

    def _begin_part(self, title: str, about: str) -> None:
        fill(self.body, look().S, TextLabel(title, "strong"), TextLabel(about, "caption"))

    def reload(self) -> None:
        if not self.isVisible():
            return
        self._context.ledger.ask(_kept, self._on_kept, self._on_trouble, self)

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self.reload()

    def _on_kept(self, kept: tuple[str, bool, str, tuple[BackupFile, ...]]) -> None:
        shown, is_file, read_only, backups = kept
        self._copy_name = "ledger-copy.db" if is_file else "ledger.json"
        words = self.tr("In use: {place}").format(place=shown)
        if read_only:
            words = self.tr("In use: {place} It is read-only: {why}").format(place=shown, why=read_only)
        self.place.setText(words)
        self.backup_button.setVisible(is_file)
        self.trouble.hide()
        self._on_backups(backups)
        self.no_backups.setVisible(is_file and not backups)

    def _on_trouble(self, error: Exception) -> None:
        self.trouble.say(str(error))
        if not self._context.ledger_place:
            self._context.ledger.ask_aside(self._backups, self._on_backups, None, self)

    def _backups(self) -> tuple[BackupFile, ...]:
        from mjcompanion.ledger.database import backups_of

        return backups_of(None, self._context.folders)

    def _on_backups(self, backups: tuple[BackupFile, ...]) -> None:
        """Offer these; a ledger that can't be opened has backups too."""
        for place, line in enumerate(self.lines):
            line.setVisible(place < len(backups))
            if place < len(backups):
                line.offer(backups[place])
        self.no_backups.setVisible(not backups)

    # the second folder for backups

    def _show_folder(self) -> None:
        named = self._context.settings.value.backup_folder
        self.folder.setText(named or self.tr("None"))
        self.no_folder_button.setVisible(bool(named))

    def ask_folder(self) -> Path | None:
        with plain_boxes():
            named = QFileDialog.getExistingDirectory(self, self.tr("A second folder for backups"))
        return Path(named) if named else None

    def _on_folder(self) -> None:
        to = self.ask_folder()
        if to is not None:
            self._folders_chosen += 1
            begun = partial(self._on_folder_used, self._folders_chosen, to)
            self._do(self.tr("Backing up…"), lambda ledger: ledger.use_second_folder(to), begun)

    def _on_folder_used(self, turn: int, to: Path, other: BackupFile | None) -> None:
        if turn != self._folders_chosen:
            self._say("")
        elif other is not None:
            self._say(self.tr("Choose an empty folder."), "wrong")
            text = self.tr("{folder} has backups of another ledger.").format(folder=to)
            self._context.offer_backup(text, other)
        else:
            self._context.settings.change(backup_folder=str(to))
            self._show_folder()
            self._say(self.tr("Backups are copied to {folder} too.").format(folder=to), "good")

    def _on_no_folder(self) -> None:
        self._folders_chosen += 1
        self._context.settings.change(backup_folder="")
        self._context.ledger.ask(lambda ledger: ledger.use_second_folder(None), None, self._on_failed, self)
        self._show_folder()
        self.folder_button.setFocus()

    # what people do

    def _on_back_up(self) -> None:
        self._do(self.tr("Backing up…"), lambda ledger: ledger.backup(), self._on_backed_up)

    def _on_backed_up(self, backup: BackupFile) -> None:
        self._say(self.tr("Backed up and verified: {name}.").format(name=backup.path.name), "good")
        self.reload()

    def ask_where(self) -> Path | None:
        return ask_where_to_save(self, self.tr("Save a copy of the ledger"), self._copy_name)

    def _on_copy(self) -> None:
        to = self.ask_where()
        if to is not None:
            self._do(self.tr("Copying…"), lambda ledger: ledger.backup(to), self._on_copied)

    def _on_copied(self, backup: BackupFile) -> None:
        self._say(self.tr("Copied and verified: {path}.").format(path=backup.path), "good")

    def _on_check(self) -> None:
        reported = 0.0

        def progress(done: int, count: int) -> bool:
            nonlocal reported
            if not shiboken6.isValid(self):
                return False
            if time.monotonic() - reported >= PROGRESS_EVERY:
                reported = time.monotonic()
                self._checking.emit(done, count)
            return True

        self._do(self.tr("Checking every session…"), lambda ledger: ledger.check(progress), self._on_checked)

    def _on_progress(self, done: int, count: int) -> None:
        text = self.tr("Checking: session {done} of {count}…")
        self.report.setText(text.format(done=number(done), count=number(count)))

    def _on_checked(self, report: CheckReport) -> None:
        if report.ok:
            text = self.tr("All is well: {sessions}, {hands}.")
            self._say(
                text.format(sessions=counted(report.sessions, "session"), hands=counted(report.hands, "hand")), "good"
            )
            return
        found = [one.sentence for one in report.findings[:_SHOWN]]
        more = len(report.findings) - len(found)
        if more > 0:
            found.append(self.tr("and {count} more").format(count=number(more)))
        self._say("\n".join(found), "wrong")
        if any(one.repairable for one in report.findings):
            self._context.say(
                self.tr("The ledger’s lists and totals don’t match its events. They can be worked out again."),
                "warn",
                self.tr("Repair"),
                partial(self._ask_ledger, lambda ledger: ledger.repair(), lambda _unused: self._on_check()),
            )

    def _on_failed(self, error: Exception) -> None:
        self._say(str(error), "wrong")

    def _on_use(self) -> None:
        """Try the address; only one that answers is kept."""
        address, password = parted(self.address.text().strip())
        if address and "://" not in address:  # a file's name alone would be another file from each folder one begins in
            address = str(self._context.folders.data.absolute() / Path(address).expanduser())
        self.address.setText(address)
        self._tries += 1
        if password:
            text = self.tr(
                "The password isn’t saved with the address. Write it into PostgreSQL’s password file, then use the "
                "address as it is now."
            )
            self._complain(text)
            return
        if address == self._context.settings.value.ledger:
            self.use_button.setEnabled(True)
            return
        self.use_button.setEnabled(False)
        self._context.ledger.ask_aside(
            partial(_try, address, self._context.folders),
            partial(self._on_answered, self._tries, address),
            partial(self._on_unanswered, self._tries),
            self,
        )

    def _on_answered(self, turn: int, address: str, _unused: None) -> None:
        if turn != self._tries:
            return
        self.use_button.setEnabled(True)
        self.trouble.hide()
        self._context.use_ledger(address)
        ours = self.tr("The data folder’s ledger is in use.")
        self._context.say(self.tr("The club’s ledger is in use now.") if address else ours, "good")
        self.reload()

    def _on_unanswered(self, turn: int, error: Exception) -> None:
        if turn == self._tries:
            self._complain(str(error))

    def _complain(self, sentence: str) -> None:
        self.use_button.setEnabled(True)
        self.trouble.say(sentence)
        announce(self.trouble, sentence, assertive=True)

    def _do(self, sentence: str, do: Callable[[Ledger], object], then: Callable[[Any], None]) -> None:
        """Say what is under way, and have it done; nothing else can be asked until it is."""
        self._say(sentence)
        for button in self._tools:
            button.setEnabled(False)
        self._ask_ledger(do, then)

    def _ask_ledger(self, do: Callable[[Ledger], object], then: Callable[[Any], None]) -> None:
        self._context.ledger.ask(do, then, self._on_failed, self, is_long=True)

    def _say(self, sentence: str, role: str = "quiet") -> None:
        self.report.setText(sentence)
        set_role(self.report, role)
        for button in self._tools:
            button.setEnabled(True)
        announce(self, sentence)


def _kept(ledger: Ledger) -> tuple[str, bool, str, tuple[BackupFile, ...]]:
    return ledger.place.shown, ledger.is_file, ledger.read_only, ledger.backups()[:_SHOWN]


def _try(address: str, folders: Folders) -> None:
    """Open a ledger, which may fail, and close it again."""
    from mjcompanion.ledger.ledger import Ledger

    Ledger.open(address or None, folders).close()
