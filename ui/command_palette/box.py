"""The command palette on the screen: a line over the window, and under it what was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QApplication, QListView, QWidget
from shiboken6 import isValid

from mjcompanion.i18n.translation import ENGLISH, _, language, ngettext, number, pgettext
from mjcompanion.ledger.values import Player
from mjcompanion.parsing.word_match import Matches, find

from ..accessibility import announce, give_back
from ..shortcuts import BoundAction
from ..theme import look, set_role
from ..widgets import CardFrame, TextField, TextLabel
from ..widgets.keys import ENTER
from ..widgets.layouts import fill
from ..widgets.rows import BELOW, END, RowLayout, RowPainter, dress
from .command import PaletteCommand
from .sources import Sources

if TYPE_CHECKING:
    from ..window import MainWindow

_WIDEST: Final = 720
"""At 100 % text, in pixels."""
_HIGHEST: Final = 0.72
"""The highest card, as a share of the window's height."""
_K = Qt.Key
_REST_MS: Final = 120
"""Typing rests for so long before the handbook is searched."""
_LEAST_HELP: Final = 3
"""Fewer letters find too much; a Chinese one is a word."""
_STEPS: Final = {
    _K.Key_Down: 1,
    _K.Key_Up: -1,
    _K.Key_Tab: 1,
    _K.Key_Backtab: -1,
    _K.Key_PageDown: 6,
    _K.Key_PageUp: -6,
}
_BEHIND: Final = ("area-after", "area-before", "go-on", "table.go-on", "practice.check")
"""These would act behind it, so their keys do nothing while it is open."""


class CommandPalette(QWidget):
    """A card over the window; a click next to it, Esc or a choice closes it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        window.context.theme.dress(self)
        self._window = window
        self._back = QApplication.focusWidget()
        self._sources = Sources(window)
        self._paused = [one for one in window.findChildren(BoundAction) if one.spec.id in _BEHIND and one.isEnabled()]
        for action in self._paused:
            action.setEnabled(False)
        self.rows: tuple[PaletteCommand, ...] = ()
        """What was found."""
        self._asked = ""
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        set_role(self, "scrim")
        self.setAccessibleName(_("Search everything"))
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self._add_help)
        self._build()
        window.installEventFilter(self)
        window.page_opened.connect(self.close_box)
        ledger = window.context.ledger
        ledger.ask(lambda ledger: ledger.players.search(), self._on_players, lambda _unused: None, self)
        self._show()
        self.place()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def _build(self) -> None:
        self.card = CardFrame("", self)
        self.field = TextField(_("Search everything"), _("Page, command, setting, player, help, or a hand"))
        self.field.textChanged.connect(self._show)
        self.field.installEventFilter(self)
        self.note = TextLabel("", "caption")
        self.model = QStandardItemModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        dress(self.list, _("Found"), RowPainter(self.list, RowLayout()))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setSizeAdjustPolicy(QListView.SizeAdjustPolicy.AdjustToContents)
        self.list.setMinimumHeight(1)
        self.list.clicked.connect(lambda index: self._do(index.row()))
        fill(self.card.body, self.field, self.note, self.list)

    # what is found

    def _on_players(self, players: tuple[Player, ...]) -> None:
        self._sources.know_players(players)
        self._show()

    def _show(self) -> None:
        """Find the typed words; the handbook follows once typing rests."""
        text = self.field.text().strip()
        hand, wrong = self._sources.hand(text)
        commands = self._sources.commands(text)
        slips: tuple[tuple[str, str], ...] = ()
        if text:
            foreign = text.isascii() is not (language() == ENGLISH)
            matches = find(text, [one.names(foreign=foreign) for one in commands])
            slips = matches.slips
            if slips and self._sources.help(text):  # no slip: the handbook knows the words
                matches, slips = Matches(), ()
            commands = [commands[place] for place in matches.places]
        else:
            commands.sort(key=lambda one: not one.can)
        self._asked = " ".join(dict(slips).get(word, word) or word for word in text.lower().split())
        found = ([hand] if hand is not None else []) + commands
        self._note = "" if hand is not None else wrong or _about_slips(slips)
        self._fill(found)
        self._rest.start()

    def _add_help(self) -> None:
        """Add the handbook's results at the end."""
        self._rest.stop()
        if len(self._asked) >= (_LEAST_HELP if self._asked.isascii() else 1):
            have = [one for one in self.rows if one.sort != pgettext("a page", "Help")]
            self._fill([*have, *self._sources.help(self._asked)])
        elif not self.rows:
            self._fill([])
        announce(self, ngettext("{n} found", "{n} found", len(self.rows)).format(n=number(len(self.rows))))

    def _fill(self, rows: Sequence[PaletteCommand]) -> None:
        before = self.list.currentIndex().row()
        kept = before if tuple(rows[: before + 1]) == self.rows[: before + 1] else -1
        if tuple(rows) != self.rows:
            self.rows = tuple(rows)
            self.model.clear()
            self.model.invisibleRootItem().appendRows([_item(row) for row in rows])
        nothing = not rows and not self._note and not self._rest.isActive()
        self.note.setText(_("Nothing found. Fewer or shorter words find more.") if nothing else self._note)
        self.note.setVisible(bool(self.note.text()))
        self.list.setVisible(bool(rows))
        able = [at for at, row in enumerate(rows) if row.can]
        if able:
            self.list.setCurrentIndex(self.model.index(kept if kept in able else able[0], 0))
        if kept not in able:
            self.list.scrollToTop()  # what can't be done now is above what can
        self.place()

    # going and choosing

    def _go(self, step: int) -> None:
        able = [at for at, row in enumerate(self.rows) if row.can]
        if not able:
            return
        here = self.list.currentIndex().row()
        at = able.index(here) + step if here in able else 0
        at = at % len(able) if abs(step) == 1 else min(max(at, 0), len(able) - 1)
        self.list.setCurrentIndex(self.model.index(able[at], 0))
        announce(self, self.rows[able[at]].said)

    def _do(self, place: int) -> None:
        """Close the palette, and run a command."""
        if 0 <= place < len(self.rows) and self.rows[place].can:
            command = self.rows[place]
            self.close_box()
            command.do()

    def close_box(self) -> None:
        """Close the palette, and give the focus back."""
        if self.isHidden():
            return
        self._rest.stop()
        self._window.removeEventFilter(self)
        self.hide()
        for action in filter(isValid, self._paused):
            action.setEnabled(True)
        give_back(self._back, self._window.stack)
        QTimer.singleShot(0, self, self._sources.close)  # a menu that is done with may still act
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move through the list and choose by the keys of the field; follow the window's size."""
        if watched is self._window and event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange):
            self.place()
        pressed = watched is self.field and event.type() is QEvent.Type.KeyPress
        return pressed and isinstance(event, QKeyEvent) and self._take(event)

    def _take(self, event: QKeyEvent) -> bool:
        key = _K(event.key())
        if key in ENTER:
            if self._rest.isActive() and not self.rows:
                self._add_help()
            self._do(self.list.currentIndex().row())
        elif key is _K.Key_Escape:
            self.close_box()
        elif key in _STEPS:
            self._go(_STEPS[key])
        else:
            return False
        return True

    def focusNextPrevChild(self, _next: bool) -> bool:  # noqa: FBT001 - Qt's signature
        """Keep the focus in the field."""
        return True

    # on the screen

    def place(self) -> None:
        """Cover the window, with the card at its top, as high as the list."""
        current, around = look(), self._window.rect()
        self.setGeometry(around)
        width = min(around.width() - 2 * current.L, round(_WIDEST * current.scale))
        top = min(round(around.height() * 0.1), current.XXL * 2)
        most = min(round(around.height() * _HIGHEST), around.height() - top - current.L)
        self.card.setGeometry((around.width() - width) // 2, top, width, most)
        high = 2 * current.L + self.field.sizeHint().height()
        if not self.note.isHidden():
            high += current.S + self.note.heightForWidth(width - 2 * current.L)
        if not self.list.isHidden():
            high += current.S + self.list.sizeHint().height()
        self.card.resize(width, min(high, most))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.card.geometry().contains(event.position().toPoint()):
            self.close_box()


def _item(row: PaletteCommand) -> QStandardItem:
    item = QStandardItem(row.words)
    item.setData(row.said, Qt.ItemDataRole.AccessibleTextRole)
    item.setData("  ".join(one for one in (row.sort, row.keys) if one), END)
    item.setData(row.below, BELOW)
    item.setEnabled(row.can)
    return item


def _about_slips(slips: Sequence[tuple[str, str]]) -> str:
    """Return a sentence about corrected words."""
    parts = [
        _("Nothing for “{word}”. Showing results for “{nearest}”.").format(word=word, nearest=near)
        for word, near in slips
        if near
    ]
    return " ".join(parts)


def open_palette(window: MainWindow) -> None:
    """Open the palette over a window, or focus the open one."""
    opened = next((one for one in window.findChildren(CommandPalette) if not one.isHidden()), None)
    if opened is not None:
        opened.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        opened.field.selectAll()
    else:
        CommandPalette(window)
