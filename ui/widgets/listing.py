"""A list out of the ledger as far as it was scrolled to, and what is in its place where there is none."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QAbstractItemModel, QAbstractTableModel, QModelIndex, QObject, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QBoxLayout, QWidget
from shiboken6 import isValid

from mjcompanion.ledger.values import Cursor

from ..accessibility import chain
from ..ledger_thread import LedgerThread
from .surfaces import EmptyState
from .tables import Index
from .words import sentence_of

if TYPE_CHECKING:
    from mjcompanion.ledger.ledger import Ledger

_NOWHERE = QModelIndex()
_SCREENS_AHEAD = 2
_REST_MS = 180
"""The search begins when nothing was typed for so long."""
T = TypeVar("T")


class Asker(QObject):
    """Asks the ledger, and drops answers to what is no longer asked.

    Signals:
        changed(): something that is shown is different now.
        failed(Exception): what was asked can't be told; `error` says why.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, ledger: LedgerThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ledger = ledger
        self._turn = 0
        self._asking = False
        self.error = ""
        """A sentence: why what was asked can't be shown."""

    @property
    def waiting(self) -> bool:
        """Whether an answer is still to come."""
        return self._asking

    def _ask(self, do: Callable[[Ledger], T], then: Callable[[T], None]) -> None:
        """Ask; of several questions only the last one's answer counts."""
        self._turn += 1
        self._asking = True
        turn = self._turn

        def answered(answer: T) -> None:
            if turn == self._turn:
                self._asking, self.error = False, ""
                then(answer)

        def failed(error: Exception) -> None:
            if turn == self._turn:
                self._asking = False
                self.error = sentence_of(error)
                self.changed.emit()
                self.failed.emit(error)

        self._ledger.ask(do, answered, failed, self)

    def _ask_more(self, do: Callable[[Ledger], T], then: Callable[[T], None]) -> None:
        """Ask for something more; a failure is shown by the question that follows."""
        self._ledger.ask(do, then, lambda _: None, self)


class ListEntry(Protocol):
    """A row of a list: what it represents."""

    @property
    def uid(self) -> str:
        """Its id in the ledger."""


R = TypeVar("R", bound=ListEntry)
Shown = TypeVar("Shown", bound=ListEntry, covariant=True)
F = TypeVar("F")


class RowPage(Protocol[Shown]):
    """Some rows, and after which place others follow."""

    @property
    def rows(self) -> tuple[Shown, ...]:
        """The rows."""

    @property
    def after(self) -> Cursor | None:
        """Where the next ones begin; None after the last."""


class LedgerListing(Asker, Generic[R, F]):
    """A list of the ledger by a filter, newest first, as far as it was scrolled to.

    Signals:
        replaced(): the list is another one.
        appended(int): rows came to the end of the list, from this place on.
        updated(int): the row at this place says something else.
    """

    page_size = 80
    """So many rows are asked for at a time; more than fill a tall screen."""
    most_again = 800
    """After a change so many rows are asked for again; the rest when they are scrolled to."""
    replaced = Signal()
    appended = Signal(int)
    updated = Signal(int)

    def __init__(self, ledger: LedgerThread, wanted: F, parent: QObject | None = None) -> None:
        super().__init__(ledger, parent)
        self.filter = wanted
        self.rows: tuple[R, ...] = ()
        self.total: int | None = None
        """How many there are in all, when it is known."""
        self.answered: F | None = None
        """The filter that the rows are an answer to; None before the first answer."""
        self._next: Cursor | None = None
        self._typed = ""
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self._on_rest)

    @abstractmethod
    def _page(self, ledger: Ledger, wanted: F, after: Cursor | None, count: int) -> RowPage[R]:
        """Rows of a filter; on the ledger's thread."""

    @abstractmethod
    def _with_text(self, text: str) -> F:
        """The filter with another text to search for."""

    @abstractmethod
    def _ask_figures(self) -> None:
        """Ask what else is shown of all rows of the filter; the list is on the screen by now."""

    @property
    def loaded(self) -> bool:
        """Whether the first answer came."""
        return self.answered is not None

    @property
    def more(self) -> bool:
        """Whether there are rows after those in the list."""
        return self._next is not None and not self.error

    @property
    def waiting(self) -> bool:
        return self._asking or self._rest.isActive()

    def place_of(self, row: R) -> object:
        """Which row it is, and what decides its place; if that changes, the whole list is shown again."""
        return row.uid

    def type_text(self, text: str) -> None:
        """Search for a text, once nothing more is typed."""
        self._typed = text.strip()
        self._rest.start()

    def _on_rest(self) -> None:
        self.set_filter(self._with_text(self._typed))

    def set_filter(self, wanted: F) -> None:
        """List others."""
        self._rest.stop()
        if wanted != self.filter or not self.loaded:
            self.filter = wanted
            self.refresh()

    def refresh(self) -> None:
        """Ask for the list from its start."""
        self._ask_page(None, self.page_size, self._on_first)
        self.changed.emit()

    def fetch_more(self) -> None:
        """Ask for the rows after those in the list."""
        if not self._asking and self.more:
            self._ask_page(self._next, self.page_size, self._on_more)

    def again(self) -> None:
        """Ask again for what is in the list: somebody wrote into the ledger."""
        if self.waiting or not self.loaded:
            self.refresh()
        else:
            self._ask_page(None, min(max(len(self.rows), self.page_size), self.most_again), self._on_again)

    def _ask_page(self, after: Cursor | None, count: int, then: Callable[[RowPage[R]], None]) -> None:
        wanted = self.filter
        self._ask(lambda ledger: self._page(ledger, wanted, after, count), then)

    def _on_first(self, page: RowPage[R]) -> None:
        self.answered = self.filter
        self.total = len(page.rows) if page.after is None else None
        self._replace(page)
        self.changed.emit()
        self._ask_figures()

    def _replace(self, page: RowPage[R]) -> None:
        self.rows, self._next = page.rows, page.after
        self.replaced.emit()

    def _on_more(self, page: RowPage[R]) -> None:
        known = {row.uid for row in self.rows}
        place = len(self.rows)
        self.rows += tuple(row for row in page.rows if row.uid not in known)
        self._next = page.after
        self.appended.emit(place)
        self.changed.emit()

    def _on_again(self, page: RowPage[R]) -> None:
        before, after = self.rows[: len(page.rows)], page.rows
        gone = page.after is None and len(after) < len(self.rows)
        if not gone and list(map(self.place_of, before)) == list(map(self.place_of, after)):
            self.rows = after + self.rows[len(after) :]
            if len(after) == len(self.rows):
                self._next = page.after
            for place, (was, now) in enumerate(zip(before, after, strict=True)):
                if was != now:
                    self.updated.emit(place)
        else:
            self._replace(page)
        self.changed.emit()
        self._ask_figures()


class ListingModel(QAbstractTableModel, Generic[R]):
    """The rows of a listing as lines of a view; asks for more when the end comes in sight."""

    def __init__(self, listing: LedgerListing[R, Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._listing = listing
        self.lines: list[str | R] = []
        """A heading, or a row."""
        listing.replaced.connect(self._on_replaced)
        listing.appended.connect(self._on_appended)
        listing.updated.connect(self._on_updated)

    def place_of(self, uid: str) -> int:
        """The line of a row, -1 when it isn't in the list."""
        found = (at for at, line in enumerate(self.lines) if not isinstance(line, str) and line.uid == uid)
        return next(found, -1)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 1

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._listing.more

    def fetchMore(self, parent: Index) -> None:
        if not parent.isValid():
            self._listing.fetch_more()

    def _lines_of(self, place: int) -> list[str | R]:
        """The listing's rows from a place on, with the headings among them."""
        return list(self._listing.rows[place:])

    def _on_replaced(self) -> None:
        self.beginResetModel()
        self.lines = self._lines_of(0)
        self.endResetModel()

    def _on_appended(self, place: int) -> None:
        lines = self._lines_of(place)
        if lines:
            self.beginInsertRows(QModelIndex(), len(self.lines), len(self.lines) + len(lines) - 1)
            self.lines += lines
            self.endInsertRows()

    def _on_updated(self, place: int) -> None:
        row = self._listing.rows[place]
        line = self.place_of(row.uid)
        if line >= 0:
            self.lines[line] = row
            self.dataChanged.emit(self.index(line, 0), self.index(line, self.columnCount() - 1))


def fetch_ahead(view: QAbstractItemView) -> None:
    """Have a list ask its model for more rows before their end comes in sight."""
    bar = view.verticalScrollBar()

    def fetch(*_: object) -> None:
        if not isValid(bar):  # a view on its way out still moves its bar
            return
        model: QAbstractItemModel | None = view.model()
        near = bar.maximum() - bar.value() < _SCREENS_AHEAD * view.viewport().height()
        if model is not None and near and model.canFetchMore(QModelIndex()):
            model.fetchMore(QModelIndex())

    bar.valueChanged.connect(fetch)
    bar.rangeChanged.connect(fetch)


class Instead:
    """What is at the end of a layout in place of a list: an error, nothing found, nothing there yet.

    Tab comes to it after `before`, the last widget there. The layout isn't asked for that: see `layouts.nest`.
    """

    def __init__(self, layout: QBoxLayout, before: QWidget) -> None:
        self._layout, self._before = layout, before
        self._words: tuple[str, ...] = ()
        self.shown: EmptyState | None = None
        """What is there."""

    def show(self, words: Sequence[str], do: Callable[[], Any] | None) -> bool:
        """Show a title, a sentence and a button that does something; with no words nothing. Whether that is new."""
        if tuple(words) == self._words:
            return False
        self._words = tuple(words)
        if self.shown is not None:
            self.shown.hide()
            self.shown.deleteLater()
            self.shown = None
        if words:
            title, text, action = words
            self.shown = EmptyState(title, text, action, do)
            self._layout.addWidget(self.shown, 1)
            if self.shown.action is not None:
                chain(self._before, self.shown.action)
        return True
