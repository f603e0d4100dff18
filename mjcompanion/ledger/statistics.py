"""Statistics: what players did in sessions, and what came of kept hands and games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from mjcompanion.ledger import figures, integrity, session_figures
from mjcompanion.ledger.checksums import Model
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.database import Database, Store
from mjcompanion.ledger.models import Games, Kept, Players, Sessions, Standings
from mjcompanion.ledger.opening import is_small
from mjcompanion.ledger.values import (
    Figures,
    FiguresFilter,
    GameFilter,
    KeptFilter,
    SessionFilter,
    TableFigures,
)

SESSIONS: Final = SessionFilter()
HANDS: Final = KeptFilter()
GAMES: Final = GameFilter()
ALL: Final = FiguresFilter()


class StatisticsStore(Store):
    """Statistics of a ledger.

    Nobody can tell from a sum that one of its rows is damaged, so the rows of a file are compared with their checksums
    before they are added up: each time in a small file, once in a large one. A damaged one raises `DamagedRecord`.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._compared: set[tuple[int, Model]] = set()

    @contextmanager
    def _reading(self, *models: Model) -> Iterator[Reader]:
        with self.database.asking() as reader:
            path = self.database.place.path
            for model in models if path is not None else ():
                state = self.database.generation, model
                if state not in self._compared or (path is not None and is_small(path)):
                    for error in integrity.damage(reader, model):
                        raise error
                    self._compared.add(state)
            yield reader

    def sessions(self, wanted: SessionFilter = SESSIONS) -> tuple[TableFigures, ...]:
        """Return what each player did in some sessions, one for all that are by the same rules.

        With a player in the filter: what that player did.
        """
        with self._reading(Players, Sessions, Standings) as reader:
            return session_figures.table_figures(reader, wanted)

    def hands_and_games(self, wanted: FiguresFilter = ALL) -> tuple[Figures, ...]:
        """Return what came of kept hands and finished games, one for all that are by the same rules.

        >>> import tempfile
        >>> from pathlib import Path
        >>> from mjcompanion.ledger.ledger import Ledger
        >>> with tempfile.TemporaryDirectory() as folder, Ledger.open(Path(folder) / "ledger.db") as ledger:
        ...     ledger.statistics.hands_and_games()
        ()
        """
        with self._reading(Kept, Games) as reader:
            return figures.figures(reader, wanted)

    def hands(self, wanted: KeptFilter = HANDS) -> tuple[Figures, ...]:
        """Return the same of the kept hands of a list's filter."""
        with self._reading(Kept) as reader:
            return figures.of_hands(reader, wanted)

    def games(
        self, wanted: GameFilter = GAMES, *, with_seen: bool = False, by_house: bool = True
    ) -> tuple[Figures, ...]:
        """Return the same of the finished games of a list's filter; without `by_house` one for each ruleset."""
        with self._reading(Games) as reader:
            return figures.of_games(reader, wanted, with_seen=with_seen, by_house=by_house)
