"""What is above and below the comparison: the head of rules, and the note."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from mjcompanion.i18n.translation import _, ngettext, number
from mjcompanion.table.club_rules.rules import LONGEST_NAME, LONGEST_NOTE, clean_note

from ...theme import look
from ...widgets import CardFrame, PathWords, TextLabel
from ...widgets.fields import TextField, captioned
from ...widgets.layouts import down, fill
from .model import RulesModel, differing

NOTE_RESTS_MS = 600
"""Once typing a note rests for so long, it is saved."""


class RulesHead(QWidget):
    """The head of the club's own rules: their name, where they come from, and what can be done with them."""

    def __init__(self, model: RulesModel) -> None:
        super().__init__()
        self._model = model
        self._key = ""
        self.name = TextField(self.tr("Name of these rules"))
        self.name.setMaxLength(LONGEST_NAME)
        self.name.entered.connect(model.rename)
        self.made_from = TextLabel("")
        self.effect = TextLabel("")
        self.effect.hide()
        self.path = PathWords("", "caption")
        self.path.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        kept = self.tr("Changes apply to new sessions.")
        named = captioned(self.tr("Name", "of a thing"), self.name)
        layout = down(self, spacing=look().S)
        fill(layout, named, self.made_from, self.effect, TextLabel(kept, "quiet"), self.path)

    def refresh(self) -> None:
        model = self._model
        opened, rules = model.opened, model.rules
        if opened is None or rules is None or model.refused is not None:
            self.hide()
            return
        self.name.show_text(rules.name, other=opened.key != self._key)
        self._key = opened.key
        rows = rules.compare()
        made = self.tr("Based on {rules}.").format(rules=_(rules.preset.short))
        self.made_from.setText(" ".join((made, _how_many(differing(rules), len(rows), self))))
        kept = opened.entry is not None and not opened.unsaved
        self.path.setVisible(kept)
        if opened.entry is not None and opened.entry.path is not None:
            self.path.show_path(opened.entry.path, self.tr("Saved in {path}"))
        self.show()

    def show_effect(self, words: str) -> None:
        """Show what the hand on the Score page is by these rules."""
        self.effect.say(words)


class NoteCard(CardFrame):
    """A note on the club's rules; saved when typing rests."""

    def __init__(self, model: RulesModel) -> None:
        super().__init__("")
        self.heading.setText(self.tr("Note"))
        self.bar.addWidget(self.heading, 1)
        self.heading.show()
        self._model = model
        self._key = ""
        self.edit = QPlainTextEdit()
        self.edit.setAccessibleName(self.tr("Note on these rules"))
        self.edit.setPlaceholderText(self.tr("What else members should know, such as when you agreed on them."))
        self.edit.setTabChangesFocus(True)
        self.too_long = TextLabel("", "status-wrong")
        self._timer = QTimer(self, singleShot=True, interval=NOTE_RESTS_MS)
        self._timer.timeout.connect(self.flush)
        self.edit.textChanged.connect(self._on_typed)
        self.edit.installEventFilter(self)
        fill(self.body, self.edit, self.too_long)

    def refresh(self) -> None:
        opened, rules = self._model.opened, self._model.rules
        self.setVisible(rules is not None and self._model.refused is None)
        self.edit.setFixedHeight(round(5.5 * look().body * 1.4))
        if opened is None or rules is None:
            self._key = ""
            return
        if opened.key != self._key or not self._timer.isActive():
            if opened.key != self._key or rules.note != self._typed():
                self._timer.stop()
                self._key = opened.key
                self.edit.blockSignals(True)
                self.edit.setPlainText(rules.note)
                self.edit.blockSignals(False)
            self._show_length()

    def _typed(self) -> str:
        """What is in the field, as it would be saved."""
        return clean_note(self.edit.toPlainText())

    def _on_typed(self) -> None:
        self._show_length()
        self._timer.start()

    def _show_length(self) -> None:
        over = len(self._typed()) - LONGEST_NOTE
        self.too_long.setVisible(over > 0)
        self.too_long.setText(
            ngettext(
                "Not saved: the note is {n} character too long.",
                "Not saved: the note is {n} characters too long.",
                max(over, 0),
            ).format(n=number(max(over, 0)))
        )

    def flush(self) -> None:
        self._timer.stop()
        rules, typed = self._model.rules, self._typed()
        if rules is None or self._model.chosen != self._key or len(typed) > LONGEST_NOTE:
            return
        if typed != rules.note:
            self._model.set_note(typed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.edit and event.type() is QEvent.Type.FocusOut:
            self.flush()
        return False


def _how_many(counts: tuple[int, int], whole: int, page: QWidget) -> str:
    options, rows = counts
    if whole == 0:
        return page.tr("These rules have no options.")
    if not any(counts):
        return page.tr("No changes.")
    words = ngettext("{n} of {whole} options differs.", "{n} of {whole} options differ.", options)
    parts = [words.format(n=number(options), whole=number(whole))] if options else []
    parts += [ngettext("{n} row differs.", "{n} rows differ.", rows).format(n=number(rows))] if rows else []
    return " ".join(parts)
