"""The papers of a club night: everybody is where the draw has them, and every figure is that of the rules or a table."""

import io
import re

import msgspec
import pypdf
import pytest
from reportlab.platypus import Spacer

from mjcompanion.core.chips import ChipKind, ChipSet
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.i18n.translation import _, use
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.printing.catalogue import lay_out
from mjcompanion.printing.document import make
from mjcompanion.printing.fonts import Lettering
from mjcompanion.printing.forms import rules_parts
from mjcompanion.printing.forms.hand_record import TileBoxes
from mjcompanion.printing.forms.part_sheet import _WALLS_ABOUT
from mjcompanion.printing.forms.pocket_card import _LEFT_OUT
from mjcompanion.printing.forms.referee import _SHOWN
from mjcompanion.printing.layout import Words, paginate
from mjcompanion.printing.page import Paper, PrintStyle
from mjcompanion.printing.sources import numbered_contest
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.events import Ended, HandItem, Number, Tiles
from mjcompanion.table.words import signed
from mjcompanion.tournament.ranking import TableResult, points_text, table_points
from mjcompanion.tournament.schedule import MOST_ROUNDS
from mjcompanion.tournament.tournament import TournamentPenalty
from tests.ledger.making import at, cup, put, sit
from tests.printing.filled import STYLES, all_squeezed, contest, squeezed
from tests.printing.structure import structure

pdfium = pytest.importorskip("pypdfium2")
CLUB = ClubRules.of("Tuesday club", Ruleset("british"), {"limit": 900})
FULL_NAMES = ("Margaret Thistlethwaite", "Alexandra Featherstonehaugh", "Christopher Montgomery", "Li Wei")
LONG_NAME = "The Tuesday Afternoon Mah Jongg Club of Saint Bartholomew in the Old Parish Hall"
RULES_OF_LONG_NAME = ClubRules.of(LONG_NAME[:80].strip(), Ruleset("british")).table_rules()
LARGE = [style for style in STYLES if style.large]
NETS = (310, 12, -22, -300)


def night(tables=6, rounds=4, *, names=True):
    """A club night of so many tables, its players known or not."""
    found = numbered_contest(tables, rounds, CLUB)
    count = 4 * tables
    return msgspec.structs.replace(found, names=tuple(f"P{at:02}x" for at in range(count))) if names else found


def played(found, rounds):
    """The night with so many rounds over, and a penalty in the first."""
    results = {
        (at, table): TableResult(NETS, 16, over=True)
        for at in range(rounds)
        for table in range(len(found.tournament.draw[at].tables))
    }
    fined = found.tournament.fined(TournamentPenalty(2, 0, 1, 25, "late"))
    return msgspec.structs.replace(
        found, results=results, stored=msgspec.structs.replace(found.stored, tournament=fined)
    )


def made_of(form, source, style=PrintStyle()):
    made = make(lay_out(form, source, style), style)
    assert not made.missing
    return made


def pages(made):
    """The words of each page, with one space between them."""
    with pdfium.PdfDocument(made.pdf) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def places(made, words):
    """Where each of these words is, by page: the middle of its box."""
    found = []
    with pdfium.PdfDocument(made.pdf) as document:
        for page in document:
            text = page.get_textpage()
            here = {}
            for word in words:
                hits = text.search(word, match_case=True, match_whole_word=True)
                while (hit := hits.get_next()) is not None:
                    assert word not in here, f"{word} is twice on a page"
                    boxes = [text.get_charbox(at) for at in range(hit[0], hit[0] + hit[1])]
                    left, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
                    here[word] = ((left + right) / 2, sum(box[1] + box[3] for box in boxes) / 2 / len(boxes))
            found.append(here)
    return found


def smallest(made):
    """The size of the smallest type, in points."""
    sizes = set()

    def visit(text, _cm, matrix, _font, size):
        if text.strip():
            sizes.add(round(abs(size * matrix[3]), 2))

    for page in pypdf.PdfReader(io.BytesIO(made.pdf)).pages:
        page.extract_text(visitor_text=visit)
    return min(sizes)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("tables", [1, 3, 6, 16])
def test_on_the_seating_plan_everybody_sits_around_the_right_table(style, tables):
    found = night(tables)
    seen = [{} for _ in found.tournament.draw]
    made = made_of("seating-plan", found, style)
    text, where = pages(made), places(made, found.names)
    current = -1
    for words, here in zip(text, where, strict=True):
        round_ = re.search(r"Round (\d+)", words)  # a round goes on without its heading
        current = int(round_[1]) - 1 if round_ else current
        seen[current] |= dict.fromkeys(here)
        for four in found.tournament.draw[current].tables:
            seats = [here.get(found.names[player]) for player in four]
            assert all(seats) or not any(seats)
            if all(seats):
                east, south, west, north = seats
                assert north[0] < east[0] < south[0]
                assert east[1] < min(north[1], south[1]) <= max(north[1], south[1]) < west[1]
                assert abs(east[0] - west[0]) < 5 * style.scale
    assert all(set(one) == set(found.names) for one in seen)


@pytest.mark.parametrize("form", ["seating-plan", "tournament-draw"])
@pytest.mark.parametrize("style", LARGE)
def test_full_names_are_whole_in_large_print(style, form):
    made = made_of(form, msgspec.structs.replace(night(2), names=FULL_NAMES * 2), style)
    text = all_squeezed(made)
    assert all(text.count(squeezed(name)) >= 4 * 2 for name in FULL_NAMES)
    assert smallest(made) >= 12


def test_a_gap_begins_no_page():
    style = PrintStyle()
    full = Spacer(0, style.height)
    assert len(paginate([full, Spacer(0, 9)], style, Lettering(), "")) == 1
    assert len(paginate([full, Spacer(0, 9), Words(Lettering(), "Ann", 9)], style, Lettering(), "")) == 2


def test_who_sits_out_is_named(tmp_path):
    with Ledger.open(tmp_path / "ledger.db") as ledger:
        cup(ledger, [f"P{at:02}x" for at in range(9)], 2)
        found = ledger.tournaments.contest("cup")
    for one, page in zip(found.tournament.draw, pages(made_of("seating-plan", found)), strict=True):
        assert f"Sitting out: {found.names[one.out[0]]}" in page


def test_who_sits_out_is_on_the_page_of_the_round(tmp_path):
    with Ledger.open(tmp_path / "ledger.db") as ledger:
        cup(ledger, [f"Featherstonehaugh Montgomery {at:02}" for at in range(27)], 2)
        found = ledger.tournaments.contest("cup")
    tournament = msgspec.structs.replace(found.tournament, title=LONG_NAME, rules=RULES_OF_LONG_NAME)
    found = msgspec.structs.replace(found, stored=msgspec.structs.replace(found.stored, tournament=tournament))
    assert made_of("seating-plan", found).pages == 2


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("rounds", [9, 20, 36])
def test_a_badge_has_every_round(style, rounds):
    found = night(16, rounds)
    text = re.sub(r"Round|Table", " ", " ".join(pages(made_of("badges", found, style)))).split()
    for player, name in enumerate(found.names[:2]):
        own = " ".join(text[text.index(name) + 1 :][: 3 * rounds])
        seats = re.findall(r"(\d+) ([ESWN])\b", own)
        tables = [(one.table_of(player), one) for one in found.tournament.draw]
        assert seats == [(f"{table + 1}", WINDS[one.tables[table].index(player)].letter) for table, one in tables]


def test_a_badge_has_room_for_the_most_rounds():
    use("zh_CN")
    text = pages(made_of("badges", night(16, MOST_ROUNDS), PrintStyle(Paper.LETTER, large=True)))
    assert text[0].split().count(str(MOST_ROUNDS)) == 2


def sheets_of(found, style):
    """The words of each table of each round, of which a sheet can have more than one page."""
    text = {}
    for page in pages(made_of("round-sheet", found, style)):
        place = re.match(r"Round (\d+) · table (\d+)", page)
        key = int(place[1]) - 1, int(place[2]) - 1
        text[key] = f"{text[key]} {page}" if key in text else page
    return text


@pytest.mark.parametrize("style", STYLES)
def test_a_round_sheet_has_names_results_and_penalties(style):
    found = played(night(3), 2)
    text = sheets_of(found, style)
    assert len(text) == 4 * 3
    given = [points_text(one) for one in table_points(NETS, found.tournament.places)]
    for (round_, table), page in text.items():
        seats = found.tournament.draw[round_].tables[table]
        positions = [page.index(found.names[player]) for player in seats]
        assert positions == sorted(positions)
        known = f"Points {' '.join(map(signed, NETS))} Table points {' '.join(given)} Penalties"
        assert (known in page) is (round_ < 2)
        assert ("1 table point" in page) is (round_ == 0 and 2 in seats)
        assert {str(hand) for hand in range(1, 17)} <= set(re.findall(r"\d+", page[positions[-1] + 4 :]))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("rules", "hands", "lines"), [("british", 0, 16), ("traditional", 0, 32), ("british", 64, 64)])
def test_a_round_sheet_has_a_line_of_nine_millimetres_for_each_hand(style, rules, hands, lines):
    found = numbered_contest(1, 1, Ruleset(rules))
    tournament = msgspec.structs.replace(found.tournament, hands=hands)
    found = msgspec.structs.replace(found, stored=msgspec.structs.replace(found.stored, tournament=tournament))
    made = made_of("round-sheet", found, style)
    text = pages(made)
    assert all("Round 1 · table 1" in page and "Discarder" in page for page in text)
    assert [("Signature" in page) for page in text] == [False] * (len(text) - 1) + [True]
    where = {
        int(hand): at for at in places(made, [f"{hand}" for hand in range(11, lines + 1)]) for hand, at in at.items()
    }
    assert [*where] == [*range(11, lines + 1)]
    steps = [where[hand][1] - where[hand + 1][1] for hand in range(11, lines)]
    assert all(step > 25.4 for step in steps if step > 0)  # a new page begins higher


@pytest.mark.parametrize("style", STYLES)
def test_the_penalties_of_a_round_are_added_up_and_apart_from_other_figures(style):
    found = played(night(1, 1), 1)
    tournament = found.tournament
    for points in (40, 1200):
        tournament = tournament.fined(TournamentPenalty(2, 0, 1, points))
    found = msgspec.structs.replace(found, stored=msgspec.structs.replace(found.stored, tournament=tournament))
    made = made_of("round-sheet", found, style)
    assert "3 table points, 1,265 points" in pages(made)[-1]
    where = places(made, ["Table points", "3 table", "1,265", "Signature"])[-1]
    assert where["Table points"][1] - 9 * style.scale > where["3 table"][1] >= where["1,265"][1]
    assert where["1,265"][1] - 9 * style.scale > where["Signature"][1]


@pytest.mark.parametrize("style", STYLES)
def test_a_results_board_is_blank(style):
    found = played(night(4, 10), 2)
    text = pages(made_of("results-board", found, style))
    joined = " ".join(text)
    for name in found.names:
        assert joined.count(name) == 2  # eight rounds, and two
    assert "+310" not in joined
    assert "Player 1 2 3 4 5 6 7 8 1 " in text[0]
    assert "Player 9 10 Total Place" in joined


def test_a_hand_record_has_boxes_for_every_tile():
    with pdfium.PdfDocument(made_of("hand-record", None).pdf) as document:
        (page,) = document
        boxes = [one.get_bounds() for one in page.get_objects(filter=[pdfium.raw.FPDF_PAGEOBJ_PATH], max_depth=1)]
    tile = TileBoxes(PrintStyle().width).tile
    tiles = [one for one in boxes if one[2] - one[0] == pytest.approx(tile - 2, abs=4) and one[3] - one[1] > 20]
    assert len(tiles) == 4 * (4 * 4 + 2 + 8 + 1)


# --- rules


@pytest.mark.exhaustive
@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("rules", RULESETS)
def test_a_pocket_card_has_every_figure_on_one_sheet(paper, rules):
    made = made_of("pocket-card", Ruleset(rules), PrintStyle(paper))
    assert made.pages == 1
    assert smallest(made) >= 7
    text = all_squeezed(made)
    shown = [part for part in rules_parts.parts(Ruleset(rules)) if part.topic not in _LEFT_OUT]
    assert shown
    for part in shown:
        for entry in part.entries:
            assert squeezed(entry.words + "".join(entry.cells)) in text


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_pocket_card_begins_with_what_a_club_changed_and_has_its_values(language):
    use(language)
    text = all_squeezed(made_of("pocket-card", CLUB))
    assert "900" in text
    assert "1,000" not in text  # the ruleset's own limit
    assert text.index("1.") < text.index("900")


@pytest.mark.exhaustive
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("rules", RULESETS)
def test_a_pocket_card_has_the_whole_name_of_a_club(style, rules):
    made = made_of("pocket-card", ClubRules.of(LONG_NAME, Ruleset(rules)), style)
    assert squeezed(LONG_NAME) in all_squeezed(made)
    assert style.large or made.pages == 1


def test_half_of_a_pocket_card_is_upside_down():
    found = set()

    def visit(text, matrix, _tm, _font, _size):
        if text.strip():
            found.add((round(matrix[3]), matrix[5] > Paper.A4.size[1] / 2))

    reader = pypdf.PdfReader(io.BytesIO(made_of("pocket-card", Ruleset("british")).pdf))
    reader.pages[0].extract_text(visitor_text=visit)
    assert {turned for turned, _upper in found} == {1, -1}


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("rules", RULESETS)
def test_a_referee_has_the_rulings_on_one_page_and_a_list(paper, rules):
    style = PrintStyle(paper)
    made = made_of("referee", Ruleset(rules), style)
    assert (made.pages, lay_out("referee", Ruleset(rules), style).style) == (2, style)  # a night has its margins
    assert smallest(made) >= 7
    text = all_squeezed(made)
    for part in rules_parts.parts(Ruleset(rules)):
        if part.topic in _SHOWN:
            for entry in part.entries:
                assert squeezed(entry.words + "".join(entry.cells)) in text


def test_a_referee_sees_the_wall():
    figures = structure(made_of("referee", CLUB).pdf).all("Figure")
    assert [one.alt for one in figures] == [_(_WALLS_ABOUT)]


# --- a night


def bookmarks(made):
    reader = pypdf.PdfReader(io.BytesIO(made.pdf))
    forms = [one for one in reader.outline if not isinstance(one, list)]  # a list has the headings of a form
    return [(one.title, reader.get_destination_page_number(one)) for one in forms]


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("style", [STYLES[0], STYLES[-1]])
def test_a_night_has_all_its_papers_one_after_the_other(style, language):
    forms = ("seating-plan", "tournament-draw", "table-cards", "round-sheet", "results-board", "badges")
    found = night(2, 2, names=False)
    use(language)
    made = made_of("club-night", found, style)
    each = {form: make(lay_out(form, found, style), style).pages for form in forms}
    each |= {form: make(lay_out(form, CLUB, style), style).pages for form in ("referee", "pocket-card")}
    marks = bookmarks(made)
    assert made.pages == sum(each.values()) + 1
    assert [page for _title, page in marks] == sorted({page for _title, page in marks})
    assert (len(marks), marks[-1][1]) == (9, made.pages - 1)


def test_a_night_names_the_mark_of_a_club_with_chips_of_its_own():
    club = ClubRules.of("Our rules", Ruleset("british"), chips=ChipSet("our club", (ChipKind(100, 5), ChipKind(10, 9))))
    found = numbered_contest(1, 1, club)
    text = " ".join(pages(made_of("club-night", found)))
    assert re.findall(r"mark (\w+)", text) == [found.tournament.rules.fingerprint] * 2


def test_certificates_and_the_ranking_come_only_after_results():
    first = [title for title, _page in bookmarks(made_of("club-night", night(2, 2)))]
    assert "Results board" in first
    assert "Certificates" not in first
    later = [title for title, _page in bookmarks(made_of("club-night", played(night(2, 2), 1)))]
    assert "Certificates" in later
    assert "Results board" not in later


# --- certificates


def by_tiles(winner, score, hand="111222m 333444p 55z"):
    scores = [Number(0)] * 4
    scores[winner] = Tiles(hand, score, Wind.EAST, Wind.EAST, "5z")
    return HandItem(winner=winner, by=By.DRAW, scores=tuple(scores))


@pytest.fixture
def certified(tmp_path):
    """A tournament of two rounds, the first over, with two hands won by their tiles in it and a better one later."""
    with Ledger.open(tmp_path / "ledger.db") as ledger:
        tournament = cup(ledger, rounds=2)
        uid = sit(ledger, tournament, 0, 0, hands=0, ends=False)
        for seq, score in enumerate((40, 88), 1):
            ledger.sessions.append(uid, seq, put(seq, by_tiles(0, score), moment=at(1)))
        ledger.sessions.append(uid, 3, Ended(at=at(1)))
        sit(ledger, tournament, 0, 1)
        later = sit(ledger, tournament, 1, 0, hands=0, minute=60, ends=False)
        ledger.sessions.append(later, 1, put(1, by_tiles(0, 300), moment=at(60)))
        return ledger.tournaments.contest("cup"), ledger.tournaments.contest("cup", with_hands=True)


def test_a_certificate_shows_the_highest_hand_of_the_rounds_that_count(certified):
    without, found = certified
    assert without.hands == ()
    first = found.tournament.draw[0].tables[0][0]
    mine = [one for one in found.hands if one.player == first]
    best = max(mine, key=lambda one: one.hand.score if one.place[0] == 0 else 0)
    text = pages(made_of("certificates", found))
    page = next(one for one in text if found.names[first] in one)
    assert f"Highest hand · {best.hand.score:,} points · round 1, table 1" in page
    assert sum("Highest hand" in one for one in text) == 1
    assert not any("Highest hand" in one for one in pages(made_of("certificates", without)))


@pytest.mark.parametrize("style", STYLES)
def test_a_certificate_has_the_whole_of_a_long_name(style):
    found = msgspec.structs.replace(played(night(1), 1), names=(LONG_NAME, *FULL_NAMES[1:]))
    assert squeezed(LONG_NAME) in all_squeezed(made_of("certificates", found, style))


# --- a tournament


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("count", [4, 9, 64])
def test_the_draw_has_everybody_in_every_round(tmp_path, style, count):
    names = [f"Person{at:02}" for at in range(count)]
    found = contest(tmp_path, names)
    text = "".join(pages(made_of("tournament-draw", found, style)))
    for name in names:
        assert text.count(name) == 3 + 1  # each round, and the list of everybody
    one = found.tournament.draw[0]
    player = one.tables[0][2]
    assert f"1 {WINDS[2].letter}" in text
    assert found.names[player] in text


@pytest.mark.parametrize("style", STYLES)
def test_there_is_a_card_for_each_table_of_each_round(tmp_path, style):
    found = contest(tmp_path, [f"Person{at:02}" for at in range(16)])
    text = pages(made_of("table-cards", found, style))
    assert len(text) == (4 if style.large else 3)
    assert sum(page.count("Signature") for page in text) == 12
    net = found.results[0, 0].net
    assert all(f"{abs(points):,}" in text[0] for points in net)


@pytest.mark.parametrize("style", STYLES)
def test_the_ranking_has_places_points_and_penalties(tmp_path, style):
    found = contest(tmp_path, [f"Person{at:02}" for at in range(64)], 20)
    text = "".join(pages(made_of("tournament-ranking", found, style)))
    assert "ranking after round 1 of 20" in text
    assert f"Penalty of {found.names[0]} in round 1: 1 table point, 20 points. came late" in text
    assert "too early" not in text  # round 2 counts nothing yet
    assert all(name in text for name in found.names)


def test_everybody_has_a_certificate_the_first_place_first(tmp_path):
    found = contest(tmp_path, ["A <b>name</b> & more", "王小明", *[f"Person{at}" for at in range(6)]])
    text = pages(made_of("certificates", found))
    assert len(text) == 8
    assert "in place 1 of 8 after round 1 of 3" in text[0]
    assert any("王小明" in page for page in text)
    assert not any(" 1 table points" in page or "1 points" in page.split() for page in text)
    assert any("1 table point ·" in page for page in text)
    assert any("<b>name</b>" in page for page in text)


def test_certificates_say_after_which_round_until_the_last_is_over():
    found = night(2, 3)
    assert "in place 1 of 8 after round 2 of 3" in pages(made_of("certificates", played(found, 2)))[0]
    text = pages(made_of("certificates", played(found, 3)))
    assert "finished in place 1 of 8" in text[0]
    assert not any("after round" in page for page in text)


def test_a_round_that_is_being_played_counts_on_no_certificate():
    found = played(night(2, 3), 1)
    before = pages(made_of("certificates", found))
    more = found.results | {
        (1, 0): TableResult((900, -300, -300, -300), 8, over=True),
        (1, 1): TableResult((0, 0, 0, 0), 3, over=False),
    }
    assert pages(made_of("certificates", msgspec.structs.replace(found, results=more))) == before


@pytest.mark.parametrize(("form", "code"), [("certificates", "form-no-round"), ("tournament-ranking", "form-no-table")])
def test_before_anything_is_played_there_is_a_draw_but_no_ranking(tmp_path, form, code):
    with Ledger.open(tmp_path / "ledger.db") as ledger:
        cup(ledger)
        found = ledger.tournaments.contest("cup")
    assert len(pages(made_of("table-cards", found))) == 2
    with pytest.raises(RuleError) as caught:
        lay_out(form, found, PrintStyle())
    assert [one.code for one in caught.value.problems] == [code]
