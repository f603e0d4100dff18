"""Only the pages of cards and rules read cards and rules on the thread of the window: a file may be slow."""

import threading

import pytest
from mjcompanion.ui import app as start
from mjcompanion.ui.pages import PAGES
from mjcompanion.ui.pages.print.sources import SourceKind, source_kinds_of
from mjcompanion.ui.pages.solitaire.model import SolitaireScreen

from mjcompanion.printing.catalogue import FORMS
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders, make_folder
from mjcompanion.table.club_rules import ClubRules, RulesLibrary

CARD = 'name = "Ours"\n[[line]]\npattern = "FFFF 2222a 4444b 66c"\nvalue = 25\n'
BOMB = 'name = "Bomb"\n' + '[[line]]\npattern = "nnnna kkkkb 11c DDDDa"\nvalue = 25\nshift = 1\n' * 900


@pytest.fixture
def read(monkeypatch):
    """The files that were read on another thread; one that is read on that of the window fails the test."""
    from mjcompanion.american import card_library as american
    from mjcompanion.storage import document_library

    found, wrong = [], []
    real = document_library.read_bounded

    def watched(path, largest, *more):
        (wrong if threading.current_thread() is threading.main_thread() else found).append(path.name)
        return real(path, largest, *more)

    monkeypatch.setattr(document_library, "read_bounded", watched)
    monkeypatch.setattr(american, "read_bounded", watched)
    yield found
    assert wrong == []


@pytest.fixture
def window(qtbot, qapp, tmp_path, read):
    """A window with a card, a card bomb and rules in its folders; nothing of them is read yet."""
    folders = Folders.at(tmp_path / "data")
    make_folder(folders.cards_folder)
    (folders.cards_folder / "ours.toml").write_text(CARD)
    (folders.cards_folder / "bomb.toml").write_text(BOMB)
    RulesLibrary(folders.rules_folder).save(ClubRules.of("Tuesday club", Ruleset("traditional"), {"limit": 500}))
    made = start.build(qapp, folders)
    made.show()
    yield made
    made.context.close()
    made.close()
    made.deleteLater()


def quiet(window):
    return not window.context.shelves.busy and not window.context.ledger.busy


def test_no_other_page_reads_where_the_window_waits(qtbot, window, read):
    for page in PAGES:
        if page.key not in ("cards", "rules"):
            window.open_page(page.key)
            qtbot.waitUntil(lambda: quiet(window))
    assert {"ours.toml", "bomb.toml", "tuesday-club.toml"} <= set(read)


def test_the_american_part_of_the_score_page(qtbot, window, read):
    page = window.open_page("score")
    page.rules_choice.setCurrentIndex(page.rules_choice.findData("nmjl"))
    qtbot.waitUntil(lambda: "ours" in page.american.model.cards)
    assert "ours.toml" in read


@pytest.mark.parametrize(
    ("source_kind", "name"), [(SourceKind.CARD, "ours.toml"), (SourceKind.CLUB, "tuesday-club.toml")]
)
def test_the_lists_of_the_print_page(qtbot, window, read, source_kind, name):
    model = window.open_page("print").model
    model.choose_form(next(form.id for form in FORMS if source_kind in source_kinds_of(form)))
    model.choose_source_kind(source_kind)
    qtbot.waitUntil(lambda: name in read)
    model.choose_item(name.removesuffix(".toml") if source_kind is SourceKind.CARD else name)
    qtbot.waitUntil(lambda: model.document is not None)
    assert model.document.title


def test_a_game_with_ones_own_card_begins_and_goes_on(qtbot, qapp, window, read):
    page = window.open_page("solitaire")
    qtbot.waitUntil(lambda: page.start.card_choice.findData("ours") >= 0)
    assert page.start.card_choice.findData("bomb") >= 0
    page.start.card_choice.choose("ours")
    page.start.play(Ruleset("kemp-american"))
    qtbot.waitUntil(lambda: page.model.screen is SolitaireScreen.PLAY)
    assert page.model.card().name == "Ours"
    again = start.build(qapp, window.context.folders)
    again.show()
    other = again.open_page("solitaire")
    qtbot.waitUntil(lambda: other.model.can_continue)
    again.context.close()
    again.close()
