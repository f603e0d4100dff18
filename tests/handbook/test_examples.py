"""The examples of the handbook: every line that a score sheet can have is shown by a hand that has it."""

import pytest

from mjcompanion.american.card_library import built_in
from mjcompanion.core.hand import Hand
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.score import score
from tests.kinds import AMERICAN, CHINESE
from tools.handbook.american import card_examples
from tools.handbook.examples import examples
from tools.handbook.fields import example_row

ROWS = [(rules, place) for rules in CHINESE for place in range(len(rules.rows))]


def named(one):
    return f"{one[0]}-{one[0].rows[one[1]].id}"


@pytest.mark.parametrize(("rules", "place"), ROWS, ids=map(named, ROWS))
def test_every_row_has_a_hand_whose_sheet_has_its_line(rules, place):
    row, found = rules.rows[place], examples(rules)[place]
    assert found.rule is row
    # written down and entered anew, as a reader would
    sheet = score(Hand.parse(str(found.sheet.hand)), found.sheet.context)
    assert sheet == found.sheet
    lines = [line for line in sheet.lines if row.id in line.rules]
    assert lines
    assert found.line in lines
    given = row.points_with(sheet.context.options), row.doubles, row.share
    line = found.line
    assert all(have >= due for have, due in zip((line.points, line.doubles, line.share), given, strict=True))
    assert sheet.context.options == options_for(rules, dict(found.changes))


@pytest.mark.parametrize("rules", CHINESE)
def test_an_example_needs_an_option_only_where_the_rule_does(rules):
    for one in examples(rules):
        assert bool(one.changes) is not one.rule.enabled_if(options_for(rules))


@pytest.mark.parametrize("rules", CHINESE)
def test_an_example_shows_all_tiles_and_the_score(rules):
    for one in examples(rules):
        shown = []
        rule, hand = example_row(one, lambda tiles, *_, shown=shown: shown.extend(tiles) or "")
        tiles = one.sheet.hand.tiles
        assert sorted(shown[: len(tiles)]) == list(tiles)
        assert rule.startswith(one.rule.law)
        explanation = hand.partition("<br>")[2]
        assert f"{one.sheet.score:,}" in explanation.rpartition("Score: ")[2]
        assert explanation.count("<b>") >= 2, "the line itself stands out, and the score"


@pytest.mark.parametrize("rules", AMERICAN)
def test_every_section_of_a_card_has_a_hand(rules):
    card = built_in(rules.card).card
    found = card_examples(rules)
    assert [one.line.section for one in found] == [section for section, _ in card.sections]
    assert {one.sheet.jokerless for one in found} == {True, False}
    assert len({one.win.by for one in found}) == 2
    for one in found:
        assert one.line in card.lines
        assert sorted(map(int, one.sheet.hand.tiles)) == sorted(
            int(tile) for some in one.sheet.reading.sets for tile in some.tiles
        )
        if rules is Ruleset("kemp-american"):
            assert one.settlement is None
            assert one.sheet.adjustment.final == one.sheet.score * one.sheet.adjustment.factor
        else:
            assert sum(one.settlement.net.values()) == 0
