"""The cards and the club's own rules that pages offer, read on another thread: a file may be slow, or made to be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from mjcompanion.storage.paths import Folders, read_bounded

from .worker import Worker

if TYPE_CHECKING:
    from mjcompanion.american.card_library import CardDocument, CardLibrary
    from mjcompanion.american.request import Cards
    from mjcompanion.ledger.values import StoredHand
    from mjcompanion.storage.file_kinds import FileKind
    from mjcompanion.table.club_rules.library import RulesDocument, RulesLibrary


class Shelves(QObject):
    """Reads both shelves for those who only choose from them; what didn't change on disk isn't read again.

    `cards` and `rules` are what was read last, and empty before: who asks to `read_…` is called once they are of now.
    """

    def __init__(self, folders: Folders, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folders = folders
        self._card_shelf: CardLibrary | None = None
        self._rules_shelf: RulesLibrary | None = None
        self.cards: tuple[CardDocument, ...] = ()
        self.rules: tuple[RulesDocument, ...] = ()
        self._called: dict[str, str] = {}
        """Names that cards had, and those that they have by now."""
        self._worker = Worker("shelves", self)

    def card_renamed(self, before: str, now: str) -> None:
        """Hear that a card is asked for by another name since."""
        others = {one: now if name == before else name for one, name in self._called.items() if one != now}
        self._called = {**others, before: now}

    def card_now(self, name: str) -> str:
        """What a card of this name is asked for by now."""
        return self._called.get(name, name)

    def read_cards(self, then: Callable[[], object], owner: QObject) -> None:
        """Read the cards that come with the program, and one's own."""

        def take(found: tuple[CardDocument, ...]) -> None:
            self.cards = found
            then()

        self._worker.ask(self._cards_there, take, owner=owner)

    def read_rules(self, then: Callable[[], object], owner: QObject) -> None:
        """Read the club's own rules; at once where there are none."""

        def take(found: tuple[RulesDocument, ...]) -> None:
            self.rules = found
            then()

        try:
            some = any(self._folders.rules_folder.iterdir())
        except OSError:
            some = False
        if some:
            self._worker.ask(self._rules_there, take, owner=owner)
        else:
            take(())

    def look_for(self, card: str, cards: Cards, then: Callable[[], object], owner: QObject) -> None:
        """Let `cards` read the card of this name, or see that it can't be."""
        self._worker.ask(lambda _: cards.look(card), lambda _: then(), owner=owner)

    def look_at(
        self, path: Path, then: Callable[[FileKind], object], fail: Callable[[Exception], object], owner: QObject
    ) -> None:
        """See what a file from outside holds."""

        def look(_: object) -> FileKind:
            from mjcompanion.storage.file_kinds import kind_of

            return kind_of(path)

        self._worker.ask(look, then, fail, owner=owner)

    def read_hand(
        self, path: Path, then: Callable[[StoredHand], object], fail: Callable[[Exception], object], owner: QObject
    ) -> None:
        """Read a hand that somebody handed on."""

        def read(_: object) -> StoredHand:
            from mjcompanion.ledger.hands import MOST_BYTES, read_file

            return read_file(read_bounded(path, MOST_BYTES))

        self._worker.ask(read, then, fail, owner=owner)

    @property
    def busy(self) -> bool:
        """Whether somebody waits for something to be read."""
        return self._worker.busy

    # on the worker's thread

    def _cards_there(self, _task: object) -> tuple[CardDocument, ...]:
        from mjcompanion.american.card_library import BUILT_IN, CardLibrary, built_in

        if self._card_shelf is None:
            self._card_shelf = CardLibrary(self._folders.cards_folder)
        try:
            return self._card_shelf.list()
        except OSError:
            return tuple(map(built_in, BUILT_IN))

    def _rules_there(self, _task: object) -> tuple[RulesDocument, ...]:
        from mjcompanion.table.club_rules.library import RulesLibrary

        if self._rules_shelf is None:
            self._rules_shelf = RulesLibrary(self._folders.rules_folder)
        try:
            return self._rules_shelf.list()
        except OSError:
            return ()
