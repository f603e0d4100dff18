"""Special hands of a club's own: read from patterns, scored, refused by line, stored, printed."""

from io import BytesIO

import pypdf
import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By, Hand, HowWon
from mjcompanion.core.options import HouseHand, Options
from mjcompanion.core.tiles import Tile
from mjcompanion.printing.catalogue import lay_out
from mjcompanion.printing.document import make
from mjcompanion.printing.page import PrintStyle
from mjcompanion.rules.house import changed_options, options_for
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.table.club_rules import ClubRules, differences_text, read_club_rules, write_club_rules
from mjcompanion.table.house_key import house_words
from mjcompanion.table.rules import TableRules

HEAD = 'version = 1\nname = "Ours"\npreset = "{preset}"\n'
CIVIL_WAR = '[hands.civil-war]\npattern = "2468a 2468b NNN SSS"\n'
RUN = (
    '[hands.run-pung-pair]\nname = "Run, pung, pair"\npattern = "123456789a NNN SS"\nlimit = "1/2"\nconcealed = false\n'
)
ODD = '[hands.odds]\npattern = "1357a 1357b 135c NNN"\npoints = 30\ndoubles = 1\n'


def rules(text, preset="british"):
    return read_club_rules(HEAD.format(preset=preset) + text)


def scored(ours, text, *, tile="4z", by=By.DRAW):
    context = ScoringContext(ours.preset, win=HowWon(Tile.parse(tile), by), house=ours.options)
    return score(Hand.parse(text), context)


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("2468m 2468s 222444z", 1000),
        ("2468p 2468s 222444z", 1000),
        ("123456789s 444z 22z", 500),
        ("(123s) 456789s 444z 22z", 500),
        ("1357m 1357s 135p 444z", 104),  # 30, 20 for Mah Jongg and 2 for the draw, doubled
    ],
)
def test_a_hand_of_the_club_wins_by_its_pattern(hand, points):
    sheet = scored(rules(CIVIL_WAR + RUN + ODD), hand)
    assert sheet.score == points
    assert {"civil-war", "run-pung-pair", "odds"} & {row for line in sheet.lines for row in line.rules}


@pytest.mark.parametrize("hand", ["2468m 2468s 222333z", "2468m 2468m 222444z", "(2468m) 2468s 222444z"])
def test_what_isn_t_its_pattern_does_not_win(hand):
    with pytest.raises(RuleError):
        scored(rules(CIVIL_WAR), hand, tile="2z")


def test_a_concealed_hand_has_nothing_exposed():
    with pytest.raises(RuleError):
        scored(rules(CIVIL_WAR), "2468m 2468s (222z) 444z")
    assert scored(rules(CIVIL_WAR + "concealed = false\n"), "2468m 2468s (222z) 444z").score == 1000


def test_a_hand_moves_as_on_a_card():
    ours = rules('[hands.seven-sisters]\npattern = "11a 22a 33a 44a 55a 66a 77a"\nshift = 1\n')
    assert [scored(ours, f"{tiles}m", tile="5m").score for tiles in ("11223344556677", "33445566778899")] == [1000] * 2


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ('[hands.few]\npattern = "123a"\n', [(5, "pattern")]),
        ('[hands.flowers]\npattern = "FF 2026a 1111b 1111c"\n', [(5, "Flowers")]),
        ('[hands.five]\npattern = "11111a 1111b 11111c"\n', [(5, "four tiles")]),
        ("[hands.none]\n", [(4, "pattern")]),
        ('[hands.no-runs]\npattern = "2468a 2468b NNN SSS"\n', [(4, "no-runs")]),
        ('[hands."A b"]\npattern = "2468a 2468b NNN SSS"\n', [(4, "A b")]),
        (CIVIL_WAR + "points = -1\n", [(6, "points")]),
        (CIVIL_WAR + 'limit = "3/2"\n', [(6, "limit")]),
        (CIVIL_WAR + "shift = 9\n", [(6, "shift")]),
        (CIVIL_WAR + "colour = 3\n", [(6, "colour")]),
        ("hands = 3\n", [(4, "hands")]),
    ],
)
def test_a_mistake_is_named_with_its_line(text, codes):
    with pytest.raises(RuleError) as caught:
        rules(text)
    found = [(problem.place, problem.sentence()) for problem in caught.value.problems]
    assert [(place, word in sentence) for (place, sentence), (_, word) in zip(found, codes, strict=True)] == [
        (line, True) for line, _ in codes
    ]


@pytest.mark.parametrize(("preset", "code"), [("classical", "row-no-limit"), ("nmjl", "rows-none")])
def test_rules_that_can_t_have_it_say_so(preset, code):
    with pytest.raises(RuleError) as caught:
        options_for(Ruleset(preset), {"hands": {"civil-war": {"pattern": "2468a 2468b NNN SSS"}}})
    assert [problem.code for problem in caught.value.problems] == [code]


def test_points_count_nothing_where_a_table_counts_doubles():
    with pytest.raises(RuleError) as caught:
        rules('[hands.odds]\npattern = "1357a 1357b 135c NNN"\npoints = 30\n', "hong-kong")
    assert "faan" in str(caught.value)
    assert scored(rules(ODD.replace("points = 30\n", ""), "hong-kong"), "1357m 1357s 135p 444z").lines


def test_a_file_keeps_what_people_wrote():
    text = HEAD.format(preset="british") + "# Bob's idea\n" + CIVIL_WAR.replace("]\n", "] # since May\n")
    ours = read_club_rules(text)
    assert write_club_rules(ours, text) == text
    more = ours.changed(hands=(*ours.options.hands, HouseHand("odds", "1357a 1357b 135c NNN", doubles=2)))
    after = write_club_rules(more, text)
    assert "# Bob's idea\n[hands.civil-war] # since May" in after
    assert read_club_rules(after) == more
    assert read_club_rules(write_club_rules(more)) == more
    less = more.changed(hands=())
    assert read_club_rules(write_club_rules(less, after)) == less


def test_hands_stay_in_the_order_of_the_file():
    text = HEAD.format(preset="british") + RUN + CIVIL_WAR.replace("]\n", "] # since May\n")
    ours = read_club_rules(text)
    more = ours.changed(hands=(*ours.options.hands, HouseHand("a", "1357a 1357b 135c NNN", doubles=2)))
    after = write_club_rules(more, text)
    for one in (more, read_club_rules(after), read_club_rules(write_club_rules(more))):
        assert [hand.id for hand in one.hands] == ["run-pung-pair", "civil-war", "a"]
    back = more.changed(hands=tuple(hand for hand in more.options.hands if hand.id != "run-pung-pair"))
    assert "] # since May" in write_club_rules(more, write_club_rules(back, after))
    assert ours.table_rules().fingerprint == rules(CIVIL_WAR + RUN).table_rules().fingerprint


def test_a_session_keeps_them_and_others_have_another_mark():
    ours = rules(CIVIL_WAR)
    kept = changed_options(ours.preset, ours.options)
    assert options_for(ours.preset, kept) == ours.options
    assert ours.table_rules().fingerprint != TableRules.of(ours.preset).fingerprint
    assert Options().hands == ()
    assert len(house_words('{"hands":[{"id":"civil-war"}]}')) == 1


def test_paper_and_text_show_name_pattern_and_value():
    ours = rules(CIVIL_WAR + RUN)
    lines = differences_text(ours).splitlines()
    assert any(all(word in line for word in ("Run, pung, pair", "123456789a NNN SS", "half")) for line in lines)
    made = make(lay_out("house-rules", ours, PrintStyle()), PrintStyle())
    text = " ".join(pypdf.PdfReader(BytesIO(made.pdf)).pages[0].extract_text().split())
    assert "Civil war: 2468a 2468b NNN SSS" in text


def test_a_name_of_their_own_and_many_hands():
    with pytest.raises(RuleError):
        ClubRules.of("Ours", Ruleset("british"), {"hands": {"a": {"pattern": "2468a 2468b NNN SSS", "name": "x" * 61}}})
    many = {f"hand-{n}": {"pattern": "2468a 2468b NNN SSS"} for n in range(61)}
    with pytest.raises(RuleError):
        ClubRules.of("Ours", Ruleset("british"), {"hands": many})
