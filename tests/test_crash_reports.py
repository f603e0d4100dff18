"""Error reports: what stands in them, which are kept, and programs that were ended from below."""

import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mjcompanion import __main__, __version__, commands
from mjcompanion.folders import Folders
from mjcompanion.reports import (
    KEPT,
    as_lines,
    deaths,
    error_line,
    log_end,
    log_error,
    reports_of,
    shortened,
    watching,
    write_down,
    write_report,
)
from mjcompanion.tiles import Tile

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")


@pytest.fixture
def folders(tmp_path):
    return Folders.at(tmp_path / "data")


def caught(do):
    try:
        do()
    except Exception as error:
        return error
    raise AssertionError


class TestReports:
    def test_what_stands_in_one(self, folders):
        log_error(folders, "an older error")
        error = caught(lambda: Tile.parse("Ann"))
        path = write_down(folders, error, [("Qt", "6.0")])
        text = path.read_text()
        for part in (f"Version: {__version__}\n", "Python: 3", "System: ", "Qt: 6.0\n", "tiles.py", "an older error"):
            assert part in text
        head, _, trace = text.partition("\nTrace\n")
        assert "Ann" not in head
        assert "Ann" in trace
        assert text.index("Error: ") < text.index("Trace\n") < text.index("The log before it")
        assert text.count("Traceback (most recent call last)") == 1
        assert "Ann" in folders.log_file.read_text()

    def test_the_newest_come_first_and_are_kept(self, folders):
        begun = datetime(2026, 3, 10, 18, 30, tzinfo=UTC)
        for number in range(KEPT + 4):
            write_report(folders, f"E{number}", "trace", [], at=begun + timedelta(seconds=number // 2))
        found = reports_of(folders)
        assert [one.error for one in found] == [f"E{number}" for number in range(KEPT + 3, 3, -1)]
        assert found[0].at == begun + timedelta(seconds=(KEPT + 3) // 2)
        assert found[0].at.utcoffset() == begun.astimezone().utcoffset()

    def test_what_else_lies_there_is_let_be(self, folders):
        folders.reports_folder.mkdir(parents=True)
        for name in ("notes.txt", "crash-yesterday.txt", "crash-2026-99-99-999999.txt"):
            (folders.reports_folder / name).write_text("mine")
        assert reports_of(folders) == ()
        assert len(list(folders.reports_folder.iterdir())) == 3

    def test_where_nothing_can_be_written(self, tmp_path):
        (tmp_path / "file").write_text("")
        nowhere = Folders.at(tmp_path / "file" / "below")
        assert write_down(nowhere, ValueError("x")) is None
        assert log_error(nowhere, "x") is None
        assert (log_end(nowhere), reports_of(nowhere), deaths(nowhere)) == ("", (), [])
        with watching(nowhere):
            pass

    def test_the_own_folder_is_not_named(self, monkeypatch, tmp_path):
        monkeypatch.setenv("HOME" if sys.platform != "win32" else "USERPROFILE", str(tmp_path / "ann"))
        home = str(Path("~").expanduser())
        assert as_lines([("File", f"{home}{os.sep}x")]) == f"File: ~{os.sep}x\n"
        assert shortened(f'"{home}" {home}a {home}-b') == f'"~" {home}a {home}-b'

    def test_an_error_in_a_line_is_where_it_was_in_the_program(self):
        error = caught(lambda: Tile.parse("Ann"))
        line = error_line(type(error), error.__traceback__)
        assert line.startswith(f"{type(error).__name__} in ")
        assert line.split(" in ")[1].split(":")[0] in ("tiles.py", "problems.py")
        assert error_line(ValueError, None) == "ValueError"

    def test_a_long_log_begins_anew_and_its_end_is_read(self, folders):
        folders.ensure()
        folders.log_file.write_text("x" * 1_100_000)
        log_error(folders, "\n".join(f"line {number}" for number in range(40)))
        assert folders.log_file.stat().st_size < 1000
        assert log_end(folders).splitlines()[-1] == "line 39"
        assert len(log_end(folders).splitlines()) == 20


def child(folders, do):
    code = f"""
import os, sys, time
from mjcompanion.folders import Folders
from mjcompanion.reports import watching
with watching(Folders.at(sys.argv[1])):
    print("begun", flush=True)
    {do}
"""
    return subprocess.Popen(
        [sys.executable, "-c", code, folders.data], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


class TestDeaths:
    @POSIX
    def test_what_was_done_last_is_in_its_report(self, folders):
        do = "from mjcompanion.reports import keep_deed; "
        do += "[keep_deed(n, f'{n / 2:8.1f} score: key {n}') for n in range(207)]; os.abort()"
        child(folders, do).communicate(timeout=60)
        (path,) = deaths(folders)
        told = path.read_text().partition("What was done last\n------------------\n")[2].splitlines()
        assert told == [f"{n / 2:8.1f} score: key {n}" for n in range(7, 207)]
        assert list(folders.reports_folder.glob("running-*")) == []

    def test_a_program_that_ends_well_leaves_nothing(self, folders):
        with watching(folders):
            assert [one.suffix for one in sorted(folders.reports_folder.iterdir())] == [".deeds", ".txt"]
        assert list(folders.reports_folder.iterdir()) == []

    @POSIX
    def test_one_that_was_ended_from_below_leaves_a_report_once(self, folders):
        running, aborted, killed = (
            child(folders, "time.sleep(60)"),
            child(folders, "os.abort()"),
            child(folders, "pass"),
        )
        try:
            for one in (running, aborted):
                assert one.stdout.readline() == "begun\n"
            aborted.communicate(timeout=60)
            killed.communicate(timeout=60)
            assert aborted.returncode == -signal.SIGABRT
            found = deaths(folders, [("Qt", "6.0")])
            (report,) = reports_of(folders)
            assert found == [report.path]
            assert report.error.startswith("Aborted")
            assert abs((datetime.now(UTC) - report.at).total_seconds()) < 3_600
            text = report.path.read_text()
            assert f"Version: {__version__}\n" in text
            assert "Qt: 6.0\n" in text
            assert 'File "<string>", line 7' in text
            assert deaths(folders) == []
            assert len(list(folders.reports_folder.glob("running-*.txt"))) == 1  # of the one that runs
        finally:
            running.kill()
            running.communicate()
        until = time.monotonic() + 60
        while list(folders.reports_folder.glob("running-*")) and time.monotonic() < until:
            assert deaths(folders) == []  # it was killed, and that is nobody's mistake
        assert [one.path for one in reports_of(folders)] == [report.path]


def test_who_stops_it_while_it_is_being_loaded_is_told_so(monkeypatch, capsys):
    def run(_words):
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "run", run)
    monkeypatch.setattr(sys, "argv", ["mjcompanion", "score", "123m"])
    assert __main__.main() == 1
    assert capsys.readouterr().err == "Stopped.\n"


class TestCommandLine:
    @pytest.fixture(autouse=True)
    def broken(self, monkeypatch):
        def run(_words):
            raise KeyError("a name")

        monkeypatch.setattr(commands, "run", run)

    def test_a_mistake_of_the_program_is_one_sentence(self, folders, monkeypatch, capsys):
        monkeypatch.setattr(sys, "argv", ["mjcompanion", "--data-dir", str(folders.data), "score", "123m"])
        assert __main__.main() == 1
        (report,) = reports_of(folders)
        said = capsys.readouterr().err
        assert said == (
            f"Something went wrong inside the program (KeyError). A report of it is in {report.path}; "
            "nothing is sent anywhere.\n"
        )
        assert "KeyError: 'a name'" in report.path.read_text()

    def test_a_mistake_with_the_name_of_a_file_that_is_no_text(self, folders, monkeypatch, capsys):
        def run(_words):
            raise ValueError("caf\udce9.db")

        monkeypatch.setattr(commands, "run", run)
        monkeypatch.setattr(sys, "argv", ["mjcompanion", "--data-dir", str(folders.data), "score", "123m"])
        assert __main__.main() == 1
        assert "ValueError: caf?.db" in reports_of(folders)[0].path.read_text()
        assert capsys.readouterr().err.count("\n") == 1

    def test_where_it_cannot_be_written_nothing_is_lost(self, tmp_path, monkeypatch, capsys):
        (tmp_path / "file").write_text("")
        monkeypatch.setattr(sys, "argv", ["mjcompanion", f"--data-dir={tmp_path / 'file' / 'below'}", "score"])
        assert __main__.main() == 1
        assert "KeyError: 'a name'" in capsys.readouterr().err
