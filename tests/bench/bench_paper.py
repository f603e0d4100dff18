"""How fast forms are printed, how large they are, and how much memory a year's ledger takes.

Run it with `./run bench paper`, or `python -m tests.bench.bench_paper`. What starts a process is measured in one of
its own.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from timeit import repeat
from typing import Final

from mjcompanion.core.hand import Hand
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import SessionFilter
from mjcompanion.printing import catalogue
from mjcompanion.printing.catalogue import FORMS
from mjcompanion.printing.document import Made, make
from mjcompanion.printing.page import PrintStyle
from mjcompanion.printing.sources import sessions_source
from mjcompanion.printing.values import OneHand
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.table.events import SessionSetup, Started
from tests.printing.evenings import evening, source_of

CARDS: Final = 20
HANDS: Final = 200
SESSIONS: Final = 100
EACH: Final = 50
"""A year: so many sessions of so many hands."""
STYLE: Final = PrintStyle()
FULL: Final = "[1111s] (2222p) [7777z] (9999m) 55z 1234f 1234y"


def printed(form: str, source: object, style: PrintStyle = STYLE) -> Made:
    return make(catalogue.lay_out(form, source, style), style)


def show(name: str, spent: float, made: Made, more: str = "") -> None:
    print(f"{name:<44}{spent * 1e3:>10,.0f} ms{len(made.pdf) / 1024:>10,.0f} KB{made.pages:>7,} pages{more}")


def timed(act: Callable[[], Made], times: int = 1) -> tuple[float, Made]:
    """The median time of doing something, and what it made."""
    spent = []
    for _ in range(times):
        began = time.perf_counter()
        made = act()
        spent.append(time.perf_counter() - began)
    return statistics.median(spent), made


def bench_cards() -> None:
    """Blank forms, and cards that are filled in."""
    for form in FORMS:
        if form.blank:
            spent, made = timed(lambda id_=form.id: printed(id_, None), 5)
            show(f"{form.id}, blank", spent, made)
    for name, hand in (("a hand", "123m 456p 99s (777z) [1111s] 1f"), ("4 kongs and 8 flowers", FULL)):
        source = OneHand(
            score(Hand.parse(hand), ScoringContext(Ruleset("kemp-chinese"), discards=40)), "Ann", "2026-11-21"
        )
        for form in ("kemp-chinese", "score-sheet"):
            spent, made = timed(lambda id_=form, one=source: printed(id_, one), CARDS)
            show(f"{form}, {name}", spent, made)


def bench_session() -> None:
    """A session of 200 hands, all four by tiles."""
    events = evening(HANDS, 1).events

    def act() -> Made:
        return printed("session", source_of(events))

    show(f"session of {HANDS} hands", *timed(act, 3))
    spent, made = timed(lambda: printed("session", evening(HANDS, 1), PrintStyle(large=True)))
    show(f"session of {HANDS} hands, large print", spent, made)


def write_year(path: Path) -> None:
    with Ledger.open(path) as ledger:
        players = tuple(ledger.players.add(name).uid for name in ("Ann", "Bob", "Chuck", "Dora"))
        for number in range(SESSIONS):
            first, *others = evening(EACH, number).events
            assert isinstance(first, Started)
            setup = SessionSetup(first.setup.rules, players, starting=2000, title=f"Evening {number + 1}")
            ref = ledger.sessions.start(setup, f"2026-{1 + number // 9:02}-{1 + number % 9 * 3:02}T18:00:00Z")
            for seq, event in enumerate(others, 1):
                ledger.sessions.append(ref.uid, seq, event)


def print_year(path: Path) -> None:
    """Print it, in a process of its own; tell the peak of its memory."""
    import resource

    def peak() -> float:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    with Ledger.open(path, read_only=True) as ledger:
        began = time.perf_counter()
        source = sessions_source(ledger, SessionFilter())
        read = time.perf_counter() - began
    before = peak()
    first = 0.0
    began = time.perf_counter()

    def progress(done: int, _: int) -> bool:
        nonlocal first
        first = first or (time.perf_counter() - began if done else 0.0)
        return True

    made = make(catalogue.lay_out("session", source, STYLE), STYLE, progress)
    spent = time.perf_counter() - began
    show(f"a year, {SESSIONS * EACH:,} hands", spent, made)
    print(f"  read in {read:.1f} s, laid out in {first:.1f} s; memory {before:.0f} MB before, {peak():.0f} MB at most")


def bench_start(path: Path) -> None:
    """The command, from its start to the finished file."""
    words = [sys.executable, "-m", "mjcompanion", "form", "kemp-chinese", "--out", str(path)]
    spent = repeat(lambda: subprocess.run(words, check=True, capture_output=True), number=1, repeat=5)
    print(f"{'mjcompanion form kemp-chinese, with start':<44}{statistics.median(spent) * 1e3:>10,.0f} ms")


def main() -> None:
    printed("kemp-chinese", None)  # fonts and modules are loaded
    bench_cards()
    bench_session()
    with tempfile.TemporaryDirectory() as folder:
        bench_start(Path(folder) / "card.pdf")
        path = Path(folder) / "ledger.db"
        write_year(path)
        subprocess.run([sys.executable, "-m", "tests.bench.bench_paper", str(path)], check=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print_year(Path(sys.argv[1]))
    else:
        main()
