"""Our house rules: what a club plays otherwise than the rules it began with, in sentences, for the wall of the club.

Source of the options: RULES 9 (docs/rules.md).
"""

from __future__ import annotations

import re
from typing import Final

from mjcompanion.core.chips import SETS, ChipSet
from mjcompanion.core.options import minimum_sentence, option
from mjcompanion.i18n.translation import _
from mjcompanion.printing.document import Printed
from mjcompanion.printing.forms.part_sheet import PartEntry, SheetPart, lay_out_sheet
from mjcompanion.printing.forms.rules_parts import title
from mjcompanion.printing.page import PrintStyle
from mjcompanion.rules.house import changed_rows
from mjcompanion.table.chips import OWN_CHIPS
from mjcompanion.table.club_rules.rules import ClubRules, ComparedOption, piece_words, value_words
from mjcompanion.table.rules import TableRules

_SIZES: Final = tuple(11.5 - 0.25 * step for step in range(11))


_EMPTY_LINES: Final = re.compile(r"\n{3,}")


def sentence(key: str, value: ChipSet | str | int | tuple[int, ...] | None) -> str:
    """What a value of an option means at the table.

    >>> sentence("limit", 500), sentence("flowers", False)
    ('No hand counts for more than 500 points.', 'We play without flowers and seasons.')
    """
    if isinstance(value, ChipSet):
        name = _("our own") if value.name == OWN_CHIPS else value.name
        return _("We play with our own chips, {name}.").format(name=name)
    return option(key).sentence(value)


def parts(rules: ClubRules) -> tuple[SheetPart, ...]:
    """Everything that the sheet says below its heading.

    >>> from mjcompanion.rulesets import Ruleset
    >>> ours = ClubRules.of("Ours", Ruleset("traditional"), {"limit": None})
    >>> [entry.words for entry in parts(ours)[0].entries]
    ['1. There is no limit: every hand counts in full.']
    >>> [entry.words for entry in parts(ClubRules.of("Ours", Ruleset("simple")))[0].entries]
    ['Nothing: we play the rules as they are.']
    """
    rows = rules.compare()
    differing = [row for row in rows if row.differs]
    told_of = {"scale": rules.preset.worths_with(rules.options)}
    least = minimum_sentence(rules.options)
    sentences = [
        least if row.key in ("minimum", "minimum_in") else sentence(row.key, told_of.get(row.key, row.ours))
        for row in differing
    ]
    sentences = list(dict.fromkeys(sentences))  # the minimum and what it is counted in are one sentence
    sentences += [row.sentence for row in changed_rows(rules.preset, rules.options)]
    texts = [f"{number}. {one}" for number, one in enumerate(sentences, 1)]
    name = _(rules.preset.short)
    otherwise = _("Where we differ from “{rules}”").format(rules=name)
    made = [SheetPart(otherwise, _entries(texts or [_("Nothing: we play the rules as they are.")]))]
    if rules.note:
        made.append(SheetPart(_("Also"), _entries(_EMPTY_LINES.sub("\n\n", rules.note).split("\n"))))
    chips = _chips_of(rules)
    if chips is not None:
        starts = _("Each starts with {pieces}.").format(pieces=piece_words(chips))
        made.append(SheetPart(_("Chips"), (PartEntry(starts),), picture=chips))
    entries = tuple(
        PartEntry(_(row.label), (_value(row, row.preset), _value(row, row.ours)), marked=row.differs) for row in rows
    )
    if entries:
        made.append(SheetPart(_("All options"), entries, (name, _("House rules"))))
    return tuple(made)


def _entries(words: list[str]) -> tuple[PartEntry, ...]:
    return tuple(map(PartEntry, words))


def _value(row: ComparedOption, value: object) -> str:
    if row.key == "chips" and isinstance(value, ChipSet):
        return _("our own") if value.name == OWN_CHIPS else value.name
    return value_words(value)


def _chips_of(rules: ClubRules) -> ChipSet | None:
    """The chips on the table, where the rules have payments."""
    if not any(row.key == "chips" for row in rules.compare()):
        return None
    return rules.chips or SETS[rules.options.chips]


def version(rules: ClubRules) -> str:
    """Which rules exactly, in a line: what they are made from, the version, and the mark of what scores and settles.

    >>> from mjcompanion.rulesets import Ruleset
    >>> version(ClubRules.of("Ours", Ruleset("simple")))
    'House rules, made from Simple computer game · rules version 1 · mark bcf75b73db33'
    """
    if rules.preset.at_table:
        frozen = rules.table_rules()
    else:
        frozen = TableRules(rules.preset, rules.options, rules.chips, rules.name)
    sentence = _("House rules, made from {rules} · rules version {version} · mark {mark}")
    return sentence.format(rules=title(rules.preset), version=frozen.version, mark=frozen.fingerprint)


def lay_out(rules: ClubRules, style: PrintStyle) -> Printed:
    """Lay out the sheet of a club's rules.

    >>> from mjcompanion.rulesets import Ruleset
    >>> len(lay_out(ClubRules.of("Ours", Ruleset("traditional"), {"basal": 20}), PrintStyle()).pages)
    1
    """
    foot = _("House rules: {name}. Tables with the same mark score and settle in the same way.").format(name=rules.name)
    document = Printed(_("House rules: {name}").format(name=rules.name), subject=_("House rules"))
    named = rules.name, version(rules)
    return lay_out_sheet(document, *named, parts(rules), style, foot, columns=1, sizes=_SIZES)
