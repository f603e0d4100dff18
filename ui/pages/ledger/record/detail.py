"""A virtual game: its hand in tiles, how it ended, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _

from .... import icons
from ....context import moment
from ....theme import look
from ....widgets import Button, Flow, TextLabel
from ....widgets.layouts import across, fill
from ..panes import Detail, TilesCard
from ..presenter import GamePresenter
from .words import ending, facts, help_words, reckoning, titled


class GamePane(Detail):
    """The game of the presenter."""

    def __init__(self, presenter: GamePresenter, parent: QWidget | None = None) -> None:
        super().__init__(_("A virtual game"), parent)
        self._presenter = presenter
        self.terms = Terms()
        self.replay_button = Button(self.tr("Replay"), "primary", "replay")
        self.deal_button = Button(self.tr("Play this deal again"), icon="again")
        self.delete_button = Button(self.tr("Delete"), icon="trash")
        tools = Flow(spacing=look().S)
        tools.add(self.replay_button, self.deal_button, self.delete_button)
        self.words = TextLabel("")
        self.help_words = TextLabel("")
        self.help_icon = TextLabel("")
        self._help = QWidget()
        helped = across(self._help, spacing=look().XS)
        helped.addWidget(self.help_icon, 0, Qt.AlignmentFlag.AlignTop)
        helped.addWidget(self.help_words, 1)
        self.tiles_card = TilesCard()
        fill(self.column, tools, self.words, self._help, self.tiles_card)
        self.column.addStretch(1)
        self.delete_button.clicked.connect(lambda: presenter.remove())
        presenter.changed.connect(self.refresh)
        self.refresh()

    def use(self, terms: Terms) -> None:
        """Speak of tiles in these words."""
        self.terms = terms
        self.refresh()

    def refresh(self) -> None:
        """Show the game as it is now."""
        row, unreadable = self._presenter.seen, self.tr("This game can’t be shown")
        if not self.show_state(self._presenter, unreadable, (), there=row is not None) or row is None:
            return
        current = look()
        self.heading.setText(titled(row))
        self.caption.setText(moment(row.finished_at))
        self.words.setText(" · ".join(part for part in (ending(row), reckoning(row), facts(row)) if part))
        helped = help_words(row)
        self._help.setVisible(bool(helped))
        self.help_words.setText(helped)
        self.help_icon.setPixmap(icons.pixmap("coach", current.icon, current.colours.text, icons.screen_ratio(self)))
        self.delete_button.setText(self.tr("Bring back") if row.put_aside else self.tr("Delete"))
        self.delete_button.set_icon("undo" if row.put_aside else "trash")
        self.tiles_card.show_hand(row, self.terms)
        self.tiles_card.setVisible(bool(row.hand))
