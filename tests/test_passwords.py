# ruff: noqa: F811 - fixtures
"""The password of a database: parted from the address, in the keyring or in memory, and in no list of processes."""

import subprocess
import sys
import time
from pathlib import Path

import keyring
import pytest
from keyring.backends import null

from mjcompanion import passwords
from mjcompanion.passwords import SERVICE, held, keep, parted, recall
from tests.keyrings import InTheOpen, Locked, forgotten, ring  # noqa: F401 - fixtures

ADDRESS = "postgresql://club@server/mahjong"


@pytest.mark.parametrize(
    ("address", "bare", "password"),
    [
        ("postgresql://club@server/mahjong", "postgresql://club@server/mahjong", ""),
        ("postgresql://club:a%40b%20c@server:5433/m", "postgresql://club@server:5433/m", "a@b c"),
        ("postgres://club:a/b:c@server/m?sslmode=require", "postgres://club@server/m?sslmode=require", "a/b:c"),
        ("postgresql+psycopg://:x@/m?host=/run", "postgresql+psycopg://@/m?host=/run", "x"),
        (
            "postgresql://club@server/m?password=x+y&sslmode=require",
            "postgresql://club@server/m?sslmode=require",
            "x y",
        ),
        ("postgresql://club@server/m?%70assword=x", "postgresql://club@server/m", "x"),
        ("postgresql://club:one@server/m?password=two", "postgresql://club@server/m", "one"),
        ("/srv/ann:x@y/ledger.db", "/srv/ann:x@y/ledger.db", ""),
        ("sqlite:////a:b@c.db", "sqlite:////a:b@c.db", ""),
        ("", "", ""),
    ],
)
def test_a_password_is_parted_from_its_address(address, bare, password):
    assert parted(address) == (bare, password)
    assert parted(bare) == (bare, "")


def test_the_keyring_keeps_it(ring):
    assert recall(ADDRESS) is None
    assert keep(ADDRESS, "hush")
    passwords._of_this_run.clear()
    assert recall(ADDRESS) == "hush"
    assert ring.kept == {(SERVICE, ADDRESS): "hush"}


@pytest.mark.parametrize("kind", [Locked, InTheOpen, null.Keyring])
def test_without_a_keyring_it_is_there_as_long_as_the_program_runs(ring, kind):
    keyring.set_keyring(made := kind())
    assert not keep(ADDRESS, "hush")
    assert recall(ADDRESS) == "hush"
    assert not getattr(made, "kept", {})
    passwords._of_this_run.clear()
    assert recall(ADDRESS) is None


def test_a_keyring_that_does_not_answer_is_given_up(ring, monkeypatch):
    monkeypatch.setattr(passwords, "_PATIENCE", 0.05)
    monkeypatch.setattr(ring, "get_password", lambda *_: time.sleep(1))
    assert recall(ADDRESS) is None


def test_a_package_that_is_not_there_is_no_keyring(monkeypatch):
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert not keep(ADDRESS, "hush")
    assert recall(ADDRESS) == "hush"


def test_one_that_is_tried_is_forgotten():
    with held(ADDRESS, "hush"):
        assert recall(ADDRESS) == "hush"
    assert recall(ADDRESS) is None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there can it be done")
@pytest.mark.parametrize(
    "address", ["postgresql://hush:hush@127.0.0.1:1/d", "postgresql://u@127.0.0.1:1/d?password=hush&sslmode=x"]
)
def test_the_list_of_processes_does_not_show_it(address):
    code = (
        "import sys; from mjcompanion.passwords import wipe; wipe(sys.argv[1]); print(1, flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, address],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[1],
    ) as running:
        running.stdout.readline()
        words = Path(f"/proc/{running.pid}/cmdline").read_bytes().split(b"\0")
        running.stdin.close()
    assert words[3].decode() == address.replace(":hush@", ":xxxx@").replace("=hush", "=xxxx")
