"""The game whose line is lit: its hand in tiles, how it ended, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mjcompanion.ledger.values import GameRow
from mjcompanion.tiles import Terms

from .... import icons
from ....context import moment
from ....parts import Button, Flow, Heading, Line, ScrollPage, Words
from ....parts.tiles import TileRow, TileStyle
from ....theme import look
from .words import ending, facts, help_words, reckoning, tiles_of, titled

_TILE = 27


_SHARE = 0.42
"""Of the height there is: what it takes at most; more is scrolled."""


class GameDetail(ScrollPage):
    """Below the card.

    Signals:
        replay_wanted(GameRow): show the game again, move by move.
        deal_wanted(GameRow): play its deal again.
        aside_wanted(GameRow): put it aside, or bring it back.
    """

    replay_wanted = Signal(object)
    deal_wanted = Signal(object)
    aside_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(content, parent)
        self.setAccessibleName(self.tr("The chosen game"))
        current = look()
        column = QVBoxLayout(content)
        column.setContentsMargins(current.S, 0, current.S, current.S)
        column.setSpacing(current.XS)
        column.addWidget(Line())
        self.heading = Heading("", 2)
        self.words = Words("", "quiet")
        self.help_words = Words("")
        self.help_icon = Words("")
        self._help = QWidget()
        helped = QHBoxLayout(self._help)
        helped.setContentsMargins(0, 0, 0, 0)
        helped.setSpacing(current.XS)
        helped.addWidget(self.help_icon, 0, Qt.AlignmentFlag.AlignTop)
        helped.addWidget(self.help_words, 1)
        self.tiles = TileRow(self.tr("Tiles"), TileStyle(_TILE), liftable=False, draggable=False)
        self.replay_button = Button(self.tr("Replay"), "", "replay")
        self.deal_button = Button(self.tr("Play this deal again"), "", "again")
        self.aside_button = Button(self.tr("Put aside"), "quiet", "trash")
        buttons = Flow()
        buttons.add(self.replay_button, self.deal_button, self.aside_button)
        for widget in (self.heading, buttons, self.words, self._help, self.tiles):
            column.addWidget(widget)
        self._row: GameRow | None = None
        self._terms = Terms()
        self.replay_button.clicked.connect(lambda: self.replay_wanted.emit(self._row))
        self.deal_button.clicked.connect(lambda: self.deal_wanted.emit(self._row))
        self.aside_button.clicked.connect(lambda: self.aside_wanted.emit(self._row))
        self.hide()

    @property
    def row(self) -> GameRow | None:
        """The game that is shown."""
        return self._row

    def fit(self, room: int) -> None:
        """Be as high as what is shown, but leave the greater part of the height there is to the card."""
        content = self.widget()
        layout = content.layout() if content is not None else None
        if layout is not None:
            needed = layout.totalHeightForWidth(max(200, self.viewport().width()))
            self.setFixedHeight(min(needed, max(round(room * _SHARE), 2 * look().target)))

    def show_game(self, row: GameRow | None, terms: Terms) -> None:
        """Show a game, or none."""
        self._row, self._terms = row, terms
        self.setVisible(row is not None)
        if row is None:
            return
        current = look()
        self.heading.setText(titled(row))
        said = [moment(row.finished_at), ending(row), reckoning(row), facts(row)]
        self.words.setText(" · ".join(part for part in said if part))
        helped = help_words(row)
        self._help.setVisible(bool(helped))
        self.help_words.setText(helped)
        self.help_icon.setPixmap(icons.pixmap("coach", current.icon, current.colours.text, icons.screen_ratio(self)))
        self.tiles.set_style(TileStyle(round(_TILE * current.scale**0.5), terms=terms))
        faces = tiles_of(row, terms)
        self.tiles.show_tiles(faces)
        self.tiles.setVisible(bool(faces))
        self.aside_button.setText(self.tr("Bring back") if row.put_aside else self.tr("Put aside"))
        self.aside_button.set_icon("undo" if row.put_aside else "trash")
