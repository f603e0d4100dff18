"""What the Cards page knows and does, without a widget: the shelf, what is chosen, every change and its undoing."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from mjcompanion import words
from mjcompanion.american.card import LINE_FIELDS, MOST_LINES, Card, Fault, clean
from mjcompanion.american.line import Line
from mjcompanion.american.shelf import BUILT_IN, CardEntry, CardShelf, built_in
from mjcompanion.american.writing import CardText
from mjcompanion.folders import reason
from mjcompanion.problems import RuleError, printable
from mjcompanion.shelf import ChangedElsewhere

from ...context import Message
from ...worker import Task, Worker

HEAVY: Final = 20_000
"""In characters: reading and changing a longer card takes more than a moment, and is done on another thread."""
_LONGEST_SHOWN: Final = 600
"""In characters: what is longer is a fault, and is shown cut off."""
_MOST_STEPS: Final = 200
_USUAL_VALUE: Final = 25

Value = str | int | bool


class Row(msgspec.Struct, frozen=True):
    """One line of the card as the page shows it, playable (`line`) or faulty; `fields` are those of the file."""

    number: int
    fields: dict[str, Any]
    line: Line | None
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()

    def text(self, field: str) -> str:
        """A field as words, whatever stands in it."""
        value = self.fields.get(field)
        return (
            clean(value[:_LONGEST_SHOWN])
            if isinstance(value, str)
            else ""
            if value is None
            else printable(str(value), 40)
        )

    @property
    def kind(self) -> str:
        """X or C."""
        return "C" if self.fields.get("concealed") is True else "X"


class Sheet(msgspec.Struct, frozen=True):
    """A card as the page shows it; `faults` and `warnings` are those of no line."""

    card: Card
    rows: tuple[Row, ...] = ()
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()


def sheet_of(text: CardText) -> Sheet:
    """All lines of a card with what is wrong with each."""
    card = text.card
    try:
        lines = text.lines[:MOST_LINES]
    except RuleError:
        return Sheet(card, (), card.faults, card.warnings)
    playable = {line.number: line for line in card.lines}
    faults: dict[int, list[Fault]] = {}
    warnings: dict[int, list[Fault]] = {}
    for found, several in ((faults, card.faults), (warnings, card.warnings)):
        for fault in several:
            found.setdefault(fault.line, []).append(fault)
    rows = tuple(
        Row(number, fields, playable.get(number), tuple(faults.get(number, ())), tuple(warnings.get(number, ())))
        for number, fields in enumerate(lines, 1)
    )
    return Sheet(card, rows, tuple(faults.get(0, ())), tuple(warnings.get(0, ())))


class Held:
    """A card as the page holds it: one of the shelf, or one that the disk doesn't take yet."""

    __slots__ = ("entry", "key", "sheet", "text", "unsaved")

    def __init__(self, key: str, entry: CardEntry | None, text: CardText, unsaved: str = "") -> None:
        self.key = key
        self.entry = entry
        self.text = text
        self.sheet: Sheet | None = None
        self.unsaved = unsaved
        """Why the card isn't on the disk, or empty."""

    @property
    def card(self) -> Card:
        """The card as it is now."""
        return self.sheet.card if self.sheet is not None else self.entry.card if self.entry else self.text.card

    @property
    def is_built_in(self) -> bool:
        """Whether it comes with the program."""
        return self.entry is not None and self.entry.is_built_in

    @property
    def is_readable(self) -> bool:
        """Whether it is a card at all."""
        return self.entry is None or self.entry.is_readable

    @property
    def name(self) -> str:
        """The card's name and year, or that of its file."""
        return self.card.title or (self.entry.title if self.entry is not None else "")

    @property
    def weight(self) -> int:
        """How long its text is."""
        return len(self.text.text)


class Refused(msgspec.Struct, frozen=True):
    """A file that could not be imported, and why."""

    path: Path
    problems: tuple[str, ...]


class _Made(NamedTuple):
    """What a change of a card led to."""

    text: CardText
    sheet: Sheet
    entry: CardEntry | None
    failed: Exception | None = None


class _Job(NamedTuple):
    do: Callable[[], Any]
    then: Callable[[Any, Exception | None], None]
    weight: int


class _Change(QUndoCommand):
    """One step: a card before and after; None before it was made and after it is deleted."""

    def __init__(
        self, presenter: CardsPresenter, key: str, before: CardText | None, after: CardText | None, kind: int
    ) -> None:
        super().__init__()
        self._presenter, self._key, self._kind = presenter, key, kind
        self.before, self.after = before, after
        self._done = True  # a step is put on the stack once it has succeeded

    def id(self) -> int:
        """Tell which steps may join."""
        return self._kind

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Join a step of the same kind to this one, as when typing goes on."""
        if not isinstance(other, _Change) or other._kind != self._kind:  # noqa: SLF001 - the same class
            return False
        self.after = other.after
        return True

    def undo(self) -> None:
        """The card as it was before."""
        self._presenter._again(self._key, self.before)  # noqa: SLF001 - the presenter's own commands

    def redo(self) -> None:
        """The card as it was after."""
        if self._done:
            self._done = False
        else:
            self._presenter._again(self._key, self.after)  # noqa: SLF001 - the presenter's own commands


class CardsPresenter(QObject):
    """Holds the cards; each change goes through here, is on the disk at once, and can be undone.

    What would keep the window waiting is done on another thread; everything is done in the order in which it was asked.

    Signals:
        changed(): the cards, what is chosen, or what is wrong is different now.
        line_wanted(int): the line with this number was changed by undo or made anew: show it.
        said(Message): something to tell the person.
    """

    changed = Signal()
    line_wanted = Signal(int)
    said = Signal(object)

    def __init__(self, shelf: CardShelf, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shelf = shelf
        self.stack = QUndoStack(self)
        self.stack.setUndoLimit(_MOST_STEPS)
        self.destroyed.connect(lambda stack=self.stack: stack.blockSignals(True))  # a dying stack still counts steps
        self.chosen = BUILT_IN[0]
        self.refused: Refused | None = None
        self.folder_problem = ""
        """Why the folder can't be read, or empty."""
        self._held: dict[str, Held] = {}
        for name in BUILT_IN:
            entry = built_in(name)
            self._held[name] = Held(name, entry, entry.open())
        self._gone: dict[str, tuple[Path | None, CardText]] = {}
        self._kinds: dict[tuple[str, str], int] = {}
        self._count = 0
        self._jobs: deque[_Job] = deque()
        self._busy = False
        self._worker = Worker("cards", self, finishes=True)

    # one thing after the other

    @property
    def busy(self) -> bool:
        """Whether something is being done on the other thread."""
        return self._busy

    def _ask(self, do: Callable[[], Any], then: Callable[[Any, Exception | None], None], weight: int = 0) -> None:
        self._jobs.append(_Job(do, then, weight))
        if not self._busy:
            self._go_on()

    def _go_on(self) -> None:
        while self._jobs and not self._busy:
            job = self._jobs.popleft()
            if job.weight > HEAVY:
                self._busy = True
                self._worker.ask(partial(_on_thread, job), partial(self._on_answered, job))
                QTimer.singleShot(0, self, self.changed.emit)
                return
            self._busy = True
            try:
                result, error = _done(job.do)
            finally:
                self._busy = False
            job.then(result, error)

    def _on_answered(self, job: _Job, answer: tuple[Any, Exception | None]) -> None:
        self._busy = False
        job.then(*answer)
        self._go_on()

    def finish(self) -> None:
        """Wait until everything that was asked is done."""
        self._worker.wait()

    # what there is

    @property
    def standing(self) -> tuple[Held, ...]:
        """The cards that come with the program."""
        return tuple(self._held[name] for name in BUILT_IN)

    @property
    def ours(self) -> tuple[Held, ...]:
        """One's own cards, the newest year first, then the files that are no cards."""
        own = [held for held in self._held.values() if not held.is_built_in]
        return tuple(
            sorted(own, key=lambda one: (not one.is_readable, -(one.card.year or 0), one.name.casefold(), one.key))
        )

    @property
    def held(self) -> Held | None:
        """The card that is chosen."""
        return self._held.get(self.chosen)

    @property
    def sheet(self) -> Sheet | None:
        """The lines of the chosen card, or None while they are being read."""
        held = self.held
        return held.sheet if held is not None else None

    @property
    def can_write(self) -> bool:
        """Whether the chosen card may be changed."""
        return self.refused is None and self._is_own(self.chosen)

    def _is_own(self, key: str) -> bool:
        held = self._held.get(key)
        return held is not None and not held.is_built_in and held.is_readable

    def choose(self, key: str) -> None:
        """Show a card."""
        if key in self._held and (key != self.chosen or self.refused is not None):
            self.chosen, self.refused = key, None
            self._read_sheet()
            self.changed.emit()

    def _read_sheet(self) -> None:
        """Read the lines of what is chosen, if they weren't yet."""
        held = self.held
        if held is None or held.sheet is not None:
            return
        text = held.text

        def then(found: Sheet | None, error: Exception | None) -> None:
            self._blame(error)
            if found is not None and held.text is text:
                held.sheet = found
                self.changed.emit()

        self._ask(lambda: sheet_of(text), then, held.weight)

    def reload(self) -> None:
        """Take in what other windows and people have done to the folder meanwhile."""
        self._ask(self.shelf.own, self._on_own, self._fresh_bytes())

    def _fresh_bytes(self) -> int:
        """About how much must be read that wasn't yet."""
        known = {held.entry.path: len(held.entry.text) for held in self._held.values() if held.entry is not None}
        try:
            sizes = [(path, path.stat().st_size) for path in self.shelf.folder.iterdir() if path.is_file()]
        except OSError:
            return 0
        return sum(size for path, size in sizes if abs(known.get(path, 0) - size) > size // 8 or size > HEAVY)

    def _on_own(self, entries: tuple[CardEntry, ...] | None, error: Exception | None) -> None:
        problem = _reason(error) if isinstance(error, OSError) else ""
        if not problem:
            self._blame(error)
        known = {
            held.entry.path: held
            for held in self._held.values()
            if held.entry is not None and held.entry.path is not None
        }
        different = problem != self.folder_problem
        self.folder_problem = problem
        found = set(known) if entries is None else set()
        for entry in entries or ():
            assert entry.path is not None  # noqa: S101 - the folder's own
            found.add(entry.path)
            held = known.get(entry.path)
            if held is None:
                key = self._new_key()
                self._held[key] = Held(key, entry, entry.open())
                different = True
            elif held.entry is not None and held.entry.seen != entry.seen and not held.unsaved:
                held.entry, held.text, held.sheet = entry, entry.open(), None
                self._forget()
                different = True
        for path, held in known.items():
            if path not in found and not held.unsaved:
                del self._held[held.key]
                self._forget()
                different = True
        if self.chosen not in self._held:
            self.chosen = BUILT_IN[0]
            different = True
        self._read_sheet()
        if different:
            self.changed.emit()

    def _new_key(self) -> str:
        self._count += 1
        return f"own-{self._count}"

    def _forget(self) -> None:
        """Undo would bring back what others have changed; it begins afresh."""
        QTimer.singleShot(0, self.stack, self.stack.clear)  # a stack can't be cleared by its own step

    # cards

    def new(self) -> None:
        """A card without lines, for this year."""
        year = datetime.now(UTC).year
        name = self.shelf.free_name(self.tr("Our card"), year)
        self._perform(self._new_key(), None, CardText.new(name, year))

    def make_own(self, key: str = "") -> None:
        """A card of one's own with all that another one has, under another name."""
        held = self._held.get(key or self.chosen)
        if held is None or not held.is_readable:
            return
        name = held.card.name
        name = self.tr("Our {name}").format(name=name) if held.is_built_in else name
        self._copy(held, name, held.card.year)

    def duplicate_for_next_year(self) -> None:
        """The chosen card for the year after its own, to be changed."""
        held = self.held
        if held is not None and held.is_readable:
            self._copy(held, held.card.name, (held.card.year or datetime.now(UTC).year) + 1)

    def _copy(self, held: Held, name: str, year: int | None) -> None:
        text = held.text
        cards = [one.card for one in self._held.values()]

        def change(_: CardText | None) -> CardText:
            copied = text.with_top("name", self.shelf.free_name(name or self.tr("Our card"), year, cards))
            return copied.with_top("year", year) if year is not None else copied

        self._perform(self._new_key(), None, change, weight=held.weight)

    def rename(self, name: str) -> None:
        """Give the chosen card another name."""
        self._top("name", clean(name) or None)

    def set_year(self, year: int | None) -> None:
        """The year the chosen card is for, or none."""
        self._top("year", year)

    def set_jokers_anywhere(self, anywhere: bool) -> None:  # noqa: FBT001 - a slot
        """Whether jokers may stand for any tile, in pairs and singles too."""
        self._top("jokers_anywhere", anywhere)

    def set_note(self, note: str) -> None:
        """Words about the chosen card."""
        self._top("note", clean(note) or None)

    def _top(self, field: str, value: Value | None) -> None:
        if self.can_write:
            self._perform(self.chosen, "", lambda text: _given(text).with_top(field, value))

    # lines

    def change_line(self, number: int, fields: dict[str, Value | None], key: str = "", *, joins: str = "") -> None:
        """Give fields of a line other values; changes with one word in `joins` are undone together.

        `key` names the card where it isn't the chosen one.
        """
        key = key or self.chosen
        if not self._is_own(key):
            return

        def change(text: CardText | None) -> CardText:
            text = _given(text)
            if number > text.count:  # another window has taken it away
                return text
            before = text.lines[number - 1]
            for field, value in fields.items():
                if before.get(field) != value or type(before.get(field)) is not type(value):
                    text = text.with_field(number, field, value)
            return text

        self._perform(key, "", change, self._kind(key, joins))

    def _kind(self, key: str, joins: str) -> int:
        return self._kinds.setdefault((key, joins), len(self._kinds)) if joins else -1

    def add_line(self, fields: dict[str, Value], after: int, key: str = "", *, joins: str = "") -> None:
        """One line more, after that with this number (0: first)."""
        key = key or self.chosen
        if not self._is_own(key):
            return
        sheet = self._held[key].sheet
        if sheet is not None and len(sheet.rows) >= MOST_LINES:
            self._tell(self.tr("A card has {limit} lines at most.").format(limit=words.number(MOST_LINES)), "warn")
            return

        def change(text: CardText | None) -> CardText:
            text = _given(text)
            return text.with_line(fields, min(after, text.count))

        self._perform(key, "", change, self._kind(key, joins))

    def remove_line(self, number: int) -> None:
        """Take a line away; the person can have it back at once."""
        if not self.can_write or self.sheet is None or not 0 < number <= len(self.sheet.rows):
            return

        def change(text: CardText | None) -> CardText:
            text = _given(text)
            return text.without_line(number) if number <= text.count else text

        self._perform(self.chosen, "", change)
        self._tell(
            self.tr("Line {number} is taken away.").format(number=words.number(number)),
            "info",
            self.tr("Undo"),
            self.undo,
        )

    def move_line(self, number: int, to: int) -> None:
        """Put a line in another's place."""
        if self.can_write and self.sheet is not None and 1 <= to <= len(self.sheet.rows) and to != number:

            def change(text: CardText | None) -> CardText:
                text = _given(text)
                return text.with_line_moved(number, to) if max(number, to) <= text.count else text

            self._perform(self.chosen, "", change)
            self._ask(lambda: None, lambda *_: self.line_wanted.emit(to))

    # undo

    def undo(self) -> None:
        """Take back the last change, once what is under way is done."""
        self._ask(lambda: None, lambda *_: self.stack.undo())

    def redo(self) -> None:
        """Make the change again."""
        self._ask(lambda: None, lambda *_: self.stack.redo())

    # files

    def delete(self) -> None:
        """Put the chosen card, or the faulty file, away; the person can have it back at once."""
        held = self.held
        if held is None or held.is_built_in:
            return
        name = printable(held.name)
        key = held.key
        if held.is_readable:
            self._perform(key, "", None)
            undo = lambda: self.bring_back(key)  # noqa: E731
            self._ask(
                lambda: None,
                lambda *_: (
                    None
                    if key in self._held
                    else self._tell(self.tr("“{name}” is deleted.").format(name=name), "info", self.tr("Undo"), undo)
                ),
            )
            return
        assert held.entry is not None  # noqa: S101 - only a file can be faulty
        try:
            path = self.shelf.delete(held.entry)
        except (OSError, RuleError) as error:
            self._tell_error(error)
            return
        self.reload()
        self._tell(
            self.tr("“{name}” is put away in {folder}.").format(name=name, folder=path.parent),
            "info",
            self.tr("Undo"),
            lambda: self._put_back(path),
        )

    def bring_back(self, key: str) -> None:
        """Bring a deleted card back."""
        if key in self._gone:
            self._perform(key, None, self._gone[key][1])

    def _put_back(self, path: Path) -> None:
        try:
            entry = self.shelf.restore(path)
        except (OSError, RuleError) as error:
            self._tell_error(error)
            return
        self.reload()
        self._choose_path(entry.path)

    def _choose_path(self, path: Path | None) -> None:
        for held in self._held.values():
            if held.entry is not None and held.entry.path == path:
                self.choose(held.key)

    def import_(self, path: Path) -> None:
        """Take in a file from elsewhere, faults and all; where it is no card, say what is wrong with it."""
        before = {held.entry.path for held in self._held.values() if held.entry is not None}

        def then(entry: CardEntry | None, error: Exception | None) -> None:
            if isinstance(error, RuleError):
                self.refused = Refused(path, tuple(problem.sentence() for problem in error.problems))
                self.changed.emit()
            elif error is not None:
                self._tell_error(error)
            elif entry is not None:
                self._imported(entry, before)

        try:
            weight = path.stat().st_size
        except OSError:
            weight = 0
        self._ask(lambda: self.shelf.import_(path), then, weight)

    def _imported(self, entry: CardEntry, before: set[Path | None]) -> None:
        name = printable(entry.title)
        self.refused = None
        if entry.is_built_in or entry.path in before:
            self.choose(entry.name) if entry.is_built_in else self._choose_path(entry.path)
            self.changed.emit()
            self._tell(self.tr("This card is here already, as “{name}”.").format(name=name), "info")
            return
        key = self._new_key()
        self._held[key] = Held(key, entry, entry.open())
        self.chosen = key
        self.stack.push(_Change(self, key, None, self._held[key].text, -1))
        self._read_sheet()
        self.changed.emit()
        faults = len(entry.card.faults)
        said = self.tr("Imported as “{name}”.").format(name=name)
        if faults:
            said = words.trn(
                "Imported as “{name}”. {n} fault is marked.", "Imported as “{name}”. {n} faults are marked.", faults
            ).format(name=name, n=words.number(faults))
        self._tell(said, "warn" if faults else "good")

    def for_export(self) -> CardEntry | None:
        """The chosen card as it is now, on the disk or not yet."""
        held = self.held
        if held is None:
            return None
        return CardEntry(held.card.name, held.card, None, held.text.text, held.text.kind)

    def export(self, path: Path) -> None:
        """Write the chosen card to a file elsewhere."""
        entry = self.for_export()
        if entry is None:
            return
        try:
            written = self.shelf.export(entry, path)
        except OSError as error:
            self._tell_error(error)
            return
        self._tell(self.tr("Written to {path}.").format(path=written), "good")

    def retry(self) -> None:
        """Try again to write what the disk refused."""
        for held in [one for one in self._held.values() if one.unsaved]:
            self._perform(held.key, "", _given, again=True)

    # the one way in which cards change

    def _perform(
        self,
        key: str,
        before: str | None,
        change: Callable[[CardText | None], CardText] | CardText | None,
        kind: int = -1,
        *,
        weight: int = 0,
        steps: bool = True,
        again: bool = False,
    ) -> None:
        """Change a card and remember how it was.

        `before` is None for a card that isn't there yet; `change` gives the new text from the one before, or is the
        text itself, or None to delete the card.
        """
        self.refused = None
        was: list[CardText | None] = []

        def do() -> _Made | None:
            held = self._held.get(key)
            was.append(None if before is None or held is None else held.text)
            if change is None:
                return None
            if before is not None and held is None:
                return None
            after = change if isinstance(change, CardText) else change(was[0])
            if held is not None and after == held.text and not held.unsaved and not again:
                return _Made(after, held.sheet or sheet_of(after), held.entry)
            return self._write(key, held, after)

        def then(made: _Made | None, error: Exception | None) -> None:
            if error is not None:
                self._tell_error(error)
            elif change is None:
                self._take_away(key, was[0], steps=steps)
            elif made is not None:
                self._take(key, was[0], made, kind, steps=steps)
            self.changed.emit()

        held = self._held.get(key)
        self._ask(do, then, max(weight, held.weight if held is not None else 0))

    def _again(self, key: str, text: CardText | None) -> None:
        """A step of undo or redo."""
        held = self._held.get(key)
        before = None if held is None else held.text
        self._perform(key, None if held is None else "", text, steps=False)
        if before is not None and text is not None:
            self._ask(lambda: _first_change(before, text), self._on_changed_line, len(text.text))

    def _on_changed_line(self, number: int | None, _: Exception | None) -> None:
        if number:
            self.line_wanted.emit(number)

    def _write(self, key: str, held: Held | None, after: CardText) -> _Made:
        """Write a card to the disk; what the disk refuses is kept here until it doesn't."""
        entry = held.entry if held is not None else None
        if held is None and key in self._gone and self._gone[key][0] is not None:
            path = self._gone[key][0]
            try:
                entry = self.shelf.restore(path) if path is not None else None
            except FileNotFoundError:
                entry = None  # somebody emptied the folder of deleted cards; it is written anew
        sheet = sheet_of(after)
        if entry is not None and entry.text == after.text and (held is None or not held.unsaved):
            return _Made(after, sheet, entry)
        try:
            entry = self.shelf.save(after, entry)
        except (ChangedElsewhere, OSError) as error:
            return _Made(after, sheet, entry, error)
        return _Made(after, sheet, entry)

    def _take(self, key: str, before: CardText | None, made: _Made, kind: int, *, steps: bool) -> None:
        held = self._held.get(key)
        is_new = held is None
        if held is None:
            held = self._held[key] = Held(key, made.entry, made.text)
            self._gone.pop(key, None)
        same = before == made.text
        held.text, held.sheet = made.text, made.sheet
        if is_new or not steps:
            self.chosen = key
        if isinstance(made.failed, ChangedElsewhere):
            self._keep_both(held)
            return
        if isinstance(made.failed, OSError):
            held.unsaved = _reason(made.failed)
            self._tell_disk(made.failed, self.tr("Try again"), self.retry)
        else:
            held.entry, held.unsaved = made.entry, ""
        if steps and not same:
            self.stack.push(_Change(self, key, before, made.text, kind))

    def _take_away(self, key: str, before: CardText | None, *, steps: bool) -> None:
        held = self._held.get(key)
        if held is None:
            return
        try:
            path = self.shelf.delete(held.entry) if held.entry is not None else None
        except (OSError, RuleError) as error:
            self._tell_error(error)
            if not steps:
                self._forget()
            return
        self._gone[key] = path, held.text
        place = [one.key for one in self.ours].index(key)
        del self._held[key]
        if self.chosen == key:
            left = self.ours
            self.chosen = left[min(place, len(left) - 1)].key if left else BUILT_IN[0]
            self._read_sheet()
        if steps:
            self.stack.push(_Change(self, key, before, None, -1))

    def _keep_both(self, held: Held) -> None:
        """Somebody else changed the file meanwhile: theirs stays, ours gets a name and a file of its own."""
        name, year = held.card.name, held.card.year
        held.entry, held.unsaved = None, ""
        try:
            held.text = held.text.with_top("name", self.shelf.free_name(name or self.tr("Our card"), year))
            held.sheet = sheet_of(held.text)
            held.entry = self.shelf.save(held.text)
        except (OSError, RuleError) as error:
            held.unsaved = _reason(error) if isinstance(error, OSError) else str(error)
        self._forget()
        self.reload()
        self._tell(
            self.tr("“{name}” was changed elsewhere meanwhile. Yours is kept as “{other}”; nothing is lost.").format(
                name=printable(name), other=printable(held.card.name)
            ),
            "warn",
        )

    # telling

    def _tell(self, sentence: str, kind: str, action: str = "", do: Callable[[], None] | None = None) -> None:
        self.said.emit(Message(sentence, kind, action, do))

    def _tell_error(self, error: Exception) -> None:
        if isinstance(error, OSError):
            self._tell_disk(error)
        elif isinstance(error, RuleError):
            self._tell(str(error), "wrong")
        else:
            self._blame(error)

    def _tell_disk(self, error: OSError, action: str = "", do: Callable[[], None] | None = None) -> None:
        place = error.filename if isinstance(error.filename, str) else str(self.shelf.folder)
        sentence = self.tr("The disk refuses {place}: {reason}.").format(place=place, reason=_reason(error))
        self._tell(sentence, "wrong", action, do)

    @staticmethod
    def _blame(error: Exception | None) -> None:
        """A mistake of the program is written down."""
        if error is not None:
            sys.excepthook(type(error), error, error.__traceback__)


def line_fields(row: Row | None) -> dict[str, Value]:
    """What a new line after this one begins with: its section, shift and value."""
    if row is None:
        return {"value": _USUAL_VALUE}
    found: dict[str, Value] = {}
    for field in LINE_FIELDS:
        value = row.fields.get(field)
        if field in ("section", "shift", "value") and isinstance(value, str | int):
            found[field] = value
    return {"value": _USUAL_VALUE, **found}


def _given(text: CardText | None) -> CardText:
    assert text is not None  # noqa: S101 - only a card that is there is changed
    return text


def _first_change(before: CardText, after: CardText) -> int:
    """The number of the first line in which two cards differ, or 0."""
    try:
        old, new = before.lines, after.lines
    except RuleError:
        return 0
    for number, (one, other) in enumerate(zip(old, new, strict=False), 1):
        if one != other:
            return number
    return min(min(len(old), len(new)) + 1, len(new)) if len(old) != len(new) else 0


def _on_thread(job: _Job, _: Task[Any]) -> tuple[Any, Exception | None]:
    return _done(job.do)


def _done(do: Callable[[], Any]) -> tuple[Any, Exception | None]:
    try:
        return do(), None
    except Exception as error:
        return None, error


def _reason(error: OSError) -> str:
    return reason(error)
