"""A pytest plugin that writes down which functions of the program each test calls; `tools.mutate` loads it.

Each process appends to a file of its own in the folder `TOUCHED_INTO`: a test that passed, its seconds of processor
time, and the file and first line of every function it called. What a fixture calls counts for every test of the module,
as the fixture may outlive the first.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import pytest

HOME: Final = f"{Path.cwd()}{os.sep}"
_into: Final = Path(os.environ["TOUCHED_INTO"]) / f"{os.getpid()}.jsonl"
_called: set[CodeType] = set()
_BEGUN: Final = pytest.StashKey[float]()


def _note(frame: FrameType, _event: str, _arg: object) -> None:
    _called.add(frame.f_code)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[Any]:
    """Trace the fixtures."""
    item.stash[_BEGUN] = time.process_time()
    with _Traced(item, "fixtures"):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[Any]:
    """Trace the test; what it called counts if it passes."""
    with _Traced(item, "test"):
        return (yield)


class _Traced:
    """Traces while inside and writes what was called, unless there was an error."""

    def __init__(self, item: pytest.Item, what: str) -> None:
        self._item, self._what = item, what

    def __enter__(self) -> None:
        _called.clear()
        threading.settrace(_note)
        sys.settrace(_note)

    def __exit__(self, kind: object, *_: object) -> None:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
        if kind is None:
            places = {(code.co_filename.removeprefix(HOME), code.co_firstlineno) for code in _called.copy()}
            ours = sorted(place for place in places if place[0].startswith("mjcompanion/"))
            seconds = time.process_time() - self._item.stash[_BEGUN]
            with _into.open("a", encoding="utf-8") as file:
                file.write(json.dumps([self._what, self._item.nodeid, seconds, ours]) + "\n")
