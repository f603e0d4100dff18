"""What the Chinese coach says a game will come to, against what coached games come to."""

from itertools import pairwise
from statistics import mean

import pytest

from mjcompanion.solitaire.chinese import ChineseGame
from mjcompanion.solitaire.coach_chinese import advise
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.expected import expected
from mjcompanion.solitaire.moves import Do
from tests.sample import often
from tools.measure_coach import Decision, decisions, fitted

GAMES = range(often(2_000, 600))
"""Deals that nothing was measured on; the mean of so few games is sure to some 5 per cent."""


@pytest.fixture(scope="module")
def played():
    return sorted(decisions(GAMES), key=lambda one: one.shown)


def test_what_is_shown_comes_true_early_and_late(played):
    """In each quarter of what is shown; the promises it rests on are a fourth too low."""
    edges = [len(played) * part // 4 for part in range(5)]
    for low, high in pairwise(edges):
        part = played[low:high]
        came = mean(one.came for one in part)
        assert mean(one.shown for one in part) == pytest.approx(came, rel=0.1)
        assert mean(one.promised for one in part) < 0.85 * came
    for low, high in ((0, 50), (50, 90), (90, 144)):
        part = [one for one in played if low <= one.wall < high]
        assert mean(one.shown for one in part) == pytest.approx(mean(one.came for one in part), rel=0.15)


@pytest.mark.parametrize("wall", [0, 1, 25, 29, 30, 60, 100, 124, 125, 126])
def test_more_promised_is_more_expected(wall):
    figures = [expected(promised / 4, wall) for promised in range(4_000)]
    assert figures[0] == 0
    assert all(before < after for before, after in pairwise(figures))


def test_a_measurement_is_fitted():
    """A game that brings twice what was promised is expected to bring twice as much again."""
    found = [Decision(wall, promised, 2 * promised) for wall in range(20, 120) for promised in range(1, 101)]
    for stage in fitted(found):
        for promised in (0, 7, 50, 200):
            assert stage.expected(promised) == pytest.approx(2 * promised, abs=0.1)


def test_where_mah_jongg_is_best_nothing_is_said_to_bring_more():
    complete = 0
    for number in range(40):
        game = ChineseGame(deal=Deal.of("kemp-chinese", number))
        while not game.is_over:
            move = game.forced()
            if move is None:
                said = advise(game.view())
                move = said.move
                if move.do is Do.MAH_JONGG:
                    complete += 1
                    assert max(one.worth for one in said.moves) == said.worth
            game = game.apply(move)
    assert complete > 25
