"""The menu of the window: what can be done on this page, each with its keys, and what belongs to the whole program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from mjcompanion.i18n.translation import _

from . import shortcuts


class Shell(Protocol):
    """The window, as far as its menu asks it for something."""

    stack: QStackedWidget

    @property
    def search_wanted(self) -> SignalInstance:
        """Says that everything is to be searched."""

    def has_page(self, key: str) -> bool:
        """Whether there is a page of that key."""

    def open_page(self, key: str) -> QWidget:
        """Show a page."""

    def open_help(self) -> None:
        """Show the handbook."""

    def ask_whats_this(self) -> None:
        """Explain what has the keyboard."""

    def close(self) -> bool:
        """End the program."""


def menu_of(window: Shell) -> QMenu:
    """The menu as it is now; it goes when it is closed."""
    shell = window.stack.currentWidget()
    menu = QMenu(shell or window.stack)  # with the style of the page
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setAccessibleName(_("Menu"))
    for bound in shortcuts.actions_in(shell) if shell is not None else []:
        words = _(bound.spec.words)
        _add(menu, words, bound.spec.id, bound.do).setEnabled(bound.can)
    menu.addSeparator()
    if window.has_page("score"):  # else there is nothing to be found yet
        _add(menu, _("Search everything…"), "search", window.search_wanted.emit)
    if window.has_page("settings"):
        _add(menu, _("Keyboard shortcuts…"), "", lambda: open_keys(window))
    if window.has_page("help"):
        _add(menu, _("Handbook"), "help", window.open_help)
    _add(menu, _("What’s this?"), "whats-this", window.ask_whats_this)
    if window.has_page("about"):
        _add(menu, _("About"), "", lambda: window.open_page("about"))
    menu.addSeparator()
    _add(menu, _("Quit"), "quit", window.close)
    return menu


def open_keys(window: Shell) -> None:
    """Show the list of all shortcuts on the Settings page."""
    show_keys = getattr(window.open_page("settings"), "show_keys", None)
    if show_keys is not None:
        show_keys()


def _add(menu: QMenu, words: str, id_: str, do: Callable[[], object]) -> QAction:
    """An entry; Qt shows what follows the tab at the right."""
    keys = shortcuts.shown(id_) if id_ else ""
    action = menu.addAction(f"{words}\t{keys}" if keys else words)
    action.setObjectName(id_)
    action.triggered.connect(lambda: do())
    return action
