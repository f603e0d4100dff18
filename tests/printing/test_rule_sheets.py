"""Rule sheets, house rules and American cards: what they say against the engine, and how it stands on the page."""

import ctypes
import re

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from mjcompanion.american.card import read_card
from mjcompanion.american.card_library import BUILT_IN, built_in
from mjcompanion.core.chips import SETS, ChipKind, ChipSet
from mjcompanion.core.hand import Hand
from mjcompanion.core.options import OPTIONS, OptionKind, minimum_sentence, option
from mjcompanion.core.tiles import Wind
from mjcompanion.parsing.pattern import read_pattern
from mjcompanion.printing import catalogue
from mjcompanion.printing.document import Printed, make
from mjcompanion.printing.forms import american_card, house_rules, rules_parts
from mjcompanion.printing.forms.part_sheet import PartEntry, SheetPart, lay_out_sheet
from mjcompanion.printing.page import PrintStyle
from mjcompanion.rules.house import changed_rows, house_rows
from mjcompanion.rules.optional_rows import OPTIONAL_ROWS
from mjcompanion.rules.row import WHOLE_LIMIT, On
from mjcompanion.rulesets import RULESETS, Ruleset, options_for, stored_house
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.rules import TableRules
from tests.kinds import ALL, CHINESE
from tests.other_values import other_than, others
from tests.printing.filled import LONG_CARD, STYLES, all_squeezed, printed, squeezed


def figures(rules, title, options=None):
    """The figures of a part by their words."""
    found = [part for part in rules_parts.parts(rules, options) if part.title == title]
    return {entry.words: entry.cells for part in found for entry in part.entries if entry.cells}


def sentences(rules, title, options=None):
    """The sentences of a part, in one text."""
    found = [part for part in rules_parts.parts(rules, options) if part.title == title]
    return " ".join(entry.words for part in found for entry in part.entries if not entry.cells)


# --- what a rule sheet says: points and doubles


@pytest.mark.parametrize("rules", [rules for rules in CHINESE if not rules.preset.scale])
@pytest.mark.parametrize(
    ("hand", "kind", "open_"),
    [
        ("(222p) 345m 666s 777s 88s", "Pung of 2s to 8s", True),
        ("222p 345m 666s 777s 88s", "Pung of 2s to 8s", False),
        ("(999p) 345m 666s 777s 88s", "Pung of 1s or 9s, winds or dragons", True),
        ("333z 345m 666s 777s 88s", "Pung of 1s or 9s, winds or dragons", False),
        ("(5555p) 345m 666s 777s 88s", "Kong of 2s to 8s", True),
        ("[5555p] 345m 666s 777s 88s", "Kong of 2s to 8s", False),
        ("(6666z) 345m 666s 777s 88s", "Kong of 1s or 9s, winds or dragons", True),
        ("[1111p] 345m 666s 777s 88s", "Kong of 1s or 9s, winds or dragons", False),
    ],
)
def test_the_points_of_sets_are_those_of_a_score_sheet(rules, hand, kind, open_):
    sheet = score(Hand.parse(hand), ScoringContext(rules))
    tile = Hand.parse(hand.split()[0]).tiles[0]
    line = next(line for line in sheet.lines if line.meld is not None and line.meld.tile is tile)
    cells = figures(rules, "Points of sets")[kind]
    assert str(line.points) == cells[0 if open_ or rules is Ruleset("simple") else 1]


CHANGES = [
    {},
    {"limit": None},
    {"limit": 500},
    {"basal": 30},
    {"extras_as": "doubles"},
    {"extras_as": "none"},
    {"no_combinations": "literal"},
    {"flowers": False},
    {"flower_doubles_add": False},
    {"flower_doubles_add": True},
    {"own_wind_pair_adds": False},
]


@pytest.mark.parametrize("rules", CHINESE)
@pytest.mark.parametrize("changes", CHANGES)
def test_every_row_of_the_rules_stands_on_the_sheet_once(rules, changes):
    options = stored_house(rules, changes)
    told = [
        (entry.words, entry.cells)
        for part in rules_parts.parts(rules, options)
        if part.title.startswith(("Points of e", "Points of the w", "Other", "Doubles", "What a hand counts", "Limit"))
        for entry in part.entries
        if entry.cells
    ]
    expected = []
    limit = rules.limit_with(options)
    for row in rules.rows:
        if not row.enabled_if(options) or re.match("(pung|kong)-(simples|honours)", row.id):
            continue
        if not options.flowers and row.on in (On.FLOWER, On.FLOWER_SET, On.FLOWERS) and "flowers" in rules.uses:
            continue
        points, label = row.points_with(options), rules_parts.label(row)
        if points and row.doubles:
            expected.append((label, (str(points), str(row.doubles))))
        elif points:
            more = re.search(r": \d+ (more|instead of \d+)\.", row.law)
            expected.append((label, (f"{points} {more[1]}" if more else str(points),)))
        elif row.doubles:
            expected.append(
                (label, (f"{row.doubles} each" if row.on in (On.FLOWER, On.FLOWER_SET) else str(row.doubles),))
            )
        elif row.share and limit:
            least = limit * row.share // 1
            part = f"{least:,} and bonus tiles" if row.special else f"at least {least:,}"
            expected.append((label, (f"{least:,}" if row.share == WHOLE_LIMIT else part,)))
    if limit:
        expected.append(("No hand counts for more than", (f"{limit:,}",)))
    assert sorted(told) == sorted(expected)


@pytest.mark.parametrize("rules", CHINESE)
def test_laws_end_in_the_figures_that_stand_beside_them(rules):
    numbers = {"one": 1, "two": 2, "three": 3, "a": 1}
    for row in rules.rows:
        points = re.search(r": (\d+)(?! doubles)", row.law)
        if points and row.points:
            assert int(points[1]) == row.points
        doubles = re.search(r"(\w+) doubles?\.$", row.law)
        if doubles and row.doubles and doubles[1] in numbers | {"2": 2, "3": 3}:
            assert row.doubles == {**numbers, "2": 2, "3": 3}[doubles[1]]
        assert not re.search(r"\d+\.$|doubles?\b", rules_parts.label(row))


# --- payment, adjustment, rotation


def test_the_example_of_a_settlement_is_that_of_the_source():
    told = sentences(Ruleset("classical"), "Payment")
    assert "East has 8, South 8, West 32, North 16, and West wins" in told
    assert "East pays West 64, North 16; South pays West 32, North 8; North pays West 32." in told


@pytest.mark.parametrize(
    ("rules", "paid", "turned"),
    [
        ("nmjl", [("2v", "v"), ("4v", "2v"), ("–", "2v"), ("–", "4v")], ["passes on"] * 3),
        ("american-club", [("2v", "v"), ("–", "v"), ("–", "2v")], ["passes on", "passes on", "stays, new wall"]),
    ],
)
def test_american_payment_and_who_is_east_next(rules, paid, turned):
    assert list(figures(Ruleset(rules), "Payment").values()) == paid
    assert list(figures(Ruleset(rules), "Who is East next").values()) == [(one,) for one in turned]


def test_the_adjustments_of_kemp():
    assert "256 × 89/129 = 176.62" in sentences(Ruleset("kemp-chinese"), "Adjustment for the tiles left")
    assert figures(Ruleset("kemp-american"), "Score")["Without jokers"] == ("× 4",)
    assert figures(Ruleset("kemp-american"), "Score")["Every hand"] == ("× 2",)
    assert "50 × 98/138 = 35.51" in sentences(Ruleset("kemp-american"), "Score")


# --- walls


def wall(rules, options=None):
    return next(part for part in rules_parts.parts(rules, options) if part.title == "The wall")


def test_the_wall_that_is_drawn_is_the_one_that_is_told():
    drawn = wall(Ruleset("classical")).picture
    assert (drawn.start, drawn.count, drawn.dealer, len(drawn.kong_box)) == (Wind.SOUTH, 15, Wind.SOUTH, 6)
    told = sentences(Ruleset("classical"), "The wall")
    assert all(words in told for words in ("18 stacks", "15 in South’s", "14 tiles"))
    assert wall(Ruleset("nmjl")).picture.counted.stack == 7
    assert "The counted stack is drawn last." in sentences(Ruleset("nmjl"), "The wall")
    assert wall(Ruleset("simple")).picture is None


def test_without_flowers_the_walls_are_shorter_and_nothing_tells_of_flowers():
    plain = options_for(Ruleset("traditional"), {"flowers": False})
    assert "17 stacks" in sentences(Ruleset("traditional"), "The wall", plain)
    assert wall(Ruleset("traditional"), plain).picture.stacks == 17
    assert rules_parts.facts(Ruleset("traditional"), plain).startswith("136 tiles")
    told = " ".join(
        entry.words
        for part in rules_parts.parts(Ruleset("traditional"), plain)
        if part.title != "House options"
        for entry in part.entries
    )
    assert "lower" not in told


@pytest.mark.parametrize("rules", ALL)
def test_every_sheet_has_claims_the_end_of_the_wall_and_the_options(rules):
    parts = {part.title: part for part in rules_parts.parts(rules)}
    assert parts["Claims and table manners" if rules.manners else "Claims"].entries
    assert parts["The end of the wall"].entries
    used = rules.options_used()
    assert ("House options" in parts) is bool(used)
    for spec in used:
        is_told = f"{spec.label}: " in parts["House options"].entries[0].words
        assert is_told is (getattr(options_for(rules), spec.key) != "none")


# --- rule sheets on the page


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize("style", STYLES)
def test_a_rule_sheet_is_one_page_or_several_in_large_print(rules, style):
    made = make(catalogue.lay_out("rules-sheet", rules, style), style)
    assert made.pages in (range(2, 10) if style.large else [1])
    whole = all_squeezed(made)
    at = 0
    for title, entry in [
        (part.title, entry) for part in rules_parts.parts(rules) for entry in part.entries
    ]:  # everything is there, in its order, nothing shortened
        for words in (title, entry.words, *entry.cells):
            assert squeezed(words) in whole, words
        if not entry.cells:
            at = whole.index(squeezed(entry.words), at)
    assert "…" not in whole.replace("East5…", "").replace("0,1,2…", "")


def test_a_part_too_long_for_a_column_goes_on_in_the_next():
    part = SheetPart("Much", tuple(PartEntry(f"Sentence {number}.") for number in range(300)))
    made = make(lay_out_sheet(Printed("Long"), "Long", "", [part], PrintStyle(), "Long"), PrintStyle())
    whole = all_squeezed(made)
    assert made.pages > 1
    assert [int(number) for number in re.findall(r"Sentence(\d+)\.", whole)] == list(range(300))
    assert "Much,continued" in whole


# --- our house rules

OTHER = others()
OURS = ChipSet(
    "Bone sticks", (ChipKind(1000, 2, "stick", "black"), ChipKind(100, 8, "stick"), ChipKind(10, 10), ChipKind(2, 15))
)


@pytest.mark.parametrize("spec", OPTIONS, ids=lambda spec: spec.key)
def test_every_value_of_every_option_is_a_sentence(spec):
    values = {
        OptionKind.BOOL: (True, False),
        OptionKind.LIMIT: (None, 300, 500),
        OptionKind.EVEN: (10, 30),
        OptionKind.NUMBER: (25, 40),
        OptionKind.CHOICE: spec.choices,
        OptionKind.SCALE: ((), (0, 2, 4)),
    }[spec.kind]
    told = [house_rules.sentence(spec.key, value) for value in values]
    assert len(set(told)) == len(told)
    for words in told:
        assert words[0].isupper()
        assert words.endswith(".")


@pytest.mark.parametrize("rules", ALL)
def test_only_what_differs_is_told(rules):
    used = {spec.key for spec in rules.options_used()}
    for key, value in OTHER.items():
        if getattr(options_for(rules), key) == value:
            value = other_than(key, value)
        told = house_rules.parts(ClubRules.of("Ours", rules, {key: value}))[0].entries
        ours = stored_house(rules, {key: value})
        least = key in ("minimum", "minimum_in")
        said = f"1. {minimum_sentence(ours) if least else house_rules.sentence(key, value)}"
        assert [entry.words for entry in told] == [said if key in used else "Nothing: we play the rules as they are."]


def test_chips_only_where_there_are_payments():
    for rules in RULESETS.values():
        parts = {part.title: part for part in house_rules.parts(ClubRules.of("Ours", rules))}
        assert ("Chips" in parts) is (rules.pays is not None)
        assert "Chips" not in parts or parts["Chips"].picture == SETS[options_for(rules).chips]


@pytest.mark.parametrize("rules", ALL)
def test_the_mark_is_that_of_a_session(rules):
    ours, same = (ClubRules.of(name, rules) for name in ("Ours", "Theirs"))
    other = ClubRules.of("Ours", rules, {"limit": 702})
    assert house_rules.version(ours) == house_rules.version(same) != house_rules.version(other)
    if rules.at_table:
        assert house_rules.version(ours).endswith(TableRules.of(rules).fingerprint)


@pytest.mark.parametrize("style", STYLES)
def test_house_rules_on_the_page(style):
    note = "Tea at four.\n\n<b>Who</b> comes late &amp; plays North. 王小明"
    ours = ClubRules.of("Tuesday <i>club</i>", Ruleset("traditional"), {"limit": 500}, chips=OURS, note=note)
    made = make(catalogue.lay_out("house-rules", ours, style), style)
    assert made.pages <= 1 + style.large
    whole = all_squeezed(made)
    for words in ("Tuesday <i>club</i>", "<b>Who</b> comes late &amp; plays North.", house_rules.version(ours)):
        assert squeezed(words) in whole
    for part in house_rules.parts(ours):
        for entry in part.entries:
            assert all(squeezed(cell) in whole for cell in entry.cells)


def test_every_difference_is_printed_with_the_rows_among_them():
    own = {row.key for row in Ruleset("traditional").rows}
    able = {key: {"doubles": 1} if row.points else {} for key, row in OPTIONAL_ROWS.items() if key not in own}
    rows = able | {"no-runs": {"doubles": 1}, "dealt": {"off": True}, "dragons": {"everybody": False}}
    changes = {"rows": rows, "minimum": 3, "minimum_in": "faan", "scale": [2, 4, 8, 300], "payments": "half"}
    ours = ClubRules.of("Ours", Ruleset("traditional"), changes)
    told = [one.sentence for one in changed_rows(ours.preset, ours.options)]
    assert len(told) == len(rows)
    assert "No chows: 1 faan instead of 10 points." in told
    assert "East complete as dealt: nothing instead of the limit." in told
    assert "Four kongs: the limit, for everybody, added." in told
    told += [option(key).sentence(getattr(ours.options, key)) for key in ("scale", "payments")]
    told.append("The minimum to go out is 3 faan.")
    whole = all_squeezed(printed(house_rules, ours))
    for sentence in told:
        assert squeezed(sentence) in whole
    sheet = sentences(ours.preset, "House rules", ours.options)
    assert all(one.sentence in sheet for one in changed_rows(ours.preset, ours.options))


@pytest.mark.parametrize("rules", CHINESE)
def test_doubles_have_one_name_on_a_sheet(rules):
    """Faan where a table says what they are worth, in headings, rows and house rules."""
    options = options_for(rules)
    parts = rules_parts.parts(rules)
    heads = {head for part in parts for head in part.heads}
    by_table = bool(rules.scale_with(options))
    assert ("Faan" in heads, "Doubles" in heads) == (by_table, not by_table)
    assert not any(part.title in part.heads for part in parts if by_table)
    gives = [one.ours for one in house_rows(rules, options) if one.doubles]
    assert gives
    assert all(("faan" in one, "double" in one) == (by_table, not by_table) for one in gives)


def test_a_table_of_points_is_printed_as_far_as_the_limit():
    ours = ClubRules.of("Ours", Ruleset("hong-kong"), {"scale": [1, 2, 4, 8, 16, 32, 64, 128, 256], "limit": 64})
    said = option("scale").sentence((1, 2, 4, 8, 16, 32, 64))
    assert squeezed(said) in all_squeezed(printed(house_rules, ours))
    parts = {part.title: part.entries for part in rules_parts.parts(ours.preset, ours.options)}
    assert [entry.cells[0] for entry in parts["Faan"]] == ["8", "16", "32", "64"]


# --- American cards


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_card_as_rows(name):
    card = built_in(name).card
    rows = american_card.rows(card)
    assert [row.number for row in rows] == [line.number for line in card.lines]
    for row, line in zip(rows, card.lines, strict=True):
        assert (row.value, row.kind, row.note) == (str(line.value), line.kind, line.note)
        assert ("±1" in row.marks) is (line.shift == 1)
        assert (american_card.PAIRS_MARK in row.marks) is line.singles_and_pairs
        assert row.pattern.replace(" ", "") == line.pattern.replace(" ", "")
        assert read_pattern(row.pattern, line.shift, jokers_anywhere=card.jokers_anywhere).key == (
            read_pattern(line.pattern, line.shift, jokers_anywhere=card.jokers_anywhere).key
        )


def test_suits_of_letters():
    words = american_card.words_of("FF 2026a 111b= DDDc! NN/SS")
    assert [[(one.text, one.suit, one.small) for one in word.letters] for word in words] == [
        [("FF", "", False)],
        [("2", "a", False), ("0", "", False), ("26", "a", False), ("a", "", True)],
        [("111", "b", False), ("b=", "", True)],
        [("DDD", "c", False), ("c!", "", True)],
        [("NN", "", False)],
        [("/", "", False)],
        [("SS", "", False)],
    ]
    assert [word.joined for word in words] == [False, False, False, False, False, True, True]


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("style", STYLES)
def test_the_cards_on_the_page(name, style):
    card = built_in(name).card
    made = make(catalogue.lay_out("american-card", card, style), style)
    assert made.pages <= (6 if style.large else 2)
    assert len(made.pdf) < 90_000
    assert made == printed(american_card, card, style)
    whole = all_squeezed(made)
    for section in {line.section for line in card.lines}:
        assert squeezed(section) in whole
    for row in american_card.rows(card):
        assert squeezed(row.remark) in whole
    for words in american_card.legend(card, style.terms):
        assert squeezed(words) in whole


def letters(pdf):
    """The letters of a page with their colour and bounds."""
    found = {}
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0]
        textpage = page.get_textpage()
        for one in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=1):
            length = pdfium.FPDFTextObj_GetText(one, textpage, None, 0)
            buffer = (pdfium.FPDF_WCHAR * length)()
            pdfium.FPDFTextObj_GetText(one, textpage, buffer, length)
            words = bytes(buffer).decode("utf-16-le").rstrip("\0").strip()
            found[words] = colour_of(one), one.get_bounds()
    return found


def colour_of(one):
    red, green, blue, alpha = [ctypes.c_uint() for _ in range(4)]
    pdfium.FPDFPageObj_GetFillColor(one, red, green, blue, alpha)
    return red.value, green.value, blue.value


@pytest.mark.parametrize("large", [False, True])
def test_suits_differ_in_colour_and_without(large):
    card = read_card('name = "Ours"\n[[line]]\npattern = "FFFF 2222a 4444b 66c"\nvalue = 25\n')
    made = printed(american_card, card, PrintStyle(large=large))
    drawn = letters(made.pdf)
    groups = ("FFFF", "2222", "4444", "66")
    black, blue, red, white = [drawn[words][0] for words in groups]
    assert (black, white) == ((0, 0, 0), (255, 255, 255))
    assert len({black, blue, red, white}) == 4
    with pypdfium2.PdfDocument(made.pdf) as document:
        shapes = document[0].get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=1)
        found = [(one.get_bounds(), colour_of(one)) for one in shapes]

    def below(words):
        """The shapes as wide as words that are below them or behind them: whether behind, and their colour."""
        left, bottom, right, top = drawn[words][1]
        return [
            (box[3] > top, colour)
            for box, colour in found
            if abs(box[0] - left) < 4 and abs(box[2] - right) < 4 and -5 < box[1] - bottom < 1
        ]

    boxed = below("66")
    assert [below(words) for words in groups[:3]] == [[], [], [(False, red)]]
    assert [behind for behind, _ in boxed] == [True]
    assert boxed[0][1] not in {black, blue, red, white}


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("style", STYLES)
def test_a_long_card_goes_on(style):
    card = read_card(LONG_CARD)
    made = printed(american_card, card, style)
    whole = all_squeezed(made)
    values = [f"{10**6 - number:,}" for number in range(300)]
    assert [value for value in values if value in whole] == values
    assert "continued" in whole
    assert squeezed("1 line can’t be played and is left out.") in whole


def test_a_table_of_faan_is_printed_with_what_each_pays():
    told = figures(Ruleset("hong-kong"), "Faan")
    assert list(told) == [f"{faan} faan" for faan in range(3, 10)] + ["10 faan and more"]
    assert (told["3 faan"], told["10 faan and more"]) == (("8", "16", "8", "16"), ("128", "256", "128", "256"))
    alone = options_for(Ruleset("hong-kong"), {"payments": "discarder-for-all", "minimum": 0, "limit": 8})
    (part,) = [one for one in rules_parts.parts(Ruleset("hong-kong"), alone) if one.title == "Faan"]
    assert [(one.words, one.cells) for one in part.entries] == [
        ("0 faan", ("1", "3", "0", "1")),
        ("1 faan", ("2", "6", "0", "2")),
        ("2 faan", ("4", "12", "0", "4")),
        ("3 faan and more", ("8", "24", "0", "8")),
    ]
    plain = options_for(Ruleset("classical"), {"scale": [1, 2, 4]})
    (part,) = [one for one in rules_parts.parts(Ruleset("classical"), plain) if one.title == "Faan"]
    assert (part.heads, part.entries[-1].cells) == (("Score",), ("4",))
