"""`mjcompanion break`: where the wall opens, in words, in JSON, and wrong. Where it opens is proved in tests/wall."""

import json

import pytest

RULES = ["kemp-chinese", "kemp-american", "traditional", "american-club", "classical", "nmjl"]


def test_a_request_answers_as_options_do(mj):
    asked = {"rules": "classical", "dice": [[5, 5], [2, 3]]}
    done = mj("break", "--rules", "classical", "--dice", "5,5", "--dice", "2,3", "--json")
    assert mj("break", "--jsonl", "-", given=json.dumps(asked)).answers == [done.json]


@pytest.mark.parametrize("rules", RULES)
def test_the_program_throws_the_dice_and_the_same_again_for_a_seed(mj, rules):
    first = mj("break", "--rules", rules, "--seed", "7", "--json").json
    assert first == mj("break", "--rules", rules, "--seed", "7", "--json").json
    throws = first.pop("dice")
    assert len(throws) == (2 if rules in ("kemp-chinese", "classical") else 1)
    assert all(1 <= die <= 6 for throw in throws for die in throw)
    dice = [word for throw in throws for word in ("--dice", ",".join(map(str, throw)))]
    assert mj("break", "--rules", rules, *dice, "--json").json == first


def test_without_a_seed_the_dice_differ(mj):
    assert len({mj("break", "--rules", "classical", "--json").out for _ in range(12)}) > 1


@pytest.mark.parametrize(("words", "options"), [((), {}), (("--without-flowers",), {"flowers": False})])
def test_without_flowers_the_walls_are_shorter(mj, words, options):
    done = mj("break", "--rules", "traditional", "--dice", "6,6", *words, "--json").json
    asked = json.dumps({"rules": "traditional", "dice": [[6, 6]], "options": options})
    assert mj("break", "--jsonl", "-", given=asked).answers == [done]
