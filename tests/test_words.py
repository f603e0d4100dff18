"""The words of the program: which language, what is looked up, and figures and days as they are written there."""

import datetime as dt
import gettext
import io
import re

import pytest

from mjcompanion.i18n import translation
from tools import write_words

FIELD = re.compile(r"\{[^{}]*\}")
CATALOGUES = sorted(path.stem for path in write_words.FOLDER.glob("*.po"))


@pytest.fixture
def english(monkeypatch):
    """A program that has a Chinese catalogue, whole or not, and speaks English again afterwards."""
    compiled = {}
    for code in CATALOGUES:
        with (write_words.FOLDER / f"{code}.po").open("rb") as file:
            compiled[code] = write_words.as_mo(write_words.read_po(file, locale=code))
    plain = translation._catalogue.__wrapped__

    def catalogue(code):
        return gettext.GNUTranslations(io.BytesIO(compiled[code])) if code in compiled else plain(code)

    monkeypatch.setattr(translation, "languages", lambda: ("en", *CATALOGUES))
    monkeypatch.setattr(translation, "_catalogue", catalogue)
    translation.native_name.cache_clear()
    yield
    translation.native_name.cache_clear()
    translation.use("en", "GB")


@pytest.mark.usefixtures("english")
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

    def test_languages_call_themselves(self):
        assert {translation.native_name(code) for code in translation.languages()} >= {"English", "简体中文"}


@pytest.mark.usefixtures("english")
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


@pytest.mark.usefixtures("english")
class TestPseudo:
    def test_fields_and_tags_stay(self):
        translation.use("pseudo")
        said = translation._("Take <b>{n}</b> of {tile!r}")
        assert said.startswith("⟦")
        assert said.endswith("⟧")
        assert "<b>{n}</b>" in said
        assert "{tile!r}" in said

    def test_it_is_half_as_long_again(self):
        translation.use("pseudo")
        assert len(translation._("How the hand was won")) >= 1.5 * len("How the hand was won")


class TestCatalogues:
    def test_every_text_stands_whole_in_the_source(self):
        assert write_words.collect()[1] == []

    @pytest.mark.parametrize("code", CATALOGUES)
    def test_in_step_with_the_source_and_offered_when_it_is_whole(self, code):
        path = write_words.FOLDER / f"{code}.po"
        catalogue = write_words.renewed(path, write_words.collect()[0])
        assert path.read_bytes() == write_words.as_po(catalogue), "./run words"
        compiled = path.with_suffix(".mo")
        if write_words.untranslated(catalogue):
            assert not compiled.exists(), "half a language is offered: ./run words names what is missing"
        else:
            assert compiled.read_bytes() == write_words.as_mo(catalogue), "./run words"

    @pytest.mark.parametrize("code", CATALOGUES)
    def test_fields_are_the_same_as_in_english(self, code):
        with (write_words.FOLDER / f"{code}.po").open("rb") as file:
            catalogue = write_words.read_po(file, locale=code)
        wrong = []
        for message in catalogue:
            if not message.id:
                continue
            texts = [message.id] if isinstance(message.id, str) else list(message.id)
            wanted = set().union(*(FIELD.findall(text) for text in texts))
            said = [message.string] if isinstance(message.string, str) else message.string
            wrong += [(texts[0], one) for one in said if one and set(FIELD.findall(one)) != wanted]
        assert wrong == []

    def test_texts_that_are_not_translated_yet_leave_the_others_as_they_are(self, tmp_path, monkeypatch, capsys):
        old = [write_words.Text("pung", None, None, "a.py"), write_words.Text("{n} tile", "{n} tiles", None, "a.py")]
        new = [write_words.Text("kong", None, None, "a.py"), write_words.Text("{n} set", "{n} sets", None, "a.py")]
        monkeypatch.setattr(write_words, "FOLDER", tmp_path)
        monkeypatch.setattr("sys.argv", ["write_words"])
        catalogue = write_words.blank(locale="zh_CN")
        catalogue.add("pung", "碰")
        catalogue.add(("{n} tile", "{n} tiles"), ("{n}张牌",))
        (tmp_path / "zh_CN.po").write_bytes(write_words.as_po(catalogue))

        def chinese(texts):
            monkeypatch.setattr(write_words, "collect", lambda: (texts, []))
            assert write_words.main() == 0
            found = gettext.GNUTranslations(io.BytesIO((tmp_path / "zh_CN.mo").read_bytes()))
            return [found.gettext("pung"), found.ngettext("{n} tile", "{n} tiles", 2), found.gettext("kong")], found

        assert chinese(old)[0] == ["碰", "{n}张牌", "kong"]
        capsys.readouterr()
        said, found = chinese(old + new)
        assert said == ["碰", "{n}张牌", "kong"]
        assert found.ngettext("{n} set", "{n} sets", 2) == "{n} sets"
        warning = capsys.readouterr().out
        assert "Warning" in warning
        assert "  kong\n" in warning
        assert "  {n} set\n" in warning

    def test_a_new_language_is_offered_when_it_is_whole(self, tmp_path, monkeypatch):
        monkeypatch.setattr(write_words, "FOLDER", tmp_path)
        monkeypatch.setattr(write_words, "collect", lambda: ([write_words.Text("kong", None, None, "a.py")], []))
        monkeypatch.setattr("sys.argv", ["write_words", "--new", "de"])
        assert write_words.main() == 0
        assert [path.name for path in tmp_path.iterdir()] == ["de.po"]

    def test_a_slip_in_the_source_is_found(self):
        import ast

        seen = write_words.Texts("some.py")
        seen.visit(ast.parse('tr(f"{n} tiles")\ntr("a" + b)\ntr("one" if x else "other")\ntr(WORDS[x])'))
        assert len(seen.slips) == 2
        assert [text.one for text in seen.found] == ["one", "other"]
