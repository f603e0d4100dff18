"""What is above a document: of one that comes with the program its title, and what keeps one off the disk."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from ...theme import look
from ..buttons import Button
from ..frame import PageTitle
from ..layouts import LEFT, across, down, fill
from ..surfaces import TextLabel


class StandingHead(QWidget):
    """The title of a document that comes with the program, a line about it, and the way to one that can be changed."""

    def __init__(self, make: str) -> None:
        """`make` are the words of the button, which is in the header of the page."""
        super().__init__()
        self.heading = PageTitle("", 2)
        self.about = TextLabel("", "caption")
        self.make = Button(make, "primary")
        fill(across(self, spacing=look().M), self.heading, (self.about, 1))

    def show_document(self, title: str, about: str, make: str) -> None:
        """Show a document, with the accessible name of the button; nothing where the title is empty."""
        self.setVisible(bool(title))
        self.make.setVisible(bool(title))
        self.heading.setText(title)
        self.about.setText(about)
        self.make.setAccessibleName(make)


class UnsavedNote(QWidget):
    """Why a document isn't on the disk, and the button to try again."""

    def __init__(self, retry: Callable[[], None]) -> None:
        super().__init__()
        self._reason = TextLabel("", "status-wrong")
        self.retry = Button(self.tr("Try again"))
        self.retry.clicked.connect(retry)
        fill(down(self, spacing=look().XS), self._reason, (self.retry, LEFT))

    def show_reason(self, reason: str) -> None:
        """Show the reason; nothing where it is empty."""
        self._reason.setText(self.tr("Not saved: {reason}.").format(reason=reason))
        self.setVisible(bool(reason))
