"""A virtual game: its hand in tiles, and how it ended."""

from __future__ import annotations

from mjcompanion.i18n.translation import _

from ...context import moment
from ...widgets import TextLabel
from ...widgets.layouts import fill
from .detail import Command, Detail, NotebookFrame, TilesOfHand, inset
from .game_words import ending, facts, help_words, reckoning, titled
from .model import OpenedGame


class GamePane(Detail):
    """The open game."""

    def __init__(self, page: NotebookFrame, opened: OpenedGame) -> None:
        super().__init__(page, _("A virtual game"))
        self._opened = opened
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

    def primary(self) -> Command | None:
        """Play it back."""
        return Command(self.tr("Replay"), lambda: self.page.replay_wanted.emit(self._opened.uid))

    def more(self) -> list[Command | None]:
        """Play its deal again, or delete it."""
        seen = self._opened.seen
        if seen is None:
            return []
        delete = self.tr("Bring back") if seen.put_aside else self.tr("Delete")
        again = Command(self.tr("Play this deal again"), lambda: self.page.deal_wanted.emit(self._opened.uid))
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
