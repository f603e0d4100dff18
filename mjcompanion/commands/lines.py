"""What the subcommands share: JSON out, and files with a request a line."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any, Final

import click
import msgspec

from mjcompanion.problems import RuleError

_TOGETHER: Final = 500
"""So many answers are written together."""
LONGEST_LINE: Final = 100_000
"""The longest request line that is read, in bytes."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode

Answerer = Callable[[object], dict[str, Any]]


def echo_json(answer: dict[str, Any]) -> None:
    """Print one answer as a line of JSON."""
    click.echo(_encode(answer))


def failure(error: RuleError) -> dict[str, Any]:
    """The answer to a request that is wrong: one sentence for the first problem."""
    return {"ok": False, "error": str(error)}


def answer_lines(path: str, answer: Answerer, prepare: Callable[[], None] | None = None) -> None:
    """Answer every line of a file (or of standard input, for `-`), in order; a bad line is answered too.

    `prepare` is called once it is clear that there are many lines.
    """
    gc.set_threshold(100_000)  # answers hold no cycles; looking for some costs a tenth of the time
    with click.open_file(path, "rb") as lines, click.open_file("-", "wb") as out:
        pending: list[bytes] = []
        for line in lines:
            pending.append(_encode(answer_line(line, answer)))
            if len(pending) >= _TOGETHER:
                out.write(b"\n".join(pending) + b"\n")
                pending.clear()
                if prepare is not None:
                    prepare()
                    prepare = None
        if pending:
            out.write(b"\n".join(pending) + b"\n")


def answer_line(line: bytes, answer: Answerer) -> dict[str, Any]:
    """Answer one line, whatever it holds.

    >>> answer_line(b"{", dict)
    {'ok': False, 'error': 'This line is no JSON: Input data was truncated.'}
    """
    if len(line) > LONGEST_LINE:
        return {"ok": False, "error": f"This line is {len(line)} bytes long; {LONGEST_LINE} is the most."}
    if not line.strip():
        return {"ok": False, "error": "This line is empty."}
    try:
        request = _decode(line)
    except msgspec.DecodeError as error:
        return {"ok": False, "error": f"This line is no JSON: {error}."}
    except (RecursionError, UnicodeDecodeError) as error:
        return {"ok": False, "error": f"This line is no JSON: {error}."}
    try:
        return answer(request)
    except RuleError as error:
        return failure(error)
    except RecursionError:
        return {"ok": False, "error": "This request is nested too deeply."}
