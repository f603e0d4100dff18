"""The hand being entered at a table, as the forms show it: its questions, what is missing, and what it would do."""

from __future__ import annotations

import enum
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, Signal

from mjcompanion.american.draft import AmericanDraft
from mjcompanion.american.score import AmericanSheet
from mjcompanion.core.errors import NotationError, Problem, RuleError
from mjcompanion.core.hand import By
from mjcompanion.ledger.values import key_of
from mjcompanion.scoring.draft import Draft
from mjcompanion.table.corrections import RowDifference, differences
from mjcompanion.table.entry import HandEntry
from mjcompanion.table.events import AnyEvent, HandItem, now
from mjcompanion.table.rotation import Position
from mjcompanion.table.table import Table, apply

from ...steps import UndoStep, undo_stack
from .queries import Known

if TYPE_CHECKING:
    from mjcompanion.american.card_library import CardDocument
    from mjcompanion.american.line import Line


class TableChange(enum.Flag):
    """What changed besides what is shown."""

    SHOWN = 0
    MENDED = enum.auto()
    """A message about something wrong no longer applies."""
    CONFIRMED = enum.auto()
    """An event was written into the ledger."""


class EntryModel(QObject):
    """The table and the hand being entered; each change of the hand is a step that can be undone.

    Signals:
        changed(TableChange): something that is shown is different now.
        said(str, str): a sentence, and its kind: "info", "good", "warn" or "wrong".
    """

    changed = Signal(object)
    said = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.card_values: Callable[[], Iterable[int]] = tuple
        """Return the values of the lines on the user's own cards."""
        self.cards: Callable[[], Sequence[CardDocument]] = tuple
        """Return the available cards."""
        self.known = Known()
        self.table: Table | None = None
        self.everybody: tuple[str, ...] = ("", "", "", "")
        """The names of all people of the table, by number."""
        self.coming: dict[str, str] = {}
        """The names of new people in a preview, by their temporary ids."""
        self.entry = HandEntry()
        self.tiles_of = 0
        """The player whose tiles are being entered."""
        self.stack = undo_stack(self)

    @abstractmethod
    def save(self) -> None:
        """Write the draft to the disk."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the four players of the hand being entered."""
        if self.table is None:
            return self.everybody[:4]
        return tuple(self.everybody[person] for person in self.entry.seating(self.table).sits)

    @property
    def parties(self) -> tuple[str, ...]:
        """The names of all people by number, then of the bettors who are not in the ledger."""
        return (*self.everybody, *(self.table.bettors if self.table is not None else ()))

    @property
    def position(self) -> Position | None:
        """The position of the hand being entered."""
        return None if self.table is None else self.entry.position(self.table)

    @property
    def correcting(self) -> bool:
        """Whether an earlier hand is being changed or inserted."""
        return self.entry.corrects

    @property
    def gone(self) -> bool:
        """Whether another window deleted the hand that is being corrected."""
        return self.table is not None and self.entry.is_gone(self.table)

    @property
    def asks_about_winds(self) -> bool:
        """Whether the correction changes the winds of later hands, so that the user must decide."""
        if self.table is None or not self.correcting:
            return False
        try:
            return msgspec.structs.replace(self.whole_entry, keep_winds=None).asks_about_winds(self.table, now())
        except RuleError:
            return False

    def called(self, table: Table) -> tuple[str, ...]:
        """Return the names of the parties of a table in a preview, new people included."""
        more = (self.coming.get(who, who) for who in table.people[len(self.everybody) :])
        return (*self.everybody, *more, *table.bettors)

    def id_of(self, name: str) -> str:
        """Return the id of a player by name, for an unknown name a temporary one."""
        key = key_of(name)
        if self.table is not None:
            for who, known in zip(self.table.people, self.everybody, strict=True):
                if key_of(known) == key:
                    return who
        found = next((who for who, known in self.known.people if key_of(known) == key), f"new {key}")
        self.coming[found] = name
        return found

    def bettors(self) -> tuple[str, ...]:
        """Return who may bet on the hand being entered: those who sit out, or else the last bettor."""
        return () if self.table is None else self._bettors(self.entry, self.table)

    def _bettors(self, entry: HandEntry, table: Table) -> tuple[str, ...]:
        if not table.rules.rules.club_faults:
            return ()
        out = tuple(self.everybody[person] for person in entry.seating(table).out)
        bets = [row.item.bet for row in table.hands if isinstance(row.item, HandItem) and row.item.bet is not None]
        return out or ((bets[-1].name,) if bets and not bets[-1].who else ())

    @property
    def whole_entry(self) -> HandEntry:
        """The hand being entered with its bettor, by default the one at the table, and the bettor's id."""
        return self.entry if self.table is None else self._whole(self.entry, self.table)

    def _whole(self, entry: HandEntry, table: Table) -> HandEntry:
        known = self._bettors(entry, table)
        name = entry.bettor.strip() or (known[0] if known else "")
        if not name or not table.rules.rules.club_faults:
            return entry
        who = "" if name in table.bettors or entry.backed is None or entry.no_bet else self.id_of(name)
        return msgspec.structs.replace(entry, bettor=name, who=who)

    def outlook(self) -> tuple[Table | None, tuple[str, ...]]:
        """Return the table with the hand being entered, and a sentence for each thing that is missing.

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
        """Return a sentence for each thing that looks wrong; the hand can be confirmed anyway."""
        table, position = self.table, self.position
        if table is None or position is None:
            return ()
        values = self.card_values() if table.rules.rules.with_card else ()
        found = self.whole_entry.doubts(table.rules, position, self.names, values)
        return tuple(one.sentence() for one in found)

    def preview_of(self, event: AnyEvent) -> tuple[Table | None, str]:
        """Return the table after an event, or a sentence that says why it is impossible."""
        if self.table is None:
            return None, ""
        try:
            return apply(self.table, event), ""
        except RuleError as error:
            return None, str(error)

    def changes(self, after: Table) -> tuple[RowDifference, ...]:
        """Return the rows that would change."""
        return () if self.table is None else differences(self.table, after)

    # entering a hand

    def change(self, entry: HandEntry, kind: int = -1) -> None:
        """Replace the hand being entered, as a step that can be undone."""
        if entry != self.entry:
            self.stack.push(UndoStep(self._show_entry, self.entry, entry, kind=kind))
        else:
            self.changed.emit(TableChange.MENDED)

    def _show_entry(self, entry: HandEntry) -> None:
        self.entry = entry
        self.save()
        self.changed.emit(TableChange.MENDED)

    def set_winner(self, winner: int | None) -> None:
        """Set the winner, None for a draw, and clear a win type that this winner can't have."""
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
        """Set the win type."""
        if self.position is not None:
            self.change(self.entry.came(by, self.position))

    def set(self, kind: int = -1, **values: object) -> None:
        """Change other fields of the hand being entered."""
        self.change(msgspec.structs.replace(self.entry, **values), kind)

    def set_number(self, player: int, number: int | None) -> None:
        """Set a player's score; tiles that don't count stay as a remark."""
        self.change(self.entry.with_number(player, number), 10 + player)

    def forget_tiles(self, player: int) -> None:
        """Remove a player's tiles."""
        self.change(self.entry.with_draft(player, None))

    def type_tiles(self, player: int, text: str) -> bool:
        """Add tiles to a player's hand, and return whether the text could be read."""
        table, position = self.table, self.position
        if table is None or position is None:
            return False
        before = self.entry.draft_for(player, table.rules, position)
        try:
            more = before.with_entries(()).pasted(text)
        except NotationError:
            more = before.with_entries(())
        if not more.entries:
            self.changed.emit(TableChange.SHOWN)
            return False
        draft = more.with_entries((*before.entries, *more.entries))
        self.take_tiles(player, msgspec.structs.replace(draft, tile=more.tile or before.tile))
        return True

    def card(self) -> str:
        """Return the card of the hand, by default that of the hand before or of the rules."""
        entry = self.entry
        before = [row.item.card for row in self.table.rows if isinstance(row.item, HandItem)] if self.table else []
        rules = "" if self.table is None else self.table.rules.rules.card
        named = (entry.american.card if entry.american is not None else "", entry.card, *reversed(before), rules)
        return next((name for name in named if name), "")

    def choose_card(self, name: str) -> None:
        """Choose another card, and clear the line of the old one."""
        if name and name != self.card() and self.entry.american is None:
            entry = self.entry.with_line(None, "") if self.entry.chosen else self.entry
            self.change(msgspec.structs.replace(entry, card=name))

    def choose_line(self, line: Line | None) -> None:
        """Set the line that won, or clear it."""
        self.change(self.entry.with_line(line, self.card()))

    def set_value(self, value: int | None) -> None:
        """Set the value of the hand, and clear a line with another value."""
        entry = self.entry
        if entry.chosen and value != entry.value:
            entry = entry.with_line(None, entry.card)
        self.change(msgspec.structs.replace(entry, value=value), 20)

    def take_american(self, draft: AmericanDraft, sheet: AmericanSheet | None) -> None:
        """Set the winner's American hand, and the value of its line."""
        if self.position is not None:
            entry = self.entry.with_american(draft if draft.entries else None, sheet, self.position)
            if not draft.entries and draft.card != self.card():
                entry = msgspec.structs.replace(entry, card=draft.card)
            if entry != self.entry:
                self.change(entry, 50)

    def draft(self) -> Draft | None:
        """Return the tiles of the player whose tiles are being entered."""
        if self.table is None or self.position is None:
            return None
        return self.entry.draft_for(self.tiles_of, self.table.rules, self.position)

    def take_tiles(self, player: int, draft: Draft) -> None:
        """Set a player's tiles, and the win type entered with them."""
        entry = self.entry.with_draft(player, draft if draft.entries else None)
        if entry.winner == player and self.position is not None:
            if draft.by is not entry.by:
                entry = entry.came(draft.by, self.position)
            entry = msgspec.structs.replace(entry, last_tile=draft.last_tile)
        if entry != self.entry:
            self.change(entry, 40 + player)
