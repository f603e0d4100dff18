"""The score sheet under other rules: one click, the house rules on the shelf too, and American hands."""

from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders
from mjcompanion.table.club_rules import ClubRules, RulesLibrary

HAND = "123m 456p 99s! (777z) [1111s] 1f"


def scored(desk, text=HAND):
    desk.page.model.paste(text)
    desk.pick(desk.page.seat, "W")
    desk.page._choose_way(1)
    return desk.page.receipt


def test_the_same_tiles_under_other_rules(desk):
    receipt = desk.page.receipt
    receipt.elsewhere_button.setEnabled(True)
    desk.page.model.paste("123m")
    assert not receipt.elsewhere_button.isEnabled()
    desk.page.model.clear()
    receipt = scored(desk)
    desk.click(receipt.elsewhere_button)
    rows = {row.label: (row.points, row.laws) for row in receipt.rows}
    assert rows["Traditional"] == ("108", ("54 points, 1 double.",))
    assert rows["Classical"] == ("128", ("64 points, 1 double.", "Mah Jongg 10 → 20."))
    assert rows["Score"][0] == "108"
    line = next(one for one in receipt.lines if one.row.label == "Classical")
    assert line.accessibleName() == "Classical: 128"
    assert "Mah Jongg 10 → 20." in line.accessibleDescription()
    desk.click(receipt.why_button)
    assert not receipt.elsewhere_button.isChecked()
    assert not any(row.label == "Classical" for row in receipt.rows)


def test_house_rules_on_the_shelf(desk_at, tmp_path):
    folders = Folders.at(tmp_path / "data")
    RulesLibrary(folders.rules_folder).save(ClubRules.of("Bare", Ruleset("classical"), {"flowers": False}))
    desk = desk_at().show()
    desk.qtbot.waitUntil(lambda: bool(desk.page._club))
    receipt = scored(desk)
    desk.click(receipt.elsewhere_button)
    row = next(row for row in receipt.rows if row.label == "Bare")
    assert (row.points, row.laws) == ("–", ("No flowers there.",))


def test_a_hand_of_a_card(desk):
    desk.rules("nmjl")
    panel = desk.page.american
    desk.qtbot.waitUntil(lambda: bool(panel.model.cards))
    panel.model.enter_example()
    desk.click(panel.elsewhere_button)
    names = [row.label for row in panel.elsewhere.rows]
    assert names == ["American, yearly card", "American, club", "Kemp’s American solitaire"]
    assert all(row.points != "–" for row in panel.elsewhere.rows)
    desk.page.model.clear()
