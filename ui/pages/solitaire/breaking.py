"""Before the count: the dice, where the wall is broken, and how many tiles are taken."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from mjcompanion.i18n.translation import _, joined, number
from mjcompanion.solitaire.real_tiles import RealTilesGame
from mjcompanion.wall.dice import DICE

from ...context import PageContext
from ...theme import look, set_role
from ...widgets import Button, TextLabel
from ...widgets.fitting import Fits
from ...widgets.keys import ENTER
from ...widgets.layouts import across, down, fill
from ...widgets.wall_break.panel import BreakPanel
from .model import SolitaireModel, SolitaireScreen
from .real_words import left_words, loose_words

_NO_KEYS: Final = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class BreakView(Fits, QWidget):
    """The break helper for this game, and the next step."""

    def __init__(self, context: PageContext, model: SolitaireModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._uid = ""
        """The game whose dice lie here."""
        real = model.real
        assert real is not None  # noqa: S101 - made for a game
        current = look()
        self.begin_button = Button(self.tr("Start the count"), "", "check")
        self.rest_button = Button(self.tr("Back"), "quiet", "chevron-left")
        self.tools_box = QWidget()
        fill(across(self.tools_box, spacing=current.M), self.rest_button, self.begin_button)
        self.status = TextLabel("", "strong")
        self.panel = BreakPanel(context, real.rules)
        fill(down(self, spacing=current.S), self.status, (self.panel, 1))
        self.begin_button.clicked.connect(model.begin_counting)
        self.rest_button.clicked.connect(lambda: model.show(SolitaireScreen.START))
        self.panel.model.changed.connect(self._on_dice)

    def fit(self) -> None:
        """Let all of the picture be seen in the window."""
        above = self.y() + self.status.heightForWidth(self.width()) + look().S
        self.panel.room = self.window().height() - above - look().XL
        self.panel.fit()

    def refresh(self) -> None:
        """Show the dice of this game."""
        real = self._model.real
        if real is None:
            return
        self.panel.set_game(real.rules, flowers=True, names=None)
        helper = self.panel.model
        if real.uid != self._uid:
            helper.clear()
            for place, face in enumerate(face for thrown in real.dice for face in thrown):
                helper.set_die(place, face)
            self._uid = real.uid
        self.status.setText(_taken_words(real.game))

    def _on_dice(self) -> None:
        """Keep the dice once they all lie; then the next step is the one thing to do."""
        helper = self.panel.model
        set_role(self.panel.throw_button, "" if helper.opened is not None else "primary")
        set_role(self.begin_button, "primary" if helper.opened is not None else "")
        faces = [face for face in helper.dice if face is not None]
        real = self._model.real
        if helper.rolling or real is None or real.uid != self._uid:
            return
        throws = [(one, other) for one, other in zip(faces[::DICE], faces[1::DICE], strict=False)]
        self._model.set_dice(throws if len(faces) == len(helper.dice) else ())

    def focus_first(self) -> None:
        """The dice: digits enter them."""
        self.panel.throw_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on once the dice lie."""
        if event.key() in ENTER and event.modifiers() in _NO_KEYS and self.panel.model.opened is not None:
            self.begin_button.click()
        else:
            super().keyPressEvent(event)


def _taken_words(game: RealTilesGame) -> str:
    words = _("You take {count} tiles from the break on: {rest}.")
    rest = joined(one for one in (left_words(game), loose_words(game)) if one)
    return words.format(count=number(game.front), rest=rest)
