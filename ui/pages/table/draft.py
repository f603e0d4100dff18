"""The draft of the Table page: the hands being entered and the form of a new session, kept on the disk."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import msgspec
from PySide6.QtCore import QObject

from mjcompanion.i18n.translation import _
from mjcompanion.storage.drafts import DraftStore
from mjcompanion.storage.paths import LARGEST_OWN, read_bounded, reason
from mjcompanion.table.entry import HandEntry
from mjcompanion.table.rotation import ThrownDice

from ...widgets.saving import Flush, Flushing, Saving, Tell


class SessionForm(msgspec.Struct, frozen=True):
    """The form of a new session, as far as it is filled in; `rows` are the dice thrown for the first East."""

    names: tuple[str, str, str, str]
    east: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    rows: ThrownDice = ()
    rules: str = ""
    chips: str = ""
    starting: int | None = None
    title: str = ""
    netted: bool | None = None
    hands: int | None = None
    until: str = ""
    bankrupt: bool = False
    out: tuple[str, ...] = ()
    turn: str = ""
    points: tuple[int | None, ...] = ()


class TableDraft(msgspec.Struct, frozen=True):
    """The draft's file: which table is open, the hand being entered, those begun in other sessions, a new session.

    `last` is the session that was open last, whether it still is or not; `hands_then` is how many hands the open one
    had when the draft was written.
    """

    table: str | None = None
    entry: msgspec.Raw = msgspec.Raw(b"null")
    others: dict[str, msgspec.Raw] = {}
    form: SessionForm | None = None
    last: str | None = None
    hands_then: int | None = None

    @property
    def hands(self) -> dict[str, msgspec.Raw]:
        """The hands being entered, by session."""
        entered = {} if self.table is None or bytes(self.entry) == b"null" else {self.table: self.entry}
        return {**self.others, **entered}


class TableDraftFile:
    """Reads and writes the draft, and says what goes wrong with it."""

    def __init__(self, store: DraftStore, say: Tell, flush: Flush | None, parent: QObject) -> None:
        self._store, self._say, self._saving = store, say, Saving(say)
        self._flushing = None if flush is None else Flushing(store, flush, parent)

    def load(self) -> tuple[TableDraft, HandEntry | None, dict[str, HandEntry]] | None:
        """Return the draft, the hand in it, and those begun in other sessions; None if it can’t be read."""
        try:
            saved = self._store.load()
            found = self._gathered(TableDraft() if saved is None else msgspec.json.decode(saved, type=TableDraft))
            begun = {uid: HandEntry.load(bytes(one)) for uid, one in found.others.items()}
            entry = bytes(found.entry)
            return found, None if entry == b"null" else HandEntry.load(entry), begun
        except OSError as error:
            text = _("The hand you were entering can’t be read: {reason}. Its file stays as it is for the next start.")
            self._say(text.format(reason=reason(error)), "warn")
        except (ValueError, RecursionError):
            self._saving.set_aside(
                self._store,
                _("The hand you were entering is damaged. Its file was saved as {name}."),
                _("The hand you were entering is damaged, and its file can’t be saved: {reason}."),
            )
        return None

    def _gathered(self, own: TableDraft) -> TableDraft:
        """Return the draft, or that of a window that is closed by now if no hand was being entered in this one."""
        for place in self._store.abandoned():
            with suppress(OSError, ValueError, RecursionError):
                other = msgspec.json.decode(read_bounded(place, LARGEST_OWN), type=TableDraft)
                for entry in other.hands.values():
                    HandEntry.load(bytes(entry))
                if other.hands and own.hands:
                    text = _(
                        "Another hand was started in a second window. It waits for the next start, once this one is "
                        "confirmed."
                    )
                    self._say(text, "warn")  # so that no other sentence takes its place at once
                    continue
                form, last = own.form or other.form, own.last or other.last
                own = msgspec.structs.replace(other if other.hands else own, form=form, last=last)
                self._store.save(msgspec.json.encode(own))
                place.unlink()
        return own

    def save(self, draft: TableDraft) -> None:
        """Write the draft."""
        unsaved = _("The hand can’t be saved to disk: {reason}.")
        if self._saving.write(lambda: self._store.save(msgspec.json.encode(draft)), unsaved) and self._flushing:
            self._flushing.soon()
