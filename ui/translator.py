"""The window speaks the language of `mjcompanion.i18n.translation`: Qt asks, and the same catalogue answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from shiboken6 import isValid

from mjcompanion.i18n import translation

from .fonts import bring_letters, in_chinese

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


class Translator(QTranslator):
    """Answers `tr` and `QCoreApplication.translate`; the context that Qt gives, a class, doesn't matter."""

    def translate(
        self,
        _context: str,
        source: str,
        disambiguation: str | None = None,
        _n: int = -1,
    ) -> str | None:
        """The text in the language of the program; None: Qt asks the next, and then takes the English."""
        return translation.translation_of(source, disambiguation)

    def isEmpty(self) -> bool:
        """Return that it has texts; Qt never asks an empty translator."""
        return False


def install(app: QApplication, setting: str = "auto") -> None:
    """Speak the language of the setting, or of the desktop, from now on: our words, and those of Qt's own dialogs."""
    translation.use_preferred(setting, _desktop() or None)
    while _installed:
        old = _installed.pop()
        if isValid(old):
            app.removeTranslator(old)
            old.deleteLater()
    code = translation.language()
    QLocale.setDefault(QLocale(code) if code not in (translation.ENGLISH, translation.PSEUDO) else QLocale.system())
    if code == translation.ENGLISH:
        return
    qt = QTranslator(app)
    if qt.load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(qt)
    ours = Translator(app)
    app.installTranslator(ours)
    _installed.extend((qt, ours))
    if in_chinese():
        bring_letters()


_installed: list[QTranslator] = []
"""What the application has by now; to ask it for its children takes 5 ms of the start."""


def _desktop() -> tuple[str, ...]:
    """The languages the desktop names, the dearest first; none where it names nothing (C, POSIX)."""
    system = QLocale.system()
    if system.language() is QLocale.Language.C:
        return ()
    return tuple(system.uiLanguages())
