"""What every page is given: the settings, the look, and where things are stored."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from mjcompanion.core.sanitize import bounded
from mjcompanion.core.tiles import use_terms
from mjcompanion.i18n import translation
from mjcompanion.storage import settings as store
from mjcompanion.storage.paths import Folders, reason
from mjcompanion.storage.settings import Settings

from . import shortcuts
from .theme import Theme

if TYPE_CHECKING:
    from mjcompanion.ledger.errors import LedgerError
    from mjcompanion.ledger.ledger import Ledger
    from mjcompanion.ledger.offline_replica import Session
    from mjcompanion.ledger.values import BackupFile

    from .form_state import Typed
    from .ledger_thread import LedgerThread
    from .shelves import Shelves
    from .sound import Sounds

SAVE_AFTER_MS = 400
"""A slider being dragged changes a setting many times; the file is written once it rests."""


@lru_cache(256)
def moment(at: str) -> str:
    """A time of the ledger, UTC, as people here write it.

    >>> len(moment("2026-03-26T21:07:00Z").split())
    4
    """
    try:
        return translation.moment(datetime.fromisoformat(at).astimezone())
    except (ValueError, OverflowError):  # before the first day there is, west of Greenwich
        return at


translation.when_changed(moment.cache_clear)


class SettingsModel(QObject):
    """The settings, watched by whoever shows them.

    Signals:
        changed(Settings): at least one setting has another value.
        failed(str): a sentence: the settings can't be stored.
    """

    changed = Signal(object)
    failed = Signal(str)

    def __init__(self, value: Settings, folders: Folders | None = None) -> None:
        super().__init__()
        self._value = value
        self._folders = folders
        self._timer = QTimer(self, singleShot=True, interval=SAVE_AFTER_MS)
        self._timer.timeout.connect(self.flush)

    @property
    def value(self) -> Settings:
        """The settings as they are now."""
        return self._value

    def change(self, **values: object) -> None:
        """Give some settings other values; they are shown at once and stored soon.

        Raises:
            ValueError: a value that the setting can't have; nothing was changed.

        """
        new = self._value.changed(**values)
        if new == self._value:
            return
        self._value = new
        self._timer.start()
        self.changed.emit(new)

    def flush(self) -> None:
        """Store now what is not stored yet."""
        waiting = self._timer.isActive() or self.sender() is self._timer
        self._timer.stop()
        if self._folders is None or not waiting:
            return
        try:
            store.save(self._value, self._folders)
        except OSError as error:
            self.failed.emit(
                self.tr("The settings can’t be saved in {folder}: {reason}.").format(
                    folder=self._folders.data, reason=reason(error)
                )
            )


class Message(msgspec.Struct, frozen=True):
    """A sentence for the person, its kind ("info", "good", "warn" or "wrong"), and one or two things to do about it."""

    sentence: str
    kind: str = "info"
    action: str = ""
    do: Callable[[], None] | None = None
    other: str = ""
    do_other: Callable[[], None] | None = None


class PageContext(QObject):
    """What a page needs to know about the program around it.

    Signals:
        message_asked(Message): a page has something to say in the window's message bar.
        message_mended(str): what the last message complained about is put right, or what it says is taken back.
        open_again_asked(): the window is to close and open again.
        lost(LedgerError): the ledger doesn't answer; None: it does, or it is another one.
        noted(Message): a sentence about the ledger that holds until the next; empty when there is nothing to say.
        session_moved(str, str): a session continues in the ledger that is used now, under the second id.
        keeping(): the program may end any moment; what is typed is to be kept now.
    """

    message_asked = Signal(object)
    message_mended = Signal(str)
    open_again_asked = Signal()
    lost = Signal(object)
    noted = Signal(object)
    session_moved = Signal(str, str)
    keeping = Signal()

    def __init__(self, settings: SettingsModel, theme: Theme, folders: Folders, ledger: str | None = None) -> None:
        super().__init__()
        self._named = ledger
        self._ledger: LedgerThread | None = None
        self._sounds: Sounds | None = None
        self._heard = settings.value.sound, settings.value.volume
        self._may_begin_new = False
        self._gone: Exception | None = None
        self.settings = settings
        self.theme = theme
        self.folders = folders
        self.drawers: dict[str, bool] = {}
        """What is folded out, by name; the window remembers it."""
        self.session_here: Callable[[], Session | None] = lambda: None
        """The session at the table, as the window has it."""
        self.is_away = False
        """Whether the data folder's ledger is used in place of the club's, until the session there is restored."""
        settings.changed.connect(self._show_settings)
        settings.changed.connect(self._show_sound)
        settings.failed.connect(self._on_settings_failed)
        self._show_settings(settings.value)

    @property
    def ledger(self) -> LedgerThread:
        """The thread of the ledger named at the start, else that of the settings, else that of the data folder."""
        if self._ledger is None:
            from .ledger_thread import LedgerThread

            self._ledger = LedgerThread(self.open_ledger, self)
            self._ledger.trouble.connect(self._on_trouble)
            self._ledger.noticed.connect(self._on_noticed)
        return self._ledger

    @cached_property
    def typed(self) -> Typed:
        """What is typed and is part of nothing else yet."""
        from .form_state import Typed

        made = Typed(self.folders, self)
        self.keeping.connect(made.save)
        return made

    @cached_property
    def shelves(self) -> Shelves:
        """Who reads the cards and the club's own rules for pages that offer them."""
        from .shelves import Shelves

        return Shelves(self.folders, self)

    @property
    def has_ledger(self) -> bool:
        """Whether there is a ledger already: a file of this person's, or a database."""
        return bool(self.ledger_place) or self.folders.ledger_file.exists()

    @property
    def ledger_place(self) -> str:
        """Where the ledger is: an address, or empty for the data folder."""
        return "" if self.is_away else self.club_place

    @property
    def club_place(self) -> str:
        """The same, whether or not the club's session continues on this computer for now."""
        return self._named or self.settings.value.ledger

    def open_ledger(self) -> Ledger:
        """Open the ledger; a second or so the first time, so only the ledger thread does it."""
        from mjcompanion.ledger.ledger import Ledger

        begin_new, self._may_begin_new = self._may_begin_new, False
        return Ledger.open(self.ledger_place or None, self.folders, begin_new=begin_new, second=self.backup_folder)

    def use_ledger(self, address: str) -> None:
        """Use another ledger from now on; empty for that of the data folder."""
        self.settings.change(ledger=address)
        self.is_away = False
        self.ledger.reopen()
        self.lost.emit(None)

    @property
    def backup_folder(self) -> Path | None:
        """The second folder for backups, if one was chosen."""
        named = self.settings.value.backup_folder
        return Path(named) if named else None

    def tell_trouble(self, error: Exception) -> None:
        """Say what is wrong with the ledger; offer what helps: a backup, or another try."""
        from mjcompanion.ledger.errors import Damaged, NoServer, Refused, Vanished

        if isinstance(error, Vanished | NoServer):
            return  # the ledger thread tells it, with what helps
        if isinstance(error, Damaged) and "://" not in self.ledger_place:
            self.ledger.ask_aside(self._newest_backup, lambda found: self._offer(error, found), None, self)
        elif isinstance(error, Refused):
            self.say(str(error), "wrong", self.tr("Try again"), self.ledger.try_again)
        else:
            self.say(str(error), "wrong")

    def _newest_backup(self) -> BackupFile | None:
        from mjcompanion.ledger.database import newest_good_backup

        return newest_good_backup(self.ledger_place or None, self.folders, self.backup_folder)

    def _offer(self, error: LedgerError, found: BackupFile | None) -> None:
        """Offer the newest backup; a ledger that is gone may also be meant to be gone."""
        begin = self.tr("Start a new one") if error.code == "ledger-missing" else ""
        if found is None:
            text = self.tr("{trouble} There is no backup of it.").format(trouble=error)
            self.say(text, "wrong", begin, self._begin_new if begin else None)
        else:
            self.offer_backup(str(error), found, begin, self._begin_new)

    def offer_backup(
        self, trouble: str, backup: BackupFile, other: str = "", do_other: Callable[[], None] | None = None
    ) -> None:
        """Say what is wrong, and offer a backup in the ledger's place."""
        text = translation.ngettext(
            "{trouble} The newest undamaged backup is of {when}, with {n} session.",
            "{trouble} The newest undamaged backup is of {when}, with {n} sessions.",
            backup.sessions,
        ).format(trouble=trouble, when=moment(backup.at), n=translation.number(backup.sessions))
        self.say(text, "wrong", self.tr("Restore it"), partial(self.restore, backup), other, do_other)

    def _begin_new(self) -> None:
        """Begin a new ledger; the backups of the one that is gone stay."""
        self._may_begin_new = True
        self.ledger.reopen()

    def _on_trouble(self, error: LedgerError | None) -> None:
        """Say that the ledger can't be reached, or that it can be again."""
        from mjcompanion.ledger.errors import Vanished

        before, self._gone = self._gone, None
        if isinstance(error, Vanished):
            self._on_vanished(error)
        elif error is None and before is not None:
            self.say(self.tr("The ledger is in its place again. You can continue."), "good")
        else:
            self.lost.emit(error)

    def _on_noticed(self, what: str | LedgerError) -> None:
        """Say what the ledger notices: a sentence, or that something isn't what was written."""
        if isinstance(what, str):
            self.say(what, "warn")
        else:
            self.tell_trouble(what)

    def _on_vanished(self, error: Exception) -> None:
        """The open ledger isn't in its place any more: offer to write what is open there again, or elsewhere."""
        self._gone = error
        text = f"{error} {self.tr('Everything you confirmed is still open here, and what you are entering stays.')}"
        here = "" if getattr(error, "code", "") == "ledger-closed-now" else self.tr("Write it here again")
        elsewhere = self.tr("Choose another place…")
        if here:
            self.say(text, "wrong", here, self._write_again, elsewhere, self._write_elsewhere)
        else:
            self.say(text, "wrong", elsewhere, self._write_elsewhere)

    def ask_place(self) -> Path | None:
        """Ask where the ledger is to be from now on."""
        from PySide6.QtWidgets import QApplication

        from .save_dialog import ask_where_to_save

        return ask_where_to_save(QApplication.activeWindow(), self.tr("Where to save the ledger"), "ledger.db")

    def _write_elsewhere(self) -> None:
        to = self.ask_place()
        if to is not None:
            self._write_again(to)
        elif self._gone is not None:
            self._on_vanished(self._gone)

    def _write_again(self, to: Path | None = None) -> None:
        def done(_: object) -> None:
            self._gone = None
            if to is not None and self._named:
                self._named = str(to)
            elif to is not None:
                self.settings.change(ledger=str(to))
            where = self.ledger_place or str(self.folders.ledger_file)
            text = self.tr("All that was confirmed is in the ledger {place}. You can confirm again.")
            self.say(text.format(place=where), "good")
            self.ledger.changed.emit()

        def failed(error: Exception) -> None:
            self.say(str(error), "wrong", self.tr("Choose another place…"), self._write_elsewhere)

        self.ledger.ask(lambda ledger: ledger.write_again(to), done, failed, self, is_long=True)

    def restore(self, backup: BackupFile) -> None:
        """Put a backup in the ledger's place; the file that was there is kept next to it."""

        def do() -> str:
            from mjcompanion.ledger.database import restore

            kept = restore(backup.path, self.ledger_place or None, self.folders)
            return "" if kept is None else kept.name

        self.ledger.ask_aside(
            do,
            lambda kept: self._on_restored(self.tr("The backup is the ledger now."), kept),
            lambda error: self.say(str(error), "wrong"),
            self,
        )

    def _on_restored(self, said: str, kept: str) -> None:
        if kept:
            said += " " + self.tr("The file that was there is saved as {name}.").format(name=kept)
        self.say(said, "good")
        self.ledger.reopen()

    def close(self) -> None:
        """Finish what is under way; the program is about to end."""
        self.keeping.emit()
        if self._sounds is not None:
            self._sounds.close()
        if self._ledger is not None:
            self._ledger.close()

    def say(
        self,
        sentence: str,
        kind: str = "info",
        action: str = "",
        do: Callable[[], None] | None = None,
        other: str = "",
        do_other: Callable[[], None] | None = None,
    ) -> None:
        """Show a sentence in the window's message bar, where it blocks nothing."""
        self.message_asked.emit(Message(bounded(sentence), kind, action, do, other, do_other))

    def note(
        self,
        sentence: str,
        action: str = "",
        do: Callable[[], None] | None = None,
        other: str = "",
        do_other: Callable[[], None] | None = None,
    ) -> None:
        """Show a sentence below the pages until the next one; an empty one takes it away."""
        self.noted.emit(Message(sentence, "info", action, do, other, do_other))

    @property
    def sounds(self) -> Sounds:
        """Who plays sounds, made when the first one is asked for."""
        if self._sounds is None:
            from .sound import Sounds

            self._sounds = Sounds(self)
            self._sounds.failed.connect(lambda sentence: self.say(sentence, "warn"))
        return self._sounds

    def play(self, sound: str, after: int = 0) -> None:
        """Play a sound of `sounds.NAMES` after this many milliseconds, if sounds are switched on."""
        value = self.settings.value
        if value.sound:
            self.sounds.play(sound, value.volume, after)

    def _show_sound(self, value: Settings) -> None:
        """Play a sound when sounds are switched on, or their volume changes."""
        heard = value.sound, value.volume
        if heard != self._heard:
            self._heard = heard
            if value.sound:
                self.sounds.play("tile", value.volume, asked=True)

    def take_back(self, sentence: str = "") -> None:
        """Remove the message about a mistake that was put right, or the one with this sentence."""
        self.message_mended.emit(bounded(sentence))

    def _show_settings(self, value: Settings) -> None:
        """Put the looks that the settings ask for on the screen, and use their keys and words for tiles."""
        motion = not value.reduced_motion
        self.theme.apply(value.theme, value.text_size, motion=motion, index=value.corner_index)
        shortcuts.use(value.shortcuts)
        use_terms(value.terms)

    def _on_settings_failed(self, sentence: str) -> None:
        self.say(sentence, "wrong")
