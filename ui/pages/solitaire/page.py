"""The Solitaire page: choosing a game, and playing it on the virtual wall or beside a real one."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from mjcompanion.i18n.translation import pgettext
from mjcompanion.storage.settings import Settings

from ...context import PageContext
from ...widgets.frame import PageFrame
from ...widgets.keyboard import bind_main
from ...widgets.tiles import TileStyle
from .beside.presenter import BesidePresenter
from .play import PlayView
from .presenter import SolitairePresenter, SolitaireScreen
from .start import StartPanel

if TYPE_CHECKING:
    from .beside.view import BesideView

    Shown: TypeAlias = "StartPanel | PlayView | BesideView"

V = TypeVar("V", "StartPanel", "PlayView", "BesideView")


class SolitairePage(PageFrame):
    """The choice of a game, the game, or the game beside a real wall; everything it knows is in its models.

    Signals:
        record_wanted(): the finished games are to be shown.
        look_wanted(str): the kept hand with this id is to be shown.
    """

    record_wanted = Signal()
    look_wanted = Signal(str)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(pgettext("a page", "Solitaire"), parent, wide=True)
        self._context = context
        self.presenter = SolitairePresenter(context, self)
        self.at_wall = BesidePresenter(context, self)
        self._views: list[Shown] = []
        self._shown: Shown | None = None
        presenter = self.presenter
        presenter.changed.connect(self._refresh)
        presenter.said.connect(context.say)
        presenter.noted.connect(lambda sentence: self.play.note(sentence))  # a quiet word, where it moves nothing
        presenter.mended.connect(context.take_back)
        wall = self.at_wall
        wall.said.connect(context.say)
        wall.mended.connect(context.take_back)
        wall.look_wanted.connect(self.look_wanted)
        wall.left.connect(self._leave_wall)
        wall.wanted.connect(lambda: presenter.show(SolitaireScreen.BESIDE))
        self.header.back.connect(lambda: presenter.show(SolitaireScreen.START))
        context.settings.changed.connect(self._on_settings)
        bind_main(self)
        wall.load()
        self._refresh()
        presenter.begin()

    def view(self, which: SolitaireScreen) -> Shown:
        """One of the views, made when it is first wanted."""
        return (
            self.start
            if which is SolitaireScreen.START
            else self.play
            if which is SolitaireScreen.PLAY
            else self.beside
        )

    @cached_property
    def start(self) -> StartPanel:
        """Where a game is chosen."""
        start = StartPanel(self.presenter, self.at_wall, self._context.shelves)
        start.set_terms(TileStyle.of(self._context.settings.value))
        start.record_wanted.connect(self.record_wanted)
        return self._holding(start)

    @cached_property
    def play(self) -> PlayView:
        """Where it is played."""
        play = PlayView(self._context, self.presenter)
        play.set_style(TileStyle.of(self._context.settings.value))
        play.record_wanted.connect(self.record_wanted)
        return self._holding(play)

    @cached_property
    def beside(self) -> BesideView:
        """The assistant at a real wall."""
        from .beside.view import BesideView

        beside = BesideView(self._context, self.at_wall)
        beside.aside.connect(lambda: self.presenter.show(SolitaireScreen.START))
        return self._holding(beside)

    def _holding(self, view: V) -> V:
        view.hide()
        self.body.addWidget(view, 1)
        self.header.controls.addWidget(view.title)
        self.header.add_actions(view.tools_box)
        self._views.append(view)
        return view

    # what the Notebook asks for

    def replay_record(self, uid: str) -> None:
        """Show a finished game again, move by move."""
        self.presenter.replay_record(uid)

    def play_deal(self, uid: str) -> None:
        """Play the deal of a finished game again."""
        self.presenter.play_deal(uid)

    # showing

    def _refresh(self) -> None:
        which = self.presenter.view
        if which is SolitaireScreen.PLAY and self.presenter.shown is None:
            which = SolitaireScreen.START
        if which is SolitaireScreen.BESIDE and self.at_wall.told is None:
            which = SolitaireScreen.START
        view = self.view(which)
        view.refresh()
        if view is self._shown:
            return
        before, self._shown = self._shown, view
        if before is not None:
            before.hide()
        for one in self._views:
            for part in (one.title, one.tools_box):
                part.setVisible(one is view)
        self.header.set_back(self.tr("All games") if view is not self.start else "")
        self.header.fit()
        view.show()
        if self.isVisible():
            self.focus_first()

    def _leave_wall(self) -> None:
        if self.presenter.view is SolitaireScreen.BESIDE:
            self.presenter.show(SolitaireScreen.START)

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

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()
        self.focus_first()
        self.presenter.set_running(True)

    def hideEvent(self, event: QHideEvent) -> None:
        self.presenter.set_running(False)
        super().hideEvent(event)
