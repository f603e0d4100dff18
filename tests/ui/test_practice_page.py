"""The Practice page, used as people use it: by keys alone, and by clicks alone."""

from collections import Counter

import pytest
from mjcompanion.ui.pages.ledger.lists import entry_title
from mjcompanion.ui.pages.ledger.words import exercise_words
from mjcompanion.ui.pages.practice.hand import _CHOSEN
from mjcompanion.ui.pages.practice.page import PracticePage
from mjcompanion.ui.pages.practice.words import rule_words
from mjcompanion.ui.theme import look
from mjcompanion.ui.widgets.tiles import TileState
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from mjcompanion.core.options import HouseHand
from mjcompanion.core.tiles import Terms
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.practice.compare import Verdict
from mjcompanion.practice.exercise import RowKind, Topic, levels
from mjcompanion.practice.making import aim_of, exercise
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders
from mjcompanion.table.club_rules import ClubRules, RulesLibrary
from tests.practice.answers import right_answer
from tests.ui.desk import PageDesk

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


class Desk(PageDesk):
    """A page on a data folder, and the hands that work on it."""

    def __init__(self, qtbot, context):
        super().__init__(qtbot, context, PracticePage)

    @property
    def sheet(self):
        return self.page.sheet

    def open(self, ruleset, level, number):
        self.model.open(ruleset, level, number)
        self.sheet.focus_first()
        self.wait()
        return self.model.made

    def click(self, widget):
        if self.page.scroller.isAncestorOf(widget):
            self.page.scroller.ensureWidgetVisible(widget)
        super().click(widget)

    def field(self, key, at=0):
        return self.sheet.row(key).fields[at]

    def enter_with_keys(self, *, but=None):
        """Fill in what is right by typing, Enter after each figure; `but` changes some."""
        made, but = self.model.made, but or {}
        answer = right_answer(made)
        entries = {one.key: one for one in answer.lines}
        if self.sheet.win is not None:
            self.key(Qt.Key.Key_Right)  # from none to No, from there to Yes
            if self.model.choices.get("win") != answer.choices["win"]:
                self.key(Qt.Key.Key_Left)
            if not self.sheet.fields:
                return
            self.sheet.fields[0].setFocus()
        for row in [one for one in made.rows if one.kind is RowKind.LINE and not one.given]:
            self.add_with_keys(row.key)
        self.sheet.fields[0].setFocus()
        for row in self.sheet.rows:
            for at, field in enumerate(row.fields):
                assert QApplication.focusWidget() is field
                if row.key in entries:
                    figures = (entries[row.key].points, entries[row.key].doubles)
                    value = figures[made.by_table :][at]
                    value = but.get((row.key, at), value) or ""
                else:
                    value = but.get(row.key, answer.amounts.get(row.key, answer.choices.get(row.key, "")))
                self.type(value)
                self.key(Qt.Key.Key_Return)
        assert QApplication.focusWidget() is self.sheet.check_button

    def add_with_keys(self, key):
        """Choose a line in the list and add it, by keys."""
        choice = self.sheet.offer_choice
        choice.setFocus()
        for _ in range(choice.count() + 1):
            if choice.currentData() == key:
                break
            self.key(Qt.Key.Key_Down)
        assert choice.currentData() == key
        self.key(Qt.Key.Key_Return)
        assert key in self.model.added

    def enter_with_clicks(self):
        """Fill in what is right by clicks alone."""
        made = self.model.made
        answer = right_answer(made)
        if not self.sheet.keys_button.isChecked():
            self.click(self.sheet.keys_button)
        if self.sheet.win is not None:
            self.click(next(one for one in self.sheet.win.segments if one.value == answer.choices["win"]))
        for row in [one for one in made.rows if one.kind is RowKind.LINE and not one.given]:
            choice = self.sheet.offer_choice
            choice.setCurrentIndex(choice.findData(row.key))
            self.click(self.sheet.add_button)
        for entry in answer.lines:
            for value, field in zip((entry.points, entry.doubles), self.sheet.row(entry.key).fields, strict=False):
                if value:
                    self.click(field)
                    self.click_key(value)
        for key, amount in answer.amounts.items():
            self.click(self.field(key))
            for digit in str(amount).replace("-", "−"):
                self.click_key(digit)
        if "line" in answer.choices:
            card = self.page.card_list
            item = card.items()[int(answer.choices["line"]) - 1]
            card.list.scrollToItem(item)
            place = card.list.visualItemRect(item).center()
            self.qtbot.mouseClick(card.list.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def click_key(self, words):
        self.wait()
        self.click(next(one for one in self.sheet.keys.widgets if one.isVisible() and one.text() == str(words)))

    def check(self):
        self.key(Qt.Key.Key_Return, CONTROL)
        self.wait()
        assert self.model.found is not None
        return self.model.found

    def verdicts(self):
        return {row.key: row.mark_sign.verdict for row in self.sheet.rows}


@pytest.fixture
def desk_at(qtbot, context_at):
    return lambda *folder, **settings: Desk(qtbot, context_at(*folder, **{"ruleset": "classical", **settings}))


@pytest.fixture
def desk(desk_at):
    return desk_at().show()


# one of each kind of sheet: all levels together would only take longer
SHEETS = [
    (Ruleset("classical"), 1, 1),
    (Ruleset("traditional"), 4, 3),
    (Ruleset("kemp-chinese"), 5, 2),
    (Ruleset("classical"), 5, 4),
    (Ruleset("classical"), 6, 1),
    (Ruleset("simple"), 4, 1),
    (Ruleset("simple"), 4, 2),
    (Ruleset("nmjl"), 2, 2),
    (Ruleset("american-club"), 3, 1),
    (Ruleset("kemp-american"), 4, 1),
]


def test_the_right_sheet_by_keys_alone(desk):
    for ruleset, level, number in SHEETS:
        desk.open(ruleset, level, number)
        desk.enter_with_keys()
        found = desk.check()
        assert found.is_right, found.wrong
        assert set(desk.verdicts().values()) <= {Verdict.RIGHT, None}
        assert QApplication.focusWidget() is desk.sheet.next_button
        desk.key(Qt.Key.Key_Return)
        assert desk.model.made.number == number + 1
        assert desk.model.is_blank


def test_the_right_sheet_by_clicks_alone(desk):
    for ruleset, level, number in SHEETS:
        desk.open(ruleset, level, number)
        desk.enter_with_clicks()
        desk.click(desk.sheet.check_button)
        assert desk.model.found.is_right, desk.model.found.wrong
        desk.click(desk.sheet.next_button)
        assert desk.model.made.number == number + 1


def test_where_a_table_says_what_doubles_are_worth_lines_have_faan_and_no_points(desk):
    desk.open(Ruleset("hong-kong"), 1, 4)
    points, faan = desk.sheet._column_words
    assert (points.isHidden(), faan.text()) == (True, "Faan")
    assert {field.accessibleName().rsplit(": ")[-1] for row in desk.sheet.lines for field in row.fields} == {"faan"}
    assert [row.label for row in desk.sheet.figures] == ["Faan", "Score"]
    desk.enter_with_keys()
    assert desk.check().is_right
    desk.open(Ruleset("traditional"), 2, 4)
    assert (points.isHidden(), faan.text()) == (False, "Doubles")


def test_a_wrong_line_is_marked_with_its_sentence_and_the_keyboard_goes_there(desk, heard):
    made = desk.open(Ruleset("classical"), 2, 3)
    row = next(row for row in made.rows if row.points and row.kind is RowKind.LINE)
    desk.enter_with_keys(but={(row.key, 0): row.points + 2})
    heard.clear()
    found = desk.check()
    assert [one.key for one in found.wrong] == [row.key, *[one.key for one in found.wrong[1:]]]
    shown = desk.sheet.row(row.key)
    assert shown.mark_sign.verdict is Verdict.WRONG
    assert shown.sentence.isVisible()
    assert row.laws[0] in shown.sentence.text()
    assert shown.fields[0].accessibleDescription() == shown.sentence.text()
    assert QApplication.focusWidget() is shown.fields[0]
    desk.context.settings.change(sound=True)
    assert sum("differ" in one for one in heard) == 1, "not again with each setting that is changed"
    desk.type(row.points)  # it is selected, so it is replaced
    assert desk.model.found is None
    assert shown.mark_sign.verdict is None
    assert not shown.sentence.isVisible()
    assert desk.check().is_right


def test_a_line_forgotten_is_shown_and_one_too_many_can_be_taken_away(desk):
    made = desk.open(Ruleset("classical"), 3, 1)
    known = {row.key for row in made.rows}
    forgotten = [row.key for row in made.rows if row.kind is RowKind.LINE and not row.given]
    extra = next(offer.key for offer in made.offers if offer.key not in known)
    desk.add_with_keys(extra)
    desk.type("10")
    found = desk.check()
    assert found.of(extra).verdict is Verdict.EXTRA
    for key in forgotten:
        assert found.of(key).verdict is Verdict.MISSING
        row = desk.sheet.row(key)
        assert row.isVisible()
        assert row.fields == []
        assert "Missing" in row.sentence.text()
    desk.click(desk.sheet.row(extra).remove_button)
    assert desk.model.added == ()
    assert not any(row.key in (extra, *forgotten) for row in desk.sheet.lines)
    assert desk.sheet.offer_choice.findData(extra) >= 0


def test_a_wrong_sum_is_told_apart_from_a_wrong_line(desk):
    made = desk.open(Ruleset("classical"), 1, 2)
    desk.enter_with_keys(but={"score": made.sheet.score + 1})
    found = desk.check()
    assert [(one.key, one.verdict) for one in found.wrong] == [("score", Verdict.SLIP)]
    desk.wait()
    with Ledger.open(None, desk.context.folders) as ledger:
        assert ledger.hands.practice().missed["classical"] == {}
        assert ledger.hands.practice().tally(Ruleset("classical"), 1).done == 1


def test_nothing_filled_in_is_not_compared(desk):
    desk.key(Qt.Key.Key_Return, CONTROL)
    assert desk.model.found is None
    assert len(desk.said) == 1


@pytest.mark.parametrize("text", ["-2", "abc"])
def test_what_is_no_number_is_not_compared(desk, text):
    desk.open(Ruleset("classical"), 1, 2)
    first, second = desk.sheet.fields[:2]
    first.setFocus()
    desk.type(4)
    second.setFocus()
    desk.type(text)
    first.setFocus()
    desk.key(Qt.Key.Key_Return, CONTROL)
    assert desk.model.found is None
    assert len(desk.said) == 1
    assert QApplication.focusWidget() is second


def test_a_hint_lights_the_tiles_and_counts_as_help(desk):
    made = desk.open(Ruleset("classical"), 1, 4)
    row = next(row for row in made.rows if row.points and row.tiles)
    desk.click(desk.sheet.hint_button)
    assert row.label() in desk.sheet.hint.text()
    lit = [
        face.tile for one in desk.page.hand_card.rows for face in one.faces if face.state & TileState.HINT and face.tile
    ]
    assert set(lit) == set(row.tiles)
    assert [one.key for one in desk.sheet.lines if one.marked] == [row.key]
    desk.context.settings.change(characters="craks", dots="circles", bamboos="bams")
    desk.wait()
    terms = desk.context.settings.value.terms
    assert row.label(terms) != row.label(Terms())
    assert row.label(terms) in desk.sheet.hint.text()
    assert [one.key for one in desk.sheet.lines if one.marked] == [row.key]
    desk.sheet.focus_first()
    desk.enter_with_keys()
    assert not desk.sheet.hint.isVisible()
    desk.check()
    tally = desk.model.tally
    assert (tally.done, tally.right) == (1, 0)


def test_only_the_first_look_counts_and_what_was_shown_does_not(desk):
    made = desk.open(Ruleset("classical"), 1, 5)
    desk.enter_with_keys(but={"score": 1})
    desk.check()
    desk.field("score").setFocus()
    desk.field("score").selectAll()
    desk.type(made.sheet.score)
    assert desk.check().is_right
    assert (desk.model.tally.done, desk.model.tally.right) == (1, 0)
    desk.click(desk.sheet.next_button)
    desk.click(desk.sheet.show_button)
    assert desk.page.right_sheet.isVisible()
    desk.enter_with_keys()
    assert desk.check().is_right
    assert desk.model.tally.done == 1
    assert "1 done" in desk.page.tally.text()


def test_what_is_checked_before_the_ledger_has_answered_stays_counted(desk):
    desk.open(Ruleset("classical"), 1, 5)
    desk.model.read()
    desk.model.fill_in(desk.model.amounts, "score", 1)
    desk.model.check()
    assert desk.model.tally.done == 1
    desk.wait()
    assert desk.model.tally.done == 1
    desk.model.read()
    desk.wait()
    assert desk.model.tally.done == 1


def test_the_programs_sheet_shows_what_is_right_and_the_hand_every_tile(desk):
    for ruleset, level, number in SHEETS:
        made = desk.open(ruleset, level, number)
        desk.key(Qt.Key.Key_L, CONTROL)
        assert desk.page.right_sheet.isVisible()
        figures = " ".join(f"{row.label} {row.figures}" for row in desk.page.right_sheet.rows)
        for row in made.rows:
            if row.kind is RowKind.AMOUNT and (not made.trouble or not row.if_yes) and row.amount:
                if row.key == "doubles":
                    continue  # shown as × at each line
                assert f"{abs(row.amount):,}" in figures, row
        if made.trouble:
            assert "No Mah Jongg" in figures
        desk.key(Qt.Key.Key_L, CONTROL)
        assert not desk.page.right_sheet.isVisible()
        faces = [face for row in desk.page.hand_card.rows if row.isVisible() for face in row.faces]
        assert len(faces) == (0 if made.hand is None else len(made.hand.tiles))
        known = Counter(face.tile for face in faces if face.tile is not None)
        assert made.hand is None or known <= Counter(made.hand.tiles)


def test_rules_and_level_are_chosen_and_remembered(desk_at):
    desk = desk_at().show()
    assert desk.model.made.code == "classical 1 1"
    page = desk.page
    page.rules_choice.setFocus()
    for _ in range(page.rules_choice.findData("simple") - page.rules_choice.currentIndex()):
        desk.key(Qt.Key.Key_Down)
    assert desk.model.made.ruleset is Ruleset("simple")
    assert page.level_choice.count() == len(levels(Ruleset("simple")))
    page.level_choice.setFocus()
    desk.key(Qt.Key.Key_Down)
    assert desk.model.made.code == "simple 2 1"
    desk.sheet.focus_first()
    desk.enter_with_keys()
    desk.check()
    again = desk_at().show()
    again.wait()
    assert again.model.made.code == "simple 2 1"
    assert again.model.tally.right == 1
    assert not again.page.intro.isVisible()


@pytest.fixture
def club(desk_at, tmp_path):
    """A page, and the club's own rules with a special hand."""
    hands = (HouseHand("civil-war", "2468a 2468b NNN SSS", limit="1/2"),)
    shelf = RulesLibrary(Folders.at(tmp_path / "data").rules_folder)
    entry = shelf.save(ClubRules.of("Tuesday club", Ruleset("traditional"), {"basal": 20, "hands": hands}))
    return desk_at, shelf, entry


def show_read(desk_at):
    desk = desk_at().show()
    desk.qtbot.waitUntil(lambda: not desk.context.shelves.busy)
    desk.wait()
    return desk


def test_the_clubs_own_rules_are_practised_and_remembered(club):
    desk_at, *_ = club
    desk = show_read(desk_at)
    choice = desk.page.rules_choice
    assert choice.itemText(choice.count() - 1) == "Tuesday club"
    choice.setFocus()
    desk.key(Qt.Key.Key_End)
    made = desk.model.made
    assert (made.code, made.house.name) == ("traditional 1 1 Tuesday club", "Tuesday club")
    assert next(row.points for row in made.rows if row.key == "rule:mah-jongg") == 20
    desk.sheet.focus_first()
    desk.enter_with_keys()
    assert desk.check().is_right
    assert desk.model.progress.tally(Ruleset("traditional"), 1).done == 0
    desk.wait()
    with Ledger.open(None, desk.context.folders) as ledger:
        (entry,) = ledger.notebook.page().rows
    assert (entry_title(entry), exercise_words(entry)) == ("Tuesday club", "level 1, exercise 1")
    desk.click(desk.page.copy_button)
    assert QGuiApplication.clipboard().text() == made.code
    again = show_read(desk_at)
    assert again.model.made == made
    assert again.page.rules_choice.currentText() == "Tuesday club"
    assert again.model.tally.right == 1
    again.page.number.setFocus()
    again.page.number.selectAll()
    again.type("3")
    again.key(Qt.Key.Key_Return)
    assert again.model.made.code == "traditional 1 3 Tuesday club"
    again.page.open_exercise("classical 1 2")
    again.qtbot.waitUntil(lambda: again.model.made.code == "classical 1 2")
    again.page.open_exercise(made.code)
    again.qtbot.waitUntil(lambda: again.model.made.code == made.code)
    assert QApplication.focusWidget() is again.sheet.fields[0]


def test_an_exercise_follows_its_house_rules(club):
    desk_at, shelf, entry = club
    desk = show_read(desk_at)
    desk.page.open_exercise("traditional 1 1 Tuesday club")
    desk.qtbot.waitUntil(lambda: desk.model.made.house is not None)
    key = desk.model.lines[0].key
    desk.model.fill_in(desk.model.points, key, 8)
    more = entry.rules.changed(basal=30)
    for changed in (more, replace(more, note="By phone"), replace(more, name="Club", note="By phone")):
        entry = shelf.save(changed, entry)
        desk.model.read()
        desk.qtbot.waitUntil(lambda changed=changed: desk.model.made.house == changed)
        assert desk.model.points == {key: 8}
    shelf.delete(entry)
    desk.model.read()
    desk.qtbot.waitUntil(lambda: desk.model.made.house is None)
    assert desk.model.points == {key: 8}
    assert desk.model.made.code == "traditional 1 1"
    assert desk.page.rules_choice.currentData() == "traditional"
    assert desk.page.rules_choice.findText("Tuesday club") == -1


def test_house_rules_too_strict_for_a_level_leave_the_exercise_as_it_is(club):
    desk_at, shelf, entry = club
    shelf.save(entry.rules.changed(minimum=900), entry)
    desk = show_read(desk_at)
    made, choice = desk.model.made, desk.page.rules_choice
    choice.setFocus()
    desk.key(Qt.Key.Key_End)
    assert desk.model.made is made
    assert choice.currentData() == str(made.ruleset)
    assert "Tuesday club" in desk.said[-1]


def test_the_same_exercise_for_somebody_else(desk_at, tmp_path):
    desk = desk_at().show()
    made = desk.open(Ruleset("traditional"), 3, 77)
    desk.click(desk.page.copy_button)
    code = QGuiApplication.clipboard().text()
    assert code == "traditional 3 77"
    assert code in desk.said[-1]
    other = desk_at(tmp_path / "other").show()
    other.page.number.setFocus()
    other.page.number.selectAll()
    other.type(code)
    other.key(Qt.Key.Key_Return)
    assert other.model.made == made
    assert other.page.number.text() == "77"
    assert QApplication.focusWidget() is other.sheet.fields[0]


def test_an_exercise_that_is_done_again_is_blank_though_it_was_the_last_one(desk):
    desk.open(Ruleset("classical"), 1, 1)
    desk.enter_with_keys()
    assert desk.check().is_right
    desk.page.open_exercise("classical 1 1")
    assert desk.model.is_blank
    assert desk.model.found is None
    desk.enter_with_keys()
    desk.check()
    assert desk.model.tally.done == 2
    desk.page.open_exercise("classical 1")  # an earlier version kept one for a whole level
    assert desk.model.made.code == "classical 1 2"
    assert desk.model.is_blank


def test_who_did_something_before_the_ledger_has_answered_stays_with_it(desk_at):
    first = desk_at().show()
    first.open(Ruleset("classical"), 1, 5)
    first.model.fill_in(first.model.amounts, "score", 1)
    first.model.check()
    first.wait()
    first.context.typed.keep("practice", None)
    first.context.typed.save()
    desk = desk_at()
    desk.page.model.set_shown(shown=True)
    desk.show().wait()
    assert desk.model.tally.done == 1
    assert desk.model.made.code == "classical 1 1"
    assert desk.model.shown


def test_what_is_no_exercise_is_said(desk):
    before = desk.model.made
    for text in ("0", "x", "classical 9 1", "", "1234567", "00000011000000", "٣"):
        desk.said.clear()
        desk.page.number.setFocus()
        desk.page.number.selectAll()
        desk.key(Qt.Key.Key_Delete)
        desk.type(text)
        desk.key(Qt.Key.Key_Return)
        assert desk.model.made is before
        assert len(desk.said) == 1


def test_what_is_missed_comes_next_and_is_told(desk):
    made = desk.open(Ruleset("classical"), 3, 1)
    desk.field("set:0").setFocus()
    desk.type("8")
    missed = desk.check().missed
    assert missed
    most = desk.model.progress.most_missed(Ruleset("classical"))[0]
    assert rule_words(desk.model.made, most) in desk.page.tally.toolTip()
    desk.key(Qt.Key.Key_N, CONTROL)
    assert desk.model.made.number > made.number
    assert aim_of(Ruleset("classical"), 3, desk.model.made.number) in missed


def test_a_ledger_that_cant_be_written_is_told_and_stops_nobody(desk_at, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    desk = desk_at(blocked).show()
    desk.wait()
    desk.enter_with_keys()
    assert desk.check().is_right
    desk.wait()
    assert "can’t be opened" in desk.said[-1]
    assert desk.model.tally.done == 1


def test_tiles_and_rows_light_each_other(desk):
    made = desk.open(Ruleset("classical"), 2, 1)
    row = next(row for row in made.rows if row.kind is RowKind.LINE and row.tiles)
    card = desk.page.hand_card
    desk.field(row.key).setFocus()
    lit = {face.tile for one in card.rows for face in one.faces if face.state & TileState.HINT} - {None}
    assert lit == set(row.tiles)
    tile_row, at = next(
        (one, at)
        for one in card.rows
        for at, face in enumerate(one.faces)
        if face.tile is not None and sum(face.tile in other.tiles for other in made.rows) == 1
    )
    tile = tile_row.faces[at].tile
    tile_row.pointed.emit(at)
    assert [one.key for one in desk.sheet.lines if one.marked] == [one.key for one in made.rows if tile in one.tiles]
    tile_row.pointed.emit(-1)
    assert not any(one.marked for one in desk.sheet.lines)
    desk.click(tile_row.buttons[at])
    assert QApplication.focusWidget() in desk.sheet.row(next(one.key for one in made.rows if tile in one.tiles)).fields


def test_the_card_is_walked_and_chosen_by_keys(desk):
    desk.open(Ruleset("nmjl"), 1, 1)
    card = desk.page.card_list
    lines = card.items()
    assert len(lines) == 55

    def chosen():
        return [at for at, item in enumerate(lines, 1) if item.data(_CHOSEN)]

    card.list.setFocus()
    card.list.setCurrentItem(lines[0])
    assert "line" not in desk.model.choices
    desk.key(Qt.Key.Key_Down)
    desk.key(Qt.Key.Key_Down)
    desk.key(Qt.Key.Key_Return)
    assert desk.model.choices["line"] == "3"
    assert (desk.field("line").text(), chosen()) == ("3", [3])
    desk.key(Qt.Key.Key_Down)
    desk.key(Qt.Key.Key_Space)
    assert chosen() == [4]
    field = desk.field("line")
    field.setFocus()
    field.selectAll()
    desk.type("12")
    assert chosen() == [12]
    field.selectAll()
    desk.key(Qt.Key.Key_Delete)
    assert chosen() == []
    assert "Line 3" in lines[2].text()


def test_figures_below_a_hand_that_is_no_mah_jongg_are_not_asked(desk):
    level = levels(Ruleset("simple")).index(Topic.VERDICT) + 1
    number = next(n for n in range(1, 9) if exercise(Ruleset("simple"), level, n).trouble)
    desk.open(Ruleset("simple"), level, number)
    no = next(one for one in desk.sheet.win.segments if one.value == "no")
    desk.click(no)
    assert desk.sheet.fields == ()
    assert desk.check().is_right


def test_arrows_step_and_minus_is_a_sign(desk):
    desk.open(Ruleset("classical"), 6, 1)
    field = desk.field("net:E")
    field.setFocus()
    desk.key(Qt.Key.Key_Down)
    desk.key(Qt.Key.Key_Down)
    assert field.number == -2
    field.selectAll()
    desk.type("-1408")
    assert desk.model.amounts["net:E"] == -1408
    field.selectAll()
    desk.type("−7")
    assert desk.model.amounts["net:E"] == -7
    desk.open(Ruleset("classical"), 1, 1)
    first = desk.sheet.fields[0]
    desk.key(Qt.Key.Key_Down)
    assert first.number == 0
    desk.key(Qt.Key.Key_Up)
    assert first.number == 2
    desk.type("x")
    assert first.is_wrong
    assert desk.model.points == {}


def test_other_words_and_larger_text_keep_what_was_filled_in(desk):
    desk.open(Ruleset("classical"), 4, 1)
    desk.add_with_keys("rule:mah-jongg")
    desk.type("20")
    desk.field("score").setFocus()
    desk.type("40")
    desk.context.settings.change(dots="circles", text_size=150)
    desk.wait()
    assert desk.field("rule:mah-jongg").text() == "20"
    assert desk.field("score").text() == "40"
    assert desk.field("score").width() == round(130 * look().scale)
    labels = [row.label for row in desk.sheet.lines]
    assert not any("dots" in one for one in labels)


@pytest.mark.parametrize("others", [{"theme": "dark"}, {"text_size": 150}, {"dots": "circles"}])
@pytest.mark.parametrize("what", ["answer", "remove", "figure"])
def test_the_keyboard_stays_where_it_is_when_settings_change(desk, what, others):
    """Chosen in the search line over the page, say: the keyboard is back on the page then."""
    desk.open(Ruleset("simple"), 4, 1) if what == "answer" else desk.open(Ruleset("traditional"), 4, 3)
    if what == "remove":
        desk.model.add("rule:self-drawn")
    row = {"answer": "win", "remove": "rule:self-drawn", "figure": "score"}[what]

    def widget():
        shown = desk.sheet.row(row)
        return {"answer": desk.sheet.win and desk.sheet.win.segments[0], "remove": shown.remove_button}.get(
            what, shown.fields[-1] if shown.fields else None
        )

    widget().setFocus()
    desk.context.settings.change(**others)
    desk.wait()
    assert widget().hasFocus()
    desk.context.settings.change(text_size=100, theme="light")


@pytest.mark.parametrize("code", ["traditional 2 17", "kemp-american 1 4"])
def test_tab_goes_through_the_sheet_as_it_is_read(desk, code):
    """Also after another exercise was opened, whose rows were made later than the buttons below them."""
    page = desk.page
    assert page.model.open_text("classical 3 2")
    assert page.model.open_text(code)
    sheet = page.sheet
    sheet.fields[0].setFocus()
    for field in sheet.fields:
        while QApplication.focusWidget() in (sheet.offer_choice, sheet.add_button):
            desk.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is field
        desk.qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert not sheet.isAncestorOf(QApplication.focusWidget())
