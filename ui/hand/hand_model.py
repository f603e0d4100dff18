"""What any hand being entered knows and does, without a widget: the draft, the typed line, undo, the copy on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar

import msgspec
from PySide6.QtCore import QObject, Signal

from mjcompanion.core.errors import NotationError, Problem
from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Terms, Tile, Wind
from mjcompanion.i18n.translation import joined
from mjcompanion.parsing.hand_text import TextProblem
from mjcompanion.storage.paths import LARGEST_OWN, read_bounded, reason, write_atomically

from ..steps import UndoStep, undo_stack
from ..widgets.saving import Flushing, Saving

if TYPE_CHECKING:
    from pathlib import Path

    from mjcompanion.american.draft import AmericanDraft
    from mjcompanion.scoring.draft import Draft
    from mjcompanion.scoring.suggestions import Fix, Suggestion
    from mjcompanion.storage.drafts import DraftStore

    from ..worker import Worker

_WHOLE_HAND = 13
"""So many tiles in one text are a hand by themselves, and take the place of the one that is there."""
_WON = ("!", "！")

LINE: Final = frozenset({"line"})
CHOSEN: Final = frozenset({"chosen"})

D = TypeVar("D", "Draft", "AmericanDraft")


class _State(msgspec.Struct, Generic[D], frozen=True):
    """What undo goes back to: the draft, the line that is being typed, and the draft without what the line says.

    `number` says which hand it is.
    """

    draft: D
    line: str
    under: D
    number: int = 0


class Shown(Protocol):
    """What any draft shows: `problems` are mistakes, `missing` is to come, `unanswered` is still to be asked."""

    @property
    def problems(self) -> tuple[Problem, ...]: ...
    @property
    def missing(self) -> tuple[Problem, ...]: ...
    @property
    def unanswered(self) -> tuple[str, ...]: ...
    @property
    def wrong(self) -> frozenset[Tile]: ...


class HandModel(QObject, Generic[D]):
    """Holds a hand being entered; every change goes through here, can be undone, and is kept on disk.

    The entry line is read again with each key: its tiles are in the hand as long as they are in the line, and stay
    when the line is ended.

    Signals:
        changed(object): the names of what is different now, a frozenset: fields of the draft, `LINE`, `CHOSEN`.
        typed(str): the line is this now, though nobody typed it.
        said(str, str): a sentence, and its kind: "info", "good", "warn" or "wrong".
        mended(): what was wrong before is put right; a sentence about it can go.
    """

    mended = Signal()
    changed = Signal(object)
    typed = Signal(str)
    said = Signal(str, str)
    laying: int | str
    """What the next tile makes."""
    IN_HAND: ClassVar[int | str]
    """What `laying` is while the next tile goes into the hand."""
    seen: Shown
    """What counts, what is missing, what is wrong."""

    def __init__(
        self,
        draft: D,
        store: DraftStore | None = None,
        parent: QObject | None = None,
        *,
        disk: Worker | None = None,
    ) -> None:
        """With a `disk` the draft is written on its thread, else at once."""
        super().__init__(parent)
        self._store, self._disk = store, disk
        self._flushing = None if store is None or disk is None else Flushing(store, self._flush, self)
        self._saving = Saving(self.said.emit)
        self._newest_draft: D | None = None
        self.stack = undo_stack(self)
        self.laying = self.IN_HAND
        self.terms = Terms()
        self.chosen: frozenset[int] = frozenset()
        self.line = ""
        self.faults: tuple[TextProblem, ...] = ()
        """What can't be read in the line."""
        self.number = self._newest = 0
        """Which hand it is: after an empty one, and with one that is shown instead, there is another."""
        self.draft: D = draft
        """The hand being entered and its context."""
        self._under: D = draft

    # what the two kinds of hands do differently

    def look_again(self) -> None:
        """Check and count the draft as it is now; `seen` has what came of it."""
        raise NotImplementedError

    @property
    def is_scored(self) -> bool:
        """Whether it is known what the hand comes to, and nothing is left to ask."""
        raise NotImplementedError

    def doubts(self) -> Sequence[Suggestion]:
        """What to ask about the hand as it is now."""
        raise NotImplementedError

    def why_not_lay(self) -> str:
        """Why the chosen tiles can't be laid out; empty when they can."""
        raise NotImplementedError

    def add(self, *tiles: Tile) -> bool:
        """Put tiles into the hand, or lay out a set where one is being laid out; says why when it can't."""
        raise NotImplementedError

    def nothing_to_paste(self) -> str:
        """What to say where a text holds no hand."""
        raise NotImplementedError

    # what there is to see

    @property
    def is_laying(self) -> bool:
        """Whether the next tile makes a set."""
        return self.laying != self.IN_HAND

    @property
    def unread(self) -> Problem | None:
        """What is wrong with the line; nothing as long as it may be finished yet."""
        return next((fault.problem for fault in self.faults if not fault.unfinished), None)

    @property
    def doubt(self) -> Suggestion | None:
        """The question to ask now, with its answers; nothing that was answered with no."""
        return next((one for one in self.doubts() if one.question not in self.draft.declined), None)

    def repair(self, repair: Fix) -> None:
        """Do what was answered to a doubt."""
        if repair.goes is not None:
            self.remove(repair.goes)

    def decline(self, doubt: Suggestion) -> None:
        """Ask this no more while this hand is entered."""
        self._set(self.tr("Answer a question"), declined=self.draft.declined | {doubt.question})

    def chosen_tiles(self) -> tuple[Tile, ...]:
        """The tiles in hand that are chosen."""
        concealed = self.draft.hand.concealed
        return tuple(concealed[index] for index in sorted(self.chosen) if index < len(concealed))

    # typing

    def write(self, text: str) -> None:
        """Take what is in the line now."""
        if text.strip() in _WON:
            self._last_won()
            return
        found = self.draft.parse_text(text)
        if self.is_laying and not found.faults and [len(group.tiles) for group in found.groups] == [1]:
            self.line, self.faults = "", ()  # all of it was the tile
            self.add(found.groups[0].tiles[0])
            self.typed.emit(self.line)
            return
        try:
            self._go(_State(self._under.with_parsed(found), text, self._under), self.tr("Type"))
        except NotationError as error:
            self.line, self.faults = text, (TextProblem(0, len(text), error.problems[0]),)
            self.changed.emit(LINE)

    def type_key(self, key: str) -> None:
        """Take a key as if it were typed at the end of the line."""
        self.write(self.line + key)
        self.typed.emit(self.line)

    def end_line(self) -> bool:
        """The line is whole: its tiles stay, and it is empty; False where something in it can’t be read."""
        if self.faults:
            self.faults = tuple(msgspec.structs.replace(fault, unfinished=False) for fault in self.faults)
            self.changed.emit(LINE)
            return False
        self.settle()
        return True

    def settle(self) -> None:
        """From here on the draft holds what the line said; only what can't be read stays in it."""
        self._go(_State(self.draft, self.rest, self.draft), "")

    @property
    def rest(self) -> str:
        """What of the line can't be read; all else of it is in the draft."""
        return " ".join(self.line[fault.start : fault.end] for fault in self.faults)

    def _last_won(self) -> None:
        """`!` by itself: the tile that was entered last has won."""
        last = self.draft.entries[-1] if self.draft.entries else None
        if last is None or last.is_flower or last.laid is not None:
            self.said.emit(self.tr("Type the winning tile last, then “!”."), "info")
        else:
            self.set_winning_tile(last.tiles[0])
        self.typed.emit(self.line)

    def backspace(self) -> None:
        """Take back the chosen tiles, or what was entered last, where nothing is typed."""
        if self.chosen:
            self.remove_chosen()
        elif self.draft.entries:
            self._change(self.draft.without_last(), self.tr("Take back the last tile"))

    def insert(self, text: str) -> bool:
        """Add what a text describes, tiles and sets, to the hand; says why when it can't."""
        try:
            added: D = self.draft.cleared().pasted(text)
        except NotationError as error:
            self.said.emit(error.problems[0].sentence(self.terms), "wrong")
            return False
        tiles = [tile for entry in added.entries for tile in entry.tiles]
        if len(tiles) >= _WHOLE_HAND:
            return self.paste(text)
        if not self.has_room(tiles):
            return False
        self._change(self.draft.with_entries((*self.draft.entries, *added.entries)), self.tr("Add tiles"))
        return True

    def has_room(self, tiles: list[Tile]) -> bool:
        """Whether these tiles are still out; says which is not."""
        for tile in tiles:
            if self.draft.left(tile) < tiles.count(tile):
                self.refuse(tile, tiles.count(tile))
                return False
        return True

    def refuse(self, tile: Tile, wanted: int = 1) -> None:
        """Say why a tile can't be entered."""
        raise NotImplementedError

    def paste(self, text: str) -> bool:
        """Show the hand that a text describes; says why when it can’t be read, and changes nothing then."""
        try:
            draft = self.draft.pasted(text)
        except NotationError as error:
            self.said.emit(error.problems[0].sentence(self.terms), "wrong")
            return False
        if not draft.entries:
            self.said.emit(self.nothing_to_paste(), "info")
            return False
        self.take(draft, self.tr("Paste a hand"))
        return True

    def take(self, draft: D, text: str) -> None:
        """Show another hand, in one step that can be undone; `text` says what was done."""
        self.hand_into_hand()
        self._go(_State(draft, "", draft), text, another=True)

    def enter_example(self) -> None:
        """Show a hand that has won."""
        example = self.draft.rules.example
        self.paste(f"{example.hand} {example.flowers if self.draft.has_flowers else ''}")
        self.set_by(example.by)
        self.set_winning_tile(Tile.parse(example.tile))
        if example.discards is not None:
            self.set_discards(example.discards)

    # changing what is there

    def add_tiles(self, tiles: tuple[Tile, ...]) -> bool:
        """Put tiles into the hand; says why when it can't."""
        if not self.has_room(list(tiles)):
            return False
        names = joined(tile.name(self.terms) for tile in tiles)
        self._change(self.draft.add(*tiles), self.tr("Add {tiles}").format(tiles=names))
        return True

    def choose(self, index: int) -> None:
        """Choose a concealed tile, or let it go."""
        self.chosen = self.chosen ^ {index}
        self.changed.emit(CHOSEN)

    def choose_none(self) -> None:
        """Let all tiles go."""
        self.chosen = frozenset()
        self.changed.emit(CHOSEN)

    def let_go(self) -> None:
        """Let all tiles go, and the next one into the hand."""
        self.hand_into_hand()
        self.settle()
        self.choose_none()

    def set_laying(self, what: int | str) -> None:
        """Say what the next tile makes."""
        self.laying = what
        self.settle()

    def hand_into_hand(self) -> None:
        """Let the next tile go into the hand again, where it was to make a set."""
        self.laying = self.IN_HAND

    def laid_down(self) -> D:
        """The draft with the chosen tiles laid out."""
        laid: D = self.draft.lay_down(self.chosen_tiles())
        return laid

    def take_back(self, laid: Any) -> None:  # noqa: ANN401 - a set of either kind
        """Put a set that was laid out back into the hand."""
        self._change(self.draft.take_back(laid), self.tr("Take a set back"))

    def remove_set(self, laid: Any) -> None:  # noqa: ANN401 - a set of either kind
        """Take a set that was laid out away."""
        self._change(self.draft.remove_set(laid), self.tr("Remove a set"))

    def lay_chosen(self) -> bool:
        """Lay out the chosen tiles as a set."""
        why_not = self.why_not_lay()
        if why_not:
            self.said.emit(why_not, "wrong")
            return False
        self._change(self.laid_down(), self.tr("Lay out a set"))
        return True

    def remove_chosen(self) -> None:
        """Take the chosen tiles out of the hand."""
        draft = self.draft
        for tile in self.chosen_tiles():
            draft = draft.remove(tile)
        self._change(draft, self.tr("Remove tiles"))

    def remove(self, tile: Tile) -> None:
        """Take one tile, or a flower, away."""
        self._change(self.draft.remove(tile), self.tr("Remove {tile}").format(tile=tile.name(self.terms)))

    def clear(self) -> None:
        """Begin another hand at the same table."""
        self.hand_into_hand()
        cleared = self.draft.cleared()
        self._go(_State(cleared, "", cleared), self.tr("Clear the hand"))

    # the context

    def set_seat(self, seat: Wind) -> None:
        """Change the player's wind; a way to win that the seat rules out is forgotten."""
        self._set(self.tr("Change the seat"), seat=seat)

    def set_by(self, by: By | None) -> None:
        """Say how the last tile came."""
        self._set(self.tr("How it was won"), by=by)

    def set_winning_tile(self, tile: Tile | None) -> None:
        """Say which tile won."""
        self._change(msgspec.structs.replace(self.draft, tile=tile), self.tr("The winning tile"))

    def set_discards(self, count: int | None) -> None:
        """Say how many tiles were discarded."""
        self._set(self.tr("Tiles discarded"), kind=1, discards=count)

    # keeping

    def _set(self, text: str, *, kind: int = -1, **values: object) -> None:
        self._change(msgspec.structs.replace(self.draft, **values).without_conflicts(), text, kind)

    def _change(self, after: D, text: str, kind: int = -1) -> None:
        """Show another draft, as a step that can be undone."""
        self._go(_State(after, self.rest, after), text, kind)

    def _go(self, after: _State[D], text: str, kind: int = -1, *, another: bool = False) -> None:
        self.mended.emit()
        if after.draft != self.draft:
            before = _State(self.draft, self.line, self._under, self.number)
            another = another or bool(self.draft.entries and not after.draft.entries)
            self._newest += another
            after = msgspec.structs.replace(after, number=self._newest if another else self.number)
            self.stack.push(UndoStep(self._show, before, after, text, kind))
        else:
            self._write_line(after)
            self.changed.emit(LINE)

    def _write_line(self, state: _State[D]) -> None:
        self._under = state.under
        if state.line != self.line:
            self.line = state.line
            self.faults = self.draft.parse_text(state.line).faults
            self.typed.emit(state.line)

    def _show(self, state: _State[D]) -> None:
        before, self.draft, self.number = self.draft, state.draft, state.number
        if before.entries != state.draft.entries:
            self.chosen = frozenset()
        self._write_line(state)
        self.look_again()
        self._save()
        self._tell(before)

    def _tell(self, before: D) -> None:
        """Say in what the draft differs from the one before."""
        now, fields = self.draft, self.draft.__struct_fields__
        self.changed.emit(frozenset([name for name in fields if getattr(now, name) != getattr(before, name)]))

    def _save(self) -> None:
        """Have the draft written; of several that wait for the disk only the newest is."""
        waits, self._newest_draft = self._newest_draft is not None, self.draft
        if self._disk is None:
            self._on_saved(self._saving.attempt(self._write))
        elif not waits:
            self._disk.ask(lambda _: self._saving.attempt(self._write), self._on_saved, owner=self)

    def _write(self) -> None:
        """Write the newest draft, on any thread."""
        draft, self._newest_draft = self._newest_draft, None
        if draft is not None and self._store is not None:
            self._store.save(draft.save())

    def _on_saved(self, error: OSError | None) -> None:
        if (
            self._saving.tell(error, self.tr("The hand can’t be saved to disk: {reason}."))
            and self._flushing is not None
        ):
            self._flushing.soon()

    def _flush(self, flush: Callable[[], None]) -> None:
        """Have the disk write a draft for good, while the window goes on."""
        if self._disk is not None:
            self._disk.ask(lambda _: flush())

    def restore(self) -> None:
        """Show the hand that was being entered when the program last ended."""
        if self._store is None:
            return
        try:
            saved = self._store.load()
            if saved is not None:
                before, self.draft = self.draft, self.restored(type(self.draft).load(saved))
                self._under = self.draft
                self.look_again()
                self._tell(before)
        except OSError as error:
            text = self.tr("The last hand can’t be read: {reason}. Its file stays as it is, for the next start.")
            self.said.emit(text.format(reason=reason(error)), "warn")
        except ValueError:
            self._saving.set_aside(
                self._store,
                self.tr("The last hand was damaged. Its file is saved as {name}."),
                self.tr("The last hand was damaged, and its file can’t be saved: {reason}."),
            )

    @property
    def has_waiting(self) -> bool:
        """Whether a hand that was begun in another window waits."""
        return any(True for _ in self._waiting())

    def show_waiting(self) -> None:
        """Show a hand that was begun in another window; the one that is shown waits in its place."""
        for place, draft in self._waiting():
            mine = self.draft
            try:
                write_atomically(place, mine.save())
            except OSError as error:
                text = self.tr("The hand can’t be saved to disk: {reason}.").format(reason=reason(error))
                self.said.emit(text, "warn")
                return
            self.take(draft, self.tr("Show the other hand"))
            return

    def _waiting(self) -> Iterator[tuple[Path, D]]:
        """Yield the hands that windows left that are closed by now; each is locked until the next is asked for."""
        for place in () if self._store is None else self._store.abandoned():
            with suppress(OSError, ValueError):
                draft = self.restored(type(self.draft).load(read_bounded(place, LARGEST_OWN)))
                if draft.entries:
                    yield place, draft

    def name_rules(self, name: str) -> None:
        """Say what a club calls the rules in use; no step that could be undone."""
        if name != self.draft.house_name:
            self._hold(house_name=name)

    def _hold(self, **values: object) -> None:
        """Have this hold of the draft, and of what is typed next too; no step that could be undone."""
        self.draft = msgspec.structs.replace(self.draft, **values)
        self._under = msgspec.structs.replace(self._under, **values)
        self.look_again()
        self.changed.emit(frozenset(values))

    def restored(self, draft: D) -> D:
        """What of a draft that was kept holds now."""
        return draft
