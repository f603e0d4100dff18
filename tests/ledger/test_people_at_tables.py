"""People who come, go and sit out are in the lists, statistics and files with what they played, on both databases."""

import msgspec
import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.ledger.csv_files import session_rows
from mjcompanion.ledger.text_files import session_text
from mjcompanion.ledger.values import SessionFilter
from mjcompanion.table.events import BetItem, Changed, Drop, PeopleItem, Put, Redone, Undone
from tests.ledger.making import AT, FOUR, Ruleset, alter, at, hand, people, put, seats, setup


def coming(seq, ids, comes, place=1, **more):
    """The event by which somebody takes a place."""
    sits = [*ids]
    sits[place] = comes
    return Changed(at=at(seq), changes=(Put(str(seq), PeopleItem(tuple(sits), **more)),))


@pytest.fixture
def evening(ledger):
    """Four people, and Eve who takes Bob's place after two hands; the ids of the five."""
    *ids, eve = people(ledger, (*FOUR, "Eve"))
    uid = ledger.sessions.start(setup(tuple(ids)), AT).uid
    for seq, event in enumerate([put(1), put(2), coming(3, ids, eve), put(4), put(5)], 1):
        ledger.sessions.append(uid, seq, event)
    return uid, ids, eve


def of(ledger, who):
    return next(one for one in seats(ledger) if one.player == who)


def test_each_has_what_each_played(ledger, evening):
    uid, ids, eve = evening
    session, row = ledger.sessions.get(uid), ledger.sessions.row(uid)
    assert row.players == (*ids, eve)
    assert row.names == (*FOUR, "Eve")
    assert row.nets == tuple(balance - 2000 for balance in session.table.balances)
    assert [of(ledger, who).hands for who in (*ids, eve)] == [4, 2, 4, 4, 2]
    assert sum(of(ledger, who).net for who in (*ids, eve)) == 0
    assert [one.uid for one in ledger.sessions.page(SessionFilter(player=eve)).rows] == [uid]
    assert ledger.check().ok
    rows = session_rows(session)
    assert [row["what"] for row in rows] == ["hand", "hand", "people", "hand", "hand"]
    assert [row["players"][1]["name"] for row in rows] == ["Bob", "Bob", "Eve", "Eve", "Eve"]
    assert rows[-1]["players"][1]["balance"] == session.table.balances[4]
    assert "  5  Eve" in session_text(session)


def test_who_came_by_mistake_never_was_there(ledger, evening):
    uid, ids, eve = evening
    ledger.sessions.append(uid, 6, Changed(at=at(6), changes=(Drop("3"),)))
    assert ledger.sessions.row(uid).players == tuple(ids)
    assert eve not in {one.player for one in seats(ledger)}
    assert ledger.sessions.get(uid).names == (*FOUR, "Eve")  # the number stays hers
    ledger.sessions.append(uid, 7, Undone(at=at(7), seq=6))
    assert of(ledger, eve).hands == 2
    ledger.sessions.append(uid, 8, Redone(at=at(8), seq=6))
    assert ledger.sessions.row(uid).players == tuple(ids)
    assert ledger.check().ok


def test_who_sat_at_one_table_is_not_one_person_and_nobody_unknown_sits_down(ledger, evening):
    uid, ids, eve = evening
    for do in (lambda: ledger.players.merge(eve, ids[0]), lambda: ledger.sessions.append(uid, 6, coming(6, ids, "x"))):
        with pytest.raises(RuleError):
            do()
    assert ledger.sessions.get(uid).last_seq == 5
    alter(ledger, "DELETE FROM standings WHERE place = 4")
    assert ledger.repair() == 1
    assert ledger.sessions.row(uid).players[-1] == eve


def test_a_bettor_is_in_the_statistics(ledger):
    *ids, zoe = people(ledger, (*FOUR, "Zoe"))
    club = Ruleset("american-club")
    uid = ledger.sessions.start(setup(tuple(ids), club), AT).uid
    won = msgspec.structs.replace(hand(2, 2, rules=club), bet=BetItem("Zoe", 2, who=zoe))
    ledger.sessions.append(uid, 1, put(1, won))
    assert of(ledger, zoe).net == of(ledger, ids[2]).net > 0
    assert of(ledger, zoe).hands == 0
    assert ledger.sessions.get(uid).table.bettors == ()
