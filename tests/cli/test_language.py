"""The command line in another language: help, errors and answers for people follow it, what programs read doesn't."""

import itertools
import json
import os
import re
import shlex

import click
import pytest
from mjcompanion.ui import app

from mjcompanion.cli import SUBCOMMANDS, commands, localized_click
from mjcompanion.core.hand import By
from mjcompanion.core.options import OPTIONS
from mjcompanion.i18n import translation
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.printing.catalogue import FORMS
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.solitaire.players import PLAYERS
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import Settings, save
from tests.cli.test_golden import COMMANDS
from tests.ledger.gaming import on_unknown_card, real
from tests.ledger.making import eventful, people, store
from tests.plain import NAMES, plain

GROUPS = {name: commands.get_command(None, name).list_commands(None) for name in ("ledger", "tournament", "season")}
HELPS = [(), *((name,) for name in SUBCOMMANDS), *((group, name) for group, some in GROUPS.items() for name in some)]
KNOWN = sorted(
    {
        *RULESETS, *map(str, By), *PLAYERS, *SUBCOMMANDS, *itertools.chain(*GROUPS.values()), *(form.id for form in FORMS),
        *("mjcompanion", "JSON", "URL", "ID", "jsonl", "json", "csv", "text", "PDF", "postgresql", "club-fifteen"),
        *("null", "letter", "a4", "game.json", "card.pdf", "limit=null", "companion", "charleston", "zh_CN", "a^-e", "SEAT"),
        *("KEY=VALUE", "NAME", "HAND", "REQUEST", "FORM", "FILE", "FFF", "FFF 226m 5z 222p 66JJp", "x>=1", "1<=x<=1000000"),
        *("Companion 2026", "Consecutive Runs", "UTC", "“rules”"),
        *("hands|games|sessions|practice|all", "both|places|points", "table-points|places|net", "table-points", "Spring league", "sessions", "names.txt", "Spring cup", "both"),
        *("1<=x<=64", "Singles", "HOST/DATABASE", "DATABASE", "HOST"),
    },
    key=len,
    reverse=True,
)  # fmt: skip
"""Names of commands, rules and keys, which are typed as they are."""


TITLE = r"Tuesday, “the” <b>club</b>\n@home"


def left(text):
    """The words of a text that were not looked up; options and letters alone are none."""
    for typed in (TITLE, '=HYPERLINK("x")', "Zoë the bettor", "Zoë the bet…"):
        text = text.replace(typed, " ")
    text = re.sub(rf"\b{', '.join(translation.languages())}\b|\b[A-Z]{{4}} [A-Z]{{4}}\b", " ", text)  # and seals
    text = re.sub(r"(?<![\w-])--?[a-z][a-z-]*|'[^']*'|\w+=\w+|/\S+", " ", text)
    return [word for word in plain(text, KNOWN) if len(re.sub(r"\W|\d|_", "", word)) > 1]


@pytest.fixture
def speaking(mj, monkeypatch):
    """Runs the command line in the pseudo-language."""
    monkeypatch.setenv("MJCOMPANION_LANGUAGE", translation.PSEUDO)
    return mj


def texts_of(command):
    """The help of a command and of its options, of its subcommands too."""
    shown = localized_click.translated(command)
    yield shown.help
    yield from (option.help for option in shown.params if getattr(option, "help", None))
    if isinstance(shown, click.Group):
        for name in shown.list_commands(None):
            yield from texts_of(shown.get_command(None, name))


@pytest.mark.usefixtures("pseudo")
def test_help_is_looked_up():
    texts = list(texts_of(commands))
    assert len(texts) > 100
    assert [text for text in texts if left(text)] == []


@pytest.mark.parametrize(
    "typed",
    [
        ("--nope",),
        ("nope",),
        ("score",),
        ("score", "--rulez", "x"),
        ("score", "--discards", "x", "1z"),
        ("ledger", "show"),
        ("ledger", "list", "--limit", "0"),
        ("ledger", "restore", "nowhere.db"),
        ("form", "--hand", "x", "--game", "y", "--out", "-"),
        ("form", "x", "--paper", "a9", "--out", "-"),
        ("solitaire", "--play", "x"),
        ("--data-dir", "/etc/passwd", "score", "1z"),
    ],
)
def test_errors_of_usage_are_in_chinese(mj, typed):
    done = mj("--language", "zh_CN", *typed)
    assert done.status == 2
    assert "错误：" in done.err
    words = re.sub(r"--?[a-z][a-z-]*|'[^']*'|“[^”]*”|/\S+", " ", done.err)
    assert set(re.findall("[A-Za-z]{2,}", words)) <= {"mjcompanion", *SUBCOMMANDS, *GROUPS["ledger"], "ID"}


HAND = "123m 456p 99s (777z) [1111s] 1f"


@pytest.mark.parametrize("line", COMMANDS)
def test_whatever_is_said_is_looked_up(speaking, tmp_path, line):
    """All that the golden files hold, for people and of mistakes."""
    done = speaking("--data-dir", tmp_path, *shlex.split(line))
    said = (done.out + done.err).replace(str(tmp_path), "")
    assert "⟦" in said
    named = " ".join([line, "Did bamboo thirteen-orphans] dead", *(spec.key for spec in OPTIONS)])
    assert [word for one in said.splitlines() for word in left(one) if word not in named] == []


@pytest.fixture
def ledger(tmp_path):
    """A data folder with a session, games, and the ids of the session."""
    with Ledger.open(None, Folders.at(tmp_path)) as opened:
        for kind in (real(won=True, asked=1), real(), real("simple"), on_unknown_card(NAMES[0])):
            opened.games.add(*kind)
        store(opened, eventful(people(opened, NAMES[:4]), Ruleset("american-club"))[:-1])
        uid = store(opened, eventful(people(opened, NAMES[:4])))
        opened.backup(tmp_path / "copy.db")
    return uid


def test_the_ledger_is_told_in_words_looked_up(speaking, tmp_path, ledger):
    def ask(*typed):
        done = speaking("--data-dir", tmp_path, "ledger", *typed)
        told = (done.out + done.err).replace(str(tmp_path), "").replace("copy.db", "").replace("other.db", "")
        assert {line: left(line) for line in told.splitlines() if left(line)} == {}
        assert "⟦" in told
        return done

    assert ask("list").status == 0
    assert ask("show", ledger[:8]).status == 0
    assert ask("games").status == 0
    assert ask("games", "--limit", "1").status == 0
    assert ask("games", "--rules", "nmjl").status == 0
    assert ask("list", "--player", NAMES[0], "--until", "2001-01-01").status == 0
    assert ask("backup", tmp_path / "other.db").status == 0
    assert ask("check").status == 0
    assert ask("check", "--repair").status == 0
    assert ask("export", "--all", "--format", "text").status == 0
    assert ask("list", "--player", "尔").status == 1
    content = speaking("--data-dir", tmp_path, "ledger", "export", "--all", "--games").out
    assert json.loads(content)  # a file that programs read has its keys
    told = speaking("--data-dir", tmp_path / "new", "ledger", "import", "-", given=content.encode())
    assert told.status == 0
    assert left(told.out) == []
    assert left(speaking("--data-dir", tmp_path / "new", "ledger", "import", "-", given=content.encode()).out) == []
    assert ask("restore", tmp_path / "copy.db").status == 0


def test_json_keeps_its_keys_and_says_the_rest(speaking):
    told = speaking("score", HAND, "--json").json
    assert (told["ok"], told["score"]) == (True, 200)
    assert all(line["what"].startswith("⟦") and line["source"] == "2B" for line in told["lines"])
    wrong = speaking("score", "123m", "--json")
    assert wrong.json["ok"] is False
    assert wrong.json["error"].startswith("⟦")
    lines = b'{"hand": "123m"}\n{\n\n{"rules": "traditional", "hand": "' + HAND.encode() + b'"}\n' + b"x" * 100_001
    answers = speaking("score", "--jsonl", "-", given=lines).answers
    assert [answer["ok"] for answer in answers] == [False, False, False, True, False]
    assert [left(answer["error"]) for answer in answers if not answer["ok"]] == [[]] * 4
    forms = speaking("form", "--list", "--json").json["forms"]
    assert [form["id"] for form in forms] == [form.id for form in FORMS]
    assert all(form["title"].startswith("⟦") for form in forms)


def test_other_processes_speak_it_too(speaking):
    line = json.dumps({"hand": "123m"}).encode() + b"\n"
    answers = speaking("score", "--jsonl", "-", given=line * 4_500).answers
    assert len(answers) == 4_500
    assert {answer["error"] for answer in answers} == {answers[0]["error"]}
    assert answers[0]["error"].startswith("⟦")


# --- which language


def is_chinese(done):
    return any("一" <= letter <= "鿿" for letter in done.out)


QUESTION = ("settle", "--rules", "classical")


def test_the_option_comes_before_the_environment_and_that_before_the_settings(mj, monkeypatch, tmp_path):
    assert not is_chinese(mj("--data-dir", tmp_path, *QUESTION))
    assert is_chinese(mj("--data-dir", tmp_path, "--language", "zh_CN", *QUESTION))
    assert is_chinese(mj("--language=zh_CN", "--data-dir", tmp_path, *QUESTION))
    assert not is_chinese(mj("--data-dir", tmp_path, *QUESTION))
    save(Settings(language="zh_CN"), Folders.at(tmp_path))
    assert is_chinese(mj("--data-dir", tmp_path, *QUESTION))
    assert is_chinese(mj(f"--data-dir={tmp_path}", *QUESTION))
    assert not is_chinese(mj("--data-dir", tmp_path, "--language", "en", *QUESTION))
    monkeypatch.setenv("MJCOMPANION_LANGUAGE", "en")
    assert not is_chinese(mj("--data-dir", tmp_path, *QUESTION))
    assert is_chinese(mj("--data-dir", tmp_path, "--language", "zh_CN", *QUESTION))


@pytest.mark.parametrize(
    ("locale", "chinese"), [("zh_CN.UTF-8", True), ("zh_TW.UTF-8", True), ("C.UTF-8", False), ("fr_FR.UTF-8", False)]
)
def test_without_them_the_locale_tells(mj, monkeypatch, tmp_path, locale, chinese):
    monkeypatch.setenv("LANG", locale)
    assert is_chinese(mj("--data-dir", tmp_path, *QUESTION)) is chinese
    assert not is_chinese(mj("--data-dir", tmp_path, "--language", "en", *QUESTION))


def test_help_too_and_back_again(mj, tmp_path):
    before = mj("--data-dir", tmp_path, "score", "--help").out
    assert "Usage:" in before
    assert "用法：" in mj("--data-dir", tmp_path, "--language", "zh_CN", "score", "--help").out
    assert mj("--data-dir", tmp_path, "score", "--help").out == before


def test_a_language_that_there_is_not(mj, tmp_path):
    done = mj("--data-dir", tmp_path, "--language", "tlh", "score", "1z")
    assert (done.status, done.out) == (2, "")
    assert "There is no language “tlh”. Choose en" in done.err


def test_the_process_itself(process, tmp_path):
    done = process("--data-dir", tmp_path, *QUESTION, MJCOMPANION_LANGUAGE=translation.PSEUDO)
    assert done.out == "⟦Ñöbödý päýš.······⟧\n"


@pytest.mark.parametrize("typed", [(), ("open", "{file}"), ("{file}",)], ids=" ".join)
def test_the_window_speaks_what_was_asked_for(mj, monkeypatch, tmp_path, typed):
    seen = []
    monkeypatch.setattr(app, "run", lambda *_, **__: seen.append(os.environ.get("MJCOMPANION_LANGUAGE")) or 0)
    monkeypatch.setenv("MJCOMPANION_LANGUAGE", "en")  # put back by the test
    (tmp_path / "card.toml").write_text("", encoding="utf-8")
    assert mj("--language", "zh_CN", *(word.format(file=tmp_path / "card.toml") for word in typed)).status == 0
    assert seen == ["zh_CN"]


# --- Chinese


@pytest.mark.parametrize("command", HELPS, ids=" ".join)
def test_help_in_chinese_fits_the_terminal(mj, command):
    lines = mj("--language", "zh_CN", *command, "--help").out.splitlines()
    assert lines[0].startswith("用法： mjcompanion")
    assert max(map(localized_click.display_width, lines)) <= 80
    assert not any(line.strip()[:1] in set("，。：）") or line.endswith("（") for line in lines)
