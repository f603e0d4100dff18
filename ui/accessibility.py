"""Announcements for people who don't see the screen, and the areas that F6 walks through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from shiboken6 import createdByPython, isValid

from .rich_text import set_tooltip
from .theme import look

_AREA: Final = "area"
_CARD: Final = "card"

listeners: list[Callable[[QObject, str, bool], object]] = []
"""Called with every announcement: its widget, the words, and whether it interrupts."""


def announce(source: QObject, text: str, *, assertive: bool = False) -> None:
    """Have a screen reader say something: results, turns, what went wrong.

    `assertive` interrupts what is being read; it is for what went wrong and for what can't wait.
    """
    if not text:
        return
    for hear in listeners:
        hear(source, text, assertive)
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent  # all roles there are, once something is said

    if not QAccessible.isActive():
        return  # nobody reads
    event = QAccessibleAnnouncementEvent(source, text)
    if assertive:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


def allow(control: QWidget, why_not: str) -> None:
    """Let a control be used unless something prevents it, which its tooltip and a screen reader say then."""
    control.setEnabled(not why_not)
    set_tooltip(control, why_not)
    control.setAccessibleDescription(why_not)


def make_area(widget: QWidget, name: str = "") -> None:
    """Let F6 stop at this part of a page; the name is what a screen reader calls it."""
    widget.setProperty(_AREA, True)
    if name:
        widget.setAccessibleName(name)


def make_card(widget: QWidget) -> None:
    """Say that a widget is a card: an area where it is in no other part that is one."""
    widget.setProperty(_CARD, True)


def takes_keyboard(widget: QWidget) -> bool:
    """Whether Tab stops at it now."""
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isVisible() and widget.isEnabled()


def stops(parent: QWidget) -> list[QWidget]:
    """What Tab reaches inside a widget, in the order in which Qt goes."""
    found: list[QWidget] = []
    if takes_keyboard(parent):
        found.append(parent)
    here = after(parent)
    while here is not parent:
        if takes_keyboard(here) and here.focusProxy() is None and parent.isAncestorOf(here):
            found.append(here)
        here = after(here)
    return found


def give_back(back: QWidget | None, page: QWidget) -> None:
    """Give the keyboard back to what had it before; where that can't be, to the first thing on a page."""
    if back is None or not isValid(back) or not (back.isVisible() and back.isEnabled()):
        back = next(iter(stops(page)), None)
    if back is not None:
        back.setFocus(Qt.FocusReason.PopupFocusReason)


def after(widget: QWidget, *, forward: bool = True) -> QWidget:
    """What Qt has behind a widget in the chain that Tab goes along, or before it."""
    found = widget.nextInFocusChain() if forward else widget.previousInFocusChain()
    assert found is not None  # noqa: S101 - it is a ring
    holder = found.parent()
    if holder is not None and createdByPython(holder) and createdByPython(found):
        QObject.setParent(found, holder)  # PySide took it for a child of the other, and would keep it for ever
    return found


def chain(before: QWidget, after: QWidget) -> None:
    """Let Tab go from one widget to the other, whether or not they take it now; what is made late comes last else."""
    policies = before.focusPolicy(), after.focusPolicy()
    for one in (before, after):
        one.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # Qt refuses those that take no keyboard
    QWidget.setTabOrder(before, after)
    for one, policy in zip((before, after), policies, strict=True):
        one.setFocusPolicy(policy)


def beyond(page: QWidget, *, forward: bool) -> QWidget | None:
    """Where Tab goes from the end of a page that has an order of its own, or from its beginning back; None: nowhere."""
    chain_on: list[QWidget] = []
    here = after(page)
    while here is not page:
        if here.isVisible() and takes_keyboard(here) and here.focusProxy() is None and not page.isAncestorOf(here):
            chain_on.append(here)
        here = after(here)
    own = [one for one in chain_on if one.window() is page.window()]
    if not own:
        return None
    return own[0 if forward else -1]


def in_lines(parent: QWidget) -> list[QWidget]:
    """What Tab reaches inside a widget, line by line, each from left to right; what scrolls stays together."""
    areas = [(one, content) for one in parent.findChildren(QScrollArea) if (content := one.widget()) is not None]
    areas = [one for one in areas if not any(other.isAncestorOf(one[0]) for _, other in areas)]
    found = [
        (one.mapTo(parent, one.rect().center()).y(), one.mapTo(parent, one.rect().topLeft()).x(), [one])
        for one in parent.findChildren(QWidget)
        if takes_keyboard(one) and one.focusProxy() is None and not any(area.isAncestorOf(one) for area, _ in areas)
    ]
    for area, content in areas:
        place = area.mapTo(parent, area.rect().topLeft())
        found.append((place.y(), place.x(), in_lines(content)))
    found.sort(key=lambda one: one[0])
    lines: list[list[tuple[int, int, list[QWidget]]]] = []
    for one in found:
        if lines and one[0] - lines[-1][0][0] < look().target // 3:
            lines[-1].append(one)
        else:
            lines.append([one])
    return [one for line in lines for _, _, part in sorted(line, key=lambda one: one[1]) for one in part]


def tab_along(page: QWidget, order: Sequence[QWidget], *, forward: bool) -> QWidget | None:
    """Let Tab go through a page in an order of its own; gives what has the keyboard now, None where it is elsewhere."""
    focus = QApplication.focusWidget()
    if focus is None or focus not in order:
        return None
    place = order.index(focus) + (1 if forward else -1)
    reached = order[place] if 0 <= place < len(order) else beyond(page, forward=forward)
    reached = reached or order[0 if forward else -1]
    reached.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    return reached


def areas(page: QWidget) -> list[list[QWidget]]:
    """The parts of a page, from the top left to the bottom right: in each what Tab reaches there.

    A part is a widget that says so (`make_area`), else an outermost card, else what is in neither.
    """

    def area_of(widget: QWidget) -> QWidget:
        found, here = None, widget
        while here is not page:
            if here.property(_AREA):
                return here
            if here.property(_CARD):
                found = here
            above = here.parentWidget()
            if above is None:
                break
            here = above
        return found or page

    parts = [(part, list(those)) for part, those in groupby(stops(page), area_of)]
    merged: dict[QWidget, list[QWidget]] = {}
    for part, those in parts:
        merged.setdefault(part, []).extend(those)
    return sorted(merged.values(), key=lambda those: _place(those, page))


def _place(those: Sequence[QWidget], page: QWidget) -> tuple[int, int]:
    """Where a part begins: the line, then how far right."""
    corners = [one.mapTo(page, one.rect().topLeft()) for one in those]
    scrolls = (one for one in page.findChildren(QScrollArea) if one.isAncestorOf(those[0]))
    highest = max(
        (one.mapTo(page, one.rect().topLeft()).y() for one in scrolls), default=0
    )  # however far it is scrolled
    top = max(highest, min(corner.y() for corner in corners))
    return top // _SAME_LINE, min(corner.x() for corner in corners)


_SAME_LINE: Final = 60
"""The height, in pixels, of the bands in which parts count as side by side."""
