"""Special hands of a house's own: from the pattern of one to the shape that wins and the row that scores it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import UNITS
from mjcompanion.core.notation import read_tiles
from mjcompanion.core.options import HouseHand
from mjcompanion.core.sanitize import one_line
from mjcompanion.core.tiles import ANY_FLOWER, Tile
from mjcompanion.i18n.translation import _
from mjcompanion.parsing.pattern import HIGHEST_SHIFT, Build, read_pattern
from mjcompanion.rules.kind import HandKind
from mjcompanion.rules.optional_rows import SOURCE
from mjcompanion.rules.row import On, Rule, gift_words

LONGEST_NAME: Final = 60
MOST_HANDS: Final = 60
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_COPIES: Final = 4


@lru_cache(maxsize=512)
def _kind_of(hand: HouseHand) -> HandKind:
    """Return the shape of a pattern.

    Raises:
        RuleError: the pattern can't be read, or no hand without flowers and jokers can have it.

    """
    builds = read_pattern(hand.pattern, hand.shift).builds
    if any(run.tile == ANY_FLOWER for run in builds[0].runs):
        raise RuleError([Problem("hand-flowers")])
    counted = [_counts(build) for build in builds]
    possible = [counts for counts in counted if max(counts.values()) <= _COPIES]
    if not possible:
        raise RuleError([Problem("hand-impossible")])
    keys = frozenset(sum(UNITS[tile] * count for tile, count in counts.items()) for counts in possible)
    example = "".join(str(tile) * count for tile, count in possible[0].items())
    return HandKind(hand.id, keys.__contains__, example, keys=keys, laid=not hand.concealed)


def _counts(build: Build) -> Counter[int]:
    found: Counter[int] = Counter()
    for run in build.runs:
        found[run.tile] += run.count
    return found


def house_kinds(hands: tuple[HouseHand, ...]) -> tuple[HandKind, ...]:
    """Return the shapes with which these hands win; a pattern that can't be read has none.

    >>> from mjcompanion.core.hand import Hand
    >>> (kind,) = house_kinds((HouseHand("civil-war", "2468a 2468b NNN SSS"),))
    >>> [kind.has(Hand.parse(f"2468{suit}2468p222444z").key) for suit in "sp"]
    [True, False]
    """
    found = []
    for hand in hands:
        try:
            found.append(_kind_of(hand))
        except RuleError:
            continue
    return tuple(found)


def example_tiles(hand: HouseHand) -> tuple[Tile, ...]:
    """Return the tiles of one such hand, in the order of its pattern; none where the pattern can't be read.

    >>> [str(tile) for tile in example_tiles(HouseHand("civil-war", "2468a 2468b NNN SSS"))][-4:]
    ['4z', '2z', '2z', '2z']
    """
    return tuple([tile for kind in house_kinds((hand,)) for tile in read_tiles(kind.example)])


def hand_title(hand: HouseHand) -> str:
    """Return a hand's name with its pattern, as a rule sheet has it.

    >>> hand_title(HouseHand("civil-war", "2468a 2468b NNN SSS", concealed=False))
    'Civil war, also exposed: 2468a 2468b NNN SSS'
    """
    title = _("{hand}: {pattern}") if hand.concealed else _("{hand}, also exposed: {pattern}")
    return title.format(hand=hand.title, pattern=hand.pattern)


def house_row(hand: HouseHand, share: Fraction | int, *, faan: bool) -> Rule:
    """Return the row that scores a hand of the house, with the share of the limit that it gives at this table."""
    title = hand_title(hand)
    points, doubles = hand.points or 0, hand.doubles or 0
    gives = gift_words(points, doubles, share, faan=faan)
    return Rule(
        hand.id,
        On.KIND,
        SOURCE,
        lambda shape: shape.kind == hand.id,
        points,
        doubles,
        words=hand.title,
        law=_("{what}: {gives}.").format(what=title, gives=gives),
        title=title,
        share=share,
    )


def hand_problems(hand: HouseHand) -> Iterator[Problem]:
    """Yield what is wrong with a hand's name and pattern, each problem with the id of the hand as `text`.

    >>> [one.sentence() for one in hand_problems(HouseHand("civil-war", "2468a FFFF 2468b NN"))]
    ['Flowers are no part of “civil-war”: leave the F out of its pattern.']
    """
    if not _ID.fullmatch(hand.id) or len(hand.id) > LONGEST_NAME:
        yield Problem("hand-id", text=hand.id)
    if len(hand.name) > LONGEST_NAME or one_line(hand.name) != hand.name:
        yield Problem("hand-name", text=hand.id, limit=LONGEST_NAME)
    if not 0 <= hand.shift <= HIGHEST_SHIFT:
        yield Problem("row-range", text=hand.id, why="shift", limit=HIGHEST_SHIFT)
        return
    try:
        _kind_of(hand)
    except RuleError as error:
        for problem in error.problems:
            if problem.code in ("hand-flowers", "hand-impossible"):
                yield msgspec.structs.replace(problem, text=hand.id)
            else:
                yield Problem("hand-pattern", text=hand.id, why=problem.sentence())
