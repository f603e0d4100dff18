"""The table while a game goes on: the players around the felt, what to do next, and the hands so far."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from mjcompanion.table.chips import ChipState
from mjcompanion.table.ending import clock_words, end_words, is_last_hand, plan_words
from mjcompanion.table.events import HandItem
from mjcompanion.table.table import Row, Table
from mjcompanion.table.words import brief, counted, house_words, over_words
from mjcompanion.tiles import Tile, Wind
from mjcompanion.words import beside, joined, number, tr

from ...foreign import set_tooltip
from ...parts import Button, Elided, Flow, IconButton, ScrollPage, TextField, Words
from ...parts.fitting import Fits
from ...parts.menus import OpensMenu
from ...parts.tiles import picture_on
from ...parts.words import table_rules
from ...reach import announce
from ...shortcuts import set_tip
from ...theme import look, set_role
from .frame import Part
from .presenter import TablePresenter, View
from .square import Sitting, Square
from .words import change_words, row_words

_ROUND_TILE = 40
_CLOCK_MS = 5_000
_BAR_WORDS = 340
"""The least width, at 100 % text, of what the bar says beside its buttons."""
_TITLE = 200
"""So much of a session's name, at 100 % text, stands beside the tools before they go to the second line."""


class Middle(Fits, QWidget):
    """What lies in the middle of the felt: the wind of the round, the hand's number, and the way on.

    Where the felt has no room for it, it lies as a bar above.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wind: Wind | None = None
        self._on_felt = True
        self.title = Words("", "on-felt-title")
        self.sentence = Words("", "on-felt")
        self.score_button = Button(self.tr("Score this hand"), "primary", "score")
        set_tip(self.score_button, self.tr("Say who won and how"), "table.go-on")
        self.wall_button = Button(self.tr("Break the wall"))
        self._layout = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._layout.setSpacing(look().S)
        self._room = QWidget()
        words = QVBoxLayout()
        words.setSpacing(look().XS)
        words.addWidget(self.title)
        words.addWidget(self.sentence)
        self._buttons = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._buttons.setSpacing(look().S)
        self._buttons.addStretch(1)
        self._buttons.addWidget(self.score_button)
        self._buttons.addWidget(self.wall_button)
        self._buttons.addStretch(1)
        self._layout.addStretch(1)
        self._layout.addWidget(self._room)
        self._layout.addLayout(words)
        self._layout.addLayout(self._buttons)
        self._layout.addStretch(1)
        self._lie()

    @property
    def on_felt(self) -> bool:
        """Whether it lies on the felt, and not below it."""
        return self._on_felt

    def set_on_felt(self, on_felt: bool) -> None:  # noqa: FBT001 - like Qt's own setters
        """Lie on the felt, or as a bar above it."""
        if on_felt is not self._on_felt:
            self._on_felt = on_felt
            self._lie()

    def _lie(self) -> None:
        on, current = self._on_felt, look()
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._layout.setDirection(down if on else right)
        self._layout.setContentsMargins(current.M if on else 0, current.S if on else 0, current.M if on else 0, 0)
        for place in (0, self._layout.count() - 1):
            self._layout.setStretch(place, 1 if on else 0)
        self._layout.setStretch(2, 0 if on else 1)
        for place in (0, self._buttons.count() - 1):
            self._buttons.setStretch(place, 1 if on else 0)
        self.fit()
        for words, role in ((self.title, "title"), (self.sentence, "")):
            set_role(words, ("on-felt-title" if role else "on-felt") if on else role)
            side = Qt.AlignmentFlag.AlignHCenter if on else Qt.AlignmentFlag.AlignLeft
            words.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        self.show_round(self._wind)

    def fit(self) -> None:
        """As a bar: the buttons beside the words, or below them where both have too little room."""
        right, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        both = self.score_button.sizeHint().width() + self.wall_button.sizeHint().width() + look().S
        self._buttons.setDirection(right if self._on_felt or self.width() >= both else down)
        if not self._on_felt:
            beside = self.width() >= both + round(_BAR_WORDS * look().scale)
            self._layout.setDirection(right if beside else down)
            self._buttons.setStretch(self._buttons.count() - 1, 0 if beside else 1)

    def room_wanted(self) -> QSize:
        """The room it wants on the felt."""
        current = look()
        wide = self.score_button.sizeHint().width() + self.wall_button.sizeHint().width() + current.S
        words = round(current.title * 1.4 + 2 * current.body * 1.4)
        high = round(_ROUND_TILE * 1.5 * current.scale) + words + current.target + 4 * current.S
        return QSize(wide + 2 * current.M, high)

    def show_round(self, wind: Wind | None) -> None:
        """Show the tile of the round's wind, or none."""
        self._wind = wind
        self._room.setVisible(wind is not None and self._on_felt)
        self._room.setFixedHeight(round(_ROUND_TILE * 1.5 * look().scale))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._wind is None or not self._on_felt:
            return
        painter = QPainter(self)
        wide = round(_ROUND_TILE * look().scale)
        tile = Tile.parse(f"{list(Wind).index(self._wind) + 1}z")
        picture = picture_on(self, tile, wide)
        size = picture.deviceIndependentSize()
        box = self._room.geometry()
        painter.drawPixmap(
            QPoint(round(box.center().x() - size.width() / 2), round(box.center().y() - size.height() / 2)), picture
        )
        painter.end()


class Strip(Fits, ScrollPage):
    """The hands so far, newest first; a click on one opens it for correction.

    It is at most two lines high, and scrolls. Tab reaches it once, the arrows go from hand to hand.

    Signals:
        picked(str): the id of the row that was chosen.
    """

    picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.flow = Flow(spacing=look().S)
        super().__init__(self.flow, parent)
        self.setAccessibleName(self.tr("The hands so far"))
        self._buttons: list[_Past] = []
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def buttons(self) -> tuple[_Past, ...]:
        """The rows' buttons, newest first."""
        return tuple(button for button in self._buttons if not button.isHidden())

    def fit(self) -> None:
        """Be as high as the hands need, up to two lines."""
        line = self._buttons[0].sizeHint().height() if self._buttons else 0
        lines = 1 if look().scale > 1.4 else 2
        wanted = self.flow.heightForWidth(max(1, self.viewport().width()))
        self.setFixedHeight(min(wanted, lines * line + (lines - 1) * look().S) if self.buttons else 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        step = steps.get(Qt.Key(event.key()))
        shown = self.buttons
        at = next((place for place, button in enumerate(shown) if button.hasFocus()), None)
        if step is None or at is None:
            super().keyPressEvent(event)
        elif 0 <= at + step < len(shown):
            shown[at + step].setFocus(Qt.FocusReason.TabFocusReason)
            self.ensureWidgetVisible(shown[at + step])

    def show_rows(self, rows: tuple[Row, ...], names: tuple[str, ...]) -> None:
        """Show these rows; the buttons are used again."""
        newest = tuple(reversed(rows))
        while len(self._buttons) < len(newest):
            button = _Past(self)
            button.clicked.connect(self._on_clicked)
            self._buttons.append(button)
            self.flow.add(button)
        for place, button in enumerate(self._buttons):
            button.setVisible(place < len(newest))
            if place < len(newest):
                head, words = row_words(newest[place], names)
                button.offer(newest[place].id, head, words)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus if place == 0 else Qt.FocusPolicy.ClickFocus)
        self.flow.arrange()
        self.fit()

    def _on_clicked(self) -> None:
        button = self.sender()
        if isinstance(button, _Past):
            self.picked.emit(button.row)


class _Past(Button):
    """One row of the list as a small card."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("", "", "", parent)
        self.row = ""
        self._head = self._words = ""

    def offer(self, row: str, head: str, words: str) -> None:
        """Stand for a row."""
        self.row, self._head, self._words = row, head, words
        name = self.tr("Hand {words}: correct it").format(words=joined([head, words]))
        self.setAccessibleName(name)
        set_tooltip(self, name)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        current = look()
        head = QFontMetricsF(current.font(current.small, bold=True)).horizontalAdvance(self._head)
        words = QFontMetricsF(current.font(current.small)).horizontalAdvance(self._words)
        return QSize(math.ceil(max(head, words)) + 2 * current.M + 2, round(current.small * 2.9) + current.S)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        current = look()
        painter = QPainter(self)
        box = self.rect().adjusted(current.M, current.XS, -current.M, -current.XS)
        half = box.height() // 2
        painter.setFont(current.font(current.small, bold=True))
        painter.setPen(QColor(current.colours.text))
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        painter.drawText(box.adjusted(0, 0, 0, -half), flags, self._head)
        painter.setFont(current.font(current.small))
        painter.setPen(QColor(current.colours.quiet))
        painter.drawText(box.adjusted(0, half, 0, 0), flags, self._words)
        painter.end()


class GameView(Part):
    """Shows the table, and lets people go on with it.

    Signals:
        score_wanted(object): a hand is to be entered; the winner, or None.
        rules_wanted(str, str): the page of rules was asked for: the ruleset, and the name of the club's own or none.
    """

    rules_wanted = Signal(str, str)

    def __init__(self, presenter: TablePresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        current = look()
        self.title = Elided("", 1)
        self.rules = Words("", "quiet")
        self.undo_button = IconButton("undo", self.tr("Undo"), deed="undo")
        self.redo_button = IconButton("redo", self.tr("Redo"), deed="redo")
        self.penalty_button = Button(self.tr("Penalty"))
        self.more_button = Button(self.tr("More"), "", "more")
        set_tooltip(self.more_button, self.tr("Seats, bank, corrections, another session"))
        self.leave_button = Button(self.tr("Sessions"), "quiet", "chevron-left")
        set_tooltip(self.leave_button, self.tr("Leave this session; it stays in the ledger as it is"))
        head = QHBoxLayout()
        head.setSpacing(current.S)
        head.addWidget(self.leave_button)
        head.addWidget(self.title, 1)
        self.title_field = TextField(self.tr("Name of this session"), self.tr("a name for this session"))
        self.title_field.hide()
        head.addWidget(self.title_field, 1)
        for button in (self.undo_button, self.redo_button, self.penalty_button, self.more_button):
            head.addWidget(button)
        self._head = head
        self.middle = Middle()
        self.square = Square(self.tr("The table"), self.middle, chips=True)
        self.strip = Strip()
        self.hands_title = Words(self.tr("Hands so far – choose one to correct it"), "quiet")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(current.L, current.M, current.L, current.M)
        layout.setSpacing(current.S)
        layout.addLayout(head)
        self._second = QHBoxLayout()
        self._second.setSpacing(current.S)
        self.house_button = IconButton("rules", self.tr("All the rules of this session"))
        self._second.addWidget(self.house_button)
        self._second.addWidget(self.rules, 1)
        self.clock = Words("", "title")
        self.clock.setWordWrap(False)
        self.clock.setAccessibleName(self.tr("What time it is"))
        self._second.addWidget(self.clock)
        self._clock = QTimer(self)
        self._clock.setInterval(_CLOCK_MS)
        self._clock.timeout.connect(self.tick)
        self._last = False
        """Whether it was said that the hand under way is the last."""
        layout.addLayout(self._second)
        self._above = QVBoxLayout()
        layout.addLayout(self._above)
        layout.addWidget(self.square, 1)
        layout.addWidget(self.hands_title)
        layout.addWidget(self.strip)
        self.house_button.clicked.connect(self._on_rules_wanted)
        self.undo_button.clicked.connect(presenter.undo)
        self.redo_button.clicked.connect(presenter.redo)
        self.penalty_button.clicked.connect(lambda: presenter.show(View.PENALTY))
        OpensMenu(self.more_button, self.more_menu)
        self.leave_button.clicked.connect(presenter.close)
        self.middle.score_button.clicked.connect(self._on_score)
        self.middle.wall_button.clicked.connect(self._on_wall)
        self.square.picked.connect(presenter.enter_hand)
        presenter.confirmed.connect(self._tell_confirmed)
        self.strip.picked.connect(self._on_picked)
        self.title_field.returnPressed.connect(self._on_named)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_tools()
        self._place_middle()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "strip"):
            self._place_tools()
            self._place_middle()

    def _place_tools(self) -> None:
        """Set the tools beside the name of the session where there is room, else in the second line."""
        current = look()
        shown = [self.leave_button, self.undo_button, self.redo_button, self.penalty_button, self.more_button]
        words = min(self.title.fontMetrics().horizontalAdvance(self.title.text()), round(_TITLE * current.scale))
        wanted = sum(one.sizeHint().width() + current.S for one in shown if not one.isHidden()) + words
        first = self.width() - 2 * current.L >= wanted
        line = self._head if first else self._second
        if line.indexOf(self.more_button) < 0:
            before = self._second if first else self._head
            for button in (self.penalty_button, self.more_button):
                before.removeWidget(button)
                line.addWidget(button)

    def _place_middle(self) -> None:
        """On the felt where it fits, else as a bar above it, so that the way on is in sight."""
        layout = self.layout()
        assert layout is not None  # noqa: S101 - made with the view
        layout.activate()
        wanted = self.middle.room_wanted()
        below = 0 if self.middle.on_felt else self.middle.height() + layout.spacing()
        fits = self.square.middle_room(self.square.width(), self.square.height() + below)
        on_felt = fits.width() >= wanted.width() and fits.height() >= wanted.height()
        if on_felt is self.middle.on_felt:
            return
        self.middle.set_on_felt(on_felt)
        if on_felt:
            self._above.removeWidget(self.middle)
            self.square.set_middle(self.middle)
        else:
            self.square.set_middle(None)
            self._above.addWidget(self.middle)
        self.middle.show()

    # showing

    def refresh(self) -> None:
        """Show the table as it is now."""
        presenter, table = self._presenter, self._presenter.table
        if table is None:
            return
        words = table_rules()[table.rules.rules]
        title = table.title or self.tr("A table of four")
        self.title.setText(brief(title, 60))
        set_tooltip(self.title, title)
        named = f"{table.rules.name} ({words})" if table.rules.name else words
        parts = [brief(named, 60), *house_words(table.rules)]
        if table.rules.rules.pays is None:
            parts.append(self.tr("nobody pays: the winner’s score is added to the total"))
        parts += plan_words(table.plan)
        if table.ended:
            parts.append(self.tr("this session has ended"))
        self.rules.setText(" · ".join(parts))
        self._show_players(table)
        self._show_middle(table)
        self.tick()
        self.undo_button.setEnabled(table.can_undo is not None)
        self.redo_button.setEnabled(table.can_redo is not None)
        self.penalty_button.setVisible(table.rules.rules.pays is not None)
        self.strip.show_rows(table.rows, presenter.parties)
        self._place_tools()
        self._place_middle()
        self.hands_title.setVisible(bool(table.rows))

    def tick(self) -> None:
        """Show what time it is where people play until some time, and say it once when that has come."""
        table = self._presenter.table
        ticks = table is not None and bool(table.plan.until) and not table.ended
        self.clock.setVisible(ticks)
        if table is None or not ticks:
            self._clock.stop()
            return
        at = self._presenter.time()
        self.clock.setText(clock_words(at))
        if not self._clock.isActive():
            self._clock.start()
        last = is_last_hand(table, at) and at >= table.plan.until
        if last and not self._last:
            self._show_middle(table)
            time = clock_words(table.plan.until)
            said = self.tr("It is {time}: the hand you are playing is the last.")
            self._presenter.said.emit(said.format(time=time), "info")
        self._last = last

    def _show_players(self, table: Table) -> None:
        names, position = self._presenter.parties, table.position
        last = table.rows[-1] if table.rows else None
        state = table.chip_state
        chips = table.rules.chips
        sittings, said = [], []
        chairs = (*position.chairs, *range(4, len(names)))
        for player in chairs:
            wind = position.wind_of(player) if player < 4 else None
            change = last.change(player) if last is not None and len(last.balances) > player else None
            pieces = state.purse(chips, player).pieces(chips) if state is not None and chips is not None else None
            balance = table.balances[player] if player < len(table.balances) else table.setup.starting
            remark = self._owed(state, player)
            sittings.append(Sitting(player, brief(names[player]), wind, balance, change, pieces, remark))
            place = wind.word if wind is not None else self.tr("bettor")
            words = [brief(names[player]), place, counted(balance, "point")]
            words += [] if change is None else [change_words(change)]
            if pieces is not None and chips is not None:
                held = [f"{number(count)} × {number(value)}" for value, count in pieces if count]
                words += [joined(held)] if held else []
            words += [remark] if remark else []
            said.append(joined(words))
        self.square.seat(sittings, said, active=True)
        for shown, sitting in zip(self.square.places, sittings, strict=False):
            if shown.chips is not None and sitting.pieces is not None and chips is not None:
                shown.chips.show_pieces(chips, sitting.pieces)

    def _owed(self, state: ChipState | None, player: int) -> str:
        """What a player owes the bank or another, whose chips the balance doesn't show."""
        if state is None:
            return ""
        said = []
        if player < 4 and state.loan(player):
            said.append(self.tr("owes the bank {points}").format(points=number(state.loan(player))))
        names = self._presenter.parties
        for debt in state.debts:
            if debt.debtor == player:
                name = brief(names[debt.creditor], 12)
                said.append(self.tr("owes {name} {points}").format(name=name, points=number(debt.points)))
        return joined(said)

    def _show_middle(self, table: Table) -> None:
        middle, position, turn = self.middle, table.position, table.turn
        number = len(table.hands) + 1
        with_wind = table.rules.rules.has_round_wind
        middle.show_round(position.round if with_wind else None)
        if with_wind:
            wind = position.round.word
            middle.title.setText(self.tr("{wind} round · hand {number}").format(wind=wind, number=number))
        else:
            middle.title.setText(self.tr("Hand {number}").format(number=number))
        if is_last_hand(table, self._presenter.time()):
            middle.title.setText(self.tr("Last hand · {hand}").format(hand=middle.title.text()))
        east = brief(self._presenter.names[position.east], 24)
        if turn is None:
            sentence = self.tr("{name} is East.").format(name=east)
        else:
            sentence = turn.sentence(east)
            if turn.over:
                sentence += " " + over_words(table.balances, self._presenter.names)
            elif turn.reseat:
                sentence += " " + self.tr("Four rounds are played: throw for seats anew (More).")
        middle.sentence.setText(sentence)
        begun = not self._presenter.entry.is_blank and not self._presenter.correcting
        middle.score_button.setText(self.tr("Go on with this hand") if begun else self.tr("Score this hand"))
        middle.wall_button.setText(self.tr("Break the wall"))
        middle.wall_button.setVisible(table.rules.rules.pays is not None or table.ended)
        if table.ended:
            middle.title.setText(self.tr("This session has ended."))
            middle.sentence.setText(end_words(table, self._presenter.parties) or counted(len(table.hands), "hand"))
            middle.score_button.setText(self.tr("See the result"))
            middle.wall_button.setText(self.tr("Play on…"))

    def _tell_confirmed(self) -> None:
        """Say to those who don't see it that it is written, whose turn it is, and which hand comes now."""
        if self.isVisible():
            rows = self._presenter.table.rows if self._presenter.table is not None else ()
            turned = not rows or isinstance(rows[-1].item, HandItem)  # after a penalty the winds are as they were
            said = [self.middle.sentence.text()] if turned else []
            announce(self, beside([tr("Written into the ledger."), *said, f"{self.middle.title.text()}."]))

    # what people do

    def _on_score(self) -> None:
        """The next hand; of a session that has ended, its result."""
        if self._presenter.table is not None and self._presenter.table.ended:
            self._presenter.show(View.CLOSING)
        else:
            self._presenter.enter_hand()

    def _on_wall(self) -> None:
        """The wall for the next hand; a session that has ended may go on."""
        ended = self._presenter.table is not None and self._presenter.table.ended
        self._presenter.show(View.HAND if ended else View.WALL)

    def _on_picked(self, row_id: str) -> None:
        table = self._presenter.table
        row = table.row(row_id) if table is not None else None
        if row is None:
            return
        if isinstance(row.item, HandItem):
            self._presenter.correct(row_id)
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
        menu.addAction(self.tr("Throw for seats anew…"), lambda: presenter.show(View.SEATS))
        if table.rules.chips is not None:
            menu.addAction(self.tr("Bank: borrow or give back chips…"), lambda: presenter.show(View.BANK))
        if table.rules.chips is not None and table.rows:
            menu.addAction(self.tr("Chips that moved last…"), lambda: presenter.show(View.CHIPS))
        menu.addAction(self.tr("Referee"), presenter.ask_referee)
        menu.addAction(self.tr("Corrections…"), lambda: presenter.show(View.CORRECTIONS))
        menu.addAction(self.tr("Name this session…"), self._begin_naming)
        menu.addAction(self.tr("When to stop…"), lambda: presenter.show(View.PLAN))
        menu.addSeparator()
        if table.ended:
            menu.addAction(self.tr("The result…"), lambda: presenter.show(View.CLOSING))
            menu.addAction(self.tr("Go on with this session…"), lambda: presenter.show(View.HAND))
        else:
            menu.addAction(self.tr("End this session"), presenter.end)
        menu.addAction(self.tr("Another session…"), presenter.close)
        return menu
