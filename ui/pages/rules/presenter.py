"""What the Rules page knows and does, without a widget: the shelf, what is chosen, every change and its undoing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from mjcompanion.folders import reason
from mjcompanion.options import OptionKind, Ruleset, options_used
from mjcompanion.problems import RuleError, printable
from mjcompanion.table.chips import MOST_KINDS, OWN_CHIPS, SETS, ChipSet, Piece, check_chip_set
from mjcompanion.table.club import RULESET_NAMES, ChangedElsewhere, ClubRules, RulesShelf, ShelfEntry
from mjcompanion.table.club.rules import clean_chip_name

from ...context import Message

_USUAL_VALUES = (500, 100, 50, 25, 10, 5, 2, 1, 1000, 200)
_USUAL_COLOURS = ("red", "blue", "green", "black", "yellow", "white")


class Held:
    """Rules of the club as the page holds them: on the shelf, or not yet where the disk fails."""

    __slots__ = ("entry", "key", "rules", "unsaved")

    def __init__(self, key: str, entry: ShelfEntry | None, rules: ClubRules | None, unsaved: str = "") -> None:
        self.key = key
        self.entry = entry
        self.rules = rules
        self.unsaved = unsaved
        """Why the rules aren't on the disk, or empty."""

    @property
    def name(self) -> str:
        """The rules' name, or the file's where it can't be read."""
        if self.rules is not None:
            return self.rules.name
        return self.entry.path.name if self.entry is not None else ""


class Refused(msgspec.Struct, frozen=True):
    """A file that could not be imported, and why."""

    path: Path
    problems: tuple[str, ...]


class _Draft(msgspec.Struct, frozen=True):
    """Chips being edited: pieces in the order in which they are shown, right or wrong."""

    key: str
    saved: ChipSet
    name: str
    pieces: tuple[Piece, ...]
    problem: str = ""


class _Change(QUndoCommand):
    """One step: some rules before and after; None before they were made and after they are deleted."""

    def __init__(
        self,
        presenter: RulesPresenter,
        key: str,
        before: ClubRules | None,
        after: ClubRules | None,
        kind: int,
    ) -> None:
        super().__init__()
        self._presenter, self._key, self._kind = presenter, key, kind
        self.before, self.after = before, after
        self._done = True  # a step is put on the stack once it has succeeded

    def id(self) -> int:
        """Tell which steps may join."""
        return self._kind

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Join a step of the same kind to this one, as when a number is turned up."""
        if not isinstance(other, _Change) or other._kind != self._kind:  # noqa: SLF001 - the same class
            return False
        self.after = other.after
        return True

    def undo(self) -> None:
        """The rules as they were before."""
        self._presenter._again(self._key, self.before)  # noqa: SLF001 - the presenter's own commands

    def redo(self) -> None:
        """The rules as they were after."""
        if self._done:
            self._done = False
        else:
            self._presenter._again(self._key, self.after)  # noqa: SLF001 - the presenter's own commands


class RulesPresenter(QObject):
    """Holds the club's rules; each change goes through here, is on the disk at once, and can be undone.

    A ruleset is chosen by its name, rules of the club by the key of their `Held`.

    Signals:
        changed(): the rules, what is chosen, or what is wrong is different now.
        said(Message): something to tell the person.
    """

    changed = Signal()
    said = Signal(object)

    def __init__(self, shelf: RulesShelf, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shelf = shelf
        self.stack = QUndoStack(self)
        self.destroyed.connect(lambda stack=self.stack: stack.blockSignals(True))  # a dying stack still counts steps
        self.chosen = str(Ruleset.TRADITIONAL)
        self.refused: Refused | None = None
        self.folder_problem = ""
        """Why the folder can't be read, or empty."""
        self._held: dict[str, Held] = {}
        self._gone: dict[str, tuple[Path | None, ClubRules]] = {}
        self._kinds: dict[tuple[str, str], int] = {}
        self._draft: _Draft | None = None
        self._made = 0

    # what there is

    @property
    def ours(self) -> tuple[Held, ...]:
        """The club's rules by name, then the files that can't be read."""
        return tuple(sorted(self._held.values(), key=lambda one: (one.rules is None, one.name.casefold(), one.key)))

    @property
    def held(self) -> Held | None:
        """The club's rules, or the faulty file, that is chosen."""
        return self._held.get(self.chosen)

    @property
    def rules(self) -> ClubRules | None:
        """The club's rules that are chosen, or None where a ruleset or a faulty file is."""
        held = self.held
        return held.rules if held is not None else None

    @property
    def preset(self) -> Ruleset | None:
        """The ruleset that is chosen, or from which the chosen rules are made."""
        if self.chosen in set(Ruleset):
            return Ruleset(self.chosen)
        return self.rules.preset if self.rules is not None else None

    def choose(self, key: str) -> None:
        """Show a ruleset or rules of the club."""
        if (key in self._held or key in set(Ruleset)) and (key != self.chosen or self.refused is not None):
            self.chosen, self.refused, self._draft = key, None, None
            self.changed.emit()

    def reload(self) -> None:
        """Take in what other windows and people have done to the folder meanwhile."""
        try:
            entries = self.shelf.list()
            problem = ""
        except OSError as error:
            entries, problem = (), _reason(error)
        known = {one.entry.path: one for one in self._held.values() if one.entry is not None}
        different = problem != self.folder_problem
        self.folder_problem = problem
        found = set() if not problem else set(known)
        for entry in entries:
            found.add(entry.path)
            held = known.get(entry.path)
            if held is None:
                self._hold(self._new_key(), entry, entry.rules)
                different = True
            elif held.entry != entry and not held.unsaved:
                held.entry, held.rules = entry, entry.rules
                self._forget()
                different = True
        for path, held in known.items():
            if path not in found and not held.unsaved:
                del self._held[held.key]
                self._forget()
                different = True
        if self.chosen not in self._held and self.chosen not in set(Ruleset):
            self.chosen = str(Ruleset.TRADITIONAL)
            different = True
        if different:
            self.changed.emit()

    def _hold(self, key: str, entry: ShelfEntry | None, rules: ClubRules | None, unsaved: str = "") -> None:
        self._held[key] = Held(key, entry, rules, unsaved)

    def _new_key(self) -> str:
        self._made += 1
        return f"own-{self._made}"

    def _forget(self) -> None:
        """Undo would bring back what others have changed; it begins afresh."""
        QTimer.singleShot(0, self.stack, self.stack.clear)  # a stack can't be cleared by its own step

    # what people do

    def make_own(self, preset: Ruleset) -> None:
        """Make rules of the club from a ruleset, with nothing changed yet."""
        name = self._free_name(self.tr("Our {rules}").format(rules=self.tr(RULESET_NAMES[preset])))
        self._perform(self._new_key(), None, ClubRules.of(name, preset))

    def duplicate(self) -> None:
        """Make a copy of the chosen rules under another name."""
        rules = self.rules
        if rules is not None:
            self._perform(self._new_key(), None, rules.changed(name=self._free_name(rules.name)))

    def _free_name(self, name: str) -> str:
        return self.shelf.free_name(name, [one.name for one in self._held.values() if one.rules is not None])

    def rename(self, name: str) -> bool:
        """Give the chosen rules another name; False where that can't be, and the person is told why."""
        return self._change("name", name, joins=False)

    def set_note(self, note: str) -> bool:
        """Write another note."""
        return self._change("note", note, joins=True)

    def set_option(self, key: str, value: object) -> bool:
        """Give an option of the chosen rules another value; False where it can't have it."""
        numbers = {spec.key for spec in options_used(self.preset) if spec.kind not in _AT_ONCE} if self.preset else ()
        return self._change(key, value, joins=key in numbers)

    def reset(self, key: str) -> None:
        """Give an option the value that the rules have."""
        rules = self.rules
        if rules is not None:
            row = next(row for row in rules.compare() if row.key == key)
            self._change(key, row.preset, joins=False)

    def _change(self, key: str, value: object, *, joins: bool) -> bool:
        held, rules = self.held, self.rules
        if held is None or rules is None:
            return False
        try:
            after = rules.changed(**{key: value})
        except RuleError as error:
            self._tell(str(error), "wrong")
            self.changed.emit()
            return False
        if after == rules:
            self.changed.emit()
            return True
        kind = self._kinds.setdefault((held.key, key), len(self._kinds)) if joins else -1
        return self._perform(held.key, rules, after, kind)

    def delete(self) -> None:
        """Put the chosen rules, or the faulty file, away; the person can have them back at once."""
        held = self.held
        if held is None:
            return
        name = held.name
        if held.rules is not None:
            if self._perform(held.key, held.rules, None):
                self._tell(
                    self.tr("“{name}” is deleted.").format(name=printable(name)),
                    "info",
                    self.tr("Undo"),
                    lambda: self.bring_back(held.key),
                )
            return
        assert held.entry is not None  # noqa: S101 - only a file can be faulty
        try:
            path = self.shelf.delete(held.entry)
        except OSError as error:
            self._tell_disk(error)
            return
        self.reload()
        self._tell(
            self.tr("“{name}” is put away in {folder}.").format(name=printable(name), folder=path.parent),
            "info",
            self.tr("Undo"),
            lambda: self._put_back(path),
        )

    def bring_back(self, key: str) -> None:
        """Bring deleted rules back."""
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

    def _choose_path(self, path: Path) -> None:
        for held in self._held.values():
            if held.entry is not None and held.entry.path == path:
                self.choose(held.key)

    def import_(self, path: Path) -> None:
        """Take in a file from elsewhere; where it is faulty, show its faults."""
        try:
            before = {one.path for one in self.shelf.list()}
            entry = self.shelf.import_(path)
        except RuleError as error:
            self.refused = Refused(path, tuple(problem.sentence() for problem in error.problems))
            self.changed.emit()
            return
        except OSError as error:
            self._tell_disk(error)
            return
        self.refused = None
        self.reload()
        self._choose_path(entry.path)
        assert entry.rules is not None  # noqa: S101 - what is imported can be read
        name = printable(entry.rules.name)
        if entry.path in before:
            self._tell(self.tr("These rules are here already, as “{name}”.").format(name=name), "info")
            return
        self.stack.push(_Change(self, self.chosen, None, entry.rules, -1))
        self._tell(self.tr("Imported as “{name}”.").format(name=name), "good")
        self.changed.emit()

    def export(self, path: Path) -> None:
        """Write the chosen rules to a file elsewhere."""
        rules = self.rules
        if rules is None:
            return
        try:
            written = self.shelf.export(rules, path)
        except OSError as error:
            self._tell_disk(error)
            return
        self._tell(self.tr("Written to {path}.").format(path=written), "good")

    def retry(self) -> None:
        """Try again to write what the disk refused."""
        for held in [one for one in self._held.values() if one.unsaved and one.rules is not None]:
            try:
                self._write(held, held.rules)
            except RuleError as error:
                self._tell_error(error)
        self.changed.emit()

    # chips of the club's own

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of the club's own chips in the order in which they are shown."""
        draft = self._chip_draft()
        return draft.pieces if draft is not None else ()

    @property
    def chips_name(self) -> str:
        """What the club calls its chips."""
        draft = self._chip_draft()
        return draft.name if draft is not None else ""

    @property
    def chips_problem(self) -> str:
        """Why the chips as they are shown can't be used and are not saved, or empty."""
        draft = self._chip_draft()
        return draft.problem if draft is not None else ""

    def _chip_draft(self) -> _Draft | None:
        held = self.held
        if held is None or held.rules is None or held.rules.chips is None:
            return None
        if self._draft is None or self._draft.key != held.key or self._draft.saved != held.rules.chips:
            chips = held.rules.chips
            self._draft = _Draft(held.key, chips, chips.name, chips.pieces)
        return self._draft

    def use_own_chips(self) -> None:
        """Begin chips of the club's own with those that the rules have now."""
        rules = self.rules
        if rules is not None and rules.chips is None:
            begun = SETS[rules.options.chips]
            self._change("chips", msgspec.structs.replace(begun, name=OWN_CHIPS), joins=False)

    def set_pieces(self, pieces: tuple[Piece, ...], *, joins: str = "") -> None:
        """Take these pieces; they are saved as soon as they can be played with.

        Changes that give the same word in `joins` right after each other are undone together.
        """
        draft = self._chip_draft()
        if draft is not None and pieces != draft.pieces:
            self._set_chips(msgspec.structs.replace(draft, pieces=pieces), joins)

    def name_chips(self, name: str) -> None:
        """Give the club's chips another name."""
        draft = self._chip_draft()
        if draft is None:
            return
        if clean_chip_name(name) == draft.name:
            self.changed.emit()
        else:
            self._set_chips(msgspec.structs.replace(draft, name=clean_chip_name(name)), "")

    def add_piece(self) -> None:
        """One more kind, with a value and a colour that there isn't yet."""
        pieces = self.pieces
        if pieces and len(pieces) < MOST_KINDS:
            value = next(one for one in _USUAL_VALUES if one not in {piece.value for piece in pieces})
            colours = [one for one in _USUAL_COLOURS if one not in {piece.colour for piece in pieces}]
            colour = colours[0] if colours else _USUAL_COLOURS[0]
            self.set_pieces((*pieces, Piece(value, 10, pieces[-1].shape, colour)))

    def remove_piece(self, place: int) -> None:
        """One kind less; the last one stays."""
        if len(self.pieces) > 1:
            self.set_pieces((*self.pieces[:place], *self.pieces[place + 1 :]))

    def _set_chips(self, draft: _Draft, joins: str) -> None:
        held, rules = self.held, self.rules
        if held is None or rules is None:
            return
        chips = ChipSet(draft.name, draft.pieces)
        try:
            check_chip_set(chips)
        except RuleError as error:
            self._draft = msgspec.structs.replace(draft, problem=str(error))
            self.changed.emit()
            return
        after = rules.changed(chips=chips)
        assert after.chips is not None  # noqa: S101 - it was just given
        self._draft = msgspec.structs.replace(draft, saved=after.chips, problem="")
        if after == rules:
            self.changed.emit()
            return
        kind = self._kinds.setdefault((held.key, joins), len(self._kinds)) if joins else -1
        self._perform(held.key, rules, after, kind)

    # the one way in which rules change

    def _perform(self, key: str, before: ClubRules | None, after: ClubRules | None, kind: int = -1) -> bool:
        """Change rules and remember how it was; False where it couldn't be done and nothing changed."""
        self.refused = None
        try:
            undoable = self._apply(key, after)
        except (OSError, RuleError) as error:
            self._tell_error(error)
            self.changed.emit()
            return False
        if undoable:
            self.stack.push(_Change(self, key, before, after, kind))
        self.changed.emit()
        return True

    def _again(self, key: str, rules: ClubRules | None) -> None:
        """A step of undo or redo."""
        self.refused = None
        try:
            self._apply(key, rules)
        except (OSError, RuleError) as error:
            self._tell_error(error)
            self._forget()
        self.changed.emit()

    def _apply(self, key: str, rules: ClubRules | None) -> bool:
        """Make the rules with this key as given, on the disk too; False where it ended otherwise."""
        held = self._held.get(key)
        if rules is None:
            if held is not None and held.rules is not None:
                path = self.shelf.delete(held.entry) if held.entry is not None else None
                self._gone[key] = path, held.rules
                del self._held[key]
                if self.chosen == key:
                    self.chosen = str(held.rules.preset)
            return True
        if held is None:
            path = self._gone[key][0] if key in self._gone else None
            try:
                entry = self.shelf.restore(path) if path is not None else None
            except FileNotFoundError:
                entry = None  # somebody emptied the folder of deleted rules; they are written anew
            self._gone.pop(key, None)
            self._hold(key, entry, entry.rules if entry is not None else None)
            held = self._held[key]
        self.chosen = key
        return held.rules == rules or self._write(held, rules)

    def _write(self, held: Held, rules: ClubRules | None) -> bool:
        """Write rules to the disk; where it refuses, they are kept here until it doesn't."""
        assert rules is not None  # noqa: S101 - faulty files aren't written
        try:
            held.entry = self.shelf.save(rules, held.entry)
        except ChangedElsewhere:
            return self._keep_both(held, rules)
        except RuleError:
            if held.rules is None:
                del self._held[held.key]
                self.chosen = str(rules.preset)
            raise
        except OSError as error:
            held.rules, held.unsaved = rules, _reason(error)
            self._tell_disk(error, self.tr("Try again"), self.retry)
            return True
        held.rules, held.unsaved = rules, ""
        return True

    def _keep_both(self, held: Held, rules: ClubRules) -> bool:
        """Somebody else changed the file meanwhile: theirs stays, ours gets a name and a file of its own."""
        name = rules.name
        held.entry, held.rules, held.unsaved = None, rules, ""
        held.rules = rules.changed(name=self.shelf.free_name(name))
        self._write(held, held.rules)
        self._forget()
        self.reload()
        self._tell(
            self.tr("“{name}” was changed elsewhere meanwhile. Yours is kept as “{other}”; nothing is lost.").format(
                name=printable(name), other=printable(held.rules.name)
            ),
            "warn",
        )
        return False

    # telling

    def _tell(self, sentence: str, kind: str, action: str = "", do: Callable[[], None] | None = None) -> None:
        self.said.emit(Message(sentence, kind, action, do))

    def _tell_error(self, error: OSError | RuleError) -> None:
        if isinstance(error, OSError):
            self._tell_disk(error)
        else:
            self._tell(str(error), "wrong")

    def _tell_disk(self, error: OSError, action: str = "", do: Callable[[], None] | None = None) -> None:
        place = error.filename if isinstance(error.filename, str) else str(self.shelf.folder)
        sentence = self.tr("The disk refuses {place}: {reason}.").format(place=place, reason=_reason(error))
        self._tell(sentence, "wrong", action, do)


_AT_ONCE = frozenset({OptionKind.BOOL, OptionKind.CHOICE})
"""Options whose changes are each a step of their own."""


def _reason(error: OSError) -> str:
    return reason(error)
