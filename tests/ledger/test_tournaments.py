"""Tournaments in the ledger: kept, changed from two windows, exported, restored; and the tables of a club."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import Changed, Ended, PenaltyItem, PeopleItem, Put, SessionSetup
from mjcompanion.table.rules import TableRules
from mjcompanion.tournament.ranking import ranking
from mjcompanion.tournament.tournament import Tournament, TournamentPenalty, drawn
from tests.ledger.making import EIGHT, at, cup, hand, people, play, put, sit

RULES = TableRules.of(Ruleset("classical"))


def test_it_is_kept_and_changed(address):
    with Ledger.open(address) as ledger:
        tournament = cup(ledger)
        assert ledger.tournaments.get("cup").tournament == tournament
        ledger.tournaments.change("cup", lambda one: one.fined(TournamentPenalty(1, 0, 1)))
        (row,) = ledger.tournaments.all()
        assert (row.title, row.players, row.rounds, row.changes) == ("Cup", 8, 3, 1)
        assert ledger.tournaments.change("cup", lambda one: one).row.changes == 1
        assert ledger.check().tournaments == 1
    with Ledger.open(address) as ledger:
        assert ledger.tournaments.get("cup").tournament.penalties == (TournamentPenalty(1, 0, 1),)


def test_its_players_are_people_of_the_ledger(ledger):
    order, draw = drawn(["a", "b", "c", "d"], 1, None)
    with pytest.raises(RuleError):
        ledger.tournaments.start(Tournament(uid="x", title="", at=at(0), players=order, rules=RULES, draw=draw))
    with pytest.raises(RuleError, match="no tournament"):
        ledger.tournaments.contest("x")
    assert ledger.check().ok


def test_results_come_from_the_sessions(ledger):
    tournament = cup(ledger)
    sessions = [sit(ledger, tournament, 0, table) for table in range(2)]
    sit(ledger, tournament, 1, 0, hands=1, minute=60, ends=False)
    found = ledger.tournaments.contest("cup")
    assert found.names == EIGHT
    for table, uid in enumerate(sessions):
        assert found.results[0, table].net == ledger.sessions.row(uid).nets
        assert found.results[0, table].over
    assert not found.results[1, 0].over
    assert ranking(found.tournament, found.results).playing == ((1, 0), (1, 1))
    assert found.late == ()
    ledger.sessions.append(sessions[0], 4, Changed(at=at(90), changes=(Put("1", hand(1, winner=3)),)))
    (late,) = ledger.tournaments.contest("cup").late
    assert (late.round, late.table, late.hands, late.before) == (0, 0, (1,), found.results[0, 0].net)


def test_so_many_hands_make_a_table_over(ledger):
    tournament = cup(ledger, hands=2)
    for table, hands in enumerate((2, 1)):
        sit(ledger, tournament, 0, table, hands=hands, ends=False)
    found = ledger.tournaments.contest("cup").results
    assert (found[0, 0].over, found[0, 1].over) == (True, False)


def test_merged_players_are_one_person(ledger):
    tournament = cup(ledger)
    sit(ledger, tournament, 0, 0)
    (same,) = people(ledger, ("Annie",))
    ledger.players.merge(tournament.players[0], same)
    found = ledger.tournaments.contest("cup")
    assert found.names[0] == "Annie"
    assert sum(found.results[0, 0].net) == 0


def test_two_who_play_in_it_are_not_merged(ledger):
    tournament = cup(ledger)
    ann, bob = tournament.players[:2]
    other = ledger.players.add("Annie").uid
    ledger.players.merge(ann, other)
    for one, two in ((other, bob), (bob, ann)):
        with pytest.raises(RuleError) as caught:
            ledger.players.merge(one, two)
        assert "“Cup”" in str(caught.value)
    assert ledger.check().ok
    ledger.tournaments.remove("cup")
    ledger.players.merge(bob, other)


def test_eight_windows_at_once_lose_nothing(database):
    Ledger.open(database).close()
    with Ledger.open(database) as ledger:
        cup(ledger, [f"P{n}" for n in range(32)], 3)

    def window(number):
        with Ledger.open(database) as mine:
            for turn in range(5):
                mine.tournaments.change("cup", lambda one, turn=turn: one.fined(TournamentPenalty(number, 0, turn + 1)))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(window, range(8)))
    with Ledger.open(database) as ledger:
        assert len(ledger.tournaments.get("cup").tournament.penalties) == 40
        assert ledger.check().ok


# the tables of a club


def test_the_last_session_of_a_table_is_found_and_shown(ledger):
    tournament = cup(ledger)
    tables = ((3, 4), (3, 5), (1, 6))
    old, third, first = (
        ledger.sessions.start(SessionSetup(RULES, tournament.players[:4], table=table), at(minute)).uid
        for table, minute in tables
    )
    none = play(ledger, 1, moment=at(7))
    assert b'"table"' not in ledger.export("json", [none])
    assert [(one.table, one.uid) for one in ledger.sessions.tables_now(at(0))] == [(1, first), (3, third), (0, none)]
    for table, uid in ((3, third), (1, first)):
        assert ledger.sessions.last_at(table).uid == uid
    assert ledger.sessions.last_at(2) is None
    assert {one.row.uid: one.table for one in ledger.sessions.unfinished()} == {none: 0, first: 1, third: 3, old: 3}
    ledger.sessions.append(third, 1, Ended(at=at(8)))
    assert third not in [one.row.uid for one in ledger.sessions.unfinished()]


def test_the_overview_follows_what_is_played(address):
    with Ledger.open(address) as ledger, Ledger.open(address) as other:
        tournament = cup(ledger)
        uid = ledger.sessions.start(SessionSetup(RULES, tournament.players[:4], starting=1000, table=2), at(5)).uid
        (before,) = other.sessions.tables_now(at(0))
        assert (before.table, before.hands, before.points, before.ended) == (2, 0, (1000,) * 4, False)
        for number in range(1, 4):
            ledger.sessions.append(uid, number, put(number, winner=number % 4))
        (after,) = other.sessions.tables_now(at(0))
        table = ledger.sessions.get(uid).table
        assert (after.hands, after.points, after.east) == (3, table.balances, table.position.east)
        assert after.round is table.position.round
        ledger.sessions.append(uid, 4, Changed(at=at(9), changes=(Put("1", hand(1, winner=0)),)))
        assert other.sessions.tables_now(at(0))[0].points == ledger.sessions.get(uid).table.balances
        assert other.sessions.tables_now("2999") == ()
        assert after.standings == ()
        held = ledger.sessions.get(uid)
        one, two, three, _ = held.players
        zoe = ledger.players.add("Zoe").uid
        guest = PeopleItem((one, two, three, zoe))
        ledger.sessions.append(uid, 5, Changed(at=at(14), changes=(Put("zoe", guest),)))
        ledger.sessions.append(uid, 6, Changed(at=at(15), changes=(Put("fine", PenaltyItem(0, (3,), 5_000, "")),)))
        ledger.sessions.append(uid, 7, Changed(at=at(16), changes=(Put("left", PeopleItem(held.players[:4])),)))
        ledger.sessions.append(uid, 8, Ended(at=at(20)))
        (ended,) = other.sessions.tables_now(at(0))
        assert "Zoe" not in ended.names
        assert ended.standings[0][:2] == ("Zoe", 1), "who won and left has the first place"
        assert len(ended.standings) == 5
