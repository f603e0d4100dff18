"""Settings: kept through damage, and every control of their page does what it says."""

import json

import msgspec
import pytest
from mjcompanion.ui.context import SettingsModel
from mjcompanion.ui.pages.settings.page import SettingsPage
from mjcompanion.ui.theme import TILE_WIDTHS, look
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QSlider

from mjcompanion.core.tiles import WORDS
from mjcompanion.storage import settings as store
from mjcompanion.storage.paths import Folders, make_folder
from mjcompanion.storage.settings import Settings, declarations, load, read, save

OTHER = Settings(
    theme="dark",
    text_size=150,
    tile_size=58,
    corner_index="large",
    characters="craks",
    dots="balls",
    bamboos="sticks",
    red="zhong",
    green="fa",
    white="soap",
    reduced_motion=True,
    ruleset="classical",
    game_speed="step",
    hand_order="own",
    discard_by="one-click",
    virtual_game="simple",
    virtual_card="club-fifteen",
)


KEYS = {field.name: field.encode_name for field in msgspec.structs.fields(Settings)}


class TestFile:
    def test_comes_back_as_it_was(self, tmp_path):
        folders = Folders.at(tmp_path / "made" / "on demand")
        assert load(folders) == store.Loaded(Settings())
        assert not folders.data.exists()
        save(OTHER, folders)
        assert load(folders) == store.Loaded(OTHER)
        assert [path.name for path in folders.data.iterdir()] == ["settings.json"]

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"\xff\xfe\x00",
            b"{",
            b"[1, 2]",
            b"null",
            b'"text"',
            b"7",
            b"[" * 100_000,
            b'{"text_size": ' + b"9" * 9999,
        ],
    )
    def test_a_damaged_file_starts_afresh_with_a_sentence(self, content):
        found = read(content)
        assert found.settings == Settings()
        assert len(found.problems) == 1
        assert found.problems[0].endswith("default settings are used.")

    @pytest.mark.parametrize("name", [one.name for one in declarations()])
    @pytest.mark.parametrize("value", [None, [], {}, -1, 3.5, "x" * 5000, "\x00", True, 10**30, "Dark"])
    def test_a_wrong_value_costs_only_itself(self, name, value):
        content = msgspec.to_builtins(OTHER)
        content[KEYS[name]] = value
        found = read(json.dumps(content).encode())
        for one in declarations():
            if one.name != name:
                assert getattr(found.settings, one.name) == getattr(OTHER, one.name)
        kept = getattr(found.settings, name)
        if kept != value or type(kept) is not type(value):
            assert kept == getattr(Settings(), name)
            assert len(found.problems) == 1
            assert f"“{name}”" in found.problems[0]
            assert len(found.problems[0]) < 300

    @pytest.mark.parametrize("name", ["ledger", "backup_folder"])
    def test_a_folder_may_be_as_deep_as_folders_are(self, name):
        place = "/a folder with a long name" * 40
        assert getattr(Settings().changed(**{name: place}), name) == place
        found = read(json.dumps({"text_size": 500, KEYS[name]: place}).encode())
        assert getattr(found.settings, name) == place
        assert len(found.problems) == 1

    def test_a_language_that_there_is_not_is_told_by_itself(self):
        found = read(b'{"language": "xx", "dots": "balls"}')
        assert found.settings == Settings(dots="balls")
        assert found.problems[0].startswith('The setting “language” can’t be "xx"')

    def test_unknown_names_are_ignored_and_kept(self, tmp_path):
        folders = Folders.at(tmp_path)
        folders.settings_file.write_text('{"dots": "balls", "from a later version": [1]}')
        found = load(folders)
        assert found == store.Loaded(Settings(dots="balls"))
        save(found.settings.changed(dots="dots"), folders)
        content = json.loads(folders.settings_file.read_text())
        assert content["from a later version"] == [1]
        assert content["dots"] == "dots"

    def test_an_unreadable_file_is_told(self, tmp_path):
        folders = Folders.at(tmp_path)
        folders.settings_file.mkdir()
        found = load(folders)
        assert found.settings == Settings()
        assert found.problems[0].startswith("The settings file can’t be opened")

    def test_every_setting_is_declared_with_help(self):
        assert {one.name for one in declarations()} == set(Settings.__struct_fields__)
        for one in declarations():
            assert one.help.endswith(".")
            assert one.title
            assert one.check(one.default) == (one.default, None)
            for choice in one.choices:
                assert one.check(choice) == (choice, None)

    def test_terms_follow_every_word(self):
        for family, choices in WORDS.items():
            for word in choices:
                assert getattr(Settings().changed(**{family: word}).terms, family) == word


class TestModel:
    def test_tells_and_stores(self, qtbot, tmp_path):
        folders = Folders.at(tmp_path)
        model = SettingsModel(Settings(), folders)
        with qtbot.waitSignal(model.changed) as caught:
            model.change(text_size=130, dots="balls")
        assert caught.args == [Settings(text_size=130, dots="balls")]
        assert not folders.settings_file.exists()
        model.flush()
        assert load(folders).settings == model.value
        model.change(theme="dark")
        qtbot.waitUntil(lambda: load(folders).settings.theme == "dark")  # by itself, after a while
        with qtbot.assertNotEmitted(model.changed):
            model.change(text_size=130)

    def test_a_wrong_value_changes_nothing(self, qtbot):
        model = SettingsModel(Settings())
        with qtbot.assertNotEmitted(model.changed), pytest.raises(ValueError, match="text_size"):
            model.change(dots="balls", text_size=7)
        assert model.value == Settings()

    def test_a_folder_that_cannot_be_written_is_told(self, qtbot, tmp_path):
        blocked = tmp_path / "file"
        blocked.write_text("")
        model = SettingsModel(Settings(), Folders.at(blocked / "below"))
        model.change(theme="dark")
        with qtbot.waitSignal(model.failed) as caught:
            model.flush()
        assert "can’t be saved" in caught.args[0]
        assert model.value.theme == "dark"


@pytest.fixture
def page(qtbot, context):
    made = SettingsPage(context)
    qtbot.addWidget(made)
    made.resize(940, 700)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def come_to(qtbot, page, name):
    """The control of a setting, in sight."""
    control = page.show_setting(name)
    qtbot.waitUntil(control.isVisible)
    qtbot.wait(1)
    return control


class TestPage:
    @pytest.mark.parametrize(
        "name", ["theme", "tile_size", "corner_index", "game_speed", "hand_order", "discard_by", *WORDS]
    )
    def test_each_choice_is_set_by_a_click(self, qtbot, context, page, name):
        for segment in reversed(come_to(qtbot, page, name).segments):
            qtbot.mouseClick(segment, Qt.MouseButton.LeftButton)
            assert getattr(context.settings.value, name) == segment.value
            assert [one.isChecked() for one in page.controls[name].segments].count(True) == 1
        assert [s.value for s in page.controls[name].segments] == list(store.declared(name).choices)

    def test_text_size_slider(self, qtbot, context, page):
        slider = come_to(qtbot, page, "text_size")
        assert isinstance(slider, QSlider)
        qtbot.keyClick(slider, Qt.Key.Key_Right)
        assert context.settings.value.text_size == 105
        assert look().scale == 1.05
        for key, percent in ((Qt.Key.Key_End, 200), (Qt.Key.Key_Home, 100), (Qt.Key.Key_PageUp, 125)):
            qtbot.keyClick(slider, key)
            heard = QAccessible.queryAccessibleInterface(slider).text(QAccessible.Text.Value)
            assert (heard, context.settings.value.text_size) == (str(percent), percent)
            assert slider.accessibleDescription() == f"{percent} %"
        slider.setValue(138)  # by mouse
        assert (slider.value(), context.settings.value.text_size) == (140, 140)

    def test_what_restoring_a_backup_takes_away_is_said_before_it_is_done(self, qtbot, context, page):
        context.ledger.ask(lambda ledger: ledger.backup())
        page.show_keeping()
        line, asked = page.keeping.lines[0], []
        context.message_asked.connect(asked.append)
        qtbot.waitUntil(line.isVisible)
        line.restore_button.setFocus()
        qtbot.keyClick(line.restore_button, Qt.Key.Key_Space)
        (message,) = asked
        assert (message.kind, bool(message.action)) == ("warn", True)
        assert not list(context.folders.data.glob("*-kept-*"))
        message.do()
        qtbot.waitUntil(lambda: bool(list(context.folders.data.glob("*-kept-*"))))
        context.close()

    def test_an_address_at_which_there_is_no_ledger_is_heard(self, qtbot, context, page, heard):
        page.show_keeping()
        keeping = page.keeping
        make_folder(context.folders.data)
        (context.folders.data / "letter.txt").write_text("Dear Anna, here are the hands of Tuesday.")
        keeping.address.setText("letter.txt")
        qtbot.keyClick(keeping.address, Qt.Key.Key_Return)
        qtbot.waitUntil(keeping.trouble.isVisible)
        assert "letter.txt is damaged" in keeping.trouble.text()
        assert heard[-1] == keeping.trouble.text()
        context.close()

    def test_tile_size_in_pixels(self, qtbot, context, page):
        stepper = come_to(qtbot, page, "tile_size in pixels")
        assert stepper.value == TILE_WIDTHS["medium"]
        qtbot.mouseClick(stepper.more, Qt.MouseButton.LeftButton)
        assert context.settings.value.tile_size == TILE_WIDTHS["medium"] + 2
        assert page.controls["tile_size"].value is None
        qtbot.mouseClick(stepper.less, Qt.MouseButton.LeftButton)
        qtbot.mouseClick(stepper.less, Qt.MouseButton.LeftButton)
        assert context.settings.value.tile_size == TILE_WIDTHS["medium"] - 2
        stepper.spin.setValue(200)
        assert not stepper.more.isEnabled()
        assert context.settings.value.tile_size == 200

    def test_page_shows_what_is_changed_elsewhere(self, qtbot, context, page):
        context.settings.change(theme="high-contrast", text_size=125, reduced_motion=False)
        assert page.controls["theme"].value == "high-contrast"
        assert page.controls["text_size"].value() == 125
        tick = page.controls["reduced_motion"]
        assert not tick.isChecked()
        qtbot.mouseClick(tick, Qt.MouseButton.LeftButton)
        assert context.settings.value.reduced_motion is True
        assert look().motion is False

    def test_data_folder_is_shown_and_opened_where_a_program_does_that(self, qtbot, context, page, monkeypatch):
        assert page.data_path.text() == str(context.folders.data)
        opened, works = [], [True, False]
        monkeypatch.setattr(
            "mjcompanion.ui.widgets.folder.QDesktopServices.openUrl", lambda url: opened.append(url) or works.pop(0)
        )
        page.show_keeping()
        page.scroller.ensureWidgetVisible(page.open_folder)
        qtbot.mouseClick(page.open_folder, Qt.MouseButton.LeftButton)
        assert opened[0].toLocalFile() == str(context.folders.data)
        assert context.folders.data.is_dir()
        with qtbot.waitSignal(context.message_asked) as caught:
            page.open_folder.click()
        assert str(context.folders.data) in caught.args[0].sentence

    def test_the_arrows_show_one_part_after_another_and_tab_leads_into_it(self, qtbot, page):
        qtbot.waitUntil(page.parts.isVisible)
        page.parts.take_keyboard()
        for _ in range(3):
            qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert page.controls["language"].isAncestorOf(QApplication.focusWidget())
        page.parts.take_keyboard()
        seen = [{name for name, one in page.controls.items() if one.isVisible()}]
        for _ in page.parts.segments[1:]:
            qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right)
            seen.append({name for name, one in page.controls.items() if one.isVisible()})
        assert "theme" in seen[0]
        assert "game_speed" in seen[1]
        assert page.keeping.isVisible()
        assert page.keys.isVisible()
        assert not set.intersection(*seen)
        assert set.union(*seen) == set(page.controls) >= {one.name for one in declarations() if one.shown}

    @pytest.mark.parametrize(
        ("words", "found"),
        [
            ("motion", {"reduced_motion"}),
            ("speed", {"game_speed"}),
            ("dragon red", {"red"}),
            ("backup", "keeping"),
            ("reset all", "keys"),
            ("zzzz", set()),
        ],
    )
    def test_the_search_finds_settings_of_all_parts(self, qtbot, page, words, found):
        qtbot.keyClick(page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        qtbot.keyClicks(QApplication.focusWidget(), words)
        if isinstance(found, set):
            assert {name for name, one in page.controls.items() if one.isVisible()} == found
        else:
            assert [name for name in ("keeping", "keys") if getattr(page, name).isVisible()] == [found]
        assert page.nothing.isVisible() is not bool(found)
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
        assert page.controls["theme"].isVisible()
