"""The table while a game goes on: the players around the felt, what to do next, and the hands so far."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from mjcompanion.i18n.translation import _, join_sentences, joined, number
from mjcompanion.table.events import HandItem, PeopleItem
from mjcompanion.table.final_settlement import over_words, winner_words
from mjcompanion.table.seating_view import sides
from mjcompanion.table.session_end import clock_words, end_words, is_last_hand, plan_at, plan_words
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief, house_words, owed_words, table_title

from ...accessibility import announce
from ...rich_text import set_tooltip
from ...shortcuts import set_tip
from ...theme import ANY_WIDTH, look
from ...widgets import Button, IconButton, TextField
from ...widgets.layouts import across, fill, keep_room, stand
from ...widgets.menus import OpensMenu, PopupMenu
from ...widgets.moment import MahJonggMoment
from ...widgets.session_sheet import EveningSheet
from ...widgets.words import table_rules
from .entry_model import TableChange
from .frame import FrameView
from .model import TableModel, TableScreen
from .square import BETTOR, Sitting, Square

_FELT: Final = 400
"""The least width of the felt, at 100 % text, with the score sheet next to it."""
_SHEET, _SHARE = 760, 0.54
"""The most of the width that the score sheet takes, at 100 % text in pixels and as a share."""
_CLOCK_MS = 5_000


class GameView(FrameView):
    """Shows the table, and lets people go on with it.

    Signals:
        sideboard_wanted(): the table is to be shown to everybody in the room.
        turn_wanted(int): the screen was moved to another side of the table, counted as people sat down.
        ticked(): a little time has gone by, where people play until some time.
    """

    sideboard_wanted = Signal()
    turn_wanted = Signal(int)
    ticked = Signal()

    def __init__(self, model: TableModel) -> None:
        super().__init__()
        self._model = model
        self._named: str | None = None
        """The session whose name may be typed."""
        self._last = False
        """Whether it was said that the hand under way is the last."""
        self._build_header()
        self.square = Square(self.tr("The table"), chips=True)
        self.round = self.square.round
        self.evening = EveningSheet()
        self.house_button = self.evening.rules_button
        set_tooltip(self.house_button, self.tr("All the rules of this session"))
        self.moment = MahJonggMoment(self.square)
        content = QWidget()
        self.parts = fill(across(content, spacing=look().XL), (self.square, 1), (self.evening, 100))
        self.add_scrolled(content)  # where the sheet is below the felt
        self._clock = QTimer(self)
        self._clock.setInterval(_CLOCK_MS)
        self._clock.timeout.connect(self.tick)
        self._clock.timeout.connect(self.ticked)
        self.house_button.clicked.connect(self._on_rules_wanted)
        self.square.picked.connect(model.enter_hand)
        model.changed.connect(self._on_changed)
        self.evening.opened.connect(self._on_picked)

    def _build_header(self) -> None:
        model, header = self._model, self.header
        self.leave_button = header.back_button
        header.set_back(self.tr("Sessions"))
        set_tooltip(self.leave_button, self.tr("Leave this session. You can continue it at any time."))
        header.back.connect(model.close)
        self.title = header.title
        self.title_field = TextField(self.tr("Name of this session"), self.tr("a name for this session"))
        self.title_field.hide()
        self.title_field.returnPressed.connect(self._on_named)
        header.controls.addWidget(self.title_field)
        self.undo_button = IconButton("undo", self.tr("Undo"), action="undo")
        self.redo_button = IconButton("redo", self.tr("Redo"), action="redo")
        self.board_button = Button(self.tr("Whole screen"), "quiet")
        set_tip(self.board_button, self.tr("Show the table to everybody"), "table.sideboard")
        self.penalty_button = Button(self.tr("Penalty"), "quiet")
        keep_room(self.penalty_button)
        self.more_button = Button(self.tr("More"), "quiet", "more")
        set_tooltip(self.more_button, self.tr("End this session, players, bank, corrections"))
        self.score_button = Button("", "primary")
        set_tip(self.score_button, self.tr("Enter who won and how"), "table.go-on")
        quiet = (self.undo_button, self.redo_button, self.board_button, self.penalty_button, self.more_button)
        header.add_actions(*quiet, primary=self.score_button)
        self.undo_button.clicked.connect(model.undo)
        self.redo_button.clicked.connect(model.redo)
        self.board_button.clicked.connect(self.sideboard_wanted)
        self.penalty_button.clicked.connect(lambda: model.show(TableScreen.PENALTY))
        OpensMenu(self.more_button, self.more_menu)
        self.score_button.clicked.connect(self._on_score)

    def fit(self) -> None:
        """Lay the score sheet next to the felt where there is room, else below it."""
        actions = (self.undo_button, self.redo_button, self.penalty_button, self.more_button, self.score_button)
        self.board_button.setVisible(self.header.has_room(*actions, self.board_button))  # else it is under More
        super().fit()
        current, least = look(), self.evening.least_width()
        room = self.width() - 2 * current.XXL - current.XL
        beside = room - least >= _FELT * (0.5 + current.scale / 2)
        wide = max(least, min(round(_SHEET * current.scale), round(room * _SHARE), max(room - round(_FELT * 1.1), 0)))
        self.evening.setMinimumWidth(least if beside else 0)
        self.evening.setMaximumWidth(wide if beside else ANY_WIDTH)
        stand(self.parts, beside=beside)

    # showing

    def refresh(self) -> None:
        model, table = self._model, self._model.table
        if table is None:
            return
        if self._named != model.uid:  # what was typed for another session isn't this one's name
            self._named = model.uid
            self._name(typing=False)
        title = table_title(table)
        self.header.set_title(brief(title, 60))
        set_tooltip(self.title, title)
        self._show_rules(table)
        self._show_players(table)
        self._show_middle(table)
        self.tick()
        self.undo_button.setEnabled(table.can_undo is not None)
        self.redo_button.setEnabled(table.can_redo is not None)
        self.penalty_button.setVisible(table.rules.rules.pays is not None)
        self.evening.show_table(table, model.parties)
        self.fit()

    def _show_rules(self, table: Table) -> None:
        """Show the rules on the sheet in a few words, and all that differs in its tooltip."""
        words = table_rules()[table.rules.rules]
        named = brief(f"{table.rules.name} ({words})" if table.rules.name else words, 60)
        parts = [named, *house_words(table.rules)]
        if table.rules.rules.pays is None:
            parts.append(self.tr("nobody pays: the winner’s score is added to the total"))
        plan = plan_words(plan_at(table.plan, self._model.time()))
        self.house_button.setText(joined([*parts[:2], *plan][:2]))
        set_tooltip(self.house_button, " · ".join([*parts, *plan]))
        self.house_button.setAccessibleName(
            self.tr("Rules of this session: {rules}").format(rules=" · ".join([*parts, *plan]))
        )

    def tick(self) -> None:
        """Show what time it is where people play until some time, and say it once when that has come."""
        table, at = self._model.table, self._model.time()
        ticks = table is not None and bool(plan_at(table.plan, at).until) and not table.ended
        if table is None or not ticks:
            self._clock.stop()
            return
        self._show_middle(table)
        if not self._clock.isActive():
            self._clock.start()
        last = is_last_hand(table, at) and at >= table.plan.until
        if last and not self._last:
            time = clock_words(table.plan.until)
            text = self.tr("It is {time}: the hand you are playing is the last.")
            self._model.said.emit(text.format(time=time), "info")
        self._last = last

    def _show_players(self, table: Table) -> None:
        names, position = self._model.parties, table.position
        last = table.rows[-1] if table.rows and (table.rows[-1].number or table.rows[-1].paid) else None
        state = table.chip_state
        chips = table.rules.chips
        sittings, sits = [], table.seating.sits
        others = (*table.seating.out, *(party for party in table.parties if party >= len(table.people)))
        for party in (*(sits[place] for place in sides(table, self._model.nearest)), *others):
            wind = position.wind_of(sits.index(party)) if party in sits else None
            change = last.change(party) if last is not None and len(last.balances) > party else None
            pieces = state.purse(chips, party).pieces(chips) if state is not None and chips is not None else None
            balance, remarks = table.balance_of(party), () if state is None else owed_words(state, party, names, 12)
            at = sits.index(party) if wind is not None else BETTOR
            place = self.tr("bettor") if wind is None else wind.word
            if wind is None and party < len(table.people):
                place, remarks = "", (self.tr("sits out"), *remarks)
            won, name = last is not None and last.winner == party, brief(names[party])
            sittings.append(Sitting(at, name, wind, balance, change, pieces, remarks, won=won, place=place))
        self.square.seat(sittings, active=True)
        for shown, sitting in zip(self.square.places, sittings, strict=False):
            if shown.chips is not None and sitting.pieces is not None and chips is not None:
                shown.chips.show_pieces(chips, sitting.pieces)

    def _show_middle(self, table: Table) -> None:
        """Show in the middle of the felt which hand it is and who is East; of a session that has ended, who won."""
        model, position, turn = self._model, table.position, table.turn
        if table.ended:
            names = model.parties
            self.round.show_round(None, winner_words(table, names), "")
            self.round.sentence.setText(end_words(table, names))
            self.score_button.setText(self.tr("See the result"))
            self.square.fit()
            return
        at, with_wind = model.time(), table.rules.rules.has_round_wind
        hand = self.tr("Hand {number}").format(number=len(table.hands) + 1)
        below = [hand] if with_wind else []
        below += [self.tr("Last hand")] if is_last_hand(table, at) else []
        below += [clock_words(at)] if plan_at(table.plan, at).until else []
        title = self.tr("{wind} round").format(wind=position.round.word) if with_wind else hand
        self.round.show_round(position.round if with_wind else None, title, " · ".join(below))
        east = brief(model.names[position.east], 24)
        sentence = self.tr("{name} is East").format(name=east) if turn is None else turn.sentence(east)
        if turn is not None and turn.over:
            sentence += " " + over_words(table, model.parties)
        elif turn is not None and turn.reseat:
            sentence += " " + self.tr("Four rounds have been played: throw for new seats (More).")
        self.round.sentence.setText(sentence)
        begun = not model.entry.is_blank and not model.correcting
        text = self.tr("Continue hand {number}") if begun else self.tr("Score hand {number}")
        self.score_button.setText(text.format(number=number(len(table.hands) + 1)))
        self.square.fit()

    def _on_changed(self, what: TableChange) -> None:
        """Announce that something was saved, whose turn it is, and which hand comes now."""
        if TableChange.CONFIRMED in what and self.isVisible():
            rows = self._model.table.rows if self._model.table is not None else ()
            turned = not rows or isinstance(rows[-1].item, HandItem)  # after a penalty the winds are as they were
            parts = [self.round.sentence.text()] if turned else []
            announce(self, join_sentences([_("Saved."), *parts, f"{self.round.text()}."]))

    # what people do

    def _on_score(self) -> None:
        """The next hand; of a session that has ended, its result."""
        if self._model.table is not None and self._model.table.ended:
            self._model.show(TableScreen.CLOSING)
        else:
            self._model.enter_hand()

    def _on_picked(self, row_id: str) -> None:
        table = self._model.table
        row = table.row(row_id) if table is not None else None
        if row is None:
            return
        if isinstance(row.item, HandItem):
            self._model.correct(row_id)
        elif isinstance(row.item, PeopleItem):
            self._model.seat_people(row_id)
        else:
            self._model.ask_to_drop(row_id)

    def _on_rules_wanted(self) -> None:
        table = self._model.table
        if table is not None:
            self._model.rules_wanted.emit(str(table.rules.rules), table.rules.name)

    def _begin_naming(self) -> None:
        """Let the title be typed, in its place."""
        table = self._model.table
        self.title_field.setText(table.title if table is not None else "")
        self._name(typing=True)
        self.title_field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.title_field.selectAll()

    def _name(self, *, typing: bool) -> None:
        self.title.setVisible(not typing)
        self.title_field.setVisible(typing)

    def _on_named(self) -> None:
        self._name(typing=False)
        self._model.set_title(self.title_field.text().strip())

    def focus_first(self) -> None:
        self.score_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def go_on(self) -> None:
        self.score_button.click()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.title_field.isVisible():
            self._name(typing=False)
            self.more_button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def more_menu(self) -> QMenu:
        """What is asked for less often."""
        model, table = self._model, self._model.table
        menu = PopupMenu(self)
        if table is None:
            return menu
        if table.ended:
            menu.addAction(self.tr("Show the result"), lambda: model.show(TableScreen.CLOSING))
            menu.addAction(self.tr("Continue this session…"), lambda: model.show(TableScreen.HAND))
        else:
            menu.addAction(self.tr("End this session"), model.end)
            menu.addAction(self.tr("When to stop…"), lambda: model.show(TableScreen.PLAN))
        menu.addAction(self.tr("Another session…"), model.close)
        menu.addSeparator()
        if table.rules.rules.pays is not None and not table.ended:
            menu.addAction(self.tr("Break the wall…"), lambda: model.show(TableScreen.WALL))
        if self.board_button.isHidden():
            menu.addAction(self.tr("Whole screen"), self.sideboard_wanted.emit)
        menu.addAction(self.tr("Players…"), model.seat_people)
        menu.addAction(self.tr("Throw for new seats…"), lambda: model.show(TableScreen.SEATS))
        menu.addAction(self.tr("Turn the table"), lambda: self.turn_wanted.emit((model.nearest + 1) % 4))
        if table.rules.chips is not None:
            menu.addAction(self.tr("Bank…"), lambda: model.show(TableScreen.BANK))
            if table.rows:
                menu.addAction(self.tr("Last chip exchange…"), lambda: model.show(TableScreen.CHIPS))
        menu.addSeparator()
        menu.addAction(self.tr("Corrections…"), lambda: model.show(TableScreen.CORRECTIONS))
        menu.addAction(self.tr("Name this session…"), self._begin_naming)
        menu.addAction(self.tr("Referee"), model.ask_referee)
        return menu
