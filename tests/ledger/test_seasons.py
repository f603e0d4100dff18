"""Seasons in the ledger: kept, changed, and their league tables out of the sessions of their days."""

from fractions import Fraction

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.rules.house import options_for
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import Ended
from tests.ledger.making import people, play, season


def evening(ledger, day, hands=3, names=("Ann", "Bob", "Chuck", "Dora"), rules=Ruleset("classical"), *, ends=True):
    """A session on a day of March; gives its id."""
    at = f"2026-03-{day:02}T12:00:00Z"
    uid = play(ledger, hands, names, at, rules)
    if ends:
        ledger.sessions.append(uid, hands + 1, Ended(at=at))
    return uid


def spring(ledger, **more):
    season(ledger, **({"since": "2026-03-01", "until": "2026-03-31"} | more))
    return ledger.seasons.standings("spring")


def test_it_is_kept_and_changed(address):
    with Ledger.open(address) as ledger:
        kept = season(ledger, rules=("classical", "nmjl"), minimum=3).season
        assert ledger.seasons.get("spring").season == kept
        row = ledger.seasons.change("spring", lambda one: type(one)(**_fields(one) | {"best": 5})).row
        assert (row.changes, row.rules, row.since) == (1, "classical nmjl", "2026-11-01")
        assert ledger.seasons.change("spring", lambda one: one).row == row
        assert ledger.check().seasons == 1
    with Ledger.open(address) as ledger:
        assert ledger.seasons.get("spring").season.best == 5
        assert ledger.seasons.all() == (row,)
        saved = season(ledger, best=6)
        assert season(ledger, best=6) == saved
        ledger.seasons.remove("spring")
        again = season(ledger, best=7)  # removed meanwhile, it is listed again
        assert ledger.seasons.all() == (again.row,)
        assert (saved.row.changes, again.row.changes, again.season.best) == (2, 4, 7)


def _fields(one):
    return {name: getattr(one, name) for name in one.__struct_fields__}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"title": " "}, "season-title"),
        ({"title": "x" * 300}, "text-too-long"),
        ({"since": "2026-02-30"}, "season-day"),
        ({"until": "20261130"}, "season-day"),
        ({"until": "2020-01-01"}, "season-days"),
        ({"best": -1}, "season-number"),
        ({"minimum": 10**9}, "season-number"),
    ],
)
def test_one_that_can_not_be_is_refused(ledger, change, code):
    with pytest.raises(RuleError) as refused:
        ledger.seasons.save(type(season(ledger).season)(**{**_fields(season(ledger).season), "uid": "two", **change}))
    assert refused.value.problems[0].code == code
    assert len(ledger.seasons.all()) == 1


def test_sessions_of_its_days_that_are_over_count(ledger):
    for day in (1, 31):
        evening(ledger, day)
    play(ledger, 3, moment="2026-02-27T12:00:00Z")
    evening(ledger, 5, ends=False)
    evening(ledger, 6, hands=0)
    found = spring(ledger)
    (table,) = found.tables
    assert (table.sessions, table.evenings) == (2, 2)
    assert {found.names[line.player] for line in table.lines} == {"Ann", "Bob", "Chuck", "Dora"}
    assert sum(line.points for line in table.lines) == 2 * (4 + 2 + 1)
    ended = {row.uid for row in ledger.sessions.page().rows if row.ended}
    assert {one.session for one in found.highest} <= ended


def test_net_points_of_different_rules_are_apart_and_table_points_together(ledger):
    evening(ledger, 1)
    evening(ledger, 2)
    evening(ledger, 3, rules=Ruleset("nmjl"))
    evening(ledger, 4, rules=Ruleset("british"))
    found = spring(ledger, system="net", rules=("classical", "nmjl"))
    assert [(one.rules, one.sessions) for one in found.tables] == [("classical", 2), ("nmjl", 1)]
    figures = {(one.rules, seat.player): seat.net for one in ledger.statistics.sessions() for seat in one.players}
    for table in found.tables:
        assert {line.player: line.points for line in table.lines} == {
            player: net for (rules, player), net in figures.items() if rules == table.rules
        }
    assert {one.rules for one in found.highest} == {"classical", "nmjl"}
    ledger.seasons.change("spring", lambda one: type(one)(**_fields(one) | {"system": "table-points"}))
    (table,) = ledger.seasons.standings("spring").tables
    assert (table.rules, table.sessions) == ("", 3)


def test_the_highest_hands_of_house_rules_are_apart_and_bear_their_name(ledger):
    ours = options_for(Ruleset("classical"), {"limit": 500})
    for day, house in ((1, {}), (2, {"options": ours, "name": "Ours"})):
        at = f"2026-03-0{day}T12:00:00Z"
        ledger.sessions.append(play(ledger, 3, moment=at, **house), 4, Ended(at=at))
    found = spring(ledger)
    shown = {title: {(one.at, one.fingerprint) for one in hands} for title, hands in found.highest_by_rules.items()}
    assert shown.keys() == {"Classical", "Ours (Classical)"}
    assert [len(each) for each in shown.values()] == [1, 1]
    assert [one for hands in found.highest_by_rules.values() for one in hands] == [*found.highest]


def test_merged_players_have_one_line(ledger):
    evening(ledger, 1)
    evening(ledger, 2, names=("Annie", "Bob", "Chuck", "Dora"))
    ann, annie = people(ledger, ("Ann", "Annie"))
    ledger.players.merge(annie, ann)
    found = spring(ledger, system="places")
    (table,) = found.tables
    assert {(found.names[line.player], line.sessions) for line in table.lines} == {
        (name, 2) for name in ("Ann", "Bob", "Chuck", "Dora")
    }
    assert sum(line.average for line in table.lines) == Fraction(10)
