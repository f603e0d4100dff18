"""The tiles of a hand in the groups in which they lie: a complete hand as its sets and the pair."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import msgspec

from mjcompanion.core.hand import Hand, Meld, MeldKind
from mjcompanion.core.notation import write
from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.translation import joined
from mjcompanion.scoring.sheet import ScoreSheet, describe_meld


class HandGroup(msgspec.Struct, frozen=True):
    """Tiles that lie together, and their notation.

    `won` is the place of the winning tile among them, -1 where it is in another group; `meld` is the set that they
    are, `laid` says that it was laid out, `exposed` that all can see it, `bonus` that they are flowers and seasons.
    """

    tiles: tuple[Tile, ...]
    text: str
    meld: Meld | None = None
    exposed: bool = False
    laid: bool = False
    bonus: bool = False
    won: int = -1

    @property
    def faces(self) -> tuple[Tile | None, ...]:
        """The tiles as they are seen: the middle ones of a concealed kong lie face down (None)."""
        hidden = self.meld is not None and self.meld.concealed and self.meld.kind is MeldKind.KONG
        return (self.tiles[0], None, None, self.tiles[3]) if hidden else self.tiles

    def describe(self, terms: Terms | None = None) -> str:
        """Return the group in words, for people who can't see it.

        >>> HandGroup(Meld.parse("(777z)").tiles, "(777z)", Meld.parse("(777z)")).describe()
        'exposed pung of red dragons'
        """
        if self.meld is not None:
            return describe_meld(self.meld, terms)
        return joined(tile.name(terms) for tile in self.tiles)


def groups_as_laid(hand: Hand) -> tuple[HandGroup, ...]:
    """Return an unfinished hand: its concealed tiles in one group, the sets laid out, flowers and seasons.

    >>> [len(group.tiles) for group in groups_as_laid(Hand.parse("99s 123m (777z) 1f 3y"))]
    [5, 3, 2]
    """
    concealed = [HandGroup(hand.concealed, write(hand.concealed))] if hand.concealed else []
    return (*concealed, *_laid(hand))


def hand_groups(sheet: ScoreSheet) -> tuple[HandGroup, ...]:
    """Return a scored hand as its sets and the pair, concealed ones first, the winning tile at the end of its set.

    >>> from mjcompanion.core.hand import By, HowWon
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> from mjcompanion.scoring.score import score
    >>> won = ScoringContext(Ruleset("traditional"), win=HowWon(Tile.parse("4p"), By.DRAW))
    >>> groups = hand_groups(score(Hand.parse("456p 99s 999m (777z) [1111s] 1f"), won))
    >>> [("".join(map(str, group.tiles)), group.won) for group in groups]
    [('5p6p4p', 2), ('9m9m9m', -1), ('9s9s', -1), ('7z7z7z', -1), ('1s1s1s1s', -1), ('1f', -1)]
    """
    if not sheet.complete:
        return groups_as_laid(sheet.hand)
    laid = _laid(sheet.hand)
    left = list(sheet.hand.concealed)
    concealed: list[HandGroup] = []
    for one in sheet.sets_in_hand:
        rest = list(left)
        for tile in one.tiles:
            if tile in rest:
                rest.remove(tile)
        if len(rest) + len(one.tiles) == len(left):
            left = rest
            concealed.append(HandGroup(one.tiles, write(one.tiles), one))
    concealed += [HandGroup(tiles, write(tiles)) for tiles in _unlike_sets(tuple(sorted(left)))]
    win, completed = sheet.context.win, sheet.completed
    found = [*concealed, *laid]
    if win is not None and win.tile is not None:
        mark_winning_tile(found, win.tile, None if completed is None else completed.tiles)
    return tuple(found)


def mark_winning_tile(groups: list[HandGroup], tile: Tile, completed: tuple[Tile, ...] | None) -> None:
    """Put the winning tile at the end of the group that it completed, else of the last one that has it."""
    holding = [at for at, group in enumerate(groups) if tile in group.tiles and not group.bonus]
    concealed = [at for at in holding if not groups[at].laid]
    exact = [at for at in (*concealed, *holding) if groups[at].tiles == completed]
    at = next(iter(exact), (concealed or holding or [-1])[-1])
    if at < 0:
        return
    tiles = list(groups[at].tiles)
    tiles.remove(tile)
    groups[at] = msgspec.structs.replace(groups[at], tiles=(*tiles, tile), won=len(tiles))


def _laid(hand: Hand) -> list[HandGroup]:
    """Return the sets laid out, which have brackets in a whole hand, and the flowers."""
    sets = [
        HandGroup(
            one.tiles, f"[{write(one.tiles)}]" if one.concealed else str(one), one, exposed=not one.concealed, laid=True
        )
        for one in hand.melds
    ]
    return [*sets, HandGroup(hand.flowers, write(hand.flowers), laid=True, bonus=True)] if hand.flowers else sets


def _unlike_sets(tiles: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    """Return tiles that aren't sets: as pairs where all of them are, else by suit, winds and dragons."""
    counts = Counter(tiles)
    if all(count == 2 for count in counts.values()):
        return [(tile, tile) for tile in counts]
    return [tuple(some) for _kind, some in groupby(tiles, key=lambda tile: tile.kind)]
