"""A row of the command palette: something that can be done, and the words by which it is found."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from mjcompanion.i18n.translation import _, other_names
from mjcompanion.parsing.word_match import Names


class PaletteCommand(msgspec.Struct, frozen=True):
    """A command: its words, its sort, and what it does.

    `keys` do the same, `below` is under it. It is found by `also` and `parts` too: other words for it, and texts of
    the catalogue of which it is put together, so that it is found by their names in other languages.
    """

    words: str
    sort: str
    do: Callable[[], object]
    keys: str = ""
    below: str = ""
    also: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    can: bool = True

    @property
    def said(self) -> str:
        """The words for a screen reader."""
        able = "" if self.can else _("not possible now")
        return ", ".join(one for one in (self.words, self.below, self.sort, self.keys, able) if one)

    def names(self, *, foreign: bool) -> Names:
        """Return the names by which it is found, with `foreign` in other languages too."""
        others = (*self.parts, *self.also)
        more = tuple(name for one in (self.words, *others) for name in other_names(one)) if foreign else ()
        return Names(self.words, (*others, self.sort, *more))


def of_two(title: str, choice: str) -> str:
    """Return a setting and one of its choices as one text."""
    return _("{title}: {choice}").format(title=title, choice=choice)
