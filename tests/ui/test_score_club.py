"""The club's own rules on the Score page: chosen from the list, they score."""

import pytest

from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.printing.forms.score_sheet import facts
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.text_renderer import as_text
from mjcompanion.storage.settings import Settings
from mjcompanion.table.club_rules import ClubRules, RulesLibrary

HAND = "123m 456p 99s (777z) [1111s] 1f"


@pytest.fixture
def club(tmp_path):
    shelf = RulesLibrary(tmp_path / "data" / "rules")
    shelf.save(ClubRules.of("Tuesday club", Ruleset("traditional"), {"basal": 50, "limit": None}))
    shelf.save(ClubRules.of("Four friends", Ruleset("nmjl")))
    return shelf


def choose(desk, words):
    choice = desk.page.rules_choice
    choice.setCurrentIndex(choice.findText(words))
    assert choice.currentText() == words


def show_again(desk):
    """Show the page after the club's rules may have been changed on another one."""
    desk.page.show()
    desk.qtbot.waitUntil(lambda: not desk.context.shelves.busy)


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
        assert desk.page.american.model.draft.rules is Ruleset("nmjl")
    desk.page.hide()
    desk.page.show()
    assert desk.page.rules_choice.currentText() == "Four friends"
    choose(desk, "Tuesday club")
    assert not desk.page.is_american
    assert desk.draft.rules is Ruleset("traditional")


def test_a_club_of_solitaire_players_scores_by_its_own_rules_and_is_always_east(desk_at, club):
    club.save(ClubRules.of("Kitchen", Ruleset("kemp-american"), {"singles_and_pairs": "plain"}))
    desk = desk_at().show()
    found = {}
    for words in ("American, yearly card", "Kemp’s American solitaire", "Kitchen", "Kemp’s American solitaire"):
        choose(desk, words)
        panel = desk.page.american
        if words == "American, yearly card":
            panel.model.set_seat(Wind.WEST)
            assert panel.seat_box.isVisible()
            continue
        assert not panel.seat_box.isVisible()
        desk.qtbot.waitUntil(lambda shown=panel: shown.model.matcher() is not None)
        panel.model.paste("11m 33p 55m 77p 99m 11z 33z")
        panel.model.set_by(By.DRAW)
        panel.model.set_winning_tile(Tile.parse("1z"))
        assert panel.model.draft.context.seat is Wind.EAST
        found[words] = panel.model.seen.sheet.score
    assert found == {"Kemp’s American solitaire": 400, "Kitchen": 100}


def test_the_clubs_american_rules_are_there_again(desk_at, club):
    club.save(ClubRules.of("Kitchen", Ruleset("kemp-american"), {"singles_and_pairs": "plain"}))
    desk = desk_at().show()
    for words, rules in (("Kitchen", "kemp-american"), ("Four friends", "nmjl")):
        choose(desk, words)
        desk.page.hide()
        again = desk_at(settings=Settings(reduced_motion=True, ruleset=rules)).show()
        again.qtbot.waitUntil(lambda desk=again: not desk.context.shelves.busy)
        assert again.page.rules_choice.currentText() == words
        draft = again.page.american.model.draft
        wanted = next(one.rules.options for one in club.list() if one.rules.name == words)
        assert (draft.house_name, draft.house) == (words, wanted)
        assert not again.page.active.stack.canUndo()
        again.page.hide()
        desk = again


def test_american_rules_that_a_club_changes_renames_or_deletes_hold_as_they_are_now(desk_at, club):
    rules, plain = Ruleset("kemp-american"), {"singles_and_pairs": "plain"}
    kitchen = club.save(ClubRules.of("Kitchen", rules, plain))
    desk = desk_at().show()
    choose(desk, "Kitchen")
    for changes, name in (({}, "Kitchen"), (plain, "Kitchen"), (plain, "Cellar"), (None, "")):
        desk.page.hide()
        if changes is None:
            club.delete(kitchen)
        else:
            kitchen = club.save(ClubRules.of(name, rules, changes), kitchen)
        show_again(desk)
        draft = desk.page.active.draft
        assert desk.page.rules_choice.currentText() == (name or rules.short)
        assert (draft.house or options_for(rules)) == options_for(rules, changes)
        assert draft.house_name == name


def test_rules_that_a_club_makes_or_changes_hold_as_they_are_now(desk_at, club, engine):
    desk = desk_at().show()
    desk.paste(HAND)
    desk.page.hide()
    club.save(ClubRules.of("Sunday", Ruleset("classical"), {"flowers": False}))
    show_again(desk)
    choose(desk, "Sunday")
    assert not desk.draft.has_flowers
    tuesday = next(one for one in club.list() if one.rules.name == "Tuesday club")
    choose(desk, "Tuesday club")
    desk.page.hide()
    tuesday = club.save(tuesday.rules.changed(basal=20, limit=500), tuesday)
    show_again(desk)
    assert desk.page.rules_choice.currentText() == "Tuesday club"
    assert desk.total() == engine(HAND, options={"basal": 20, "limit": 500})
    assert desk_at().draft.options == tuesday.rules.options  # after a new start too
    desk.model.set_option("basal", 40)  # of this hand alone
    desk.page.hide()
    club.save(tuesday.rules.changed(basal=30), tuesday)
    show_again(desk)
    assert desk.total() == engine(HAND, options={"basal": 40, "limit": 500})
    assert desk.page.rules_choice.currentText() == "Traditional"


def test_the_clubs_name_stays_while_the_next_hand_is_typed_after_a_new_start(desk_at, club):
    desk = desk_at().show()
    choose(desk, "Tuesday club")
    desk.page.hide()
    again = desk_at().show()
    again.qtbot.waitUntil(lambda: again.draft.house_name == "Tuesday club")
    again.model.write("3b")
    assert again.draft.house_name == "Tuesday club"


def test_undo_shows_the_american_rules_that_hold_again(desk_at, club):
    desk = desk_at().show()
    choose(desk, "American, yearly card")
    for words in ("Four friends", "American, club"):
        before = desk.page.rules_choice.currentText()
        choose(desk, words)
        desk.page.active.stack.undo()
        assert desk.page.rules_choice.currentText() == before
        desk.page.active.stack.redo()
        assert desk.page.rules_choice.currentText() == words


def test_receipts_name_the_clubs_rules(desk_at, club):
    """Copied and printed: the club's name for its rules as long as they are in use, then the rules' own."""
    desk = desk_at().show()
    desk.paste(HAND)
    choose(desk, "Tuesday club")
    named = "Tuesday club, made from Traditional · "
    assert as_text(desk.page.model.seen.sheet).splitlines()[1].startswith(named)
    assert facts(desk.page.printed().hand)[0].startswith(named)
    desk.page.hide()
    show_again(desk)
    assert facts(desk.page.printed().hand)[0].startswith(named)
    desk.page.model.set_option("basal", 20)
    assert facts(desk.page.printed().hand)[0].startswith("Traditional, with counting sticks · ")
    desk.page.model.set_option("basal", 50)
    assert desk.page.rules_choice.currentText() == "Tuesday club"
    assert facts(desk.page.printed().hand)[0].startswith(named)
    choose(desk, "Four friends")
    assert desk.page.american.model.draft.context.house_name == "Four friends"
    choose(desk, "Classical")
    assert facts(desk.page.printed().hand)[0].startswith("Classical, with the prevailing wind · ")
