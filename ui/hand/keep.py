"""Below a score sheet: the button that keeps the hand, and who had it, where, and a remark."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from mjcompanion.i18n.translation import joined

from ..form_state import Typed
from ..rich_text import set_tooltip
from ..shortcuts import set_tip
from ..theme import look
from ..widgets import Button, Flow, IconButton, TextField
from ..widgets.layouts import down, fill

_LAST = "kept last"
_LONGEST = 24


class SaveHandBar(QWidget):
    """The button, and beside it what is kept with the hand; a click on that opens the fields.

    The player and the place stay for the next hand; the remark is for this one alone.

    Signals:
        wanted(): the hand is to be kept.
    """

    wanted = Signal()

    def __init__(self, typed: Typed, *, deed: str = "score.keep") -> None:
        super().__init__()
        self._typed = typed
        self._number = 0
        self._remarks: dict[int, str] = {}
        """Of hands that were shown before."""
        current = look()
        self.button = Button(self.tr("Keep"), icon="save")
        set_tip(self.button, self.tr("Keep the hand in the ledger"), deed)
        self.about_button = Button("", "quiet")
        self.about_button.setCheckable(True)
        self.share_button = IconButton("open", self.tr("Share this hand…"))
        line = Flow()
        line.add(self.button, self.share_button, self.about_button)
        self.player = TextField(self.tr("Player"), self.tr("Player"))
        self.place = TextField(self.tr("Place"), self.tr("Place"))
        self.remark = TextField(self.tr("Remark"), self.tr("Remark"))
        self.fields = QWidget()
        fields = (self.player, self.place, self.remark)
        fill(down(self.fields, spacing=current.XS), *fields)
        for field in fields:
            field.textEdited.connect(self._on_edited)
            field.returnPressed.connect(self.wanted)
        self.fields.hide()
        fill(down(self, spacing=current.XS, margins=(current.S, current.XS, current.S, 0)), line, self.fields)
        self.button.clicked.connect(self.wanted)
        self.about_button.toggled.connect(self._show_fields)
        self._say()

    @property
    def about(self) -> dict[str, str]:
        """Who had the hand, where, and the remark."""
        fields = {"player": self.player, "place": self.place, "remark": self.remark}
        return {name: field.text().strip() for name, field in fields.items()}

    def take(self, player: str, place: str, remark: str) -> None:
        """Fill in player, place and remark for the next hand that is kept."""
        for field, text in ((self.player, player), (self.place, place), (self.remark, remark)):
            field.setText(text)
        self._on_edited()

    def show_hand(self, number: int) -> None:
        """Another hand is shown, which has a remark of its own; the one before has its own again if it comes back."""
        if number != self._number:
            self._remarks[self._number] = self.remark.text()
            self._number = number
            self.remark.setText(self._remarks.pop(number, ""))
            self._say()

    def done(self, number: int = 0) -> None:
        """The hand is kept: the next one gets a remark of its own."""
        if number != self._number:
            self._remarks.pop(number, None)
            return
        self.remark.clear()
        self.about_button.setChecked(False)
        self._say()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        last = self._typed.kept(_LAST)
        if isinstance(last, dict) and not self.fields.isVisible():
            self.player.setText(str(last.get("player", "")))
            self.place.setText(str(last.get("place", "")))
        self._say()

    def _on_edited(self) -> None:
        self._typed.keep(_LAST, {name: text for name, text in self.about.items() if name != "remark"})
        self._say()

    def _show_fields(self, shown: bool) -> None:  # noqa: FBT001 - a slot of toggled(bool)
        self.fields.setVisible(shown)
        if shown:
            self.player.setFocus()
        self._say()

    def _say(self) -> None:
        parts = [text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…" for text in self.about.values() if text]
        self.about_button.setText(joined(parts) if parts else self.tr("Who, where…"))
        name = self.tr("Player, place and remark")
        self.about_button.setAccessibleName(f"{name}: {joined(parts)}" if parts else name)
        set_tooltip(self.about_button, name)
