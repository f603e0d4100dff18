"""The fonts of the program's paper, for the window of a machine that lacks some."""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFontDatabase, QFontInfo, QGuiApplication

from mjcompanion.storage.package_data import data

_CHINESE: Final = "fonts/DroidSansFallbackChinese.ttf"
_ALL: Final = ("fonts/DejaVuSansCondensed.ttf", "fonts/DejaVuSansCondensed-Bold.ttf", _CHINESE)


@cache
def bring_fonts() -> None:
    """Where the machine has no font at all, let Qt take ours: every letter would be a box."""
    if not QFontInfo(QGuiApplication.font()).family():
        _bring(*_ALL)


@cache
def bring_letters() -> None:
    """Where no font of this machine has Chinese, let Qt take what one lacks from ours."""
    if not QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese):
        _bring(_CHINESE)


def _bring(*names: str) -> None:
    for name in names:
        QFontDatabase.addApplicationFontFromData(QByteArray(data(name)))
