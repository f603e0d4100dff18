"""One row of a session, whole: the tiles of a hand, what they scored and why, who paid whom, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.line import shown as section_words
from mjcompanion.american.sheet_rows import sheet_rows_of
from mjcompanion.core.hand import Hand
from mjcompanion.core.notation import read_tile
from mjcompanion.core.sanitize import printable
from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _, number
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
from ...widgets import Button, CardFrame, Heading, IconButton, ScrollPage, Separator, TextLabel
from ...widgets.card_line import CardLine
from ...widgets.figures import Cell, FiguresTable, TableColumn
from ...widgets.layouts import across, down, fill
from ...widgets.tiles import TileFace, TileRow, TileState, TileStyle
from ...widgets.tiles.faces import hand_faces
from .asking import SheetData
from .words import american_faces

_LONGEST_NAME = 300


class HandSheet(ScrollPage):
    """The side sheet.

    Signals:
        closed(): the person has seen enough.
        stepped(int): the row before (-1) or after (1) is wanted.
    """

    closed = Signal()
    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._content = QWidget()
        super().__init__(self._content, parent)
        make_area(self, self.tr("One hand"))
        current = look()
        self.heading = Heading("", 2)
        self.back = IconButton("chevron-left", self.tr("Previous row"))
        self.forth = IconButton("chevron-right", self.tr("Next row"))
        self.close_button = IconButton("close", self.tr("Close the hand (Esc)"))
        bar = fill(across(spacing=0), (self.heading, 1))
        for button in (self.back, self.forth, self.close_button):
            bar.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._body = down(spacing=current.M)
        outer = down(self._content, spacing=current.M, margins=(current.L, current.S, current.L, current.L))
        fill(outer, bar, self._body).addStretch(1)
        self._view: SheetData | None = None
        self._terms = Terms()
        self._part: QWidget | None = None
        self.players: list[PlayerScore] = []
        self.payments: list[str] = []
        self.american: tuple[CardLine, QWidget] | None = None
        """The line and the tiles of an American hand, where one is shown."""
        """What the lines of payments say, in their order."""
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
        parts = (row_title(view.row), row_round(view.row, with_wind=with_wind))
        self.heading.setText(" · ".join(part for part in parts if part))
        if self._part is not None:
            self._part.hide()
            self._part.deleteLater()
        self._part = QWidget()
        self._fill(down(self._part, spacing=look().M), view)
        self._body.addWidget(self._part)
        self._part.show()
        if before is None or before.row.id != view.row.id:
            self.verticalScrollBar().setValue(0)

    def _american(self, item: HandItem) -> CardFrame:
        """The winner's American hand: the line of the card, and the tiles."""
        card = CardFrame(self.tr("The winner’s hand"))
        pattern = CardLine(item.line)
        try:
            hand = AmericanHand.parse(item.tiles)
        except ValueError:  # nothing that is read in looks at the tiles of a hand whose score it has
            tiles: QWidget = _as_written(item.tiles)
        else:
            tiles = row = _tile_row(self._terms)
            row.show_tiles(american_faces(hand))
        self.american = (pattern, tiles)
        worth = self.tr("worth {value} on the card {card}").format(value=number(item.value or 0), card=item.card)
        if not item.line:
            worth = self.tr("These tiles make no line of the card.")
        pattern.setVisible(bool(item.line))
        tiles.setVisible(bool(item.tiles))
        about = [section_words(item.section or "") if item.line else "", worth]
        fill(card.body, pattern, tiles, TextLabel(" · ".join(part for part in about if part), "caption"))
        return card

    def _fill(self, layout: QVBoxLayout, view: SheetData) -> None:
        row, names = view.row, view.names
        layout.addWidget(TextLabel(outcome(row, names), "strong"))
        moved = isinstance(row.item, SeatsItem | PeopleItem)
        now = [names[person] for person in row.seated.sits]
        seats = seated(row.after, now) if moved else seated(row.before, row.on_places(names))
        layout.addWidget(TextLabel(seats, "quiet"))
        if isinstance(row.item, HandItem) and row.item.note:
            layout.addWidget(TextLabel(self.tr("Note: {note}").format(note=row.item.note)))
        self.american = None
        if isinstance(row.item, HandItem) and (row.item.tiles or row.item.line):
            layout.addWidget(self._american(row.item))
        self.players = [
            PlayerScore(view, player, self._terms) for player, score in enumerate(row.scores) if score is not None
        ]
        for one in self.players:
            layout.addWidget(one)
        self.payments = []
        if isinstance(row.item, HandItem) or row.paid:
            layout.addWidget(self._payments(view))
        if row.paid:
            layout.addWidget(self._balances(view))
        if row.turn is not None:
            layout.addWidget(TextLabel(row.turn.sentence(brief(now[row.turn.east])), "quiet"))
        if isinstance(row.item, HandItem) and (text := people_words(row, names)):
            layout.addWidget(TextLabel(self.tr("{sentence}.").format(sentence=text), "quiet"))
        if view.corrections:
            layout.addWidget(self._corrections(view))

    def _payments(self, view: SheetData) -> CardFrame:
        card = CardFrame(self.tr("Who paid whom"))
        if not view.row.paid:
            card.body.addWidget(TextLabel(self.tr("Nobody paid."), "quiet"))
        for at, paid in enumerate(view.row.paid):
            if at:
                card.body.addWidget(Separator())
            what, why = self._payment(view, paid)
            self.payments.append(f"{what}: {why}")
            fill(card.body, TextLabel(what), TextLabel(why, "caption"))
        return card

    def _payment(self, view: SheetData, paid: Paid) -> tuple[str, str]:
        names, called = view.names, view.row.on_places(view.names)
        seats = {str(wind): brief(name) for wind, name in seat_names(view.row.before, called).items()}
        what = self.tr("{payer} → {payee}  {points}").format(
            payer=brief(names[paid.payer]), payee=brief(names[paid.payee]), points=figure(paid.points)
        )
        return what, explain(paid.payment, seats)

    def _balances(self, view: SheetData) -> FiguresTable:
        columns = [
            TableColumn(self.tr("Player"), figures=False),
            TableColumn(self.tr("Change")),
            TableColumn(self.tr("Balance"), self.tr("Balance afterwards")),
        ]
        self.balances = FiguresTable(self.tr("Balances after this"), columns)
        row = view.row
        shown = [
            (
                player,
                (
                    Cell(brief(view.names[player], _LONGEST_NAME)),
                    Cell(signed(row.change(player))),
                    Cell(figure(balance)),
                ),
            )
            for player, balance in ((one, row.balances[one]) for one in view.table.parties_at(row))
        ]
        self.balances.figures.show_rows(shown)
        return self.balances

    def _corrections(self, view: SheetData) -> CardFrame:
        card = CardFrame(self.tr("Corrected"))
        for trace in view.corrections:
            card.body.addWidget(TraceLine(trace, view.names))
        return card


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


class PlayerScore(CardFrame):
    """What one player scored in a hand: tiles and score sheet, or a number entered by hand."""

    def __init__(self, view: SheetData, player: int, terms: Terms, parent: QWidget | None = None) -> None:
        row, name = view.row, view.row.on_places(view.names)[player]
        super().__init__(f"{row.before.wind_of(player).word} · {brief(name)}", parent)
        self.player = player
        self.heading.setWordWrap(True)
        set_tooltip(self.heading, name)
        self.paper = ReceiptLines()
        self.paper.pointed.connect(self._light)
        self.tiles: TileRow | None = None
        self._faces: list[TileFace] = []
        score = row.scores[player]
        self.figure = TextLabel(figure(score or 0), "title", wraps=False)
        self.bar.addWidget(self.figure, 0, Qt.AlignmentFlag.AlignTop)
        if is_by_hand(row, row.sits[player]):
            self.body.addWidget(TextLabel(self.tr("Entered by hand."), "caption"))
            return
        sheet, problem = view.sheets[player], view.problems[player]
        item = row.item
        found = item.scores[player] if isinstance(item, HandItem) else None
        if isinstance(found, Tiles):
            self._show_tiles(found, terms)
            if (found.seat, found.round) != (row.before.wind_of(player), row.before.round):
                self.body.addWidget(TextLabel(self.tr("Scored again: a correction changed the winds."), "caption"))
        if sheet is not None:
            self._show_sheet(sheet, terms)
        elif problem:
            self.body.addWidget(TextLabel(problem, "wrong"))

    def _show_tiles(self, found: Tiles, terms: Terms) -> None:
        try:
            self._faces = hand_faces(
                Hand.parse(found.hand), None if found.tile is None else read_tile(found.tile), terms
            )
        except ValueError:
            self.body.addWidget(_as_written(found.hand))
            return
        self.tiles = _tile_row(terms)
        self.tiles.show_tiles(self._faces)
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


def _tile_row(terms: Terms) -> TileRow:
    style = TileStyle(round(28 * look().scale ** 0.5), look().index, terms)
    return TileRow(_("Tiles"), style, liftable=False, draggable=False)


def _as_written(hand: str) -> TextLabel:
    """A hand in a notation that the program doesn't read: one of unknown rules, or of a file that others made."""
    return TextLabel(printable(hand, _LONGEST_NAME))
