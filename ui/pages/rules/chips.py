"""Chips of the club's own: for each kind its worth, how many each player starts with, and how it looks."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from mjcompanion.core.chips import ChipKind, ChipSet
from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.table.chips import LONGEST_NAME, MOST_KINDS, MOST_OF_A_KIND, MOST_VALUE

from ...rich_text import set_tooltip
from ...theme import look
from ...widgets import Button, CardFrame, Choice, Flow, IconButton, Segmented, Separator, Stepper, TextLabel
from ...widgets.chips import ChipsPicture
from ...widgets.fields import TextField, in_a_line
from ...widgets.layouts import LEFT, across, down, fill
from .model import RulesModel
from .words import colour_words, shape_words


class ChipsCard(CardFrame):
    """The editor; hidden where the club has no chips of its own."""

    def __init__(self, model: RulesModel) -> None:
        super().__init__(_("Your own chips"))
        self._model = model
        self.rows: list[PieceRow] = []
        """The line of each kind, in the order shown."""
        self.name = TextField(_("Name of these chips"))
        self.name.setMaxLength(LONGEST_NAME)
        self.name.entered.connect(model.name_chips)
        self._list = down(spacing=look().S)
        self.add = Button(_("Add a kind"), icon="plus")
        self.add.clicked.connect(self._on_add)
        self.problem = TextLabel("", "status-wrong")
        self.total = TextLabel("", "strong")
        self.picture = ChipsPicture()
        named = in_a_line((pgettext("of a thing", "Name"), self.name, 1))
        named.setMaximumWidth(look().readable_width // 2)
        fill(self.body, named, self._list, Separator(), self.problem, self.total, self.picture, (self.add, LEFT))

    def refresh(self) -> None:
        model = self._model
        pieces = model.pieces
        self.setVisible(bool(pieces))
        if not pieces:
            return
        self.name.show_text(model.chips_name)
        while len(self.rows) > len(pieces):
            row = self.rows.pop()
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        while len(self.rows) < len(pieces):
            row = PieceRow(model, len(self.rows))
            self.rows.append(row)
            self._list.addWidget(row)
            row.show()
        for row, piece in zip(self.rows, pieces, strict=True):
            whole = (piece,) if model.chips_problem else pieces
            row.show_piece(piece, ChipSet("", whole), alone=len(pieces) == 1)
        self.add.setEnabled(len(pieces) < MOST_KINDS)
        full = _("A set has at most {count} kinds.").format(count=MOST_KINDS)
        set_tooltip(self.add, "" if self.add.isEnabled() else full)
        self.problem.setText(_("Not saved yet: {problem}").format(problem=model.chips_problem))
        self.problem.setVisible(bool(model.chips_problem))
        total = sum(piece.value * piece.count for piece in pieces)
        self.picture.setVisible(not model.chips_problem)
        if not model.chips_problem:
            self.picture.show_pieces(
                ChipSet("", pieces), sorted(((one.value, one.count) for one in pieces), reverse=True)
            )
        self.total.setText(_("Each player starts with {points} points.").format(points=number(total)))

    def _on_add(self) -> None:
        self._model.add_piece()
        self.rows[-1].value.spin.setFocus(Qt.FocusReason.TabFocusReason)
        self.rows[-1].value.spin.selectAll()


class PieceRow(QWidget):
    """One kind of chip or stick."""

    def __init__(self, model: RulesModel, place: int) -> None:
        super().__init__()
        self._model = model
        self._place = place
        number = place + 1
        self.picture = ChipsPicture()
        self.value = Stepper(_("Kind {number}: value").format(number=number), 1, MOST_VALUE)
        self.count = Stepper(_("Kind {number}: how many each").format(number=number), 0, MOST_OF_A_KIND)
        self.shape = Segmented(_("Kind {number}: shape").format(number=number), shape_words())
        self.colour = Choice(_("Kind {number}: colour").format(number=number))
        self.colour.set_choices(colour_words())
        self.remove = IconButton("trash", _("Remove kind {number}").format(number=number))
        for stepper, key in ((self.value, "value"), (self.count, "count")):
            stepper.spin.setKeyboardTracking(False)
            stepper.value_changed.connect(lambda value, key=key: self._set(key, value))
        self.shape.chosen.connect(lambda value: self._set("shape", value))
        self.colour.currentIndexChanged.connect(lambda _unused: self._set("colour", self.colour.currentData()))
        self.remove.clicked.connect(lambda: model.remove_piece(self._place))
        flow = Flow(spacing=look().M, line_spacing=look().S)
        flow.add(
            in_a_line((_("Face value"), self.value, 1)),
            in_a_line((_("How many each"), self.count, 1)),
            in_a_line((_("Shape"), self.shape, 1)),
            in_a_line((_("Colour"), self.colour, 1)),
        )
        named = TextLabel(_("Kind {number}").format(number=number), "strong")
        head = fill(across(spacing=look().S), named, self.picture, None, self.remove)
        fill(down(self, spacing=look().XS, margins=(0, 0, 0, look().S)), Separator(), head, flow)

    def show_piece(self, piece: ChipKind, chips: ChipSet, *, alone: bool) -> None:
        self.picture.show_pieces(chips, [(piece.value, 1)])
        self.picture.setFixedSize(round(96 * look().scale), look().target)
        self.value.set_value(piece.value)
        self.count.set_value(piece.count)
        self.shape.set_value(piece.shape)
        self.colour.choose(piece.colour)
        self.remove.setEnabled(not alone)

    def _set(self, key: str, value: object) -> None:
        pieces = list(self._model.pieces)
        if self._place >= len(pieces):
            return  # it was taken away while its number was typed
        pieces[self._place] = msgspec.structs.replace(pieces[self._place], **{key: value})
        joins = f"{key} of {self._place}" if key in ("value", "count") else ""
        self._model.set_pieces(tuple(pieces), joins=joins)
