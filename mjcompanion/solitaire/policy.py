"""The decisions of the coach of Kemp's Chinese game, on plain numbers: for advice, games and play-outs.

The worth of an alternative is the final score it promises (`mjcompanion.solitaire.targets`); the largest is chosen.
Nothing but a `HandPosition` is used, so nothing that East can't know.
"""

from __future__ import annotations

from math import inf
from operator import itemgetter
from typing import Final, NamedTuple

from mjcompanion.core.hand import ALL_MELDS, UNITS, By, Hand, HowWon, MeldKind
from mjcompanion.core.tiles import FIRST_HONOUR, PLAIN_TILES, Tile, Wind
from mjcompanion.rulesets.kemp_chinese import KEMP_CHINESE
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.decompose import CHOW, PUNG
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet import KEMP_TILES, ScoreSheet
from mjcompanion.solitaire.advice import key_of, tiles_of, unseen_by
from mjcompanion.solitaire.game import Phase, PlayerView
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.sets import is_split
from mjcompanion.solitaire.targets import KONG_RISK, PATIENCE, HandPosition, Strategy, discards, value_after_discard

KONG: Final = 2 * 55
"""The first code of concealed kongs; those of chows and pungs are in `mjcompanion.scoring.decompose`."""
_COPIES: Final = 4


class CoachDecision(NamedTuple):
    """A move of East's: `code` is the tile of a discard or declared kong, the code of a set claimed, else -1."""

    do: Do
    code: int = -1


Rated = tuple[float, CoachDecision]

_LEAVE: Final = CoachDecision(Do.LEAVE)
_WIN: Final = CoachDecision(Do.MAH_JONGG)
_CLAIM: Final = {MeldKind.CHOW: Do.CHOW, MeldKind.PUNG: Do.PUNG, MeldKind.KONG: Do.KONG}


def position_of(view: PlayerView) -> HandPosition:
    """Return a view of Kemp's Chinese game as numbers."""
    holding = view.holding
    return HandPosition(
        key_of(view),
        [one.meld.code for one in holding.laid],
        holding.flowers,
        unseen_by(view),
        hidden=view.wall + view.loose,
        wall=view.wall,
        pile=view.pile,
        options=view.house,
    )


def win(position: HandPosition, key: int, tile: int, came: By) -> ScoreSheet:
    """Return the score sheet of a complete hand; a claimed discard must have left the pile already."""
    last = not position.wall and came in (By.DRAW, By.DISCARD)
    how = HowWon(None if came is By.DEAL else PLAIN_TILES[tile], came, last)
    hand = Hand(tiles_of(key), [ALL_MELDS[code] for code in position.laid], [Tile(tile) for tile in position.flowers])
    return score(hand, ScoringContext(KEMP_CHINESE, win=how, discards=position.pile, house=position.options))


def final_of(position: HandPosition, sheet: ScoreSheet) -> float:
    """Return the final score: the score by the part of the wall that is left (RULES 2.4)."""
    drawable = KEMP_TILES - len(position.flowers)
    return sheet.score * (drawable - position.pile) / drawable


def turn_rated(position: HandPosition, came: By, fresh: int, *, ready: bool) -> list[Rated]:
    """Return every move of East's turn with its worth, best first.

    Args:
        position: what East knows, the tile just drawn in hand.
        came: how this tile came.
        fresh: the tile.
        ready: whether a loose tile is ready.

    """
    key = position.key
    found = [(value, CoachDecision(Do.DISCARD, tile)) for value, tile in discards(position, key)]
    if ready and came is not By.DISCARD:
        for tile in kongs_of(position):
            four = key >> 4 * tile & 15 == _COPIES
            after = declared(position, tile)
            do = Do.CONCEALED_KONG if four else Do.ADDED_KONG
            found.append((value_after_discard(after, after.key) / KONG_RISK, CoachDecision(do, tile)))
    if is_split(key, position.sets):
        found.append((_worth_of_winning(position, key, fresh, came), _WIN))
    found.sort(key=itemgetter(0), reverse=True)
    return found


def kongs_of(position: HandPosition) -> list[int]:
    """Return the tiles of which East can declare a kong, if a loose tile is ready."""
    key = position.key
    found = []
    fours = key >> 2 & _ONES  # only a count of four has this bit
    while fours:
        found.append((fours & -fours).bit_length() - 1 >> 2)
        fours &= fours - 1
    for code in position.laid:
        if PUNG < code < KONG and code & 1:
            tile = code - PUNG >> 1
            if key >> 4 * tile & 15:
                found.append(tile)
    return found


_ONES: Final = sum(UNITS)


def declared(position: HandPosition, tile: int) -> HandPosition:
    """Return the position after a kong of this tile was declared, before the loose tile is taken."""
    if position.key >> 4 * tile & 15 == _COPIES:
        return position.laying(KONG + 2 * tile, _COPIES * UNITS[tile])
    return position.laying(KONG + 2 * tile + 1, UNITS[tile], PUNG + 2 * tile + 1)


def claims_of(key: int, tile: int, *, ready: bool) -> list[int]:
    """Return the codes of the sets that a discard could be claimed for; kongs only if a loose tile is ready."""
    count = key >> 4 * tile & 15
    found = []
    if count > 2 and ready:
        found.append(KONG + 2 * tile + 1)
    if count > 1:
        found.append(PUNG + 2 * tile + 1)
    if tile < FIRST_HONOUR:
        rank, first = tile % 9, CHOW + 2 * (tile // 9 * 7 + tile % 9) + 1
        below = rank > 0 and key >> 4 * (tile - 1) & 15
        above = rank < 8 and key >> 4 * (tile + 1) & 15
        if below and rank > 1 and key >> 4 * (tile - 2) & 15:
            found.append(first - 4)
        if below and above:
            found.append(first - 2)
        if above and rank < 7 and key >> 4 * (tile + 2) & 15:
            found.append(first)
    return found


def answers_rated(position: HandPosition, tile: int, *, ready: bool) -> list[Rated]:
    """Return every answer to a discard with its worth, best first; of equals, leaving it goes first."""
    key = position.key
    found = [(value_after_discard(position, key), _LEAVE)]
    for code in claims_of(key, tile, ready=ready):
        after = position.laying(code, ALL_MELDS[code].key - UNITS[tile])
        kind = ALL_MELDS[code].kind
        value = (
            value_after_discard(after, after.key) / KONG_RISK
            if kind is MeldKind.KONG
            else discards(after, after.key)[0][0]
        )
        found.append((value, CoachDecision(_CLAIM[kind], code)))
    if is_split(key + UNITS[tile], position.sets):
        position.pile -= 1
        found.append((_worth_of_winning(position, key + UNITS[tile], tile, By.DISCARD), _WIN))
        position.pile += 1
    found.sort(key=itemgetter(0), reverse=True)
    return found


def _worth_of_winning(position: HandPosition, key: int, tile: int, came: By) -> float:
    if position.strategy is Strategy.EARLY:
        return inf
    return PATIENCE * final_of(position, win(position, key, tile, came))


def can_answer(position: HandPosition, tile: int, *, ready: bool) -> bool:
    """Whether there is a claim to be made of a discard at all."""
    key = position.key
    return bool(claims_of(key, tile, ready=ready)) or is_split(key + UNITS[tile], position.sets)


def rated_moves(view: PlayerView) -> list[tuple[float, Move]]:
    """Return every move of East's with its worth, best first."""
    position = position_of(view)
    if view.phase is Phase.CLAIM and view.offered is not None:
        offered = view.offered.tile
        decided = answers_rated(position, offered, ready=view.loose > 0)
        return [(value, move_of(decision, offered)) for value, decision in decided]
    if view.phase is not Phase.TURN or view.turn is not Wind.EAST or view.came is None:
        return []
    decided = turn_rated(position, view.came, fresh_tile(view), ready=view.loose > 0)
    return [(value, move_of(decision)) for value, decision in decided]


def fresh_tile(view: PlayerView) -> int:
    """Return the tile that East took last: drawn, or claimed for the last set; -1 for a hand as dealt."""
    tile = view.fresh
    laid = view.holding.laid
    if tile is None and view.came is By.DISCARD and laid:
        tile = laid[-1].claimed
    return -1 if tile is None else tile


def move_of(decision: CoachDecision, offered: Tile | None = None) -> Move:
    """Return a decision as a move of the game; `offered` is the discard it is about."""
    do, code = decision
    if do in (Do.DISCARD, Do.CONCEALED_KONG, Do.ADDED_KONG):
        return Move(Wind.EAST, do, PLAIN_TILES[code])
    if do is Do.MAH_JONGG:
        return Move(Wind.EAST, do, offered)
    if do is Do.LEAVE:
        return Move(Wind.EAST, do)
    return Move(Wind.EAST, do, offered, ALL_MELDS[code].tiles)


def decision_of(move: Move) -> CoachDecision:
    """Return a move of East's as a decision."""
    if move.do in (Do.MAH_JONGG, Do.LEAVE):
        return CoachDecision(move.do)
    if move.tile is None:
        raise ValueError(f"{move} is no decision")
    if move.do in (Do.CHOW, Do.PUNG, Do.KONG):
        code = _EXPOSED.get(tuple(sorted(move.tiles)))
        if code is None:
            raise ValueError(f"{move} claims no set")
        return CoachDecision(move.do, code)
    return CoachDecision(move.do, move.tile)


_EXPOSED: Final = {meld.tiles: meld.code for meld in ALL_MELDS if not meld.concealed}
