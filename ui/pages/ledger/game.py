"""A virtual game: its hand in tiles, and how it ended."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _

from ...context import moment
from ...widgets import TextLabel
from ...widgets.layouts import fill
from .detail import Command, Detail, TilesOfHand, inset
from .game_words import ending, facts, help_words, reckoning, titled
from .model import OpenedGame


class GamePane(Detail):
    """The open game.

    Signals:
        replay_wanted(str), deal_wanted(str): the game is to be shown again, or its deal played again; its id.
    """

    replay_wanted = Signal(str)
    deal_wanted = Signal(str)

    def __init__(self, opened: OpenedGame, parent: QWidget | None = None) -> None:
        super().__init__(_("A virtual game"), parent)
        self._opened = opened
        self.terms = Terms()
        self.ending = TextLabel("", "strong")
        self.facts = TextLabel("")
        self.help = TextLabel("", "quiet")
        self.tiles_card = TilesOfHand()
        for one in (self.ending, self.facts, self.help):
            inset(one)
        fill(self.column, self.ending, self.tiles_card, self.facts, self.help)
        self.column.addStretch(1)
        opened.changed.connect(self.refresh)
        self.refresh()

    def use(self, terms: Terms) -> None:
        """Speak of tiles in these words."""
        self.terms = terms
        self.refresh()

    def primary(self) -> Command | None:
        """Play it back."""
        return Command(self.tr("Replay"), lambda: self.replay_wanted.emit(self._opened.uid))

    def more(self) -> list[Command | None]:
        """Play its deal again, or delete it."""
        seen = self._opened.seen
        if seen is None:
            return []
        delete = self.tr("Bring back") if seen.put_aside else self.tr("Delete")
        again = Command(self.tr("Play this deal again"), lambda: self.deal_wanted.emit(self._opened.uid))
        return [again, Command(delete, lambda: self._opened.remove())]

    def refresh(self) -> None:
        """Show the game as it is now."""
        seen, unreadable = self._opened.seen, self.tr("This game can’t be shown")
        if not self.show_state(self._opened, unreadable, (), there=seen is not None) or seen is None:
            return
        row = seen.row
        self.heading.setText(titled(row))
        self.caption.setText(moment(row.finished_at))
        self.ending.setText(ending(row))
        self.facts.setText(" · ".join(part for part in (reckoning(row), facts(row)) if part))
        self.help.say(help_words(row))
        self.tiles_card.show_hand(seen.groups, row.hand, self.terms)
        self.tiles_card.setVisible(bool(row.hand))
