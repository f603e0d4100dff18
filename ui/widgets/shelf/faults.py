"""A file that can't be on its shelf: where it is, and what is wrong with it."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import Qt

from mjcompanion.core.errors import printable

from ..buttons import Button
from ..flow import Flow
from ..layouts import fill
from ..surfaces import CardFrame, Heading, PathWords, TextLabel
from .model import ShelfModel

LONGEST_NAME: Final = 80
"""Of a file, in characters, as it is shown."""
_MOST: Final = 20


class FaultCard(CardFrame):
    """The faults of the file that is chosen, or of one that was to be imported."""

    def __init__(self, model: ShelfModel[Any, Any], untouched: str) -> None:
        """`untouched` says that nothing else is touched by the faults."""
        super().__init__("")
        self._model = model
        self._untouched = untouched
        self.title = Heading("", 2)
        self.path = PathWords("", "caption")
        self.path.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.sentences = TextLabel("")
        self.help = TextLabel("", "quiet")
        self.open_folder = Button(self.tr("Open the folder"), icon="folder")
        self.delete = Button(self.tr("Move the file away"), icon="trash")
        actions = Flow()
        actions.add(self.open_folder, self.delete)
        fill(self.body, self.title, self.path, self.sentences, self.help, actions)

    def refresh(self) -> None:
        """Show what is wrong, if something is."""
        faults, importing = self._model.faults, self._model.refused is not None
        self.setVisible(faults is not None)
        if faults is None:
            return
        title = self.tr("“{name}” can’t be imported") if importing else self.tr("“{name}” can’t be read")
        self.title.setText(title.format(name=printable(faults.path.name, LONGEST_NAME)))
        self.path.show_path(faults.path)
        self.sentences.setText("\n".join(f"• {problem}" for problem in faults.problems[:_MOST]))
        imported = self.tr("Nothing was imported. Correct the file with a text editor and import it again.")
        self.help.setText(imported if importing else self._untouched)
        self.open_folder.setVisible(not importing)
        self.delete.setVisible(not importing)
