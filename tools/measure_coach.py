"""Measure what the Chinese coach's promises come to: ``python -m tools.measure_coach [--check] [GAMES [FIRST]]``.

Plays GAMES coached games from deal FIRST on and writes `resources/expected.json`; with ``--check`` it compares the
final scores that the coach would have shown with those that came, and writes nothing. A thousand games take 10 s.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Final, NamedTuple

import msgspec

from mjcompanion.solitaire import expected
from mjcompanion.solitaire.chinese import ChineseGame
from mjcompanion.solitaire.coach_chinese import plain_worth
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.expected import MeasuredStage
from mjcompanion.solitaire.moves import Do
from mjcompanion.solitaire.policy import rated_moves

FILE: Final = Path(__file__).resolve().parents[1] / "resources" / expected.FILE
GAMES, FIRST, FRESH = 20_000, 1_000_000, 9_000_000
_STAGES, _STEPS = 8, 10
_PARTS: Final = 10


class Decision(NamedTuple):
    """A decision of the coach: the tiles left to be drawn, what its best move promised, and the final score."""

    wall: int
    promised: float
    came: float

    @property
    def shown(self) -> float:
        """What the coach shows."""
        return expected.expected(self.promised, self.wall)


def decisions(numbers: Iterable[int]) -> list[Decision]:
    """Play these deals as the coach does; return its decisions but for Mah Jongg, whose score is known."""
    found = []
    for number in numbers:
        game = ChineseGame(deal=Deal.of("kemp-chinese", number))
        promised = []
        while not game.is_over:
            move = game.forced()
            if move is None:
                view = game.view()
                value, move = rated_moves(view)[0]
                if move.do is not Do.MAH_JONGG:
                    promised.append((view.wall, plain_worth(value, move)))
                game = game.apply(move)
            else:
                game = game.after(move)
        sheet = game.sheet()
        came = float(sheet.adjustment.final) if sheet is not None and sheet.adjustment is not None else 0.0
        found += [Decision(wall, worth, came) for wall, worth in promised]
    return found


def fitted(found: Sequence[Decision]) -> list[MeasuredStage]:
    """Work out the stages of what was measured."""
    stages = []
    for part in _parted(found, lambda one: one.wall, _STAGES):
        steps = [(_mean(step, "promised"), _mean(step, "came"), len(step)) for step in _by_promise(part, _STEPS)]
        rising = _rising([step for step in steps if step[0] > 0])
        promised, came = zip((0.0, 0.0), *[(round(one, 2), round(other, 2)) for one, other, _ in rising], strict=True)
        stages.append(MeasuredStage(round(_mean(part, "wall"), 1), promised, came))
    return stages


def _rising(steps: Iterable[tuple[float, float, int]]) -> list[tuple[float, float, int]]:
    """Join neighbouring steps until more came wherever more was promised."""
    found: list[tuple[float, float, int]] = []
    for promised, came, count in steps:
        while found and found[-1][1] >= came:
            before, earlier, some = found.pop()
            promised = (promised * count + before * some) / (count + some)
            came = (came * count + earlier * some) / (count + some)
            count += some
        found.append((promised, came, count))
    return found


def _by_promise(found: Sequence[Decision], count: int) -> list[Sequence[Decision]]:
    return _parted(found, lambda one: one.promised, count)


def _parted(found: Sequence[Decision], key: Callable[[Decision], float], count: int) -> list[Sequence[Decision]]:
    """Part the decisions into so many of equal size, the lowest first."""
    ranked = sorted(found, key=key)
    edges = [len(ranked) * at // count for at in range(count + 1)]
    return [ranked[low:high] for low, high in pairwise(edges)]


def _mean(found: Sequence[Decision], name: str) -> float:
    values: list[float] = [getattr(one, name) for one in found]
    return mean(values)


def tell(found: Sequence[Decision]) -> None:
    """Print what was shown and what came, by what was shown and by the tiles left."""
    for title, parts in (
        ("shown", _parted(found, lambda one: one.shown, _PARTS)),
        ("tiles left", _parted(found, lambda one: one.wall, _PARTS)),
    ):
        print(f"by {title}:    left    promised    shown     came   off")
        for part in parts:
            shown, came = _mean(part, "shown"), _mean(part, "came")
            print(
                f"{_mean(part, 'wall'):16.0f} {_mean(part, 'promised'):11.1f} {shown:8.1f} {came:8.1f} "
                f"{shown / came - 1:+6.1%}"
            )
    shown, came = _mean(found, "shown"), _mean(found, "came")
    print(f"{len(found):,} decisions: {shown:.1f} shown, {came:.1f} came, {shown / came - 1:+.1%}")


def main() -> None:
    """Measure and write, or measure and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare what is shown with what comes, on other deals")
    parser.add_argument("games", type=int, nargs="?", default=GAMES)
    parser.add_argument("first", type=int, nargs="?")
    asked = parser.parse_args()
    first = asked.first if asked.first is not None else FRESH if asked.check else FIRST
    found = decisions(range(first, first + asked.games))
    if asked.check:
        tell(found)
        return
    content = msgspec.json.encode(fitted(found)).replace(b"},{", b"},\n{") + b"\n"
    FILE.write_bytes(content)
    print(f"{FILE}: {len(content):,} bytes from {len(found):,} decisions")


if __name__ == "__main__":
    main()
