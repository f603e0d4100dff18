"""The evening on one page, a line a row of the table; and a month of them."""

from io import BytesIO

import pypdf
import pytest

from mjcompanion.core.hand import By
from mjcompanion.ledger.values import SeatFigures, TableFigures
from mjcompanion.printing.forms import evening as form
from mjcompanion.printing.forms import sessions as sessions_form
from mjcompanion.printing.page import Paper, PrintStyle
from mjcompanion.printing.values import SessionsSource
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import BetItem, HandItem, Number, PeopleItem
from mjcompanion.table.table import apply, replay
from mjcompanion.table.words import figure, signed
from tests.printing.evenings import a_full_evening, american_evening, begin, evening, put, source_of
from tests.printing.filled import printed, texts

NETS = {"Ann": 91200, "Bob": -90064, "Chuck": -90400, "Dora": -90736}


def lines_of(made):
    return [line for page in pypdf.PdfReader(BytesIO(made.pdf)).pages for line in page.extract_text().splitlines()]


def check_figures(source, style=PrintStyle()):
    """Every figure of the table is there."""
    table = source.table
    found = " ".join(texts(printed(form, source, style))).split()
    for party in table.parties:
        assert signed(table.balances[party] - table.start_of(party)) in found
    for row in table.hands:
        for party in table.parties_at(row):
            assert signed(row.change(party)) in found
            assert figure(row.balances[party]) in found


@pytest.mark.parametrize(
    "source", [evening(17), a_full_evening(), american_evening()], ids=["long", "full", "american"]
)
def test_every_figure_of_the_table_is_there(source):
    check_figures(source)


@pytest.mark.parametrize("paper", Paper)
def test_an_evening_of_sixteen_deals_and_more_is_one_page(paper):
    for count in (16, 24):
        assert printed(form, evening(count), PrintStyle(paper)).pages == 1


def test_more_hands_than_a_page_holds_go_on_with_the_names_repeated():
    made = printed(form, evening(90))
    assert made.pages > 1
    assert all("Ann" in page for page in texts(made))


def crowd(names, bettors=0):
    """An evening at which more than four share the table in turn, and some bet."""
    rules = Ruleset("american-club") if bettors else Ruleset("classical")
    table, count = replay([begin(rules, names[:4])]), len(names)
    for number in range(8):
        turn = [f"player-{(number + seat) % count}" for seat in range(count)]
        if count > 4:
            table = apply(table, put(2 * number, PeopleItem(tuple(turn[:4]), tuple(turn[4:8]))))
        bet = BetItem(f"Grandmother {number % bettors}", number % 4) if bettors else None
        numbers = {"value": 25} if bettors else {"scores": tuple(map(Number, (64, 8, 4, 2)))}
        table = apply(table, put(2 * number + 1, HandItem(winner=0, by=By.DRAW, bet=bet, **numbers)))
    return source_of(table.events, names)


LONG = tuple(f"{letter}{'W' * 40}" for letter in "ABCDEFGHIJKL")


@pytest.mark.parametrize("large", [False, True], ids=["small", "large"])
@pytest.mark.parametrize(("count", "bettors"), [(5, 0), (6, 0), (8, 0), (12, 0), (4, 8), (8, 4)])
def test_any_number_of_players_fits_with_every_figure(count, bettors, large):
    source = crowd(LONG[:count], bettors)
    assert len(source.table.parties) == count + bettors
    check_figures(source, PrintStyle(Paper.LETTER, large))


def test_a_row_about_people_has_the_whole_line():
    lines = lines_of(printed(form, crowd(("Ann", "Bob", "Chuck", "Dora", "Eve", "Fay"))))
    assert sum("Ann" in line and "Bob" in line and "Eve" in line for line in lines) >= 4


def test_the_blank_form_has_a_field_for_each_change_and_balance():
    fields = pypdf.PdfReader(BytesIO(printed(form, None, PrintStyle(fillable=True)).pdf)).get_fields()
    hands = {name.split("-")[1] for name in fields if name.startswith("hand-")}
    assert len(hands) >= 16
    for hand in hands:
        assert {f"hand-{hand}-player-{player}-{key}" for player in "1234" for key in ("change", "balance")} <= {*fields}


def test_a_month_of_sessions_is_one_page_with_every_net_result():
    sessions = tuple(evening(count, count) for count in range(8, 20))
    seats = tuple(SeatFigures("", name, 9, (4, 3, 1, 1), 160, 30, 0, 0, 0, 100, net, 256) for name, net in NETS.items())
    tables = (TableFigures("classical", "", "5da8c187d736", seats), TableFigures("british", "", "0c11aa89ef20", seats))
    made = printed(sessions_form, SessionsSource(sessions, tables, "2026-11-01", "2026-11-30"))
    assert made.pages == 1
    found = texts(made)[0]
    for source in sessions:
        table = source.table
        for party in table.parties:
            assert f"{source.names[party]} {signed(table.balances[party] - table.start_of(party))}" in found
    assert all(found.count(signed(net)) == len(tables) for net in NETS.values())
