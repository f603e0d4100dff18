"""The first run: a few questions, then a first hand; and nothing of it afterwards."""

import json

import pytest
from mjcompanion.ui import app as start
from mjcompanion.ui.context import PageContext, SettingsModel
from mjcompanion.ui.pages.table.start import StartView
from mjcompanion.ui.theme import Theme, look
from mjcompanion.ui.welcome.dialog import WelcomeDialog
from mjcompanion.ui.welcome.words import WORD_SETS, other_games, usual_games
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n import translation
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import Settings, load, save
from tests.kinds import ALL
from tests.ui import walk

LEFT = Qt.MouseButton.LeftButton
SIZES = [(1024, 700), (1366, 768), (1920, 1080)]


@pytest.fixture
def context(qapp, tmp_path):
    theme = Theme(qapp)
    folders = Folders.at(tmp_path / "data")
    yield PageContext(SettingsModel(Settings(reduced_motion=True, greeting="welcome"), folders), theme, folders)
    theme.apply("light", 100)


@pytest.fixture
def welcome(qtbot, context):
    """The dialog, by itself."""
    made = WelcomeDialog(context)
    made.ended = []
    made.finished.connect(made.ended.append)
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.open()
        made.activateWindow()
    made.fit_into(QRect(0, 0, 1366, 768))
    return made


def settle():
    for _ in range(4):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def key(qtbot, which, modifiers=Qt.KeyboardModifier.NoModifier):
    qtbot.keyClick(QApplication.focusWidget(), which, modifiers)


def choose_game(dialog, game):
    """Choose a game as a person does, which may be among those that few tables play."""
    usual = usual_games()
    if game in usual:
        dialog.games.button(usual.index(game)).click()
    else:
        dialog.other_games.setCurrentIndex(dialog.other_games.findData(game))
        dialog.other_button.click()


def settings_of(context):
    return load(context.folders).settings


# --- the questions ---------------------------------------------------------------------------------------


class TestQuestions:
    def test_the_usual_games_come_first_and_the_others_in_a_list(self, welcome):
        assert len(usual_games()) == 3
        assert [one.text() for one in welcome.games.buttons()[:3]] == [one.short for one in usual_games()]
        offered = [welcome.other_games.itemData(at) for at in range(welcome.other_games.count())]
        assert offered == other_games()
        assert sorted([*usual_games(), *offered]) == sorted(RULESETS)

    @pytest.mark.parametrize("rules", ALL)
    def test_a_game_is_explained_and_is_what_the_score_page_begins_with(self, welcome, context, rules):
        choose_game(welcome, rules)
        assert welcome.game is rules
        assert welcome.games.checkedButton().accessibleDescription() == rules.line
        assert rules in usual_games() or welcome.other_line.text() == rules.line
        welcome.start_buttons["score"].click()
        assert settings_of(context).ruleset == rules

    @pytest.mark.parametrize("at", range(len(WORD_SETS)))
    def test_the_words(self, qtbot, welcome, context, at):
        qtbot.mouseClick(welcome.words.button(at), LEFT)
        shown = [one.text() for one in welcome.sample.names]
        assert shown == [Tile.parse(text).name(WORD_SETS[at]) for text in ("5m", "5p", "5s", "7z", "6z", "5z")]
        welcome.start_buttons["table"].click()
        assert settings_of(context).terms == WORD_SETS[at]

    def test_american_players_have_words_and_letters_of_their_own(self, qtbot, welcome):
        choose_game(welcome, "american-club")
        assert (welcome.words.checkedId(), welcome.corners.isChecked()) == (1, True)
        assert [one.text() for one in welcome.sample.names][:3] == ["5 crak", "5 dot", "5 bam"]
        choose_game(welcome, "traditional")
        assert (welcome.words.checkedId(), welcome.corners.isChecked()) == (0, False)
        qtbot.mouseClick(welcome.words.button(2), LEFT)  # what was answered by hand stays
        qtbot.mouseClick(welcome.corners, LEFT)
        qtbot.mouseClick(welcome.corners, LEFT)
        choose_game(welcome, "nmjl")
        assert (welcome.words.checkedId(), welcome.corners.isChecked()) == (2, False)

    @pytest.mark.parametrize(
        ("rules", "first"), [("traditional", "score"), ("nmjl", "score"), ("kemp-american", "solitaire")]
    )
    def test_enter_leads_to_the_page_of_the_game(self, qtbot, welcome, context, rules, first):
        choose_game(welcome, rules)
        qtbot.mouseClick(welcome.sound, LEFT)
        assert [page for page, one in welcome.start_buttons.items() if one.property("role") == "primary"] == [first]
        key(qtbot, Qt.Key.Key_Return)
        assert (welcome.ended, welcome.first_page) == ([WelcomeDialog.DialogCode.Accepted], first)
        assert (settings_of(context).sound, settings_of(context).greeting) == (True, "invite")

    @pytest.mark.parametrize(("size", "index"), [(100, "small"), (200, "large")])
    def test_numbers_in_the_corners(self, welcome, context, size, index):
        context.settings.change(text_size=size)
        settle()
        before = welcome.sample.grab().toImage()
        welcome.corners.click()
        assert welcome.sample.grab().toImage() != before
        welcome.start_buttons["score"].click()
        assert settings_of(context).corner_index == index

    def test_text_is_larger_at_once(self, qtbot, welcome, context):
        before = welcome.size()
        qtbot.mouseClick(welcome.text_size.segments[-1], LEFT)
        settle()
        assert look().scale == 2
        assert welcome.width() > before.width()
        qtbot.mouseClick(welcome.skip_button, LEFT)
        assert settings_of(context).text_size == 200

    def test_skipping_takes_what_everybody_has_at_first(self, qtbot, welcome, context):
        choose_game(welcome, "nmjl")
        qtbot.mouseClick(welcome.words.button(2), LEFT)
        qtbot.mouseClick(welcome.skip_button, LEFT)
        assert welcome.ended == [WelcomeDialog.DialogCode.Rejected]
        assert settings_of(context) == Settings(reduced_motion=True, greeting="invite")

    def test_a_folder_that_cant_be_written_is_told(self, welcome, context):
        context.folders.data.write_bytes(b"a file where the folder should be")
        said = []
        context.message_asked.connect(lambda message: said.append(message.sentence))
        welcome.start_buttons["score"].click()
        assert welcome.ended
        assert said[0].startswith("The settings can’t be saved in")


class TestAgain:
    """Who opens it later finds the answers of the settings."""

    @pytest.mark.parametrize("rules", ALL)
    def test_the_answers_are_those_of_the_settings(self, qtbot, context, rules):
        before = Settings(ruleset=str(rules), sound=True, corner_index="large", characters="wan", text_size=125)
        save(before, context.folders)
        settings = SettingsModel(before, context.folders)
        again = WelcomeDialog(PageContext(settings, context.theme, context.folders))
        qtbot.addWidget(again)
        assert again.game is rules
        assert again.words.checkedId() == -1  # words of their own, which stay
        again.start_buttons["table"].click()
        assert {**vars_of(settings.value), "virtual_game": ""} == {**vars_of(before), "virtual_game": ""}

    @pytest.mark.parametrize("greeting", ["welcome", "none"])
    def test_another_language_opens_the_program_again_with_the_answers(self, qtbot, context, greeting):
        context.settings.change(greeting=greeting)
        again = WelcomeDialog(context)
        qtbot.addWidget(again)
        choose_game(again, "nmjl")
        code = next(one for one in translation.languages() if one != translation.language())
        with qtbot.waitSignal(context.open_again_asked):
            again.language.setCurrentIndex(again.language.findData(code))
        found = settings_of(context)
        assert (found.language, found.ruleset, found.greeting) == (code, "nmjl", greeting)
        if greeting == "none":  # words and letters stay those that were chosen once
            assert (found.terms, found.corner_index) == (Terms(), "none")


def vars_of(settings):
    return {name: getattr(settings, name) for name in settings.__struct_fields__}


# --- by keyboard, and for those who don't see -------------------------------------------------------------


class TestKeyboard:
    @pytest.mark.parametrize("steps", range(7))
    def test_escape_and_enter_from_everywhere(self, qtbot, welcome, steps):
        for _ in range(steps):
            key(qtbot, Qt.Key.Key_Tab)
        ends = QApplication.focusWidget() is welcome.skip_button
        key(qtbot, Qt.Key.Key_Escape if ends else Qt.Key.Key_Return)
        assert welcome.ended == [WelcomeDialog.DialogCode.Rejected if ends else WelcomeDialog.DialogCode.Accepted]

    def test_everything_with_the_arrows_and_tab(self, qtbot, welcome, context):
        assert welcome.games.button(0).hasFocus()
        key(qtbot, Qt.Key.Key_Down)
        key(qtbot, Qt.Key.Key_Down)
        assert welcome.game == "nmjl"
        for control in (welcome.other_games, welcome.text_size.segments[0], welcome.sound, welcome.words.button(0)):
            key(qtbot, Qt.Key.Key_Tab)
            assert control.hasFocus()
        assert welcome.words.checkedId() == 1  # American words, as for most of those who play so
        key(qtbot, Qt.Key.Key_Down)
        key(qtbot, Qt.Key.Key_Down)
        key(qtbot, Qt.Key.Key_Tab)
        assert welcome.corners.hasFocus()
        key(qtbot, Qt.Key.Key_Space)
        for control in (welcome.skip_button, *welcome.start_buttons.values()):
            key(qtbot, Qt.Key.Key_Tab)
            assert control.hasFocus()
        key(qtbot, Qt.Key.Key_Return)
        found = settings_of(context)
        assert (found.ruleset, found.characters, found.corner_index) == ("nmjl", "wan", "none")

    def test_walking_scrolls_in_large_text(self, qtbot, welcome, context):
        welcome.fit_into(QRect(0, 0, 1024, 700))
        settle()
        assert welcome.scroller.verticalScrollBar().maximum() == 0
        context.settings.change(text_size=200)
        welcome.fit_into(QRect(0, 0, 1024, 700))
        settle()
        for _ in range(3):
            key(qtbot, Qt.Key.Key_Down)
        settle()
        last = welcome.games.buttons()[-1]
        top = last.mapTo(welcome.scroller.viewport(), last.rect().topLeft()).y()
        assert top >= 0
        assert top + last.height() <= welcome.scroller.viewport().height()
        welcome.other_games.setFocus()
        key(qtbot, Qt.Key.Key_End)
        assert welcome.game is other_games()[-1]

    def test_what_a_screen_reader_finds(self, welcome):
        assert not walk.faults_of(welcome)
        roles = [QAccessible.queryAccessibleInterface(one) for one in welcome.games.buttons()]
        assert {one.role() for one in roles} == {QAccessible.Role.RadioButton}
        assert [bool(one.state().checked) for one in roles] == [True, False, False, False]
        assert all(one.text(QAccessible.Text.Description) for one in roles)
        dialog = QAccessible.queryAccessibleInterface(welcome)
        assert dialog.role() == QAccessible.Role.Dialog
        assert dialog.text(QAccessible.Text.Name) == welcome.windowTitle()


# --- the window ------------------------------------------------------------------------------------------


@pytest.fixture
def window_at(qtbot, qapp, tmp_path):
    made = []

    def make(folder=tmp_path / "data", **kwargs):
        window = start.build(qapp, Folders.at(folder), **{"welcome": True, **kwargs})
        qtbot.addWidget(window)
        made.append(window)
        window.show()
        qtbot.waitUntil(lambda: (welcome_of(window) or window).isActiveWindow())
        settle()
        return window

    yield make
    for window in made:
        window.context.close()
    Theme(qapp).apply("light", 100)


def welcome_of(window):
    """The dialog over a window, if it is open."""
    return next((one for one in window.findChildren(WelcomeDialog) if one.isVisible()), None)


class TestWindow:
    @pytest.mark.parametrize("ends", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
    def test_the_first_start_only(self, qtbot, window_at, tmp_path, ends):
        window = window_at()
        assert welcome_of(window).isModal()
        assert not (tmp_path / "data" / "settings.json").exists()
        key(qtbot, ends)
        assert window.key == "score"
        settle()
        assert window.page("score").invitation.isVisible()
        window.activateWindow()
        qtbot.waitUntil(window.page("score").hand_card.entry.hasFocus)
        window.close()
        again = window_at()
        assert welcome_of(again) is None
        assert again.page("score").invitation is not None  # no hand was scored yet

    @pytest.mark.parametrize("game", ["nmjl", "classical", "american-club", "kemp-chinese", "kemp-american"])
    def test_the_game_is_chosen_on_every_page(self, qtbot, window_at, game):
        window = window_at()
        choose_game(welcome_of(window), game)
        key(qtbot, Qt.Key.Key_Return)
        if game.startswith("kemp"):  # who plays alone begins on the page for it
            assert window.key == "solitaire"
            assert window.context.settings.value.virtual_game == game
            return
        assert window.page("score").rules_choice.currentData() == game
        table = window.open_page("table")
        qtbot.waitUntil(lambda: table.findChild(StartView) is not None)
        assert table.findChild(StartView).rules_choice.currentData() == game
        assert window.open_page("rules").model.chosen == game

    def test_closed_in_the_middle_or_with_a_file_to_open_it_asks_again(self, window_at, tmp_path):
        assert welcome_of(window_at(files=[tmp_path / "none.toml"])) is None
        window = window_at()
        assert welcome_of(window) is not None
        window.context.settings.change(text_size=150)
        window.close()
        assert json.loads((tmp_path / "data" / "settings.json").read_text())["greeting"] == "welcome"
        assert welcome_of(window_at()) is not None

    def test_who_has_settings_is_not_asked(self, window_at, tmp_path):
        folder = tmp_path / "data"
        folder.mkdir()
        (folder / "settings.json").write_text('{"ruleset": "classical"}')
        window = window_at()
        assert welcome_of(window) is None
        assert window.page("score").invitation is None
        assert window.page("score").receipt.empty.action.isVisible()

    def test_it_is_opened_again_from_the_menu(self, qtbot, window_at):
        window = window_at(welcome=False)
        assert welcome_of(window) is None
        score, table = window.page("score"), window.open_page("table")
        qtbot.waitUntil(lambda: table.findChild(StartView) is not None)
        next(one for one in window.menu().actions() if one.text() == "Welcome…").trigger()
        choose_game(welcome_of(window), "hong-kong")
        welcome_of(window).start_buttons["score"].click()
        assert score.rules_choice.currentData() == "hong-kong"
        assert table.findChild(StartView).rules_choice.currentData() == "hong-kong"
        assert score.model.draft.rules is Ruleset("hong-kong")
        assert window.context.settings.value.greeting == "none"


# --- the first hand --------------------------------------------------------------------------------------


@pytest.fixture
def newcomer(desk_at):
    def make(rules="traditional"):
        return desk_at(settings=Settings(reduced_motion=True, ruleset=str(rules), greeting="invite")).show()

    return make


class TestFirstHand:
    @pytest.mark.parametrize("rules", ALL)
    def test_the_example_is_a_hand_that_won_and_is_cleared_by_one_click(self, newcomer, heard, rules):
        desk = newcomer(rules)
        strip = desk.page.invitation
        assert strip.of_example is False
        if rules == "traditional":
            desk.model.set_option("flowers", value=False)  # then the example has none
        desk.click(strip.example_button)
        assert strip.of_example
        assert heard.count(strip.words.text()) == 1
        assert desk.context.settings.value.greeting == "invite"  # it isn't one's own
        active = desk.page.active
        assert not active.seen.problems
        assert not active.seen.unanswered
        if rules.with_card:
            assert active.seen.sheet.score > 0
            assert active.draft.rules is rules
        else:
            assert desk.check() > 0
            assert active.seen.sheets[0].context.winner
            assert not active.seen.missing
        desk.click(strip.clear_button)
        assert not active.draft.entries
        assert strip.of_example is False
        assert strip.example_button.isVisible()

    def test_a_hand_of_ones_own_ends_the_invitation(self, newcomer):
        desk = newcomer()
        desk.type("123c456c789c11d222b")
        assert desk.page.invitation.of_example is False
        assert not desk.page.invitation.example_button.isVisible()  # it would take the place of the hand
        assert desk.context.settings.value.greeting == "invite"
        desk.pick(desk.win.ways, "draw")
        desk.won_with("2s")
        assert desk.page.invitation is None  # it makes room for the score
        assert desk.said[-1].startswith("Your first hand is scored.")
        assert desk.context.settings.value.greeting == "none"
        desk.click(desk.card.clear_button)
        assert desk.receipt.empty.action.isVisible()

    @pytest.mark.parametrize("rules", ["traditional", "nmjl"])
    def test_by_keyboard_and_closing_it_is_for_good(self, newcomer, desk_at, rules):
        desk = newcomer(rules)
        strip = desk.page.invitation
        entry, empty = (
            (desk.entry, desk.receipt.empty)
            if rules == "traditional"
            else (desk.page.american.hand_card.entry, desk.page.american.empty)
        )
        assert entry.hasFocus()
        assert not empty.action.isVisible()  # one offer of an example is enough
        assert strip.example_button in desk.page._reading_order()
        strip.example_button.setFocus()
        desk.key(Qt.Key.Key_Return)
        assert strip.clear_button.hasFocus()
        desk.key(Qt.Key.Key_Return)
        strip.example_button.setFocus()
        desk.key(Qt.Key.Key_Tab)
        assert strip.close_button.hasFocus()
        desk.key(Qt.Key.Key_Return)
        assert desk.page.invitation is None
        assert entry.hasFocus()
        assert empty.action.isVisible()
        assert desk.context.settings.value.greeting == "none"
        desk.context.settings.flush()
        assert desk_at(settings=load(desk.context.folders).settings).page.invitation is None

    def test_never_at_a_table(self, four):
        four.context.settings.change(greeting="invite")
        four.start().begin_hand()
        four.enter(winner=0, by="draw")
        four.model.edit_tiles(0)
        assert four.page.tiles_view.page.invitation is None
