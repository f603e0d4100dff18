"""A virtual game: its hand in tiles, how it ended, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mjcompanion.ledger.values import GameRow
from mjcompanion.tiles import Terms
from mjcompanion.words import tr

from .... import icons
from ....context import moment
from ....parts import Button, Card, EmptyState, Flow, Words
from ....parts.tiles import TileRow, TileStyle
from ....theme import look
from ..panes import Detail
from ..presenter import GamePresenter
from .words import ending, facts, help_words, reckoning, tiles_of, titled

_TILE = 34


class GamePane(Detail):
    """The game of the presenter.

    Signals:
        replay_wanted(str): the game with this id is to be shown again, move by move.
        deal_wanted(str): the deal of the game with this id is to be played again.
    """

    replay_wanted = Signal(str)
    deal_wanted = Signal(str)

    def __init__(self, presenter: GamePresenter, parent: QWidget | None = None) -> None:
        super().__init__(tr("A virtual game"), parent)
        self._presenter = presenter
        self._state: EmptyState | None = None
        self.terms = Terms()
        self.replay_button = Button(self.tr("Replay"), "primary", "replay")
        self.deal_button = Button(self.tr("Play this deal again"), icon="again")
        self.delete_button = Button(self.tr("Delete"), icon="trash")
        tools = Flow(spacing=look().S)
        tools.add(self.replay_button, self.deal_button, self.delete_button)
        self.column.addWidget(tools)
        self.words = Words("")
        self.help_words = Words("")
        self.help_icon = Words("")
        self._help = QWidget()
        helped = QHBoxLayout(self._help)
        helped.setContentsMargins(0, 0, 0, 0)
        helped.setSpacing(look().XS)
        helped.addWidget(self.help_icon, 0, Qt.AlignmentFlag.AlignTop)
        helped.addWidget(self.help_words, 1)
        self.tiles_card = Card(self.tr("Tiles"))
        self.tiles = TileRow(self.tr("Tiles"), self._style(), liftable=False, draggable=False, wrapping=True)
        self.tiles_text = Words("")
        self.tiles_card.body.addWidget(self.tiles)
        self.tiles_card.body.addWidget(self.tiles_text)
        for widget in (self.words, self._help, self.tiles_card):
            self.column.addWidget(widget)
        self.column.addStretch(1)
        self.replay_button.clicked.connect(lambda: self.replay_wanted.emit(presenter.uid))
        self.deal_button.clicked.connect(lambda: self.deal_wanted.emit(presenter.uid))
        self.delete_button.clicked.connect(lambda: presenter.remove())
        presenter.changed.connect(self.refresh)
        self.refresh()

    def use(self, terms: Terms) -> None:
        """Speak of tiles in these words."""
        self.terms = terms
        self.refresh()

    def _style(self) -> TileStyle:
        return TileStyle(round(_TILE * look().scale ** 0.5), terms=self.terms)

    def refresh(self) -> None:
        """Show the game as it is now."""
        row, error = self._presenter.seen, self._presenter.error
        self.scroller.setVisible(row is not None and not error)
        self._show_error(error)
        if row is None or error:
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
        self._show_tiles(row)

    def _show_tiles(self, row: GameRow) -> None:
        faces = tiles_of(row, self.terms)
        self.tiles.set_style(self._style())
        self.tiles.show_tiles(faces)
        self.tiles.setVisible(bool(faces))
        self.tiles_text.setText(row.hand)
        self.tiles_text.setVisible(not faces)
        self.tiles_card.setVisible(bool(row.hand))

    def _show_error(self, error: str) -> None:
        if self._state is not None:
            self._state.hide()
            self._state.deleteLater()
            self._state = None
        layout = self.layout()
        if error and layout is not None:
            title = self.tr("This game can’t be shown")
            self._state = EmptyState(title, error, self.tr("Try again"), self._presenter.again)
            layout.addWidget(self._state)
