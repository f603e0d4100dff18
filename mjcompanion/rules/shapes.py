"""The shapes that some rules let win: which rules do, and how a house can add one to its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from mjcompanion.core.errors import RuleError, listed
from mjcompanion.core.options import Options, RowChange
from mjcompanion.i18n.translation import _, capital, join_sentences, ngettext
from mjcompanion.rules.house import ROWS, changed_options, options_for
from mjcompanion.rules.kind import HandKind
from mjcompanion.rules.optional_rows import OPTIONAL_KINDS, OPTIONAL_ROWS
from mjcompanion.rules.row import KindFacts, On, Rule
from mjcompanion.rules.ruleset import RULESETS, Ruleset

USUAL_LIMIT: Final = 300
"""What a house sets where it needs a limit and its rules have none."""


class KnownShape(msgspec.Struct, frozen=True):
    """A shape that doesn't win under the rules in use.

    `words` name it. `rulesets` are those that let it win, and `row` is the row with which a house can add it.
    """

    words: str
    rulesets: tuple[Ruleset, ...]
    row: str

    @property
    def name(self) -> str:
        """What it is called, as a sentence begins.

        >>> from mjcompanion.core.hand import Hand
        >>> known_shape(Hand.parse("19m19p19s1234567z9s").key, Ruleset("classical")).name
        'Thirteen orphans'
        """
        return capital(_(self.words))

    def sentence(self, here: str) -> str:
        """Why it doesn't win under rules of this name, and where it does.

        >>> from mjcompanion.core.hand import Hand
        >>> known_shape(Hand.parse("1122m3344p5566s77z").key, Ruleset("classical")).sentence("Classical")
        'Seven pairs doesn’t win under Classical. House rules can add it.'
        """
        refused = _("{hand} doesn’t win under {rules}.").format(hand=self.name, rules=here)
        if self.rulesets:
            names = listed(_(rules.short) for rules in self.rulesets)
            scored = ngettext("{names} scores it.", "{names} score it.", len(self.rulesets)).format(names=names)
        else:
            scored = _("House rules can add it.")
        return join_sentences([refused, scored])


def known_shape(key: int, rules: Ruleset) -> KnownShape | None:
    """Return what the tiles of a `Hand.key` are under other rules; None where no rules know the shape.

    >>> from mjcompanion.core.hand import Hand
    >>> known_shape(Hand.parse("19m19p19s1234567z9s").key, Ruleset("british")).rulesets
    ('hong-kong', 'dmjl')
    """
    found = [(one, row) for one in RULESETS.values() for row in _rows_for(key, one.kinds, one.rows)]
    added = [*_rows_for(key, OPTIONAL_KINDS.values(), OPTIONAL_ROWS.values())]
    names = [row.words for _unused, row in found] + [row.words for row in added]
    if not names:
        return None
    row = next((row.key for one, row in found if one is rules), "") or next((row.key for row in added), "")
    return KnownShape(names[0], tuple(dict.fromkeys(one for one, _unused in found if one is not rules)), row)


def _rows_for(key: int, kinds: Iterable[HandKind], rows: Iterable[Rule]) -> Iterator[Rule]:
    """Yield the rows that hold for these tiles as one of the shapes."""
    shapes = [KindFacts(kind.id) for kind in kinds if kind.has(key)]
    yield from (row for row in rows if row.on is On.KIND and any(row.when(shape) for shape in shapes))


def with_row(rules: Ruleset, options: Options, id: str) -> Options | None:  # noqa: A002 - what it is called everywhere
    """Return the options with one more row, and with a limit if it needs one; None where it can't be added.

    >>> rules = Ruleset("classical")
    >>> changed_options(rules, with_row(rules, options_for(rules), "thirteen-orphans"))["limit"]
    300
    """
    others = tuple(row for row in options.rows if row.id != id)
    own = any(row.key == id for row in rules.rows)
    changes = changed_options(rules, options) | {ROWS: others if own else (*others, RowChange(id))}
    for limit in ({}, {"limit": USUAL_LIMIT}):
        try:
            return options_for(rules, changes | limit)
        except RuleError:
            continue
    return None
