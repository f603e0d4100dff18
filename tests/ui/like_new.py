"""One page for the tests of a file: put back between them, it must be like new, or the next test gets a new one."""

from enum import Enum

from PySide6.QtCore import QMetaMethod, QPoint
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QApplication, QComboBox, QLabel, QLineEdit, QWidget

from mjcompanion.i18n import translation

PLAIN = str, int, float, bool, Enum, type(None)


def _plain(value):
    return all(map(_plain, value)) if isinstance(value, tuple | frozenset) else isinstance(value, PLAIN)


def fields(thing):
    """What an object of the program remembers in plain values."""
    return {name: value for name, value in vars(thing).items() if _plain(value)}


def listeners(thing):
    """How many hear each signal."""
    meta = thing.metaObject()
    methods = [meta.method(at) for at in range(meta.methodCount())]
    signals = [bytes(one.methodSignature()) for one in methods if one.methodType() is QMetaMethod.MethodType.Signal]
    own = [name.decode() for name in signals if not name.startswith(b"destroyed")]  # whoever looks on hears that
    return {name: thing.receivers(f"2{name}") for name in own}


def _said(widget):
    """The words and values that a widget shows."""
    if isinstance(widget, QAbstractButton):
        return widget.text(), widget.isChecked(), widget.isDown(), widget.isCheckable()
    if isinstance(widget, QLabel):
        return widget.text(), widget.pixmap().cacheKey() if not widget.text() else 0
    if isinstance(widget, QLineEdit):
        return widget.text(), widget.cursorPosition(), widget.selectedText(), widget.placeholderText()
    if isinstance(widget, QComboBox):
        return widget.currentText(), tuple(widget.itemText(at) for at in range(widget.count()))
    if isinstance(widget, QAbstractSpinBox):
        return widget.text(), widget.specialValueText()
    return ()


def seen(widget):
    """One widget as a person finds it, with eyes or with a screen reader."""
    told = widget.accessibleName(), widget.accessibleDescription(), widget.toolTip(), widget.whatsThis()
    place = widget.mapTo(widget.window(), QPoint()).toTuple(), widget.size().toTuple()
    state = widget.isEnabled(), widget.hasFocus(), widget.focusPolicy(), widget.underMouse()
    return type(widget).__name__, told, place, state, _said(widget), fields(widget)


def impression(page):
    """All that can be seen on a page, from left to right and from top to bottom, and who listens to it."""
    shown = [seen(one) for one in (page, *page.findChildren(QWidget)) if one.isVisible()]
    shown.sort(key=lambda one: (one[2], one[0]))
    return {"language": translation.language(), "listeners": listeners(page), "widgets": shown}


def hidden(page):
    """What is on and what is off, in sight or not."""
    return {one: one.isChecked() for one in page.findChildren(QAbstractButton)}


class Kept:
    """A desk that serves one test after the other, as long as it is like new once it is put back.

    `make` makes one that is shown, `put_back` takes back what a test did, by what `desk` offers, and `more` tells what
    isn't on the page but must be the same too.
    """

    def __init__(self, make, put_back, more):
        self._make, self._put_back, self._more = make, put_back, more
        self._desk = self._was = None
        self._hidden = {}
        self.made = self.served = 0

    def take(self, qtbot):
        """The desk, for the next test."""
        self.served += 1
        if self._desk is not None:
            self._desk.qtbot = qtbot
            self._put_back(self._desk)
            now = hidden(self._desk.page)
            if self.told(self._desk) != self._was or any(now.get(one) != was for one, was in self._hidden.items()):
                self.drop()
        if self._desk is None:
            self.made += 1
            self._desk = self._make(qtbot)
            self._was, self._hidden = self.told(self._desk), hidden(self._desk.page)
        return self._desk

    def told(self, desk):
        """Everything in which a desk must be like a new one."""
        return {**impression(desk.page), "desk": sorted(vars(desk)), "more": self._more(desk)}

    def drop(self):
        """Use it no more."""
        if self._desk is not None:
            window, self._desk, self._hidden = self._desk.page.window(), None, {}
            window.close()
            window.deleteLater()
            QApplication.sendPostedEvents()
