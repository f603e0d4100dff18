"""A ruleset is one file: one that is put into a folder is scored, settled, played, printed and practised at once."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mjcompanion import rulesets
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By, Hand, HowWon, MeldKind
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.practice.compare import compare
from mjcompanion.practice.exercise import levels
from mjcompanion.practice.making import exercise
from mjcompanion.printing.forms import house_rules, rules_parts, rules_sheet
from mjcompanion.printing.page import PrintStyle
from mjcompanion.rules import ruleset
from mjcompanion.rules.row import WHOLE_LIMIT, On, Rule
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.request import score_request
from mjcompanion.scoring.rule_table import RuleTable
from mjcompanion.scoring.score import NoMahJongg, score
from mjcompanion.table.club_rules import ClubRules, read_club_rules, write_club_rules
from mjcompanion.table.events import HandItem, Number, Put, SessionSetup, Started, decode_event, encode_event
from mjcompanion.table.request import settle_request
from mjcompanion.table.rules import TableRules
from mjcompanion.table.table import replay
from mjcompanion.wall.breaks import break_wall
from tests.practice.answers import right_answer
from tests.table.making import AT, change
from tools.handbook.examples import examples

FILE = Path(__file__).parent / "data" / "rulesets" / "hong_kong_trial.py"


@pytest.fixture
def hong_kong(tmp_path, monkeypatch):
    """The ruleset of one file in a folder of its own, known to the program while a test runs."""
    before = dict(RULESETS)
    shutil.copy(FILE, tmp_path / "hong_kong_trial.py")
    monkeypatch.setattr(rulesets, "__path__", [*rulesets.__path__, str(tmp_path)])
    rulesets.read_folder()
    yield Ruleset("hong-kong-trial")
    ruleset._RULESETS.clear()
    ruleset._RULESETS.update(before)
    del sys.modules["mjcompanion.rulesets.hong_kong_trial"]


HAND = "123m 456m 99m (777z) [1111z] 1f"


def test_scored(hong_kong):
    asked = {"rules": "hong-kong-trial", "hand": HAND, "win": {"tile": "9m", "by": "draw"}}
    answer = score_request(asked).answer()
    assert (answer["points"], answer["doubles"], answer["score"]) == (1, 4, 16)
    assert answer["lines"][0]["what"] == "exposed pung of red dragons"
    assert score_request({**asked, "options": {"limit": 8}}).score == 8


@pytest.mark.parametrize(
    ("hand", "score", "words"),
    [
        ("1122m3344p5566s77z", (1 + 1) << 2, ["seven pairs", "Mah Jongg"]),
        ("112233445566m77z", (1 + 1) << 3, ["seven pairs", "Mah Jongg", "one suit with winds or dragons"]),
        ("19m19p19s1234567z7z", 16, ["thirteen orphans", "Mah Jongg"]),
    ],
)
def test_hands_of_other_kinds(hong_kong, hand, score, words):
    sheet = score_request({"rules": "hong-kong-trial", "hand": hand})
    assert (sheet.score, [line.what for line in sheet.lines]) == (score, words)
    assert sheet.sets == ()
    assert sheet.answer()["score"] == score
    with pytest.raises(NoMahJongg) as caught:
        score_request({"rules": "traditional", "hand": "1122m3344p5566s77z"})
    assert caught.value.shape.rulesets == (hong_kong,)


ROWED = {
    On.SET: (HAND, True),
    On.FLOWER: (HAND, True),
    On.FLOWER_SET: (f"{HAND} 2f3f4f", True),
    On.FLOWERS: (HAND, True),
    On.WIN: (HAND, True),
    On.PLACE: (HAND, True),
    On.NO_POINTS: ("123m 456m 789p 33s 456p", True),
    On.NO_DOUBLES: ("123m 456m 789p 33s 456p", True),
    On.SETS: (HAND, True),
    On.SHAPE: (HAND, True),
    On.TILES: (HAND, True),
    On.HAND: (HAND, True),
    On.READING: (HAND, True),
    On.KIND: ("1122m3344p5566s77z", True),
    On.WAITING: ("19m19p19s1234567z", False),
}
"""For each thing that a row may look at: a hand that has it, and whether it has won."""


@pytest.mark.parametrize("on", On)
def test_a_row_of_every_kind_holds_when_it_says_and_shows_its_words(hong_kong, on):
    """docs/extending.md: what a row looks at, when it holds, what it gives; its words stand on the sheet."""
    hand, won = ROWED[on]
    rows = (Rule("orphans", On.KIND, "", lambda k: k.kind == "thirteen-orphans", share=WHOLE_LIMIT, words="orphans"),)

    def lines(when):
        row = Rule("new", on, "", when, points=3, words="a new row", law="New: 3.", title="New", everybody=not won)
        fields = {key: getattr(hong_kong, key) for key in ("name", "line", "source", "taken_from", "example", "claims")}
        fields |= {key: getattr(hong_kong, key) for key in ("ends", "hand_laws", "kinds", "asks", "uses", "preset")}
        rules = Ruleset.define(f"trial-{on.name}-{when(None)}", rows=(row, *rows), losers_score=True, **fields)
        context = ScoringContext(rules, winner=won, win=HowWon(Tile.parse("9m"), By.DRAW) if hand == HAND else None)
        return [line for line in score(Hand.parse(hand), context).lines if "new" in line.rules]

    assert lines(lambda _: False) == []
    given = lines(lambda _: True)
    assert {line.points for line in given} == {3}
    assert all("a new row" in line.what for line in given)


def has_pure_straight(hand):
    """1 to 9 of one suit in three chows."""
    first = {chow.tile for chow in hand.chows}
    return any({tile, Tile(tile + 3), Tile(tile + 6)} <= first for tile in first if tile.rank == 1)


def has_mixed_triple_chow(hand):
    """The same chow in all three suits."""
    first = [chow.tile for chow in hand.chows]
    return any(len({tile.kind for tile in first if tile.rank == rank}) == 3 for rank in range(1, 8))


def is_outside_hand(hand):
    """A 1, a 9 or an honour in every set and the pair."""
    return not any(all(tile.is_simple for tile in one.tiles) for one in hand.sets)


def has_tile_hog(hand):
    """All four of a tile, and no kong of them."""
    tiles = [tile for one in hand.sets if one.kind is not MeldKind.KONG for tile in one.tiles]
    return any(tiles.count(tile) == 4 for tile in tiles)


def is_edge_wait(hand):
    """The 3 of 123 or the 7 of 789, where no other tile would have won."""
    chow = hand.completed if hand.completed in hand.chows else None
    return (
        chow is not None and hand.waits == (hand.win.tile,) and (chow.tile.rank, hand.win.tile.rank) in ((1, 3), (7, 7))
    )


OFFICIAL = {
    "pure-straight": has_pure_straight,
    "mixed-triple-chow": has_mixed_triple_chow,
    "outside-hand": is_outside_hand,
    "tile-hog": has_tile_hog,
    "edge-wait": is_edge_wait,
}
"""Some rows of the Chinese official rules: they ask for the sets themselves, and for what the hand waited for."""


@pytest.mark.parametrize(
    ("hand", "tile", "rows"),
    [
        ("123m 456m 789m 555z 22p", "5z", {"pure-straight"}),
        ("123m 456p 789m 555z 22p", "5z", set()),
        ("(123m) (456m) 789m [5555z] 22p", "2p", {"pure-straight"}),
        ("234m 234p 234s 555z 22p", "5z", {"mixed-triple-chow"}),
        ("234m 234p 345s 555z 22p", "5z", set()),
        ("123m 789p 111s 555z 99p", "5z", {"outside-hand"}),
        ("123m 789p 111s 555z 55p", "5z", set()),
        ("123m 333m 678p 555z 22p", "5z", {"tile-hog"}),
        ("123m [3333p] 678p 555z 22p", "5z", set()),
        ("123m 678p 345s 555z 22p", "3m", {"edge-wait"}),
        ("123m 678p 345s 555z 22p", "2m", set()),
        ("12345m 678p 345s 22p 3m", "3m", set()),
        ("111m 234m 567m 888m 99m", "8m", set()),
        ("123m 123p 123s 789s 99s", "7s", {"mixed-triple-chow", "outside-hand"}),
    ],
)
def test_rows_of_the_official_rules(hong_kong, hand, tile, rows):
    """A row may ask for the sets themselves, which chows in which suits, and for what the hand waited for."""
    fields = {key: getattr(hong_kong, key) for key in ("name", "line", "source", "taken_from", "example", "claims")}
    fields |= {key: getattr(hong_kong, key) for key in ("ends", "hand_laws", "asks", "uses", "preset")}
    official = tuple(Rule(id_, On.READING, "", when, points=1, words=id_) for id_, when in OFFICIAL.items())
    rules = Ruleset.define("official-trial", rows=official, **fields)
    win = HowWon(Tile.parse(tile), By.DRAW)
    sheet = score(Hand.parse(hand), ScoringContext(rules, win=win))
    assert {rule for line in sheet.lines for rule in line.rules} == rows
    assert sheet.score == len(rows)


def test_a_row_on_a_set_of_flowers_sees_which_and_whose(hong_kong):
    def found(when, flowers):
        row = Rule("new", On.FLOWER_SET, "", when, points=3, words="the best", everybody=True)
        table = RuleTable(hong_kong, hong_kong.preset, Wind.SOUTH, Wind.EAST, winner=True)
        table.rows[On.FLOWER_SET] = (row,)
        return [line.what for line in table.flowers[flowers].lines if "new" in line.rules]

    assert found(lambda f: f.kind == "seasons", 0xFF) == ["all four seasons (the best)"]
    assert found(lambda f: f.seat is Wind.EAST, 0xFF) == []


def test_settled(hong_kong):
    asked = {"rules": "hong-kong-trial", "winner": "S", "by": "discard", "from": "E", "scores": {"S": 16}}
    assert settle_request(asked)["net"] == {"E": -32, "S": 64, "W": -16, "N": -16}
    drawn = {"rules": "hong-kong-trial", "winner": "S", "by": "draw", "scores": {"S": 16}}
    assert settle_request(drawn)["net"] == {"E": -32, "S": 96, "W": -32, "N": -32}
    told = settle_request({**drawn, "options": {"east_double": True}})
    assert told["net"] == {"E": -64, "S": 128, "W": -32, "N": -32}
    with pytest.raises(RuleError, match="Who discarded"):
        settle_request({"rules": "hong-kong-trial", "winner": "S", "by": "discard", "scores": {"S": 16}})


def test_played_at_a_table(hong_kong):
    setup = SessionSetup(TableRules.of(hong_kong), ("ann", "bob", "cy", "di"), starting=1000)
    started = Started(at=AT, setup=setup)
    assert decode_event(encode_event(started)) == started
    won = HandItem(winner=1, by=By.DRAW, scores=(None, Number(16), None, None))
    table = replay([started, change(Put("1", won))])
    assert [one.balance for one in table.summary().standings] == [968, 1096, 968, 968]
    assert table.position.east == 1


def test_printed(hong_kong):
    parts = {part.title for part in rules_parts.parts(hong_kong)}
    assert {"The hand", "Limit", "Payment", "The wall", "Claims", "House options"} <= parts
    assert len(rules_sheet.lay_out(hong_kong, PrintStyle()).pages) == 1


def test_changed_by_a_club(hong_kong):
    ours = ClubRules.of("Ours", hong_kong, {"limit": 32, "flowers": False})
    assert read_club_rules(write_club_rules(ours)) == ours
    assert "We play without flowers and seasons." in str(house_rules.parts(ours))
    assert ours.table_rules().fingerprint != TableRules.of(hong_kong).fingerprint


def test_broken(hong_kong):
    assert break_wall("hong-kong-trial", [[3, 4]]).stacks == 18
    assert break_wall("hong-kong-trial", [[3, 4]], flowers=False).stacks == 17


def test_practised(hong_kong):
    for level in range(1, len(levels(hong_kong)) + 1):
        for number in range(1, 6):
            made = exercise(hong_kong, level, number)
            assert compare(made, right_answer(made)).is_right, (level, number)


def test_each_row_has_an_example(hong_kong):
    assert [one.rule.id for one in examples(hong_kong)] == [row.id for row in hong_kong.rows]


IDS = set(RULESETS)
HOME = Path(__file__).parents[1]
SOURCES = [
    path
    for folder in ("mjcompanion", "ui")
    for path in sorted((HOME / folder).rglob("*.py"))
    if path.parent.name != "rulesets" and "migrations" not in path.parts
]


@pytest.mark.parametrize("path", SOURCES, ids=[str(path.relative_to(HOME)) for path in SOURCES])
def test_nobody_asks_which_ruleset_it_is(path):
    """No comparison with the id of a ruleset, and no ruleset by its id: what holds is asked of the record."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            texts = {each.value for side in sides for each in ast.walk(side) if isinstance(each, ast.Constant)}
            asks_for_card = any(isinstance(side, ast.Attribute) and side.attr == "score_card" for side in sides)
            if texts & IDS and not asks_for_card:
                found.append(node.lineno)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Ruleset":
            found += [node.lineno for each in node.args if isinstance(each, ast.Constant)]
    assert found == []


def test_a_new_kind_of_kept_thing_is_checked_and_restored(tmp_path):
    trial = Path(__file__).parent / "data" / "kept" / "venues.py"  # in a process of its own: it adds a table
    done = subprocess.run([sys.executable, trial, tmp_path / "ledger.db"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
