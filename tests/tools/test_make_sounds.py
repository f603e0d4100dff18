"""The sounds that are shipped are those that the tool makes, and they are gentle."""

import io
import wave
from array import array
from itertools import pairwise

import pytest
from mjcompanion.ui.sound import RATE
from mjcompanion.ui.sounds import NAMES

from mjcompanion.storage.package_data import data
from tools.make_sounds import FOLDER, made

MADE = made()


def samples(content):
    with wave.open(io.BytesIO(content)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        return array("h", file.readframes(file.getnframes()))


def test_all_are_there_and_no_other():
    assert {path.name for path in FOLDER.iterdir()} == set(MADE) == {f"{name}.wav" for name in NAMES}


@pytest.mark.parametrize("name", MADE)
def test_the_file_is_what_the_tool_makes(name):
    assert data(f"sounds/{name}") == MADE[name]


@pytest.mark.parametrize(
    ("name", "shortest", "longest", "loudest"),
    [("tile", 0.05, 0.12, 0.65), ("soft", 0.04, 0.1, 0.4), ("dice", 0.55, 0.75, 0.6), ("mah-jongg", 0.8, 1.4, 0.55)],
)
def test_short_quiet_and_without_a_crack_at_the_ends(name, shortest, longest, loudest):
    found = samples(MADE[f"{name}.wav"])
    assert shortest < len(found) / RATE < longest
    peak = max(map(abs, found)) / 32767
    assert 0.1 < peak < loudest
    assert abs(found[0]) < 300
    assert max(map(abs, found[-40:])) < 300


def test_a_tile_in_the_hand_is_softer_than_one_on_the_table():
    loud, soft = (sum(one * one for one in samples(MADE[name])) for name in ("tile.wav", "soft.wav"))
    assert soft < loud / 2


def test_the_bells_rise():
    """Crossings of zero in the first note and in the second."""

    def pitch(part):
        return sum((one < 0) != (other < 0) for one, other in pairwise(part)) / len(part)

    found = samples(MADE["mah-jongg.wav"])
    first, second = found[RATE // 50 : RATE * 3 // 20], found[RATE * 3 // 10 : RATE // 2]
    assert pitch(second) > 1.2 * pitch(first)
