"""The context of a hand that its tiles can't show, and Kemp's adjustment for the tiles that are left."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import msgspec

from mjcompanion.core.hand import By, HowWon, feat_names
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import ANY_FLOWER, Terms, Wind
from mjcompanion.i18n.translation import N_, _
from mjcompanion.rulesets import Ruleset, options_for

SHEET_WIDTH: Final = 48
"""Characters in a line of a score sheet in plain text."""


class ScoringContext(msgspec.Struct, frozen=True):
    """Everything about a hand that its tiles can't show.

    `discards` counts the tiles discarded, those passed in a Charleston too, for the solitaire rules only. By default it
    is East's winning hand in the East round, and it is not known how it was won.

    >>> ScoringContext(Ruleset("traditional")).options.limit
    300
    """

    rules: Ruleset
    seat: Wind = Wind.EAST
    round: Wind = Wind.EAST
    winner: bool = True
    win: HowWon | None = None
    discards: int | None = None
    house: Options | None = None
    house_name: str = ""
    """What a club calls these rules; it is shown, and counts nothing."""

    @property
    def options(self) -> Options:
        """The house options of this table: the given ones, else the ruleset's defaults."""
        return options_for(self.rules) if self.house is None else self.house


HOW_WORDS: Final[Mapping[By, str]] = {
    By.DRAW: N_("drawn from the wall"),
    By.DISCARD: N_("from a discard"),
    By.KONG_REPLACEMENT: N_("a loose tile after a kong"),
    By.FLOWER_REPLACEMENT: N_("a loose tile after a flower"),
    By.ROBBED_KONG: N_("robbed from a kong"),
    By.DEAL: N_("complete as dealt"),
    By.FIRST_DISCARD: N_("from East’s first discard"),
    By.CHARLESTON: N_("complete in the Charleston"),
}
"""How the last tile came, in words that are looked up where they are shown."""


def describe_context(context: ScoringContext, terms: Terms | None = None) -> str:
    """Return the context in one line.

    >>> describe_context(ScoringContext(Ruleset("classical"))), describe_context(ScoringContext(Ruleset("nmjl")))
    ('Classical, with the prevailing wind · East · East round · won', 'American, with a yearly card · East · won')
    """
    ruleset = context.rules
    named = _("{name}, made from {rules}").format(name=context.house_name, rules=_(ruleset.short))
    parts = [named if context.house_name else _(ruleset.name), context.seat.player]
    if ruleset.round_matters(context.options):
        parts.append(_("{wind} round").format(wind=context.round.word))
    win = context.win
    if not context.winner:
        parts.append(_("did not win"))
    elif win is None:
        parts.append(_("won"))
    elif win.tile is None or win.by is By.DEAL:
        parts.append(_(HOW_WORDS[win.by]))
    else:
        name = _("a flower") if win.tile is ANY_FLOWER else win.tile.name(terms)
        parts.append(_("won with {tile}, {how}").format(tile=name, how=_(HOW_WORDS[win.by])))
        if win.last_tile:
            parts.append(_("the last tile"))
    if win is not None:
        parts += feat_names(win.feats)
    return " · ".join(parts)


class Adjustment(msgspec.Struct, frozen=True):
    """Kemp's adjustment for the tiles left in the wall: source 1, part B, lines 4a to 4d and 5, and part E.

    `tiles` are those of the whole wall that are not in the hand: 130 in his Chinese game, 138 in his American one.

    >>> Adjustment(score=108, tiles=130, discards=40, flowers=1).final_text
    '74.51'
    >>> Adjustment(score=50, tiles=138, discards=40).final_text
    '35.51'
    """

    score: int
    tiles: int
    discards: int
    flowers: int = 0

    @property
    def drawable(self) -> int:
        """Line 4a: those tiles less the flowers drawn."""
        return self.tiles - self.flowers

    @property
    def left(self) -> int:
        """Line 4c: the tiles not played or drawn."""
        return self.drawable - self.discards

    @property
    def factor(self) -> Fraction:
        """Line 4d: 4c / 4a."""
        return Fraction(self.left, self.drawable)

    @property
    def final(self) -> Fraction:
        """The adjusted score (line 5), as an exact fraction."""
        return self.score * self.factor

    @property
    def final_text(self) -> str:
        """The final score to two decimals, rounded half up from the exact fraction."""
        return hundredths(self.final)

    @property
    def final_rounded(self) -> int:
        """The final score as a whole point, rounded half up from the exact fraction."""
        return (2 * self.final.numerator + self.final.denominator) // (2 * self.final.denominator)

    def answer(self) -> dict[str, object]:
        """Return the adjustment as the command line answers it."""
        return {"factor": str(self.factor), "final": self.final_text, "final_rounded": self.final_rounded}


def hundredths(value: Fraction) -> str:
    """Return a fraction that is not negative to two decimals, rounded half up.

    >>> hundredths(Fraction(1, 200)), hundredths(Fraction(2, 3))
    ('0.01', '0.67')
    """
    cents = (200 * value.numerator + value.denominator) // (2 * value.denominator)
    return f"{cents // 100}.{cents % 100:02}"
