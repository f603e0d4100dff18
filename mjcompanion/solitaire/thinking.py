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
from typing import Any, Final

import msgspec

from mjcompanion.hand import Meld, MeldKind
from mjcompanion.notation import read_tile
from mjcompanion.problems import Problem, RuleError, bad_request, printable
from mjcompanion.rules.record import read
from mjcompanion.rulesets import changed_options, options_for
from mjcompanion.solitaire.game import View
from mjcompanion.solitaire.playout import Outlook, hidden_tiles, moment_of, play_outs
from mjcompanion.solitaire.sets import WHOLE
from mjcompanion.tiles import Tile, Wind
from mjcompanion.words import number, tr

EVERY: Final = 0.2
"""Seconds between two answers."""
LONGEST_REQUEST: Final = 100_000
"""The longest request that is read, in bytes; a view has some 3,000."""
MOST_ROUNDS: Final = 10_000_000
_HIGHEST_SEED: Final = 2**53
_SETS: Final = frozenset({MeldKind.CHOW, MeldKind.PUNG, MeldKind.KONG})


class Thought(msgspec.Struct, frozen=True):
    """What is known by now of each alternative; `done` where the rounds asked for are over."""

    outlooks: tuple[Outlook, ...]
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
    asked: dict[str, Any] = {"view": write_view(view), "seed": seed}
    if rounds is not None:
        asked["rounds"] = rounds
    return msgspec.json.encode(asked) + b"\n"


def write_view(view: View) -> dict[str, Any]:
    """A view as JSON has it, tiles as text."""
    written = msgspec.to_builtins(view, enc_hook=str)
    assert isinstance(written, dict)  # noqa: S101 - a struct becomes an object
    return written


def read_view(written: object) -> View:
    """Read a view that `write_view` wrote.

    Raises:
        RuleError: it is none, or one that can't be.

    """
    try:
        view = msgspec.convert(written, View, dec_hook=_read_tile)
    except (msgspec.ValidationError, RecursionError) as error:
        raise bad_request(tr("This is no view of a game: {why}.").format(why=printable(str(error), 120))) from None
    _check(view)
    return view


def _read_tile(kind: type, written: object) -> object:
    if kind is not Tile:
        return read(kind, written)
    if not isinstance(written, str):
        raise ValueError(tr("a tile is text"))  # noqa: TRY004 - what msgspec turns into its own error
    try:
        return read_tile(written)
    except RuleError as error:
        raise ValueError(str(error).rstrip(".")) from None


def _check(view: View) -> None:
    """What the window's own views always keep to, and what the numbers of a playing out rest on."""
    if "discards" not in view.rules.asks:
        raise RuleError([Problem("no-playing-out")])
    why = _fault(view)
    if why:
        raise RuleError([Problem("view-tiles", why=why)])
    if view.house is not None:
        options_for(view.rules, changed_options(view.rules, view.house))
    hidden_tiles(view)


def _fault(view: View) -> str:
    holding = view.holding
    if view.seat is not Wind.EAST or any(view.others):
        return tr("East plays alone")
    melds: list[Meld] = [one.meld for one in holding.laid if one.tiles]
    if len(melds) < len(holding.laid) or not all(one.kind in _SETS for one in melds):
        return tr("what is laid out are no sets")
    if any(tile.is_flower for tile in holding.hand) or not all(tile.is_flower for tile in holding.flowers):
        return tr("flowers are laid out, and nothing else is laid out with them")
    due = WHOLE - (view.offered is not None)
    if len(holding.hand) + 3 * len(melds) != due:
        sentence = tr("with a kong counted as three, the hand has {count}; {due} are due")
        return sentence.format(count=len(holding.hand) + 3 * len(melds), due=due)
    if view.pile != len(view.seen) or min(view.wall, view.loose) < 0:
        return tr("the discards are not counted right")
    if view.offered is not None and view.offered.tile not in view.seen:
        return tr("the tile that may be claimed doesn't lie there")
    return ""


def read_request(line: bytes) -> Asked:
    """Read a request.

    Raises:
        RuleError: what is wrong with it.

    >>> read_request(b"{}")
    Traceback (most recent call last):
    ...
    mjcompanion.problems.RuleError: A request has "view", and may have "seed" and "rounds".

    """
    if len(line) > LONGEST_REQUEST:
        raise bad_request(tr("The request is longer than {limit} bytes.").format(limit=LONGEST_REQUEST))
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise bad_request(tr("The request is no JSON: {why}.").format(why=printable(str(error), 120))) from None
    if not isinstance(found, dict) or "view" not in found or set(found) - {"view", "seed", "rounds"}:
        raise bad_request(tr('A request has "view", and may have "seed" and "rounds".'))
    seed, rounds = found.get("seed", 0), found.get("rounds")
    if not _is_whole(seed, 0, _HIGHEST_SEED):
        raise bad_request(tr('"seed" is a whole number from 0 up.'))
    if rounds is not None and not _is_whole(rounds, 1, MOST_ROUNDS):
        raise bad_request(tr('"rounds" is a whole number from 1 to {limit}.').format(limit=number(MOST_ROUNDS)))
    return Asked(read_view(found["view"]), seed, rounds)


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def think(asked: Asked, every: float = EVERY) -> Iterator[Thought]:
    """What is known after each `every` seconds, and at the end.

    Raises:
        RuleError: there is nothing to decide.

    """
    moment_of(asked.view)
    told = time.monotonic()
    for count, outlooks in enumerate(play_outs(asked.view, asked.seed), 1):
        done = count == asked.rounds
        now = time.monotonic()
        if done or now - told >= every:
            told = now
            yield Thought(outlooks, done)
        if done:
            return


def answer(thought: Thought) -> bytes:
    """A line of the process that thinks."""
    told = {"ok": True, "done": thought.done, "alternatives": thought.outlooks}
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
        outlooks = msgspec.convert(found["alternatives"], tuple[Outlook, ...], dec_hook=_read_tile)
        return Thought(outlooks, found["done"] is True)
    except (msgspec.DecodeError, msgspec.ValidationError, KeyError, TypeError, RecursionError) as error:
        why = printable(str(error), 120)
        raise bad_request(tr("The coach's answer can't be read: {why}.").format(why=why)) from None


def step_back() -> None:
    """Let everything else on this computer go first."""
    if sys.platform == "win32":
        import ctypes

        below_normal = 0x4000
        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), below_normal)
    else:
        os.nice(10)
