"""What the tiles can't show: whether the hand won, with which tile, and how that tile came."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from mjcompanion.hand import FEATS, By
from mjcompanion.tiles import Tile
from mjcompanion.words import tr

from ...shortcuts import with_keys
from ...theme import look, set_role
from ...whatsthis import explain
from .. import Card, CheckBox, Flow, Segmented, Stepper, Words
from ..tiles import TileFace, TileRow, TileState, TileStyle
from ..words import way_words
from .presenter import ScorePresenter

_SMALLEST = 34


class WinCard(Card):
    """Asks only what the ruleset uses."""

    def __init__(self, presenter: ScorePresenter, style: TileStyle, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("How it was won"))
        self._presenter = presenter
        self.ways = Segmented(self.tr("How the last tile came"), [], figures=True)
        self.body.addWidget(self.ways)
        self.tile_words = _caption(self.tr("Won with"), "quiet")
        self.tile_row = TileRow(self.tr("Which tile won?"), smaller(style), draggable=False)
        self.last_tile = CheckBox(self.tr("Last tile of the wall"))
        self._tile_line = Flow(spacing=look().M, line_spacing=look().XS)
        self.feats = {feat: CheckBox(tr(feat.label)) for feat in FEATS}
        self._tile_line.add(self.tile_words, self.tile_row, self.last_tile, *self.feats.values())
        self.last_tile.hide()
        self.body.addWidget(self._tile_line)
        self._discards_line = Flow()
        self.discards = Stepper(self.tr("Tiles discarded"), -1, 130, -1)
        self.discards.spin.setSpecialValueText(self.tr("not counted"))
        self._discards_line.add(_caption(self.tr("Tiles discarded")), self.discards)
        self.body.addWidget(self._discards_line)
        self.ways.chosen.connect(lambda value: presenter.set_by(By(value)))
        self.tile_row.activated.connect(self._on_tile)
        self.last_tile.toggled.connect(lambda on: presenter.set_last_tile(last=on))
        self.discards.value_changed.connect(lambda count: presenter.set_discards(None if count < 0 else count))
        explain(self.ways, "way")
        explain(self.tile_row, "winning-tile")
        explain(self.last_tile, "last-tile")
        for feat, box in self.feats.items():
            box.hide()
            box.toggled.connect(lambda on, feat=feat: presenter.set_feat(feat, on=on))
            explain(box, feat.id)
        explain(self.discards, "discards")

    def set_style(self, style: TileStyle) -> None:
        """Show the tiles in another size or with other words."""
        self.tile_row.set_style(smaller(style))

    def refresh(self) -> None:
        """Ask what is to be asked now."""
        presenter = self._presenter
        draft, asks = presenter.draft, presenter.asks
        how = "how" in asks and draft.situation.winner
        self.setVisible(how or "discards" in asks)
        words = way_words()
        options = [
            (str(by), words[by][0], words[by][1], with_keys(words[by][1], f"score.way-{number}"))
            for number, by in enumerate(presenter.ways, 1)
        ]
        if [segment.toolTip() for segment in self.ways.segments] != [option[3] for option in options]:
            self.ways.set_options(options, draft.by)
        else:
            self.ways.set_value(draft.by)
        self.ways.setVisible(how)
        self._ask()
        choices = presenter.winning_choices()
        asks_tile = how and draft.by is not By.DEAL and bool(choices)
        self.tile_words.setVisible(asks_tile)
        self.tile_row.setVisible(asks_tile)
        if asks_tile:
            self.tile_row.show_tiles([self._face(tile) for tile in choices])
        self._tile_line.setVisible(how and (asks_tile or draft.by in (By.DRAW, By.DISCARD) or bool(draft.feats_asked)))
        self.last_tile.setVisible(how and draft.by in (By.DRAW, By.DISCARD))
        self.last_tile.tick(on=draft.last_tile)
        for feat, box in self.feats.items():
            box.setVisible(how and feat in draft.feats_asked)
            box.tick(on=feat.id in draft.feats)
        drawn = draft.by is not By.DISCARD
        self.last_tile.setText(self.tr("Last tile of the wall") if drawn else self.tr("After the last tile"))
        self._discards_line.setVisible("discards" in asks)
        self.discards.set_value(-1 if draft.discards is None else draft.discards)

    def _ask(self) -> None:
        """Say by colour what is still to be answered."""
        unanswered = self._presenter.seen.unanswered
        self.set_urgent(bool(unanswered))
        set_role(self.tile_words, "ask" if unanswered == ("winning-tile",) else "quiet")

    def _face(self, tile: Tile) -> TileFace:
        return TileFace(tile, TileState.SELECTED if tile is self._presenter.draft.tile else TileState.NORMAL)

    def _on_tile(self, index: int) -> None:
        tile = self.tile_row.faces[index].tile
        self._presenter.set_winning_tile(None if tile is self._presenter.draft.tile else tile)


def _caption(words: str, role: str = "") -> Words:
    caption = Words(words, role)
    caption.setWordWrap(False)
    return caption


def smaller(style: TileStyle) -> TileStyle:
    """Somewhat smaller tiles, but never too small to hit."""
    return TileStyle(max(_SMALLEST, round(style.width * 0.8)), style.index, style.terms)
