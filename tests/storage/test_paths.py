"""The program's own folders and files: who may read them, and which files it doesn't open."""

import os
import stat
from pathlib import Path

import pytest

from mjcompanion.american.card_library import CardLibrary, built_in
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.storage import crash_reports, paths
from mjcompanion.storage.drafts import DraftStore
from mjcompanion.storage.paths import (
    DATA_DIR_VARIABLE,
    Folders,
    create,
    make_folder,
    open_lock,
    read_bounded,
    replacing,
    write_atomically,
    write_named_file,
)
from mjcompanion.storage.settings import Settings, load, save


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
        CardLibrary(folders.cards_folder).save(built_in("companion").item.with_top("name", "Ours"))
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

    def test_what_a_person_exports_has_the_mode_of_any_file(self, tmp_path):
        write_named_file(tmp_path / "card.toml", b"")
        with replacing(tmp_path / "all.json", requested=True) as file:
            file.write(b"")
        assert [mode(tmp_path / name) for name in ("card.toml", "all.json")] == [0o644, 0o644]


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
    def test_only_plain_files_are_opened(self, tmp_path, monkeypatch):
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "zero").symlink_to("/dev/zero")
        for path, why in (
            (tmp_path / "pipe", "no plain file"),
            (tmp_path / "zero", "no plain file"),
            (tmp_path, "folder"),
        ):
            with pytest.raises(OSError, match=why):
                read_bounded(path, 10)
        (tmp_path / "x").write_bytes(b"")
        found = (tmp_path / "x").stat()
        monkeypatch.setattr(Path, "stat", lambda *_, **__: found)  # the pipe takes the file's place meanwhile
        with pytest.raises(OSError, match="no plain file"):
            read_bounded(tmp_path / "pipe", 10)

    @pytest.mark.parametrize("size", [0, 9, 10, 11, 500])
    def test_no_more_than_shows_that_it_is_too_large(self, tmp_path, monkeypatch, size):
        monkeypatch.setattr(paths, "_AT_ONCE", 4)
        (tmp_path / "x").write_bytes(b"abcde" * 100)
        os.truncate(tmp_path / "x", size)
        assert read_bounded(tmp_path / "x", 10) == (b"abcde" * 3)[: min(size, 11)]

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


NAMES = {
    "settings_file": "settings.json",
    "window_file": "window.json",
    "print_file": "print.json",
    "log_file": "mjcompanion.log",
    "crash_file": "crash.log",
    "draft_file": "draft.json",
    "ledger_file": "ledger.db",
    "backups_folder": "backups",
    "typed_file": "typed.json",
    "rules_folder": "rules",
    "cards_folder": "cards",
    "american_draft_file": "american-draft.json",
    "table_draft_file": "table-draft.json",
    "solitaire_file": "solitaire.jsonl",
    "real_wall_file": "real-wall.json",
    "left_games_folder": "solitaire-left",
}
"""What is on people's disks."""


@pytest.mark.parametrize(
    ("given", "variables", "folder"),
    [
        (None, {"HOME": "/people/ann"}, "/people/ann/.local/share/mjcompanion"),
        (None, {"HOME": "/people/ann", "XDG_DATA_HOME": "/data/ann"}, "/data/ann/mjcompanion"),
        (None, {"HOME": "/people/ann", "XDG_DATA_HOME": "/data/ann", DATA_DIR_VARIABLE: "/club"}, "/club"),
        (None, {"HOME": "/people/ann", DATA_DIR_VARIABLE: "~/club"}, "/people/ann/club"),
        ("~/stick", {"HOME": "/people/ann", DATA_DIR_VARIABLE: "/club"}, "/people/ann/stick"),
    ],
)
def test_files_stay_where_they_are_on_people_s_disks(monkeypatch, given, variables, folder):
    for name in ("XDG_DATA_HOME", DATA_DIR_VARIABLE):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    folders = Folders.at(given)
    assert folders.data == Path(folder)
    assert {name: getattr(folders, name) for name in NAMES} == {
        name: Path(folder, file) for name, file in NAMES.items()
    }
