"""Score requests: what a script, the command line or a saved draft asks, read into a hand and its context.

The form of a request is a contract; see the handbook's page on the command line (docs/commands.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Generic, TypeVar

import msgspec

from mjcompanion.core.errors import NotationError, Problem, RuleError, bad_request, listed
from mjcompanion.core.hand import FEATS, By, Hand, HowWon
from mjcompanion.core.notation import read_tile
from mjcompanion.core.tiles import Wind
from mjcompanion.i18n.translation import _
from mjcompanion.parsing.hand_text import ParsedHand, in_words
from mjcompanion.parsing.requests import RequestForm, read_as
from mjcompanion.rulesets import RULESETS, Ruleset, changed_options, find_ruleset, options_for
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet import ScoreSheet

H = TypeVar("H")
"""A hand, Chinese or American."""

_MOST_DISCARDS: Final = 10**9


class WinRequest(RequestForm, frozen=True):
    """How the hand was won; the flags are named like the ids of `FEATS`."""

    by: By | None = None
    last_tile: bool | None = None
    called: bool | None = None
    ninth_win: bool | None = None
    second_kong: bool | None = None
    tile: str | None = None

    def how(self, rules: Ruleset) -> HowWon:
        """Return how the hand was won.

        Raises:
            RuleError: `by` is missing, or a hand can't be won so by these rules; or the tile can't be read.

        """
        if self.by is None:
            sentence = _("“win” needs “by”, how the last tile came: {ways}.")
            raise bad_request(sentence.format(ways=listed(rules.win_types, "or")))
        if self.by not in rules.win_types:
            raise RuleError([Problem("unknown-by", text=self.by, why=listed(rules.win_types, "or"))])
        feats = frozenset([feat.id for feat in FEATS if getattr(self, feat.id)])
        tile = None if self.tile is None else read_tile(self.tile)
        return HowWon(tile, self.by, bool(self.last_tile), feats)


class ScoreRequest(RequestForm, frozen=True):
    """A request to score a Chinese or an American hand; `card` is for American ones."""

    rules: str
    hand: str
    seat: Wind | None = None
    round: Wind | None = None
    winner: bool | None = None
    win: WinRequest | None = None
    discards: Annotated[int, msgspec.Meta(ge=-_MOST_DISCARDS, le=_MOST_DISCARDS)] | None = None
    card: str | None = None
    options: dict[str, Any] | None = None

    @property
    def with_card(self) -> bool:
        """Whether the hand is matched with a card; without such rules it isn't.

        >>> ScoreRequest(rules="nmjl", hand="").with_card, ScoreRequest(rules="chess", hand="").with_card
        (True, False)
        """
        return self.rules in RULESETS and RULESETS[self.rules].with_card

    def context(self) -> ScoringContext:
        """Return everything about the hand that its tiles can't show.

        Raises:
            RuleError: there are no such rules or options, or `win` can't be.

        """
        rules = find_ruleset(self.rules)
        return ScoringContext(
            rules,
            self.seat or Wind.EAST,
            self.round or Wind.EAST,
            self.winner is not False,
            None if self.win is None else self.win.how(rules),
            self.discards,
            options_for(rules, self.options),
        )

    def completed(self, words: ParsedHand) -> ScoreRequest:
        """Return the request with its hand in notation and with what else the words say; its own values come first."""
        values: dict[str, Any] = {
            "seat": words.seat,
            "round": words.round,
            "winner": words.winner,
            "discards": words.discards,
        }
        if words.by or words.tile or words.last_tile:
            tile = None if words.tile is None else str(words.tile)
            values["win"] = WinRequest(by=By(words.by) if words.by else None, tile=tile, last_tile=words.last_tile)
        values = {key: value for key, value in values.items() if getattr(self, key) is None}
        return msgspec.structs.replace(self, hand=words.notation, **values)


class ParsedRequest(msgspec.Struct, Generic[H], frozen=True):
    """A request, its hand and the context of that; the request includes what the hand's words add."""

    request: ScoreRequest
    hand: H
    context: ScoringContext

    @property
    def card(self) -> str:
        """The card of an American hand; empty for others."""
        return self.request.card or ""


def parse_request(request: object, parse: Callable[[str], H], *, with_card: bool = False) -> ParsedRequest[H]:
    """Return what a score request holds; `parse` reads its hand.

    Raises:
        RuleError: one sentence for what is wrong with its form; the hand itself is checked when it is scored.

    """
    given = read_as(ScoreRequest, request)
    context = given.context()
    if context.rules.with_card is not with_card:
        raise _other_game(context.rules)
    try:
        return ParsedRequest(given, parse(given.hand), context)
    except NotationError:
        words = in_words(given.hand, with_card=with_card)
        if words is None:
            raise
    given = given.completed(words)
    return ParsedRequest(given, parse(given.hand), given.context())


def _other_game(rules: Ruleset) -> RuleError:
    sentence = _("Hands of {rules} are not matched with a card. Choose {others}.")
    if rules.with_card:
        sentence = _("Hands of {rules} are matched with a card, not scored by tiles. Choose {others}.")
    others = listed([each for each in RULESETS.values() if each.with_card is not rules.with_card], "or")
    return bad_request(sentence.format(rules=rules, others=others))


def read_request(request: object) -> tuple[Hand, ScoringContext]:
    """Return the hand of a score request, and its context.

    Raises:
        RuleError: one sentence for what is wrong with its form; the hand itself is checked when it is scored.

    >>> hand, context = read_request({"rules": "classical", "hand": "99s", "seat": "W"})
    >>> hand, context.seat
    (Hand.parse('99s'), <Wind.WEST: 'W'>)
    >>> read_request({"hand": "99s", "seat": "S"})
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: The request is wrong: “rules” is missing.

    """
    parsed = parse_request(request, Hand.parse)
    return parsed.hand, parsed.context


def write_request(hand: object, context: ScoringContext) -> dict[str, Any]:
    """Return the request that asks for this hand; `read_request` reads it back.

    >>> write_request(Hand.parse("99s"), ScoringContext(Ruleset("simple")))
    {'rules': 'simple', 'hand': '99s', 'seat': 'E', 'round': 'E', 'winner': True}
    """
    how = context.win
    win = None
    if how is not None:
        tile = None if how.tile is None else str(how.tile)
        win = WinRequest(by=how.by, last_tile=how.last_tile, tile=tile, **dict.fromkeys(how.feats, True))
    request = ScoreRequest(
        rules=str(context.rules),
        hand=str(hand),
        seat=context.seat,
        round=context.round,
        winner=context.winner,
        win=win,
        discards=context.discards,
        options=changed_options(context.rules, context.options) or None,
    )
    written: dict[str, Any] = msgspec.to_builtins(request)
    return written


def score_request(request: object) -> ScoreSheet:
    """Read a request and score it.

    >>> request = {"rules": "simple", "hand": "[1111z] [2222z] [3333z] [4444z] 55z 1f2f3f4f1y2y3y4y", "round": "N"}
    >>> score_request(request).score
    2621440
    """
    return score(*read_request(request))
