"""Keeps what PySide compiles: it brings 130 KB of Python source inside its library, and compiles them at each start.

That takes some 13 ms of our start. What came of them at an earlier start lies beside the bytecode of this module, and
is taken where the source is still the same to the last byte.
"""

from __future__ import annotations

import builtins
import marshal
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from types import CodeType
from typing import Final
from zlib import crc32

Kept = dict[object, tuple[object, CodeType]]
"""By its file name: a source, and what it became."""


@contextmanager
def kept() -> Iterator[None]:
    """In here what was compiled at an earlier start is not compiled again."""
    file = Path(cache_from_source(str(Path(__file__).with_name("pyside.py"))))
    before = _read(file)
    now: Kept = {}
    compile_anew: Callable[..., CodeType] = builtins.compile

    def compile_once(source: object, name: object, mode: str, *more: object, **words: object) -> CodeType:
        if mode != "exec" or more or words or not isinstance(source, bytes | str):
            return compile_anew(source, name, mode, *more, **words)
        known = before.get(name)
        now[name] = known if known and known[0] == source else (source, compile_anew(source, name, mode, 0, True))
        return now[name][1]

    setattr(builtins, "compile", compile_once)  # noqa: B010 - its overloads are for those who write source
    try:
        yield
    finally:
        setattr(builtins, "compile", compile_anew)  # noqa: B010
    if any(before.get(name) is not known for name, known in now.items()) and not sys.dont_write_bytecode:
        _write(file, now)


def _read(file: Path) -> Kept:
    """What an earlier start has kept; nothing where there is none, another Python wrote it, or it is damaged."""
    with suppress(OSError):
        stored = file.read_bytes()
        head, body = stored[:_HEAD], stored[_HEAD:]
        if head == _head(body):
            found: Kept = marshal.loads(body)  # noqa: S302 - as Python reads its own beside it
            return found
    return {}


def _write(file: Path, now: Kept) -> None:
    """Keep it for the next start, where Python may keep its own."""
    beside = file.with_suffix(f".{os.getpid()}")
    body = marshal.dumps(now)
    with suppress(OSError):
        try:
            beside.write_bytes(_head(body) + body)
            beside.replace(file)
        finally:
            beside.unlink(missing_ok=True)  # what a full disk left


def _head(body: bytes) -> bytes:
    return MAGIC_NUMBER + crc32(body).to_bytes(4, "big")


_HEAD: Final = len(_head(b""))
