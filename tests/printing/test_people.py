"""An evening of people on paper: who came, who left, and what each of them played."""

import pytest

from mjcompanion.core.hand import By
from mjcompanion.printing.forms.four_players import heading, slips
from mjcompanion.printing.forms.session_rows import session_rows
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import BetItem, HandItem, PeopleItem, Redone, Undone
from mjcompanion.table.session import SessionSource
from mjcompanion.table.table import apply
from mjcompanion.table.words import table_title
from tests.table.making import begun, hand, put, with_items

NAMES = ("Ann", "Bob", "Chuck", "Dora", "Eve", "Fay")
FOUR = ("andy", "brett", "chuck", "dave")


@pytest.fixture(scope="module")
def source():
    comes = PeopleItem(("andy", "eve", "chuck", "dave"), ("fay",), (("eve", 1200),), "hand")
    won = hand(1, 8, 32, 16, 4)
    table = with_items(begun(), [won, comes, won, won, PeopleItem(FOUR, once=True), won])
    return SessionSource("1f", NAMES, table.events, ("2026-11-21 19:00",) * len(table.events))


class TestTheSession:
    @pytest.mark.parametrize(
        ("out", "title"), [((), "A table of four"), (("eve",), "A table of five"), (("eve", "fay"), "A table of six")]
    )
    def test_without_a_title_it_is_headed_with_how_many_shared_the_table(self, out, title):
        table = with_items(begun(), [hand(1, 8, 32, 16, 4), PeopleItem(FOUR, out), PeopleItem(FOUR)])
        source = SessionSource("1f", NAMES, table.events, ("2026-11-21 19:00",) * len(table.events))
        assert session_rows(source).title == title == table_title(table)

    def test_substitutes_make_no_table_larger(self):
        table = with_items(begun(), [PeopleItem(("eve", "brett", "chuck", "dave")), PeopleItem(("fay", *FOUR[1:]))])
        assert table_title(table) == "A table of four"

    def test_everybody_has_a_line_in_the_chart_and_the_places(self, source):
        told = session_rows(source)
        assert [line.name for line in told.balances] == list(NAMES)
        assert [one.name for one in told.standings] == list(NAMES)
        nets = [one.net for one in told.standings]
        assert nets[1].startswith("+")
        assert nets[4].startswith("+")

    def test_a_line_in_the_chart_begins_where_somebody_came(self, source):
        lines = {line.name: line.values for line in session_rows(source).balances}
        assert all(points is not None for name in NAMES[:4] for points in lines[name])
        assert lines["Eve"][:4] == (None, None, 1200, lines["Eve"][3])
        assert lines["Eve"][3] > 1200
        assert lines["Fay"][:3] == (None, None, 1000)

    def test_a_bettor_whom_nobody_paid_has_a_line_too(self):
        bet = HandItem(bet=BetItem("Eve", 2, who="eve"))
        table = with_items(begun(Ruleset("american-club")), [bet, HandItem(), bet])
        assert table.course_of(4) == (None, 1000, 1000, 1000)

    def test_rows_say_who_played_and_who_came(self, source):
        told = session_rows(source)
        assert told.rows[1].said == "Eve plays for Bob, Fay sits out, Bob leaves, the next one sits out after each hand"
        assert [party.name for party in told.rows[0].parties] == ["Ann", "Bob", "Chuck", "Dora"]
        assert {party.name for party in told.rows[2].parties} >= {"Ann", "Eve", "Chuck", "Dora"}
        winner = next(party for party in told.rows[2].parties if party.won)
        assert winner.name == "Eve"

    @pytest.mark.parametrize("steps", [("undo",), ("undo", "redo"), ("undo", "redo", "undo")])
    def test_who_came_by_mistake_is_told_with_the_chips(self, steps):
        table = put(begun(), PeopleItem(("andy", "eve", "chuck", "dave")))
        for step in steps:
            kind = {"undo": Undone, "redo": Redone}[step]
            table = apply(table, kind(at=table.events[-1].at, seq=1))
        told = session_rows(SessionSource("1f", NAMES, table.events, ("2026-11-21 19:00",) * len(table.events)))
        titles = [one.title for one in told.corrections]
        assert any("change of players" in title for title in titles)

    def test_a_bettor_who_was_undone_and_somebody_who_came_are_told_apart(self):
        club = begun(Ruleset("american-club"))
        bet = hand(0, by=By.DRAW, value=25, bet=BetItem("Zoe", 0))
        table = put(club, bet)
        undone = apply(table, Undone(at=table.events[-1].at, seq=1))
        came = put(table, PeopleItem(("andy", "eve", "chuck", "dave")))
        for one, count in ((undone, 4), (came, 5)):
            source = SessionSource("1f", NAMES[:count], one.events, ("2026-11-21 19:00",) * len(one.events))
            told = session_rows(source)
            said = [line for row in told.rows for line in row.chips] + [
                line for one in told.corrections for line in one.chips
            ]
            assert any("Zoe" in line for line in said)
            assert not any("Eve gives" in line or "gives Eve" in line for line in said)


class TestTheScoreSheet:
    def test_rows_are_of_those_who_played(self, source):
        made = slips(source)
        assert [row.name for row in made[0].rows] == ["Ann", "Bob", "Chuck", "Dora"]
        assert [row.name for row in made[2].rows] == ["Ann", "Eve", "Chuck", "Dora"]
        assert made[1].title == "People"
        assert any("Eve 1,200" in line for line in heading(source))
