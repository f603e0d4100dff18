"""The model of a page of documents: the chosen one, every change, and undo."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from mjcompanion.core.errors import RuleError, printable
from mjcompanion.storage.document_library import ChangedElsewhere, Document, DocumentLibrary
from mjcompanion.storage.paths import reason

from ...context import Message
from ...steps import MOST, UndoStep, undo_stack

T = TypeVar("T")
E = TypeVar("E", bound=Document[Any])


class OpenDocument(Generic[T, E]):
    """A document on the page: one of the library, or one that the disk refused so far."""

    __slots__ = ("entry", "item", "key", "unsaved")

    def __init__(self, key: str, entry: E | None, item: T | None) -> None:
        self.key = key
        self.entry = entry
        self.item = item
        """None for a file that can't be read."""
        self.unsaved = ""
        """Why it isn't on the disk, or empty."""

    @property
    def is_readable(self) -> bool:
        """Whether it can be changed; a faulty file can't."""
        return self.item is not None


class RefusedFile(msgspec.Struct, frozen=True):
    """A file that could not be imported, and why."""

    path: Path
    problems: tuple[str, ...]


class _Change(UndoStep[Any]):
    """One step: something before and after; None before it was made and after it is deleted."""

    def __init__(self, model: ShelfModel[Any, Any], key: str, before: Any, after: Any, kind: int) -> None:  # noqa: ANN401 - of any shelf
        show = partial(model.step_to, key)
        super().__init__(show, model.remembered(before), model.remembered(after), kind=kind)
        self._done = True  # a step is put on the stack once it has succeeded

    def redo(self) -> None:
        if self._done:
            self._done = False
        else:
            super().redo()


class ShelfModel(QObject, Generic[T, E]):
    """Holds the documents of a library; each change goes through here, is saved at once, and can be undone.

    A document that comes with the program is chosen by its name, a person's own by the key of its `OpenDocument`.

    Signals:
        changed(): what there is, what is chosen, or what is wrong is different now.
        said(Message): something to tell the person.
        undone(str): what was said with this sentence, and an offer to undo it, is taken back.
        renamed(str, str): a file had the first of these names, without its ending, and has the other now.
    """

    changed = Signal()
    said = Signal(object)
    undone = Signal(str)
    renamed = Signal(str, str)

    def __init__(self, shelf: DocumentLibrary[T, E], standing: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shelf = shelf
        self.stack = undo_stack(self)
        self.chosen = standing[0]
        self.refused: RefusedFile | None = None
        self.folder_problem = ""
        """Why the folder can't be read, or empty."""
        self._standing = tuple(standing)
        self._opened: dict[str, OpenDocument[T, E]] = {}
        self._gone: dict[str, tuple[Path | None, T]] = {}
        self._kinds: dict[tuple[str, str], int] = {}
        self._count = 0
        self._offered = 0, ""
        """The place in the stack behind the step whose undoing a message offers, and its sentence."""

    # what differs from shelf to shelf

    @abstractmethod
    def here_already(self, name: str) -> str:
        """Return the sentence for an imported file that the library has already."""

    def order(self, opened: OpenDocument[T, E]) -> tuple[Any, ...]:
        """Return the key by which a person's own documents are sorted."""
        return not opened.is_readable, self.name(opened).casefold(), opened.key

    def remembered(self, item: T | None) -> T | None:
        """Return the copy that a step keeps, without what was worked out from the content."""
        return item

    def content(self, entry: E) -> T | None:
        """Return what a file holds, with what was typed and can't be in it yet."""
        item: T | None = entry.item
        return item

    def after_import(self, opened: OpenDocument[T, E], name: str) -> None:  # noqa: ARG002 - some have faults to tell
        """Say that a file was imported."""
        self.tell(self.tr("Imported as “{name}”.").format(name=name), "good")

    def left_by(self, gone: T, place: int) -> str:  # noqa: ARG002 - they differ in what they look at
        """Return the key to choose after the document at this index was deleted."""
        return self._standing[0]

    # what there is

    def name(self, opened: OpenDocument[T, E]) -> str:
        """Return its name in the list: its title, or the name of its file."""
        title = self.shelf.title(opened.item) if opened.item is not None else ""
        return title or (opened.entry.file_name if opened.entry is not None else "")

    @property
    def ours(self) -> tuple[OpenDocument[T, E], ...]:
        """One's own in order, then the files that can't be read."""
        return tuple(sorted(self._opened.values(), key=self.order))

    @property
    def opened(self) -> OpenDocument[T, E] | None:
        """The chosen document, if it is the person's own, even a faulty file."""
        return self._opened.get(self.chosen)

    @property
    def item(self) -> T | None:
        """The content of the chosen document, if it is the person's own and can be read."""
        return self.opened.item if self.opened is not None else None

    @property
    def is_own_chosen(self) -> bool:
        """Whether one of the person's own documents is chosen, even a faulty one."""
        return self.chosen in self._opened

    @property
    def can_write(self) -> bool:
        """Whether what is chosen may be changed."""
        return self.refused is None and self.is_own(self.chosen)

    def is_own(self, key: str) -> bool:
        """Return whether one of the person's own documents has this key and can be changed."""
        return key in self._opened and self._opened[key].is_readable

    @property
    def faults(self) -> RefusedFile | None:
        """The faulty file that is chosen or was to be imported, and what is wrong with it."""
        opened = self.opened
        if self.refused is None and opened is not None and opened.entry is not None and not opened.is_readable:
            path = opened.entry.path
            return RefusedFile(path, opened.entry.problems) if path is not None else None
        return self.refused

    def choose(self, key: str) -> None:
        """Show something."""
        if (key in self._opened or key in self._standing) and (key != self.chosen or self.refused is not None):
            self.chosen, self.refused = key, None
            self.changed.emit()

    def reload(self) -> None:
        """Read what other windows and people have changed in the folder."""
        entries: tuple[E, ...] | None = None
        problem = ""
        try:
            entries = self.shelf.own()
        except OSError as error:
            problem = reason(error)
        known = {one.entry.path: one for one in self._opened.values() if one.entry is not None}
        different = problem != self.folder_problem
        self.folder_problem = problem
        found = set(known) if entries is None else set()
        for entry in entries or ():
            found.add(entry.path)
            opened = known.get(entry.path)
            if opened is None:
                self._hold(entry)
                different = True
            elif opened.entry is not None and opened.entry.seen != entry.seen and not opened.unsaved:
                opened.entry, opened.item = entry, self.content(entry)
                self._forget()
                different = True
        for path, opened in known.items():
            if path not in found and not opened.unsaved:
                del self._opened[opened.key]
                self._forget()
                different = True
        if self.chosen not in self._opened and self.chosen not in self._standing:
            self.chosen = self._standing[0]
            different = True
        if different:
            self.changed.emit()

    def _hold(self, entry: E) -> OpenDocument[T, E]:
        opened = OpenDocument[T, E](self.new_key(), entry, self.content(entry))
        self._opened[opened.key] = opened
        return opened

    def new_key(self) -> str:
        """A key for something new."""
        self._count += 1
        return f"own-{self._count}"

    def _forget(self) -> None:
        """Clear the undo stack, which would bring back what others have changed."""
        QTimer.singleShot(0, self.stack, self.stack.clear)  # a stack can't be cleared by its own step

    # undo

    def undo(self) -> None:
        """Take back the last change."""
        self.stack.undo()
        place, sentence = self._offered
        if self.stack.index() < place:
            self._offered = 0, ""
            self.undone.emit(sentence)
        self.changed.emit()

    def redo(self) -> None:
        """Make the change again."""
        self.stack.redo()
        self.changed.emit()

    def step_to(self, key: str, item: T | None) -> None:
        """Restore a document as it was before or after a step; `undo` and `redo` then show it."""
        self._make(key, item, steps=False)

    def kind(self, key: str, joins: str) -> int:
        """Return the kind of changes that are undone together: those with the same word in `joins`."""
        return self._kinds.setdefault((key, joins), len(self._kinds)) if joins else -1

    # files

    def delete(self) -> None:
        """Delete the chosen document or faulty file, and offer to restore it."""
        opened = self._opened.get(self.chosen)
        if opened is None:
            return
        name, key = printable(self.name(opened)), opened.key
        if opened.is_readable:
            self.perform(key, None)
            if key not in self._opened:
                sentence = self.tr("“{name}” is deleted.").format(name=name)
                self.offer_undo(sentence, lambda: self.bring_back(key))
            return
        assert opened.entry is not None  # noqa: S101 - only a file can be faulty
        try:
            path = self.shelf.delete(opened.entry)
        except (OSError, RuleError) as error:
            self.tell_error(error)
            return
        self.reload()
        sentence = self.tr("“{name}” was moved to {folder}.").format(name=name, folder=path.parent)
        self.tell(sentence, "info", self.tr("Undo"), lambda: self._put_back(path))

    def bring_back(self, key: str) -> None:
        """Restore a deleted document."""
        if key in self._gone:
            self.perform(key, self._gone[key][1])

    def _put_back(self, path: Path) -> None:
        try:
            entry = self.shelf.restore(path)
        except (OSError, RuleError) as error:
            self.tell_error(error)
            return
        self.reload()
        self._choose_path(entry.path)

    def _choose_path(self, path: Path | None) -> None:
        for opened in self._opened.values():
            if opened.entry is not None and opened.entry.path == path:
                self.choose(opened.key)

    def import_(self, path: Path) -> None:
        """Import a file, or show what is wrong with it."""
        before = {opened.entry.path for opened in self._opened.values() if opened.entry is not None}
        try:
            entry = self.shelf.import_(path)
        except RuleError as error:
            self.refused = RefusedFile(path, tuple(problem.sentence() for problem in error.problems))
            self.changed.emit()
        except OSError as error:
            self.tell_error(error)
        else:
            self._imported(entry, before)

    def _imported(self, entry: E, before: set[Path | None]) -> None:
        assert entry.item is not None  # noqa: S101 - what is imported can be read
        name = printable(self.shelf.title(entry.item))
        self.refused = None
        if entry.path is None or entry.path in before:
            self.choose(self.standing_key(entry)) if entry.path is None else self._choose_path(entry.path)
            self.changed.emit()
            self.tell(self.here_already(name), "info")
            return
        opened = self._hold(entry)
        self.chosen = opened.key
        self.stack.push(_Change(self, opened.key, None, opened.item, -1))
        self.changed.emit()
        self.after_import(opened, name)

    def standing_key(self, entry: E) -> str:  # noqa: ARG002 - most shelves have none
        """Return the key of a document that comes with the program."""
        return self._standing[0]

    def export(self, path: Path) -> None:
        """Write what is chosen to a file elsewhere, as it is now, on the disk or not yet."""
        item = self.item
        if item is None:
            return
        try:
            self.shelf.export(item, path)
        except OSError as error:
            self.tell_error(error)
            return
        self.tell(self.tr("Written to {path}.").format(path=path), "good")

    def retry(self) -> None:
        """Try again to write what the disk refused."""
        for opened in [one for one in self._opened.values() if one.unsaved]:
            self.perform(opened.key, lambda item: item)

    # the one way in which things change

    def perform(self, key: str, change: Callable[[T], T] | T | None, kind: int = -1) -> None:
        """Change what has this key, or make it, and remember how it was.

        `change` gives the new from the old, is the new itself, or is None to delete it.
        """
        self.refused = None
        self._make(key, change, kind)
        self.changed.emit()

    def _make(self, key: str, change: Callable[[T], T] | T | None, kind: int = -1, *, steps: bool = True) -> None:
        opened = self._opened.get(key)
        before = opened.item if opened is not None else None
        if change is None:
            self._take_away(key, before, steps=steps)
        elif before is not None or not callable(change):
            try:
                after: T = change(before) if callable(change) else change  # type: ignore[arg-type]
                self._save(key, before, after, kind, steps=steps)
            except (OSError, RuleError) as error:
                self.tell_error(error)
                if not steps:
                    self._forget()

    def _save(self, key: str, before: T | None, after: T, kind: int, *, steps: bool) -> None:
        """Write to the disk; what it refuses is kept here until it doesn't."""
        opened = self._opened.get(key)
        old = opened.entry if opened is not None else self._restored(key)
        entry, failed = old, None
        if old is None or old.item != after or (opened is not None and opened.unsaved):
            try:
                entry = self.shelf.save(after, old)
            except (ChangedElsewhere, OSError) as error:
                failed = error
        is_new = opened is None
        opened = self._opened.setdefault(key, OpenDocument(key, entry, after))
        self._gone.pop(key, None)
        opened.item = after
        if is_new or not steps:
            self.chosen = key
        if isinstance(failed, ChangedElsewhere):
            self._keep_both(opened, after)
            return
        if isinstance(failed, OSError):
            opened.unsaved = reason(failed)
            self._tell_disk(failed, self.tr("Try again"), self.retry)
        else:
            opened.entry, opened.unsaved = entry, ""
            paths = [one.path.stem for one in (old, entry) if one is not None and one.path is not None]
            if paths[:1] != paths[-1:]:
                self.renamed.emit(paths[0], paths[-1])
        if steps and before != after:
            self.stack.push(_Change(self, key, before, after, kind))

    def _restored(self, key: str) -> E | None:
        """Restore the deleted file; None if it is gone, so that it is written again."""
        path = self._gone[key][0] if key in self._gone else None
        try:
            return self.shelf.restore(path) if path is not None else None
        except FileNotFoundError:
            return None

    def _take_away(self, key: str, before: T | None, *, steps: bool) -> None:
        opened = self._opened.get(key)
        if opened is None or before is None:
            return
        try:
            path = self.shelf.delete(opened.entry) if opened.entry is not None else None
        except (OSError, RuleError) as error:
            self.tell_error(error)
            if not steps:
                self._forget()
            return
        self._gone[key] = path, before
        while len(self._gone) > MOST:  # no step leads back to an older one
            del self._gone[next(iter(self._gone))]
        place = [one.key for one in self.ours].index(key)
        del self._opened[key]
        if self.chosen == key:
            self.chosen = self.left_by(before, place)
        if steps:
            self.stack.push(_Change(self, key, before, None, -1))

    def _keep_both(self, opened: OpenDocument[T, E], item: T) -> None:
        """Save this under a name of its own, since somebody else changed the file; theirs stays."""
        name = self.name(opened)
        opened.entry, opened.unsaved = None, ""
        try:
            item = opened.item = self.shelf.freely_named(item)
            opened.entry = self.shelf.save(item)
        except (OSError, RuleError) as error:
            opened.unsaved = reason(error) if isinstance(error, OSError) else str(error)
        self._forget()
        self.reload()
        sentence = self.tr("“{name}” was changed elsewhere meanwhile. Yours is saved as “{other}”, so nothing is lost.")
        self.tell(sentence.format(name=printable(name), other=printable(self.name(opened))), "warn")

    # telling

    def offer_undo(self, sentence: str, do: Callable[[], None]) -> None:
        """Say what the last step did, and offer to take it back as long as it isn't."""
        self._offered = self.stack.index(), sentence
        self.tell(sentence, "info", self.tr("Undo"), do)

    def tell(self, sentence: str, kind: str, action: str = "", do: Callable[[], None] | None = None) -> None:
        """Say something, and offer what can be done about it."""
        self.said.emit(Message(sentence, kind, action, do))

    def tell_error(self, error: OSError | RuleError) -> None:
        """Say why something couldn't be done."""
        if isinstance(error, OSError):
            self._tell_disk(error)
        else:
            self.tell(str(error), "wrong")

    def _tell_disk(self, error: OSError, action: str = "", do: Callable[[], None] | None = None) -> None:
        place = error.filename if isinstance(error.filename, str) else str(self.shelf.folder)
        sentence = self.tr("{place} can’t be read or written: {reason}.").format(place=place, reason=reason(error))
        self.tell(sentence, "wrong", action, do)
