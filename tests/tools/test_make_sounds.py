"""The sounds that are shipped are those that the tool makes, and they are gentle."""

import pytest
from mjcompanion.ui.sounds import NAMES

from mjcompanion.storage.package_data import data
from tools.make_sounds import FOLDER, made

MADE = made()


def test_all_are_there_and_no_other():
    assert {path.name for path in FOLDER.iterdir()} == set(MADE) == {f"{name}.wav" for name in NAMES}


@pytest.mark.parametrize("name", MADE)
def test_the_file_is_what_the_tool_makes(name):
    assert data(f"sounds/{name}") == MADE[name]
