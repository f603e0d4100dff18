"""The Score, Cards and Rules pages in the pseudo-language: every word looked up, and room for all of it."""

import pytest
from mjcompanion.ui.app import build

from mjcompanion.american.card_library import BUILT_IN, built_in
from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Tile
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders, make_folder
from mjcompanion.storage.settings import Settings, save
from mjcompanion.table.club_rules import ClubRules, RulesLibrary
from tests.ui import wording
from tests.ui.walk import settle

NAMES = "Tuesday club Companion Club Fifteen Change up Mah Jongg and"
"""What people named so, what stands on the cards, and the word that joins lists, which is the locale's."""


def card_words():
    """What stands on the cards that come with the program: they are in one language, like any card."""
    lines = [line for name in BUILT_IN for line in built_in(name).card.lines]
    return " ".join(f"{line.pattern} {line.section} {line.note}" for line in lines)


def chinese(window, rules="traditional"):
    page = window.open_page("score")
    page._show_chinese()
    page.house_action.setChecked(False)
    page.model.clear()
    page.model.set_rules(Ruleset(rules))
    return page


def score(window):
    page = chinese(window)
    page._show_example()
    if not page.receipt.why_button.isChecked():
        page.receipt.why_button.click()


def score_empty(window):
    chinese(window)


def score_wrong(window):
    chinese(window).model.paste("3333m 3m 456p (777z) 1f")


def score_asks(window):
    chinese(window, "classical").model.paste("111z 222z 333z 444z 55z")


def score_limit(window):
    page = chinese(window, "classical")
    page.model.paste("111z 222z 333z 444z 55z")
    page.model.set_by(By.DISCARD)
    page.model.set_winning_tile(Tile.parse("1z"))


def score_solitaire(window):
    chinese(window, "kemp-chinese")._show_example()


def score_chosen(window):
    page = chinese(window)
    page.model.paste("123m 456p 99s 777z 1111s 1f")
    for index in range(3):
        page.model.choose(index)


def score_house(window):
    page = chinese(window)
    page._show_example()
    page.house_action.setChecked(True)


def american(window):
    window.open_page("score").show_american(Ruleset("nmjl"))
    window.page("score").american.model.clear()
    window.page("score")._show_example()


def american_near(window):
    window.open_page("score").show_american(Ruleset("kemp-american"))
    window.page("score").american.model.paste("FF 1111b 222b 33b 4b 5b")


def american_empty(window):
    window.open_page("score").show_american(Ruleset("american-club"))
    window.page("score").american.model.clear()


def invited(window):
    chinese(window)
    window.context.settings.change(greeting="invite")


def cards(window):
    page = window.open_page("cards")
    page.choose(page.model.standing[0].key)


def cards_own(window):
    cards(window)
    page = window.page("cards")
    page.make_own()
    page.strip.pattern.setText("FFF 2026a")
    page.strip.pattern.textEdited.emit("FFF 2026a")
    page.strip.flush()


def cards_new(window):
    page = window.open_page("cards")
    page.new_card()


def cards_unreadable(window):
    page = window.open_page("cards")
    page.choose(next(held.key for held in page.model.ours if not held.is_readable))


def rules(window):
    window.open_page("rules").choose("traditional")


def rules_own(window):
    page = window.open_page("rules")
    page.choose(next(held.key for held in page.model.ours if held.is_readable))
    page.comparison.rows["chips"].control.chosen.emit("own")


def rules_row_open(window):
    rules_own(window)
    window.page("rules").rows.lines["dragons"].click()


def rules_to_add(window):
    rules_own(window)
    window.page("rules").rows.add.click()


def rules_row_refused(window):
    rules_own(window)
    page = window.page("rules")
    page.model.set_option("limit", None)
    if "four-kongs" not in page.rows.lines:
        page.rows.add.click()
        page.rows.lines["four-kongs"].click()


def rules_unreadable(window):
    page = window.open_page("rules")
    page.choose(next(held.key for held in page.model.ours if not held.is_readable))


STATES = (
    score_empty,
    score,
    score_wrong,
    score_asks,
    score_limit,
    score_solitaire,
    score_chosen,
    score_house,
    american,
    american_near,
    american_empty,
    invited,
    cards,
    cards_own,
    cards_new,
    cards_unreadable,
    rules,
    rules_own,
    rules_row_open,
    rules_to_add,
    rules_row_refused,
    rules_unreadable,
)

ON_CARDS = (american, american_near, american_empty, cards, cards_own, cards_new, cards_unreadable)


@pytest.fixture(scope="module")
def window(qapp, tmp_path_factory):
    """The program in the pseudo-language, on a folder with cards and rules of one's own."""
    folders = Folders.at(tmp_path_factory.mktemp("words") / "data")
    make_folder(folders.data)
    house = {"limit": 778, "rows": {"no-runs": {"doubles": 1}, "dealt": {"off": True}}}
    RulesLibrary(folders.rules_folder).save(ClubRules.of("Tuesday club", Ruleset("traditional"), house))
    for folder in (folders.rules_folder, folders.cards_folder):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "broken.toml").write_text("name = [", "utf-8")
    save(Settings(reduced_motion=True), folders)
    with wording.speaking_pseudo(qapp):
        made = build(qapp, folders)
        made.resize(1024, 700)
        made.show()
        settle(made)
        yield made
        made.context.close()
        made.context.theme.apply("light", 100)
        made.close()
        made.deleteLater()


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("percent", [100, 200])
def test_every_word_is_looked_up_and_has_room(window, percent):
    window.context.settings.change(text_size=percent)
    settle(window)
    faults = []
    for state in STATES:
        state(window)
        settle(window)
        page = window.stack.currentWidget()
        names = f"{NAMES} {card_words()}" if state in ON_CARDS else NAMES
        faults += [f"{state.__name__}: {one}" for one in wording.faults_of(page, names)]
        if state is invited:
            window.page("score")._end_invitation()
    assert not faults, "\n".join(["", *dict.fromkeys(faults)])


def test_untranslated_words_are_found(qtbot):
    assert wording.plain_words("⟦Çöñçéälêd kong of 3 bamboos··⟧") == ["kong", "of", "bamboos"]
    assert wording.plain_words("⟦Üñdö··⟧ (Ctrl+Z) 123m 3b/x.toml") == []
