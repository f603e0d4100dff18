"""The values that a ledger returns: players, sessions, pages of them, figures, backups and findings."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Generic, TypeVar

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.tiles import Wind
from mjcompanion.i18n.translation import NN_, _, ngettext, number
from mjcompanion.parsing.dates import is_moment
from mjcompanion.scoring.context import hundredths
from mjcompanion.table.events import AnyEvent
from mjcompanion.table.house_key import rules_named
from mjcompanion.table.table import Table, replay
from mjcompanion.tournament.ranking import LateCorrection, Place, TableResult, moved_words, ranking
from mjcompanion.tournament.season import LeagueTable, Season
from mjcompanion.tournament.tournament import Tournament

if TYPE_CHECKING:
    from mjcompanion.solitaire.record import GameSummary
    from mjcompanion.table.winning_hand import WinningHand

T = TypeVar("T")
LONGEST_NAME: Final = 10_000
_EXAMPLES: Final = 3
"""The most entries that are listed one by one after an import."""
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""Not every program can read a greater number."""
ShortText = Annotated[str, msgspec.Meta(max_length=400)]


class Player(msgspec.Struct, frozen=True):
    """A player: an id that never changes, and a name that may."""

    uid: str
    name: str


class FilePlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player in a file; `same_as` is the id of the player whom this one was merged into."""

    uid: str
    name: str
    same_as: str = ""


class SessionRef(msgspec.Struct, frozen=True):
    """A session that was started or went on: its id, and the number of its last event."""

    uid: str
    last_seq: int


class _Filter(msgspec.Struct, frozen=True, kw_only=True):
    """The conditions; a field that is empty, or None, is left open.

    `rules` is a ruleset's key; `since` and `until` are days ("2026-11-21", both included) or moments in UTC.
    """

    rules: str = ""
    since: str = ""
    until: str = ""


class SessionFilter(_Filter, frozen=True, kw_only=True):
    """Which sessions: `player` is an id, and every word of `text` is in the title, a name, the rules or a note."""

    player: str = ""
    text: str = ""


class Cursor(msgspec.Struct, frozen=True):
    """The place after which the next page begins; in the notebook it has a kind."""

    at: str
    id: int
    kind: str = ""


class SessionRow(msgspec.Struct, frozen=True):
    """A session in a list; players, names and balances in the order in which they sat down."""

    uid: str
    title: str
    started_at: str
    rules: str
    rules_name: str
    fingerprint: str
    hands: int
    ended: bool
    last_seq: int
    players: tuple[str, ...]
    names: tuple[str, ...]
    balances: tuple[int, ...]
    nets: tuple[int, ...]


class OpenSession(msgspec.Struct, frozen=True):
    """A session in progress: its row, the number of its table or 0, and when it was last played, in UTC."""

    row: SessionRow
    table: int
    at: str


class TableNow(msgspec.Struct, frozen=True):
    """A table as it is now: names and points in the order in which they sat down, `seats` from East on.

    `table` is its number or 0, `at` the moment of the last event. Once the session is over, `standings` has names,
    places and points of all who were at the table, the best first.
    """

    uid: str
    table: int
    title: str
    names: tuple[str, ...]
    points: tuple[int, ...]
    seats: tuple[int, ...]
    east: int
    round: Wind
    hands: int
    at: str
    ended: bool
    standings: tuple[tuple[str, int, int], ...] = ()


class PageOf(msgspec.Struct, Generic[T], frozen=True):
    """Some rows, newest first, and where the next page begins; `after` is None on the last one."""

    rows: tuple[T, ...]
    after: Cursor | None


Page = PageOf[SessionRow]


class StoredSession(msgspec.Struct, frozen=True, dict=True):
    """A session with all its events, and the players as they are called today.

    `players` are the ids of today: after merging, others than in the events.
    """

    uid: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    events: tuple[AnyEvent, ...]

    @property
    def last_seq(self) -> int:
        """The number of the last event."""
        return len(self.events) - 1

    @cached_property
    def table(self) -> Table:
        """The table that the events lead to."""
        return replay(self.events)


class GameRow(msgspec.Struct, frozen=True):
    """A finished virtual game in a list.

    `seed` is the number of its deal, None for walls set up by hand; `winner` is a seat, empty for a used-up wall.
    `factor` and `final` are Kemp's adjustment and the adjusted score, both exact; in the simple game the final is the
    score. A game that the person didn't win has the score 0 and no final. `asked` counts the questions to the coach;
    `seen` says whether the ledger has an earlier game on the same deal.

    >>> row = GameRow(
    ...     uid="a1", rules="kemp-chinese", seed=7, begun_at="2026-11-21T18:00:00Z", finished_at="2026-11-21T18:09:00Z",
    ...     won=True, winner="E", score=108, factor=Fraction(89, 129), final=Fraction(108 * 89, 129), asked=2,
    ... )
    >>> row.final_text, row.percent, row.assisted
    ('74.51', 69, True)
    """

    real: ClassVar[bool] = False
    """Whether it was played with real tiles: see `LaidGame`."""

    uid: str
    rules: str
    seed: Count | None
    begun_at: str
    finished_at: str
    won: bool
    winner: ShortText = ""
    score: Count = 0
    factor: Fraction | None = None
    final: Fraction | None = None
    discards: Count = 0
    flowers: Count = 0
    hand: ShortText = ""
    by: ShortText = ""
    asked: Count = 0
    taken_back: Count = 0
    card: ShortText = ""
    put_aside: bool = False
    seen: bool = False

    @classmethod
    def of(cls, uid: str, begun_at: str, finished_at: str, words: GameSummary) -> GameRow:
        """Make the row of a game that is over from the summary of its record."""
        values = msgspec.structs.asdict(words)
        values |= {"rules": str(words.rules), "winner": "" if words.winner is None else str(words.winner)}
        values["final"] = words.final if words.won else None
        return cls(uid=uid, begun_at=begun_at, finished_at=finished_at, **values)

    @property
    def assisted(self) -> bool:
        """Whether the coach was asked or a move was taken back."""
        return bool(self.asked or self.taken_back)

    @property
    def final_cents(self) -> int | None:
        """The final in hundredths, rounded half up."""
        return None if self.final is None else _half_up(100 * self.final)

    @property
    def final_text(self) -> str:
        """The final to two decimals, rounded half up from the exact fraction; empty without one."""
        return "" if self.final is None else hundredths(self.final)

    @property
    def percent(self) -> int | None:
        """The factor as the running score card has it, in per cent, rounded half up."""
        return None if self.factor is None else _half_up(100 * self.factor)


def _half_up(value: Fraction) -> int:
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


class Stored(msgspec.Struct, Generic[T], frozen=True):
    """A row with its record."""

    row: T
    record: dict[str, Any]


StoredGame = Stored[GameRow]
"""A finished game with the record from which it can be played again."""


class GameFilter(_Filter, frozen=True, kw_only=True):
    """Which finished games: every word of `text` is in the deal's number, the hand, the card's name or the rules.

    Deleted games are listed by themselves, as `put_aside`.
    """

    won: bool | None = None
    assisted: bool | None = None
    text: str = ""
    put_aside: bool = False


GamePage = PageOf[GameRow]


class KeptHand(msgspec.Struct, frozen=True):
    """A kept hand in a list: when it was played, by whom, where, by which rules, and its score.

    Texts may be empty; `rules_name` is the name of the house rules, `final_cents` the final score of the solitaire
    rules in hundredths, `changes` how often the hand was corrected. Times are in UTC. An exercise is a hand of the kind
    "practice": its place is the exercise, its score the mistakes, and it is won without one.

    >>> at = "2026-11-21T18:00:00Z"
    >>> KeptHand(uid="a1", at=at, changed_at=at, rules="kemp-chinese", score=108, final_cents=7451).final_text
    '74.51'
    """

    uid: str
    at: str
    changed_at: str
    changes: int = 0
    player: str = ""
    place: str = ""
    remark: str = ""
    rules: str = ""
    rules_name: str = ""
    won: bool = True
    score: int = 0
    final_cents: int | None = None
    hand: str = ""
    put_aside: bool = False
    kind: str = ""

    @property
    def final_text(self) -> str:
        """The final score to two decimals; empty without one."""
        return "" if self.final_cents is None else hundredths(Fraction(self.final_cents, 100))

    @property
    def went(self) -> str:
        """How an exercise went; empty for a whole level, whose remark says so."""
        if len(self.place.split()) < 3:
            return ""
        if self.won:
            return _("without a mistake")
        if not self.score:
            return _("with hints")
        return ngettext("{n} mistake", "{n} mistakes", self.score).format(n=number(self.score))


class LaidGame(GameRow, frozen=True):
    """A kept hand of a solitaire as a game with real tiles, for the score card.

    >>> at = "2026-11-21T18:00:00Z"
    >>> hand = KeptHand(uid="a1", at=at, changed_at=at, rules="kemp-chinese", score=256, final_cents=17662)
    >>> game = LaidGame.laid(hand)
    >>> game.real, game.final_text, game.percent
    (True, '176.62', 69)
    """

    real: ClassVar[bool] = True

    @classmethod
    def laid(cls, hand: KeptHand) -> LaidGame:
        """Make the game of a hand; its factor follows from the final in hundredths."""
        game = cls(hand.uid, hand.rules, None, hand.at, hand.at, hand.won, hand=hand.hand, put_aside=hand.put_aside)
        cents, score = hand.final_cents, hand.score
        if not hand.won:
            return game
        factor = Fraction(cents, 100 * score) if cents is not None and score else None
        final = Fraction(score) if cents is None else Fraction(cents, 100)
        return msgspec.structs.replace(game, score=score, factor=factor, final=final)


StoredHand = Stored[KeptHand]
"""A kept hand with its record.

The record has the "request" as the command line takes it, the frozen "rules" of the table, the "answer", and the
score sheet as "text": it can be read when the rules are no longer known. A hand at a real wall has "wall" too, see
`hand_records.wall_counts`; one of a game that wasn't won has no tiles, and its answer is not "ok".
"""


class KeptFilter(_Filter, frozen=True, kw_only=True):
    """Which kept hands: `player` is a name, and every word of `text` is in the name, place, remark, rules or tiles.

    Deleted hands are listed by themselves, as `put_aside`, and so are exercises, of the kind "practice".
    """

    player: str = ""
    text: str = ""
    put_aside: bool = False
    kind: str = ""


HANDS, GAMES, SESSIONS, PRACTICE = "hands", "games", "sessions", "practice"
KINDS: Final = (HANDS, GAMES, SESSIONS, PRACTICE)
"""The kinds of entries, in the order in which those of one moment are listed."""
Entry = SessionRow | KeptHand | GameRow


class NotebookFilter(_Filter, frozen=True, kw_only=True):
    """Which entries of the notebook; `kinds` are some of `KINDS`.

    Sessions are found by the id `player`, kept hands by the `name`; with a name, games and exercises, which have no
    player, are left out. With `won` or `assisted` only games are listed.
    """

    kinds: tuple[str, ...] = ()
    player: str = ""
    name: str = ""
    text: str = ""
    won: bool | None = None
    assisted: bool | None = None
    put_aside: bool = False

    @property
    def common(self) -> dict[str, Any]:
        """The fields that the filters of all kinds have."""
        return {name: getattr(self, name) for name in ("rules", "text", "since", "until")}

    @property
    def each(self) -> dict[str, Any]:
        """The filter for each kind of which there may be entries."""
        aside, found = self.put_aside, dict[str, Any]()
        if self.won is None and self.assisted is None:
            found[HANDS] = KeptFilter(player=self.name, put_aside=aside, **self.common)
            if not self.name:
                found[PRACTICE] = KeptFilter(kind=PRACTICE, put_aside=aside, **self.common)
            if not aside and (self.player or not self.name):
                found[SESSIONS] = SessionFilter(player=self.player, **self.common)
        if not self.name:
            found[GAMES] = GameFilter(won=self.won, assisted=self.assisted, put_aside=aside, **self.common)
        return {kind: found[kind] for kind in self.kinds or KINDS if kind in found}


NotebookPage = PageOf[Entry]


class TournamentRow(msgspec.Struct, frozen=True):
    """A tournament in a list; `changes` is how often it was changed. Times are in UTC."""

    uid: str
    at: str
    changed_at: str
    changes: int = 0
    title: str = ""
    rules: str = ""
    players: int = 0
    rounds: int = 0
    put_aside: bool = False


class StoredTournament(msgspec.Struct, frozen=True):
    """A tournament with its row."""

    row: TournamentRow
    tournament: Tournament


class TournamentHand(msgspec.Struct, frozen=True):
    """A hand that was won in a tournament: the player's number, and the round and the table, all from 0."""

    player: int
    place: Place
    hand: WinningHand


class Contest(msgspec.Struct, frozen=True):
    """A tournament with its players' names, the results of its tables, and late corrections of them.

    `hands` are those won with tiles that were entered, where they were asked for.
    """

    stored: StoredTournament
    names: tuple[str, ...]
    results: dict[Place, TableResult]
    late: tuple[LateCorrection, ...] = ()
    hands: tuple[TournamentHand, ...] = ()

    @property
    def tournament(self) -> Tournament:
        """The tournament itself."""
        return self.stored.tournament

    @property
    def corrections(self) -> list[str]:
        """What each late correction did to the ranking, in a sentence."""
        words = []
        for one in self.late:
            place = one.round, one.table
            was = {**self.results, place: msgspec.structs.replace(self.results[place], net=one.before)}
            before, after = ranking(self.tournament, was), ranking(self.tournament, self.results)
            words.append(moved_words(before, after, self.names, one))
        return words


class SeasonRow(msgspec.Struct, frozen=True):
    """A season in a list; `rules` are the ids of its rulesets with spaces between, empty for all of them."""

    uid: str
    at: str
    changed_at: str
    changes: int = 0
    title: str = ""
    rules: str = ""
    since: str = ""
    until: str = ""
    put_aside: bool = False


class StoredSeason(msgspec.Struct, frozen=True):
    """A season with its row."""

    row: SeasonRow
    season: Season


class SeasonStandings(msgspec.Struct, frozen=True):
    """The league tables of a season, the highest hands of its days, and the players' names by their ids."""

    season: Season
    tables: tuple[LeagueTable, ...]
    highest: tuple[HighHand, ...]
    names: dict[str, str]

    @property
    def titles(self) -> tuple[str, ...]:
        """The rules of each table in words; empty for a table of all rules."""
        figures = [TableFigures(one.rules, one.rules_name, one.fingerprint, ()) for one in self.tables]
        titles = table_titles(figures)
        return tuple(title if one.rules else "" for title, one in zip(titles, self.tables, strict=True))

    @property
    def highest_by_rules(self) -> dict[str, list[HighHand]]:
        """The highest hands by the same rules, under the rules in words."""
        alike: dict[tuple[str, str], list[HighHand]] = {}
        for one in self.highest:
            alike.setdefault((one.rules, one.fingerprint), []).append(one)
        figures = [
            TableFigures(rules, max(one.rules_name for one in some), fingerprint, ())
            for (rules, fingerprint), some in alike.items()
        ]
        return dict(zip(table_titles(figures), alike.values(), strict=True))


class Bin(msgspec.Struct, frozen=True):
    """A bar of a histogram: the number of finals from `low` up to, and without, `high`."""

    low: int
    high: int
    count: int


class MonthFigures(msgspec.Struct, frozen=True):
    """What was played in a month, "2026-11", by UTC; `mean` is the average score of what was won."""

    month: str
    played: int
    won: int
    mean: Fraction | None = None


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of kept hands (`real`), or of finished games, that are all by the same rules and may be compared.

    `house` is the key of their house options and card (see `house_of`), `name` what the house calls its rules.
    `lost` are games that another player won. Averages are over what was won, from finals where the rules have them;
    `mean_of_all` counts other games as 0, `low` and `high` are the quartiles, `factor` is the average of Kemp's
    percentage, 0 to 1. `seen` are games on a deal that was played before; they are in no other figure unless asked for.
    """

    rules: str
    house: str = ""
    name: str = ""
    real: bool = False
    played: int = 0
    won: int = 0
    lost: int = 0
    assisted: int = 0
    seen: int = 0
    mean: Fraction | None = None
    mean_of_all: Fraction | None = None
    low: Fraction | None = None
    median: Fraction | None = None
    high: Fraction | None = None
    factor: float | None = None
    best: GameRow | KeptHand | None = None
    finals: tuple[Bin, ...] = ()
    months: tuple[MonthFigures, ...] = ()

    @property
    def share(self) -> float | None:
        """The share that was won, 0 to 1; None without any."""
        return self.won / self.played if self.played else None

    @property
    def used_up(self) -> int:
        """How many games ended with the wall."""
        return self.played - self.won - self.lost


class SeatFigures(msgspec.Struct, frozen=True):
    """What a player did in sessions by the same rules.

    `places` counts the sessions that the player finished first, second and so on, at least four numbers; players with
    equal points share the better place, and only ended sessions with a hand count. `won_points` adds up the hands won;
    `best` is the highest of them, the item `best_item` of the session `best_session`.
    """

    player: str
    name: str
    sessions: int
    places: tuple[int, ...]
    hands: int
    wins: int
    self_drawn: int
    thrown: int
    east_wins: int
    won_points: int
    net: int
    best: int | None = None
    best_session: str = ""
    best_item: str = ""

    @property
    def average(self) -> float | None:
        """The average of the hands won; None without any."""
        return self.won_points / self.wins if self.wins else None


class TableFigures(msgspec.Struct, frozen=True):
    """Figures of sessions by the same rules, those who played most first; `name` is that of the house rules."""

    rules: str
    name: str
    fingerprint: str
    players: tuple[SeatFigures, ...]


class HighHand(msgspec.Struct, frozen=True):
    """The highest hand that a player won in a session: who, its points, when the session began, and where it is."""

    rules: str
    fingerprint: str
    player: str
    name: str
    points: int
    at: str
    session: str
    item: str
    rules_name: str = ""
    """The name of the house rules."""


def table_titles(tables: Sequence[TableFigures]) -> tuple[str, ...]:
    """Return the rules of each in words, with their fingerprints where two would be called the same.

    >>> same = TableFigures("british", "", "5da8c187d736", ()), TableFigures("british", "", "0c11aa89ef20", ())
    >>> table_titles(same)
    ('British (BMJA), fingerprint 5da8c187d736', 'British (BMJA), fingerprint 0c11aa89ef20')
    >>> table_titles((TableFigures("classical", "Ours", "5da8c187d736", ()),))
    ('Ours (Classical)',)
    """
    titles = [rules_named(one.rules, one.name) for one in tables]
    exact = _("{rules}, fingerprint {fingerprint}")
    return tuple(
        exact.format(rules=title, fingerprint=one.fingerprint) if titles.count(title) > 1 else title
        for title, one in zip(titles, tables, strict=True)
    )


class PlayerSummary(msgspec.Struct, frozen=True):
    """The figures of one player, by rules; points of different games are never added."""

    player: str
    name: str
    tables: tuple[TableFigures, ...] = ()

    @property
    def seats(self) -> tuple[SeatFigures, ...]:
        """The player's figures in each of `tables`."""
        return tuple(table.players[0] for table in self.tables)

    @property
    def sessions(self) -> int:
        """The number of sessions."""
        return sum(seat.sessions for seat in self.seats)

    @property
    def hands(self) -> int:
        """The number of hands played."""
        return sum(seat.hands for seat in self.seats)

    @property
    def wins(self) -> int:
        """The number of hands won."""
        return sum(seat.wins for seat in self.seats)

    @property
    def net(self) -> int | None:
        """The points won or lost; None where the sessions were by different rules, or there were none."""
        return self.seats[0].net if len(self.seats) == 1 else None


class BackupFile(msgspec.Struct, frozen=True):
    """A copy of the ledger: when it was made, at which state of the ledger (a number that rises), what is in it.

    What a copy holds that isn't `ok` is unknown.
    """

    path: Path
    at: str
    version: int
    sessions: int = 0
    hands: int = 0
    ok: bool = False
    games: int = 0
    kept: int = 0
    tournaments: int = 0
    seasons: int = 0


class Finding(msgspec.Struct, frozen=True):
    """Something wrong that a check found: in which record (empty: in the file), and in one sentence.

    `kind` is "session", "player", "game", "kept" (a hand), "tournament" or "season". What is `repairable` can be
    worked out again; anything else may be in a backup.
    """

    session: str
    sentence: str
    repairable: bool = False
    kind: str = ""


class CheckReport(msgspec.Struct, frozen=True):
    """What was checked, and what was found."""

    sessions: int
    events: int
    hands: int
    findings: tuple[Finding, ...]
    games: int = 0
    kept: int = 0
    tournaments: int = 0
    seasons: int = 0

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


class Fork(msgspec.Struct, frozen=True):
    """A session that two ledgers continued differently, and what each has after their common part, in words."""

    uid: str
    title: str
    hands: int
    """How many hands both have."""
    here: tuple[str, ...]
    there: tuple[str, ...]


class ImportReport(msgspec.Struct, frozen=True):
    """What an import did, by ids: what is new, and what was here already.

    Sessions are new (`added`), went on, or were `known`. `different` have other events here and were left as they are,
    a sentence each; `forks` says of sessions what each side has. `joined` are the names of players taken for those who
    have the name here; `renamed` were called otherwise in the file, but sat at a table with somebody of their name.
    `warnings` are scores that can hardly be, a sentence each; they were taken all the same.
    """

    added: tuple[str, ...]
    continued: tuple[str, ...]
    known: tuple[str, ...]
    different: tuple[str, ...]
    players: int
    joined: tuple[str, ...]
    renamed: tuple[str, ...]
    games: tuple[str, ...] = ()
    known_games: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    known_kept: tuple[str, ...] = ()
    tournaments: tuple[str, ...] = ()
    known_tournaments: tuple[str, ...] = ()
    seasons: tuple[str, ...] = ()
    known_seasons: tuple[str, ...] = ()
    forks: tuple[Fork, ...] = ()

    @property
    def words(self) -> list[str]:
        """How much was imported and how much was here already, in parts of a sentence."""
        counts = [(len(getattr(self, name)), forms) for name, forms in _IMPORTED.items()]
        return [ngettext(*forms, count).format(n=number(count)) for count, forms in counts if count]

    @property
    def few_different(self) -> tuple[str, ...]:
        """What wasn't imported; of many a count and some examples."""
        count = len(self.different)
        heading = ngettext(
            "{n} entry was not imported, for example:", "{n} entries were not imported, for example:", count
        )
        return _few(self.different, heading)

    @property
    def few_warnings(self) -> tuple[str, ...]:
        """The scores that can hardly be; of many a count and some examples."""
        count = len(self.warnings)
        heading = ngettext("{n} score looks wrong, for example:", "{n} scores look wrong, for example:", count)
        return _few(self.warnings, heading)


_IMPORTED: Final = {
    "added": NN_("{n} session is new", "{n} sessions are new"),
    "continued": NN_("{n} session continues", "{n} sessions continue"),
    "known": NN_("{n} session was here already", "{n} sessions were here already"),
    "games": NN_("{n} game is new", "{n} games are new"),
    "known_games": NN_("{n} game was here already", "{n} games were here already"),
    "kept": NN_("{n} kept hand is new", "{n} kept hands are new"),
    "known_kept": NN_("{n} kept hand was here already", "{n} kept hands were here already"),
    "tournaments": NN_("{n} tournament is new", "{n} tournaments are new"),
    "known_tournaments": NN_("{n} tournament was here already", "{n} tournaments were here already"),
    "seasons": NN_("{n} season is new", "{n} seasons are new"),
    "known_seasons": NN_("{n} season was here already", "{n} seasons were here already"),
}
"""What is said of the fields of an import's report."""


def _few(sentences: tuple[str, ...], heading: str) -> tuple[str, ...]:
    count = len(sentences)
    return sentences if count <= _EXAMPLES else (heading.format(n=number(count)), *sentences[:_EXAMPLES])


def moment(at: str) -> str:
    """Return a time of an event, found to be one."""
    if not is_moment(at):
        raise ValueError(f"{at!r} is no time of an event")
    return at


def key_of(text: str) -> str:
    """Return a text as it is searched for, however it is written.

    >>> key_of("ＡＮＮ") == key_of("ann")
    True
    """
    return storable(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()))


def storable(text: str) -> str:
    """Return a text without what a database can't hold: NUL, and halves of letters.

    What a damaged file has in place of a text stays, to be found there.
    """
    if not isinstance(text, str):
        return text  # type: ignore[unreachable]
    return text.replace("\x00", "�").encode("utf-8", "replace").decode()


def checked_name(name: str) -> str:
    """Return the name of a player without spaces around it; refuse one that is empty, too long or can't be stored."""
    name = name.strip()
    if not name:
        raise RuleError([Problem("name-empty")])
    if len(name) > LONGEST_NAME:
        raise RuleError([Problem("name-long", count=len(name), limit=LONGEST_NAME)])
    odd = next((letter for letter in name if letter == "\x00" or "\ud800" <= letter <= "\udfff"), None)
    if odd is not None:
        raise RuleError([Problem("name-letters", text=odd)])
    return name
