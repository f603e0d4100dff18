"""Kemp's two score cards and the running card: every line as the score sheet has it, then what is on the page."""

import random
from fractions import Fraction

import msgspec
import pytest

from mjcompanion.american.card_library import built_in
from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.match import Matcher
from mjcompanion.american.score import score_american
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import ALL_MELDS, By, Hand, HowWon
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.printing.forms import kemp_american, kemp_chinese, running_card
from mjcompanion.printing.forms.kemp_chinese import COMBINATIONS, DOUBLINGS, FLOWER_DOUBLINGS
from mjcompanion.printing.forms.kemp_parts import NONE
from mjcompanion.printing.forms.running_card import ASSISTED, ROWS, UNWON, WITH_TILES, GameLine
from mjcompanion.printing.page import Paper, PrintStyle
from mjcompanion.printing.values import FinishedGame, GameList, OneHand
from mjcompanion.rules.row import On, SetFacts
from mjcompanion.rulesets import Ruleset
from mjcompanion.rulesets.kemp_chinese import KEMP_CHINESE
from mjcompanion.scoring.context import ScoringContext, hundredths
from mjcompanion.scoring.request import score_request
from mjcompanion.scoring.score import count_so_far
from mjcompanion.scoring.sheet import ScoreLine
from tests.brute import random_request
from tests.printing.filled import STYLES, all_squeezed, printed, texts
from tools.handbook.american import card_examples

EAST = (Wind.EAST, Wind.EAST)
EIGHT = "1f2f3f4f1y2y3y4y"
LONG = "王小明 <b>Featherstonehaugh</b> &amp; " + "Very " * 40 + "Long"


def chinese(hand, **more):
    return score_request({"rules": "kemp-chinese", "hand": hand, **more})


def won(tile, by="draw", **more):
    return {"tile": tile, "by": by, **more}


def american(text, by=By.DRAW, discards=40, card="companion", tile=None):
    matcher = Matcher.of(built_in(card).card)
    hand = AmericanHand.parse(text)
    win = None
    if by is not None:
        win = HowWon(hand.concealed[0] if tile is None else Tile.parse(tile), by)
    return score_american(hand, ScoringContext(Ruleset("kemp-american"), win=win, discards=discards), matcher)


USUAL = chinese("123m 456p 99s (777z) [1111s] 1f", win=won("9s"), discards=40)
CROWDED = chinese(
    f"[1111z] [5555z] (6666z) (7777z) 22z {EIGHT}", win=won("2z", "kong-replacement"), discards=17
)  # fmt: skip
JOKERS = american("FFF 2m5z2m6m (222p) 66JJp", By.DISCARD, tile="6p")
JOKERLESS = american("FFF 2m5z2m6m 222p 6666p", discards=7)


def game(day, *, won=True, **more):
    """A finished game of the Chinese solitaire."""
    return FinishedGame(Ruleset("kemp-chinese"), day, won, **more)


def rows_of(module, card=None):
    """All lines of a card."""
    return [row for section in module.sections(card) for row in section.rows]


def games(chinese, american=(), *words):
    """Games of both kinds for a running card."""
    other = (msgspec.structs.replace(one, rules=Ruleset("kemp-american")) for one in american)
    return GameList((*chinese, *other), *words)


GAMES = tuple(
    game(
        f"2026-{1 + day // 28:02}-{1 + day % 28:02}",
        won=day % 5 != 3,
        score=10 ** (day % 8) + day,
        factor=Fraction(130 - day, 130),
        final=Fraction((10 ** (day % 8) + day) * (130 - day), 130),
        assisted=day % 4 == 0,
    )
    for day in range(50)
)


def number(text):
    return 0 if text == NONE else int(text.replace(",", ""))


def worth(cell):
    """What a cell like “2 × 4” comes to; cells without a count are only printed."""
    if "×" not in cell:
        return 0
    count, each = cell.split(" × ")
    return int(count) * int(each)


# --- the Chinese card is the score sheet


def check_chinese(sheet):
    basic, doubling, flowers, adjustment, final = kemp_chinese.sections(OneHand(sheet))
    *combined, subtotal = basic.rows
    assert sum(number(row.amount) for row in combined) == sheet.points == number(subtotal.amount)
    for row in combined:
        assert row.counts == (number(row.amount) > 0)
        if row.first is not None:
            assert worth(row.first) + worth(row.second) == number(row.amount)
            assert row.strong == ("×" in row.first, "×" in row.second)
        elif row.counts and "×" in row.second:
            assert worth(row.second) == number(row.amount)
        elif row.counts:
            assert int(row.second) == number(row.amount)
    running, found = sheet.points, [*doubling.rows, *flowers.rows]
    limit = found.pop() if sheet.limited else None
    for row in found:
        running *= 1 if row.second == NONE else number(row.second)
        assert number(row.amount) == running
    assert running == sheet.points << sheet.doubles
    assert (number(limit.amount) if limit else running) == sheet.score
    told = sheet.adjustment
    amounts = [row.amount for row in (*adjustment.rows, *final.rows)]
    if told is None:
        assert amounts == [""] * 5
        return
    whole, cents = divmod(int(told.final_text.replace(".", "")), 100)
    assert amounts == [
        str(told.drawable), str(told.discards), str(told.left), f"{hundredths(100 * told.factor)} %",
        f"{whole:,}.{cents:02}", f"{told.final_rounded:,}",
    ]  # fmt: skip
    assert adjustment.rows[0].second == str(len(sheet.hand.flowers))
    assert Fraction(adjustment.rows[3].second.replace(" ", "")) == told.factor


def test_amounts_and_products_of_random_hands_are_those_of_their_sheets():
    rng = random.Random("cards of Kemp")
    sheets = []
    while len(sheets) < 3000:
        try:
            sheets.append(score_request(random_request(rng, "kemp-chinese")))
        except RuleError:
            continue
    for sheet in sheets:
        check_chinese(sheet)
    assert any(sheet.limited for sheet in sheets)
    assert any(not sheet.context.options.own_wind_pair_adds for sheet in sheets)


def test_every_rule_has_one_line_of_the_card():
    doublings = (*DOUBLINGS, *FLOWER_DOUBLINGS[1:])  # 3a and 3b share theirs: one or both
    for rule in KEMP_CHINESE.rows:
        if rule.points:
            melds = [meld for meld in ALL_MELDS if rule.on is On.SET and rule.when(SetFacts(meld, *EAST))] or [None]
            for meld in melds:
                line = ScoreLine((rule.id,), "1", meld=meld)
                assert len([one.key for one in COMBINATIONS if one.is_for(rule.id, line)]) == 1, (rule.id, meld)
        if rule.doubles:
            assert len([one for one in doublings if rule.id in one.rules]) == 1, rule.id


CHINESE_LINES = [
    "Pair", "Runs of 3", "3 of a kind, 2’s–8’s (simples)", "3 ones or 3 nines of a kind (terminals)",
    "3 winds of any one kind", "3 dragons of any one kind", "4 of a kind, 2’s–8’s (simples)", "4 ones or 4 nines",
    "4 of any one wind", "4 of any one dragon", "2 of any one dragon", "2 of any one wind", "2 of own (East) wind",
    "Flowers (seasons)", "Mah Jongg (14 pieces", "No scoring combinations", "Winning piece drawn",
    "Completing pair, fill a run of 3", "Winning piece on special draw of loose tile", "No runs", "SUBTOTAL 1",
    "a. 3 or 4 of own (East) wind", "b. 3 or 4 of any one dragon", "c. Hand all of one suit (with",
    "d. Going out (Mah Jongg) on last tile", "e. Hand all of one suit, no winds", "f. Hand all 1’s and 9’s",
    "g. Hand all winds and dragons", "h. Mah Jongg on original draw", "a. One of own flower", "b. Both of own flower",
    "c. All 4 seasons of 1 color", "a. Total tiles: 144 less 14 in Mah Jongg = 130", "b. Less number of tiles discarded",
    "c. Tiles not played or drawn", "d. % of tiles left in wall", "5. FINAL SCORE: 3c × 4d",
]  # fmt: skip
"""The lines of source 1's card, in its order."""
AMERICAN_LINES = [
    "Score on card, eXposed or Concealed", "a. Making Mah Jongg on a discard (in Charleston)",
    "b. Picking Mah Jongg tile from wall", "c. Making Mah Jongg on discard & bet on", "d. Picking piece from wall",
    "e. Jokerless hand: double twice", "a. 152 less 14 in Mah Jongg hand", "b. No. of tiles discarded",
    "c. No. of tiles left in wall", "d. Percentage adjustment to score", "4. FINAL SCORE: Subtotal 2 × Factor 3",
]  # fmt: skip


@pytest.mark.parametrize(("module", "lines"), [(kemp_chinese, CHINESE_LINES), (kemp_american, AMERICAN_LINES)])
def test_a_blank_card_has_the_lines_of_the_source(module, lines):
    rows = rows_of(module)
    assert len(rows) == len(lines)
    for row, line in zip(rows, lines, strict=True):
        assert row.label.startswith(line)
        assert not row.counts


def test_the_values_printed_on_a_blank_card():
    rows = rows_of(kemp_chinese)
    cells = [[cell for cell in (row.first, row.second, row.amount) if cell] for row in rows[:20]]
    assert cells == [
        ["0", "0", "0"], ["0", "0", "0"], ["2", "4"], ["4", "8"], ["4", "8"], ["4", "8"], ["8", "16"], ["16", "32"],
        ["16", "32"], ["16", "32"], ["2", "2"], ["2", "2"], ["2", "2"], ["4"], ["20"], ["10"], ["2"], ["2"], ["10"],
        ["10"],
    ]  # fmt: skip
    assert [row.second for row in rows[21:32]] == ["2", "", "2", "2", "8", "2", "8", "8", "2", "4", "8"]


def test_a_hand_that_is_not_finished_is_refused():
    sheet = count_so_far(Hand.parse("777z 1f"), ScoringContext(Ruleset("kemp-chinese")))
    with pytest.raises(RuleError, match="wasn’t won"):
        kemp_chinese.lay_out(OneHand(sheet), PrintStyle())


def test_kemps_card_refuses_house_rules_that_change_rows():
    sheet = chinese("123m 456p 99s (777z) [1111s] 1f", options={"rows": {"dragons": {"doubles": 2}}})
    with pytest.raises(RuleError, match=r"your house rules change some of them. Print this hand as a score sheet\.$"):
        kemp_chinese.sections(OneHand(sheet))


# --- the American card is the score sheet


def check_american(sheet):
    rows = {row.key: row for row in rows_of(kemp_american, OneHand(sheet))}
    running = number(rows["1"].amount)
    assert running == sheet.line.value
    for key in ("2a", "2b", "2c", "2d", "2e"):
        running *= 1 if rows[key].second == NONE else number(rows[key].second)
        assert number(rows[key].amount) == running
    assert running == sheet.score
    assert (rows["2e"].second == "4") == sheet.jokerless
    assert [rows["2a"].second, rows["2b"].second].count("2") == 1
    told = sheet.adjustment
    assert rows["3a"].amount == "138"
    if told is None:
        assert [rows[key].amount for key in ("3b", "3c", "3d", "final")] == [""] * 4
        return
    whole, cents = divmod(int(told.final_text.replace(".", "")), 100)
    assert [rows[key].amount for key in ("3b", "3c", "final", "whole")] == [
        str(told.discards), str(told.left), f"{whole:,}.{cents:02}", f"{told.final_rounded:,}",
    ]  # fmt: skip
    assert rows["3d"].amount == f"{hundredths(100 * told.factor)} %"
    assert Fraction(rows["3d"].second.replace(" ", "")) == told.factor


def test_a_hand_of_every_section_of_a_card_with_and_without_jokers():
    sheets = [one.sheet for one in card_examples(Ruleset("kemp-american"))]
    sheets += [
        american("FFF 2m5z2m6m 222p 66JJp", by, discards) for by in (None, By.DEAL) for discards in (None, 0, 138)
    ]
    assert {sheet.jokerless for sheet in sheets} == {True, False}
    for sheet in sheets:
        check_american(sheet)


@pytest.mark.parametrize(
    ("by", "factors"),
    [
        (By.DISCARD, ("2", NONE)),
        (By.CHARLESTON, ("2", NONE)),
        (By.DRAW, (NONE, "2")),
        (By.DEAL, (NONE, "2")),
        (None, (NONE, "2")),
    ],
)
def test_one_of_two_lines_doubles(by, factors):
    rows = {row.key: row for row in rows_of(kemp_american, OneHand(american("FFF 2m5z2m6m 222p 6666p", by)))}
    assert (rows["2a"].second, rows["2b"].second) == factors
    assert (rows["2b"].first == "a or b") == (by is None)


def test_in_large_print_a_filled_card_has_the_page_to_itself():
    one = OneHand(JOKERS)
    assert [text.count("FINAL SCORE") for text in texts(printed(kemp_american, one))] == [2]
    named = OneHand(JOKERLESS, LONG, LONG, LONG)
    assert [printed(kemp_american, named, PrintStyle(paper)).pages for paper in Paper] == [1, 1]
    large = PrintStyle(Paper.LETTER, large=True)
    assert all_squeezed(printed(kemp_american, one, large)).count("FINALSCORE") == 1


# --- the running card


def test_a_game_in_a_line():
    assert running_card.line_of(GAMES[4]) == GameLine("2026-01-05", "*", "10,004", "96.92", "9,696.18")
    assert running_card.line_of(GAMES[3]) == GameLine("2026-01-04", "", NONE, NONE, NONE)
    assert running_card.line_of(game("today", score=8)) == GameLine("today", "", "8", "", "")
    assert running_card.line_of(game("today", score=8, real=True, assisted=True)).mark == "•*"


@pytest.mark.parametrize(
    ("chinese_games", "american_games", "pages"), [(0, 0, 1), (37, 37, 1), (38, 0, 2), (0, 75, 3), (74, 75, 3)]
)
def test_games_continue_on_further_pages(chinese_games, american_games, pages):
    row = game("2026-11-21", score=8)
    card = games((row,) * chinese_games, (row,) * american_games)
    found = running_card.rows(card)
    assert len(found) == pages == printed(running_card, card).pages
    assert all(len(side) == ROWS for page in found for side in page)
    for at, count in ((0, chinese_games), (1, american_games)):
        flat = [line for page in found for line in page[at]]
        assert flat == [running_card.line_of(row)] * count + [GameLine()] * (pages * ROWS - count)


def test_signs_are_explained_where_they_are_used():
    plain, helped, lost, real = game("a"), game("b", assisted=True), game("c", won=False), game("d", real=True)
    for some, expected in (
        ((), ()),
        ((plain,), ()),
        ((helped,), (ASSISTED,)),
        ((lost,), (UNWON,)),
        ((helped, lost), (ASSISTED, UNWON)),
        ((plain, real), (WITH_TILES,)),
    ):
        card = games(some[:1], some[1:])
        assert running_card.signs(card) == expected
        (page,) = texts(printed(running_card, card))
        assert [sign for sign in (WITH_TILES, ASSISTED, UNWON) if sign in page] == list(expected)


@pytest.mark.parametrize("style", STYLES)
def test_no_word_of_the_remarks_is_lost(style):
    words = [f"word{at}" for at in range(900)]
    found = " ".join(texts(printed(running_card, games(GAMES, (), "", "\n".join(words)), style)))
    assert [word for word in found.split() if word.startswith("word")] == words


# --- on the page


def test_the_text_of_a_card_reads_line_by_line():
    (page,) = texts(printed(kemp_chinese, OneHand(CROWDED, "Ann", "2026-11-21")))
    at = 0
    for row in rows_of(kemp_chinese, OneHand(CROWDED)):
        line = " ".join(cell for cell in (row.label, row.first, row.second, row.amount) if cell)
        at = page.index(line, at) + len(line)
    assert page.startswith(f"{kemp_chinese.TITLE}: Score Card Date: 2026-11-21 Name: Ann 22z (6666z)")


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("sheet", [USUAL, CROWDED])
def test_a_filled_chinese_card_is_one_page_and_three_or_four_in_large_print(paper, sheet):
    assert printed(kemp_chinese, OneHand(sheet, LONG, LONG), PrintStyle(paper)).pages == 1
    assert printed(kemp_chinese, OneHand(sheet, LONG, LONG), PrintStyle(paper, large=True)).pages in (3, 4)


# --- fields


@pytest.mark.parametrize("module", [kemp_chinese, kemp_american])
@pytest.mark.parametrize("paper", Paper)
def test_kemps_names_are_on_a_blank_card(module, paper):
    made = printed(module, None, PrintStyle(paper))
    assert made.pages == 1
    assert "".join(module.NOMENCLATURE.split()) in all_squeezed(made)


@pytest.mark.parametrize("module", [kemp_chinese, kemp_american, running_card])
def test_kemp_s_forms_have_his_words(module):
    words = all_squeezed(printed(module, None)).partition("Nomenclature")[0].lower()
    assert not [word for word in ("pung", "chow", "kong") if word in words.replace("potentialpung", "")]
