"""A kept hand handed on by itself: a file that another Companion opens on its Score page. It links to nothing."""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import Final

import msgspec

from mjcompanion import __version__
from mjcompanion.foreign import decode_json, why_unread
from mjcompanion.ledger.hand_records import hand_bytes, read_hand
from mjcompanion.ledger.values import StoredHand
from mjcompanion.problems import Problem, RuleError

_FORMAT: Final = 1
_HIGHEST: Final = 9_999
MOST_BYTES: Final = 2**21
"""A hand has some two thousand."""
_ITS_OWN: Final = {"put_aside": False}
"""What is of the ledger it comes from alone."""


class _Version(msgspec.Struct, frozen=True):
    mjhand: int


class _File(msgspec.Struct, frozen=True):
    mjhand: int
    hand: msgspec.Raw


def file_bytes(hand: StoredHand) -> bytes:
    """A hand as such a file holds it; `read_file` reads it back."""
    alone = StoredHand(msgspec.structs.replace(hand.row, **_ITS_OWN), hand.record)
    program = msgspec.json.encode(f"mjcompanion {__version__}")
    return b'{"mjhand":%d,"program":%s,\n"hand":%s}\n' % (_FORMAT, program, hand_bytes(alone))


def is_hand(content: bytes) -> bool:
    """Whether a file means to be one; whether it is faulty is seen when it is read."""
    try:
        msgspec.json.decode(content.removeprefix(BOM_UTF8), type=_Version)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def read_file(content: bytes) -> StoredHand:
    """The hand of a file.

    Raises:
        RuleError: it is no such file, a newer version wrote it, or it is damaged.

    """
    try:
        found: _File = decode_json(content[: MOST_BYTES + 1].removeprefix(BOM_UTF8), _File)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RuleError([Problem("hand-file", why=why_unread(error))]) from error
    if not 1 <= found.mjhand <= _HIGHEST or found.mjhand > _FORMAT:
        raise RuleError([Problem("import-newer", count=found.mjhand, limit=_FORMAT)])
    return read_hand(bytes(found.hand))
