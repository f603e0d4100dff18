"""The Settings page: groups, in them one control for each declared setting; what it does is seen at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QFontMetrics, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import N_, _, native_name, number
from mjcompanion.storage.settings import (
    LOOKS,
    MOST_TABLES,
    TILES,
    WORDS_GROUP,
    Declaration,
    Settings,
    TableNumber,
    declarations,
)

from ...accessibility import chain, make_area
from ...context import PageContext
from ...fonts import bring_letters
from ...theme import look, tile_width
from ...widgets import Button, CardFrame, CheckBox, Choice, Elided, Heading, ScrollPage, Segmented, Stepper, TextLabel
from ...widgets.fitting import Fits
from ...widgets.folder import open_folder
from ...widgets.layouts import LEFT, across, down, fill, nest, stand
from ...widgets.rows import ListRow, RowLayout, RowList
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
"""The groups that are cards of their own."""
_LEAST = 440
"""The least width of a group beside the list of groups, at 100 % text."""
_LONGEST = 20
"""Beyond so many heights of the type the title of a group goes on in the next line."""
_SHARES = (2, 3)
"""How title and control share the width."""
_MOST = 10_000
"""So much more of the width goes to the column than to the air beside it, until it is as wide as it may be."""


class SettingsPage(Fits, QWidget):
    """Everything that can be set: the groups at the left, the chosen one at the right.

    Where there is no room for that the groups are a list above.

    Signals:
        about_wanted(): the person wants to know about the program.
    """

    about_wanted = Signal()

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Settings"))
        self.context = context
        self.controls: dict[str, QWidget] = {}
        """The control of each setting, by the setting's name."""
        self._pulls: list[Callable[[Settings], object]] = []
        self._rows: dict[str, list[_Row]] = {}
        self._cards: dict[str, list[CardFrame]] = {}
        self.group = ""
        """The group that is shown."""
        self._build()
        self._connect()
        self.show_group(LOOKS)
        self._pull(context.settings.value)

    # building

    def _build(self) -> None:
        current = look()
        self._column = QWidget()
        self._column_box = down(self._column, spacing=current.L)
        for one in declarations():
            if one.shown:
                if one.group not in self._cards:
                    self._put(one.group, CardFrame(_(one.group)))
                row = self._row(one)
                self._rows.setdefault(one.group, []).append(row)
                self._cards[one.group][0].body.addWidget(row)
        self._add_preview(self._cards[TILES][0])
        self.keys = KeysCard(self.context)
        self._put(KEYS, self.keys)
        self.keeping = KeepingCard(self.context)
        self._put(KEEPING, self.keeping)
        self._put(KEEPING, self._data_card())
        self.about_button = Button(self.tr("About this program"), "quiet", "info")
        fill(self._column_box, None, (self.about_button, LEFT))
        content = QWidget()
        fill(across(content, margins=(current.L, current.L, current.L, current.L)), (self._column, _MOST), None)
        self.scroller = ScrollPage(content)
        titles = [(group, _(group)) for group in self._cards]
        self.group_list = _Groups(self.tr("Groups of settings"), titles)
        self.group_choice = Choice(self.tr("Group of settings"))
        self.group_choice.set_choices(titles)
        self._side = QWidget()
        heading = Heading(self.tr("Settings"), 1)
        heading.setContentsMargins(current.M, 0, 0, 0)  # in line with the titles below
        side = down(self._side, spacing=current.M, margins=(current.M, current.L, 0, 0))
        fill(side, heading, (self.group_list, 1))
        self._top = QWidget()
        top = across(self._top, spacing=current.M, margins=(current.L, current.M, current.L, 0))
        fill(top, (Elided(self.tr("Settings"), 1), 1), self.group_choice)
        make_area(self.group_list)
        self._beside = fill(across(spacing=0), self._side, (self.scroller, 1))
        fill(down(self, spacing=0), self._top, (self._beside, 1))
        self.setMinimumHeight(4 * current.target)

    def _put(self, group: str, card: CardFrame) -> None:
        self._cards.setdefault(group, []).append(card)
        self._column_box.addWidget(card)

    def _connect(self) -> None:
        self.about_button.clicked.connect(self.about_wanted)
        self.group_list.chosen.connect(self.show_group)
        self.group_choice.activated.connect(lambda _unused: self.show_group(str(self.group_choice.currentData())))
        self.context.settings.changed.connect(self._pull)

    # which group

    @property
    def groups(self) -> tuple[str, ...]:
        return tuple(self._cards)

    def show_group(self, group: str) -> None:
        """Show another group, from its beginning."""
        if group == self.group:
            return
        self.group = group
        for one, cards in self._cards.items():
            for card in cards:
                card.setVisible(one == group)
        self.group_list.choose(group)
        self.group_choice.choose(group)
        self.scroller.verticalScrollBar().setValue(0)

    def show_setting(self, name: str) -> QWidget:
        """Come to the control of a setting, and show it."""
        control = self.controls[name]
        self.show_group(next(one.group for one in declarations() if one.name == name.partition(" ")[0]))
        QTimer.singleShot(0, control, lambda: self.scroller.ensureWidgetVisible(control))  # once it is laid out
        return control

    def show_keys(self) -> None:
        self.show_group(KEYS)
        self.keys.begin()

    def show_keeping(self) -> None:
        self.show_group(KEEPING)

    # sizes

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()
        if self.isAncestorOf(QApplication.focusWidget() or self):
            return
        (self.group_choice if self._side.isHidden() else self.group_list).setFocus(Qt.FocusReason.OtherFocusReason)

    def fit(self) -> None:
        """Keep lines readable on wide screens, and the groups in sight on narrow ones."""
        current = look()
        side = self.group_list.sizeHint().width() + current.L
        narrow = self.width() < side + _LEAST * current.scale
        had_keyboard = self.group_choice.hasFocus() or self.group_list.hasFocus()
        self._side.setVisible(not narrow)
        self._top.setVisible(narrow)
        if had_keyboard:
            (self.group_choice if narrow else self.group_list).setFocus(Qt.FocusReason.OtherFocusReason)
        self._side.setFixedWidth(side)
        self._column.setMaximumWidth(current.readable_width)
        room = self.width() - (0 if narrow else side) - 2 * current.L - self.scroller.verticalScrollBar().width()
        air = max(0, room - current.readable_width) // 2  # list and group stay together, in the middle
        self._beside.setContentsMargins(air, 0, 0, 0)
        inside = min(room, current.readable_width) - 2 * current.L
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
        """Store the choice; the window opens anew for it, when the person says so."""
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

    def _add_preview(self, card: CardFrame) -> None:
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

    def _data_card(self) -> CardFrame:
        card = CardFrame(self.tr("Data folder"))
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
            "Settings, the ledger with its backups, your house rules and the hand being entered are kept here."
        )
        fill(card.body, TextLabel(about, "quiet"), path, (self.open_folder, LEFT))
        return card


class _Groups(RowList):
    """The groups, in a list as wide as the longest of their titles."""

    def __init__(self, name: str, titles: list[tuple[str, str]]) -> None:
        super().__init__(name, RowLayout(title=9))
        self.show_rows(ListRow(key, title) for key, title in titles)

    def sizeHint(self) -> QSize:
        current = look()
        metrics = QFontMetrics(current.font(current.body, bold=True))
        widest = max(metrics.horizontalAdvance(row.title) for row in self.rows)
        return QSize(min(widest, _LONGEST * current.body) + 2 * current.M + current.S, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self.sizeHint().width(), 2 * look().target)


class TextSizeSlider(QWidget):
    """Per cent on a slider, in steps of five.

    Signals:
        size_chosen(int): the person moved the slider to this percentage.
    """

    size_chosen = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.slider = Slider(name)
        self.slider.setRange(100, 200)
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
    """What a setting is called at the left, its control at the right; below each other where it is narrow."""

    def __init__(
        self, title: str, help_text: str, control: QWidget, second: QWidget | None = None, before: QWidget | None = None
    ) -> None:
        super().__init__()
        current = look()
        self._control = control
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

    def fits(self, width: int) -> bool:
        """Whether the control has room at the right in a row this wide."""
        room = width * _SHARES[1] // sum(_SHARES) - look().M
        if self._control.hasHeightForWidth():
            return self._control.heightForWidth(room) <= look().target
        return self._control.sizeHint().width() <= room

    def turn(self, *, beside: bool) -> None:
        """Stand title and control beside each other, or below."""
        stand(self._box, beside=beside)
        self._box.setSpacing(look().M if beside else look().S)
