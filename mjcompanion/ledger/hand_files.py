"""A kept hand as a file of its own, which another Companion opens on its Score page."""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import Annotated, Final

import msgspec

from mjcompanion import __version__
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.sanitize import decode_json, why_unread
from mjcompanion.ledger.hand_records import hand_bytes, read_hand
from mjcompanion.ledger.values import StoredHand

_FORMAT: Final = 1
MOST_BYTES: Final = 2**21
"""A hand has some two thousand."""


class _Version(msgspec.Struct, frozen=True):
    mjhand: Annotated[int, msgspec.Meta(ge=1, le=9_999)]


class _File(_Version, frozen=True):
    hand: msgspec.Raw


def file_bytes(hand: StoredHand) -> bytes:
    """Write a hand as such a file holds it, without what only its ledger needs to know."""
    alone = StoredHand(msgspec.structs.replace(hand.row, put_aside=False), hand.record)
    program = msgspec.json.encode(f"mjcompanion {__version__}")
    return b'{"mjhand":%d,"program":%s,\n"hand":%s}\n' % (_FORMAT, program, hand_bytes(alone))


def is_hand(content: bytes) -> bool:
    """Return whether a file claims to be one."""
    try:
        return "mjhand" in msgspec.json.decode(content.removeprefix(BOM_UTF8), type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def read_file(content: bytes) -> StoredHand:
    """Read the hand of a file.

    Raises:
        RuleError: it is no such file, a newer version wrote it, or it is damaged.

    """
    content = content[: MOST_BYTES + 1].removeprefix(BOM_UTF8)
    try:
        version = msgspec.json.decode(content, type=_Version).mjhand
        if version > _FORMAT:
            raise RuleError([Problem("import-newer", count=version, limit=_FORMAT)])
        return read_hand(bytes(decode_json(content, _File).hand))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RuleError([Problem("hand-file", why=why_unread(error))]) from error
