"""The Rules page, put together: all rules at the left, those chosen at the right, beside the ruleset they come from."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from mjcompanion.table.club import RULESET_NAMES, RulesShelf, differences_text
from mjcompanion.table.club.rules import LONGEST_NAME
from mjcompanion.table.club.shelf import file_name
from mjcompanion.words import number, trn

from ...context import Context, Message
from ...parts import Button, Choice, Heading, IconButton, ScrollPage, Words
from ...reach import beyond
from ...shortcuts import bind
from ...theme import look
from .chips import ChipsCard
from .comparison import Comparison
from .parts import FaultCard, NoteCard, OwnHead, RulesetHead
from .places import FAULTY, HEADING, REMARK, Place, Places
from .presenter import Held, RulesPresenter
from .words import ruleset_name

_LIST, _DETAIL = 250, 560
"""At 100 % text: the width of the list, and the least that is left for the rules beside it."""

_CHOICE = 200
"""At 100 % text: the least width of the list that opens."""


class RulesPage(QWidget):
    """The page; everything it knows is in its presenter."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.presenter = RulesPresenter(RulesShelf(context.folders.rules_folder), self)
        self._scroll_of = ""
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
        column.setSpacing(current.L)
        self.ruleset = RulesetHead(self.presenter)
        self.own = OwnHead(self.presenter)
        self.faults = FaultCard(self.presenter)
        self.comparison = Comparison(self.presenter)
        self.chips = ChipsCard(self.presenter)
        self.note = NoteCard(self.presenter)
        for part in (self.ruleset, self.own, self.faults, self.comparison, self.chips, self.note):
            column.addWidget(part)
        column.addStretch(1)
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
        head.addWidget(Heading(self.tr("Rules"), 1), 1)
        self.undo_button = IconButton("undo", self.tr("Undo"), deed="undo")
        self.redo_button = IconButton("redo", self.tr("Redo"), deed="redo")
        head.addWidget(self.undo_button)
        head.addWidget(self.redo_button)
        layout.addLayout(head)
        self.choice = Choice(self.tr("Rules"))
        self.choice.setMinimumContentsLength(12)
        self.choice.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.list = Places(self.tr("Rules"))
        self.folder_problem = Words("", "wrong")
        self.import_button = Button(self.tr("Import…"), icon="folder")
        self._choice_line = QHBoxLayout()
        self._choice_line.addWidget(self.choice, 1)
        layout.addLayout(self._choice_line)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.folder_problem)
        self._below = QHBoxLayout()
        self._below.addWidget(self.import_button)
        self._below.addStretch(1)
        layout.addLayout(self._below)
        return side

    def _connect(self) -> None:
        presenter = self.presenter
        presenter.changed.connect(self._refresh)
        presenter.said.connect(self._on_said)
        presenter.stack.canUndoChanged.connect(self.undo_button.setEnabled)
        presenter.stack.canRedoChanged.connect(self.redo_button.setEnabled)
        self.undo_button.setEnabled(False)
        self.redo_button.setEnabled(False)
        self.undo_button.clicked.connect(self.undo)
        self.redo_button.clicked.connect(self.redo)
        self.list.chosen.connect(self._choose)
        self.choice.currentIndexChanged.connect(lambda _: self._choose(self.choice.currentData()))
        self.import_button.clicked.connect(self.import_file)
        self.ruleset.make.clicked.connect(self.make_own)
        self.own.duplicate.clicked.connect(self._duplicate)
        self.own.export.clicked.connect(self.export_file)
        self.own.copy_button.clicked.connect(self.copy_differences)
        self.own.delete.clicked.connect(self._delete)
        self.faults.delete.clicked.connect(self._delete)
        self.faults.open_folder.clicked.connect(self._open_folder)
        self._context.settings.changed.connect(lambda _: self._turn())
        bind(self, "undo", self.undo, can=presenter.stack.canUndo)
        bind(self, "redo", self.redo, can=presenter.stack.canRedo)
        self.list.installEventFilter(self)
        self._application().focusChanged.connect(self._on_focus)

    # showing

    def _refresh(self) -> None:
        presenter = self.presenter
        self.list.show_places(self._places(), presenter.chosen)
        self.choice.set_choices(self._choices())
        self.choice.choose(presenter.chosen)
        self.folder_problem.setVisible(bool(presenter.folder_problem))
        self.folder_problem.setText(
            self.tr("The folder {folder} can't be read: {reason}.").format(
                folder=presenter.shelf.folder, reason=presenter.folder_problem
            )
        )
        for part in (self.ruleset, self.own, self.faults, self.comparison, self.chips, self.note):
            part.refresh()
            part.updateGeometry()  # its new words may need another height at the same width
        shown = "refused" if presenter.refused is not None else presenter.chosen
        if shown != self._scroll_of:
            self._scroll_of = shown
            self.detail.verticalScrollBar().setValue(0)

    def _places(self) -> tuple[Place, ...]:
        presenter = self.presenter
        places = [Place("", self.tr("The rules’ own"), sort=HEADING)]
        places += [Place(str(rules), ruleset_name(rules)) for rules in RULESET_NAMES]
        places.append(Place("", self.tr("Ours"), sort=HEADING))
        places += [_place_of(held, self) for held in presenter.ours]
        if not presenter.ours:
            remark = self.tr("None yet. Choose rules above and make our own from them.")
            places.append(Place("", remark, sort=REMARK))
        return tuple(places)

    def _choices(self) -> list[tuple[str, str]]:
        """The same for the narrow page, in a list that opens."""
        choices = [(str(rules), ruleset_name(rules)) for rules in RULESET_NAMES]
        for held in self.presenter.ours:
            word = self.tr("{name} (ours)") if held.rules is not None else self.tr("{name} (faulty)")
            choices.append((held.key, word.format(name=_short(held.name))))
        return choices

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
        wanted = self.import_button.sizeHint().width() + _CHOICE * current.scale + 2 * current.S + current.L
        above = narrow and wanted <= self.width()
        (self._below if above else self._choice_line).removeWidget(self.import_button)
        if above:
            self._choice_line.addWidget(self.import_button)
        else:
            self._below.insertWidget(0, self.import_button)
        self._side.setMaximumWidth(_ANY_WIDTH if narrow else round(_LIST * current.scale))
        self._side.setMinimumWidth(0 if narrow else round(_LIST * current.scale))
        self._side_column.setContentsMargins(0, 0, current.L if narrow else 0, current.S if narrow else current.L)
        widest = round(current.readable_width * 1.4)
        self._column.setMaximumWidth(widest)
        beside = 0 if narrow else self._side.minimumWidth() + current.L
        bar = self.detail.verticalScrollBar().sizeHint().width()
        room = self.width() - beside - 2 * current.L - bar
        self.comparison.set_room(min(widest, room))
        self._outer.setContentsMargins(current.L + max(0, (room - widest) // 2), current.L, 0, 0)

    def showEvent(self, event: QShowEvent) -> None:
        """Take in what was changed elsewhere meanwhile; the keyboard starts in the list."""
        super().showEvent(event)
        self.presenter.reload()
        (self.choice if self.list.isHidden() else self.list).setFocus(Qt.FocusReason.OtherFocusReason)

    def event(self, event: QEvent) -> bool:
        """Take in what another program did while its window was in front."""
        if event.type() is QEvent.Type.WindowActivate and self.isVisible():
            self.presenter.reload()
        return super().event(event)

    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if isinstance(now, (QLineEdit, QSpinBox)) and self.isAncestorOf(now):
            now.removeEventFilter(self)
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Delete on the list; undo in a field that has nothing of its own to undo is undo of the page."""
        if watched is self.list and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Delete and self.presenter.held is not None:
                self._delete()
                return True
            if event.key() == Qt.Key.Key_F2 and self.presenter.rules is not None:
                self.own.name.setFocus(Qt.FocusReason.ShortcutFocusReason)
                self.own.name.selectAll()
                return True
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride:
            field = watched.lineEdit() if isinstance(watched, QSpinBox) else watched
            if isinstance(field, QLineEdit):
                undo = event.matches(QKeySequence.StandardKey.Undo) and not field.isUndoAvailable()
                redo = event.matches(QKeySequence.StandardKey.Redo) and not field.isRedoAvailable()
                if undo or redo:
                    event.ignore()
                    return True
        return False

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001 - Qt's signature
        """Tab goes through the page in the order in which it is read."""
        order = self._reading_order()
        focus = QApplication.focusWidget()
        if focus not in order:
            return super().focusNextPrevChild(forward)
        place = order.index(focus) + (1 if forward else -1)
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        if 0 <= place < len(order):
            order[place].setFocus(reason)
            if self.detail.isAncestorOf(order[place]):
                self.detail.ensureWidgetVisible(order[place])
            return True
        (beyond(self, forward=forward) or order[0 if forward else -1]).setFocus(reason)
        return True

    def _reading_order(self) -> list[QWidget]:
        """What Tab reaches: the list and what stands around it, then the rules from top to bottom."""
        return [*_in_lines(self._side), *_in_lines(self._column)]

    @staticmethod
    def _application() -> QApplication:
        found = QApplication.instance()
        assert isinstance(found, QApplication)  # noqa: S101 - there are no widgets without it
        return found

    # what people do

    def _choose(self, key: str) -> None:
        self.note.flush()
        self.presenter.choose(key)

    def undo(self) -> None:
        """Take back the last change."""
        self.note.flush()
        self.presenter.stack.undo()

    def redo(self) -> None:
        """Make the change again."""
        self.presenter.stack.redo()

    def make_own(self) -> None:
        """Make rules of the club from the ruleset that is chosen; their name can be typed at once."""
        preset = self.presenter.preset
        if preset is not None and self.presenter.rules is None:
            self.presenter.make_own(preset)
            self._name_first()

    def _duplicate(self) -> None:
        self.note.flush()
        self.presenter.duplicate()
        self._name_first()

    def _name_first(self) -> None:
        if self.presenter.rules is not None:
            self.own.name.setFocus(Qt.FocusReason.OtherFocusReason)
            self.own.name.selectAll()

    def _delete(self) -> None:
        self.note.flush()
        self.presenter.delete()
        if not self.list.isHidden():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def import_file(self) -> None:
        """Take in a file from elsewhere."""
        path = self.ask_open()
        if path:
            self.note.flush()
            self.presenter.import_(Path(path))

    def export_file(self) -> None:
        """Write the chosen rules to a file elsewhere."""
        self.note.flush()
        rules = self.presenter.rules
        if rules is not None:
            path = self.ask_save(file_name(rules))
            if path:
                self.presenter.export(Path(path))

    def ask_open(self) -> str:
        """The file to import, or empty."""
        return QFileDialog.getOpenFileName(self, self.tr("Import rules"), "", self._filter())[0]

    def ask_save(self, suggested: str) -> str:
        """The file to write, or empty."""
        return QFileDialog.getSaveFileName(self, self.tr("Export rules"), suggested, self._filter())[0]

    def _filter(self) -> str:
        return self.tr("Rules (*.toml);;All files (*)")

    def copy_differences(self) -> None:
        """Put what differs on the clipboard, for a letter to the members."""
        self.note.flush()
        rules = self.presenter.rules
        if rules is not None:
            QGuiApplication.clipboard().setText(differences_text(rules))
            self._context.say(self.tr("What differs is on the clipboard as text."), "good")

    def _open_folder(self) -> None:
        folder = self.presenter.shelf.folder
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            sentence = self.tr("No program on this machine opens folders; the rules are in {folder}.")
            self._context.say(sentence.format(folder=folder), "warn")

    def _on_said(self, message: Message) -> None:
        self._context.say(message.sentence, message.kind, message.action, message.do)


def _place_of(held: Held, page: QWidget) -> Place:
    """The line of the list for rules of the club."""
    if held.rules is None:
        return Place(held.key, _short(held.name), page.tr("can't be read"), FAULTY)
    count = sum(row.differs for row in held.rules.compare())
    rules = ruleset_name(held.rules.preset)
    if held.unsaved:
        caption = page.tr("not saved")
    elif count:
        caption = trn("{rules}, {n} differs", "{rules}, {n} differ", count).format(rules=rules, n=number(count))
    else:
        caption = rules
    return Place(held.key, held.name, caption)


def _takes_tab(widget: QWidget) -> bool:
    policy = widget.focusPolicy()
    able = widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None
    return able and bool(policy & Qt.FocusPolicy.TabFocus)


def _in_lines(parent: QWidget) -> list[QWidget]:
    """The widgets inside another that Tab reaches: line by line, each from left to right."""
    found = [
        (one.mapTo(parent, one.rect().center()).y(), one.mapTo(parent, one.rect().topLeft()).x(), one)
        for one in parent.findChildren(QWidget)
        if _takes_tab(one)
    ]
    found.sort(key=lambda one: one[0])
    lines: list[list[tuple[int, int, QWidget]]] = []
    for one in found:
        if lines and one[0] - lines[-1][0][0] < look().target // 3:
            lines[-1].append(one)
        else:
            lines.append([one])
    return [one for line in lines for _, _, one in sorted(line, key=lambda one: one[1])]


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


_ANY_WIDTH = 16_777_215
"""Qt's own word for no limit."""
