"""The parts of the sheet: fields for figures, marks, and rows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from mjcompanion.core.tiles import Tile
from mjcompanion.practice.compare import RowComparison, Verdict

from ...theme import look, set_role
from ...widgets import IconButton, NumberField, TextLabel
from ...widgets.keys import is_plain
from ...widgets.layouts import across, down, fill
from ...widgets.surfaces import IconLabel
from ...widgets.tiles import TilePicture, TileStyle

POINTS_WIDTH, DOUBLES_WIDTH, AMOUNT_WIDTH = 72, 58, 130
"""The widths of fields, at 100 % text."""
_MINUS = "-−–"
_MARKS = {
    Verdict.RIGHT: ("check", "good"),
    Verdict.FOLLOWS: ("info", "warn"),
    Verdict.SLIP: ("close", "wrong"),
    Verdict.WRONG: ("close", "wrong"),
    Verdict.MISSING: ("close", "wrong"),
    Verdict.EXTRA: ("close", "wrong"),
}
"""The sign before a row, and the colour of its ink."""


class FigureField(NumberField):
    """A field for a figure of the sheet; the arrow keys step it up and down.

    Signals:
        taken(): the field got the keyboard focus.
    """

    taken = Signal()

    def __init__(self, name: str, width: int, step: int = 1, *, highest: int = 10**12, signed: bool = False) -> None:
        super().__init__(name, highest)
        self._width, self._step, self._signed = width, step, signed
        self._fit_width()

    def _fit_width(self) -> None:
        if hasattr(self, "_width"):
            self.setFixedWidth(round(self._width * look().scale))

    def enter(self, number: int | None) -> None:
        """Show a figure as if it had been typed."""
        if number != self._number:
            self.set_number(number)
            self.number_changed.emit(number)

    def _on_edited(self, text: str) -> None:
        bare = text.strip()
        if self._signed and bare[:1] in tuple(_MINUS):
            super()._on_edited(bare[1:])
            if self._number is not None:
                self._number = -self._number
                self.number_changed.emit(self._number)
            return
        super()._on_edited(text)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() is not Qt.FocusReason.MouseFocusReason:
            self.selectAll()
        self.taken.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
        if step is None or not is_plain(event):
            super().keyPressEvent(event)
            return
        lowest = -self._highest if self._signed else 0
        self.enter(min(self._highest, max(lowest, (self._number or 0) + step * self._step)))


class VerdictMark(IconLabel):
    """A sign for right or wrong; screen readers read it with the field."""

    def __init__(self) -> None:
        super().__init__()
        self.show_verdict(None)

    def show_verdict(self, verdict: Verdict | None) -> None:
        """Show this verdict; None shows none."""
        self.verdict = verdict
        self.show_icon(*(("", "text") if verdict is None else _MARKS[verdict]))


class SheetRow(QFrame):
    """A row of the sheet: a sign, a name, fields, and below them a sentence on what is wrong.

    Signals:
        pointed(object): the row's tiles while the mouse is over it, a frozenset; empty afterwards.
        focused(FigureField): one of its fields got the keyboard focus.
        finished(FigureField): Enter was pressed in one of them.
        remove_requested(): the button that removes the line was clicked.
    """

    pointed = Signal(object)
    focused = Signal(object)
    finished = Signal(object)
    remove_requested = Signal()

    def __init__(
        self, key: str, label: str, tiles: tuple[Tile, ...] = (), *, strong: bool = False, removable: bool = False
    ) -> None:
        super().__init__()
        self.key, self.label, self.tiles = key, label, tiles
        self.fields: list[FigureField] = []
        self.description = ""
        self.marked = False
        """Whether it is highlighted because one of its tiles is pointed at in the hand."""
        current = look()
        set_role(self, "pointing" if tiles else "")
        outer = down(self, spacing=0, margins=(0, current.XS // 2, 0, current.XS // 2))
        self.mark_sign = VerdictMark()
        self.name = TextLabel(label, "strong" if strong else "")
        self.pictures = TilePicture(tiles)
        self.pictures.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.pictures.hide()
        self._line = fill(across(spacing=current.S), self.mark_sign, (self.name, 1), self.pictures)
        self.remove_button: IconButton | None = None
        if removable:
            self.remove_button = IconButton("trash", self.tr("Remove: {line}").format(line=label))
            self.remove_button.clicked.connect(self.remove_requested)
            self._line.addWidget(self.remove_button)
        self.sentence = TextLabel("", "wrong")
        self.sentence.hide()
        fill(outer, self._line, self.sentence)

    def add(self, widget: QWidget) -> None:
        """Add a field or another widget at the end."""
        self._line.addWidget(widget)
        if isinstance(widget, FigureField):
            self.fields.append(widget)
            widget.taken.connect(lambda: self._on_taken(widget))
            widget.finished.connect(lambda: self.finished.emit(widget))

    def _on_taken(self, field: FigureField) -> None:
        self.focused.emit(field)
        self.pointed.emit(frozenset(self.tiles))

    # sizes

    def fit(self) -> None:
        """Follow the text size."""
        current = look()
        self.pictures.set_style(TileStyle(round(17 * current.scale)))
        self.sentence.setContentsMargins(current.icon + current.S, 0, 0, current.S)
        for field in self.fields:
            field.set_number(field.number)

    def has_room_for_pictures(self, width: int) -> bool:
        """Return whether its tiles fit between its name and its fields."""
        taken = look().icon + look().S + self.name.fontMetrics().horizontalAdvance(self.label) + look().L
        taken += sum(field.width() + look().S for field in self.fields)
        taken += look().target + look().S if self.remove_button is not None else 0
        return taken + self.pictures.sizeHint().width() + look().S <= width

    # pointing

    def light(self, tiles: frozenset[Tile]) -> None:
        """Highlight the row if one of these tiles is in it."""
        marked = not tiles.isdisjoint(self.tiles)
        if marked is not self.marked:
            self.marked = marked
            set_role(self, "pointing-marked" if marked else "pointing")

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(frozenset(self.tiles))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(frozenset())

    # what was found

    def show_difference(self, found: RowComparison | None, sentence: str) -> None:
        """Show whether the row is right; None clears it."""
        self.mark_sign.show_verdict(None if found is None else found.verdict)
        role = "warn" if found is not None and found.verdict is Verdict.FOLLOWS else "wrong"
        set_role(self.sentence, role)
        self.sentence.say(sentence)
        self.description = "" if found is None else sentence or self.tr("right", "an answer")
        for field in self.fields:
            field.setAccessibleDescription(self.description)
