"""The score sheet while a hand grows: what counts, what is missing, what is wrong and where, and copies of it."""

import json
import shlex
import subprocess
import sys

import pytest
from mjcompanion.ui.widgets.tiles import TileState
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtWidgets import QApplication

from mjcompanion.i18n.translation import listed
from mjcompanion.scoring.request import read_request, score_request
from mjcompanion.scoring.score import count_so_far, readings, score
from mjcompanion.scoring.sheet import describe_meld
from mjcompanion.scoring.sheet_rows import source_words
from mjcompanion.scoring.text_renderer import as_text

K = Qt.Key
RICH = "123m 456p 99s (777z) [1111s] 1f"
MANY = "111m 222p 888s 777z 55z"
"""All its tiles are on lines of the sheet."""


def ringed(desk):
    """The tiles with a ring, hand and laid row together; backs count by their name."""
    faces = (*desk.card.hand_row.faces, *desk.card.laid_row.faces)
    return sorted(str(face.tile) for face in faces if face.state & TileState.WRONG)


def lit(desk):
    faces = (*desk.card.hand_row.faces, *desk.card.laid_row.faces)
    return sorted(str(face.tile) for face in faces if face.state & TileState.HINT)


def line(desk, start):
    return next(one for one in desk.receipt.lines if one.row.label.startswith(start))


class TestGrowing:
    @pytest.mark.parametrize("hand", ["5m", "77z", "777z", "777z 22z", "(777z)", "1234f", "[1111z] 1f", "11s99s55z44z"])
    def test_so_far(self, desk, hand):
        assert desk.status == "Enter your tiles."
        assert desk.check() is None
        desk.paste(hand)
        parsed, context = read_request({"rules": "traditional", "hand": hand})
        sheet = count_so_far(parsed, context)
        assert desk.rows()["So far"] == f"{sheet.score:,}"
        desk.check()

    @pytest.mark.parametrize(
        ("hand", "says"),
        [
            ("5m", ["1 tile", "13 more"]),
            ("777z 11p", ["5 tiles", "9 more"]),
            ("123m 456p 789s 123s 5z", ["13 tiles", "one more"]),
            ("123m 456p 789s [1111s] 5z", ["one more"]),
            ("123m 456p 789s 123s 55z 9m", ["15 tiles", "one too many"]),
            ("1f", ["14 more"]),
            (
                "123m 789p 99s 14m 5p (777z)",
                ["don’t make four sets and a pair", "1 character, 4 character and 5 dot are left."],
            ),
        ],
    )
    def test_what_is_missing(self, desk, hand, says):
        desk.paste(hand)
        assert all(part in desk.status for part in says), desk.status
        assert ringed(desk) == []
        desk.check()


class TestWrong:
    @pytest.mark.parametrize(
        ("hand", "sentence", "tiles"),
        [
            ("11111m 5p", "There is a fifth 1 character. A set has only four.", ["1m"] * 5),
            ("(111m) 11m", "There is a fifth 1 character. A set has only four.", ["1m"] * 5),
            ("666666m", "There is a fifth 6 character. A set has only four.", ["6m"] * 6),
            ("1f1f 5p", "There is a second plum. A set has only one.", ["1f"] * 2),
            (
                "(135p) 5m",
                "“135p” isn’t a set: it should be a chow, a pung or a kong.",
                ["1p", "3p", "5p"],
            ),
            (
                "(99s) 5m",
                "“99s” is a pair. A pair is exposed only when the winning discard completed it.",
                ["9s", "9s"],
            ),
            ("[123m] 5m", "“[123m]” isn’t a kong. Only a concealed kong is written in [ ].", ["1m", "2m", "3m"]),
            ("(1f2f3f) 5m", "The plum can’t be part of a set. Flowers are laid aside.", ["1f"]),
            ("J 5m", "A joker has no place in this game. Jokers belong to American hands.", ["J"]),
            ("F", "“F”, any flower, belongs to American hands. Name the flower, 1f to 4f or 1y to 4y.", ["F"]),
            ("(111m)(222m)(333m)(444m)(555m)", "There are 5 sets. A hand has four and a pair.", []),
        ],
    )
    def test_tiles_are_ringed_and_named(self, desk, hand, sentence, tiles):
        desk.paste(hand)
        assert desk.status == sentence
        assert ringed(desk) == tiles
        desk.check()
        wrong = [button for row in (desk.card.hand_row, desk.card.laid_row) for button in row.buttons]
        said = [one.accessibleDescription() for one in wrong if "wrong" in one.accessibleDescription()]
        assert len(said) == len(tiles)

    @pytest.mark.parametrize(
        ("way", "tile", "sentence"),
        [
            ("kong-replacement", "9s", "A loose tile after a kong needs a kong in the hand."),
            ("flower-replacement", "9s", "A loose tile after a flower needs a flower in the hand."),
            ("deal", None, "A hand complete as dealt has no sets laid out."),
            ("first-discard", "9s", None),  # another tile may have won so
            ("robbed-kong", "9s", None),
        ],
    )
    def test_facts_that_cannot_be(self, desk, way, tile, sentence):
        desk.paste("123m 456p 99s (777z) 111s")
        if way == "first-discard":
            desk.pick(desk.page.seat, "S")
        assert desk.check() is not None
        desk.pick(desk.win.ways, way)
        if sentence is None:
            assert not any(one.isVisible() for one in desk.win.tile_row.buttons if str(one.tile) == tile)
            return
        if tile in map(str, desk.draft.winning_choices):
            desk.won_with(tile)
        assert desk.status == sentence
        assert desk.check() is None
        desk.pick(desk.win.ways, "discard")
        assert desk.check() is not None


class TestPointing:
    @pytest.fixture
    def rich(self, desk):
        desk.paste(RICH)
        return desk

    def test_pointing_at_a_line_lights_its_tiles(self, rich):
        one = line(rich, "Exposed pung of red dragons")
        rich.hover(one)
        assert lit(rich) == ["7z"] * 3
        rich.unhover(one)
        assert lit(rich) == []
        one.setFocus(Qt.FocusReason.TabFocusReason)
        assert lit(rich) == ["7z"] * 3
        rich.entry.setFocus()
        assert lit(rich) == []
        rich.hover(one)
        rich.paste("(777z) 5m")  # the line goes
        rich.unhover(one)
        assert lit(rich) == []

    def test_arrows_walk_the_lines(self, rich):
        able = [one for one in rich.receipt.lines if one.row.tiles]
        assert len(able) >= 3
        able[0].setFocus(Qt.FocusReason.TabFocusReason)
        for one in able[1:]:
            rich.key(K.Key_Down)
            assert QApplication.focusWidget() is one
        rich.key(K.Key_Down)
        assert QApplication.focusWidget() is able[-1]
        for one in reversed(able[:-1]):
            rich.key(K.Key_Up)
            assert QApplication.focusWidget() is one

    def marked(self, desk):
        return [one.row.label for one in desk.receipt.lines if one.marked]

    def lines_of(self, desk, tile):
        found = [one.row.label for one in desk.receipt.lines if one.row.tiles and tile in one.row.tiles]
        assert found
        return found

    def test_focusing_a_tile_marks_its_lines(self, desk):
        desk.paste(MANY)
        row = desk.card.hand_row
        for _ in range(100):
            if QApplication.focusWidget() in row.buttons:
                break
            desk.key(K.Key_Tab)
        assert QApplication.focusWidget() is row.buttons[0]
        assert self.marked(desk) == self.lines_of(desk, row.buttons[0].tile)
        desk.key(K.Key_End)
        assert self.marked(desk) == self.lines_of(desk, row.buttons[-1].tile)
        desk.key(K.Key_Home)
        assert self.marked(desk) == self.lines_of(desk, row.buttons[0].tile)
        desk.entry.setFocus(Qt.FocusReason.TabFocusReason)
        assert self.marked(desk) == []

    def test_hovering_a_tile_marks_its_lines(self, desk):
        desk.paste(MANY)
        for button in (*desk.card.hand_row.buttons[::4], desk.card.hand_row.buttons[-1]):
            desk.hover(button)
            assert self.marked(desk) == self.lines_of(desk, button.tile), button.tile
            desk.unhover(button)
            assert self.marked(desk) == []
        desk.paste(RICH)
        button = desk.card.laid_row.buttons[0]
        desk.hover(button)
        assert self.marked(desk) == self.lines_of(desk, button.tile)

    def test_a_mark_does_not_stay_on_another_line(self, desk):
        desk.paste("777z 99s 456p 111s 22z")
        desk.card.hand_row.focus_tile(len(desk.card.hand_row.faces) - 1)
        assert self.marked(desk)
        desk.entry.setFocus()
        desk.paste("555z 99s 456p 111s 22z")
        desk.paste("(123m)(123p)(123s)1f")
        assert self.marked(desk) == []


class TestWhy:
    def test_sources(self, desk):
        desk.paste(RICH)
        assert all(row.source for row in desk.receipt.rows if row.tiles)
        assert not any(one.why.isVisible() for one in desk.receipt.lines)
        desk.click(desk.receipt.why_button)
        desk.settle()
        for one in desk.receipt.lines:
            assert one.why.isVisible() is bool(one.row.laws)
            interface = QAccessible.queryAccessibleInterface(one)
            described = interface.text(QAccessible.Text.Description)
            assert not one.row.tiles or interface.text(QAccessible.Text.Name) == f"{one.row.label}: {one.row.figures}"
            assert (source_words(one.row.source) in described) if one.row.source else True
            assert all(law in described for law in one.row.laws)
        named = [row.label for row in desk.receipt.rows if "counting sticks" in row.label]
        assert named == ["(traditional play with counting sticks)"]  # once for all lines
        assert desk.check() is not None

    def test_other_readings(self, desk):
        hand = "111222333m 456p 99s"
        desk.rules("classical")
        desk.paste(hand)
        before = desk.receipt.rows
        desk.click(desk.receipt.why_button)
        sheets = readings(*read_request({"rules": "classical", "hand": hand}))
        assert len(sheets) == 2
        added = [
            (row.label, row.points) for row in desk.receipt.rows if row not in before and not row.label.startswith("(")
        ]
        assert added == [
            (f"Counted as {listed([describe_meld(one) for one in sheets[0].sets])}.", ""),
            (f"If counted as {listed([describe_meld(one) for one in sheets[1].sets])}", f"{sheets[1].score}"),
        ]
        desk.click(desk.receipt.why_button)
        assert desk.receipt.rows == before


CASES = [
    ("traditional", RICH, {}),
    ("traditional", RICH, {"seat": "W", "win": ("draw", "9s", True)}),
    ("classical", "123m 456p 789s 22244z 2f", {"seat": "S", "round": "W", "win": ("first-discard", "9s", False)}),
    ("classical", "123m 456p 789s 22244z 2f", {"win": ("deal", None, False)}),
    ("traditional", "777z 99s 111p 2345m 5z 1f", {"lost": True}),
    ("kemp-chinese", RICH, {"discards": 41, "win": ("flower-replacement", "9s", False)}),
    ("simple", "[1111z] [2222z] [3333z] [4444z] 55z 1f2f3f4f1y2y3y4y", {"round": "N"}),
    ("traditional", "[1111z] [5555z] [6666z] 22s 123m", {"options": {"limit": None, "extras_as": "doubles"}}),
    ("traditional", "123m 456p 99s 777z 111s", {"options": {"flowers": False, "basal": 20}}),
]


def enter(desk, rules, hand, facts):
    desk.rules(rules)
    desk.paste(hand)
    if "seat" in facts:
        desk.pick(desk.page.seat, facts["seat"])
    if "round" in facts:
        desk.pick(desk.page.round, facts["round"])
    if facts.get("lost"):
        desk.pick(desk.page.result, "lost")
    if "win" in facts:
        by, tile, last = facts["win"]
        desk.pick(desk.win.ways, by)
        if tile:
            desk.won_with(tile)
        if last:
            desk.click(desk.win.last_tile)
    if "discards" in facts:
        desk.win.discards.spin.setValue(facts["discards"])
    for key, value in facts.get("options", {}).items():
        control = desk.page.house.controls[key]
        if key == "extras_as":
            desk.pick(control, value)
        elif isinstance(value, bool):
            desk.click(control)
        else:
            control.spin.setValue(value or 0)


class TestCopies:
    @pytest.mark.exhaustive(keep=3)
    @pytest.mark.parametrize(("rules", "hand", "facts"), CASES)
    def test_the_command_line_scores_the_same_and_the_text_is_that_of_the_sheet(self, desk, rules, hand, facts):
        enter(desk, rules, hand, facts)
        total = desk.check()
        assert total is not None
        desk.receipt.copy_command()
        assert desk.said[-1] == "The command is on the clipboard."
        words = shlex.split(QGuiApplication.clipboard().text())
        assert words[0] == "mjcompanion"
        done = subprocess.run(
            [sys.executable, "-m", "mjcompanion", *words[1:], "--json"],
            capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        answer = json.loads(done.stdout)
        assert answer == score_request(desk.request()).answer()
        assert answer["score"] == total
        desk.receipt.copy_text()
        assert desk.said[-1] == "The result is on the clipboard."
        assert QGuiApplication.clipboard().text() == as_text(score(*read_request(desk.request())))
        desk.context.settings.change(characters="craks", bamboos="bams", red="chung")
        desk.receipt.copy_text()
        assert QGuiApplication.clipboard().text() == as_text(score(*read_request(desk.request())), desk.model.terms)

    def test_text_of_a_hand_that_is_not_whole(self, desk):
        desk.paste("11111m 5p")
        desk.receipt.copy_text()
        lines = QGuiApplication.clipboard().text().splitlines()
        assert lines[0] == "11111m5p"
        assert "There is a fifth 1 character. A set has only four." in lines
        assert any("8 more" in one for one in lines)


class TestBigNumbers:
    def test_thousands_and_the_limit(self, desk):
        hand = "[1111z] [5555z] [6666z] [7777z] 22z 1234f1234y"
        desk.rules("classical")
        desk.paste(hand)
        assert desk.check() > 1_000_000
        assert "," in next(figure for text, figure in desk.rows().items() if text in ("Score", "At least"))
        desk.rules("traditional")
        assert desk.check() == 300
        rows = desk.rows()
        assert int(rows["Would count"].replace(",", "")) > 300
        assert rows["The limit"] == "300"
