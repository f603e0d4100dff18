"""Let a person mean something at the Table and Score pages, many times, and see whether it is understood.

    python -m tools.try_person 20000 1      twenty thousand sequences of mouse and keys, chosen by the seed 1
    python -m tools.try_person "table=classical winner=0/wind confirm/click"      one of them again

Each sequence that is taken otherwise than it was meant is printed, without the steps that don't matter, and what went
wrong. `tests/ui/meaning` says what a person may do; `tests/ui/test_meant.py` tries some of it with each run.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

_EACH = 500
"""So many sequences are done in one window; then comes a new one."""
_LONGEST_MS = 60_000


class Hands:
    """What the desks of the tests need of pytest-qt."""

    mouseClick = staticmethod(QTest.mouseClick)  # noqa: N815 - as pytest-qt calls them
    keyClick = staticmethod(QTest.keyClick)  # noqa: N815
    keyClicks = staticmethod(QTest.keyClicks)  # noqa: N815
    choose_by_keys: Callable[..., None]
    """As the tests do it, from where `main` finds it: they need Qt."""

    def addWidget(self, widget: QWidget) -> None:
        """Do nothing: windows close with the program."""

    def waitUntil(self, done: Callable[[], bool]) -> None:
        """Wait."""
        until = time.monotonic() + _LONGEST_MS / 1000
        while not done():
            QTest.qWait(1)
            if time.monotonic() > until:
                raise TimeoutError

    @contextlib.contextmanager
    def waitActive(self, window: QWidget) -> Iterator[None]:
        """Wait until a window is active that is shown meanwhile."""
        yield
        if not QTest.qWaitForWindowActive(window, _LONGEST_MS):
            raise TimeoutError


def main(words: Sequence[str]) -> None:
    """Do the sequences."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from mjcompanion.ui.context import PageContext, SettingsModel
    from mjcompanion.ui.theme import Theme

    from mjcompanion.storage.paths import Folders
    from mjcompanion.storage.settings import Settings
    from tests.ui.conftest import Desk, TableDesk, choose_by_keys
    from tests.ui.meaning import at_table, on_score
    from tests.ui.meaning.person import fault_of, line_of, shortened, steps_of

    Hands.choose_by_keys = choose_by_keys
    theme = Theme(QApplication([]))
    theme.apply("light", 100)

    def context_at(folder: str, number: int = 0) -> PageContext:
        folders = Folders.at(Path(folder) / str(number))
        return PageContext(SettingsModel(Settings(reduced_motion=True), folders), theme, folders)

    def score_pages(folder: str) -> Iterator[Any]:
        for number in itertools.count():
            desk = Desk(Hands(), context_at(folder, number))
            yield desk
            desk.page.frame.deleteLater()
            desk.context.close()

    def pages(kind: str, folder: str) -> Any:  # noqa: ANN401 - either kind
        if kind == "score":
            return on_score.Hands(partial(next, score_pages(folder)))
        return at_table.Tables(TableDesk(Hands(), context_at(folder)).show())

    if not words[0].isdecimal():
        steps = steps_of(" ".join(words))
        with tempfile.TemporaryDirectory() as folder:
            print(fault_of(pages(steps[0].what, folder), steps) or "understood", flush=True)
            os._exit(0)
    count, seed, wrong = int(words[0]), words[1] if len(words) > 1 else "1", 0
    for done in range(0, count, _EACH):
        kind = "score" if done // _EACH % 2 else "table"
        with tempfile.TemporaryDirectory() as folder:
            served = pages(kind, folder)
            for number in range(done, min(count, done + _EACH)):
                rng = random.Random(f"{seed} {number}")  # noqa: S311 - it shall be repeatable
                steps = (on_score if kind == "score" else at_table).sequence(rng)
                if fault_of(served, steps):
                    wrong += 1
                    steps = shortened(served, steps)
                    print(f"{line_of(steps)}\n    {fault_of(served, steps)}", flush=True)
            if kind == "table":
                served.desk.page.window().close()
                served.desk.context.close()
        spent = time.process_time()
        print(f"{min(count, done + _EACH):,} sequences, {wrong} misunderstood, {spent:.0f} s", flush=True)
    os._exit(bool(wrong))  # at once: windows and threads of many tables are still there


if __name__ == "__main__":
    main(sys.argv[1:] or ["1000"])
