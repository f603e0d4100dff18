"""The second copy of the journal: it follows, waits for a stick that is missing, and is enough to rebuild the ledger."""

import shutil

import pytest

from mjcompanion.ledger.errors import LedgerError
from mjcompanion.ledger.second import NOTICE, Second
from mjcompanion.ledger.store import Ledger, rebuild
from tests.ledger.making import play, put
from tests.ledger.test_rebuilding import everything


@pytest.fixture
def stick(tmp_path):
    made = tmp_path / "stick"
    made.mkdir()
    return made


def settled(ledger):
    ledger._second._thread.join()


def files(folder):
    return {one.name: one.read_bytes() for one in folder.glob("*.jsonl")}


def test_it_follows_and_is_enough(path, stick):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
        assert ledger.begin_second(stick) is None
        ledger.append(uid, 3, put(3))
        settled(ledger)
        assert files(stick) == files(path.with_name("journal"))
    with Ledger.open(path, second=stick) as ledger:
        ledger.append(uid, 4, put(4))
    assert "ledger restore --from" in (stick / NOTICE).read_text(encoding="utf-8")
    before = everything(path)
    shutil.rmtree(path.parent)
    assert rebuild(path, second=stick).sources.whole
    assert everything(path) == before
    with Ledger.open(path, second=stick) as ledger:
        ledger.append(uid, 5, put(5))
        settled(ledger)
        assert not ledger.journal_trouble
    assert files(stick) == files(path.with_name("journal"))


def test_a_stick_that_is_missing_is_told_and_brought_up_to_date(path, stick):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
        ledger.begin_second(stick)
        settled(ledger)
        stick.rename(stick.with_name("away"))
        stick.mkdir()  # where it was mounted
        ledger.append(uid, 3, put(3))
        settled(ledger)
        assert ledger.journal_trouble.startswith("The second copy of the journal waits until ")
        assert not any(stick.iterdir())
        stick.rmdir()
        stick.with_name("away").rename(stick)
        ledger.changed_since(None)
        settled(ledger)
        assert not ledger.journal_trouble
        assert files(stick) == files(path.with_name("journal"))


def test_a_journal_that_was_begun_late_gets_a_backup_beside_it(path, stick):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
    shutil.rmtree(path.with_name("journal"))
    with Ledger.open(path) as ledger:
        ledger.append(uid, 3, put(3))
        ledger._beside.join()
        ledger.begin_second(stick)
        settled(ledger)
        assert len(list(stick.glob("*.db"))) == 1
        ledger.append(uid, 4, put(4))
    before = everything(path)
    shutil.rmtree(path.parent)
    assert rebuild(path, second=stick).sources.whole
    assert everything(path) == before


def test_a_copy_that_goes_on_otherwise_is_kept(path, stick):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
        ledger.begin_second(stick)
        settled(ledger)
        (copy,) = stick.glob("*.jsonl")
        copy.write_bytes(copy.read_bytes()[:-9] + b"otherwise" + b"and on")
        ledger.append(uid, 3, put(3))
        settled(ledger)
        assert files(stick) == files(path.with_name("journal"))
        assert len(list(stick.glob("*.old"))) == 1


def test_an_empty_ledger_is_offered_what_a_stick_holds(path, stick, tmp_path):
    with Ledger.open(path) as ledger:
        play(ledger, 2)
        ledger.begin_second(stick)
    with Ledger.open(tmp_path / "new" / "ledger.db") as ledger:
        found = ledger.begin_second(stick)
        assert found.whole
    assert rebuild(tmp_path / "new" / "ledger.db", second=stick).sources.ledger == found.ledger
    with Ledger.open(tmp_path / "new" / "ledger.db") as ledger:
        assert ledger.count() == 1


def test_no_folder_of_the_ledger_itself_and_none_that_is_missing(path, tmp_path):
    with Ledger.open(path) as ledger:
        play(ledger, 1)
        for folder in (path.parent, path.with_name("backups"), tmp_path / "nowhere"):
            with pytest.raises(LedgerError):
                ledger.begin_second(folder)


def test_what_is_asked_for_as_the_last_copy_ends_is_done(path, stick, monkeypatch):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
        ledger.begin_second(stick)
        settled(ledger)
        monkeypatch.setattr(ledger._second._thread, "is_alive", lambda: True)  # it ends, and isn't gone yet
        ledger.append(uid, 3, put(3))
        settled(ledger)
        assert files(stick) == files(path.with_name("journal"))


def test_a_backup_that_is_asked_for_while_one_is_copied_is_copied_too(path, stick, monkeypatch):
    asked = []

    def put_backup(second):
        asked.append(1)
        if len(asked) == 1:
            second.poke(anew=True)

    monkeypatch.setattr(Second, "_put_backup", put_backup)
    with Ledger.open(path) as ledger:
        play(ledger, 2)
        ledger.begin_second(stick)
        settled(ledger)
        assert len(asked) == 2
