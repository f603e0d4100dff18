"""Where files are saved: the ending of a name, and what is asked before a file is replaced."""

import ast

import pytest
from mjcompanion.ui.save_dialog import ask_where_to_save
from PySide6.QtWidgets import QFileDialog
from tests.ui.test_foreign import ROOT


@pytest.fixture
def ask(monkeypatch):
    """Have somebody type these names, one after the other; gives what is chosen, and what the dialog had suggested."""

    def ask(suggested, *typed):
        left, seen = list(typed), []

        def answer(_parent, _title, name, _kinds):
            seen.append(name)
            return (str(left.pop(0)), "")

        monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
        found = ask_where_to_save(None, "Save", str(suggested))
        assert not left
        return found, seen

    return ask


@pytest.mark.parametrize(
    ("suggested", "typed", "chosen"),
    [
        ("hand.png", "a", "a.png"),
        ("hand.png", "Anna vs. Bob", "Anna vs. Bob.png"),
        ("hand.png", "26.11.2026", "26.11.2026.png"),
        ("hand.png", "a.PNG", "a.PNG"),
        ("hand.mjhand.json", "a", "a.mjhand.json"),
        ("hand.mjhand.json", "a.json", "a.json"),
        ("ours.mjrules.toml", "Löwe Nr. 2", "Löwe Nr. 2.mjrules.toml"),
        ("Mah Jongg 2026-11-21.png", "麻將", "麻將.png"),
    ],
)
def test_a_name_gets_the_ending_of_what_is_written(ask, tmp_path, suggested, typed, chosen):
    assert ask(tmp_path / suggested, tmp_path / typed) == (tmp_path / chosen, [str(tmp_path / suggested)])


def test_a_file_that_has_the_whole_name_is_asked_about(ask, tmp_path):
    there = tmp_path / "a.png"
    there.touch()
    assert ask("hand.png", tmp_path / "a", there) == (there, ["hand.png", str(there)])
    assert ask("hand.png", tmp_path / "a", "") == (None, ["hand.png", str(there)])
    assert ask("hand.png", tmp_path / "a", tmp_path / "b") == (tmp_path / "b.png", ["hand.png", str(there)])


def test_what_was_agreed_to_is_replaced_whatever_its_ending(ask, tmp_path):
    old = tmp_path / "Anna vs. Bob"
    old.touch()
    assert ask("hand.png", old)[0] == old
    assert ask("hand.png", "") == (None, ["hand.png"])


def test_whatever_is_saved_is_asked_for_here():
    asking = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "ui").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if getattr(node, "attr", "") in ("getSaveFileName", "AcceptSave")
    ]
    assert asking == ["ui/save_dialog.py"]
