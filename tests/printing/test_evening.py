"""The evening on one page: a line a row of the table, with every change and balance."""

from io import BytesIO

import pypdf
import pytest

from mjcompanion.printing.forms import evening as form
from mjcompanion.printing.page import Paper, PrintStyle
from mjcompanion.table.final_settlement import places
from mjcompanion.table.words import figure, signed
from tests.printing.evenings import a_full_evening, american_evening, evening
from tests.printing.filled import printed, texts


def lines_of(made):
    return [line for page in pypdf.PdfReader(BytesIO(made.pdf)).pages for line in page.extract_text().splitlines()]


@pytest.mark.parametrize(
    "source", [evening(17), a_full_evening(), american_evening()], ids=["long", "full", "american"]
)
def test_every_figure_of_the_table_is_there(source):
    table = source.table
    found = " ".join(texts(printed(form, source))).split()
    for party in table.parties:
        assert found.count(signed(table.balances[party] - table.start_of(party))) >= 1
    for row in table.hands:
        for party in table.parties_at(row):
            assert signed(row.change(party)) in found
            assert figure(row.balances[party]) in found
    reached = places(table)
    assert ("1" in found) or not reached


@pytest.mark.parametrize("paper", Paper)
def test_an_evening_of_sixteen_deals_and_more_is_one_page(paper):
    for count in (16, 24):
        assert printed(form, evening(count), PrintStyle(paper)).pages == 1


def test_a_hand_and_a_penalty_are_one_line_each():
    source = a_full_evening()
    lines = lines_of(printed(form, source))
    for row in source.table.hands:
        assert sum(line.startswith(str(row.number)) for line in lines) >= 1


def test_more_hands_than_a_page_holds_go_on_with_the_names_repeated():
    made = printed(form, evening(90))
    assert made.pages > 1
    assert all("Ann" in page for page in texts(made))


def test_the_blank_form_has_a_field_for_each_change_and_balance():
    fields = pypdf.PdfReader(BytesIO(printed(form, None, PrintStyle(fillable=True)).pdf)).get_fields()
    hands = {name.split("-")[1] for name in fields if name.startswith("hand-")}
    assert len(hands) >= 16
    for hand in hands:
        assert {f"hand-{hand}-player-{player}-{key}" for player in "1234" for key in ("change", "balance")} <= {*fields}
