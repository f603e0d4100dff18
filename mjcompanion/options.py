"""The house options: declared once, typed, defaulted by ruleset, explained, and frozen into what was played.

Source: section 9 of the rules (docs/rules.md).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from mjcompanion.problems import Problem, RuleError, listed
from mjcompanion.words import mark, tr


class Ruleset(enum.StrEnum):
    """The seven sets of rules, by the names that the command line and saved files use."""

    KEMP_CHINESE = "kemp-chinese"
    KEMP_AMERICAN = "kemp-american"
    TRADITIONAL = "traditional"
    AMERICAN_CLUB = "american-club"
    CLASSICAL = "classical"
    SIMPLE = "simple"
    NMJL = "nmjl"


KEMP: Final = frozenset({Ruleset.KEMP_CHINESE, Ruleset.KEMP_AMERICAN})
"""The solitaire games of source 1: the player is East, and a factor adjusts the score."""
CHINESE: Final = (Ruleset.TRADITIONAL, Ruleset.CLASSICAL, Ruleset.KEMP_CHINESE, Ruleset.SIMPLE)
"""The rules that score hands of four sets and a pair."""
_FOUR_SETTLE: Final = frozenset({Ruleset.TRADITIONAL, Ruleset.CLASSICAL})
WITHOUT_FLOWERS: Final = _FOUR_SETTLE
"""The rules that can be played without flowers, by the option `flowers`."""
_COUNTED: Final = frozenset({Ruleset.TRADITIONAL, Ruleset.CLASSICAL, Ruleset.KEMP_CHINESE})
_PAID: Final = frozenset({Ruleset.TRADITIONAL, Ruleset.CLASSICAL, Ruleset.AMERICAN_CLUB, Ruleset.NMJL})

AMERICAN_CHIPS: Final = "american"
COUNTING_STICKS: Final = "counting-sticks"
CHIP_SETS: Final = (AMERICAN_CHIPS, COUNTING_STICKS)
"""The names of the chip sets: 200, 25 and 5 points; sticks of 500, 100, 10 and 2."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True, omit_defaults=True):
    """The house options of one table, each with a value; `options_for` fills in a ruleset's defaults.

    `limit` and `basal` are points; `wrong_call_amount` is the points each player pays for a wrong call.

    The values here are no ruleset's: they say how every table played before there was such an option, and stay so for
    ever. Only what differs from them is stored, so a session that doesn't use a newer option is read by older programs.
    """

    limit: int | None = None
    basal: int = 10
    extras_as: str = "points"
    own_wind_pair_adds: bool = True
    only_tile_by_shape: bool = True
    flower_doubles_add: bool = True
    flowers: bool = True
    losers_settle: bool = True
    east_double: bool = True
    east_stays_after_draw: bool = False
    wrong_call_amount: int = 25
    chips: str = COUNTING_STICKS

    def __post_init__(self) -> None:
        """Make a value that equals the one here the same object: msgspec leaves only that out."""
        for name, ever in _TEXTS:
            if getattr(self, name) == ever:
                msgspec.structs.force_setattr(self, name, ever)


_TEXTS: Final = tuple(
    (field.name, field.default) for field in msgspec.structs.fields(Options) if isinstance(field.default, str)
)


class OptionKind(enum.StrEnum):
    """What sort of value an option takes."""

    BOOL = "bool"
    LIMIT = "limit"
    EVEN = "even"
    NUMBER = "number"
    CHOICE = "choice"


class OptionSpec(msgspec.Struct, frozen=True):
    """One house option: its key, what values it takes, the rules that use it, and what it means.

    `label` and `help` are looked up where they are shown.
    """

    key: str
    kind: OptionKind
    label: str
    help: str
    rules: frozenset[Ruleset]
    choices: tuple[str, ...] = ()

    @property
    def values(self) -> str:
        """The values it takes, in words."""
        if self.kind is OptionKind.CHOICE:
            return listed([f"“{choice}”" for choice in self.choices], "or")
        return tr(_VALUES[self.kind])


_VALUES: Final = {
    OptionKind.BOOL: mark("true or false"),
    OptionKind.LIMIT: mark("an even number of points from 2 up, or null for no limit"),
    OptionKind.EVEN: mark("an even number from 0 to 100"),
    OptionKind.NUMBER: mark("a whole number from 0 up"),
}
HIGHEST_LIMIT: Final = 10**9

OPTIONS: Final = (
    OptionSpec(
        "limit",
        OptionKind.LIMIT,
        mark("Limit"),
        mark("No hand counts for more than this many points."),
        frozenset(CHINESE),
    ),
    OptionSpec(
        "basal",
        OptionKind.EVEN,
        mark("Points for Mah Jongg"),
        mark("The basal score that the winner adds; usually 10, sometimes 20, 30 or more."),
        frozenset({Ruleset.TRADITIONAL}),
    ),
    OptionSpec(
        "extras_as",
        OptionKind.CHOICE,
        mark("The five extras give"),
        mark("No runs, no points, a loose tile, the last tile and a robbed kong give 10 points each, or a double."),
        frozenset({Ruleset.TRADITIONAL}),
        ("points", "doubles"),
    ),
    OptionSpec(
        "own_wind_pair_adds",
        OptionKind.BOOL,
        mark("A pair of East counts twice"),
        mark("A pair of East winds scores 2 as a pair of winds and 2 more as the player's own."),
        frozenset({Ruleset.KEMP_CHINESE}),
    ),
    OptionSpec(
        "only_tile_by_shape",
        OptionKind.BOOL,
        mark("Only tile by shape"),
        mark(
            "On: a tile that makes the pair, fills a gap or ends 1 2 3 or 7 8 9 has the bonus. "
            "Off: only if no other tile would have won as well."
        ),
        _COUNTED,
    ),
    OptionSpec(
        "flower_doubles_add",
        OptionKind.BOOL,
        mark("Own flower and full set both double"),
        mark(
            "On: with all four flowers the double for one's own counts too. Off: the doubles of the set stand instead."
        ),
        _COUNTED,
    ),
    OptionSpec(
        "flowers",
        OptionKind.BOOL,
        mark("Play with flowers"),
        mark("The eight flowers and seasons are in play; off: the set has 136 tiles."),
        _FOUR_SETTLE,
    ),
    OptionSpec(
        "losers_settle",
        OptionKind.BOOL,
        mark("Losers settle"),
        mark("Each two losers pay each other the difference of their scores."),
        _FOUR_SETTLE,
    ),
    OptionSpec(
        "east_double",
        OptionKind.BOOL,
        mark("East pays and gets double"),
        mark("Every payment to or by East is doubled."),
        _FOUR_SETTLE,
    ),
    OptionSpec(
        "east_stays_after_draw",
        OptionKind.BOOL,
        mark("East stays after a draw"),
        mark("When nobody wins, East is East again; off: East passes to the right."),
        _FOUR_SETTLE,
    ),
    OptionSpec(
        "wrong_call_amount",
        OptionKind.NUMBER,
        mark("Points for a wrong call"),
        mark("What each player pays when all but one have exposed their hands after a wrong call of Mah Jongg."),
        frozenset({Ruleset.AMERICAN_CLUB}),
    ),
    OptionSpec(
        "chips",
        OptionKind.CHOICE,
        mark("Chips"),
        mark("The set of chips or counting sticks on the table."),
        _PAID,
        CHIP_SETS,
    ),
)
"""Every house option, in the order in which a page shows them."""

_BY_KEY: Final = {spec.key: spec for spec in OPTIONS}
_DEFAULTS: Final[dict[Ruleset, Options]] = {
    rules: Options(
        limit=300 if rules is Ruleset.TRADITIONAL else None,
        chips=COUNTING_STICKS if rules in _FOUR_SETTLE else AMERICAN_CHIPS,
    )
    for rules in Ruleset
}


def find_ruleset(text: object) -> Ruleset:
    """The ruleset with this name.

    >>> find_ruleset("tradition")
    Traceback (most recent call last):
    ...
    mjcompanion.problems.RuleError: There are no rules called “tradition”; there are kemp-chinese, kemp-american, \
traditional, american-club, classical, simple and nmjl.
    """
    try:
        return Ruleset(text)  # type: ignore[arg-type]
    except (ValueError, TypeError):
        raise RuleError([Problem("unknown-rules", text=str(text), why=listed(Ruleset))]) from None


def options_for(rules: Ruleset, changes: Mapping[str, object] | None = None) -> Options:
    """The options of a ruleset: its defaults with some values changed.

    Raises:
        RuleError: naming each unknown key and each value out of range. A known key that the ruleset has no use for
            is checked all the same and then does nothing.

    >>> options_for(Ruleset.TRADITIONAL).limit, options_for(Ruleset.CLASSICAL).limit
    (300, None)
    >>> options_for(Ruleset.TRADITIONAL, {"limit": 301})
    Traceback (most recent call last):
    ...
    mjcompanion.problems.RuleError: The option limit must be an even number of points from 2 up, or null for no limit.

    """
    if not changes:
        return _DEFAULTS[rules]
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
        elif not _fits(spec, value):
            problems.append(Problem("bad-option", text=key, why=spec.values))
    if problems:
        raise RuleError(problems)
    return msgspec.structs.replace(_DEFAULTS[rules], **changes)


def changed_options(rules: Ruleset, options: Options) -> dict[str, Any]:
    """The values that differ from the ruleset's defaults.

    >>> changed_options(Ruleset.TRADITIONAL, options_for(Ruleset.TRADITIONAL, {"limit": None}))
    {'limit': None}
    """
    preset = _DEFAULTS[rules]
    values = ((spec.key, getattr(options, spec.key)) for spec in OPTIONS)
    return {key: value for key, value in values if value != getattr(preset, key)}


def stored_options(options: Options) -> dict[str, Any]:
    """The values that a session stores, and that tell its rules from others: those that are not as they ever were.

    >>> stored_options(options_for(Ruleset.TRADITIONAL, {"losers_settle": False}))
    {'limit': 300, 'losers_settle': False}
    """
    found: dict[str, Any] = msgspec.to_builtins(options)
    return found


def options_used(rules: Ruleset) -> tuple[OptionSpec, ...]:
    """The options that make a difference in a ruleset.

    >>> [spec.key for spec in options_used(Ruleset.SIMPLE)]
    ['limit']
    """
    return tuple(spec for spec in OPTIONS if rules in spec.rules)


def _fits(spec: OptionSpec, value: object) -> bool:
    """Whether a value is one that the option takes; true and false are no numbers."""
    if spec.kind is OptionKind.BOOL:
        return isinstance(value, bool)
    if spec.kind is OptionKind.CHOICE:
        return isinstance(value, str) and value in spec.choices
    if spec.kind is OptionKind.LIMIT and value is None:
        return True
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    if spec.kind is OptionKind.LIMIT:
        return 2 <= value <= HIGHEST_LIMIT and value % 2 == 0
    if spec.kind is OptionKind.EVEN:
        return 0 <= value <= 100 and value % 2 == 0
    return 0 <= value <= HIGHEST_LIMIT
