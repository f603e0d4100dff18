"""The one executable: with words it is the command line, without any it opens the window."""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Run the program; the answer is the exit status.

    The window and the command line are each loaded only when needed, so both start quickly.
    """
    words = sys.argv[1:]
    _open_what_is_closed()
    try:
        if not words and "_MJCOMPANION_COMPLETE" not in os.environ:  # by which a shell asks what it can complete
            from mjcompanion.cli.gui_launcher import open_window

            return open_window(sys.argv)
        from mjcompanion.cli import run

        return run(words)
    except KeyboardInterrupt:  # while the program was still being loaded
        from mjcompanion.i18n.translation import _

        sys.stderr.write(_("Stopped.") + "\n")
        return 1
    except Exception as error:
        from mjcompanion.cli.crash import report_crash

        return report_crash(error, words)


def _open_what_is_closed() -> None:
    """Give a program that was started with a closed standard stream one that leads nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - as long as the program


if __name__ == "__main__":
    sys.exit(main())
