"""The score sheet in plain text, as a person reads a receipt: what, points; doubles; the total."""

from __future__ import annotations

from typing import Final

from mjcompanion.core.hand import MeldKind
from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import N_, _, capital, joined, listed, ngettext, number, pgettext
from mjcompanion.scoring.context import RECEIPT_WIDTH, adjusted_lines, describe_situation, receipt_line
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


def line_label(line: ScoreLine, terms: Terms | None = None) -> str:
    """The line's words with a capital, as it stands on a receipt."""
    return capital(line.describe(terms))


def laws_told(line: ScoreLine, sheet: ScoreSheet, terms: Terms | None = None) -> tuple[str, ...]:
    """The rules behind a line in sentences, speaking of this hand where it waited for its winning tile alone.

    >>> from mjcompanion.core.hand import By, Hand, HowWon
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.scoring.score import score
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> from mjcompanion.core.tiles import Tile
    >>> won = ScoringContext(Ruleset("traditional"), win=HowWon(Tile.parse("9s"), By.DRAW))
    >>> sheet = score(Hand.parse("123m 456p 99s (777z) (111s)"), won)
    >>> [laws_told(line, sheet) for line in sheet.lines if line.texts]
    [('You waited for the 9 bamboo alone: it made your pair.',)]
    """
    win, completed = sheet.situation.win, sheet.completed
    if line.texts is None or win is None or win.tile is None or completed is None:
        return line.laws
    if not is_only_winner(sheet.hand, sheet.situation):
        return line.laws
    text = _(line.texts[0 if completed.kind is MeldKind.PAIR else 1])
    return (text.format(tile=win.tile.name(terms), set=describe_meld(completed, terms)),)


def source_words(source: str) -> str:
    """Where a rule stands: the title of each source before its parts.

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
    """The sets of a winner that score nothing, so that nobody looks for them; empty where all do, or none ever does."""
    if not (sheet.situation.winner and sheet.complete) or sheet.scale:
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


def figures_told(sheet: ScoreSheet) -> list[str]:
    """Points and doubles in a few words, or the special hand that stands in their place, and its bonus tiles.

    >>> from mjcompanion.core.hand import Hand
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.scoring.score import score
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> figures_told(score(Hand.parse("11z22z11s99m55z66z77z 1f2y"), ScoringContext(Ruleset("british"))))
    ['all pair honours 500', '16 for flowers and seasons']
    """
    if sheet.share:
        what = listed([line.what for line in sheet.lines if line.share])
        told = [_("{what} {points}").format(what=what, points=number(sheet.own))]
    else:
        told = [] if sheet.scale else [ngettext("{n} point", "{n} points", sheet.points).format(n=number(sheet.points))]
        told += [sheet.doubles_words] if sheet.doubles or sheet.scale else []
    if sheet.apart:
        told.append(_("{points} for flowers and seasons").format(points=number(sheet.bonus)))
    return told


def special_label(sheet: ScoreSheet, terms: Terms | None = None) -> str:
    """What a special hand that is worth a share of the limit is called."""
    return capital(listed([line.describe(terms) for line in sheet.lines if line.share]))


def otherwise_words(sheet: ScoreSheet, terms: Terms | None = None) -> str:
    """What a special hand scores in the ordinary way, or the other way round; empty where there is one way only.

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
    """What the tiles were counted as: sets and a pair, or a shape of its own; empty where there is neither.

    >>> from mjcompanion.core.hand import Hand
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.scoring.score import score
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> read_as(score(Hand.parse("19m19p19s1234567z7z"), ScoringContext(Ruleset("british"))))
    'thirteen unique wonders'
    """
    if sheet.codes:
        return listed([describe_meld(one, terms) for one in sheet.sets])
    rules = sheet.situation.rules
    kinds = rules.kinds_with(sheet.situation.options)
    shapes = [kind.id for kind in kinds if kind.has(sheet.hand.key)]
    counted = [rule for line in sheet.lines for rule in line.rules if rule in [kind.id for kind in kinds]]
    row = rules.row_named((*counted, *shapes, "")[0])
    return _(row.words) if row is not None else ""


def rounding_line(sheet: ScoreSheet) -> tuple[str, str]:
    """What the rounding of a total is called, and what it adds or takes away."""
    sign = "+" if sheet.rounding > 0 else "−"
    return _("Rounded to the nearest {unit}").format(unit=number(sheet.unit)), f"{sign}{number(abs(sheet.rounding))}"


def as_text(sheet: ScoreSheet, terms: Terms | None = None) -> str:
    """The whole sheet, ready to paste.

    >>> from mjcompanion.core.hand import Hand
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.scoring.score import score
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> print(as_text(score(Hand.parse("234m 567m 55s (666z) (234p)"), ScoringContext(Ruleset("traditional")))))
    234567m55s (234p) (666z)
    Traditional, with counting sticks · East · won
    <BLANKLINE>
      Exposed pung of green dragons                  4
      Mah Jongg                                     10
      ------------------------------------------------
      Points                                        14
      ×2  exposed pung of green dragons
      ================================================
      Score                                         28
    """
    out = [str(sheet.hand), describe_situation(sheet.situation, terms), ""]
    out += [receipt_line(line_label(line, terms), number(line.points)) for line in sheet.lines if line.points]
    if not (sheet.scale or sheet.share):
        out += ["  " + "-" * RECEIPT_WIDTH, receipt_line(_("Points"), number(sheet.points))]
    out += [f"  {sheet.doubled(line.doubles)}  {line.describe(terms)}" for line in sheet.lines if line.doubles]
    if sheet.scale and not sheet.share:
        out.append(receipt_line(sheet.doubles_words, number(sheet.counted)))
    elif sheet.doubles > 1:
        label = ngettext("{n} double: ×{factor}", "{n} doubles: ×{factor}", sheet.doubles)
        label = label.format(n=number(sheet.doubles), factor=number(1 << sheet.doubles))
        out.append(receipt_line(label, number(sheet.counted)))
    if sheet.share:
        out.append(receipt_line(special_label(sheet, terms), number(sheet.own)))
    else:
        out += [f"  {line_label(line, terms)}" for line in sheet.lines if line.share]
    if sheet.apart:
        out += [receipt_line(line_label(line, terms), number(line.points)) for line in sheet.apart if line.points]
        out += [f"  {sheet.doubled(line.doubles)}  {line.describe(terms)}" for line in sheet.apart if line.doubles]
        out.append(receipt_line(_("Added for flowers and seasons"), number(sheet.bonus)))
    if sheet.rounding:
        out.append(receipt_line(*rounding_line(sheet)))
    out.append("  " + "=" * RECEIPT_WIDTH)
    if sheet.is_cut:
        out.append("  " + _("The limit is {limit}.").format(limit=number(sheet.limit)))
    out.append(receipt_line(_("Score"), number(sheet.score)))
    if words := otherwise_words(sheet, terms):
        out.append(f"  {words}")
    adjustment = sheet.adjustment
    if adjustment is not None:
        out += [
            receipt_line(_("130 less flowers drawn, {n}").format(n=adjustment.flowers), number(adjustment.drawable)),
            receipt_line(_("Less tiles discarded"), number(adjustment.discards)),
            receipt_line(_("Tiles left"), number(adjustment.left)),
            *adjusted_lines(adjustment),
        ]
    return "\n".join(out)
