"""What is typed and is part of no hand, session or file yet, kept on disk so that the next start has it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import msgspec
from PySide6.QtCore import QObject, QTimer

from mjcompanion.storage.drafts import DraftStore
from mjcompanion.storage.paths import Folders

_RESTS_MS: Final = 400
_MOST: Final = 100


class Typed(QObject):
    """Keeps values of forms and fields, each under a name; those that were kept longest ago go first.

    They are written once typing rests, and when the program is about to end. What can't be read is forgotten: it is
    less than a hand.
    """

    def __init__(self, folders: Folders, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = DraftStore(folders.typed_file, own=True)
        self._values: dict[str, Any] = {}
        with suppress(OSError, ValueError, RecursionError):
            self._values = msgspec.json.decode(self._store.load() or b"{}", type=dict[str, Any])
        self._rest = QTimer(self, singleShot=True, interval=_RESTS_MS)
        self._rest.timeout.connect(self.save)

    def kept(self, name: str) -> Any:  # noqa: ANN401 - who kept it knows
        """What was kept under a name, None where nothing was."""
        return self._values.get(name)

    def keep(self, name: str, value: object) -> None:
        """Keep this from now on; None keeps nothing."""
        if value == self._values.get(name):
            return
        self._values.pop(name, None)
        if value is not None:
            self._values[name] = value
        for old in list(self._values)[:-_MOST]:
            del self._values[old]
        self._rest.start()

    def save(self) -> None:
        """Write now what isn't written yet."""
        waiting = self._rest.isActive() or self.sender() is self._rest
        self._rest.stop()
        if waiting:
            with suppress(OSError):  # what matters says so by itself
                self._store.save(msgspec.json.encode(self._values))
