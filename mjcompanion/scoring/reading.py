"""The readings of a winning hand, each with its score, and the score sheet of a reading.

Tiles can often be split into sets in several ways, the winning tile can be part of several sets, and a hand can be a
shape of its own besides, or a special hand. Each of these is a reading. All are counted, and what counts most is the
hand's score.
"""

from __future__ import annotations

from typing import Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import UNITS, Hand, MeldKind
from mjcompanion.core.options import rounded
from mjcompanion.core.tiles import FIRST_FLOWER, Tile
from mjcompanion.rules.row import On, ReadingFacts
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.decompose import PAIR, Split, splits, winning_tiles
from mjcompanion.scoring.rule_table import (
    NOTHING,
    OPEN_SET,
    UNKNOWN_WIN,
    Award,
    RuleTable,
    WinAward,
    add,
    chows_in,
    kinds_of,
    shape_facts,
    tile_facts,
)
from mjcompanion.scoring.sheet import ScoreSheet

_PIECES: Final = 5
"""Four sets and a pair."""
_NO_SET: Final = -1


class HandReading(msgspec.Struct, frozen=True, gc=False):
    """One way to read a winning hand.

    `value` is what its `points` and `doubles` come to, and `score` the same within the limit; `least` is what a share
    of the limit gives at least. `codes` are its sets, none where the hand is a shape of its own (`is_kind`).
    `completed` is the set that the winning tile completed, and `shape` the key of their shape. `awards` are what the
    hand is given besides its sets, in the order of the sheet. `special` is what makes it a special hand, where it is
    counted as one.
    """

    score: int
    value: int
    points: int
    doubles: int
    least: int
    codes: tuple[int, ...]
    completed: int
    awards: tuple[Award, ...]
    shape: int = 0
    is_kind: bool = False
    special: Award | None = None

    @property
    def rank(self) -> tuple[int, bool, bool, int]:
        """What counts more; of the same score the shape that has a name, a special hand, what the limit cut most."""
        return self.score, self.is_kind, self.special is not None, self.value


class _Common(msgspec.Struct, frozen=True, gc=False):
    """What is the same in all readings of a hand.

    `places` are the sets that the winning tile may have completed (None: there is no winning tile), `in_laid` means
    that it is a set laid out. `exposes`: a discard completed a set in hand, which counts as exposed. `claimed`: it
    completed a set laid out. `alone`: no other tile would have won, where its place does not decide.
    """

    hand: Hand
    context: ScoringContext
    win: WinAward
    kinds: int
    flowers: Award
    tiles: Award
    splits: list[Split]
    laid: tuple[int, ...]
    places: dict[int, bool] | None
    in_laid: bool
    exposes: bool
    claimed: bool
    alone: bool


def find_readings(hand: Hand, context: ScoringContext, table: RuleTable) -> list[HandReading]:
    """Return every way to read a winning hand; none where its tiles do not win."""
    common = _common(hand, context, table)
    found = _kind_readings(common, table) if table.hand_kinds else []
    laid, places = common.laid, common.places
    for split in common.splits:
        codes = split + laid
        if places is None:
            found.append(_read(common, table, codes, _NO_SET))
            continue
        for code in laid if common.in_laid else split:
            if code in places:
                found.append(_read(common, table, codes, code))
                if not (table.place_matters or common.exposes):  # it scores the same in every set
                    break
    if table.special_rows:
        found += [_as_special(one, common, table) for one in found if not one.is_kind and _special_award(one)]
    return found


def _common(hand: Hand, context: ScoringContext, table: RuleTable) -> _Common:
    how = context.win
    win = table.wins[UNKNOWN_WIN if how is None else (how.by, how.last_tile, how.tile, how.feats)]
    laid = tuple([one.code for one in hand.melds]) if hand.melds else ()
    found = splits(hand.key)
    if found and (len(found[0]) + len(laid) != _PIECES or _has_flower_in_hand(hand)):  # all splits are as long
        found = []
    places = win.places
    in_laid = exposes = claimed = alone = False
    if places is not None:
        # a discard is looked for among the concealed tiles first
        pairs_laid = [code for code in laid if code >= PAIR] if laid else None
        if pairs_laid:
            places, in_laid = {code: places[code] for code in pairs_laid}, True
        elif hand.key & win.bits:
            exposes = win.taken
        else:
            in_laid, claimed = True, win.taken
        if table.place_rows and not table.only_by_place:
            alone = is_only_winner(hand, context)
    kinds = kinds_of(hand.total)
    return _Common(
        hand,
        context,
        win,
        kinds,
        table.flowers[hand.flower_bits],
        table.kinds[kinds],
        found,
        laid,
        places,
        in_laid,
        exposes,
        claimed,
        alone,
    )


def _has_flower_in_hand(hand: Hand) -> bool:
    return bool(hand.concealed) and hand.concealed[-1] >= FIRST_FLOWER


def _read(common: _Common, table: RuleTable, codes: tuple[int, ...], completed: int) -> HandReading:
    """Count one reading: four sets and a pair, of which the winning tile completed one."""
    place = NOTHING
    if table.place_rows and common.places is not None:
        only = (common.alone or table.only_by_place) and common.places[completed]
        place = table.places[completed, only, common.alone]
    was_in_hand = common.claimed
    if common.exposes:
        at = codes.index(completed)
        was_in_hand = completed < PAIR
        completed += 1
        codes = (*codes[:at], completed, *codes[at + 1 :])
    points = doubles = least = counts = 0
    sets = table.sets
    for code in codes:
        one = sets[code]
        points += one.points
        doubles += one.doubles
        counts += one.counts
        if one.least > least:
            least = one.least
    if was_in_hand:
        counts -= OPEN_SET
    flowers, shape = common.flowers, table.shapes[counts]
    bare = NOTHING if points or flowers.points else table.no_points
    whole = sets_award = NOTHING
    if table.hand_rows:
        whole = table.hands[counts, common.kinds, common.win.without_tile]
    if table.reading_rows:
        sets_award = table.award_of(On.READING, _reading_facts(common, codes, completed, counts))
    awards = (flowers, common.win.award, place, bare, NOTHING, shape, whole, sets_award, common.tiles)
    for award in awards:
        if award is not NOTHING:
            points += award.points
            doubles += award.doubles
            if award.least > least:
                least = award.least
    plain = table.no_doubles
    if doubles == flowers.doubles and plain is not NOTHING:
        points, doubles, least = points + plain.points, doubles + plain.doubles, max(least, plain.least)
        awards = (*awards[:4], plain, *awards[5:])
    value, limit = table.value(points, doubles), table.limit
    score = value if limit is None or least <= value <= limit else table.limited(value, least)
    return HandReading(score, value, points, doubles, least, codes, completed, awards, counts)


def _reading_facts(common: _Common, codes: tuple[int, ...], completed: int, counts: int) -> ReadingFacts:
    shape, tiles, win = shape_facts(counts), tile_facts(common.kinds), common.win.facts
    return ReadingFacts(codes, completed, shape, tiles, win, lambda: waits(common.hand, common.context))


def _special_award(reading: HandReading) -> Award | None:
    special = [award.special for award in reading.awards if award.special is not None]
    return add(special) if special else None


def _as_special(reading: HandReading, common: _Common, table: RuleTable) -> HandReading:
    """The same sets and pair, counted as a special hand."""
    special = _special_award(reading) or NOTHING
    score, value, points, doubles = count_special(reading.points, special, common.flowers, table)
    return msgspec.structs.replace(reading, score=score, value=value, points=points, doubles=doubles, special=special)


def count_special(points: int, special: Award, flowers: Award, table: RuleTable) -> tuple[int, int, int, int]:
    """Return a special hand's score, the same without the limit, and its own points and doubles.

    A share of the limit has none. A table from doubles to points has no place for flowers, so their doubles add to the
    hand's own.
    """
    points -= flowers.points
    doubles, bonus = special.doubles, table.value(flowers.points, flowers.doubles)
    if table.scale:
        doubles, bonus = doubles + flowers.doubles, 0
    value = table.value(points, doubles) if doubles else 0
    if special.least and special.least >= value:
        points, doubles, value = 0, 0, special.least
    value += bonus
    return table.limited(value, 0), value, points, doubles


def _kind_readings(common: _Common, table: RuleTable) -> list[HandReading]:
    """The hand as a shape that is no four sets and a pair, where it is one that the rules allow."""
    hand = common.hand
    total, laid = hand.total, not is_all_in_hand(hand)
    if laid:  # a kong counts as three
        total -= sum(UNITS[one.tile] for one in hand.melds if one.kind is MeldKind.KONG)
    return [
        _as_kind(common, table, award)
        for kind, award in table.hand_kinds
        if kind.has(total)
        and (kind.laid or not laid)
        and (not kind.waits or hand.total - common.win.bits // 15 in kind.waits)
    ]


def _as_kind(common: _Common, table: RuleTable, award: Award) -> HandReading:
    flowers, win, tiles = common.flowers, common.win.award, common.tiles
    awards: tuple[Award, ...] = (award, flowers, win, tiles)
    together = add(awards)
    points, doubles, least, special = together.points, together.doubles, together.least, award.special
    if special is None:
        value = table.value(points, doubles)
        score = table.limited(value, least)
    else:
        awards = (win,)
        special = msgspec.structs.replace(special, least=max(special.least, win.least))
        score, value, points, doubles = count_special(points, special, flowers, table)
    return HandReading(score, value, points, doubles, least, (), _NO_SET, awards, is_kind=True, special=special)


def is_all_in_hand(hand: Hand) -> bool:
    """Return whether nothing is laid out but the pair that a discard completed, so it may be another shape."""
    return all(one.code >= PAIR for one in hand.melds)


def has_pair_laid(hand: Hand) -> bool:
    """Return whether a pair is laid out, as a discard completed it."""
    return any(one.code >= PAIR for one in hand.melds)


def waits(hand: Hand, context: ScoringContext) -> tuple[Tile, ...]:
    """Return the tiles that the hand waited for, sets and a pair only; none where it is not known what won.

    Where the winning tile is in a set laid out, that may be any of several; the fewest tiles count.

    >>> from mjcompanion.core.hand import By, HowWon
    >>> from mjcompanion.rulesets import Ruleset
    >>> won = ScoringContext(Ruleset("traditional"), win=HowWon(Tile.parse("3m"), By.DRAW))
    >>> [str(tile) for tile in waits(Hand.parse("123m 456m 789p 33s 444p"), won)]
    ['3m']
    """
    win = context.win
    if win is None or win.tile is None or win.tile not in hand.tiles:
        return ()
    unit = UNITS[win.tile]
    total = hand.total - unit
    if hand.key & 15 * unit:
        return tuple(winning_tiles(hand.key - unit, total, pair=not has_pair_laid(hand)))
    found = [
        tuple(winning_tiles(hand.key + one.key - unit, total))
        for one in hand.melds
        if win.tile in one.tiles and one.kind is not MeldKind.KONG and not one.concealed
    ]
    return min([tiles for tiles in found if tiles], key=len, default=())


def is_only_winner(hand: Hand, context: ScoringContext) -> bool:
    """Return whether no other tile than the winning one would have made sets and a pair.

    >>> from mjcompanion.core.hand import By, HowWon
    >>> from mjcompanion.rulesets import Ruleset
    >>> won = ScoringContext(Ruleset("traditional"), win=HowWon(Tile.parse("5m"), By.DRAW))
    >>> is_only_winner(Hand.parse("11123455678999m"), won), is_only_winner(Hand.parse("55m 123p 456p 777z 111s"), won)
    (False, True)
    >>> won = ScoringContext(Ruleset("traditional"), win=HowWon(Tile.parse("3s"), By.DISCARD))  # as the pair, laid out
    >>> [is_only_winner(Hand.parse(f"{suit} 123m 456p (777z) (33s)"), won) for suit in ("123s", "345s")]
    [True, False]

    """
    return context.win is not None and waits(hand, context) == (context.win.tile,)


# --- which readings count


def within_chows(found: list[HandReading], most: int) -> list[HandReading]:
    """Return the readings that have no more chows than the rules allow.

    Raises:
        RuleError: none has so few.

    """
    few = [one for one in found if chows_in(one.shape) <= most]
    if found and not few:
        raise RuleError([Problem("too-many-chows", count=min(chows_in(one.shape) for one in found), limit=most)])
    return few


def round_all(found: list[HandReading], table: RuleTable) -> list[HandReading]:
    """Return the readings with scores as the house rounds them."""
    if table.rounding == 1:
        return found
    return [
        msgspec.structs.replace(one, score=max(round_score(one.score, one.value, table), one.least)) for one in found
    ]


def round_score(score: int, value: int, table: RuleTable) -> int:
    """Return a score as the house rounds it; what the limit or a share of it decided stays."""
    if table.rounding == 1 or score != value:
        return score
    return table.limited(rounded(score, table.rounding), 0)


def other_count(best: HandReading, found: list[HandReading]) -> HandReading | None:
    """Return the best reading that is counted otherwise: in the ordinary way, or as a special hand."""
    is_special = best.special is not None
    others = [one for one in found if (one.special is not None) != is_special]
    return max(others, key=lambda one: one.rank, default=None)


# --- score sheets


def sheet_of(
    reading: HandReading, hand: Hand, context: ScoringContext, table: RuleTable, other: HandReading | None = None
) -> ScoreSheet:
    """Return the sheet of a reading; `other` is what `other_count` found."""
    codes, sets = tuple(sorted(reading.codes)), table.sets
    lines = [line for code in codes if (line := sets[code].line) is not None]
    for award in reading.awards:
        if award.lines:
            lines += award.lines
    sheet = ScoreSheet(
        context, hand, codes, reading.completed, tuple(lines), reading.points, reading.doubles, reading.score
    )
    special = reading.special
    if other is not None and not reading.is_kind:
        decided_by_limit = special is None and any(line.share for line in lines)
        sheet = msgspec.structs.replace(
            sheet,
            otherwise=None if decided_by_limit else other.score,
            passed_over=() if other.special is None else other.special.lines,
        )
    return sheet if special is None else special_sheet(sheet, special, table.flowers[hand.flower_bits])


def special_sheet(sheet: ScoreSheet, special: Award, flowers: Award) -> ScoreSheet:
    """Return the sheet of a special hand, from one that has the ordinary lines and the special hand's own total."""
    if sheet.doubles:
        basic = [line for line in sheet.lines if line.points and line not in flowers.lines]
        lines = [msgspec.structs.replace(line, doubles=0) if line.doubles else line for line in basic]
        lines += [line for line in special.lines if line.doubles]
    else:
        lines = [line for line in (*special.lines, *sheet.lines) if line.share]
    if sheet.scale:
        return msgspec.structs.replace(sheet, lines=(*lines, *flowers.lines), special=True)
    return msgspec.structs.replace(sheet, lines=tuple(lines), apart=flowers.lines, special=True)


def all_sheets(hand: Hand, context: ScoringContext, table: RuleTable) -> list[ScoreSheet]:
    """Return a sheet for each reading of a complete hand, in each way to count it, the best first.

    Raises:
        RuleError: every reading has more chows than the rules allow.

    """
    found = round_all(within_chows(find_readings(hand, context, table), context.rules.most_chows), table)
    found.sort(key=lambda one: one.rank, reverse=True)
    return [sheet_of(one, hand, context, table, other_count(one, found)) for one in found]
