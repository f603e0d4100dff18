"""From the start of the process to the first paint of its window: the bundle beside a bundle of a bare PySide6 window.

    python packaging/bench_start.py [RUNS]       after `./run bundle`; QT_QPA_PLATFORM=offscreen, or on a display

Both are started in turns. Qt itself says when the first picture goes to the screen. Beside the time that passed stands
the time that processors worked for it, which other programs on the machine hardly change.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from build import BUILD, DIST, platform_name, run, version

_BARE = """
import sys
from PySide6.QtWidgets import QApplication, QWidget
app = QApplication(sys.argv)
class Window(QWidget):
    def paintEvent(self, event):
        pass
window = Window()
window.resize(1180, 780)
window.show()
sys.exit(app.exec())
"""
_LOUD = {"QT_LOGGING_RULES": "qt.widgets.painting.debug=true"}


def bare_bundle() -> Path:
    """A bundle of a window with nothing in it, made once by the same PyInstaller."""
    folder = BUILD / "bare"
    starter = folder / "dist" / "bare" / "bare"
    if not starter.exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "bare.py").write_text(_BARE, encoding="utf-8")
        python = BUILD / "venv" / "bin" / "python"
        run(python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", "bare.py", cwd=folder)
    return starter


def first_paint(starter: Path, data: str) -> tuple[float, float]:
    """Milliseconds from starting the process until its first picture goes to the screen: by the clock, and of work."""
    environment = os.environ | _LOUD | {"XDG_DATA_HOME": data}
    environment.pop("MJCOMPANION_DATA", None)
    begun = time.perf_counter()
    with subprocess.Popen([starter], env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if "Flushing" in line:
                took = (time.perf_counter() - begun) * 1000
                tasks = Path(f"/proc/{process.pid}/task").glob("*/schedstat")
                worked = sum(int(task.read_text(encoding="ascii").split()[0]) for task in tasks) / 1e6
                process.kill()
                return took, worked
    raise SystemExit(f"{starter} shows nothing.")


def main() -> None:
    """Print both medians, and how often one goes into the other."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    ours = DIST / f"mjcompanion-{version()}-{platform_name()}" / "mjcompanion"
    if not ours.exists():
        raise SystemExit("There is no bundle yet: ./run bundle makes it.")
    bare = bare_bundle()
    took: dict[Path, list[tuple[float, float]]] = {bare: [], ours: []}
    with tempfile.TemporaryDirectory() as data:
        Path(data, "mjcompanion").mkdir()
        Path(data, "mjcompanion", "settings.json").write_text("{}", encoding="utf-8")
        for number in range(runs + 1):
            for starter, times in took.items():
                one = first_paint(starter, data)
                if number:  # the first ones fetch the files from the disk
                    times.append(one)
    for what, index in (("by the clock", 0), ("of work", 1)):
        medians = []
        for starter, times in took.items():
            some = sorted(one[index] for one in times)
            medians.append(statistics.median(some))
            print(f"{what:13} {starter.name:12} median {medians[-1]:6.0f} ms, from {some[0]:.0f} to {some[-1]:.0f}")
        print(f"{what:13} times {medians[1] / medians[0]:.2f}")


if __name__ == "__main__":
    main()
