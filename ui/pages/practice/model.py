"""The state of the Practice page: an exercise, the person's sheet, and how it compares."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QObject, Signal

from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import Terms
from mjcompanion.ledger.values import PRACTICE
from mjcompanion.practice.compare import Answer, AnswerComparison, LineAnswer, compare
from mjcompanion.practice.exercise import Exercise, ExerciseRow, RowKind, levels, name_of, read_code
from mjcompanion.practice.hints import Hint, hint
from mjcompanion.practice.making import exercise
from mjcompanion.practice.progress import ExerciseResult, PracticeProgress, Tally, next_number
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.club_rules import ClubRules

from ...context import PageContext
from ...widgets.words import sentence_of

if TYPE_CHECKING:
    from mjcompanion.ledger.ledger import Ledger


_TYPED: Final = "practice"


class _StoredSheet(msgspec.Struct, frozen=True):
    """A sheet that isn't finished, as it is stored."""

    code: str
    points: dict[str, int] = {}
    doubles: dict[str, int] = {}
    amounts: dict[str, int] = {}
    choices: dict[str, str] = {}
    added: tuple[str, ...] = ()
    helped: bool = False
    counted: bool = False


class PracticeModel(QObject):
    """The current exercise and the person's sheet.

    Only the first check counts; corrections afterwards change no figures.

    Signals:
        changed(): another exercise, another answer, a comparison, a hint, or other house rules to practise.
        message_sent(str, str): a sentence for the message bar, and its kind.
    """

    changed = Signal()
    message_sent = Signal(str, str)

    def __init__(self, context: PageContext, first: Ruleset, parent: QObject) -> None:
        super().__init__(parent)
        self._ledger, self._typed, self._shelves = context.ledger, context.typed, context.shelves
        self.terms = context.settings.value.terms
        self.progress = PracticeProgress()
        self._unkept: list[ExerciseResult] = []
        """Results that aren't in the ledger yet."""
        self._begin(exercise(first, 1, 1))
        self._is_where_it_was = self._restore()

    @property
    def houses(self) -> tuple[ClubRules, ...]:
        """The house rules that can be practised."""
        found = [one.rules for one in self._shelves.rules if one.rules is not None]
        return tuple(rules for rules in found if levels(rules.preset))

    def read(self) -> None:
        """Read the house rules, and the progress from the ledger; at first open the last exercise."""
        self._shelves.read_rules(self._on_houses, self)

    def _on_houses(self) -> None:
        self._is_where_it_was = self._is_where_it_was or self._restore()
        self._follow_house()
        self.changed.emit()
        self._ledger.ask(lambda ledger: ledger.hands.practice(), self._on_progress, self._on_trouble, self)

    def _follow_house(self) -> None:
        """Make the exercise again if its house rules were changed; by the ruleset if they are gone.

        Rules with another name and the same values are the same. What still fits stays filled in.
        """
        made, ours = self.made, self.made.house
        if ours is None or ours in self.houses:
            return
        named = [one for one in self.houses if (one.preset, one.name) == (ours.preset, ours.name)]
        renamed = [one for one in self.houses if msgspec.structs.replace(one, name=ours.name, note=ours.note) == ours]
        kept = self._sheet()
        house = next(iter(named + renamed), None)
        try:
            self._begin(exercise(made.ruleset, made.level, made.number, house))
        except RuleError as error:
            self.message_sent.emit(str(error), "warn")
            self._begin(exercise(made.ruleset, made.level, made.number))
        self._fill(kept)
        self._keep()

    def _on_progress(self, found: PracticeProgress) -> None:
        self.progress = reduce(PracticeProgress.after, self._unkept, found)
        last = read_code(found.last, self.houses)
        if not self._is_where_it_was and last is not None:
            self.open(*last)
        self._is_where_it_was = True
        self.changed.emit()

    def _on_trouble(self, error: Exception) -> None:
        self.message_sent.emit(sentence_of(error), "warn")

    def _begin(self, made: Exercise) -> None:
        self.made = made
        self.points: dict[str, int] = {}
        self.doubles: dict[str, int] = {}
        self.amounts: dict[str, int] = {}
        self.choices: dict[str, str] = {}
        self.added: tuple[str, ...] = ()
        self.found: AnswerComparison | None = None
        self.hint: Hint | None = None
        self.helped = False
        self.counted = False
        self.shown = False

    def _restore(self) -> bool:
        """Continue the unfinished exercise of last time; return whether there is one."""
        try:
            kept = msgspec.convert(self._typed.kept(_TYPED), _StoredSheet | None)
        except msgspec.ValidationError:
            return False
        found = read_code(kept.code, self.houses) if kept is not None else None
        if kept is None or found is None:
            return False
        try:
            self._begin(exercise(*found))
        except RuleError:
            return False
        self._fill(kept)
        return True

    def _fill(self, kept: _StoredSheet) -> None:
        """Fill the sheet in as far as what was kept has lines on it."""
        offers, rows = {one.key for one in self.made.offers}, {row.key for row in self.made.rows}
        self.added = tuple(key for key in kept.added if key in offers)
        there = rows | set(self.added)
        for mine, theirs in ((self.points, kept.points), (self.doubles, kept.doubles), (self.amounts, kept.amounts)):
            mine.update({key: value for key, value in theirs.items() if key in there})
        self.choices = {key: value for key, value in kept.choices.items() if key in there}
        self.helped, self.counted = kept.helped, kept.counted

    def _sheet(self) -> _StoredSheet:
        return _StoredSheet(
            self.made.code, self.points, self.doubles, self.amounts, self.choices, self.added, self.helped, self.counted
        )

    def _keep(self) -> None:
        """Store the sheet; from now on a late answer of the ledger opens no other exercise."""
        self._is_where_it_was = True
        self._typed.keep(_TYPED, msgspec.to_builtins(self._sheet()))

    # --- which exercise

    @property
    def tally(self) -> Tally:
        return self.progress.tally(self.made.ruleset, self.made.level, self.made.house)

    def set_rules(self, ruleset: Ruleset, house: ClubRules | None = None) -> None:
        """Practise another ruleset, or house rules, at the first level."""
        if (ruleset, house) != (self.made.ruleset, self.made.house):
            self._open_level(ruleset, 1, house)

    def set_level(self, level: int) -> None:
        if level != self.made.level:
            self._open_level(self.made.ruleset, level, self.made.house)

    def _open_level(self, ruleset: Ruleset, level: int, house: ClubRules | None) -> None:
        last = self.progress.tally(ruleset, level, house).last
        self.open(ruleset, level, next_number(self.progress, ruleset, level, last, house) if last else 1, house)

    def open(self, ruleset: Ruleset, level: int, number: int, house: ClubRules | None = None) -> None:
        """Show an exercise with a blank sheet, or say why there is none."""
        try:
            self._begin(exercise(ruleset, level, number, house))
        except RuleError as error:
            self.message_sent.emit(str(error), "warn")
        else:
            self._keep()
        self.changed.emit()

    def open_text(self, text: str) -> bool:
        """Show an exercise by its number or its code; return whether there is one."""
        made, houses = self.made, self.houses
        of_level = f"{made.ruleset} {made.level} {text} {name_of(made.house)}"
        found = read_code(text, houses) or read_code(of_level, houses)
        if found is None:
            return False
        if found != (made.ruleset, made.level, made.number, made.house):
            self.open(*found)
        return True

    def open_blank(self, code: str, then: Callable[[], object]) -> None:
        """Show an exercise with a blank sheet; for a level without a number, its next exercise."""
        self._shelves.read_rules(lambda: self._open_blank(code, then), self)

    def _open_blank(self, code: str, then: Callable[[], object]) -> None:
        self.changed.emit()
        found = read_code(code, self.houses)
        if found is not None:
            self.open(*found)
        elif (level := read_code(f"{code} 1")) is not None:
            self._open_level(*level[:2], None)
        then()

    def next(self) -> None:
        """Show the next exercise, if possible one with the rule missed most."""
        made = self.made
        number = next_number(self.progress, made.ruleset, made.level, made.number, made.house)
        self.open(made.ruleset, made.level, number, made.house)

    # --- filling in

    @property
    def lines(self) -> tuple[ExerciseRow, ...]:
        """The lines of the sheet: those given, then those added."""
        given = [row for row in self.made.given if row.kind is RowKind.LINE]
        offers = {offer.key: offer for offer in self.made.offers}
        return (*given, *[offers[key] for key in self.added])

    @property
    def figures(self) -> tuple[ExerciseRow, ...]:
        """The rows below the lines."""
        return tuple(row for row in self.made.rows if row.kind is not RowKind.LINE)

    @property
    def offers(self) -> tuple[ExerciseRow, ...]:
        """The lines that can still be added."""
        return tuple(offer for offer in self.made.offers if offer.key not in self.added)

    def fill_in(self, where: dict[str, int], key: str, value: int | None) -> None:
        """Fill in `points` or `doubles` of a line, or one of the `amounts` below the lines; None clears it."""
        if where.get(key) == value:
            return
        where.pop(key, None)
        if value is not None:
            where[key] = value
        self._stale()

    def choose(self, key: str, choice: str) -> None:
        """Choose the answer of a row, such as the line of the card."""
        if self.choices.get(key, "") != choice:
            self.choices[key] = choice
            self.changed.emit()
            self._stale()

    def add(self, key: str) -> None:
        if any(offer.key == key for offer in self.offers):
            self.added = (*self.added, key)
            self.changed.emit()
            self._stale()

    def remove(self, key: str) -> None:
        if key in self.added:
            self.added = tuple(one for one in self.added if one != key)
            self.points.pop(key, None)
            self.doubles.pop(key, None)
            self.changed.emit()
            self._stale()

    def _stale(self) -> None:
        """Clear the comparison and the hint after a change."""
        self._keep()
        self._clear_hint()
        if self.found is not None:
            self.found = None
            self.changed.emit()

    @property
    def is_blank(self) -> bool:
        return not (self.points or self.doubles or self.amounts or self.added or any(self.choices.values()))

    @property
    def answer(self) -> Answer:
        entries = [LineAnswer(line.key, self.points.get(line.key), self.doubles.get(line.key)) for line in self.lines]
        return Answer(tuple(entries), dict(self.amounts), {key: one for key, one in self.choices.items() if one})

    # --- looking at it

    def check(self) -> None:
        """Compare the sheet with the program's; the first time count the exercise."""
        if self.is_blank:
            self.message_sent.emit(self.tr("Fill in what you know first, or ask for a hint."), "info")
            return
        self.found = compare(self.made, self.answer, self.terms)
        self._clear_hint()
        self._count()
        self.changed.emit()

    def _count(self) -> None:
        if self.counted or self.shown or self.found is None:
            return
        self.counted = True
        self._keep()
        made, found, helped = self.made, self.found, self.helped
        result = ExerciseResult.of(made, found, helped=helped)
        self.progress = self.progress.after(result)
        self._unkept.append(result)

        def do(ledger: Ledger) -> object:
            from mjcompanion.practice.record import record_of_exercise

            return ledger.hands.keep(record_of_exercise(made, found, helped=helped), place=made.code, kind=PRACTICE)

        def fail(error: Exception) -> None:
            self._unkept.remove(result)
            self._on_trouble(error)

        self._ledger.ask(do, lambda _: self._unkept.remove(result), fail, self)

    def ask_hint(self) -> None:
        self.hint = hint(self.made, self.answer, self.terms)
        self.helped = self.helped or self.hint is not None
        self._keep()
        if self.hint is None:
            self.message_sent.emit(self.tr("Everything is filled in, and it is all correct."), "good")
        self.changed.emit()

    def set_terms(self, terms: Terms) -> None:
        """Use these words for tiles in the comparison and the hint."""
        self.terms = terms
        if self.found is not None:
            self.found = compare(self.made, self.answer, terms)
        if self.hint is not None:
            self.hint = hint(self.made, self.answer, terms)

    def _clear_hint(self) -> None:
        if self.hint is not None:
            self.hint = None
            self.changed.emit()

    def set_shown(self, *, shown: bool) -> None:
        """Show the program's sheet or hide it; an exercise counts no more once it was shown."""
        if shown is not self.shown or shown:
            self.shown = shown
            self.counted = self.counted or shown
            self._keep()
            self.changed.emit()
