"""What a window that stays open takes of the machine's memory."""

import subprocess
import sys

import pytest

GROWN = """
import sys
from pathlib import Path
from PySide6.QtGui import QImage
from mjcompanion.ui.memory import give_back

def megabytes():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024

if sys.argv[1] == "yes":
    give_back()
before, small = megabytes(), []
for number in range(3):
    pictures = []
    for _ in range(40):
        pictures.append(QImage(800, 700, QImage.Format.Format_RGB32))
        pictures[-1].fill(0)
        small.append(QImage(60, 80, QImage.Format.Format_RGB32))
    pictures.clear()
print(round(megabytes() - before))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other libraries")
def test_pictures_that_are_gone_give_their_memory_back():
    grown = {
        word: int(
            subprocess.run([sys.executable, "-c", GROWN, word], check=True, capture_output=True, text=True).stdout
        )
        for word in ("yes", "no")
    }
    assert grown["yes"] < 20 < grown["no"]


FREED = """
from pathlib import Path
from mjcompanion.ui.memory import trim

def megabytes():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024

small = [bytes(1000) for _ in range(100_000)]
last = small[-1]
del small
held = megabytes()
trim()
print(round(held - megabytes()))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other libraries")
def test_what_is_free_between_small_things_is_given_back():
    done = subprocess.run([sys.executable, "-c", FREED], check=True, capture_output=True, text=True)
    assert int(done.stdout) > 50
