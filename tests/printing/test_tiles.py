"""Tiles on a page: one source draws them on the screen and on paper, and a document stays small and the same."""

from importlib.resources import files
from io import BytesIO
from itertools import combinations

import pypdf
import pypdfium2
import pytest
from mjcompanion.ui.theme import Theme, look
from mjcompanion.ui.widgets.tiles.art import shape_of
from PIL import Image, ImageChops, ImageStat
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from reportlab.pdfgen.canvas import Canvas

from mjcompanion.core.hand import Hand, Meld
from mjcompanion.core.tiles import ALL_TILES, FACES, JOKER, Tile
from mjcompanion.printing import tiles as drawn
from mjcompanion.printing.tiles import (
    draw_groups,
    draw_tile,
    face_name,
    groups_of,
    laid_out,
    loose,
    room,
    tile_height,
    width_for,
)
from mjcompanion.storage.package_data import data

EVERY = (*FACES, JOKER, None)
HAND = Hand.parse("123m 456p 99s (777z) [1111s] 1f 3y")

# a sheet of all tiles, in points; the lower edges of the fronts fall on whole points
SCALE = 2
PAGE = 720, 560
WIDTH, LONG, THICK = 60, 80, 7.8
COLUMNS = 9
FRONT = WIDTH * SCALE, LONG * SCALE
EDGE = 4
"""Pixels at each side of a front that are left out: the hairline and the round corners."""

SAME = 1.5
"""Of 255: how far the same face may be from itself, on average over all pixels and colours; at most 1.03 was measured."""
OTHER = 5
"""How far apart two faces are at least, in colours or in greys; 6.2 was measured for three and five of characters."""


def paper(draw, size=PAGE, **options):
    """The bytes of a document of one page."""
    kept = BytesIO()
    canvas = Canvas(kept, pagesize=size, invariant=1, **options)
    draw(canvas)
    canvas.save()
    return kept.getvalue()


def picture(pdf, scale=SCALE):
    """The first page as pixels."""
    with pypdfium2.PdfDocument(pdf) as document:
        return document[0].render(scale=scale).to_pil().convert("RGB")


def extracted(pdf):
    """The text of the first page, whatever space is between its words."""
    return " ".join(pypdf.PdfReader(BytesIO(pdf)).pages[0].extract_text().split())


def apart(one, other):
    """The mean absolute difference of two pictures, 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def grey(one):
    return one.convert("L").convert("RGB")


def inner(front):
    return front.crop((EDGE, EDGE, front.width - EDGE, front.height - EDGE))


def place(number):
    """Where the tile of this number stands on the sheet: the lower left corner of its room."""
    return 10 + number % COLUMNS * 78, PAGE[1] - 110 + 0.2 - number // COLUMNS * 110


def front_of(page, x, y, *, across=WIDTH, up=LONG):
    """The front of a tile that stands at x, y, cut out of the picture of its page."""
    left, lower = round(x * SCALE), round(page.height - (y + THICK) * SCALE)
    return page.crop((left, lower - up * SCALE, left + across * SCALE, lower))


def sheet(canvas):
    for number, tile in enumerate(EVERY):
        draw_tile(canvas, tile, *place(number), WIDTH)


def on_screen(tile):
    """The face as Qt draws it, on ivory."""
    image = QImage(*FRONT, QImage.Format.Format_RGB888)
    image.fill(QColor(drawn.IVORY))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(data(f"tiles/{face_name(tile)}.svg"))).render(painter, QRectF(0, 0, *FRONT))
    painter.end()
    return Image.frombytes("RGB", FRONT, bytes(image.constBits()), "raw", "RGB", image.bytesPerLine())


@pytest.fixture(scope="module")
def screen_fronts(qapp):
    return {tile: inner(on_screen(tile)) for tile in EVERY}


@pytest.fixture(scope="module")
def paper_fronts():
    page = picture(paper(sheet))
    return {tile: inner(front_of(page, *place(number))) for number, tile in enumerate(EVERY)}


# --- one source for screen and paper -----------------------------------------------------------------------


def test_every_drawing_has_its_tile():
    there = {path.name for path in files("mjcompanion.resources").joinpath("tiles").iterdir()} - {"README.md"}
    assert there == {f"{face_name(tile)}.svg" for tile in EVERY}


@pytest.mark.parametrize("tile", EVERY, ids=face_name)
def test_a_face_looks_the_same_on_paper_and_on_screen(tile, paper_fronts, screen_fronts):
    assert apart(paper_fronts[tile], screen_fronts[tile]) < SAME


def test_no_face_looks_like_another(paper_fronts, screen_fronts):
    for one, other in combinations(EVERY, 2):
        assert apart(paper_fronts[one], screen_fronts[other]) > OTHER, (one, other)
        assert apart(grey(paper_fronts[one]), grey(paper_fronts[other])) > OTHER, (one, other)


def test_the_body_has_the_colours_and_proportions_of_the_screen(qapp):
    Theme(qapp).apply("light", 100, motion=False)
    colours = look().colours
    assert colours.ivory == drawn.IVORY
    assert colours.ivory_side == drawn.IVORY_SIDE
    assert colours.jade_side == drawn.JADE_SIDE
    shape = shape_of(300)
    assert (300, tile_height(300)) == pytest.approx((shape.front_width, shape.height), abs=1)


# --- rows and hands ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("labels", [False, True])
@pytest.mark.parametrize("text", [str(HAND), "(777z)", "1f", "(1z) (2z) (3z)", "1m1p1s"])
def test_groups_stay_in_their_room(text, labels):
    groups = groups_of(Hand.parse(text))
    across, up = room(groups, 20, labels=labels)
    page = picture(paper(lambda canvas: draw_groups(canvas, groups, 50, 60, 20, labels=labels)), scale=4)
    left, top, right, bottom = ImageChops.difference(page, Image.new("RGB", page.size, "white")).getbbox()
    assert left == 200
    assert right == pytest.approx((50 + across) * 4, abs=1)
    assert top == pytest.approx(page.height - (60 + up) * 4, abs=1)
    assert bottom <= page.height - 60 * 4


@pytest.mark.parametrize("tile", ALL_TILES, ids=str)
def test_no_label_is_wider_than_its_tiles(tile):
    canvas = Canvas(BytesIO())
    for group in (loose([tile]), laid_out(Meld((tile,), concealed=False)), laid_out(Meld((tile,) * 4, concealed=True))):
        assert canvas.stringWidth(group.text, "Helvetica", 0.42 * 20) < room([group], 20)[0]


def test_a_hand_can_be_fitted_into_a_line():
    groups = groups_of(HAND)
    width = width_for(groups, 300, at_most=40)
    assert room(groups, width)[0] == pytest.approx(300)
    assert width_for(groups, 3000, at_most=40) == 40
    assert width_for([], 300, at_most=40) == 40


@pytest.mark.parametrize("text", [str(HAND), "19m19p19s1234567z 1y", "(123m) (456p) [9999s] (777z) 11z", "1J3m F"])
def test_labels_are_the_notation(text):
    hand = Hand.parse(text)
    assert extracted(paper(lambda canvas: draw_groups(canvas, groups_of(hand), 30, 50, 16, labels=True))) == str(hand)


# --- the document ------------------------------------------------------------------------------------------


def test_a_face_is_stored_once_at_whatever_size():
    def draw(canvas):
        for width in (8, 20, 33.3):
            draw_tile(canvas, Tile.parse("5s"), 50, 50, width)
            canvas.showPage()

    assert paper(draw).count(b"/BBox [ 0 0 300 400 ]") == 1
