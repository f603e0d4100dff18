"""What the tiles can't show: whether the hand won, with which tile, and how that tile came."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from mjcompanion.core.hand import FEATS, WITHOUT_TILE, By
from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import _

from ..accessibility import make_area
from ..shortcuts import with_keys
from ..theme import look, set_role
from ..whatsthis import explain
from ..widgets import CheckBox, Flow, Segmented, Stepper, TextLabel
from ..widgets.fitting import Fits
from ..widgets.layouts import across, down, fill, keep_room, stand
from ..widgets.tiles import TileFace, TileRow, TileState, TileStyle
from ..widgets.words import way_words
from .hand_model import HandModel
from .model import ScoreModel

_SMALLEST = 34


class WinCard(Fits, QWidget):
    """Asks how a hand was won, with which tile, and how many were discarded: only what the ruleset uses.

    Each question has its place, which stays free while it isn't asked. `aside` is at the right of the first two.
    """

    def __init__(
        self, model: HandModel[Any], style: TileStyle, most_discards: int, aside: tuple[QWidget, ...] = ()
    ) -> None:
        super().__init__()
        make_area(self, self.tr("How did you win?"))
        self._model = model
        self._aside = aside
        self._ways: tuple[By, ...] = ()
        self.ways = Segmented(self.tr("How did you win?"), [], even=False)
        self.how_words = TextLabel(self.tr("How did you win?"), "caption", wraps=False)
        self.how_box = QWidget()
        fill(down(self.how_box, spacing=2), self.how_words, self.ways)
        self.tile_words = TextLabel(self.tr("Winning tile"), "quiet", wraps=False)
        self.tile_row = TileRow(self.tr("Which tile won?"), smaller(style), draggable=False)
        self.tile_line = QWidget()
        fill(across(self.tile_line, spacing=look().M), self.tile_words, (self.tile_row, 1))
        self.ticks = Flow(spacing=look().XL, line_spacing=0)
        self.discards_box = QWidget()
        self.discards = Stepper(self.tr("Tiles discarded"), -1, most_discards, -1)
        self.discards.spin.setSpecialValueText(self.tr("not counted"))
        words = TextLabel(self.tr("Tiles discarded"), "quiet", wraps=False)
        fill(across(self.discards_box, spacing=look().M), words, self.discards)
        self._first = fill(across(spacing=look().XL), self.how_box, None, *aside[:1])
        self._second = fill(across(spacing=look().XL), (self.tile_line, 1), *aside[1:])
        self.column = fill(down(self, spacing=look().M), self._first, self._second, self.ticks)
        self.ticks.add(self.discards_box)
        for part in (self.how_box, self.tile_words, self.tile_row):
            keep_room(part)
        self.ways.chosen.connect(lambda value: model.set_by(By(value)))
        self.tile_row.activated.connect(self._on_tile)
        self.discards.value_changed.connect(lambda count: model.set_discards(None if count < 0 else count))
        explain(self.tile_row, "winning-tile")

    def set_style(self, style: TileStyle) -> None:
        """Show the tiles in another size or with other words."""
        self.tile_row.set_style(smaller(style))

    def event(self, event: QEvent) -> bool:
        """Follow the words of the questions when they need another width."""
        if event.type() is QEvent.Type.LayoutRequest:
            self.fit()
        return super().event(event)

    def fit(self) -> None:
        """Stand what is aside below the questions where there is no room."""
        room = self.width() - look().XL
        aside = max((one.sizeHint().width() for one in self._aside if not one.isHidden()), default=0)
        beside = self._widest() + aside <= room
        for line in (self._first, self._second):
            stand(line, beside=beside)

    def _widest(self) -> int:
        """The width of the win types for the seat that has most of them, so that another seat moves nothing."""
        context, current, words = self._model.draft.context, look(), way_words()
        metrics = QFontMetrics(current.font(current.body, bold=True))
        wide = {by: max(current.target, metrics.horizontalAdvance(words[by][0]) + 2 * current.M) for by in words}
        seats = WINDS if "seat" in context.rules.asks else WINDS[:1]
        return max(sum(wide[by] for by in context.rules.win_types_for(seat, context.options)) for seat in seats)

    @property
    def asks_how(self) -> bool:
        """Whether it matters how this hand was won."""
        model = self._model
        return "how" in model.draft.asks and model.draft.context.winner

    def refresh(self) -> None:
        """Ask what is to be asked now."""
        model = self._model
        draft, asks, how = model.draft, model.draft.asks, self.asks_how
        discards = "discards" in asks
        self.setVisible("how" in asks or discards or any(not one.isHidden() for one in self._aside))
        if model.draft.win_types != self._ways:
            self._ways = model.draft.win_types
            words = way_words()
            self.ways.set_options(
                [
                    (str(by), words[by][0], words[by][1], with_keys(words[by][1], f"score.way-{number}"))
                    for number, by in enumerate(model.draft.win_types, 1)
                ]
            )
        if self.ways.value != draft.by:
            self.ways.set_value(draft.by)
        self.how_box.setVisible(how)
        set_role(self.how_words, "ask-caption" if "how-won" in model.seen.unanswered else "caption")
        set_role(self.tile_words, "ask" if model.seen.unanswered == ("winning-tile",) else "quiet")
        choices = draft.winning_choices if how and draft.by not in WITHOUT_TILE else ()
        for part in (self.tile_words, self.tile_row):
            part.setVisible(bool(choices))
        self.tile_line.setVisible("how" in asks)
        if choices:
            chosen, plain = TileState.SELECTED, TileState.NORMAL
            self.tile_row.show_tiles([TileFace(tile, chosen if tile is draft.tile else plain) for tile in choices])
        self.discards_box.setVisible(discards)
        self.discards.set_value(-1 if draft.discards is None else draft.discards)

    def _on_tile(self, index: int) -> None:
        tile = self.tile_row.faces[index].tile
        self._model.set_winning_tile(None if tile is self._model.draft.tile else tile)


class TileWinCard(WinCard):
    """What is asked of a hand of sets and a pair: also whether it was the last tile, and what else rules reward."""

    _model: ScoreModel

    def __init__(self, model: ScoreModel, style: TileStyle, aside: tuple[QWidget, ...] = ()) -> None:
        super().__init__(model, style, 130, aside)
        self.last_tile = CheckBox(self.tr("Last tile of the wall"))
        self.feats = {feat: CheckBox(_(feat.label)) for feat in FEATS}
        self.ticks.add(self.last_tile, *self.feats.values())
        self.last_tile.toggled.connect(lambda on: model.set_last_tile(last=on))
        for feat, box in self.feats.items():
            box.hide()
            box.toggled.connect(lambda on, feat=feat: model.set_feat(feat, on=on))
            explain(box, feat.id)
        explain(self.ways, "way")
        explain(self.last_tile, "last-tile")
        explain(self.discards, "discards")

    def refresh(self) -> None:
        super().refresh()
        draft, how = self._model.draft, self.asks_how
        self.last_tile.setVisible(how)
        self.last_tile.setEnabled(draft.by in (By.DRAW, By.DISCARD))
        self.last_tile.tick(on=draft.last_tile)
        drawn = draft.by is not By.DISCARD
        self.last_tile.setText(self.tr("Last tile of the wall") if drawn else self.tr("After the last tile"))
        feats = draft.possible_feats if how else ()
        for feat, box in self.feats.items():
            box.setVisible(feat in feats)
            box.tick(on=feat.id in draft.feats)


def smaller(style: TileStyle) -> TileStyle:
    """Somewhat smaller tiles, but never too small to hit."""
    return TileStyle(max(_SMALLEST, round(style.width * 0.8)), style.index, style.terms)
