"""The Settings page in three parts: one control for each declared setting; what it does is seen at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import N_, _, native_name, number
from mjcompanion.storage.settings import (
    LOOKS,
    MOST_TABLES,
    SOUND,
    TEXT_SIZES,
    TILES,
    WORDS_GROUP,
    Declaration,
    Settings,
    TableNumber,
    declarations,
)

from ...accessibility import chain
from ...context import PageContext
from ...fonts import bring_letters
from ...shortcuts import bind
from ...theme import look, tile_width
from ...widgets import Button, CheckBox, Section, Segmented, Stepper, TextField, TextLabel
from ...widgets.folder import open_folder
from ...widgets.frame import PageFrame
from ...widgets.layouts import LEFT, across, down, fill, nest, stand
from ...widgets.slider import Slider
from ...widgets.tiles import TileFace, TileRow, TileStyle
from .keeping import KeepingCard
from .keys import KeysCard

_PREVIEW = ("1m", "5m", "1p", "6p", "1s", "8s", "1z", "5z", "6z", "7z", "2f", "3y")
_SAMPLES = {
    "characters": "5m",
    "dots": "5p",
    "bamboos": "5s",
    "red": "7z",
    "green": "6z",
    "white": "5z",
}
"""The tile that shows what a word is for."""
_SAMPLE_WIDTH = 34
_TEXT_STEP = 5
KEYS, KEEPING = N_("Keyboard shortcuts"), N_("Ledger and backups")
"""The groups that are sections of their own."""
_LOOKS, _PLAYING, _DATA = N_("Look"), N_("Playing"), N_("Data")
_PARTS: Final = {LOOKS: _LOOKS, TILES: _LOOKS, WORDS_GROUP: _LOOKS, SOUND: _LOOKS, KEYS: _DATA, KEEPING: _DATA}
"""The part of the page in which a group is; the others are in the one about playing."""
_SHARES = (2, 3)
"""How title and control share the width."""


class SettingsPage(PageFrame):
    """Everything that can be set, in three parts; a search shows what fits of all parts.

    Signals:
        about_wanted(): the person wants to know about the program.
    """

    about_wanted = Signal()

    def __init__(self, context: PageContext) -> None:
        super().__init__(_("Settings"))
        self.setAccessibleName(self.tr("Settings"))
        self.context = context
        self.controls: dict[str, QWidget] = {}
        """The control of each setting, by the setting's name."""
        self._pulls: list[Callable[[Settings], object]] = []
        self._rows: dict[str, list[_Row]] = {}
        self._sections: dict[str, list[Section]] = {}
        self._build()
        self._connect()
        self._show()
        self._pull(context.settings.value)

    # building

    def _build(self) -> None:
        self._make_header()
        self._column = QWidget()
        self._column_box = down(self._column, spacing=look().L)
        for one in declarations():
            if one.shown:
                if one.group not in self._sections:
                    self._put(one.group, Section(_(one.group)))
                row = self._row(one)
                row.also = " ".join([_(one.also) if one.also else "", *map(one.choice_words, one.choices)])
                self._rows.setdefault(one.group, []).append(row)
                self._sections[one.group][0].body.addWidget(row)
        self._add_preview(self._sections[TILES][0])
        self.keeping = KeepingCard(self.context)
        self._put(KEEPING, self.keeping)
        self._put(KEEPING, self._data_section())
        self.keys = KeysCard(self.context)
        self._put(KEYS, self.keys)
        self.nothing = TextLabel(self.tr("No setting fits. Try another word."), "quiet")
        fill(self._column_box, self.nothing, None)
        self.scroller = self.set_scrolled(self._column, readable=True)
        self.setMinimumHeight(4 * look().target)

    def _make_header(self) -> None:
        parts = (_LOOKS, _PLAYING, _DATA)
        self.parts = Segmented(self.tr("Part of the settings"), [(part, _(part)) for part in parts], _LOOKS, even=False)
        self.header.controls.addWidget(self.parts)
        self.search = TextField(self.tr("Search the settings"), self.tr("Search"))
        self.search.offer_clear()
        self.about_button = Button(self.tr("About"), "quiet")
        self.header.add_actions(self.about_button, self.search)

    def _put(self, group: str, section: Section) -> None:
        self._sections.setdefault(group, []).append(section)
        self._column_box.addWidget(section)

    def _connect(self) -> None:
        self.about_button.clicked.connect(self.about_wanted)
        self.parts.answered.connect(lambda _unused: self.search.clear())
        self.parts.chosen.connect(lambda _unused: self._show())
        self.search.textChanged.connect(lambda _unused: self._show())
        self.context.settings.changed.connect(self._pull)
        bind(self, "find", self._find)

    # which part

    @property
    def groups(self) -> tuple[str, ...]:
        return tuple(self._sections)

    def _show(self) -> None:
        """Show the part that is chosen, or what fits the words of the search."""
        words = self.search.text().casefold().split()
        for group, sections in self._sections.items():
            in_part = _PARTS.get(group, _PLAYING) == self.parts.value
            for row in self._rows.get(group, ()):
                row.setVisible(row.fits_words(words, _(group)))
            for section in sections:
                if not words:
                    found = in_part
                elif rows := self._rows.get(group):
                    found = any(not row.isHidden() for row in rows)
                else:
                    found = _says(section, words)
                section.setVisible(found)
        self.nothing.setVisible(all(one.isHidden() for sections in self._sections.values() for one in sections))
        self.scroller.verticalScrollBar().setValue(0)

    def _find(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape ends the search."""
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        else:
            super().keyPressEvent(event)

    def show_group(self, group: str) -> None:
        """Show a group, from its beginning."""
        self.search.clear()
        self.parts.set_value(_PARTS.get(group, _PLAYING))
        self._show()
        self.scroller.show_from(self._sections[group][0])

    def show_setting(self, name: str) -> QWidget:
        """Come to the control of a setting, and show it."""
        control = self.controls[name]
        self.show_group(next(one.group for one in declarations() if one.name == name.partition(" ")[0]))
        QTimer.singleShot(0, control, lambda: self.scroller.ensureWidgetVisible(control))
        return control

    def show_keys(self) -> None:
        self.show_group(KEYS)
        self.keys.begin()
        self.scroller.show_from(self.keys)

    def show_keeping(self) -> None:
        self.show_group(KEEPING)

    # sizes

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()
        if not self.isAncestorOf(QApplication.focusWidget() or self):
            self.parts.take_keyboard()

    def fit(self) -> None:
        """Stand titles and controls side by side in each group where all of them have room."""
        super().fit()
        if not hasattr(self, "scroller"):
            return
        current = look()
        self.search.setFixedWidth(round(200 * current.scale))
        inside = min(self.scroller.viewport().width(), current.readable_width)
        for rows in self._rows.values():
            beside = all(row.fits(inside) for row in rows)
            for row in rows:
                row.turn(beside=beside)

    def _pull(self, value: Settings) -> None:
        for pull in self._pulls:
            pull(value)

    # one row for each setting

    def _row(self, one: Declaration) -> _Row:
        make = {"language": self._language, "text_size": self._text_size, "tile_size": self._tile_size}.get(one.name)
        if one.type is TableNumber:
            make = self._number
        usual = self._tick if one.type is bool else self._word if one.group == WORDS_GROUP else self._choices
        return (make or usual)(one)

    def _push(self, name: str, value: object) -> None:
        self.context.settings.change(**{name: value})

    def _wire(self, one: Declaration, control: QWidget, changed: SignalInstance, show: Callable[[Any], object]) -> None:
        """Let a control change a setting, and show what it is."""
        changed.connect(lambda value: self._push(one.name, value))
        self._pulls.append(lambda settings: show(getattr(settings, one.name)))
        self.controls[one.name] = control

    def _segmented(self, one: Declaration) -> Segmented:
        control = Segmented(_(one.title), [(choice, one.choice_words(choice)) for choice in one.choices])
        self._wire(one, control, control.chosen, control.set_value)
        return control

    # one kind of control each

    def _choices(self, one: Declaration) -> _Row:
        return _Row(_(one.title), _(one.help), self._segmented(one))

    def _language(self, one: Declaration) -> _Row:
        bring_letters()
        names = [(code, self.tr("Automatic") if code == "auto" else native_name(code)) for code in one.choices]
        control = Segmented(_(one.title), names)
        control.chosen.connect(self.choose_language)
        self._pulls.append(lambda settings: control.set_value(settings.language))
        self.controls[one.name] = control
        return _Row(_(one.title), _(one.help), control)

    def choose_language(self, code: str) -> None:
        """Store the choice; the window opens again for it, when the person says so."""
        self._push("language", code)
        self.context.settings.flush()
        sentence = self.tr("The program will speak {language} the next time you open it.")
        name = self.tr("the language of the desktop") if code == "auto" else native_name(code)
        self.context.say(
            sentence.format(language=name), "info", self.tr("Open it again now"), self.context.open_again_asked.emit
        )

    def _number(self, one: Declaration) -> _Row:
        control = Stepper(_(one.title), 0, MOST_TABLES)
        self._wire(one, control, control.value_changed, control.set_value)
        return _Row(_(one.title), _(one.help), control)

    def _word(self, one: Declaration) -> _Row:
        title, control = _(one.title), self._segmented(one)
        sample = TileRow(
            self.tr("{title}: an example").format(title=title),
            TileStyle(_SAMPLE_WIDTH),
            liftable=False,
            draggable=False,
            wrapping=False,
        )
        sample.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        tile = Tile.parse(_SAMPLES[one.name])
        sample.show_tiles([TileFace(tile)])
        row = _Row(title, tile.name(), control, before=sample)

        def pull(settings: Settings) -> None:
            sample.set_style(TileStyle(_SAMPLE_WIDTH, terms=settings.terms))
            row.say(tile.name(settings.terms))

        self._pulls.append(pull)
        return row

    def _tick(self, one: Declaration) -> _Row:
        control = CheckBox(self.tr("On"))
        control.setAccessibleName(_(one.title))
        control.setAccessibleDescription(_(one.help))
        self._wire(one, control, control.toggled, control.setChecked)
        return _Row(_(one.title), _(one.help), control)

    def _text_size(self, one: Declaration) -> _Row:
        control = TextSizeSlider(_(one.title))
        self._wire(one, control.slider, control.size_chosen, control.set_size)
        return _Row(_(one.title), _(one.help), control)

    def _tile_size(self, one: Declaration) -> _Row:
        names = self._segmented(one)
        pixels = Stepper(self.tr("Width of a tile in pixels"), 24, 200, step=2, suffix=self.tr(" px"))
        pixels.value_changed.connect(lambda value: self._push(one.name, value))
        self._pulls.append(lambda settings: pixels.set_value(tile_width(settings.tile_size)))
        self.controls["tile_size in pixels"] = pixels
        return _Row(_(one.title), _(one.help), names, pixels)

    def _add_preview(self, card: Section) -> None:
        preview = TileRow(self.tr("How tiles look now"), liftable=False, draggable=False)
        preview.show_tiles([TileFace(Tile.parse(text)) for text in _PREVIEW] + [TileFace(None)])
        self._pulls.append(lambda settings: preview.set_style(TileStyle.of(settings)))
        self.preview = preview
        card.body.addWidget(preview)
        last = self.controls["corner_index"]
        before = last.segments[-1] if isinstance(last, Segmented) else last
        for tile in preview.buttons:  # Tab goes on from the last question of this card
            chain(before, tile)
            before = tile

    def _data_section(self) -> Section:
        card = Section(self.tr("Data folder"))
        folder = self.context.folders.data
        path = TextLabel(str(folder))
        path.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        path.setAccessibleName(self.tr("Data folder: {folder}").format(folder=folder))
        self.data_path = path
        self.open_folder = Button(self.tr("Open the folder"), icon="folder")
        self.open_folder.clicked.connect(lambda: open_folder(self.context, folder))
        about = self.tr(
            "Settings, the ledger with its backups, your house rules and the hand being entered are saved here."
        )
        fill(card.body, TextLabel(about, "quiet"), path, (self.open_folder, LEFT))
        return card


class TextSizeSlider(QWidget):
    """Per cent on a slider, in steps of five.

    Signals:
        size_chosen(int): the person moved the slider to this percentage.
    """

    size_chosen = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.slider = Slider(name)
        self.slider.setRange(*TEXT_SIZES)
        self.slider.setSingleStep(_TEXT_STEP)
        self.slider.setPageStep(5 * _TEXT_STEP)
        self.slider.valueChanged.connect(self._on_value_changed)
        self._figure = TextLabel("100 %", "strong", wraps=False)
        self._figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        fill(across(self, spacing=look().M), (self.slider, 1), self._figure)
        self.setFocusProxy(self.slider)

    def set_size(self, percent: int) -> None:
        """Show a percentage, without a signal."""
        self.slider.blockSignals(True)
        self.slider.setValue(percent)
        self.slider.blockSignals(False)
        self._show(percent)

    def _on_value_changed(self, value: int) -> None:
        percent = round(value / _TEXT_STEP) * _TEXT_STEP
        self.set_size(percent)
        self.size_chosen.emit(percent)

    def _show(self, percent: int) -> None:
        self._figure.setText(self.tr("{percent} %").format(percent=number(percent)))
        self.slider.setAccessibleDescription(self._figure.text())


class _Row(QWidget):
    """What a setting is called at the left, its control at the right; one below the other where it is narrow."""

    def __init__(
        self, title: str, help_text: str, control: QWidget, second: QWidget | None = None, before: QWidget | None = None
    ) -> None:
        super().__init__()
        current = look()
        self._control = control
        self._title = title
        self.also = ""
        """More words by which a search finds it."""
        self._help = TextLabel(help_text, "caption")
        left = across(spacing=current.S)
        if before is not None:
            left.addWidget(before, 0, Qt.AlignmentFlag.AlignTop)
        nest(left, fill(down(spacing=0), TextLabel(title, "strong"), self._help, None), 1)
        controls = fill(down(spacing=current.S), control)
        if second is not None:
            controls.addWidget(second, 0, LEFT)
        controls.addStretch(1)
        self._box = across(self, spacing=current.M, margins=(0, current.S, 0, current.S))
        fill(self._box, (left, _SHARES[0]), (controls, _SHARES[1]))

    def say(self, help_text: str) -> None:
        self._help.setText(help_text)

    def fits_words(self, words: list[str], group: str) -> bool:
        """Whether all words of a search are said here."""
        text = f"{group} {self._title} {self._help.text()} {self.also}".casefold()
        return all(word in text for word in words)

    def fits(self, width: int) -> bool:
        """Whether the control has room at the right in a row this wide."""
        room = width * _SHARES[1] // sum(_SHARES) - look().M
        if self._control.hasHeightForWidth():
            return self._control.heightForWidth(room) <= look().target
        return self._control.sizeHint().width() <= room

    def turn(self, *, beside: bool) -> None:
        """Stand title and control side by side, or below."""
        stand(self._box, beside=beside)
        self._box.setSpacing(look().M if beside else look().S)


def _says(section: QWidget, words: list[str]) -> bool:
    """Whether all words of a search stand on a section."""
    labels = [one.text() for one in section.findChildren(TextLabel)]
    buttons = [one.text() for one in section.findChildren(Button)]
    text = " ".join([*labels, *buttons]).casefold()
    return all(word in text for word in words)
