"""The file of a card: what it says, everything that can be wrong with it, and changing it in place. RULES 3."""

import json
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjcompanion.american.card import (
    LARGEST_FILE,
    MOST_CARD_WAYS,
    MOST_LINES,
    card_from_bytes,
    read_card,
)
from mjcompanion.american.card_library import built_in
from mjcompanion.american.writing import CardText, write_card
from mjcompanion.core.errors import RuleError
from tests.effort import effort

HEAD = 'name = "Ours"\n'
LINE = '[[line]]\nsection = "2468"\npattern = "FFFF 2222a 4444b 66c"\nvalue = 25\n'
FULL = """\
# Our card
name = "Ours"   # since May
year = 2026
jokers_anywhere = true
note = "For Tuesdays"

# --- evens ---

[[line]]
section = "2468"
pattern = "FFFF 2222a 4444b 66c"
value = 25

# the hard one
[[line]]
section = "2468"
pattern = "FF 22a 44a 66a 88a 22b 88b"   # all pairs
shift = 0
value = 50
concealed = true
singles_and_pairs = true
note = "Pairs"

# --- runs ---

[[line]]
section = "Runs"
pattern = "11a 222a 3333a 444a 55a"
shift = 1
value = 30
# the end
"""
BOMB_SECONDS = 8
"""Far more than any text takes; what goes wrong here takes minutes."""


def faults(text, kind="toml"):
    return [fault.sentence() for fault in read_card(text, kind=kind).faults]


def warnings(text):
    return [(fault.line, fault.field) for fault in read_card(HEAD + text).warnings]


class TestWhatItSays:
    def test_everything(self):
        card = read_card(FULL)
        assert (card.name, card.year, card.title, card.jokers_anywhere) == ("Ours", 2026, "Ours 2026", True)
        assert (card.note, card.count, card.faults, card.warnings) == ("For Tuesdays", 3, (), ())
        first, second, third = card.lines
        assert (first.number, first.section, first.value, first.kind, first.place) == (1, "2468", 25, "X", 9)
        assert (second.kind, second.singles_and_pairs, second.note, second.place) == ("C", True, "Pairs", 15)
        assert (third.shift, len(third.builds), third.place) == (1, 15, 26)
        assert [(name, len(lines)) for name, lines in card.sections] == [("2468", 2), ("Runs", 1)]

    def test_as_json(self):
        found = tomllib.loads(FULL)
        card = read_card(json.dumps(found), kind="json")
        assert card.digest == read_card(FULL).digest
        assert [line.pattern for line in card.lines] == [line.pattern for line in read_card(FULL).lines]
        found["lines"] = found.pop("line")
        assert read_card(json.dumps(found, indent=1), kind="json").digest == card.digest

    def test_a_key_twice_in_json(self):
        text = '{\n "name": "Ours",\n "lines": [\n  {"pattern": "FF",\n   "value": 3,\n   "value": 4}\n ]\n}'
        (fault,) = faults(text, "json")
        assert fault.startswith("Line 6 ")
        assert "“value”" in fault

    @pytest.mark.parametrize("key", ["line", "lines"])
    def test_places_in_json_are_of_the_first_with_a_name_and_not_of_what_is_nested(self, key):
        """A key counts where it stands in the card or in a line, not deeper and not in another list."""
        text = "\n".join(
            [
                '{ "note": {"year": 1,',
                '            "more": [{"value": 0}]},',
                '  "year": "soon",',
                '  "name": 3,',
                f'  "{key}": [ {{"pattern": "FF",',
                '      "section": {"value": 9},',
                '      "value": 0}, {',
                '      "value": 25, "shift": "}]",',
                '      "pattern": "FFFF 2222a 4444b 66c"},',
                '    {"pattern": "FFFF 2222a 4444b 66c", "value": 25,',
                '     "concealed": 1}],',
                '  "jokers_anywhere": 1 }',
            ]
        )
        assert {fault.partition(":")[0] for fault in faults(text, "json")} == {
            *("Line 1, note", "Line 3, year", "Line 4, name", "Line 5, pattern", "Line 6, section", "Line 7, value"),
            *("Line 8, shift", "Line 11, concealed", "Line 12, jokers_anywhere"),
        }

    def test_what_can_not_be_read_has_no_lines(self):
        assert [(read_card(text).count, read_card(text).lines) for text in ("x = ", "")] == [(0, ()), (0, ())]

    def test_line_endings_and_marks_of_other_systems(self):
        assert read_card("\ufeff" + FULL.replace("\n", "\r\n")).digest == read_card(FULL).digest

    @pytest.mark.parametrize(
        "change",
        [
            ("2222a", "4444a"),
            ("value = 25", "value = 30"),
            ("concealed = true", "concealed = false"),
            ('name = "Ours"', 'name = "Theirs"'),
            ("2026", "2027"),
            ("jokers_anywhere = true", "jokers_anywhere = false"),
            ("shift = 1", "shift = 2"),
        ],
    )
    def test_the_digest_is_another_when_a_hand_is_worth_something_else(self, change):
        assert read_card(FULL.replace(*change, 1)).digest != read_card(FULL).digest

    def test_the_digest_is_the_same_for_other_remarks_and_notes(self):
        text = FULL.replace("# the hard one\n", "").replace('"Pairs"', '"Only pairs"').replace(" = ", "=")
        assert read_card(text).digest == read_card(FULL).digest


class TestFaults:
    @pytest.mark.parametrize(
        ("text", "where"),
        [
            ("x = ", (0, "", 0)),
            ("", (0, "name", 0)),
            ("name = 3", (0, "name", 1)),
            (f'name = "{"x" * 81}"', (0, "name", 1)),
            (HEAD + "year = true", (0, "year", 2)),
            (HEAD + "jokers_anywhere = 1", (0, "jokers_anywhere", 2)),
            (HEAD + "jokers_anywere = true", (0, "jokers_anywere", 2)),
            (HEAD + "line = 3", (0, "line", 2)),
            (HEAD + "line = [3]", (1, "", 2)),
            (HEAD + LINE + "values = 3", (1, "values", 6)),
            (HEAD + LINE + "note = 3", (1, "note", 6)),
            (HEAD + LINE + "shift = 9", (1, "shift", 6)),
            (HEAD + LINE + 'concealed = "C"', (1, "concealed", 6)),
            (HEAD + LINE.replace("value = 25\n", ""), (1, "value", 2)),
            (HEAD + LINE.replace("25", "0"), (1, "value", 5)),
            (HEAD + LINE.replace("25", "1000001"), (1, "value", 5)),
            (HEAD + LINE.replace("66c", "666c"), (1, "pattern", 4)),
        ],
    )  # fmt: skip
    def test_each_fault_is_told_where_it_is(self, text, where):
        fault = read_card(text).faults[0]
        assert (fault.line, fault.field, fault.place) == where

    @pytest.mark.parametrize(
        "field", ["value = 0", "shift = 9", "concealed = 3", "singles_and_pairs = 3", 'pattern = "F"']
    )
    def test_a_fault_costs_the_line_it_is_in(self, field):
        name = field.split(" ", maxsplit=1)[0]
        broken = "".join(part for part in LINE.splitlines(keepends=True) if not part.startswith(name)) + field + "\n"
        card = read_card(HEAD + LINE.replace("2222a", "2222b") + broken + LINE)
        assert [line.number for line in card.lines] == [1, 3]
        assert [(fault.line, fault.field) for fault in card.faults] == [(2, name)]
        assert card.count == 3

    @pytest.mark.parametrize("field", ["note = 3", "section = 3", "unknown = 3", f'note = "{"x" * 301}"'])
    def test_a_fault_beside_the_hand_costs_nothing(self, field):
        text = HEAD + LINE.replace('section = "2468"\n', "") + field
        card = read_card(text)
        assert len(card.lines) == 1
        assert len(card.faults) == 1

    def test_several_at_once(self):
        card = read_card('[[line]]\npattern = "2222 FF"\nvalue = -1\nconceald = true\n' + LINE)
        assert [(fault.line, fault.field, fault.place) for fault in card.faults] == [
            (0, "name", 0),
            (1, "conceald", 4),
            (1, "value", 3),
            (1, "pattern", 2),
        ]
        assert len(card.lines) == 1

    def test_warnings(self):
        other = LINE.replace("FFFF 2222a 4444b 66c", "4444c 66a FFFF 2222b")
        pairs = LINE.replace("FFFF 2222a 4444b 66c", "FF 22a 44a 66a 88a 22b 88b")
        fixed = LINE.replace("2222a 4444b 66c", "2222a= 4444b= 66c=")
        assert warnings("") == [(0, "")]  # no line yet
        assert warnings(LINE + LINE) == warnings(LINE + other) == [(2, "pattern")]  # the same hands
        assert warnings(LINE + other + "concealed = true\n") == []
        assert warnings(pairs) == [(1, "singles_and_pairs")]  # has them only, and doesn't say so
        assert warnings(pairs + "singles_and_pairs = true") == []
        assert warnings("jokers_anywhere = true\n" + pairs) == []
        assert warnings(LINE + "singles_and_pairs = true") == [(1, "singles_and_pairs")]
        assert warnings(fixed + "shift = 1") == [(1, "shift")]  # makes no difference
        assert warnings(LINE + "shift = 2") == []

    def test_where_no_line_can_be_played_the_line_is_blamed_and_no_unknown_field(self):
        card = read_card(HEAD + "line2 = 1\n" + '[[line]]\nline3 = 1\npattern = "FF"\nvalue = 25\n')
        assert [fault.field for fault in card.faults] == ["line2", "line3", "pattern"]
        assert card.problem.code == "card-unusable"
        assert card.problem.why == card.faults[2].sentence()

    def test_bytes_that_are_no_text(self):
        card = card_from_bytes(HEAD.encode() + b"\xff")
        assert [fault.sentence() for fault in card.faults] == ["Line 2 holds bytes that aren’t text (UTF-8)."]


WAYS = '[[line]]\npattern = "nnnna kkkkb 11c DDDDa"\nvalue = 25\nshift = 1\n'
BOMBS = {
    "more lines": (HEAD + LINE * 10_001, "toml", MOST_LINES, "There are 10,001 lines. A card has 10,000 at most."),
    "many ways": (HEAD + WAYS * 2000, "toml", MOST_CARD_WAYS // 3888, "The card’s lines together can be made in more than 80,000"),
    "refused for their ways": (HEAD + ('[[line]]\nvalue = 1\npattern = "' + "1a/2b/3c " * 7 + 'nnna F F F F"\n') * 8_000, "toml", 0, "Line 4, pattern: This can be read in more than 6,000 ways"),
    "refused for their tiles": (HEAD + '[[line]]\nvalue = 1\npattern = "FFFFFFFFF! nna kkb Dc"\n' * 10_000, "toml", 0, "Line 4, pattern: No set of tiles can make this"),
    "choices": (HEAD + ('[[line]]\nvalue = 1\npattern = "' + "F/N/E/W/S/R/G/0 " * 14 + '"\n') * 3900, "toml", 0, "This can be read in more than 6,000 ways"),
    "a long pattern": (HEAD + '[[line]]\nvalue = 1\npattern = "' + "1" * 900_000 + '"', "toml", 0, "At most 400 fit"),
    "a huge shift": (HEAD + LINE + f"shift = {'9' * 4000}", "toml", 0, "0 to 8"),
    "digits": (HEAD + f"year = {'9' * 900_000}", "toml", 0, "a number is too long"),
    "deep arrays": ("a = " + "[" * 900_000, "toml", 0, "Line 1 nests deeper than a card ever does."),
    "deep keys": ("a." * 400_000 + "a = 1", "toml", 0, "Line 1 nests deeper than a card ever does."),
    "deep tables": (HEAD + "[[line]]\n[[line.x]]\n[[line.x.y]]\n" * 20_000, "toml", 0, "20,000 lines"),
    "many tables": ("".join(f"[a{number}]\n" for number in range(80_000)), "toml", 0, "Delete the line"),
    "many keys": (HEAD + "[[line]]\n" + "".join(f"k{number} = 1\n" for number in range(60_000)), "toml", 0, "Delete the line"),
    "quotes": ('"' * 900_000, "toml", 0, "can’t be read as TOML"),
    "too large": ("#" * (LARGEST_FILE + 1), "toml", 0, "The file is larger than 1,048,576 bytes. A card never needs so much."),
    "too large in bytes": ("#" + "é" * (LARGEST_FILE // 2), "toml", 0, "The file is larger than 1,048,576 bytes"),
    "JSON lines": (json.dumps({"name": "x", "lines": [{"pattern": "FFFF 2222a 4444b 66c", "value": 2}] * 10_000}), "json", 10_000, None),
    "deep JSON": ("[" * 900_000, "json", 0, "Line 1 nests deeper than a card ever does."),
    "no object": ("[1]", "json", 0, "Line 1 can’t be read as JSON: a card is written in { }."),
}  # fmt: skip


class TestWhateverTheFileHolds:
    @pytest.mark.exhaustive(keep=8)
    @pytest.mark.parametrize("name", BOMBS)
    def test_it_is_read_in_bounded_time_and_told(self, name):
        text, kind, lines, words = BOMBS[name]
        with effort(BOMB_SECONDS):
            card = read_card(text, kind=kind)
        assert len(card.lines) == lines
        sentences = [fault.sentence() for fault in card.faults]
        assert any(words in sentence for sentence in sentences) if words else not sentences
        assert all(len(sentence) < 500 for sentence in sentences)

    @given(st.data())
    @settings(max_examples=60)
    def test_any_damage(self, data):
        begin = data.draw(st.integers(0, len(FULL)))
        end = data.draw(st.integers(begin, min(len(FULL), begin + 20)))
        card = read_card(FULL[:begin] + data.draw(st.text('a1="[]{}#\\\n. ,\0é', max_size=4)) + FULL[end:])
        assert all(fault.sentence() for fault in card.faults + card.warnings)
        assert all(line.builds for line in card.lines)

    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(["line", "lines", "pattern", "value", "name", "note", "shift", "x"]),
                    inner,
                    max_size=5,
                )
            ),
            max_leaves=12,
        )
    )
    def test_any_values(self, values):
        card = read_card(json.dumps(values), kind="json")
        assert all(fault.sentence() for fault in card.faults + card.warnings)


class TestWriting:
    def test_what_is_written_is_read_again(self):
        card = read_card(FULL)
        for kind in ("toml", "json"):
            again = read_card(write_card(CardText(FULL).fields, kind), kind=kind)
            assert (again.digest, again.note, again.faults) == (card.digest, card.note, ())
            assert [line.note for line in again.lines] == [line.note for line in card.lines]

    def test_a_new_card(self):
        text = CardText.new('Our "own"\ncard', 2027, jokers_anywhere=True)
        assert (text.card.year, text.card.jokers_anywhere, text.card.faults, text.count) == (2027, True, (), 0)
        assert text.card.name == 'Our "own" card'

    @given(st.text(max_size=30).filter(lambda text: not any(0xD800 <= ord(one) < 0xE000 for one in text)))
    def test_any_text_can_be_written(self, note):
        assert CardText(FULL).with_field(2, "note", note).lines[1]["note"] == note
        assert CardText(FULL).with_top("note", note).fields["note"] == note


class TestChanging:
    text = CardText(FULL)

    def test_a_value_changes_and_nothing_else(self):
        changed = self.text.with_field(2, "value", 75)
        assert changed.text == FULL.replace("value = 50", "value = 75")
        changed = self.text.with_field(2, "pattern", 'FF "x"')
        assert changed.text == FULL.replace('"FF 22a 44a 66a 88a 22b 88b"   #', '"FF \\"x\\""   #')
        assert self.text.with_top("name", "Theirs").text == FULL.replace('"Ours"   #', '"Theirs"   #')
        assert self.text.with_field(2, "concealed", False).text == FULL.replace("concealed = true", "concealed = false")

    def test_a_field_is_added_where_it_belongs(self):
        changed = self.text.with_field(1, "concealed", True)
        assert changed.text == FULL.replace("value = 25\n", "value = 25\nconcealed = true\n")
        changed = self.text.with_field(1, "shift", 1)
        assert changed.text == FULL.replace("value = 25\n", "value = 25\nshift = 1\n")
        bare = CardText("[[line]]\nvalue = 3")
        assert bare.with_field(1, "section", "A").text == '[[line]]\nvalue = 3\nsection = "A"\n'
        assert bare.with_top("name", "A").text == 'name = "A"\n\n[[line]]\nvalue = 3\n'
        assert CardText("").with_top("name", "A").text == 'name = "A"\n'
        assert CardText("# A\n").with_top("name", "A").text == '# A\nname = "A"\n'
        assert CardText("year = 1").with_top("name", "A").text == 'year = 1\nname = "A"\n'
        assert CardText("# one\n\n# of line 1\n[[line]]\n").with_top("name", "A").text == (
            '# one\nname = "A"\n\n# of line 1\n[[line]]\n'
        )

    def test_a_field_is_taken_away(self):
        assert self.text.with_field(2, "note", None).text == FULL.replace('note = "Pairs"\n', "")
        assert self.text.with_top("year", None).text == FULL.replace("year = 2026\n", "")
        assert self.text.with_top("year", None).with_top("year", None).text == FULL.replace("year = 2026\n", "")

    def test_the_same_value_changes_nothing(self):
        assert self.text.with_field(1, "value", 25) is self.text
        odd = CardText(FULL.replace("value = 25", "value=0x19"))
        assert odd.with_field(1, "value", 25) is odd

    def test_a_line_is_added(self):
        new = {"section": "Z", "pattern": "NEWS FFFF 1122a DDa", "value": 40}
        block = '[[line]]\nsection = "Z"\npattern = "NEWS FFFF 1122a DDa"\nvalue = 40\n'
        assert self.text.with_line(new).text == FULL.replace("value = 30\n", "value = 30\n\n" + block)
        assert self.text.with_line(new, 1).text == FULL.replace("value = 25\n", "value = 25\n\n" + block)
        assert self.text.with_line(new, 0).text == FULL.replace("[[line]]", block + "\n[[line]]", 1)
        assert CardText("").with_line(new).text == block
        assert CardText('name = "A"').with_line(new).text == 'name = "A"\n\n' + block

    def test_a_line_is_taken_out_with_its_remark(self):
        changed = self.text.without_line(2)
        begin, end = FULL.index("\n# the hard one"), FULL.index("\n# --- runs")
        assert changed.text == FULL[:begin] + FULL[end:]
        assert [line["value"] for line in changed.lines] == [25, 30]
        assert CardText("[[line]]\nvalue = 3\n").without_line(1).text == ""

    def test_a_line_moves_with_its_remark(self):
        changed = self.text.with_line_moved(2, 1)
        assert [line["value"] for line in changed.lines] == [50, 25, 30]
        assert sorted(changed.text.splitlines()) == sorted(FULL.splitlines())
        assert changed.text.index("# --- evens ---\n\n# the hard one\n[[line]]") > 0
        assert changed.with_line_moved(1, 2).text == FULL
        ended = CardText(FULL.removesuffix("# the end\n").removesuffix("\n"))
        assert [line["value"] for line in ended.with_line_moved(3, 1).lines] == [30, 25, 50]

    @pytest.mark.parametrize(
        "text",
        [
            'name = "Ours"\nline = [{pattern = "FF", value = 1}, {value = 2}]\n',
            'line.value = 1\nname = "Ours"\n',
            "[[line]]\nvalue = 1\n[[line.more]]\nx = 1\n[[line]]\nvalue = 2\n",
            '[["line"]]\n"value" = 1\n',
            "[[ line ]] # x\n\tvalue\t=\t1 # 2 = 3\n",
            '[[line]]\nvalue = 1\nsection = """\n[[line]]\nvalue = 9\n"""\n',
            "[[line]]\nvalue = 1\nx = [\n 1, # [[line]]\n]\n",
        ],
    )  # fmt: skip
    def test_however_the_file_is_built(self, text):
        before = CardText(text)
        changed = before.with_field(1, "value", 7).with_field(1, "note", "n").with_top("note", "t")
        assert changed.lines[0]["value"] == 7
        assert changed.lines[0]["note"] == "n"
        assert changed.fields["note"] == "t"
        assert changed.count == before.count
        assert changed.with_line({"value": 8}).without_line(1).lines[-1] == {"value": 8}

    def test_remarks_and_endings_of_other_systems_stay(self):
        text = "\ufeff" + FULL.replace("\n", "\r\n")
        changed = CardText(text).with_field(2, "value", 75).with_top("name", "Théirs")
        assert changed.text == text.replace("value = 50", "value = 75").replace('"Ours"', '"Théirs"')
        first = CardText('\ufeffname = "Ours" # é')
        assert first.with_top("name", "Theirs").text == '\ufeffname = "Theirs" # é\n'
        added = CardText(text).with_line({"value": 8})
        assert added.text.count("\n") == added.text.count("\r\n")

    def test_a_json_card(self):
        text = CardText(write_card(tomllib.loads(FULL), "json"), "json")
        changed = text.with_field(2, "value", 75).with_line({"value": 8}).with_line_moved(1, 2)
        assert changed.kind == "json"
        assert [line["value"] for line in changed.lines] == [75, 25, 30, 8]
        assert changed.card.name == "Ours"

    def test_what_can_not_be_read_can_not_be_changed(self):
        with pytest.raises(RuleError):
            CardText("x = ").with_top("name", "A")

    @given(st.data())
    @settings(max_examples=80, deadline=None)
    def test_any_changes_of_a_whole_card(self, data):
        text = CardText(data.draw(st.sampled_from([FULL, built_in("club-fifteen").item.text])))
        remarks = [line for line in text.text.splitlines() if line.startswith("# ---")]
        wanted = [dict(line) for line in text.lines]
        for _ in range(data.draw(st.integers(1, 6))):
            count = len(wanted)
            what = data.draw(st.sampled_from(["field", "add", "remove", "move"] if count else ["add"]))
            at = data.draw(st.integers(1, max(count, 1)))
            if what == "field":
                field = data.draw(st.sampled_from(["pattern", "note", "section"]))
                value = data.draw(st.none() | st.sampled_from(["FF", 'a "b" \\ # [[line]] = 3', "é\u2028\x85\n"]))
                text = text.with_field(at, field, value)
                wanted[at - 1].pop(field, None)
                if value is not None:
                    wanted[at - 1][field] = value
            elif what == "add":
                place = data.draw(st.integers(0, count))
                text = text.with_line({"pattern": "NEWS", "value": 1}, place)
                wanted.insert(place, {"pattern": "NEWS", "value": 1})
            elif what == "remove":
                text = text.without_line(at)
                del wanted[at - 1]
            else:
                to = data.draw(st.integers(1, count))
                text = text.with_line_moved(at, to)
                wanted.insert(to - 1, wanted.pop(at - 1))
            assert text.lines == wanted
            assert [line for line in text.text.splitlines() if line.startswith("# ---")] == remarks
