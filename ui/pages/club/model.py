"""What the Club page knows, without a widget: the tables of the evening, the tournaments, and the one that is shown."""

from __future__ import annotations

import enum
import random
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from mjcompanion.core.errors import RuleError
from mjcompanion.i18n.translation import _, number
from mjcompanion.ledger.errors import Conflict, LedgerError
from mjcompanion.ledger.values import key_of
from mjcompanion.table.events import Ended, Planned, SessionPlan, SessionSetup, now
from mjcompanion.tournament.ranking import Ranking, begun, ranking
from mjcompanion.tournament.tournament import Tournament, TournamentPenalty, drawn

from ...ledger_thread import LedgerThread
from ...widgets.listing import Asker

if TYPE_CHECKING:
    from mjcompanion.ledger.ledger import Ledger
    from mjcompanion.ledger.values import Contest, SeasonRow, SeasonStandings, TableNow, TournamentRow

    SeasonsSeen = tuple[tuple[SeasonRow, ...], SeasonStandings | None]

_EVENING: Final = timedelta(hours=18)
"""What happened longer ago was another evening."""
_TICK_MS: Final = 30_000
"""So often the page asks again of itself, for evenings end without anybody writing."""


class ClubScreen(enum.StrEnum):
    """What the page shows."""

    TABLES = "tables"
    TOURNAMENT = "tournament"
    SEASON = "season"
    NEW = "new"
    PENALTY = "penalty"


class ClubData(msgspec.Struct, frozen=True):
    """What the ledger tells: tables, tournaments, and the one that is shown."""

    tables: tuple[TableNow, ...] = ()
    rows: tuple[TournamentRow, ...] = ()
    contest: Contest | None = None
    seasons: SeasonsSeen | None = None
    """All seasons and the standings of one; None while the page shows something else."""


_UNREAD: Final = ClubData()
T = TypeVar("T")


class ClubModel(Asker):
    """Asks the ledger, and holds the answers.

    Signals:
        said(str, str, str, object): a sentence, its kind, and what can be done then: its word, and a function.
        mended(): what was wrong before is put right.
        table_wanted(str): the Table page is to open this session.
    """

    said = Signal(str, str, str, object)
    mended = Signal()
    table_wanted = Signal(str)

    def __init__(self, ledger: LedgerThread, parent: QObject | None = None) -> None:
        super().__init__(ledger, parent)
        self.view = ClubScreen.TABLES
        self.data = _UNREAD
        self.uid = ""
        """The tournament that is shown."""
        self.season_uid = ""
        """The season that is shown."""
        self.round = 0
        self._round_chosen = False
        self.drawn = False
        """Whether it was drawn just now."""
        self.busy = False
        self.known_names: tuple[str, ...] = ()
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self.refresh)

    # what there is to see

    @property
    def read(self) -> bool:
        """Whether the ledger has answered."""
        return self.data is not _UNREAD or bool(self.error)

    @property
    def contest(self) -> Contest | None:
        """The tournament that is shown."""
        return self.data.contest

    @property
    def has_seasons(self) -> bool:
        """Whether the ledger has said which seasons there are."""
        return self.data.seasons is not None

    @property
    def seasons(self) -> SeasonsSeen:
        """All seasons, and the standings of the one that is shown."""
        return self.data.seasons or ((), None)

    @property
    def standings(self) -> SeasonStandings | None:
        """The standings of the season that is shown."""
        return self.seasons[1]

    @property
    def rounds_begun(self) -> int:
        """How many rounds of it were begun."""
        contest = self.contest
        return 0 if contest is None else begun(contest.results)

    def ranking(self) -> Ranking | None:
        """The ranking after the round that is shown."""
        contest = self.contest
        return None if contest is None else ranking(contest.tournament, contest.results, self.round + 1)

    # asking

    def watch(self, *, seen: bool) -> None:
        """Ask now, and again now and then, while the page or the wall is in sight."""
        if seen:
            self._timer.start()
            self.refresh()
        else:
            self._timer.stop()

    def refresh(self) -> None:
        """Ask the ledger for all that is shown."""
        uid, since = self.uid, (datetime.now(UTC) - _EVENING).strftime("%Y-%m-%dT%H:%M:%SZ")
        season = self.season_uid if self.view is ClubScreen.SEASON else None
        self._ask(lambda ledger: _told(ledger, uid, since, season), self._on_told)

    def _on_told(self, data: ClubData) -> None:
        before, self.data = self.data, data
        contest, shown = data.contest, self.uid
        self.uid = contest.tournament.uid if contest is not None else ""
        if self.standings is not None:
            self.season_uid = self.standings.season.uid
        self._round_chosen = self._round_chosen and self.uid == shown
        fining = self.view is ClubScreen.PENALTY
        if fining and self.uid != shown:  # a number in the form is somebody else in another tournament
            self.view, fining = ClubScreen.TOURNAMENT, False
            self.said.emit(self.tr("This tournament was deleted."), "warn", "", None)
        if contest is not None:
            last = len(contest.tournament.draw) - 1
            if not self._round_chosen and not fining:
                self.round = max(0, self.rounds_begun - 1)
            self.round = min(self.round, last)
        self._tell_new_corrections(before.contest)
        self.changed.emit()

    def _tell_new_corrections(self, before: Contest | None) -> None:
        """Say when a correction moved the ranking while it is shown."""
        contest = self.contest
        if contest is None or before is None or before.tournament.uid != contest.tournament.uid:
            return
        if contest.late != before.late:
            known = set(before.late)
            for one, sentence in zip(contest.late, contest.corrections, strict=True):
                if one not in known:
                    self.said.emit(sentence, "warn", "", None)

    def ask_names(self) -> None:
        """Ask who is known, for the form of a new tournament."""

        def answered(names: tuple[str, ...]) -> None:
            self.known_names = names
            self.changed.emit()

        self._ledger.ask(lambda ledger: tuple(one.name for one in ledger.players.recent(200)), answered, owner=self)

    # what people do

    def show(self, view: ClubScreen) -> None:
        """Show another part of the page."""
        self.view, self.drawn = view, False
        self.mended.emit()
        self.changed.emit()
        if view is ClubScreen.SEASON:
            self.refresh()

    def choose(self, uid: str) -> None:
        """Show another tournament."""
        self.uid, self._round_chosen = uid, False
        self.view = ClubScreen.TOURNAMENT
        self.refresh()

    def choose_season(self, uid: str) -> None:
        """Show another season."""
        self.season_uid = uid
        self.show(ClubScreen.SEASON)

    def choose_round(self, place: int) -> None:
        """Show another round, from 0."""
        self.round, self._round_chosen = place, True
        self.changed.emit()

    def begin(self, plan: Tournament, names: Sequence[str], rounds: int, *, shuffled: bool) -> None:
        """Draw and keep a new tournament of these people; who isn't known yet becomes known."""

        def do(ledger: Ledger) -> str:
            people = [(ledger.players.named(name) or ledger.players.add(name)).uid for name in names]
            players, draw = drawn(people, rounds, random.SystemRandom() if shuffled else None)
            made = msgspec.structs.replace(plan, uid=secrets.token_hex(16), at=now(), players=players, draw=draw)
            return ledger.tournaments.start(made).row.uid

        self._work(do, self._on_begun)

    def _on_begun(self, uid: str) -> None:
        self.drawn = True
        self.choose(uid)

    def _work(self, do: Callable[[Ledger], T], done: Callable[[T], None]) -> None:
        """Do something, one thing at a time; `done` is called with the result once it is written, and only then."""
        if self.busy:
            return
        self.busy = True
        self.changed.emit()

        def finished(found: T) -> None:
            self.busy = False
            self.mended.emit()
            done(found)

        self._ledger.ask(do, finished, self._on_refused, self)

    def _on_refused(self, error: Exception) -> None:
        self.busy = False
        self.said.emit(str(error), "wrong", "", None)
        self.changed.emit()

    def open_table(self, table: int) -> None:
        """Open the session of a table of the round that is shown, which is begun where it isn't yet."""
        contest = self.contest
        if contest is None or self.busy:
            return
        known = contest.tournament.session(self.round, table)
        if known is not None:
            self.table_wanted.emit(known)
            return
        uid, round_ = contest.tournament.uid, self.round
        title = _("{title}, round {round}, table {table}").format(
            title=contest.tournament.title, round=number(round_ + 1), table=number(table + 1)
        )
        self._work(lambda ledger: _sit_down(ledger, uid, round_, table, title), self._on_sat_down)

    def _on_sat_down(self, session: str) -> None:
        self.changed.emit()
        self.table_wanted.emit(session)

    def let_go(self, table: int) -> None:
        """Take the session of a table of the round that is shown for no part of the tournament."""
        uid, place, contest = self.uid, self.round, self.contest
        session = contest.tournament.session(place, table) if contest is not None else None
        if session is None:
            return
        text = self.tr("Round {round}, table {table} can start again. What was played there stays in the ledger.")
        sentence = text.format(round=number(place + 1), table=number(table + 1))

        def take_back() -> None:
            self._change(uid, lambda tournament: tournament.with_session(place, table, session))

        freed = partial(self.said.emit, sentence, "info", self.tr("Undo"), take_back)
        self._change(uid, lambda tournament: tournament.with_session(place, table, None), freed)

    def fine(self, penalty: TournamentPenalty) -> None:
        """Enter a penalty."""

        def fined() -> None:
            self.view = ClubScreen.TOURNAMENT

        self._change(self.uid, lambda tournament: tournament.fined(penalty), fined)

    def forgive(self, penalty: TournamentPenalty) -> None:
        """Take a penalty back."""
        self._change(self.uid, lambda tournament: tournament.forgiven(penalty))

    def remove(self) -> None:
        """Take the tournament that is shown off the list."""
        uid, undo = self.uid, self.tr("Undo")
        sentence = self.tr("The tournament is deleted. Its sessions stay in the ledger.")
        removed = partial(self.said.emit, sentence, "info", undo, lambda: self.bring_back(uid))
        self._do(uid, lambda ledger: ledger.tournaments.remove(uid), removed)

    def bring_back(self, uid: str) -> None:
        """Put a tournament back on the list."""
        self.uid, self._round_chosen = uid, False
        self._do(uid, lambda ledger: ledger.tournaments.restore(uid))

    def _change(
        self, uid: str, change: Callable[[Tournament], Tournament], done: Callable[[], None] | None = None
    ) -> None:
        self._do(uid, lambda ledger: ledger.tournaments.change(uid, change), done)

    def _do(self, uid: str, do: Callable[[Ledger], object], done: Callable[[], None] | None = None) -> None:
        """Change a tournament, call `done`, then refresh."""

        def changed(_unused: object) -> None:
            if done is not None:
                done()
            self.refresh()

        if uid:
            self._work(do, changed)


def names_in(text: str) -> tuple[str, ...]:
    r"""The names in a text, one in each line; spaces at the ends and empty lines don't count.

    >>> names_in(" Ann\n\nBob ")
    ('Ann', 'Bob')
    """
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def twice(names: Sequence[str]) -> str:
    """The first name that the ledger takes for one before it; empty where none is.

    >>> twice(["Ann", "Bob", "ann"]), twice(["Ann"])
    ('ann', '')
    """
    seen: set[str] = set()
    for name in names:
        if key_of(name) in seen:
            return name
        seen.add(key_of(name))
    return ""


# on the ledger's thread


def _told(ledger: Ledger, uid: str, since: str, season: str | None) -> ClubData:
    tables, rows = ledger.sessions.tables_now(since), ledger.tournaments.all()
    shown = uid if any(row.uid == uid for row in rows) else rows[0].uid if rows else ""
    contest = ledger.tournaments.contest(shown) if shown else None
    return ClubData(tables, rows, contest, None if season is None else ledger.seasons.overview(season))


def _sit_down(ledger: Ledger, uid: str, round_: int, table: int, title: str) -> str:
    """Begin the session of a table, unless another laptop was first; gives the session."""
    tournament = ledger.tournaments.get(uid).tournament
    there = tournament.session(round_, table)
    if there is not None:
        return there
    seats = tournament.seats(round_, table)
    setup = SessionSetup(tournament.rules, seats, starting=tournament.starting, title=title, table=table + 1)
    at = now()
    mine = ledger.sessions.start(setup, at).uid

    def sit(now_: Tournament) -> Tournament:
        return now_ if now_.session(round_, table) is not None else now_.with_session(round_, table, mine)

    taken = ledger.tournaments.change(uid, sit).tournament.session(round_, table) or mine
    if taken != mine:
        with suppress(Conflict, LedgerError, RuleError):
            ledger.sessions.append(mine, 1, Ended(at=now(at)))
    elif tournament.hands:
        with suppress(Conflict, LedgerError, RuleError):  # the people there can agree on it themselves
            ledger.sessions.append(mine, 1, Planned(at=now(at), plan=SessionPlan(tournament.hands)))
    return taken
