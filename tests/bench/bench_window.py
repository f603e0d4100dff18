"""How long a start takes beside a bare PySide6 window, a click on a tile, and another theme or text size.

Offscreen unless QT_QPA_PLATFORM says otherwise; the programs take turns, so that noise hits them alike.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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
from mjcompanion.ui import app as start
build = start.build
def say(word):
    sys.stdout.write(word + "\\n"); sys.stdout.flush()
def watched(app, *args, **words):
    from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
    from PySide6.QtGui import QKeyEvent
    window = build(app, *args, **words)
    class Paper(QObject):
        def eventFilter(self, watched, event):
            if event.type() is QEvent.Type.Paint:
                watched.removeEventFilter(self)
                QTimer.singleShot(0, whole)
            return False
    def whole():
        say("whole")
        for key, text in ((Qt.Key.Key_5, "5"), (Qt.Key.Key_P, "p")):
            QCoreApplication.sendEvent(app.focusWidget(), QKeyEvent(QEvent.Type.KeyPress, key, Qt.NoModifier, text))
        app.processEvents()
        say("answers" if len(window.page("score").hand_card.hand_row.buttons) == 1 else "no answer")
    window.paper = Paper()
    window.page("score").hand_card.installEventFilter(window.paper)
    window.setWindowState(Qt.WindowState.WindowNoState)  # maximised, it would keep the size of the offscreen screen
    window.resize(1024, 700)
    return window
start.build = watched
sys.exit(start.run(["bench"], sys.argv[1]))
"""


def milliseconds(program: str, folder: str, *until: str) -> list[float]:
    """Milliseconds from starting the process until it says each of these words."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", program, folder], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert process.stdout is not None
    spent = []
    for word in until:
        assert process.stdout.readline() == f"{word}\n"
        spent.append((time.perf_counter() - began) * 1000)
    process.kill()
    process.wait()
    process.stdout.close()
    return spent


def start_up() -> None:
    """Print when a bare window is painted, when our Score page is whole, and when it has answered to keys."""
    rows = []
    for _ in range(RUNS + 1):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "settings.json").write_text("{}")  # else the welcome comes first
            rows.append(milliseconds(_BARE, folder, "painted") + milliseconds(_OURS, folder, "whole", "answers"))
    del rows[0]  # it filled the disk's cache
    names = "a bare window", "the Score page", "“5p” typed"
    columns = list(zip(*rows, strict=True))
    for name, times in zip(names, columns, strict=True):
        by_median = statistics.median(times) / statistics.median(columns[0])
        print(f"  {name:14} median {statistics.median(times):6.0f} ms   least {min(times):6.0f} ms", end="")
        print(f"   {by_median:.2f} × bare by medians, {min(times) / min(columns[0]):.2f} × by the least")


def clicks() -> None:
    """Print how long it takes from a click on the palette until the new score is painted."""
    from mjcompanion.ui.app import build
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from mjcompanion.storage.paths import Folders

    app = QApplication(["ours", "-style", "fusion"])
    with tempfile.TemporaryDirectory() as folder:
        window = build(app, Folders.at(folder))
        window.setWindowState(Qt.WindowState.WindowNoState)
        window.resize(1920, 1080)
        window.show()
        for _ in range(50):
            app.processEvents()
        page = window.page("score")
        times = []
        for at in range(CLICKS):
            if at % 13 == 0:
                page.model.clear()
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


def looks() -> None:
    """Print how long another theme or text size takes with all pages open, until all is painted."""
    from mjcompanion.ui.app import build
    from mjcompanion.ui.pages import PAGES
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from mjcompanion.storage.paths import Folders

    app = QApplication.instance() or QApplication(["ours", "-style", "fusion"])
    with tempfile.TemporaryDirectory() as folder:
        window = build(app, Folders.at(folder))
        window.setWindowState(Qt.WindowState.WindowNoState)
        window.resize(1180, 780)
        window.show()
        for key in (*(page.key for page in PAGES), "settings"):
            window.open_page(key)
            QTest.qWait(200)
        for what, values in (("theme", ("dark", "high-contrast", "light")), ("text_size", (125, 200, 100))):
            times = []
            for value in values * 5:
                began = time.perf_counter()
                window.context.settings.change(**{what: value})
                app.processEvents()
                times.append((time.perf_counter() - began) * 1000)
            print(f"  another {what:9}: median {statistics.median(times):.0f} ms, the slowest {max(times):.0f} ms")
        window.context.close()
        window.close()


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    print("from the start of the process:")
    start_up()
    print("clicks:")
    clicks()
    print("with all pages open:")
    looks()


if __name__ == "__main__":
    main()
