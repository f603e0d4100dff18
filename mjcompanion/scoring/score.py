"""Scoring: a hand and its situation become a score sheet.

Every way to read the hand is counted as plain numbers first (see `plan`); only the reading that scores most is
written out. Nothing is remembered from one hand to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError, listed
from mjcompanion.core.hand import EIGHTS, SELF_DRAWN, THREES, UNITS, By, Hand, HowWon, MeldKind
from mjcompanion.core.options import rounded
from mjcompanion.core.tiles import FIRST_FLOWER, PLAIN_TILES, Wind
from mjcompanion.i18n.translation import _, ngettext
from mjcompanion.rules.kind import HandKind
from mjcompanion.rules.shapes import known_shape
from mjcompanion.scoring.check import problems_of
from mjcompanion.scoring.compiled_rules import (
    CHOW_SHIFT,
    DOUBLES_MASK,
    DOUBLES_SHIFT,
    KINDS,
    MOST_PIECES,
    NOTHING,
    OPEN_SHIFT,
    PAIR_MASK,
    PAIR_SHIFT,
    POINTS_MASK,
    Award,
    How,
    Plan,
    Seen,
    composition,
    plan_for,
)
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.decompose import KONG, PAIR, PUNG, Split, most_made, splits, winning_tiles
from mjcompanion.scoring.sheet import KEMP_TILES, ScoreSheet

_FIELDS: Final = POINTS_MASK | DOUBLES_MASK << DOUBLES_SHIFT


_Reading = tuple[int, int, int, int, tuple[int, ...], int, Award, Award, Award, Award, Award | None]
"""One way to read a winning hand: its score, what it would score without a limit, its total and the worth of its
sets as they count with the tile that won (see `plan`), the codes of its sets, which of them the winning tile completed
(-1: none), and what its place, sets without points, a hand without doubles and the sets together give; last what makes
it a special hand, where it is counted as one. A hand of another kind has no sets, and in their place `_KIND` less the
place of its kind."""
_KIND: Final = -2
_SPECIAL: Final = 10


class NoMahJongg(RuleError):  # noqa: N818 - named for what happened
    """Fourteen tiles that don't win; `shape` is what they are under other rules, where it has a name."""

    def __init__(self, problem: Problem, hand: Hand, situation: ScoringContext) -> None:
        self.shape = known_shape(hand.total, situation.rules) if is_all_in_hand(hand) else None
        if self.shape is not None:
            here = situation.house_name or _(situation.rules.short)
            problem = Problem("special-hand", text=self.shape.sentence(here))
        super().__init__([problem])

    def answer(self) -> dict[str, Any]:
        """Why not, as the command line answers it."""
        answer = super().answer() | {"code": self.problems[0].code}
        if self.shape is not None:
            answer["hand"] = self.shape.name
            answer["rules"] = [str(rules) for rules in self.shape.rulesets]
            answer["row"] = self.shape.row or None
        return answer


def score(hand: Hand, situation: ScoringContext) -> ScoreSheet:
    """Check a hand and score it, in the reading that scores most.

    Raises:
        RuleError: with all that is wrong with the hand.

    Source: section 2 of the rules (docs/rules.md).

    >>> from mjcompanion.core.hand import HowWon
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.core.tiles import Tile
    >>> won = HowWon(Tile.parse("9s"), By.DRAW)
    >>> hand = Hand.parse("123m 456p 99s (777z) [1111s] 1f")
    >>> sheet = score(hand, ScoringContext(Ruleset("traditional"), seat=Wind.WEST, win=won))
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
    how = _how_won(plan, situation.win)
    if not _is_plainly_sound(hand, situation, plan, how):
        problems = problems_of(hand, situation)
        if problems:
            raise RuleError(problems)
    if not situation.winner:
        sheet = _counted_alone(hand, situation, plan)
        return msgspec.structs.replace(sheet, score=_rounded(sheet.score, sheet.counted, plan))
    facts = _facts(hand, situation, plan, how)
    found = _readings(hand, plan, facts)
    if not found:
        raise NoMahJongg(not_complete(hand), hand, situation)
    if plan.most_chows < _MOST_SETS:
        try:
            found = _few_chows(found, plan)
        except RuleError as error:
            raise NoMahJongg(error.problems[0], hand, situation) from None
    if plan.least or plan.least_doubles:
        found = _enough(found, plan)
    found = _all_rounded(found, plan, facts)
    if len(found) == 1:
        return _sheet(hand, situation, plan, facts, found[0])
    best = max(found, key=_rank)
    return _sheet(hand, situation, plan, facts, best, _counted_otherwise(best, found))


def _counted_otherwise(best: _Reading, found: list[_Reading]) -> _Reading | None:
    """The best reading that is counted in the other of the two ways, as a special hand or in the ordinary one."""
    is_special = best[_SPECIAL] is not None
    return max([one for one in found if (one[_SPECIAL] is not None) != is_special], key=_rank, default=None)


_MOST_SETS: Final = 4


def _rounded(score: int, counted: int, plan: Plan) -> int:
    """A score as the house rounds it; what the limit or a share of it decided stays."""
    if plan.rounding == 1 or score != counted:
        return score
    score = rounded(score, plan.rounding)
    return score if plan.limit is None else min(score, plan.limit)


def _all_rounded(found: list[_Reading], plan: Plan, facts: _Facts) -> list[_Reading]:
    if plan.rounding == 1:
        return found
    return [(max(_rounded(one[0], one[1], plan), _least(one, plan, facts)), *one[1:]) for one in found]


def _least(reading: _Reading, plan: Plan, facts: _Facts) -> int:
    """The share of the limit that a reading earns at least."""
    if plan.limit is None:
        return 0
    *_front, codes, claimed, place, bare, plain, shape, _last = reading
    shares = [facts.flowers.share, facts.seen.share, facts.how.gives.share]
    shares += [place.share, bare.share, plain.share, shape.share, *[plan.set_shares.get(code, 0) for code in codes]]
    if claimed <= _KIND:
        shares.append(plan.kinds[_KIND - claimed][1].share)
    share = max(shares)
    return plan.limit * share.numerator // share.denominator


def _how_won(plan: Plan, win: HowWon | None) -> How:
    if win is None:
        return plan.nobody_said
    found: How = plan.hows[win.by, win.last_tile, win.tile, win.feats]
    return found


def _chows(reading: _Reading) -> int:
    return reading[3] >> CHOW_SHIFT & MOST_PIECES


def _few_chows(found: list[_Reading], plan: Plan) -> list[_Reading]:
    """The readings that have no more chows than the rules allow; a `RuleError` where there is none."""
    few = [one for one in found if _chows(one) <= plan.most_chows]
    if few:
        return few
    raise RuleError([Problem("too-many-chows", count=min(map(_chows, found)), limit=plan.most_chows)])


def _enough(found: list[_Reading], plan: Plan) -> list[_Reading]:
    """The readings with which a hand may go out, any where the limit decided; a `RuleError` where there is none."""
    least, doubles = plan.least, plan.least_doubles
    enough = [
        one
        for one in found
        if plan.limit == one[0]
        or (one[0] >= least and (_doubles(one) >= doubles or one[0] != one[1] or one[_SPECIAL] is not None))
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
    left = _("nothing is left")
    if names:
        left = ngettext("{tiles} is left", "{tiles} are left", len(names)).format(tiles=listed(names))
    if pair:
        why = ngettext("there is {n} set and a pair, and {left}", "there are {n} sets and a pair, and {left}", count)
    else:
        why = ngettext("there is {n} set and no pair, and {left}", "there are {n} sets and no pair, and {left}", count)
    return Problem("not-complete", count=hand.size + hand.kongs, why=why.format(n=count, left=left))


def readings(hand: Hand, situation: ScoringContext) -> list[ScoreSheet]:
    """Every way to read a winning hand, the one that counts first; each is a whole score sheet.

    Raises:
        RuleError: with all that is wrong with the hand.

    >>> from mjcompanion.rulesets import Ruleset
    >>> for sheet in readings(Hand.parse("111222333m 456p 99s"), ScoringContext(Ruleset("classical"))):
    ...     print(sheet.score, *sheet.sets)
    36 456p 111m 222m 333m 99s
    30 123m 123m 123m 456p 99s

    """
    first = score(hand, situation)
    if not situation.winner:
        return [first]
    others: dict[tuple[int, ...], ScoreSheet] = {}
    for sheet in _all_sheets(hand, situation):
        others.setdefault(sheet.codes, sheet)
    others.pop(first.codes, None)
    return [first, *others.values()]


def _all_sheets(hand: Hand, situation: ScoringContext) -> list[ScoreSheet]:
    """A sheet for each reading of a complete hand, as a special hand and in the ordinary way, the best first."""
    plan = plan_for(situation.rules, situation.options, situation.seat, situation.round, winner=True)
    facts = _facts(hand, situation, plan, _how_won(plan, situation.win))
    found = _all_rounded(_few_chows(_readings(hand, plan, facts), plan), plan, facts)
    found.sort(key=_rank, reverse=True)
    return [_sheet(hand, situation, plan, facts, one, _counted_otherwise(one, found)) for one in found]


def count_so_far(hand: Hand, situation: ScoringContext) -> ScoreSheet:
    """What counts already in a hand that is not finished: its sets laid out, pungs, one pair, flowers.

    Never raises; sets that are none, and tiles that can't be, count nothing.

    >>> from mjcompanion.rulesets import Ruleset
    >>> count_so_far(Hand.parse("777z 1f"), ScoringContext(Ruleset("traditional"))).score
    48
    """
    plan = plan_for(situation.rules, situation.options, situation.seat, situation.round, winner=True)
    return _counted_alone(hand, situation, plan, complete=False)


def _is_plainly_sound(hand: Hand, situation: ScoringContext, plan: Plan, how: How) -> bool:
    """Whether a quick look finds nothing unusual; if it does, `problems_of` looks properly."""
    win, melds, total = situation.win, hand.melds, hand.total
    if situation.winner:
        if hand.size != _WHOLE:
            return False
        if win is not None and not (hand.key & how.bits and (how.usual or _is_replaced(hand, win))):
            return False
    elif hand.size != _WHOLE - 1 or win is not None or not plan.losers_score:
        return False
    if (total + THREES | total) & EIGHTS or (hand.concealed and hand.concealed[-1] >= FIRST_FLOWER):
        return False
    if hand.flowers and not (plan.with_flowers and hand.flower_bits.bit_count() == len(hand.flowers)):
        return False
    if melds and not _are_plainly_sets(hand, plan):
        return False
    if plan.for_kemp:
        discards = situation.discards
        return situation.seat is _EAST and (discards is None or 0 <= discards <= KEMP_TILES - len(hand.flowers))
    return True


_WHOLE: Final = 14
_EAST: Final = Wind.EAST
"""To ask an enum for a member takes as long as a dozen other steps."""


def _is_replaced(hand: Hand, win: HowWon) -> bool:
    """Whether the winning tile can well have replaced a flower, or a tile of a kong."""
    after = hand.kongs if win.by is By.KONG_REPLACEMENT else hand.flowers
    return win.by in SELF_DRAWN and bool(after) and not win.last_tile and not win.feats


def _are_plainly_sets(hand: Hand, plan: Plan) -> bool:
    """Whether what is laid out are exposed sets and concealed kongs, not too many chows, and no kong twice."""
    chows = 0
    for one in hand.melds:
        if not 0 <= one.code < PAIR or (one.concealed and one.code < KONG):
            return False
        chows += one.code < PUNG
    return chows <= plan.most_chows and not (hand.kongs > 1 and _has_a_kong_twice(hand))


def _has_a_kong_twice(hand: Hand) -> bool:
    """Whether eight of a tile are declared: sixteen are not seen in the key."""
    return len({one.key for one in hand.melds if one.kind is MeldKind.KONG}) < hand.kongs


class _Facts(msgspec.Struct, frozen=True, gc=False):
    """What is the same for all readings of a hand.

    `how` it was won, `seen` says what follows with the kinds of its tiles. `ways` are the splits of the concealed tiles
    that make a whole hand with the sets laid out, `laid` the codes of these. `places` are the sets that the winning
    tile may be part of (None: there is no winning tile), `in_laid` says that it is among the sets laid out, `turned`
    that it exposes a concealed set, `alone` that no other tile would have won, where its place doesn't decide.
    """

    flowers: Award
    how: How
    seen: Seen
    ways: list[Split]
    laid: tuple[int, ...]
    places: dict[int, bool] | None
    in_laid: bool
    turned: bool
    alone: bool
    claimed_laid: bool


def _facts(hand: Hand, situation: ScoringContext, plan: Plan, how: How) -> _Facts:
    laid = tuple([one.code for one in hand.melds]) if hand.melds else ()
    ways = splits(hand.key)
    if ways and len(ways[0]) + len(laid) == _PIECES:  # all ways have as many pieces
        one, two, three, four, five = ways[0] + laid
        kinds = KINDS[one] | KINDS[two] | KINDS[three] | KINDS[four] | KINDS[five]
    else:
        ways, kinds = [], composition(hand.total)
    places = how.places
    in_laid = turned = alone = claimed_laid = False
    if places is not None:
        # a discard is looked for among the concealed tiles first, and exposes the set it completes there
        pairs_laid = [code for code in laid if code >= PAIR] if laid else None
        if pairs_laid:
            places, in_laid = {code: places[code] for code in pairs_laid}, True
        elif hand.key & how.bits:
            turned = how.taken
        else:
            in_laid, claimed_laid = True, how.taken
        alone = plan.places is not None and not plan.only_by_shape and is_only_winner(hand, situation)
    flowers = plan.flowers[hand.flower_bits]
    return _Facts(flowers, how, how.seen[kinds], ways, laid, places, in_laid, turned, alone, claimed_laid)


_PIECES: Final = 5


def _readings(hand: Hand, plan: Plan, facts: _Facts) -> list[_Reading]:
    """Every split of the concealed tiles, with every set that the winning tile may have completed."""
    found: list[_Reading] = []
    if plan.kinds and _may_be_of_other_kind(hand, plan):
        found += _of_other_kinds(hand, plan, facts)
    worths, turns, gives_place, limit, scale = plan.sets, plan.turned, plan.places, plan.limit, plan.scale
    seen, laid, places, turned, by_shape = facts.seen, facts.laid, facts.places, facts.turned, plan.only_by_shape
    shapes, flower_worth, no_points = seen.shapes, facts.flowers.worth, plan.no_points
    base, base_share = flower_worth + seen.worth, facts.flowers.share or seen.share
    start = -facts.claimed_laid << OPEN_SHIFT
    for split in facts.ways:
        codes = split + laid
        one, two, three, four, five = codes
        worth = worths[one] + worths[two] + worths[three] + worths[four] + worths[five] + start
        if worth >> PAIR_SHIFT & PAIR_MASK != 1:
            continue  # a flower among the concealed tiles leaves thirteen
        for code in _NOWHERE if places is None else laid if facts.in_laid else split:
            place = bare = plain = NOTHING
            whole = worth
            if places is not None:
                if code not in places:
                    continue
                if turned:
                    whole += turns[code]
                if gives_place is not None:
                    place = gives_place[code << 2 | facts.alone << 1 | ((by_shape or facts.alone) and places[code])]
            if no_points is not NOTHING and not (whole + flower_worth) & POINTS_MASK:
                bare = no_points
            shape = shapes[whole >> CHOW_SHIFT]
            total = base + (whole & _FIELDS) + shape.worth + place.worth + bare.worth
            if not (total - flower_worth) >> DOUBLES_SHIFT:
                plain = plan.no_doubles
                total += plain.worth
            doubles = total >> DOUBLES_SHIFT
            value = limited = scale[min(doubles, len(scale) - 1)] if scale else (total & POINTS_MASK) << doubles
            some = limit is not None and (shape.share or place.share or bare.share or plain.share or plan.set_shares)
            if limit is not None and (value > limit or base_share or some):
                shares = (facts.flowers.share, seen.share, shape.share, place.share, bare.share, plain.share)
                limited = _raised(value, limit, shares, plan, codes, code if turned else -1)
            found.append((limited, value, total, whole, codes, code, place, bare, plain, shape, None))
            if gives_place is None and not turned:
                break  # wherever the winning tile is, the score is the same
    return [*found, *_special_ones(found, facts.flowers, plan)] if plan.special else found


def _special_ones(found: list[_Reading], flowers: Award, plan: Plan) -> Iterator[_Reading]:
    """Readings in sets and a pair, counted as special hands where they are."""
    for _unused, _unused, total, whole, codes, claimed, place, bare, plain, shape, special in found:
        if special is None and shape.special is not None:
            counted = _counted_as_special(total, shape.special, flowers, plan)
            yield (*counted, whole, codes, claimed, place, bare, plain, shape, shape.special)


def _raised(
    value: int, limit: int, shares: tuple[Fraction | int, ...], plan: Plan, codes: tuple[int, ...], turned: int
) -> int:
    """The value with the largest share of the limit that it earns at least, which one of its sets may give.

    `turned` is the set in hand that a discard completed, or -1.
    """
    if value >= limit:
        return limit
    earned = [share for share in shares if share]
    if plan.set_shares:
        earned += [plan.set_shares.get(code | (code == turned), 0) for code in codes]
    share = earned[0] if len(earned) == 1 else max(earned)  # comparing fractions is slow
    return _limited(value, limit, share)


_NOWHERE: Final = (-1,)


def _counted_as_special(total: int, special: Award, flowers: Award, plan: Plan) -> tuple[int, int, int]:
    """The score of a special hand, what it would be without a limit, and its own total, flowers aside.

    A share of the limit has no total. A table from doubles to points has no place for flowers, so that their doubles
    add to the hand's own.
    """
    points, bonus = (total & POINTS_MASK) - (flowers.worth & POINTS_MASK), _value(flowers.worth, plan)
    doubles = special.worth & DOUBLES_MASK << DOUBLES_SHIFT
    if plan.scale:
        doubles, bonus = doubles + (flowers.worth & DOUBLES_MASK << DOUBLES_SHIFT), 0
    own = points + doubles
    value = _value(own, plan) if doubles else 0
    limit, share = plan.limit, special.share
    if limit is not None and share and limit * share >= value:
        own, value = 0, limit * share.numerator // share.denominator
    value += bonus
    return value if limit is None else min(limit, value), value, own


def _rank(reading: _Reading) -> tuple[int, bool, bool, int]:
    """What counts more; of the same score the shape that has a name, a special hand, what has more without a limit."""
    return reading[0], reading[5] <= _KIND, reading[_SPECIAL] is not None, reading[1]


def _may_be_of_other_kind(hand: Hand, plan: Plan) -> bool:
    total = hand.total
    return not total & plan.kinds_never or total in plan.kinds_keys if is_all_in_hand(hand) else plan.kinds_laid


def _is_of_kind(hand: Hand, kind: HandKind) -> bool:
    """Whether the tiles are of a kind, a kong counted as three."""
    if is_all_in_hand(hand):
        return kind.has(hand.total)
    kongs = sum(UNITS[one.tile] for one in hand.melds if one.kind is MeldKind.KONG)
    return kind.laid and kind.has(hand.total - kongs)


def _of_other_kinds(hand: Hand, plan: Plan, facts: _Facts) -> Iterator[_Reading]:
    """The hand as a shape that is no four sets and a pair, if it is one that the ruleset allows."""
    waited = hand.total - facts.how.bits // 15
    for place, (kind, gives) in enumerate(plan.kinds):
        if _is_of_kind(hand, kind) and (not kind.waits or waited in kind.waits):
            seen, flowers = facts.seen, facts.flowers
            total = gives.worth + flowers.worth + seen.worth
            share = max(gives.share, flowers.share, seen.share)
            nothing = NOTHING, NOTHING, NOTHING, NOTHING
            if gives.special is not None:  # which rows on its tiles don't touch
                special = gives.special._replace(share=max(gives.special.share, facts.how.gives.share))
                counted = _counted_as_special(total, special, flowers, plan)
                yield (*counted, 0, (), _KIND - place, *nothing, special)
                continue
            value = _value(total, plan)
            limited = value if plan.limit is None else _limited(value, plan.limit, share)
            yield limited, value, total, 0, (), _KIND - place, *nothing, None


def _value(total: int, plan: Plan) -> int:
    """What points and doubles come to: doubled, or as a table from doubles to points says."""
    doubles = total >> DOUBLES_SHIFT
    return plan.scale[min(doubles, len(plan.scale) - 1)] if plan.scale else (total & POINTS_MASK) << doubles


def _limited(value: int, limit: int, share: Fraction | int) -> int:
    """The value as the limit has it; such a share of the limit is the least it can be."""
    if share:
        value = max(value, limit * share.numerator // share.denominator)
    return min(limit, value)


def is_only_winner(hand: Hand, situation: ScoringContext) -> bool:
    """Whether no other tile than the winning one would have made sets and a pair.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.core.tiles import Tile
    >>> won = ScoringContext(Ruleset("traditional"), win=HowWon(Tile.parse("5m"), By.DRAW))
    >>> is_only_winner(Hand.parse("11123455678999m"), won), is_only_winner(Hand.parse("55m 123p 456p 777z 111s"), won)
    (False, True)
    >>> won = ScoringContext(Ruleset("traditional"), win=HowWon(Tile.parse("3s"), By.DISCARD))  # as the pair, laid out
    >>> [is_only_winner(Hand.parse(f"{suit} 123m 456p (777z) (33s)"), won) for suit in ("123s", "345s")]
    [True, False]

    """
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


def is_all_in_hand(hand: Hand) -> bool:
    """Whether nothing is laid out but the pair that a discard completed, so that the hand can be of any kind."""
    return all(one.code >= PAIR for one in hand.melds)


def _pairs_laid(hand: Hand) -> bool:
    return any(one.code >= PAIR for one in hand.melds)


def _sheet(
    hand: Hand,
    situation: ScoringContext,
    plan: Plan,
    facts: _Facts,
    reading: _Reading,
    otherwise: _Reading | None = None,
) -> ScoreSheet:
    """The sheet of a reading; `otherwise` is one that is counted in the other of the two ways."""
    value, _unused, total, _unused, codes, claimed, place, bare, plain, shape, special = reading
    flowers, win, kinds = facts.flowers.lines, facts.how.gives.lines, facts.seen.kinds.lines
    doubles = total >> DOUBLES_SHIFT
    if claimed <= _KIND:
        lines = win if special is not None else (*plan.kinds[_KIND - claimed][1].lines, *flowers, *win, *kinds)
        sheet = ScoreSheet(situation, hand, (), -1, lines, total & POINTS_MASK, doubles, value)
        return sheet if special is None else _as_special(sheet, special, facts.flowers)
    ordered = list(codes)
    if facts.turned:
        ordered[codes.index(claimed)] += 1
        claimed += 1
    ordered.sort()
    told, set_lines = [], plan.set_lines
    for code in ordered:
        line = set_lines[code]
        if line is not None:
            told.append(line)
    lines = (*told, *flowers, *win, *place.lines, *bare.lines, *plain.lines, *shape.lines, *kinds)
    sheet = ScoreSheet(situation, hand, tuple(ordered), claimed, lines, total & POINTS_MASK, doubles, value)
    if otherwise is not None:
        passed_over = () if otherwise[_SPECIAL] is None else otherwise[_SPECIAL].lines
        is_limit_hand = special is None and any(line.share for line in lines)
        other = None if is_limit_hand else otherwise[0]
        sheet = msgspec.structs.replace(sheet, otherwise=other, passed_over=passed_over)
    return sheet if special is None else _as_special(sheet, special, facts.flowers)


def _as_special(sheet: ScoreSheet, special: Award, flowers: Award) -> ScoreSheet:
    """The sheet of a special hand, from one that has the ordinary lines and the special hand's own total."""
    if sheet.doubles:
        basic = [line for line in sheet.lines if line.points and line not in flowers.lines]
        lines = [msgspec.structs.replace(line, doubles=0) if line.doubles else line for line in basic]
        lines += [line for line in special.lines if line.doubles]
    else:
        lines = [line for line in (*special.lines, *sheet.lines) if line.share]
    if sheet.scale:
        return msgspec.structs.replace(sheet, lines=(*lines, *flowers.lines), special=True)
    return msgspec.structs.replace(sheet, lines=tuple(lines), apart=flowers.lines, special=True)


def _counted_alone(hand: Hand, situation: ScoringContext, plan: Plan, *, complete: bool = True) -> ScoreSheet:
    """Count what doesn't need a whole hand: sets laid out, concealed pungs, the best scoring pair, flowers.

    Source: "A loser's hand", section 2 of the rules (docs/rules.md). Four alike that were not declared are a pung.
    """
    flowers = plan.flowers[hand.flower_bits]
    every_pair = plan.loser_pairs == "all" and not situation.winner
    counted = [_count(codes, plan, flowers) for codes in _alone(hand, plan, every_pair=every_pair)]
    limited, _unused, total, codes, shape = max(counted, key=lambda one: (one[0], one[1], one[2]))
    lines = [line for code in codes if (line := plan.set_lines[code]) is not None]
    lines += [*flowers.lines, *shape.lines]
    points, doubles = total & POINTS_MASK, total >> DOUBLES_SHIFT
    sheet = ScoreSheet(situation, hand, tuple(codes), -1, tuple(lines), points, doubles, limited, complete)
    if plan.waiting is None or not complete or situation.winner:
        return sheet
    waiting: Award = plan.waiting[_waited_for(hand, situation)]
    return _waiting_sheet(sheet, total, waiting, plan, flowers)


def _waiting_sheet(sheet: ScoreSheet, total: int, waiting: Award, plan: Plan, flowers: Award) -> ScoreSheet:
    """The sheet of a hand that didn't win, with what the rows on waiting give it."""
    if waiting.lines:
        score = sheet.score if plan.limit is None else _limited(sheet.score, plan.limit, waiting.share)
        sheet = msgspec.structs.replace(sheet, lines=(*sheet.lines, *waiting.lines), score=score)
    if waiting.special is None:
        return sheet
    value, _unused, own = _counted_as_special(total, waiting.special, flowers, plan)
    if value < sheet.score:
        return msgspec.structs.replace(sheet, otherwise=value, passed_over=waiting.special.lines)
    points, doubles = own & POINTS_MASK, own >> DOUBLES_SHIFT
    sheet = msgspec.structs.replace(sheet, points=points, doubles=doubles, score=value, otherwise=sheet.score)
    return _as_special(sheet, waiting.special, flowers)


def _waited_for(hand: Hand, situation: ScoringContext) -> tuple[Fraction | int, frozenset[str]]:
    """What the hand would have earned with one more tile from the wall: a share of the limit, and special rows."""
    plan = plan_for(situation.rules, situation.options, situation.seat, situation.round, winner=True)
    completing = set(winning_tiles(hand.key, hand.total, pair=not _pairs_laid(hand)))
    if not hand.melds:
        completing |= {tile for tile in PLAIN_TILES for kind, _unused in plan.kinds if kind.has(hand.key + UNITS[tile])}
    shares: list[Fraction | int] = [0]
    rows: set[str] = set()
    for tile in completing:
        whole = Hand((*hand.concealed, tile), hand.melds, hand.flowers)
        won = msgspec.structs.replace(situation, winner=True, win=HowWon(tile, By.DRAW))
        try:
            lines = [line for sheet in _all_sheets(whole, won) for line in sheet.lines]
        except RuleError:
            continue
        shares += [line.share for line in lines]
        rows |= {rule for line in lines for rule in line.rules} & plan.special
    return max(shares), frozenset(rows)


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
