"""What an exercise is: a hand, the blank sheet to fill, and what should stand on it."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import msgspec

from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.score import AmericanSheet
from mjcompanion.core.errors import Problem
from mjcompanion.core.hand import By, Hand, Meld, MeldKind, feat_words
from mjcompanion.core.options import option
from mjcompanion.core.tiles import ANY_FLOWER, WINDS, Terms, Tile, Wind, run_name
from mjcompanion.i18n.translation import N_, _, capital, ngettext, number
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.table.settle import Ending, Settlement

HIGHEST_NUMBER: Final = 999_999
"""Exercises of a ruleset and a level are numbered from 1."""


class Step(enum.StrEnum):
    """What a level is about."""

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


def levels(ruleset: Ruleset) -> tuple[Step, ...]:
    """The levels of a ruleset, the easiest first."""
    return tuple(map(Step, ruleset.practice))


STEP_WORDS: Final[Mapping[Step, str]] = {
    Step.SETS: N_("Sets and the pair"),
    Step.WINDS: N_("Flowers, winds and dragons"),
    Step.DOUBLES: N_("Suits, runs and the winning tile"),
    Step.FACTOR: N_("The factor"),
    Step.WHOLE: N_("The whole score"),
    Step.LOSER: N_("Hands that didn’t win"),
    Step.SETTLING: N_("Who pays whom"),
    Step.VERDICT: N_("Is it Mah Jongg?"),
    Step.LINE: N_("The line and its value"),
    Step.PAYMENT: N_("Who pays how much"),
    Step.JOKERS: N_("With and without jokers"),
}
"""What a level is about, in words."""


class Kind(enum.StrEnum):
    """What is filled into a row of the sheet."""

    LINE = "line"
    AMOUNT = "amount"
    CHOICE = "choice"


YES, NO = "yes", "no"


class Row(msgspec.Struct, frozen=True):
    """One row of the sheet to fill, and what should stand there.

    A LINE has points and doubles, for a set (`meld`), a flower (its one tile) or a rule (`words`), or gives a `share`
    of the limit; an AMOUNT is a figure below the lines; a CHOICE is one of several. `given` rows stand on
    the blank sheet, the others must be thought of. Rows with `if_yes` count only where the hand is Mah Jongg.
    """

    key: str
    kind: Kind
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
        """What the row is called; it doesn't tell whether a set is exposed or concealed.

        >>> Row("set:0", Kind.LINE, meld=Meld.parse("(777z)")).label()
        'Pung of red dragons'
        """
        if self.meld is not None:
            return name_set(self.meld, terms)
        if self.kind is Kind.LINE and len(self.tiles) == 1:
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
    """A set by its tiles, with a capital.

    >>> name_set(Meld.parse("345p")), name_set(Meld.parse("[1111s]"))
    ('Chow of 3 4 5 dots', 'Kong of 1 bamboos')
    """
    if meld.kind is MeldKind.CHOW:
        return _("Chow of {tiles}").format(tiles=run_name(meld.tiles, terms))
    last = meld.tiles[-1].plural(terms)
    if meld.kind is MeldKind.PUNG:
        return _("Pung of {tiles}").format(tiles=last)
    if meld.kind is MeldKind.KONG:
        return _("Kong of {tiles}").format(tiles=last)
    return _("Pair of {tiles}").format(tiles=last)


class Offer(msgspec.Struct, frozen=True):
    """A line that a person may add to the sheet, right or wrong: a rule of the ruleset."""

    key: str
    words: str
    rule: str
    source: str
    law: str
    share: Fraction | int = 0
    tiles: tuple[Tile, ...] = ()

    @property
    def label(self) -> str:
        """What it is called."""
        return capital(_(self.words))


class Exercise(msgspec.Struct, frozen=True, dict=True):
    """A hand to score.

    `aim` is what it teaches: a rule of the ruleset, or a word of the level. `sheet` is the program's own; it is None
    where the hand is no Mah Jongg (`trouble` says why) and where payments are the matter (`settlement`).
    """

    ruleset: Ruleset
    step: Step
    number: int
    aim: str
    rows: tuple[Row, ...]
    offers: tuple[Offer, ...] = ()
    hand: Hand | AmericanHand | None = None
    situation: ScoringContext | None = None
    sheet: ScoreSheet | AmericanSheet | None = None
    ending: Ending | None = None
    settlement: Settlement | None = None
    trouble: tuple[Problem, ...] = ()

    @property
    def level(self) -> int:
        """Its level, from 1."""
        return levels(self.ruleset).index(self.step) + 1

    @property
    def code(self) -> str:
        """The few words by which somebody else gets the same exercise.

        >>> from mjcompanion.practice.making import exercise
        >>> exercise(Ruleset("traditional"), 2, 17).code
        'traditional 2 17'
        """
        return f"{self.ruleset} {self.level} {self.number}"

    @property
    def given(self) -> tuple[Row, ...]:
        """The rows of the blank sheet."""
        return tuple(row for row in self.rows if row.given)

    @property
    def doubles_asked(self) -> bool:
        """Whether lines have doubles too; not at the first level."""
        return any(row.key == "doubles" for row in self.rows)

    @property
    def by_table(self) -> bool:
        """Whether a table says what doubles are worth: they are called faan, and lines have no points."""
        return self.situation is not None and bool(self.ruleset.scale_with(self.situation.options))

    @property
    def is_mah_jongg(self) -> bool:
        """Whether the hand is Mah Jongg, where that is the question."""
        return not self.trouble


def read_code(text: str) -> tuple[Ruleset, int, int] | None:
    """Ruleset, level and number that a code names; None where it is none.

    >>> read_code(" traditional 2  17 "), read_code("traditional 9 1")
    (('traditional', 2, 17), None)
    """
    parts = text.split()
    if len(parts) != 3 or parts[0] not in RULESETS:
        return None
    if not all(part.isascii() and part.isdecimal() and len(part) < 7 for part in parts[1:]):
        return None
    ruleset, level, found = Ruleset(parts[0]), int(parts[1]), int(parts[2])
    return (ruleset, level, found) if 1 <= level <= len(levels(ruleset)) and found else None


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
    By.DRAW: N_("You call Mah Jongg; the last tile is the {tile}, drawn from the wall."),
    By.DISCARD: N_("You call Mah Jongg; the last tile is the {tile} that another player discarded."),
}
"""The same where it is asked whether the hand is Mah Jongg at all."""
_DEALT: Final = N_("Your hand was complete as dealt.")


def tell(made: Exercise, terms: Terms | None = None) -> tuple[str, ...]:
    """The facts of an exercise that its tiles can't show, a sentence each.

    >>> from mjcompanion.practice.making import exercise
    >>> for sentence in tell(exercise(Ruleset("kemp-chinese"), 4, 2)):
    ...     print(sentence)
    The hand scores 40 points before the factor.
    106 tiles were discarded.
    """
    situation, ending = made.situation, made.ending
    if situation is None:
        return () if ending is None else tuple(_tell_scores(ending))
    tell_hand = _tell_american if situation.rules.with_card else _tell_chinese
    return tuple(tell_hand(made, situation, terms))


def _tell_chinese(made: Exercise, situation: ScoringContext, terms: Terms | None) -> list[str]:
    if made.step is Step.FACTOR and isinstance(made.sheet, ScoreSheet):
        score = ngettext(
            "The hand scores {n} point before the factor.",
            "The hand scores {n} points before the factor.",
            made.sheet.score,
        )
        return [score.format(n=number(made.sheet.score)), *_tell_discards(situation.discards)]
    told = []

    asks = situation.rules.asks
    if "seat" in asks:
        told.append(_you_are(situation.seat))
    if "round" in asks:
        told.append(_("The prevailing wind is {wind}.").format(wind=situation.round.word))
    win = situation.win
    if not situation.winner:
        told.append(_("Another player won."))
    elif win is not None:
        told += _tell_win(win.by, win.tile, terms, last=win.last_tile)
        told += [_("{what}.").format(what=capital(words)) for words in feat_words(win.feats)]
    elif "how" in asks:
        told.append(_("You won; how the last tile came doesn’t matter here."))
    elif made.step is not Step.VERDICT:
        told.append(_("You won."))
    if situation.rules.scale_with(situation.options) and made.step is not Step.VERDICT:
        told.append(option("scale").sentence(situation.options.scale))
    if situation.options.limit is not None and made.step in (Step.WHOLE, Step.LOSER):
        told.append(_("The limit is {limit}.").format(limit=number(situation.options.limit)))
    return told + _tell_discards(situation.discards)


def _tell_win(by: By, tile: Tile | None, terms: Terms | None, *, last: bool = False) -> list[str]:
    if by is By.DEAL or tile is None:
        return [_(_DEALT)]
    if by is By.CHARLESTON:
        return [_("Your hand became complete in the Charleston, with the {tile}.").format(tile=_name(tile, terms))]
    told = [_(_HOW[by]).format(tile=_name(tile, terms))]
    if last and by is By.DRAW:
        told.append(_("It was the last tile of the wall."))
    elif last:
        told.append(_("It was the discard after the last tile of the wall."))
    return told


def _name(tile: Tile, terms: Terms | None) -> str:
    return _("flower") if tile is ANY_FLOWER else tile.name(terms)


def _you_are(seat: Wind) -> str:
    return _("You are {wind}.").format(wind=seat.word)


def _tell_discards(discards: int | None) -> list[str]:
    if discards is None:
        return []
    return [ngettext("{n} tile was discarded.", "{n} tiles were discarded.", discards).format(n=number(discards))]


def _tell_american(made: Exercise, situation: ScoringContext, terms: Terms | None) -> list[str]:
    told = []
    if not situation.rules.single_player and made.step is not Step.LINE:
        told.append(_you_are(situation.seat))
    win, ending = situation.win, made.ending
    if win is not None and win.tile is not None and made.step is Step.VERDICT:
        told.append(_(_CALLED[win.by]).format(tile=_name(win.tile, terms)))
    elif win is not None:
        told += _tell_win(win.by, win.tile, terms)
    if ending is not None:
        if ending.discarder is not None and win is not None and win.by is By.DISCARD:
            told.append(_("{wind} discarded it.").format(wind=capital(ending.discarder.word)))
        told += [_("{wind} has a dead hand.").format(wind=capital(seat.word)) for seat in ending.dead]
    return told + _tell_discards(situation.discards)


def _tell_scores(ending: Ending) -> list[str]:
    told = []
    for seat, score in zip(WINDS, ending.scores, strict=True):
        if score is None:
            continue
        points = score
        if seat is ending.winner:
            text = ngettext("{wind} won, with {n} point.", "{wind} won, with {n} points.", points)
        else:
            text = ngettext("{wind} has {n} point.", "{wind} has {n} points.", points)
        told.append(text.format(wind=capital(seat.word), n=number(points)))
    if ending.discarder is not None:
        told.append(_("{wind} discarded it.").format(wind=capital(ending.discarder.word)))
    return told
