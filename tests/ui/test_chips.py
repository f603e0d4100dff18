"""Chips and sticks on the screen: what they say, that they find room, and that nobody needs colours to tell them apart."""

from itertools import combinations

import pytest
from mjcompanion.ui.theme import COLOURS
from mjcompanion.ui.widgets import chips as drawing
from mjcompanion.ui.widgets.chips import ChipsPicture
from PySide6.QtGui import QAccessible

from mjcompanion.core.chips import AMERICAN, STICKS, ChipKind, ChipSet
from mjcompanion.table import chips as engine
from tests.ui.contrast import contrast

THEMES = ("light", "dark", "high-contrast")
EIGHT = (5000, 1000, 500, 100, 50, 20, 5, 1)
OWN = ChipSet("own", tuple(ChipKind(value, 3, "chip", "blue") for value in EIGHT))
BONES = ChipSet("bones", tuple(ChipKind(value, 3, "stick", "blue") for value in EIGHT))
MIXED = ChipSet(
    "mixed", (ChipKind(100, 3, "chip", "red"), ChipKind(10, 4, "stick", "green"), ChipKind(1, 1, "stick", "white"))
)
PLACE = (186, 60)
"""The room of a purse at a player's place, at 100 % text."""


@pytest.fixture
def shown(qtbot, themed):
    def show(chip_set, pieces=None, *, small=False):
        picture = ChipsPicture(small=small)
        qtbot.addWidget(picture)
        held = tuple((piece.value, piece.count) for piece in chip_set.pieces)
        picture.show_pieces(chip_set, held if pieces is None else pieces)
        picture.resize(picture.sizeHint())
        return picture

    return show


def name_of(picture):
    return QAccessible.queryAccessibleInterface(picture).text(QAccessible.Text.Name)


class TestWords:
    @pytest.mark.parametrize(
        ("chip_set", "pieces", "words"),
        [
            (AMERICAN, ((200, 2), (25, 3)), "2 chips of 200, 3 of 25: 475 points"),
            (AMERICAN, ((200, 1), (25, 1)), "1 chip of 200, 1 of 25: 225 points"),
            (STICKS, ((500, 1), (2, 10)), "1 stick of 500, 10 of 2: 520 points"),
            (MIXED, None, "3 chips of 100, 4 sticks of 10, 1 of 1: 341 points"),
            (MIXED, ((1, 1),), "1 stick of 1: 1 point"),
            (OWN, ((5000, 1200),), "1,200 chips of 5,000: 6,000,000 points"),
            (AMERICAN, (), "no chips: 0 points"),
            (AMERICAN, ((200, 0),), "no chips: 0 points"),
            (STICKS, (), "no sticks: 0 points"),
        ],
    )
    def test_says_what_is_there(self, shown, chip_set, pieces, words):
        picture = shown(chip_set, pieces)
        assert name_of(picture) == words
        assert picture.toolTip() == words


class TestRoom:
    @pytest.mark.parametrize("percent", [100, 125, 150, 200])
    @pytest.mark.parametrize("chip_set", [AMERICAN, STICKS], ids=lambda one: one.name)
    def test_a_purse_fits_a_players_place(self, shown, themed, chip_set, percent):
        themed.apply("light", percent, motion=False)
        picture = shown(chip_set, small=True)
        width, height = (round(side * percent / 100) for side in PLACE)
        places = picture.places(width)
        assert len({place.y() for place in places}) == 2
        assert max(place.right() for place in places) <= width
        assert picture.heightForWidth(width) <= height

    @pytest.mark.parametrize("chip_set", [AMERICAN, STICKS, OWN, BONES, MIXED], ids=lambda one: one.name)
    @pytest.mark.parametrize("width", [120, 300, 700])
    def test_no_pile_is_cut(self, shown, chip_set, width):
        picture = shown(chip_set)
        picture.resize(width, picture.heightForWidth(width))
        places = picture.places(width)
        assert len(places) == len(chip_set.pieces)
        assert all(picture.rect().toRectF().contains(place) for place in places)
        assert not any(one.intersects(other) for one, other in combinations(places, 2))

    def test_lines_are_as_long_as_each_other(self, shown):
        picture = shown(STICKS)
        wide = picture.places(10_000)[2].right()
        assert [place.y() > 0 for place in picture.places(wide)] == [False, False, True, True]

    def test_grows_with_the_text(self, shown, themed):
        picture = shown(STICKS)
        before = picture.sizeHint()
        themed.apply("light", 200, motion=False)
        assert picture.sizeHint().width() > 1.8 * before.width()
        assert picture.sizeHint().height() > 1.8 * before.height()

    def test_hundreds_are_a_number_not_a_tower(self, shown):
        few, many = shown(AMERICAN, ((200, 8),)), shown(AMERICAN, ((200, 900),))
        assert many.sizeHint().height() == few.sizeHint().height()


class TestDrawing:
    @pytest.mark.parametrize("percent", [100, 200])
    @pytest.mark.parametrize("chip_set", [AMERICAN, OWN, BONES, MIXED], ids=lambda one: one.name)
    def test_pieces_and_words_are_drawn_in_their_place(self, shown, themed, chip_set, percent):
        themed.apply("light", percent, motion=False)
        picture = shown(chip_set)
        drawn = picture.grab().toImage()
        for place in picture.places(picture.width()):
            for half in (place.adjusted(0, 0, -place.width() / 2, 0), place.adjusted(place.width() / 2, 0, 0, 0)):
                part = drawn.copy(half.toAlignedRect())
                assert len({part.pixel(x, y) for x in range(part.width()) for y in range(part.height())}) > 4

    @pytest.mark.parametrize("name", THEMES)
    @pytest.mark.parametrize("colour", engine.COLOURS)
    def test_every_colour_has_a_chip_that_stands_out_and_an_ink(self, name, colour):
        colours = COLOURS[name]
        body = getattr(colours, f"chip_{colour}")
        spot = colours.chip_spot_dark if colour in ("white", "yellow") else colours.chip_spot
        assert contrast(body, spot) >= 3
        assert max(contrast(body, colours.card), contrast(spot, colours.card)) >= 3
        assert contrast(getattr(colours, drawing._INKS[colour]), colours.ivory) >= 4.5

    def test_kinds_differ_without_colours(self):
        assert len(set(drawing._RIMS)) == len(set(drawing._DOTS)) == 8
