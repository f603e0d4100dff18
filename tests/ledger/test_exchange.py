"""What one ledger exports another imports whole: sessions, games, hands, exercises and tournaments, with their players."""

import io
import json

import msgspec
import pytest

from mjcompanion import RULESETS
from mjcompanion.ledger.values import PRACTICE, GameFilter, NotebookFilter
from tests.ledger import gaming
from tests.ledger.keeping import keep, kept, record
from tests.ledger.making import EIGHT, alter, at, cup, eventful, people, play, put, sit, store, told

pytestmark = pytest.mark.in_turn

EVERYTHING = {"with_games": True, "with_kept": True, "with_tournaments": True}


@pytest.fixture
def full(ledger):
    """A ledger with everything, and some of it removed."""
    store(ledger, eventful(people(ledger)))
    sit(ledger, cup(ledger), 0, 0)
    ledger.players.merge(ledger.players.add("Annie").uid, ledger.players.named("Ann").uid)
    for won in (True, False):
        ledger.games.add(*gaming.real(won=won))
    ledger.games.remove(gaming.real(won=False)[0].uid)
    for number, rules in enumerate(RULESETS):
        keep(ledger, number, rules, player="Ann", remark="“=1+1”")
    ledger.hands.remove(keep(ledger, 99).uid)
    ledger.hands.keep(record("simple"), at=at(7), kind=PRACTICE, place="simple 1 1")
    return ledger


def test_everything_comes_over(full, other):
    content = full.export("json", **EVERYTHING)
    people(other, EIGHT[::-1])  # some of them are known, under other ids
    for _ in range(2):
        report = other.import_json(content)
        assert not report.different
    new = (report.added, report.games, report.kept, report.tournaments)
    assert (new, len(report.known), len(report.known_games)) == (((),) * 4, 2, 2)
    assert (len(report.known_kept), len(report.known_tournaments)) == (len(RULESETS) + 2, 1)
    assert other.check().ok
    assert kept(other) == kept(full)
    assert [one.names for one in other.sessions.page().rows] == [one.names for one in full.sessions.page().rows]
    contest = other.tournaments.contest("cup")
    assert (contest.names, contest.results) == (EIGHT, full.tournaments.contest("cup").results)
    assert other.games.page(GameFilter(put_aside=True)) == full.games.page(GameFilter(put_aside=True))


def test_an_export_of_an_export_is_the_same_file(full, other):
    content = full.export("json", **EVERYTHING)
    other.import_json(content)
    assert other.export("json", **EVERYTHING) == content
    assert told(other) == told(full)
    out = io.BytesIO()
    full.notebook.export_to(out, "json", NotebookFilter())
    assert other.import_json(out.getvalue()).added == ()


def test_a_session_that_went_on_elsewhere_goes_on_and_a_fork_is_left(full, other):
    uid = play(full, 2)
    other.import_json(full.export("json", [uid]))
    other.sessions.append(uid, 3, put(3))
    assert full.import_json(other.export("json", [uid])).continued == (uid,)
    assert full.sessions.get(uid).last_seq == 3
    other.sessions.append(uid, 4, put(4))
    full.sessions.append(uid, 4, put(5))
    before = full.sessions.get(uid)
    assert len(full.import_json(other.export("json", [uid])).different) == 1
    assert full.sessions.get(uid) == before
    assert full.check().ok


@pytest.mark.parametrize("table", ["sessions", "players", "games", "kept", "tournaments"])
def test_nothing_damaged_is_exported_or_imported_over(full, other, table):
    content = full.export("json", **EVERYTHING)
    alter(full, f"UPDATE {table} SET checksum = checksum + 1")
    with pytest.raises(Exception, match="doesn't match what was written"):
        full.export("json", **EVERYTHING)
    token = full.changed_since(None)
    with pytest.raises(Exception, match="doesn't match what was written"):
        full.import_json(content)
    assert full.changed_since(token) is None
    assert len(other.import_json(content).added) == 2


def test_another_game_of_the_same_id_is_told_and_left(ledger, other):
    (row, its), (another, record_of_it) = gaming.real(won=True), gaming.real(seed=5)
    ledger.games.add(row, its)
    other.games.add(msgspec.structs.replace(another, uid=row.uid), record_of_it)
    report = other.import_json(ledger.export("json", with_games=True))
    assert len(report.different) == 1
    assert other.games.get(row.uid).record == record_of_it


def test_a_file_is_of_the_oldest_format_that_holds_it(ledger):
    def formats():
        return [
            json.loads(ledger.export("json", **{name: name in some for name in EVERYTHING}))["format"]
            for some in ((), ("with_games",), ("with_kept",), ("with_tournaments",))
        ]

    play(ledger, 1)
    assert formats() == [1, 1, 1, 1]
    ledger.games.add(*gaming.real(won=True))
    keep(ledger)
    assert formats() == [1, 2, 3, 1]
    ledger.hands.keep(record("simple"), at=at(7), kind=PRACTICE, place="simple 1 1")
    cup(ledger)
    assert formats() == [1, 2, 4, 5]
