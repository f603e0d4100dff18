"""The table while a game goes on: the players around the felt, what to do next, and the hands so far."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QMenu, QWidget

from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.i18n.text_width import join_lines
from mjcompanion.i18n.translation import _, join_sentences, joined, number
from mjcompanion.table.events import HandItem, PeopleItem
from mjcompanion.table.final_settlement import over_words, standings_words, winner_words
from mjcompanion.table.seating_view import sides
from mjcompanion.table.session_end import clock_words, end_words, is_last_hand, plan_at, plan_words
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief, counted, house_words, owed_words, table_title

from ...accessibility import announce
from ...rich_text import PlainLabel, set_tooltip
from ...shortcuts import set_tip
from ...theme import look, smooth_painter
from ...widgets import Button, Elided, IconButton, TextField, TextLabel
from ...widgets.felt import fitted
from ...widgets.fitting import Fits
from ...widgets.layouts import across, down, fill, stand
from ...widgets.menus import OpensMenu
from ...widgets.session_sheet import EveningSheet
from ...widgets.tiles import picture_on
from ...widgets.words import table_rules
from .frame import FrameView
from .presenter import TablePresenter, TableScreen
from .square import BETTOR, Sitting, Square
from .words import change_words

_LEAST_TILE = 16
_FELT = 440
"""The least width of the felt, at 100 % text, with the score sheet beside it."""
_SENTENCE = 300
"""The least width, at 100 % text, of who is East beside the buttons."""
_CLOCK_MS = 5_000
_TITLE = 200
"""So much of a session's name, at 100 % text, stands beside the tools before they go to the second line."""


class RoundMark(PlainLabel):
    """What lies in the middle of the felt: the tile of the round's wind, and which hand it is, as large as they fit."""

    def __init__(self) -> None:
        super().__init__("")
        self._wind: Wind | None = None
        self._lines: tuple[str, ...] = ()

    def show_round(self, wind: Wind | None, *lines: str) -> None:
        """Show the wind of the round, or none, and some words."""
        self._wind, self._lines = wind, tuple(filter(None, lines))
        self.setText("\n".join(self._lines))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(60, 60)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, 40)

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        painter = smooth_painter(self)
        pixels = max(current.body, round(min(self.height() * 0.13, self.width() * 0.12)))
        line = 1.35 * pixels
        words = line * len(self._lines)
        tall = min(self.height() - words, self.width() * 1.2, self.height() * 0.62)
        wide = round(tall * 0.72) if self._wind is not None else 0
        top = (self.height() - words - (tall if wide else 0)) / 2
        if self._wind is not None and wide >= _LEAST_TILE:
            picture = picture_on(self, Tile.parse(f"{list(Wind).index(self._wind) + 1}z"), wide)
            size = picture.deviceIndependentSize()
            painter.drawPixmap(QPointF((self.width() - size.width()) / 2, top + (tall - size.height()) / 2), picture)
        top += tall if wide else 0
        painter.setPen(QColor(current.colours.on_felt))
        for text in self._lines:
            painter.setFont(fitted(current.font(pixels, bold=True), text, self.width()))
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(QRectF(0, top, self.width(), line), int(Qt.AlignmentFlag.AlignCenter), shown)
            top += line
        painter.end()


class NextHand(Fits, QWidget):
    """Who is East now, and the way on. `title` lies on the felt."""

    def __init__(self) -> None:
        super().__init__()
        self.title = RoundMark()
        self.sentence = TextLabel("")
        self.score_button = Button(self.tr("Score this hand"), "primary", "score")
        set_tip(self.score_button, self.tr("Enter who won and how"), "table.go-on")
        self.wall_button = Button(self.tr("Break the wall"))
        self._buttons = fill(across(spacing=look().S), self.score_button, self.wall_button)
        self._buttons.addStretch(1)
        self._layout = fill(down(self, spacing=look().S), (self.sentence, 1), self._buttons)

    def fit(self) -> None:
        """The buttons beside each other where there is room, and beside the words where there is more.

        Below the words they stay where they are for one line or two.
        """
        both = self.score_button.sizeHint().width() + self.wall_button.sizeHint().width() + look().S
        beside = self.width() >= both + _SENTENCE * look().scale
        stand(self._buttons, beside=self.width() >= both)
        stand(self._layout, beside=beside)
        two = self.sentence.fontMetrics().size(0, "\n").height()
        self.sentence.setMinimumHeight(0 if beside else two)


class GameView(Fits, FrameView):
    """Shows the table, and lets people go on with it.

    Signals:
        rules_wanted(str, str): the page of rules was asked for: the ruleset, and the name of the club's own or none.
        sideboard_wanted(): the table is to be shown to everybody in the room.
        turn_wanted(int): the screen stands on another side of the table, counted as people sat down.
        ticked(): a little time has gone by, where people play until some time.
    """

    rules_wanted = Signal(str, str)
    sideboard_wanted = Signal()
    turn_wanted = Signal(int)
    ticked = Signal()

    def __init__(self, presenter: TablePresenter) -> None:
        super().__init__()
        self._presenter = presenter
        current = look()
        self.title = Elided("", 1)
        self.rules = TextLabel("", "quiet")
        self.undo_button = IconButton("undo", self.tr("Undo"), deed="undo")
        self.redo_button = IconButton("redo", self.tr("Redo"), deed="redo")
        self.penalty_button = Button(self.tr("Penalty"))
        self.more_button = Button(self.tr("More"), "", "more")
        set_tooltip(self.more_button, self.tr("Seats, bank, corrections, another session"))
        self.leave_button = Button(self.tr("Sessions"), "quiet", "chevron-left")
        set_tooltip(self.leave_button, self.tr("Leave this session; it stays in the ledger as it is"))
        self.title_field = TextField(self.tr("Name of this session"), self.tr("a name for this session"))
        self.title_field.hide()
        self._named: str | None = None
        """The session whose name may be typed."""
        self.board_button = IconButton("sideboard", self.tr("Show the table to everybody"), deed="table.sideboard")
        self.board_button.clicked.connect(self.sideboard_wanted)
        tools = (self.undo_button, self.redo_button, self.board_button, self.penalty_button, self.more_button)
        self._head = across(spacing=current.S)
        fill(self._head, self.leave_button, (self.title, 1), (self.title_field, 1), *tools)
        self.middle = NextHand()
        self.square = Square(self.tr("The table"), self.middle.title, chips=True)
        self.evening = EveningSheet()
        self.hands_title = TextLabel(self.tr("Hands so far – choose one to correct it"), "quiet")
        self.house_button = IconButton("rules", self.tr("All the rules of this session"))
        self.clock = TextLabel("", "title", wraps=False)
        self.clock.setAccessibleName(self.tr("Current time"))
        self._second = fill(across(spacing=current.S), self.house_button, (self.rules, 1), self.clock)
        self._clock = QTimer(self)
        self._clock.setInterval(_CLOCK_MS)
        self._clock.timeout.connect(self.tick)
        self._clock.timeout.connect(self.ticked)
        self._last = False
        """Whether it was said that the hand under way is the last."""
        self._parts = QGridLayout()
        self._parts.setHorizontalSpacing(current.L)
        self._parts.setVerticalSpacing(current.S)
        column = down(self, spacing=current.S, margins=(current.L, current.M, current.L, current.M))
        fill(column, self._head, self._second, (self._parts, 1))
        self._beside: bool | None = None
        self.house_button.clicked.connect(self._on_rules_wanted)
        self.undo_button.clicked.connect(presenter.undo)
        self.redo_button.clicked.connect(presenter.redo)
        self.penalty_button.clicked.connect(lambda: presenter.show(TableScreen.PENALTY))
        OpensMenu(self.more_button, self.more_menu)
        self.leave_button.clicked.connect(presenter.close)
        self.middle.score_button.clicked.connect(self._on_score)
        self.middle.wall_button.clicked.connect(self._on_wall)
        self.square.picked.connect(presenter.enter_hand)
        presenter.confirmed.connect(self._tell_confirmed)
        self.evening.opened.connect(self._on_picked)
        self.title_field.returnPressed.connect(self._on_named)

    def _place_tools(self) -> None:
        """Set the tools beside the name of the session where there is room, else in the second line."""
        current = look()
        icons = [self.undo_button, self.redo_button, self.board_button]
        shown = [self.leave_button, *icons, self.penalty_button, self.more_button]
        words = min(self.title.fontMetrics().horizontalAdvance(self.title.text()), round(_TITLE * current.scale))
        wanted = sum(one.sizeHint().width() + current.S for one in shown if not one.isHidden()) + words
        first = self.width() - 2 * current.L >= wanted
        line = self._head if first else self._second
        if line.indexOf(self.more_button) < 0:
            before = self._second if first else self._head
            for button in (self.penalty_button, self.more_button):
                before.removeWidget(button)
                line.addWidget(button)

    def fit(self) -> None:
        """Lay the score sheet beside the felt where there is room, else below it; the way on is always above."""
        self._place_tools()
        least = self.evening.least_width()
        sheet_beside = self.width() - 3 * look().L - least >= _FELT * (0.5 + look().scale / 2)
        self.evening.setMinimumWidth(least if sheet_beside else 0)
        if sheet_beside is self._beside:
            return
        self._beside = sheet_beside
        parts: tuple[QWidget, ...] = (self.middle, self.square, self.hands_title, self.evening)
        grid = self._parts
        for part in parts:
            grid.removeWidget(part)
        if sheet_beside:
            grid.addWidget(self.square, 0, 0, 3, 1)
            for line, part in enumerate(one for one in parts if one is not self.square):
                grid.addWidget(part, line, 1)
        else:
            for line, part in enumerate(parts):
                grid.addWidget(part, line, 0)
        for line in range(4):
            grid.setRowStretch(line, 1 if line == 2 and sheet_beside else 3 if line == 1 and not sheet_beside else 0)
        grid.setRowStretch(3, 0 if sheet_beside else 1)
        grid.setColumnStretch(0, 8)
        grid.setColumnStretch(1, 5 if sheet_beside else 0)

    # showing

    def refresh(self) -> None:
        presenter, table = self._presenter, self._presenter.table
        if table is None:
            return
        if self._named != presenter.uid:  # what was typed for another session isn't this one's name
            self._named = presenter.uid
            self._name(typing=False)
        words = table_rules()[table.rules.rules]
        title = table_title(table)
        self.title.setText(brief(title, 60))
        set_tooltip(self.title, title)
        named = f"{table.rules.name} ({words})" if table.rules.name else words
        parts = [brief(named, 60), *house_words(table.rules)]
        if table.rules.rules.pays is None:
            parts.append(self.tr("nobody pays: the winner’s score is added to the total"))
        parts += plan_words(plan_at(table.plan, presenter.time()))
        if table.ended:
            parts.append(self.tr("this session has ended"))
        self.rules.setText(" · ".join(parts))
        self._show_players(table)
        self._show_middle(table)
        self.tick()
        self.undo_button.setEnabled(table.can_undo is not None)
        self.redo_button.setEnabled(table.can_redo is not None)
        self.penalty_button.setVisible(table.rules.rules.pays is not None)
        self.evening.show_table(table, presenter.parties)
        self.fit()
        self.hands_title.setText(
            self.tr("Hands so far – choose one to correct it")
            if table.rows
            else self.tr("No hand has been played yet.")
        )

    def tick(self) -> None:
        """Show what time it is where people play until some time, and say it once when that has come."""
        table, at = self._presenter.table, self._presenter.time()
        ticks = table is not None and bool(plan_at(table.plan, at).until) and not table.ended
        self.clock.setVisible(ticks)
        if table is None or not ticks:
            self._clock.stop()
            return
        self.clock.setText(clock_words(at))
        if not self._clock.isActive():
            self._clock.start()
        last = is_last_hand(table, at) and at >= table.plan.until
        if last and not self._last:
            self._show_middle(table)
            time = clock_words(table.plan.until)
            text = self.tr("It is {time}: the hand you are playing is the last.")
            self._presenter.said.emit(text.format(time=time), "info")
        self._last = last

    def _show_players(self, table: Table) -> None:
        names, position = self._presenter.parties, table.position
        last = table.rows[-1] if table.rows and (table.rows[-1].number or table.rows[-1].paid) else None
        state = table.chip_state
        chips = table.rules.chips
        sittings, texts = [], []
        sits = table.seating.sits
        others = (*table.seating.out, *(party for party in table.parties if party >= len(table.people)))
        for party in (*(sits[place] for place in sides(table, self._presenter.nearest)), *others):
            wind = position.wind_of(sits.index(party)) if party in sits else None
            change = last.change(party) if last is not None and len(last.balances) > party else None
            pieces = state.purse(chips, party).pieces(chips) if state is not None and chips is not None else None
            balance, remarks = table.balance_of(party), () if state is None else owed_words(state, party, names, 12)
            at = sits.index(party) if wind is not None else BETTOR
            out = self.tr("sits out") if party < len(table.people) else self.tr("bettor")
            place = wind.word if wind is not None else out
            seen = remarks if wind is not None or party >= len(table.people) else (out, *remarks)
            sittings.append(Sitting(at, brief(names[party]), wind, balance, change, pieces, seen))
            words = [brief(names[party]), place, counted(balance, "point")]
            words += [] if change is None else [change_words(change)]
            if pieces is not None and chips is not None:
                parts = [f"{number(count)} × {number(value)}" for value, count in pieces if count]
                words += [joined(parts)] if parts else []
            words += remarks
            texts.append(joined(words))
        self.square.seat(sittings, texts, active=True)
        for shown, sitting in zip(self.square.places, sittings, strict=False):
            if shown.chips is not None and sitting.pieces is not None and chips is not None:
                shown.chips.show_pieces(chips, sitting.pieces)

    def _show_middle(self, table: Table) -> None:
        middle, position, turn = self.middle, table.position, table.turn
        middle.wall_button.setText(self.tr("Play on…") if table.ended else self.tr("Break the wall"))
        middle.wall_button.setVisible(table.rules.rules.pays is not None or table.ended)
        if table.ended:
            names = self._presenter.parties
            middle.title.show_round(None, winner_words(table, names))
            middle.sentence.setText(join_lines([end_words(table, names), standings_words(table, names)]))
            middle.score_button.setText(self.tr("See the result"))
            return
        with_wind = table.rules.rules.has_round_wind
        round_ = self.tr("{wind} round").format(wind=position.round.word) if with_wind else ""
        last = self.tr("Last hand") if is_last_hand(table, self._presenter.time()) else ""
        hand = self.tr("Hand {number}").format(number=len(table.hands) + 1)
        middle.title.show_round(position.round if with_wind else None, last, round_, hand)
        east = brief(self._presenter.names[position.east], 24)
        sentence = self.tr("{name} is East.").format(name=east) if turn is None else turn.sentence(east)
        if turn is not None and turn.over:
            sentence += " " + over_words(table, self._presenter.parties)
        elif turn is not None and turn.reseat:
            sentence += " " + self.tr("Four rounds have been played: throw for new seats (More).")
        middle.sentence.setText(sentence)
        begun = not self._presenter.entry.is_blank and not self._presenter.correcting
        middle.score_button.setText(self.tr("Continue this hand") if begun else self.tr("Score this hand"))

    def _tell_confirmed(self) -> None:
        """Say to those who don't see it that it is written, whose turn it is, and which hand comes now."""
        if self.isVisible():
            rows = self._presenter.table.rows if self._presenter.table is not None else ()
            turned = not rows or isinstance(rows[-1].item, HandItem)  # after a penalty the winds are as they were
            parts = [self.middle.sentence.text()] if turned else []
            announce(self, join_sentences([_("Written into the ledger."), *parts, f"{self.middle.title.text()}."]))

    # what people do

    def _on_score(self) -> None:
        """The next hand; of a session that has ended, its result."""
        if self._presenter.table is not None and self._presenter.table.ended:
            self._presenter.show(TableScreen.CLOSING)
        else:
            self._presenter.enter_hand()

    def _on_wall(self) -> None:
        """The wall for the next hand; a session that has ended may go on."""
        ended = self._presenter.table is not None and self._presenter.table.ended
        self._presenter.show(TableScreen.HAND if ended else TableScreen.WALL)

    def _on_picked(self, row_id: str) -> None:
        table = self._presenter.table
        row = table.row(row_id) if table is not None else None
        if row is None:
            return
        if isinstance(row.item, HandItem):
            self._presenter.correct(row_id)
        elif isinstance(row.item, PeopleItem):
            self._presenter.seat_people(row_id)
        else:
            self._presenter.ask_to_drop(row_id)

    def _on_rules_wanted(self) -> None:
        table = self._presenter.table
        if table is not None:
            self.rules_wanted.emit(str(table.rules.rules), table.rules.name)

    def _begin_naming(self) -> None:
        """Let the title be typed, in its place."""
        table = self._presenter.table
        self.title_field.setText(table.title if table is not None else "")
        self._name(typing=True)
        self.title_field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.title_field.selectAll()

    def _name(self, *, typing: bool) -> None:
        self.title.setVisible(not typing)
        self.title_field.setVisible(typing)

    def _on_named(self) -> None:
        self._name(typing=False)
        self._presenter.set_title(self.title_field.text().strip())

    def focus_first(self) -> None:
        self.middle.score_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def go_on(self) -> None:
        self.middle.score_button.click()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.title_field.isVisible():
            self._name(typing=False)
            self.more_button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def more_menu(self) -> QMenu:
        """What is wanted less often."""
        presenter, table = self._presenter, self._presenter.table
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if table is None:
            return menu
        menu.addAction(self.tr("People: who plays, who sits out…"), presenter.seat_people)
        menu.addAction(self.tr("Throw for new seats…"), lambda: presenter.show(TableScreen.SEATS))
        if table.rules.chips is not None:
            menu.addAction(self.tr("Bank: borrow or give back chips…"), lambda: presenter.show(TableScreen.BANK))
        if table.rules.chips is not None and table.rows:
            menu.addAction(self.tr("Chips last handed over…"), lambda: presenter.show(TableScreen.CHIPS))
        menu.addAction(self.tr("Referee"), presenter.ask_referee)
        menu.addAction(self.tr("Corrections…"), lambda: presenter.show(TableScreen.CORRECTIONS))
        menu.addAction(self.tr("Name this session…"), self._begin_naming)
        menu.addAction(self.tr("When to stop…"), lambda: presenter.show(TableScreen.PLAN))
        menu.addAction(self.tr("Turn the table"), lambda: self.turn_wanted.emit((presenter.nearest + 1) % 4))
        menu.addSeparator()
        if table.ended:
            menu.addAction(self.tr("The result…"), lambda: presenter.show(TableScreen.CLOSING))
            menu.addAction(self.tr("Continue this session…"), lambda: presenter.show(TableScreen.HAND))
        else:
            menu.addAction(self.tr("End this session"), presenter.end)
        menu.addAction(self.tr("Another session…"), presenter.close)
        return menu
