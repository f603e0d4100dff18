"""The texts of the handbook: all can be read, links lead somewhere, fields can be filled, docs say the same."""

import importlib.util
import re
from pathlib import Path

import pytest
from mjcompanion.ui import shortcuts
from mjcompanion.ui.pages import PAGES
from mjcompanion.ui.whatsthis import NOTES

from mjcompanion.core.options import OPTIONS
from mjcompanion.handbook import texts
from mjcompanion.handbook.blocks import (
    Code,
    Field,
    Grid,
    Items,
    Paragraph,
    Picture,
    Title,
    plain,
    read_blocks,
    read_spans,
    words_of,
)
from mjcompanion.handbook.filling import Wants, filled
from mjcompanion.handbook.search import Page, page_of, search
from mjcompanion.handbook.texts import Section, has, order, section, sections
from mjcompanion.rulesets import RULESETS, UNKNOWN_GAMES

HOME = Path(__file__).parents[2]
FOLDER = HOME / "resources" / "handbook"
KEYS = [key for key, _ in order()]
OTHERS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != "en")


def spans_of(block):
    if isinstance(block, Title | Paragraph):
        return block.spans
    if isinstance(block, Items):
        return [span for one in block.items for span in one]
    if isinstance(block, Grid):
        return [span for row in (block.head, *block.rows) for cell in row for span in cell]
    return []


@pytest.mark.parametrize("language", ["en", *OTHERS])
@pytest.mark.parametrize("key", KEYS)
def test_a_section(key, language):
    one = section(key, language)
    blocks = filled(one, Wants(keys_of=lambda name: shortcuts.DEEDS[name].keys[0]))
    assert isinstance(blocks[0], Title)
    assert [block.level for block in blocks if isinstance(block, Title)].count(1) == 1
    assert len(blocks) > 1
    spans = [span for block in blocks for span in spans_of(block)]
    lost = [span.link for span in spans if span.link and not has(span.link)]
    assert lost == []
    assert not any(isinstance(block, Field) for block in blocks)
    for block in blocks:
        if isinstance(block, Picture):
            assert (HOME / "docs" / block.file).exists()
        if not isinstance(block, Code):
            # nothing of the markup is left over
            said = "".join(span.text for span in spans_of(block) if not span.code)
            assert not re.search(r"\*\*|\{\{|\]\(|`", said), said


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("key", KEYS)
def test_another_language_shows_the_same(key, language):
    """A section has the same parts there, in the same order, with the same links, fields, notation and pictures."""

    def shape(text):
        found = re.findall(r"\{\{.*?\}\}|\{#.*?\}|\]\(.*?\)|`[^`]*`|^    .*$|^\||^\* |^\d\. |^#+ ", text, re.MULTILINE)
        return sorted(" ".join(one.split()) for one in found)

    file = f"{key.rpartition('/')[2]}.md"
    theirs, ours = ((FOLDER / code / file).read_text("utf-8") for code in (language, "en"))
    assert [type(block) for block in read_blocks(theirs)] == [type(block) for block in read_blocks(ours)]
    assert shape(theirs) == shape(ours)


def test_every_file_is_a_section_and_the_order_names_no_other():
    assert sorted(path.stem for path in (FOLDER / "en").glob("*.md")) == sorted(KEYS)
    assert len(set(KEYS)) == len(KEYS)
    for folder in FOLDER.iterdir():
        if folder.is_dir():
            assert {path.stem for path in folder.glob("*.md")} <= set(KEYS), folder.name


def test_each_page_each_ruleset_and_every_explanation_has_a_section():
    assert {page.key for page in PAGES} - {"about"} <= set(KEYS)
    assert {str(rules) for rules in RULESETS.values()} <= set(KEYS)
    assert all(has(note.section) for note in NOTES.values())
    assert {spec.key for spec in OPTIONS} <= set(NOTES)


def test_titles_are_told_apart():
    titles = [one.title for one in sections()]
    assert len(set(titles)) == len(titles)


def test_docs_say_the_same():
    tool = HOME / "tools" / "write_handbook.py"
    spec = importlib.util.spec_from_file_location("write_handbook", tool)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    written = module.DOCUMENT.read_text(encoding="utf-8")
    assert written == module.document(), "run tools/write_handbook.py"


def test_a_language_that_lacks_a_section_has_it_in_english(monkeypatch):
    asked = []

    def text(name):
        asked.append(name)
        if name == "handbook/zh_CN/start.md":
            return "# 入门\n\n见 [牌](game-tiles)。\n"
        if "/zh_CN/" in name:
            raise FileNotFoundError(name)
        return (HOME / "resources" / name).read_text(encoding="utf-8")

    monkeypatch.setattr(texts, "text", text)
    section.cache_clear()
    try:
        assert section("start", "zh_CN").title == "入门"
        assert section("score", "zh_CN") == section("score")
        assert "handbook/zh_CN/score.md" in asked
    finally:
        section.cache_clear()


# reading


def test_blocks():
    text = (
        "# One {#one}\n\nTwo *words* and `{{code}}`,\non two lines.\n\n"
        "* a\n  b\n* c\n\n1. d\n\n| x | y |\n|---|---:|\n| 1 | 2 |\n\n    code  here\n\n![a picture](pictures/x.png)\n"
        "\n{{lines simple}}\n"
    )
    kinds = [type(block) for block in read_blocks(text)]
    assert kinds == [Title, Paragraph, Items, Items, Grid, Code, Picture, Field]
    title, paragraph, plain_list, numbered, grid, code, _, field = read_blocks(text)
    assert (title.level, title.name) == (1, "one")
    assert plain(paragraph.spans) == "Two words and {{code}}, on two lines."
    assert [plain(one) for one in plain_list.items] == ["a b", "c"]
    assert (plain_list.numbered, numbered.numbered) == (False, True)
    assert (grid.figures, plain(grid.rows[0][1])) == ((1,), "2")
    assert code.text == "code  here"
    assert (field.name, field.rest) == ("lines", "simple")


@pytest.mark.parametrize("text", ["##no space", "> quoted", "| a | b |\n|---|---|\n| 1 |", "{{tiles 0m}}"])
def test_what_cannot_be_read_is_refused(text):
    with pytest.raises(ValueError, match=r"\S"):
        read_blocks(text)


def test_a_field_that_there_is_not_is_refused():
    wrong = Section("x", "", "X", read_blocks("# X\n\n{{nothing here}}\n"))
    with pytest.raises(ValueError, match="nothing"):
        filled(wrong)


def test_tiles_and_marks_in_a_line():
    spans = read_spans("**strong {{key undo}}** {{tiles [1111s] (777z)}} [there](score#x)")
    assert [span.key for span in spans if span.key] == ["undo"]
    assert spans[0].strong
    kong, pung = (span for span in spans if span.tiles)
    assert (kong.down, kong.notation) == ((1, 2), "[1111s]")
    assert pung.down == ()
    assert spans[-1].link == "score#x"


# searching


@pytest.fixture(scope="module")
def pages():
    return [page_of(one, filled(one)) for one in sections()]


def test_words_are_found_in_titles_first(pages):
    found = search(pages, "corrections")
    assert found[0].link == "table-corrections"
    assert all("correction" in f"{one.title} {one.excerpt}".lower() for one in found[:2])


def test_all_words_are_looked_for_also_in_what_the_engine_wrote(pages):
    links = [one.link for one in search(pages, "robbed KONG points")]
    assert any(link.startswith("traditional#") for link in links)
    assert not any(link.startswith("print") for link in links)


def test_an_apostrophe_is_an_apostrophe(pages):
    straight, curly = search(pages, "kemp's factor"), search(pages, "Kemp’s factor")
    assert straight == curly != []


@pytest.mark.parametrize(
    "name", ["riichi", "Hong Kong", "MCR", "NMJL", "National League", "Dutch", "British", "Taiwanese", "yearly card"]
)
def test_games_are_found_by_the_names_that_people_use(pages, name):
    assert "game-kinds" in [one.link.partition("#")[0] for one in search(pages, name)]


def test_what_is_not_scored_is_told_by_the_same_names():
    for language in ("en", "zh_CN"):
        told = (FOLDER / language / "game-kinds.md").read_text("utf-8")
        for name in UNKNOWN_GAMES if language == "en" else ():
            assert re.sub(r" \(.*\)", "", name) in told
        assert {"NMJL", "MCR", "BMJA", "DMJL"} <= set(re.findall(r"[A-Z]+", told))


def test_what_was_found_stands_in_the_excerpt_where_no_spaces_part_the_words():
    page = Page((("a", "", f"{'也' * 80}屁和{'也' * 80} 123m"),))
    (found,) = search([page], "屁和")
    assert "屁和" in found.excerpt


def test_the_handbook_is_folded_once_and_not_at_every_search(pages, monkeypatch):
    folded = []
    monkeypatch.setattr("mjcompanion.handbook.search.folded", lambda text: folded.append(text) or text)
    assert search(pages, "limit")
    assert folded == ["limit"]


def test_nothing_is_found_where_nothing_is(pages):
    assert search(pages, "xylophone") == search(pages, "   ") == []


def test_what_is_searched_is_what_is_shown(pages):
    by_key = {page.parts[0][0]: page for page in pages}
    shown = "\n".join(words_of(block) for block in filled(section("simple"))[1:])
    for _, _, text in by_key["simple"].parts:
        assert all(line in shown for line in text.splitlines())
