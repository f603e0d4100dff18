"""How fast a ledger of a million hands answers, beside the same questions to plain sqlite3 in the same run.

20,000 sessions of 50 hands, 300 players, fifteen years; 100,000 finished virtual games; 100,000 kept hands and 20,000
exercises; and all of them in the notebook's one list.
Run it with `./run bench ledger`.
"""

from __future__ import annotations

import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import msgspec

from mjcompanion.ledger import checksums, notebook, session_records
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.games import RECORDS as GAME_RECORDS
from mjcompanion.ledger.hand_records import hand_of
from mjcompanion.ledger.hands import RECORDS as HAND_RECORDS
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.models import Games, Sessions, Standings
from mjcompanion.ledger.values import (
    PRACTICE,
    FiguresFilter,
    GameFilter,
    KeptFilter,
    KeptHand,
    NotebookFilter,
    SessionFilter,
    StoredGame,
    key_of,
)
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import Changed, Put, SessionSetup, Started, now
from mjcompanion.table.rules import TableRules
from mjcompanion.table.table import replay
from tests.ledger import gaming, keeping
from tests.ledger.making import hand, prove

SESSIONS: Final = 20_000
HANDS: Final = 50
PEOPLE: Final = 300
GAMES: Final = 100_000
KEPT: Final = 100_000
EXERCISES: Final = 20_000
KINDS: Final = 100
"""So many different courses of an evening; what differs between the others is who sat there, and when."""
RULES: Final = (Ruleset("classical"), Ruleset("traditional"), Ruleset("nmjl"))


def make(path: Path) -> list[str]:
    """Write the ledger, a session as the program would; gives the players' ids."""
    rng = random.Random(1)
    with Ledger.open(path) as ledger:
        people = [ledger.players.add(f"{name} {number}").uid for number, name in enumerate(_names(rng))]
        with ledger.asking() as reader:
            evenings = list(_evenings(rng, tuple(people[:4]), reader))
        ledger.backup_timer.is_due = False
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA synchronous = OFF")
        file.execute("BEGIN")
        numbers = dict(file.execute("SELECT uid, id FROM players"))
        for number in range(1, SESSIONS + 1):
            _insert(file, number, rng.choice(evenings), rng.sample(people, 4), numbers)
        _insert_games(file, rng)
        _insert_kept(file, rng)
        file.execute("UPDATE meta SET version = version + ?", (SESSIONS,))
        file.execute("COMMIT")
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    prove(path)
    os.sync()  # or the first hand confirmed would have to write all this to the disk
    return people


def _names(rng: random.Random) -> Iterator[str]:
    for _ in range(PEOPLE):
        yield rng.choice(("Ann", "Bob", "Chuck", "Dora", "Eve", "Fay", "Guy", "Hal", "Ida", "Jo")) + rng.choice("xyz")


def _evenings(
    rng: random.Random, four: tuple[str, ...], reader: Reader
) -> Iterator[tuple[Any, list[str], dict[str, Any], list[dict[str, Any]]]]:
    for number in range(KINDS):
        rules = RULES[number % 3]
        title = rng.choice(("", "Tuesday club", "At Dora's", "Winter tournament"))
        setup = SessionSetup(TableRules.of(rules), four, starting=2000, title=title)
        events: list[Any] = [Started(at=now(), setup=setup)]
        for place in range(1, HANDS + 1):
            item = hand(rng.randrange(1000), rng.randrange(4), rules)
            events.append(Changed(at=now(), changes=(Put(str(place), item),)))
        table = replay(events)
        row, counted = session_records.rows_of(reader, table)
        yield setup, [session_records.body_of(event) for event in events[1:]], row, counted


def _insert(file: sqlite3.Connection, number: int, evening: Any, four: list[str], numbers: dict[str, int]) -> None:
    setup, bodies, row, counted = evening
    began = (datetime(2011, 1, 1, 18, tzinfo=UTC) + timedelta(hours=number * 6.5)).strftime("%Y-%m-%dT%H:%M:%SZ")
    title = f"{row['title']} {number}" if row["title"] else ""
    started = Started(at=began, setup=msgspec.structs.replace(setup, players=tuple(four), title=title))
    uid = f"{number * 2654435761 % 2**32:08x}{number:024x}"
    bodies = [session_records.body_of(started), *bodies]
    events = [(number, seq, began, "changed" if seq else "started", body) for seq, body in enumerate(bodies)]
    session = {**row, "id": number, "uid": uid, "title": title, "title_key": key_of(title), "started_at": began}
    who = [numbers[one] for one in four]
    seats = msgspec.json.encode([(one, row["balance"], row["net"]) for one, row in zip(who, counted, strict=True)])
    session |= {"hands": HANDS, "last_seq": HANDS, "touched": number, "seats": seats.decode(), "notes_key": ""}
    _add(file, Sessions, [session])
    file.executemany("INSERT INTO events (session_id, seq, at, kind, body, checksum) VALUES (?, ?, ?, ?, ?, 0)", events)
    moved = [{"session_id": number, "started_at": began, "player_id": one, "person_id": one} for one in who]
    _add(file, Standings, [{**row, **new} for row, new in zip(counted, moved, strict=True)])


def _add(file: sqlite3.Connection, model: Any, rows: list[dict[str, Any]]) -> None:
    names = [*rows[0]]
    columns = f"({', '.join([*names, 'checksum'])}) VALUES ({', '.join('?' * len(names))}, 0)"
    table = checksums.table_of(model).name
    file.executemany(f"INSERT INTO {table} {columns}", [tuple(row.values()) for row in rows])


def _insert_games(file: sqlite3.Connection, rng: random.Random) -> None:
    """A row for each game, with a real record; what differs is when it was, the deal and what it scored."""
    kinds = ("kemp-chinese", "kemp-american", "simple")
    records = [gaming.real(rules, seed)[1] for rules in ("kemp-chinese", "simple") for seed in range(8)]
    columns = ""
    for number in range(GAMES):
        won = rng.random() < 0.4
        final = Fraction(2 * rng.randrange(4, 300) * rng.randrange(20, 127), 127) if won else None
        row = gaming.row(
            number, kinds[number % 3], final, asked=int(rng.random() < 0.2), seed=number % (GAMES * 3 // 4)
        )
        at = (datetime(2011, 1, 1, 18, tzinfo=UTC) + timedelta(minutes=number * 77)).strftime("%Y-%m-%dT%H:%M:%SZ")
        row = msgspec.structs.replace(row, begun_at=at, finished_at=at)
        values = GAME_RECORDS.values_of(StoredGame(row, rng.choice(records)))
        columns = columns or f"({', '.join(values)}) VALUES ({', '.join('?' * len(values))})"
        file.execute(f"INSERT INTO games {columns}", tuple(values.values()))


def _insert_kept(file: sqlite3.Connection, rng: random.Random) -> None:
    """A row for each hand, with a real record; what differs is when it was, and whose."""
    records = [keeping.record(rules) for rules in ("classical", "nmjl", "kemp-chinese")]
    names = list(_names(rng))
    columns = ""
    for number in range(KEPT + EXERCISES):
        place = number if number < KEPT else (number - KEPT) * (KEPT // EXERCISES)
        at = (datetime(2011, 1, 1, 18, tzinfo=UTC) + timedelta(minutes=place * 77)).strftime("%Y-%m-%dT%H:%M:%SZ")
        words = rng.choice(names), rng.choice(("Home", "Club", "")), f"hand {number}"
        kind = "" if number < KEPT else PRACTICE
        values = HAND_RECORDS.values_of(hand_of(f"{number:032x}", at, at, records[number % 3], *words, kind))
        columns = columns or f"({', '.join(values)}) VALUES ({', '.join('?' * len(values))})"
        file.execute(f"INSERT INTO kept {columns}", tuple(values.values()))


# the same questions in plain SQL

_ROWS = """
SELECT c.*, p.uid, p.name, t.balance, t.net FROM ({chosen}) c JOIN standings t ON t.session_id = c.id
JOIN players p ON p.id = t.person_id ORDER BY c.started_at DESC, c.id DESC, t.place"""
FIRST_PAGE = _ROWS.format(chosen="SELECT * FROM sessions ORDER BY started_at DESC, id DESC LIMIT 51")
NEXT_PAGE = _ROWS.format(
    chosen="SELECT * FROM sessions WHERE (started_at, id) < (?, ?) ORDER BY started_at DESC, id DESC LIMIT 51"
)
BY_RULES = _ROWS.format(chosen="SELECT * FROM sessions WHERE rules = ? ORDER BY started_at DESC, id DESC LIMIT 51")
BY_PLAYER = _ROWS.format(
    chosen="SELECT s.* FROM sessions s JOIN standings m ON m.session_id = s.id "
    "WHERE m.person_id = (SELECT id FROM players WHERE uid = ?) ORDER BY m.started_at DESC, m.session_id DESC LIMIT 51"
)
BY_TEXT = _ROWS.format(
    chosen="SELECT * FROM sessions s WHERE instr(title_key, ?1) > 0 OR EXISTS (SELECT 1 FROM standings m "
    "WHERE m.session_id = s.id AND m.person_id IN (SELECT id FROM players WHERE instr(name_key, ?1) > 0)) "
    "ORDER BY started_at DESC, id DESC LIMIT 51"
)
BY_DATE = _ROWS.format(
    chosen="SELECT * FROM sessions WHERE started_at >= ? AND started_at <= ? ORDER BY started_at DESC, id DESC LIMIT 51"
)
COUNT = "SELECT count(*) FROM sessions"
SESSION = (
    "SELECT * FROM sessions WHERE uid = ?",
    "SELECT body, checksum FROM events WHERE session_id = ? ORDER BY seq",
    "SELECT p.uid, p.name FROM players p JOIN standings t ON t.person_id = p.id WHERE t.session_id = ? ORDER BY t.place",
)
_SHOWN = checksums.names_of(Games)
_SEEN = (
    "EXISTS (SELECT 1 FROM games e WHERE e.rules = games.rules AND e.seed = games.seed "
    "AND (e.finished_at, e.id) < (games.finished_at, games.id))"
)
"""Whether the deal was seen before, which the list shows too."""
_GAME = f"SELECT id, {', '.join(_SHOWN)} FROM games WHERE put_aside = 0"
_LISTED = f"SELECT id, {', '.join(_SHOWN)}, {_SEEN} FROM games WHERE put_aside = 0"
GAMES_PAGE = f"{_LISTED} ORDER BY finished_at DESC, id DESC LIMIT 51"
GAMES_NEXT = f"{_LISTED} AND (finished_at, id) < (?, ?) ORDER BY finished_at DESC, id DESC LIMIT 51"
GAMES_BY_RULES = f"{_LISTED} AND rules = ? ORDER BY finished_at DESC, id DESC LIMIT 51"
GAMES_ASSISTED = f"{_LISTED} AND rules = ? AND won = 1 AND assisted = 1 ORDER BY finished_at DESC, id DESC LIMIT 51"
GAMES_COUNT = "SELECT count(*) FROM games WHERE put_aside = 0"
GAMES_NOWHERE = f"{_LISTED} AND instr(key, ?) > 0 ORDER BY finished_at DESC, id DESC LIMIT 51"
GAME_FINALS = (
    "SELECT final_cents, count(*) FROM games WHERE put_aside = 0 AND rules = ? AND final_cents IS NOT NULL "
    "GROUP BY 1 ORDER BY 1"
)
GAME_BEST = f"{_GAME} AND rules = ? AND house = ? AND final_cents = ?"
GAME = f"SELECT {', '.join(_SHOWN)}, record, checksum FROM games WHERE uid = ?"


FIGURES_OF_GAMES = (
    (
        f"SELECT rules, house, {_SEEN} s, substr(finished_at, 1, 7), count(*), sum(won), sum(won = 0 AND winner != ''), "
        "sum(assisted), sum(CASE WHEN won THEN 1.0 * factor_num / factor_den END), sum(won AND factor_den IS NOT NULL), "
        "sum(final_cents), count(final_cents) FROM games WHERE put_aside = 0 {where} GROUP BY 1, 2, 3, 4"
    ),
    (
        "SELECT rules, house, final_cents, count(*) FROM games WHERE put_aside = 0 AND final_cents IS NOT NULL "
        f"AND NOT {_SEEN} GROUP BY 1, 2, 3"
    ),
    f"{_GAME} AND rules = ? AND house = ? AND final_cents = ? AND NOT {_SEEN} ORDER BY finished_at || '', id LIMIT 1",
)
FIGURES_OF_HANDS = (
    (
        "SELECT rules, house, substr(at, 1, 7), count(*), sum(won), "
        "sum(CASE WHEN won THEN 1.0 * factor_num / factor_den END), sum(won AND factor_den IS NOT NULL), "
        "sum(CASE WHEN won THEN final_cents END), sum(CASE WHEN won AND final_cents IS NULL THEN score END), "
        "max(rules_name) FROM kept WHERE put_aside = 0 AND kind = '' {where} GROUP BY 1, 2, 3"
    ),
    (
        "SELECT rules, house, final_cents, CASE WHEN final_cents IS NULL THEN score END p, count(*) FROM kept "
        "WHERE put_aside = 0 AND kind = '' AND won {where} GROUP BY 1, 2, 3, 4"
    ),
    (
        "SELECT * FROM kept WHERE put_aside = 0 AND kind = '' AND won AND rules = ? AND house = ? "
        "AND (final_cents = ? OR final_cents IS NULL AND score = ?) ORDER BY at, id LIMIT 1"
    ),
)
TABLE_FIGURES = """
SELECT p.uid, p.name, each.* FROM (SELECT held.rules, held.fingerprint, mine.person_id person, count(*) n,
  sum(held.ended AND held.hands > 0 AND reached = 1), sum(held.ended AND held.hands > 0 AND reached = 2),
  sum(held.ended AND held.hands > 0 AND reached = 3), sum(held.ended AND held.hands > 0 AND reached >= 4),
  sum(mine.hands), sum(wins), sum(self_drawn), sum(thrown), sum(east_wins), sum(won_points), sum(net), max(best),
  max(held.rules_name) FROM (SELECT *, rank() OVER (PARTITION BY session_id ORDER BY net DESC) reached FROM standings)
  mine JOIN sessions held ON held.id = mine.session_id GROUP BY 1, 2, 3) each JOIN players p ON p.id = each.person
ORDER BY each.rules, each.fingerprint, each.n DESC, p.name_key, p.id"""


_HAND = f"SELECT id, {', '.join(KeptHand.__struct_fields__)} FROM kept WHERE put_aside = 0 AND kind = ''"
KEPT_PAGE = f"{_HAND} ORDER BY at DESC, id DESC LIMIT 51"
KEPT_NEXT = f"{_HAND} AND (at, id) < (?, ?) ORDER BY at DESC, id DESC LIMIT 51"
KEPT_BY_RULES = f"{_HAND} AND rules = ? ORDER BY at DESC, id DESC LIMIT 51"
KEPT_BY_PLAYER = f"{_HAND} AND player_key = ? ORDER BY at DESC, id DESC LIMIT 51"
KEPT_BY_TEXT = f"{_HAND} AND instr(key, ?) > 0 ORDER BY at DESC, id DESC LIMIT 51"
KEPT_COUNT = "SELECT count(*) FROM kept WHERE put_aside = 0 AND kind = ''"
KEPT_ONE = f"SELECT {', '.join(KeptHand.__struct_fields__)}, record FROM kept WHERE uid = ?"


Pair = tuple[str, Callable[[], object], Callable[[], object]]
"""A question, and what asks it: the ledger, and plain sqlite3."""
_ALL_KEYS: Final = (
    "SELECT 0 k, at, id n FROM kept WHERE put_aside = 0 AND kind = '' {hand} UNION ALL "
    "SELECT 1, finished_at, id FROM games WHERE put_aside = 0 {game} UNION ALL "
    "SELECT 2, started_at, id FROM sessions s WHERE 1 {session} UNION ALL "
    "SELECT 3, at, id FROM kept WHERE put_aside = 0 AND kind = 'practice' {exercise} "
    "ORDER BY at DESC, k, n DESC LIMIT 51"
)
_ALL_ROWS: Final = (
    f"SELECT id, {', '.join(KeptHand.__struct_fields__)} FROM kept WHERE id IN ({{}})",
    f"SELECT id, {', '.join(_SHOWN)}, {_SEEN} FROM games WHERE id IN ({{}})",
    _ROWS.format(chosen="SELECT * FROM sessions WHERE id IN ({})"),
    f"SELECT id, {', '.join(KeptHand.__struct_fields__)} FROM kept WHERE id IN ({{}})",
)
_WITH_TEXT = {
    "hand": "AND instr(key, ?1) > 0",
    "game": "AND instr(key, ?1) > 0",
    "session": "AND (instr(title_key, ?1) > 0 OR EXISTS (SELECT 1 FROM standings m WHERE m.session_id = s.id "
    "AND m.person_id IN (SELECT id FROM players WHERE instr(name_key, ?1) > 0)))",
    "exercise": "AND instr(key, ?1) > 0",
}
ALL_FIRST = _ALL_KEYS.format(hand="", game="", session="", exercise="")
ALL_NEXT = _ALL_KEYS.format(
    hand="AND (at, id) < (?1, ?2)",
    game="AND (finished_at, id) < (?1, ?3)",
    session="AND (started_at, id) < (?1, ?4)",
    exercise="AND (at, id) < (?1, ?5)",
)
ALL_BY_RULES = _ALL_KEYS.format(**dict.fromkeys(("hand", "game", "session", "exercise"), "AND rules = ?1"))
ALL_BY_DATE = _ALL_KEYS.format(
    hand="AND at >= ?1 AND at <= ?2",
    game="AND finished_at >= ?1 AND finished_at <= ?2",
    session="AND started_at >= ?1 AND started_at <= ?2",
    exercise="AND at >= ?1 AND at <= ?2",
)
ALL_BY_TEXT = _ALL_KEYS.format(**_WITH_TEXT)
ALL_COUNTS = (KEPT_COUNT, GAMES_COUNT, COUNT, KEPT_COUNT.replace("kind = ''", "kind = 'practice'"))


def _tops(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Of scores by ruleset the highest of each."""
    found: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    for row in rows:
        value = row[2] if row[2] is not None else 100 * row[3]
        if row[:2] not in found or value > found[row[:2]][-1]:
            found[row[:2]] = (*row, value)
    return list(found.values())


def in_turns(ways: Iterable[Callable[[], object]], times: int) -> list[float]:
    """The median milliseconds that each takes; they take turns, so that noise hits all alike."""
    ways = list(ways)
    spent: list[list[float]] = [[] for _ in ways]
    for _ in range(times):
        for way, took in zip(ways, spent, strict=True):
            began = time.perf_counter()
            way()
            took.append((time.perf_counter() - began) * 1000)
    return [statistics.median(took) for took in spent]


def questions(ledger: Ledger, file: sqlite3.Connection, people: list[str]) -> None:
    """Print what each question takes, beside plain sqlite3."""
    page = ledger.sessions.page()
    assert page.after is not None
    middle = ledger.sessions.page(SessionFilter(until="2018-01-01")).rows[0].uid

    decode = msgspec.json.Decoder().decode

    def plain(query: str, *values: object) -> Callable[[], object]:
        return lambda: file.execute(query, values).fetchall()

    def plain_session() -> object:
        row = file.execute(SESSION[0], (middle,)).fetchone()
        events, who = (file.execute(query, (row[0],)).fetchall() for query in SESSION[1:])
        return [decode(body) for body, _ in events], who

    def asked(**wanted: str) -> Callable[[], object]:
        return lambda: ledger.sessions.page(SessionFilter(**wanted))

    def plain_figures() -> object:
        by_month = FIGURES_OF_GAMES[0].format(where="AND rules = ?")
        months, finals = (file.execute(query, ("kemp-chinese",)).fetchall() for query in (by_month, GAME_FINALS))
        return months, finals, file.execute(GAME_BEST, (*months[0][:2], finals[-1][0])).fetchall()

    def plain_all_figures() -> object:
        hands = [file.execute(query.format(where="")).fetchall() for query in FIGURES_OF_HANDS[:2]]
        played = [file.execute(query.format(where="")).fetchall() for query in FIGURES_OF_GAMES[:2]]
        best = [file.execute(FIGURES_OF_HANDS[2], row[:4]).fetchall() for row in _tops(hands[1])]
        return hands, played, best, [file.execute(FIGURES_OF_GAMES[2], row[:3]).fetchall() for row in _tops(played[1])]

    def plain_figures_of_one() -> object:
        who = (key_of(somebody),)
        hands = [
            file.execute(query.format(where="AND player_key = ?"), who).fetchall() for query in FIGURES_OF_HANDS[:2]
        ]
        return hands, [file.execute(FIGURES_OF_HANDS[2], row[:4]).fetchall() for row in _tops(hands[1])]

    def plain_game() -> object:
        row = file.execute(GAME, (game,)).fetchone()
        return row, decode(zlib.decompress(row[-2]))

    def asked_games(**wanted: Any) -> Callable[[], object]:
        return lambda: ledger.games.page(GameFilter(**wanted))

    def asked_kept(**wanted: str) -> Callable[[], object]:
        return lambda: ledger.hands.page(KeptFilter(**wanted))

    def plain_hand() -> object:
        row = file.execute(KEPT_ONE, (held,)).fetchone()
        return row, decode(zlib.decompress(row[-1]))

    one = people[7]
    kept_page = ledger.hands.page()
    assert kept_page.after is not None
    held, somebody = kept_page.rows[7].uid, kept_page.rows[7].player
    game_page = ledger.games.page()
    assert game_page.after is not None
    game = game_page.rows[7].uid
    pairs: list[Pair] = [
        ("first page of sessions", ledger.sessions.page, plain(FIRST_PAGE)),
        ("next page", lambda: ledger.sessions.page(after=page.after), plain(NEXT_PAGE, page.after.at, page.after.id)),
        ("how many sessions", ledger.sessions.count, plain(COUNT)),
        ("filter by player", asked(player=one), plain(BY_PLAYER, one)),
        ("filter by rules", asked(rules="nmjl"), plain(BY_RULES, "nmjl")),
        (
            "filter by date",
            asked(since="2014-01-01", until="2014-06-30"),
            plain(BY_DATE, "2014-01-01", "2014-06-30T24"),
        ),
        ("filter by text, common", asked(text="Tuesday"), plain(BY_TEXT, "tuesday")),
        ("filter by text, found once", asked(text="club 1234"), plain(BY_TEXT, "club 1234")),
        ("filter by text, nowhere", asked(text="nowhere at all"), plain(BY_TEXT, "nowhere at all")),
        ("open a session of 50 hands, events decoded", lambda: ledger.sessions.get(middle), plain_session),
        ("first page of games", ledger.games.page, plain(GAMES_PAGE)),
        (
            "next page of games",
            lambda: ledger.games.page(after=game_page.after),
            plain(GAMES_NEXT, game_page.after.at, game_page.after.id),
        ),
        ("games by rules", asked_games(rules="simple"), plain(GAMES_BY_RULES, "simple")),
        (
            "games by rules, won, assisted",
            asked_games(rules="simple", won=True, assisted=True),
            plain(GAMES_ASSISTED, "simple"),
        ),
        ("games by text, nowhere", asked_games(text="nowhere at all"), plain(GAMES_NOWHERE, "nowhere at all")),
        ("how many games", ledger.games.count, plain(GAMES_COUNT)),
        (
            "statistics of the games of one kind",
            lambda: ledger.statistics.games(GameFilter(rules="kemp-chinese"), with_seen=True),
            plain_figures,
        ),
        ("open a game, record decoded", lambda: ledger.games.get(game), plain_game),
        ("first page of kept hands", ledger.hands.page, plain(KEPT_PAGE)),
        (
            "next page of kept hands",
            lambda: ledger.hands.page(after=kept_page.after),
            plain(KEPT_NEXT, kept_page.after.at, kept_page.after.id),
        ),
        ("kept hands by rules", asked_kept(rules="nmjl"), plain(KEPT_BY_RULES, "nmjl")),
        ("kept hands by player", asked_kept(player=somebody), plain(KEPT_BY_PLAYER, key_of(somebody))),
        ("kept hands by text, found once", asked_kept(text="hand 1234 "), plain(KEPT_BY_TEXT, "hand 1234")),
        ("kept hands by text, nowhere", asked_kept(text="nowhere"), plain(KEPT_BY_TEXT, "nowhere")),
        ("how many kept hands", ledger.hands.count, plain(KEPT_COUNT)),
        ("open a kept hand, record decoded", lambda: ledger.hands.get(held), plain_hand),
        ("figures of all hands and games", ledger.statistics.hands_and_games, plain_all_figures),
        (
            "figures of one player's hands",
            lambda: ledger.statistics.hands_and_games(FiguresFilter(player=somebody)),
            plain_figures_of_one,
        ),
        ("places and figures of all sessions", ledger.statistics.sessions, plain(TABLE_FIGURES)),
    ]
    pairs += of_the_notebook(ledger, file)
    print(f"  {'median of 15':44} {'ledger':>10} {'sqlite3':>10}   ratio")
    for name, ours, theirs in pairs:
        mine, others = in_turns((ours, theirs), 15)
        print(f"  {name:44} {mine:7.2f} ms {others:7.2f} ms   {mine / others:5.2f}")
    session = ledger.sessions.get(middle)
    (replayed,) = in_turns([lambda: replay(session.events)], 15)
    print(f"  {'and that session played through':44} {replayed:7.2f} ms")


def of_the_notebook(ledger: Ledger, file: sqlite3.Connection) -> list[Pair]:
    """The questions to all kinds in one list, and the same in plain SQL."""

    def asked_all(**wanted: str) -> Callable[[], object]:
        return lambda: ledger.notebook.page(NotebookFilter(**wanted))

    def plain_all(query: str, *values: object) -> Callable[[], object]:
        """Which rows come next, and then those of each table."""

        def do() -> object:
            found = file.execute(query, values).fetchall()
            each = []
            for kind, rows in enumerate(_ALL_ROWS):
                numbers = [number for which, _, number in found if which == kind]
                if numbers:
                    each += file.execute(rows.format(", ".join("?" * len(numbers))), numbers).fetchall()
            return each

        return do

    whole = ledger.notebook.page()
    assert whole.after is not None
    last, order = whole.after, notebook.KINDS
    place = [last.id if kind == last.kind else 2**31 * (order.index(kind) > order.index(last.kind)) for kind in order]
    return [
        ("first page of the notebook", ledger.notebook.page, plain_all(ALL_FIRST)),
        (
            "next page of the notebook",
            lambda: ledger.notebook.page(after=last),
            plain_all(ALL_NEXT, last.at, *place),
        ),
        ("notebook by rules", asked_all(rules="nmjl"), plain_all(ALL_BY_RULES, "nmjl")),
        (
            "notebook by date",
            asked_all(since="2014-01-01", until="2014-06-30"),
            plain_all(ALL_BY_DATE, "2014-01-01", "2014-06-30T24"),
        ),
        ("notebook by text, common", asked_all(text="Tuesday"), plain_all(ALL_BY_TEXT, "tuesday")),
        ("notebook by text, found once", asked_all(text="hand 1234 "), plain_all(ALL_BY_TEXT, "hand 1234")),
        ("notebook by text, nowhere", asked_all(text="nowhere at all"), plain_all(ALL_BY_TEXT, "nowhere at all")),
        (
            "how many of each kind",
            ledger.notebook.counts,
            lambda: [file.execute(query).fetchall() for query in ALL_COUNTS],
        ),
    ]


def opening(path: Path) -> None:
    """Print what opening takes until the first page is there."""

    def ours() -> None:
        with Ledger.open(path) as ledger:
            ledger.sessions.page()

    def theirs() -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            for pragma in ("foreign_keys = ON", "synchronous = FULL", "journal_mode = WAL", "cache_size = -16000"):
                file.execute(f"PRAGMA {pragma}").fetchall()
            file.execute("SELECT version_num FROM alembic_version").fetchall()
            file.execute(FIRST_PAGE).fetchall()

    mine, others = in_turns((ours, theirs), 15)
    print(f"  {'open the file, first page':44} {mine:7.2f} ms {others:7.2f} ms   {mine / others:5.2f}")


def appending(ledger: Ledger, path: Path, people: list[str]) -> None:
    """Print what confirming a hand takes, the disk included."""
    uid = ledger.sessions.start(SessionSetup(TableRules.of(Ruleset("classical")), tuple(people[:4]), starting=2000)).uid
    ledger.backup_timer.cancel()
    spent = []
    for number in range(1, 201):
        event = Changed(at=now(), changes=(Put(str(number), hand(number)),))
        began = time.perf_counter()
        ledger.sessions.append(uid, number, event)
        spent.append((time.perf_counter() - began) * 1000)
    spent.sort()
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA synchronous = FULL")
        body, plain = session_records.body_of(event), []
        for number in range(201, 401):
            began = time.perf_counter()
            file.execute("BEGIN IMMEDIATE")
            file.execute("UPDATE meta SET version = version + 1")
            file.execute(
                "INSERT INTO events (session_id, seq, at, kind, body, checksum) VALUES (1, ?, '', '', ?, 0)",
                (number, body),
            )
            file.execute("UPDATE sessions SET title = title, hands = hands, last_seq = last_seq WHERE id = 1")
            file.executemany(
                "UPDATE standings SET balance = balance, net = net, hands = hands WHERE session_id = 1 AND place = ?",
                [(place,) for place in range(4)],
            )
            file.execute("COMMIT")
            plain.append((time.perf_counter() - began) * 1000)
        file.execute("DELETE FROM events WHERE session_id = 1 AND seq > 200")
    plain.sort()
    mine, others = spent[100], plain[100]
    print(f"  {'confirm a hand, on the disk':44} {mine:7.2f} ms {others:7.2f} ms   {mine / others:5.2f}")
    print(
        f"  {'  the 190th and the slowest of 200':44} {spent[189]:.1f}, {spent[-1]:.1f} ms; {plain[189]:.1f}, {plain[-1]:.1f} ms"
    )


def keeping_hands(ledger: Ledger) -> None:
    """Print what keeping a hand takes, the disk included."""
    told, spent = keeping.record("classical"), []
    for number in range(200):
        began = time.perf_counter()
        ledger.hands.keep(told, player="Ann", place="Home", remark=f"No. {number}")
        spent.append((time.perf_counter() - began) * 1000)
    spent.sort()
    print(
        f"  {'keep a hand, on the disk':44} {spent[100]:7.2f} ms; the 190th {spent[189]:.1f}, the slowest {spent[-1]:.1f} ms"
    )


_MEMORY: Final = """
import sys
from pathlib import Path
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import SessionFilter

def high_water():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM"))

loaded = high_water()
with Ledger.open(Path(sys.argv[1])) as ledger:
    page = ledger.sessions.page()
    for _ in range(40):
        page = ledger.sessions.page(after=page.after)
    ledger.sessions.page(SessionFilter(text="nowhere"))
    ledger.statistics.sessions()
    ledger.sessions.get(page.rows[0].uid).table
    ledger.games.page()
    ledger.statistics.hands_and_games()
print(loaded, high_water())
"""


def memory(path: Path) -> None:
    """Print how much memory a program takes that asks all this."""
    done = subprocess.run([sys.executable, "-c", _MEMORY, path], check=True, capture_output=True, text=True)
    loaded, most = done.stdout.split()
    print(f"  memory: {most} MB at most, {loaded} MB of that before the ledger is opened")


def care(ledger: Ledger) -> None:
    """Print what a backup takes, and a check of the first thousand sessions."""
    began = time.perf_counter()
    made = ledger.backup()
    print(f"  backup, copied and verified: {time.perf_counter() - began:.1f} s ({made.hands:,} hands)")
    began = time.perf_counter()
    report = ledger.check(lambda done, _: done < 1_000)
    took = time.perf_counter() - began
    print(f"  check of the file and of {report.sessions:,} sessions, {report.hands:,} hands: {took:.1f} s", end="; ")
    print(f"{len(report.findings)} findings")
    assert report.ok, report.findings[:3]


def main() -> None:
    """Make the ledger and measure."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.db"
        began = time.perf_counter()
        people = make(path)
        size = path.stat().st_size / 2**20
        print(
            f"{SESSIONS * HANDS:,} hands in {SESSIONS:,} sessions, {GAMES:,} games, {KEPT:,} kept hands, {EXERCISES:,} exercises, {size:,.0f} MB, ",
            end="made in ",
        )
        print(f"{time.perf_counter() - began:.0f} s")
        opening(path)
        with Ledger.open(path) as ledger, closing(sqlite3.connect(path, isolation_level=None)) as file:
            file.execute("PRAGMA cache_size = -16000")
            questions(ledger, file, people)
            appending(ledger, path, people)
            keeping_hands(ledger)
            care(ledger)
        memory(path)


if __name__ == "__main__":
    main()
