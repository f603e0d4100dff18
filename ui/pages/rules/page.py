"""The Rules page: all rules at the left, those chosen at the right, compared with the ruleset they come from."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from mjcompanion.i18n.translation import _, ngettext, number
from mjcompanion.rulesets import RULESETS
from mjcompanion.table.club_rules import RulesLibrary, differences_text
from mjcompanion.table.club_rules.library import file_name

from ...accessibility import announce, in_lines, tab_along
from ...context import PageContext
from ...theme import look
from ...widgets import Button
from ...widgets.keyboard import bind_main
from ...widgets.layouts import fill
from ...widgets.rows import ListRow
from ...widgets.shelf import ShelfPage
from .chips import ChipsCard
from .comparison import Comparison
from .hands import HandsCard
from .model import HeldRules, RulesModel, differing
from .parts import NoteCard, RulesHead
from .rows import RowsCard
from .words import page_words


class RulesPage(ShelfPage[RulesModel]):
    """The page; everything it knows is in its model."""

    least_detail = 560

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(
            context, RulesModel(RulesLibrary(context.folders.rules_folder), context.typed), page_words(), parent
        )
        if context.settings.value.ruleset in RULESETS:
            self.model.choose(context.settings.value.ruleset)

    @property
    def primary_buttons(self) -> tuple[Button, ...]:
        return (self.standing.make,)

    def share_actions(self) -> list[QAction]:
        return [self.export_action, self.copy_action]

    def more_actions(self) -> list[QAction]:
        return [self.import_action, self.duplicate_action, self.folder_action, self.delete_action]

    @property
    def name_field(self) -> QLineEdit:
        return self.own.name

    def fill(self, column: QVBoxLayout) -> None:
        column.setSpacing(look().L)
        self.copy_action = self.make_action(self.tr("Copy changes"), self.copy_differences)
        self.duplicate_action = self.make_action(self.tr("Duplicate"), self._duplicate)
        self.own = RulesHead(self.model)
        self.comparison = Comparison(self.model)
        self.chips = ChipsCard(self.model)
        self.note = NoteCard(self.model)
        self.rows = RowsCard(self.model)
        self.hands = HandsCard(self.model)
        fill(column, self.standing, self.own, self.unsaved, self.faults, self.comparison, self.chips, self.note)
        fill(column, self.rows, self.hands, None)

    def connect_parts(self) -> None:
        self.rows.reached.connect(self._on_reached)
        bind_main(self)

    # showing

    def show_chosen(self, *, other: bool) -> None:  # noqa: ARG002 - every part sees for itself
        for action in (self.export_action, self.copy_action, self.duplicate_action):
            action.setEnabled(self.model.rules is not None)
        for part in (self.own, self.comparison, self.chips, self.note, self.rows, self.hands):
            part.refresh()
            part.updateGeometry()  # its new words may need another height at the same width
        self._show_effect()

    def _show_effect(self) -> None:
        """Say what the rules do to the hand on the Score page, once somebody can see it."""
        words = self.model.effect() if self.isVisible() else ""
        if words and self.own.effect.text() not in ("", words):
            announce(self, words)
        for part in (self.own, self.rows):
            part.show_effect(words)

    def showEvent(self, event: QShowEvent) -> None:
        """The hand on the Score page may be another one by now."""
        super().showEvent(event)
        self._show_effect()

    def _on_reached(self, part: QWidget) -> None:
        """Bring a row into sight, once it has its place."""
        QTimer.singleShot(0, part, lambda: self.detail.ensureWidgetVisible(part))

    def standing_rows(self) -> list[ListRow]:
        return [ListRow(str(rules), _(rules.short)) for rules in RULESETS.values()]

    def standing_words(self) -> tuple[str, str]:
        preset = self.model.preset
        fixed = self.tr("Standard rules can’t be changed. Make your own from them.")
        return (_(preset.short), fixed) if preset is not None else ("", "")

    def caption(self, opened: HeldRules) -> str:
        if opened.item is None:
            return ""
        count = sum(differing(opened.item))
        rules = _(opened.item.preset.short)
        if not count:
            return rules
        return ngettext("{rules}, {n} differs", "{rules}, {n} differ", count).format(rules=rules, n=number(count))

    def spread(self, room: int, *, narrow: bool) -> int:
        widest = super().spread(room, narrow=narrow)
        self.comparison.set_room(min(widest, room))
        return widest

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001 - Qt's signature
        """Tab goes through the page in the order in which it is read."""
        reached = tab_along(
            self, [*in_lines(self.header), *in_lines(self._side), *in_lines(self._column)], forward=forward
        )
        if reached is None:
            return super().focusNextPrevChild(forward)
        if self.detail.isAncestorOf(reached):
            self.detail.ensureWidgetVisible(reached)
        return True

    # what people do

    def show_rules(self, ruleset: str, name: str = "") -> None:
        """Show the house rules with this name that are made from a ruleset; without any, the ruleset itself."""
        self.flush()
        self.model.choose(self.model.key_of(ruleset, name))

    def add_row(self, ruleset: str, name: str, row: str) -> None:
        """Show house rules with one more row: those with this name, or new ones made from the ruleset."""
        self.flush()
        self.model.make_with_row(ruleset, name, row)
        self._context.say(self.tr("A session keeps its rules. You can start the next one with these."))

    def flush(self) -> None:
        """Take what was typed where the keyboard is, which no button takes away; and the note."""
        here = QApplication.focusWidget()
        if here is not None and self.isAncestorOf(here):
            if isinstance(here, QSpinBox):
                here.interpretText()
            elif isinstance(here, QLineEdit):
                here.editingFinished.emit()
        self.note.flush()

    def make_own(self) -> None:
        preset = self.model.preset
        if preset is not None and self.model.rules is None:
            self.model.make_own(preset)
            self.name_first()

    def _duplicate(self) -> None:
        self.flush()
        self.model.duplicate()
        self.name_first()

    def suggested(self) -> str:
        rules = self.model.rules
        return file_name(rules) if rules is not None else ""

    def copy_differences(self) -> None:
        """Put what differs on the clipboard, for a letter to the members."""
        self.flush()
        rules = self.model.rules
        if rules is not None:
            QGuiApplication.clipboard().setText(differences_text(rules))
            self._context.say(self.tr("The changes are on the clipboard."), "good")
