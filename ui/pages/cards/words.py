"""The Cards page's words."""

from __future__ import annotations

from mjcompanion.american.card import CardFault
from mjcompanion.core.errors import listed
from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _, ngettext, number, pgettext
from mjcompanion.parsing.pattern import Build

from ...widgets.shelf import ShelfWords


def fault_words(fault: CardFault) -> str:
    """What is wrong with a line, and in which field where that isn't plain."""
    field, code = _field_words().get(fault.field, fault.field), fault.problem.code
    if code == "card-missing":
        return _("{field} is missing.").format(field=field)
    if not field or (fault.field == "pattern" and code != "card-bad-value"):
        return fault.words
    return _("{field}: {sentence}").format(field=field, sentence=fault.words)


def _field_words() -> dict[str, str]:
    """The fields of a card and of its lines, as they stand above them."""
    return {
        "name": pgettext("of a thing", "Name"),
        "year": _("Year"),
        "note": _("Note"),
        "pattern": _("Pattern"),
        "value": _("Value"),
        "section": _("Section"),
        "shift": _("Shift"),
        "concealed": _("Concealed"),
        "singles_and_pairs": _("Singles and pairs"),
        "jokers_anywhere": _("Jokers anywhere"),
    }


def jokers_words(build: Build, terms: Terms) -> str:
    """Where jokers may stand in this way to make a line."""
    runs = [run for run in build.runs if run.jokers]
    if not runs:
        return _("No jokers.")
    if len(runs) == len(build.runs):
        return _("Jokers may stand for any tile.")
    names = dict.fromkeys(run.tile.name(terms) for run in runs)
    return _("Jokers may stand in for {tiles}.").format(tiles=listed(list(names)))


def builds_words(count: int) -> str:
    """In how many ways a line can be made."""
    return ngettext("{n} build", "{n} builds", count).format(n=number(count))


def page_words() -> ShelfWords:
    """What the page of cards says otherwise than that of rules."""
    return ShelfWords(
        title=_("Cards"),
        standing=_("Included"),
        make=_("Duplicate and edit"),
        make_from=_("Duplicate and edit {name}"),
        none_yet=_("None yet. Duplicate a card above and edit it, or make a new one."),
        untouched=_(
            "Correct the file with a text editor and come back here: it is read again at once. The other cards "
            "are not affected."
        ),
        importing=_("Import a card"),
        exporting=_("Export the card"),
        files=_("Cards (*.toml *.json *.txt);;All files (*)"),
        no_program=_("No program on this computer opens folders. The cards are in {folder}."),
    )
