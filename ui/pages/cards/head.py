"""The head of one's own card, and how many lines, builds and faults a card has."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from mjcompanion.american.card import LONGEST_NAME, LONGEST_NOTE
from mjcompanion.core.errors import Problem
from mjcompanion.i18n.translation import joined, ngettext, number

from ...rich_text import set_tooltip
from ...shortcuts import set_tip
from ...theme import look
from ...whatsthis import explain
from ...widgets import Button, CheckBox, NumberField, TextField, TextLabel
from ...widgets.fields import in_a_line
from ...widgets.layouts import LEFT, across, down, fill, stand
from .model import CardSheet, CardsModel, OpenCard, card_of
from .words import builds_words, fault_words

_NARROW, _WIDE = 560, 1000
"""Below the first width, at 100 % text, everything is one below the other; from the second, all of it in a line."""
_LAST_YEAR = 9999
_MOST = 6
"""The most faults of no line that are listed."""


class CardHead(QWidget):
    """The head of one's own card: name, year, jokers, note, and what can be done with it."""

    def __init__(self, model: CardsModel) -> None:
        super().__init__()
        self._model = model
        self._key = ""
        current = look()
        self.name = TextField(self.tr("Name of the card"))
        self.name.setMaxLength(LONGEST_NAME)
        self.year = NumberField(self.tr("Year"), _LAST_YEAR)
        self.year.setMaxLength(4)
        self.anywhere = CheckBox(self.tr("Jokers anywhere"))
        explain(self.anywhere, "jokers-anywhere")
        set_tooltip(self.anywhere, self.tr("Jokers may stand for any tile, in pairs and singles too."))
        self.note = TextField(self.tr("Note on the card"))
        self.note.setMaxLength(LONGEST_NOTE)
        self.new_line = Button(self.tr("New line"), "primary")
        """Stands in the header of the page."""
        self.summary = TextLabel("", "caption")
        self.next_fault = Button(self.tr("Next error"), "quiet", "warning")
        set_tip(self.next_fault, self.tr("Go to the next line with an error or a warning"), "cards.next-fault")
        self.faults = TextLabel("", "wrong")
        self._first = in_a_line((self.tr("Name", "of a thing"), self.name, 1), (self.tr("Year"), self.year, 0))
        self._second = in_a_line((self.tr("Note on the card"), self.note, 1), ("", self.anywhere, 0))
        self._told = fill(across(spacing=current.S), (self.summary, 1), self.next_fault)
        self._fields = fill(down(spacing=current.XS), (self._first, 1), (self._second, 1))
        self._turned = 0, 0
        layout = down(self, spacing=current.XS)
        fill(layout, self._fields, self._told, self.faults)
        self.name.entered.connect(self._on_name)
        self.year.editingFinished.connect(self._on_year)
        self.year.finished.connect(self._on_year)
        self.note.entered.connect(model.set_note)
        self.anywhere.toggled.connect(self._model.set_jokers_anywhere)

    def refresh(self) -> None:
        model = self._model
        opened = model.opened
        self.new_line.setVisible(opened is not None and model.can_write)
        if opened is None or not model.can_write:
            self.hide()
            return
        card = card_of(opened)
        other = opened.key != self._key
        self._key = opened.key
        self.name.show_text(card.name, other=other)
        self.note.show_text(card.note, other=other)
        if other or not (self.year.hasFocus() and self.year.isModified()):
            self.year.set_number(card.year)
            self.year.setModified(False)
        self.anywhere.blockSignals(True)
        self.anywhere.setChecked(card.jokers_anywhere)
        self.anywhere.blockSignals(False)
        sheet = model.sheet
        self.summary.setText(summary_words(sheet, self))
        faults = sheet.faults if sheet is not None else ()
        wrong = [fault_words(fault) for fault in faults[:_MOST]]
        if more := len(faults[_MOST:]):
            wrong.append(Problem("card-more-faults", count=more).sentence())
        self.faults.setText("\n".join(wrong))
        self.faults.setVisible(bool(wrong))
        self.next_fault.setVisible(sheet is not None and any(row.faults or row.warnings for row in sheet.rows))
        self.show()

    def flush(self) -> None:
        self.name.enter_text()
        self._on_year()
        self.note.enter_text()

    def _on_name(self, name: str) -> None:
        if name.strip():
            self._model.rename(name)
        else:
            self.refresh()  # a card keeps its name

    def _on_year(self) -> None:
        typed = self.year.isModified() and self._key == self._model.chosen
        self.year.setModified(False)
        if typed and not self.year.is_wrong and self.year.number != 0:
            self._model.set_year(self.year.number)
        elif typed:
            self.year.clear()
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fields stand one below the other where they have no room side by side."""
        super().resizeEvent(event)
        width, scale = event.size().width(), look().scale
        self._turn(narrow=width < _NARROW * scale, wide=width >= _WIDE * scale)

    def _turn(self, *, narrow: bool, wide: bool) -> None:
        if (narrow, wide) == self._turned:
            return
        self._turned = narrow, wide
        stand(self._fields, beside=wide)
        self._fields.setSpacing(look().M if wide else look().XS)
        second = self._second.layout()
        assert isinstance(second, QBoxLayout)  # noqa: S101 - made above
        self._told.setAlignment(self.next_fault, LEFT if narrow else Qt.AlignmentFlag(0))
        for line in (self._told, second):
            stand(line, beside=not narrow)


def summary_words(sheet: CardSheet | None, page: QWidget) -> str:
    """How many lines a card has, and how jokers stand on it."""
    if sheet is None:
        return page.tr("Reading…")
    count = len(sheet.rows)
    builds = sum(len(line.builds) for line in sheet.card.lines)
    parts = [lines_words(count), builds_words(builds)]
    faults = sum(len(row.faults) for row in sheet.rows) + len(sheet.faults)
    warnings = sum(len(row.warnings) for row in sheet.rows)
    if faults:
        parts.append(faults_words(faults))
    if warnings:
        parts.append(ngettext("{n} warning", "{n} warnings", warnings).format(n=number(warnings)))
    jokers = (
        page.tr("Jokers may stand for any tile.")
        if sheet.card.jokers_anywhere
        else page.tr("Jokers in three or more alike.")
    )
    return page.tr("{counts}. {jokers}").format(counts=joined(parts), jokers=jokers)


def caption_of(opened: OpenCard) -> str:
    """What the list says below a card's name."""
    card = card_of(opened)
    return faults_words(len(card.faults)) if card.faults else lines_words(card.count)


def lines_words(count: int) -> str:
    """How many lines a card has."""
    return ngettext("{n} line", "{n} lines", count).format(n=number(count))


def faults_words(count: int) -> str:
    """How many faults a card has."""
    return ngettext("{n} error", "{n} errors", count).format(n=number(count))
