"""The page at the end of a session: places, the best hand, how the points went, and what is handed over."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPaintEvent
from PySide6.QtWidgets import QFrame, QMenu, QWidget

from mjcompanion.i18n.translation import _, joined, number
from mjcompanion.parsing.dates import format_local_day
from mjcompanion.table.chips import BANK
from mjcompanion.table.events import Started
from mjcompanion.table.final_settlement import (
    FinalStanding,
    best_hand,
    chips_back,
    clear_up,
    standing_words,
    standings,
    transfer_words,
    winner_words,
)
from mjcompanion.table.session_end import end_words
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief, counted, figure, signed, table_title

from ...context import moment
from ...theme import look, set_role, smooth_painter
from ...widgets import Button, TextLabel
from ...widgets.chart import LineChart
from ...widgets.felt import FeltSurface
from ...widgets.fitting import Fits
from ...widgets.layouts import across, down, empty, fill, nest, stand
from ...widgets.menus import OpensMenu, PopupMenu
from ...widgets.moment import SetsPicture, paint_seal
from ...widgets.session_sheet import show_balances
from ...widgets.surfaces import CardFrame
from ...widgets.tables import DataCell, DataColumn, DataModel, DataTable
from .frame import FrameView
from .listing import SummaryLine, SummaryList
from .model import TableModel, TableScreen
from .words import moment_of

_BESIDE, _BLOCKS = 840, 420
"""The least widths, at 100 % text, at which the best hand is next to the places, and the chips next to the money."""
_SHARPNESS = 2
"""The pixels of a shared picture for each pixel of the screen, across and down."""
_STEPS = (252, 184, 160, 138, 120)
"""The heights of the podium by place, at 100 % text; those who come after have the last."""
_TILE = 46
_FEW = 4
"""The most places on the podium with room for large names."""


class LowChart(LineChart):
    """A chart that is content with little height, and takes what there is."""

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()


class Seal(QWidget):
    """The number of the first place, on gold."""

    def sizeHint(self) -> QSize:
        return QSize(round(46 * look().scale), round(46 * look().scale))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        radius = min(self.width(), self.height()) / 2 - 1
        paint_seal(painter, self.rect().toRectF().center(), radius, number(1))
        painter.end()


class Podium(QWidget):
    """Who came in where: the first in the middle of the others, and higher the better."""

    def __init__(self) -> None:
        super().__init__()
        self._columns = across(self, spacing=look().S)

    def show_places(self, found: Sequence[FinalStanding], names: Sequence[str]) -> None:
        """Show these, the best first."""
        self.setAccessibleName("\n".join(standing_words(one, names) for one in found))
        empty(self._columns)
        for one in (*found[1:2], *found[:1], *found[2:]):
            step = self._step(one, brief(names[one.player], 24), large=len(found) <= _FEW)
            self._columns.addWidget(step, 4 if one.place == 1 else 3)  # the winner's name is larger

    @staticmethod
    def _step(one: FinalStanding, name: str, *, large: bool) -> QWidget:
        first = one.place == 1
        current = look()
        box, step = QWidget(), QFrame()
        set_role(step, "podium-first" if first else "podium")
        step.setFixedHeight(round(_STEPS[min(one.place, len(_STEPS)) - 1] * (0.4 + 0.6 * current.scale)))
        title = TextLabel(name, "total" if first and large else "display")
        points = TextLabel(figure(one.points), "total" if first and large else "display", wraps=False)
        gained = "gain" if one.net > 0 else ""
        net = TextLabel(signed(one.net), gained, wraps=False)
        place = Seal() if first else TextLabel(number(one.place), "podium-place", wraps=False)
        for label in (title, points, net, place):
            if isinstance(label, TextLabel):
                label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        margins = (current.XS, current.L, current.XS, current.XS)
        inner = down(step, spacing=current.XS, margins=margins)
        fill(inner, (place, Qt.AlignmentFlag.AlignHCenter), points, net, None)
        fill(down(box, spacing=current.S), None, title, step)
        return box


class ClosingSheet(Fits, QWidget):
    """All that is said at the end, as it is shown and as it is shared as a picture."""

    def __init__(self) -> None:
        super().__init__()
        current = look()
        self.heading = TextLabel("", "strong", wraps=False)
        self.caption = TextLabel("", "quiet")
        self.places = Podium()
        self.chart = LowChart(self.tr("Balances, hand by hand"))
        self._best()
        self.moves = SummaryList(self.tr("Who pays whom"))
        self.even = TextLabel(self.tr("Nobody owes anybody anything."), "quiet")
        self.chips = DataModel()
        chips = DataTable(self.tr("Chips back to full sets"), self.chips, whole=True)
        chips.words_column = 0
        self.chips.setParent(chips)
        self.clearing_card = CardFrame()
        self.money, self.chips_card = QWidget(), QWidget()
        take = TextLabel(self.tr("+ take, − hand over"), "caption")
        money_title = TextLabel(self.tr("Who pays whom"), "serif")
        fill(down(self.money, spacing=current.XS), money_title, self.moves, self.even, None)
        chips_title = TextLabel(self.tr("Chips back to full sets"), "serif")
        for words in (chips_title, take):
            words.setContentsMargins(current.M, 0, 0, 0)
        fill(down(self.chips_card, spacing=current.XS), chips_title, chips, take, None)
        self._blocks = fill(across(spacing=2 * current.XL), (self.money, 1), (self.chips_card, 1))
        nest(self.clearing_card.body, self._blocks, 1)
        left, right = QWidget(), QWidget()
        head = fill(across(spacing=current.S), self.heading, (self.caption, 1))
        ground = QFrame()
        set_role(ground, "rule")
        podium = fill(down(spacing=0), self.places, ground)
        fill(down(left, spacing=current.L), head, podium, (self.chart, 1))
        fill(down(right, spacing=current.XL), self.best_card, (self.clearing_card, 1))
        self._columns = fill(across(self, spacing=current.XL), (left, 5), (right, 4))

    def _best(self) -> None:
        current = look()
        self.best_card = FeltSurface()
        self.best_title = TextLabel(self.tr("Best hand"), "on-felt-serif", wraps=False)
        self.best = TextLabel("", "on-felt")
        self.best_hand = TextLabel("", "on-felt-quiet", wraps=False)
        self.best_score = TextLabel("", "on-felt-total", wraps=False)
        self.tiles = SetsPicture(_TILE)
        for label in (self.best_hand, self.best_score):
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
        words = fill(down(spacing=0), self.best_title, self.best, None)
        score = fill(down(spacing=0), self.best_hand, self.best_score, None)
        head = fill(across(spacing=current.M), (words, 1), score)
        fill(down(self.best_card, margins=(current.XL, current.L, current.XL, current.L)), head, (self.tiles, 1))

    def show_session(self, table: Table, parties: tuple[str, ...]) -> None:
        """Show how a session ended."""
        self.heading.setText(winner_words(table, parties))
        first = table.events[0]
        facts = [end_words(table, parties), counted(len(table.hands), "hand")]
        facts += [moment(first.at) if isinstance(first, Started) else ""]
        self.caption.setText(" · ".join(filter(None, facts)))
        self.places.show_places(standings(table), parties)
        owed = [SummaryLine(transfer_words(one, parties), figure(one.points)) for one in clear_up(table)]
        self.moves.show_entries(owed)
        self.even.setVisible(not owed)
        self._show_chips(table, parties)
        self.clearing_card.setVisible(table.rules.rules.pays is not None)
        self._show_best(table, parties)
        show_balances(self.chart, table, parties, winner=standings(table)[0].player)
        self.chart.setVisible(bool(table.rows))
        self.fit()

    def _show_chips(self, table: Table, names: Sequence[str]) -> None:
        """Show how many chips of each kind everybody takes or hands over to have a full set again."""
        back, chips = chips_back(table), table.rules.chips
        moved = [at for at in range(len(chips.values)) if any(one[at] for one in back.values())] if chips else []
        self.chips_card.setVisible(bool(moved))
        words = {party: _("The bank") if party == BANK else brief(names[party], 18) for party in back}
        rows = [
            (party, (DataCell(words[party]), *[DataCell(signed(counts[at])) for at in moved]))
            for party, counts in back.items()
        ]
        kinds = [DataColumn(number(chips.values[at])) for at in moved] if chips else []
        self.chips.show_rows(rows, [DataColumn("", _("Name"), figures=False), *kinds])

    def _show_best(self, table: Table, names: tuple[str, ...]) -> None:
        row = best_hand(table)
        won = None if row is None else moment_of(table, names, row)
        self.best_card.setVisible(won is not None)
        if row is None or won is None:
            return
        how = won.how[:1].lower() + won.how[1:] if won.how else ""
        parts = (won.winner, how, won.name)
        self.best.setText(joined(part for part in parts if part))
        self.best_hand.setText(self.tr("Hand {number}").format(number=number(row.number)))
        self.best_score.setText("" if won.total is None else figure(won.total))
        self.tiles.show_groups(won.groups)
        self.tiles.setVisible(bool(won.groups))

    def fit(self) -> None:
        """Set the hand and the payments below the places where the width is too small."""
        scale = 0.5 + look().scale / 2
        stand(self._columns, beside=self.width() >= _BESIDE * scale)
        stand(self._blocks, beside=self.clearing_card.width() >= _BLOCKS * scale)

    def picture(self) -> QImage:
        """Return all of it as a picture to share."""
        self.chart.read(None)
        made = QImage(self.size() * _SHARPNESS, QImage.Format.Format_RGB32)
        made.setDevicePixelRatio(_SHARPNESS)
        made.fill(QColor(look().colours.page))
        self.render(made)
        return made


class ClosingView(FrameView):
    """The end of a session, with what can be done then.

    Signals:
        picture_wanted(object, str): a picture is to be stored under some such name; without one, put on the clipboard.
    """

    picture_wanted = Signal(object, str)

    def __init__(self, model: TableModel) -> None:
        super().__init__()
        self._model = model
        self.sheet = ClosingSheet()
        self.add_scrolled(self.sheet)
        self.header.set_back(self.tr("Back to the table (Esc)"))
        self.print_button = Button(self.tr("Print"), "quiet")
        self.share_button = Button(self.tr("Share"), "quiet")
        self.again_button = Button(self.tr("Play again"), "quiet")
        self.done_button = Button(self.tr("Done"), "primary")
        quiet = (self.print_button, self.share_button, self.again_button)
        self.header.add_actions(*quiet, primary=self.done_button)
        OpensMenu(self.share_button, self.share_menu)
        self.header.back.connect(self.leave)
        self.again_button.clicked.connect(model.again)
        self.done_button.clicked.connect(model.until_next_time)
        self.print_button.clicked.connect(lambda: model.print_wanted.emit(model.uid or ""))

    def leave(self) -> None:
        """Go back to the table, which has ended."""
        self._model.show(TableScreen.GAME)

    def share_menu(self) -> QMenu:
        """Return the ways to share the result as a picture."""
        menu = PopupMenu(self)
        menu.addAction(self.tr("Copy picture"), lambda: self.picture_wanted.emit(self.sheet.picture(), ""))
        store = self.tr("Save as a picture…")
        menu.addAction(store, lambda: self.picture_wanted.emit(self.sheet.picture(), self._file_name()))
        return menu

    def _file_name(self) -> str:
        table = self._model.table
        day = format_local_day(table.events[0].at) if table is not None else ""
        return self.tr("Mah Jongg {day}.png").format(day=day)

    def refresh(self) -> None:
        model, table = self._model, self._model.table
        if table is None:
            return
        self.header.set_title(brief(table_title(table), 60))
        self.sheet.show_session(table, model.parties)
        for button in (self.again_button, self.done_button):
            button.setEnabled(not model.busy)
        self.print_button.setEnabled(model.uid is not None)

    def begin(self) -> None:
        """Come into sight, and say what came of it."""
        super().begin()
        self.setAccessibleName(self.sheet.heading.text())

    def go_on(self) -> None:
        self.done_button.click()

    def focus_first(self) -> None:
        self.done_button.setFocus(Qt.FocusReason.OtherFocusReason)
