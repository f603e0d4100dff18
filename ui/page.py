"""The declaration of a page, which is in its folder and listed in `ui/pages`; the page itself is made later."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from importlib import import_module
from typing import TYPE_CHECKING, cast

import msgspec

from . import shortcuts
from .shortcuts import PROGRAM, ActionSpec

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from .context import PageContext


class RailPlace(Enum):
    """The place of a page in the rail."""

    TOP = 1
    """Among the pages that a scorekeeper needs first."""
    MORE = 2
    """Below the line."""
    BOTTOM = 3
    NOWHERE = 4


class Page(msgspec.Struct, frozen=True):
    """A page: its key, which is its folder and its section of the handbook, its title, and its actions.

    `named` is what opens it by Ctrl and a figure, counted as the pages are listed; `shares` are the ids of shortcuts
    that mean something on several pages. The icon is called like the page, unless it says another. The widget is the
    class `ScorePage` of `pages/score/page.py`, loaded when the page is first opened.
    """

    key: str
    title: str
    named: str = ""
    icon: str = ""
    place: RailPlace = RailPlace.TOP
    shares: tuple[str, ...] = ()
    actions: tuple[ActionSpec, ...] = ()

    @property
    def shortcut(self) -> str:
        """The id of the shortcut that opens it; empty where there is none."""
        return f"open.{self.key}" if self.named else self.key if self.key in shortcuts.ACTIONS else ""

    def make(self, context: PageContext) -> QWidget:
        """Make its widget."""
        module = import_module(f"{__package__}.pages.{self.key}.page")
        return cast("Callable[[PageContext], QWidget]", getattr(module, f"{self.key.title()}Page"))(context)


def register(pages: Sequence[Page]) -> None:
    """List the actions of these pages."""
    opened = [one for one in pages if one.named]
    shortcuts.declare(
        {one.key: one.title for one in pages if one.actions},
        [ActionSpec(one.shortcut, PROGRAM, one.named, (f"Ctrl+{at}",)) for at, one in enumerate(opened, 1)],
        {id_: tuple(one.key for one in pages if id_ in one.shares) for one in pages for id_ in one.shares},
        [spec for one in pages for spec in one.actions],
    )
