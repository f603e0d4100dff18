"""How much of an exhaustive test is done: a sample each time, all of it with `--all`.

A matrix of cases is marked `@pytest.mark.exhaustive`: each run takes just so many of its cases that every value of every
parameter is met, or `keep=n` of them, chosen by the seed of the run's order. A test that repeats itself asks `often`.
The tests of slow folders take turns: a run of the whole suite does one in five of each of their files.
"""

import math
import random
from collections import defaultdict
from pathlib import Path

SLOW = ("cli", "ledger", "practice", "printing", "solitaire", "ui")
"""The folders whose tests take turns: they start processes, write databases, draw paper, play games or open windows."""

_everything = False
_seed = 0


def begin(*, everything, seed):
    """Say once for the whole run whether everything is done, and by which seed samples are chosen."""
    global _everything, _seed
    _everything, _seed = everything, seed


def often(everything, some):
    """How often a test repeats itself: `everything` with `--all`, `some` times in a run that is to be quick."""
    return everything if _everything else some


def some(cases, count):
    """All cases with `--all`, else so many of them, others with each seed and always in their order."""
    cases = list(cases)
    if _everything or count >= len(cases):
        return cases
    chosen = set(random.Random(_seed).sample(range(len(cases)), count))
    return [case for at, case in enumerate(cases) if at in chosen]


def left_out(items, named=()):
    """The items of exhaustive tests that this run leaves out; nothing that was `named` on the command line."""
    groups = defaultdict(list)
    for item in items:
        if item.get_closest_marker("exhaustive") and not _everything:
            groups[item.nodeid.partition("[")[0]].append(item)
    kept = set()
    for test, group in groups.items():
        kept.update(_kept(sorted(group, key=lambda item: item.nodeid), random.Random(f"{_seed} {test}")))
    return {item for group in groups.values() for item in group if item not in kept and item.nodeid not in named}


def out_of_turn(items):
    """The items of slow folders that a run of the whole suite leaves out."""
    slow = {Path(__file__).parent / folder for folder in SLOW}
    files = defaultdict(lambda: defaultdict(list))
    for item in items:
        if not _everything and not slow.isdisjoint(item.path.parents):
            test = item.nodeid.partition("[")[0]
            files[test.partition("::")[0]][test].append(item)
    out = set()
    for file, tests in files.items():
        turn = random.Random(f"{_seed} {file}").sample(sorted(tests), math.ceil(len(tests) / 5))
        out.update(item for test, group in tests.items() if test not in turn for item in group)
    return out


def _kept(items, rng):
    keep = items[0].get_closest_marker("exhaustive").kwargs.get("keep")
    rng.shuffle(items)
    if keep is not None:
        return items[:keep]
    kept = []
    wanted = set().union(*map(_values, items))
    while wanted:
        kept.append(max(items, key=lambda item: len(wanted & _values(item))))
        wanted -= _values(kept[-1])
    return kept or items


def _values(item):
    """Which value of which parameter an item has; every item of a value holds the very same object."""
    return {(name, id(value)) for name, value in item.callspec.params.items()} if hasattr(item, "callspec") else set()
