"""A few deeds of each kind of chaos, always the same ones; `./run chaos` does as many as one likes."""

import random

import pytest

from tests.chaos import Absent
from tests.chaos.disk import FullDisk
from tests.chaos.kills import Kills
from tests.chaos.monkey import Monkey
from tests.sample import often


@pytest.fixture
def wrong(tmp_path, request):
    """Does so many deeds of a kind; gives what was wrong with them."""

    def do(kind, count, seed):
        try:
            made = kind(tmp_path)
        except Absent as missing:
            pytest.skip(str(missing))
        request.addfinalizer(made.close)
        said = {number: made.deed(random.Random(f"{seed} {kind.name} {number}")) for number in range(count)}
        return {number: one for number, one in said.items() if one}

    return do


@pytest.mark.parametrize(("kind", "many", "few"), [(Kills, 200, 20), (FullDisk, 20, 1)])
def test_it_is_borne(wrong, kind, many, few):
    assert wrong(kind, often(many, few), seed=1) == {}


def test_everything_is_pressed(qapp, wrong, capsys):
    assert wrong(Monkey, often(600, 40), seed=1) == {}
    assert capsys.readouterr().err.count("Traceback") == 0
