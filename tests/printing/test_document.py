"""Documents: the same bytes for the same pages, progress, stopping, fields, and a file that is replaced whole."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pypdf
import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import FACES
from mjcompanion.printing.document import Printed, make
from mjcompanion.printing.layout import Field
from mjcompanion.printing.page import PrintStyle
from mjcompanion.printing.tiles import loose

HOME = Path(__file__).parents[2]


def draw_all(page):
    """Everything a page can draw."""
    page.text(page.left, page.top + 12, "Zoë Юлия שרה ♥", 12, bold=True, within=120)
    y = page.top + 40
    page.rule(page.left, y, page.right)
    page.box(page.left, y + 10, 100, 20, grey=0.9)
    for at, (name, about) in enumerate((("points", "Points"), ("doubles", "Doubles"))):
        field = Field(page.style, name, about, 14, 9, ruled=True)
        field.wrap(80, 14)
        field.drawOn(page.canvas, page.left + 100 * at, page.height - y - 54)
    page.tiles([loose(FACES[:14])], page.left, y + 80, 20, labels=True)
    page.foot("A page")


def document(count=3):
    return Printed("Everything", (draw_all,) * count, "A test")


def test_another_day_and_another_process_give_the_same_bytes():
    words = (
        "import sys; sys.path.insert(0, 'tests/printing'); from test_document import *; "
        "import hashlib; print(hashlib.sha256(make(document(), PrintStyle(fillable=True)).pdf).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", words],
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone},
            cwd=HOME,
            capture_output=True,
            check=True,
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Shanghai"))
    }
    assert len(found) == 1


# --- progress


def test_letters_that_are_missing_are_told_once_on_the_last_page():
    def draw(page):
        page.text(page.left, 100, f"\uffff{page.number}", 10)

    made = make(Printed("Numbers", (draw,) * 3), PrintStyle())
    assert made.missing == ("\uffff",)
    texts = [page.extract_text() for page in pypdf.PdfReader(BytesIO(made.pdf)).pages]
    assert ["No font" in text for text in texts] == [False, False, True]


def test_a_full_disk_leaves_the_old_file(tmp_path):
    old = tmp_path / "card.pdf"
    old.write_bytes(b"what was there")
    # the process may write 10,000 bytes more, as on a disk that is nearly full
    words = (
        "import resource, sys; from pathlib import Path; from mjcompanion.storage.paths import write_named_file\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))\n"
        "try: write_named_file(Path(sys.argv[1]), bytes(50_000))\n"
        "except OSError as error: print(error.filename)"
    )
    done = subprocess.run([sys.executable, "-c", words, str(old)], cwd=HOME, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(old)
    assert old.read_bytes() == b"what was there"
    assert list(tmp_path.iterdir()) == [old]


@pytest.mark.parametrize("epoch", ["yesterday", "1e5", "9" * 20, "253402300800"])
def test_a_date_that_is_no_time_is_refused_in_a_sentence(monkeypatch, epoch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    with pytest.raises(RuleError) as caught:
        make(Printed("Nothing", (lambda page: page.foot("Nothing"),)), PrintStyle())
    assert [problem.code for problem in caught.value.problems] == ["form-epoch"]


def test_a_document_is_dated_now_unless_the_environment_says_when(monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    nothing = Printed("Nothing", (lambda page: page.foot("Nothing"),))
    now = pypdf.PdfReader(BytesIO(make(nothing, PrintStyle()).pdf)).metadata.creation_date
    assert abs((datetime.now(UTC) - now).total_seconds()) < 600
