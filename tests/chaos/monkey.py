"""Somebody who presses everything on all pages, by chance: what is wrong is an error, a warning of Qt, or a standstill."""

import gc
import os
import sys
import threading
import time
from pathlib import Path

import shiboken6
from mjcompanion.ui.app import build
from mjcompanion.ui.pages import PAGES
from mjcompanion.ui.pages.print import printing
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QDesktopServices, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QMenu,
    QWidget,
)

from mjcompanion.ledger.ledger import Ledger
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import Settings, save
from tests.ledger import gaming
from tests.ledger.making import play

LONGEST_S = 10.0
"""A deed after which the window stood still for so long is a fault."""
_KEYS = "123456789mpsbdcewnrgfj5d7c!t "
_SPECIAL = [Qt.Key.Key_Tab, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Left,
            Qt.Key.Key_Right, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Space, Qt.Key.Key_Home, Qt.Key.Key_End,
            Qt.Key.Key_PageDown, Qt.Key.Key_F6, Qt.Key.Key_F1, Qt.Key.Key_Backtab]  # fmt: skip
_HELD = [Qt.Key.Key_Z, Qt.Key.Key_Y, Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_X, Qt.Key.Key_K, Qt.Key.Key_F,
         Qt.Key.Key_N, Qt.Key.Key_Return, Qt.Key.Key_Plus, Qt.Key.Key_Minus]  # fmt: skip
_USUAL = ("This plugin does not support",)
"""What Qt says offscreen, whatever is done."""


def settle():
    """Let what a deed led to happen."""
    for _ in range(2):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def shown(widget):
    """A widget and all in it that can be seen. To ask for `findChildren` would keep what Qt made, for ever."""
    yield widget
    for one in widget.children():
        if isinstance(one, QWidget) and one.isVisible():
            yield from shown(one)


def click(widget, spot=(50, 50), *, button=Qt.MouseButton.LeftButton, double=False):
    """Click on a widget, as a person can only where it is enabled; the spot in hundredths of its size."""
    place = QPoint(widget.width() * spot[0] // 100, widget.height() * spot[1] // 100)
    do = QTest.mouseDClick if double else QTest.mouseClick
    do(widget, button, Qt.KeyboardModifier.NoModifier, place)


def wheel(widget, delta):
    """Turn the wheel over a widget."""
    middle = QPointF(widget.rect().center())
    event = QWheelEvent(
        middle, QPointF(widget.mapToGlobal(middle)), QPoint(), QPoint(0, delta), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


class _StaysOpen(QObject):
    """Lets nothing close the window."""

    def eventFilter(self, _watched, event):
        if event.type() is QEvent.Type.Close:
            event.ignore()
            return True
        return False


class Monkey:
    """A window on a data folder with some evenings and games in it, and the hands that press everything.

    With a `ledger`, that one is open instead.
    """

    name = "monkey"

    def __init__(self, folder, ledger=None):
        self.folder = Path(folder)
        self.folders = Folders.at(self.folder / "data")
        self._app = QApplication.instance() or QApplication(["mjcompanion", "-style", "fusion"])
        save(Settings(), self.folders)
        if ledger is None:
            with Ledger.open(None, self.folders) as made:
                for number in range(3):
                    play(made, 4 + number)
                gaming.add(made, *(gaming.row(number, final=8 + number) for number in range(3)))
        self.wrong = []
        self._put_back = _answer_dialogs(self)
        here = Path.cwd()
        os.chdir(self.folder)  # it types names of files, too
        self._put_back.append(lambda: os.chdir(here))
        hook, threads = sys.excepthook, threading.excepthook
        self.window = build(self._app, self.folders, ledger=ledger)
        told = sys.excepthook

        def take(kind, error, trace):
            self.wrong.append(f"{kind.__name__}: {error}"[:300])
            told(kind, error, trace)

        sys.excepthook = take
        threading.excepthook = lambda what: take(what.exc_type, what.exc_value, what.exc_traceback)
        before = qInstallMessageHandler(self._on_message)
        self._put_back += [
            lambda: setattr(sys, "excepthook", hook),
            lambda: setattr(threading, "excepthook", threads),
            lambda: qInstallMessageHandler(before),
        ]
        self._stays = _StaysOpen()
        self.window.installEventFilter(self._stays)
        self._pages = [one.key for one in PAGES]
        self.window.resize(1180, 780)
        self.window.show()
        self.window.activateWindow()
        settle()
        self.window.open_page(self._pages[0])

    def megabytes(self):
        """How much memory this program holds now."""
        gc.collect()
        lines = Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024

    def close(self):
        """Close the window, and put back what was answered instead of a person."""
        self._close_popups()
        self.window.removeEventFilter(self._stays)
        self.window.context.close()
        self.window.context.theme.apply("light", 100)
        self.window.close()
        self.window.deleteLater()
        for back in reversed(self._put_back):
            back()

    def _on_message(self, kind, _context, text):
        if kind is not QtMsgType.QtDebugMsg and not text.startswith(_USUAL):
            self.wrong.append(f"Qt: {text}"[:300])

    def deed(self, rng):
        """Press something; gives what went wrong."""
        self._rng = rng
        begun = time.monotonic()
        rng.choices([one for one, _ in self._DEEDS], [often for _, often in self._DEEDS])[0](self)
        settle()
        self._with_popups()
        took = time.monotonic() - begun
        wrong, self.wrong = self.wrong, []
        if took > LONGEST_S:
            wrong.append(f"the window stood still for {took:.0f} s")
        return "; ".join(dict.fromkeys(wrong))

    # what it does

    def _shown(self, kind):
        """Everything of a kind on the page that can be pressed."""
        return [one for one in shown(self.window.stack.currentWidget()) if isinstance(one, kind) and one.isEnabled()]

    def _press(self):
        if found := self._shown(QAbstractButton):
            button = self._rng.choices([Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton], [15, 1])[0]
            click(self._rng.choice(found), button=button, double=self._rng.random() < 0.05)

    def _choose(self):
        found = [one for one in self._shown(QComboBox) if one.count()]
        if found:
            box = self._rng.choice(found)
            box.setFocus()
            for _ in range(self._rng.randrange(1, 4)):
                QTest.keyClick(box, self._rng.choice([Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Home, Qt.Key.Key_End]))

    def _choose_row(self):
        found = [one for one in self._shown(QAbstractItemView) if one.model() and one.model().rowCount()]
        if found:
            click(self._rng.choice(found).viewport(), self._spot(), double=self._rng.random() < 0.2)

    def _click_anywhere(self):
        if found := self._shown(QWidget):
            click(self._rng.choice(found), self._spot())

    def _spot(self):
        return self._rng.randrange(2, 99), self._rng.randrange(2, 99)

    def _wheel(self):
        if found := self._shown(QWidget):
            wheel(self._rng.choice(found), self._rng.choice([120, -120, 1200, -1200]))

    def _type(self):
        for _ in range(self._rng.randrange(1, 4)):
            here = QApplication.focusWidget() or self.window
            luck = self._rng.random()
            if luck < 0.3:
                QTest.keyClick(here, self._rng.choice(_SPECIAL))
            elif luck < 0.36:
                QTest.keyClick(here, self._rng.choice(_HELD), Qt.KeyboardModifier.ControlModifier)
            else:
                QTest.keyClicks(here, self._rng.choice(_KEYS))

    def _turn(self):
        self.window.open_page(self._rng.choice(self._pages))

    def _resize(self):
        self.window.resize(self._rng.randrange(760, 1920), self._rng.randrange(520, 1100))

    def _look(self):
        look = {
            "theme": self._rng.choice(["light", "dark", "high-contrast"]),
            "text_size": self._rng.choice([100, 125, 150, 200]),
        }
        self.window.context.settings.change(**look)

    def _open_menu(self):
        self.window.open_menu()

    _DEEDS = ((_press, 50), (_type, 26), (_turn, 5), (_choose, 4), (_choose_row, 4), (_click_anywhere, 4), (_wheel, 3),
              (_resize, 2), (_look, 1), (_open_menu, 1))  # fmt: skip

    # what comes up over the window

    def _with_popups(self):
        """Choose something in what came up, most of the time; then close it."""
        popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if popup is not None and self._rng.random() < 0.7:
            if isinstance(popup, QMenu):
                click(popup, self._spot())
            else:
                target = popup.focusWidget() or popup
                for key in self._rng.choices(_SPECIAL, k=2):
                    if shiboken6.isValid(target):
                        QTest.keyClick(target, key)
            settle()
        self._close_popups()

    def _close_popups(self):
        for _ in range(5):
            popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
            if popup is None:
                return
            popup.close()
            settle()


def _answer_dialogs(monkey):
    """Answer what would ask the desktop; gives what puts that back."""
    saved = monkey.folder / "saved"
    saved.mkdir(parents=True, exist_ok=True)
    rng = lambda: monkey._rng  # noqa: E731

    def save_name(*_args, **_kwargs):
        return (
            rng().choice(["", str(saved / "x.pdf"), str(saved / "x.csv"), str(saved / "x.mjledger.json"), str(saved)]),
            "",
        )

    def open_name(*_args, **_kwargs):
        return (rng().choice(["", *(str(one) for one in sorted(saved.iterdir())[:9])]), "")

    def open_names(*_args, **_kwargs):
        name, _ = open_name()
        return ([name] if name else [], "")

    answers = {
        (QFileDialog, "getSaveFileName"): staticmethod(save_name),
        (QFileDialog, "getOpenFileName"): staticmethod(open_name),
        (QFileDialog, "getOpenFileNames"): staticmethod(open_names),
        (QFileDialog, "getExistingDirectory"): staticmethod(lambda *_a, **_k: rng().choice(["", str(saved)])),
        (QFileDialog, "exec"): lambda _self: 0,
        (printing, "_said"): lambda command, *_: "Office" if command[0] == "lpstat" else "",
        (QDesktopServices, "openUrl"): staticmethod(lambda *_a: True),
    }
    before = {place: getattr(*place) for place in answers}
    for (where, name), answer in answers.items():
        setattr(where, name, answer)
    return [lambda place=place, was=was: setattr(*place, was) for place, was in before.items()]
