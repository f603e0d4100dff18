"""A file in the place of a command, or clicked in a folder: known for what it is, and taken in where it belongs."""

import os
from types import SimpleNamespace

import pytest
from mjcompanion.ui import app as start
from mjcompanion.ui.opening import open_file

from mjcompanion import cli
from mjcompanion.core.errors import RuleError
from mjcompanion.ledger.exporting import json_parts
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.file_kinds import FileKind, called, kind_of
from mjcompanion.storage.package_data import data
from mjcompanion.storage.paths import Folders
from mjcompanion.table.club_rules.file import write_club_rules
from mjcompanion.table.club_rules.rules import ClubRules
from tests.ui.walk import close

RULES = write_club_rules(ClubRules.of("Tuesday club", Ruleset("classical"), {"limit": 500}))
EXPORT = b"".join(json_parts({"players": [], "sessions": []}))
CARD = data("cards/club-fifteen.toml").replace(b'"Club Fifteen"', b'"Our own"')
JSON_CARD = b'{"name": "Ours", "line": [{"section": "2468", "pattern": "FFFF 2222a 4444b 66c", "value": 25}]}'

KNOWN = {
    "a.toml": (CARD, FileKind.CARD),
    "b.json": (JSON_CARD, FileKind.CARD),
    "c.toml": (RULES.encode(), FileKind.RULES),
    "faulty.toml": (b'preset = "classical"\nname = \n', FileKind.RULES),
    "d.json": (EXPORT, FileKind.LEDGER),
    "bom.toml": (b"\xef\xbb\xbf" + RULES.replace("\n", "\r\n").encode(), FileKind.RULES),
    "lines.txt": (b"Tuesday\n2468:\nFFFF 2222a 4444b 66c 25 X\nNNNN EE WW SSSS FF 30\n", FileKind.CARD),
    "by name.mjcard.toml": (b"", FileKind.CARD),
    "twice (1).mjledger.json": (b"", FileKind.LEDGER),
    "twice.mjledger (1).json": (b"", FileKind.LEDGER),
}
UNKNOWN = {
    "empty.toml": b"",
    "other.toml": b'[project]\nname = "x"\n',
    "remark.toml": b'# preset = "classical"\nnote = """\npreset = 1\n[[line]]\n"""\n',
    "other.json": b'{"name": "x"}',
    "game.json": b'{"rules": "kemp-chinese", "result": {"lines": [{"what": "chow", "points": 2}]}}',
    "shopping.txt": b"3 a bag of rice\nbacca 25\n12 15 20\n",
    "picture.png": b"\x89PNG\r\n\x1a\n\x00\xff",
}


def written(folder, name, content):
    path = folder / name
    path.write_bytes(content)
    return path


class TestKinds:
    @pytest.mark.parametrize("name", KNOWN)
    def test_what_a_file_holds(self, tmp_path, name):
        content, kind = KNOWN[name]
        assert kind_of(written(tmp_path, name, content)) is kind

    @pytest.mark.parametrize("name", UNKNOWN)
    def test_another_programs_file(self, tmp_path, name):
        with pytest.raises(RuleError, match="isn’t one of this program’s files") as caught:
            kind_of(written(tmp_path, name, UNKNOWN[name]))
        assert name in str(caught.value)

    def test_a_text_that_is_too_large(self, tmp_path):
        with pytest.raises(RuleError) as caught:
            kind_of(written(tmp_path, "large.toml", b"# " + b"x" * 2_000_000))
        assert [problem.code for problem in caught.value.problems] == ["file-too-large"]

    @pytest.mark.parametrize("kind", FileKind)
    def test_a_file_is_known_by_the_name_it_gets(self, tmp_path, kind):
        assert kind_of(tmp_path / called("x", kind, "toml")) is kind


@pytest.fixture
def window(qtbot, qapp, tmp_path):
    """A window that was given a club's rules at its start, and has taken them in."""
    path = written(tmp_path, "any.toml", RULES.encode())
    made = start.build(qapp, Folders.at(tmp_path / "data"), files=[path])
    made.show()
    qtbot.waitUntil(lambda: said(made) == "Imported as “Tuesday club”.")
    yield made
    close(made)


def said(window):
    return window.bar.message.sentence if window._bar is not None and window.bar.message else ""


class TestTheWindow:
    def test_what_a_start_was_given_is_taken_in(self, window):
        assert window.key == "rules"
        assert window.page("rules").model.rules.name == "Tuesday club"

    def test_a_card_is_shown_on_the_cards_page(self, qtbot, window, tmp_path):
        path = written(tmp_path, "ours.mjcard.toml", CARD)
        open_file(window, path)
        qtbot.waitUntil(lambda: window.key == "cards")
        qtbot.waitUntil(lambda: said(window) == "Imported as “Our own”.")
        model = window.page("cards").model
        assert model.name(model.opened) == "Our own"
        assert [one.name for one in window.context.folders.cards_folder.iterdir()] == ["our-own.toml"]
        open_file(window, path)
        qtbot.waitUntil(lambda: "here already" in said(window))

    def test_sessions_are_taken_into_the_ledger(self, qtbot, window, tmp_path):
        open_file(window, written(tmp_path, "evening.mjledger.json", EXPORT))
        qtbot.waitUntil(lambda: window.key == "ledger")
        qtbot.waitUntil(lambda: said(window) == "This file has nothing for the Notebook.")

    @pytest.mark.parametrize(
        ("name", "told"),
        [
            ("other.json", "other.json isn’t one of this program’s files"),
            ("gone.toml", "gone.toml can’t be opened: No such file or directory."),
            ("folder.toml", "folder"),
            *[(f"pipe.{ending}", "it is no plain file") for ending in ("mjledger.json", "mjcard.toml", "toml")],
            ("pipe.mjrules.toml", "it is no plain file"),
        ],
    )
    def test_what_can_not_be_taken_in_is_told_and_changes_nothing(self, qtbot, window, tmp_path, name, told):
        window.open_page("score")
        path = tmp_path / name
        if name == "other.json":
            path.write_bytes(b"{}")
        elif name.startswith("pipe"):
            os.mkfifo(path)
        elif name.startswith("folder"):
            path.mkdir()
        open_file(window, path)
        qtbot.waitUntil(lambda: told in said(window))
        if not name.startswith("pipe"):
            assert window.key == "score"


class TestTheCommandLine:
    @pytest.fixture
    def started(self, monkeypatch):
        calls = []

        def run(argv, data_dir, ledger, files):
            calls.append(SimpleNamespace(data_dir=data_dir, ledger=ledger, files=files))
            return 0

        monkeypatch.setattr(start, "run", run)
        return calls

    @pytest.mark.parametrize("words", [[], ["open"], ["--data-dir", "here", "open"], ["--ledger", "x.db"]])
    def test_a_file_opens_the_window(self, started, tmp_path, monkeypatch, words):
        monkeypatch.chdir(tmp_path)
        path = written(tmp_path, "ours.mjcard.toml", CARD)
        assert cli.run([*words, "ours.mjcard.toml"]) == 0
        assert [one.files for one in started] == [[path]]
        assert (started[0].data_dir is not None) == ("here" in words)
        assert (started[0].ledger == "x.db") == ("x.db" in words)

    @pytest.mark.parametrize(
        ("word", "code", "told"),
        [("/gone.toml", 1, "/gone.toml: no such file or directory.\n"), ("scroe", 2, "scroe")],
        ids=["not there", "a misspelt command"],
    )
    def test_what_is_no_file(self, started, capsys, word, code, told):
        assert cli.run([word]) == code
        assert told in capsys.readouterr().err
        assert started == []
