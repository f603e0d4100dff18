"""A ledger that is lost or damaged is rebuilt from backup and journal, and is what it was."""

import shutil
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import event

from mjcompanion.ledger import store
from mjcompanion.ledger.errors import DiskFull, LedgerError, NoLedger
from mjcompanion.ledger.journal import Begun, Happened, Journal, Void, read_lines
from mjcompanion.ledger.sitting import body_of
from mjcompanion.ledger.store import Ledger, rebuild, restore, sources_of
from mjcompanion.ledger.values import GameFilter
from mjcompanion.table.events import Ended, Reopened, Titled
from tests.ledger import gaming
from tests.ledger.making import eventful, people, play, put
from tests.ledger.making import store as put_in


def everything(path):
    """All that a ledger holds, as far as anybody can see it."""
    with Ledger.open(path, read_only=True) as ledger:
        assert ledger.check().ok, ledger.check().findings
        names = {one.uid: one.name for one in ledger.players()}
        merged = {uid: [one.uid for one in ledger.merged_players(uid)] for uid in names}
        aside = [row.uid for row in ledger.games(GameFilter(put_aside=True)).rows]
        return ledger.export("json", with_games=True), names, merged, aside, ledger.table_figures()


def busy_evening(path, tmp_path):
    """A ledger in which everything was done that can be."""
    with Ledger.open(tmp_path / "other" / "ledger.db") as other:
        play(other, 3, names=("Ann", "Eve", "Fay", "Guy"))
        brought = play(other, 2)
        first = other.export("json")
        other.append(brought, 3, put(3))
        other.add_game(*gaming.real("simple", 3))
        more = other.export("json", with_games=True)
    with Ledger.open(path) as ledger:
        play(ledger, 2, names=("Hal", "Ida", "Jo", "Kim"))
        put_in(ledger, eventful(people(ledger)))
        ledger.import_json(first)
        ledger.import_json(more)
        ann, hal = ledger.player_named("Ann").uid, ledger.player_named("Hal").uid
        ledger.rename_player(ann, "Anna")
        ledger.merge_players(hal, ledger.player_named("Eve").uid)
        ledger.merge_players(ledger.player_named("Ida").uid, ledger.player_named("Fay").uid)
        ledger.unmerge_player(hal, "Harold")
        row = ledger.add_game(*gaming.real("simple", 1))
        ledger.add_game(*gaming.real("kemp-chinese", 2))
        ledger.remove_game(row.uid)
        ledger.rebuild()


def lose(path):
    for one in path.parent.iterdir():
        if one.name.startswith(path.name):
            one.unlink()


def test_from_the_journal_alone(path, tmp_path):
    busy_evening(path, tmp_path)
    before = everything(path)
    lose(path)
    shutil.rmtree(path.with_name("backups"))
    made = rebuild(path)
    assert made.sources.backup is None
    assert made.sources.whole
    assert everything(path) == before


def test_from_a_backup_and_the_journal(path, tmp_path):
    with Ledger.open(path) as ledger:
        play(ledger, 3)
    busy_evening(path, tmp_path)
    before = everything(path)
    for newer in sorted(path.with_name("backups").iterdir(), key=lambda one: int(one.stem.split("-")[2]))[1:]:
        newer.unlink()
    path.write_bytes(b"\0" * 5_000)
    made = rebuild(path)
    assert made.sources.whole
    assert made.sources.backup is not None
    assert made.sources.entries > 20
    assert made.kept.read_bytes() == b"\0" * 5_000
    said = made.said(lambda at: at[:10])
    assert said.endswith(f" and {made.sources.entries} entries of the journal: nothing is missing.")
    assert everything(path) == before


def test_a_session_that_was_brought_back_is_as_the_backup_had_it(path):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
        old = ledger.backup().path
        ledger.append(uid, 3, put(3))
        ledger.bring_back(uid, old)
        ledger.append(uid, 3, put(3, note="another"))
    before = everything(path)
    shutil.rmtree(path.with_name("backups"))
    lose(path)
    assert rebuild(path).sources.whole
    assert everything(path) == before


def test_twice_and_the_ledger_goes_on(path):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
    for number in (3, 4, 5):
        path.write_bytes(b"damaged" * 1_000)
        assert rebuild(path).sources.whole
        with Ledger.open(path) as ledger:
            assert not ledger.caught_up
            ledger.append(uid, number, put(number))
    with Ledger.open(path) as ledger:
        assert len(ledger.session(uid).table.hands) == 5


def test_what_was_taken_back_on_purpose_stays_away(path):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
        old = ledger.backup().path
        for number in (3, 4):
            ledger.append(uid, number, put(number))
    restore(old, path)
    with Ledger.open(path) as ledger:
        assert not ledger.caught_up
        ledger.append(uid, 3, put(3, note="another"))
        ledger.append(uid, 4, Titled(at="2026-11-21T05:31:52Z", title="again"))
    before = everything(path)
    for keep_backups in (True, False):
        if not keep_backups:
            shutil.rmtree(path.with_name("backups"))
        lose(path)
        assert rebuild(path).sources.whole
        assert everything(path) == before


def test_a_line_that_is_damaged_is_told(path):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 4)
    shutil.rmtree(path.with_name("backups"))
    (journal,) = path.with_name("journal").iterdir()
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[-3] = lines[-3].replace(b'"score":', b'"sc0re":', 1)
    journal.write_bytes(b"".join(lines))
    lose(path)
    assert not sources_of(path).whole
    assert "anything written after that is missing" in rebuild(path).said(str)
    with Ledger.open(path) as ledger:
        assert ledger.session(uid).last_seq == 1
        assert ledger.check().ok


def test_where_nothing_is_left_it_says_so(path):
    with pytest.raises(NoLedger, match="neither an undamaged backup nor a journal"):
        rebuild(path)
    with Ledger.open(path) as ledger:
        play(ledger, 1)
        with pytest.raises(LedgerError, match="is open in another window"):
            rebuild(path)


# between the journal's line and the ledger's transaction


class KilledError(BaseException):
    """As if the program ended just there."""


@pytest.fixture
def cut_off(path, monkeypatch):
    """A session, and a hand of which the journal has the line and the ledger nothing."""
    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
    real = Ledger._write_journal
    ledger = Ledger.open(path)

    def killed(self, version):
        real(self, version).wait()
        raise KilledError

    with monkeypatch.context() as patched:
        patched.setattr(Ledger, "_write_journal", killed)
        patched.setattr(Ledger, "_take_back", lambda *_: None)
        with pytest.raises(KilledError):
            ledger.append(uid, 3, put(3))
    ledger._written = False
    ledger.close()
    return uid


def test_the_next_start_takes_a_hand_that_only_the_journal_has(path, cut_off):
    with Ledger.open(path) as ledger:
        assert ledger.caught_up == 1
        assert ledger.notices == ["The ledger lacked 1 entry that the journal has; it was put back."]
        assert ledger.session(cut_off).last_seq == 3
        ledger.append(cut_off, 4, put(4))
    with Ledger.open(path) as ledger:
        assert not ledger.caught_up
        assert ledger.session(cut_off).last_seq == 4


def journal_lines(path):
    return list(read_lines(sorted(path.with_name("journal").iterdir())))


def test_a_window_that_goes_on_takes_the_place_of_what_never_was(path):
    with Ledger.open(path) as other:
        uid = play(other, 2)
        first = journal_lines(path)[0]
        assert isinstance(first, Begun)
        journal = Journal(path.with_name("journal"), "ledger", first.ledger)
        never = Happened(session=uid, seq=3, event=msgspec.Raw(body_of(put(3, note="never")).encode()))
        journal.write([never], journal.state + 1).wait()
        journal.close()
        other.append(uid, 3, put(3, note="real"))
        other.append(uid, 4, Ended(at="2026-11-21T05:31:52Z"))
        other.append(uid, 5, Reopened(at="2026-11-21T05:31:52Z"))
    before = everything(path)
    shutil.rmtree(path.with_name("backups"))
    lose(path)
    assert rebuild(path).sources.whole
    assert everything(path) == before


def test_a_transaction_that_failed_is_void_in_the_journal(path):
    def fails(_):
        raise DiskFull("ledger-full")

    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
        event.listen(ledger._engine, "commit", fails)
        with pytest.raises(DiskFull):
            ledger.append(uid, 3, put(3, note="refused"))
        event.remove(ledger._engine, "commit", fails)
        assert isinstance(journal_lines(path)[-1], Void)
        ledger.append(uid, 3, put(3, note="taken"))
    before = everything(path)
    shutil.rmtree(path.with_name("backups"))
    lose(path)
    assert rebuild(path).sources.whole
    assert everything(path) == before


# what the journal doesn't tell


def test_what_the_journal_missed_is_backed_up(path):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
        folder = path.with_name("journal")
        ledger._beside.join()
        count = len(ledger.backups())
        folder.rename(folder.with_name("away"))
        folder.write_text("no folder")
        ledger.append(uid, 3, put(3))
        assert "The journal can't be written in" in ledger.journal_trouble
        folder.unlink()
        folder.with_name("away").rename(folder)
        ledger.append(uid, 4, put(4))
        assert not ledger.journal_trouble
        ledger._beside.join()
        assert len(ledger.backups()) > count
        ledger._written = False
        ledger.append(uid, 5, put(5))
    before = everything(path)
    lose(path)
    assert rebuild(path).sources.whole
    assert everything(path) == before


def test_another_copy_of_the_ledger_takes_nothing_from_a_journal_that_does_not_fit(path, tmp_path):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
    copy = tmp_path / "copy" / "ledger.db"
    copy.parent.mkdir()
    shutil.copy(path, copy)
    with Ledger.open(copy) as ledger:
        ledger.append(uid, 3, put(3, note="on the other machine"))
    with Ledger.open(path) as ledger:
        ledger.append(uid, 3, put(3, note="here"))
        ledger.append(uid, 4, put(4, note="here"))
    shutil.copy(copy, path)
    with Ledger.open(path) as ledger:
        assert not ledger.caught_up
        assert ledger.session(uid).last_seq == 3
        assert ledger.check().ok


def test_every_writing_tells_the_journal():
    """A method that writes and tells the journal nothing would cost a backup each time."""
    methods = Path(store.__file__).read_text(encoding="utf-8").split("\n    def ")
    for method in methods:
        if "self._writing()" in method and not method.startswith("_"):
            assert "self._tell(" in method, method.split("(")[0]
