"""Examples of every line that a Chinese score sheet can have, found by scoring hands.

The engine scores a pool of ordinary hands, and of those with the line the plainest is taken. So an example can't
disagree with the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import permutations
from typing import Any, Final

import msgspec

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By, Hand, HowWon
from mjcompanion.core.options import OptionKind, Options
from mjcompanion.core.tiles import WINDS, Tile, Wind
from mjcompanion.rules.row import On, Rule
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet import ScoreLine, ScoreSheet


class Example(msgspec.Struct, frozen=True):
    """A whole hand whose score sheet has the line of a rule.

    `changes` are the house options that the rule needs and the ruleset doesn't have by itself.
    """

    rule: Rule
    sheet: ScoreSheet
    changes: tuple[tuple[str, Any], ...] = ()

    @property
    def line(self) -> ScoreLine:
        """The line of the sheet that the rule gave."""
        return next(line for line in self.sheet.lines if self.rule.id in line.rules)


@cache
def examples(rules: Ruleset) -> tuple[Example, ...]:
    """Return an example for each row of a ruleset that scores Chinese hands, in the order of its rows.

    Raises:
        LookupError: no hand of the pool has a line for some row.

    >>> found = examples(Ruleset("simple"))
    >>> [one.rule.id for one in found][:3]
    ['pung-simples', 'pung-honours', 'kong-simples']
    >>> print(found[0].sheet.hand, found[0].line.points)
    567m22345p678s (555p) 2

    """
    return tuple(_example(rules, row, place) for place, row in enumerate(rules.rows))


def _example(rules: Ruleset, row: Rule, place: int) -> Example:
    changes = _needed(rules, row)
    sheets = [sheet for sheet in _sheets(rules, options_for(rules, changes)) if _has(sheet, row)]
    if not sheets:
        raise LookupError(f"no example of {row.id} in {rules}")
    plainest = min(sheets, key=lambda sheet: (sheet.limited and not row.share, len(sheet.lines) + sheet.doubles))
    # the same hand again and again would be dull: the suits take turns
    turned = _turned(plainest, place)
    return Example(row, turned if _has(turned, row) else plainest, tuple(changes.items()))


def _has(sheet: ScoreSheet, row: Rule) -> bool:
    return any(row.id in line.rules for line in sheet.lines)


def _needed(rules: Ruleset, row: Rule) -> dict[str, Any]:
    """Return the house option that switches a row on, if the ruleset's own don't."""
    if row.enabled_if(options_for(rules)):
        return {}
    for spec in rules.options_used():
        values: tuple[Any, ...] = spec.choices
        if spec.kind is OptionKind.BOOL:
            values = (True, False)
        for value in values:
            if row.enabled_if(options_for(rules, {spec.key: value})):
                return {spec.key: value}
    raise LookupError(f"no house option switches {row.id} on in {rules}")


@lru_cache(maxsize=16)
def _sheets(rules: Ruleset, options: Options) -> tuple[ScoreSheet, ...]:
    """Return the score sheets of the pool, without hands that these rules don't allow."""
    found = []
    pool = _pool("how" in rules.asks, "discards" in rules.asks, options.minimum > 0)
    pool += tuple((kind.example, None, None, False, Wind.EAST) for kind in rules.kinds)
    if any(row.on is On.HAND for row in rules.rows):
        pool += _RARE
    for text, tile, by, last, seat in pool:
        win = None if by is None else HowWon(None if tile is None else Tile.parse(tile), by, last)
        found += _scored(text, ScoringContext(rules, seat, Wind.EAST, win=win, house=options))
    for text, tile, by, seat, feat in _WITH_FEATS:
        if feat in rules.asks:
            win = HowWon(Tile.parse(tile), by, feats=frozenset({feat}))
            found += _scored(text, ScoringContext(rules, seat, Wind.EAST, win=win, house=options))
    if any(row.on is On.WAITING for row in rules.rows):
        lost = ScoringContext(rules, Wind.SOUTH, Wind.EAST, winner=False, house=options)
        found += [one for text in _WAITING for one in _scored(text, lost)]
    return tuple(found)


def _scored(text: str, context: ScoringContext) -> list[ScoreSheet]:
    """Return the sheet of a hand; none if these rules don't allow it."""
    try:
        return [score(Hand.parse(text), context)]
    except RuleError:
        return []


_Candidate = tuple[str, str | None, By | None, bool, Wind]
"""A hand, the winning tile, how it came, whether it was the last one, and the seat."""
_WON_WITH: Final = "8s"
"""Completes the run 6 7 8, which was open at both ends: no bonus comes of it."""
_SETS: Final = "345p 567m 678s"
_FLOWERS: Final = ("3f", "2f", "2y", "1f", "1y", "1f2f3f4f", "1y2y3y4y", "1f2f3f4f1y2y3y4y")
_WHOLE: Final = (  # hands in which all sets count together
    "555p (333m) 888s 666p 22m",
    "(111s) 678s 345s 456s 99s",
    "(111s) 678s 345s 456s 33z",
    "(111p) 999p (999m) 111s 99s",
    "(111z) 222z (333z) 666z 77z",
    "(222z) 333z (444z) 555z 77z",
    "(555z) 666z 777z 678s 22p",
    "(111z) 222z 333z 444z 55p",
)
_WITH_FEATS: Final = (  # what no tile shows: hand, winning tile, how it came, whose, what the players said
    ("555p 444p 777m 678s 22m", "8s", By.DISCARD, Wind.SOUTH, "called"),
    ("[5555p] [4444p] (777m) 678s 22m", "8s", By.KONG_REPLACEMENT, Wind.SOUTH, "second_kong"),
    ("555p 444p (777m) 678s 22m", "8s", By.DISCARD, Wind.EAST, "ninth_win"),
)
_WAITING: Final = ("1112345678999s", "24678m 24678p 247s", "(222m) 333m 666m 999m 5m")
_FEW: Final = "444p 777m 678s"
_RARE: Final[tuple[_Candidate, ...]] = (  # with one chow at most, and special hands
    *[(f"({tile * 3}{suit}) {_FEW} 22m", "8s", By.DISCARD, False, Wind.SOUTH) for tile, suit in ("5p", "1p", "4z")],
    *[(f"{tile * 3}{suit} {_FEW} 22m", "8s", By.DISCARD, False, Wind.SOUTH) for tile, suit in ("5p", "1p", "4z")],
    *[(f"({tile * 4}{suit}) {_FEW} 22m", "8s", By.DISCARD, False, Wind.SOUTH) for tile, suit in ("5p", "1p", "4z")],
    *[(f"[{tile * 4}{suit}] {_FEW} 22m", "8s", By.DISCARD, False, Wind.SOUTH) for tile, suit in ("5p", "1p", "4z")],
    *[(f"({tile * 3}z) {_FEW} 22m", "8s", By.DISCARD, False, Wind.SOUTH) for tile in "127"],
    *[(f"(555p) {_FEW} {tile * 2}z", "8s", By.DISCARD, False, Wind.SOUTH) for tile in "127"],
    *[(f"(555p) {_FEW} 22m {flowers}", "8s", By.DISCARD, False, Wind.SOUTH) for flowers in ("3f", "2f", "1y2y3y4y")],
    (f"(555p) {_FEW} 22m", "8s", By.DRAW, False, Wind.SOUTH),
    (f"555p {_FEW} 22m", "8s", By.DRAW, False, Wind.SOUTH),
    (f"(555p) {_FEW} 22m", "8s", By.DISCARD, True, Wind.SOUTH),
    (f"(555p) {_FEW} 22m", "8s", By.ROBBED_KONG, False, Wind.SOUTH),
    (f"[8888m] {_FEW} 22m", "8s", By.KONG_REPLACEMENT, False, Wind.SOUTH),
    ("[8888m] 555p 777m 678s 22m", "5p", By.KONG_REPLACEMENT, False, Wind.SOUTH),
    ("(555p) 111p 777m 678s 22m", "1p", By.DRAW, True, Wind.SOUTH),
    (f"555p {_FEW} 22m", None, By.DEAL, False, Wind.EAST),
    (f"555p {_FEW} 22m", "8s", By.FIRST_DISCARD, False, Wind.SOUTH),
    ("(555s) 333s 678s 444z 33z", "8s", By.DISCARD, False, Wind.SOUTH),
    ("(222s) 333s 555s 777s 99s", "9s", By.DISCARD, False, Wind.SOUTH),
    ("(222s) 333s 555s 777s 99s", "9s", By.DISCARD, True, Wind.SOUTH),
    ("(111s) 999s 111p 333z 44z", "4z", By.DISCARD, False, Wind.SOUTH),
    ("(222s) 333s 444s 666s 88s", "8s", By.DISCARD, False, Wind.SOUTH),
    ("(555z) 666z 777z 888s 22p", "2p", By.DISCARD, False, Wind.SOUTH),
    ("[3333s] (1111m) (5555p) [8888s] 22p", "2p", By.DISCARD, False, Wind.SOUTH),
    ("222s 333s 777s 333z 55s", "5s", By.DISCARD, False, Wind.SOUTH),
    ("222m 333p 777s 333z 55s", "7s", By.DRAW, False, Wind.SOUTH),
    ("222s 345s 456s 678s 99s", "8s", By.DRAW, False, Wind.SOUTH),
    ("(555p) 444p 777m 234s 55m", "2s", By.ROBBED_KONG, False, Wind.SOUTH),
    ("(555z) 666z 77z 678s 345m", "8s", By.DISCARD, False, Wind.SOUTH),
    ("(111z) 222z 333z 44z 678s", "8s", By.DISCARD, False, Wind.SOUTH),
    ("(555p) 345p 567m 678s 22m", "2m", By.DISCARD, False, Wind.SOUTH),
    ("(555p) 345p 567m 678s 44z", "4z", By.DISCARD, False, Wind.SOUTH),
    ("11123456789994s", "4s", By.DISCARD, False, Wind.SOUTH),
)
_WORTH_MORE: Final = (  # where a hand must be worth something to go out
    "345s 567s 678s 22z (123s) 2f 3y",
    "(111s) 999p (999m) 333z 44z 3f",
    "(666z) 777z 345s 678s 55z 3f",
    "(111z) 333z (444z) 678s 22z 3f",
    "[1111s] 33m [2222p] [5555m] (7777z)",
)
_ALIKE: Final = ("5p", "2s", "9s", "1m", "3z", "2z", "1z", "7z", "6z", "5z")
_PAIRS: Final = ("4z", "2z", "1z", "7z", "6z")
_CLAIMED: Final = "(555p)"


@cache
def _pool(how: bool, kemp: bool, least: bool) -> tuple[_Candidate, ...]:  # noqa: FBT001 - part of the key
    """Return ordinary hands, plainest first, won in all ways (`how`), and worth a minimum (`least`)."""
    hands = [*_hands(), *(_WORTH_MORE if least else ())]
    seat = Wind.EAST if kemp else Wind.SOUTH
    if not how:
        return tuple((text, None, None, False, seat) for text in hands)
    pool: list[_Candidate] = []
    for text in hands:
        won = _WON_WITH if "678s" in text else text.split()[1].strip("()[]")
        tile = won if len(won) == 2 else won[0] + won[-1]
        pool.append((text, tile, By.DISCARD, False, seat))
    plain, concealed = f"{_CLAIMED} {_SETS} 22p", f"234m {_SETS} 22p"
    kong, flower = f"[8888p] {_SETS} 22s", f"{_CLAIMED} {_SETS} 22p 3f"
    pool += [
        (plain, _WON_WITH, By.DRAW, False, seat),
        (plain, _WON_WITH, By.DRAW, True, seat),
        (plain, _WON_WITH, By.DISCARD, True, seat),
        (plain, "4p", By.DISCARD, False, seat),
        (kong, _WON_WITH, By.KONG_REPLACEMENT, False, seat),
        (flower, _WON_WITH, By.FLOWER_REPLACEMENT, False, seat),
        (plain, _WON_WITH, By.ROBBED_KONG, False, seat),
        (concealed, None, By.DEAL, False, Wind.EAST),
        (concealed, _WON_WITH, By.FIRST_DISCARD, False, Wind.SOUTH),
    ]
    if least:
        mixed = "(123s) 345s 567s 678s 22z 3f"
        pool += [(mixed, _WON_WITH, By.DRAW, False, seat), (mixed, _WON_WITH, By.DISCARD, True, seat)]
        pool.append(("(123s) 456s 567s 678s 22z 3f", "4s", By.ROBBED_KONG, False, seat))
        pool.append(("[9999s] 345s 567s 678s 22z 3f", _WON_WITH, By.KONG_REPLACEMENT, False, seat))
        pool.append(("111s 333p 555m 777z 22m", "2m", By.DRAW, False, seat))
    return tuple(pool)


def _hands() -> Iterator[str]:
    """Yield hands in notation."""
    yield f"{_CLAIMED} {_SETS} 22p"
    yield f"234m {_SETS} 22p"
    for tile in _ALIKE:
        face, suit = tile
        for text in (f"({face * 3}{suit})", f"{face * 3}{suit}", f"({face * 4}{suit})", f"[{face * 4}{suit}]"):
            yield f"{text} {_SETS} 22p" if tile != "2s" else f"{text} {_SETS} 88p"
    for tile in _PAIRS:
        yield f"{_CLAIMED} {_SETS} {tile[0] * 2}{tile[1]}"
    for flowers in _FLOWERS:
        yield f"{_CLAIMED} {_SETS} 22p {flowers}"
    yield from _WHOLE


_ORDERS: Final = tuple(permutations(range(3)))


def _turned(sheet: ScoreSheet, place: int) -> ScoreSheet:
    """Return the same hand with its suits exchanged."""
    suits, context = _ORDERS[place % len(_ORDERS)], sheet.context
    win = context.win
    if win is not None and win.tile is not None:
        context = msgspec.structs.replace(context, win=msgspec.structs.replace(win, tile=win.tile.with_suits(suits)))
    return score(sheet.hand.with_suits(suits), context)


def seats_of(sheet: ScoreSheet) -> tuple[Wind, Wind | None]:
    """Return the seat of the hand, and the prevailing wind if the rules ask for it.

    >>> seats_of(examples(Ruleset("simple"))[0].sheet)
    (<Wind.SOUTH: 'S'>, <Wind.EAST: 'E'>)
    """
    context = sheet.context
    asks = context.rules.asks
    seat = context.seat if "seat" in asks else WINDS[0]
    return seat, context.round if "round" in asks else None
