"""The About page, and what becomes of an error: a message, a report, and the report on the page."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from mjcompanion.ui.app import build
from mjcompanion.ui.pages.about import parts
from mjcompanion.ui.pages.about.facts import with_last
from mjcompanion.ui.pages.about.page import AboutPage
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton

from mjcompanion import __version__
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.storage.crash_reports import as_lines, last_error, log_end
from mjcompanion.storage.paths import Folders, make_folder
from mjcompanion.storage.settings import Settings, save
from tests.ledger.making import play
from tests.ui.walk import bring_to_front, close, settle

HOME = Path(__file__).parents[2]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def opened(qapp, tmp_path):
    """Opens the program on a data folder, and closes it afterwards."""
    hook, made = sys.excepthook, []

    def open_(folders=None, *, stored=True, **settings):
        folders = folders or Folders.at(tmp_path / "data")
        if stored:
            save(Settings(reduced_motion=True).changed(**settings), folders)
        window = build(qapp, folders)
        window.resize(1180, 780)
        window.show()
        bring_to_front(window)
        made.append(window)
        return window

    yield open_
    for window in made:
        close(window)
    sys.excepthook = hook


def about(window):
    page = window.open_page("about")
    settle(window)
    return page


def fail(name="Ann"):
    """An error of the program, as Qt hands it over."""
    try:
        {}[name]
    except KeyError as error:
        sys.excepthook(KeyError, error, error.__traceback__)


def button(window, words):
    return next(one for one in window.findChildren(QPushButton) if one.text() == words and one.isVisible())


class TestPage:
    def test_it_is_opened_by_the_menu_settings_and_help_and_lights_nothing(self, opened, qtbot):
        window = opened()
        next(one for one in window.menu().actions() if one.text() == "About").trigger()
        assert isinstance(window.stack.currentWidget().widget(), AboutPage)
        assert window.windowTitle() == "About – Mah Jongg Companion"
        assert [one for one in window.rail.buttons if one.isChecked()] == []
        for key in ("settings", "help"):
            window.open_page(key)
            assert [one.text().lower() for one in window.rail.buttons if one.isChecked()] == [key]
            qtbot.mouseClick(button(window.page(key), "About"), LEFT)
            assert window.key == "about"

    def test_what_it_tells(self, opened, qtbot, tmp_path):
        folders = Folders.at(tmp_path / "data")
        window = opened(folders)
        page = about(window)
        assert page.ledger.text() == "ledger.db, not started yet"
        assert not folders.ledger_file.exists()
        with Ledger.open(None, folders) as ledger:
            play(ledger, 1)
        window.open_page("score")
        page = about(window)
        assert page.ledger.accessibleName() == str(folders.ledger_file)
        assert page.ledger_more.text().startswith("1 session, 0.")
        assert page.ledger_more.text().endswith("MB")
        assert any(f"Version {__version__}" == text for text in texts(page))
        assert [row.key for row in page.links.rows] == list(page.sections)
        page.links.setFocus()
        qtbot.keyClick(page.links, Qt.Key.Key_Return)
        assert (page.header.title.text(), page.ledger.isVisible()) == ("Your data", True)
        qtbot.mouseClick(page.copy_path_button, LEFT)
        assert QGuiApplication.clipboard().text() == str(folders.data)
        away = opened(ledger="postgresql://ann:secret@localhost:1/none")
        page = about(away)
        settle(away)
        assert "secret" not in " ".join(texts(page))
        assert dict(with_last(away.context))["Ledger"] == "PostgreSQL"

    def test_details_hold_no_names(self, opened, qtbot, capsys):
        window = opened(theme="dark", text_size=125)
        fail("Ann")
        page = about(window)
        page.show_section("trouble")
        qtbot.mouseClick(page.copy_button, LEFT)
        copied = QGuiApplication.clipboard().text()
        assert window.bar.message.sentence.startswith("The details are copied")
        for part in (
            f"Version: {__version__}\n",
            "Look: dark (set: dark), text 125 %",
            "Rules: traditional",
            "PySide6 ",
        ):
            assert part in copied
        assert "KeyError in test_about.py:" in copied
        assert "Ann" not in copied
        assert str(window.context.folders.data) not in copied
        qtbot.mouseClick(page.show_button, LEFT)
        assert page.reader.text.toPlainText().strip() == copied.strip()
        capsys.readouterr()

    def test_licences_are_read_inside(self, opened, qtbot):
        page = about(opened())
        page.show_section("licences")
        assert page.licence_button.hasFocus()
        qtbot.keyClick(page.licence_button, Qt.Key.Key_Return)
        assert "Permission is hereby granted" in page.reader.text.toPlainText()
        qtbot.keyClick(page.reader.text, Qt.Key.Key_Escape)
        assert QApplication.focusWidget() is page.licence_button
        qtbot.mouseClick(page.parts_button, LEFT)
        assert page.parts.hasFocus()
        rows = [page.parts.item(row).text() for row in range(page.parts.count())]
        for _ in range(next(at for at, row in enumerate(rows) if row.startswith("PySide6"))):
            qtbot.keyClick(page.parts, Qt.Key.Key_Down)
        qtbot.keyClick(page.parts, Qt.Key.Key_Return)
        assert page.reader.accessibleName() == "Licence of PySide6-Essentials"
        assert "GNU LESSER GENERAL PUBLIC LICENSE" in page.reader.text.toPlainText()
        qtbot.mouseClick(page.header.back_button, LEFT)
        assert QApplication.focusWidget() is page.parts
        assert page.parts.visualItemRect(page.parts.currentItem()).isValid()
        qtbot.keyClick(page.parts, Qt.Key.Key_Escape)
        assert QApplication.focusWidget() is page.parts_button
        qtbot.keyClick(page.parts_button, Qt.Key.Key_Escape)
        assert QApplication.focusWidget() is page.links
        assert page.header.title.text() == "About"


def texts(page):
    return [one.text() for one in page.findChildren(QObject) if hasattr(one, "text") and callable(one.text)]


class TestParts:
    def test_each_has_its_text(self):
        found = {parts.normal(part.name): part for part in parts.parts()}
        for line in (HOME / "requirements" / "run.txt").read_text().splitlines():
            name, sign, version = line.partition("==")
            if sign and name != "setuptools":  # which only installs it
                assert found[parts.normal(name)].version == version.split(";")[0].strip()
        assert {"python", "psycopg", "pyside6-essentials"} <= set(found)
        assert "pytest" not in found
        assert [part.name for part in found.values() if not part.licence] == []
        assert [part.name for part in found.values() if len(part.texts()) < 200] == []

    def test_in_a_bundle_its_own_list_is_read(self, monkeypatch, tmp_path):
        folder = tmp_path / "licences"
        (folder / "mjcompanion").mkdir(parents=True)
        (folder / "click").mkdir()
        (folder / "mjcompanion" / "MIT.txt").write_text("ours")
        (folder / "click" / "LICENSE.txt").write_text("clicks")
        for name in ("LGPL-3", "GPL-3"):
            (folder / f"{name}.txt").write_text(name)
        (folder / "inside.md").write_text(
            "# What is inside\n\n| Part | Version | Licence | What it is |\n|---|---|---|---|\n"
            "| shiboken6 | 6.1 | LGPL-3.0-only | bindings |\n| click | 8.0 | BSD | a toolkit |\n"
        )
        monkeypatch.setattr(sys, "frozen", True, raising=False)
        monkeypatch.setattr(sys, "executable", str(tmp_path / "mjcompanion"))
        own, click, shiboken = parts.parts()
        assert (own.name, own.texts()) == ("Mah Jongg Companion", "ours")
        assert (click.name, click.version, click.licence, click.texts()) == ("click", "8.0", "BSD", "clicks")
        assert "LGPL-3" in shiboken.texts()


class TestErrors:
    def test_an_error_is_told_once_and_its_log_shown_and_copied(self, opened, qtbot, capsys):
        window = opened()
        said = []
        window.context.message_asked.connect(lambda message: said.append(message.sentence))
        for _ in range(30):
            fail()
        assert len(said) == 1
        assert "KeyError" in said[0]
        qtbot.mouseClick(button(window.bar, "Show the log"), LEFT)
        page = window.page("about")
        assert window.key == "about"
        assert page.reader.isVisible()
        shown = page.reader.text.toPlainText()
        assert shown == window.context.folders.log_file.read_text()
        assert shown.count("KeyError: 'Ann'") == 10
        assert QApplication.focusWidget() is page.reader.text
        qtbot.mouseClick(page.reader.copy_button, LEFT)
        assert QGuiApplication.clipboard().text() == shown
        qtbot.keyClick(page.reader.text, Qt.Key.Key_Escape)
        assert QApplication.focusWidget() is page.log_button
        capsys.readouterr()

    def test_where_the_log_cant_be_written_the_error_is_told_all_the_same(self, opened, capsys):
        window = opened()
        window.context.folders.log_file.mkdir()
        fail()
        assert "KeyError" in window.bar.message.sentence
        assert window.bar.message.action == ""
        capsys.readouterr()

    def test_an_error_in_a_thread_is_told_by_the_window(self, opened, capsys):
        import threading

        window = opened()
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
        settle(window, until=window.bar.isVisible)
        assert "KeyError" in window.bar.message.sentence
        assert "KeyError" in log_end(window.context.folders)
        capsys.readouterr()

    def test_a_program_that_died_tells_it_at_the_next_start_once(self, opened, qtbot, tmp_path):
        folders = Folders.at(tmp_path / "data")
        save(Settings(), folders)
        code = """
import os, sys
from PySide6.QtCore import QTimer
from mjcompanion.ui import app as start
kept = start.build
def build(*words, **more):
    window = kept(*words, **more)
    QTimer.singleShot(0, os.abort)
    return window
start.build = build
start.run(data_dir=sys.argv[1])
"""
        env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        done = subprocess.run([sys.executable, "-c", code, folders.data], capture_output=True, timeout=60, env=env)
        assert done.returncode == -6
        window = opened(folders)
        assert window.bar.message.sentence.startswith("The program ended unexpectedly on ")
        qtbot.mouseClick(button(window.bar, "Show the log"), LEFT)
        shown = window.page("about").reader.text.toPlainText()
        assert "Fatal Python error: Aborted" in shown
        assert as_lines([("Version", __version__)]) in shown
        assert opened(folders)._bar is None

    def test_what_is_wrong_with_the_settings_is_told_first(self, opened, tmp_path):
        folders = Folders.at(tmp_path / "data")
        make_folder(folders.data)
        folders.crash_file.write_text("Fatal Python error: Segmentation fault\n\nCurrent thread 0x1 (most):\n")
        folders.settings_file.write_text("{")
        window = opened(folders, stored=False)
        assert "default settings are used" in window.bar.message.sentence
        window.bar.dismiss()
        assert "ended unexpectedly" in window.bar.message.sentence
        assert last_error(folders)[1] == "Segmentation fault"
        window.bar.dismiss()
        assert window.bar.message is None
