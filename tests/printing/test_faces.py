"""Tile faces on paper: every tile has its drawing, and every line of it is drawn."""

from importlib.resources import files

import pytest

from mjcompanion.core.tiles import ANY_FLOWER, FACES, JOKER
from mjcompanion.printing.tiles import _drawing, face_name
from mjcompanion.storage.package_data import text

NAMES = sorted(path.name.removesuffix(".svg") for path in files("mjcompanion.resources").joinpath("tiles").iterdir())
NAMES.remove("README.md")


def test_every_tile_has_its_drawing_and_every_drawing_its_tile():
    assert sorted(face_name(tile) for tile in (*FACES, JOKER, None)) == NAMES
    assert len(NAMES) == 44
    assert face_name(ANY_FLOWER) in NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_line_of_a_drawing_is_drawn(name):
    svg, steps = text(f"tiles/{name}.svg"), _drawing(name).split("\n")
    assert [step[-1] for step in steps].count("f") == svg.count("<path ")
    paths = "".join(svg.split(' d="')[1:])
    for command, operator, count in (("M", "m", 2), ("L", "l", 2), ("C", "c", 6), ("Z", "h", 0)):
        found = [step.split() for step in steps[1:] if step.endswith(f" {operator}")]
        assert len(found) == paths.count(command)
        assert all(len(numbers) == count + 1 for numbers in found)
        assert all(0 <= float(number) <= 400 for *numbers, _operator in found for number in numbers)


def test_a_drawing_that_is_not_there():
    with pytest.raises(FileNotFoundError):
        _drawing("0m")
