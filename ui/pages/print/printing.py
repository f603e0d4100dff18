"""Putting a document on a printer, by the printing system's own commands, `lpstat` and `lp`.

They are programs of their own: a printer that hangs, or a network that is gone, holds them and never the window.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from contextlib import suppress
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from mjcompanion.core.errors import Problem, RuleError, Stopped
from mjcompanion.core.sanitize import printable
from mjcompanion.printing.page import Paper
from mjcompanion.storage.paths import reason

if TYPE_CHECKING:
    from ...worker import Task
    from .model import PrintDocument

_SILENT_AFTER: Final = 15.0
"""Seconds that a command may take; finding printers in a network takes some."""
_LOOK_EVERY: Final = 0.1
_LONGEST_WHY: Final = 200
_MOST_SAID: Final = 2**20
"""Bytes of output that are read; a command that writes more is stopped."""
_DEFAULT: Final = "system default destination: "
_SIZES: Final = {Paper.A4: "A4", Paper.LETTER: "Letter"}


class Wish(NamedTuple):
    """A print job: the printer, the copies, and the pages from 1, both included."""

    printer: str
    copies: int
    first: int
    last: int


def printers(task: Task[Any]) -> list[str]:
    """Return the printers, the default one first; none where there is no printing system.

    Raises:
        RuleError: the printing system doesn't answer, or refuses.

    """
    if shutil.which("lpstat") is None:
        return []
    lines = _said(["lpstat", "-e", "-d"], task, Problem("printers-silent")).splitlines()
    usual = next((line.removeprefix(_DEFAULT) for line in lines if line.startswith(_DEFAULT)), "")
    found = [line for line in lines if line and " " not in line]
    return sorted(found, key=lambda name: (name != usual, name.casefold()))


def put_on(document: PrintDocument, wish: Wish, task: Task[Any]) -> Wish:
    """Hand a document over to the printing system.

    Raises:
        RuleError: it isn't taken.

    """
    pages = ["-P", f"{wish.first}-{wish.last}"] if (wish.first, wish.last) != (1, document.made.pages) else []
    command = ["lp", "-d", wish.printer, "-n", str(wish.copies), "-t", printable(document.title, 100), *pages]
    silent = Problem("printer-silent", text=printable(wish.printer))
    _said([*command, "-o", f"media={_SIZES[document.paper]}", "-"], task, silent, document.made.pdf)
    return wish


def _said(command: list[str], task: Task[Any], silent: Problem, given: bytes = b"") -> str:
    """What a command says. It reads and writes files: a pipe may stay open, or be cut off, when a program has ended."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
    until = time.monotonic() + _SILENT_AFTER
    with TemporaryFile() as put, TemporaryFile() as out, TemporaryFile() as err:
        put.write(given)
        put.seek(0)
        try:
            process = subprocess.Popen(command, stdin=put, stdout=out, stderr=err, env=environment)  # noqa: S603 - no shell
        except OSError as error:
            raise RuleError([Problem("printing-failed", why=reason(error))]) from error
        with process:
            while not _has_ended(process):
                if task.is_cancelled or time.monotonic() > until or os.fstat(out.fileno()).st_size > _MOST_SAID:
                    process.kill()
                    raise Stopped() if task.is_cancelled else RuleError([silent])
        said, wrong = (_text(file) for file in (out, err))
    if process.returncode:
        lines = [line.removeprefix(f"{command[0]}: ") for line in (*wrong.splitlines(), *said.splitlines()) if line]
        why = printable(lines[0], _LONGEST_WHY) if lines else f"{command[0]} {process.returncode}"
        raise RuleError([Problem("printing-failed", why=why.rstrip("."))])
    return said


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    with suppress(subprocess.TimeoutExpired):
        process.wait(_LOOK_EVERY)
    return process.returncode is not None


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(_MOST_SAID).decode(errors="replace")
