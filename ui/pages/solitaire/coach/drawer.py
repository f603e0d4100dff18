"""The coach's drawer next to the felt: how far it is, what to do and why, what each discard keeps open."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QFrame, QSizePolicy, QWidget

from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.translation import sentences
from mjcompanion.solitaire.advice import Advice
from mjcompanion.solitaire.american import AmericanGame
from mjcompanion.solitaire.chinese import ChineseGame
from mjcompanion.solitaire.coach import advise
from mjcompanion.solitaire.game import Game

from ....accessibility import announce
from ....context import PageContext
from ....theme import look, set_role
from ....widgets import Heading, ScrollPage, TextLabel
from ....widgets.layouts import LEFT, across, down, fill, grow_by_width
from ....widgets.tiles import TilePicture, TileStyle
from ....widgets.words import sentence_of
from ....worker import Task, Worker
from ..key_button import KeyButton
from ..words import tiles_of
from .content import AdviceContent, AdviceSection, content_of
from .question import Question
from .rows import AdviceRows, indent, tile_width

_FEW_TILES: Final = 2
_LARGER: Final = 1.35
"""How much larger the tiles of the advice are than those of the rows."""


class _SectionView(QWidget):
    """A section: its heading, how to read it, and its rows."""

    def __init__(self) -> None:
        super().__init__()
        self.heading = Heading("", 2)
        set_role(self.heading, "strong")
        self.note = TextLabel("", "caption")
        self.rows = AdviceRows("")
        indent(self.heading, self.note)
        fill(down(self, spacing=look().XS), self.heading, self.note, self.rows)

    def show_section(self, section: AdviceSection) -> None:
        self.heading.setText(section.heading)
        self.note.say(section.note)
        self.rows.setAccessibleName(section.heading)
        self.rows.show_entries(section.entries, section.first)


class _AdviceBox(QFrame):
    """The move to make, its tiles, and the reason."""

    def __init__(self) -> None:
        super().__init__()
        set_role(self, "advice")
        current = look()
        self.words = Heading("", 2)
        self.tiles = TilePicture((), TileStyle())
        self.why = TextLabel("")
        for words in (self.words, self.why):
            words.setMinimumWidth(1)
        self._top: QBoxLayout = fill(across(spacing=current.S), self.tiles, (self.words, 1))
        column = down(self, spacing=current.S, margins=(current.M, current.M, current.M, current.M))
        fill(column, self._top, self.why)

    def show_tiles(self, tiles: tuple[Tile, ...], terms: Terms) -> None:
        """Show the tiles it is about: before its words, or where they are several below them."""
        few = len(tiles) <= _FEW_TILES
        self._top.setDirection(QBoxLayout.Direction.LeftToRight if few else QBoxLayout.Direction.BottomToTop)
        wide = QSizePolicy.Policy.Fixed if few else QSizePolicy.Policy.Expanding
        grow_by_width(self.tiles, wide, QSizePolicy.Policy.Fixed)
        self.tiles.set_style(TileStyle(round(_LARGER * tile_width()), look().index, terms))
        self.tiles.show_tiles(tiles)
        self.tiles.setVisible(bool(tiles))


class CoachDrawer(QWidget):
    """The drawer. It advises the player who opened it, from what that player can know alone.

    `show_game` is called at each moment as long as the drawer is open, and may be called again with the same one; a
    moment at which nothing is to be decided ends what is being played out.

    Signals:
        asked(): advice was asked for, for another decision than before; emitted from within `show_game`.
        light_wanted(object): the tiles that a row speaks of, a frozenset; empty when nothing is pointed at.
        move_wanted(Move): the advised move is to be made.
    """

    asked = Signal()
    light_wanted = Signal(object)
    move_wanted = Signal(object)

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self.game: Game | None = None
        """What it was shown last."""
        self._answer: tuple[Game, Advice | str] | None = None
        """What the coach said to a moment, or the sentence that says why nothing can be said."""
        self.content: AdviceContent | None = None
        """What the coach says; None until it has been asked, while it thinks, and while others move."""
        self._lit: frozenset[Tile] = frozenset()
        self._had_keyboard = False
        self._worker = Worker("coach", self)  # an American hand takes up to a tenth of a second: no frame waits for it
        self._asked: Task[Advice] | None = None
        self.setAccessibleName(self.tr("The coach"))
        current = look()
        self._content = QWidget()
        self._column = down(self._content, spacing=current.M, margins=(0, current.S, current.XS, current.S))
        self.headline = Heading("", 2)
        self.goal = TextLabel("")
        self.trouble = TextLabel("", "wrong")
        self.advice = _AdviceBox()
        self.do_button = KeyButton(self.tr("Do this"), "A")
        """Stands at the same place, whatever is advised."""
        self.do_button.clicked.connect(self._on_do)
        self.question = Question(self._worker)
        self.parts: list[_SectionView] = []
        indent(self.headline, self.goal, self.trouble)
        fill(self._column, self.headline, self.goal, self.trouble, self.advice, self.question, None)
        self.scroller = ScrollPage(self._content)
        fill(down(self, spacing=current.S), (self.scroller, 1), (self.do_button, LEFT))
        self.question.pointed.connect(self._light)
        self.question.came.connect(self._on_came)
        context.settings.changed.connect(self._on_settings)
        self._clear()

    # what it is about

    def show_game(self, game: Game) -> None:
        """Advise on this decision."""
        if game == self.game:
            return
        self.game, self.content = game, None
        self._rest()
        self._forget()
        if not game.waits_for_person:
            return
        if self._answer is not None and self._answer[0] == game:  # a move was taken back: this was asked before
            self._refresh()
            return
        self._answer = None
        view, matcher = game.view(), game.matcher if isinstance(game, AmericanGame) else None
        self._asked = self._worker.ask(
            lambda _: advise(view, matcher),
            lambda coaching: self._on_answered(game, coaching),
            lambda error: self._on_answered(game, sentence_of(error)),
        )
        self.asked.emit()

    def _rest(self) -> None:
        """Disable the advice; if the keyboard is on it, it returns to the next one."""
        self._had_keyboard = self._had_keyboard or self.do_button.hasFocus()
        self.do_button.setEnabled(False)
        self.question.stop()
        self._light(())

    def _forget(self) -> None:
        """Cancel the question to the coach."""
        if self._asked is not None:
            self._asked.cancel()

    def _on_answered(self, game: Game, answer: Advice | str) -> None:
        if game is self.game:
            self._answer = game, answer
            self._refresh()
            self.scroller.verticalScrollBar().setValue(0)
            self._announce()

    # showing

    def _clear(self) -> None:
        for one in (self.headline, self.do_button, self.goal, self.trouble, self.advice, self.question):
            one.hide()
        for part in self.parts:
            part.hide()

    def _refresh(self) -> None:
        if self._answer is None or self._answer[0] != self.game:
            return
        game, coaching = self._answer
        if isinstance(coaching, str):
            self._clear()
            self.trouble.say(coaching)
            return
        terms = self._context.settings.value.terms
        self.content = shown = content_of(game.view(), coaching, terms)
        self.trouble.hide()
        self.headline.say(shown.headline)
        self.goal.say(shown.goal)
        self._show_advice(shown)
        self._show_parts((*shown.moves, *shown.others), len(shown.moves))
        chinese = isinstance(game, ChineseGame) and len(game.choices()) > 1
        self.question.set_game(game if chinese else None, terms)

    def _show_advice(self, shown: AdviceContent) -> None:
        move, advice = shown.move, self.advice
        advice.setVisible(move is not None)
        self.do_button.setVisible(move is not None)
        if move is None:
            return
        terms = self._context.settings.value.terms
        advice.words.setText(shown.advice)
        advice.show_tiles(tiles_of(move), terms)
        advice.why.setText(shown.why)
        self.do_button.set_name(self.tr("Do this: {advice}").format(advice=shown.in_full(terms)))
        self.do_button.setEnabled(True)
        if self._had_keyboard and self.isAncestorOf(QApplication.focusWidget() or self):
            self.do_button.setFocus(Qt.FocusReason.OtherFocusReason)  # where it was before the others moved
        self._had_keyboard = False

    def _show_parts(self, parts: tuple[AdviceSection, ...], before_question: int) -> None:
        for at, part in enumerate(parts):
            if at == len(self.parts):
                self._make_part()
            self.parts[at].show_section(part)
            self.parts[at].show()
        for view in self.parts[len(parts) :]:
            view.hide()
        self._column.removeWidget(self.question)
        above = self.parts[before_question - 1] if before_question else self.advice
        self._column.insertWidget(self._column.indexOf(above) + 1, self.question)
        walked: list[AdviceRows | Question] = [view.rows for view in self.parts]
        walked.insert(before_question, self.question)
        stops = [*[stop for one in walked for stop in one.stops], self.do_button]
        for one, other in pairwise(stops):
            self.setTabOrder(one, other)

    def _make_part(self) -> None:
        part = _SectionView()
        part.rows.pointed.connect(self._light)
        part.rows.came.connect(self._on_came)
        self.parts.append(part)
        self._column.insertWidget(self._column.count() - 1, part)

    def _announce(self) -> None:
        shown = self.content
        if shown is not None and self.isVisible():
            spoken = shown.in_full(self._context.settings.value.terms)
            announce(self, sentences(shown.headline, spoken, shown.why))

    # what people do

    def _on_do(self) -> None:
        if self.content is not None and self.content.move is not None:
            move = self.content.move
            self._rest()
            self.move_wanted.emit(move)

    def _light(self, tiles: object) -> None:
        lit = tiles if isinstance(tiles, frozenset) else frozenset()
        if lit != self._lit:
            self._lit = lit
            self.light_wanted.emit(lit)

    def _on_came(self, row: object) -> None:
        if isinstance(row, QWidget):
            self.scroller.ensureWidgetVisible(row, 0, look().S)

    def _on_settings(self, _: object) -> None:
        self._refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the play-out; where the drawer was closed, and not only its page left, drop the advice."""
        super().hideEvent(event)
        self.question.stop()
        self._light(())
        holder = self.parentWidget()
        if self.isHidden() or (holder is not None and holder.isHidden()):
            self.game = self._answer = self.content = None
            self._forget()
            self._clear()
