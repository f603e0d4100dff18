"""Report an error of the program itself: one sentence, and the file with the details."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from mjcompanion.cli.localized_click import options_before_command
from mjcompanion.i18n.translation import _
from mjcompanion.storage.crash_reports import log_error
from mjcompanion.storage.paths import Folders


def report_crash(error: Exception, words: Sequence[str]) -> int:
    """Write the error to the log in the data folder and return the exit status.

    Where it can't be written, the traceback is shown.
    """
    folder = options_before_command(words).get("--data-dir")
    path = log_error(Folders.at(Path(folder) if folder else None), error)
    if path is None:
        import traceback

        traceback.print_exception(error)
        return 1
    text = _("Something went wrong inside the program ({error}). The details are in {file}. Nothing is sent anywhere.")
    sys.stderr.write(text.format(error=type(error).__name__, file=path) + "\n")
    return 1
