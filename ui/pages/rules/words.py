"""The Rules page's words for what the engine names by keys."""

from __future__ import annotations

from mjcompanion.core.chips import AMERICAN_CHIPS, COUNTING_STICKS, ChipSet
from mjcompanion.i18n.translation import _
from mjcompanion.table.club_rules import value_words

from ...widgets.shelf import ShelfWords

OWN_CHIPS = "own"
"""What represents the club's own chips among the names of chip sets."""


def shown(value: object) -> str:
    """An option's value as a row shows it."""
    if isinstance(value, ChipSet):
        return _("your own chips")
    return value_words(value)


def choice_words(choice: str) -> str:
    """A choice on its button."""
    short = {AMERICAN_CHIPS: _("American"), COUNTING_STICKS: _("Sticks"), OWN_CHIPS: _("Your own")}
    short |= {"rules": _("Usual"), "any": _("Any")}
    return short.get(choice, shown(choice))


def shape_words() -> list[tuple[str, str]]:
    """The shapes of pieces."""
    return [("chip", _("Chip")), ("stick", _("Stick"))]


def colour_words() -> list[tuple[str, str]]:
    """The colours of pieces."""
    return [
        ("red", _("red")),
        ("green", _("green")),
        ("blue", _("blue")),
        ("yellow", _("yellow")),
        ("white", _("white")),
        ("black", _("black")),
    ]


def page_words() -> ShelfWords:
    """What the page of rules says otherwise than that of cards."""
    return ShelfWords(
        title=_("Rules"),
        standing=_("Standard"),
        make=_("Make house rules"),
        make_from=_("Make house rules from {name}"),
        none_yet=_("None yet. Choose rules above and make house rules from them."),
        untouched=_(
            "Correct the file with a text editor and come back here: it is read again at once. The other rules "
            "are not affected."
        ),
        importing=_("Import rules"),
        exporting=_("Export rules"),
        files=_("Rules (*.toml);;All files (*)"),
        no_program=_("No program on this computer opens folders. The rules are in {folder}."),
    )
