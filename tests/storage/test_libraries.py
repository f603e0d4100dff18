"""The folders of cards and of clubs' rules: nothing is lost, nobody's file is overwritten, whatever else goes on."""

import contextlib
import errno
import fcntl
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from mjcompanion.american.card_library import CardLibrary, built_in
from mjcompanion.american.writing import CardText
from mjcompanion.core.errors import RuleError
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.document_library import DELETED, ChangedElsewhere
from mjcompanion.table.club_rules import ClubRules, RulesLibrary

assert fcntl  # loaded before a test takes on another user, who may not read the library
NAMES = [
    'He said "pung"',
    "O'Hara\\'s \\n rules",
    "🀄 Löwen 麻將 👨‍👩‍👧",
    "<b>bold</b> &amp; {name} %s {0}",
    "../../etc/passwd",
    "con",
    "=cmd()",
    "# remark",
    '"""',
    "a" * 80,
    "💥" * 80,
]


def rules(name="Ours", limit=40):
    return ClubRules.of(name, Ruleset("traditional"), {"limit": limit})


KINDS = [(RulesLibrary, rules), (CardLibrary, CardText.new)]
"""Each kind of library, and what makes a document of that name."""


@pytest.fixture
def shelf(tmp_path):
    return RulesLibrary(tmp_path / "shelf")


def limits(shelf):
    return [entry.rules.options.limit for entry in shelf.own()]


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_saving_again_is_the_same_file_and_renaming_renames_it(shelf):
    assert shelf.own() == ()
    assert not shelf.folder.exists(), "nothing is made before something is kept"
    entry = shelf.save(rules())
    again = shelf.save(entry.rules.changed(limit=60), entry)
    assert again.path == entry.path
    assert limits(shelf) == [60]
    renamed = shelf.save(again.rules.changed(name="Löwen & Söhne"), again)
    assert list(contents(shelf.folder)) == ["lowen-sohne.toml"]
    (shelf.folder / "taken.toml").write_text("")
    assert shelf.save(renamed.rules.changed(name="Taken"), renamed).path.name == "taken-2.toml"


@pytest.mark.parametrize(("library", "make"), KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_any_name_comes_back(tmp_path, library, make, name):
    entry = library(tmp_path).save(make(name))
    shelf = library(tmp_path)
    assert shelf.own() == (entry,)
    assert shelf.title(entry.item) == name
    assert re.fullmatch(r"[a-z0-9-]{1,40}\.toml", entry.path.name)


@pytest.mark.parametrize(("library", "make"), KINDS)
def test_bad_files_cost_only_themselves(tmp_path, library, make):
    shelf = library(tmp_path)
    good = shelf.save(make("Ours"))
    (shelf.folder / "broken.TOML").write_text("name = ")
    (shelf.folder / "bytes.toml").write_bytes(b"\n\xff\xfe")
    (shelf.folder / "large.toml").write_bytes(b" " * 2_000_000)
    (shelf.folder / "folder.toml").mkdir()
    os.mkfifo(shelf.folder / "pipe.toml")
    (shelf.folder / "nowhere.toml").symlink_to("gone")
    (shelf.folder / "notes.txt").write_text("nothing of ours")
    (shelf.folder / ".hidden.toml").write_text("half written")
    assert [entry for entry in shelf.own() if entry.item is not None] == [good]
    bad = {entry.path.name: entry for entry in shelf.own() if entry.item is None}
    assert bad.keys() == {"broken.TOML", "bytes.toml", "large.toml", "folder.toml", "pipe.toml"}
    gone = shelf.delete(bad["broken.TOML"])
    assert len(shelf.own()) == len(bad)
    assert shelf.restore(gone).path.read_text() == "name = "


def test_nobody_s_file_is_overwritten(shelf):
    shelf.folder.mkdir(parents=True)
    (shelf.folder / "ours.toml").write_text("not ours")
    (shelf.folder / "ours-2.toml").mkdir()
    assert shelf.save(rules()).path.name == "ours-3.toml"
    assert (shelf.folder / "ours.toml").read_text() == "not ours"


def test_a_name_is_given_once(shelf):
    entry = shelf.save(rules())
    second = shelf.save(rules("Second"))
    for item, before in ((rules("OURS"), None), (second.rules.changed(name="ours"), second)):
        with pytest.raises(RuleError, match="already"):
            shelf.save(item, before)
    assert shelf.save(entry.rules.changed(name="OURS"), entry).rules.name == "OURS"
    assert shelf.free_name("ours") == "ours 2"
    assert len(shelf.free_name("x" * 200)) == 80


def test_two_copies_made_outside_can_still_be_edited(shelf):
    shutil.copy(shelf.save(rules()).path, shelf.folder / "copy.toml")
    one, _two = shelf.own()
    assert shelf.save(one.rules.changed(limit=60), one).rules.options.limit == 60


def test_what_was_deleted_comes_back(shelf):
    entry = shelf.save(rules())
    gone = shelf.delete(entry)
    assert (shelf.own(), gone.parent) == ((), shelf.folder / DELETED)
    assert shelf.restore(gone) == entry
    first = shelf.delete(entry)
    second = shelf.delete(shelf.save(rules(limit=60)))
    assert shelf.restore(first).rules.options.limit == 40
    with pytest.raises(RuleError, match="already"):
        shelf.restore(second)
    second.unlink()
    with pytest.raises(FileNotFoundError):
        shelf.restore(second)


def test_import_and_export(shelf, tmp_path):
    entry = shelf.save(rules())
    away = tmp_path / "away.toml"
    shelf.export(entry.item, away)
    assert shelf.import_(away) == entry
    assert RulesLibrary(tmp_path / "other").import_(away).rules.name == "Ours"
    away.write_text(away.read_text().replace("= 40", "= 60"))
    taken = shelf.import_(away)
    assert (taken.rules.name, taken.rules.options.limit) == ("Ours 2", 60)
    (tmp_path / "x.toml").write_text("x = ")
    for name, error in (("x.toml", RuleError), ("", OSError), ("gone.toml", FileNotFoundError)):
        with pytest.raises(error):
            shelf.import_(tmp_path / name)
    assert len(shelf.own()) == 2


def test_what_comes_with_the_program_is_not_deleted(tmp_path):
    with pytest.raises(RuleError, match="comes with the program"):
        CardLibrary(tmp_path).delete(built_in("companion"))


def test_a_thousand_files_are_read_once(shelf, monkeypatch):
    entry = shelf.save(rules("x"))
    for number in range(1000):
        (shelf.folder / f"{number}.toml").write_text(entry.path.read_text().replace('"x"', f'"Club {number}"'))
    assert len(shelf.own()) == 1001
    monkeypatch.setattr("mjcompanion.storage.document_library.read_bounded", None)  # no file can be read again
    assert len(shelf.own()) == 1001


# --- others in the same folder


@pytest.mark.parametrize("deleted", [False, True])
def test_what_was_changed_elsewhere_is_not_overwritten(shelf, deleted):
    mine = shelf.save(rules())
    theirs = RulesLibrary(shelf.folder)
    (found,) = theirs.own()
    if deleted:
        theirs.delete(found)
    else:
        theirs.save(found.rules.changed(limit=60), found)
    with pytest.raises(ChangedElsewhere):
        shelf.save(mine.rules.changed(limit=80), mine)
    assert limits(shelf) == ([] if deleted else [60])


def test_two_programs_at_once_lose_nothing(tmp_path):
    """Each program changes the note to one more; of two that began at the same place only one succeeds."""
    shelf = RulesLibrary(tmp_path)
    shelf.save(rules())
    workers = [subprocess.Popen([sys.executable, "-c", COUNTING, tmp_path], stdout=subprocess.PIPE) for _ in range(2)]
    assert sum(int(worker.communicate(timeout=60)[0]) for worker in workers) == 60
    assert [entry.rules.note for entry in shelf.list()] == ["60"]


COUNTING = """
import sys
from pathlib import Path
from mjcompanion.storage.document_library import ChangedElsewhere
from mjcompanion.table.club_rules import RulesLibrary

shelf, done = RulesLibrary(Path(sys.argv[1])), 0
while done < 30:
    (entry,) = shelf.list()
    try:
        shelf.save(entry.rules.changed(note=str(int(entry.rules.note or 0) + 1)), entry)
    except ChangedElsewhere:
        continue
    done += 1
print(done)
"""
# --- a disk that fails


@contextlib.contextmanager
def without_rights():
    """Be nobody for a while: nothing is read-only for root."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def open_folder():
    """A folder that nobody may enter and leave; pytest's own are closed to others."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_folder_is_read_and_nothing_more(open_folder):
    shelf = RulesLibrary(open_folder)
    entry = shelf.save(rules())
    entry.path.chmod(0o644)
    (open_folder / DELETED).mkdir()
    before = contents(open_folder)
    open_folder.chmod(0o555)
    with without_rights():
        assert shelf.own() == (entry,)
        for attempt in (
            lambda: shelf.save(rules("Another")),
            lambda: shelf.save(entry.rules.changed(limit=60), entry),
            lambda: shelf.save(entry.rules.changed(name="New"), entry),
            lambda: shelf.delete(entry),
            lambda: shelf.export(entry.item, open_folder / "away.toml"),
        ):
            with pytest.raises(PermissionError):
                attempt()
    assert contents(open_folder) == before


def test_what_may_not_be_seen_is_told_and_a_file_that_may_not_be_read_costs_itself(open_folder):
    shelf = RulesLibrary(open_folder)
    shelf.save(rules("One")).path.chmod(0o644)
    shelf.save(rules("Two")).path.chmod(0)
    with without_rights():
        assert sorted(entry.item is None for entry in RulesLibrary(open_folder).own()) == [False, True]
    open_folder.chmod(0)
    with without_rights(), pytest.raises(PermissionError):
        RulesLibrary(open_folder).own()


def test_a_file_in_the_folder_s_place(tmp_path):
    (tmp_path / "shelf").write_text("in the way")
    with pytest.raises(NotADirectoryError):
        RulesLibrary(tmp_path / "shelf").own()
    with pytest.raises(FileExistsError):
        RulesLibrary(tmp_path / "shelf").save(rules())


def test_a_full_disk_leaves_the_old_content_and_no_litter(shelf, monkeypatch):
    entry = shelf.save(rules())
    before = contents(shelf.folder)

    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        for attempt in (lambda: shelf.save(rules("Another")), lambda: shelf.save(entry.rules.changed(limit=60), entry)):
            with pytest.raises(OSError, match="No space"):
                attempt()
    assert contents(shelf.folder) == before
    assert shelf.save(entry.rules.changed(limit=60), entry).rules.options.limit == 60
