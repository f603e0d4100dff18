"""The cards that come with the program, and the shelf of a person's own. RULES 3; texts 2A and 5 for the two cards."""

import re
from pathlib import Path

import pytest

from mjcompanion.american.card import LARGEST_FILE, read_card
from mjcompanion.american.card_library import BUILT_IN, CardLibrary, built_in, find_card
from mjcompanion.american.writing import CardText, write_card
from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import Tile, TileKind
from mjcompanion.parsing.pattern import read_pattern
from mjcompanion.storage.paths import Folders

COMPANION = built_in("companion").card
CLUB = built_in("club-fifteen").card
GOOD = 'name = "Ours"\nyear = 2026\n[[line]]\npattern = "FFFF 2222a 4444b 66c"\nvalue = 25\n'
DRAGON_OF = {TileKind.CHARACTERS: "7z", TileKind.DOTS: "5z", TileKind.BAMBOOS: "6z"}


def tiles_of(build):
    """The tiles of a build in the order of the pattern."""
    return [run.tile for run in build.runs for _ in range(run.count)]


class TestTheTwoCards:
    @pytest.mark.parametrize("name", BUILT_IN)
    def test_nothing_is_wrong_with_them(self, name):
        card = built_in(name).card
        assert card.faults == card.warnings == ()
        assert card.count == len(card.lines)
        assert all(line.section and line.pattern and line.builds for line in card.lines)

    def test_companion_is_what_it_says(self):
        assert (COMPANION.title, COMPANION.jokers_anywhere) == ("Companion 2026", False)
        lines = dict(COMPANION.sections)
        for line in COMPANION.lines:
            assert line.singles_and_pairs == (line.section == "Singles and Pairs")
            longest = max(run.count for build in line.builds for run in build.runs)
            assert (longest <= 2) == line.singles_and_pairs
            assert (longest >= 5) == (line.section == "Quints")
        for section in ("2468", "13579", "369"):
            made = [tile for line in lines[section] for build in line.builds for tile in tiles_of(build)]
            assert {tile.rank for tile in made if tile.is_suited} <= {int(rank) for rank in section}

    def test_club_fifteen_has_the_values_and_kinds_of_the_guide(self):
        assert (CLUB.title, CLUB.jokers_anywhere, len(CLUB.lines)) == ("Club Fifteen", True, 15)
        flowers = [tiles_of(line.builds[0]).count(Tile.parse("F")) for line in CLUB.lines]
        found = [(line.kind, line.value, count) for line, count in zip(CLUB.lines, flowers, strict=True)]
        assert found == [
            *[("X", 25, 0)] * 3,
            *[("C", 15, 2)] * 3,
            *[("X", 25, 4)] * 3,
            *[("X", 20, 0)] * 2,
            *[("C", 20, 2)] * 3,
            ("X", 15, 2),
        ]
        assert all(run.jokers for line in CLUB.lines for build in line.builds for run in build.runs)

    def test_club_fifteen_keeps_the_colour_rule(self):
        """Dragons beside bams are green, beside craks red, beside dots white."""
        with_dragons = 0
        for line in CLUB.lines:
            for build in line.builds:
                suits = {tile.kind for tile in tiles_of(build) if tile.is_suited}
                dragons = {str(tile) for tile in tiles_of(build) if tile.is_dragon}
                if suits:
                    assert dragons <= {DRAGON_OF[suit] for suit in suits}, line.pattern
                    with_dragons += bool(dragons)
        assert with_dragons > 50


def save(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.fixture
def shelf(tmp_path):
    return CardLibrary(tmp_path / "cards")


class TestShelf:
    def test_cards_of_one_name_stand_by_year(self, shelf):
        for year in (2025, 2027, 2026):
            shelf.save(CardText.new("Ours", year))
        shelf.save(CardText.new("Alpha"))
        assert [entry.title for entry in shelf.own()] == ["Alpha", "Ours 2027", "Ours 2026", "Ours 2025"]

    def test_a_card_that_is_being_written_is_kept_with_its_faults(self, shelf):
        entry = shelf.save(CardText(GOOD.replace("66c", "666c")))
        assert [fault.sentence() for fault in shelf.own()[0].card.faults] == [
            "Line 4, pattern: 15 tiles: one too many."
        ]
        with pytest.raises(RuleError, match="can’t be read"):
            shelf.save(CardText("x = "), entry)
        nameless = shelf.save(CardText("[[line]]\nvalue = 3\n"))
        assert nameless.path.name == "card.toml"
        assert shelf.save(CardText("[[line]]\nvalue = 4\n")).path.name == "card-2.toml"

    def test_json_cards(self, shelf):
        save(shelf.folder / "theirs.json", write_card(CardText(GOOD).fields, "json"))
        (entry,) = shelf.own()
        assert (entry.item.kind, entry.card.lines[0].value) == ("json", 25)
        changed = shelf.save(entry.item.with_field(1, "value", 30), entry)
        assert changed.path.suffix == ".json"
        assert shelf.own()[0].card.lines[0].value == 30

    def test_a_name_and_year_is_taken_once(self, shelf):
        shelf.save(CardText(GOOD))
        for name, year in (("OURS", 2026), ("companion", 2026), ("Club fifteen", None)):
            with pytest.raises(RuleError, match="There is a card called"):
                shelf.save(CardText.new(name, year))
        assert shelf.free_name("Ours", 2026) == "Ours 2"
        assert shelf.free_name("Ours", 2027) == "Ours"
        assert len(shelf.free_name("x" * 200)) == 80

    def test_import(self, shelf, tmp_path):
        path = save(tmp_path / "theirs.toml", "# from a friend\n" + GOOD)
        entry = shelf.import_(path)
        assert entry.item.text == "# from a friend\n" + GOOD
        path.write_text(GOOD.replace("25", "30"))
        other = shelf.import_(path)
        assert other.title == "Ours 2 2026"
        assert other.item.text == GOOD.replace("25", "30").replace("Ours", "Ours 2")
        named = shelf.import_(save(tmp_path / "Tuesday.toml", '[[line]]\npattern = "FF"\n'))
        assert (named.title, len(named.card.faults)) == ("Tuesday", 2)
        with pytest.raises(RuleError):
            shelf.import_(save(tmp_path / "large.toml", "#" * (LARGEST_FILE + 1)))


class TestChangingTheText:
    @pytest.mark.parametrize(
        ("deeper", "header"),
        [("more.value = 99\n", ""), ("", "[line.more]\nvalue = 99\n"), ("", "[later]\nvalue = 99\n")],
    )
    def test_a_field_is_the_lines_own_and_not_one_of_the_same_name_deeper(self, deeper, header):
        text = f'name = "Ours"\n\n[[line]]\npattern = "FFFF"\nvalue = 25\n{deeper}{header}'
        card = CardText(text)
        assert card.with_field(1, "value", 30).text == text.replace("value = 25", "value = 30")
        assert card.with_top("name", "Tuesday").text == text.replace("Ours", "Tuesday")
        assert card.with_field(1, "value", None).text == text.replace("value = 25\n", "")


class TestTheDocument:
    TEXT = (Path(__file__).parents[2] / "docs" / "cards.md").read_text(encoding="utf-8")

    def test_its_patterns_can_be_made_in_as_many_ways_as_it_says(self):
        rows = re.findall(r"^\| `([^`]+)` \| (\d) \| (\d+) \|", self.TEXT, re.MULTILINE)
        assert len(rows) >= 10
        for pattern, shift, ways in rows:
            if ways == "0":
                with pytest.raises(RuleError):
                    read_pattern(pattern, int(shift))
            else:
                assert len(read_pattern(pattern, int(shift)).builds) == int(ways), pattern

    @pytest.mark.parametrize("kind", ["toml", "json"])
    def test_its_cards_can_be_read(self, kind):
        (text,) = re.findall(rf"```{kind}\n(.*?)```", self.TEXT, re.DOTALL)
        card = read_card(text, kind=kind)
        assert card.faults == card.warnings == ()
        assert card.lines[0].value == 25


class TestFinding:
    @pytest.fixture
    def folders(self, tmp_path):
        shelf = CardLibrary(Folders.at(tmp_path).cards_folder)
        for year, value in ((2025, "25"), (2027, "27"), (2026, "26")):
            shelf.save(CardText(GOOD.replace("2026", str(year)).replace("25", value)))
        return Folders.at(tmp_path)

    @pytest.mark.parametrize(
        ("name", "title"),
        [
            ("companion", "Companion 2026"),
            ("Companion", "Companion 2026"),
            ("companion 2026", "Companion 2026"),
            ("club-fifteen", "Club Fifteen"),
            ("Club Fifteen", "Club Fifteen"),
            ("ours", "Ours 2027"),
            ("Ours 2025", "Ours 2025"),
            ("ours-2026", "Ours 2026"),
        ],
    )
    def test_by_name(self, folders, name, title):
        assert find_card(name, folders).title == title

    def test_by_file(self, folders, tmp_path, monkeypatch):
        path = save(tmp_path / "elsewhere" / "x.toml", GOOD)
        assert find_card(str(path), folders).title == "Ours 2026"
        path = save(tmp_path / "elsewhere" / "y.JSON", write_card(CardText(GOOD).fields, "json"))
        assert find_card(str(path), folders).title == "Ours 2026"
        monkeypatch.chdir(path.parent)
        assert find_card("x.toml", folders).title == "Ours 2026"

    def test_what_can_not_be_found(self, folders, tmp_path):
        with pytest.raises(RuleError, match=r"no card called “Theirs”\. Choose companion, club-fifteen, ours-2027"):
            find_card("Theirs", folders)
        for name in ("nowhere/x.toml", "a\0b/c", str(tmp_path / "no.json")):
            with pytest.raises(RuleError, match=r"can’t be opened"):
                find_card(name, folders)
        folder = tmp_path / "folder.toml"
        folder.mkdir()
        with pytest.raises(RuleError, match="it is a folder"):
            find_card(str(folder), folders)

    def test_no_line_can_be_played(self, folders, tmp_path):
        path = save(tmp_path / "x.toml", GOOD.replace("66c", "666c"))
        with pytest.raises(
            RuleError, match=r"No line of the card “Ours 2026” can be played\. Line 4, pattern: 15 tiles"
        ):
            find_card(str(path), folders)
        with pytest.raises(RuleError, match="It has no lines"):
            find_card(str(save(tmp_path / "y.toml", 'name = "x"')), folders)


def test_a_text_of_many_lines_is_imported_whole(tmp_path):
    path = tmp_path / "Tuesday.txt"
    path.write_text("2468:\nFFFF 2222a 4444b 66c 25 X\nnonsense\n222a 444a 666a 888a DDb 30 C\nNNNN EEEE 00\n")
    card = CardLibrary(tmp_path / "cards").import_(path).card
    assert (card.name, card.count) == ("Tuesday", 4)
    assert [(line.number, line.value, line.concealed, line.section) for line in card.lines] == [
        (1, 25, False, "2468"),
        (3, 30, True, "2468"),
    ]
    assert {fault.line for fault in card.faults} == {2, 4}
