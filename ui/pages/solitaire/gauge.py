"""The slim gauge of the tiles left, and of the factor that falls with each discard."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

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


class Gauge(Fits, QWidget):
    """A thin bar that shrinks, with its words at the right."""

    def __init__(self) -> None:
        super().__init__()
        self._scale = 1.0
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setMaximum(_WHOLE)
        self._words = TextLabel("", wraps=False)
        fill(across(self, spacing=look().M), (self._bar, 1), (self._words, Qt.AlignmentFlag.AlignRight))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_game(self, game: Game) -> None:
        """Show how many tiles are left, in Kemp's games by his adjustment, as on the score sheet."""
        found = adjustment_of(game.rules, game.discards, len(game.holding(game.person).flowers))
        left = game.wall if found is None else found.left
        tiles = ngettext("{count} tile left", "{count} tiles left", left).format(count=number(left))
        if found is None:
            whole, share = tiles, Fraction(left, len(game.deal.order))
        else:
            share, factor = found.factor, hundredths_words(found.factor)
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
