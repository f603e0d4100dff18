"""What a hand is handed on as: a picture, text, or a file that another Companion opens on its Score page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget

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


class FileSharing(QObject):
    """Puts pictures on the clipboard, and writes the files that a person names, on another thread."""

    def __init__(self, context: PageContext, owner: QWidget) -> None:
        super().__init__(owner)
        self._context, self._owner = context, owner
        self.worker = Worker("share", self)

    def copy(self, image: QImage) -> None:
        """Put a picture on the clipboard."""
        QGuiApplication.clipboard().setImage(image)
        self._context.say(self.tr("The picture is on the clipboard: paste it into a message."), "good")

    def save(self, name: str, kinds: str, make: Callable[[], bytes]) -> None:
        """Ask where to save a file, suggest a name, and write what `make` returns, on another thread."""
        path = self.ask_where(name, kinds)
        if path is None:
            return

        def write(_: object) -> Path:
            write_named_file(path, make())
            return path

        self.worker.ask(write, self._on_saved, self.tell, owner=self, is_long=True)

    def ask_where(self, name: str, kinds: str) -> Path | None:
        """Ask the person for a file to write."""
        from ..save_dialog import ask_where_to_save  # nobody needs it before

        return ask_where_to_save(self._owner, self.tr("Share"), str(Path.home() / name), kinds)

    def _on_saved(self, path: Path) -> None:
        self._context.say(self.tr("Saved to {file}.").format(file=path), "good")

    def tell(self, error: Exception) -> None:
        """Say what went wrong."""
        self._context.say(sentence_of(error), "wrong")


class Sharing(FileSharing):
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
        super().__init__(context, button)
        self._more = more
        self._subject = subject
        OpensMenu(button, self.make_menu)

    def make_menu(self) -> QMenu:
        """The actions that share the hand."""
        menu = PopupMenu(self._owner)
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

            self.worker.ask(lambda _: drawn(hand.picture), self.copy, self.tell, owner=self, is_long=True)

    def save_picture(self) -> None:
        """Write the picture of the hand into a file that the person names."""
        hand = self._hand()
        if hand is not None:
            from .picture import drawn, png_of

            name = f"{_STEM.format(day=hand.day)}.png"
            self.save(name, self.tr("Pictures (*.png)"), lambda: png_of(drawn(hand.picture)))

    def save_file(self) -> None:
        """Write the hand into a file for another Companion."""
        hand = self._hand()
        if hand is not None:
            from mjcompanion.storage.file_kinds import FileKind, called  # it loads what reads TOML

            name = called(_STEM.format(day=hand.day), FileKind.HAND, "json")
            self.save(name, self.tr("Hands (*.mjhand.json)"), hand.file)

    def _hand(self) -> Shared | None:
        found = self._subject()
        if isinstance(found, str):
            self._context.say(found)
            return None
        return found
