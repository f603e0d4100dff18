"""The game itself: felt, gauge, what can be done, the rack with the hand, and at the right the coach or the score."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication, QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMenu, QSizePolicy, QStackedWidget, QWidget

from mjcompanion.american.hand_groups import groups_of_sheet
from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import _, ngettext, number
from mjcompanion.i18n.translation import sentences as as_sentences
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.moves import CLAIMS, Do, Move

from ...accessibility import announce, make_area
from ...context import PageContext
from ...rich_text import set_tooltip
from ...shortcuts import bind, set_tip, shown
from ...sounds import DICE, MAH_JONGG, SOFT, TILE
from ...theme import look, set_role
from ...whatsthis import explain
from ...widgets import Button, Elided, TextLabel, keep_clear
from ...widgets.fitting import Fits
from ...widgets.layouts import across, down, fill, grow_by_width, stand
from ...widgets.menus import OpensMenu, PopupMenu
from ...widgets.moment import MahJongg, MahJonggMoment
from ...widgets.tiles import TileFace, TileState, TileStyle
from ...widgets.tiles.faces import group_faces
from .actions import Action, ActionBar, actions_of
from .course import Course, is_passing, most_in_hand
from .felt import Felt
from .gauge import Gauge
from .key_button import KeyButton
from .model import Happened, SolitaireModel, SolitaireScreen, Speed
from .rack import Rack
from .replay_bar import ReplayBar
from .sheet import GameSheetView
from .words import asks, claim_words, course_words, listed_tiles, said

if TYPE_CHECKING:
    from .card import CardPanel
    from .coach import CoachDrawer

_REPLAY_SHARE: Final = 2
"""How many times as wide as the words next to it the replay bar is."""
_MOST_BUTTONS: Final = 0.7
_SIDE: Final = 350
_MOST_SIDE: Final = 0.46
_LEAST_SIDE: Final = 0.2
"""Of the page's width."""
_TITLED: Final = 1.2
_DISPLAYED: Final = 1.6
"""How much the buttons have grown where what is asked is written larger."""
_LOWEST_FELT: Final = 170
_LEAST_TOLD: Final = 5
"""The least room, in sizes of type, in which words are shown at all."""
_ROLL: Final = 1.9
"""How much longer than the dice tumble it takes until they lie in their place."""
_NOTE_MS: Final = 8000
_TIGHT: Final = 30
"""On a page lower than this, in sizes of type, questions have fewer words."""
_LARGE: Final = 46
_LARGEST: Final = 2.0
"""The height of a page, in lines of type, above which the buttons grow, and how much they grow at most."""
_CARD: Final = "solitaire.card"
"""The drawer of the card, for the window to remember; the coach is never asked unless somebody asks."""
_SLIDES: Final = (Do.DRAW, Do.LOOSE)
_ON_THE_TABLE: Final = CLAIMS | {Do.DISCARD, Do.PASS, Do.CONCEALED_KONG, Do.ADDED_KONG, Do.LAY, Do.FLOWER, Do.JOKER}
_INTO_THE_HAND: Final = frozenset({Do.DRAW, Do.LOOSE, Do.END_TILE})


def sound_of(happened: Happened) -> str:
    """What is heard of a move, of tiles being dealt only of the person's; empty where nothing is."""
    move, game = happened.move, happened.before
    if move.do is Do.MAH_JONGG:
        return MAH_JONGG
    if game.phase is Phase.DEAL and move.who is not game.person:
        return ""
    return TILE if move.do in _ON_THE_TABLE else SOFT if move.do in _INTO_THE_HAND else ""


class Tail(Elided):
    """What happened last, in one line: the end of it where the room is short, nothing where it is very short."""

    MODE = Qt.TextElideMode.ElideLeft

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.width() > _LEAST_TOLD * look().body:
            super().paintEvent(event)


class PlayBar(Fits, QWidget):
    """The level of the wall; whose move it is; what can be done. As high as they need, and seldom another height.

    The level is above the others. Where there is little room it is next to the question, and the buttons have a
    line of their own, next to what happened last. While a game is shown again the way through it takes the place of
    what can be done.
    """

    def __init__(self, level: QWidget, status: TextLabel, tail: Tail, buttons: ActionBar, replay: ReplayBar) -> None:
        super().__init__()
        self._status, self._buttons, self._replay = status, buttons, replay
        self._replaying = self._tight = False
        status.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self._above = fill(across(spacing=look().M), level)
        self._words = fill(down(spacing=0), None, status, tail, None)
        self._below = fill(across(spacing=look().M), (self._words, 1), buttons, (replay, _REPLAY_SHARE))
        self._lines = fill(down(self), self._above, self._below)
        replay.hide()
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def show_replay(self, *, replaying: bool) -> None:
        """Show the way through a replay, or what can be done."""
        self._replaying = replaying
        self._buttons.setVisible(not replaying)
        self._replay.setVisible(replaying)
        self.fit()

    def set_tight(self, *, tight: bool) -> None:
        """Whether there is little room."""
        if tight is not self._tight:
            self._tight = tight
            if tight:
                self._above.insertWidget(0, self._status, 1)
            else:
                self._words.insertWidget(1, self._status)
            self.fit()

    def arrange(self) -> None:
        """Put all in their places now: what they show is different."""
        self.fit()
        self._lines.activate()

    def sizeHint(self) -> QSize:
        return QSize(400, self.heightForWidth(max(self.width(), 400)))

    def fit(self) -> None:
        current, width = look(), self.width()
        self._lines.setSpacing(current.XS if self._tight else current.S)
        stand(self._below, beside=not (self._tight and self._replaying))
        self._below.setSpacing(0 if self._tight and self._replaying else current.M)
        self._status.setMinimumHeight(round(current.body * 1.4) if self._tight else 0)
        two_lines = round(current.body * 1.35) + round(current.small * 1.5)  # a sentence in two always has room
        self._buttons.setMinimumHeight(0 if self._tight else two_lines)
        self._buttons.setMaximumWidth(width if self._tight else round(width * _MOST_BUTTONS))
        self._replay.fit(width if self._tight else width * _REPLAY_SHARE // (1 + _REPLAY_SHARE))


class PlayView(QWidget):
    """One game on the felt. What it shows is the model's; what is done here the model does."""

    def __init__(self, context: PageContext, model: SolitaireModel) -> None:
        super().__init__()
        self._context, self._model = context, model
        self._sliding = False
        self._lit: frozenset[Tile] = frozenset()
        self.moment: MahJonggMoment | None = None
        """Made at the first win."""
        self.drawer: CoachDrawer | None = None
        """The coach's drawer, once it was opened."""
        self._card: CardPanel | None = None
        self._coach_open = self._replaying = False
        self._card_open = context.drawers.get(_CARD, False)
        self.announced = self._note = ""
        """What was said last to those who don't see."""
        self._asked_role = "strong"
        self._slide_ends = QTimer(self, singleShot=True)
        self._slide_ends.timeout.connect(self._on_slid)
        self._note_ends = QTimer(self, singleShot=True)
        self._note_ends.timeout.connect(self._end_note)
        current = look()
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(self.tr("The game"))
        self._make_tools()
        self.felt = Felt()
        self.felt.setMinimumHeight(_LOWEST_FELT)
        self.felt.set_hand_target(self._hand_target)
        self.sheet = GameSheetView()
        self.side = QStackedWidget()
        self.side.addWidget(self.sheet)
        self.side.hide()
        middle = fill(across(spacing=current.S), (self.felt, 1), self.side)
        self.gauge = Gauge()
        explain(self.gauge, "factor")
        self._level = QWidget()
        fill(across(self._level, spacing=current.M), (self.gauge, 1), self.assisted)
        self.lower_bar = self._bar()
        self.rack = Rack()
        fill(down(self, spacing=current.S), (middle, 1), self.lower_bar, self.rack)
        for part in (self.lower_bar, self.rack, self.side):
            make_area(part)
        keep_clear(self.lower_bar, self.rack)
        self._connect()
        self._shortcuts()

    # building

    def _make_tools(self) -> None:
        """Make what is in the header of the page: a few tools, and the others in a menu."""
        self.assisted = TextLabel(self.tr("assisted"), "warn", wraps=False)
        set_tooltip(self.assisted, self.tr("The coach was asked, or moves were taken back."))
        self.undo_button = Button(self.tr("Take back"), "quiet")
        self.card_button = Button(self.tr("Card"), "quiet")
        self.coach_button = Button(self.tr("Coach"), "quiet")
        explain(self.coach_button, "coach")
        set_tip(self.undo_button, self.undo_button.text(), "undo")
        for tool in (self.card_button, self.coach_button):
            set_tip(tool, tool.text(), "solitaire.card" if tool is self.card_button else "solitaire.coach")
            tool.setCheckable(True)
        self.more_button = Button(self.tr("More"), "quiet", "more")
        self.more_button.setAccessibleName(self.tr("More tools"))
        OpensMenu(self.more_button, self.more_menu)
        self.tools_box = QWidget()
        fill(
            across(self.tools_box, spacing=look().M),
            self.undo_button,
            self.card_button,
            self.coach_button,
            self.more_button,
        )
        self.new_action = QAction(self.tr("New"), self)
        self.again_action = QAction(self.tr("Same deal"), self)
        self.sort_action = QAction(self.tr("Sort"), self)
        self.replay_action = QAction(self.tr("Replay"), self)
        self.deal_action = QAction(self)
        self.record_action = QAction(self.tr("Notebook", "a page"), self)
        speeds = {
            Speed.STEP: self.tr("Step"),
            Speed.SLOW: self.tr("Slow"),
            Speed.NORMAL: self.tr("Normal"),
            Speed.FAST: self.tr("Fast"),
            Speed.INSTANT: self.tr("Instant"),
        }
        group = QActionGroup(self)
        self.speeds = {speed: QAction(words, group, checkable=True) for speed, words in speeds.items()}

    def _bar(self) -> PlayBar:
        self.status = TextLabel("", "strong")
        self.happened = Tail()
        self.bar = ActionBar()
        self.next_button = KeyButton(self.tr("Next move"), "N", "claim")
        self.discard_button = KeyButton(self.tr("Discard"), "D", "claim")
        self.pass_button = KeyButton(self.tr("Pass"), "P", "claim")
        explain(self.pass_button, "charleston")
        self.new_deal_button = KeyButton(self.tr("New deal"), "", "primary", action="solitaire.new")
        self.same_deal_button = KeyButton(self.tr("Same deal"), action="solitaire.again")
        self.bar.add(
            self.discard_button, self.pass_button, self.next_button, self.new_deal_button, self.same_deal_button
        )
        self.replay_bar = ReplayBar()
        return PlayBar(self._level, self.status, self.happened, self.bar, self.replay_bar)

    def _connect(self) -> None:
        model = self._model
        model.moved.connect(self._on_moved)
        model.began.connect(self._on_began)
        model.told.connect(self._on_told)
        model.mended.connect(self._end_note)
        self.new_action.triggered.connect(lambda: model.show(SolitaireScreen.START))
        self.record_action.triggered.connect(model.record_wanted)
        self.again_action.triggered.connect(model.again)
        self.same_deal_button.clicked.connect(model.again)
        self.new_deal_button.clicked.connect(model.new_deal)
        self.undo_button.clicked.connect(model.undo)
        self.sort_action.triggered.connect(model.sort)
        self.replay_action.triggered.connect(lambda: model.replay())
        self.coach_button.clicked.connect(lambda on: self.set_coach(open_=on))
        self.card_button.clicked.connect(lambda on: self.set_card(open_=on))
        self.deal_action.triggered.connect(self._on_copy)
        for speed, action in self.speeds.items():
            action.triggered.connect(partial(self._on_speed, speed))
        self.next_button.clicked.connect(model.hurry)
        self.discard_button.clicked.connect(lambda: model.discard())
        self.pass_button.clicked.connect(model.pass_lifted)
        self.bar.chosen.connect(model.do)
        self.bar.pointed.connect(self.light)
        hand = self.rack.hand
        hand.activated.connect(model.click_tile)
        hand.doubled.connect(model.double_click_tile)
        hand.entered.connect(model.enter_tile)
        hand.spaced.connect(self._on_space)
        hand.shifted.connect(model.shift)
        self.replay_bar.moved.connect(model.go_to)
        self.replay_bar.go_on_wanted.connect(model.go_on_from_here)
        self.replay_bar.closed.connect(model.close_replay)
        self.sheet.keep_wanted.connect(model.keep)
        self.sheet.pointed.connect(self.light)

    def _shortcuts(self) -> None:
        model = self._model
        bind(self, "solitaire.new", self._on_new)
        bind(self, "solitaire.again", model.again)
        bind(self, "undo", model.undo, can=lambda: model.can_undo)
        bind(self, "solitaire.record", model.record_wanted.emit)
        for id_, action in (("solitaire.sort", self.sort_action), ("solitaire.replay", self.replay_action)):
            bind(self, id_, action.trigger, can=action.isEnabled)
        for id_, button in (("solitaire.coach", self.coach_button), ("solitaire.card", self.card_button)):
            bind(self, id_, button.click, can=button.isEnabled)

    # showing

    def refresh(self) -> None:
        model = self._model
        course, game = model.shown, model.game
        if course is None or game is None:
            return
        if self.felt.game is not game:  # another moment than the one after the last move
            self._sliding = False
            self.light(())
            self.felt.show_game(game)
        replaying = model.replayed is not None
        self._show_head(course, replaying=replaying)
        self.gauge.show_game(game)
        self.lower_bar.show_replay(replaying=replaying)
        if replaying:
            why = self.tr("The game is over here. Go back a move first.") if game.is_over else ""
            self.replay_bar.show_moment(model.at, len(course.moves), why)
        if not self._sliding:
            self._show_hand()
            self._show_actions()
        self._show_words()
        self._show_side()
        if replaying is not self._replaying:
            self._replaying = replaying
            if self.isVisible():
                self.focus_first()
        self._keep_focus()

    def _show_head(self, course: Course, *, replaying: bool) -> None:
        model = self._model
        self.deal_action.setVisible(course.deal.is_numbered)
        self.deal_action.setText(self.tr("Copy the number of deal {number}").format(number=course.deal.seed))
        with_card = course.deal.rules.with_card
        self.card_button.setEnabled(with_card)
        self.card_button.setVisible(with_card)
        ended = course.game.is_over and not replaying
        if ended:
            self.set_coach(open_=False)
        self.new_action.setVisible(not ended)  # the same is below the felt, large
        self.again_action.setVisible(not ended)
        self.replay_action.setVisible(not replaying)
        for tool in (self.undo_button, self.coach_button):
            tool.setVisible(not replaying)
        self.assisted.setVisible(course.is_assisted)
        for speed, action in self.speeds.items():
            action.setChecked(speed is model.speed)
        self.undo_button.setEnabled(model.can_undo)
        self.replay_action.setEnabled(bool(course.moves))
        self.coach_button.setEnabled(not replaying and not course.game.is_over)
        self.coach_button.setChecked(self._coach_open)
        self.card_button.setChecked(self._card_open)

    def _show_hand(self) -> None:
        model = self._model
        game = model.game
        assert game is not None  # noqa: S101 - asked in a game only
        hand = model.hand
        lifted = set(hand.lifted)
        self.rack.hand.counts_clicks = model.settings.discard_by == "two-clicks"
        deciding = model.decides and not is_passing(game)
        came = model.came_by_passing()
        faces = []
        for at, tile in enumerate(hand.tiles):
            state = TileState.SELECTED if at in lifted else TileState.NORMAL
            if at == hand.fresh or at in came:
                state |= TileState.DRAWN
            if tile in self._lit:
                state |= TileState.HINT
            hint = model.why_not_discard(tile) if deciding else ""
            faces.append(TileFace(tile, state, hint=hint, gap=at == hand.fresh))
        if not faces and self.rack.hand.isAncestorOf(QApplication.focusWidget() or self):
            self.setFocus(Qt.FocusReason.OtherFocusReason)  # until there are tiles again
        if game.out is game.person and (sheet := game.sheet()) is not None:
            faces = group_faces([one for one in groups_of_sheet(sheet) if not one.laid], model.terms)
        holding = game.holding(game.person)
        self.rack.show_holding(holding, faces, self._lit, most=most_in_hand(game))

    def _show_actions(self) -> None:
        model = self._model
        game = model.game
        assert game is not None  # noqa: S101 - asked in a game only
        focused, offered = QApplication.focusWidget(), self.bar.offered
        self.bar.show_actions(actions_of(model.choices()), model.terms)
        lifted = model.hand.lifted_tiles
        passing = model.decides and is_passing(game)
        turn = model.decides and any(move.do is Do.DISCARD for move in model.choices())
        self.discard_button.setVisible(turn and bool(lifted))
        if turn and lifted:
            name = self.tr("Discard: {tile}").format(tile=lifted[0].name(model.terms))
            self.discard_button.show_action(self.tr("Discard"), "D", "claim", lifted[:1], name)
        self.pass_button.setVisible(passing)
        if passing:
            why_not = model.why_not_pass()
            count = len(lifted)
            text = ngettext("Pass {count} tile", "Pass {count} tiles", count).format(count=number(count))
            if not count:
                text = self.tr("Pass") if why_not else self.tr("Pass none")
            self.pass_button.show_action(text, "P", "claim", lifted)
            self.pass_button.allow(why_not)
        self.next_button.setVisible(model.waits_for_step)
        ended = model.replayed is None and game.is_over
        self.new_deal_button.setVisible(ended)
        self.same_deal_button.setVisible(ended)
        self.bar.arrange()
        self.lower_bar.arrange()
        if focused is not None and self.bar.isAncestorOf(focused):
            in_moves = focused in self.bar.buttons
            if focused.isHidden() or (in_moves and self.bar.offered != offered):
                self.focus_first()  # never on what another button has become

    def _show_words(self) -> None:
        model = self._model
        course, game = model.shown, model.game
        if course is None or game is None:
            return
        terms, hidden = model.terms, not game.rules.single_player
        if model.replayed is not None:
            at = model.at
            last = course.moves[at - 1] if at else None
            sentence = said(last, game.person, terms, hidden=hidden) if last is not None else self.tr("The start")
            count = self.tr("Move {at} of {count}").format(at=number(at), count=number(len(course.moves)))
            self._say_words(sentence, count, count)
            return
        asked = asks(game, terms, lifted=len(model.hand.lifted), short=self._is_tight)
        words = course_words(course.since_decision(), game.person, terms, hidden=hidden)
        text = " · ".join(words) if not (game.is_over and self._is_tight) else ""  # what is asked says it already
        self._say_words(asked, text, "\n".join(words), self._note)

    def _say_words(self, asked: str, happened: str, tip: str, note: str = "") -> None:
        """Say what is asked and what happened; a note takes the place of one of them, of the first in little room."""
        above, beside = (note, "") if self._is_tight else ("", note)
        self.status.setText(above or asked)
        set_role(self.status, "note" if above else self._asked_role)
        self._level.setVisible(not above)
        self.happened.setText(beside or happened)
        set_tooltip(self.happened, beside or tip)
        set_role(self.happened, "note" if beside else "caption")
        self.lower_bar.arrange()

    @property
    def _is_tight(self) -> bool:
        """Whether words take the room that the felt needs."""
        return self.height() < _TIGHT * look().body

    def note(self, sentence: str) -> None:
        """Say something quietly, above the hand, until the person has gone on or some seconds have passed."""
        self._note = sentence
        self._note_ends.start(_NOTE_MS)
        if self._model.game is not None:
            self._show_words()
        self.announce(sentence)

    def _end_note(self) -> None:
        self._note_ends.stop()
        if self._note:
            self._note = ""
            if self._model.game is not None:
                self._show_words()

    def _show_side(self) -> None:
        model = self._model
        course, focused = model.course, QApplication.focusWidget()
        held = focused is not None and self.side.isAncestorOf(focused)
        ended = model.replayed is None and course is not None and course.game.is_over
        coach = self._coach_open and model.replayed is None and not ended
        shown: QWidget | None = self.drawer if coach else self._open_card()
        if ended and course is not None:
            self.sheet.show_course(course, model.terms, kept=model.in_ledger, trouble=model.trouble)
            shown = self.sheet
        if shown is not None:
            self.side.setCurrentWidget(shown)
        self.side.setVisible(shown is not None)
        if coach and self.drawer is not None and course is not None and not self._sliding:
            self.drawer.show_game(course.game)
        if held and focused is not None and not focused.isVisible():
            self.focus_first()  # not on the rail, to which Qt would go

    # where everything is

    def hasHeightForWidth(self) -> bool:
        """It takes the height there is: what the bar needs the felt gives."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much on the tools as there is room for."""
        super().resizeEvent(event)
        wide = max(round(_SIDE * (0.5 + 0.5 * look().scale)), round(self.width() * _LEAST_SIDE))
        self.side.setFixedWidth(min(wide, round(self.width() * _MOST_SIDE)))
        large = round(min(_LARGEST, max(1.0, sqrt(self.height() / (_LARGE * look().body)))), 2)
        self.bar.set_scale(large)
        self.gauge.set_scale(large)
        self._asked_role = "display" if large >= _DISPLAYED else "title" if large >= _TITLED else "strong"
        self.lower_bar.set_tight(tight=self._is_tight)
        self.gauge.set_bare(bare=self._is_tight)
        self._show_words()

    def more_menu(self) -> QMenu:
        """Return the tools that aren't used at every move."""
        menu = PopupMenu(self)
        for action, key in (
            (self.new_action, shown("solitaire.new")),
            (self.again_action, shown("solitaire.again")),
            (self.sort_action, "S"),
            (self.replay_action, "R"),
            (self.deal_action, ""),
            (self.record_action, shown("solitaire.record")),
        ):
            words = action.text().partition("\t")[0]
            action.setText(f"{words}\t{key}" if key else words)
            menu.addAction(action)
        menu.addMenu(self.tr("Speed")).addActions(list(self.speeds.values()))
        return menu

    def set_style(self, style: TileStyle) -> None:
        """Show tiles in another size or with other words."""
        self.rack.set_style(style)
        self.felt.set_style(style.index, style.terms)

    def _hand_target(self, move: Move) -> QRect:
        """Where the tile of a move is on the rack, or will stand, in the felt's pixels."""
        box = self.rack.box_of(move)
        return QRect(self.rack.mapTo(self, box.topLeft()) - self.felt.mapTo(self, QPoint(0, 0)), box.size())

    # what happens

    def _on_moved(self, happened: Happened) -> None:
        move, game = happened.move, happened.before
        duration = self._slide()
        self._sliding = False
        mine = move.who is game.person and move.do in _SLIDES and game.phase is not Phase.DEAL
        if duration and self.isVisible() and mine:
            self._sliding = True
            self._slide_ends.start(duration)
        self.felt.play(happened.before, move, happened.after, duration if self.isVisible() else 0)
        sound = sound_of(happened)
        if sound:
            self._context.play(sound, after=duration if sound == TILE else 0)
        if happened.after.out is game.person and self._model.replayed is None:
            QTimer.singleShot(duration, self, self._celebrate)

    def _celebrate(self) -> None:
        """Let the tiles of the hand that won slide into their sets on the felt; any key or click goes on."""
        game = self._model.game
        sheet = game.sheet() if game is not None and game.out is game.person else None
        if sheet is None or not self.isVisible() or not look().moment:
            return
        if self.moment is None:
            self.moment = MahJonggMoment(self.felt)
        self.moment.show_moment(MahJongg.of_sheet(_("You"), sheet))

    def _slide(self) -> int:
        current, speed = look(), self._model.speed
        if self._model.replayed is not None or speed is Speed.FAST:
            return current.quick
        return 0 if speed is Speed.INSTANT else current.slow

    def _on_slid(self) -> None:
        if self._sliding:
            self._sliding = False
            self.refresh()

    def _on_began(self) -> None:
        """The dice tumble before the first tile is dealt."""
        course = self._model.course
        self.set_coach(open_=False)
        if course is not None and course.deal.dice and not course.moves and self._model.speed is not Speed.INSTANT:
            self._model.hold(round(look().tumble * _ROLL))
            QTimer.singleShot(0, self, lambda: self.felt.roll(course.deal.dice))
            self._context.play(DICE)

    def _on_told(self, moves: tuple[Move, ...]) -> None:
        """Say what happened to those who don't see it, and what is to be decided."""
        game = self._model.game
        if self._model.replayed is not None:
            self.announce(as_sentences(self.status.text(), self.happened.text()))
            return
        if game is None or game.phase is Phase.DEAL:
            return
        terms, hidden = self._model.terms, not game.rules.single_player
        sentences = course_words(moves, game.person, terms, hidden=hidden)
        if self._model.decides or game.is_over:
            asked = asks(game, terms, lifted=len(self._model.hand.lifted))
            if sentences and asked.startswith(sentences[-1]):
                sentences.pop()  # a discard that is asked about is said once
            sentences.append(asked)
        if self._model.decides:
            sentences += [self._offer(action) for action in actions_of(self._model.choices())]
        elif game.is_over:
            self._show_side()
            sentences.append(self.sheet.total.text())
        if sentences:
            self.announce(as_sentences(*sentences))

    def _offer(self, action: Action) -> str:
        """A move that can be made, for ears: its key, what it is, and with which tiles."""
        words, tiles = claim_words()[action.move.do], listed_tiles(action.tiles, self._model.terms)
        if tiles and action.number:
            return _("{key}: {move} of {tiles}").format(key=action.key, move=words, tiles=tiles)
        return _("{key}: {move}").format(key=action.key, move=words)

    def announce(self, text: str) -> None:
        self.announced = text
        announce(self, text)

    def light(self, tiles: object) -> None:
        lit = frozenset(tiles) if isinstance(tiles, tuple | list | set | frozenset) else frozenset()
        if lit != self._lit:
            self._lit = lit
            self.felt.light(*lit)
            if self._model.game is not None and not self._sliding:
                self._show_hand()

    # the coach

    def set_coach(self, *, open_: bool) -> None:
        """Open the coach's drawer, or close it."""
        course = self._model.course
        open_ = open_ and course is not None and not course.game.is_over and self._model.replayed is None
        if open_ and self.drawer is None:
            from .coach import CoachDrawer

            self.drawer = CoachDrawer(self._context)
            self.side.addWidget(self.drawer)
            self.drawer.asked.connect(self._model.count_asked)
            self.drawer.light_wanted.connect(self.light)
            self.drawer.move_wanted.connect(self._model.do)
        changed = open_ is not self._coach_open
        self._coach_open = open_
        if open_:
            self._card_open = False
            self.card_button.setChecked(False)
        self.coach_button.setChecked(open_)
        if changed and self._model.game is not None:
            self._show_side()

    def set_card(self, *, open_: bool) -> None:
        """Show the card of an American game next to the felt, or put it away."""
        if open_:
            self.set_coach(open_=False)
        self._card_open = self._context.drawers[_CARD] = open_
        if self._model.game is not None:
            self._show_side()
        self.card_button.setChecked(open_)

    def _open_card(self) -> CardPanel | None:
        """The card, where it is open and there is one; made on first use."""
        card = self._model.card() if self._card_open else None
        if card is None:
            return None
        if self._card is None:
            from .card import CardPanel

            self._card = CardPanel()
            self.side.addWidget(self._card)
        self._card.show_card(card)
        return self._card

    # what people do

    def _on_new(self) -> None:
        course = self._model.course
        if self._model.replayed is None and course is not None and course.game.is_over:
            self._model.new_deal()
        else:
            self._model.show(SolitaireScreen.START)

    def _on_copy(self) -> None:
        course = self._model.shown
        if course is not None:
            QGuiApplication.clipboard().setText(str(course.deal.seed))
            self.note(self.tr("The deal’s number is on the clipboard."))

    def _on_speed(self, speed: str, *_unused: object) -> None:
        self._context.settings.change(game_speed=speed)

    def _faster(self, step: int) -> None:
        speeds = list(Speed)
        at = speeds.index(self._model.speed) + step
        if 0 <= at < len(speeds):
            self._on_speed(speeds[at])
            self.announce(self.speeds[speeds[at]].text())

    def _on_space(self, at: int) -> None:
        """Space leaves a discard that is offered; else it lifts the tile."""
        if not self._leave():
            self._model.lift(at)

    def _leave(self) -> bool:
        """Leave the discard that is offered; whether there is one."""
        return any(action.move.do is Do.LEAVE for action in self.bar.offered) and self.bar.press("Esc")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Every move has its key, wherever the keyboard is on this page."""
        control = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        if event.modifiers() & control or event.isAutoRepeat():
            super().keyPressEvent(event)
            return
        replaying = self._model.replayed is not None
        done = self._replay_key(event) if replaying else self._play_key(event)
        if not done:
            super().keyPressEvent(event)

    def _replay_key(self, event: QKeyEvent) -> bool:
        bar, key = self.replay_bar, Qt.Key
        buttons = {key.Key_Escape: bar.close_button, key.Key_G: bar.go_on, key.Key_N: bar.forth}
        buttons |= {key.Key_Left: bar.back, key.Key_Right: bar.forth, key.Key_Home: bar.first, key.Key_End: bar.last}
        button = buttons.get(Qt.Key(event.key()))
        if button is not None:
            button.click()
        return button is not None

    def _play_key(self, event: QKeyEvent) -> bool:
        model, text = self._model, event.text().upper()
        if text.isdecimal():
            return self.bar.press_digit(int(text))
        keys: dict[str, Callable[[], object]] = {
            "N": model.hurry,
            "U": self.undo_button.click,
            "S": self.sort_action.trigger,
            "H": self.coach_button.click,
            "A": self._take_advice,
            "V": self.card_button.click,
            "R": self.replay_action.trigger,
            "D": self._on_discard_key,
            "+": lambda: self._faster(1),
            "-": lambda: self._faster(-1),
        }
        if event.key() == Qt.Key.Key_Escape:
            if not self.bar.press("Esc"):
                model.lay_down()
        elif event.key() == Qt.Key.Key_Space:
            if not self._leave():
                model.lay_down()
        elif text == "P" and model.decides and self.pass_button.isVisible():
            self.pass_button.click()
        elif text in keys:
            keys[text]()
        else:
            return bool(text) and self.bar.press(text)
        return True

    def _take_advice(self) -> None:
        if self.drawer is not None and self.drawer.do_button.isVisible():
            self.drawer.do_button.click()

    def _on_discard_key(self) -> None:
        """The tile that is lifted, else the one that has the keyboard."""
        hand = self.rack.hand
        focused = next((at for at, button in enumerate(hand.buttons) if button.hasFocus()), None)
        if self._model.hand.lifted:
            self._model.discard()
        elif focused is not None:
            self._model.discard(focused)

    # the keyboard

    def focus_first(self) -> None:
        """The hand; in a replay the slider."""
        if self._model.replayed is not None:
            self.replay_bar.slider.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.rack.hand.faces:
            self.rack.hand.focus_tile(self.rack.hand.current)
        else:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _keep_focus(self) -> None:
        """The keyboard stays on this page when what it was on goes away."""
        if not self.isVisible() or not self.isActiveWindow():
            return
        focused = QApplication.focusWidget()
        if focused is None or focused in (self, self.window()) or not focused.isVisible():
            self.focus_first()
