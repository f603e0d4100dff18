"""The rows of a score sheet: the window, paper and plain text all show these."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

import msgspec

from mjcompanion.core.hand import MeldKind
from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.text_width import join_lines
from mjcompanion.i18n.translation import N_, _, capital, joined, listed, ngettext, number, pgettext
from mjcompanion.scoring.context import Adjustment
from mjcompanion.scoring.reading import is_only_winner
from mjcompanion.scoring.sheet import ScoreLine, ScoreSheet, describe_meld

_SOURCES: Final = {
    "1": N_("Kemp’s solitaire sheet"),
    "2B": N_("traditional play with counting sticks"),
    "3": N_("classical introduction"),
    "4": N_("simple computer game"),
    "DMJL": N_("Deutsche Mah Jongg Liga"),
    "BMJA": N_("British Mah-Jong Association"),
    "HK": N_("Hong Kong custom"),
}


class ScoreRow(msgspec.Struct, frozen=True):
    """One row of a score sheet: what it is for, its tiles, its points and what it doubles by.

    `role` is "" for what scores, "quiet" for a remark, "limit", "sum" for a subtotal or "total". `laws` are the rules
    behind it in sentences, `source` says where they are written (see `source_words`), `rules` are their ids.
    """

    label: str
    points: str = ""
    doubles: str = ""
    tiles: tuple[Tile, ...] = ()
    role: str = ""
    laws: tuple[str, ...] = ()
    source: str = ""
    rules: tuple[str, ...] = ()

    @property
    def why(self) -> str:
        """The rules behind it, and where they are written."""
        return join_lines([*self.laws, source_words(self.source)] if self.source else self.laws)

    @property
    def figures(self) -> str:
        """Its points and doubles in one text.

        >>> ScoreRow("Exposed pung of red dragons", "4", "×2").figures
        '4 ×2'
        """
        return f"{self.points} {self.doubles}".strip()


def counted_rows(sheet: ScoreSheet, terms: Terms | None = None) -> list[ScoreRow]:
    """Return a row for everything that counts, and the subtotals; the score itself is in `result_rows`.

    >>> from mjcompanion.core.hand import Hand
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.scoring.score import score
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> sheet = score(Hand.parse("234m 567m 55s (666z) (234p)"), ScoringContext(Ruleset("traditional")))
    >>> [(row.label, row.points, row.doubles) for row in counted_rows(sheet)]
    [('Exposed pung of green dragons', '4', '×2'), ('Mah Jongg', '10', ''), ('3 chows and the pair', '0', ''), \
('Points, and 1 double', '14', '×2')]
    """
    rows = [*_scored_rows(sheet, terms), *_sum_rows(sheet), *_apart_rows(sheet, terms), *_limit_rows(sheet)]
    words = otherwise_words(sheet, terms)
    return [*rows, ScoreRow(words, role="quiet")] if words else rows


def _scored_rows(sheet: ScoreSheet, terms: Terms | None) -> Iterator[ScoreRow]:
    scored = [line for line in sheet.lines if line.points or line.doubles or line.share]
    for line in scored:
        yield _line_row(sheet, line, terms)
    if silent := silent_sets(sheet, terms):
        yield ScoreRow(silent, "0", role="quiet")
    elif not scored:
        yield ScoreRow(_("Nothing scores") if sheet.complete else _("Nothing scores yet"), "0", role="quiet")


def _sum_rows(sheet: ScoreSheet) -> Iterator[ScoreRow]:
    """Yield the points and doubles of the whole hand, where there is something to work out."""
    if sheet.scale and sheet.doubles:
        yield ScoreRow(sheet.doubles_words, number(sheet.counted), sheet.doubled(sheet.doubles), role="sum")
    elif sheet.doubles:
        label = ngettext("Points, and {n} double", "Points, and {n} doubles", sheet.doubles)
        points, times = number(sheet.points), sheet.doubled(sheet.doubles)
        yield ScoreRow(label.format(n=number(sheet.doubles)), points, times, role="sum")
    elif sheet.score != sheet.points and not sheet.share:
        yield ScoreRow(_("Points"), number(sheet.points), role="sum")


def _apart_rows(sheet: ScoreSheet, terms: Terms | None) -> Iterator[ScoreRow]:
    """Yield the bonus tiles of a special hand, which are counted apart."""
    if not sheet.apart:
        return
    if not sheet.share:
        yield ScoreRow(_("The special hand"), number(sheet.own), role="sum")
    for line in sheet.apart:
        yield _line_row(sheet, line, terms)
    yield ScoreRow(_("Added for flowers and seasons"), number(sheet.bonus), role="sum")


def _limit_rows(sheet: ScoreSheet) -> Iterator[ScoreRow]:
    if sheet.rounding:
        sign = "+" if sheet.rounding > 0 else "−"
        label = _("Rounded to the nearest {unit}").format(unit=number(sheet.unit))
        yield ScoreRow(label, f"{sign}{number(abs(sheet.rounding))}")
    if sheet.is_cut:
        if not sheet.special:
            yield ScoreRow(_("Would count"), number(sheet.counted), role="quiet")
        yield ScoreRow(_("The limit"), number(sheet.limit), role="limit")


def limit_words(sheet: ScoreSheet) -> str:
    """Return how a score compares with the limit; empty where there is none.

    >>> from mjcompanion.core.hand import Hand
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.scoring.score import score
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> traditional = ScoringContext(Ruleset("traditional"))
    >>> limit_words(score(Hand.parse("234m 567m 55s (666z) (234p)"), traditional))
    'Below the limit of 300'
    """
    limit = number(sheet.limit)
    if not sheet.limit:
        return ""
    if sheet.is_cut and not sheet.special:
        return _("{score}, cut to the limit of {limit}").format(limit=limit, score=number(sheet.counted))
    if sheet.score < sheet.limit:
        return _("Below the limit of {limit}").format(limit=limit)
    return _("Limit of {limit}").format(limit=limit)


def special_name(sheet: ScoreSheet) -> str:
    """Return the name of a special hand, the one that is worth most; empty for another hand.

    >>> from mjcompanion.core.hand import Hand
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> from mjcompanion.scoring.score import score
    >>> special_name(score(Hand.parse("19m19p19s12345677z"), ScoringContext(Ruleset("british"))))
    'Thirteen unique wonders'
    """
    line = max((line for line in sheet.lines if line.share), key=lambda line: line.share, default=None)
    return capital(line.describe()) if sheet.special and line is not None else ""


def _line_row(sheet: ScoreSheet, line: ScoreLine, terms: Terms | None) -> ScoreRow:
    points = number(line.points) if line.points else number(sheet.own) if line.share and sheet.share else ""
    return ScoreRow(
        line_label(line, terms),
        points,
        sheet.doubled(line.doubles) if line.doubles else "",
        line.tiles,
        "limit" if line.share else "",
        rule_sentences(line, sheet, terms),
        line.source,
        line.rules,
    )


def result_rows(sheet: ScoreSheet) -> list[ScoreRow]:
    """Return the score, and Kemp’s adjustment for the tiles left, where it is made."""
    if not sheet.complete:
        return [ScoreRow(_("So far"), number(sheet.score), role="sum")]
    found = sheet.adjustment
    if found is None:
        return [ScoreRow(_("Score"), number(sheet.score), role="total")]
    return adjusted_rows(found, 4, "1 B4")


def adjusted_rows(found: Adjustment, section: int, source: str) -> list[ScoreRow]:
    """Return the score and how Kemp’s solitaires adjust it, by the lines of this section of his card."""
    drawable = _("Tiles to draw: {tiles} − {count}").format(tiles=found.tiles, count=found.flowers)
    labels = (drawable if found.flowers else _("Tiles to draw"), _("Tiles discarded"), _("Tiles left"), _("Factor"))
    line = pgettext("a line of a form", "{letter}. {what}")
    a, b, c, d = (line.format(letter=f"{section}{at}", what=what) for at, what in zip("abcd", labels, strict=True))
    return [
        ScoreRow(_("Before the factor"), number(found.score), role="sum"),
        ScoreRow(a, number(found.drawable)),
        ScoreRow(b, number(found.discards)),
        ScoreRow(c, number(found.left)),
        ScoreRow(d, f"{number(found.left)}/{number(found.drawable)}", source=source),
        ScoreRow(_("Final score"), number(Decimal(found.final_text), ",.2f"), role="sum"),
        ScoreRow(_("As a whole point"), number(found.final_rounded), role="total"),
    ]


def line_label(line: ScoreLine, terms: Terms | None = None) -> str:
    """Return the name of a line with a capital."""
    return capital(line.describe(terms))


def rule_sentences(line: ScoreLine, sheet: ScoreSheet, terms: Terms | None = None) -> tuple[str, ...]:
    """Return the rules behind a line in sentences, speaking of this hand where it waited for its winning tile alone.

    >>> from mjcompanion.core.hand import By, Hand, HowWon
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.scoring.score import score
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> from mjcompanion.core.tiles import Tile
    >>> won = ScoringContext(Ruleset("traditional"), win=HowWon(Tile.parse("9s"), By.DRAW))
    >>> sheet = score(Hand.parse("123m 456p 99s (777z) (111s)"), won)
    >>> [rule_sentences(line, sheet) for line in sheet.lines if line.texts]
    [('You waited for the 9 bamboo alone: it made your pair.',)]
    """
    win, completed = sheet.context.win, sheet.completed
    if line.texts is None or win is None or win.tile is None or completed is None:
        return line.laws
    if not is_only_winner(sheet.hand, sheet.context):
        return line.laws
    text = _(line.texts[0 if completed.kind is MeldKind.PAIR else 1])
    return (text.format(tile=win.tile.name(terms), set=describe_meld(completed, terms)),)


def source_words(source: str) -> str:
    """Return where a rule is written: the title of each source before its parts.

    >>> source_words("1 B1, 1 B2b")
    '(Kemp’s solitaire sheet, B1, B2b)'
    """
    found: dict[str, list[str]] = {}
    for part in source.split(", "):
        key, _unused, section = part.partition(" ")
        section = section.replace("for the sheet of 3", _("where the classical text’s own sheet is lost"))
        known = found.setdefault(_(_SOURCES[key]) if key in _SOURCES else part, [])
        if key in _SOURCES and section and section not in known:
            known.append(section)
    parts = pgettext("between the parts of a sentence", "; ").join(
        joined([title, *some]) for title, some in found.items()
    )
    return pgettext("where a rule stands", "({source})").format(source=parts)


def silent_sets(sheet: ScoreSheet, terms: Terms | None = None) -> str:
    """Return the sets of a winner that score nothing; empty where all do, or where sets never score."""
    if not (sheet.context.winner and sheet.complete) or sheet.scale:
        return ""
    scored = [line.meld for line in sheet.lines]
    silent = [one for one in sheet.sets if one not in scored]
    chows = sum(1 for one in silent if one.kind is MeldKind.CHOW)
    words = [ngettext("{n} chow", "{n} chows", chows).format(n=number(chows))] if chows else []
    words += [
        _("the pair") if one.kind is MeldKind.PAIR else describe_meld(one, terms)
        for one in silent
        if one.kind is not MeldKind.CHOW
    ]
    return capital(listed(words)) if words else ""


def figures_in_words(sheet: ScoreSheet) -> list[str]:
    """Return points and doubles in a few words, or the special hand instead, and its bonus tiles.

    >>> from mjcompanion.core.hand import Hand
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.scoring.score import score
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> figures_in_words(score(Hand.parse("11z22z11s99m55z66z77z 1f2y"), ScoringContext(Ruleset("british"))))
    ['all pair honours 500', '16 for flowers and seasons']
    """
    if sheet.share:
        what = listed([line.what for line in sheet.lines if line.share])
        words = [_("{what} {points}").format(what=what, points=number(sheet.own))]
    else:
        words = (
            [] if sheet.scale else [ngettext("{n} point", "{n} points", sheet.points).format(n=number(sheet.points))]
        )
        words += [sheet.doubles_words] if sheet.doubles or sheet.scale else []
    if sheet.apart:
        words.append(_("{points} for flowers and seasons").format(points=number(sheet.bonus)))
    return words


def otherwise_words(sheet: ScoreSheet, terms: Terms | None = None) -> str:
    """Return what a special hand scores as an ordinary one, or the reverse; empty where it is only one of them.

    >>> from mjcompanion.core.hand import Hand
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.scoring.score import score
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> british = ScoringContext(Ruleset("british"))
    >>> for flowers in ("", " 1f2f3f4f1y"):
    ...     print(otherwise_words(score(Hand.parse(f"(222m)(333m)(666m)999m55m{flowers}"), british)))
    As an ordinary hand it would score 68.
    As Purity it would score 592, so it counts as an ordinary hand.
    """
    if sheet.otherwise is None:
        return ""
    if sheet.special:
        return _("As an ordinary hand it would score {points}.").format(points=number(sheet.otherwise))
    what = listed([line.describe(terms) for line in sheet.passed_over])
    sentence = _("As {special} it would score {points}, so it counts as an ordinary hand.")
    return sentence.format(special=what, points=number(sheet.otherwise))


def read_as(sheet: ScoreSheet, terms: Terms | None = None) -> str:
    """Return what the tiles were counted as: sets and a pair, or a special shape; empty where they are neither.

    >>> from mjcompanion.core.hand import Hand
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.scoring.score import score
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> read_as(score(Hand.parse("19m19p19s1234567z7z"), ScoringContext(Ruleset("british"))))
    'thirteen unique wonders'
    """
    if sheet.codes:
        return listed([describe_meld(one, terms) for one in sheet.sets])
    rules = sheet.context.rules
    kinds = rules.kinds_with(sheet.context.options)
    shapes = [kind.id for kind in kinds if kind.has(sheet.hand.key)]
    counted = [rule for line in sheet.lines for rule in line.rules if rule in [kind.id for kind in kinds]]
    shape = (*counted, *shapes, "")[0]
    row = next((one for one in rules.rows_with(sheet.context.options) if one.key == shape), None)
    return _(row.words) if row is not None else ""
