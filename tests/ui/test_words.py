"""Every page in the pseudo-language, in the states in which people meet it: every word looked up, and room for all."""

import calendar

import pytest
from mjcompanion.ui.pages.settings.page import SettingsPage
from mjcompanion.ui.welcome.dialog import WelcomeDialog
from PySide6.QtCore import QRect

from mjcompanion.american.card_library import BUILT_IN, built_in
from mjcompanion.handbook.texts import sections
from mjcompanion.i18n import translation
from tests.ui import wording
from tests.ui.tour import READ, STATES, on_tour, write_something_of_everything

PEOPLE = "Ann Bob Chuck Dora Eve Fred Gil Hal Tuesday evening club Club Cup Winter cup Player Companion Fifteen"
LOCALE = f"and {' '.join(calendar.month_name)} {' '.join(calendar.month_abbr)} English"


LICENCES = "MIT LGPL Qt PySide6 MB mjcompanion.log"
HANDBOOK = " of ContentsTree in ", " of Results in "
"""The handbook has languages of its own, and this is none of them."""

NARROW = "club", "club-tournament", "solitaire-won"
"""What has no room at 200 % in a language half as long again on the smallest screen; its words are looked up."""


def names():
    """What is nobody's to translate: names, what stands on the cards, and the titles of the handbook."""
    lines = [line for name in BUILT_IN for line in built_in(name).card.lines]
    cards = [f"{line.pattern} {line.section} {line.note}" for line in lines]
    titles = [one.title for one in sections(translation.ENGLISH)]
    return " ".join([PEOPLE, LOCALE, *(built_in(name).card.title for name in BUILT_IN), *cards, *titles])


@pytest.fixture(scope="module", params=[100, 200])
def tour(qapp, tmp_path_factory, request):
    """The program in the pseudo-language, on a folder with something of everything."""
    folder = tmp_path_factory.mktemp("words") / "data"
    uid = write_something_of_everything(folder)
    with wording.speaking_pseudo(qapp), on_tour(qapp, folder, uid, (1024, 700)) as made:
        made.window.context.settings.change(text_size=request.param)
        yield made


@pytest.mark.exhaustive(keep=30)
@pytest.mark.parametrize("state", STATES | READ)
def test_every_word_is_looked_up_and_has_room(tour, state):
    (STATES | READ)[state](tour)
    tour.settle()
    large = tour.window.context.settings.value.text_size == 200
    faults = wording.untranslated if large and state in NARROW else wording.faults_of
    found = faults(tour.window.stack.currentWidget(), f"{names()} {tour.window.context.folders.data}")
    tour.leave(state)
    assert not [one for one in found if not any(view in one for view in HANDBOOK)]


def test_every_group_of_settings_and_section_of_the_facts_about_the_program(tour):
    page = tour.open("settings")
    assert isinstance(page, SettingsPage)
    for group in page.groups:
        page.show_group(group)
        tour.settle()
        assert not wording.faults_of(page, names())
    page = tour.open("about")
    for key in page.sections:
        page.show_section(key)
        tour.settle()
        assert not wording.faults_of(page, f"{names()} {LICENCES} {tour.window.context.folders.data}"), key
        page.leave()


def test_the_welcome(tour, qtbot):
    welcome = WelcomeDialog(tour.window.context)
    qtbot.addWidget(welcome)
    welcome.show()
    welcome.fit_into(QRect(0, 0, 1024, 700))
    tour.settle()
    assert not wording.faults_of(welcome, names())


def test_menus_and_the_sideboard(tour):
    """Menus show only at a click, and the sideboard covers the page: their words are read as they are said."""
    tour.ledger()
    page = tour.window.page("ledger")
    menus = [tour.window.menu(), page.more_menu(), page.share_menu()]
    entries = [entry for menu in menus for entry in menu.actions()]
    entries += [inner for entry in entries if entry.menu() for inner in entry.menu().actions()]
    assert not [entry.text() for entry in entries if wording.plain_words(entry.text(), "JSON CSV")]
    tour.table_game()
    table = tour.window.page("table")
    table.show_sideboard()
    assert not wording.plain_words(table.board.told(), f"{PEOPLE} E S W N")
    table.board.leave()


def test_untranslated_words_are_found():
    assert wording.plain_words("⟦Çöñçéälêd kong of 3 bamboos··⟧") == ["kong", "of", "bamboos"]
    assert wording.plain_words("⟦Üñdö··⟧ (Ctrl+Z) 123m 3b/x.toml") == []
