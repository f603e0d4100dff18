"""What can go wrong with a ledger although nobody did anything wrong: the disk, the server, another window.

Whatever reads or writes a ledger may raise a `LedgerError`, and `Damaged` for what isn’t as it was written.
What a person asked wrongly, as an id that nothing has, is a `RuleError` as everywhere; anything else is a bug.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mjcompanion.core.errors import Problem
from mjcompanion.i18n.translation import _
from mjcompanion.storage.paths import reason

if TYPE_CHECKING:
    from pathlib import Path

    from mjcompanion.table.events import AnyEvent


class LedgerError(Exception):
    """The world failed; the message is one sentence for the person, without password.

    >>> str(DiskFull("ledger-full"))
    'The disk is full, so nothing more can be written. All that was confirmed before is safe.'
    """

    def __init__(self, code: str, *, text: str = "", why: str = "", count: int = 0) -> None:
        self.problem = Problem(code, text=text, why=why, count=count)
        super().__init__(self.problem.sentence())

    @property
    def code(self) -> str:
        """The key of the sentence."""
        return self.problem.code


class Busy(LedgerError):  # noqa: N818 - named for what happened
    """Another program writes, and doesn't finish."""


class DiskFull(LedgerError):  # noqa: N818 - named for what happened
    """Nothing more fits on the disk."""


class DiskFailed(LedgerError):  # noqa: N818 - named for what happened
    """The disk failed to read or write."""


class ReadOnly(LedgerError):  # noqa: N818 - named for what happened
    """The ledger can be read and not written."""


class Vanished(LedgerError):  # noqa: N818 - named for what happened
    """The file that is open was moved or replaced; what was confirmed can still be read and written again."""


class Damaged(LedgerError):  # noqa: N818 - named for what happened
    """The file isn't what was written; a backup may be."""


class NewerVersion(LedgerError):  # noqa: N818 - named for what happened
    """A newer version of the program wrote it."""


class NoLedger(LedgerError):  # noqa: N818 - named for what happened
    """What was named is no ledger, or can't be opened at all."""


def closed_folder(place: Path | str, error: OSError) -> NoLedger:
    """Return the error that the system can't use a folder, or a file in it.

    >>> str(closed_folder("/club", PermissionError(13, "Permission denied")))
    'The ledger can’t be opened: /club: permission denied.'
    """
    return NoLedger("ledger-closed-folder", why=_("{path}: {why}.").format(path=place, why=reason(error).lower()))


class NoServer(LedgerError):  # noqa: N818 - named for what happened
    """The server doesn't answer, or the connection broke."""


class Refused(LedgerError):  # noqa: N818 - named for what happened
    """The server doesn't let this person in."""


class OpenElsewhere(LedgerError):  # noqa: N818 - named for what happened
    """Another window has the ledger open, so this can't be done."""


class Conflict(LedgerError):  # noqa: N818 - named for what happened
    """Another window wrote the event that this one was to be; nothing was written.

    `event` is what the other window wrote in that place, None where the ledger holds less than this window saw.
    """

    def __init__(self, seq: int, event: AnyEvent | None, words: str = "") -> None:
        self.seq = seq
        self.event = event
        self.at = event.at if event is not None else ""
        if event is None:
            super().__init__("ledger-behind")
        else:
            super().__init__("ledger-conflict", text=f"{self.at[:10]} {self.at[11:19]} UTC", why=words)
