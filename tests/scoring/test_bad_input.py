"""RULES 1, bad input: one clear sentence naming the tile or the place, and a code, for everything that can't be."""

import pytest

from mjcompanion.core.errors import SENTENCES, Problem, RuleError
from mjcompanion.core.hand import Hand
from mjcompanion.core.tiles import Tile
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.request import score_request
from mjcompanion.scoring.score import score
from tests.scoring.asking import FOR_WINNING, wrong

GOOD = "123m 456m 789m 123p 55s"
SOUTH = {"seat": "S"}

# hand, win, more, code
CASES = [
    # tiles
    ("11111m 234p 567p 789s", None, {}, "fifth-copy"),
    ("33s (333s) 234p 567p 789p", None, {}, "fifth-copy"),
    ("(3333s) 123s 234p 567p 88p", None, {}, "fifth-copy"),
    ("[1111m] [1111m] [1111m] 123m 55p", None, {}, "fifth-copy"),
    ("11111111111111m", None, {}, "fifth-copy"),
    (f"{GOOD} 11f", None, {}, "second-flower"),
    (f"{GOOD} 1f 3y 3y", None, {}, "second-flower"),
    ("123m 456m 789m 123p 5sJ", None, {}, "joker-in-chinese"),
    (f"{GOOD} F", None, {}, "any-flower-in-chinese"),
    (f"{GOOD} 1f", None, {"options": {"flowers": False}}, "flowers-not-in-play"),
    # sets
    ("(124m) 456m 789m 123p 55s", None, {}, "no-set"),
    ("(123z) 456m 789m 123p 55s", None, {}, "no-set"),
    ("(12m3p) 456m 789m 123p 55s", None, {}, "no-set"),
    ("(1m) 23m 456m 789m 123p 55s", None, {}, "no-set"),
    ("(12f3y) 456m 789m 123p 55s", None, {}, "flower-in-set"),
    ("(55s) 123m 456m 789m 123p", None, {}, "exposed-pair"),
    ("(55s) 123m 456m 789m 123p", "5s draw", {}, "exposed-pair"),
    ("[123m] 456m 789m 123p 55s", None, {}, "concealed-kong-only"),
    ("[555z] 456m 789m 123p 55s", None, {}, "concealed-kong-only"),
    ("(111m)(222m)(333m)(444m)(555m)", None, {}, "too-many-sets"),
    # how many
    ("", None, {}, "no-hand"),
    ("123m 456m 789m 123p 5s", None, {}, "too-few-tiles"),
    ("123m 456m 789m 123p 555s", None, {}, "too-many-tiles"),
    ("(1111m) 456m 789m 123p 555s", None, {}, "too-many-tiles"),
    ("1m", None, {}, "too-few-tiles"),
    (
        "123m 789p 99s 14m 5p (777z)",
        None,
        {},
        "not-complete",
    ),
    ("11m 33m 55m 77m 55p 99p 77z", None, {}, "special-hand"),  # no seven pairs
    ("19m 19p 19s 1234567z 1m", None, {}, "special-hand"),  # no thirteen orphans
    # the winning tile
    (GOOD, "9s draw", {}, "win-tile-not-in-hand"),
    (f"{GOOD} 1f", "1f draw", {}, "win-tile-not-in-hand"),
    (GOOD, "J draw", {}, "win-tile-not-in-hand"),
    ("(123m) 456m 789m 123p 55s", "2m draw", {}, "win-tile-in-set"),
    ("[2222m] 456m 789m 123p 55s", "2m draw", {}, "win-tile-in-kong"),
    (GOOD, "draw", {}, "win-without-tile"),
    # facts that can't be
    (GOOD, "5s kong-replacement", {}, "kong-replacement-without-kong"),
    ("1111m 23m 456m 123p 55s", "5s kong-replacement", {}, "kong-replacement-without-kong"),
    (GOOD, "5s flower-replacement", {}, "flower-replacement-without-flower"),
    (GOOD, "5s robbed-kong", {}, "robbed-kong-held"),
    ("(123m) 123m 789m 123p 55s", "1m robbed-kong", {}, "robbed-kong-held"),
    ("(123m) 456m 789m 123p 55s", "deal", {}, "dealt-with-sets"),
    ("[1111m] 456m 789m 123p 55s", "deal", {}, "dealt-with-sets"),
    (GOOD, "deal", SOUTH, "deal-not-east"),
    (GOOD, "5s first-discard", {}, "first-discard-east"),
    ("(123m) 456m 789m 123p 55s", "5s first-discard", SOUTH, "first-discard-with-sets"),
    ("(123m) (123m) 789m 123p 55s", "1m first-discard", SOUTH, "first-discard-with-sets"),
    ("[1111m] 456m 789m 123p 55s", "5s first-discard", SOUTH, "first-discard-with-sets"),
    ("123m 456p 789s 2468s", "4p draw", {"winner": False}, "loser-with-win"),
    *[
        (hand, f"{win} last", more, "last-tile-with")
        for hand, win, more in [
            ("[2222m] 456m 789m 123p 55s", "1p kong-replacement", {}),
            (f"{GOOD} 1f", "5s flower-replacement", {}),
            ("222m 456p 789s 234s 88p", "4p robbed-kong", {}),
            (GOOD, "deal", {}),
            (GOOD, "5s first-discard", SOUTH),
        ]
    ],
]  # fmt: skip


@pytest.mark.parametrize(("hand", "win", "more", "code"), CASES)
@pytest.mark.parametrize("rules", ["traditional", "classical"])
def test_each_kind_has_its_code(rules, hand, win, more, code):
    found = wrong(hand, rules, win, **more)
    assert code in [problem.code for problem in found.problems]
    (text,) = {problem.sentence() for problem in found.problems if problem.code == code}
    assert text.endswith((".", "?"))


@pytest.mark.parametrize(
    ("hand", "win", "code"),
    [(*row[:2], row[3]) for row in CASES if not row[2]],
)
@pytest.mark.parametrize("rules", ["kemp-chinese", "simple"])
def test_the_games_where_only_the_winner_scores_find_the_same(rules, hand, win, code):
    expected = "unknown-by" if rules == "kemp-chinese" and "robbed-kong" in (win or "") else code
    assert expected in [problem.code for problem in wrong(hand, rules, win).problems]


@pytest.mark.parametrize(
    ("hand", "win", "more", "tile"),
    [
        ("33s (333s) 234p 567p 789p", None, {}, "3s"),
        (f"{GOOD} 3y 3y", None, {}, "3y"),
        ("123m 456m 789m 123p 5sJ", None, {}, "J"),
        (f"{GOOD} 1f", None, {"options": {"flowers": False}}, "1f"),
        (GOOD, "9s draw", {}, "9s"),
        ("[2222m] 456m 789m 123p 55s", "2m draw", {}, "2m"),
        (GOOD, "5s robbed-kong", {}, "5s"),
    ],
)
def test_the_problem_carries_its_tile(hand, win, more, tile):
    assert [str(problem.tile) for problem in wrong(hand, win=win, **more).problems if problem.tile is not None] == [
        tile
    ]


@pytest.mark.parametrize("rules", FOR_WINNING)
def test_a_flower_that_is_held_as_a_tile_makes_no_second_pair_count(rules):
    held = Hand.parse("123m 456m 789m 11p 22s")
    with pytest.raises(RuleError) as caught:
        score(Hand((*held.concealed, Tile.parse("1f"))), ScoringContext(Ruleset(rules)))
    assert caught.value.problems[0].code == "not-complete"


def test_everything_wrong_is_found_at_once_and_the_first_is_the_message():
    found = wrong("11111m (135p) 99s 11f", win="9p discard last", seat="S")
    assert [problem.code for problem in found.problems] == [
        "fifth-copy",
        "second-flower",
        "no-set",
        "too-few-tiles",
        "win-tile-not-in-hand",
    ]
    assert str(found) == "There is a fifth 1 character. A set has only four."


def test_every_problem_is_told_in_one_or_two_sentences():
    for code, sentence in SENTENCES.items():
        if sentence == "{text}" or sentence.endswith("{why}"):
            continue  # a sentence of its own
        text = Problem(code, count=3, limit=14, place=2, text="x", why="y").sentence()
        assert text.endswith((".", "?")), code
        assert text.count(". ") <= 1, code
        assert "{" not in text


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (None, "it must be an object"),
        ({}, "“rules” is missing"),
        ({"rules": "simple", "hand": None}, "“hand” must be a text"),
        ({"rules": "simple", "hand": "1m", "winner": 1}, "“winner” must be true or false"),
        ({"rules": "simple", "hand": "1m", "seat": "e"}, "“seat” can’t be “e”: there are E, S, W, N"),
        ({"rules": "simple", "hand": "1m", "win": {"by": "draw", "tile": 5}}, "“win.tile” must be a text"),
        ({"rules": "simple", "hand": "1m", "win": {"by": "draw", "how": 1}}, "“win.how” isn’t known: there are by, last_tile, called, ninth_win, second_kong, tile"),
        ({"rules": "simple", "hand": "1m", "discards": "3"}, "“discards” must be a whole number"),
        ({"rules": "simple", "hand": "1m", "discards": 10**10}, "“discards” can be at most 1000000000"),
        ({"rules": "simple", "hand": "1m", "discards": -(10**10)}, "“discards” must be at least -1000000000"),
    ],
)  # fmt: skip
def test_a_request_in_the_wrong_form_names_the_field(asked, sentence):
    with pytest.raises(RuleError) as caught:
        score_request(asked)
    assert caught.value.problems[0].code == "bad-request"
    assert str(caught.value) == f"The request is wrong: {sentence}."


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"rules": "simple", "hand": "1m", "win": {"tile": "9s"}}, "bad-request"),
        ({"rules": "simple", "hand": "1m", "win": {"by": "charleston", "tile": "1m"}}, "unknown-by"),
        ({"rules": "simple", "hand": "1m", "win": {"by": "draw", "tile": "55s"}}, "one-tile-expected"),
        ({"rules": "simple", "hand": "1m", "options": {"limit": 3}}, "bad-option"),
        ({"rules": "simple", "hand": "123m 456p 789s 2468s", "winner": False}, "only-winner-scores"),
    ],
)
def test_a_request_that_can_not_be(asked, code):
    with pytest.raises(RuleError) as caught:
        score_request(asked)
    assert caught.value.problems[0].code == code


def test_null_is_the_same_as_a_field_left_out():
    nothing = dict.fromkeys(("seat", "round", "winner", "win", "discards", "card", "options"))
    asked = {"rules": "simple", "hand": GOOD}
    assert score_request(asked | nothing) == score_request(asked)
