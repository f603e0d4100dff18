"""A few deeds of each kind of chaos, always the same ones; `./run chaos` does as many as one likes."""

import random

import pytest

from tests.chaos.kills import Kills
from tests.chaos.monkey import Monkey
from tests.sample import often


@pytest.fixture
def wrong(tmp_path, request):
    """Does so many deeds of a kind; gives what was wrong with them."""

    def do(kind, count):
        made = kind(tmp_path)
        request.addfinalizer(made.close)
        said = {number: made.deed(random.Random(f"1 {kind.name} {number}")) for number in range(count)}
        return {number: one for number, one in said.items() if one}

    return do


def test_what_is_killed_loses_nothing(wrong):
    assert wrong(Kills, often(200, 20)) == {}


def test_everything_is_pressed(qapp, wrong, capsys):
    assert wrong(Monkey, often(600, 40)) == {}
    assert capsys.readouterr().err.count("Traceback") == 0
