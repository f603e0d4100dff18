"""What makes one score of a ruleset no score to compare with another: house options and the card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from mjcompanion.ledger.values import TableFigures
from mjcompanion.options import OPTIONS, fits
from mjcompanion.problems import printable
from mjcompanion.rules.house import ROWS
from mjcompanion.rulesets import Ruleset
from mjcompanion.words import tr

_BY_KEY: Final = {spec.key: spec for spec in OPTIONS}
_OF_A_TABLE: Final = frozenset(spec.key for spec in OPTIONS if not spec.scores)
"""Options by which no hand scores otherwise: payments, chips, who is East next."""


def house_of(told: Mapping[str, Any]) -> str:
    """How a game's record, or a hand's request, differs from the ruleset's own: a key, empty where not at all.

    The key is JSON that says what differs: the values of house options that a score depends on, and the card.

    >>> house_of({"rules": "classical", "options": {"limit": 1000, "chips": "poker"}})
    '{"limit":1000}'
    >>> house_of({"rules": "nmjl", "card": "companion"}), house_of({"rules": "simple"})
    ('{"card":"companion"}', '')
    """
    options = told.get("options")
    changes = options if isinstance(options, Mapping) else {}
    found = {key: value for key, value in changes.items() if key not in _OF_A_TABLE}
    card = told.get("card")
    if card and isinstance(card, str):
        found["card"] = card
    return msgspec.json.encode(found, order="sorted").decode() if found else ""


def read_house(house: str) -> dict[str, Any]:
    """What a key says; nothing where it is no such key."""
    try:
        return msgspec.json.decode(house or "{}", type=dict[str, Any])
    except msgspec.DecodeError:
        return {}


def house_words(house: str) -> list[str]:
    """What a key says, in sentences; nothing for the ruleset's own rules.

    >>> house_words('{"limit":1000}'), house_words('{"card":"companion","rows":{}}')
    (['No hand counts for more than 1,000 points.'], ['Card: companion.', 'Some rows of the rules were changed.'])
    """
    said = []
    for key, value in read_house(house).items():
        if key == "card":
            said.append(tr("Card: {name}.").format(name=printable(str(value), 40)))
        elif key == ROWS:
            said.append(tr("Some rows of the rules were changed."))
        elif key in _BY_KEY and fits(_BY_KEY[key], value):
            said.append(_BY_KEY[key].sentence(tuple(value) if isinstance(value, list) else value))
        else:
            said.append(tr("House options that this program doesn’t know."))
    return list(dict.fromkeys(said))


def table_titles(tables: Sequence[TableFigures]) -> tuple[str, ...]:
    """Return by which rules the sessions of each were; what would have the same title has its fingerprint beside it.

    >>> same = TableFigures("british", "", "5da8c187d736", ()), TableFigures("british", "", "0c11aa89ef20", ())
    >>> table_titles(same)
    ('British (BMJA), fingerprint 5da8c187d736', 'British (BMJA), fingerprint 0c11aa89ef20')
    >>> table_titles((TableFigures("classical", "Ours", "5da8c187d736", ()),))
    ('Ours (Classical)',)
    """
    titles = [rules_named(one.rules, one.name) for one in tables]
    times = Counter(titles)
    told = tr("{rules}, fingerprint {fingerprint}")
    return tuple(
        told.format(rules=title, fingerprint=one.fingerprint) if times[title] > 1 else title
        for title, one in zip(titles, tables, strict=True)
    )


def rules_named(rules: str, name: str = "") -> str:
    """Return the ruleset’s title, which this program may not know, with the house’s name for it."""
    title = printable(tr(Ruleset.stored(rules).short), 40)
    return tr("{name} ({rules})").format(name=printable(name, 40), rules=title) if name else title
