"""The ways that lead from other pages to the Print page. Pages are wired when they are first opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from .context import Context
from .window import MainWindow

if TYPE_CHECKING:
    from mjcompanion.american.card import Card
    from mjcompanion.ledger.values import GameFilter

    from .pages.print import PrintPage
    from .pages.print.sources import ScoreHand
    from .pages.solitaire import SolitairePage


class Printing(QObject):
    """Makes the Print page, and goes there when another page wants something printed."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._wired: set[object] = set()
        window.page_opened.connect(self._on_opened)

    def page(self, context: Context) -> QWidget:
        """The Print page."""
        from .pages.print import PrintPage

        page = PrintPage(context, self._score_hand)
        page.words_wanted.connect(lambda: self._window.open_page("settings"))
        return page

    def _score_hand(self) -> ScoreHand:
        from .pages.print.sources import hand_on
        from .pages.score import ScorePage

        folders = self._window.context.folders
        kept = folders.draft_file.exists() or folders.american_draft_file.exists()
        page = self._window.made_page("score") if kept else self._window.page("score")  # a hand from last time counts
        return hand_on(page if isinstance(page, ScorePage) else None)

    def _go(self) -> PrintPage:
        from .pages.print import PrintPage

        page = self._window.open_page("print")
        assert isinstance(page, PrintPage)  # noqa: S101 - made above
        return page

    def _on_opened(self, key: str) -> None:
        """Hear what a page wants printed, from the first time it is opened on."""
        if key in self._wired:
            return
        self._wired.add(key)
        page = self._window.page(key)
        if key == "score":
            from .pages.score import ScorePage

            if isinstance(page, ScorePage):
                page.print_wanted.connect(self._print_hand)
        elif key == "ledger":
            from .pages.ledger import LedgerPage

            if isinstance(page, LedgerPage):
                page.print_wanted.connect(self._print_session)
        elif key == "cards":
            from .pages.cards import CardsPage

            if isinstance(page, CardsPage):
                page.print_wanted.connect(self._print_card)
        elif key == "solitaire":
            from .pages.solitaire import SolitairePage

            if isinstance(page, SolitairePage):
                page.presenter.changed.connect(lambda: self._wire_record(page))
                self._wire_record(page)

    def _wire_record(self, page: SolitairePage) -> None:
        """The record is made when it is first shown."""
        from .pages.solitaire.presenter import View

        if page.presenter.view is View.RECORD and "record" not in self._wired:
            self._wired.add("record")
            page.record.record.print_wanted.connect(self._print_games)

    def _print_hand(self) -> None:
        self._go().show_hand()

    def _print_session(self, uid: str) -> None:
        self._go().show_session(uid)

    def _print_card(self, card: Card) -> None:
        self._go().show_card(card)

    def _print_games(self, games: GameFilter) -> None:
        self._go().show_games(games)
