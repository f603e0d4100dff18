"""The Cards page, put together: the cards at the left, the chosen one at the right, and the line under the cursor."""

from __future__ import annotations

import itertools
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from mjcompanion.american.card import LONGEST_NAME
from mjcompanion.american.shelf import CardShelf, file_name

from ...context import Context, Message
from ...parts import Button, Choice, EmptyState, Heading, IconButton, ScrollPage, Words
from ...shortcuts import bind
from ...theme import look
from ..rules.places import FAULTY, HEADING, REMARK, Place, Places
from .head import FaultCard, OwnHead, StandingHead, caption_of
from .presenter import CardsPresenter, Row
from .sheet import SheetView
from .strip import LineStrip

_LIST, _DETAIL = 236, 520
"""At 100 % text: the width of the list, and the least that is left for the card beside it."""
_STRIP, _SHEET = 420, 640
"""At 100 % text: the width of the line in tiles beside the card, and the least that the card has then."""
_CHOICE = 200
"""At 100 % text: the least width of the list that opens."""
_ANY_WIDTH = 16_777_215
"""Qt's own word for no limit."""


class CardsPage(QWidget):
    """The page; everything it knows is in its presenter.

    Signals:
        print_wanted(Card): the card is to be printed.
    """

    print_wanted = Signal(object)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.presenter = CardsPresenter(CardShelf(context.folders.cards_folder), self)
        self._number = 0
        self._shown = ""
        self._build()
        self._connect()
        self.presenter.reload()
        self._refresh()

    # building

    def _build(self) -> None:
        current = look()
        self._outer = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._outer.setContentsMargins(current.L, current.L, 0, 0)
        self._outer.setSpacing(current.L)
        self._side = self._left()
        content = QWidget()
        line = QHBoxLayout(content)
        line.setContentsMargins(0, 0, current.L, current.L)
        self._column = QWidget()
        line.addWidget(self._column, 1)
        line.addStretch()
        column = QVBoxLayout(self._column)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(current.M)
        self.standing = StandingHead(self.presenter)
        self.own = OwnHead(self.presenter)
        self.faults = FaultCard(self.presenter)
        self.sheet = SheetView()
        self.sheet.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.empty = EmptyState(
            self.tr("No line yet"),
            self.tr(
                "A line is a pattern such as FFFF 2222a 4444b 66c, and its value. Type the first one; Enter goes on."
            ),
            self.tr("Type the first line"),
            self.new_line,
        )
        self.strip = LineStrip(self.presenter, self._context.settings.value)
        for part in (self.standing, self.own, self.faults):
            column.addWidget(part)
        self._lines = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._lines.setSpacing(current.M)
        self._lines.addWidget(self.sheet, 1)
        self._lines.addWidget(self.empty, 1)
        self._lines.addWidget(self.strip)
        self._rest = QWidget()  # takes the room that nothing else wants
        self._lines.addWidget(self._rest, 1)
        column.addLayout(self._lines, 1)
        self.detail = ScrollPage(content)
        self.detail.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)  # it takes what is left
        self._outer.addWidget(self._side)
        self._outer.addWidget(self.detail, 1)

    def _left(self) -> QWidget:
        current = look()
        side = QWidget()
        self._side_column = layout = QVBoxLayout(side)
        layout.setSpacing(current.S)
        head = QHBoxLayout()
        head.addWidget(Heading(self.tr("Cards"), 1), 1)
        self.undo_button = IconButton("undo", self.tr("Undo"), deed="undo")
        self.redo_button = IconButton("redo", self.tr("Redo"), deed="redo")
        head.addWidget(self.undo_button)
        head.addWidget(self.redo_button)
        layout.addLayout(head)
        self.choice = Choice(self.tr("Cards"))
        self.choice.setMinimumContentsLength(12)
        self.choice.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.list = Places(self.tr("Cards"))
        self.folder_problem = Words("", "wrong")
        self.new_button = Button(self.tr("New card"), icon="plus")
        self.import_button = Button(self.tr("Import…"), icon="folder")
        self._choice_line = QHBoxLayout()
        self._choice_line.addWidget(self.choice, 1)
        layout.addLayout(self._choice_line)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.folder_problem)
        self._below = QVBoxLayout()
        self._below.setSpacing(current.S)
        for button in (self.new_button, self.import_button):
            self._below.addWidget(button)
        layout.addLayout(self._below)
        return side

    def _connect(self) -> None:
        presenter = self.presenter
        presenter.changed.connect(self._refresh)
        presenter.line_wanted.connect(self._on_line_wanted)
        presenter.said.connect(self._on_said)
        presenter.stack.canUndoChanged.connect(self.undo_button.setEnabled)
        presenter.stack.canRedoChanged.connect(self.redo_button.setEnabled)
        self.undo_button.setEnabled(False)
        self.redo_button.setEnabled(False)
        self.undo_button.clicked.connect(self.undo)
        self.redo_button.clicked.connect(self.redo)
        self.list.chosen.connect(self._choose)
        self.choice.currentIndexChanged.connect(lambda _: self._choose(self.choice.currentData()))
        self.new_button.clicked.connect(self.new_card)
        self.import_button.clicked.connect(self.import_file)
        self.standing.make.clicked.connect(self.make_own)
        self.standing.export.clicked.connect(self.export_file)
        self.standing.print.clicked.connect(self.print_card)
        self.own.print.clicked.connect(self.print_card)
        self.own.new_line.clicked.connect(self.new_line)
        self.own.more.clicked.connect(self._on_more)
        self.own.next_fault.clicked.connect(self.next_fault)
        self.faults.delete.clicked.connect(self.delete)
        self.faults.open_folder.clicked.connect(self._open_folder)
        self.sheet.line_chosen.connect(self._on_line)
        self.sheet.line_pointed.connect(lambda number: self.strip.point(self._row(number)))
        self.sheet.edit_wanted.connect(self._edit)
        self.sheet.key_wanted.connect(self._on_key)
        self.strip.went_on.connect(self._go_on)
        self.strip.left.connect(lambda: self.sheet.setFocus(Qt.FocusReason.OtherFocusReason))
        self._context.settings.changed.connect(self._on_settings)
        bind(self, "undo", self.undo, can=presenter.stack.canUndo)
        bind(self, "redo", self.redo, can=presenter.stack.canRedo)
        bind(self, "cards.next-fault", self.next_fault)
        self.list.installEventFilter(self)
        for field in (self.own.name, self.own.year, self.own.note, *self.strip.fields):
            if isinstance(field, QLineEdit):
                field.installEventFilter(self)
        for one, other in itertools.pairwise(self._tab_order()):
            QWidget.setTabOrder(one, other)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.aboutToQuit.connect(self.finish)

    def _tab_order(self) -> list[QWidget]:
        """What Tab reaches, in the order in which it is read."""
        own, strip = self.own, self.strip
        found: list[QWidget] = [self.undo_button, self.redo_button, self.choice, self.list]
        found += [self.new_button, self.import_button, self.standing.make, self.standing.print]
        found += [self.standing.export]
        found += [own.name, own.year, own.new_line, own.print, own.more]
        found += [own.note, own.anywhere, own.next_fault, own.retry]
        found += [self.faults.open_folder, self.faults.delete, self.sheet]
        found += [self.empty.action] if self.empty.action is not None else []
        found += [*strip.fields, strip.in_tiles.before, strip.in_tiles.after]
        return [*found, strip.up, strip.down, strip.insert, strip.remove]

    # showing

    def _row(self, number: int) -> Row | None:
        sheet = self.presenter.sheet
        return sheet.rows[number - 1] if sheet is not None and 0 < number <= len(sheet.rows) else None

    @property
    def _count(self) -> int:
        sheet = self.presenter.sheet
        return len(sheet.rows) if sheet is not None else 0

    def _refresh(self) -> None:
        presenter = self.presenter
        held = presenter.held
        self.list.show_places(self._places(), presenter.chosen)
        self.choice.set_choices(self._choices())
        self.choice.choose(presenter.chosen)
        self.folder_problem.setVisible(bool(presenter.folder_problem))
        self.folder_problem.setText(
            self.tr("The folder {folder} can't be read: {reason}.").format(
                folder=presenter.shelf.folder, reason=presenter.folder_problem
            )
        )
        for part in (self.standing, self.own, self.faults):
            part.refresh()
            part.updateGeometry()
        readable = held is not None and held.is_readable and presenter.refused is None
        count = self._count
        is_empty = presenter.can_write and presenter.sheet is not None and not count
        self.sheet.show_sheet(presenter.sheet if readable else None)
        other = presenter.chosen != self._shown
        if other:
            self._shown = presenter.chosen
            self.strip.flush()  # what was typed belongs to the card before
            self.detail.verticalScrollBar().setValue(0)
            self.sheet.verticalScrollBar().setValue(0)
            self._number = 0
        if not other and self.strip.number:
            self._number = self.strip.number  # a new line has become one of the card's
        if not self.strip.is_new and not (presenter.busy and not other):
            self._number = min(max(self._number, 1), count)
        if other:
            self.strip.show_line(self._row(self._number), count)
        elif self.strip.is_new or self.strip.number == self._number:
            self.strip.refresh(self._row(self._number), count)
        else:
            self.strip.show_line(self._row(self._number), count)
        writing_first = is_empty and self.strip.is_new
        self.sheet.setVisible(readable and not is_empty)
        self.empty.setVisible(is_empty and not writing_first)
        self._show_strip()
        self._rest.setVisible(not readable or writing_first)
        self.sheet.show_current(0 if self.strip.is_new else self._number)

    def _places(self) -> tuple[Place, ...]:
        presenter = self.presenter
        places = [Place("", self.tr("With the program"), sort=HEADING)]
        places += [Place(held.key, held.name, caption_of(held, self)) for held in presenter.standing]
        places.append(Place("", self.tr("Ours"), sort=HEADING))
        for held in presenter.ours:
            if not held.is_readable:
                places.append(Place(held.key, _short(held.name), self.tr("can't be read"), FAULTY))
            else:
                sort = FAULTY if held.card.faults else "plain"
                places.append(Place(held.key, held.name, caption_of(held, self), sort))
        if not presenter.ours:
            places.append(Place("", self.tr("None yet. Make our own from a card above, or a new one."), sort=REMARK))
        return tuple(places)

    def _choices(self) -> list[tuple[str, str]]:
        """The same for the narrow page, in a list that opens."""
        choices = [(held.key, held.name) for held in self.presenter.standing]
        for held in self.presenter.ours:
            word = self.tr("{name} (ours)") if held.is_readable else self.tr("{name} (faulty)")
            choices.append((held.key, word.format(name=_short(held.name))))
        return choices

    def _on_settings(self, _settings: object) -> None:
        self.strip.in_tiles.show_settings(self._context.settings.value)
        self._turn()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Turn the list into one that opens where there is no room for it."""
        super().resizeEvent(event)
        self._turn()

    def _turn(self) -> None:
        current = look()
        narrow = self.width() < (_LIST + _DETAIL) * current.scale
        had_keyboard = self.choice.hasFocus() or self.list.hasFocus()
        self.choice.setVisible(narrow)
        self.list.setVisible(not narrow)
        if had_keyboard:
            (self.choice if narrow else self.list).setFocus(Qt.FocusReason.OtherFocusReason)
        self._outer.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)
        self._outer.setSpacing(0 if narrow else current.L)
        wanted = [self.new_button.sizeHint().width(), self.import_button.sizeHint().width()]
        wanted.append(round(_CHOICE * current.scale))
        above = narrow and sum(wanted) + 3 * current.S + current.L <= self.width()
        self._below.setDirection(
            QBoxLayout.Direction.LeftToRight if narrow and not above else QBoxLayout.Direction.TopToBottom
        )
        for button in (self.new_button, self.import_button):
            (self._below if above else self._choice_line).removeWidget(button)
            (self._choice_line if above else self._below).addWidget(button)
        self._side.setMaximumWidth(_ANY_WIDTH if narrow else round(_LIST * current.scale))
        self._side.setMinimumWidth(0 if narrow else round(_LIST * current.scale))
        self._side_column.setContentsMargins(0, 0, current.L if narrow else 0, current.S if narrow else current.L)
        self._spread(narrow=narrow)

    def _spread(self, *, narrow: bool) -> None:
        """Use a wide window: the line in tiles stands beside the card, and all of it in the middle."""
        current = look()
        side = 0 if narrow else self._side.minimumWidth() + current.L
        room = self.width() - side - 2 * current.L - self.detail.verticalScrollBar().sizeHint().width()
        strip = round(_STRIP * current.scale)
        beside = not narrow and room >= strip + current.M + _SHEET * current.scale
        widest = round(current.readable_width * 1.4) + (strip + current.M if beside else 0)
        self._lines.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        self._lines.setAlignment(self.strip, Qt.AlignmentFlag.AlignTop if beside else Qt.AlignmentFlag(0))
        self.strip.setMinimumWidth(strip if beside else 0)
        self.strip.setMaximumWidth(strip if beside else _ANY_WIDTH)
        self._column.setMaximumWidth(widest)
        left = current.L + max(0, (room - widest) // 2)
        self._outer.setContentsMargins(left, current.L, 0, 0)

    def showEvent(self, event: QShowEvent) -> None:
        """Take in what was changed elsewhere meanwhile; the keyboard starts in the list."""
        super().showEvent(event)
        self.presenter.reload()
        (self.choice if self.list.isHidden() else self.list).setFocus(Qt.FocusReason.OtherFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        """Save when another page is shown, or the window closes."""
        self._flush()
        super().hideEvent(event)

    def event(self, event: QEvent) -> bool:
        """Take in what another program did while its window was in front."""
        if event.type() is QEvent.Type.WindowActivate and self.isVisible():
            self.presenter.reload()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Delete on the list; undo in a field that has nothing of its own to undo is undo of the page."""
        if watched is self.list and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Delete and not self._is_standing():
                self.delete()
                return True
            if event.key() == Qt.Key.Key_F2 and self.presenter.can_write:
                self._name_first()
                return True
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            field = watched if isinstance(watched, QLineEdit) else None
            undo = event.matches(QKeySequence.StandardKey.Undo) and field is not None and not field.isUndoAvailable()
            redo = event.matches(QKeySequence.StandardKey.Redo) and field is not None and not field.isRedoAvailable()
            if undo or redo:
                event.ignore()
                return True
        return False

    def _is_standing(self) -> bool:
        held = self.presenter.held
        return held is None or held.is_built_in

    # what people do with lines

    def _on_line(self, number: int) -> None:
        """The cursor of the card went to a line."""
        self.strip.flush()
        self._number = number
        self.strip.show_line(self._row(number), self._count)
        self._show_strip()

    def _show_strip(self) -> None:
        """The strip is there where there is a line to show."""
        held = self.presenter.held
        readable = held is not None and held.is_readable and self.presenter.refused is None
        self.strip.setVisible(readable and (self.strip.is_new or self.strip.number > 0))

    def _on_line_wanted(self, number: int) -> None:
        if not self.strip.is_new and number <= self._count:
            self._number = number
            self.strip.show_line(self._row(number), self._count)
            self.sheet.show_current(number)

    def _edit(self) -> None:
        if self.presenter.can_write:
            self._to_pattern()

    def _to_pattern(self) -> None:
        self._show_strip()
        self.strip.pattern.setFocus(Qt.FocusReason.OtherFocusReason)
        self.strip.pattern.end(False)
        QTimer.singleShot(0, self.strip, lambda: self.detail.ensureWidgetVisible(self.strip))  # once it is laid out

    def _on_key(self, key: str) -> None:
        if not self.presenter.can_write:
            return
        if key == "remove":
            self.strip.take_away()
        elif key == "new":
            self._begin_after(self._number)
        else:
            self.strip.put(-1 if key == "up" else 1)

    def _go_on(self, number: int) -> None:
        """What was typed is kept: the line with this number comes next, or a new one; below 0, a new one after it."""
        if 0 < number <= self._count:
            self._number = number
            self.strip.show_line(self._row(number), self._count)
            self.sheet.show_current(number)
            self._to_pattern()
        else:
            self._begin_after(-number if number <= 0 else number - 1)

    def new_line(self) -> None:
        """Begin a line at the end of the card."""
        self.strip.flush()
        if self.presenter.can_write:
            self._begin_after(self._count)

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
        sheet = self.presenter.sheet
        if sheet is None:
            return
        self.strip.flush()
        marked = [row.number for row in sheet.rows if row.faults or row.warnings]
        if marked:
            number = next((one for one in marked if one > self._number), marked[0])
            self._on_line(number)
            self.sheet.show_current(number)

    # what people do with cards

    def _flush(self) -> None:
        self.strip.flush()
        self.own.flush()

    def finish(self) -> None:
        """Save what was typed, and wait until all of it is on the disk: the program is about to end."""
        self._flush()
        self.presenter.finish()

    def _choose(self, key: str) -> None:
        self._flush()
        self.presenter.choose(key)

    def undo(self) -> None:
        """Take back the last change."""
        self._flush()
        self.presenter.undo()

    def redo(self) -> None:
        """Make the change again."""
        self.presenter.redo()

    def new_card(self) -> None:
        """Make a card without lines; its name can be typed at once."""
        self._flush()
        self.presenter.new()
        self._name_first()

    def make_own(self) -> None:
        """Make a card of one's own from the chosen one; its name can be typed at once."""
        self._flush()
        self.presenter.make_own()
        self._name_first()

    def _name_first(self) -> None:
        if self.presenter.can_write:
            self.own.name.setFocus(Qt.FocusReason.OtherFocusReason)
            self.own.name.selectAll()

    def duplicate(self) -> None:
        """The chosen card for the next year."""
        self._flush()
        self.presenter.duplicate_for_next_year()

    def delete(self) -> None:
        """Put the chosen card away."""
        self._flush()
        self.presenter.delete()
        if not self.list.isHidden():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_more(self) -> None:
        menu = self.more_menu()
        menu.popup(self.own.more.mapToGlobal(QPoint(0, self.own.more.height())))

    def more_menu(self) -> QMenu:
        """What is wanted less often."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        held = self.presenter.held
        if held is None:
            return menu
        year = held.card.year
        word = self.tr("Duplicate for {year}").format(year=year + 1) if year else self.tr("Duplicate for the next year")
        menu.addAction(word, self.duplicate)
        menu.addAction(self.tr("Duplicate"), self.make_own)
        menu.addAction(self.tr("Export…"), self.export_file)
        menu.addAction(self.tr("Open the folder"), self._open_folder)
        menu.addSeparator()
        menu.addAction(self.tr("Delete this card"), self.delete)
        return menu

    def import_file(self) -> None:
        """Take in a file from elsewhere."""
        path = self.ask_open()
        if path:
            self._flush()
            self.presenter.import_(Path(path))

    def export_file(self) -> None:
        """Write the chosen card to a file elsewhere."""
        self._flush()
        entry = self.presenter.for_export()
        if entry is not None:
            path = self.ask_save(file_name(entry))
            if path:
                self.presenter.export(Path(path))

    def print_card(self) -> None:
        """Have the chosen card printed as it is now."""
        self._flush()
        held = self.presenter.held
        if held is not None:
            self.print_wanted.emit(held.card)

    def ask_open(self) -> str:
        """The file to import, or empty."""
        return QFileDialog.getOpenFileName(self, self.tr("Import a card"), "", self._filter())[0]

    def ask_save(self, suggested: str) -> str:
        """The file to write, or empty."""
        return QFileDialog.getSaveFileName(self, self.tr("Export the card"), suggested, self._filter())[0]

    def _filter(self) -> str:
        return self.tr("Cards (*.toml *.json);;All files (*)")

    def _open_folder(self) -> None:
        folder = self.presenter.shelf.folder
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            sentence = self.tr("No program on this machine opens folders; the cards are in {folder}.")
            self._context.say(sentence.format(folder=folder), "warn")

    def _on_said(self, message: Message) -> None:
        self._context.say(message.sentence, message.kind, message.action, message.do)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
