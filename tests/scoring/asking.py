"""Short ways to ask for a score and to read the answer."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.scoring.request import read_request, score_request
from mjcompanion.scoring.score import readings
from mjcompanion.scoring.sheet import ScoreSheet

COUNTED = ("kemp-chinese", "traditional", "classical")
"""The rules of the tables in RULES 2.1 and 2.2."""
FOR_WINNING = {"kemp-chinese": 20, "traditional": 10, "classical": 20, "simple": 0}
"""Points for Mah Jongg."""


def request(hand: str, rules: str = "traditional", win: str | None = None, **more: Any) -> dict[str, Any]:
    """A request; `win` is tile and way: `"9s draw"`, `"9s discard last"`, `"deal"`."""
    asked: dict[str, Any] = {"rules": rules, "hand": hand, **more}
    if win is not None:
        *tile, by = win.removesuffix(" last").split()
        asked["win"] = {"by": by, "last_tile": win.endswith(" last")}
        if tile:
            asked["win"]["tile"] = tile[0]
    return asked


def ask(hand: str, rules: str = "traditional", win: str | None = None, **more: Any) -> ScoreSheet:
    """The sheet of a hand."""
    return score_request(request(hand, rules, win, **more))


def ways(hand: str, rules: str = "traditional", win: str | None = None, **more: Any) -> list[ScoreSheet]:
    """All readings of a hand."""
    return readings(*read_request(request(hand, rules, win, **more)))


def wrong(hand: str, rules: str = "traditional", win: str | None = None, **more: Any) -> RuleError:
    """What is wrong with a hand."""
    with pytest.raises(RuleError) as caught:
        ask(hand, rules, win, **more)
    return caught.value


def totals(sheet: ScoreSheet) -> tuple[int, int, int]:
    """Points, doubles, score."""
    return sheet.points, sheet.doubles, sheet.score


def lines(sheet: ScoreSheet) -> dict[str, tuple[int, int]]:
    """What each line is for: points and doubles; lines of the same words add up."""
    found: dict[str, tuple[int, int]] = {}
    for line in sheet.lines:
        points, doubles = found.get(line.what, (0, 0))
        found[line.what] = (points + line.points, doubles + line.doubles)
    return found


def ids(sheet: ScoreSheet) -> set[str]:
    """The rows that gave something."""
    return {row for line in sheet.lines for row in line.rules}


def counted_twice(
    requests: Iterable[dict[str, Any]], count: Callable[[dict[str, Any]], dict[str, Any]]
) -> Iterator[tuple[dict[str, Any], ScoreSheet, dict[str, Any]]]:
    """Each request that is right, its sheet and what a second count expects; both have to refuse the others."""
    for asked in requests:
        expected = count(asked)
        try:
            sheet = score_request(asked)
        except RuleError as error:
            assert "error" in expected, f"{asked}: {error} but the second count says {expected}"
            continue
        assert sheet.score == expected.get("score"), (asked, sheet.answer(), expected)
        yield asked, sheet, expected
