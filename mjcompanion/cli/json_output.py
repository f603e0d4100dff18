"""Answers and errors in JSON."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import click
import msgspec

from mjcompanion.core.errors import RuleError
from mjcompanion.core.sanitize import LONGEST_PATH, printable
from mjcompanion.i18n.translation import _
from mjcompanion.ledger.errors import LedgerError
from mjcompanion.storage.paths import reason

_OBEYED: Final = re.compile("[\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def echo_json(answer: dict[str, Any]) -> None:
    """Print an answer as a line of JSON, with control characters for terminals escaped."""
    try:
        written = msgspec.json.encode(answer)
    except UnicodeEncodeError:  # the name of a file that isn't UTF-8
        written = json.dumps(msgspec.to_builtins(answer), separators=(",", ":")).encode()
    if not written.isascii():
        written = _OBEYED.sub(lambda sign: f"\\u{ord(sign[0]):04x}", written.decode()).encode()
    click.echo(written)


def error_answer(error: RuleError | LedgerError | OSError) -> dict[str, Any]:
    """Return the answer to a wrong request: one sentence for the first problem."""
    if isinstance(error, RuleError):
        return error.answer()
    return {"ok": False, "error": os_error_sentence(error) if isinstance(error, OSError) else str(error)}


def os_error_sentence(error: OSError) -> str:
    """Return an error of the system as a sentence.

    >>> os_error_sentence(FileNotFoundError(2, "No such file or directory", "hand.json"))
    'hand.json: no such file or directory.'
    """
    if isinstance(error, ChildProcessError):
        return str(error.strerror)
    file = printable(str(error.filename), LONGEST_PATH) if error.filename else _("The file")
    return _("{file}: {why}.").format(file=file, why=reason(error).lower())
