"""The Rules page's words for what the engine names by keys."""

from __future__ import annotations

from mjcompanion.core.chips import AMERICAN_CHIPS, COUNTING_STICKS, ChipSet
from mjcompanion.i18n.translation import tr
from mjcompanion.table.club_rules import value_words

from ...parts.shelf import ShelfWords

OWN_CHIPS = "own"
"""What stands for the club's own chips among the names of chip sets."""


def shown(value: object) -> str:
    """An option's value as a row shows it."""
    if isinstance(value, ChipSet):
        return tr("your own chips")
    return value_words(value)


def choice_words(choice: str) -> str:
    """A choice on its button."""
    short = {AMERICAN_CHIPS: tr("American"), COUNTING_STICKS: tr("Sticks"), OWN_CHIPS: tr("Your own")}
    short |= {"rules": tr("Usual"), "any": tr("Any")}
    return short.get(choice, shown(choice))


def shape_words() -> list[tuple[str, str]]:
    """The shapes of pieces."""
    return [("chip", tr("Chip")), ("stick", tr("Stick"))]


def colour_words() -> list[tuple[str, str]]:
    """The colours of pieces."""
    return [
        ("red", tr("red")),
        ("green", tr("green")),
        ("blue", tr("blue")),
        ("yellow", tr("yellow")),
        ("white", tr("white")),
        ("black", tr("black")),
    ]


def page_words() -> ShelfWords:
    """What the page of rules says otherwise than that of cards."""
    return ShelfWords(
        title=tr("Rules"),
        standing=tr("Standard"),
        none_yet=tr("None yet. Choose rules above and make house rules from them."),
        untouched=tr(
            "Correct the file with a text editor and come back here: it is read again at once. The other rules "
            "are not affected."
        ),
        importing=tr("Import rules"),
        exporting=tr("Export rules"),
        files=tr("Rules (*.toml);;All files (*)"),
        no_program=tr("No program on this computer opens folders; the rules are in {folder}."),
    )
