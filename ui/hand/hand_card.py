"""The hand being built: sets laid out and flowers, tiles in hand, typing, and what can be done with chosen tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from mjcompanion.core.hand import Meld, MeldKind
from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.scoring.sheet import describe_meld

from ..accessibility import announce
from ..rich_text import set_tooltip
from ..shortcuts import set_tip, with_keys
from ..theme import look, set_role
from ..whatsthis import explain
from ..widgets import Button, CardFrame, Flow, IconButton, Segmented, TextLabel
from ..widgets.fitting import Fits
from ..widgets.layouts import across, fill, stand
from ..widgets.tiles import TileButton, TileFace, TileRow, TileState, TileStyle, Trays
from .entry import TileEntry
from .hand_presenter import HandPresenter
from .presenter import Laying, ScorePresenter
from .repairs import QUESTION, Repairs

_STATUS = 190
"""The least width, at 100 % text, that is left for the status beside questions and buttons; else it stands above."""


class EnteredCard(Fits, CardFrame):
    """Any hand being entered: what is missing or wrong, its tiles in two rows, typing, and the tools."""

    def __init__(
        self,
        presenter: HandPresenter[Any],
        hand_row: TileRow,
        laid_row: TileRow,
        laying: Sequence[Sequence[str]],
        chosen_tools: Sequence[Button] = (),
    ) -> None:
        super().__init__("")
        self.setAccessibleName(self.tr("Your hand"))
        self._presenter = presenter
        self._lit: frozenset[Tile] = frozenset()
        self._spoken = ""
        self.undo_button = IconButton("undo", self.tr("Undo"))
        self.redo_button = IconButton("redo", self.tr("Redo"))
        self.paste_button = IconButton("paste", self.tr("Paste a hand"), deed="score.paste")
        self.clear_button = Button(self.tr("New hand"), "quiet")
        set_tip(self.clear_button, self.tr("Start another hand at the same table"), "score.new")
        self.status = TextLabel("", "strong")
        self.bar_box = QWidget()
        buttons = (self.undo_button, self.redo_button, self.paste_button, self.clear_button)
        fill(across(self.bar_box, spacing=look().XS), *buttons)
        self.hand_row, self.laid_row = hand_row, laid_row
        self.laying = Segmented(_("What the next tile makes"), laying, laying[0][0], even=False)
        self.entry = TileEntry(presenter)
        self.lay_button = Button(self.tr("Lay out"))
        self.won_button = Button(self.tr("Winning tile"))
        self.remove_button = IconButton("trash", self.tr("Remove the chosen tiles"))
        self._for_chosen = (self.lay_button, *chosen_tools, self.won_button, self.remove_button)
        """What can be done with chosen tiles; it takes the place of the other tools while there are any."""
        self.tools = Flow(spacing=look().S)
        self.tools.add(self.entry, self.laying, *self._for_chosen)
        self.entry.share(self.tools, self.laying)
        self.repairs = Repairs(presenter, self.entry)
        fill(self.bar, (self.status, 1), self.repairs).addWidget(self.bar_box, 0, Qt.AlignmentFlag.AlignLeft)
        fill(self.body, Trays(hand_row, laid_row), self.tools)
        explain(self.laying, "laying")
        presenter.stack.indexChanged.connect(self._show_steps)
        self.undo_button.clicked.connect(presenter.stack.undo)
        self.redo_button.clicked.connect(presenter.stack.redo)
        self.clear_button.clicked.connect(presenter.clear)
        self.lay_button.clicked.connect(presenter.lay_chosen)
        self.remove_button.clicked.connect(presenter.remove_chosen)
        self.won_button.clicked.connect(self._on_won)
        hand_row.activated.connect(presenter.choose)
        laid_row.activated.connect(self._on_laid_activated)

    # what the two kinds of hands show differently

    def _show_laid(self, wrong: frozenset[Tile]) -> None:
        """Show what is laid out."""
        raise NotImplementedError

    def _questions(self) -> dict[str, str]:
        """What to ask about a finished hand, by what is unanswered."""
        raise NotImplementedError

    def _verdict(self) -> str:
        """What the finished hand comes to; empty as long as it isn't finished."""
        raise NotImplementedError

    def laid_menu(self, index: int) -> QMenu:
        """What can be done with what lies at this place of the row."""
        raise NotImplementedError

    # showing

    def fit(self) -> None:
        """Stand the status above question and buttons where they have no room beside each other."""
        current = look()
        buttons = current.S + self.bar_box.sizeHint().width() if self.isAncestorOf(self.bar_box) else 0
        room = self.width() - 2 * current.L - current.S - buttons
        stand(self.bar, beside=room >= (_STATUS + QUESTION) * current.scale)

    def set_style(self, style: TileStyle) -> None:
        """Show the tiles in another size or with other words."""
        self.laid_row.set_style(style)
        self.hand_row.set_style(style)
        self.fit()

    def refresh(self) -> None:
        """Show the draft as it is now."""
        presenter = self._presenter
        self._show_tiles()
        self.laying.set_value(str(presenter.laying))
        chosen = len(presenter.chosen)
        self.laying.setVisible(not chosen)
        for tool in self._for_chosen:
            tool.setVisible(bool(chosen))
        if chosen:
            allow(self.lay_button, presenter.why_not_lay())
            self.won_button.setEnabled(chosen == 1 and presenter.draft.context.winner)
            set_tooltip(self.won_button, "" if chosen == 1 else self.tr("Choose one tile."))
        self._show_steps()
        self.clear_button.setEnabled(bool(presenter.draft.entries))
        self._show_status()
        self.repairs.refresh()

    def _show_steps(self) -> None:
        """Offer to undo and redo, and say what."""
        stack = self._presenter.stack
        self.undo_button.setEnabled(stack.canUndo())
        self.redo_button.setEnabled(stack.canRedo())
        undo, redo = stack.undoText(), stack.redoText()
        words = self.tr("Undo: {step}").format(step=undo) if undo else self.tr("Undo")
        set_tooltip(self.undo_button, with_keys(words, "undo"))
        words = self.tr("Redo: {step}").format(step=redo) if redo else self.tr("Redo")
        set_tooltip(self.redo_button, with_keys(words, "redo"))

    def _show_tiles(self) -> None:
        presenter = self._presenter
        draft, wrong = presenter.draft, presenter.seen.wrong
        faces = []
        won_shown = not draft.context.winner
        for index, tile in enumerate(draft.hand.concealed):
            state = TileState.SELECTED if index in presenter.chosen else TileState.NORMAL
            state |= self._state(tile, is_wrong=tile in wrong)
            if tile is draft.tile and not won_shown:
                state |= TileState.DRAWN
                won_shown = True
            faces.append(TileFace(tile, state))
        self.hand_row.show_tiles(faces)
        self._show_laid(wrong)

    def _state(self, tile: Tile, *, is_wrong: bool) -> TileState:
        """How a tile looks that may be wrong, or lit."""
        state = TileState.WRONG if is_wrong else TileState.NORMAL
        return state | TileState.HINT if tile in self._lit else state

    def _show_status(self) -> None:
        text, role = self._status()
        set_role(self.status, f"status-{role}")
        self.status.setText(text)
        if text != self._spoken:
            self._spoken = text
            if self.isVisible():  # a page that opens says its own name
                announce(self.status, text)

    def _status(self) -> tuple[str, str]:
        """A sentence about the hand as it is now, and its role."""
        seen, presenter = self._presenter.seen, self._presenter
        wrong = presenter.unread or next(iter(seen.problems), None)
        if wrong is not None:
            return wrong.sentence(presenter.terms), "wrong"
        if seen.unanswered:
            return self._questions()[seen.unanswered[0]], "ask"
        verdict = self._verdict()
        if verdict:
            return verdict, "good"
        if seen.missing and presenter.draft.entries:
            return seen.missing[0].sentence(presenter.terms), "quiet"
        return self.tr("Enter your tiles."), "quiet"

    # what people do

    def _on_won(self) -> None:
        tiles = self._presenter.chosen_tiles()
        if len(tiles) == 1:
            self._presenter.choose_none()
            self._presenter.set_winning_tile(tiles[0])

    def _on_laid_activated(self, index: int) -> None:
        button = self.laid_row.buttons[index]
        self.laid_menu(index).popup(button.mapToGlobal(QPoint(0, button.height())))

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu


def allow(button: Button, why_not: str) -> None:
    """Let a button be pressed unless something stands against it, which its tooltip says then."""
    button.setEnabled(not why_not)
    set_tooltip(button, why_not)


class HandCard(EnteredCard):
    """A hand of sets and a pair.

    Signals:
        pointed(object): the tiles that mouse or keyboard point at, a frozenset.
    """

    pointed = Signal(object)
    _presenter: ScorePresenter

    def __init__(self, presenter: ScorePresenter, style: TileStyle) -> None:
        laid_row = TileRow(
            _("Sets laid out and flowers"),
            style,
            droppable=True,
            sorts=True,
            liftable=False,
            placeholder=_("Sets laid out, flowers"),
        )
        hand_row = TileRow(
            _("Tiles in hand"),
            style,
            droppable=True,
            sorts=True,
            placeholder=_("Click tiles below, type 3b 3b 3b, drag, or paste a hand"),
        )
        kong_button = Button(_("Concealed kong"))
        super().__init__(presenter, hand_row, laid_row, _ways_to_lay(), (kong_button,))
        self.kong_button = kong_button
        self._laid_at: list[Meld | Tile] = []
        explain(self.entry, "entry")
        self.laying.chosen.connect(lambda value: presenter.set_laying(Laying(value)))
        self.kong_button.clicked.connect(presenter.lay_concealed)
        hand_row.dropped.connect(self._on_dropped_in_hand)
        hand_row.pointed.connect(lambda index: self._on_pointed(hand_row, index))
        laid_row.pointed.connect(lambda index: self._on_pointed(laid_row, index))
        laid_row.dropped.connect(self._on_dropped_to_lay)

    def refresh(self) -> None:
        super().refresh()
        if self._presenter.chosen:
            allow(self.kong_button, self._presenter.why_not_lay(concealed=True))

    def _show_laid(self, wrong: frozenset[Tile]) -> None:
        hand, terms = self._presenter.hand, self._presenter.terms
        faces: list[TileFace] = []
        places: list[Meld | Tile] = []
        bad_sets = {problem.text for problem in self._presenter.seen.problems if problem.text}
        for laid in hand.melds:
            name = describe_meld(laid, terms)
            hidden = laid.concealed and laid.kind is MeldKind.KONG
            for at, tile in enumerate(laid.tiles):
                state = self._state(tile, is_wrong=tile in wrong or str(laid).strip("()[]") in bad_sets)
                shown = None if hidden and at in (1, 2) else tile
                faces.append(
                    TileFace(
                        shown,
                        state,
                        name=_("{tile}, {set}").format(tile=tile.name(terms), set=name),
                        gap=at == 0 and bool(faces),
                    )
                )
                places.append(laid)
        for at, tile in enumerate(hand.flowers):
            state = self._state(tile, is_wrong=tile in wrong)
            faces.append(TileFace(tile, state, gap=at == 0 and bool(faces)))
            places.append(tile)
        self._laid_at = places
        self.laid_row.show_tiles(faces)

    def _questions(self) -> dict[str, str]:
        return {
            "how-won": self.tr("Complete. How did the last tile come?"),
            "winning-tile": self.tr("Complete. Which tile won?"),
        }

    def _verdict(self) -> str:
        if not self._presenter.seen.sheets:
            return ""
        sheet = self._presenter.seen.sheet
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
                self._presenter.take_back(laid)
            return
        self._presenter.insert(text)

    def _on_dropped_to_lay(self, text: str, _place: int) -> None:
        presenter = self._presenter
        source = self.laid_row.drag_source
        if source is not None and source.parent() is self.laid_row:
            return
        if source is not None and source.parent() is self.hand_row:
            index = self.hand_row.buttons.index(source)
            if index not in presenter.chosen:
                presenter.choose_alike(index)
            presenter.lay_chosen()
            return
        presenter.lay_text(text)

    def laid_menu(self, index: int) -> QMenu:
        presenter, laid = self._presenter, self._laid_at[index]
        menu = self._menu()
        if isinstance(laid, Meld):
            menu.addAction(self.tr("Back into the hand"), lambda: presenter.take_back(laid))
            if laid.kind is MeldKind.KONG:
                words = self.tr("Make it exposed") if laid.concealed else self.tr("Make it concealed")
                menu.addAction(words, lambda: presenter.turn(laid))
            menu.addAction(self.tr("Remove this set"), lambda: presenter.remove_set(laid))
        else:
            menu.addAction(self.tr("Remove this flower"), lambda: presenter.remove(laid))
        return menu

    def remove_laid(self, button: TileButton) -> None:
        """Take away the set or flower that a tile of the row belongs to."""
        laid = self._laid_at[self.laid_row.buttons.index(button)]
        if isinstance(laid, Meld):
            self._presenter.remove_set(laid)
        else:
            self._presenter.remove(laid)


def _ways_to_lay() -> list[tuple[str, str, str]]:
    return [
        (Laying.HAND, pgettext("where a tile goes", "Hand"), _("The next tile goes into the hand")),
        (Laying.CHOW, pgettext("where a tile goes", "Chow"), _("The next tile makes a chow, laid out")),
        (Laying.PUNG, pgettext("where a tile goes", "Pung"), _("The next tile makes a pung, laid out")),
        (Laying.KONG, pgettext("where a tile goes", "Kong"), _("The next tile makes a kong, laid out")),
        (Laying.CONCEALED_KONG, pgettext("where a tile goes", "Concealed"), _("The next tile makes a concealed kong")),
    ]
