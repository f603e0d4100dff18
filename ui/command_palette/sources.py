"""What the command palette finds: actions, pages, settings, house options, players, forms, rules, hands and help."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtWidgets import QAbstractButton, QMenu
from shiboken6 import isValid

from mjcompanion.core.options import OptionKind, OptionSpec, fits
from mjcompanion.handbook.search import search
from mjcompanion.i18n.translation import _, joined, language_names, native_name, number, pgettext
from mjcompanion.ledger.values import Player
from mjcompanion.parsing.hand_text import parse_hand_text
from mjcompanion.printing.catalogue import FORMS, Form
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.storage.settings import Declaration, declarations
from mjcompanion.table.words import brief

from .. import accessibility, shortcuts
from ..pages import PAGES
from ..theme import tile_width
from ..widgets import Button, CheckBox, Stepper
from ..widgets.menus import OpensMenu
from .command import PaletteCommand, of_two

if TYPE_CHECKING:
    from ..hand.editor import HandEditor
    from ..pages.help.page import HelpPage
    from ..pages.ledger.page import LedgerPage
    from ..pages.print.page import PrintPage
    from ..pages.rules.page import RulesPage
    from ..pages.score.page import ScorePage
    from ..pages.settings.page import SettingsPage
    from ..window import MainWindow

_FIGURE: Final = re.compile(r"(?<![\w.−-])\d{1,7}(?![\w.])")
_STEP, _ROUND = 1.2, 5
"""The factor by which a size grows with each step, and the number that each is a multiple of."""
_LEAST_TILES: Final = 3
"""Fewer tiles without a word of the game are no hand."""
_MOST_HELP: Final = 8


class Sources:
    """Gives the commands of a window as it is now."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._menus: list[QMenu] = []
        self._actions = tuple(self._actions_now())
        self._players: tuple[Player, ...] = ()
        self._score = cast("ScorePage | None", window.page("score"))

    def know_players(self, players: tuple[Player, ...]) -> None:
        """Offer these people of the ledger."""
        self._players = players

    def close(self) -> None:
        """Delete the menus that were made to read their entries."""
        for menu in self._menus:
            menu.deleteLater()

    def commands(self, text: str) -> list[PaletteCommand]:
        """Return everything that can be found by words."""
        figure = _FIGURE.search(text)
        typed = int(figure.group()) if figure else None
        found = [*self._actions, *self._pages(), *self._people(), *self._forms(), *self._rules()]
        for one in declarations():
            if one.shown:
                found += self._setting(one, typed)
        return found + [row for spec in self._options() for row in self._option(spec, typed)]

    # pages and what can be done there

    def _actions_now(self) -> Iterator[PaletteCommand]:
        """Yield the actions of this page and of the window, the visible buttons, and the entries of their menus."""
        shell = self._window.stack.currentWidget()
        own = shortcuts.actions_in(shell) if shell is not None else []
        opening = {page.shortcut for page in PAGES}
        rest = [one for one in shortcuts.actions_in(self._window) if one.spec.id not in opening | {"search"}]
        mine = {one.spec.id: one for one in own}
        bound = {**{one.spec.id: one for one in rest}, **mine}
        found = shell.findChildren(QAbstractButton) if shell is not None else []
        buttons = [(button, shortcuts.tip_of(button)) for button in found if _is_action(button)]
        called = {id_: _words(button) for button, id_ in buttons}
        yield from (_bound(one, called.get(id_, "")) for id_, one in mine.items())
        seen = {_(one.spec.words) for one in bound.values()}
        for button, id_ in buttons:
            if id_ in bound:
                continue
            opener = button.findChild(OpensMenu)
            rows = [self._button(button)] if opener is None else self._menu(opener)
            for row in rows:
                if row.words not in seen:
                    seen.add(row.words)
                    yield row
        yield from (_bound(one, "") for id_, one in bound.items() if id_ not in mine)

    def _button(self, button: QAbstractButton) -> PaletteCommand:
        words = _words(button)
        keys = str(getattr(button, "key", ""))  # of a button that shows its key
        return PaletteCommand(
            words, _("Command"), partial(_click, button), keys, also=(button.text(),), can=button.isEnabled()
        )

    def _menu(self, opener: OpensMenu) -> Iterator[PaletteCommand]:
        menu = opener.make()
        self._menus.append(menu)
        for action in menu.actions():
            words, _unused, keys = action.text().partition("\t")
            if words and action.menu() is None:
                yield PaletteCommand(words, _("Command"), action.trigger, keys, can=action.isEnabled())

    def _pages(self) -> Iterator[PaletteCommand]:
        for page in PAGES:
            keys = shortcuts.shown(page.shortcut) if page.shortcut else ""
            also = (_(page.named),) if page.named else ()
            title = pgettext("a page", page.title)
            yield PaletteCommand(
                title,
                pgettext("what was found", "Page"),
                partial(self._window.open_page, page.key),
                keys,
                also=(*also, page.key),
            )

    def _rules(self) -> Iterator[PaletteCommand]:
        def show(rules: Ruleset) -> None:
            cast("RulesPage", self._window.open_page("rules")).choose(str(rules))

        for rules in RULESETS.values():
            title, name = pgettext("a page", "Rules"), _(rules.name)
            yield PaletteCommand(
                of_two(title, name), pgettext("what was found", "Page"), partial(show, rules), parts=(title, name)
            )

    def _forms(self) -> Iterator[PaletteCommand]:
        for form in FORMS:
            title, name = pgettext("a page", "Print"), _(form.title)
            yield PaletteCommand(
                of_two(title, name),
                pgettext("a page", "Print"),
                partial(self._print, form, blank=False),
                parts=(title, name),
            )
            if form.blank and form.kinds:
                words = of_two(_("Print a blank sheet"), name)
                do = partial(self._print, form, blank=True)
                yield PaletteCommand(words, pgettext("a page", "Print"), do, parts=(_("Print a blank sheet"), name))

    def _print(self, form: Form, *, blank: bool) -> None:
        from ..pages.print.sources import SourceKind

        page = cast("PrintPage", self._window.open_page("print"))
        page.model.choose_form(form.id)
        if blank:
            page.model.choose_source_kind(SourceKind.BLANK)

    def _people(self) -> Iterator[PaletteCommand]:
        def open_(uid: str, *, rename: bool) -> None:
            page = cast("LedgerPage", self._window.open_page("ledger"))
            (page.rename_player if rename else page.show_player)(uid)

        for one in self._players:
            name = brief(one.name)
            rename = _("Rename {name}…").format(name=name)
            yield PaletteCommand(rename, pgettext("what was found", "Player"), partial(open_, one.uid, rename=True))
            yield PaletteCommand(
                of_two(pgettext("what was found", "Player"), name),
                pgettext("what was found", "Player"),
                partial(open_, one.uid, rename=False),
            )

    # what can be set

    def _setting(self, one: Declaration, typed: int | None) -> Iterator[PaletteCommand]:
        """Yield its control, its choices, one step more or less, and a number that was typed."""
        title = _(one.title)
        row = partial(PaletteCommand, sort=_("Setting"), also=(_(one.also),) if one.also else ())
        yield row(title, do=partial(self._show_setting, one.name), parts=(title,))
        settings = self._window.context.settings
        for choice, words, others in _choices(one):
            do = partial(self._set, one.name, choice)
            now = _("as it is now") if getattr(settings.value, one.name) == choice else ""
            yield row(of_two(title, words), do=do, below=now, parts=(title, words, *others))
        for label, factor in zip(one.steps, (_STEP, 1 / _STEP), strict=True):
            if label:
                yield row(_(label), do=partial(self._step, one, factor), parts=(title,))
        if typed is not None and one.steps[0] and one.check(typed)[1] is None:
            yield row(of_two(title, str(typed)), do=partial(self._set, one.name, typed), parts=(title,))

    def _show_setting(self, name: str) -> None:
        page = cast("SettingsPage", self._window.open_page("settings"))
        control = page.show_setting(name)
        next(iter(accessibility.stops(control)), control).setFocus()

    def _set(self, name: str, value: object) -> None:
        if name == "language":
            cast("SettingsPage", self._window.made_page("settings")).choose_language(str(value))
        else:
            self._window.context.settings.change(**{name: value})

    def _step(self, one: Declaration, factor: float) -> None:
        """Make a size larger or smaller, up to its limit."""
        now = getattr(self._window.context.settings.value, one.name)
        size = now if isinstance(now, int) else tile_width(now)
        typed = _ROUND * round(size * factor / _ROUND)
        while one.check(typed)[1] is not None and typed != size:
            typed += 1 if typed < size else -1
        self._set(one.name, typed)

    def _options(self) -> tuple[OptionSpec, ...]:
        """The house options of the rules on the Score page."""
        chosen = self._window.context.settings.value.ruleset
        rules = self._score.model.draft.rules if self._score is not None else RULESETS.get(chosen)
        if rules is None or rules.with_card or (self._score is not None and self._score.is_american):
            return ()
        return tuple(spec for spec in rules.options_used() if spec.scores)

    def _option(self, spec: OptionSpec, typed: int | None) -> Iterator[PaletteCommand]:
        title = _(spec.label)
        values: list[tuple[object, str]] = [(choice.key, _(choice.words)) for choice in spec.offers]
        if spec.kind is OptionKind.BOOL:
            values = [(True, _("on")), (False, _("off"))]
        elif not values:
            values = [(None, _("no limit"))] if spec.kind is OptionKind.LIMIT else []
            if typed is not None and fits(spec, typed):
                values.append((typed, number(typed, "d")))
        row = partial(PaletteCommand, sort=_("House option"))
        yield row(title, do=partial(self._show_option, spec.key), parts=(title,))
        for value, words in values:
            do = partial(self._set_option, spec.key, value)
            yield row(of_two(title, words), do=do, parts=(title, words))

    def _show_option(self, key: str) -> None:
        page = cast("ScorePage", self._window.open_page("score"))
        page.house_action.setChecked(True)
        page.house.controls[key].setFocus()

    def _set_option(self, key: str, value: object) -> None:
        page = cast("ScorePage", self._window.open_page("score"))
        if page.model.set_option(key, value):
            self._show_option(key)

    # help, and a hand

    def help(self, text: str) -> list[PaletteCommand]:
        """Return the sections of the handbook about it."""
        page = cast("HelpPage", self._window.made_page("help"))
        found = search(page.pages(), text)[:_MOST_HELP]
        go = self._window.open_help
        return [
            PaletteCommand(one.title, pgettext("a page", "Help"), partial(go, one.link), below=one.excerpt)
            for one in found
        ]

    def hand(self, text: str) -> tuple[PaletteCommand | None, str]:
        """Return the typed hand as a command, and a sentence about what can't be read."""
        saying = parse_hand_text(text) if self._score is None else self._score.active.draft.parse_text(text)
        terms = self._window.context.settings.value.terms
        tiles = [tile for group in saying.groups for tile in group.tiles]
        if not tiles or (len(tiles) < _LEAST_TILES and not saying.has_words):
            return None, ""
        if saying.faults:
            wrong = [fault.problem for fault in saying.faults if not fault.unfinished]
            return None, wrong[0].sentence(terms) if wrong else ""
        counted = [(tile.name(terms), len(list(alike))) for tile, alike in groupby(tiles)]
        below = joined([f"{name} × {count}" if count > 1 else name for name, count in counted])
        words, do = pgettext("what was found", "Score this hand"), partial(self._score_hand, text)
        return PaletteCommand(words, pgettext("what was found", "Hand"), do, below=below), ""

    def _score_hand(self, text: str) -> None:
        cast("HandEditor", self._window.open_page("score")).active.paste(text)


def _bound(one: shortcuts.BoundAction, called: str) -> PaletteCommand:
    """Return an action as a command, with the words of its button where it has one."""
    words = _(one.spec.words)
    return PaletteCommand(
        called or words, _("Command"), one.trigger, shortcuts.shown(one.spec.id), also=(words,), can=one.can
    )


def _words(button: QAbstractButton) -> str:
    return button.accessibleName() or button.text()


def _click(button: QAbstractButton) -> None:
    """Click a button, if it is still there."""
    if isValid(button):
        button.click()


def _is_action(button: QAbstractButton) -> bool:
    """Whether it is a command by itself, and not a part of another control."""
    mine = isinstance(button, Button | CheckBox)
    named = bool(button.accessibleName() or button.text())
    return mine and named and button.isVisible() and not isinstance(button.parentWidget(), Stepper)


def _choices(one: Declaration) -> Iterator[tuple[object, str, tuple[str, ...]]]:
    """The values of a setting that can be named: each with its words, and what else it is called."""
    if one.type is bool:
        yield from ((True, _("on"), ()), (False, _("off"), ()))
    elif one.name == "language":
        for code in one.choices:
            named = code != "auto"
            yield code, native_name(code) if named else _("Automatic"), language_names(code) if named else ()
    else:
        for choice in one.choices:
            yield choice, one.choice_words(choice), ()
