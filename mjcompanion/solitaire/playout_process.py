"""Playing out in a process of its own, so that a window never waits for it: one request in, line after line out.

The window starts `thinking_command()` and writes one line, `request(view)`; the process answers some five lines a
second, each what is known by then (`read_answer`), and ends when its standard input is closed: it can't outlive the
window, however that ends. With a number of rounds it ends after these.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from typing import Final

import msgspec

from mjcompanion.core.errors import bad_request
from mjcompanion.core.sanitize import why_unread
from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import _
from mjcompanion.rules.record import read
from mjcompanion.solitaire.game import View
from mjcompanion.solitaire.playout import PlayoutResult, moment_of, play_outs

EVERY: Final = 0.2
"""Seconds between two answers."""


class Thought(msgspec.Struct, frozen=True):
    """What is known by now of each alternative; `done` where the rounds asked for are over."""

    results: tuple[PlayoutResult, ...]
    done: bool = False


class Asked(msgspec.Struct, frozen=True):
    """A request, read: what East knows, how the hidden tiles are shuffled, and how often (None: without end)."""

    view: View
    seed: int = 0
    rounds: int | None = None


def thinking_command() -> list[str]:
    """The words that start the process that thinks."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "think"]
    return [sys.executable, "-P", "-m", "mjcompanion", "think"]


def request(view: View, seed: int = 0, rounds: int | None = None) -> bytes:
    """The line that asks to think about a view.

    >>> from mjcompanion.solitaire.chinese import ChineseGame
    >>> from mjcompanion.solitaire.deal import Deal
    >>> game = ChineseGame(deal=Deal.of("kemp-chinese", 7))
    >>> while (move := game.forced()) is not None:
    ...     game = game.apply(move)
    >>> read_request(request(game.view(), 5)) == Asked(game.view(), 5)
    True
    """
    return msgspec.json.encode(Asked(view, seed, rounds), enc_hook=str) + b"\n"


def read_request(line: bytes) -> Asked:
    """Read a request. Only this program writes them, so that a view is held to be one that can be.

    Raises:
        RuleError: it is none.

    >>> read_request(b"{}")
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: This isn't a position of a game: “view” is missing.

    """
    try:
        return msgspec.json.decode(line, type=Asked, dec_hook=_read_value)
    except (msgspec.DecodeError, RecursionError) as error:
        raise bad_request(_("This isn't a position of a game: {why}.").format(why=why_unread(error))) from None


def _read_value(kind: type, written: object) -> object:
    return Tile.parse(str(written)) if kind is Tile else read(kind, written)


def think(asked: Asked, every: float = EVERY) -> Iterator[Thought]:
    """What is known after each `every` seconds, and at the end.

    Raises:
        RuleError: there is nothing to decide.

    """
    moment_of(asked.view)
    told = time.monotonic()
    for count, results in enumerate(play_outs(asked.view, asked.seed), 1):
        done = count == asked.rounds
        now = time.monotonic()
        if done or now - told >= every:
            told = now
            yield Thought(results, done)
        if done:
            return


def answer(thought: Thought) -> bytes:
    """A line of the process that thinks."""
    told = {"ok": True, "done": thought.done, "alternatives": thought.results}
    return msgspec.json.encode(told, enc_hook=str) + b"\n"


def read_answer(line: bytes) -> Thought:
    """Read such a line.

    Raises:
        RuleError: with the sentence that the process answered, or what is wrong with the line.

    """
    try:
        found = msgspec.json.decode(line)
        if found["ok"] is not True:
            raise bad_request(str(found["error"]))
        results = msgspec.convert(found["alternatives"], tuple[PlayoutResult, ...], dec_hook=_read_value)
        return Thought(results, found["done"] is True)
    except (msgspec.DecodeError, msgspec.ValidationError, KeyError, TypeError, RecursionError) as error:
        why = why_unread(error)
        raise bad_request(_("The coach's answer can't be read: {why}.").format(why=why)) from None


def step_back() -> None:
    """Let everything else on this computer go first."""
    if sys.platform == "win32":
        import ctypes

        below_normal = 0x4000
        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), below_normal)
    else:
        os.nice(10)
