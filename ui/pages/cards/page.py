"""The Cards page: the cards at the left, the chosen one at the right, and the line under the cursor."""

from __future__ import annotations

import itertools

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from mjcompanion.american.card_library import CardLibrary, file_name

from ...context import PageContext
from ...shortcuts import bind
from ...theme import ANY_WIDTH, look
from ...widgets import Button, EmptyState
from ...widgets.layouts import down, fill, stand
from ...widgets.rows import ListRow as Listed
from ...widgets.shelf import ShelfPage
from .head import CardHead, caption_of, summary_words
from .model import CardLineRow, CardsModel, OpenCard, card_of
from .sheet import CardSheetView
from .strip import LineStrip
from .words import page_words

_STRIP, _SHEET = 360, 760
"""At 100 % text: the width of the line in tiles next to the card, and the least that the card has then."""

_LONG_NAME = 22
"""The name of a card, in letters, that is whole in the list next to the title."""


class CardsPage(ShelfPage[CardsModel]):
    """The page; everything it knows is in its model.

    Signals:
        print_wanted(Card): the card is to be printed.
    """

    print_wanted = Signal(object)
    least_detail = 520

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(context, CardsModel(CardLibrary(context.folders.cards_folder)), page_words(), parent)
        self.choice.setMinimumContentsLength(_LONG_NAME)
        self.header.controls.addWidget(self.choice)
        self.fit()

    # building

    @property
    def is_narrow(self) -> bool:
        """Whether the list opens: also where it leaves no room for the whole card and a line side by side."""
        return super().is_narrow or self.content_width >= (_STRIP + _SHEET) * look().scale + look().M

    @property
    def primary_buttons(self) -> tuple[Button, ...]:
        return self.standing.make, self.own.new_line

    def share_actions(self) -> list[QAction]:
        return [self.print_action, self.export_action]

    def more_actions(self) -> list[QAction]:
        opened = self.model.opened
        year = card_of(opened).year if opened is not None else 0
        word = self.tr("Duplicate for {year}").format(year=year + 1) if year else self.tr("Duplicate for the next year")
        self.next_year_action.setText(word)
        duplicates = [self.next_year_action, self.duplicate_action] if self.model.can_write else []
        return [self.new_action, self.import_action, *duplicates, self.folder_action, self.delete_action]

    @property
    def name_field(self) -> QLineEdit:
        return self.own.name

    def fill(self, column: QVBoxLayout) -> None:
        column.setSpacing(look().M)
        self._number = 0
        self.new_action = self.make_action(self.tr("New card"), self.new_card)
        self.print_action = self.make_action(self.tr("Print…"), self.print_card)
        self.duplicate_action = self.make_action(self.tr("Duplicate"), self.make_own)
        self.next_year_action = self.make_action("", self.duplicate)
        self.own = CardHead(self.model)
        self.sheet = CardSheetView()
        self.sheet.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.empty = EmptyState(
            self.tr("No line yet"),
            self.tr(
                "A line is a pattern such as FFFF 2222a 4444b 66c, and its value. Type the first one, then press Enter."
            ),
            self.tr("Type the first line"),
            self.new_line,
        )
        self.strip = LineStrip(self.model, self._context.settings.value)
        self._rest = QWidget()  # takes the room that nothing else wants
        self._lines = down(spacing=look().M)
        fill(self._lines, (self.sheet, 1), (self.empty, 1), self.strip, (self._rest, 1))
        fill(column, self.standing, self.own, self.unsaved, self.faults, (self._lines, 1))

    def connect_parts(self) -> None:
        self.model.line_wanted.connect(self._on_line_wanted)
        self.model.renamed.connect(self._context.shelves.card_renamed)
        self.own.new_line.clicked.connect(self.new_line)
        self.own.next_fault.clicked.connect(self.next_fault)
        self.sheet.line_chosen.connect(self._on_line)
        self.sheet.line_pointed.connect(lambda number: self.strip.point(self._row(number)))
        self.sheet.edit_wanted.connect(self._edit)
        self.sheet.key_wanted.connect(self._on_key)
        self.sheet.reached.connect(self._on_reached)
        self.strip.went_on.connect(self._go_on)
        self.strip.left.connect(lambda: self.sheet.setFocus(Qt.FocusReason.OtherFocusReason))
        settings = self._context.settings
        settings.changed.connect(lambda _: self.strip.in_tiles.show_settings(settings.value))
        bind(self, "cards.next-fault", self.next_fault)
        bind(self, "cards.new-line", self.insert_line, can=lambda: self.model.can_write)
        bind(self, "go-on", self.go_on, everywhere=True)
        for one, other in itertools.pairwise(self._tab_order()):
            QWidget.setTabOrder(one, other)

    def _tab_order(self) -> list[QWidget]:
        """What Tab reaches, in the order in which it is read."""
        own, strip = self.own, self.strip
        found: list[QWidget] = [self.choice, self.list, own.name, own.year]
        found += [own.note, own.anywhere, own.next_fault, self.unsaved.retry]
        found += [self.faults.open_folder, self.faults.delete, self.sheet]
        found += [self.empty.action] if self.empty.action is not None else []
        found += [*strip.fields, strip.in_tiles.before, strip.in_tiles.after]
        return [*found, strip.up, strip.down, strip.insert, strip.remove]

    # showing

    def _row(self, number: int) -> CardLineRow | None:
        sheet = self.model.sheet
        return sheet.rows[number - 1] if sheet is not None and 0 < number <= len(sheet.rows) else None

    @property
    def _count(self) -> int:
        sheet = self.model.sheet
        return len(sheet.rows) if sheet is not None else 0

    def show_chosen(self, *, other: bool) -> None:
        model = self.model
        opened = model.opened
        self.own.refresh()
        self.own.updateGeometry()
        readable = opened is not None and opened.is_readable and model.refused is None
        count = self._count
        is_empty = model.can_write and model.sheet is not None and not count
        self.sheet.show_sheet(model.sheet if readable else None)
        if other:
            self.strip.flush()  # what was typed belongs to the card before
            self.sheet.verticalScrollBar().setValue(0)
            self._number = 0
        if not other and self.strip.number:
            self._number = self.strip.number  # a new line has become one of the card's
        if not self.strip.is_new:
            self._number = min(max(self._number, 1), count)
        if not other and (self.strip.is_new or self.strip.number == self._number):
            self.strip.refresh(self._row(self._number), count)
        else:
            self.strip.show_line(self._row(self._number), count)
        writing_first = is_empty and self.strip.is_new
        self.sheet.setVisible(readable and not is_empty)
        self.empty.setVisible(is_empty and not writing_first)
        self._show_strip()
        self._rest.setVisible(not readable or writing_first)
        self.sheet.show_current(0 if self.strip.is_new else self._number)

    def standing_rows(self) -> list[Listed]:
        return [Listed(opened.key, self.model.name(opened), caption_of(opened)) for opened in self.model.standing]

    def standing_words(self) -> tuple[str, str]:
        opened = self.model.opened
        return (self.model.name(opened), summary_words(self.model.sheet, self)) if opened is not None else ("", "")

    def caption(self, opened: OpenCard) -> str:
        return caption_of(opened)

    def has_faults(self, opened: OpenCard) -> bool:
        return bool(card_of(opened).faults)

    def spread(self, room: int, *, narrow: bool) -> int:
        """Use a wide window: the line in tiles is next to the card."""
        current = look()
        strip = round(_STRIP * current.scale)
        beside = room >= strip + current.M + _SHEET * current.scale
        stand(self._lines, beside=beside)
        self._lines.setAlignment(self.strip, Qt.AlignmentFlag.AlignTop if beside else Qt.AlignmentFlag(0))
        self.strip.setMinimumWidth(strip if beside else 0)
        self.strip.setMaximumWidth(strip if beside else ANY_WIDTH)
        return super().spread(room, narrow=narrow) + (strip + current.M if beside else 0)

    # what people do with lines

    def _on_line(self, number: int) -> None:
        """The cursor of the card went to a line, which has another number once a new one above it is saved."""
        before = self._count
        self.strip.flush()
        self._go_to(number + self._count - before if number >= self.strip.number else number)

    def _on_reached(self) -> None:
        """A new line becomes one of the card, or gives way to that before it."""
        self.strip.flush()
        if self.strip.is_new and self._count:
            self._go_to(max(1, self._number))

    def _go_to(self, number: int) -> None:
        self._number = number
        self.strip.show_line(self._row(number), self._count)
        self.sheet.show_current(number)
        self._show_strip()

    def _show_strip(self) -> None:
        """The strip is there where there is a line to show."""
        opened = self.model.opened
        readable = opened is not None and opened.is_readable and self.model.refused is None
        self.strip.setVisible(readable and (self.strip.is_new or self.strip.number > 0))

    def _on_line_wanted(self, number: int) -> None:
        if not self.strip.is_new and number <= self._count:
            self._go_to(number)

    def _edit(self) -> None:
        if self.model.can_write:
            self._to_pattern()

    def _to_pattern(self) -> None:
        self._show_strip()
        self.strip.pattern.setFocus(Qt.FocusReason.OtherFocusReason)
        self.strip.pattern.end(False)
        QTimer.singleShot(0, self.strip, self._to_strip)  # once it is laid out

    def _to_strip(self) -> None:
        """Show as much of the line as there is room for, and at any rate what is typed into."""
        self.detail.ensureWidgetVisible(self.strip)
        self.detail.ensureWidgetVisible(self.strip.pattern, 0, self.strip.pattern.height())

    def _on_key(self, key: str) -> None:
        if not self.model.can_write:
            return
        if key == "remove":
            self.strip.take_away()
        else:
            self.strip.put(-1 if key == "up" else 1)

    def _go_on(self, number: int) -> None:
        """What was typed is kept: the line with this number comes next, or a new one; below 0, a new one after it."""
        if 0 < number <= self._count:
            self._go_to(number)
            self._to_pattern()
        else:
            self._begin_after(-number if number <= 0 else number - 1)

    def go_on(self) -> None:
        """The main thing: a new line below the one that is shown, or a card of one's own to write in."""
        if not self.model.can_write:
            self.standing.make.click()
        elif self.strip.isVisible():
            self.strip.new_below()
        else:
            self.new_line()

    def new_line(self) -> None:
        """Begin a line at the end of the card."""
        self.strip.flush()
        if self.model.can_write:
            self._begin_after(self._count)

    def insert_line(self) -> None:
        """Begin a line below the current one."""
        self.strip.flush()
        if self.model.can_write:
            self._begin_after(self._number)

    def _begin_after(self, number: int) -> None:
        before = self._row(number)
        self.sheet.show_current(0)
        self.strip.begin_line(before, self._count)
        self._number = number
        self._refresh()
        self.sheet.scroll_to(number)
        self._to_pattern()

    def next_fault(self) -> None:
        """Go to the next line with a fault or a warning; behind the last comes the first."""
        sheet = self.model.sheet
        if sheet is None:
            return
        self.strip.flush()
        marked = [row.number for row in sheet.rows if row.faults or row.warnings]
        if marked:
            self._go_to(next((one for one in marked if one > self._number), marked[0]))

    # what people do with cards

    def flush(self) -> None:
        self.strip.flush()
        self.own.flush()

    def new_card(self) -> None:
        """Make a card without lines; its name can be typed at once."""
        self.flush()
        self.model.new()
        self.name_first()

    def make_own(self) -> None:
        self.flush()
        self.model.make_own()
        self.name_first()

    def duplicate(self) -> None:
        """The chosen card for the next year."""
        self.flush()
        self.model.duplicate_for_next_year()

    def print_card(self) -> None:
        self.flush()
        opened = self.model.opened
        if opened is not None:
            self.print_wanted.emit(card_of(opened))

    def suggested(self) -> str:
        item = self.model.item
        return file_name(item) if item is not None else ""
