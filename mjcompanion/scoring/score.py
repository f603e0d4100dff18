"""Scoring: a hand and its situation become a score sheet.

Every way to read the hand is counted as plain numbers first (see `plan`); only the reading that scores most is
written out. Nothing is remembered from one hand to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from mjcompanion.hand import ALL_MELDS, EIGHTS, SELF_DRAWN, TAKEN, THREES, UNITS, By, Hand, HowWon, MeldKind
from mjcompanion.problems import Problem, RuleError, listed
from mjcompanion.rules.kind import counted
from mjcompanion.rules.row import WHOLE_LIMIT
from mjcompanion.scoring.check import problems_of
from mjcompanion.scoring.decompose import PAIR, PUNG, most_made, splits, winning_tiles
from mjcompanion.scoring.plan import (
    CHOW_SHIFT,
    DOUBLES_MASK,
    DOUBLES_SHIFT,
    OPEN_SHIFT,
    PAIR_MASK,
    PAIR_SHIFT,
    POINTS_MASK,
    Award,
    Plan,
    composition,
    plan_for,
)
from mjcompanion.scoring.sheet import KEMP_TILES, ScoreSheet
from mjcompanion.situation import Situation
from mjcompanion.tiles import FIRST_FLOWER, PLAIN_TILES, Tile, Wind
from mjcompanion.words import tr, trn

_FIELDS: Final = POINTS_MASK | DOUBLES_MASK << DOUBLES_SHIFT
_NOBODY_SAID: Final = (None, False)


def _is_only_place(code: int, tile: Tile) -> bool:
    """Whether this tile is the only one by shape to complete the set: the pair, a run's middle, an end run."""
    meld = ALL_MELDS[code]
    if meld.kind is MeldKind.PAIR:
        return True
    if meld.kind is not MeldKind.CHOW:
        return False
    low, middle, high = meld.tiles
    return tile == middle or (tile == high and low.rank == 1) or (tile == low and high.rank == 9)


PLACES: Final[tuple[dict[int, bool], ...]] = tuple(
    {
        code: _is_only_place(code, tile)
        for code, meld in enumerate(ALL_MELDS)
        if tile in meld.tiles and meld.kind is not MeldKind.KONG
    }
    for tile in PLAIN_TILES
)
"""For each tile: the sets it can complete, and whether it is then the only tile by shape."""


_Reading = tuple[int, int, int, int, tuple[int, ...], int, bool]
"""One way to read a winning hand: its score, what it would score without a limit, its total and the worth of its
sets (see `plan`), the codes of its sets, which of them the winning tile completed (-1: none), and whether the winning
tile was the only one. A hand of another kind has no sets, and in their place `_KIND` less the place of its kind."""
_KIND: Final = -2


def score(hand: Hand, situation: Situation) -> ScoreSheet:
    """Check a hand and score it, in the reading that scores most.

    Raises:
        RuleError: with all that is wrong with the hand.

    Source: section 2 of the rules (docs/rules.md).

    >>> from mjcompanion.hand import HowWon
    >>> from mjcompanion.rulesets import Ruleset
    >>> won = HowWon(Tile.parse("9s"), By.DRAW)
    >>> hand = Hand.parse("123m 456p 99s (777z) [1111s] 1f")
    >>> sheet = score(hand, Situation(Ruleset("traditional"), seat=Wind.WEST, win=won))
    >>> sheet.points, sheet.doubles, sheet.score
    (54, 1, 108)

    """
    house = situation.house
    plan = plan_for(
        situation.rules,
        situation.options if house is None else house,
        situation.seat,
        situation.round,
        situation.winner,
    )
    if not _is_plainly_sound(hand, situation, plan):
        problems = problems_of(hand, situation)
        if problems:
            raise RuleError(problems)
    if not situation.winner:
        return _counted_alone(hand, situation, plan)
    facts = _facts(hand, situation, plan)
    found = _readings(hand, plan, facts)
    if not found:
        raise RuleError([not_complete(hand)])
    return _sheet(hand, situation, plan, facts, found[0] if len(found) == 1 else max(found, key=_rank))


def not_complete(hand: Hand) -> Problem:
    """Why fourteen tiles are no Mah Jongg: what can be made of them, and what is left over.

    >>> not_complete(Hand.parse("123m 789p 99s 14m 5p (777z)")).why
    'there are 3 sets and a pair, and 1 character, 4 character and 5 dot are left'
    """
    sets = sum(1 for one in hand.melds if one.code < PAIR)
    made = most_made(hand.key, 4 - sets)
    count = sets + made.sets
    pair = made.pair or _pairs_laid(hand)
    names = [tile.name() for tile in made.left]
    left = tr("nothing is left")
    if names:
        left = trn("{tiles} is left", "{tiles} are left", len(names)).format(tiles=listed(names))
    if pair:
        why = trn("there is {n} set and a pair, and {left}", "there are {n} sets and a pair, and {left}", count)
    else:
        why = trn("there is {n} set and no pair, and {left}", "there are {n} sets and no pair, and {left}", count)
    return Problem("not-complete", count=hand.size + hand.kongs, why=why.format(n=count, left=left))


def readings(hand: Hand, situation: Situation) -> list[ScoreSheet]:
    """Every way to read a winning hand, the one that counts first; each is a whole score sheet.

    Raises:
        RuleError: with all that is wrong with the hand.

    >>> from mjcompanion.rulesets import Ruleset
    >>> for sheet in readings(Hand.parse("111222333m 456p 99s"), Situation(Ruleset("classical"))):
    ...     print(sheet.score, *sheet.sets)
    36 456p 111m 222m 333m 99s
    30 123m 123m 123m 456p 99s

    """
    first = score(hand, situation)
    if not situation.winner:
        return [first]
    plan = plan_for(situation.rules, situation.options, situation.seat, situation.round, winner=True)
    facts = _facts(hand, situation, plan)
    found = sorted(_readings(hand, plan, facts), key=_rank, reverse=True)
    sheets = [_sheet(hand, situation, plan, facts, one) for one in found]
    others: dict[tuple[int, ...], ScoreSheet] = {}
    for sheet in sheets:
        others.setdefault(sheet.codes, sheet)
    others.pop(first.codes, None)
    return [first, *others.values()]


def count_so_far(hand: Hand, situation: Situation) -> ScoreSheet:
    """What counts already in a hand that is not finished: its sets laid out, pungs, one pair, flowers.

    Never raises; sets that are none, and tiles that can't be, count nothing.

    >>> from mjcompanion.rulesets import Ruleset
    >>> count_so_far(Hand.parse("777z 1f"), Situation(Ruleset("traditional"))).score
    48
    """
    plan = plan_for(situation.rules, situation.options, situation.seat, situation.round, winner=True)
    return _counted_alone(hand, situation, plan, complete=False)


def _is_plainly_sound(hand: Hand, situation: Situation, plan: Plan) -> bool:
    """Whether a quick look finds nothing unusual; if it does, `problems_of` looks properly."""
    win = situation.win
    if situation.winner:
        if hand.size != 14:
            return False
        if win is not None:
            by, tile = win.by, win.tile
            if tile is None or not hand.key >> 4 * tile & 15:
                return False
            if by is not By.DRAW and by is not By.DISCARD:
                after = hand.kongs if by is By.KONG_REPLACEMENT else hand.flowers
                if by not in SELF_DRAWN or win.last_tile or not after:
                    return False
    elif hand.size != 13 or win is not None or not plan.losers_score:
        return False
    concealed, total = hand.concealed, hand.total
    crowded = (total + THREES | total) & EIGHTS or (hand.kongs > 1 and _has_a_kong_twice(hand))
    if crowded or (concealed and concealed[-1] >= FIRST_FLOWER):
        return False
    if hand.flowers and not (plan.with_flowers and hand.flower_bits.bit_count() == len(hand.flowers)):
        return False
    for one in hand.melds:
        if not 0 <= one.code < PAIR or (one.concealed and one.kind is not MeldKind.KONG):
            return False
    if plan.for_kemp:
        discards = situation.discards
        return situation.seat is Wind.EAST and (discards is None or 0 <= discards <= KEMP_TILES - len(hand.flowers))
    return True


def _has_a_kong_twice(hand: Hand) -> bool:
    """Whether eight of a tile are declared: sixteen are not seen in the key."""
    return len({one.key for one in hand.melds if one.kind is MeldKind.KONG}) < hand.kongs


class _Facts(msgspec.Struct, frozen=True, gc=False):
    """What is the same for all readings of a hand.

    `places` are the sets that the winning tile may be part of (None: there is no winning tile), `in_laid` says that it
    is among the sets laid out, `turned` that it exposes a concealed set, `only_gives` what the only tile is worth.
    """

    flowers: Award
    win: Award
    kinds: Award
    places: dict[int, bool] | None
    in_laid: bool
    turned: bool
    only_gives: int
    claimed_laid: bool


def _facts(hand: Hand, situation: Situation, plan: Plan) -> _Facts:
    win = situation.win
    places, in_laid, turned = _places(hand, win)
    only_gives = plan.only_tile.worth if places else 0
    if only_gives and not plan.only_by_shape and not _is_only_winner(hand, situation):
        only_gives = 0
    return _Facts(
        plan.flowers[hand.flower_bits],
        plan.won[_NOBODY_SAID if win is None else (win.by, win.last_tile)],
        plan.tiles[composition(hand.total)],
        places,
        in_laid,
        turned,
        only_gives,
        in_laid and win is not None and win.by in TAKEN and not _pairs_laid(hand),
    )


def _readings(hand: Hand, plan: Plan, facts: _Facts) -> list[_Reading]:
    """Every split of the concealed tiles, with every set that the winning tile may have completed."""
    worths, shapes, limit = plan.sets, plan.shapes, plan.limit
    places, in_laid, turned, only_gives = facts.places, facts.in_laid, facts.turned, facts.only_gives
    flower_worth, win_share, no_doubles = facts.flowers.worth, facts.win.share, plan.no_doubles.worth
    base = flower_worth + facts.win.worth + facts.kinds.worth
    found = list(_of_other_kinds(hand, plan, facts)) if plan.kinds else []
    laid: tuple[int, ...] = ()
    laid_worth, due = -facts.claimed_laid << OPEN_SHIFT, 5
    if hand.melds:
        laid = tuple([one.code for one in hand.melds])
        laid_worth, due = laid_worth + sum([worths[code] for code in laid]), 5 - len(laid)
    for split in splits(hand.key):
        if len(split) != due:
            continue
        worth = laid_worth
        for code in split:
            worth += worths[code]
        if worth >> PAIR_SHIFT & PAIR_MASK != 1:
            continue
        shape = shapes[worth >> CHOW_SHIFT]
        total = (worth & _FIELDS) + base + shape.worth
        if not (worth + flower_worth) & POINTS_MASK:
            total += plan.no_points.worth
        total += no_doubles if no_doubles and not (total - flower_worth) >> DOUBLES_SHIFT else 0
        for code in _NOWHERE if places is None else laid if in_laid else split:
            only, counted = False, total
            if places is not None:
                if code not in places:
                    continue
                if only_gives and places[code]:
                    only, counted = True, total + only_gives
                if turned:
                    counted += (worths[code | 1] & _FIELDS) - (worths[code] & _FIELDS)
            value = (counted & POINTS_MASK) << (counted >> DOUBLES_SHIFT)
            limited = value
            if limit is not None and (value > limit or win_share or shape.share):
                limited = _limited(value, limit, max(win_share, shape.share))
            found.append((limited, value, counted, worth, split + laid, code, only))
    return found


_NOWHERE: Final = (-1,)


def _rank(reading: _Reading) -> tuple[int, int]:
    return reading[:2]


def _of_other_kinds(hand: Hand, plan: Plan, facts: _Facts) -> Iterator[_Reading]:
    """The hand as a shape that is no four sets and a pair, if it is one that the ruleset allows."""
    counts = counted(hand.key)
    for place, (kind, gives) in enumerate(plan.kinds):
        if not hand.melds and kind.fits(counts):
            total = gives.worth + facts.flowers.worth + facts.win.worth + facts.kinds.worth
            value = (total & POINTS_MASK) << (total >> DOUBLES_SHIFT)
            share = max(gives.share, facts.win.share)
            limited = value if plan.limit is None else _limited(value, plan.limit, share)
            yield limited, value, total, 0, (), _KIND - place, False


def _limited(value: int, limit: int, share: int) -> int:
    """The value as the limit has it; `share` halves of the limit are the least it can be."""
    if share:
        value = max(value, limit * share // WHOLE_LIMIT)
    return min(limit, value)


def _places(hand: Hand, win: HowWon | None) -> tuple[dict[int, bool] | None, bool, bool]:
    """Where the winning tile may sit: the sets it can be part of, whether among those laid out, whether it exposes.

    A discard is looked for among the concealed tiles first, and exposes the set it completes there.
    """
    if win is None or win.tile is None or win.by is By.DEAL:
        return None, False, False
    places = PLACES[win.tile]
    pairs_laid = [one.code for one in hand.melds if one.code >= PAIR] if hand.melds else None
    if pairs_laid:
        return {code: places[code] for code in pairs_laid}, True, False
    if hand.key >> 4 * win.tile & 15:
        return places, False, win.by in TAKEN
    return places, True, False


def _is_only_winner(hand: Hand, situation: Situation) -> bool:
    """Whether no other tile than the winning one would have won."""
    win = situation.win
    if win is None or win.tile is None:
        return False
    unit = UNITS[win.tile]
    total = hand.total - unit
    if hand.key & 15 * unit:
        waiting = [winning_tiles(hand.key - unit, total, pair=not _pairs_laid(hand))]
    else:
        waiting = [
            winning_tiles(hand.key + one.key - unit, total)
            for one in hand.melds
            if win.tile in one.tiles and one.kind is not MeldKind.KONG and not one.concealed
        ]
    return any(tiles == [win.tile] for tiles in waiting)


def _pairs_laid(hand: Hand) -> bool:
    return any(one.code >= PAIR for one in hand.melds)


def _sheet(hand: Hand, situation: Situation, plan: Plan, facts: _Facts, reading: _Reading) -> ScoreSheet:
    """Write out one reading."""
    value, _, total, worth, codes, claimed, only = reading
    if claimed <= _KIND:
        gives = plan.kinds[_KIND - claimed][1]
        told = (*gives.lines, *facts.flowers.lines, *facts.win.lines, *facts.kinds.lines)
        return ScoreSheet(situation, hand, (), -1, told, total & POINTS_MASK, total >> DOUBLES_SHIFT, value)
    ordered = list(codes)
    if facts.turned:
        ordered.remove(claimed)
        claimed |= 1
        ordered.append(claimed)
    ordered.sort()
    codes = tuple(ordered)
    set_lines = plan.set_lines
    lines = [line for code in codes if (line := set_lines[code]) is not None]
    lines += facts.flowers.lines
    lines += facts.win.lines
    if only:
        lines += plan.only_tile.lines
    if not (worth + facts.flowers.worth) & POINTS_MASK:
        lines += plan.no_points.lines
    if plan.no_doubles.lines and not (total - facts.flowers.worth) >> DOUBLES_SHIFT:
        lines += plan.no_doubles.lines
    lines += plan.shapes[worth >> CHOW_SHIFT].lines
    lines += facts.kinds.lines
    return ScoreSheet(situation, hand, codes, claimed, tuple(lines), total & POINTS_MASK, total >> DOUBLES_SHIFT, value)


def _counted_alone(hand: Hand, situation: Situation, plan: Plan, *, complete: bool = True) -> ScoreSheet:
    """Count what doesn't need a whole hand: sets laid out, concealed pungs, the best scoring pair, flowers.

    Source: "A loser's hand", section 2 of the rules (docs/rules.md). Four alike that were not declared are a pung.
    """
    worths, key = plan.sets, hand.key
    codes = [one.code for one in hand.melds if one.code >= 0]
    pairs = []
    if hand.size <= 30:
        for tile in sorted(set(hand.concealed)):
            if tile >= FIRST_FLOWER:
                break
            count = key >> 4 * tile & 15
            if count >= 3:
                codes.append(PUNG + 2 * tile)
            elif count == 2:
                pairs.append(PAIR + 2 * tile)
    scoring = sorted((code for code in pairs if worths[code] & _FIELDS), key=lambda code: -(worths[code] & _FIELDS))
    codes += scoring if plan.loser_pairs == "all" and not situation.winner else scoring[:1]
    codes.sort()
    flowers = plan.flowers[hand.flower_bits]
    total = flowers.worth + sum([worths[code] & _FIELDS for code in codes])
    lines = [line for code in codes if (line := plan.set_lines[code]) is not None]
    lines += flowers.lines
    value = (total & POINTS_MASK) << (total >> DOUBLES_SHIFT)
    return ScoreSheet(
        situation,
        hand,
        tuple(codes),
        -1,
        tuple(lines),
        total & POINTS_MASK,
        total >> DOUBLES_SHIFT,
        value if plan.limit is None else _limited(value, plan.limit, 0),
        complete,
    )
