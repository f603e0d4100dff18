"""What every page is given: the settings, the look, and where things are stored."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from mjcompanion import settings as store
from mjcompanion import words
from mjcompanion.foreign import bounded
from mjcompanion.passwords import keep, parted
from mjcompanion.settings import Settings
from mjcompanion.storage.paths import Folders, reason
from mjcompanion.tiles import use_terms

from . import shortcuts
from .clerk import Clerk
from .theme import Theme

if TYPE_CHECKING:
    from mjcompanion.ledger.away import Joined, StandIn
    from mjcompanion.ledger.errors import LedgerError
    from mjcompanion.ledger.integrity import BackedUp
    from mjcompanion.ledger.ledger import Ledger
    from mjcompanion.ledger.values import BackupFile

    from .shelves import Shelves
    from .sound import Sounds
    from .typed import Typed

SAVE_AFTER_MS = 400
"""A slider being dragged changes a setting many times; the file is written once it rests."""


@lru_cache(256)
def moment(at: str) -> str:
    """A time of the ledger, UTC, as people here write it.

    >>> len(moment("2026-03-26T21:07:00Z").split())
    4
    """
    try:
        return words.moment(datetime.fromisoformat(at).astimezone())
    except (ValueError, OverflowError):  # before the first day there is, west of Greenwich
        return at


words.when_changed(moment.cache_clear)


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
                self.tr("The settings can't be saved in {folder}: {reason}.").format(
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


def _keep(address: str, password: str) -> bool:
    """Keep a password; on the thread of the clerk.

    Raises:
        NoLedger: this is no address.

    """
    from mjcompanion.ledger.place import find_place

    return keep(find_place(address).bare, password)


def _leave(_: Exception) -> None:
    """What is no address stays as the person wrote it: opening it tells."""


class Context(QObject):
    """What a page needs to know about the program around it.

    Signals:
        message_asked(Message): a page has something to say in the window's message bar.
        message_mended(): what the last message complained about is put right.
        open_again_asked(): the window is to close and open anew.
        password_wanted(): the person wants to type the password of the club's ledger.
        noted(str): a sentence about the ledger that holds until the next; empty when there is nothing to say.
        keeping(): the program may end any moment; what is typed is to be kept now.
    """

    message_asked = Signal(object)
    message_mended = Signal()
    open_again_asked = Signal()
    password_wanted = Signal()
    noted = Signal(str)
    keeping = Signal()

    def __init__(self, settings: SettingsModel, theme: Theme, folders: Folders, ledger: str | None = None) -> None:
        super().__init__()
        self._ledger = ledger
        self._clerk: Clerk | None = None
        self._sounds: Sounds | None = None
        self._heard = settings.value.sound, settings.value.volume
        self._begin_anew = False
        self._gone: Exception | None = None
        self.settings = settings
        self.theme = theme
        self.folders = folders
        self.drawers: dict[str, bool] = {}
        """What is folded out, by name; the window remembers it."""
        settings.changed.connect(self._show_settings)
        settings.changed.connect(self._show_sound)
        self._looked_at = self.ledger_place
        settings.changed.connect(self._on_place)
        settings.failed.connect(self._on_settings_failed)
        self._show_settings(settings.value)

    @property
    def clerk(self) -> Clerk:
        """Who keeps the ledger: the one named at the start, else that of the settings, else that of the data folder."""
        if self._clerk is None:
            self._clerk = Clerk(self.open_ledger, self, stand_in=self.stand_in)
            self._clerk.noted.connect(self.noted)
            self._clerk.joined.connect(self._on_joined)
            self._clerk.said.connect(self.say)
            self._clerk.damaged.connect(self.tell_trouble)
            self._clerk.vanished.connect(self._on_vanished)
        return self._clerk

    @cached_property
    def typed(self) -> Typed:
        """What is typed and is part of nothing else yet."""
        from .typed import Typed

        made = Typed(self.folders, self)
        self.keeping.connect(made.save)
        return made

    @cached_property
    def shelves(self) -> Shelves:
        """Who reads the cards and the club's own rules for pages that offer them."""
        from .shelves import Shelves

        return Shelves(self.folders, self)

    @property
    def ledger_place(self) -> str:
        """Where the ledger is: an address, or empty for the data folder."""
        return self._ledger or self.settings.value.ledger

    def open_ledger(self) -> Ledger:
        """Open the ledger; a second or so the first time, so only the clerk does it."""
        from mjcompanion.ledger.place import find_place

        place = find_place(self.ledger_place or None, self.folders)
        if place.path is None:
            from mjcompanion.ledger.away import Copied

            return Copied.open(self.ledger_place, self.folders)
        from mjcompanion.ledger.ledger import Ledger

        begin_anew, self._begin_anew = self._begin_anew, False
        return Ledger.open(self.ledger_place or None, self.folders, begin_anew=begin_anew, second=self.backup_folder)

    @property
    def backup_folder(self) -> Path | None:
        """The second folder for backups, if one was chosen."""
        named = self.settings.value.backup_folder
        return Path(named) if named else None

    def stand_in(self) -> StandIn | None:
        """Open what stands in for the ledger while its server doesn't answer; None for a file, or where it can't be."""
        if "://" not in self.ledger_place:
            return None
        from mjcompanion.ledger.away import StandIn
        from mjcompanion.ledger.errors import LedgerError

        try:
            return StandIn.beside(self.ledger_place, self.folders)
        except LedgerError:
            return None

    def _on_joined(self, joined: Joined) -> None:
        """Say what became of what was kept here."""
        if not joined.left:
            said = words.trn(
                "The server is back; {n} hand has joined the ledger.",
                "The server is back; {n} hands have joined the ledger.",
                joined.hands,
            )
            self.say(said.format(n=words.number(joined.hands)), "good")
            return
        said = self.tr("The server is back, but another window has continued a session that you wrote to here.")
        if any(one.hands for one in joined.left):
            said += " " + self.tr("Open it on the Table page and confirm the hands that are offered there once more.")
        others = [other for one in joined.left for other in one.others]
        if others:
            said += " " + self.tr("Do these again if you need to: {deeds}.").format(deeds=words.joined(others))
        said += " " + self.tr("All of it is also kept in {file}.").format(file=joined.left[0].file)
        self.say(said, "warn")

    def _on_place(self) -> None:
        if self.ledger_place != self._looked_at:
            self._looked_at = self.ledger_place
            self.look_for_hands()

    def look_for_hands(self) -> None:
        """Offer to bring in the hands that were confirmed while a server at another address wasn't responding."""
        own = 1 if "://" in self.ledger_place else 0
        if len(list(self.folders.away_folder.glob("*"))) > own:
            self.clerk.ask(lambda _: self._waiting_for(), self._offer_hands, _leave, self)

    def _waiting_for(self) -> list[str]:
        """Return the addresses for which hands wait, empty where one isn't known; on the thread of the clerk."""
        from mjcompanion.ledger.away import StandIn

        return [one.stands_for for one in StandIn.elsewhere(self.ledger_place, self.folders)]

    def _offer_hands(self, addresses: list[str]) -> None:
        if addresses:
            said = self.tr(
                "Hands you confirmed while {server} wasn’t responding are still waiting on this computer. If its "
                "ledger is the one in use now, bring them in."
            )
            servers = words.joined(dict.fromkeys(one or self.tr("another server") for one in addresses))
            self.say(said.format(server=servers), "warn", self.tr("Bring them in"), self.bring_hands_in)

    def bring_hands_in(self) -> None:
        """Let the hands that wait for other addresses join the ledger that is in use now."""
        from mjcompanion.ledger.away import Joined, StandIn

        def do(ledger: Ledger) -> Joined:
            found = [one.bring_in(ledger) for one in StandIn.elsewhere(self.ledger_place, self.folders)]
            return Joined(sum(one.hands for one in found), tuple(left for one in found for left in one.left))

        def done(joined: Joined) -> None:
            if joined.left:
                self._on_joined(joined)
                return
            said = words.trn("{n} hand has joined the ledger.", "{n} hands have joined the ledger.", joined.hands)
            self.say(said.format(n=words.number(joined.hands)), "good")

        def failed(error: Exception) -> None:
            self.say(str(error), "wrong", self.tr("Try again"), self.bring_hands_in)

        self.clerk.ask(do, done, failed, self, is_long=True)

    def tell_trouble(self, error: Exception) -> None:
        """Say what is wrong with the ledger; offer what helps: a backup, a repair, a place to type its password."""
        from mjcompanion.ledger.errors import Astray, Damaged, Refused, Vanished

        if isinstance(error, Vanished):
            return  # the clerk tells it, with what helps
        if isinstance(error, Astray):
            self.offer_record(str(error), error.kind, error.uid)
        elif isinstance(error, Damaged) and "://" not in self.ledger_place:
            self.clerk.ask_aside(self._newest_backup, lambda found: self._offer(error, found), None, self)
        elif isinstance(error, Refused) and not self._ledger:
            self.say(str(error), "wrong", self.tr("Type the password"), self.password_wanted.emit)
        else:
            self.say(str(error), "wrong")

    def keep_password(self) -> None:
        """Take the password out of an address that an earlier version kept in the settings, into the keyring."""
        before = self.settings.value.ledger
        address, password = parted(before)
        if password:
            self.clerk.ask_aside(
                partial(_keep, address, password), partial(self._on_kept, before, address), _leave, self
            )

    def _on_kept(self, before: str, address: str, kept: bool) -> None:  # noqa: FBT001 - the clerk's answer
        if self.settings.value.ledger != before:
            return
        self.settings.change(ledger=address)
        self.settings.flush()
        if kept:
            self.say(self.tr("The password of the club’s ledger has moved from the settings into your keyring."))
        else:
            self.say(
                self.tr(
                    "The password of the club’s ledger is no longer kept in the settings, and there is no "
                    "keyring here. Type it on the Settings page after each start, or write it into "
                    "PostgreSQL’s file ~/.pgpass."
                ),
                "warn",
            )

    def _newest_backup(self) -> BackupFile | None:
        from mjcompanion.ledger.database import newest_good_backup

        return newest_good_backup(self.ledger_place or None, self.folders, self.backup_folder)

    def offer_record(self, trouble: str, kind: str, uid: str, then: Callable[[], None] | None = None) -> None:
        """Say that a record is damaged or gone, and offer to repair it or to restore it from a backup.

        `kind` and `uid` are as an `Astray` has them; `then` is called once that is done.
        """

        def look(ledger: Ledger) -> tuple[bool, list[BackedUp]]:
            return (True, []) if ledger.can_repair(kind, uid) else (False, ledger.in_backups(kind, uid))

        self.clerk.ask(
            look,
            lambda found: self._offer_record(trouble, *found, then),
            lambda _: self.say(trouble, "wrong"),
            self,
        )

    def _offer_record(
        self,
        trouble: str,
        repairable: bool,  # noqa: FBT001 - the clerk's answer
        stored: list[BackedUp],
        then: Callable[[], None] | None,
    ) -> None:
        def do(change: Callable[[Ledger], object], sentence: str) -> None:
            def done(_: object) -> None:
                self.say(sentence, "good")
                if then is not None:
                    then()

            self.clerk.ask(change, done, lambda error: self.say(str(error), "wrong"), self, is_long=True)

        def bring_back(ledger: Ledger) -> None:
            for one in stored:
                ledger.bring_back(one.uid, one.backup.path, one.kind)

        if repairable:
            said = self.tr("{trouble} It can be worked out again.").format(trouble=trouble)
            done = self.tr("The ledger’s lists are worked out again.")
            self.say(said, "wrong", self.tr("Repair"), partial(do, lambda ledger: ledger.rebuild(), done))
        elif not stored:
            self.say(self.tr("{trouble} No backup has it.").format(trouble=trouble), "wrong")
        else:
            when = moment(stored[0].backup.at)
            said = self.tr("{trouble} The backup of {when} has it.").format(trouble=trouble, when=when)
            if stored[0].hands:
                said = words.trn(
                    "{trouble} The backup of {when} has it with {n} hand.",
                    "{trouble} The backup of {when} has it with {n} hands.",
                    stored[0].hands,
                ).format(trouble=trouble, when=when, n=words.number(stored[0].hands))
            done = self.tr("It is as in the backup again.")
            self.say(said, "wrong", self.tr("Restore it"), partial(do, bring_back, done))

    def _offer(self, error: LedgerError, found: BackupFile | None) -> None:
        """Offer the newest backup; a ledger that is gone may also be meant to be gone."""
        begin = self.tr("Start a new one") if error.code == "ledger-missing" else ""
        if found is None:
            said = self.tr("{trouble} There is no backup of it.").format(trouble=error)
            self.say(said, "wrong", begin, self._begin_new if begin else None)
        else:
            self.offer_backup(str(error), found, begin, self._begin_new)

    def offer_backup(
        self, trouble: str, backup: BackupFile, other: str = "", do_other: Callable[[], None] | None = None
    ) -> None:
        """Say what is wrong, and offer a backup in the ledger's place."""
        said = words.trn(
            "{trouble} The newest undamaged backup is of {when}, with {n} session.",
            "{trouble} The newest undamaged backup is of {when}, with {n} sessions.",
            backup.sessions,
        ).format(trouble=trouble, when=moment(backup.at), n=words.number(backup.sessions))
        self.say(said, "wrong", self.tr("Restore it"), partial(self.restore, backup), other, do_other)

    def _begin_new(self) -> None:
        """Begin a new ledger; the backups of the one that is gone stay."""
        self._begin_anew = True
        self.clerk.reopen()

    def _on_vanished(self, error: Exception | None) -> None:
        """The open ledger isn't in its place any more: offer to write what is open there again, or elsewhere."""
        before, self._gone = self._gone, error
        if error is None:
            if before is not None:  # else it was written again
                self.say(self.tr("The ledger is in its place again; you can go on."), "good")
            return
        said = f"{error} {self.tr('Everything you confirmed is still open here, and what you are entering stays.')}"
        here = "" if getattr(error, "code", "") == "ledger-closed-now" else self.tr("Write it here again")
        elsewhere = self.tr("Choose another place…")
        if here:
            self.say(said, "wrong", here, self._write_again, elsewhere, self._write_elsewhere)
        else:
            self.say(said, "wrong", elsewhere, self._write_elsewhere)

    def ask_place(self) -> Path | None:
        """Ask where the ledger is to be from now on."""
        from PySide6.QtWidgets import QApplication

        from .save_dialog import ask_where_to_save

        return ask_where_to_save(QApplication.activeWindow(), self.tr("Where to keep the ledger"), "ledger.db")

    def _write_elsewhere(self) -> None:
        to = self.ask_place()
        if to is not None:
            self._write_again(to)
        elif self._gone is not None:
            self._on_vanished(self._gone)

    def _write_again(self, to: Path | None = None) -> None:
        def done(_: object) -> None:
            self._gone = None
            if to is not None and self._ledger:
                self._ledger = str(to)
            elif to is not None:
                self.settings.change(ledger=str(to))
            where = self.ledger_place or str(self.folders.ledger_file)
            said = self.tr("All that was confirmed is in the ledger {place}; you can confirm again.")
            self.say(said.format(place=where), "good")
            self.clerk.changed.emit()

        def failed(error: Exception) -> None:
            self.say(str(error), "wrong", self.tr("Choose another place…"), self._write_elsewhere)

        self.clerk.ask(lambda ledger: ledger.write_anew(to), done, failed, self, is_long=True)

    def restore(self, backup: BackupFile) -> None:
        """Put a backup in the ledger's place; the file that was there is kept beside it."""

        def do() -> str:
            from mjcompanion.ledger.database import restore

            kept = restore(backup.path, self.ledger_place or None, self.folders)
            return "" if kept is None else kept.name

        self.clerk.ask_aside(
            do,
            lambda kept: self._on_restored(self.tr("The backup is the ledger now."), kept),
            lambda error: self.say(str(error), "wrong"),
            self,
        )

    def _on_restored(self, said: str, kept: str) -> None:
        if kept:
            said += " " + self.tr("The file that was there is kept as {name}.").format(name=kept)
        self.say(said, "good")
        self.clerk.reopen()

    def close(self) -> None:
        """Finish what is under way; the program is about to end."""
        self.keeping.emit()
        if self._sounds is not None:
            self._sounds.close()
        if self._clerk is not None:
            self._clerk.close()

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

    @property
    def sounds(self) -> Sounds:
        """Who plays sounds, made when the first one is wanted."""
        if self._sounds is None:
            from .sound import Sounds

            self._sounds = Sounds(self)
            self._sounds.failed.connect(lambda sentence: self.say(sentence, "warn"))
        return self._sounds

    def play(self, sound: str, after: int = 0) -> None:
        """Let a sound of `hearing.NAMES` be heard after so many milliseconds, if the person wants sounds."""
        value = self.settings.value
        if value.sound:
            self.sounds.play(sound, value.volume, after)

    def _show_sound(self, value: Settings) -> None:
        """Let be heard what was just switched on, or how loud it is."""
        heard = value.sound, value.volume
        if heard != self._heard:
            self._heard = heard
            if value.sound:
                self.sounds.play("tile", value.volume, asked=True)

    def take_back(self) -> None:
        """Take away a sentence about something wrong: it is put right."""
        self.message_mended.emit()

    def _show_settings(self, value: Settings) -> None:
        """Put the looks that the settings ask for on the screen, and use their keys and words for tiles."""
        motion = not value.reduced_motion
        self.theme.apply(value.theme, value.text_size, motion=motion, index=value.corner_index)
        shortcuts.use(value.shortcuts)
        use_terms(value.terms)

    def _on_settings_failed(self, sentence: str) -> None:
        self.say(sentence, "wrong")
