"""What the check of a win allows can be scored, and is what the window offers: in all rules, for hands of all kinds."""

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By, Hand, HowWon
from mjcompanion.core.tiles import PLAIN_TILES, WINDS, Tile, Wind
from mjcompanion.rules.optional_rows import OPTIONAL_KINDS
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.check import problems_of, win_type_problems
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.draft import Draft, look
from mjcompanion.scoring.score import score
from tests.kinds import CHINESE
from tests.scoring.asking import ask, wrong

ORDINARY = (
    "123m 456p 99s 777z 111s",
    "123m 456p 99s (777z) [1111s] 1f",
    "(123m) (456p) 99s (777z) (111s) 1f",
    "(123m) 789s 111222p 55z",
    "123456789m 123p (55s)",
    "11m 123m 123m 777p 888p",
    "111m 222p 333s 777z 55z",
    "(111m) (222p) (333s) (777z) (55z)",
    "[1111m] [2222p] [3333s] (7777z) 55z 3y",
    "1112345678999m 5m",
)


def house(rules: Ruleset, **more: object):
    """Every shape that can be added is played, with a limit and no least score."""
    own = {row.key for row in rules.rows}
    rows = {} if not rules.rows else {key: {} for key in OPTIONAL_KINDS if key not in own}
    return options_for(rules, {"limit": 500, "minimum": 0, "rows": rows, **more})


def won(rules: Ruleset, seat: Wind, tile: Tile | None, by: By) -> ScoringContext:
    return ScoringContext(rules, seat, win=HowWon(tile, by), house=house(rules))


CASES = [
    (rules, hand)
    for rules in CHINESE
    for hand in (*ORDINARY, *[kind.example for kind in rules.kinds_with(house(rules))])
]


@pytest.mark.parametrize(("rules", "text"), CASES)
def test_what_is_offered_is_what_the_check_allows_and_can_be_scored(rules, text):
    for seat in WINDS[:1] if rules.single_player else WINDS[:2]:
        draft = Draft(rules, seat=seat, house=house(rules)).pasted(text)
        assert {By.DRAW, By.DISCARD, By.KONG_REPLACEMENT} < set(draft.win_types)
        for by in draft.win_types:
            entered = Draft(rules, seat=seat, house=house(rules), by=by).pasted(text)
            if by is By.DEAL:
                assert not entered.context.win or entered.context.win.tile is None
                continue
            allowed = [tile for tile in PLAIN_TILES if not problems_of(entered.hand, won(rules, seat, tile, by))]
            assert list(entered.winning_choices) == allowed, by
            assert bool(win_type_problems(entered.hand, entered.context, entered.how)) is not bool(allowed), by
            for tile in allowed:
                try:
                    score(entered.hand, won(rules, seat, tile, by))
                except RuleError as error:
                    assert [one.code for one in error.problems] == ["too-many-chows"]  # British play, whoever won how


@pytest.mark.parametrize(
    ("text", "rules", "won_with", "points"),
    [
        # RULES 1, the last paragraph: thirteen orphans, the snake and other special hands may rob any kong
        ("19m19p19s1234567z9s", "hong-kong", "1z robbed-kong", 128),
        ("19m19p19s1234567z9s", "dmjl", "1z robbed-kong", 500),
        ("19m19p19s1234567z9s", "british", "1z robbed-kong", 1000),
        ("1123456789m1234z", "british", "4z robbed-kong", 1000),
        ("1112345678999m5m", "hong-kong", "4m robbed-kong", 128),
    ],
)
def test_a_special_hand_can_rob_any_kong(text, rules, won_with, points):
    assert ask(text, rules, won_with, seat="S").score == points


@pytest.mark.parametrize("rules", CHINESE)
def test_so_it_can_where_a_house_added_it(rules):
    if rules.single_player:
        return
    context = won(rules, Wind.SOUTH, Tile.parse("1z"), By.ROBBED_KONG)
    sheet = score(Hand.parse("19m19p19s1234567z9s"), context)
    assert "thirteen-orphans" in [rule for line in sheet.lines for rule in line.rules]


@pytest.mark.parametrize("rules", CHINESE)
@pytest.mark.parametrize("text", ["19m19p19s1234567z9s", "1122m3344p5566s77z"])
def test_nobody_robs_a_tile_that_the_hand_holds_twice(rules, text):
    tile = Tile.parse("9s" if text.startswith("19") else "7z")
    found = problems_of(Hand.parse(text), won(rules, Wind.EAST, tile, By.ROBBED_KONG))
    assert [one.code for one in found] == ["robbed-kong-held"]


def test_a_hand_of_pungs_says_that_nothing_in_it_was_robbed():
    seen = look(Draft(Ruleset("traditional"), by=By.ROBBED_KONG).pasted("111m 222p 333s 777z 55z"))
    assert [one.code for one in seen.problems] == ["robbed-kong-none"]
    assert not seen.sheets


@pytest.mark.parametrize(
    ("text", "rules", "rows"),
    [
        ("1122m3344p5566s (77z)", "traditional", {"seven-pairs": {}}),
        ("1122m3344p5566s (77z)", "hong-kong", {"seven-pairs": {}}),
        ("19m19p1s1234567z (99s)", "dmjl", {}),
        ("1199m99p1122z55z (77z)", "british", {}),
    ],
)
def test_the_pair_that_a_discard_completed_may_lie_open_in_every_shape(text, rules, rows):
    pair = text[text.index("(") + 1 : -1]
    options = {"options": {"rows": rows}} if rows else {}
    if rules == "hong-kong":
        options["options"]["minimum"] = 0
    laid = ask(text, rules, f"{pair[1:]} discard", seat="S", **options)
    assert (
        laid.score
        == ask(text.replace("(", "").replace(")", ""), rules, f"{pair[1:]} discard", seat="S", **options).score
    )
    wrong(text, rules, f"{pair[1:]} draw", seat="S", **options)


@pytest.mark.parametrize("house_has_flowers", [True, False])
def test_no_flower_is_replaced_where_none_is_played(house_has_flowers):
    house = options_for(Ruleset("traditional"), {"flowers": house_has_flowers})
    assert (By.FLOWER_REPLACEMENT in Draft(Ruleset("traditional"), house=house).win_types) is house_has_flowers


@pytest.mark.parametrize(("by", "words"), [(By.DRAW, "drawn"), (By.ROBBED_KONG, "robbed kong")])
def test_a_tile_that_was_named_stays_and_the_check_says_why_it_cannot_be(by, words):
    heard = Draft(Ruleset("traditional")).pasted("123m 456p 99s 111s (777z)")
    draft = heard.with_parsed(heard.parse_text(f"out on red, {words}"))
    assert (str(draft.tile), draft.by) == ("7z", by)
    assert look(draft).problems
