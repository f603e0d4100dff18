"""The texts of the handbook: what is built from them is up to date, links lead somewhere, the search finds it."""

import re
from pathlib import Path

import pytest
from mjcompanion.ui.pages import PAGES
from mjcompanion.ui.whatsthis import NOTES

from mjcompanion.core.options import OPTIONS
from mjcompanion.handbook import texts
from mjcompanion.handbook.search import SearchPage, page_of, search
from mjcompanion.handbook.texts import has, order, section, sections
from mjcompanion.rulesets import RULESETS
from tools.handbook.__main__ import as_html, built
from tools.handbook.fields import fill

HOME = Path(__file__).parents[2]
FOLDER = HOME / "resources" / "handbook"
KEYS = [key for key, _ in order()]
OTHERS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != "en")


def test_what_is_built_is_up_to_date():
    files = dict(built())
    assert set(FOLDER.rglob("*.html")) <= set(files)
    stale = [path.relative_to(HOME).as_posix() for path, text in files.items() if path.read_text("utf-8") != text]
    assert stale == [], "run ./run handbook"


@pytest.mark.parametrize("language", ["en", *OTHERS])
@pytest.mark.parametrize("key", KEYS)
def test_a_section(key, language):
    page = section(key, language).html
    assert page.count("<h1") == 1
    assert [link for link in re.findall(r'href="([^"]*)"', page) if not has(link)] == []
    for file in re.findall(r"!\[.*\]\((.*)\)", (FOLDER / language / f"{key}.md").read_text("utf-8")):
        assert (HOME / "docs" / file).exists()


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("key", KEYS)
def test_another_language_shows_the_same(key, language):
    """A section has the same parts there, in the same order, with the same links, fields, notation and pictures."""

    def shape(text):
        found = re.findall(r"\{\{.*?\}\}|\{#.*?\}|\]\(.*?\)|`[^`]*`|^    .*$|^\||^\* |^\d\. |^#+ ", text, re.MULTILINE)
        return sorted(" ".join(one.split()) for one in found)

    theirs, ours = ((FOLDER / code / f"{key}.md").read_text("utf-8") for code in (language, "en"))
    assert shape(theirs) == shape(ours)
    theirs, ours = (re.findall(r"<(?:h\d|p|li|table|pre)\b", section(key, code).html) for code in (language, "en"))
    assert theirs == ours


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


def test_a_language_that_lacks_a_section_has_it_in_english(monkeypatch):
    def text(name):
        if name == "handbook/zh_CN/start.html":
            return "<h1>入门</h1>"
        if "/zh_CN/" in name:
            raise FileNotFoundError(name)
        return (HOME / "resources" / name).read_text(encoding="utf-8")

    monkeypatch.setattr(texts, "text", text)
    section.cache_clear()
    try:
        assert section("start", "zh_CN").title == "入门"
        assert section("score", "zh_CN") == section("score")
    finally:
        section.cache_clear()


# building


def written(_tiles, notation, _large):
    return f"`{notation}`"


@pytest.mark.parametrize("text", ["{{nothing here}}", "{{tiles 0m}}"])
def test_a_field_that_makes_no_sense_is_refused(text):
    with pytest.raises(ValueError, match=r"\S"):
        fill(text, written)


@pytest.mark.parametrize("text", ["a ** b", "{{tiles 1m}}", "[a](b c)"])
def test_html_with_marks_left_over_is_refused(text):
    with pytest.raises(ValueError, match="not understood"):
        as_html(text)


# searching


@pytest.fixture(scope="module")
def pages():
    return [page_of(one, one.html) for one in sections()]


def test_words_are_found_in_titles_first(pages):
    found = search(pages, "corrections")
    assert found[0].link == "table-corrections"
    assert all("correction" in f"{one.title} {one.excerpt}".lower() for one in found[:2])


def test_all_words_are_looked_for_also_in_what_the_engine_wrote(pages):
    links = [one.link for one in search(pages, "robbed KONG points")]
    assert any(link.startswith("traditional#") for link in links)
    assert not any(link.startswith("print") for link in links)


@pytest.mark.parametrize(
    "name", ["riichi", "Hong Kong", "MCR", "NMJL", "National League", "Dutch", "British", "Taiwanese", "yearly card"]
)
def test_games_are_found_by_the_names_that_people_use(pages, name):
    assert "game-kinds" in [one.link.partition("#")[0] for one in search(pages, name)]


def test_what_was_found_stands_in_the_excerpt_where_no_spaces_part_the_words():
    page = SearchPage((("a", "", f"{'也' * 80}屁和{'也' * 80} 123m"),))
    (found,) = search([page], "屁和")
    assert "屁和" in found.excerpt


def test_pictures_of_tiles_leave_nothing_in_the_text():
    text = '<h1>A</h1><td>a pung: 2.</td>\n<td>(<img src="tiles:line/5p">) <img src="tiles:line/2m"><br>2 + 10</td>'
    assert page_of(section("start"), text).parts[0][2] == "a pung: 2.    2 + 10"


def test_nothing_is_found_where_nothing_is(pages):
    assert search(pages, "xylophone") == search(pages, "   ") == []
