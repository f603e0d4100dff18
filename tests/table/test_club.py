"""The club's own rules: the value, the file and everything that can be wrong with it, the folder. RULES 9."""

import contextlib
import errno
import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mjcompanion.core.chips import ChipKind, ChipSet
from mjcompanion.core.errors import RuleError
from mjcompanion.core.options import OPTIONS, RowChange
from mjcompanion.core.sanitize import one_line
from mjcompanion.rules.house import ROWS, changed_options, changed_rows, house_rows, row_changed, rows_to_add
from mjcompanion.rules.optional_rows import OPTIONAL_ROWS
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.storage.document_library import DELETED, ChangedElsewhere
from mjcompanion.storage.paths import Folders
from mjcompanion.table.chips import COLOURS, MOST_KINDS, SHAPES
from mjcompanion.table.club_rules import (
    ClubRules,
    RulesLibrary,
    differences_text,
    read_club_rules,
    value_words,
    write_club_rules,
)
from mjcompanion.table.club_rules.file import LARGEST_FILE
from mjcompanion.table.club_rules.library import file_name
from mjcompanion.table.club_rules.rules import LONGEST_NAME, LONGEST_NOTE, clean_note
from tests.effort import effort
from tests.kinds import ALL
from tests.other_values import other_than
from tests.sample import often

assert fcntl  # loaded before a test takes on another user, who may not read the library
BONES = ChipSet("Bone sticks", (ChipKind(1000, 2, "stick", "white"), ChipKind(50, 20, "chip", "yellow")))
HEAD = 'version = 1\nname = "Ours"\npreset = "traditional"\n'
NAMES = [
    'He said "pung"',
    "O'Hara\\'s \\n rules",
    "🀄 Löwen 麻將 👨‍👩‍👧",
    "<b>bold</b> &amp; {name} %s {0}",
    "../../etc/passwd",
    "con",
    "=cmd()",
    "# remark",
    '"""',
    "a" * LONGEST_NAME,
    "💥" * LONGEST_NAME,
]


def other(preset, key):
    return other_than(key, getattr(options_for(preset), key))


def changed(preset, **values):
    return ClubRules.of("Ours", preset, values)


def sentences(text):
    with pytest.raises(RuleError) as caught:
        read_club_rules(text)
    return [problem.sentence() for problem in caught.value.problems]


def rows_for(preset):
    """Some rows of a house, as options take them."""
    able = [row for row in OPTIONAL_ROWS.values() if not row.needs & {"others", "round"} and not row.share]
    able += preset.rows
    gifts = {"doubles": st.integers(0, 5)}
    if preset.preset.scale:
        able = [row for row in able if not row.points]
    else:
        gifts["points"] = st.integers(0, 1000)
    if preset.preset.limit:
        gifts["limit"] = st.sampled_from(["1", "1/2", "2/3", 1, preset.preset.limit])
    values = st.fixed_dictionaries({}, optional={"off": st.booleans(), "everybody": st.just(False), **gifts})
    return st.dictionaries(st.sampled_from([row.key for row in able]), values, max_size=4)


class TestValue:
    @pytest.mark.parametrize("preset", ALL)
    def test_unchanged_differs_in_nothing(self, preset):
        ours = ClubRules.of("Ours", preset)
        assert ours.changes == {}
        assert ours.options == options_for(preset)
        assert [row.key for row in ours.compare()] == [spec.key for spec in preset.options_used()]
        assert not any(row.differs for row in ours.compare())
        assert "Nothing differs." in differences_text(ours)

    @pytest.mark.parametrize(("preset", "key"), [(p, spec.key) for p in RULESETS.values() for spec in p.options_used()])
    def test_each_change_shows_beside_the_preset(self, preset, key):
        value = other(preset, key)
        ours = changed(preset, **{key: value})
        assert ours.changes == {key: value}
        (row,) = [row for row in ours.compare() if row.differs]
        assert (row.key, row.preset, row.ours) == (key, getattr(options_for(preset), key), value)
        assert row.help.endswith(".")
        assert f"{row.label}: {value_words(value)} instead of {value_words(row.preset)}" in differences_text(ours)
        assert ours.changed(**{key: row.preset}).changes == {}

    def test_a_value_as_the_preset_has_it_is_no_change(self):
        assert changed(Ruleset("traditional"), limit=300, flowers=True).changes == {}

    @pytest.mark.parametrize("preset", ALL)
    def test_a_table_gets_exactly_these_rules(self, preset):
        ours = ClubRules.of("Ours", preset, {"east_double": False}, chips=BONES)
        if preset in (Ruleset("kemp-chinese"), Ruleset("kemp-american")):
            assert not ours.for_table
            with pytest.raises(RuleError, match="one player"):
                ours.table_rules()
            return
        frozen = ours.table_rules()
        assert (frozen.rules, frozen.options, frozen.name) == (preset, ours.options, "Ours")
        assert frozen.chips == (None if preset is Ruleset("simple") else BONES)
        assert frozen.fingerprint != ClubRules.of("Ours", preset).table_rules().fingerprint
        assert frozen.fingerprint == ours.changed(name="Theirs", note="x").table_rules().fingerprint

    def test_own_chips_are_a_difference_where_chips_are_paid(self):
        ours = ClubRules.of("Ours", Ruleset("classical"), chips=BONES)
        (row,) = [row for row in ours.compare() if row.differs]
        assert (row.preset, row.ours) == ("counting-sticks", BONES)
        text = "Chips: Bone sticks: 2 × 1,000, 20 × 50 (3,000 in all) instead of counting sticks"
        assert text in differences_text(ours)
        assert not any(row.differs for row in ClubRules.of("Ours", Ruleset("simple"), chips=BONES).compare())
        assert not any(row.differs for row in ours.changed(chips=None).compare())
        assert ours.changed(chips="american").changes == {"chips": "american"}
        assert ours.changed(chips="american").chips is None

    @pytest.mark.parametrize(
        ("values", "words"),
        [
            ({"limit": 301}, "limit"),
            ({"limit": "none"}, "limit"),
            ({"flowers": 1}, "flowers"),
            ({"limits": 3}, "limits"),
            ({"name": " \n "}, "need a name"),
            ({"name": "x" * 10_000}, "10000"),
            ({"note": "x" * 10_000}, "10000"),
            ({"chips": ChipSet("Ours", ())}, "kinds"),
            ({"chips": ChipSet("Ours", (ChipKind(5, 1), ChipKind(5, 2)))}, "worth 5"),
            ({"chips": ChipSet("Ours", (ChipKind(5, 0),))}, "any chips"),
        ],
    )
    def test_what_can_not_be_is_refused(self, values, words):
        with pytest.raises(RuleError, match=words):
            ClubRules.of("Ours", Ruleset("traditional")).changed(**values)

    @given(st.text(max_size=200))
    def test_names_and_notes_are_tidy_and_stay_so(self, text):
        for clean in (one_line, clean_note):
            tidy = clean(text)
            assert clean(tidy) == tidy
            tidy.encode()
        assert "\n" not in one_line(text)
        assert one_line(text) == one_line(text).strip()


VALUES = {spec.key: st.sampled_from([other(Ruleset("classical"), spec.key), None]) for spec in OPTIONS}
CHIPS = st.builds(
    ChipSet,
    st.text(max_size=30),
    st.lists(
        st.builds(
            ChipKind, st.integers(1, 10**6), st.integers(1, 200), st.sampled_from(SHAPES), st.sampled_from(COLOURS)
        ),
        min_size=1,
        max_size=MOST_KINDS,
        unique_by=lambda piece: piece.value,
    ).map(tuple),
)


class TestFile:
    @given(
        st.text(min_size=1, max_size=LONGEST_NAME).filter(one_line),
        st.sampled_from(list(RULESETS.values())),
        st.fixed_dictionaries(VALUES),
        st.none() | CHIPS,
        st.text(max_size=300),
    )
    def test_comes_back_as_it_was(self, name, preset, values, chips, note):
        changes = {key: value for key, value in values.items() if value is not None}
        ours = ClubRules.of(name, preset, changes, chips=chips, note=note)
        text = write_club_rules(ours)
        assert read_club_rules(text) == ours
        assert read_club_rules(text.replace("\n", "\r\n")) == ours
        assert write_club_rules(read_club_rules(text)) == text

    @pytest.mark.parametrize("name", NAMES)
    def test_any_name_comes_back(self, name, tmp_path):
        shelf = RulesLibrary(tmp_path)
        entry = shelf.save(ClubRules.of(name, Ruleset("nmjl"), note=f"{name}\n{name}"))
        assert entry.rules.name == name
        assert shelf.list() == (entry,)
        assert RulesLibrary(tmp_path).list() == (entry,)
        assert entry.path.parent == tmp_path
        assert re.fullmatch(r"[a-z0-9-]{1,40}\.toml", entry.path.name)

    @pytest.mark.parametrize("preset", ALL)
    def test_every_option_stands_in_the_file_with_its_help(self, preset):
        text = write_club_rules(ClubRules.of("Ours", preset))
        assert tomllib.loads(text)["options"] == {}
        for spec in preset.options_used():
            assert spec.help in text
            assert f"\n# {spec.key} = " in text

    @pytest.mark.parametrize("key", [spec.key for spec in Ruleset("traditional").options_used()])
    def test_an_option_is_changed_by_taking_its_mark_away(self, key):
        text = write_club_rules(changed(Ruleset("traditional"), **{key: other(Ruleset("traditional"), key)}))
        back = re.sub(rf"(?m)^({key} = )", r"# \1", text)
        assert back != text
        assert read_club_rules(back).changes == {}
        plain = write_club_rules(ClubRules.of("Ours", Ruleset("traditional")))
        assert read_club_rules(re.sub(rf"(?m)^# ({key} = .*)", r"\1", plain)).changes == {}

    @given(st.sampled_from([one for one in RULESETS.values() if one.rows]), st.data())
    def test_rows_come_back_as_they_were(self, preset, data):
        ours = ClubRules.of("Ours", preset, {"rows": data.draw(rows_for(preset))})
        text = write_club_rules(ours)
        assert read_club_rules(text) == ours
        assert write_club_rules(read_club_rules(text)) == text
        for one in changed_rows(preset, ours.options):
            assert f"# {one.sentence}\n[rows.{one.id}]" in text
            assert one.sentence in differences_text(ours)
        if ours.for_table:
            assert ours.table_rules().options.rows == ours.options.rows

    @given(st.sampled_from([one for one in RULESETS.values() if one.rows]), st.data())
    def test_every_row_can_be_changed_field_by_field_and_back(self, preset, data):
        options = options_for(preset, {"limit": 500} if "limit" in preset.uses else {})
        listed = house_rows(preset, options)
        in_faan = bool(preset.scale_with(options))
        row = data.draw(st.sampled_from([*listed, *rows_to_add(preset, options)]))
        if row.added:
            assume(not (in_faan and row.points))
            options = options_for(preset, {**changed_options(preset, options), "rows": (RowChange(row.id),)})
        fields = {"off": st.booleans(), "points": st.integers(0, 1000), "doubles": st.integers(0, 20)}
        if in_faan:
            del fields["points"]
        if options.limit is not None:
            fields["limit"] = st.sampled_from([None, "1/2", "1", 100])
        if row.for_losers:
            fields["everybody"] = st.booleans()
        for key, value in data.draw(st.fixed_dictionaries({}, optional=fields)).items():
            change = row_changed(preset, options, row.id, **{key: value})
            options = options_for(preset, {**changed_options(preset, options), "rows": (change,)})
            now = next(one for one in house_rows(preset, options) if one.id == row.id)
            assert getattr(now, key) == value
            assert now.differs is bool([one for one in changed_rows(preset, options) if one.id == row.id])
        own = {key: getattr(row, key) for key in ("off", "points", "doubles", "limit", "everybody")}
        assert row_changed(preset, options, row.id, **own) == RowChange(row.id)
        assert {one.id for one in listed} <= {one.id for one in house_rows(preset, options)}

    def test_what_people_write_stays_when_something_is_changed(self, tmp_path):
        shelf = RulesLibrary(tmp_path)
        path = tmp_path / "tuesday-club.toml"
        path.write_bytes(REMARKS.replace("\n", "\r\n").encode())
        (entry,) = shelf.list()
        rows = {**entry.rules.changes["rows"], "heads-and-tails": {"doubles": 2}}
        values = {"limit": None, "flowers": True, "basal": 20, "rows": rows}
        chips = ChipSet("bone sticks", (*entry.rules.chips.pieces[:1], ChipKind(20, 5)))
        second = shelf.save(entry.rules.changed(**values, note="Since\nJune.", chips=chips), entry)
        text = path.read_bytes().decode()
        assert text.splitlines() == REMARKS_CHANGED.splitlines()
        assert "\r\n" in text
        assert read_club_rules(text) == second.rules
        first = shelf.save(entry.rules, second)
        assert first.rules == entry.rules
        assert all(line in path.read_text() for line in REMARKS.splitlines() if "our remark" in line)

    def test_rows_on_one_line_take_another_one(self):
        old = HEAD + "rows = { no-runs = { doubles = 1 } } # ours\n"
        before = read_club_rules(old)
        after = ClubRules.of(
            before.name, before.preset, {ROWS: {**before.changes[ROWS], "heads-and-tails": {"doubles": 2}}}
        )
        text = write_club_rules(after, old)
        assert read_club_rules(text) == after
        assert "# ours" in text

    def test_what_can_not_be_together_is_refused_with_its_line(self):
        head = 'version = 1\nname = "Ours"\n'
        assert sentences(f'{head}preset = "british"\n[options]\nlimit = "none"\n')[0].startswith("Line 5: Some hands")
        assert sentences(f'{head}preset = "hong-kong"\n[options]\nscale = []\n')[0].startswith("Line 5: Hong Kong")
        (told,) = sentences(f'{head}preset = "hong-kong"\n[rows.no-runs]\ndoubles = 1\npoints = 2\n')
        assert told.startswith(
            "Line 6: These rules turn doubles (faan) into points by a table, so the points of “no-runs” "
        )

    def test_no_table_of_points_may_be_called_none(self):
        text = 'version = 1\nname = "Ours"\npreset = "classical"\n[options]\nscale = "none"\n'
        assert read_club_rules(text).changes == {}

    def test_options_of_other_rules_are_kept(self):
        ours = changed(Ruleset("simple"), basal=30)
        assert read_club_rules(write_club_rules(ours)) == ours

    def test_written_by_hand_in_other_ways(self):
        ours = read_club_rules(
            "\ufeffoptions.limit = 1_000\noptions.'flowers' = false\n"
            'chips = {name = "Ours", pieces = [{value = 5, count = 10}, {value = 25, count = 0b11}]}\n' + HEAD
        )
        assert ours.changes == {"limit": 1000, "flowers": False}
        assert ours.chips == ChipSet("Ours", (ChipKind(25, 3), ChipKind(5, 10)))


REMARKS = (Path(__file__).parents[1] / "data" / "rules-remarks.toml").read_text()
REMARKS_CHANGED = (Path(__file__).parents[1] / "data" / "rules-remarks-changed.toml").read_text()
OPTION = HEAD + "[options]\n"
ROW = HEAD + "[rows.no-runs]\n"
PIECES = HEAD + '[chips]\nname = "Ours"\n'
PIECE = PIECES + "[[chips.pieces]]\nvalue = 5\ncount = 4\n"
DAMAGED = [
    ("", ["“version” is missing", "“name” is missing", "“preset” is missing"]),
    ("name", ["Line 1 can't be read as TOML: Expected '='"]),
    ("\x00", ["Line 1 can't be read as TOML"]),
    (HEAD + 'note = "never ends', ["Line 4 can't be read as TOML"]),
    (HEAD + "[options\nlimit = 4", ["Line 4 can't be read as TOML"]),
    (OPTION + "limit = 4\nlimit = 6", ["Line 6 can't be read as TOML: Cannot overwrite"]),
    (OPTION + "limit = 4 6", ["Line 5 can't be read as TOML"]),
    (OPTION + "limit = " + "9" * 5000, ["Line 5 can't be read as TOML: a number is too long."]),
    (HEAD.replace("1", '"1"'), ["Line 1: version must be a whole number"]),
    (HEAD.replace("1", "0"), ["Line 1: version must be"]),
    (HEAD.replace("1", "true"), ["Line 1: version must be"]),
    (
        HEAD.replace("1", "2"),
        ["A newer version of the program wrote this file; this one reads file version 1."],
    ),
    (HEAD.replace("1", "0x" + "f" * 9000), ["A newer version of the program wrote this file"]),
    ("version = 2\n[club]\nname = 1", ["A newer version of the program wrote this file"]),
    (HEAD.replace("version = 1\n", ""), ["“version” is missing: it should be a whole number"]),
    (HEAD.replace('"Ours"', "7"), ["Line 2: name must be a text in quotes."]),
    (HEAD.replace("Ours", " \\t "), ["Line 2: The rules need a name."]),
    (HEAD.replace("Ours", "x" * 10_000), ["Line 2: The name has 10000 characters; at most 80 fit."]),
    (HEAD.replace("traditional", "tradition"), ['Line 3: preset must be "traditional", ']),
    (HEAD.replace('"traditional"', "[]"), ["Line 3: preset must be "]),
    (HEAD + f'note = "{"x" * (LONGEST_NOTE + 1)}"', ["Line 4: The note has 2001 characters"]),
    (HEAD + "note = 1979-05-27", ["Line 4: note must be a text in quotes."]),
    (HEAD + "Limit = 4", ["Line 4: “Limit” means nothing here; there are"]),
    (HEAD + 'nane = "Ours"', ["Line 4: “nane” means nothing here; did you mean “name”?"]),
    (HEAD + "options = 3", ["Line 4: options must be a line [options]"]),
    (HEAD + "[[options]]", ["Line 4: options must be a line [options]"]),
    (OPTION + "limits = 4", ["Line 5: “limits” means nothing here; did you mean “limit”?"]),
    (OPTION + "limit = 301", ['Line 5: limit must be an even number of points from 2 up, or "none".']),
    (OPTION + "limit = -2", ["Line 5: limit must be"]),
    (OPTION + 'limit = "300"', ["Line 5: limit must be"]),
    (OPTION + "limit = nan", ["Line 5: limit must be"]),
    (OPTION + "limit = 300.0", ["Line 5: limit must be"]),
    (OPTION + "limit = {}", ["Line 5: limit must be"]),
    (OPTION + "limit = [[1], 2]", ["Line 5: limit must be"]),
    (OPTION + "limit.points = 4", ["Line 5: limit must be"]),
    (OPTION + "basal = 101", ["Line 5: basal must be an even number from 0 to 100."]),
    (OPTION + "flowers = 1", ["Line 5: flowers must be true or false."]),
    (OPTION + 'flowers = "none"', ["Line 5: flowers must be true or false."]),
    (OPTION + "wrong_call_amount = -1", ["Line 5: wrong_call_amount must be"]),
    (OPTION + 'extras_as = "double"', ['Line 5: extras_as must be "points", "doubles" or "none".']),
    (OPTION + 'chips = "bones"', ['Line 5: chips must be "american" or "counting-sticks".']),
    (OPTION + "# basal = 3\n\nflowers = 1\nbasal = 3", ["Line 7: flowers", "Line 8: basal"]),
    (HEAD + 'note = """\nbasal = 3\n[options]"""\n[options]\nbasal = 3', ["Line 8: basal"]),
    (HEAD + "note = '''\nbasal = 3\n'''\n[options]\n'basal' = 3", ["Line 8: basal"]),
    (HEAD + "[ 'options' ]\n\"basal\" = 3", ["Line 5: basal"]),
    (HEAD + "options = {limit = 4,\n basal = 3}", ["Line 4 can't be read as TOML"]),
    (HEAD + "options = {limit = 4, basal = 3}", ["Line 4: basal"]),
    (OPTION + "rows = []", ["Line 5: rows must be lines such as [rows.no-runs]"]),
    (HEAD + "rows = 3", ["Line 4: rows must be lines such as [rows.no-runs]"]),
    (HEAD + "[rows]\nno-runs = 3", ["Line 5: no-runs must be a line [rows.no-runs]"]),
    (HEAD + "[[rows.no-runs]]\noff = true", ["Line 4: no-runs must be a line [rows.no-runs]"]),
    (HEAD + "[rows.no-run]\noff = true", ["Line 4: There is no row “no-run”: did you mean “no-runs”?"]),
    (HEAD + "[rows.xyzzy]\noff = true", ["Line 4: There is no row “xyzzy”, neither"]),
    (HEAD + '[rows."no.runs"]\nof = true', ["Line 5: “of” means nothing here; did you mean “off”?"]),
    (ROW + "off = true\n[rows.no-runs]", ["Line 6 can't be read as TOML: Cannot overwrite"]),
    (ROW + "off = 1\neverybody = 0", ["Line 5: off must be true or false.", "Line 6: everybody must be true"]),
    (ROW + 'points = "3"', ["Line 5: points must be a whole number from 0 to 1,000."]),
    (
        ROW + "points = true\ndoubles = 21",
        ["Line 5: points must be", "Line 6: doubles must be a whole number from 0 to"],
    ),
    (ROW + "limit = inf", ["Line 5: limit must be points, or a share"]),
    (ROW + "limit = 301", ["Line 5: “no-runs” can’t give more than the limit of 300"]),
    (ROW + 'limit = "2"', ["Line 5: The limit of “no-runs” is points, or a share"]),
    (ROW + 'limit = "1/0"', ["Line 5: The limit of “no-runs” is points, or a share"]),
    (ROW + 'limit = "dealt"\n[rows.dealt]\nlimit = "no-runs"', ["Line 5: The limit of", "Line 7: The limit of"]),
    (
        OPTION + 'limit = "none"\n[rows.no-runs]\npoints = 2\nlimit = "1"',
        ["Line 8: “no-runs” is a share of the limit, and"],
    ),
    (OPTION + 'limit = "none"\n[rows.four-kongs]', ["Line 6: “four-kongs” is a share of the limit, and"]),
    (ROW + "everybody = true", ["Line 5: Only a hand that has won can have “no-runs”"]),
    (
        HEAD.replace("traditional", "simple") + "[rows.kong]\neverybody = true",
        ["Line 5: In Simple game only the winner"],
    ),
    (HEAD.replace("traditional", "kemp-chinese") + "[rows.robbed-kong]", ["Line 4: In Kemp’s solitaire nobody else"]),
    (HEAD.replace("traditional", "kemp-chinese") + "[rows.round-wind]", ["Line 4: Kemp’s solitaire has no prevailing"]),
    (HEAD.replace("traditional", "nmjl") + "[rows.no-runs]", ["Line 4: American, yearly card has hands on a card"]),
    (HEAD + "chips = 3", ["Line 4: chips must be a line [chips]"]),
    (HEAD + "[chips]", ["Line 4: A set has 1 to 8 kinds"]),
    (PIECES + "pieces = 3", ["Line 6: pieces must be lines [[chips.pieces]]"]),
    (PIECES + "pieces = [3]", ["Line 6: pieces must be lines [[chips.pieces]]"]),
    (HEAD + "[chips]\nname = []\npieces = []", ["Line 5: name must be a text"]),
    (PIECES + "[[chips.pieces]]", ["Line 6: “value” is missing", "Line 6: “count” is missing"]),
    (PIECE + "colour = 'pink'", ['Line 9: colour must be "red", "green", "blue", "yellow", "white" or "black".']),
    (PIECE + "shape = []", ['Line 9: shape must be "chip" or "stick".']),
    (PIECE + "size = 3", ["Line 9: “size” means nothing here"]),
    (PIECE + PIECE[len(PIECES) :] + "shape = 'stick'", ["Line 4: Two kinds of chips are worth 5"]),
    (PIECE.replace("= 5", "= 0"), ["Line 7: value must be a whole number from 1 to 1,000,000."]),
    (PIECE.replace("= 5", "= 'x'"), ["Line 7: value must be"]),
    (PIECE + PIECE[len(PIECES) :].replace("= 4", "= 4.0"), ["Line 11: count must be a whole number from 0 to 200."]),
    (PIECES + "[[chips.pieces]]\nvalue = 5\ncount = 0", ["Line 4: Nobody has any chips"]),
    (PIECES + "pieces = [" + "{value = 1, count = 1}," * 2500 + "]", ["Line 4: A set has 1 to 8 kinds"]),
    ("a." * 30_000 + "a = 1", ["Line 1 nests deeper"]),
    ("\n[" + "a." * 30_000 + "a]", ["Line 2 nests deeper"]),
    ("a = " + "[" * 60_000, ["Line 1 nests deeper"]),
    (HEAD + "a = " + "{b = " * 12_000, ["Line 4 nests deeper"]),
    (HEAD + "".join(f"k{number} = 1\n" for number in range(6000)), ["Line 4: “k0” means nothing here"]),
    (HEAD + '"' + "k" * 60_000 + '" = 1', ["Line 4: “kkk"]),
    ('"""\\' * 15_000, ["Line 1 can't be read as TOML"]),
    ("#" * (LARGEST_FILE + 1), ["The file is larger than 65536 bytes"]),
]


class TestDamage:
    @pytest.mark.parametrize(("text", "told"), DAMAGED, ids=range(len(DAMAGED)))
    def test_every_fault_is_a_sentence_that_names_its_line(self, text, told):
        with effort(1):
            found = sentences(text)
        for sentence in told:
            assert any(one.startswith(sentence) for one in found), found
        for one in found:
            assert len(one) < 300
            assert one.endswith((".", "?"))
            assert one.isprintable()
        assert len(found) <= 21
        numbers = [int(line) for one in found for line in re.findall(r"^Line (\d+)", one)]
        assert numbers == sorted(numbers)

    def test_faults_come_together(self):
        text = 'version = 1\npreset = "x"\nfoo = 1\n[options]\nlimit = 3\nflowers = 0\n[chips]\nname = 1\n'
        assert len(sentences(text)) == 6

    @given(st.data())
    def test_any_damage_is_told_or_harmless(self, data):
        text = write_club_rules(
            ClubRules.of("Ours", Ruleset("traditional"), {"limit": 500}, chips=BONES, note="One\ntwo")
        )
        place = data.draw(st.integers(0, len(text)))
        width = data.draw(st.integers(0, 30))
        text = text[:place] + data.draw(st.text(max_size=5)) + text[place + width :]
        try:
            ours = read_club_rules(text)
        except RuleError as error:
            assert all(problem.sentence() for problem in error.problems)
        else:
            assert read_club_rules(write_club_rules(ours)) == ours

    @given(st.binary(max_size=300))
    def test_any_bytes_are_told(self, content):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "x.toml").write_bytes(content)
            (entry,) = RulesLibrary(Path(folder)).list()
        assert entry.rules is None
        assert entry.problems


@pytest.fixture
def shelf(tmp_path):
    return RulesLibrary(Folders.at(tmp_path).rules_folder)


def ours(name="Ours", **values):
    return ClubRules.of(name, Ruleset("traditional"), values)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


class TestShelf:
    def test_nothing_is_made_before_something_is_kept(self, shelf):
        assert shelf.list() == ()
        assert not shelf.folder.exists()

    def test_bad_files_cost_only_themselves(self, shelf):
        good = shelf.save(ours())
        (shelf.folder / "broken.toml").write_text("name = ")
        (shelf.folder / "bytes.toml").write_bytes(b"\n\xff\xfe")
        (shelf.folder / "large.toml").write_bytes(b" " * 200_000)
        (shelf.folder / "folder.toml").mkdir()
        os.mkfifo(shelf.folder / "pipe.toml")
        (shelf.folder / "nowhere.toml").symlink_to("gone")
        (shelf.folder / "notes.txt").write_text("no rules")
        (shelf.folder / ".hidden.toml").write_text("half written")
        found = shelf.list()
        assert found[0] == good
        told = {entry.path.name: entry.problems for entry in found[1:]}
        assert told == {
            "broken.toml": ("Line 1 can't be read as TOML: Invalid value.",),
            "bytes.toml": ("Line 2 holds bytes that aren't text (UTF-8).",),
            "large.toml": ("The file is larger than 65536 bytes; rules never need so much.",),
            "folder.toml": ("The file can't be opened: it is a folder.",),
            "pipe.toml": ("The file can't be opened: it is no plain file.",),
        }

    def test_nobody_s_file_is_overwritten(self, shelf):
        shelf.folder.mkdir(parents=True)
        (shelf.folder / "ours.toml").write_text("not ours")
        (shelf.folder / "ours-2.toml").mkdir()
        entry = shelf.save(ours())
        assert entry.path.name == "ours-3.toml"
        assert (shelf.folder / "ours.toml").read_text() == "not ours"

    def test_saving_again_is_the_same_file(self, shelf):
        entry = shelf.save(ours())
        again = shelf.save(ours(limit=500), entry)
        assert again.path == entry.path
        assert [one.rules.options.limit for one in shelf.list()] == [500]
        assert list(contents(shelf.folder)) == ["ours.toml"]

    def test_a_name_is_given_once(self, shelf):
        entry = shelf.save(ours())
        with pytest.raises(RuleError, match="There are rules called “OURS” already"):
            shelf.save(ours("OURS"))
        second = shelf.save(ours("Second"))
        with pytest.raises(RuleError, match="already"):
            shelf.save(second.rules.changed(name="ours"), second)
        assert shelf.save(entry.rules.changed(name="OURS"), entry).rules.name == "OURS"
        assert shelf.free_name("ours") == "ours 2"
        assert len(shelf.free_name("x" * 200)) == LONGEST_NAME

    def test_two_copies_made_outside_can_still_be_edited(self, shelf):
        entry = shelf.save(ours())
        shutil.copy(entry.path, shelf.folder / "copy.toml")
        one, two = shelf.list()
        assert one.rules == two.rules
        assert shelf.save(one.rules.changed(limit=40), one).rules.options.limit == 40

    def test_renaming_renames_the_file(self, shelf):
        entry = shelf.save(ours())
        renamed = shelf.save(entry.rules.changed(name="Löwen & Söhne"), entry)
        assert renamed.path.name == "lowen-sohne.toml"
        assert shelf.list() == (renamed,)
        (shelf.folder / "taken.toml").write_text("")
        assert shelf.save(renamed.rules.changed(name="Taken"), renamed).path.name == "taken-2.toml"

    def test_deleted_rules_come_back(self, shelf):
        entry = shelf.save(ours(limit=40))
        gone = shelf.delete(entry)
        assert shelf.list() == ()
        assert gone.parent == shelf.folder / DELETED
        second = shelf.save(ours("Ours again"))
        assert shelf.restore(gone) == entry
        assert not gone.exists()
        assert [one.rules.name for one in shelf.list()] == ["Ours", second.rules.name]

    def test_deleting_twice_keeps_both(self, shelf):
        first = shelf.delete(shelf.save(ours(limit=40)))
        second = shelf.delete(shelf.save(ours(limit=60)))
        assert first != second
        assert shelf.restore(first).rules.options.limit == 40
        with pytest.raises(RuleError, match="already"):
            shelf.restore(second)
        assert second.exists()

    def test_restoring_what_is_not_there(self, shelf):
        gone = shelf.delete(shelf.save(ours()))
        gone.unlink()
        with pytest.raises(FileNotFoundError):
            shelf.restore(gone)

    def test_a_faulty_file_can_be_deleted_and_brought_back(self, shelf):
        shelf.folder.mkdir(parents=True)
        (shelf.folder / "bad.toml").write_text("x")
        (entry,) = shelf.list()
        gone = shelf.delete(entry)
        assert shelf.list() == ()
        assert shelf.restore(gone).path.read_text() == "x"

    def test_import_and_export(self, shelf, tmp_path):
        entry = shelf.save(ours(limit=40))
        away = tmp_path / "away.toml"
        shelf.export(entry.rules, away)
        assert shelf.import_(away) == entry
        other_shelf = RulesLibrary(tmp_path / "other")
        assert other_shelf.import_(away).rules == entry.rules
        away.write_text(away.read_text().replace("limit = 40", "limit = 60"))
        taken = shelf.import_(away)
        assert (taken.rules.name, taken.rules.options.limit) == ("Ours 2", 60)
        assert len(shelf.list()) == 2

    def test_importing_what_is_no_rules(self, shelf, tmp_path):
        (tmp_path / "x.toml").write_text("x")
        with pytest.raises(RuleError, match="Line 1"):
            shelf.import_(tmp_path / "x.toml")
        with pytest.raises(OSError, match="folder"):
            shelf.import_(tmp_path)
        with pytest.raises(FileNotFoundError):
            shelf.import_(tmp_path / "gone.toml")
        assert shelf.list() == ()

    @pytest.mark.parametrize("name", NAMES)
    def test_file_names_are_safe(self, name):
        assert re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}\.mjrules\.toml", file_name(ours(name)))

    def test_a_hundred_files_are_read_once(self, shelf, monkeypatch):
        for number in range(100):
            text = write_club_rules(ours(f"Club {number}"))
            shelf.folder.mkdir(parents=True, exist_ok=True)
            (shelf.folder / f"{number}.toml").write_text(text)
        assert len(shelf.list()) == 100
        monkeypatch.setattr(
            "mjcompanion.storage.document_library.read_bounded", None
        )  # so that no file can be read again
        assert len(shelf.list()) == 100


class TestOthers:
    def test_a_conflicting_save_writes_nothing(self, shelf):
        mine = shelf.save(ours())
        theirs = RulesLibrary(shelf.folder)
        theirs.save(ours(limit=40), theirs.list()[0])
        with pytest.raises(ChangedElsewhere):
            shelf.save(ours(limit=60), mine)
        assert [one.rules.options.limit for one in shelf.list()] == [40]

    def test_deleted_elsewhere_is_told_too(self, shelf):
        mine = shelf.save(ours())
        RulesLibrary(shelf.folder).delete(mine)
        with pytest.raises(ChangedElsewhere):
            shelf.save(ours(limit=60), mine)
        assert shelf.list() == ()

    def test_two_programs_at_once_lose_nothing(self, shelf):
        """Each program changes the note to one more; of two that began at the same place only one succeeds."""
        shelf.save(ours())
        workers = [
            subprocess.Popen([sys.executable, "-c", COUNTING, shelf.folder], stdout=subprocess.PIPE) for _ in range(2)
        ]
        done = sum(int(worker.communicate(timeout=60)[0]) for worker in workers)
        assert done == 60
        (entry,) = shelf.list()
        assert entry.rules.note == "60"

    def test_kill_leaves_the_old_rules_or_the_new(self, shelf):
        shelf.save(ours())
        for kill in range(often(15, 6)):
            with subprocess.Popen([sys.executable, "-c", WRITING, shelf.folder], stdout=subprocess.PIPE) as writer:
                for _ in range(1 + 5 * kill):
                    assert writer.stdout.readline()
                os.kill(writer.pid, signal.SIGKILL)
            (entry,) = shelf.list()
            assert entry.rules is not None


COUNTING = """
import sys
from pathlib import Path
from mjcompanion.storage.document_library import ChangedElsewhere
from mjcompanion.table.club_rules import RulesLibrary

shelf, done = RulesLibrary(Path(sys.argv[1])), 0
while done < 30:
    (entry,) = shelf.list()
    try:
        shelf.save(entry.rules.changed(note=str(int(entry.rules.note or 0) + 1)), entry)
    except ChangedElsewhere:
        continue
    done += 1
print(done)
"""
WRITING = """
import sys
from pathlib import Path
from mjcompanion.table.club_rules import RulesLibrary

shelf, number = RulesLibrary(Path(sys.argv[1])), 0
while True:
    (entry,) = shelf.list()
    number += 1
    shelf.save(entry.rules.changed(note=str(number) * 50, limit=2 * number), entry)
    print(flush=True)
"""


@contextlib.contextmanager
def without_rights():
    """Be nobody for a while: nothing is read-only for root."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def open_folder():
    """A folder that nobody may enter and leave; pytest's own are closed to others."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


class TestFailingDisk:
    def test_a_read_only_folder_is_read_and_nothing_more(self, open_folder):
        shelf = RulesLibrary(open_folder)
        entry = shelf.save(ours())
        entry.path.chmod(0o644)
        (open_folder / DELETED).mkdir()
        before = contents(open_folder)
        open_folder.chmod(0o555)
        with without_rights():
            assert shelf.list() == (entry,)
            for attempt in (
                lambda: shelf.save(ours("Another")),
                lambda: shelf.save(ours(limit=40), entry),
                lambda: shelf.save(entry.rules.changed(name="New"), entry),
                lambda: shelf.delete(entry),
                lambda: shelf.export(entry.rules, open_folder / "away.toml"),
            ):
                with pytest.raises(PermissionError):
                    attempt()
        assert contents(open_folder) == before

    def test_a_folder_that_may_not_be_seen_is_told(self, open_folder):
        shelf = RulesLibrary(open_folder)
        shelf.save(ours())
        open_folder.chmod(0)
        with without_rights(), pytest.raises(PermissionError):
            shelf.list()

    def test_a_file_that_may_not_be_read_costs_itself(self, open_folder):
        shelf = RulesLibrary(open_folder)
        shelf.save(ours("One")).path.chmod(0o644)
        entry = shelf.save(ours("Two"))
        entry.path.chmod(0)
        with without_rights():
            found = RulesLibrary(open_folder).list()
        assert [one.rules is None for one in found] == [False, True]
        assert found[1].problems == ("The file can't be opened: Permission denied.",)

    def test_a_file_in_the_folder_s_place(self, tmp_path):
        (tmp_path / "rules").write_text("in the way")
        shelf = RulesLibrary(tmp_path / "rules")
        with pytest.raises(NotADirectoryError):
            shelf.list()
        with pytest.raises(FileExistsError):
            shelf.save(ours())

    def test_a_full_disk_leaves_the_old_content_and_no_litter(self, shelf, monkeypatch):
        entry = shelf.save(ours())
        before = contents(shelf.folder)

        def full(_):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        with monkeypatch.context() as disk:
            disk.setattr(os, "fsync", full)
            for attempt in (lambda: shelf.save(ours("Another")), lambda: shelf.save(ours(limit=40), entry)):
                with pytest.raises(OSError, match="No space"):
                    attempt()
        assert contents(shelf.folder) == before
        assert shelf.save(ours(limit=40), entry).rules.options.limit == 40
