"""The Score page's words for what the engine names by keys."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from mjcompanion.hand import By
from mjcompanion.options import Ruleset
from mjcompanion.words import joined


def _tr(text: str, context: str | None = None) -> str:
    return QCoreApplication.translate("ScorePage", text, context)


def way_words() -> dict[By, tuple[str, str]]:
    """How the last tile came: a short word for its button, and the whole of it."""
    return {
        By.DRAW: (_tr("Drawn"), _tr("The winner drew the last tile from the wall")),
        By.DISCARD: (_tr("Discard", "how a hand was won"), _tr("Another player discarded it")),
        By.KONG_REPLACEMENT: (_tr("After kong"), _tr("A loose tile, drawn after a kong")),
        By.FLOWER_REPLACEMENT: (_tr("After flower"), _tr("A loose tile, drawn after a flower")),
        By.ROBBED_KONG: (_tr("Robbed"), _tr("The tile that another player added to a pung")),
        By.DEAL: (_tr("Dealt"), _tr("The hand was complete as it was dealt")),
        By.FIRST_DISCARD: (_tr("First discard"), _tr("East’s first discard")),
    }


def ruleset_words() -> dict[Ruleset, str]:
    """The names of the rulesets in the list."""
    return {
        Ruleset.TRADITIONAL: _tr("Traditional"),
        Ruleset.CLASSICAL: _tr("Classical"),
        Ruleset.KEMP_CHINESE: _tr("Kemp’s solitaire"),
        Ruleset.SIMPLE: _tr("Simple game"),
    }


def american_words() -> dict[Ruleset, str]:
    """The names of the rulesets whose hands are lines of a card."""
    return {
        Ruleset.NMJL: _tr("American, yearly card"),
        Ruleset.AMERICAN_CLUB: _tr("American, club"),
        Ruleset.KEMP_AMERICAN: _tr("Kemp’s American solitaire"),
    }


def wind_choices() -> list[tuple[str, str, str]]:
    """E S W N with their long names."""
    return [
        ("E", _tr("E"), _tr("East")),
        ("S", _tr("S"), _tr("South")),
        ("W", _tr("W"), _tr("West")),
        ("N", _tr("N"), _tr("North")),
    ]


def source_words(source: str) -> str:
    """Where a rule stands: the title of each source before its section.

    A source is written as the engine has it, e.g. "1 B2b" or "2B"; a remark in brackets stays as it is.
    """
    titles = {
        "1": _tr("Kemp’s solitaire sheet"),
        "2B": _tr("traditional play with counting sticks"),
        "3": _tr("classical introduction"),
        "4": _tr("simple computer game"),
    }
    sections: dict[str, list[str]] = {}
    for part in source.split(", "):
        number, _, section = part.partition(" ")
        section = section.replace("for the sheet of 3", _tr("where the classical text’s own sheet is lost"))
        known = sections.setdefault(titles.get(number, part), [])
        if number in titles and section and section not in known:
            known.append(section)
    told = [joined([title, *known]) for title, known in sections.items()]
    return _tr("({sources})").format(sources=_tr("; ").join(told))
