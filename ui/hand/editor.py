"""A hand and its score, put together: rules and winds above, the hand and the palette left, the score sheet right."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QSizePolicy, QWidget

from mjcompanion.core.options import Options
from mjcompanion.core.tiles import Wind
from mjcompanion.i18n.translation import pgettext
from mjcompanion.rulesets import DEFAULT, RULESETS, Ruleset, options_for
from mjcompanion.scoring.draft import Draft
from mjcompanion.storage.drafts import DraftStore
from mjcompanion.storage.settings import Settings

from ..accessibility import chain, in_lines, make_area, stops, tab_along, takes_keyboard
from ..context import PageContext
from ..shortcuts import bind
from ..theme import ANY_WIDTH, look
from ..whatsthis import explain
from ..widgets import Button, Choice, Flow, ScrollPage, Segmented
from ..widgets.fields import captioned_box
from ..widgets.frame import PageFrame
from ..widgets.keys import is_typed
from ..widgets.layouts import across, down, fill, nest, stand
from ..widgets.tiles import TileStyle, widest_for, width_of
from ..widgets.tiles.rack import SIDE
from ..widgets.words import american_words, ruleset_words, wind_choices
from ..worker import Worker
from .hand_card import EnteredCard, HandCard
from .hand_model import CHOSEN, LINE
from .model import ScoreModel
from .palette import Palette
from .receipt import Receipt
from .sounds import HandSounds
from .win_card import TileWinCard, WinCard

if TYPE_CHECKING:
    from mjcompanion.table.club_rules import ClubRules

    from .american import AmericanModel, AmericanPanel
    from .hand_model import HandModel
    from .house import HousePanel
    from .invitation import Invitation

_LONGEST_NAME = 40
WON, LOST = "won", "lost"
_SMALLEST_TILE = 32
_WORDS_HEIGHT = 366
"""At 100 % text: what is above, between and below the tiles."""
_TILE_HEIGHTS, _TILE_ROOM = 5.86, 51
"""All rows of tiles one above the other, in widths of a tile, and what is around them."""
_TILES, _GROUPS = 16, 3
"""The number of tiles side by side in the palette."""
_TALL_TILES = 9
_LEAST_SHARE = 0.7
"""Tiles smaller than this share of what the settings want make room by putting the score sheet below."""
_HOUSE = "score.house"
"""The drawer of house options, for the window to remember."""
_LARGEST = 1.5
"""Tiles grow with the window up to this many times the size that the settings want."""
_OF_RULES = frozenset({"rules", "house", "house_name"})
_OF_TABLE = _OF_RULES | {"seat", "round", "winner"}
"""What of a draft the head shows."""
_EVERYTHING = _OF_TABLE | {"entries"}
_SLACK = 1.06
"""The felt is at most so much wider than its tiles."""


class HandEditor(PageFrame):
    """Everything about one hand: the felt with its tiles and the questions at the left, the score sheet at the right.

    What it knows is in its model.

    With a model of somebody else it shows one player's hand at a table, which has settled rules, winds and winner.

    Signals:
        print_wanted(): the hand is to be printed.
        keep_wanted(): the hand is to be kept in the ledger.
    """

    print_wanted = Signal()
    keep_wanted = Signal()

    def __init__(self, context: PageContext, parent: QWidget | None = None, *, model: ScoreModel | None = None) -> None:
        super().__init__(pgettext("a page", "Score"), parent)
        self._context = context
        self._at_table = model is not None
        self._disk = Worker("drafts", self, finishes=True)
        self.model = model or ScoreModel(
            Draft(_first_rules(context.settings.value)),
            DraftStore(context.folders.draft_file, own=True),
            self,
            disk=self._disk,
        )
        self.model.terms = context.settings.value.terms
        self._style = TileStyle.of(context.settings.value)
        self._house: HousePanel | None = None
        self._club: dict[str, ClubRules] = {}
        self.american: AmericanPanel | None = None
        """The part for American rules, made when they are first chosen."""
        self.invitation: Invitation | None = None
        """The strip that invites a newcomer, as long as it does."""
        self._shown_examples: list[object] = []
        self._entering_example = False
        self._fitted = self.model.draft.rules
        """The rules by which the tiles have their size."""
        self._is_compact = self._is_stacked = self._asks_first = False
        self._was_open: tuple[str, bool] | None = None
        self._was_doubted = ""
        self._build()
        self._connect()
        self.model.restore()
        self._offer_waiting(self.model)
        if not self._at_table:
            restore_line(context, self.model, "score line")
        HandSounds(context, self.model, with_end=not self._at_table)
        self._invite(context.settings.value)
        self._refresh()
        self.house_action.setChecked(not self._at_table and context.drawers.get(_HOUSE, False))
        chosen = context.settings.value.ruleset
        if not self._at_table and chosen in american_words():
            self._american_part(Ruleset(chosen))
            self._show_parts(american=True)

    def _offer_waiting(self, model: HandModel[Any]) -> None:
        """Show a hand that was begun in another window where there is none here, else offer it."""
        if not model.has_waiting:
            return
        if model.draft.entries:
            text = self.tr("A hand you started in another window is waiting.")
            self._context.say(text, "info", self.tr("Show it"), model.show_waiting)
        else:
            model.show_waiting()
            self._context.say(self.tr("The hand you started in another window is back."))

    # building

    def _build(self) -> None:
        current, model = look(), self.model
        self._controls()
        self.palette_row = Palette(model, self._style)
        self.hand_card = HandCard(model, self.palette_row, self._style)
        self.win_card = TileWinCard(model, self._style, (self._seat_box, self._round_box))
        make_area(self.palette_row)
        make_area(self.header, self.header.title.text())
        self._content = QWidget()
        self.scroller = ScrollPage(self._content)
        self._rules_line = Flow()
        self._left = down(self._content, spacing=current.L)
        fill(self._left, self.hand_card, self.win_card, self._rules_line).addStretch(1)
        self.keep_bar(self.scroller)
        self.receipt = Receipt(model)
        self.receipt.elsewhere_button.setVisible(not self._at_table)
        self.receipt.club_rules = lambda: [one for one in self._club.values() if not one.preset.with_card]
        self._summary = QFrame()
        self._summary.setProperty("role", "paper")
        self._summary_column = down(self._summary, margins=(current.XL, current.S, current.XL, current.S))
        self._summary.hide()
        self._columns = fill(across(spacing=current.XL - current.L), (self.scroller, 1), self.receipt, self._summary)
        nest(self.body, self._columns, 1)
        if self._at_table:
            self.header.hide()
            self._left.insertWidget(0, self.hand_card.bar_box, 0, Qt.AlignmentFlag.AlignRight)
            make_area(self.hand_card.bar_box, self.tr("Undo"))
        else:
            fill(self.header.controls, self.rules_choice, self.result)
            actions = (self.hand_card.bar_box, self.share_button, self.more_button)
            self.header.add_actions(*actions, primary=self.save_button)
            self.header.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # see `_make_compact`

    def _controls(self) -> None:
        self.rules_choice = Choice(self.tr("Rules"))
        self._offer_rules()
        self.house_action = QAction(self.tr("House rules"), self)
        self.house_action.setCheckable(True)
        self.seat = Segmented(self.tr("Seat wind"), wind_choices(), "E")
        self.round = Segmented(self.tr("Prevailing wind"), wind_choices(), "E")
        won = (WON, self.tr("Won"), self.tr("This hand won"))
        lost = (LOST, self.tr("Lost"), self.tr("This hand did not win"))
        self.result = Segmented(self.tr("Did this hand win?"), [won, lost], WON)
        self._seat_box = captioned_box(self.tr("Seat wind"), self.seat)
        self._round_box = captioned_box(self.tr("Prevailing wind"), self.round)
        self.share_button = Button(self.tr("Share"), "quiet")
        self.more_button = Button(self.tr("More"), "quiet", "more")
        self.save_button = Button(self.tr("Save"), "primary")
        explain(self.seat, "seat")
        explain(self.round, "round")
        explain(self.result, "result")

    def more_menu(self, menu: QMenu) -> None:
        """Fill the menu "More" with what is done less often."""
        if self._is_compact:
            card = self._cards[0]
            for button in (card.redo_button, card.clear_button):
                menu.addAction(button.accessibleName() or button.text(), button.click).setEnabled(button.isEnabled())
            menu.addSeparator()
        menu.addAction(self.tr("Paste a hand"), self.paste)
        if not self.is_american:
            menu.addAction(self.house_action)

    def _connect(self) -> None:
        model = self.model
        model.changed.connect(self._refresh)
        model.said.connect(self._context.say)
        model.mended.connect(self._context.take_back)
        self.rules_choice.currentIndexChanged.connect(self._on_rules)
        self.house_action.toggled.connect(self._show_house)
        self.seat.chosen.connect(lambda value: model.set_seat(Wind(value)))
        self.round.chosen.connect(lambda value: model.set_round(Wind(value)))
        self.result.chosen.connect(lambda value: model.set_winner(won=value == WON))
        self.palette_row.dropped.connect(self._on_dropped_outside)
        self._ask_after(self.hand_card, self.win_card)
        self.hand_card.pointed.connect(self.receipt.mark)
        self.receipt.pointed.connect(self.hand_card.light)
        self.receipt.copied.connect(self._on_copied)
        self.receipt.example_wanted.connect(self._show_example)
        self._context.settings.changed.connect(self._on_settings)
        bind(self, "undo", lambda: self.active.stack.undo(), can=lambda: self.active.stack.canUndo())
        bind(self, "redo", lambda: self.active.stack.redo(), can=lambda: self.active.stack.canRedo())
        bind(self, "score.paste", self.paste)
        bind(self, "score.copy", self._copy, can=self._has_result)
        if not self._at_table:
            bind(self, "print", self.print_wanted.emit)
            bind(self, "score.keep", self.keep_wanted.emit, can=lambda: bool(self.active.draft.entries))
            self.save_button.clicked.connect(self.keep_wanted)
        bind(self, "score.new", lambda: self.active.clear(), can=lambda: bool(self.active.draft.entries))
        bind(self, "score.lay", lambda: self.active.lay_chosen(), can=lambda: bool(self.active.chosen))
        for number in range(1, 7):
            do = partial(self._choose_way, number)
            bind(self, f"score.way-{number}", do, can=partial(self._has_way, number))

    # showing

    def _refresh(self, what: frozenset[str] = _EVERYTHING) -> None:
        """Show the hand as it is now, where what changed concerns it."""
        had_keyboard = self._has_keyboard()
        if what & _OF_TABLE:
            self._show_rules()
        self.hand_card.refresh()
        if what - LINE - CHOSEN:
            self.palette_row.refresh()
            self.win_card.refresh()
            self.receipt.refresh()
            self._order()
        self._bring_into_view()
        self._follow_invitation()
        if had_keyboard and not self._has_keyboard():
            self.focus_first()
        if what & _OF_RULES and not self.is_american:
            self._name_rules()

    def _show_rules(self) -> None:
        """Show the rules, the winds and whether the hand won."""
        model, draft = self.model, self.model.draft
        if self._fitted is not draft.rules:
            self._fitted = draft.rules
            self._fit_tiles()
        self.rules_choice.choose(self._rules_shown())
        self.seat.set_value(str(draft.seat))
        self.round.set_value(str(draft.round))
        self.result.setVisible(draft.rules.losers_score and not self.is_american and not self._at_table)
        self.result.set_value(WON if draft.winner else LOST)
        self._seat_box.setVisible("seat" in model.draft.asks and not self._at_table)
        self._round_box.setVisible("round" in model.draft.asks and not self._at_table)
        if self._house is not None:
            self._house.refresh()

    def _name_rules(self) -> None:
        """Have the sheet call the rules as the list does."""
        if not self._at_table:
            ours = self._club.get(self._rules_shown())
            self.active.name_rules("" if ours is None else ours.name)

    def _bring_into_view(self) -> None:
        """Scroll to what is next: an answer that is asked for now, else the hand at the top."""
        before, asked = self._was_open, next(iter(self.model.seen.unanswered), "")
        repairs = self.hand_card.repairs
        doubted = repairs.asks and repairs.question.text() != self._was_doubted
        self._was_open = asked, not self.model.draft.entries
        self._was_doubted = repairs.question.text() if repairs.asks else ""
        if before is None:  # a hand from last time: the page is seen from its top
            return
        if doubted:
            QTimer.singleShot(0, self, lambda: self.scroller.ensureWidgetVisible(repairs, 0, look().S))
        elif asked and asked != before[0]:
            shown = self.win_card.ways if asked == "how-won" else self.win_card
            QTimer.singleShot(0, self, lambda: self._show_question(asked, shown))
        elif (before[0] and not asked) or (self._was_open[1] and not before[1]):
            self.scroller.verticalScrollBar().setValue(0)

    def _show_question(self, asked: str, shown: QWidget) -> None:
        """Scroll to a question, unless it is answered by now."""
        if self._was_open is not None and self._was_open[0] == asked:
            if self.scroller.verticalScrollBar().maximum():  # else all of the page is in sight
                self.scroller.fit_content()
                self._left.activate()
                self.win_card.column.activate()
            self.scroller.ensureWidgetVisible(shown, 0, look().S)

    def _ask_next(self) -> None:
        """Give the keyboard to what is still to be answered, else to the line."""
        asked = self.active.seen.unanswered
        _, card = self._cards
        if "how-won" in asked:
            card.ways.take_keyboard()
        elif asked:
            card.tile_row.ask()
        else:
            self.focus_first()

    def _has_keyboard(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def _show_house(self, shown: bool) -> None:  # noqa: FBT001 - a slot of toggled(bool)
        if self._house is None:
            from .house import HousePanel

            self._house = HousePanel(self.model)
            explain(self._house, "house")
            self._left.insertWidget(0, self._house)
            self._house.refresh()
        self._house.setVisible(shown)
        self._context.drawers[_HOUSE] = shown
        if shown:
            self.scroller.ensureVisible(0, 0)

    @property
    def house(self) -> HousePanel:
        """The panel of house options, made on first use."""
        if self._house is None:
            self.house_action.setChecked(True)
        assert self._house is not None  # noqa: S101 - made by the button
        return self._house

    def _on_settings(self, settings: Settings) -> None:
        self.model.terms = settings.terms
        if self.american is not None:
            self.american.model.terms = settings.terms
            self.american.refresh()
        self._style = TileStyle.of(settings)
        self._fit_tiles()
        self._invite(settings)
        self._refresh()

    @property
    def content_width(self) -> int:
        """The width of felt and sheet, which are as wide as the tiles are large."""
        return self._holder.width() - 2 * look().XXL

    def fit(self) -> None:
        """Stand the score sheet below the hand where there is no room next to it, and find the size of the tiles."""
        if hasattr(self, "_columns"):
            self._fit_tiles()

    def _fit_tiles(self) -> None:
        """Make the tiles as large as the window has room for, within what the settings want."""
        current = look()
        sheet = current.sheet_width
        room = self.width() - 2 * current.XXL
        beside = room - current.XL - sheet
        wanted = self._wanted_tile()
        least = TileStyle(max(_SMALLEST_TILE, round(_LEAST_SHARE * wanted)))
        stacked = beside < width_of(least, _TILES, _GROUPS) + 2 * SIDE
        most = self._largest(0 if stacked else self.height())
        line = (room - current.L if stacked else beside) - 2 * SIDE  # where all is stacked it scrolls, beside the bar
        style = widest_for(line, _TILES, _GROUPS, self._style, _SMALLEST_TILE, most)
        if stacked and style.width < _LEAST_SHARE * wanted:  # then the palette is in five lines
            style = widest_for(room - 2 * SIDE, _TALL_TILES, 1, self._style, _SMALLEST_TILE, wanted)
        felt = width_of(style, _TILES, _GROUPS) + 2 * SIDE
        felt = beside if beside <= _SLACK * felt else felt
        self._stack(stacked=stacked)
        self.receipt.setMinimumWidth(0 if stacked else sheet)
        self.receipt.setMaximumWidth(ANY_WIDTH if stacked else sheet)
        widest = room if stacked else min(room, max(felt + current.XL + sheet, current.work_width))
        if self.american is not None:
            self.american.fit_into(self.width(), self._style, self._largest(self.height()))
            widest = room if self.is_american else widest
        right = current.XXL - (current.L if self.is_american else 0)  # there its scroll bar is
        self.body.setContentsMargins(current.XXL, 0, right, current.XL)
        self._holder.setMaximumWidth(widest + 2 * current.XXL)
        self.hand_card.set_style(style)
        self.palette_row.set_style(style)
        self.win_card.set_style(style)
        if not self._at_table:
            self._make_compact()

    def _stack(self, *, stacked: bool) -> None:
        """Stand the score sheet below the hand, with the total in sight below both; or next to it."""
        stand(self._columns, beside=not stacked)
        if stacked is self._is_stacked:
            return
        self._is_stacked = stacked
        self.hand_card.put_messages(self._summary_column if stacked else None)
        if stacked:
            self._left.insertWidget(self._left.count() - 1, self.receipt)
            self._summary_column.addWidget(self.receipt.total)
        else:
            self._columns.insertWidget(1, self.receipt)
            self.receipt.take_total_back()
        policy = QSizePolicy.Policy
        self.receipt.setSizePolicy(policy.Preferred, policy.Minimum if stacked else policy.Ignored)
        self.receipt.unroll(on=stacked)
        self._order()
        self._show_summary()

    def _order(self) -> None:
        """Where all is one below the other, have the questions about a complete hand follow it, the palette last."""
        first = self._is_stacked and bool(self.model.seen.sheets)
        if first is self._asks_first:
            return
        self._asks_first = first
        self.hand_card.part_palette(apart=first)
        if first:
            self.hand_card.column.insertWidget(1, self.win_card)
        else:
            self._left.insertWidget(self._left.indexOf(self.hand_card) + 1, self.win_card)

    def _show_summary(self) -> None:
        self._summary.setVisible(self._is_stacked and not self.is_american)

    def _make_compact(self) -> None:
        """Put the rules below the hand, and all but Undo, More and Save into the menu, where text is large."""
        header, current = self.header, look()
        card = self.hand_card
        parts: list[QWidget] = [header.title, self.rules_choice, self.result, self.share_button, self.more_button]
        parts += [card.undo_button, card.redo_button, card.clear_button, self.save_button]
        parts = [part for part in parts if part is not self.result or not part.isHidden()]
        compact = sum(part.sizeHint().width() for part in parts) + 6 * current.L > self.width() - 2 * current.XXL
        if compact is not self._is_compact:
            self._is_compact = compact
            if compact:
                self._rules_line.add(self.rules_choice, self.result)
            else:
                for part in (self.rules_choice, self.result):
                    self._rules_line.remove(part)
                fill(header.controls, self.rules_choice, self.result)
            self.more_button.setText("" if compact else self.tr("More"))
            self.more_button.setAccessibleName(self.tr("More"))
            self._refresh()
        cards = (self.hand_card, self.american.hand_card) if self.american is not None else (self.hand_card,)
        for button in (self.share_button, *(one for card in cards for one in (card.redo_button, card.clear_button))):
            button.setVisible(not compact)
        self._rules_line.setVisible(compact)
        self._place_rules_line()

    def _place_rules_line(self) -> None:
        """Put the rules above an American hand, which scrolls by itself, and below another one."""
        if self.is_american:
            self.body.insertWidget(0, self._rules_line)
        else:
            self._left.insertWidget(self._left.count() - 1, self._rules_line)

    def _wanted_tile(self) -> int:
        """The width that the settings want; who wants larger text wants somewhat larger tiles too."""
        return round(self._style.width * math.sqrt(look().scale))

    def _largest(self, height: int) -> int:
        """The width of tiles with which all rows fit one above the other; where that is too small, the page scrolls."""
        wanted = self._wanted_tile()
        head = 0 if self._at_table else look().head
        by_height = (height - head - look().XL - _WORDS_HEIGHT * look().scale - _TILE_ROOM) / _TILE_HEIGHTS
        if by_height < max(_SMALLEST_TILE, _LEAST_SHARE * wanted):
            by_height = wanted
        return int(min(by_height, wanted * _LARGEST))

    # American rules

    @property
    def _american_shown(self) -> AmericanPanel | None:
        """The part for American rules while it is shown."""
        return None if self.american is None or self.american.isHidden() else self.american

    @property
    def is_american(self) -> bool:
        """Whether the part for American rules is shown."""
        return self._american_shown is not None

    def show_american(self, rules: Ruleset, house: Options | None = None, name: str = "") -> None:
        """Show the part for American rules."""
        self._american_part(rules).model.set_rules(rules, house, name)
        self._show_parts(american=True)

    def _american_part(self, rules: Ruleset) -> AmericanPanel:
        """The part for American rules, made with these on first use."""
        if self.american is None:
            from mjcompanion.american.draft import AmericanDraft

            from .american import AmericanModel, AmericanPanel  # matching and cards, for who wants them

            folders = self._context.folders
            model = AmericanModel(
                AmericanDraft(rules, card=rules.card),
                self._context.shelves,
                DraftStore(folders.american_draft_file, own=True),
                self,
                disk=self._disk,
            )
            model.terms = self._context.settings.value.terms
            model.restore()
            self._offer_waiting(model)
            restore_line(self._context, model, "american line")
            HandSounds(self._context, model)
            self.american = AmericanPanel(model, self._style)
            self._ask_after(self.american.hand_card, self.american.win_card)
            model.changed.connect(self._follow_invitation)
            model.changed.connect(self._show_american_rules)
            model.said.connect(self._context.say)
            model.mended.connect(self._context.take_back)
            self.american_scroll = ScrollPage(self.american)
            self.keep_bar(self.american_scroll)
            self._columns.addWidget(self.american_scroll, 1)
            self.header.action_row.insertWidget(1, self.american.hand_card.bar_box)
        return self.american

    def _show_american_rules(self) -> None:
        """Say by which rules, and ask for the seat: who plays alone is East."""
        if self.american is not None:
            self.rules_choice.choose(self._rules_shown())
            self.american.seat_box.setVisible(self.is_american and not self.american.model.draft.rules.single_player)

    def _show_chinese(self) -> None:
        """Show the part for Chinese rules again."""
        if self.is_american:
            self._show_parts(american=False)

    def _show_parts(self, *, american: bool) -> None:
        bar = self.scroller.verticalScrollBar()
        place = bar.value()
        self.scroller.setVisible(not american)
        self.receipt.setVisible(not american)
        if self.american is not None:
            for part in (self.american, self.american_scroll, self.american.hand_card.bar_box):
                part.setVisible(american)
        self._show_american_rules()
        self.hand_card.bar_box.setVisible(not american)
        self._place_rules_line()
        self._show_summary()
        self._fit_tiles()
        self._refresh()
        self.focus_first()
        bar.setValue(place)  # what loses the keyboard by being hidden had Qt look for another, and scroll there

    # what people do

    def _offer_rules(self) -> None:
        """Offer the rulesets, and the club's own, as they were read last; at a table those that score tiles."""
        found = [one.rules for one in self._context.shelves.rules if one.rules is not None]
        with_card = not self._at_table
        self._club = {f"club:{rules.name}": rules for rules in found if with_card or not rules.preset.with_card}
        offered = [(str(rules), words) for rules, words in ruleset_words().items()]
        american = [] if self._at_table else [(str(rules), words) for rules, words in american_words().items()]
        ours = [(key, rules.name[:_LONGEST_NAME]) for key, rules in self._club.items()]
        self.rules_choice.set_choices([*offered, *ours, *american])

    def _on_club_rules(self) -> None:
        self._offer_rules()
        american = self._american_shown
        if american is not None:
            named = f"club:{american.model.draft.house_name}"  # or renamed, and the same
            american.model.follow(self._club.get(named if named in self._club else self._rules_shown()))
        draft = self.model.draft
        ours = None if self._at_table else self._club.get(f"club:{draft.house_name}")
        if ours is not None and ours.preset is draft.rules:
            self.model.follow(ours.options)
        self.rules_choice.choose(self._rules_shown())
        self._name_rules()
        if self.receipt.compares:
            self.receipt.refresh()

    def _rules_shown(self) -> str:
        """The choice that represents the rules in use: the club's own where all its values hold."""
        if self._american_shown is not None:
            american = self._american_shown.model.draft
            rules, house = american.rules, american.house or options_for(american.rules)
            key = f"club:{american.house_name}"
        else:
            rules, house = self.model.draft.rules, self.model.draft.options
            key = self.rules_choice.currentData()
        fitting = [one for one, ours in self._club.items() if (ours.preset, ours.options) == (rules, house)]
        if key in fitting:
            return key
        return fitting[0] if fitting and house != options_for(rules) else str(rules)

    def _on_rules(self, _index: int) -> None:
        key = self.rules_choice.currentData()
        ours = self._club.get(key)
        rules, name = (ours.preset, ours.name) if ours is not None else (Ruleset(key), "")
        house = ours.options if ours is not None else None
        if rules.with_card:
            self.show_american(rules, house, name)
            self._context.settings.change(ruleset=str(rules))
            return
        self._show_chinese()
        if ours is None and rules is self.model.draft.rules:
            self.model.set_options(None)  # from the club's own back to the rules' own
        self.model.set_rules(rules, house, name)
        self._context.settings.change(ruleset=str(rules))

    @property
    def active(self) -> ScoreModel | AmericanModel:
        """The model of the hand that is shown."""
        return (self._american_shown or self).model

    @property
    def _cards(self) -> tuple[EnteredCard, WinCard]:
        """The hand that is shown, and what is asked about its win."""
        part = self._american_shown or self
        return part.hand_card, part.win_card

    def _ask_after(self, hand: EnteredCard, win: WinCard) -> None:
        """Give the keyboard to the next open question after each answer."""
        hand.entry.ended.connect(self._ask_next)
        win.ways.answered.connect(self._ask_next)
        win.tile_row.activated.connect(self._ask_next)

    def _copy(self) -> None:
        (self._american_shown or self.receipt).copy_text()

    def _has_result(self) -> bool:
        """Whether there is something to copy."""
        return (self._american_shown or self.receipt).has_result

    def _has_way(self, number: int) -> bool:
        """Whether the question how the hand won offers an answer with this number."""
        return 0 < number <= len(self.active.draft.win_types) and self._cards[1].ways.isVisible()

    def _choose_way(self, number: int) -> None:
        """Say by its number how the last tile came."""
        if self._has_way(number):
            self.active.set_by(self.active.draft.win_types[number - 1])

    def _on_dropped_outside(self, _text: str, _place: int) -> None:
        """A tile of the hand that is dragged back to the palette leaves the hand."""
        source = self.palette_row.drag_source
        if source is None or source.tile is None:
            return
        if source.parent() is self.hand_card.hand_row:
            self.model.remove(source.tile)
        elif source.parent() is self.hand_card.laid_row:
            self.hand_card.remove_laid(source)

    def _on_copied(self, text: str, sentence: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._context.say(sentence, "good")

    def paste(self) -> None:
        """Enter the hand that the clipboard describes."""
        self.active.paste(QGuiApplication.clipboard().text())
        self._ask_next()

    def _show_example(self) -> None:
        self._entering_example = True
        self.active.enter_example()
        self._shown_examples.append(self.active.draft.entries)
        self._entering_example = False
        self._follow_invitation()

    # the invitation to a first hand

    def _invite(self, settings: Settings) -> None:
        """Invite a newcomer, once the welcome is over."""
        if self._at_table or self.invitation is not None or settings.greeting != "invite":
            return
        from .invitation import Invitation

        self.invitation = Invitation()
        self.body.insertWidget(0, self.invitation)
        before = [self.header, *stops(self.header)][-1]  # made last, it is read right after the head
        for button in self.invitation.buttons:
            chain(before, button)
            before = button
        self.invitation.example_wanted.connect(self._show_example)
        self.invitation.clear_wanted.connect(lambda: self.active.clear())
        self.invitation.closed.connect(self._end_invitation)

    def _follow_invitation(self) -> None:
        """Say what fits the hand; once one of the person's own is scored, nobody is invited again."""
        strip = self.invitation
        if strip is None or self._entering_example:
            return
        active = self.active
        entries = active.draft.entries
        if entries and entries in self._shown_examples:
            strip.invite(example=True)
        elif entries and active.is_scored:
            self._end_invitation()
            text = self.tr("Your first hand is scored. The sheet shows line by line what it scores.")
            self._context.say(text, "good")
        else:
            strip.invite(example=False, begun=bool(entries))
        self._offer_example()

    def _offer_example(self) -> None:
        """Offer one where the sheet will stand, unless the invitation does: one offer is enough."""
        for part in (self.receipt, self.american):
            if part is not None and part.empty.action is not None:
                part.empty.action.setVisible(self.invitation is None)

    def _end_invitation(self) -> None:
        strip, self.invitation = self.invitation, None
        self._context.settings.change(greeting="none")
        if strip is not None:
            had_keyboard = strip.isAncestorOf(QApplication.focusWidget() or self)
            strip.hide()
            strip.deleteLater()
            if had_keyboard:
                self.focus_first()
        self._offer_example()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.invitation is not None and self._context.settings.value.greeting == "none":
            self._end_invitation()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Typing goes to the field from wherever the keyboard is on the page."""
        text = event.text()
        plain = is_typed(event)
        typing = (text and text.isprintable()) or event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)
        if plain and self._answer(text):
            return
        if event.key() == Qt.Key.Key_Escape:
            self.active.let_go()
        elif plain and typing:
            self._cards[0].entry.take_key(event)
        else:
            super().keyPressEvent(event)

    def _answer(self, text: str) -> bool:
        """Take what is typed at an open question as its answer: a digit for the way, a tile for the one that won."""
        focus = QApplication.focusWidget()
        asked = self.active.seen.unanswered
        if focus is None or not asked or not text.strip() or not text.isprintable():
            return False
        hand, win = self._cards
        a_figure = asked[0] == "how-won" and win.ways.isAncestorOf(focus) and text.isdecimal()
        if a_figure and self._has_way(int(text)):
            self._choose_way(int(text))
            self._ask_next()
            return True
        of_a_tile = asked == ("winning-tile",) and win.tile_row.isAncestorOf(focus)
        if (of_a_tile or (a_figure and "winning-tile" in asked)) and not self.active.line:
            hand.entry.setText(f"{self.tr('out on')} {text}")
            hand.entry.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        return False

    def showEvent(self, event: QShowEvent) -> None:
        """Typing can begin at once; the club's rules may be others by now."""
        super().showEvent(event)
        self._context.shelves.read_rules(self._on_club_rules, self)
        if self.american is not None:
            self.american.model.reload()
        self.focus_first()

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001 - Qt's signature
        """Tab goes through the page in the order in which it is read."""
        reached = tab_along(self, self._reading_order(), forward=forward)
        if reached is None:
            return super().focusNextPrevChild(forward)
        if self.isAncestorOf(reached):
            self._scroller_shown.ensureWidgetVisible(reached)
        return True

    def enter_by_tab(self) -> None:
        """Give the keyboard to what is read first."""
        order = self._reading_order()
        if order:
            order[0].setFocus(Qt.FocusReason.TabFocusReason)
            self._scroller_shown.ensureWidgetVisible(order[0])

    @property
    def _scroller_shown(self) -> ScrollPage:
        return self.american_scroll if self.is_american and self.american_scroll is not None else self.scroller

    def _reading_order(self) -> list[QWidget]:
        """What Tab reaches: the header, the hand, typing, the palette, how it was won, the score sheet."""
        card = self.hand_card
        head = None if self._at_table else self.header
        parts: list[QWidget | None] = [
            head,
            self.invitation,
            self._house,
            card.laid_row,
            card.hand_row,
            card.entry,
            card.repairs,
            card.tools,
        ]
        parts += [card.bar_box, self.palette_row, self.win_card, self._rules_line, *self.receipt.areas, self.receipt]
        if self.american is not None:
            parts += self.american.parts
        found = [
            widget for part in parts if part is not None for widget in [part, *in_lines(part)] if takes_keyboard(widget)
        ]
        return list(dict.fromkeys(found))

    def focus_first(self) -> None:
        """Where the keyboard starts."""
        self._cards[0].entry.setFocus(Qt.FocusReason.OtherFocusReason)


def _first_rules(settings: Settings) -> Ruleset:
    """The rules that were used last, where they score tiles."""
    rules = Ruleset(settings.ruleset) if settings.ruleset in RULESETS else DEFAULT
    return DEFAULT if rules.with_card else rules


def restore_line(context: PageContext, model: HandModel[Any], name: str) -> None:
    """Keep what of the line can't be read yet: all else of it is in the draft."""
    left = context.typed.kept(name)
    if isinstance(left, str) and left:
        model.type_key(left)
    model.changed.connect(lambda: context.typed.keep(name, model.rest or None))
