"""Random hands of a card: a line filled with tiles and jokers, and now and then a tile that doesn't belong."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

import msgspec

from mjcompanion.american.card_library import built_in, built_in_matcher
from mjcompanion.american.hand import AmericanHand, Exposure
from mjcompanion.american.line import Line
from mjcompanion.american.match import FilledRun
from mjcompanion.american.score import KEMP_TILES, AmericanSheet, NoAmericanMahJongg, score_american, worth
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import By, HowWon
from mjcompanion.core.tiles import ANY_FLOWER, JOKER, PLAIN_TILES, WINDS, TileSet, Wind
from mjcompanion.practice.exercise import NO, YES, Exercise, ExerciseRow, RowKind, Topic, name_of, options_of
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.settle import Ending, Settlement, settle

_SET: Final = TileSet.of(152)
_SPOILT_SHARE: Final = 0.5
"""How many hands have something wrong, where that is the question."""
_DEAD_SHARE: Final = 0.2
_RARE_SHARE: Final = 0.1
"""How many hands are complete as dealt, or in Kemp's Charleston."""


def attempt(
    ruleset: Ruleset, topic: Topic, number: int, rng: random.Random, house: ClubRules | None = None
) -> Exercise | None:
    """Return an exercise with a random hand; None where the tiles don't suffice, or two lines pay the same."""
    line = rng.choice(built_in(ruleset.card).card.lines)
    filled = _fill(line, rng)
    if filled is None:
        return None
    hand, context = _lay_out(ruleset, topic, line, filled, rng)
    if house is not None:
        context = msgspec.structs.replace(context, house=options_of(ruleset, house), house_name=name_of(house))
    if topic is Topic.VERDICT and rng.random() < _SPOILT_SHARE:
        hand = _spoil(hand, filled, rng)
    sheet: AmericanSheet | None = None
    trouble: tuple[Problem, ...] = ()
    try:
        sheet = score_american(hand, context, built_in_matcher(ruleset.card))
    except NoAmericanMahJongg as error:
        trouble = error.problems
    except RuleError:  # more than four of a tile, or a set laid out that can't be
        return None
    if (sheet is not None and not _is_clear(sheet)) or (trouble and topic is not Topic.VERDICT):
        return None
    rows, ending, settlement = _rows(ruleset, topic, sheet, rng)
    return Exercise(ruleset, topic, number, rows, (), hand, context, sheet, ending, settlement, trouble, house)


def _fill(line: Line, rng: random.Random) -> tuple[FilledRun, ...] | None:
    """Fill a line with tiles, half the time with jokers for some; None where the tiles don't suffice."""
    with_jokers = rng.random() < 0.5
    filled, left = [], Counter({tile: _SET.copies(tile) for tile in (*PLAIN_TILES, ANY_FLOWER)})
    for run in rng.choice(line.builds).runs:
        most = run.count - 1 if run.count > 2 else (1 if run.jokers else 0)
        jokers = rng.choice((0, 0, 1, 2)) if run.jokers and with_jokers else 0
        jokers = max(min(jokers, most), run.count - left[run.tile] if run.jokers else 0)
        left[run.tile] -= run.count - jokers
        filled.append(FilledRun(run, run.count - jokers, jokers))
    enough = min(left.values()) >= 0 and sum(one.jokers for one in filled) <= _SET.copies(JOKER)
    return tuple(filled) if enough else None


def _lay_out(
    ruleset: Ruleset, topic: Topic, line: Line, filled: tuple[FilledRun, ...], rng: random.Random
) -> tuple[AmericanHand, ScoringContext]:
    """Lay out some runs where the line allows it, and choose how the hand was won."""
    by = rng.choice((By.DRAW, By.DISCARD))
    if topic is Topic.WHOLE and rng.random() < _RARE_SHARE:
        by = By.CHARLESTON if ruleset.single_player else By.DEAL
    able = [one for one in filled if one.run.count > 2 and one.naturals and not line.concealed]
    closed = by in (By.CHARLESTON, By.DEAL) or not able
    laid = [] if closed else rng.sample(able, rng.randrange(min(3, len(able)) + 1))
    if len(laid) == len(filled):
        laid = laid[1:]
    concealed = [tile for one in filled if one not in laid for tile in one.tiles]
    hand = AmericanHand(tuple(concealed), tuple(Exposure(one.tiles) for one in laid))
    seat = Wind.EAST if ruleset.single_player or by is By.DEAL else rng.choice(WINDS)
    real = sorted({tile for tile in concealed if tile is not JOKER})
    win = None
    if topic is not Topic.LINE and real:
        win = HowWon(None if by is By.DEAL else rng.choice(real), by)
    discards = rng.randrange(9, KEMP_TILES - 20) if ruleset.single_player and topic is Topic.WHOLE else None
    return hand, ScoringContext(ruleset, seat, win=win, discards=discards)


def _spoil(hand: AmericanHand, filled: tuple[FilledRun, ...], rng: random.Random) -> AmericanHand:
    """Lay out a run, or exchange a tile for another or for a joker: mostly that is no Mah Jongg any more."""
    concealed = list(hand.concealed)
    runs = [one for one in filled if one.run.count > 2 and one.naturals and set(one.tiles) <= set(concealed)]
    if not hand.exposures and runs and rng.random() < 0.5:
        run = rng.choice(runs)
        for tile in run.tiles:
            concealed.remove(tile)
        return AmericanHand(tuple(concealed), (Exposure(run.tiles),))
    place = rng.randrange(len(concealed))
    alike = [tile for tile in PLAIN_TILES if tile.kind is concealed[place].kind and tile is not concealed[place]]
    concealed[place] = JOKER if rng.random() < 0.3 else rng.choice(alike or list(PLAIN_TILES))
    return AmericanHand(tuple(concealed), hand.exposures)


def _is_clear(sheet: AmericanSheet) -> bool:
    """Return whether one line alone pays most."""
    pays = {one.line.number: worth(sheet.context, one.line, jokerless=sheet.jokerless) for one in sheet.readings}
    return list(pays.values()).count(pays[sheet.line.number]) == 1


# --- the sheet -----------------------------------------------------------------------------------------------------


def _rows(
    ruleset: Ruleset, topic: Topic, sheet: AmericanSheet | None, rng: random.Random
) -> tuple[tuple[ExerciseRow, ...], Ending | None, Settlement | None]:
    """Return what is to be found out: whether it is Mah Jongg, the line, its value, the payments or the score."""
    is_verdict = topic is Topic.VERDICT
    rows = []
    if is_verdict:
        rows.append(ExerciseRow("win", RowKind.CHOICE, choice=NO if sheet is None else YES, rules=("verdict",)))
    line = "" if sheet is None else str(sheet.line.number)
    value = 0 if sheet is None else sheet.line.value
    rows.append(ExerciseRow("line", RowKind.CHOICE, choice=line, if_yes=is_verdict, rules=("line",)))
    rows.append(ExerciseRow("value", RowKind.AMOUNT, amount=value, if_yes=is_verdict, rules=("value",)))
    if sheet is None or topic in (Topic.LINE, Topic.VERDICT):
        return tuple(rows), None, None
    if ruleset.single_player:
        rows.append(ExerciseRow("score", RowKind.AMOUNT, amount=sheet.score, rules=("jokers",)))
        found = sheet.adjustment
        if found is not None:
            rows.append(ExerciseRow("left", RowKind.AMOUNT, amount=found.left, rules=("factor",)))
            rows.append(ExerciseRow("final", RowKind.AMOUNT, amount=found.final_rounded, rules=("factor",)))
        return tuple(rows), None, None
    ending = _ending(sheet, rng)
    settlement = settle(ruleset, ending, sheet.context.options)
    rows += [
        ExerciseRow(f"pays:{one.payer}", RowKind.AMOUNT, amount=one.points, rules=("payment",))
        for one in settlement.payments
    ]
    return tuple(rows), ending, settlement


def _ending(sheet: AmericanSheet, rng: random.Random) -> Ending:
    """Return how the hand ended at the table: who discarded, and who may have a dead hand."""
    context = sheet.context
    assert context.win is not None  # noqa: S101 - only the first level leaves it out
    by = context.win.by
    others = [seat for seat in WINDS if seat is not context.seat]
    discarder = rng.choice(others) if by is By.DISCARD else None
    dead: tuple[Wind, ...] = ()
    if by is not By.DEAL and rng.random() < _DEAD_SHARE:
        dead = (rng.choice([seat for seat in others if seat is not discarder]),)
    return Ending(
        context.seat,
        by,
        discarder,
        value=sheet.line.value,
        jokerless=sheet.jokerless,
        singles_and_pairs=sheet.line.singles_and_pairs,
        dead=dead,
    )
