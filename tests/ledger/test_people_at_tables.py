"""People who come, go and sit out are in the lists, statistics and files with what they played, on both databases."""

import io
import random

import msgspec
import pytest

from mjcompanion.ledger.csv_files import session_rows
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.text_files import session_text
from mjcompanion.ledger.values import SessionFilter
from mjcompanion.problems import RuleError
from mjcompanion.table.events import BetItem, Changed, Drop, PeopleItem, Put, Redone, Undone, decode_event
from mjcompanion.table.session import SessionSource
from tests.ledger.making import AT, FOUR, Ruleset, at, hand, people, put, seats, setup, store
from tests.table.making import begun
from tests.table.test_people import random_step

pytestmark = pytest.mark.in_turn


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


class TestInTheLedger:
    def test_each_has_what_each_played(self, ledger, evening):
        uid, ids, eve = evening
        table = ledger.sessions.get(uid).table
        row = ledger.sessions.row(uid)
        assert row.players == (*ids, eve)
        assert row.names == (*FOUR, "Eve")
        assert row.nets == tuple(balance - 2000 for balance in table.balances)
        assert [of(ledger, who).hands for who in (*ids, eve)] == [4, 2, 4, 4, 2]
        assert sum(of(ledger, who).net for who in (*ids, eve)) == 0
        assert [one.uid for one in ledger.sessions.page(SessionFilter(player=eve)).rows] == [uid]
        assert not ledger.check().findings

    def test_who_came_by_mistake_never_was_there(self, ledger, evening):
        uid, ids, eve = evening
        ledger.sessions.append(uid, 6, Changed(at=at(6), changes=(Drop("3"),)))
        assert ledger.sessions.row(uid).players == tuple(ids)
        assert eve not in {one.player for one in seats(ledger)}
        assert ledger.sessions.get(uid).names == (*FOUR, "Eve")  # the number stays hers
        ledger.sessions.append(uid, 7, Undone(at=at(7), seq=6))
        assert of(ledger, eve).hands == 2
        ledger.sessions.append(uid, 8, Redone(at=at(8), seq=6))
        assert ledger.sessions.row(uid).players == tuple(ids)
        assert not ledger.check().findings

    def test_who_sat_at_one_table_is_not_one_person(self, ledger, evening):
        _, ids, eve = evening
        with pytest.raises(RuleError):
            ledger.players.merge(eve, ids[0])

    def test_who_is_not_known_cannot_sit_down(self, ledger, evening):
        uid, ids, _ = evening
        with pytest.raises(RuleError):
            ledger.sessions.append(uid, 6, coming(6, ids, "nobody"))
        assert ledger.sessions.get(uid).last_seq == 5

    def test_a_bettor_is_in_the_statistics(self, ledger):
        *ids, zoe = people(ledger, (*FOUR, "Zoe"))
        club = Ruleset("american-club")
        uid = ledger.sessions.start(setup(tuple(ids), club), AT).uid
        bet = BetItem("Zoe", 2, who=zoe)
        won = msgspec.structs.replace(hand(2, 2, rules=club), bet=bet)
        ledger.sessions.append(uid, 1, put(1, won))
        assert of(ledger, zoe).net == of(ledger, ids[2]).net > 0
        assert of(ledger, zoe).hands == 0
        assert ledger.sessions.get(uid).table.bettors == ()

    def test_a_damaged_standing_is_put_right(self, ledger, evening):
        uid, _, eve = evening
        with ledger._writing() as (connection, _):
            connection.exec_driver_sql("DELETE FROM standings WHERE place = 4")
        found = ledger.check().findings
        assert len(found) == 1
        assert found[0].repairable
        ledger.rebuild()
        assert not ledger.check().findings
        assert of(ledger, eve).hands == 2
        assert ledger.sessions.row(uid).players[-1] == eve


class TestFiles:
    def test_a_file_brings_them_all(self, ledger, evening, tmp_path):
        uid, _, _ = evening
        file = io.BytesIO()
        ledger.export_to(file, "json")
        with Ledger.open(tmp_path / "other.db") as other:
            other.import_json(file.getvalue())
            assert other.sessions.row(uid).names == (*FOUR, "Eve")
            again = io.BytesIO()
            other.export_to(again, "json")
            assert again.getvalue() == file.getvalue()
            assert not other.check().findings

    def test_csv_names_who_played(self, ledger, evening):
        uid, _, _ = evening
        session = ledger.sessions.get(uid)
        rows = session_rows(session)
        assert [row["what"] for row in rows] == ["hand", "hand", "people", "hand", "hand"]
        assert [row["players"][1]["name"] for row in rows] == ["Bob", "Bob", "Eve", "Eve", "Eve"]
        assert rows[2]["note"] == "Eve plays for Bob, Bob leaves"
        assert rows[-1]["players"][1]["balance"] == session.table.balances[4]

    def test_text_has_a_column_for_each(self, ledger, evening):
        uid, _, _ = evening
        told = session_text(ledger.sessions.get(uid))
        assert "  5  Eve" in told
        assert "Eve plays for Bob, Bob leaves" in told


@pytest.mark.parametrize("seed", range(6))
def test_random_evenings_are_what_they_were(ledger, seed):
    rng = random.Random(seed)
    names = ("andy", "brett", "chuck", "dave", *(f"guest {number}" for number in range(5)))
    ids = dict(zip(names, people(ledger, names), strict=True))
    table = begun()
    while len(table.events) < 25:
        try:
            table = random_step(rng, table)
        except RuleError:
            continue
    told = []
    for event in table.events:
        body = msgspec.json.decode(msgspec.json.encode(event, enc_hook=str))
        told.append(_with_ids(body, ids))
    uid = store(ledger, [decode_event(msgspec.json.encode(one)) for one in told])
    stored = ledger.sessions.get(uid)
    assert stored.table.rows[-1].balances == table.rows[-1].balances
    assert stored.names == tuple(_name(ids, who) for who in stored.table.people)
    assert not ledger.check().findings
    assert SessionSource(uid, stored.names, stored.events, ("",) * len(stored.events)).table.rows == stored.table.rows


def _with_ids(told, ids):
    """An event with the ids of a ledger instead of names."""
    if isinstance(told, dict):
        return {key: _with_ids(value, ids) for key, value in told.items()}
    if isinstance(told, list):
        return [_with_ids(one, ids) for one in told]
    return ids.get(told, told) if isinstance(told, str) else told


def _name(ids, who):
    return next(name for name, uid in ids.items() if uid == who)
