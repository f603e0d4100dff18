"""The typeface of the program, and signs and Chinese letters for machines that lack them."""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFontDatabase, QFontInfo, QGuiApplication

from mjcompanion.i18n.translation import language
from mjcompanion.storage.package_data import data

SANS: Final = "Companion Sans"
SERIF: Final = "Companion Serif"
CHINESE: Final = "Companion Chinese"
"""The families of the typeface."""
_CHINESE: Final = ("fonts/CompanionChinese-Regular.ttf", "fonts/CompanionChinese-Bold.ttf")
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
        _bring(_SIGNS, *_CHINESE)


@cache
def bring_letters() -> None:
    """Give Qt the Chinese letters of the typeface, if the program speaks Chinese or no font of this machine has any."""
    if in_chinese() or not QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese):
        _bring(*_CHINESE)


def in_chinese() -> bool:
    """Return whether the program speaks Chinese."""
    return language().startswith("zh")


def families(first: str, *others: str) -> list[str]:
    """Return the families for a text; in Chinese, quotation marks are taken from the Chinese one too."""
    return [CHINESE, first, *others] if in_chinese() else [first, *others, CHINESE]


def _bring(*names: str) -> None:
    for name in names:
        QFontDatabase.addApplicationFontFromData(QByteArray(data(name)))
