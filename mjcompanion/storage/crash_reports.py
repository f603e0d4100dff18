"""Errors inside the program, in a log in the data folder. Nothing of it leaves the machine by itself.

Each error is a record of Python's own logging: when, where, with which versions, and the trace, in English, for the
people who mend the program. A crash below Python leaves its trace in a file of its own (`watch_for_crashes`); the next
start moves it into the log (`take_crash`).
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Final

from mjcompanion import __version__
from mjcompanion.storage.paths import LARGEST_OWN, Folders, make_private, read_bounded, refuse_odd, shortened

Fact = tuple[str, str]
"""What something is called, and what it is: both in English."""

_SHOWN_BYTES: Final = 100_000
_RECORD: Final = r"(?m)^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (?:ERROR|CRITICAL) (.+)$"
_DIED: Final = r"(?m)^Fatal Python error: (.+)$"
_FRAME: Final = r'(?m)^ +File "(.+?)", line (\d+)'
_HOME: Final = Path(__file__).parent


def _log(folders: Folders) -> logging.Logger:
    """Return the program's logger, writing into the log of these folders."""
    from mjcompanion.storage.log_file import LogFile  # which loads half of the network

    logger = logging.getLogger("mjcompanion")
    logger.propagate = False
    path = os.path.abspath(folders.log_file)  # noqa: PTH100 - as the handler has it
    if not any(isinstance(one, LogFile) and one.baseFilename == path for one in logger.handlers):
        for old in [one for one in logger.handlers if isinstance(one, LogFile)]:
            logger.removeHandler(old)
            old.close()
        logger.addHandler(LogFile(Path(path)))
    return logger


def log_error(
    folders: Folders, error: BaseException, more: Sequence[Fact] = (), *, trace: TracebackType | None = None
) -> Path | None:
    """Write an error into the log, with what is known of program and machine; None where it can't be written."""
    import traceback

    trace = trace or error.__traceback__
    known = as_lines([*facts(), *more])
    lines = "".join(traceback.format_exception(type(error), error, trace)).encode("utf-8", "replace").decode()
    try:
        _log(folders).error("%s\n%s%s", error_line(type(error), trace), known, lines)
    except OSError:
        return None
    return folders.log_file


def log_end(folders: Folders) -> str:
    """Return the end of the log, from the beginning of a record; empty where there is none."""
    try:
        text = read_bounded(folders.log_file, LARGEST_OWN)[-_SHOWN_BYTES:].decode("utf-8", "replace")
    except OSError:
        return ""
    first = re.search(_RECORD, text)
    return text[first.start() :] if first else text


def last_error(folders: Folders) -> tuple[datetime, str] | None:
    """Return when the last error in the log was, and what, in a line ("ZeroDivisionError in ui/app.py:12")."""
    found = re.findall(_RECORD, log_end(folders))
    return (datetime.fromisoformat(found[-1][0]).astimezone(), found[-1][1]) if found else None


def facts() -> list[Fact]:
    """Return what is known of the program and the machine without a window."""
    import platform

    version = f"{__version__} (bundle)" if getattr(sys, "frozen", False) else __version__
    return [("Version", version), ("Python", platform.python_version()), ("System", _system(platform.machine()))]


def _system(machine: str) -> str:
    import platform

    name = f"{platform.system()} {platform.release()} {machine}"
    with contextlib.suppress(OSError):
        name = f"{platform.freedesktop_os_release()['PRETTY_NAME']}, {name}"
    return name


def as_lines(those: Iterable[Fact]) -> str:
    """Return facts as text, a line each.

    >>> print(as_lines([("Version", "1.0"), ("Python", "3.13")]), end="")
    Version: 1.0
    Python: 3.13
    """
    return shortened("".join(f"{name}: {fact}\n" for name, fact in those))


def error_line(kind: type[BaseException], trace: TracebackType | None) -> str:
    """Return an error in a line: its kind and where it was, not its message, which may repeat what somebody typed."""
    import traceback

    frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(trace)]
    ours = [frame for frame in frames if _is_ours(frame[0])] or frames
    return f"{kind.__name__} in {_place(*ours[-1])}" if ours else kind.__name__


def _is_ours(file: str) -> bool:
    path = Path(file)  # a bundle has it from `mjcompanion` on; in the source tree `ui` is next to it
    return any(path.is_relative_to(folder) for folder in (_HOME, _HOME.parent / "ui", _HOME.name))


def _place(file: str, line: int | None) -> str:
    path = Path(file)
    for folder in (_HOME, _HOME.parent / "ui", _HOME.name):
        if path.is_relative_to(folder):
            top = "ui/" if folder == _HOME.parent / "ui" else ""
            return f"{top}{path.relative_to(folder).as_posix()}:{line}"
    return f"{path.name}:{line}"


@contextlib.contextmanager
def watch_for_crashes(folders: Folders) -> Iterator[None]:
    """Have a crash below Python leave its trace in the data folder, else on the terminal."""
    with contextlib.ExitStack() as stack:
        try:
            make_private(folders.crash_file)
            faulthandler.enable(stack.enter_context(folders.crash_file.open("a")))
        except OSError:
            with contextlib.suppress(RuntimeError, OSError, ValueError):  # there may be no terminal
                faulthandler.enable()
        try:
            yield
        finally:
            faulthandler.disable()


def take_crash(folders: Folders) -> datetime | None:
    """Move the trace that a crash left into the log; return when the program crashed, or None."""
    path = folders.crash_file
    try:
        refuse_odd(path)
        if not path.exists() or not path.stat().st_size:
            return None
        at = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
        trace = read_bounded(path, LARGEST_OWN).decode("utf-8", "replace")
        os.truncate(path, 0)
        why = re.search(_DIED, trace)
        if why is None:
            return None
        current = trace[max(0, trace.find("Current thread")) :]
        frames = [(file, int(line)) for file, line in re.findall(_FRAME, current)]
        ours = [frame for frame in frames if _is_ours(frame[0])] or frames
        line = f"{why[1]} in {_place(*ours[0])}" if ours else why[1]
        when = f"Crashed: {at.isoformat(' ', 'seconds')}\n"
        _log(folders).critical("%s\n%s%s%s", line, when, as_lines(facts()), trace)
    except OSError:
        return None
    return at
