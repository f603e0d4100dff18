"""What is saved with a hand: who had it, where, and a remark; and the line that saves a hand below its sheet."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from mjcompanion.i18n.translation import joined

from ..form_state import Typed
from ..rich_text import set_tooltip
from ..shortcuts import set_tip
from ..theme import look
from ..widgets import Button, Flow, TextField
from ..widgets.layouts import down, fill

_LAST = "kept last"
_LONGEST = 24


class AboutHand(QWidget):
    """The fields for player, place and remark.

    Player and place stay for the next hand. The remark is for one hand: each has its own again when it comes back.

    Signals:
        changed(): a field has other words.
        ended(): Enter was pressed in a field.
    """

    changed = Signal()
    ended = Signal()

    def __init__(self, typed: Typed) -> None:
        super().__init__()
        self._typed = typed
        self._hand: object = None
        self._remarks: dict[object, str] = {}
        self.player = TextField(self.tr("Player"), self.tr("Player"))
        self.place = TextField(self.tr("Place"), self.tr("Place"))
        self.remark = TextField(self.tr("Remark"), self.tr("Remark"))
        fields = (self.player, self.place, self.remark)
        fill(down(self, spacing=look().XS), *fields)
        for field in fields:
            field.textEdited.connect(self._on_edited)
            field.returnPressed.connect(self.ended)

    @property
    def about(self) -> dict[str, str]:
        """Who had the hand, where, and the remark."""
        fields = {"player": self.player, "place": self.place, "remark": self.remark}
        return {name: field.text().strip() for name, field in fields.items()}

    def take(self, player: str, place: str, remark: str) -> None:
        """Fill in player, place and remark for the next hand that is saved."""
        for field, text in ((self.player, player), (self.place, place), (self.remark, remark)):
            field.setText(text)
        self.changed.emit()

    def recall(self) -> None:
        """Fill in the player and the place that were entered last."""
        last = self._typed.kept(_LAST)
        if isinstance(last, dict) and not self.isVisible():
            self.player.setText(str(last.get("player", "")))
            self.place.setText(str(last.get("place", "")))
        self.changed.emit()

    def show_hand(self, hand: object) -> None:
        """Show the remark of another hand."""
        if hand != self._hand:
            self._remarks[self._hand] = self.remark.text()
            self._hand = hand
            self.remark.setText(self._remarks.pop(hand, ""))
            self.changed.emit()

    def done(self, hand: object) -> None:
        """Forget the remark of a hand that was saved."""
        if hand != self._hand:
            self._remarks.pop(hand, None)
            return
        self.remark.clear()
        self.changed.emit()

    def _on_edited(self) -> None:
        self._typed.keep(_LAST, {name: text for name, text in self.about.items() if name != "remark"})
        self.changed.emit()


class SaveHandBar(QWidget):
    """The button that saves a hand, and next to it what is saved with it; a click on that opens the fields.

    Signals:
        wanted(): the hand is to be saved.
    """

    wanted = Signal()

    def __init__(self, typed: Typed, *, action: str = "score.keep") -> None:
        super().__init__()
        current = look()
        self.button = Button(self.tr("Save"), icon="save")
        set_tip(self.button, self.tr("Save to the Notebook"), action)
        self.about_button = Button("", "quiet")
        self.about_button.setCheckable(True)
        line = Flow()
        line.add(self.button, self.about_button)
        self.fields = AboutHand(typed)
        self.player, self.place, self.remark = self.fields.player, self.fields.place, self.fields.remark
        self.fields.hide()
        fill(down(self, spacing=current.XS, margins=(current.S, current.XS, current.S, 0)), line, self.fields)
        self.button.clicked.connect(self.wanted)
        self.about_button.toggled.connect(self._show_fields)
        self.fields.ended.connect(self.wanted)
        self.fields.changed.connect(self._say)
        self._say()

    @property
    def about(self) -> dict[str, str]:
        """Who had the hand, where, and the remark."""
        return self.fields.about

    def done(self) -> None:
        """The hand is saved."""
        self.fields.done(None)
        self.about_button.setChecked(False)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fields.recall()

    def _show_fields(self, shown: bool) -> None:  # noqa: FBT001 - a slot of toggled(bool)
        self.fields.setVisible(shown)
        if shown:
            self.player.setFocus()
        self._say()

    def _say(self) -> None:
        parts = [text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…" for text in self.about.values() if text]
        self.about_button.setText(joined(parts) if parts else self.tr("Add player and place"))
        name = self.tr("Player, place and remark")
        self.about_button.setAccessibleName(f"{name}: {joined(parts)}" if parts else name)
        set_tooltip(self.about_button, name)
