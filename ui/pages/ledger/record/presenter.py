"""What score card and statistics show: the games of a filter, as far as they were scrolled to; figures of all kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject

from mjcompanion.ledger.values import Cursor, GameFilter, GamePage, GameRow

from ....clerk import Clerk
from ....parts.listing import Asker, Listing
from ..asking import Filter, Found, figures

if TYPE_CHECKING:
    from mjcompanion.ledger.store import Ledger


class RecordPresenter(Listing[GameRow, GameFilter]):
    """The finished games of the notebook's conditions. Nothing is asked before the card is seen."""

    page_size = 200
    most_again = 2_000

    def __init__(self, clerk: Clerk, parent: QObject | None = None) -> None:
        super().__init__(clerk, GameFilter(), parent)

    def _page(self, ledger: Ledger, wanted: GameFilter, after: Cursor | None, count: int) -> GamePage:
        return ledger.games(wanted, after, count)

    def _with_text(self, text: str) -> GameFilter:
        return msgspec.structs.replace(self.filter, text=text)

    def _ask_figures(self) -> None:
        shown = self.filter

        def answered(total: int) -> None:
            if shown == self.filter and self.total != total:
                self.total = total
                self.changed.emit()

        self._ask_beside(lambda ledger: ledger.count_games(shown), answered)


class FiguresPresenter(Asker):
    """What came of all that the notebook's conditions let through. Nothing is asked before it is seen."""

    def __init__(self, clerk: Clerk, parent: QObject | None = None) -> None:
        super().__init__(clerk, parent)
        self.filter = Filter()
        self.with_seen = False
        """Whether games on deals that were seen before are in the averages too."""
        self.found: Found | None = None
        self.loaded_for: tuple[Filter, bool] | None = None

    def set_filter(self, wanted: Filter) -> None:
        """Tell of these entries."""
        self.filter = wanted
        self.again()

    def count_seen(self, wanted: bool) -> None:  # noqa: FBT001 - a slot of toggled(bool)
        """Have games on deals that were seen before in the averages, or not."""
        self.with_seen = wanted
        self.again()

    def again(self) -> None:
        """Ask again."""
        shown, with_seen = self.filter, self.with_seen

        def answered(found: Found) -> None:
            self.found, self.loaded_for = found, (shown, with_seen)
            self.changed.emit()

        self._ask(lambda ledger: figures(ledger, shown, with_seen=with_seen), answered)
