"""The Solitaire page: choosing a game, and playing it on the virtual wall or with real tiles."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from mjcompanion.i18n.translation import pgettext
from mjcompanion.storage.settings import Settings

from ...context import PageContext
from ...theme import look, set_role
from ...widgets.frame import PageFrame, PageTitle
from ...widgets.keyboard import bind_main
from ...widgets.tiles import TileStyle
from .model import SolitaireModel, SolitaireScreen
from .play import PlayView
from .start import StartPanel

if TYPE_CHECKING:
    from .breaking import BreakView
    from .count import CountView
    from .ending import EndView

    Shown: TypeAlias = "StartPanel | PlayView | BreakView | CountView | EndView"

V = TypeVar("V", "StartPanel", "PlayView", "BreakView", "CountView", "EndView")


class SolitairePage(PageFrame):
    """The choice of a game, the game, or a step of a game with real tiles; everything it knows is in its model.

    Signals:
        record_wanted(): the finished games are to be shown.
        look_wanted(str): the kept hand with this id is to be shown.
    """

    record_wanted = Signal()
    look_wanted = Signal(str)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(pgettext("a page", "Solitaire"), parent, wide=True)
        self._context = context
        model = self.model = SolitaireModel(context, self)
        self.title = PageTitle("", 2)
        set_role(self.title, "quiet")
        self.header.controls.addWidget(self.title)
        self._views: list[Shown] = []
        self._shown: Shown | None = None
        model.changed.connect(self._refresh)
        model.said.connect(context.say)
        model.noted.connect(lambda sentence: self.play.note(sentence))  # a quiet word, where it moves nothing
        model.mended.connect(context.take_back)
        model.look_wanted.connect(self.look_wanted)
        model.record_wanted.connect(self.record_wanted)
        self.header.back.connect(self._to_start)
        context.settings.changed.connect(self._on_settings)
        bind_main(self)
        model.begin()

    def view(self, screen: SolitaireScreen) -> Shown:
        """Return one of the views, made on first use."""
        match screen:
            case SolitaireScreen.START:
                return self.start
            case SolitaireScreen.PLAY:
                return self.play
            case SolitaireScreen.BREAK:
                return self.breaking
            case SolitaireScreen.COUNT:
                return self.count
            case _:
                return self.end

    @cached_property
    def start(self) -> StartPanel:
        """Where a game is chosen."""
        start = StartPanel(self.model, self._context.shelves)
        start.set_terms(TileStyle.of(self._context.settings.value))
        return self._holding(start)

    @cached_property
    def play(self) -> PlayView:
        """Where it is played."""
        play = PlayView(self._context, self.model)
        play.set_style(TileStyle.of(self._context.settings.value))
        return self._holding(play)

    @cached_property
    def breaking(self) -> BreakView:
        """Where the wall of real tiles is broken."""
        from .breaking import BreakView

        return self._holding(BreakView(self._context, self.model))

    @cached_property
    def count(self) -> CountView:
        """Where is counted what happens with real tiles."""
        from .count import CountView

        return self._holding(CountView(self.model))

    @cached_property
    def end(self) -> EndView:
        """Where the hand at the end of a game with real tiles is entered."""
        from .ending import EndView

        return self._holding(EndView(self._context, self.model))

    def _holding(self, view: V) -> V:
        view.hide()
        self.body.addWidget(view, 1)
        self.header.add_actions(view.tools_box)
        self._views.append(view)
        return view

    # what the Notebook asks for

    def replay_record(self, uid: str) -> None:
        """Show a finished game again, move by move."""
        self.model.replay_record(uid)

    def play_deal(self, uid: str) -> None:
        """Play the deal of a finished game again."""
        self.model.play_deal(uid)

    # showing

    def _refresh(self) -> None:
        view = self.view(self.model.screen)
        view.refresh()
        self.title.setText(self.model.title)
        if view is self._shown:
            return
        before, self._shown = self._shown, view
        if before is not None:
            before.hide()
        for one in self._views:
            one.tools_box.setVisible(one is view)
        current, is_end = look(), self.model.screen is SolitaireScreen.END
        edge = 0 if is_end else current.XXL  # a hand being entered has margins of its own
        self.body.setContentsMargins(edge, 0, edge, 0 if is_end else current.XL)
        self.header.set_back(self.tr("All games") if view is not self.start else "")
        self.header.fit()
        view.show()
        if self.isVisible():
            self.focus_first()

    def _to_start(self) -> None:
        self.model.show(SolitaireScreen.START)

    def focus_first(self) -> None:
        """Give the keyboard to where the work of this view begins."""
        (self._shown or self.start).focus_first()

    def _on_settings(self, settings: Settings) -> None:
        style = TileStyle.of(settings)
        for view in self._views:
            if isinstance(view, PlayView):
                view.set_style(style)
            elif isinstance(view, StartPanel):
                view.set_terms(style)
        self._refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves a game with real tiles for now."""
        if event.key() == Qt.Key.Key_Escape and self.model.is_real:
            self._to_start()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()
        self.focus_first()
        self.model.set_running(True)

    def hideEvent(self, event: QHideEvent) -> None:
        self.model.set_running(False)
        super().hideEvent(event)
