"""A club's night on one PostgreSQL: eight windows confirm at once, and another looks at sixteen tables.

Each window is a process with a ledger of its own; together they confirm so many hands (200 unless another number is
given: `python -m tests.bench.bench_club 1600` is 200 in each window). Run it with `./run bench club`.
"""

from __future__ import annotations

import multiprocessing
import statistics
import sys
import time
from multiprocessing.connection import Connection
from typing import Final

from mjcompanion.ledger.ledger import Ledger
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import Changed, Put, SessionSetup, now
from mjcompanion.table.rules import TableRules
from tests.ledger import postgres
from tests.ledger.making import hand

WINDOWS: Final = 8
TABLES: Final = 16
RULES: Final = TableRules.of(Ruleset("classical"))


def _window(address: str, number: int, hands: int, line: Connection) -> None:
    """Open the ledger, begin a session, wait for the others, and confirm one hand after the other."""
    with Ledger.open(address) as ledger:
        four = tuple(ledger.players.add(f"{name} {number}").uid for name in ("Ann", "Bob", "Chuck", "Dora"))
        uid = ledger.sessions.start(SessionSetup(RULES, four, starting=2000, table=number + 1)).uid  # type: ignore[arg-type]
        line.send("ready")
        line.recv()
        took = []
        for seq in range(1, hands + 1):
            event = Changed(at=now(), changes=(Put(str(seq), hand(seq)),))
            began = time.perf_counter()
            ledger.sessions.append(uid, seq, event)
            took.append(time.perf_counter() - began)
        line.send(took)


def confirming(address: str, hands: int) -> None:
    """All windows confirm at once."""
    Ledger.open(address).close()
    context = multiprocessing.get_context("spawn")
    lines, windows = [], []
    for number in range(WINDOWS):
        here, there = context.Pipe()
        windows.append(context.Process(target=_window, args=(address, number, hands, there)))
        lines.append(here)
        windows[-1].start()
    for line in lines:
        line.recv()
    began = time.perf_counter()
    for line in lines:
        line.send("go")
    took = sorted(one for line in lines for one in line.recv())
    whole = time.perf_counter() - began
    for window in windows:
        window.join()
    with Ledger.open(address) as ledger:
        there_are = sum(row.hands for row in ledger.sessions.page(limit=100).rows)
        report = ledger.check()
    print(f"{WINDOWS} windows, {hands} hands each: {there_are} of {WINDOWS * hands} hands are there, ", end="")
    print("the ledger is whole" if report.ok else f"the ledger is NOT whole: {report.findings}")
    high = took[int(len(took) * 0.95)]
    print(f"  confirm: median {statistics.median(took) * 1000:.1f} ms, 95 % {high * 1000:.1f} ms, ", end="")
    print(f"longest {took[-1] * 1000:.1f} ms; {len(took) / whole:.0f} hands a second")


def looking(address: str) -> None:
    """Another window asks whether somebody wrote, and reads sixteen tables again after each hand."""
    with Ledger.open(address) as played, Ledger.open(address) as seen:
        begun = now()
        sessions = []
        for number in range(TABLES):
            four = tuple(played.players.add(f"{name} at {number}").uid for name in ("Eve", "Fred", "Gil", "Hal"))
            setup = SessionSetup(RULES, four, starting=2000, table=number + 1)  # type: ignore[arg-type]
            sessions.append(played.sessions.start(setup).uid)
        asked, read = [], []
        for seq in range(1, 21):
            for uid in sessions:
                event = Changed(at=now(), changes=(Put(str(seq), hand(seq)),))
                state = seen.changed_since(None)
                played.sessions.append(uid, seq, event)
                began = time.perf_counter()
                assert seen.changed_since(state) is not None
                at = time.perf_counter()
                tables = seen.sessions.tables_now(begun)
                asked.append(at - began)
                read.append(time.perf_counter() - at)
                assert next(one.hands for one in tables if one.uid == uid) == seq
        assert len(tables) == TABLES
    print(f"overview of {TABLES} tables, {len(read)} hands, asked every 2 s:", end="")
    print(f" asking median {statistics.median(asked) * 1000:.1f} ms, longest {max(asked) * 1000:.0f} ms;", end="")
    print(f" reading it {statistics.median(read) * 1000:.1f} ms")


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    programs = postgres.found()
    if programs is None:
        print("There is no PostgreSQL here.")
        return
    with postgres.within_reach(programs) as reached, postgres.server(reached) as address:
        confirming(address, -(-hands // WINDOWS))
        looking(address)


if __name__ == "__main__":
    main()
