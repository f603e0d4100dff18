"""The Table and Ledger pages in the pseudo-language: every word looked up, and room for all of it."""

import pytest
from mjcompanion.ui.app import build
from mjcompanion.ui.pages.table.model import TableScreen

from mjcompanion.storage.paths import Folders, make_folder
from mjcompanion.storage.settings import Settings, save
from tests.ui import wording
from tests.ui.walk import settle
from tools.take_pictures import NEXT, PEOPLE, entry_of, play_all

WRITTEN = "Tuesday evening Tuesday club Club championship table At called a pung and showed a chow"
MONTHS = "Dec Jan Feb Mar December January February March and"
NAMES = f"{' '.join(PEOPLE)} {WRITTEN} {MONTHS}"
"""What people named so or wrote down, and what comes with the dates and lists of the locale."""
PAYER = "1"


def table(window):
    page = window.open_page("table")
    settle(window)
    if page.model.table is None:
        page.open_session(window.long)
        settle(window)
    page.model.show(TableScreen.GAME)
    return page


def view(window, which):
    page = table(window)
    page.model.show(which)
    return page.view(which)


def start(window):
    table(window).model.close()


def game(window):
    table(window)


def hand(window):
    page = table(window)
    page.model.enter_hand()
    page.model.change(entry_of(NEXT))


def hand_begun(window):
    page = table(window)
    page.model.enter_hand()
    page.model.clear_hand()


def tiles(window):
    hand(window)
    window.page("table").model.edit_tiles(0)


def correction(window):
    model = table(window).model
    model.clear_hand()
    model.correct(model.table.hands[4].id)
    model.set_winner(3)
    model.set_number(0, 18)
    model.set_number(3, 36)


def penalty(window):
    form = view(window, TableScreen.PENALTY)
    form.payer.set_value(PAYER)
    form._on_payer()
    form.points.set_number(20)
    form.refresh()


def bank(window):
    form = view(window, TableScreen.BANK)
    form.player.set_value(PAYER)
    form.points.set_number(200)
    form.refresh()


def seats(window):
    view(window, TableScreen.SEATS)._on_throw()


def dropped(window):
    model = table(window).model
    model.ask_to_drop(model.table.rows[-1].id)


def chips(window):
    view(window, TableScreen.CHIPS)


def corrections(window):
    view(window, TableScreen.CORRECTIONS)


def plan(window):
    view(window, TableScreen.PLAN)


def plan_unreadable(window):
    form = view(window, TableScreen.PLAN)
    form.fields.until.setText("99")
    form.refresh()


def closing(window):
    view(window, TableScreen.CLOSING)


def reopen(window):
    view(window, TableScreen.REOPEN)


def wall(window):
    panel = view(window, TableScreen.WALL).panel
    panel.model.clear()
    for face in "5523":
        panel.model.type(face)


def wall_begun(window):
    view(window, TableScreen.WALL).panel.model.clear()


def ledger(window):
    page = window.open_page("ledger")
    settle(window)
    page.filter_button.setChecked(False)
    page.show_tab("sessions")
    page.session.close()
    return page


def session(window, hand=None):
    page = ledger(window)
    page.open_session(window.long)
    settle(window)
    page.session.show_row(page.session.seen.table.hands[hand].id if hand is not None else "")
    return page


def sheet(window):
    session(window, 7)


def conditions(window):
    ledger(window).filter_button.setChecked(True)


def nothing_found(window):
    page = ledger(window)
    page.search.setText("zzz")
    page.entries.set_filter(page.entries.filter.__class__(text="zzz"))
    settle(window)


def players(window):
    page = ledger(window)
    page._on_clear_all()
    page.show_tab("players")
    page.show_player("")
    return page


def merging(window):
    page = players(window)
    settle(window)
    page.show_player(page.players.people[0].player)
    page.player_pane.open_part(page.player_pane.merge_card)
    page.player_pane.picker.field.setText("a")
    page.player_pane.picker._offer()


def menus(window):
    """What only a click shows; they are read with the page."""
    page = session(window)
    for menu in (page.more_menu(), page.share_menu()):
        assert not any(wording.plain_words(action.text(), f"{NAMES} JSON CSV") for action in menu.actions())
        menu.deleteLater()


def sideboard(window):
    """It covers the page; its words are read as they are said."""
    page = table(window)
    page.show_sideboard()
    assert not wording.plain_words(page.board.told(), f"{NAMES} E S W N")
    page.board.leave()


STATES = (
    start,
    game,
    hand,
    hand_begun,
    tiles,
    correction,
    penalty,
    bank,
    seats,
    dropped,
    chips,
    corrections,
    plan,
    plan_unreadable,
    closing,
    reopen,
    sideboard,
    wall,
    wall_begun,
    ledger,
    session,
    sheet,
    conditions,
    nothing_found,
    players,
    merging,
    menus,
)


@pytest.fixture(scope="module", params=[100, 200])
def window(qapp, tmp_path_factory, request):
    """The program in the pseudo-language, with a club's ledger."""
    folders = Folders.at(tmp_path_factory.mktemp("words") / "data")
    make_folder(folders.data)
    uid = play_all(folders)
    save(Settings(reduced_motion=True, text_size=request.param), folders)
    with wording.speaking_pseudo(qapp):
        made = build(qapp, folders)
        made.long = uid
        made.resize(1024, 700)
        made.show()
        settle(made)
        yield made
        made.context.close()
        made.context.theme.apply("light", 100)
        made.close()
        made.deleteLater()


@pytest.mark.exhaustive(keep=1)
def test_every_word_is_looked_up_and_has_room(window):
    faults = []
    for state in STATES:
        state(window)
        settle(window)
        page = window.stack.currentWidget()
        faults += [f"{state.__name__}: {one}" for one in wording.faults_of(page, NAMES)]
    assert not faults, "\n".join(["", *dict.fromkeys(faults)])
