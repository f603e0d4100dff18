"""A hand handed on: as a picture, as text, and as a file that another window opens."""

import msgspec
import pytest
from mjcompanion.ui.hand.picture import drawn, old_picture, picture_of, png_of
from mjcompanion.ui.opening import open_file
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication

from mjcompanion import RULESETS
from mjcompanion.american.request import Cards
from mjcompanion.american.request import score_request as american_request
from mjcompanion.american.sheet_rows import sheet_rows_of
from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.ledger.formats import read_json
from mjcompanion.ledger.hand_records import hand_of
from mjcompanion.ledger.hands import file_bytes, read_file
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.printing.forms.score_sheet import SheetPicture
from mjcompanion.printing.values import OneHand
from mjcompanion.scoring.hand_groups import HandGroup
from mjcompanion.scoring.request import score_request
from mjcompanion.storage.paths import Folders
from tests.ledger.keeping import record
from tests.ledger.making import at
from tests.ui.desk import WindowDesk

LONG = "Ann Featherstonehaugh-Cholmondeley of the Tuesday Afternoon Mah Jongg and Bridge Society"
CROWDED = {
    "rules": "classical",
    "hand": "[1111z][2222z][3333z][4444z]55z 1f2f3f4f1y2y3y4y",
    "win": {"by": "kong-replacement", "tile": "5z"},
}
HANDS = {
    "kemp": {
        "rules": "kemp-chinese",
        "hand": "123m456p99s(777z)[1111s] 1f",
        "win": {"by": "draw", "tile": "9s"},
        "discards": 40,
    },
    "crowded": CROWDED,
    "simple": {"rules": "simple", "hand": "[1111z] [2222z] [3333z] [4444z] 55z 1f2f3f4f1y2y3y4y", "round": "N"},
    "no limit": {**CROWDED, "options": {"limit": None}},
    "limit": {**CROWDED, "options": {"limit": 500}},
    "wonders": {"rules": "british", "hand": "19m19p19s12345677z", "win": {"by": "draw", "tile": "7z"}},
    "hong kong": {"rules": "hong-kong", "hand": "111222333m(444m)55m", "win": {"by": "draw", "tile": "5m"}},
    "lost": {"rules": "classical", "hand": "111z222z345m1289p", "winner": False},
    "american": {"rules": "kemp-american", "card": "companion", "hand": "FFF 2m5z2m6m (222p) 66JJp", "discards": 40},
    "jokerless": {"rules": "nmjl", "card": "companion", "hand": "FFF 2m5z2m6m 222p 6666p"},
}
ABOUT = {"short": ("Ann", "21 Nov 2026", ""), "long": (LONG, "Wednesday, 30 September 2026", LONG)}


def sheet_of(request):
    return american_request(request, Cards()) if "card" in request else score_request(request)


def picture_for(name, **more):
    request = HANDS[name]
    return picture_of(OneHand(sheet_of(request), card="Companion 2026" if "card" in request else ""), Terms(), **more)


@pytest.mark.parametrize("hand", HANDS)
def test_a_picture_has_the_tiles_in_sets_every_row_and_the_total(hand):
    picture = picture_for(hand, about=ABOUT["short"], remark="A lucky draw")
    sheet = sheet_of(HANDS[hand])
    assert sum(len(group.tiles) for group in picture.groups) == len(sheet.hand.tiles) >= 13
    assert picture.about == "Ann · 21 Nov 2026"
    assert picture.rows == tuple(sheet_rows_of(sheet, Terms()))
    assert f"{sheet.score:,}" in [row.points for row in picture.rows]


def test_pictures_are_alike_in_width_and_texts_of_others_bounded():
    first, second = (drawn(picture_for(hand, about=ABOUT["long"], remark=LONG * 3)) for hand in ("wonders", "crowded"))
    assert first.width() == second.width()
    assert first.height() < second.height()
    assert png_of(first).startswith(b"\x89PNG")
    groups = [HandGroup((Tile.parse("1m"),) * 60, "")]
    picture = old_picture("x" * 9_000, groups, ["word " * 900] * 90, about=("y" * 9_000,), remark="z" * 9_000)
    assert (
        max(len(text) for text in (picture.title, picture.about, picture.remark, *(r.label for r in picture.rows)))
        <= 300
    )
    assert not drawn(picture).isNull()
    assert not drawn(SheetPicture("")).isNull()


# files


@pytest.mark.parametrize("rules", RULESETS)
def test_a_file_has_the_whole_hand_and_no_link(rules):
    hand = hand_of("a" * 32, at(1), at(1), record(rules), "Zoë", "Café", "“wind”")
    content = file_bytes(hand)
    assert read_file(content) == hand
    assert b"://" not in content
    aside = msgspec.structs.replace(hand, row=msgspec.structs.replace(hand.row, put_aside=True))
    assert read_file(file_bytes(aside)) == hand
    assert read_json(b"\xef\xbb\xbf" + content).records == {"kept": (hand,)}  # as some editors write a text


# the window


class Desk(WindowDesk):
    """A window that shares its hand into a folder."""

    def __init__(self, qtbot, qapp, folder):
        super().__init__(qtbot, qapp, Folders.at(folder / "data"))
        self.folder = folder

    def share(self, words):
        """Choose one of the ways in the menu; gives the newest message."""
        sharing = self.score.sharing
        sharing.ask_where = lambda name, _: self.folder / name
        menu = sharing.make_menu()
        (action,) = [one for one in menu.actions() if one.text().startswith(words)]
        action.trigger()
        menu.deleteLater()
        self.qtbot.waitUntil(lambda: not sharing.worker.busy)
        return self.said()

    def said(self):
        """The newest message."""
        return self.messages[-1].sentence if self.messages else ""


@pytest.fixture
def desk(qtbot, qapp, tmp_path):
    made = Desk(qtbot, qapp, tmp_path)
    yield made
    made.window.close()


@pytest.mark.parametrize("rules", ["classical", "nmjl"])
def test_a_hand_is_saved_as_a_picture_and_copied(desk, rules):
    assert desk.score.shared() == "There is no hand on the Score page yet."
    desk.enter(rules)
    desk.line.player.setText("Ann")
    assert "Saved to" in desk.share("Save as a picture")
    (path,) = desk.folder.glob("*.png")
    assert QImage(str(path)).width() == 1200
    desk.share("Copy as a picture")
    assert QGuiApplication.clipboard().image().size() == QImage(str(path)).size()
    desk.share("Copy as text")
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].startswith("Ann · ")
    assert any(line.strip().startswith("Score") for line in lines)


@pytest.mark.parametrize("rules", ["kemp-chinese", "british", "kemp-american"])
def test_a_file_is_opened_on_the_score_page_of_another_and_kept(desk, qtbot, qapp, tmp_path, rules):
    desk.enter(rules)
    desk.line.player.setText("Ann")
    desk.line.remark.setText("by <b>post</b>")
    desk.share("Save as a file")
    (path,) = desk.folder.glob("*.mjhand.json")
    (tmp_path / "other").mkdir()
    other = Desk(qtbot, qapp, tmp_path / "other")
    open_file(other.window, path)
    qtbot.waitUntil(lambda: "hand in the file" in other.said())
    qtbot.waitUntil(lambda: other.score.printed().hand is not None)  # a card is read first
    assert other.score.printed().hand.sheet.answer() == desk.score.printed().hand.sheet.answer()
    assert other.line.about == {"player": "Ann", "place": "", "remark": "by <b>post</b>"}
    keep = other.messages[-1].do
    other.window.open_page("help")  # the message stays, wherever one goes meanwhile
    keep()
    qtbot.waitUntil(lambda: other.said() == "Saved to the Notebook: Ann.")
    with Ledger.open(None, other.window.context.folders) as ledger:
        (row,) = ledger.hands.page().rows
    assert (row.player, row.rules) == ("Ann", rules)
    other.window.close()


def test_a_file_is_dropped_on_the_window(desk, qtbot, tmp_path):
    path = tmp_path / "from a friend.json"
    path.write_bytes(file_bytes(hand_of("a" * 32, at(1), at(1), record("classical"), "Zoë", "", "")))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    moves = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enters = QDragEnterEvent(QPoint(400, 300), *moves)
    desk.window.dragEnterEvent(enters)
    assert enters.isAccepted()
    desk.window.dropEvent(QDropEvent(QPointF(400, 300), *moves))
    qtbot.waitUntil(lambda: "hand in the file" in desk.said())
    assert desk.line.player.text() == "Zoë"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda told: told["hand"]["record"]["rules"].update(rules="of-tomorrow"),
            "rules that this program doesn’t know",
        ),
        (lambda told: told.update(mjhand=2), "newer"),
        (lambda told: told["hand"].pop("record"), "record"),
        (lambda told: told["hand"]["record"]["request"].update(hand="123x"), "needs a letter after it"),
        (lambda told: told["hand"]["record"].update(request={"rules": 4}), ""),
    ],
)
def test_a_file_that_is_wrong_is_told_in_a_sentence(desk, qtbot, tmp_path, change, said):
    told = msgspec.json.decode(file_bytes(hand_of("a" * 32, at(1), at(1), record("classical"), "Zoë", "", "")))
    change(told)
    path = tmp_path / "x.mjhand.json"
    path.write_bytes(msgspec.json.encode(told))
    open_file(desk.window, path)
    qtbot.waitUntil(lambda: bool(desk.messages))
    assert said in desk.said()
    assert not desk.score.active.draft.entries


def test_a_folder_that_is_gone_is_told(desk, tmp_path):
    desk.enter("classical")
    sharing = desk.score.sharing
    sharing.ask_where = lambda *_: tmp_path / "gone" / "x.png"
    sharing.save_picture()
    desk.qtbot.waitUntil(lambda: "no such file" in desk.said().lower())


@pytest.mark.parametrize("rules", ["traditional", "nmjl"])
def test_a_win_is_celebrated_once_on_the_felt_where_motion_is_wanted(desk, rules):
    seen = []
    desk.score.scored.connect(seen.append)
    desk.window.context.settings.change(reduced_motion=True)
    desk.enter(rules)
    assert (len(seen), desk.score.celebration) == (1, None)
    desk.score.active.clear()
    desk.window.context.settings.change(reduced_motion=False)
    desk.enter(rules)
    shown = desk.score.celebration.shown
    assert shown.total == seen[-1].score
    assert sum(len(group.tiles) for group in shown.groups) >= 14
    desk.qtbot.keyClick(QApplication.focusWidget(), "x")
    assert desk.score.celebration.shown is None
