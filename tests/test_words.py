"""The words of the program: which language, what is looked up, and figures and days as they are written there."""

import datetime as dt
import gettext
import io
import re

import pytest
from babel.messages.extract import extract

from mjcompanion.core.tiles import Tile
from mjcompanion.i18n import translation
from tools import write_words

FIELD = re.compile(r"\{[^{}]*\}")
SOURCE = b"""
tr("Wall", "a thing")
f"{_('Kong')}"
_(WORDS["no text"])
@click.command()
@option("--seat", help="The seat.")
def score():
    'Score a hand.'
"""


class TestLanguage:
    @pytest.mark.parametrize(
        ("environment", "expected"),
        [
            ({"LANG": "zh_CN.UTF-8"}, "zh_CN"),
            ({"LANG": "zh_Hans_SG.UTF-8"}, "zh_CN"),
            ({"LANG": "de_DE.UTF-8"}, "en"),
            ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fr:zh"}, "zh_CN"),
            ({"LANG": "en_GB.UTF-8", "LC_ALL": "zh_CN.utf8"}, "zh_CN"),
            ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
            ({"LANG": "C.UTF-8", "LANGUAGE": "zh_CN"}, "en"),
            ({}, "en"),
        ],
    )
    def test_the_environment_names_it(self, environment, expected):
        assert translation.nearest(translation.environment_locales(environment)) == expected

    def test_a_setting_goes_before_the_environment(self):
        translation.use_preferred("en", ("zh_CN",))
        assert translation.language() == "en"
        translation.use_preferred("auto", ("zh-Hans-CN", "en"))
        assert translation.language() == "zh_CN"
        translation.use_preferred("klingon", ("en_US",))
        assert translation.language() == "en"

    def test_the_region_is_that_of_the_first_locale_that_names_one(self):
        translation.use_preferred("auto", translation.environment_locales({"LANGUAGE": "en", "LANG": "en_US.UTF-8"}))
        assert translation.day_order() == "mdy"
        translation.use_preferred("auto", ("en", "de_DE"))
        assert translation.day_order() == "dmy"

    def test_a_process_of_ours_speaks_the_same(self, monkeypatch):
        translation.use("zh_CN")
        for name, value in translation.child_environment().items():
            monkeypatch.setenv(name, value)
        translation.use_preferred("en", ("en_US",))
        assert translation.language() == "zh_CN"

    def test_those_who_keep_texts_hear_of_a_change(self, monkeypatch):
        heard = []
        monkeypatch.setattr(translation, "_hooks", [*translation._hooks, lambda: heard.append(translation.language())])
        translation.use("pseudo")
        translation.use("en")
        assert heard == ["pseudo", "en"]

    def test_no_name_of_a_tile_outlives_its_catalogue(self, monkeypatch):
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(translation, "_catalogue", lambda _: gettext.NullTranslations())
            translation.use("zh_CN")
            assert Tile.parse("1z").name() == "east wind"
            translation.use("en")
        translation.use("zh_CN")
        assert Tile.parse("1z").name() == "东风"


class TestFiguresAndDays:
    day = dt.date(2026, 3, 26)
    at = dt.datetime(2026, 3, 26, 15, 5, tzinfo=dt.UTC)

    @pytest.mark.parametrize(
        ("code", "region", "expected"),
        [
            ("en", "GB", ("26 Mar 2026", "26 Mar 2026, 15:05", "March 2026", "15:05")),
            ("en", "US", ("Mar 26, 2026", "Mar 26, 2026, 3:05\u202fPM", "March 2026", "3:05\u202fPM")),
            ("zh_CN", "", ("2026年3月26日", "2026年3月26日 15:05", "2026年3月", "15:05")),
        ],
    )
    def test_days(self, code, region, expected):
        translation.use(code, region)
        assert (
            translation.date(self.day),
            translation.moment(self.at),
            translation.month(self.day),
            translation.clock(self.at),
        ) == expected

    def test_an_unknown_region_is_no_trouble(self):
        translation.use("en", "XQ")
        assert "2026" in translation.date(self.day)

    def test_figures(self, monkeypatch):
        assert translation.number(1234567.5, ",.1f") == "1,234,567.5"
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(translation, "_marks", lambda: {ord(","): ".", ord("."): ","})
            assert translation.number(1234567.5, ",.1f") == "1.234.567,5"


class TestCatalogues:
    def test_in_step_with_the_source(self, monkeypatch):
        monkeypatch.setattr("sys.argv", ["write_words", "--check"])
        assert write_words.main() == 0, "./run words"

    @pytest.mark.parametrize("path", sorted(write_words.FOLDER.rglob("*.po")), ids=lambda path: path.stem)
    def test_fields_are_the_same_as_in_english(self, path):
        with path.open("rb") as file:
            messages = [message for message in write_words.read_po(file) if message.id]
        wrong = []
        for message in messages:
            texts = [message.id] if isinstance(message.id, str) else list(message.id)
            fields = set().union(*(FIELD.findall(text) for text in texts))
            strings = [message.string] if isinstance(message.string, str) else message.string
            for found in (set(FIELD.findall(one)) for one in strings):
                whole = path.stem == "click" or found >= fields  # click puts sentences together from English words
                wrong += [] if whole and found <= fields else [texts[0]]
        assert wrong == []

    @pytest.fixture
    def words(self, tmp_path, monkeypatch):
        """Runs the tool on a folder of its own, for a program that has these texts."""

        def run(*texts, argv=()):
            template = write_words.blank()
            for text in texts:
                template.add(text)
            monkeypatch.setattr(write_words, "FOLDER", tmp_path)
            monkeypatch.setattr(write_words, "template", lambda: template)
            monkeypatch.setattr("sys.argv", ["write_words", *argv])
            return write_words.main()

        return run

    def test_a_language_is_offered_when_it_is_whole(self, words, tmp_path):
        assert words("kong", argv=["--new", "de"]) == 1
        path = tmp_path / "de.po"
        assert [one.name for one in tmp_path.iterdir()] == ["de.po"]
        path.write_text(path.read_text().replace('msgid "kong"\nmsgstr ""', 'msgid "kong"\nmsgstr "Kong"'))
        assert words("kong", argv=["--check"]) == 1
        assert words("kong") == 0
        assert gettext.GNUTranslations(io.BytesIO((tmp_path / "de.mo").read_bytes())).gettext("kong") == "Kong"
        assert words("kong", argv=["--check"]) == 0
        assert words("kong", ("{n} set", "{n} sets")) == 1
        assert not (tmp_path / "de.mo").exists()
        assert 'msgstr "Kong"' in path.read_text()

    def test_texts_in_the_source(self):
        found = extract(write_words.extract_source, io.BytesIO(SOURCE), write_words.KEYWORDS)
        assert {(text, context) for _, text, _, context in found} == {
            *{("Wall", "a thing"), ("Kong", None), ("The seat.", None), ("Score a hand.", None)}
        }

    @pytest.mark.parametrize("glued", ['_(f"{n} tiles")', 'tr("a" + b)'])
    def test_a_glued_text_is_refused(self, glued):
        file = io.BytesIO(glued.encode())
        file.name = "some.py"
        with pytest.raises(ValueError, match=r"some\.py:1"):
            list(write_words.extract_source(file, write_words.KEYWORDS))
