"""Text from people and files: put on one line, quoted in a sentence; and why JSON can't be read."""

from __future__ import annotations

import enum
import re
import unicodedata
from typing import Any, Final, TypeVar, get_args

import msgspec

from mjcompanion.i18n.translation import N_, _, joined

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
    import json  # which finds keys that are given twice, as msgspec doesn't

    found: T = msgspec.json.decode(content, type=form)
    json.loads(content, object_pairs_hook=_check_keys, parse_int=str, parse_float=str)
    return found


def _check_keys(pairs: list[tuple[str, object]]) -> None:
    seen = set[str]()
    for key, _unused in pairs:
        if key in seen:
            raise GivenTwice(key)
        seen.add(key)


_PLACE: Final = r"(?s) - at `(?:key` in `)?\$\.?(.*)`$"
_MISSING: Final = "(?s)missing required field `(.*?)`"
_UNKNOWN: Final = "(?s)unknown field `(.*?)`"
_NO_CHOICE: Final = "(?s)Invalid enum value '?(.*?)'?(?: - at |$)"
_EXPECTED: Final = r"Expected `(\w+)[^`]*`(?: ([<>]=) (-?\d+))?"
_AT_BYTE: Final = r"\(byte (\d+)\)"
"""What msgspec says."""
_KINDS: Final = {
    "str": N_("“{name}” must be a text"),
    "bool": N_("“{name}” must be true or false"),
    "int": N_("“{name}” must be a whole number"),
    "array": N_("“{name}” must be a list"),
    "object": N_("“{name}” must be an object"),
}
_LIMITS: Final = {"<=": N_("“{name}” can be at most {limit}"), ">=": N_("“{name}” must be at least {limit}")}


def why_unread(error: Exception, form: type | None = None) -> str:
    """Return why values written by others can't be read, in our words and without a full stop.

    Args:
        error: what was raised; msgspec's own sentences quote the values.
        form: the struct that they were to be, from which the sentence takes what would be right.

    >>> why_unread(ValueError("JSON is malformed: invalid character (byte 3)"))
    'it can’t be read from byte 3 on'
    >>> why_unread(ValueError("Object missing required field `name` - at `$.players[0]`"))
    '“players[0].name” is missing'

    """
    if isinstance(error, GivenTwice):
        return _("it gives “{key}” twice in one object").format(key=printable(error.key))
    if isinstance(error, UnicodeError):
        return _("its text isn’t in UTF-8")
    if isinstance(error, RecursionError):
        return _("it is nested too deeply")
    if hasattr(error.__cause__, "problems"):  # a RuleError of what reads one value
        return bounded(str(error.__cause__)).rstrip(".")
    text = str(error)
    place = found[1].replace("[...]", "") if (found := re.search(_PLACE, text)) else ""
    if (found := re.search(_MISSING, text)) is not None:
        return _("“{name}” is missing").format(name=printable(f"{place}.{found[1]}".lstrip(".")))
    if (found := re.search(_UNKNOWN, text)) is not None:
        sentence = _("“{name}” isn’t known")
        return _with_choices(sentence.format(name=printable(f"{place}.{found[1]}".lstrip("."))), form, place)
    if (found := re.search(_NO_CHOICE, text)) is not None:
        sentence = _("“{name}” can’t be “{value}”")
        return _with_choices(sentence.format(name=printable(place), value=printable(found[1])), form, place)
    if place:
        kind, sign, limit = found.groups() if (found := re.search(_EXPECTED, text)) else ("", "", "")
        sentence = _LIMITS.get(sign) or _KINDS.get(kind) or N_("“{name}” has an invalid value")
        return _(sentence).format(name=printable(place), limit=limit)
    if (found := re.search(_AT_BYTE, text)) is not None:
        return _("it can’t be read from byte {place} on").format(place=found[1])
    if "out of range" in text:
        return _("a number in it is too large")
    if "Expected `object`" in text:
        return _("it must be an object")
    return _("it ends too soon") if "truncated" in text else _("it can’t be read")


def _with_choices(sentence: str, form: Any, place: str) -> str:  # noqa: ANN401 - any type
    """Add the values that are possible at a place in a struct: the fields of an object, or what can be chosen."""
    for name in re.sub(r"\[.*?\]", "", place).split(".") if place and form else ():
        form = next((one.type for one in msgspec.structs.fields(form) if one.encode_name == name), None)
        while arguments := get_args(form):
            form = arguments[0]
    if not isinstance(form, type):
        return sentence
    if issubclass(form, enum.Enum):
        choices = [str(one) for one in form]
    elif issubclass(form, msgspec.Struct):
        choices = [one.encode_name for one in msgspec.structs.fields(form)]
    else:
        return sentence
    return _("{sentence}: there are {choices}").format(sentence=sentence, choices=joined(choices))
