"""A hand under other rules: its score there, and why it differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import Hand
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import Terms, Wind
from mjcompanion.i18n.translation import N_, _, capital, joined, number, pgettext
from mjcompanion.rules.row import gift_words
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.scoring.check import problems_of
from mjcompanion.scoring.context import SHEET_WIDTH, ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet import ScoreLine, ScoreSheet
from mjcompanion.scoring.sheet_rows import ScoreRow, figures_in_words
from mjcompanion.scoring.text_renderer import text_lines
from mjcompanion.table.club_rules.rules import ClubRules
from mjcompanion.table.settle import line_payments

if TYPE_CHECKING:
    from mjcompanion.american.match import Matcher
    from mjcompanion.american.score import AmericanSheet

_SHORT: Final = {
    "flowers-not-in-play": N_("No flowers there"),
    "only-winner-scores": N_("Only the winner scores"),
    "not-complete": N_("Not Mah Jongg"),
    "special-hand": N_("Not Mah Jongg"),
    "loser-with-win": N_("Can’t win that way"),
}
"""Short reasons why a hand is impossible under other rules; other problems have their sentence."""


class NamedRules(msgspec.Struct, frozen=True):
    """Rules under the name by which they are listed."""

    name: str
    rules: Ruleset
    options: Options


class LineDifference(msgspec.Struct, frozen=True):
    """A line that counts differently here and there; None if one sheet has no such line.

    `by_table` says for here and there whether a table of points turns doubles into points, so that they don't multiply.
    """

    here: ScoreLine | None
    there: ScoreLine | None
    by_table: tuple[bool, bool] = (False, False)

    def sentence(self, terms: Terms | None = None) -> str:
        """Describe the difference briefly: "Mah Jongg 10 → 20", "+ wind of the round ×2", "− no chows 10"."""
        line = self.there or self.here
        if line is None:
            return ""
        what = msgspec.structs.replace(line, reasons=()).describe(terms)
        here, there = self.by_table
        if self.here is None:
            worth = _worth(line, by_table=there)
            return pgettext("counts there alone", "+ {what} {worth}").format(what=what, worth=worth)
        if self.there is None:
            worth = _worth(line, by_table=here)
            return pgettext("counts here alone", "− {what} {worth}").format(what=what, worth=worth)
        alike = self.here.points == self.there.points and self.here.share == self.there.share
        worths = {
            "here": _worth(self.here, doubles=alike, by_table=here),
            "there": _worth(self.there, doubles=alike, by_table=there),
        }
        return pgettext("counts otherwise", "{what} {here} → {there}").format(what=what, **worths)

    def answer(self) -> dict[str, Any]:
        """Return the difference as the command line's JSON."""
        line = self.there or self.here
        sides = {"here": self.here, "there": self.there}
        worths = {key: one and {"points": one.points, "doubles": one.doubles} for key, one in sides.items()}
        return {"what": "" if line is None else line.what, **worths}


class ComparedHand(msgspec.Struct, frozen=True):
    """A hand under other rules: its `score`, None if it is impossible there, how it adds up, and why it differs."""

    place: NamedRules
    score: int | None
    summary: str = ""
    why: str = ""
    answer: dict[str, Any] = {}


def places(club: Iterable[ClubRules] = (), *, with_card: bool = False) -> Iterator[NamedRules]:
    """Yield all rules for hands of this kind, and the club's own.

    >>> [place.rules for place in places(with_card=True)]
    ['nmjl', 'american-club', 'kemp-american']
    """
    for rules in RULESETS.values():
        if rules.with_card is with_card:
            yield NamedRules(_(rules.short), rules, options_for(rules))
    for ours in club:
        if ours.preset.with_card is with_card:
            yield NamedRules(ours.name, ours.preset, ours.options)


def context_at(place: NamedRules, before: ScoringContext) -> ScoringContext:
    """Return the same facts, as far as other rules need them; a player alone is East."""
    asks, rules = place.rules.asks_with(place.options), place.rules
    seat = before.seat if "seat" in asks or (rules.with_card and not rules.single_player) else Wind.EAST
    return ScoringContext(
        rules,
        seat,
        before.round if "round" in asks else Wind.EAST,
        before.winner,
        before.win if "how" in asks or rules.with_card else None,
        before.discards if rules.single_player else None,
        place.options,
    )


def compare_rulesets(
    sheet: ScoreSheet, found: Iterable[NamedRules], terms: Terms | None = None
) -> Iterator[ComparedHand]:
    """Score a hand of sets and a pair under other rules than its own.

    >>> sheet = score(Hand.parse("123m 456p 99s (777z) [1111s]"), ScoringContext(Ruleset("classical")))
    >>> traditional = next(places())
    >>> [(one.score, one.summary, one.why) for one in compare_rulesets(sheet, [traditional])]
    [(92, '46 points, 1 double, at least, until you enter how it was won', 'Mah Jongg 20 → 10')]
    """
    own = sheet.context
    for place in found:
        if (place.rules, place.options) == (own.rules, own.options):
            continue
        context = context_at(place, own)
        why_not = _why_not(sheet.hand, context, terms)
        if why_not:
            yield _cannot(place, why_not)
            continue
        try:
            there = score(sheet.hand, context)
        except RuleError as error:
            problem, asks = error.problems[0], "how" in own.rules.asks_with(own.options)
            unsaid = asks and own.win is None and problem.code.startswith("below-minimum")  # it may have enough yet
            why = _("How did the last tile come, and which tile won?") if unsaid else _short(problem, terms)
            yield _cannot(place, why)
            continue
        differing = differences(sheet, there)
        answer: dict[str, Any] = {"ok": True, "points": there.points, "doubles": there.doubles, "score": there.score}
        answer["differs"] = [one.answer() for one in differing]
        why = pgettext("between the parts of a sentence", "; ").join(one.sentence(terms) for one in differing)
        yield ComparedHand(place, there.score, counted(there), capital(why), _named(place) | answer)


def compare_american_rulesets(
    sheet: AmericanSheet, found: Iterable[NamedRules], matcher: Matcher
) -> Iterator[ComparedHand]:
    """Score an American hand under other American rules, with the same card."""
    from mjcompanion.american.score import score_american

    own = sheet.context
    for place in found:
        if place.rules is own.rules:
            continue
        context = context_at(place, own)
        if context.win is not None and context.win.by not in place.rules.win_types:
            yield _cannot(place, _(_SHORT["loser-with-win"]))
            continue
        try:
            there = score_american(sheet.hand, context, matcher)
        except RuleError as error:
            yield _cannot(place, error.problems[0].sentence())
            continue
        gets, summary = american_worth(there)
        yield ComparedHand(place, gets, summary, answer=_named(place) | there.answer() | {"gets": gets})


def american_worth(sheet: AmericanSheet) -> tuple[int, str]:
    """Return what the winner gets from all players, or scores alone, and how it adds up."""
    win = sheet.context.win
    paid = line_payments(sheet, win.by if win is not None else None)
    value = number(sheet.line.value)
    if paid is None:
        return sheet.score, " × ".join([value, *[str(factor) for factor, _unused in sheet.factors]])
    discarder, each = paid
    if discarder is None or discarder == each:
        return 3 * each, _("Each of the three pays {points}.").format(points=number(each))
    template = _("The discarder pays {most}, the two others {least} each.")
    return discarder + 2 * each, template.format(most=number(discarder), least=number(each))


def counted(sheet: ScoreSheet) -> str:
    """List points, doubles, rounding and limit in a few words.

    >>> counted(score(Hand.parse("[5555z] 777z 666z 111z 99s"), ScoringContext(Ruleset("traditional"))))
    '76 points, 5 doubles, limit 300, at least, until you enter how it was won'
    """
    parts = figures_in_words(sheet)
    if sheet.rounding:
        parts.append(_("rounded to the nearest {unit}").format(unit=number(sheet.unit)))
    if sheet.limited and not sheet.share:
        parts.append(_("limit {points}").format(points=number(sheet.limit)))
    if sheet.adjustment is not None:
        parts.append(_("final {points}").format(points=number(sheet.adjustment.final_rounded)))
    asks = sheet.context.rules.asks_with(sheet.context.options)
    if sheet.context.winner and sheet.context.win is None and "how" in asks:
        parts.append(_("at least, until you enter how it was won"))
    return joined(parts)


def differences(here: ScoreSheet, there: ScoreSheet) -> tuple[LineDifference, ...]:
    """Return the differing lines: first those in both sheets, then those only there, then those only here."""
    ours, theirs = ({_key(line): line for line in sheet.lines + sheet.apart} for sheet in (here, there))
    scales = bool(here.scale), bool(there.scale)
    both = [LineDifference(ours[key], theirs[key], scales) for key in ours if key in theirs]
    changed = [one for one in both if one.here and one.there and _figures(one.here) != _figures(one.there)]
    gained = [
        LineDifference(None, line, scales) for key, line in theirs.items() if key not in ours and any(_figures(line))
    ]
    lost = [
        LineDifference(line, None, scales) for key, line in ours.items() if key not in theirs and any(_figures(line))
    ]
    return (*changed, *gained, *lost)


def as_text(found: Iterable[ComparedHand]) -> str:
    """Render the comparison as plain text below a score sheet."""
    out = ["", "  " + _("Under other rules"), "  " + "-" * SHEET_WIDTH]
    for one in found:
        out += text_lines([ScoreRow(one.place.name, "–" if one.score is None else number(one.score))])
        out += [f"    {words}" for words in (one.summary, one.why) if words]
    return "\n".join(out)


def _named(place: NamedRules) -> dict[str, Any]:
    return {"rules": str(place.rules), "name": place.name}


def _why_not(hand: Hand, context: ScoringContext, terms: Terms | None) -> str:
    """Say why a hand is impossible under these rules before scoring it; empty if it isn't."""
    win = context.win
    if win is not None and win.by not in context.rules.win_types_for(context.seat):
        return _(_SHORT["loser-with-win"])
    problem = next(iter(problems_of(hand, context)), None)
    return "" if problem is None else _short(problem, terms)


def _cannot(place: NamedRules, why: str) -> ComparedHand:
    return ComparedHand(place, None, why=why, answer=_named(place) | {"ok": False, "error": why})


def _short(problem: Problem, terms: Terms | None) -> str:
    return _(_SHORT[problem.code]) if problem.code in _SHORT else problem.sentence(terms)


def _key(line: ScoreLine) -> object:
    """Return what identifies a line in both sheets: the set, the flower, or the rule."""
    if line.meld is not None:
        return line.meld
    return line.tiles if len(line.tiles) == 1 else line.rules[0].removesuffix("-doubles")


def _figures(line: ScoreLine) -> tuple[int, int, Fraction | int]:
    return line.points, line.doubles, line.share


def _worth(line: ScoreLine, *, doubles: bool = False, by_table: bool = False) -> str:
    """Return what a line gives, "4, ×2", or only its factor. In a table of points doubles are added: "+1"."""
    times = f"+{number(line.doubles)}" if by_table else f"×{number(1 << line.doubles)}"
    if doubles:
        return times
    parts = [number(line.points)] if line.points or not (line.doubles or line.share) else []
    parts += [times] if line.doubles else []
    if line.share:
        parts.append(gift_words(0, 0, line.share))
    return joined(parts)
