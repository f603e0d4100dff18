"""The Cards page, worked as a person works it: cards are read, typed, mended, moved about, and nothing is lost."""

import pytest
from mjcompanion.ui.pages.cards.page import CardsPage
from mjcompanion.ui.pages.cards.strip import RESTS_MS
from mjcompanion.ui.pages.cards.words import fault_words
from mjcompanion.ui.widgets.card_line import line_tiles
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication

from mjcompanion.american.card import card_from_bytes
from mjcompanion.american.card_library import CardLibrary, built_in
from mjcompanion.american.letters import letters_of
from mjcompanion.american.writing import CardText, write_card
from mjcompanion.core.tiles import ANY_FLOWER, JOKER
from mjcompanion.parsing.pattern import read_pattern
from tests.effort import effort
from tests.ui.library_desk import LibraryDesk

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier

OURS = """\
# Ours since May
name = "Ours"
year = 2026

[[line]]
section = "2468"
pattern = "FFFF 2222a 4444b 66c" # the first one
value = 25

[[line]]
section = "2468"
pattern = "222a 444a 666a 888a DDb"
value = 30
concealed = true
note = "One suit"

# this one moves
[[line]]
section = "Runs"
pattern = "11a 222a 3333a 444a 55a"
shift = 1
value = 30
"""


class Desk(LibraryDesk):
    """The Cards page."""

    def __init__(self, qtbot, context):
        super().__init__(qtbot, context, CardsPage)
        self.folder = context.folders.cards_folder

    @property
    def strip(self):
        return self.page.strip

    @property
    def rows(self):
        return self.model.sheet.rows

    @property
    def patterns(self):
        return [row.text("pattern") for row in self.rows]

    def words(self):
        return [place.title for place in self.page.list.rows if place.key]

    def put(self, text, name="ours.toml"):
        """A file copied into the folder."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        self.model.reload()
        return self.settle()

    def line(self, number):
        """Click a line of the card."""
        self.page.sheet.scroll_to(number)
        self.settle()
        box = self.page.sheet.box_of(number)
        self.qtbot.mouseClick(self.page.sheet.viewport(), LEFT, pos=QPoint(box.left() + 60, box.center().y()))
        self.settle()

    def type(self, text, field=None):
        """Type keys into whatever has the keyboard."""
        if field is not None:
            field.setFocus()
            field.selectAll()
            self.qtbot.keyClick(field, Qt.Key.Key_Delete)
        super().type(text)
        self.settle()

    def key(self, key, modifiers=Qt.KeyboardModifier.NoModifier, widget=None):
        self.qtbot.keyClick(widget or QApplication.focusWidget(), key, modifiers)
        self.settle()

    def enter(self):
        self.key(Qt.Key.Key_Return)

    def undo(self):
        self.key(Qt.Key.Key_Z, CONTROL, self.page.list)

    def redo(self):
        self.key(Qt.Key.Key_Y, CONTROL, self.page.list)

    def menu(self, words):
        actions = [*self.page.share_actions(), *self.page.more_actions()]
        next(one for one in actions if words in one.text()).trigger()
        self.settle()

    def saved(self):
        """The cards on the disk, read anew, by title."""
        return {entry.title: entry for entry in CardLibrary(self.folder).own()}

    def one(self):
        (entry,) = self.saved().values()
        return entry.card


@pytest.fixture
def desk_at(qtbot, context_at):
    return lambda *folder, **settings: Desk(qtbot, context_at(*folder, **settings))


@pytest.fixture
def desk(desk_at):
    return desk_at().show()


@pytest.fixture
def ours(desk):
    desk.put(OURS)
    desk.choose("Ours 2026")
    return desk


class TestLetters:
    def test_suits_have_their_letter_and_zeros_are_plain(self):
        (group,) = letters_of("2026a=")
        assert [letter.text for letter in group.letters] == list("2026a=")
        assert [letter.suit for letter in group.letters] == ["a", "", "a", "a", "a", ""]
        assert [letter.small for letter in group.letters] == [False] * 4 + [True, True]
        assert {letter.suit for word in letters_of("FF NEWS RG 00 wwww xx") for letter in word.letters} == {""}

    def test_what_is_no_pattern_is_shown_as_it_is_written(self):
        for text in ("", "<b>2a</b>", "🀄 ?? 2222", "a", "!!", "||//", "x" * 400):
            assert "".join(one.text for word in letters_of(text) for one in word.letters) == "".join(text.split())

    def test_tiles_of_a_build_have_room_between_groups_and_jokers_where_real_ones_end(self):
        faces = line_tiles(read_pattern("FFFFFF 111111a 22b", 1).builds[0])
        assert len(faces) == 14
        assert [place for place, face in enumerate(faces) if face.gap] == [6, 12]
        assert [face.tile for face in faces[:6]] == [ANY_FLOWER] * 6
        assert [face.tile is JOKER for face in faces[6:12]] == [False] * 4 + [True] * 2
        assert "1 " in faces[10].name


class TestStanding:
    @pytest.mark.parametrize("name", ["companion", "club-fifteen"])
    def test_it_is_shown_line_by_line_and_can_not_be_changed(self, desk, name):
        card = built_in(name).card
        desk.choose(card.title)
        assert desk.patterns == [line.pattern for line in card.lines]
        assert desk.page.standing.heading.text() == card.title
        assert not desk.page.own.isVisible()
        for field in desk.strip.fields:
            assert not field.isVisible()
        desk.line(2)
        for key in (Qt.Key.Key_Delete, Qt.Key.Key_Return, Qt.Key.Key_Insert):
            desk.key(key, widget=desk.page.sheet)
        desk.key(Qt.Key.Key_Up, ALT, desk.page.sheet)
        assert desk.patterns == [line.pattern for line in card.lines]
        assert not desk.folder.exists()

    def test_the_line_under_keyboard_or_mouse_is_drawn_in_tiles_and_its_builds_can_be_walked(self, desk):
        lines = built_in("companion").card.lines
        line = lines[4]
        desk.line(5)
        shown = desk.strip.in_tiles
        assert desk.strip.letters.pattern == line.pattern
        assert shown.tiles.faces == line_tiles(line.builds[0])
        assert shown.count.text() == f"Build 1 of {len(line.builds)}"
        desk.click(shown.after)
        assert shown.build == line.builds[1]
        assert shown.tiles.faces == line_tiles(line.builds[1])
        desk.click(shown.before)
        desk.click(shown.before)
        assert shown.build == line.builds[-1]
        desk.key(Qt.Key.Key_Down, widget=desk.page.sheet)
        assert desk.strip.letters.pattern == lines[5].pattern
        desk.qtbot.mouseMove(desk.page.sheet.viewport(), desk.page.sheet.box_of(3).center())
        desk.settle()
        assert shown.tiles.faces == line_tiles(lines[2].builds[0])
        QApplication.sendEvent(desk.page.sheet, QEvent(QEvent.Type.Leave))
        assert shown.tiles.faces == line_tiles(lines[5].builds[0])

    def test_jokers_are_told(self, desk):
        desk.choose("Club Fifteen")
        assert "any tile" in desk.page.standing.about.text()
        assert "any tile" in desk.strip.in_tiles.jokers.text()
        desk.choose("Companion 2026")
        desk.line(1)
        line = built_in("companion").card.lines[0]
        tiles = [run.tile.name() for run in line.builds[0].runs if run.jokers]
        assert desk.strip.in_tiles.jokers.text() == f"Jokers may stand in for {', '.join(tiles[:-1])} and {tiles[-1]}."

    def test_our_own_is_made_from_it_with_a_name_to_type_over(self, desk):
        desk.click(desk.page.standing.make)
        assert desk.one().title == "Our Companion 2026"
        assert desk.one().lines == built_in("companion").card.lines
        assert desk.page.own.name.selectedText() == "Our Companion"
        desk.type("Tuesday")
        desk.enter()
        assert desk.one().title == "Tuesday 2026"
        assert "# Nobody's published card" in desk.saved()["Tuesday 2026"].item.text


class TestTyping:
    def test_a_card_is_typed_by_keyboard_alone(self, desk):
        desk.click(desk.page.new_action)
        desk.type("Club")
        desk.enter()
        assert desk.page.empty.isVisible()
        desk.click(desk.page.empty.action)
        assert desk.strip.pattern.hasFocus()
        desk.type("FFFF 2222a 4444b 66c")
        desk.key(Qt.Key.Key_Tab)
        assert desk.strip.value.hasFocus()
        desk.type("30")
        desk.key(Qt.Key.Key_Tab)
        assert desk.strip.concealed.hasFocus()
        desk.key(Qt.Key.Key_Space)
        desk.key(Qt.Key.Key_Tab)
        desk.type("2468")
        desk.enter()
        for pattern in ("222a 444a 666a 888a DDb", "FF 1111a 1111b 1111c"):
            assert desk.strip.pattern.hasFocus()
            assert desk.strip.pattern.text() == ""
            assert not desk.strip.concealed.isChecked()
            desk.type(pattern)
            desk.enter()
        card = desk.one()
        assert [line.pattern for line in card.lines] == [
            "FFFF 2222a 4444b 66c",
            "222a 444a 666a 888a DDb",
            "FF 1111a 1111b 1111c",
        ]
        assert [line.kind for line in card.lines] == ["C", "X", "X"]
        assert {(line.section, line.value) for line in card.lines} == {("2468", 30)}
        assert not card.faults
        assert desk.page.list.rows[-1].below == "3 lines"

    def test_faults_are_told_while_typing_and_tiles_shown_as_soon_as_it_is_right(self, ours):
        ours.click(ours.page.own.new_line)
        ours.strip.shift.choose("0")
        ours.type("FFFF 2222a 4444b 666c")
        assert ours.strip.sentences.text() == "15 tiles: one too many."
        assert ours.strip.in_tiles.tiles.faces == ()
        ours.key(Qt.Key.Key_Backspace)
        ours.key(Qt.Key.Key_Backspace)
        assert "needs a suit letter" in ours.strip.sentences.text()
        ours.type("c")
        builds = read_pattern("FFFF 2222a 4444b 66c").builds
        assert ours.strip.in_tiles.tiles.faces == line_tiles(builds[0])
        assert ours.strip.in_tiles.count.text() == "Build 1 of 6"
        assert "too many" not in ours.strip.sentences.text()
        ours.type(" Q")
        assert "“Q” at character 22" in ours.strip.sentences.text()

    def test_what_is_typed_is_saved_by_itself_and_remarks_stay(self, ours):
        ours.line(2)
        ours.type("FF 222a 444a 666a 888b", ours.strip.pattern)
        ours.qtbot.wait(RESTS_MS + 100)
        ours.settle()
        text = ours.saved()["Ours 2026"].item.text
        assert text == OURS.replace("222a 444a 666a 888a DDb", "FF 222a 444a 666a 888b")
        assert ours.strip.pattern.hasFocus()

    def test_each_field_changes_its_line_only(self, ours):
        ours.line(3)
        ours.type("Evens", ours.strip.section)
        ours.type("a <b>note</b> 🀄", ours.strip.note)
        ours.type("45", ours.strip.value)
        ours.click(ours.strip.concealed)
        ours.click(ours.strip.pairs)
        ours.strip.shift.setFocus()
        ours.key(Qt.Key.Key_Up)
        ours.key(Qt.Key.Key_Escape)
        before, lines = card_from_bytes(OURS.encode()).lines, ours.one().lines
        assert lines[:2] == before[:2]
        line = lines[2]
        assert (line.section, line.note, line.value) == ("Evens", "a <b>note</b> 🀄", 45)
        assert (line.concealed, line.singles_and_pairs, line.shift) == (True, True, 0)
        assert len(line.builds) == 3
        assert "Singles and Pairs" in ours.strip.sentences.text()
        assert ours.page.sheet.hasFocus()

    def test_a_year_that_is_none_is_not_kept_and_not_shown_once_the_keyboard_leaves_it(self, ours):
        ours.type("x", ours.page.own.year)
        ours.strip.section.setFocus()
        ours.settle()
        assert ours.page.own.year.text() == "2026"

    def test_a_line_with_a_fault_is_kept_and_marked(self, ours):
        ours.line(1)
        ours.type("FFFF 2222a", ours.strip.pattern)
        ours.enter()
        card = ours.one()
        assert card.count == 3
        assert len(card.lines) == 2
        assert ours.rows[0].line is None
        assert ours.page.list.rows[-1].sort == "faulty"
        assert ours.page.own.next_fault.isVisible()
        assert "1 error" in ours.page.own.summary.text()
        ours.line(3)
        ours.key(Qt.Key.Key_F8)
        assert ours.strip.number == 1
        assert "8 tiles" in ours.strip.sentences.text()

    def test_enter_in_the_middle_goes_to_the_next_line_and_control_enter_begins_one_between(self, ours):
        ours.line(1)
        ours.key(Qt.Key.Key_Return, widget=ours.page.sheet)
        assert ours.strip.pattern.hasFocus()
        ours.enter()
        assert ours.strip.number == 2
        ours.key(Qt.Key.Key_Return, CONTROL)
        assert ours.strip.is_new
        assert ours.strip.section.text() == "2468"
        ours.type("FFFF 2222b 4444a 66a!")
        ours.enter()
        assert ours.patterns[2] == "FFFF 2222b 4444a 66a!"
        assert len(ours.one().lines) == 4

    def test_the_shift_goes_with_the_section_and_a_new_line_that_stays_empty_is_none(self, ours):
        ours.click(ours.page.own.new_line)
        assert ours.strip.shift.currentData() == "1"
        ours.type("2026", ours.strip.section)
        assert ours.strip.shift.currentData() == "0"
        ours.enter()
        ours.line(1)
        assert ours.saved()["Ours 2026"].item.text == OURS

    def test_a_value_that_is_none_is_kept_and_told_in_one_sentence(self, ours):
        ours.click(ours.page.own.new_line)
        ours.type("FF 1111a 1111b 1111c")
        ours.type("abc", ours.strip.value)
        ours.type("25")
        told = ours.strip.sentences.text()
        ours.enter()
        assert ours.strip.value.number == 25  # that of a new line
        ours.line(4)
        assert ours.strip.value.text() == ours.saved()["Ours 2026"].item.lines[3]["value"] == "abc25"
        assert ours.strip.sentences.text() == told == fault_words(ours.rows[3].faults[0])
        ours.type("", ours.strip.value)
        told = ours.strip.sentences.text()
        ours.enter()
        ours.line(4)
        assert ours.strip.sentences.text() == told == fault_words(ours.rows[3].faults[0])
        ours.type("30", ours.strip.value)
        ours.enter()
        assert ours.one().lines[3].value == 30

    def test_a_pattern_that_is_no_text_is_told_with_its_field(self, ours):
        ours.put(OURS.replace('"222a 444a 666a 888a DDb"', "7"))
        ours.line(2)
        assert ours.strip.sentences.text().startswith("Pattern: ")

    @pytest.mark.parametrize("from_", ["name", "note", "anywhere", "new_line"])
    def test_insert_begins_a_line_wherever_the_keyboard_is(self, ours, from_):
        ours.line(2)
        getattr(ours.page.own, from_).setFocus()
        ours.key(Qt.Key.Key_Insert)
        assert ours.strip.is_new
        assert ours.strip.pattern.hasFocus()
        ours.type("FF 1111a 1111b 1111c")
        ours.key(Qt.Key.Key_Insert)
        assert ours.patterns[2] == "FF 1111a 1111b 1111c"

    def test_escape_goes_to_the_line_that_was_typed(self, ours):
        ours.click(ours.page.own.new_line)
        ours.type("FF 1111a 1111b 1111c")
        ours.type("0", ours.strip.value)
        ours.key(Qt.Key.Key_Escape)
        assert ours.page.sheet.hasFocus()
        assert ours.strip.number == 4
        ours.key(Qt.Key.Key_Insert)
        ours.key(Qt.Key.Key_Escape)
        assert ours.strip.number == 4

    def test_a_click_goes_to_its_line_though_a_new_one_above_is_saved_first(self, ours):
        ours.line(1)
        ours.key(Qt.Key.Key_Insert)
        ours.type("FF 1111a 1111b 1111c")
        ours.line(3)
        assert (ours.strip.number, ours.strip.pattern.text()) == (4, "11a 222a 3333a 444a 55a")

    @pytest.mark.parametrize("percent", [150, 200])
    def test_the_pattern_of_a_new_line_is_whole_in_sight_in_large_type(self, desk_at, percent):
        desk = desk_at(text_size=percent).show(944, 650)
        desk.click(desk.page.standing.make)
        desk.click(desk.page.own.new_line)
        desk.type("FFFF")
        assert desk.strip.pattern.hasFocus()
        assert desk.strip.pattern.visibleRegion().boundingRect() == desk.strip.pattern.rect()


class TestLines:
    def test_they_move_and_their_remarks_with_them(self, ours):
        ours.line(3)
        ours.click(ours.strip.up)
        assert [line.shift for line in ours.one().lines] == [0, 1, 0]
        assert ours.strip.number == 2
        assert '# this one moves\n[[line]]\nsection = "Runs"' in ours.saved()["Ours 2026"].item.text
        ours.key(Qt.Key.Key_Up, ALT, ours.page.sheet)
        assert ours.strip.number == 1
        assert not ours.strip.up.isEnabled()
        ours.strip.pattern.setFocus()
        ours.key(Qt.Key.Key_Down, ALT)
        assert ours.strip.number == 2
        ours.undo()
        ours.undo()
        ours.undo()
        assert ours.saved()["Ours 2026"].item.text == OURS

    def test_one_is_taken_away_and_brought_back_by_the_message(self, ours):
        gone = ours.saved()["Ours 2026"].item.lines[1]
        ours.line(2)
        ours.key(Qt.Key.Key_Delete, widget=ours.page.sheet)
        assert len(ours.one().lines) == 2
        assert ours.said[-1].action == "Undo"
        ours.said[-1].do()
        ours.settle()
        assert ours.saved()["Ours 2026"].item.text == OURS
        ours.click(ours.strip.remove)
        assert len(ours.one().lines) == 2
        ours.line(2)
        ours.type("40", ours.strip.value)
        ours.said[-1].do()  # with what was typed a moment ago
        ours.settle()
        lines = ours.saved()["Ours 2026"].item.lines
        assert [len(lines), lines[1], lines[2]["value"]] == [3, gone, 40]

    def test_the_message_goes_when_the_step_is_undone_otherwise(self, ours):
        gone = []
        ours.context.message_mended.connect(gone.append)
        ours.line(2)
        ours.key(Qt.Key.Key_Delete, widget=ours.page.sheet)
        ours.line(1)
        ours.type("40", ours.strip.value)
        ours.undo()
        assert gone == []  # the line is still gone
        ours.undo()
        ours.page.delete()
        ours.undo()
        assert gone == [ours.said[-2].sentence, ours.said[-1].sentence]
        assert ours.saved()["Ours 2026"].item.text == OURS

    def test_typing_a_line_is_one_step_back(self, ours):
        ours.click(ours.page.own.new_line)
        ours.type("FF 1111a 1111b")
        ours.strip.flush()
        ours.type(" 1111c")
        ours.enter()
        assert len(ours.one().lines) == 4
        ours.undo()
        assert ours.saved()["Ours 2026"].item.text == OURS
        ours.redo()
        assert ours.one().lines[3].pattern == "FF 1111a 1111b 1111c"


class TestCards:
    def test_name_year_note_and_jokers(self, ours):
        own = ours.page.own
        ours.type("Friday", own.name)
        ours.type("2027", own.year)
        ours.type("Played on Fridays", own.note)
        ours.enter()
        ours.click(own.anywhere)
        card = ours.one()
        assert (card.title, card.note, card.jokers_anywhere) == ("Friday 2027", "Played on Fridays", True)
        assert "Friday 2027" in ours.words()
        ours.type("", own.year)
        ours.enter()
        assert ours.one().year is None
        assert ours.saved()["Friday"].path.name == "friday.toml"

    def test_duplicate_for_a_new_year(self, ours):
        ours.menu("Duplicate for 2027")
        assert list(ours.saved()) == ["Ours 2027", "Ours 2026"]
        assert ours.saved()["Ours 2027"].card.lines == ours.saved()["Ours 2026"].card.lines
        assert ours.model.name(ours.model.opened) == "Ours 2027"

    def test_import_and_export(self, desk, tmp_path):
        there = tmp_path / "from a friend.toml"
        there.write_text(OURS)
        desk.page.ask_open = lambda: str(there)
        desk.click(desk.page.import_action)
        assert desk.saved()["Ours 2026"].item.text == OURS
        desk.click(desk.page.import_action)
        assert "here already" in desk.said[-1].sentence
        assert len(desk.saved()) == 1
        desk.page.ask_save = lambda suggested: tmp_path / f"out-{suggested}"
        desk.menu("Export")
        assert (tmp_path / "out-ours-2026.mjcard.toml").read_text() == OURS
        desk.choose("Club Fifteen")
        desk.click(desk.page.export_action)
        assert card_from_bytes((tmp_path / "out-club-fifteen.mjcard.toml").read_bytes()).lines
        desk.undo()
        assert desk.saved() == {}

    def test_a_card_with_faults_is_imported_with_them(self, desk, tmp_path):
        there = tmp_path / "odd.json"
        there.write_text(
            '{"name": "Odd", "lines": [{"pattern": "FF"}, 3, {"pattern": "FF 1111a 1111b 1111c", "value": 25}]}'
        )
        desk.page.ask_open = lambda: str(there)
        desk.click(desk.page.import_action)
        assert "errors are marked" in desk.said[-1].sentence
        assert [bool(row.line) for row in desk.rows] == [False, False, True]
        desk.line(1)
        desk.type("FF 2222a 2222b 2222c", desk.strip.pattern)
        desk.type("30", desk.strip.value)
        desk.key(Qt.Key.Key_Escape)
        assert len(desk.one().lines) == 2

    def test_a_file_that_is_no_card_is_shown_with_its_fault_and_read_again_when_mended(self, desk):
        desk.put("name = 'x", "broken.toml")
        desk.choose("broken.toml")
        assert "Line 1" in desk.page.faults.sentences.text()
        assert not desk.page.sheet.isVisible()
        assert not desk.strip.isVisible()
        desk.put(OURS, "broken.toml")
        assert not desk.page.faults.isVisible()
        assert desk.patterns[0] == "FFFF 2222a 4444b 66c"
        desk.put("name = 'x", "broken.toml")
        desk.click(desk.page.faults.delete)
        assert desk.saved() == {}
        desk.said[-1].do()
        desk.settle()
        assert list(desk.saved()) == ["broken.toml"]

    def test_the_newest_year_stands_first(self, desk):
        for year in (2024, 2026, 2025):
            desk.put(OURS.replace("2026", str(year)), f"{year}.toml")
        assert desk.words()[2:] == ["Ours 2026", "Ours 2025", "Ours 2024"]


class TestElsewhere:
    def test_a_change_from_another_window_is_taken_in(self, ours):
        ours.put(OURS.replace("value = 25", "value = 65"))
        assert ours.rows[0].text("value") == "65"
        (ours.folder / "ours.toml").unlink()
        ours.model.reload()
        ours.settle()
        assert ours.words() == ["Companion 2026", "Club Fifteen"]

    def test_what_is_being_typed_is_kept_when_another_card_comes_up(self, ours):
        ours.put(OURS.replace('"Ours"', '"Theirs"'), "theirs.toml")
        ours.choose("Theirs 2026")
        ours.page.list.setFocus()
        ours.key(Qt.Key.Key_Delete)
        ours.choose("Ours 2026")
        ours.line(1)
        ours.type("40", ours.strip.value)
        ours.said[-1].do()  # Undo, in the message bar, takes no keyboard
        ours.settle()
        assert ours.model.name(ours.model.opened) == "Theirs 2026"
        assert ours.saved()["Ours 2026"].card.lines[0].value == 40
        assert ours.saved()["Theirs 2026"].card.lines[0].value == 25


def test_a_line_that_has_no_room_on_a_full_card_takes_no_other_ones_place(desk, monkeypatch):
    monkeypatch.setattr("mjcompanion.ui.pages.cards.model.MOST_LINES", 3)
    desk.put(OURS)
    desk.choose("Ours 2026")
    before = desk.patterns
    desk.line(1)
    desk.click(desk.strip.insert)
    desk.type("FF 1111a 1111b")
    desk.strip.flush()
    assert "3 lines at most" in desk.said[-1].sentence
    desk.type(" 1111c")
    desk.strip.flush()
    desk.settle()
    assert desk.patterns == before
    assert desk.strip.pattern.text() == "FF 1111a 1111b 1111c"


@pytest.mark.exhaustive(keep=0)
def test_ten_thousand_lines_are_shown_and_changed(desk):
    line = {"section": "S", "pattern": "FFFF 2222a 4444b 66c", "value": 25}
    lines = [{**line, "section": f"S{number // 50}"} for number in range(10_000)]
    desk.put(write_card({"name": "Huge", "line": lines}), "huge.toml")
    desk.choose("Huge")
    assert len(desk.rows) == 10_000
    desk.line(9_000)
    desk.type("30", desk.strip.value)
    desk.strip.flush()
    changed = desk.one().lines
    assert (changed[8_999].value, changed[8_998].value) == (30, 25)


class TestColumns:
    """The whole card in two columns, as on paper, on the page of a window of 1366 × 768."""

    @pytest.fixture
    def wide(self, desk_at):
        return desk_at().show(1282, 768)

    def boxes(self, desk):
        return {row.number: desk.page.sheet.box_of(row.number) for row in desk.rows}

    @pytest.mark.parametrize("own", [False, True])
    def test_all_lines_are_in_sight_beside_the_line_in_tiles(self, wide, own):
        if own:
            wide.click(wide.page.standing.make)
        boxes = self.boxes(wide)
        view = wide.page.sheet.viewport()
        seen = view.visibleRegion().boundingRect()
        assert all(seen.contains(box.topLeft()) and seen.top() <= box.center().y() for box in boxes.values())
        assert len({box.left() for box in boxes.values()}) == 2
        assert wide.page.detail.verticalScrollBar().maximum() == 0
        assert wide.strip.mapTo(wide.page, QPoint()).x() >= view.mapTo(wide.page, view.rect().topRight()).x()
        assert wide.page.choice.currentData() == wide.model.chosen

    @pytest.mark.parametrize("count", [3, 14])
    def test_a_card_of_one_column_has_the_whole_width(self, wide, count):
        line = {"pattern": "FFFF 2222a", "value": 0, "note": "A note beside it"}
        wide.put(write_card({"name": "Short", "line": [line] * count}))
        wide.choose("Short")
        wide.settle()
        assert (wide.page.sheet.columns is None) is (count == 3)
        widths = {box.width() for box in self.boxes(wide).values()}
        assert min(widths) > 0.9 * wide.page.sheet.viewport().width()

    def test_arrows_go_from_column_to_column(self, wide):
        boxes = self.boxes(wide)
        first = next(number for number, box in boxes.items() if box.left() > boxes[1].left())
        wide.line(first - 1)
        wide.key(Qt.Key.Key_Down, widget=wide.page.sheet)
        assert wide.strip.number == first
        wide.key(Qt.Key.Key_Up, widget=wide.page.sheet)
        assert wide.strip.number == first - 1
        wide.key(Qt.Key.Key_Right, widget=wide.page.sheet)
        assert boxes[wide.strip.number].left() == boxes[first].left()


class TestLooks:
    def test_texts_longer_than_any_line_are_cut_off_and_told(self, desk):
        line = {"section": "s" * 100_000, "pattern": "1" * 300_000, "value": 25, "note": "n" * 300_000}
        desk.put(write_card({"name": "Long", "line": [line, {"pattern": "FF 1111a 1111b 1111c", "value": 10**30}]}))
        with effort(2):
            desk.choose("Long")
            desk.page.grab()
        assert [row.line for row in desk.rows] == [None, None]
        assert "400" in desk.strip.sentences.text()

    def test_lines_are_said(self, ours):
        model = ours.page.sheet.model()
        said = [model.index(row).data() for row in range(model.rowCount())]
        assert said[0] == "2468"
        assert said[2] == "222a 444a 666a 888a DDb, C, 30, 6 builds, One suit"
        assert ours.page.sheet.accessibleName()
        assert CardText(OURS).card.lines[2].section == said[3]


class TestPasted:
    """Text of several lines in the field for the pattern."""

    TEXT = "2468:\nFFFF 2222a 4444b 66c 25 X\n\nnonsense here\nFFF 2026a 222b 6666b 30 C\n"

    def paste(self, desk, text, *, drop=False):
        field = desk.strip.pattern
        field.setFocus()
        field.selectAll()
        if drop:
            data = QMimeData()
            data.setText(text)
            place, copy = QPointF(field.rect().center()), Qt.DropAction.CopyAction
            event = QDropEvent(place, copy, data, LEFT, Qt.KeyboardModifier.NoModifier)
            field.dropEvent(event)
        else:
            QApplication.clipboard().setText(text)
            field.paste()
        QApplication.processEvents()
        desk.settle()

    @pytest.mark.parametrize("drop", [False, True])
    def test_each_line_is_one_of_the_card(self, ours, drop):
        """Pasted over a whole pattern the first line takes its place; dropped into it, all are new."""
        ours.line(2)
        before = ours.patterns
        self.paste(ours, self.TEXT, drop=drop)
        assert ours.one().count == 5 + drop
        if drop:
            assert ours.patterns[1] == "222a 444a 666a 888a DDb"
            ours.strip.take_away() if ours.strip.number == 2 else ours.model.remove_line(2)
            ours.settle()
        rows = [(row.text("pattern"), row.text("value"), row.kind, row.text("section")) for row in ours.rows]
        assert rows[1:4] == [
            ("FFFF 2222a 4444b 66c", "25", "X", "2468"),
            ("nonsense here", "30", "X", "2468"),
            ("FFF 2026a 222b 6666b", "30", "C", "2468"),
        ]
        assert [bool(row.faults) for row in ours.rows] == [False, False, True, False, False]
        for _ in range(1 + drop):
            ours.undo()
        assert ours.patterns == before

    def test_all_faults_of_a_long_text_are_counted(self, ours):
        bad = ["junk line 7", "NNNN EE WW SSSS FF -5"] * 60
        ours.line(3)
        self.paste(ours, "\n".join([*bad, *["FF 1111a 1111b 1111c"] * 250]))
        assert "120" in ours.said[-1].sentence
        assert sum(bool(row.faults) for row in ours.rows) == 120
        assert sum(len(row.warnings) for row in ours.rows) == 249
        faults = sum(len(row.faults) for row in ours.rows)
        assert faults > 200
        assert f"{faults} errors" in ours.page.own.summary.text()

    def test_many_lines_become_as_many_new_ones(self, desk):
        desk.put('name = "Empty"\n', "empty.toml")
        desk.choose("Empty")
        if not desk.strip.is_new:
            desk.strip.new_below()
        self.paste(desk, "\n".join(["FFFF 2222a 4444b 66c"] * 30))
        assert desk.patterns == ["FFFF 2222a 4444b 66c"] * 30
