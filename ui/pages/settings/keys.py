"""The group of the settings that lists all shortcuts and lets them be changed."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QLayout, QWidget

from mjcompanion.i18n.translation import _

from ... import shortcuts
from ...accessibility import announce
from ...context import PageContext
from ...shortcuts import ACTIONS, GROUPS, ActionSpec, group_words, native
from ...theme import look
from ...widgets import Button, Heading, IconButton, Section, Separator, TextLabel
from ...widgets.fitting import Fits
from ...widgets.keys import MODIFIER_KEYS, is_plain
from ...widgets.layouts import across, down, fill, keep_room, nest, stand

_WORDS: Final = 150
"""The least width of the words next to a key, at 100 % text."""


def shown_keys(spec: ActionSpec) -> str:
    """Return the keys of an action in one line."""
    if spec.shown:
        return _(spec.shown)
    return " · ".join(native(key) for key in shortcuts.keys_of(spec.id))


class KeyField(Button):
    """Shows the keys of an action; a click or Enter, and it waits for others.

    Signals:
        pressed_keys(object): the keys that were pressed, or None where there are to be none.
    """

    pressed_keys = Signal(object)
    is_waiting = False

    def __init__(self, spec: ActionSpec, parent: QWidget | None = None) -> None:
        super().__init__("", "", parent=parent)
        self._deed = spec
        self.setAccessibleDescription(_("Press Enter, then the new keys."))
        self.clicked.connect(self._wait)
        self.refresh()

    def refresh(self) -> None:
        keys = shown_keys(self._deed)
        if self.is_waiting:
            self.setText(_("Press the new keys…"))
        else:
            self.setText(keys or _("none"))
        self.setAccessibleName(_("{what}: {keys}").format(what=_(self._deed.words), keys=keys or _("no keys")))

    def _wait(self) -> None:
        self.is_waiting = True
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()
        announce(self, _("Press the new keys. Escape keeps the old ones, Delete removes them."))

    def _leave(self) -> None:
        self.is_waiting = False
        self.refresh()

    def event(self, event: QEvent) -> bool:
        """Take every key while it waits: shortcuts, Tab and Enter too."""
        if self.is_waiting and isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                self._take(event)
                return True
        return super().event(event)

    def _take(self, event: QKeyEvent) -> None:
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        if key in MODIFIER_KEYS or event.isAutoRepeat():
            return
        bare = is_plain(event)
        self._leave()
        if key == Qt.Key.Key_Escape and bare:
            return
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self.focusNextPrevChild(key == Qt.Key.Key_Tab)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and bare:
            self.pressed_keys.emit(None)
        else:
            self.pressed_keys.emit(shortcuts.combination(key, modifiers))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.is_waiting:
            self._leave()


class _Row(QWidget):
    """A row: the words at the left, the keys at the right."""

    def __init__(self, spec: ActionSpec, keys: QWidget | QLayout) -> None:
        super().__init__()
        self.spec = spec
        self._line = fill(across(spacing=look().S), (TextLabel(_(spec.words)), 1), keys)
        self._column = fill(down(self, spacing=0), self._line)

    def turn(self, *, beside: bool) -> None:
        """Put the keys next to the words, or below them."""
        stand(self._line, beside=beside)


def _fixed_row(spec: ActionSpec) -> _Row:
    keys = TextLabel(shown_keys(spec), "quiet", wraps=False)
    keys.setMinimumHeight(round(look().body * 1.8))
    return _Row(spec, keys)


class _KeyRow(_Row):
    """A row whose keys can be changed; below, why other keys weren't taken."""

    def __init__(self, spec: ActionSpec, context: PageContext) -> None:
        self._context = context
        self._wanted: tuple[QKeySequence, ...] = ()
        self.reset = IconButton("undo", _("{what}: reset to default").format(what=_(spec.words)))
        self.reset.clicked.connect(lambda: self._try(shortcuts.first_keys(spec)))
        keep_room(self.reset)
        self.field = KeyField(spec)
        self.field.pressed_keys.connect(lambda keys: self._try(() if keys is None else (keys,)))
        super().__init__(spec, fill(across(spacing=look().S), self.reset, self.field, None))
        self.trouble = TextLabel("", "wrong")
        self.swap = Button("")
        self._below = fill(across(spacing=look().S), (self.trouble, 1), self.swap)
        nest(self._column, self._below)
        self.swap.clicked.connect(self._on_swap)
        self.complain("")

    def refresh(self) -> None:
        self.field.refresh()
        own = shortcuts.keys_of(self.spec.id) == shortcuts.first_keys(self.spec)
        if own and self.reset.hasFocus():
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.reset.setVisible(not own)

    def complain(self, sentence: str, swap: str = "") -> None:
        """Show why the keys weren't taken, and offer to take them from another action."""
        self.trouble.setText(sentence)
        self.trouble.setVisible(bool(sentence))
        if self.swap.hasFocus() and not swap:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.swap.setText(swap)
        self.swap.setVisible(bool(swap))
        air = look().XS if sentence else 0
        self._below.setContentsMargins(0, air, 0, 2 * air)
        announce(self.trouble, sentence, assertive=True)

    def _try(self, keys: tuple[QKeySequence, ...]) -> None:
        """Use these keys, or show why not."""
        self.complain("")
        for key in keys:
            if shortcuts.is_typing(key):
                sentence = _(
                    "{keys} is needed for typing and moving around: hold Ctrl or Alt with it, or use F2 to F12."
                )
                self.complain(sentence.format(keys=native(key)))
                return
            other = shortcuts.taken_by(self.spec, key)
            if other is not None:
                where = group_words(other.group)
                sentence = _("{keys} is already used for “{what}” ({where}).")
                text = sentence.format(keys=native(key), what=_(other.words), where=where)
                self._wanted = keys
                self.complain(text, "" if other.fixed else _("Use it here instead"))
                return
        self._use(keys)

    def _use(self, keys: tuple[QKeySequence, ...]) -> None:
        settings = self._context.settings
        settings.change(shortcuts=shortcuts.changed(settings.value.shortcuts, self.spec, keys))
        announce(self.field, self.field.accessibleName())

    def _on_swap(self) -> None:
        """Take the keys; the other action gets those of this one, as far as they are free there."""
        settings, keys = self._context.settings, self._wanted
        before = shortcuts.keys_of(self.spec.id)
        wanted = dict(settings.value.shortcuts)
        robbed = [one for one in (shortcuts.taken_by(self.spec, key) for key in keys) if one is not None]
        if any(one.fixed for one in robbed):
            return
        for other in {one.id: one for one in robbed}.values():
            left = tuple(key for key in shortcuts.keys_of(other.id) if key not in keys)
            free = tuple(key for key in before if shortcuts.taken_by(other, key) in (None, self.spec))
            wanted = shortcuts.changed(wanted, other, left or free[:1])
        settings.change(shortcuts=shortcuts.changed(wanted, self.spec, keys))
        self.complain("")


class KeysCard(Fits, Section):
    """All shortcuts, and a way to change each."""

    def __init__(self, context: PageContext) -> None:
        self.rows: dict[str, _Row] = {}
        """The rows by the ids of the actions, once the card was shown."""
        super().__init__(_("Keyboard shortcuts"))
        self._context = context
        self.reset_button = Button(_("Reset all to default"), "quiet", "undo")
        self.body.addWidget(TextLabel(_("Everything can be done by keyboard, and most keys can be changed."), "quiet"))
        nest(self.body, fill(across(), self.reset_button, None))
        self._list: QWidget | None = None
        self.reset_button.clicked.connect(self._on_reset)
        shortcuts.when_changed(self.refresh)
        self.refresh()

    def begin(self) -> None:
        """Focus the first row."""
        self._make_list()
        self._key_rows[0].field.setFocus(Qt.FocusReason.OtherFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        """Make the list when it is first shown."""
        super().showEvent(event)
        self._make_list()

    @property
    def _key_rows(self) -> list[_KeyRow]:
        return [row for row in self.rows.values() if isinstance(row, _KeyRow)]

    def refresh(self) -> None:
        for row in self._key_rows:
            row.refresh()
        self.fit()
        self.reset_button.setEnabled(bool(self._context.settings.value.shortcuts))

    def _make_list(self) -> None:
        if self._list is None:
            self._list = self._made()
            self.body.addWidget(self._list)
            self._list.show()  # Qt would do it later, and the page is scrolled to it now
            self.body.activate()
            self._chain()
            self.refresh()

    def _chain(self) -> None:
        """Put the list into the tab order, though it was made last."""
        before: QWidget = self.reset_button
        for row in self._key_rows:
            for one in (row.reset, row.field, row.swap):
                QWidget.setTabOrder(before, one)
                before = one

    def _made(self) -> QWidget:
        box = QWidget()
        column = down(box, spacing=look().XS, margins=(0, look().S, 0, 0))
        for group in GROUPS:
            specs = [spec for spec in ACTIONS.values() if spec.group == group]
            if not specs:
                continue
            fill(column, look().M, Heading(group_words(group), 2), Separator())
            for spec in sorted(specs, key=lambda spec: spec.fixed):
                row = _fixed_row(spec) if spec.fixed else _KeyRow(spec, self._context)
                self.rows[spec.id] = row
                column.addWidget(row)
        return box

    def fit(self) -> None:
        """Make all buttons as wide as the widest, and put them next to the words where there is room."""
        current = look()
        wide = max([current.target, *(row.field.sizeHint().width() for row in self._key_rows)])
        room = self.width() - 2 * current.L - wide - current.target - 2 * current.S
        for key_row in self._key_rows:
            key_row.field.setMinimumWidth(wide)
        for row in self.rows.values():
            row.turn(beside=room >= _WORDS * current.scale)

    def _on_reset(self) -> None:
        self._context.settings.change(shortcuts={})
        for row in self._key_rows:
            row.complain("")
        announce(self, _("All shortcuts are back to their defaults."))
