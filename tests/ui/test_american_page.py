"""American hands on the Score page: entered as people enter them, and asked whether the page agrees with the engine."""

import pytest
from mjcompanion.ui.widgets.tiles import TileState
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from mjcompanion.american.draft import AmericanDraft
from mjcompanion.american.request import Cards, match_request, score_request
from mjcompanion.core.tiles import Tile
from mjcompanion.storage.settings import Settings

WON = "FFF 2m5z2m6m 222p 66JJp"
CARDS = Cards()


@pytest.fixture
def american(desk_at):
    desk = desk_at().show(1280, 860)
    choose(desk, "nmjl")
    return desk


def choose(desk, rules):
    choice = desk.page.rules_choice
    choice.setCurrentIndex(choice.findData(rules))
    desk.qtbot.waitUntil(lambda: not desk.context.shelves.busy)
    desk.settle()
    assert choice.currentData() == rules


def panel(desk):
    assert desk.page.is_american
    assert desk.page.american.isVisible()
    return desk.page.american


def tap(desk, text):
    row = panel(desk).palette_row
    for one in text.split():
        tile = Tile.parse(one)
        desk.click(next(button for button in row.buttons if button.tile is tile))


def check(desk, **facts):
    """The page says what the command line answers."""
    shown = panel(desk)
    draft = shown.model.draft
    sheet = shown.model.seen.sheet
    request = {"rules": str(draft.rules), "hand": str(draft.hand), "card": draft.card, "seat": str(draft.seat), **facts}
    answer = score_request(request, CARDS).answer()
    assert sheet.answer() == answer
    assert shown.pattern.pattern == answer["line"]
    assert shown.total.row.points == f"{answer.get('final_rounded', answer['score']):,}"
    return answer


def test_a_hand_by_the_palette(american):
    tap(american, "F F F 2m 5z 2m 6m 2p 2p 2p 6p 6p J J")
    assert panel(american).model.seen.unanswered == ("how-won",)
    american.pick(panel(american).win_card.ways, "draw")
    assert panel(american).hand_card.status.text() == "Mah Jongg: 25 points"  # whichever tile won
    assert panel(american).model.seen.unanswered == ()
    row = panel(american).win_card.tile_row
    american.click(next(button for button in row.buttons if button.tile is Tile.parse("6p")))
    assert panel(american).hand_card.status.text() == "Mah Jongg: 25 points"
    assert check(american, win={"tile": "6p", "by": "draw"})["jokers"] == 2
    assert panel(american).payments.text() == "Each of the others pays 50."
    faces = panel(american).hand_card.hand_row.faces
    assert [face.tile for face in faces[:3]] == [Tile.parse("F")] * 3  # in its sets, the winning tile raised
    assert [face.tile for face in faces if face.state & TileState.WON] == [Tile.parse("6p")]
    assert sum(face.gap for face in faces) == 3
    american.pick(panel(american).win_card.ways, "discard")
    assert panel(american).payments.text() == "The discarder pays 50, the others 25 each."


def test_each_tile_of_the_palette_tells_its_key(american):
    shown = panel(american)
    for tile, face in zip(shown.palette_row.tiles, shown.palette_row.faces, strict=True):
        key = face.hint.removeprefix("Key: ")
        shown.hand_card.entry.setText(key)
        assert str(shown.model.hand) == str(tile), key
        shown.hand_card.entry.setText("")


def test_a_hand_by_keyboard(american):
    american.type("fff2c02c6c222d66djj")
    assert str(panel(american).model.hand) == str(AmericanDraft("nmjl").pasted(WON).hand)
    american.key(Qt.Key.Key_1, modifiers=Qt.KeyboardModifier.AltModifier)
    assert panel(american).win_card.ways.value == "draw"
    american.control(Qt.Key.Key_Z)
    assert panel(american).win_card.ways.value is None
    american.type("(444jb)")
    assert "(444Js)" in str(panel(american).model.hand)
    american.key(Qt.Key.Key_Backspace)
    assert "(444Js)" not in str(panel(american).model.hand)


@pytest.mark.parametrize("hand", ["FF 2m5z2m6m 22p 66Jp 99s", "1234567m 88p FF 55z J", "(666Jp) FF 2m5z2m6m 22p 99s"])
def test_the_nearest_lines(american, hand):
    shown = panel(american)
    shown.model.paste(hand)
    answer = match_request({"hand": hand, "card": "companion"}, CARDS)
    views = [view for view in shown.nears if view.isVisible()]
    assert [view.line.pattern for view in views] == [line["line"] for line in answer["lines"]]
    for view, line in zip(views, answer["lines"], strict=True):
        assert view.away.text().startswith(f"{line['away']} tile")
        faded = [face for face in view.row.faces if face.state]
        assert len(faded) == line["away"]
        boxes = [button.geometry() for button in view.row.buttons]
        assert len({box.bottom() for box in boxes}) == 1  # in one row
    assert not shown.total.isVisible()
    assert shown.dead.isVisible() == bool(answer.get("dead"))


def test_sets_are_laid_out_taken_back_and_jokers_exchanged(american):
    shown = panel(american)
    american.pick(shown.hand_card.laying, "4")
    tap(american, "6p")
    assert str(shown.model.hand) == "(6666p)"
    american.pick(shown.hand_card.laying, "6")
    tap(american, "2p")
    assert str(shown.model.hand) == "(2222JJp) (6666p)"
    shown.model.paste("(66JJp) 6p FFF")
    menu = shown.hand_card.laid_menu(0)
    next(one for one in menu.actions() if "Exchange" in one.text()).trigger()
    assert str(shown.model.hand) == "FFF J (666Jp)"
    next(one for one in shown.hand_card.laid_menu(0).actions() if "Back" in one.text()).trigger()
    assert str(shown.model.hand) == "666p FFF JJ"
    for index in (0, 1, 2):
        american.click(shown.hand_card.hand_row.buttons[index])
    american.click(shown.hand_card.lay_button)
    assert "(666p)" in str(shown.model.hand)


def test_wrong_tiles_are_told(american):
    said = american.said
    for _ in range(5):
        tap(american, "9s") if panel(american).model.draft.left(Tile.parse("9s")) else american.type("9b")
    assert "fifth" in panel(american).hand_card.status.text()
    american.clipboard("[1111s]")
    american.page.paste()
    assert any("concealed kong" in sentence for sentence in said)
    panel(american).model.paste("(123m) 1m")
    assert "isn’t a set of matching tiles" in panel(american).hand_card.status.text()


def test_one_tile_too_many_asks_which_goes(american):
    shown = panel(american)
    shown.model.paste(f"{WON} 9s")
    assert shown.hand_card.repairs.question.text() == "One tile too many: which one goes?"
    assert [one.text() for one in shown.hand_card.repairs.answers] == ["9 bamboo"]
    american.click(shown.hand_card.repairs.answers[0])
    assert shown.model.seen.unanswered == ("how-won",)
    assert not shown.hand_card.repairs.asks
    assert shown.hand_card.entry.hasFocus()
    american.type("99999b")
    assert "9 bamboo too many" in shown.hand_card.repairs.question.text()
    american.click(shown.hand_card.repairs.no_button)
    assert not shown.hand_card.repairs.asks


def test_kemp_counts_discards(american):
    choose(american, "kemp-american")
    shown = panel(american)
    shown.model.paste(WON)
    american.pick(shown.win_card.ways, "charleston")
    shown.win_card.discards.spin.setValue(40)
    answer = check(american, win={"by": "charleston", "tile": "6p"}, discards=40)
    assert answer["final"] in [row.points for row in shown.paper.rows]


def test_the_clubs_card_comes_with_its_rules(desk_at):
    desk = desk_at().show()
    choose(desk, "american-club")
    assert panel(desk).card_choice.currentText() == "Club Fifteen"


def test_a_hand_is_there_again_with_ones_own_card(american, desk_at):
    folder = american.context.folders.cards_folder
    folder.mkdir(parents=True)
    text = 'name = "Ours"\nyear = 2027\n[[line]]\nsection = "x"\npattern = "FFFF 11a 222a 3333a N"\nvalue = 90\n'
    (folder / "ours.toml").write_text(text)
    american.page.hide()
    american.page.show()
    american.qtbot.waitUntil(lambda: panel(american).card_choice.findText("Ours 2027") >= 0)
    panel(american).card_choice.setCurrentIndex(panel(american).card_choice.findText("Ours 2027"))
    panel(american).model.paste("FFFF 11m 222m 3333m 4z")
    assert panel(american).model.seen.sheet.score == 90
    american.page.hide()
    again = desk_at(settings=Settings(reduced_motion=True, ruleset="nmjl")).show()
    again.qtbot.waitUntil(lambda: panel(again).model.seen.sheet is not None)
    assert (panel(again).card_choice.currentText(), panel(again).model.seen.sheet.score) == ("Ours 2027", 90)
    choose(again, "classical")
    assert not again.page.is_american
    assert again.card.isVisible()


@pytest.mark.exhaustive(keep=2)
@pytest.mark.parametrize("size", [(1024, 700), (1920, 1080)])
@pytest.mark.parametrize("percent", [100, 200])
def test_fourteen_tiles_fit_beside_each_other(desk_at, size, percent):
    desk = desk_at(settings=Settings(text_size=percent, reduced_motion=True)).show(*size)
    choose(desk, "nmjl")
    panel(desk).model.paste(WON)
    desk.settle()
    buttons = panel(desk).hand_card.hand_row.buttons
    assert len({button.y() for button in buttons}) == 1
    assert desk.page.american_scroll.horizontalScrollBar().maximum() == 0
    assert QApplication.focusWidget() is panel(desk).hand_card.entry


def test_tiles_are_called_as_the_settings_call_them_now(american):
    row = panel(american).palette_row
    assert "6 dot" not in row.faces[row.tiles.index(Tile.parse("1m"))].name
    tap(american, "F F F 2m 5z 2m 6m 2p 2p 2p 6p 6p J 7m")
    assert "dot" in row.faces[row.tiles.index(Tile.parse("1p"))].name
    assert "6 dot" in panel(american).model.seen.missing[0].sentence()
    american.context.settings.change(dots="circles")
    american.settle()
    panel(american).model.look_again()
    assert "circle" in row.faces[row.tiles.index(Tile.parse("1p"))].name
    assert "circle" in panel(american).model.seen.missing[0].sentence()


FAULTY = """name = "Ours"
[[line]]
pattern = "FFF 2026a 222b 6666b"
value = 25
[[line]]
pattern = "FFFF 2222a 4444b 666c"
value = 30
"""


def test_faults_of_a_card_are_shown_where_it_is_chosen(american):
    folder = american.context.folders.cards_folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ours.toml").write_text(FAULTY)
    (folder / "theirs.toml").write_text(FAULTY.replace("Ours", "Theirs").replace("2026a", "2026"))
    shown = panel(american)
    shown.model.reload()
    american.qtbot.waitUntil(lambda: "theirs" in shown.model.cards)
    labels = {shown.card_choice.itemData(at): shown.card_choice.itemText(at) for at in range(shown.card_choice.count())}
    assert labels["ours"] != "Ours"
    assert labels["theirs"] != "Theirs"
    assert labels["companion"] == "Companion 2026"
    assert shown.card_faults.isHidden()
    tap(american, "F F F 2m 5z 2m 6m 2p 2p 2p 6p 6p 6p 6p")
    shown.model.set_card("ours")
    assert shown.card_faults.isVisible()
    assert "Line 6" in shown.card_faults.text()
    assert shown.pattern.pattern == "FFF 2026a 222b 6666b"
    shown.model.set_card("theirs")
    assert [one.code for one in shown.model.seen.missing] == ["card-unusable"]
    assert "Line 3" in shown.card_faults.text()
    assert not shown.pattern.isVisible()
