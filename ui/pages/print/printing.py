"""Putting a document on a printer, by the printing system's own commands, `lpstat` and `lp`.

They are programs of their own: a printer that hangs, or a network that is gone, holds them and never the window.
"""

from __future__ import annotations

import os
import subprocess
import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mjcompanion.foreign import printable
from mjcompanion.paper.page import Paper
from mjcompanion.problems import Problem, RuleError, Stopped

if TYPE_CHECKING:
    from ...worker import Task
    from .presenter import Document

_SILENT_AFTER: Final = 15.0
"""So long, in seconds, a command may take; looking for printers in a network takes some."""
_LOOK_EVERY: Final = 0.1
_LONGEST_WHY: Final = 200
_DEFAULT: Final = "system default destination: "
_SIZES: Final = {Paper.A4: "A4", Paper.LETTER: "Letter"}


class Wish(NamedTuple):
    """What somebody wants printed where: the pages from 1, both included."""

    printer: str
    copies: int
    first: int
    last: int


def printers(task: Task[Any]) -> list[str]:
    """The printers that this computer can use, the usual one first; none where it has no printing system.

    Raises:
        RuleError: the printing system doesn't answer.

    """
    try:
        lines = _said(["lpstat", "-e", "-d"], task, Problem("printers-silent")).splitlines()
    except FileNotFoundError:
        return []
    usual = next((line.removeprefix(_DEFAULT) for line in lines if line.startswith(_DEFAULT)), "")
    found = [line for line in lines if line and " " not in line]
    return sorted(found, key=lambda name: (name != usual, name.casefold()))


def put_on(document: Document, wish: Wish, task: Task[Any]) -> Wish:
    """Hand a document over to the printing system.

    Raises:
        RuleError: it isn't taken.

    """
    pages = ["-P", f"{wish.first}-{wish.last}"] if (wish.first, wish.last) != (1, document.made.pages) else []
    command = ["lp", "-d", wish.printer, "-n", str(wish.copies), "-t", printable(document.title, 100), *pages]
    silent = Problem("printer-silent", text=printable(wish.printer))
    _said([*command, "-o", f"media={_SIZES[document.paper]}", "-"], task, silent, document.made.pdf)
    return wish


def _said(command: list[str], task: Task[Any], silent: Problem, given: bytes | None = None) -> str:
    """What a command says."""
    pipe = subprocess.PIPE
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
    until = time.monotonic() + _SILENT_AFTER
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment) as process:  # noqa: S603 - no shell
        while True:
            try:
                out, err = process.communicate(given, _LOOK_EVERY)
                break
            except subprocess.TimeoutExpired:
                given = None  # it has begun to read
                if task.is_cancelled or time.monotonic() > until:
                    process.kill()
                    raise (Stopped() if task.is_cancelled else RuleError([silent])) from None
    if process.returncode:
        lines = (err or out).decode(errors="replace").split("\n")
        why = printable(lines[0].removeprefix(f"{command[0]}: "), _LONGEST_WHY)
        raise RuleError([Problem("printing-failed", why=why.rstrip("."))])
    return out.decode(errors="replace")
