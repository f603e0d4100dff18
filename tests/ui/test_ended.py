"""A real program is told to end from outside, or hangs on something: it ends in time, and what was typed is there."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest

from mjcompanion.ledger.ledger import Ledger
from mjcompanion.storage.paths import Folders

pytestmark = [
    pytest.mark.usefixtures("heeds_signals"),
]

START = """
import sys, threading
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from mjcompanion.ui import app

def say(*words):
    print(*words, flush=True)

def when(ready, do):
    QTimer.singleShot(20, lambda: do() if ready() else when(ready, do))

def begin():
    window = next(one for one in QApplication.topLevelWidgets() if hasattr(one, "open_page"))
    if not window.isActiveWindow():  # nothing that is typed earlier could lose the keyboard
        return QTimer.singleShot(20, begin)
    {steps}

build = app.build
def built(*words, **names):
    names["welcome"] = False
    QTimer.singleShot(0, begin)
    return build(*words, **names)
app.build = built
sys.exit(app.run((), sys.argv[1], *sys.argv[2:]))
"""


@contextmanager
def program(folder, steps, *words):
    """The whole program, offscreen, that does some steps once it is there; it says "ready" after them."""
    code = START.replace("{steps}", "\n    ".join(steps.strip().splitlines()))
    with subprocess.Popen(
        [sys.executable, "-c", code, str(folder), *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    ) as there:  # fmt: skip
        watch = threading.Timer(180, there.kill)
        watch.start()
        try:
            yield there
        finally:
            watch.cancel()
            there.kill()


def ready(there):
    said = there.stdout.readline()
    assert said == "ready\n", said + there.stderr.read()


def ended(there, number=None):
    """End it, by a signal or as it does by itself; gives its exit code, and for how many seconds it went on."""
    began = time.monotonic()
    if number is not None:
        there.send_signal(number)
    code = there.wait()
    took = time.monotonic() - began
    assert "Traceback" not in (said := there.stderr.read()), said
    return code, took


LONG = 30
"""Seconds; what hangs would be waited for much longer, and a busy machine takes some itself."""

NAMES = """
page = window.open_page("table")
def type_names():
    start = page.view("start")
    for field, name in zip(start.names, ("Ann", "Bob", "Chuck", "Dora")):
        field.setFocus()
        QTest.keyClicks(field, name)
    QTest.keyClicks(start.title_field, "Frid")
    say("ready")
when(lambda: page.model.view == "start" and not page.model.busy, type_names)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_names_typed_for_a_new_session_are_there_again(table_at, tmp_path, number):
    folder = tmp_path / "data"
    with program(folder, NAMES) as there:
        ready(there)
        code, _ = ended(there, number)
    assert code == (-signal.SIGKILL if number == signal.SIGKILL else 0)
    start = table_at(folder).show().view("start")
    assert [field.text() for field in start.names] == ["Ann", "Bob", "Chuck", "Dora"]
    assert start.title_field.text() == "Frid"


NOTE = """
page = window.open_page("rules")
page.make_own()
def type_note():
    page.note.edit.setFocus()
    QTest.keyClicks(page.note.edit, "agreed on in Ma")
    say("ready")
when(lambda: page.model.is_own_chosen, type_note)
"""


@pytest.mark.parametrize("by_desktop", [False, True])
def test_a_note_that_is_half_typed_is_there_again(tmp_path, by_desktop):
    folder = tmp_path / "data"
    steps = NOTE
    if by_desktop:  # it asks, and may kill without another word
        steps = steps.replace('say("ready")', 'window.keep()\n    say("ready")')
    with program(folder, steps) as there:
        ready(there)
        ended(there, signal.SIGKILL if by_desktop else signal.SIGTERM)
    assert any("agreed on in Ma" in path.read_text() for path in (folder / "rules").iterdir())


PLAY = """
page = window.open_page("table")
def sit_down():
    start = page.view("start")
    for field, name in zip(start.names, "ABCD"):
        field.setText(name)
    start.start_button.click()
    when(lambda: page.model.table is not None, enter)
def enter():
    page.model.enter_hand(1)
    field = page.view("hand").lines[1].number
    field.setFocus()
    QTest.keyClicks(field, "48")
    say("ready")
when(lambda: page.model.view == "start" and not page.model.busy, sit_down)
"""


def test_a_number_that_is_half_typed_is_there_again_and_a_backup_is_made(table_at, tmp_path):
    folder = tmp_path / "data"
    with program(folder, PLAY) as there:
        ready(there)
        assert ended(there, signal.SIGTERM)[0] == 0
    assert json.loads((folder / "table-draft.json").read_text())["entry"]["numbers"]
    assert table_at(folder).show().view("hand").lines[1].number.number == 48
    with Ledger.open(None, Folders.at(folder)) as ledger:
        assert any(one.sessions == 1 and one.ok for one in ledger.backups())


def test_a_server_that_says_nothing_does_not_hold_the_window(tmp_path):
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        ear.listen()
        address = f"postgresql://ann@127.0.0.1:{ear.getsockname()[1]}/ledger"
        steps = """
window.context.ledger.ask(lambda ledger: ledger.sessions.count())
when(lambda: window.context.ledger._worker.busy_for > 0, lambda: say("ready"))
"""
        with program(tmp_path / "data", steps, address) as there:
            ready(there)
            code, took = ended(there, signal.SIGTERM)
    assert (code, took < LONG) == (0, True)


FORMS = """
line = window.open_page("score").hand_card.entry
line.setFocus()
QTest.keyClicks(line, "5m gibber")
practice = window.open_page("practice")
fields = practice.sheet.fields
def fill_in():
    for field, number in zip(fields, (7, 12, 34)):
        field.setFocus()
        QTest.keyClicks(field, str(number))
    page = window.open_page("table")
    when(lambda: page.model.view == "start" and not page.model.busy, lambda: sit_down(page))
def sit_down(page):
    start = page.view("start")
    for field, name in zip(start.names, "ABCD"):
        field.setText(name)
    start.start_button.click()
    when(lambda: page.model.table is not None, lambda: punish(page))
def punish(page):
    page.model.show("penalty")
    form = page.view("penalty")
    form.payer.segments[1].click()
    form.points.setFocus()
    QTest.keyClicks(form.points, "50")
    form.why.setFocus()
    QTest.keyClicks(form.why, "late aga")
    say("ready")
    QTimer.singleShot(1_000, lambda: say("rested"))
fill_in()
"""
SEEN = """
line = window.open_page("score").hand_card.entry
practice = window.open_page("practice")
page = window.open_page("table")
def look():
    page.model.show("penalty")
    form = page.view("penalty")
    said = [line.text(), str(window.page("score").model.draft.hand), practice.model.made.code]
    said += [field.text() for field in practice.sheet.fields[:3]]
    said += [form.payer.value, form.points.text(), form.why.text(), form.confirm_button.isEnabled()]
    import json
    say(json.dumps(said))
when(lambda: page.model.table is not None, look)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_lines_sheets_and_forms_that_are_half_filled_in_are_there_again(tmp_path, number):
    folder = tmp_path / "data"
    with program(folder, FORMS) as there:
        ready(there)
        if number is signal.SIGKILL:
            assert there.stdout.readline() == "rested\n"  # it keeps all but the last moments
        ended(there, number)
    with program(folder, SEEN) as there:
        seen = json.loads(there.stdout.readline() or there.stderr.read())
    line, hand, code, *figures, payer, points, why, ready_to_go = seen
    assert (line, hand) == ("gibber", "5m")
    assert code == "traditional 1 1"
    assert figures == ["7", "12", "34"]
    assert (payer, points, why, ready_to_go) == ("1", "50", "late aga", True)
