"""The hand of an exercise: its tiles, the facts they don't show, and the card for American hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.line import Line, shown
from mjcompanion.core.hand import By, Hand, MeldKind
from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.translation import number
from mjcompanion.practice.exercise import Exercise, exercise_facts
from mjcompanion.scoring.sheet import describe_meld

from ...theme import look
from ...widgets import CardFrame, TextLabel
from ...widgets.card_line import paint_pattern, pattern_size
from ...widgets.keys import CHOOSE
from ...widgets.layouts import fill
from ...widgets.rows import Index, dress, paint_ground, ring_row
from ...widgets.tiles import TileFace, TileRow, TileState, TileStyle

_GAP: Final = 0.45
"""The room before a set, in widths of a tile."""
_BACKS: Final = (1, 2)
"""The tiles of a concealed kong that are face down."""
_LINE: Final = Qt.ItemDataRole.UserRole
_CHOSEN: Final = Qt.ItemDataRole.UserRole + 1
_RIGHT: Final = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_BOTTOM: Final = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft


class ExerciseHandCard(CardFrame):
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
        self.facts = TextLabel("")
        self.body.addWidget(self.facts)
        captions = (self.tr("Laid out"), self.tr("In hand"), self.tr("Flowers"))
        self.captions = [TextLabel(text, "caption") for text in captions]
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
        facts = exercise_facts(made, terms)
        self.facts.setText("\n".join(facts))
        self.facts.setVisible(bool(facts))
        self._show()

    def light(self, tiles: frozenset[Tile]) -> None:
        if tiles != self._lit:
            self._lit = tiles
            self._show()

    def _show(self) -> None:
        hand = None if self._made is None else self._made.hand
        concealed = self._concealed(hand.concealed) if hand is not None else []
        flowers = [self._face(tile) for tile in hand.flowers] if isinstance(hand, Hand) else []
        for caption, row, faces in zip(self.captions, self.rows, (self._laid(hand), concealed, flowers), strict=True):
            row.show_tiles(faces)
            caption.setVisible(bool(faces))
            row.setVisible(bool(faces))

    def _face(self, tile: Tile, name: str = "", *, gap: bool = False, hidden: bool = False) -> TileFace:
        state = TileState.HINT if tile in self._lit else TileState.NORMAL
        return TileFace(None if hidden else tile, state, name=name, gap=gap)

    def _laid(self, hand: Hand | AmericanHand | None) -> list[TileFace]:
        """Return the sets that are laid out; the inner tiles of a concealed kong are face down."""
        faces: list[TileFace] = []
        if isinstance(hand, AmericanHand):
            for laid in hand.exposures:
                faces += [self._face(tile, gap=not at and bool(faces)) for at, tile in enumerate(laid.tiles)]
        for one in hand.melds if isinstance(hand, Hand) else ():
            name = describe_meld(one, self._terms)
            closed = one.concealed and one.kind is MeldKind.KONG
            for at, tile in enumerate(one.tiles):
                words = self.tr("{tile}, {set}").format(tile=tile.name(self._terms), set=name)
                faces.append(self._face(tile, words, gap=not at and bool(faces), hidden=closed and at in _BACKS))
        return faces

    def _concealed(self, tiles: Sequence[Tile]) -> list[TileFace]:
        """Return the concealed tiles, with the winning tile marked and apart at the end."""
        context = None if self._made is None else self._made.context
        win = None if context is None else context.win
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


class _LinePainter(QStyledItemDelegate):
    """Paints lines of a card: number, pattern, kind and value; and the titles of sections."""

    def __init__(self, view: QListWidget) -> None:
        super().__init__(view)
        self._view = view

    def _pattern_room(self, row: QRect) -> QRect:
        """Return the room between the number at the left, and kind and value at the right."""
        metrics, gap = self._view.fontMetrics(), look().S
        left, right = metrics.horizontalAdvance("000"), metrics.horizontalAdvance("X 000")
        return row.adjusted(left + 2 * gap, 0, -right - 2 * gap, 0)

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        current, line = look(), index.data(_LINE)
        if line is None:
            return QSize(10, round(current.small * 1.5) + current.S)
        room = self._pattern_room(QRect(0, 0, self._view.viewport().width(), 0)).width()
        high = pattern_size(line.pattern, current.body, max(60, room)).height()
        return QSize(10, max(current.target, high + current.S))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        current, line, box = look(), index.data(_LINE), option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if line is None:
            painter.setFont(current.font(current.small))
            painter.setPen(QColor(current.colours.quiet))
            painter.drawText(box.adjusted(current.S, 0, 0, 0), _BOTTOM, str(index.data()))
        else:
            on = bool(index.data(_CHOSEN))
            paint_ground(painter, option, current, on=on)
            ink = current.colours.on_chosen_soft if on else ""
            room = self._pattern_room(box)
            painter.setPen(QColor(ink or current.colours.quiet))
            painter.drawText(box.adjusted(0, 0, room.left() - box.right() - current.S, 0), _RIGHT, f"{line.number}")
            painter.drawText(box.adjusted(0, 0, -current.S, 0), _RIGHT, f"{line.kind} {line.value}")
            high = pattern_size(line.pattern, current.body, room.width()).height()
            room.setTop(box.top() + (box.height() - high) // 2)
            paint_pattern(painter, room, line.pattern, current.body, current, ink=ink)
            if option.state & QStyle.StateFlag.State_HasFocus:
                ring_row(painter, box, current)
        painter.restore()


class _LineList(QListWidget):
    """A list in which Space activates a line as Enter does."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in CHOOSE and not event.modifiers():
            self.itemActivated.emit(self.currentItem())
        else:
            super().keyPressEvent(event)


class CardList(CardFrame):
    """The card of the exercise, of which one line can be chosen.

    The arrows move in the list; Space, Enter and a click choose.

    Signals:
        chosen(str): the number of the line that was chosen.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__(" ")
        self.list = _LineList()
        dress(self.list, "", _LinePainter(self.list))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.list.itemClicked.connect(self._on_chosen)
        self.list.itemActivated.connect(self._on_chosen)
        self.body.addWidget(self.list, 1)

    def show_card(self, title: str, sections: Sequence[tuple[str, Sequence[Line]]]) -> None:
        if title == self.heading.text():
            return
        self.heading.setText(title)
        self.list.setAccessibleName(self.tr("The card {name}").format(name=title))
        self.list.clear()
        for section, lines in sections:
            QListWidgetItem(shown(section), self.list).setFlags(Qt.ItemFlag.NoItemFlags)
            for line in lines:
                kind = self.tr("concealed") if line.concealed else self.tr("exposed")
                words = self.tr("Line {number}: {pattern}, {kind}, {value}")
                item = QListWidgetItem(
                    words.format(number=line.number, pattern=line.pattern, kind=kind, value=number(line.value)),
                    self.list,
                )
                item.setData(_LINE, line)

    def choose(self, line: str) -> None:
        """Choose a line by its number without a signal; an empty text chooses none."""
        for item in self.items():
            on = str(item.data(_LINE).number) == line
            item.setData(_CHOSEN, on)
            if on:
                self.list.setCurrentItem(item)

    def items(self) -> list[QListWidgetItem]:
        """Return the lines of the list, without its titles."""
        every = (self.list.item(row) for row in range(self.list.count()))
        return [item for item in every if item.data(_LINE) is not None]

    def _on_chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.data(_LINE) is not None:
            self.chosen.emit(str(item.data(_LINE).number))
