"""The Notebook's questions to the ledger. They run on the ledger's thread, never on the window's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Final

import msgspec

from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.hand_groups import groups_of_line, groups_of_sheet
from mjcompanion.american.score import AmericanSheet
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import Hand
from mjcompanion.ledger.csv_files import write_csv
from mjcompanion.ledger.history import PlayerHistory, histories
from mjcompanion.ledger.values import (
    GAMES,
    HANDS,
    KINDS,
    SESSIONS,
    Figures,
    GameFilter,
    GameRow,
    HighHand,
    KeptFilter,
    KeptHand,
    NotebookFilter,
    Player,
    PlayerSummary,
    SessionFilter,
    StoredHand,
    TableFigures,
    key_of,
    table_titles,
)
from mjcompanion.parsing.dates import parse_period
from mjcompanion.rulesets import RULESETS
from mjcompanion.scoring.hand_groups import HandGroup, groups_as_laid
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.table.events import AnyEvent, Changed, Drop
from mjcompanion.table.rows import TableRow
from mjcompanion.table.table import Table, Trace
from mjcompanion.table.words import named
from mjcompanion.tournament.season import Season

from ...widgets.files import Progress

if TYPE_CHECKING:
    from mjcompanion.ledger.exporting import Kind
    from mjcompanion.ledger.ledger import Ledger
    from mjcompanion.storage.paths import Folders

MOST_PEOPLE: Final = 100_000
"""More players than this are not listed."""


class EntryFilter(msgspec.Struct, frozen=True):
    """Which entries are listed, and whose figures are counted.

    `kinds` are some of `KINDS`, or none for all; `player` is an id and a name, of which the id is empty for somebody
    who has only kept hands; `when` are days as people say them. `won` and `assisted` are asked of games.
    """

    text: str = ""
    kinds: tuple[str, ...] = ()
    player: tuple[str, str] | None = None
    rules: str = ""
    when: str = ""
    won: bool | None = None
    assisted: bool | None = None
    put_aside: bool = False

    @property
    def other_conditions(self) -> int:
        """The number of conditions other than the text and the kinds."""
        conditions = (self.player, self.rules, self.when, self.put_aside)
        return sum(map(bool, conditions)) + (self.won is not None) + (self.assisted is not None)

    @property
    def of_notebook(self) -> NotebookFilter:
        """The filter as the ledger takes it."""
        uid, name = self.player or ("", "")
        since, until = parse_period(self.when).moments
        is_games = GAMES in self.kinds
        return NotebookFilter(
            kinds=self.kinds,
            player=uid,
            name=name,
            rules=self.rules,
            text=self.text,
            since=since,
            until=until,
            won=self.won if is_games else None,
            assisted=self.assisted if is_games else None,
            put_aside=self.put_aside,
        )

    @property
    def of_sessions(self) -> SessionFilter:
        """The sessions of it."""
        asked = self.of_notebook
        return SessionFilter(player=asked.player, **asked.common)

    @property
    def of_card(self) -> NotebookFilter:
        """The filter of the score card: games and kept hands, whichever kind is listed."""
        asked = msgspec.structs.replace(self, kinds=()).of_notebook
        return msgspec.structs.replace(asked, kinds=(HANDS, GAMES), won=self.won, assisted=self.assisted)


class NotebookFigures(msgspec.Struct, frozen=True):
    """Statistics of the hands and games, and of the sessions, of a filter; `best` has the best hands by their ids."""

    figures: tuple[Figures, ...] = ()
    best: dict[str, tuple[HandGroup, ...]] = {}
    tables: tuple[TableFigures, ...] = ()
    highest: tuple[HighHand, ...] = ()


def figures(ledger: Ledger, criteria: EntryFilter, folders: Folders, *, with_seen: bool) -> NotebookFigures:
    """Return the figures of the entries in a list. Virtual games have no player, and those won count among all."""
    found: list[Figures] = []
    tables: tuple[TableFigures, ...] = ()
    highest: tuple[HighHand, ...] = ()
    kinds, asked = criteria.kinds or KINDS, criteria.of_notebook
    common = {"put_aside": asked.put_aside, **asked.common}
    if HANDS in kinds:
        found += ledger.statistics.hands(KeptFilter(player=asked.name, **common))
    if GAMES in kinds and criteria.player is None:
        found += ledger.statistics.games(GameFilter(assisted=criteria.assisted, **common), with_seen=with_seen)
    if SESSIONS in kinds and not criteria.put_aside and (criteria.player is None or criteria.player[0]):
        tables, highest = _of_sessions(ledger, criteria)
    best = {}
    for row in (one.best for one in found if one.best is not None):
        seen = hand_seen if isinstance(row, KeptHand) else game_seen
        best[row.uid] = seen(ledger, row.uid, folders).groups
    return NotebookFigures(tuple(found), best, tables, highest)


def _of_sessions(ledger: Ledger, criteria: EntryFilter) -> tuple[tuple[TableFigures, ...], tuple[HighHand, ...]]:
    """Return the statistics of sessions, and their highest hands."""
    sessions = criteria.of_sessions
    return ledger.statistics.sessions(sessions), ledger.statistics.highest(sessions)


def counted(ledger: Ledger, criteria: EntryFilter) -> dict[str, int]:
    """Return how many entries of each kind a filter lets through."""
    found = ledger.notebook.counts(criteria.of_notebook)
    return {kind: found.get(kind, 0) for kind in KINDS}


class HandSeen(msgspec.Struct, frozen=True):
    """A saved hand as shown; `sheet` is None where its rules score it differently today, or are unknown."""

    hand: StoredHand
    sheet: ScoreSheet | AmericanSheet | None
    groups: tuple[HandGroup, ...]

    @property
    def put_aside(self) -> bool:
        """Whether it was taken off the list."""
        return self.hand.row.put_aside


class GameSeen(msgspec.Struct, frozen=True):
    """A game as shown: its row, and the hand with which it ended."""

    row: GameRow
    groups: tuple[HandGroup, ...]

    @property
    def put_aside(self) -> bool:
        """Whether it was taken off the list."""
        return self.row.put_aside


def hand_seen(ledger: Ledger, uid: str, folders: Folders) -> HandSeen:
    """Read a saved hand, and score it again."""
    from mjcompanion.ledger.hand_records import counted_again

    hand = ledger.hands.get(uid)
    sheet = counted_again(hand, folders)
    groups = _as_laid(hand.row) if sheet is None else groups_of_sheet(sheet)
    return HandSeen(hand, sheet, groups)


def game_seen(ledger: Ledger, uid: str, folders: Folders) -> GameSeen:
    """Read a game, and play it out again: only its last moment says which tile came last."""
    from mjcompanion.american.request import Cards
    from mjcompanion.solitaire.record import last_moment, read_record

    stored = ledger.games.get(uid)
    try:
        sheet = last_moment(read_record(stored.record), Cards(folders)).sheet() if stored.row.won else None
    except RuleError:  # a card that is no longer there
        sheet = None
    return GameSeen(stored.row, _as_laid(stored.row) if sheet is None else groups_of_sheet(sheet))


def _as_laid(row: GameRow | KeptHand) -> tuple[HandGroup, ...]:
    """Return a hand as it is written; nothing where it can’t be read."""
    try:
        if row.rules in RULESETS and RULESETS[row.rules].with_card:
            return groups_of_line(AmericanHand.parse(row.hand), "")
        return groups_as_laid(Hand.parse(row.hand))
    except ValueError:
        return ()


class SessionSeen(msgspec.Struct, frozen=True):
    """A session as it is shown: its table, the players as they are called today, and their ids of today."""

    uid: str
    title: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    table: Table
    traces: tuple[Trace, ...]

    @property
    def started_at(self) -> str:
        """When it began."""
        return self.table.events[0].at


def session_seen(ledger: Ledger, uid: str, known: SessionSeen | None) -> SessionSeen:
    """Read a session; the one known is given back where nothing has changed."""
    stored = ledger.sessions.get(uid)
    if known is not None and known.uid == uid and known.table.events == stored.events:
        if known.names[: len(stored.names)] == stored.names and known.players == stored.players:
            return known
        table, traces = known.table, known.traces
    else:
        table = stored.table
        traces = table.traces if corrected(stored.events) else ()
    title = table.title or named(stored.names[person] for person in table.there)
    return SessionSeen(uid, title, stored.players, (*stored.names, *table.bettors), table, traces)


def corrected(events: Sequence[AnyEvent]) -> bool:
    """Return whether an item of the list was changed; finding out what takes a replay for each event."""
    known: set[str] = set()
    for event in events:
        for change in event.changes if isinstance(event, Changed) else ():
            if isinstance(change, Drop) or change.id in known or change.before is not None:
                return True
            known.add(change.id)
    return False


class SheetData(msgspec.Struct, frozen=True):
    """A hand as shown: a row of a table, everybody's names, and the score sheets of hands of tiles.

    `sheets` has a place for each player; `problems` says of a hand why it can't be counted any more.
    """

    table: Table
    row: TableRow
    names: tuple[str, ...]
    sheets: tuple[ScoreSheet | None, ...]
    problems: tuple[str, ...] = ("", "", "", "")
    corrections: tuple[Trace, ...] = ()


def sheet_view(seen: SessionSeen, row: TableRow) -> SheetData:
    """Return a row with its score sheets; for a hand that can't be scored any more, the sentence that says why."""
    sheets, problems = [], []
    for player in range(4):
        sheet, problem = None, ""
        try:
            sheet = seen.table.sheet(row, player)
        except RuleError as error:
            problem = str(error)
        sheets.append(sheet)
        problems.append(problem)
    found = [trace for trace in seen.traces if row.id in {one.id for one in (trace.was, trace.now) if one is not None}]
    return SheetData(seen.table, row, seen.names, tuple(sheets), tuple(problems), tuple(found))


class People(msgspec.Struct, frozen=True):
    """All players by name, also those who sat in none of some sessions, and the statistics of those sessions."""

    players: tuple[PlayerSummary, ...] = ()
    tables: tuple[TableFigures, ...] = ()
    highest: tuple[HighHand, ...] = ()

    def titles(self) -> dict[tuple[str, str], str]:
        """Return what each block of figures is called, by ruleset and fingerprint."""
        keys = [(one.rules, one.fingerprint) for one in self.tables]
        return dict(zip(keys, table_titles(self.tables), strict=True))


def people_of(ledger: Ledger, criteria: EntryFilter) -> People:
    """Return everybody with their figures."""
    tables, highest = _of_sessions(ledger, criteria)
    alone: dict[str, list[TableFigures]] = defaultdict(list)
    for table in tables:
        for seat in table.players:
            alone[seat.player].append(msgspec.structs.replace(table, players=(seat,)))
    known = ledger.players.search(limit=MOST_PEOPLE)
    return People(tuple(PlayerSummary(one.uid, one.name, tuple(alone[one.uid])) for one in known), tables, highest)


class PlayerSeen(msgspec.Struct, frozen=True):
    """A player as shown: the history by ruleset and fingerprint, and the players merged into this one."""

    uid: str
    histories: dict[tuple[str, str], PlayerHistory]
    merged: tuple[Player, ...]


def player_seen(ledger: Ledger, uid: str, criteria: EntryFilter) -> PlayerSeen:
    """Read a player's history and former names."""
    asked = msgspec.structs.replace(criteria.of_sessions, player=uid)
    rows = ledger.sessions.page(asked, limit=None).rows
    return PlayerSeen(uid, histories(rows, uid), ledger.players.merged(uid))


def names_of(ledger: Ledger) -> tuple[PlayerSummary, ...]:
    """Return those who have saved hands, and are no players of sessions."""
    known = {key_of(one.name) for one in ledger.players.search(limit=MOST_PEOPLE)}
    return tuple(PlayerSummary("", name) for name in ledger.hands.players() if key_of(name) not in known)


def export_to(
    ledger: Ledger, criteria: EntryFilter | Season | str, kind: Kind, out: IO[bytes], progress: Progress
) -> None:
    """Write one session, the league tables of a season, or all that meets the conditions.

    `progress` hears how many of how many are written.
    """
    if isinstance(criteria, Season):
        write_csv(out, "season", [ledger.seasons.standings(criteria.uid)])
    elif isinstance(criteria, str):
        ledger.export_to(out, kind, [criteria], progress)
    else:
        ledger.notebook.export_to(out, kind, criteria.of_notebook, progress)
