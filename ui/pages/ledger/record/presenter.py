"""What score card and statistics show: the games of a filter, as far as they were scrolled to; figures of all kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QObject

from mjcompanion.ledger.values import Cursor, Entry, GamePage, GameRow, KeptHand, LaidGame, NotebookFilter
from mjcompanion.solitaire.deal import GAMES

from ....ledger_thread import LedgerThread
from ....widgets.listing import Asker, LedgerListing
from ..asking import EntryFilter, NotebookFigures, figures

if TYPE_CHECKING:
    from mjcompanion.ledger.ledger import Ledger


class RecordPresenter(LedgerListing[GameRow, NotebookFilter]):
    """The games of the notebook's conditions: finished ones, and kept hands of a solitaire with real tiles.

    Nothing is asked before the card is seen.
    """

    page_size = 200
    most_again = 2_000

    def __init__(self, ledger: LedgerThread, parent: QObject | None = None) -> None:
        super().__init__(ledger, NotebookFilter(), parent)

    def _page(self, ledger: Ledger, criteria: NotebookFilter, after: Cursor | None, count: int) -> GamePage:
        """Rows of the card; kept hands by other rules are passed over."""
        rows: list[GameRow] = []
        if criteria.rules and criteria.rules not in _ON_CARD:
            return GamePage((), None)
        place = after if after is not None and after.kind else None
        while True:
            left = count - len(rows)
            found = ledger.notebook.page(criteria, place, left if place is after else max(left, _AT_ONCE))
            rows += [row for one in found.rows if (row := _on_card(one)) is not None]
            place = found.after
            if place is None or len(rows) >= count:
                return GamePage(tuple(rows), place)

    def _with_text(self, text: str) -> NotebookFilter:
        return msgspec.structs.replace(self.filter, text=text)

    def _ask_figures(self) -> None:
        shown = self.filter

        def answered(total: int) -> None:
            if shown == self.filter and self.total != total:
                self.total = total
                self.changed.emit()

        def do(ledger: Ledger) -> int:
            kinds = [str(rules) for rules in GAMES if shown.rules in ("", rules)]
            each = [ledger.notebook.counts(msgspec.structs.replace(shown, rules=rules)) for rules in kinds]
            return sum(sum(counts.values()) for counts in each)

        self._ask_beside(do, answered)


_AT_ONCE: Final = 1_000
"""So many entries are looked through at a time where few of them are games."""
_ON_CARD: Final = frozenset(map(str, GAMES))


def _on_card(entry: Entry) -> GameRow | None:
    """An entry as the score card has it; None for one that is no game of solitaire."""
    if isinstance(entry, KeptHand):
        return LaidGame.laid(entry) if entry.rules in _ON_CARD else None
    return entry if isinstance(entry, GameRow) else None


class FiguresPresenter(Asker):
    """What came of all that the notebook's conditions let through. Nothing is asked before it is seen."""

    def __init__(self, ledger: LedgerThread, parent: QObject | None = None) -> None:
        super().__init__(ledger, parent)
        self.filter = EntryFilter()
        self.with_seen = False
        """Whether games on deals that were seen before are in the averages too."""
        self.found: NotebookFigures | None = None

    def set_filter(self, criteria: EntryFilter) -> None:
        """Tell of these entries."""
        self.filter = criteria
        self.again()

    def count_seen(self, criteria: bool) -> None:  # noqa: FBT001 - a slot of toggled(bool)
        """Have games on deals that were seen before in the averages, or not."""
        self.with_seen = criteria
        self.again()

    def again(self) -> None:
        """Ask again."""
        shown, with_seen = self.filter, self.with_seen

        def answered(found: NotebookFigures) -> None:
            self.found = found
            self.changed.emit()

        self._ask(lambda ledger: figures(ledger, shown, with_seen=with_seen), answered)
