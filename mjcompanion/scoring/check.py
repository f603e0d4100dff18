"""What can be wrong with a finished hand: everything at once, each problem with its tile.

Source: "Bad input" and the facts that can't be, in section 1 of the rules (docs/rules.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from mjcompanion.core.errors import Problem
from mjcompanion.core.hand import EIGHTS, FEATS, SELF_DRAWN, TAKEN, THREES, By, Hand, HowWon, MeldKind
from mjcompanion.core.notation import write
from mjcompanion.core.tiles import ANY_FLOWER, FIRST_FLOWER, JOKER, Tile, Wind
from mjcompanion.i18n.translation import _
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.sheet import KEMP_TILES

_WHOLE: Final = 14
_SETS: Final = frozenset({MeldKind.CHOW, MeldKind.PUNG, MeldKind.KONG})
_USUAL: Final = (By.DRAW, By.DISCARD)
_EAST: Final = Wind.EAST  # looking an enum's member up takes long


def problems_of(hand: Hand, context: ScoringContext) -> list[Problem]:
    """Return everything that is wrong with a hand: its tiles, its sets, their number, how it was won.

    Whether a winner's tiles split into four sets and a pair is for the scoring to find out.

    >>> from mjcompanion.rulesets import Ruleset
    >>> bad = Hand.parse("11111m (135p) 99s")
    >>> for problem in problems_of(bad, ScoringContext(Ruleset("traditional"))):
    ...     print(problem.sentence())
    There is a fifth 1 character. A set has only four.
    “135p” isn’t a set: it should be a chow, a pung or a kong.
    10 tiles: 4 more.
    """
    found = [*tile_problems(hand, context), *_set_problems(hand, context)]
    found += _count_problems(hand, context)
    if context.winner:
        found += _win_problems(hand, context)
    elif not context.rules.losers_score:
        found.append(Problem("only-winner-scores"))
    elif context.win is not None:
        found.append(Problem("loser-with-win"))
    if context.rules.single_player and context.seat is not Wind.EAST:
        found.append(Problem("kemp-seat", text=context.seat))
    found += _discard_problems(hand, context)
    return found


def is_plainly_sound(hand: Hand, context: ScoringContext) -> bool:
    """Return whether a quick look finds nothing unusual; where it does, `problems_of` looks properly."""
    rules, win = context.rules, context.win
    if context.winner:
        if hand.size != _WHOLE:
            return False
        if win is not None and not (win.tile in hand.concealed and _is_plain_win(hand, win)):
            return False
    elif hand.size != _WHOLE - 1 or win is not None or not rules.losers_score:
        return False
    if (hand.total + THREES | hand.total) & EIGHTS or (hand.concealed and hand.concealed[-1] >= FIRST_FLOWER):
        return False  # five of a tile, a joker or a flower among the concealed tiles
    if hand.flowers and not (hand.flower_bits.bit_count() == len(hand.flowers) and rules.with_flowers(context.options)):
        return False
    if hand.melds and not _are_plain_sets(hand, rules.most_chows):
        return False
    if rules.single_player:
        discards = context.discards
        return context.seat is _EAST and (discards is None or 0 <= discards <= KEMP_TILES - len(hand.flowers))
    return True


def _is_plain_win(hand: Hand, win: HowWon) -> bool:
    """Whether the last tile was drawn or discarded, or can well have replaced a flower or a tile of a kong."""
    if win.feats:
        return False
    if win.by in _USUAL:
        return True
    replaced = hand.kongs if win.by is By.KONG_REPLACEMENT else hand.flowers
    return win.by in SELF_DRAWN and bool(replaced) and not win.last_tile


def _are_plain_sets(hand: Hand, most_chows: int) -> bool:
    """Whether only exposed sets and concealed kongs are laid out, not too many chows, and no kong twice."""
    for one in hand.melds:
        if not (one.kind is MeldKind.KONG or (one.kind in _SETS and not one.concealed)):
            return False
    chows = sum(1 for one in hand.melds if one.kind is MeldKind.CHOW)
    kongs = {one.key for one in hand.melds if one.kind is MeldKind.KONG}  # `total` doesn't show eight of a tile
    return chows <= most_chows and len(kongs) == hand.kongs


def tile_problems(hand: Hand, context: ScoringContext) -> Iterable[Problem]:
    """Yield tiles that can't be there: more copies than a set has, jokers, flowers where none are in play."""
    with_flowers = context.rules.with_flowers(context.options)
    for tile, count in sorted(Counter(hand.tiles).items()):
        if tile is JOKER:
            yield Problem("joker-in-chinese", tile=tile)
        elif tile is ANY_FLOWER:
            yield Problem("any-flower-in-chinese", tile=tile)
        elif tile < FIRST_FLOWER:
            if count > 4:
                yield Problem("fifth-copy", tile=tile, count=5)
        elif not with_flowers:
            yield Problem("flowers-not-in-play", tile=tile)
        elif count > 1:
            yield Problem("second-flower", tile=tile)


def _set_problems(hand: Hand, context: ScoringContext) -> Iterable[Problem]:
    for meld in hand.melds:
        flowers = [tile for tile in meld.tiles if FIRST_FLOWER <= tile < JOKER]
        text = write(meld.tiles)
        if flowers:
            yield Problem("flower-in-set", tile=flowers[0])
        elif meld.concealed:
            if meld.kind is not MeldKind.KONG:
                yield Problem("concealed-kong-only", text=text)
        elif meld.kind not in _SETS and meld.kind is not MeldKind.PAIR:
            yield Problem("no-set", text=text)
    yield from _pair_problems(hand, context)
    chows, most = sum(1 for meld in hand.melds if meld.kind is MeldKind.CHOW), context.rules.most_chows
    if chows > most and not context.winner:  # of a winner all are counted once its sets are known
        yield Problem("too-many-chows", count=chows, limit=most)
    pairs = sum(1 for meld in hand.melds if meld.kind is MeldKind.PAIR)
    if len(hand.melds) - pairs > 4:
        yield Problem("too-many-sets", count=len(hand.melds) - pairs)


def _pair_problems(hand: Hand, context: ScoringContext) -> Iterable[Problem]:
    """Yield pairs in ( ) that no winning discard completed."""
    win = context.win if context.winner else None
    for meld in hand.melds:
        claimed = win is not None and win.by in TAKEN and win.tile == meld.tile
        if meld.kind is MeldKind.PAIR and not meld.concealed and not claimed:
            yield Problem("exposed-pair", text=write(meld.tiles))


def _count_problems(hand: Hand, context: ScoringContext) -> Iterable[Problem]:
    due = _WHOLE if context.winner else _WHOLE - 1
    if not hand.size and not hand.flowers:
        yield Problem("no-hand")
    elif hand.size != due:
        code = "too-few-tiles" if hand.size < due else "too-many-tiles"
        remark = _("each kong counted as three") if hand.kongs else ""
        yield Problem(code, count=hand.size, limit=due, text=remark)


def _win_problems(hand: Hand, context: ScoringContext) -> Iterable[Problem]:
    """A winning tile that isn't there, and facts that can't be."""
    win = context.win
    if win is None:
        return
    if win.tile is None and win.by is not By.DEAL:
        yield Problem("win-without-tile")
    elif win.tile is not None and win.tile not in hand.concealed:
        sets = [meld for meld in hand.melds if win.tile in meld.tiles]
        open_sets = [meld for meld in sets if meld.kind is not MeldKind.KONG]
        if open_sets and win.by not in TAKEN:
            yield Problem("win-tile-in-set", tile=win.tile)
        elif sets and not open_sets:
            yield Problem("win-tile-in-kong", tile=win.tile)
        elif not sets:
            yield Problem("win-tile-not-in-hand", tile=win.tile)
    if win.last_tile and win.by not in (By.DRAW, By.DISCARD):
        yield Problem("last-tile-with", text=win.by)
    if win.feats:
        yield from _feat_facts(hand, context, win)
    check = _FACTS.get(win.by)
    if check:
        yield from check(hand, context)


def possible_winners(hand: Hand, context: ScoringContext, how: HowWon) -> tuple[Tile, ...]:
    """Return the tiles of a hand that can have won it like this, whatever tile `how` names.

    >>> from mjcompanion.rulesets import Ruleset
    >>> hand, robbed = Hand.parse("123m 55p (777z)"), HowWon(None, By.ROBBED_KONG)
    >>> write(possible_winners(hand, ScoringContext(Ruleset("simple")), robbed))
    '123m'
    """
    tiles = sorted({*hand.concealed, *[tile for meld in hand.melds for tile in meld.tiles]})
    return tuple([tile for tile in tiles if not any(_problems_with(tile, hand, context, how))])


def win_type_problems(hand: Hand, context: ScoringContext, how: HowWon) -> tuple[Problem, ...]:
    """Return why no tile of a whole hand can have won it like this; nothing where one can."""
    if hand.size != _WHOLE or possible_winners(hand, context, how):
        return ()
    if how.by is By.ROBBED_KONG:
        return (Problem("robbed-kong-none"),)
    return tuple(_problems_with(hand.tiles[0], hand, context, how))


def _problems_with(tile: Tile, hand: Hand, context: ScoringContext, how: HowWon) -> Iterable[Problem]:
    """What would be wrong with a hand if this tile had won it."""
    won = msgspec.structs.replace(context, winner=True, win=msgspec.structs.replace(how, tile=tile))
    yield from _pair_problems(hand, won)
    yield from _win_problems(hand, won)


def _feat_facts(hand: Hand, context: ScoringContext, win: HowWon) -> Iterable[Problem]:
    for feat in FEATS:
        if feat.id in win.feats and not feat.goes_with(win.by, context.seat):
            yield Problem(f"{feat.id.replace('_', '-')}-with", text=win.by)
    if "called" in win.feats:
        yield from _call_facts(hand, win)
    if "second_kong" in win.feats and hand.kongs < 2:
        yield Problem("second-kong-without", count=hand.kongs)


def _call_facts(hand: Hand, win: HowWon) -> Iterable[Problem]:
    """What an original call can't go with.

    The player is one tile short with the first discard and changes nothing after it. A claim is followed by a discard:
    so one set at most was claimed before, and none after, but that which the winning tile completed.
    """
    claimed = [meld for meld in hand.melds if not meld.concealed]
    completed = win.by in TAKEN and win.tile not in hand.concealed
    if len(claimed) > 1 + completed:
        yield Problem("called-with-sets", count=len(claimed) - completed)


def _kong_facts(hand: Hand, _unused: ScoringContext) -> Iterable[Problem]:
    if not hand.kongs:
        yield Problem("kong-replacement-without-kong")


def _flower_facts(hand: Hand, _unused: ScoringContext) -> Iterable[Problem]:
    if not hand.flowers:
        yield Problem("flower-replacement-without-flower")


def _robbed_facts(hand: Hand, context: ScoringContext) -> Iterable[Problem]:
    tile = context.win.tile if context.win else None
    if tile is not None and hand.tiles.count(tile) > 1:
        yield Problem("robbed-kong-held", tile=tile)


def _deal_facts(hand: Hand, context: ScoringContext) -> Iterable[Problem]:
    if hand.melds:
        yield Problem("dealt-with-sets")
    if context.seat is not Wind.EAST:
        yield Problem("deal-not-east", text=context.seat)


def _first_discard_facts(hand: Hand, context: ScoringContext) -> Iterable[Problem]:
    win = context.win
    completed = [
        meld
        for meld in hand.melds
        if win is not None and win.tile in meld.tiles and not meld.concealed and win.tile not in hand.concealed
    ]
    if len(hand.melds) > len(completed[:1]):
        yield Problem("first-discard-with-sets")
    if context.seat is Wind.EAST:
        yield Problem("first-discard-east")


_FACTS: Final[dict[By, Callable[[Hand, ScoringContext], Iterable[Problem]]]] = {
    By.KONG_REPLACEMENT: _kong_facts,
    By.FLOWER_REPLACEMENT: _flower_facts,
    By.ROBBED_KONG: _robbed_facts,
    By.DEAL: _deal_facts,
    By.FIRST_DISCARD: _first_discard_facts,
}
"""For each way to win that needs more than a tile: what would make it impossible."""


def _discard_problems(hand: Hand, context: ScoringContext) -> Iterable[Problem]:
    """The number of discards in solitaire: no more than there were tiles to discard."""
    discards = context.discards
    if discards is None or not context.rules.single_player:
        return
    most = KEMP_TILES - len(hand.flowers)
    if not 0 <= discards <= most:
        yield Problem("discards-out-of-range", count=discards, limit=most)
