"""The words that several pages have for what the engine names by keys, and for names that people give."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By
from mjcompanion.core.sanitize import LONGEST_PATH, printable
from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.ledger.errors import LedgerError
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.scoring.context import hundredths
from mjcompanion.storage.paths import reason


def way_words() -> dict[By, tuple[str, str]]:
    """How the last tile came: a short word for its button, and the whole of it."""
    return {
        By.DRAW: (_("Self-drawn"), _("The winner drew the last tile from the wall")),
        By.DISCARD: (pgettext("how a hand was won", "Discard"), _("Another player discarded it")),
        By.KONG_REPLACEMENT: (_("After kong"), _("A loose tile, drawn after a kong")),
        By.FLOWER_REPLACEMENT: (_("After flower"), _("A loose tile, drawn after a flower")),
        By.ROBBED_KONG: (_("Robbed kong"), _("The tile that another player added to a pung")),
        By.DEAL: (_("Dealt"), _("The hand was complete as it was dealt")),
        By.FIRST_DISCARD: (_("First discard"), _("East’s first discard")),
        By.CHARLESTON: (_("Charleston"), _("It came in the Charleston")),
    }


def ruleset_words() -> dict[Ruleset, str]:
    """The names of the rulesets whose hands are sets and a pair."""
    return {rules: _(rules.short) for rules in RULESETS.values() if not rules.with_card}


def american_words() -> dict[Ruleset, str]:
    """The names of the rulesets whose hands are lines of a card."""
    return {rules: _(rules.short) for rules in RULESETS.values() if rules.with_card}


def wind_choices() -> list[tuple[str, str, str]]:
    """E S W N with their long names."""
    return [(str(wind), wind.letter, wind.word) for wind in WINDS]


def table_rules() -> dict[Ruleset, str]:
    """The names of the rules that four play at a table."""
    return {rules: _(rules.short) for rules in RULESETS.values() if rules.at_table}


def rules_title(rules: str, name: str = "") -> str:
    """The club's name for its rules, else the ruleset's."""
    from mjcompanion.table.words import brief  # no table before it is needed

    return brief(name) if name else _(Ruleset.stored(rules).short)


def hundredths_words(value: Fraction) -> str:
    """Points or a share to two decimals.

    >>> hundredths_words(Fraction(9612, 129)), hundredths_words(Fraction(2621440))
    ('74.51', '2,621,440.00')
    """
    return number(Decimal(hundredths(value)), ",.2f")


def sentence_of(error: Exception) -> str:
    """What an error says to a person. Anything else is a bug, which the worker logged."""
    if isinstance(error, RuleError | LedgerError):
        return str(error)
    if isinstance(error, OSError):
        if error.filename is None:
            return _("The file: {why}.").format(why=reason(error))
        return _("{file}: {why}.").format(file=printable(str(error.filename), LONGEST_PATH), why=reason(error))
    return _("Something went wrong inside the program: {error}.").format(error=type(error).__name__)
