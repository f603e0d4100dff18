"""The value: a ruleset as one club plays it, compared with the ruleset itself.

Source: RULES 9 (docs/rules.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from mjcompanion.core.chips import SETS, ChipSet
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.options import OPTIONS, HouseHand, Options, RowChange
from mjcompanion.core.sanitize import one_line, without_controls
from mjcompanion.i18n.translation import _, joined, number, pgettext
from mjcompanion.rules.house import changed_rows
from mjcompanion.rulesets import Ruleset, changed_options, options_for
from mjcompanion.table.chips import LONGEST_NAME as LONGEST_CHIP_NAME
from mjcompanion.table.chips import OWN_CHIPS, check_chip_set
from mjcompanion.table.rules import TableRules

LONGEST_NAME: Final = 80
LONGEST_NOTE: Final = 2000

_CHOICE_WORDS: Final = {choice.key: choice.words for spec in OPTIONS for choice in spec.offers}


class ComparedOption(msgspec.Struct, frozen=True):
    """One option compared with that of the ruleset; `ours` is a ChipSet where the club has chips of its own.

    `label` and `help` are looked up when they are shown.
    """

    key: str
    label: str
    help: str
    preset: Any
    ours: Any

    @property
    def differs(self) -> bool:
        """Whether the club's value differs from the ruleset's."""
        return bool(self.ours != self.preset)


class ClubRules(msgspec.Struct, frozen=True):
    """A ruleset as one club plays it: its name for it, every option, its own chips if it has some, and a note.

    `order` has the ids of its special hands in the order of the file, where that isn't the alphabet's. `unsaved` are
    rows and hands being edited that can't be used yet; no table and no file has them.

    >>> ours = ClubRules.of("Tuesday club", Ruleset("traditional"), {"limit": 500, "basal": 10})
    >>> ours.changes, ours.options.limit
    ({'limit': 500}, 500)
    >>> [(row.label, row.preset, row.ours) for row in ours.compare() if row.differs]
    [('Limit', 300, 500)]
    """

    name: str
    preset: Ruleset
    options: Options
    chips: ChipSet | None = None
    note: str = ""
    unsaved: tuple[RowChange | HouseHand, ...] = ()
    order: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        name: str,
        preset: Ruleset,
        changes: Mapping[str, object] | None = None,
        *,
        chips: ChipSet | None = None,
        note: str = "",
        order: tuple[str, ...] = (),
    ) -> ClubRules:
        """Make rules from a ruleset by changing some of its values.

        Raises:
            RuleError: a name that is empty or too long, a value that an option can't have, chips that can't be.

        """
        return cls(name, preset, options_for(preset, changes), chips, note, order=order).checked()

    @classmethod
    def of_table(cls, rules: TableRules, name: str) -> ClubRules:
        """Return the rules of a table under a name.

        >>> ours = ClubRules.of("Ours", Ruleset("traditional"), {"limit": 500})
        >>> ClubRules.of_table(ours.table_rules(), "Ours") == ours
        True
        """
        chips = None if rules.chips in (None, SETS[rules.options.chips]) else rules.chips
        return cls(name, rules.rules, rules.options, chips)

    def checked(self) -> ClubRules:
        """Return these rules checked, with name and note tidied. All rules of a club pass through here.

        Raises:
            RuleError: with everything that is wrong.

        """
        name, note = one_line(self.name), clean_note(self.note)
        problems = [*name_problems(name), *note_problems(note)]
        try:
            options_for(self.preset, changed_options(self.preset, self.options))
        except RuleError as error:
            problems += error.problems
        chips = self.chips
        if chips is not None:
            try:
                chips = check_chip_set(msgspec.structs.replace(chips, name=clean_chip_name(chips.name)))
            except RuleError as error:
                problems += error.problems
        if problems:
            raise RuleError(problems)
        order = tuple(hand.id for hand in self.hands)
        order = () if order == tuple(hand.id for hand in self.options.hands) else order
        return msgspec.structs.replace(self, name=name, note=note, chips=chips, order=order)

    def changed(self, **values: object) -> ClubRules:
        """Return these rules with another `name`, `note` or `unsaved`, or other values of options.

        `chips` is a set of the club's own, or the name of one that everybody knows; None ends the club's own.

        Raises:
            RuleError: a value that can't be.

        >>> ClubRules.of("Ours", Ruleset("traditional")).changed(limit=None, name="Without end").changes
        {'limit': None}

        """
        own = {key: values.pop(key) for key in ("name", "note", "chips", "unsaved") if key in values}
        if isinstance(own.get("chips"), str):
            values["chips"], own["chips"] = own["chips"], None
        options = options_for(self.preset, {**self.changes, **values})
        order = tuple(hand.id for hand in self.hands)
        return msgspec.structs.replace(self, options=options, order=order, **own).checked()

    @property
    def hands(self) -> tuple[HouseHand, ...]:
        """Its special hands in the order of the file, the newest last."""
        places = {id_: place for place, id_ in enumerate(self.order)}
        return tuple(sorted(self.options.hands, key=lambda hand: places.get(hand.id, len(places))))

    @property
    def changes(self) -> dict[str, Any]:
        """The values that differ from the ruleset's own."""
        found = changed_options(self.preset, self.options)
        if "hands" in found:
            found["hands"] = {hand.id: found["hands"][hand.id] for hand in self.hands}
        return found

    @property
    def for_table(self) -> bool:
        """Whether the rules are for four people; others are for one."""
        return self.preset.at_table

    def table_rules(self) -> TableRules:
        """Return the rules as a session stores them.

        Raises:
            RuleError: they are made from rules for one player.

        """
        if not self.for_table:
            raise RuleError([Problem("rules-for-one", text=self.name)])
        return TableRules.of(self.preset, self.options, name=self.name, chips=self.chips)

    def compare(self) -> tuple[ComparedOption, ...]:
        """Every option that the ruleset uses: as it has it, and as the club has it."""
        preset = options_for(self.preset)
        return tuple(
            ComparedOption(
                spec.key,
                spec.label,
                spec.help,
                getattr(preset, spec.key),
                self.chips if spec.key == "chips" and self.chips is not None else getattr(self.options, spec.key),
            )
            for spec in self.preset.options_used()
        )


def value_words(value: object) -> str:
    """Return an option's value in words.

    >>> value_words(None), value_words(True), value_words("points"), value_words(1000)
    ('no limit', 'yes', '10 points each', '1,000')
    """
    if value is None:
        return _("no limit")
    if isinstance(value, tuple):
        return joined(map(number, value)) if value else _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, ChipSet):
        name = _("our own") if value.name == OWN_CHIPS else value.name
        return pgettext("a set of chips", "{name}: {pieces}").format(name=name, pieces=piece_words(value))
    if isinstance(value, int):
        return number(value)
    return _(_CHOICE_WORDS[str(value)]) if value in _CHOICE_WORDS else str(value)


def piece_words(chips: ChipSet) -> str:
    """List the pieces that each player starts with.

    >>> from mjcompanion.core.chips import AMERICAN
    >>> piece_words(AMERICAN)
    '4 × 200, 6 × 25, 10 × 5 (1,000 in all)'
    """
    each = [f"{number(piece.count)} × {number(piece.value)}" for piece in chips.pieces]
    pieces = joined(each)
    return _("{pieces} ({total} in all)").format(pieces=pieces, total=number(chips.total))


def differences_text(rules: ClubRules) -> str:
    """List how the club's rules differ from the ruleset, as text for the members.

    >>> print(differences_text(ClubRules.of("Ours", Ruleset("traditional"), {"limit": None, "flowers": False})))
    Ours, made from Traditional
    Limit: no limit instead of 300
    Play with flowers: no instead of yes
    """
    lines = [_("{name}, made from {rules}").format(name=rules.name, rules=_(rules.preset.short))]
    differing = [row for row in rules.compare() if row.differs]
    each = _("{option}: {ours} instead of {theirs}")
    lines += [
        each.format(option=_(one.label), ours=value_words(one.ours), theirs=value_words(one.preset))
        for one in differing
    ]
    rows = changed_rows(rules.preset, rules.options)
    lines += [row.sentence for row in rows]
    if not differing and not rows:
        lines.append(_("Nothing differs."))
    if rules.note:
        lines += ["", rules.note]
    return "\n".join(lines)


def clean_chip_name(text: str) -> str:
    r"""Return a chip set's name as one printable line.

    >>> clean_chip_name(" "), clean_chip_name("Bone\tsticks")
    ('our own', 'Bone sticks')
    """
    shown = one_line("".join(letter for letter in without_controls(text) if letter.isprintable()))
    return shown[:LONGEST_CHIP_NAME].strip() or OWN_CHIPS


def clean_note(text: str) -> str:
    r"""Return a note without control characters except line ends.

    >>> clean_note("One.\r\n\x00Two. \n\n")
    'One.\n Two.'
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(without_controls(line).rstrip() for line in lines).strip("\n")


def name_problems(name: str) -> list[Problem]:
    """List what is wrong with a tidied name."""
    if not name:
        return [Problem("rules-no-name")]
    if len(name) > LONGEST_NAME:
        return [Problem("rules-long-name", count=len(name), limit=LONGEST_NAME)]
    return []


def note_problems(note: str) -> list[Problem]:
    """List what is wrong with a tidied note."""
    if len(note) > LONGEST_NOTE:
        return [Problem("rules-long-note", count=len(note), limit=LONGEST_NOTE)]
    return []
