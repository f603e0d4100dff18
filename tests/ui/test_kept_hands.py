"""Hands that are kept on the Score page and looked at on the Ledger page: by the button and the keys, in one window."""

import msgspec
import pytest
from mjcompanion.ui.form_state import Typed
from mjcompanion.ui.hand.keep import SaveHandBar
from mjcompanion.ui.pages.ledger.lists import ENTRY
from mjcompanion.ui.pages.ledger.queries import EntryFilter
from mjcompanion.ui.widgets.tiles import TileState
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from mjcompanion import RULESETS
from mjcompanion.american.request import Cards
from mjcompanion.american.request import score_request as american_request
from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Tile
from mjcompanion.ledger.errors import Busy
from mjcompanion.ledger.hand_records import record_of
from mjcompanion.ledger.hands import HandStore
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import PRACTICE, KeptFilter
from mjcompanion.rulesets import Ruleset
from mjcompanion.solitaire.real_tiles import Tap, TapKind
from mjcompanion.storage.paths import Folders
from tests.ledger.keeping import keep
from tests.ledger.making import play
from tests.ui.desk import WindowDesk

CONTROL = Qt.KeyboardModifier.ControlModifier


class Desk(WindowDesk):
    """A window, and its ledger."""

    def settle(self):
        ledger = self.context.ledger
        for _ in range(3):
            if ledger.has_begun:
                ledger.ask(lambda _: None, fail=lambda _: None)
            self.qtbot.waitUntil(lambda: not ledger.busy)
            QApplication.processEvents()
        return self

    def click(self, widget):
        assert widget.isVisible()
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
        return self.settle()

    def kept(self, **criteria):
        self.settle()
        with Ledger.open(None, self.context.folders) as ledger:
            rows = ledger.hands.page(KeptFilter(**criteria)).rows
            return [ledger.hands.get(row.uid) for row in rows]

    def answer(self, words):
        """Press a button of the newest message."""
        message = self.messages[-1]
        {message.action: message.do, message.other: message.do_other}[words]()
        return self.settle()

    def ledger(self):
        page = self.window.open_page("ledger")
        self.settle()
        return page

    def listed(self):
        model = self.window.page("ledger").entries_model
        found = [model.index(at, 0) for at in range(model.rowCount())]
        return [index for index in found if index.data(ENTRY) is not None]


@pytest.fixture
def desk(qtbot, qapp, tmp_path):
    made = Desk(qtbot, qapp, Folders.at(tmp_path / "data"))
    yield made
    made.window.close()


@pytest.mark.exhaustive(keep=4)
@pytest.mark.parametrize("rules", RULESETS)
def test_a_hand_of_every_ruleset_is_kept_and_opens_again_as_it_was(desk, rules):
    desk.enter(rules)
    sheet = desk.score.active.seen.sheet
    desk.line.player.setText("Ann")
    desk.click(desk.score.save_button)
    (hand,) = desk.kept()
    assert desk.said() == ["Saved to the Notebook: Ann."]
    assert (hand.row.rules, hand.row.player) == (rules, "Ann")
    assert hand.record["answer"] == msgspec.json.decode(msgspec.json.encode(sheet.answer()))
    desk.answer("View")
    page = desk.window.page("ledger")
    assert page.kept_pane.isVisible()
    assert [index.data(ENTRY).uid for index in desk.listed()] == [hand.row.uid]
    assert page.primary.isEnabled()
    desk.score.active.clear()
    desk.click(page.primary)
    assert desk.score.isVisible()
    assert desk.score.active.seen.sheet == sheet
    desk.click(desk.score.save_button)
    assert desk.said()[1:] == ["Already saved."]
    assert desk.kept() == [hand]


def test_house_rules_come_back_with_the_hand(desk):
    desk.enter("traditional", {"limit": 100})
    assert desk.score.model.seen.sheet.score == 100
    desk.click(desk.score.save_button)
    desk.score.model.set_options(None)
    desk.answer("View").click(desk.window.page("ledger").primary)
    assert desk.score.model.seen.sheet.score == 100


def test_the_keys_keep_a_whole_hand_and_the_message_undoes(desk, qtbot):
    def save():
        qtbot.keyClick(desk.score.hand_card.entry, Qt.Key.Key_S, CONTROL)
        return len(desk.kept())

    assert save() == 0
    desk.score.model.paste("123m")
    assert desk.score.printed().hand is None
    assert save() == 0
    assert desk.said()[-1].startswith("The hand on the Score page isn’t complete.")
    desk.enter("classical")
    assert save() == 1
    desk.answer("Undo")
    assert desk.kept() == []
    assert len(desk.kept(put_aside=True)) == 1
    assert save() == 1


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_who_and_where_stay_for_the_next_hand_and_the_next_start(desk, qtbot):
    desk.enter("classical")
    line = desk.line
    desk.score.show_about()
    assert line.isVisible()
    for field, text in ((line.player, "Ann"), (line.place, "The club"), (line.remark, "At last")):
        qtbot.keyClicks(field, text)
    qtbot.keyClick(line.remark, Qt.Key.Key_Return)
    (hand,) = desk.kept()
    assert (hand.row.player, hand.row.place, hand.row.remark) == ("Ann", "The club", "At last")
    assert (line.about["player"], line.about["place"]) == ("Ann", "The club")
    assert not line.isVisible()
    desk.context.typed.save()
    other = SaveHandBar(Typed(desk.context.folders))
    qtbot.addWidget(other)
    other.show()
    assert other.about_button.text() == "Ann, The club"


def test_a_remark_is_of_one_hand_though_it_is_never_kept(desk):
    desk.enter("classical")
    line, hand = desk.line, desk.score.model
    line.remark.setText("Last tile of the wall")
    hand.clear()
    desk.enter("classical")
    assert line.about["remark"] == ""
    line.remark.setText("Another hand")
    while hand.draft.entries:
        hand.stack.undo()
    hand.stack.undo()
    assert line.about["remark"] == "Last tile of the wall"
    while hand.stack.canRedo():
        hand.stack.redo()
    assert line.about["remark"] == "Another hand"
    hand.paste("123m 456p 99s (777z) 55p 5p 1f")
    assert line.about["remark"] == ""


def test_the_remark_of_the_next_hand_stays_when_the_last_one_is_kept_late(desk):
    desk.enter("classical")
    line = desk.line
    line.remark.setText("At last")
    desk.score.save_button.click()
    desk.score.model.clear()
    desk.enter("classical")
    line.remark.setText("Already the next")
    desk.settle()
    assert [one.row.remark for one in desk.kept()] == ["At last"]
    assert line.about["remark"] == "Already the next"


def test_a_hand_with_a_remark_is_kept_once_however_often_and_fast_it_is_asked(desk, qtbot):
    desk.enter("classical")
    desk.line.remark.setText("At last")
    for _ in range(3):
        qtbot.keyClick(desk.score.hand_card.entry, Qt.Key.Key_S, CONTROL)
    desk.settle()
    desk.click(desk.score.save_button)
    assert desk.said() == ["Saved to the Notebook.", "Already saved."]
    assert [hand.row.remark for hand in desk.kept()] == ["At last"]
    desk.line.remark.setText("Another one")
    desk.click(desk.score.save_button)
    assert len(desk.kept()) == 2


@pytest.mark.parametrize("other", [True, False])
def test_a_hand_that_was_deleted_or_is_in_another_ledger_is_kept_anew(desk, tmp_path, other):
    desk.enter("classical")
    desk.click(desk.score.save_button)
    if other:
        desk.context.ledger.reopen(lambda: Ledger.open(tmp_path / "other.db"))
    else:
        (hand,) = desk.kept()
        desk.context.ledger.ask(lambda ledger: ledger.hands.remove(hand.row.uid))
    desk.settle()
    desk.click(desk.score.save_button)
    desk.click(desk.score.save_button)
    assert desk.said() == ["Saved to the Notebook.", "Saved to the Notebook.", "Already saved."]


def test_a_ledger_that_may_not_be_written_is_told(desk, monkeypatch):
    monkeypatch.setattr(HandStore, "keep", lambda *_args, **_more: (_ for _ in ()).throw(OSError(28, "no room")))
    desk.enter("classical")
    desk.click(desk.score.save_button)
    assert [message.kind for message in desk.messages] == ["wrong"]


@pytest.mark.parametrize("won", [True, False])
def test_a_game_with_real_tiles_is_looked_at_where_it_is_kept(desk, won):
    page = desk.window.open_page("solitaire")
    page.start.play_real(Ruleset("kemp-chinese"))
    page.model.do(Tap(TapKind.FLOWER))
    page.model.do(Tap(TapKind.DISCARD))
    if won:
        page.model.do(Tap(TapKind.OTHER))
        page.model.do(Tap(TapKind.MAH_JONGG))
        hand = page.end.editor.model
        hand.paste(Ruleset("kemp-chinese").example.hand + " 1f")
        hand.set_winning_tile(Tile.parse("9s"))
    else:
        while not page.model.real.game.is_over:
            taps = [Tap(kind) for kind in (TapKind.NOBODY, TapKind.OTHER, TapKind.DISCARD)]
            page.model.do(next(tap for tap in taps if not page.model.real.game.why_not(tap)))
    desk.settle()
    desk.click(page.end.save_bar.button)
    desk.answer("Look at it")
    pane = desk.window.page("ledger").kept_pane
    left = f"{127 if won else 0} tiles left"
    assert pane.caption.text().endswith(f"counted at a real wall, {left}")
    assert desk.window.page("ledger").primary.isEnabled() == won
    assert not pane.why_not.isVisible()
    (stored,) = desk.kept()
    assert stored.row.won == won
    if won:
        desk.click(desk.window.page("ledger").primary)
        assert desk.score.model.draft.discards == 1
        assert desk.score.model.seen.sheet.score == stored.row.score
    else:
        assert pane.heading.text() == "Kemp’s solitaire · not won"
        assert [row.label for row in pane.paper.rows][:2] == [
            "Kemp’s Chinese game, with real tiles",
            "The game is over. You didn’t win.",
        ]


# the ledger


@pytest.fixture
def shelf(desk):
    """Two sessions, and kept hands before, between and after them."""
    with Ledger.open(None, desk.context.folders) as ledger:
        for number, rules in enumerate(("classical", "nmjl", "kemp-chinese")):
            keep(ledger, 60 * number, rules, player=("Ann", "Zoë", "")[number], place="Club", remark=f"No. {number}")
        play(ledger, 2, moment="2026-11-01T00:30:00Z", title="Tuesday")
        play(ledger, 1, moment="2026-11-01T01:30:00Z")
    desk.page = desk.ledger()
    desk.page.entries.set_filter(EntryFilter())  # every kind in one list
    return desk.settle()


def test_one_list_has_both_by_their_times_and_is_narrowed_by_kind_and_by_words(shelf):
    def shown(**conditions):
        shelf.page.entries.set_filter(msgspec.structs.replace(shelf.page.entries.filter, **conditions))
        shelf.settle()
        return [index.data() for index in shelf.listed()]

    assert shown() == ["Club", "Ann, Bob, Chuck, Dora", "Zoë", "Tuesday", "Ann"]
    assert shelf.page.count.text() == "3 saved hands, 2 sessions"
    assert shown(kinds=("hands",)) == ["Club", "Zoë", "Ann"]
    assert shown(kinds=("sessions",)) == ["Ann, Bob, Chuck, Dora", "Tuesday"]
    assert shown(kinds=(), text="zoë") == ["Zoë"]
    assert shown(text="", rules="classical", kinds=("hands",)) == ["Ann"]
    with Ledger.open(None, shelf.context.folders) as ledger:
        ann = ledger.players.named("Ann").uid
    assert shown(kinds=(), rules="", player=(ann, "Ann")) == ["Ann, Bob, Chuck, Dora", "Tuesday", "Ann"]


def test_who_has_kept_hands_alone_is_found_by_letters_of_the_name(shelf, qtbot):
    shelf.page.show_tab("hands")
    shelf.settle()
    shelf.click(shelf.page.search_button)
    shelf.click(shelf.page.filter_button)
    picker = shelf.page.conditions.player
    qtbot.keyClicks(picker.field, "zo")
    assert [button.text() for button in picker.offered.widgets] == ["Zoë"]
    qtbot.keyClick(picker.field, Qt.Key.Key_Return)
    shelf.settle()
    assert [index.data() for index in shelf.listed()] == ["Zoë"]


def test_a_hand_shows_its_tiles_its_sheet_and_who_and_is_printed(shelf):
    shelf.page.open_kept(shelf.listed()[4].data(ENTRY).uid)
    shelf.settle()
    pane = shelf.page.kept_pane
    assert pane.heading.text() == "Classical · 256"
    assert pane.caption.text().endswith("Ann, Club")
    assert pane.remark.text() == "No. 0"
    faces = pane.tiles_card.tiles.faces
    assert [at for at, face in enumerate(faces) if face.gap] == [3, 6, 8, 11, 15]
    assert [str(face.tile) for face in faces if face.state & TileState.WON] == ["9s"]
    assert pane.paper.rows[0].label == "Exposed pung of red dragons"
    assert [(row.label, row.points) for row in pane.paper.rows if row.role == "total"] == [("Score", "256")]
    trigger(shelf, "Print…")
    assert shelf.window.page("print").isVisible()
    assert shelf.score.printed().hand.sheet.score == 256


def trigger(shelf, words):
    """Choose from the menu of the page."""
    (action,) = [one for one in shelf.page.more_menu().actions() if one.text() == words]
    action.trigger()
    return shelf.settle()


def correcting(shelf, place=0):
    """The id of a listed hand, and its pane with the fields of a correction open."""
    uid = shelf.listed()[place].data(ENTRY).uid
    shelf.page.open_kept(uid)
    shelf.settle()
    shelf.page.kept_pane.correct(on=True)
    return uid, shelf.page.kept_pane


def test_it_is_corrected(shelf):
    uid, pane = correcting(shelf)
    pane.time.setText("yesterday")
    pane.player.setText("Eve")
    shelf.click(pane.save_button)
    assert pane.problem.text() == "“yesterday” isn’t a day. Write 2026-11-21."
    pane.time.setText("2026-10-31 20:15")
    shelf.click(pane.save_button)
    assert not pane.player.isVisible()
    assert "Eve, Club" in pane.caption.text()
    assert [index.data() for index in shelf.listed()][-1] == "Eve"
    (hand,) = [one for one in shelf.kept() if one.row.uid == uid]
    assert (hand.row.player, hand.row.changes) == ("Eve", 1)


def test_a_correction_that_can_not_be_written_stays_in_its_fields(shelf, monkeypatch):
    _, pane = correcting(shelf)
    pane.remark_field.setText("a long story")
    with monkeypatch.context() as broken:
        broken.setattr(HandStore, "correct", lambda *_, **__: (_ for _ in ()).throw(Busy("ledger-busy", count=5)))
        shelf.click(pane.save_button)
        assert shelf.messages[-1].kind == "wrong"
        assert pane.remark_field.isVisible()
        assert pane.remark_field.text() == "a long story"
    shelf.click(pane.save_button)
    assert not pane.remark_field.isVisible()
    assert pane.remark.text() == "a long story"


def test_a_hand_that_moves_to_another_month_stands_below_the_name_of_that(shelf):
    uid, pane = correcting(shelf, -1)  # the oldest: it stays where it is
    pane.time.setText("2026-08-05 12:00")
    shelf.click(pane.save_button)
    model = shelf.page.entries_model
    lines = [model.index(at, 0).data() for at in range(model.rowCount())]
    assert lines[-2:] == ["August 2026", "Ann"]
    assert shelf.page.entry_list.currentIndex().data(ENTRY).uid == uid


@pytest.mark.parametrize("meanwhile", ["other words for tiles", "another text size", "another program"])
def test_a_correction_being_typed_stays_whatever_happens_meanwhile(shelf, meanwhile):
    uid, pane = correcting(shelf)
    pane.remark_field.setText("a long story")
    if meanwhile == "another program":
        with Ledger.open(None, shelf.context.folders) as ledger:
            ledger.hands.correct(uid, place="Elsewhere")
        shelf.page.read_again()
    elif meanwhile == "another text size":
        shelf.context.settings.change(text_size=150)
    else:
        shelf.context.settings.change(bamboos="sticks")
    shelf.settle()
    assert pane.remark_field.isVisible()
    assert pane.remark_field.text() == "a long story"


def test_an_exercise_comes_back_where_exercises_are_listed(shelf):
    with Ledger.open(None, shelf.context.folders) as ledger:
        uid = keep(ledger, 9, "simple", kind=PRACTICE, place="simple 1 1").uid
    shelf.page.show_tab("games")
    shelf.page.open_kept(uid)
    trigger(shelf.settle(), "Delete")
    shelf.page.show_tab("sessions")
    shelf.settle().answer("Undo")
    assert shelf.page.tabs.value == "games"
    assert [index.data(ENTRY).uid for index in shelf.listed()] == [uid]
    assert shelf.page.kept_pane.sheet_part.accessibleName() == "Result"


def test_what_is_deleted_comes_back_and_is_open_whatever_was_opened_meanwhile(shelf):
    page, (hand, session) = shelf.page, [shelf.listed()[at].data(ENTRY).uid for at in (2, 3)]
    page.open_kept(hand)
    shelf.settle()
    trigger(shelf, "Delete")
    assert shelf.said() == ["Deleted. It is no longer listed or counted."]
    assert page.kept.uid != hand
    assert len(shelf.listed()) == 2
    page.open_session(session)
    shelf.settle()
    page.session.show_row(page.session.seen.table.rows[0].id)
    shelf.settle()
    shelf.answer("Undo")
    assert len(shelf.listed()) == 3
    assert [one.uid for one in page._opens] == ["", hand, ""]
    assert page.shown == (page.left, page.kept_pane)
    assert page.entry_list.currentIndex().data(ENTRY).uid == hand


def test_one_step_takes_an_american_hand_back_that_was_opened(desk):
    desk.enter("nmjl")
    desk.settle().click(desk.score.save_button)
    (hand,) = desk.kept()
    desk.score.show_american(Ruleset("american-club"))
    desk.score.active.clear()
    before = desk.score.active.draft
    assert desk.score.open_hand(hand)
    assert desk.score.active.draft.rules is Ruleset("nmjl")
    desk.score.active.stack.undo()
    assert desk.score.active.draft == before


def test_a_hand_that_was_opened_asks_no_seat_and_takes_nothing_from_the_one_before(desk):
    score, tile = desk.score.model, Tile.parse("9s")
    score.set_rules(Ruleset("traditional"))
    score.paste("123m 456p 99s 222z 777z")
    desk.click(desk.score.save_button)
    (hand,) = desk.kept()
    score.clear()
    score.paste("123m 456p 99s 777z 111s")
    score.set_by(By.DRAW)
    score.set_winning_tile(tile)
    score.set_last_tile(last=True)
    assert desk.score.open_hand(hand)
    assert not score.draft.last_tile
    score.set_by(By.DRAW)
    score.set_winning_tile(tile)
    assert score.is_scored
    assert score.doubt is None
    assert not score.draft.last_tile


@pytest.mark.parametrize("card", ["ours-2026", "Ours 2026", "Ours"])
def test_an_american_hand_is_opened_with_its_card_or_not_at_all(desk, qtbot, card):
    """The window calls a card by its file, the command line may have called it by its title or its name."""
    folder = desk.context.folders.cards_folder
    folder.mkdir(parents=True)
    text = 'name = "Ours"\nyear = 2026\n[[line]]\npattern = "FFFF 11a 222a 3333a N"\nvalue = 90\n'
    (folder / "ours-2026.toml").write_text(text)
    request = {"rules": "nmjl", "hand": "FFFF 11m 222m 3333m 4z", "card": card}
    sheet = american_request({**request, "card": str(folder / "ours-2026.toml")}, Cards())
    with Ledger.open(None, desk.context.folders) as ledger:
        uid = ledger.hands.keep(record_of(sheet, "", "", card)).uid
        hand = ledger.hands.get(uid)
    desk.score.show_american(Ruleset("nmjl"))
    qtbot.waitUntil(lambda: "ours-2026" in desk.score.active.cards)
    assert desk.score.open_hand(hand)
    assert (desk.score.active.draft.card, desk.score.active.seen.sheet.score) == ("ours-2026", 90)
    desk.window.open_page("rules")
    (folder / "ours-2026.toml").unlink()
    desk.window.open_page("score")
    qtbot.waitUntil(lambda: "ours-2026" not in desk.score.active.cards)
    assert not desk.score.open_hand(hand)
    assert desk.said()[-1] == f"There is no card called “{card}”. Choose companion or club-fifteen."


def test_a_hand_that_can_not_be_shown_is_not_printed(desk):
    desk.enter("traditional")
    desk.click(desk.score.save_button)
    (hand,) = desk.kept()
    request = {**hand.record["request"], "hand": "xx"}
    forgotten = {**hand.record["rules"], "rules": "forgotten"}
    for record in ({**hand.record, "request": request}, {**hand.record, "rules": forgotten}):
        desk.score.print_hand(msgspec.structs.replace(hand, record=record))
        assert desk.window.key == "score"
    assert desk.said()[-2:] == [
        "“xx” at character 1 isn’t a tile.",
        "This hand is by rules that this program doesn’t know.",
    ]


def test_a_hand_that_its_rules_count_otherwise_today_shows_what_was_counted(shelf):
    with Ledger.open(None, shelf.context.folders) as ledger:
        hand = ledger.hands.get(shelf.listed()[4].data(ENTRY).uid)
        forgotten = {**hand.record, "rules": {**hand.record["rules"], "rules": "forgotten"}}
        otherwise = {**hand.record, "answer": {**hand.record["answer"], "score": 300}}
        uids = [ledger.hands.keep(record).uid for record in (forgotten, otherwise)]
    for uid in uids:
        shelf.page.open_kept(uid)
        shelf.settle()
        pane = shelf.page.kept_pane
        assert pane.why_not.isVisible()
        assert not shelf.page.primary.isEnabled()
        assert "Print…" not in [one.text() for one in shelf.page.more_menu().actions() if one.isEnabled()]
        assert any(row.label.split() == ["Score", "256"] for row in pane.paper.rows)


@pytest.mark.parametrize(
    "wrong",
    [
        {"answer": {"score": 256, "lines": 7}},
        {"answer": {"score": 256, "lines": [{"what": "x"}]}},
        {"request": {"rules": "classical", "hand": "999999s", "seat": 7}},
        {"request": {"rules": ["nmjl"], "hand": "FF"}},
        {"rules": {"rules": "classical", "options": 3}},
        {"text": "\x1b]0;owned\x07" * 5_000},
    ],
)
def test_a_hand_of_others_that_can_not_be_is_shown_as_far_as_it_goes(shelf, wrong):
    with Ledger.open(None, shelf.context.folders) as ledger:
        hand = ledger.hands.get(shelf.listed()[4].data(ENTRY).uid)
        row = msgspec.structs.replace(hand.row, uid="other", hand="<b>999999s</b>", remark="<img src=x>")
        ledger.hands.put(msgspec.structs.replace(hand, row=row, record={**hand.record, **wrong}))
    shelf.page.open_kept("other")
    shelf.settle()
    pane = shelf.page.kept_pane
    assert pane.isVisible()
    assert not shelf.page.kept.error
    assert pane.tiles_card.text.text() == "<b>999999s</b>"
    assert shelf.page.primary.isEnabled() is ("text" in wrong)
