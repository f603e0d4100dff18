"""The Table page without its widgets: the session that is open, its events, and the screen that is shown."""

from __future__ import annotations

import enum
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QObject, Signal

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.ledger.errors import NoServer
from mjcompanion.storage.drafts import DraftStore
from mjcompanion.table.corrections import results_kept, winds_kept
from mjcompanion.table.entry import HandEntry
from mjcompanion.table.events import (
    AnyEvent,
    Changed,
    Drop,
    Ended,
    Item,
    PeopleItem,
    Planned,
    Put,
    Redone,
    Reopened,
    SessionPlan,
    SessionSetup,
    Titled,
    Undone,
    now,
)
from mjcompanion.table.faults import referee_place
from mjcompanion.table.rotation import four, throw_for_east
from mjcompanion.table.seating_view import sides
from mjcompanion.table.session_end import just_over
from mjcompanion.table.table import Table, apply, replay
from mjcompanion.table.words import named

from ...ledger_thread import LedgerThread
from ...widgets.saving import Flush
from .draft import SessionForm, TableDraft, TableDraftFile
from .entry_model import EntryModel, TableChange
from .queries import Known, OpenTable, find_known, open_table, player_id
from .words import step_words

if TYPE_CHECKING:
    from mjcompanion.ledger.ledger import Ledger

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
"""The screens that add something to the session."""


class TableModel(EntryModel):
    """The open session and the current screen; whatever is confirmed goes to the ledger as an event.

    Signals:
        troubled(Exception): the ledger can't be used.
        rules_wanted(str, str): show the page of rules: the ruleset, and the name of the house rules or none.
        row_wanted(str, str, str): add a row to house rules: the ruleset, their name or none, the row.
        print_wanted(str): print the session with this id.
        referee_wanted(str): show this place in the handbook, about claims and faults.
    """

    troubled = Signal(object)
    rules_wanted = Signal(str, str)
    row_wanted = Signal(str, str, str)
    print_wanted = Signal(str)
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
        self._file = None if store is None else TableDraftFile(store, self.said.emit, flush, self)
        self.view = TableScreen.WAIT
        self._shown: Known | None = None
        """What the form of a new session shows, even while other windows write."""
        self.uid: str | None = None
        self.form: SessionForm | None = None
        """The new session that is being set up."""
        self.table_number = 0
        """The number of this table in the club, 0 for none."""
        self._last: str | None = None
        """The id of the session that was open here last."""
        self._hands_then: int | None = None
        """The number of hands when the draft was written; None without a draft."""
        self.doomed = ""
        """The item that may be deleted."""
        self.people_item = ""
        """The change of people that is being corrected; empty for a new one."""
        self._after_reopening = TableScreen.HAND
        self.nearest = 0
        """The player nearest to the screen, counted in seating order."""
        self.time: Callable[[], str] = now
        """Return the current time in the format of events."""
        self.busy = False
        self.trouble = ""
        self.typed: Typed | None = None
        """The saved contents of this page's forms."""
        self._begun: dict[str, HandEntry] = {}
        """Hands begun in other sessions."""
        self._written: HandEntry | None = None
        """The hand that is being written into the ledger."""
        ledger.changed.connect(self._on_ledger_changed)

    # finding the table

    def begin(self) -> None:
        """Ask the ledger for the people and the last table, and return to the hand that was being entered."""
        self.trouble, self._shown = "", None
        draft = self._restored()
        self._ledger.ask(
            self._what_is_known(draft[0]), lambda found: self._on_known(found, draft), self._on_trouble, self
        )

    def _what_is_known(self, draft: str | None) -> Callable[[Ledger], tuple[Known, OpenTable | None]]:
        table, last, shown = self.table_number, self._last, self._shown
        return lambda ledger: find_known(ledger, draft, table, last, shown)

    def _restored(self) -> tuple[str | None, HandEntry | None]:
        loaded = None if self._file is None else self._file.load()
        if loaded is None:
            return None, None
        draft, entry, self._begun = loaded
        self.form, self._last, self._hands_then = draft.form, draft.last, draft.hands_then
        return draft.table, entry

    def _on_known(self, found: tuple[Known, OpenTable | None], draft: tuple[str | None, HandEntry | None]) -> None:
        self.known, opened = found
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
                self.save()
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
        self.changed.emit(TableChange.SHOWN)

    def refresh_known(self) -> None:
        """Ask again for the people and the sessions; the last session shown stays the same."""
        self._ledger.ask(self._what_is_known(None), self._on_refreshed, self._on_trouble, self)

    def set_table_number(self, number: int) -> None:
        """Set the number of this table in the club."""
        if number != self.table_number:
            self.table_number = number
            if self.view is TableScreen.START:
                self._shown = None
                self.refresh_known()

    def _on_refreshed(self, found: tuple[Known, OpenTable | None]) -> None:
        self.known = self._shown = found[0]
        self.changed.emit(TableChange.SHOWN)

    def open(self, uid: str) -> None:
        """Open a table of the ledger."""
        self.busy = True
        self.changed.emit(TableChange.SHOWN)
        self._ledger.ask(lambda ledger: open_table(ledger, uid), self._on_opened, self._on_trouble, self)

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
        self.save()
        self.changed.emit(TableChange.SHOWN)

    def session(self) -> tuple[str, tuple[str, ...], tuple[AnyEvent, ...]] | None:
        """Return the session that is open: its id, the names of all its people, and its events."""
        return None if self.table is None or self.uid is None else (self.uid, self.everybody, self.table.events)

    def follow(self, before: str, after: str) -> None:
        """Continue the open session under the id that it has in another ledger."""
        if self.uid == before:
            self.uid = self._last = after
            self.save()

    def _is_taken(self, entry: HandEntry, table: Table) -> bool:
        """Return whether a new hand is the last event of the session, so that only the ledger's answer was lost."""
        last = table.events[-1]
        if entry.is_blank or entry.item is not None or not isinstance(last, Changed):
            return False
        before = replay(table.events[:-1])
        try:
            return self._whole(entry, before).event(before, last.at) == last
        except RuleError:
            return False

    def close(self) -> None:
        """Leave the table; a hand that was begun waits."""
        self._leave()
        self.view = TableScreen.START
        self.save()
        self.changed.emit(TableChange.SHOWN)
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
        """Show another screen; before something is added to a session that has ended, ask whether to reopen it.

        What only corrects adds nothing to such a session.
        """
        if adds and view in _SCORES and self.table is not None and self.table.ended and not self.correcting:
            self._after_reopening, view = view, TableScreen.REOPEN
        self.view = view
        self.changed.emit(TableChange.MENDED)

    # starting

    def start(
        self,
        setup: Callable[[tuple[str, ...]], SessionSetup],
        names: Sequence[str],
        plan: SessionPlan = SessionPlan(),  # noqa: B008 - frozen
    ) -> None:
        """Start a session with these people, and add new ones to the ledger."""
        if self.busy:
            return
        self.busy = True
        self.changed.emit(TableChange.SHOWN)
        number = self.table_number

        def do(ledger: Ledger) -> OpenTable:
            people = tuple(player_id(ledger, name) for name in names)
            at = now()
            made = setup(people)
            if number:
                made = msgspec.structs.replace(made, table=number)
            uid = ledger.sessions.start(made, at).uid
            if plan != SessionPlan():
                ledger.sessions.append(uid, 1, Planned(at=at, plan=plan))
            return open_table(ledger, uid)

        self._ledger.ask(do, self._on_started, self._on_trouble, self)

    def keep_form(self, form: SessionForm) -> None:
        """Save the form of a new session."""
        self.form = form
        self.save()

    def _on_started(self, opened: OpenTable) -> None:
        if self.view is TableScreen.START:  # else it was begun from the result of another, and the form waits
            self.form = None
        self._on_opened(opened)
        self.changed.emit(TableChange.CONFIRMED)

    # entering a hand

    def enter_hand(self, winner: int | None = None) -> None:
        """Begin the next hand, or continue the one that was begun."""
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
        """Show the players, to change them from now on or to correct an earlier change."""
        self.people_item = item
        self.show(TableScreen.PEOPLE, adds=not item)

    def insert_before(self, item: str | None) -> None:
        """Begin a forgotten hand before another."""
        self._begin(HandEntry(before=item))

    def _begin(self, entry: HandEntry) -> None:
        self._put_aside()
        self.stack.clear()
        self.entry = entry
        self.save()
        self.show(TableScreen.HAND)

    def leave_hand(self) -> None:
        """Go back to the table; the next hand waits, a correction is dropped."""
        self.forget_correction()
        self.show(TableScreen.GAME)

    def clear_hand(self) -> None:
        """Clear the hand being entered."""
        self.change(HandEntry(item=self.entry.item, before=self.entry.before))

    def edit_tiles(self, player: int | None) -> None:
        """Show the page on which a player's tiles are entered."""
        if player is not None:
            self.tiles_of = player
            self.show(TableScreen.TILES)

    def _fresh_entry(self) -> None:
        """Continue the hand of this session that was put aside, or begin an empty one."""
        self.entry = self._begun.pop(self.uid or "", HandEntry())
        self.stack.clear()

    def forget_correction(self) -> None:
        """Drop a correction, and continue the next hand."""
        if self.correcting:
            self._fresh_entry()
            self.save()

    # confirming

    def confirm_hand(self) -> None:
        """Write the hand into the ledger; a correction whose hand was deleted becomes the next hand first."""
        if self.gone:
            self.change(self.entry.as_new)
            return
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
        """Show the table after a hand was written, unless another hand was begun meanwhile."""
        if (self.entry.item, self.entry.before) == (written.item, written.before):
            self._fresh_entry()
            self.view = TableScreen.GAME
        elif not written.corrects:
            self._begun.pop(self.uid or "", None)  # it was put aside while it was being written
        self.save()

    def ask_to_drop(self, item: str | None) -> None:
        """Show what deleting an item would do."""
        if item is not None and self.table is not None and self.table.row(item) is not None:
            self.doomed = item
            self.show(TableScreen.DROP)

    def drop_turns_winds(self, item: str) -> bool:
        """Return whether deleting an item changes the winds of later hands; False for a change of people."""
        row = self.table.row(item) if self.table is not None else None
        if row is not None and isinstance(row.item, PeopleItem):
            return False
        try:
            return self.drop_event(item, keep_winds=True) != self.drop_event(item)
        except RuleError:
            return False

    def drop_event(self, item: str, *, keep_winds: bool = False) -> Changed:
        """Return the event that deletes an item.

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
        """Return the event that adds an item at the end or before another, or replaces the one with an id."""
        assert self.table is not None  # noqa: S101 - asked at a table only
        return Changed(at=self._now(), changes=(Put(item_id or self.table.next_id, item, before),))

    def ask_row(self, row: str) -> None:
        """Ask for the house rules of this table with one more row."""
        if self.table is not None:
            rules = self.table.rules
            self.row_wanted.emit(str(rules.rules), rules.name, row)

    def ask_referee(self) -> None:
        """Ask for the handbook about claims and faults under the rules of this table."""
        if self.table is not None:
            self.referee_wanted.emit(referee_place(self.table.rules.rules))

    def undo(self) -> None:
        """Undo the last event, or the last step of the hand being entered."""
        self._step(undone=True)

    def redo(self) -> None:
        """Redo it."""
        self._step(undone=False)

    def _step(self, *, undone: bool) -> None:
        if self.view in (TableScreen.HAND, TableScreen.TILES):
            (self.stack.undo if undone else self.stack.redo)()
            return
        before = self.table
        seq = None if before is None else before.can_undo if undone else before.can_redo
        if before is not None and seq is not None:
            event = (Undone if undone else Redone)(at=self._now(), seq=seq)
            self.perform(event, lambda: self._say_step(before, before.events[seq], undone=undone))

    def _say_step(self, before: Table, event: AnyEvent, *, undone: bool) -> None:
        if self.table is not None:
            self.said.emit(step_words(before, self.table, event, undone=undone), "info")

    def end(self) -> None:
        """End the session, and show the result."""
        self.perform(Ended(at=self._now()), partial(self._turn, TableScreen.CLOSING))

    def reopen(self) -> None:
        """Reopen a session that has ended, and show the screen that was asked for."""
        self.perform(Reopened(at=self._now()), partial(self._turn, self._after_reopening))

    def plan(self, plan: SessionPlan) -> None:
        """Set when to stop."""
        self.perform(Planned(at=self._now(), plan=plan), partial(self._turn, TableScreen.GAME))

    def _turn(self, view: TableScreen) -> None:
        self.view = view

    def again(self) -> None:
        """Start a session with the same people and rules; dice choose East."""
        table = self.table
        if table is None:
            return
        seating, setup, plan = table.seating.back or table.seating, table.setup, table.plan
        east, rows = throw_for_east(random.SystemRandom(), setup.rules.rules.dice)
        players = four(table.people[seating.sits[place]] for place in sides(table))
        out = tuple(table.people[person] for person in seating.out)
        points = tuple(table.start_of(table.people.index(who)) for who in (*players, *out))
        made = msgspec.structs.replace(
            setup,
            players=players,
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
        """Leave the session that is over, and say goodbye."""
        names = named(self.names)
        self.close()
        self.said.emit(self.tr("Until next time, {names}!").format(names=names), "good")

    def set_title(self, title: str) -> None:
        """Set the title of the session."""
        if self.table is not None and title != self.table.title:
            self.perform(Titled(at=self._now(), title=title))

    def _now(self) -> str:
        return max(self.time(), self.table.events[-1].at if self.table is not None else "")

    def perform(self, event: AnyEvent, then: Callable[[], None] | None = None) -> None:
        """Check an event, write it into the ledger, and then show it."""
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
        self.changed.emit(TableChange.SHOWN)
        written = partial(self._on_written, opened, then)
        self._ledger.ask(
            lambda ledger: ledger.sessions.append(uid, seq, event), lambda _: written(), self._on_refused, self
        )

    def perform_for(
        self, names: Iterable[str], make: Callable[[Mapping[str, str]], AnyEvent], then: Callable[[], None]
    ) -> None:
        """Write an event with people; `make` gets their ids by name, and new ones are added to the ledger."""
        table, uid = self.table, self.uid
        if table is None or uid is None or self.busy:
            return
        seq, people = len(table.events), tuple(names)
        self.busy = True
        self.changed.emit(TableChange.SHOWN)

        def do(ledger: Ledger) -> OpenTable:
            event = make({name: player_id(ledger, name) for name in people})
            ledger.sessions.append(uid, seq, event)
            return open_table(ledger, uid)

        self._ledger.ask(do, lambda opened: self._on_written(opened, then), self._on_refused, self)

    def _on_written(self, opened: OpenTable, then: Callable[[], None] | None) -> None:
        """Show an event that was written, unless its session was left meanwhile."""
        self.busy = False
        before, written, self._written = self.table, self._written, None
        if before is None or opened.uid != self.uid:
            if written is not None and self._begun.get(opened.uid) == written:
                del self._begun[opened.uid]
                self.save()
            self.changed.emit(TableChange.SHOWN)
            return
        self.table, self.everybody = opened.table, opened.names
        self.coming.clear()
        if then is not None:
            then()
        self._leave_the_end()
        self.changed.emit(TableChange.MENDED | TableChange.CONFIRMED)
        if just_over(before, opened.table) is not None:
            self.end()

    def _leave_the_end(self) -> None:
        """Show the table if the session was reopened elsewhere."""
        if self.table is not None and not self.table.ended and self.view in (TableScreen.CLOSING, TableScreen.REOPEN):
            self.view = TableScreen.GAME

    def _on_refused(self, error: Exception) -> None:
        """Say why the ledger refused an event, keep what was entered, and fetch what others wrote."""
        self.busy, self._written = False, None
        self.said.emit(str(error), "wrong")
        self.changed.emit(TableChange.SHOWN)
        if not isinstance(error, NoServer):
            self._fetch()

    def _on_trouble(self, error: Exception) -> None:
        """Say that the ledger, or just one session, can't be used."""
        self.busy = False
        if isinstance(error, RuleError) and self.view is not TableScreen.WAIT:
            self.said.emit(str(error), "wrong")
        else:
            self.trouble = str(error)
            self.troubled.emit(error)
        if self.view is TableScreen.WAIT:
            self.view = TableScreen.START
        self.changed.emit(TableChange.SHOWN)

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
            self._ledger.ask(lambda ledger: open_table(ledger, uid), self._on_fetched, self._on_fetch_failed, self)

    def _on_fetch_failed(self, error: Exception) -> None:
        """Leave a session that is no longer in the ledger; other errors appear at the next write."""
        if isinstance(error, RuleError):
            self._leave()
            self.view = TableScreen.WAIT
            self.changed.emit(TableChange.SHOWN)
            self.begin()

    def _on_fetched(self, opened: OpenTable) -> None:
        if opened.uid != self.uid or self.table is None or self.busy:
            return
        if opened.table.events == self.table.events:
            if opened.names != self.everybody:
                self.everybody = opened.names
                self.changed.emit(TableChange.SHOWN)
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
        self.changed.emit(TableChange.SHOWN)

    def _warn_if_gone(self) -> bool:
        """Warn if another window deleted the hand that is being corrected, and return whether it did."""
        if self.gone:
            self.said.emit(Problem("entry-gone").sentence(), "warn")
        return self.gone

    # keeping

    def save(self) -> None:
        if self._file is None:
            return
        entry = b"null" if self.entry.is_blank and not self.correcting else self.entry.save()
        others = {uid: msgspec.Raw(one.save()) for uid, one in self._begun.items()}
        hands = None if self.table is None else len(self.table.hands)
        self._file.save(TableDraft(self.uid, msgspec.Raw(entry), others, self.form, self._last, hands))
