"""The forms of a tournament: everybody is on them, at the right tables, and nothing is cut off."""

import msgspec
import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import WINDS
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.printing.catalogue import lay_out
from mjcompanion.printing.document import make
from mjcompanion.printing.page import Paper, PrintStyle
from mjcompanion.tournament.ranking import TableResult
from mjcompanion.tournament.tournament import TournamentPenalty
from tests.ledger.making import cup, sit

pdfium = pytest.importorskip("pypdfium2")
STYLES = [PrintStyle(), PrintStyle(large=True), PrintStyle(Paper.LETTER)]


def contest(tmp_path, names, rounds=3):
    with Ledger.open(tmp_path / "ledger.db") as ledger:
        tournament = cup(ledger, names, rounds)
        for table in range(tournament.tables):
            sit(ledger, tournament, 0, table)
        ledger.tournaments.change("cup", lambda one: one.fined(TournamentPenalty(0, 0, 1, 20, "came late")))
        ledger.tournaments.change("cup", lambda one: one.fined(TournamentPenalty(1, 1, 1, 0, "too early")))
        return ledger.tournaments.contest("cup")


def pages(form, source, style):
    made = make(lay_out(form, source, style), style)
    assert not made.missing
    with pdfium.PdfDocument(made.pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("count", [4, 9, 64])
def test_the_draw_has_everybody_in_every_round(tmp_path, style, count):
    names = [f"Person{at:02}" for at in range(count)]
    found = contest(tmp_path, names)
    text = "".join(pages("tournament-draw", found, style))
    for name in names:
        assert text.count(name) == 3 + 1  # each round, and the list of everybody
    one = found.tournament.draw[0]
    player = one.tables[0][2]
    assert f"1 {WINDS[2].letter}" in text
    assert found.names[player] in text


@pytest.mark.parametrize("style", STYLES)
def test_there_is_a_card_for_each_table_of_each_round(tmp_path, style):
    found = contest(tmp_path, [f"Person{at:02}" for at in range(16)])
    text = pages("table-cards", found, style)
    assert len(text) == (4 if style.large else 3)
    assert sum(page.count("Signature") for page in text) == 12
    net = found.results[0, 0].net
    assert all(f"{abs(points):,}" in text[0] for points in net)


@pytest.mark.parametrize("style", STYLES)
def test_the_ranking_has_places_points_and_penalties(tmp_path, style):
    found = contest(tmp_path, [f"Person{at:02}" for at in range(64)], 20)
    text = "".join(pages("tournament-ranking", found, style))
    assert "ranking after round 1 of 20" in text
    assert f"Penalty of {found.names[0]} in round 1: 1 table point, 20 points. came late" in text.replace("\r\n", " ")
    assert "too early" not in text  # round 2 counts nothing yet
    assert all(name in text for name in found.names)


def test_everybody_has_a_certificate_the_first_place_first(tmp_path):
    found = contest(tmp_path, ["A <b>name</b> & more", "王小明", *[f"Person{at}" for at in range(6)]])
    text = pages("certificates", found, PrintStyle())
    assert len(text) == 8
    assert "in place 1 of 8 after round 1 of 3" in text[0]
    assert any("王小明" in page for page in text)
    assert not any(" 1 table points" in page or "1 points" in page.split() for page in text)
    assert any("1 table point ·" in page for page in text)
    assert any("<b>name</b>" in page for page in text)


def over(found, rounds):
    """The tournament with so many rounds over."""
    results = {(at, table): TableResult((30, 10, -10, -30), 8, over=True) for at in range(rounds) for table in range(2)}
    return msgspec.structs.replace(found, results=results)


def test_certificates_say_after_which_round_until_the_last_is_over(tmp_path):
    found = contest(tmp_path, [f"Person{at}" for at in range(8)])
    assert "in place 1 of 8 after round 2 of 3" in pages("certificates", over(found, 2), PrintStyle())[0]
    text = pages("certificates", over(found, 3), PrintStyle())
    assert "finished in place 1 of 8" in text[0]
    assert not any("after round" in page for page in text)


def test_a_round_that_is_being_played_counts_on_no_certificate(tmp_path):
    found = over(contest(tmp_path, [f"Person{at}" for at in range(8)]), 1)
    before = pages("certificates", found, PrintStyle())
    more = found.results | {
        (1, 0): TableResult((900, -300, -300, -300), 8, over=True),
        (1, 1): TableResult((0, 0, 0, 0), 3, over=False),
    }
    assert pages("certificates", msgspec.structs.replace(found, results=more), PrintStyle()) == before


@pytest.mark.parametrize(("form", "code"), [("certificates", "form-no-round"), ("tournament-ranking", "form-no-table")])
def test_before_anything_is_played_there_is_a_draw_but_no_ranking(tmp_path, form, code):
    with Ledger.open(tmp_path / "ledger.db") as ledger:
        cup(ledger)
        found = ledger.tournaments.contest("cup")
    assert len(pages("table-cards", found, PrintStyle())) == 2
    with pytest.raises(RuleError) as caught:
        lay_out(form, found, PrintStyle())
    assert [one.code for one in caught.value.problems] == [code]
