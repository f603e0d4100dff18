"""What goes on here while a server doesn't answer, and joins when it does. A ledger in a file plays the server."""

from io import BytesIO
from pathlib import Path

import msgspec
import pytest

from mjcompanion.ledger.away import Copied, Joined, StandIn
from mjcompanion.ledger.errors import NoServer, NotHere
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.practised import record_of
from mjcompanion.ledger.sessions import SessionStore
from mjcompanion.ledger.values import PRACTICE, KeptFilter, NotebookFilter
from mjcompanion.practice.progress import Result
from mjcompanion.practice.record import record_of
from mjcompanion.storage.paths import Folders
from mjcompanion.table.entry import HandEntry
from mjcompanion.table.events import Changed, Ended, PeopleItem, Put, Titled, now
from tests.ledger.gaming import real
from tests.ledger.making import FOUR, at, play, put

ADDRESS = "postgresql://ann:secret@club.example/ledger"


@pytest.fixture
def server(tmp_path):
    with Copied.open(tmp_path / "server.db") as opened:
        yield opened


@pytest.fixture
def stand_in(tmp_path, server):
    with StandIn.beside(ADDRESS, Folders.at(tmp_path / "data")) as opened:
        server.stand_in = opened
        yield opened


def again(tmp_path):
    """The stand-in as the next start finds it, after a kill."""
    return StandIn.beside(ADDRESS, Folders.at(tmp_path / "data"))


def bodies(ledger, uid):
    return SessionStore.get(ledger, uid).events


def test_an_evening_goes_on_and_joins(server, stand_in, tmp_path):
    uid = play(server, 2)
    server.sessions.get(uid)
    assert server.sessions.append(uid, 3, put(3)) == 3
    server.copy_fresh()
    assert not stand_in.waits
    assert bodies(stand_in, uid) == bodies(server, uid)
    stand_in.sessions.append(uid, 4, put(4))
    stand_in.sessions.append(uid, 5, put(5))
    assert stand_in.hands_waiting == 2
    with again(tmp_path) as later:  # killed meanwhile
        assert later.hands_waiting == 2
        assert later.join(server).hands == 2
        assert not later.waits
        assert later.hands_waiting == 0
        assert Ledger.check(later).ok
    assert [type(event).__name__ for event in bodies(server, uid)] == ["Started"] + ["Changed"] * 5
    assert server.sessions.last().uid == uid
    assert server.check().ok


def test_joining_may_break_off_anywhere(server, stand_in, monkeypatch):
    uid = play(server, 1)
    server.sessions.get(uid)
    server.copy_fresh()
    for seq in (2, 3, 4):
        stand_in.sessions.append(uid, seq, put(seq))
    real, left = SessionStore.append, [2]

    def silent(ledger, *words):
        if ledger is server and not left[0]:
            raise NoServer("ledger-no-server")
        left[0] -= ledger is server
        return real(ledger, *words)

    monkeypatch.setattr(SessionStore, "append", silent)
    with pytest.raises(NoServer):
        stand_in.join(server)
    assert server.sessions.get(uid).last_seq == 3
    assert stand_in.waits
    left[0] = 9
    assert not stand_in.join(server).left
    assert server.sessions.get(uid).last_seq == 4
    assert not stand_in.waits


def test_a_session_that_began_here_joins_with_its_players(server, stand_in):
    server.players.add("Ann")
    uid = play(stand_in, 2)
    assert stand_in.hands_waiting == 2
    assert stand_in.join(server).hands == 2
    assert server.sessions.get(uid).last_seq == 2
    assert server.sessions.last().uid == uid
    assert len([one for one in server.players.search() if one.name == "Ann"]) == 1
    assert stand_in.join(server).hands == 0


def test_who_came_while_the_server_was_silent_joins(server, stand_in):
    uid = play(server, 2)
    server.sessions.get(uid)
    server.copy_fresh()
    eve = stand_in.players.add("Eve").uid
    ann, _, chuck, dora = stand_in.sessions.get(uid).table.people
    comes = Changed(at=at(3), changes=(Put("3", PeopleItem((ann, eve, chuck, dora))),))
    stand_in.sessions.append(uid, 3, comes)
    stand_in.sessions.append(uid, 4, put(4))
    assert stand_in.sessions.get(uid).names == (*FOUR, "Eve")
    assert stand_in.join(server) == Joined(1)
    assert server.sessions.row(uid).names == (*FOUR, "Eve")
    assert server.check().ok
    fay = server.players.add("Fay").uid
    server.sessions.append(uid, 5, Changed(at=at(5), changes=(Put("5", PeopleItem((ann, fay, chuck, dora))),)))
    server.copy_fresh()
    assert stand_in.sessions.get(uid).names == (*FOUR, "Eve", "Fay")


def test_a_finished_game_joins(server, stand_in):
    row, record = real()
    stand_in.games.add(row, record)
    assert stand_in.waits
    stand_in.join(server)
    assert server.games.get(row.uid).record == msgspec.json.decode(msgspec.json.encode(record))
    assert not stand_in.waits


def test_an_exercise_joins_and_is_waited_for(server, stand_in):
    stand_in.hands.keep(record_of(Result("simple", 1, 9, right=1)), kind=PRACTICE)
    assert stand_in.waits
    stand_in.join(server)
    assert server.hands.count(KeptFilter(kind=PRACTICE)) == 1
    assert not stand_in.waits


def test_another_window_was_first(server, stand_in, tmp_path):
    uid = play(server, 1)
    server.sessions.get(uid)
    server.copy_fresh()
    stand_in.sessions.append(uid, 2, put(2))
    stand_in.sessions.append(uid, 3, Titled(at=now(), title="Friday"))
    stand_in.sessions.append(uid, 4, put(3))
    SessionStore.append(server, uid, 2, put(9))
    joined = stand_in.join(server)
    assert joined.hands == 0
    assert Ledger.check(stand_in).ok
    (left,) = joined.left
    assert left.others == ("the table was renamed",)
    assert server.sessions.get(uid).last_seq == 2
    assert not stand_in.waits
    with again(tmp_path) as later:  # killed meanwhile
        hands = [HandEntry.load(one) for one in later.left_hands(uid)]
        assert [hand.item for hand in hands] == [None, None]
        assert not any(hand.is_blank for hand in hands)
        later.take_left_hand(uid)
        assert len(later.left_hands(uid)) == 1
        later.take_left_hand(uid)
        assert later.left_hands(uid) == ()
    with Ledger.open(tmp_path / "other.db") as other:
        other.import_json(Path(left.file).read_bytes())
        assert other.sessions.get(uid).last_seq == 4


def test_what_is_left_twice_waits_twice(server, stand_in):
    uid = play(server, 1)
    for seq, mine in ((2, (2, 3)), (3, (4,))):
        server.sessions.get(uid)
        server.copy_fresh()
        for place, number in enumerate(mine, seq):
            stand_in.sessions.append(uid, place, put(number))  # four events each time
        SessionStore.append(server, uid, seq, put(seq + 7))
        (left,) = stand_in.join(server).left
        assert len(left.hands) == len(mine)
    assert len(stand_in.left_hands(uid)) == 3


def test_the_server_has_the_answer_that_never_came(server, stand_in):
    uid = play(server, 1)
    server.sessions.get(uid)
    server.copy_fresh()
    event = put(2)
    SessionStore.append(server, uid, 2, event)  # written there, and never answered
    stand_in.sessions.append(uid, 2, event)
    stand_in.sessions.append(uid, 3, put(3))
    assert not stand_in.join(server).left
    assert server.sessions.row(uid).hands == 3


def test_a_session_that_cannot_go_on_there_is_kept(server, stand_in):
    uid = play(server, 1)
    server.sessions.get(uid)
    server.copy_fresh()
    stand_in.sessions.append(uid, 2, put(2))
    SessionStore.append(server, uid, 2, Ended(at=now()))
    joined = stand_in.join(server)
    assert len(joined.left[0].hands) == 1
    assert server.sessions.get(uid).ended


def test_what_is_not_kept_here_is_told_and_nothing_is_done_by_halves(server, stand_in, tmp_path):
    uid = play(server, 1)
    person = server.sessions.get(uid).players[0]
    for ask in (
        lambda: stand_in.players.rename(person, "Zoë"),
        lambda: stand_in.export("json"),
        lambda: stand_in.import_json(b"{}"),
        lambda: stand_in.backup(tmp_path / "copy.json"),
        lambda: stand_in.notebook.export_to(BytesIO(), "json", NotebookFilter()),
        lambda: stand_in.notebook.export_to(BytesIO(), "csv", NotebookFilter()),
        lambda: stand_in.sessions.get("feed" * 8),
        lambda: stand_in.sessions.append("feed" * 8, 1, put(1)),
    ):
        with pytest.raises(NotHere, match=r"club\.example") as error:
            ask()
        assert "secret" not in str(error.value)
    assert stand_in.backups() == ()
    assert not stand_in.waits


def test_each_server_has_its_own(tmp_path):
    folders = Folders.at(tmp_path)
    with StandIn.beside(ADDRESS, folders) as one, StandIn.beside(ADDRESS.replace("club", "pub"), folders) as other:
        play(one, 0)
        assert one.waits
        assert not other.waits
    assert StandIn.beside("", folders) is None
    assert StandIn.beside(str(tmp_path / "file.db"), folders) is None


OTHER = "postgresql://ann@192.0.2.7/ledger"


def test_hands_confirmed_under_another_address_are_found_and_brought_in(server, stand_in, tmp_path):
    folders = Folders.at(tmp_path / "data")
    uid = play(server, 1)
    server.sessions.get(uid)
    server.copy_fresh()
    stand_in.sessions.append(uid, 2, put(2))
    assert list(StandIn.elsewhere(ADDRESS, folders)) == []
    (found,) = [one.stands_for for one in StandIn.elsewhere(OTHER, folders)]
    assert found == stand_in.stands_for
    with StandIn.beside(OTHER, folders) as fresh:
        server.stand_in = fresh
        for one in StandIn.elsewhere(OTHER, folders):
            with pytest.raises(NotHere):
                one.bring_in(fresh)
            assert one.bring_in(server).hands == 1
    assert server.sessions.get(uid).last_seq == 2
    assert list(StandIn.elsewhere(OTHER, folders)) == []


def test_hands_that_could_not_join_are_offered_at_the_new_address(server, stand_in, tmp_path):
    folders = Folders.at(tmp_path / "data")
    uid = play(server, 1)
    server.sessions.get(uid)
    server.copy_fresh()
    stand_in.sessions.append(uid, 2, put(2))
    SessionStore.append(server, uid, 2, put(9))
    with StandIn.beside(OTHER, folders) as fresh:
        server.stand_in = fresh
        for one in StandIn.elsewhere(OTHER, folders):
            assert len(one.bring_in(server).left) == 1
        assert len(server.left_hands(uid)) == 1
    assert list(StandIn.elsewhere(OTHER, folders)) == []
