"""What a quick run takes of exhaustive tests."""

from types import SimpleNamespace

import pytest

from tests import sample

THEMES, SIZES = ("light", "dark", "high-contrast"), (100, 200)


class Item:
    """A case of a test, as pytest has it."""

    def __init__(self, test, params, keep):
        self.nodeid = f"{test}[{'-'.join(map(str, params.values()))}]"
        self.callspec = SimpleNamespace(params=params)
        self._mark = SimpleNamespace(kwargs={} if keep is None else {"keep": keep})

    def get_closest_marker(self, _name):
        return self._mark


@pytest.fixture
def seed(monkeypatch):
    """Chooses how much this test and no other is to take."""
    for name in ("_everything", "_seed"):
        monkeypatch.setattr(sample, name, getattr(sample, name))
    return lambda number, *, everything=False: sample.begin(everything=everything, seed=number)


def cases(keep=None):
    """A test in three themes and two sizes."""
    return [Item("test_looks", {"theme": theme, "size": size}, keep) for theme in THEMES for size in SIZES]


def kept(items, named=()):
    out = sample.left_out(items, named)
    return [one for one in items if one not in out]


def test_every_value_of_every_parameter_occurs(seed):
    chosen = set()
    for number in range(40):
        seed(number)
        some = kept(cases())
        assert len(some) == 3
        assert {one.callspec.params["theme"] for one in some} == set(THEMES)
        assert {one.callspec.params["size"] for one in some} == set(SIZES)
        chosen.update(one.nodeid for one in some)
    assert len(chosen) == 6, "no case is left out by all seeds"


def test_so_many_as_are_asked_for_and_the_same_by_the_same_seed(seed):
    seen = set()
    for number in range(40):
        seed(number)
        (one,) = kept(cases(keep=1))
        assert [one.nodeid] == [again.nodeid for again in kept(cases(keep=1)[::-1])]
        seen.add(one.nodeid)
    assert len(seen) == 6


def test_everything_is_taken_if_asked_for_and_what_is_named_always(seed):
    seed(1)
    items = cases(keep=0)
    assert kept(items, {items[4].nodeid}) == [items[4]]
    seed(1, everything=True)
    assert kept(items) == items


def test_how_often_and_which(seed):
    seed(1)
    assert sample.often(500, 20) == 20
    assert sample.some(range(100), 200) == list(range(100))
    few = sample.some(range(100), 7)
    assert len(few) == 7
    assert few == sorted(few)
    seed(2)
    assert sample.some(range(100), 7) != few
    seed(2, everything=True)
    assert sample.often(500, 20) == 500
    assert sample.some(range(100), 7) == list(range(100))
