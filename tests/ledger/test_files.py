"""Bad things that happen to a ledger in a file: no room, no permission, damage. Each is really done to a real file."""

import contextlib
import ctypes
import os
import random
import shutil
import sqlite3
import subprocess

import pytest
from sqlalchemy import event

from mjcompanion.ledger import opening
from mjcompanion.ledger.database import backups_of, newest_good_backup, restore
from mjcompanion.ledger.errors import (
    Damaged,
    DiskFailed,
    DiskFull,
    LedgerError,
    NewerVersion,
    NoLedger,
    ReadOnly,
)
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.location import find_place
from mjcompanion.storage.paths import Folders
from tests.ledger.making import eventful, hand, people, play, put, store
from tests.ledger.writer import begin, said

ROOT = os.name == "posix" and os.geteuid() == 0


def filled(path, sessions=3):
    """A ledger with some sessions, closed; gives the id of the first."""
    with Ledger.open(path) as ledger:
        uid = store(ledger, eventful(people(ledger)))
        for _ in range(sessions - 1):
            play(ledger, 3)
    return uid


def answers(path):
    """All that a ledger answers."""
    with Ledger.open(path) as ledger:
        rows = ledger.sessions.page().rows
        return rows, ledger.statistics.sessions(), [ledger.sessions.get(row.uid).events for row in rows]


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


@pytest.mark.parametrize(
    "address",
    [
        "mysql://ann:secret@host/x",
        "sqlite://",
        "sqlite:///:memory:",
        "://",
        "what://secret",
        "postgresql://a:secret:secret@h:secret/x",
    ],
)
def test_what_is_no_address(address):
    with pytest.raises(NoLedger) as error:
        Ledger.open(address)
    assert error.value.code == "ledger-address"
    assert "secret" not in str(error.value)


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
        with pytest.raises(NoLedger, match="can't be opened"):
            Ledger.open(address)


# a full disk


@contextlib.contextmanager
def no_more_than(ledger, pages):
    """Leave room for so many pages in all."""

    def limit(connection, *_):
        connection.execute(f"PRAGMA max_page_count = {most[0]}")

    most = [pages]
    event.listen(ledger.engine, "checkout", limit)
    yield
    most[0] = 2**30


def fill_up(ledger, uid):
    """Confirm hands until no more fits; gives how many fitted."""
    done = ledger.sessions.get(uid).last_seq
    with pytest.raises((DiskFull, DiskFailed)) as error:  # noqa: PT012 - which of them fails isn't known
        for number in range(done + 1, 600):
            ledger.sessions.append(uid, number, put(number, hand(number, note="x" * 5_000)))
            done = number
    assert "all that was confirmed before is safe." in str(error.value)
    return done


def test_a_full_database(path):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
        with no_more_than(ledger, 60):
            done = fill_up(ledger, uid)
            assert ledger.sessions.get(uid).last_seq == done
        assert ledger.sessions.append(uid, done + 1, put(done + 1)) == done + 1
        assert ledger.check().ok


def mount(*words):
    if not ROOT or subprocess.run(["mount", *words], check=False, capture_output=True).returncode:
        pytest.skip("only root may mount, and not everywhere")


def test_a_full_disk(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", disk)
    try:
        path = disk / "ledger.db"
        with Ledger.open(path) as ledger:
            uid = play(ledger, 2)
            done = fill_up(ledger, uid)
            assert done > 5
            assert ledger.sessions.get(uid).last_seq == done
            with pytest.raises(LedgerError):
                ledger.backup()
        assert isinstance(ledger.backup_trouble, LedgerError)
        assert not [one for one in disk.rglob("*") if "unfinished" in one.name]
        with Ledger.open(path) as ledger:
            assert ledger.sessions.get(uid).last_seq == done
            assert ledger.check().ok
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


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


@pytest.mark.skipif(os.name != "posix", reason="permissions are a Unix matter")
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


@pytest.mark.skipif(os.name != "posix", reason="permissions are a Unix matter")
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


def overwritten(seed):
    """Overwrite some places of a file by chance."""

    def spoil(content):
        rng = random.Random(seed)
        spoiled = bytearray(content)
        for _ in range(1 + seed % 5):
            start, length = rng.randrange(len(spoiled)), rng.choice((1, 8, 200, 4096))
            part = spoiled[start : start + length]
            spoiled[start : start + length] = rng.randbytes(len(part))
        return bytes(spoiled)

    return spoil


DAMAGES = {
    "another program's text": lambda _: b"Dear diary, nothing of note.\n" * 50,
    "a PNG": lambda _: b"\x89PNG\r\n\x1a\n" + bytes(5000),
    "header gone": lambda content: bytes(100) + content[100:],
    "first page gone": lambda content: content[4096:],
    "magic wrong": lambda content: b"X" + content[1:],
    "page size wrong": lambda content: content[:16] + b"\x00\x07" + content[18:],
    "schema format wrong": lambda content: content[:44] + b"\xff\xff\xff\xff" + content[48:],
    **{
        f"cut after {part} bytes": lambda content, part=part: content[:part]
        for part in (1, 15, 100, 511, 512, 4096, 5000, 20_000)
    },
    "half of it": lambda content: content[: len(content) // 2],
    "one byte short": lambda content: content[:-1],
    "one page short": lambda content: content[:-4096],
    "second half zero": lambda content: content[: len(content) // 2] + bytes(len(content) - len(content) // 2),
    **{f"overwritten, {seed}": overwritten(seed) for seed in range(60)},
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A ledger and its backup, and what it answers."""
    path = tmp_path_factory.mktemp("sound") / "ledger.db"
    filled(path, 6)
    return path, answers(path)


@pytest.mark.exhaustive(keep=20)
@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_found_or_harmless_and_never_a_traceback(sound, tmp_path, name):
    whole, due = sound
    path = tmp_path / "ledger.db"
    path.write_bytes(DAMAGES[name](whole.read_bytes()))
    shutil.copytree(whole.parent / "backups", tmp_path / "backups")
    found = ""
    try:
        with Ledger.open(path) as ledger:
            report = ledger.check()
            if report.ok:
                assert answers(path) == due  # the damage hit nothing that is used
            else:
                found = report.findings[0].sentence
                for row in ledger.sessions.page().rows:
                    with contextlib.suppress(LedgerError):
                        ledger.sessions.get(row.uid)
    except LedgerError as error:
        found = str(error)
    if found:
        assert found.endswith((".", "?"))
        assert "Traceback" not in found
    good = newest_good_backup(path)
    before = path.read_bytes()
    kept = restore(good.path, path)
    assert kept.read_bytes() == before
    assert answers(path) == due
    with Ledger.open(path) as ledger:
        assert ledger.check().ok


def test_a_large_file_is_opened_without_reading_all_of_it(sound, tmp_path, monkeypatch):
    whole, due = sound
    path = tmp_path / "ledger.db"
    shutil.copy(whole, path)
    monkeypatch.setattr(opening, "_CHECKED_AT_START", 10)
    assert answers(path) == due
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(Damaged):
        answers(path)


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


@pytest.mark.parametrize(
    ("ours", "statement", "error"),
    [
        (False, "CREATE TABLE recipes (name TEXT)", NoLedger),
        (True, "DELETE FROM alembic_version", Damaged),
    ],
)
def test_a_database_that_is_no_ledger(path, ours, statement, error):
    filled(path) if ours else path.parent.mkdir()
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.execute(statement)
        file.commit()
    before = path.read_bytes()
    with pytest.raises(error):
        Ledger.open(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("read_only", [False, True])
def test_a_ledger_of_a_newer_version_is_refused_and_named(path, read_only):
    filled(path)
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE alembic_version SET version_num = '0042'")
        file.execute("UPDATE meta SET program = '7.5'")
        file.commit()
    with pytest.raises(NewerVersion, match=r"newer version of the program \(.*schema 0042\)") as error:
        Ledger.open(path, read_only=read_only)
    assert read_only or "7.5" in str(error.value)
    with contextlib.closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT version_num FROM alembic_version").fetchone() == ("0042",)


def test_damage_while_it_is_open_is_told(path):
    uid = filled(path)
    ledger = Ledger.open(path)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(size - 4096))
    with pytest.raises(Damaged), Ledger.open(path, read_only=True) as other:
        other.sessions.get(uid)
    ledger.close()
    assert find_place(path).path == path
    assert backups_of(path)[0].ok


def test_a_power_cut_leaves_the_log_beside_the_file(path, tmp_path):
    """The file and its log as they are on the disk while a window has them open, copied: as after a power cut."""
    with Ledger.open(path) as ledger:
        uid = play(ledger, 5)
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        for one in path.parent.glob("ledger.db*"):
            if not one.name.endswith("-shm"):
                shutil.copy(one, elsewhere)
        due = ledger.sessions.get(uid).events
    assert (elsewhere / "ledger.db-wal").stat().st_size > 0
    with Ledger.open(elsewhere / "ledger.db") as ledger:
        assert ledger.sessions.get(uid).events == due
        assert ledger.check().ok
