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


def test_a_drawing_is_read_once():
    assert face("5s") is face("5s")


def test_a_drawing_can_be_a_key():
    assert len({face(name) for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize(
    ("svg", "where", "why"),
    [
        ("", "element svg", "expected <svg"),
        ("<svg>" + END, "element svg", "found '<svg>'"),
        (BEGIN.replace("300 400", "0 0"), "element svg", "expected <svg"),
        (BEGIN, "element svg", "expected </svg> at the end"),
        (BEGIN + END, "element svg", "nothing is drawn"),
        (BEGIN + '<path fill="#B3261E" d="M0 0L1 1Z"/>' + END + "more", "element svg", "found 'more'"),
        (BEGIN + "<!-- a dot -->" + END, "element 1", "found '<!-- a dot -->'"),
        (BEGIN + "dot" + END, "element 1", r"found 'dot"),
        (BEGIN + '<g><path fill="#B3261E" d="M0 0L1 1Z"/></g>' + END, "element 1", "found '<g>'"),
        (BEGIN + '<path fill="#B3261E" d="M0 0L1 1Z"/>\n<circle r="1"/>' + END, "element 2", "found '<circle r"),
        (BEGIN + '<path fill="red" d="M0 0L1 1Z"/>' + END, "element 1", 'found \'<path fill="red"'),
        (BEGIN + '<path d="M0 0L1 1Z" fill="#B3261E"/>' + END, "element 1", "expected <path fill="),
        (BEGIN + '<path fill="#B3261E" d="M0 0L1 1Z" stroke="red"/>' + END, "element 1", "expected <path fill="),
        (BEGIN + '<path fill="#B3261E" d="M0 0L1 1Z"' + END, "element 1", "expected <path fill="),
    ],
)
def test_nothing_but_the_format_is_read(svg, where, why):
    with pytest.raises(ValueError, match=rf"^tiles/dot\.svg, {where}: .*{why}"):
        read_face("dot", svg)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("", "there are no contours"),
        ("0 0", "expected one of M L C Z, found '0 0'"),
        ("L1 1Z", "every contour begins with M"),
        ("M0 0L1 1", "the last contour is not closed"),
        ("M0 0L1 1M2 2L3 3Z", "every contour begins with M"),
        ("M0 0Z", "a contour has no lines"),
        ("M0 0l1 1Z", "expected one of M L C Z, found 'l'"),
        ("M0 0L1 1z", "expected one of M L C Z, found 'z'"),
        ("M0 0H1Z", "found 'H'"),
        ("M0 0A1 1 0 0 0 2 2Z", "found 'A'"),
        ("M0,0L1 1Z", "found ','|M takes 2 numbers"),
        ("M0 0L1 1 2 2Z", "L takes 2 numbers, found '1 1 2 2'"),
        ("M0 0C1 1 2 2Z", "C takes 6 numbers, found '1 1 2 2'"),
        ("M0 0L1 1Z9", "Z takes 0 numbers"),
        ("M0 0L1  1Z", "'' after L is no number"),
        ("M0 0L1 1.Z", "'1.' after L is no number"),
        ("M0 0L1 --1Z", "'--1' after L is no number"),
        ("M0 0L1 1e3Z", "found 'e'"),
        ("M0 0L1 ٣Z", "found '٣'|no number"),
        ("M0 0\nL1 1Z", "found '.n'"),
    ],
)
def test_a_wrong_path_is_named_with_its_reason(path, why):
    good = '<path fill="#B3261E" d="M0 0L1 1Z"/>'
    svg = f'{BEGIN}{good}<path fill="#B3261E" d="{path}"/>{END}'
    with pytest.raises(ValueError, match=rf"^tiles/dot\.svg, element 2 \(path\): .*({why})"):
        read_face("dot", svg)


def test_a_drawing_that_is_not_there():
    with pytest.raises(FileNotFoundError):
        face("0m")
