"""The sheet to fill in: a row for each line, lines that can be added, figures, and buttons."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QVBoxLayout, QWidget

from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import ngettext, number
from mjcompanion.practice.compare import AnswerComparison
from mjcompanion.practice.exercise import NO, YES, Exercise, ExerciseRow, RowKind
from mjcompanion.rules.row import gift_words

from ...accessibility import announce, chain
from ...shortcuts import set_tip
from ...theme import look, set_role
from ...widgets import Button, CardFrame, Choice, Flow, IconButton, Segmented, Separator, TextLabel
from ...widgets.fitting import Fits
from ...widgets.keys import ENTER
from ...widgets.layouts import across, down, empty, fill
from .fields import AMOUNT_WIDTH, DOUBLES_WIDTH, POINTS_WIDTH, FigureField, SheetRow
from .model import PracticeModel
from .words import difference_words

_POINTS_STEP: Final = 2
_DIGITS: Final = tuple("1234567890")
_BACK: Final = "back"


class OfferChoice(Choice):
    """The list of lines that can be added; Enter adds the one chosen.

    Signals:
        add_requested(): Enter was pressed.
    """

    add_requested = Signal()

    def forget(self) -> None:
        """Choose none."""
        self.blockSignals(True)
        self.setCurrentIndex(-1)
        self.blockSignals(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and not event.modifiers() and self.currentData():
            self.add_requested.emit()
            return
        super().keyPressEvent(event)


class SheetCard(Fits, CardFrame):
    """The sheet that a person fills in.

    Signals:
        pointed(object): the tiles of the row under the mouse, a frozenset.
    """

    pointed = Signal(object)

    def __init__(self, model: PracticeModel) -> None:
        super().__init__(model.tr("Your score sheet"))
        self._model = model
        self.heading.setWordWrap(True)
        self.lines: list[SheetRow] = []
        self.figures: list[SheetRow] = []
        self.win: Segmented | None = None
        self._field: FigureField | None = None
        self._made, self._found, self._hint = model.made, model.found, model.hint
        current = look()
        self.hint_button = Button(self.tr("Hint"), "quiet", "hint")
        set_tip(self.hint_button, self.tr("Highlight the tiles to look at next"), "practice.hint")
        self.keys_button = IconButton("keyboard", self.tr("Figures to click, instead of typing"))
        self.keys_button.setCheckable(True)
        self.keys_button.toggled.connect(lambda _: self._show_keys(self._field))
        fill(self.bar, self.hint_button, self.keys_button)
        self.verdict = TextLabel("", "status-quiet")
        self.hint = TextLabel("", "note")
        self._captions, self._adding = self._caption_line(), self._adding_line()
        self._make_buttons()
        self._rows, self._line, self._sums = down(spacing=0), Separator(), down(spacing=0)
        self.keys = Flow(spacing=current.XS, line_spacing=current.XS)
        self._keys: list[Button] = []
        fill(self.body, self.verdict, self.hint, self._captions, self._rows, self._adding, self._line, self._sums)
        fill(self.body, self.keys, None)
        model.changed.connect(self._on_changed)
        self.show_exercise()

    # --- building

    def _caption_line(self) -> QWidget:
        box = QWidget()
        line = across(box, spacing=look().S)
        line.addStretch(1)
        self._column_words = [TextLabel(self.tr("Points"), "caption"), TextLabel(self.tr("Doubles"), "caption")]
        for words in self._column_words:
            words.setWordWrap(False)
            words.setAlignment(Qt.AlignmentFlag.AlignRight)
            line.addWidget(words)
        return box

    def _adding_line(self) -> QWidget:
        box = QWidget()
        self.offer_choice = OfferChoice(self.tr("Another scoring line"), least=12)
        self.offer_choice.setPlaceholderText(self.tr("Another scoring line…"))
        self.offer_choice.currentIndexChanged.connect(self._enable_add)
        self.offer_choice.add_requested.connect(self._on_add)
        self.offer_choice.setMinimumWidth(120)
        self.add_button = Button(self.tr("Add"), "", "plus")
        self.add_button.clicked.connect(self._on_add)
        fill(across(box, spacing=look().S), (self.offer_choice, 1), self.add_button)
        return box

    def _make_buttons(self) -> None:
        """Make the actions of the page's header."""
        self.check_button = Button(self.tr("Check"), "primary")
        set_tip(self.check_button, self.tr("Compare your sheet with the right one"), "practice.check")
        self.show_button = Button(self.tr("Show the sheet"), "quiet")
        self.show_button.setCheckable(True)
        set_tip(self.show_button, self.tr("Show the right sheet beside yours"), "practice.show")
        self.next_button = Button(self.tr("Next hand"), "quiet")
        set_tip(self.next_button, self.tr("Another exercise at this level"), "practice.next")
        self.show_button.toggled.connect(lambda on: self._model.set_shown(shown=on))
        self.hint_button.clicked.connect(self._model.ask_hint)

    # --- an exercise

    def _on_changed(self) -> None:
        """Show what is different now."""
        model = self._model
        if model.made is not self._made:
            self.show_exercise()
            return
        if [line.key for line in model.lines] != [row.key for row in self.lines if not row.property("missing")]:
            self._on_lines_changed()
        if model.found is not self._found:
            self.show_found()
        if model.hint is not self._hint:
            self._show_hint()
        self._show_choices()

    def show_exercise(self) -> None:
        """Show all rows of the exercise."""
        self._made = self._model.made
        self._show_keys(None)
        self._show_lines()
        self._show_figures()
        self._chain()
        self.show_found()
        self._show_hint()
        self._show_choices()

    def _on_lines_changed(self) -> None:
        """Show the lines again, and focus the first field of an added one."""
        before = {row.key for row in self.lines}
        self._show_keys(None)
        self._show_lines()
        self._chain()
        fresh = next((row for row in self.lines if row.key not in before), None)
        if fresh is not None and fresh.fields:
            fresh.fields[0].setFocus(Qt.FocusReason.TabFocusReason)
        elif self._adding.isVisible():
            self.offer_choice.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_lines(self) -> None:
        """Show all lines with their figures."""
        model = self._model
        focus = self.focusWidget()
        if focus is not None and focus.hasFocus():
            focus.clearFocus()  # else it would walk through all rows as they go
        empty(self._rows)
        self.lines = []
        for line in model.lines:
            self._put_line(line)
        self._captions.setVisible(bool(self.lines))
        made = model.made
        self._column_words[0].setVisible(not made.by_table)
        self._column_words[1].setVisible(made.has_doubles)
        self._column_words[1].setText(self.tr("Faan") if made.by_table else self.tr("Doubles"))
        self._line.setVisible(bool(self.lines))
        self._adding.setVisible(bool(model.made.offers))
        self.offer_choice.set_choices([(offer.key, offer.label(model.terms)) for offer in model.offers])
        self.offer_choice.forget()
        self._enable_add()
        self.fit()

    def _chain(self) -> None:
        """Set the Tab order to the reading order; the rows are new with each exercise."""
        before: QWidget = self.keys_button
        for part in (*self.lines, self._adding, *self.figures):
            for one in part.findChildren(QWidget):
                if isinstance(one, QAbstractButton | QComboBox | QLineEdit):
                    chain(before, one)
                    before = one

    def _put_line(self, line: ExerciseRow) -> None:
        model = self._model
        label = line.label(model.terms)
        row = SheetRow(line.key, label, line.tiles, removable=line.key in model.added)
        if line.share:
            row.add(TextLabel(gift_words(0, 0, line.share), "quiet", wraps=False))
        else:
            self._add_line_fields(row, model.made)
        row.remove_requested.connect(lambda: model.remove(row.key))
        self._follow(row)
        _stand(row, self._rows, self.lines)

    def _add_line_fields(self, row: SheetRow, made: Exercise) -> None:
        model, key = self._model, row.key
        if not made.by_table:
            points = FigureField(
                self.tr("{line}: points").format(line=row.label), POINTS_WIDTH, _POINTS_STEP, highest=10**6
            )
            points.set_number(model.points.get(key))
            points.number_changed.connect(lambda value: model.fill_in(model.points, key, value))
            row.add(points)
        if made.has_doubles:
            name = self.tr("{line}: faan") if made.by_table else self.tr("{line}: doubles")
            twice = FigureField(name.format(line=row.label), DOUBLES_WIDTH, highest=99)
            twice.set_number(model.doubles.get(key))
            twice.number_changed.connect(lambda value: model.fill_in(model.doubles, key, value))
            row.add(twice)

    def _show_figures(self) -> None:
        model = self._model
        empty(self._sums)
        self.figures, self.win = [], None
        for figure in model.figures:
            key = figure.key
            row = SheetRow(key, figure.label(model.terms), strong=True)
            if key == "win":
                self.win = Segmented(row.label, [(YES, self.tr("Yes")), (NO, self.tr("No"))])
                self.win.set_value(model.choices.get(key) or None)
                self.win.chosen.connect(lambda value: self._model.choose("win", value))
                row.add(self.win)
            else:
                field = FigureField(row.label, AMOUNT_WIDTH, signed=key.startswith("net:"))
                chosen = model.choices.get(key, "")
                field.set_number(int(chosen) if chosen.isdecimal() else model.amounts.get(key))
                if figure.kind is RowKind.CHOICE:
                    field.number_changed.connect(
                        lambda value, key=key: model.choose(key, "" if value is None else str(value))
                    )
                else:
                    field.number_changed.connect(lambda value, key=key: model.fill_in(model.amounts, key, value))
                row.add(field)
            self._follow(row)
            _stand(row, self._sums, self.figures)
        self._enable_figures()

    def _on_pointed(self, tiles: frozenset[Tile]) -> None:
        """Point at the row with the keyboard focus if the mouse is over none."""
        if not tiles:
            focused = next((row for row in self.rows if any(field.hasFocus() for field in row.fields)), None)
            tiles = frozenset(() if focused is None else focused.tiles)
        self.pointed.emit(tiles)

    def _follow(self, row: SheetRow) -> None:
        row.pointed.connect(self._on_pointed)
        row.focused.connect(self._show_keys)
        row.finished.connect(self._go_on)

    def _show_choices(self) -> None:
        """Show the line that was chosen, and the figures only if the person says that the hand is Mah Jongg."""
        self._enable_figures()
        self.show_button.blockSignals(True)
        self.show_button.setChecked(self._model.shown)
        self.show_button.blockSignals(False)
        for row in self.figures:
            if row.key == "line" and row.fields:
                text = self._model.choices.get("line", "")
                row.fields[0].set_number(int(text) if text else None)

    def _enable_figures(self) -> None:
        told_no = self._model.choices.get("win") == NO
        by_key = {figure.key: figure for figure in self._model.figures}
        for row in self.figures:
            if by_key[row.key].if_yes:
                row.setEnabled(not told_no)

    @property
    def rows(self) -> tuple[SheetRow, ...]:
        return (*self.lines, *self.figures)

    @property
    def fields(self) -> tuple[FigureField, ...]:
        """All fields, in the order of the Enter key."""
        return tuple(field for row in self.rows for field in row.fields if field.isEnabledTo(self))

    def row(self, key: str) -> SheetRow:
        return next(row for row in self.rows if row.key == key)

    # --- filling in

    def _go_on(self, field: FigureField) -> None:
        """Focus the next field; after the last one, the button."""
        fields = self.fields
        after = fields[fields.index(field) + 1 :] if field in fields else ()
        target: QWidget = after[0] if after else self.check_button
        target.setFocus(Qt.FocusReason.TabFocusReason)

    def _on_add(self) -> None:
        key = self.offer_choice.currentData()
        if key:
            self._model.add(str(key))

    def _enable_add(self) -> None:
        self.add_button.setEnabled(bool(self.offer_choice.currentData()))

    def _show_keys(self, field: FigureField | None) -> None:
        """Show buttons for typing by mouse: the usual values of a line, or the ten digits."""
        self._field = field
        row = next((one for one in self.rows if field in one.fields), None)
        if field is None or row is None or not self.keys_button.isChecked():
            self._offer_keys([])
        elif row in self.lines:
            points = field is row.fields[0] and not self._model.made.by_table
            values = self._usual_points() if points else (0, 1, 2, 3)
            self._offer_keys([(number(value), str(value)) for value in values])
        else:
            sign = [("−", "-")] if row.key.startswith("net:") else []
            self._offer_keys([*[(digit, digit) for digit in _DIGITS], *sign, ("⌫", _BACK)])

    def _usual_points(self) -> tuple[int, ...]:
        """Return the points that lines of these rules give."""
        made = self._model.made
        return tuple(sorted({0} | {row.points_with(made.options) for row in made.rules_in_force}))

    def _offer_keys(self, keys: list[tuple[str, str]]) -> None:
        for at, (words, value) in enumerate(keys):
            if at == len(self._keys):
                button = Button("", "")
                button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard has these keys itself
                button.clicked.connect(self._on_key)
                self._keys.append(button)
                self.keys.add(button)
            button = self._keys[at]
            button.setText(words)
            button.setAccessibleName(self.tr("Delete the last digit") if value == _BACK else words)
            button.setProperty("value", value)
            button.show()
        for button in self._keys[len(keys) :]:
            button.hide()
        self.keys.setVisible(bool(keys))
        self.keys.arrange()

    def _on_key(self) -> None:
        button, field = self.sender(), self._field
        if field is None or button is None:
            return
        value = str(button.property("value"))
        row = next((one for one in self.rows if field in one.fields), None)
        if row in self.lines:
            field.enter(int(value))
            self._go_on(field)
            return
        text = field.text()
        if value == _BACK:
            text = text[:-1]
        elif value == "-":
            text = text[1:] if text.startswith("-") else f"-{text}"
        else:
            text = value if field.hasSelectedText() else text + value
        field.setText(text)
        field.textEdited.emit(text)

    # --- what was found

    def show_found(self) -> None:
        """Mark each row, and say how many differ."""
        found = self._found = self._model.found
        for row in self.rows:
            one = None if found is None else found.of(row.key)
            row.show_difference(one, "" if one is None else difference_words(one))
        self._show_missing(found)
        summary = "" if found is None else self._summary(found)
        set_role(self.verdict, "status-good" if found is not None and found.is_right else "status-quiet")
        self.verdict.say(summary)
        if summary:
            announce(self.verdict, summary)
        self.fit()

    def _show_missing(self, found: AnswerComparison | None) -> None:
        """Show the missing lines below the others."""
        for row in [one for one in self.lines if one.property("missing")]:
            self.lines.remove(row)
            self._rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        if found is None:
            return
        known = {row.key for row in self.rows}
        for one in found.wrong:
            if one.key not in known:
                row = SheetRow(one.key, one.row.label(self._model.terms), one.row.tiles)
                row.setProperty("missing", True)
                row.show_difference(one, difference_words(one))
                row.pointed.connect(self._on_pointed)
                _stand(row, self._rows, self.lines)

    def _summary(self, found: AnswerComparison) -> str:
        if found.is_right:
            return self.tr("Everything is right.")
        wrong = len(found.wrong)
        text = ngettext("{n} row differs.", "{n} rows differ.", wrong)
        return text.format(n=number(wrong))

    def _show_hint(self) -> None:
        found = self._hint = self._model.hint
        self.hint.say("" if found is None else found.sentence)
        if found is not None:
            announce(self.hint, found.sentence)
        for row in self.lines:
            row.light(frozenset(row.tiles if found is not None and row.key == found.key else ()))
        self._on_pointed(frozenset() if found is None else found.tiles)

    def focus_first(self) -> None:
        """Focus the first field, or the first one that is wrong."""
        found = self._model.found
        if found is not None:
            for one in found.wrong:
                row = next((row for row in self.rows if row.key == one.key), None)
                if row is not None and row.fields:
                    row.fields[0].setFocus(Qt.FocusReason.TabFocusReason)
                    return
            self.next_button.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        if self.win is not None:
            self.win.segments[0].setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.fields:
            self.fields[0].setFocus(Qt.FocusReason.OtherFocusReason)

    # --- looks

    def show_terms(self) -> None:
        """Show all rows with other words for the tiles; the focus stays where it is."""
        focus = QApplication.focusWidget() or self
        row = next((one for one in self.rows if one.isAncestorOf(focus)), None)
        place = row.findChildren(QWidget).index(focus) if row is not None else 0
        self.show_exercise()
        if row is not None:
            self.row(row.key).findChildren(QWidget)[place].setFocus(Qt.FocusReason.OtherFocusReason)

    def fit(self) -> None:
        """Fit rows and captions to the text size, and show small tiles in all lines or in none."""
        for words, width in zip(self._column_words, (POINTS_WIDTH, DOUBLES_WIDTH), strict=True):
            words.setFixedWidth(max(round(width * look().scale), words.sizeHint().width()))
        for row in self.rows:
            row.fit()
        room = self.width() - 2 * look().L
        shown = all(row.has_room_for_pictures(room) for row in self.lines if row.tiles)
        for row in self.lines:
            row.pictures.setVisible(shown and bool(row.tiles))


def _stand(row: SheetRow, column: QVBoxLayout, rows: list[SheetRow]) -> None:
    """Add a row at the end of its column."""
    column.addWidget(row)
    rows.append(row)
    row.setVisible(True)
