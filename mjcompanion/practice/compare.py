"""What somebody filled in, beside what should stand there: row by row, with the rule behind each.

Two kinds of slips are told apart. A line is wrong by a rule: the wrong points for a set, a double forgotten. A figure
below the lines is wrong by itself (the lines don't add up to it) or only follows from a wrong line above.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

import msgspec

from mjcompanion.american.line import Line
from mjcompanion.american.match import Matcher
from mjcompanion.american.score import KEMP_TILES as AMERICAN_TILES
from mjcompanion.american.score import AmericanSheet, counted_names
from mjcompanion.american.sheet_rows import describe_line
from mjcompanion.core.hand import TAKEN, Hand, MeldKind
from mjcompanion.core.tiles import Terms, Wind
from mjcompanion.i18n.translation import _, beside, listed, ngettext, number
from mjcompanion.practice.exercise import NO, Exercise, Kind, Offer, Row, Step, name_set
from mjcompanion.rules.row import WHOLE_LIMIT, gift_words
from mjcompanion.rulesets import options_for
from mjcompanion.scoring.sheet import KEMP_TILES, ScoreSheet
from mjcompanion.table.settle import Payment, because
from mjcompanion.table.words import figure

MOST_DOUBLES: Final = 64


class Entry(msgspec.Struct, frozen=True):
    """What was filled into one line; None where nothing was, which counts as nothing."""

    key: str
    points: int | None = None
    doubles: int | None = None


class Answer(msgspec.Struct, frozen=True):
    """A sheet as somebody filled it in: the lines, the figures below them, and what was chosen."""

    lines: tuple[Entry, ...] = ()
    amounts: Mapping[str, int] = {}
    choices: Mapping[str, str] = {}


class Verdict(enum.StrEnum):
    """What is to be said of a row.

    SLIP: the figure doesn't follow from what stands above it. FOLLOWS: it does, but something above is wrong.
    """

    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"
    EXTRA = "extra"
    SLIP = "slip"
    FOLLOWS = "follows"


class Difference(msgspec.Struct, frozen=True):
    """One row compared: `sentence` says what is wrong, `laws` and `source` by which rule; `missed` are rules' ids."""

    key: str
    verdict: Verdict
    row: Row | None = None
    offer: Offer | None = None
    sentence: str = ""
    laws: tuple[str, ...] = ()
    source: str = ""
    missed: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong with the row."""
        return self.verdict is Verdict.RIGHT


class Differences(msgspec.Struct, frozen=True):
    """A whole answer compared, in the order of the sheet; what shouldn't be there comes after the lines."""

    rows: tuple[Difference, ...]

    @property
    def is_right(self) -> bool:
        """Whether everything is right."""
        return all(one.is_right for one in self.rows)

    @property
    def wrong(self) -> tuple[Difference, ...]:
        """What isn't right."""
        return tuple(one for one in self.rows if not one.is_right)

    @property
    def missed(self) -> tuple[str, ...]:
        """The rules that were not known, or taken for others, each once."""
        return tuple(dict.fromkeys(rule for one in self.rows for rule in one.missed))

    def of(self, key: str) -> Difference | None:
        """What is said of a row."""
        return next((one for one in self.rows if one.key == key), None)


def right_answer(made: Exercise) -> Answer:
    """The answer in which everything is right.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.practice.making import exercise
    >>> made = exercise(Ruleset("classical"), 3, 5)
    >>> compare(made, right_answer(made)).is_right
    True
    """
    rows = [row for row in made.rows if made.is_mah_jongg or not row.if_yes]
    return Answer(
        tuple(Entry(row.key, row.points, row.doubles) for row in rows if row.kind is Kind.LINE),
        {row.key: row.amount for row in rows if row.kind is Kind.AMOUNT},
        {row.key: row.choice for row in rows if row.kind is Kind.CHOICE},
    )


def compare(made: Exercise, answer: Answer, terms: Terms | None = None) -> Differences:
    """Hold an answer against the program's sheet.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.practice.making import exercise
    >>> made = exercise(Ruleset("classical"), 1, 1)
    >>> found = compare(made, Answer(right_answer(made).lines, {"score": 1}))
    >>> [(one.key, str(one.verdict)) for one in found.wrong]
    [('score', 'slip')]
    """
    return Differences(tuple(_Comparison(made, answer, terms).rows()))


class _Comparison:
    """The work of one comparison."""

    def __init__(self, made: Exercise, answer: Answer, terms: Terms | None) -> None:
        self.made, self.answer, self.terms = made, answer, terms
        self.entries = {one.key: one for one in answer.lines}

    def rows(self) -> Iterator[Difference]:
        made = self.made
        verdict = next((row for row in made.rows if row.key == "win"), None)
        skipped = False
        if verdict is not None:
            said = self._choice(verdict)
            yield said
            skipped = not said.is_right or verdict.choice == NO
        yield from [self._line(row) for row in made.rows if row.kind is Kind.LINE]
        known = {row.key for row in made.rows}
        yield from [self._extra(entry) for key, entry in self.entries.items() if key not in known]
        for row in made.rows:
            if row.kind is Kind.LINE or row.key == "win" or (row.if_yes and skipped):
                continue
            yield self._choice(row) if row.kind is Kind.CHOICE else self._amount(row)

    # --- lines

    def _line(self, row: Row) -> Difference:
        entry = self.entries.get(row.key)
        if entry is None and not row.given:
            return _ruled(row, Verdict.MISSING, _missing(row, faan=self.made.by_table), row.rules)
        points, doubles = (0, 0) if entry is None else (entry.points or 0, entry.doubles or 0)
        if row.share or (points, doubles) == (row.points, row.doubles):
            return Difference(row.key, Verdict.RIGHT, row)
        if entry is None or (entry.points is None and entry.doubles is None):
            return _ruled(row, Verdict.MISSING, _missing(row, faan=self.made.by_table), row.rules)
        said, missed = [], []
        if points != row.points:
            said.append(_points_wrong(points, row.points))
            missed += self._giving(row, "points")
        if doubles != row.doubles:
            said.append(_doubles_wrong(doubles, row.doubles, faan=self.made.by_table))
            missed += self._giving(row, "doubles")
        said += self._why(row, points)
        return _ruled(row, Verdict.WRONG, beside(said), tuple(missed))

    def _giving(self, row: Row, what: str) -> list[str]:
        """The rules behind a row that give points, or that double."""
        rules = {one.id: one for one in self.made.ruleset.rows}
        held = [rules[one] for one in row.rules if one in rules]
        return [one.id for one in held if (one.doubles if what == "doubles" else one.points or one.points_option)]

    def _why(self, row: Row, points: int) -> list[str]:
        """What is worth saying about a set beside its rule."""
        sheet, situation = self.made.sheet, self.made.situation
        if row.meld is None or situation is None:
            return []
        found = []
        win = situation.win
        claimed = isinstance(sheet, ScoreSheet) and win is not None and win.by in TAKEN and sheet.completed == row.meld
        if claimed and points > row.points and row.meld.kind is not MeldKind.PAIR:
            found.append(_("The winning tile came from another player, so this set counts as exposed."))
        if row.meld.kind is MeldKind.CHOW:
            found.append(_("A chow scores nothing."))
        elif row.meld.kind is MeldKind.PAIR and not row.points:
            found.append(_("This pair scores nothing."))
        return found

    def _extra(self, entry: Entry) -> Difference:
        offer = next((one for one in self.made.offers if one.key == entry.key), None)
        sentence = _("This hand doesn’t have it.")
        if self.made.situation is not None and not self.made.situation.winner and self._is_winners(offer):
            sentence = _("Only the winner has it.")
        if offer is None:
            return Difference(entry.key, Verdict.EXTRA, sentence=sentence)
        laws = (offer.law,) if offer.law else ()
        return Difference(entry.key, Verdict.EXTRA, None, offer, sentence, laws, offer.source, (offer.rule,))

    def _is_winners(self, offer: Offer | None) -> bool:
        rows = self.made.ruleset.rows
        return offer is not None and any(one.id == offer.rule and not one.everybody for one in rows)

    # --- choices

    def _choice(self, row: Row) -> Difference:
        said = self.answer.choices.get(row.key, "")
        if said == row.choice:
            return Difference(row.key, Verdict.RIGHT, row)
        verdict = Verdict.WRONG if said else Verdict.MISSING
        sentence = self._mah_jongg() if row.key == "win" else self._right_line(said)
        return Difference(row.key, verdict, row, sentence=sentence, missed=row.rules)

    def _mah_jongg(self) -> str:
        """Whether the hand is Mah Jongg, and why."""
        sheet, trouble = self.made.sheet, self.made.trouble
        if trouble:
            return beside(one.sentence(self.terms) for one in trouble)
        if isinstance(sheet, ScoreSheet):
            sets = listed([name_set(one, self.terms) for one in sheet.sets])
            return _("It is Mah Jongg: {sets}.").format(sets=sets)
        assert isinstance(sheet, AmericanSheet)  # noqa: S101 - either there is trouble or a sheet
        return _("It is Mah Jongg: {line}.").format(line=describe_line(sheet.line))

    def _right_line(self, said: str) -> str:
        sheet = self.made.sheet
        assert isinstance(sheet, AmericanSheet)  # noqa: S101 - lines are asked for where there are cards
        right = _("It is {line}: {pattern}.").format(line=describe_line(sheet.line), pattern=sheet.line.pattern)
        return beside([right, *self._why_not_line(sheet, said)])

    def _line_said(self, said: str) -> Line | None:
        """The line of the card that was chosen."""
        from mjcompanion.american.card_library import built_in

        lines = built_in(self.made.ruleset.card).card.lines
        return next((one for one in lines if str(one.number) == said), None)

    def _why_not_line(self, sheet: AmericanSheet, said: str) -> list[str]:
        """What the line that was chosen would still need, or why another pays more."""
        line = self._line_said(said)
        if line is None:
            return []
        if any(one.line.number == line.number for one in sheet.readings):
            return [_("Line {number} fits too, but pays less.").format(number=line.number)]
        nearest = Matcher((line,)).nearest(sheet.hand, top=1)
        if not nearest.lines:
            dead = next((one.dead for one in nearest.dead if one.dead is not None), None)
            return [] if dead is None else [dead.sentence(self.terms)]
        near = nearest.lines[0]
        needs = ngettext(
            "Line {number} would still need {n} tile: {tiles}.",
            "Line {number} would still need {n} tiles: {tiles}.",
            near.away,
        )
        tiles = counted_names(near.missing, self.terms)
        return [needs.format(number=line.number, n=near.away, tiles=tiles)]

    # --- figures

    def _amount(self, row: Row) -> Difference:
        given = self.answer.amounts.get(row.key)
        if given == row.amount:
            return Difference(row.key, Verdict.RIGHT, row)
        if given is None:
            sentence = _("It is {right}.").format(right=figure(row.amount))
            return _ruled(row, Verdict.MISSING, beside([sentence, *self._because(row)]))
        follows = self._following(row)
        if follows is not None and given == follows and follows != row.amount:
            sentence = _("It is worked out from the figures above; the correct figure is {right}.").format(
                right=number(row.amount)
            )
            return Difference(row.key, Verdict.FOLLOWS, row, sentence=sentence)
        if row.key == "final" or (row.key in ("points", "doubles", "score") and self._has_lines):
            own = row.amount if follows is None else follows
            return Difference(row.key, Verdict.SLIP, row, sentence=self._slip(row, given, own))
        sentence = _("It is {right}, not {given}.").format(right=figure(row.amount), given=figure(given))
        return _ruled(row, Verdict.WRONG, beside([sentence, *self._because(row)]), row.rules)

    @property
    def _has_lines(self) -> bool:
        return any(one.kind is Kind.LINE for one in self.made.rows)

    def _own(self, key: str) -> int | None:
        """A figure as it was filled in, the right one where it was left out or stands on no sheet."""
        found = self.answer.amounts.get(key)
        if found is not None:
            return found
        return next((row.amount for row in self.made.rows if row.key == key), None)

    def _sums(self) -> tuple[int, int, Fraction | int]:
        """Points, doubles and share of the limit of the lines as they were filled in."""
        shares = {row.key: row.share for row in self.made.rows} | {one.key: one.share for one in self.made.offers}
        entries = self.entries.values()
        return (
            sum(one.points or 0 for one in entries),
            sum(one.doubles or 0 for one in entries),
            max((shares.get(one.key, 0) for one in entries), default=0),
        )

    def _following(self, row: Row) -> int | None:
        """What the figure should be if all that stands above it were right; None where nothing stands above."""
        points, doubles, share = self._sums()
        name, _unused, payer = row.key.partition(":")
        match name:
            case "points" | "doubles":
                return None if not self._has_lines else points if name == "points" else doubles
            case "score":
                return self._score(points, doubles, share)
            case "value":
                line = self._line_said(self.answer.choices.get("line", ""))
                return None if line is None else line.value
            case "left":
                situation, whole = self.made.situation, self._own("drawable")
                if situation is None or situation.discards is None or whole is None:
                    return None
                return whole - situation.discards
            case "final":
                return self._final()
            case "pays":
                value, settlement = self._own("value"), self.made.settlement
                paid = next((one for one in settlement.payments if one.payer == payer), None) if settlement else None
                return None if paid is None or value is None else value * paid.factor
            case _:
                return None

    def _score(self, points: int, doubles: int, share: Fraction | int) -> int | None:
        made, sheet = self.made, self.made.sheet
        if isinstance(sheet, AmericanSheet):
            value = self._own("value")
            return None if value is None else value * (sheet.score // sheet.line.value)
        if made.step is not Step.SETS:
            points = self.answer.amounts.get("points", points)
            doubles = self.answer.amounts.get("doubles", doubles)
        if not 0 <= doubles <= MOST_DOUBLES or made.situation is None:
            return None
        rules, options = made.situation.rules, made.situation.options
        scale, limit = rules.scale_with(options), rules.limit_with(options)
        value = scale[min(doubles, len(scale) - 1)] if scale else points << doubles
        if limit is None:
            return value
        return min(limit, max(value, math.floor(limit * share)))

    def _parts(self) -> tuple[int | None, int | None, int | None]:
        """What the final score is made of: the score, the tiles left, and all that can be drawn."""
        sheet, score = self.made.sheet, self._own("score")
        if score is None and sheet is not None:
            score = sheet.score
        whole = AMERICAN_TILES if isinstance(sheet, AmericanSheet) else self._own("drawable")
        return score, self._own("left"), whole

    def _final(self) -> int | None:
        score, left, whole = self._parts()
        if score is None or left is None or not whole or whole < 0 or left < 0:
            return None
        return int(Fraction(score * left, whole) + Fraction(1, 2))

    def _slip(self, row: Row, given: int, right: int) -> str:
        shown = {"given": number(given), "right": number(right)}
        if row.key == "points" or (row.key == "score" and self.made.step is Step.SETS):
            parts = " + ".join(number(one.points) for one in self.answer.lines if one.points) or "0"
            return _("Your lines add up to {right}, not {given}: {parts}.").format(parts=parts, **shown)
        if row.key == "doubles" and self.made.by_table:
            return _("Your lines have {right} faan, not {given}.").format(**shown)
        if row.key == "doubles":
            return ngettext(
                "Your lines have {right} double, not {given}.", "Your lines have {right} doubles, not {given}.", right
            ).format(**shown)
        if row.key == "final":
            score, left, whole = [number(part or 0) for part in self._parts()]
            said = _("{score} × {left} ÷ {whole} is {right} when rounded, not {given}.")
            return said.format(score=score, left=left, whole=whole, **shown)
        return self._score_slip(shown)

    def _score_slip(self, shown: dict[str, str]) -> str:
        points, doubles, share = self._sums()
        points = self.answer.amounts.get("points", points)
        doubles = self.answer.amounts.get("doubles", doubles)
        rules, options = self.made.ruleset, options_for(self.made.ruleset)
        limit, scale = rules.limit_with(options), rules.scale_with(options)
        plain = scale[min(doubles, len(scale) - 1)] if scale else points << min(max(doubles, 0), MOST_DOUBLES)
        if limit is not None and (share or plain > limit):
            return _("With the limit of {limit} it is {right}, not {given}.").format(limit=number(limit), **shown)
        if scale:
            return _("{n} faan are worth {right}, not {given}.").format(n=doubles, **shown)
        said = ngettext(
            "{points} doubled {n} time is {right}, not {given}.",
            "{points} doubled {n} times is {right}, not {given}.",
            doubles,
        )
        return said.format(points=number(points), n=doubles, **shown)

    def _because(self, row: Row) -> list[str]:
        """Why a figure is what it is, where no line above says so."""
        made = self.made
        name, _unused, seat = row.key.partition(":")
        if row.key == "drawable":
            flowers = len(made.hand.flowers) if isinstance(made.hand, Hand) else 0
            return [_("{whole} tiles less the flowers drawn: {flowers}.").format(whole=KEMP_TILES, flowers=flowers)]
        if row.key == "left":
            discards = made.situation.discards if made.situation is not None else None
            return [_("The tiles discarded are subtracted: {count}.").format(count=discards or 0)]
        if row.key == "score" and isinstance(made.sheet, AmericanSheet):
            factors = " ".join(f"× {factor}" for factor, _unused in made.sheet.factors)
            why = _("It is doubled; without jokers it counts four times.")
            return [_("{value} {factors}.").format(value=made.sheet.line.value, factors=factors), why]
        if row.key == "score" and isinstance(made.sheet, ScoreSheet):
            return _because_of_score(made.sheet)
        if made.settlement is None:
            return []
        held = [one for one in made.settlement.payments if seat in (str(one.payer), str(one.payee))]
        said = []
        for one in held:
            if name == "pays":
                told = because(one) if one.factor > 1 else ""
                said += [_("{value}, {why}.").format(value=number(one.base), why=told)] if told else []
                continue
            said.append(tell_payment(one))
        return said


def _because_of_score(sheet: ScoreSheet) -> list[str]:
    """Why a hand scores what it does: by what doubles, and by the limit, which may be more than that or less."""
    said, limit = [], sheet.situation.rules.limit_with(sheet.situation.options)
    if sheet.doubles and (sheet.counted >= sheet.score or sheet.rounding):
        words = ngettext("{points} points doubled {n} time.", "{points} points doubled {n} times.", sheet.doubles)
        words = _("In the table {n} faan are worth {score}.") if sheet.scale else words
        shown = {"points": number(sheet.points), "score": number(sheet.counted)}
        said.append(words.format(n=sheet.doubles, **shown))
    if sheet.rounding:
        said.append(
            _("Rounded to the nearest {unit}: {score}.").format(unit=number(sheet.unit), score=number(sheet.score))
        )
    if sheet.limited and limit is not None:
        said.append(_("The limit is {limit}.").format(limit=number(limit)))
    return said


def _ruled(row: Row, verdict: Verdict, sentence: str, missed: tuple[str, ...] = ()) -> Difference:
    """What is to be said of a row, with the rules behind it."""
    return Difference(row.key, verdict, row, None, sentence, row.laws, row.source, missed)


def tell_payment(one: Payment) -> str:
    """A payment in a sentence: who pays whom, how much, and why.

    >>> from mjcompanion.table.settle import Why
    >>> tell_payment(Payment(Wind.EAST, Wind.SOUTH, 40, (Why.WINNER,)))
    'East pays South 40.'
    """
    words = {"payer": _seat(one.payer), "payee": _seat(one.payee), "points": number(one.points)}
    why = because(one)
    if why:
        return _("{payer} pays {payee} {points} ({why}).").format(**words, why=why)
    return _("{payer} pays {payee} {points}.").format(**words)


def _seat(party: Wind | str) -> str:
    return party.player if isinstance(party, Wind) else party


def _points_wrong(given: int, right: int) -> str:
    if not right:
        return _("It gives no points.")
    return ngettext("It gives {right} point, not {given}.", "It gives {right} points, not {given}.", right).format(
        right=number(right), given=number(given)
    )


def _doubles_wrong(given: int, right: int, *, faan: bool) -> str:
    if faan:
        return _("It gives {right} faan, not {given}.").format(right=number(right), given=number(given))
    if not right:
        return _("It doesn’t double.")
    return ngettext("It gives {right} double, not {given}.", "It gives {right} doubles, not {given}.", right).format(
        right=number(right), given=number(given)
    )


def _missing(row: Row, *, faan: bool) -> str:
    """What a row that was left out gives."""
    if row.share:
        return (
            _("Missing: it gives the whole limit.")
            if row.share == WHOLE_LIMIT
            else _("Missing: it gives at least half the limit.")
        )
    if faan:
        return _("Missing: it gives {what}.").format(what=gift_words(0, row.doubles, faan=True))
    points = ngettext("{n} point", "{n} points", row.points).format(n=number(row.points))
    doubles = ngettext("{n} double", "{n} doubles", row.doubles).format(n=number(row.doubles))
    if row.points and row.doubles:
        return _("Missing: it gives {points} and {doubles}.").format(points=points, doubles=doubles)
    return _("Missing: it gives {what}.").format(what=points if row.points else doubles)
