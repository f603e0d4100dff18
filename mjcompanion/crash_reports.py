"""What went wrong inside the program, as files in the data folder. Nothing of it leaves the machine by itself.

A report is a text in English, for whoever mends the program: what it was, where, with which versions, the trace, the
end of the log before it, and the last deeds in the window. The newest `KEPT` are kept. A program that is ended from
below (a library's mistake) can't write one any more: it leaves a trace in a file that was open since its start
(`watching`), and the next start makes a report of that (`deaths`).
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final

import msgspec

from mjcompanion import __version__
from mjcompanion.folders import (
    LARGEST_OWN,
    Folders,
    create,
    make_folder,
    read_bounded,
    refuse_odd,
    take_lock,
    write_atomically,
)

KEPT: Final = 20
"""So many reports are kept; older ones go when one is written."""
Fact = tuple[str, str]
"""What something is called, and what it is: both in English."""

_TITLE: Final = "Mah Jongg Companion: report of an error"
_NAME: Final = r"crash-(\d{4}-\d\d-\d\d-\d{6})(?:-(\d+))?\.txt"
_TIME: Final = "%Y-%m-%d-%H%M%S"
_RUNNING: Final = "running-*.txt"
_DIED: Final = r"(?m)^(?:Fatal Python error|Windows fatal exception): (.+)$"
_FRAME: Final = r'(?m)^ +File "(.+?)", line (\d+)'
_LOG_LINES: Final = 20
_HIGHEST_LOG_BYTES: Final = 1_000_000
_MOST_AT_A_TIME: Final = 99
_LONGEST: Final = 1_000_000
"""In bytes: more of what a program left isn't read."""


class Report(msgspec.Struct, frozen=True):
    """A report: its file, when it was, and the error as one line ("ZeroDivisionError in ui/app.py:12")."""

    path: Path
    at: datetime
    error: str


def reports_of(folders: Folders) -> tuple[Report, ...]:
    """The reports there are, the newest first."""
    found = []
    for begun, _, path in _named(folders):
        with contextlib.suppress(OSError, ValueError):
            found.append(Report(path, datetime.strptime(begun, _TIME).astimezone(), _error_of(path)))
    return tuple(found)


def _named(folders: Folders) -> list[tuple[str, int, Path]]:
    """The reports there are, the newest first: when each was begun, which of that second it is, its file."""
    try:
        named = [(re.fullmatch(_NAME, path.name), path) for path in folders.reports_folder.iterdir()]
    except OSError:
        return []
    return sorted(((match[1], int(match[2] or 1), path) for match, path in named if match), reverse=True)


def _error_of(path: Path) -> str:
    head = read_bounded(path, 1_000).decode("utf-8", "replace")
    match = re.search(r"^Error: (.+)$", head, re.MULTILINE)
    return match[1] if match else ""


def facts() -> list[Fact]:
    """What a report says of the program and the machine, as far as it is known without a window."""
    import platform

    return [("Version", _version()), ("Python", platform.python_version()), ("System", _system(platform.machine()))]


def _version() -> str:
    return f"{__version__} (bundle)" if getattr(sys, "frozen", False) else __version__


def _system(machine: str) -> str:
    import platform

    name = f"{platform.system()} {platform.release()} {machine}"
    with contextlib.suppress(OSError):
        name = f"{platform.freedesktop_os_release()['PRETTY_NAME']}, {name}"
    return name


def as_lines(those: Iterable[Fact]) -> str:
    """Facts as text, a line each.

    >>> print(as_lines([("Version", "1.0"), ("Python", "3.13")]), end="")
    Version: 1.0
    Python: 3.13
    """
    return shortened("".join(f"{name}: {fact}\n" for name, fact in those))


def shortened(text: str) -> str:
    """A text in which paths begin with ~ instead of the person's own folder, whose name often is theirs."""
    home = os.path.expanduser("~")  # noqa: PTH111 - which has an answer even where there is no home
    return re.sub(rf"{re.escape(home)}(?![\w.-])", "~", text) if len(home) > 1 else text


def error_line(kind: type[BaseException], trace: TracebackType | None) -> str:
    """An error in a line: its kind and where it was, not what it says, which may repeat what somebody typed."""
    import traceback

    frames = traceback.extract_tb(trace)
    ours = [frame for frame in frames if _is_ours(frame.filename)] or list(frames)
    return f"{kind.__name__} in {_place(ours[-1].filename, ours[-1].lineno)}" if ours else kind.__name__


def _is_ours(file: str) -> bool:
    path = Path(file)  # a bundle has it from `mjcompanion` on; in the source tree `ui` lies beside that
    return any(path.is_relative_to(folder) for folder in (_HOME, _HOME.parent / "ui", _HOME.name))


def _place(file: str, line: int | None) -> str:
    path = Path(file)
    for folder in (_HOME, _HOME.parent / "ui", _HOME.name):
        if path.is_relative_to(folder):
            top = "ui/" if folder == _HOME.parent / "ui" else ""
            return f"{top}{path.relative_to(folder).as_posix()}:{line}"
    return f"{path.name}:{line}"


_HOME: Final = Path(__file__).parent


def log_error(folders: Folders, trace: str) -> Path | None:
    """Append a trace to the log; the log's path, or None where it can't be written."""
    try:
        folders.ensure()
        path = folders.log_file
        if path.exists() and path.stat().st_size > _HIGHEST_LOG_BYTES:
            path.replace(path.with_suffix(".old.log"))
        with contextlib.suppress(FileExistsError):
            os.close(create(path))
        refuse_odd(path)
        with path.open("a", encoding="utf-8", errors="replace") as log:
            log.write(f"{datetime.now(UTC).isoformat(timespec='seconds')}\n{trace}\n")
    except OSError:
        return None
    return path


def log_end(folders: Folders) -> str:
    """The last lines of the log."""
    try:
        lines = read_bounded(folders.log_file, LARGEST_OWN)[-8_000:].decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    return "\n".join(lines[-_LOG_LINES:]).strip()


def write_report(
    folders: Folders,
    error: str,
    trace: str,
    those: Sequence[Fact],
    log: str = "",
    at: datetime | None = None,
    deeds: Sequence[str] = (),
) -> Path | None:
    """Write a report; its path, or None where it can't be written.

    `error` is its line, `those` what is known of program and machine, `log` the end of the log before it, `deeds` what
    was done in the window, the oldest first.
    """
    at = (at or datetime.now(UTC)).astimezone()
    parts = [
        f"{_TITLE}\n\n" + as_lines([("When", at.isoformat(" ", "seconds")), ("Error", error), *those]),
        f"Trace\n-----\n{trace.strip()}\n",
    ]
    if log:
        parts.append(f"The log before it\n-----------------\n{log}\n")
    if deeds:
        parts.append("\n".join(["What was done last", "------------------", *deeds, ""]))
    content = shortened("\n".join(parts)).encode("utf-8", "replace")
    try:
        path = _free_place(folders.reports_folder, at)
        write_atomically(path, content)
    except OSError:
        return None
    for _, _, old in _named(folders)[KEPT:]:
        with contextlib.suppress(OSError):
            old.unlink()
    return path


def _free_place(folder: Path, at: datetime) -> Path:
    """A name that no other report has, taken by an empty file.

    Raises:
        OSError: there is none, or the folder can't be written.

    """
    make_folder(folder)
    stem = at.strftime(f"crash-{_TIME}")
    for number in range(1, _MOST_AT_A_TIME):
        path = folder / (f"{stem}.txt" if number == 1 else f"{stem}-{number}.txt")
        with contextlib.suppress(FileExistsError):
            os.close(create(path))
            return path
    raise FileExistsError(stem)


def write_down(
    folders: Folders, error: BaseException, more: Sequence[Fact] = (), *, trace: TracebackType | None = None
) -> Path | None:
    """Write an error into the log and a report of it; the report's path, or None where neither could be."""
    import traceback

    lines = "".join(traceback.format_exception(type(error), error, trace or error.__traceback__))
    before = log_end(folders)
    log_error(folders, lines)
    return write_report(
        folders, error_line(type(error), trace or error.__traceback__), lines, [*facts(), *more], before
    )


# --- programs that were ended from below -----------------------------------------------------------------


@contextlib.contextmanager
def watching(folders: Folders) -> Iterator[None]:
    """While this lasts, a program that is ended from below leaves a trace behind; costs a tenth of a millisecond.

    Where nothing can be written the trace goes to the terminal, if there is one.
    """
    import faulthandler

    try:
        handle, path = _begun(folders)
    except OSError:
        with contextlib.suppress(RuntimeError, OSError, ValueError):  # there may be no terminal
            faulthandler.enable()
        yield
        return
    faulthandler.enable(handle)
    try:
        with _keeping_deeds(_deeds_beside(path)):
            yield
    finally:
        faulthandler.disable()
        os.close(handle)
        with contextlib.suppress(OSError):
            path.unlink()


KEPT_DEEDS: Final = 200
"""So many of the last deeds in the window are kept for a report."""
_DEED_BYTES: Final = 160
_deeds_file: list[int] = []
"""Where the deeds of this program are written, while somebody watches."""


def keep_deed(number: int, line: str) -> None:
    """Leave a deed where a program that is ended from below leaves it behind; takes some microseconds."""
    for handle in _deeds_file:
        with contextlib.suppress(OSError):
            os.lseek(handle, number % KEPT_DEEDS * _DEED_BYTES, os.SEEK_SET)
            os.write(handle, line.encode("ascii", "replace")[: _DEED_BYTES - 1].ljust(_DEED_BYTES - 1) + b"\n")


def _deeds_beside(running: Path) -> Path:
    return running.with_suffix(".deeds")


@contextlib.contextmanager
def _keeping_deeds(path: Path) -> Iterator[None]:
    """While this lasts, deeds are written there; without them the program is as good."""
    with contextlib.suppress(OSError):
        _deeds_file.append(create(path))
    try:
        yield
    finally:
        while _deeds_file:
            os.close(_deeds_file.pop())
        with contextlib.suppress(OSError):
            path.unlink()


def _deeds_left(path: Path) -> list[str]:
    """The deeds that a program left behind, the oldest first."""
    try:
        lines = read_bounded(path, KEPT_DEEDS * _DEED_BYTES).decode("ascii", "replace").splitlines()
    except OSError:
        return []
    return sorted(
        (line.rstrip() for line in lines if re.match(r" *\d+\.\d ", line)), key=lambda line: float(line.split()[0])
    )


def _begun(folders: Folders) -> tuple[int, Path]:
    """The file of this program, open and locked, and what is known at the start."""
    import time

    make_folder(folders.reports_folder)
    path = folders.reports_folder / f"running-{os.getpid()}-{time.time_ns()}.txt"
    handle = create(path)
    take_lock(handle)
    python = ".".join(map(str, sys.version_info[:3]))
    begun = [("Version", _version()), ("Python", python), ("Begun", datetime.now(UTC).isoformat(" ", "seconds"))]
    os.write(handle, as_lines(begun).encode() + b"\n")
    return handle, path


def deaths(folders: Folders, more: Sequence[Fact] = ()) -> list[Path]:
    """Make a report of each program that was ended from below since this was last asked; the newest last."""
    try:
        left = sorted(folders.reports_folder.glob(_RUNNING), key=lambda path: path.stat().st_mtime)
    except OSError:
        return []
    found = []
    for path in left:
        try:
            refuse_odd(path)
            handle = os.open(path, os.O_RDWR)
        except OSError:
            continue
        try:
            if not take_lock(handle):
                continue  # it is running
            at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            content = os.read(handle, _LONGEST).decode("utf-8", "replace")
            written = _died(folders, content, at, more, _deeds_left(_deeds_beside(path)))
        except OSError:
            continue
        finally:
            os.close(handle)
        for one in (path, _deeds_beside(path)):
            with contextlib.suppress(OSError):
                one.unlink()
        if written is not None:
            found.append(written)
    return found


def _died(folders: Folders, content: str, at: datetime, more: Sequence[Fact], deeds: Sequence[str]) -> Path | None:
    """The report of a program that left this; None where it was only switched off."""
    known, _, trace = content.partition("\n\n")
    why = re.search(_DIED, trace)
    if why is None:
        return None
    current = trace[max(0, trace.find("Current thread")) :]
    frames = [(file, int(line)) for file, line in re.findall(_FRAME, current)]
    ours = [frame for frame in frames if _is_ours(frame[0])] or frames
    error = f"{why[1]} in {_place(*ours[0])}" if ours else why[1]
    begun = [(name, fact) for name, _, fact in (line.partition(": ") for line in known.splitlines()) if fact]
    return write_report(folders, error, trace, [*begun, *more], log_end(folders), at, deeds)
