"""The score sheet: what was scored and why. The window, the command line, paper and tests all read this one object."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from mjcompanion.core.hand import ALL_MELDS, Hand, Meld, MeldKind
from mjcompanion.core.options import rounded
from mjcompanion.core.tiles import Terms, Tile, chow_name
from mjcompanion.i18n.translation import N_, _, joined, ngettext, number
from mjcompanion.scoring.context import Adjustment, ScoringContext

KEMP_TILES = 130
"""Tiles of Kemp's Chinese wall that are not in the hand: 144 less 14 (source 1, B4a)."""


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of a score sheet: points before doubling, and doubles, for one thing.

    `rules` are the ids of the rows behind it, `tiles` what it speaks of; `share` is the share of the limit that it
    gives. `words` names what is neither a set nor a flower, `reasons` why a set, flower or set of flowers scores more
    than its like; these two, `law_texts` and `texts` (see `Rule.texts`) are looked up where they are shown.
    """

    rules: tuple[str, ...]
    source: str
    points: int = 0
    doubles: int = 0
    meld: Meld | None = None
    tiles: tuple[Tile, ...] = ()
    words: str = ""
    reasons: tuple[str, ...] = ()
    share: Fraction | int = 0
    law_texts: tuple[str, ...] = ()
    texts: tuple[str, str] | None = None

    @property
    def what(self) -> str:
        """What the line is for, in the words that the program uses by itself."""
        return self.describe()

    @property
    def laws(self) -> tuple[str, ...]:
        """The rules behind it in sentences."""
        return tuple([_(text) for text in self.law_texts])

    def describe(self, terms: Terms | None = None) -> str:
        """Return what the line is for, in the words of the table.

        >>> line = ScoreLine(("pung-honours-exposed",), "2B", 4, 1, meld=Meld.parse("(555z)"))
        >>> line.describe(Terms(white="soap"))
        'exposed pung of soaps'
        """
        if self.meld is not None:
            named = describe_meld(self.meld, terms)
        elif len(self.tiles) == 1:
            named = self.tiles[0].name(terms)
        else:
            named = _(self.words)
        if not self.reasons:
            return named
        return _("{set} ({reasons})").format(set=named, reasons=joined([_(reason) for reason in self.reasons]))

    def answer(self) -> dict[str, Any]:
        """Return the line as the command line answers it."""
        return {"what": self.what, "points": self.points, "doubles": self.doubles, "source": self.source}


def describe_meld(meld: Meld, terms: Terms | None = None) -> str:
    """Return a set in words.

    >>> describe_meld(Meld.parse("[1111s]")), describe_meld(Meld.parse("(345p)")), describe_meld(Meld.parse("55z"))
    ('concealed kong of 1 bamboos', 'exposed chow of 3 4 5 dots', 'pair of white dragons')
    """
    named = chow_name(meld.tiles, terms) if meld.kind is MeldKind.CHOW else meld.tiles[-1].plural(terms)
    return _(_MELDS[meld.kind][meld.concealed]).format(tiles=named)


_MELDS = {
    MeldKind.CHOW: (N_("exposed chow of {tiles}"), N_("concealed chow of {tiles}")),
    MeldKind.PUNG: (N_("exposed pung of {tiles}"), N_("concealed pung of {tiles}")),
    MeldKind.KONG: (N_("exposed kong of {tiles}"), N_("concealed kong of {tiles}")),
    MeldKind.PAIR: (N_("pair of {tiles}"), N_("pair of {tiles}")),
    MeldKind.ODD: (N_("exposed set with {tiles}"), N_("concealed set with {tiles}")),
}
"""Exposed and concealed; tiles that are no set have a name too, for they may be laid out."""


class ScoreSheet(msgspec.Struct, frozen=True):
    """The score of a hand and its reasons: `score` is `points` × 2 to the power of `doubles`, unless a limit decided.

    `codes` are the sets and the pair in the reading that counts (see `Meld.code`); `claimed` is the set that the
    winning tile completed, where that is known. `complete` is false while the hand is being entered.

    A `special` hand is counted by its own rows (see `Rule.special`), with the bonus tiles of `apart` counted and
    doubled by themselves, and added. `otherwise` is what the other of these two methods would have given, where
    there are both and no share of the limit decided; `passed_over` are the lines of a special hand that was not taken.
    """

    context: ScoringContext
    hand: Hand
    codes: tuple[int, ...]
    claimed: int
    lines: tuple[ScoreLine, ...]
    points: int
    doubles: int
    score: int
    complete: bool = True
    special: bool = False
    apart: tuple[ScoreLine, ...] = ()
    otherwise: int | None = None
    passed_over: tuple[ScoreLine, ...] = ()

    @property
    def counted(self) -> int:
        """What the points and doubles come to by themselves, or the doubles where a table says what they are worth."""
        scale = self.scale
        return scale[min(self.doubles, len(scale) - 1)] if scale else self.points << self.doubles

    @property
    def own(self) -> int:
        """What a special hand is worth before its bonus tiles are added; of another hand, what was counted."""
        share = self.share
        return self.limit * share.numerator // share.denominator if share else self.counted

    @property
    def share(self) -> Fraction | int:
        """The share of the limit that a special hand is worth; 0 for other hands."""
        return max([line.share for line in self.lines], default=0) if self.special and not self.doubles else 0

    @property
    def bonus(self) -> int:
        """What the bonus tiles come to that are counted apart."""
        return sum([line.points for line in self.apart]) << sum([line.doubles for line in self.apart])

    @property
    def scale(self) -> tuple[int, ...]:
        """The house's table from doubles to points, where there is one."""
        return self.context.rules.scale_with(self.context.options)

    @property
    def limit(self) -> int:
        """What a limit hand is worth; 0 where there is no limit."""
        return self.context.rules.limit_with(self.context.options) or 0

    def doubled(self, doubles: int) -> str:
        """Return doubles as a line shows them: as a factor, or as a number where a table gives their value.

        >>> from mjcompanion.rulesets import Ruleset
        >>> ScoreSheet(ScoringContext(Ruleset("classical")), Hand(()), (), -1, (), 0, 0, 0).doubled(2)
        '×4'
        """
        return f"+{number(doubles)}" if self.scale else f"×{number(1 << doubles)}"

    @property
    def doubles_words(self) -> str:
        """The doubles of the whole hand; where a table says what they are worth they are called faan.

        >>> from mjcompanion.rulesets import Ruleset
        >>> ScoreSheet(ScoringContext(Ruleset("hong-kong")), Hand(()), (), -1, (), 0, 5, 0).doubles_words
        '5 faan'
        """
        if self.scale:
            return _("{n} faan").format(n=number(self.doubles))
        return ngettext("{n} double", "{n} doubles", self.doubles).format(n=number(self.doubles))

    @property
    def unit(self) -> int:
        """What the total is rounded to; 1 where it isn't."""
        return self.context.rules.rounding_with(self.context.options) if self.complete else 1

    @property
    def rounding(self) -> int:
        """What rounding the total adds, less than 0 where it takes something away."""
        return 0 if self.limited else self.score - self.counted - self.bonus

    @property
    def limited(self) -> bool:
        """Whether the limit, or a share of it that the hand earns, decided the score."""
        return bool(self.share) or self.score != rounded(self.counted, self.unit) + self.bonus

    @property
    def is_at_limit(self) -> bool:
        """Whether the hand scores the limit itself, and not only a share of it."""
        return 0 < self.limit <= self.score

    @property
    def is_cut(self) -> bool:
        """Whether the hand comes to more than the limit, for a special hand with its bonus tiles."""
        return self.score < self.own + self.bonus if self.special else self.limited

    @property
    def sets(self) -> tuple[Meld, ...]:
        """The sets and the pair that were counted, concealed ones first."""
        return tuple([ALL_MELDS[code] for code in self.codes])

    @property
    def sets_in_hand(self) -> tuple[Meld, ...]:
        """The sets and the pair as they were counted, without those that were laid out."""
        found = list(self.sets)
        for one in self.hand.melds:
            if one in found:  # a special hand may have none
                found.remove(one)
        return tuple(found)

    @property
    def completed(self) -> Meld | None:
        """The set that the winning tile completed in this reading."""
        return ALL_MELDS[self.claimed] if self.claimed >= 0 else None

    @property
    def adjustment(self) -> Adjustment | None:
        """Kemp's adjustment, where the number of discards was given."""
        context = self.context
        if context.discards is None or "discards" not in context.rules.asks:
            return None
        return Adjustment(self.score, KEMP_TILES, context.discards, len(self.hand.flowers))

    def answer(self) -> dict[str, Any]:
        """Return the sheet as the command line answers it."""
        answer: dict[str, Any] = {
            "ok": True,
            "points": self.points,
            "doubles": self.doubles,
            "score": self.score,
            "limited": self.limited,
            "sets": list(map(str, self.sets)),
            "lines": [line.answer() for line in self.lines],
        }
        if self.apart:
            answer["bonus"] = {"score": self.bonus, "lines": [line.answer() for line in self.apart]}
        if self.otherwise is not None:
            answer["otherwise"] = {"score": self.otherwise, "what": [line.what for line in self.passed_over]}
        if self.rounding:
            answer["rounding"] = self.rounding
        adjustment = self.adjustment
        if adjustment is not None:
            answer |= adjustment.answer()
        return answer
