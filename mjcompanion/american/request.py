"""Requests about American hands: what a script or the command line asks of `score` and `match`.

The form of a request is a contract; see the handbook's page on the command line (docs/commands.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from mjcompanion.american.hand import AmericanHand, problems_of
from mjcompanion.american.match import Matcher, Near, Nearest
from mjcompanion.american.score import AmericanSheet, score_american
from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.core.notation import read_tiles
from mjcompanion.core.tiles import Tile
from mjcompanion.parsing.pattern import TILES
from mjcompanion.parsing.requests import RequestForm, read_as
from mjcompanion.scoring.request import ParsedRequest, ScoreRequest, parse_request

if TYPE_CHECKING:
    from mjcompanion.american.card import Card
    from mjcompanion.storage.paths import Folders

MOST_LINES: Final = 10_000
"""The most lines that an answer lists."""
_MOST_CARDS: Final = 16


class Cards:
    """The cards that requests name, each read once."""

    def __init__(self, folders: Folders | None = None) -> None:
        self._folders = folders
        self._known: dict[str, tuple[Card, Matcher] | RuleError] = {}

    def find(self, name: str) -> tuple[Card, Matcher]:
        """Return the card with this name or in this file, and its matcher.

        Raises:
            RuleError: there is no such card, or it has no line that can be played.

        >>> Cards().find("club-fifteen")[0].name
        'Club Fifteen'

        """
        known = self._known.get(name) or self._read(name)
        if isinstance(known, RuleError):
            raise known
        return known

    def look(self, name: str) -> None:
        """Read a card again; if it is wrong, `find` raises the error."""
        try:
            self._read(name)
        except RuleError as error:
            self._known[name] = error

    def _read(self, name: str) -> tuple[Card, Matcher]:
        from mjcompanion.american.card_library import find_card

        card = find_card(name, self._folders)
        if len(self._known) >= _MOST_CARDS:
            self._known.clear()
        read = self._known[name] = card, Matcher.of(card)
        return read


class MatchRequest(RequestForm, frozen=True):
    """A request for the nearest lines; `seen` are tiles that lie elsewhere."""

    hand: str
    card: str | None = None
    top: int | None = None
    seen: str | None = None


class ParsedMatch(msgspec.Struct, frozen=True):
    """A request for the nearest lines, read."""

    hand: AmericanHand
    card: str
    top: int = 5
    seen: tuple[Tile, ...] = ()


def read_score_request(request: object) -> ParsedRequest[AmericanHand]:
    """Return what a score request holds.

    Raises:
        RuleError: one sentence for what is wrong with its form; the hand itself is checked when it is scored.

    >>> parsed = read_score_request({"rules": "nmjl", "hand": "FF", "card": "companion"})
    >>> parsed.hand, parsed.context.seat, parsed.request.card
    (AmericanHand.parse('FF'), <Wind.EAST: 'E'>, 'companion')

    """
    given = read_as(ScoreRequest, request)
    if given.with_card and given.card is None:
        raise RuleError([Problem("no-card")])
    parsed = parse_request(given, AmericanHand.parse, with_card=True)
    if not parsed.context.winner:
        raise RuleError([Problem("only-winner-scores")])
    return parsed


def score_request(request: object, cards: Cards) -> AmericanSheet:
    """Read a request and match its hand.

    >>> request = {"rules": "nmjl", "hand": "FFF 2m5z2m6m 222p 66JJp", "card": "companion"}
    >>> score_request(request, Cards()).answer()["jokers"]
    2
    """
    parsed = read_score_request(request)
    return score_american(parsed.hand, parsed.context, cards.find(parsed.card)[1])


def score_answer(request: object, cards: Cards) -> dict[str, Any]:
    """Answer a score request, right or wrong, with a warning where lines of its card have faults."""
    parsed = read_score_request(request)
    card, matcher = cards.find(parsed.card)
    try:
        answer = score_american(parsed.hand, parsed.context, matcher).answer()
    except RuleError as error:
        answer = error.answer()
    return answer | warnings(card, parsed.card)


def warnings(card: Card, name: str) -> dict[str, list[str]]:
    """Return the warning of an answer about a card with faults: a list of sentences, or nothing at all."""
    problem = card.problem
    if problem is None:
        return {}
    return {"warnings": [msgspec.structs.replace(problem, text=card.title or printable(name)).sentence()]}


def read_match_request(request: object) -> ParsedMatch:
    """Return what a request for the nearest lines holds.

    Raises:
        RuleError: one sentence for what is wrong.

    >>> read_match_request({"hand": "FF 123m", "card": "companion"})
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: 5 tiles: 8 more.

    """
    given = read_as(MatchRequest, request)
    if given.card is None:
        raise RuleError([Problem("no-card")])
    top = 5 if given.top is None else given.top
    if not 1 <= top <= MOST_LINES:
        raise RuleError([Problem("top-range", limit=MOST_LINES)])
    seen = read_tiles(given.seen or "")
    hand = AmericanHand.parse(given.hand)
    problems = tuple(problems_of(hand, (TILES - 1, TILES), seen))
    if problems:
        raise RuleError(problems)
    return ParsedMatch(hand, given.card, top, seen)


def match_request(request: object, cards: Cards) -> dict[str, Any]:
    """Answer a request for the nearest lines.

    >>> request = {"hand": "FFF 2m5z2m6m 222p 66Jp", "card": "companion", "top": 1}
    >>> answer = match_request(request, Cards())["lines"][0]
    >>> answer["line"], answer["away"], answer["missing"], answer["out"]
    ('FFF 2026a 222b 6666b', 1, ['6p'], {'6p': 2, 'J': 7})
    """
    parsed = read_match_request(request)
    card, matcher = cards.find(parsed.card)
    return match_answer(matcher.nearest(parsed.hand, parsed.seen, parsed.top)) | warnings(card, parsed.card)


def match_answer(nearest: Nearest) -> dict[str, Any]:
    """Return the nearest lines as the command line answers them."""
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
