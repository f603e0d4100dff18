"""The typeface of the program, and signs and Chinese letters for machines that lack them."""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFontDatabase, QFontInfo, QGuiApplication

from mjcompanion.storage.package_data import data

_CHINESE: Final = "fonts/DroidSansFallbackChinese.ttf"
_SIGNS: Final = "fonts/DejaVuSansCondensed.ttf"
_TYPEFACE: Final = tuple(
    f"fonts/Companion{one}.ttf" for one in ("Sans-Regular", "Sans-SemiBold", "Sans-Bold", "Serif-SemiBold")
)


@cache
def bring_fonts() -> None:
    """Give Qt the program's typeface, and where the machine has no font at all, signs and Chinese letters too."""
    lacks_all = not QFontInfo(QGuiApplication.font()).family()
    _bring(*_TYPEFACE)
    if lacks_all:
        _bring(_SIGNS, _CHINESE)


@cache
def bring_letters() -> None:
    """Where no font of this machine has Chinese, let Qt take what one lacks from ours."""
    if not QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese):
        _bring(_CHINESE)


def _bring(*names: str) -> None:
    for name in names:
        QFontDatabase.addApplicationFontFromData(QByteArray(data(name)))
