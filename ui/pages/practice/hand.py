"""The hand of an exercise: its tiles, the facts they don't show, and the card for American hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.line import Line, shown
from mjcompanion.core.hand import By, Hand, MeldKind
from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.translation import number
from mjcompanion.practice.exercise import Exercise, exercise_facts
from mjcompanion.scoring.sheet import describe_meld

from ...parts import Card, ScrollPage, Words
from ...parts.card_line import paint_pattern, pattern_size
from ...parts.figures import empty
from ...parts.layouts import down, fill, grow_by_width
from ...parts.tiles import TileFace, TileRow, TileState, TileStyle
from ...theme import look, ring_around, smooth_painter

_GAP: Final = 0.45
"""The room before a set, in widths of a tile."""
_BACKS: Final = (1, 2)
"""The tiles of a concealed kong that are face down."""


class ExerciseHandCard(Card):
    """Shows the tiles of an exercise.

    Signals:
        pointed(object): the tiles under the mouse or the keyboard cursor, a frozenset.
        activated(object): a tile was clicked.
    """

    pointed = Signal(object)
    activated = Signal(object)

    def __init__(self, style: TileStyle) -> None:
        super().__init__("")
        self.setAccessibleName(self.tr("The hand"))
        self._made: Exercise | None = None
        self._terms: Terms | None = None
        self._lit: frozenset[Tile] = frozenset()
        self.facts = Words("")
        self.body.addWidget(self.facts)
        captions = (self.tr("Laid out"), self.tr("In hand"), self.tr("Flowers"))
        self.captions = [Words(text, "caption") for text in captions]
        self.rows = [TileRow(text, style, liftable=False, draggable=False) for text in captions]
        for caption, row in zip(self.captions, self.rows, strict=True):
            fill(self.body, caption, row)
            row.pointed.connect(lambda index, row=row: self._on_pointed(row, index))
            row.activated.connect(lambda index, row=row: self._on_activated(row, index))

    @property
    def longest(self) -> float:
        """The longest row in tiles, gaps included."""
        return max(len(row.faces) + _GAP * sum(face.gap for face in row.faces) for row in self.rows)

    def set_style(self, style: TileStyle) -> None:
        for row in self.rows:
            row.set_style(style)

    def show_exercise(self, made: Exercise, terms: Terms | None) -> None:
        self._made, self._terms, self._lit = made, terms, frozenset()
        self.facts.setText("\n".join(exercise_facts(made, terms)))
        self._show()

    def light(self, tiles: frozenset[Tile]) -> None:
        if tiles != self._lit:
            self._lit = tiles
            self._show()

    def _show(self) -> None:
        made = self._made
        hand = None if made is None else made.hand
        laid, concealed, flowers = self._chinese(hand) if isinstance(hand, Hand) else self._american(hand)
        for caption, row, faces in zip(self.captions, self.rows, (laid, concealed, flowers), strict=True):
            row.show_tiles(faces)
            caption.setVisible(bool(faces))
            row.setVisible(bool(faces))

    def _face(self, tile: Tile, name: str = "", *, gap: bool = False, hidden: bool = False) -> TileFace:
        state = TileState.HINT if tile in self._lit else TileState.NORMAL
        return TileFace(None if hidden else tile, state, name=name, gap=gap)

    def _chinese(self, hand: Hand) -> tuple[list[TileFace], list[TileFace], list[TileFace]]:
        laid: list[TileFace] = []
        for one in hand.melds:
            name = describe_meld(one, self._terms)
            closed = one.concealed and one.kind is MeldKind.KONG
            for at, tile in enumerate(one.tiles):
                words = self.tr("{tile}, {set}").format(tile=tile.name(self._terms), set=name)
                laid.append(self._face(tile, words, gap=at == 0 and bool(laid), hidden=closed and at in _BACKS))
        return laid, self._concealed(hand.concealed), [self._face(tile) for tile in hand.flowers]

    def _american(self, hand: AmericanHand | None) -> tuple[list[TileFace], list[TileFace], list[TileFace]]:
        if hand is None:
            return [], [], []
        laid: list[TileFace] = []
        for one in hand.exposures:
            laid += [self._face(tile, gap=at == 0 and bool(laid)) for at, tile in enumerate(one.tiles)]
        return laid, self._concealed(hand.concealed), []

    def _concealed(self, tiles: Sequence[Tile]) -> list[TileFace]:
        """Return the concealed tiles, with the winning tile marked and apart at the end."""
        situation = None if self._made is None else self._made.situation
        win = None if situation is None else situation.win
        won = None if win is None or win.by is By.DEAL else win.tile
        left = list(tiles)
        if won is None or won not in left:
            return [self._face(tile) for tile in left]
        left.remove(won)
        words = self.tr("{tile}, the winning tile").format(tile=won.name(self._terms))
        last = TileFace(
            won, (TileState.HINT if won in self._lit else TileState.NORMAL) | TileState.DRAWN, words, gap=True
        )
        return [*[self._face(tile) for tile in left], last]

    def _on_pointed(self, row: TileRow, index: int) -> None:
        tile = row.faces[index].tile if 0 <= index < len(row.faces) else None
        self.pointed.emit(frozenset() if tile is None else frozenset({tile}))

    def _on_activated(self, row: TileRow, index: int) -> None:
        tile = row.faces[index].tile
        if tile is not None:
            self.activated.emit(tile)


class LineButton(QAbstractButton):
    """A button for a line of the card: its number, its pattern, its kind and its value."""

    def __init__(self, line: Line, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = line
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        kind = self.tr("concealed") if line.concealed else self.tr("exposed")
        words = self.tr("Line {number}: {pattern}, {kind}, {value}")
        self.setAccessibleName(
            words.format(number=line.number, pattern=line.pattern, kind=kind, value=number(line.value))
        )
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _sides(self) -> tuple[int, int]:
        """Return the width of the number at the left, and of kind and value at the right."""
        metrics = self.fontMetrics()
        return metrics.horizontalAdvance("000") + look().S, metrics.horizontalAdvance("X 000") + look().S

    def heightForWidth(self, width: int) -> int:
        left, right = self._sides()
        high = pattern_size(self.line.pattern, look().body, max(60, width - left - right - 2 * look().S)).height()
        return max(look().target, high + look().S)

    def sizeHint(self) -> QSize:
        width = max(self.width(), 300)
        return QSize(300, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, look().target)

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        c = current.colours
        painter = smooth_painter(self)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        on = self.isChecked()
        if on or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.accent_soft if on else c.hover))
            painter.drawRoundedRect(box, current.RADIUS, current.RADIUS)
        if on:
            painter.setBrush(QColor(c.accent))
            painter.drawRoundedRect(QRectF(1, box.top() + current.S, 3, box.height() - 2 * current.S), 1.5, 1.5)
        left, right = self._sides()
        ink = c.on_accent_soft if on else ""
        painter.setPen(QColor(ink or c.quiet))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(
            QRect(0, 0, left, self.height()), int(middle | Qt.AlignmentFlag.AlignRight), f"{self.line.number}"
        )
        figures = f"{self.line.kind} {self.line.value}"
        place = QRect(self.width() - right - current.S, 0, right, self.height())
        painter.drawText(place, int(middle | Qt.AlignmentFlag.AlignRight), figures)
        room = QRect(left + current.S, 0, self.width() - left - right - 2 * current.S, self.height())
        size = pattern_size(self.line.pattern, current.body, room.width())
        room.setTop((self.height() - size.height()) // 2)
        paint_pattern(painter, room, self.line.pattern, current.body, current, ink=ink)
        if self.hasFocus():
            ring_around(painter, current, box, 1, current.RADIUS)
        painter.end()


class CardList(Card):
    """The card of the exercise, of which one line can be chosen.

    Tab goes to the list, the arrows move in it, and Space or Enter chooses.

    Signals:
        chosen(str): the number of the line that was chosen.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__(" ")
        self._content = QWidget()
        self._column = down(self._content, spacing=0)
        self.scroller = ScrollPage(self._content)
        self.scroller.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.body.addWidget(self.scroller, 1)
        self.buttons: list[LineButton] = []
        self._shown: object = None

    def show_card(self, title: str, sections: Sequence[tuple[str, Sequence[Line]]]) -> None:
        if self._shown == title:
            return
        self._shown = title
        self.heading.setText(title)
        self.setAccessibleName(self.tr("The card {name}").format(name=title))
        empty(self._column)
        self.buttons = []
        for section, lines in sections:
            caption = Words(shown(section), "caption")
            caption.setContentsMargins(look().S, look().S, 0, 0)
            self._column.addWidget(caption)
            for line in lines:
                button = LineButton(line, self._content)
                button.clicked.connect(lambda *_, button=button: self._on_clicked(button))
                self.buttons.append(button)
                self._column.addWidget(button)
        self._rove(0)

    def choose(self, line: str) -> None:
        """Choose a line by its number without a signal; an empty text chooses none."""
        for at, button in enumerate(self.buttons):
            on = str(button.line.number) == line
            if button.isChecked() is not on:
                button.setAutoExclusive(on)
                button.setChecked(on)
                button.setAutoExclusive(True)
            if on:
                self._rove(at)
                self.scroller.ensureWidgetVisible(button)

    def _rove(self, place: int) -> None:
        """Let Tab stop at one line only."""
        for at, button in enumerate(self.buttons):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if at == place else Qt.FocusPolicy.ClickFocus)

    def _on_clicked(self, button: LineButton) -> None:
        self._rove(self.buttons.index(button))
        self.chosen.emit(str(button.line.number))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        at = next((place for place, button in enumerate(self.buttons) if button.hasFocus()), None)
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Home: -1000, Qt.Key.Key_End: 1000}
        step = steps.get(Qt.Key(event.key()))
        if at is None:
            super().keyPressEvent(event)
        elif step is not None:
            target = min(len(self.buttons) - 1, max(0, at + step))
            self._rove(target)
            self.buttons[target].setFocus(Qt.FocusReason.TabFocusReason)
            self.scroller.ensureWidgetVisible(self.buttons[target])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.buttons[at].click()
        else:
            super().keyPressEvent(event)
