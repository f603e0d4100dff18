"""The words that several pages have for what the engine names by keys, and for names that people give."""

from __future__ import annotations

from typing import Final

from mjcompanion.folders import reason
from mjcompanion.hand import By
from mjcompanion.ledger.errors import LedgerError
from mjcompanion.problems import RuleError
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.tiles import WINDS
from mjcompanion.words import joined, tr

_LONGEST_TIP: Final = 600


def way_words() -> dict[By, tuple[str, str]]:
    """How the last tile came: a short word for its button, and the whole of it."""
    return {
        By.DRAW: (tr("Drawn"), tr("The winner drew the last tile from the wall")),
        By.DISCARD: (tr("Discard", "how a hand was won"), tr("Another player discarded it")),
        By.KONG_REPLACEMENT: (tr("After kong"), tr("A loose tile, drawn after a kong")),
        By.FLOWER_REPLACEMENT: (tr("After flower"), tr("A loose tile, drawn after a flower")),
        By.ROBBED_KONG: (tr("Robbed"), tr("The tile that another player added to a pung")),
        By.DEAL: (tr("Dealt"), tr("The hand was complete as it was dealt")),
        By.FIRST_DISCARD: (tr("First discard"), tr("East’s first discard")),
    }


def ruleset_words() -> dict[Ruleset, str]:
    """The names of the rulesets whose hands are sets and a pair."""
    return {rules: tr(rules.short) for rules in RULESETS.values() if not rules.with_card}


def american_words() -> dict[Ruleset, str]:
    """The names of the rulesets whose hands are lines of a card."""
    return {rules: tr(rules.short) for rules in RULESETS.values() if rules.with_card}


def wind_choices() -> list[tuple[str, str, str]]:
    """E S W N with their long names."""
    return [(str(wind), wind.letter, wind.word) for wind in WINDS]


def source_words(source: str) -> str:
    """Where a rule stands: the title of each source before its section.

    A source is written as the engine has it, e.g. "1 B2b" or "2B"; a remark in brackets stays as it is.
    """
    titles = {
        "1": tr("Kemp’s solitaire sheet"),
        "2B": tr("traditional play with counting sticks"),
        "3": tr("classical introduction"),
        "4": tr("simple computer game"),
    }
    sections: dict[str, list[str]] = {}
    for part in source.split(", "):
        number, _, section = part.partition(" ")
        section = section.replace("for the sheet of 3", tr("where the classical text’s own sheet is lost"))
        known = sections.setdefault(titles.get(number, part), [])
        if number in titles and section and section not in known:
            known.append(section)
    told = [joined([title, *known]) for title, known in sections.items()]
    return tr("({sources})").format(sources=tr("; ").join(told))


def table_rules() -> dict[Ruleset, str]:
    """The names of the rules that four play at a table."""
    return {rules: tr(rules.short) for rules in RULESETS.values() if rules.at_table}


def rules_title(rules: str, name: str = "") -> str:
    """The club's name for its rules, else the ruleset's."""
    from mjcompanion.table.words import brief  # no table before it is wanted

    return brief(name) if name else table_rules().get(Ruleset(rules), rules) if rules in RULESETS else rules


# names


def tip(text: str) -> str:
    """A text as a tooltip: never taken for markup, and wrapped.

    >>> tip("<b>Bob</b>")
    '<qt>&lt;b&gt;Bob&lt;/b&gt;</qt>'
    """
    import html  # its list of entities is long

    return f"<qt>{html.escape(text[:_LONGEST_TIP])}</qt>"


def sentence_of(error: Exception) -> str:
    """What an error says to a person. What is no such sentence is a mistake of the program; the clerk wrote it down."""
    if isinstance(error, RuleError | LedgerError):
        return str(error)
    if isinstance(error, OSError):
        if error.filename is None:
            return tr("The file: {why}.").format(why=reason(error))
        return tr("{file}: {why}.").format(file=error.filename, why=reason(error))
    return tr("Something went wrong inside the program: {error}.").format(error=type(error).__name__)
