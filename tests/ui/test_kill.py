"""A real program is killed without warning: the hand that was being entered is there afterwards."""

import os
import random
import signal
import subprocess
import sys

import pytest

from mjcompanion.scoring.draft import Draft

DRIVER = """
import random, sys
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from mjcompanion.storage.paths import Folders
from mjcompanion.ui.app import build

app = QApplication([])
window = build(app, Folders.at(sys.argv[1]))
window.show()
page = window.page("score")
model = page.model
dice = random.Random(sys.argv[2])

def press(letter):
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(page.hand_card.entry, QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, letter))

def enter():
    if len(model.draft.entries) > 15:
        model.clear()
    for letter in dice.choice("123456789") + dice.choice("bdc"):
        press(letter)
    print(model.draft.save().decode(), flush=True)
    QTimer.singleShot(0, enter)

print("ready", flush=True)
enter()
app.exec()
"""


_BEHIND = 12
"""So many entries, made without any pause, may be on their way to the disk."""


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    path = tmp_path_factory.mktemp("driver") / "driver.py"
    path.write_text(DRIVER)
    return path


@pytest.mark.exhaustive(keep=2)
@pytest.mark.parametrize("turn", range(8))
def test_kill(driver, tmp_path, turn):
    dice = random.Random(turn)
    folder = tmp_path / "data"
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(
        [sys.executable, str(driver), str(folder), str(turn)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env,
    ) as program:  # fmt: skip
        printed = []
        try:
            first = program.stdout.readline()
            assert first == "ready\n", first + program.stderr.read()
            printed += [program.stdout.readline() for _ in range(dice.randrange(1, 60))]
        finally:
            program.send_signal(signal.SIGKILL)
        printed += program.stdout.readlines()
        assert program.wait() == -signal.SIGKILL
    whole = [line.rstrip("\n") for line in printed if line.endswith("\n")]
    kept = (folder / "draft.json").read_bytes()
    draft = Draft.load(kept)
    assert draft.save() == kept
    if kept.decode() in whole[-_BEHIND:]:
        return
    # it was killed after the next draft was stored and before it was printed
    before = Draft.load(whole[-1].encode()).entries
    assert draft.entries == () or draft.entries[:-1] == (before if len(before) <= 15 else ())
