"""The house options of a ruleset: which it uses, as they are by themselves, and as a table changes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from mjcompanion.options import OPTIONS, Options, fits
from mjcompanion.problems import Problem, RuleError, listed
from mjcompanion.rules.record import RULESETS, Ruleset

_BY_KEY: Final = {spec.key: spec for spec in OPTIONS}


def find_ruleset(text: object) -> Ruleset:
    """The ruleset with this name.

    >>> find_ruleset("tradition")
    Traceback (most recent call last):
    ...
    mjcompanion.problems.RuleError: There are no rules called “tradition”; there are traditional, classical, nmjl, \
american-club, kemp-chinese, kemp-american and simple.
    """
    try:
        return Ruleset(text)
    except (ValueError, TypeError):
        raise RuleError([Problem("unknown-rules", text=str(text), why=listed(RULESETS))]) from None


def options_for(rules: Ruleset, changes: Mapping[str, object] | None = None) -> Options:
    """The options of a ruleset: its defaults with some values changed.

    Raises:
        RuleError: naming each unknown key and each value out of range. A known key that the ruleset has no use for
            is checked all the same and then does nothing.

    >>> options_for(Ruleset("traditional")).limit, options_for(Ruleset("classical")).limit
    (300, None)
    >>> options_for(Ruleset("traditional"), {"limit": 301})
    Traceback (most recent call last):
    ...
    mjcompanion.problems.RuleError: The option limit must be an even number of points from 2 up, or null for no limit.

    """
    if not changes:
        return rules.preset
    try:
        key = (rules, *[(name, value.__class__, value) for name, value in changes.items()])
        known = _KNOWN.get(key)
    except TypeError:  # a value that is none of those that options take
        return _checked(rules, changes)
    if known is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[key] = _checked(rules, changes)
    return known


_KNOWN: Final[dict[tuple[object, ...], Options]] = {}
_MOST_KNOWN: Final = 16384


def _checked(rules: Ruleset, changes: Mapping[str, object]) -> Options:
    """The defaults with these changes, each looked at."""
    problems = []
    for key, value in changes.items():
        spec = _BY_KEY.get(key)
        if spec is None:
            problems.append(Problem("unknown-option", text=str(key), why=listed(_BY_KEY)))
        elif not fits(spec, value):
            problems.append(Problem("bad-option", text=key, why=spec.values))
    if problems:
        raise RuleError(problems)
    return msgspec.structs.replace(rules.preset, **changes)


def changed_options(rules: Ruleset, options: Options) -> dict[str, Any]:
    """The values that differ from the ruleset's defaults.

    >>> changed_options(Ruleset("traditional"), options_for(Ruleset("traditional"), {"limit": None}))
    {'limit': None}
    """
    preset = rules.preset
    values = ((spec.key, getattr(options, spec.key)) for spec in OPTIONS)
    return {key: value for key, value in values if value != getattr(preset, key)}
