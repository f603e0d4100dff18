"""The moves that can be made now as large buttons, each with its key."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QWidget

from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.translation import _
from mjcompanion.solitaire.moves import Do, Move

from ...theme import look
from ...widgets import Flow
from .key_button import KeyButton
from .words import claim_words, listed_tiles, tiles_of

KEYS: Final = {
    Do.MAH_JONGG: "M",
    Do.KONG: "K",
    Do.CONCEALED_KONG: "K",
    Do.ADDED_KONG: "K",
    Do.QUINT: "Q",
    Do.PUNG: "P",
    Do.CHOW: "C",
    Do.LAY: "L",
    Do.JOKER: "J",
    Do.CHARLESTON: "C",
    Do.STOP: "Esc",
    Do.LEAVE: "Esc",
}
"""The key of each kind of move, the best first; where there are several of a kind a digit follows."""
_ORDER: Final = tuple(KEYS)


class Action(msgspec.Struct, frozen=True):
    """A move that can be made: what its button says, the letter of its kind, and its number among several of it."""

    move: Move
    letter: str
    number: int = 0
    """From 1; 0 where it is the only one of its letter."""

    @property
    def key(self) -> str:
        return f"{self.letter} {self.number}" if self.number else self.letter

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return tiles_of(self.move)


def actions_of(choices: Sequence[Move]) -> tuple[Action, ...]:
    """The moves that have a button, the best first; discards and passes are made with the tiles themselves.

    >>> from mjcompanion.core.tiles import Wind
    >>> [action.key for action in actions_of([Move(Wind.EAST, Do.LEAVE), Move(Wind.EAST, Do.MAH_JONGG)])]
    ['M', 'Esc']
    """
    moves = sorted([move for move in choices if move.do in KEYS], key=lambda move: _ORDER.index(move.do))
    letters = [KEYS[move.do] for move in moves]
    found, counted = [], dict.fromkeys(letters, 0)
    for move, letter in zip(moves, letters, strict=True):
        counted[letter] += 1
        found.append(Action(move, letter, counted[letter] if letters.count(letter) > 1 else 0))
    return tuple(found)


class ActionBar(Flow):
    """The buttons from right to left in lines, the best one first; a letter that represents several waits for a digit.

    Signals:
        chosen(Move): a move was chosen.
        pointed(object): the tiles of the move under the mouse or the keyboard; none when it left.
    """

    chosen = Signal(object)
    pointed = Signal(object)

    def __init__(self) -> None:
        super().__init__(line_spacing=look().XS, to_right=True)
        self.offered: tuple[Action, ...] = ()
        """The moves that have a button now."""
        self._buttons: list[KeyButton] = []
        self._scale = 1.0
        self.setAccessibleName(self.tr("What you can do"))

    @property
    def buttons(self) -> tuple[KeyButton, ...]:
        """Their buttons, in the same order."""
        return tuple(self._buttons[: len(self.offered)])

    def show_actions(self, actions: Sequence[Action], terms: Terms) -> None:
        new = tuple(actions)
        if new != self.offered:
            self.offered = new
            self.pointed.emit(())
        words = claim_words()
        for at, action in enumerate(new):
            if at == len(self._buttons):
                button = KeyButton("", parent=self)
                button.set_scale(self._scale)
                button.clicked.connect(lambda *_unused, at=at: self.chosen.emit(self.offered[at].move))
                button.installEventFilter(self)
                self._buttons.append(button)
            button = self._buttons[at]
            role = "primary" if action.move.do is Do.MAH_JONGG else "claim"
            if action.move.do in (Do.LEAVE, Do.STOP, Do.LAY):
                role = "plain"
            text = name = words[action.move.do]
            if action.tiles:
                name = _("{move}: {tiles}").format(move=text, tiles=listed_tiles(action.tiles, terms))
            again = bool(at) and action.number > 1 and new[at - 1].move.do is action.move.do
            button.show_action("" if again else text, action.key, role, action.tiles, name)  # the word is before it
            button.show()
        for button in self._buttons[len(new) :]:
            button.hide()
        self.arrange()

    def set_scale(self, scale: float) -> None:
        self._scale = scale
        for button in (*self._buttons, *self.widgets):
            if isinstance(button, KeyButton):
                button.set_scale(scale)
        self.arrange()

    def press(self, letter: str) -> bool:
        """A letter was typed: makes the move it represents, or goes to the next of several; whether there is any."""
        own = [at for at, action in enumerate(self.offered) if action.letter == letter]
        if len(own) == 1:
            self.chosen.emit(self.offered[own[0]].move)
        elif own:
            focused = next((place for place, at in enumerate(own) if self._buttons[at].hasFocus()), -1)
            self._buttons[own[(focused + 1) % len(own)]].setFocus(Qt.FocusReason.TabFocusReason)
        return bool(own)

    def press_digit(self, digit: int) -> bool:
        """A digit was typed: it chooses among the moves of the letter typed before, or of the only letter there is."""
        pairs = zip(self.offered, self.buttons, strict=True)
        focused = next((action for action, button in pairs if button.hasFocus()), None)
        several = {action.letter for action in self.offered if action.number}
        letter = focused.letter if focused is not None and focused.number else None
        if letter is None and len(several) == 1:
            letter = next(iter(several))
        for action in self.offered:
            if action.letter == letter and action.number == digit:
                self.chosen.emit(action.move)
                return True
        return False

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Point at the tiles of the move that is pointed at."""
        kind = event.type()
        if kind in (QEvent.Type.Enter, QEvent.Type.FocusIn) and isinstance(watched, KeyButton):
            self.pointed.emit(watched.tiles)
        elif kind in (QEvent.Type.Leave, QEvent.Type.FocusOut):
            self.pointed.emit(())
        return False

    # where the buttons lie: those of the moves, then those of the page's own that were added

    def _shown(self) -> list[QWidget]:
        shown = [*self.buttons, *super()._shown()]
        for one, other in pairwise(shown):
            QWidget.setTabOrder(one, other)
        return shown

    def heightForWidth(self, width: int) -> int:
        """A line of buttons has room where there are none too."""
        return max(round(look().target * self._scale), super().heightForWidth(width))
