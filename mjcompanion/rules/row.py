"""A rule is a row of data: what it looks at, when it holds, what it gives, and which source says so."""

from __future__ import annotations

import enum
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import msgspec

from mjcompanion.core.errors import listed
from mjcompanion.core.hand import ALL_MELDS, NO_FEATS, By, Meld, MeldKind
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.i18n.translation import _, ngettext, number


class On(enum.Enum):
    """The thing that a rule looks at. The rules on one set or one flower make one line of the score sheet together."""

    SET = "each set and the pair"
    FLOWER = "each flower or season"
    FLOWER_SET = "each complete set of flowers or seasons"
    FLOWERS = "the flowers and seasons together"
    WIN = "how the hand was won"
    PLACE = "the place that the winning tile filled"
    NO_POINTS = "a hand whose sets, pair and flowers score nothing"
    NO_DOUBLES = "a hand that nothing but its flowers doubles"
    SETS = "some sets together, of a hand that may not be whole"
    SHAPE = "the sets of a whole hand together"
    TILES = "the kinds of tiles in the hand, flowers aside"
    HAND = "the shape, the tiles and the win together"
    READING = "the sets themselves, and what the hand waited for"
    KIND = "a shape that is no four sets and a pair"
    WAITING = "what a hand that didn’t win was waiting for"


class SetFacts(msgspec.Struct, frozen=True):
    """The facts for a rule on a set."""

    meld: Meld
    seat: Wind
    round: Wind

    @property
    def tile(self) -> Tile:
        """The (lowest) tile of the set."""
        return self.meld.tile

    @property
    def is_pung(self) -> bool:
        """Three alike."""
        return self.meld.kind is MeldKind.PUNG

    @property
    def is_kong(self) -> bool:
        """Four alike."""
        return self.meld.kind is MeldKind.KONG

    @property
    def is_pair(self) -> bool:
        """The pair."""
        return self.meld.kind is MeldKind.PAIR

    @property
    def is_alike(self) -> bool:
        """A pung or a kong."""
        return self.meld.kind in (MeldKind.PUNG, MeldKind.KONG)

    @property
    def is_own(self) -> bool:
        """Made of the wind of the player's seat."""
        return self.tile.is_wind and self.tile.wind is self.seat

    @property
    def is_of_round(self) -> bool:
        """Made of the wind of the round."""
        return self.tile.is_wind and self.tile.wind is self.round


class FlowerFacts(msgspec.Struct, frozen=True):
    """The facts for a rule on a flower; `complete`: the hand has all four of its kind."""

    tile: Tile
    seat: Wind
    complete: bool

    @property
    def is_own(self) -> bool:
        """Whether its number is that of the player's seat."""
        return self.tile.wind is self.seat


class FlowerSetFacts(msgspec.Struct, frozen=True):
    """The facts for a rule on a complete set of flowers; `kind` is “flowers” or “seasons”."""

    kind: str
    seat: Wind


class FlowersFacts(msgspec.Struct, frozen=True):
    """The facts for a rule on all flowers: their number, those of the seat, and complete sets of four."""

    count: int
    own: int
    complete: int


class PlaceFacts(msgspec.Struct, frozen=True):
    """The facts for a rule on the winning tile's place: the set it completed, and whether it was the only tile.

    `only` is asked of the place as the house has it (see `Options.only_tile_by_shape`). `alone`: whatever its place, no
    other tile would have won; known where the place alone doesn't decide.
    """

    meld: Meld
    only: bool
    alone: bool = False

    @property
    def is_pair(self) -> bool:
        """Whether it made the pair."""
        return self.meld.kind is MeldKind.PAIR


class WinFacts(msgspec.Struct, frozen=True):
    """The facts for a rule on the win; `by` is None where it is not known, `feats` are ids of `FEATS`."""

    by: By | None
    last_tile: bool
    tile: Tile | None = None
    feats: frozenset[str] = NO_FEATS

    @property
    def is_self_drawn(self) -> bool:
        """Whether the winner drew the winning tile."""
        return self.by in (By.DRAW, By.KONG_REPLACEMENT, By.FLOWER_REPLACEMENT)

    @property
    def is_loose(self) -> bool:
        """Whether the winning tile was a loose one, after a kong or a flower."""
        return self.by in (By.KONG_REPLACEMENT, By.FLOWER_REPLACEMENT)


class ShapeFacts(msgspec.Struct, frozen=True):
    """The facts for a rule on the shape: how many sets of each sort there are.

    `open_sets` are exposed, except for the one that the winning discard completed: none means that nothing was
    exposed. `alike` are the pungs and kongs. `own_sets` and `round_sets` are of the wind of the seat and of the round,
    `outer` the sets and pairs with a 1, a 9 or an honour, and `own_pairs` pairs of the wind of the seat or the round.
    """

    chows: int = 0
    dragon_sets: int = 0
    wind_sets: int = 0
    open_sets: int = 0
    kongs: int = 0
    alike: int = 0
    concealed_alike: int = 0
    concealed_kongs: int = 0
    dragon_pairs: int = 0
    wind_pairs: int = 0
    own_sets: int = 0
    round_sets: int = 0
    outer: int = 0
    own_pairs: int = 0


class TileFacts(msgspec.Struct, frozen=True):
    """The facts for a rule on the tiles: the number of suits, and whether there are honours, 1s and 9s, 2s to 8s.

    `green`: there is nothing but green dragons and bamboos without red: 2, 3, 4, 6 and 8.
    """

    suits: int
    honours: bool
    terminals: bool
    simples: bool
    green: bool = False

    @property
    def is_pure(self) -> bool:
        """Whether there is one suit and no honour."""
        return self.suits == 1 and not self.honours


class KindFacts(msgspec.Struct, frozen=True):
    """The fact for a rule on a shape that is not four sets and a pair: the id of the `HandKind`."""

    kind: str


class WaitingFacts(msgspec.Struct, frozen=True):
    """The facts for a rule on waiting: what one more tile would have earned.

    `share` is the largest share of the limit, 0 for none; `rows` are the ids of the rows on special hands.
    """

    share: Fraction | int
    rows: frozenset[str] = frozenset()


def always(_unused: object) -> bool:
    """Return true, for a rule that always holds."""
    return True


class HandFacts(msgspec.Struct, frozen=True):
    """The facts for a rule on the whole hand: its shape, its tiles and its win, except for the winning tile."""

    shape: ShapeFacts
    tiles: TileFacts
    win: WinFacts


class ReadingFacts(msgspec.Struct, frozen=True):
    """The facts for a rule on a reading: the sets themselves, what the hand waited for, and the facts of other rules.

    `codes` are those of its sets (see `Meld.code`), -1 for a completed one that is not known.

    >>> codes = tuple(Meld.parse(text).code for text in ("123m", "456m", "789m", "555z", "22p"))
    >>> facts = ReadingFacts(codes, -1, ShapeFacts(), TileFacts(2, True, True, True), WinFacts(None, False), tuple)
    >>> [str(one) for one in facts.chows], facts.pair.tile.name(), facts.completed
    (['123m', '456m', '789m'], '2 dot', None)
    """

    codes: tuple[int, ...]
    completed_code: int
    shape: ShapeFacts
    tiles: TileFacts
    win: WinFacts
    find_waits: Callable[[], tuple[Tile, ...]]

    @property
    def sets(self) -> tuple[Meld, ...]:
        """The four sets and the pair, concealed or exposed."""
        return tuple([ALL_MELDS[code] for code in self.codes])

    @property
    def completed(self) -> Meld | None:
        """The set or pair that the winning tile completed; None where the winning tile is not known."""
        return ALL_MELDS[self.completed_code] if self.completed_code >= 0 else None

    @property
    def waits(self) -> tuple[Tile, ...]:
        """The tiles that would have made sets and a pair; none where the winning tile is not known."""
        return self.find_waits()

    @property
    def chows(self) -> tuple[Meld, ...]:
        """Its chows."""
        return tuple([one for one in self.sets if one.kind is MeldKind.CHOW])

    @property
    def pungs(self) -> tuple[Meld, ...]:
        """Its pungs and kongs."""
        return tuple([one for one in self.sets if one.kind in (MeldKind.PUNG, MeldKind.KONG)])

    @property
    def pair(self) -> Meld:
        """Its pair."""
        return next(one for one in self.sets if one.kind is MeldKind.PAIR)


class Rule(msgspec.Struct, frozen=True, cache_hash=True):
    """One row of a ruleset: what it looks at (`on`), when it holds and what it gives.

    It has three wordings, which are translated where they are shown: `title` names it on the rule sheet, without its
    figures; `law` is the rule in a sentence; `words` name it on the score sheet. For a rule on a set, a flower or a set
    of flowers `words` are only the reason in brackets after the name of the set, if any.

    It gives `points`, or what the house option `points_option` says, and `doubles`; with `share` the hand scores at
    least this share of the limit. On the rule sheet the points are shown as a replacement of other points
    (`instead_of`), or as an addition to them (`additive`). A `special` rule (on a kind, on sets together or on waiting)
    replaces the ordinary count: the hand scores the share of the limit, or the points of its sets and its win with the
    doubles of special rules alone. Its flowers are counted and doubled by themselves, and added. Where the ordinary
    count gives more, it is taken.

    It holds for the winner, with `everybody` for losers too, and where the house options switch it on (`enabled_if`).
    `variant_of` is the id of the row that it is another form of. `needs` is what must be known for it (see
    `Ruleset.asks`); "others" means that other players can win.
    """

    id: str
    on: On
    source: str
    when: Callable[[Any], bool] = always
    points: int = 0
    doubles: int = 0
    words: str = ""
    law: str = ""
    title: str = ""
    points_option: str = ""
    share: Fraction | int = 0
    everybody: bool = False
    enabled_if: Callable[[Options], bool] = always
    additive: bool = False
    instead_of: int = 0
    texts: tuple[str, str] | None = None
    """The law for a hand whose winning {tile} completed the pair, and for one where it completed a {set}."""

    variant_of: str = ""
    needs: frozenset[str] = frozenset()
    special: bool = False

    @property
    def key(self) -> str:
        """Its id for people: that of the row of which it is a variant."""
        return self.variant_of or self.id

    @property
    def for_any_hand(self) -> bool:
        """Whether a hand that is not whole can have it, so that everybody may count it."""
        return self.on in _FOR_ANY_HAND

    def points_with(self, options: Options) -> int:
        """Return its points at this table."""
        return int(getattr(options, self.points_option)) if self.points_option else self.points


_FOR_ANY_HAND: Final = frozenset({On.SET, On.FLOWER, On.FLOWER_SET, On.FLOWERS, On.SETS, On.WAITING})
WHOLE_LIMIT: Final = Fraction(1)
HALF_LIMIT: Final = Fraction(1, 2)


def gift_words(points: int, doubles: int, share: Fraction | int = 0, *, faan: bool = False) -> str:
    """Return what a row gives, in words; doubles are called faan where a table gives their value.

    >>> gift_words(10, 0), gift_words(2, 1), gift_words(0, 0, HALF_LIMIT), gift_words(0, 0, Fraction(1, 3))
    ('10 points', '2 points and a double', 'half the limit', '1/3 of the limit')
    >>> gift_words(0, 3, faan=True)
    '3 faan'
    """
    parts = [ngettext("{n} point", "{n} points", points).format(n=number(points))] if points else []
    if doubles and faan:
        parts.append(_("{n} faan").format(n=number(doubles)))
    elif doubles:
        parts.append(
            _("a double") if doubles == 1 else ngettext("{n} double", "{n} doubles", doubles).format(n=doubles)
        )
    if share:
        shares = {WHOLE_LIMIT: _("the limit"), HALF_LIMIT: _("half the limit")}
        parts.append(shares.get(Fraction(share)) or _("{share} of the limit").format(share=share))
    return listed(parts) if parts else _("nothing")
