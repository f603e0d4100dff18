"""The Print page with a real ledger: what it shows, saves and prints is what the forms and the ledger say."""

import io
import shutil
import threading
import time
from fractions import Fraction
from pathlib import Path

import pypdf
import pytest
from mjcompanion.ui.app import build
from mjcompanion.ui.context import PageContext, SettingsModel
from mjcompanion.ui.pages.ledger.queries import EntryFilter
from mjcompanion.ui.pages.print import model, printing, sources
from mjcompanion.ui.pages.print.model import file_name
from mjcompanion.ui.pages.print.page import PrintPage
from mjcompanion.ui.pages.print.preview import FIT_PAGE, FIT_WIDTH
from mjcompanion.ui.pages.print.sources import ALL, LISTED, OLDER, SourceKind, source_kinds_of
from mjcompanion.ui.theme import Theme
from mjcompanion.ui.widgets import pdf_pictures as pictures
from mjcompanion.ui.widgets.rows import KEY
from mjcompanion.ui.widgets.score_hand import ScoreHand
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QWheelEvent
from PySide6.QtWidgets import QApplication

from mjcompanion.american.card_library import CardLibrary, built_in
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Tile
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import GameFilter, SessionFilter
from mjcompanion.printing.catalogue import FORMS, find_form, lay_out
from mjcompanion.printing.document import Printed, make
from mjcompanion.printing.page import Paper, PrintStyle
from mjcompanion.printing.sources import numbered_contest, session_source, sessions_source
from mjcompanion.printing.values import OneHand
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.scoring.request import score_request
from mjcompanion.storage.paths import Folders, make_folder
from mjcompanion.storage.settings import Settings
from mjcompanion.table.club_rules import ClubRules, RulesLibrary
from tests.ledger.gaming import add, real, row
from tests.ledger.making import play
from tests.ui import walk
from tests.ui.desk import PageDesk

K = Qt.Key
LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
HAND = {
    "rules": "kemp-chinese",
    "hand": "123m 456p 99s (777z) [1111s] 1f",
    "discards": 40,
    "win": {"by": "draw", "tile": "9s"},
}


def fields(pdf):
    return pypdf.PdfReader(io.BytesIO(pdf)).get_fields()


def text(pdf):
    pages = pypdf.PdfReader(io.BytesIO(pdf)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def media(pdf):
    return [float(size) for size in pypdf.PdfReader(io.BytesIO(pdf)).pages[0].mediabox[2:]]


def picture_of(preview, number):
    """The picture of a page as sharp as it is shown now, if it is drawn."""
    sheet = preview.sheets[number]
    return sheet.picture.pixmap().toImage() if sheet.drawn == preview.resolution else None


def long_document(pages=300, each=0.02, gate=None):
    """A form that takes a while, or waits at its third page."""

    def draw(page):
        if gate is not None and page.number == 3:
            assert gate.wait(60)
        elif gate is None:
            time.sleep(each)
        page.text(100, 100, f"Sheet {page.number}", 40)

    return lambda *_: Printed("A long one", (draw,) * pages)


class Desk(PageDesk):
    """A Print page on a data folder, what it said, and the hands that work on it."""

    def __init__(self, qtbot, context, hand=None):
        super().__init__(qtbot, context, PrintPage, scrolls=True)
        self.folders = context.folders
        self.hand = hand or ScoreHand(why_not="There is no hand on the Score page yet.")
        self.model.ask_score = lambda: self.hand
        self.asked, self.answer = [], None
        self.page.ask_where = self._ask_where

    def _ask_where(self, suggested):
        self.asked.append(suggested)
        return self.answer

    @property
    def preview(self):
        return self.page.preview

    @property
    def document(self):
        return self.model.document

    @property
    def pdf(self):
        assert self.document is not None, self.model.problem
        return self.document.made.pdf

    @property
    def offered(self):
        choice = self.page.item_choice
        return [choice.itemData(at) for at in range(choice.count())]

    def ledger(self):
        return Ledger.open(None, self.folders)

    def show(self, width=1280, height=860):
        return super().show(width, height)

    def wait(self):
        return self.settle()

    def settle(self):
        for _ in range(3):
            self.qtbot.waitUntil(lambda: not self.context.ledger.busy and self.model.settled)
            QApplication.processEvents()
        return self

    def made(self):
        """Until the document is there, or why there is none."""
        self.qtbot.waitUntil(lambda: not self.context.ledger.busy and not self.model.busy)
        return self

    def choose_form(self, id_):
        """Click it in the list."""
        forms = self.page.forms
        item = next(forms.item(at) for at in range(forms.count()) if forms.item(at).data(KEY) == id_)
        forms.scrollToItem(item)
        self.qtbot.mouseClick(forms.viewport(), LEFT, pos=forms.visualItemRect(item).center())
        assert self.model.form.id == id_
        return self.settle()

    def choose(self, choice, value):
        """By the keyboard."""
        assert choice.isVisible()
        self.qtbot.choose_by_keys(choice, str(value))
        return self.settle()

    def stack_shows_state(self):
        return self.page.state is not None and self.page.state.isVisible() and not self.preview.isVisible()

    def fill(self, id_, source_kind, item=None):
        self.choose_form(id_)
        if len(source_kinds_of(find_form(id_))) > 1:
            self.choose(self.page.source_choice, source_kind)
        if item is not None:
            self.choose(self.page.item_choice, item)
        return self.settle()

    def type(self, field, words):
        assert field.isVisible()
        field.setFocus()
        field.selectAll()
        self.qtbot.keyClicks(field, words)
        return self.settle()

    def close(self):
        self.shell.hide()
        self.model.maker.close()
        self.model.drawer.close()


@pytest.fixture
def desk_at(qtbot, context_at, tmp_path):
    made = []

    def make_desk(folder=tmp_path / "data", **more):
        made.append(Desk(qtbot, context_at(folder), **more))
        return made[-1]

    yield make_desk
    for one in made:
        one.close()


@pytest.fixture
def desk(desk_at):
    return desk_at().show()


@pytest.fixture(scope="module")
def furnished(tmp_path_factory):
    """A data folder with something of everything, to be copied."""
    folders = Folders.at(tmp_path_factory.mktemp("furnished") / "data")
    with Ledger.open(None, folders) as ledger:
        play(ledger, 6, title="Tuesday evening")
        play(ledger, 3, names=("Eve", "Fred", "Gil", "Hal"), moment="2024-03-02T18:00:00Z")
        for won in (True, False):
            ledger.games.add(*real(won=won))
        add(
            ledger, row(40, final=Fraction(123)), row(41, "kemp-american", Fraction(99)), row(42, "simple", Fraction(7))
        )
    RulesLibrary(folders.rules_folder).save(ClubRules.of("Tuesday club", Ruleset("traditional"), {"limit": 778}))
    return folders.data


@pytest.fixture
def full(desk_at, tmp_path, furnished):
    """A desk with something of everything."""
    shutil.copytree(furnished, tmp_path / "data")
    return desk_at(hand=ScoreHand(OneHand(score_request(HAND)))).show()


def expected(desk, id_, source):
    return make(lay_out(id_, source, desk.model.style), desk.model.style)


# --- forms and what fills them in


class TestForms:
    def test_every_form_is_in_the_list_and_shown_blank_with_fields_where_it_has_some(self, full):
        listed = [row.key for row in full.page.forms.rows if row.can_be_chosen]
        assert sorted(listed) == sorted(form.id for form in FORMS)
        for form in FORMS:
            full.choose_form(form.id)
            blank = full.model.source_kind is SourceKind.BLANK
            assert full.page.heading.text() == form.title
            assert full.page.fields.isVisible() is (form.fillable and blank), form.id
            if blank:
                assert full.pdf == expected(full, form.id, None).pdf, form.id
                assert full.preview.document is full.document
                assert not fields(full.pdf), form.id
        full.choose_form("kemp-chinese")
        full.click(full.page.fields).settle()
        assert len(fields(full.pdf)) > 8
        full.choose(full.page.source_choice, SourceKind.SCORE)
        assert not full.page.fields.isVisible()
        assert not fields(full.pdf)

    def test_a_night_of_tables_and_rounds(self, full):
        full.fill("seating-plan", SourceKind.TABLES, "classical")
        assert full.pdf == expected(full, "seating-plan", numbered_contest(6, 4, Ruleset("classical"))).pdf
        full.page.tables_field.spin.setValue(3)
        full.page.rounds_field.spin.setValue(2)
        full.settle()
        assert full.pdf == expected(full, "seating-plan", numbered_contest(3, 2, Ruleset("classical"))).pdf
        full.choose(full.page.item_choice, "tuesday-club.toml")
        (ours,) = RulesLibrary(full.folders.rules_folder).list()
        assert full.pdf == expected(full, "seating-plan", numbered_contest(3, 2, ours.rules)).pdf
        full.fill("referee", SourceKind.CLUB)
        assert not full.page.night.isVisible()
        assert full.pdf == expected(full, "referee", ours.rules).pdf

    @pytest.mark.parametrize("id_", ["kemp-chinese", "score-sheet"])
    def test_the_hand_on_the_score_page(self, full, id_):
        assert (full.model.form.id, full.model.source_kind) == ("evening", SourceKind.SESSION)  # there was one
        full.fill(id_, SourceKind.SCORE)
        assert full.pdf == expected(full, id_, full.hand.hand).pdf
        assert score_request(HAND).adjustment.final_text in text(full.pdf)
        full.context.settings.change(dots="circles")
        full.settle()
        assert "circles" in full.page.words_button.toolTip()
        assert ("circles" in text(full.pdf)) is (id_ == "score-sheet")
        full.hand = ScoreHand(full.hand.hand, remark="It may count more.")
        full.model.wake()
        full.settle()
        assert full.page.facts.text() == "It may count more."
        full.choose_form("doubling-table")
        assert not full.page.facts.isVisible()

    def test_a_hand_that_the_form_does_not_take_and_none_at_all(self, full):
        full.fill("kemp-american", SourceKind.SCORE)
        assert full.document is None
        assert "takes kemp-american" in full.model.problem
        assert full.stack_shows_state()
        assert not full.page.save_button.isEnabled()
        full.hand = ScoreHand(why_not="There is no hand on the Score page yet.")
        full.model.wake()
        full.fill("kemp-chinese", SourceKind.SCORE)
        assert full.model.problem == full.hand.why_not
        full.click(full.page.state.action).settle()
        assert full.model.source_kind is SourceKind.BLANK
        assert full.document is not None

    def test_a_session_and_those_of_a_year(self, full):
        with full.ledger() as ledger:
            uids = [one.uid for one in ledger.sessions.page().rows]
            sources_ = [session_source(ledger, uid) for uid in uids]
            all_of_them = sessions_source(ledger, SessionFilter())
        full.fill("session", SourceKind.SESSION)
        assert full.model.item == uids[0]
        assert full.pdf == expected(full, "session", sources_[0]).pdf
        full.choose(full.page.item_choice, uids[1])
        assert full.pdf == expected(full, "session", sources_[1]).pdf
        full.choose(full.page.source_choice, SourceKind.SESSIONS)
        assert full.offered == [ALL, "2026", "2024"]
        assert full.pdf == expected(full, "session", all_of_them).pdf
        full.choose(full.page.item_choice, "2024")
        words = text(full.pdf)
        assert "Gil" in words
        assert "Chuck" not in words
        full.fill("four-players", SourceKind.SESSION)  # the list is known already: the newest is chosen here too
        assert full.model.item == uids[0]
        assert full.pdf == expected(full, "four-players", sources_[0]).pdf

    def test_a_finished_game(self, full):
        full.fill("score-sheet", SourceKind.GAME)
        choice = full.page.item_choice
        rules = {choice.itemText(at).split(" · ")[1] for at in range(choice.count())}
        assert rules == {"Kemp’s Chinese game", "Kemp’s American game", "The simple game"}
        full.fill("kemp-chinese", SourceKind.GAME)
        game = real(won=True)[0]
        full.choose(choice, game.uid)
        assert game.final_text in text(full.pdf)
        with full.ledger() as ledger:
            won = ledger.games.page(GameFilter(rules="kemp-chinese", won=True)).rows
        assert full.offered == [one.uid for one in won]
        full.choose(choice, "0040-kemp-chinese")  # which can't be played again
        assert full.document is None
        assert full.page.state is not None
        assert full.model.problem
        assert not full.model.is_empty

    def test_finished_games(self, full):
        full.fill("running-card", SourceKind.GAMES)
        assert "99.00" in text(full.pdf)
        full.model.show_games(GameFilter(rules="kemp-american"))
        full.settle()
        assert full.model.item == LISTED
        words = text(full.pdf)
        assert "99.00" in words
        assert "123.00" not in words
        full.choose(full.page.item_choice, "2026")
        assert "123.00" in text(full.pdf)
        assert not full.page.day_field.isVisible()
        full.type(full.page.remarks_field, "A long year.")
        assert "A long year." in text(full.pdf)
        full.model.show_games(GameFilter(rules="simple"))
        full.settle()
        assert full.model.problem == "There are no finished games of Kemp’s solitaire to print."

    def test_cards(self, full):
        shelf = CardLibrary(full.folders.cards_folder)
        own = shelf.save(built_in("companion").item.with_top("name", "Ours"))
        full.choose_form("american-card")
        assert full.model.item == "companion"
        assert full.pdf == expected(full, "american-card", built_in("companion").card).pdf
        full.choose(full.page.item_choice, "club-fifteen")
        assert full.pdf == expected(full, "american-card", built_in("club-fifteen").card).pdf
        full.choose(full.page.item_choice, own.name)
        shelf.delete(own)
        full.model.again()
        full.settle()
        assert full.model.problem == "This card can’t be read any more."
        unsaved = built_in("club-fifteen").card
        full.model.show_card(unsaved)
        full.settle()
        assert full.model.item == LISTED
        assert full.pdf == expected(full, "american-card", unsaved).pdf

    @pytest.mark.exhaustive(keep=3)
    @pytest.mark.parametrize("rules", list(RULESETS.values()))
    def test_rule_sheets(self, full, rules):
        full.fill("rules-sheet", SourceKind.RULES, rules)
        assert full.pdf == expected(full, "rules-sheet", rules).pdf
        full.choose_form("house-rules")
        assert full.page.item_choice.currentText() == "Tuesday club"
        assert "778" in text(full.pdf)

    @pytest.mark.parametrize(
        ("id_", "source_kind", "words"),
        [
            ("kemp-chinese", SourceKind.GAME, "No game that this form lists has been won yet."),
            ("running-card", SourceKind.GAMES, "No game has been finished yet."),
            ("four-players", SourceKind.SESSION, "No session has been played yet."),
            ("session", SourceKind.SESSION, "No session has been played yet."),
            ("session", SourceKind.SESSIONS, "No session has been played yet."),
            ("house-rules", SourceKind.CLUB, "There are no house rules yet."),
        ],
    )
    def test_nothing_to_fill_it_in_from(self, desk, monkeypatch, id_, source_kind, words):
        assert (desk.model.form.id, desk.model.source_kind) == ("evening", SourceKind.BLANK)
        desk.fill(id_, source_kind)
        assert desk.document is None
        assert desk.model.problem.startswith(words)
        assert desk.stack_shows_state()
        assert not desk.page.item_choice.isVisible()
        assert (desk.page.state.action is not None) is find_form(id_).blank
        for button in (desk.page.print_button, desk.page.save_button, desk.page.open_button):
            assert not button.isEnabled()

        def refuse(*_):
            raise PermissionError(13, "Permission denied", "rules")

        monkeypatch.setattr(RulesLibrary, "list", refuse)
        desk.choose_form("house-rules")
        desk.model.again()
        desk.settle()
        assert "Permission denied" in desk.model.problem

    def test_older_ones_are_listed_on_demand(self, desk_at, tmp_path, monkeypatch):
        monkeypatch.setattr(sources, "AT_ONCE", 3)
        with Ledger.open(None, Folders.at(tmp_path / "data")) as ledger:
            for number in range(5):
                play(ledger, 1, moment=f"2026-01-0{number + 1}T10:00:00Z")
        desk = desk_at().show()
        desk.fill("session", SourceKind.SESSION)
        choice = desk.page.item_choice
        assert choice.count() == 4
        before = desk.pdf
        choice.setCurrentIndex(choice.findData(OLDER))
        desk.settle()
        assert choice.count() == 5
        assert desk.pdf == before
        assert choice.currentData() == desk.model.item
        with desk.ledger() as ledger:
            assert [choice.itemData(at) for at in range(5)] == [one.uid for one in ledger.sessions.page().rows]

    def test_the_ledger_goes_on(self, full):
        full.fill("session", SourceKind.SESSION)
        before = full.pdf
        full.context.ledger.ask(lambda ledger: play(ledger, 2, moment="2026-12-01T10:00:00Z"))
        full.qtbot.waitUntil(lambda: full.page.item_choice.count() == 3)
        full.settle()
        assert full.pdf == before, "the session that was chosen stays"

    @pytest.mark.parametrize("at_once", [60, 1])
    def test_what_another_ledger_has_not_is_not_chosen_any_more(self, full, tmp_path, monkeypatch, at_once):
        with Ledger.open(tmp_path / "other.db") as other:
            uids = [play(other, 1, moment=f"2025-01-0{day}T10:00:00Z") for day in (1, 2)]
        full.fill("session", SourceKind.SESSION)
        monkeypatch.setattr(sources, "AT_ONCE", at_once)
        full.context.ledger.reopen(lambda: Ledger.open(tmp_path / "other.db"))
        full.settle()
        full.qtbot.waitUntil(lambda: full.model.item in uids)
        full.settle()
        with Ledger.open(tmp_path / "other.db") as other:
            newest = other.sessions.page().rows[0].uid
            assert full.model.item == full.page.item_choice.currentData() == newest
            assert full.pdf == expected(full, "session", session_source(other, newest)).pdf

    def test_only_what_changed_while_nobody_looked_is_made_anew(self, full):
        full.fill("kemp-chinese", SourceKind.SCORE)
        before = full.document
        full.shell.hide()
        full.shell.show()
        full.settle()
        assert full.document is before
        full.shell.hide()
        full.hand = ScoreHand(OneHand(score_request(HAND | {"discards": 80})))
        full.shell.show()
        full.settle()
        assert full.pdf != before.made.pdf

    def test_files_are_called_after_what_they_hold(self):
        form = find_form("session")
        assert file_name(form, Printed("Ánn & Bob’s <b>evening</b>/..")) == "ánn-bobs-b-evening-b.pdf"
        assert file_name(form, Printed("…")) == "session.pdf"
        assert len(file_name(form, Printed("x" * 500))) < 80


# --- paper, type, words, names


class TestStyle:
    def test_name_and_date(self, full):
        full.fill("kemp-chinese", SourceKind.SCORE)
        full.type(full.page.name_field, "Zoe <b>Q</b>")
        full.type(full.page.day_field, "21 November")
        words = text(full.pdf)
        assert "Zoe <b>Q</b>" in words
        assert "21 November" in words
        full.model.set_habits(name="Ann \U000f1234")  # a letter that no font has
        full.settle()
        assert "U+F1234" in full.page.facts.text()
        assert full.page.facts.isVisible()
        full.choose(full.page.source_choice, SourceKind.BLANK)
        assert not full.page.name_field.isVisible()
        assert "Ann" not in text(full.pdf)

    def test_paper_and_large_print_count_at_once_and_are_kept(self, desk_at):
        desk = desk_at().show()
        assert media(desk.pdf) == pytest.approx(Paper.A4.size, abs=0.01)
        desk.click(desk.page.paper.segments[1]).settle()
        assert media(desk.pdf) == pytest.approx(Paper.LETTER.size, abs=0.01)
        desk.click(desk.page.large).settle()
        style = PrintStyle(large=True, paper=Paper.LETTER)
        assert desk.pdf == make(lay_out("evening", None, style), style).pdf
        desk.model.set_habits(name="Ann")
        again = desk_at().show()
        assert again.page.paper.value == "letter"
        assert again.page.large.isChecked()
        assert again.page.name_field.text() == "Ann"

    @pytest.mark.parametrize("content", [b"", b"{", b'{"paper": "a3"}', b"[1]", b"\xff", b'{"large": 7}'])
    def test_damaged_habits_are_forgotten(self, desk_at, tmp_path, content):
        folders = Folders.at(tmp_path / "data")
        make_folder(folders.data)
        folders.print_file.write_bytes(content)
        assert desk_at().model.habits.large is False

    def test_habits_that_cannot_be_kept(self, desk, monkeypatch):
        def refuse(*_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(model, "write_atomically", refuse)
        desk.click(desk.page.large).settle()
        assert desk.said == [f"Your print settings can’t be saved in {desk.folders.data}: No space left on device."]
        assert desk.model.style.large


# --- the preview


class TestPreview:
    def test_zoom(self, desk):
        preview = desk.preview
        assert not desk.page.pages.isVisible()  # there is one
        assert preview.zoom == FIT_PAGE
        assert preview.verticalScrollBar().maximum() == 0
        desk.click(desk.page.fit_width_button)
        assert preview.zoom == FIT_WIDTH
        assert preview.verticalScrollBar().maximum() > 0
        assert preview.horizontalScrollBar().maximum() == 0
        preview.set_zoom(100)
        assert preview.sheets[0].rect().width() * preview.transform().m11() == pytest.approx(595.28 * 96 / 72, abs=2)
        desk.click(desk.page.larger_button)
        assert preview.percent == 125
        desk.click(desk.page.smaller_button)
        desk.click(desk.page.smaller_button)
        assert preview.percent == 90
        assert desk.page.zoom_words.text() == "90\u00a0%"
        preview.setFocus()
        for _ in range(20):
            desk.qtbot.keyClick(preview, K.Key_Plus)
        assert preview.percent == 400
        assert not desk.page.larger_button.isEnabled()
        desk.settle()
        assert picture_of(preview, 0) is not None
        for _ in range(20):
            desk.qtbot.keyClick(preview, K.Key_Minus, ALT)
        assert preview.percent == 25
        assert not desk.page.smaller_button.isEnabled()
        self.wheel(preview, 60)
        assert preview.percent == 25  # half a step of the wheel
        self.wheel(preview, 60)
        assert preview.percent > 25
        desk.click(desk.page.fit_page_button)
        assert preview.zoom == FIT_PAGE

    @staticmethod
    def wheel(preview, delta, modifiers=CONTROL):
        middle = QPointF(preview.viewport().rect().center())
        event = QWheelEvent(
            middle, middle, QPoint(), QPoint(0, delta), LEFT & ~LEFT, modifiers, Qt.ScrollPhase.NoScrollPhase, False
        )
        QApplication.sendEvent(preview.viewport(), event)

    def test_pages(self, desk, monkeypatch):
        monkeypatch.setattr(model, "lay_out", long_document(12, 0))
        desk.choose_form("doubling-table")
        preview, page = desk.preview, desk.page
        assert preview.count == 12
        assert page.pages.isVisible()
        assert page.page_words.text() == "of 12"
        assert not page.before_button.isEnabled()
        desk.click(page.after_button)
        assert preview.page == 1
        assert page.page_field.number == 2
        page.page_field.setFocus()
        page.page_field.selectAll()
        desk.qtbot.keyClicks(page.page_field, "7")
        desk.qtbot.keyClick(page.page_field, K.Key_Return)
        assert preview.page == 6
        desk.settle()
        seen = picture_of(preview, 6)
        assert seen is not None
        assert "Sheet 7" in pictures.words(desk.pdf, 6)
        preview.setFocus()
        desk.qtbot.keyClick(preview, K.Key_PageDown)
        assert preview.page == 7
        desk.qtbot.keyClick(preview, K.Key_PageUp)
        assert preview.page == 6
        desk.qtbot.keyClick(preview, K.Key_End)
        assert preview.page == 11
        assert not page.after_button.isEnabled()
        desk.qtbot.keyClick(preview, K.Key_Home)
        assert preview.page == 0
        page.page_field.setFocus()
        page.page_field.selectAll()
        desk.qtbot.keyClicks(page.page_field, "999")
        desk.qtbot.keyClick(page.page_field, K.Key_Return)
        assert preview.page == 11
        assert page.page_field.number == 12

    def test_few_pages_are_kept(self, desk, monkeypatch):
        monkeypatch.setattr(model, "lay_out", long_document(60, 0))
        monkeypatch.setattr("mjcompanion.ui.pages.print.preview._MOST_KEPT", 2_000_000)
        desk.choose_form("doubling-table")
        desk.preview.set_zoom(100)
        for number in range(0, 60, 4):
            desk.preview.go_to(number)
            desk.settle()
        assert desk.preview.sheets[desk.preview.page].pixels
        assert sum(sheet.pixels for sheet in desk.preview.sheets) < 4_000_000

    def test_what_stands_on_a_page_is_told(self, desk):
        desk.qtbot.waitUntil(lambda: desk.preview.accessibleDescription() != "")
        interface = QAccessible.queryAccessibleInterface(desk.preview)
        said = interface.text(QAccessible.Text.Name)
        assert said.startswith("Preview of ")
        assert said.endswith(", page 1 of 1")
        assert "Won by" in interface.text(QAccessible.Text.Description)

    def test_a_picture_is_never_too_large(self, desk):
        image = pictures.picture(desk.pdf, 0, 40)
        assert image.width() * image.height() <= pictures.MOST_PIXELS * 1.01


# --- what takes a while


class TestProgress:
    def test_a_long_document_is_stopped_and_made_after_all(self, desk, monkeypatch):
        gate, steps = threading.Event(), []
        monkeypatch.setattr(model, "lay_out", long_document(10, gate=gate))
        desk.model.progressed.connect(lambda done, count: steps.append((done, count)))
        desk.model.choose_form("doubling-table")
        desk.qtbot.waitUntil(lambda: desk.page.making.isVisible() and bool(steps))
        assert not desk.page.print_button.isEnabled()
        assert desk.preview.document is None
        desk.click(desk.page.making.cancel_button)
        assert not desk.page.making.isVisible()
        assert desk.model.problem == "You stopped it."
        gate.set()
        desk.settle()
        assert desk.document is None
        assert desk.page.state.action.text() == "Make it anyway"
        desk.click(desk.page.state.action).made()
        assert desk.document is not None
        assert desk.page.print_button.isEnabled()
        assert {count for _, count in steps} == {10}

    def test_another_form_ends_the_one_before(self, desk, monkeypatch):
        gate = threading.Event()
        slow = long_document(10, gate=gate)
        monkeypatch.setattr(
            model, "lay_out", lambda id_, *rest: slow() if id_ == "doubling-table" else lay_out(id_, *rest)
        )
        desk.model.choose_form("doubling-table")
        desk.qtbot.waitUntil(lambda: desk.page.making.isVisible())
        desk.model.choose_form("rules-sheet")
        gate.set()
        desk.settle()
        assert desk.document.title.startswith("Rule sheet")

    @pytest.mark.parametrize(
        "error",
        [
            RuleError([Problem("form-no-games")]),
            OSError(5, "Input/output error", "ledger.db"),
            ZeroDivisionError("a mistake of the program"),
        ],
    )
    def test_what_goes_wrong_is_one_sentence(self, desk, monkeypatch, error):
        def fail(id_, *rest):
            if id_ == "doubling-table":
                raise error
            return lay_out(id_, *rest)

        written = []
        monkeypatch.setattr("sys.excepthook", lambda *what: written.append(what[1]))
        monkeypatch.setattr(model, "lay_out", fail)
        desk.model.choose_form("doubling-table")
        desk.settle()
        assert desk.stack_shows_state()
        assert desk.model.problem
        assert "\n" not in desk.model.problem
        assert written == ([error] if isinstance(error, ZeroDivisionError) else [])
        monkeypatch.setattr(model, "lay_out", lay_out)
        desk.click(desk.page.state.action).settle()
        assert desk.document is not None


# --- saving, opening, printing


class TestSaving:
    def test_save(self, desk, tmp_path):
        desk.answer = tmp_path / "card.pdf"
        desk.answer.write_bytes(b"old")
        desk.click(desk.page.save_button)
        assert desk.answer.read_bytes() == desk.pdf
        assert Path(desk.asked[0]).name.endswith(".pdf")
        assert desk.said == [f"Saved as {desk.answer}."]
        desk.qtbot.keyClick(desk.page, K.Key_S, CONTROL)
        assert desk.asked[1].startswith(str(tmp_path))

    def test_where_papers_lie(self, desk, tmp_path, monkeypatch):
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        desk.click(desk.page.save_button)
        (tmp_path / "Documents").mkdir()
        desk.click(desk.page.save_button)
        assert [Path(asked).parent for asked in desk.asked] == [tmp_path, tmp_path / "Documents"]
        assert not desk.messages  # the dialog was cancelled

    @pytest.mark.parametrize("where", ["nowhere/card.pdf", "folder", pytest.param(f"{'card' * 80}.pdf", id="too long")])
    def test_bad_places(self, desk, tmp_path, where):
        (tmp_path / "folder").mkdir()
        desk.answer = tmp_path / where
        desk.click(desk.page.save_button)
        assert desk.messages[-1].kind == "wrong"
        assert str(desk.answer) in desk.said[-1]

    def test_a_full_disk_leaves_the_old_file_whole(self, desk, tmp_path, monkeypatch):
        def full_disk(path, **_):
            raise OSError(28, "No space left on device", str(path))

        desk.answer = tmp_path / "card.pdf"
        desk.answer.write_bytes(b"old")
        monkeypatch.setattr("mjcompanion.storage.paths.replacing", full_disk)
        desk.click(desk.page.save_button)
        assert desk.answer.read_bytes() == b"old"
        assert desk.said[-1].endswith("No space left on device. The old file is still there.")

    def test_no_program_opens_it(self, desk, monkeypatch):
        monkeypatch.setattr(desk.page, "open_file", lambda _: False)
        desk.click(desk.page.open_button)
        assert desk.said == ["No program on this computer opens PDF files."]
        desk.messages[0].do()
        assert desk.asked

    def test_it_is_opened_saved_or_not(self, desk, tmp_path, monkeypatch):
        opened = []
        monkeypatch.setattr(desk.page, "open_file", lambda path: opened.append(path) or True)
        desk.click(desk.page.open_button)
        assert opened[0].read_bytes() == desk.pdf
        assert not desk.messages
        desk.answer = tmp_path / "card.pdf"
        desk.click(desk.page.save_button)
        desk.messages[0].do()
        assert opened[1] == desk.answer


PRINTERS = """echo Laser; echo Office; echo 'system default destination: Office'"""


@pytest.fixture
def system(tmp_path, monkeypatch):
    """A printing system: what `lpstat` and `lp` do, in shell; what was printed how lies in the folder."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")

    def make(lpstat=PRINTERS, lp="cat > $0.pdf; echo 'request id is Office-1'"):
        for name, does in (("lpstat", lpstat), ("lp", lp)):
            file = folder / name
            file.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$@\" > $0.said\n{does}\n")
            file.chmod(0o755)
        return folder

    return make


class TestPrinting:
    def print(self, desk):
        desk.qtbot.keyClick(desk.page, K.Key_P, CONTROL)
        desk.qtbot.waitUntil(lambda: desk.page.job is None)
        return desk.page.asking

    @pytest.mark.parametrize("installed", [True, False])
    def test_no_printer(self, desk, system, tmp_path, monkeypatch, installed):
        if installed:
            system("echo 'no system default destination'")
        else:
            monkeypatch.setenv("PATH", str(tmp_path))
        asking = self.print(desk)
        assert not asking.isVisible()
        assert desk.said == ["No printer is set up on this computer. Save the PDF and print it elsewhere."]
        assert desk.messages[0].action == "Save it"
        desk.messages[0].do()
        assert desk.asked

    def test_what_is_seen_is_printed_on_the_usual_printer(self, desk, system):
        folder = system()
        desk.page.print_button.setFocus()
        asking = self.print(desk)
        assert asking.isVisible()
        assert asking.isAncestorOf(QApplication.focusWidget())
        desk.qtbot.keyClick(QApplication.focusWidget(), K.Key_Return)
        desk.qtbot.waitUntil(lambda: desk.messages != [])
        assert desk.said == [f"“{desk.document.title}” is on its way to Office."]
        assert (folder / "lp.pdf").read_bytes() == desk.pdf
        told = (folder / "lp.said").read_text().splitlines()
        assert told == ["-d", "Office", "-n", "1", "-t", desk.document.title, "-o", "media=A4", "-"]
        assert not asking.isVisible()
        assert not desk.page.making.isVisible()
        assert desk.page.print_button.isEnabled()

    def test_pages_and_copies(self, desk, system, monkeypatch):
        folder = system()
        monkeypatch.setattr(model, "lay_out", long_document(5, 0))
        desk.choose_form("doubling-table")
        asking = self.print(desk)
        desk.qtbot.choose_by_keys(asking.printer, "Laser")
        desk.click(asking.copies.more)
        desk.click(asking.first.more)
        for _ in range(4):
            desk.click(asking.last.less)
        assert (asking.first.value, asking.last.value) == (1, 1)
        for _ in range(2):
            desk.click(asking.first.more)
        assert (asking.first.value, asking.last.value) == (3, 3)
        desk.click(asking.last.more)
        desk.click(asking.print_button)
        desk.qtbot.waitUntil(lambda: desk.messages != [])
        told = (folder / "lp.said").read_text().splitlines()
        assert told[:8] == ["-d", "Laser", "-n", "2", "-t", "A long one", "-P", "3-4"]

    @pytest.mark.parametrize("how", ["button", "escape", "another form"])
    def test_not_to_print(self, desk, system, how):
        folder = system()
        desk.page.print_button.setFocus()
        asking = self.print(desk)
        if how == "button":
            desk.click(asking.leave_button)
        elif how == "escape":
            desk.qtbot.keyClick(QApplication.focusWidget(), K.Key_Escape)
        else:
            desk.choose_form("doubling-table")
        assert not asking.isVisible()
        assert desk.page.job is None
        assert not desk.messages
        assert not (folder / "lp.said").exists()
        if how != "another form":
            assert QApplication.focusWidget() is desk.page.print_button

    @pytest.mark.parametrize("stays", ["lpstat", "lp"])
    @pytest.mark.parametrize("how", ["waits", "stops"])
    def test_a_printer_that_is_silent_holds_nothing(self, desk, system, monkeypatch, stays, how):
        system(**{stays: "exec sleep 600"})
        if how == "waits":
            monkeypatch.setattr(printing, "_SILENT_AFTER", 0.3)
        desk.click(desk.page.print_button)
        if stays == "lp":
            desk.qtbot.waitUntil(lambda: desk.page.asking.isVisible())
            desk.click(desk.page.asking.print_button)
        assert desk.page.making.isVisible()
        assert not desk.page.save_button.isEnabled()
        if how == "stops":
            desk.click(desk.page.making.cancel_button)
            said = "Printing was stopped."
        else:
            desk.qtbot.waitUntil(lambda: desk.page.job is None)
            said = "The printing system of this computer isn’t responding."
            said = said if stays == "lpstat" else "The printer “Office” isn’t responding."
        assert desk.said == [said]
        assert desk.page.save_button.isEnabled()
        assert not desk.page.making.isVisible()
        desk.qtbot.waitUntil(lambda: desk.page._printing.idle)

    @pytest.mark.parametrize(
        ("lp", "said"),
        [
            ("cat > $0.pdf; sleep 5 & echo ok", "“{title}” is on its way to Office."),
            ("exec yes", "The printer “Office” isn’t responding."),
            ("echo >&2; exit 3", "The printing system reports an error: lp 3."),
            (
                "echo 'lp: Unable to open the file.' >&2; exit 1",
                "The printing system reports an error: Unable to open the file.",
            ),
            (None, "The printing system reports an error: No such file or directory."),
        ],
        ids=["leaves another behind", "never stops talking", "says nothing", "refuses", "is not there"],
    )
    def test_an_lp_that_behaves_oddly(self, desk, system, monkeypatch, lp, said):
        folder = system(lp=lp or "")
        asking = self.print(desk)
        if lp is None:
            (folder / "lp").unlink()
            monkeypatch.setenv("PATH", str(folder))
        desk.click(asking.print_button)
        desk.qtbot.waitUntil(lambda: desk.messages != [])
        assert desk.said == [said.format(title=desk.document.title)]
        assert desk.messages[0].action == ("" if "on its way" in said else "Save it")


# --- on the screen


class TestLooks:
    def test_a_narrow_page_has_a_list(self, desk):
        desk.shell.resize(600, 700)
        desk.settle()
        assert not desk.page.forms.isVisible()
        desk.choose(desk.page.form_choice, "doubling-table")
        assert desk.model.form.id == "doubling-table"
        desk.shell.resize(1280, 800)
        desk.settle()
        assert desk.page.forms.isVisible()
        assert desk.page.forms.key == "doubling-table"


# --- threads


def test_the_threads_end_with_their_page(qtbot, qapp, tmp_path):
    theme = Theme(qapp)
    context = PageContext(SettingsModel(Settings(), None), theme, Folders.at(tmp_path))
    page = PrintPage(context)
    page.show()
    qtbot.waitUntil(lambda: page.model.settled)
    threads = [page.model.maker._thread, page.model.drawer._thread]
    assert all(thread.is_alive() for thread in threads)
    page.deleteLater()
    QCoreApplication.sendPostedEvents(page, QEvent.Type.DeferredDelete)
    qtbot.waitUntil(lambda: not any(thread.is_alive() for thread in threads))
    context.close()
    theme.apply("light", 100)


# --- from the other pages


@pytest.fixture
def window(qtbot, qapp, tmp_path):
    folders = Folders.at(tmp_path / "data")
    with Ledger.open(None, folders) as ledger:
        play(ledger, 4, title="Tuesday evening")
        add(ledger, row(40, final=Fraction(123)), row(41, "kemp-american", Fraction(99)))
    made = build(qapp, folders)
    qtbot.addWidget(made)
    made.resize(1280, 860)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    yield made
    walk.end_work(made)


def printed(qtbot, window):
    """The Print page, once it has made what was wanted."""
    qtbot.waitUntil(lambda: window.key == "print")
    page = window.page("print")
    qtbot.waitUntil(lambda: not window.context.ledger.busy and page.model.settled)
    return page.model


class TestFromOtherPages:
    def test_the_hand_on_the_score_page_whole_or_not(self, qtbot, window):
        page = window.page("score")
        page._show_example()
        page.print_wanted.emit()
        made = printed(qtbot, window)
        assert (made.form.id, made.source_kind) == ("score-sheet", SourceKind.SCORE)
        assert made.document.made == make(
            lay_out("score-sheet", OneHand(page.model.seen.sheet), made.style), made.style
        )
        page.model.clear()
        page.model.paste("123m 99s")
        window.page("print").model.show_hand()
        assert printed(qtbot, window).problem.startswith("The hand on the Score page isn’t complete. 5 tiles")
        page.model.set_rules(Ruleset("hong-kong"))
        page.model.paste("123m 456p 99s (777z) (123s)")
        window.page("print").model.show_hand()
        assert printed(qtbot, window).problem.startswith("How was the hand won?")
        page.model.set_by(By.DISCARD)
        page.model.set_winning_tile(Tile.parse("9s"))
        (reason,) = page.model.seen.missing
        assert reason.code == "below-minimum-faan"
        window.page("print").model.show_hand()
        assert printed(qtbot, window).problem == f"The hand on the Score page can’t go out. {reason.sentence()}"

    def test_an_american_hand(self, qtbot, window):
        page = window.page("score")
        page.show_american(Ruleset("kemp-american"))
        window.open_page("print").model.show_hand()
        assert printed(qtbot, window).problem == "There is no hand on the Score page yet."
        window.open_page("score")
        page.american.model.enter_example()
        assert page.american.model.seen.sheet is not None
        page.print_wanted.emit()
        made = printed(qtbot, window)
        assert (made.form.id, made.source_kind) == ("kemp-american", SourceKind.SCORE)
        card = page.american.model.card.title
        assert (
            made.document.made.pdf
            == make(
                lay_out("kemp-american", OneHand(page.american.model.seen.sheet, card=card), made.style), made.style
            ).pdf
        )

    def test_a_session_of_the_ledger(self, qtbot, window):
        page = window.open_page("ledger")
        qtbot.waitUntil(lambda: bool(page.entries.rows))
        uid = page.entries.rows[0].uid
        page.open_session(uid)
        qtbot.waitUntil(lambda: page.session.seen is not None)
        (action,) = [one for one in page.share_menu().actions() if one.text() == "Print…"]
        action.trigger()
        made = printed(qtbot, window)
        assert (made.form.id, made.source_kind, made.item) == ("evening", SourceKind.SESSION, uid)
        assert "Tuesday evening" in text(made.document.made.pdf)

    def test_a_card_and_ones_own_as_it_is_now(self, qtbot, window):
        page = window.open_page("cards")
        qtbot.waitUntil(lambda: page.standing.isVisible())
        page.print_action.trigger()
        made = printed(qtbot, window)
        assert made.form.id == "american-card"
        card = page.model.item.card
        assert made.document.made.pdf == make(lay_out("american-card", card, made.style), made.style).pdf
        window.open_page("cards")
        page.make_own()
        page.own.name.setText("Ours <i>")
        page.own.name.setModified(True)
        qtbot.waitUntil(lambda: page.own.isVisible())
        page.print_action.trigger()
        made = printed(qtbot, window)
        assert "Ours <i>" in text(made.document.made.pdf)
        qtbot.mouseClick(window.page("print").words_button, LEFT)
        assert window.key == "settings"

    def test_the_running_card(self, qtbot, window):
        page = window.open_page("ledger")
        page.show_games()
        qtbot.waitUntil(lambda: page.primary.isVisible())
        page.conditions.changed.emit(EntryFilter(kinds=("games",), rules="kemp-american"))
        qtbot.waitUntil(lambda: len(page.record.rows) == 1)
        qtbot.mouseClick(page.primary, LEFT)
        made = printed(qtbot, window)
        assert (made.form.id, made.source_kind, made.item) == ("running-card", SourceKind.GAMES, LISTED)
        words = text(made.document.made.pdf)
        assert "99.00" in words
        assert "123.00" not in words
