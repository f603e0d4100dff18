"""The program's own folders and files: who may read them, and which files it doesn't open."""

import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from mjcompanion import crash_reports
from mjcompanion import folders as folders_module
from mjcompanion.american.shelf import CardShelf, built_in
from mjcompanion.folders import (
    DATA_DIR_VARIABLE,
    Folders,
    close_to_others,
    create,
    make_folder,
    open_lock,
    read_bounded,
    replacing,
    typed,
    write_as_asked,
    write_atomically,
)
from mjcompanion.ledger.drafts import DraftStore
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.settings import Settings, load, save

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes, pipes and links of this kind are a Unix matter")


@pytest.fixture(autouse=True)
def umask():
    """As most systems have it."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


class TestRights:
    def test_whatever_the_program_makes_is_nobody_else_s(self, tmp_path):
        folders = Folders.at(tmp_path / "new" / "data")
        save(Settings(), folders)
        DraftStore(folders.draft_file, own=True).save(b"{}")
        CardShelf(folders.cards_folder).save(built_in("companion").item.with_top("name", "Ours"))
        with crash_reports.watch_for_crashes(folders):
            crash_reports.log_error(folders, ValueError("x"))
            with Ledger.open(None, folders) as ledger:
                ledger.players.add("Ann")
                ledger.backup()
                ledger.backup_timer.cancel()
                there = [tmp_path / "new", *(tmp_path / "new").rglob("*")]
                assert {"ledger.db-wal", "ledger.db-shm", "mjcompanion.log"} <= {one.name for one in there}
                assert {
                    (one.name, oct(mode(one))) for one in there if mode(one) != (0o700 if one.is_dir() else 0o600)
                } == set()

    def test_a_mode_that_is_there_stays(self, tmp_path):
        folders = Folders.at(tmp_path)
        for wanted in (0o600, 0o640, 0o644):
            save(Settings(), folders)
            folders.settings_file.chmod(wanted)
            save(Settings(text_size=150), folders)
            assert mode(folders.settings_file) == wanted
        tmp_path.chmod(0o755)
        make_folder(tmp_path)
        assert mode(tmp_path) == 0o755

    def test_a_folder_that_hands_its_group_on_shares_what_is_made_in_it(self, tmp_path):
        tmp_path.chmod(0o2770)
        write_atomically(tmp_path / "cards" / "ours.toml", b"")
        assert mode(tmp_path / "cards") == 0o2770
        assert mode(tmp_path / "cards" / "ours.toml") == 0o660
        with Ledger.open(None, Folders.at(tmp_path)) as ledger:
            ledger.players.add("Ann")
            ledger.backup()
            ledger.backup_timer.cancel()  # its own backup
            made = [*tmp_path.glob("ledger.db*"), *(tmp_path / "backups").iterdir()]
            assert {mode(one) for one in made if one.is_file()} == {0o660}

    def test_a_folder_is_the_group_s_before_another_thread_makes_files_in_it(self, tmp_path, monkeypatch):
        tmp_path.chmod(0o2770)
        file = tmp_path / "backups" / "x"
        others, chmod = [], Path.chmod

        def chmod_late(path, bits):
            others.append(threading.Thread(target=write_atomically, args=(file, b"")))
            others[0].start()
            others[0].join(0.2)  # it waits for us; without that it makes its file now
            chmod(path, bits)

        monkeypatch.setattr(Path, "chmod", chmod_late)
        make_folder(file.parent)
        others[0].join()
        assert (mode(file.parent), mode(file)) == (0o2770, 0o660)

    @pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives files to any group")
    def test_another_group_doesn_t_get_what_was_one_group_s(self, tmp_path, monkeypatch):
        path = tmp_path / "x.json"
        write_atomically(path, b"old")
        path.chmod(0o640)
        os.chown(path, -1, 54321)
        write_atomically(path, b"new")
        assert (path.stat().st_gid, mode(path)) == (54321, 0o640)

        def refused(*_):
            raise PermissionError(errno.EPERM, "Operation not permitted")

        monkeypatch.setattr(os, "fchown", refused)
        write_atomically(path, b"newer")
        assert mode(path) == 0o600

    def test_what_a_person_exports_has_the_mode_of_any_file(self, tmp_path):
        write_as_asked(tmp_path / "card.toml", b"")
        with replacing(tmp_path / "all.json", asked=True) as file:
            file.write(b"")
        assert [mode(tmp_path / name) for name in ("card.toml", "all.json")] == [0o644, 0o644]


class TestAnEarlierVersion:
    """Its folders and files were open to all."""

    @pytest.fixture
    def folders(self, tmp_path, monkeypatch):
        monkeypatch.delenv(DATA_DIR_VARIABLE, raising=False)
        made = Folders.at(tmp_path)
        save(Settings(), made)
        made.settings_file.chmod(0o644)
        tmp_path.chmod(0o755)
        return made

    def test_its_data_folder_is_closed_once(self, folders):
        close_to_others(folders)
        assert (mode(folders.data), mode(folders.settings_file)) == (0o700, 0o600)
        folders.data.chmod(0o755)  # a person wants it so
        close_to_others(folders)
        assert mode(folders.data) == 0o755

    @pytest.mark.parametrize("wanted", [0o2775, 0o775, 0o750, 0o2755])
    def test_one_that_is_shared_stays_so(self, folders, wanted):
        folders.data.chmod(wanted)
        close_to_others(folders)
        assert mode(folders.data) == wanted

    def test_one_that_a_person_named_stays_as_it_is(self, folders, monkeypatch):
        monkeypatch.setenv(DATA_DIR_VARIABLE, str(folders.data))
        close_to_others(folders)
        assert mode(folders.data) == 0o755


class TestLinks:
    def test_a_linked_settings_file_stays_a_link(self, tmp_path):
        folders, kept = Folders.at(tmp_path / "data"), tmp_path / "dots" / "mine.json"
        make_folder(folders.data)
        make_folder(kept.parent)
        folders.settings_file.symlink_to(kept)
        save(Settings(text_size=150), folders)
        assert folders.settings_file.is_symlink()
        assert kept.is_file()
        assert load(folders).settings.text_size == 150

    def test_a_link_to_a_pipe_gives_way_and_the_pipe_stays(self, tmp_path):
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "x.json").symlink_to("pipe")
        write_atomically(tmp_path / "x.json", b"{}")
        assert (tmp_path / "pipe").is_fifo()
        assert (tmp_path / "x.json").read_bytes() == b"{}"

    def test_somebody_else_s_link_is_not_written_through(self, tmp_path, monkeypatch):
        write_atomically(tmp_path / "target", b"precious")
        (tmp_path / "x.json").symlink_to(tmp_path / "target")
        here = os.geteuid()
        os.lchown(tmp_path / "x.json", 65534, -1) if here == 0 else monkeypatch.setattr(os, "geteuid", lambda: here + 1)
        write_atomically(tmp_path / "x.json", b"new")
        assert (tmp_path / "target").read_bytes() == b"precious"
        assert not (tmp_path / "x.json").is_symlink()

    def test_a_new_file_is_never_one_that_waits_there(self, tmp_path):
        (tmp_path / "target").write_bytes(b"precious")
        (tmp_path / "link").symlink_to(tmp_path / "target")
        with pytest.raises(FileExistsError):
            create(tmp_path / "link")
        with pytest.raises(OSError, match="links"):
            open_lock(tmp_path / "link")

    def test_nobody_guesses_the_name_of_a_file_that_is_being_written(self, tmp_path):
        names = set()
        for _ in range(2):
            with replacing(tmp_path / "x.json") as file:
                names |= {one.name for one in tmp_path.iterdir() if one.name != "x.json"}
                file.write(b"")
        assert len(names) == 2
        assert [one.name for one in tmp_path.iterdir()] == ["x.json"]


class TestBoundedReading:
    def test_only_plain_files_are_opened(self, tmp_path):
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "zero").symlink_to("/dev/zero")
        for path in (tmp_path / "pipe", tmp_path / "zero"):
            with pytest.raises(OSError, match="it is no plain file"):
                read_bounded(path, 10)
        with pytest.raises(OSError, match="it is a folder"):
            read_bounded(tmp_path, 10)

    def test_a_pipe_that_takes_the_file_s_place_meanwhile(self, tmp_path, monkeypatch):
        path = tmp_path / "x"
        path.write_bytes(b"")
        found = path.stat()
        path.unlink()
        os.mkfifo(path)
        monkeypatch.setattr(type(path), "stat", lambda *_, **__: found)
        with pytest.raises(OSError, match="it is no plain file"):
            read_bounded(path, 10)

    @pytest.mark.parametrize("size", [0, 9, 10, 11, 500])
    def test_no_more_than_shows_that_it_is_too_large(self, tmp_path, monkeypatch, size):
        monkeypatch.setattr(folders_module, "_AT_ONCE", 4)
        (tmp_path / "x").write_bytes(b"abcde" * 100)
        os.truncate(tmp_path / "x", size)
        assert read_bounded(tmp_path / "x", 10) == (b"abcde" * 3)[: min(size, 11)]

    def test_a_file_that_comes_too_slowly_is_given_up(self, tmp_path, monkeypatch):
        (tmp_path / "x").write_bytes(b"abc")
        monkeypatch.setattr(folders_module, "_PATIENCE", -1.0)
        monkeypatch.setattr(folders_module, "_PATIENCE_FOR_EACH", 0.0)
        with pytest.raises(OSError, match="reading it takes too long"):
            read_bounded(tmp_path / "x", 10)

    def test_somebody_may_stop_it(self, tmp_path):
        (tmp_path / "x").write_bytes(b"abc")

        def stop(_):
            raise InterruptedError

        with pytest.raises(InterruptedError):
            read_bounded(tmp_path / "x", 10, stop)


@pytest.mark.parametrize("name", ["settings.json", "window.json", "print.json", "draft.json"])
def test_a_pipe_in_the_data_folder_holds_nobody_up(tmp_path, name):
    os.mkfifo(tmp_path / name)
    with pytest.raises(OSError, match="it is no plain file"):
        DraftStore(tmp_path / name).load()
    assert load(Folders.at(tmp_path)).settings == Settings()


def test_a_command_is_quoted_as_the_terminal_of_the_system_reads_it(monkeypatch):
    assert typed("restore", "/our club/it's.db") == """restore '/our club/it'"'"'s.db'"""
    monkeypatch.setattr(folders_module.sys, "platform", "win32")
    words = (
        "restore",
        "C:\\Users\\王\\ledger-1.db",
        "--from",
        "D:\\",
        "C:\\Our club\\",
        "postgresql://x/y?a=b&c=d",
        "",
    )
    assert typed(*words) == (
        'restore C:\\Users\\王\\ledger-1.db --from D:\\ "C:\\Our club\\\\" "postgresql://x/y?a=b&c=d" ""'
    )
