"""Answers in JSON."""

from __future__ import annotations

import re
from typing import Any, Final

import click
import msgspec

from mjcompanion.ledger.errors import LedgerError
from mjcompanion.problems import RuleError

_OBEYED: Final = re.compile("[\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def echo_json(answer: dict[str, Any]) -> None:
    """Print one answer as a line of JSON; signs that a terminal would obey are written as numbers."""
    written = msgspec.json.encode(answer)
    if not written.isascii():
        written = _OBEYED.sub(lambda sign: f"\\u{ord(sign[0]):04x}", written.decode()).encode()
    click.echo(written)


def failure(error: RuleError | LedgerError) -> dict[str, Any]:
    """The answer to a request that is wrong: one sentence for the first problem."""
    return {"ok": False, "error": str(error)}
