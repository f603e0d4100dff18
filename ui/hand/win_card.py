"""What the tiles can't show: whether the hand won, with which tile, and how that tile came."""

from __future__ import annotations

from typing import Any

from mjcompanion.core.hand import FEATS, WITHOUT_TILE, By
from mjcompanion.i18n.translation import _

from ..shortcuts import with_keys
from ..theme import look, set_role
from ..whatsthis import explain
from ..widgets import CardFrame, CheckBox, Flow, Segmented, Stepper, TextLabel
from ..widgets.layouts import fill
from ..widgets.tiles import TileFace, TileRow, TileState, TileStyle
from ..widgets.words import way_words
from .hand_presenter import HandPresenter
from .presenter import ScorePresenter

_SMALLEST = 34


class WinCard(CardFrame):
    """Asks how a hand was won, with which tile, and how many were discarded: only what the ruleset uses."""

    def __init__(self, presenter: HandPresenter[Any], style: TileStyle, most_discards: int) -> None:
        super().__init__("")
        self.setAccessibleName(self.tr("How it was won"))
        self._presenter = presenter
        self.ways = Segmented(self.tr("How the last tile came"), [], figures=True)
        self.tile_words = TextLabel(self.tr("Won with"), "quiet", wraps=False)
        self.tile_row = TileRow(self.tr("Which tile won?"), smaller(style), draggable=False)
        self.tile_line = Flow(spacing=look().M, line_spacing=look().XS)
        self.tile_line.add(self.tile_words, self.tile_row)
        self.discards_line = Flow()
        self.discards = Stepper(self.tr("Tiles discarded"), -1, most_discards, -1)
        self.discards.spin.setSpecialValueText(self.tr("not counted"))
        self.discards_line.add(TextLabel(self.tr("Tiles discarded"), wraps=False), self.discards)
        fill(self.body, self.ways, self.discards_line, self.tile_line)
        self.ways.chosen.connect(lambda value: presenter.set_by(By(value)))
        self.tile_row.activated.connect(self._on_tile)
        self.discards.value_changed.connect(lambda count: presenter.set_discards(None if count < 0 else count))
        explain(self.tile_row, "winning-tile")

    def set_style(self, style: TileStyle) -> None:
        """Show the tiles in another size or with other words."""
        self.tile_row.set_style(smaller(style))

    @property
    def asks_how(self) -> bool:
        """Whether it matters how this hand was won."""
        presenter = self._presenter
        return "how" in presenter.asks and presenter.draft.context.winner

    def refresh(self) -> None:
        """Ask what is to be asked now."""
        presenter = self._presenter
        draft, how, discards = presenter.draft, self.asks_how, "discards" in presenter.asks
        self.setVisible(how or discards)
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
        choices = draft.winning_choices
        asks_tile = how and draft.by not in WITHOUT_TILE and bool(choices)
        for part in (self.tile_words, self.tile_row, self.tile_line):
            part.setVisible(asks_tile)
        if asks_tile:
            chosen, plain = TileState.SELECTED, TileState.NORMAL
            self.tile_row.show_tiles([TileFace(tile, chosen if tile is draft.tile else plain) for tile in choices])
        self.discards_line.setVisible(discards)
        self.discards.set_value(-1 if draft.discards is None else draft.discards)

    def _ask(self) -> None:
        """Say by colour what is still to be answered."""
        unanswered = self._presenter.seen.unanswered
        self.set_urgent(bool(unanswered))
        set_role(self.tile_words, "ask" if unanswered == ("winning-tile",) else "quiet")

    def _on_tile(self, index: int) -> None:
        tile = self.tile_row.faces[index].tile
        self._presenter.set_winning_tile(None if tile is self._presenter.draft.tile else tile)


class TileWinCard(WinCard):
    """What is asked of a hand of sets and a pair: also whether it was the last tile, and what else rules reward."""

    _presenter: ScorePresenter

    def __init__(self, presenter: ScorePresenter, style: TileStyle) -> None:
        super().__init__(presenter, style, 130)
        self.last_tile = CheckBox(self.tr("Last tile of the wall"))
        self.feats = {feat: CheckBox(_(feat.label)) for feat in FEATS}
        self.tile_line.add(self.last_tile, *self.feats.values())
        self.last_tile.hide()
        self.last_tile.toggled.connect(lambda on: presenter.set_last_tile(last=on))
        for feat, box in self.feats.items():
            box.hide()
            box.toggled.connect(lambda on, feat=feat: presenter.set_feat(feat, on=on))
            explain(box, feat.id)
        explain(self.ways, "way")
        explain(self.last_tile, "last-tile")
        explain(self.discards, "discards")

    def refresh(self) -> None:
        super().refresh()
        draft, how = self._presenter.draft, self.asks_how
        may_be_last = how and draft.by in (By.DRAW, By.DISCARD)
        feats = draft.possible_feats if how else ()
        self.tile_line.setVisible(not self.tile_row.isHidden() or may_be_last or bool(feats))
        self.last_tile.setVisible(may_be_last)
        self.last_tile.tick(on=draft.last_tile)
        drawn = draft.by is not By.DISCARD
        self.last_tile.setText(self.tr("Last tile of the wall") if drawn else self.tr("After the last tile"))
        for feat, box in self.feats.items():
            box.setVisible(feat in feats)
            box.tick(on=feat.id in draft.feats)


def smaller(style: TileStyle) -> TileStyle:
    """Somewhat smaller tiles, but never too small to hit."""
    return TileStyle(max(_SMALLEST, round(style.width * 0.8)), style.index, style.terms)
