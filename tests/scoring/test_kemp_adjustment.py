"""RULES 2.4: Kemp's adjustment for the tiles left in the wall."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcompanion.scoring.context import Adjustment
from tests.scoring.asking import ask, wrong

PLAIN = "123m 456p 789s 234s 88p"  # 20 for winning, 10 for no points


@given(st.integers(0, 10**7), st.integers(0, 8), st.data())
def test_nothing_is_rounded_before_the_end(score, flowers, data):
    most = 130 - flowers
    discards = data.draw(st.integers(0, most))
    adjusted = Adjustment(score, 130, discards, flowers)
    assert adjusted.drawable == most
    assert adjusted.left == most - discards
    exact = Fraction(score * (most - discards), most)
    assert adjusted.final == exact
    assert Fraction(adjusted.final_text) - Fraction(1, 200) <= exact < Fraction(adjusted.final_text) + Fraction(1, 200)
    assert adjusted.final_rounded - Fraction(1, 2) <= exact < adjusted.final_rounded + Fraction(1, 2)


@pytest.mark.parametrize("flowers", ["", "2f", "1234f", "1234f1234y"])
def test_4b_lies_between_0_and_4a(flowers):
    hand = f"{PLAIN} {flowers}"
    most = 130 - sum(map(str.isdigit, flowers))
    for discards in (0, 1, most - 1, most):
        assert ask(hand, "kemp-chinese", discards=discards).adjustment.left == most - discards
    for discards in (-1, -(10**9), most + 1, 10**9):
        found = wrong(hand, "kemp-chinese", discards=discards)
        assert found.problems[0].code == "discards-out-of-range"
        assert str(found) == f"There are {discards} discards, but only 0 to {most} are possible."


def test_without_4b_there_is_a_score_and_no_final():
    answer = ask(PLAIN, "kemp-chinese").answer()
    assert answer["score"] == 30
    assert not {"factor", "final", "final_rounded"} & set(answer)
    assert not {"factor", "final", "final_rounded"} & set(ask(PLAIN, "kemp-chinese", discards=None).answer())


@pytest.mark.parametrize("seat", "SWN")
def test_the_player_is_always_east(seat):
    assert wrong(PLAIN, "kemp-chinese", seat=seat).problems[0].code == "kemp-seat"
