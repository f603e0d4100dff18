"""Scoring: a hand and its situation become a score sheet.

Every way to read the hand is counted as plain numbers first (see `plan`); only the reading that scores most is
written out. Nothing is remembered from one hand to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

import msgspec

from mjcompanion.hand import ALL_MELDS, EIGHTS, NO_FEATS, SELF_DRAWN, TAKEN, THREES, UNITS, By, Hand, HowWon, MeldKind
from mjcompanion.problems import Problem, RuleError, listed
from mjcompanion.scoring.check import problems_of
from mjcompanion.scoring.decompose import PAIR, PUNG, most_made, splits, winning_tiles
from mjcompanion.scoring.plan import (
    CHOW_SHIFT,
    DOUBLES_MASK,
    DOUBLES_SHIFT,
    MOST_PIECES,
    NOTHING,
    OPEN_SHIFT,
    PAIR_MASK,
    PAIR_SHIFT,
    POINTS_MASK,
    Award,
    Plan,
    ShapeAwards,
    WholeAwards,
    Won,
    composition,
    plan_for,
)
from mjcompanion.scoring.sheet import KEMP_TILES, ScoreSheet
from mjcompanion.situation import Situation
from mjcompanion.tiles import FIRST_FLOWER, PLAIN_TILES, Tile, Wind
from mjcompanion.words import tr, trn

_FIELDS: Final = POINTS_MASK | DOUBLES_MASK << DOUBLES_SHIFT
_NOBODY_SAID: Final[Won] = (None, False, None, NO_FEATS)


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
sets as they count with the tile that won (see `plan`), the codes of its sets, which of them the winning tile completed
(-1: none), and whether it was the only tile. A hand of another kind has no sets, and in their place `_KIND` less the
place of its kind."""
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
    if plan.most_chows < _MOST_SETS:
        found = _few_chows(found, plan)
    if plan.least or plan.least_doubles:
        found = _enough(found, plan)
    return _sheet(hand, situation, plan, facts, found[0] if len(found) == 1 else max(found, key=_rank))


_MOST_SETS: Final = 4


def _chows(reading: _Reading) -> int:
    return reading[3] >> CHOW_SHIFT & MOST_PIECES


def _few_chows(found: list[_Reading], plan: Plan) -> list[_Reading]:
    """The readings that have no more chows than the rules allow.

    Raises:
        RuleError: there is none.

    """
    few = [one for one in found if _chows(one) <= plan.most_chows]
    if few:
        return few
    raise RuleError([Problem("too-many-chows", count=min(map(_chows, found)), limit=plan.most_chows)])


def _enough(found: list[_Reading], plan: Plan) -> list[_Reading]:
    """The readings with which a hand may go out; where the limit decided, any may.

    Raises:
        RuleError: there is none.

    """
    least, doubles = plan.least, plan.least_doubles
    enough = [
        one
        for one in found
        if one[0] >= least and (one[2] >> DOUBLES_SHIFT >= doubles or plan.limit == one[0] or one[0] != one[1])
    ]
    if enough:
        return enough
    if least:
        raise RuleError([Problem("below-minimum", count=max(one[0] for one in found), limit=least)])
    most = max(_doubles(one) for one in found)
    raise RuleError(
        [Problem("below-minimum-faan" if plan.scale else "below-minimum-doubles", count=most, limit=doubles)]
    )


def _doubles(reading: _Reading) -> int:
    return reading[2] >> DOUBLES_SHIFT


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
    found = sorted(_few_chows(_readings(hand, plan, facts), plan), key=_rank, reverse=True)
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
            if tile is None or win.feats or not hand.key >> 4 * tile & 15:
                return False
            if by is not By.DRAW and by is not By.DISCARD:
                after = hand.kongs if by is By.KONG_REPLACEMENT else hand.flowers
                if by not in SELF_DRAWN or win.last_tile or not after:
                    return False
    elif hand.size != 13 or win is not None or not plan.losers_score:
        return False
    concealed, total = hand.concealed, hand.total
    crowded = (total + THREES | total) & EIGHTS or (hand.kongs > 1 and _has_a_kong_twice(hand))
    chows = sum([one.kind is MeldKind.CHOW for one in hand.melds]) if plan.most_chows < _MOST_SETS else 0
    if crowded or chows > plan.most_chows or (concealed and concealed[-1] >= FIRST_FLOWER):
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
    is among the sets laid out, `turned` that it exposes a concealed set, `only` that it may have been the only tile.
    `shapes` says what the sets together give.
    """

    flowers: Award
    win: Award
    kinds: Award
    places: dict[int, bool] | None
    in_laid: bool
    turned: bool
    only: bool
    claimed_laid: bool
    shapes: ShapeAwards | WholeAwards


def _facts(hand: Hand, situation: Situation, plan: Plan) -> _Facts:
    win = situation.win
    places, in_laid, turned = _places(hand, win)
    only = bool(places) and plan.places is not None and (plan.only_by_shape or _is_only_winner(hand, situation))
    how = _NOBODY_SAID if win is None else (win.by, win.last_tile, win.tile, win.feats)
    kinds = composition(hand.total)
    return _Facts(
        plan.flowers[hand.flower_bits],
        plan.won[how],
        plan.tiles[kinds],
        places,
        in_laid,
        turned,
        only,
        in_laid and win is not None and win.by in TAKEN and not _pairs_laid(hand),
        plan.shapes_for(kinds, how),
    )


def _readings(hand: Hand, plan: Plan, facts: _Facts) -> list[_Reading]:
    """Every split of the concealed tiles, with every set that the winning tile may have completed."""
    worths, shapes, limit, scale = plan.sets, facts.shapes, plan.limit, plan.scale
    places, flower_worth = facts.places or _ANYWHERE, facts.flowers.worth
    gives_place = plan.places if facts.places else None
    base = flower_worth + facts.win.worth + facts.kinds.worth
    base_share = facts.flowers.share or facts.win.share or facts.kinds.share
    if base_share:
        base_share = max(facts.flowers.share, facts.win.share, facts.kinds.share)
    found = list(_of_other_kinds(hand, plan, facts)) if plan.kinds and _may_be_other(hand, plan) else []
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
        for code in _NOWHERE if places is _ANYWHERE else laid if facts.in_laid else split:
            if code not in places:
                continue
            only = facts.only and places[code]
            whole = worth + plan.turned[code] if facts.turned else worth
            shape = shapes[whole >> CHOW_SHIFT]
            place = NOTHING if gives_place is None else gives_place[code << 1 | only]
            bare = NOTHING if (whole + flower_worth) & POINTS_MASK else plan.no_points
            total, share = base + (whole & _FIELDS) + shape.worth + place.worth + bare.worth, base_share
            if shape.share or place.share or bare.share:  # comparing fractions is slow, and most are 0
                share = max(share, shape.share, place.share, bare.share)
            if not (total - flower_worth) >> DOUBLES_SHIFT:
                total += plan.no_doubles.worth
            doubles = total >> DOUBLES_SHIFT
            value = scale[min(doubles, len(scale) - 1)] if scale else (total & POINTS_MASK) << doubles
            limited = value
            if limit is not None and (value > limit or share or plan.set_shares):
                turned = code if facts.turned else -1
                limited = limit if value >= limit else _raised(value, limit, share, plan, split + laid, turned)
            found.append((limited, value, total, whole, split + laid, code, only))
    return found


def _raised(value: int, limit: int, share: Fraction | int, plan: Plan, codes: tuple[int, ...], turned: int) -> int:
    """The value with the share of the limit that it earns at least, which one of its sets may give."""
    return _limited(value, limit, max(share, _share_of_sets(plan, codes, turned)) if plan.set_shares else share)


def _share_of_sets(plan: Plan, codes: tuple[int, ...], turned: int) -> Fraction | int:
    """The most that one of the sets gives of the limit; `turned` is that which a discard completed in hand, or -1."""
    return max([plan.set_shares.get(code | (code == turned), 0) for code in codes], default=0)


_ANYWHERE: Final = {-1: False}
_NOWHERE: Final = (-1,)


def _rank(reading: _Reading) -> tuple[int, bool, int]:
    """What counts more; of the same score the shape that has a name, then that which has more without a limit."""
    return reading[0], reading[5] <= _KIND, reading[1]


def _may_be_other(hand: Hand, plan: Plan) -> bool:
    """Whether a quick look leaves it open that the hand is one of the other shapes."""
    if hand.melds:
        return False
    key = hand.key
    for never in plan.kinds_never:
        if not key & never:
            return True
    return key in plan.kinds_keys


def _of_other_kinds(hand: Hand, plan: Plan, facts: _Facts) -> Iterator[_Reading]:
    """The hand as a shape that is no four sets and a pair, if it is one that the ruleset allows."""
    for place, (kind, gives) in enumerate(plan.kinds):
        if kind.has(hand.key):
            awards = (gives, facts.flowers, facts.win, facts.kinds)
            total = sum([one.worth for one in awards])
            value = _value(total, plan)
            limited = value if plan.limit is None else _limited(value, plan.limit, max([one.share for one in awards]))
            yield limited, value, total, 0, (), _KIND - place, False


def _value(total: int, plan: Plan) -> int:
    """What points and doubles come to: doubled, or as a table from doubles to points says."""
    doubles = total >> DOUBLES_SHIFT
    return plan.scale[min(doubles, len(plan.scale) - 1)] if plan.scale else (total & POINTS_MASK) << doubles


def _limited(value: int, limit: int, share: Fraction | int) -> int:
    """The value as the limit has it; such a share of the limit is the least it can be."""
    if share:
        value = max(value, limit * share.numerator // share.denominator)
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
    if facts.turned:
        ordered = list(codes)
        ordered.remove(claimed)
        claimed |= 1
        codes = (*ordered, claimed)
    codes = tuple(sorted(codes))
    set_lines = plan.set_lines
    lines = [line for code in codes if (line := set_lines[code]) is not None]
    flowers, win, kinds, shape = facts.flowers, facts.win, facts.kinds, facts.shapes[worth >> CHOW_SHIFT]
    place = NOTHING if claimed < 0 or plan.places is None else plan.places[reading[5] << 1 | only]
    bare = NOTHING if (worth + flowers.worth) & POINTS_MASK else plan.no_points
    plain = NOTHING
    if plan.no_doubles.lines:
        given = sum([one.worth for one in (win, place, bare, shape, kinds)])
        plain = NOTHING if ((worth & _FIELDS) + given) >> DOUBLES_SHIFT else plan.no_doubles
    told = (
        *lines, *flowers.lines, *win.lines, *place.lines, *bare.lines, *plain.lines, *shape.lines, *kinds.lines,
    )  # fmt: skip
    return ScoreSheet(situation, hand, codes, claimed, told, total & POINTS_MASK, total >> DOUBLES_SHIFT, value)


def _counted_alone(hand: Hand, situation: Situation, plan: Plan, *, complete: bool = True) -> ScoreSheet:
    """Count what doesn't need a whole hand: sets laid out, concealed pungs, the best scoring pair, flowers.

    Source: "A loser's hand", section 2 of the rules (docs/rules.md). Four alike that were not declared are a pung.
    """
    flowers = plan.flowers[hand.flower_bits]
    every_pair = plan.loser_pairs == "all" and not situation.winner
    counted = [_count(codes, plan, flowers) for codes in _alone(hand, plan, every_pair=every_pair)]
    limited, _, total, codes, shape = max(counted, key=lambda one: (one[0], one[1], one[2]))
    waiting = NOTHING
    if plan.waiting is not None and plan.limit is not None and complete and not situation.winner:
        waiting = plan.waiting[_waited_for(hand, situation)]
        limited = _limited(limited, plan.limit, waiting.share)
    lines = [line for code in codes if (line := plan.set_lines[code]) is not None]
    lines += flowers.lines
    lines += shape.lines
    lines += waiting.lines
    return ScoreSheet(
        situation,
        hand,
        tuple(codes),
        -1,
        tuple(lines),
        total & POINTS_MASK,
        total >> DOUBLES_SHIFT,
        limited,
        complete,
    )


def _waited_for(hand: Hand, situation: Situation) -> Fraction | int:
    """The largest share of the limit that the hand would have earned with one more tile from the wall."""
    plan = plan_for(situation.rules, situation.options, situation.seat, situation.round, winner=True)
    completing = set(winning_tiles(hand.key, hand.total, pair=not _pairs_laid(hand)))
    if not hand.melds:
        completing |= {tile for tile in PLAIN_TILES for kind, _ in plan.kinds if kind.has(hand.key + UNITS[tile])}
    found: list[Fraction | int] = [0]
    for tile in completing:
        whole = Hand((*hand.concealed, tile), hand.melds, hand.flowers)
        won = msgspec.structs.replace(situation, winner=True, win=HowWon(tile, By.DRAW))
        try:
            found += [line.share for line in score(whole, won).lines]
        except RuleError:
            continue
    return max(found)


def _alone(hand: Hand, plan: Plan, *, every_pair: bool) -> Iterator[list[int]]:
    """What can be made of a hand that isn't whole: three alike are a pung, or a pair where that may count more."""
    worths, shares, key = plan.sets, plan.set_shares, hand.key
    laid = [one.code for one in hand.melds if one.code >= 0]
    threes, pairs = [], []
    if hand.size <= 30:
        for tile in sorted(set(hand.concealed)):
            if tile >= FIRST_FLOWER:
                break
            count = key >> 4 * tile & 15
            if count >= 3:
                threes.append(tile)
            elif count == 2:
                pairs.append(PAIR + 2 * tile)
    doubtful = [tile for tile in threes if _pair_may_count_more(tile, plan)][:_MOST_DOUBTFUL]
    for kept in product((True, False), repeat=len(doubtful)):
        parted = [tile for tile, whole in zip(doubtful, kept, strict=True) if not whole]
        sets = laid + [PUNG + 2 * tile for tile in threes if tile not in parted]
        found = sorted([*pairs, *[PAIR + 2 * tile for tile in parted]])
        scoring = [code for code in found if worths[code] & _FIELDS or code in shares]
        scoring.sort(key=lambda code: -(worths[code] & _FIELDS))
        if plan.some_sets is not None:
            scoring += [code for code in found if code not in scoring and worths[code] >> CHOW_SHIFT]
        for chosen in [scoring] if every_pair else [[code] for code in scoring] or [[]]:
            yield sets + chosen


def _pair_may_count_more(tile: int, plan: Plan) -> bool:
    """Whether two of three alike may count more than the three, as they can by rows of a house."""
    pung, pair = plan.sets[PUNG + 2 * tile], plan.sets[PAIR + 2 * tile]
    more = (
        pair & POINTS_MASK > pung & POINTS_MASK or (pair & _FIELDS) >> DOUBLES_SHIFT > (pung & _FIELDS) >> DOUBLES_SHIFT
    )
    return more or PAIR + 2 * tile in plan.set_shares or (plan.some_sets is not None and bool(pair >> CHOW_SHIFT))


_MOST_DOUBTFUL: Final = 4
"""As many times three as thirteen tiles can hold."""


def _count(codes: list[int], plan: Plan, flowers: Award) -> tuple[int, int, int, list[int], Award]:
    """Some sets and flowers: the score, what it were without a limit, the total, the sets in order, what they give."""
    worth = sum([plan.sets[code] for code in codes])
    some = plan.some_sets
    shape = some[worth >> CHOW_SHIFT] if some is not None and len(codes) <= MOST_PIECES else NOTHING
    total = (worth & _FIELDS) + flowers.worth + shape.worth
    value = _value(total, plan)
    share = max([flowers.share, shape.share, *[plan.set_shares.get(code, 0) for code in codes]])
    return value if plan.limit is None else _limited(value, plan.limit, share), value, total, sorted(codes), shape
