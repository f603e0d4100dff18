"""The page at the end of a session: places, what is handed over, the best hand, how the points went."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.american.hand import AmericanHand
from mjcompanion.hand import Hand
from mjcompanion.ledger.days import printed_day
from mjcompanion.problems import RuleError
from mjcompanion.table.clearing import Standing, best_hand, chips_words, clear_up, owed_words, standings
from mjcompanion.table.ending import end_words
from mjcompanion.table.events import HandItem, Started, Tiles
from mjcompanion.table.table import Row, Table, worth
from mjcompanion.table.words import brief, counted, figure, named, outcome, row_title, short_names, signed
from mjcompanion.tiles import Tile
from mjcompanion.words import number, tr

from ...context import moment
from ...foreign import PlainLabel
from ...parts import Button, Flow, Line, ScrollPage, Words
from ...parts.boxes import across, down, fill, stand
from ...parts.chart import LineChart
from ...parts.cloth import fitted
from ...parts.evening import show_balances
from ...parts.fitting import Fits
from ...parts.surfaces import Card
from ...parts.tiles import TilePicture, TileStyle, widest_for
from ...theme import look, smooth_painter
from .frame import Part
from .listing import Entry, Listing, keep_readable
from .presenter import TablePresenter, View

_BESIDE = 900
"""The least width, at 100 % text, at which what is handed over stands beside the places."""
_SHARPNESS = 2
"""A picture to share has so many dots for each of the screen's."""


class Places(PlainLabel):
    """Who came in where, in letters that grow with the room; a screen reader hears all of it."""

    def __init__(self) -> None:
        super().__init__("")
        self._standings: tuple[Standing, ...] = ()
        self._names: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_places(self, found: Sequence[Standing], names: Sequence[str]) -> None:
        """Show these, the best first."""
        self._standings, self._names = tuple(found), tuple(names)
        self.setAccessibleName("\n".join(map(self._sentence, self._standings)))
        self.updateGeometry()
        self.update()

    def _sentence(self, one: Standing) -> str:
        told = tr("{place}. {name}: {points}, {net} from the start")
        name = brief(self._names[one.player])
        return told.format(place=number(one.place), name=name, points=counted(one.points, "point"), net=signed(one.net))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(240 * look().scale), len(self._standings) * round(2.6 * look().title))

    def sizeHint(self) -> QSize:
        return QSize(round(480 * look().scale), len(self._standings) * round(3.6 * look().title))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._standings:
            return
        painter = smooth_painter(self)
        high = self.height() / len(self._standings)
        for at, one in enumerate(self._standings):
            self._paint_one(painter, QRectF(0, at * high, self.width(), high), one)
            if at:
                painter.fillRect(QRectF(0, at * high, self.width(), 1), QColor(look().colours.line))
        painter.end()

    def _paint_one(self, painter: QPainter, box: QRectF, one: Standing) -> None:
        """Place and name at the left, points at the right, and what was won or lost below them."""
        current, c = look(), look().colours
        first = one.place == 1
        large = min(box.height() * 0.46, box.width() * 0.1)
        small = large * 0.6
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        left, right = flags | int(Qt.AlignmentFlag.AlignLeft), flags | int(Qt.AlignmentFlag.AlignRight)
        disc = QRectF(0, 0, large * 1.3, large * 1.3)
        disc.moveCenter(box.center())
        disc.moveLeft(box.left() + 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.accent if first else c.hover))
        painter.drawEllipse(disc)
        painter.setFont(current.font(round(small), bold=True))
        painter.setPen(QColor(c.on_accent if first else c.text))
        painter.drawText(disc, int(Qt.AlignmentFlag.AlignCenter), number(one.place))
        bold = current.font(round(large), bold=True)
        points, net = figure(one.points), signed(one.net)
        painter.setFont(current.font(round(small), bold=True))
        wide = max(QFontMetricsF(bold).horizontalAdvance(points), painter.fontMetrics().horizontalAdvance(net))
        painter.setPen(QColor(c.good if one.net > 0 else c.wrong if one.net < 0 else c.quiet))
        painter.drawText(box.adjusted(0, box.height() * 0.56, 0, -box.height() * 0.06), right, net)
        painter.setFont(bold)
        painter.setPen(QColor(c.text))
        painter.drawText(box.adjusted(0, box.height() * 0.06, 0, -box.height() * 0.4), right, points)
        name = box.adjusted(disc.width() + current.L, 0, -wide - current.L, 0)
        words = brief(self._names[one.player])
        if QFontMetricsF(bold).horizontalAdvance(words) > name.width():
            words = short_names(self._names)[one.player]
        painter.setFont(fitted(bold, words, name.width(), least=round(small)))
        text = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(name.width()))
        painter.drawText(name, left, text)


class LowChart(LineChart):
    """A chart that is content with little height, and takes what there is."""

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()


class ClosingSheet(Fits, QWidget):
    """All that is said at the end, as it is shown and as it is shared as a picture."""

    def __init__(self) -> None:
        super().__init__()
        current = look()
        self.heading = Words("", "total")
        self.caption = Words("", "title-quiet")
        self.places = Places()
        self.chart = LowChart(self.tr("Balances, hand by hand"))
        self.moves = Listing(self.tr("Payments"))
        self.even = Words(self.tr("Nobody owes anybody anything."), "sofa")
        self.chips = Listing(self.tr("Chips back to full sets"))
        self.best = Words("", "sofa")
        self.tiles = TilePicture((), TileStyle(28))
        self.clearing_card = Card(self.tr("Payments"))
        fill(self.clearing_card.body, self.moves, self.even)
        self.chips_card = Card(self.tr("Chips back to full sets"))
        fill(self.chips_card.body, self.chips)
        self.best_card = Card(self.tr("The best hand"))
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
        found = standings(table)
        self.heading.setText(_headline(table, found, parties))
        first = table.events[0]
        facts = [end_words(table, parties), *([brief(table.title, 60)] if table.title else [])]
        facts += [counted(len(table.hands), "hand"), moment(first.at) if isinstance(first, Started) else ""]
        self.caption.setText(" · ".join(filter(None, facts)))
        self.places.show_places(found, parties)
        moves = clear_up(table)
        owed = [Entry(owed_words(one, parties), figure(one.points), role="sofa") for one in moves if one.points]
        chips = [Entry(words) for one in moves for words in chips_words(one, parties)]
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

    def _show_best(self, row: Row | None, names: Sequence[str], style: TileStyle) -> None:
        self.best_card.setVisible(row is not None)
        if row is None:
            return
        told = self.tr("{what}: {score} points ({hand})")
        hand = row_title(row)
        self.best.setText(told.format(what=outcome(row, names), score=number(worth(row) or 0), hand=hand))
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


def _headline(table: Table, found: Sequence[Standing], names: Sequence[str]) -> str:
    """Who won, in a few words."""
    first = [one.player for one in found if one.place == 1]
    if not table.rows or len(first) == len(found):
        return tr("It’s a tie")
    if len(first) > 1:
        return tr("{names} share first place").format(names=named(names[player] for player in first))
    return tr("{name} wins", "a session").format(name=brief(names[first[0]]))


def winning_tiles(row: Row) -> tuple[Tile, ...]:
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


class ClosingView(Part):
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
        fill(down(self, spacing=0), (scroller, 1), Line(), footer)
        self.again_button.clicked.connect(presenter.again)
        self.next_button.clicked.connect(presenter.until_next_time)
        self.print_button.clicked.connect(self.print_wanted)
        self.save_button.clicked.connect(lambda: self.picture_wanted.emit(self.sheet.picture(), self._file_name()))
        self.copy_button.clicked.connect(lambda: self.picture_wanted.emit(self.sheet.picture(), ""))
        self.table_button.clicked.connect(lambda: presenter.show(View.GAME))

    def _file_name(self) -> str:
        table = self._presenter.table
        day = printed_day(table.events[0].at) if table is not None else ""
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
