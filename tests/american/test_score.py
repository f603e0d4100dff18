"""Is it Mah Jongg, on which line, worth what; and everything that a hand can't be. RULES 3, 3.1, 3.2."""

import pytest

from mjcompanion.american.card_library import built_in
from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.match import Matcher
from mjcompanion.american.request import (
    Cards,
    read_score_request,
    score_request,
)
from mjcompanion.american.score import score_american
from mjcompanion.american.sheet_rows import sheet_rows_of
from mjcompanion.american.text_renderer import as_text
from mjcompanion.cli.score import answer_score
from mjcompanion.core.errors import RuleError
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.request import settle_request
from tests.kinds import AMERICAN

CARD = """
name = "Ours"
year = 2026
[[line]]
section = "2468"
pattern = "FF 2222a 4444b 66c 88c"
value = 25
[[line]]
section = "Quints"
pattern = "FF 222a 44444b 66c 88c"
value = 40
[[line]]
section = "Winds"
pattern = "NNNN EEEE RR GG 00"
value = 30
concealed = true
[[line]]
section = "Singles and Pairs"
pattern = "FF 22a 44a 66a 88a 11b 33b"
value = 50
concealed = true
singles_and_pairs = true
[[line]]
section = "Odd"
pattern = "FF 22a 44a 66a 88a 11b 33b"
value = 30
"""
HAND = "FF 2222m 44JJp 66s 88s"
BARE = "FF 2222m 4444p 66s 88s"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("cards") / "ours.toml"
    path.write_text(CARD)
    return str(path)


@pytest.fixture
def asked(file):
    """A request, changed in some keys."""
    return lambda **changes: {"rules": "nmjl", "hand": HAND, "card": file, **changes}


@pytest.fixture
def score(asked):
    """The answer to a changed request."""
    return lambda **changes: answer_score(asked(**changes))


def win(tile, by="draw", **more):
    return {"tile": tile, "by": by, **more}


# --- worth what ----------------------------------------------------------------------------------------------------


def test_the_answer(score):
    assert score() == {
        "ok": True,
        "value": 25,
        "line": "FF 2222a 4444b 66c 88c",
        "section": "2468",
        "concealed": False,
        "jokers": 2,
        "score": 25,
    }


@pytest.mark.parametrize("rules", ["nmjl", "american-club"])
def test_the_score_is_the_lines_value(score, rules):
    assert score(rules=rules, hand=BARE, win=win("8s"))["score"] == 25


@pytest.mark.parametrize(
    ("hand", "value", "discards", "final"),
    [
        (HAND, 50, None, None),
        (BARE, 200, None, None),
        (HAND, 50, 40, ("49/69", "35.51", 36)),
        (BARE, 200, 0, ("1", "200.00", 200)),
        (BARE, 200, 137, ("1/138", "1.45", 1)),
        ("FF 22m 44m 66m 88m 11p 33p", 400, 69, ("1/2", "200.00", 200)),
    ],
)
def test_kemps_solitaire(score, hand, value, discards, final):
    answer = score(rules="kemp-american", hand=hand, discards=discards)
    assert answer["score"] == value
    if final is None:
        assert "final" not in answer
    else:
        assert (answer["factor"], answer["final"], answer["final_rounded"]) == final


def test_discards_count_in_the_solitaire_only(score):
    assert "final" not in score(discards=40)
    assert score(discards=-5)["ok"]


PAIRS = "FF 22m 44m 66m 88m 11p 33p"


@pytest.mark.parametrize(
    ("rules", "how", "value"),
    [
        ("nmjl", win("3p"), 30),  # 60 without jokers, against 50 that singles and pairs don't double
        ("nmjl", win("3p", "discard"), 30),
        ("nmjl", None, 30),
        ("american-club", win("3p"), 50),
        ("american-club", win("3p", "discard"), 50),
        ("kemp-american", win("3p"), 50),
    ],
)
def test_the_line_that_pays_most_is_taken(score, rules, how, value):
    assert score(rules=rules, hand=PAIRS, win=how)["value"] == value


# --- laid out ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "how"),
    [
        ("FF (2222m) (44JJp) 66s 88s", win("8s")),
        ("FF 2222m 44JJp 66s (88s)", win("8s", "discard")),
        ("(FF) (2222m) 44JJp 66s 88s", win("F", "discard")),
        ("(1f3y) (2222m) 44JJp 66s 88s", win("F", "discard")),
        ("(FF) (2222m) 44JJp 66s 88s", win("2y", "discard")),
        ("FF (2222m) (44JJp) 66s 88s", win("2m", "discard")),
        ("4444z 1111z 77z 66z 55z", win("5z", "discard")),
        ("4444z 1111z 77z 66z (55z)", win("5z", "discard")),
        ("(444Jz) 1111z 77z 66z 55z", win("4z", "discard")),
        (HAND, win("J")),
        ("FF (2222m) 44JJp 66s 88s", win("2m")),  # drawn, exchanged for the joker that won
        (HAND, win("4p", "draw", last_tile=True)),
        (HAND, {"by": "deal"}),
        (HAND, win("4p", "deal")),
    ],
)
def test_what_may_be(score, hand, how):
    assert score(hand=hand, win=how)["ok"]


@pytest.mark.parametrize("by", ["first-discard", "discard"])
def test_a_claimed_set_of_a_concealed_hand(score, by):
    assert score(hand="4444z 1111z 77z (66z) 55z", seat="W", win=win("6z", by))["line"] == "NNNN EEEE RR GG 00"


SHUT = "This isn’t Mah Jongg: "
OPEN = "Line 3, “NNNN EEEE RR GG 00”, is concealed: only the set that a winning discard completed may be exposed."
WRONG = [
    ({"hand": ""}, "no-hand"),
    ({"hand": "FF 2222m 44JJp 66s 8s"}, "too-few-tiles"),
    ({"hand": "FF 2222m 44JJp 66s 888s"}, "too-many-tiles"),
    ({"hand": "FF 22222m 44JJp 66s 8s"}, "fifth-copy"),
    ({"hand": "FFFFFFFFF 2222m J"}, "ninth-flower"),
    ({"hand": "1f1f 2222m 44JJp 66s 88s"}, "second-flower"),
    ({"hand": "FFFFF JJJJJJJJJ"}, "ninth-joker"),
    ({"hand": "FF [2222m] 44JJp 66s 88s"}, "american-kong"),
    ({"hand": "FF (2222m) (446p) 4p 6s 88s"}, "no-run"),
    ({"hand": "FF 2222m (JJJJ) 66s 88s"}, "only-jokers"),
    ({"hand": "FF 2222m 44JJp 66s (88s)"}, "short-run"),
    ({"hand": "FF 2222m 44JJp (66s) (88s)", "win": win("8s", "discard")}, "short-run"),
    ({"hand": "FF 2222m 44JJp 66s 8Js"}, "no-mah-jongg"),
    ({"hand": "FF (2222Jm) 444p 66s 88s"}, "laid-out-elsewhere"),
    ({"hand": "(333m) (444z) 1111z 77z 66z"}, "no-mah-jongg"),
    ({"hand": "4444z (1111z) 77z 66z 55z"}, "laid-out-concealed"),
    ({"hand": "4444z (1111z) 77z 66z 55z", "win": win("1z")}, "win-tile-in-set"),
    ({"hand": "4444z (1111z) 77z 66z 55z", "win": win("5z", "discard")}, "laid-out-concealed"),
    ({"hand": "FF (222m) 2m 4444p 66s 88s"}, "laid-out-elsewhere"),
    ({"win": win("9s")}, "win-tile-not-in-hand"),
    ({"win": {"by": "draw"}}, "win-without-tile"),
    ({"win": win("J", "discard")}, "joker-claimed"),
    ({"hand": "1f2f 2222m 44JJp 66s 88s", "win": win("3f")}, "win-tile-not-in-hand"),
    ({"win": win("8s", "deal", last_tile=True)}, "last-tile-with"),
    ({"win": win("8s", "deal"), "seat": "S"}, "deal-not-east"),
    ({"hand": "FF (2222m) 44JJp 66s 88s", "win": win("8s", "deal")}, "dealt-with-sets"),
    ({"win": win("8s", "first-discard")}, "first-discard-east"),
    ({"hand": "FF (2222m) 44JJp 66s 88s", "seat": "W", "win": win("8s", "first-discard")}, "first-discard-with-sets"),
    ({"win": win("8s", "kong-replacement")}, "unknown-by"),
    ({"rules": "kemp-american", "win": win("8s", "robbed-kong")}, "unknown-by"),
    ({"rules": "kemp-american", "hand": "FF (2222m) 44JJp 66s 88s", "win": win("8s", "charleston")}, "charleston-with-sets"),
    ({"rules": "kemp-american", "seat": "N"}, "kemp-seat"),
    ({"rules": "kemp-american", "discards": 139}, "discards-out-of-range"),
    ({"winner": False}, "only-winner-scores"),
    ({"card": None}, "no-card"),
    ({"card": 5}, "bad-request"),
    ({"card": "nobody's"}, "card-unknown"),
    ({"card": "/nowhere/card.toml"}, "card-file"),
    ({"hand": "0m"}, "no-such-number"),
    ({"win": 1}, "bad-request"),
    ({"options": {"limit": 3}}, "bad-option"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "code"), WRONG, ids=range(len(WRONG)))
def test_what_cannot_be(asked, changes, code):
    with pytest.raises(RuleError) as error:
        score_request(asked(**changes), Cards())
    assert str(error.value).endswith((".", "?"))
    assert "\n" not in str(error.value)
    assert error.value.problems[0].code == code


def test_several_things_are_told_at_once(asked):
    with pytest.raises(RuleError) as error:
        score_request(asked(hand="FF 22222m (123p) 66s 88s9s", win=win("5z", "first-discard")), Cards())
    assert [one.code for one in error.value.problems] == [
        "fifth-copy", "no-run", "too-many-tiles", "win-tile-not-in-hand", "first-discard-with-sets",
        "first-discard-east",
    ]  # fmt: skip


def test_what_is_missing(score):
    assert score(hand="FF 2222m 44p 66s 88s 1z9s") == {
        "ok": False,
        "error": SHUT + "line 1, “FF 2222a 4444b 66c 88c”, still needs 2 tiles, 2 × 4 dot.",
        "away": 2,
        "missing": ["4p", "4p"],
    }
    assert score(hand="4444z (1111z) 77z 66z 55z") == {"ok": False, "error": OPEN}


def test_rules_that_need_no_card(asked):
    with pytest.raises(RuleError) as error:
        read_score_request(asked(rules="classical"))
    assert [one.code for one in error.value.problems] == ["bad-request"]
    for rules in AMERICAN:
        assert ("charleston" in rules.win_types) == (rules is Ruleset("kemp-american"))


def test_the_rows_of_a_sheet(file):
    def rows(**changes):
        request = read_score_request({"rules": "nmjl", "hand": BARE, "card": file, **changes})
        sheet = score_american(request.hand, request.context, Cards().find(file)[1])
        return [(row.label, row.figures) for row in sheet_rows_of(sheet)], as_text(sheet, "Ours 2026").splitlines()

    assert rows()[0][1] == ("No jokers: all pay double", "")
    assert rows(rules="american-club", win=win("8s"))[0][1] == ("No jokers: all pay double", "")
    assert rows(rules="american-club")[0][1] == ("No jokers", "")
    assert rows(rules="american-club", win=win("8s", "discard"))[0][1] == ("No jokers", "")
    assert rows(hand=HAND)[0][1] == ("2 jokers", "")
    assert "  Also line 4 (50)" in rows(hand=PAIRS)[1]
    kemp, text = rows(rules="kemp-american", discards=40, win=win("8s", "charleston"))
    assert text[1] == "Kemp’s American solitaire · East · won with 8 bamboo, complete in the Charleston"
    assert [figures for _, figures in kemp] == ["25", "×2", "×4", "200", "138", "40", "98", "98/138", "142.03", "142"]


def test_singles_and_pairs_are_not_doubled():
    pairs = next(line for line in built_in("companion").card.lines if line.singles_and_pairs)
    matcher = Matcher([pairs])
    hand = AmericanHand(tuple(tile for run in pairs.builds[0].runs for tile in [run.tile] * run.count))
    request = read_score_request({"rules": "nmjl", "hand": str(hand), "card": "?"})
    sheet = score_american(request.hand, request.context, matcher)
    assert sheet.factors == ()
    assert sheet.jokerless
    assert "Singles and pairs: no doubling without jokers" in as_text(sheet, "Ours")


@pytest.mark.parametrize(
    ("rules", "asked", "score", "paid"),
    [
        ("nmjl", "rules", 50, [100, 100, 100]),
        ("nmjl", "doubled", 50, [200, 200, 200]),
        ("american-club", "rules", 50, [100, 100, 100]),
        ("american-club", "plain", 50, [50, 50, 50]),
        ("kemp-american", "rules", 400, None),
        ("kemp-american", "plain", 100, None),
    ],
)
def test_singles_and_pairs_without_jokers_by_house_option(rules, asked, score, paid):
    options = {"singles_and_pairs": asked}
    win = {"tile": "1z", "by": "draw"}
    request = {"rules": rules, "hand": "11m33p55m77p99m11z33z", "card": "companion", "win": win, "options": options}
    assert score_request(request, Cards()).score == score
    if paid is not None:
        ending = {
            "rules": rules,
            "winner": "E",
            "by": "draw",
            "value": 50,
            "jokerless": True,
            "singles_and_pairs": True,
        }
        assert [one["points"] for one in settle_request(ending | {"options": options})["payments"]] == paid
