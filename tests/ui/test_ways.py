"""Pages know nothing of each other: each way between two of them is a row, and both its ends are there."""

import importlib

import pytest
from mjcompanion.ui.app import build
from mjcompanion.ui.navigation import ROUTES
from mjcompanion.ui.pages import PAGES
from PySide6.QtCore import Signal

from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import Settings, save
from tests.ui.walk import close, settle


@pytest.mark.parametrize("route", ROUTES)
def test_both_ends_of_a_way_are_there(route):
    def part(key, name):
        return getattr(importlib.import_module(f"mjcompanion.ui.pages.{key}.{name}"), f"{key.title()}{name.title()}")

    assert {route.start, route.to} <= {one.key for one in PAGES}
    owner, _, signal = route.signal.rpartition(".")
    assert isinstance(getattr(part(route.start, owner or "page"), signal), Signal)
    owner, _, method = route.method.rpartition(".")
    assert not method or callable(getattr(part(route.to, owner or "page"), method))


@pytest.fixture
def window(qapp, tmp_path):
    folders = Folders.at(tmp_path / "data")
    save(Settings(reduced_motion=True), folders)
    made = build(qapp, folders)
    made.show()
    yield made
    settle(made)
    close(made)


def test_the_rules_page_asks_for_the_hand_on_the_score_page(window):
    page = window.open_page("rules")
    page.model.make_own(Ruleset("traditional"))
    assert page.own.effect.text() == "There is no hand on the Score page yet."
    window.open_page("score").model.paste("123m 456p 99s! (777z) [1111s]")
    window.open_page("rules")
    assert page.own.effect.text() == "The hand on the Score page: 92, no difference"
    page.rows.lines["dragons"].click()
    page.rows.editor.counts.click()
    assert page.rows.editor.effect.text() == page.own.effect.text() == "The hand on the Score page: 92 → 46"
    score = window.open_page("score")
    score.show_american(Ruleset("nmjl"))
    settle(window, lambda: score.active.card is not None)
    score._show_example()
    settle(window, lambda: score.active.seen.sheet is not None)
    window.open_page("rules")
    assert page.own.effect.text() == "The hand on the Score page is of another kind of rules."


def test_a_hand_keeps_the_card_that_the_cards_page_renames(window):
    cards = window.open_page("cards")
    cards.model.new()
    cards.model.add_line({"pattern": "FFFF 11a 222a 3333a N", "value": 90}, 0)
    cards.model.rename("Ours")
    score = window.open_page("score")
    score.show_american(Ruleset("nmjl"))
    settle(window, lambda: any(one.startswith("ours-") for one in score.active.cards))
    score.active.set_card(next(one for one in score.active.cards if one.startswith("ours-")))
    score.active.paste("FFFF 11m 222m 3333m 4z")
    cards.model.add_line({"pattern": "FFFF 2222a 4444b 66c", "value": 25}, 1)
    for change in (lambda: cards.model.rename("Tuesday club"), cards.undo, cards.redo):
        window.open_page("cards")
        change()
        name = cards.model.opened.entry.name
        window.open_page("score")
        settle(window, lambda name=name: name in score.active.cards)
        assert (score.active.draft.card, score.active.seen.sheet.score) == (name, 90)
    score.active.stack.undo()
    score.active.stack.redo()
    assert score.active.seen.sheet.score == 90
