"""From process start to first paint beside a bare PySide6 window, and from a click on a tile to the new score.

Offscreen unless QT_QPA_PLATFORM says otherwise; the two programs take turns, so that noise hits both alike.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 15
CLICKS = 200

_BARE = """
import sys
from PySide6.QtWidgets import QApplication, QWidget
class Window(QWidget):
    def paintEvent(self, event):
        sys.stdout.write("painted\\n"); sys.stdout.flush()
app = QApplication(["bare"])
window = Window()
window.resize(1024, 700)
window.show()
app.exec()
"""

_OURS = """
import sys
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication
from mjcompanion.folders import Folders
from mjcompanion.ui.app import build
from mjcompanion.ui.window import MainWindow
paint = MainWindow.paintEvent
def painted(self, event):
    paint(self, event)
    sys.stdout.write("painted\\n"); sys.stdout.flush()
MainWindow.paintEvent = painted
app = QApplication(["ours"])
window = build(app, Folders.at(sys.argv[1]), at_once=False)
def opened(key):
    class Paper(QObject):
        def eventFilter(self, watched, event):
            if event.type() is QEvent.Type.Paint:
                QTimer.singleShot(0, lambda: (sys.stdout.write("page\\n"), sys.stdout.flush()))
            return False
    global paper
    paper = Paper()
    window.page(key).hand_card.installEventFilter(paper)
window.page_opened.connect(opened)
window.resize(1024, 700)
window.show()
app.exec()
"""


def first_paint(program: str, folder: str, *, page: bool = False) -> tuple[float, float]:
    """Milliseconds from starting the process until it has painted its window once, and its page where it has one."""
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", program, folder], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "painted\n"
    spent = (time.perf_counter() - began) * 1000
    whole = spent
    if page:
        while process.stdout.readline() != "page\n":
            pass
        whole = (time.perf_counter() - began) * 1000
    process.kill()
    process.wait()
    process.stdout.close()
    return spent, whole


def start_up() -> None:
    """Print both programs' start, and the ratio."""
    with tempfile.TemporaryDirectory() as folder:
        programs = {"a bare window": _BARE, "our window": _OURS}
        spent: dict[str, list[float]] = {name: [] for name in programs}
        pages: list[float] = []
        for run in range(RUNS + 1):
            for name, program in programs.items():
                first, whole = first_paint(program, folder, page=program == _OURS)
                if run:  # the first fills the disk's cache
                    spent[name].append(first)
                    if program == _OURS:
                        pages.append(whole)
    bare, ours = spent.values()
    for name, times in spent.items():
        print(f"  {name:14} median {statistics.median(times):6.0f} ms   least {min(times):6.0f} ms")
    print(f"  ours is {statistics.median(ours) / statistics.median(bare):.2f} × bare by medians, ", end="")
    print(f"{min(ours) / min(bare):.2f} × by the least")
    print(f"  the Score page is whole after {statistics.median(pages):.0f} ms, the least {min(pages):.0f} ms")


def clicks() -> None:
    """Print how long it takes from a click on the palette until the new score is painted."""
    from mjcompanion.ui.app import build
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from mjcompanion.folders import Folders

    app = QApplication(["ours"])
    with tempfile.TemporaryDirectory() as folder:
        window = build(app, Folders.at(folder))
        window.resize(1920, 1080)
        window.show()
        for _ in range(50):
            app.processEvents()
        page = window.page("score")
        times = []
        for at in range(CLICKS):
            if at % 13 == 0:
                page.presenter.clear()
                app.processEvents()
            button = page.palette_row.buttons[(at * 7) % 42]
            began = time.perf_counter()
            QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
            app.processEvents()
            times.append((time.perf_counter() - began) * 1000)
        window.close()
    times.sort()
    print(f"  a click on a tile until all is painted, 1920 × 1080: median {statistics.median(times):.1f} ms, ", end="")
    print(f"19 of 20 within {times[len(times) * 19 // 20]:.1f} ms, the slowest {times[-1]:.1f} ms (a frame is 16.7)")


def main() -> None:
    """Measure both."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    print("process start to first paint:")
    start_up()
    print("clicks:")
    clicks()


if __name__ == "__main__":
    main()
