"""Window, Welcome, Print, Practice, Help and Settings in the pseudo-language: every word looked up, room for all."""

import calendar

import pytest
from mjcompanion.ui.app import build
from mjcompanion.ui.pages.print.sources import SourceKind
from mjcompanion.ui.welcome.dialog import WelcomeDialog
from PySide6.QtCore import QRect

from mjcompanion.american.card_library import built_in
from mjcompanion.handbook.texts import sections
from mjcompanion.i18n import translation
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders, make_folder
from mjcompanion.storage.settings import Settings, save
from tests.ui import walk, wording
from tests.ui.walk import settle

TITLES = " ".join(one.title for one in sections(translation.ENGLISH))
NAMES = f"English 中文 NNMMLL {' '.join(calendar.month_abbr)}"


def names(window):
    """What is nobody's to translate: what stands on the American card, and paths."""
    card = built_in(Ruleset("nmjl").card).card
    found = [NAMES, card.title, str(window.context.folders.data)]
    for title, lines in card.sections:
        found += [title, *(line.pattern for line in lines)]
    return " ".join(found)


def faults_of(window, more=""):
    """But for the titles of the handbook: it has languages of its own, and this is none of them."""
    handbook = (" of ContentsTree in ", " of Results in ")
    found = wording.faults_of(window, f"{names(window)} {more}")
    return [one for one in found if not any(view in one for view in handbook)]


def print_form(window):
    page = window.open_page("print")
    page.model.choose_form("kemp-chinese")
    page.model.choose_source_kind(SourceKind.BLANK)
    settle(window, lambda: page.model.settled)


def print_of_a_hand(window):
    page = window.open_page("print")
    page.model.show_hand()
    settle(window, lambda: page.model.settled)


def print_of_a_session(window):
    page = window.open_page("print")
    page.model.choose_form("session")
    settle(window, lambda: page.model.settled)


def practice(window):
    window.open_page("practice").model.open_text("traditional 2 17")


def practice_hint(window):
    practice(window)
    window.page("practice").model.ask_hint()


def practice_checked(window):
    practice(window)
    page = window.page("practice")
    page.sheet.fields[0].enter(3)
    page.sheet.fields[1].enter(32)
    page.check()
    page.model.set_shown(shown=True)


def practice_american(window):
    window.open_page("practice").model.open_text("nmjl 2 1")
    window.page("practice").check()


def help_contents(window):
    window.open_page("help")._show_contents()


def help_search(window):
    page = window.open_page("help")
    page.search.setText("kong")
    page._search()


def help_nothing_found(window):
    page = window.open_page("help")
    page.search.setText("zzzz")
    page._search()


def message(window):
    window.open_page("practice")
    window.context.say("⟦Ïț çäñ’t bé šțöréd··⟧", "wrong", "⟦Trÿ ägäïñ··⟧", lambda: None)


def group(name):
    def show(window):
        window.open_page("settings").show_group(name)

    show.__name__ = f"settings, {name}"
    return show


STATES = (
    print_form,
    print_of_a_hand,
    print_of_a_session,
    practice,
    practice_hint,
    practice_checked,
    practice_american,
    help_contents,
    help_search,
    help_nothing_found,
    message,
)


@pytest.fixture(scope="module")
def window(qapp, tmp_path_factory):
    """The program in the pseudo-language, on a folder of its own."""
    folders = Folders.at(tmp_path_factory.mktemp("words") / "data")
    make_folder(folders.data)
    save(Settings(reduced_motion=True), folders)
    with wording.speaking_pseudo(qapp):
        made = build(qapp, folders)
        made.resize(1024, 700)
        made.show()
        settle(made)
        yield made
        walk.close(made)


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("percent", [100, 200])
def test_every_word_is_looked_up_and_has_room(window, percent):
    window.context.settings.change(text_size=percent)
    settle(window)
    faults = []
    groups = [group(one) for one in window.open_page("settings").groups]
    for state in (*STATES, *groups):
        state(window)
        settle(window)
        faults += [f"{state.__name__}: {one}" for one in faults_of(window, TITLES if window.key == "help" else "")]
    window.bar.dismiss()
    assert not faults, "\n".join(["", *dict.fromkeys(faults)])


def test_the_menu(window):
    faults = []
    for entry in window.menu().actions():
        faults += [entry.text()] if wording.plain_words(entry.text()) else []
        for inner in entry.menu().actions() if entry.menu() else ():
            faults += [inner.text()] if wording.plain_words(inner.text()) else []
    assert not faults


@pytest.mark.parametrize("percent", [100, 200])
def test_the_welcome(window, qtbot, percent):
    window.context.settings.change(text_size=percent)
    page = WelcomeDialog(window.context)
    qtbot.addWidget(page)
    page.show()
    page.fit_into(QRect(0, 0, 1024, 700))
    settle(window)
    faults = wording.faults_of(page, NAMES)
    assert not faults, "\n".join(["", *faults])
