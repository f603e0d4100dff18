"""The log of errors inside the program, and programs that crashed."""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mjcompanion import __main__, __version__, cli
from mjcompanion.core.tiles import Tile
from mjcompanion.storage.crash_reports import (
    as_lines,
    error_line,
    last_error,
    log_end,
    log_error,
    shortened,
    take_crash,
    watch_for_crashes,
)
from mjcompanion.storage.paths import Folders, make_folder


@pytest.fixture
def folders(tmp_path):
    return Folders.at(tmp_path / "data")


def caught(do):
    try:
        do()
    except Exception as error:
        return error
    raise AssertionError


def recent(at):
    return abs((datetime.now(UTC) - at).total_seconds()) < 3_600


class TestLog:
    def test_a_record_has_the_facts_and_the_trace_and_its_first_line_no_names(self, folders):
        error = caught(lambda: Tile.parse("Ann"))
        assert log_error(folders, error, [("Qt", "6.0")]) == folders.log_file
        text = folders.log_file.read_text()
        for part in (f"Version: {__version__}\n", "Python: 3", "System: ", "Qt: 6.0\n", "tiles.py"):
            assert part in text
        head, _, trace = text.partition("Traceback (most recent call last)")
        assert "Ann" not in head
        assert "Ann" in trace
        at, line = last_error(folders)
        assert recent(at)
        assert line == error_line(type(error), error.__traceback__)
        assert line.startswith(f"{type(error).__name__} in ")
        assert line.split(" in ")[1].split(":")[0] in ("tiles.py", "problems.py")
        assert error_line(ValueError, None) == "ValueError"

    def test_without_an_error_there_is_no_file(self, folders):
        assert (log_end(folders), last_error(folders)) == ("", None)
        assert not folders.data.exists()

    def test_where_nothing_can_be_written(self, tmp_path):
        (tmp_path / "file").write_text("")
        nowhere = Folders.at(tmp_path / "file" / "below")
        assert log_error(nowhere, ValueError("x")) is None
        assert (log_end(nowhere), take_crash(nowhere)) == ("", None)
        with watch_for_crashes(nowhere):
            pass

    def test_the_own_folder_is_not_named(self, monkeypatch, tmp_path, folders):
        monkeypatch.setenv("HOME", str(tmp_path / "ann"))
        home = str(Path("~").expanduser())
        assert as_lines([("File", f"{home}{os.sep}x")]) == f"File: ~{os.sep}x\n"
        assert shortened(f'"{home}" {home}a {home}-b') == f'"~" {home}a {home}-b'
        log_error(folders, OSError(f"no {home}/x"))
        assert "OSError: no ~/x" in folders.log_file.read_text()

    def test_a_long_log_begins_anew_and_the_old_one_stays_beside_it(self, folders):
        make_folder(folders.data)
        folders.log_file.write_text("x" * 1_100_000)
        log_error(folders, ValueError("new"))
        assert folders.log_file.stat().st_size < 2_000
        assert folders.log_file.with_name(f"{folders.log_file.name}.1").stat().st_size == 1_100_000
        assert log_end(folders).strip().endswith("ValueError: new")


def child(folders, do):
    code = f"""
import os, sys, time
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.crash_reports import watch_for_crashes
with watch_for_crashes(Folders.at(sys.argv[1])):
    print("begun", flush=True)
    {do}
"""
    return subprocess.Popen(
        [sys.executable, "-c", code, folders.data], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


class TestCrashes:
    def test_a_program_that_ends_well_leaves_nothing(self, folders):
        with watch_for_crashes(folders):
            pass
        assert take_crash(folders) is None
        assert not folders.log_file.exists()

    def test_a_crash_is_moved_into_the_log_once_while_another_program_runs(self, folders):
        running, aborted = child(folders, "time.sleep(60)"), child(folders, "os.abort()")
        try:
            for one in (running, aborted):
                assert one.stdout.readline() == "begun\n"
            aborted.communicate(timeout=60)
            assert aborted.returncode == -signal.SIGABRT
            assert recent(take_crash(folders))
            assert take_crash(folders) is None
            assert last_error(folders)[1].startswith("Aborted")
            text = folders.log_file.read_text()
            assert f"Version: {__version__}\n" in text
            assert 'File "<string>", line 7' in text
        finally:
            running.kill()
            running.communicate()
        assert take_crash(folders) is None  # it was killed, which is nobody's mistake


def test_who_stops_it_while_it_is_being_loaded_is_told_so(monkeypatch, capsys):
    def run(_words):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "run", run)
    monkeypatch.setattr(sys, "argv", ["mjcompanion", "score", "123m"])
    assert __main__.main() == 1
    assert capsys.readouterr().err == "Stopped.\n"


class TestCommandLine:
    @pytest.fixture(autouse=True)
    def broken(self, monkeypatch):
        def run(_words):
            raise KeyError("a name")

        monkeypatch.setattr(cli, "run", run)

    def test_a_mistake_of_the_program_is_one_sentence(self, folders, monkeypatch, capsys):
        monkeypatch.setattr(sys, "argv", ["mjcompanion", "--data-dir", str(folders.data), "score", "123m"])
        assert __main__.main() == 1
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert "KeyError" in said
        assert str(folders.log_file) in said
        assert "KeyError: 'a name'" in folders.log_file.read_text()

    def test_where_it_cannot_be_written_nothing_is_lost(self, tmp_path, monkeypatch, capsys):
        (tmp_path / "file").write_text("")
        monkeypatch.setattr(sys, "argv", ["mjcompanion", f"--data-dir={tmp_path / 'file' / 'below'}", "score"])
        assert __main__.main() == 1
        assert "KeyError: 'a name'" in capsys.readouterr().err
