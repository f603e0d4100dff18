"""Hands of four sets and a pair, each made so that one row of the ruleset holds.

What a hand must have follows from the row itself: its own predicate is asked which sets, flowers, ways to win or kinds
of tiles it holds for, and one of them is built in. The rest is filled up, and `score` has the last word: a hand with
a line that belongs to a later level, or without the one it was made for, is thrown away and another built.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import ALL_MELDS, FEATS, NO_FEATS, By, Hand, HowWon, Meld, MeldKind, meld
from mjcompanion.core.tiles import (
    DRAGON_TILES,
    FLOWER_TILES,
    GREEN_TILES,
    PLAIN_TILES,
    SUITED,
    WIND_TILES,
    WINDS,
    Tile,
    Wind,
)
from mjcompanion.i18n.translation import N_
from mjcompanion.practice.exercise import NO, YES, Exercise, Kind, Offer, Row, Step
from mjcompanion.rules.row import FlowerFacts, FlowerSetFacts, On, Rule, SetFacts, ShapeFacts, TileFacts, WinFacts
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import readings, score
from mjcompanion.scoring.sheet import KEMP_TILES, ScoreLine, ScoreSheet

_TRIES: Final = 3000
"""Nearly all sets need a few dozen at most."""
LIMIT: Final = "limit"
"""An aim that is no row: a hand that the limit cuts."""
TWO_PAIRS: Final = "two-pairs"
"""An aim of losers' hands: two pairs score, or would."""
VERDICTS: Final = ("mah-jongg", "one-off", "mah-jongg-too", "pairs")
"""Aims where the question is whether the hand is Mah Jongg."""
FACTORS: Final = ("flowers", "no-flowers")
_LATER: Final = {
    "pair-winds": 2,
    "pair-own-wind": 2,
    "pair-round-wind": 2,
    "mah-jongg": 1,
    "self-drawn": 3,
    "all-terminals": 4,
    "all-honours": 4,
}
_ON: Final = {
    On.SET: 1,
    On.FLOWER: 2,
    On.FLOWER_SET: 4,
    On.WIN: 4,
    On.PLACE: 3,
    On.NO_POINTS: 3,
    On.NO_DOUBLES: 3,
    On.SHAPE: 3,
    On.TILES: 3,
    On.KIND: 4,
}
_NOT_PRACTISED: Final = frozenset({On.KIND, On.WAITING})
_UP_TO: Final = {Step.SETS: 1, Step.WINDS: 2, Step.DOUBLES: 3}
_ALL_FOUR: Final = {"flowers": N_("all four flowers"), "seasons": N_("all four seasons")}
_ANY_TILE: Final[tuple[Tile | None, ...]] = (None, *PLAIN_TILES)
_FEATS: Final = (NO_FEATS, *[frozenset({feat.id}) for feat in FEATS])
_FURTHER: Final = tuple(product(_ANY_TILE, _FEATS))
"""What else the way to win may be about: the tile, and what no tile shows."""
_WAYS: Final = tuple((by, last) for by in By for last in (False, True) if not last or by in (By.DRAW, By.DISCARD))


def _depth(rule: Rule) -> int:
    """The level, 1 to 4, from which on a row is practised."""
    if rule.id in _LATER:
        return _LATER[rule.id]
    if rule.on is On.SET and rule.doubles:
        return 2
    return 4 if rule.share else _ON.get(rule.on, 4)


def rules_of(ruleset: Ruleset) -> tuple[Rule, ...]:
    """The rows of a ruleset that are in force with its own house options."""
    options = options_for(ruleset)
    return tuple(row for row in ruleset.rows_with(options) if row.on not in _NOT_PRACTISED)


def aims(ruleset: Ruleset, step: Step) -> tuple[str, ...]:
    """What the hands of a level are made for, mostly rows of the ruleset."""
    rows = rules_of(ruleset)
    if step is Step.VERDICT:
        return VERDICTS
    if step is Step.FACTOR:
        return FACTORS
    if step is Step.LOSER:
        return (*[row.id for row in rows if row.everybody], TWO_PAIRS)
    if step is Step.WHOLE:
        found = [row.id for row in rows if _depth(row) > (2 if Step.DOUBLES in ruleset.practice else 1)]
        return (*found, *([LIMIT] if options_for(ruleset).limit is not None else []))
    return tuple(row.id for row in rows if _depth(row) == _UP_TO[step] and row.id != "mah-jongg")


def attempt(ruleset: Ruleset, step: Step, number: int, aim: str, rng: random.Random) -> Exercise | None:
    """An exercise made for an aim; None where the hand didn't turn out."""
    if step is Step.VERDICT:
        return _verdict(ruleset, number, aim, rng)
    built = _Making(ruleset, step, aim, rng).build()
    if built is None:
        return None
    try:
        sheet = score(*built)
    except RuleError:  # five of a tile in the hand, or a way of winning that its tiles don't allow
        return None
    if not _is_fit(sheet, step, aim):
        return None
    rows = tuple(_adjustment(sheet)) if step is Step.FACTOR else _rows(sheet, step)
    return Exercise(ruleset, step, number, aim, rows, () if step in _ROWS_NAMED else offers_of(ruleset), *built, sheet)


_ROWS_NAMED: Final = frozenset({Step.SETS, Step.WINDS, Step.FACTOR})
"""Where nothing is to be added to the sheet."""


def _is_fit(sheet: ScoreSheet, step: Step, aim: str) -> bool:
    """Whether the hand teaches what it was made for, and nothing that comes later."""
    rules = sheet.situation.rules
    held = {one for line in sheet.lines for one in line.rules}
    if any(row.id in held for row in rules.rows if row.on in _NOT_PRACTISED) or sheet.apart or sheet.passed_over:
        return False  # a special hand with flowers is two sums
    if step in _UP_TO:
        depths = {row.id: _depth(row) for row in rules.rows}
        if any(depths[one] > _UP_TO[step] for one in held) or len(readings(sheet.hand, sheet.situation)) > 1:
            return False
    if step is Step.FACTOR:
        return bool(sheet.hand.flowers) is (aim == "flowers")
    if aim == LIMIT:
        return sheet.limited and not any(line.share for line in sheet.lines)
    if aim == TWO_PAIRS:
        return sum(1 for one in _pairs(sheet.hand) if _scores_alone(one, sheet.situation)) > 1
    return aim in held


class _Making:
    """A hand while it is being made; what it must have is put in first, then the rest."""

    def __init__(self, ruleset: Ruleset, step: Step, aim: str, rng: random.Random) -> None:
        self.ruleset, self.step, self.aim, self.rng = ruleset, step, aim, rng
        self.kemp = ruleset.single_player
        self.seat = Wind.EAST if self.kemp or "seat" not in ruleset.asks else rng.choice(WINDS)
        self.round = rng.choice(WINDS) if ruleset.round_matters(options_for(ruleset)) else Wind.EAST
        self.faces: frozenset[Tile] = frozenset(PLAIN_TILES)
        self.no_chows = False
        self.closed = self.in_hand = False
        self.sets: list[Meld] = []
        self.pair: Tile | None = None
        self.flowers: set[Tile] = set()
        self.how: tuple[By, bool] | None = None
        self.feats = NO_FEATS
        self.last_to_come: list[Tile] = list(PLAIN_TILES)
        self.only: bool | None = None
        self.used: Counter[Tile] = Counter()

    def build(self) -> tuple[Hand, ScoringContext] | None:
        """The hand and its situation, or None where it couldn't be finished."""
        if not self._put_in_aim():
            return None
        if self.step is Step.LOSER:
            return self._lost()
        self._season()
        if not self._fill():
            return None
        return self._won()

    # --- what it must have

    def _put_in_aim(self) -> bool:
        rng = self.rng
        if self.step is Step.SETS:
            self.faces = frozenset(SUITED) | frozenset(DRAGON_TILES if self.aim == "pair-dragons" else ())
        if self.aim == LIMIT:
            suit = rng.randrange(3)
            self.faces = frozenset((*SUITED[9 * suit : 9 * suit + 9], *WIND_TILES, *DRAGON_TILES))
            dragons = rng.sample(DRAGON_TILES, 2)
            return all(
                self._take([meld([one] * rng.choice((3, 3, 4)), concealed=rng.random() < 0.5)]) for one in dragons
            )
        if self.aim == TWO_PAIRS:
            self.pair = rng.choice(DRAGON_TILES)
            return True
        rule = next((row for row in rules_of(self.ruleset) if row.id == self.aim), None)
        return rule is None or self._put_in(rule)

    def _put_in(self, rule: Rule) -> bool:
        """Make room for a row: put in, or ask for, one of the things that it holds for."""
        rng, when = self.rng, rule.when
        if rule.on is On.SET:
            fitting = [one for one in ALL_MELDS if when(SetFacts(one, self.seat, self.round))]
            return self._take(fitting)
        if rule.on is On.FLOWER:
            fit = [tile for tile in FLOWER_TILES if when(FlowerFacts(tile, self.seat, complete=False))]
            self.flowers.add(rng.choice(fit))
        elif rule.on is On.FLOWER_SET:
            if not (names := [name for name in _ALL_FOUR if when(FlowerSetFacts(name, self.seat))]):
                return False
            self.flowers |= set(FLOWER_TILES[:4] if rng.choice(names) == "flowers" else FLOWER_TILES[4:])
        elif rule.on is On.WIN:
            if not (ways := [way for way in _WAYS if any(when(WinFacts(*way, *more)) for more in _FURTHER)]):
                return False
            self.how = rng.choice(ways)
            how = self.how
            self.feats = next(feats for feats in _FEATS if any(when(WinFacts(*how, tile, feats)) for tile in _ANY_TILE))
            self.last_to_come = [tile for tile in PLAIN_TILES if when(WinFacts(*how, tile, self.feats))]
        elif rule.on is On.PLACE:
            self.only = True
        elif rule.on is On.NO_POINTS:
            self.faces = frozenset(SUITED)
            return all(self._take(_chows(self.faces)) for _ in range(4))
        elif rule.on is On.SETS:
            return self._put_in_sets(rule)
        elif rule.on is On.SHAPE:
            return self._put_in_shape(rule)
        elif rule.on in (On.HAND, On.READING):
            self._put_in_anything()
        elif rule.on is On.TILES:
            self._keep_to(rule)
        return True

    def _put_in_shape(self, rule: Rule) -> bool:
        counts = [
            (chows, dragons, winds, opened)
            for chows, dragons, winds, opened in product(range(5), range(4), range(5), (1, 0))
            if chows + dragons + winds <= 4 and rule.when(ShapeFacts(chows, dragons, winds, opened, 0))
        ]
        if not counts:
            return self._put_in_sets(rule)
        fewest = min(dragons + winds for _, dragons, winds, _ in counts)
        plain = [one for one in counts if one[1] + one[2] == fewest and one[3]]
        chows, dragons, winds, _ = self.rng.choice(plain or counts)
        self.closed = self.closed or not any(opened for *_, opened in counts)
        self.no_chows = chows == 0
        alike = (MeldKind.PUNG, MeldKind.KONG)
        for faces, count in ((DRAGON_TILES, dragons), (WIND_TILES, winds)):
            for tile in self.rng.sample(faces, count):
                if not self._take([one for one in ALL_MELDS if one.tile is tile and one.kind in alike]):
                    return False
        return True

    def _put_in_sets(self, rule: Rule) -> bool:
        """Pungs, kongs and a pair for which the row holds, drawn until it does; of a loser as few as that takes."""
        rng = self.rng
        for _ in range(_TRIES):
            count = rng.randint(2, 4) if self.step is Step.LOSER else 4
            *tiles, pair = (rng.choice(rng.choice((SUITED, DRAGON_TILES, WIND_TILES))) for _ in range(5))
            kinds = rng.choices((MeldKind.PUNG, MeldKind.KONG), k=count)
            sets = [
                meld([tile] * (3 + (kind is MeldKind.KONG)), concealed=rng.random() < 0.5)
                for tile, kind in zip(tiles, kinds, strict=False)
            ]
            if len({*tiles, pair}) == 5 and rule.when(_shape(sets, pair)):
                self.sets, self.pair = sets, pair if count < 4 or self.step is not Step.LOSER else None
                self.used.update([self.pair] * 2 if self.pair is not None else [])
                self.used.update([tile for one in sets for tile in one.tiles])
                return True
        return False

    def _put_in_anything(self) -> None:
        """What rows on the whole hand may ask for, by chance: how it was won, in hand, without chows, in one suit."""
        rng = self.rng
        self.how = rng.choice([(By.DRAW, False), (By.DISCARD, False), (By.DISCARD, True)])
        self.in_hand, self.no_chows = rng.random() < 0.5, rng.random() < 0.5
        first = 9 * rng.randrange(3)
        honours = rng.choice(((), (*WIND_TILES, *DRAGON_TILES)))
        self.faces = frozenset(rng.choice((PLAIN_TILES, GREEN_TILES, (*SUITED[first : first + 9], *honours))))

    def _keep_to(self, rule: Rule) -> None:
        """Only use tiles of kinds for which the row holds."""
        flags = (False, True)
        kinds = [
            kind
            for kind in (TileFacts(*facts) for facts in product(range(4), flags, flags, flags, flags))
            if rule.when(kind) and (kind.honours or kind.suits) and bool(kind.suits) is (kind.terminals or kind.simples)
        ]
        kind = self.rng.choice([one for one in kinds if not one.green] or kinds)
        suits = self.rng.sample(range(3), kind.suits)
        self.faces = frozenset(
            tile
            for tile in PLAIN_TILES
            if (
                (kind.honours if tile.is_honour else int(tile) // 9 in suits)
                and not (tile.is_terminal and not kind.terminals)
                and not (tile.is_simple and not kind.simples)
            )
        )
        if kind.green:
            self.faces, self.no_chows = frozenset(GREEN_TILES), True

    # --- the rest

    def _season(self) -> None:
        """What makes the hands of a level differ from each other: flowers, how it was won."""
        rng, step = self.rng, self.step
        if step in (Step.SETS, Step.VERDICT) or self.aim in ("no-flowers", "no-points"):
            count = 0
        elif step is Step.DOUBLES:
            count = rng.choice((0, 0, 1))
        else:
            count = rng.choice((0, 1, 1, 2)) + (self.aim == "flowers")
        self.flowers |= set(rng.sample(FLOWER_TILES, count))
        if step in (Step.SETS, Step.WINDS) or "how" not in self.ruleset.asks:
            return
        if self.how is None:
            rare = [(By.KONG_REPLACEMENT, False), (By.DRAW, True), (By.DISCARD, True)] if step is Step.WHOLE else []
            self.how = rng.choice([(By.DRAW, False)] * 4 + [(By.DISCARD, False)] * 4 + rare)
        by = self.how[0]
        if by is By.FLOWER_REPLACEMENT and not self.flowers:
            self.flowers.add(rng.choice(FLOWER_TILES))
        if by is By.DEAL:
            self.seat = Wind.EAST
        elif by is By.FIRST_DISCARD and self.seat is Wind.EAST:
            self.seat = rng.choice(WINDS[1:])
        self.closed = self.in_hand or by in (By.DEAL, By.FIRST_DISCARD)
        if by is By.KONG_REPLACEMENT and not any(one.kind is MeldKind.KONG for one in self.sets):
            self._take([one for one in ALL_MELDS if one.kind is MeldKind.KONG and self._allows(one)])

    def _allows(self, one: Meld) -> bool:
        return self.faces.issuperset(one.tiles) and not (one.kind is MeldKind.CHOW and self._no_more_chows())

    def _no_more_chows(self) -> bool:
        chows = sum(one.kind is MeldKind.CHOW for one in self.sets)
        return self.no_chows or chows >= self.ruleset.most_chows

    def _take(self, fitting: Iterable[Meld]) -> bool:
        """Put one of these sets into the hand; whether there was one for which the tiles are left."""
        found = [
            one for one in fitting if all(self.used[tile] + count <= 4 for tile, count in Counter(one.tiles).items())
        ]
        if not found:
            return False
        one = self.rng.choice(found)
        self.used.update(one.tiles)
        if one.kind is MeldKind.PAIR:
            self.pair = one.tile
        else:
            self.sets.append(one)
        return True

    def _fill(self) -> bool:
        rng = self.rng
        if len(self.sets) > 4:
            return False
        while len(self.sets) < 4:
            wanted = rng.choice((MeldKind.CHOW,) * 5 + (MeldKind.PUNG,) * 4 + (MeldKind.KONG,))
            if wanted is MeldKind.CHOW and (self._no_more_chows() or not _chows(self.faces)):
                wanted = MeldKind.PUNG
            if self.closed and wanted is MeldKind.KONG:
                wanted = MeldKind.PUNG
            if not self._take([one for one in ALL_MELDS if one.kind is wanted and self._allows(one)]):
                return False
        if self.pair is None:
            pairs = [tile for tile in self.faces if self.used[tile] <= 2]
            if not pairs:
                return False
            self.pair = rng.choice(sorted(pairs))
            self.used[self.pair] += 2
        return True

    def _won(self) -> tuple[Hand, ScoringContext] | None:
        assert self.pair is not None  # noqa: S101 - `_fill` saw to it
        laid = [one for one in self.sets if not one.concealed or one.kind is MeldKind.KONG]
        held = [one for one in self.sets if one not in laid]
        if self.closed and laid:
            held, laid = [one.turned(concealed=True) for one in self.sets], []
            if any(one.kind is MeldKind.KONG for one in held):
                return None
        concealed = [tile for one in held for tile in one.tiles] + [self.pair] * 2
        win = None
        if self.how is not None:
            by, last = self.how
            places = [*held, meld([self.pair] * 2, concealed=True)]
            tile = None if by is By.DEAL else self._winning_tile(by, places, concealed)
            if tile is None and by is not By.DEAL:
                return None
            win = HowWon(tile, by, last, self.feats)
        hand = Hand(tuple(concealed), tuple(laid), tuple(sorted(self.flowers)))
        discards = None
        if self.kemp and self.step in (Step.FACTOR, Step.WHOLE):
            discards = self.rng.randrange(6, KEMP_TILES - len(self.flowers) - 8)
        return hand, ScoringContext(self.ruleset, self.seat, self.round, win=win, discards=discards)

    def _winning_tile(self, by: By, places: list[Meld], concealed: list[Tile]) -> Tile | None:
        """A tile that may have come last in this way; with `only` one that fits a single place."""
        tiles = [(one, tile) for one in places for tile in sorted(set(one.tiles))]
        if by is By.ROBBED_KONG:
            laid = Counter(tile for one in self.sets for tile in one.tiles) + Counter([self.pair] * 2)
            tiles = [(one, tile) for one, tile in tiles if one.kind is MeldKind.CHOW and laid[tile] == 1]
        if self.only:
            tiles = [(one, tile) for one, tile in tiles if one.kind is MeldKind.PAIR or (one.kind is MeldKind.CHOW)]
        tiles = [(one, tile) for one, tile in tiles if tile in self.last_to_come]
        return self.rng.choice(tiles)[1] if tiles and concealed else None

    def _lost(self) -> tuple[Hand, ScoringContext] | None:
        """Thirteen tiles: two or three sets, pairs, and tiles that go with nothing."""
        rng = self.rng
        pairs = [] if self.pair is None else [self.pair]
        if self.aim == TWO_PAIRS:
            pairs += [WIND_TILES[WINDS.index(self.seat)]]
            self.used.update(2 * pairs)
        self.flowers |= set(rng.sample(FLOWER_TILES, rng.choice((0, 1, 1, 2))))
        while len(self.sets) < rng.choice((2, 2, 3)):
            wanted = rng.choice((MeldKind.CHOW, MeldKind.PUNG, MeldKind.PUNG, MeldKind.KONG))
            if wanted is MeldKind.CHOW and self._no_more_chows():
                wanted = MeldKind.PUNG
            if not self._take(
                [one for one in ALL_MELDS if one.kind is wanted and (wanted is not MeldKind.CHOW or not one.concealed)]
            ):
                return None
        laid = [one for one in self.sets if not one.concealed or one.kind is MeldKind.KONG]
        tiles = [tile for one in self.sets if one not in laid for tile in one.tiles]
        tiles += [tile for one in pairs for tile in (one, one)]
        due = 13 - 3 * len(laid)
        if due - len(tiles) >= 3 and not pairs:
            pair = rng.choice([tile for tile in PLAIN_TILES if self.used[tile] <= 2])
            tiles += [pair] * 2
            self.used[pair] += 2
        singles = [tile for tile in PLAIN_TILES if not self.used[tile]]
        if not 0 <= due - len(tiles) <= len(singles):
            return None
        tiles += rng.sample(singles, due - len(tiles))
        hand = Hand(tuple(tiles), tuple(laid), tuple(sorted(self.flowers)))
        return hand, ScoringContext(self.ruleset, self.seat, self.round, winner=False)


def _shape(sets: list[Meld], pair: Tile) -> ShapeFacts:
    """What rows on some sets together see of pungs and kongs and a pair."""
    kongs = [one for one in sets if one.kind is MeldKind.KONG]
    return ShapeFacts(
        dragon_sets=sum(one.tile.is_dragon for one in sets),
        wind_sets=sum(one.tile.is_wind for one in sets),
        kongs=len(kongs),
        alike=len(sets),
        concealed_alike=sum(one.concealed for one in sets),
        concealed_kongs=sum(one.concealed for one in kongs),
        dragon_pairs=pair.is_dragon,
        wind_pairs=pair.is_wind,
    )


def _chows(faces: frozenset[Tile]) -> list[Meld]:
    return [one for one in ALL_MELDS if one.kind is MeldKind.CHOW and faces.issuperset(one.tiles)]


def _pairs(hand: Hand) -> list[Tile]:
    """The tiles of which a hand holds just two."""
    counted = Counter(hand.concealed)
    return [tile for tile in sorted(counted) if counted[tile] == 2]


def _scores_alone(tile: Tile, situation: ScoringContext) -> bool:
    """Whether a pair would score in these rules."""
    facts = SetFacts(meld([tile] * 2, concealed=True), situation.seat, situation.round)
    return any(row.points and row.when(facts) for row in rules_of(situation.rules) if row.on is On.SET)


# --- the sheet -----------------------------------------------------------------------------------------------------


def offers_of(ruleset: Ruleset) -> tuple[Offer, ...]:
    """The lines that may be added to a sheet: every row that is neither about a set nor about a flower."""
    found = []
    for row in rules_of(ruleset):
        if row.on is On.FLOWER_SET:
            for name, words in _ALL_FOUR.items():
                tiles = FLOWER_TILES[:4] if name == "flowers" else FLOWER_TILES[4:]
                found.append(Offer(f"all:{name}", words, row.id, row.source, row.law, tiles=tiles))
        elif row.on not in (On.SET, On.FLOWER):
            found.append(Offer(f"rule:{row.id}", row.words, row.id, row.source, row.law, row.share))
    return tuple(found)


def _rows(sheet: ScoreSheet, step: Step) -> tuple[Row, ...]:
    """The rows of a sheet: sets as they lie on the table, flowers, everything else, and the figures below."""
    lines = {line.meld: line for line in sheet.lines if line.meld is not None}
    rows = [_set_row(at, one, lines.get(one)) for at, one in enumerate(_sets_in_order(sheet))]
    others = [line for line in sheet.lines if line.meld is None]
    rows += [_row(f"flower:{line.tiles[0]}", line) for line in others if len(line.tiles) == 1]
    for line in others:
        if len(line.tiles) != 1:
            key = f"all:{line.tiles[0].kind}" if line.tiles else f"rule:{line.rules[0]}"
            rows.append(_row(key, line, given=step in _ROWS_NAMED))
    figures = _amounts(sheet.situation, sheet)
    return (*rows, *(figures[-1:] if step is Step.SETS else figures), *_adjustment(sheet))  # at first nothing doubles


def _row(key: str, line: ScoreLine, *, given: bool = True) -> Row:
    return Row(
        key,
        Kind.LINE,
        line.points,
        line.doubles,
        line.share,
        given=given,
        tiles=line.tiles,
        words=line.words,
        rules=line.rules,
        source=line.source,
        laws=line.law_texts,
    )


def _set_row(at: int, one: Meld, line: ScoreLine | None) -> Row:
    if line is None:
        return Row(f"set:{at}", Kind.LINE, meld=one, tiles=one.tiles)
    return msgspec.structs.replace(_row(f"set:{at}", line), meld=one, tiles=one.tiles)


def _sets_in_order(sheet: ScoreSheet) -> Iterator[Meld]:
    """The sets and the pair as they were counted: those laid out first; of a loser's hand all that could count."""
    laid, held = list(sheet.hand.melds), list(sheet.sets)
    for one in laid:
        held.remove(one)
    yield from laid
    yield from held
    if not sheet.situation.winner:
        for tile in _pairs(sheet.hand):
            one = meld([tile] * 2, concealed=True)
            if one not in held:
                yield one


_FAAN: Final = N_("Faan")


def _amounts(situation: ScoringContext, sheet: ScoreSheet | None, *, if_yes: bool = False) -> list[Row]:
    """Points, doubles and score; all 0 where the hand is no Mah Jongg."""
    by_table = situation.rules.scale_with(situation.options)
    points, doubles, score = (0, 0, 0) if sheet is None else (sheet.points, sheet.doubles, sheet.score)
    found = [] if by_table else [Row("points", Kind.AMOUNT, amount=points, if_yes=if_yes)]
    found.append(Row("doubles", Kind.AMOUNT, amount=doubles, if_yes=if_yes, words=_FAAN if by_table else ""))
    return [*found, Row("score", Kind.AMOUNT, amount=score, if_yes=if_yes)]


def _adjustment(sheet: ScoreSheet) -> list[Row]:
    """Kemp's lines 4a, 4c and 5."""
    found = sheet.adjustment
    if found is None:
        return []
    figures = (("drawable", found.drawable), ("left", found.left), ("final", found.final_rounded))
    return [Row(key, Kind.AMOUNT, amount=amount, rules=("factor",), source="1 B4") for key, amount in figures]


# --- is it Mah Jongg at all? -----------------------------------------------------------------------------------------


def _verdict(ruleset: Ruleset, number: int, aim: str, rng: random.Random) -> Exercise | None:
    """Fourteen tiles that are Mah Jongg, or nearly."""
    built = _Making(ruleset, Step.VERDICT, "", rng).build()
    if built is None:
        return None
    hand, situation = built
    if aim == "pairs":
        hand = Hand(tuple(2 * rng.sample(PLAIN_TILES, 7)))
    elif aim == "one-off":
        hand = _one_off(hand, rng)
    sheet: ScoreSheet | None = None
    trouble: tuple[Problem, ...] = ()
    try:
        sheet = score(hand, situation)
    except RuleError as error:
        trouble = error.problems
    spoilt = trouble and trouble[0].code not in ("not-complete", "special-hand")
    if (sheet is not None) is not aim.startswith("mah-jongg") or spoilt:
        return None
    won = Row("win", Kind.CHOICE, choice=NO if trouble else YES, rules=("verdict",))
    rows = (won, *_amounts(situation, sheet, if_yes=True))
    return Exercise(ruleset, Step.VERDICT, number, aim, rows, (), hand, situation, sheet, trouble=trouble)


def _one_off(hand: Hand, rng: random.Random) -> Hand:
    """The hand with one tile exchanged for a neighbour, or for any other."""
    tiles = list(hand.concealed)
    out = rng.randrange(len(tiles))
    near = [Tile(code) for code in (tiles[out] - 2, tiles[out] - 1, tiles[out] + 1, tiles[out] + 2) if 0 <= code < 34]
    tiles[out] = rng.choice(near)
    return Hand(tuple(tiles), hand.melds, hand.flowers)
