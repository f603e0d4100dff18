"""The first run: a few questions, then a first hand; and nothing of it afterwards."""

import gettext
import json

import pytest
from mjcompanion.ui import accessibility
from mjcompanion.ui import app as start
from mjcompanion.ui.context import PageContext, SettingsModel
from mjcompanion.ui.pages.table.start import StartView
from mjcompanion.ui.pages.welcome.page import WelcomePage
from mjcompanion.ui.pages.welcome.words import WORD_SETS, groups, usual_games
from mjcompanion.ui.theme import Theme, look
from mjcompanion.ui.translator import install
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QWidget

from mjcompanion.core.tiles import Tile
from mjcompanion.i18n import translation
from mjcompanion.rulesets import RULESETS, UNKNOWN_GAMES
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import Settings, load
from tests.kinds import ALL

LEFT = Qt.MouseButton.LeftButton
SIZES = [(1024, 700), (1920, 1080)]


@pytest.fixture
def context(qapp, tmp_path):
    theme = Theme(qapp)
    folders = Folders.at(tmp_path / "data")
    yield PageContext(SettingsModel(Settings(reduced_motion=True, greeting="welcome"), folders), theme, folders)
    theme.apply("light", 100)


@pytest.fixture
def page(qtbot, context):
    made = WelcomePage(context)
    made.over = []
    made.finished.connect(lambda: made.over.append(True))
    qtbot.addWidget(made)
    made.resize(1180, 780)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def settle():
    for _ in range(4):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def key(qtbot, which, modifiers=Qt.KeyboardModifier.NoModifier):
    qtbot.keyClick(QApplication.focusWidget(), which, modifiers)


def option(page, value):
    """The option of a question, which may be among the games that few tables play."""
    if value not in [one.value for one in page.games.options + page.words.options]:
        page.show_every_game()
    return next(one for one in page.games.options + page.words.options if one.value == value)


def settings_of(context):
    return load(context.folders).settings


# --- the questions ---------------------------------------------------------------------------------------


class TestQuestions:
    def test_the_usual_games_come_first_and_all_on_demand_once(self, qtbot, page):
        assert [one.value for one in page.games.options] == ["", *usual_games()]
        assert len(usual_games()) == 3
        qtbot.mouseClick(page.more_games, LEFT)
        assert page.more_games.isHidden()
        assert page.games.options[0].hasFocus()
        offered = [one.value for one in page.games.options]
        assert offered[0] == ""
        assert sorted(offered[1:]) == sorted(map(str, RULESETS))
        assert [rules for _, games in groups() for rules in games] == offered[1:]
        assert all(one.text() and one.line.text() for one in page.games.options)

    @pytest.mark.parametrize("rules", ALL)
    def test_the_game_is_what_the_score_page_begins_with(self, qtbot, page, context, rules):
        qtbot.mouseClick(option(page, str(rules)), LEFT)
        qtbot.mouseClick(page.start_button, LEFT)
        assert page.over == [True]
        assert settings_of(context).ruleset == rules

    @pytest.mark.parametrize("at", range(len(WORD_SETS)))
    def test_the_words(self, qtbot, page, context, at):
        qtbot.mouseClick(option(page, str(at)), LEFT)
        shown = [one.text() for one in page.sample.names]
        assert shown == [Tile.parse(text).name(WORD_SETS[at]) for text in ("5m", "5p", "5s", "7z", "6z", "5z")]
        qtbot.mouseClick(page.start_button, LEFT)
        assert settings_of(context).terms == WORD_SETS[at]

    def test_american_players_have_words_and_letters_of_their_own(self, qtbot, page, context):
        qtbot.mouseClick(option(page, "american-club"), LEFT)
        assert (page.words.value, page.learning.isChecked()) == ("1", True)
        assert [one.text() for one in page.sample.names][:3] == ["5 crak", "5 dot", "5 bam"]
        qtbot.mouseClick(option(page, "traditional"), LEFT)
        assert (page.words.value, page.learning.isChecked()) == ("0", False)
        qtbot.mouseClick(option(page, "nmjl"), LEFT)
        qtbot.mouseClick(page.start_button, LEFT)
        found = settings_of(context)
        assert (found.terms, found.corner_index) == (WORD_SETS[1], "small")

    def test_what_was_answered_by_hand_stays(self, qtbot, page):
        qtbot.mouseClick(option(page, "2"), LEFT)
        qtbot.mouseClick(page.learning, LEFT)
        qtbot.mouseClick(page.learning, LEFT)
        qtbot.mouseClick(option(page, "nmjl"), LEFT)
        assert (page.words.value, page.learning.isChecked()) == ("2", False)

    @pytest.mark.parametrize(("rules", "first"), [("", "score"), ("nmjl", "score"), ("kemp-american", "solitaire")])
    def test_enter_leads_to_the_page_of_the_game(self, qtbot, page, rules, first):
        qtbot.mouseClick(option(page, rules), LEFT)
        key(qtbot, Qt.Key.Key_Return)
        assert page.first_page == first

    @pytest.mark.parametrize(
        ("button", "first"), [("start_button", "score"), ("table_button", "table"), ("alone_button", "solitaire")]
    )
    def test_it_ends_with_what_to_do_first(self, qtbot, page, context, button, first):
        qtbot.mouseClick(page.sound, LEFT)
        qtbot.mouseClick(getattr(page, button), LEFT)
        assert (page.over, page.first_page) == ([True], first)
        assert settings_of(context).sound

    def test_it_says_which_games_it_does_not_score(self, page):
        sentence = next(one.text() for one in page.findChildren(QLabel) if one.text().startswith("Not scored here"))
        assert all(name in sentence for name in UNKNOWN_GAMES)

    def test_sets_of_words_differ(self):
        assert len(set(WORD_SETS)) == len(WORD_SETS)
        assert WORD_SETS[0] == Settings().terms

    @pytest.mark.parametrize(("size", "index"), [(100, "small"), (200, "large")])
    def test_learning_puts_numbers_into_the_corners(self, qtbot, page, context, size, index):
        context.settings.change(text_size=size)
        settle()
        before = page.sample.grab().toImage()
        page.body.ensureWidgetVisible(page.learning)
        qtbot.mouseClick(page.learning, LEFT)
        assert page.sample.grab().toImage() != before
        qtbot.mouseClick(page.start_button, LEFT)
        assert settings_of(context).corner_index == index

    def test_text_is_larger_at_once(self, qtbot, page, context):
        before = page.start_button.height()
        qtbot.mouseClick(page.text_size.segments[-1], LEFT)
        settle()
        assert look().scale == 2
        assert page.start_button.height() > before
        qtbot.mouseClick(page.skip_button, LEFT)
        assert settings_of(context).text_size == 200

    def test_skipping_takes_what_everybody_has_at_first(self, qtbot, page, context):
        qtbot.mouseClick(option(page, "nmjl"), LEFT)
        qtbot.mouseClick(option(page, "2"), LEFT)
        qtbot.mouseClick(page.skip_button, LEFT)
        assert page.over == [True]
        assert settings_of(context) == Settings(reduced_motion=True, greeting="invite")

    def test_a_folder_that_cant_be_written_is_told(self, page, context):
        context.folders.data.write_bytes(b"a file where the folder should be")
        said = []
        context.message_asked.connect(lambda message: said.append(message.sentence))
        page.accept()
        assert page.over == [True]
        assert len(said) == 1
        assert said[0].startswith("The settings can’t be saved in")


class TestLanguage:
    @pytest.fixture(autouse=True)
    def english_again(self):
        yield
        install(QApplication.instance(), "en")

    def test_another_language_is_spoken_at_once_and_answers_stay(self, qtbot, page, context, monkeypatch):
        class Loud(gettext.NullTranslations):
            def gettext(self, text):
                return f"¡{text}"

        other = translation.languages()[1]
        catalogue_of = translation._catalogue
        monkeypatch.setattr(translation, "_catalogue", lambda code: Loud() if code == other else catalogue_of(code))
        qtbot.mouseClick(option(page, "classical"), LEFT)
        before = page.start_button.text()
        page.language.setCurrentIndex(page.language.findData(other))
        qtbot.waitUntil(lambda: page.start_button.text() != before)
        assert page.start_button.text() == f"¡{before}"
        assert page.language.hasFocus()
        assert page.games.value == "classical"
        page.accept()
        assert (settings_of(context).language, settings_of(context).ruleset) == (other, "classical")


# --- by keyboard, and for those who don't see -------------------------------------------------------------


class TestKeyboard:
    def test_enter_at_once(self, qtbot, page, context):
        key(qtbot, Qt.Key.Key_Return)
        assert page.over == [True]
        assert settings_of(context).ruleset == "traditional"

    @pytest.mark.parametrize("steps", range(7))
    def test_escape_and_enter_from_everywhere(self, qtbot, page, steps):
        for _ in range(steps):
            key(qtbot, Qt.Key.Key_Tab)
        if QApplication.focusWidget() not in (page.skip_button, page.more_games):
            key(qtbot, Qt.Key.Key_Return)
        else:
            key(qtbot, Qt.Key.Key_Escape)
        assert page.over == [True]

    def test_everything_with_the_arrows_and_tab(self, qtbot, page, context):
        page.show_every_game()
        assert page.games.options[0].hasFocus()
        for _ in range([one.value for one in page.games.options].index("nmjl")):
            key(qtbot, Qt.Key.Key_Down)
        assert page.games.value == "nmjl"
        key(qtbot, Qt.Key.Key_Tab)
        assert page.words.options[1].hasFocus()  # American words, as for most of those who play so
        key(qtbot, Qt.Key.Key_Right)
        key(qtbot, Qt.Key.Key_Tab)
        assert page.learning.hasFocus()
        key(qtbot, Qt.Key.Key_Space)
        for control in (page.skip_button, page.alone_button, page.table_button, page.start_button):
            key(qtbot, Qt.Key.Key_Tab)
            assert control.hasFocus()
        key(qtbot, Qt.Key.Key_Return)
        found = settings_of(context)
        assert (found.ruleset, found.characters, found.corner_index) == ("nmjl", "wan", "none")

    def test_the_ends_of_the_list(self, qtbot, page):
        page.show_every_game()
        key(qtbot, Qt.Key.Key_Up)
        assert page.games.options[-1].hasFocus()
        key(qtbot, Qt.Key.Key_Home)
        assert page.games.value == ""
        key(qtbot, Qt.Key.Key_End)
        assert page.games.value == "kemp-american"

    def test_walking_scrolls(self, qtbot, page, context):
        page.resize(1024, 700)
        page.show_every_game()
        context.settings.change(text_size=200)
        settle()
        key(qtbot, Qt.Key.Key_End)
        settle()
        last = page.games.options[-1]
        top = last.mapTo(page.body.viewport(), last.rect().topLeft()).y()
        assert top >= 0
        assert top + last.height() <= page.body.viewport().height()

    def test_everything_is_named_and_says_its_state(self, page):
        for widget in page.findChildren(QWidget):
            if not widget.isVisible() or widget.focusPolicy() == Qt.FocusPolicy.NoFocus:
                continue
            interface = QAccessible.queryAccessibleInterface(widget)
            assert interface.text(QAccessible.Text.Name), widget
        page.show_every_game()
        chosen = QAccessible.queryAccessibleInterface(page.games.options[0])
        other = QAccessible.queryAccessibleInterface(option(page, "nmjl"))
        assert chosen.role() == other.role() == QAccessible.Role.RadioButton
        assert chosen.state().checked
        assert not other.state().checked
        assert other.text(QAccessible.Text.Name) == "American: American, yearly card"
        assert other.text(QAccessible.Text.Description) == option(page, "nmjl").line.text()

    def test_it_is_announced(self, qtbot, context, monkeypatch):
        said = []
        monkeypatch.setattr(accessibility, "listeners", [lambda _source, text, _assertive: said.append(text)])
        page = WelcomePage(context)
        qtbot.addWidget(page)
        page.show()
        assert len(said) == 1
        assert "Enter starts, Escape skips" in said[0]


# --- looks -----------------------------------------------------------------------------------------------


class TestLooks:
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("percent", [100, 150, 200])
    def test_nothing_is_cut_off(self, page, context, size, percent):
        page.resize(*size)
        context.settings.change(text_size=percent)
        settle()
        for always in (page.start_button, page.skip_button, *page.text_size.segments):
            box = always.rect().translated(always.mapTo(page, always.rect().topLeft()))
            assert page.rect().contains(box), always.text()
            assert always.height() >= 44
        body = page.body.widget()
        for one in page.games.options + page.words.options:
            assert one.width() <= body.width()
            assert one.height() >= one.heightForWidth(one.width())
            assert one.width() >= one.minimumSizeHint().width()
        for label in page.findChildren(QLabel):
            if label.isVisible() and label.text():
                wanted = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
                assert label.height() >= wanted, label.text()
                if not label.wordWrap():
                    assert label.width() >= label.sizeHint().width(), label.text()
        for control in page.findChildren(QAbstractButton) + page.findChildren(QComboBox):
            if control.isVisible():
                assert control.height() >= 32, control

    @pytest.mark.parametrize("size", SIZES)
    def test_at_100_per_cent_nothing_scrolls(self, page, size):
        page.resize(*size)
        settle()
        assert page.body.verticalScrollBar().maximum() == 0

    @pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
    def test_focus_and_choice_are_seen(self, qtbot, page, context, theme):
        context.settings.change(theme=theme)
        settle()
        first, second = page.games.options[:2]
        focused, plain = first.grab().toImage(), second.grab().toImage()
        page.start_button.setFocus()
        chosen = first.grab().toImage()
        assert chosen != focused
        qtbot.mouseClick(second, LEFT)
        assert second.grab().toImage() != plain


# --- the window ------------------------------------------------------------------------------------------


@pytest.fixture
def window_at(qtbot, qapp, tmp_path):
    made = []

    def make(folder=tmp_path / "data", **kwargs):
        window = start.build(qapp, Folders.at(folder), **{"welcome": True, **kwargs})
        qtbot.addWidget(window)
        made.append(window)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        return window

    yield make
    for window in made:
        window.context.close()
    Theme(qapp).apply("light", 100)


def is_welcome(window):
    return isinstance(window.stack.currentWidget(), WelcomePage)


class TestWindow:
    def test_the_first_start_only(self, qtbot, window_at, tmp_path):
        window = window_at()
        assert is_welcome(window)
        assert not window.rail.isVisible()
        assert not (tmp_path / "data" / "settings.json").exists()
        key(qtbot, Qt.Key.Key_Return)
        assert window.key == "score"
        assert window.rail.isVisible()
        assert window.page("score").invitation.isVisible()
        window.close()
        again = window_at()
        assert not is_welcome(again)
        assert again.page("score").invitation is not None  # no hand was scored yet

    @pytest.mark.parametrize("game", ["kemp-chinese", "kemp-american"])
    def test_whoever_plays_alone_begins_on_the_page_for_it(self, qtbot, window_at, game):
        window = window_at()
        qtbot.mouseClick(option(window.stack.currentWidget(), game), LEFT)
        key(qtbot, Qt.Key.Key_Return)
        assert window.key == "solitaire"
        assert window.context.settings.value.virtual_game == game

    @pytest.mark.parametrize("game", ["nmjl", "classical", "american-club"])
    def test_the_game_is_chosen_on_every_page(self, qtbot, window_at, game):
        window = window_at()
        qtbot.mouseClick(option(window.stack.currentWidget(), game), LEFT)
        key(qtbot, Qt.Key.Key_Return)
        assert window.page("score").rules_choice.currentData() == game
        table = window.open_page("table")
        qtbot.waitUntil(lambda: table.findChild(StartView) is not None)
        assert table.findChild(StartView).rules_choice.currentData() == game
        assert window.open_page("rules").model.chosen == game

    def test_escape_leads_to_the_score_page_as_well(self, qtbot, window_at):
        window = window_at()
        key(qtbot, Qt.Key.Key_Escape)
        assert window.key == "score"
        assert window.page("score").hand_card.entry.hasFocus()

    def test_closed_in_the_middle_it_asks_again(self, window_at, tmp_path):
        window = window_at()
        window.context.settings.change(text_size=150)
        window.close()
        assert json.loads((tmp_path / "data" / "settings.json").read_text())["greeting"] == "welcome"
        assert is_welcome(window_at())

    def test_who_has_settings_is_not_asked(self, window_at, tmp_path):
        folder = tmp_path / "data"
        folder.mkdir()
        (folder / "settings.json").write_text('{"ruleset": "classical"}')
        window = window_at()
        assert not is_welcome(window)
        assert window.page("score").invitation is None
        assert window.page("score").receipt.empty.action.isVisible()

    def test_other_programs_that_build_the_window_are_not_asked(self, window_at):
        assert not is_welcome(window_at(welcome=False))

    def test_keys_for_pages_that_arent_there_yet(self, qtbot, window_at):
        window = window_at()
        for pressed in (Qt.Key.Key_1, Qt.Key.Key_9):
            key(qtbot, pressed, Qt.KeyboardModifier.ControlModifier)
        for pressed in (Qt.Key.Key_F1, Qt.Key.Key_F6):
            key(qtbot, pressed)
        assert is_welcome(window)

    def test_the_menu_offers_a_search_once_there_is_something_to_find(self, window_at):
        window = window_at()
        assert not any("Search" in one.text() for one in window.menu().actions())
        window.stack.currentWidget().skip()
        assert any("Search" in one.text() for one in window.menu().actions())

    def test_typing_can_begin_at_once(self, window_at):
        window = window_at()
        assert window.stack.currentWidget().games.options[0].hasFocus()


# --- the first hand --------------------------------------------------------------------------------------


@pytest.fixture
def newcomer(desk_at):
    def make(rules="traditional"):
        return desk_at(settings=Settings(reduced_motion=True, ruleset=str(rules), greeting="invite")).show()

    return make


class TestFirstHand:
    @pytest.mark.parametrize("rules", ALL)
    def test_the_example_is_a_hand_that_won_and_is_cleared_by_one_click(self, newcomer, rules):
        desk = newcomer(rules)
        strip = desk.page.invitation
        assert strip.of_example is False
        desk.click(strip.example_button)
        assert strip.of_example
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

    def test_kemps_factor_is_part_of_the_example(self, newcomer):
        desk = newcomer("kemp-chinese")
        desk.click(desk.page.invitation.example_button)
        assert desk.rows()["Final score"]

    def test_without_flowers_the_example_has_none(self, newcomer):
        desk = newcomer()
        desk.model.set_option("flowers", value=False)
        desk.click(desk.page.invitation.example_button)
        assert desk.check() > 0
        assert desk.page.invitation.of_example

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

    def test_the_example_doesnt_count_as_ones_own(self, newcomer):
        desk = newcomer()
        desk.click(desk.page.invitation.example_button)
        desk.pick(desk.win.ways, "discard")
        desk.control(Qt.Key.Key_Z)
        assert desk.page.invitation.of_example
        assert desk.context.settings.value.greeting == "invite"

    @pytest.mark.parametrize("rules", ["traditional", "nmjl"])
    def test_closing_it_is_for_good(self, newcomer, desk_at, rules):
        desk = newcomer(rules)
        empty = desk.receipt.empty if rules == "traditional" else desk.page.american.empty
        assert not empty.action.isVisible()  # one offer of an example is enough
        desk.click(desk.page.invitation.close_button)
        assert desk.page.invitation is None
        assert empty.action.isVisible()
        assert desk.context.settings.value.greeting == "none"
        desk.context.settings.flush()
        assert desk_at(settings=load(desk.context.folders).settings).page.invitation is None

    def test_by_keyboard(self, newcomer):
        desk = newcomer()
        strip = desk.page.invitation
        assert desk.entry.hasFocus()
        assert strip.example_button in desk.page._reading_order()
        strip.example_button.setFocus()
        desk.key(Qt.Key.Key_Return)
        assert strip.clear_button.hasFocus()
        desk.key(Qt.Key.Key_Tab)
        assert strip.close_button.hasFocus()
        desk.key(Qt.Key.Key_Return)
        assert desk.page.invitation is None
        assert desk.entry.hasFocus()

    def test_it_is_announced(self, newcomer, monkeypatch):
        said = []
        monkeypatch.setattr(accessibility, "listeners", [lambda _source, text, _assertive: said.append(text)])
        desk = newcomer()
        desk.click(desk.page.invitation.example_button)
        strip = [text for text in said if text == desk.page.invitation.words.text()]
        assert len(strip) == 1

    def test_never_at_a_table(self, four):
        four.context.settings.change(greeting="invite")
        four.start().begin_hand()
        four.enter(winner=0, by="draw")
        four.model.edit_tiles(0)
        assert four.page.tiles_view.page.invitation is None

    @pytest.mark.parametrize("percent", [100, 200])
    def test_nothing_is_cut_off(self, newcomer, percent):
        desk = newcomer()
        desk.context.settings.change(text_size=percent)
        desk.page.resize(900, 700)
        desk.settle()
        strip = desk.page.invitation
        for example in (False, True):
            strip.invite(example=example)
            desk.settle()
            assert strip.words.height() >= strip.words.heightForWidth(strip.words.width())
            shown = [one for one in strip.findChildren(QAbstractButton) if one.isVisible()]
            assert strip.close_button in shown
            for button in shown:
                assert strip.rect().contains(button.geometry()), button.accessibleName()
                assert button.height() >= 44
