"""All actions of the window that have keys, declared once: what each does, on which pages, and by which keys.

Those of the whole window are declared here, those of a page in its folder. A page makes an action with `bind`: a
QAction with the keys of the settings, else the ones declared. The menu, the command palette and the list in Settings
show these. Keys that are typing (tiles, digits, a letter for each move of a virtual game) are listed too, but can't be
changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final
from weakref import WeakSet

import msgspec
from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from mjcompanion.i18n.translation import N_, NP_, _, pgettext

from .rich_text import set_tooltip

PROGRAM, SEVERAL = "program", "several"


class ActionSpec(msgspec.Struct, frozen=True):
    """An action with keys: its id in the settings, the group in which it is listed, its words, and its default keys.

    `pages` are those where its keys count; none: everywhere. `fixed` ones always have the same keys, and `shown` says
    them where they are too many to list. What isn't `in_menu` is one of several answers on the page.
    """

    id: str
    group: str
    words: str
    keys: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    fixed: bool = False
    shown: str = ""
    in_menu: bool = True

    def meets(self, other: ActionSpec) -> bool:
        """Whether the keys of both work on some page."""
        return not self.pages or not other.pages or bool(set(self.pages) & set(other.pages))


GROUPS: Final = {PROGRAM: NP_("a page", "Everywhere"), SEVERAL: NP_("a page", "On several pages")}
"""The groups in which shortcuts are listed, and their titles; `group_words` translates these."""


def group_words(group: str) -> str:
    """Return the title of a group of shortcuts."""
    return pgettext("a page", GROUPS[group])


def keyed(id_: str, words: str, *keys: str, pages: tuple[str, ...] = (), in_menu: bool = True) -> ActionSpec:
    """Declare an action of a page, such as `score.new`, its default keys, and other `pages` where these work too."""
    group = id_.partition(".")[0]
    return ActionSpec(id_, group, words, keys, pages or (group,), in_menu=in_menu)


def fixed(group: str, words: str, *keys: str, shown: str = "", id_: str = "") -> ActionSpec:
    """Declare an action of a page whose keys can't be changed."""
    return ActionSpec(id_ or f"{group}: {words}", group, words, keys, (group,), fixed=True, shown=shown)


_WINDOW: Final = (
    ActionSpec("menu", PROGRAM, N_("The menu"), ("F10",)),
    ActionSpec("search", PROGRAM, N_("Search everything"), ("Ctrl+K",)),
    ActionSpec("help", PROGRAM, N_("Handbook"), ("F1",)),
    ActionSpec("whats-this", PROGRAM, N_("What’s this?"), ("Shift+F1",)),
    ActionSpec("welcome", PROGRAM, N_("Welcome…")),
    ActionSpec("area-after", PROGRAM, N_("To the next part of the window"), ("F6",)),
    ActionSpec("zoom-in", PROGRAM, N_("Zoom in"), ("Ctrl++", "Ctrl+=")),
    ActionSpec("zoom-out", PROGRAM, N_("Zoom out"), ("Ctrl+-",)),
    ActionSpec("zoom-none", PROGRAM, N_("Normal size"), ("Ctrl+0",)),
    ActionSpec("area-before", PROGRAM, N_("To the previous part of the window"), ("Shift+F6",)),
)
_QUIT: Final = ActionSpec("quit", PROGRAM, N_("Quit"), ("Ctrl+Q",))
_SHARED: Final = (
    ActionSpec("go-on", SEVERAL, N_("The main button of the page"), ("Ctrl+Return", "Ctrl+Enter")),
    ActionSpec("undo", SEVERAL, N_("Undo"), ("Ctrl+Z",)),
    ActionSpec("redo", SEVERAL, N_("Redo"), ("Ctrl+Shift+Z", "Ctrl+Y")),
    ActionSpec("find", SEVERAL, N_("Find"), ("Ctrl+F",)),
    ActionSpec("print", SEVERAL, N_("Print"), ("Ctrl+P",)),
)

ACTIONS: Final = {spec.id: spec for spec in (*_WINDOW, _QUIT, *_SHARED)}
"""All actions with keys by their id, in the order in which they are listed; pages add their own."""


def declare(
    groups: Mapping[str, str],
    opening: Sequence[ActionSpec],
    shared: Mapping[str, tuple[str, ...]],
    own: Sequence[ActionSpec],
) -> None:
    """List what the pages declare: their titles, the actions that open them, where shared keys work, and their own."""
    several = [msgspec.structs.replace(spec, pages=shared[spec.id]) for spec in _SHARED]
    GROUPS.update(groups)
    ACTIONS.clear()
    ACTIONS.update({spec.id: spec for spec in (*_WINDOW, *opening, _QUIT, *several, *own)})
    _chosen.clear()


class _Watch(QObject):
    """Emits a signal when keys were changed."""

    changed = Signal()


@cache
def _watch() -> _Watch:
    made = _Watch()
    made.changed.connect(_show_tips)
    return made


_chosen: dict[str, tuple[QKeySequence, ...]] = {}
"""The keys that are in use, by the id of the action."""


def when_changed(do: Callable[[], object]) -> None:
    """Call a method of a widget whenever keys were changed."""
    _watch().changed.connect(do)


def sequences(text: str) -> tuple[QKeySequence, ...]:
    """Read keys from the settings, such as `Ctrl+Shift+Z; Ctrl+Y`; skip those that can't be read."""
    found = QKeySequence.listFromString(text)
    return tuple(one for one in found if not one.isEmpty() and one.toString(QKeySequence.SequenceFormat.PortableText))


def written(keys: Sequence[QKeySequence]) -> str:
    """Write keys as the settings have them."""
    return QKeySequence.listToString(list(keys), QKeySequence.SequenceFormat.PortableText)


def first_keys(spec: ActionSpec) -> tuple[QKeySequence, ...]:
    """Return the default keys of an action."""
    return tuple(QKeySequence(one) for one in spec.keys)


def use(wanted: Mapping[str, str]) -> None:
    """Use these keys by action id, and the defaults for all others. A key that is taken isn't given twice."""
    found: dict[str, tuple[QKeySequence, ...]] = {}
    owners: dict[QKeySequence, list[ActionSpec]] = {}
    for spec in sorted(ACTIONS.values(), key=lambda spec: (not spec.fixed, spec.id not in wanted)):
        own = first_keys(spec) if spec.fixed or spec.id not in wanted else sequences(wanted[spec.id])
        if not spec.fixed:
            own = tuple(key for key in own if not any(other.meets(spec) for other in owners.get(key, ())))
        for key in own:
            owners.setdefault(key, []).append(spec)
        found[spec.id] = own
    if found != _chosen:
        _chosen.clear()
        _chosen.update(found)
        _watch().changed.emit()


def keys_of(id_: str) -> tuple[QKeySequence, ...]:
    """Return the keys of an action."""
    if not _chosen:
        use({})
    return _chosen[id_]


def shown(id_: str) -> str:
    """Return the first key of an action in the words of this desktop, empty where it has none."""
    found = keys_of(id_)
    return native(found[0]) if found else ""


def native(key: QKeySequence) -> str:
    """Return a key in the words of this desktop."""
    return key.toString(QKeySequence.SequenceFormat.NativeText)


def with_keys(words: str, id_: str) -> str:
    """Return the text of a tooltip: the words, and the key if there is one."""
    known = shown(id_)
    return _("{name} ({key})").format(name=words, key=known) if known else words


class BoundAction(QAction):
    """An action of a widget, with its keys; they follow the settings.

    Its text ends in its keys where these can't be changed: the widget reads them itself.
    """

    def __init__(self, widget: QWidget, id_: str, do: Callable[[], object], can: Callable[[], bool] | None) -> None:
        super().__init__(widget)
        self.spec = ACTIONS[id_]
        self._can = can
        self.setObjectName(id_)
        self.setShortcutVisibleInContextMenu(True)
        self.triggered.connect(lambda: do())
        if not self.spec.fixed:
            _watch().changed.connect(self._follow)
            self._follow()
        widget.addAction(self)

    @property
    def can(self) -> bool:
        """Whether it can be done now."""
        return self.isEnabled() and (self._can is None or self._can())

    def retranslate(self) -> None:
        """Show its words in the current language."""
        words, keys = _(self.spec.words), shown(self.spec.id) if self.spec.fixed else ""
        self.setText(f"{words}\t{keys}" if keys else words)

    def event(self, event: QEvent) -> bool:
        """Act where two parts of a page have the same keys as well; Qt would only warn."""
        if event.type() is QEvent.Type.Shortcut:
            self.trigger()
            return True
        return super().event(event)

    def _follow(self) -> None:
        self.setShortcuts(list(keys_of(self.spec.id)))


def bind(
    widget: QWidget,
    id_: str,
    do: Callable[[], object],
    *,
    can: Callable[[], bool] | None = None,
    everywhere: bool = False,
) -> BoundAction:
    """Make an action whose keys count while the keyboard is inside a widget, or anywhere in its window.

    `can` says for the menu and the palette whether it can be done now.
    """
    made = BoundAction(widget, id_, do, can)
    wide, near = Qt.ShortcutContext.WindowShortcut, Qt.ShortcutContext.WidgetWithChildrenShortcut
    made.setShortcutContext(wide if everywhere else near)
    return made


def actions_in(widget: QWidget) -> list[BoundAction]:
    """Return the actions of what is visible in a widget, in the order of the list."""
    order = list(ACTIONS)
    found: dict[str, BoundAction] = {}
    for one in widget.findChildren(BoundAction):
        holder = one.parent()
        if isinstance(holder, QWidget) and holder.isVisible() and one.isEnabled() and one.spec.in_menu:
            found.setdefault(one.spec.id, one).retranslate()
    return sorted(found.values(), key=lambda one: order.index(one.spec.id))


_TIP_WORDS, _TIP_OF = "tip words", "tip of"
"""The properties of a widget whose tooltip has the keys of an action: the other words, and the action's id."""
_with_tips: Final[WeakSet[QWidget]] = WeakSet()
"""All such widgets. To ask the application for its widgets would keep what Qt made and deletes, its tooltips say."""


def set_tip(widget: QWidget, words: str, id_: str) -> None:
    """Give a widget a tooltip with the keys of an action, and keep it up to date."""
    widget.setProperty(_TIP_WORDS, words)
    widget.setProperty(_TIP_OF, id_)
    _with_tips.add(widget)
    set_tooltip(widget, with_keys(words, id_))


def tip_of(widget: QWidget) -> str:
    """Return the id of the action whose keys are in a widget's tooltip, empty where there is none."""
    return str(widget.property(_TIP_OF) or "")


def _show_tips() -> None:
    """Show the keys of now in all such tooltips."""
    for widget in filter(isValid, list(_with_tips)):
        set_tooltip(widget, with_keys(str(widget.property(_TIP_WORDS)), tip_of(widget)))


# --- choosing other keys -------------------------------------------------------------------------------------------

_HOLDING: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


def combination(key: Qt.Key, modifiers: Qt.KeyboardModifier) -> QKeySequence:
    """Return a key and its modifiers as a shortcut."""
    return QKeySequence(QKeyCombination(modifiers & ~Qt.KeyboardModifier.KeypadModifier, key))


def is_typing(keys: QKeySequence) -> bool:
    """Whether these keys are needed for typing and moving around, so that they can't be a shortcut."""
    pressed = keys[0]  # type: ignore[index]  # the stubs know a list of strokes no better
    if pressed.keyboardModifiers() & _HOLDING:
        return pressed.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
    return not Qt.Key.Key_F1 <= pressed.key() <= Qt.Key.Key_F35  # these may stand alone


def taken_by(spec: ActionSpec, keys: QKeySequence) -> ActionSpec | None:
    """Return another action that has these keys on the same page, None where there is none."""
    for other in ACTIONS.values():
        if other is not spec and other.meets(spec) and keys in keys_of(other.id):
            return other
    return None


def changed(wanted: Mapping[str, str], spec: ActionSpec, keys: Sequence[QKeySequence]) -> dict[str, str]:
    """Return the settings with other keys for an action; its default keys are left out."""
    found = {id_: text for id_, text in wanted.items() if id_ != spec.id}
    if tuple(keys) != first_keys(spec):
        found[spec.id] = written(keys)
    return found
