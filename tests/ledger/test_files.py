"""Bad things that happen to a ledger in a file: no room, no permission, damage. Each is really done to a real file."""

import contextlib
import ctypes
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest
from sqlalchemy import event

from mjcompanion.ledger import connect
from mjcompanion.ledger.database import newest_good_backup, restore
from mjcompanion.ledger.errors import (
    Damaged,
    DiskFailed,
    DiskFull,
    LedgerError,
    NoLedger,
    ReadOnly,
)
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.storage.paths import Folders
from tests.ledger.making import eventful, hand, people, play, put, store
from tests.ledger.writer import begin, said

ROOT = os.geteuid() == 0


def filled(path, sessions=3):
    """A ledger with some sessions, closed; gives the id of the first."""
    with Ledger.open(path) as ledger:
        uid = store(ledger, eventful(people(ledger)))
        for _ in range(sessions - 1):
            play(ledger, 3)
    return uid


# where it is


def test_without_an_address_it_is_in_the_data_folder(tmp_path):
    folders = Folders.at(tmp_path / "data")
    with Ledger.open(None, folders) as ledger:
        assert ledger.place.path == folders.ledger_file
        assert ledger.place.backups == folders.backups_folder
        ledger.players.add("Ann")
    assert sorted(one.name for one in folders.data.iterdir()) == ["backups", "ledger.db"]


@pytest.mark.parametrize("name", ["50% #1?.db", "a b.db", "明.db", "it's.db", "x&mode=ro.db"])
def test_odd_file_names(tmp_path, name):
    for address in (tmp_path / name, f"sqlite:///{tmp_path}/two-{name.replace('?', '').replace('%', '')}"):
        with Ledger.open(address) as ledger:
            ledger.players.add("Ann")
        assert [path.name for path in tmp_path.iterdir() if path.name == ledger.place.path.name]
        with Ledger.open(address) as ledger:
            assert len(ledger.players.search()) == 1
        assert ledger.backups()[0].ok


def test_reading_alone_writes_nothing(path):
    with pytest.raises(NoLedger, match=r"There is no ledger .* yet"):
        Ledger.open(path, read_only=True)
    assert not path.parent.exists()
    uid = filled(path)
    before = {one.name: one.read_bytes() for one in path.parent.iterdir() if one.is_file()}
    with Ledger.open(path, read_only=True) as ledger:
        assert ledger.sessions.get(uid).table.ended
        assert ledger.check().ok
        with pytest.raises(ReadOnly, match="opened for reading"):
            ledger.players.add("Zoë")
    after = {one.name: one.read_bytes() for one in path.parent.iterdir() if one.is_file() and one.suffix == ".db"}
    assert after.items() <= before.items()


def test_what_can_not_be_a_ledger(tmp_path):
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "folder").mkdir()
    for address in (tmp_path / "file" / "ledger.db", tmp_path / "folder"):
        with pytest.raises(NoLedger, match="can’t be opened"):
            Ledger.open(address)


# a full disk


def fill_up(ledger, uid):
    """Confirm hands until there is no room; gives the last that was confirmed."""
    for number in range(3, 600):
        try:
            ledger.sessions.append(uid, number, put(number, hand(number, note="x" * 5_000)))
        except (DiskFull, DiskFailed):
            assert ledger.sessions.get(uid).last_seq == number - 1
            return number - 1
    raise AssertionError("it never was full")


def test_a_full_database(path):
    most = [60]
    with Ledger.open(path) as ledger:
        event.listen(ledger.engine, "checkout", lambda file, *_: file.execute(f"PRAGMA max_page_count = {most[0]}"))
        uid = play(ledger, 2)
        done = fill_up(ledger, uid)
        assert done > 5
        most[0] = 2**30
        assert ledger.sessions.append(uid, done + 1, put(done + 1)) == done + 1
        assert ledger.check().ok


def mount(*words):
    if not ROOT or subprocess.run(["mount", *words], check=False, capture_output=True).returncode:
        pytest.skip("only root may mount, and not everywhere")


@pytest.mark.parametrize("room", [4_096, 30_000, 60_000, 140_000])
def test_a_full_disk(tmp_path, room):
    mount("-t", "tmpfs", "-o", "size=900k", "none", tmp_path)
    try:
        path, filler = tmp_path / "data" / "ledger.db", tmp_path / "filler"
        with Ledger.open(path) as ledger:
            uid = play(ledger, 2)
            ledger.backup()
            disk = os.statvfs(tmp_path)
            filler.write_bytes(bytes(disk.f_bavail * disk.f_frsize - room))
            done = fill_up(ledger, uid)
            with contextlib.suppress(LedgerError):
                ledger.backup()
            assert ledger.sessions.get(uid).last_seq == done
        assert not [one for one in tmp_path.rglob("*") if "unfinished" in one.name]
        filler.unlink()
        with Ledger.open(path) as ledger:
            assert ledger.sessions.get(uid).last_seq == done
            assert ledger.check().ok
    finally:
        subprocess.run(["umount", "-l", tmp_path], check=True)


# no permission


def give_up_privileges():
    """Be root no more as far as files go: what they permit their owner holds for this process too."""
    if ROOT:
        this_process, nothing = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
        assert ctypes.CDLL(None).capset(this_process, nothing) == 0


def as_anybody(path, do, most, name, told):
    give_up_privileges()
    try:
        with Ledger.open(path) as ledger:
            told.send((ledger.read_only, len(ledger.sessions.page().rows), ledger.check().ok))
            try:
                ledger.players.add("Zoë")
            except LedgerError as error:
                told.send((type(error).__name__, str(error)))
    except LedgerError as error:
        told.send((type(error).__name__, str(error)))


@pytest.fixture
def folder(tmp_path):
    """A folder whose permissions are put back."""
    made = tmp_path / "folder"
    made.mkdir()
    yield made
    for one in [made, *made.rglob("*")]:
        one.chmod(0o755)


@pytest.mark.exhaustive
@pytest.mark.parametrize("what", ["folder", "file", "both"])
@pytest.mark.parametrize("log", [False, True])
def test_what_may_not_be_written_is_shown_all_the_same(folder, what, log):
    path = folder / "ledger.db"
    filled(path)
    if log:  # as a window leaves it that has it open: SQLite writes into a log first
        with contextlib.closing(sqlite3.connect(path)) as file:
            assert file.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)
    before = path.read_bytes()
    path.chmod(0o666 if what == "folder" else 0o444)
    folder.chmod(0o777 if what == "file" else 0o555)
    process, here = begin(as_anybody, str(path), "", 0, "")
    told = said(here)
    assert len(told) == 2, told
    (why, sessions, whole), (kind, sentence) = told
    process.join()
    assert (sessions, whole, kind) == (3, True, "ReadOnly")
    assert why in sentence
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["ledger.db", "closed/deeper/ledger.db"])
def test_what_may_not_be_read_or_made_is_refused(folder, name):
    filled(folder / "ledger.db")
    (folder / "ledger.db").chmod(0)
    (folder / "closed").mkdir(mode=0o555)
    process, here = begin(as_anybody, str(folder / name), "", 0, "")
    ((kind, sentence),) = said(here)
    process.join()
    assert kind == "NoLedger"
    assert str(folder) in sentence


def test_a_read_only_disk(tmp_path):
    path = tmp_path / "data" / "ledger.db"
    uid = filled(path)
    disk = path.parent
    mount("--bind", "-o", "ro", disk, disk)
    mount("-o", "remount,ro,bind", disk)
    try:
        with Ledger.open(path) as ledger:
            assert ledger.read_only.endswith("may not be written.")
            assert ledger.sessions.get(uid).table.ended
            with pytest.raises(ReadOnly):
                ledger.sessions.append(uid, 99, put(99))
            assert ledger.backup(tmp_path / "copy.db").sessions == 3
        with pytest.raises(NoLedger):
            Ledger.open(disk / "another.db")
    finally:
        subprocess.run(["umount", "-l", disk], check=True)
    with Ledger.open(path) as ledger:
        assert not ledger.read_only


# damage


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"Dear diary, nothing of note.\n" * 50,
        lambda content: bytes(100) + content[100:],
        lambda content: b"X" + content[1:],
        lambda content: content[:16] + b"\x00\x07" + content[18:],
        lambda content: content[:44] + b"\xff\xff\xff\xff" + content[48:],
        lambda content: content[:511],
        lambda content: content[: len(content) // 2],
        lambda content: content[: len(content) // 2] + bytes(len(content) - len(content) // 2),
    ],
)
def test_a_damaged_file_is_refused_and_restored(path, spoil, monkeypatch):
    filled(path)
    with monkeypatch.context() as patch:
        patch.setattr(connect, "_SMALL", 10)  # a large file is opened without reading all of it
        with Ledger.open(path) as ledger:
            assert ledger.sessions.count() == 3
        path.write_bytes(spoil(path.read_bytes()))
    before = path.read_bytes()
    with pytest.raises(Damaged):
        Ledger.open(path)
    assert restore(newest_good_backup(path).path, path).read_bytes() == before
    with Ledger.open(path) as ledger:
        assert ledger.sessions.count() == 3
        assert ledger.check().ok


def test_an_empty_file_is_a_new_ledger_unless_there_are_backups(path):
    path.parent.mkdir()
    path.touch()
    uid = filled(path)
    path.write_bytes(b"")
    with pytest.raises(Damaged, match="is an empty file, although there are backups"):
        Ledger.open(path)
    assert restore(newest_good_backup(path).path, path) is not None
    with Ledger.open(path) as ledger:
        assert ledger.sessions.get(uid)


def test_a_database_that_is_no_ledger(path):
    path.parent.mkdir()
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(NoLedger):
        Ledger.open(path)
    assert path.read_bytes() == before


def power_cut(path, to):
    """Copy a file and its log as they are on the disk while a window has them open."""
    to.mkdir()
    for one in path.parent.glob("ledger.db*"):
        if not one.name.endswith("-shm"):
            shutil.copy(one, to)
    assert (to / "ledger.db-wal").stat().st_size > 0


def test_after_a_power_cut_the_log_beside_the_file_is_read_also_through_a_link(path, tmp_path):
    elsewhere, link = tmp_path / "elsewhere", tmp_path / "here" / "ours.db"
    with Ledger.open(path) as ledger:
        uid = play(ledger, 5)
        power_cut(path, elsewhere)
        due = ledger.sessions.get(uid).events
    link.parent.mkdir()
    link.symlink_to(Path("..") / "elsewhere" / "ledger.db")
    for read_only in (True, False):
        with Ledger.open(link, read_only=read_only) as ledger:
            assert ledger.sessions.get(uid).events == due
            assert ledger.check().ok
            made = ledger.backup(None if not read_only else tmp_path / "copy.db")
    assert (made.path.parent, made.path.name[:5]) == (link.parent / "backups", "ours-")
