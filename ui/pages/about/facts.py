"""What the details for an error say of the window: no names of people, and no folder of theirs."""

from __future__ import annotations

import os

import PySide6
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication

from mjcompanion.i18n.translation import text_language
from mjcompanion.storage.crash_reports import Fact, facts, last_error

from ...context import PageContext
from ...theme import look


def facts_of(context: PageContext) -> list[Fact]:
    """Everything that may matter, in English: those who read it write in English to each other."""
    settings = context.settings.value
    return [
        *facts(),
        ("Qt", f"{qVersion()}, PySide6 {PySide6.__version__}"),
        ("Desktop", _desktop()),
        ("Screens", _screens()),
        ("Language", f"{text_language()} (set: {settings.language})"),
        ("Look", f"{look().name} (set: {settings.theme}), text {settings.text_size} %, tiles {settings.tile_size}"),
        ("Motion and sound", f"{_on(not settings.reduced_motion)}, {_on(settings.sound)}"),
        ("Rules", settings.ruleset),
        ("Ledger", _ledger(context.ledger_place)),
    ]


def with_last(context: PageContext) -> list[Fact]:
    """The same, and when and where the last error in the log was; its message may hold a name."""
    last = last_error(context.folders)
    text = "none" if last is None else f"{last[0].isoformat(' ', 'seconds')}, {last[1]}"
    return [*facts_of(context), ("Last error", text)]


def _on(value: object) -> str:
    return "on" if value else "off"


def _desktop() -> str:
    named = [os.environ.get(name, "") for name in ("XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE")]
    return ", ".join([*filter(None, named), f"Qt platform {QGuiApplication.platformName()}"])


def _screens() -> str:
    found = []
    for screen in QGuiApplication.screens():
        size = screen.size()
        found.append(f"{size.width()}×{size.height()} at {screen.devicePixelRatio():g}")
    return ", ".join(found)


def _ledger(place: str) -> str:
    """What kind it is; an address may hold a password, and a path a name."""
    if place.startswith("postgres"):
        return "PostgreSQL"
    return "another file" if place else "the file in the data folder"
