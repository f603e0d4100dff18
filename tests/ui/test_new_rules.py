"""A ruleset that is put into a folder is in the window at once: entered on the Score page, offered at the table."""

from mjcompanion.rulesets import RULESETS
from tests.test_extending import hong_kong

__all__ = ["hong_kong"]


def test_a_hand_is_entered_and_scored(hong_kong, desk, engine):
    desk.rules(hong_kong)
    desk.page._show_example()
    assert desk.model.seen.sheets
    desk.paste("123m 456m 99m (777z) [1111z] 1f")
    assert desk.draft.rules is hong_kong
    assert desk.page.seat.isVisible()
    assert desk.page.round.isVisible()
    assert not desk.page.result.isVisible()
    assert desk.check() == engine("123m 456m 99m (777z) [1111z] 1f", rules="hong-kong-trial")
    desk.page.house_action.setChecked(True)
    desk.qtbot.waitUntil(lambda: desk.page._house is not None)
    assert list(desk.page._house.controls) == ["limit", "flowers"]


def test_it_is_offered_at_the_table(hong_kong, table_at):
    choice = table_at().show().view("start").rules_choice
    offered = [choice.itemData(at) for at in range(choice.count())]
    assert "hong-kong-trial" in offered


def test_rules_of_a_kind_stand_together_in_lists():
    """Those whose hands are sets and a pair first, those with a card after them."""
    cards = [rules.with_card for rules in RULESETS.values()]
    assert cards == sorted(cards)
