"""RULES 2.4: Kemp's adjustment for the tiles left in the wall."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcompanion.scoring.context import Adjustment, hundredths
from tests.scoring.asking import ask, wrong

PLAIN = "123m 456p 789s 234s 88p"  # 20 for winning, 10 for no points


def final(hand, discards, **more):
    answer = ask(hand, "kemp-chinese", discards=discards, **more).answer()
    return answer["score"], answer["factor"], answer["final"], answer["final_rounded"]


@pytest.mark.parametrize(
    ("flowers", "discards", "expected"),
    [
        ("", 0, (30, "1", "30.00", 30)),
        ("", 13, (30, "9/10", "27.00", 27)),
        ("", 65, (30, "1/2", "15.00", 15)),
        ("", 40, (30, "9/13", "20.77", 21)),
        ("", 1, (30, "129/130", "29.77", 30)),
        ("", 129, (30, "1/130", "0.23", 0)),
        ("", 130, (30, "0", "0.00", 0)),
        ("2f", 40, (24, "89/129", "16.56", 17)),
        ("2f", 129, (24, "0", "0.00", 0)),
        ("234f234y", 62, (44, "1/2", "22.00", 22)),
        ("234f234y", 124, (44, "0", "0.00", 0)),
        ("1234f1234y", 61, (52 << 8, "1/2", "6656.00", 6656)),
    ],
)
def test_the_score_times_4c_over_4a(flowers, discards, expected):
    assert final(f"{PLAIN} {flowers}", discards) == expected


@pytest.mark.parametrize(("score", "flowers", "discards", "text", "rounded"), [
    (1, 0, 65, "0.50", 1),  # exactly half a point
    (3, 0, 65, "1.50", 2),
    (5, 2, 64, "2.50", 3),
    (1, 0, 66, "0.49", 0),  # 64/130 = 0.4923
    (1, 0, 64, "0.51", 1),  # 66/130 = 0.5077
    (2, 8, 61, "1.00", 1),
    (1, 2, 124, "0.03", 0),  # 4/128 = 0.03125
    (5, 2, 124, "0.16", 0),  # 0.15625
    (3, 2, 120, "0.19", 0),  # 0.1875
    (1, 2, 112, "0.13", 0),  # 16/128 = 0.125: half a hundredth, up
    (3, 2, 112, "0.38", 0),  # 0.375
    (5, 2, 112, "0.63", 1),  # 0.625
    (7, 2, 112, "0.88", 1),  # 0.875
    (9, 2, 112, "1.13", 1),  # 1.125
    (0, 0, 0, "0.00", 0),
])  # fmt: skip
def test_halves_are_rounded_up_from_the_exact_fraction(score, flowers, discards, text, rounded):
    adjusted = Adjustment(score, 130, discards, flowers)
    assert (adjusted.final_text, adjusted.final_rounded) == (text, rounded)


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


@given(st.fractions(min_value=0, max_value=10**9))
def test_hundredths_are_two_decimals(value):
    text = hundredths(value)
    assert text[-3] == "."
    assert abs(Fraction(text) - value) <= Fraction(1, 200)


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


@pytest.mark.parametrize("rules", ["traditional", "classical", "simple"])
@pytest.mark.parametrize("discards", [0, 40, 131, -1])
def test_the_other_rules_have_no_adjustment(rules, discards):
    sheet = ask(PLAIN, rules, discards=discards)
    assert sheet.answer() == ask(PLAIN, rules).answer()


@pytest.mark.parametrize("discards", [1.0, 2.5, "40", True, False, [], {}, 10**10, -(10**10)])
def test_4b_is_a_whole_number(discards):
    found = wrong(PLAIN, "kemp-chinese", discards=discards)
    assert found.problems[0].code == "bad-request"
    assert "“discards”" in str(found)


@pytest.mark.parametrize("seat", "SWN")
def test_the_player_is_always_east(seat):
    assert wrong(PLAIN, "kemp-chinese", seat=seat).problems[0].code == "kemp-seat"


def test_the_wind_of_the_round_makes_no_difference():
    assert {ask("(111z) 123m 456p 789s 22s", "kemp-chinese", round=game).score for game in "ESWN"} == {48}
