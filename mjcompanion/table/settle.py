"""Settlement: who pays whom after a hand, how much, and why. Source: RULES 5 and 3.1 (docs/rules.md)."""

from __future__ import annotations

import enum
import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError, listed
from mjcompanion.core.hand import SELF_DRAWN, TAKEN, By
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.i18n.translation import N_, NP_, _, pgettext, when_changed
from mjcompanion.rules.ruleset import CardFacts
from mjcompanion.rulesets import Ruleset

if TYPE_CHECKING:
    from mjcompanion.american.score import AmericanSheet

Party = Wind | str
"""A seat, or the name of the bettor."""
MOST_POINTS: Final = 10**12
"""The most points of a hand or a penalty."""
_HANDS_SHOWN: Final = 3
"""The wrong calls with the hand shown that end the game."""


class Why(enum.StrEnum):
    """A reason of a payment."""

    WINNER = "winner"
    DIFFERENCE = "difference"
    EAST = "east"
    DISCARDER = "discarder"
    ROBBED = "robbed"
    SELF_DRAWN = "self-drawn"
    JOKERLESS = "jokerless"
    DEAD = "dead"
    WRONG_CALLS = "wrong-calls"
    BET = "bet"
    PENALTY = "penalty"


class Payment(msgspec.Struct, frozen=True):
    """Points that one pays another; `factor` is what the reasons multiplied `base` by.

    `words` is the reason that a person gave for a penalty.
    """

    payer: Party
    payee: Party
    points: int
    reasons: tuple[Why, ...] = ()
    base: int = 0
    factor: int = 1
    words: str = ""


class Settlement(msgspec.Struct, frozen=True):
    """All payments of a hand.

    >>> settle(Ruleset("nmjl"), Ending(Wind.SOUTH, By.DISCARD, Wind.WEST, value=25)).net
    {'E': -25, 'S': 100, 'W': -50, 'N': -25}
    """

    payments: tuple[Payment, ...] = ()
    bettor: str | None = None

    @property
    def net(self) -> dict[str, int]:
        """Everybody's gain or loss; the sum is zero."""
        net = dict.fromkeys(map(str, WINDS), 0)
        if self.bettor is not None:
            net[self.bettor] = 0
        for one in self.payments:
            net[str(one.payer)] -= one.points
            net[str(one.payee)] += one.points
        return net


class Bet(msgspec.Struct, frozen=True):
    """A bettor's choice; once shown before the end the bet is off. Source: text 2, part A, "Bettor"."""

    name: str
    on: Wind
    shown: bool = False


class Penalty(msgspec.Struct, frozen=True):
    """Points that one player pays another for a fault."""

    payer: Wind
    payee: Wind
    points: int
    why: str = ""


class Ending(msgspec.Struct, frozen=True):
    """How a hand ended. No winner means that all tiles were used up.

    `scores` are the players' points, East's first; `value` is the worth of an American hand. `dead` lists the seats
    with dead hands, `wrong_calls` those who showed their hands on a wrong call of Mah Jongg.
    """

    winner: Wind | None = None
    by: By | None = None
    discarder: Wind | None = None
    scores: tuple[int | None, ...] = (None, None, None, None)
    value: int | None = None
    jokerless: bool = False
    singles_and_pairs: bool = False
    dead: tuple[Wind, ...] = ()
    wrong_calls: tuple[Wind, ...] = ()
    bet: Bet | None = None
    penalties: tuple[Penalty, ...] = ()

    @property
    def taken(self) -> bool:
        """Whether the winning tile came from another player."""
        return self.by in TAKEN

    @property
    def self_drawn(self) -> bool:
        """Whether the winning tile was drawn, or the hand complete as dealt (decided)."""
        return self.by in SELF_DRAWN or self.by is By.DEAL


@cache
def _winds() -> Mapping[Wind, str]:
    return {wind: wind.player for wind in WINDS}


when_changed(_winds.cache_clear)


def settle(
    rules: Ruleset,
    ending: Ending,
    options: Options | None = None,
    names: Mapping[Wind, str] | None = None,
    *,
    stored: bool = False,
) -> Settlement:
    """Work out the payments of a hand.

    A `stored` hand is settled even if it would be refused today.

    Raises:
        RuleError: something is missing or can't be; each sentence speaks of the players by `names`, or by their winds.

    Text 3, "Settlement": A wins with 32 and has B with 16, C, East, with 8 and D with 8 against him:

    >>> ending = Ending(Wind.WEST, scores=(8, 8, 32, 16))
    >>> settle(Ruleset("classical"), ending).net
    {'E': -80, 'S': -40, 'W': 128, 'N': -8}

    """
    options = options or rules.preset
    problems = tuple(problems_of(rules, ending, options, names, stored=stored))
    if problems:
        raise RuleError(problems)
    made = [*_to_the_winner(rules, ending, options), *_among_losers(rules, ending, options)]
    if rules.club_faults:
        made += _for_wrong_calls(ending, options)
    made += [Payment(one.payer, one.payee, one.points, (Why.PENALTY,), words=one.why) for one in ending.penalties]
    made = [one for one in made if one.points]
    bet = ending.bet
    if bet is not None and not bet.shown:
        made += [mirrored for one in made if (mirrored := mirror(one, bet)) is not None]
    return Settlement(tuple(made), bet.name if bet is not None else None)


def line_payments(sheet: AmericanSheet, by: By | None) -> tuple[int | None, int] | None:
    """Return what the discarder pays for a line, None without one, and what each other player pays.

    None if nobody pays, or how it was won is unknown.
    """
    context, line = sheet.context, sheet.line
    if by is None or context.rules.single_player:
        return None
    others = [wind for wind in WINDS if wind is not context.seat]
    discarder = None if by not in TAKEN else Wind.EAST if by is By.FIRST_DISCARD else others[0]
    ending = Ending(
        context.seat,
        by,
        discarder,
        value=line.value,
        jokerless=sheet.jokerless,
        singles_and_pairs=line.singles_and_pairs,
    )
    paid = {one.payer: one.points for one in settle(context.rules, ending, context.options).payments}
    each = next(points for payer, points in paid.items() if payer is not discarder)
    return (None if discarder is None else paid[discarder]), each


def mirror(payment: Payment, bet: Bet) -> Payment | None:
    """Return the bettor's share of a payment by or to the backed player; None for other payments."""
    if payment.payee == bet.on:
        return msgspec.structs.replace(payment, payee=bet.name, reasons=(Why.BET, *payment.reasons))
    if payment.payer == bet.on:
        return msgspec.structs.replace(payment, payer=bet.name, reasons=(Why.BET, *payment.reasons))
    return None


def _to_the_winner(rules: Ruleset, ending: Ending, options: Options) -> Iterator[Payment]:
    """Yield the losers' payments to the winner: the score or the line's value, times what the ruleset says."""
    winner, pays = ending.winner, rules.pays_with(options)
    worth = ending.value if rules.with_card else dict(zip(WINDS, ending.scores, strict=True)).get(winner)  # type: ignore[arg-type]
    if winner is None or pays is None or worth is None:
        return
    factors = _factors(rules, ending, options)
    for payer in WINDS:
        if payer is winner:
            continue
        threw = payer is ending.discarder and ending.taken
        times = pays.discarder if threw else pays.others if ending.taken else pays.drawn
        reasons, base, factor = [Why.WINNER], worth, math.prod(factors)
        if times > 1 and not threw:
            reasons.append(Why.SELF_DRAWN)
        if factors:
            reasons.append(Why.JOKERLESS)
        if times > 1 and threw:
            reasons.append(Why.ROBBED if ending.by is By.ROBBED_KONG else Why.DISCARDER)
        if isinstance(times, int):
            factor *= times
        else:
            base = math.ceil(worth * times)
        if options.east_double and "east_double" in rules.uses and Wind.EAST in (winner, payer):
            reasons.append(Why.EAST)
            factor *= 2
        if payer in ending.dead or payer in ending.wrong_calls:
            reasons.append(Why.DEAD)
        yield Payment(payer, winner, base * factor, tuple(reasons), base, factor)


def _factors(rules: Ruleset, ending: Ending, options: Options) -> list[int]:
    """Return what multiplies the value of a card's line."""
    apart = ending.singles_and_pairs and rules.pairs_apart(options)
    facts = CardFacts(ending.jokerless, ending.self_drawn, apart)
    return [factor.times for factor in rules.factors if factor.when(facts)]


def jokers_matter(rules: Ruleset, ending: Ending, options: Options) -> bool:
    """Whether a hand without jokers changes the payments.

    >>> [jokers_matter(Ruleset("american-club"), Ending(by=by), Options()) for by in (By.DRAW, By.DISCARD)]
    [True, False]
    """
    with_jokers, without = (msgspec.structs.replace(ending, jokerless=one) for one in (False, True))
    return _factors(rules, with_jokers, options) != _factors(rules, without, options)


def _among_losers(rules: Ruleset, ending: Ending, options: Options) -> Iterator[Payment]:
    """Yield the losers' payments for the differences of their scores, if the rules have them."""
    if ending.winner is None or not (rules.losers_settle and options.losers_settle):
        return
    scores = dict(zip(WINDS, ending.scores, strict=True))
    for one, other in itertools.combinations([wind for wind in WINDS if wind is not ending.winner], 2):
        difference = (scores[one] or 0) - (scores[other] or 0)
        payer, payee = (other, one) if difference > 0 else (one, other)
        east = options.east_double and Wind.EAST in (one, other)
        reasons = (Why.DIFFERENCE, Why.EAST) if east else (Why.DIFFERENCE,)
        yield Payment(payer, payee, abs(difference) * (1 + east), reasons, abs(difference), 1 + east)


def _for_wrong_calls(ending: Ending, options: Options) -> Iterator[Payment]:
    """Yield the payments after three wrong calls with hands shown: all pay the player who showed none."""
    kept = kept_hand(ending)
    if kept is None:
        return
    for payer in WINDS:
        if payer is not kept:
            amount = options.wrong_call_amount
            yield Payment(payer, kept, amount, (Why.WRONG_CALLS,), amount)


def kept_hand(ending: Ending) -> Wind | None:
    """Return the only player who showed no hand, if all others did."""
    kept = [wind for wind in WINDS if wind not in ending.wrong_calls]
    return kept[0] if len(kept) == 1 and len(set(ending.wrong_calls)) == _HANDS_SHOWN else None


# what can be wrong


def problems_of(
    rules: Ruleset,
    ending: Ending,
    options: Options,
    names: Mapping[Wind, str] | None = None,
    *,
    stored: bool = False,
) -> Iterator[Problem]:
    """Yield what is missing before a hand can be settled, and what is impossible.

    >>> [one.sentence() for one in problems_of(Ruleset("nmjl"), Ending(Wind.EAST, By.DISCARD, value=25), Options())]
    ['Who discarded the winning tile?']
    """
    called = _winds() if names is None else names
    for check in _CHECKS if stored else (*_CHECKS, _what_these_rules_know):
        yield from check(rules, ending, options, called)


_Check = Callable[[Ruleset, Ending, Options, Mapping[Wind, str]], Iterator[Problem]]


def _how_it_was_won(rules: Ruleset, ending: Ending, options: Options, names: Mapping[Wind, str]) -> Iterator[Problem]:
    winner, by = ending.winner, ending.by
    if winner is None:
        if by is not None or ending.discarder is not None:
            yield Problem("draw-with-win")
        return
    if by is None:
        if rules.asks_how(options):
            yield Problem("settle-by", text=names[winner])
        if ending.discarder is winner:
            yield Problem("settle-own-discard", text=names[winner])
        return
    if by is By.DEAL and winner is not Wind.EAST:
        yield Problem("settle-deal", text=names[winner])
    if by is By.FIRST_DISCARD and winner is Wind.EAST:
        yield Problem("first-discard-east")
    if ending.discarder is None:
        if by in TAKEN and rules.asks_how(options):
            yield Problem("settle-robbed" if by is By.ROBBED_KONG else "settle-from")
    elif by not in TAKEN:
        yield Problem("settle-from-drawn", text=names[ending.discarder])
    elif ending.discarder is winner:
        yield Problem("settle-own-discard", text=names[winner])
    elif by is By.FIRST_DISCARD and ending.discarder is not Wind.EAST:
        yield Problem("settle-first-discard", text=names[ending.discarder])


def _what_was_scored(rules: Ruleset, ending: Ending, options: Options, names: Mapping[Wind, str]) -> Iterator[Problem]:
    winner = ending.winner
    if rules.settles_value:
        value = ending.value
        if winner is not None and value is None:
            yield Problem("settle-value")
        elif value is not None and not 1 <= value <= MOST_POINTS:
            yield Problem("settle-value-range", limit=MOST_POINTS)
        return
    scores = dict(zip(WINDS, ending.scores, strict=True))
    for wind, score in scores.items():
        if score is not None and not 0 <= score <= MOST_POINTS:
            yield Problem("settle-score-range", text=names[wind], limit=MOST_POINTS)
    if winner is None:
        return
    if scores[winner] is None:
        yield Problem("settle-score", text=names[winner])
    if rules.losers_settle and options.losers_settle:
        for wind, score in scores.items():
            if score is None and wind is not winner:
                yield Problem("settle-loser-score", text=names[wind])


def _faults_of_hands(rules: Ruleset, ending: Ending, _unused: Options, names: Mapping[Wind, str]) -> Iterator[Problem]:
    winner = ending.winner
    if ending.wrong_calls and not rules.club_faults:
        yield Problem("settle-wrong-calls-rules")
    if ending.dead and not rules.settles_value:
        yield Problem("settle-dead-rules")
    if winner is not None and winner in (*ending.dead, *ending.wrong_calls):
        yield Problem("settle-dead-wins", text=names[winner])
    kept = kept_hand(ending)
    if len(set(ending.wrong_calls)) > _HANDS_SHOWN:
        yield Problem("settle-all-wrong")
    elif kept is not None and winner is not None and rules.club_faults:
        yield Problem("settle-wrong-calls-end", text=names[kept])


def _bet_and_penalties(
    rules: Ruleset, ending: Ending, _unused: Options, names: Mapping[Wind, str]
) -> Iterator[Problem]:
    bet = ending.bet
    if bet is not None:
        if not rules.club_faults:
            yield Problem("settle-bettor-rules")
        if not bet.name.strip():
            yield Problem("settle-bettor-name")
        elif bet.name in set(WINDS) or bet.name in names.values():
            yield Problem("settle-bettor-seat", text=bet.name)
    for one in ending.penalties:
        if one.payer is one.payee:
            yield Problem("penalty-self", text=names[one.payer])
        if not 1 <= one.points <= MOST_POINTS:
            yield Problem("penalty-range", limit=MOST_POINTS)


def _what_these_rules_know(
    rules: Ruleset, ending: Ending, _unused: Options, names: Mapping[Wind, str]
) -> Iterator[Problem]:
    """Refuse what American games don't have: robbed kongs, loose tiles, and discards from a dead hand.

    Source: texts 2A and 5, which know neither, and 2A, "Dead hand": "the player may no longer continue".
    """
    if ending.by is not None and ending.by not in rules.win_types:
        yield Problem("unknown-by", text=ending.by, why=listed(rules.win_types, "or"))
    if ending.discarder is not None and ending.discarder in (*ending.dead, *ending.wrong_calls):
        yield Problem("settle-dead-discards", text=names[ending.discarder])


_CHECKS: Final[tuple[_Check, ...]] = (_how_it_was_won, _what_was_scored, _faults_of_hands, _bet_and_penalties)


# in words

_FACTORS: Final = {2: N_("double: {why}"), 4: N_("four times: {why}")}
_TIMES: Final = N_("{n} times: {why}")


def because(payment: Payment) -> str:
    """Return the reason of a payment alone; empty for a plain payment to the winner.

    >>> because(settle(Ruleset("classical"), Ending(Wind.WEST, scores=(8, 8, 32, 16))).payments[0])
    'double: East'
    """
    if payment.reasons[-1] is Why.PENALTY:
        return _("penalty: {why}").format(why=payment.words) if payment.words else _("penalty")
    text = _reason_words(payment)
    if payment.factor > 1:
        sentence = _FACTORS.get(payment.factor, _TIMES)
        return _(sentence).format(n=payment.factor, why=text)
    if Why.DIFFERENCE in payment.reasons:
        return _("difference of the two scores")
    if Why.WRONG_CALLS in payment.reasons:
        return _("three hands shown after Mah Jongg in error")
    return text


def explain(payment: Payment, names: Mapping[str, str] | None = None) -> str:
    """Say why a payment is made, in a few words.

    >>> explain(settle(Ruleset("classical"), Ending(Wind.WEST, scores=(8, 8, 32, 16))).payments[0])
    'East pays double: East'
    """
    names = names or {}
    payer = names.get(str(payment.payer)) or (
        payment.payer.player if isinstance(payment.payer, Wind) else str(payment.payer)
    )
    words = why = because(payment)
    if payment.factor > 1 and payment.reasons[-1] is not Why.PENALTY:
        words = _("{payer} pays {why}").format(payer=payer, why=why)
    elif Why.WINNER in payment.reasons:
        words = (_("{payer} pays: {why}") if why else _("{payer} pays the winner")).format(payer=payer, why=why)
    return _("the bet follows: {what}").format(what=words) if Why.BET in payment.reasons else words


def _reason_words(payment: Payment) -> str:
    """List the reasons that have words of their own."""
    parts = [pgettext(_CONTEXT, _REASONS[why]) for why in payment.reasons if why in _REASONS]
    return pgettext("between the parts of a sentence", ", ").join(parts)


_CONTEXT: Final = "why a payment is as it is"
_REASONS: Final = {
    Why.EAST: NP_("why a payment is as it is", "East"),
    Why.SELF_DRAWN: NP_("why a payment is as it is", "self-drawn"),
    Why.JOKERLESS: NP_("why a payment is as it is", "no jokers"),
    Why.DISCARDER: NP_("why a payment is as it is", "threw the winning tile"),
    Why.ROBBED: NP_("why a payment is as it is", "the kong was robbed"),
    Why.DEAD: NP_("why a payment is as it is", "a dead hand pays too"),
}
