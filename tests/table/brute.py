"""Settlement and rotation once more, written from the rules page and the sources alone, to compare the engine with.

It reads the request that the command line reads, and keeps no type of the engine's: a mistake would have to be made
twice. Amounts are added up by payer and payee. Only tiles are counted by the program; that is tested elsewhere.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

SEATS = "ESWN"
ALL_SETTLE = ("traditional", "classical", "british", "dmjl")
FROM_A_DISCARD = ("discard", "robbed-kong", "first-discard")


def payments(request: dict[str, Any]) -> Counter[tuple[str, str]]:
    """What each pays to each, for a request without faults."""
    paid: Counter[tuple[str, str]] = Counter()
    options = request.get("options") or {}
    if request["rules"] in ALL_SETTLE:
        _all_settle(request, options, paid)
    elif request["rules"] == "hong-kong":
        _three_pay(request, options, paid)
    else:
        _all_pay_the_winner(request, options, paid)
    for penalty in request.get("penalties") or ():
        paid[penalty["from"], penalty["to"]] += penalty["points"]
    bettor = request.get("bettor")
    if bettor and not bettor.get("shown"):
        for (payer, payee), points in list(paid.items()):
            if bettor["on"] == payee:
                paid[payer, bettor["name"]] += points
            elif bettor["on"] == payer:
                paid[bettor["name"], payee] += points
    return Counter({pair: points for pair, points in paid.items() if points})


def _three_pay(request: dict[str, Any], options: dict[str, Any], paid: Counter[tuple[str, str]]) -> None:
    """RULES 5: double from who discarded, or from all for a drawn tile; by house option the discarder for all."""
    winner = request.get("winner")
    for seat in set(SEATS) - {winner} if winner is not None else ():
        thrown, mine = request["by"] in FROM_A_DISCARD, request.get("from") == seat
        times = 2 if mine or not thrown else 1
        if options.get("payments") == "discarder-for-all":
            times = 3 * mine if thrown else 1
        paid[seat, winner] += times * request["scores"][winner]


def _all_settle(request: dict[str, Any], options: dict[str, Any], paid: Counter[tuple[str, str]]) -> None:
    """Sources 2B and 3, step 6c: the winner has the full score of each; losers settle the differences; East doubles."""
    winner = request.get("winner")
    if winner is None:
        return
    scores = request["scores"]
    for one in SEATS:
        for other in SEATS:
            twice = 2 if "E" in (one, other) and options.get("east_double", True) else 1
            if one in (other, winner):
                continue
            if other == winner:
                paid[one, other] += twice * scores[winner]
            elif options.get("losers_settle", True) and scores[one] < scores[other]:
                paid[one, other] += twice * (scores[other] - scores[one])


def _all_pay_the_winner(request: dict[str, Any], options: dict[str, Any], paid: Counter[tuple[str, str]]) -> None:
    """Source 5's table of payouts; source 2A, “To Win/Score” and “Rules & Penalities”."""
    winner = request.get("winner")
    wrong = request.get("wrong_calls") or []
    if len(wrong) == 3:  # “all pay the player with the unexposed hand”
        (kept,) = set(SEATS) - set(wrong)
        for seat in wrong:
            paid[seat, kept] += options.get("wrong_call_amount", 25)
    if winner is None:
        return
    thrown = request["by"] in FROM_A_DISCARD
    jokerless = bool(request.get("jokerless"))
    for seat in set(SEATS) - {winner}:
        if request["rules"] == "nmjl":
            times = {(True, True): 2, (True, False): 1, (False, True): 2, (False, False): 2}[
                thrown, thrown and request.get("from") == seat
            ]
            if jokerless and not request.get("singles_and_pairs"):
                times *= 2
        elif thrown:
            times = 2 if request.get("from") == seat else 1
        else:
            times = 2 if jokerless else 1
        paid[seat, winner] += times * request["value"]


def net(paid: Counter[tuple[str, str]], names: Sequence[str]) -> dict[str, int]:
    """What each has won or lost."""
    found = dict.fromkeys(names, 0)
    for (payer, payee), points in paid.items():
        found[payer] -= points
        found[payee] += points
    return found


# --- requests to settle ----------------------------------------------------------------------------------

AMERICAN = ("nmjl", "american-club")
SETTLED = (*ALL_SETTLE, *AMERICAN)
WAYS = ("draw", "discard", "kong-replacement", "flower-replacement", "robbed-kong", "deal", "first-discard")


def random_request(rng: random.Random, rules: str | None = None) -> dict[str, Any]:
    """A request without faults: every way to win, draws, options, penalties, bettors, dead hands, wrong calls."""
    rules = rules or rng.choice(SETTLED)
    request: dict[str, Any] = {"rules": rules}
    options: dict[str, Any] = {}
    for key in ("losers_settle", "east_double", "east_stays_after_draw"):
        if rng.random() < 0.3:
            options[key] = rng.random() < 0.5
    if rng.random() < 0.3:
        options["wrong_call_amount"] = rng.choice([0, 5, 25, 100])
    if options or rng.random() < 0.1:
        request["options"] = options
    if rng.random() < 0.9:
        request["winner"] = rng.choice(SEATS)
    if rules in AMERICAN:
        _random_american(rng, request)
    else:
        _random_scores(rng, request, options)
    if request.get("winner"):
        _random_way(rng, request)
    if rng.random() < 0.3:
        request["penalties"] = [_random_penalty(rng) for _ in range(rng.randrange(4))]
    return request


def _random_way(rng: random.Random, request: dict[str, Any]) -> None:
    winner = request["winner"]
    ways = ("draw", "discard", "deal", "first-discard") if request["rules"] in AMERICAN else WAYS
    fits = [by for by in ways if by != ("first-discard" if winner == "E" else "deal")]
    if request["rules"] not in AMERICAN and rng.random() < 0.3:
        return
    request["by"] = by = rng.choice(["draw", "discard", *fits])
    if by in FROM_A_DISCARD and (request["rules"] in AMERICAN or rng.random() < 0.7):
        request["from"] = "E" if by == "first-discard" else rng.choice([seat for seat in SEATS if seat != winner])
    for key in ("dead", "wrong_calls"):
        if key in request:
            request[key] = [seat for seat in request[key] if seat != request.get("from")]


def _random_scores(rng: random.Random, request: dict[str, Any], options: dict[str, Any]) -> None:
    most = rng.choice([6, 300, 10**12])
    scores = {seat: rng.randrange(most) for seat in SEATS}
    if not options.get("losers_settle", True) or not request.get("winner"):
        scores = {seat: score for seat, score in scores.items() if seat == request.get("winner") or rng.random() < 0.5}
    request["scores"] = scores


def _random_american(rng: random.Random, request: dict[str, Any]) -> None:
    winner = request.get("winner")
    losers = [seat for seat in SEATS if seat != winner]
    if winner:
        request["value"] = rng.choice([1, 15, 20, 25, 30, 10**12])
    for key in ("jokerless", "singles_and_pairs"):
        if rng.random() < 0.4:
            request[key] = rng.random() < 0.7
    if rng.random() < 0.3:
        request["dead"] = rng.sample(losers, rng.randrange(4))
    if request["rules"] != "american-club":
        return
    if rng.random() < 0.4:
        request["wrong_calls"] = rng.sample(losers, rng.randrange(3 if winner else 4))
    if rng.random() < 0.5:
        request["bettor"] = {"name": rng.choice(["Ann", "e", "Bettor & Söhne"]), "on": rng.choice(SEATS)}
        if rng.random() < 0.4:
            request["bettor"]["shown"] = rng.random() < 0.6


def _random_penalty(rng: random.Random) -> dict[str, Any]:
    payer, payee = rng.sample(SEATS, 2)
    penalty = {"from": payer, "to": payee, "points": rng.choice([1, 5, 25, 10**12])}
    return {**penalty, "why": "spoke too soon"} if rng.random() < 0.5 else penalty


# --- the winds -------------------------------------------------------------------------------------------

ROUNDS = {"classical": 4, "traditional": 8, "simple": 4, "british": 4, "hong-kong": 4, "dmjl": 4}


class Winds:
    """Four people on four chairs, and a marker that stands before the first East: it is moved as at a real table."""

    def __init__(self, rules: str, *, stays_after_draw: bool = False) -> None:
        self.rules = rules
        self.stays_after_draw = stays_after_draw
        self.people = [0, 1, 2, 3]  # East first, on around the table to the right
        self.marked = 0
        self.rounds = 0

    def hand(self, winner: int | None, *, wall_again: bool = False) -> None:
        """A hand is over; `winner` is a person."""
        if self.rules in ROUNDS:
            stays = (self.stays_after_draw and self.rules != "simple") if winner is None else winner == self.people[0]
        else:
            stays = wall_again and self.rules == "american-club"
        if stays:
            return
        self.people.append(self.people.pop(0))
        if self.people[0] == self.marked:
            self.rounds += 1

    @property
    def wind(self) -> str:
        """The prevailing wind."""
        return SEATS[self.rounds % 4]


# --- a table ---------------------------------------------------------------------------------------------


class Refused(Exception):  # noqa: N818 - it is no error of the test's
    """The table can't be played so."""
