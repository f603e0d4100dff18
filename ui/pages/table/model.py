"""What the Table page knows and does, without a widget: the table, the hand being entered, and what the ledger says."""

from __future__ import annotations

import enum
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from PySide6.QtCore import QObject, Signal

from mjcompanion.american.draft import AmericanDraft
from mjcompanion.american.score import AmericanSheet
from mjcompanion.core.errors import NotationError, Problem, RuleError
from mjcompanion.core.hand import By
from mjcompanion.ledger.errors import NoServer
from mjcompanion.ledger.values import key_of
from mjcompanion.scoring.draft import Draft
from mjcompanion.storage.drafts import DraftStore
from mjcompanion.storage.paths import LARGEST_OWN, read_bounded, reason, write_atomically
from mjcompanion.table.corrections import RowDifference, differences, results_kept, winds_kept
from mjcompanion.table.entry import HandEntry
from mjcompanion.table.events import (
    AnyEvent,
    BankItem,
    Changed,
    Drop,
    Ended,
    HandItem,
    Item,
    PenaltyItem,
    PeopleItem,
    Planned,
    Put,
    Redone,
    Reopened,
    SeatsItem,
    SessionPlan,
    SessionSetup,
    Started,
    Titled,
    Undone,
    now,
)
from mjcompanion.table.faults import referee_place
from mjcompanion.table.rotation import Position, ThrownDice, throw_for_east
from mjcompanion.table.rows import TableRow
from mjcompanion.table.seating_view import sides
from mjcompanion.table.session_end import just_over
from mjcompanion.table.table import Table, apply, replay
from mjcompanion.table.words import named

from ...ledger_thread import LedgerThread
from ...steps import UndoStep, undo_stack
from ...widgets.saving import Flush, Flushing, Saving

if TYPE_CHECKING:
    from mjcompanion.american.card_library import CardDocument
    from mjcompanion.american.line import Line
    from mjcompanion.ledger.ledger import Ledger
    from mjcompanion.ledger.values import OpenSession, SessionRow

    from ...form_state import Typed


class TableScreen(enum.StrEnum):
    """What the page shows."""

    WAIT = "wait"
    START = "start"
    GAME = "game"
    HAND = "hand"
    TILES = "tiles"
    PENALTY = "penalty"
    SEATS = "seats"
    PEOPLE = "people"
    BANK = "bank"
    DROP = "drop"
    WALL = "wall"
    CORRECTIONS = "corrections"
    CHIPS = "chips"
    PLAN = "plan"
    CLOSING = "closing"
    REOPEN = "reopen"


_SCORES: Final = frozenset(
    {TableScreen.HAND, TableScreen.PENALTY, TableScreen.SEATS, TableScreen.PEOPLE, TableScreen.BANK, TableScreen.WALL}
)
"""Where something is added to the session, or the next hand is played."""


class Known(msgspec.Struct, frozen=True):
    """What the ledger tells before a table is open: the people in it, and the table played last."""

    people: tuple[tuple[str, str], ...] = ()
    last_uid: str | None = None
    last_words: tuple[str, ...] = ()
    last_setup: SessionSetup | None = None
    last_ended: bool = False
    others: tuple[OpenSession, ...] = ()
    """The other sessions that go on, the last played first."""
    shared: bool = False
    """Whether other tables have the ledger too."""


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


class OpenTable(msgspec.Struct, frozen=True):
    """A table as the ledger holds it, and its players' names."""

    uid: str
    table: Table
    names: tuple[str, ...]


class TableModel(QObject):
    """Holds the table that is open and the hand being entered; what is confirmed goes to the ledger as an event.

    Signals:
        changed(): something that is shown is different now.
        said(str, str): a sentence, and its kind: "info", "good", "warn" or "wrong".
        mended(): what was wrong before is put right.
        confirmed(): an event is in the ledger.
        troubled(Exception): the ledger can't be used.
        stepped(): there is more, or less, to undo in the hand being entered.
        referee_wanted(str): the place in the handbook about claims and faults is to be shown.
    """

    changed = Signal()
    said = Signal(str, str)
    mended = Signal()
    confirmed = Signal()
    troubled = Signal(object)
    stepped = Signal()
    referee_wanted = Signal(str)

    def __init__(
        self,
        ledger: LedgerThread,
        store: DraftStore | None = None,
        parent: QObject | None = None,
        *,
        flush: Flush | None = None,
    ) -> None:
        super().__init__(parent)
        self._ledger = ledger
        self._store = store
        self._flushing = None if store is None or flush is None else Flushing(store, flush, self)
        self.card_values: Callable[[], Iterable[int]] = tuple
        """What the lines of the cards of one's own are worth."""
        self.cards: Callable[[], Sequence[CardDocument]] = tuple
        """The cards there are."""
        self._saving = Saving(self.said.emit)
        self.view = TableScreen.WAIT
        self.known = Known()
        self._shown: Known | None = None
        """What the form of a new session shows; it stays so while other windows write."""
        self.uid: str | None = None
        self.table: Table | None = None
        self.everybody: tuple[str, ...] = ("", "", "", "")
        """The names of all people of the table, by their numbers in it."""
        self.coming: dict[str, str] = {}
        """The names of people who are to come, by the ids that a preview has for them."""
        self.entry = HandEntry()
        self.form: SessionForm | None = None
        """The new session that is being set up."""
        self.table_number = 0
        """Which of a club's tables this laptop is, 0 for none."""
        self._last: str | None = None
        """The session that was open here last."""
        self._hands_then: int | None = None
        """How many hands the session had when the draft of its next hand was written; None if there is no draft."""
        self.tiles_of = 0
        self.doomed = ""
        self.people_item = ""
        """The change of people that is being corrected; empty for a new one."""
        self.wanted = TableScreen.HAND
        """What was asked for in a session that has ended."""
        self.nearest = 0
        """Who sits nearest to the screen, by the order in which people sat down."""
        self.time: Callable[[], str] = now
        """What time it is, as events have it."""
        self.busy = False
        self.trouble = ""
        self.typed: Typed | None = None
        """What is typed into the forms of this page."""
        self._begun: dict[str, HandEntry] = {}
        """Hands begun in other sessions."""
        self._written: HandEntry | None = None
        """The hand that is being written into the ledger."""
        self.stack = undo_stack(self)
        self.stack.indexChanged.connect(self.stepped)
        ledger.changed.connect(self._on_ledger_changed)

    # what there is to see

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the four on the places, in the hand being entered."""
        if self.table is None:
            return self.everybody[:4]
        return tuple(self.everybody[person] for person in self.entry.seating(self.table).sits)

    @property
    def parties(self) -> tuple[str, ...]:
        """The names of all people by their numbers, and of the bettors who are only names after them."""
        return (*self.everybody, *(self.table.bettors if self.table is not None else ()))

    @property
    def position(self) -> Position | None:
        """Where everybody sits in the hand being entered."""
        return None if self.table is None else self.entry.position(self.table)

    @property
    def correcting(self) -> bool:
        """Whether an earlier hand is being changed or inserted."""
        return self.entry.corrects

    @property
    def gone(self) -> bool:
        """Whether somebody deleted the hand that is being changed, so that a person must say what becomes of it."""
        return self.table is not None and self.entry.is_gone(self.table)

    @property
    def asks_about_winds(self) -> bool:
        """Whether the correction turns the winds of later hands, so that somebody must say whether that is right."""
        if self.table is None or not self.correcting:
            return False
        try:
            return msgspec.structs.replace(self.whole_entry, keep_winds=None).asks_about_winds(self.table, now())
        except RuleError:
            return False

    def called(self, table: Table) -> tuple[str, ...]:
        """The same at a table that isn't confirmed yet, to which people may come."""
        more = (self.coming.get(who, who) for who in table.people[len(self.everybody) :])
        return (*self.everybody, *more, *table.bettors)

    def id_of(self, name: str) -> str:
        """The id of who has a name; of somebody the ledger may not know, one that holds in a preview only."""
        wanted = key_of(name)
        if self.table is not None:
            for who, known in zip(self.table.people, self.everybody, strict=True):
                if key_of(known) == wanted:
                    return who
        found = next((who for who, known in self.known.people if key_of(known) == wanted), f"new {wanted}")
        self.coming[found] = name
        return found

    def bettors(self) -> tuple[str, ...]:
        """Who may bet on the hand being entered: who sits out, or else the name that bet last."""
        return () if self.table is None else self._bettors(self.entry, self.table)

    def _bettors(self, entry: HandEntry, table: Table) -> tuple[str, ...]:
        if not table.rules.rules.club_faults:
            return ()
        out = tuple(self.everybody[person] for person in entry.seating(table).out)
        bets = [row.item.bet for row in table.hands if isinstance(row.item, HandItem) and row.item.bet is not None]
        return out or ((bets[-1].name,) if bets and not bets[-1].who else ())

    @property
    def whole_entry(self) -> HandEntry:
        """The hand being entered, with the bettor who is at the table where no other was named, and that one's id."""
        return self.entry if self.table is None else self._whole(self.entry, self.table)

    def _whole(self, entry: HandEntry, table: Table) -> HandEntry:
        known = self._bettors(entry, table)
        name = entry.bettor.strip() or (known[0] if known else "")
        if not name or not table.rules.rules.club_faults:
            return entry
        who = "" if name in table.bettors or entry.backed is None or entry.no_bet else self.id_of(name)
        return msgspec.structs.replace(entry, bettor=name, who=who)

    def outlook(self) -> tuple[Table | None, tuple[str, ...]]:
        """The table as it would be with the hand being entered, and what is missing, a sentence for each thing.

        While only the word about later winds is missing, the table is the one after the winds have turned.
        """
        table, position = self.table, self.position
        if table is None or position is None:
            return None, ()
        entry = self.whole_entry
        if self.gone:
            return None, (Problem("entry-gone").sentence(),)
        found = entry.problems(table.rules, position, self.names)
        if not found:
            try:
                after = entry.after(table, now())
                unsaid = self.entry.keep_winds is None and self.asks_about_winds
                return after, (Problem("entry-winds").sentence(),) if unsaid else ()
            except RuleError as error:
                found = tuple(error.problems)
        return None, tuple(one.sentence() for one in found)

    def doubts(self) -> tuple[str, ...]:
        """What of the hand being entered can hardly be, a sentence for each; it can be confirmed all the same."""
        table, position = self.table, self.position
        if table is None or position is None:
            return ()
        values = self.card_values() if table.rules.rules.with_card else ()
        found = self.whole_entry.doubts(table.rules, position, self.names, values)
        return tuple(one.sentence() for one in found)

    def preview_of(self, event: AnyEvent) -> tuple[Table | None, str]:
        """The table after an event, or the sentence why it can't be."""
        if self.table is None:
            return None, ""
        try:
            return apply(self.table, event), ""
        except RuleError as error:
            return None, str(error)

    def changes(self, after: Table) -> tuple[RowDifference, ...]:
        """The rows that would be different."""
        return () if self.table is None else differences(self.table, after)

    # finding the table

    def begin(self) -> None:
        """Ask the ledger for the people and the last table; comes back to the hand that was being entered."""
        self.trouble, self._shown = "", None
        draft = self._restored()
        self._ledger.ask(
            self._what_is_known(draft[0]), lambda told: self._on_known(told, draft), self._on_trouble, self
        )

    def _what_is_known(self, draft: str | None) -> Callable[[Ledger], tuple[Known, OpenTable | None]]:
        table, last, shown = self.table_number, self._last, self._shown
        return lambda ledger: _known(ledger, draft, table, last, shown)

    def _restored(self) -> tuple[str | None, HandEntry | None]:
        if self._store is None:
            return None, None
        try:
            saved = self._store.load()
            found = self._gathered(_Saved() if saved is None else msgspec.json.decode(saved, type=_Saved))
            self._begun = {uid: HandEntry.load(bytes(one)) for uid, one in found.others.items()}
            entry = bytes(found.entry)
            self.form, self._last, self._hands_then = found.form, found.last, found.hands_then
            return found.table, None if entry == b"null" else HandEntry.load(entry)
        except OSError as error:
            text = self.tr(
                "The hand you were entering can’t be read: {reason}. Its file stays as it is for the next start."
            )
            self.said.emit(text.format(reason=reason(error)), "warn")
        except (ValueError, RecursionError):
            self._saving.set_aside(
                self._store,
                self.tr("The hand you were entering is damaged. Its file was saved as {name}."),
                self.tr("The hand you were entering is damaged, and its file can’t be saved: {reason}."),
            )
        return None, None

    def _gathered(self, own: _Saved) -> _Saved:
        """Return the draft with what was begun in windows that are closed by now, as far as it has room for that."""
        assert self._store is not None  # noqa: S101 - its draft was read
        text = ""
        for place in self._store.abandoned():
            with suppress(OSError, ValueError, RecursionError):
                both, rest = _joined(own, msgspec.json.decode(read_bounded(place, LARGEST_OWN), type=_Saved))
                if both != own:
                    self._store.save(msgspec.json.encode(both))
                    write_atomically(place, msgspec.json.encode(rest))
                if rest.hands:
                    text = self.tr(
                        "Another hand of this session was begun in a second window. It waits for the next start, once "
                        "this one is confirmed."
                    )
                elif own.table is not None and len(both.hands) > len(own.hands):
                    text = self.tr("A hand you began in another window is waiting in its session.")
                own = both
        if text:
            self.said.emit(text, "warn")  # so that no other sentence takes its place at once
        return own

    def _on_known(self, told: tuple[Known, OpenTable | None], draft: tuple[str | None, HandEntry | None]) -> None:
        self.known, opened = told
        self._shown = self.known
        uid, entry = draft
        if uid is not None and entry is not None and not entry.is_blank and not entry.corrects:
            self._begun[uid] = entry  # it waits, be its session in another ledger or out of reach for now
        if opened is not None:
            self._on_opened(opened)
            waits = entry is not None and entry.corrects and not entry.is_blank
            if entry is not None and waits and not self._is_taken(entry, opened.table):
                self._put_aside()
                self.entry = entry
                self._save()
            if entry is not None and not entry.is_blank and self.entry == entry:
                self.view = TableScreen.HAND
                text = self.tr("The hand you were entering is back.")
                if entry.item is None and self._hands_then not in (None, len(opened.table.hands)):
                    text = self.tr(
                        "The hand you were entering is back, and a hand was entered meanwhile. Check whether yours is "
                        "the next one."
                    )
                    self.said.emit(text, "warn")
                elif not self._warn_if_gone():
                    self.said.emit(text, "info")
        else:
            self._leave()
            if self.view is TableScreen.WAIT:
                self.view = TableScreen.START
                if self.form is not None:
                    self.said.emit(self.tr("The session you were setting up is back."), "info")
        self.changed.emit()

    def refresh_known(self) -> None:
        """Ask again who is known and what was played last; the last session that is shown already stays the last."""
        self._ledger.ask(self._what_is_known(None), self._on_refreshed, self._on_trouble, self)

    def set_table_number(self, number: int) -> None:
        """Say which of the club's tables this laptop is."""
        if number != self.table_number:
            self.table_number = number
            if self.view is TableScreen.START:
                self._shown = None
                self.refresh_known()

    def _on_refreshed(self, told: tuple[Known, OpenTable | None]) -> None:
        self.known = self._shown = told[0]
        self.changed.emit()

    def open(self, uid: str) -> None:
        """Open a table of the ledger."""
        self.busy = True
        self.changed.emit()
        self._ledger.ask(lambda ledger: _opened(ledger, uid), self._on_opened, self._on_trouble, self)

    def _on_opened(self, opened: OpenTable) -> None:
        self.busy = False
        self._put_aside()
        self.uid, self.table, self.everybody = opened.uid, opened.table, opened.names
        self._last = opened.uid
        self.trouble = ""
        self._fresh_entry()
        if self._is_taken(self.entry, opened.table):
            self.entry = HandEntry()
        self.view = TableScreen.GAME
        self._save()
        self.changed.emit()

    def session(self) -> tuple[str, tuple[str, ...], tuple[AnyEvent, ...]] | None:
        """Return the session that is open: its id, the names of all its people, and its events."""
        return None if self.table is None or self.uid is None else (self.uid, self.everybody, self.table.events)

    def follow(self, before: str, after: str) -> None:
        """Go on with the session that is open under another id, which it has in the ledger that is used now."""
        if self.uid == before:
            self.uid = self._last = after
            self._save()

    def _is_taken(self, entry: HandEntry, table: Table) -> bool:
        """Whether a new hand is the last thing in the session: the ledger took it, and nobody heard of it any more."""
        last = table.events[-1]
        if entry.is_blank or entry.item is not None or not isinstance(last, Changed):
            return False
        before = replay(table.events[:-1])
        try:
            return self._whole(entry, before).event(before, last.at) == last
        except RuleError:
            return False

    def close(self) -> None:
        """Leave the table; it stays in the ledger as it is, and a hand that was begun waits."""
        self._leave()
        self.view = TableScreen.START
        self._save()
        self.changed.emit()
        self._shown = None
        self.refresh_known()

    def _leave(self) -> None:
        self._put_aside()
        self.table, self.uid = None, None
        self._fresh_entry()

    def _put_aside(self) -> None:
        """Keep the hand that was begun until its session is opened again, or the correction before it is done."""
        if self.uid is not None and not self.entry.is_blank and not self.correcting:
            self._begun[self.uid] = self.entry

    def show(self, view: TableScreen, *, adds: bool = True) -> None:
        """Show another part of the page; where a session that has ended would go on, it is asked first.

        What only corrects adds nothing to such a session.
        """
        if adds and view in _SCORES and self.table is not None and self.table.ended and not self.correcting:
            self.wanted, view = view, TableScreen.REOPEN
        self.view = view
        self.mended.emit()
        self.changed.emit()

    # starting

    def start(
        self,
        setup: Callable[[tuple[str, ...]], SessionSetup],
        names: Sequence[str],
        plan: SessionPlan = SessionPlan(),  # noqa: B008 - frozen
    ) -> None:
        """Begin a table with these people; those who are not known yet become known."""
        if self.busy:
            return
        self.busy = True
        self.changed.emit()
        number = self.table_number

        def do(ledger: Ledger) -> OpenTable:
            people = tuple(_person(ledger, name) for name in names)
            at = now()
            made = setup(people)
            if number:
                made = msgspec.structs.replace(made, table=number)
            uid = ledger.sessions.start(made, at).uid
            if plan != SessionPlan():
                ledger.sessions.append(uid, 1, Planned(at=at, plan=plan))
            return _opened(ledger, uid)

        self._ledger.ask(do, self._on_started, self._on_trouble, self)

    def keep_form(self, form: SessionForm) -> None:
        """Keep the form of a new session as it is now."""
        self.form = form
        self._save()

    def _on_started(self, opened: OpenTable) -> None:
        if self.view is TableScreen.START:  # else it was begun from the result of another, and the form waits
            self.form = None
        self._on_opened(opened)
        self.confirmed.emit()

    # entering a hand

    def enter_hand(self, winner: int | None = None) -> None:
        """Begin the next hand, or go on with the one that was begun; a session that has ended is reopened first."""
        self.forget_correction()
        if winner is not None and self.table is not None and not self.table.ended:
            self.set_winner(winner)
        self.show(TableScreen.HAND)

    def correct(self, item: str) -> None:
        """Show an earlier hand for correction."""
        if self.table is None:
            return
        try:
            entry = HandEntry.of(self.table, item)
        except RuleError as error:
            self.said.emit(str(error), "wrong")
            return
        self._begin(entry)

    def seat_people(self, item: str = "") -> None:
        """Show who sits where, to be changed from now on, or as an earlier change said."""
        self.people_item = item
        self.show(TableScreen.PEOPLE, adds=not item)

    def insert_before(self, item: str) -> None:
        """Begin to enter a hand that was forgotten, before another."""
        self._begin(HandEntry(before=item))

    def _begin(self, entry: HandEntry) -> None:
        self._put_aside()
        self.stack.clear()
        self.entry = entry
        self._save()
        self.show(TableScreen.HAND)

    def add_as_new(self) -> None:
        """Let a hand whose place on the list is gone be the next hand."""
        self.change(self.entry.as_new)

    def leave_hand(self) -> None:
        """Go back to the table; a hand begun for the next one waits, a correction is dropped."""
        self.forget_correction()
        self.show(TableScreen.GAME)

    def clear_hand(self) -> None:
        """Forget what was entered of the next hand."""
        self.change(HandEntry(item=self.entry.item, before=self.entry.before))

    def change(self, entry: HandEntry, kind: int = -1) -> None:
        """Show another state of the hand being entered; a step that can be undone."""
        self.mended.emit()
        if entry != self.entry:
            self.stack.push(UndoStep(self._show_entry, self.entry, entry, kind=kind))
        else:
            self.changed.emit()

    def _show_entry(self, entry: HandEntry) -> None:
        self.entry = entry
        self._save()
        self.changed.emit()

    def _fresh_entry(self) -> None:
        """Go on with the hand of this session that was put aside; without one, with nothing."""
        self.entry = self._begun.pop(self.uid or "", HandEntry())
        self.stack.clear()

    def forget_correction(self) -> None:
        """Forget the correction that was being entered; a hand begun for the next one waits."""
        if self.correcting:
            self._fresh_entry()
            self._save()

    def set_winner(self, winner: int | None) -> None:
        """Say who won, or that nobody did; a way that this winner can't have won in is asked for again."""
        entry = self.entry.won_by(winner)
        table, position = self.table, self.position
        if (
            table is not None
            and position is not None
            and entry.by not in (None, *entry.win_methods(table.rules, position))
        ):
            entry = entry.came(None, position)
        self.change(entry)

    def set_by(self, by: By | None) -> None:
        """Say how the last tile came."""
        if self.position is not None:
            self.change(self.entry.came(by, self.position))

    def set(self, kind: int = -1, **values: object) -> None:
        """Change something else of the hand being entered."""
        self.change(msgspec.structs.replace(self.entry, **values), kind)

    def set_number(self, player: int, number: int | None) -> None:
        """Enter a player's score by hand; tiles that don't count stay as a remark."""
        self.change(self.entry.with_number(player, number), 10 + player)

    def forget_tiles(self, player: int) -> None:
        """Take a player's tiles out."""
        self.change(self.entry.with_draft(player, None))

    def type_tiles(self, player: int, text: str) -> bool:
        """Add a player's tiles as they are written, and return whether the text could be read as tiles."""
        table, position = self.table, self.position
        if table is None or position is None:
            return False
        before = self.entry.draft_for(player, table.rules, position)
        try:
            more = before.with_entries(()).pasted(text)
        except NotationError:
            more = before.with_entries(())
        if not more.entries:
            self.changed.emit()
            return False
        draft = more.with_entries((*before.entries, *more.entries))
        self._take(player, msgspec.structs.replace(draft, tile=more.tile or before.tile))
        return True

    def edit_tiles(self, player: int) -> None:
        """Show the page on which a player's tiles are entered."""
        self.tiles_of = player
        self.show(TableScreen.TILES)

    def edit_american(self) -> None:
        """Show the page on which the winner's American hand is entered."""
        if self.entry.winner is not None:
            self.edit_tiles(self.entry.winner)

    def card(self) -> str:
        """The card of the hand: the one it was entered with, else that of the hand before, else that of the rules."""
        entry = self.entry
        before = [row.item.card for row in self.table.rows if isinstance(row.item, HandItem)] if self.table else []
        rules = "" if self.table is None else self.table.rules.rules.card
        named = (entry.american.card if entry.american is not None else "", entry.card, *reversed(before), rules)
        return next((name for name in named if name), "")

    def choose_card(self, name: str) -> None:
        """Choose another card; the line that was chosen from the one before goes with it."""
        if name and name != self.card() and self.entry.american is None:
            entry = self.entry.with_line(None, "") if self.entry.chosen else self.entry
            self.change(msgspec.structs.replace(entry, card=name))

    def choose_line(self, line: Line | None) -> None:
        """Enter the line of the card that won, or take it out."""
        self.change(self.entry.with_line(line, self.card()))

    def set_value(self, value: int | None) -> None:
        """Enter what the hand is worth by hand: another value than that of the line chosen takes the line out."""
        entry = self.entry
        if entry.chosen and value != entry.value:
            entry = entry.with_line(None, entry.card)
        self.change(msgspec.structs.replace(entry, value=value), 20)

    def take_american(self, draft: AmericanDraft, sheet: AmericanSheet | None) -> None:
        """Keep the winner's American hand, and what its line is worth."""
        if self.position is not None:
            entry = self.entry.with_american(draft if draft.entries else None, sheet, self.position)
            if not draft.entries and draft.card != self.card():
                entry = msgspec.structs.replace(entry, card=draft.card)
            if entry != self.entry:
                self.change(entry, 50)

    def draft(self) -> Draft | None:
        """The tiles of the player whose tiles are being entered."""
        if self.table is None or self.position is None:
            return None
        return self.entry.draft_for(self.tiles_of, self.table.rules, self.position)

    def take_draft(self, draft: Draft) -> None:
        """Keep the tiles of the player whose tiles are being entered, and how that page says the hand was won."""
        self._take(self.tiles_of, draft)

    def _take(self, player: int, draft: Draft) -> None:
        entry = self.entry.with_draft(player, draft if draft.entries else None)
        if entry.winner == player and self.position is not None:
            if draft.by is not entry.by:
                entry = entry.came(draft.by, self.position)
            entry = msgspec.structs.replace(entry, last_tile=draft.last_tile)
        if entry != self.entry:
            self.change(entry, 40 + player)

    # confirming

    def confirm_hand(self) -> None:
        """Put the hand into the ledger."""
        _, found = self.outlook()
        if self.table is not None and self.table.ended and not self.correcting:
            self.show(TableScreen.HAND)
            return
        if self.table is None or found:
            if found:
                self.said.emit(found[0], "wrong")
            return
        entry, table, at = self.whole_entry, self.table, self._now()
        self._written = self.entry
        done = partial(self._on_hand_confirmed, entry)
        if not entry.who or entry.who in table.people:
            self.perform(entry.event(table, at), done)
            return

        def make(ids: Mapping[str, str]) -> AnyEvent:
            return msgspec.structs.replace(entry, who=ids[entry.bettor]).event(table, at)

        self.perform_for((entry.bettor,), make, done)

    def _on_hand_confirmed(self, written: HandEntry) -> None:
        """A hand is in the ledger; who turned to another one meanwhile goes on with that."""
        if (self.entry.item, self.entry.before) == (written.item, written.before):
            self._fresh_entry()
            self.view = TableScreen.GAME
        elif not written.corrects:
            self._begun.pop(self.uid or "", None)  # it was put aside while it was being written
        self._save()

    def ask_to_drop(self, item: str | None) -> None:
        """Show what taking an item off the list would do, before it is done."""
        if item is not None and self.table is not None and self.table.row(item) is not None:
            self.doomed = item
            self.show(TableScreen.DROP)

    def drop_turns_winds(self, item: str) -> bool:
        """Whether taking an item off the list turns the winds of later hands; a change of people is not asked about."""
        row = self.table.row(item) if self.table is not None else None
        if row is not None and isinstance(row.item, PeopleItem):
            return False
        try:
            return self.drop_event(item, keep_winds=True) != self.drop_event(item)
        except RuleError:
            return False

    def drop_event(self, item: str, *, keep_winds: bool = False) -> Changed:
        """The event that takes an item off the list.

        Raises:
            RuleError: a later hand can't be then.

        """
        changes = (Drop(item),) if self.table is None else self.table.drops(item)
        event = Changed(at=self._now(), changes=changes)
        row = self.table.row(item) if self.table is not None else None
        if self.table is not None and row is not None and isinstance(row.item, PeopleItem) and row.item.results_stay:
            return results_kept(self.table, event)
        return winds_kept(self.table, event) if keep_winds and self.table is not None else event

    def put_event(self, item: Item, item_id: str = "", before: str | None = None) -> Changed:
        """The event that puts an item at the end of the list or before another, or in place of the one with an id."""
        assert self.table is not None  # noqa: S101 - asked at a table only
        return Changed(at=self._now(), changes=(Put(item_id or self.table.next_id, item, before),))

    def ask_referee(self) -> None:
        """Ask for the page about claims and faults, at the rules of this table."""
        if self.table is not None:
            self.referee_wanted.emit(referee_place(self.table.rules.rules))

    def undo(self) -> None:
        """Take back the last event; in a hand being entered, the last step."""
        self._step(undone=True)

    def redo(self) -> None:
        """Let what was taken back count again."""
        self._step(undone=False)

    def _step(self, *, undone: bool) -> None:
        if self.view in (TableScreen.HAND, TableScreen.TILES):
            (self.stack.undo if undone else self.stack.redo)()
            return
        before = self.table
        seq = None if before is None else before.can_undo if undone else before.can_redo
        if before is not None and seq is not None:
            event = (Undone if undone else Redone)(at=self._now(), seq=seq)
            self.perform(event, lambda: self._tell_step(before, before.events[seq], undone=undone))

    def _tell_step(self, before: Table, event: AnyEvent, *, undone: bool) -> None:
        """Say what an undo or redo was about: the first row that differs, else what else had happened."""
        changed = differences(before, self.table) if self.table is not None else ()
        what = self._told_row(changed[0].was or changed[0].will) if changed else self._told_event(event)
        if changed and changed[0].was is not None and changed[0].will is not None:
            what = self.tr("the correction of {what}").format(what=what)
        elif changed and (changed[0].was if not undone else changed[0].will) is not None:
            what = self.tr("the deletion of {what}").format(what=what)
        sentence = self.tr("Undone: {what}.") if undone else self.tr("Redone: {what}.")
        self.said.emit(sentence.format(what=what), "info")

    def _told_event(self, event: AnyEvent) -> str:
        names: dict[type, str] = {
            Ended: self.tr("the end of the session"),
            Reopened: self.tr("reopening the session"),
            Planned: self.tr("when to stop"),
            Titled: self.tr("the title"),
        }
        return names.get(type(event), self.tr("the session"))

    def _told_row(self, row: TableRow | None) -> str:
        if row is None:
            return self.tr("the session")
        if row.number:
            return self.tr("hand {number}").format(number=row.number)
        return {
            PenaltyItem: self.tr("a penalty"),
            SeatsItem: self.tr("the seats"),
            BankItem: self.tr("chips from the bank"),
            PeopleItem: self.tr("who plays"),
        }.get(type(row.item), self.tr("the session"))

    def end(self) -> None:
        """End the session, and show what came of it."""
        self.perform(Ended(at=self._now()), partial(self._turn, TableScreen.CLOSING))

    def reopen(self) -> None:
        """Go on with a session that has ended, where it was wanted."""
        self.perform(Reopened(at=self._now()), partial(self._turn, self.wanted))

    def plan(self, plan: SessionPlan) -> None:
        """Agree on when to stop."""
        self.perform(Planned(at=self._now(), plan=plan), partial(self._turn, TableScreen.GAME))

    def _turn(self, view: TableScreen) -> None:
        self.view = view

    def again(self) -> None:
        """Begin a new session with the same people as they sit now, by the same rules; dice say who is East."""
        table = self.table
        if table is None:
            return
        seating, setup, plan = table.seating.back or table.seating, table.setup, table.plan
        east, rows = throw_for_east(random.SystemRandom(), setup.rules.rules.dice)
        one, two, three, four = (table.people[seating.sits[place]] for place in sides(table))
        out = tuple(table.people[person] for person in seating.out)
        points = tuple(table.start_of(table.people.index(who)) for who in (one, two, three, four, *out))
        made = msgspec.structs.replace(
            setup,
            players=(one, two, three, four),
            out=out or msgspec.UNSET,
            turn=str(seating.turn) or msgspec.UNSET,
            points=points if set(points) != {setup.starting} else msgspec.UNSET,
            first_east=east,
            thrown=rows,
            title=table.title,
        )
        if plan.until <= self.time():
            plan = msgspec.structs.replace(plan, until="")
        self.start(lambda _: made, (), plan)

    def until_next_time(self) -> None:
        """Leave the session that is over, and say good-bye."""
        names = named(self.names)
        self.close()
        self.said.emit(self.tr("Until next time, {names}!").format(names=names), "good")

    def set_title(self, title: str) -> None:
        """Give the table another title."""
        if self.table is not None and title != self.table.title:
            self.perform(Titled(at=self._now(), title=title))

    def _now(self) -> str:
        return max(self.time(), self.table.events[-1].at if self.table is not None else "")

    def perform(self, event: AnyEvent, then: Callable[[], None] | None = None) -> None:
        """Let an event happen: looked at here, written into the ledger, and only then shown."""
        table, uid = self.table, self.uid
        if table is None or uid is None or self.busy:
            return
        try:
            after = apply(table, event)
        except RuleError as error:
            self.said.emit(str(error), "wrong")
            return
        seq = len(table.events)
        opened = OpenTable(uid, after, self.everybody)
        self.busy = True
        self.changed.emit()
        written = partial(self._on_written, opened, then)
        self._ledger.ask(
            lambda ledger: ledger.sessions.append(uid, seq, event), lambda _: written(), self._on_refused, self
        )

    def perform_for(
        self, names: Iterable[str], make: Callable[[Mapping[str, str]], AnyEvent], then: Callable[[], None]
    ) -> None:
        """Let an event happen that people belong to; `make` gets their ids by name, and who is new becomes known."""
        table, uid = self.table, self.uid
        if table is None or uid is None or self.busy:
            return
        seq, people = len(table.events), tuple(names)
        self.busy = True
        self.changed.emit()

        def do(ledger: Ledger) -> OpenTable:
            event = make({name: _person(ledger, name) for name in people})
            ledger.sessions.append(uid, seq, event)
            return _opened(ledger, uid)

        self._ledger.ask(do, lambda opened: self._on_written(opened, then), self._on_refused, self)

    def _on_written(self, opened: OpenTable, then: Callable[[], None] | None) -> None:
        """An event is in the ledger; who left its session meanwhile has left it."""
        self.busy = False
        before, written, self._written = self.table, self._written, None
        if before is None or opened.uid != self.uid:
            if written is not None and self._begun.get(opened.uid) == written:
                del self._begun[opened.uid]
                self._save()
            self.changed.emit()
            return
        self.table, self.everybody = opened.table, opened.names
        self.coming.clear()
        if then is not None:
            then()
        self._leave_the_end()
        self.mended.emit()
        self.changed.emit()
        self.confirmed.emit()
        if just_over(before, opened.table) is not None:
            self.end()

    def _leave_the_end(self) -> None:
        """Show the table of a session that goes on again, and neither its result nor the question whether it shall."""
        if self.table is not None and not self.table.ended and self.view in (TableScreen.CLOSING, TableScreen.REOPEN):
            self.view = TableScreen.GAME

    def _on_refused(self, error: Exception) -> None:
        """The ledger didn't take an event: what was entered stays, and what others did is fetched."""
        self.busy, self._written = False, None
        self.said.emit(str(error), "wrong")
        self.changed.emit()
        if not isinstance(error, NoServer):
            self._fetch()

    def _on_trouble(self, error: Exception) -> None:
        """The ledger can't be used; or only what was asked for can't be, and another session can."""
        self.busy = False
        if isinstance(error, RuleError) and self.view is not TableScreen.WAIT:
            self.said.emit(str(error), "wrong")
        else:
            self.trouble = str(error)
            self.troubled.emit(error)
        if self.view is TableScreen.WAIT:
            self.view = TableScreen.START
        self.changed.emit()

    # what others do

    def _on_ledger_changed(self) -> None:
        if self.busy:
            return
        if self.trouble:
            self.view = TableScreen.WAIT
            self.begin()
        elif self.uid is not None:
            self._fetch()
        elif self.view is TableScreen.START:
            self.refresh_known()

    def _fetch(self) -> None:
        uid = self.uid
        if uid is not None:
            self._ledger.ask(lambda ledger: _opened(ledger, uid), self._on_fetched, self._on_fetch_failed, self)

    def _on_fetch_failed(self, error: Exception) -> None:
        """A table that is in no ledger any more is left; else the next thing that is confirmed says what is wrong."""
        if isinstance(error, RuleError):
            self._leave()
            self.view = TableScreen.WAIT
            self.changed.emit()
            self.begin()

    def _on_fetched(self, opened: OpenTable) -> None:
        if opened.uid != self.uid or self.table is None or self.busy:
            return
        if opened.table.events == self.table.events:
            if opened.names != self.everybody:
                self.everybody = opened.names
                self.changed.emit()
            return
        mine, hands, gone = len(self.table.events), len(self.table.hands), self.gone
        self.table, self.everybody = opened.table, opened.names
        self._leave_the_end()
        taken = self._is_taken(self.entry, opened.table)
        if taken:  # its answer never came
            self._on_hand_confirmed(self.entry)
        entering = not self.entry.is_blank and not self.correcting
        if taken:
            self.said.emit(self.tr("The hand you confirmed is saved."), "good")
        elif entering and len(self.table.hands) > hands:
            sentence = self.tr(
                "Hand {old} was scored in another window. What you are entering would be hand {new}."
            ).format(old=len(self.table.hands), new=len(self.table.hands) + 1)
            self.said.emit(sentence, "warn")
        elif len(opened.table.events) > mine:
            self.said.emit(self.tr("Another window continued this session. This is the latest."), "info")
        if not gone:
            self._warn_if_gone()
        self.changed.emit()

    def _warn_if_gone(self) -> bool:
        """Say it where somebody deleted the hand that is being changed."""
        if self.gone:
            self.said.emit(Problem("entry-gone").sentence(), "warn")
        return self.gone

    # keeping

    def _save(self) -> None:
        if self._store is None:
            return
        store = self._store
        entry = None if self.entry.is_blank and not self.correcting else msgspec.Raw(self.entry.save())
        others = {uid: msgspec.Raw(one.save()) for uid, one in self._begun.items()}
        hands = None if self.table is None else len(self.table.hands)
        kept = {
            "table": self.uid,
            "entry": entry,
            "others": others,
            "form": self.form,
            "last": self._last,
            "hands_then": hands,
        }
        unsaved = self.tr("The hand can’t be saved to disk: {reason}.")
        if self._saving.write(lambda: store.save(msgspec.json.encode(kept)), unsaved) and self._flushing is not None:
            self._flushing.soon()


class _Saved(msgspec.Struct, frozen=True):
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
        """The hands that were begun, by session."""
        entered = {} if self.table is None or bytes(self.entry) == b"null" else {self.table: self.entry}
        return {**self.others, **entered}


def _joined(own: _Saved, other: _Saved) -> tuple[_Saved, _Saved]:
    """Return the draft with what it has room for of another one, and what is left of that.

    Raises:
        ValueError: a hand of the other can't be read.

    """
    if own.table is None and not own.others:
        form = own.form or other.form
        rest = _Saved(form=other.form if form is own.form else None)
        return msgspec.structs.replace(other, form=form, last=own.last or other.last), rest
    entries = {uid: one for uid, one in other.hands.items() if not HandEntry.load(bytes(one)).corrects}
    fits = {uid: one for uid, one in entries.items() if uid not in own.hands}
    both = msgspec.structs.replace(own, others={**own.others, **fits}, form=own.form or other.form)
    others = {uid: one for uid, one in other.others.items() if uid not in fits}
    rest = _Saved(others=others, form=other.form if own.form is not None else None)
    if other.table in fits:
        return both, rest
    return both, msgspec.structs.replace(rest, table=other.table, entry=other.entry)


# on the ledger's thread


def _known(
    ledger: Ledger,
    draft_uid: str | None,
    table: int = 0,
    last_here: str | None = None,
    shown: Known | None = None,
) -> tuple[Known, OpenTable | None]:
    """Who is known, what was played last at this table, the table that was open, and what goes on elsewhere."""
    people = tuple((one.uid, one.name) for one in ledger.players.recent())
    last = _last_here(ledger, table, last_here)
    if shown is not None:
        with suppress(RuleError):  # else it is another ledger
            last = None if shown.last_uid is None else ledger.sessions.row(shown.last_uid)
    others = tuple(one for one in ledger.sessions.unfinished() if last is None or one.row.uid != last.uid)
    shared = not ledger.is_file
    setup: SessionSetup | None = None
    if last is not None:
        first = ledger.sessions.get(last.uid).events[0]
        setup = first.setup if isinstance(first, Started) else None
    opened = None
    if draft_uid is not None:
        with suppress(RuleError, ValueError):  # the table of the draft is in another ledger
            opened = _opened(ledger, draft_uid)
    if last is None:
        return Known(people, others=others, shared=shared), opened
    return Known(people, last.uid, last.names, setup, last.ended, others, shared), opened


def _last_here(ledger: Ledger, table: int, last: str | None) -> SessionRow | None:
    """The last session of this table; of a ledger that others have too none that was only played elsewhere."""
    found = ledger.sessions.last_at(table) if table else None
    if found is None and ledger.is_file:
        return ledger.sessions.last()
    if found is None and last is not None and not table:
        with suppress(RuleError):
            return ledger.sessions.row(last)
    return found


def _opened(ledger: Ledger, uid: str) -> OpenTable:
    stored = ledger.sessions.get(uid)
    if not stored.table.rules.rules.known:
        raise RuleError([Problem("session-unknown-rules", text=stored.table.rules.rules.name)])
    _ = stored.table.chip_log  # worked out here, where nobody waits for it
    return OpenTable(uid, stored.table, stored.names)


def _person(ledger: Ledger, name: str) -> str:
    """The id of who has this name, however it is written; somebody new becomes known now."""
    known = ledger.players.named(name)
    return (known or ledger.players.add(name)).uid
