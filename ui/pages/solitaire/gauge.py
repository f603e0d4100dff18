"""The slim gauge of the tiles left, and of the factor that falls with each discard."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from mjcompanion.i18n.translation import ngettext, number
from mjcompanion.solitaire.game import Game
from mjcompanion.solitaire.kemp import adjustment_of

from ...rich_text import set_tooltip
from ...theme import look
from ...widgets import TextLabel
from ...widgets.fitting import Fits
from ...widgets.layouts import across, fill
from ...widgets.words import hundredths_words

_WHOLE: Final = 1000
"""The steps of the bar."""


class Level(msgspec.Struct, frozen=True):
    """How many tiles are left, of how many, and the factor that a hand complete now would be multiplied with.

    In Kemp's games these are the tiles of his adjustment, as on the score sheet.
    """

    wall: int
    whole: int
    factor: Fraction | None = None


def level_of(game: Game) -> Level:
    """The level of a game now.

    >>> from mjcompanion.solitaire.deal import Deal
    >>> from mjcompanion.solitaire.record import begin
    >>> level = level_of(begin(Deal.of("kemp-chinese", 7)))
    >>> level.wall, level.factor
    (130, Fraction(1, 1))
    """
    found = adjustment_of(game.rules, game.discards, len(game.holding(game.person).flowers))
    if found is None:
        return Level(game.wall, len(game.deal.order))
    return Level(found.left, found.drawable, found.factor)


class Gauge(Fits, QWidget):
    """A thin bar that shrinks, with its words at the right."""

    def __init__(self) -> None:
        super().__init__()
        self.level = Level(0, 1)
        self._scale = 1.0
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setMaximum(_WHOLE)
        self._words = TextLabel("", wraps=False)
        fill(across(self, spacing=look().M), (self._bar, 1), (self._words, Qt.AlignmentFlag.AlignRight))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_level(self, level: Level) -> None:
        if level == self.level:
            return
        self.level = level
        tiles = ngettext("{count} tile left", "{count} tiles left", level.wall).format(count=number(level.wall))
        whole, share = tiles, Fraction(level.wall, max(1, level.whole))
        if level.factor is not None:
            share, factor = level.factor, hundredths_words(level.factor)
            whole = self.tr("{tiles}; a hand won now counts {factor} of its score").format(tiles=tiles, factor=factor)
            tiles = self.tr("{tiles} · factor {factor}").format(tiles=tiles, factor=factor)
        self._words.setText(tiles)
        self._bar.setValue(round(_WHOLE * share))
        for one in (self, self._bar):
            one.setAccessibleName(whole)
            set_tooltip(one, whole)

    def set_scale(self, scale: float) -> None:
        """Show words so many times as large as usual."""
        self._scale = scale
        self.fit()

    def set_bare(self, *, bare: bool) -> None:
        """Show the words alone, where there is no room for a bar."""
        self._bar.setVisible(not bare)

    def fit(self) -> None:
        """Set the sizes that follow the text."""
        self._words.setFont(look().font(round(look().small * self._scale)))
        self._bar.setMinimumWidth(2 * look().XXL)
