"""An answer compared with the program's sheet, row by row, with the rule behind each.

A row is wrong, missing or one too many. A figure below the rows is a slip where the rows above it are right, and
follows where one of them isn't.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from mjcompanion.american.card_library import built_in
from mjcompanion.american.line import Line
from mjcompanion.american.match import Matcher
from mjcompanion.american.score import KEMP_TILES as AMERICAN_TILES
from mjcompanion.american.score import AmericanSheet, counted_names
from mjcompanion.american.sheet_rows import describe_line
from mjcompanion.core.hand import TAKEN, Hand, MeldKind
from mjcompanion.core.tiles import Terms, Wind
from mjcompanion.i18n.translation import _, join_sentences, listed, ngettext, number
from mjcompanion.i18n.translation import sentences as in_sentences
from mjcompanion.practice.exercise import NO, Exercise, ExerciseRow, RowKind, Topic, name_set
from mjcompanion.rules.row import WHOLE_LIMIT, gift_words
from mjcompanion.scoring.sheet import KEMP_TILES, ScoreSheet
from mjcompanion.table.rows import Paid
from mjcompanion.table.settle import Payment, because
from mjcompanion.table.words import figure, payment_words

_BASIS: Final[Mapping[str, tuple[str, ...]]] = {
    "score": ("points", "doubles", "value"),
    "value": ("line",),
    "left": ("drawable",),
    "final": ("score", "left", "drawable"),
    "pays": ("value",),
}
"""The figures from which a figure is worked out; points, doubles and score also from the lines."""
_SUMS: Final = ("points", "doubles", "score")


class LineAnswer(msgspec.Struct, frozen=True):
    """What was filled into one line; None where nothing was, which counts as nothing."""

    key: str
    points: int | None = None
    doubles: int | None = None


class Answer(msgspec.Struct, frozen=True):
    """A sheet as somebody filled it in: the lines, the figures below them, and what was chosen."""

    lines: tuple[LineAnswer, ...] = ()
    amounts: Mapping[str, int] = {}
    choices: Mapping[str, str] = {}


class Verdict(enum.StrEnum):
    """How a row compares.

    SLIP: the rows above are right, and the figure isn't. FOLLOWS: the figure is wrong, and so is a row above.
    """

    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"
    EXTRA = "extra"
    SLIP = "slip"
    FOLLOWS = "follows"


class RowComparison(msgspec.Struct, frozen=True):
    """One row compared: `sentence` says what is wrong, `laws` and `source` by which rule; `missed` are rules' ids."""

    key: str
    verdict: Verdict
    row: ExerciseRow
    sentence: str = ""
    laws: tuple[str, ...] = ()
    source: str = ""
    missed: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong with the row."""
        return self.verdict is Verdict.RIGHT


class AnswerComparison(msgspec.Struct, frozen=True):
    """A whole answer compared, in the order of the sheet; what shouldn't be there comes after the lines."""

    rows: tuple[RowComparison, ...]

    @property
    def is_right(self) -> bool:
        """Whether everything is right."""
        return all(one.is_right for one in self.rows)

    @property
    def wrong(self) -> tuple[RowComparison, ...]:
        """The rows that aren't right."""
        return tuple(one for one in self.rows if not one.is_right)

    @property
    def missed(self) -> tuple[str, ...]:
        """The rules the person missed or mistook, without repeats."""
        return tuple(dict.fromkeys(rule for one in self.rows for rule in one.missed))

    def of(self, key: str) -> RowComparison | None:
        """Return how a row compares."""
        return next((one for one in self.rows if one.key == key), None)


def compare(made: Exercise, answer: Answer, terms: Terms | None = None) -> AnswerComparison:
    """Compare an answer with the program's sheet.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.practice.making import exercise
    >>> made = exercise(Ruleset("classical"), 1, 1)
    >>> found = compare(made, Answer(amounts={"score": 1}))
    >>> [(one.key, str(one.verdict)) for one in found.wrong[-2:]]
    [('rule:mah-jongg', 'missing'), ('score', 'follows')]
    """
    return AnswerComparison(tuple(_Comparison(made, answer, terms).rows()))


class _Comparison:
    """The work of one comparison."""

    def __init__(self, made: Exercise, answer: Answer, terms: Terms | None) -> None:
        self.made, self.answer, self.terms = made, answer, terms
        self.entries = {one.key: one for one in answer.lines}
        self.wrong: set[str] = set()
        """The rows that aren't right, of those compared so far; `lines` where a line isn't."""

    def rows(self) -> Iterator[RowComparison]:
        made, rows = self.made, self.made.rows
        known = {row.key for row in rows}
        lines = [self._line(row) for row in rows if row.kind is RowKind.LINE]
        lines += [self._extra(row) for row in made.offers if row.key in self.entries and row.key not in known]
        if not all(one.is_right for one in lines):
            self.wrong.add("lines")
        skipped = False
        if rows and rows[0].key == "win":
            found = self._choice(rows[0])
            skipped = not found.is_right or rows[0].choice == NO
            yield found
        yield from lines
        for row in rows:
            if row.kind is RowKind.LINE or row.key == "win" or (row.if_yes and skipped):
                continue
            found = self._choice(row) if row.kind is RowKind.CHOICE else self._amount(row)
            if not found.is_right:
                self.wrong.add(row.key)
            yield found

    # --- lines

    def _line(self, row: ExerciseRow) -> RowComparison:
        made, entry = self.made, self.entries.get(row.key)
        points, doubles = (0, 0) if entry is None else (entry.points or 0, entry.doubles or 0)
        if (entry is not None or row.given) and (row.share or (points, doubles) == (row.points, row.doubles)):
            return RowComparison(row.key, Verdict.RIGHT, row)
        if entry is None or (entry.points is None and entry.doubles is None):
            return _compared(row, Verdict.MISSING, _missing(row, faan=made.by_table), row.rules)
        rules = [one for one in made.rules_in_force if one.id in row.rules]
        sentences, missed = [], []
        if points != row.points:
            sentences.append(_points_wrong(points, row.points))
            missed += [one.id for one in rules if one.points or one.points_option]
        if doubles != row.doubles:
            sentences.append(_doubles_wrong(doubles, row.doubles, faan=made.by_table))
            missed += [one.id for one in rules if one.doubles]
        return _compared(row, Verdict.WRONG, join_sentences([*sentences, *self._about_set(row, points)]), tuple(missed))

    def _about_set(self, row: ExerciseRow, points: int) -> list[str]:
        """Return what else explains the points of a set."""
        sheet = self.made.sheet
        if row.meld is None or not isinstance(sheet, ScoreSheet):
            return []
        if row.meld.kind is MeldKind.CHOW:
            return [_("A chow scores nothing.")]
        if row.meld.kind is MeldKind.PAIR:
            return [] if row.points else [_("This pair scores nothing.")]
        win = sheet.context.win
        if win is not None and win.by in TAKEN and sheet.completed == row.meld and points > row.points:
            return [_("The winning tile came from another player, so this set counts as exposed.")]
        return []

    def _extra(self, row: ExerciseRow) -> RowComparison:
        rule = next(one for one in self.made.rules_in_force if one.id in row.rules)
        lost = self.made.context is not None and not self.made.context.winner
        sentence = _("Only the winner has it.") if lost and not rule.everybody else _("This hand doesn’t have it.")
        return _compared(row, Verdict.EXTRA, sentence, row.rules)

    # --- choices

    def _choice(self, row: ExerciseRow) -> RowComparison:
        choice = self.answer.choices.get(row.key, "")
        if choice == row.choice:
            return RowComparison(row.key, Verdict.RIGHT, row)
        verdict = Verdict.WRONG if choice else Verdict.MISSING
        sentence = self._mah_jongg() if row.key == "win" else self._right_line(choice)
        return RowComparison(row.key, verdict, row, sentence=sentence, missed=row.rules)

    def _mah_jongg(self) -> str:
        """Return whether the hand is Mah Jongg, and why."""
        sheet, trouble = self.made.sheet, self.made.trouble
        if trouble:
            return join_sentences(one.sentence(self.terms) for one in trouble)
        if isinstance(sheet, ScoreSheet):
            sets = listed([name_set(one, self.terms) for one in sheet.sets])
            return _("It is Mah Jongg: {sets}.").format(sets=sets)
        assert isinstance(sheet, AmericanSheet)  # noqa: S101 - either there is trouble or a sheet
        return _("It is Mah Jongg: {line}.").format(line=describe_line(sheet.line))

    def _right_line(self, choice: str) -> str:
        sheet = self.made.sheet
        assert isinstance(sheet, AmericanSheet)  # noqa: S101 - lines are asked for where there are cards
        right = _("It is {line}: {pattern}.").format(line=describe_line(sheet.line), pattern=sheet.line.pattern)
        lines = built_in(self.made.ruleset.card).card.lines
        chosen = next((one for one in lines if str(one.number) == choice), None)
        return join_sentences([right, *([] if chosen is None else self._why_not(sheet, chosen))])

    def _why_not(self, sheet: AmericanSheet, line: Line) -> list[str]:
        """Return what the line chosen would still need, or that another pays more."""
        if any(one.line.number == line.number for one in sheet.readings):
            return [_("Line {number} fits too, but pays less.").format(number=line.number)]
        nearest = Matcher((line,)).nearest(sheet.hand, top=1)
        if not nearest.lines:
            return [one.dead.sentence(self.terms) for one in nearest.dead if one.dead is not None][:1]
        near = nearest.lines[0]
        needs = ngettext(
            "Line {number} would still need {n} tile: {tiles}.",
            "Line {number} would still need {n} tiles: {tiles}.",
            near.away,
        )
        tiles = counted_names(near.missing, self.terms)
        return [needs.format(number=line.number, n=near.away, tiles=tiles)]

    # --- figures

    def _amount(self, row: ExerciseRow) -> RowComparison:
        given = self.answer.amounts.get(row.key)
        if given == row.amount:
            return RowComparison(row.key, Verdict.RIGHT, row)
        if given is None:
            sentence = _("It is {right}.").format(right=figure(row.amount))
            return _compared(row, Verdict.MISSING, join_sentences([sentence, *self._explained(row)]))
        has_lines = any(one.kind is RowKind.LINE for one in self.made.rows)
        basis = (*_BASIS.get(row.key.partition(":")[0], ()), *(("lines",) if row.key in _SUMS else ()))
        if not self.wrong.isdisjoint(basis):
            sentence = _("It is worked out from the numbers above. The correct number is {right}.")
            return RowComparison(row.key, Verdict.FOLLOWS, row, sentence=sentence.format(right=number(row.amount)))
        if row.key in _SUMS and has_lines:
            return RowComparison(row.key, Verdict.SLIP, row, sentence=self._slip(row, given))
        sentence = join_sentences([_not(row, given), *self._explained(row)])
        if row.key == "final":
            return RowComparison(row.key, Verdict.SLIP, row, sentence=sentence)
        return _compared(row, Verdict.WRONG, sentence, row.rules)

    def _slip(self, row: ExerciseRow, given: int) -> str:
        """Return what the lines, which are right, add up to."""
        shown = {"given": number(given), "right": number(row.amount)}
        if row.key == "points" or (row.key == "score" and self.made.topic is Topic.SETS):
            parts = " + ".join(number(one.points) for one in self.answer.lines if one.points) or "0"
            return _("Your lines add up to {right}, not {given}: {parts}.").format(parts=parts, **shown)
        if row.key == "score":
            return join_sentences([_not(row, given), *self._explained(row)])
        if self.made.by_table:
            return _("Your lines have {right} faan, not {given}.").format(**shown)
        text = ngettext(
            "Your lines have {right} double, not {given}.", "Your lines have {right} doubles, not {given}.", row.amount
        )
        return text.format(**shown)

    def _explained(self, row: ExerciseRow) -> list[str]:
        """Return why a figure is what it is, where no line above says so."""
        made, sheet = self.made, self.made.sheet
        name, _colon, seat = row.key.partition(":")
        if row.key == "drawable":
            flowers = len(made.hand.flowers) if isinstance(made.hand, Hand) else 0
            return [_("{whole} tiles less the flowers drawn: {flowers}.").format(whole=KEMP_TILES, flowers=flowers)]
        if row.key == "left":
            discards = made.context.discards if made.context is not None else None
            return [_("The tiles discarded are subtracted: {count}.").format(count=discards or 0)]
        if row.key == "final" and sheet is not None and sheet.adjustment is not None:
            whole = sheet.adjustment.drawable if isinstance(sheet, ScoreSheet) else AMERICAN_TILES
            text = _("{score} × {left} ÷ {whole}, rounded to a whole point.")
            return [text.format(score=number(sheet.score), left=sheet.adjustment.left, whole=whole)]
        if row.key == "score" and isinstance(sheet, AmericanSheet):
            factors = " ".join(f"× {factor}" for factor, _why in sheet.factors)
            why = _("It is doubled, and without jokers multiplied by four as well.")
            return [_("{value} {factors}.").format(value=sheet.line.value, factors=factors), why]
        if row.key == "score" and isinstance(sheet, ScoreSheet):
            return _explain_score(sheet)
        if made.settlement is None:
            return []
        payments = [one for one in made.settlement.payments if seat in (str(one.payer), str(one.payee))]
        if name == "net":
            return [in_sentences(seat_payment_words(one)) for one in payments]
        return [
            _("{value}, {why}.").format(value=number(one.base), why=because(one))
            for one in payments
            if one.factor > 1 and because(one)
        ]


def _explain_score(sheet: ScoreSheet) -> list[str]:
    """Return why a hand scores what it does: by what doubles, and by the limit, which may be more than that or less."""
    found, limit = [], sheet.context.rules.limit_with(sheet.context.options)
    if sheet.doubles and (sheet.counted >= sheet.score or sheet.rounding):
        text = ngettext("{points} points doubled {n} time.", "{points} points doubled {n} times.", sheet.doubles)
        text = _("In the table {n} faan score {score}.") if sheet.scale else text
        found.append(text.format(n=sheet.doubles, points=number(sheet.points), score=number(sheet.counted)))
    if sheet.rounding:
        text = _("Rounded to the nearest {unit}: {score}.")
        found.append(text.format(unit=number(sheet.unit), score=number(sheet.score)))
    if sheet.limited and limit is not None:
        found.append(_("The limit is {limit}.").format(limit=number(limit)))
    return found


def _compared(row: ExerciseRow, verdict: Verdict, sentence: str, missed: tuple[str, ...] = ()) -> RowComparison:
    """Return how a row compares, with the rules behind it."""
    return RowComparison(row.key, verdict, row, sentence, row.laws, row.source, missed)


def seat_payment_words(one: Payment) -> str:
    """Say which seat pays which how much, and why.

    >>> from mjcompanion.table.settle import Why
    >>> seat_payment_words(Payment(Wind.EAST, Wind.SOUTH, 40, (Why.WINNER,)))
    'East pays South 40'
    """
    return payment_words(Paid(0, 1, one.points, one), [_party(one.payer), _party(one.payee)])


def _party(party: Wind | str) -> str:
    return party.player if isinstance(party, Wind) else party


def _not(row: ExerciseRow, given: int) -> str:
    return _("It is {right}, not {given}.").format(right=figure(row.amount), given=figure(given))


def _points_wrong(given: int, right: int) -> str:
    if not right:
        return _("It gives no points.")
    text = ngettext("It gives {right} point, not {given}.", "It gives {right} points, not {given}.", right)
    return text.format(right=number(right), given=number(given))


def _doubles_wrong(given: int, right: int, *, faan: bool) -> str:
    if faan:
        return _("It gives {right} faan, not {given}.").format(right=number(right), given=number(given))
    if not right:
        return _("It doesn’t double.")
    text = ngettext("It gives {right} double, not {given}.", "It gives {right} doubles, not {given}.", right)
    return text.format(right=number(right), given=number(given))


def _missing(row: ExerciseRow, *, faan: bool) -> str:
    """Return what a row that was left out gives."""
    if row.share:
        whole, half = _("Missing: it gives the whole limit."), _("Missing: it gives at least half the limit.")
        return whole if row.share == WHOLE_LIMIT else half
    if faan:
        return _("Missing: it gives {what}.").format(what=gift_words(0, row.doubles, faan=True))
    points = ngettext("{n} point", "{n} points", row.points).format(n=number(row.points))
    doubles = ngettext("{n} double", "{n} doubles", row.doubles).format(n=number(row.doubles))
    if row.points and row.doubles:
        return _("Missing: it gives {points} and {doubles}.").format(points=points, doubles=doubles)
    return _("Missing: it gives {what}.").format(what=points if row.points else doubles)
