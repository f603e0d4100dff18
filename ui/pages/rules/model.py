"""What the Rules page knows and does, without a widget: the club's rules, what is chosen, every change."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from mjcompanion.core.chips import SETS, ChipKind, ChipSet
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.options import HouseHand, OptionKind, Options, RowChange
from mjcompanion.i18n.translation import number
from mjcompanion.rules.house import (
    NO_LIMIT,
    HouseRow,
    changed_rows,
    house_rows,
    idle_rows,
    row_changed,
    rows_to_add,
    switched_on,
)
from mjcompanion.rules.shapes import with_row
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.table.chips import MOST_KINDS, OWN_CHIPS, check_chip_set
from mjcompanion.table.club_rules import ClubRules, RulesLibrary
from mjcompanion.table.club_rules.library import RulesDocument
from mjcompanion.table.club_rules.rules import clean_chip_name
from mjcompanion.table.ruleset_comparison import NamedRules, compare_rulesets

from ...widgets.score_hand import ScoreHand
from ...widgets.shelf.model import OpenDocument, ShelfModel

if TYPE_CHECKING:
    from ...form_state import Typed

_USUAL_VALUES = (500, 100, 50, 25, 10, 5, 2, 1, 1000, 200)
_USUAL_COLOURS = ("red", "blue", "green", "black", "yellow", "white")

HeldRules = OpenDocument[ClubRules, RulesDocument]


class _Draft(msgspec.Struct, frozen=True):
    """Chips being edited: pieces in the order in which they are shown, right or wrong."""

    key: str
    saved: ChipSet
    name: str
    pieces: tuple[ChipKind, ...]
    problem: str = ""


_Part = RowChange | HouseHand


class RulesModel(ShelfModel[ClubRules, RulesDocument]):
    """Holds the club's rules; the rulesets stand first, and can't be changed."""

    def __init__(self, shelf: RulesLibrary, typed: Typed) -> None:
        super().__init__(shelf, tuple(RULESETS))
        self._rules = shelf
        self._typed = typed
        self._draft: _Draft | None = None
        self.ask_score: Callable[[], ScoreHand] = ScoreHand
        """Returns the hand on the Score page."""
        self.changed.connect(self._keep_unsaved)
        self.renamed.connect(lambda old, _new: typed.keep(_kept_as(old), None))

    def here_already(self, name: str) -> str:
        return self.tr("These rules are here already, as “{name}”.").format(name=name)

    def left_by(self, gone: ClubRules, place: int) -> str:  # noqa: ARG002 - rules leave their place to those they are of
        return str(gone.preset)

    def content(self, entry: RulesDocument) -> ClubRules | None:
        item = entry.item
        kept = self._typed.kept(_kept_as(entry.path.stem)) if entry.path is not None else None
        if item is not None and kept is not None:
            with suppress(msgspec.ValidationError):
                parts = msgspec.convert(kept, Options)
                return item.changed(unsaved=(*parts.rows, *parts.hands))
        return item

    def _keep_unsaved(self) -> None:
        """Keep the rows and hands that can't be saved yet, by the files of their rules."""
        for opened in self.ours:
            if opened.item is not None and opened.entry is not None and opened.entry.path is not None:
                parts = Options()
                for part in opened.item.unsaved:
                    parts = msgspec.structs.replace(parts, **_with(parts, part.id, part))
                self._typed.keep(_kept_as(opened.entry.path.stem), msgspec.to_builtins(parts) or None)

    # what there is

    @property
    def rules(self) -> ClubRules | None:
        """The club's rules that are chosen, or None where a ruleset or a faulty file is."""
        return self.item

    @property
    def preset(self) -> Ruleset | None:
        """The ruleset that is chosen, or from which the chosen rules are made."""
        if self.chosen in RULESETS:
            return Ruleset(self.chosen)
        return self.rules.preset if self.rules is not None else None

    def choose(self, key: str) -> None:
        if key != self.chosen or self.refused is not None:
            self._draft = None
        super().choose(key)

    def key_of(self, ruleset: str, name: str) -> str:
        """The key of the house rules with this name that are made from a ruleset; without any, the ruleset's."""
        items = ((one.key, one.item) for one in self.ours if name)
        return next((key for key, item in items if item and (item.name, item.preset) == (name, ruleset)), ruleset)

    # what people do

    def make_own(self, preset: Ruleset) -> None:
        """Make rules of the club from a ruleset, with nothing changed yet."""
        name = self._free_name(self.tr("Our {rules}").format(rules=self.tr(preset.short)))
        self.perform(self.new_key(), ClubRules.of(name, preset))

    def make_with_row(self, ruleset: str, name: str, row: str) -> None:
        """Add a row to the house rules with this name, or to new ones made from the ruleset."""
        self.choose(self.key_of(ruleset, name))
        preset, rules = Ruleset(ruleset), self.rules
        before = rules or ClubRules.of(
            self._free_name(self.tr("Our {rules}").format(rules=self.tr(preset.short))), preset
        )
        options = with_row(preset, before.options, row)
        if options is not None:
            key = self.chosen if rules is not None else self.new_key()
            self.perform(key, before.changed(rows=options.rows, limit=options.limit))

    def duplicate(self) -> None:
        rules = self.rules
        if rules is not None:
            self.perform(self.new_key(), rules.changed(name=self._free_name(rules.name)))

    def _free_name(self, name: str) -> str:
        return self._rules.free_name(name, [one.item.name for one in self.ours if one.item is not None])

    def rename(self, name: str) -> None:
        self._change("name", name)

    def set_note(self, note: str) -> None:
        self._change("note", note, joins=True)

    def set_option(self, key: str, value: object) -> None:
        """Give an option of the chosen rules another value, or show why it can't have it."""
        numbers = {spec.key for spec in self.preset.options_used() if spec.kind not in _AT_ONCE} if self.preset else ()
        self._change(key, value, joins=key in numbers)

    def reset(self, key: str) -> None:
        rules = self.rules
        if rules is not None:
            self._change(key, next(row for row in rules.compare() if row.key == key).preset)

    def _change(self, key: str, value: object, *, joins: bool = False) -> None:
        if self.rules is not None:
            kind = self.kind(self.chosen, key if joins else "")
            self.perform(self.chosen, lambda rules: _with_unsaved(rules.changed(**{key: value})), kind)

    # rows

    @property
    def options(self) -> Options | None:
        """The options of what is chosen, with rows that can't be as they are asked for."""
        if self.rules is None:
            return None if self.preset is None else options_for(self.preset)
        options = self.rules.options
        for part in self.rules.unsaved:
            options = msgspec.structs.replace(options, **_with(options, part.id, part))
        return options

    @property
    def by_table(self) -> bool:
        """Whether a table says what doubles are worth, so that rows give no points."""
        preset, options = self.preset, self.options
        return preset is not None and options is not None and bool(preset.scale_with(options))

    @property
    def doubles_word(self) -> str:
        """What doubles are called in what is chosen."""
        return self.tr("Faan") if self.by_table else self.tr("Doubles")

    @property
    def limit(self) -> int | None:
        """What a limit hand is worth by what is chosen, if there is a limit."""
        rules = self.rules
        return rules.preset.limit_with(rules.options) if rules is not None else None

    def house_rows(self, *, to_add: bool = False) -> tuple[HouseRow, ...]:
        """The rows of what is chosen, or those that can be added."""
        preset, options = self.preset, self.options
        if preset is None or options is None or not preset.rows:
            return ()
        return rows_to_add(preset, options) if to_add else house_rows(preset, options)

    def is_changed(self, id_: str) -> bool:
        """Whether a row was changed or added, be it not saved yet."""
        options = self.options
        return options is not None and any(change.id == id_ for change in options.rows)

    def row_problem(self, id_: str) -> str:
        """Why a row can't be as it is shown and is not saved, or empty."""
        return " ".join(one.sentence() for one in self._problems(id_))

    def _problems(self, id_: str) -> tuple[Problem, ...]:
        """What is wrong with a row or a hand that isn't saved yet."""
        rules = self.rules
        part = next((one for one in rules.unsaved if one.id == id_), None) if rules is not None else None
        if rules is None or part is None:
            return ()
        row = rules.preset.row_named(id_)
        title = self.tr(row.title) if row is not None else getattr(part, "name", "") or self.tr("this hand")
        try:
            rules.changed(**_with(rules.options, id_, part))
        except RuleError as error:
            return tuple(msgspec.structs.replace(one, text=title) for one in error.problems)
        return ()

    def wants_limit(self, id_: str) -> bool:
        """Whether a row could be as it is shown if there were a limit, and there can be one."""
        has_limits = self.preset is not None and "limit" in self.preset.uses
        return has_limits and any(one.code == NO_LIMIT for one in self._problems(id_))

    def set_row(self, id_: str, **values: object) -> None:
        """Change what a row gives, for whom, or whether it counts; it is saved as soon as it can be."""
        preset, options, rules = self.preset, self.options, self.rules
        if preset is not None and rules is not None and id_ in idle_rows(preset, rules.options):
            self.perform(self.chosen, lambda now: now.changed(**switched_on(preset, now.options, id_)))
        elif preset is not None and options is not None:
            numbers = "".join(key for key in values if key in ("points", "doubles", "limit"))
            self._set_row(id_, row_changed(preset, options, id_, **values), f"{id_} {numbers}" if numbers else "")

    def add_row(self, id_: str) -> None:
        """Add a row of the library with what it usually gives."""
        self._set_row(id_, RowChange(id_))

    def reset_row(self, id_: str) -> None:
        """Have a row as the rules have it; one that was added goes."""
        self._set_row(id_, None)

    def _set_row(self, id_: str, change: RowChange | None, joins: str = "") -> None:
        rules = self.rules
        if rules is not None:
            if change == RowChange(id_) and any(row.key == id_ for row in rules.preset.rows):
                change = None
            self._set_part(id_, change, joins)

    def _set_part(self, id_: str, part: _Part | None, joins: str) -> None:
        """Set a row or a hand, or remove it with None; one that isn't allowed is not saved, but kept for correction."""

        def changed(now: ClubRules) -> ClubRules:
            others = tuple(one for one in now.unsaved if one.id != id_)
            try:
                return now.changed(unsaved=others, **_with(now.options, id_, part))
            except RuleError:
                if part is None:
                    raise
                return now.changed(unsaved=(*others, part))

        if self.rules is not None:
            self.perform(self.chosen, changed, self.kind(self.chosen, joins))

    # hands of the club's own

    @property
    def hands(self) -> tuple[HouseHand, ...]:
        """The special hands of the club's own, also those that can't be saved yet; none for a ruleset."""
        if self.rules is None:
            return ()
        unsaved = [one for one in self.rules.unsaved if isinstance(one, HouseHand)]
        return tuple({hand.id: hand for hand in (*self.rules.hands, *unsaved)}.values())

    @property
    def may_add_hands(self) -> bool:
        """Whether what is chosen can have special hands of the club's own."""
        return self.rules is not None and bool(self.rules.preset.rows)

    def add_hand(self) -> str:
        """Add a hand that has no pattern yet; gives its id."""
        taken = {hand.id for hand in self.hands}
        id_ = next(name for name in (f"hand-{n}" for n in range(1, len(taken) + 2)) if name not in taken)
        gives = {"limit": "1"} if self.limit is not None else {"doubles": 3}
        self._set_part(id_, HouseHand(id_, "", **gives), "")
        return id_

    def set_hand(self, id_: str, **values: object) -> None:
        """Change a hand; it is saved as soon as it can be."""
        hand = next((one for one in self.hands if one.id == id_), None)
        if hand is not None:
            if not hand.gives:
                values = {"limit": "1", **values}
            numbers = "".join(key for key in values if key in ("points", "doubles"))
            now = msgspec.structs.replace(hand, **values)
            points = now.points or (None if now.doubles or now.limit else 0)  # saying nothing means the limit
            self._set_part(id_, msgspec.structs.replace(now, points=points), f"{id_} {numbers}" if numbers else "")

    def remove_hand(self, id_: str) -> None:
        """Do without a hand."""
        self._set_part(id_, None, "")

    def effect(self) -> str:
        """What the hand on the Score page is by the rules themselves, and by the club's; empty for a ruleset."""
        rules = self.rules
        if rules is None or not rules.preset.rows:
            return ""
        hand = self.ask_score()
        sheet = hand.hand.sheet if hand.hand is not None else None
        if not isinstance(sheet, ScoreSheet):
            return hand.why_not or self.tr("The hand on the Score page is of another kind of rules.")
        theirs, why_not = _scored(sheet, NamedRules("", rules.preset, options_for(rules.preset)))
        ours, why_not_ours = _scored(sheet, NamedRules("", rules.preset, rules.options))
        if why_not_ours:
            text = self.tr("The hand on the Score page can’t be scored by these rules: {why}")
            return text.format(why=why_not_ours)
        if why_not:
            text = self.tr("The hand on the Score page: {points}, and nothing by the standard rules")
            return text.format(points=number(ours))
        if ours == theirs:
            text = self.tr("The hand on the Score page: {points}, no difference")
            return text.format(points=number(ours))
        text = self.tr("The hand on the Score page: {theirs} → {ours}")
        return text.format(theirs=number(theirs), ours=number(ours))

    # chips of the club's own

    @property
    def pieces(self) -> tuple[ChipKind, ...]:
        """The pieces of the club's own chips in the order in which they are shown."""
        draft = self._chip_draft()
        return draft.pieces if draft is not None else ()

    @property
    def chips_name(self) -> str:
        draft = self._chip_draft()
        return draft.name if draft is not None else ""

    @property
    def chips_problem(self) -> str:
        """Why the chips as they are shown can't be used and are not saved, or empty."""
        draft = self._chip_draft()
        return draft.problem if draft is not None else ""

    def _chip_draft(self) -> _Draft | None:
        opened = self.opened
        if opened is None or opened.item is None or opened.item.chips is None:
            return None
        if self._draft is None or self._draft.key != opened.key or self._draft.saved != opened.item.chips:
            chips = opened.item.chips
            self._draft = _Draft(opened.key, chips, chips.name, chips.pieces)
        return self._draft

    def use_own_chips(self) -> None:
        """Begin chips of the club's own with those that the rules have now."""
        rules = self.rules
        if rules is not None and rules.chips is None:
            begun = SETS[rules.options.chips]
            self._change("chips", msgspec.structs.replace(begun, name=OWN_CHIPS))

    def set_pieces(self, pieces: tuple[ChipKind, ...], *, joins: str = "") -> None:
        """Take these pieces; they are saved as soon as they can be played with.

        Changes that give the same word in `joins` right after each other are undone together.
        """
        draft = self._chip_draft()
        if draft is not None and pieces != draft.pieces:
            self._set_chips(msgspec.structs.replace(draft, pieces=pieces), joins)

    def name_chips(self, name: str) -> None:
        draft = self._chip_draft()
        if draft is None:
            return
        if clean_chip_name(name) == draft.name:
            self.changed.emit()
        else:
            self._set_chips(msgspec.structs.replace(draft, name=clean_chip_name(name)), "")

    def add_piece(self) -> None:
        """One more kind, with a value and a colour that there isn't yet."""
        pieces = self.pieces
        if pieces and len(pieces) < MOST_KINDS:
            value = next(one for one in _USUAL_VALUES if one not in {piece.value for piece in pieces})
            colours = [one for one in _USUAL_COLOURS if one not in {piece.colour for piece in pieces}]
            colour = colours[0] if colours else _USUAL_COLOURS[0]
            self.set_pieces((*pieces, ChipKind(value, 10, pieces[-1].shape, colour)))

    def remove_piece(self, place: int) -> None:
        """One kind less; the last one stays."""
        if len(self.pieces) > 1:
            self.set_pieces((*self.pieces[:place], *self.pieces[place + 1 :]))

    def _set_chips(self, draft: _Draft, joins: str) -> None:
        opened, rules = self.opened, self.rules
        if opened is None or rules is None:
            return
        chips = ChipSet(draft.name, draft.pieces)
        try:
            check_chip_set(chips)
        except RuleError as error:
            self._draft = msgspec.structs.replace(draft, problem=str(error))
            self.changed.emit()
            return
        after = rules.changed(chips=chips)
        assert after.chips is not None  # noqa: S101 - it was just given
        self._draft = msgspec.structs.replace(draft, saved=after.chips, problem="")
        self.perform(opened.key, lambda now: now.changed(chips=chips), self.kind(opened.key, joins))


_AT_ONCE = frozenset({OptionKind.BOOL, OptionKind.CHOICE})
"""Options whose changes are each a step of their own."""


def differing(rules: ClubRules) -> tuple[int, int]:
    """How many options, and how many rows, the club has otherwise than its rules."""
    return sum(row.differs for row in rules.compare()), len(changed_rows(rules.preset, rules.options))


def _kept_as(name: str) -> str:
    """The name by which what isn't saved of a file of rules is kept."""
    return f"rules {name}"


def _with(options: Options, id_: str, part: _Part | None) -> dict[str, object]:
    """Return the change of options that sets one row or hand in its place, or removes it with None."""
    values: dict[str, object] = {}
    for key, kind in (("rows", RowChange), ("hands", HouseHand)):
        parts = {one.id: one for one in getattr(options, key)}
        if isinstance(part, kind):
            parts[id_] = part
        else:
            parts.pop(id_, None)
        values[key] = tuple(parts.values())
    return values


def _with_unsaved(rules: ClubRules) -> ClubRules:
    """Return rules with those rows and hands that can be as they were asked for, now that something was changed."""
    for part in rules.unsaved:
        others = tuple(one for one in rules.unsaved if one != part)
        with suppress(RuleError):
            rules = rules.changed(unsaved=others, **_with(rules.options, part.id, part))
    return rules


def _scored(sheet: ScoreSheet, place: NamedRules) -> tuple[int, str]:
    """What a hand scores there, or why it can't."""
    if (place.rules, place.options) == (sheet.context.rules, sheet.context.options):
        return sheet.score, ""
    found = next(compare_rulesets(sheet, [place]))
    return found.score or 0, found.why if found.score is None else ""
