"""What is said of an error that is the program's own fault: one sentence, and where the log is."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from mjcompanion.cli.localized_click import options_before_command
from mjcompanion.i18n.translation import _
from mjcompanion.storage.crash_reports import log_error
from mjcompanion.storage.paths import Folders


def report_crash(error: Exception, words: Sequence[str]) -> int:
    """Write the error down in the data folder that the words before a command name; the exit status.

    Where that can't be, the whole trace is shown, so that nothing is lost.
    """
    folder = options_before_command(words).get("--data-dir")
    path = log_error(Folders.at(Path(folder) if folder else None), error)
    if path is None:
        import traceback

        traceback.print_exception(error)
        return 1
    said = _("Something went wrong inside the program ({error}). The details are in {file}. Nothing is sent anywhere.")
    sys.stderr.write(said.format(error=type(error).__name__, file=path) + "\n")
    return 1
