"""The hand being built: sets laid out and flowers, tiles in hand, typing, and what can be done with chosen tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QMenu, QWidget

from mjcompanion.core.hand import Meld, MeldKind
from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.scoring.hand_groups import HandGroup, groups_as_laid, hand_groups

from ..accessibility import allow, announce, make_area
from ..rich_text import set_tooltip
from ..shortcuts import set_tip, with_keys
from ..theme import look, set_role
from ..whatsthis import explain
from ..widgets import Button, Flow, IconButton, Segmented, TextLabel
from ..widgets.felt import FeltSurface
from ..widgets.fitting import Fits
from ..widgets.layouts import across, down, fill, keep_room, stand
from ..widgets.menus import PopupMenu
from ..widgets.tiles import HandRack, TileButton, TileFace, TileRow, TileState, TileStyle
from ..widgets.tiles.faces import group_faces
from ..widgets.tiles.rack import SIDE
from .entry import TileEntry
from .hand_model import HandModel
from .model import Laying, ScoreModel
from .palette import Palette
from .repairs import Repairs

_STATUS = 150
"""The least width, at 100 % text, that is left for the status next to a question; else it is above."""
_ENTRY = 240
"""The least width, at 100 % text, of the line next to other tools; else it is above."""


class EnteredCard(Fits, QWidget):
    """Any hand being entered: on the felt its status, its tiles on a rack and the palette; below it the tools."""

    def __init__(
        self,
        model: HandModel[Any],
        hand_row: TileRow,
        laid_row: TileRow,
        laying: Sequence[Sequence[str]],
        palette: Palette,
        style: TileStyle,
        chosen_tools: Sequence[Button] = (),
    ) -> None:
        super().__init__()
        make_area(self, self.tr("Your hand"))
        self._model = model
        self._lit: frozenset[Tile] = frozenset()
        self._spoken = ""
        self._order: list[int] = []
        self._speaks = self._on_felt = True
        self.undo_button = IconButton("undo", self.tr("Undo"))
        self.redo_button = IconButton("redo", self.tr("Redo"))
        self.clear_button = Button(self.tr("Clear"), "quiet")
        set_tip(self.clear_button, self.tr("Clear the hand, keep the seat and the rules"), "score.new")
        self.status = TextLabel("", "on-felt-strong")
        self.bar_box = QWidget()
        fill(across(self.bar_box, spacing=look().XS), self.undo_button, self.redo_button, self.clear_button)
        self.hand_row, self.laid_row = hand_row, laid_row
        self.laying = Segmented(_("What the next tile makes"), laying, laying[0][0], even=False)
        self.entry = TileEntry(model)
        self.lay_button = Button(self.tr("Lay out"))
        self.won_button = Button(self.tr("Winning tile"))
        self.remove_button = IconButton("trash", self.tr("Remove the chosen tiles"))
        self._for_chosen = Flow(spacing=look().S)
        """What can be done with chosen tiles; it takes the place of the other tools while there are any."""
        self._for_chosen.add(self.lay_button, *chosen_tools, self.won_button, self.remove_button)
        self.tools = QWidget()
        self._tools = across(self.tools, spacing=look().S)
        fill(self._tools, (self.entry, 1), (self.laying, Qt.AlignmentFlag.AlignTop), self._for_chosen)
        self.repairs = Repairs(model, self.entry)
        current = look()
        self.rack = HandRack(hand_row, laid_row, style)
        self.felt = FeltSurface()
        self.messages = QWidget()
        self._line = across(self.messages, spacing=current.M, margins=(SIDE, current.S, SIDE, 0))
        fill(self._line, (self.status, 1), self.repairs)
        keep_room(self.status)
        self._palette_line = fill(down(margins=(SIDE, 0, SIDE, 0)), palette)
        self._felt = down(self.felt, spacing=current.XS, margins=(0, 0, 0, current.S))
        fill(self._felt, self.messages, self.rack, self._palette_line)
        self.palette_felt = FeltSurface()
        self._palette_column = down(self.palette_felt, margins=(SIDE, current.S, SIDE, current.S))
        self.palette_felt.hide()
        self.column = fill(down(self, spacing=current.XL), self.felt, self.tools, self.palette_felt)
        self._palette = palette
        palette.picked.connect(lambda: self.entry.setFocus(Qt.FocusReason.OtherFocusReason))
        explain(self.laying, "laying")
        model.stack.indexChanged.connect(self._show_steps)
        self.undo_button.clicked.connect(model.stack.undo)
        self.redo_button.clicked.connect(model.stack.redo)
        self.clear_button.clicked.connect(model.clear)
        self.lay_button.clicked.connect(model.lay_chosen)
        self.remove_button.clicked.connect(model.remove_chosen)
        self.won_button.clicked.connect(self._on_won)
        self._show_steps()
        hand_row.activated.connect(lambda index: model.choose(self.place_of(index)))
        laid_row.activated.connect(self._on_laid_activated)

    # what the two kinds of hands show differently

    def _show_laid(self, groups: Sequence[HandGroup], wrong: frozenset[Tile]) -> None:
        """Show what is laid out; `groups` are those of a complete hand."""
        raise NotImplementedError

    def _verdict(self) -> str:
        """What the finished hand comes to; empty as long as it isn't finished."""
        raise NotImplementedError

    def laid_menu(self, index: int) -> QMenu:
        """What can be done with what is at this place of the row."""
        raise NotImplementedError

    # showing

    def part_palette(self, *, apart: bool) -> None:
        """Have the palette on a felt of its own below the tools, or below the hand."""
        if apart is not self.palette_felt.isHidden():
            return
        (self._palette_column if apart else self._palette_line).addWidget(self._palette)
        self.palette_felt.setVisible(apart)

    def put_messages(self, place: QBoxLayout | None) -> None:
        """Have the status and questions in another place, on paper, or on the felt again."""
        current = look()
        self._on_felt = place is None
        self.repairs.question.setProperty("role", "on-felt-strong" if self._on_felt else "strong")
        self.status.setProperty("role", self._status_role())
        (self._felt if place is None else place).insertWidget(0, self.messages)  # where Qt dresses them again
        self._felt.setContentsMargins(0, 0 if self._on_felt else current.M, 0, current.S)
        side = SIDE if self._on_felt else 0
        self._line.setContentsMargins(side, current.S if self._on_felt else 0, side, 0)
        keep_room(self.status, keep=self._on_felt)
        self._show_status()

    def fit(self) -> None:
        """Keep room for the status and a question, which takes the place of the status where there isn't enough."""
        current = look()
        wide = self.laying.sizeHint().width() + current.S + _ENTRY * current.scale
        stand(self._tools, beside=self.width() >= wide)
        self.status.setMinimumHeight(current.target if self._on_felt else 0)
        room = self.messages.width() - 2 * SIDE - current.M
        beside = room >= _STATUS * current.scale + self.repairs.sizeHint().width()
        self.status.setVisible(self._speaks and (beside or not self.repairs.asks))

    def set_style(self, style: TileStyle) -> None:
        """Show the tiles in another size or with other words."""
        self.rack.set_style(style)
        self.fit()

    def refresh(self) -> None:
        """Show the draft as it is now."""
        model = self._model
        self._show_tiles()
        if self.laying.value != str(model.laying):
            self.laying.set_value(str(model.laying))
        chosen = len(model.chosen)
        self.laying.setVisible(not chosen)
        self._for_chosen.setVisible(bool(chosen))
        if chosen:
            allow(self.lay_button, model.why_not_lay())
            self.won_button.setEnabled(chosen == 1 and model.draft.context.winner)
            set_tooltip(self.won_button, "" if chosen == 1 else self.tr("Choose one tile."))
        self.clear_button.setEnabled(bool(model.draft.entries))
        self.repairs.refresh()
        self._show_status()

    def _show_steps(self) -> None:
        """Offer to undo and redo, and say what."""
        stack = self._model.stack
        self.undo_button.setEnabled(stack.canUndo())
        self.redo_button.setEnabled(stack.canRedo())
        undo, redo = stack.undoText(), stack.redoText()
        words = self.tr("Undo: {step}").format(step=undo) if undo else self.tr("Undo")
        set_tooltip(self.undo_button, with_keys(words, "undo"))
        words = self.tr("Redo: {step}").format(step=redo) if redo else self.tr("Redo")
        set_tooltip(self.redo_button, with_keys(words, "redo"))

    def groups(self) -> tuple[HandGroup, ...]:
        """The groups of the complete hand; nothing while it isn't complete."""
        raise NotImplementedError

    def _show_tiles(self) -> None:
        """Show the hand sorted, or a complete one in its sets."""
        model = self._model
        concealed, wrong = model.draft.hand.concealed, model.seen.wrong
        all_groups = self.groups()
        groups = [group for group in all_groups if not group.laid]
        tiles = [tile for group in groups for tile in group.tiles]
        if sorted(tiles) != sorted(concealed):
            groups, tiles = [HandGroup(concealed, "")], list(concealed)
        left: list[Tile | None] = list(concealed)
        self._order = []
        for tile in tiles:
            at = left.index(tile)
            left[at] = None
            self._order.append(at)
        faces: list[TileFace] = []
        for group in groups:
            for place, tile in enumerate(group.tiles):
                state = TileState.WON if place == group.won else TileState.NORMAL
                if tile in wrong or tile in self._lit:
                    state |= self._state(tile, is_wrong=tile in wrong)
                if self._order[len(faces)] in model.chosen:
                    state |= TileState.SELECTED
                faces.append(TileFace(tile, state, gap=place == 0 and bool(faces)))
        self.hand_row.show_tiles(faces)
        self._show_laid(all_groups, wrong)
        self.rack.arrange(joined=len(groups) > 1)

    def place_of(self, index: int) -> int:
        """The place among the concealed tiles, which are sorted, of a tile of the row."""
        return self._order[index]

    def _state(self, tile: Tile, *, is_wrong: bool) -> int:
        """How a tile looks that may be wrong, or lit."""
        state = TileState.WRONG if is_wrong else TileState.NORMAL
        return state | TileState.HINT if tile in self._lit else state

    def _status_role(self) -> str:
        where = "on-felt" if self._on_felt else "status"
        return f"{where}-{'wrong' if self._status()[1] == 'wrong' else 'strong'}"

    def _show_status(self) -> None:
        text, role = self._status()
        set_role(self.status, self._status_role())
        self.status.setText(text)
        self._speaks = role != "good"  # the sheet has the verdict
        self.fit()
        if text != self._spoken:
            self._spoken = text
            if self.isVisible():  # a page that opens says its own name
                announce(self.status, text)

    def _status(self) -> tuple[str, str]:
        """A sentence about the hand as it is now, and its role."""
        seen, model = self._model.seen, self._model
        wrong = model.unread or next(iter(seen.problems), None)
        if wrong is not None:
            return wrong.sentence(model.terms), "wrong"
        if seen.unanswered:
            how, which = self.tr("Mah Jongg! How did you win?"), self.tr("Mah Jongg! Which tile won?")
            return how if seen.unanswered[0] == "how-won" else which, "ask"
        verdict = self._verdict()
        if verdict:
            return verdict, "good"
        if seen.missing and model.draft.entries:
            return seen.missing[0].sentence(model.terms), "quiet"
        return self.tr("Enter your tiles."), "quiet"

    # what people do

    def _on_won(self) -> None:
        tiles = self._model.chosen_tiles()
        if len(tiles) == 1:
            self._model.choose_none()
            self._model.set_winning_tile(tiles[0])

    def _on_laid_activated(self, index: int) -> None:
        button = self.laid_row.buttons[index]
        self.laid_menu(index).popup(button.mapToGlobal(QPoint(0, button.height())))


class HandCard(EnteredCard):
    """A hand of sets and a pair.

    Signals:
        pointed(object): the tiles that mouse or keyboard point at, a frozenset.
    """

    pointed = Signal(object)
    _model: ScoreModel

    def __init__(self, model: ScoreModel, palette: Palette, style: TileStyle) -> None:
        laid_row = TileRow(
            _("Exposed sets and flowers"),
            style,
            droppable=True,
            sorts=True,
            liftable=False,
            placeholder=_("Exposed sets, flowers"),
        )
        hand_row = TileRow(
            _("Tiles in hand"),
            style,
            droppable=True,
            sorts=True,
            placeholder=_("Click tiles below, type 3b 3b 3b, drag, or paste a hand"),
        )
        kong_button = Button(_("Concealed kong"))
        super().__init__(model, hand_row, laid_row, _ways_to_lay(), palette, style, (kong_button,))
        self.kong_button = kong_button
        self._laid_at: list[Meld | Tile] = []
        explain(self.entry, "entry")
        self.laying.chosen.connect(lambda value: model.set_laying(Laying(value)))
        self.kong_button.clicked.connect(model.lay_concealed)
        hand_row.dropped.connect(self._on_dropped_in_hand)
        hand_row.pointed.connect(lambda index: self._on_pointed(hand_row, index))
        laid_row.pointed.connect(lambda index: self._on_pointed(laid_row, index))
        laid_row.dropped.connect(self._on_dropped_to_lay)

    def refresh(self) -> None:
        super().refresh()
        if self._model.chosen:
            allow(self.kong_button, self._model.why_not_lay(concealed=True))

    def groups(self) -> tuple[HandGroup, ...]:
        seen = self._model.seen
        return hand_groups(seen.sheets[0]) if seen.sheets else ()

    def _show_laid(self, groups: Sequence[HandGroup], wrong: frozenset[Tile]) -> None:
        hand = self._model.hand
        if not (hand.melds or hand.flowers or self.laid_row.faces):
            return
        groups = [group for group in groups or groups_as_laid(hand) if group.laid]
        bad_sets = {problem.text for problem in self._model.seen.problems if problem.text}
        laid = [(group, tile) for group in groups for tile in group.tiles]
        self._laid_at = [tile if group.meld is None else group.meld for group, tile in laid]
        self.laid_row.show_tiles(
            [
                msgspec.structs.replace(
                    face,
                    state=face.state
                    | self._state(tile, is_wrong=tile in wrong or group.text.strip("()[]") in bad_sets),
                )
                for (group, tile), face in zip(laid, group_faces(groups, self._model.terms), strict=True)
            ]
        )

    def _verdict(self) -> str:
        if not self._model.seen.sheets:
            return ""
        sheet = self._model.seen.sheet
        if not sheet.context.winner:
            return self.tr("Did not win: {score} points").format(score=number(sheet.score))
        if sheet.adjustment is not None:
            final = number(sheet.adjustment.final_rounded)
            return self.tr("Mah Jongg: {score} points, final {final}").format(score=number(sheet.score), final=final)
        return self.tr("Mah Jongg: {score} points").format(score=number(sheet.score))

    def light(self, tiles: frozenset[Tile]) -> None:
        """Let these tiles glow."""
        if tiles != self._lit:
            self._lit = tiles
            self._show_tiles()

    # what people do

    def _on_pointed(self, row: TileRow, index: int) -> None:
        if row is self.laid_row and 0 <= index < len(self._laid_at):
            place = self._laid_at[index]
            tile: Tile | None = place.tile if isinstance(place, Meld) else place
        else:
            tile = row.faces[index].tile if 0 <= index < len(row.faces) else None
        self.pointed.emit(frozenset() if tile is None else frozenset({tile}))

    def _on_dropped_in_hand(self, text: str, _place: int) -> None:
        source = self.hand_row.drag_source
        if source is not None and source.parent() is self.hand_row:
            return  # the hand keeps itself sorted
        if source is not None and source.parent() is self.laid_row:
            index = self.laid_row.buttons.index(source)
            laid = self._laid_at[index]
            if isinstance(laid, Meld):
                self._model.take_back(laid)
            return
        self._model.insert(text)

    def _on_dropped_to_lay(self, text: str, _place: int) -> None:
        model = self._model
        source = self.laid_row.drag_source
        if source is not None and source.parent() is self.laid_row:
            return
        if source is not None and source.parent() is self.hand_row:
            index = self.place_of(self.hand_row.buttons.index(source))
            if index not in model.chosen:
                model.choose_alike(index)
            model.lay_chosen()
            return
        model.lay_text(text)

    def laid_menu(self, index: int) -> QMenu:
        model, laid = self._model, self._laid_at[index]
        menu = PopupMenu(self)
        if isinstance(laid, Meld):
            menu.addAction(self.tr("Back into the hand"), lambda: model.take_back(laid))
            if laid.kind is MeldKind.KONG:
                words = self.tr("Make it exposed") if laid.concealed else self.tr("Make it concealed")
                menu.addAction(words, lambda: model.turn(laid))
            menu.addAction(self.tr("Remove this set"), lambda: model.remove_set(laid))
        else:
            menu.addAction(self.tr("Remove this flower"), lambda: model.remove(laid))
        return menu

    def remove_laid(self, button: TileButton) -> None:
        """Take away the set or flower that a tile of the row belongs to."""
        laid = self._laid_at[self.laid_row.buttons.index(button)]
        if isinstance(laid, Meld):
            self._model.remove_set(laid)
        else:
            self._model.remove(laid)


def _ways_to_lay() -> list[tuple[str, str, str]]:
    return [
        (Laying.HAND, pgettext("where a tile goes", "Tile"), _("The next tile goes into the hand")),
        (Laying.CHOW, pgettext("where a tile goes", "Chow"), _("The next tile makes an exposed chow")),
        (Laying.PUNG, pgettext("where a tile goes", "Pung"), _("The next tile makes an exposed pung")),
        (Laying.KONG, pgettext("where a tile goes", "Kong"), _("The next tile makes an exposed kong")),
        (Laying.CONCEALED_KONG, _("Concealed kong"), _("The next tile makes a concealed kong")),
    ]
