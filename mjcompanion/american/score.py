"""Is this hand Mah Jongg, on which line, and what is it worth? Source: RULES 3, 3.1 and 3.2 (docs/rules.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from mjcompanion.american.hand import AmericanHand, is_claimed, is_same, problems_of
from mjcompanion.american.line import Line
from mjcompanion.american.match import Matcher, Near, Reading
from mjcompanion.core.errors import Problem, RuleError, listed
from mjcompanion.core.hand import TAKEN, WITHOUT_TILE, By, HowWon
from mjcompanion.core.tiles import JOKER, Terms, Tile, Wind
from mjcompanion.i18n.translation import _, ngettext
from mjcompanion.rules.ruleset import CardFacts
from mjcompanion.scoring.context import Adjustment, ScoringContext

KEMP_TILES: Final = 138
"""Tiles of Kemp's American wall that are not in the hand: 152 less 14 (source 1, part E of the American game)."""


class AmericanSheet(msgspec.Struct, frozen=True):
    """What a hand won and why: the reading that pays most comes first.

    `factors` are what multiplies the value of the first reading, each with its reason: Kemp's doublings, which make
    the score, and elsewhere the doubling without jokers, which the payments show. The reasons are looked up where
    they are shown.
    """

    context: ScoringContext
    hand: AmericanHand
    readings: tuple[Reading, ...]

    @property
    def reading(self) -> Reading:
        """Return the reading that counts."""
        return self.readings[0]

    @property
    def line(self) -> Line:
        """Return the line that was won."""
        return self.reading.line

    @property
    def jokers(self) -> int:
        """Return how many jokers the hand holds."""
        return self.reading.jokers

    @property
    def jokerless(self) -> bool:
        """Return whether it has no jokers."""
        return not self.jokers

    @property
    def factors(self) -> tuple[tuple[int, str], ...]:
        """Return what multiplies the line's value, and why."""
        return factors(self.context, self.line, jokerless=self.jokerless)

    @property
    def score(self) -> int:
        """Return the line's value; in Kemp's solitaire doubled, and doubled twice more without jokers."""
        if not self.context.rules.single_player:
            return self.line.value
        return self.line.value * _product(self.factors)

    @property
    def adjustment(self) -> Adjustment | None:
        """Return Kemp's adjustment, if the number of discards was given."""
        if self.context.discards is None or not self.context.rules.single_player:
            return None
        return Adjustment(self.score, KEMP_TILES, self.context.discards)

    def answer(self) -> dict[str, Any]:
        """Return the sheet as the command line answers it."""
        line = self.line
        answer: dict[str, Any] = {
            "ok": True,
            "value": line.value,
            "line": line.pattern,
            "section": line.section,
            "concealed": line.concealed,
            "jokers": self.jokers,
            "score": self.score,
        }
        adjustment = self.adjustment
        if adjustment is not None:
            answer |= adjustment.answer()
        return answer


class NoAmericanMahJongg(RuleError):  # noqa: N818 - named for what happened
    """Fourteen tiles that make no line; `near` is the line that they are nearest to, where there is one."""

    def __init__(self, problem: Problem, near: Near | None) -> None:
        self.near = near
        super().__init__([problem])

    def answer(self) -> dict[str, Any]:
        """Return what is missing, as the command line answers it."""
        answer = super().answer()
        if self.near is not None:
            answer["away"] = self.near.away
            answer["missing"] = [str(tile) for tile in self.near.missing]
        return answer


def score_american(hand: AmericanHand, context: ScoringContext, matcher: Matcher) -> AmericanSheet:
    """Match a hand of 14 tiles with a card.

    Raises:
        NoAmericanMahJongg: it makes no line; the sentence says what is missing.
        RuleError: with everything that is wrong with the tiles, the sets laid out and how the hand was won.

    >>> from mjcompanion.american.card_library import built_in
    >>> from mjcompanion.rulesets import Ruleset
    >>> matcher = Matcher.of(built_in("companion").card)
    >>> hand = AmericanHand.parse("FFF 5z2m6m 222p 66JJp 9s")
    >>> score_american(hand, ScoringContext(Ruleset("nmjl")), matcher).line.pattern
    Traceback (most recent call last):
    ...
    mjcompanion.american.score.NoAmericanMahJongg: This isn’t Mah Jongg: line 1, “FFF 2026a 222b 6666b”, still needs \
1 tile, 2 character.
    >>> hand = AmericanHand.parse("FFF 2m5z2m6m 222p 66JJp")
    >>> score_american(hand, ScoringContext(Ruleset("nmjl")), matcher).line.pattern
    'FFF 2026a 222b 6666b'

    """
    problems = [*context_problems(hand, context)]
    if problems:
        raise RuleError(problems)
    claimed = _claimed(context)
    readings = [one for one in matcher.readings(hand) if may_lie_open(one.line, hand, claimed)]
    if not readings:
        raise _no_mah_jongg(hand, matcher)
    jokerless = not hand.jokers
    readings.sort(key=lambda one: -worth(context, one.line, jokerless=jokerless))
    return AmericanSheet(context, hand, tuple(readings))


def _claimed(context: ScoringContext) -> Tile | None:
    """Return the winning tile if it was a discard."""
    win = context.win
    return win.tile if win is not None and win.is_taken else None


def factors(context: ScoringContext, line: Line, *, jokerless: bool) -> tuple[tuple[int, str], ...]:
    """Return what multiplies a line's value in these rules, whoever pays, and why, in words to be translated.

    >>> from mjcompanion.rulesets import Ruleset
    >>> factors(ScoringContext(Ruleset("nmjl")), Line(singles_and_pairs=True), jokerless=True)
    ()
    """
    drawn = context.win is not None and context.win.by not in TAKEN
    apart = line.singles_and_pairs and context.rules.pairs_apart(context.options)
    facts = CardFacts(jokerless, drawn, apart)
    return tuple((factor.times, factor.words) for factor in context.rules.factors if factor.when(facts))


def worth(context: ScoringContext, line: Line, *, jokerless: bool) -> int:
    """Return a line's value with all its factors, to compare it with other lines."""
    return line.value * _product(factors(context, line, jokerless=jokerless))


def _product(found: Iterable[tuple[int, str]]) -> int:
    product = 1
    for factor, _unused in found:
        product *= factor
    return product


def may_lie_open(line: Line, hand: AmericanHand, claimed: Tile | None) -> bool:
    """Return whether a line allows the exposed sets of a hand: a concealed one only that of the winning discard."""
    if not line.concealed or not hand.exposures:
        return True
    return len(hand.exposures) == 1 and claimed is not None and is_claimed(hand.exposures[0], claimed)


def _no_mah_jongg(hand: AmericanHand, matcher: Matcher) -> NoAmericanMahJongg:
    """Return why 14 tiles are no Mah Jongg: an exposed set, or what is missing."""
    shut = next(iter(matcher.readings(hand)), None)
    if shut is not None:
        return NoAmericanMahJongg(Problem("laid-out-concealed", count=shut.line.number, text=shut.line.pattern), None)
    if hand.exposures:
        loose = next(iter(matcher.readings(AmericanHand(hand.tiles))), None)
        if loose is not None:
            sets = [laid.write() for laid in hand.exposures]
            return NoAmericanMahJongg(
                Problem("laid-out-elsewhere", count=loose.line.number, text=loose.line.pattern, why=listed(sets)), None
            )
    nearest = matcher.nearest(hand, top=1)
    if not nearest.lines:
        return NoAmericanMahJongg(
            Problem("no-mah-jongg", why=_("no line of the card can be made with the exposed sets")), None
        )
    near = nearest.lines[0]
    why = ngettext(
        "line {number}, “{pattern}”, still needs {n} tile, {tiles}",
        "line {number}, “{pattern}”, still needs {n} tiles, {tiles}",
        near.away,
    ).format(number=near.line.number, pattern=near.line.pattern, n=near.away, tiles=counted_names(near.missing))
    return NoAmericanMahJongg(Problem("no-mah-jongg", why=why), near)


def counted_names(tiles: Iterable[Tile], terms: Terms | None = None) -> str:
    """Return tiles by name, equal ones together.

    >>> counted_names([Tile.parse("4p"), Tile.parse("4p"), Tile.parse("7z")])
    '2 × 4 dot and red dragon'
    """
    counted = Counter(tiles)
    return listed(
        [f"{count} × {tile.name(terms)}" if count > 1 else tile.name(terms) for tile, count in counted.items()]
    )


def context_problems(hand: AmericanHand, context: ScoringContext) -> Iterator[Problem]:
    """Yield everything that is wrong with a finished hand, except that it makes no line."""
    win = context.win
    yield from problems_of(hand, claimed=_claimed(context))
    if win is not None:
        yield from _win_problems(hand, context, win)
    if context.rules.single_player:
        if context.seat is not Wind.EAST:
            yield Problem("kemp-seat", text=context.seat)
        if context.discards is not None and not 0 <= context.discards <= KEMP_TILES:
            yield Problem("discards-out-of-range", count=context.discards, limit=KEMP_TILES)


def _win_problems(hand: AmericanHand, context: ScoringContext, win: HowWon) -> Iterator[Problem]:
    """Yield a problem for a winning tile that isn't there, and for facts that can't be."""
    ways = context.rules.win_types
    if win.by not in ways:
        yield Problem("unknown-by", text=win.by, why=listed(ways, "or"))
        return
    tile = win.tile
    if tile is None:
        if win.by not in WITHOUT_TILE:
            yield Problem("win-without-tile")
    elif tile is JOKER and win.by in TAKEN:
        yield Problem("joker-claimed")
    elif not any(is_same(tile, one) for one in hand.concealed):
        laid_out = [laid for laid in hand.exposures if is_claimed(laid, tile)]
        if not laid_out:
            yield Problem("win-tile-not-in-hand", tile=tile)
        elif win.by not in TAKEN and JOKER not in hand.concealed:
            yield Problem("win-tile-in-set", tile=tile)  # else it was exchanged for the joker that won
    if win.last_tile and win.by not in (By.DRAW, By.DISCARD):
        yield Problem("last-tile-with", text=win.by)
    yield from _early_win_problems(hand, context, win)


def _early_win_problems(hand: AmericanHand, context: ScoringContext, win: HowWon) -> Iterator[Problem]:
    """Yield a problem for exposed sets, and for a seat, with which nobody can win that early."""
    is_east = context.seat is Wind.EAST
    if win.by is By.DEAL:
        if hand.exposures:
            yield Problem("dealt-with-sets")
        if not is_east:
            yield Problem("deal-not-east", text=context.seat)
    elif win.by is By.FIRST_DISCARD:
        completed = [laid for laid in hand.exposures if win.tile is not None and is_claimed(laid, win.tile)]
        if len(hand.exposures) > len(completed[:1]):
            yield Problem("first-discard-with-sets")
        if is_east:
            yield Problem("first-discard-east")
    elif win.by is By.CHARLESTON and hand.exposures:
        yield Problem("charleston-with-sets")
