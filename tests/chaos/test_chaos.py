"""A few deeds of each kind of chaos, always the same ones; `./run chaos` does as many as one likes."""

import random

import pytest

from mjcompanion.ledger import server
from tests.chaos import Absent
from tests.chaos.damage import Damage
from tests.chaos.disk import FullDisk
from tests.chaos.files import HostileFiles
from tests.chaos.kills import Kills
from tests.chaos.monkey import Monkey
from tests.chaos.silence import Silence
from tests.ledger import postgres
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


@pytest.mark.parametrize(
    ("kind", "many", "few"), [(Kills, 200, 20), (Damage, 200, 12), (HostileFiles, 500, 60), (FullDisk, 20, 1)]
)
def test_it_is_borne(wrong, kind, many, few):
    assert wrong(kind, often(many, few), seed=1) == {}


def test_a_silent_server_is_told(wrong, monkeypatch):
    monkeypatch.setattr(server, "CONNECT_WITHIN", 2)
    monkeypatch.setattr(postgres, "found", lambda: None)
    assert wrong(Silence, 1, seed=1) == {}


def test_everything_is_pressed(qapp, wrong, capsys):
    assert wrong(Monkey, often(600, 40), seed=1) == {}
    assert capsys.readouterr().err.count("Traceback") == 0
