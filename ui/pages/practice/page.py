"""The view of the Practice page: rules and level above, the hand at the left, the sheet at the right."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QWidget

from mjcompanion.american.card_library import built_in
from mjcompanion.american.hand import AmericanHand
from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import ngettext, number, pgettext
from mjcompanion.practice.exercise import name_of
from mjcompanion.rulesets import DEFAULT, RULESETS, Ruleset
from mjcompanion.storage.settings import Settings
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.words import brief

from ...accessibility import make_area
from ...context import PageContext
from ...rich_text import set_tooltip
from ...shortcuts import bind
from ...theme import ANY_WIDTH, look
from ...widgets import Choice, Flow, IconButton, TextField, TextLabel
from ...widgets.frame import PageFrame
from ...widgets.layouts import across, down, fill, stand
from ...widgets.tiles import TileStyle
from ...widgets.words import american_words, ruleset_words
from .hand import CardList, ExerciseHandCard
from .model import PracticeModel
from .receipt import RightSheet
from .sheet import SheetCard
from .strip import HandStrip
from .words import level_words, rule_words

_SHEET: Final = 400
"""The least width of the sheet next to the hand, at 100 % text."""
_SMALLEST_TILE: Final = 30
_LARGEST: Final = 2.2
"""The greatest width of a tile, as a multiple of the width in the settings."""
_ACROSS: Final = 15
"""The number of tiles for which a row has room, gaps included."""
_FEWEST: Final = 11
_PITCH: Final = 1.09
"""How far a tile is from the next, in widths of a tile."""
_CARD_HEIGHT: Final = 240


class PracticePage(PageFrame):
    """A hand to be scored, and the sheet for it; its state is in its model."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(pgettext("a page", "Practice"), parent)
        self._context = context
        self.model = PracticeModel(context, _first_rules(context.settings.value), self)
        self._style = TileStyle.of(context.settings.value)
        self._made = self.model.made
        self._offered: dict[str, tuple[Ruleset, ClubRules | None]] = {}
        """The rules in the list, by their key there."""
        self._build()
        self._offer_rules()
        self._connect()
        self._on_opened()

    # --- building

    def _build(self) -> None:
        current = look()
        self._whole = QWidget()
        self._make_header()
        self.intro = TextLabel(self.tr("Score this hand line by line, then press Check."), "quiet")
        self.hand_card, self.card_list, self.right_sheet = ExerciseHandCard(self._style), CardList(), RightSheet()
        self.right_sheet.hide()
        self.left_box, self._filler = QWidget(), QWidget()
        self._left = down(self.left_box, spacing=current.S)
        fill(self._left, self.hand_card, self.right_sheet, (self.card_list, 1), (self._filler, 1))
        self.sheet = SheetCard(self.model)
        self._columns: QBoxLayout = across(spacing=current.XL)
        self._columns.addWidget(self.left_box, 1)
        self._columns.addWidget(self.sheet, 0, Qt.AlignmentFlag.AlignTop)
        fill(down(self._whole, spacing=current.M), self._which, self.intro, (self._columns, 1))
        self.scroller = self.set_scrolled(self._whole)
        self.setMinimumHeight(4 * current.target)
        self.strip = HandStrip(self.hand_card, self.scroller)
        sheet = self.sheet
        self.header.add_actions(sheet.show_button, sheet.next_button, primary=sheet.check_button)
        make_area(self._which, self.tr("Which exercise"))
        make_area(self.hand_card)
        make_area(self.sheet)

    def _make_header(self) -> None:
        self.rules_choice = Choice(self.tr("Rules"))
        self.level_choice = Choice(self.tr("Level"))
        self.header.controls.addWidget(self.rules_choice)
        self.number = TextField(self.tr("Number of the exercise"))
        set_tooltip(self.number, self.tr("A number, or a code you were given: “traditional 2 17”"))
        self.copy_button = IconButton("copy", self.tr("Copy a code for this exercise, to give to somebody"))
        self._which = Flow(spacing=look().M, line_spacing=look().S)
        number = QWidget()
        caption = TextLabel(self.tr("Exercise"), "quiet", wraps=False)
        fill(across(number, spacing=look().S), caption, self.number, self.copy_button)
        self.tally = TextLabel("", "quiet", wraps=False)
        self._which.add(self.level_choice, number, self.tally)

    def _connect(self) -> None:
        model = self.model
        model.changed.connect(self._on_changed)
        model.message_sent.connect(self._context.say)
        self.rules_choice.currentIndexChanged.connect(self._on_rules)
        self.level_choice.currentIndexChanged.connect(self._on_level)
        self.number.returnPressed.connect(self._on_number)
        self.number.editingFinished.connect(self._on_number_left)
        self.copy_button.clicked.connect(self.copy_code)
        self.sheet.pointed.connect(self._light)
        self.right_sheet.pointed.connect(self._light)
        self.hand_card.pointed.connect(self._mark)
        self.hand_card.activated.connect(self._on_tile)
        self.sheet.next_button.clicked.connect(self.next_hand)
        self.sheet.check_button.clicked.connect(self.check)
        self.card_list.chosen.connect(lambda line: model.choose("line", line))
        self._context.settings.changed.connect(self._on_settings)
        bar = self.scroller.verticalScrollBar()
        bar.valueChanged.connect(self._keep_in_sight)
        bar.rangeChanged.connect(lambda *_: self._keep_in_sight())
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)
        bind(self, "practice.check", self.check, everywhere=True)
        bind(self, "practice.hint", model.ask_hint)
        bind(self, "practice.show", lambda: model.set_shown(shown=not model.shown))
        bind(self, "practice.next", self.next_hand)

    # --- showing

    def _on_changed(self) -> None:
        self._offer_rules()
        if self.model.made is not self._made:
            self._on_opened()
            return
        self.level_choice.choose(str(self._made.level))
        self.card_list.choose(self.model.choices.get("line", ""))
        self._on_checked()

    def _offer_rules(self) -> None:
        """Offer the rulesets, then the house rules."""
        rulesets = ruleset_words() | american_words()
        self._offered = {str(rules): (rules, None) for rules in rulesets}
        self._offered |= {_rules_key(house.preset, house): (house.preset, house) for house in self.model.houses}
        named = [(str(rules), words) for rules, words in rulesets.items()]
        houses = [(_rules_key(house.preset, house), brief(house.name, 40)) for house in self.model.houses]
        self.rules_choice.set_choices([*named, *houses])
        self.rules_choice.choose(_rules_key(self.model.made.ruleset, self.model.made.house))

    def _on_rules(self, _index: int) -> None:
        if self.rules_choice.currentData() in self._offered:
            self.model.set_rules(*self._offered[self.rules_choice.currentData()])

    def _on_opened(self) -> None:
        model = self.model
        made = self._made = model.made
        self.rules_choice.choose(_rules_key(made.ruleset, made.house))
        self.level_choice.set_choices(level_words(made.ruleset))
        self.level_choice.choose(str(made.level))
        self._show_number()
        self.hand_card.show_exercise(made, model.terms)
        american = isinstance(made.hand, AmericanHand)
        if american:
            card = built_in(made.ruleset.card).card
            self.card_list.show_card(card.title, card.sections)
            self.card_list.choose(model.choices.get("line", ""))
        self.card_list.setVisible(american)
        self._filler.setVisible(not american)
        self._on_checked()
        self._fit_tiles()
        self.scroller.verticalScrollBar().setValue(0)

    def _show_number(self) -> None:
        self.number.setText(str(self.model.made.number))

    def _on_checked(self) -> None:
        model = self.model
        if model.shown:
            self.right_sheet.show_exercise(model.made, model.terms)
        appears = model.shown and self.right_sheet.isHidden()
        self.right_sheet.setVisible(model.shown)
        if appears and self.is_stacked:
            QTimer.singleShot(0, self, lambda: self.scroller.ensureWidgetVisible(self.right_sheet, 0, 0))
        tally = model.tally
        text = ngettext("{n} done, {right} without a mistake", "{n} done, {right} without a mistake", tally.done)
        tally_text = text.format(n=number(tally.done), right=number(tally.right)) if tally.done else ""
        missed = model.progress.most_missed(model.made.ruleset, model.made.house)
        words = next((found for rule in missed if (found := rule_words(model.made, rule))), "")
        set_tooltip(self.tally, self.tr("Missed most: {rule}.").format(rule=words) if words else "")
        self.tally.say(tally_text)
        self.intro.setVisible(not tally_text and not any(one.done for one in model.progress.levels.values()))
        sheet, is_right = self.sheet, model.found is not None and model.found.is_right
        self.header.set_primary(sheet.next_button if is_right else sheet.check_button)
        self._keep_in_sight()

    def _light(self, tiles: frozenset[Tile]) -> None:
        found = self.model.hint
        self.hand_card.light(tiles or (frozenset() if found is None else found.tiles))
        if self.strip.isVisible():
            self.strip.show_hand(self.strip.width())

    def _mark(self, tiles: frozenset[Tile]) -> None:
        for row in self.sheet.lines:
            row.light(tiles)

    def _on_tile(self, tile: Tile) -> None:
        """Go to the row of the tile that was clicked."""
        row = next((row for row in self.sheet.lines if tile in row.tiles and row.fields), None)
        if row is not None:
            row.fields[0].setFocus(Qt.FocusReason.TabFocusReason)

    def _on_settings(self, settings: Settings) -> None:
        self._style = TileStyle.of(settings)
        if settings.terms != self.model.terms:
            self.model.set_terms(settings.terms)
            self.hand_card.show_exercise(self.model.made, settings.terms)
            self.sheet.show_terms()
            self._on_checked()
        self._fit_tiles()

    # --- sizes

    def fit(self) -> None:
        """Move the sheet below the hand if there is no room next to it."""
        super().fit()
        if not hasattr(self, "strip"):
            return
        self.number.setFixedWidth(round(96 * look().scale))
        self._fit_tiles()
        self._keep_in_sight()

    @property
    def is_stacked(self) -> bool:
        """Whether the sheet is below the hand."""
        return self._columns.direction() is QBoxLayout.Direction.TopToBottom

    def _fit_tiles(self) -> None:
        """Make the tiles as large as the window and the settings allow."""
        current = look()
        least = round(_SHEET * current.scale)
        preferred = round(self._style.width * math.sqrt(current.scale))
        largest = round(preferred * _LARGEST)
        across = max(_FEWEST, self.hand_card.longest)
        most = round(_ACROSS * largest * _PITCH) + round(least * 1.4) + current.XL
        inside = min(self.content_width, most)
        beside = inside - least - current.XL
        stacked = beside < _ACROSS * _SMALLEST_TILE * min(current.scale, 1.3)
        spare = inside - current.XL - 2 * current.L - _ACROSS * preferred
        sheet_width = max(least, min(round(least * 1.4), round(spare)))
        room = (inside if stacked else inside - sheet_width - current.XL) - 2 * current.L
        width = max(_SMALLEST_TILE, min(int(room / across / _PITCH), largest))
        self._whole.setMaximumWidth(most)
        stand(self._columns, beside=not stacked)
        self._place_right_sheet(stacked=stacked)
        self.sheet.setMinimumWidth(0 if stacked else sheet_width)
        self.sheet.setMaximumWidth(ANY_WIDTH if stacked else sheet_width)
        self.card_list.setMinimumHeight(round(_CARD_HEIGHT * min(current.scale, 1.4)))
        style = TileStyle(width, self._style.index, self._style.terms)
        self.hand_card.set_style(style)
        self.strip.set_style(TileStyle(min(width, preferred), self._style.index, self._style.terms))

    def _place_right_sheet(self, *, stacked: bool) -> None:
        """Put the program's sheet below the hand, or below the person's sheet if that is below the hand."""
        column: QBoxLayout = self._columns if stacked else self._left
        if column.indexOf(self.right_sheet) < 0:
            column.insertWidget(2 if stacked else 1, self.right_sheet)

    @property
    def _hand_is_seen(self) -> bool:
        """Whether enough of the hand is visible."""
        card = self.hand_card
        bottom = card.mapTo(self.scroller.viewport(), card.rect().bottomLeft()).y()
        return bottom > card.height() * 2 // 3 or not self.strip.faces

    def _keep_in_sight(self) -> None:
        """Move the hand along while the sheet is scrolled, or show it in a strip."""
        margin = 0
        if not self.is_stacked and not self.right_sheet.isVisible() and not self.card_list.isVisible():
            top = self.left_box.mapTo(self._whole, QPoint(0, 0)).y()
            high = self.hand_card.height() + self._left.spacing()
            margin = max(
                0, min(self.scroller.verticalScrollBar().value() - top + look().S, self.left_box.height() - high)
            )
        if self._left.contentsMargins().top() != margin:
            self._left.setContentsMargins(0, margin, 0, 0)
        if margin or self._hand_is_seen:
            self.strip.hide()
            return
        self.strip.show_hand(self.scroller.viewport().width())

    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Scroll the focused widget out from under the strip."""
        if now is not None and self.isVisible() and self._whole.isAncestorOf(now):
            QTimer.singleShot(0, now, lambda: self._uncover(now))  # once the page has scrolled

    def _uncover(self, widget: QWidget) -> None:
        if not self.strip.isVisible() or not self._whole.isAncestorOf(widget):
            return
        over = self.strip.height() + look().M - widget.mapTo(self.scroller.viewport(), QPoint(0, 0)).y()
        if over > 0:
            bar = self.scroller.verticalScrollBar()
            bar.setValue(bar.value() - over)

    # --- what people do

    def check(self) -> None:
        """Compare the sheets, and focus the first difference, or what can't be read as a number."""
        wrong = next((field for field in self.sheet.fields if field.is_wrong), None)
        if wrong is not None:
            wrong.setFocus(Qt.FocusReason.TabFocusReason)
            words = self.tr("“{text}” isn’t a number. Correct it, or leave the field empty.")
            self._context.say(words.format(text=brief(wrong.text())), "info")
            return
        self.model.check()
        if self.model.found is not None:
            self.sheet.focus_first()
            focus = QApplication.focusWidget()
            if focus is not None and self.isAncestorOf(focus):
                self.scroller.ensureWidgetVisible(focus, 0, 3 * look().target)

    def open_exercise(self, code: str) -> None:
        """Show an exercise with a blank sheet; for a level without a number, its next exercise."""
        self.model.open_blank(code, self.sheet.focus_first)

    def next_hand(self) -> None:
        """Show another exercise, and focus its first field."""
        self.model.next()
        self.sheet.focus_first()

    def copy_code(self) -> None:
        """Copy the code of the exercise to the clipboard."""
        code = self.model.made.code
        QGuiApplication.clipboard().setText(code)
        self._context.say(
            self.tr("“{code}” is on the clipboard. Type it into Exercise to open this one.").format(code=code)
        )

    def _on_level(self, _index: int) -> None:
        if self.level_choice.currentData():
            self.model.set_level(int(self.level_choice.currentData()))

    def _on_number(self) -> None:
        if not self.model.open_text(self.number.text()):
            self._context.say(
                self.tr("“{text}” isn’t an exercise: type a number from 1, or rules, level and number.").format(
                    text=self.number.text()
                ),
                "wrong",
            )
            return
        self._context.take_back()
        self._show_number()
        self.sheet.focus_first()

    def _on_number_left(self) -> None:
        """Show the number again if another was typed without Enter."""
        if not self.number.hasFocus():
            self._show_number()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model.read()
        self.sheet.focus_first()


def _rules_key(ruleset: Ruleset, house: ClubRules | None) -> str:
    return f"{ruleset} {name_of(house)}".rstrip()


def _first_rules(settings: Settings) -> Ruleset:
    """Return the rules that were used last."""
    return Ruleset(settings.ruleset) if settings.ruleset in RULESETS else DEFAULT
