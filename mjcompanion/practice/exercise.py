"""Exercises: a hand, a blank score sheet, and the right figures for it."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

import msgspec

from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.score import AmericanSheet
from mjcompanion.core.errors import Problem
from mjcompanion.core.hand import By, Hand, Meld, MeldKind, feat_names
from mjcompanion.core.options import Options, option
from mjcompanion.core.tiles import ANY_FLOWER, WINDS, Terms, Tile, Wind, chow_name
from mjcompanion.i18n.translation import N_, _, capital, ngettext, number
from mjcompanion.rules.row import Rule
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.settle import Ending, Settlement

HIGHEST_NUMBER: Final = 999_999
"""The highest number of an exercise; the lowest is 1."""


class Topic(enum.StrEnum):
    """The subject of a level."""

    SETS = "sets"
    WINDS = "winds"
    DOUBLES = "doubles"
    FACTOR = "factor"
    WHOLE = "whole"
    LOSER = "loser"
    SETTLING = "settling"
    VERDICT = "verdict"
    LINE = "line"
    PAYMENT = "payment"
    JOKERS = "jokers"


def levels(ruleset: Ruleset) -> tuple[Topic, ...]:
    """Return the levels of a ruleset, the easiest first."""
    return tuple(map(Topic, ruleset.practice))


TOPIC_WORDS: Final[Mapping[Topic, str]] = {
    Topic.SETS: N_("Sets and the pair"),
    Topic.WINDS: N_("Flowers, winds and dragons"),
    Topic.DOUBLES: N_("Suits, chows and the winning tile"),
    Topic.FACTOR: N_("The factor"),
    Topic.WHOLE: N_("The whole score"),
    Topic.LOSER: N_("Hands that didn’t win"),
    Topic.SETTLING: N_("Who pays whom"),
    Topic.VERDICT: N_("Is it Mah Jongg?"),
    Topic.LINE: N_("The line and its value"),
    Topic.PAYMENT: N_("Who pays how much"),
    Topic.JOKERS: N_("With and without jokers"),
}
"""The subject of a level in words."""


class RowKind(enum.StrEnum):
    """The kinds of rows of a sheet."""

    LINE = "line"
    AMOUNT = "amount"
    CHOICE = "choice"


YES, NO = "yes", "no"


class ExerciseRow(msgspec.Struct, frozen=True):
    """One row of the sheet, with the right answer.

    A LINE has points and doubles, for a set (`meld`), a flower (its one tile) or a rule (`words`), or gives a `share`
    of the limit; an AMOUNT is a figure below the lines; a CHOICE is one of several. `given` rows are on the blank
    sheet, the others must be added. Rows with `if_yes` count only if the hand is Mah Jongg.
    """

    key: str
    kind: RowKind
    points: int = 0
    doubles: int = 0
    share: Fraction | int = 0
    amount: int = 0
    choice: str = ""
    given: bool = True
    if_yes: bool = False
    meld: Meld | None = None
    tiles: tuple[Tile, ...] = ()
    words: str = ""
    rules: tuple[str, ...] = ()
    source: str = ""
    laws: tuple[str, ...] = ()

    def label(self, terms: Terms | None = None) -> str:
        """Return the name of the row, which doesn't say whether a set is exposed or concealed.

        >>> ExerciseRow("set:0", RowKind.LINE, meld=Meld.parse("(777z)")).label()
        'Pung of red dragons'
        """
        if self.meld is not None:
            return name_set(self.meld, terms)
        if self.kind is RowKind.LINE and len(self.tiles) == 1:
            return capital(self.tiles[0].name(terms))
        if self.words:
            return capital(_(self.words))
        name, _unused, seat = self.key.partition(":")
        if name == "pays":
            return _("{wind} pays").format(wind=capital(Wind(seat).word))
        if name == "net":
            return _("{wind} gets or pays (−)").format(wind=capital(Wind(seat).word))
        return _(_ROWS[self.key])


_ROWS: Final[Mapping[str, str]] = {
    "points": N_("Points"),
    "doubles": N_("Doubles"),
    "score": N_("Score"),
    "drawable": N_("Tiles to draw, less the flowers"),
    "left": N_("Tiles left"),
    "final": N_("Final, as a whole point"),
    "value": N_("Value of the line"),
    "win": N_("Is it Mah Jongg?"),
    "line": N_("Line of the card"),
}


def name_set(meld: Meld, terms: Terms | None = None) -> str:
    """Return the name of a set with its tiles.

    >>> name_set(Meld.parse("345p")), name_set(Meld.parse("[1111s]"))
    ('Chow of 3 4 5 dots', 'Kong of 1 bamboos')
    """
    if meld.kind is MeldKind.CHOW:
        return _("Chow of {tiles}").format(tiles=chow_name(meld.tiles, terms))
    last = meld.tiles[-1].plural(terms)
    if meld.kind is MeldKind.PUNG:
        return _("Pung of {tiles}").format(tiles=last)
    if meld.kind is MeldKind.KONG:
        return _("Kong of {tiles}").format(tiles=last)
    return _("Pair of {tiles}").format(tiles=last)


class Exercise(msgspec.Struct, frozen=True, dict=True):
    """A hand to score, by a ruleset or by the `house` rules of a club that are made from it.

    `offers` are the lines that a person may add to the sheet, right or wrong: rows of the ruleset. `sheet` is the
    program's score sheet; it is None if the hand is no Mah Jongg (`trouble` says why), and if the
    exercise is about payments (`settlement`).
    """

    ruleset: Ruleset
    topic: Topic
    number: int
    rows: tuple[ExerciseRow, ...]
    offers: tuple[ExerciseRow, ...] = ()
    hand: Hand | AmericanHand | None = None
    context: ScoringContext | None = None
    sheet: ScoreSheet | AmericanSheet | None = None
    ending: Ending | None = None
    settlement: Settlement | None = None
    trouble: tuple[Problem, ...] = ()
    house: ClubRules | None = None

    @property
    def options(self) -> Options:
        """The options by which it is scored."""
        return options_of(self.ruleset, self.house)

    @property
    def rules_in_force(self) -> tuple[Rule, ...]:
        """The rows of the ruleset as the house has them."""
        return self.ruleset.rows_with(self.options)

    @property
    def level(self) -> int:
        """The level, from 1."""
        return levels(self.ruleset).index(self.topic) + 1

    @property
    def code(self) -> str:
        """The code by which another person gets the same exercise.

        >>> from mjcompanion.practice.making import exercise
        >>> exercise(Ruleset("traditional"), 2, 17).code
        'traditional 2 17'
        """
        return exercise_code(str(self.ruleset), self.level, self.number, name_of(self.house))

    @property
    def given(self) -> tuple[ExerciseRow, ...]:
        """The rows of the blank sheet."""
        return tuple(row for row in self.rows if row.given)

    @property
    def has_doubles(self) -> bool:
        """Whether lines have doubles; not at the first level."""
        return any(row.key == "doubles" for row in self.rows)

    @property
    def by_table(self) -> bool:
        """Whether a table gives the value of doubles: they are called faan, and lines have no points."""
        return self.context is not None and bool(self.ruleset.scale_with(self.context.options))


def options_of(ruleset: Ruleset, house: ClubRules | None) -> Options:
    """Return the options of house rules, or those of the ruleset."""
    return options_for(ruleset) if house is None else house.options


def name_of(house: ClubRules | None) -> str:
    """Return the name of house rules; empty for a ruleset as it is."""
    return "" if house is None else house.name


def exercise_code(ruleset: str, level: int, number: int, house: str = "") -> str:
    """Return the code of an exercise; it ends in the name of the house rules.

    >>> exercise_code("traditional", 2, 17), exercise_code("traditional", 2, 17, "Tuesday club")
    ('traditional 2 17', 'traditional 2 17 Tuesday club')
    """
    return f"{ruleset} {level} {number} {house}".rstrip()


def read_code(text: str, houses: Iterable[ClubRules] = ()) -> tuple[Ruleset, int, int, ClubRules | None] | None:
    """Return the ruleset, level, number and house rules of a code; None if it isn't one of these.

    >>> read_code(" traditional 2  17 "), read_code("traditional 9 1"), read_code("traditional 2 17 Tuesday club")
    (('traditional', 2, 17, None), None, None)
    """
    parts = text.split(maxsplit=3)
    if len(parts) < 3 or parts[0] not in RULESETS:
        return None
    if not all(part.isascii() and part.isdecimal() and len(part) < 7 for part in parts[1:3]):
        return None
    ruleset, level, found = Ruleset(parts[0]), int(parts[1]), int(parts[2])
    name = " ".join(parts[3:]).strip()
    house = next((one for one in houses if name and (one.preset, one.name) == (ruleset, name)), None)
    if not (1 <= level <= len(levels(ruleset)) and found) or (name and house is None):
        return None
    return ruleset, level, found, house


# --- what the tiles can't show, in words ---------------------------------------------------------------------------

_HOW: Final[Mapping[By, str]] = {
    By.DRAW: N_("You won with the {tile}, drawn from the wall."),
    By.DISCARD: N_("You won with the {tile} that another player discarded."),
    By.KONG_REPLACEMENT: N_("You won with the {tile}, a loose tile drawn after a kong."),
    By.FLOWER_REPLACEMENT: N_("You won with the {tile}, a loose tile drawn after a flower."),
    By.ROBBED_KONG: N_("You won with the {tile} that another player added to a pung: you robbed the kong."),
    By.FIRST_DISCARD: N_("You won with the {tile}, East’s first discard."),
}
_CALLED: Final[Mapping[By, str]] = {
    By.DRAW: N_("You call Mah Jongg. The last tile is the {tile}, drawn from the wall."),
    By.DISCARD: N_("You call Mah Jongg. The last tile is the {tile} that another player discarded."),
}
"""The same if the question is whether the hand is Mah Jongg."""
_DEALT: Final = N_("Your hand was complete as dealt.")


def exercise_facts(made: Exercise, terms: Terms | None = None) -> tuple[str, ...]:
    """Return the facts of an exercise that its tiles don't show, a sentence each.

    >>> from mjcompanion.practice.making import exercise
    >>> for sentence in exercise_facts(exercise(Ruleset("kemp-chinese"), 4, 2)):
    ...     print(sentence)
    The hand scores 376 points before the factor.
    11 tiles were discarded.
    """
    context, ending = made.context, made.ending
    if context is None:
        return () if ending is None else tuple(_score_facts(ending))
    facts_of = _american_facts if context.rules.with_card else _chinese_facts
    return tuple(facts_of(made, context, terms))


def _chinese_facts(made: Exercise, context: ScoringContext, terms: Terms | None) -> list[str]:
    if made.topic is Topic.FACTOR and isinstance(made.sheet, ScoreSheet):
        score = ngettext(
            "The hand scores {n} point before the factor.",
            "The hand scores {n} points before the factor.",
            made.sheet.score,
        )
        return [score.format(n=number(made.sheet.score)), *_discard_facts(context.discards)]
    facts = []
    asks = context.rules.asks_with(context.options)
    if "seat" in asks:
        facts.append(_you_are(context.seat))
    if "round" in asks:
        facts.append(_("The prevailing wind is {wind}.").format(wind=context.round.word))
    win = context.win
    if not context.winner:
        facts.append(_("Another player won."))
    elif win is not None:
        facts += _win_facts(win.by, win.tile, terms, last=win.last_tile)
        facts += [_("{what}.").format(what=capital(words)) for words in feat_names(win.feats)]
    elif "how" in asks:
        facts.append(_("You won. How the last tile came doesn’t matter here."))
    elif made.topic is not Topic.VERDICT:
        facts.append(_("You won."))
    if context.rules.scale_with(context.options) and made.topic is not Topic.VERDICT:
        facts.append(option("scale").sentence(context.options.scale))
    if context.options.limit is not None and made.topic in (Topic.WHOLE, Topic.LOSER):
        facts.append(_("The limit is {limit}.").format(limit=number(context.options.limit)))
    return facts + _discard_facts(context.discards)


def _win_facts(by: By, tile: Tile | None, terms: Terms | None, *, last: bool = False) -> list[str]:
    if by is By.DEAL or tile is None:
        return [_(_DEALT)]
    if by is By.CHARLESTON:
        return [_("Your hand became complete in the Charleston, with the {tile}.").format(tile=_name(tile, terms))]
    facts = [_(_HOW[by]).format(tile=_name(tile, terms))]
    if last and by is By.DRAW:
        facts.append(_("It was the last tile of the wall."))
    elif last:
        facts.append(_("It was the discard after the last tile of the wall."))
    return facts


def _name(tile: Tile, terms: Terms | None) -> str:
    return _("flower") if tile is ANY_FLOWER else tile.name(terms)


def _you_are(seat: Wind) -> str:
    return _("You are {wind}.").format(wind=seat.word)


def _discard_facts(discards: int | None) -> list[str]:
    if discards is None:
        return []
    return [ngettext("{n} tile was discarded.", "{n} tiles were discarded.", discards).format(n=number(discards))]


def _american_facts(made: Exercise, context: ScoringContext, terms: Terms | None) -> list[str]:
    facts = []
    if not context.rules.single_player and made.topic is not Topic.LINE:
        facts.append(_you_are(context.seat))
    win, ending = context.win, made.ending
    if win is not None and win.tile is not None and made.topic is Topic.VERDICT:
        facts.append(_(_CALLED[win.by]).format(tile=_name(win.tile, terms)))
    elif win is not None:
        facts += _win_facts(win.by, win.tile, terms)
    if ending is not None:
        if ending.discarder is not None and win is not None and win.by is By.DISCARD:
            facts.append(_("{wind} discarded it.").format(wind=capital(ending.discarder.word)))
        facts += [_("{wind} has a dead hand.").format(wind=capital(seat.word)) for seat in ending.dead]
    return facts + _discard_facts(context.discards)


def _score_facts(ending: Ending) -> list[str]:
    facts = []
    for seat, score in zip(WINDS, ending.scores, strict=True):
        if score is None:
            continue
        if seat is ending.winner:
            text = ngettext("{wind} won, with {n} point.", "{wind} won, with {n} points.", score)
        else:
            text = ngettext("{wind} has {n} point.", "{wind} has {n} points.", score)
        facts.append(text.format(wind=capital(seat.word), n=number(score)))
    if ending.discarder is not None:
        facts.append(_("{wind} discarded it.").format(wind=capital(ending.discarder.word)))
    return facts
