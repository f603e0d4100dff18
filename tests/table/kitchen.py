"""An evening of people kept on paper at the kitchen table, from the rules alone, to compare the engine with.

It reads the items as they are stored, as JSON, and shares no code with the table, only the scorer: four cards, 0 to 3,
lie where the first four sat down, and people sit at the cards. What is played is played by who sits there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from mjcompanion.scoring.request import score_request
from mjcompanion.table.events import Item, SessionSetup, Started, encode_event
from tests.table.brute import SEATS, Refused, Winds, payments

DRAWN = ("draw", "kong-replacement", "flower-replacement")


def _fine(item: Mapping[str, Any], payee: int) -> int:
    points: int = item["points"]
    return points * 2 if payee in item.get("double", ()) else points


class Evening:
    """Everybody's points and what they did, item by item."""

    def __init__(self, setup: Mapping[str, Any], options: Mapping[str, Any], items: Sequence[tuple[str, Any]]) -> None:
        self.rules, self.options = setup["rules"]["rules"], options
        self.usual = setup["starting"]
        first = [*setup["players"], *setup.get("out", ())]
        self.stakes = dict(zip(first, setup.get("points", ()), strict=False))
        for _, item in items:
            for who, points in item.get("points", ()) if item["kind"] == "people" else ():
                if who not in first and who not in self.stakes:
                    self.stakes[who] = points
        self.at_card = list(setup["players"])
        self.came = [0] * 4
        self.bench = list(setup.get("out", ()))
        self.custom = setup.get("turn", "")
        self.afterwards: tuple[list[str], list[int], list[str], str] | None = None
        self.winds = Winds(self.rules, stays_after_draw=options["east_stays_after_draw"])
        self.winds.people = [(setup["first_east"] + at) % 4 for at in range(4)]
        self.winds.marked = setup["first_east"]
        self.won: dict[str, int] = {}
        self.did: dict[str, dict[str, int]] = {}
        self.seen = set(first)
        self.during: list[Any] = []
        self.number = 0
        self.sat: list[list[str]] = []
        self.points: list[dict[str, int]] = []
        self.chairs: list[list[int]] = []
        self.rounds: list[int] = []
        self.scores: list[list[int | None]] = []
        for _, item in items:
            self.sat.append(list(self.at_card))
            self.chairs.append(list(self.winds.people))
            self.rounds.append(self.winds.rounds)
            self.scores.append([None] * 4)
            getattr(self, f"_{item['kind']}")(item)
            self.points.append(dict(self.won))

    def balance(self, who: str, place: int = -1) -> int:
        """Somebody's points after an item, at the end by default; bettors who are only names begin with “name:”."""
        won = self.points[place] if self.points else {}
        return self.stakes.get(who, self.usual) + won.get(who, 0)

    def _pay(self, payer: str, payee: str, points: int) -> None:
        self.won[payer] = self.won.get(payer, 0) - points
        self.won[payee] = self.won.get(payee, 0) + points

    def _count(self, who: str, what: str, more: int = 1) -> None:
        mine = self.did.setdefault(who, {})
        mine[what] = mine.get(what, 0) + more

    def _people(self, item: Any) -> None:
        before = (list(self.at_card), list(self.came), list(self.bench), self.custom)
        since = dict(zip(self.at_card, self.came, strict=True))
        self.at_card = list(item["sits"])
        self.came = [since.get(who, self.number) for who in self.at_card]
        self.bench, self.custom = list(item.get("out", ())), item.get("turn", "")
        self.seen |= {*self.at_card, *self.bench}
        self.afterwards = (self.afterwards or before) if item.get("once") else None

    def _seats(self, item: Any) -> None:
        cards = list(item["chairs"])
        while cards[0] != item["east"]:
            cards.append(cards.pop(0))
        self.winds.people, self.winds.marked = cards, item["east"]

    def _bank(self, item: Any) -> None:
        pass

    def _penalty(self, item: Any) -> None:
        self.during.append(item)
        for payee in item["payees"]:
            self._pay(self.at_card[item["payer"]], self.at_card[payee], _fine(item, payee))

    def _hand(self, item: Any) -> None:
        self.number += 1
        winds = self.winds
        if item.get("east") is not None:
            while winds.people[0] != item["east"]:
                winds.people.append(winds.people.pop(0))
        winds.rounds = winds.rounds if item.get("rounds") is None else item["rounds"]
        cards, rounds = list(winds.people), winds.rounds
        self.chairs[-1], self.rounds[-1] = cards, rounds
        wind = dict(zip(cards, SEATS, strict=True))
        person = {wind[card]: self.at_card[card] for card in cards}
        winner, discarder = item["winner"], item["discarder"]
        if item["by"] == "deal" and winner is not None and wind[winner] != "E":
            raise Refused
        scores = [self._score(one, wind[card], won=winner == card) for card, one in enumerate(item["scores"])]
        self.scores[-1] = scores
        request: dict[str, Any] = {
            "rules": self.rules,
            "options": self.options,
            "winner": None if winner is None else wind[winner],
            "by": item["by"],
            "from": None if discarder is None else wind[discarder],
            "scores": {wind[card]: score for card, score in enumerate(scores)},
            "value": item["value"],
            "jokerless": item["jokerless"],
            "singles_and_pairs": item["singles_and_pairs"],
            "wrong_calls": [wind[card] for card in item["wrong_calls"]],
        }
        bet = item["bet"]
        due = payments(request) if self.rules != "simple" else {}
        for (payer, payee), points in due.items():
            self._pay(person[payer], person[payee], points)
        if bet is not None:
            self._bet(bet, wind, person, due)
        for card in range(4):
            self._count(self.at_card[card], "hands")
        if winner is not None:
            who = self.at_card[winner]
            self._count(who, "wins")
            self._count(who, "self_drawn", int(item["by"] in DRAWN))
            self._count(who, "east_wins", int(wind[winner] == "E"))
            worth = item["value"] if scores[winner] is None else scores[winner]
            self._count(who, "won_points", worth)
            if self.rules == "simple":
                self.won[who] = self.won.get(who, 0) + (scores[winner] or 0)
        if discarder is not None:
            self._count(self.at_card[discarder], "thrown")
        self.during = []
        winds.hand(winner, wall_again=winner is None and len(item["wrong_calls"]) < 3)
        self._next_sits_down(cards, winds.people[0] != cards[0], winds.rounds != rounds)

    def _score(self, found: Any, seat: str, *, won: bool) -> int | None:
        if found is None or found["kind"] == "number":
            return None if found is None else found["score"]
        request = {"rules": self.rules, "hand": found["hand"], "seat": seat, "round": self.winds.wind, "winner": won}
        score: int = score_request({**request, "options": self.options}).score
        return score

    def _bet(self, bet: Any, wind: Mapping[int, str], person: Mapping[str, str], due: Mapping[Any, int]) -> None:
        bettor = bet.get("who") or f"name:{bet['name']}"
        if bet.get("who"):
            self.seen.add(bettor)
        if bet["shown"]:
            return
        backed = wind[bet["on"]]
        for (payer, payee), points in due.items():
            if payee == backed:
                self._pay(person[payer], bettor, points)
            elif payer == backed:
                self._pay(bettor, person[payee], points)
        for one in self.during:
            for payee in one["payees"]:
                if payee == bet["on"]:
                    self._pay(self.at_card[one["payer"]], bettor, _fine(one, payee))
                elif one["payer"] == bet["on"]:
                    self._pay(bettor, self.at_card[payee], _fine(one, payee))

    def _next_sits_down(self, cards: Sequence[int], passed: bool, round_over: bool) -> None:
        """After a hand: who played for one hand goes, and the next one sits down where it is time."""
        if self.afterwards is not None:
            self.at_card, self.came, self.bench, self.custom = self.afterwards
            self.afterwards = None
        now = {"hand": True, "east": passed, "round": round_over}.get(self.custom, False)
        if not self.bench or not now:
            return
        longest = min(self.came)
        order = reversed(cards) if self.custom == "hand" else cards
        card = next(one for one in order if self.came[one] == longest)
        self.bench.append(self.at_card[card])
        self.at_card = [*self.at_card]
        self.came = [*self.came]
        self.at_card[card] = self.bench.pop(0)
        self.came[card] = self.number


def evening_of(setup: SessionSetup, items: Iterable[tuple[str, Item]]) -> Evening:
    """The same evening on paper."""
    begun = json.loads(encode_event(Started(at="", setup=setup)))["setup"]
    options = {key: getattr(setup.rules.options, key) for key in setup.rules.options.__struct_fields__}
    return Evening(begun, options, [(one, json.loads(msgspec.json.encode(item, enc_hook=str))) for one, item in items])
