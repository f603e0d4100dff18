"""How fast a ledger of a million hands answers.

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
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import count
from pathlib import Path
from timeit import repeat
from typing import Any, Final

import msgspec
from sqlalchemy import Connection

from mjcompanion.ledger import checksums, session_records
from mjcompanion.ledger.games import RECORDS as GAME_RECORDS
from mjcompanion.ledger.hand_records import hand_of
from mjcompanion.ledger.hands import RECORDS as HAND_RECORDS
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.models import Sessions, Standings
from mjcompanion.ledger.values import (
    PRACTICE,
    GameFilter,
    KeptFilter,
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
        with ledger.reading() as connection:
            evenings = list(_evenings(rng, tuple(people[:4]), connection))
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
    rng: random.Random, four: tuple[str, ...], connection: Connection
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
        row, counted = session_records.rows_of(connection, table)
        yield setup, [session_records.body_of(event) for event in events[1:]], row, counted


def _later(**after: float) -> str:
    return (datetime(2011, 1, 1, 18, tzinfo=UTC) + timedelta(**after)).strftime("%Y-%m-%dT%H:%M:%SZ")


def _insert(file: sqlite3.Connection, number: int, evening: Any, four: list[str], numbers: dict[str, int]) -> None:
    setup, bodies, row, counted = evening
    began = _later(hours=number * 6.5)
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
    for number in range(GAMES):
        won = rng.random() < 0.4
        final = Fraction(2 * rng.randrange(4, 300) * rng.randrange(20, 127), 127) if won else None
        row = gaming.row(
            number, kinds[number % 3], final, asked=int(rng.random() < 0.2), seed=number % (GAMES * 3 // 4)
        )
        at = _later(minutes=number * 77)
        row = msgspec.structs.replace(row, begun_at=at, finished_at=at)
        _insert_row(file, "games", GAME_RECORDS.values_of(StoredGame(row, rng.choice(records))))


def _insert_row(file: sqlite3.Connection, table: str, values: dict[str, Any]) -> None:
    columns = f"({', '.join(values)}) VALUES ({', '.join('?' * len(values))})"
    file.execute(f"INSERT INTO {table} {columns}", tuple(values.values()))


def _insert_kept(file: sqlite3.Connection, rng: random.Random) -> None:
    """A row for each hand, with a real record; what differs is when it was, and whose."""
    records = [keeping.record(rules) for rules in ("classical", "nmjl", "kemp-chinese")]
    names = list(_names(rng))
    for number in range(KEPT + EXERCISES):
        place = number if number < KEPT else (number - KEPT) * (KEPT // EXERCISES)
        at = _later(minutes=place * 77)
        words = rng.choice(names), rng.choice(("Home", "Club", "")), f"hand {number}"
        kind = "" if number < KEPT else PRACTICE
        one = hand_of(f"{number:032x}", at, at, records[number % 3], *words, kind)
        _insert_row(file, "kept", HAND_RECORDS.values_of(one))


Question = tuple[str, Callable[[], object]]


def told(name: str, way: Callable[[], object]) -> None:
    """Print the median milliseconds that something takes."""
    print(f"  {name:44} {1000 * statistics.median(repeat(way, number=1, repeat=15)):7.2f} ms")


def questions(ledger: Ledger, people: list[str]) -> None:
    page = ledger.sessions.page()
    assert page.after is not None
    middle = ledger.sessions.page(SessionFilter(until="2018-01-01")).rows[0].uid

    def asked(**wanted: str) -> Callable[[], object]:
        return lambda: ledger.sessions.page(SessionFilter(**wanted))

    def asked_games(**wanted: Any) -> Callable[[], object]:
        return lambda: ledger.games.page(GameFilter(**wanted))

    def asked_kept(**wanted: str) -> Callable[[], object]:
        return lambda: ledger.hands.page(KeptFilter(**wanted))

    kept_page = ledger.hands.page()
    assert kept_page.after is not None
    held, somebody = kept_page.rows[7].uid, kept_page.rows[7].player
    game_page = ledger.games.page()
    assert game_page.after is not None
    game = game_page.rows[7].uid
    asking: list[Question] = [
        ("first page of sessions", ledger.sessions.page),
        ("next page", lambda: ledger.sessions.page(after=page.after)),
        ("how many sessions", ledger.sessions.count),
        ("filter by player", asked(player=people[7])),
        ("filter by rules", asked(rules="nmjl")),
        ("filter by date", asked(since="2014-01-01", until="2014-06-30")),
        ("filter by text, common", asked(text="Tuesday")),
        ("filter by text, found once", asked(text="club 1234")),
        ("filter by text, nowhere", asked(text="nowhere at all")),
        ("open a session of 50 hands, events decoded", lambda: ledger.sessions.get(middle)),
        ("first page of games", ledger.games.page),
        ("next page of games", lambda: ledger.games.page(after=game_page.after)),
        ("games by rules", asked_games(rules="simple")),
        ("games by rules, won, assisted", asked_games(rules="simple", won=True, assisted=True)),
        ("games by text, nowhere", asked_games(text="nowhere at all")),
        ("how many games", ledger.games.count),
        (
            "statistics of the games of one kind",
            lambda: ledger.statistics.games(GameFilter(rules="kemp-chinese"), with_seen=True),
        ),
        ("open a game, record decoded", lambda: ledger.games.get(game)),
        ("first page of kept hands", ledger.hands.page),
        ("next page of kept hands", lambda: ledger.hands.page(after=kept_page.after)),
        ("kept hands by rules", asked_kept(rules="nmjl")),
        ("kept hands by player", asked_kept(player=somebody)),
        ("kept hands by text, found once", asked_kept(text="hand 1234 ")),
        ("kept hands by text, nowhere", asked_kept(text="nowhere")),
        ("how many kept hands", ledger.hands.count),
        ("open a kept hand, record decoded", lambda: ledger.hands.get(held)),
        ("figures of all hands", ledger.statistics.hands),
        ("figures of all games", ledger.statistics.games),
        (
            "figures of one player's hands",
            lambda: ledger.statistics.hands(KeptFilter(player=somebody)),
        ),
        ("places and figures of all sessions", ledger.statistics.sessions),
    ]
    print("  medians of 15")
    for name, way in [*asking, *of_the_notebook(ledger)]:
        told(name, way)
    session = ledger.sessions.get(middle)
    told("and that session played through", lambda: replay(session.events))


def of_the_notebook(ledger: Ledger) -> list[Question]:
    def asked_all(**wanted: str) -> Callable[[], object]:
        return lambda: ledger.notebook.page(NotebookFilter(**wanted))

    last = ledger.notebook.page().after
    return [
        ("first page of the notebook", ledger.notebook.page),
        ("next page of the notebook", lambda: ledger.notebook.page(after=last)),
        ("notebook by rules", asked_all(rules="nmjl")),
        ("notebook by date", asked_all(since="2014-01-01", until="2014-06-30")),
        ("notebook by text, common", asked_all(text="Tuesday")),
        ("notebook by text, found once", asked_all(text="hand 1234 ")),
        ("notebook by text, nowhere", asked_all(text="nowhere at all")),
        ("how many of each kind", ledger.notebook.counts),
    ]


def opening(path: Path) -> None:
    def ours() -> None:
        with Ledger.open(path) as ledger:
            ledger.sessions.page()

    told("open the file, first page", ours)


def appending(ledger: Ledger, people: list[str]) -> None:
    uid = ledger.sessions.start(SessionSetup(TableRules.of(Ruleset("classical")), tuple(people[:4]), starting=2000)).uid
    ledger.backup_timer.cancel()
    numbers = count(1)

    def confirm() -> None:
        number = next(numbers)
        ledger.sessions.append(uid, number, Changed(at=now(), changes=(Put(str(number), hand(number)),)))

    each_of_200("confirm a hand, on the disk", confirm)


def each_of_200(name: str, act: Callable[[], object]) -> None:
    spent = sorted(1000 * seconds for seconds in repeat(act, number=1, repeat=200))
    print(f"  {name:44} {spent[100]:7.2f} ms; the 190th {spent[189]:.1f}, the slowest {spent[-1]:.1f} ms")


def keeping_hands(ledger: Ledger) -> None:
    record, numbers = keeping.record("classical"), count()
    each_of_200(
        "keep a hand, on the disk",
        lambda: ledger.hands.keep(record, player="Ann", place="Home", remark=f"No. {next(numbers)}"),
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
    ledger.statistics.hands()
    ledger.statistics.games()
print(loaded, high_water())
"""


def memory(path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", _MEMORY, path], check=True, capture_output=True, text=True)
    loaded, most = done.stdout.split()
    print(f"  memory: {most} MB at most, {loaded} MB of that before the ledger is opened")


def care(ledger: Ledger) -> None:
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
        with Ledger.open(path) as ledger:
            questions(ledger, people)
            appending(ledger, people)
            keeping_hands(ledger)
            care(ledger)
        memory(path)


if __name__ == "__main__":
    main()
