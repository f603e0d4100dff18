"""A club's session that continues in the data folder's ledger, and comes back. A ledger in a file plays the server."""

import json
import shutil

import msgspec
import pytest

from mjcompanion.ledger.errors import DiskFull, NoServer
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.offline_replica import (
    as_file,
    bring_back,
    continue_here,
    forget,
    what_is_away,
)
from mjcompanion.ledger.values import PRACTICE, KeptFilter
from mjcompanion.practice.progress import ExerciseResult
from mjcompanion.practice.record import record_of
from mjcompanion.storage.paths import Folders, make_folder
from mjcompanion.table.events import Changed, PeopleItem, Put, Titled
from tests.ledger.gaming import real
from tests.ledger.making import FOUR, at, play, put


@pytest.fixture
def club(tmp_path):
    with Ledger.open(tmp_path / "server.db") as opened:
        yield opened


@pytest.fixture
def folders(tmp_path):
    made = Folders.at(tmp_path / "data")
    make_folder(made.data)
    return made


def away(club, folders, uid):
    """Continue a session here, as the window has it; gives its id here."""
    stored = club.sessions.get(uid)
    away = continue_here(folders, (uid, stored.names, stored.events))
    assert what_is_away(folders) == away
    return list(away.sessions)[-1]


def back(club, folders, **more):
    """Bring back what continues here."""
    return bring_back(folders, club, what_is_away(folders), **more)


def here(folders, uid, *events):
    """Write into the ledger of the data folder."""
    with Ledger.open(None, folders) as own:
        for event in events:
            own.sessions.append(uid, len(own.sessions.get(uid).events), event)


def test_a_continuation_is_appended_and_a_second_one_too(club, folders):
    uid = play(club, 1, title="Friday")
    for number in (2, 4):
        assert away(club, folders, uid) == uid
        here(folders, uid, put(number))
        assert back(club, folders) == ()
        assert what_is_away(folders) is None
        assert [one.hands for one in club.sessions.tables_now(at(0))] == [number]
        club.sessions.append(uid, number + 1, put(number + 1))
    assert [row.id for row in club.sessions.get(uid).table.hands] == ["1", "2", "3", "4", "5"]
    assert club.sessions.last().uid == uid
    assert club.check().ok


def test_who_came_and_what_began_here_comes_too(club, folders):
    club.players.add("Eve")
    uid = play(club, 1)
    with Ledger.open(None, folders) as own:
        before = play(own, 1, names=("Gil", "Hal", "Ida", "Jo"))
    away(club, folders, uid)
    with Ledger.open(None, folders) as own:
        ann, _, chuck, dora = own.sessions.get(uid).table.people
        eve = own.players.add("Eve").uid
        own.sessions.append(uid, 2, Changed(at=at(3), changes=(Put("3", PeopleItem((ann, eve, chuck, dora))),)))
        own.sessions.append(uid, 3, put(4))
        begun = play(own, 2, names=(*FOUR[:3], "Fay"), moment="2999-01-01T00:00:00Z")
        old = play(own, 1, moment="2001-01-01T00:00:00Z")
        own.hands.keep(record_of(ExerciseResult("simple", 1, 9, right=1)), kind=PRACTICE)
        row, record = real()
        later = msgspec.structs.replace(row, begun_at="2999-01-01T00:00:00Z", finished_at="2999-01-01T00:09:00Z")
        game = own.games.add(later, record).uid
    assert back(club, folders) == ()
    assert club.sessions.row(uid).names == (*FOUR, "Eve")
    assert club.sessions.get(begun).names == (*FOUR[:3], "Fay")
    assert club.hands.count(KeptFilter(kind=PRACTICE)) == club.games.count() == 1
    assert club.games.get(game).row.uid == game
    assert len([one for one in club.players.search() if one.name in ("Eve", "Ann")]) == 2
    assert club.sessions.get(old)
    with pytest.raises(ValueError, match="no session"):
        club.sessions.get(before)
    assert club.check().ok


def forked(club, folders):
    """A session that both continued after its first hand."""
    uid = play(club, 1, title="Friday")
    away(club, folders, uid)
    here(folders, uid, put(2), Titled(at=at(3), title="Saturday"))
    club.sessions.append(uid, 2, put(9))
    return uid


def test_a_fork_is_told_and_changes_nothing_and_can_be_a_session_of_its_own(club, folders):
    uid = forked(club, folders)
    (fork,) = back(club, folders)
    assert (fork.uid, fork.hands, len(fork.here), len(fork.there)) == (uid, 1, 1, 2)
    away_now = what_is_away(folders)
    assert (away_now.sessions, club.sessions.count(), len(club.sessions.get(uid).events)) == ({uid: uid}, 1, 3)
    with Ledger.open(None, folders) as own:
        continued = own.sessions.get(uid).events
    for _ in range(2):  # the second time it is there already
        assert bring_back(folders, club, away_now, separate=True) == ()
        (other,) = [row.uid for row in club.sessions.page().rows if row.uid != uid]
        assert club.sessions.get(other).events[:-1] == continued
    assert len(club.sessions.get(uid).events) == 3
    assert club.check().ok


def test_after_a_fork_that_stayed_here_the_session_has_another_id_here(club, folders):
    uid = forked(club, folders)
    forget(folders)  # the club's was kept
    mine = away(club, folders, uid)
    assert mine != uid
    here(folders, mine, put(3))
    assert back(club, folders) == ()
    assert [row.id for row in club.sessions.get(uid).table.hands] == ["1", "9", "3"]
    with Ledger.open(None, folders) as own:
        assert len(own.sessions.get(uid).table.hands) == 2
        assert own.check().ok


@pytest.mark.parametrize("error", [NoServer("ledger-no-server"), DiskFull("ledger-full")])
def test_what_is_refused_waits(club, folders, monkeypatch, error):
    uid = play(club, 1)
    away(club, folders, uid)
    here(folders, uid, put(2))

    def refuse(*_words, **_names):
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(club, "import_json", refuse)
        with pytest.raises(type(error)):
            back(club, folders)
    assert what_is_away(folders).sessions == {uid: uid}
    assert back(club, folders) == ()
    assert len(club.sessions.get(uid).table.hands) == 2


@pytest.mark.parametrize("content", ["", "{}", '{"since":1,"sessions":[]}', "[" * 10_000])
def test_a_damaged_note_is_none(folders, content):
    folders.away_file.write_text(content)
    assert what_is_away(folders) is None


def test_the_file_of_a_session_is_an_export(club):
    uid = play(club, 2)
    stored = club.sessions.get(uid)
    mine, its = json.loads(as_file(uid, stored.names, stored.events)), json.loads(club.export("json", [uid]))
    assert sorted(map(str, mine.pop("players"))) == sorted(map(str, its.pop("players")))
    assert mine == its


def test_a_session_that_is_gone_here_keeps_nothing_else_back(club, folders):
    uid = play(club, 1)
    away(club, folders, uid)
    folders.ledger_file.unlink()
    shutil.rmtree(folders.backups_folder)
    assert back(club, folders) == ()
    assert club.sessions.row(uid).hands == 1
