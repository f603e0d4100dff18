"""Keys of house rules: scores by one ruleset are only compared where the house options and the card are the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from mjcompanion.core.errors import printable
from mjcompanion.core.options import OPTIONS, fits
from mjcompanion.i18n.translation import _
from mjcompanion.rules.house import HANDS, ROWS
from mjcompanion.rulesets import Ruleset

_BY_KEY: Final = {spec.key: spec for spec in OPTIONS}
_OF_A_TABLE: Final = frozenset(spec.key for spec in OPTIONS if not spec.scores)
"""Options that change no score: payments, chips, who is East next."""


def house_of(record: Mapping[str, Any]) -> str:
    """Return the key of a game's record or a hand's request: JSON of the options that change scores, and of the card.

    It is empty for the ruleset's own rules.

    >>> house_of({"rules": "classical", "options": {"limit": 1000, "chips": "poker"}})
    '{"limit":1000}'
    >>> house_of({"rules": "nmjl", "card": "companion"}), house_of({"rules": "simple"})
    ('{"card":"companion"}', '')
    """
    options = record.get("options")
    changes = options if isinstance(options, Mapping) else {}
    found = {key: value for key, value in changes.items() if key not in _OF_A_TABLE}
    card = record.get("card")
    if card and isinstance(card, str):
        found["card"] = card
    return msgspec.json.encode(found, order="sorted").decode() if found else ""


def read_house(house: str) -> dict[str, Any]:
    """Read a key; one that can't be read is empty."""
    try:
        return msgspec.json.decode(house or "{}", type=dict[str, Any])
    except msgspec.DecodeError:
        return {}


def house_words(house: str) -> list[str]:
    """Say a key in sentences; there are none for the ruleset's own rules.

    >>> house_words('{"limit":1000}'), house_words('{"card":"companion","rows":{}}')
    (['No hand counts for more than 1,000 points.'], ['Card: companion.', 'Some rows of the rules were changed.'])
    """
    parts = []
    for key, value in read_house(house).items():
        if key == "card":
            parts.append(_("Card: {name}.").format(name=printable(str(value), 40)))
        elif key == HANDS:
            parts.append(_("The house has special hands of its own."))
        elif key == ROWS:
            parts.append(_("Some rows of the rules were changed."))
        elif key in _BY_KEY and fits(_BY_KEY[key], value):
            parts.append(_BY_KEY[key].sentence(tuple(value) if isinstance(value, list) else value))
        else:
            parts.append(_("House options that this program doesn’t know."))
    return list(dict.fromkeys(parts))


def rules_named(rules: str, name: str = "") -> str:
    """Return the title of a ruleset, which may be unknown, with the name of the house rules."""
    title = printable(_(Ruleset.stored(rules).short), 40)
    return _("{name} ({rules})").format(name=printable(name, 40), rules=title) if name else title
