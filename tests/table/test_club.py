"""The club's own rules: the value, the file and everything that can be wrong with it, the folder. RULES 9."""

import fcntl
import re
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
from mjcompanion.table.club_rules.rules import LONGEST_NAME, LONGEST_NOTE
from tests.effort import effort
from tests.kinds import ALL
from tests.other_values import other_than

assert fcntl  # loaded before a test takes on another user, who may not read the library
BONES = ChipSet("Bone sticks", (ChipKind(1000, 2, "stick", "white"), ChipKind(50, 20, "chip", "yellow")))
HEAD = 'version = 1\nname = "Ours"\npreset = "traditional"\n'


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
            ({"flowers": 1}, "flowers"),
            ({"limits": 3}, "limits"),
            ({"name": " \n "}, "need a name"),
            ({"name": "x" * 10_000}, "10000"),
            ({"chips": ChipSet("Ours", ())}, "kinds"),
        ],
    )
    def test_what_can_not_be_is_refused(self, values, words):
        with pytest.raises(RuleError, match=words):
            ClubRules.of("Ours", Ruleset("traditional")).changed(**values)


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
    ("", [0]),
    ("name", [1]),
    (OPTION + "limit = 4\nlimit = 6", [6]),
    (OPTION + "limit = " + "9" * 5000, [5]),
    (HEAD.replace("1", '"1"'), [1]),
    (HEAD.replace("1", "2"), [0]),
    ("version = 2\n[club]\nname = 1", [0]),
    (HEAD.replace("version = 1\n", ""), [0]),
    (HEAD.replace('"Ours"', "7"), [2]),
    (HEAD.replace("Ours", " \\t "), [2]),
    (HEAD.replace("Ours", "x" * 10_000), [2]),
    (HEAD.replace("traditional", "tradition"), [3]),
    (HEAD + f'note = "{"x" * (LONGEST_NOTE + 1)}"', [4]),
    (HEAD + 'nane = "Ours"', [4]),
    (OPTION + "limits = 4", [5]),
    (OPTION + "limit = 301", [5]),
    (OPTION + "flowers = 1", [5]),
    (OPTION + 'chips = "bones"', [5]),
    (OPTION + "# basal = 3\n\nflowers = 1\nbasal = 3", [7, 8]),
    (HEAD + 'note = """\nbasal = 3\n[options]"""\n[options]\nbasal = 3', [8]),
    (HEAD + "note = '''\nbasal = 3\n'''\n[options]\n'basal' = 3", [8]),
    (HEAD + "[ 'options' ]\n\"basal\" = 3", [5]),
    (HEAD + "options = {limit = 4,\n basal = 3}", [4]),
    (HEAD + "[rows]\nno-runs = 3", [5]),
    (HEAD + "[rows.no-run]\noff = true", [4]),
    (HEAD + '[rows."no.runs"]\nof = true', [5]),
    (ROW + "off = true\n[rows.no-runs]", [6]),
    (ROW + "off = 1\neverybody = 0", [5, 6]),
    (ROW + 'limit = "1/0"', [5]),
    (ROW + 'limit = "dealt"\n[rows.dealt]\nlimit = "no-runs"', [5, 7]),
    (OPTION + 'limit = "none"\n[rows.no-runs]\npoints = 2\nlimit = "1"', [8]),
    (OPTION + 'limit = "none"\n[rows.four-kongs]', [6]),
    (ROW + "everybody = true", [5]),
    (HEAD.replace("traditional", "simple") + "[rows.kong]\neverybody = true", [5]),
    (HEAD.replace("traditional", "kemp-chinese") + "[rows.robbed-kong]", [4]),
    (HEAD.replace("traditional", "nmjl") + "[rows.no-runs]", [4]),
    (HEAD + "chips = 3", [4]),
    (HEAD + "[chips]\nname = []\npieces = []", [5]),
    (PIECES + "[[chips.pieces]]", [6]),
    (PIECE + "colour = 'pink'", [9]),
    (PIECE + "size = 3", [9]),
    (PIECE + PIECE[len(PIECES) :] + "shape = 'stick'", [4]),
    (PIECE + PIECE[len(PIECES) :].replace("= 4", "= 4.0"), [11]),
    (PIECES + "[[chips.pieces]]\nvalue = 5\ncount = 0", [4]),
    (PIECES + "pieces = [" + "{value = 1, count = 1}," * 2500 + "]", [4]),
    ("a." * 30_000 + "a = 1", [1]),
    (HEAD + "a = " + "{b = " * 12_000, [4]),
    (HEAD + "".join(f"k{number} = 1\n" for number in range(6000)), [4]),
    ("#" * (LARGEST_FILE + 1), [0]),
]


class TestDamage:
    @pytest.mark.parametrize(("text", "told"), DAMAGED, ids=range(len(DAMAGED)))
    def test_every_fault_is_a_sentence_that_names_its_line(self, text, told):
        with effort(1):
            found = sentences(text)
        for one in found:
            assert len(one) < 300
            assert one.endswith((".", "?"))
            assert one.isprintable()
        assert len(found) <= 21
        numbers = [int((re.findall(r"^Line (\d+)", one) or "0")[0]) for one in found]
        assert numbers == sorted(numbers)
        assert set(numbers) >= set(told)

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
