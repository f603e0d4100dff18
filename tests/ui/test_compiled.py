"""What PySide compiles at a start is kept for the next one, and taken only where it is the same."""

import builtins
import marshal
import os
import subprocess
import sys
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path

import pytest
from mjcompanion.ui import startup_cache

SOURCE = b"answer = 6 * 7\n"


@pytest.fixture
def start(tmp_path, monkeypatch):
    """A start of the program at which some source is compiled: what comes of it, and how often it had to be."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    file = Path(cache_from_source(startup_cache.__file__))
    file.parent.mkdir(parents=True)
    really = builtins.compile

    def start(source=SOURCE, name="one.py", **words):
        times = []

        def watched(*given, **more):
            times.append(given)
            return really(*given, **more)

        monkeypatch.setattr(builtins, "compile", watched)
        found = {}
        with startup_cache.kept():
            exec(compile(source, name, "exec", **words), found)
        assert builtins.compile is watched
        monkeypatch.setattr(builtins, "compile", really)
        return found["answer"], len(times)

    start.file = file.with_name(file.name.replace("compiled", "pyside"))
    return start


def test_it_is_compiled_once(start):
    assert [start(), start(), start()] == [(42, 1), (42, 0), (42, 0)]


def test_another_source_is_compiled_anew(start):
    start()
    assert [start(b"answer = 43\n"), start(b"answer = 43\n")] == [(43, 1), (43, 0)]


def test_what_is_compiled_in_another_way_is_not_taken(start):
    start()
    assert start(dont_inherit=True) == (42, 1)


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda _: b"",
        lambda stored: stored[:3],
        lambda stored: stored[:-1],
        lambda stored: b"\0\0\0\0" + stored[4:],
        lambda stored: stored[:-9] + bytes([stored[-9] ^ 4]) + stored[-8:],
        lambda _: MAGIC_NUMBER + marshal.dumps(1),
    ],
)
def test_a_file_of_another_python_or_a_damaged_one_is_written_anew(start, spoilt):
    start()
    start.file.write_bytes(spoilt(start.file.read_bytes()))
    assert [start(), start()] == [(42, 1), (42, 0)]


def test_where_python_keeps_nothing_nothing_is_kept(start, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert [start(), start()] == [(42, 1), (42, 1)]
    assert not start.file.exists()


def test_where_nothing_can_be_written_it_is_compiled_each_time(start):
    start.file.parent.rmdir()
    assert [start(), start()] == [(42, 1), (42, 1)]


TWO_STARTS = """
import builtins, sys
from mjcompanion.ui.startup_cache import kept
really, names = builtins.compile, []
def watched(source, name, mode, *more, **words):
    names.append(name)
    return really(source, name, mode, *more, **words)
builtins.compile = watched
with kept():
    import PySide6.QtCore
print(len([name for name in names if "shibokensupport" in name]))
from PySide6.QtCore import QPointF
try:
    QPointF("no", "point")
except TypeError as error:
    print("Supported signatures" in str(error))
"""


def test_pyside_is_given_what_it_compiled_before(tmp_path):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(tmp_path)
    said = [
        subprocess.run(
            [sys.executable, "-c", TWO_STARTS], env=environment, text=True, capture_output=True, check=True, timeout=180
        ).stdout.split()
        for _ in range(2)
    ]
    assert int(said[0][0]) > 5
    assert said == [[said[0][0], "True"], ["0", "True"]]


def test_imports_go_pythons_own_way(tmp_path):
    (tmp_path / "settings.json").write_text("{}")
    code = """
import builtins, sys
plain = builtins.__import__
from mjcompanion.ui import app
build = app.build
def built(application, *words, **names):
    from PySide6.QtCore import QTimer
    window = build(application, *words, **names)
    QTimer.singleShot(0, lambda: (print(builtins.__import__ is plain), application.exit()))
    return window
app.build = built
sys.exit(app.run((), sys.argv[1]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path], env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        text=True, capture_output=True, timeout=180,
    )  # fmt: skip
    assert (done.stdout, done.returncode) == ("True\n", 0), done.stderr
