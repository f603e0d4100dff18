"""RULES 2.6: British special hands by the association's book, and thousands of hands against a second count.

The book is “Mah-Jong (Know the Game)” by Headley and Seeley, 3rd edition 2008; the corrections that they acknowledged
and the worked scores stand in “Mah-Jong, British Rules”. A test names the page of that.
"""

import random

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.scoring.request import score_request
from mjcompanion.scoring.sheet_rows import otherwise_words
from mjcompanion.scoring.text_renderer import as_text
from tests.british_brute import counted, random_request
from tests.sample import often
from tests.scoring.asking import ask, counted_twice, ids, totals

PURE = "(222m)(333m)(666m)(999m)55m"


def british(hand, win=None, **more):
    return ask(hand, "british", win, **more)


# "Special hands", Doubling three times: the basic score is doubled 3 times, "always 3" unless it is the final discard
@pytest.mark.parametrize(
    ("hand", "win", "score"),
    [
        (PURE, "5m discard", 240),
        (PURE, "5m draw", 256),
        (PURE, "5m discard last", 480),
        (PURE, "5m draw last", 256),
        ("(222m)333m666m999m55m", "5m discard", 304),
        ("(222m)333m666m999m55m", "5m draw", 320),
        ("(222m)[3333m]666m(999m)55m", "6m kong-replacement", 384),
    ],
)
def test_purity_is_doubled_three_times_and_not_for_anything_else(hand, win, score):
    sheet = british(hand, win, seat="S")
    assert sheet.score == score == sheet.points << sheet.doubles
    assert sheet.doubles == 3 + (win == "5m discard last")
    assert "no-runs" not in ids(sheet)


def test_an_original_call_doesn_t_double_purity():
    win = {"tile": "5m", "by": "discard", "called": True}
    asked = {"rules": "british", "hand": "(222m)333m666m999m55m", "seat": "S", "win": win}
    assert score_request(asked).score == 304


# "Special hands", Purity: flowers and seasons are counted and doubled separately; the intrinsic value where it is higher
@pytest.mark.parametrize(
    ("flowers", "score", "is_special"),
    [
        ("", 240, True),
        ("1f", 244, True),
        ("2f", 248, True),
        ("2f2y", 304, False),
        ("1f2f3f4f", 480 + 256, False),
        ("1f2f3f4f2y", 1000, False),
    ],
)
def test_the_flowers_of_purity_are_added_unless_the_ordinary_count_gives_more(flowers, score, is_special):
    sheet = british(f"{PURE} {flowers}", "5m discard", seat="S")
    assert (sheet.score, sheet.special) == (score, is_special)
    words = otherwise_words(sheet)
    assert words
    assert words in as_text(sheet)
    assert sheet.answer()["otherwise"]["score"] == sheet.otherwise


# "Special hands", All pair honours: 500 and the bonus tiles: 516 in the page's own example
@pytest.mark.parametrize(
    ("hand", "seat", "score"),
    [
        ("11z22z11s99m55z66z77z 4f2y", "N", 516),
        ("11z22z11s99m55z66z77z 4f2y", "S", 516),
        ("11z22z11s99m55z66z77z 4f2y", "E", 508),
        ("11z22z11s99m55z66z77z", "N", 500),
        ("1234567m 1234567s 1f2f3f4f", "W", 500 + 128),
        ("24678m 24678p 2467s 1f2f3f4f1y2y3y4y", "W", 1000),
        ("19m19p19s1234567z7z 4f", "N", 1000),
    ],
)
def test_bonus_tiles_are_added_to_a_special_hand_and_the_sum_cut_at_the_limit(hand, seat, score):
    sheet = british(hand, seat=seat)
    assert (sheet.score, sheet.limited) == (score, True)
    assert sheet.score == min(1000, sheet.own + sheet.bonus)
    answer = sheet.answer()
    assert answer.get("bonus", {"score": 0})["score"] == sheet.bonus


# "Special hands": the score when fishing, or the intrinsic value if greater
@pytest.mark.parametrize(
    ("hand", "seat", "score", "row"),
    [
        ("(222m)333m666m(999m)5m", "S", 112, "fishing-purity"),
        ("(222m)333m666m(999m)5m 2f", "S", 120, "fishing-purity"),
        ("(222m)333m666m(999m)5m 1f2f3f4f2y", "S", 34 << 4, "own-flower"),
        ("11z22z11s99m55z66z7z 4f2y", "N", 216, "fishing-half"),
        ("19m19p19s1234567z 4f", "N", 408, "fishing"),
        ("(111z) (777z) (3333z) 666z 5z", "E", 32 << 4, "dragons"),
    ],
)
def test_fishing_counts_the_special_value_or_the_intrinsic_one(hand, seat, score, row):
    sheet = british(hand, seat=seat, winner=False)
    assert sheet.score == score
    assert row in ids(sheet)


# "Special hands": "Buried treasure", concealed pungs; a claimed tile may make the pair
@pytest.mark.parametrize(
    ("win", "score"), [("7m draw", 1000), ("7m discard", 352), ("2z discard", 1000), ("2z draw", 1000)]
)
def test_buried_treasure_has_four_pungs_that_were_drawn(win, score):
    assert british("111m444m777m555z22z", win, seat="S").score == score


# "All pair honours": four alike are two pairs, and pairs of honours alone are no other hand
@pytest.mark.parametrize("hand", ["1111z2233z11m99s55z", "11223344556677z", "1111m9999m1111p99p", "1199m99p1122z5577z"])
def test_all_pair_honours_are_any_seven_pairs_of_them(hand):
    sheet = british(hand, seat="N")
    assert (sheet.score, ids(sheet)) == (500, {"pairs-of-honours"})


def test_a_kong_laid_out_is_no_two_pairs():
    with pytest.raises(RuleError):
        british("[1111z]2233z11m99s55z", seat="N")


def test_imperial_jade_has_no_chow():
    assert british("(222s)666s888s444s66z", "6z draw").score == 1000
    assert british("(234s)666s888s222s66z", "6z draw").score < 1000


def test_a_hand_that_is_both_counts_what_gives_most():
    sheet = british("222m333m666m999m55m", "5m draw", seat="S")
    assert sheet.score == 1000
    assert "buried-treasure" in ids(sheet)
    assert not otherwise_words(sheet)


def test_a_table_of_doubles_adds_those_of_flowers_to_a_special_hand():
    scale = [1, 2, 4, 8, 16, 32, 64, 128]
    sheet = british(f"{PURE} 2f", "5m discard", seat="S", options={"scale": scale})
    assert (sheet.doubles, sheet.score) == (4, 16)
    assert totals(sheet)[1:] == (4, 16)


def test_random_hands_agree_with_a_count_from_the_book():
    rng = random.Random("British hands")
    requests = (random_request(rng) for _ in range(often(20_000, 500)))
    assert list(counted_twice(requests, counted))
