"""Below the card: the line under the cursor in tiles, and, on one's own card, the fields to write it."""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from mjcompanion.american.card import HIGHEST_VALUE, LONGEST_NOTE, LONGEST_SECTION, clean, value_fault
from mjcompanion.american.writing import read_lines
from mjcompanion.core.errors import RuleError
from mjcompanion.i18n.translation import _, number
from mjcompanion.parsing.pattern import HIGHEST_SHIFT, LONGEST_PATTERN, Build, read_pattern
from mjcompanion.storage.settings import Settings

from ...accessibility import announce
from ...rich_text import set_tooltip
from ...shortcuts import native
from ...theme import TILE_WIDTHS, look, set_role
from ...whatsthis import explain
from ...widgets import CardFrame, CheckBox, Choice, Elided, IconButton, NumberField, TextField, TextLabel
from ...widgets.card_line import CardLine, line_tiles
from ...widgets.fields import in_a_line
from ...widgets.keys import ENTER
from ...widgets.layouts import LEFT, across, down, fill, stand
from ...widgets.tiles import TileRow, TileStyle
from ...widgets.whole_text import take_whole
from .model import CardLineRow, CardsModel, Value, line_fields
from .words import builds_words, fault_words, jokers_words

RESTS_MS: Final = 700
"""Once typing rests for so long, what was typed is saved."""
_MOST: Final = 4
"""The most sentences about what is wrong with a line."""
_NARROW: Final = 600
"""Below this width, at 100 % text, fields stand one below the other."""


class LineInTiles(QWidget):
    """A way to make a line, in tiles, and the others one after another."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._builds: tuple[Build, ...] = ()
        self._at = 0
        self._terms = settings.terms
        current = look()
        self.tiles = TileRow(
            self.tr("This line in tiles"),
            liftable=False,
            draggable=False,
            placeholder=self.tr("The line appears here in tiles as soon as it has fourteen."),
            on_felt=False,
        )
        self.before = IconButton("chevron-left", self.tr("The build before"))
        _tell_keys(self.before, self.tr("The build before ({keys})"), "Alt+Left")
        self.after = IconButton("chevron-right", self.tr("The next build"))
        _tell_keys(self.after, self.tr("The next build ({keys})"), "Alt+Right")
        self.count = TextLabel("", "strong", wraps=False)
        self.jokers = TextLabel("", "quiet")
        self.jokers.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._steps = QWidget()
        fill(across(self._steps, spacing=current.S), self.before, self.count, self.after)
        self.bar = fill(across(spacing=current.S), (self._steps, LEFT), (self.jokers, 1))
        """The line of the words about the tiles; buttons can be put at its end."""
        fill(down(self, spacing=current.XS), self.tiles, self.bar)
        self.before.clicked.connect(lambda: self.step(-1))
        self.after.clicked.connect(lambda: self.step(1))
        self.show_settings(settings)

    @property
    def build(self) -> Build | None:
        return self._builds[self._at] if self._builds else None

    def show_settings(self, settings: Settings) -> None:
        """Show the tiles in the person's way, but small: there are fourteen of them."""
        style = TileStyle.of(settings)
        self._terms = style.terms
        self.tiles.set_style(msgspec.structs.replace(style, width=min(style.width, TILE_WIDTHS["small"])))

    def show_builds(self, builds: tuple[Build, ...]) -> None:
        """Show the first way to make a line; the same ones again stay where they are."""
        if builds != self._builds:
            self._builds, self._at = builds, 0
            self._show()

    def step(self, by: int) -> None:
        """Go to the build before or after; behind the last comes the first."""
        if self._builds:
            self._at = (self._at + by) % len(self._builds)
            self._show()

    def _show(self) -> None:
        build = self.build
        several = len(self._builds) > 1
        words = self.tr("Build {number} of {count}").format(
            number=number(self._at + 1), count=number(len(self._builds))
        )
        self.count.setText(words if several else builds_words(1) if build is not None else "")
        for button in (self.before, self.after):
            button.setEnabled(several)
            button.setVisible(build is not None)
        self.count.setVisible(build is not None)
        self.tiles.show_tiles(line_tiles(build) if build is not None else ())
        self.jokers.setText(jokers_words(build, self._terms) if build is not None else "")
        alone, which = self.tr("This line in tiles"), self.tr("This line in tiles: {build}").format(build=words)
        self.tiles.setAccessibleName(which if several else alone)


class LineStrip(CardFrame):
    """The line under the cursor.

    Signals:
        went_on(int): Enter: what was typed is kept, and the line with this number, or a new one, comes next.
        left(): Escape: the keyboard goes back to the card.
    """

    went_on = Signal(int)
    left = Signal()

    def __init__(self, model: CardsModel, settings: Settings) -> None:
        super().__init__("")
        self._model = model
        self._row: CardLineRow | None = None
        self._key = ""
        self._number = 0
        self._after = 0
        self.is_new = False
        """Whether a line is written that isn't on the card yet."""
        self._visit = 0
        self._touched: set[str] = set()
        self._filling = False
        self._pointed: CardLineRow | None = None
        self._count = 0
        self._timer = QTimer(self, singleShot=True, interval=RESTS_MS)
        self._timer.timeout.connect(self.flush)
        self._timer.timeout.connect(self._tell)
        self._spoken = ""
        self._faults = ""
        self._build(settings)
        self._connect()

    def _build(self, settings: Settings) -> None:
        current = look()
        self.body.setSpacing(current.XS)
        self.read = QWidget()
        self.letters = CardLine()
        self.worth = Elided("", 2)
        set_role(self.worth, "caption")
        fill(down(self.read, spacing=current.XS), self.letters, self.worth)
        self.pattern = TextField(self.tr("Pattern"), "FFFF 2222a 4444b 66c")
        take_whole(self.pattern, LONGEST_PATTERN, self._take_lines)
        self.value = NumberField(self.tr("Value"), HIGHEST_VALUE)
        self.value.setMaxLength(len(str(HIGHEST_VALUE)))
        self.concealed = CheckBox(_("Concealed"))
        set_tooltip(self.concealed, self.tr("C: no tile may be claimed but the last. Without it the line is X."))
        self.section = TextField(self.tr("Section"))
        self.section.setMaxLength(LONGEST_SECTION)
        self.shift = Choice(self.tr("Shift"))
        self.shift.set_choices([(str(step), str(step)) for step in range(HIGHEST_SHIFT + 1)])
        set_tooltip(self.shift, self.tr("How far the numbers of the line may move together (0: not at all)."))
        self.pairs = CheckBox(_("Singles and pairs"))
        self.note = TextField(self.tr("Note"))
        self.note.setMaxLength(LONGEST_NOTE)
        for control, key in (
            (self.pattern, "pattern"),
            (self.shift, "shift"),
            (self.concealed, "concealed"),
            (self.pairs, "singles-and-pairs"),
        ):
            explain(control, key)
        worth = in_a_line((self.tr("Value"), self.value, 0), ("", self.concealed, 0))
        self.first = in_a_line((self.tr("Pattern"), self.pattern, 1), ("", worth, 0))
        place = in_a_line((self.tr("Section"), self.section, 1), (self.tr("Shift"), self.shift, 0))
        rest = in_a_line(("", self.pairs, 0), (self.tr("Note"), self.note, 1))
        self.second = in_a_line(("", place, 1), ("", rest, 1))
        self.sentences = TextLabel("", "wrong")
        self.in_tiles = LineInTiles(settings)
        self.up = IconButton("chevron-up", self.tr("Move this line up"))
        _tell_keys(self.up, self.tr("Move this line up ({keys})"), "Alt+Up")
        self.down = IconButton("chevron-down", self.tr("Move this line down"))
        _tell_keys(self.down, self.tr("Move this line down ({keys})"), "Alt+Down")
        self.insert = IconButton("plus", self.tr("New line below this one"))
        _tell_keys(self.insert, self.tr("New line below this one ({keys})"), "Ctrl+Return")
        self.remove = IconButton("trash", self.tr("Remove this line"))
        self.where = TextLabel("", "caption", wraps=False)
        self._ends = QWidget()
        fill(across(self._ends, spacing=0), self.where, self.up, self.down, self.insert, self.remove)
        self.in_tiles.bar.addStretch()
        self.in_tiles.bar.addWidget(self._ends)
        fill(self.body, self.read, self.first, self.second, self.sentences, self.in_tiles)

    def _connect(self) -> None:
        for name, field in (("pattern", self.pattern), ("section", self.section), ("note", self.note)):
            field.textEdited.connect(lambda _unused, name=name: self._on_edited(name))
        self.value.number_changed.connect(lambda _unused: self._on_edited("value"))
        self.concealed.toggled.connect(lambda _unused: self._on_edited("concealed"))
        self.pairs.toggled.connect(lambda _unused: self._on_edited("singles_and_pairs"))
        self.shift.currentIndexChanged.connect(lambda _unused: self._on_edited("shift"))
        self.up.clicked.connect(lambda: self.put(-1))
        self.down.clicked.connect(lambda: self.put(1))
        self.insert.clicked.connect(self.new_below)
        self.remove.clicked.connect(self.take_away)
        for part in self.fields:
            part.installEventFilter(self)

    @property
    def fields(self) -> tuple[QWidget, ...]:
        """What can be typed into or set, in the order of Tab."""
        return (self.pattern, self.value, self.concealed, self.section, self.shift, self.pairs, self.note)

    @property
    def number(self) -> int:
        """The line that is shown, or 0 for a new one and for none."""
        return 0 if self.is_new else self._number

    @property
    def has_keyboard(self) -> bool:
        return any(field.hasFocus() for field in self.fields)

    # what it shows

    def show_line(self, row: CardLineRow | None, count: int) -> None:
        """Show a line of the chosen card; None for none of them."""
        self.is_new = False
        self._key, self._count, self._row = self._model.chosen, count, row
        self._number = row.number if row is not None else 0
        self._begin(row)

    def begin_line(self, after: CardLineRow | None, count: int) -> None:
        """Begin a new line after another, or as the first."""
        self.is_new = True
        self._key, self._count, self._row = self._model.chosen, count, None
        self._after = self._number = after.number if after is not None else 0
        self._begin(CardLineRow(0, line_fields(after), line=None))

    def _begin(self, row: CardLineRow | None) -> None:
        self._timer.stop()
        self._touched.clear()
        self._visit += 1
        self._fill(row)

    def refresh(self, row: CardLineRow | None, count: int) -> None:
        """The card was changed: show the line as it is now, but leave what is being typed."""
        self._count = count
        if self.is_new or self._timer.isActive() or self._key != self._model.chosen:
            self._show_where()
            return
        self._row = row
        self._fill(row)

    def point(self, row: CardLineRow | None) -> None:
        """Show in tiles the line that the mouse is over, as long as nothing is typed here."""
        row = None if self.has_keyboard else row
        if row is not self._pointed:
            self._pointed = row
            self._check()

    def _fill(self, row: CardLineRow | None) -> None:
        shown = row or CardLineRow(0, {}, line=None)
        self._filling = True
        for name, field in (("pattern", self.pattern), ("section", self.section), ("note", self.note)):
            text = shown.text(name)
            if clean(field.text()) != text:
                field.setText(text)
                field.setCursorPosition(0)
        value = shown.fields.get("value")
        if isinstance(value, int) and not isinstance(value, bool):
            self.value.set_number(value)
        elif not (self.value.hasFocus() and self.value.is_wrong):
            self.value.set_number(None)
            self.value.setText(shown.text("value"))
        self.concealed.setChecked(shown.fields.get("concealed") is True)
        self.pairs.setChecked(shown.fields.get("singles_and_pairs") is True)
        self.shift.choose(str(shown.fields.get("shift", 0)))
        self._filling = False
        self._check()

    def _check(self) -> None:
        """Say what is wrong with what is here, and show it in tiles."""
        can_write = self._model.can_write
        shown = self._pointed or self._row
        sheet = self._model.sheet
        is_typed = can_write and self._pointed is None and (self.is_new or self._row is not None)
        self.first.setVisible(can_write)
        self.second.setVisible(can_write)
        self._ends.setVisible(can_write)
        self.read.setVisible(not can_write)
        problems: list[str] = []
        warnings: list[str] = []
        if is_typed:
            problems, warnings = self._check_typed(jokers_anywhere=sheet is not None and sheet.card.jokers_anywhere)
        elif shown is not None:
            self.in_tiles.show_builds(shown.line.builds if shown.line is not None else ())
            problems, warnings = _said_of(shown)
        if shown is not None and not can_write:
            self._show_read(shown)
        said = [*problems, *warnings][:_MOST]
        self._faults = "\n".join(said)
        set_role(self.sentences, "wrong" if problems else "warn" if warnings else "quiet")
        self.in_tiles.jokers.setVisible(not can_write)
        self.sentences.setText("\n".join(said) or (self._hint() if can_write else ""))
        self.sentences.setVisible(bool(said) or can_write)
        self._show_where()
        self.updateGeometry()

    def _hint(self) -> str:
        """What is said where nothing is wrong: where jokers may stand, or what a pattern is made of."""
        if self.in_tiles.build is not None:
            return self.in_tiles.jokers.text()
        return self.tr("1–9 and D with a suit: a, b, c. F, 0, N E W S, R G. n: any number, w: any wind.")

    def _check_typed(self, *, jokers_anywhere: bool) -> tuple[list[str], list[str]]:
        """Show the pattern in the field in tiles; gives what is wrong with the line, and warnings."""
        row, text, typed = self._row, self.pattern.text(), self._fields_typed()
        problems: list[str] = []
        builds: tuple[Build, ...] = ()
        try:
            shift = int(self.shift.currentData() or 0)
            builds = read_pattern(text, shift, jokers_anywhere=jokers_anywhere).builds
        except RuleError as error:
            problems = [problem.sentence() for problem in error.problems]
        self.in_tiles.show_builds(builds)
        if row is not None and not self._touched:
            return _said_of(row)
        if not text.strip():
            problems = []
        fault = value_fault(typed.get("value"))
        if fault is not None and (text.strip() or "value" in typed):
            problems.append(fault_words(fault))
        return problems, []

    def _show_read(self, row: CardLineRow) -> None:
        """The line in words, on a card that can't be changed."""
        self.letters.show_pattern(row.text("pattern"))
        parts = [row.text("section"), f"{row.kind} {row.text('value')}", row.text("note")]
        shift = row.fields.get("shift")
        if shift:
            parts.insert(2, self.tr("numbers move by {shift}").format(shift=row.text("shift")))
        if row.fields.get("singles_and_pairs") is True:
            parts.append(self.tr("counts among Singles and Pairs"))
        self.worth.setText(" · ".join(part for part in parts if part))

    def _show_where(self) -> None:
        if self._pointed is None and self.is_new:
            words = self.tr("New line {number}").format(number=number(self._after + 1))
        else:
            shown = self._number if self._pointed is None else self._pointed.number
            words = self.tr("Line {number} of {count}").format(number=number(shown), count=number(self._count))
        if words != self.where.text() and self.has_keyboard:
            announce(self.where, f"{words}\n{self._faults}".strip())
            self._spoken = self._faults
        self.where.setText(words)
        self.up.setEnabled(not self.is_new and self._number > 1)
        self.down.setEnabled(not self.is_new and self._number < self._count)
        self.insert.setEnabled(not self.is_new)
        self.remove.setEnabled(not self.is_new and self._number > 0)

    def _tell(self) -> None:
        """Say to those who don't see it what is wrong with what was typed, or how it is read."""
        if self.sentences.text() != self._spoken and self.has_keyboard:
            self._spoken = self.sentences.text()
            announce(self.sentences, self._spoken)

    # what people do

    def _take_lines(self, text: str) -> None:
        """A text of several lines was pasted or dropped: each is a line of the card.

        The first takes the place of this one where its pattern is empty or selected.
        """
        replaces = self.pattern.selectedText().strip() == self.pattern.text().strip()
        if replaces:
            self._timer.stop()
            self._touched.clear()
        else:
            self.flush()
        usual = {key: value for key, value in self._fields_typed().items() if key == "section"}
        usual |= {"value": self.value.number} if self.value.number is not None else {}
        if self.is_new:
            self.is_new, self._number = False, self._after + 1
            self._model.paste_lines(read_lines(text), self._after, usual, replaces=False)
        else:
            self._model.paste_lines(read_lines(text), self._number, usual, replaces=replaces)

    def _on_edited(self, field: str) -> None:
        if self._filling or not self._model.can_write:
            return
        self._touched.add(field)
        if self.is_new and field == "section" and "shift" not in self._touched:
            self._filling = True
            self.shift.choose("0")  # it was that of the section before
            self._filling = False
        self._pointed = None
        self._timer.start()
        self._check()

    def _fields_typed(self) -> dict[str, Value]:
        """What is in the fields, what is as usual left out; a value that is no number as it was typed."""
        found: dict[str, Value] = {}
        texts = {"section": self.section.text(), "pattern": self.pattern.text(), "note": self.note.text()}
        for field, text in texts.items():
            if clean(text) or field == "pattern":
                found[field] = clean(text)
        shift = int(self.shift.currentData() or 0)
        if shift:
            found["shift"] = shift
        value = clean(self.value.text()) if self.value.is_wrong else self.value.number
        if value is not None:
            found["value"] = value
        for field, box in (("concealed", self.concealed), ("singles_and_pairs", self.pairs)):
            if box.isChecked():
                found[field] = True
        return found

    def flush(self) -> None:
        self._timer.stop()
        touched, self._touched = self._touched, set()
        if not touched:
            return
        joins = f"{self._visit}:{','.join(sorted(touched))}"
        fields = self._fields_typed()
        if self.is_new:
            self.is_new, self._number = False, self._after + 1  # who is told of the line looks here
            joins = f"{self._visit}:pattern"
            if not (fields["pattern"] and self._model.add_line(fields, self._after, self._key, joins=joins)):
                self.is_new, self._number, self._touched = True, self._after, touched
        elif self._number:
            self._model.change_line(self._number, {name: fields.get(name) for name in touched}, self._key, joins=joins)

    def go_on(self) -> None:
        """Keep what was typed and go to the next line, or to a new one behind the last."""
        if self.is_new and not self.pattern.text().strip():
            self.pattern.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.flush()
        self.went_on.emit(self._number + 1)

    def new_below(self) -> None:
        self.flush()
        self.went_on.emit(-self._number)

    def take_away(self) -> None:
        self._timer.stop()
        self._touched.clear()
        if not self.is_new and self._number:
            self._model.remove_line(self._number)

    def put(self, by: int) -> None:
        """Put this line one place up (-1) or down (1)."""
        self.flush()
        if not self.is_new and self._number:
            self._model.move_line(self._number, self._number + by)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter goes on, Escape goes back, Alt with an arrow moves the line or shows another build."""
        if event.type() is QEvent.Type.FocusOut and watched in self.fields:
            QTimer.singleShot(0, self, self._on_focus_gone)
        if event.type() is QEvent.Type.FocusIn and watched in self.fields and self._pointed is not None:
            self._pointed = None
            self._check()
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        key, modifiers = event.key(), event.modifiers()
        if key in ENTER and not modifiers & Qt.KeyboardModifier.AltModifier:
            self.go_on()
            return True
        if key == Qt.Key.Key_Escape:
            self.left.emit()
            return True
        deeds = {Qt.Key.Key_Up: (self.put, -1), Qt.Key.Key_Down: (self.put, 1)}
        deeds |= {Qt.Key.Key_Left: (self.in_tiles.step, -1), Qt.Key.Key_Right: (self.in_tiles.step, 1)}
        if modifiers & Qt.KeyboardModifier.AltModifier and key in deeds:
            do, by = deeds[Qt.Key(key)]
            do(by)
            return True
        return False

    def _on_focus_gone(self) -> None:
        if not self.has_keyboard:
            self.flush()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fields stand one below the other where they have no room side by side."""
        super().resizeEvent(event)
        for line in (self.first.layout(), self.second.layout(), self.in_tiles.bar):
            if isinstance(line, QBoxLayout):
                stand(line, beside=event.size().width() >= _NARROW * look().scale)


def _said_of(row: CardLineRow) -> tuple[list[str], list[str]]:
    """What is wrong with a line, and its warnings."""
    return [fault_words(one) for one in row.faults[:_MOST]], [fault_words(one) for one in row.warnings[:_MOST]]


def _tell_keys(button: IconButton, words: str, keys: str) -> None:
    set_tooltip(button, words.format(keys=native(QKeySequence(keys))))
