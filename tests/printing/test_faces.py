"""Tile faces as shapes: every drawing is read, and nothing but the drawings' own format."""

from importlib.resources import files

import pytest

from mjcompanion.core.tiles import ANY_FLOWER, FACES, JOKER
from mjcompanion.printing.tile_outlines import HEIGHT, WIDTH, Face, face, face_name, read_face
from mjcompanion.storage.package_data import text

NAMES = sorted(path.name.removesuffix(".svg") for path in files("mjcompanion.resources").joinpath("tiles").iterdir())
NAMES.remove("README.md")
BEGIN, END = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400">\n', "</svg>\n"


def points(drawing: Face):
    for area in drawing.areas:
        for contour in area.contours:
            yield contour.start
            for segment in contour.segments:
                yield from segment


def test_every_tile_has_its_drawing_and_every_drawing_its_tile():
    assert sorted(face_name(tile) for tile in (*FACES, JOKER, None)) == NAMES
    assert len(NAMES) == 44
    assert face_name(ANY_FLOWER) in NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_drawing_is_read_whole(name):
    svg, drawing = text(f"tiles/{name}.svg"), face(name)
    assert drawing.name == name
    assert len(drawing.areas) == svg.count("<path ")
    assert sum(len(area.contours) for area in drawing.areas) == svg.count("M")
    segments = [segment for area in drawing.areas for contour in area.contours for segment in contour.segments]
    assert sum(len(segment) == 3 for segment in segments) == svg.count("C")
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points(drawing))


GOOD = '<path fill="#B3261E" d="M0 0L1 1Z"/>'


@pytest.mark.parametrize(
    ("svg", "where"),
    [
        ("", "element svg"),
        (BEGIN + END, "element svg"),
        (BEGIN + GOOD + END + "more", "element svg"),
        (BEGIN + "<!-- a dot -->" + END, "element 1"),
        (BEGIN + GOOD + '\n<circle r="1"/>' + END, "element 2"),
        (BEGIN + GOOD.replace("#B3261E", "red") + END, "element 1"),
        *(
            (BEGIN + GOOD + GOOD.replace("M0 0L1 1Z", path) + END, r"element 2 \(path\)")
            for path in ("", "L1 1Z", "M0 0L1 1", "M0 0Z", "M0 0A1 1 0 0 0 2 2Z", "M0 0L1 1 2 2Z", "M0 0L1 1e3Z")
        ),
    ],
)
def test_nothing_but_the_format_is_read(svg, where):
    with pytest.raises(ValueError, match=rf"^tiles/dot\.svg, {where}: "):
        read_face("dot", svg)
