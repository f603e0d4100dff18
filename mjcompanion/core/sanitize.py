"""Text from people and files: put on one line, quoted in a sentence; and why JSON can't be read."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any, Final, TypeVar

import msgspec

from mjcompanion.i18n.translation import _

T = TypeVar("T")

LONGEST_PATH: Final = 600
LONGEST_WHY: Final = 600
"""In characters: all options of a ruleset fit."""
_QUOTED: Final = 40
"""The most characters that a sentence quotes."""
_TURNING: Final = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF)))
"""Characters that change the direction of text, and the byte order mark."""
_BREAKING: Final = frozenset({"Cc", "Zl", "Zp"})


def without_controls(text: str) -> str:
    r"""Replace control characters by spaces and remove those that change the direction of text.

    >>> without_controls("Ann\n\u202eBob")
    'Ann Bob'
    """
    return text if text.isprintable() else "".join(map(_tamed, text))


def _tamed(letter: str) -> str:
    kind = unicodedata.category(letter)
    return "" if letter in _TURNING or kind == "Cs" else " " if kind in _BREAKING else letter


def one_line(text: str) -> str:
    r"""Return a name on one line, with single spaces and none at the ends.

    >>> one_line("  Tuesday\n club ")
    'Tuesday club'
    """
    return " ".join(without_controls(text).split())


def printable(text: str, longest: int = _QUOTED) -> str:
    r"""Return the text with control characters as escapes, cut where it is long.

    >>> printable("a\x00b", 40)
    'a\\x00b'
    """
    shown = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape", "backslashreplace").decode()
        for letter in shown
    )


def bounded(why: str) -> str:
    """Return the end of a sentence on one line, cut where it is long."""
    return without_controls(why if len(why) <= LONGEST_WHY else f"{why[: LONGEST_WHY - 1]}…")


class GivenTwice(msgspec.DecodeError):
    """A JSON object has a key twice, so that one value would be lost silently."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def decode_json(content: bytes | str, form: type[T] | Any = Any) -> T:  # noqa: ANN401 - a type, as msgspec takes it
    """Read JSON that a person or another program wrote.

    Raises:
        GivenTwice: an object in it has a key twice.
        msgspec.DecodeError: it is no JSON, or not of this form.
        UnicodeDecodeError: a text in it isn't in UTF-8.
        RecursionError: it is nested too deeply.

    >>> decode_json('{"score": 22, "score": 9999}')
    Traceback (most recent call last):
    ...
    mjcompanion.core.sanitize.GivenTwice: score

    """
    found: T = msgspec.json.decode(content, type=form)
    json.loads(content, object_pairs_hook=_check_keys, parse_int=str, parse_float=str)
    return found


def _check_keys(pairs: list[tuple[str, object]]) -> None:
    seen = set[str]()
    for key, _unused in pairs:
        if key in seen:
            raise GivenTwice(key)
        seen.add(key)


_PLACE: Final = r"(?s) - at `(?:key in )?\$\.?(.*)`$"
_MISSING: Final = "(?s)missing required field `(.*?)`"
_UNKNOWN: Final = "(?s)unknown field `(.*?)`"
_NO_CHOICE: Final = "(?s)Invalid enum value (.*?)(?: - at |$)"
_AT_BYTE: Final = r"\(byte (\d+)\)"
"""Parts of msgspec's messages."""


def why_unread(error: Exception) -> str:
    """Return why JSON can't be read, as the end of a sentence, without the long quotations of msgspec.

    >>> why_unread(ValueError("JSON is malformed: invalid character (byte 3)"))
    "it can't be read from byte 3 on"
    >>> why_unread(ValueError("Object missing required field `name` - at `$.players[0]`"))
    '“players[0].name” is missing'
    """
    if isinstance(error, GivenTwice):
        return _("it gives “{key}” twice in one object").format(key=printable(error.key))
    if isinstance(error, UnicodeDecodeError):
        return _("its text isn't in UTF-8")
    if isinstance(error, RecursionError):
        return _("it is nested too deeply")
    if hasattr(error.__cause__, "problems"):  # a RuleError of what reads one value
        return bounded(str(error.__cause__)).rstrip(".")
    message = str(error)
    place = found[1] if (found := re.search(_PLACE, message)) else ""
    if (found := re.search(_MISSING, message) or re.search(_UNKNOWN, message)) is not None:
        sentence = _("“{name}” is missing") if re.search(_MISSING, message) else _("“{name}” isn't known")
        return sentence.format(name=printable(f"{place}.{found[1]}".lstrip(".")))
    if (found := re.search(_NO_CHOICE, message)) is not None:
        return _("“{name}” can't be {value}").format(name=printable(place), value=printable(found[1]))
    if place:
        return _("“{name}” has an invalid value").format(name=printable(place))
    if (found := re.search(_AT_BYTE, message)) is not None:
        return _("it can't be read from byte {place} on").format(place=found[1])
    return _("it ends too soon") if "truncated" in message else _("it can't be read")
