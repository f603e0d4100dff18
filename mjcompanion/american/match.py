"""Holding a hand against a card: the lines it makes, and the lines it is nearest to.

All builds of a card are measured at once. A big number has one byte for each build; a column of such numbers says
for one tile, and for how many of it are in the hand, what these do for each build: the low half of the byte counts
the places they fill, the high half the places that jokers could have filled and now can't. A hand is then a sum of at
most fourteen columns. Source: RULES 3 (docs/rules.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from mjcompanion.american.hand import AmericanHand, Exposure, face
from mjcompanion.american.line import Line
from mjcompanion.core.errors import Problem
from mjcompanion.core.tiles import HIGHEST_CODE, JOKER, Tile, TileSet
from mjcompanion.parsing.pattern import TILES, Build, Run

if TYPE_CHECKING:
    from mjcompanion.american.card import Card

_SET: Final = TileSet.of(152)
_COPIES: Final = tuple(_SET.copies(Tile(code)) for code in range(HIGHEST_CODE + 1))
_FACES: Final = tuple(face(Tile(code)) for code in range(HIGHEST_CODE + 1))
_JOKERS: Final = _COPIES[JOKER]
_MATCHED: Final = tuple(tile for tile in map(Tile, range(HIGHEST_CODE + 1)) if _COPIES[tile] and tile is not JOKER)
"""The faces that a build can ask for: the plain ones, and any flower."""
_FULL: Final = {tile: _COPIES[tile] for tile in (*_MATCHED, JOKER)}
_MOST_REMEMBERED: Final = 40_000_000
"""The most bytes of columns of one kind that are cached."""
_DEAD: Final = 0x40
"""Added to the number of tiles a build is away where it can't be made any more."""

_Profile = tuple[tuple[int, bool], ...]
"""The runs of one tile in a build: how many tiles each has, and whether jokers may be in it."""
_Laid = tuple[tuple[int, bool], ...]
"""The sets of one tile laid out: how many tiles each has, and whether jokers are in it."""


class FilledRun(NamedTuple):
    """A run of a build as a hand fills it: with how many real tiles and how many jokers.

    >>> str(FilledRun(Run(Tile.parse("2s"), 4, True), 2, 2))
    '22JJs'
    """

    run: Run
    naturals: int
    jokers: int
    exposed: bool = False

    @property
    def missing(self) -> int:
        """Return how many of its places are empty."""
        return self.run.count - self.naturals - self.jokers

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Return the tiles in it."""
        return (self.run.tile,) * self.naturals + (JOKER,) * self.jokers

    def __str__(self) -> str:
        text = str(self.run.tile)
        inside = text[0] * self.naturals + "J" * self.jokers + (text[1:] if self.naturals else "")
        return f"({inside})" if self.exposed else inside


class Reading(msgspec.Struct, frozen=True, dict=True):
    """One reading of 14 tiles as Mah Jongg: the line and the build."""

    line: Line
    build: Build
    hand: AmericanHand

    @cached_property
    def sets(self) -> tuple[FilledRun, ...]:
        """Return the runs of the build, each with its tiles."""
        return _fill(self.build, _Counted(self.hand), _FULL)

    @property
    def jokers(self) -> int:
        """Return how many jokers it holds."""
        return self.hand.jokers


class Near(msgspec.Struct, frozen=True, dict=True, eq=False):
    """How near a hand is to one line, by the build that it is nearest to.

    `away` counts the tiles that must still be found; `chances` the tiles still out for which there is a place without
    a real tile; `left` says how many of each tile are out. `dead` says why the line can't be made any more; where
    that is because of the sets laid out, `hand` has none. Its details are worked out when they are first read.
    """

    line: Line
    build: Build
    away: int
    chances: int
    hand: AmericanHand
    counted: _Counted
    left: Mapping[Tile, int]
    dead: Problem | None = None

    @cached_property
    def _missing_tiles(self) -> _Missing:
        return _compare(self.sets, self.hand, self.left)

    @cached_property
    def sets(self) -> tuple[FilledRun, ...]:
        """Return the runs of the build, each with its tiles."""
        return _fill(self.build, self.counted, self.left)

    @property
    def jokers(self) -> int:
        """Return how many jokers of the hand are used."""
        return sum([one.jokers for one in self.sets])

    @property
    def missing(self) -> tuple[Tile, ...]:
        """Return the tiles still to be found: real ones, and jokers only where too few real ones are left."""
        return self._missing_tiles.missing

    @property
    def out(self) -> tuple[tuple[Tile, int], ...]:
        """Return every tile that improves the hand, and how many of it are neither in the hand nor seen.

        That is the missing ones, those that jokers of the hand replace while these have other places, and
        the joker itself, if there are.
        """
        return self._missing_tiles.out

    @property
    def keep(self) -> tuple[Tile, ...]:
        """Return the hand's tiles that the line uses."""
        return self._missing_tiles.keep

    @property
    def spare(self) -> tuple[Tile, ...]:
        """Return the hand's tiles that the line doesn't use."""
        return self._missing_tiles.spare


class _Missing(NamedTuple):
    missing: tuple[Tile, ...]
    out: tuple[tuple[Tile, int], ...]
    keep: tuple[Tile, ...]
    spare: tuple[Tile, ...]


def _compare(sets: Sequence[FilledRun], hand: AmericanHand, left: Mapping[Tile, int]) -> _Missing:
    """Return what is missing where a hand's tiles are put into a build, and what is left over."""
    used: dict[Tile, int] = {JOKER: sum([one.jokers for one in sets])}
    needed: dict[Tile, int] = {}
    for_jokers: dict[Tile, int] = {}
    for one in sets:
        tile, empty = one.run.tile, one.missing
        used[tile] = used.get(tile, 0) + one.naturals
        if empty:
            needed[tile] = needed.get(tile, 0) + empty
            if one.run.jokers:
                for_jokers[tile] = for_jokers.get(tile, 0) + empty
    missing: list[Tile] = []
    too_few = 0
    for tile, count in needed.items():
        short = count - left[tile]
        short = min(short, for_jokers.get(tile, 0)) if short > 0 else 0
        too_few += short
        missing += [tile] * (count - short)
    missing += [JOKER] * too_few
    out: dict[Tile, int] = {}
    for one in sets:
        tile = one.run.tile
        if tile in needed or (for_jokers and one.jokers and not one.exposed):
            out[tile] = left[tile]
    if for_jokers:
        out[JOKER] = left[JOKER]
    keep = [tile for laid in hand.exposures for tile in laid.tiles]
    for tile in keep:
        used[_FACES[tile]] -= 1
    spare: list[Tile] = []
    for tile in hand.concealed:
        if used.get(_FACES[tile]):
            used[_FACES[tile]] -= 1
            keep.append(tile)
        else:
            spare.append(tile)
    return _Missing(tuple(missing), tuple(out.items()), tuple(keep), tuple(spare))


class Nearest(msgspec.Struct, frozen=True, dict=True, eq=False):
    """The lines that a hand is nearest to, and those that it would be as near to if they weren't dead."""

    hand: AmericanHand
    lines: tuple[Near, ...] = ()
    dead: tuple[Near, ...] = ()

    @cached_property
    def discards(self) -> tuple[Tile, ...]:
        """Return the tiles that the nearest line doesn't use, of a hand of 14 that isn't Mah Jongg.

        First comes what the other lines, the nearer the more, don't want either; a joker comes last.
        """
        lines = self.lines
        if self.hand.size != TILES or not lines or not lines[0].away:
            return ()
        first = lines[0]
        losses = dict.fromkeys(first.spare, 0)
        for near in lines[1:]:
            spare = near.spare
            for tile in losses:
                if tile not in spare:
                    losses[tile] += 1 << TILES - (near.away - first.away)
        return tuple(sorted(losses, key=lambda tile: (tile is JOKER, losses[tile], tile)))


class Matcher:
    """Lines, usually those of a card, ready to be compared with hands.

    >>> from mjcompanion.parsing.pattern import read_pattern
    >>> builds = read_pattern("FF 2222a 4444b 6666c").builds
    >>> matcher = Matcher([Line(1, "2468", "FF 2222a 4444b 6666c", 25, builds=builds)])
    >>> [reading] = matcher.readings(AmericanHand.parse("1f3y (22JJs) 4444m 66JJp"))
    >>> " ".join(map(str, reading.sets))
    'FF (22JJs) 4444m 66JJp'
    >>> near = matcher.nearest(AmericanHand.parse("FF 222s 4444m 66JJp")).lines[0]
    >>> near.away, near.missing, near.out
    (1, (Tile.parse('6p'),), ((Tile.parse('2s'), 1), (Tile.parse('6p'), 2), (Tile.parse('J'), 6)))
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = tuple(lines)
        self._builds = [build for line in lines for build in line.builds]
        total = len(self._builds)
        self._line_of = [line for line in lines for _ in line.builds]
        ends = list(accumulate(len(line.builds) for line in lines))
        self._spans = list(zip(lines, [0, *ends], ends, strict=False))
        self._ones = int.from_bytes(b"\1" * total, "little")
        self._profiles = self._find_profiles(total)
        self._base = sum(
            mask * sum(size for size, jokers in profile if jokers) << 4
            for by_profile in self._profiles.values()
            for profile, mask in by_profile.items()
        )
        concealed = b"".join([bytes([line.concealed]) * len(line.builds) for line in lines])
        self._concealed = int.from_bytes(concealed, "little")
        most = max(64, _MOST_REMEMBERED // (total + 1))
        self._column = lru_cache(most)(self._new_column)
        self._misfits = lru_cache(most)(self._new_misfits)
        self._change = lru_cache(most)(self._new_change)

    @classmethod
    def of(cls, card: Card) -> Matcher:
        """Return the matcher of a card."""
        return cls(card.lines)

    def _find_profiles(self, total: int) -> dict[Tile, dict[_Profile, int]]:
        """Return which builds use each tile, by the runs in which they use it."""
        marks: dict[Tile, dict[_Profile, bytearray]] = {tile: {} for tile in _MATCHED}
        for at, build in enumerate(self._builds):
            for tile, profile in _profiles(build).items():
                marked = marks[tile].get(profile)
                if marked is None:
                    marked = marks[tile][profile] = bytearray(total)
                marked[at] = 1
        return {
            tile: {profile: int.from_bytes(marked, "little") for profile, marked in by_profile.items()}
            for tile, by_profile in marks.items()
        }

    # --- Mah Jongg

    def readings(self, hand: AmericanHand) -> tuple[Reading, ...]:
        """Return every reading of 14 tiles, with the exposed sets, as one of the lines, in the order of the lines.

        It doesn't check whether a set may be exposed on a concealed line; `mjcompanion.american.score` does.
        """
        counted = _Counted(hand)
        if hand.size != TILES or not self._builds or not counted.sound:
            return ()
        away = self._away(counted) | self._outside(counted) * _DEAD
        data = away.to_bytes(len(self._builds), "little")
        return tuple([Reading(self._line_of[at], self._builds[at], hand) for at in _where(data, 0)])

    # --- the nearest lines

    def nearest(self, hand: AmericanHand, seen: Iterable[Tile] = (), top: int = 5) -> Nearest:
        """Return the lines that a hand is nearest to.

        Lines are in order of the tiles they still need; then the one worth more comes first, then the one with more
        chances, then the card's own order. Dead lines are extra: those as near as the others, and no more of them.

        Args:
            hand: 13 or 14 tiles; fewer are taken as well.
            seen: tiles that are out of play: discards, and the exposed sets of others.
            top: how many lines at most.

        """
        counted = _Counted(hand)
        if not self._builds or not counted.sound:
            return Nearest(hand)
        left, gone = self._left(counted, seen)
        total = self._sum(counted)
        raw = self._ones * TILES - self._filled(total, counted.jokers)
        chances = self._bytes(self._chances(counted, left, gone, total))
        outside = self._outside(counted)
        dead = outside
        if counted.laid:
            dead |= self._concealed
        if counted.laid or gone:
            dead |= self._unreachable(counted, left, gone)
        away = self._bytes(raw | dead * _DEAD)
        living = []
        for line, begin, end in self._spans:
            least = min(away[begin:end])
            if least < _DEAD:
                at = max(_where(away, least, begin, end), key=chances.__getitem__)
                living.append((least, -line.value, -chances[at], at))
        living = sorted(living)[:top]
        lines = tuple([self._near(at, away[at], chances, counted, left) for *_, at in living])
        if not dead:
            return Nearest(hand, lines)
        farthest = living[-1][0] if len(living) == top else TILES
        lengths = away, self._bytes(raw | outside * _DEAD), chances
        return Nearest(hand, lines, tuple(self._dead_lines(counted, left, lengths, farthest)[:top]))

    def _near(
        self,
        at: int,
        away: int,
        chances: bytes,
        counted: _Counted,
        left: Mapping[Tile, int],
        dead: Problem | None = None,
    ) -> Near:
        return Near(self._line_of[at], self._builds[at], away, chances[at], counted.hand, counted, left, dead)

    def _dead_lines(
        self, counted: _Counted, left: Mapping[Tile, int], lengths: tuple[bytes, bytes, bytes], farthest: int
    ) -> list[Near]:
        """Return the dead lines that would be at most so far away if the exposed sets were taken back.

        `lengths` says for each build how many tiles it lacks, where that of a dead one is marked; the same where only
        builds without a place for the exposed sets are marked; and the chances.
        """
        away, fitting, chances = lengths
        picked_up = _Counted(AmericanHand(counted.hand.tiles))
        loose = self._bytes(self._away(picked_up))
        found = []
        for line, begin, end in self._spans:
            least = min(loose[begin:end])
            if least > farthest or min(away[begin:end]) < _DEAD:
                continue
            at = loose.index(least, begin, end)
            place = (least, -line.value, -chances[at], at)
            nearest = min(fitting[begin:end])
            if counted.laid and (line.concealed or nearest >= _DEAD):
                why = Problem("line-concealed") if line.concealed else self._why_outside(counted.hand, begin, end)
                near = self._near(at, least, chances, picked_up, left, why)
            else:
                at = fitting.index(nearest, begin, end)
                why = _why_unreachable(self._builds[at], counted, left)
                near = self._near(at, nearest, chances, counted, left, why)
            found.append((place, near))
        return [near for _place, near in sorted(found, key=lambda one: one[0])]

    def _why_outside(self, hand: AmericanHand, begin: int, end: int) -> Problem:
        """Return the exposed set that is in none of a line's builds."""
        every = (1 << 8 * (end - begin)) - 1
        for laid in hand.exposures:
            misfits = self._misfits(laid.tile, ((laid.count, laid.jokers > 0),)) >> 8 * begin & every
            if misfits == self._ones & every:
                return Problem("line-exposure", text=laid.write()[1:-1])
        return Problem("line-exposures")

    def is_alive(self, hand: AmericanHand, seen: Iterable[Tile] = ()) -> bool:
        """Return whether any line can still be made of a hand and the tiles that nobody has seen.

        Jokers of the sets laid out can be had again for real tiles (RULES 3, joker exchange).

        Args:
            hand: up to 14 tiles. What is laid out is fixed: a concealed line is dead then.
            seen: tiles that are out of play.

        >>> from mjcompanion.parsing.pattern import read_pattern
        >>> builds = read_pattern("FF 2222a 4444b 6666c").builds
        >>> matcher = Matcher([Line(1, "2468", "FF 2222a 4444b 6666c", 25, builds=builds)])
        >>> matcher.is_alive(AmericanHand.parse("(22JJs)")), matcher.is_alive(AmericanHand.parse("(22Js)"))
        (True, False)

        """
        return bool(self.alive(hand, seen))

    def alive(self, hand: AmericanHand, seen: Iterable[Tile] = ()) -> tuple[Line, ...]:
        """Return the lines that can still be made; see `is_alive`."""
        counted = _Counted(hand)
        if not self._builds or not counted.sound:
            return ()
        lost = self._bytes(self._lost(counted, *self._left(counted, seen)))
        return tuple([line for line, begin, end in self._spans if 0 in lost[begin:end]])

    def close(
        self, hand: AmericanHand, seen: Iterable[Tile] = (), most: int = 30, *, jokerless: bool = False
    ) -> tuple[Near, ...]:
        """Return the builds nearest to a hand that can still be made; one line often has several.

        They are in order of the tiles they still need, or, `jokerless`, would need if the jokers of the hand were of
        no use; of those as near the ones whose value and chances are greatest come first. `is_alive` says what can be
        made.
        """
        counted = _Counted(hand)
        if not self._builds or not counted.sound:
            return ()
        left, gone = self._left(counted, seen)
        total = self._sum(counted)
        chances = self._bytes(self._chances(counted, left, gone, total))
        lost, full = self._lost(counted, left, gone) * _DEAD, self._ones * TILES
        away = self._bytes(full - self._filled(total, counted.jokers) | lost)
        rank = self._bytes(full - self._filled(total, 0) | lost) if jokerless else away
        chosen: list[int] = []
        for level in range(TILES + 1):
            here = sorted(_where(rank, level), key=lambda at: -self._line_of[at].value * chances[at])
            chosen += here[: most - len(chosen)]
            if len(chosen) >= most:
                break
        return tuple([self._near(at, away[at], chances, counted, left) for at in chosen])

    def _left(self, counted: _Counted, seen: Iterable[Tile]) -> tuple[dict[Tile, int], dict[Tile, int]]:
        """Return how many of each tile are left, and how many were seen elsewhere."""
        gone: dict[Tile, int] = {}
        for tile in seen:
            gone[_FACES[tile]] = gone.get(_FACES[tile], 0) + 1
        return counted.left(gone), gone

    def _lost(self, counted: _Counted, left: Mapping[Tile, int], gone: Mapping[Tile, int]) -> int:
        """Return the builds that can't be made any more, even by exchanging the jokers laid out."""
        lost = self._outside(counted)
        if counted.laid:
            lost |= self._concealed
        if counted.laid or gone:
            lost |= self._unreachable(counted, left, gone, self._freed(counted, left))
        return lost

    def _freed(self, counted: _Counted, left: Mapping[Tile, int]) -> int:
        """Return for each build how many exposed jokers can be had for real tiles that it doesn't need elsewhere."""
        freed = 0
        for tile, jokers in counted.laid_jokers.items():
            laid = counted.laid[tile]
            owned = counted.loose.get(tile, 0) + left[tile]
            for profile, mask in self._profiles[tile].items():
                rest = _rest(profile, laid)
                if rest is not None:
                    freed += mask * min(jokers, max(0, owned - _size(rest)))
        return freed

    # --- sums of columns

    def _away(self, counted: _Counted) -> int:
        return self._ones * TILES - self._filled(self._sum(counted), counted.jokers)

    def _sum(self, counted: _Counted) -> int:
        loose, laid = counted.loose, counted.laid
        return sum([self._column(tile, laid.get(tile, ()), loose.get(tile, 0)) for tile in counted.owned], self._base)

    def _bytes(self, number: int) -> bytes:
        """Return the byte of each build."""
        return number.to_bytes(len(self._builds), "little")

    def _filled(self, total: int, jokers: int, freed: int = 0) -> int:
        """Return the places filled in each build, by a sum of columns and the jokers; `freed` adds to the jokers."""
        ones = self._ones
        naturals = total & ones * 15
        if not jokers and not freed:
            return naturals
        places, high, owned = total >> 4 & ones * 15, ones << 7, ones * jokers + freed
        plenty = (places | high) - owned & high
        plenty -= plenty >> 7  # seven bits where there are as many places as jokers
        return naturals + (places & ~plenty) + (owned & plenty)

    def _outside(self, counted: _Counted) -> int:
        outside = 0
        for tile, sets in counted.laid.items():
            outside |= self._misfits(tile, sets)
        return outside

    def _unreachable(
        self, counted: _Counted, left: Mapping[Tile, int], gone: Mapping[Tile, int], freed: int = 0
    ) -> int:
        """Return the builds that can't be made with the hand's tiles and everything that is left."""
        total = self._everything
        for tile in (gone.keys() | counted.laid.keys()) - {JOKER}:
            owned = counted.loose.get(tile, 0) + left[tile]
            total += self._column(tile, counted.laid.get(tile, ()), owned) - self._column(tile, (), _COPIES[tile])
        short = self._ones * TILES - self._filled(total, counted.jokers + left[JOKER], freed)
        return (short + self._ones * 127 & self._ones << 7) >> 7

    def _chances(self, counted: _Counted, left: Mapping[Tile, int], gone: Mapping[Tile, int], total: int) -> int:
        """Return how many of the tiles that are left have a place in each build."""
        chances = self._all_chances
        for tile in (counted.owned.keys() | gone.keys()) - {JOKER}:
            chances += self._change(tile, counted.laid.get(tile, ()), counted.loose.get(tile, 0), left[tile])
        ones = self._ones
        high = ones << 7
        helped = ((total >> 4 & ones * 15 | high) - ones * (counted.jokers + 1) & high) >> 7
        return chances + helped * left[JOKER]

    # --- the columns

    def _new_column(self, tile: Tile, laid: _Laid, count: int) -> int:
        """Return what exposed sets and `count` more of a tile do for each build."""
        column = 0
        for profile, mask in self._profiles[tile].items():
            rest = _rest(profile, laid)
            if rest is not None:
                need = _size(rest)
                filled = min(count, need)
                open_to_jokers = min(_size(rest, jokers=True), need - filled)
                column += mask * (_size(laid) + filled - (_size(profile, jokers=True) - open_to_jokers << 4))
        return column

    def _new_misfits(self, tile: Tile, laid: _Laid) -> int:
        """Return the builds without a place for these sets of a tile."""
        fits = [mask for profile, mask in self._profiles[tile].items() if _rest(profile, laid) is not None]
        return self._ones - sum(fits)

    def _new_change(self, tile: Tile, laid: _Laid, count: int, left: int) -> int:
        """Return how some of a tile in the hand change the chances of each build."""
        change = 0
        for profile, mask in self._profiles[tile].items():
            rest = _rest(profile, laid)
            needed = rest is not None and _size(rest) > count
            change += mask * ((left if needed else 0) - _COPIES[tile])
        return change

    @cached_property
    def _all_chances(self) -> int:
        """Return the chances of each build for a hand without tiles."""
        return sum(mask * _COPIES[tile] for tile in _MATCHED for mask in self._profiles[tile].values())

    @cached_property
    def _everything(self) -> int:
        """Return the sum of the columns for a hand with every tile."""
        return sum((self._column(tile, (), _COPIES[tile]) for tile in _MATCHED), self._base)


class _Counted:
    """A hand's tiles, counted.

    `loose` are the real tiles not laid out, `laid` the sets laid out by tile, `owned` all real tiles; `jokers` are
    those not laid out, `laid_jokers` the others, by the tile that they replace. `sound` is false where a set has
    fewer of these tiles, or something laid out is no set.
    """

    def __init__(self, hand: AmericanHand) -> None:
        loose: dict[Tile, int] = {}
        for tile in hand.concealed:
            one = _FACES[tile]
            loose[one] = loose.get(one, 0) + 1
        self.jokers = self._all_jokers = loose.pop(JOKER, 0)
        self.loose = self.owned = loose
        self.laid: dict[Tile, _Laid] = {}
        self.laid_jokers: dict[Tile, int] = {}
        self.hand = hand
        self.sound = True
        if hand.exposures:
            self.owned = loose.copy()
            for laid in hand.exposures:
                self._lay(laid)
        for tile, count in self.owned.items():
            if count > _COPIES[tile]:
                self.sound = False
        if self._all_jokers > _JOKERS:
            self.sound = False

    def _lay(self, laid: Exposure) -> None:
        tile, jokers = laid.tile, laid.jokers
        if not laid.is_run:
            self.sound = False
            return
        self.owned[tile] = self.owned.get(tile, 0) + laid.count - jokers
        self._all_jokers += jokers
        if jokers:
            self.laid_jokers[tile] = self.laid_jokers.get(tile, 0) + jokers
        self.laid[tile] = tuple(sorted((*self.laid.get(tile, ()), (laid.count, jokers > 0))))

    def left(self, gone: Mapping[Tile, int]) -> dict[Tile, int]:
        """Return how many of each tile are neither here nor gone."""
        left = _FULL.copy()
        for tile, count in self.owned.items():
            left[tile] -= count
        left[JOKER] -= self._all_jokers
        for tile, count in gone.items():
            left[tile] = max(0, left[tile] - count)
        return left


def _fill(build: Build, counted: _Counted, left: Mapping[Tile, int]) -> tuple[FilledRun, ...]:
    """Put a hand's tiles into a build that has room for its exposed sets.

    Real tiles go first where no joker may be. Where there are more places than jokers, these go where real tiles
    are scarce: `left` says how many of each are still to be had.
    """
    runs = build.runs
    naturals, jokers = [0] * len(runs), [0] * len(runs)
    exposed = _places(build, counted.hand.exposures)
    for at, laid in exposed.items():
        jokers[at] = laid.jokers
        naturals[at] = laid.count - laid.jokers
    stock, plenty = dict(counted.loose), dict(left)
    empty: dict[int, int] = {}
    for at in sorted(range(len(runs)), key=lambda at: runs[at].jokers):
        tile, size, may = runs[at]
        if at not in exposed:
            naturals[at] = owned = min(size, stock.get(tile, 0))
            stock[tile] = stock.get(tile, 0) - owned
            plenty[tile] -= size - owned
            if may:
                empty[at] = size - owned
    for _ in range(min(counted.jokers, sum(empty.values()))):
        at = min([(plenty[runs[at].tile], at) for at, count in empty.items() if count])[1]
        plenty[runs[at].tile] += 1
        empty[at] -= 1
        jokers[at] += 1
    return tuple([FilledRun(run, naturals[at], jokers[at], at in exposed) for at, run in enumerate(runs)])


def _places(build: Build, exposures: Sequence[Exposure]) -> dict[int, Exposure]:
    """Return the run for each exposed set: one that may have jokers for a set with jokers, else rather one without."""
    places: dict[int, Exposure] = {}
    for laid in sorted(exposures, key=lambda one: not one.jokers):
        tile, size, jokers = laid.tile, laid.count, laid.jokers
        fits = [
            (run.jokers, at)
            for at, run in enumerate(build.runs)
            if run.tile is tile and run.count == size and at not in places and (run.jokers or not jokers)
        ]
        places[min(fits)[1]] = laid
    return places


def _where(data: bytes, value: int, begin: int = 0, end: int | None = None) -> Iterator[int]:
    """Yield the places of all bytes with this value."""
    at = data.find(value, begin, end)
    while at >= 0:
        yield at
        at = data.find(value, at + 1, end)


def _profiles(build: Build) -> dict[Tile, _Profile]:
    profiles: dict[Tile, _Profile] = {}
    for tile, size, may in build.runs:
        before = profiles.get(tile)
        profiles[tile] = ((size, may),) if before is None else tuple(sorted((*before, (size, may))))
    return profiles


def _rest(profile: _Profile, laid: _Laid) -> _Profile | None:
    """Return the runs of a tile that are left when these sets of it are exposed; None if one is no such run."""
    if not laid:
        return profile
    rest = list(profile)
    for size, jokers in sorted(laid, key=lambda one: not one[1]):
        if not jokers and (size, False) in rest:
            rest.remove((size, False))
        elif (size, True) in rest:
            rest.remove((size, True))
        else:
            return None
    return tuple(rest)


def _size(runs: _Profile, *, jokers: bool = False) -> int:
    """Return how many tiles runs have together; with `jokers` only those that jokers may replace."""
    return sum([size for size, may in runs if may or not jokers])


def _why_unreachable(build: Build, counted: _Counted, left: Mapping[Tile, int]) -> Problem:
    """Return which tile is too scarce to make a build."""
    needed = 0
    for tile, profile in _profiles(build).items():
        rest = _rest(profile, counted.laid.get(tile, ())) or ()
        owned = counted.loose.get(tile, 0) + left[tile]
        real = _size(rest) - _size(rest, jokers=True)
        if owned < real:
            return Problem("line-tiles", tile=tile, count=real, limit=owned)
        needed += max(0, _size(rest) - owned)
    return Problem("line-tiles", tile=JOKER, count=needed, limit=counted.jokers + left[JOKER])
