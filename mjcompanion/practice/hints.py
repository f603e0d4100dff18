"""Hints: which row and which tiles to look at next, without the figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from mjcompanion.american.hand import AmericanHand
from mjcompanion.core.hand import Hand
from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.translation import N_, _
from mjcompanion.practice.compare import Answer, RowComparison, Verdict, compare
from mjcompanion.practice.exercise import Exercise, ExerciseRow, RowKind
from mjcompanion.rules.row import On


class Hint(msgspec.Struct, frozen=True):
    """A row that isn't right yet, the tiles that it is about, and a sentence."""

    key: str
    tiles: frozenset[Tile]
    sentence: str


_WHERE: Final[Mapping[On, str]] = {
    On.FLOWER_SET: N_("A line is still missing: look at the flowers and seasons together."),
    On.FLOWERS: N_("A line is still missing: look at the flowers and seasons together."),
    On.WIN: N_("A line is still missing: look at how the last tile came."),
    On.PLACE: N_("A line is still missing: look at where the winning tile went."),
    On.NO_POINTS: N_("A line is still missing: look at what the sets, the pair and the flowers score."),
    On.NO_DOUBLES: N_("A line is still missing: look at what doubles."),
    On.SETS: N_("A line is still missing: look at the sets together."),
    On.SHAPE: N_("A line is still missing: look at the sets together."),
    On.HAND: N_("A line is still missing: look at the whole hand, and how it was won."),
    On.READING: N_("A line is still missing: look at the whole hand, and how it was won."),
    On.KIND: N_("A line is still missing: look at the whole hand, and how it was won."),
    On.TILES: N_("A line is still missing: look at the kinds of tiles."),
}
_FIGURES: Final[Mapping[str, str]] = {
    "points": N_("Add up the points of all lines."),
    "doubles": N_("Count the doubles of all lines."),
    "doubles by table": N_("Count the faan of all lines."),
    "score by table": N_("Look up in the table what the faan score, and remember the limit."),
    "drawable": N_("130 tiles can be drawn. Subtract the flowers in the hand."),
    "left": N_("Subtract the tiles discarded."),
    "final": N_("Multiply the score by the tiles left, and divide by all that could be drawn."),
    "value": N_("The card gives the value of the line."),
    "win": N_("Put the tiles into four sets and a pair."),
    "line": N_("Look for the line whose numbers, winds and dragons are in the hand, in as many suits."),
}


def hint(made: Exercise, answer: Answer, terms: Terms | None = None) -> Hint | None:
    """Return a hint on the first row that isn't right; None if all are.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.practice.making import exercise
    >>> made = exercise(Ruleset("simple"), 1, 1)
    >>> hint(made, Answer()).sentence
    'Look at this line: Pung of 3 characters.'
    """
    wrong = compare(made, answer, terms).wrong
    if not wrong:
        return None
    first = wrong[0]
    tiles = first.row.tiles
    if not tiles and first.row.kind is RowKind.LINE:
        tiles = _about(made, first.row)
    return Hint(first.key, frozenset(tiles), _sentence(made, first, terms))


def _sentence(made: Exercise, first: RowComparison, terms: Terms | None) -> str:
    row = first.row
    if first.verdict is Verdict.EXTRA:
        return _("Think about this line again: {line}.").format(line=row.label(terms))
    if first.verdict is Verdict.MISSING and not row.given:
        rule = next(one for one in made.rules_in_force if one.id == row.rules[0])
        return _(_WHERE[rule.on])
    if row.kind is RowKind.LINE:
        return _("Look at this line: {line}.").format(line=row.label(terms))
    if row.key == "win" and isinstance(made.hand, AmericanHand):
        return _("Compare each line of the card with the hand. Remember the jokers and the exposed sets.")
    figure = _FIGURES.get(f"{row.key} by table" if made.by_table else row.key, _FIGURES.get(row.key))
    if figure is not None:
        return _(figure)
    if row.key == "score":
        if isinstance(made.hand, AmericanHand):
            return _("Every hand is doubled, and a hand without jokers twice more.")
        if made.has_doubles and (made.context is None or made.context.options.limit is None):
            return _("Double the points once for each double.")
        if made.has_doubles:
            return _("Double the points once for each double, and remember the limit.")
        return _("Add up the points of all lines.")
    if row.key.startswith("net:") and not made.ruleset.losers_score:
        return _("Only the winner is paid. Start with the score, and ask who discarded.")
    if row.key.startswith("net:"):
        return _("The winner gets the score from each. Two losers settle the difference. East pays and gets double.")
    return _("Start with the value, then ask who discarded and whether there are jokers.")


def _about(made: Exercise, row: ExerciseRow) -> tuple[Tile, ...]:
    """Return the tiles of a rule about the whole hand: the winning tile, or all but flowers."""
    rule = next((one for one in made.rules_in_force if one.id in row.rules), None)
    if rule is None or not isinstance(made.hand, Hand) or made.context is None:
        return ()
    win = made.context.win
    if rule.on in (On.WIN, On.PLACE):
        return (win.tile,) if win is not None and win.tile is not None else ()
    return tuple(tile for tile in made.hand.tiles if not tile.is_flower)
