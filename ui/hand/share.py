"""What a hand is handed on as: a picture, text, or a file that another Companion opens on its Score page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QMenu

from mjcompanion.storage.paths import write_named_file

from ..widgets.menus import OpensMenu, PopupMenu
from ..widgets.words import sentence_of
from ..worker import Worker

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from mjcompanion.printing.forms.score_sheet import SheetPicture

    from ..context import PageContext

_STEM: Final = "mah-jongg-{day}"


class Shared(msgspec.Struct, frozen=True):
    """A hand as it may be handed on; `file` is called on another thread, `day` names what is saved."""

    picture: SheetPicture
    text: str
    file: Callable[[], bytes]
    day: str


class Sharing(QObject):
    """Lets a button open the menu of actions that share a hand.

    `subject` gives the hand that is meant now, or a sentence that says why there is none; `more` are further entries of
    the menu.
    """

    def __init__(
        self,
        context: PageContext,
        button: QAbstractButton,
        subject: Callable[[], Shared | str],
        more: Sequence[tuple[str, Callable[[], object]]] = (),
    ) -> None:
        super().__init__(button)
        self._context = context
        self._more = more
        self._button = button
        self._subject = subject
        self._worker = Worker("share", self)
        OpensMenu(button, self.make_menu)

    def make_menu(self) -> QMenu:
        """The actions that share the hand."""
        menu = PopupMenu(self._button)
        self.fill_menu(menu)
        return menu

    def fill_menu(self, menu: QMenu) -> None:
        """Add the actions that share the hand to a menu."""
        menu.addAction(self.tr("Copy as text"), self.copy_text)
        menu.addAction(self.tr("Copy as a picture"), self.copy_picture)
        menu.addAction(self.tr("Save as a picture…"), self.save_picture)
        menu.addAction(self.tr("Save as a file for another Companion…"), self.save_file)
        for words, do in self._more:
            menu.addAction(words, do)

    def copy_text(self) -> None:
        """Put the hand on the clipboard in words."""
        hand = self._hand()
        if hand is not None:
            QGuiApplication.clipboard().setText(hand.text)
            self._context.say(self.tr("The hand is on the clipboard as text."), "good")

    def copy_picture(self) -> None:
        """Put the picture of the hand on the clipboard."""
        hand = self._hand()
        if hand is not None:
            from .picture import drawn

            self._worker.ask(lambda _: drawn(hand.picture), self._on_drawn, self._on_failed, owner=self, is_long=True)

    def save_picture(self) -> None:
        """Write the picture of the hand into a file that the person names."""
        hand = self._hand()
        if hand is not None:
            path = self.ask_where(f"{_STEM.format(day=hand.day)}.png", self.tr("Pictures (*.png)"))
            if path is not None:
                from .picture import drawn, png_of

                self._write(path, lambda: png_of(drawn(hand.picture)))

    def save_file(self) -> None:
        """Write the hand into a file for another Companion."""
        hand = self._hand()
        if hand is not None:
            from mjcompanion.storage.file_kinds import FileKind, called  # it loads what reads TOML

            name = called(_STEM.format(day=hand.day), FileKind.HAND, "json")
            path = self.ask_where(name, self.tr("Hands (*.mjhand.json)"))
            if path is not None:
                self._write(path, hand.file)

    def ask_where(self, name: str, kinds: str) -> Path | None:
        """Ask the person for a file to write."""
        from ..save_dialog import ask_where_to_save  # nobody needs it before

        return ask_where_to_save(self._button, self.tr("Share"), str(Path.home() / name), kinds)

    def _hand(self) -> Shared | None:
        found = self._subject()
        if isinstance(found, str):
            self._context.say(found)
            return None
        return found

    def _write(self, path: Path, make: Callable[[], bytes]) -> None:
        def do(_: object) -> Path:
            write_named_file(path, make())
            return path

        self._worker.ask(do, self._on_saved, self._on_failed, owner=self, is_long=True)

    def _on_drawn(self, image: QImage) -> None:
        QGuiApplication.clipboard().setImage(image)
        self._context.say(self.tr("The picture is on the clipboard: paste it into a message."), "good")

    def _on_saved(self, path: Path) -> None:
        self._context.say(self.tr("Saved to {file}.").format(file=path), "good")

    def _on_failed(self, error: Exception) -> None:
        self._context.say(sentence_of(error), "wrong")
