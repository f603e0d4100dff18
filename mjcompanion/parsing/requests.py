"""Read requests and records, as JSON has them, into structs.

What is wrong with their form is one sentence with the path of the field, a `bad-request`. The forms themselves are a
contract; see the handbook's page on the command line (docs/commands.md).
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from mjcompanion.core.errors import bad_request, unknown_seat
from mjcompanion.core.sanitize import why_unread
from mjcompanion.core.tiles import Wind
from mjcompanion.i18n.translation import N_, _

T = TypeVar("T")


class RequestForm(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, repr_omit_defaults=True
):
    """Base of the forms of requests; in every one of them null means the same as a field that is left out."""


def read_as(form: type[T], values: object, sentence: str = N_("The request is wrong: {why}.")) -> T:
    """Return values, as JSON has them, in the form of a struct; one that has this form already is returned as it is.

    Raises:
        RuleError: they don't fit it; the sentence names the field.

    >>> class Throw(RequestForm):
    ...     wind: Wind
    >>> read_as(Throw, {"wind": "W"}).wind
    <Wind.WEST: 'W'>
    >>> read_as(Throw, {"wind": "X"})
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: The request is wrong: “wind” can’t be “X”: there are E, S, W, N.

    """
    try:
        return msgspec.convert(values, form)
    except (msgspec.ValidationError, RecursionError, UnicodeEncodeError) as error:
        raise bad_request(_(sentence).format(why=why_unread(error, form))) from None


def read_wind(text: str, what: str = "seat") -> Wind:
    """Return a wind by its letter; `what` is what the sentence calls it, “seat” or “round”.

    Raises:
        RuleError: there is no such wind.

    """
    try:
        return Wind(text)
    except ValueError:
        raise unknown_seat(text, what) from None
