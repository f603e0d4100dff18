"""One row of a session: the tiles of a hand, what they scored and why, who paid whom, and the balances."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.hand_groups import groups_of_line
from mjcompanion.american.line import shown as section_words
from mjcompanion.american.sheet_rows import sheet_rows_of
from mjcompanion.core.hand import Hand
from mjcompanion.core.sanitize import printable
from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import joined, number
from mjcompanion.scoring.hand_groups import groups_as_laid, hand_groups
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.table.events import HandItem, PeopleItem, SeatsItem, Tiles
from mjcompanion.table.rows import Paid, seat_names
from mjcompanion.table.settle import explain
from mjcompanion.table.table import Trace
from mjcompanion.table.words import (
    brief,
    figure,
    is_by_hand,
    outcome,
    people_words,
    row_round,
    row_title,
    seated,
    signed,
    trace_lines,
    trace_title,
)

from ...accessibility import make_area
from ...context import moment
from ...hand.receipt import ReceiptLines
from ...rich_text import set_tooltip
from ...theme import look
from ...widgets import Button, IconButton, ScrollPage, TextLabel
from ...widgets.card_line import CardLine
from ...widgets.fitting import Fits
from ...widgets.layouts import across, down, fill, nest, stand
from ...widgets.tables import DataCell, DataColumn, SortedTable
from ...widgets.tiles import TileFace, TileRow, TileState
from .detail import DetailSection, hand_row, inset
from .queries import SheetData

_TILE = 28
_LONGEST_NAME = 300
_BESIDE = 620
"""The width at 100 % text from which winner and others have columns of their own."""


class HandSheet(Fits, ScrollPage):
    """One hand in place of its session; the winner at the left, at the right the others and the payments.

    Signals:
        closed(): the session is asked for again.
        stepped(int): the row before (-1) or after (1) is asked for.
    """

    closed = Signal()
    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._content = QWidget()
        super().__init__(self._content, parent)
        make_area(self, self.tr("One hand"))
        current = look()
        self.heading = TextLabel("", "heading")
        self.back = IconButton("chevron-left", self.tr("Previous hand"))
        self.forth = IconButton("chevron-right", self.tr("Next hand"))
        self.close_button = IconButton("close", self.tr("Back to the session (Esc)"))
        bar = fill(
            across(spacing=0, margins=(current.M, 0, current.M, 0)),
            (self.heading, 1),
            self.back,
            self.forth,
            self.close_button,
        )
        bar.addStrut(current.target)
        outer = down(self._content, spacing=current.M, margins=(0, 0, 0, current.L))
        self._body = down(spacing=current.M)
        fill(outer, bar, self._body).addStretch(1)
        self._view: SheetData | None = None
        self._terms = Terms()
        self._part: QWidget | None = None
        self._columns = across()
        self.players: list[PlayerScore] = []
        self.payments: list[str] = []
        """The lines of payments, in their order."""
        self.american: tuple[CardLine, QWidget] | None = None
        """The line and the tiles of an American hand, where one is shown."""
        self.back.clicked.connect(lambda: self.stepped.emit(-1))
        self.forth.clicked.connect(lambda: self.stepped.emit(1))
        self.close_button.clicked.connect(self.closed)

    @property
    def view(self) -> SheetData | None:
        """What is shown."""
        return self._view

    def show_view(self, view: SheetData, terms: Terms) -> None:
        """Show a row."""
        if (view, terms) == (self._view, self._terms):
            return
        before = self._view
        self._view, self._terms = view, terms
        rows = view.table.rows
        place = next((at for at, row in enumerate(rows) if row.id == view.row.id), 0)
        self.back.setEnabled(place > 0)
        self.forth.setEnabled(place < len(rows) - 1)
        with_wind = view.table.rules.rules.has_round_wind
        self.heading.setText(
            joined(part for part in (row_title(view.row), row_round(view.row, with_wind=with_wind)) if part)
        )
        if self._part is not None:
            self._part.hide()
            self._part.deleteLater()
        self._part = QWidget()
        self._fill(down(self._part, spacing=look().M), view)
        self._body.addWidget(self._part)
        self.fit()
        self._part.show()
        if before is None or before.row.id != view.row.id:
            self.verticalScrollBar().setValue(0)

    def fit(self) -> None:
        """Put the winner and the others side by side where there is room."""
        beside = self.width() >= round(_BESIDE * look().scale)
        stand(self._columns, beside=beside)

    def _american(self, item: HandItem) -> DetailSection:
        """Return the winner's American hand: the line of the card, and the tiles."""
        part = DetailSection(self.tr("The winner’s hand"))
        pattern = CardLine(item.line)
        try:
            hand = AmericanHand.parse(item.tiles)
        except ValueError:  # nothing that is read in looks at the tiles of a hand whose score it has
            tiles: QWidget = _as_written(item.tiles)
        else:
            tiles = hand_row(groups_of_line(hand, item.line), self._terms, _TILE)
        self.american = (pattern, tiles)
        worth = self.tr("value {value} on the card {card}").format(value=number(item.value or 0), card=item.card)
        if not item.line:
            worth = self.tr("These tiles make no line of the card.")
        about = [section_words(item.section or "") if item.line else "", worth]
        fill(part.body, pattern, tiles, TextLabel(joined(part for part in about if part), "caption"))
        pattern.setVisible(bool(item.line))
        tiles.setVisible(bool(item.tiles))
        return part

    def _fill(self, layout: QVBoxLayout, view: SheetData) -> None:
        row, names = view.row, view.names
        moved = isinstance(row.item, SeatsItem | PeopleItem)
        now = [names[person] for person in row.seated.sits]
        seats = seated(row.after, now) if moved else seated(row.before, row.on_places(names))
        fill(layout, inset(TextLabel(outcome(row, names))), inset(TextLabel(seats, "caption")))
        if isinstance(row.item, HandItem) and row.item.note:
            layout.addWidget(inset(TextLabel(self.tr("Note: {note}").format(note=row.item.note))))
        left, right = down(spacing=look().L), down(spacing=look().L)
        self.american = None
        if isinstance(row.item, HandItem) and (row.item.tiles or row.item.line):
            left.addWidget(self._american(row.item))
        self.players = [
            PlayerScore(view, player, self._terms) for player, score in enumerate(row.scores) if score is not None
        ]
        for one in self.players:
            (left if one.tiles is not None or one.paper.lines else right).addWidget(one)
        self.payments = []
        if isinstance(row.item, HandItem) or row.paid:
            right.addWidget(self._payments(view))
        if row.paid:
            right.addWidget(self._balances(view))
        if row.turn is not None:
            right.addWidget(inset(TextLabel(row.turn.sentence(brief(now[row.turn.east])), "quiet")))
        if isinstance(row.item, HandItem) and (text := people_words(row, names)):
            right.addWidget(inset(TextLabel(self.tr("{sentence}.").format(sentence=text), "quiet")))
        if view.corrections:
            right.addWidget(self._corrections(view))
        self._columns = across(spacing=look().XXL)
        for column in (left, right):
            if column.count():
                column.addStretch(1)
                nest(self._columns, column, 1)
        nest(layout, self._columns)

    def _payments(self, view: SheetData) -> DetailSection:
        part = DetailSection(self.tr("Payments"))
        if not view.row.paid:
            part.body.addWidget(TextLabel(self.tr("Nobody paid."), "quiet"))
        for paid in view.row.paid:
            what, why = self._payment(view, paid)
            self.payments.append(f"{what}: {why}")
            fill(part.body, fill(down(spacing=0), TextLabel(what), TextLabel(why, "caption")))
        return part

    def _payment(self, view: SheetData, paid: Paid) -> tuple[str, str]:
        names, called = view.names, view.row.on_places(view.names)
        seats = {str(wind): brief(name) for wind, name in seat_names(view.row.before, called).items()}
        what = self.tr("{payer} → {payee}  {points}").format(
            payer=brief(names[paid.payer]), payee=brief(names[paid.payee]), points=figure(paid.points)
        )
        return what, explain(paid.payment, seats)

    def _balances(self, view: SheetData) -> SortedTable:
        columns = [
            DataColumn(self.tr("Player"), figures=False),
            DataColumn(self.tr("Change")),
            DataColumn(self.tr("Balance"), self.tr("Balance afterwards")),
        ]
        self.balances = SortedTable(self.tr("Balances after this"), columns)
        row, rows = view.row, []
        for party in view.table.parties_at(row):
            name, change, balance = brief(view.names[party], _LONGEST_NAME), row.change(party), row.balances[party]
            cells = (
                DataCell(name, name.casefold()),
                DataCell(signed(change), change),
                DataCell(figure(balance), balance),
            )
            rows.append((party, cells))
        self.balances.show_rows(rows)
        return self.balances

    def _corrections(self, view: SheetData) -> DetailSection:
        part = DetailSection(self.tr("Corrected"))
        for trace in view.corrections:
            part.body.addWidget(TraceLine(trace, view.names))
        return part


class TraceLine(QWidget):
    """One correction: when, what it was and what it became, and who sat where."""

    def __init__(self, trace: Trace, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        lines = [(trace_title(trace), "strong"), (moment(trace.at), "caption")]
        lines += [(line, "") for line in trace_lines(trace, names)]
        self.text = "\n".join(text for text, _unused in lines)
        layout = down(self, spacing=look().XS // 2, margins=(0, look().XS, 0, look().XS))
        fill(layout, *(TextLabel(text, role) for text, role in lines))
        self.setAccessibleName(self.text)


class PlayerScore(QWidget):
    """What one player scored in a hand: tiles and score sheet, or a number entered by hand."""

    def __init__(self, view: SheetData, player: int, terms: Terms, parent: QWidget | None = None) -> None:
        row, name = view.row, view.row.on_places(view.names)[player]
        super().__init__(parent)
        self.player = player
        title = joined([brief(name), row.before.wind_of(player).word])
        self.setAccessibleName(title)
        heading = TextLabel(title, "strong")
        set_tooltip(heading, name)
        self.paper = ReceiptLines()
        self.paper.pointed.connect(self._light)
        self.tiles: TileRow | None = None
        self._faces: tuple[TileFace, ...] = ()
        score = row.scores[player]
        self.figure = TextLabel(figure(score or 0), "strong", wraps=False)
        self.body = down(self, spacing=look().S, margins=(look().M, 0, look().M, 0))
        by_hand = TextLabel(self.tr("Entered by hand"), "caption", wraps=False)
        fill(self.body, fill(across(), (heading, 1), by_hand, self.figure))
        by_hand.setVisible(is_by_hand(row, row.sits[player]))
        if is_by_hand(row, row.sits[player]):
            return
        sheet, problem = view.sheets[player], view.problems[player]
        item = row.item
        found = item.scores[player] if isinstance(item, HandItem) else None
        if isinstance(found, Tiles):
            self._show_tiles(found, sheet, terms)
            if (found.seat, found.round) != (row.before.wind_of(player), row.before.round):
                self.body.addWidget(TextLabel(self.tr("Scored again: a correction changed the winds."), "caption"))
        if sheet is not None:
            self._show_sheet(sheet, terms)
        elif problem:
            self.body.addWidget(TextLabel(problem, "wrong"))

    def _show_tiles(self, found: Tiles, sheet: ScoreSheet | None, terms: Terms) -> None:
        try:
            groups = groups_as_laid(Hand.parse(found.hand)) if sheet is None else hand_groups(sheet)
        except ValueError:
            self.body.addWidget(_as_written(found.hand))
            return
        self.tiles = hand_row(groups, terms, _TILE)
        self._faces = self.tiles.faces
        self.body.addWidget(self.tiles)

    def _show_sheet(self, sheet: ScoreSheet, terms: Terms) -> None:
        self.paper.show_rows(sheet_rows_of(sheet, terms))
        self.body.addWidget(self.paper)
        self.why = Button(self.tr("Why?"), "quiet")
        self.why.setCheckable(True)
        self.why.setAccessibleName(self.tr("Why? Show the rule behind each line"))
        self.why.toggled.connect(lambda on: self._show_why(on))
        self.body.addWidget(self.why, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_why(self, shown: bool) -> None:  # noqa: FBT001 - a slot of toggled(bool)
        self.paper.show_rows(self.paper.rows, with_source=shown)

    def _light(self, tiles: object) -> None:
        """Let the tiles glow of which a line speaks."""
        if self.tiles is None or not isinstance(tiles, frozenset):
            return
        self.tiles.show_tiles(
            [
                msgspec.structs.replace(face, state=face.state | TileState.HINT) if face.tile in tiles else face
                for face in self._faces
            ]
        )


def _as_written(hand: str) -> TextLabel:
    """A hand in a notation that the program doesn't read: one of unknown rules, or of a file that others made."""
    return TextLabel(printable(hand, _LONGEST_NAME))
