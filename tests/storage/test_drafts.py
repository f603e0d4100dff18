"""The hand being entered survives whatever happens to the program."""

import errno
import os
import signal
import subprocess
import sys

import pytest

from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.draft import Draft
from mjcompanion.storage.drafts import DraftStore, own_place
from tests.sample import often

HAND = Draft(Ruleset("traditional")).pasted("123m 456p 99s (777z) [1111s] 1f")


@pytest.fixture
def store(tmp_path):
    return DraftStore(tmp_path / "data" / "draft.json")


def names(store):
    return sorted(path.name for path in store.path.parent.iterdir())


def test_the_last_draft_is_there_and_nothing_else(tmp_path):
    store = DraftStore(tmp_path / "a" / "b" / "draft.json")
    assert store.load() is None
    store.flush()
    assert not list(tmp_path.iterdir())
    for tiles in ("1m", "12m", "123m"):
        store.save(HAND.pasted(tiles).save())
    store.flush()
    assert str(Draft.load(DraftStore(store.path).load()).hand) == "123m"
    assert names(store) == ["draft.json"]


@pytest.mark.parametrize("name", ["mjcompanion.storage.paths.create", "pathlib.Path.replace"])
def test_a_disk_that_fails_leaves_the_last_draft(store, monkeypatch, name):
    store.save(b"old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(name, full)
    with pytest.raises(OSError, match="No space left"):
        store.save(b"new")
    monkeypatch.undo()
    assert store.load() == b"old"
    store.save(b"newer")
    assert store.load() == b"newer"
    assert names(store) == ["draft.json"]


def test_a_folder_that_is_a_file(tmp_path):
    (tmp_path / "data").write_text("in the way")
    store = DraftStore(tmp_path / "data" / "draft.json")
    for attempt in (lambda: store.save(b"new"), store.load):
        with pytest.raises(OSError, match=r"."):
            attempt()
    store.flush()
    assert own_place(store.path) == own_place(store.path) == store.path


def test_damaged_drafts_are_set_aside_beside_each_other(store):
    damages = (b"first", b"second", b"third")
    kept = []
    for damage in damages:
        store.save(damage)
        kept.append(store.set_aside())
    assert [path.name for path in kept] == ["draft.damaged.json", "draft.damaged-2.json", "draft.damaged-3.json"]
    assert tuple(path.read_bytes() for path in kept) == damages
    assert store.load() is None


WRITING = """
import sys
from pathlib import Path
from mjcompanion.storage.drafts import DraftStore, own_place
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.draft import Draft

store = DraftStore(Path(sys.argv[1]))
drafts = [Draft(Ruleset("traditional")).pasted("1m" * count).save() for count in range(1, 61)]
while True:
    for draft in drafts:
        store.save(draft)
        print(flush=True)
"""


def test_a_killed_program_leaves_a_draft_that_loads(tmp_path):
    path = tmp_path / "draft.json"
    for kill in range(often(20, 8)):
        with subprocess.Popen([sys.executable, "-c", WRITING, path], stdout=subprocess.PIPE) as writer:
            for _ in range(1 + 7 * kill):
                assert writer.stdout.readline()
            os.kill(writer.pid, signal.SIGKILL)
        loaded = Draft.load(DraftStore(path).load())
        assert 1 <= len(loaded.entries) <= 60


# --- several programs in one folder ----------------------------------------------------------------------

CLAIM = """
import sys
from pathlib import Path
from mjcompanion.storage.drafts import own_place
print(own_place(Path(sys.argv[1])).name, flush=True)
sys.stdin.read()
"""


def claiming(path):
    return subprocess.Popen(
        [sys.executable, "-c", CLAIM, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def test_each_program_has_a_draft_of_its_own_and_what_one_left_is_found(tmp_path):
    path = tmp_path / "data" / "draft.json"
    store = DraftStore(path, own=True)
    store.save(b"mine")
    with claiming(path) as second:
        assert second.stdout.readline() == "draft-2.json\n"
        path.with_name("draft-2.json").write_bytes(b"other")
        with claiming(path) as third:
            assert third.stdout.readline() == "draft-3.json\n"
            third.kill()
        assert list(store.abandoned()) == []
        second.kill()
    assert [one.name for one in store.abandoned()] == ["draft-2.json"]
    with claiming(path) as again:
        assert again.stdout.readline() == "draft-2.json\n"
        again.kill()


def test_a_draft_that_could_not_be_read_is_not_overwritten(tmp_path, monkeypatch):
    store = DraftStore(tmp_path / "draft.json", own=True)
    store.save(b"old")
    again = DraftStore(tmp_path / "draft.json", own=True)

    def fails(*_):
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as once:
        once.setattr("mjcompanion.storage.drafts.read_bounded", fails)
        with pytest.raises(OSError, match="Input"):
            again.load()
    again.save(b"new")
    again.save(b"newer")
    again.flush()
    assert (tmp_path / "draft.json").read_bytes() == b"old"
    assert again.path.read_bytes() == b"newer"
    assert again.path != store.path
    assert list(again.abandoned()) == []
