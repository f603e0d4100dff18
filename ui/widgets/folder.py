"""Shows a folder in the desktop's own program for folders."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from mjcompanion.i18n.translation import _
from mjcompanion.storage.paths import make_folder, reason

from ..context import PageContext


def open_folder(context: PageContext, folder: Path, no_program: str = "") -> None:
    """Make the folder if it isn't there, and show it; where that can't be, say so.

    `no_program` says of other folders than that of the data that nothing opens the {folder}.
    """
    try:
        make_folder(folder)
    except OSError as error:
        sentence = _("The folder {folder} can’t be made: {reason}.")
        context.say(sentence.format(folder=folder, reason=reason(error)), "wrong")
        return
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        sentence = no_program or _("No program on this computer opens folders. The data is in {folder}.")
        context.say(sentence.format(folder=folder), "warn")
