"""The draft of the Table page: the hands being entered and the form of a new session, kept on the disk."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import msgspec
from PySide6.QtCore import QObject

from mjcompanion.i18n.translation import _
from mjcompanion.storage.drafts import DraftStore
from mjcompanion.storage.paths import LARGEST_OWN, read_bounded, reason, write_atomically
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


def _joined(own: TableDraft, other: TableDraft) -> tuple[TableDraft, TableDraft]:
    """Return the draft with what it has room for of another one, and what is left of that.

    Raises:
        ValueError: a hand of the other can't be read.

    """
    if own.table is None and not own.others:
        form = own.form or other.form
        rest = TableDraft(form=other.form if form is own.form else None)
        return msgspec.structs.replace(other, form=form, last=own.last or other.last), rest
    entries = {uid: one for uid, one in other.hands.items() if not HandEntry.load(bytes(one)).corrects}
    fits = {uid: one for uid, one in entries.items() if uid not in own.hands}
    both = msgspec.structs.replace(own, others={**own.others, **fits}, form=own.form or other.form)
    others = {uid: one for uid, one in other.others.items() if uid not in fits}
    rest = TableDraft(others=others, form=other.form if own.form is not None else None)
    if other.table in fits:
        return both, rest
    return both, msgspec.structs.replace(rest, table=other.table, entry=other.entry)


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
        """Return the draft with the hands begun in windows that are closed by now, as far as it has room for them."""
        text = ""
        for place in self._store.abandoned():
            with suppress(OSError, ValueError, RecursionError):
                both, rest = _joined(own, msgspec.json.decode(read_bounded(place, LARGEST_OWN), type=TableDraft))
                if both != own:
                    self._store.save(msgspec.json.encode(both))
                    write_atomically(place, msgspec.json.encode(rest))
                if rest.hands:
                    text = _(
                        "Another hand of this session was started in a second window. It waits for the next start, "
                        "once this one is confirmed."
                    )
                elif own.table is not None and len(both.hands) > len(own.hands):
                    text = _("A hand you started in another window is waiting in its session.")
                own = both
        if text:
            self._say(text, "warn")  # so that no other sentence takes its place at once
        return own

    def save(self, draft: TableDraft) -> None:
        """Write the draft."""
        unsaved = _("The hand can’t be saved to disk: {reason}.")
        if self._saving.write(lambda: self._store.save(msgspec.json.encode(draft)), unsaved) and self._flushing:
            self._flushing.soon()
