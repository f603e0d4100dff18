"""Requests about American hands: what a script or the command line asks of `score` and `match`.

The form of a request is a contract; see the handbook's page on the command line (docs/commands.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from mjcompanion.american.hand import AmericanHand, problems_of
from mjcompanion.american.line import TILES
from mjcompanion.american.match import Matcher, Near, Nearest
from mjcompanion.american.score import (
    AmericanBy,
    AmericanSheet,
    AmericanSituation,
    AmericanWin,
    score_american,
    ways_to_win,
)
from mjcompanion.notation import read_tile, read_tiles
from mjcompanion.problems import NotationError, Problem, RuleError, bad_request, listed, printable, unknown_seat
from mjcompanion.rulesets import RULESETS, Ruleset, changed_options, find_ruleset, options_for
from mjcompanion.saying import in_words
from mjcompanion.tiles import Tile, Wind
from mjcompanion.words import tr

if TYPE_CHECKING:
    from mjcompanion.american.card import Card
    from mjcompanion.folders import Folders

_KEYS: Final = ("rules", "hand", "card", "seat", "round", "winner", "win", "discards", "options")
_WIN_KEYS: Final = ("tile", "by", "last_tile")
_MATCH_KEYS: Final = ("card", "hand", "top", "seen")
_MOST_DISCARDS: Final = 10**9
MOST_LINES: Final = 10_000
"""So many lines are told at most."""
_MOST_CARDS: Final = 16


class Cards:
    """The cards that requests name, each read once."""

    def __init__(self, folders: Folders | None = None) -> None:
        self._folders = folders
        self._known: dict[str, tuple[Card, Matcher]] = {}

    def find(self, name: str) -> tuple[Card, Matcher]:
        """The card with this name or in this file, and its matcher.

        Raises:
            RuleError: there is no such card, or it has no line that can be played.

        >>> Cards().find("club-fifteen")[0].name
        'Club Fifteen'

        """
        known = self._known.get(name)
        if known is None:
            from mjcompanion.american.shelf import find_card

            card = find_card(name, self._folders)
            if len(self._known) >= _MOST_CARDS:
                self._known.clear()
            known = self._known[name] = card, Matcher.of(card)
        return known


class AmericanAsked(msgspec.Struct, frozen=True):
    """A score request, read."""

    hand: AmericanHand
    situation: AmericanSituation
    card: str


class MatchAsked(msgspec.Struct, frozen=True):
    """A request for the nearest lines, read; `seen` are tiles that lie elsewhere."""

    hand: AmericanHand
    card: str
    top: int = 5
    seen: tuple[Tile, ...] = ()


def is_american(request: object) -> bool:
    """Whether a score request is about an American hand."""
    return (
        isinstance(request, Mapping)
        and isinstance(rules := request.get("rules"), str)
        and rules in RULESETS
        and RULESETS[rules].with_card
    )


def read_score_request(request: object) -> AmericanAsked:
    """Read a score request.

    Raises:
        RuleError: one sentence for what is wrong with its form; the hand itself is checked when it is scored.

    >>> asked = read_score_request({"rules": "nmjl", "hand": "FF", "card": "companion"})
    >>> asked.hand, asked.situation.seat
    (AmericanHand.parse('FF'), <Wind.EAST: 'E'>)

    """
    found = _object(request, _KEYS, tr("A request is an object with “rules”, “hand” and “card”."))
    for key in ("rules", "hand"):
        if key not in found:
            raise bad_request(tr("The request has no “{key}”.").format(key=key))
    rules = find_ruleset(found["rules"])
    if not rules.with_card:
        sentence = tr("Hands of {rules} are not matched with a card; choose {others}.")
        raise bad_request(
            sentence.format(rules=rules, others=listed([rules for rules in RULESETS.values() if rules.with_card], "or"))
        )
    seat = _wind(found, "seat")
    _wind(found, "round")
    win = _win(rules, found.get("win"))
    text = _text(found["hand"], "hand")
    if not _flag(found.get("winner", True), "winner"):
        raise RuleError([Problem("only-winner-scores")])
    discards = found.get("discards")
    if discards is not None and not _is_whole(discards, _MOST_DISCARDS):
        raise bad_request(tr("“discards” is a whole number of tiles."))
    house = found.get("options")
    if house is not None and not isinstance(house, Mapping):
        raise bad_request(tr("“options” is an object of house options."))
    options = options_for(rules, house)
    card = _card(found)
    try:
        hand = AmericanHand.parse(text)
    except NotationError:
        told = in_words(found, with_card=True)
        if told is None:
            raise
        return read_score_request(told)
    return AmericanAsked(hand, AmericanSituation(rules, seat, win, discards, options), card)


def write_score_request(asked: AmericanAsked) -> dict[str, Any]:
    """The request that asks for this; `read_score_request` reads it back.

    >>> write_score_request(AmericanAsked(AmericanHand.parse("FF"), AmericanSituation(Ruleset("nmjl")), "companion"))
    {'rules': 'nmjl', 'hand': 'FF', 'card': 'companion', 'seat': 'E'}
    """
    situation = asked.situation
    request: dict[str, Any] = {
        "rules": str(situation.rules),
        "hand": str(asked.hand),
        "card": asked.card,
        "seat": str(situation.seat),
    }
    win = situation.win
    if win is not None:
        request["win"] = {"by": str(win.by), "last_tile": win.last_tile}
        if win.tile is not None:
            request["win"]["tile"] = str(win.tile)
    if situation.discards is not None:
        request["discards"] = situation.discards
    changes = changed_options(situation.rules, situation.options)
    if changes:
        request["options"] = changes
    return request


def score_request(request: object, cards: Cards) -> AmericanSheet:
    """Read a request and match its hand.

    >>> asked = {"rules": "nmjl", "hand": "FFF 2m5z2m6m 222p 66JJp", "card": "companion"}
    >>> score_request(asked, Cards()).answer()["jokers"]
    2
    """
    asked = read_score_request(request)
    return score_american(asked.hand, asked.situation, cards.find(asked.card)[1])


def read_match_request(request: object) -> MatchAsked:
    """Read a request for the nearest lines, and check its tiles.

    Raises:
        RuleError: one sentence for what is wrong.

    >>> read_match_request({"hand": "FF 123m", "card": "companion"})
    Traceback (most recent call last):
    ...
    mjcompanion.problems.RuleError: 5 tiles: 8 more.

    """
    found = _object(request, _MATCH_KEYS, tr("A request is an object with “card” and “hand”."))
    if "hand" not in found:
        raise bad_request(tr("The request has no “{key}”.").format(key="hand"))
    text = _text(found["hand"], "hand")
    top = found.get("top")
    top = 5 if top is None else top
    if not _is_whole(top, MOST_LINES) or top < 1:
        raise RuleError([Problem("top-range", limit=MOST_LINES)])
    seen = found.get("seen")
    lying = () if seen is None else read_tiles(_text(seen, "seen"))
    card = _card(found)
    hand = AmericanHand.parse(text)
    problems = tuple(problems_of(hand, (TILES - 1, TILES), lying))
    if problems:
        raise RuleError(problems)
    return MatchAsked(hand, card, top, lying)


def match_request(request: object, cards: Cards) -> dict[str, Any]:
    """Answer a request for the nearest lines.

    >>> asked = {"hand": "FFF 2m5z2m6m 222p 66Jp", "card": "companion", "top": 1}
    >>> answer = match_request(asked, Cards())["lines"][0]
    >>> answer["line"], answer["away"], answer["missing"], answer["out"]
    ('FFF 2026a 222b 6666b', 1, ['6p'], {'6p': 2, 'J': 7})
    """
    asked = read_match_request(request)
    return match_answer(cards.find(asked.card)[1].nearest(asked.hand, asked.seen, asked.top))


def match_answer(nearest: Nearest) -> dict[str, Any]:
    """The nearest lines as the command line answers them."""
    answer: dict[str, Any] = {"ok": True, "lines": [_near_answer(near) for near in nearest.lines]}
    if nearest.dead:
        answer["dead"] = [_near_answer(near) for near in nearest.dead]
    if nearest.discards:
        answer["discards"] = [str(tile) for tile in nearest.discards]
    return answer


def _near_answer(near: Near) -> dict[str, Any]:
    line = near.line
    answer: dict[str, Any] = {
        "line": line.pattern,
        "number": line.number,
        "section": line.section,
        "value": line.value,
        "concealed": line.concealed,
        "away": near.away,
        "missing": [str(tile) for tile in near.missing],
        "out": {str(tile): count for tile, count in near.out},
        "keep": [str(tile) for tile in near.keep],
        "sets": [str(one) for one in near.sets],
        "jokers": near.jokers,
    }
    if near.dead is not None:
        answer["dead"] = near.dead.sentence()
    return answer


# --- reading values


def _object(request: object, keys: Sequence[str], sentence: str) -> Mapping[Any, Any]:
    if not isinstance(request, Mapping):
        raise bad_request(sentence)
    _known(request, keys, tr("A request has no key “{key}”; it has {keys}."))
    return request


def _known(found: Mapping[Any, Any], keys: Sequence[str], sentence: str) -> None:
    for key in found:
        if key not in keys:
            raise bad_request(sentence.format(key=printable(str(key)), keys=listed(sorted(keys))))


def _text(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise bad_request(tr("“{key}” is a text.").format(key=key))
    return value


def _flag(value: object, key: str) -> bool:
    if not isinstance(value, bool):
        raise bad_request(tr("“{key}” is true or false.").format(key=key))
    return value


def _is_whole(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= most


def _card(found: Mapping[Any, Any]) -> str:
    card = found.get("card")
    if card is None:
        raise RuleError([Problem("no-card")])
    if not isinstance(card, str):
        raise bad_request(tr("“card” is the name of a card or of its file."))
    return card


def _wind(found: Mapping[Any, Any], key: str) -> Wind:
    value = found.get(key, "E")
    if isinstance(value, str) and value in set(Wind):
        return Wind(value)
    raise unknown_seat(str(value), key)


def _win(rules: Ruleset, win: object) -> AmericanWin | None:
    if win is None:
        return None
    if not isinstance(win, Mapping):
        raise bad_request(tr("“win” is an object with “tile”, “by” and “last_tile”."))
    _known(win, _WIN_KEYS, tr("“win” has no key “{key}”; it has {keys}."))
    by, ways = win.get("by"), ways_to_win(rules)
    if by is None:
        raise bad_request(tr("“win” needs “by”, how the last tile came: {ways}.").format(ways=listed(ways, "or")))
    if not isinstance(by, str) or by not in set(ways):
        raise RuleError([Problem("unknown-by", text=str(by), why=listed(ways, "or"))])
    tile = win.get("tile")
    last = _flag(win.get("last_tile", False), "last_tile")
    return AmericanWin(None if tile is None else read_tile(_text(tile, "tile")), AmericanBy(by), last)
