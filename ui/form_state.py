"""Stores what is typed in forms and fields, so that the next start has it."""

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
    """Stores values of forms and fields by name; the oldest are dropped first.

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
        """Return a stored value, None where there is none."""
        return self._values.get(name)

    def keep(self, name: str, value: object) -> None:
        """Store a value; None removes it."""
        if value == self._values.get(name):
            return
        self._values.pop(name, None)
        if value is not None:
            self._values[name] = value
        for old in list(self._values)[:-_MOST]:
            del self._values[old]
        self._rest.start()

    def save(self) -> None:
        """Write what isn't written yet."""
        waiting = self._rest.isActive() or self.sender() is self._rest
        self._rest.stop()
        if waiting:
            with suppress(OSError):  # what matters says so by itself
                self._store.save(msgspec.json.encode(self._values))
