"""Frames of the felt while tiles slide, 1920 × 1080 in software, beside an empty widget that repaints the same places.

A frame is all that the window's thread does for it: the move worked out and the picture brought up to date where one
begins, the tile moved, and everything repainted; by the clock, and by what it takes of the processor, which nothing
else on the machine disturbs. Measured alone, and while another process keeps a core busy.
"""

from __future__ import annotations

import itertools
import os
import random
import statistics
import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter, thread_time

SIZE = (1920, 1080)
SLIDE_MS = 220
MOVES = 60
FRAME_MS = 1000 / 60
WORST_MS = 33.0


def moments() -> Iterator[tuple[object, object, object]]:
    """Moves of a Chinese game with the moments around them, from the first discards on."""
    from mjcompanion.solitaire.deal import Deal
    from mjcompanion.solitaire.record import begin

    rng = random.Random(5)
    game = begin(Deal.of("kemp-chinese", 5))
    made = 0
    while not game.is_over and made < MOVES:
        move = game.forced() or rng.choice(game.choices())
        after = game.apply(move)
        if game.discards:
            made += 1
            yield game, move, after
        game = after


def percentile(times: list[float], part: float) -> float:
    """The time that this part of all is within."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def slide(app: object) -> dict[str, list[float]]:
    """Milliseconds of each frame, by the clock and of the processor, of an empty widget's repaint of the same places,
    from frame to frame, and of each move's beginning.
    """
    from mjcompanion.ui.pages.solitaire.felt import felt as module
    from mjcompanion.ui.widgets.felt_scene import FeltView
    from PySide6.QtCore import QEventLoop, Qt
    from PySide6.QtGui import QColor, QPainter, QPaintEvent, QRegion
    from PySide6.QtWidgets import QApplication, QWidget

    assert isinstance(app, QApplication)

    class Empty(QWidget):
        def paintEvent(self, event: QPaintEvent) -> None:
            painter = QPainter(self)
            painter.fillRect(event.rect(), QColor("darkgreen"))
            painter.end()

    frames: list[float] = []
    worked: list[float] = []
    ends: list[float] = []
    regions: list[QRegion] = []

    class TimedView(FeltView):
        spent = work = 0.0

        def paintEvent(self, event: QPaintEvent) -> None:
            began, worked_before = perf_counter(), thread_time()
            super().paintEvent(event)
            now = perf_counter()
            frames.append((TimedView.spent + now - began) * 1000)
            worked.append((TimedView.work + thread_time() - worked_before) * 1000)
            ends.append(now)
            regions.append(QRegion(event.region()))
            TimedView.spent = TimedView.work = 0.0

    module.FeltView = TimedView
    felt = module.Felt()
    module.FeltView = FeltView
    felt.resize(*SIZE)
    all_moments = list(moments())
    felt.show_game(all_moments[0][0])
    felt.show()
    for _ in range(200):
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)
    for measured in (frames, worked, regions):
        measured.clear()
    between: list[float] = []
    moves: list[float] = []
    for before, move, after in all_moments:
        ends.clear()
        began, worked_before = perf_counter(), thread_time()
        felt.play(before, move, after, SLIDE_MS)
        TimedView.spent += perf_counter() - began
        TimedView.work += thread_time() - worked_before
        moves.append(TimedView.work * 1000)
        while felt.is_moving:
            app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        between += [(two - one) * 1000 for one, two in itertools.pairwise(ends)]
    felt.hide()
    empty = Empty()
    empty.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
    empty.resize(*SIZE)
    empty.show()
    app.processEvents()
    bare = []
    for region in regions:
        began = perf_counter()
        empty.repaint(region)
        bare.append((perf_counter() - began) * 1000)
    empty.close()
    return {
        "the felt": frames,
        "of the processor": worked,
        "a move's beginning": moves,
        "an empty widget": bare,
        "from frame to frame": between,
    }


def told(title: str, figures: dict[str, list[float]]) -> None:
    frames, bare = figures["the felt"], figures["an empty widget"]
    print(f"{title}: {len(frames)} frames of {MOVES} moves")
    for name, times in figures.items():
        print(
            f"  {name:20} median {statistics.median(times):6.2f} ms   99 of 100 within {percentile(times, 0.99):6.2f} ms"
            f"   the slowest {max(times):6.2f} ms"
        )
    ratio = statistics.median(frames) / statistics.median(bare)
    late = sum(time > WORST_MS for time in frames)
    print(f"  {ratio:.1f} × the empty widget; {late} frames over {WORST_MS:.0f} ms (a frame is {FRAME_MS:.1f})")


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from mjcompanion.ui.theme import Theme
    from PySide6.QtWidgets import QApplication

    app = QApplication(["felt"])
    Theme(app).apply("light")
    told("alone", slide(app))
    burning = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        told("with a busy process beside it", slide(app))
    finally:
        burning.kill()
        burning.wait()


if __name__ == "__main__":
    main()
