"""The end of a game at the wall: the tiles of the hand that won, its final score, and keeping it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mjcompanion.i18n.translation import _, ngettext, number, sentences
from mjcompanion.scoring.draft import Draft
from mjcompanion.solitaire.real_tiles import RealTilesRecord

from ...accessibility import announce
from ...context import PageContext, moment
from ...hand.editor import HandEditor
from ...hand.keep import SaveHandBar
from ...hand.model import ScoreModel
from ...rich_text import set_tooltip
from ...shortcuts import bind
from ...theme import look, set_role
from ...widgets import Button, EmptyState, ScrollPage, TextLabel
from ...widgets.fitting import Fits
from ...widgets.layouts import across, down, fill
from ...widgets.tiles import TileStyle
from .keeping import draft_of
from .model import SolitaireModel, SolitaireScreen
from .real_words import left_words, loose_words, next_words
from .words import percent

if TYPE_CHECKING:
    from mjcompanion.american.draft import AmericanDraft
    from mjcompanion.american.score import AmericanSheet
    from mjcompanion.scoring.sheet import ScoreSheet

    from ...hand.american import AmericanModel, AmericanPanel


class EndView(Fits, QWidget):
    """The hand at the end, entered as on the Score page; of a game that the person didn't win its counts alone."""

    def __init__(self, context: PageContext, model: SolitaireModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._model = context, model
        self._uid = ""
        """The game whose hand is being entered."""
        self.editor: HandEditor | None = None
        self.american: AmericanPanel | None = None
        self._body: QWidget | None = None
        self.save_bar: SaveHandBar | None = None
        current = look()
        self.back_button = Button(self.tr("Back to the count"), "", "undo")
        self.rest_button = Button(self.tr("Pause"), "quiet", "chevron-left")
        set_tooltip(self.rest_button, self.tr("Pause the game and save it for another day"))
        self.tools_box = _Tools(self)
        fill(across(self.tools_box, spacing=current.M), self.back_button, self.rest_button)
        self.about, self.remark = TextLabel("", "quiet"), TextLabel("", "warn")
        head = fill(down(spacing=0, margins=(current.XXL, 0, current.XXL, 0)), self.about, self.remark)
        self._column = fill(down(self, spacing=0), head)
        self.back_button.clicked.connect(model.undo)
        self.rest_button.clicked.connect(lambda: model.show(SolitaireScreen.START))
        bind(self, "solitaire.keep", self.keep, can=lambda: self.sheet is not None or not self._won)

    # showing

    @property
    def _won(self) -> bool:
        real = self._model.real
        return real is not None and real.game.won

    def refresh(self) -> None:
        """Show the end of the game; what is being entered stays as long as the count isn't gone back to."""
        real = self._model.real
        if real is None or not real.game.is_over:
            return
        facts = [moment(real.ended or real.begun), left_words(real.game), loose_words(real.game)]
        found = real.game.adjustment
        if found is not None:
            facts.append(_("{percent} not played or drawn").format(percent=percent(found.factor)))
        self.about.setText(" · ".join(one for one in facts if one))
        if real.uid != self._uid:
            self._uid = real.uid
            self._make(real)
            announce(self, sentences(next_words(real.game), left_words(real.game), loose_words(real.game)))
        self._show_remark()

    def _make(self, real: RealTilesRecord) -> None:
        """Another end: its own fields."""
        if self._body is not None:
            self._body.hide()
            self._body.deleteLater()
        self.editor = self.american = None
        save_bar = self.save_bar = SaveHandBar(self._context.typed, action="solitaire.keep")
        save_bar.wanted.connect(self.keep)
        set_role(save_bar.button, "primary")
        draft = draft_of(real)
        if not real.game.won:
            self._body = self._lost(real, save_bar)
        elif isinstance(draft, Draft):
            self._body = self._chinese(draft, save_bar)
        else:
            self._body = self._american(draft, save_bar)
        self._column.addWidget(self._body, 1)
        self._body.show()

    def _lost(self, real: RealTilesRecord, save_bar: SaveHandBar) -> QWidget:
        self.empty = EmptyState(
            next_words(real.game), self.tr("You score nothing. Save the game, and it counts as one you didn’t win.")
        )
        body = QWidget()
        fill(QVBoxLayout(body), (self.empty, 1), fill(across(), None, save_bar, None), None)
        return ScrollPage(body)

    def _chinese(self, draft: Draft, save_bar: SaveHandBar) -> QWidget:
        tiles = ScoreModel(msgspec.structs.replace(draft, seat_known=True))
        tiles.take_row = None
        editor = self.editor = HandEditor(self._context, model=tiles)
        tiles.setParent(editor)
        if editor.receipt.empty.action is not None:
            editor.receipt.empty.action.hide()  # an example is for those who only try
        editor.receipt.hold(save_bar)
        editor.receipt.refresh()
        tiles.changed.connect(lambda: self._model.take_hand(tiles.draft))
        tiles.changed.connect(self._show_remark)
        return editor

    def _american(self, draft: AmericanDraft, save_bar: SaveHandBar) -> QWidget:
        from ...hand.american import AmericanModel, AmericanPanel

        hand = AmericanModel(draft, self._context.shelves)
        hand.terms = self._context.settings.value.terms
        panel = self.american = AmericanPanel(hand, TileStyle.of(self._context.settings.value), at_table=True)
        hand.setParent(panel)
        panel.hold(save_bar)
        hand.said.connect(self._context.say)
        bind(panel, "undo", hand.stack.undo, can=hand.stack.canUndo)
        bind(panel, "redo", hand.stack.redo, can=hand.stack.canRedo)
        hand.changed.connect(lambda: self._model.take_hand(hand.draft))
        content = QWidget()
        down(content, margins=(look().XXL, look().S, look().XXL, look().L)).addWidget(panel)
        self.fit()
        return ScrollPage(content)

    def _show_remark(self) -> None:
        """Say where flowers were counted that the hand lacks, or has too many."""
        real = self._model.real
        counted = real.game.flowers if real is not None and real.game.won and self.editor is not None else 0
        entered = len(self.editor.model.hand.flowers) if self.editor is not None else 0
        differs = self.editor is not None and bool(self.editor.model.draft.entries) and counted != entered
        words = ngettext(
            "You counted {count} flower at the wall. The hand has {entered}.",
            "You counted {count} flowers at the wall. The hand has {entered}.",
            counted,
        )
        self.remark.say(words.format(count=number(counted), entered=number(entered)) if differs else "")

    def fit(self) -> None:
        """American tiles so large that fourteen fit side by side."""
        if self.american is not None:
            self.american.fit_into(self.width(), TileStyle.of(self._context.settings.value))

    def hideEvent(self, event: QHideEvent) -> None:
        """Where the count goes on, it may tell otherwise how the hand was won."""
        super().hideEvent(event)
        if self.isHidden():
            self._uid = ""

    # keeping

    @property
    def sheet(self) -> ScoreSheet | AmericanSheet | None:
        """The score of the hand, once it is whole."""
        if self.american is not None:
            return self.american.model.seen.sheet
        if self.editor is None:
            return None
        seen = self.editor.model.seen
        return seen.sheet if seen.sheets else None

    def keep(self) -> None:
        """Keep the game with its hand in the ledger."""
        line = self.save_bar
        if line is None:
            return
        sheet = self.sheet
        if self._won and sheet is None:
            self._model.said.emit(_("Enter all the tiles of the hand first."), "wrong")
            return
        card = title = ""
        if self.american is not None:
            hand: AmericanModel = self.american.model
            card, title = hand.draft.card, hand.card.title if hand.card is not None else ""
        self._model.keep_real(sheet, line.about, card, title)

    def focus_first(self) -> None:
        """Typing tiles can begin at once."""
        if self.editor is not None:
            self.editor.focus_first()
        elif self.american is not None:
            self.american.focus_first()
        elif self.save_bar is not None:
            self.save_bar.button.setFocus(Qt.FocusReason.OtherFocusReason)


class _Tools(QWidget):
    """The buttons of the end in the header of the page."""

    def __init__(self, view: EndView) -> None:
        super().__init__()
        self._view = view

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001 - Qt's signature
        """Go from the last button to the beginning of the tiles."""
        editor = self._view.editor
        if forward and editor is not None and self._view.rest_button.hasFocus():
            editor.enter_by_tab()
            return True
        return super().focusNextPrevChild(forward)
