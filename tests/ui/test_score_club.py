"""The club's own rules on the Score page: chosen from the list, they score."""

import pytest

from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.table.club import ClubRules, RulesShelf

HAND = "123m 456p 99s (777z) [1111s] 1f"


@pytest.fixture
def club(tmp_path):
    shelf = RulesShelf(tmp_path / "data" / "rules")
    shelf.save(ClubRules.of("Tuesday club", Ruleset("traditional"), {"basal": 50, "limit": None}))
    shelf.save(ClubRules.of("Four friends", Ruleset("nmjl")))
    return shelf


def choose(desk, words):
    choice = desk.page.rules_choice
    choice.setCurrentIndex(choice.findText(words))
    assert choice.currentText() == words


def test_the_clubs_rules_score(desk_at, club, engine):
    desk = desk_at().show()
    desk.paste(HAND)
    choose(desk, "Tuesday club")
    assert desk.draft.rules is Ruleset("traditional")
    assert desk.total() == engine(HAND, options={"basal": 50, "limit": None})
    desk.check()
    choose(desk, "Classical")
    choose(desk, "Tuesday club")
    assert desk.total() == engine(HAND, options={"basal": 50, "limit": None})
    choose(desk, "Traditional")
    assert desk.draft.options == options_for(Ruleset("traditional"))
    assert desk.total() == engine(HAND)


def test_the_clubs_rules_with_a_card(desk_at, club):
    desk = desk_at().show()
    for words in ("Four friends", "American, yearly card", "Four friends"):
        choose(desk, words)
        assert desk.page.is_american
        assert desk.page.american.presenter.draft.rules is Ruleset("nmjl")
    desk.page.hide()
    desk.page.show()
    assert desk.page.rules_choice.currentText() == "Four friends"
    choose(desk, "Tuesday club")
    assert not desk.page.is_american
    assert desk.draft.rules is Ruleset("traditional")


def test_rules_made_meanwhile_are_there_when_the_page_is_shown_again(desk_at, club):
    desk = desk_at().show()
    club.save(ClubRules.of("Sunday", Ruleset("classical"), {"flowers": False}))
    desk.page.hide()
    desk.page.show()
    desk.qtbot.waitUntil(lambda: not desk.context.shelves.busy)
    choose(desk, "Sunday")
    assert not desk.draft.has_flowers
