"""The one executable: with words it is the command line, without any it opens the window."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the program; the answer is the exit status.

    The window and the command line are each loaded only when they are wanted, so both start quickly.
    """
    words = sys.argv[1:]
    try:
        if not words:
            from mjcompanion.window import open_window

            return open_window(sys.argv)
        from mjcompanion.commands import run

        return run(words)
    except Exception as error:
        from mjcompanion.commands.unexpected import tell

        return tell(error, words)


if __name__ == "__main__":
    sys.exit(main())
