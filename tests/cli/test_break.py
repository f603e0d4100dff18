"""`mjcompanion break`: where the wall opens, in words, in JSON, and wrong. Where it opens is proved in tests/wall."""

import json

import pytest

EXAMPLE = {
    "ok": True,
    "wall": "S",
    "stack": 15,
    "from": "left",
    "first_draw": {"wall": "S", "stack": 3, "from": "right"},
}
RULES = ["kemp-chinese", "kemp-american", "traditional", "american-club", "classical", "nmjl"]


def test_the_example_of_the_page(mj):
    asked = {"rules": "classical", "dice": [[5, 5], [2, 3]]}
    assert mj("break", "--jsonl", "-", given=json.dumps(asked)).answers == [EXAMPLE]
    done = mj("break", "--rules", "classical", "--dice", "5,5", "--dice", "2,3", "--json")
    assert (done.status, done.err) == (0, "")
    assert done.json == EXAMPLE


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


WRONG = [
    ("--rules", "simple"),
    ("--rules", "made-up"),
    ("--rules", ""),
    ("--rules", "classical", "--dice", "5,5"),
    ("--rules", "nmjl", "--dice", "5,5", "--dice", "5,5"),
    ("--dice", "5"),
    ("--dice", "5,5,5"),
    ("--dice", "5,7"),
    ("--dice", "0,1"),
    ("--dice", "-1,1"),
    ("--dice", "x,1"),
    ("--dice", ","),
    ("--dice", "²,1"),
    ("--dice", "1.5,1"),
    ("--dice", "9" * 5000 + ",1"),
    ("--dice", "99999999,1"),
    ("--dice", "\x00,1"),
]


@pytest.mark.parametrize("words", WRONG, ids=lambda value: str(value)[:40].encode("ascii", "replace").decode())
def test_what_is_wrong_is_one_sentence_on_standard_error(mj, words):
    done = mj("break", *words)
    assert done.is_one_sentence()
    assert len(done.err) < 300
    as_json = mj("break", *words, "--json")
    assert (as_json.status, as_json.err, as_json.json) == (1, done.err, {"ok": False, "error": done.err.strip()})


@pytest.mark.parametrize("words", [("--seed", "x"), ("--dice",), ("extra",), ("--what",)])
def test_usage(mj, words):
    done = mj("break", *words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(("Usage: mjcompanion break", "Error: Option"))


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ([], "The request is wrong: it must be an object."),
        ({}, "The request is wrong: “rules” is missing."),
        ({"rules": "nmjl"}, "The request is wrong: “dice” is missing."),
        (
            {"rules": "nmjl", "dice": [[3, 4]], "seed": 3},
            "The request is wrong: “seed” isn't known: there are rules, dice, options.",
        ),
        ({"rules": "nmjl", "dice": [[3, 4]], "options": 3}, "The request is wrong: “options” must be an object."),
        ({"rules": "nmjl", "dice": None}, "Dice are written [[5, 2]]."),
        ({"rules": "classical", "dice": [3, 4]}, "Dice are written [[5, 2], [1, 4]]."),
        ({"rules": "nmjl", "dice": [[3, None]]}, "Throw 1: null isn’t a whole number."),
        ({"rules": "nmjl", "dice": [[3, True]]}, "Throw 1: true isn’t a whole number."),
        ({"rules": "nmjl", "dice": [[3, 4.0]]}, "Throw 1: 4.0 isn’t a whole number."),
        ({"rules": "simple", "dice": [[3, 4]]}, "In these rules the wall isn't broken: there is nothing to count."),
    ],
)
def test_wrong_requests_are_answered(mj, request_, sentence):
    done = mj("break", "--jsonl", "-", given=json.dumps(request_))
    assert (done.status, done.err) == (0, "")
    assert done.answers == [{"ok": False, "error": sentence}]


def test_as_a_process_of_its_own(process):
    done = process("break", "--rules", "classical", "--dice", "5,5", "--dice", "2,3", "--json")
    assert (done.status, done.json, done.err) == (0, EXAMPLE, "")
    assert process("break", "--dice", "5,7").is_one_sentence()
