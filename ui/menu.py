"""The menu of the window: the actions of this page, each with its keys, and those of the whole program."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from mjcompanion.i18n.translation import _

from . import shortcuts

if TYPE_CHECKING:
    from .window import MainWindow


def menu_of(window: MainWindow) -> QMenu:
    """Return the menu as it is now; it goes when it is closed."""
    shell = window.stack.currentWidget()
    menu = QMenu(shell or window.stack)  # with the style of the page
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setAccessibleName(_("Menu"))
    actions = shortcuts.actions_in(shell) if shell is not None else []
    menu.addActions(actions)

    def allow(*, all_: bool) -> None:
        for action in actions:
            action.setEnabled(all_ or action.can)

    menu.aboutToShow.connect(lambda: allow(all_=False))
    menu.aboutToHide.connect(lambda: allow(all_=True))  # a key may do what can't be done now, and say why
    own = {action.objectName(): action for action in window.actions()}
    for action in own.values():
        cast("shortcuts.BoundAction", action).retranslate()
    menu.addSeparator()
    if window.has_page("score"):  # else there is nothing to be found yet
        menu.addAction(own["search"])
    if window.has_page("settings"):
        menu.addAction(_("Keyboard shortcuts…"), lambda: open_keys(window))
    if window.has_page("help"):
        menu.addAction(own["help"])
    menu.addAction(own["whats-this"])
    if window.has_page("about"):
        menu.addAction(_("About"), lambda: window.open_page("about"))
    menu.addSeparator()
    menu.addAction(own["quit"])
    return menu


def open_keys(window: MainWindow) -> None:
    """Show the list of all shortcuts on the Settings page."""
    show_keys = getattr(window.open_page("settings"), "show_keys", None)
    if show_keys is not None:
        show_keys()
