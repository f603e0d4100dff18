"""The page at the end of a session: places, what is handed over, the best hand, how the points went."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.american.hand import AmericanHand
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import Hand
from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import number
from mjcompanion.parsing.dates import format_local_day
from mjcompanion.table.events import HandItem, Started, Tiles
from mjcompanion.table.final_settlement import (
    best_hand,
    clear_up,
    standings,
    transfer_chips_words,
    transfer_words,
    winner_words,
)
from mjcompanion.table.rows import TableRow, worth
from mjcompanion.table.session_end import end_words
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief, counted, figure, outcome, row_title

from ...context import moment
from ...theme import look
from ...widgets import Button, Flow, ScrollPage, Separator, TextLabel
from ...widgets.chart import LineChart
from ...widgets.fitting import Fits
from ...widgets.layouts import across, down, fill, stand
from ...widgets.session_sheet import show_balances
from ...widgets.surfaces import CardFrame
from ...widgets.tiles import TilePicture, TileStyle, widest_for
from .frame import FrameView
from .listing import SummaryLine, SummaryList, keep_readable
from .places import Places
from .presenter import TablePresenter, TableScreen

_BESIDE = 900
"""The least width, at 100 % text, at which what is handed over stands beside the places."""
_SHARPNESS = 2
"""A picture to share has so many dots for each of the screen's."""


class LowChart(LineChart):
    """A chart that is content with little height, and takes what there is."""

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()


class ClosingSheet(Fits, QWidget):
    """All that is said at the end, as it is shown and as it is shared as a picture."""

    def __init__(self) -> None:
        super().__init__()
        current = look()
        self.heading = TextLabel("", "total")
        self.caption = TextLabel("", "title-quiet")
        self.places = Places()
        self.chart = LowChart(self.tr("Balances, hand by hand"))
        self.moves = SummaryList(self.tr("Payments"))
        self.even = TextLabel(self.tr("Nobody owes anybody anything."), "sofa")
        self.chips = SummaryList(self.tr("Chips back to full sets"))
        self.best = TextLabel("", "sofa")
        self.tiles = TilePicture((), TileStyle(28))
        self.clearing_card = CardFrame(self.tr("Payments"))
        fill(self.clearing_card.body, self.moves, self.even)
        self.chips_card = CardFrame(self.tr("Chips back to full sets"))
        fill(self.chips_card.body, self.chips)
        self.best_card = CardFrame(self.tr("The best hand"))
        fill(self.best_card.body, self.best, self.tiles)
        self._drawn: tuple[Tile, ...] = ()
        side = QWidget()
        fill(down(side, spacing=current.M), self.clearing_card, self.chips_card, self.best_card).addStretch(1)
        self._columns = fill(across(spacing=current.L), (self.places, 1), (side, 1))
        self._top = fill(across(spacing=current.L), (self.heading, 2), (self.caption, 3))
        column = down(self, spacing=current.S, margins=(current.L, current.M, current.L, current.M))
        fill(column, self._top, (self._columns, 3), (self.chart, 2))

    def show_session(self, table: Table, parties: Sequence[str], style: TileStyle) -> None:
        """Show how a session ended."""
        self.heading.setText(winner_words(table, parties))
        first = table.events[0]
        facts = [end_words(table, parties), *([brief(table.title, 60)] if table.title else [])]
        facts += [counted(len(table.hands), "hand"), moment(first.at) if isinstance(first, Started) else ""]
        self.caption.setText(" · ".join(filter(None, facts)))
        self.places.show_places(standings(table), parties)
        moves = clear_up(table)
        owed = [
            SummaryLine(transfer_words(one, parties), figure(one.points), role="sofa") for one in moves if one.points
        ]
        chips = [SummaryLine(words) for one in moves for words in transfer_chips_words(one, parties)]
        self.moves.show_entries(owed)
        self.chips.show_entries(chips)
        self.moves.setVisible(bool(owed))
        self.even.setVisible(not owed)
        self.chips_card.setVisible(bool(chips))
        self.clearing_card.setVisible(table.rules.rules.pays is not None)
        self._show_best(best_hand(table), parties, style)
        show_balances(self.chart, table, parties)
        self.chart.setVisible(bool(table.rows))
        self.fit()

    def _show_best(self, row: TableRow | None, names: Sequence[str], style: TileStyle) -> None:
        self.best_card.setVisible(row is not None)
        if row is None:
            return
        text = self.tr("{what}: {score} points ({hand})")
        hand = row_title(row)
        self.best.setText(text.format(what=outcome(row, names), score=number(worth(row) or 0), hand=hand))
        self._drawn = winning_tiles(row)
        self.tiles.show_tiles(self._drawn)
        self._style = style
        self.tiles.setVisible(bool(self._drawn))

    def fit(self) -> None:
        """Stand the cards below the places where there is no room beside; tiles as wide as the room."""
        keep_readable(self, 3, look().L)
        beside = self.width() >= _BESIDE * (0.5 + look().scale / 2)
        for line in (self._top, self._columns):
            stand(line, beside=beside)
        side = Qt.AlignmentFlag.AlignRight if beside else Qt.AlignmentFlag.AlignLeft
        self.caption.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        if self._drawn:
            room = (self.width() // 2 if beside else self.width()) - 5 * look().L
            self.tiles.set_style(widest_for(room, len(self._drawn), 1, self._style, 20, 52))

    def picture(self) -> QImage:
        """All of it as a picture to share."""
        self.chart.read(None)
        made = QImage(self.size() * _SHARPNESS, QImage.Format.Format_RGB32)
        made.setDevicePixelRatio(_SHARPNESS)
        made.fill(QColor(look().colours.page))
        self.render(made)
        return made


def winning_tiles(row: TableRow) -> tuple[Tile, ...]:
    """The tiles of the hand that won, as they lie; none where it was entered as a number."""
    item = row.item
    if not isinstance(item, HandItem) or item.winner is None:
        return ()
    found = item.scores[item.winner]
    try:
        if item.tiles:
            american = AmericanHand.parse(item.tiles)
            return (*[tile for one in american.exposures for tile in one.tiles], *american.concealed)
        if isinstance(found, Tiles):
            hand = Hand.parse(found.hand)
            return (*hand.concealed, *[tile for one in hand.melds for tile in one.tiles], *hand.flowers)
    except (RuleError, ValueError):  # a hand of a file that others made
        pass
    return ()


class ClosingView(FrameView):
    """The end of a session, with what can be done then.

    Signals:
        print_wanted(): the session is to be printed.
        picture_wanted(object, str): a picture is to be stored under some such name; without one, put on the clipboard.
    """

    print_wanted = Signal()
    picture_wanted = Signal(object, str)

    def __init__(self, presenter: TablePresenter, style: TileStyle) -> None:
        super().__init__()
        self._presenter = presenter
        self._style = style
        current = look()
        self.sheet = ClosingSheet()
        scroller = ScrollPage(self.sheet)
        scroller.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self.again_button = Button(self.tr("Same again"), "primary", "table")
        self.next_button = Button(self.tr("Done for now"), "", "check")
        self.print_button = Button(self.tr("Print…"), "", "print")
        self.save_button = Button(self.tr("Save as a picture…"), "", "save")
        self.copy_button = Button(self.tr("Copy picture"), "", "copy")
        self.table_button = Button(self.tr("Back to the table"), "quiet", "chevron-left")
        tools = Flow(spacing=current.S)
        tools.add(self.again_button, self.next_button, self.print_button)
        tools.add(self.save_button, self.copy_button, self.table_button)
        footer = fill(down(margins=(current.L, current.S, current.L, current.S)), tools)
        fill(down(self, spacing=0), (scroller, 1), Separator(), footer)
        self.again_button.clicked.connect(presenter.again)
        self.next_button.clicked.connect(presenter.until_next_time)
        self.print_button.clicked.connect(self.print_wanted)
        self.save_button.clicked.connect(lambda: self.picture_wanted.emit(self.sheet.picture(), self._file_name()))
        self.copy_button.clicked.connect(lambda: self.picture_wanted.emit(self.sheet.picture(), ""))
        self.table_button.clicked.connect(lambda: presenter.show(TableScreen.GAME))

    def _file_name(self) -> str:
        table = self._presenter.table
        day = format_local_day(table.events[0].at) if table is not None else ""
        return self.tr("Mah Jongg {day}.png").format(day=day)

    def set_style(self, style: TileStyle) -> None:
        """Show the tiles with these letters and words."""
        self._style = style

    def refresh(self) -> None:
        presenter, table = self._presenter, self._presenter.table
        if table is None:
            return
        self.sheet.show_session(table, presenter.parties, self._style)
        for button in (self.again_button, self.next_button):
            button.setEnabled(not presenter.busy)
        self.print_button.setEnabled(presenter.uid is not None)

    def begin(self) -> None:
        """Come into sight, and say what came of it."""
        super().begin()
        self.setAccessibleName(self.sheet.heading.text())

    def go_on(self) -> None:
        self.again_button.click()

    def focus_first(self) -> None:
        self.again_button.setFocus(Qt.FocusReason.OtherFocusReason)
