"""The Rules page, worked as a person works it: every control changes the file and the comparison, and nothing is lost."""

import errno
import os

import msgspec
import pytest
from mjcompanion.ui import accessibility
from mjcompanion.ui.pages.rules.page import RulesPage
from mjcompanion.ui.widgets.score_hand import ScoreHand
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel

from mjcompanion.core.chips import AMERICAN, STICKS, ChipKind
from mjcompanion.core.hand import By, Hand, HowWon
from mjcompanion.core.options import RowChange
from mjcompanion.core.tiles import Tile
from mjcompanion.printing.values import OneHand
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.table.chips import MOST_KINDS
from mjcompanion.table.club_rules import ClubRules, RulesLibrary, write_club_rules
from tests.kinds import ALL
from tests.ui.library_desk import LibraryDesk, operate

CONTROL = Qt.KeyboardModifier.ControlModifier


class Desk(LibraryDesk):
    """The Rules page."""

    def __init__(self, qtbot, context):
        super().__init__(qtbot, context, RulesPage)
        self.shelf = RulesLibrary(context.folders.rules_folder)

    @property
    def rows(self):
        return self.page.comparison.rows

    def words(self):
        return [place.title for place in self.page.list.rows if place.sort in ("plain", "faulty")]

    def make(self, preset=Ruleset("traditional"), name=None):
        """Make rules of the club by the button, and name them."""
        self.choose(preset.short)
        self.click(self.page.standing.make)
        if name is not None:
            self.name(name)
        return self

    def name(self, name):
        field = self.page.own.name
        assert field.hasFocus()
        field.selectAll()
        field.insert(name)
        field.setModified(True)
        self.qtbot.keyClick(field, Qt.Key.Key_Return)

    def saved(self):
        """The rules on the disk, read anew, by name."""
        return {entry.rules.name: entry.rules for entry in RulesLibrary(self.shelf.folder).list() if entry.rules}

    def one(self):
        (rules,) = self.saved().values()
        return rules

    def type(self, field, text):
        field.setFocus()
        field.selectAll()
        self.qtbot.keyClicks(field, text)
        self.qtbot.keyClick(field, Qt.Key.Key_Return)

    def type_number(self, stepper, number):
        """Type a number and press Enter."""
        self.page.detail.ensureWidgetVisible(stepper)
        stepper.spin.setFocus()
        stepper.spin.selectAll()
        self.qtbot.keyClicks(stepper.spin, str(number))
        self.qtbot.keyClick(stepper.spin, Qt.Key.Key_Return)

    def segment(self, segmented, value):
        self.click(next(one for one in segmented.segments if one.value == value))

    def operate(self, key):
        """Set an option to another value by its control; gives the value."""
        self.settle()
        self.page.detail.ensureWidgetVisible(self.rows[key].control)
        value = operate(self.qtbot, self.rows[key].control)
        self.settle()
        return value

    def undo(self):
        self.qtbot.keyClick(self.page.list, Qt.Key.Key_Z, CONTROL)

    def redo(self):
        self.qtbot.keyClick(self.page.list, Qt.Key.Key_Y, CONTROL)


@pytest.fixture
def desk_at(qtbot, context_at):
    return lambda *folder, **settings: Desk(qtbot, context_at(*folder, **settings))


@pytest.fixture
def desk(desk_at):
    return desk_at().show()


def other_program(desk):
    """The same folder in another program."""
    return RulesLibrary(desk.shelf.folder)


def shown(value):
    """What stands beside an option that can't be changed, where that is plain to say."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "no limit" if value is None else f"{value:,}" if isinstance(value, int) else ""


class TestRulesets:
    @pytest.mark.parametrize("preset", ALL)
    def test_each_shows_its_own_values_and_can_not_be_changed(self, desk, preset):
        assert any("make house rules" in place.title for place in desk.page.list.rows)
        desk.choose(preset.short)
        assert desk.page.standing.heading.text() == preset.short
        assert desk.page.standing.make.isVisible()
        assert list(desk.rows) == [spec.key for spec in preset.options_used()]
        for key, row in desk.rows.items():
            value = getattr(options_for(preset), key)
            assert row.preset.text(), key
            assert shown(value) in ("", row.preset.text()), key
            assert row.control is None
            assert not row.reset.isVisible()
        for part in (desk.page.own, desk.page.chips, desk.page.note, desk.page.faults, desk.page.hands):
            assert not part.isVisible()
        card = desk.page.rows
        assert card.isVisible() is bool(preset.rows)
        assert set(card.lines) == {row.key for row in preset.rows_with(preset.preset)}
        assert not any(line.isEnabled() or line.mark for line in card.lines.values())
        assert not card.add.isVisible()
        assert all(line.row.label and line.gives for line in card.lines.values())
        assert not desk.shelf.folder.exists()


class TestOwn:
    @pytest.mark.parametrize("preset", ALL)
    def test_made_at_once_with_a_name_to_type_over(self, desk, preset):
        desk.make(preset)
        assert desk.one() == ClubRules.of(f"Our {preset.short}", preset)
        assert desk.page.own.name.hasFocus()
        assert desk.page.own.name.selectedText() == desk.page.own.name.text()
        assert "No changes" in desk.page.own.made_from.text() or not preset.options_used()
        assert not desk.page.standing.isVisible()
        assert not any("make house rules" in place.title for place in desk.page.list.rows)
        assert desk.page.hands.isHidden() or not preset.with_card
        for spec in preset.options_used():
            description = desk.rows[spec.key].control.accessibleDescription()
            assert spec.help in description
            assert "Standard: " in description

    @pytest.mark.exhaustive(keep=10)
    @pytest.mark.parametrize(("preset", "key"), [(p, spec.key) for p in RULESETS.values() for spec in p.options_used()])
    def test_each_control_changes_the_file_and_the_comparison(self, desk, preset, key):
        desk.make(preset)
        before = desk.rows[key].preset.text()
        value = desk.operate(key)
        assert desk.one().changes == {key: value}
        row = desk.rows[key]
        assert row.differs
        assert row.tag.isVisible()
        assert row.reset.isVisible()
        assert row.preset.text() == before
        assert [one.differs for name, one in desk.rows.items() if name != key] == [False] * (len(desk.rows) - 1)
        assert desk.page.own.made_from.text().endswith(f"1 of {len(desk.rows)} options differs.")
        assert desk.page.list.rows[-1].below.endswith(", 1 differs")
        desk.undo()
        assert desk.one().changes == {}
        assert not desk.rows[key].tag.isVisible()
        desk.redo()
        assert desk.one().changes == {key: value}
        desk.rows[key].reset.setFocus(Qt.FocusReason.TabFocusReason)
        desk.qtbot.keyClick(desk.rows[key].reset, Qt.Key.Key_Space)
        assert desk.one().changes == {}
        assert desk.rows[key].isAncestorOf(QApplication.focusWidget())
        assert not desk.rows[key].reset.isVisible()

    @pytest.mark.parametrize(
        ("rules", "number", "kept"),
        [
            ("traditional", 301, 300),
            ("traditional", 1, 300),
            ("traditional", 0, None),
            ("traditional", 10**9, 10**9),
            ("british", 0, 1000),  # which need one
            ("dmjl", 0, 500),
        ],
    )
    def test_a_limit_that_can_not_be_is_told_and_the_old_one_shown(self, desk, rules, number, kept):
        desk.make(Ruleset(rules))
        limit = desk.rows["limit"].control
        desk.type_number(limit, number)
        desk.settle()
        assert desk.one().options.limit == kept
        assert limit.value == (kept or 0)
        assert bool(desk.said) is (kept not in (None, number))
        assert rules == "traditional" or desk.said[-1].sentence.endswith("set a limit.")

    def test_points_of_a_row_under_a_table_of_faan_are_refused_beside_it(self, desk):
        desk.make(Ruleset("hong-kong"))
        desk.model.set_row("no-runs", points=10)
        desk.settle()
        assert "would count for nothing: give doubles" in desk.model.row_problem("no-runs")
        assert desk.one().changes == {}
        desk.model.set_row("no-runs", points=0, doubles=2)
        desk.settle()
        assert desk.model.row_problem("no-runs") == ""
        assert desk.one().changes == {"rows": {"no-runs": {"doubles": 2}}}

    def test_everything_is_undone_back_to_nothing_and_done_again(self, desk):
        desk.make(name="Ours")
        desk.click(desk.rows["flowers"].control)
        for field in (desk.page.own.name, desk.rows["basal"].control.spin):  # with nothing of their own to undo
            field.setFocus()
            desk.qtbot.keyClick(field, Qt.Key.Key_Z, CONTROL)
            assert desk.one().options.flowers is True
            desk.redo()
            assert desk.one().options.flowers is False
        desk.segment(desk.rows["chips"].control, "own")
        desk.page.list.setFocus()
        desk.qtbot.keyClick(desk.page.list, Qt.Key.Key_Delete)
        assert desk.saved() == {}
        desk.qtbot.keyClick(desk.page.list, Qt.Key.Key_Delete)
        assert len(desk.said) == 1, "a ruleset can’t be deleted"
        seen = []
        for _ in range(5):
            desk.undo()
            seen.append(desk.saved())
        assert [len(one) for one in seen] == [1, 1, 1, 1, 0]
        assert seen[0]["Ours"].chips is not None
        assert "Our Traditional" in seen[3]
        for _ in range(5):
            assert desk.page.redo_button.isEnabled()
            desk.click(desk.page.redo_button)
        assert desk.saved() == {}
        assert not desk.page.redo_button.isEnabled()
        desk.click(desk.page.undo_button)
        assert desk.one() == seen[0]["Ours"]


class TestRows:
    """What a hand counts: each row opens where it stands, and changes the file at once."""

    def open(self, desk, id_):
        desk.click(desk.page.rows.lines[id_])
        return desk.page.rows.editor

    def test_points_doubles_limit_and_who_has_it(self, desk):
        desk.make()
        line = desk.page.rows.lines["no-runs"]
        assert line.accessibleName() == "No chows, 10 points"
        editor = self.open(desk, "no-runs")
        assert (editor.points.value, editor.doubles.value, editor.limit.currentData()) == (10, 0, "")
        assert editor.points.accessibleName() == "No chows: points"
        desk.click(editor.doubles.more)
        assert desk.one().options.rows == (RowChange("no-runs", points=10, doubles=1),)
        desk.type_number(editor.points, 0)
        assert desk.one().options.rows == (RowChange("no-runs", doubles=1),)
        assert line.gives == "a double instead of 10 points"
        editor.limit.setFocus()
        desk.qtbot.keyClick(editor.limit, Qt.Key.Key_End)
        assert desk.one().options.rows == (RowChange("no-runs", doubles=1, limit=150),)
        desk.type_number(editor.limit_points, 200)
        assert desk.one().options.rows[0].limit == 200
        desk.qtbot.keyClick(editor.limit, Qt.Key.Key_Up)
        assert desk.one().options.rows[0].limit == "1"
        assert not editor.limit_points.isVisible()
        assert "3 rows" not in desk.page.own.made_from.text()
        assert desk.page.own.made_from.text().endswith("1 row differs.")
        assert desk.page.list.rows[-1].below.endswith(", 1 differs")
        desk.type_number(editor.points, 10)
        desk.type_number(editor.doubles, 0)
        editor.limit.setFocus()
        desk.qtbot.keyClick(editor.limit, Qt.Key.Key_Home)
        assert desk.one().options.rows == ()
        desk.click(editor.counts)
        assert line.accessibleName() == "No chows, nothing instead of 10 points, left out"
        desk.click(editor.counts)
        assert not editor.who.isVisible()  # no loser can have it
        editor = self.open(desk, "dragons")
        desk.segment(editor.who, "winner")
        assert desk.one().options.rows == (RowChange("dragons", everybody=False),)
        desk.segment(editor.who, "all")
        assert desk.one().options.rows == ()

    def test_a_row_is_added_and_removed(self, desk):
        desk.make()
        card = desk.page.rows
        own = set(card.lines)
        desk.click(card.add)
        assert card.hint.isVisible()
        assert not own & set(card.lines)
        assert card.lines["seven-pairs"].gives == "half the limit"
        desk.click(card.lines["three-concealed-pungs"])
        assert desk.one().options.rows == (RowChange("three-concealed-pungs"),)
        assert set(card.lines) == own | {"three-concealed-pungs"}
        assert card.open_id == "three-concealed-pungs"
        assert card.lines["three-concealed-pungs"].mark == "added"
        desk.click(card.editor.doubles.more)
        assert desk.one().options.rows[0].doubles == 2
        place = list(card.lines).index("three-concealed-pungs")
        desk.click(card.editor.reset)
        assert desk.one().options.rows == ()
        assert set(card.lines) == own
        assert card.editor is None
        assert list(card.lines.values())[min(place, len(own) - 1)].hasFocus()

    def test_rules_for_one_offer_nothing_that_needs_others(self, desk):
        desk.make(Ruleset("kemp-chinese"))
        desk.click(desk.page.rows.add)
        assert not {"robbed-kong", "round-wind", "first-discard"} & set(desk.page.rows.lines)
        assert "seven-pairs" in desk.page.rows.lines

    def test_what_can_not_be_is_said_at_the_line_and_nothing_is_lost(self, desk, monkeypatch):
        heard = []
        monkeypatch.setattr(accessibility, "listeners", [lambda _, text, assertive: heard.append((text, assertive))])
        desk.make(Ruleset("classical"))
        card = desk.page.rows
        desk.click(card.add)
        desk.click(card.lines["four-kongs"])
        assert desk.one().options.rows == ()
        assert "“Four kongs” is a share of the limit, and there is no limit" in card.editor.problem.text()
        assert (card.editor.problem.text(), True) in heard
        assert card.lines["four-kongs"].mark == "not saved"
        desk.segment(card.editor.who, "winner")
        other = self.open(desk, "no-runs")
        desk.click(other.doubles.more)
        assert [row.id for row in desk.one().options.rows] == ["no-runs"]
        editor = self.open(desk, "four-kongs")
        assert editor.who.value == "winner"
        desk.click(editor.set_limit)
        assert desk.one().options.limit == 300
        assert RowChange("four-kongs", everybody=False) in desk.one().options.rows
        assert not editor.problem.isVisible()
        desk.undo()
        assert desk.one().options.limit is None
        assert [row.id for row in desk.one().options.rows] == ["no-runs"]

    def test_found_by_words_and_by_what_differs(self, desk):
        desk.make()
        card = desk.page.rows
        self.open(desk, "no-runs")
        desk.click(card.editor.counts)
        desk.click(card.editor.done)

        def seen():
            return [id_ for id_, line in card.lines.items() if line.isVisible()]

        desk.click(card.only)
        assert seen() == ["no-runs"]
        desk.click(card.only)
        desk.qtbot.keyClicks(card.search, "EAST limit")
        desk.settle()
        assert seen() == ["dealt", "first-discard"]
        desk.qtbot.keyClicks(card.search, "xyz")
        assert seen() == []
        assert card.nothing.isVisible()
        card.search.clear()
        assert len(seen()) == len(card.lines)

    def test_by_keyboard(self, desk):
        desk.make()
        card, qtbot = desk.page.rows, desk.qtbot
        lines = list(card.lines.values())
        card.only.setFocus()
        qtbot.keyClick(card.only, Qt.Key.Key_Tab)
        assert lines[0].hasFocus()
        qtbot.keyClick(lines[0], Qt.Key.Key_End)
        assert lines[-1].hasFocus()
        qtbot.keyClick(lines[-1], Qt.Key.Key_Up)
        desk.settle()
        line = lines[-2]
        assert line.hasFocus()
        assert desk.page.detail.rect().contains(line.mapTo(desk.page.detail, line.rect().center()))
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
            qtbot.keyClick(line, key)
            desk.settle()
            assert card.editor.counts.hasFocus()
            qtbot.keyClick(card.editor.counts, Qt.Key.Key_Tab)
            assert card.editor.points.spin.hasFocus()
            qtbot.keyClick(card.editor.points.spin, Qt.Key.Key_Escape)
            assert card.editor is None
            assert line.hasFocus()
        qtbot.keyClick(card.add, Qt.Key.Key_Space)
        qtbot.keyClicks(card.search, "seven p")
        (found,) = [one for one in card.lines.values() if one.isVisible()]
        for _ in range(2):
            assert card.hint.isVisible()
            qtbot.keyClick(found, Qt.Key.Key_Escape)
        assert not card.search.text()
        assert not card.hint.isVisible()
        assert card.add.hasFocus()

    def test_a_row_that_an_option_leaves_out_is_switched_on_by_itself(self, desk):
        desk.make()
        editor = self.open(desk, "no-runs")
        desk.click(editor.doubles.more)
        desk.segment(desk.rows["extras_as"].control, "none")
        line = desk.page.rows.lines["no-runs"]
        assert (line.gives, line.mark) == ("nothing", "")
        desk.click(editor.reset)
        assert desk.one().options.rows == ()
        assert (line.gives, line.mark) == ("nothing", "")
        editor = self.open(desk, "robbed-kong")
        assert not editor.counts.isChecked()
        desk.click(editor.counts)
        rows = {row.key: row.points for row in Ruleset("traditional").rows_with(desk.one().options)}
        assert rows["robbed-kong"] == 10
        assert not {"no-runs", "no-points", "last-tile", "loose-tile"} & set(rows)
        assert editor.counts.isChecked()
        assert desk.page.rows.lines["robbed-kong"].gives == "10 points"
        desk.click(editor.counts)
        assert "robbed-kong" not in {row.key for row in Ruleset("traditional").rows_with(desk.one().options)}

    def test_the_hand_on_the_score_page(self, desk):
        won = HowWon(Tile.parse("9s"), By.DISCARD)
        sheet = score(Hand.parse("111m 444p 666s 99s (777z)"), ScoringContext(Ruleset("traditional"), win=won))
        hand = ScoreHand(OneHand(sheet))
        desk.model.ask_score = lambda: hand
        desk.make()
        assert desk.page.own.effect.text() == f"The hand on the Score page: {sheet.score}, no difference"
        editor = self.open(desk, "no-runs")
        desk.type_number(editor.points, 0)
        desk.type_number(editor.doubles, 1)
        after = score(sheet.hand, msgspec.structs.replace(sheet.context, house=desk.one().options)).score
        assert after != sheet.score
        wanted = f"The hand on the Score page: {sheet.score} → {after}"
        assert editor.effect.text() == desk.page.own.effect.text() == wanted
        hand = ScoreHand(why_not="There is no hand on the Score page yet.")
        desk.page.hide()
        desk.page.show()
        assert editor.effect.text() == "There is no hand on the Score page yet."


class TestNames:
    @pytest.mark.parametrize(
        ("typed", "name"),
        [
            ('He said "pung"', 'He said "pung"'),
            ("🀄 Löwen 👨‍👩‍👧", "🀄 Löwen 👨‍👩‍👧"),
            ("<b>bold</b> &amp; {name} %1", "<b>bold</b> &amp; {name} %1"),
            ("../../etc", "../../etc"),
            ("  two   words ", "two words"),
            ("one line\n", "one line"),
        ],
    )
    def test_any_name(self, desk, typed, name):
        desk.make(name=typed)
        assert desk.one().name == name
        assert desk.words()[-1] == name
        assert desk.page.own.name.text() == name
        assert all(label.textFormat() is Qt.TextFormat.PlainText for label in desk.page.findChildren(QLabel))
        desk.click(desk.page.delete_action)
        assert len(desk.said[-1].sentence) < 120

    def test_no_name_and_one_that_is_taken_are_refused(self, desk):
        desk.make(name="Ours").make(name="  ")
        assert desk.page.own.name.text() == "Our Traditional"
        assert desk.said[-1].sentence == "The rules need a name."
        desk.page.own.name.setFocus()
        desk.name("OURS")
        assert desk.said[-1].sentence == "There are rules called “OURS” already."
        assert desk.page.own.name.text() == "Our Traditional"
        desk.make()
        assert set(desk.saved()) == {"Ours", "Our Traditional", "Our Traditional 2"}
        desk.page.own.name.selectAll()
        desk.qtbot.keyClicks(desk.page.own.name, "Tuesday")
        desk.page.list.setFocus()  # leaving the field is enough
        assert "Tuesday" in desk.saved()
        desk.undo()
        assert desk.page.own.name.text() == "Our Traditional 2"

    def test_what_is_being_typed_counts_where_a_button_is_pressed_or_the_program_ends(self, desk):
        desk.make(name="Ours")
        for typed in ("Tuesday", "Sunday"):
            desk.page.own.name.setFocus()
            desk.page.own.name.selectAll()
            desk.qtbot.keyClicks(desk.page.own.name, typed)
            if typed == "Tuesday":
                desk.click(desk.page.copy_action)
                assert QGuiApplication.clipboard().text().startswith("Tuesday, made from Traditional")
        desk.page.flush()
        assert desk.one().name == "Sunday"
        spin = desk.rows["limit"].control.spin
        desk.page.detail.ensureWidgetVisible(spin)
        spin.setFocus()
        spin.selectAll()
        desk.qtbot.keyClicks(spin, "500")
        QApplication.instance().aboutToQuit.emit()
        assert desk.one().options.limit == 500


def test_changes_right_after_each_other_take_nothing_else_back(desk):
    desk.make(name="Ours")
    model = desk.model
    model.use_own_chips()
    first, second = [row.id for row in model.house_rows()][:2]
    model.set_row(first, off=True)
    model.set_row(second, off=True)
    model.set_option("basal", 40)
    model.name_chips("Beans")
    model.reload()
    desk.settle()
    rules = desk.one()
    assert {change.id for change in rules.options.rows if change.off} == {first, second}
    assert (rules.options.basal, rules.chips.name) == (40, "Beans")


class TestChips:
    def begin(self, desk, preset=Ruleset("traditional")):
        desk.make(preset)
        desk.segment(desk.rows["chips"].control, "own")
        return desk.page.chips

    @pytest.mark.parametrize(("preset", "chips"), [(Ruleset("classical"), STICKS), (Ruleset("nmjl"), AMERICAN)])
    def test_they_begin_as_those_of_the_rules(self, desk, preset, chips):
        card = self.begin(desk, preset)
        assert desk.one().chips.pieces == chips.pieces
        assert card.isVisible()
        assert len(card.rows) == len(chips.pieces)
        for row, piece in zip(card.rows, chips.pieces, strict=True):
            shown = (row.value.value, row.count.value, row.shape.value, row.colour.currentData())
            assert shown == (piece.value, piece.count, piece.shape, piece.colour)
        assert f"{chips.total:,} points" in card.total.text()
        assert desk.rows["chips"].differs

    def test_every_control_of_a_kind_changes_the_file(self, desk):
        card = self.begin(desk)
        row = card.rows[1]
        desk.type_number(row.value, 200)
        desk.type_number(row.count, 4)
        desk.segment(row.shape, "chip")
        row.colour.setFocus()
        desk.qtbot.keyClick(row.colour, Qt.Key.Key_Down)
        assert desk.one().chips.pieces[1] == ChipKind(200, 4, "chip", "green")
        assert "1,900 points" in card.total.text()
        for _ in range(4):
            desk.undo()
        assert desk.one().chips.pieces == STICKS.pieces
        assert row.value.value == 100
        assert row.colour.currentData() == "red"
        desk.type(card.name, "Bone <b>")
        assert desk.one().chips.name == "Bone <b>"
        desk.type(card.name, "  ")
        assert desk.one().chips.name == card.name.text() == "our own"
        desk.segment(desk.rows["chips"].control, "american")
        assert (desk.one().chips, desk.one().options.chips) == (None, "american")
        assert not card.isVisible()
        desk.undo()
        assert desk.one().chips is not None
        assert card.isVisible()

    def test_two_kinds_of_one_value_wait_until_they_differ(self, desk):
        card = self.begin(desk)
        before = desk.one()
        desk.type_number(card.rows[0].value, 100)
        assert desk.one() == before
        assert card.problem.isVisible()
        assert "Two kinds of chips are worth 100" in card.problem.text()
        assert card.rows[0].value.value == 100
        desk.click(card.rows[0].value.more)
        assert not card.problem.isVisible()
        assert [piece.value for piece in desk.one().chips.pieces] == [101, 100, 10, 2]
        desk.type_number(card.rows[0].value, 1)
        assert [piece.value for piece in desk.one().chips.pieces] == [100, 10, 2, 1]
        assert card.rows[0].value.value == 1, "the kind being worked on stays where it is"

    def test_add_and_remove(self, desk):
        card = self.begin(desk)
        while len(card.rows) < MOST_KINDS:
            count = len(card.rows)
            desk.click(card.add)
            assert len(card.rows) == count + 1
            assert card.rows[-1].value.spin.hasFocus()
            assert len(desk.one().chips.pieces) == count + 1
        assert not card.add.isEnabled()
        assert str(MOST_KINDS) in card.add.toolTip()
        while len(card.rows) > 1:
            desk.click(card.rows[0].remove)
        assert not card.rows[0].remove.isEnabled()
        assert len(desk.one().chips.pieces) == 1
        desk.undo()
        assert len(card.rows) == len(desk.one().chips.pieces) == 2


class TestNote:
    @pytest.mark.parametrize("leave", ["rest", "list", "other", "hide", "export", "undo"])
    def test_saved_when_typing_rests_or_something_else_is_done(self, desk, leave, monkeypatch, tmp_path):
        desk.make(name="Ours")
        edit = desk.page.note.edit
        edit.setFocus()
        edit.insertPlainText("One\ntwo")
        monkeypatch.setattr(desk.page, "ask_save", lambda _: tmp_path / "away.toml")
        assert desk.one().note == ""
        if leave == "rest":
            desk.qtbot.waitUntil(lambda: desk.one().note == "One\ntwo")
            assert edit.textCursor().position() == len("One\ntwo")
        elif leave == "list":
            desk.page.list.setFocus()
        elif leave == "other":
            desk.choose(Ruleset("nmjl").short)
        elif leave == "hide":
            desk.page.hide()
        elif leave == "export":
            desk.page.export_file()
            assert "two" in (tmp_path / "away.toml").read_text()
        else:
            desk.page.undo()
            assert desk.one().note == edit.toPlainText() == ""
            desk.page.redo()
        assert desk.one().note == "One\ntwo"

    def test_too_long_is_told_and_not_saved(self, desk):
        desk.make()
        desk.page.note.edit.setPlainText("x" * 10_000)
        desk.page.note.flush()
        assert desk.one().note == ""
        assert desk.page.note.too_long.isVisible()
        assert "8,000 characters too long" in desk.page.note.too_long.text()
        desk.page.note.edit.setPlainText("short")
        desk.page.note.flush()
        assert not desk.page.note.too_long.isVisible()
        assert desk.one().note == "short"


class TestDeeds:
    def test_duplicate_delete_and_have_back(self, desk):
        desk.make(name="Ours")
        desk.click(desk.page.duplicate_action)
        desk.click(desk.rows["flowers"].control)
        assert desk.saved()["Ours"].options.flowers is True
        assert desk.saved()["Ours 2"].options.flowers is False
        desk.click(desk.page.delete_action)
        desk.choose("Ours")
        rules = desk.one()
        desk.click(desk.page.delete_action)
        assert desk.saved() == {}
        assert "Ours" not in desk.words()
        assert desk.model.chosen == "traditional"
        message = desk.said[-1]
        assert message.sentence == "“Ours” is deleted."
        for _ in range(2):
            message.do()
            assert desk.one() == rules
            assert desk.page.own.isVisible()
        desk.click(desk.page.delete_action)
        message = desk.said[-1]
        desk.make(name="Ours")
        message.do()
        assert desk.said[-1].sentence == "There are rules called “Ours” already."
        assert len(desk.saved()) == 1

    def test_export_and_import(self, desk, desk_at, monkeypatch, tmp_path):
        desk.make(name="Löwen: “ours”")
        desk.click(desk.rows["flowers"].control)
        suggested = []
        away = tmp_path / "away.toml"
        monkeypatch.setattr(desk.page, "ask_save", suggested.append)  # and it is cancelled
        desk.click(desk.page.export_action)
        assert (suggested, desk.said) == (["lowen-ours.mjrules.toml"], [])
        monkeypatch.setattr(desk.page, "ask_save", lambda _: away)
        desk.click(desk.page.export_action)
        other = desk_at(tmp_path / "other").show()
        monkeypatch.setattr(other.page, "ask_open", lambda: "")
        other.click(other.page.import_action)
        assert (other.saved(), other.said) == ({}, [])
        monkeypatch.setattr(other.page, "ask_open", lambda: str(away))
        other.click(other.page.import_action)
        assert other.one() == desk.one()
        assert other.page.own.name.text() == desk.one().name
        other.click(other.page.import_action)
        assert "here already" in other.said[-1].sentence
        away.write_text(write_club_rules(ClubRules.of(desk.one().name, Ruleset("nmjl"))))
        other.click(other.page.import_action)
        assert other.page.own.name.text() == "Löwen: “ours” 2"
        assert other.said[-1].sentence == "Imported as “Löwen: “ours” 2”."
        assert other.saved()["Löwen: “ours” 2"].preset is Ruleset("nmjl")
        other.undo()
        other.undo()
        assert other.saved() == {}
        for path in (tmp_path / "gone", tmp_path):
            monkeypatch.setattr(other.page, "ask_open", lambda path=path: str(path))
            other.click(other.page.import_action)
            assert other.said[-1].kind == "wrong"
            assert str(path) in other.said[-1].sentence

    def test_importing_a_faulty_file_shows_its_faults(self, desk, monkeypatch, tmp_path):
        away = tmp_path / "<b>bad.toml"
        away.write_text('version = 1\nname = "Ours"\npreset = "nmjl"\n[options]\nlimit = 3\nbasal = 3\n')
        monkeypatch.setattr(desk.page, "ask_open", lambda: str(away))
        desk.click(desk.page.import_action)
        faults = desk.page.faults
        assert faults.isVisible()
        assert "Line 5: limit" in faults.sentences.text()
        assert "Line 6: basal" in faults.sentences.text()
        assert faults.path.accessibleName() == str(away)
        assert not faults.delete.isVisible()
        assert not desk.shelf.folder.exists()
        desk.choose(Ruleset("nmjl").short)
        assert not faults.isVisible()


class TestFaultyFiles:
    def test_shown_with_faults_and_path_and_the_rest_works(self, desk_at):
        desk = desk_at()
        desk.shelf.save(ClubRules.of("Good", Ruleset("traditional"), {"limit": 500}))
        bad = desk.shelf.folder / "bad.toml"
        bad.write_text("limit = 3\n[options")
        desk.show()
        accessible = QAccessible.queryAccessibleInterface(desk.page.list)
        named = {accessible.child(n).text(QAccessible.Text.Name) for n in range(accessible.childCount())}
        assert {"Classical", "Good, Traditional, 1 differs", "bad.toml, can’t be read"} <= named
        assert desk.words()[-2:] == ["Good", "bad.toml"]
        desk.shell.resize(700, 600)
        desk.settle()
        choice = desk.page.choice
        assert [choice.itemText(choice.count() - back) for back in (2, 1)] == ["Good (yours)", "bad.toml (with errors)"]
        choice.setFocus()
        desk.qtbot.keyClick(choice, Qt.Key.Key_End)
        assert "Line 2 can’t be read as TOML" in desk.page.faults.sentences.text()
        assert desk.page.faults.path.accessibleName() == str(bad)
        for part in (desk.page.own, desk.page.standing, desk.page.comparison, desk.page.chips, desk.page.note):
            assert not part.isVisible()
        desk.shell.resize(1180, 780)
        desk.choose("Good")
        desk.click(desk.rows["flowers"].control)
        assert desk.saved()["Good"].options.flowers is False
        assert bad.read_text() == "limit = 3\n[options"
        desk.choose("bad.toml")
        desk.click(desk.page.faults.delete)
        assert not bad.exists()
        assert "bad.toml" not in desk.words()
        desk.said[-1].do()
        assert bad.read_text() == "limit = 3\n[options"
        assert desk.page.faults.isVisible()
        bad.write_text(write_club_rules(ClubRules.of("Mended", Ruleset("nmjl"))))
        QApplication.sendEvent(desk.page, QEvent(QEvent.Type.WindowActivate))
        desk.settle()
        assert desk.words()[-1] == "Mended"
        assert desk.page.own.name.text() == "Mended"


class TestOtherWindows:
    @pytest.mark.parametrize("deleted", [True, False])
    def test_a_change_to_what_was_changed_or_deleted_elsewhere_is_kept_and_theirs_too(self, desk, deleted):
        desk.make(name="Ours")
        other = other_program(desk)
        (entry,) = other.list()
        if deleted:
            other.delete(entry)
        else:
            other.save(entry.rules.changed(limit=40), entry)
        desk.click(desk.rows["flowers"].control)
        assert desk.said[-1].kind == "warn"
        if deleted:
            assert desk.one().changes == {"flowers": False}
            return
        saved = desk.saved()
        assert saved["Ours"].changes == {"limit": 40}
        assert saved["Ours 2"].changes == {"flowers": False}
        assert desk.words()[-2:] == ["Ours", "Ours 2"]
        assert desk.page.own.name.text() == "Ours 2"
        assert "changed elsewhere meanwhile" in desk.said[-1].sentence
        desk.click(desk.rows["east_double"].control)
        assert desk.saved()["Ours 2"].changes == {"flowers": False, "east_double": False}

    @pytest.mark.parametrize("seen", [True, False])
    def test_undo_over_another_s_change_keeps_theirs(self, desk, seen):
        """Whether it was seen, for the page was shown again since, or not yet."""
        desk.make(name="Ours")
        desk.click(desk.rows["flowers"].control)
        other = other_program(desk)
        (entry,) = other.list()
        if seen:
            desk.page.hide()
        other.save(entry.rules.changed(limit=40), entry)
        if seen:
            desk.page.show()
            desk.settle()
            assert desk.rows["limit"].control.value == 40
            desk.qtbot.waitUntil(lambda: not desk.page.undo_button.isEnabled())
        desk.undo()
        assert desk.saved()["Ours"].changes == {"limit": 40, "flowers": False}
        assert seen or desk.saved()["Ours 2"].changes == {}
        desk.qtbot.waitUntil(lambda: not desk.page.undo_button.isEnabled())


@pytest.fixture
def full_disk(monkeypatch):
    """Call it to have a disk with no room; again with False for one with room."""
    real = os.fsync

    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    return lambda on=True: monkeypatch.setattr(os, "fsync", full if on else real)


class TestFailingDisk:
    def test_a_full_disk_loses_nothing_that_was_changed(self, desk, full_disk):
        desk.make(name="Ours")
        full_disk()
        desk.click(desk.rows["flowers"].control)
        assert desk.said[-1].kind == "wrong"
        assert "No space left" in desk.said[-1].sentence
        assert desk.one().changes == {}
        assert desk.rows["flowers"].differs
        assert desk.page.unsaved.isVisible()
        assert desk.page.list.rows[-1].below == "not saved"
        desk.click(desk.rows["east_double"].control)
        desk.model.reload()
        desk.settle()
        assert desk.rows["east_double"].differs
        full_disk(False)
        desk.click(desk.page.unsaved.retry)
        assert desk.one().changes == {"flowers": False, "east_double": False}
        assert not desk.page.unsaved.isVisible()
        desk.undo()
        assert desk.one().changes == {"flowers": False}

    def test_a_file_in_the_folder_s_place_is_told_and_what_is_made_is_kept(self, desk_at):
        desk = desk_at()
        desk.shelf.folder.parent.mkdir(parents=True, exist_ok=True)
        desk.shelf.folder.write_text("in the way")
        desk.show()
        assert desk.page.folder_problem.isVisible()
        assert str(desk.shelf.folder) in desk.page.folder_problem.text()
        desk.make()
        assert desk.said[-1].kind == "wrong"
        desk.model.reload()
        desk.settle()
        assert desk.words()[-1] == "Our Traditional"
        assert desk.page.unsaved.isVisible()
        desk.shelf.folder.unlink()
        desk.click(desk.page.unsaved.retry)
        assert list(desk.saved()) == ["Our Traditional"]
        desk.model.reload()
        desk.settle()
        assert not desk.page.folder_problem.isVisible()

    def test_deleting_that_fails_changes_nothing(self, desk):
        desk.make(name="Ours")
        (desk.shelf.folder / "deleted").write_text("in the way")
        desk.click(desk.page.delete_action)
        assert desk.said[-1].kind == "wrong"
        assert "Ours" in desk.words()
        assert desk.one().name == "Ours"


@pytest.mark.parametrize(("preset", "limit"), [("traditional", 300), ("classical", 300), ("british", 1000)])
def test_a_row_that_a_session_lacks_is_in_new_house_rules(desk, preset, limit):
    desk.page.add_row(preset, "", "seven-pairs")
    desk.settle()
    rules = desk.one()
    assert (rules.preset, rules.options.rows, rules.options.limit) == (preset, (RowChange("seven-pairs"),), limit)
    desk.page.add_row(preset, rules.name, "nine-gates")
    desk.settle()
    assert {row.id for row in desk.one().options.rows} == {"seven-pairs", "nine-gates"}


class TestHands:
    """Special hands of the club's own."""

    def added(self, desk):
        """The fields of a new hand of British house rules."""
        desk.make(Ruleset("british"), "Ours")
        desk.click(desk.page.hands.add)
        (row,) = desk.page.hands.rows.values()
        return row

    def test_a_hand_is_saved_once_its_pattern_can_be_read(self, desk):
        row = self.added(desk)
        desk.type(row.name, "Civil war")
        desk.type(row.pattern, "2468a 2468b NNN")
        assert desk.page.model.rules.options.hands == ()
        assert row.problem.text()
        desk.type(row.pattern, "2468a 2468b NNN SSS")
        (hand,) = desk.page.model.rules.options.hands
        assert (hand.title, hand.pattern, hand.share, hand.concealed) == ("Civil war", "2468a 2468b NNN SSS", 1, True)
        assert len(row.picture.tiles) == 14
        assert not row.problem.text()
        desk.click(row.concealed)
        row.doubles.spin.setValue(2)
        (hand,) = desk.page.model.rules.options.hands
        assert (hand.limit, hand.doubles, hand.concealed) == ("1", 2, False)
        desk.click(row.remove)
        assert (desk.page.model.rules.options.hands, desk.page.hands.rows) == ((), {})
        desk.page.model.undo()
        assert len(desk.page.hands.rows) == len(desk.page.model.rules.options.hands) == 1

    def test_a_hand_that_cannot_be_saved_is_there_after_a_new_start(self, desk, desk_at):
        row = self.added(desk)
        desk.type(row.name, "Civil war")
        row.pattern.setFocus()
        desk.qtbot.keyClicks(row.pattern, "2468a 2468b NNN SS")  # and the window closes
        desk.page.hide()
        desk.page.model.rename("Others")
        desk.context.typed.save()
        assert "hands" not in desk.one().changes
        again = desk_at().show()
        again.choose("Others")
        (row,) = again.page.hands.rows.values()
        assert (row.name.text(), row.pattern.text()) == ("Civil war", "2468a 2468b NNN SS")
        assert row.problem.text()
        again.type(row.pattern, "2468a 2468b NNN SSS")
        (hand,) = again.one().options.hands
        assert (hand.title, row.problem.text()) == ("Civil war", "")
        again.context.typed.save()
        assert not any("rules" in name for name in again.context.typed._values)

    def test_undo_beside_a_hand_that_cannot_be_saved_takes_one_step(self, desk):
        def shown():
            return [(hand.name, hand.pattern) for hand in desk.page.model.hands]

        first = self.added(desk)
        desk.type(first.pattern, "2468a 2468b NNN SSS")
        desk.type(first.name, "Aaa")
        desk.click(desk.page.hands.add)
        _unused, other = desk.page.hands.rows.values()
        desk.type(other.name, "Ccc")
        aaa = ("Aaa", "2468a 2468b NNN SSS")
        steps = [[aaa, ("Ccc", "")], [aaa, ("", "")], [aaa], [("", aaa[1])]]
        assert shown() == steps[0]
        for step in steps[1:]:
            desk.key(Qt.Key.Key_Z, CONTROL, desk.page)
            assert shown() == step
        for step in reversed(steps[:-1]):
            desk.key(Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier, desk.page)
            assert shown() == step

    def test_hands_keep_the_order_of_their_file(self, desk, desk_at):
        def shown(desk):
            rows = desk.page.hands.rows.values()
            return [row.name.text() for row in sorted(rows, key=lambda row: row.y())]

        ours = ClubRules.of(
            "Ours", Ruleset("british"), {"hands": {"x": {"pattern": "2468a 2468b NNN SSS", "name": "X"}}}
        )
        other_program(desk).save(ours)
        desk.model.reload()
        desk.choose("Ours")
        desk.click(desk.page.hands.add)
        row = desk.page.hands.rows["hand-1"]
        desk.type(row.name, "Aaa")
        desk.type(row.pattern, "2468a 2468b EEE WWW")
        assert shown(desk) == ["X", "Aaa"]
        desk.choose("British (BMJA)")
        desk.choose("Ours")
        assert shown(desk) == ["X", "Aaa"]
        again = desk_at().show()
        again.choose("Ours")
        assert shown(again) == ["X", "Aaa"]

    def test_a_hand_may_give_nothing_of_its_own(self, desk):
        row = self.added(desk)
        desk.type(row.pattern, "2468a 2468b NNN SSS")
        row.limit.setCurrentIndex(0)
        assert (row.limit.currentData(), row.problem.text()) == ("", "")
        (hand,) = desk.one().options.hands
        assert (hand.share, hand.points, hand.doubles) == (None, 0, None)
        row.doubles.spin.setValue(2)
        (hand,) = desk.one().options.hands
        assert (hand.share, hand.points, hand.doubles) == (None, None, 2)
