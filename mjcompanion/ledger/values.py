"""What a ledger tells: players, sessions, pages of them, statistics, backups and findings. No database in here."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from mjcompanion.problems import Problem, RuleError
from mjcompanion.situation import hundredths
from mjcompanion.table.events import AnyEvent
from mjcompanion.table.table import Table, replay
from mjcompanion.tiles import Wind
from mjcompanion.tournament.ranking import Correction, Place, Result, moved_words, ranking
from mjcompanion.tournament.tournament import Tournament
from mjcompanion.words import number, tr, trn

if TYPE_CHECKING:
    from mjcompanion.solitaire.record import Summary

_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
LONGEST_NAME: Final = 10_000
_EXAMPLES: Final = 3
"""So many things of a kind are told one by one when a file is imported."""


class Player(msgspec.Struct, frozen=True):
    """Somebody who plays: an id that never changes, and a name that may."""

    uid: str
    name: str


class SessionRef(msgspec.Struct, frozen=True):
    """A session that was begun or went on: its id, and the number of its last event."""

    uid: str
    last_seq: int


class SessionFilter(msgspec.Struct, frozen=True):
    """Which sessions are meant; what is left empty doesn't matter.

    `player` is an id; every word of `text` stands in the title, a player's name, the rules or a note, however it is
    written; `rules` is a ruleset's key; `since` and `until` are days ("2026-11-21", both of them included) or moments
    in UTC.
    """

    player: str = ""
    text: str = ""
    rules: str = ""
    since: str = ""
    until: str = ""


class Cursor(msgspec.Struct, frozen=True):
    """The place after which the next page begins."""

    at: str
    id: int


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
    """A session that goes on: its row, the number of its table or 0, and when something happened last, in UTC."""

    row: SessionRow
    table: int
    at: str


class TableNow(msgspec.Struct, frozen=True):
    """How a table stands: names and points in the order in which they sat down, `seats` from East on.

    `table` is its number, 0 where it has none; `hands` were played, and something happened last `at`, in UTC.
    `standings` are the names, places and points of all who were at the table, the best first, once it is over.
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


class Page(msgspec.Struct, frozen=True):
    """Some sessions, newest first, and where the next page begins; `after` is None on the last one."""

    rows: tuple[SessionRow, ...]
    after: Cursor | None


class StoredSession(msgspec.Struct, frozen=True, dict=True):
    """A session as it is stored: all its events, and the players as they are called today.

    `players` are the ids of who they are today: after merging, another than in the events.
    """

    uid: str
    title: str
    rules: str
    ended: bool
    players: tuple[str, ...]
    names: tuple[str, ...]
    events: tuple[AnyEvent, ...]

    @property
    def last_seq(self) -> int:
        """The number of the last event; the next one takes the number after it."""
        return len(self.events) - 1

    @cached_property
    def table(self) -> Table:
        """The table that the events lead to."""
        return replay(self.events)


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A finished virtual game in a list.

    `seed` is the number of its deal, None for walls that were set up by hand. `won` is whether the person went out;
    `winner` is the seat of whoever did, empty where the wall was used up. `factor` and `final`, both exact, are Kemp's
    adjustment and what comes of the score with it; in the simple game the final is the score. A game that the person
    didn't win has the score 0 and no final. `hand` is the person's, as it is written, `by` how the last tile came.
    `discards` counts the tiles that lay discarded, `flowers` the person's, `asked` how often the coach was asked,
    `taken_back` how often moves were; `seen` is whether the ledger has an earlier game on the same deal. Times are in
    UTC.

    >>> row = GameRow(
    ...     uid="a1", rules="kemp-chinese", seed=7, begun_at="2026-11-21T18:00:00Z", finished_at="2026-11-21T18:09:00Z",
    ...     won=True, winner="E", score=108, factor=Fraction(89, 129), final=Fraction(108 * 89, 129), asked=2,
    ... )
    >>> row.final_text, row.percent, row.assisted
    ('74.51', 69, True)
    """

    uid: str
    rules: str
    seed: int | None
    begun_at: str
    finished_at: str
    won: bool
    winner: str = ""
    score: int = 0
    factor: Fraction | None = None
    final: Fraction | None = None
    discards: int = 0
    flowers: int = 0
    hand: str = ""
    by: str = ""
    asked: int = 0
    taken_back: int = 0
    card: str = ""
    put_aside: bool = False
    seen: bool = False

    @classmethod
    def of(cls, uid: str, begun_at: str, finished_at: str, told: Summary) -> GameRow:
        """A game that is over, from what its record tells of it."""
        values = msgspec.structs.asdict(told)
        values |= {"rules": str(told.rules), "winner": "" if told.winner is None else str(told.winner)}
        values["final"] = told.final if told.won else None
        return cls(uid=uid, begun_at=begun_at, finished_at=finished_at, **values)

    @property
    def real(self) -> bool:
        """Whether it was played with real tiles: see `LaidGame`."""
        return False

    @property
    def assisted(self) -> bool:
        """Whether the coach was asked or a move taken back."""
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


class StoredGame(msgspec.Struct, frozen=True):
    """A finished game as it is stored: what lists say of it, and its record, from which it can be played again."""

    row: GameRow
    record: dict[str, Any]


class GameFilter(msgspec.Struct, frozen=True):
    """Which finished games are meant; what is left empty, or is None, doesn't matter.

    Every word of `text` stands in the deal's number, the hand as it is written, the card's name or the rules. `since`
    and `until` are days or moments in UTC, as in a `SessionFilter`. Games that were put aside are listed by themselves.
    """

    rules: str = ""
    won: bool | None = None
    assisted: bool | None = None
    text: str = ""
    since: str = ""
    until: str = ""
    put_aside: bool = False


class GamePage(msgspec.Struct, frozen=True):
    """Some games, newest first, and where the next page begins; `after` is None on the last one."""

    rows: tuple[GameRow, ...]
    after: Cursor | None


class KeptHand(msgspec.Struct, frozen=True):
    """A hand that was kept, in a list: when it was played, who had it, where, by which rules, what it counted.

    `player`, `place`, `remark` and `rules_name`, the house rules' name, may be empty. `final_cents` is the final score
    of the solitaire rules in hundredths, None where there is none; `hand` the tiles as they are written; `changes` how
    often it was corrected. Times are in UTC.

    With the kind "practice" it is an exercise: its place is the exercise, its score the slips, and it is won without.

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
        """How an exercise went; of what was counted for a whole level its remark says so."""
        if len(self.place.split()) < 3:
            return ""
        if self.won:
            return tr("without a mistake")
        if not self.score:
            return tr("with hints")
        return trn("{n} mistake", "{n} mistakes", self.score).format(n=number(self.score))


class LaidGame(GameRow, frozen=True, kw_only=True):
    """A kept hand of a solitaire as the score card has it: a game that was played with real tiles.

    >>> at = "2026-11-21T18:00:00Z"
    >>> hand = KeptHand(uid="a1", at=at, changed_at=at, rules="kemp-chinese", score=256, final_cents=17662)
    >>> game = LaidGame.laid(hand)
    >>> game.real, game.final_text, game.percent
    (True, '176.62', 69)
    """

    @classmethod
    def laid(cls, hand: KeptHand) -> LaidGame:
        """The game of a hand; the factor is told by the final in hundredths, and so right to a hundredth or better."""
        cents, score = hand.final_cents, hand.score
        factor = Fraction(cents, 100 * score) if cents is not None and score and hand.won else None
        final = Fraction(score) if cents is None else Fraction(cents, 100)
        return cls(
            uid=hand.uid,
            rules=hand.rules,
            seed=None,
            begun_at=hand.at,
            finished_at=hand.at,
            won=hand.won,
            score=score if hand.won else 0,
            factor=factor,
            final=final if hand.won else None,
            hand=hand.hand,
            put_aside=hand.put_aside,
        )

    @property
    def real(self) -> bool:
        """Whether it was played with real tiles."""
        return True


class StoredHand(msgspec.Struct, frozen=True):
    """A kept hand as it is stored.

    `record` has the "request" as the command line takes it, the frozen "rules" of the table, the "answer" as it was
    counted, and that as "text" for people: what can be read when the rules are known no longer. A hand that was
    counted beside a real wall has "wall" too, see `kept.wall_counts`; one of a game that the person didn't win has no
    tiles, its request "winner" false, and its answer "ok" false with a score of 0.
    """

    row: KeptHand
    record: dict[str, Any]


class KeptFilter(msgspec.Struct, frozen=True):
    """Which kept hands are meant; what is left empty doesn't matter.

    `player` is a name, however it is written; every word of `text` stands in the player's name, the place, the remark,
    the rules or the tiles; `since` and `until` are as in a `SessionFilter`. Hands that were deleted are put aside, and
    listed by themselves; so are exercises, of the kind "practice".
    """

    rules: str = ""
    player: str = ""
    text: str = ""
    since: str = ""
    until: str = ""
    put_aside: bool = False
    kind: str = ""


class KeptPage(msgspec.Struct, frozen=True):
    """Some hands, newest first, and where the next page begins; `after` is None on the last one."""

    rows: tuple[KeptHand, ...]
    after: Cursor | None


HANDS, GAMES, SESSIONS, PRACTICE = "hands", "games", "sessions", "practice"
KINDS: Final = (HANDS, GAMES, SESSIONS, PRACTICE)
"""What a notebook has, of one moment in this order."""
Entry = SessionRow | KeptHand | GameRow
"""An entry of the notebook."""


class NotebookFilter(msgspec.Struct, frozen=True):
    """Which entries of the notebook are meant; what is left empty, or is None, doesn't matter.

    `kinds` are some of `KINDS`. `player` is an id and `name` a name: sessions go by the one, kept hands by the other,
    and where there is any, games and exercises, which are nobody's, are left out. `won` and `assisted` leave games
    alone. `text`, `since` and `until` are as in a `SessionFilter`; what was deleted is put aside.
    """

    kinds: tuple[str, ...] = ()
    player: str = ""
    name: str = ""
    rules: str = ""
    text: str = ""
    since: str = ""
    until: str = ""
    won: bool | None = None
    assisted: bool | None = None
    put_aside: bool = False


class EntryCursor(Cursor, frozen=True):
    """The place in the notebook after which the next page begins: an entry, and of which kind it is."""

    kind: str


class NotebookPage(msgspec.Struct, frozen=True):
    """Some entries, newest first, and where the next page begins; `after` is None on the last one."""

    rows: tuple[Entry, ...]
    after: EntryCursor | None


class TournamentRow(msgspec.Struct, frozen=True, kw_only=False):
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
    """A tournament as it is stored."""

    row: TournamentRow
    tournament: Tournament


class Contest(msgspec.Struct, frozen=True):
    """A tournament with its players' names, what its tables came to, and what was corrected when they were over."""

    held: StoredTournament
    names: tuple[str, ...]
    results: dict[Place, Result]
    late: tuple[Correction, ...] = ()

    @property
    def tournament(self) -> Tournament:
        """The tournament itself."""
        return self.held.tournament

    @property
    def corrections(self) -> list[str]:
        """What was corrected when its table was over, and what that did to the ranking, a sentence each."""
        told = []
        for one in self.late:
            place = one.round, one.table
            was = {**self.results, place: msgspec.structs.replace(self.results[place], net=one.before)}
            before, after = ranking(self.tournament, was), ranking(self.tournament, self.results)
            told.append(moved_words(before, after, self.names, one))
        return told


class Bin(msgspec.Struct, frozen=True):
    """A bar of a histogram: how many finals lie from `low` up to, and without, `high`."""

    low: int
    high: int
    count: int


class FiguresFilter(msgspec.Struct, frozen=True):
    """Which hands and games figures are made of; what is left empty, or is None, doesn't matter.

    `player` is a name, however it is written; games on a virtual wall name nobody, and belong to no player. `virtual`
    is whether games on a virtual wall, or hands of real tiles alone, are meant. Games on a deal that was seen before
    are only counted in `with_seen`. `since` and `until` are as in a `SessionFilter`.
    """

    player: str = ""
    rules: str = ""
    since: str = ""
    until: str = ""
    virtual: bool | None = None
    with_seen: bool = False


class MonthFigures(msgspec.Struct, frozen=True):
    """What was played in a month, "2026-11", by UTC; `mean` is the average score of what was won."""

    month: str
    played: int
    won: int
    mean: Fraction | None = None


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What came of kept hands, or of finished games, that are all by the same rules and may be compared.

    `house` says which house options and which card they have in common (see `house.house_of`), `name` is what the
    house calls its rules. `real` are kept hands, the others games on a virtual wall. `lost` are games in which another
    player went out. Averages are over what was won, from finals where the rules have them, and from scores; `low` and
    `high` are the quartiles: the middle half lies between them. `mean_of_all` counts games that weren't won as 0.
    `factor` is the average of Kemp's percentage, 0 to 1. `seen` are games on a deal that was played before; unless
    they were wanted, they are in no other figure.
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
    """What somebody did in sessions by the same rules.

    `places` says how often the session ended with the player first, second and so on: one number for each place that
    anybody reached, and at least four; who has as much as another shares the better place. Only sessions that are ended
    and had a hand count there. `won_points` adds up what the hands won counted, `best` is the one that counted most:
    the item `best_item` of the session `best_session`.
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
        """What a hand won counted on the average; None without any."""
        return self.won_points / self.wins if self.wins else None


class TableFigures(msgspec.Struct, frozen=True):
    """What came of sessions by the same rules: `name` is the house rules' name; those who played most come first."""

    rules: str
    name: str
    fingerprint: str
    players: tuple[SeatFigures, ...]


class PlayerSummary(msgspec.Struct, frozen=True):
    """A player, with the figures of that player alone: one for all sessions by the same rules.

    Sessions and hands are counted together, but points of different games are never added.
    """

    player: str
    name: str
    tables: tuple[TableFigures, ...] = ()

    @property
    def seats(self) -> tuple[SeatFigures, ...]:
        """The figures of each of `tables`."""
        return tuple(table.players[0] for table in self.tables)

    @property
    def sessions(self) -> int:
        """Return the number of sessions."""
        return sum(seat.sessions for seat in self.seats)

    @property
    def hands(self) -> int:
        """Return the number of hands played."""
        return sum(seat.hands for seat in self.seats)

    @property
    def wins(self) -> int:
        """Return the number of hands won."""
        return sum(seat.wins for seat in self.seats)

    @property
    def net(self) -> int | None:
        """The points won or lost; None where the sessions were by different rules, or there were none."""
        return self.seats[0].net if len(self.seats) == 1 else None


class BackupFile(msgspec.Struct, frozen=True):
    """A copy of the ledger: when it was made, at which state of the ledger (a number that rises), what is in it.

    `ok` is whether it can be used; what a damaged one holds isn't known.
    """

    path: Path
    at: str
    version: int
    sessions: int
    hands: int
    ok: bool
    games: int = 0
    kept: int = 0
    tournaments: int = 0


ACCEPTED: Final = "player", "counted"
"""Kinds that are repaired by accepting what is there."""


class Finding(msgspec.Struct, frozen=True):
    """Something wrong that a check found: in which record (empty: in the file), and in one sentence.

    `kind` is as an `Astray` has it. What is `repairable` follows from what is whole; else a backup may have the record.
    """

    session: str
    sentence: str
    repairable: bool = False
    kind: str = ""

    @property
    def in_backups(self) -> bool:
        """Whether a backup may know better: a record is damaged or gone, or it is a name."""
        return bool(self.kind) and (not self.repairable or self.kind in ACCEPTED)


class CheckReport(msgspec.Struct, frozen=True):
    """What was looked at, and what was found."""

    sessions: int
    events: int
    hands: int
    findings: tuple[Finding, ...]
    games: int = 0
    kept: int = 0
    tournaments: int = 0

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


class ImportReport(msgspec.Struct, frozen=True):
    """What an import did.

    `added` and `continued` are the ids of sessions that are new or have more events now; `known` were here already,
    as they are or with more events; `different` have other events here and were left as they are, a sentence each.
    `joined` are the names of players taken for those who have the name here; `renamed` were called otherwise in the
    file, but sat at a table with somebody of their name. `games` are the ids of finished games that are new,
    `known_games` were here already; so `kept` and `known_kept` of kept hands, and
    `tournaments`. `warnings` are scores that can hardly be,
    a sentence each; they were taken all the same.
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

    @property
    def told(self) -> list[str]:
        """How much was taken and how much was here already, in parts of a sentence."""
        added, continued, known = len(self.added), len(self.continued), len(self.known)
        games, known_games = len(self.games), len(self.known_games)
        kept, known_kept = len(self.kept), len(self.known_kept)
        contests, known_contests = len(self.tournaments), len(self.known_tournaments)
        parts = (
            (added, trn("{n} session is new", "{n} sessions are new", added)),
            (continued, trn("{n} session goes on", "{n} sessions go on", continued)),
            (known, trn("{n} session was here already", "{n} sessions were here already", known)),
            (games, trn("{n} game is new", "{n} games are new", games)),
            (known_games, trn("{n} game was here already", "{n} games were here already", known_games)),
            (kept, trn("{n} kept hand is new", "{n} kept hands are new", kept)),
            (known_kept, trn("{n} kept hand was here already", "{n} kept hands were here already", known_kept)),
            (contests, trn("{n} tournament is new", "{n} tournaments are new", contests)),
            (
                known_contests,
                trn("{n} tournament was here already", "{n} tournaments were here already", known_contests),
            ),
        )
        return [said.format(n=number(count)) for count, said in parts if count]

    @property
    def few_different(self) -> tuple[str, ...]:
        """What was left as it is here; of many a count and some examples."""
        count = len(self.different)
        said = trn("{n} entry was not imported, for example:", "{n} entries were not imported, for example:", count)
        return _few(self.different, said)

    @property
    def few_warnings(self) -> tuple[str, ...]:
        """The scores that can hardly be; of many a count and some examples."""
        count = len(self.warnings)
        return _few(
            self.warnings, trn("{n} score looks wrong, for example:", "{n} scores look wrong, for example:", count)
        )


def _few(sentences: tuple[str, ...], heading: str) -> tuple[str, ...]:
    count = len(sentences)
    return sentences if count <= _EXAMPLES else (heading.format(n=number(count)), *sentences[:_EXAMPLES])


def is_moment(at: str) -> bool:
    """Whether a time is written as events have it, and there is such a time.

    >>> is_moment("2026-11-21T05:31:52Z"), is_moment("yesterday"), is_moment("2026-13-01T05:31:52Z")
    (True, False, False)
    """
    try:
        return _MOMENT.fullmatch(at) is not None and datetime.fromisoformat(at) is not None
    except ValueError:
        return False


def moment(at: str) -> str:
    """Return a time of an event, found to be one."""
    if not is_moment(at):
        raise ValueError(f"{at!r} is no time of an event")
    return at


def key_of(text: str) -> str:
    """The text as it is searched for: however it is written.

    >>> key_of("ＡＮＮ") == key_of("ann")
    True
    """
    return storable(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()))


def storable(text: str) -> str:
    """The text without what a database can't hold: NUL, and halves of letters.

    What a damaged file has in place of a text stays, to be found there.
    """
    if not isinstance(text, str):
        return text  # type: ignore[unreachable]
    return text.replace("\x00", "�").encode("utf-8", "replace").decode()


def checked_name(name: str) -> str:
    """The name of a player, without spaces around it.

    Raises:
        RuleError: it is empty, too long, or no text that can be stored.

    """
    name = name.strip()
    if not name:
        raise RuleError([Problem("name-empty")])
    if len(name) > LONGEST_NAME:
        raise RuleError([Problem("name-long", count=len(name), limit=LONGEST_NAME)])
    for letter in name:
        if letter == "\x00" or "\ud800" <= letter <= "\udfff":
            raise RuleError([Problem("name-letters", text=letter)])
    return name
