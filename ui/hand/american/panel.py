"""The American part of the Score page: hand and palette left, the line that was won or is nearest at the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QMenu, QWidget

from mjcompanion.american.hand import Exposure
from mjcompanion.american.hand_groups import groups_of_sheet
from mjcompanion.american.line import shown
from mjcompanion.american.match import Near
from mjcompanion.american.score import AmericanSheet, counted_names
from mjcompanion.american.sheet_rows import sheet_rows_of
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.i18n.translation import _, join_sentences, joined, ngettext, number, pgettext
from mjcompanion.scoring.hand_groups import HandGroup
from mjcompanion.scoring.sheet_rows import ScoreRow

from ...accessibility import make_area, make_card
from ...rich_text import set_tooltip
from ...theme import ANY_WIDTH, look, set_role
from ...whatsthis import explain
from ...widgets import Button, Choice, EmptyState, Segmented, Separator, TextLabel
from ...widgets.card_line import CardLine
from ...widgets.fields import captioned_box
from ...widgets.fitting import Fits
from ...widgets.layouts import across, down, fill, stand
from ...widgets.menus import PopupMenu
from ...widgets.tiles import TileFace, TileRow, TileStyle, widest_for
from ...widgets.tiles.faces import line_faces
from ...widgets.tiles.rack import SIDE
from ...widgets.words import wind_choices
from ..hand_card import EnteredCard
from ..hand_model import CHOSEN, LINE
from ..palette import AMERICAN, Palette
from ..receipt import ReceiptLines, TotalBox, elsewhere_rows
from ..win_card import WinCard
from .model import AmericanModel

SHEET_SHARE: Final = 1.3
"""So much wider than another sheet it is: the tiles of a line lie on it side by side."""
_SMALL: Final = 20
_MOST_SMALL: Final = 1.8
"""Tiles of a line are so wide at least, and grow with the room by this factor at most."""
_BESIDE: Final = 1080
"""The least width of a page, at 100 % text, at which the result is next to the hand."""
_TILES: Final = 16
"""The tiles side by side that must fit: a hand, and a gap before a set that is laid out."""
_SMALLEST: Final = 32
_EVERYTHING: Final = frozenset({"card", "seat"})
_GROUPS: Final = 5
"""The groups of most lines."""


class NearView(QWidget):
    """One of the nearest lines: its pattern, how many tiles are missing, and the hand in it."""

    def __init__(self, style: TileStyle) -> None:
        super().__init__()
        self.line = CardLine()
        self.away = TextLabel("", "caption", wraps=False)
        self.remark = TextLabel("", "caption")
        self.row = TileRow(self.tr("The hand in this line"), style, draggable=False, liftable=False)
        head = fill(across(spacing=look().S), (self.line, 1), self.away)
        fill(down(self, spacing=0, margins=(0, 0, 0, look().XS)), head, self.row, self.remark)

    def show_near(self, near: Near, remark: str) -> None:
        """Show a line; tiles that are missing lie face up and faded."""
        away = ngettext("{n} tile away", "{n} tiles away", near.away).format(n=number(near.away))
        self.line.show_line(near.line)
        self.away.setText(f"{away} · {near.line.kind} {number(near.line.value)}")
        self.remark.say(remark)
        self.row.show_tiles(line_faces(near.sets, near.build))


class AmericanHandCard(EnteredCard):
    """A hand of a card's line: sets laid out may hold jokers."""

    _model: AmericanModel

    def __init__(self, model: AmericanModel, palette: Palette, style: TileStyle) -> None:
        laid_row = TileRow(_("Exposed sets"), style, liftable=False, placeholder=_("Exposed sets"))
        hand_row = TileRow(_("Tiles in hand"), style, placeholder=_("Click tiles below, or type: 3b f j (22jjb)"))
        super().__init__(model, hand_row, laid_row, _ways_to_lay(), palette, style)
        self._laid: list[Exposure] = []
        self.entry.setPlaceholderText(self.tr("Type: 3b f j, or words"))
        set_tooltip(
            self.entry,
            self.tr(
                "3b 3 bamboo · 3d 3 dot · 3c 3 character\n"
                "e s w n winds · r g 0 red, green, white dragon (soap)\n"
                "f a flower · j a joker\n"
                "(22jjb) an exposed set\n"
                "or in words: kong of 2 bams, 2 soaps, a flower, drawn 9 bam\n"
                "Press Enter when you’re done"
            ),
        )
        explain(laid_row, "exchange")
        explain(self.entry, "american-entry")
        self.laying.chosen.connect(lambda value: model.set_laying(int(value)))

    def groups(self) -> tuple[HandGroup, ...]:
        sheet = self._model.seen.sheet
        return () if sheet is None else groups_of_sheet(sheet)

    def _show_laid(self, _groups: Sequence[HandGroup], wrong: frozenset[Tile]) -> None:
        model = self._model
        faces: list[TileFace] = []
        self._laid = []
        for one in model.hand.exposures:
            for at, tile in enumerate(one.tiles):
                name = _("{tile}, {set}").format(tile=tile.name(model.terms), set=counted_names(one.tiles, model.terms))
                state = self._state(tile, is_wrong=tile in wrong or not one.is_run)
                faces.append(TileFace(tile, state, name=name, gap=at == 0 and bool(faces)))
                self._laid.append(one)
        self.laid_row.show_tiles(faces)

    def _verdict(self) -> str:
        sheet = self._model.seen.sheet
        return "" if sheet is None else self.tr("Mah Jongg: {points} points").format(points=number(sheet.score))

    def laid_menu(self, index: int) -> QMenu:
        model, laid, menu = self._model, self._laid[index], PopupMenu(self)
        menu.addAction(self.tr("Back into the hand"), lambda: model.take_back(laid))
        if laid.jokers and laid.tile in model.hand.concealed:
            menu.addAction(self.tr("Exchange a joker for the real tile"), lambda: model.exchange(laid))
        menu.addAction(self.tr("Remove this set"), lambda: model.remove_set(laid))
        return menu


def _ways_to_lay() -> list[tuple[str, str, str]]:
    return [
        ("0", pgettext("where a tile goes", "Tile"), _("The next tile goes into the hand")),
        ("3", pgettext("where a tile goes", "Pung"), _("The next tile makes an exposed pung")),
        ("4", pgettext("where a tile goes", "Kong"), _("The next tile makes an exposed kong")),
        ("5", pgettext("where a tile goes", "Quint"), _("The next tile makes an exposed quint with jokers")),
        ("6", pgettext("where a tile goes", "Sextet"), _("The next tile makes an exposed sextet with jokers")),
    ]


class AmericanPanel(Fits, QWidget):
    """Everything between the header and the bottom of the Score page, for American rules."""

    def __init__(self, model: AmericanModel, style: TileStyle, *, at_table: bool = False) -> None:
        super().__init__()
        self.model = model
        self._at_table = at_table
        self._style = style
        self._small = TileStyle(_SMALL, style.index, style.terms)
        self._below: QWidget | None = None
        left = QWidget()
        column = down(left, spacing=look().L)
        self._card_line()
        self.palette_row = Palette(model, style, lines=AMERICAN, droppable=False)
        make_area(self.palette_row)
        self.hand_card = AmericanHandCard(model, self.palette_row, style)
        self.win_card = WinCard(model, style, 138, (self.seat_box,))
        explain(self.win_card.ways, "american-way")
        explain(self.win_card.discards, "american-discards")
        explain(self.seat, "seat")
        self._discards_help = TextLabel(self.tr("Those of the Charleston count too."), "caption")
        self.win_card.column.addWidget(self._discards_help)
        if at_table:
            column.addWidget(self.hand_card.bar_box, 0, Qt.AlignmentFlag.AlignRight)
        fill(column, self.hand_card, self.win_card).addStretch(1)
        self._columns = fill(across(self, spacing=look().XL), (left, 1), self._result_card())
        self._connect()
        self.refresh()

    @property
    def parts(self) -> list[QWidget]:
        """Its parts in the order in which they are read."""
        card = self.hand_card
        hand = [card.bar_box, card.laid_row, card.hand_row, card.tools, card.repairs]
        return [*hand, self.palette_row, self.win_card, self.result_card]

    # building

    def _card_line(self) -> None:
        """The card and the seat."""
        self.card_choice = Choice(self.tr("Card"), least=16)
        self.seat = Segmented(self.tr("Seat wind"), wind_choices(), "E")
        self.seat_box = captioned_box(self.tr("Seat wind"), self.seat)
        if self._at_table:
            self.seat_box.hide()

    def _result_card(self) -> QFrame:
        current = look()
        card = self.result_card = QFrame()
        make_card(card)
        card.setProperty("role", "paper")
        card.setAccessibleName(self.tr("Score"))
        self.empty = EmptyState(
            self.tr("The card’s line appears here"),
            self.tr("Enter 13 or 14 tiles to see the nearest lines, or the line that won."),
            "" if self._at_table else self.tr("Show an example"),
            self.model.enter_example,
        )
        if self.empty.action is not None:
            set_role(self.empty.action, "")  # the page has its primary action
        self.card_faults = TextLabel("", "wrong")
        self.heading, self.section = TextLabel("", "paper-title"), TextLabel("", "quiet")
        self.pattern = CardLine()
        self.paper, self.total = ReceiptLines(), TotalBox()
        self.payments = TextLabel("", "strong")
        self.others = TextLabel("", "caption")
        self.elsewhere_button = Button(self.tr("Other rules"), "link")
        self.elsewhere_button.setCheckable(True)
        explain(self.elsewhere_button, "elsewhere")
        set_tooltip(self.elsewhere_button, self.tr("What the same tiles score under the other rules, and why"))
        self.elsewhere = ReceiptLines()
        self.nears = [NearView(self._small) for _unused in range(5)]
        self.dead_title = TextLabel(self.tr("No longer possible"), "strong")
        self.dead = TextLabel("", "caption")
        self._won = (self.section, self.pattern, self.paper, self.total, self.payments, self.others)
        self._dead = (Separator(), self.dead_title, self.dead)
        self._paper_column = down(card, spacing=current.S, margins=(current.XL, current.L, current.XL, current.L))
        parts = (self.card_choice, self.card_faults, self.empty, self.heading, *self._won)
        line = fill(across(), self.elsewhere_button, None)
        fill(self._paper_column, *parts, line, self.elsewhere, *self.nears, *self._dead).addStretch(1)
        return card

    def hold(self, line: QWidget) -> None:
        """Have this below the result of a whole hand."""
        self._below = line
        self._paper_column.insertWidget(self._paper_column.indexOf(self.others) + 1, line)
        self._show_result()

    def _connect(self) -> None:
        model = self.model
        model.changed.connect(self.refresh)
        self.card_choice.currentIndexChanged.connect(
            lambda _unused: model.set_card(str(self.card_choice.currentData()))
        )
        self.seat.chosen.connect(lambda value: model.set_seat(Wind(value)))
        self.elsewhere_button.toggled.connect(lambda _unused: self._show_elsewhere())

    # showing

    def set_style(self, style: TileStyle) -> None:
        """Show the tiles in another size or with other words."""
        self._style = style
        for part in (self.hand_card, self.palette_row, self.win_card):
            part.set_style(style)
        self.fit()

    def fit(self) -> None:
        """Tiles so large that those of a line fit side by side on the card of the result."""
        scale = min(look().scale, 1.5)
        room = self.result_card.width() - 2 * look().XL - 2
        most = round(_SMALL * scale * _MOST_SMALL)
        self._small = widest_for(room, 14, _GROUPS, self._style, _SMALL, most)
        for near in self.nears:
            near.row.set_style(self._small)

    def fit_into(self, width: int, style: TileStyle, most: int = 0) -> None:
        """Fit a page of this width: a hand with a set laid out in one line, and the result next to it or below.

        The tiles are at most so wide, by default half as wide again as those of the style.
        """
        current, most = look(), most or round(1.5 * style.width)
        wide, room = round(SHEET_SHARE * current.sheet_width), width - 2 * current.XXL - 2 * SIDE
        below = width < _BESIDE * (0.5 + current.scale / 2)
        self.result_card.setMinimumWidth(0 if below else wide)
        self.result_card.setMaximumWidth(ANY_WIDTH if below else wide)
        stand(self._columns, beside=not below)
        room, most = (room, max(most, style.width)) if below else (room - current.XL - wide, most)
        self.set_style(widest_for(room, _TILES, 1, style, _SMALLEST, most))

    def refresh(self, what: frozenset[str] = _EVERYTHING) -> None:
        """Show the draft as it is now, where what changed concerns it."""
        model, draft = self.model, self.model.draft
        self.hand_card.refresh()
        if not what - LINE - CHOSEN:
            return
        if what & _EVERYTHING:
            self.card_choice.set_choices([(name, entry.label) for name, entry in model.cards.items()])
            self.card_choice.choose(draft.card)
            self.seat.set_value(str(draft.seat))
        self.palette_row.refresh()
        self.win_card.refresh()
        self._discards_help.setVisible("discards" in model.draft.asks)
        self._show_result()

    def _show_result(self) -> None:
        seen = self.model.seen
        faults = self.model.card_problem
        more = self.tr("The Cards page shows every fault.")
        self.card_faults.say(join_sentences((faults, more)) if faults else "")
        sheet, nearest = seen.sheet, seen.nearest
        won = sheet is not None
        for widget in self._won:
            widget.setVisible(won)
        if self._below is not None:
            self._below.setVisible(won)
        if sheet is not None:
            self._show_won(sheet)
        self._show_elsewhere()
        lines = () if won or nearest is None else nearest.lines
        self.empty.setVisible(not won and not lines)
        self.heading.say(self.tr("Nearest lines") if lines else self.tr("Mah Jongg") if won else "")
        for place, view in enumerate(self.nears):
            view.setVisible(place < len(lines))
            if place < len(lines):
                view.show_near(lines[place], self._missing(lines[place]))
        dead = () if won or nearest is None else nearest.dead
        for part in self._dead:
            part.setVisible(bool(dead))
        parts = [
            self.tr("{line}: {sentence}").format(line=one.line.pattern, sentence=one.dead.sentence(self.model.terms))
            for one in dead
            if one.dead is not None
        ]
        self.dead.setText("\n".join(parts))

    def _show_elsewhere(self) -> None:
        """What the hand is worth under the other rules that are played with cards, if that is asked for."""
        sheet, matcher = self.model.seen.sheet, self.model.matcher()
        self.elsewhere_button.setVisible(sheet is not None and not self._at_table)
        shown = sheet is not None and self.elsewhere_button.isChecked() and not self._at_table
        self.elsewhere.setVisible(shown)
        if sheet is not None and matcher is not None and shown:
            from mjcompanion.table.ruleset_comparison import american_worth, compare_american_rulesets, places

            gets, reason = american_worth(sheet)
            own = ScoreRow(_(sheet.context.rules.short), number(gets), role="sum", laws=(reason,))
            found = compare_american_rulesets(sheet, places(with_card=True), matcher)
            self.elsewhere.show_rows(elsewhere_rows(own, found), with_source=True)

    def _show_won(self, sheet: AmericanSheet) -> None:
        line, model = sheet.line, self.model
        kind = self.tr("concealed") if line.concealed else self.tr("exposed")
        self.section.setText(
            self.tr("{section} · line {number} · {kind}").format(
                section=shown(line.section) or self.tr("The card"), number=line.number, kind=kind
            )
        )
        self.pattern.show_line(line)
        *rows, total = sheet_rows_of(sheet, model.terms)
        self.paper.show_rows(rows)
        self.total.show_total(total, "")
        paid = model.payments()
        self.payments.say(paid)
        others = [f"{one.line.pattern} ({number(one.line.value)})" for one in sheet.readings[1:] if one.line != line]
        self.others.setText(self.tr("It would fit too: {lines}").format(lines=joined(dict.fromkeys(others))))
        self.others.setVisible(bool(others))

    def _missing(self, near: Near) -> str:
        """Which tiles are missing, and how many of them are still out."""
        out = dict(near.out)
        names = []
        for tile in dict.fromkeys(near.missing):
            tiles = counted_names([one for one in near.missing if one is tile], self.model.terms)
            names.append(self.tr("{tiles} ({count} out)").format(tiles=tiles, count=number(out.get(tile, 0))))
        return joined(names)

    # what people do

    @property
    def has_result(self) -> bool:
        """Whether there is something to copy."""
        return self.model.seen.sheet is not None

    def copy_text(self) -> None:
        """Copy the result as text."""
        sheet = self.model.seen.sheet
        if sheet is None:
            return
        lines = [str(sheet.hand), sheet.line.pattern, f"{self.total.row.label}: {self.total.row.points}"]
        lines.append(self.payments.text())
        QGuiApplication.clipboard().setText("\n".join(line for line in lines if line))
        self.model.said.emit(self.tr("The result is copied."), "good")

    def focus_first(self) -> None:
        """Where the keyboard starts."""
        self.hand_card.entry.setFocus(Qt.FocusReason.OtherFocusReason)
