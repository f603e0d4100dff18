"""What the parts of the Table page have in common: a title and the back button, questions beside what they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from mjcompanion.i18n.translation import _
from mjcompanion.table.rotation import Position
from mjcompanion.table.table import Table

from ...theme import look
from ...whatsthis import explain
from ...widgets import Button, CardFrame, Flow, NumberField, ScrollPage, Segmented, TextLabel
from ...widgets.frame import PageFrame
from ...widgets.keyboard import Questions
from ...widgets.layouts import across, down, fill, stand
from .model import TableModel
from .preview import TablePreview

KEEP, TURN = "keep", "turn"
_BESIDE: Final = 860
"""The least width, at 100 % text, at which two columns stand side by side."""


class FrameView(PageFrame):
    """One of the views between which the page turns: as wide as the felt, so that no main button changes its place."""

    def __init__(self, title: str = "") -> None:
        super().__init__(title, wide=True)

    def add_scrolled(self, content: QWidget) -> ScrollPage:
        """Add content that scrolls while the head stays in place."""
        scrolled = ScrollPage(content)
        self.keep_bar(scrolled)
        self.body.addWidget(scrolled, 1)
        return scrolled

    def refresh(self) -> None:
        """Show the table as it is now."""

    def begin(self) -> None:
        """Come into sight."""
        self.refresh()

    def focus_first(self) -> None:
        """Give the keyboard to where the work begins."""

    def go_on(self) -> None:
        """Do what Ctrl+Return does here."""

    def leave(self) -> None:
        """Go back, as the arrow before the title and Escape do; a view without an arrow stays."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)


class TableView(FrameView):
    """A part of the page next to the table itself: the arrow before its title leads back, and so does Escape."""

    def __init__(self, model: TableModel, title: str = "") -> None:
        super().__init__(title)
        self._model = model
        self.heading, self.back_button = self.header.title, self.header.back_button
        self.header.set_back(self.tr("Back to the table (Esc)"))
        self.header.back.connect(self.leave)

    def leave(self) -> None:
        """Go back to the table; a hand that was begun waits, a correction is dropped."""
        self._model.leave_hand()

    def focus_first(self) -> None:
        self.back_button.setFocus(Qt.FocusReason.OtherFocusReason)


class OneColumn(TableView):
    """A part of the page that only shows something, on a card below its title."""

    def __init__(self, model: TableModel, title: str) -> None:
        super().__init__(model, title)
        self.card = CardFrame()
        fill(self.body, self.card).addStretch(1)

    def fit(self) -> None:
        super().fit()
        self.card.setMaximumWidth(look().readable_width)


class WindsQuestion(QWidget):
    """Asks whether later hands keep their winds, where a correction would turn them.

    Signals:
        answered(bool): whether they keep them.
    """

    answered = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        words = _("Were the later hands played with these Easts?")
        answers = [(KEEP, _("Yes, keep them")), (TURN, _("No, change them"))]
        self.choice = Segmented(words, answers, even=False, keys=True)
        self.caption = TextLabel(words, "ask", wraps=False)
        line = Flow()
        line.add(self.caption, self.choice)
        fill(down(self, margins=(0, look().S, look().L, 0)), line)
        explain(self.choice, "keep-winds")
        self.choice.chosen.connect(lambda value: self.answered.emit(value == KEEP))

    @property
    def keeps(self) -> bool | None:
        """The answer; None where there is none."""
        return None if self.choice.value is None else self.choice.value == KEEP

    def ask(self, *, asked: bool, keeps: bool | None, people: bool = False) -> None:
        """Show whether it is asked, and the answer; where people come and go, they may be others too."""
        with_people = _("Were the later hands played this way, by these people?")
        words = with_people if people else _("Were the later hands played with these Easts?")
        if words != self.caption.text():
            self.caption.setText(words)
            self.choice.setAccessibleName(words)
        self.setVisible(asked)
        self.choice.set_value(None if keeps is None else KEEP if keeps else TURN)


class QuestionsView(TableView):
    """Questions left, what the answers do at the right, and above them what is still missing."""

    confirm_button: Button
    keyboard: Questions

    def __init__(self, model: TableModel) -> None:
        super().__init__(model)
        current = look()
        self.status = TextLabel("", "strong")
        content, left = QWidget(), QWidget()
        self.left = down(left)
        self.preview = TablePreview(model)
        self._columns = fill(across(content, spacing=current.XL), (left, 1), (self.preview, 1))
        self.body.setSpacing(current.S)
        self.body.addWidget(self.status)
        self.scroll_page = self.add_scrolled(content)

    def ask_in_order(self) -> None:
        """Let the keyboard go through the questions, once all of the view is made."""
        self.keyboard = Questions(self, self.questions, self.confirm_button, self.scroll_page)
        for one in self.findChildren(Segmented):
            one.refused.connect(self._on_refused)
        self.keyboard.watch(*self.findChildren(Segmented), *self.findChildren(NumberField))

    def questions(self) -> Sequence[QWidget]:
        """What is asked, in its order; what isn't shown isn't asked now."""
        return ()

    def focus_first(self) -> None:
        self.keyboard.begin()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.keyboard.take(event):
            super().keyPressEvent(event)

    def _on_refused(self) -> None:
        sentence = self.tr("This question is answered. A letter, the arrows or a click changes the answer.")
        self._model.said.emit(sentence, "info")

    def show_outcome(
        self, after: Table | None, otherwise: str, item: str | None = None, position: Position | None = None
    ) -> None:
        """Show what confirming would do, and the row of the item that it enters; while nothing can be, say why."""
        table = self._model.table
        if after is None or table is None:
            self.preview.show_nothing(otherwise, position)
            return
        row = item or (table.next_id if after.row(table.next_id) is not None else None)
        self.preview.show_after(after, row, self._model.changes(after))

    def go_on(self) -> None:
        if self.confirm_button.isEnabled():
            self.confirm_button.click()
        else:
            self.keyboard.begin()

    def fit(self) -> None:
        """Stand the preview below where the width is too small; the status has its room however long it is."""
        super().fit()
        metrics = self.status.fontMetrics()
        lines = 1 if self.width() >= _BESIDE * look().scale else 2
        self.status.setMinimumHeight(lines * metrics.height() + look().XS)
        turn_columns(self, self._columns)


def turn_columns(view: QWidget, columns: QBoxLayout) -> None:
    """Stand the columns of a view side by side where there is room, else one below the other."""
    beside = view.width() >= _BESIDE * (0.5 + look().scale / 2)
    for place in range(columns.count()):
        columns.setStretch(place, 1 if beside else 0)  # one above the other each has the height it needs
    stand(columns, beside=beside)
    edges = 2 * look().readable_width + columns.spacing() if beside else look().readable_width
    columns.setContentsMargins(0, 0, max(0, view.width() - 2 * look().XXL - edges), 0)
