"""Tiles on the screen: what they say, how they are walked, clicked, dragged and dropped."""

import sys

import pytest
from mjcompanion.ui.theme import Theme, look
from mjcompanion.ui.widgets.tiles import (
    MIME_TILE,
    TileButton,
    TileFace,
    TilePicture,
    TileRow,
    TileState,
    TileStyle,
    picture_on,
    tile_picture,
)
from mjcompanion.ui.widgets.tiles.art import _drawing, shape_of
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QDragEnterEvent, QDragMoveEvent, QDropEvent, QImage
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from mjcompanion.core.hand import Hand
from mjcompanion.core.tiles import FACES, Terms, Tile
from mjcompanion.scoring.hand_groups import groups_as_laid


@pytest.fixture(autouse=True)
def still(qapp):
    Theme(qapp).apply("light", 100, motion=False)


def faces(text):
    return [TileFace(Tile.parse(one)) for one in text.split()]


def said(widget):
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name), interface.text(QAccessible.Text.Description)


@pytest.fixture
def row(qtbot):
    made = TileRow("In hand", droppable=True)
    qtbot.addWidget(made)
    made.resize(900, 200)
    made.show_tiles(faces("1m 2m 3m 4p 5p"))
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


class TestButton:
    def test_is_a_button_with_the_tiles_name_in_the_words_of_the_table(self, qtbot):
        button = TileButton(TileFace(Tile.parse("3s"), left=2, hint="It won."))
        qtbot.addWidget(button)
        interface = QAccessible.queryAccessibleInterface(button)
        assert interface.role() is QAccessible.Role.Button
        assert said(button)[0] == "3 bamboo, 2 left"
        assert "Press" in interface.actionInterface().actionNames()
        assert button.toolTip() == "3 bamboo, 2 left\nIt won."
        button.set_style(TileStyle(terms=Terms(bamboos="sticks")))
        assert said(button)[0] == "3 stick, 2 left"

    @pytest.mark.parametrize(
        ("state", "words"),
        [
            (TileState.NORMAL, ""),
            (TileState.SELECTED, "chosen"),
            (TileState.DRAWN, "the last tile"),
            (TileState.CLAIMED, "claimed"),
            (TileState.WRONG, "something is wrong with this tile"),
            (TileState.NONE_LEFT, "none left"),
            (TileState.SELECTED | TileState.DRAWN, "chosen; the last tile"),
        ],
    )
    def test_every_state_is_said(self, qtbot, state, words):
        button = TileButton(TileFace(Tile.parse("3s")))
        qtbot.addWidget(button)
        button.show_face(TileFace(button.tile, state))
        assert button.accessibleDescription() == words

    def test_claimed_tile_lies_sideways(self, qtbot):
        button = TileButton(TileFace(Tile.parse("3s")))
        qtbot.addWidget(button)
        upright = button.sizeHint()
        button.show_face(TileFace(button.tile, TileState.CLAIMED))
        assert button.sizeHint().width() > upright.width()
        assert button.sizeHint().height() < upright.height()

    def test_a_tile_that_goes_while_the_mouse_button_is_down_is_not_clicked(self, qtbot):
        row = TileRow("In hand")
        qtbot.addWidget(row)
        row.show_tiles([TileFace(Tile.parse("3s")), TileFace(Tile.parse("4s"))])
        row.show()
        last = row.buttons[1]
        clicked = []
        row.activated.connect(clicked.append)
        row.show_tiles([TileFace(Tile.parse("3s"))])
        last.clicked.emit()
        assert clicked == []

    @pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
    def test_keys_click(self, qtbot, key):
        button = TileButton(TileFace(Tile.parse("3s")))
        qtbot.addWidget(button)
        button.show()
        with qtbot.waitSignal(button.clicked):
            qtbot.keyClick(button, key)

    def test_mouse_starts_a_drag_after_some_way(self, qtbot, monkeypatch):
        button = TileButton(TileFace(Tile.parse("7z")))
        qtbot.addWidget(button)
        button.show()
        assert bytes(button.mime_data().data(MIME_TILE).data()) == b"7z"
        assert button.mime_data().text() == "7z"
        dragged, clicked = [], []
        monkeypatch.setattr(button, "_drag", dragged.append)
        button.clicked.connect(lambda: clicked.append(1))
        start = QPoint(20, 40)
        qtbot.mousePress(button, Qt.MouseButton.LeftButton, pos=start)
        qtbot.mouseMove(button, start + QPoint(2, 1), Qt.MouseButton.LeftButton)
        assert dragged == []
        qtbot.mouseMove(button, start + QPoint(30, 5), Qt.MouseButton.LeftButton)
        assert dragged == [start]
        qtbot.mouseRelease(button, Qt.MouseButton.LeftButton, pos=start + QPoint(30, 5))
        assert clicked == []
        button.show_face(TileFace(button.tile, TileState.NONE_LEFT))
        qtbot.mousePress(button, Qt.MouseButton.LeftButton, pos=start)
        qtbot.mouseMove(button, start + QPoint(30, 5), Qt.MouseButton.LeftButton)
        assert dragged == [start], "of none left none is dragged"


class TestRow:
    def test_click_says_which_but_not_where_none_is_left(self, qtbot, row):
        with qtbot.waitSignal(row.activated) as caught:
            qtbot.mouseClick(row.buttons[3], Qt.MouseButton.LeftButton)
        assert caught.args == [3]
        row.show_tiles([TileFace(Tile.parse("1m"), TileState.NONE_LEFT, left=0)])
        with qtbot.assertNotEmitted(row.activated):
            qtbot.mouseClick(row.buttons[0], Qt.MouseButton.LeftButton)
            qtbot.keyClick(row.buttons[0], Qt.Key.Key_Return)

    def test_arrows_walk(self, qtbot, row):
        row.focus_tile(0)
        for key, place in (
            (Qt.Key.Key_Right, 1),
            (Qt.Key.Key_Right, 2),
            (Qt.Key.Key_Left, 1),
            (Qt.Key.Key_End, 4),
            (Qt.Key.Key_Home, 0),
        ):
            qtbot.keyClick(row.window().focusWidget(), key)
            assert row.buttons[place].hasFocus()
            assert row.current == place
        row.show_tiles([TileFace(Tile(code), new_line=code in (9, 18)) for code in range(27)])
        row.focus_tile(4)
        for place, key in ((13, Qt.Key.Key_Down), (4, Qt.Key.Key_Up)):
            qtbot.keyClick(row.window().focusWidget(), key)
            assert row.current == place

    def test_walking_off_is_said(self, qtbot, row):
        for place, key, way in (
            (0, Qt.Key.Key_Left, -1),
            (4, Qt.Key.Key_Right, 1),
            (2, Qt.Key.Key_Up, -2),
            (2, Qt.Key.Key_Down, 2),
        ):
            row.focus_tile(place)
            with qtbot.waitSignal(row.walked_off) as caught:
                qtbot.keyClick(row.buttons[place], key)
            assert caught.args == [way]

    def test_tab_reaches_the_row_once(self, qtbot):
        holder = QWidget()
        qtbot.addWidget(holder)
        layout = QVBoxLayout(holder)
        before, row, after = QLineEdit(), TileRow("In hand"), QLineEdit()
        row.show_tiles(faces("1m 2m 3m"))
        for widget in (before, row, after):
            layout.addWidget(widget)
        with qtbot.waitActive(holder):
            holder.show()
            holder.activateWindow()
        row.focus_tile(1)
        before.setFocus()
        qtbot.keyClick(before, Qt.Key.Key_Tab)
        assert row.buttons[1].hasFocus()
        qtbot.keyClick(row.buttons[1], Qt.Key.Key_Tab)
        assert after.hasFocus()

    def test_focus_stays_in_the_row_when_its_tile_goes(self, row):
        row.focus_tile(4)
        row.show_tiles(faces("1m 2m"))
        assert row.buttons[1].hasFocus()
        row.show_tiles([])
        row.show_tiles(faces("1m"))
        assert row.buttons[0].focusPolicy() == Qt.FocusPolicy.StrongFocus

    def test_wraps_where_it_must(self, row):
        row.show_tiles([TileFace(tile) for tile in FACES])
        wide, narrow = row.heightForWidth(3000), row.heightForWidth(300)
        assert narrow > 5 * wide
        row.resize(300, narrow)
        assert all(row.rect().contains(button.geometry()) for button in row.buttons)

    @pytest.mark.parametrize("place", range(6))
    def test_drop_says_what_and_where(self, qtbot, row, place):
        data = QMimeData()
        data.setData(MIME_TILE, b"9s")
        data.setText("9s")
        if place < 5:
            point = QPointF(row.buttons[place].geometry().center() - QPoint(18, 0))
        else:
            point = QPointF(row.buttons[4].geometry().center() + QPoint(60, 0))
        with qtbot.waitSignal(row.dropped) as caught:
            drop(row, data, point)
        assert caught.args == ["9s", place]

    def test_text_from_elsewhere_can_be_dropped_and_other_things_can_not(self, qtbot, row):
        data = QMimeData()
        data.setData("image/png", b"x")
        with qtbot.assertNotEmitted(row.dropped):
            drop(row, data, QPointF(2, 40))
        data.setText("123m 99s")
        with qtbot.waitSignal(row.dropped) as caught:
            drop(row, data, QPointF(2, 40))
        assert caught.args == ["123m 99s", 0]


def drop(row, data, point):
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(point.toPoint(), copy, data, left, none)
    row.dragEnterEvent(enter)
    row.dragMoveEvent(QDragMoveEvent(point.toPoint(), copy, data, left, none))
    row.grab()
    row.dropEvent(QDropEvent(point, copy, data, left, none))


@pytest.mark.usefixtures("qapp")
class TestArt:
    def test_faces_differ_in_greyscale_at_the_smallest_size(self):
        pictures = [tile_picture(tile, 24, look()).toImage() for tile in FACES]
        images = [one.convertToFormat(QImage.Format.Format_Grayscale8) for one in pictures]
        grey = [one.constBits().tobytes() for one in images]
        for place, one in enumerate(grey):
            for other in grey[place + 1 :]:
                assert sum(abs(a - b) > 24 for a, b in zip(one, other, strict=True)) > 12

    def test_a_face_that_cannot_be_read_is_its_notation(self, monkeypatch):
        def nothing(name):
            raise FileNotFoundError(name)

        monkeypatch.setattr(sys.modules[tile_picture.__module__], "data", nothing)
        for made in (tile_picture, _drawing):
            made.cache_clear()
        pictures = [tile_picture(tile, 46, look()).toImage() for tile in (Tile.parse("1m"), Tile.parse("2m"), None)]
        for made in (tile_picture, _drawing):
            made.cache_clear()
        assert pictures[0] != pictures[1] != pictures[2]


def test_pictures_outside_rows_have_the_letters_of_the_settings(desk_at):
    """The winds of the table, the tiles of score sheets and of the coach are painted by widgets of their own."""
    desk = desk_at()
    wind = Tile.parse("1z")

    def image():
        return picture_on(desk.page, wind, 60).toImage()

    without = image()
    desk.context.settings.change(corner_index="small")
    assert image() != without
    assert image() == picture_on(desk.page, wind, 60, index="small").toImage()


class TestHandInSets:
    GROUPS = groups_as_laid(Hand.parse("(123m) (777z) [1111s] 99s"))

    def test_it_goes_on_in_the_next_line_only_between_sets(self, qtbot):
        picture = TilePicture((), TileStyle(40))
        qtbot.addWidget(picture)
        picture.show_groups(self.GROUPS)
        whole = picture.sizeHint().width()
        for width in range(200, whole + 40, 20):
            feet = [
                place.y() + shape_of(40, sideways=bool(face.state & TileState.CLAIMED)).picture_height
                for face, place in picture._places(width)[0]
            ]
            for group in self.GROUPS:
                mine, feet = feet[: len(group.tiles)], feet[len(group.tiles) :]
                assert len(set(mine)) == 1, width
        assert picture.heightForWidth(whole) < picture.heightForWidth(whole // 2)

    def test_its_name_says_the_sets(self, qtbot):
        picture = TilePicture((), TileStyle(40))
        qtbot.addWidget(picture)
        picture.show_groups(self.GROUPS)
        assert "exposed pung of red dragons" in picture.accessibleName()
