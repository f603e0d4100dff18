"""Hands of a card: built from a line, with jokers where they may stand, or spoilt in one place."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from mjcompanion.american.card_library import built_in, built_in_matcher
from mjcompanion.american.hand import AmericanHand, Exposure
from mjcompanion.american.line import Line
from mjcompanion.american.match import FilledRun
from mjcompanion.american.score import KEMP_TILES, AmericanSheet, NoAmericanMahJongg, score_american, worth
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import By, HowWon
from mjcompanion.core.tiles import ANY_FLOWER, JOKER, PLAIN_TILES, WINDS, TileSet, Wind
from mjcompanion.practice.exercise import NO, YES, Exercise, Kind, Row, Step
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.table.settle import Ending, Settlement, settle

_SET: Final = TileSet.of(152)
_DRAWN, _TAKEN, _JOKERLESS = "drawn", "discard", "jokerless"
_SPOILT: Final = ("one-off", "laid-out", "joker")
"""Aims of hands that are no Mah Jongg: a tile is wrong, a concealed line lies open, a joker stands in a pair."""


def aims(ruleset: Ruleset, step: Step) -> tuple[str, ...]:
    """What the hands of a level are made for."""
    if step is Step.LINE:
        return ("exposed", "concealed", _JOKERLESS)
    if step is Step.JOKERS:
        return ("jokers", _JOKERLESS)
    if step is Step.PAYMENT:
        drawn = (_DRAWN, f"{_DRAWN}-{_JOKERLESS}")
        pairs = ("singles-and-pairs",) if ruleset.singles_and_pairs else ()
        return (*drawn, _TAKEN, f"{_TAKEN}-{_JOKERLESS}", "dead", *pairs)
    jokers_anywhere = ruleset.club_faults
    spoilt = [one for one in _SPOILT if one != "joker" or not jokers_anywhere]
    if step is Step.VERDICT:
        return ("exposed", "concealed", _JOKERLESS, *spoilt)
    if ruleset.alone:
        return ("jokers", _JOKERLESS, "charleston")
    return (_DRAWN, f"{_DRAWN}-{_JOKERLESS}", _TAKEN, f"{_TAKEN}-{_JOKERLESS}", "dead", "dealt")


def attempt(ruleset: Ruleset, step: Step, number: int, aim: str, rng: random.Random) -> Exercise | None:
    """An exercise made for an aim; None where the hand didn't turn out."""
    line = rng.choice([one for one in built_in(ruleset.card).card.lines if _suits(one, aim)])
    filled = _fill(line, aim, rng)
    if filled is None:
        return None
    hand, situation = _lay(ruleset, step, line, filled, aim, rng)
    if aim in _SPOILT:
        hand = _spoil(hand, filled, aim, rng)
    sheet: AmericanSheet | None = None
    trouble: tuple[Problem, ...] = ()
    try:
        sheet = score_american(hand, situation, built_in_matcher(ruleset.card))
    except NoAmericanMahJongg as error:
        trouble = error.problems
    except RuleError:  # five of a tile, or a set laid out that can't be
        return None
    if bool(trouble) is not (aim in _SPOILT) or (sheet is not None and not _is_clear(sheet)):
        return None
    rows, ending, settlement = _rows(ruleset, step, sheet, aim, rng)
    return Exercise(ruleset, step, number, aim, rows, (), hand, situation, sheet, ending, settlement, trouble)


def _suits(line: Line, aim: str) -> bool:
    """Whether hands of this line can teach this."""
    if aim in ("exposed", "laid-out", "concealed"):
        return line.concealed is (aim != "exposed") and (aim != "laid-out" or _has_run(line))
    if aim == "singles-and-pairs":
        return line.singles_and_pairs
    if aim in ("jokers", _DRAWN, _TAKEN):
        return _takes_jokers(line)
    return not line.singles_and_pairs if _JOKERLESS in aim else True


def _has_run(line: Line) -> bool:
    return any(run.count > 2 for run in line.builds[0].runs)


def _takes_jokers(line: Line) -> bool:
    return any(run.jokers for run in line.builds[0].runs)


def _fill(line: Line, aim: str, rng: random.Random) -> tuple[FilledRun, ...] | None:
    """One way to make the line, with jokers for some of its tiles; None where the tiles don't suffice."""
    build = rng.choice(line.builds)
    without = _JOKERLESS in aim or aim in ("singles-and-pairs", "dealt")
    filled, left = [], Counter({tile: _SET.copies(tile) for tile in (*PLAIN_TILES, ANY_FLOWER)})
    for run in build.runs:
        most = run.count - 1 if run.count > 2 else (1 if run.jokers else 0)
        jokers = rng.choice((0, 0, 1, 2)) if run.jokers and not without else 0
        jokers = max(min(jokers, most), run.count - left[run.tile] if run.jokers else 0)
        left[run.tile] -= run.count - jokers
        filled.append(FilledRun(run, run.count - jokers, jokers))
    jokers = sum(one.jokers for one in filled)
    if min(left.values()) < 0 or jokers > _SET.copies(JOKER):
        return None
    if (without and jokers) or (aim in ("jokers", _DRAWN, _TAKEN) and not jokers):
        return None
    return tuple(filled)


def _lay(
    ruleset: Ruleset, step: Step, line: Line, filled: tuple[FilledRun, ...], aim: str, rng: random.Random
) -> tuple[AmericanHand, ScoringContext]:
    """Some runs laid out where the line allows it, and a tile that won."""
    able = [one for one in filled if one.run.count > 2 and one.naturals and not line.concealed]
    closed = aim in ("dealt", "charleston") or (step is Step.VERDICT and aim == "laid-out")
    laid = [] if closed or not able else rng.sample(able, rng.randrange(min(3, len(able)) + 1))
    if len(laid) == len(filled):
        laid = laid[1:]
    concealed = [tile for one in filled if one not in laid for tile in one.tiles]
    hand = AmericanHand(tuple(concealed), tuple(Exposure(one.tiles) for one in laid))
    by = By.DISCARD if rng.random() < 0.5 else By.DRAW
    if aim in ("dealt", "charleston"):
        by = By.DEAL if aim == "dealt" else By.CHARLESTON
    elif aim.startswith((_DRAWN, _TAKEN)):
        by = By.DRAW if aim.startswith(_DRAWN) else By.DISCARD
    seat = Wind.EAST if ruleset.alone or by is By.DEAL else rng.choice(WINDS)
    real = sorted({tile for tile in concealed if tile is not JOKER})
    win = None
    if step is not Step.LINE and real:
        win = HowWon(None if by is By.DEAL else rng.choice(real), by)
    discards = None
    if ruleset.alone and step is Step.WHOLE:
        discards = rng.randrange(9, KEMP_TILES - 20)
    return hand, ScoringContext(ruleset, seat, win=win, discards=discards)


def _spoil(hand: AmericanHand, filled: tuple[FilledRun, ...], aim: str, rng: random.Random) -> AmericanHand:
    """The hand with something wrong in it."""
    concealed = list(hand.concealed)
    if aim == "laid-out":
        able = [one for one in filled if one.run.count > 2 and one.naturals]
        if not able:
            return hand
        one = rng.choice(able)
        for tile in one.tiles:
            concealed.remove(tile)
        return AmericanHand(tuple(concealed), (Exposure(one.tiles),))
    bare = [tile for tile in concealed if tile is not JOKER]
    if aim == "joker":
        bare = [one.run.tile for one in filled if not one.run.jokers and one.run.tile in concealed]
    if not bare:
        return hand
    out = rng.choice(bare)
    concealed.remove(out)
    held = Counter(hand.tiles)
    others = [tile for tile in PLAIN_TILES if held[tile] < 4 and tile.kind is out.kind and tile is not out]
    concealed.append(JOKER if aim == "joker" else rng.choice(others or list(PLAIN_TILES)))
    return AmericanHand(tuple(concealed), hand.exposures)


def _is_clear(sheet: AmericanSheet) -> bool:
    """Whether one line alone pays most."""
    pays = {one.line.number: worth(sheet.situation, one.line, jokerless=sheet.jokerless) for one in sheet.readings}
    return sum(1 for one in pays.values() if one == pays[sheet.line.number]) == 1


# --- the sheet -----------------------------------------------------------------------------------------------------


def _rows(
    ruleset: Ruleset, step: Step, sheet: AmericanSheet | None, aim: str, rng: random.Random
) -> tuple[tuple[Row, ...], Ending | None, Settlement | None]:
    """What is to be found out: whether it is Mah Jongg, the line, its value, the payments or the score."""
    asked = step is Step.VERDICT
    rows = []
    if asked:
        rows.append(Row("win", Kind.CHOICE, choice=NO if sheet is None else YES, rules=("verdict",)))
    line = "" if sheet is None else str(sheet.line.number)
    value = 0 if sheet is None else sheet.line.value
    rows.append(Row("line", Kind.CHOICE, choice=line, if_yes=asked, rules=("line",)))
    rows.append(Row("value", Kind.AMOUNT, amount=value, if_yes=asked, rules=("value",)))
    if sheet is None or step in (Step.LINE, Step.VERDICT):
        return tuple(rows), None, None
    if ruleset.alone:
        rows.append(Row("score", Kind.AMOUNT, amount=sheet.score, rules=("jokers",)))
        found = sheet.adjustment
        if found is not None:
            rows.append(Row("left", Kind.AMOUNT, amount=found.left, rules=("factor",)))
            rows.append(Row("final", Kind.AMOUNT, amount=found.final_rounded, rules=("factor",)))
        return tuple(rows), None, None
    ending = _ending(sheet, aim, rng)
    settlement = settle(ruleset, ending, sheet.situation.options)
    rows += [
        Row(f"pays:{one.payer}", Kind.AMOUNT, amount=one.points, rules=("payment",)) for one in settlement.payments
    ]
    return tuple(rows), ending, settlement


def _ending(sheet: AmericanSheet, aim: str, rng: random.Random) -> Ending:
    """How the hand ended at the table: who discarded, and who may have a dead hand."""
    situation = sheet.situation
    assert situation.win is not None  # noqa: S101 - only the first level leaves it out
    by = situation.win.by
    others = [seat for seat in WINDS if seat is not situation.seat]
    discarder = rng.choice(others) if by is By.DISCARD else None
    dead = (rng.choice([seat for seat in others if seat is not discarder]),) if aim == "dead" else ()
    return Ending(
        situation.seat,
        by,
        discarder,
        value=sheet.line.value,
        jokerless=sheet.jokerless,
        singles_and_pairs=sheet.line.singles_and_pairs,
        dead=dead,
    )
