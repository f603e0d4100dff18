"""Random hands of the Chinese rules, scored; the rows of the score sheet say for which level a hand is.

Nothing is built for a rule. A hand is drawn within a theme (any tiles, one suit, honours …), so that limit hands occur
too, and `score` says what it gives.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import FEATS, NO_FEATS, By, Hand, HowWon, Meld, MeldKind, meld
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import (
    DRAGON_TILES,
    FIRST_HONOUR,
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
from mjcompanion.practice.exercise import NO, YES, Exercise, ExerciseRow, RowKind, Topic, name_of, options_of
from mjcompanion.rules.kind import HandKind, counted
from mjcompanion.rules.row import On, Rule
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import readings, score
from mjcompanion.scoring.sheet import KEMP_TILES, ScoreLine, ScoreSheet
from mjcompanion.table.club_rules import ClubRules

Built = tuple[Hand, ScoringContext]

_HIGHEST_DEPTH: Final = {Topic.SETS: 1, Topic.WINDS: 2, Topic.DOUBLES: 3}
_DEPTH_OF_RULE: Final = {
    "pair-winds": 2,
    "pair-own-wind": 2,
    "pair-round-wind": 2,
    "mah-jongg": 1,
    "self-drawn": 3,
    "all-terminals": 4,
    "all-honours": 4,
}
_DEPTH: Final = {
    On.SET: 1,
    On.FLOWER: 2,
    On.PLACE: 3,
    On.NO_POINTS: 3,
    On.NO_DOUBLES: 3,
    On.SHAPE: 3,
    On.TILES: 3,
}
"""At which of four depths a row is first practised; those that aren't here at the last."""
_ALL_NAMED: Final = frozenset({Topic.SETS, Topic.WINDS, Topic.FACTOR})
"""Levels whose blank sheet names all lines, so that none can be added."""
_HONOURS: Final = (*WIND_TILES, *DRAGON_TILES)
_TERMINALS: Final = tuple(tile for tile in SUITED if tile.is_terminal)
_THEMES: Final = (
    (5, PLAIN_TILES, 0.5),
    (3, PLAIN_TILES, 0.0),
    (2, SUITED, 1.0),
    (2, (*SUITED[:9], *_HONOURS), 0.4),
    (1, SUITED[:9], 0.5),
    (1, SUITED[:9], 0.0),
    (1, (*SUITED[:9], *_HONOURS), 0.0),
    (1, (*_TERMINALS, *_HONOURS), 0.0),
    (1, _TERMINALS, 0.0),
    (1, _HONOURS, 0.0),
    (1, (*WIND_TILES, SUITED[4]), 0.0),
    (2, (*_HONOURS, *SUITED[:3]), 0.2),
    (1, GREEN_TILES, 0.2),
)
"""Weight, tiles, and the share of chows among the sets; a theme of one suit is turned into any suit."""
_WEIGHTS: Final = [weight for weight, *_ in _THEMES]
_SPECIAL_SHARE: Final = 0.1
"""How many hands are one of the ruleset's special hands."""
_RARE_SHARE: Final = 0.3
"""The share of hands with a rare kind of win."""
_RARE_WINS: Final = (
    (By.DRAW, True),
    (By.DISCARD, True),
    (By.KONG_REPLACEMENT, False),
    (By.FLOWER_REPLACEMENT, False),
    (By.ROBBED_KONG, False),
    (By.DEAL, False),
    (By.FIRST_DISCARD, False),
)
"""How the last tile came, and whether it was the last of the wall."""
_WITHOUT_MELDS: Final = (By.DEAL, By.FIRST_DISCARD)
_FAAN: Final = N_("Faan")


def rules_of(ruleset: Ruleset, options: Options) -> tuple[Rule, ...]:
    """Return the rows of a ruleset that are practised: those in force with these options."""
    return tuple(row for row in ruleset.rows_with(options) if row.on is not On.WAITING)


def _depth(rule: Rule) -> int:
    if rule.id in _DEPTH_OF_RULE:
        return _DEPTH_OF_RULE[rule.id]
    if rule.on is On.SET and rule.doubles:
        return 2
    return 4 if rule.share else _DEPTH.get(rule.on, 4)


def aims(ruleset: Ruleset, topic: Topic, options: Options) -> tuple[str, ...]:
    """Return the rules that a level is about, by id; none where it is about something else."""
    rows = rules_of(ruleset, options)
    if topic in (Topic.VERDICT, Topic.FACTOR):
        return ()
    if topic is Topic.LOSER:
        return tuple(row.id for row in rows if row.everybody)
    if topic is Topic.WHOLE:
        return tuple(row.id for row in rows if _depth(row) > (2 if Topic.DOUBLES in ruleset.practice else 1))
    return tuple(row.id for row in rows if _depth(row) == _HIGHEST_DEPTH[topic] and row.id != "mah-jongg")


def attempt(
    ruleset: Ruleset, topic: Topic, number: int, rng: random.Random, house: ClubRules | None = None
) -> Exercise | None:
    """Return an exercise with a random hand; None where the hand isn't one for this level."""
    options = options_of(ruleset, house)
    built = _lost(ruleset, options, rng) if topic is Topic.LOSER else _won(ruleset, options, topic, rng)
    if built is None:
        return None
    hand, context = built
    if house is not None:
        context = msgspec.structs.replace(context, house=options, house_name=name_of(house))
    if topic is Topic.VERDICT:
        return _verdict(ruleset, number, hand, context, rng, house)
    try:
        sheet = score(hand, context)
    except RuleError:  # more than four of a tile, or a way to win that the tiles don't allow
        return None
    if not _fits(sheet, topic):
        return None
    rows = tuple(_adjustment(sheet)) if topic is Topic.FACTOR else _rows(sheet, topic)
    offers = () if topic in _ALL_NAMED else offers_of(ruleset, options)
    return Exercise(ruleset, topic, number, rows, offers, hand, context, sheet, house=house)


def _fits(sheet: ScoreSheet, topic: Topic) -> bool:
    """Return whether all rows of a sheet belong to the level."""
    rules = {rule for line in sheet.lines for rule in line.rules}
    found = [row for row in sheet.context.rules.rows_with(sheet.context.options) if row.id in rules]
    if any(row.on is On.WAITING for row in found) or sheet.apart or sheet.passed_over:
        return False  # a special hand with flowers is two sums
    if topic in _HIGHEST_DEPTH:
        one_reading = len(readings(sheet.hand, sheet.context)) == 1
        return one_reading and all(_depth(row) <= _HIGHEST_DEPTH[topic] for row in found)
    return True


# --- drawing a hand --------------------------------------------------------------------------------------------------


class _Sets:
    """Sets drawn from the tiles of a random theme, never more than four of a tile."""

    def __init__(self, ruleset: Ruleset, topic: Topic, rng: random.Random) -> None:
        _, faces, self._chows = rng.choices(_THEMES, _WEIGHTS)[0]
        suit = 0 if faces is GREEN_TILES else 9 * rng.randrange(3)
        turned = [Tile((tile + suit) % FIRST_HONOUR) if tile < FIRST_HONOUR else tile for tile in faces]
        self.faces = tuple(tile for tile in turned if topic is not Topic.SETS or not tile.is_wind)
        self._rng, self._most_chows = rng, ruleset.most_chows
        self._closed_share = rng.choice((0.2, 0.5, 1.0))
        self._kong_share = rng.choice((0.0, 0.2, 0.2, 0.9))
        self.used: Counter[Tile] = Counter()
        self.melds: list[Meld] = []

    def draw(self) -> bool:
        """Draw one more set; false where the tiles didn't suffice."""
        rng = self._rng
        tile = rng.choice(self.faces)
        tiles = (tile,) * (4 if rng.random() < self._kong_share else 3)
        chows = sum(one.kind is MeldKind.CHOW for one in self.melds)
        if tile < FIRST_HONOUR and tile % 9 < 7 and chows < self._most_chows and rng.random() < self._chows:
            tiles = (tile, Tile(tile + 1), Tile(tile + 2))
        self.used.update(tiles)
        self.melds.append(meld(tiles, concealed=rng.random() < self._closed_share))
        return all(self.used[one] <= 4 for one in tiles)

    def draw_pair(self) -> list[Tile]:
        """Draw a pair."""
        tile = self._rng.choice([tile for tile in self.faces if self.used[tile] <= 2])
        self.used[tile] += 2
        return [tile] * 2

    def hand(self, loose: Sequence[Tile], flowers: Sequence[Tile]) -> Hand:
        """Return the hand of the sets drawn, with other tiles."""
        laid = [one for one in self.melds if not one.concealed or one.kind is MeldKind.KONG]
        concealed = [tile for one in self.melds if one not in laid for tile in one.tiles]
        return Hand((*concealed, *loose), tuple(laid), tuple(sorted(flowers)))


def _special(kind: HandKind, rng: random.Random, *, of_house: bool) -> Hand:
    """Return a hand of a special kind: for a pattern of the house any that it allows."""
    if of_house:
        counts = counted(rng.choice(sorted(kind.keys)))
        return Hand(tuple(Tile(code) for code, count in enumerate(counts) for _ in range(count)))
    hand = Hand.parse(kind.example)
    return hand if set(hand.concealed) <= set(GREEN_TILES) else hand.with_suits(rng.sample(range(3), 3))


def _won(ruleset: Ruleset, options: Options, topic: Topic, rng: random.Random) -> Built | None:
    """Draw a whole hand and how it was won."""
    kinds, of_house = ruleset.kinds_with(options), {hand.id for hand in options.hands}
    asks = ruleset.asks_with(options)
    flowers = [] if topic in (Topic.SETS, Topic.VERDICT) else _flowers(rng)
    if topic is Topic.WHOLE and kinds and rng.random() < _SPECIAL_SHARE:
        kind = rng.choice(kinds)
        hand = _special(kind, rng, of_house=kind.id in of_house)
    else:
        sets = _Sets(ruleset, topic, rng)
        if not all(sets.draw() for _ in range(4)):
            return None
        hand = sets.hand(sets.draw_pair(), flowers)
    seat = rng.choice(WINDS) if "seat" in asks and not ruleset.single_player else Wind.EAST
    prevailing = rng.choice(WINDS) if "round" in asks else Wind.EAST
    win = None
    if "how" in asks and topic not in (Topic.SETS, Topic.WINDS):
        win = _how_won(ruleset, asks, topic, hand, seat, rng)
        seat = Wind.EAST if win.by is By.DEAL else seat
    discards = None
    if ruleset.single_player and topic in (Topic.FACTOR, Topic.WHOLE):
        discards = rng.randrange(6, KEMP_TILES - len(hand.flowers) - 8)
    return hand, ScoringContext(ruleset, seat, prevailing, win=win, discards=discards)


def _flowers(rng: random.Random) -> list[Tile]:
    if rng.random() < 0.1:
        return list(rng.choice((FLOWER_TILES[:4], FLOWER_TILES[4:], FLOWER_TILES)))
    return rng.sample(FLOWER_TILES, rng.choice((0, 0, 1, 1, 2)))


def _how_won(
    ruleset: Ruleset, asks: frozenset[str], topic: Topic, hand: Hand, seat: Wind, rng: random.Random
) -> HowWon:
    by, last = rng.choice((By.DRAW, By.DISCARD)), False
    if topic in (Topic.WHOLE, Topic.FACTOR) and rng.random() < _RARE_SHARE:
        left_out = _WITHOUT_MELDS if hand.melds else ()
        by, last = rng.choice([one for one in _RARE_WINS if one[0] in ruleset.win_types and one[0] not in left_out])
    possible = [feat.id for feat in FEATS if feat.id in asks and feat.goes_with(by, seat)]
    feats = (
        frozenset({rng.choice(possible)})
        if topic is Topic.WHOLE and possible and rng.random() < _RARE_SHARE
        else NO_FEATS
    )
    return HowWon(None if by is By.DEAL else rng.choice(hand.concealed), by, last, feats)


def _lost(ruleset: Ruleset, options: Options, rng: random.Random) -> Built | None:
    """Draw a hand of thirteen that didn't win: two to four sets, pairs, and tiles that go with nothing."""
    sets = _Sets(ruleset, Topic.LOSER, rng)
    if not all(sets.draw() for _ in range(rng.choice((2, 2, 3, 3, 4)))):
        return None
    flowers = _flowers(rng)
    rest = 13 - 3 * len(sets.melds)
    loose = [tile for _ in range(min(rng.choice((1, 2, 2)), rest // 2)) for tile in sets.draw_pair()]
    singles = [tile for tile in PLAIN_TILES if not sets.used[tile]]
    seat = rng.choice(WINDS)
    prevailing = rng.choice(WINDS) if ruleset.round_matters(options) else Wind.EAST
    hand = sets.hand([*loose, *rng.sample(singles, rest - len(loose))], flowers)
    return hand, ScoringContext(ruleset, seat, prevailing, winner=False)


# --- the sheet -----------------------------------------------------------------------------------------------------


def offers_of(ruleset: Ruleset, options: Options) -> tuple[ExerciseRow, ...]:
    """Return the lines that may be added to a sheet: every row that is neither about a set nor about a flower."""
    found = []
    for row in rules_of(ruleset, options):
        if row.on is On.FLOWER_SET:
            found.append(_offer(row, "all:flowers", N_("all four flowers"), FLOWER_TILES[:4]))
            found.append(_offer(row, "all:seasons", N_("all four seasons"), FLOWER_TILES[4:]))
        elif row.on not in (On.SET, On.FLOWER):
            found.append(_offer(row, f"rule:{row.id}", row.words))
    return tuple(found)


def _offer(rule: Rule, key: str, words: str, tiles: tuple[Tile, ...] = ()) -> ExerciseRow:
    return ExerciseRow(
        key,
        RowKind.LINE,
        share=rule.share,
        given=False,
        tiles=tiles,
        words=words,
        rules=(rule.id,),
        source=rule.source,
        laws=(rule.law,) if rule.law else (),
    )


def _rows(sheet: ScoreSheet, topic: Topic) -> tuple[ExerciseRow, ...]:
    """Return the rows of a sheet: sets, flowers, everything else, and the figures below."""
    lines = {line.meld: line for line in sheet.lines if line.meld is not None}
    rows = [_set_row(at, one, lines.get(one)) for at, one in enumerate(_sets_in_order(sheet))]
    others = [line for line in sheet.lines if line.meld is None]
    rows += [_row(f"flower:{line.tiles[0]}", line) for line in others if len(line.tiles) == 1]
    for line in others:
        if len(line.tiles) != 1:
            key = f"all:{line.tiles[0].kind}" if line.tiles else f"rule:{line.rules[0]}"
            rows.append(_row(key, line, given=topic in _ALL_NAMED))
    figures = _amounts(sheet.context, sheet)
    return (*rows, *(figures[-1:] if topic is Topic.SETS else figures), *_adjustment(sheet))  # at first nothing doubles


def _row(key: str, line: ScoreLine, *, given: bool = True) -> ExerciseRow:
    return ExerciseRow(
        key,
        RowKind.LINE,
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


def _set_row(at: int, one: Meld, line: ScoreLine | None) -> ExerciseRow:
    if line is None:
        return ExerciseRow(f"set:{at}", RowKind.LINE, meld=one, tiles=one.tiles)
    return msgspec.structs.replace(_row(f"set:{at}", line), meld=one, tiles=one.tiles)


def _sets_in_order(sheet: ScoreSheet) -> Iterator[Meld]:
    """Yield the sets and the pair as they were counted, exposed ones first; of a loser's hand every pair."""
    concealed = sheet.sets_in_hand
    yield from sheet.hand.melds
    yield from concealed
    if not sheet.context.winner:
        counted = Counter(sheet.hand.concealed)
        for tile in sorted(counted):
            pair = meld([tile] * 2, concealed=True)
            if counted[tile] == 2 and pair not in concealed:
                yield pair


def _amounts(context: ScoringContext, sheet: ScoreSheet | None, *, if_yes: bool = False) -> list[ExerciseRow]:
    """Return points, doubles and score; all 0 where the hand is no Mah Jongg."""
    by_table = context.rules.scale_with(context.options)
    points, doubles, total = (0, 0, 0) if sheet is None else (sheet.points, sheet.doubles, sheet.score)
    found = [] if by_table else [ExerciseRow("points", RowKind.AMOUNT, amount=points, if_yes=if_yes)]
    found.append(ExerciseRow("doubles", RowKind.AMOUNT, amount=doubles, if_yes=if_yes, words=_FAAN if by_table else ""))
    return [*found, ExerciseRow("score", RowKind.AMOUNT, amount=total, if_yes=if_yes)]


def _adjustment(sheet: ScoreSheet) -> list[ExerciseRow]:
    """Return Kemp's lines 4a, 4c and 5."""
    found = sheet.adjustment
    if found is None:
        return []
    figures = (("drawable", found.drawable), ("left", found.left), ("final", found.final_rounded))
    return [
        ExerciseRow(key, RowKind.AMOUNT, amount=amount, rules=("factor",), source="1 B4") for key, amount in figures
    ]


# --- is it Mah Jongg at all? -----------------------------------------------------------------------------------------


def _verdict(
    ruleset: Ruleset,
    number: int,
    hand: Hand,
    context: ScoringContext,
    rng: random.Random,
    house: ClubRules | None,
) -> Exercise | None:
    """Return fourteen tiles that are Mah Jongg, or nearly: a tile is exchanged, or there are seven pairs."""
    spoilt = rng.choice(("", "", "exchanged", "exchanged", "pairs"))
    if spoilt == "pairs":
        hand = Hand(tuple(2 * rng.sample(PLAIN_TILES, 7)))
    elif spoilt:
        tiles = list(hand.concealed)
        place = rng.randrange(len(tiles))
        near = [code for code in range(tiles[place] - 2, tiles[place] + 3) if 0 <= code < len(PLAIN_TILES)]
        tiles[place] = Tile(rng.choice(near))
        hand = Hand(tuple(tiles), hand.melds, hand.flowers)
    sheet: ScoreSheet | None = None
    trouble: tuple[Problem, ...] = ()
    try:
        sheet = score(hand, context)
    except RuleError as error:
        trouble = error.problems
    if trouble and trouble[0].code not in ("not-complete", "special-hand"):
        return None
    won = ExerciseRow("win", RowKind.CHOICE, choice=NO if trouble else YES, rules=("verdict",))
    rows = (won, *_amounts(context, sheet, if_yes=True))
    return Exercise(ruleset, Topic.VERDICT, number, rows, (), hand, context, sheet, trouble=trouble, house=house)
