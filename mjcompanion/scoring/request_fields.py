"""Reading what scripts, the command line and files ask: every value is checked as it is read.

What is wrong with the form of a request is one sentence, a `bad_request`; the form itself is a contract, see the
handbook's page on the command line (docs/commands.md).
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Final, TypeVar

from mjcompanion.core.errors import Problem, RuleError, bad_request, listed, printable, unknown_seat
from mjcompanion.core.hand import FEATS, HowWon
from mjcompanion.core.notation import read_tile
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import Wind
from mjcompanion.i18n.translation import N_, _
from mjcompanion.rulesets import RULESETS, Ruleset, find_ruleset, options_for
from mjcompanion.scoring.context import ScoringContext

_KEYS: Final = {"rules", "hand", "card", "seat", "round", "winner", "win", "discards", "options"}
_WIN_KEYS: Final = {"tile", "by", "last_tile", *[feat.id for feat in FEATS]}
_MOST_DISCARDS: Final = 10**9
_LACKS: Final = N_("The request has no “{key}”.")
E = TypeVar("E", bound=enum.StrEnum)


class Asked:
    """An object as JSON has it; `"key" in asked` where it has a value other than null.

    Args:
        found: what was sent.
        keys: the keys that it may have.
        form: the sentence for what is no object.
        what: what it is called where it has another key.

    Raises:
        RuleError: it is no object, or has a key that isn't known; each method raises one for what it can't read.

    >>> asked = Asked({"seat": "W"}, {"seat"}, "A request is an object.")
    >>> asked.wind("seat"), asked.flag("winner")
    (<Wind.WEST: 'W'>, False)

    """

    __slots__ = ("_found",)

    def __init__(self, found: object, keys: AbstractSet[str], form: str, what: str = N_("A request")) -> None:
        if not isinstance(found, Mapping):
            raise bad_request(_(form))
        if not found.keys() <= keys:
            key = next(one for one in found if one not in keys)
            sentence = _("{what} has no key “{key}”; it has {keys}.")
            names = listed(sorted(keys))
            raise bad_request(sentence.format(what=_(what), key=printable(str(key)), keys=names))
        self._found: Mapping[Any, Any] = found

    def __contains__(self, key: str) -> bool:
        return self._found.get(key) is not None

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401 - as JSON has it
        return self._found.get(key)

    def need(self, *keys: str, sentence: str = _LACKS) -> None:
        """Refuse a request without these keys."""
        for key in keys:
            if key not in self._found:
                raise bad_request(_(sentence).format(key=key))

    def text(self, key: str, default: str | None = None) -> str:
        """A text."""
        found = self._found.get(key, default)
        if not isinstance(found, str):
            raise bad_request(_("“{key}” is a text.").format(key=key))
        return found

    def flag(self, key: str, *, default: bool = False) -> bool:
        """True or false."""
        found = self._found.get(key, default)
        if not isinstance(found, bool):
            raise bad_request(_("“{key}” is true or false.").format(key=key))
        return found

    def whole(self, key: str, lowest: int, most: int, sentence: str, default: int | None = None) -> int:
        """A whole number; the sentence is for anything else."""
        found = self._found.get(key, default)
        if not isinstance(found, int) or isinstance(found, bool) or not lowest <= found <= most:
            raise bad_request(sentence)
        return found

    def wind(self, key: str, default: Wind | None = None) -> Wind:
        """A seat, or with the key "round" a wind."""
        return read_wind(self._found.get(key, default), key)

    def one_of(self, key: str, ways: Collection[E]) -> E:
        """One of the ways in which the last tile can come."""
        found = self._found.get(key)
        for way in ways:
            if way == found:
                return way
        raise RuleError([Problem("unknown-by", text=str(found), why=listed(ways, "or"))])

    def options(self, rules: Ruleset) -> Options:
        """House options of these rules."""
        house = self._found.get("options")
        if house is not None and not isinstance(house, Mapping):
            raise bad_request(_("“options” is an object of house options."))
        return options_for(rules, house)


def read_wind(found: object, what: str = "seat") -> Wind:
    """A wind by its letter.

    Raises:
        RuleError: it is none.

    """
    if isinstance(found, str) and found in _WINDS:
        return _WINDS[found]
    raise unknown_seat(str(found), what)


_WINDS: Final = {wind.value: wind for wind in Wind}


def read_situation(request: object, form: str, *, with_card: bool) -> tuple[str, ScoringContext, Asked]:
    """A score request: the text of its hand, what the tiles can't show, and the request for what else it has.

    Raises:
        RuleError: one sentence for what is wrong with its form; the hand itself is checked when it is scored.

    """
    asked = Asked(request, _KEYS, form)
    asked.need("rules", "hand")
    rules = find_ruleset(asked["rules"])
    if rules.with_card is not with_card:
        sentence = _("Hands of {rules} are matched with a card, not scored by tiles; choose {others}.")
        if with_card:
            sentence = _("Hands of {rules} are not matched with a card; choose {others}.")
        others = listed([each for each in RULESETS.values() if each.with_card is with_card], "or")
        raise bad_request(sentence.format(rules=rules, others=others))
    situation = ScoringContext(
        rules,
        asked.wind("seat", Wind.EAST),
        asked.wind("round", Wind.EAST),
        asked.flag("winner", default=True),
        _read_win(rules, asked["win"]),
        _read_discards(asked) if "discards" in asked else None,
        asked.options(rules),
    )
    return asked.text("hand"), situation, asked


def is_american(request: object) -> bool:
    """Whether a score request is about a hand of a card, for those who load what reads these only then.

    >>> is_american({"rules": "nmjl"}), is_american({"rules": ["nmjl"]})
    (True, False)
    """
    rules = request.get("rules") if isinstance(request, Mapping) else None
    return isinstance(rules, str) and rules in RULESETS and RULESETS[rules].with_card


def _read_discards(asked: Asked) -> int:
    return asked.whole("discards", -_MOST_DISCARDS, _MOST_DISCARDS, _("“discards” is a whole number of tiles."))


def _read_win(rules: Ruleset, found: object) -> HowWon | None:
    if found is None:
        return None
    win = Asked(found, _WIN_KEYS, N_("“win” is an object with “tile”, “by” and “last_tile”."), "“win”")
    if "by" not in win:
        sentence = _("“win” needs “by”, how the last tile came: {ways}.")
        raise bad_request(sentence.format(ways=listed(rules.win_types, "or")))
    by, last = win.one_of("by", rules.win_types), win.flag("last_tile")
    feats = frozenset([feat.id for feat in FEATS if win.flag(feat.id)])
    return HowWon(read_tile(win.text("tile")) if "tile" in win else None, by, last, feats)
