"""The four players' sheet, the doubling table and the score sheet of a hand: what they say is what was scored."""

import random
import re
from io import BytesIO

import pypdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjcompanion.american.request import score_request as score_american_request
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By, Hand
from mjcompanion.core.tiles import Terms, Wind
from mjcompanion.printing.forms import doubling_table, four_players, score_sheet
from mjcompanion.printing.forms.four_players import slips
from mjcompanion.printing.forms.score_sheet import facts, sections, tile_groups
from mjcompanion.printing.forms.session_rows import session_rows
from mjcompanion.printing.page import Paper, PrintStyle
from mjcompanion.printing.values import OneHand
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.request import score_request
from mjcompanion.scoring.sheet_rows import rule_sentences, source_words
from mjcompanion.table.events import BankItem, HandItem, PenaltyItem, SeatsItem
from mjcompanion.table.session import SessionSource
from mjcompanion.table.settle import because
from mjcompanion.table.words import figure, signed
from tests.printing.filled import CARDS, STYLES, flat, printed
from tests.sample import often
from tests.strategies import requests
from tests.table.making import begun, hand, put, random_item, tiles, with_items

NAMES = ("Andy", "Brett", "Chuck", "Dave")


def rows(hand, terms=None):
    """All lines of all sections of a score sheet."""
    return [row for section in sections(hand, terms) for row in section.rows]


def session_of(table, names, day="2026-11-21"):
    """A table as the session that led to it."""
    return SessionSource("5e55", names, table.events, (day,) * len(table.events))


def sheet_of(**request):
    return score_request(request)


def american(**request):
    return score_american_request({"card": "companion", **request}, CARDS)


def played(rules, count, seed=1):
    """A table with so many random items on its list."""
    rng, table = random.Random(seed), begun(rules)
    while len(table.rows) < count:
        try:
            table = put(table, random_item(rng, table))
        except RuleError:  # East complete as dealt, by another than East
            continue
    return table


# --- the doubling table


def test_the_table_doubles_by_adding():
    for row in doubling_table.rows():
        score = row.points
        for found in row.scores:
            score += score
            assert found == score
    assert [row.points for row in doubling_table.rows()] == list(range(2, 61, 2))
    assert {len(row.scores) for row in doubling_table.rows()} == {6}


@pytest.mark.parametrize("style", STYLES)
def test_the_table_is_one_page_with_every_number(style):
    made = printed(doubling_table, None, style)
    assert made.pages == 1
    text = flat(made)
    assert "Points 1 double × 2 2 doubles × 4 3 doubles × 8 4 doubles × 16 5 doubles × 32 6 doubles × 64 Points" in text
    body = text[text.index("× 64 Points") + len("× 64 Points") : text.index("More than 60")]
    expected = [[row.points, *row.scores, row.points] for row in doubling_table.rows()]
    assert [int(word.replace(",", "")) for word in body.split()] == [number for row in expected for number in row]
    for note in doubling_table.notes():
        assert note in text


# --- four players: as data


@pytest.mark.parametrize(
    "rules",
    [Ruleset("traditional"), Ruleset("classical"), Ruleset("nmjl"), Ruleset("american-club"), Ruleset("simple")],
)
@pytest.mark.parametrize("seed", range(6))
def test_the_sheet_says_what_the_table_says(rules, seed):
    table = played(rules, 40, seed)
    found = slips(session_of(table, NAMES))
    assert len(found) == len(table.rows)
    for slip, row in zip(found, table.rows, strict=True):
        if isinstance(row.item, SeatsItem | BankItem):
            assert not slip.rows
            assert not row.paid
            continue
        names = [*NAMES, *table.bettors]
        shown = [one.name for one in slip.rows]
        assert shown[:4] == list(NAMES)
        parties = [*range(4), *(4 + table.bettors.index(name) for name in shown[4:])]
        for party, line in zip(parties, slip.rows, strict=True):
            assert line.name == names[party]
            assert line.balance == figure(row.balances[party])
            assert line.net == signed(row.change(party))
            assert line.wind == (row.before.wind_of(party).word if party < 4 else "bet")
            for to, cell in zip(parties, line.pays, strict=True):
                paid = sum(one.points for one in row.paid if (one.payer, one.payee) == (party, to))
                assert cell == (f"{paid:,}" if paid else "")
        check_scores(table, row, slip)
        # nobody is left out who paid or got something
        assert {one.payer for one in row.paid} | {one.payee for one in row.paid} <= {*parties}


def check_scores(table, row, slip):
    """Points, doubles and scores are those of the score sheets."""
    if isinstance(row.item, PenaltyItem):
        assert all((one.points, one.doubles, one.score) == ("", "", "") for one in slip.rows)
        return
    assert slip.title == f"Hand {row.number}"
    for player in range(4):
        line, sheet = slip.rows[player], table.sheet(row, player)
        assert line.won == (player == row.item.winner)
        if sheet is not None:
            assert (line.points, line.doubles, line.score) == (
                f"{sheet.points:,}",
                str(sheet.doubles),
                f"{sheet.score:,}",
            )
            assert sheet.score == row.scores[player]
        elif row.scores[player] is not None:
            assert (line.points, line.doubles, line.score) == ("–", "–", f"{row.scores[player]:,}")
        elif row.item.value is not None and line.won:
            assert line.score == f"{row.item.value:,}"
        else:
            assert line.score == "–"
    for one in row.paid:
        assert f" {one.points:,}" in slip.remarks
        assert because(one.payment) in slip.remarks


def test_the_example_of_the_third_text():
    table = with_items(begun(), [hand(2, 8, 8, 32, 16, by=By.DISCARD, discarder=0)])
    [slip] = slips(session_of(table, NAMES))
    assert slip.told == "East round · won by Chuck, discarded by Andy"
    assert [row.pays for row in slip.rows] == [
        ("", "", "64", "16"),
        ("", "", "32", "8"),
        ("", "", "", ""),
        ("", "", "32", ""),
    ]
    assert [row.net for row in slip.rows] == ["\N{MINUS SIGN}80", "\N{MINUS SIGN}40", "+128", "\N{MINUS SIGN}8"]
    assert "Andy pays Chuck 64 (double: East)" in slip.remarks
    assert "Brett pays Dave 8 (difference of the two scores)" in slip.remarks


def test_where_a_table_says_what_doubles_are_worth_they_are_faan():
    table = begun(Ruleset("hong-kong"))
    won = tiles(table, "111p 333p 55z 999s (777z)", Wind.SOUTH, Wind.EAST, won=True)
    table = put(table, HandItem(winner=1, by=By.DISCARD, discarder=0, scores=(None, won, None, None)))
    [slip] = slips(session_of(table, NAMES))
    assert slip.heads == ("Wind", "Points", "Faan", "Score")
    assert [(row.points, row.doubles, row.score) for row in slip.rows[:2]] == [("–", "–", "–"), ("–", "5", "24")]
    (told,) = session_rows(session_of(table, NAMES)).rows
    assert "5 faan" in told.parties[1].facts
    assert "double" not in told.parties[1].facts


def test_the_heading_names_rules_and_what_differs():
    table = begun(Ruleset("traditional"), limit=500, losers_settle=False)
    told = four_players.heading(session_of(table, NAMES, "2026-11-21"))
    assert told[0] == "2026-11-21"
    assert told[1].startswith(f"Rules: Traditional · version 1, {table.rules.fingerprint} · 1,000 points each")
    assert told[2] == "House options: Limit: 500; Losers settle: no"
    assert len(four_players.heading(session_of(begun(), NAMES, ""))) == 1


# --- four players: on paper


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("rules", [Ruleset("traditional"), Ruleset("american-club")])
def test_a_filled_sheet(style, rules):
    table = played(rules, 25, 2)
    sheet = session_of(table, NAMES, "2026-11-21")
    made = printed(four_players, sheet, style)
    text = flat(made)
    at = 0
    for slip in slips(sheet):  # in their order
        at = text.index(slip.title, at)
        for row in slip.rows:
            for cell in (row.name, row.wind, row.points, row.doubles, row.score, *row.pays, row.net, row.balance):
                assert cell in text[at:]


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("large", [False, True])
def test_fields_are_told_and_go_along_the_rows(paper, large):
    style = PrintStyle(paper, large, fillable=True)
    made = printed(four_players, None, style)
    reader = pypdf.PdfReader(BytesIO(made.pdf))
    fields = reader.get_fields()
    names = list(fields)
    hands = flat(printed(four_players, None, PrintStyle(paper, large))).count("Discarded by")
    # date, table, rules, names, starts; then four about each hand and nine in each row
    assert len(names) == 3 + 8 + hands * (4 + 4 * 9)
    assert names[:4] == ["date", "place", "rules", "name-1"]
    begin = names.index("hand-1-player-2-wind")
    assert [name.removeprefix("hand-1-player-2-") for name in names[begin : begin + 9]] == [
        "wind", "points", "doubles", "score", "to-1", "to-3", "to-4", "net", "balance",
    ]  # fmt: skip
    assert fields["hand-1-player-2-to-3"]["/TU"] == "Hand 1, player 2: pays player 3"
    assert len({field["/TU"] for field in fields.values()}) == len(fields)


# --- the score sheet: as data


def check_lines(sheet, found):
    """The lines of the score are the sheet's own, each with its reason and source."""
    assert len(found) >= len(sheet.lines)
    for line, row in zip(sheet.lines, found, strict=False):
        told = line.describe()
        assert row.label == told[:1].upper() + told[1:]
        assert row.points == (f"{line.points:,}" if line.points else "")
        assert row.doubles == (f"×{2**line.doubles:,}" if line.doubles else "")
        assert row.tiles == line.tiles
        assert row.why == " ".join([*rule_sentences(line, sheet), source_words(line.source)])
        assert not re.match(r"\(\d", source_words(line.source)), "every source has a title"


@given(requests())
@settings(max_examples=often(300, 60), deadline=None)
def test_a_sheet_says_what_was_scored(request):
    sheet = score_request(request)
    hand_ = OneHand(sheet)
    found = rows(hand_)
    check_lines(sheet, found)
    by_name = {row.label: row for row in found}
    scored = [row for row in found if row.rules]
    assert sum(int(row.points.replace(",", "")) for row in scored if row.points) == sheet.points
    if sheet.doubles:
        total = next(row for row in found if row.role == "sum")
        assert (total.points, total.doubles) == (f"{sheet.points:,}", f"×{2**sheet.doubles:,}")
    assert by_name["Score" if sheet.adjustment is None else "Before the factor"].points == f"{sheet.score:,}"
    assert ("The limit" in by_name) == sheet.limited
    if sheet.limited:
        assert by_name["The limit"].points == f"{sheet.context.options.limit:,}"
    adjustment = sheet.adjustment
    if adjustment is not None:
        start = found.index(by_name["Before the factor"]) + 1
        drawable, discards, left, factor, final, whole = [row.points for row in found[start : start + 6]]
        counts = adjustment.drawable, adjustment.discards, adjustment.left
        assert (drawable, discards, left) == tuple(str(count) for count in counts)
        assert factor == f"{adjustment.left}/{adjustment.drawable}"
        assert (final.replace(",", ""), whole) == (adjustment.final_text, f"{adjustment.final_rounded:,}")
    assert Hand.parse(" ".join(group.text for group in tile_groups(hand_.sheet))) == sheet.hand


@given(requests(), st.sampled_from(STYLES))
@settings(max_examples=40, deadline=None)
def test_any_hand_can_be_printed(request, style):
    sheet = score_request(request)
    made = printed(score_sheet, OneHand(sheet, "Ann", "21 November 2026"), style)
    assert made.missing == ()
    text = flat(made)
    at = 0
    for row in rows(OneHand(sheet)):  # in their order
        at = text.index(row.label, at) + len(row.label)
        assert row.points in text[at:]
        assert row.doubles in text[at:]
        assert row.why in text[at:]
    assert {group.text for group in tile_groups(sheet)} <= {*text.split()}


def test_the_words_of_the_table():
    hand_ = OneHand(sheet_of(rules="traditional", hand="123m 456p 99s (555z) [1111s] 1f"))
    terms = Terms(white="soap", bamboos="bams")
    assert rows(hand_, terms)[0].label == "Exposed pung of soaps"
    assert "exposed pung of soaps" in facts(hand_, terms)[1]
    style = PrintStyle(terms=terms)
    assert "Exposed pung of soaps" in flat(printed(score_sheet, hand_, style))


def test_sets_that_score_nothing_are_told():
    sheet = sheet_of(rules="traditional", hand="123m 456p 99s (777z) [1111s]")
    quiet = [(row.label, row.points) for row in rows(OneHand(sheet)) if row.role == "quiet"]
    assert quiet == [("2 chows and the pair", "0")]
    loser = sheet_of(rules="traditional", hand="123m 45p 999s (777z) 12z 1f", winner=False)
    assert not [row for row in rows(OneHand(loser)) if row.role == "quiet"]


# American hands

WON = "FFF 2m5z2m6m 222p 6666p"


def test_a_line_of_a_card():
    sheet = american(rules="nmjl", hand=WON, win={"tile": "6p", "by": "discard"})
    hand_ = OneHand(sheet, card="Companion 2026")
    assert facts(hand_) == (
        "American, with a yearly card · East · won with 6 dot, from a discard",
        "Companion 2026: line 1, 2026, exposed",
        "The line on the card: FFF 2026a 222b 6666b",
    )
    assert [group.text for group in tile_groups(hand_.sheet)] == ["FFF", "2m5z2m6m", "222p", "6666p"]
    assert [(row.label, row.points, row.doubles) for row in rows(hand_)] == [
        ("Value of the line", "25", ""),
        ("No jokers: all pay double", "", ""),
        ("Score", "25", ""),
        ("Who discarded the winning tile pays", "100", ""),
        ("Each of the two others pays", "50", ""),
        ("American, with a yearly card (nmjl), version 1", "", ""),
        ("Singles and pairs without jokers: standard rules", "", ""),
    ]


def test_a_drawn_hand_with_jokers():
    sheet = american(rules="american-club", hand="FFF 2m5z2m6m 222p 66JJp", win={"tile": "6p", "by": "draw"})
    found = {row.label: row.points or row.doubles for row in rows(OneHand(sheet))}
    assert "2 jokers" in found
    assert found["Each of the others pays"] == "25"
    assert [group.text for group in tile_groups(sheet)][-1] == "66JJp"


# --- the score sheet: on paper


def test_a_usual_hand_is_one_page():
    request = {"rules": "traditional", "hand": "123m 456p 99s (777z) [1111s] 1f", "seat": "W"}
    hand_ = OneHand(sheet_of(**request, win={"tile": "9s", "by": "draw"}), "Ann", "21 November 2026")
    made = printed(score_sheet, hand_)
    assert made.pages == 1
    assert len(made.pdf) < 90_000
